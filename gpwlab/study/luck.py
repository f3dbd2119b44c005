"""The luck ledger: every die of the kept line of play against what was to be expected of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.gpw import weather
from gpwlab.gpw.actions import Action, Resolve
from gpwlab.gpw.units import SIDES
from gpwlab.study.timeline import lend_lease

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.events import Event
    from gpwlab.gpw.game import Game
    from gpwlab.gpw.preview import Outcome

COLUMNS = (
    "n", "turn", "phase", "side", "kind", "subject", "die", "result",
    "measure", "expected", "actual", "luck", "at_least",
)  # fmt: skip

#: What can be added up: caption, measures of :func:`luck`, unit.
MEASURES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("steps in battle", ("defender steps", "attacker steps"), "steps"),
    ("hexes taken", ("hex taken",), "hexes"),
    ("clear weather", ("clear weather",), "phases"),
    ("lend-lease RPs", ("RPs",), "RPs"),
)


class Measure(NamedTuple):
    """What a die brought by one measure, and the exact distribution of what it might have brought.

    ``sign`` is 1 where more is good for the side that rolled, -1 where less is.
    """

    name: str
    sign: int
    actual: int
    chances: dict[int, Fraction]

    @property
    def expected(self) -> Fraction:
        """Mean of the measure."""
        return sum((value * chance for value, chance in self.chances.items()), Fraction(0))

    @property
    def at_least(self) -> Fraction:
        """Chance of doing as well for the side that rolled, or better."""
        good = (chance for value, chance in self.chances.items() if self.sign * (value - self.actual) >= 0)
        return sum(good, Fraction(0))


def luck(game: Game) -> DataFrame:
    """One row a die and measure on the line of play; what has been undone does not count.

    Battles are measured by the defender's steps, the attacker's steps and the hex taken (0 or 1), weather by clear
    weather (0 or 1), lend-lease by RPs.  ``luck`` is actual less expected, positive when good for the side that
    rolled; ``at_least`` is the chance of doing as well or better.  All come from exact fractions, given as floats.
    """
    from pandas import DataFrame

    replay = game.fork()
    replay.jump(0)
    rows = list(_rows(0, replay, (), game.opening))
    for number, action in enumerate(game.actions, 1):
        outcomes = _outcomes(replay, action)
        rows += _rows(number, replay, outcomes, replay.do(action))
    return DataFrame(rows, columns=list(COLUMNS))


def _outcomes(game: Game, action: Action) -> tuple[Outcome, ...]:
    """What a battle about to be rolled may bring, from the same preview that players see."""
    if not isinstance(action, Resolve):
        return ()
    attackers = next(units for target, units, _result in game.attacks if target == action.target)
    return game.battle(action.target, attackers).outcomes


def _rows(
    number: int, game: Game, outcomes: Sequence[Outcome], events: Sequence[Event]
) -> Iterator[tuple[object, ...]]:
    phase = game.phase
    for event in events:
        for measure in _measures(game, event, outcomes):
            gain = float(measure.sign * (measure.actual - measure.expected))
            worth = (measure.name, float(measure.expected), measure.actual, gain, float(measure.at_least))
            rolled = (event.kind, event.to_hex, event.die, event.result)
            yield (number, phase.turn, phase.name, phase.side, *rolled, *worth)


def _measures(game: Game, event: Event, outcomes: Sequence[Outcome]) -> Iterator[Measure]:
    if event.kind == "battle":
        for name, sign, value in (
            ("defender steps", 1, lambda outcome: outcome.defender_steps),
            ("attacker steps", -1, lambda outcome: outcome.attacker_steps),
            ("hex taken", 1, lambda outcome: int(outcome.vacated)),
        ):
            actual = next(value(outcome) for outcome in outcomes if outcome.result == event.result)
            yield Measure(name, sign, actual, _sum((value(outcome), outcome.chance) for outcome in outcomes))
    elif event.kind == "weather":
        bad = weather.chance(game.charts, game.phase.turn, game.phase.side)
        yield Measure("clear weather", 1, int(event.result == "clear"), {0: bad, 1: 1 - bad})
    elif event.kind == "lend-lease":
        yield Measure("RPs", 1, int(event.result), lend_lease(game.charts, game.phase.turn))


def _sum(pairs: Iterator[tuple[int, Fraction]]) -> dict[int, Fraction]:
    chances: dict[int, Fraction] = {}
    for value, chance in pairs:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return chances


def tally(ledger: DataFrame) -> list[tuple[str, str, int, float, float, float]]:
    """One row a side and measure: side, caption, dice, expected, rolled, and luck (good for the side above 0)."""
    rows = []
    for caption, measures, _unit in MEASURES:
        for side in SIDES:
            own = ledger[ledger["measure"].isin(measures) & (ledger["side"] == side)]
            if len(own):
                dice = own["n"].nunique() if caption == MEASURES[0][0] else len(own)
                luck = float(own["luck"].sum())
                # steps of one's own and of the enemy have two signs: what is expected and rolled is enemy less own
                sign = own["measure"].map(lambda name: -1 if name == "attacker steps" else 1)
                expected, rolled = float((own["expected"] * sign).sum()), float((own["actual"] * sign).sum())
                rows.append((side, caption, dice, expected, rolled, luck))
    return rows


def running(ledger: DataFrame, measures: tuple[str, ...]) -> dict[str, list[tuple[int, float]]]:
    """For each side the luck added up: (number of the action, sum so far), one point an action with a die."""
    found = {}
    for side in SIDES:
        own = ledger[ledger["measure"].isin(measures) & (ledger["side"] == side)].groupby("n", sort=True)["luck"].sum()
        found[side] = list(zip(map(int, own.index), accumulate(map(float, own)), strict=True))
    return found
