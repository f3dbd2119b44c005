"""Sequence of play: ten phases a turn, five for each side, one after the other (gpw 3.0.A, gpw 3.0.B)."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.gpw.charts import Turn
from gpwlab.gpw.units import AXIS, SIDES, SOVIET


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of the turn: whose it is, its kind (which module plays it), name and rule."""

    side: int
    kind: str
    name: str
    rule: str


#: The turn, in order; the Axis moves first (gpw 22.1.6.B).  The mobile phase is the Axis Panzer Movement Phase and the
#: Soviet Armored Movement Phase.
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
#: Before turn 1 of a free set-up: the side that sets up first, then the other (phase numbers -2 and -1).
SETUP: tuple[Step, ...] = (
    Step(SOVIET, "setup", "Soviet Set-up", "gpw 22.1.6.A"),
    Step(AXIS, "setup", "Axis Set-up", "gpw 22.1.6.A"),
)
LAST_PHASE = len(TURN) - 1
#: Kinds of phase that have MP, and so weather and supply for movement (gpw 6.1.D, gpw 8.0.B); the railway has none.
MOVEMENT = ("mobile", "general")


def step_at(number: int) -> Step:
    """The step with a phase number: 0 to 9 within a turn, -2 and -1 for a free set-up."""
    return TURN[number] if number >= 0 else SETUP[number]


@dataclass(frozen=True, slots=True)
class Phase:
    """Where the game stands, as shown to users."""

    turn: int
    side: str
    name: str
    rule: str
    number: int
    title: str

    def __str__(self) -> str:
        return f"{self.title}: {self.name} Phase"


def phase_of(turn: Turn, number: int) -> Phase:
    """The phase of a turn as users see it."""
    step = step_at(number)
    return Phase(turn.number, SIDES[step.side], step.name, step.rule, number, turn.title)
