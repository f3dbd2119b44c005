"""Supply in combat: landings that supply in drift ice, and what a combat uses up (sfs 6.2.2, sfs 6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.sfs import supply
from gpwlab.sfs.actions import Draw
from gpwlab.sfs.board import SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import attackers_of, target_of
from gpwlab.sfs.position import ON_MAP
from gpwlab.sfs.stages import Stage, soviet

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Force, Position


def _drawers(pos: Position, fight: Fight) -> list[Force]:
    """Soviet forces in this combat that have not been asked for a landing yet."""
    there = [*attackers_of(pos, fight), *filter(None, [target_of(pos, fight)])]
    asked = {force for force, _, _ in fight.landings}
    return [f for f in there if f.side == SOVIET and f.id not in asked and supply.landings(pos, f)]


def _landings(pos: Position, fight: Fight) -> list[Action]:
    """In drift ice a landing may supply a force (sfs 6.3.A, sfs 6.3.B)."""
    waiting = _drawers(pos, fight)
    if not waiting:
        return []
    places = pos.world.board.strongpoints
    return [Draw(None), *(Draw(places[slot].code) for slot in supply.landings(pos, waiting[0]))]


def _draw(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """The landing takes the marker that the force has or would get (sfs 6.3.C); then the next force is asked."""
    waiting = _drawers(pos, fight)
    if not waiting or not isinstance(answer, Draw):
        return []
    force = waiting[0]
    slot = -1 if answer.landing is None else pos.world.board.strongpoint(answer.landing)
    marked = any(unit in pos.oos for unit in force.units)
    fight.landings = (*fight.landings, (force.id, slot, marked))
    fight.todo = ("draw", *fight.todo)
    if slot < 0:
        return []
    pos.drawn.add(slot)
    pos.oos.difference_update(force.units)
    fight.unsupplied = tuple(unit for unit in fight.unsupplied if unit not in force.units)
    name = pos.world.board.strongpoints[slot].name
    return [
        Event("supply", f"{name} supplies {force.name}", "sfs 6.3.B", result=pos.world.board.strongpoints[slot].code)
    ]


def _use_supply(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Who had no supply line is out of supply after the combat; not a defender at poor odds (sfs 6.2.2.B)."""
    spared = fight.defenders if fight.poor else ()
    for force, slot, marked in fight.landings:
        if fight.poor and force == fight.target and slot >= 0 and not marked:
            pos.drawn.discard(slot)
    out = [u for u in fight.unsupplied if pos.fate[u] == ON_MAP and u not in pos.oos and u not in spared]
    pos.oos.update(out)
    if not out:
        return []
    names = ", ".join(pos.world.units[unit].id for unit in out)
    return [Event("supply", f"out of supply after the combat: {names}", "sfs 6.2.2.B", unit=pos.world.units[out[0]].id)]


STAGES = {
    "draw": Stage(
        _draw, _landings, soviet, kind="landing", rule="sfs 6.3.B", text="a landing may supply the force in drift ice"
    ),
    "supply": Stage(_use_supply),
}
