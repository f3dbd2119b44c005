"""The weather to come, in exact fractions: each movement phase, the four of a turn together, and many turns.

Every movement phase of a marked turn has a die of its own (gpw 6.1.D), so that phases are independent of each other.
"""

from __future__ import annotations

import os
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.game import folder
from gpwlab.core.shelf import MOST_STATES, Stamp, stamp_of
from gpwlab.core.words import counted
from gpwlab.gpw import weather, worlds
from gpwlab.gpw.charts import Charts, Turn, read_charts
from gpwlab.gpw.reader import Reader
from gpwlab.gpw.sequence import MOVEMENT, TURN
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from pandas import DataFrame

#: The movement phases of a turn in the order of play: side and name.
PHASES = tuple((SIDES[step.side], step.name) for step in TURN if step.kind in MOVEMENT)
COLUMNS = (
    "turn", "title", "mark", "winter", "side", "bad_to", "chance", "both_clear", "one_bad", "both_bad", "combat",
)  # fmt: skip


@lru_cache(MOST_STATES)
def _charts(stamp: Stamp | None) -> Charts:
    return read_charts(worlds.shipped(None if stamp is None else stamp[0]))


def charts_of(source: Reader | Charts | None, overlay: str | os.PathLike[str] | None = None) -> Charts:
    """The charts of a game, charts themselves, or those of an overlay folder or of the package."""
    if source is None:
        return _charts(stamp_of(folder(overlay)))
    return source.charts if isinstance(source, Reader) else source


def weather_odds(source: Reader | Charts | None = None, overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """One row a turn and side: the chance of bad weather in each of the side's two movement phases.

    source: a game, or charts; without one it is by the tables of an ``overlay`` folder if there is one, else by the
    shipped ones; a game has its own.

    Columns: turn, title, mark (mud, snow or ""), winter, side, bad_to (highest die that is bad, 0 without a mark),
    chance (of one phase), both_clear, one_bad, both_bad (of the two phases), combat (what the mark does to the side's
    attacks).  Chances are Fractions.
    """
    from pandas import DataFrame

    charts = charts_of(source, overlay)
    rows = []
    for box in charts.turns.values():
        for side in SIDES:
            bad = weather.chance(charts, box.number, side)
            two = ((1 - bad) ** 2, 2 * bad * (1 - bad), bad**2)
            said = combat_words(charts, box, side)
            mark = (box.number, box.title, box.weather, box.winter)
            rows.append((*mark, side, weather.adverse_to(charts, box.number, side), bad, *two, said))
    return DataFrame(rows, columns=list(COLUMNS))


def combat_words(charts: Charts, box: Turn, side: str) -> str:
    """What the mark of a turn does to a side's attacks, whatever the dice say (gpw 6.2.2.A)."""
    effect = charts.effect(box.weather, side, box.winter)
    if not box.weather:
        return "as usual"
    halved = ["strength halved"] if effect.attack_divisor > 1 else []
    columns = abs(effect.shift)
    shifted = [f"{counted(columns, 'column')} left"] if columns else []
    return ", ".join(halved + shifted) or "as usual"


def joint(
    turn: int, source: Reader | Charts | None = None, overlay: str | os.PathLike[str] | None = None
) -> dict[tuple[bool, ...], Fraction]:
    """The joint distribution of a turn: for each of the four :data:`PHASES` whether it is bad, and the chance of that.

    All sixteen outcomes are there, those that cannot be with chance 0.  InvalidInput for an unknown turn.
    """
    charts = charts_of(source, overlay)
    _known(charts, turn)
    bad = [weather.chance(charts, turn, side) for side, _name in PHASES]
    return {
        outcome: prod((p if here else 1 - p for p, here in zip(bad, outcome, strict=True)), start=Fraction(1))
        for outcome in product((False, True), repeat=len(PHASES))
    }


def bad_phases(
    first: int,
    last: int,
    side: str = "",
    source: Reader | Charts | None = None,
    overlay: str | os.PathLike[str] | None = None,
) -> dict[int, Fraction]:
    """The exact distribution of how many movement phases of turns first to last are bad, of one side or of both.

    InvalidInput for unknown turns, a range that runs backwards, or an unknown side.
    """
    charts = charts_of(source, overlay)
    total = {0: Fraction(1)}
    for bad in _chances(charts, first, last, side):
        grown: dict[int, Fraction] = {}
        for count, chance in total.items():
            for more, share in ((0, 1 - bad), (1, bad)):
                if share:
                    grown[count + more] = grown.get(count + more, Fraction(0)) + chance * share
        total = grown
    return total


def expected_bad(
    first: int,
    last: int,
    side: str = "",
    source: Reader | Charts | None = None,
    overlay: str | os.PathLike[str] | None = None,
) -> Fraction:
    """How many movement phases of turns first to last are bad on average; InvalidInput as for :func:`bad_phases`."""
    return sum(_chances(charts_of(source, overlay), first, last, side), Fraction(0))


def _chances(charts: Charts, first: int, last: int, side: str) -> list[Fraction]:
    """The chance of each movement phase of the turns."""
    _known(charts, first)
    _known(charts, last)
    if last < first:
        raise InvalidInput(f"turns {first} to {last} run backwards")
    if side not in ("", *SIDES):
        raise InvalidInput(f"there is no side {side!r}: it is {' or '.join(SIDES)}, or '' for both")
    owners = [owner for owner, _name in PHASES if side in ("", owner)]
    return [weather.chance(charts, turn, owner) for turn in range(first, last + 1) for owner in owners]


def _known(charts: Charts, turn: int) -> None:
    if type(turn) is not int or turn not in charts.turns:
        raise InvalidInput(f"there is no turn {turn!r}: the turn record runs from {min(charts.turns)} to "
                           f"{max(charts.turns)}")  # fmt: skip


def rolled(game: Reader) -> dict[tuple[int, str], tuple[int, str]]:
    """The dice of the weather on the line of play: turn and phase name to the die and what it brought."""
    log = game.log
    own = log[log["kept"] & (log["kind"] == "weather")]
    columns = (own["turn"], own["phase"], own["die"], own["result"])
    return {(int(turn), name): (int(die), result) for turn, name, die, result in zip(*columns, strict=True)}
