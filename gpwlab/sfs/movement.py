"""Movement from area to area (sfs 4.0): who may move, how far, and what stops it.

Units move one after another; a force may pick up and drop off units on the way, which is written as moves of the units
that go on together (sfs 4.1.H).  The units in motion are ``pos.mover``: they may go on until others have started.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import control, stacking
from gpwlab.sfs.actions import Move
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.charts import FREEZE
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import CONTESTED, EMPTY

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

#: Turns on which the Soviets stay out of the steppe (sfs 9.2), and on which the 4th Panzer Army is bound (sfs 9.4.A).
NO_STEPPE, BOUND_TURN = (1, 2), 1
#: Areas and the number of Soviet units in them that lift the restriction (sfs 9.4.B).
ROAD, FEW = ("YE", "SC", "CC"), 3
#: Areas that the 4th Panzer Army may not enter before (sfs 9.4.A).
BARRED = ("S2", "MK")
#: Most moves of Chuikov in a Soviet Movement Phase (sfs 8.5.C).
CHUIKOV_MOVES = 3


# -- who may move -----------------------------------------------------------------------------------------------------


def may_move(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit may not start or go on with a move now (sfs 4.1)."""
    force, name = pos.where(unit), pos.world.units[unit].id
    if force is None:
        yield Reason("sfs 4.1.C", f"{name} is not on the map")
        return
    if force.side != pos.side:
        yield Reason("sfs 4.1.B", f"{name} does not move in the {pos.step.name} Phase")
        return
    if pos.cut_off(force) and not pos.counter(unit).leader:
        yield Reason("sfs 4.6.B", f"{name} is cut off and does not move")
    if unit in pos.disrupted:
        yield Reason("sfs 5.12.5.1.A", f"{name} is disrupted and does not move")
    if unit in pos.infiltrators:
        yield Reason("sfs 4.9.B", f"{name} has infiltrated instead of moving")
    yield from _reserve(pos, unit)
    if unit in pos.mover:
        if pos.mover_stopped and not _chuikov_again(pos, unit):
            yield Reason("sfs 4.4.2.A", f"{name} has come to the end of its move")
    elif unit in pos.moved and not _chuikov_again(pos, unit):
        yield Reason("sfs 4.1.E", f"{name} has moved in this phase")
    elif pos.side == SOVIET and pos.begun:
        yield Reason("sfs 4.9.C", "infiltration has begun: there is no normal movement any more")


def _reserve(pos: Position, unit: int) -> Iterator[Reason]:
    counter = pos.counter(unit)
    if pos.step.kind == "reserve":
        if unit not in pos.reserve and unit not in pos.mover:
            yield Reason("sfs 4.1.D", f"{counter.name} was not put in reserve")
        if counter.has("defend_only"):
            yield Reason("sfs 8.4.C", f"{counter.name} does not move in the Reserve Phase")
    elif unit in pos.reserve:
        yield Reason("sfs 4.8.A", f"{counter.name} is in reserve and waits for the Reserve Phase")


def _chuikov_again(pos: Position, unit: int) -> bool:
    """Chuikov moves up to three times (sfs 8.5.C)."""
    return pos.counter(unit).leader and pos.chuikov_moves < CHUIKOV_MOVES


# -- where to ---------------------------------------------------------------------------------------------------------


def closed(pos: Position, unit: int, area: int) -> Iterator[Reason]:
    """Why a unit may never be in an area, or not on this turn, whoever has it."""
    side, board = pos.world.units[unit].side, pos.world.board
    there, scenario = board.areas[area], pos.world.scenario
    if not scenario.in_play(area):
        yield Reason("sfs 11.0.A", f"{there.name} is not in play")
    elif not scenario.open_to(side, area):
        yield Reason("sfs 11.1.1.B", f"the Soviets may not enter {there.name}")
    if there.rear and side == SOVIET:
        yield Reason("sfs 2.1.2.3", "Soviet units cannot enter the German Rear")
    if there.east_bank and side == GERMAN:
        yield Reason("sfs 2.1.2.2", "German units cannot cross the Volga")
    if side == SOVIET and there.steppe and pos.turn in NO_STEPPE:
        yield Reason("sfs 9.2", "Soviet units may not enter a steppe in the first two turns")
    if side == GERMAN and _bound(pos, unit) and there.code in BARRED:
        yield Reason("sfs 9.4.A", f"the 4th Panzer Army may not enter {there.name} yet")


def _bound(pos: Position, unit: int) -> bool:
    """True for a unit that began in Yelshanka while its road is not open (sfs 9.4)."""
    army = {e.counter for e in pos.world.setup if e.side == GERMAN and e.places == ("YE",)}
    name = pos.world.units[unit].id
    parent = pos.world.units[pos.part_of[unit]].id if unit in pos.part_of else ""
    if pos.turn != BOUND_TURN or (name not in army and parent not in army):
        return False
    areas = [pos.world.board.area(code) for code in ROAD]
    return sum(len(f.units) for area in areas for f in pos.forces_in(area, SOVIET)) > FEW


def neighbours(pos: Position, side: int, area: int) -> tuple[int, ...]:
    """Areas next to one for a side: over the ice too, for the Soviets, in the freeze (sfs 4.10.3.B)."""
    frozen = side == SOVIET and pos.turn_box.weather == FREEZE
    return pos.world.board.neighbours(area, frozen=frozen)


def disengages(pos: Position, units: Sequence[int]) -> bool:
    """True if units that start here disengage: the area is contested, or they are a surrounding force that leaves."""
    area, side = pos.area_of(units[0]), pos.world.units[units[0]].side
    if pos.control(area) == CONTESTED:
        return True
    for force in pos.forces_in(area, side):  # sfs 4.4.2.2
        left = [u for u in pos.combat_units(force) if u not in units]
        if pos.surrounding(force) is not None and pos.combat_units(force) and not left:
            return True
    return False


def _step(pos: Position, side: int, area: int, to: int, disengaging: bool) -> Iterator[Reason]:
    """Why units cannot go from one area on into a neighbour."""
    board = pos.world.board
    if to not in neighbours(pos, side, area):
        yield Reason("sfs 4.4", f"{board.areas[to].name} does not touch {board.areas[area].name}")
        return
    state = pos.control(to)
    if disengaging and state not in (EMPTY, side):
        yield Reason(
            "sfs 4.4.1", f"a disengaging unit may not go to {board.areas[to].name}: it is not friendly or empty"
        )


def stops(pos: Position, side: int, area: int, disengaging: bool) -> bool:
    """True if units must stop in an area that they enter (sfs 4.4.1, sfs 4.4.2.A, sfs 2.1.2.3).

    Friendly and empty areas are passed (sfs 4.3.2.B, sfs 4.3.3.A), contested and enemy ones are not (sfs 4.3.1.B).
    """
    return disengaging or pos.control(area) not in (EMPTY, side) or pos.world.board.areas[area].rear


def destinations(pos: Position, units: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Areas that units may move to together, each with its shortest path (ties: lowest areas)."""
    start, side = pos.area_of(units[0]), pos.world.units[units[0]].side
    disengaging = disengages(pos, units)
    force = pos.forces[pos.force_of[units[0]]]
    if pos.entering(force) or pos.ringed(force):
        return {}
    paths: dict[int, tuple[int, ...]] = {start: ()}
    queue = [start]
    for area in queue:
        if area != start and stops(pos, side, area, disengaging):
            continue
        for to in neighbours(pos, side, area):
            if to in paths or any(next(closed(pos, u, to), None) for u in units):
                continue
            if next(_step(pos, side, area, to, disengaging), None) or next(_arrival(pos, units, to), None):
                continue
            paths[to] = (*paths[area], to)
            queue.append(to)
    del paths[start]
    return paths


def _arrival(pos: Position, units: Sequence[int], area: int) -> Iterator[Reason]:
    """Why units may not go into an area as they are: support alone finds only friends, and the Reserve must overrun."""
    side, name = pos.world.units[units[0]].side, pos.world.board.areas[area].name
    state = pos.control(area)
    friends = any(pos.combat_units(f) for f in pos.forces_in(area, side))
    if all(pos.counter(u).leader for u in units) and not friends and area != pos.world.board.east_bank:
        yield Reason("sfs 8.5.E", f"Chuikov would be alone in {name}")
    alone = not any(pos.counter(u).combat for u in units)
    if alone and state == 1 - side:
        yield Reason("sfs 8.1.2.B", f"support units alone may not go into {name}: it is the enemy's")
    if alone and state == CONTESTED and not any(pos.counts(f) for f in pos.forces_in(area, side)):
        yield Reason("sfs 8.1.2.B", f"support units alone find nobody to join in {name}")
    if pos.step.kind == "reserve" and control.needs_entry(pos, area, side) and pos.count(units) > 1:
        yield Reason("sfs 5.11.1.3.B", f"{name} can be entered in the Reserve Phase by an overrun only")


# -- moving -----------------------------------------------------------------------------------------------------------


def objections(pos: Position, action: Move) -> Iterator[Reason]:
    """Why units may not move along a path: as one stack (sfs 4.2.D), of any number in an area (sfs 4.2.E)."""
    units = [pos.world.unit(name).index for name in action.units]
    board = pos.world.board
    path = [board.area(name) for name in action.path]
    blocked = [reason for unit in units for reason in may_move(pos, unit)]
    if len({pos.area_of(u) for u in units}) > 1:
        blocked.append(Reason("sfs 4.1.G", "units that move together start in one area"))
    if blocked:
        yield from blocked
        return
    if len(units) > 1 and any(_on_chuikovs_way(pos, u) for u in units):
        yield Reason("sfs 8.5.C", "Chuikov has a move of his own to make: he goes alone")
    for name, unit in zip(action.units, units, strict=True):
        force = pos.forces[pos.force_of[unit]]
        if pos.entering(force):
            yield Reason("sfs 5.11.1.1", f"{name} has no foothold in the area: it cannot go on")
        if pos.ringed(force):
            yield Reason("sfs 4.10.1.D", f"{name} is in a cut-off landing: it has to overrun its way out")
    if len({pos.force_of[unit] for unit in units}) > 1:
        yield from stacking.freed(pos, units)
    yield from stacking.fits(pos, units)
    yield from _path_objections(pos, units, path)


def _on_chuikovs_way(pos: Position, unit: int) -> bool:
    again = unit not in pos.mover or pos.mover_stopped
    return pos.counter(unit).leader and pos.chuikov_moves > 0 and again


def _path_objections(pos: Position, units: list[int], path: list[int]) -> Iterator[Reason]:
    side, at = pos.side, pos.area_of(units[0])
    disengaging = disengages(pos, units)
    for number, to in enumerate(path):
        found = [reason for unit in units for reason in closed(pos, unit, to)]
        found += _step(pos, side, at, to, disengaging)
        found += _arrival(pos, units, to)
        if number and stops(pos, side, at, disengaging):
            rule = "sfs 4.4.1" if disengaging else "sfs 4.4.2.A"
            found.append(Reason(rule, f"the units must stop in {pos.world.board.areas[at].name}"))
        if found:
            yield from dict.fromkeys(found)
            return
        at = to


def begin(pos: Position, units: Sequence[int]) -> None:
    """Units start to move, or go on: they are the force in motion from now on, and no longer in reserve (sfs 4.8.E)."""
    pos.mover = set(units)
    pos.moved.update(units)
    pos.reserve.difference_update(units)
    if pos.side == GERMAN:
        pos.begun = True


def apply(pos: Position, action: Move) -> list[Event]:
    """Move units along a path; control changes as areas are left and entered (sfs 4.3.A, sfs 4.3.3.B)."""
    units = [pos.world.unit(name).index for name in action.units]
    path = [pos.world.board.area(name) for name in action.path]
    start, disengaging = pos.area_of(units[0]), disengages(pos, units)
    if any(pos.counter(u).leader and (u not in pos.mover or pos.mover_stopped) for u in units):
        pos.chuikov_moves += 1
    begin(pos, units)
    if any(pos.counter(u).combat for u in units):  # support dominates nothing (sfs 8.1.2.A)
        for area in path[:-1]:
            pos.pass_through(pos.side, area)
    last, before = path[-1], (start, *path)[-2]
    must_fight = control.needs_entry(pos, last, pos.side)
    pos.mover_stopped = stops(pos, pos.side, last, disengaging)
    if must_fight:
        pos.origin.update(dict.fromkeys(units, before))
    force = pos.go(units, last)
    return [_told(pos, units, start, last, force.name, must_fight, disengaging)]


def _told(pos: Position, units: list[int], start: int, last: int, force: str, entry: bool, disengaging: bool) -> Event:
    board = pos.world.board
    verb = "disengages" if disengaging else "moves"
    text = f"{stacking.label(pos, units)} {verb} from {board.areas[start].name} to {board.areas[last].name} as {force}"
    if entry:
        text += ", which needs an entering attack"
    rule = "sfs 4.4.2.B" if entry else "sfs 4.4.1" if disengaging else "sfs 4.4.2.A"
    first = pos.world.units[units[0]].id
    return Event("move", text, rule, unit=first, from_area=board.code(start), to_area=board.code(last))


# -- what is open -----------------------------------------------------------------------------------------------------


def movable(pos: Position) -> list[int]:
    """Units that may start or go on with a move now."""
    return [u for u in pos.on_map(pos.side) if next(may_move(pos, u), None) is None]


def legal(pos: Position) -> Iterator[Move]:
    """One move a destination for every unit, and for every stack as a whole."""
    able = movable(pos)
    for unit in able:
        yield from moves_of(pos, [unit])
    for force in list(pos.forces.values()):
        group = [u for u in force.units if u in able]
        together = len(group) > 1 and not any(_on_chuikovs_way(pos, u) for u in group)
        if force.side == pos.side and together and stacking.room(pos, group):
            yield from moves_of(pos, group)


def moves_of(pos: Position, units: list[int]) -> Iterator[Move]:
    """One move a destination for units that move together."""
    names, board = tuple(pos.world.units[u].id for u in units), pos.world.board
    for to, path in sorted(destinations(pos, units).items()):
        assert path[-1] == to
        yield Move(names, tuple(board.code(area) for area in path))


def legal_of(pos: Position, unit: int) -> Iterator[Move]:
    """The moves that a unit takes part in, alone or with its stack."""
    name = pos.world.units[unit].id
    yield from (action for action in legal(pos) if name in action.units)
