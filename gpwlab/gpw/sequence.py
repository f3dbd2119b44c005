"""Sequence of play: ten phases a turn, five for each side, one after the other (gpw 3.0.A, gpw 3.0.B)."""

from __future__ import annotations

from functools import cache

from gpwlab.core.sequence import Phase as Phase
from gpwlab.core.sequence import Step as Step
from gpwlab.gpw.charts import Turn
from gpwlab.gpw.units import AXIS, SIDES, SOVIET

#: The turn, in order; the Axis moves first (gpw 22.1.6.B), though a scenario may begin with the Soviet half of a turn.
#: The mobile phase is the Axis Panzer Movement Phase and the Soviet Armored Movement Phase.
TURN: tuple[Step, ...] = (
    Step(AXIS, "reinforcement", "Axis Reinforcement/Replacement", "gpw 3.1.1"),
    Step(AXIS, "rail", "Axis Rail Movement", "gpw 3.1.2"),
    Step(AXIS, "mobile", "Axis Panzer Movement", "gpw 3.1.3.A"),
    Step(AXIS, "combat", "Axis Combat", "gpw 3.1.4.A"),
    Step(AXIS, "general", "Axis General Movement", "gpw 3.1.5.A"),
    Step(SOVIET, "reinforcement", "Soviet Reinforcement/Replacement", "gpw 3.2.1"),
    Step(SOVIET, "rail", "Soviet Rail Movement", "gpw 3.2.2"),
    Step(SOVIET, "mobile", "Soviet Armored Movement", "gpw 3.2.3"),
    Step(SOVIET, "combat", "Soviet Combat", "gpw 3.2.4.A"),
    Step(SOVIET, "general", "Soviet General Movement", "gpw 3.2.5.A"),
)
LAST_PHASE = len(TURN) - 1
#: A third step of a free set-up, in which the Soviets place their reserve anew (gpw 22.2.6.B).
RESERVE_SETUP = "Soviet Reserve Set-up"
#: Kinds of phase that have MP, and so weather and supply for movement (gpw 6.1.D, gpw 8.0.B); the railway has none.
MOVEMENT = ("mobile", "general")


@cache
def setup_steps(order: tuple[int, ...], rule: str) -> tuple[Step, ...]:
    """The steps of a free set-up, a side each in the scenario's order; their phase numbers end at -1."""
    return tuple(Step(side, "setup", f"{SIDES[side]} Set-up", rule) for side in order)


def first_of(side: int) -> int:
    """The number of the phase in which a side begins its part of the turn."""
    return next(number for number, step in enumerate(TURN) if step.side == side)


def phase_of(turn: Turn, number: int, step: Step) -> Phase:
    """The phase of a turn as users see it."""
    return step.phase(turn.number, turn.title, SIDES, number)
