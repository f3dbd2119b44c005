"""Retreat for one loss less, and advance after combat (sfs 5.10, sfs 5.2.5.3, sfs 5.2.6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import control, forces, movement, stacking
from gpwlab.sfs.actions import Advance, Retreat, Stand
from gpwlab.sfs.board import GERMAN
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import target_of
from gpwlab.sfs.position import NOWHERE, ON_MAP
from gpwlab.sfs.stages import Stage, defender

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Force, Position


# -- retreat ----------------------------------------------------------------------------------------------------------


def bound(pos: Position, force: Force) -> Iterator[Reason]:
    """Why a defending force may not retreat at all."""
    if pos.count(force.units) != 1:  # sfs 4.2.C: support does not make a stack
        yield Reason("sfs 5.10.A", f"{force.name} is stacked and does not retreat")
    if forces.dug_in(pos, force):
        yield Reason("sfs 4.5.2.D", f"{force.name} is in a strongpoint and does not retreat")
    if pos.cut_off(force):
        yield Reason("sfs 5.10.D", f"{force.name} is cut off and does not retreat")
    if pos.surrounding(force) is not None:
        yield Reason("sfs 5.10.D", f"{force.name} surrounds a force and does not retreat")
    if pos.is_disrupted(force):
        yield Reason("sfs 5.12.5.1.A", f"{force.name} is disrupted and does not retreat")
    if any(unit in pos.retreated for unit in force.units):
        yield Reason("sfs 5.10.E", f"{force.name} has retreated in this phase")


def refuges(pos: Position, force: Force) -> list[int]:
    """Areas that a force may retreat to: adjacent, its own side's or dominated by it, not the Rear (sfs 2.1.2.3)."""
    board = pos.world.board
    near = movement.neighbours(pos, force.side, force.area)
    own = [area for area in near if pos.owner(area) == force.side and not board.areas[area].rear]
    return [area for area in own if not any(next(movement.closed(pos, unit, area), None) for unit in force.units)]


def _choices(pos: Position, fight: Fight) -> list[Action]:
    """To stand or to go, where one loss less leaves somebody to go."""
    target = target_of(pos, fight)
    if target is None or fight.losses < 1 or next(bound(pos, target), None) is not None:
        return []
    if sum(pos.steps_of(unit) for unit in target.units) < fight.losses:
        return []
    codes = [pos.world.board.code(area) for area in refuges(pos, target)]
    return [Stand(), *map(Retreat, codes)] if codes else []


def retreat(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """Take the defender to another area; that counts for one loss (sfs 5.10.C, sfs 5.2.5.3.A)."""
    target = target_of(pos, fight)
    if not isinstance(answer, Retreat) or target is None:
        return []
    board = pos.world.board
    area = board.area(answer.area)
    fight.refuge, fight.losses = area, fight.losses - 1
    pos.retreated.update(target.units)
    pos.go(target.units, area)  # sfs 5.10.B: into no strongpoint, and no stack
    text = f"{target.name} retreats to {board.areas[area].name}: one loss less"
    first = pos.world.units[target.units[0]].id
    return [
        Event("retreat", text, "sfs 5.10.A", unit=first, from_area=board.code(fight.area), to_area=board.code(area))
    ]


def haste(pos: Position, fight: Fight, options: list[Action]) -> Action:
    """A player in haste gives way only where standing is the end of the force."""
    target = target_of(pos, fight)
    steps = sum(pos.steps_of(unit) for unit in target.units) if target else 0
    return options[1] if steps <= fight.losses else options[0]


# -- advance ----------------------------------------------------------------------------------------------------------


def goal(pos: Position, fight: Fight) -> tuple[int, int] | None:
    """Area and strongpoint that the attackers may advance to, None where there is none.

    Into a strongpoint whose defenders are gone (sfs 5.2.6.2.A), or after a retreat (sfs 5.2.6.2.B); that alone leads
    out of a strongpoint, for who is in one attacks no other (sfs 5.5.2.C).
    """
    if fight.refuge != NOWHERE:
        return fight.refuge, NOWHERE
    if fight.place == NOWHERE or fight.kind == "assault":
        return None
    # one of their own may be in it already
    return None if control.enemy_in(pos, fight.place, fight.side) else (fight.area, fight.place)


def _standing(pos: Position, fight: Fight) -> list[list[int]]:
    """The attacking units that are left and have not advanced, force by force."""
    gone = set(fight.advanced)
    return [[u for u in units if pos.fate[u] == ON_MAP and u not in gone] for units in fight.attacking]


def _advanced(pos: Position, fight: Fight, group: tuple[int, ...]) -> list[int]:
    return [unit for unit in group if unit in fight.advanced and pos.fate[unit] == ON_MAP]


def _choices_to_advance(pos: Position, fight: Fight) -> list[Action]:
    """One unit at a time; to stop is offered where both parts of every force can stand by themselves."""
    where = goal(pos, fight)
    if where is None:
        return []
    area, slot = where
    ahead = [_advanced(pos, fight, group) for group in fight.attacking]
    behind = _standing(pos, fight)
    able = [
        unit
        for front, rest in zip(ahead, behind, strict=True)
        for unit in rest
        if not list(may_not_advance(pos, unit, area)) and _together(pos, [*front, unit], slot)
    ]
    whole = (_whole(pos, part) for pair in zip(ahead, behind, strict=True) if _led(pos, pair) for part in pair)
    stop = not any(ahead) or all(whole)
    return [*([Advance(None)] if stop else []), *(Advance(pos.world.units[unit].id) for unit in able)]


def may_not_advance(pos: Position, unit: int, area: int) -> Iterator[Reason]:
    """Why a unit may not follow into an area; the steppe is open to who follows (sfs 9.2)."""
    for reason in movement.closed(pos, unit, area):
        if reason.rule != "sfs 9.2":
            yield reason


def _together(pos: Position, units: list[int], slot: int) -> bool:
    """Whether units can be one force ahead: the combat units go first, and no more than there is room for."""
    return any(pos.counter(u).combat for u in units) and stacking.room(pos, units, slot)


def _led(pos: Position, parts: tuple[list[int], list[int]]) -> bool:
    """Whether a force has a combat unit left; support alone is lost wherever it is (sfs 8.1.2.B)."""
    return any(pos.counter(u).combat for part in parts for u in part)


def _whole(pos: Position, units: list[int]) -> bool:
    """Whether units can be left together: none, or a combat unit with no more support than allowed (sfs 8.1.1.A)."""
    return not units or _together(pos, units, NOWHERE)


def advance(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """One unit goes; then the others are asked again (sfs 5.10.F)."""
    where = goal(pos, fight)
    if where is None or not isinstance(answer, Advance) or answer.unit is None:
        return []
    area, slot = where
    unit = pos.world.unit(answer.unit).index
    group = next(units for units in fight.attacking if unit in units)
    ahead = _advanced(pos, fight, group)
    left = pos.area_of(unit)
    host = pos.where(ahead[0]) if ahead else None
    if host is None:
        host = pos.go([unit], area, slot)
    else:
        pos.join([unit], host)
    fight.advanced = (*fight.advanced, unit)
    fight.todo = ("advance", *fight.todo)
    return [_told(pos, unit, left, host)]


def _told(pos: Position, unit: int, left: int, host: Force) -> Event:
    board, side = pos.world.board, host.side
    shown = pos.counter(unit).name if side == GERMAN else pos.world.units[unit].id
    rule = "sfs 5.2.6.2.B" if host.slot == NOWHERE else "sfs 5.2.6.2.A"
    there = board.areas[host.area].name if host.slot == NOWHERE else board.strongpoints[host.slot].name
    name = pos.world.units[unit].id
    ends = board.code(left), board.code(host.area)
    return Event("advance", f"{shown} advances to {there}", rule, unit=name, from_area=ends[0], to_area=ends[1])


STAGES = {
    "retreat": Stage(
        retreat,
        _choices,
        defender,
        kind="retreat",
        rule="sfs 5.2.5.3.A",
        text="the defender may retreat for one loss less",
        default=haste,
    ),
    "advance": Stage(
        advance,
        _choices_to_advance,
        kind="advance",
        rule="sfs 5.10.F",
        text="attacking units may advance",
    ),
}
