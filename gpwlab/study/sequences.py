"""Battles of a phase one after the other: exact where the tree of dice is small, else sampled, and it says which.

Each battle is rolled on the position that the ones before it have left, by the game's own steps and with the default
answer to every decision, so that retreats block one another and zones of control change on the way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.gpw import combat, results
from gpwlab.gpw.actions import Advance, Attack
from gpwlab.gpw.odds import odds
from gpwlab.gpw.position import Battle
from gpwlab.gpw.preview import support, turned_to_combat
from gpwlab.study.intervals import wilson
from gpwlab.study.plans import WHO, once

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.position import Position
    from gpwlab.gpw.reader import Reader

#: Different positions after a battle up to which a sequence is worked out exactly, and draws where there are more.
MOST, DRAWS = 2_000, 1_000


class Ending(NamedTuple):
    """How a sequence may end: steps lost by the attacker and by the defenders, and the hexes left, in order."""

    attacker_steps: int
    defender_steps: int
    fallen: tuple[str, ...]


class BattleSequence:
    """What may come of battles in their order.

    endings: each with its chance, exact or the share of the draws.  exact: which of the two it is.  ways: different
    positions at the end, or draws.  targets: hex ids in order.
    """

    def __init__(self, targets: Sequence[str], endings: Mapping[Ending, Fraction], exact: bool, ways: int) -> None:
        self.targets, self.endings = tuple(targets), dict(endings)
        self.exact, self.ways = exact, ways

    @property
    def says(self) -> str:
        """Whether the numbers are exact or sampled, in words."""
        if self.exact:
            return f"exact: {self.ways} different positions at the end"
        return f"sampled: {self.ways} draws, with 95 % intervals"

    def losses(self, who: str) -> dict[int, Fraction]:
        """Distribution of the steps that ``attacker`` or ``defender`` loses."""
        if who not in WHO:
            raise InvalidInput(f"losses are of the attacker or the defender, not of {who!r}")
        found: dict[int, Fraction] = {}
        for ending, chance in self.endings.items():
            steps = ending.attacker_steps if who == WHO[0] else ending.defender_steps
            found[steps] = found.get(steps, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def mean(self, who: str) -> Fraction:
        """The steps that a side loses on average."""
        return sum((steps * chance for steps, chance in self.losses(who).items()), Fraction(0))

    def all_fall(self, *targets: str) -> Fraction:
        """The chance that every one of some target hexes is left; all of them without names."""
        for target in targets:
            if target not in self.targets:
                raise InvalidInput(f"no battle is for {target}; they are for {', '.join(self.targets)}")
        wanted = set(targets or self.targets)
        return sum((chance for ending, chance in self.endings.items() if wanted <= set(ending.fallen)), Fraction(0))

    def interval(self, *targets: str) -> tuple[float, float]:
        """Bounds of :meth:`all_fall`: the 95 % Wilson interval of the draws, no width where it is exact."""
        chance = self.all_fall(*targets)
        if self.exact:
            return float(chance), float(chance)
        return wilson(round(chance * self.ways), self.ways)

    @property
    def table(self) -> DataFrame:
        """One row a battle in order: hex, falls, low, high."""
        from pandas import DataFrame

        rows = [(target, self.all_fall(target), *self.interval(target)) for target in self.targets]
        return DataFrame(rows, columns=["hex", "falls", "low", "high"])

    def __repr__(self) -> str:
        lost = " to ".join(f"{float(self.mean(who)):.2f}" for who in WHO)
        return f"<{len(self.targets)} battles, {self.says}: steps lost {lost}>"


def battle_sequence(
    game: Reader,
    attacks: Mapping[str, Sequence[str]],
    air: Mapping[str, str] | None = None,
    advance: Mapping[str, str] | None = None,
    most: int = MOST,
    draws: int = DRAWS,
    seed: int = 1,
) -> BattleSequence:
    """Battles in the order of ``attacks`` (target hex id to attackers), all announced before the first is rolled.

    air: target to the aircraft that flies OAS there.  advance: target to the attacker that goes in where it may, else
    nobody does.  most: different positions after a battle up to which the answer is exact; draws, seed: of the sample
    taken otherwise.  InvalidInput for a unit or aircraft named twice, IllegalAction for an attack that may not be made.
    """
    planes, movers = dict(air or {}), dict(advance or {})
    if not attacks or most < 1 or draws < 1:
        raise InvalidInput("a sequence has at least one attack, one position and one draw")
    if not all(attacks.values()):
        raise InvalidInput("every attack of a sequence has an attacker")
    once([unit for units in attacks.values() for unit in units], "unit")
    once(list(planes.values()), "aircraft")
    for named in (planes, movers):
        stray = next((target for target in named if target not in attacks), None)
        if stray is not None:
            raise InvalidInput(f"{named[stray]} is meant for {stray}, which is not attacked")
    tree = _Tree(_announced(game, attacks, planes), [game.board.hex(name) for name in attacks], movers)
    ids = tuple(attacks)
    found = tree.all_ways(most)
    if found is not None:
        return BattleSequence(ids, _endings(ids, ((n, c) for n, c in found)), True, len(found))
    drawn = tree.drawn(draws, random.Random(seed).choice, most)
    return BattleSequence(ids, _endings(ids, ((node, Fraction(1, draws)) for node in drawn)), False, draws)


def _announced(game: Reader, attacks: Mapping[str, Sequence[str]], air: Mapping[str, str]) -> Position:
    """The position with every attack announced and every aircraft sent."""
    first = next(iter(attacks.values()))[0]
    pos = turned_to_combat(game._pos, game._pos.world.unit(first).side)
    announced: list[Battle] = []
    for target, names in attacks.items():
        hex_, units = pos.world.board.hex(target), tuple(pos.world.unit(name).index for name in names)
        refused = [r for r in combat.attack_objections(pos, Attack(target, tuple(names))) if r.rule in combat.GEOMETRY]
        if refused:
            raise IllegalAction(refused)
        battle = Battle(hex_, units, defenders=pos.holders(hex_))
        if target in air:
            support(pos, battle, air[target])
        made = odds(pos, hex_, units)
        if not made.possible:
            raise IllegalAction(made.reasons())
        announced.append(battle)
    pos.battles, pos.fighting = announced, -1
    return pos


class _Node(NamedTuple):
    """A position after some of the battles, and the targets left so far, by number."""

    pos: Position
    fallen: tuple[int, ...]
    attacker_steps: int = 0
    defender_steps: int = 0


class _Tree:
    """The positions that a sequence of battles can lead to; equal ones are one."""

    def __init__(self, start: Position, targets: Sequence[int], advance: Mapping[str, str]) -> None:
        self._targets, self._advance = targets, advance
        self._start = _Node(start, ())
        self._known: dict[tuple[str, ...], _Node] = {}

    def all_ways(self, most: int) -> list[tuple[_Node, Fraction]] | None:
        """Every position at the end with its exact chance; None where there are more than that on the way."""
        level = [(self._start, Fraction(1))]
        for n in range(len(self._targets)):
            chances: dict[tuple[object, ...], Fraction] = {}
            nodes: dict[tuple[object, ...], _Node] = {}
            for node, chance in level:
                row = self._row(node, n)
                for result in dict.fromkeys(row):
                    then = self._after(node, n, result)
                    key = _key(then)
                    nodes.setdefault(key, then)
                    share = chance * Fraction(row.count(result), len(row))
                    chances[key] = chances.get(key, Fraction(0)) + share
                if len(nodes) > most:
                    return None
            level = [(nodes[key], chance) for key, chance in chances.items()]
        return level

    def drawn(self, draws: int, roll: Callable[[Sequence[str]], str], most: int) -> Iterator[_Node]:
        """Positions at the end of rolled sequences; the first ``most`` steps met are kept, for they come again."""
        for _ in range(draws):
            node = self._start
            path: tuple[str, ...] = ()
            for n in range(len(self._targets)):
                path = (*path, roll(self._row(node, n)))
                found = self._known.get(path)
                if found is None:
                    found = self._after(node, n, path[-1])
                    if len(self._known) < most:
                        self._known[path] = found
                node = found
            yield node

    def _row(self, node: _Node, n: int) -> Sequence[str]:
        """The results of the die in a battle; nothing happens where the odds have become too low (gpw 7.3)."""
        made = odds(node.pos, self._targets[n], node.pos.battles[n].attackers)
        return made.charts.crt[made.column] if made.possible else ("NE",)

    def _after(self, node: _Node, n: int, result: str) -> _Node:
        """What a result makes of a position."""
        pos, target = node.pos.copy(), self._targets[n]
        results.begin(pos, target, result)
        mover = self._advance.get(pos.world.board.ids[target], "")
        while (choice := results.decision(pos)) is not None:
            go = Advance(mover) if choice.kind == "advance" and mover else None
            results.answer(pos, go if go in choice.options else choice.default)
        battle = pos.battles[n]
        left = all(pos.where[unit] != target for unit in battle.defenders)
        lost = [sum(node.pos.steps[u] - pos.steps[u] for u in units) for units in (battle.attackers, battle.defenders)]
        fallen = (*node.fallen, n) if left else node.fallen
        return _Node(pos, fallen, node.attacker_steps + lost[0], node.defender_steps + lost[1])


def _key(node: _Node) -> tuple[object, ...]:
    """What tells two positions of a sequence apart."""
    pos = node.pos
    place = (tuple(pos.where), tuple(pos.steps), tuple(pos.fate), bytes(pos.control), tuple(pos.kerch_used))
    return (*place, repr(pos.extra), node.fallen)


def _endings(ids: Sequence[str], found: Iterator[tuple[_Node, Fraction]]) -> dict[Ending, Fraction]:
    chances: dict[Ending, Fraction] = {}
    for node, chance in found:
        ending = Ending(node.attacker_steps, node.defender_steps, tuple(ids[n] for n in node.fallen))
        chances[ending] = chances.get(ending, Fraction(0)) + chance
    return dict(sorted(chances.items()))
