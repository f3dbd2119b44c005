"""Retreats (gpw 7.4.2): two hexes away, by a route that costs the fewest steps (docs/rulings.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.gpw import allies

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: gpw 7.4.2.A: how far the retreating unit ends from where it stood.
RETREAT_HEXES = 2

Route = tuple[int, ...]


def routes(pos: Position, unit: int, bounded: bool = True) -> tuple[int, list[Route]]:
    """Steps that a retreat costs, and every route at that price; no route at all means elimination.

    A route leads away from the start with each hex, to an empty hex two hexes away; only where no such hex can be
    reached does it go on through friendly units to the next empty one (gpw 7.4.2.C).  It never crosses water, the
    strait or an enemy unit (gpw 5.3.B), and allied units stay within their countries unless ``bounded`` is False.
    """
    board = pos.world.board
    bounds = allies.fence(pos, unit, moving=False) if bounded else None
    within_bounds = board.playable if bounds is None else allies.open_hexes(pos.world, bounds)
    longer: list[Route] = [()]
    distance, within = 0, {pos.where[unit]}
    refuges: list[Route] = []
    while longer:
        distance += 1
        longer = [step for route in longer for step in _steps_away(pos, unit, route, within) if within_bounds[step[-1]]]
        if pos.world.hooks.closed and bounded:
            longer = [route for route in longer if allies.closed(pos, unit, route[-1]) is None]
        empty = [route for route in longer if pos.occupant[route[-1]] < 0]
        if distance >= RETREAT_HEXES and empty:
            return _cheapest(pos, unit, empty)
        refuges += [route for route in empty if may_halt(pos, unit, route[-1])]
        within = {near for hex_ in within for near in board.ring[hex_]}
    return _cheapest(pos, unit, refuges) if refuges else (0, [])


def _cheapest(pos: Position, unit: int, found: list[Route]) -> tuple[int, list[Route]]:
    """The price of the cheapest routes, and those; a route is worth its cheapest end where it may end early."""
    priced = sorted((min(price(pos, unit, route[:end]) for end in ends(pos, unit, route)), route) for route in found)
    return priced[0][0], [route for cost, route in priced if cost == priced[0][0]]


def may_halt(pos: Position, unit: int, hex_: int) -> bool:
    """True for an empty hex where a variant lets a retreat end early."""
    return pos.occupant[hex_] < 0 and any(hook(pos, unit, hex_) for hook in pos.world.hooks.halt)


def ends(pos: Position, unit: int, route: Route) -> list[int]:
    """After how many hexes of a route the retreat may end: after all, or early by a variant."""
    return [len(route), *(number for number, hex_ in enumerate(route[:-1], 1) if may_halt(pos, unit, hex_))]


def price(pos: Position, unit: int, route: Route) -> int:
    """Steps that a unit loses on a route."""
    return len(costly(pos, unit, route))


def costly(pos: Position, unit: int, route: Route) -> list[int]:
    """Hexes of a route that cost a step: those in an enemy ZOC, the last hex included (gpw 4.2.A, gpw 4.2.B).

    A friendly unit in the hex does not help, and several enemies next to it make it no dearer.
    """
    enemy_zoc = pos.zoc[1 - pos.world.units[unit].side]
    dear = [hex_ for hex_ in route if enemy_zoc[hex_]]
    free = pos.world.hooks.costless
    return [hex_ for hex_ in dear if not any(hook(pos, unit, hex_) for hook in free)] if free else dear


def _steps_away(pos: Position, unit: int, route: Route, within: set[int]) -> list[Route]:
    """The route with each hex that may follow; ``within`` holds the hexes that are no farther away than its end."""
    board = pos.world.board
    side = pos.world.units[unit].side
    at = route[-1] if route else pos.where[unit]
    strait = board.strait[at]
    return [
        (*route, to)
        for direction, to in board.links[at]
        if to not in within and not strait >> direction & 1 and not pos.enemy_at(to, side)
    ]


def objections(pos: Position, unit: int, path: Route) -> Iterator[Reason]:
    """What is wrong with a path of at least one hex as a retreat: its first bad hex, or its end or its price."""
    board = pos.world.board
    at = pos.where[unit]
    for distance, to in enumerate(path, 1):
        wrong = _why_not_to(pos, unit, at, to, distance)
        if wrong is not None:
            yield wrong
            return
        at = to
    lowest, found = routes(pos, unit)
    if path in found:
        return
    paid = price(pos, unit, path)
    if pos.occupant[at] >= 0:
        yield Reason("gpw 7.4.2.C", f"{board.label(at)} holds a unit; a retreat ends in an empty hex")
    elif len(path) < RETREAT_HEXES:
        yield Reason("gpw 7.4.2.A", f"{board.label(at)} is not two hexes away")
    elif len(path) > len(found[0]):
        yield Reason("gpw 7.4.2.C", f"an empty hex can be reached with {counted(len(found[0]), 'hex', 'hexes')}")
    elif paid > lowest:
        yield Reason("gpw 4.2.A", f"the path enters enemy ZOC {counted(paid, 'time')} and another only {lowest}")


def _why_not_to(pos: Position, unit: int, at: int, to: int, distance: int) -> Reason | None:
    board = pos.world.board
    direction = board.direction(at, to)
    here, there = board.label(at), board.label(to)
    if direction < 0:
        return Reason("gpw 7.4.2.A", f"{there} does not touch {here}")
    if (direction, to) not in board.links[at] or board.strait[at] >> direction & 1:
        return Reason("gpw 5.3.B", f"from {here} to {there} lies water or the end of the land in play")
    if pos.enemy_at(to, pos.world.units[unit].side):
        return Reason("gpw 5.3.C", f"{there} holds an enemy unit")
    closed = allies.why_closed(pos, unit, to, moving=False)
    if closed is not None:
        return closed
    if board.distance(pos.where[unit], to) != distance:
        return Reason("gpw 7.4.2.A", f"{there} leads no farther away from {board.label(pos.where[unit])}")
    return None
