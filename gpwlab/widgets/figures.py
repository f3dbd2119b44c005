"""Charts of the notebooks in one look: bokeh figures that read well on a light page and on a dark one.

Each function shows a table as a chart under a title, with the same numbers as a table that unfolds, and returns the
:class:`Chart`, which ``widgets.save_chart`` writes.  x, y name the axes with their units; columns are told apart by
dash, mark or hatching as well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from gpwlab.core.svg.build import Picture, data_uri, document, label
from gpwlab.core.words import hyphened
from gpwlab.widgets import figuresvg

if TYPE_CHECKING:
    from pandas import DataFrame, Series

#: Grey of axes and legends: it stands out from white and from near black.
SOFT = "#7f7f7f"
#: Pixels that the buttons below a chart take.
_BUTTONS = 30
#: What the page does when a chart is to be a file: bokeh draws it once more in that form.
_SAVE = """
const drawn = await context.index.find_one(chart).export(form).to_blob();
const link = document.createElement("a");
link.href = URL.createObjectURL(drawn);
link.download = `${name}.${form}`;
link.click();
setTimeout(() => URL.revokeObjectURL(link.href), 10000);
"""


class Look(NamedTuple):
    """How a column is drawn: colour, dash of its line, mark, and hatching of its bars."""

    colour: str
    dash: str
    mark: str
    hatch: str


#: Blue and orange, which the common kinds of colour blindness leave apart.
SIDES = {"Axis": Look("#3b82c4", "solid", "square", " "), "Soviet": Look("#d97706", "dashed", "circle", "/")}
OTHERS = (
    Look("#8e6bbf", "dotted", "triangle", "x"),
    Look("#2f9e77", "dotdash", "diamond", "."),
    Look("#c2557a", "dashdot", "star", "-"),
    Look(SOFT, "solid", "cross", "+"),
)


def looks(names: Iterable[object]) -> dict[str, Look]:
    """A look for each name, six at most: that of the side which is a word of it, else the next that is free."""
    words = {str(name): str(name).replace(",", " ").split() for name in names}
    found: dict[str, Look] = {}
    for name, said in words.items():
        side = next((look for side, look in SIDES.items() if side in said), None)
        if side and side not in found.values():
            found[name] = side
    free = [look for look in (*SIDES.values(), *OTHERS) if look not in found.values()]
    return {name: found.get(name) or free.pop(0) for name in words}


def figure(x: str = "", y: str = "", **more: Any) -> Any:
    """An empty bokeh figure in the look of the rest, 900 pixels wide where there is room; more goes to bokeh's own."""
    from bokeh.plotting import figure as make

    own: dict[str, Any] = {"sizing_mode": "stretch_width", "max_width": 900, "height": 320}
    chart = make(**(own | {"toolbar_location": None, "tools": ""} | more))
    chart.background_fill_color = chart.border_fill_color = chart.outline_line_color = None
    for axis, words in ((chart.xaxis, x), (chart.yaxis, y)):
        axis.axis_label = words
        axis.axis_label_text_font_style = "normal"
        axis.axis_label_text_font_size, axis.major_label_text_font_size = "13px", "12px"
        for name in ("axis_label_text", "major_label_text", "axis_line", "major_tick_line"):
            setattr(axis, f"{name}_color", SOFT)
        axis.minor_tick_line_color = None
    chart.grid.grid_line_color, chart.grid.grid_line_alpha = SOFT, 0.25
    return chart


def bars(title: str, table: DataFrame, x: str, y: str, **more: Any) -> Chart:
    """A bar for each column, side by side in each row."""
    chart = figure(x, y, x_range=[str(name) for name in table.index], **more)
    wide = 0.8 / len(table.columns)
    for number, (name, look) in enumerate(looks(table).items()):
        shift = wide * (number + 0.5) - 0.4
        places = [(str(row), shift) for row in table.index]
        drawn = chart.vbar(x=places, top=_values(table.iloc[:, number]), width=0.9 * wide, **_fill(look, name))
        _point(chart, drawn, name, "@top{0,0.[00]}")
    chart.y_range.start = 0
    chart.xgrid.visible = False
    return show(title, chart, table)


def stacks(title: str, table: DataFrame, x: str, y: str, lying: bool = False, **more: Any) -> Chart:
    """A bar for each row, made of its columns; from left to right where it is lying."""
    from bokeh.models import ColumnDataSource

    names = [str(name) for name in table.index]
    chart = figure(x, y, **{"y_range": names[::-1]} if lying else {"x_range": names}, **more)
    below = [0.0] * len(names)
    for number, (name, look) in enumerate(looks(table).items()):
        size = _values(table.iloc[:, number])
        above = [foot + tall for foot, tall in zip(below, size, strict=True)]
        source = ColumnDataSource({"row": names, "low": below, "high": above, "size": size})
        if lying:
            drawn = chart.hbar(y="row", left="low", right="high", height=0.65, source=source, **_fill(look, name))
        else:
            drawn = chart.vbar(x="row", bottom="low", top="high", width=0.6, source=source, **_fill(look, name))
        _point(chart, drawn, f"@row: {name}", "@size{0,0.[00]}")
        below = above
    (chart.ygrid if lying else chart.xgrid).visible = False
    return show(title, chart, table)


def lines(title: str, table: DataFrame, x: str, y: str, hold: bool = False, **more: Any) -> Chart:
    """A line with marks for each column, over a row's number, date or name.

    hold: a value holds until the next one, as an establishment does, the last to the end of an ``x_range``.
    """
    chart, places = _over(table, x, y, more)
    for number, (name, look) in enumerate(looks(table).items()):
        known = table.iloc[:, number].notna().tolist()
        xs = [place for place, there in zip(places, known, strict=True) if there]
        ys = _values(table.iloc[:, number].dropna())
        line = {"color": look.colour, "line_width": 2.5, "line_dash": look.dash, "legend_label": name}
        if hold:
            end = [more["x_range"][1]] if "x_range" in more else xs[-1:]
            chart.step([*xs, *end], [*ys, ys[-1]], mode="after", **line)
        else:
            chart.line(xs, ys, **line)
        marks = chart.scatter(xs, ys, color=look.colour, size=9, marker=look.mark, legend_label=name)
        _point(chart, marks, name, "@y{0,0.[00]}")
    chart.y_range.start = 0
    return show(title, chart, table)


def steps(title: str, table: DataFrame, x: str, y: str, **more: Any) -> Chart:
    """A line in steps for each column, over a row's number."""
    chart, places = _over(table, x, y, more)
    for number, (name, look) in enumerate(looks(table).items()):
        values = _values(table.iloc[:, number])
        drawn = chart.step(
            places, values, mode="center", line_width=2.8, color=look.colour, line_dash=look.dash, legend_label=name
        )
        _point(chart, drawn, name, "@y{0,0.[00]}")
    chart.y_range.start = 0
    return show(title, chart, table)


def spans(title: str, table: DataFrame, x: str, y: str = "", **more: Any) -> Chart:
    """A lying bar a row, from its ``low`` to its ``high``; a mark where they are one."""
    names = [str(name) for name in table.index]
    chart = figure(x, y, y_range=names[::-1], **more)
    look, wide = OTHERS[0], table["low"] < table["high"]
    for glyph, own, told in (("bar", table[wide], "@left{0,0} to @right{0,0}"), ("mark", table[~wide], "@x{0,0}")):
        rows, low, high = [str(name) for name in own.index], _values(own["low"]), _values(own["high"])
        if glyph == "bar":
            drawn = chart.hbar(y=rows, left=low, right=high, height=0.5, color=look.colour)
        else:
            drawn = chart.scatter(high, rows, size=12, marker="diamond", color=look.colour)
        _point(chart, drawn, title, told)
    chart.x_range.start = 0
    chart.ygrid.visible = False
    return show(title, chart, table)


class Chart:
    """A chart that a notebook has been shown, below its title and a note and with its numbers as a table.

    ``widgets.save_chart(chart, "chart.svg")`` keeps it.  ``figure``: bokeh's own, for more than that.
    """

    def __init__(self, title: str, figure: Any, table: DataFrame, note: str = "") -> None:
        self.title, self.figure, self.table, self.note = title, figure, table, note
        self._shown_in: object = None
        _finish(figure)
        _offer(figure, title)

    def show(self) -> None:
        """Show it below the cell that runs."""
        from bokeh.io import show as draw
        from IPython.display import HTML, display

        self._shown_in = _cell()
        display(HTML(f"<b>{escape(self.title)}</b>{f'<br>{escape(self.note)}' if self.note else ''}"))
        draw(self.figure)
        rounded = self.table.to_html(na_rep="", float_format=lambda value: f"{value:.2f}".rstrip("0").rstrip("."))
        display(HTML(f"<details><summary>the same as a table</summary>{rounded}</details>"))

    def picture(self) -> Picture:
        """The chart with title, note and legend as a picture by itself; InvalidInput for a glyph of another kind."""
        svg = figuresvg.drawn(self.figure, self.title, self.note, float(self.figure.height - _BUTTONS))
        return Picture(svg, f"{self.title}\n{self.table.to_string(na_rep='')}")

    def __repr__(self) -> str:
        return f"<Chart {self.title!r}>"

    def _ipython_display_(self) -> None:
        if self._shown_in != _cell():  # a cell that ends with the call has it on the page already
            self.show()


def _cell() -> object:
    """The cell that runs; None outside a notebook."""
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    return None if shell is None else shell.execution_count


def show(title: str, chart: Any, table: DataFrame, note: str = "") -> Chart:
    """Show a finished bokeh figure in a notebook below its title and a note, its numbers as a table that unfolds."""
    made = Chart(title, chart, table, note)
    made.show()
    return made


def _finish(chart: Any) -> None:
    """Numbers of the axes and the legend in the look of the rest."""
    from bokeh.models import NumeralTickFormatter

    for axis in (*chart.xaxis, *chart.yaxis):
        if type(axis.formatter).__name__ == "BasicTickFormatter":  # not one of dates or of shares
            axis.formatter = NumeralTickFormatter(format="0,0.[00]")
    if chart.legend:
        found = chart.legend[0]
        found.background_fill_color = found.border_line_color = None
        found.label_text_color, found.label_text_font_size = SOFT, "12px"
        found.orientation, found.visible = "horizontal", len(found.items) > 1
        found.padding, found.spacing = 0, 18
        chart.add_layout(found, "above")


def _offer(chart: Any, title: str) -> None:
    """Two buttons below the chart that hand it to the reader as SVG and as PNG, named after its title."""
    from bokeh.models import CustomAction, CustomJS, HoverTool

    for tool in chart.select(HoverTool):
        tool.visible = False  # it always points; a button for it would say nothing
    name = hyphened(title) or "chart"
    for form in ("svg", "png"):
        caption = label(form.upper(), 20, 26, text_anchor="middle", font_size=18, font_weight="bold", fill=SOFT)
        code = f"export default async ({{chart, name, form}}, button, data, context) => {{{_SAVE}}}"
        chart.add_tools(
            CustomAction(
                icon=data_uri(document(caption, (0, 0, 40, 40), (40, 40), form)),
                description=f"Save the chart as {form.upper()}",
                callback=CustomJS(args={"chart": chart, "name": name, "form": form}, code=code),
            )
        )
    chart.toolbar.logo, chart.toolbar_location = None, "below"
    chart.height += _BUTTONS  # so that they take nothing from the chart


def _over(table: DataFrame, x: str, y: str, more: Mapping[str, Any]) -> tuple[Any, list[Any]]:
    """A figure over the rows of a table, with a tick a row where there is room, and their places on it."""
    from pandas import DatetimeIndex

    places: list[Any] = list(table.index)
    if isinstance(table.index, DatetimeIndex):
        chart = figure(x, y, x_axis_type="datetime", **more)
    elif all(isinstance(place, str) for place in places):
        chart = figure(x, y, x_range=places, **more)
    else:
        chart, places = figure(x, y, **more), [int(place) for place in places]
        chart.xaxis.ticker = places if len(places) < 20 else places[::2]
    chart.xgrid.visible = False
    return chart, places


def _values(column: Series[Any]) -> list[float]:
    return [float(value) for value in column.astype(float)]


def _fill(look: Look, name: str) -> dict[str, Any]:
    """A bar in its colour, hatched in white."""
    hatch = {"hatch_pattern": look.hatch, "hatch_color": "#ffffff", "hatch_alpha": 0.7, "hatch_scale": 9}
    return {"fill_color": look.colour, "line_color": look.colour, "legend_label": name, **hatch}


def _point(chart: Any, drawn: Any, name: str, told: str) -> None:
    """Tell a value where the pointer meets it."""
    from bokeh.models import HoverTool

    chart.add_tools(HoverTool(renderers=[drawn], tooltips=[(name, told)]))
