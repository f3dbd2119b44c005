"""Aircraft on the ground (gpw 11.0): landing, captured airfields, boxes of the shot down; sorties.py flies them.

An aircraft takes no room and has no ZOC; the Straits of Kerch mean nothing to it (gpw 5.2.F).  On a mission it is in
the hex that it flew to, else in the hex of its base.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import airfields
from gpwlab.gpw.actions import Action, Base
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import thread
from gpwlab.gpw.position import BOXED, DUE, LATER, ON_MAP
from gpwlab.gpw.units import AXIS, SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.charts import Event as ChartEvent
    from gpwlab.gpw.position import Position

#: What an aircraft away from base is doing: the three missions (gpw 11.1.A), or on its way home out of turn.
OAS, DAS, INT, ABORTED = "OAS", "DAS", "INT", "aborted"
MISSIONS = (OAS, DAS, INT, ABORTED)
#: Ranges that an aircraft may go to escape from a captured airfield (gpw 11.3).
ESCAPE = 2
ANYWHERE = 10**6


# -- aircraft that must land at once ----------------------------------------------------------------------------------


def reach(pos: Position, unit: int) -> int | None:
    """Hexes that an aircraft may fly to an airfield now, where it must find one before play goes on; else None."""
    limit: int | None = thread(pos.world.hooks.landing, _reach(pos, unit), pos, unit)
    return limit


def _reach(pos: Position, unit: int) -> int | None:
    """The same by the base rules.

    Aborted aircraft go within range (gpw 11.1.2.H), those on a captured airfield within twice that (gpw 11.3).  The
    aircraft of the side that did not move come home at the end of the other's movement (gpw 11.2.A), that is before
    their own side's turn begins.
    """
    counter, mission = pos.world.units[unit], pos.missions.get(unit)
    if mission == ABORTED:
        return counter.air_range
    if mission is None:
        lost = pos.control[pos.where[unit]] != counter.side
        return ESCAPE * counter.air_range if lost else None
    return ANYWHERE if pos.step.kind == "reinforcement" and counter.side == pos.side else None


def _stranded(pos: Position, side: int) -> dict[int, list[int]]:
    """A side's aircraft that must land at once, each with the airfields that it can get to."""
    limits = {u: reach(pos, u) for u in pos.world.aircraft[side] if pos.where[u] >= 0}
    away = {unit: limit for unit, limit in limits.items() if limit is not None}
    fields = airfields.landings(pos, side) if away else []
    distance = pos.world.board.distance
    return {unit: [h for h in fields if distance(pos.where[unit], h) <= limit] for unit, limit in away.items()}


def homeless(pos: Position) -> list[int]:
    """Aircraft that must land at once and have nowhere to; play never leaves any behind."""
    return [unit for side in range(2) for unit, fields in _stranded(pos, side).items() if not fields]


def settle(pos: Position) -> list[Event]:
    """Land the aircraft that must land and have one place to go, and lose those that have none (docs/rulings.md)."""
    events: list[Event] = []
    for side in range(2):
        while True:
            stranded = _stranded(pos, side)
            lost = [unit for unit, fields in stranded.items() if not fields]
            ways = [(unit, field) for unit, fields in stranded.items() for field in fields]
            if lost:
                events += [_lost(pos, unit) for unit in lost]
            elif len(ways) == 1:
                events += _land(pos, *ways[0])
            else:
                break
    return events


def decision(pos: Position) -> Decision | None:
    """Where an aircraft that must land at once goes: its owner decides, one aircraft after the other."""
    for side in (pos.side, 1 - pos.side):
        stranded = _stranded(pos, side)
        if stranded:
            units, ids = pos.world.units, pos.world.board.ids
            options: tuple[Action, ...] = tuple(
                Base(units[unit].id, ids[field]) for unit, fields in stranded.items() for field in fields
            )
            first = next(iter(stranded))
            default = Base(units[first].id, ids[nearest(pos, first, stranded[first])])
            names = ", ".join(units[unit].label for unit in stranded)
            rule, why = _why(pos, first)
            return Decision(SIDES[side], "base", rule, options, default, f"{names} must land: {why}")
    return None


def nearest(pos: Position, unit: int, fields: Sequence[int]) -> int:
    """The nearest of some airfields, of several the one with the lowest id."""
    return min(fields, key=lambda field: (pos.world.board.distance(pos.where[unit], field), field))


def _why(pos: Position, unit: int) -> tuple[str, str]:
    """Rule and reason of a landing."""
    mission = pos.missions.get(unit)
    if mission == ABORTED:
        return "gpw 11.1.2.H", "the mission was aborted"
    if mission is not None:
        return "gpw 11.2.A", "the mission is over"
    if pos.control[pos.where[unit]] != pos.world.units[unit].side:
        return "gpw 11.3", "the enemy has taken the airfield"
    return "gpw 11.2.B", "it transfers"


# -- landing ----------------------------------------------------------------------------------------------------------


def legal_of(pos: Position, unit: int, fields: Sequence[int]) -> Iterator[Base]:
    """The landings of one aircraft of the phasing side in a general movement phase."""
    if next(_may_not_land(pos, unit), None) is None:
        name, ids, here = pos.world.units[unit].id, pos.world.board.ids, pos.where[unit]
        yield from (Base(name, ids[hex_]) for hex_ in fields if unit in pos.missions or hex_ != here)


def base_objections(pos: Position, action: Base) -> Iterator[Reason]:
    """Why an aircraft may not return or transfer to a hex in a general movement phase (gpw 11.2.A, gpw 11.2.B)."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    barred = list(may_not_fly(pos, unit.index)) or list(_may_not_land(pos, unit.index))
    yield from barred
    if barred:
        return
    if unit.index not in pos.missions and pos.where[unit.index] == hex_:
        yield Reason("gpw 11.2.B", f"{unit.label} is based in {pos.world.board.label(hex_)}")
    yield from airfields.landing_objections(pos, unit.index, hex_)


def may_not_fly(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit is no aircraft of the phasing side on the map."""
    counter = pos.world.units[unit]
    if unit not in (*pos.world.aircraft[0], *pos.world.aircraft[1]):
        yield Reason("gpw 11.0.A", f"{counter.name} is no aircraft in play")
    elif counter.side != pos.side:
        yield Reason(pos.step.rule, f"{counter.label} is {SIDES[counter.side]} and not its side's to send now")
    elif pos.where[unit] < 0:
        yield Reason("gpw 11.0.A", f"{counter.label} is not on the map")


def _may_not_land(pos: Position, unit: int) -> Iterator[Reason]:
    label = pos.world.units[unit].label
    if pos.missions.get(unit) == DAS:
        yield Reason("gpw 11.2.A", f"{label} has just been sent on DAS and stays")
    elif unit not in pos.missions and unit in pos.flown:
        yield Reason("gpw 11.2.B", f"{label} has flown this turn and does not transfer")


def base(pos: Position, action: Base) -> list[Event]:
    """Land an aircraft; in its own side's movement phase no ground unit moves afterwards (gpw 11.2.A)."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    if pos.step.kind == "general" and unit.side == pos.side and reach(pos, unit.index) is None:
        pos.moved[unit.index] = 1
    return _land(pos, unit.index, hex_)


def _land(pos: Position, unit: int, hex_: int) -> list[Event]:
    rule, why = _why(pos, unit)
    counter, ids, start = pos.world.units[unit], pos.world.board.ids, pos.where[unit]
    pos.missions.pop(unit, None)
    pos.flown |= {unit}
    pos.put(unit, hex_)
    text = f"{counter.label} lands in {pos.world.board.label(hex_)}: {why}"
    return [Event("base", text, rule, unit=counter.id, from_hex=ids[start], to_hex=ids[hex_])]


# -- the end of the movement phase ------------------------------------------------------------------------------------


def away(pos: Position) -> dict[int, list[int]]:
    """Aircraft of the phasing side that must still return, each with the airfields open to it (gpw 11.2.A)."""
    out = [u for u in pos.world.aircraft[pos.side] if pos.missions.get(u, DAS) != DAS]
    fields = airfields.landings(pos, pos.side) if out else []
    return dict.fromkeys(out, fields)


def done_objections(pos: Position) -> Iterator[Reason]:
    """A general movement phase ends when every aircraft is home that has a home to go to (gpw 3.1.5.B, gpw 3.2.5.B)."""
    for unit, fields in away(pos).items():
        if fields:
            yield Reason("gpw 11.2.A", f"{pos.world.units[unit].label} is still to return to an airfield")


def end_of_movement(pos: Position) -> list[Event]:
    """Lose the aircraft that have no airfield to return to (docs/rulings.md)."""
    return [_lost(pos, unit) for unit in away(pos)] if pos.step.kind == "general" else []


def homeward(pos: Position) -> Base | None:
    """What a player in haste does before the phase can end: the next aircraft to the nearest airfield, or nothing."""
    for unit, fields in away(pos).items():
        if fields and pos.step.kind == "general":
            return Base(pos.world.units[unit].id, pos.world.board.ids[nearest(pos, unit, fields)])
    return None


def too_late_to_move(pos: Position) -> Iterator[Reason]:
    """Why no ground unit moves any more in a general movement phase: aircraft have begun to fly (gpw 11.1.3.A)."""
    flown = any(pos.moved[unit] for side in pos.world.aircraft for unit in side)
    if flown and pos.step.kind == "general":
        yield Reason("gpw 11.2.A", "aircraft return and fly DAS after ground units have moved, and one has flown")


# -- losses and arrivals ----------------------------------------------------------------------------------------------


def _lost(pos: Position, unit: int) -> Event:
    rule, why = _why(pos, unit)
    return shoot_down(pos, unit, rule, f"has no airfield to go to ({why}) and is lost")


def shoot_down(pos: Position, unit: int, rule: str, what: str) -> Event:
    """Put an aircraft into the next free box of its side on the turn record (gpw 11.1.2.I, gpw 11.4.A)."""
    counter, here = pos.world.units[unit], pos.world.board.ids[pos.where[unit]]
    box = _free_box(pos, counter.side)
    pos.lift(unit)
    pos.missions.pop(unit, None)
    pos.fate[unit], pos.boxes[unit] = BOXED, box
    text = f"{counter.label} {what}; it may come back on turn {box}"
    return Event("shot-down", text, rule, unit=counter.id, from_hex=here, result=str(box))


def _free_box(pos: Position, side: int) -> int:
    """The next turn whose box holds no aircraft of the side: any turn for the Soviets, odd ones for the Axis."""
    taken = {turn for unit, turn in pos.boxes.items() if unit in pos.world.aircraft[side]}
    box = pos.turn + 1
    while box in taken or (side == AXIS and box % 2 == 0):
        box += 1
    return box


def begin(pos: Position, due: Sequence[ChartEvent]) -> list[Event]:
    """Aircraft that come into play at the start of their side's reinforcement phase; where they stand is open.

    New ones by the chart (gpw 11.0.C), shot-down ones from the box of this turn (gpw 11.4.B, gpw 11.4.C).
    """
    new = [pos.world.unit(event.unit).index for event in due if event.kind == "aircraft"]
    events = []
    for unit in pos.world.aircraft[pos.side]:
        if pos.fate[unit] != ON_MAP:
            pos.missions.pop(unit, None)  # withdrawn from a mission
        if pos.fate[unit] != BOXED:
            pos.boxes.pop(unit, None)  # withdrawn from its box
        back = pos.fate[unit] == BOXED and pos.boxes[unit] <= pos.turn
        if back or (unit in new and pos.fate[unit] == LATER):
            pos.fate[unit] = DUE
            pos.boxes.pop(unit, None)
            counter = pos.world.units[unit]
            text = f"{counter.label} {'is ready again' if back else 'is due'}: it may be placed on any airfield"
            events.append(Event("due", text, "gpw 11.4.B" if back else "gpw 11.0.C", unit=counter.id))
    return events
