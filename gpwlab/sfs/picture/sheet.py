"""The sheet in drawing units: outlines of the areas, where strongpoints and names stand, which area a point is in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from gpwlab.core.resources import data_dir
from gpwlab.core.svg.frame import Frame as Frame
from gpwlab.sfs.board import Board
from gpwlab.sfs.picture.palette import Palette, palette
from gpwlab.sfs.picture.plane import HEIGHT, WIDTH, Point, project

#: Points drawn between two points of the data, so that lines bend.
_FINE = 5


WHOLE = Frame(0, 0, WIDTH, HEIGHT)


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two areas, or between one and water or the edge of the sheet (``b`` is then empty).

    kind: border, tsaritsa_gully, orlovka_trench, bank or frame.
    """

    a: str
    b: str
    kind: str
    line: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Feature:
    """A thing of the real city: a stream, railway, block of houses, island; one point for a name or a height."""

    kind: str
    name: str
    line: tuple[Point, ...]
    closed: bool


@dataclass(eq=False, slots=True)
class Sheet:
    """A board laid out for drawing in one palette."""

    board: Board
    palette: Palette
    borders: tuple[Border, ...] = field(init=False)
    features: tuple[Feature, ...] = field(init=False)
    outline: dict[int, tuple[Point, ...]] = field(init=False)
    name_at: dict[int, Point] = field(init=False)
    strongpoint_at: list[Point] = field(init=False)

    def __post_init__(self) -> None:
        self.borders, self.features = tuple(map(self._as_linked, _borders())), _features()
        rings = _rings()
        self.outline = {area.index: rings[area.code] for area in self.board.areas}
        self.name_at = {area.index: project(area.lon, area.lat) for area in self.board.areas}
        self.strongpoint_at = [project(place.lon, place.lat) for place in self.board.strongpoints]

    def _as_linked(self, border: Border) -> Border:
        """A border with what parts its two areas by the table of links, which a user may have corrected."""
        if not border.b:
            return border
        pair = self.board.area(border.a), self.board.area(border.b)
        return replace(border, kind=self.board.barrier.get(pair) or "border")

    def of(self, *kinds: str) -> list[Feature]:
        """The features of some kinds, in the order of the data."""
        return [feature for feature in self.features if feature.kind in kinds]

    def area_at(self, x: float, y: float) -> str | None:
        """The code of the area under a point of the sheet, None for water."""
        for area in self.board.areas:
            if inside((x, y), self.outline[area.index]):
                return area.code
        return None

    def strongpoint_near(self, x: float, y: float, reach: float) -> str | None:
        """The code of the nearest strongpoint or landing at most ``reach`` units from a point, or None."""
        gaps = [
            (_gap((x, y), at), place.code)
            for at, place in zip(self.strongpoint_at, self.board.strongpoints, strict=True)
        ]
        gap, code = min(gaps)
        return code if gap <= reach else None

    def frame(self, areas: Iterable[int], margin: float = 60.0) -> Frame:
        """The window around some areas, cut to the sheet."""
        points = [point for area in areas for point in self.outline[area]]
        left, right = max(0.0, min(x for x, _ in points) - margin), min(WIDTH, max(x for x, _ in points) + margin)
        top, foot = max(0.0, min(y for _, y in points) - margin), min(HEIGHT, max(y for _, y in points) + margin)
        return Frame(left, top, right - left, foot - top)


@lru_cache(maxsize=8)
def sheet_of(board: Board, theme: str) -> Sheet:
    """The sheet of a board in a theme, made once: what is drawn on it is kept with it."""
    return Sheet(board, palette(theme))


def inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies inside a closed ring (a ray to the right crosses it an odd number of times)."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


def clearance(point: Point, ring: Sequence[Point]) -> float:
    """Distance of a point from a ring's line, negative outside."""
    gap = min(_to_segment(point, a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    return gap if inside(point, ring) else -gap


def _gap(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) if length else 0.0
    return _gap(p, (a[0] + t * dx, a[1] + t * dy))


def curve(line: Sequence[Point], closed: bool = False) -> tuple[Point, ...]:
    """A line with points between its points, so that it bends smoothly through all of them (Catmull and Rom)."""
    n = len(line)
    found: list[Point] = []
    for i in range(n if closed else n - 1):
        p1, p2 = line[i], line[(i + 1) % n]
        p0 = line[i - 1] if closed or i else p1
        p3 = line[(i + 2) % n] if closed or i + 2 < n else p2
        found += [_between(p0, p1, p2, p3, k / _FINE) for k in range(_FINE)]
    return tuple(found) if closed else (*found, line[-1])


def _between(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    def axis(k: int) -> float:
        a, b, c, d = p0[k], p1[k], p2[k], p3[k]
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)

    return axis(0), axis(1)


def _read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((data_dir() / "geo" / name).read_text("utf-8"))["features"]
    return found


@cache
def _borders() -> tuple[Border, ...]:
    found = []
    for feature in _read("sfs_borders.geojson"):
        told = feature["properties"]
        line = [project(lon, lat) for lon, lat in feature["geometry"]["coordinates"]]
        found.append(
            Border(told["a"], told["b"], told["kind"], tuple(line) if told["kind"] == "frame" else curve(line))
        )
    return tuple(found)


@cache
def _features() -> tuple[Feature, ...]:
    found = []
    for feature in _read("sfs_city.geojson"):
        told, shape = feature["properties"], feature["geometry"]
        places = shape["coordinates"]
        closed = shape["type"] == "Polygon"
        if shape["type"] == "Point":
            line: Sequence[Point] = (project(*places),)
        else:
            line = [project(lon, lat) for lon, lat in (places[0][:-1] if closed else places)]
            line = line if told["kind"] in ("blocks", "houses", "works") else curve(line, closed)
        found.append(Feature(told["kind"], told["name"], tuple(line), closed))
    return tuple(found)


@cache
def _rings() -> dict[str, tuple[Point, ...]]:
    """The outline of each area, its borders put end to end."""
    lines: dict[str, list[tuple[Point, ...]]] = {}
    for border in _borders():
        for code in filter(None, (border.a, border.b)):
            lines.setdefault(code, []).append(border.line)
    return {code: _joined(code, parts) for code, parts in lines.items()}


def _joined(code: str, parts: list[tuple[Point, ...]]) -> tuple[Point, ...]:
    """One closed ring from lines that meet end to end in some order."""
    ring, left = list(parts[0]), parts[1:]
    while left:
        here = ring[-1]
        n = next((i for i, part in enumerate(left) if min(_gap(part[0], here), _gap(part[-1], here)) < 0.5), None)
        assert n is not None, f"the borders of {code} do not close"
        part = left.pop(n)
        ring += part[1:] if _gap(part[0], here) < 0.5 else part[-2::-1]
    return tuple(ring[:-1])
