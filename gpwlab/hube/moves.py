"""Recorded moves of units: by road and field, by rail, in retreat; who holds a hex; modes; pontoons.

What a move costs is told, not enforced: fuel, modes and zones of control are rules of the series.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.hube import air, fortress, gauge, movement, setup, variants
from gpwlab.hube.actions import Control, Flip, Mode, Move, Rail, Retreat
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event
from gpwlab.hube.position import DEAD, MODES, ON_MAP, Position
from gpwlab.hube.sequence import SOVIET

if TYPE_CHECKING:
    from gpwlab.hube.units import Unit


def members(pos: Position, names: Sequence[str]) -> list[Unit]:
    """The units on the map that ids of units and formations name; a formation stands for its parts on the map."""
    found = []
    for name in names:
        indices = pos.world.members(name)
        here = [u for u in indices if pos.fate[u] == ON_MAP] if name in pos.world.parts else indices
        found += [pos.unit(u) for u in here or indices]
    return found


def _rule(pos: Position) -> str:
    return pos.step.rule


def objections(pos: Position, action: Move) -> Iterator[Reason]:
    """Why units cannot go along a path together."""
    units, path = members(pos, action.units), [pos.world.board.hex(name) for name in action.path]
    off = next((unit for unit in units if pos.fate[unit.index] != ON_MAP), None)
    if off is not None:
        yield Reason(_rule(pos), f"{off.id} is not on the map")
        return
    start = pos.where[units[0].index]
    for unit in units:
        if unit.side != pos.side:
            yield Reason(_rule(pos), f"the {SIDES[pos.side]} moves now, not {unit.id}")
        elif pos.where[unit.index] != start:
            yield Reason(_rule(pos), f"{unit.id} does not stand with {units[0].id}")
        else:
            yield from fortress.move_objections(pos, unit, path)
    yield from _path_objections(pos, start, path)
    if pos.step.kind == "maskirovka":
        yield from variants.shift_objections(pos, action, path)


def _path_objections(pos: Position, start: int, path: Sequence[int]) -> Iterator[Reason]:
    """A path lies on the scenario's map, hex by hex where it has more than one, and meets no enemy."""
    world, steps = pos.world, [start, *path]
    for h in path:
        if world.start_side[h] < 0:
            yield Reason(_span(pos), f"{world.board.label(h)} is not on the map of this scenario")
    for a, b in zip(steps, path, strict=False):
        if len(path) > 1 and world.board.direction(a, b) < 0:
            yield Reason(_rule(pos), f"{world.board.ids[a]} and {world.board.ids[b]} do not touch")
    for h in path:
        if enemies := pos.units_at(h, 1 - pos.side):
            yield Reason(_rule(pos), f"{pos.unit(enemies[0]).id} stands in {world.board.label(h)}")
    if path[-1] == start:
        yield Reason(_rule(pos), "a move ends in another hex")


_SPANS = (
    "hube 6.1.span and ground", "hube 6.2.span and ground", "hube 6.3.span and ground", "hube 6.4.span and ground",
    "hube 6.5.span and ground",
)  # fmt: skip


def _span(pos: Position) -> str:
    return _SPANS[pos.world.scenario.number - 1]


def move(pos: Position, action: Move) -> list[Event]:
    """Units go along a path: they hold what they pass; cities that Soviets come near become fortresses."""
    units, path = members(pos, action.units), [pos.world.board.hex(name) for name in action.path]
    start = pos.where[units[0].index]
    text = f"{', '.join(action.units)} to {pos.world.board.label(path[-1])}{_cost(pos, units, [start, *path])}"
    events = [_event("move", text, _rule(pos), pos, action.units[0], start, path[-1])]
    if pos.step.kind == "maskirovka":
        variants.shift(pos, action)
    events += _pass(pos, units, path)
    return events


def _pass(pos: Position, units: Sequence[Unit], path: Sequence[int]) -> list[Event]:
    """Units pass hexes and stop in the last: control, captured air bases, new fortresses."""
    side, events = units[0].side, list[Event]()
    for unit in units:
        pos.put(unit.index, path[-1])
        pos.spared.discard(unit.index)
    for h in path:
        pos.owner[h] = side
    events += air.captured(pos, units, path)
    if side == SOVIET:
        events += fortress.near(pos, path)
    return events


def _cost(pos: Position, units: Sequence[Unit], path: Sequence[int]) -> str:
    """What the path costs by each kind of movement of the units, where it is given hex by hex."""
    kinds = sorted({unit.movement for unit in units})
    told = [f"{k} {movement.told(cost)}" for k in kinds if (cost := cost_of(pos, k, units[0].side, path)) is not None]
    return f" ({', '.join(told)})" if told else ""


def cost_of(pos: Position, kind: str, side: int, path: Sequence[int]) -> movement.Entry | None:
    """What a path from its first hex costs by a kind of movement; None for a jump, which is not given hex by hex."""
    if any(pos.world.board.direction(a, b) < 0 for a, b in pairwise(path)):
        return None
    return movement.costs_of(pos, kind, side).path(path)


def _event(kind: str, text: str, rule: str, pos: Position, unit: str, start: int, end: int) -> Event:
    ids = pos.world.board.ids
    return Event(kind, text, rule, unit, ids[start] if start >= 0 else "", ids[end])


def legal(pos: Position) -> Iterator[Move]:
    """One step of each unit of the side, in every direction; ``in`` takes any path and any units of a hex."""
    board, enemies = pos.world.board, pos.occupied(1 - pos.side)
    for u in pos.on_map(pos.side):
        unit = pos.unit(u)
        for h in board.near[pos.where[u]]:
            if h < 0 or h in enemies or pos.world.start_side[h] < 0:
                continue
            if next(fortress.move_objections(pos, unit, [h]), None) is None:
                yield Move((unit.id,), (board.ids[h],))


# -- rail -------------------------------------------------------------------------------------------------------------


def rail_objections(pos: Position, action: Rail) -> Iterator[Reason]:
    """Why a unit or supply cannot go by rail: gauge, line, capacity (hube 1.5)."""
    side, board, goal = pos.side, pos.world.board, pos.world.board.hex(action.hex)
    start, unit, freight = _freight(pos, action)
    if unit is not None:
        if unit.side != side or pos.fate[unit.index] != ON_MAP:
            yield Reason(_rule(pos), f"{unit.id} is no {SIDES[side]} unit on the map")
            return
        yield from fortress.move_objections(pos, unit, [goal])
    elif pos.held(side, "sp", start) < freight:
        yield Reason(_rule(pos), f"{board.label(start)} has {pos.held(side, 'sp', start)} T")
    else:
        yield from fortress.points_objections(pos, side, start)
    usable = {h for h, gauge_side in enumerate(pos.gauge) if gauge_side == side and pos.owner[h] == side}
    if goal not in gauge.flood(board, [start], usable):
        why = f"no line of {SIDES[side]} gauge leads from {board.label(start)} to {board.label(goal)}"
        yield Reason("hube 1.5", why)
    left = pos.world.scenario.capacity[side] - pos.rail_used[side]
    if not 0 < action.points <= left:
        yield Reason(
            _capacity_rule(pos), f"{counted(left, 'point')} of rail capacity left this turn, not {action.points}"
        )


_CAPACITY = (
    "hube 6.1.rail gauge and capacity", "hube 6.2.rail gauge and capacity", "hube 6.3.rail gauge and capacity",
    "hube 6.4.rail gauge and capacity", "hube 6.5.rail gauge and capacity",
)  # fmt: skip


def _capacity_rule(pos: Position) -> str:
    return _CAPACITY[pos.world.scenario.number - 1]


def _freight(pos: Position, action: Rail) -> tuple[int, Unit | None, int]:
    """Where it stands, the unit, or the T of ``sp/T/HEX``; InvalidInput for what is neither."""
    kind, _, rest = action.unit.partition("/")
    if kind != "sp":
        unit = pos.world.unit(action.unit)
        return pos.where[unit.index], unit, 0
    count, _, name = rest.partition("/")
    if not count.isdecimal() or not int(count):
        raise InvalidInput(f"supply by rail is written sp/T/HEX, not {action.unit!r}")
    return pos.world.board.hex(name), None, int(count)


def rail_check(pos: Position, action: Rail) -> None:
    """InvalidInput for what can go by no railway."""
    _freight(pos, action)


def rail(pos: Position, action: Rail) -> list[Event]:
    """A unit or supply goes by rail; supply passes fortresses unhindered (hube 3.9.A)."""
    goal = pos.world.board.hex(action.hex)
    start, unit, freight = _freight(pos, action)
    pos.rail_used[pos.side] += action.points
    text = f"{action.unit} by rail to {pos.world.board.label(goal)}"
    events = [_event("rail", text, "hube 1.5", pos, "" if unit is None else unit.id, start, goal)]
    if unit is None:
        pos.add(pos.side, "sp", start, -freight)
        pos.add(pos.side, "sp", goal, freight)
        return events
    return events + _pass(pos, [unit], [goal])


# -- retreats, control, modes -----------------------------------------------------------------------------------------


def retreat_objections(pos: Position, action: Retreat) -> Iterator[Reason]:
    """Why a unit cannot retreat to a hex; a garrison retreats within its city alone (hube 3.9.B)."""
    unit, h = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    if pos.fate[unit.index] != ON_MAP:
        yield Reason(_rule(pos), f"{unit.id} is not on the map")
        return
    if not unit.fort:
        yield from fortress.move_objections(pos, unit, [h])
    if h == pos.where[unit.index] or pos.world.start_side[h] < 0 or pos.units_at(h, 1 - unit.side):
        yield Reason(_rule(pos), f"{unit.id} cannot retreat to {pos.world.board.label(h)}")


def retreat(pos: Position, action: Retreat) -> list[Event]:
    """A unit retreats; a Fortress unit that has to is destroyed (hube 3.9)."""
    unit, h = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    start = pos.where[unit.index]
    if unit.fort:
        pos.lift(unit.index, DEAD)
        text = f"{unit.id} has to retreat and is destroyed"
        lost = _event("loss", text, "hube 3.9", pos, unit.id, start, start)
        return [lost, fortress.freed(pos, start)]
    pos.put(unit.index, h)
    text = f"{unit.id} retreats to {pos.world.board.label(h)}"
    return [_event("retreat", text, _rule(pos), pos, unit.id, start, h)]


def check_control(action: Control) -> None:
    """InvalidInput for what is no side."""
    if action.side not in SIDES:
        raise InvalidInput(f"there is no side {action.side!r}: it is {' or '.join(SIDES)}")


def control_objections(pos: Position, action: Control) -> Iterator[Reason]:
    """Why a side cannot hold a hex: it is off the map, or the enemy stands in it."""
    h, side = pos.world.board.hex(action.hex), SIDES.index(action.side)
    if pos.world.start_side[h] < 0:
        yield Reason(_span(pos), f"{action.hex} is not on the map of this scenario")
    if pos.units_at(h, 1 - side):
        yield Reason("hube 5.2", f"{SIDES[1 - side]} units stand in {pos.world.board.label(h)}")


def control(pos: Position, action: Control) -> list[Event]:
    """A side was the last to pass a hex."""
    h = pos.world.board.hex(action.hex)
    pos.owner[h] = SIDES.index(action.side)
    label = pos.world.board.label(h)
    return [Event("control", f"{label} is {action.side}", "hube 5.2", to_hex=pos.world.board.ids[h])]


def check_mode(pos: Position, action: Mode) -> None:
    """InvalidInput for a mode that there is not."""
    pos.world.unit(action.unit)
    if action.mode not in MODES:
        raise InvalidInput(f"there is no mode {action.mode!r}: it is one of {', '.join(MODES)}")


def mode_objections(pos: Position, action: Mode) -> Iterator[Reason]:
    """Why a unit cannot take a mode: the side has no reserve marker left (hube 2.2, hube 3.2)."""
    unit = pos.world.unit(action.unit)
    if pos.fate[unit.index] != ON_MAP:
        yield Reason(_rule(pos), f"{unit.id} is not on the map")
    elif action.mode == "reserve":
        used = sum(m == "reserve" and pos.unit(u).side == unit.side for u, m in pos.modes.items())
        limit = setup.reserve_limit(pos, unit.side)
        if used >= limit:
            yield Reason(("hube 3.2", "hube 2.2")[unit.side], f"all {limit} reserve markers are in use")


def mode(pos: Position, action: Mode) -> list[Event]:
    """A unit takes a mode."""
    pos.modes[pos.world.unit(action.unit).index] = action.mode
    rule = ("hube 3.2", "hube 2.2")[pos.world.unit(action.unit).side] if action.mode == "reserve" else pos.step.rule
    return [Event("mode", f"{action.unit}: {action.mode}", rule, action.unit, result=action.mode)]


# -- pontoons ---------------------------------------------------------------------------------------------------------


def flip_objections(pos: Position, action: Flip) -> Iterator[Reason]:
    """Why a pontoon unit cannot change banks (hube 2.6)."""
    unit, h, board = pos.world.unit(action.unit), pos.world.board.hex(action.hex), pos.world.board
    if not unit.pontoon or pos.fate[unit.index] != ON_MAP:
        yield Reason("hube 2.6", f"{unit.id} is no pontoon unit on the map")
        return
    here = pos.where[unit.index]
    if pos.modes.get(unit.index, "combat") not in ("combat", "disorganised"):
        yield Reason("hube 2.6", f"{unit.id} bridges in combat mode alone")
    if board.direction(here, h) < 0 or not board.river(here, h):
        yield Reason("hube 2.6", f"no river runs between {board.label(here)} and {board.label(h)}")
    if pos.units_at(h, 1 - unit.side):
        yield Reason("hube 2.6", f"the enemy stands in {board.label(h)}")


def flip(pos: Position, action: Flip) -> list[Event]:
    """A pontoon unit goes over its own bridge, in combat mode as it is."""
    unit, h = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    start = pos.where[unit.index]
    text = f"{unit.id} to the other bank, {pos.world.board.label(h)}"
    return [_event("move", text, "hube 2.6", pos, unit.id, start, h), *_pass(pos, [unit], [h])]
