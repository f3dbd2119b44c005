"""Supply (gpw 8.0): lines of hexes to the friendly map edge, and who has none.

Without supply a unit attacks and moves at half strength (gpw 8.0.A, gpw 8.2.A); odds.py and movement.py halve.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.gpw.hooks import thread
from gpwlab.gpw.units import SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

_EDGE_NAMES = ("west", "east")


def supplied(pos: Position, side: int) -> bytearray:
    """One byte a hex, 1 where a line of supply of a side runs (gpw 8.1.A); kept until a counter moves."""
    cached = pos.flood_cache.get(side)
    if cached is None or cached[0] != pos.version:
        reached: bytearray = thread(pos.world.hooks.supplied, _flood(pos, side), pos, side)
        pos.flood_cache[side] = cached = (pos.version, reached)
    return cached[1]


def in_supply(pos: Position, unit: int) -> bool:
    """True if a unit on the map can trace a supply line now, or has just come from the Balkan Garrison (gpw 17.6.C)."""
    return _sustained(pos, unit) or bool(supplied(pos, pos.world.units[unit].side)[pos.where[unit]])


def _sustained(pos: Position, unit: int) -> bool:
    """True for a unit that needs no line: fresh from the Balkan Garrison (gpw 17.6.C), or by a variant."""
    return unit in pos.fresh or any(hook(pos, unit) for hook in pos.world.hooks.sustained)


def judge(pos: Position, side: int) -> None:
    """Note which units of a side are out of supply at the start of its phase (gpw 8.0.B, gpw 8.0.C)."""
    reached = supplied(pos, side)
    pos.unsupplied = bytearray(len(pos.where))
    for unit in pos.on_map(side):
        if not reached[pos.where[unit]] and not _sustained(pos, unit):
            pos.unsupplied[unit] = 1


def open_hexes(pos: Position, side: int) -> bytearray:
    """One byte a hex, 1 where a supply line of a side may pass: land in play and no enemy ZOC.

    A friendly unit in the hex opens it (gpw 4.4, gpw 8.1.C).  An enemy's own hex lies in its ZOC (gpw 4.0.A), so that
    hexes with enemy units are barred too (gpw 8.1.B).
    """
    enemy_zoc = pos.zoc[1 - side]
    units = pos.world.units
    passable = bytearray(pos.world.board.playable)
    for hex_, count in enumerate(enemy_zoc):
        if count:
            occupant = pos.occupant[hex_]
            passable[hex_] &= occupant >= 0 and units[occupant].side == side
    return passable


def _flood(pos: Position, side: int) -> bytearray:
    board = pos.world.board
    to_come = open_hexes(pos, side)
    reached = bytearray(board.n)
    spread(pos, board.edge[SIDES[side]], to_come, reached)
    if side == SOVIET:
        ports = sea_ports(pos)
        if any(reached[port] for port in ports):
            # gpw 8.1.F: a port in regular supply supplies every other friendly port across the sea
            spread(pos, ports, to_come, reached)
    return reached


def spread(pos: Position, start: Collection[int], to_come: bytearray, reached: bytearray) -> None:
    """Move what can be traced to the start from the hexes to come to those reached.

    Lines go by land, not across lake or sea (gpw 8.1.D), but across the strait (gpw 5.2.G, gpw 8.1.E).
    """
    land = pos.world.board.land
    found = [hex_ for hex_ in start if to_come[hex_]]
    for hex_ in found:
        to_come[hex_] = 0
    for hex_ in found:  # the list grows while it is walked
        reached[hex_] = 1
        for to in land[hex_]:
            if to_come[to]:
                to_come[to] = 0
                found.append(to)


def sea_ports(pos: Position) -> list[int]:
    """Soviet-held cities on the Black Sea, the ends of the sea chain (gpw 8.1.F)."""
    return [
        hex_
        for hex_, city in sorted(pos.world.board.city.items())
        if "Black Sea" in city.seas and pos.control[hex_] == SOVIET
    ]


def city_supplied(pos: Position, hex_: int, side: int) -> bool:
    """True if a city can trace supply, its own hex counting as open even in an enemy ZOC (gpw 9.1.C; docs/rulings.md).

    So a Soviet port traces to a supplied one across the sea as a unit in it would (gpw 8.1.F).
    """
    reached = supplied(pos, side)
    if reached[hex_] or any(reached[to] for to in pos.world.board.land[hex_]):
        return True
    ports = sea_ports(pos) if side == SOVIET else []
    return hex_ in ports and any(reached[port] for port in ports)


def supply_line(pos: Position, unit: int) -> tuple[int, ...]:
    """A shortest supply line of a unit, from its hex to the map edge or else to a port; empty if it has none."""
    side = pos.world.units[unit].side
    start = pos.where[unit]
    reached = supplied(pos, side)
    if start < 0 or not reached[start]:
        return ()
    by_land = _line(pos, start, reached, set(pos.world.board.edge[SIDES[side]]))
    return by_land or _line(pos, start, reached, set(sea_ports(pos)))


def _line(pos: Position, start: int, reached: bytearray, ends: set[int]) -> tuple[int, ...]:
    """A shortest way through reached hexes to one of the ends, or nothing."""
    land = pos.world.board.land
    came = {start: -1}
    queue = [start]
    for hex_ in queue:  # the list grows while it is walked
        if hex_ in ends:
            line = [hex_]
            while came[line[-1]] >= 0:
                line.append(came[line[-1]])
            return tuple(reversed(line))
        for to in land[hex_]:
            if reached[to] and to not in came:
                came[to] = hex_
                queue.append(to)
    return ()


def reasons(pos: Position, unit: int) -> list[Reason]:
    """Why a unit on the map is in supply or out of it."""
    told: list[Reason] = thread(pos.world.hooks.fed, _reasons(pos, unit), pos, unit)
    return told


def _reasons(pos: Position, unit: int) -> list[Reason]:
    counter, board = pos.world.units[unit], pos.world.board
    edge = _EDGE_NAMES[counter.side]
    line = supply_line(pos, unit)
    if not line and unit in pos.fresh:
        return [Reason("gpw 17.6.C", f"{counter.name} entered this turn with the Balkan Garrison and is in supply")]
    if not line:
        return [
            Reason("gpw 8.1.A", f"{counter.name} has no line of hexes to the {edge} map edge"),
            Reason("gpw 8.1.B", "enemy units and hexes in enemy ZOC bar every way that is not held by a friendly unit"),
        ]
    end = board.label(line[-1])
    if line[-1] in board.edge[SIDES[counter.side]]:
        return [
            Reason(
                "gpw 8.1.A",
                f"{counter.name} traces {counted(len(line) - 1, 'hex', 'hexes')} to the {edge} edge at {end}",
            )
        ]
    return [
        Reason(
            "gpw 8.1.F",
            f"{counter.name} traces {counted(len(line) - 1, 'hex', 'hexes')} to {end} and from there by sea",
        )
    ]
