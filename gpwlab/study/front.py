"""How far the front of a game has moved from the historical one, in kilometres and in words.

Distances are positive east of the historical front, negative west of it: what the Axis is ahead of history.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.gpw import fronts
from gpwlab.gpw.board import HEX_KM, Board, grid_position, plane

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.reader import Reader

#: The sections of the front, from north to south, and the hexes through which their boundaries run from west to east:
#: Suwalki, Velikie Luki, Rybinsk; Wlodawa, Mozyr, Konotop, Kursk, Voronezh.  Reconstructed: no army group kept to one.
SECTIONS = ("North", "Centre", "South")
WHOLE = "Whole front"
_BOUNDARIES = (("B1413", "B0706", "A0120"), ("B1911", "B1604", "B1701", "A1519", "A1315"))
#: Closer to the historical front than this is "on" it: half a hex.
ON_IT_KM = HEX_KM / 2


class Place(NamedTuple):
    """A piece of the line between the sides: the Axis hex and the Soviet hex that it parts, and how far it lies east
    of the historical front, in kilometres."""

    axis: str
    soviet: str
    section: str
    km: float


def centre_km(hex_id: str) -> fronts.Point:
    """Centre of a hex in kilometres of the plane."""
    x, y = plane(*grid_position(hex_id))
    return x * HEX_KM, y * HEX_KM


def section_of(point: fronts.Point) -> str:
    """The section in which a point lies: north of the first boundary, between the two, or south of the second."""
    return SECTIONS[sum(point[1] < _height(boundary, point[0]) for boundary in _BOUNDARIES)]


def _height(boundary: tuple[str, ...], x: float) -> float:
    """How far north a boundary runs at x; it goes on level beyond its ends."""
    line = [centre_km(name) for name in boundary]
    if x <= line[0][0]:
        return line[0][1]
    for (ax, ay), (bx, by) in pairwise(line):
        if x <= bx:
            return ay + (x - ax) / (bx - ax) * (by - ay)
    return line[-1][1]


def unit_distances(game: Reader, day: date | str | None = None) -> DataFrame:
    """How far each unit on the map stands from the historical front, one row a unit.

    Columns: unit, side, hex, section, km (positive east of it), gain (positive beyond it towards the enemy), words.
    """
    from pandas import DataFrame

    front = fronts.historical(game, day)
    on_map = game.units[game.units["hex"] != ""]
    rows = []
    for unit, side, hex_id in zip(on_map["unit"], on_map["side"], on_map["hex"], strict=True):
        km = front.ahead(centre_km(hex_id))
        gain = km if side == "Axis" else -km
        rows.append((unit, side, hex_id, section_of(centre_km(hex_id)), round(km, 1), round(gain, 1), words(km)))
    return DataFrame(rows, columns=["unit", "side", "hex", "section", "km", "gain", "words"])


def words(km: float) -> str:
    """A distance in words: ``62 km east of it``."""
    if abs(km) < ON_IT_KM:
        return "on it"
    return f"{abs(km):.0f} km {'east' if km > 0 else 'west'} of it"


def line(game: Reader, day: date | str | None = None) -> list[Place]:
    """The line between the sides, one place for each hexside that parts them, from north to south.

    Soviet land is what the Soviets control and can reach from their edge of the map over such hexes; a pocket that
    they cannot reach lies behind the line.
    """
    board, front = game.board, fronts.historical(game, day)
    soviet = _joined(board, {board.index[name] for name in game.controlled("Soviet")}, board.edge["Soviet"])
    axis = {board.index[name] for name in game.controlled("Axis")}
    found = []
    for here in soviet:
        for other in board.land[here]:
            if other in axis:
                a, b = centre_km(board.ids[other]), centre_km(board.ids[here])
                middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                place = Place(board.ids[other], board.ids[here], section_of(middle), front.ahead(middle))
                found.append((-middle[1], middle[0], place))
    return [place for _y, _x, place in sorted(found)]


def _joined(board: Board, hexes: set[int], sources: Iterable[int]) -> set[int]:
    """The hexes of a set that are joined with its sources by land."""
    queue = deque(h for h in sources if h in hexes)
    found = set(queue)
    while queue:
        for there in board.land[queue.popleft()]:
            if there in hexes and there not in found:
                found.add(there)
                queue.append(there)
    return found


def front_distances(game: Reader, day: date | str | None = None) -> DataFrame:
    """How far the line between the sides lies from the historical front, one row a section and one for the whole.

    Columns: section, places (hexsides of the line), mean_km, west_km and west_hex, east_km and east_hex (the ends of
    the range, positive east of the historical front, with the Axis hex of each), words.  A section without a line has
    no row.
    """
    from pandas import DataFrame

    return DataFrame(_rows(line(game, day)), columns=_COLUMNS)


_COLUMNS = ("section", "places", "mean_km", "west_km", "west_hex", "east_km", "east_hex", "words")


def _rows(places: list[Place]) -> Iterator[tuple[object, ...]]:
    for section in (*SECTIONS, WHOLE):
        own = [place for place in places if section in (place.section, WHOLE)]
        if own:
            mean = sum(place.km for place in own) / len(own)
            west, east = min(own, key=lambda p: (p.km, p.axis)), max(own, key=lambda p: (p.km, p.axis))
            spread = (round(west.km, 1), west.axis, round(east.km, 1), east.axis)
            yield section, len(own), round(mean, 1), *spread, words(mean)


def summary(game: Reader, day: date | str | None = None) -> str:
    """The same in sentences, one a section."""
    front = fronts.historical(game, day)
    days = (front.day - fronts.middle(game.charts.turns[game.phase.turn])).days
    apart = f" ({abs(days)} days {'after' if days > 0 else 'before'} the middle of this turn)" if days else ""
    lines = [f"The {front.title}{apart}, and the line between the sides now:"]
    for section, _n, _mean, west, west_hex, east, east_hex, said in _rows(line(game, day)):
        at = [f"{game.board.label(game.board.hex(str(name)))}" for name in (west_hex, east_hex)]
        lines.append(f"{section}: on average {said}; from {west:+.0f} km at {at[0]} to {east:+.0f} km at {at[1]}.")
    return "\n".join(lines)
