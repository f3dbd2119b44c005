"""A position as JSON-ready data and as a line of text, both ways.

Reading checks form and sense: what cannot be is refused with InvalidInput.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from gpwlab.core import records
from gpwlab.core.errors import InvalidInput
from gpwlab.hube.board import SIDES
from gpwlab.hube.charts import AIR, GROUNDS
from gpwlab.hube.position import FATES, MODES, NOWHERE, OFF_MAP, ON_MAP, POINTS, WING_STATES, Position
from gpwlab.hube.sequence import FIRST_SETUP, LAST_PHASE
from gpwlab.hube.setup import WORTH, start
from gpwlab.hube.world import World

PREFIX = "hube1 "
REQUIRED = ("scenario", "rules", "seed", "turn", "phase", "units")
#: Sets of units and of hexes, tables from a unit to a number or a word.
UNIT_SETS, HEX_SETS = ("oos", "spared", "noted"), ("untraced", "forted")
UNIT_NUMBERS, UNIT_WORDS = ("cargo", "linked"), {"modes": MODES, "entry": ("any", "return")}
ENDS = ("", "turns", "thaw", "massive")


def _count(value: object) -> bool:
    return type(value) is int and value >= 0


def _flags(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(v) is bool for v in value)


def _counts(size: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and len(value) == size and all(map(_count, value))


def _one_of(*words: object) -> Callable[[object], bool]:
    return lambda value: type(value) in (str, int) and value in words


def _names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value) and len(set(value)) == len(value)


def _tally(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(k, str) and _count(v) for k, v in value.items())


#: Fields that are kept as they are, each with its form; written where they differ from the start of the scenario.
PLAIN: dict[str, Callable[[Any], bool]] = {
    "first": _one_of(0, 1), "weather": lambda v: isinstance(v, str), "ground": _one_of(*GROUNDS),
    "air": _one_of("", *AIR), "alerts": _count, "to_post": _count, "bought": _counts(2), "decided": _flags,
    "collapse": _one_of("", "declared", "done", "failed"), "collapse_turn": _count, "left": _count,
    "chase": _counts(3), "flank_turn": lambda v: type(v) is int and v >= -1, "entry_24": _count,
    "recall_rolls": lambda v: isinstance(v, list) and all(map(_count, v)), "base_lost": _flags,
    "masked": _one_of(0, 1), "shifts": _counts(2), "opened": lambda v: type(v) is bool, "supplied": _flags,
    "rail_used": _counts(2), "tally": _tally, "killed": _counts(2), "ended": _one_of(*ENDS),
}  # fmt: skip
#: Sets of names, kept as lists in order.
NAME_SETS = ("shifted", "subsisted")
OPTIONAL = (
    *PLAIN, *NAME_SETS, *UNIT_SETS, *HEX_SETS, *UNIT_NUMBERS, *UNIT_WORDS, "owner", "gauge", "wings", "points", "stock",
    "fortress", "course",
)  # fmt: skip


# -- writing ----------------------------------------------------------------------------------------------------------


def to_record(pos: Position) -> dict[str, Any]:
    """The position as JSON-ready data; everything that later play depends on is in it."""
    blank, units, ids = start(pos.world, pos.seed), pos.world.units, pos.world.board.ids
    record: dict[str, Any] = {
        "scenario": pos.world.scenario.slug,
        "rules": list(pos.world.rules.options),
        "seed": pos.seed,
        "turn": pos.turn,
        "phase": pos.phase,
        "units": {u.id: text for u in units if (text := _unit(pos, u.index)) != _unit(blank, u.index)},
    }
    for name in PLAIN:
        value = getattr(pos, name)
        if value != getattr(blank, name):
            record[name] = value.copy() if isinstance(value, list | dict) else value
    found: dict[str, Any] = {name: sorted(getattr(pos, name)) for name in NAME_SETS}
    found |= {name: [units[u].id for u in sorted(getattr(pos, name))] for name in UNIT_SETS}
    found |= {name: [ids[h] for h in sorted(getattr(pos, name))] for name in HEX_SETS}
    found |= {
        name: {units[u].id: value for u, value in sorted(getattr(pos, name).items())}
        for name in (*UNIT_NUMBERS, *UNIT_WORDS)
    }
    found |= _tables(pos, blank)
    return record | {name: value for name, value in found.items() if value}


def _tables(pos: Position, blank: Position) -> dict[str, Any]:
    """Control and gauge where they have changed, air units, points and stocks, fortresses, the course of VP."""
    ids, world = pos.world.board.ids, pos.world
    changed = {
        name: {ids[h]: now[h] for h in range(len(ids)) if now[h] != before[h]}
        for name, now, before in (("owner", pos.owner, blank.owner), ("gauge", pos.gauge, blank.gauge))
    }
    wings = {
        wing.id: _wing(pos, wing.index) for wing in world.wings if _wing(pos, wing.index) != _wing(blank, wing.index)
    }
    return {
        **changed,
        "wings": wings,
        "points": [
            [SIDES[side], kind, ids[h] if h != OFF_MAP else "", n] for (side, kind, h), n in sorted(pos.points.items())
        ],
        "stock": None
        if pos.stock == blank.stock
        else [[SIDES[s], k, p, n] for (s, k, p), n in sorted(pos.stock.items())] or [[]],
        "fortress": {ids[h]: world.units[u].id for h, u in sorted(pos.fortress.items())},
        "course": {str(turn): halves for turn, halves in sorted(pos.course.items())},
    }


def _unit(pos: Position, u: int) -> str:
    """Fate, hex, steps lost and turn of arrival: ``on the map|A44.20|1|0``."""
    place = pos.world.board.ids[pos.where[u]] if pos.where[u] != NOWHERE else ""
    return f"{FATES[pos.fate[u]]}|{place}|{pos.lost[u]}|{pos.due[u]}"


def _wing(pos: Position, w: int) -> str:
    place = pos.world.board.ids[pos.base[w]] if pos.base[w] != NOWHERE else ""
    return f"{WING_STATES[pos.wing[w]]}|{place}"


def to_text(pos: Position) -> str:
    """The position in one line."""
    return PREFIX + json.dumps(to_record(pos), separators=(",", ":"))


# -- reading ----------------------------------------------------------------------------------------------------------


def parse_text(text: str) -> dict[str, Any]:
    """The record in a position's line; InvalidInput if it is not one."""
    return records.parse_text(text, "hube", PREFIX)


def _require(holds: bool, field: str, complaint: str) -> None:
    if not holds:
        raise InvalidInput(f"not a position of hube: {field} {complaint}")


def from_record(world: World, record: Mapping[str, Any]) -> Position:
    """The position that :func:`to_record` wrote; InvalidInput names what is not of that form or contradicts itself."""
    for name in REQUIRED:
        _require(name in record, name, "is missing")
    for name in record:
        _require(name in (*REQUIRED, *OPTIONAL), name, "is no field of a position")
    for name in ("seed", "turn", "phase"):
        _require(type(record[name]) is int, name, f"{record[name]!r} is no whole number")
    pos = start(world, record["seed"])
    pos.turn, pos.phase = record["turn"], record["phase"]
    span = world.scenario.first_turn, world.scenario.last_turn
    _require(span[0] <= pos.turn <= span[1], "turn", f"{pos.turn} is not one of {span[0]} to {span[1]}")
    _require(FIRST_SETUP <= pos.phase <= LAST_PHASE, "phase", f"{pos.phase} does not exist")
    for name, form in PLAIN.items():
        if name in record:
            _require(form(record[name]), name, f"{record[name]!r} is out of range")
            value = record[name]
            setattr(pos, name, value.copy() if isinstance(value, list | dict) else value)
    _require(pos.weather in ("", *world.charts.air), "weather", f"{pos.weather!r} does not exist")
    for name, text in _table(record, "units").items():
        _read_unit(pos, name, text)
    _read_sets(pos, record)
    _read_tables(pos, record)
    _check(pos)
    return pos


def _table(record: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = record.get(field, {})
    if not isinstance(value, Mapping):
        raise InvalidInput(f"not a position of hube: {field} {value!r} is no table")
    return value


def _list(record: Mapping[str, Any], field: str) -> list[str]:
    value = record.get(field, [])
    _require(_names(value), field, f"{value!r} is no list of different names")
    return list(value)


def _read_unit(pos: Position, name: str, text: object) -> None:
    u = pos.world.unit(name).index
    words = text.split("|") if isinstance(text, str) else []
    sound = len(words) == 4 and words[0] in FATES and words[2].isdecimal() and words[3].isdecimal()
    _require(sound, name, f"{text!r} is no state of a unit")
    pos.fate[u], pos.lost[u], pos.due[u] = FATES.index(words[0]), int(words[2]), int(words[3])
    pos.where[u] = pos.world.board.hex(words[1]) if words[1] else NOWHERE
    _require((pos.fate[u] == ON_MAP) == (pos.where[u] != NOWHERE), name, f"{text!r} contradicts itself")


def _read_sets(pos: Position, record: Mapping[str, Any]) -> None:
    world = pos.world
    for name in NAME_SETS:
        setattr(pos, name, set(_list(record, name)))
    for name in UNIT_SETS:
        setattr(pos, name, {world.unit(u).index for u in _list(record, name)})
    for name in HEX_SETS:
        setattr(pos, name, {world.board.hex(h) for h in _list(record, name)})
    for name in UNIT_NUMBERS:
        table = _table(record, name)
        _require(_tally(table), name, f"{dict(table)!r} holds no numbers")
        setattr(pos, name, {world.unit(u).index: n for u, n in table.items()})
    for name, known in UNIT_WORDS.items():
        table = _table(record, name)
        _require(all(word in known for word in table.values()), name, f"{dict(table)!r} holds other than {known}")
        setattr(pos, name, {world.unit(u).index: word for u, word in table.items()})


def _read_tables(pos: Position, record: Mapping[str, Any]) -> None:
    world, board = pos.world, pos.world.board
    for name in ("owner", "gauge"):
        for h, side in _table(record, name).items():
            _require(side in (-1, 0, 1), name, f"of {h} is {side!r}")
            getattr(pos, name)[board.hex(h)] = side
    for name, text in _table(record, "wings").items():
        words = text.split("|") if isinstance(text, str) else []
        _require(len(words) == 2 and words[0] in WING_STATES, name, f"{text!r} is no state of an air unit")
        w = world.wing(name).index
        pos.wing[w], pos.base[w] = WING_STATES.index(words[0]), board.hex(words[1]) if words[1] else NOWHERE
    for side, kind, h, n in _rows(record, "points", POINTS):
        pos.points[SIDES.index(side), kind, board.hex(h) if h else OFF_MAP] = n
    if "stock" in record:
        pos.stock = {(SIDES.index(s), kind, place): n for s, kind, place, n in _rows(record, "stock", tuple(WORTH))}
    pos.fortress = {board.hex(h): world.unit(u).index for h, u in _table(record, "fortress").items()}
    course = _table(record, "course")
    _require(all(turn.isdecimal() and type(n) is int for turn, n in course.items()), "course", "holds no numbers")
    pos.course = {int(turn): n for turn, n in course.items()}


def _rows(record: Mapping[str, Any], field: str, kinds: tuple[str, ...]) -> list[tuple[str, str, str, int]]:
    """Rows of side, kind, place and count; ``[[]]`` for none."""
    rows = record.get(field, [])
    if rows == [[]]:
        return []
    sound = isinstance(rows, list) and all(
        isinstance(row, list) and len(row) == 4 and row[0] in SIDES and row[1] in kinds and isinstance(row[2], str)
        and _count(row[3]) for row in rows
    )  # fmt: skip
    _require(sound, field, f"{rows!r} holds other than side, kind, place and count")
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def _check(pos: Position) -> None:
    """What must agree between the parts of a position."""
    for u in pos.on_map():
        _require(pos.world.start_side[pos.where[u]] >= 0, pos.unit(u).id, "stands off the map of the scenario")
    for h, fort in pos.fortress.items():
        _require(
            pos.where[fort] == h and pos.unit(fort).fort, "fortress", f"{pos.world.board.ids[h]} has no Fortress unit"
        )
    for u in (*pos.oos, *pos.spared, *pos.modes, *pos.cargo):
        _require(pos.fate[u] == ON_MAP, pos.unit(u).id, "is marked and not on the map")
