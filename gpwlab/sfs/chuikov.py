"""General Chuikov's own ways (sfs 8.5.A): slipping through rings, his move in the German Attack Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import movement
from gpwlab.sfs.actions import Choose, Refuge, Stack
from gpwlab.sfs.board import SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import NOWHERE

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position

#: The die that is his end (sfs 8.5.D).
FATAL = 6


def slip(pos: Position) -> list[Event]:
    """He enters or leaves a cut-off force: a die, and on a 6 he is eliminated (sfs 8.5.D)."""
    unit = pos.chuikov()
    name = pos.world.units[unit].id
    ordinal = pos.tally.get("slip", 0)
    pos.tally["slip"] = ordinal + 1
    die = pos.roll("slip", name, ordinal)
    fate = "he is caught" if die == FATAL else "he gets through"
    events = [Event("slip", f"Chuikov slips through the ring: {die}, {fate}", "sfs 8.5.D", unit=name, die=die)]
    return [*events, *(fall(pos, "sfs 8.5.D") if die == FATAL else [])]


def fall(pos: Position, rule: str) -> list[Event]:
    """Chuikov is eliminated."""
    unit = pos.chuikov()
    name = pos.world.units[unit].id
    pos.eliminate(unit)
    return [Event("eliminated", "Chuikov is eliminated", rule, unit=name, result="eliminated")]


def join(pos: Position, force: Force) -> list[Event]:
    """He joins a force, with the die where a ring has to be passed on either side."""
    unit = pos.chuikov()
    start = pos.where(unit)
    ringed = (start is not None and pos.cut_off(start)) or pos.cut_off(force)
    events = slip(pos) if ringed else []
    if pos.chuikov() == NOWHERE:
        return events
    left = start.area if start is not None else force.area
    pos.join([unit], force)
    board = pos.world.board
    text = f"Chuikov joins {force.name} in {board.areas[force.area].name}"
    moved = Event(
        "move",
        text,
        "sfs 8.5.C",
        unit=pos.world.units[unit].id,
        from_area=board.code(left),
        to_area=board.code(force.area),
    )
    return [*events, moved]


# -- within an area, in the Soviet Movement Phase ---------------------------------------------------------------------


def stack_objections(pos: Position, action: Stack) -> Iterator[Reason]:
    """Why Chuikov, alone, may not go over to a force of his area."""
    unit = pos.world.unit(action.units[0]).index
    start = pos.where(unit)
    if start is None or pos.side != SOVIET:
        yield Reason("sfs 4.1.B", "Chuikov does not move now")
        return
    if action.to[:1] != "F":
        yield Reason("sfs 8.5.E", "Chuikov cannot be alone: name a force that he joins")
        return
    host = pos.force(action.to)
    if host.side != SOVIET or host.area != start.area or host is start:
        yield Reason("sfs 4.5.A", f"{action.to} is no other Soviet force in his area")
    elif not pos.combat_units(host):
        yield Reason("sfs 8.5.E", "Chuikov cannot be without a combat unit")


def legal_stacks(pos: Position) -> Iterator[Stack]:
    """The forces of his area that he may go over to."""
    name = pos.world.units[pos.chuikov()].id
    for force in list(pos.forces_in(pos.area_of(pos.chuikov()), SOVIET)):
        action = Stack((name,), force.name)
        if next(stack_objections(pos, action), None) is None:
            yield action


# -- in the German Attack Phase ---------------------------------------------------------------------------------------


def retreats(pos: Position) -> list[Force]:
    """Forces that he may go to: in his area, or one area away where he may go as any unit (sfs 8.5.C)."""
    unit = pos.chuikov()
    start = pos.where(unit) if unit != NOWHERE else None
    if start is None:
        return []
    areas = {start.area, *_next(pos, unit, start.area)}
    return [f for f in pos.forces.values() if _takes_him(pos, f, start) and f.area in areas]


def _next(pos: Position, unit: int, area: int) -> list[int]:
    near = movement.neighbours(pos, SOVIET, area)
    return [a for a in near if pos.control(a) == SOVIET and next(movement.closed(pos, unit, a), None) is None]


def _takes_him(pos: Position, force: Force, start: Force) -> bool:
    return force.side == SOVIET and force is not start and bool(pos.combat_units(force))


def options(pos: Position) -> tuple[Choose | Refuge, ...]:
    """What he may do in the German Attack Phase: stay, or go to one of the forces; () if there is none to go to."""
    forces = retreats(pos)
    return (Choose("chuikov", "stay"), *(Refuge(f.name) for f in forces)) if forces else ()


def not_alone(pos: Position) -> list[Event]:
    """At the end of a phase Chuikov is with a force: with one in his area, else in an adjacent one (sfs 8.5.E)."""
    unit = pos.chuikov()
    start = pos.where(unit) if unit != NOWHERE else None
    if start is None or pos.combat_units(start) or start.area == pos.world.board.east_bank:
        return []
    near = {start.area, *pos.world.board.near[start.area]}
    able = [f for f in pos.forces.values() if f.area in near and _takes_him(pos, f, start)]
    if not able:
        return fall(pos, "sfs 8.5.E")
    return join(pos, min(able, key=lambda f: (f.area != start.area, pos.cut_off(f), f.id)))
