"""Setting up: where each unit may stand, and a placement of all of them that is legal and always the same.

The Axis sets up first, the Soviets behind their side of the front that it makes (hube 1.1.A, hube 1.9).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube import fortress
from gpwlab.hube.actions import Base, Bring, Place
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event
from gpwlab.hube.options import HISTORICAL
from gpwlab.hube.position import (
    ABSENT,
    COLLAPSED,
    DEAD,
    DUE,
    FLANK,
    ON_MAP,
    POOL,
    PURSUIT,
    T_PER_SP,
    TO_COME,
    W_ACTIVE,
    W_DUE,
    W_TO_COME,
    Position,
    empty,
)
from gpwlab.hube.sequence import AXIS
from gpwlab.hube.world import RECALLED

if TYPE_CHECKING:
    from gpwlab.hube.world import World

_OFF = {"dead": DEAD, "collapsed": COLLAPSED, "flank": FLANK, "pursuit": PURSUIT}
#: What a stock of a kind becomes on the map: kind of points, and how many of them one is.
WORTH = {
    "sp": ("sp", T_PER_SP), "truck": ("truck", 1), "wagon": ("wagon", 1), "hedgehog": ("hedgehog", 1),
    "hedgehog-2": ("hedgehog", 2), "airbase-1": ("airbase", 1), "airbase-2": ("airbase", 2),
}  # fmt: skip
#: Kinds of points that are brought in a set-up or arrive.
BROUGHT = (*WORTH, "pax", "eq")
#: Free reserve markers of a side (hube 2.2, hube 3.2), and of the Axis in the purely historical game (hube 4.4).
RESERVES, HISTORICAL_RESERVES = 12, 8


def start(world: World, seed: int) -> Position:
    """The position before the set-up: every unit on its list, nothing on the map."""
    pos, lists = empty(world, seed), world.deployment
    for u in lists.place:
        pos.fate[u], pos.lost[u] = DUE, lists.lost.get(u, 0)
    for name, fate in _OFF.items():
        for u in lists.off[name]:
            pos.fate[u] = fate
    for stock in lists.stocks:
        key = (stock.side, stock.kind, stock.place)
        pos.stock[key] = pos.stock.get(key, 0) + stock.count
    _arrivals(pos)
    _pools(pos)
    _before(pos)
    return pos


def _arrivals(pos: Position) -> None:
    """Who is still to come: those of the Orders of Arrival from the first turn on that no list has (hube 1.1.C)."""
    later = [a for a in pos.world.charts.arrivals if a.turn >= pos.turn]
    for arrival in later:
        if arrival.kind == "unit":
            for u in pos.world.members(arrival.item):
                if pos.fate[u] == ABSENT:
                    pos.fate[u], pos.due[u] = TO_COME, arrival.turn
    for wing in pos.world.wings:
        number = int(wing.id.rpartition("-")[2])
        listed = pos.world.deployment.air.get((wing.side, wing.type), 0)
        to_come = sum(
            a.count for a in later if a.kind == "air" and (SIDES.index(a.side), a.item) == (wing.side, wing.type)
        )
        if number <= listed + to_come:
            pos.wing[wing.index] = W_DUE if number <= listed else W_TO_COME


def _pools(pos: Position) -> None:
    """Counters that come into play by a rule: Alert Battalions and Fortress units (hube 3.8, hube 3.9)."""
    for unit in pos.world.units:
        if unit.kind in ("alert-bn", "fort-bn") and pos.fate[unit.index] == ABSENT:
            pos.fate[unit.index] = POOL


def _before(pos: Position) -> None:
    """What happened before a later scenario: attempts at Alert Battalions, exits, the recall that still runs."""
    scenario = pos.world.scenario
    pos.alerts = scenario.alert_vp
    if any(fate == FLANK for fate in pos.fate):
        pos.flank_turn = -1
    if any(fate == COLLAPSED for fate in pos.fate):
        pos.collapse = "done"
    parts = pos.world.parts[RECALLED]
    if any(pos.fate[u] == DUE for u in parts):  # hube 3.7: the note of scenario 3 leaves two rolls of three
        pos.entry_24 = next(a.turn for a in pos.world.charts.arrivals if a.item == RECALLED)


def reserve_limit(pos: Position, side: int) -> int:
    """Reserve markers of a side: the free ones and those that it bought (hube 2.2, hube 3.2, hube 4.4)."""
    historical = side == AXIS and pos.world.rules.has(HISTORICAL)
    return (HISTORICAL_RESERVES if historical else RESERVES) + pos.bought[side]


# -- judging ----------------------------------------------------------------------------------------------------------


def place_of(pos: Position, u: int) -> str:
    """The place in which a unit sets up; a breakdown regiment that of its division (hube 1.1.F)."""
    unit = pos.unit(u)
    owner = pos.world.unit(unit.parent).index if unit.parent else u
    return pos.world.deployment.place.get(owner, "")


def place_objections(pos: Position, action: Place) -> Iterator[Reason]:
    """Why a unit or formation may not be set up in a hex."""
    h = pos.world.board.hex(action.hex)
    members = waiting(pos, action.unit)
    if pos.world.side_of(action.unit) != pos.side:
        yield Reason("hube 1.1.A", f"the {SIDES[pos.side]} sets up now, not {action.unit}")
    elif not members:
        yield Reason("hube 1.1.A", f"{action.unit} is not set up in this scenario")
    else:
        for place in sorted({place_of(pos, u) for u in members}):
            yield from _zone_objections(pos, place, h)


def waiting(pos: Position, name: str) -> list[int]:
    """The units of a unit or formation that set up and may be put somewhere, also again."""
    return [u for u in pos.world.members(name) if pos.fate[u] in (DUE, ON_MAP) and place_of(pos, u)]


def _zone_objections(pos: Position, place: str, h: int) -> list[Reason]:
    enemies = sorted(pos.occupied(1 - pos.side))
    return pos.world.zones.objections(SIDES[pos.side], place, h, enemies)


def bring_objections(pos: Position, action: Bring) -> Iterator[Reason]:
    """Why points may not be set up in a hex."""
    h, side = pos.world.board.hex(action.hex), pos.side
    there = [place for s, kind, place in pos.stock if (s, kind) == (side, action.kind)]
    if not there:
        yield Reason("hube 1.1.A", f"the {SIDES[side]} has no {action.kind} to set up")
        return
    fits = [place for place in there if not _zone_objections(pos, place, h)]
    if not fits:
        for place in there:
            yield from _zone_objections(pos, place, h)
    elif not 0 < action.count <= (most := max(pos.stock[side, action.kind, place] for place in fits)):
        yield Reason("hube 1.1.A", f"1 to {most} {action.kind} can be set up there, not {action.count}")


def base_objections(pos: Position, action: Base) -> Iterator[Reason]:
    """Why an air unit may not be set up at a hex."""
    wing = pos.world.wing(action.wing)
    if wing.side != pos.side:
        yield Reason("hube 1.1.A", f"the {SIDES[pos.side]} sets up now, not {wing.id}")
    elif pos.wing[wing.index] not in (W_DUE, W_ACTIVE):
        yield Reason("hube 1.1.A", f"{wing.id} is not set up in this scenario")
    elif not pos.held(wing.side, "airbase", pos.world.board.hex(action.hex)):
        yield Reason("hube 1.1.A", f"{action.hex} has no air base of the {SIDES[wing.side]}")


def done_objections(pos: Position) -> Iterator[Reason]:
    """A set-up ends when every unit has been placed."""
    left = [u for u in pos.world.deployment.place if pos.fate[u] == DUE and pos.unit(u).side == pos.side]
    if left:
        more = f" and {len(left) - 1} more" if len(left) > 1 else ""
        yield Reason("hube 1.1.A", f"{pos.unit(left[0]).id}{more} must be set up first")


# -- doing ------------------------------------------------------------------------------------------------------------


def place(pos: Position, action: Place) -> list[Event]:
    """Put a unit or formation in a hex of its zone."""
    h, board = pos.world.board.hex(action.hex), pos.world.board
    for u in waiting(pos, action.unit):
        if pos.fate[u] == ON_MAP:
            _give_up(pos, u)
        pos.put(u, h)
        if pos.unit(u).fort:
            fortress.established(pos, u)
    return [
        Event("setup", f"{action.unit} sets up in {board.label(h)}", "hube 1.1.A", action.unit, to_hex=board.ids[h])
    ]


def _give_up(pos: Position, u: int) -> None:
    """A unit that is moved in the set-up leaves no fortress behind."""
    if pos.fortress.get(pos.where[u]) == u:
        del pos.fortress[pos.where[u]]
        pos.forted.discard(pos.where[u])


def bring(pos: Position, action: Bring) -> list[Event]:
    """Put points of a stock in a hex."""
    h, side, board = pos.world.board.hex(action.hex), pos.side, pos.world.board
    owned = [place for s, kind, place in pos.stock if (s, kind) == (side, action.kind)]
    fits = [p for p in owned if pos.stock[side, action.kind, p] >= action.count and not _zone_objections(pos, p, h)]
    place = min(fits, key=lambda p: (len(pos.world.zones.hexes(SIDES[side], p)), p))  # the narrower place first
    kind, worth = WORTH[action.kind]
    pos.stock[side, action.kind, place] -= action.count
    if not pos.stock[side, action.kind, place]:
        del pos.stock[side, action.kind, place]
    pos.add(side, kind, h, worth * action.count)
    return [Event("setup", f"{action.count} {action.kind} in {board.label(h)}", "hube 1.1.A", to_hex=board.ids[h])]


def base(pos: Position, action: Base) -> list[Event]:
    """Put an air unit at an air base, active."""
    wing, h = pos.world.wing(action.wing), pos.world.board.hex(action.hex)
    pos.wing[wing.index], pos.base[wing.index] = W_ACTIVE, h
    return [Event("setup", f"{wing.id} at {pos.world.board.label(h)}", "hube 1.1.A", wing.id, to_hex=action.hex)]


def legal(pos: Position) -> Iterator[Place | Bring | Base]:
    """The first unit or formation still to be placed with the hexes of its zone, then stocks and air units.

    Any other one may be placed before it: see :func:`legal_of`.
    """
    board = pos.world.board
    left = [u for u in pos.world.deployment.place if pos.fate[u] == DUE and pos.unit(u).side == pos.side]
    if left:
        yield from legal_of(pos, _lump(pos, left[0]))
        return
    for side, kind, where in sorted(pos.stock):
        if side == pos.side:
            for h in _open(pos, where):
                yield Bring(kind, 1, board.ids[h])
    bases = pos.has(pos.side, "airbase")
    for wing in pos.world.wings:
        if wing.side == pos.side and pos.wing[wing.index] == W_DUE:
            yield from (Base(wing.id, board.ids[h]) for h in bases)


def _lump(pos: Position, u: int) -> str:
    """A formation if all its parts that set up wait for the same place, else the unit alone."""
    formation = pos.unit(u).formation
    parts = [p for p in pos.world.parts.get(formation, ()) if place_of(pos, p)]
    together = parts and all(pos.fate[p] == DUE and place_of(pos, p) == place_of(pos, u) for p in parts)
    return formation if together else pos.unit(u).id


def legal_of(pos: Position, name: str) -> Iterator[Place]:
    """Where a unit, or all of a formation, may be set up."""
    members = waiting(pos, name) if pos.world.side_of(name) == pos.side else []
    if members:
        zones = [set(_open(pos, where)) for where in sorted({place_of(pos, u) for u in members})]
        for h in sorted(set.intersection(*zones)):
            yield Place(name, pos.world.board.ids[h])


def _open(pos: Position, where: str) -> list[int]:
    """The hexes of a place that are open as the enemy stands, by index."""
    side, zones = SIDES[pos.side], pos.world.zones
    zone = sorted(zones.hexes(side, where))
    if not _looks_at_enemy(pos, where):
        return zone
    enemies = sorted(pos.occupied(1 - pos.side))
    return [h for h in zone if not zones.objections(side, where, h, enemies)]


def _looks_at_enemy(pos: Position, where: str) -> bool:
    """Whether a place, or one that it refers to, limits the distance to enemy units."""
    clauses = pos.world.zones.place(SIDES[pos.side], where).clauses
    own = any(c.enemy_min is not None or c.enemy_max is not None for c in clauses)
    return own or any(_looks_at_enemy(pos, other) for c in clauses for other in c.with_places)


def check_bring(action: Bring) -> None:
    """InvalidInput for a kind of points that there is not."""
    if action.kind not in BROUGHT:
        raise InvalidInput(f"there is no kind of points {action.kind!r}: it is one of {', '.join(BROUGHT)}")
