"""A battle before it is rolled: its column with every reason, and the exact distribution of what may come of it.

Each CRT result is carried out by the same code as in play, on a copy of the position, with the default answer to
every decision: the attacker takes the smallest loss, the defender stands only where giving way costs a step as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import perhaps
from gpwlab.gpw import combat, results, sorties, supply
from gpwlab.gpw.actions import Attack, Fly
from gpwlab.gpw.air import DAS
from gpwlab.gpw.charts import NO_ENTRY
from gpwlab.gpw.odds import Attacker, Odds, ladder_name, odds
from gpwlab.gpw.position import ON_MAP, Battle
from gpwlab.gpw.reinforcements import cost
from gpwlab.gpw.sequence import TURN
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.charts import Charts
    from gpwlab.gpw.position import Position

#: TEC rows of hexsides; all others are of hexes.
HEXSIDES = ("river", "strait")


#: Results that cost the attacker nothing, so that what they do to the defender is the same whoever attacks.
_UNHURT = frozenset(name for name, steps in results.PLANS.items() if not any("attacker" in step for step in steps))
#: Hooks that may look at who attacks, or with what aircraft, while a result is carried out.
_NOSY = ("hold", "stand", "costless", "halt", "closed", "after_battle")
#: What results do to a position, kept while many of its battles are looked at (previews.py).
Memo = dict[tuple[object, ...], "Outcome"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One die result carried out: what each side loses, and what becomes of the hex.

    Losses are steps, strength points, and the RPs that the chart asks for those steps (gpw 9.1.A), whether or not the
    unit's nation may be rebuilt.  vacated: the defender leaves the hex.  taken: and an attacker that is left may enter.
    """

    result: str
    chance: Fraction
    attacker_steps: int
    attacker_points: int
    attacker_rp: int
    defender_steps: int
    defender_points: int
    defender_rp: int
    vacated: bool
    taken: bool


class Spread:
    """Exact distributions over outcomes: losses in steps, points and RPs, and whether the hex falls."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All that may come of it, the chances adding up to 1; () where there is no attack."""
        raise NotImplementedError

    def spread(self, what: str) -> dict[Any, Fraction]:
        """Exact distribution of a field of :class:`Outcome`, for instance ``defender_points``."""
        table: dict[Any, Fraction] = {}
        for outcome in self.outcomes:
            value = getattr(outcome, what)
            table[value] = table.get(value, Fraction(0)) + outcome.chance
        return dict(sorted(table.items()))

    @property
    def losses(self) -> dict[str, dict[int, Fraction]]:
        """Exact distribution of steps lost, for ``attacker`` and ``defender``."""
        return {who: self.spread(f"{who}_steps") for who in ("attacker", "defender")}

    @property
    def points(self) -> dict[str, dict[int, Fraction]]:
        """Exact distribution of strength points lost: attack points of the attacker, defence points of the defender."""
        return {who: self.spread(f"{who}_points") for who in ("attacker", "defender")}

    @property
    def captured(self) -> Fraction:
        """Exact chance that the defender leaves the hex, so that the attacker may take it (gpw 7.2.F)."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.vacated), Fraction(0))


class Mixture(Spread):
    """Outcomes of a battle that may be fought on several columns."""

    def __init__(self, parts: Iterable[tuple[Fraction, Sequence[Outcome]]]) -> None:
        self._outcomes = tuple(replace(o, chance=weight * o.chance) for weight, made in parts for o in made)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of each column, weighed."""
        return self._outcomes


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


class Preview(Calculation, Spread):
    """A battle on the map: what ``Game.battle`` returns."""

    def __init__(self, pos: Position, target: int, attackers: tuple[int, ...], memo: Memo | None = None) -> None:
        super().__init__(odds(pos, target, attackers))
        self._pos, self._memo = pos, memo
        self.target = target
        self.attackers = attackers

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every CRT result carried out, with its exact chance."""
        return self.on(self.odds.column) if self.possible else ()

    def on(self, column: int) -> tuple[Outcome, ...]:
        """What would come of the battle on a column of the CRT, its own or another: every result carried out."""
        row = self.odds.charts.crt[column]
        made = {result: self._once(result) for result in dict.fromkeys(row)}
        return tuple(replace(o, chance=Fraction(row.count(result), len(row))) for result, o in made.items())

    def _once(self, result: str) -> Outcome:
        """A result carried out, of chance 1; taken from the memo where it has been before."""
        hooks = self._pos.world.hooks
        if self._memo is None or any(getattr(hooks, name) for name in _NOSY):
            return self._carry_out(result)
        alike = result in _UNHURT
        key = (result, self.target, () if alike else self.attackers)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._carry_out(result)
        return replace(found, taken=found.vacated and self._may_enter(self._pos)) if alike else found

    def _carry_out(self, result: str) -> Outcome:
        trial = self._pos.copy()
        trial.battles = [Battle(self.target, self.attackers, defenders=trial.holders(self.target))]
        results.begin(trial, self.target, result, hasty=True)
        holders = self._pos.holders(self.target)
        vacated = all(trial.where[unit] != self.target for unit in holders)
        return Outcome(
            result,
            Fraction(1),
            *self._all_lost(trial, self.attackers),
            *self._all_lost(trial, holders),
            vacated,
            vacated and self._may_enter(trial),
        )

    def _may_enter(self, trial: Position) -> bool:
        """True if one of the attackers that are left may advance into the target (gpw 7.2.F)."""
        able = (unit for unit in self.attackers if trial.fate[unit] == ON_MAP)
        return any(next(results.may_not_advance(trial, unit, self.target), None) is None for unit in able)

    def _all_lost(self, trial: Position, units: Sequence[int]) -> tuple[int, int, int]:
        """Steps, strength points and RPs that units have lost."""
        steps = points = rp = 0
        for unit in units:
            left, had = trial.steps[unit], self._pos.steps[unit]
            if left == had:
                continue
            figures = self._pos.world.units[unit]
            scale = figures.attack if unit in self.attackers else figures.defence
            steps += had - left
            points += scale[had - 1] - (scale[left - 1] if left else 0)
            rp += (had - left) * cost(self._pos, figures)
        return steps, points, rp

    # -- what fighters may change ---------------------------------------------------------------------------------

    @property
    def contested(self) -> tuple[str, tuple[str, ...]]:
        """The aircraft over the target that may still be intercepted, and the fighters that can; ("", ()) if none."""
        unit, fighters = sorties.contest(self._pos, self.target)
        units = self._pos.world.units
        return (units[unit].id, tuple(units[u].id for u in fighters)) if fighters else ("", ())

    @property
    def interception(self) -> dict[str, dict[str, Fraction]]:
        """What a fighter would do to the ``target`` aircraft, and that to the ``interceptor``: exact chances.

        Keys are none, aborted and shot down (gpw 11.1.2.F, gpw 11.1.2.G); empty where nothing may be intercepted.
        """
        aloft, fighters = self.contested
        if not aloft:
            return {}
        target, fighter = (self._pos.world.unit(name).index for name in (aloft, fighters[0]))
        shots = {  # whom a roller's die hits
            "target": sorties.faces(self._pos, fighter, target, "interceptor"),
            "interceptor": sorties.faces(self._pos, target, fighter, "target"),
        }
        return {
            victim: {result: Fraction(row.count(result), len(row)) for result in dict.fromkeys(row)}
            for victim, row in shots.items()
        }

    @cached_property
    def columns(self) -> dict[int | None, Fraction]:
        """Exact chance of each column if a fighter intercepts; None for no attack at all (gpw 7.3)."""
        if not self.contested[0]:
            return {self.column: Fraction(1)}
        alone = self._unsupported()
        stays = self.interception["target"].get("none", Fraction(0))
        chances: dict[int | None, Fraction] = {}
        for column, chance in ((self.column, stays), (alone.column, 1 - stays)):
            chances[column] = chances.get(column, Fraction(0)) + chance
        return {column: chance for column, chance in chances.items() if chance}

    def _unsupported(self) -> Preview:
        """The same battle without the aircraft that may be intercepted."""
        without = self._pos.copy()
        without.missions.pop(without.world.unit(self.contested[0]).index, None)
        return Preview(without, self.target, self.attackers)

    @property
    def results_if_intercepted(self) -> dict[str, Fraction]:
        """Exact chance of each CRT result if a fighter intercepts; an attack that falls through counts as NE."""
        chances: dict[str, Fraction] = {}
        for column, weight in self.columns.items():
            row = ("NE",) if column is None else self.odds.charts.crt[column]
            for result in row:
                chances[result] = chances.get(result, Fraction(0)) + weight / len(row)
        return chances

    @cached_property
    def if_intercepted(self) -> Spread:
        """What comes of the battle if a fighter intercepts: the mixture of the columns; aircraft are no losses here."""
        nothing = Outcome("NE", Fraction(1), 0, 0, 0, 0, 0, 0, False, False)
        made = ((weight, (nothing,) if column is None else self.on(column)) for column, weight in self.columns.items())
        return Mixture(made)


def preview(pos: Position, target: str, attackers: Sequence[str], air: str | None = None) -> Preview:
    """The battle of units against a hex, in the combat phase of their side in this turn; with OAS where ``air`` flies.

    Aircraft count as if none of them were intercepted; ``Preview.columns`` tells what interception may change.
    In another phase supply is judged as it is now.  IllegalAction where the units could never make this attack (not
    adjacent, not enemies) or the aircraft not fly there; odds too low only make the preview impossible.
    """
    attack = Attack(target, attackers)  # type: ignore[arg-type]  # makes a tuple of any list
    if not attack.attackers:
        raise InvalidInput("attackers is a list of one or more unit ids")
    units = tuple(pos.world.unit(name).index for name in attack.attackers)  # in the order in which play has them
    trial = turned_to_combat(pos, pos.world.units[units[0]].side)
    made = [battle for battle in trial.battles if battle.resolved]
    trial.battles = []
    trial.fighting = -1
    found = list(combat.attack_objections(trial, attack))
    if any(reason.rule in combat.GEOMETRY for reason in found):
        raise IllegalAction(found)
    hex_ = pos.world.board.hex(target)
    if air is not None:
        support(trial, Battle(hex_, units, defenders=trial.holders(hex_)), air, made)
    return Preview(trial, hex_, units)


def turned_to_combat(pos: Position, side: int) -> Position:
    """A copy of the position in the combat phase of a side: as it is if it is in it, else as things stand now."""
    trial = pos.copy()
    if pos.step.kind != "combat" or pos.side != side:
        trial.phase = next(n for n, step in enumerate(TURN) if step.kind == "combat" and step.side == side)
        supply.judge(trial, side)
        trial.air_stage = ""
        trial.battles = []
        for unit in [u for u, mission in trial.missions.items() if mission != DAS]:  # of another fight
            trial.lift(unit)
            del trial.missions[unit]
    return trial


def support(trial: Position, battle: Battle, air: str, made: Sequence[Battle] = ()) -> None:
    """Fly OAS to the attack that is looked at; IllegalAction where the aircraft may not.

    ``made``: the battles of the phase that have been resolved; no battle is left in the position.
    """
    trial.battles = [*made, battle]
    flight = Fly(air, trial.world.board.ids[battle.target])
    refused = list(sorties.fly_objections(trial, flight))
    if refused:
        raise IllegalAction(refused)
    sorties.fly(trial, flight)
    trial.battles = []


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
            raise InvalidInput(_unknown(sorted(given - known), sorted(known - {""})))
    units = tuple(Attacker(f"attacker {n}", s, river=river == "all") for n, s in enumerate(attack, 1))
    return Calculation(Odds(units, defend, tuple(terrain), side, weather, winter, charts))


def _unknown(names: list[str], known: list[str]) -> str:
    hint = f"{near}; " if (near := perhaps(names[0], known)) else ""
    return f"unknown {', '.join(names)}: {hint}it is one of {', '.join(known)}"
