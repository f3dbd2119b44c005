"""Sequence of play: artillery, then an impulse of each side (sfs 3.0)."""

from __future__ import annotations

from gpwlab.core.sequence import Phase as Phase
from gpwlab.core.sequence import Step as Step
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.charts import Turn

#: The turn, in order.  In the Mutual Artillery Phase the German player announces summons, then both sides roll.
TURN: tuple[Step, ...] = (
    Step(GERMAN, "artillery", "Mutual Artillery", "sfs 3.1"),
    Step(GERMAN, "counterattack", "German Counterattack", "sfs 3.2.1"),
    Step(GERMAN, "command", "German Command", "sfs 3.2.2"),
    Step(GERMAN, "movement", "German Movement", "sfs 3.2.3.A"),
    Step(GERMAN, "attack", "German Attack", "sfs 3.2.4"),
    Step(GERMAN, "reserve", "German Reserve", "sfs 3.2.5"),
    Step(SOVIET, "counterattack", "Soviet Counterattack", "sfs 3.3.1"),
    Step(SOVIET, "command", "Soviet Command", "sfs 3.3.2"),
    Step(SOVIET, "movement", "Soviet Movement", "sfs 3.3.3.A"),
    Step(SOVIET, "attack", "Soviet Attack", "sfs 3.3.4"),
)
#: Before turn 1: the Soviet set-up (phase number -1).
SETUP: tuple[Step, ...] = (Step(SOVIET, "setup", "Soviet Set-up", "sfs 11.3.3.2.B"),)
LAST_PHASE = len(TURN) - 1
#: Kinds of phase in which attacks are declared (sfs 5.0), and in which units move (sfs 4.1.A).
COMBAT = ("counterattack", "attack")
MOVEMENT = ("movement", "reserve")
#: Phase numbers by (side, kind).
NUMBER = {(step.side, step.kind): n for n, step in enumerate(TURN)}
NUMBERS = {step.name: n for n, step in enumerate((*SETUP, *TURN), -len(SETUP))}


def step_at(number: int) -> Step:
    """The step with a phase number: 0 to 9 within a turn, -1 for the set-up."""
    return TURN[number] if number >= 0 else SETUP[number]


def phase_of(turn: Turn, number: int) -> Phase:
    """The phase of a turn as users see it."""
    return step_at(number).phase(turn.number, turn.title, SIDES, number)
