"""A battle before it is rolled: its column with every reason, and the exact distribution of what may come of it.

Each CRT result is carried out by the same code as in play, on a copy of the position, with the default answer to
every decision: the attacker takes the smallest loss, the defender stands only where giving way costs a step as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import combat, supply
from gpwlab.gpw.actions import Attack
from gpwlab.gpw.charts import NO_ENTRY
from gpwlab.gpw.odds import Attacker, Odds, ladder_name, odds
from gpwlab.gpw.position import Battle
from gpwlab.gpw.sequence import TURN
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.charts import Charts
    from gpwlab.gpw.position import Position

#: TEC rows of hexsides; all others are of hexes.
HEXSIDES = ("river", "strait")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One die result carried out: steps and strength points that each side loses, and whether the hex is left."""

    result: str
    chance: Fraction
    attacker_steps: int
    attacker_points: int
    defender_steps: int
    defender_points: int
    vacated: bool


class Calculation:
    """Odds with their CRT results; ``possible`` is False where the attack may not be made (gpw 7.3)."""

    def __init__(self, made: Odds) -> None:
        self.odds = made

    @property
    def possible(self) -> bool:
        """Whether the attack may be made at all."""
        return self.odds.possible

    @property
    def ratio(self) -> str:
        """The ratio before shifts, for instance ``4:1``; ``-`` where no strength is left."""
        return ladder_name(self.odds.base) if self.odds.attack else "-"

    @property
    def column(self) -> int | None:
        """The CRT column n of n:1, or None where the attack may not be made."""
        return self.odds.column if self.possible else None

    @property
    def reasons(self) -> list[Reason]:
        """The whole way from strengths to column."""
        return self.odds.reasons()

    @property
    def results(self) -> dict[str, Fraction]:
        """Exact chance of each CRT result, in the order of the die; empty where the attack may not be made."""
        row = self.odds.charts.crt[self.odds.column] if self.possible else ()
        return {result: Fraction(row.count(result), len(row)) for result in row}

    def __repr__(self) -> str:
        if not self.possible:
            return f"<{type(self).__name__} impossible: {self.reasons[-1]}>"
        chances = ", ".join(f"{result} {chance}" for result, chance in self.results.items())
        return f"<{type(self).__name__} {ladder_name(self.odds.column)}: {chances}>"


class Preview(Calculation):
    """A battle on the map: what ``Game.battle`` returns."""

    def __init__(self, pos: Position, target: int, attackers: tuple[int, ...]) -> None:
        super().__init__(odds(pos, target, attackers))
        self._pos = pos
        self.target = target
        self.attackers = attackers

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every CRT result carried out, with its exact chance."""
        return self.on(self.odds.column) if self.possible else ()

    def on(self, column: int) -> tuple[Outcome, ...]:
        """What would come of the battle on a column of the CRT, its own or another: every result carried out."""
        row = self.odds.charts.crt[column]
        return tuple(self._carry_out(result, Fraction(row.count(result), len(row))) for result in dict.fromkeys(row))

    def _carry_out(self, result: str, chance: Fraction) -> Outcome:
        trial = self._pos.copy()
        trial.battles = [Battle(self.target, self.attackers, defender=trial.occupant[self.target])]
        combat.begin(trial, self.target, result, hasty=True)
        defender = self._pos.occupant[self.target]
        gone = [self._lost(trial, unit) for unit in self.attackers]
        steps, points = self._lost(trial, defender)
        return Outcome(
            result,
            chance,
            sum(g[0] for g in gone),
            sum(g[1] for g in gone),
            steps,
            points,
            trial.where[defender] != self.target,
        )

    def _lost(self, trial: Position, unit: int) -> tuple[int, int]:
        steps = self._pos.steps[unit] - trial.steps[unit]
        figures = self._pos.world.units[unit]
        scale = figures.attack if unit in self.attackers else figures.defence
        before, left = scale[self._pos.steps[unit] - 1], scale[trial.steps[unit] - 1] if trial.steps[unit] else 0
        return steps, before - left if steps else 0

    @property
    def losses(self) -> dict[str, dict[int, Fraction]]:
        """Exact distribution of steps lost, for ``attacker`` and ``defender``."""
        table: dict[str, dict[int, Fraction]] = {"attacker": {}, "defender": {}}
        for outcome in self.outcomes:
            for who, steps in (("attacker", outcome.attacker_steps), ("defender", outcome.defender_steps)):
                table[who][steps] = table[who].get(steps, Fraction(0)) + outcome.chance
        return {who: dict(sorted(chances.items())) for who, chances in table.items()}

    @property
    def captured(self) -> Fraction:
        """Exact chance that the defender leaves the hex, so that the attacker may take it (gpw 7.2.F)."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.vacated), Fraction(0))


def preview(pos: Position, target: str, attackers: Sequence[str]) -> Preview:
    """The battle of units against a hex, in the combat phase of their side in this turn.

    In another phase supply is judged as it is now.  IllegalAction where the units could never make this attack
    (not adjacent, not enemies); odds too low only make the preview impossible.
    """
    attack = Attack(target, attackers)  # type: ignore[arg-type]  # makes a tuple of any list
    if not attack.attackers:
        raise InvalidInput("attackers is a list of one or more unit ids")
    units = tuple(pos.world.unit(name).index for name in attack.attackers)  # in the order in which play has them
    trial = pos.copy()
    side = pos.world.units[units[0]].side
    if pos.step.kind != "combat" or pos.side != side:
        trial.phase = next(n for n, step in enumerate(TURN) if step.kind == "combat" and step.side == side)
        supply.judge(trial, side)
    trial.battles = []
    trial.fighting = -1
    found = list(combat.attack_objections(trial, attack))
    if any(reason.rule in combat.GEOMETRY for reason in found):
        raise IllegalAction(found)
    return Preview(trial, pos.world.board.hex(target), units)


def quick_odds(
    charts: Charts,
    attack: Sequence[int],
    defend: int,
    *,
    terrain: Sequence[str] = ("clear",),
    river: str = "none",
    weather: str = "",
    side: str = "Axis",
    winter: str = "",
) -> Calculation:
    """The column and results of an attack without a map.

    ``attack`` and ``defend`` are printed strengths; ``terrain`` names TEC rows of the defender's hex; ``river`` is
    ``all`` where every attacker attacks across one; ``weather`` is ``mud``, ``snow`` or nothing, ``winter`` matters
    for the first one (gpw 6.3.B).  Supply and the strait are left out, and what a result costs depends on the ground
    around: ``Game.battle`` knows both.  InvalidInput names what does not exist.
    """
    if not attack or any(strength <= 0 for strength in attack) or defend <= 0:
        raise InvalidInput(f"strengths are positive numbers, not {list(attack)} against {defend}")
    ground = {name for name, row in charts.tec.items() if row.foot_mp != NO_ENTRY and name not in HEXSIDES}
    for given, known in (
        (set(terrain), ground),
        ({river}, {"none", "all"}),
        ({weather}, {"", "mud", "snow"}),
        ({side}, set(SIDES)),
        ({winter}, {"", *(box.winter for box in charts.turns.values())}),
    ):
        if given - known:
            names = ", ".join(sorted(known - {""}))
            raise InvalidInput(f"unknown {', '.join(sorted(given - known))}: it is one of {names}")
    units = tuple(Attacker(f"attacker {n}", s, river=river == "all") for n, s in enumerate(attack, 1))
    return Calculation(Odds(units, defend, tuple(terrain), side, weather, winter, charts))
