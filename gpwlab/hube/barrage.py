"""Barrage in numbers: the column of a strength, its shifts, what it costs, and the exact chance of every result.

The tables belong to the series rules and are published ones; of this book is that terrain counts as it serves the
defender best (hube 1.8a).  Nothing here knows of a map or a unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.hube.charts import LINES, Charts

_RULE = "hube 1.8a"
_TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
#: Steps lost and whether the target is disorganised.
Effect = tuple[int, bool]
#: From this level on a hedgehog turns the bracketed half into disorganisation.
_STOUT = 3


@dataclass(frozen=True, slots=True)
class Barrage:
    """What is known of a barrage.

    strength: barrage points that fire.  terrain: types of the target hex, one or two.  regiments: regiment equivalents
    in the target hex.  hedgehog: its level, 0 for none.  spotter: a unit next to the target.  strategic: the target is
    in strategic mode.  by_air: only aircraft fire.  near_base: all of them within ten hexes of their base.
    """

    strength: int
    terrain: tuple[str, ...]
    regiments: Fraction
    hedgehog: int = 0
    spotter: bool = True
    strategic: bool = False
    by_air: bool = False
    near_base: bool = False


@dataclass(frozen=True)
class Shelling:
    """A barrage worked out; InvalidInput names what is no barrage."""

    charts: Charts
    barrage: Barrage

    def __post_init__(self) -> None:
        fired = self.barrage
        if fired.strength < 1:
            raise InvalidInput(f"a barrage has at least one point, not {fired.strength!r}")
        if fired.hedgehog < 0 or fired.regiments < 0:
            raise InvalidInput("a hedgehog and regiment equivalents are not below 0")
        if not 1 <= len(fired.terrain) <= 2:
            raise InvalidInput(f"a hex has one terrain or two, not {len(fired.terrain)}")
        known = {t.type for t in self.charts.combat_terrain.values() if t.where == "hex"}
        for name in fired.terrain:
            if name not in known:
                raise InvalidInput(f"there is no hex terrain {name!r}; there is {', '.join(sorted(known))}")
        if fired.near_base and not fired.by_air:
            raise InvalidInput("only aircraft have a base to be near to")

    @cached_property
    def line(self) -> str:
        """The line of terrain that serves the target best (hube 1.8a)."""
        return max((self.charts.combat_terrain[name].line for name in self.barrage.terrain), key=LINES.index)

    @cached_property
    def start(self) -> int:
        """The column of the strength, from 0."""
        return next(
            i for i, (low, high, _cost) in enumerate(self.charts.barrage_columns)
            if low <= self.barrage.strength and (high is None or self.barrage.strength <= high)
        )  # fmt: skip

    @property
    def cost(self) -> int:
        """What it costs, in quarters of a supply point (T), before any shift."""
        return self.charts.barrage_columns[self.start][2]

    @cached_property
    def shifts(self) -> list[tuple[int, str]]:
        """Columns to the right (to the left below 0), and why."""
        found = []
        for row in self.charts.barrage_shifts:
            why = self._why(row.cause, row.value, row.value_to)
            if why and row.columns:
                found.append((row.columns, why))
        return found

    def _why(self, cause: str, value: str, value_to: str) -> str:
        """What a row of the shifts says of this barrage, "" where it does not apply."""
        fired = self.barrage
        match cause:
            case "hedgehog" if fired.hedgehog:
                return f"hedgehog of level {fired.hedgehog}"
            case "line" if self.line == value:
                return f"{self.line} terrain"
            case "mode" if fired.strategic:
                return "target in strategic mode"
            case "spotter" if not fired.spotter:
                return "no spotter"
            case "air_near_base" if fired.near_base:
                return "aircraft within ten hexes of their base"
            case "density" if self._dense(int(value), value_to):
                return f"{fired.regiments} regiment equivalents in the hex"
        return ""

    def _dense(self, low: int, value_to: str) -> bool:
        """Whether the regiment equivalents lie above one bound and up to the other; an empty hex counts as thin."""
        here = self.barrage.regiments
        return (here > low or low == 0) and (not value_to or here <= int(value_to))

    @cached_property
    def column(self) -> int:
        """The column after all shifts, from 0; the ends of the table hold."""
        last = len(self.charts.barrage_columns) - 1
        return min(last, max(0, self.start + sum(columns for columns, _why in self.shifts)))

    @cached_property
    def results(self) -> dict[str, Fraction]:
        """The exact chance of each entry of the table, the likeliest first."""
        found: dict[str, Fraction] = {}
        for total, chance in _TWO_DICE.items():
            entry = self.charts.barrage_results[total][self.column]
            found[entry] = found.get(entry, Fraction(0)) + chance
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    @cached_property
    def effects(self) -> dict[Effect, Fraction]:
        """The exact chance of steps lost with or without disorganisation; a half is a step on 4 to 6 of a die."""
        found: dict[Effect, Fraction] = {}
        for entry, chance in self.results.items():
            for effect, share in self._of_entry(entry).items():
                found[effect] = found.get(effect, Fraction(0)) + chance * share
        return dict(sorted(found.items()))

    def _of_entry(self, entry: str) -> dict[Effect, Fraction]:
        if entry == "-":
            return {(0, False): Fraction(1)}
        if entry == "DG" or (entry == "[1/2]" and self.blunted):
            return {(0, True): Fraction(1)}
        if entry in ("1/2", "[1/2]"):
            return {(1, True): Fraction(1, 2), (0, True): Fraction(1, 2)}
        return {(int(entry), True): Fraction(1)}

    @property
    def blunted(self) -> bool:
        """True where a bracketed half is disorganisation alone: by air, without a spotter, a stout hedgehog."""
        return self.barrage.by_air or not self.barrage.spotter or self.barrage.hedgehog >= _STOUT

    @property
    def expected(self) -> Fraction:
        """The mean number of steps lost."""
        return sum((chance * steps for (steps, _dg), chance in self.effects.items()), Fraction(0))

    @property
    def reasons(self) -> list[Reason]:
        """How the column comes about, step by step."""
        low, high, cost = self.charts.barrage_columns[self.start]
        span = f"{low} to {high}" if high is not None else f"{low} and more"
        found = [Reason(_RULE, f"{' and '.join(self.barrage.terrain)} counts as {self.line} terrain")]
        found.append(
            Reason(
                _RULE,
                f"fire of {counted(self.barrage.strength, 'point')} on the column {span}, for {cost}T (published)",
            )
        )
        for columns, why in self.shifts:
            way = "right" if columns > 0 else "left"
            found.append(Reason(_RULE, f"{abs(columns)} to the {way}: {why} (published)"))
        found.append(Reason(_RULE, f"column {self.column + 1} of {len(self.charts.barrage_columns)}"))
        return found


def work_out(charts: Charts, barrage: Barrage) -> Shelling:
    """A barrage worked out; InvalidInput names what is no barrage."""
    return Shelling(charts, barrage)
