"""A position as plain data and as one line of text, and back; what is read is checked through and through."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from gpwlab.core import records
from gpwlab.core.errors import InvalidInput
from gpwlab.sfs import combat, victory
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.fights import Fight
from gpwlab.sfs.position import (
    BROKEN,
    DUE,
    ELIMINATED,
    FATES,
    LATER,
    NOWHERE,
    ON_MAP,
    WITHDRAWN,
    Force,
    Position,
    empty,
)
from gpwlab.sfs.questions import check_question
from gpwlab.sfs.reinforcements import WORKS
from gpwlab.sfs.sequence import LAST_PHASE
from gpwlab.sfs.world import World

PREFIX = "sfs1 "
#: Fields that are kept as they are, written only where they differ from an empty position, each with its form.
PLAIN: dict[str, Callable[[Any], bool]] = {}
#: Sets of units, of areas and of strongpoints.
UNIT_SETS = (
    "oos", "revealed", "reserve", "moved", "attacked", "retreated", "infiltrators", "mover", "ferry_ready", "late",
)  # fmt: skip
AREA_SETS = ("infiltrated",)
PLACE_SETS = ("ferried_in", "ferried_out", "drawn")
#: Tables from a unit to a number, to another unit and to an area.
UNIT_NUMBERS = ("disrupted", "days", "owed")
REQUIRED = ("scenario", "rules", "seed", "turn", "phase", "units", "forces")


def _count(value: object) -> bool:
    return type(value) is int and value >= 0


def _flag(value: object) -> bool:
    return type(value) is bool


def _pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_count, value))


def _words(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(v, str) for v in value.values())


def _counts(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(k, str) and _count(v) for k, v in value.items())


def _names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _markers(value: object) -> bool:
    known = {"Partial", "Draw", "Uranus"}
    return isinstance(value, Mapping) and set(value) == known and all(type(v) is int for v in value.values())


PLAIN |= {
    "next_force": _count, "mover_stopped": _flag, "begun": _flag, "chuikov_moves": _count, "asked": _names,
    "fortified": _flag, "ap": _pair, "air": _count, "summons": _count, "summoned": _count, "card": _pair,
    "spent": _pair, "tractor_attacks": _count, "tractor_lost": _flag, "markers": _markers, "corps": _count,
    "corps_turn": _count, "option": lambda v: isinstance(v, str), "length": _count, "chosen": _words,
    "waiting": _names, "tally": _counts, "changed": _counts, "ending": _flag,
    "winner": lambda v: v in ("", "city", "uranus", "time", "divisions"),
}  # fmt: skip
OPTIONAL = (
    *PLAIN, *UNIT_SETS, *AREA_SETS, *PLACE_SETS, *UNIT_NUMBERS, "part_of", "origin", "stand_ins", "held", "dominator",
    "holder", "fight",
)  # fmt: skip


# -- writing ----------------------------------------------------------------------------------------------------------


def to_record(pos: Position) -> dict[str, Any]:
    """The position as JSON-ready data; everything that later play depends on is in it."""
    units, board, blank = pos.world.units, pos.world.board, empty(pos.world, pos.seed)
    record: dict[str, Any] = {
        "scenario": pos.world.scenario.slug,
        "rules": list(pos.world.rules.options),
        "seed": pos.seed,
        "turn": pos.turn,
        "phase": pos.phase,
        "units": {u.id: text for u in units if (text := _unit_text(pos, u.index)) != "later"},
        "forces": {f.name: _force_record(pos, f) for f in sorted(pos.forces.values(), key=lambda f: f.id)},
    }
    for name in PLAIN:
        value = getattr(pos, name)
        if value != getattr(blank, name):
            record[name] = value.copy() if isinstance(value, list | dict) else value
    for name in UNIT_SETS:
        record |= {name: [units[u].id for u in sorted(getattr(pos, name))]} if getattr(pos, name) else {}
    for name in AREA_SETS:
        record |= {name: [board.code(a) for a in sorted(getattr(pos, name))]} if getattr(pos, name) else {}
    for name in PLACE_SETS:
        places = [board.strongpoints[s].code for s in sorted(getattr(pos, name))]
        record |= {name: places} if places else {}
    for name in UNIT_NUMBERS:
        table = getattr(pos, name)
        record |= {name: {units[u].id: number for u, number in table.items()}} if table else {}
    return record | _relations(pos, blank)


def _relations(pos: Position, blank: Position) -> dict[str, Any]:
    """What ties units, forces, areas and strongpoints together; only what there is."""
    units, board = pos.world.units, pos.world.board
    found = {
        "part_of": {units[u].id: units[whole].id for u, whole in sorted(pos.part_of.items())},
        "origin": {units[u].id: board.code(area) for u, area in sorted(pos.origin.items())},
        "stand_ins": {units[u].id: [units[w].id for w in went] for u, went in pos.stand_ins.items()},
        "held": {f"F{cut}": f"F{by}" for cut, by in sorted(pos.held.items())},
        "dominator": {
            area.code: SIDES[side]
            for area, side, before in zip(board.areas, pos.dominator, blank.dominator, strict=True)
            if side != before
        },
        "holder": {
            place.code: SIDES[side]
            for place, side, before in zip(board.strongpoints, pos.holder, blank.holder, strict=True)
            if side != before
        },
        "fight": pos.fight.to_record(pos) if pos.fight is not None else {},
    }
    return {name: value for name, value in found.items() if value}


def _unit_text(pos: Position, unit: int) -> str:
    """``on map``, ``on map/2`` for the steps of a German unit, ``on map b`` for the counter of a Soviet piece."""
    fate = FATES[pos.fate[unit]]
    if pos.world.units[unit].side == SOVIET:
        return f"{fate} {pos.piece[unit]}" if pos.piece[unit] else fate
    full = pos.steps[unit] == pos.counter(unit).steps
    return fate if full else f"{fate}/{pos.steps[unit]}"


def _force_record(pos: Position, force: Force) -> dict[str, Any]:
    board = pos.world.board
    place = board.code(force.area) if force.slot == NOWHERE else board.strongpoints[force.slot].code
    return {"at": place, "units": [pos.world.units[u].id for u in force.units]}


def to_text(pos: Position) -> str:
    """The position in one line."""
    return PREFIX + json.dumps(to_record(pos), separators=(",", ":"))


# -- reading ----------------------------------------------------------------------------------------------------------


def parse_text(text: str) -> dict[str, Any]:
    """The record in a position's line; InvalidInput if it is not one."""
    return records.parse_text(text, "sfs", PREFIX)


def _require(holds: bool, field: str, complaint: str) -> None:
    if not holds:
        raise InvalidInput(f"not a position of sfs: {field} {complaint}")


def from_record(world: World, record: Mapping[str, Any]) -> Position:
    """The position that :func:`to_record` wrote; InvalidInput names what is not of that form or contradicts itself."""
    for name in REQUIRED:
        _require(name in record, name, "is missing")
    for name in record:
        _require(name in (*REQUIRED, *OPTIONAL), name, "is no field of a position")
    for name in ("seed", "turn", "phase"):
        _require(type(record[name]) is int, name, f"{record[name]!r} is no whole number")
    pos = empty(world, record["seed"])
    pos.turn, pos.phase = record["turn"], record["phase"]
    _require(pos.turn in world.charts.turns, "turn", f"{pos.turn} does not exist")
    _require(-1 <= pos.phase <= LAST_PHASE, "phase", f"{pos.phase} does not exist")
    for name, form in PLAIN.items():
        if name in record:
            _require(form(record[name]), name, f"{record[name]!r} is out of range")
            value = record[name]
            setattr(pos, name, value.copy() if isinstance(value, list | dict) else value)
    for name, text in _table(record, "units").items():
        _read_unit(pos, name, text)
    for name, entry in _table(record, "forces").items():
        _read_force(pos, name, entry)
    _read_sets(pos, record)
    _read_relations(pos, record)
    for area in range(world.board.n):  # whoever controls an area dominates it, whatever was written
        pos.refresh(area)
    _check(pos)
    return pos


def _table(record: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = record.get(field, {})
    if not isinstance(value, Mapping):
        raise InvalidInput(f"not a position of sfs: {field} {value!r} is no table")
    return value


def _list(record: Mapping[str, Any], field: str) -> list[str]:
    value = record.get(field, [])
    if not _names(value) or len(set(value)) < len(value):
        raise InvalidInput(f"not a position of sfs: {field} {value!r} is no list of different names")
    return list(value)


def _read_unit(pos: Position, name: str, text: object) -> None:
    """The fate, steps or counter of one unit."""
    unit = pos.world.unit(name)
    words = text if isinstance(text, str) else ""
    fate = next(
        (f for f, told in enumerate(FATES) if words == told or words.startswith((f"{told}/", f"{told} "))), None
    )
    if fate is None:
        raise InvalidInput(f"not a position of sfs: {name} {text!r} is no state of a unit")
    rest = words[len(FATES[fate]) :]
    pos.fate[unit.index] = fate
    if unit.side == SOVIET:
        counter = pos.world.counters.get(rest[1:])
        sound = rest[:1] == " " and counter is not None and counter.side == SOVIET
        _require(sound and fate in (DUE, ON_MAP, ELIMINATED), name, f"{text!r} has no Soviet counter")
        pos.piece[unit.index] = rest[1:]
        return
    assert unit.counter is not None
    if rest:
        _require(rest[:1] == "/" and rest[1:].isdecimal(), name, f"{text!r} has no number of steps")
        pos.steps[unit.index] = int(rest[1:])
    lowest = {ELIMINATED: 0}.get(fate, 1)
    highest = 0 if fate == ELIMINATED else unit.counter.steps
    _require(lowest <= pos.steps[unit.index] <= highest, name, f"{text!r} has a wrong number of steps")
    _require(fate != BROKEN or unit.counter.division, name, "is no division that could be broken down")


def _read_force(pos: Position, name: str, entry: object) -> None:
    """One force with its units in order."""
    board = pos.world.board
    _require(isinstance(entry, Mapping) and set(entry) == {"at", "units"}, "forces", f"hold {entry!r}")
    assert isinstance(entry, Mapping)
    number = name[1:] if name[:1] == "F" else ""
    _require(number.isdecimal() and 0 < int(number) < pos.next_force, "forces", f"{name!r} is no name of a force")
    units = [pos.world.unit(u) for u in _list(entry, "units")]
    sides = {unit.side for unit in units}
    _require(len(sides) == 1, "forces", f"{name} holds {[u.id for u in units]!r}")
    slot = board.strongpoint(entry["at"]) if "-" in str(entry["at"]) else NOWHERE
    area = board.strongpoints[slot].area if slot != NOWHERE else board.area(entry["at"])
    force = Force(int(number), sides.pop(), area, slot, [unit.index for unit in units])
    for unit in force.units:
        _require(
            pos.fate[unit] == ON_MAP, "forces", f"{name} holds {pos.world.units[unit].id}, which is not on the map"
        )
        _require(pos.force_of[unit] == 0, "forces", f"hold {pos.world.units[unit].id} twice")
        pos.force_of[unit] = force.id
    closed = (force.side == SOVIET and board.areas[area].rear) or (force.side == GERMAN and board.areas[area].east_bank)
    _require(not closed and pos.world.scenario.in_play(area), "forces", f"{name} cannot be in {board.code(area)}")
    pos.forces[force.id] = force


def _read_sets(pos: Position, record: Mapping[str, Any]) -> None:
    board = pos.world.board
    for name in UNIT_SETS:
        setattr(pos, name, {pos.world.unit(u).index for u in _list(record, name)})
    for name in AREA_SETS:
        setattr(pos, name, {board.area(a) for a in _list(record, name)})
    for name in PLACE_SETS:
        setattr(pos, name, {board.strongpoint(s) for s in _list(record, name)})
    for name in UNIT_NUMBERS:
        table = _table(record, name)
        _require(_counts(table), name, f"{dict(table)!r} holds no numbers")
        setattr(pos, name, {pos.world.unit(u).index: number for u, number in table.items()})


def _read_relations(pos: Position, record: Mapping[str, Any]) -> None:
    world, board = pos.world, pos.world.board
    pos.part_of = {world.unit(u).index: world.unit(whole).index for u, whole in _table(record, "part_of").items()}
    pos.origin = {world.unit(u).index: board.area(code) for u, code in _table(record, "origin").items()}
    gone = _table(record, "stand_ins")
    pos.stand_ins = {world.unit(u).index: [world.unit(w).index for w in _list(gone, u)] for u in gone}
    pos.held = {pos.force(cut).id: pos.force(by).id for cut, by in _table(record, "held").items()}
    for name, find in (("dominator", board.area), ("holder", board.strongpoint)):
        for code, side in _table(record, name).items():
            _require(side in SIDES, name, f"of {code} is {side!r}, no side")
            getattr(pos, name)[find(code)] = SIDES.index(side)
    if "fight" in record:
        pos.fight = Fight.from_record(pos, record["fight"])


def _check(pos: Position) -> None:
    """What must agree between the parts of a position."""
    units = pos.world.units
    for unit, fate in enumerate(pos.fate):
        _require((fate == ON_MAP) == (pos.force_of[unit] > 0), units[unit].id, "is on the map in no force")
        _require(fate != LATER or not pos.piece[unit], units[unit].id, "has a counter and is not in play")
    for cut, by in pos.held.items():
        one, two = pos.forces[cut], pos.forces[by]
        _require(one.side != two.side and one.area == two.area, "held", f"{one.name} by {two.name} cannot be")
    for unit in (*pos.oos, *pos.revealed, *pos.disrupted, *pos.origin):
        _require(pos.fate[unit] == ON_MAP, units[unit].id, "is marked and not on the map")
    for unit in pos.reserve:
        _require(units[unit].side == GERMAN and pos.fate[unit] == ON_MAP, units[unit].id, "cannot be in reserve")
    for counter in pos.world.counters.values():
        taken = sum(key == counter.id and pos.fate[u] in (ON_MAP, DUE) for u, key in enumerate(pos.piece))
        _require(taken <= counter.limit, counter.id, f"is on {taken} units; there are {counter.limit} counters")
    for named, went in pos.stand_ins.items():
        _require(all(pos.fate[u] == WITHDRAWN for u in went), units[named].id, "has stand-ins that are not withdrawn")
    for name in pos.waiting:
        known = name in pos.world.unit_index or name.removesuffix(WORKS) in pos.world.counters
        _require(known, "waiting", f"names {name!r}, which is no unit or counter")
    if pos.fight is not None:
        combat.check(pos)
    for question in pos.asked:
        _require(check_question(pos, question), "asked", f"{question!r} is no question")
    if pos.winner:
        _require(victory.could_end(pos, pos.winner), "winner", f"the game has not ended for {pos.winner!r}")
