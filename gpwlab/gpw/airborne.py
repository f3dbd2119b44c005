"""Airborne assault (gpw 15.3): one unit flies from an airfield to a clear hex up to four hexes away.

Elsewhere: stacking (gpw 15.1) in stacking.py, their ZOC (gpw 15.2) in units.py, what they cost (gpw 15.4) there too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.gpw import air, airfields, allies, leaders, stacking
from gpwlab.gpw.actions import Drop
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather
from gpwlab.gpw.movement import features
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: Hexes from the airfield to where a unit may be dropped, and the terrain there (gpw 15.3.B).
RANGE = 4
TERRAIN = ("clear",)


def legal(pos: Position) -> Iterator[Drop]:
    """Every drop that may be made in this movement phase."""
    if pos.world.rules.has("airborne"):
        for unit in pos.on_map(pos.side):
            yield from legal_of(pos, unit)


def legal_of(pos: Position, unit: int) -> Iterator[Drop]:
    """The drops of one unit, in the order of the hexes; none for all but airborne troops on an airfield."""
    if next(_may_not_fly(pos, unit), None) is not None:
        return
    board, name = pos.world.board, pos.world.units[unit].id
    for hex_ in range(board.n):
        near = board.distance(pos.where[unit], hex_) <= RANGE
        if near and next(_may_not_land(pos, unit, hex_), None) is None:
            yield Drop(name, board.ids[hex_])


def objections(pos: Position, action: Drop) -> Iterator[Reason]:
    """Why a unit may not be dropped in a hex."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    yield from _may_not_fly(pos, unit.index)
    if pos.where[unit.index] >= 0:
        yield from _may_not_land(pos, unit.index, hex_)


def _may_not_fly(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit makes no airborne assault in this phase.

    It needs neither aircraft (gpw 15.3.E) nor room among those on the airfield (gpw 15.3.G), and nothing intercepts it
    (gpw 15.3.F).
    """
    counter = pos.world.units[unit]
    if not counter.airborne:
        yield Reason("gpw 15.3.A", f"{counter.name} is no airborne unit")
        return
    if counter.side != pos.side:
        yield Reason("gpw 15.3.A", f"{counter.name} is {SIDES[counter.side]}")
    here = pos.where[unit]
    if here < 0:
        yield Reason("gpw 15.3.A", f"{counter.name} is not on the map")
        return
    if pos.moved[unit] or not airfields.capacity(pos, here, counter.side):
        yield Reason("gpw 15.3.A", f"{counter.name} did not start the phase on an airfield")
    yield from _turns_barred(pos)
    yield from gather(pos.world.hooks.may_not_drop, pos, unit)
    yield from air.too_late_to_move(pos)
    yield from leaders.may_not_leave(pos, unit)
    yield from pos.world.scenario.may_not_move(pos, unit)


def _turns_barred(pos: Position) -> Iterator[Reason]:
    last, side = pos.drop_turn[pos.side], SIDES[pos.side]
    if last == pos.turn:
        yield Reason("gpw 15.3.C", f"{side} has made the airborne assault of this turn")
    elif last and last == pos.turn - 1:
        yield Reason("gpw 15.3.D", f"{side} made an airborne assault last turn; it may not do so two turns running")


def _may_not_land(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    board, counter = pos.world.board, pos.world.units[unit]
    place, distance = board.label(hex_), board.distance(pos.where[unit], hex_)
    if not 0 < distance <= RANGE:
        yield Reason("gpw 15.3.B", f"{place} is {counted(distance, 'hex', 'hexes')} away; a drop reaches 1 to {RANGE}")
    shut = allies.closed(pos, unit, hex_)
    if shut is not None:
        yield shut
    if not board.playable[hex_] or features(board, hex_) != TERRAIN:
        yield Reason("gpw 15.3.B", f"{place} is no clear hex in play")
    elif pos.enemy_at(hex_, counter.side):
        yield Reason("gpw 5.3.C", f"{place} holds an enemy unit")
    else:
        yield from stacking.objections(pos, unit, hex_)


def drop(pos: Position, action: Drop) -> list[Event]:
    """Carry out a legal drop; it is the unit's move of the phase."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    pos.moved[unit.index] = 1
    pos.drop_turn[unit.side] = pos.turn
    for hook in pos.world.hooks.dropping:
        taken: list[Event] | None = hook(pos, unit.index, hex_)
        if taken is not None:
            return taken
    return land(pos, unit.index, hex_)


def land(pos: Position, index: int, hex_: int) -> list[Event]:
    """Set dropped troops down."""
    unit, ids = pos.world.units[index], pos.world.board.ids
    here = ids[pos.lift(index)]
    pos.put(index, hex_)
    text = f"{unit.name} is dropped from {here} in {pos.world.board.label(hex_)}"
    return [Event("drop", text, "gpw 15.3.A", unit=unit.id, from_hex=here, to_hex=ids[hex_])]
