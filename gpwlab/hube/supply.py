"""Entries and supply sources: which hexes of the edges serve a side now, and why others do not.

How far supply is traced is a rule of the series: whether a unit can trace is recorded by the players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube.actions import Trace
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event
from gpwlab.hube.position import ON_MAP
from gpwlab.hube.sequence import AXIS, SOVIET

if TYPE_CHECKING:
    from gpwlab.hube.board import Exit
    from gpwlab.hube.position import Position

#: Turns after the declaration in which the south edge still supplies (hube 3.4.B), and when the exited may return.
TURNS_OF_TRACE, TURNS_OF_PURSUIT = 2, 5


@dataclass(frozen=True, slots=True)
class Source:
    """An entry hex of a side, and why it does not supply now; no reasons where it does."""

    hex: str
    edge: str
    by: str
    reasons: tuple[Reason, ...]

    @property
    def works(self) -> bool:
        """True if supply can be traced to it."""
        return not self.reasons


def entry_objections(pos: Position, side: int, entry: Exit) -> Iterator[Reason]:
    """Why a side cannot bring anything in by an entry now (hube 2.1, hube 3.1)."""
    h, board = entry.hex, pos.world.board
    rule = "hube 3.1" if side == AXIS else "hube 2.1"
    if pos.owner[h] != side or pos.units_at(h, 1 - side):
        yield Reason(rule, f"{board.label(h)} is not in {SIDES[side]} hands")
    if entry.edge == "south" and pos.collapse in ("declared", "done"):
        yield Reason("hube 3.4.B", "the southern wing has collapsed: nothing new arrives by the south edge")


def source_objections(pos: Position, side: int, entry: Exit) -> Iterator[Reason]:
    """Why a side cannot trace supply to an entry now (hube 2.1a, hube 3.1a, hube 3.4, hube 3.5)."""
    h, board = entry.hex, pos.world.board
    rule = "hube 3.1a" if side == AXIS else "hube 2.1a"
    if entry.edge == "kiev":
        yield Reason("hube 2.1a", f"{board.label(h)} lets reinforcements in and is no source of supply")
    if pos.owner[h] != side or pos.units_at(h, 1 - side):
        yield Reason(rule, f"{board.label(h)} is not in {SIDES[side]} hands")
    if entry.edge == "south" and not south_supplies(pos):
        yield Reason("hube 3.4.D", "the southern wing has collapsed: the south edge supplies nobody")
    if entry.south_rail and line_cut(pos):
        yield Reason("hube 3.5", "the line from Lvov to Slobodzera is cut: nothing comes from the edge east of it")


def south_supplies(pos: Position) -> bool:
    """Whether the south edge supplies the Axis: for two turns after a declared collapse (hube 3.4.B, hube 3.4.D)."""
    if pos.collapse == "declared":
        return pos.turn <= pos.collapse_turn + TURNS_OF_TRACE
    return pos.collapse in ("", "failed")


def line_cut(pos: Position) -> bool:
    """Whether the Soviets have cut the line from Lvov to Slobodzera (hube 3.5; docs/rulings_hube.md H134)."""
    world = pos.world
    if any(pos.where[u] in world.near_line for u in pos.on_map(SOVIET)):
        return True
    return any(pos.owner[h] == SOVIET or pos.gauge[h] != AXIS for h in world.rail_line)


def entries(pos: Position, side: int, edge: str = "") -> list[int]:
    """Hexes by which a side may bring something in now, of one edge if it is named (hube 2.1, hube 3.1)."""
    wanted = ("north", "east", "kiev") if side == SOVIET else ("south", "west")
    return sorted(
        {
            exit.hex
            for exit in exits(pos, side)
            if exit.edge in wanted and edge in ("", exit.edge) and next(entry_objections(pos, side, exit), None) is None
        }
    )


def exits(pos: Position, side: int) -> list[Exit]:
    """The entries of a side on the scenario's map."""
    return [exit for exit in pos.world.exits if SIDES.index(exit.side) == side]


def sources(pos: Position, side: int) -> list[Source]:
    """All entries of a side with what keeps them from supplying."""
    board = pos.world.board
    return [Source(board.ids[e.hex], e.edge, e.by, tuple(source_objections(pos, side, e))) for e in exits(pos, side)]


# -- what the players record ------------------------------------------------------------------------------------------


def check_trace(pos: Position, action: Trace) -> None:
    """InvalidInput for an answer that is none, or what is neither a unit nor a hex."""
    if action.answer not in ("yes", "no"):
        raise InvalidInput(f"whether supply can be traced is yes or no, not {action.answer!r}")
    if action.what not in pos.world.unit_index:
        pos.world.board.hex(action.what)


def trace_objections(pos: Position, action: Trace) -> Iterator[Reason]:
    """Why the state of a unit or a hex cannot be recorded."""
    world = pos.world
    if action.what in world.unit_index:
        unit = world.unit(action.what)
        if pos.fate[unit.index] != ON_MAP:
            yield Reason("hube 3.6", f"{unit.id} is not on the map")
    elif world.board.hex(action.what) not in {h for _name, h, _vp in world.points_of}:
        yield Reason("hube 5.2", f"{action.what} is no hex that counts for victory")


def trace(pos: Position, action: Trace) -> list[Event]:
    """Note whether a unit, or the Soviets to a hex that counts, can trace supply."""
    world, yes = pos.world, action.answer == "yes"
    noted = pos.oos if action.what in world.unit_index else pos.untraced
    key = world.unit(action.what).index if noted is pos.oos else world.board.hex(action.what)
    (noted.discard if yes else noted.add)(key)
    rule = "hube 3.6" if noted is pos.oos else "hube 5.2"
    words = "can trace supply" if yes else "cannot trace supply"
    return [Event("supply", f"{action.what} {words}", rule, unit=action.what if noted is pos.oos else "")]
