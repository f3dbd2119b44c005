"""What a VASSAL module holds, before it is written: a board with its zones, counters with their faces, boxes, turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpwlab.core.svg.build import document
from gpwlab.core.svg.frame import Frame
from gpwlab.core.svg.lattice import Point
from gpwlab.core.svg.nato import Face

#: A place on a board in pixels from its upper left corner.
Pixel = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """A hex grid of a zone in the terms of VASSAL, which counts columns and rows of hexes from the origin on.

    Columns are straight lines of hexes side by side; with ``sideways`` they lie, and a column is what a player calls a
    row.  An odd column stands half a hex further on.  origin: the middle of the hex that is first in both.  pitch:
    pixels from one column to the next; size: from one hex of a column to the next.  first: the numbers of the column
    and of the row of the origin, from where columns are counted up and rows down.  leading: zeros before one digit.
    """

    origin: Pixel
    pitch: float
    size: float
    sideways: bool
    first: tuple[int, int]
    leading: tuple[int, int]
    separator: str


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a board with a name: its outline, and its hexes, whose names begin with ``prefix``."""

    name: str
    path: tuple[Pixel, ...]
    prefix: str = ""
    grid: Grid | None = None


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit: its faces from full strength down, which of them is up (from 0 on), and where it is at the start.

    On the map ``at`` is the middle of its stack and ``place`` the name of that; off the map ``place`` is a box.
    """

    unit: str
    name: str
    side: str
    faces: tuple[Face, ...]
    up: int
    place: str
    at: Pixel | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A module: the ground of the board as an SVG of ``size`` pixels and all that lies on it or waits beside it.

    guessed: what of the map is reconstructed, in words.  counter: pixels of a counter's side.  turns: their titles
    from the present one on; pools: boxes that a game has at any time.
    """

    title: str
    sides: tuple[str, ...]
    ground: str
    size: Pixel
    guessed: str
    zones: Sequence[Zone]
    counters: Sequence[Counter]
    counter: int
    turns: Sequence[str]
    pools: Sequence[str]

    @property
    def boxes(self) -> list[str]:
        """The boxes beside the map: the turns, the pools, then the other places of counters that are off it."""
        others = (counter.place for counter in self.counters if counter.at is None)
        return list(dict.fromkeys((*self.turns, *self.pools, *others)))


@dataclass(frozen=True, slots=True)
class Scale:
    """Where on a board of pixels lies what is drawn in a frame."""

    frame: Frame
    pixels: float

    @property
    def size(self) -> Pixel:
        """The whole board."""
        return round(self.frame.width * self.pixels), round(self.frame.height * self.pixels)

    def at(self, point: Point) -> Pixel:
        """The pixel of a point in drawing units."""
        return round((point[0] - self.frame.x) * self.pixels), round((point[1] - self.frame.y) * self.pixels)

    def path(self, points: Sequence[Point]) -> tuple[Pixel, ...]:
        """An outline in pixels, cut to the board."""
        width, height = self.size
        return tuple((min(max(x, 0), width), min(max(y, 0), height)) for x, y in map(self.at, points))

    def document(self, body: str, title: str) -> str:
        """What is drawn as an SVG of the board's size."""
        return document(body, self.frame.view, self.size, title)


def extent(path: Sequence[Pixel], axis: int) -> int:
    """How far an outline reaches from left to right (axis 0) or from top to foot (axis 1)."""
    along = [point[axis] for point in path]
    return max(along) - min(along)
