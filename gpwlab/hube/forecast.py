"""What the weather may bring: the exact chances of ground, thaw and flying for every turn to come (hube 1.2).

The ground of a turn depends on that of the turn before and on the roll alone, so that the chances follow turn by turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gpwlab.core.errors import InvalidInput
from gpwlab.hube.charts import AIR, END, GROUNDS, Charts


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chances of one turn, as seen from now.

    ground: of each ground in this turn; what is missing to 1 is :data:`gpwlab.hube.charts.END`, that the thaw has ended
    the game in this turn or before (hube 1.2b).  thaw: that it ends the game in this very turn.  air: of each kind of
    air day, given that the game goes on until this turn (and of the weather that ends it, none).
    """

    turn: int
    ground: Mapping[str, Fraction]
    ended: Fraction
    thaw: Fraction
    air: Mapping[str, Fraction]


def forecast(charts: Charts, last_ground: str, first_turn: int, last_turn: int) -> list[Outlook]:
    """The outlook of each turn from first to last; ``last_ground`` is that of the turn before the first.

    InvalidInput for an unknown ground or turns that the game does not have.
    """
    if last_ground not in GROUNDS:
        raise InvalidInput(f"there is no ground {last_ground!r}; there is {', '.join(GROUNDS)}")
    if last_turn < first_turn:
        raise InvalidInput(f"turn {last_turn} comes before turn {first_turn}")
    turns = range(charts.turn(first_turn).number, charts.turn(last_turn).number + 1)
    bands = {charts.turns[number].band for number in turns}
    moves = {band: _moves(charts, band) for band in bands}
    air = {band: _air(charts, band) for band in bands}
    weights, ended, whole = {last_ground: 1}, 0, 1  # in whole numbers, of which ``whole`` is all
    found = []
    for number in turns:
        band = charts.turns[number].band
        after = _step(moves[band], weights)
        whole *= len(charts.rolls[band])
        thaw = after.pop(END, 0)
        ended = ended * len(charts.rolls[band]) + thaw
        ground = {name: Fraction(weight, whole) for name, weight in after.items()}
        found.append(Outlook(number, ground, Fraction(ended, whole), Fraction(thaw, whole), air[band]))
        weights = after
    return found


def _moves(charts: Charts, band: str) -> dict[str, dict[str, int]]:
    """In how many rolls of d66 each ground follows each last ground (hube 1.2a)."""
    found: dict[str, dict[str, int]] = {}
    for last in GROUNDS:
        after = found.setdefault(last, {})
        for weather in charts.rolls[band].values():
            new = charts.ground(weather, last)
            after[new] = after.get(new, 0) + 1
    return found


def _step(moves: Mapping[str, Mapping[str, int]], weights: Mapping[str, int]) -> dict[str, int]:
    """The weights of the grounds one turn later, from hard freeze to mud and the end."""
    after: dict[str, int] = {}
    for last, weight in weights.items():
        for new, rolls in moves[last].items():
            after[new] = after.get(new, 0) + weight * rolls
    return {ground: after[ground] for ground in (*GROUNDS, END) if ground in after}


def _air(charts: Charts, band: str) -> dict[str, Fraction]:
    """The chance of each kind of air day by weather and die (hube chart.Air Effects Chart)."""
    rolls = charts.rolls[band]
    days = dict.fromkeys(AIR, 0)
    for weather in rolls.values():
        for effect in charts.air[weather]:
            days[effect] += 1
    return {kind: Fraction(count, 6 * len(rolls)) for kind, count in days.items()}
