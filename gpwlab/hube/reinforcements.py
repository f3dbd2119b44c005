"""Arrivals by the two orders, the supply roll, and where each may enter (hube 1.1.C, hube 2.1, hube 3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube import supply
from gpwlab.hube.actions import Base, Bring, Place, Supply
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event
from gpwlab.hube.options import MANSTEIN, ZHUKOV
from gpwlab.hube.position import (
    DUE,
    OFF_MAP,
    T_PER_SP,
    TO_COME,
    W_ACTIVE,
    W_DUE,
    W_INACTIVE,
    W_TO_COME,
    Position,
)
from gpwlab.hube.sequence import AXIS, SOVIET
from gpwlab.hube.world import RECALLED

HIGHEST_ROLL = 12
#: Kinds of points that arrive.
COMES = ("sp", "truck", "wagon", "pax", "eq")


def edge_of(pos: Position, u: int) -> str:
    """The entry that a unit is bound to: south, west, soviet, any, or return (hube 2.4b)."""
    unit = pos.unit(u)
    if u in pos.entry:
        return pos.entry[u]
    names = (unit.id, unit.formation)
    return next((a.edge for a in pos.world.charts.arrivals if a.item in names), "any")


def lost_to_collapse(pos: Position, u: int) -> bool:
    """A unit due by the south edge that a collapse keeps away (hube 3.4.C)."""
    return pos.collapse in ("declared", "done") and edge_of(pos, u) == "south"


def begin(pos: Position) -> list[Event]:
    """At the beginning of a side's reinforcement phase: who may be brought in from now on."""
    side, events = pos.side, []
    due = [u for u, fate in enumerate(pos.fate) if fate == TO_COME and pos.due[u] <= pos.turn]
    come = [u for u in due if pos.unit(u).side == side]
    here = [u for u in come if not lost_to_collapse(pos, u)]
    for u in here:
        pos.fate[u] = DUE
    rule = "hube chart.Axis Order of Arrival" if side == AXIS else "hube chart.Soviet Order of Arrival"
    if here:
        events.append(Event("due", f"may be brought in: {', '.join(_named(pos, here))}", rule))
    kept = [u for u in come if u not in here]
    if kept:
        events.append(Event("lost", f"kept away by the collapse: {', '.join(_named(pos, kept))}", "hube 3.4.C"))
    return events + _wings_due(pos)


def _named(pos: Position, units: list[int]) -> list[str]:
    """Units by their ids, whole formations by theirs."""
    return list(dict.fromkeys(pos.unit(u).formation or pos.unit(u).id for u in units))


def _wings_due(pos: Position) -> list[Event]:
    """Air units of this turn's order, and of earlier turns of the scenario."""
    side, found = pos.side, []
    for arrival in pos.world.charts.arrivals:
        if arrival.kind != "air" or SIDES.index(arrival.side) != side or arrival.turn != pos.turn:
            continue
        to_come = [w for w in pos.world.wings if w.side == side and w.type == arrival.item]
        for wing in [w for w in to_come if pos.wing[w.index] == W_TO_COME][: arrival.count]:
            pos.wing[wing.index] = W_DUE
            found.append(wing.id)
    rule = "hube chart.Axis Order of Arrival" if side == AXIS else "hube chart.Soviet Order of Arrival"
    return [Event("due", f"may be based: {', '.join(found)}", rule)] if found else []


# -- the supply roll --------------------------------------------------------------------------------------------------


def check_dice(action: Supply) -> None:
    """InvalidInput for what two dice do not show."""
    if action.dice and (len(action.dice) != 2 or not all(1 <= die <= 6 for die in action.dice)):
        raise InvalidInput(f"the supply roll takes two dice, not {list(action.dice)}")


def supply_objections(pos: Position, action: Supply) -> Iterator[Reason]:
    """The table is rolled once in a side's player turn."""
    if pos.supplied[pos.side]:
        yield Reason(_rule(pos.side), f"the {SIDES[pos.side]} has rolled for supply in this turn")


def _rule(side: int) -> str:
    return "hube 3.1" if side == AXIS else "hube 2.1"


def bonus(pos: Position, side: int) -> int:
    """What a variant adds to the supply roll of a side (hube 4.1, hube 4.2)."""
    return int(pos.world.rules.has(MANSTEIN if side == AXIS else ZHUKOV))


def roll_supply(pos: Position, action: Supply) -> list[Event]:
    """Supply points and replacements of the turn; they wait off the map until they are brought in."""
    side = pos.side
    dice = action.dice or (pos.roll("supply", side, 0), pos.roll("supply", side, 1))
    total = min(HIGHEST_ROLL, sum(dice) + bonus(pos, side))  # hube 4.1, hube 4.2: more than 12 counts as 12
    brought = pos.world.charts.supply[SIDES[side], total]
    pos.supplied[side] = True
    for kind, count in (("sp", brought.sp * T_PER_SP), ("pax", brought.pax), ("eq", brought.eq)):
        pos.add(side, kind, OFF_MAP, count)
    told = "" if not bonus(pos, side) else f"; with the variant's +1 it counts as {total}"
    text = (
        f"rolled {dice[0]} and {dice[1]}, {sum(dice)}{told}: {brought.sp} SP, {brought.pax} Pax and {brought.eq} Eq "
        "may be brought in (published table)"
    )
    rule = ("hube 4.1" if side == AXIS else "hube 4.2") if bonus(pos, side) else _rule(side)
    return [Event("supply roll", text, rule, die=sum(dice), result=str(total))]


# -- bringing in ------------------------------------------------------------------------------------------------------


def entries_of(pos: Position, u: int) -> list[int]:
    """The hexes by which a unit may enter now."""
    edge, side = edge_of(pos, u), pos.unit(u).side
    if edge == "return":
        return _return_hexes(pos)
    return supply.entries(pos, side, edge if edge in ("south", "west") else "")


def _return_hexes(pos: Position) -> list[int]:
    """The south edge west of the most westerly Soviet unit on it (hube 2.4b)."""
    edge, columns = pos.world.south_edge, pos.world.board.spot
    limit = min((columns[h][0] for h in pos.occupied(SOVIET) & edge), default=999)
    return sorted(h for h in edge if columns[h][0] < limit)


def arriving(pos: Position, name: str) -> list[int]:
    """The units of a unit or formation that may be brought in."""
    return [u for u in pos.world.members(name) if pos.fate[u] == DUE]


def place_objections(pos: Position, action: Place) -> Iterator[Reason]:
    """Why a unit or formation may not enter by a hex."""
    h, rule = pos.world.board.hex(action.hex), _rule(pos.side)
    members = arriving(pos, action.unit)
    if pos.world.side_of(action.unit) != pos.side:
        yield Reason(rule, f"the {SIDES[pos.side]} brings units in now, not {action.unit}")
    elif not members:
        yield Reason("hube 1.1.C", f"{action.unit} does not arrive now")
    elif any(h not in entries_of(pos, u) for u in members):
        yield from _no_entry(pos, h, edge_of(pos, members[0]))


def _no_entry(pos: Position, h: int, edge: str) -> Iterator[Reason]:
    """Why a hex is no entry: none at all, of another edge, or shut."""
    side, label = pos.side, pos.world.board.label(h)
    here = [exit for exit in supply.exits(pos, side) if exit.hex == h]
    if edge == "return":
        yield Reason("hube 2.4b", f"{label} is not on the south edge west of all Soviet units there")
    elif not here:
        yield Reason(_rule(side), f"{label} is no hex by which the {SIDES[side]} enters the map")
    elif edge in ("south", "west") and all(exit.edge != edge for exit in here):
        yield Reason(_rule(side), f"{label} does not lie on the {edge} edge")
    else:
        yield from supply.entry_objections(pos, side, here[0])


def place(pos: Position, action: Place) -> list[Event]:
    """Bring a unit or formation in."""
    h, board = pos.world.board.hex(action.hex), pos.world.board
    for u in arriving(pos, action.unit):
        pos.put(u, h)
        pos.entry.pop(u, None)
        if pos.unit(u).formation == RECALLED and not pos.entry_24:
            pos.entry_24 = pos.turn  # hube 3.7
    text = f"{action.unit} arrives at {board.label(h)}"
    return [Event("arrival", text, _rule(pos.side), action.unit, to_hex=board.ids[h])]


def bring_objections(pos: Position, action: Bring) -> Iterator[Reason]:
    """Why points may not be brought in by a hex."""
    h, side = pos.world.board.hex(action.hex), pos.side
    if action.kind not in COMES:
        yield Reason(_rule(side), f"{action.kind} does not arrive by the edge of the map")
    elif not 0 < action.count <= (there := pos.held(side, action.kind, OFF_MAP) // worth(action.kind)):
        yield Reason(_rule(side), f"{there} {action.kind} can be brought in, not {action.count}")
    if h not in supply.entries(pos, side):
        yield from _no_entry(pos, h, "")


def worth(kind: str) -> int:
    """Points that one of a kind is kept as: supply in T."""
    return T_PER_SP if kind == "sp" else 1


def bring(pos: Position, action: Bring) -> list[Event]:
    """Bring points in."""
    h, board = pos.world.board.hex(action.hex), pos.world.board
    amount = action.count * worth(action.kind)
    pos.add(pos.side, action.kind, OFF_MAP, -amount)
    pos.add(pos.side, action.kind, h, amount)
    text = f"{action.count} {action.kind} arrive at {board.label(h)}"
    return [Event("arrival", text, _rule(pos.side), to_hex=board.ids[h])]


def base_objections(pos: Position, action: Base) -> Iterator[Reason]:
    """Why an air unit may not go to a base: there is none, or nothing flies even from base to base."""
    wing, h = pos.world.wing(action.wing), pos.world.board.hex(action.hex)
    state = pos.wing[wing.index]
    if wing.side != pos.side or state not in (W_DUE, W_ACTIVE, W_INACTIVE):
        yield Reason(_rule(pos.side), f"{wing.id} cannot be based now")
    if not pos.held(wing.side, "airbase", h):
        yield Reason("hube 1.3", f"{pos.world.board.label(h)} has no air base of the {SIDES[wing.side]}")
    if state != W_DUE and pos.air == "refit_only":
        yield Reason("hube chart.Air Effects Chart", f"{pos.weather}: no flights, not even from base to base")


def base(pos: Position, action: Base) -> list[Event]:
    """An air unit arrives at a base, or flies to another one."""
    wing, h = pos.world.wing(action.wing), pos.world.board.hex(action.hex)
    if pos.wing[wing.index] == W_DUE:
        pos.wing[wing.index] = W_ACTIVE
    pos.base[wing.index] = h
    return [Event("base", f"{wing.id} at {pos.world.board.label(h)}", _rule(pos.side), wing.id, to_hex=action.hex)]


def legal(pos: Position) -> Iterator[Place | Bring | Base]:
    """Who may be brought in where."""
    ids = pos.world.board.ids
    for u, fate in enumerate(pos.fate):
        if fate == DUE and pos.unit(u).side == pos.side:
            yield from (Place(pos.unit(u).id, ids[h]) for h in entries_of(pos, u))
    for kind in COMES:
        if pos.held(pos.side, kind, OFF_MAP) >= worth(kind):
            yield from (Bring(kind, 1, ids[h]) for h in supply.entries(pos, pos.side))
    for wing in pos.world.wings:
        if wing.side == pos.side and pos.wing[wing.index] == W_DUE:
            yield from (Base(wing.id, ids[h]) for h in pos.has(pos.side, "airbase"))
