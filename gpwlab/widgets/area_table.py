"""The map of areas as a table: every area, or every unit, with what the map shows of it."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.sfs.board import SIDES
from gpwlab.sfs.picture.words import describe_state
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.texttwin import TextTwin

AREA_COLUMNS = (
    "area",
    "name",
    "terrain",
    "held by",
    "borders",
    "strongpoints",
    "German",
    "Soviet",
    "source",
)
UNIT_COLUMNS = ("area", "strongpoint", "force", "side", "unit", "type", "strength", "state")


class AreaTable(TextTwin, ipw.VBox):
    """The table twin of the map.  open_: whether it is shown; a row that is chosen moves the area cursor there."""

    open_ = Bool(False)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self.what = ipw.ToggleButtons(options=["Areas", "Units"], style={"button_width": "80px"})
        self.grid = Grid()
        self.grid.on_row.append(self._go)
        super().__init__([self.what, self.grid], **traits)
        self.what.observe(lambda _: self.refresh(), names="value")
        self.observe(lambda _: self.refresh(), names="open_")
        self.session.observe(lambda _: self.refresh(), names=["version", "viewer"])
        self.refresh()

    def refresh(self) -> None:
        """Make the rows again if they are seen."""
        self.layout.display = None if self.open_ else "none"
        if not self.open_:
            return
        phase = self.session.seen.phase
        if self.what.value == "Areas":
            self.grid.fill(f"Areas in play, {phase}", AREA_COLUMNS, area_rows(self.session.seen))
        else:
            self.grid.fill(f"Units on the map, {phase}", UNIT_COLUMNS, unit_rows(self.session.seen))

    def _go(self, area: str) -> None:
        self.session.cursor = self.session.hovered = area

    def text(self) -> str:
        """What it shows, in words."""
        return self.grid.text()


def area_rows(seen: Any) -> list[list[Cell]]:
    """A row an area in play, in the order of AREA_COLUMNS."""
    board = seen.board
    rows: list[list[Cell]] = []
    for state in seen.areas:
        area = board.areas[board.area(state.code)]
        there = {side: [s.id for s in seen.stacks if s.area == state.code and s.side == side] for side in SIDES}
        rows.append([
            state.code,
            area.name,
            area.terrain,
            describe_state(state),
            " ".join(board.code(other) for other in board.near[area.index]),
            ", ".join(board.strongpoints[i].name for i in board.strongpoints_in[area.index]),
            *(" ".join(there[side]) for side in SIDES),
            "reconstructed" if area.provenance == "reconstructed" else "",
        ])  # fmt: skip
    return rows


def unit_rows(seen: Any) -> list[list[Cell]]:
    """A row a unit on the map, in the order of UNIT_COLUMNS."""
    rows: list[list[Cell]] = []
    for stack in seen.stacks:
        bound = ["cut off"] if stack.cut_off else [f"surrounds {stack.surrounds}"] if stack.surrounds else []
        for unit in stack.units:
            states = [name for name in ("reduced", "oos", "disrupted", "reserve") if getattr(unit, name)]
            name = f"{unit.id} {unit.label}".strip()
            rows.append([
                stack.area, stack.strongpoint, stack.id, stack.side, name, unit.type.replace("_", " "), unit.figure,
                ", ".join([*bound, *("out of supply" if s == "oos" else s for s in states)]),
            ])  # fmt: skip
    return rows
