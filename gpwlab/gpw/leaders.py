"""Leaders (gpw 12.0): one column to the right within their radius, the leave to go out of an enemy ZOC.

A leader stands on top of a unit, takes no room and has no ZOC.  He moves only from his capital to a unit or back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import shock, supply
from gpwlab.gpw.actions import Lead
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather, thread
from gpwlab.gpw.position import CAPITAL, LATER, ON_MAP, RETURNING, WITHDRAWN
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.charts import Event as ChartEvent
    from gpwlab.gpw.position import Position

#: Columns to the right for an attack within a leader's radius (gpw 12.1.B).
SHIFT = 1
_LINES = 2  # the cache of lines of communication lies behind the two of supply


# -- command ----------------------------------------------------------------------------------------------------------


def commanding(pos: Position, side: int, hexes: Sequence[int]) -> list[int]:
    """Leaders of a side within whose radius all the hexes lie (gpw 12.1.A)."""
    board = pos.world.board
    return [
        leader
        for leader in pos.world.leaders[side]
        if pos.where[leader] >= 0
        and all(board.distance(pos.where[leader], hex_) <= pos.world.units[leader].radius for hex_ in hexes)
    ]


def helper(pos: Position, side: int, attackers: Sequence[int]) -> int:
    """The leader who adds his shift to an attack, or -1; never more than one (gpw 12.1.B, gpw 12.1.D).

    The defence of a hex gains nothing by him (gpw 12.1.C).  The example of the text has Koniev, radius 2, in A1213
    (gpw 12.4.A, gpw 12.4.B, gpw 12.4.C): in both attacks his shift makes good the river's (gpw 12.4.D, gpw 12.4.E).
    """
    able = commanding(pos, side, [pos.where[unit] for unit in attackers])
    linked = [leader for leader in able if in_touch(pos, leader)]
    if pos.world.hooks.may_not_command:
        barred = pos.world.hooks.may_not_command
        linked = [u for u in linked if next(gather(barred, pos, u, attackers), None) is None]
    return min(linked) if linked else -1


def shift(pos: Position, side: int) -> int:
    """Columns that a leader is worth: more while his side conducts a shock attack (gpw 13.2.H)."""
    return shock.LEADER_SHIFT if shock.on(pos) and shock.under_way(pos, side) else SHIFT


def in_touch(pos: Position, leader: int) -> bool:
    """True if an open line runs from a leader to a railway that leads to his map edge (gpw 12.1.E)."""
    side = pos.world.units[leader].side
    cached = pos.flood_cache.get(_LINES + side)
    if cached is None or cached[0] != pos.version:
        pos.flood_cache[_LINES + side] = cached = (pos.version, _lines(pos, side))
    return bool(cached[1][pos.where[leader]])


def open_rails(pos: Position, side: int) -> list[int]:
    """The hexes of a side's railways that are open all the way to its map edge, from the edge on."""
    board = pos.world.board
    passable = supply.open_hexes(pos, side)
    rails = [h for h in board.edge[SIDES[side]] if board.rail[h] and passable[h] and pos.control[h] == side]
    known = set(rails)
    for hex_ in rails:  # the list grows while it is walked
        for to in board.rail[hex_]:
            if passable[to] and to not in known and pos.control[to] == side:
                known.add(to)
                rails.append(to)
    return rails


def _lines(pos: Position, side: int) -> bytearray:
    """Hexes from which an open line reaches a friendly railway that is open all the way to the map edge."""
    board = pos.world.board
    passable = supply.open_hexes(pos, side)
    found = open_rails(pos, side)
    reached = bytearray(board.n)
    for hex_ in found:
        reached[hex_] = 1
    for hex_ in found:  # the list grows while it is walked
        for to in board.land[hex_]:
            if passable[to] and not reached[to]:
                reached[to] = 1
                found.append(to)
    return reached


def may_not_leave(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit may not go out of an enemy ZOC in a movement phase (gpw 12.0.C)."""
    counter = pos.world.units[unit]
    here = pos.where[unit]
    on = pos.world.rules.has("leaders") and pos.step.kind in ("mobile", "general")
    if any(hook(pos, unit) for hook in pos.world.hooks.unbound):
        return
    if on and pos.zoc[1 - counter.side][here] and not commanding(pos, counter.side, [here]):
        where = pos.world.board.label(here)
        yield Reason("gpw 12.0.C", f"{counter.name} in {where} is in an enemy ZOC and in no leader's command radius")


# -- movement ---------------------------------------------------------------------------------------------------------


def legal(pos: Position) -> Iterator[Lead]:
    """Every move of a leader: to his capital, or from it to a unit (gpw 12.2)."""
    for leader in pos.world.leaders[pos.side]:
        yield from legal_of(pos, leader)


def legal_of(pos: Position, leader: int) -> Iterator[Lead]:
    """The moves of one leader, in the order of the hexes."""
    if next(may_not_go(pos, leader), None) is not None:
        return
    name, ids = pos.world.units[leader].id, pos.world.board.ids
    if _at_home(pos, leader):
        hexes = sorted({pos.where[unit] for unit in pos.on_map(pos.side)})
        yield from (Lead(name, ids[hex_]) for hex_ in hexes if hex_ != pos.where[leader])
    else:
        yield Lead(name, ids[seat(pos, pos.side)])


def seat(pos: Position, side: int) -> int:
    """The hex of a side's capital as far as its leaders are concerned (gpw 12.2.A)."""
    return int(thread(pos.world.hooks.seat, pos.world.capitals[side], pos, side))


def _at_home(pos: Position, leader: int) -> bool:
    return pos.fate[leader] == CAPITAL or pos.where[leader] == seat(pos, pos.world.units[leader].side)


def may_not_go(pos: Position, leader: int) -> Iterator[Reason]:
    """Why a leader does not move at all in this phase."""
    counter = pos.world.units[leader]
    if counter.side != pos.side:
        yield Reason("gpw 12.2.A", f"{counter.label} is {SIDES[counter.side]}")
    if pos.fate[leader] not in (ON_MAP, CAPITAL):
        yield Reason("gpw 12.2.B", f"{counter.label} is neither on the map nor in the capital")
    if pos.moved[leader]:
        yield Reason("gpw 12.2.D", f"{counter.label} has moved in this phase")
    yield from gather(pos.world.hooks.may_not_lead, pos, leader)


def objections(pos: Position, action: Lead) -> Iterator[Reason]:
    """Why a leader may not go to a hex."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    if unit.index not in (*pos.world.leaders[0], *pos.world.leaders[1]):
        yield Reason("gpw 12.2.A", f"{unit.name} is no leader in play")
        return
    barred = list(may_not_go(pos, unit.index))
    yield from barred
    if barred:
        return
    place, home = pos.world.board.label(hex_), seat(pos, pos.side)
    if not _at_home(pos, unit.index):
        if hex_ != home:
            yield Reason("gpw 12.2.D", f"{unit.label} goes to {pos.world.board.label(home)} before anywhere else")
    elif pos.occupant[hex_] < 0 or pos.enemy_at(hex_, pos.side):
        yield Reason("gpw 12.2.B", f"{place} holds no friendly unit")
    elif hex_ == pos.where[unit.index]:
        yield Reason("gpw 12.2.B", f"{unit.label} is in {place}")


def go(pos: Position, action: Lead) -> list[Event]:
    """Move a leader (gpw 12.2.B, gpw 12.2.C)."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    home = not _at_home(pos, unit.index)
    start = pos.where[unit.index]
    event = send_home(pos, unit.index) if home else _to_unit(pos, unit.index, hex_)
    pos.moved[unit.index] = 1
    here = pos.world.board.ids[start] if start >= 0 else ""
    return [
        Event("leader", event, "gpw 12.2.C" if home else "gpw 12.2.B", unit=unit.id, from_hex=here, to_hex=action.hex)
    ]


def _to_unit(pos: Position, leader: int, hex_: int) -> str:
    pos.put(leader, hex_)
    return f"{pos.world.units[leader].label} goes to {pos.world.board.label(hex_)}"


def send_home(pos: Position, leader: int) -> str:
    """Put a leader in his capital, or off the map where the enemy holds it (gpw 12.2.E); what is said of it."""
    unit = pos.world.units[leader]
    home = seat(pos, unit.side)
    if pos.control[home] == unit.side:
        pos.put(leader, home)
        return f"{unit.label} is in {pos.world.board.label(home)}"
    pos.where[leader], pos.fate[leader] = -1, CAPITAL
    return f"{unit.label} is off the map edge, for the capital is in enemy hands"


def follow(pos: Position, start: int, end: int, side: int) -> None:
    """Take the leaders of a retreating unit along (docs/rulings.md)."""
    for leader in pos.leaders_in(start, side):
        pos.put(leader, end)


# -- coming and going -------------------------------------------------------------------------------------------------


def begin(pos: Position, due: Sequence[ChartEvent]) -> list[Event]:
    """Leaders who come back, appear or are recalled at the start of their side's phase (gpw 12.0.D, gpw 12.3.A).

    Those who appear may go on in the mobile phase of the same turn (gpw 12.3.B).
    """
    events = []
    for leader in pos.world.leaders[pos.side]:
        if pos.fate[leader] == RETURNING:
            unit = pos.world.units[leader]
            events.append(Event("leader", f"{send_home(pos, leader)} again", "gpw 12.0.D", unit=unit.id))
    for event in due:
        unit = pos.world.unit(event.unit)
        if unit.index not in pos.world.leaders[pos.side]:
            continue
        if event.kind == "leader_arrives" and pos.fate[unit.index] == LATER:
            events.append(Event("leader", f"{send_home(pos, unit.index)}: a new command", "gpw 12.3.A", unit=unit.id))
        elif event.kind == "leader_recalled" and pos.fate[unit.index] != WITHDRAWN:
            pos.where[unit.index], pos.fate[unit.index] = -1, WITHDRAWN
            events.append(Event("leader", f"{unit.label} is recalled", "gpw 12.3.C", unit=unit.id))
    return events


def fallen(pos: Position, before: set[int]) -> list[Event]:
    """The leaders who fell in the course of an action, for the log."""
    units = pos.world.units
    return [
        Event("leader", f"{units[u].label} is lost and comes back in the capital", "gpw 12.0.D", unit=units[u].id)
        for u in sorted(returning(pos) - before)
    ]


def returning(pos: Position) -> set[int]:
    """Leaders on their way to the capital."""
    return {u for side in pos.world.leaders for u in side if pos.fate[u] == RETURNING}
