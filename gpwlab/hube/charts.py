"""The charts of Hube's Pocket, read from tables: weather, ground, air, terrain, rebuild, arrivals, victory.

No rule module holds a chart value; a user's corrected table replaces ours before this module reads it.  The combat,
barrage, surprise and supply tables belong to the series rules and are published ones (see their rows' basis).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.tables import Row

GROUNDS = ("Hard Freeze", "Freeze", "Light Freeze", "Light Thaw", "Thaw", "Mud")
#: The ground that ends the game (hube 1.2b).
END = "End"
BANDS = ("1-12", "13-27", "28-32")
#: All rolls of two dice read as tens and ones.
D66 = tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
AIR = ("normal", "base_to_base", "refit_only")
LINES = ("Open", "Close", "Very Close", "Extremely Close")
CATEGORIES = ("armor", "mech", "other")
MOVEMENTS = ("track", "truck", "leg")


@dataclass(frozen=True, slots=True)
class Multiplier:
    """What terrain does to a strength; ``bracketed`` as printed (ruling H112), ``road_only`` by road alone."""

    value: Fraction
    bracketed: bool = False
    road_only: bool = False


@dataclass(frozen=True, slots=True)
class CombatTerrain:
    """A row of the Terrain Effects on Combat; ``line`` is the line of odds, "" where the hex's other terrain counts."""

    type: str
    where: str
    line: str
    by: Mapping[str, Multiplier | None]


@dataclass(frozen=True, slots=True)
class Cost:
    """What entering or crossing costs.

    kind: cost (of the hex), plus (on top of the hex), prohibited, all (the whole allowance) or none.
    """

    kind: str
    mp: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class MovementTerrain:
    """A row of the Terrain Effects on Movement; ``note`` is road_negates, no_overrun or empty."""

    type: str
    where: str
    by: Mapping[str, Cost]
    note: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the game; ``band`` names the columns of the Weather Table that it uses."""

    number: int
    day: int
    month: str
    band: str

    @property
    def date(self) -> str:
        """For instance ``5 Jan 1944``."""
        return f"{self.day} {self.month} 1944"

    @property
    def title(self) -> str:
        """For instance ``Turn 1 (5 Jan 1944)``."""
        return f"Turn {self.number} ({self.date})"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A row of an Order of Arrival; kind is unit or air, edge south, west, soviet (hube 2.1) or air."""

    turn: int
    side: str
    edge: str
    kind: str
    item: str
    count: int


@dataclass(frozen=True, slots=True)
class Price:
    """A row of the Common Rebuild Table: points for a unit, or for a step of it."""

    name: str
    per: str
    pax: int
    eq: int
    trucks: int


@dataclass(frozen=True, slots=True)
class SupplyRoll:
    """Supply points and replacements that a roll of two dice brings (published)."""

    sp: int
    pax: int
    eq: int


@dataclass(frozen=True, slots=True)
class Grade:
    """A band about the massive victory level: margins from and to it, None for no bound (hube 5.2)."""

    grade: str
    side: str
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Shift:
    """A shift of the barrage column; ``value`` and ``value_to`` say when (density: over the one, up to the other)."""

    cause: str
    value: str
    value_to: str
    columns: int


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of one rule set."""

    turns: dict[int, Turn]
    #: per band the weather of each roll of d66
    rolls: dict[str, dict[int, str]]
    new_ground: dict[tuple[str, str], str]
    air: dict[str, tuple[str, ...]]
    ground_effects: dict[tuple[str, str], str]
    combat_terrain: dict[str, CombatTerrain]
    movement_terrain: dict[str, MovementTerrain]
    #: per kind of unit
    prices: dict[str, Price]
    arrivals: tuple[Arrival, ...]
    #: location, hex, VP
    victory_points: tuple[tuple[str, str, int], ...]
    #: per turn the Axis and the Soviet level
    massive: dict[int, tuple[int, int]]
    grades: tuple[Grade, ...]
    supply: dict[tuple[str, int], SupplyRoll]
    combat_columns: dict[str, tuple[Fraction, ...]]
    combat_results: dict[int, tuple[str, ...]]
    combat_alternatives: dict[tuple[int, int], str]
    #: strength from, strength to (None for no bound), cost in T
    barrage_columns: tuple[tuple[int, int | None, int], ...]
    barrage_results: dict[int, tuple[str, ...]]
    barrage_alternatives: dict[tuple[int, int], str]
    barrage_shifts: tuple[Shift, ...]
    #: per kind (attack, overrun): the highest total for the defender, the lowest for the attacker
    surprise: dict[str, tuple[int, int]]

    def turn(self, number: int) -> Turn:
        """A turn by its number; InvalidInput outside 1 to 32."""
        try:
            return self.turns[number]
        except KeyError:
            raise InvalidInput(f"there is no turn {number!r}; turns are 1 to {max(self.turns)}") from None

    def weather(self, turn: int, roll: int) -> str:
        """The weather of a roll of d66 in a turn (hube 1.2); InvalidInput for a number that no two dice show."""
        rolls = self.rolls[self.turn(turn).band]
        if roll not in rolls:
            raise InvalidInput(f"{roll!r} is no roll of two dice read as tens and ones (11 to 66)")
        return rolls[roll]

    def weather_odds(self, turn: int) -> dict[str, Fraction]:
        """The exact chance of each weather in a turn, in the order of the table."""
        rolls = self.rolls[self.turn(turn).band]
        found: dict[str, Fraction] = {}
        for weather in rolls.values():
            found[weather] = found.get(weather, Fraction(0)) + Fraction(1, len(rolls))
        return found

    def ground(self, weather: str, last: str) -> str:
        """The new ground of a weather and the last ground (hube 1.2a), or :data:`END`."""
        try:
            return self.new_ground[weather, last]
        except KeyError:
            raise InvalidInput(f"no ground for weather {weather!r} after {last!r}") from None

    def ground_odds(self, turn: int, last: str) -> dict[str, Fraction]:
        """The exact chance of each new ground of a turn after a last ground."""
        found: dict[str, Fraction] = {}
        for weather, chance in self.weather_odds(turn).items():
            new = self.ground(weather, last)
            found[new] = found.get(new, Fraction(0)) + chance
        return found

    def effect(self, feature: str, ground: str) -> str:
        """What a ground does to a feature, e.g. ``("Roads", "Thaw")`` is soupy; "normal" where nothing."""
        try:
            return self.ground_effects[feature, ground]
        except KeyError:
            raise InvalidInput(f"no ground effect for {feature!r} on {ground!r}") from None

    def price(self, kind: str) -> Price:
        """What rebuilding a unit of a kind costs (hube chart.Common Rebuild Table)."""
        try:
            return self.prices[kind]
        except KeyError:
            raise InvalidInput(f"a unit of kind {kind!r} is not in the Common Rebuild Table") from None


class _Reader:
    """Reads the tables one chart at a time."""

    def __init__(self, tables: Mapping[str, Sequence[Row]]) -> None:
        self.tables = tables

    def rolls(self) -> dict[str, dict[int, str]]:
        found: dict[str, dict[int, str]] = {band: {} for band in BANDS}
        for row in self.tables["weather"]:
            for roll in D66:
                if int(row["roll_from"]) <= roll <= int(row["roll_to"]):
                    if roll in found[row["band"]]:
                        raise DataError(f"turns {row['band']}: {roll} stands in two rows", "weather")
                    found[row["band"]][roll] = row["weather"]
        for band, rolls in found.items():
            if len(rolls) < len(D66):
                raise DataError(f"turns {band}: no weather for {min(set(D66) - set(rolls))}", "weather")
        return {band: dict(sorted(rolls.items())) for band, rolls in found.items()}

    def air(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[int, str]] = {}
        for row in self.tables["air_effects"]:
            faces = range(int(row["die_from"]), int(row["die_to"]) + 1)
            found.setdefault(row["weather"], {}).update(dict.fromkeys(faces, row["effect"]))
        return {weather: tuple(effects[die] for die in sorted(effects)) for weather, effects in found.items()}

    def combat_terrain(self) -> dict[str, CombatTerrain]:
        return {
            row["type"]: CombatTerrain(
                row["type"], row["where"], row["line"], {c: multiplier(row[c]) for c in CATEGORIES}
            )
            for row in self.tables["terrain_combat"]
        }

    def movement_terrain(self) -> dict[str, MovementTerrain]:
        return {
            row["type"]: MovementTerrain(row["type"], row["where"], {m: cost(row[m]) for m in MOVEMENTS}, row["note"])
            for row in self.tables["terrain_movement"]
        }

    def prices(self) -> dict[str, Price]:
        found = {}
        for row in self.tables["rebuild"]:
            price = Price(row["class"], row["per"], int(row["pax"]), int(row["eq"]), int(row["trucks"]))
            found.update(dict.fromkeys(row["kinds"].split(), price))
        return found

    def columns(self) -> dict[str, tuple[Fraction, ...]]:
        found: dict[str, list[tuple[int, Fraction]]] = {}
        for row in self.tables["combat_columns"]:
            attacker, defender = row["odds"].split(":")
            found.setdefault(row["line"], []).append((int(row["column"]), Fraction(int(attacker), int(defender))))
        return {line: tuple(odds for _, odds in sorted(cells)) for line, cells in found.items()}

    def results(self, table: str) -> tuple[dict[int, tuple[str, ...]], dict[tuple[int, int], str]]:
        """Results by dice, and by (dice, column from 0) what another source says."""
        cells: dict[int, list[tuple[int, str]]] = {}
        others: dict[tuple[int, int], str] = {}
        for row in self.tables[table]:
            cells.setdefault(int(row["dice"]), []).append((int(row["column"]), row["result"]))
            if row["alternative"]:
                others[int(row["dice"]), int(row["column"]) - 1] = row["alternative"]
        return {dice: tuple(result for _, result in sorted(found)) for dice, found in cells.items()}, others


def multiplier(text: str) -> Multiplier | None:
    """``[1/2]*`` is half, bracketed, by road only; ``-`` none."""
    if text == "-":
        return None
    plain = text.strip("[]*")
    return Multiplier(Fraction(plain), text.startswith("["), text.endswith("*"))


def cost(text: str) -> Cost:
    """``P`` prohibited, ``All`` the whole allowance, ``+3`` on top of the hex, ``-`` nothing, else the cost."""
    words = {"P": "prohibited", "All": "all", "-": "none"}
    if text in words:
        return Cost(words[text])
    return Cost("plus" if text.startswith("+") else "cost", Fraction(text.lstrip("+")))


def read_charts(tables: Mapping[str, Sequence[Row]]) -> Charts:
    """Read every chart; the rows have passed their schema when they come from a user's folder."""
    read = _Reader(tables)
    combat, combat_others = read.results("combat_table")
    barrage, barrage_others = read.results("barrage_table")
    return Charts(
        turns={int(r["turn"]): Turn(int(r["turn"]), int(r["day"]), r["month"], r["band"]) for r in tables["turns"]},
        rolls=read.rolls(),
        new_ground={(r["weather"], r["last"]): r["ground"] for r in tables["weather_ground"]},
        air=read.air(),
        ground_effects={(r["feature"], r["ground"]): r["effect"] for r in tables["ground_effects"]},
        combat_terrain=read.combat_terrain(),
        movement_terrain=read.movement_terrain(),
        prices=read.prices(),
        arrivals=tuple(_arrival(row) for row in tables["arrivals"]),
        victory_points=tuple((r["name"], r["hex"], int(r["vp"])) for r in tables["victory_points"]),
        massive={int(r["turn"]): (int(r["german"]), int(r["soviet"])) for r in tables["massive_victory"]},
        grades=tuple(
            Grade(r["grade"], r["side"], _bound(r["margin_from"]), _bound(r["margin_to"])) for r in tables["grades"]
        ),
        supply={
            (r["side"], int(r["dice"])): SupplyRoll(int(r["sp"]), int(r["pax"]), int(r["eq"])) for r in tables["supply"]
        },
        combat_columns=read.columns(),
        combat_results=combat,
        combat_alternatives=combat_others,
        barrage_columns=tuple(
            (int(r["strength_from"]), _bound(r["strength_to"]), int(r["cost_t"])) for r in tables["barrage_columns"]
        ),
        barrage_results=barrage,
        barrage_alternatives=barrage_others,
        barrage_shifts=tuple(
            Shift(r["cause"], r["value"], r["value_to"], int(r["shift"])) for r in tables["barrage_shifts"]
        ),
        surprise={r["kind"]: (int(r["defender_to"]), int(r["attacker_from"])) for r in tables["surprise"]},
    )


def _arrival(row: Row) -> Arrival:
    return Arrival(int(row["turn"]), row["side"], row["edge"], row["kind"], row["item"], int(row["count"]))


def _bound(text: str) -> int | None:
    return int(text) if text else None
