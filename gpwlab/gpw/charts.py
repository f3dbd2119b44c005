"""The game's charts, read from tables: CRT, TEC, turn record, weather, rates (gpw 5.1, gpw 7.5.B, gpw 9.1.B).

No rule module holds a chart value; a user's corrected table replaces ours before this module reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpwlab.core.tables import Row

#: Movement cost meaning "whatever MP are left, at least one, and the move ends there" (gpw 5.4.D).
ALL_LEFT = -1
#: Movement cost meaning that the hex or hexside may not be entered at all.
NO_ENTRY = -2
#: Rows of the TEC for hexsides: what crossing one adds to the cost of the hex.
HEXSIDES = ("river", "strait")
RESULTS = ("NE", "DR", "DRL", "AL", "DE", "EX")


@dataclass(frozen=True, slots=True)
class Terrain:
    """A TEC row: MP for foot and armour, odds shift in columns, whether a defender may stand (gpw 7.4.2)."""

    name: str
    foot_mp: int
    armour_mp: int
    armour_stops: bool
    shift: int
    may_stand: bool


@dataclass(frozen=True, slots=True)
class WeatherEffect:
    """What a kind of weather does to one side (gpw 6.2, gpw 6.3.B)."""

    ma_divisor: int = 1
    hex_mp: int = 0
    attack_divisor: int = 1
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the turn record: ``weather`` is what may befall it (mud, snow or nothing), ``winter`` which one."""

    number: int
    year: int
    period: str
    weather: str
    winter: str

    @property
    def title(self) -> str:
        """For instance ``Turn 1 (Jun 1941)``."""
        return f"Turn {self.number} ({self.period} {self.year})"


@dataclass(frozen=True, slots=True)
class Event:
    """A dated row of the reinforcement chart; ``turn`` is None for rows that wait for a condition."""

    turn: int | None
    side: str
    kind: str
    unit: str
    entry: tuple[str, ...]
    half: bool
    #: what a row without a turn waits for: "defection" of Romania, or "defection+1", the turn after (gpw 17.1.5.D)
    when: str = ""


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of one rule set."""

    crt: dict[int, tuple[str, ...]]
    tec: dict[str, Terrain]
    turns: dict[int, Turn]
    weather: dict[tuple[str, str], int]
    effects: dict[tuple[str, str, str], WeatherEffect]
    events: tuple[Event, ...]
    rates: dict[tuple[int, str], int]
    lend_lease: dict[int, int]
    lend_lease_turns: tuple[tuple[int, int, int], ...]
    rail_limits: tuple[tuple[str, int, int, int], ...]
    #: per roller of an interception: what each face of the die does to the other aircraft (gpw 11.1.2.F, gpw 11.1.2.G)
    interception: dict[str, tuple[str, ...]]

    def effect(self, weather: str, side: str, winter: str) -> WeatherEffect:
        """The effect of a weather on a side in a winter; the most particular row that fits counts."""
        for key in ((weather, side, winter), (weather, side, "any"), (weather, "any", "any")):
            if key in self.effects:
                return self.effects[key]
        return WeatherEffect()

    def rail_limit(self, side: str, turn: int) -> int:
        """Units that a side may move by rail in a turn (gpw 5.5.3)."""
        return sum(n for s, first, last, n in self.rail_limits if s == side and first <= turn <= last)

    @property
    def dated(self) -> list[Event]:
        """The rows of the reinforcement chart that have a turn, in the order of turns."""
        return sorted((event for event in self.events if event.turn is not None), key=lambda event: event.turn or 0)

    @property
    def columns(self) -> tuple[int, int]:
        """Lowest and highest odds column of the CRT, as n of n:1 (gpw 7.3)."""
        return min(self.crt), max(self.crt)


def read_charts(tables: Mapping[str, Sequence[Row]]) -> Charts:
    """Read every chart; the rows have passed their schema when they come from a user's folder."""
    columns: dict[int, list[str]] = {}
    for row in sorted(tables["crt"], key=lambda r: (int(r["column"]), int(r["die"]))):
        columns.setdefault(int(row["column"]), []).append(row["result"])
    return Charts(
        crt={column: tuple(results) for column, results in columns.items()},
        tec={row["terrain"]: _terrain(row) for row in tables["tec"]},
        turns={int(row["turn"]): _turn(row) for row in tables["turns"]},
        weather={(row["side"], row["winter"]): int(row["adverse_to"]) for row in tables["weather"]},
        effects={(row["weather"], row["side"], row["winter"]): _effect(row) for row in tables["weather_effects"]},
        events=tuple(_event(row) for row in tables["reinforcements"]),
        rates={(int(row["year"]), row["side"]): int(row["rp"]) for row in tables["replacements"]},
        lend_lease={
            die: int(row["rp"])
            for row in tables["lend_lease"]
            for die in range(int(row["roll_from"]), int(row["roll_to"]) + 1)
        },
        lend_lease_turns=tuple(
            (int(row["first_turn"]), int(row["last_turn"]), int(row["drm"])) for row in tables["lend_lease_turns"]
        ),
        rail_limits=tuple(
            (row["side"], int(row["first_turn"]), int(row["last_turn"]), int(row["limit"]))
            for row in tables["rail_limits"]
        ),
        interception=_interception(tables["interception"]),
    )


def _interception(rows: Sequence[Row]) -> dict[str, tuple[str, ...]]:
    """Results in the order of the die, for the interceptor's and for the target's."""
    found: dict[str, dict[int, str]] = {}
    for row in rows:
        faces = range(int(row["roll_from"]), int(row["roll_to"]) + 1)
        found.setdefault(row["roller"], {}).update(dict.fromkeys(faces, row["result"]))
    return {roller: tuple(results[die] for die in sorted(results)) for roller, results in found.items()}


def _mp(text: str) -> int:
    return {"all": ALL_LEFT, "no": NO_ENTRY}[text] if text in ("all", "no") else int(text)


def _terrain(row: Row) -> Terrain:
    foot, armour = _mp(row["foot_mp"]), _mp(row["armour_mp"])
    return Terrain(
        row["terrain"],
        foot,
        armour,
        row["armour_stops"] == "yes",
        int(row["shift"]),
        row["may_stand"] == "yes",
    )


def _turn(row: Row) -> Turn:
    return Turn(int(row["turn"]), int(row["year"]), row["period"], row["weather"], row["winter"])


def _effect(row: Row) -> WeatherEffect:
    return WeatherEffect(int(row["ma_divisor"]), int(row["hex_mp"]), int(row["attack_divisor"]), int(row["shift"]))


def _event(row: Row) -> Event:
    turn = int(row["turn"]) if row["turn"].isdigit() else None
    entry = tuple(filter(None, row["entry"].split("|")))
    when = "" if turn is not None else row["turn"]
    return Event(turn, row["side"], row["event"], row["unit_id"], entry, row["strength"] == "half", when)
