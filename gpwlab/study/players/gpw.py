"""Players of The Great Patriotic War: from one who moves at random to those who plan their attacks.

A planned phase is an agenda, a generator that reads the position as it is when the next action is asked for; what it
proposes is checked, so that only legal actions leave a player.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from gpwlab.gpw import movement
from gpwlab.gpw.actions import Action, Done, Move
from gpwlab.gpw.engine import as_action, in_haste, objections
from gpwlab.study.players import gpw_arrival, gpw_combat, gpw_movement
from gpwlab.study.players.base import Maker
from gpwlab.study.players.style import AGGRESSIVE, CAUTIOUS, HISTORICAL, PLANNER, Style
from gpwlab.study.players.terrain import Survey, goal_survey, history_survey

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.reader import View

Reading = Callable[["Position", int], Survey]


class Random:
    """Any legal action; ends a movement phase now and then so that games end."""

    def __init__(self, seed: str, calm: float = 0.04) -> None:
        self.name = "random"
        self._dice = random.Random(seed)
        self._calm = calm

    def choose(self, view: View) -> Action:
        """A legal action at random."""
        decision = view.pending
        if decision is not None:
            return self._dice.choice(decision.options)
        if view.phase.kind in ("rail", "mobile", "general"):
            return self._move(view)
        return self._dice.choice(list(view.legal))

    def _move(self, view: View) -> Action:
        pos = view._pos
        able = movement.movable(pos) if self._dice.random() >= self._calm else []
        for unit in self._dice.sample(able, min(4, len(able))):
            moves = view.legal.of(pos.world.units[unit].id)
            if moves:
                return self._dice.choice(moves)
        return Done() if Done() in view.legal else self._dice.choice(list(view.legal))


class Planned:
    """A player with a style: it masses for attacks at its column, keeps lines, marches on its goals."""

    def __init__(self, style: Style, reading: Reading = goal_survey) -> None:
        self.style = style
        self.name = style.name
        self._read = reading
        self._when: tuple[int, int, int] = (0, 0, 0)
        self._agenda: Iterator[Action] = iter(())

    def choose(self, view: View) -> Action:
        """The next legal action of the phase's agenda."""
        pos = view._pos
        if view.pending is not None:
            return gpw_combat.decide(view, self.style, self._read)
        when = (id(view._journal), pos.turn, pos.phase)
        if when != self._when:
            self._when, self._agenda = when, self._plan(view)
        for action in self._agenda:
            if next(objections(view._pos, as_action(view._pos, action)), None) is None:
                return action
        return self._close(view)

    def _close(self, view: View) -> Action:
        """End the phase, or do what must be done before it can end."""
        if next(objections(view._pos, Done()), None) is None:
            return Done()
        first = in_haste(view._pos)
        return first or next(action for action in view.legal if not isinstance(action, Move | Done))

    def _plan(self, view: View) -> Iterator[Action]:
        kind, style, read = view.phase.kind, self.style, self._read
        if kind == "setup":
            return gpw_arrival.set_up(view)
        if kind in ("arrival", "reinforcement"):
            return gpw_arrival.arrive(view, read)
        if kind == "rail":
            return gpw_movement.ride(view, read)
        if kind == "mobile":
            return gpw_movement.strike(view, style, read)
        if kind == "general":
            return gpw_movement.march(view, style, read)
        if kind == "combat":
            return gpw_combat.fight(view, style, read, self.attacks(view))
        return iter(())  # a phase that a variant adds

    def attacks(self, view: View) -> Iterator[Action] | None:
        """The attacks to announce, or None for those that exact values make worth it, the best first."""
        return None


class Planner(Planned):
    """A player that lets :func:`gpwlab.study.plan_attacks` choose its attacks."""

    def attacks(self, view: View) -> Iterator[Action] | None:
        """The attacks of the plan."""
        return gpw_combat.planned(view)


MAKERS: Mapping[str, Maker] = {
    "random": Random,
    "cautious": lambda seed: Planned(CAUTIOUS),
    "aggressive": lambda seed: Planned(AGGRESSIVE),
    "historical": lambda seed: Planned(HISTORICAL, history_survey),
    "planner": lambda seed: Planner(PLANNER),
}
