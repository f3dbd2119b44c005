"""Combat in numbers: line of terrain, multipliers, odds, surprise and the exact chance of every result.

The terrain is printed (hube chart.Terrain Effects on Combat); the columns, the results and surprise belong to the
series rules and are published ones.  Nothing here knows of a map or a unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube.charts import CATEGORIES, LINES, Charts

CHART = "hube chart.Terrain Effects on Combat"
#: The most favourable and the worst total of two dice and modifiers on the table.
LOWEST, HIGHEST = 1, 15
_TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
KINDS = ("attack", "overrun")


@dataclass(frozen=True, slots=True)
class Force:
    """Troops of one category that fight under the same terms.

    strength: printed, as a whole.  hexsides: types of hexside that it attacks across, e.g. ``Minor River``.  supplied:
    False halves it (a rule of the series).  by_road: in a mountain, as its asterisk wants.
    """

    category: str
    strength: int
    hexsides: tuple[str, ...] = ()
    supplied: bool = True
    by_road: bool = False


@dataclass(frozen=True, slots=True)
class Combat:
    """What is known of a combat.

    terrain: types of the hex attacked, one or two (hube 1.8a).  action: ratings of attacker and defender.  hedgehog:
    its level, 0 for none.  kind: attack or overrun.
    """

    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    terrain: tuple[str, ...]
    attacker_action: int
    defender_action: int
    hedgehog: int = 0
    kind: str = "attack"


@dataclass(frozen=True)
class Odds:
    """A combat worked out: what each side brings, the column before surprise, exact chances; all made when asked."""

    charts: Charts
    combat: Combat

    def __post_init__(self) -> None:
        _check(self.charts, self.combat)

    @cached_property
    def line(self) -> str:
        """The line of odds: the one that serves the defender best, of the terrain of the hex (hube 1.8a)."""
        lines = [self.charts.combat_terrain[name].line for name in self.combat.terrain]
        return max(lines, key=LINES.index)

    @cached_property
    def attack(self) -> Fraction:
        """The attackers' strength after terrain, hexsides and supply."""
        return sum((self._worth(force, True)[0] for force in self.combat.attackers), Fraction(0))

    @cached_property
    def defence(self) -> Fraction:
        """The defenders' strength after terrain and supply."""
        return sum((self._worth(force, False)[0] for force in self.combat.defenders), Fraction(0))

    @cached_property
    def ratio(self) -> tuple[int, int]:
        """The odds as two numbers, one of them 1, the other rounded to the nearest (ruling H121)."""
        return self._ratio_of(self.attack)

    def _ratio_of(self, attack: Fraction) -> tuple[int, int]:
        if attack >= self.defence:
            return _nearest(attack / self.defence), 1
        return 1, _nearest(self.defence / attack)

    @cached_property
    def column(self) -> int:
        """The column before surprise, from 0: the best one whose odds are reached, the first where none is."""
        return self.column_of(self.attack)

    def column_of(self, attack: Fraction) -> int:
        """The column before surprise that an attack strength, after terrain and supply, would have."""
        odds = Fraction(*self._ratio_of(attack))
        columns = self.charts.combat_columns[self.line]
        return max((i for i, least in enumerate(columns) if least <= odds), default=0)

    @property
    def drm(self) -> int:
        """What is added to the dice: the difference of the action ratings, less the hedgehog."""
        return self.combat.attacker_action - self.combat.defender_action - self.combat.hedgehog

    @cached_property
    def surprise(self) -> dict[str, Fraction]:
        """The exact chance that attacker, defender or nobody surprises."""
        defender_to, attacker_from = self.charts.surprise[self.combat.kind]
        found = {"attacker": Fraction(0), "defender": Fraction(0), "nobody": Fraction(0)}
        for total, chance in _TWO_DICE.items():
            rolled = total + self.drm
            who = "defender" if rolled <= defender_to else "attacker" if rolled >= attacker_from else "nobody"
            found[who] += chance
        return found

    @cached_property
    def columns(self) -> dict[int, Fraction]:
        """The exact chance of each column after surprise, which moves it by one die (the table's ends hold)."""
        return self.surprised(self.column)

    def surprised(self, start: int) -> dict[int, Fraction]:
        """The exact chance of each column after surprise for a combat that starts on a column."""
        last = len(self.charts.combat_columns[self.line]) - 1
        found: dict[int, Fraction] = {}
        for who, way in (("nobody", 0), ("attacker", 1), ("defender", -1)):
            for die in range(1, 7):
                column = min(last, max(0, start + way * die))
                found[column] = found.get(column, Fraction(0)) + self.surprise[who] / 6
        return {column: chance for column, chance in sorted(found.items()) if chance}

    @cached_property
    def results(self) -> dict[str, Fraction]:
        """The exact chance of every result, the likeliest first."""
        return self.starting_on(self.column)

    def starting_on(self, start: int) -> dict[str, Fraction]:
        """The exact chance of every result, the likeliest first, for a combat that starts on a column."""
        found: dict[str, Fraction] = {}
        for column, chance in self.surprised(start).items():
            for result, share in self.of_column(column).items():
                found[result] = found.get(result, Fraction(0)) + chance * share
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def of_column(self, column: int) -> dict[str, Fraction]:
        """The exact chance of each result on one column, by the dice and the modifier."""
        found: dict[str, Fraction] = {}
        for total, chance in _TWO_DICE.items():
            row = min(HIGHEST, max(LOWEST, total + self.drm))
            result = self.charts.combat_results[row][column]
            found[result] = found.get(result, Fraction(0)) + chance
        return found

    @cached_property
    def expected(self) -> dict[str, Fraction]:
        """The mean number of steps lost outright by either side, options left aside."""
        means = {"attacker": Fraction(0), "defender": Fraction(0)}
        for text, chance in self.results.items():
            result = parse(text)
            means["attacker"] += chance * result.attacker_steps
            means["defender"] += chance * result.defender_steps
        return means

    @property
    def reasons(self) -> list[Reason]:
        """How the column comes about, step by step."""
        return list(self._reasons())

    # -- how it comes about ------------------------------------------------------------------------------------

    def _worth(self, force: Force, attacks: bool) -> tuple[Fraction, list[Reason]]:
        """What a force counts, and why."""
        worth, why = Fraction(force.strength), []
        for name in (*self._hex_terrain(force.category, attacks), *(force.hexsides if attacks else ())):
            found = self.charts.combat_terrain[name].by[force.category]
            if found is None or found.value == 1 or (found.bracketed and not attacks):
                continue
            if found.road_only and not force.by_road:
                text = f"{force.category} may fight in {name} only by road; it counts x{found.value} as if it did"
            else:
                text = f"{force.category} x{found.value} for {name}"
            worth *= found.value
            why.append(Reason(CHART, text))
        if not force.supplied:
            worth /= 2
            why.append(Reason(CHART, "half for want of supply (a rule of the series, not of this book)"))
        return worth, why

    def _hex_terrain(self, category: str, attacks: bool) -> tuple[str, ...]:
        """Of two terrains of the hex the one that serves the defender best for a category (hube 1.8a)."""

        def value(name: str) -> Fraction:
            found = self.charts.combat_terrain[name].by[category]
            counts = found is not None and (attacks or not found.bracketed)
            return found.value if found is not None and counts else Fraction(1)

        return ((min if attacks else max)(self.combat.terrain, key=value),)

    def _reasons(self) -> Iterator[Reason]:
        where = " and ".join(self.combat.terrain)
        if len(self.combat.terrain) > 1:
            yield Reason("hube 1.8a", f"{where}: the terrain that serves the defender best counts")
        yield Reason(CHART, f"{where} is fought on the line {self.line}")
        for side, forces in (("attacker", self.combat.attackers), ("defender", self.combat.defenders)):
            for force in forces:
                worth, why = self._worth(force, side == "attacker")
                yield from why
                yield Reason(CHART, f"{side}: {force.category} {force.strength} counts {number(worth)}")
        attack, defend = self.ratio
        columns = self.charts.combat_columns[self.line]
        yield Reason(CHART, f"{number(self.attack)} against {number(self.defence)} is {attack}:{defend}")
        yield Reason(CHART, f"column {self.column + 1} of {len(columns)}, from {odds_text(columns[self.column])} up")
        modifier = f"{self.combat.attacker_action} - {self.combat.defender_action} for action ratings"
        hedgehog = f", -{self.combat.hedgehog} for the hedgehog" if self.combat.hedgehog else ""
        yield Reason(CHART, f"{self.drm:+d} to the dice: {modifier}{hedgehog} (series rules, published)")


@dataclass(frozen=True, slots=True)
class Result:
    """A result taken apart: steps lost, options to retreat or lose, exploitation from a die on, disorganised."""

    attacker_steps: int = 0
    attacker_options: int = 0
    defender_steps: int = 0
    defender_options: int = 0
    exploits_from: int | None = None
    disorganised: bool = False


def parse(text: str) -> Result:
    """Take a result such as ``Ao1e4 DL1o2`` apart: loss L, option o, exploitation e, disorganised DG."""
    parts: dict[str, dict[str, int]] = {"A": {}, "D": {}}
    disorganised = text.endswith("DG")
    for word in text.removesuffix("DG").split():
        letters = word[1:]
        for letter, digit in zip(letters[::2], letters[1::2], strict=True):
            parts[word[0]][letter] = int(digit)
    attacker, defender = parts["A"], parts["D"]
    return Result(
        attacker.get("L", 0), attacker.get("o", 0), defender.get("L", 0), defender.get("o", 0), attacker.get("e"),
        disorganised,
    )  # fmt: skip


def words(text: str) -> str:
    """A result as a player would tell it."""
    result, parts = parse(text), []
    for side, steps, options in (
        ("attacker", result.attacker_steps, result.attacker_options),
        ("defender", result.defender_steps, result.defender_options),
    ):
        told = [f"loses {steps}"] if steps else []
        told += [f"option {options}"] if options else []
        parts += [f"{side} {' and '.join(told)}"] if told else []
    if result.exploits_from is not None:
        parts.append(f"attacker exploits on {result.exploits_from} or more")
    if result.disorganised:
        parts.append("defender disorganised")
    return "; ".join(parts)


def work_out(charts: Charts, combat: Combat) -> Odds:
    """The odds of a combat; InvalidInput names what is no terrain, category or strength."""
    return Odds(charts, combat)


def number(value: Fraction) -> str:
    """A strength for a reader: whole, or with what is left as a fraction."""
    whole, rest = divmod(value, 1)
    return str(whole) if not rest else f"{whole} {rest}" if whole else str(rest)


def odds_text(odds: Fraction) -> str:
    """Odds as they are printed: 1:3 or 4:1."""
    return f"{odds.numerator}:{odds.denominator}"


def _nearest(value: Fraction) -> int:
    """The nearest whole number, a half going up."""
    return int(value + Fraction(1, 2))


def _check(charts: Charts, combat: Combat) -> None:
    """Refuse what is no combat."""
    if not combat.attackers or not combat.defenders:
        raise InvalidInput("a combat has an attacker and a defender")
    if combat.kind not in KINDS:
        raise InvalidInput(f"a combat is an {' or an '.join(KINDS)}, not {combat.kind!r}")
    if not 1 <= len(combat.terrain) <= 2:
        raise InvalidInput(f"a hex has one terrain or two, not {len(combat.terrain)}")
    if combat.hedgehog < 0:
        raise InvalidInput(f"there is no hedgehog of level {combat.hedgehog}")
    _check_terrain(charts, combat.terrain, "hex")
    for force in (*combat.attackers, *combat.defenders):
        if force.category not in CATEGORIES:
            raise InvalidInput(f"a category is {', '.join(CATEGORIES)}, not {force.category!r}")
        if force.strength < 1:
            raise InvalidInput(f"a strength is at least 1, not {force.strength!r}")
        _check_terrain(charts, force.hexsides, "hexside")


def _check_terrain(charts: Charts, names: Sequence[str], where: str) -> None:
    known: Mapping[str, object] = {t.type: t for t in charts.combat_terrain.values() if t.where == where}
    for name in names:
        if name not in known:
            raise InvalidInput(f"there is no {where} terrain {name!r}; there is {', '.join(known)}")
