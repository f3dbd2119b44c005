"""The designer's tables: CRT, TEC and rates as grids of cells, changed ones marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.tables import Row
from gpwlab.gpw.houserules import SOURCE, key_of
from gpwlab.gpw.rulediff import WORDS
from gpwlab.gpw.schemas import RESULTS, TABLES
from gpwlab.widgets import style
from gpwlab.widgets.oddsview import COLOURS

#: The tables that the designer edits, by caption.
EDITABLE = {
    "Combat Results Table": "crt",
    "Terrain Effects Chart": "tec",
    "Replacement points a turn": "replacements",
    "Lend-lease rolls": "lend_lease",
    "Rail limits": "rail_limits",
    "Weather dice": "weather",
    "Weather effects": "weather_effects",
}
Cell = tuple[str, tuple[str, ...], str]


class TablesPanel(ipw.VBox):
    """A grid of one table at a time.  ``change`` is called with table, key, column and text, and says if that holds.

    :meth:`show` draws the tables of a rule set beside those that it is compared with.
    """

    def __init__(self, change: Callable[[str, tuple[str, ...], str, str], bool], **traits: Any) -> None:
        self._change = change
        self._setting = False
        self.table = ipw.Dropdown(options=EDITABLE, description="Table", style={"description_width": "auto"})
        self.back = ipw.Button(description="As printed", icon="undo", tooltip="take back the changes of this table")
        self.fields: dict[Cell, Any] = {}
        self.grid = ipw.VBox()
        self.now: Mapping[str, Sequence[Row]] = {}
        self.base: Mapping[str, Sequence[Row]] = {}
        super().__init__([ipw.HBox([self.table, self.back]), self.grid], **traits)
        self.table.observe(lambda _: self._draw(), names="value")

    def show(self, now: Mapping[str, Sequence[Row]], base: Mapping[str, Sequence[Row]]) -> None:
        """Draw these tables; cells that differ from those of the base are marked."""
        drawn = {name: [key_of(name, row) for row in self.now.get(name, ())] for name in EDITABLE.values()}
        self.now, self.base = now, base
        if not self.fields or drawn[self.table.value] != [key_of(self.table.value, r) for r in now[self.table.value]]:
            self._draw()
        else:
            self._fill()

    def _draw(self) -> None:
        """Make the grid of the chosen table anew."""
        name = self.table.value
        if not self.now:
            return
        self.fields = {}
        if name == "crt":
            self.grid.children = [self._crt()]
        else:
            columns = [c for c in TABLES[name].fields if c not in (*SOURCE, *TABLES[name].key)]
            heads = [_head(""), *(_head(WORDS.get(c, c.replace("_", " "))) for c in columns)]
            cells: list[Any] = list(heads)
            for row in self.now[name]:
                key = key_of(name, row)
                cells.append(_head(" ".join(key).replace("_", " ")))
                cells += [self._field(name, key, column) for column in columns]
            self.grid.children = [_grid(cells, len(columns) + 1)]
        self._fill()

    def _crt(self) -> Any:
        columns = sorted({row["column"] for row in self.now["crt"]}, key=int)
        cells: list[Any] = [_head(""), *(_head(f"die {die}") for die in range(1, 7))]
        for column in columns:
            cells.append(_head(f"{column}:1"))
            cells += [self._field("crt", (column, str(die)), "result") for die in range(1, 7)]
        return _grid(cells, 7)

    def _field(self, table: str, key: tuple[str, ...], column: str) -> Any:
        layout = ipw.Layout(width="74px")
        field = ipw.Dropdown(options=RESULTS, layout=layout) if table == "crt" else ipw.Text(
            continuous_update=False, layout=layout
        )  # fmt: skip
        cell = (table, key, column)
        self.fields[cell] = field
        field.observe(lambda change: self._changed(cell, change["new"]), names="value")
        return field

    def _fill(self) -> None:
        """Write the present values into the cells and mark those that are changed."""
        self._setting = True
        now = _cells(self.now, self.table.value)
        base = _cells(self.base, self.table.value)
        for (_table, key, column), field in self.fields.items():
            field.value = now[key][column]
            old = base.get(key, {}).get(column)
            (field.remove_class if old == now[key][column] else field.add_class)("gpwlab-designer-changed")
            field.tooltip = f"as printed: {old}" if old is not None else "not in the printed table"
        self._setting = False

    def _changed(self, cell: Cell, text: str) -> None:
        if not self._setting and not self._change(*cell, text):
            self._fill()


def _cells(tables: Mapping[str, Sequence[Row]], name: str) -> dict[tuple[str, ...], Row]:
    return {key_of(name, row): row for row in tables[name]}


def _head(text: str) -> Any:
    return ipw.HTML(f"<b>{text}</b>")


def _grid(cells: Sequence[Any], columns: int) -> Any:
    template = f"minmax(90px, auto) repeat({columns - 1}, auto)"
    layout = ipw.Layout(grid_template_columns=template, grid_gap="2px 6px", width="max-content", max_width="100%")
    return ipw.GridBox(list(cells), layout=layout)


def chances(rows: Any, base: Any) -> str:
    """The exact chances of each column of a CRT, those that changed with what they were."""
    heads = "".join(f"<th class='num'>{name}</th>" for name in rows.columns[1:])
    body = []
    for new, old in zip(rows.itertuples(index=False), base.itertuples(index=False), strict=True):
        columns = zip(rows.columns[1:], new[1:], old[1:], strict=True)
        cells = "".join(_chance(a, b, COLOURS[name]) for name, a, b in columns)
        body.append(f"<tr><td><b>{new[0]}</b></td>{cells}</tr>")
    top = f"<thead><tr><th>column</th>{heads}</tr></thead>"
    return f"<table class='gpwlab-designer-chances'>{top}{''.join(body)}</table>"


def _chance(now: Any, before: Any, colour: str) -> str:
    bar = f"<i style='width:{float(now):.0%};background:{colour}'></i>"
    text = str(now) if now == before else f"<b>● {now}</b> <s>{before}</s>"
    return f"<td class='num'>{bar}{text}</td>"


def differences(found: Sequence[Any]) -> str:
    """A rule diff as a list with rule ids."""
    if not found:
        return "<div class='gpwlab-soft'>Nothing differs from the rules that it is compared with.</div>"
    lines = "".join(f"<li>{escape(each.text)} {style.rule(each.rule)}</li>" for each in found)
    return f"<ul class='gpwlab-reasons'>{lines}</ul>"
