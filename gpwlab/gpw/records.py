"""A position as plain data and as one line of text, and back; what is read is checked through and through."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gpwlab.core import records
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw import air, airfields, allies, houserules, results, sorties, stacking, victory
from gpwlab.gpw.plan import OwnScenario
from gpwlab.gpw.position import (
    BOXED,
    CAPITAL,
    ELIMINATED,
    FATES,
    LATER,
    ON_MAP,
    WITHDRAWN,
    Battle,
    Position,
    World,
    empty,
)
from gpwlab.gpw.sequence import TURN
from gpwlab.gpw.setup import takes_part
from gpwlab.gpw.victory import DRAW

PREFIX = "gpw1 "
#: Fields of a position that are kept as they are, and written only where they differ from an empty position.
PLAIN = (
    "weather",
    "fighting",
    "railed",
    "rp",
    "replacing",
    "swapped",
    "winner",
    "kerch_used",
    "forfeited",
    "shocks_used",
    "shock_turn",
    "drop_turn",
    "air_stage",
    "annexed",
    "balkan",
)
#: Fields that are written as lists of unit ids where there are any.
UNIT_FLAGS = ("moved", "unsupplied")
UNIT_LISTS = ("levelled", "flown", "withdrawing", "fresh")
REQUIRED = ("scenario", "rules", "seed", "turn", "phase", "units", "control")
#: What a position tells of the world that it is in: see houserules.py and plan.py.
WORLD = ("house", "plan")
STATE = ("extra", *UNIT_FLAGS, *UNIT_LISTS, "stand_ins", "boxes", "missions", "departed", "battles")
OPTIONAL = (*PLAIN, *WORLD, *STATE)
_PLACE = re.compile(r"([A-Za-z0-9 ]+)(?:/([0-9]))?")


# -- writing ----------------------------------------------------------------------------------------------------------


def to_record(pos: Position) -> dict[str, Any]:
    """The position as JSON-ready data; everything that later play depends on is in it."""
    units, ids, blank = pos.world.units, pos.world.board.ids, empty(pos.world, pos.seed)
    record: dict[str, Any] = {
        "scenario": pos.world.scenario.slug,
        "rules": list(pos.world.rules.options),
        "seed": pos.seed,
        "turn": pos.turn,
        "phase": pos.phase,
        "units": {unit.id: _unit_text(pos, unit.index) for unit in units if _differs(pos, blank, unit.index)},
        "control": {
            ids[h]: side for h, side in enumerate(pos.control) if side != blank.control[h] and pos.occupant[h] < 0
        },
    }
    for name in PLAIN:
        value = getattr(pos, name)
        if value != getattr(blank, name):
            record[name] = list(value) if isinstance(value, list) else value
    for name in UNIT_FLAGS:
        members = [units[u].id for u, flag in enumerate(getattr(pos, name)) if flag]
        record |= {name: members} if members else {}
    record |= {"levelled": sorted(units[u].id for u in pos.levelled)} if pos.levelled else {}
    record |= {"flown": sorted(units[u].id for u in pos.flown)} if pos.flown else {}
    record |= {"missions": {units[u].id: kind for u, kind in sorted(pos.missions.items())}} if pos.missions else {}
    record |= {"withdrawing": [units[u].id for u in pos.withdrawing]} if pos.withdrawing else {}
    record |= {"stand_ins": [[units[a].id, units[b].id] for a, b in pos.stand_ins]} if pos.stand_ins else {}
    record |= {"extra": dict(sorted(pos.extra.items()))} if pos.extra else {}
    mark = houserules.mark(pos.world.rules)
    record |= {"house": mark} if mark else {}
    record |= {"plan": pos.world.scenario.plan.plain()} if isinstance(pos.world.scenario, OwnScenario) else {}
    record |= {"boxes": {units[u].id: turn for u, turn in sorted(pos.boxes.items())}} if pos.boxes else {}
    record |= {"departed": dict(pos.departed)} if pos.departed else {}
    record |= {"fresh": sorted(units[u].id for u in pos.fresh)} if pos.fresh else {}
    record |= {"battles": [_battle_record(pos, battle) for battle in pos.battles]} if pos.battles else {}
    return record


def _differs(pos: Position, blank: Position, unit: int) -> bool:
    return pos.fate[unit] != LATER or pos.steps[unit] != blank.steps[unit]


def _unit_text(pos: Position, unit: int) -> str:
    """``B1407`` or ``B1407/1`` (steps left, where not full), or a fate such as ``eliminated/0``."""
    place = pos.world.board.ids[pos.where[unit]] if pos.fate[unit] == ON_MAP else FATES[pos.fate[unit]]
    full = pos.steps[unit] == pos.world.units[unit].steps
    return place if full else f"{place}/{pos.steps[unit]}"


def _battle_record(pos: Position, battle: Battle) -> dict[str, Any]:
    units, ids = pos.world.units, pos.world.board.ids
    return {
        "target": ids[battle.target],
        "attackers": [units[u].id for u in battle.attackers],
        "defenders": [units[u].id for u in battle.defenders],
        "resolved": battle.resolved,
        "result": battle.result,
        "todo": list(battle.todo),
        "owed": battle.owed,
        "route": [ids[h] for h in battle.route],
    }


def to_text(pos: Position) -> str:
    """The position in one line."""
    return PREFIX + json.dumps(to_record(pos), separators=(",", ":"), sort_keys=True)


# -- reading ----------------------------------------------------------------------------------------------------------


def parse_text(text: str) -> dict[str, Any]:
    """The record in a position's line; InvalidInput if it is not one."""
    return records.parse_text(text, "gpw", PREFIX)


def from_record(world: World, record: Mapping[str, Any]) -> Position:
    """The position that :func:`to_record` wrote; InvalidInput names what is not of that form or contradicts itself."""
    for name in REQUIRED:
        _require(name in record, name, "is missing")
    for name in record:
        _require(name in (*REQUIRED, *OPTIONAL), name, "is no field of a position")
    houserules.match(world.rules, record.get("house"))
    pos = empty(world, _whole(record, "seed"))
    pos.turn, pos.phase = _whole(record, "turn"), _whole(record, "phase")
    first, last = world.scenario.first_turn, world.scenario.last_turn
    _require(first <= pos.turn <= last, "turn", f"{pos.turn} is not one of {first} to {last}")
    there = len(TURN) <= pos.phase < len(world.steps) or world.scenario.has(pos.turn, pos.phase)
    pos.extra = dict(_mapping(record, "extra")) if "extra" in record else {}  # first: variants order phases by it
    there = there and (pos.phase < 0 or pos.phase in pos.order)
    _require(there, "phase", f"{pos.phase} does not exist on turn {pos.turn}")
    _read_control(pos, _mapping(record, "control"))
    for name, text in _mapping(record, "units").items():
        _read_unit(pos, name, text)
    for name, side in record["control"].items():
        _require(pos.control[world.board.index[name]] == side, "control", f"of {name} is not that of the unit there")
    for name in PLAIN:
        if name in record:
            _require(_PLAIN_FORMS[name](record[name]), name, f"{record[name]!r} is out of range")
            setattr(pos, name, list(record[name]) if isinstance(record[name], list) else record[name])
    _read_unit_fields(pos, record)
    _read_battles(pos, record)
    if pos.winner:
        ends = [victory.outcome(pos, at_end) for at_end in (False, True)]  # a variant may judge the two apart
        won = any(outcome is not None and outcome.winner == pos.winner for outcome in ends)
        _require(won, "winner", f"{pos.winner} has not won")
    return pos


def _require(holds: bool, field: str, complaint: str) -> None:
    if not holds:
        raise InvalidInput(f"not a position of gpw: {field} {complaint}")


def _whole(record: Mapping[str, Any], field: str) -> int:
    value = record[field]
    if type(value) is not int:
        raise InvalidInput(f"not a position of gpw: {field} {value!r} is no whole number")
    return value


def _mapping(record: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = record[field]
    if not isinstance(value, Mapping):
        raise InvalidInput(f"not a position of gpw: {field} {value!r} is no table")
    return value


def _list(record: Mapping[str, Any], field: str) -> Sequence[Any]:
    value = record.get(field, [])
    if not isinstance(value, list | tuple):
        raise InvalidInput(f"not a position of gpw: {field} {value!r} is no list")
    return value


def _count(value: object) -> bool:
    return type(value) is int and value >= 0


def _pair(form: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(map(form, value))


def _flag(value: object) -> bool:
    return type(value) is bool


_PLAIN_FORMS: dict[str, Callable[[object], bool]] = {
    "weather": lambda value: value in ("", "mud", "snow"),
    "fighting": lambda value: type(value) is int and value >= -1,
    "railed": _count,
    "rp": _count,
    "replacing": _flag,
    "swapped": _flag,
    "winner": lambda value: value in ("", "Axis", "Soviet", DRAW),
    "kerch_used": _pair(_flag),
    "forfeited": _pair(_count),
    "shocks_used": _pair(_count),
    "shock_turn": _pair(_count),
    "drop_turn": _pair(_count),
    "air_stage": lambda value: value in sorties.STAGES,
    "annexed": _flag,
    "balkan": lambda value: type(value) is int and allies.GUARDING <= value <= allies.LEFT,
}


def _read_control(pos: Position, control: Mapping[str, Any]) -> None:
    board = pos.world.board
    for name, side in control.items():
        hex_ = board.hex(name)
        _require(board.playable[hex_], "control", f"of {name}: it is no land in play")
        _require(type(side) is int and side in (0, 1), "control", f"of {name} is {side!r}, not 0 (Axis) or 1 (Soviet)")
        pos.control[hex_] = side


def _read_unit(pos: Position, name: str, text: object) -> None:
    """Set one unit on the map or beside it; two in a hex, a wrong number of steps and the like are refused."""
    unit, board = pos.world.unit(name), pos.world.board
    match = _PLACE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise InvalidInput(f"not a position of gpw: {name} {text!r} is not like B1407, B1407/1 or eliminated")
    _require(takes_part(unit, pos.world.rules), name, "takes no part: its rule is not in force")
    place, steps = match.groups()
    fate = FATES.index(place) if place in FATES and place != FATES[ON_MAP] else ON_MAP
    default = 0 if fate == ELIMINATED else unit.steps
    pos.steps[unit.index] = default if steps is None else int(steps)
    lowest = {ELIMINATED: 0, WITHDRAWN: 0, LATER: unit.steps}.get(fate, 1)
    highest = 0 if fate == ELIMINATED else unit.steps
    _require(lowest <= pos.steps[unit.index] <= highest, name, f"{text!r} has a wrong number of steps")
    if fate != ON_MAP:
        pos.fate[unit.index] = fate
        return
    hex_ = board.hex(place)
    _require(board.playable[hex_], name, f"cannot stand in {place}")
    _require(not unit.ground or stacking.room(pos, unit.index, hex_), name, f"is one unit too many in {place}")
    pos.put(unit.index, hex_)


def _members(pos: Position, record: Mapping[str, Any], field: str) -> list[int]:
    members = [pos.world.unit(name).index for name in _list(record, field)]
    _require(len(set(members)) == len(members), field, "names a unit twice")
    return members


def _read_unit_fields(pos: Position, record: Mapping[str, Any]) -> None:
    units = pos.world.units
    for name in UNIT_FLAGS:
        for unit in _members(pos, record, name):
            _require(units[unit].side == pos.side, name, f"names {units[unit].id} in the other side's phase")
            here = pos.where[unit] >= 0 or pos.fate[unit] == CAPITAL  # a leader may go to a capital off the map
            _require(name != "moved" or here, name, f"names {units[unit].id}, which is not on the map")
            getattr(pos, name)[unit] = 1
    pos.levelled = frozenset(_members(pos, record, "levelled"))
    for unit in pos.levelled:
        raised = pos.fate[unit] in (ON_MAP, ELIMINATED)  # an army that was raised may then have been converted
        _require(units[unit].side == pos.side and raised, "levelled", f"names {units[unit].id}")
    pos.withdrawing = tuple(_members(pos, record, "withdrawing"))
    for unit in pos.withdrawing:
        weak = units[unit].side == pos.side and units[unit].kind == "PZ" and pos.steps[unit] < units[unit].steps
        _require(weak and pos.step.kind == "reinforcement", "withdrawing", f"names {units[unit].id}")
    pos.boxes = _read_boxes(pos, _mapping(record, "boxes") if "boxes" in record else {})
    _read_air(pos, record)
    _read_allies(pos, record)
    pairs = _list(record, "stand_ins")
    _require(all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs), "stand_ins", "holds no pairs")
    pos.stand_ins = tuple((pos.world.unit(a).index, pos.world.unit(b).index) for a, b in pairs)


def _read_air(pos: Position, record: Mapping[str, Any]) -> None:
    """Missions and bases of aircraft; one a side over a hex, no more at a base than it takes, bases on fields only."""
    ids, aircraft = pos.world.board.ids, (*pos.world.aircraft[0], *pos.world.aircraft[1])
    pos.flown = frozenset(_members(pos, record, "flown"))
    _require(pos.flown <= set(aircraft), "flown", "names what is no aircraft in play")
    for name, kind in (_mapping(record, "missions") if "missions" in record else {}).items():
        unit = pos.world.unit(name).index
        _require(unit in aircraft and pos.where[unit] >= 0, "missions", f"names {name}, no aircraft on the map")
        _require(kind in air.MISSIONS, "missions", f"of {name}: there is none called {kind!r}")
        pos.missions[unit] = kind
    dead = [pos.world.units[u].id for u in aircraft if pos.fate[u] == ELIMINATED]
    _require(not dead, "units", f"put {', '.join(dead)} into the eliminated pile: aircraft go to a turn box")
    _require(pos.air_stage == "" or pos.step.kind == "combat", "air_stage", "belongs to a combat phase")
    for unit in aircraft:
        hex_, side = pos.where[unit], pos.world.units[unit].side
        if hex_ >= 0 and unit in pos.missions:
            there = [u for u in pos.world.aircraft[side] if u in pos.missions and pos.where[u] == hex_]
            alone = len(there) == 1 or sorties.crowded(pos)
            _require(alone, "missions", f"put two aircraft of a side over {ids[hex_]}")
        elif hex_ >= 0:
            fits = len(airfields.based_in(pos, side, hex_)) <= airfields.size(pos, hex_)
            _require(fits, "units", f"{pos.world.units[unit].id} has no room at {ids[hex_]}")
    for unit in air.homeless(pos):
        _require(False, "units", f"leave {pos.world.units[unit].id} in the air without an airfield to land on")


def _read_allies(pos: Position, record: Mapping[str, Any]) -> None:
    """Which nations have left the war and when, and the units that the Balkan Garrison has just sent (gpw 17.0)."""
    departed = _mapping(record, "departed") if "departed" in record else {}
    for nation, turn in departed.items():
        _require(nation in allies.CLOSED, "departed", f"names {nation!r}")
        known = _count(turn) and 0 < turn <= pos.world.scenario.last_turn
        _require(known, "departed", f"has the {nation} troops leave in turn {turn!r}")
    pos.departed = dict(departed)
    pos.fresh = frozenset(_members(pos, record, "fresh"))
    for unit in pos.fresh:
        _require(pos.world.units[unit].german, "fresh", f"names {pos.world.units[unit].id}")
    used = pos.departed or pos.fresh or pos.annexed or pos.balkan
    _require(not used or allies.on(pos), "rules", "are without those of the German allies, whose state it tells")


def _read_boxes(pos: Position, boxes: Mapping[str, Any]) -> dict[int, int]:
    """Turns in which units come back; every unit that waits in a box has one, and no other."""
    found = {pos.world.unit(name).index: turn for name, turn in boxes.items()}
    waiting = {u for u, fate in enumerate(pos.fate) if fate == BOXED}
    _require(set(found) == waiting, "boxes", "name other units than those that wait in a turn box")
    _require(all(map(_count, found.values())), "boxes", f"{dict(boxes)!r} is out of range")
    return found


def _read_battles(pos: Position, record: Mapping[str, Any]) -> None:
    pos.battles = [_read_battle(pos, entry) for entry in _list(record, "battles")]
    _require(not pos.battles or pos.step.kind == "combat", "battles", "belong to a combat phase")
    targets = [battle.target for battle in pos.battles]
    attackers = [unit for battle in pos.battles for unit in battle.attackers]
    _require(len(set(targets)) == len(targets), "battles", "name a target twice")
    _require(len(set(attackers)) == len(attackers), "battles", "name an attacker twice")
    current = pos.battle if pos.fighting < len(pos.battles) else None
    _require(pos.fighting < 0 or (current is not None and current.resolved), "fighting", "names no battle in progress")
    for battle in pos.battles:
        _require(not battle.todo or battle is current, "battles", "leave work undone that is not in progress")


def _read_battle(pos: Position, entry: object) -> Battle:
    if not isinstance(entry, Mapping) or set(entry) != set(Battle.__slots__):
        raise InvalidInput(f"not a position of gpw: battles hold {entry!r}")
    resolved, result, owed = entry["resolved"], entry["result"], entry["owed"]
    plain = _flag(resolved) and isinstance(result, str) and type(owed) is int
    _require(plain, "battles", f"hold {dict(entry)!r}")
    target = pos.world.board.hex(entry["target"])
    attackers = tuple(pos.world.unit(name).index for name in _list(entry, "attackers"))
    defenders = tuple(pos.world.unit(name).index for name in _list(entry, "defenders"))
    battle = Battle(target, attackers, resolved, defenders, result, tuple(_list(entry, "todo")), owed)
    battle.route = tuple(pos.world.board.hex(name) for name in _list(entry, "route"))
    _check_battle(pos, battle)
    return battle


def _check_battle(pos: Position, battle: Battle) -> None:
    units, at = pos.world.units, f"at {pos.world.board.ids[battle.target]}:"
    known = battle.result in results.PLANS if battle.resolved else battle.result == ""
    _require(known, "battles", f"{at} the result {battle.result!r} does not fit")
    plan = results.PLANS[battle.result] if battle.resolved else ()
    plan = (*plan, "stand", results.STAND_STEP, results.HALT) if "retreat" in plan else plan
    _require(all(step in plan for step in battle.todo), "battles", f"{at} {list(battle.todo)!r} is not to do")
    sides = {units[u].side for u in battle.attackers} | {1 - units[u].side for u in battle.defenders}
    _require(
        bool(battle.attackers) and bool(battle.defenders) and sides == {pos.side},
        "battles",
        f"{at} the units are of the wrong side",
    )
    if not battle.resolved:
        near = pos.world.board.near[battle.target]
        beside = all(pos.where[u] >= 0 and pos.where[u] in near for u in battle.attackers)
        _require(beside and pos.holders(battle.target) == battle.defenders, "battles", f"{at} the units are not there")
