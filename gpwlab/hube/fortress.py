"""Fortress cities: declared when the Soviets come near, holding whoever is in them until the Fortress unit dies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube.actions import Spare, Subsist
from gpwlab.hube.events import Event
from gpwlab.hube.options import MANSTEIN
from gpwlab.hube.position import POOL, Position
from gpwlab.hube.sequence import AXIS, SOVIET

if TYPE_CHECKING:
    from gpwlab.hube.units import Unit

#: T that a fortress city needs a turn, however many are in it (hube 3.9.D).
NEED = 2
MOVING = ("movement", "reaction", "exploitation")


def in_force(pos: Position) -> bool:
    """Whether cities become fortresses: not with Manstein in charge (hube 4.1)."""
    return not pos.world.rules.has(MANSTEIN)


def near(pos: Position, path: Sequence[int]) -> list[Event]:
    """Soviet units moved along a path: cities within three hexes become fortresses (hube 3.9, docs H131)."""
    if not in_force(pos) or pos.step.kind not in MOVING:
        return []
    cities = sorted({city for h in path for city in pos.world.near_city.get(h, ())})
    return [event for city in cities if _falls_under(pos, city) for event in declare(pos, city)]


def _falls_under(pos: Position, city: int) -> bool:
    """An Axis city that was never a fortress; a hex can become one only once (hube 3.9)."""
    return city not in pos.forted and pos.owner[city] == AXIS and not pos.units_at(city, SOVIET)


def declare(pos: Position, city: int) -> list[Event]:
    """Place a Fortress unit; all Axis units in the hex are its garrison from now on (hube 3.9.A)."""
    board = pos.world.board
    caught = [pos.unit(u).id for u in pos.units_at(city, AXIS)]
    fort = next(u for u, fate in enumerate(pos.fate) if fate == POOL and pos.unit(u).fort)
    pos.put(fort, city)
    pos.fortress[city] = fort
    pos.forted.add(city)
    name, place = pos.unit(fort).id, board.ids[city]
    events = [Event("fortress", f"{board.label(city)} becomes a fortress with {name}", "hube 3.9", name, to_hex=place)]
    if caught:
        events.append(Event("garrison", f"part of the fortress: {', '.join(caught)}", "hube 3.9.A", to_hex=place))
    return events


def established(pos: Position, fort: int) -> None:
    """A Fortress unit was set up: its hex is a fortress from the start."""
    if in_force(pos):
        pos.fortress[pos.where[fort]] = fort
        pos.forted.add(pos.where[fort])


def move_objections(pos: Position, unit: Unit, path: Sequence[int]) -> Iterator[Reason]:
    """Why a unit of a garrison, or a Fortress unit, may not go along a path (hube 3.9, hube 3.9.B)."""
    here = pos.where[unit.index]
    if unit.fort:
        yield Reason("hube 3.9", f"{unit.id} is a Fortress unit and cannot move")
    elif pos.garrison(unit.index):
        city = pos.world.city_of[here]
        inside = [h for h in path if h in pos.fortress and pos.world.city_of[h] == city]
        if len(inside) < len(path):
            yield Reason("hube 3.9.B", f"{unit.id} is part of the fortress {city} and cannot leave it")


def points_objections(pos: Position, side: int, start: int) -> Iterator[Reason]:
    """Why points may not leave a hex: those in a fortress are drawn where they lie (hube 3.9.B, hube 3.9.C)."""
    if side == AXIS and start in pos.fortress:
        yield Reason("hube 3.9.C", f"what lies in the fortress {pos.world.board.label(start)} cannot leave it")


def loss_objections(pos: Position, unit: Unit, cause: str) -> Iterator[Reason]:
    """Why a Fortress unit cannot be lost: not by barrage or attrition, and last of all in its hex (hube 3.9)."""
    if not unit.fort or unit.index not in pos.fortress.values():
        return
    if cause in ("barrage", "attrition"):
        yield Reason("hube 3.9", f"{unit.id} cannot be lost by {cause}")
        return
    others = [u for u in pos.units_at(pos.where[unit.index], AXIS) if u != unit.index]
    if others:
        yield Reason("hube 3.9", f"{unit.id} dies last: {pos.unit(others[0]).id} is still in the fortress")


def freed(pos: Position, h: int) -> Event:
    """The Fortress unit is gone: the hex is no fortress any more (hube 3.9)."""
    label = pos.world.board.label(h)
    return Event("fortress", f"{label} is no fortress any more", "hube 3.9", to_hex=pos.world.board.ids[h])


# -- supply within ----------------------------------------------------------------------------------------------------


def subsist_objections(pos: Position, action: Subsist) -> Iterator[Reason]:
    """Why a fortress city cannot draw so many T (hube 3.9.D)."""
    h = pos.world.board.hex(action.hex)
    if h not in pos.fortress:
        yield Reason("hube 3.9.D", f"{pos.world.board.label(h)} is no fortress")
        return
    city = pos.world.city_of[h]
    there = sum(pos.held(AXIS, "sp", fort) for fort in _fortresses(pos, city))
    if city in pos.subsisted:
        yield Reason("hube 3.9.D", f"{city} has drawn for this turn")
    elif not 0 <= action.count <= NEED:
        yield Reason("hube 3.9.D", f"a fortress city draws 0 to {NEED} T, not {action.count}")
    elif action.count > there:
        yield Reason("hube 3.9.D", f"{city} has {there} T")


def _fortresses(pos: Position, city: str) -> list[int]:
    return sorted(h for h in pos.fortress if pos.world.city_of[h] == city)


def subsist(pos: Position, action: Subsist) -> list[Event]:
    """Draw the T: two keep everybody in supply, one the Fortress units alone (hube 3.9.D)."""
    city, owed = pos.world.city_of[pos.world.board.hex(action.hex)], action.count
    pos.subsisted.add(city)
    hexes = _fortresses(pos, city)
    for h in hexes:
        drawn = min(owed, pos.held(AXIS, "sp", h))
        pos.add(AXIS, "sp", h, -drawn)
        owed -= drawn
    for u in [u for h in hexes for u in pos.units_at(h, AXIS) if u not in pos.spared]:
        fed = action.count == NEED or (action.count == 1 and pos.unit(u).fort)
        (pos.oos.discard if fed else pos.oos.add)(u)
    who = {0: "nobody is", 1: "only the Fortress units are", NEED: "all are"}[action.count]
    return [Event("subsist", f"{city} draws {action.count} T: {who} in supply", "hube 3.9.D", to_hex=action.hex)]


def check_spare(pos: Position, action: Spare) -> None:
    """InvalidInput for an unknown unit."""
    if pos.world.unit(action.unit).side != AXIS:
        raise InvalidInput(f"{action.unit} is no Axis unit")


def spare_objections(pos: Position, action: Spare) -> Iterator[Reason]:
    """Why a unit cannot be left out of a garrison; the stacking limit is a rule of the series (hube 3.9.A)."""
    unit = pos.world.unit(action.unit)
    if not pos.garrison(unit.index):
        yield Reason("hube 3.9.A", f"{unit.id} is not part of a fortress")
    elif not unit.equivalents or unit.fort:
        yield Reason("hube 3.9.A", f"{unit.id} does not count for stacking and stays part of the fortress")


def spare(pos: Position, action: Spare) -> list[Event]:
    """The fortress is stacked to its limit without this unit."""
    pos.spared.add(pos.world.unit(action.unit).index)
    return [Event("garrison", f"{action.unit} is beyond the stacking limit and stays free", "hube 3.9.A", action.unit)]
