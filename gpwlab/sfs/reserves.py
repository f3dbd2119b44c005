"""German reserves and rebuilding, Soviet infiltration (sfs 4.8, sfs 7.2, sfs 4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import movement, stacking
from gpwlab.sfs.actions import Infiltrate, Rebuild, Reserve
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import NOWHERE, ON_MAP

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

# -- reserves ---------------------------------------------------------------------------------------------------------


def reserve_objections(pos: Position, action: Reserve) -> Iterator[Reason]:
    """Why units may not be put in reserve."""
    if pos.side != GERMAN:  # sfs 3.3.3.C
        yield Reason("sfs 3.3.3.C", "Soviet units may not be placed in reserve")
        return
    if pos.begun:
        yield Reason("sfs 4.8.C", "a unit has moved: reserves are named before")
    for name in action.units:
        unit = pos.world.unit(name).index
        force = pos.where(unit)
        if force is None or force.side != GERMAN:
            yield Reason("sfs 4.8.A", f"{name} is no German unit on the map")
            continue
        if unit in pos.reserve:
            yield Reason("sfs 4.8.A", f"{name} is in reserve already")
        if pos.control(force.area) != GERMAN or pos.cut_off(force):
            yield Reason("sfs 4.8.B", f"{pos.world.board.areas[force.area].name} is not German controlled")
        if unit in pos.disrupted:
            yield Reason("sfs 5.12.5.1.A", f"{name} is disrupted")


def reserve(pos: Position, action: Reserve) -> list[Event]:
    """Put units in reserve in the Movement Phase: they wait for the Reserve Phase (sfs 3.2.3.C, sfs 4.8.A)."""
    units = [pos.world.unit(name).index for name in action.units]
    pos.reserve.update(units)
    code = pos.world.board.code(pos.area_of(units[0]))
    text = f"{stacking.label(pos, units)} is put in reserve"
    return [Event("reserve", text, "sfs 4.8.A", unit=action.units[0], from_area=code)]


def legal_reserves(pos: Position) -> Iterator[Reserve]:
    """Every unit that may be put in reserve."""
    if pos.side != GERMAN or pos.begun:
        return
    for unit in pos.on_map(GERMAN):
        action = Reserve((pos.world.units[unit].id,))
        if next(reserve_objections(pos, action), None) is None:
            yield action


# -- rebuilding -------------------------------------------------------------------------------------------------------


def rebuild_objections(pos: Position, action: Rebuild) -> Iterator[Reason]:
    """Why a division may not regain its first step (sfs 7.2.A), Pioneers and Das Reich too (sfs 8.7.E, sfs 8.8.B)."""
    unit = pos.world.unit(action.unit).index
    force = pos.where(unit)
    if force is None or force.side != GERMAN:
        yield Reason("sfs 7.2.A", f"{action.unit} is no German unit on the map")
        return
    counter, area = pos.counter(unit), pos.world.board.areas[force.area]
    if not counter.division or counter.steps < 2:
        yield Reason("sfs 7.2.A", f"{counter.name} is no division")
    elif pos.steps[unit] != counter.steps - 1:
        yield Reason("sfs 7.2.A", f"{counter.name} has not lost one step and one only")
    if unit not in pos.reserve:
        yield Reason("sfs 7.2.A", f"{counter.name} is not in reserve")
    if not area.steppe and not area.rear:  # sfs 2.1.2.1.D, sfs 4.8.D
        yield Reason("sfs 4.8.D", f"{area.name} is neither a steppe nor the Rear")


def rebuild(pos: Position, action: Rebuild) -> list[Event]:
    """A division regains full strength instead of moving (sfs 7.2.B)."""
    unit = pos.world.unit(action.unit).index
    counter = pos.counter(unit)
    pos.steps[unit] = counter.steps
    pos.reserve.discard(unit)
    pos.moved.add(unit)
    code = pos.world.board.code(pos.area_of(unit))
    text = f"{counter.name} is rebuilt to full strength"
    return [Event("rebuild", text, "sfs 7.2.B", unit=action.unit, from_area=code, result=str(counter.steps))]


def legal_rebuilds(pos: Position) -> Iterator[Rebuild]:
    """Every division that may be rebuilt now."""
    for unit in sorted(pos.reserve):
        action = Rebuild(pos.world.units[unit].id)
        if next(rebuild_objections(pos, action), None) is None:
            yield action


# -- infiltration -----------------------------------------------------------------------------------------------------


def infiltrate_objections(pos: Position, action: Infiltrate) -> Iterator[Reason]:
    """Why a unit may not infiltrate an area: only infantry does (sfs 4.9.A)."""
    unit, board = pos.world.unit(action.unit).index, pos.world.board
    area = board.area(action.area)
    name = board.areas[area].name
    force = pos.where(unit)
    if pos.side != SOVIET or force is None or force.side != SOVIET:
        yield Reason("sfs 4.9.B", f"{action.unit} is no Soviet unit in a Soviet Movement Phase")
        return
    if not pos.counter(unit).combat:
        yield Reason("sfs 8.1.1.C", f"{action.unit} cannot infiltrate: tanks and generals do not")
    blocked = [r for r in movement.may_move(pos, unit) if r.rule != "sfs 4.9.C"]
    if unit in pos.moved and not blocked:
        blocked = [Reason("sfs 4.9.B", f"{action.unit} has moved in this phase")]
    yield from blocked
    if pos.control(force.area) != SOVIET:
        yield Reason("sfs 4.9.D", f"{action.unit} does not start in a Soviet controlled area")
    if area not in movement.neighbours(pos, SOVIET, force.area):
        yield Reason("sfs 4.9.D", f"{name} is not adjacent")
    if board.areas[area].steppe:
        yield Reason("sfs 4.9.E", "a steppe cannot be infiltrated")
    elif pos.control(area) != GERMAN:
        yield Reason("sfs 4.9.D", f"{name} is not German controlled")
    if area in pos.infiltrated:
        yield Reason("sfs 4.9.I", f"a unit has infiltrated {name} in this phase")
    yield from movement.closed(pos, unit, area)


def infiltrate(pos: Position, action: Infiltrate) -> list[Event]:
    """A unit goes behind the lines, without an entering attack (sfs 4.9.F); normal movement is over (sfs 4.9.C)."""
    unit, board = pos.world.unit(action.unit).index, pos.world.board
    area, start = board.area(action.area), pos.area_of(unit)
    pos.begun = True
    pos.mover, pos.mover_stopped = set(), False
    pos.moved.add(unit)
    pos.infiltrators.add(unit)
    pos.infiltrated.add(area)
    force = pos.go([unit], area)
    text = f"{action.unit} infiltrates {board.areas[area].name} as {force.name}"
    return [
        Event("infiltrate", text, "sfs 4.9.D", unit=action.unit, from_area=board.code(start), to_area=board.code(area))
    ]


def legal_infiltrations(pos: Position) -> Iterator[Infiltrate]:
    """Every infiltration that is open."""
    if pos.side != SOVIET:
        return
    for unit in pos.on_map(SOVIET):
        area = pos.area_of(unit)
        if area == NOWHERE or pos.fate[unit] != ON_MAP or unit in pos.moved or pos.control(area) != SOVIET:
            continue
        for near in movement.neighbours(pos, SOVIET, area):
            action = Infiltrate(pos.world.units[unit].id, pos.world.board.code(near))
            if next(infiltrate_objections(pos, action), None) is None:
                yield action
