"""A way over the Ukraine by terrain alone: what it costs on a ground, and which rivers lie across it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.hube.movement import Costs

if TYPE_CHECKING:
    from gpwlab.hube import Game

#: Movement points beyond which no way is looked for unless the caller says so.
FAR = 60


@dataclass(frozen=True, slots=True)
class March:
    """The cheapest way from a hex to another.

    mp: movement points.  path: hex ids, both ends among them.  rivers: each river crossed with its class, in order.
    """

    mp: Fraction
    path: tuple[str, ...]
    rivers: tuple[tuple[str, str], ...]


def march(
    game: Game, start: str, goal: str, movement: str = "track", ground: str | None = None, most: int = FAR
) -> March | None:
    """The cheapest way by the terrain chart, whoever stands between; None where ``most`` points are too few.

    movement: track, truck or leg.  ground: that of the game where it is not given.  Roads and railways take rivers by
    their bridges (docs/rulings_hube.md H130).  InvalidInput for what is no hex, movement or ground of the game.
    """
    board = game.board
    costs = Costs(board, game.charts, game.ground if ground is None else ground, movement)
    first, last = board.hex(start), board.hex(goal)
    if most < 1:
        raise InvalidInput(f"a way is looked for within 1 movement point or more, not {most}")
    spent = costs.reach(first, Fraction(most))
    if last not in spent:
        return None
    path = [last]
    while path[0] != first:
        path.insert(0, _before(costs, spent, path[0]))
    return March(spent[last], tuple(board.ids[h] for h in path), _rivers(game, path))


def _before(costs: Costs, spent: Mapping[int, Fraction], h: int) -> int:
    """The neighbour from which a cheapest way enters a hex; of several the one of the lowest number."""
    return min(near for near in costs.board.near[h] if near in spent and _fits(costs, spent, near, h))


def _fits(costs: Costs, spent: Mapping[int, Fraction], near: int, h: int) -> bool:
    step = costs.step(near, h)
    return step.mp is not None and (not spent[near] if step.whole else spent[near] + step.mp == spent[h])


def _rivers(game: Game, path: list[int]) -> tuple[tuple[str, str], ...]:
    """The rivers across a path, one after the other; a river that the path crosses back is named again."""
    board = game.board
    across = {(h, d): (name, cls) for h, d, cls, name in board.rivers}
    found = []
    for a, b in pairwise(path):
        there, back = board.direction(a, b), board.direction(b, a)
        river = across.get((a, there)) or across.get((b, back))
        found += [river] if river else []
    return tuple(found)
