"""A combat before it is rolled: odds with every reason, and the exact chances of what may come of it.

Every fall of the dice is carried out by the same steps as in play, on a copy of the position, with the default answer
to every decision.  Against units that lie face down the preview is the exact mixture over what they may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.sfs import assault, combat, cutoff, forces, frames, guesses, overrun, rolls
from gpwlab.sfs.board import GERMAN
from gpwlab.sfs.chances import Chances, faces
from gpwlab.sfs.charts import odds_text
from gpwlab.sfs.endings import Ending, Endings, Paid, added
from gpwlab.sfs.losses import NO_TOLL, Toll
from gpwlab.sfs.sequence import COMBAT, MOVEMENT, NUMBER

if TYPE_CHECKING:
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.odds import Guns, Odds
    from gpwlab.sfs.position import Force, Position

#: Strength alone does not make a preview illegal, only the attack impossible.
NO_STRENGTH = "sfs 5.2.4.B"
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What may come of a combat: steps and strength points that each side loses, and what becomes of the defender.

    vacated: none of it is left where it stood.  retreated, cut_off: as it says; a unit of no steps counts as none.
    """

    chance: Fraction
    defender_steps: int
    defender_points: int
    attacker_steps: int
    attacker_points: int
    vacated: bool
    retreated: bool
    cut_off: bool

    @classmethod
    def of(cls, ending: Ending, chance: Fraction) -> Outcome:
        """An ending with its chance."""
        return cls(chance, *ending.defender_lost, *ending.attacker_lost, *ending[2:])


class Case:
    """One thing that the units in a combat may be; where nothing is hidden there is one case, of chance 1."""

    def __init__(
        self,
        pos: Position,
        fight: Fight,
        chance: Fraction,
        told: str = "",
        before: Toll = NO_TOLL,
        paid: dict[int, dict[Paid, Fraction]] | None = None,
    ) -> None:
        """``before``: what the attacker has lost on the way, in an amphibious assault (sfs 5.13.B).

        paid: what costs come to, shared by cases with the same attackers.
        """
        self._pos, self._fight, self._paid = pos, fight, {} if paid is None else paid
        self.chance, self.told, self.before = chance, told, before
        self.odds: Odds = rolls.current_odds(pos, fight)
        self.guns: Guns = rolls.current_guns(pos, fight)

    @property
    def possible(self) -> bool:
        """Whether there is strength to attack with."""
        return self.odds.possible

    @property
    def sunk(self) -> bool:
        """Whether an amphibious assault has not come through the fire."""
        return not self.odds.attackers

    @property
    def column(self) -> str:
        """The head of the column of the D-CRT; ``-`` for an assault that is not made."""
        return "-" if self.sunk else self.odds.d_crt.column_label(self.odds.d_column)

    @property
    def results(self) -> dict[int, Fraction]:
        """Chance of each result of the D-CRT."""
        return {0: Fraction(1)} if self.sunk else self.chances.results

    @cached_property
    def chances(self) -> Chances:
        """The dice of the combat as numbers; call only where it is possible."""
        return self._dice(self.odds.d_column, self.odds.a_column)

    def _dice(self, d_column: int, a_column: int) -> Chances:
        pos, made, target = self._pos, self.odds, self._pos.forces[self._fight.target]
        return Chances(
            faces(made.d_crt, d_column, self.guns.on_defender),
            faces(made.a_crt, a_column, self.guns.on_attacker),
            made.rolls,
            cutoff.cutting(pos, self._fight, target),
            sum(pos.world.charts.cancels(made.terrain, die) for die in range(1, 7)),
        )

    def on(self, column: int) -> dict[Ending, Fraction]:
        """Chance of each ending on a column of the D-CRT, shifts included, and on the column of the A-CRT with it.

        Call only where the attack is possible.
        """
        made = self.odds
        before = min(max(column - sum(shift.columns for shift in made.shifts), 0), len(made.d_crt.odds) - 1)
        dice = self._dice(column, made.a_crt.column(made.d_crt.odds[before]))
        found = Endings(self._pos, self._fight, dice, {}).all()
        return {
            end._replace(attacker_lost=end.attacker_lost.and_(self.before)): chance for end, chance in found.items()
        }

    @property
    def cut_off_roll(self) -> tuple[int, list[tuple[int, Reason]]] | None:
        """Row of the Cut-Off Table and its DRMs with their reasons; None where there is no such roll (sfs 5.6.1.B)."""
        target = self._pos.forces.get(self._fight.target)
        if target is None or not cutoff.rolls(self._pos, self._fight, target):
            return None
        units = self._pos.count(cutoff.counted(self._pos, target))
        return units, cutoff.modifiers(self._pos, self._fight, target)

    @cached_property
    def endings(self) -> dict[Ending, Fraction]:
        """Chance of each ending."""
        if self.sunk:
            return {Ending(NO_TOLL, self.before, False, False, False): Fraction(1)}
        found = Endings(self._pos, self._fight, self.chances, self._paid).all()
        return {
            end._replace(attacker_lost=end.attacker_lost.and_(self.before)): chance for end, chance in found.items()
        }


class Preview:
    """A combat on the map: what ``Game.battle`` returns.  All chances are exact fractions."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = tuple(cases)

    @property
    def possible(self) -> bool:
        """Whether the attack can be made, whatever lies face down."""
        return all(case.possible or case.sunk for case in self.cases)

    @property
    def odds(self) -> Odds:
        """The odds of the likeliest case."""
        return max(self.cases, key=lambda case: case.chance).odds

    @property
    def guns(self) -> Guns:
        """The artillery of the likeliest case; the cases differ in it only by dense targets (sfs 5.4.6)."""
        return max(self.cases, key=lambda case: case.chance).guns

    @cached_property
    def columns(self) -> dict[str, Fraction]:
        """Chance of each column of the D-CRT, by its head, shifts included."""
        return self._mixed(lambda case: {case.column: Fraction(1)})

    @property
    def column(self) -> str | None:
        """The column of the D-CRT where it is certain, else None."""
        return next(iter(self.columns)) if self.possible and len(self.columns) == 1 else None

    @cached_property
    def results(self) -> dict[int, Fraction]:
        """Chance of each result of the D-CRT, all rolls added, before terrain defence and retreat."""
        return self._mixed(lambda case: case.results)

    @cached_property
    def losses(self) -> dict[str, dict[int, Fraction]]:
        """Chance of each number of steps lost, for ``attacker`` and ``defender``."""
        return self._lost(lambda toll: toll.steps)

    @cached_property
    def points(self) -> dict[str, dict[int, Fraction]]:
        """Chance of each number of strength points lost, for ``attacker`` and ``defender``, Chuikov's not counted."""
        return self._lost(lambda toll: toll.points)

    def _lost(self, of: Callable[[Toll], int]) -> dict[str, dict[int, Fraction]]:
        return {
            "attacker": self._mixed(lambda case: added((of(end.attacker_lost), c) for end, c in case.endings.items())),
            "defender": self._mixed(lambda case: added((of(end.defender_lost), c) for end, c in case.endings.items())),
        }

    @property
    def cut_off(self) -> Fraction:
        """Chance that the defender is cut off and still there."""
        return self._chance(lambda end: end.cut_off)

    @property
    def captured(self) -> Fraction:
        """Chance that no defender is left where it stood: eliminated or gone (sfs 5.2.6.2)."""
        return self._chance(lambda end: end.vacated)

    @property
    def foothold(self) -> Fraction:
        """Chance of a result on the D-CRT, which is what an entering attack needs (sfs 5.11.1.1)."""
        return 1 - self.results.get(0, Fraction(0))

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Everything that may come of it, with its chance; the dice of the two sides are independent."""
        mixed = self._mixed(lambda case: case.endings)
        return tuple(Outcome.of(end, chance) for end, chance in mixed.items())

    def on(self, column: int) -> tuple[Outcome, ...]:
        """What may come of it on a column of the D-CRT, its own or another, whatever lies face down."""
        able = [case for case in self.cases if case.possible and not case.sunk]
        mixed = added((end, case.chance * chance) for case in able for end, chance in case.on(column).items())
        return tuple(Outcome.of(end, chance) for end, chance in sorted(mixed.items()))

    @property
    def reasons(self) -> list[Reason]:
        """The whole way from strengths to columns and modifiers; with hidden units, the odds of every case."""
        if len(self.cases) == 1:
            (case,) = self.cases
            return [*case.odds.reasons(), *case.guns.reasons()] if case.possible else case.odds.reasons()
        lines = [Reason("sfs 2.2.2", f"what lies face down may be {len(self.cases)} things")]
        for case in sorted(self.cases, key=lambda case: -case.chance):
            made = case.odds
            ratio = odds_text(made.ratio) if made.possible else "no attack"
            lines.append(Reason("sfs 5.3.2", f"{case.chance}: {case.told}, {made.attack} to {made.defence} is {ratio}"))
        return lines

    def _mixed(self, of: Callable[[Case], dict[Key, Fraction]]) -> dict[Key, Fraction]:
        """A distribution over all cases in which there is a combat."""
        able = [case for case in self.cases if case.possible or case.sunk]
        mixed = added((key, case.chance * chance) for case in able for key, chance in of(case).items())
        return dict(sorted(mixed.items()))

    def _chance(self, of: Callable[[Ending], bool]) -> Fraction:
        found = self._mixed(lambda case: added((of(end), chance) for end, chance in case.endings.items()))
        return found.get(True, Fraction(0))

    def __repr__(self) -> str:
        if not self.possible and len(self.cases) == 1:
            return f"<Preview impossible: {self.reasons[-1]}>"
        columns = ", ".join(f"{head} {chance}" if chance < 1 else head for head, chance in self.columns.items())
        return f"<Preview {columns}: captured {self.captured}, cut off {self.cut_off}>"


def preview(
    pos: Position,
    target: str,
    attackers: Sequence[str] | str,
    *,
    overrun: bool = False,
    german: int = 0,
    soviet: int = 0,
    viewer: int | None = None,
) -> Preview:
    """The combat of forces against a force, with so many artillery points of each side, air points included.

    It is judged in the attack phase of the attackers' side, an overrun in its movement phase, unless the game is in
    such a phase.  viewer: the side that asks, which does not see what lies face down; None sees all.  InvalidInput for
    what does not exist, IllegalAction where the rules forbid this attack; too little strength only makes it impossible.
    """
    names = [attackers] if isinstance(attackers, str) else list(attackers)
    if not all(isinstance(name, str) for name in names):
        raise InvalidInput(f"a force is named by a text such as F12, not {names!r}")
    points = (german, soviet)
    if not names or len(set(names)) < len(names):
        raise InvalidInput(f"a battle needs attackers, each named once, not {names!r}")
    if not all(type(number) is int and number >= 0 for number in points):
        raise InvalidInput(f"artillery points are whole numbers from 0 on, not {german!r} and {soviet!r}")
    trial = pos.copy()
    trial.fight = None
    own, enemy = [trial.force(name) for name in names], trial.force(target)
    _turn_to(trial, own[0].side, overrun)
    judge = _overrun if overrun else forces.objections
    found = [reason for reason in judge(trial, enemy, own) if reason.rule != NO_STRENGTH]
    if found:
        raise IllegalAction([frames.reason(reason, viewer) for reason in found])
    fight = combat.make(trial, "overrun" if overrun else combat.kind_of(trial, own), enemy, own)
    fight.points = points
    combat.let_go(trial, enemy, own)
    cases = [(trial, Fraction(1), "")] if viewer != GERMAN else guesses.cases(trial, [enemy, *own])
    hidden = own[0].side != viewer and viewer == GERMAN
    paid: dict[int, dict[Paid, Fraction]] | None = None if hidden else {}
    return Preview([case for at, chance, told in cases for case in _cases(at, fight, chance, told, paid)])


def _overrun(pos: Position, target: Force, attackers: Sequence[Force]) -> Iterable[Reason]:
    if len(attackers) > 1:
        yield Reason("sfs 5.12", "one unit and its support overrun alone")
    yield from overrun.objections(pos, target, attackers[0])


def _turn_to(pos: Position, side: int, overruns: bool) -> None:
    """Look at the position in a phase in which the side could do this."""
    if pos.side == side and pos.step.kind in (MOVEMENT if overruns else COMBAT):
        return
    pos.phase = NUMBER[side, "movement" if overruns else "attack"]
    for noted in (pos.attacked, pos.moved, pos.mover, pos.retreated):
        noted.clear()
    pos.days.clear()
    pos.begun = pos.mover_stopped = False


def _cases(
    pos: Position, fight: Fight, chance: Fraction, told: str, paid: dict[int, dict[Paid, Fraction]] | None
) -> list[Case]:
    """A case as it is, or what the fire on an amphibious assault may make of it (sfs 5.13.B)."""
    if fight.kind != "assault":
        return [Case(pos, fight, chance, told, paid=paid)]
    branches = assault.under_fire(pos, fight)
    lead = f"{told}; " if told else ""
    crossing = (
        f"{counted(lost.steps, 'step')} lost in crossing" if lost.steps else "the crossing goes well"
        for *_, lost in branches
    )
    words = [lead + told_of for told_of in crossing]
    return [Case(at, fight, chance * part, word, lost) for (at, part, lost), word in zip(branches, words, strict=True)]
