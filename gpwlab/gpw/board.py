"""The map of The Great Patriotic War: hexes, hexsides, cities, rails, edges (gpw 2.1).

A hex id is map letter, row (north to south) and column (east to west), for instance ``B1407`` (Minsk).  Inside the
engine a hex is its index in the sorted ids.  Map A lies east of map B in the same rows, so that both make one grid
with the column C = col on map B and col - 21 on map A.  Even rows stand half a hex further west.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Directions in order: a neighbour across hexside d has this hex across hexside (d + 3) % 6.
DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
#: Kilometres from one hex centre to the next (the fit of the grid on the earth).
HEX_KM = 61.9
_MAP_A_COLUMNS = 21
_ROW_HEIGHT = sqrt(3) / 2
_STEPS_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_STEPS_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
WATER = ("sea", "lake")


@dataclass(frozen=True, slots=True)
class City:
    """A city as printed: ``cls`` is city, major_city or fortress; ``capital`` names the side or country it heads."""

    name: str
    cls: str
    major: bool
    capital: str
    seas: frozenset[str]


def grid_position(hex_id: str) -> tuple[int, int]:
    """Row and grid column C of a hex id; the column of map A is 21 lower than printed."""
    column = int(hex_id[3:])
    return int(hex_id[1:3]), column if hex_id[0] == "B" else column - _MAP_A_COLUMNS


def hex_name(row: int, column: int) -> str:
    """The hex id at a row and grid column, the inverse of :func:`grid_position`."""
    return f"B{row:02d}{column:02d}" if column >= 1 else f"A{row:02d}{column + _MAP_A_COLUMNS:02d}"


def plane(row: int, column: int) -> tuple[float, float]:
    """Centre of a hex in hex units, x growing east and y growing north."""
    return -(column - 0.5 if row % 2 else float(column)), -row * _ROW_HEIGHT


@dataclass(slots=True, eq=False)
class Board:
    """The map as arrays; immutable once built.  Bit d of a mask speaks of the hexside in direction d."""

    ids: list[str]
    terrain: list[str]
    country: list[str]
    in_play: list[bool]
    reconstructed: frozenset[str]
    city: dict[int, City]
    hexside_pairs: dict[str, list[tuple[int, int, str]]]
    rail_pairs: list[tuple[int, int, str, str]]
    regions: dict[str, frozenset[int]]
    edge: dict[str, tuple[int, ...]]
    coast: list[frozenset[str]]
    index: dict[str, int] = field(init=False)
    near: list[tuple[int, ...]] = field(init=False)
    river: list[int] = field(init=False)
    barrier: list[int] = field(init=False)
    strait: list[int] = field(init=False)
    playable: list[bool] = field(init=False)
    links: list[tuple[tuple[int, int], ...]] = field(init=False)
    land: list[tuple[int, ...]] = field(init=False)
    spot: list[tuple[int, int]] = field(init=False)
    ring: list[tuple[int, ...]] = field(init=False)
    rail: list[tuple[int, ...]] = field(init=False)
    city_at: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.index = {name: i for i, name in enumerate(self.ids)}
        self.near = [self._neighbours_of(name) for name in self.ids]
        self.river = self._mask("river")
        self.barrier = [a | b for a, b in zip(self._mask("sea"), self._mask("lake"), strict=True)]
        self.strait = self._mask("strait")
        self.playable = [p and t not in WATER for p, t in zip(self.in_play, self.terrain, strict=True)]
        self.ring = [tuple(h for h in (i, *near) if h >= 0) for i, near in enumerate(self.near)]
        self.links = [self._land_links(i) for i in range(self.n)]
        self.land = [tuple(h for _direction, h in links) for links in self.links]
        grid = map(grid_position, self.ids)
        self.spot = [(row, 2 * column - row % 2) for row, column in grid]  # columns in half hexes
        rails: list[set[int]] = [set() for _ in self.ids]
        for a, b, _kind, _line in self.rail_pairs:
            rails[a].add(b)
            rails[b].add(a)
        self.rail = [tuple(sorted(r)) for r in rails]
        self.city_at = {city.name: i for i, city in self.city.items()}

    def _neighbours_of(self, name: str) -> tuple[int, ...]:
        row, column = grid_position(name)
        steps = _STEPS_ODD if row % 2 else _STEPS_EVEN
        return tuple(self.index.get(hex_name(row + dr, column + dc), -1) for dr, dc in steps)

    def _mask(self, kind: str) -> list[int]:
        masks = [0] * self.n
        for a, b, _name in self.hexside_pairs.get(kind, ()):
            d = self.near[a].index(b)
            masks[a] |= 1 << d
            masks[b] |= 1 << (d + 3) % 6
        return masks

    def _land_links(self, i: int) -> tuple[tuple[int, int], ...]:
        """(direction, neighbour) pairs that ground units may use: land in play, no sea or lake between (gpw 5.3.A)."""
        if not self.playable[i]:
            return ()
        return tuple(
            (d, h) for d, h in enumerate(self.near[i]) if h >= 0 and self.playable[h] and not self.barrier[i] >> d & 1
        )

    @property
    def n(self) -> int:
        """Number of hexes."""
        return len(self.ids)

    def hex(self, name: str) -> int:
        """Index of a hex id; InvalidInput names an id that is not on the map."""
        try:
            return self.index[name]
        except (KeyError, TypeError):
            raise InvalidInput(f"there is no hex {name!r} on the map (ids look like B1407)") from None

    def direction(self, a: int, b: int) -> int:
        """Direction from hex a to its neighbour b, or -1 if they do not touch."""
        near = self.near[a]
        return near.index(b) if b in near else -1

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b, whatever lies between."""
        (row, half), (other_row, other_half) = self.spot[a], self.spot[b]
        dr, dx = abs(row - other_row), abs(half - other_half)
        return dr + max(0, (dx - dr) // 2)  # each row passed covers half a hex sideways

    def label(self, i: int) -> str:
        """Hex id with the city's name, as a player would say it: ``B1407 Minsk``."""
        city = self.city.get(i)
        return f"{self.ids[i]} {city.name}" if city else self.ids[i]

    def corners(self, i: int) -> list[tuple[float, float]]:
        """The six corners of a hex in hex units, clockwise from the top."""
        x, y = plane(*grid_position(self.ids[i]))
        r = 1 / sqrt(3)
        return [(x + r * sin(pi / 3 * k), y + r * cos(pi / 3 * k)) for k in range(6)]

    def hex_at(self, x: float, y: float) -> str | None:
        """The hex id under a point in hex units, or None off the map."""
        row = round(-y / _ROW_HEIGHT)
        best: tuple[float, str] | None = None
        for r in (row - 1, row, row + 1):
            column = round(-x + (0.5 if r % 2 else 0.0))
            for c in (column - 1, column, column + 1):
                px, py = plane(r, c)
                gap = (px - x) ** 2 + (py - y) ** 2
                if best is None or gap < best[0]:
                    best = (gap, hex_name(r, c))
        name = best[1] if best else ""
        return name if name in self.index else None

    def neighbours(self) -> NDArray[np.int16]:
        """Neighbour table, int16 of shape (n, 6), -1 off the map, columns as in :data:`DIRECTIONS`."""
        import numpy as np

        return np.array(self.near, dtype=np.int16)

    def xy(self) -> NDArray[np.float64]:
        """Hex centres in hex units, float64 of shape (n, 2)."""
        import numpy as np

        return np.array([plane(*grid_position(name)) for name in self.ids])


def build(tables: Mapping[str, Sequence[Row]]) -> Board:
    """Make the board from the rows of hexes, hexsides, rails, cities, regions and edges."""
    hexes = sorted(tables["hexes"], key=lambda row: row["hex"])
    ids = [row["hex"] for row in hexes]
    index = {name: i for i, name in enumerate(ids)}
    sides: dict[str, list[tuple[int, int, str]]] = {}
    for row in tables["hexsides"]:
        sides.setdefault(row["kind"], []).append((index[row["hex_a"]], index[row["hex_b"]], row["name"]))
    regions: dict[str, set[int]] = {}
    for row in tables["regions"]:
        regions.setdefault(row["region"], set()).add(index[row["hex"]])
    return Board(
        ids=ids,
        terrain=[row["terrain"] for row in hexes],
        country=[row["country"] for row in hexes],
        in_play=[row["in_play"] == "yes" for row in hexes],
        reconstructed=frozenset(row["hex"] for row in hexes if row["provenance"] == "reconstructed"),
        city=_cities(tables["cities"], index),
        hexside_pairs=sides,
        rail_pairs=[(index[r["hex_a"]], index[r["hex_b"]], r["kind"], r["line"]) for r in tables["rails"]],
        regions={name: frozenset(members) for name, members in regions.items()},
        edge=_edges(tables["edges"], index),
        coast=[frozenset(filter(None, row["coast"].split("|"))) for row in hexes],
    )


def _cities(rows: Iterable[Row], index: Mapping[str, int]) -> dict[int, City]:
    """One city a hex: where two share one, the greater stands for the hex."""
    rank = {"city": 0, "major_city": 1, "fortress": 2}
    found: dict[int, City] = {}
    for row in rows:
        i = index[row["hex"]]
        seas = frozenset(filter(None, row["sea"].split("|")))
        city = City(row["name"], row["class"], row["major"] == "yes", row["capital"], seas)
        if i not in found or (city.major, rank[city.cls]) > (found[i].major, rank[found[i].cls]):
            found[i] = city
    return found


def _edges(rows: Iterable[Row], index: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """Hexes of each side's friendly map edge (gpw 8.1.A), keyed by side."""
    found: dict[str, list[int]] = {"Axis": [], "Soviet": []}
    for row in rows:
        if row["side"]:
            found[row["side"]].append(index[row["hex"]])
    return {side: tuple(sorted(members)) for side, members in found.items()}
