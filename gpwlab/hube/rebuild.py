"""Rebuilding with replacements: at a headquarters, in Kiev, or off the map with OKH (hube 2.7, hube 3.10)."""

from __future__ import annotations

from collections.abc import Iterator

from gpwlab.core.reasons import Reason
from gpwlab.hube.actions import OKH, Rebuild
from gpwlab.hube.events import Event
from gpwlab.hube.position import DEAD, OFF_MAP, ON_MAP, TO_COME, Position
from gpwlab.hube.sequence import AXIS, SOVIET
from gpwlab.hube.units import Unit

CHART = "hube chart.Common Rebuild Table"


def check(pos: Position, action: Rebuild) -> None:
    """InvalidInput for an unknown unit or hex."""
    pos.world.unit(action.unit)
    if action.at != OKH:
        pos.world.board.hex(action.at)


def price(pos: Position, unit: Unit) -> dict[str, int]:
    """Pax, Eq and trucks for a unit, or for a step of a division; InvalidInput for a kind without price."""
    row = pos.world.charts.price(unit.kind)
    return {"pax": row.pax, "eq": row.eq, "truck": row.trucks}


def objections(pos: Position, action: Rebuild) -> Iterator[Reason]:
    """Why a unit cannot be rebuilt at a place."""
    unit = pos.world.unit(action.unit)
    if unit.side != pos.side:
        yield Reason(CHART, f"{unit.id} is not of the side whose phase it is")
    elif unit.kind not in pos.world.charts.prices or unit.parent:
        yield Reason(CHART, f"{unit.id} is not in the Common Rebuild Table")
    elif not _wanting(pos, unit):
        yield Reason(CHART, f"{unit.id} has nothing to rebuild")
    else:
        h = OFF_MAP if action.at == OKH else pos.world.board.hex(action.at)
        yield from _okh_objections(pos, unit) if h == OFF_MAP else _post_objections(pos, unit, h)
        for kind, cost in price(pos, unit).items():
            if (there := pos.held(unit.side, kind, h)) < cost:
                yield Reason(CHART, f"{cost} {kind} are needed at {action.at} and {there} are there")


def _wanting(pos: Position, unit: Unit) -> bool:
    """A dead unit, or a division on the map that has lost a step."""
    return pos.fate[unit.index] == DEAD or (
        pos.fate[unit.index] == ON_MAP and unit.division and pos.lost[unit.index] > 0
    )


def _okh_objections(pos: Position, unit: Unit) -> Iterator[Reason]:
    """OKH rebuilds dead German units off the map (hube 3.10)."""
    if unit.side != AXIS:
        yield Reason("hube 3.10", f"{unit.id} is Soviet: only the Germans rebuild off the map")
    elif pos.fate[unit.index] != DEAD:
        yield Reason("hube 3.10", f"{unit.id} is on the map; OKH rebuilds destroyed units")


def _post_objections(pos: Position, unit: Unit, h: int) -> Iterator[Reason]:
    """A headquarters in the hex, or for Soviet units a major city hex of Kiev (hube 2.7)."""
    board = pos.world.board
    if pos.fate[unit.index] == ON_MAP and pos.where[unit.index] != h:
        yield Reason(CHART, f"{unit.id} does not stand in {board.label(h)}")
    posts = {pos.where[u] for u in pos.on_map(unit.side) if pos.unit(u).kind == "hq"}
    if h not in posts and not (unit.side == SOVIET and is_kiev(pos, h)):
        yield Reason("hube 2.7" if unit.side == SOVIET else CHART, f"{board.label(h)} has no headquarters")


def is_kiev(pos: Position, h: int) -> bool:
    """A major city hex of Kiev in Soviet hands (hube 2.7)."""
    town = pos.world.board.town.get(h)
    return town is not None and (town.name, town.cls) == ("Kiev", "major_city") and pos.owner[h] == SOVIET


def rebuild(pos: Position, action: Rebuild) -> list[Event]:
    """Pay and rebuild: a step of a division on the map, or a dead unit, a division with one step."""
    unit = pos.world.unit(action.unit)
    h = OFF_MAP if action.at == OKH else pos.world.board.hex(action.at)
    cost = price(pos, unit)
    for kind, count in cost.items():
        pos.add(unit.side, kind, h, -count)
    paid = ", ".join(f"{count} {kind}" for kind, count in cost.items() if count)
    if pos.fate[unit.index] == ON_MAP:
        pos.lost[unit.index] -= 1
        return [Event("rebuild", f"{unit.id} gains a step for {paid}", CHART, unit.id)]
    pos.lost[unit.index] = unit.steps_at_least - 1 if unit.division else 0
    if h == OFF_MAP:  # hube 3.10: it comes as a reinforcement
        pos.fate[unit.index], pos.due[unit.index], pos.entry[unit.index] = TO_COME, pos.turn + 1, "any"
        return [Event("rebuild", f"OKH rebuilds {unit.id} for {paid}; it comes next turn", "hube 3.10", unit.id)]
    pos.put(unit.index, h)
    rule = "hube 2.7" if unit.side == SOVIET and is_kiev(pos, h) else CHART
    text = f"{unit.id} is rebuilt in {pos.world.board.label(h)} for {paid}"
    return [Event("rebuild", text, rule, unit.id, to_hex=pos.world.board.ids[h])]


def legal(pos: Position) -> Iterator[Rebuild]:
    """What can be rebuilt and paid now, and where."""
    ids = pos.world.board.ids
    places = sorted({h for (side, kind, h) in pos.points if side == pos.side and kind in ("pax", "eq")})
    if not places:
        return
    for unit in pos.world.units:
        if unit.side == pos.side and unit.kind in pos.world.charts.prices and _wanting(pos, unit):
            for h in places:
                action = Rebuild(unit.id, OKH if h == OFF_MAP else ids[h])
                if next(objections(pos, action), None) is None:
                    yield action
