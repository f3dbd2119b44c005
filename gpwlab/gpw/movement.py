"""Movement (gpw 5.0) with the effects of ZOC (gpw 4.1) and weather (gpw 6.2.1); rail movement is in rail.py.

A move is one unit and the hexes it enters.  :func:`reach` finds every destination with its cheapest path,
:func:`objections` judges any path; both read the same :class:`Mover` and agree on every destination.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.paths import Reach
from gpwlab.core.reasons import Reason
from gpwlab.gpw import air, allies, leaders, rail, shock, stacking, weather
from gpwlab.gpw.actions import Move
from gpwlab.gpw.board import WATER, Board
from gpwlab.gpw.charts import ALL_LEFT, NO_ENTRY
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import Toll, gather, thread
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.allies import Fence
    from gpwlab.gpw.position import Position, World

#: A way out of a hex: neighbour, MP (or ALL_LEFT), whether armour must stop there, whether it crosses the strait.
Way = tuple[int, int, bool, bool]


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit about to move: its MP, the ways of its movement class, and what stops it."""

    unit: int
    side: int
    start: int
    mp: int
    ways: list[tuple[Way, ...]]
    enemy_zoc: list[int]
    armour: bool
    #: True where a step from one enemy ZOC into another is forbidden (gpw 20.4)
    shy: bool = False


def edges(world: World, armour: bool, extra: int, bounds: Fence | None = None, sky: str = "") -> list[tuple[Way, ...]]:
    """Ways out of every hex for foot or armour, with the weather's extra MP a hex (gpw 5.1, gpw 6.2.1.B).

    Hex and hexside add up (gpw 5.4.A, gpw 5.4.B, gpw 5.4.C), the strait's too (gpw 5.2.D).  What takes all MP takes
    them whatever is added, and needs one (docs/rulings.md).  Ways out of the bounds of an allied unit are left out.
    """
    sky = sky if world.hooks.ground else ""  # else the weather changes no terrain
    key = (armour, extra, bounds, sky)
    if key not in world.edges:
        if bounds is None:
            world.edges[key] = [_ways(world, hex_, armour, extra, sky) for hex_ in range(world.board.n)]
        else:
            within = allies.open_hexes(world, bounds)
            ways = edges(world, armour, extra, None, sky)
            world.edges[key] = [tuple(way for way in out if within[way[0]]) for out in ways]
    return world.edges[key]


def _ways(world: World, hex_: int, armour: bool, extra: int, sky: str) -> tuple[Way, ...]:
    board, tec = world.board, world.charts.tec
    ways = []
    for direction, to in board.links[hex_]:
        parts = [entry_cost(world, to, armour, sky)]
        stops = armour and any(tec[name].armour_stops for name in ground(world, to, sky))
        for kind, mask in (("river", board.river), ("strait", board.strait)):
            if mask[hex_] >> direction & 1:
                parts.append(tec[kind].armour_mp if armour else tec[kind].foot_mp)
        if NO_ENTRY in parts:
            continue
        cost = ALL_LEFT if ALL_LEFT in parts else sum(parts) + extra
        ways.append((to, cost, stops, bool(board.strait[hex_] >> direction & 1)))
    return tuple(sorted(ways))


def features(board: Board, hex_: int) -> tuple[str, ...]:
    """TEC rows that apply to a hex: its terrain, and its city where it has one."""
    city = board.city.get(hex_)
    return (board.terrain[hex_], city_class(city.cls, city.major)) if city else (board.terrain[hex_],)


def city_class(cls: str, major: bool) -> str:
    """TEC row of a city: a major city counts as one whatever its symbol, save a fortress."""
    return "major_city" if major and cls == "city" else cls


def ground(world: World, hex_: int, sky: str) -> tuple[str, ...]:
    """TEC rows that count for a hex in a weather, where variants let that matter."""
    rows: tuple[str, ...] = thread(world.hooks.ground, features(world.board, hex_), world, hex_, sky)
    return rows


def entry_cost(world: World, hex_: int, armour: bool, sky: str) -> int:
    """MP to enter a hex without its hexsides: the dearest of its features, since a city lies in its terrain.

    gpw 5.1, gpw 5.4.A; docs/rulings.md.
    """
    costs = [
        world.charts.tec[name].armour_mp if armour else world.charts.tec[name].foot_mp
        for name in ground(world, hex_, sky)
    ]
    for special in (NO_ENTRY, ALL_LEFT):
        if special in costs:
            return special
    return max(costs)


def allowance(pos: Position, unit: int) -> int:
    """MP of a unit in this phase, whatever it left unused in an earlier one (gpw 5.0.B, gpw 5.0.F).

    Mud and lack of supply halve the MA, fractions dropped once (gpw 6.2.1.A, gpw 8.2.A; docs/rulings.md).
    """
    effect = weather.movement_effect(pos)
    mp = pos.ma(unit) // (effect.ma_divisor * (2 if pos.unsupplied[unit] else 1))
    return int(thread(pos.world.hooks.allowance, mp, pos, unit))


def one_hex_only(pos: Position, unit: int) -> bool:
    """True for a unit that moves exactly one hex in this phase, by the scenario's leave or by shock (gpw 13.2.C)."""
    return pos.world.scenario.one_hex_only(pos, unit) or (
        not pos.world.scenario.moves_early(pos, unit) and shock.one_hex(pos, unit)
    )


def mover(pos: Position, unit: int) -> Mover:
    """The unit with its MP for this phase; none where it may only move one hex (gpw 22.1.4.B)."""
    counter = pos.world.units[unit]
    effect = weather.movement_effect(pos)
    mp = 0 if one_hex_only(pos, unit) else allowance(pos, unit)
    ways = edges(pos.world, counter.armour, effect.hex_mp, allies.fence(pos, unit), pos.weather)
    shy = bool(pos.unsupplied[unit]) and pos.world.rules.has("unsupplied-no-zoc-to-zoc")
    return Mover(unit, counter.side, pos.where[unit], mp, ways, pos.zoc[1 - counter.side], counter.armour, shy)


def reach(pos: Position, unit: int) -> Reach:
    """All destinations of a unit in a movement phase, by exact search in order of MP spent.

    Of several ways at one price the one with the lower id before the last hex is proposed; where the last hex takes
    all MP, the one that spends least before it.  Every step costs at least 1 MP, so that none leads on at ``mp``.
    """
    m = mover(pos, unit)
    mp, enemy_zoc, dearer = m.mp, m.enemy_zoc, pos.world.hooks.step  # read for every hexside, hence local
    cost = {m.start: 0}
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(mp + 1)]
    buckets[0].append(m.start)
    for spent, bucket in enumerate(buckets):
        for hex_ in bucket:
            if cost[hex_] < spent:  # a cheaper way here was found since
                continue
            for to, step, stops, strait in m.ways[hex_]:
                now = spent + step
                if step == ALL_LEFT or now > mp:
                    now = _spend(m, hex_ == m.start, spent, step)
                if dearer:
                    now = _dearer(pos, m, hex_, to, now)
                old = cost.get(to, now + 1)
                if now < 0 or now > old:
                    continue
                if now == old and (hex_ > came[to] or (step == ALL_LEFT and spent > cost[came[to]])):
                    continue
                if (strait or enemy_zoc[to]) and _barred(pos, m, hex_, to, strait):  # an enemy's hex is in its ZOC
                    continue
                cost[to] = now
                came[to] = hex_
                # gpw 4.1.A, gpw 4.1.B: no farther from the first hex in an enemy ZOC, whether the move began in one
                # or not; gpw 5.4.D: nor for armour from a swamp
                if now < old and now < mp and not (stops or enemy_zoc[to]):
                    buckets[now].append(to)
    occupant = pos.occupant  # gpw 5.3.D: friends are passed, not joined, save by airborne troops (gpw 15.1.A)
    left = {hex_: mp - spent for hex_, spent in cost.items() if occupant[hex_] < 0 or stacking.room(pos, unit, hex_)}
    return Reach(m.start, left, came)


def _spend(m: Mover, first: bool, spent: int, step: int) -> int:
    """MP spent after a step of a move, or -1 if too few are left (gpw 5.0.D)."""
    now = max(m.mp, spent + 1) if step == ALL_LEFT else spent + step
    if now <= m.mp:
        return now
    # gpw 5.0.E: the first hex of a move may always be entered, with all MP
    return m.mp if first else -1


def _dearer(pos: Position, m: Mover, at: int, to: int, now: int) -> int:
    """MP spent after a step with what variants add to its price, or -1 if they bar it or too few are left."""
    for hook in pos.world.hooks.step:
        more = hook(pos, m.unit, at, to)
        if now < 0 or isinstance(more, Reason):
            return -1
        now = now + more if now + more <= m.mp else m.mp if at == m.start else -1
    return now


def _barred(pos: Position, m: Mover, at: int, to: int, strait: bool) -> bool:
    """True where no MP help: an enemy unit (gpw 5.3.C), the strait once it has been used (gpw 5.2.B), gpw 20.4."""
    if pos.enemy_at(to, m.side) or (strait and pos.kerch_used[m.side]):
        return True
    return m.shy and bool(m.enemy_zoc[at]) and bool(m.enemy_zoc[to])


# -- the actions of the phase -------------------------------------------------------------------------------------


def may_move(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit may not move at all in this phase."""
    counter = pos.world.units[unit]
    if counter.side != pos.side:
        yield Reason(pos.step.rule, f"{counter.name} is {SIDES[counter.side]}, and this is the {pos.step.name} Phase")
    if pos.where[unit] < 0:
        yield Reason("gpw 5.0.C", f"{counter.name} is not on the map")
        return
    if pos.moved[unit]:
        yield Reason("gpw 5.0.C", f"{counter.name} has moved in this phase; units move one at a time, once")
    if counter.air_range:
        yield Reason("gpw 11.2", f"{counter.label} has no MA: aircraft fly missions, return and transfer")
        return
    if not counter.ground:
        yield Reason("gpw 12.2.A", f"{counter.label} has no MA: a leader goes to the capital or from it to a unit")
        return
    yield from air.too_late_to_move(pos)
    yield from leaders.may_not_leave(pos, unit)
    yield from pos.world.scenario.may_not_move(pos, unit)
    yield from gather(pos.world.hooks.may_not_move, pos, unit)
    if pos.step.kind == "mobile" and not _early(pos, unit):
        rule = "gpw 3.1.3.A" if pos.side == 0 else "gpw 3.2.3"
        yield Reason(rule, f"{counter.name} moves in the General Movement Phase only: its MA is not in a circle")


def _early(pos: Position, unit: int) -> bool:
    """True for a unit that moves in the mobile phase."""
    leave = pos.world.units[unit].mobile or pos.world.scenario.moves_early(pos, unit) or shock.one_hex(pos, unit)
    return leave or any(hook(pos, unit) for hook in pos.world.hooks.early)


def movable(pos: Position) -> list[int]:
    """Units that may still move in this phase."""
    return [u for u in pos.on_map(pos.side) if next(may_move(pos, u), None) is None]


def reach_of(pos: Position, unit: int) -> Reach:
    """Destinations of a unit that may move, on foot or by rail as the phase has it."""
    return rail.reach(pos, unit) if pos.step.kind == "rail" else reach(pos, unit)


def legal(pos: Position) -> Iterator[Move]:
    """One move a destination, by its proposed path."""
    for unit in movable(pos):
        yield from _moves(pos, unit)


def legal_of(pos: Position, unit: int) -> Iterator[Move]:
    """The moves of one unit, in the order of the destinations' ids."""
    if next(may_move(pos, unit), None) is None:
        yield from _moves(pos, unit)


def _moves(pos: Position, unit: int) -> Iterator[Move]:
    found = reach_of(pos, unit)
    paths = found.named_paths(pos.world.board.ids)
    name = pos.world.units[unit].id
    for hex_ in sorted(found.left):
        yield Move(name, paths[hex_])


def objections(pos: Position, action: Move) -> Iterator[Reason]:
    """Why a move is illegal: every objection to the unit, then the first one to its path."""
    unit = pos.world.unit(action.unit)
    path = tuple(pos.world.board.hex(name) for name in action.path)
    barred = list(may_move(pos, unit.index))
    yield from barred
    if pos.where[unit.index] < 0:
        return
    judge = rail.path_objections if pos.step.kind == "rail" else path_objections
    wrong = list(judge(pos, unit.index, path))
    yield from wrong or may_end(pos, unit.index, path[-1])


def path_objections(pos: Position, unit: int, path: tuple[int, ...]) -> Iterator[Reason]:
    """Walk a path and give the first reason that stops it."""
    m = mover(pos, unit)
    at, spent, stopped = m.start, 0, None
    for number, to in enumerate(path):
        if stopped is not None:
            yield stopped
            return
        way = next((w for w in m.ways[at] if w[0] == to), None)
        now = -1 if way is None or _barred(pos, m, at, to, way[3]) else _spend(m, not number, spent, way[1])
        now = _dearer(pos, m, at, to, now)
        if way is None or now < 0:
            yield _why_no_step(pos, m, at, to, spent, way)
            return
        stopped = _why_stop(pos, m, to, way)
        at, spent = to, now


def may_end(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """A move may not end on another unit (gpw 5.3.D, gpw 5.3.E, gpw 5.5.1.C); it may come back to where it began."""
    yield from stacking.objections(pos, unit, hex_, "gpw 5.5.1.C" if pos.step.kind == "rail" else "gpw 5.3.D")


def apply(pos: Position, action: Move) -> list[Event]:
    """Carry out a legal move, on foot or by rail."""
    unit = pos.world.unit(action.unit)
    path = tuple(pos.world.board.hex(name) for name in action.path)
    start = pos.where[unit.index]
    if crosses_strait(pos.world.board, start, path):
        pos.kerch_used[unit.side] = True
    by_rail = pos.step.kind == "rail"
    if by_rail:
        pos.railed += rail.capacity(pos, unit.index)
    pos.shift(unit.index, path)
    pos.moved[unit.index] = 1
    ids = pos.world.board.ids
    how = "moves by rail" if by_rail else "moves"
    text = f"{unit.name} {how} {ids[start]} to {pos.world.board.label(path[-1])}"
    rule = "gpw 5.5.1.A" if by_rail else "gpw 5.0.C"
    made = Event("move", text, rule, unit=unit.id, from_hex=ids[start], to_hex=ids[path[-1]])
    return [made, *gather(pos.world.hooks.moved, pos, unit.index, (start, *path))]


def crosses_strait(board: Board, start: int, path: tuple[int, ...]) -> bool:
    """True if a path crosses the Straits of Kerch (gpw 5.2.A)."""
    at = start
    for to in path:
        direction = board.direction(at, to)
        if direction >= 0 and board.strait[at] >> direction & 1:
            return True
        at = to
    return False


# -- explanations -------------------------------------------------------------------------------------------------


def _why_stop(pos: Position, m: Mover, hex_: int, way: Way) -> Reason | None:
    """Why a unit that has entered a hex goes no farther in this phase, if so."""
    board, counter = pos.world.board, pos.world.units[m.unit]
    if m.enemy_zoc[hex_]:
        return Reason("gpw 4.1.A", f"{counter.name} must stop in {board.label(hex_)}: it is in an enemy ZOC")
    if way[2]:
        terrain = board.terrain[hex_]
        return Reason(
            "gpw 5.4.D", f"{counter.name} must stop in {board.label(hex_)}: armour goes no farther in {terrain}"
        )
    return None


def _why_no_step(pos: Position, m: Mover, at: int, to: int, spent: int, way: Way | None) -> Reason:
    board, counter = pos.world.board, pos.world.units[m.unit]
    there = board.label(to)
    if way is None:
        return _why_no_way(pos, m, at, to)
    if pos.enemy_at(to, m.side):
        return Reason("gpw 5.3.C", f"{there} holds an enemy unit")
    if way[3] and pos.kerch_used[m.side]:
        return Reason("gpw 5.2.B", f"a {SIDES[m.side]} unit has crossed the Straits of Kerch this turn")
    for hook in pos.world.hooks.step:
        barred = hook(pos, m.unit, at, to)
        if isinstance(barred, Reason):
            return barred
    if _barred(pos, m, at, to, way[3]):
        return Reason("gpw 20.4", f"{counter.name} is out of supply and may not go from one enemy ZOC into another")
    if shock.one_hex(pos, m.unit) and not pos.world.scenario.moves_early(pos, m.unit):
        return shock.reason(pos, m.unit)
    if pos.world.scenario.one_hex_only(pos, m.unit):
        return Reason("gpw 22.1.4.B", f"{counter.name} may move one hex only in this phase")
    need = "at least 1" if way[1] == ALL_LEFT else str(way[1])
    return Reason("gpw 5.0.D", f"{there} costs {counter.name} {need} MP and {m.mp - spent} of {m.mp} are left")


def _why_no_way(pos: Position, m: Mover, at: int, to: int) -> Reason:
    """Why no MP at all take a unit from one hex to another."""
    board, counter = pos.world.board, pos.world.units[m.unit]
    here, there = board.label(at), board.label(to)
    direction = board.direction(at, to)
    if direction < 0:
        return Reason("gpw 5.0.C", f"{there} does not touch {here}")
    closed = allies.why_closed(pos, m.unit, to)
    if closed is not None:
        return closed
    if board.strait[at] >> direction & 1:
        return Reason("gpw 5.2.C", f"{counter.name} is mechanised and may not cross the Straits of Kerch")
    if board.barrier[at] >> direction & 1 or board.terrain[to] in WATER:
        return Reason("gpw 5.3.A", f"from {here} to {there} lies water, and ground units cross it by rail only")
    if not board.in_play[to]:
        rule = "gpw chart.Map A" if board.ids[to].startswith("A") else "gpw chart.Map B"
        return Reason(rule, f"{there} lies in {board.country[to]}, which is not in play")
    what = " and ".join(ground(pos.world, to, pos.weather))
    return Reason("gpw 5.1", f"{counter.name} may not enter {what} ({there})")


def price(pos: Position, unit: int, path: tuple[int, ...]) -> list[Reason]:
    """What each hex of a legal path costs, with the reasons (gpw 5.1)."""
    m = mover(pos, unit)
    at, spent = m.start, 0
    lines: list[Reason] = []
    for to in path:
        way = next(w for w in m.ways[at] if w[0] == to)
        now = _dearer(pos, m, at, to, _spend(m, not lines, spent, way[1]))
        if way[1] > m.mp:  # then it is the first hex
            rule, cost = "gpw 5.0.E", f"all {m.mp} MP: the first hex may always be entered; it costs {way[1]}"
        else:
            rule, cost = "gpw 5.1", f"{now - spent} MP"
        parts = ", ".join(_parts(pos, m, at, to))
        lines.append(Reason(rule, f"{pos.world.board.label(to)}: {cost} ({parts}), {m.mp - now} left"))
        at, spent = to, now
    return lines


def _parts(pos: Position, m: Mover, at: int, to: int) -> Iterator[str]:
    """What makes up the price of a hex: its features, the hexside crossed, the weather."""
    board, tec = pos.world.board, pos.world.charts.tec
    yield " and ".join(ground(pos.world, to, pos.weather))
    direction = board.direction(at, to)
    for kind, mask in (("river", board.river), ("strait", board.strait)):
        if mask[at] >> direction & 1:
            yield f"{kind} +{tec[kind].armour_mp if m.armour else tec[kind].foot_mp}"
    extra = weather.movement_effect(pos).hex_mp
    if extra:
        yield f"{pos.weather} +{extra}"
    more = (hook(pos, m.unit, at, to) for hook in pos.world.hooks.step)
    yield from (toll.told for toll in more if isinstance(toll, Toll))
