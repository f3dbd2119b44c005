"""Historical front lines: on which date the front ran where, in kilometres of the map's plane.

A line runs from north to south.  Beside the main line of a date there may be others: an enclave, a bridgehead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from gpwlab.core import tables
from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row
from gpwlab.gpw.charts import Turn

if TYPE_CHECKING:
    from gpwlab.gpw.reader import Reader

Point = tuple[float, float]
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
#: Beyond every point of the plane, in kilometres.
_FAR = 100_000.0


@dataclass(frozen=True, slots=True)
class Front:
    """The front of a day: lines by name, points (x east, y north) in kilometres."""

    day: date
    lines: Mapping[str, tuple[Point, ...]]

    @property
    def title(self) -> str:
        """As a caption says it: ``front of 22 June 1941``."""
        return f"front of {self.day.day} {_MONTHS[self.day.month - 1]} {self.day.year}"

    @property
    def short(self) -> str:
        """As it is written on the map: ``22 Jun 1941``."""
        return f"{self.day.day} {_MONTHS[self.day.month - 1][:3]} {self.day.year}"

    def nearest(self, point: Point) -> tuple[float, str]:
        """Kilometres from a point to the nearest line, and the name of that line."""
        return min(
            (min(_to_stretch(point, a, b) for a, b in pairwise(line)), name) for name, line in self.lines.items()
        )

    def ahead(self, point: Point) -> float:
        """Kilometres east (positive) or west (negative) of the nearest line."""
        distance, name = self.nearest(point)
        return -distance if _west_of(point, self.lines[name]) else distance


#: Every front that a game's tables have, by its day.
Fronts = Mapping[date, Front]


@cache
def dates() -> Fronts:
    """Every front that the shipped tables have, by its day; those of a game are ``game.fronts``."""
    return read_fronts(tables.read("gpw", "front_lines"))


def read_fronts(rows: Iterable[Row]) -> Fronts:
    """The fronts of the rows of front_lines."""
    found: dict[date, dict[str, list[tuple[int, Point]]]] = {}
    for row in rows:
        lines = found.setdefault(date.fromisoformat(row["date"]), {})
        lines.setdefault(row["line"], []).append((int(row["seq"]), (float(row["x"]), float(row["y"]))))
    return {
        day: Front(day, {name: tuple(point for _seq, point in sorted(line)) for name, line in lines.items()})
        for day, lines in sorted(found.items())
    }


def on(day: date | str, known: Fronts | None = None) -> Front:
    """The front of a day that is known, by the shipped tables if not told; InvalidInput names the days there are."""
    known = dates() if known is None else known
    try:
        return known[date.fromisoformat(day) if isinstance(day, str) else day]
    except (KeyError, ValueError):
        days = ", ".join(d.isoformat() for d in known)
        raise InvalidInput(f"there is no front of {day}; there is one of {days}") from None


def middle(turn: Turn) -> date:
    """The day in the middle of a turn: of a turn of one month its 15th, of two months the 1st of the second."""
    first, _, second = turn.period.partition("/")
    month = next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(second or first))
    return date(turn.year, month, 1 if second else 15)


def of_turn(turn: Turn, known: Fronts | None = None) -> Front:
    """The front of the nearest date that is known; of two equally near the earlier one."""
    known = dates() if known is None else known
    middle_ = middle(turn)
    return known[min(known, key=lambda day: (abs((day - middle_).days), day))]


def historical(game: Reader, day: date | str | None = None) -> Front:
    """The front of a day by the tables of a game; without a day the nearest to its turn.  InvalidInput as for on()."""
    if day is not None:
        return on(day, game.fronts)
    return of_turn(game.charts.turns[game.phase.turn], game.fronts)


def _to_stretch(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    share = max(0.0, min(1.0, share))
    ox, oy = a[0] + share * dx - point[0], a[1] + share * dy - point[1]
    return float((ox * ox + oy * oy) ** 0.5)


def _west_of(point: Point, line: tuple[Point, ...]) -> bool:
    """True west of a line that goes on due north and due south beyond its ends: a ray to the east crosses it oddly."""
    x, y = point
    whole = ((line[0][0], _FAR), *line, (line[-1][0], -_FAR))
    crossings = 0
    for (ax, ay), (bx, by) in pairwise(whole):
        if (ay > y) != (by > y) and ax + (y - ay) / (by - ay) * (bx - ax) > x:
            crossings += 1
    return crossings % 2 == 1
