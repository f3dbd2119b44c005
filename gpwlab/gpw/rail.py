"""Rail movement (gpw 5.5): any distance along friendly rail hexes, within the national limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.paths import Reach
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.gpw import allies, stacking
from gpwlab.gpw.hooks import gather, thread
from gpwlab.gpw.units import SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position


def limit(pos: Position) -> int:
    """Units that the phasing side may move by rail this turn (gpw 5.5.3.A, gpw 5.5.3.B)."""
    allowed = pos.world.charts.rail_limit(SIDES[pos.side], pos.turn)
    return int(thread(pos.world.hooks.rail_limit, allowed, pos))


def capacity(pos: Position, unit: int) -> int:
    """What a unit takes of the national limit: one, or two for armour with the option (gpw 20.3)."""
    takes = 2 if pos.world.units[unit].armour and pos.world.rules.has("armour-rail-double") else 1
    return int(thread(pos.world.hooks.rail_cost, takes, pos, unit))


def reach(pos: Position, unit: int) -> Reach:
    """Rail hexes that a unit can end in, each with a path of the fewest hexes; MP left has no meaning here and is 0.

    The net is the printed lines with the joins off the map (gpw 5.5.2), over whatever terrain they run (gpw 5.5.1.D).
    """
    start = pos.where[unit]
    if pos.railed + capacity(pos, unit) > limit(pos):
        return Reach(start, {}, {})
    came: dict[int, int] = {}
    bounds = allies.fence(pos, unit)
    within = pos.world.board.playable if bounds is None else allies.open_hexes(pos.world, bounds)
    side, control, rails = pos.side, pos.control, pos.world.board.rail
    enemy_zoc, shut = pos.zoc[1 - side], pos.world.hooks.closed
    queue = [start]
    for hex_ in queue:  # the queue grows while it is walked
        if hex_ != start and enemy_zoc[hex_]:  # gpw 5.5.1.B: no farther than the first hex in an enemy ZOC
            continue
        for to in rails[hex_]:
            if to != start and to not in came and control[to] == side and within[to]:  # gpw 5.5.1.E
                if shut and allies.closed(pos, unit, to) is not None:
                    continue
                came[to] = hex_
                queue.append(to)
    left = {hex_: 0 for hex_ in came if stacking.room(pos, unit, hex_)}  # gpw 5.5.1.C
    if pos.world.hooks.rail_end:
        left = {hex_: 0 for hex_ in left if next(gather(pos.world.hooks.rail_end, pos, unit, hex_), None) is None}
    return Reach(start, left, came)


def path_objections(pos: Position, unit: int, path: tuple[int, ...]) -> Iterator[Reason]:
    """The reasons against a path by rail: the limit, then the first one on the way."""
    board, counter = pos.world.board, pos.world.units[unit]
    allowed = limit(pos)
    needed = capacity(pos, unit)
    if pos.railed + needed > allowed:
        rule = "gpw 20.3" if needed > 1 else "gpw 5.5.3.A" if pos.side == SOVIET else "gpw 5.5.3.B"
        takes = f", and {counter.name} takes {needed}" if needed > 1 else ""
        used = f"may move {counted(allowed, 'unit')} by rail this turn and has moved {pos.railed}"
        yield Reason(rule, f"{SIDES[pos.side]} {used}{takes}")
    at = pos.where[unit]
    if not board.rail[at]:
        yield Reason("gpw 5.5.1.A", f"{counter.name} does not start the phase on a rail line ({board.label(at)})")
        return
    for number, to in enumerate(path):
        barred = _why_no_step(pos, at, to, first=not number) or allies.why_closed(pos, unit, to)
        if barred is not None:
            yield barred
            return
        at = to
    yield from gather(pos.world.hooks.rail_end, pos, unit, at)


def _why_no_step(pos: Position, at: int, to: int, first: bool) -> Reason | None:
    """Why no unit of the phasing side may go on by rail from one hex to another, if so."""
    board = pos.world.board
    here, there = board.label(at), board.label(to)
    if not first and pos.zoc[1 - pos.side][at]:
        return Reason("gpw 5.5.1.B", f"{here} is in an enemy ZOC: rail movement may not go through it")
    if to not in board.rail[at]:
        return Reason("gpw 5.5.1.A", f"no rail line joins {here} and {there}")
    if pos.control[to] != pos.side:
        holder = "the enemy is there" if pos.enemy_at(to, pos.side) else "the enemy passed it last"
        return Reason("gpw 5.5.1.E", f"{there} is not friendly: {holder}")
    return None
