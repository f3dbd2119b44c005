"""Lying bars with figures beside them, and bars of 100 % with figures inside, in the look of the notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.colour import contrast
from gpwlab.widgets import figures

if TYPE_CHECKING:
    from pandas import DataFrame

#: From little to much, for the parts of a whole.
SCALE = ("#e9e3d0", "#c9d6df", "#9bbdd3", "#5f93b8", "#2c6390", "#143a5a")
WIDTH, MOST = 860, 6
#: A part of a bar of 100 % that is smaller has no room for its figure.
_ROOM = 0.055


def bar_chart(
    table: DataFrame, title: str, unit: str = "", note: str = "", percent: bool = False, digits: int = 2
) -> figures.Chart:
    """Show a group of lying bars for each row, a bar for each column, with the numbers beside them and as a table.

    unit: of the numbers, along the axis.  note: a line below the title.  percent: the numbers are chances or shares.
    digits: decimals at most.  ``save_chart`` writes what is returned.  InvalidInput for a table without rows or
    numbers, or with more than six columns.
    """
    return figures.show(title, bars(table, unit, percent, digits), _told(table, percent, digits), note)


def share_chart(table: DataFrame, title: str, note: str = "", digits: int = 0) -> figures.Chart:
    """Show a bar of 100 % for each row, made of its columns from light to dark, with the shares in it and as a table.

    InvalidInput where the parts of a row are no shares that make 1, or for more than six columns.
    """
    return figures.show(title, shares(table, digits), _told(table, True, max(1, digits)), note)


def bars(table: DataFrame, unit: str, percent: bool, digits: int) -> Any:
    """The bokeh figure of :func:`bar_chart`."""
    from bokeh.transform import dodge

    rows, count = _numbers(table), len(table.columns)
    names = [str(name) for name in table.index]
    pitch, tall = 0.78 / count, 24 + 17 * count if len(rows) < 8 else 12 + 13 * count
    found = [v for row in rows for v in row if v is not None]
    span = min(0.0, *found) * 1.16, max(1e-9, *found) * 1.16
    chart = _empty(unit, y_range=names[::-1], x_range=span, height=64 + len(rows) * tall)
    for series, (column, look) in enumerate(figures.looks(table).items()):
        values = [row[series] for row in rows]
        place = dodge("name", pitch * ((count - 1) / 2 - series), range=chart.y_range)
        source = _source({"name": names, "value": values, "told": [figure_text(v, percent, digits) for v in values]})
        bar = chart.hbar(
            y=place, right="value", height=pitch * 0.86, source=source, color=look.colour, hatch_pattern=look.hatch,
            hatch_color="#ffffff", hatch_alpha=0.55, hatch_scale=9, **_name(count, column),
        )  # fmt: skip
        chart.text(x="value", y=place, text="told", x_offset=6, source=source, **_figures(figures.SOFT))
        _point(chart, bar, column)
    chart.ygrid.visible = False
    return _as_percent(chart) if percent else chart


def shares(table: DataFrame, digits: int) -> Any:
    """The bokeh figure of :func:`share_chart`."""
    rows, count = _numbers(table), len(table.columns)
    parts = _parts(table, rows)
    names = [str(name) for name in table.index]
    chart = _empty(y_range=names[::-1], height=52 + 38 * len(rows), x_range=(0, 1))
    for part, column in enumerate(map(str, table.columns)):
        left, right = [row[part][0] for row in parts], [row[part][1] for row in parts]
        told = [figure_text(b - a, True, digits) for a, b in zip(left, right, strict=True)]
        shown = [text if b - a > _ROOM else "" for text, a, b in zip(told, left, right, strict=True)]
        middle = [(a + b) / 2 for a, b in zip(left, right, strict=True)]
        source = _source({"name": names, "left": left, "right": right, "middle": middle, "told": told, "shown": shown})
        colour = SCALE[round(part * (len(SCALE) - 1) / max(1, count - 1))]
        bar = chart.hbar(
            y="name", left="left", right="right", height=0.72, source=source, fill_color=colour,
            line_color=figures.SOFT, line_width=0.6, **_name(count, column),
        )  # fmt: skip
        ink = max(("#111111", "#ffffff"), key=lambda c: contrast(c, colour))
        chart.text(x="middle", y="name", text="shown", source=source, text_align="center", **_figures(ink))
        _point(chart, bar, column)
    chart.grid.visible = False
    return _as_percent(chart)


def figure_text(value: float | None, percent: bool, digits: int) -> str:
    """A number for a reader; a chance is never rounded to 0 or 100 % where it is neither."""
    if value is None:
        return ""
    if not percent:
        text = f"{value:.{digits}f}"
        return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")
    text = f"{value * 100:.{0 if digits == 2 else digits}f}"
    if 0 < value < 1 and float(text) in (0, 100):
        return "<1 %" if float(text) == 0 else ">99 %"
    return f"{text} %"


def _numbers(table: DataFrame) -> list[list[float | None]]:
    """The numbers of a table as floats, None for what is missing."""
    if not len(table) or not 1 <= len(table.columns) <= MOST:
        raise InvalidInput(f"a chart has rows and 1 to {MOST} columns, not {len(table)} by {len(table.columns)}")
    rows = [[None if v is None or v != v else v for v in row] for row in table.itertuples(index=False)]
    for name, row in zip(table.index, rows, strict=True):
        for value in row:
            if value is not None and (isinstance(value, bool | str) or not hasattr(value, "__float__")):
                raise InvalidInput(f"a chart has numbers: {name!r} has {value!r}")
    if all(value is None for row in rows for value in row):
        raise InvalidInput("a chart has numbers: this table has none")
    return [[None if value is None else float(value) for value in row] for row in rows]


def _parts(table: DataFrame, rows: Sequence[Sequence[float | None]]) -> list[list[tuple[float, float]]]:
    """Where each part of a row begins and ends."""
    found = []
    for name, row in zip(table.index, rows, strict=True):
        sizes = [value for value in row if value is not None and value >= 0]
        if len(sizes) < len(row) or abs(sum(sizes) - 1) > 1e-6:
            raise InvalidInput(f"the parts of {name!r} are shares that make 1, not {row}")
        found.append([(sum(sizes[:n]), sum(sizes[: n + 1])) for n in range(len(sizes))])
    return found


def _told(table: DataFrame, percent: bool, digits: int) -> DataFrame:
    """The table as it is read: fractions of a chance in full."""

    def told(value: Any) -> str:
        known = None if value is None or value != value else float(value)
        text = figure_text(known, percent, max(1, digits) if percent and digits != 2 else digits)
        return f"{value} = {text}" if percent and isinstance(value, Fraction) else text

    return table.map(told)


def _empty(x: str = "", **more: Any) -> Any:
    return figures.figure(x, "", width=WIDTH, **more)


def _source(data: dict[str, Any]) -> Any:
    from bokeh.models import ColumnDataSource

    return ColumnDataSource(data)


def _figures(ink: str) -> dict[str, Any]:
    return {"text_baseline": "middle", "text_font_size": "12px", "text_color": ink}


def _name(count: int, column: str) -> dict[str, str]:
    """What the legend calls a series, where there are several."""
    return {"legend_label": column} if count > 1 else {}


def _point(chart: Any, drawn: Any, column: str) -> None:
    """Tell a value where the pointer meets its bar."""
    from bokeh.models import HoverTool

    chart.add_tools(HoverTool(renderers=[drawn], tooltips=[("", "@name"), (column, "@told")]))


def _as_percent(chart: Any) -> Any:
    from bokeh.models import NumeralTickFormatter

    chart.xaxis.formatter = NumeralTickFormatter(format="0 %")
    return chart
