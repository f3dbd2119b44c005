"""A game's map as the editor needs it: drawn from rows in a theme, and asked what lies where.

The drawing is that of the lab.  Points are in drawing units of the sheet, x to the right and y down.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from math import dist
from typing import Any, ClassVar

from gpwlab.core.svg.build import Attrs, document, el, label, points
from gpwlab.core.svg.lattice import HEX, Point

#: Of a hex the middle, in which a click means no side: its radius as a share of the hex.
_MIDDLE = 0.24
#: A side of a place: its id, and the direction as a number (of a hex, its hexside).
Side = tuple[str, int]


class Ground(ABC):
    """The map of one copy in one theme: board and sheet are those that the game's own pictures take.

    LAYERS: from the ground up, each with the tables that it shows; numbers and names are seen from near only.
    """

    LAYERS: ClassVar[Mapping[str, tuple[str, ...]]]
    board: Any
    sheet: Any
    #: Size of a badge on a place, as a share of that on a hex.
    badge = 1.0

    @abstractmethod
    def layer(self, name: str) -> str:
        """The SVG of a layer."""

    @property
    @abstractmethod
    def view(self) -> tuple[float, float, float, float]:
        """The whole sheet as a view box."""

    @abstractmethod
    def place_at(self, point: Point) -> str:
        """The place under a point, "" for none."""

    @abstractmethod
    def centre(self, place: str) -> Point:
        """The middle of a place."""

    @abstractmethod
    def step(self, place: str, key: str) -> str:
        """The place that a key of the cursor leads to, the same one where there is none."""

    @abstractmethod
    def rim(self, places: Collection[str]) -> str:
        """The outline around places as path data."""

    @abstractmethod
    def describe(self, place: str) -> str:
        """A place in words."""

    @abstractmethod
    def unsure(self, places: Collection[str]) -> str:
        """The sign of what is reconstructed, on the places that are so in the main."""

    def side_at(self, point: Point) -> Side | None:
        """The side nearest to a point, None where the map has no sides or no place is there."""
        return None

    def side_line(self, side: Side) -> tuple[Point, Point] | None:
        """The two ends of a side, None for a map without sides."""
        return None

    def beyond(self, side: Side) -> str:
        """The place across a side, "" beyond the edge of the map."""
        return ""

    def way(self, start: str, end: str) -> list[str]:
        """The places from one to another, both included."""
        return [start, end]

    # -- signs that all games share ------------------------------------------------------------------------------

    def image(self, body: str) -> str:
        """A layer as a whole SVG."""
        return document(body, self.view, None, "map")

    def ring(self, places: Collection[str], colour: str, dashes: str | None = None) -> str:
        """A frame around places."""
        if not places:
            return ""
        line: Attrs = {"d": self.rim(places), "fill": "none", "stroke_linejoin": "round"}
        wide = 6 * self.badge**0.5
        return el("path", stroke=self.sheet.palette.halo, stroke_width=wide * 1.9, stroke_opacity=0.8, **line) + el(
            "path", stroke=colour, stroke_width=wide, stroke_dasharray=dashes, **line
        )

    def cursor(self, place: str) -> str:
        """The cursor: heavy dashes in ink, unlike any other ring."""
        return self.ring([place], self.sheet.palette.ink, "30 14")

    def side_mark(self, side: Side, colour: str) -> str:
        """A bar along a side."""
        ends = self.side_line(side)
        if ends is None:
            return ""
        line: Attrs = {"d": points(ends), "fill": "none", "stroke_linecap": "round"}
        halo = el("path", stroke=self.sheet.palette.halo, stroke_width=22, stroke_opacity=0.85, **line)
        return halo + el("path", stroke=colour, stroke_width=13, **line)

    def link(self, way: Sequence[str], colour: str) -> str:
        """A dashed line from place to place."""
        if len(way) < 2:
            return ""
        line: Attrs = {"d": points(map(self.centre, way)), "fill": "none", "stroke_linejoin": "round"}
        wide = 8 * self.badge**0.5
        return el("path", stroke=self.sheet.palette.halo, stroke_width=wide * 1.8, stroke_opacity=0.8, **line) + el(
            "path", stroke=colour, stroke_width=wide, stroke_dasharray="20 10", **line
        )

    def marks(self, unsure: Collection[str], yours: Collection[str], printed: Collection[str]) -> str:
        """Where the map's facts come from: dots for reconstructed, hatching and a tick for yours, P for printed."""
        p = self.sheet.palette
        bar = el("path", d="M0 0V16", stroke=p.chosen, stroke_width=5)
        hatch = el(
            "pattern", bar, id="yours", width=16, height=16, patternUnits="userSpaceOnUse",
            patternTransform="rotate(45)",
        )  # fmt: skip
        inside = hatch + el("path", d=self.rim(yours), fill="url(#yours)", fill_opacity=0.5) if yours else ""
        ticks = "".join(self._badge(place, p.chosen, "#2b2000", tick=True) for place in sorted(yours))
        letters = "".join(self._badge(place, p.halo, p.ink) for place in sorted(printed))
        return (self.unsure(unsure) if unsure else "") + inside + letters + ticks

    def _badge(self, place: str, fill: str, ink: str, tick: bool = False) -> str:
        """A small disc with a tick, or a square with a P, at the foot of a place."""
        (x, y), k = self.centre(place), self.badge
        if tick:
            disc = el("circle", cx=26, cy=24, r=13, fill=fill, stroke=ink, stroke_width=2.5)
            drawn = disc + el("path", d="M19 24l5 6 9-12", fill="none", stroke=ink, stroke_width=4)
        else:
            box = el("rect", x=-38, y=12, width=20, height=20, rx=3, fill=fill, stroke=ink, stroke_width=2)
            drawn = box + label("P", -28, 28, font_size=17, font_weight="bold", text_anchor="middle", fill=ink)
        return el("g", drawn, transform=f"translate({x:.0f} {y:.0f})scale({k:g})")


class HexGround(Ground):
    """A map of hexes.  ``first``: which corner begins hexside 0, counted as the board counts its corners."""

    first: int

    @property
    def view(self) -> tuple[float, float, float, float]:
        """The whole sheet as a view box."""
        return self.sheet.frame_of_window.view  # type: ignore[no-any-return]

    def place_at(self, point: Point) -> str:
        """The hex under a point, "" off the map."""
        return self.board.hex_at(point[0] / HEX, -point[1] / HEX) or ""

    def centre(self, place: str) -> Point:
        """The middle of a hex."""
        return self.sheet.centre[self.board.hex(place)]  # type: ignore[no-any-return]

    def corners(self, place: str) -> list[Point]:
        """The six corners, the two of hexside d being d and d + 1."""
        found = [(x * HEX, -y * HEX) for x, y in self.board.corners(self.board.hex(place))]
        return [found[(self.first + k) % 6] for k in range(6)]

    def side_line(self, side: Side) -> tuple[Point, Point]:
        """The two corners of a hexside."""
        corners = self.corners(side[0])
        return corners[side[1]], corners[(side[1] + 1) % 6]

    def side_at(self, point: Point) -> Side | None:
        """The hexside whose middle is nearest to a point, None in the middle of a hex, where that is a guess."""
        place = self.place_at(point)
        if not place or dist(point, self.centre(place)) < _MIDDLE * HEX:
            return None
        corners = self.corners(place)

        def gap(d: int) -> float:
            (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
            return dist(point, ((ax + bx) / 2, (ay + by) / 2))

        return place, min(range(6), key=gap)

    def beyond(self, side: Side) -> str:
        """The hex across a hexside, "" beyond the edge of the map."""
        there = self.board.near[self.board.hex(side[0])][side[1]]
        return self.board.ids[there] if there >= 0 else ""

    def way(self, start: str, end: str) -> list[str]:
        """The straightest chain of hexes from one to another, both included."""
        here, goal = self.board.hex(start), self.board.hex(end)
        (sx, sy), (gx, gy) = self.sheet.centre[here], self.sheet.centre[goal]
        way = [here]
        while way[-1] != goal:
            nearer = self.board.distance(way[-1], goal) - 1
            steps = [h for h in self.board.near[way[-1]] if h >= 0 and self.board.distance(h, goal) == nearer]
            way.append(min(steps, key=lambda h: abs(
                (self.sheet.centre[h][0] - sx) * (gy - sy) - (self.sheet.centre[h][1] - sy) * (gx - sx)
            )))  # fmt: skip
        return [self.board.ids[h] for h in way]

    def rim(self, places: Collection[str]) -> str:
        """The outlines of the hexes as path data."""
        return "".join(points(self.corners(place), close=True) for place in places)
