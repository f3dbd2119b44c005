"""The map as its tables tell it, with a geometry of its own: the tests do not lean on the board that they judge."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from math import cos, hypot, pi, sin, sqrt
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "data" / "gpw"
WATER = ("sea", "lake")
Row = dict[str, str]


def rows_of(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def table(name: str) -> list[Row]:
    return rows_of(DATA / f"{name}.csv")


@cache
def by(name: str, column: str) -> dict[str, Row]:
    return {row[column]: row for row in table(name)}


def grid(name: str) -> tuple[int, int]:
    """Row and column of one grid over both maps: map A lies 21 columns east of map B."""
    return int(name[1:3]), int(name[3:]) - (21 if name[0] == "A" else 0)


def centre(name: str) -> tuple[float, float]:
    row, column = grid(name)
    return -(column - 0.5 if row % 2 else float(column)), -row * sqrt(3) / 2


@cache
def neighbours(name: str) -> frozenset[str]:
    """By the layout that 43 statements of the rulebook fix: even rows stand half a hex further west."""
    row, column = grid(name)
    near = (column, column + 1) if row % 2 == 0 else (column - 1, column)
    found = {(row, column - 1), (row, column + 1), *((row + d, c) for d in (-1, 1) for c in near)}
    ids = (f"B{r:02d}{c:02d}" if c >= 1 else f"A{r:02d}{c + 21:02d}" for r, c in found)
    return frozenset(h for h in ids if h in by("hexes", "hex"))


def distance(a: str, b: str) -> int:
    seen, ring, steps = {a}, {a}, 0
    while b not in seen:
        ring = {n for h in ring for n in neighbours(h)} - seen
        seen |= ring
        steps += 1
    return steps


@cache
def sides(kind: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((row["hex_a"], row["hex_b"])) for row in table("hexsides") if row["kind"] == kind)


@cache
def rails(*kinds: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((row["hex_a"], row["hex_b"])) for row in table("rails") if row["kind"] in kinds)


def rail_hexes() -> frozenset[str]:
    return frozenset(h for pair in rails("track") for h in pair)


def is_land(name: str) -> bool:
    return by("hexes", "hex")[name]["terrain"] not in WATER


def playable(name: str) -> bool:
    return is_land(name) and by("hexes", "hex")[name]["in_play"] == "yes"


@cache
def cities_in(name: str) -> tuple[Row, ...]:
    return tuple(row for row in table("cities") if row["hex"] == name)


@cache
def region(name: str) -> frozenset[str]:
    return frozenset(row["hex"] for row in table("regions") if row["region"] == name)


def shift_in(name: str) -> int:
    """The best column shift that the hex itself gives its defender; negative is to the left."""
    kinds = [by("hexes", "hex")[name]["terrain"], *(city["class"] for city in cities_in(name))]
    return min(int(by("tec", "terrain")[kind]["shift"]) for kind in kinds)


def cost(a: str, b: str, branch: str) -> int | str:
    """MP of a step on foot or in armour, from the tables alone; "all" where armour stops.  A city is in its terrain."""
    kinds = [by("hexes", "hex")[b]["terrain"], *(city["class"] for city in cities_in(b))]
    into = [by("tec", "terrain")[kind][f"{branch}_mp"] for kind in kinds]
    over = by("tec", "terrain")["river"][f"{branch}_mp"] if frozenset((a, b)) in sides("river") else "0"
    return "all" if "all" in into else max(map(int, into)) + int(over)


def corners_of_side(a: str, b: str) -> frozenset[tuple[float, float]]:
    (ax, ay), (bx, by_) = centre(a), centre(b)
    half = 0.5 / sqrt(3)
    middle, along = ((ax + bx) / 2, (ay + by_) / 2), (-(by_ - ay) * half, (bx - ax) * half)
    return frozenset(_point(middle[0] + s * along[0], middle[1] + s * along[1]) for s in (1, -1))


def corners_of_hex(name: str) -> frozenset[tuple[float, float]]:
    x, y = centre(name)
    r = 1 / sqrt(3)
    return frozenset(_point(x + r * sin(pi / 3 * k), y + r * cos(pi / 3 * k)) for k in range(6))


def _point(x: float, y: float) -> tuple[float, float]:
    return round(x, 3) + 0.0, round(y, 3) + 0.0  # no minus zero: points are compared


def corner_hexes(corner: tuple[float, float]) -> list[str]:
    """The hexes of the map that meet in a corner: three, or fewer at the map's edge."""
    return [h for h in by("hexes", "hex") if hypot(centre(h)[0] - corner[0], centre(h)[1] - corner[1]) < 0.6]


def pieces(pairs: Iterable[frozenset[str]]) -> list[set[str]]:
    """The connected pieces of a net of pairs."""
    near: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        for name in pair:
            near[name] |= pair
    found: list[set[str]] = []
    left = set(near)
    while left:
        piece, ring = set(), {min(left)}
        while ring:
            piece |= ring
            ring = {n for h in ring for n in near[h]} - piece
        found.append(piece)
        left -= piece
    return found
