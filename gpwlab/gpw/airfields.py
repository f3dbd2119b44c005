"""Airfields (gpw 11.0.B): cities and rail hexes in friendly hands with an open line to the friendly map edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import supply
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: Aircraft that a rail hex or a city holds, and a major city (gpw 11.0.B).
ROOM, ROOM_OF_MAJOR_CITY = 1, 2
_CACHE = 4  # the cache of airfields lies behind those of supply and of the leaders' lines


def fields(pos: Position, side: int) -> bytearray:
    """By hex, the aircraft of a side that an airfield takes; 0 where there is no airfield of the side (gpw 11.0.B)."""
    cached = pos.flood_cache.get(_CACHE + side)
    if cached is None or cached[0] != pos.version:
        pos.flood_cache[_CACHE + side] = cached = (pos.version, _fields(pos, side))
    return cached[1]


def _fields(pos: Position, side: int) -> bytearray:
    """Airfields have a line by land as supply has, without the chain of ports across the sea (docs/rulings.md).

    No enemy unit may be in its way, and no enemy ZOC that a friendly unit in the hex does not negate.
    """
    board = pos.world.board
    passable = supply.open_hexes(pos, side)
    line = [hex_ for hex_ in board.edge[SIDES[side]] if passable[hex_]]
    reached = bytearray(board.n)
    for hex_ in line:
        reached[hex_] = 1
    for hex_ in line:  # the list grows while it is walked
        for to in board.land[hex_]:
            if passable[to] and not reached[to]:
                reached[to] = 1
                line.append(to)
    return bytearray(size(pos, h) if reached[h] and pos.control[h] == side else 0 for h in range(board.n))


def size(pos: Position, hex_: int) -> int:
    """Aircraft that a hex can hold whoever holds it; 0 where there is neither city nor railway."""
    city = pos.world.board.city.get(hex_)
    if city is None and not pos.world.board.rail[hex_]:
        return 0
    return ROOM_OF_MAJOR_CITY if city is not None and city.major else ROOM


def capacity(pos: Position, hex_: int, side: int) -> int:
    """Aircraft of a side that a hex can hold now; 0 where it is no airfield of that side."""
    return fields(pos, side)[hex_]


def based_in(pos: Position, side: int, hex_: int) -> list[int]:
    """A side's aircraft whose base is a hex; those on a mission have none."""
    return [u for u in pos.world.aircraft[side] if pos.where[u] == hex_ and u not in pos.missions]


def landings(pos: Position, side: int) -> list[int]:
    """Airfields of a side that have room for one more aircraft, in the order of their ids."""
    taken: dict[int, int] = {}
    for unit in pos.world.aircraft[side]:
        if unit not in pos.missions:
            taken[pos.where[unit]] = taken.get(pos.where[unit], 0) + 1
    return [hex_ for hex_, room in enumerate(fields(pos, side)) if room > taken.get(hex_, 0)]


def landing_objections(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """Why an aircraft may not land in a hex."""
    side = pos.world.units[unit].side
    barred = list(parking_objections(pos, unit, hex_))
    yield from barred
    if not barred and not capacity(pos, hex_, side):
        place = pos.world.board.label(hex_)
        yield Reason("gpw 11.0.B", f"enemy units or their ZOC cut {place} off from the {SIDES[side]} map edge")


def parking_objections(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """Why an aircraft cannot stand at base in a hex, cut off or not."""
    side, place = pos.world.units[unit].side, pos.world.board.label(hex_)
    there = [u for u in based_in(pos, side, hex_) if u != unit]
    if not size(pos, hex_):
        yield Reason("gpw 11.0.B", f"{place} is no city and no rail hex")
    elif pos.control[hex_] != side:
        yield Reason("gpw 11.0.B", f"{place} is not {SIDES[side]}: the enemy passed it last")
    elif len(there) >= size(pos, hex_):
        names = " and ".join(pos.world.units[u].label for u in there)
        yield Reason("gpw 11.0.B", f"{place} takes {size(pos, hex_)} aircraft and holds {names}")
