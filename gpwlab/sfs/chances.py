"""The exact chances of one combat, as fractions: D-CRT, cut-off, terrain defence, A-CRT (sfs 5.2.5, sfs 5.2.6).

All dice are independent, so sums of rolls are convolved as whole numbers of ways and divided once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from gpwlab.sfs.charts import Crt

DIE = range(1, 7)


class Fate(NamedTuple):
    """What the dice do to the defender: losses of the D-CRT, whether cut off, losses left after terrain defence."""

    result: int
    cut_off: bool
    losses: int


def faces(crt: Crt, column: int, modifier: int) -> tuple[int, ...]:
    """The table's result for each face of the die."""
    return tuple(crt.result(column, die + modifier) for die in DIE)


def ways(results: tuple[int, ...], rolls: int) -> dict[int, int]:
    """In how many of the 6**rolls throws each sum of results comes up (sfs 5.8.B)."""
    total = {0: 1}
    for _ in range(rolls):
        grown: dict[int, int] = {}
        for done, count in total.items():
            for result in results:
                grown[done + result] = grown.get(done + result, 0) + count
        total = grown
    return dict(sorted(total.items()))


def chances(results: tuple[int, ...], rolls: int) -> dict[int, Fraction]:
    """Exact chance of each sum of results."""
    return {total: Fraction(count, 6**rolls) for total, count in ways(results, rolls).items()}


def left_over(losses: int, cancelling: int) -> dict[int, Fraction]:
    """Chance of each number of losses left when one die a loss cancels it on ``cancelling`` faces (sfs 5.7.A)."""
    found: dict[int, Fraction] = {}
    count = 1
    for left in range(losses + 1):  # count: ways to choose which of the losses are left
        chance = Fraction(count * (6 - cancelling) ** left * cancelling ** (losses - left), 6**losses)
        if chance:
            found[left] = chance
        count = count * (losses - left) // (left + 1)
    return found


@dataclass(frozen=True)
class Chances:
    """The dice of one combat as numbers, and what follows from them.

    defender, attacker: the CRT's result for each face, modifiers included.  cutting: faces that cut off, out of six;
    0 where no cut-off is rolled for.  cancelling: faces that cancel a loss.
    """

    defender: tuple[int, ...]
    attacker: tuple[int, ...]
    rolls: int
    cutting: int = 0
    cancelling: int = 0

    @cached_property
    def fates(self) -> dict[Fate, Fraction]:
        """Exact chance of everything that may befall the defender."""
        found: dict[Fate, Fraction] = {}
        cut = Fraction(self.cutting, 6)
        for result, chance in chances(self.defender, self.rolls).items():
            for losses, part in left_over(result, self.cancelling).items():
                for cut_off, share in ((False, 1 - cut), (True, cut)) if result else ((False, Fraction(1)),):
                    if share:
                        found[Fate(result, cut_off, losses)] = chance * part * share
        return found

    @cached_property
    def results(self) -> dict[int, Fraction]:
        """Exact chance of each result of the D-CRT, all rolls added, before terrain defence."""
        return chances(self.defender, self.rolls)

    @cached_property
    def losses(self) -> dict[int, Fraction]:
        """Exact chance of each number of losses that terrain defence leaves the defender, retreat apart."""
        found: dict[int, Fraction] = {}
        for fate, chance in self.fates.items():
            found[fate.losses] = found.get(fate.losses, Fraction(0)) + chance
        return dict(sorted(found.items()))

    @cached_property
    def attacker_losses(self) -> dict[int, Fraction]:
        """Exact chance of each number of losses of the attacker."""
        return chances(self.attacker, self.rolls)

    @property
    def cut_off(self) -> Fraction:
        """Exact chance that the defender is cut off."""
        return sum((chance for fate, chance in self.fates.items() if fate.cut_off), Fraction(0))
