"""Points, losses, breakdown regiments, works and gauges: what the players enter, checked for place and count."""

from __future__ import annotations

from collections.abc import Iterator

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.hube import fortress
from gpwlab.hube.actions import Absorb, Break, Build, Convert, Haul, Load, Lose, Spend, Unload
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event
from gpwlab.hube.options import HISTORICAL
from gpwlab.hube.position import ABSENT, DEAD, NOWHERE, ON_MAP, POINTS, W_ACTIVE, W_INACTIVE, W_LOST, Position
from gpwlab.hube.sequence import AXIS, SOVIET

CAUSES = ("combat", "barrage", "attrition", "surrender")
WORKS = ("hedgehog", "airbase")
#: Kinds of points that can be carried.
GOODS = ("sp", "truck", "wagon", "pax", "eq")
#: The Axis builds hedgehogs at most so far from the enemy in the purely historical game (hube 4.4).
NEAR_ENEMY = 3


def check_points(kind: str, known: tuple[str, ...] = POINTS) -> None:
    """InvalidInput for a kind of points that there is not."""
    if kind not in known:
        raise InvalidInput(f"there is no kind of points {kind!r}: it is one of {', '.join(known)}")


# -- points -----------------------------------------------------------------------------------------------------------


def haul_objections(pos: Position, action: Haul) -> Iterator[Reason]:
    """Why points cannot be carried from a hex to another."""
    board, side = pos.world.board, pos.side
    start, goal = board.hex(action.start), board.hex(action.hex)
    there = pos.held(side, action.kind, start)
    if not 0 < action.count <= there:
        yield Reason(pos.step.rule, f"{board.label(start)} has {there} {_unit_of(action.kind)}, not {action.count}")
    if pos.world.start_side[goal] < 0 or pos.units_at(goal, 1 - side):
        yield Reason(pos.step.rule, f"nothing can be carried to {board.label(goal)}")
    yield from fortress.points_objections(pos, side, start)


def haul(pos: Position, action: Haul) -> list[Event]:
    """Points go from one hex to another."""
    board = pos.world.board
    start, goal = board.hex(action.start), board.hex(action.hex)
    pos.add(pos.side, action.kind, start, -action.count)
    pos.add(pos.side, action.kind, goal, action.count)
    text = f"{action.count} {_unit_of(action.kind)} from {board.label(start)} to {board.label(goal)}"
    return [Event("haul", text, pos.step.rule, from_hex=board.ids[start], to_hex=board.ids[goal])]


def _unit_of(kind: str) -> str:
    return "T of supply" if kind == "sp" else kind


def spend_objections(pos: Position, action: Spend) -> Iterator[Reason]:
    """Why points cannot be used up: they are not there.  In a fortress they may be drawn (hube 3.9.C)."""
    h = pos.world.board.hex(action.hex)
    if not 0 < action.count <= max(pos.held(side, action.kind, h) for side in (AXIS, SOVIET)):
        yield Reason(pos.step.rule, f"{pos.world.board.label(h)} has no {action.count} {_unit_of(action.kind)}")


def spend(pos: Position, action: Spend) -> list[Event]:
    """Points are used up or lost, those of the side whose phase it is first."""
    h = pos.world.board.hex(action.hex)
    sides = (pos.side, 1 - pos.side)
    side = next(s for s in sides if pos.held(s, action.kind, h) >= action.count)
    pos.add(side, action.kind, h, -action.count)
    rule = "hube 3.9.C" if side == AXIS and h in pos.fortress else pos.step.rule
    text = f"{action.count} {_unit_of(action.kind)} of the {SIDES[side]} in {pos.world.board.label(h)} used up"
    return [Event("spend", text, rule, to_hex=pos.world.board.ids[h])]


def load_objections(pos: Position, action: Load | Unload) -> Iterator[Reason]:
    """Why supply cannot go on or off an organic truck."""
    unit = pos.world.unit(action.unit)
    if unit.kind != "organic-truck" or pos.fate[unit.index] != ON_MAP or unit.side != pos.side:
        yield Reason("hube 3.7", f"{unit.id} is no organic truck of the {SIDES[pos.side]} on the map")
        return
    here = pos.where[unit.index]
    there = pos.held(unit.side, "sp", here) if isinstance(action, Load) else pos.cargo.get(unit.index, 0)
    if not 0 < action.count <= there:
        yield Reason("hube 3.7", f"there are {there} T for {unit.id}, not {action.count}")


def load(pos: Position, action: Load | Unload) -> list[Event]:
    """Supply goes on or off an organic truck; what is on it goes where the truck goes (hube 3.7)."""
    u = pos.world.unit(action.unit).index
    change = action.count if isinstance(action, Load) else -action.count
    pos.add(pos.side, "sp", pos.where[u], -change)
    pos.cargo[u] = pos.cargo.get(u, 0) + change
    if not pos.cargo[u]:
        del pos.cargo[u]
    verb = "loads" if isinstance(action, Load) else "unloads"
    return [Event("load", f"{action.unit} {verb} {action.count} T", "hube 3.7", action.unit)]


# -- losses -----------------------------------------------------------------------------------------------------------


def check_lose(action: Lose) -> None:
    """InvalidInput for a cause or a number of steps that there is not."""
    if action.cause not in CAUSES:
        raise InvalidInput(f"there is no cause {action.cause!r}: it is one of {', '.join(CAUSES)}")
    if action.steps < 0:
        raise InvalidInput(f"steps are 1 or more, or 0 for the whole unit, not {action.steps}")


def lose_objections(pos: Position, action: Lose) -> Iterator[Reason]:
    """Why a loss cannot be recorded."""
    if action.unit in pos.world.wing_index:
        if pos.wing[pos.world.wing(action.unit).index] not in (W_ACTIVE, W_INACTIVE):
            yield Reason(pos.step.rule, f"{action.unit} is at no base")
        return
    unit = pos.world.unit(action.unit)
    if pos.fate[unit.index] != ON_MAP:
        yield Reason(pos.step.rule, f"{unit.id} is not on the map")
        return
    yield from fortress.loss_objections(pos, unit, action.cause)


def lose(pos: Position, action: Lose) -> list[Event]:
    """Steps are lost, by ``0`` the whole unit; how many it has is on the counter, so the player says when it dies."""
    if action.unit in pos.world.wing_index:
        return _lose_wing(pos, action)
    unit = pos.world.unit(action.unit)
    u, h = unit.index, pos.where[unit.index]
    steps = action.steps or max(1, unit.steps_at_least - pos.lost[u])
    count_loss(pos, u, steps, whole=action.steps == 0)
    if action.steps:
        pos.lost[u] += steps
        text = f"{unit.id} loses {counted(steps, 'step')} by {action.cause}"
        return [Event("loss", text, pos.step.rule, unit.id, to_hex=pos.world.board.ids[h], result=str(steps))]
    return destroy(pos, u, f"by {action.cause}", pos.step.rule)


def _lose_wing(pos: Position, action: Lose) -> list[Event]:
    """An air unit is lost."""
    w = pos.world.wing(action.unit).index
    pos.wing[w], pos.base[w] = W_LOST, NOWHERE
    return [Event("loss", f"{action.unit} is lost by {action.cause}", pos.step.rule, action.unit, result="destroyed")]


def count_loss(pos: Position, u: int, steps: int, whole: bool) -> None:
    """What the enemy destroyed counts in scenarios 3 and 5 (hube 6.3.scenario victory, hube 6.5.scenario victory)."""
    if pos.unit(u).side != AXIS:
        return
    if pos.world.deployment.group.get(u) == "Group Stemmermann":
        pos.killed[0] += steps
    pos.killed[1] += whole


def destroy(pos: Position, u: int, how: str, rule: str) -> list[Event]:
    """A unit goes to the dead pile; with its Fortress unit a fortress ends (hube 3.9)."""
    unit, h = pos.unit(u), pos.where[u]
    fort = pos.fortress.get(h) == u
    pos.lift(u, DEAD)
    if unit.parent:
        pos.fate[u] = ABSENT  # a breakdown regiment is a part of its division and has no life of its own
    events = [
        Event("loss", f"{unit.id} is destroyed {how}", rule, unit.id, to_hex=pos.world.board.ids[h], result="destroyed")
    ]
    return [*events, fortress.freed(pos, h)] if fort else events


# -- breakdown regiments ----------------------------------------------------------------------------------------------


def break_objections(pos: Position, action: Break) -> Iterator[Reason]:
    """Why a regiment cannot be split off a division (hube 1.4)."""
    unit = pos.world.unit(action.unit)
    if unit.division and not unit.splits:
        yield Reason("hube 1.4", f"{unit.id} is a Soviet 12-2-2 division and cannot break down")
    elif not unit.splits:
        yield Reason("hube 1.4", f"{unit.id} is no division that breaks down")
    elif pos.fate[unit.index] != ON_MAP or unit.side != pos.side:
        yield Reason("hube 1.4", f"{unit.id} is no {SIDES[pos.side]} unit on the map")
    elif _next_regiment(pos, unit.id) is None:
        yield Reason("hube 1.4", f"all regiments of {unit.id} are on the map")


def _next_regiment(pos: Position, division: str) -> int | None:
    """The next free regiment of a division."""
    mine = (r.index for r in pos.world.units if r.parent == division)
    return next((u for u in mine if pos.fate[u] == ABSENT), None)


def split(pos: Position, action: Break) -> list[Event]:
    """A regiment with the division's action rating appears beside it and takes a step with it (hube 1.4)."""
    unit = pos.world.unit(action.unit)
    regiment = _next_regiment(pos, unit.id)
    assert regiment is not None
    pos.put(regiment, pos.where[unit.index])
    pos.lost[unit.index] += 1
    name = pos.unit(regiment).id
    rule = "hube 1.1.F" if pos.step.kind == "setup" else "hube 1.4"
    return [Event("break", f"{name} is split off {unit.id}", rule, unit.id)]


def absorb_objections(pos: Position, action: Absorb) -> Iterator[Reason]:
    """Why a division cannot take a regiment in: action ratings must be the same (hube 1.4)."""
    regiment, unit = pos.world.unit(action.regiment), pos.world.unit(action.unit)
    if not regiment.parent or not unit.splits:
        yield Reason("hube 1.4", f"{unit.id} cannot take {regiment.id} in")
        return
    if regiment.action != unit.action:
        yield Reason("hube 1.4", f"{regiment.id} has action {regiment.action}, {unit.id} has {unit.action}")
    together = pos.fate[regiment.index] == pos.fate[unit.index] == ON_MAP
    if not together or pos.where[regiment.index] != pos.where[unit.index] or unit.side != regiment.side:
        yield Reason("hube 1.4", f"{regiment.id} does not stand with {unit.id}")
    if unit.side != pos.side:
        yield Reason("hube 1.4", f"the {SIDES[pos.side]} acts now, not {unit.id}")
    if not pos.lost[unit.index]:
        yield Reason("hube 1.4", f"{unit.id} has lost no step")


def absorb(pos: Position, action: Absorb) -> list[Event]:
    """The regiment is gone, the division has its step."""
    regiment, unit = pos.world.unit(action.regiment), pos.world.unit(action.unit)
    pos.lift(regiment.index, ABSENT)
    pos.lost[unit.index] -= 1
    return [Event("absorb", f"{unit.id} takes {regiment.id} in", "hube 1.4", unit.id)]


# -- works and gauges -------------------------------------------------------------------------------------------------


def check_build(action: Build) -> None:
    """InvalidInput for a work that there is not."""
    if action.what not in WORKS:
        raise InvalidInput(f"there is no work {action.what!r}: it is {' or '.join(WORKS)}")


def build_objections(pos: Position, action: Build) -> Iterator[Reason]:
    """Why a work cannot be built: only headquarters build (hube 1.6), no air bases in mud, hube 4.4."""
    unit, h, board = pos.world.unit(action.unit), pos.world.board.hex(action.hex), pos.world.board
    if not unit.builds:
        yield Reason("hube 1.6", f"{unit.id} is no headquarters and cannot build")
    elif pos.fate[unit.index] != ON_MAP or unit.side != pos.side:
        yield Reason("hube 1.6", f"{unit.id} is no {SIDES[pos.side]} unit on the map")
    if pos.owner[h] != pos.side:
        yield Reason("hube 1.6", f"{board.label(h)} is not in {SIDES[pos.side]} hands")
    if action.what == "airbase" and pos.ground == "Mud":
        yield Reason("hube chart.Ground Effects Chart", "no air bases are built or improved in mud")
    if action.what == "hedgehog" and pos.side == AXIS and pos.world.rules.has(HISTORICAL):
        nearest = min((board.distance(h, other) for other in pos.occupied(SOVIET)), default=999)
        if nearest > NEAR_ENEMY:
            yield Reason("hube 4.4", f"no Soviet unit is within {NEAR_ENEMY} hexes of {board.label(h)}")


def build(pos: Position, action: Build) -> list[Event]:
    """A level more of a hedgehog or an air base; what it costs is a rule of the series and recorded apart."""
    h = pos.world.board.hex(action.hex)
    pos.add(pos.side, action.what, h, 1)
    level = pos.held(pos.side, action.what, h)
    text = f"{action.unit} builds {action.what} level {level} in {pos.world.board.label(h)}"
    return [Event("build", text, "hube 1.6", action.unit, to_hex=pos.world.board.ids[h])]


def convert_objections(pos: Position, action: Convert) -> Iterator[Reason]:
    """Why a unit cannot change the gauge of its hex (hube 1.5, hube 1.6)."""
    unit = pos.world.unit(action.unit)
    if not unit.repairs_rail:
        yield Reason("hube 1.6", f"{unit.id} cannot work on railways")
    elif pos.fate[unit.index] != ON_MAP or unit.side != pos.side:
        yield Reason("hube 1.6", f"{unit.id} is no {SIDES[pos.side]} unit on the map")
    elif not pos.world.board.tracks(pos.where[unit.index]):
        yield Reason("hube 1.5", f"no railway runs through {pos.world.board.label(pos.where[unit.index])}")
    elif pos.gauge[pos.where[unit.index]] == unit.side:
        yield Reason("hube 1.5", f"{pos.world.board.label(pos.where[unit.index])} has {SIDES[unit.side]} gauge")


def convert(pos: Position, action: Convert) -> list[Event]:
    """The railway of the unit's hex has its side's gauge."""
    unit = pos.world.unit(action.unit)
    h = pos.where[unit.index]
    pos.gauge[h] = unit.side
    text = f"{unit.id} changes {pos.world.board.label(h)} to {SIDES[unit.side]} gauge"
    return [Event("gauge", text, "hube 1.5", unit.id, to_hex=pos.world.board.ids[h])]
