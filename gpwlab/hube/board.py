"""The map of Hube's Pocket: two sheets of columns, rivers along hexsides, railways, roads, towns, entry edges.

A hex id is sheet, column (west to east) and row (south to north), for instance ``A44.20`` (Vinnitsa).  Sheet B lies
east of sheet A and overlaps it by two columns: A61.xx is B1.xx, and both names find the same hex.  Even columns stand
half a hex further north.  Inside the engine a hex is its index in the order of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Directions in order: a neighbour across hexside d has this hex across hexside (d + 3) % 6.
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
SIDES = ("Axis", "Soviet")
SCENARIOS = (1, 2, 3, 4, 5)
#: Kilometres from one hex centre to the next (five miles).
HEX_KM = 8.05
#: Column of sheet B number 1.
_SHEET_B = 60
_COLUMN_WIDTH = sqrt(3) / 2
_STEPS_EVEN = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1))
_STEPS_ODD = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
CITIES = ("major_city", "minor_city")


@dataclass(frozen=True, slots=True)
class Town:
    """A place on the map: ``cls`` is major_city, minor_city or village."""

    name: str
    modern_name: str
    cls: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Exit:
    """A hex by which a side enters (hube 2.1, hube 3.1), or that of its off-map air base (hube 1.3).

    edge: north, east, south, west, kiev or air_base.  by: rail, road, both, city or air.  south_rail: shut while the
    line Lvov - Slobodzera is cut (hube 3.5).
    """

    hex: int
    edge: str
    side: str
    by: str
    tracks: str
    south_rail: bool


def column_of(name: str) -> int:
    """The column 1 to 92 of a hex id or of a bare column such as ``A44`` or ``B9``."""
    number = int(name[1:].split(".")[0])
    return number if name[0] == "A" else number + _SHEET_B


def grid_position(name: str) -> tuple[int, int]:
    """Column (1 to 92 over both sheets) and row of a hex id."""
    return column_of(name), int(name.split(".")[1])


def plane(column: int, row: int) -> tuple[float, float]:
    """Centre of a hex in hex units, x growing east and y growing north."""
    return column * _COLUMN_WIDTH, row + (0.0 if column % 2 else 0.5)


@dataclass(slots=True)
class _Masks:
    """Bit d of a mask speaks of the hexside in direction d."""

    major: list[int]
    minor: list[int]
    multi: list[int]
    single: list[int]
    road: list[int]


@dataclass(eq=False)
class Board:
    """The map; immutable once built.  ``terrain2`` is a second terrain of the hex or empty (hube 1.8a)."""

    ids: list[str]
    alias: dict[str, str]
    terrain: list[str]
    terrain2: list[str]
    latlon: list[tuple[float, float]]
    #: per scenario the side on whose side of the front a hex lies at the start, "" off the scenario's map
    side: dict[int, list[str]]
    town: dict[int, Town]
    #: (hex, direction, class, river) as told by the table
    rivers: list[tuple[int, int, str, str]]
    #: (kind, line, name, hexes), kind being multi, single or road
    lines: list[tuple[str, str, str, tuple[int, ...]]]
    exits: tuple[Exit, ...]
    reconstructed: frozenset[str]
    index: dict[str, int] = field(init=False)
    spot: list[tuple[int, int]] = field(init=False)
    near: list[tuple[int, ...]] = field(init=False)
    major: list[int] = field(init=False)
    minor: list[int] = field(init=False)
    multi: list[int] = field(init=False)
    single: list[int] = field(init=False)
    road: list[int] = field(init=False)
    _at: dict[tuple[int, int], int] = field(init=False)

    def __post_init__(self) -> None:
        self.index = {name: i for i, name in enumerate(self.ids)}
        self.spot = [grid_position(name) for name in self.ids]
        self._at = {spot: i for i, spot in enumerate(self.spot)}
        self.near = [self._neighbours_of(*spot) for spot in self.spot]
        masks = self._masks()
        self.major, self.minor, self.road = masks.major, masks.minor, masks.road
        self.multi, self.single = masks.multi, masks.single

    def _neighbours_of(self, column: int, row: int) -> tuple[int, ...]:
        steps = _STEPS_ODD if column % 2 else _STEPS_EVEN
        return tuple(self._at.get((column + dc, row + dr), -1) for dc, dr in steps)

    def _masks(self) -> _Masks:
        masks = _Masks(*([0] * self.n for _ in range(5)))
        for i, d, cls, _river in self.rivers:
            getattr(masks, cls)[i] |= 1 << d
            if self.near[i][d] >= 0:
                getattr(masks, cls)[self.near[i][d]] |= 1 << (d + 3) % 6
        for kind, _line, _name, path in self.lines:
            for a, b in pairwise(path):
                d = self.near[a].index(b)
                getattr(masks, kind)[a] |= 1 << d
                getattr(masks, kind)[b] |= 1 << (d + 3) % 6
        return masks

    @property
    def n(self) -> int:
        """Number of hexes."""
        return len(self.ids)

    def hex(self, name: str) -> int:
        """Index of a hex id, also by its name on the other sheet; InvalidInput names an id that is not on the map."""
        try:
            return self.index[self.alias.get(name, name)]
        except (KeyError, TypeError):
            raise InvalidInput(f"there is no hex {name!r} on the map (ids look like A44.20)") from None

    def direction(self, a: int, b: int) -> int:
        """Direction from hex a to its neighbour b, or -1 if they do not touch."""
        near = self.near[a]
        return near.index(b) if b in near else -1

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b, whatever lies between."""
        (column, row), (other, other_row) = self.spot[a], self.spot[b]
        across = abs(column - other)
        up = abs((2 * row - column % 2) - (2 * other_row - other % 2))  # rows in half hexes
        return across + max(0, (up - across) // 2)

    def within(self, centre: int, radius: int) -> list[int]:
        """The hexes at most ``radius`` hexes from one."""
        column, row = self.spot[centre]
        around = (
            self._at.get((c, r), -1)
            for c in range(column - radius, column + radius + 1)
            for r in range(row - radius - 1, row + radius + 2)
        )
        return sorted(h for h in around if h >= 0 and self.distance(centre, h) <= radius)

    def label(self, i: int) -> str:
        """Hex id with the town's name, as a player would say it: ``A44.20 Vinnitsa``."""
        town = self.town.get(i)
        return f"{self.ids[i]} {town.name}" if town else self.ids[i]

    def is_city(self, i: int) -> bool:
        """True for a hex of a major or a minor city."""
        return i in self.town and self.town[i].cls in CITIES

    def city_hexes(self, name: str) -> tuple[int, ...]:
        """The hexes of a city or village of a name; InvalidInput for an unknown name."""
        found = tuple(i for i, town in sorted(self.town.items()) if town.name == name)
        if not found:
            raise InvalidInput(f"there is no town {name!r} on the map")
        return found

    def tracks(self, i: int) -> str:
        """multi, single or "": the best railway of a hex; a city hex always has multi-track (hube 1.8b)."""
        if i in self.on["multi"] or self.is_city(i):
            return "multi"
        return "single" if i in self.on["single"] else ""

    def river(self, a: int, b: int) -> str:
        """major, minor or "": the river between two neighbours."""
        d = self.direction(a, b)
        if d < 0:
            raise InvalidInput(f"{self.ids[a]} and {self.ids[b]} do not touch")
        return "major" if self.major[a] >> d & 1 else "minor" if self.minor[a] >> d & 1 else ""

    @cached_property
    def on(self) -> dict[str, frozenset[int]]:
        """The hexes on lines of a kind (multi, single, road), those too where a line only clips the map's edge."""
        kinds = ("multi", "single", "road")
        return {k: frozenset(h for kind, _line, _name, path in self.lines if kind == k for h in path) for k in kinds}

    @cached_property
    def banks(self) -> dict[str, list[str]]:
        """Per river that cuts the map in two (Dnepr, Dnestr): left or right for each hex, facing downstream.

        Both run south-east, so that the left bank is the one with the north-east corner of the map.
        """
        return {river: self._banks(river) for river in ("Dnepr", "Dnestr")}

    def _banks(self, river: str) -> list[str]:
        walls = {(i, d) for i, d, _cls, name in self.rivers if name == river}
        walls |= {(self.near[i][d], (d + 3) % 6) for i, d in walls if self.near[i][d] >= 0}
        start = max(range(self.n), key=lambda i: sum(self.spot[i]))
        left, todo = {start}, [start]
        while todo:
            i = todo.pop()
            for d, h in enumerate(self.near[i]):
                if h >= 0 and h not in left and (i, d) not in walls:
                    left.add(h)
                    todo.append(h)
        return ["left" if i in left else "right" for i in range(self.n)]

    @cached_property
    def along(self) -> dict[str, frozenset[int]]:
        """Per river the hexes that touch it (hube 2.4a)."""
        found: dict[str, set[int]] = {}
        for i, d, _cls, name in self.rivers:
            found.setdefault(name, set()).update(h for h in (i, self.near[i][d]) if h >= 0)
        return {name: frozenset(members) for name, members in found.items()}

    def line(self, code: str) -> tuple[int, ...]:
        """The hexes of a railway or road by its code, west to east as the table has them."""
        found = [h for _kind, line, _name, path in self.lines if line == code for h in path]
        if not found:
            raise InvalidInput(f"there is no line {code!r} on the map")
        return tuple(dict.fromkeys(found))

    def pockets(self, scenario: int) -> dict[int, int]:
        """The hexes of bodies of one side that reach no edge of the scenario's map, each with its pocket's number."""
        sides = self.side[scenario]
        seen: set[int] = set()
        found: dict[int, int] = {}
        for i in range(self.n):
            if sides[i] and i not in seen:
                body = self._body(i, sides)
                seen |= body
                if not any(h < 0 or not sides[h] for member in body for h in self.near[member]):
                    found |= dict.fromkeys(body, 1 + max(found.values(), default=0))
        return found

    def _body(self, start: int, sides: Sequence[str]) -> set[int]:
        """The hexes of one side that hang together with a hex without a major river between them (hube 1.9)."""
        body, todo = {start}, [start]
        while todo:
            i = todo.pop()
            for d, h in enumerate(self.near[i]):
                if h >= 0 and h not in body and sides[h] == sides[start] and not self.major[i] >> d & 1:
                    body.add(h)
                    todo.append(h)
        return body

    def front(self, scenario: int) -> list[tuple[int, int]]:
        """Pairs of neighbours, the Axis hex first, between which the front runs at the start (hube 1.9)."""
        sides = self.side[scenario]
        return [
            (i, h) for i in range(self.n) if sides[i] == "Axis" for h in self.near[i] if h >= 0 and sides[h] == "Soviet"
        ]

    def corners(self, i: int) -> list[tuple[float, float]]:
        """The six corners of a hex in hex units, clockwise from the upper right."""
        x, y = plane(*self.spot[i])
        r = 1 / sqrt(3)
        return [(x + r * sin(pi / 3 * k + pi / 6), y + r * cos(pi / 3 * k + pi / 6)) for k in range(6)]

    def hex_at(self, x: float, y: float) -> str | None:
        """The hex id under a point in hex units, or None off the map."""
        column = round(x / _COLUMN_WIDTH)
        best: tuple[float, int] | None = None
        for c in (column - 1, column, column + 1):
            row = round(y - (0.0 if c % 2 else 0.5))
            for r in (row - 1, row, row + 1):
                px, py = plane(c, r)
                gap = ((px - x) ** 2 + (py - y) ** 2, self._at.get((c, r), -1))
                best = gap if best is None or gap < best else best
        return None if best is None or best[1] < 0 else self.ids[best[1]]

    def neighbours(self) -> NDArray[np.int16]:
        """Neighbour table, int16 of shape (n, 6), -1 off the map, columns as in :data:`DIRECTIONS`."""
        import numpy as np

        return np.array(self.near, dtype=np.int16)

    def xy(self) -> NDArray[np.float64]:
        """Hex centres in hex units, float64 of shape (n, 2)."""
        import numpy as np

        return np.array([plane(*spot) for spot in self.spot])


def build(tables: Mapping[str, Sequence[Row]]) -> Board:
    """Make the board from the rows of hexes, towns, hexsides, lines and exits."""
    hexes = tables["hexes"]
    ids = [row["hex"] for row in hexes]
    index = {name: i for i, name in enumerate(ids)}
    return Board(
        ids=ids,
        alias={row["alias"]: row["hex"] for row in hexes if row["alias"]},
        terrain=[row["terrain"] for row in hexes],
        terrain2=[row["terrain2"] for row in hexes],
        latlon=[(float(row["lat"]), float(row["lon"])) for row in hexes],
        side={n: [row[f"side_{n}"] for row in hexes] for n in SCENARIOS},
        town={
            index[row["hex"]]: Town(row["name"], row["modern_name"], row["class"], row["provenance"])
            for row in tables["towns"]
        },
        rivers=[
            (index[r["hex"]], DIRECTIONS.index(r["direction"]), r["class"], r["river"]) for r in tables["hexsides"]
        ],
        lines=_lines(tables["lines"], index),
        exits=tuple(
            Exit(index[r["hex"]], r["edge"], r["side"], r["by"], r["tracks"], r["south_rail"] == "yes")
            for r in tables["exits"]
        ),
        reconstructed=frozenset(row["hex"] for row in hexes if row["provenance"] == "reconstructed"),
    )


def _lines(rows: Iterable[Row], index: Mapping[str, int]) -> list[tuple[str, str, str, tuple[int, ...]]]:
    """Chains of hexes, one a piece of a line on the map."""
    found: dict[tuple[str, str, str, int], list[tuple[int, int]]] = {}
    for row in rows:
        key = (row["kind"], row["line"], row["name"], int(row["piece"]))
        found.setdefault(key, []).append((int(row["seq"]), index[row["hex"]]))
    return [(kind, line, name, tuple(h for _, h in sorted(path))) for (kind, line, name, _), path in found.items()]
