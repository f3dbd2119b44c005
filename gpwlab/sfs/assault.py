"""Amphibious assault: over the Volga under fire, into the landing or not at all (sfs 5.13)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from gpwlab.sfs import control, ferry, losses
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import attackers_of
from gpwlab.sfs.losses import NO_TOLL, Toll
from gpwlab.sfs.stages import Stage

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Position


def _crossing(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """An amphibious assault comes under fire before it lands (sfs 5.13.B)."""
    events = [event for unit in fight.units for event in ferry.under_fire(pos, unit, fight.place)]
    if not attackers_of(pos, fight):
        fight.todo = ("general", "refuge", "stranded")
    return events


def _ashore(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Who cannot move into the landing is lost; who can goes no further (sfs 5.13.D, sfs 5.13.E)."""
    landed = not control.enemy_in(pos, fight.place, fight.side)
    events: list[Event] = []
    for force in attackers_of(pos, fight):
        if not landed:
            events += [event for unit in list(force.units) for event in _drowned(pos, unit)]
            continue
        made = pos.go(force.units, fight.area, fight.place)
        text = f"{made.name} is ashore at {pos.world.board.strongpoints[fight.place].name}"
        first = pos.world.units[made.units[0]].id
        code = pos.world.board.code(fight.area)
        events.append(Event("advance", text, "sfs 5.13.A", unit=first, to_area=code))
    return events


def _drowned(pos: Position, unit: int) -> list[Event]:
    name = pos.world.units[unit].id
    pos.eliminate(unit)
    text = f"{name} finds no room in the landing and is eliminated"
    return [Event("eliminated", text, "sfs 5.13.D", unit=name, result="eliminated")]


def under_fire(pos: Position, fight: Fight) -> list[tuple[Position, Fraction, Toll]]:
    """Before the dice: positions that the crossing may lead to, with exact chances and what is lost in it."""
    (unit,) = fight.units
    hit = Fraction(ferry.HIT, 6)
    found = [(pos, 1 - hit, NO_TOLL)]
    for counter, chance in losses.falls(pos, unit).items():
        after = pos.copy()
        if counter:
            after.piece[unit] = counter
        else:
            after.eliminate(unit)
        points = after.strength(unit) if counter else 0
        found.append(
            (after, hit * chance, Toll(pos.steps_of(unit) - after.steps_of(unit), pos.strength(unit) - points))
        )
    return found


STAGES = {"crossing": Stage(_crossing), "ashore": Stage(_ashore)}
