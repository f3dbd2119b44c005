"""How far a map is, what is changed in it, and a game with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from html import escape

import ipywidgets as ipw

from gpwlab.core.edits import facts, key_of
from gpwlab.core.errors import InvalidInput
from gpwlab.core.words import counted
from gpwlab.study import OwnCopy
from gpwlab.widgets import style
from gpwlab.widgets.copycards import meter
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.mapeditor.desk import EditDesk, Where


def headline(desk: EditDesk) -> str:
    """How much of the map is still reconstructed, in a line: ``412 of 1,419 hexes still reconstructed``."""
    left = len(desk.standing("reconstructed"))
    return f"{left:,} of {len(desk.places):,} {desk.kind.places} still reconstructed"


class ProgressCard(ipw.HTML):
    """A bar for the map as a whole and for each of its tables, and the regions that are left."""

    def __init__(self, desk: EditDesk) -> None:
        super().__init__()
        self.desk = desk
        self.add_class("gpwlab-card")
        desk.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Count again."""
        desk = self.desk
        open_ = desk.standing("reconstructed")
        parts = [style.title("Progress", headline(desk)), meter(len(desk.places) - len(open_), len(desk.places))]
        lines = []
        for table in desk.kind.drawn:
            counted = Counter(desk.source(row) for row in desk.rows(table))
            total, left = counted.total(), counted["reconstructed"]
            lines.append(
                f"<tr><td>{escape(table)}</td><td class='num'>{left:,} of {total:,}</td>"
                f"<td class='num'>{counted['yours']:,}</td>"
                f"<td class='gpwlab-barcell'>{meter(total - left, total)}</td></tr>"
            )
        head = "<tr><th>table</th><th>reconstructed</th><th>yours</th><th>known</th></tr>"
        parts.append(f"<table><thead>{head}</thead><tbody>{''.join(lines)}</tbody></table>")
        regions = Counter(desk.kind.region(place) for place in open_)
        if len(regions) > 1:
            region, left = next(iter(regions.items()))
            more = f"{len(regions)} parts of the map are left; the first is {region}, with {left}"
            parts.append(f"<div class='gpwlab-soft'>{escape(more)}</div>")
        self.value = "".join(parts)


class ChangesCard(ipw.VBox):
    """A line a row that differs from the shipped tables, a click on which goes to its place, and the last steps."""

    def __init__(self, desk: EditDesk, go: Callable[[str], None]) -> None:
        self.desk, self._go = desk, go
        self.found: list[Where] = []
        self.grid = Grid(tip="go there")
        self.grid.on_row.append(lambda number: desk.run_pick(lambda: self._clicked(int(number) - 1)))
        self.steps = ipw.HTML()
        super().__init__([self.grid, self.steps])
        desk.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """List them again."""
        changes = changed_rows(self.desk.copy)
        self.found = list(changes)
        many = counted(len(changes), "row differs", "rows differ") if changes else "No row differs"
        rows: list[list[Cell]] = [
            [n, f"{table} {' '.join(key)}", told] for n, ((table, key), told) in enumerate(changes.items(), 1)
        ]
        self.grid.fill(f"{many} from the shipped tables", ["", "row", "what is yours"], rows)
        steps, done = self.desk.copy.history
        last = "".join(f"<li>{escape(step)}</li>" for step in reversed(steps[max(0, done - 8) : done]))
        head = "<div class='gpwlab-soft'>Last steps</div>"
        self.steps.value = f"{head}<ol class='gpwlab-reasons'>{last}</ol>" if last else ""

    def _clicked(self, number: int) -> None:
        table, key = self.found[number]
        place = self._place(table, key)
        if not place:
            raise InvalidInput(f"{table} {' '.join(key)} is not on the map; the table editor has it")
        self._go(place)

    def _place(self, table: str, key: tuple[str, ...]) -> str:
        """The place that a row is about, "" for one that is not on the map."""
        columns = self.desk.kind.holds.get(table, ())
        row = self.desk.row(table, key) if columns else None
        named = row or dict(zip(self.desk.copy.key(table), key, strict=True))  # a row that is gone has its key only
        words = [word for column in columns for word in named.get(column, "").split()]
        return next((word for word in words if word in self.desk.places), "")


def changed_rows(copy: OwnCopy) -> dict[Where, str]:
    """The rows that differ from the shipped ones, each with what is changed in it, or that it is confirmed."""
    cells: dict[Where, list[str]] = {}
    for line in copy.diff().to_dict("records"):
        where = line["table"], key_of(copy.key(line["table"]), line["key"])
        told, column, old, new = cells.setdefault(where, []), line["column"], line["shipped"], line["own"]
        if old is None or new is None:
            told[:] = ["added" if old is None else "removed"]
        elif facts([column]):
            told.append(f"{column.replace('_', ' ')} {old or 'none'} → {new or 'none'}")
    return {where: ", ".join(told) or "confirmed" for where, told in cells.items()}


class TryCard(ipw.VBox):
    """A new game with this map.  ``table``: where its lab goes."""

    def __init__(self, desk: EditDesk) -> None:
        self.desk = desk
        self.scenario = ipw.Dropdown(
            options=desk.kind.slugs, description="Scenario", style={"description_width": "auto"},
            layout=ipw.Layout(width="230px"),
        )  # fmt: skip
        self.play = ipw.Button(description="Try it", icon="play", tooltip="a new game with this map, in a lab below")
        self.play.layout.width = "auto"
        self.play.on_click(lambda _: desk.run_pick(self._play))
        self.table = ipw.VBox()
        super().__init__([ipw.HTML(style.title("Try it", "in a lab below")), ipw.HBox([self.scenario, self.play])])
        self.add_class("gpwlab-card")

    def _play(self) -> None:
        from gpwlab.widgets.lab import Lab

        game = self.desk.kind.new(self.scenario.value, overlay=self.desk.copy.folder)
        self.table.children = [Lab(game)]
        self.desk.note("A new game with this map stands below the editor.")
