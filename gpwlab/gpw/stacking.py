"""Stacking (gpw 5.3.E, gpw 15.1): one ground unit a hex, and an airborne one on top of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw.hooks import thread

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position


def room(pos: Position, unit: int, hex_: int) -> bool:
    """True if a ground unit from elsewhere may stand in a hex with the friendly ones that are there (gpw 15.1.D).

    So may airborne troops that are rebuilt (gpw 15.4.B).  What each of two may do alone it still may (gpw 15.1.C).
    """
    first = pos.occupant[hex_]
    if first < 0:
        return True
    units = pos.world.units
    if pos.rider[hex_] >= 0 or units[first].side != units[unit].side or first == unit:
        return False
    return bool(thread(pos.world.hooks.room, units[unit].airborne or units[first].airborne, pos, unit, hex_))


def objections(pos: Position, unit: int, hex_: int, rule: str = "gpw 5.3.E") -> Iterator[Reason]:
    """Why a unit may not come to stand in a hex; ``rule`` is cited where nothing but its being taken forbids it."""
    if room(pos, unit, hex_) or pos.where[unit] == hex_:
        return
    there = [pos.world.units[u] for u in pos.holders(hex_)]
    place, names = pos.world.board.label(hex_), " and ".join(u.name for u in there)
    if any(u.airborne for u in (*there, pos.world.units[unit])) and there[0].side == pos.world.units[unit].side:
        yield Reason("gpw 15.1.D", f"{place} holds {names}; one airborne unit on another unit is all that may stack")
    else:
        yield Reason(rule, f"{place} holds {names}; only one unit may end in a hex (5.3.E)")
