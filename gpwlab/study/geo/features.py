"""Features of GeoJSON, and what a game's map must give of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gpwlab.core.tables import Row

#: Degrees east and north.
Place = tuple[float, float]
Feature = dict[str, Any]
#: Decimals of a degree: about ten metres, finer than any grid is known.
_DECIMALS = 4


class Atlas(ABC):
    """A game's map on the earth.  ``frame`` says in what frame it lies and how well it is known."""

    frame: str

    def __init__(self, seen: Any, rows: Mapping[str, Sequence[Row]]) -> None:
        """``seen`` is the game, or what a side sees of it; ``rows`` are the tables that it plays with."""
        self.seen, self.rows = seen, rows

    @property
    @abstractmethod
    def layers(self) -> Mapping[str, Callable[[], Iterator[Feature]]]:
        """What there is, by name, in the order in which it lies on each other."""


def polygon(layer: str, ring: Sequence[Place], **told: Any) -> Feature:
    """A polygon of one ring that is given clockwise or the other way; it runs against the clock, as the RFC wants."""
    points = [_rounded(place) for place in ring]
    return _feature(layer, "Polygon", [[*(points if turn(points) > 0 else points[::-1])]], told, close=True)


def line(layer: str, path: Sequence[Place], **told: Any) -> Feature:
    """A line."""
    return _feature(layer, "LineString", [_rounded(place) for place in path], told)


def point(layer: str, place: Place, **told: Any) -> Feature:
    """A point."""
    return _feature(layer, "Point", _rounded(place), told)


def source(row: Row) -> dict[str, str]:
    """Where the row of a table comes from."""
    return {"provenance": row["provenance"], "basis": row["basis"]}


def turn(ring: Sequence[Sequence[float]]) -> float:
    """Twice the area of an open ring, positive where it runs against the clock."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True))


def _rounded(place: Place) -> list[float]:
    return [round(place[0], _DECIMALS), round(place[1], _DECIMALS)]


def _feature(layer: str, kind: str, coordinates: Any, told: Mapping[str, Any], close: bool = False) -> Feature:
    if close:
        coordinates = [[*ring, ring[0]] for ring in coordinates]
    return {
        "type": "Feature",
        "geometry": {"type": kind, "coordinates": coordinates},
        "properties": {"layer": layer, **told},
    }
