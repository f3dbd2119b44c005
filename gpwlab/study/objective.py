"""What a plan of attacks is to bring about: weights that make one number of an outcome."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput

if TYPE_CHECKING:
    from gpwlab.gpw.preview import Outcome, Spread

#: The measures of an outcome by the weight that they have; one's own losses count against a plan.
_GAINS = {"steps": "defender_steps", "points": "defender_points", "rp": "defender_rp"}
_COSTS = {"own_steps": "attacker_steps", "own_points": "attacker_points", "rp": "attacker_rp"}


@dataclass(frozen=True, slots=True)
class Objective:
    """Weights of what attacks bring; what a plan is worth is their sum over all attacks, on average.

    steps, points: of a step and a strength point that the enemy loses.  own_steps, own_points: of one's own, counted
    against it.  rp: of an RP that the enemy's lost steps cost more than one's own.  ground: of any hex that one may
    enter after the battle.  hexes: further worth of single hexes, by id.  All are finite and at least 0.
    """

    steps: float = 1
    own_steps: float = 1
    ground: float = 0.5
    hexes: Mapping[str, float] = field(default_factory=dict)
    points: float = 0
    own_points: float = 0
    rp: float = 0

    def __post_init__(self) -> None:
        if not isinstance(self.hexes, Mapping):
            raise InvalidInput(f"the hexes of an objective are hex ids with what they are worth, not {self.hexes!r}")
        given = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "hexes"}
        for name, weight in {**given, **self.hexes}.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float | Fraction):
                raise InvalidInput(f"the weight of {name} is a number, not {weight!r}")
            if not math.isfinite(weight) or weight < 0:
                raise InvalidInput(f"the weight of {name} is a finite number from 0 on, not {weight!r}")

    def scale(self, hex_id: str) -> Scale:
        """The weights in exact numbers for the battle for a hex."""
        return Scale(
            tuple((what, exact(getattr(self, name))) for name, what in _GAINS.items() if getattr(self, name)),
            tuple((what, exact(getattr(self, name))) for name, what in _COSTS.items() if getattr(self, name)),
            exact(self.ground) + exact(self.hexes.get(hex_id, 0)),
        )


@dataclass(frozen=True, slots=True)
class Scale:
    """The weights of one battle: measures of an outcome that count for and against it, and the worth of the hex."""

    gains: tuple[tuple[str, Fraction], ...]
    costs: tuple[tuple[str, Fraction], ...]
    ground: Fraction

    def of(self, outcome: Outcome) -> Fraction:
        """What an outcome is worth."""
        worth = self.ground if outcome.taken else Fraction(0)
        for what, weight in self.gains:
            worth += weight * getattr(outcome, what)
        for what, weight in self.costs:
            worth -= weight * getattr(outcome, what)
        return worth

    def mean(self, battle: Spread) -> Fraction:
        """What a battle is worth on average, exactly."""
        return sum((o.chance * self.of(o) for o in battle.outcomes), Fraction(0))


def exact(weight: float | Fraction) -> Fraction:
    """A weight as written: 0.1 is a tenth."""
    return weight if isinstance(weight, Fraction) else Fraction(str(weight))
