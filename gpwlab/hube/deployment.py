"""The set-up lists of a scenario, read once: who stands where, who is dead, who has left, what is handed out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpwlab.core.errors import DataError
from gpwlab.core.tables import Row
from gpwlab.hube.board import SIDES

if TYPE_CHECKING:
    from gpwlab.hube.units import Unit

#: Lists of units that are off the map at the start.
OFF = ("dead", "collapsed", "flank", "pursuit")


@dataclass(frozen=True, slots=True)
class Stock:
    """Points of a kind that are set up in a place."""

    side: int
    kind: str
    count: int
    place: str
    group: str


@dataclass(slots=True)
class Deployment:
    """The lists of one scenario.

    place, group, lost: by unit that is set up.  off: by list (see :data:`OFF`) its units.  stocks: points.  air: by
    (side, type) the number of air units.
    """

    place: dict[int, str] = field(default_factory=dict)
    group: dict[int, str] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    off: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in OFF})
    stocks: list[Stock] = field(default_factory=list)
    air: dict[tuple[int, str], int] = field(default_factory=dict)


class _Reader:
    """Reads rows in order: of several counters alike the next one that is free is taken."""

    def __init__(self, units: Sequence[Unit], parts: Mapping[str, Sequence[int]]) -> None:
        self.index = {unit.id: unit.index for unit in units}
        self.parts = parts
        self.found = Deployment()
        self._used: set[int] = set()

    def row(self, row: Row) -> None:
        side = SIDES.index(row["side"])
        if row["kind"] == "air":
            self.found.air[side, row["item"]] = int(row["count"])
        elif row["kind"] == "asset":
            self.found.stocks.append(Stock(side, row["item"], int(row["count"]), row["place"], row["group"]))
        elif row["list"] == "setup":
            self._place(row)
        else:
            self.found.off[row["list"]] += [u for u in self._members(row) if self._take(u)]

    def _members(self, row: Row) -> list[int]:
        """The counters that a row names: all parts of a formation but those it lacks, or the parts that are dead."""
        missing = [self.index[name] for name in row["missing"].split()]
        if row["kind"] == "component":
            return missing
        if row["item"] in self.parts:
            return [u for u in self.parts[row["item"]] if u not in missing]
        if row["item"] in self.index:
            return [self.index[row["item"]]]
        return self._alike(row["item"], int(row["count"]))

    def _alike(self, item: str, count: int) -> list[int]:
        names = [name for n in range(1, 100) if (name := f"{item}-{n}") in self.index]
        free = [self.index[name] for name in names if self.index[name] not in self._used]
        if len(free) < count:
            raise DataError(f"{count} counters {item} are set up and {len(free)} are left", "setup")
        return free[:count]

    def _take(self, unit: int) -> bool:
        """False for a unit that an earlier row has named: a unit dies once (docs/rulings_hube.md H33)."""
        if unit in self._used:
            return False
        self._used.add(unit)
        return True

    def _place(self, row: Row) -> None:
        for unit in self._members(row):
            if not self._take(unit):
                raise DataError(f"{row['item']} is set up twice", "setup")
            self.found.place[unit], self.found.group[unit] = row["place"], row["group"]
            if row["less_steps"]:
                self.found.lost[unit] = int(row["less_steps"])


def read_deployment(
    rows: Sequence[Row], scenario: int, units: Sequence[Unit], parts: Mapping[str, Sequence[int]]
) -> Deployment:
    """The lists of a scenario; single parts of a formation with a row of their own are in its ``missing``."""
    reader = _Reader(units, parts)
    for row in rows:
        if row["scenario"] == str(scenario):
            reader.row(row)
    return reader.found
