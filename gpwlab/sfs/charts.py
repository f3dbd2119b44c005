"""The game's charts, read from tables: the CRTs, cut-off, terrain defence, artillery, turn record (sfs 2.1.3).

No rule module holds a chart value; a user's printed table replaces ours before this module reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row
from gpwlab.sfs.board import SIDES

#: The three kinds of weather: ice stops the ferries, freeze lets units walk over the Volga (sfs 4.10.3).
CLEAR, ICE, FREEZE = "clear", "ice", "freeze"


def odds_text(odds: Fraction) -> str:
    """Odds as the table heads them: ``3:1``, ``1:2``."""
    return f"{odds.numerator}:{odds.denominator}"


def _odds(text: str) -> Fraction:
    attacker, defender = text.split(":")
    return Fraction(int(attacker), int(defender))


@dataclass(frozen=True, slots=True)
class Crt:
    """A combat results table: one row a modified die, one column an odds ratio, lowest odds first (sfs 5.3).

    The lowest and the highest column and die stand for all beyond them.
    """

    name: str
    odds: tuple[Fraction, ...]
    low: int
    cells: tuple[tuple[int, ...], ...]
    reconstructed: frozenset[tuple[int, int]]

    @property
    def high(self) -> int:
        """The highest modified die of the table."""
        return self.low + len(self.cells) - 1

    def column(self, odds: Fraction, shift: int = 0) -> int:
        """The column of rounded odds, moved ``shift`` columns to the right, held to the ends of the table.

        Odds that stand between two columns are read in the lower one.
        """
        found = max((i for i, column in enumerate(self.odds) if column <= odds), default=0)
        return min(max(found + shift, 0), len(self.odds) - 1)

    def row(self, die: int) -> int:
        """The row of a modified die, held to the ends of the table."""
        return min(max(die, self.low), self.high) - self.low

    def result(self, column: int, die: int) -> int:
        """Losses at a column and a modified die; 0 is a blank (sfs 5.3.1.B)."""
        return self.cells[self.row(die)][column]

    def column_label(self, column: int) -> str:
        """The head of a column as a player reads it: ``1:3 or less``, ``7:1 or more`` at the ends."""
        text = odds_text(self.odds[column])
        if column == 0:
            return f"{text} or less"
        return f"{text} or more" if column == len(self.odds) - 1 else text


@dataclass(frozen=True, slots=True)
class DieTable:
    """A table of one die: a value a die from ``low`` on, the ends standing for all beyond them."""

    name: str
    low: int
    values: tuple[int, ...]
    reconstructed: frozenset[int]

    @property
    def high(self) -> int:
        """The highest die of the table."""
        return self.low + len(self.values) - 1

    def at(self, die: int) -> int:
        """The value at a modified die."""
        return self.values[min(max(die, self.low), self.high) - self.low]


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the turn record; artillery is, by side, a row of the availability table or fixed points."""

    number: int
    label: str
    dates: str
    weather: str
    artillery: tuple[str, str]
    free_summons: int

    @property
    def title(self) -> str:
        """For instance ``Turn 3 (Sept/3)``."""
        return f"Turn {self.number} ({self.label})"

    def fixed_points(self, side: int) -> int | None:
        """Points that a side gets without a roll (sfs 2.1.4.C), or None when it rolls on its row."""
        return int(self.artillery[side]) if self.artillery[side].isdigit() else None


@dataclass(frozen=True, slots=True)
class Event:
    """A dated row of the reinforcement schedule; ``strength`` is 0 where the row gives none.

    For a withdrawal ``strength`` is the least number of printed SPs to go (sfs 7.3.C); ``places`` are area codes.
    """

    turn: int
    side: int
    kind: str
    unit_id: str
    name: str
    strength: int
    places: tuple[str, ...]
    provenance: str


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of one rule set."""

    crt: dict[str, Crt]
    cut_off: dict[int, DieTable]
    terrain: dict[str, DieTable]
    aat: dict[str, DieTable]
    turns: dict[int, Turn]
    markers: dict[str, int]
    events: dict[str, tuple[Event, ...]]
    cups: dict[str, tuple[tuple[str, int], ...]]
    reserve_corps: dict[str, tuple[tuple[str, int], ...]]
    tanks: dict[int, str]

    @property
    def defender(self) -> Crt:
        """The D-CRT (sfs 5.3.A)."""
        return self.crt["defender"]

    def attacker(self, terrain: str) -> Crt:
        """The A-CRT for the defender's terrain: one for urban, one for rough and open (sfs 5.3.B)."""
        return self.crt["attacker_urban" if terrain == "urban" else "attacker_open"]

    def cuts_off(self, units: int, die: int) -> bool:
        """Whether a force of so many combat units is cut off at a modified die (sfs 5.6.1.B).

        More units than the table has are read in its last row.
        """
        return bool(self.cut_off[min(max(units, 1), max(self.cut_off))].at(die))

    def cancels(self, terrain: str, die: int) -> bool:
        """Whether a die cancels one loss of a defender in this terrain (sfs 5.7.A)."""
        return bool(self.terrain[terrain].at(die))

    def points(self, row: str, die: int) -> int:
        """Artillery points of a row of the availability table at a modified die (sfs 5.4)."""
        if row not in self.aat:
            raise InvalidInput(f"the artillery availability table has no row {row!r}")
        return self.aat[row].at(die)

    def dated(self, slug: str, turn: int, side: int) -> tuple[Event, ...]:
        """What the schedule of a scenario has for a side on a turn, in the order of the table."""
        return tuple(event for event in self.events.get(slug, ()) if (event.turn, event.side) == (turn, side))


def read_charts(tables: Mapping[str, Sequence[Row]]) -> Charts:
    """Read every chart; the rows have passed their schema when they come from a user's folder."""
    return Charts(
        crt={name: _crt(name, rows) for name, rows in _groups(tables["crt"], "table").items()},
        cut_off={int(k): _die_table(k, rows, "cut_off") for k, rows in _groups(tables["cut_off"], "units").items()},
        terrain={
            k: _die_table(k, rows, "cancels") for k, rows in _groups(tables["terrain_defense"], "terrain").items()
        },
        aat={k: _die_table(k, rows, "aps") for k, rows in _groups(tables["aat"], "row").items()},
        turns={int(row["turn"]): _turn(row) for row in tables["turns"]},
        markers={row["marker"]: int(row["turn"]) for row in tables["markers"]},
        events=_events(tables["reinforcements"]),
        cups=_counts(tables["cups"], "cup"),
        reserve_corps=_counts(tables["reserve_corps"], "corps"),
        tanks={int(row["die"]): row["unit_id"] for row in tables["tank_production"]},
    )


def _groups(rows: Sequence[Row], column: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


def _crt(name: str, rows: Sequence[Row]) -> Crt:
    cells = {(int(row["die"]), _odds(row["odds"])): row for row in rows}
    dice = sorted({die for die, _ in cells})
    odds = tuple(sorted({column for _, column in cells}))
    guesses = frozenset(
        (i, j)
        for i, die in enumerate(dice)
        for j, column in enumerate(odds)
        if cells[die, column]["provenance"] == "reconstructed"
    )
    grid = tuple(tuple(int(cells[die, column]["result"]) for column in odds) for die in dice)
    return Crt(name, odds, dice[0], grid, guesses)


def _die_table(name: str, rows: Sequence[Row], column: str) -> DieTable:
    cells = {int(row["die"]): row for row in rows}
    dice = sorted(cells)
    guesses = frozenset(die for die in dice if cells[die]["provenance"] == "reconstructed")
    return DieTable(name, dice[0], tuple(_value(cells[die][column]) for die in dice), guesses)


def _value(text: str) -> int:
    return {"yes": 1, "no": 0}[text] if text in ("yes", "no") else int(text)


def _turn(row: Row) -> Turn:
    artillery = (row["german_artillery"], row["soviet_artillery"])
    return Turn(int(row["turn"]), row["label"], row["dates"], row["weather"], artillery, int(row["free_summons"]))


def _events(rows: Sequence[Row]) -> dict[str, tuple[Event, ...]]:
    """The schedule by scenario, in the order of turns."""
    found: dict[str, list[Event]] = {}
    for row in rows:
        event = Event(
            int(row["turn"]),
            SIDES.index(row["side"]),
            row["event"],
            row["unit_id"],
            row["name"],
            int(row["strength"] or 0),
            tuple(filter(None, row["places"].split("|"))),
            row["provenance"],
        )
        for slug in row["scenarios"].split("|"):
            found.setdefault(slug, []).append(event)
    return {slug: tuple(sorted(events, key=lambda e: e.turn)) for slug, events in found.items()}


def _counts(rows: Sequence[Row], column: str) -> dict[str, tuple[tuple[str, int], ...]]:
    return {k: tuple((r["unit_id"], int(r["count"])) for r in group) for k, group in _groups(rows, column).items()}
