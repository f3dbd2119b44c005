"""Sequence of play: weather, then a player turn of each side (docs/rulings_hube.md H126).

The order of phases belongs to the series rules; of them only those that this book speaks of are kept.
"""

from __future__ import annotations

from gpwlab.core.sequence import Phase as Phase
from gpwlab.core.sequence import Step as Step
from gpwlab.hube.board import SIDES
from gpwlab.hube.charts import Turn

AXIS, SOVIET = range(2)


def _player_turn(side: int) -> tuple[Step, ...]:
    own, other = SIDES[side], SIDES[1 - side]
    moves = "hube 3.8" if side == AXIS else "hube 3.9"
    return (
        Step(side, "reinforcement", f"{own} Reinforcement", "hube 3.1" if side == AXIS else "hube 2.1"),
        Step(side, "movement", f"{own} Movement", moves),
        Step(1 - side, "reaction", f"{other} Reaction", "hube 3.9"),
        Step(side, "combat", f"{own} Combat", "hube chart.Terrain Effects on Combat"),
        Step(side, "exploitation", f"{own} Exploitation", "hube 3.9"),
    )


WEATHER = Step(SOVIET, "weather", "Weather", "hube 1.2")
#: The turn by who moves first; the Soviets do in the first turn of a scenario (hube 1.1.B).
ORDERS = tuple((WEATHER, *_player_turn(first), *_player_turn(1 - first)) for first in (AXIS, SOVIET))
TURN = ORDERS[SOVIET]
LAST_PHASE = len(TURN) - 1
#: Before the first turn, numbered from -6 to -1; the Axis sets up first (hube 1.1.A).
SETUP: tuple[Step, ...] = (
    Step(AXIS, "setup", "Axis Set-up", "hube 1.1.A"),
    Step(SOVIET, "setup", "Soviet Set-up", "hube 1.1.A"),
    Step(AXIS, "reserves", "Axis Reserve Markers", "hube 3.2"),
    Step(SOVIET, "reserves", "Soviet Reserve Markers", "hube 2.2"),
    Step(AXIS, "maskirovka", "Moves without Initiative", "hube 4.3"),
    Step(SOVIET, "maskirovka", "Moves with Initiative", "hube 4.3"),
)
FIRST_SETUP, FIRST_RESERVES, FIRST_MASKIROVKA = -6, -4, -2
NAMES = tuple(step.name for step in (*SETUP, *TURN))


def step_at(number: int, first: int, masked: int = AXIS) -> Step:
    """The step with a phase number, given who moves first; ``masked``: the side without initiative (hube 4.3)."""
    if number >= 0:
        return ORDERS[first][number]
    step = SETUP[number]
    if step.kind != "maskirovka":
        return step
    return Step(masked if number == FIRST_MASKIROVKA else 1 - masked, step.kind, step.name, step.rule)


def order(first: int) -> tuple[Step, ...]:
    """The phases of a turn in which a side moves first."""
    return ORDERS[first]


def code_of(number: int, first: int, masked: int) -> int:
    """One number for a phase and whose it is: those of a turn in which the Axis moves first count on from 11."""
    if number > 0 and first == AXIS:
        return number + LAST_PHASE
    return number - len(SETUP) if number in (FIRST_MASKIROVKA, -1) and masked == SOVIET else number


def phase_of(turn: Turn, code: int) -> Phase:
    """The phase of a turn as users see it, by the number of :func:`code_of`."""
    number = code - LAST_PHASE if code > LAST_PHASE else code + len(SETUP) if code < FIRST_SETUP else code
    first = AXIS if code > LAST_PHASE else SOVIET
    step = step_at(number, first, SOVIET if code < FIRST_SETUP else AXIS)
    return step.phase(turn.number, turn.title, SIDES, number)
