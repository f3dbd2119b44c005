"""What holds in every position, worked out anew from the forces and the tables alone."""

from __future__ import annotations

from collections import Counter

from gpwlab.core import tables
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.position import BROKEN, CONTESTED, DUE, ELIMINATED, EMPTY, LATER, NOWHERE, ON_MAP, Position

LIMITS = {
    row["unit_id"]: int(row["counters"]) if row["pool"] == "yes" else 1
    for row in tables.read("sfs", "units")
    if row["side"] == "Soviet"
}


def check(pos: Position) -> None:
    """Fail if a position contradicts itself."""
    _check_places(pos)
    _check_areas(pos)
    _check_counters(pos)
    _check_marks(pos)
    if pos.fight is None:
        _check_stacks(pos)


def _check_places(pos: Position) -> None:
    """Every unit on the map is in one force of its side, every other one in none."""
    found: dict[int, int] = {}
    for number, force in pos.forces.items():
        assert number == force.id < pos.next_force
        assert force.units
        for unit in force.units:
            assert unit not in found
            found[unit] = number
            assert pos.world.units[unit].side == force.side
        if force.slot != NOWHERE:
            assert pos.world.board.strongpoints[force.slot].area == force.area
        assert pos.world.scenario.open_to(force.side, force.area)
        area = pos.world.board.areas[force.area]
        assert not (area.rear and force.side == SOVIET)
        assert not (area.east_bank and force.side == GERMAN)
    for unit, number in enumerate(pos.force_of):
        assert (pos.fate[unit] == ON_MAP) == (number > 0)
        assert found.get(unit, 0) == number


def _check_areas(pos: Position) -> None:
    """Control follows from the forces; whoever controls an area dominates it; an empty steppe is German."""
    rings = {pos.forces[cut].slot for cut in pos.held} - {NOWHERE}
    for area in pos.world.board.areas:
        sides = set()
        for force in pos.forces.values():
            combat = force.area == area.index and any(pos.counter(u).combat for u in force.units)
            unsettled = force.slot in rings or force.id in pos.held or any(u in pos.origin for u in force.units)
            if combat and not unsettled:
                sides.add(force.side)
        state = pos.control(area.index)
        assert state == (EMPTY if not sides else CONTESTED if len(sides) == 2 else sides.pop())
        if state in (GERMAN, SOVIET):
            assert pos.dominator[area.index] == state
        if state == EMPTY and area.steppe:
            assert pos.dominator[area.index] == GERMAN
    for cut, by in pos.held.items():
        prey, guard = pos.forces[cut], pos.forces[by]
        assert prey.side != guard.side
        assert prey.area == guard.area
        assert any(pos.counter(u).combat for u in guard.units)
    assert len(set(pos.held.values())) == len(pos.held)


def _check_counters(pos: Position) -> None:
    """No more pieces than counters (sfs 7.10.A); steps within what is printed."""
    in_play = Counter(pos.piece[u] for u, fate in enumerate(pos.fate) if pos.piece[u] and fate in (ON_MAP, DUE))
    for counter, number in in_play.items():
        assert number <= LIMITS[counter], counter
    for unit in pos.world.units:
        if unit.counter is None:
            assert bool(pos.piece[unit.index]) == (pos.fate[unit.index] != LATER)
        elif pos.fate[unit.index] == ELIMINATED:
            assert pos.steps[unit.index] == 0
        else:
            assert 1 <= pos.steps[unit.index] <= unit.counter.steps
    for part, whole in pos.part_of.items():
        assert pos.fate[whole] == BROKEN or part == whole or pos.part_of.get(whole) == whole


def _check_marks(pos: Position) -> None:
    """Marks lie on units of the map; points are never negative."""
    for unit in (*pos.oos, *pos.revealed, *pos.disrupted, *pos.reserve, *pos.origin, *pos.infiltrators):
        assert pos.fate[unit] == ON_MAP, pos.world.units[unit].id
    for unit in pos.reserve:
        assert pos.world.units[unit].side == GERMAN
    assert {pos.world.units[u].side for u in pos.revealed} <= {SOVIET}
    assert min(pos.ap) >= 0
    assert pos.air >= 0
    assert min(pos.summons, pos.summoned) >= 0
    assert pos.corps <= (4 if pos.world.scenario.finish else 3)


def _check_stacks(pos: Position) -> None:
    """Three combat units a stack, one in a strongpoint, one support more than combat units (sfs 4.2, sfs 8.1.1)."""
    movement = pos.step.kind in ("movement", "reserve", "setup")
    taken = Counter[int]()
    for force in pos.forces.values():
        combat = pos.count(force.units)
        support = sum(pos.counter(u).support for u in force.units)
        assert combat <= (3 if force.slot == NOWHERE else 1)
        assert movement or support <= max(1, combat + 1)
        if not combat and not movement and support:  # support alone does not live among enemies (sfs 8.1.2.B)
            assert pos.control(force.area) in (EMPTY, force.side)
        if force.slot != NOWHERE and force.id not in pos.held.values():
            taken[force.slot] += 1
    if not movement and pos.step.kind != "command":
        assert not taken or max(taken.values()) == 1
