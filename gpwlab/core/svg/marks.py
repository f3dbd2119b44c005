"""Many small marks in one path, such as the trees of a forest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from zlib import crc32

from gpwlab.core.svg.build import el, num
from gpwlab.core.svg.lattice import Point

#: How many different scatterings there are; a hex has one of them.
_PATTERNS = 24


def scatter(seed: str, centre: Point, count: int, gap: float, margin: float, lying: bool = False) -> list[Point]:
    """Up to ``count`` places inside a hex, at least ``gap`` apart and ``margin`` from its sides, from north to
    south; the same seed gives the same places.  The strip of the hex number is left free.

    lying: the hex has a side at its top, not a corner.
    """
    places = _places(crc32(seed.encode()) % _PATTERNS, count, gap, margin, lying)
    return [(centre[0] + dx, centre[1] + dy) for dx, dy in places]


@cache
def _places(pattern: int, count: int, gap: float, margin: float, lying: bool) -> tuple[Point, ...]:
    rng = Random(pattern)
    wide, high = (58, 50) if lying else (50, 58)
    found: list[Point] = []
    for _ in range(count * 8):
        dx, dy = rng.uniform(-wide, wide), rng.uniform(-high, high)
        flat, steep = (abs(dy), abs(dx)) if lying else (abs(dx), abs(dy))
        inside = flat <= 50 - margin and flat * 0.5 + steep * 0.866 <= 50 - margin
        in_strip = abs(dx) < 20 and dy < -32
        if inside and not in_strip and all((dx - a) ** 2 + (dy - b) ** 2 >= gap * gap for a, b in found):
            found.append((dx, dy))
            if len(found) == count:
                break
    return tuple(sorted(found, key=lambda p: p[1]))


def dots(places: Iterable[Point], dx: float, dy: float) -> str:
    """Path data of one dot a place: a line of no length, drawn by its round caps."""
    return "".join(f"M{num(round(x + dx))} {num(round(y + dy))}h0" for x, y in places)


def each(places: Iterable[Point], step: str) -> str:
    """Path data of one mark a place, ``step`` being relative path data."""
    return "".join(f"M{round(x)} {round(y)}{step}" for x, y in places)


def strokes(d: str, colour: str, width: float, **more: str | float) -> str:
    """A path drawn with a round pen."""
    return el("path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", **more)
