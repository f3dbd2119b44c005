"""What may stand together in a force, and movement within an area (sfs 4.2, sfs 4.5, sfs 8.1.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs.actions import Stack
from gpwlab.sfs.board import GERMAN
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import NOWHERE, ON_MAP

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position

#: Combat units in a force (sfs 4.2.A), and in a strongpoint (sfs 4.5.2.B, sfs 5.5.B).
MOST, MOST_IN_STRONGPOINT = 3, 1
NEW = "new"


def place(pos: Position, name: str) -> tuple[int, int, Force | None]:
    """Area, strongpoint and force of a place named by an area, strongpoint or force; InvalidInput for no such place."""
    board = pos.world.board
    if isinstance(name, str) and name[:1] == "F" and name[1:].isdecimal():
        force = pos.force(name)
        return force.area, force.slot, force
    if isinstance(name, str) and "-" in name:
        slot = board.strongpoint(name)
        return board.strongpoints[slot].area, slot, None
    return board.area(name), NOWHERE, None


def fits(pos: Position, units: Sequence[int], slot: int = NOWHERE) -> Iterator[Reason]:
    """Why units cannot be one force, in a strongpoint or in the open; Chuikov takes no room."""
    combat = pos.count(units)
    support = sum(pos.counter(u).support for u in units)
    most = MOST if slot == NOWHERE else MOST_IN_STRONGPOINT
    if combat > most:
        rule = "sfs 4.2.A" if slot == NOWHERE else "sfs 4.5.2.B"
        yield Reason(rule, f"{combat} combat units are more than the {most} that may be together here")
    if support > 1 and support > combat + 1:
        yield Reason("sfs 8.1.1.A", f"{support} support units are more than one for each combat unit and one more")


def room(pos: Position, units: Sequence[int], slot: int = NOWHERE) -> bool:
    """Whether units can be one force."""
    return next(fits(pos, units, slot), None) is None


def may_leave(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit cannot move within its area (sfs 4.5.1); an infiltrator can (sfs 4.9.H)."""
    force, name = pos.where(unit), pos.world.units[unit].id
    if force is None:
        yield Reason("sfs 4.5.A", f"{name} is not on the map")
        return
    if force.side != pos.side:
        yield Reason("sfs 4.1.B", f"{name} is not the phasing side's")
    if pos.cut_off(force):
        yield Reason("sfs 4.6.B", f"{name} is cut off")
    if pos.ringed(force):
        yield Reason("sfs 4.10.1.D", f"{name} is in a cut-off landing")
    if unit in pos.disrupted:
        yield Reason("sfs 4.5.1.A", f"{name} is disrupted")
    yield from freed(pos, [unit])
    reserve = pos.step.kind == "reserve"
    if reserve and unit not in pos.reserve and unit not in pos.mover:
        yield Reason("sfs 3.2.5", f"{name} is not in reserve")
    if not reserve and unit in pos.reserve:
        yield Reason("sfs 4.8.A", f"{name} is in reserve")


def freed(pos: Position, units: Sequence[int]) -> Iterator[Reason]:
    """Who of some units was liberated in this phase and does not restack before the next (sfs 5.6.2.B)."""
    names = (pos.world.units[unit].id for unit in units)
    yield from (Reason("sfs 5.6.2.B", f"{n} was liberated in this phase") for n in names if f"freed {n}" in pos.tally)


def objections(pos: Position, action: Stack) -> Iterator[Reason]:
    """Why units may not join a force, enter a strongpoint or split off."""
    units = [pos.world.unit(name).index for name in action.units]
    blocked = [reason for unit in units for reason in may_leave(pos, unit)]
    yield from blocked
    if blocked:
        return
    homes = {pos.force_of[u] for u in units}
    areas = {pos.area_of(u) for u in units}
    if len(areas) > 1:
        yield Reason("sfs 4.5.A", "the units are in different areas")
        return
    if len({pos.origin.get(u, NOWHERE) for u in units}) > 1:
        yield Reason("sfs 5.11.1", "some of the units have no foothold in the area yet")
    if action.to == NEW:
        yield from _new_objections(pos, units, homes)
        return
    area, slot, host = place(pos, action.to)
    if area not in areas or (host is None and slot == NOWHERE):
        yield Reason("sfs 4.5.A", f"{action.to} is no force or strongpoint of their area")
    elif host is not None:
        yield from _host_objections(pos, units, host)
    else:
        yield from _slot_objections(pos, units, slot)


def _new_objections(pos: Position, units: list[int], homes: set[int]) -> Iterator[Reason]:
    force = pos.forces[next(iter(homes))]
    whole = len(homes) == 1 and sorted(force.units) == sorted(units)
    if whole and force.slot == NOWHERE and pos.surrounding(force) is None:
        yield Reason("sfs 4.5.3", f"{force.name} is a force of its own already")
    yield from fits(pos, units)


def _host_objections(pos: Position, units: list[int], host: Force) -> Iterator[Reason]:
    if host.side != pos.side:
        yield Reason("sfs 4.2.B", f"{host.name} is the enemy's")
        return
    if set(units) <= set(host.units):
        yield Reason("sfs 4.5.3", f"the units are in {host.name} already")
    if pos.cut_off(host):
        yield Reason("sfs 4.6.B", f"{host.name} is cut off")
    if pos.is_disrupted(host):
        yield Reason("sfs 4.5.1.A", f"{host.name} is disrupted")
    if {pos.origin.get(u, NOWHERE) for u in (*units, *host.units)} != {pos.origin.get(units[0], NOWHERE)}:
        yield Reason("sfs 5.11.1", f"the units and {host.name} did not enter together")
    yield from freed(pos, host.units)
    yield from fits(pos, [*host.units, *(u for u in units if u not in host.units)], host.slot)


def _slot_objections(pos: Position, units: list[int], slot: int) -> Iterator[Reason]:
    name = pos.world.board.strongpoints[slot].name
    there = pos.force_at(slot)
    if there is not None and there.side != pos.side:
        yield Reason("sfs 4.5.2.A", f"{name} is held by the enemy")
    elif there is not None:
        yield Reason("sfs 4.5.2.B", f"{name} is taken: join {there.name}")
    if any(u in pos.origin for u in units):
        yield Reason("sfs 5.11.1", "the units have no foothold in the area yet")
    yield from fits(pos, units, slot)


def apply(pos: Position, action: Stack) -> list[Event]:
    """Move units within their area, before or after their move or without one (sfs 4.5.B, sfs 4.5.C).

    Stacks are made and broken up so (sfs 3.2.3.B, sfs 3.3.3.B); a surrounding force is entered and left like any other
    (sfs 4.7.C), and frees its prey when all of it leaves or enters a strongpoint.
    """
    units = [pos.world.unit(name).index for name in action.units]
    area = pos.area_of(units[0])
    if action.to == NEW:
        force = pos.put(units, pos.side, area)
    else:
        _area, slot, host = place(pos, action.to)
        if host is None:
            force = pos.go(units, area, slot)
        else:
            pos.join(units, host)
            force = host
    code = pos.world.board.code(area)
    where = pos.world.board.strongpoints[force.slot].name if force.slot != NOWHERE else pos.world.board.areas[area].name
    text = f"{', '.join(action.units)}: now {force.name} in {where}"
    return [Event("stack", text, "sfs 4.5.A", unit=action.units[0], from_area=code, to_area=code)]


def legal_of(pos: Position, unit: int) -> Iterator[Stack]:
    """The movements of one unit within its area: each force with room, each open strongpoint, a force of its own."""
    if pos.fate[unit] != ON_MAP or next(may_leave(pos, unit), None) is not None:
        return
    board, name, area = pos.world.board, pos.world.units[unit].id, pos.area_of(unit)
    spots = [board.strongpoints[s].code for s in board.strongpoints_in[area] if pos.force_at(s) is None]
    hosts = [f.name for f in pos.forces_in(area, pos.side)]
    for to in (NEW, *spots, *hosts):
        action = Stack((name,), to)
        if next(objections(pos, action), None) is None:
            yield action


def crowded(pos: Position) -> Iterator[Force]:
    """Forces beyond what a strongpoint holds: all but the first one in it (sfs 4.5.2.B, sfs 4.10.1.D)."""
    taken: set[int] = set()
    for force in sorted(pos.forces.values(), key=lambda f: f.id):
        if force.slot == NOWHERE or pos.surrounding(force) is not None:
            continue
        if force.slot in taken:
            yield force
        taken.add(force.slot)


def label(pos: Position, units: Sequence[int]) -> str:
    """Units as a player names them: German ones by their names, Soviet pieces by their ids."""
    return ", ".join(pos.counter(u).name if pos.world.units[u].side == GERMAN else pos.world.units[u].id for u in units)


def surplus(pos: Position) -> None:
    """Support beyond one for each combat unit and one more goes to another force of its area, or stands alone.

    See sfs 8.1.1.A and docs/rulings_sfs.md S39.
    """
    for force in list(pos.forces.values()):
        support = [u for u in force.units if pos.counter(u).support]
        beyond = support[max(1, pos.count(force.units) + 1) :]
        for unit in beyond:
            own = [f for f in pos.forces_in(force.area, force.side) if f is not force and _may_take(pos, f, unit)]
            if own:
                pos.join([unit], own[0])
            else:
                pos.put([unit], force.side, force.area)


def _may_take(pos: Position, force: Force, unit: int) -> bool:
    apart = pos.cut_off(force) or pos.is_disrupted(force) or pos.entering(force)
    return not apart and bool(pos.combat_units(force)) and room(pos, [*force.units, unit], force.slot)
