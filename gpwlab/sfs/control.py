"""Who holds a strongpoint, and support that stands alone (sfs 4.3, sfs 8.1.2).  Areas: see ``Position.control``."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from gpwlab.sfs.board import GERMAN
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import CONTESTED, EMPTY, NOWHERE

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position


def slot_owner(pos: Position, slot: int) -> int:
    """The side that controls a strongpoint: who is in it, else who has the area, else who was in it last.

    See docs/rulings_sfs.md S35.
    """
    force = next((f for f in pos.forces.values() if f.slot == slot and pos.combat_units(f)), None)
    if force is not None:
        return force.side
    owner = pos.owner(pos.world.board.strongpoints[slot].area)
    return pos.holder[slot] if owner == CONTESTED else owner


def enemy_in(pos: Position, slot: int, side: int) -> bool:
    """True if an enemy holds a strongpoint against a side; support alone hinders nobody (sfs 8.1.2.A)."""
    return any(f.slot == slot and f.side != side and pos.combat_units(f) for f in pos.forces.values())


def holds_hill(pos: Position) -> int:
    """The side that has, or had last, the strongpoint of Mamayev Kurgan (sfs 5.4.1.A)."""
    return pos.holder[pos.world.hill]


def stranded(pos: Position, among: Collection[int] | None = None) -> list[Event]:
    """Unattached support in a contested or enemy area is eliminated (sfs 8.1.2.B); Chuikov is not support.

    among: the forces to look at by id, all of them where it is None.
    """
    events: list[Event] = []
    for force in list(pos.forces.values()):
        if among is not None and force.id not in among:
            continue
        if pos.combat_units(force) or pos.control(force.area) in (EMPTY, force.side):
            continue
        for unit in [u for u in force.units if pos.counter(u).support]:
            name, where = pos.world.units[unit].id, pos.world.board.areas[force.area].name
            shown = pos.counter(unit).name if force.side == GERMAN else name
            pos.eliminate(unit)
            text = f"{shown} stands alone in {where} and is eliminated"
            events.append(Event("eliminated", text, "sfs 8.1.2.B", unit=name, result="eliminated"))
    return events


def lapse(pos: Position) -> None:
    """Units in reserve whose area is German no longer lose the status (sfs 4.8.E)."""
    for unit in list(pos.reserve):
        area = pos.area_of(unit)
        if area == NOWHERE or pos.control(area) != GERMAN:
            pos.reserve.discard(unit)


def has_enemy(pos: Position, area: int, side: int) -> bool:
    """True if an enemy force counts for the control of an area."""
    return any(f.side != side and pos.counts(f) for f in pos.forces_in(area))


def needs_entry(pos: Position, area: int, side: int) -> bool:
    """True if entering an area needs an entering attack: it is the enemy's, with a free force (sfs 5.11.1.C).

    Units in strongpoints, surrounding and disrupted forces do not trigger it (sfs 4.5.2.C, sfs 4.7.D, sfs 5.12.5.1.A).
    """
    return pos.control(area) == 1 - side and any(free_target(pos, f) for f in pos.forces_in(area, 1 - side))


def free_target(pos: Position, force: Force) -> bool:
    """True for a force that triggers an entering attack and may be attacked in one (sfs 5.11.1.A)."""
    return pos.free(force) and pos.counts(force)
