"""Players of Struggle for Stalingrad; what lies face down is hidden from them as from a player at the table.

They read the public surface of a view only: its legal actions, stacks, areas and exact odds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.sfs.actions import (
    Abort,
    Action,
    Attack,
    Commit,
    Corps,
    Done,
    Ferry,
    Move,
    Overrun,
    Place,
    Proceed,
    Stack,
    Stuka,
    Summon,
)
from gpwlab.study.players.base import Maker

if TYPE_CHECKING:
    from gpwlab.sfs.decisions import Decision
    from gpwlab.sfs.looks import Stack as Force
    from gpwlab.sfs.reader import View

#: How likely each kind of action is against others at random, where it is not 1.
WEIGHTS: dict[type, float] = {Attack: 6, Overrun: 6, Stuka: 3, Move: 2, Stack: 0.4}
#: Strength that a unit lying face down is taken for.
UNKNOWN = 3.0
#: Attacks whose exact odds are worked out at a time.
MOST_WEIGHED = 3


class Random:
    """Any legal action; ends a phase now and then so that games end."""

    def __init__(self, seed: str, calm: float = 0.12) -> None:
        self.name = "random"
        self._dice = random.Random(seed)
        self._calm = calm

    def choose(self, view: View) -> Action:
        """A legal action at random, attacks rather than others."""
        choice = view.pending
        if choice is not None:
            return self._dice.choice(choice.options)
        if self._dice.random() < self._calm and not view.why_not(Done()):
            return Done()
        kinds: dict[type, list[Action]] = {}
        for action in view.legal:
            kinds.setdefault(type(action), []).append(action)
        kind = self._dice.choices(list(kinds), [WEIGHTS.get(kind, 1.0) for kind in kinds])[0]
        return self._dice.choice(kinds[kind])


@dataclass(frozen=True, slots=True)
class Style:
    """A player's weights.

    odds: strength against the enemy's that it wants in an area that it moves to, and for an attack to go on.  blood:
    what a step of its own weighs against one of the enemy's.  ground: steps that a place taken is worth.  guns: share
    of its artillery that it spends on one combat.  corps: whether it asks for Reserve Corps, which cost victory.
    """

    name: str
    odds: float
    blood: float
    ground: float
    guns: float
    corps: bool


CAUTIOUS = Style("cautious", odds=1.5, blood=1.2, ground=0.8, guns=0.35, corps=False)
AGGRESSIVE = Style("aggressive", odds=0.9, blood=0.7, ground=1.5, guns=0.6, corps=True)


class Planned:
    """A player with a style: it gathers where it outnumbers, takes cover, and attacks by exact odds."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.name = style.name
        self._when: tuple[int, str] = (0, "")
        self._agenda: Iterator[Action] = iter(())
        self._known: dict[tuple[object, ...], float] = {}

    def choose(self, view: View) -> Action:
        """The next legal action of the phase's agenda."""
        choice = view.pending
        if choice is not None:
            return self._decide(view, choice)
        when = (view.phase.turn, view.phase.name)
        if when != self._when:
            if when[0] != self._when[0]:
                self._known = {}
            self._when, self._agenda = when, self._plan(view)
        for action in self._agenda:
            if action in view.legal:
                return action
        if not view.why_not(Done()):
            return Done()
        return next(action for action in view.legal if not isinstance(action, Done))  # an attack that must be made

    def _plan(self, view: View) -> Iterator[Action]:
        kind = view.phase.name.split()[-1]
        if kind == "Set-up":
            return self._set_up(view)
        if kind in ("Artillery", "Command"):
            return self._arrive(view)
        if kind == "Movement":
            return self._move(view)
        return self._fight(view)

    # -- questions ------------------------------------------------------------------------------------------------

    def _decide(self, view: View, choice: Decision) -> Action:
        options = choice.options
        if isinstance(choice.default, Proceed) and Abort() in options:
            return Proceed() if self._goes_on(view) else Abort()
        commits = [option for option in options if isinstance(option, Commit)]
        if commits and isinstance(choice.default, Commit):
            most = max(commit.points for commit in commits)
            wanted = max(choice.default.points, round(self.style.guns * most))
            fitting = [commit for commit in commits if commit.points <= wanted]
            return max(fitting or commits, key=lambda commit: (commit.points, commit.air))
        return choice.default

    def _goes_on(self, view: View) -> bool:
        """Whether an attack is worth it now that the defenders have been shown."""
        fight = view.fight
        assert fight is not None
        forces = {force.id: force for force in view.stacks}
        own = sum(_strength(forces[f"F{number}"]) for number in fight.attackers if f"F{number}" in forces)
        target = forces.get(f"F{fight.target}")
        return target is None or own >= 0.8 * self.style.odds * _strength(target)

    # -- phases ---------------------------------------------------------------------------------------------------

    def _set_up(self, view: View) -> Iterator[Action]:
        """Every unit on the first place that is open to it."""
        while True:
            first = next((action for action in view.legal if isinstance(action, Place)), None)
            if first is None:
                return
            yield first

    def _arrive(self, view: View) -> Iterator[Action]:
        """Summon the Luftwaffe when there is someone to bomb, bring in what is due."""
        for action in view.legal:
            if isinstance(action, Summon) and view.phase.turn % (2 if self.style.corps else 3) == 1:
                yield action
                break
        while True:
            due: list[Place | Corps] = [action for action in view.legal if isinstance(action, Place)]
            due += [a for a in view.legal if isinstance(a, Corps)] if self.style.corps and not due else []
            if not due:
                return
            crowd = _crowds(view)
            yield min(due, key=lambda a: (-crowd.get(_area(getattr(a, "where", "")), (0.0, 0.0))[1], str(a)))

    def _move(self, view: View) -> Iterator[Action]:
        """Each force once: into cover where it stands against enemies, or to where it is wanted; then overruns."""
        actions = list(view.legal)
        yield from self._cross(actions)
        moves: dict[tuple[str, ...], list[Move]] = {}
        for action in actions:
            if isinstance(action, Move):
                moves.setdefault(action.units, []).append(action)
        strengths = _by_unit(view)
        waiting = {units: {way.path[-1]: way for way in ways} for units, ways in moves.items()}
        for units in sorted(waiting, key=lambda units: (-sum(strengths.get(u, 0.0) for u in units), units)):
            ways = list(waiting.pop(units).values())
            others: dict[str, float] = {}
            for more, places in waiting.items():
                if len(more) == 1:  # a stack's units come once, each on its own
                    for code in places:
                        others[code] = others.get(code, 0.0) + strengths.get(more[0], 0.0)
            best = self._best_move(view, units, ways, others)
            if best is not None:
                yield best
        for action in view.legal:
            if isinstance(action, Stack) and "-" in action.to and len(action.units) == 1:
                yield action
        yield from self._fight(view)

    def _cross(self, actions: list[Action]) -> Iterator[Action]:
        """Soviet units over the Volga to the landings."""
        for action in actions:
            if isinstance(action, Ferry):
                yield action

    def _best_move(
        self, view: View, units: tuple[str, ...], ways: list[Move], others: Mapping[str, float]
    ) -> Move | None:
        """The move that is worth most, or None to stay; ``others``: strength that may still come to an area."""
        force = next((f for f in view.stacks if {face.id for face in f.units} >= set(units)), None)
        if force is None or force.side != view.side:
            return None
        crowds, lords = _crowds(view), {area.code: (area.dominated_by, area.fortified) for area in view.areas}
        strength = sum(face.strength or 0 for face in force.units if face.id in units)
        left, there = crowds.get(force.area, (0.0, 0.0))
        if there and left - strength < there / max(self.style.odds, 1.0):
            return None  # it is needed where it is
        stay = self._worth(view, crowds, lords, force.area, 0.0)
        values = {
            way: self._worth(view, crowds, lords, way.path[-1], strength + 0.7 * others.get(way.path[-1], 0.0))
            - 0.1 * len(way.path)
            for way in ways
        }
        best = max(values, key=lambda way: (values[way], str(way)))
        return best if values[best] > stay + 0.5 else None

    def _worth(
        self,
        view: View,
        crowds: Mapping[str, tuple[float, float]],
        lords: Mapping[str, tuple[str, bool]],
        code: str,
        more: float,
    ) -> float:
        """What standing in an area is worth: enemies that one outnumbers, ground that is not one's own, cover."""
        own, enemy = crowds.get(code, (0.0, 0.0))
        lord, fortified = lords.get(code, (view.side, False))
        value = 0.0
        if enemy:
            value += 6.0 if own + more >= self.style.odds * enemy else -8.0
            value -= 0.3 * max(0.0, own - 2 * enemy)  # enough is enough
        elif lord != view.side:
            value += 3.0
        if view.side == "Soviet":
            value += 1.5 * fortified
        area = view.board.areas[view.board.area(code)]
        return value - (3.0 if area.rear or area.east_bank else 0.0) - (1.0 if area.steppe else 0.0)

    # -- combat ---------------------------------------------------------------------------------------------------

    def _fight(self, view: View) -> Iterator[Action]:
        """The best attack of those that are left, again and again; Stukas where nothing else is worth it."""
        refused: set[str] = set()
        while True:
            best: tuple[float, Attack | Overrun] | None = None
            forces = {force.id: force for force in view.stacks}
            for action in self._likeliest(view, forces):
                if str(action) not in refused:
                    value = self._value(view, action, forces)
                    if value > 0 and (best is None or value > best[0]):
                        best = (value, action)
            if best is None:
                break
            refused.add(str(best[1]))
            yield best[1]
        yield from (action for action in view.legal if isinstance(action, Stuka))

    def _likeliest(self, view: View, forces: Mapping[str, Force]) -> list[Attack | Overrun]:
        """Of the attacks and of the overruns on each force the one with most strength, the most hopeful first."""
        best: dict[tuple[type, str], tuple[float, Attack | Overrun]] = {}
        for action in view.legal:
            if isinstance(action, Attack | Overrun) and action.target in forces:
                own = sum(_strength(forces[name]) for name in _attackers(action) if name in forces)
                key = (type(action), action.target)
                hope = own >= 0.8 * self.style.odds * _strength(forces[action.target])
                if hope and (key not in best or own > best[key][0]):
                    best[key] = (own, action)
        ranked = sorted(best.values(), key=lambda found: -found[0] / _strength(forces[found[1].target]))
        return [action for _own, action in ranked[:MOST_WEIGHED]]

    def _value(self, view: View, action: Attack | Overrun, forces: Mapping[str, Force]) -> float:
        """Steps that an attack is worth: the enemy's expected loss and the ground, less one's own loss.

        What has been worked out for the same forces in this turn is not worked out again.
        """
        attackers = _attackers(action)
        key = (type(action), forces[action.target], *(forces[name] for name in attackers if name in forces))
        if key not in self._known:
            self._known[key] = self._weigh(view, action, attackers)
        return self._known[key]

    def _weigh(self, view: View, action: Attack | Overrun, attackers: tuple[str, ...]) -> float:
        battle = view.battle(action.target, attackers, overrun=isinstance(action, Overrun))
        if not battle.possible:
            return -1.0
        losses = {who: sum(steps * float(c) for steps, c in battle.losses[who].items()) for who in battle.losses}
        gain = losses["defender"] + self.style.ground * float(battle.captured)
        return gain - self.style.blood * losses["attacker"] - 0.2 * self.style.odds


def _strength(force: Force) -> float:
    """Strength of a force as it is seen; a unit face down counts as an average one."""
    return sum(UNKNOWN if face.strength is None else face.strength for face in force.units) or 0.5


def _attackers(action: Attack | Overrun) -> tuple[str, ...]:
    return action.attackers if isinstance(action, Attack) else (action.attacker,)


def _by_unit(view: View) -> dict[str, float]:
    """Strength of each of one's own units."""
    return {f.id: float(f.strength or 0) for force in view.stacks if force.side == view.side for f in force.units}


def _crowds(view: View) -> dict[str, tuple[float, float]]:
    """By area: own strength and the enemy's, as far as it is seen."""
    found: dict[str, tuple[float, float]] = {}
    for force in view.stacks:
        own, enemy = found.get(force.area, (0.0, 0.0))
        here = _strength(force)
        found[force.area] = (own + here, enemy) if force.side == view.side else (own, enemy + here)
    return found


def _area(place: str) -> str:
    return place.partition("-")[0]


MAKERS: Mapping[str, Maker] = {
    "random": Random,
    "cautious": lambda seed: Planned(CAUTIOUS),
    "aggressive": lambda seed: Planned(AGGRESSIVE),
}
