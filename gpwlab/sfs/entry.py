"""Entering attacks: a foothold for all, or everybody back (sfs 5.11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import control, forces
from gpwlab.sfs.events import Event

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position


def entering(pos: Position, area: int | None = None) -> list[Force]:
    """The phasing side's forces without a foothold, in an area or anywhere."""
    there = pos.forces.values() if area is None else pos.forces_in(area)
    return [force for force in there if force.side == pos.side and pos.entering(force)]


def can_attack(pos: Position, force: Force) -> bool:
    """Whether an entering force still has an entering attack to make."""
    targets = [f for f in pos.forces_in(force.area, 1 - force.side) if control.free_target(pos, f)]
    return any(next(forces.objections(pos, target, [force]), None) is None for target in targets)


def unsettled(pos: Position) -> Iterator[Reason]:
    """Entering attacks that come before all other combat (sfs 5.11.1.2), one reason an area."""
    areas = dict.fromkeys(force.area for force in entering(pos) if can_attack(pos, force))
    for area in areas:
        name = pos.world.board.areas[area].name
        yield Reason("sfs 5.11.1.2", f"the entering attacks in {name} must be carried out first")


def settle(pos: Position, area: int) -> list[Event]:
    """See whether an area's entering forces are in, may still try, or go back.

    Without a free force in their way they are in (sfs 5.11.1.C); when none can attack any more they all return, but
    not before the Attack Phase.
    """
    there = entering(pos, area)
    if not there:
        return []
    if not any(control.free_target(pos, force) for force in pos.forces_in(area, 1 - pos.side)):
        pos.foothold(pos.side, area)
        name = pos.world.board.areas[area].name
        return [Event("foothold", f"nobody is left to stop the entry into {name}", "sfs 5.11.1.C")]
    if pos.step.kind != "attack" or any(can_attack(pos, force) for force in there):
        return []
    return [event for force in there for event in send_back(pos, force)]


def send_back(pos: Position, force: Force) -> list[Event]:
    """A force without a foothold returns to where it came from (sfs 5.11.1.1)."""
    board, left = pos.world.board, force.area
    homes: dict[int, list[int]] = {}
    for unit in force.units:
        homes.setdefault(pos.origin.pop(unit, left), []).append(unit)
    events = []
    for area, units in sorted(homes.items()):
        back = pos.go(units, area) if area != left else force
        text = f"{back.name} gains no foothold in {board.areas[left].name} and returns to {board.areas[area].name}"
        first = pos.world.units[units[0]].id
        events.append(
            Event("return", text, "sfs 5.11.1.1", unit=first, from_area=board.code(left), to_area=board.code(area))
        )
    return events


def phase_end(pos: Position) -> list[Event]:
    """At the end of an attack or reserve phase nobody is left without a foothold."""
    return [event for force in entering(pos) for event in send_back(pos, force)]
