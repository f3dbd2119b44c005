"""The course of a turn: which phase comes next, what happens by itself at its beginning, when the game is over."""

from __future__ import annotations

from gpwlab.hube import collapse, reinforcements, victory
from gpwlab.hube.events import Event
from gpwlab.hube.options import MASKIROVKA
from gpwlab.hube.position import Position
from gpwlab.hube.sequence import (
    AXIS,
    FIRST_MASKIROVKA,
    FIRST_RESERVES,
    FIRST_SETUP,
    LAST_PHASE,
    SOVIET,
    Step,
    order,
    step_at,
)
from gpwlab.hube.setup import reserve_limit

#: Phases after which a player turn is over.
_ENDS = (LAST_PHASE // 2, LAST_PHASE)


def opening(pos: Position, free: bool) -> list[Event]:
    """Go to the first phase that there is: the set-up if it is free, purchases in a campaign, the first weather."""
    pos.phase = FIRST_SETUP if free else FIRST_RESERVES
    return enter(pos) if in_play(pos, pos.phase) else advance(pos)


def in_play(pos: Position, phase: int) -> bool:
    """Whether a phase before the game takes place: purchases and moves before it belong to campaigns (hube 2.2)."""
    if phase >= 0 or phase < FIRST_RESERVES:
        return True
    if phase < FIRST_MASKIROVKA:
        return pos.world.scenario.campaign
    return pos.world.rules.has(MASKIROVKA)


def steps(pos: Position) -> tuple[Step, ...]:
    """The phases of the turn in progress in order, or those before the first turn that take place."""
    if pos.phase >= 0:
        return order(pos.first)
    before = (number for number in range(FIRST_SETUP, 0) if in_play(pos, number))
    return tuple(step_at(number, pos.first, pos.masked) for number in before)


def done(pos: Position) -> list[Event]:
    """End the phase."""
    events = _close(pos)
    return events if pos.ended else events + advance(pos)


def _close(pos: Position) -> list[Event]:
    """What is checked at the end of a phase."""
    if pos.phase in _ENDS and pos.mover == AXIS:
        return victory.player_turn_ends(pos)
    return []


def advance(pos: Position) -> list[Event]:
    """Go to the next phase that takes place; after the last turn the game is over."""
    if pos.phase == LAST_PHASE:
        if pos.turn >= pos.world.scenario.last_turn:
            pos.ended = "turns"
            return [Event("outcome", f"the last turn is over: {victory.outcome(pos)}", pos.world.scenario.rule)]
        pos.turn, pos.phase = pos.turn + 1, 0
        return _begin_turn(pos)
    pos.phase += 1
    while not in_play(pos, pos.phase):
        pos.phase += 1
    return enter(pos)


def _begin_turn(pos: Position) -> list[Event]:
    """A new turn: weather, supply and rail capacity anew, the southern wing judged."""
    pos.first = SOVIET
    return [*renew(pos), *collapse.begin_turn(pos)]


def renew(pos: Position) -> list[Event]:
    """Nothing of a turn has been used yet; where it is entered after its weather, that is left as it was."""
    if pos.phase == 0:
        pos.weather, pos.air, pos.opened = "", "", False
    pos.supplied, pos.rail_used, pos.subsisted = [False, False], [0, 0], set()
    return enter(pos)


def enter(pos: Position) -> list[Event]:
    """What happens at the beginning of a phase."""
    pos.tally = {}
    step = pos.step
    events = [Event("phase", f"{pos.turn_box.title}: {step.name} Phase", step.rule, result=f"{pos.turn}/{pos.code}")]
    if step.kind == "reinforcement":
        events += reinforcements.begin(pos)
    elif step.kind == "reserves":
        limit = reserve_limit(pos, step.side)
        rule = "hube 3.2" if step.side == AXIS else "hube 2.2"
        events.append(Event("reserves", f"{limit} reserve markers are free", rule))
    return events


def after_weather(pos: Position) -> list[Event]:
    """In the first turn of a scenario the Soviets move first; later the players say who does (hube 1.1.B)."""
    if pos.turn > pos.world.scenario.first_turn or pos.ended:
        return []
    pos.first, pos.opened = SOVIET, True
    return [Event("first", "the Soviets move first", "hube 1.1.B", result="Soviet")]


def thaw(pos: Position) -> list[Event]:
    """The outcome when the spring thaw ends the game (hube 1.2b)."""
    return [Event("outcome", f"the game is over: {victory.outcome(pos)}", "hube 1.2b")] if pos.ended else []
