"""Overruns: attacks in a movement phase, the days they take, and disruption (sfs 5.12).

Worked through in sfs 13.3.A, sfs 13.3.B, sfs 13.3.D and sfs 13.3.F.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.sfs import control, disruption, entry, forces, movement, stukas
from gpwlab.sfs.actions import Again, Halt, Stuka
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import subject, target_of
from gpwlab.sfs.position import ON_MAP
from gpwlab.sfs.stages import Stage

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Force, Position

#: Days of overruns after which a unit is disrupted when they are exceeded (sfs 5.12.5), on short turns too (sfs 9.5).
DAYS = 6


def objections(pos: Position, target: Force, force: Force) -> Iterator[Reason]:
    """Why a force may not overrun another now; that it has done so before is no reason (sfs 5.12.4).

    An overrun may be an entering attack (sfs 5.11.1.3.A).
    """
    if force.side == pos.side:
        if pos.count(force.units) > 1:
            yield Reason("sfs 5.12", f"{force.name} is stacked: one unit and its support overrun alone")
        for unit in pos.combat_units(force):
            yield from _may_not_start(pos, unit)
            if pos.days.get(unit, 0) > DAYS:
                yield Reason("sfs 5.12.5", f"{pos.world.units[unit].id} has spent its six days on overruns")
    yield from forces.objections(pos, target, [force], overrun=True)


def _may_not_start(pos: Position, unit: int) -> Iterator[Reason]:
    """What keeps a unit from moving keeps it from overrunning; where its move ends it may still overrun."""
    if unit not in pos.mover:
        yield from movement.may_move(pos, unit)
    elif unit in pos.disrupted:
        yield Reason("sfs 5.12.5.1.A", f"{pos.world.units[unit].id} is disrupted and does not attack")


def start(pos: Position, force: Force) -> None:
    """The force is the one in motion from now on; support that has made its move fights along, no more (sfs 4.1.E)."""
    if not set(pos.combat_units(force)) <= pos.mover:
        done = pos.moved if pos.mover_stopped else pos.moved - pos.mover
        movement.begin(pos, [unit for unit in force.units if unit not in done])
        pos.mover_stopped = False


def runner(pos: Position, fight: Fight) -> int:
    """The combat unit that overruns, -1 if it is gone."""
    return next(iter(runners(pos, fight)), -1)


def runners(pos: Position, fight: Fight) -> list[int]:
    """The combat units that overrun: more than one where the parts of a division count as one unit (sfs 8.2.F)."""
    return [u for u in fight.units if pos.fate[u] == ON_MAP and pos.counter(u).combat]


def count_days(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """A die for the days that the overrun took (sfs 5.2.7, sfs 5.12.5)."""
    units = runners(pos, fight)
    if not units:
        return []
    die = pos.roll("days", subject(pos, fight))
    spent = max(pos.days.get(unit, 0) for unit in units) + die
    pos.days.update(dict.fromkeys(units, spent))
    unit = units[0]
    name = pos.world.units[unit].id
    text = f"{name} needs {counted(die, 'day')} for the overrun, {spent} in all"
    return [Event("days", text, "sfs 5.12.5", unit=name, die=die, result=str(spent))]


def exhausted(pos: Position, fight: Fight) -> bool:
    """Whether the overrunning unit is there and its days are spent."""
    unit = runner(pos, fight)
    return unit >= 0 and pos.days.get(unit, 0) > DAYS


def _once_more(pos: Position, fight: Fight) -> list[Action]:
    """One more overrun of the same defender, if it is still there to be overrun."""
    target, unit = target_of(pos, fight), runner(pos, fight)
    if not exhausted(pos, fight) or fight.last or target is None:
        return []
    force = pos.where(unit)
    assert force is not None
    barred = list(forces.objections(pos, target, [force], overrun=True))
    if barred:
        return []
    # Stukas may come between two overruns by one unit (sfs 5.4.4.B)
    bombed = next(stukas.objections(pos, target), None) is None
    return [Halt(), Again(), *([Stuka(target.name)] if bombed else [])]


def stages(again: Callable[[Position, Fight], list[Event]]) -> dict[str, Stage]:
    """The steps after an overrun; ``again`` declares the one that is left."""

    def once_more(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
        if isinstance(answer, Stuka):
            fight.todo = (*stukas.SEQUENCE, "once more", *fight.todo)
            return []
        return again(pos, fight) if isinstance(answer, Again) else []

    return {
        "days": Stage(count_days),
        "once more": Stage(
            once_more,
            _once_more,
            kind="overrun",
            rule="sfs 5.12.5",
            text="the days are spent: one more overrun of the same defender, or none",
        ),
        "overrun end": Stage(finish),
    }


def finish(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Who found no foothold goes back; spent days disrupt; an area that has become friendly lets the move go on.

    The unit has advanced by now, if it would (sfs 5.12.5.1.B).
    """
    unit = runner(pos, fight)
    force = pos.where(unit) if unit >= 0 else None
    if force is None:
        return []
    events: list[Event] = []
    if pos.entering(force):
        if any(control.free_target(pos, f) for f in pos.forces_in(force.area, 1 - force.side)):
            events += entry.send_back(pos, force)
            pos.mover_stopped = False
        else:
            events += entry.settle(pos, force.area)
    if exhausted(pos, fight):
        events += disruption.disrupt(pos, runners(pos, fight))
    elif pos.control(pos.area_of(unit)) == fight.side:  # sfs 4.4.2.1
        pos.mover_stopped = False
    return events
