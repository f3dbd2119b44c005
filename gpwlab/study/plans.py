"""A list of attacks made by hand, worked out exactly: what each costs and gains, and what all of them do together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.odds import ladder_name

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.preview import Preview
    from gpwlab.gpw.reader import Reader

WHO = ("attacker", "defender")
COLUMNS = (
    "hex", "place", "defenders", "attackers", "air", "ratio", "shifts", "column", "falls", "attacker_steps",
    "defender_steps",
)  # fmt: skip


class AttackPlan:
    """Attacks of one combat phase, each unit and each target once, with their exact previews.

    Adding them up takes them as independent: a retreat of one may close the way of another, and who advances is not
    decided here.
    """

    def __init__(self, battles: Mapping[str, Preview], table: DataFrame) -> None:
        #: the preview of each attack by target hex id
        self.battles = dict(battles)
        #: one row an attack; ``falls`` is the chance that the hex is given up, steps are exact means
        self.table = table

    def losses(self, who: str) -> dict[int, Fraction]:
        """Exact distribution of the steps that ``attacker`` or ``defender`` loses in all the attacks."""
        if who not in WHO:
            raise InvalidInput(f"losses are of the attacker or the defender, not of {who!r}")
        total = {0: Fraction(1)}
        for battle in self.battles.values():
            added: dict[int, Fraction] = {}
            for before, chance in total.items():
                for steps, share in battle.losses[who].items():
                    added[before + steps] = added.get(before + steps, Fraction(0)) + chance * share
            total = added
        return dict(sorted(total.items()))

    def mean(self, who: str) -> Fraction:
        """The steps that a side loses on average."""
        return sum((steps * chance for steps, chance in self.losses(who).items()), Fraction(0))

    def all_fall(self, *targets: str) -> Fraction:
        """The chance that every one of some target hexes is given up; all of the plan without names."""
        chance = Fraction(1)
        for target in targets or tuple(self.battles):
            if target not in self.battles:
                raise InvalidInput(f"the plan has no attack on {target}; it attacks {', '.join(self.battles)}")
            chance *= self.battles[target].captured
        return chance

    def falls(self) -> dict[int, Fraction]:
        """Exact distribution of how many of the hexes are given up."""
        total = {0: Fraction(1)}
        for battle in self.battles.values():
            added: dict[int, Fraction] = {}
            for before, chance in total.items():
                for more, share in ((1, battle.captured), (0, 1 - battle.captured)):
                    if share:
                        added[before + more] = added.get(before + more, Fraction(0)) + chance * share
            total = added
        return dict(sorted(total.items()))

    def __repr__(self) -> str:
        lost = " to ".join(f"{float(self.mean(who)):.2f}" for who in WHO)
        return f"<{len(self.battles)} attacks: steps lost {lost}>"


def attack_plan(game: Reader, attacks: Mapping[str, Sequence[str]], air: Mapping[str, str] | None = None) -> AttackPlan:
    """The exact odds of a list of attacks: target hex id to attackers, and to the aircraft that flies OAS there.

    InvalidInput for a unit or aircraft that is used twice; IllegalAction for an attack that could never be made.
    """
    from pandas import DataFrame

    planes = dict(air or {})
    once([unit for units in attacks.values() for unit in units], "unit")
    once(list(planes.values()), "aircraft")
    stray = [target for target in planes if target not in attacks]
    if stray:
        raise InvalidInput(f"aircraft fly to attacks of the plan, and {stray[0]} is none")
    battles = {target: game.battle(target, list(units), planes.get(target)) for target, units in attacks.items()}
    rows = [plan_row(game, target, battle, planes.get(target, "")) for target, battle in battles.items()]
    return AttackPlan(battles, DataFrame(rows, columns=list(COLUMNS)))


def once(names: Sequence[str], what: str) -> None:
    """InvalidInput for a name that a plan uses twice."""
    twice = next((name for name in names if list(names).count(name) > 1), None)
    if twice is not None:
        raise InvalidInput(f"the plan uses the {what} {twice} twice")


def plan_row(game: Reader, target: str, battle: Preview, air: str) -> tuple[object, ...]:
    """The row of a plan's table for an attack: :data:`COLUMNS`."""
    units = game._pos.world.units
    means = [sum((s * c for s, c in battle.losses[who].items()), Fraction(0)) for who in WHO]
    shifts = "; ".join(f"{shift.columns:+d} {shift.cause}" for shift in battle.odds.shifts)
    return (
        target,
        game.board.label(game.board.hex(target)),
        ", ".join(game.standing(u)[0].name for u in game.unit_at(target) if game.standing(u)[0].fights),
        ", ".join(units[u].name for u in battle.attackers),
        game.standing(air)[0].label if air else "",
        battle.ratio,
        shifts,
        ladder_name(battle.column) if battle.column is not None else "none",
        battle.captured,
        *means,
    )
