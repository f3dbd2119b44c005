"""What many games have in common: who won how often, how long they were, who held what when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpwlab.core.errors import InvalidInput
from gpwlab.study.gamefile import hexes
from gpwlab.study.intervals import wilson
from gpwlab.study.players.base import SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pandas import DataFrame

#: Winners in the order in which they are listed.
DRAW = "draw"


def victories(games: DataFrame) -> DataFrame:
    """By winner: games, share, and the 95 % Wilson interval ``low`` to ``high``."""
    from pandas import DataFrame

    total = _counted(games)
    winners = list(dict.fromkeys((*SIDES[games.attrs["system"]], *games["winner"])))
    counts = games["winner"].value_counts()
    rows = []
    for winner in winners:
        won = int(counts.get(winner, 0))
        rows.append((winner, won, won / total, *wilson(won, total)))
    return DataFrame(rows, columns=["winner", "games", "share", "low", "high"])


def lengths(games: DataFrame) -> DataFrame:
    """By last turn: how many games ended in it, by winner."""
    from pandas import crosstab

    _counted(games)
    table: DataFrame = crosstab(games["turn"], games["winner"])
    return table.reindex(range(int(games["turn"].min()), int(games["turn"].max()) + 1), fill_value=0)


def turns(games: DataFrame) -> list[int]:
    """The turns at whose end something was noted, first to last."""
    _counted(games)
    first = int(games.attrs["first_turn"])
    return list(range(first, first + int(games["turns"].max())))


def holders(games: DataFrame, turn: int) -> DataFrame:
    """By hex or area: the share of games in which the first side holds it at the end of a turn, with its interval.

    A game that is over by then counts as it ended.  InvalidInput for a turn that no game reached.
    """
    from pandas import DataFrame

    known = turns(games)
    if turn not in known:
        raise InvalidInput(f"there is no turn {turn!r}; games had turns {known[0]} to {known[-1]}")
    names = hexes(games)
    place = turn - known[0]
    counts = np.zeros(len(names), dtype=int)
    for packed, count in zip(games["held"], games["turns"], strict=True):
        counts += _bits(packed, len(names), min(place, int(count) - 1))
    total = len(games)
    bounds = {int(k): wilson(int(k), total) for k in np.unique(counts)}
    rows = [(name, count / total, *bounds[int(count)]) for name, count in zip(names, counts, strict=True)]
    return DataFrame(rows, columns=["place", "share", "low", "high"])


def _bits(packed: bytes, number: int, place: int) -> NDArray[np.uint8]:
    size = (number + 7) // 8
    chunk = np.frombuffer(packed[place * size : (place + 1) * size], dtype=np.uint8)
    return np.unpackbits(chunk, count=number)


def strength_bands(games: DataFrame) -> DataFrame:
    """By side and turn: 5th, 25th, 50th, 75th and 95th percentile of the strength on the map, and the games counted.

    A game that is over counts no more.
    """
    from pandas import DataFrame

    series = [np.frombuffer(packed, dtype=np.int16).reshape(-1, 2) for packed in games["strengths"]]
    rows: list[tuple[Any, ...]] = []
    for number, side in enumerate(SIDES[games.attrs["system"]]):
        for place, turn in enumerate(turns(games)):
            values = [one[place, number] for one in series if len(one) > place]
            rows.append((side, turn, *np.percentile(values, (5, 25, 50, 75, 95)), len(values)))
    return DataFrame(rows, columns=["side", "turn", "p5", "p25", "p50", "p75", "p95", "games"])


def _counted(games: DataFrame) -> int:
    if not len(games):
        raise InvalidInput("there are no games to look at")
    return len(games)
