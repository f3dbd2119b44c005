"""Withdrawals (gpw 9.4) and returns (gpw 9.5): units that the chart takes away and gives back.

A weakened panzer corps is left where it is and a whole one goes in its place.  From then on each of the two plays the
other's part on the chart: the one that went is the one that comes back (docs/rulings.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpwlab.gpw.actions import Action, Withdraw
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import ELIMINATED, ON_MAP, WITHDRAWN
from gpwlab.gpw.units import SIDES, Unit

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position


def begin(pos: Position, named: Sequence[Unit]) -> list[Event]:
    """Remove the units that the chart marks for withdrawal (gpw 9.4.A), before anything else (gpw 9.4.B)."""
    units = [unit for unit in (acting(pos, unit) for unit in named) if pos.fate[unit.index] != WITHDRAWN]
    weak = [unit for unit in units if _weakened(pos, unit)]
    events = [_remove(pos, unit, "gpw 9.4.B") for unit in units if unit not in weak]
    pos.withdrawing = tuple(unit.index for unit in weak)
    return [*events, *_settle(pos)]


def acting(pos: Position, unit: Unit) -> Unit:
    """The counter that now plays a unit's part on the chart: another one where that one went in its place."""
    index = unit.index
    for named, gone in pos.stand_ins:
        if index in (named, gone):
            index = gone if index == named else named
    return pos.world.units[index]


def _weakened(pos: Position, unit: Unit) -> bool:
    """True for a German panzer corps that is reduced or eliminated (gpw 9.4.C).

    gpw 9.4.D: paratroops and Italians owe nothing for their losses, and no more does any unit but a panzer corps.
    """
    in_play = pos.fate[unit.index] in (ON_MAP, ELIMINATED)
    return in_play and unit.kind == "PZ" and unit.german and pos.steps[unit.index] < unit.steps


def _settle(pos: Position) -> list[Event]:
    """Deal with weakened panzer corps one by one, until one leaves a choice of stand-ins (gpw 9.4.C)."""
    events: list[Event] = []
    while pos.withdrawing:
        unit = pos.world.units[pos.withdrawing[0]]
        able = substitutes(pos, unit)
        if len(able) > 1:
            break
        events += _stand_in(pos, able[0]) if able else _forfeit(pos, unit)
    return events


def substitutes(pos: Position, mark: Unit) -> list[Unit]:
    """Full-strength panzer corps on the map with the same printed attack strength (gpw 9.4.C; docs/rulings.md)."""
    units = [pos.world.units[index] for index in pos.on_map(mark.side)]
    whole = [unit for unit in units if unit.kind == "PZ" and unit.german and pos.steps[unit.index] == unit.steps]
    return [unit for unit in whole if unit.attack[1] == mark.attack[1]]


def _stand_in(pos: Position, unit: Unit) -> list[Event]:
    """Withdraw a corps in place of the weakened one that is first in line, which stays where it is."""
    mark, *_ = pos.withdrawing
    pos.withdrawing = pos.withdrawing[1:]
    pos.stand_ins = (*pos.stand_ins, (mark, unit.index))
    return [_remove(pos, unit, "gpw 9.4.C", f" in place of {pos.world.units[mark].name}")]


def _forfeit(pos: Position, unit: Unit) -> list[Event]:
    """Withdraw a weakened corps and note the RPs that would have made it whole (gpw 9.4.C)."""
    pos.withdrawing = pos.withdrawing[1:]
    owed = unit.rp_cost * (unit.steps - pos.steps[unit.index])
    pos.forfeited[unit.side] += owed
    text = f"{unit.name} is below strength and none can stand in: {owed} RPs of the next turn are forfeited"
    return [_remove(pos, unit, "gpw 9.4.C"), Event("rp", text, "gpw 9.4.C", unit=unit.id, result=str(-owed))]


def _remove(pos: Position, unit: Unit, rule: str, why: str = "") -> Event:
    here = pos.world.board.ids[pos.lift(unit.index)] if pos.where[unit.index] >= 0 else ""
    pos.fate[unit.index] = WITHDRAWN
    return Event("withdrawal", f"{unit.name} is withdrawn{why}", rule, unit=unit.id, from_hex=here)


def decision(pos: Position) -> Decision | None:
    """Which full-strength panzer corps goes in place of a weakened one (gpw 9.4.C)."""
    if not pos.withdrawing:
        return None
    mark = pos.world.units[pos.withdrawing[0]]
    options: tuple[Action, ...] = tuple(Withdraw(unit.id) for unit in substitutes(pos, mark))
    text = f"{mark.name} is below strength: another panzer corps is withdrawn in its place"
    return Decision(SIDES[mark.side], "withdrawal", "gpw 9.4.C", options, options[0], text)


def answer(pos: Position, action: Withdraw) -> list[Event]:
    """Withdraw the chosen corps and go on to the next weakened one."""
    return [*_stand_in(pos, pos.world.unit(action.unit)), *_settle(pos)]
