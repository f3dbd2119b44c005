"""The order of battle of Struggle for Stalingrad: who is where, what is lost, what the Soviets may hide, what comes."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.sfs.board import SIDES
from gpwlab.widgets import style
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = ("unit", "name", "side", "kind", "class", "strength", "steps", "where", "state", "supply")


class AreaForces(TextTwin, ipw.VBox):
    """Strength by side, the pool of what lies face down, and every unit in a table; a row goes to its area.

    active: False while nobody looks.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self.content = ipw.HTML()
        self.grid = Grid()
        self.grid.on_row.append(self._go)
        handout = of_session(self.session, "forces", table=self.frame)
        super().__init__([ipw.HTML(style.sheet()), self.content, handout, self.grid], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names=["version", "viewer"])
        self.refresh()

    def refresh(self) -> None:
        """Count again, if anybody looks."""
        if not self.active:
            return
        self.content.value = style.title("Forces", str(self.session.seen.phase)) + self._sums() + self._hidden()
        self.grid.fill("Units", COLUMNS, self.rows())

    def rows(self) -> list[list[Cell]]:
        """A row a unit as the viewer sees it, in the order of COLUMNS."""
        return [
            [
                row["unit"], row["name"], row["side"], row["kind"], row["cls"] or "", _number(row["strength"]),
                _number(row["steps"]), row["strongpoint"] or row["area"] or "", row["state"], row["supply"] or "",
            ]
            for row in self.frame().to_dict("records")
        ]  # fmt: skip

    def frame(self) -> DataFrame:
        """The units that are or were in play, as the viewer sees them."""
        units = self.session.seen.units
        return units[units["state"] != "later"]

    def _sums(self) -> str:
        """Units and strength on the map by side; what is hidden counts as unknown."""
        seen = self.session.seen
        rows = []
        for side in SIDES:
            units = [unit for stack in seen.stacks if stack.side == side for unit in stack.units]
            known = sum(unit.strength or 0 for unit in units)
            hidden = sum(unit.hidden for unit in units)
            points = seen.aps.get(side, "secret")
            more = f" and {hidden} hidden" if hidden else ""
            rows.append(
                f"<tr><td>{style.side_name(side)}</td><td>{len(units)}</td><td>{known}{more}</td><td>{points}</td></tr>"
            )
        air = f"<div>German air points {seen.air}, summons left {seen.summons[0]}.</div>"
        head = "<tr><th>side</th><th>units</th><th>strength</th><th>artillery points</th></tr>"
        return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>{air}"

    def _hidden(self) -> str:
        """What the Soviet units that lie face down are together (both sides may count it)."""
        pool = {kind: counts for kind, counts in self.session.seen.pool.items() if counts}
        lines = "; ".join(
            f"{escape(kind)}: {', '.join(f'{n} {escape(name)}' for name, n in counts.items())}"
            for kind, counts in pool.items()
        )
        return f"<div>Face down on the map: {lines}.</div>" if lines else ""

    def _go(self, unit: str) -> None:
        frame = self.session.seen.units
        area = frame.loc[frame["unit"] == unit, "area"]
        if len(area) and area.iloc[0]:
            self.session.cursor = self.session.hovered = str(area.iloc[0])

    def text(self) -> str:
        """What it shows, in words."""
        return self.grid.text()


def _number(value: Any) -> Cell:
    """A number of a nullable column, "?" where it is unknown."""
    from pandas import isna

    return "?" if isna(value) else int(value)
