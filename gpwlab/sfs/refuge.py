"""What becomes of General Chuikov when his force is eliminated (sfs 8.5.E)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.sfs import chuikov
from gpwlab.sfs.actions import Refuge
from gpwlab.sfs.board import SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import subject
from gpwlab.sfs.stages import Stage, soviet

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Force, Position

#: The die that is his end.
FATAL = 6


def _general(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Chuikov's force is eliminated: on a 6 he is, too (sfs 8.5.E)."""
    lost = _homeless(pos, fight)
    if lost is None:
        return []
    name = pos.world.units[pos.chuikov()].id
    die = pos.roll("general", subject(pos, fight))
    fate = "he falls with it" if die == FATAL else "he gets away"
    pos.release(lost)
    event = Event("general", f"Chuikov's force is eliminated: {die}, {fate}", "sfs 8.5.E", unit=name, die=die)
    if die == FATAL or not _refuges(pos, fight):
        return [event, *chuikov.fall(pos, "sfs 8.5.E")]
    return [event]


def _homeless(pos: Position, fight: Fight) -> Force | None:
    """Chuikov's force if this combat has left it without a combat unit."""
    unit = pos.chuikov()
    force = pos.where(unit) if unit >= 0 else None
    involved = force is not None and unit in (*fight.defenders, *fight.units)
    return force if force is not None and involved and not pos.combat_units(force) else None


def _refuges(pos: Position, fight: Fight) -> list[Action]:
    """Soviet forces in areas next to Chuikov's."""
    lost = _homeless(pos, fight)
    if lost is None:
        return []
    near = pos.world.board.near[lost.area]
    return [Refuge(f.name) for f in pos.forces.values() if f.side == SOVIET and f.area in near and pos.combat_units(f)]


def _take_refuge(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    return chuikov.join(pos, pos.force(answer.force)) if isinstance(answer, Refuge) else []


STAGES = {
    "general": Stage(_general),
    "refuge": Stage(_take_refuge, _refuges, soviet, "refuge", "sfs 8.5.E", "Chuikov joins a force in an adjacent area"),
}
