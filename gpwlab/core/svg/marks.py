"""Many small marks in one path, such as the trees of a forest."""

from __future__ import annotations

from collections.abc import Iterable

from gpwlab.core.svg.build import el, num
from gpwlab.core.svg.lattice import Point


def dots(places: Iterable[Point], dx: float, dy: float) -> str:
    """Path data of one dot a place: a line of no length, drawn by its round caps."""
    return "".join(f"M{num(round(x + dx))} {num(round(y + dy))}h0" for x, y in places)


def each(places: Iterable[Point], step: str) -> str:
    """Path data of one mark a place, ``step`` being relative path data."""
    return "".join(f"M{round(x)} {round(y)}{step}" for x, y in places)


def strokes(d: str, colour: str, width: float, **more: str | float) -> str:
    """A path drawn with a round pen."""
    return el("path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", **more)
