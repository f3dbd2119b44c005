"""Armoured overrun and exploitation by Gil Winters (gpw 23.5.4.1).

After a DE the armour that took part and the armoured reserve go on through the hex that was won.  Two more phases come
into each side's turn: one after its combat, for those that overran, and one after its general movement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import leaders, movement, stacking, weather
from gpwlab.gpw.actions import Action, Order
from gpwlab.gpw.charts import ALL_LEFT
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather
from gpwlab.gpw.odds import Shift
from gpwlab.gpw.options import Option
from gpwlab.gpw.sequence import MOVEMENT, TURN, Step
from gpwlab.gpw.units import AXIS, SIDES, SOVIET
from gpwlab.gpw.variants.data import own

if TYPE_CHECKING:
    from gpwlab.gpw.movement import Mover
    from gpwlab.gpw.position import Battle, Position

SLUG = "armored-overrun"
SOURCE = "Gil Winters, Moves 73"
#: Kinds that this section calls armoured (gpw 23.5.4.1.1).
ARMOURED = ("PZ", "TK", "MECH", "SHK", "CAV")
#: How far from the overrun hex, or from another unit of the overrun, a unit may end (gpw 23.5.4.1.2.D).
REACH = 2
BREAKOUT = tuple(Step(s, "combat", f"{SIDES[s]} Breakout", "gpw 23.5.4.1.3.A") for s in (AXIS, SOVIET))
EXPLOITATION = tuple(Step(s, "combat", f"{SIDES[s]} Exploitation", "gpw 23.5.4.1.4") for s in (AXIS, SOVIET))
#: The phase of the turn that each of them follows, by kind.
FOLLOWS = {"combat": BREAKOUT, "general": EXPLOITATION}
_FORM = "'order overrun UNIT HEX [HEX ...]' or 'order overrun done'"


# -- phases -----------------------------------------------------------------------------------------------------------


def phases(pos: Position, numbers: list[int]) -> list[int]:
    """The turn with a breakout after each combat phase and an exploitation after each general movement."""
    found = []
    for number in numbers:
        found.append(number)
        step = pos.world.step(pos.turn, number)
        if number < len(TURN) and step.kind in FOLLOWS:
            found.append(pos.world.steps.index(FOLLOWS[step.kind][step.side]))
    return found


def _told(pos: Position) -> dict[str, Any]:
    """What the variant remembers: weather of the last movement phase, reserve, units that overran, the open overrun.

    ``hex`` is where an overrun is under way, ``here`` the units that have made it, ``joined`` those that attacked.
    """
    blank = {"weather": "", "reserve": [], "ran": [], "hex": "", "here": [], "joined": []}
    return {**blank, **pos.extra.get(SLUG, {})}


def _tell(pos: Position, **news: Any) -> None:
    pos.extra[SLUG] = {**_told(pos), **news}


def closing(pos: Position) -> list[Event]:
    """Keep the weather of a movement phase for overruns in the combat that follows (docs/rulings.md)."""
    if pos.step.kind in MOVEMENT:
        _tell(pos, weather=pos.weather)
    return []


def opening(pos: Position) -> list[Event]:
    """Note who is in reserve as combat begins: armour that ended its movement out of enemy ZOC (gpw 23.5.4.1.1)."""
    if pos.step.kind != "combat":
        return []
    pos.weather = _told(pos)["weather"]
    if pos.step in BREAKOUT:
        return []
    enemy_zoc, units = pos.zoc[1 - pos.side], pos.world.units
    free = [u for u in pos.on_map(pos.side) if armoured(pos, u) and not enemy_zoc[pos.where[u]]]
    _tell(pos, reserve=[units[u].id for u in free], ran=[])
    return []


def armoured(pos: Position, unit: int) -> bool:
    """True for panzer, tank, mechanized, shock and cavalry units (gpw 23.5.4.1.1)."""
    return pos.world.units[unit].kind in ARMOURED


# -- who attacks in the new phases ------------------------------------------------------------------------------------


def may_not_attack(pos: Position, unit: int, _target: int) -> Iterator[Reason]:
    """Only units that overran attack in the breakout phase, only armour in the exploitation."""
    counter = pos.world.units[unit]
    if pos.step in BREAKOUT and counter.id not in _told(pos)["ran"]:
        yield Reason("gpw 23.5.4.1.3.A", f"{counter.name} has made no overrun in this combat phase")
    elif pos.step in EXPLOITATION and not armoured(pos, unit):
        yield Reason("gpw 23.5.4.1.4", f"{counter.name} is not armoured and attacks no second time")


def no_shock(pos: Position, _target: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """In the breakout phase a leader is worth no more than without a shock attack (gpw 23.5.4.1.3.B)."""
    side = pos.world.units[attackers[0]].side
    if pos.step in BREAKOUT and leaders.helper(pos, side, attackers) >= 0:
        more = leaders.shift(pos, side) - leaders.SHIFT
        yield Shift(-more, "no shock in the attack after an overrun", "gpw 23.5.4.1.3.B")


# -- the overrun ------------------------------------------------------------------------------------------------------


def broken(pos: Position, battle: Battle) -> list[Event]:
    """A DE opens an overrun if an armoured attacker has gone into the hex (gpw 23.5.4.1.2.A, gpw 23.5.4.1.2.C)."""
    entered = pos.occupant[battle.target]
    if battle.result != "DE" or pos.step in BREAKOUT:
        return []
    if entered not in battle.attackers or not armoured(pos, entered):
        return []
    units, ids = pos.world.units, pos.world.board.ids
    first = units[entered]
    joined = [units[u].id for u in battle.attackers]
    _tell(pos, hex=ids[battle.target], here=[first.id], joined=joined, ran=[*_told(pos)["ran"], first.id])
    text = f"{first.name} has overrun {pos.world.board.label(battle.target)}"
    return [
        Event("overrun", text, "gpw 23.5.4.1.2.C", unit=first.id, to_hex=ids[battle.target]),
        *_close_if_spent(pos),
    ]


def decision(pos: Position) -> Decision | None:
    """While an overrun is under way nothing else happens (gpw 23.5.4.1.2.G)."""
    if not _told(pos)["hex"]:
        return None
    units, ids = pos.world.units, pos.world.board.ids
    moves = [
        Order("overrun", (units[unit].id, *(ids[hex_] for hex_ in path)))
        for unit in _able(pos)
        for _end, path in sorted(destinations(pos, unit).items())
    ]
    options: tuple[Action, ...] = (Order("overrun", ("done",)), *moves)
    text = f"armour may go on through {_told(pos)['hex']}"
    return Decision(SIDES[pos.side], "overrun", "gpw 23.5.4.1.2.G", options, options[0], text, judged=True)


def _able(pos: Position) -> list[int]:
    """Units that may still take part in the overrun."""
    told = _told(pos)
    named = dict.fromkeys((*told["joined"], *told["reserve"]))
    units = [pos.world.unit(name).index for name in named]
    return [unit for unit in units if next(_may_not_run(pos, unit), None) is None]


def _may_not_run(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit takes no part in the overrun."""
    counter, told = pos.world.units[unit], _told(pos)
    if pos.where[unit] < 0 or not armoured(pos, unit) or counter.id not in (*told["joined"], *told["reserve"]):
        text = f"{counter.name} neither took part in the attack as armour nor is in reserve"
        yield Reason("gpw 23.5.4.1.1", text)
        return
    if counter.id in told["ran"]:
        yield Reason("gpw 23.5.4.1.2.B", f"{counter.name} has made an overrun in this phase")
    if any(unit in battle.attackers for battle in pos.battles if not battle.resolved):
        yield Reason("gpw 7.1.B", f"{counter.name} is in an announced attack, which must be carried out")
    lacks = pos.world.rules.has("leaders") and not any(hook(pos, unit) for hook in pos.world.hooks.unbound)
    here = pos.where[unit]
    if lacks and pos.zoc[1 - counter.side][here] and not leaders.commanding(pos, counter.side, [here]):
        yield Reason("gpw 12.0.C", f"{counter.name} is in an enemy ZOC and in no leader's command radius")
    yield from pos.world.scenario.may_not_move(pos, unit)
    yield from gather(pos.world.hooks.may_not_move, pos, unit)


def _slow() -> dict[str, int]:
    """MP that terrain costs armour in an overrun instead of stopping it (gpw 23.5.4.1.2.F)."""
    return {row["terrain"]: int(row["mp"]) for row in own(SLUG, "overrun_terrain")}


def _cost(pos: Position, m: Mover, at: int, to: int, goal: int) -> int:
    """MP of a step of an overrun, or -1 where there is no way."""
    way = next((way for way in m.ways[at] if way[0] == to), None)
    if way is None or pos.enemy_at(to, m.side) or (way[3] and pos.kerch_used[m.side]):
        return -1
    slow, tec, board = _slow(), pos.world.charts.tec, pos.world.board
    rows = [slow[name] for name in movement.ground(pos.world, to, pos.weather) if name in slow]
    cost = m.mp if way[1] == ALL_LEFT else way[1]
    if rows:
        river = board.river[at] >> board.direction(at, to) & 1
        across = tec["river"].armour_mp if m.armour else tec["river"].foot_mp
        cost = max(rows) + river * across + weather.movement_effect(pos).hex_mp
    for hook in pos.world.hooks.step:
        more = hook(pos, m.unit, at, to)
        if isinstance(more, Reason):
            return -1
        cost += more if at != goal else 0  # to leave its ZOC costs nothing there (gpw 23.5.4.1.2.E)
    return cost


def _spread(pos: Position, m: Mover, start: int, mp: int, goal: int) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Hexes within some MP of a start, each with the MP spent and the way; a ZOC stops it (gpw 23.5.4.1.2.E)."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {}
    heap: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while heap:
        spent, path = heappop(heap)
        at = path[-1] if path else start
        if at in best:
            continue
        best[at] = (spent, path)
        if at != start and m.enemy_zoc[at]:
            continue
        for way in m.ways[at]:
            cost = _cost(pos, m, at, way[0], goal) if way[0] not in best else -1
            if 0 <= cost <= mp - spent:
                heappush(heap, (spent + cost, (*path, way[0])))
    return best


def destinations(pos: Position, unit: int) -> dict[int, tuple[int, ...]]:
    """Where a unit can end the overrun, each with its cheapest way through the overrun hex."""
    m, goal = movement.mover(pos, unit), pos.world.board.hex(_told(pos)["hex"])
    if pos.world.board.distance(m.start, goal) >= m.mp:  # a hex takes an MP at least
        return {}
    to_goal = _spread(pos, m, m.start, m.mp, goal).get(goal)
    if to_goal is None:
        return {}
    spent, way = to_goal
    beyond = _spread(pos, m, goal, m.mp - spent, goal)
    ends = {end: (*way, *path) for end, (_mp, path) in beyond.items() if path}
    return {end: path for end, path in ends.items() if next(_wrong_end(pos, unit, end), None) is None}


def _wrong_end(pos: Position, unit: int, end: int) -> Iterator[Reason]:
    """Why an overrun does not end in a hex: it is taken, or too far from the others (gpw 23.5.4.1.2.D)."""
    yield from stacking.objections(pos, unit, end, "gpw 5.3.D")
    board, told = pos.world.board, _told(pos)
    others = [pos.where[pos.world.unit(name).index] for name in told["here"]]
    if all(board.distance(end, hex_) > REACH for hex_ in (board.hex(told["hex"]), *others)):
        text = f"{board.label(end)} is more than {REACH} hexes from the overrun hex and from every unit of the overrun"
        yield Reason("gpw 23.5.4.1.2.D", text)


def _wrong_path(pos: Position, unit: int, path: tuple[int, ...]) -> Iterator[Reason]:
    """The first thing that is wrong with a way of a unit in the overrun."""
    board, name = pos.world.board, pos.world.units[unit].name
    m, goal = movement.mover(pos, unit), board.hex(_told(pos)["hex"])
    at, left = m.start, m.mp
    for to in path:
        if at not in (m.start, goal) and m.enemy_zoc[at]:
            yield Reason("gpw 23.5.4.1.2.E", f"{name} must stop in {board.label(at)}: it is in an enemy ZOC")
            return
        cost = _cost(pos, m, at, to, goal)
        if cost < 0:
            yield Reason("gpw 23.5.4.1.2.D", f"{name} has no way from {board.label(at)} to {board.label(to)}")
            return
        if cost > left:
            text = f"{board.label(to)} costs {name} {cost} MP and {left} of {m.mp} are left"
            yield Reason("gpw 23.5.4.1.2.A", text)
            return
        at, left = to, left - cost
    if goal not in path[:-1]:
        yield Reason("gpw 23.5.4.1.2.D", f"the way of {name} leads through {board.label(goal)} and beyond")
        return
    yield from _wrong_end(pos, unit, at)


def _close_if_spent(pos: Position) -> list[Event]:
    """End the overrun when nobody is left that could take part."""
    if any(destinations(pos, unit) for unit in _able(pos)):
        return []
    return _close(pos)


def _close(pos: Position) -> list[Event]:
    where = _told(pos)["hex"]
    _tell(pos, hex="", here=[], joined=[])
    return [Event("overrun", f"the overrun through {where} is over", "gpw 23.5.4.1.2.G", to_hex=where)]


class _Overrun:
    """``order overrun UNIT HEX [HEX ...]``, the way of a unit in an overrun, and ``order overrun done``."""

    kinds: tuple[str, ...] = ()

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """They are answers to :func:`decision` only."""
        yield from ()

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a unit may not go that way; InvalidInput for words of another form."""
        if words == ("done",):
            return
        if len(words) < 2:
            raise InvalidInput(f"'order overrun {' '.join(words)}' is not of the form {_FORM}")
        unit = pos.world.unit(words[0]).index
        path = tuple(pos.world.board.hex(name) for name in words[1:])
        barred = list(_may_not_run(pos, unit))
        yield from barred or _wrong_path(pos, unit, path)

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Move the unit, or end the overrun."""
        if words == ("done",):
            return _close(pos)
        unit, told, ids = pos.world.unit(words[0]), _told(pos), pos.world.board.ids
        path = tuple(pos.world.board.hex(name) for name in words[1:])
        start = pos.where[unit.index]
        if movement.crosses_strait(pos.world.board, start, path):
            pos.kerch_used[unit.side] = True
        pos.shift(unit.index, path)
        _tell(pos, ran=[*told["ran"], unit.id], here=[*told["here"], unit.id])
        text = f"{unit.name} goes through {told['hex']} to {pos.world.board.label(path[-1])}"
        made = Event("overrun", text, "gpw 23.5.4.1.2.A", unit=unit.id, from_hex=ids[start], to_hex=ids[path[-1]])
        return [made, *gather(pos.world.hooks.moved, pos, unit.index, (start, *path)), *_close_if_spent(pos)]


OVERRUN = Option(
    SLUG,
    "23.5.4.1",
    "Armored Overrun and Exploitation",
    "after a DE armour that attacked and armour in reserve goes on through the hex; it may attack once more, and all "
    "armour again after general movement",
    conflicts={"modified-sequence": "general movement before the combat leaves no place for its phases"},
    source=SOURCE,
    topic="combat",
    hooks={
        "order": phases,
        "begin": opening,
        "end": closing,
        "may_not_attack": may_not_attack,
        "shifts": no_shock,
        "after_battle": broken,
        "decision": decision,
    },
    orders={"overrun": _Overrun()},
    steps=(*BREAKOUT, *EXPLOITATION),
)
