"""What a combat comes to, for every fall of the dice: carried out by the steps of play on copies of the position.

The dice of the two sides are independent.  Each side's losses are therefore carried out apart and then put together:
whether a ring holds, and whether support that is left alone lives, depends on what is left of both (sfs 8.1.2.B).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gpwlab.core.dice import roll
from gpwlab.sfs import combat, losses
from gpwlab.sfs.chances import Chances, Fate
from gpwlab.sfs.losses import NO_TOLL, Toll
from gpwlab.sfs.position import ON_MAP

if TYPE_CHECKING:
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Force, Position

#: The steps that carry out what the dice gave, for each side.
DEFENDER = ("defender struck", "liberate", "surround", "retreat", "defender bill", "defender losses")
ATTACKER = ("attacker struck", "attacker bill", "attacker losses")
#: What befalls a defender when the D-CRT gives no result.
UNSCATHED = Fate(0, False, 0)
Key = TypeVar("Key")


class Ending(NamedTuple):
    """What each side loses, and what becomes of the defender; vacated: none of it is left where it stood."""

    defender_lost: Toll
    attacker_lost: Toll
    vacated: bool
    retreated: bool
    cut_off: bool


class Struck(NamedTuple):
    """The defender's half: what is lost, what support is left alone, whether it is still there or has retreated.

    ring: the force around it, or 0.  others: whether its side has other forces that count in the area.
    """

    lost: Toll
    alone: Toll
    here: bool
    retreated: bool
    ring: int
    others: bool


class Paid(NamedTuple):
    """The attacker's half: what is lost, what support is left alone, and forces of its side that stand in the area."""

    lost: Toll
    alone: Toll
    standing: frozenset[int]


class Endings:
    """All endings of one combat with their exact chances; decisions are taken as a player in haste would."""

    def __init__(self, pos: Position, fight: Fight, chances: Chances, paid: dict[int, dict[Paid, Fraction]]) -> None:
        """``paid`` keeps what costs come to; cases with the same attackers share it."""
        self._pos, self._fight, self._chances, self._known = pos, fight, chances, paid

    def all(self) -> dict[Ending, Fraction]:
        """Chance of each ending; an amphibious attacker that cannot land is lost altogether (sfs 5.13.D)."""
        found = self._together()
        if self._fight.kind != "assault":
            return found
        everything = self._worth(self._pos, self._fight.units)
        return added((e if e.vacated else e._replace(attacker_lost=everything), c) for e, c in found.items())

    def _together(self) -> dict[Ending, Fraction]:
        """Carry out the results of each side apart and put them together."""
        struck = added(
            (self._struck(trial), c * share)
            for fate, c in self._fates().items()
            for trial, share in self._trials(fate, 0, DEFENDER)
        )
        paid = added((half, c * share) for cost, c in self._costs().items() for half, share in self._paid(cost).items())
        return added((self._meet(d, a), p * q) for d, p in struck.items() for a, q in paid.items())

    # -- what the dice may give ----------------------------------------------------------------------------------

    def _fates(self) -> dict[Fate, Fraction]:
        """What may befall the defender, with losses held to one more than it has steps."""
        cap = self._worth(self._pos, self._fight.defenders).steps + 1
        fates = self._chances.fates.items()
        return added((Fate(min(f.result, 1), f.cut_off, min(f.losses, cap)), chance) for f, chance in fates)

    def _costs(self) -> dict[int, Fraction]:
        """What the attacker may owe, held to its steps and one more."""
        cap = self._worth(self._pos, self._fight.units).steps + 1
        return added((min(cost, cap), chance) for cost, chance in self._chances.attacker_losses.items())

    # -- carrying it out -----------------------------------------------------------------------------------------

    def _trials(self, fate: Fate, cost: int, stages: tuple[str, ...]) -> Iterable[tuple[Position, Fraction]]:
        """The positions that results lead to: one, but for A divisions that may become B or C (sfs 2.2.2.2.A)."""
        waiting: list[dict[str, bool]] = [{}]
        while waiting:
            known = waiting.pop()
            trial, fallen = self._carry_out(fate, cost, stages, known)
            open_ = next((unit for unit in fallen if unit not in known), None)
            if open_ is None:
                yield trial, Fraction(1, 2 ** len(known))
            else:
                waiting += [{**known, open_: True}, {**known, open_: False}]

    def _carry_out(
        self, fate: Fate, cost: int, stages: tuple[str, ...], known: Mapping[str, bool]
    ) -> tuple[Position, list[str]]:
        """Carry out results on a copy, whose combat stays to be looked at; also the units that fell to B or C
        before others paid.

        known: for some of these, whether they are to become B.
        """
        trial = self._pos.copy()
        trial.seed = _seed(trial, known)
        fight = self._fight.copy()
        fight.result, fight.cut_off, fight.losses = fate
        fight.cost, fight.todo = cost, stages
        trial.fight = fight
        events = combat.carry_on(trial, hasty=True)
        trial.fight = fight
        return trial, [event.unit for event in events if event.kind == "loss" and event.result in ("B", "C", "M")]

    def _paid(self, cost: int) -> dict[Paid, Fraction]:
        if cost not in self._known:
            trials = self._trials(UNSCATHED, cost, ATTACKER)
            self._known[cost] = added((self._half(trial), share) for trial, share in trials)
        return self._known[cost]

    # -- reading it ----------------------------------------------------------------------------------------------

    def _struck(self, trial: Position) -> Struck:
        fight, target = _fight(trial), trial.forces.get(self._fight.target)
        here = _stands(trial, target) and fight.refuge < 0
        others = [f for f in trial.forces_in(fight.area, 1 - fight.side) if f is not target and trial.counts(f)]
        ring = trial.held.get(target.id, 0) if target is not None and here else 0
        alone = self._alone(trial, [fight.target])
        lost = self._lost(trial, fight.defenders)
        if fight.refuge >= 0:  # the attacker is not where it has gone to
            alone = NO_TOLL
        return Struck(lost, alone, here, fight.refuge >= 0, ring, bool(others))

    def _half(self, trial: Position) -> Paid:
        fight = _fight(trial)
        own = [f for f in trial.forces_in(fight.area, fight.side) if _stands(trial, f)]
        there = [f for f in own if trial.held.get(f.id, fight.target) == fight.target]  # not in another's ring
        if fight.kind == "assault":
            there += [trial.forces[n] for n in fight.attackers if n in trial.forces]
        alone = self._alone(trial, fight.attackers)
        return Paid(self._lost(trial, fight.units), alone, frozenset(force.id for force in there))

    def _meet(self, struck: Struck, paid: Paid) -> Ending:
        """Put both halves together: the ring holds while its force stands, and support needs a friend in the area."""
        cut_off = struck.here and struck.ring in paid.standing
        enemies = struck.others or (struck.here and not cut_off)
        friends = bool(paid.standing)
        lost = struck.lost.and_(struck.alone if friends else NO_TOLL)
        cost = paid.lost.and_(paid.alone if enemies else NO_TOLL)
        return Ending(lost, cost, not struck.here, struck.retreated, cut_off)

    def _alone(self, trial: Position, numbers: Sequence[int]) -> Toll:
        """Support in forces that have no combat unit left."""
        bare = [trial.forces[n] for n in numbers if n in trial.forces and not trial.combat_units(trial.forces[n])]
        return self._worth(trial, [unit for force in bare for unit in force.units if trial.counter(unit).support])

    def _lost(self, trial: Position, units: Sequence[int]) -> Toll:
        before, after = self._worth(self._pos, units), self._worth(trial, units)
        return Toll(before.steps - after.steps, before.points - after.points)

    @staticmethod
    def _worth(pos: Position, units: Sequence[int]) -> Toll:
        there = [unit for unit in units if pos.fate[unit] == ON_MAP and not pos.counter(unit).leader]
        return Toll(sum(map(pos.steps_of, there)), sum(map(pos.strength, there)))


def _fight(trial: Position) -> Fight:
    assert trial.fight is not None
    return trial.fight


def _stands(pos: Position, force: Force | None) -> bool:
    """Whether a force is there with a combat unit."""
    return force is not None and bool(pos.combat_units(force))


def _seed(pos: Position, known: Mapping[str, bool]) -> int:
    """A seed under which the even chance of each unit falls as wanted (sfs 2.2.2.2.A)."""
    when = pos.turn, pos.phase
    return next(
        seed
        for seed in count()
        if all((roll(seed, "class", *when, unit, 0) <= losses.HALF) == high for unit, high in known.items())
    )


def added(pairs: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    """Chances added up by key, in the order in which keys come up."""
    found: dict[Key, Fraction] = {}
    for key, chance in pairs:
        found[key] = found[key] + chance if key in found else chance
    return found
