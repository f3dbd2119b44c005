"""Which railways a side can use: the gauge decides, and nothing else (hube 1.5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from gpwlab.hube.board import column_of

if TYPE_CHECKING:
    from gpwlab.hube.board import Board
    from gpwlab.hube.scenarios import Scenario

NONE, AXIS, SOVIET = -1, 0, 1


def links(board: Board, h: int) -> list[int]:
    """The neighbours that a railway leads to; the hexes of a city are joined by its own tracks (hube 1.8b)."""
    found = []
    for d, other in enumerate(board.near[h]):
        if other < 0:
            continue
        drawn = (board.multi[h] | board.single[h]) >> d & 1
        city = board.is_city(h) and board.is_city(other) and board.town[h].name == board.town[other].name
        if drawn or city:
            found.append(other)
    return found


def flood(board: Board, start: Collection[int], through: Collection[int], ends: Collection[int] = ()) -> set[int]:
    """Rail hexes that hang together with some hexes; those in ``ends`` are reached and not passed."""
    seen = {h for h in start if h in through}
    todo = [h for h in seen if h not in ends]
    while todo:
        for other in links(board, todo.pop()):
            if other in through and other not in seen:
                seen.add(other)
                if other not in ends:
                    todo.append(other)
    return seen


def at_start(board: Board, side: Sequence[int], scenario: Scenario) -> list[int]:
    """By hex the gauge of its railway at the start of a scenario (docs/rulings_hube.md H128).

    Soviet gauge reaches from the Soviet edges and Kiev through Soviet land to the front or to the limit hexes; the rest
    is German, in scenario 5 only west of its limit column.
    """
    rails = {h for h in range(board.n) if side[h] >= 0 and board.tracks(h)}
    limits = {board.hex(name) for name in scenario.limits[SOVIET]}
    land = {h for h in rails if side[h] == SOVIET} | (limits & rails)
    heads = [exit.hex for exit in board.exits if exit.side == "Soviet" and exit.by in ("rail", "both", "city")]
    edge = [h for h in land if _east_edge(board, side, h)]
    reached = flood(board, [*heads, *edge], land, limits)
    column = min((column_of(name) for name in scenario.limits[AXIS]), default=None)
    found = [NONE] * board.n
    for h in rails:
        if h in reached:
            found[h] = SOVIET
        elif column is None or board.spot[h][0] < column:
            found[h] = AXIS
    return found


def _east_edge(board: Board, side: Sequence[int], h: int) -> bool:
    """True at the east edge of a scenario on sheet A alone, where lines go on to sheet B."""
    return any(other >= 0 and side[other] < 0 and board.spot[other][0] > board.spot[h][0] for other in board.near[h])
