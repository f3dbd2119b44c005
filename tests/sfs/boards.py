"""Positions made for a test: a handful of forces on the real map, at a phase.

A force is written ``SC: 14-pz 29-mot/2`` (steps left behind the slash) or ``RS-landing: a tank-1`` (Soviet counters);
the first is F1, the next F2, and Soviet units are su-1, su-2, ... in the order in which they are written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from gpwlab import sfs
from gpwlab.core import tables
from gpwlab.core.dice import roll
from gpwlab.sfs import records, turn
from gpwlab.sfs.game import Game
from gpwlab.sfs.options import RuleSet
from gpwlab.sfs.sequence import NUMBERS
from gpwlab.sfs.units import SIDES
from gpwlab.sfs.worlds import make

SOVIET_COUNTERS = {row["unit_id"] for row in tables.read("sfs", "units") if row["side"] == "Soviet"}


def record_of(
    phase: str,
    forces: Sequence[str],
    turn: int = 3,
    scenario: str = "standard",
    seed: int = 1,
    units: Mapping[str, str] | None = None,
    rules: RuleSet | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """The record of a position; ``units`` are states of units off the map, ``fields`` other entries of the record."""
    found, placed, number = dict(units or {}), {}, 0
    for count, text in enumerate(forces, 1):
        place, _colon, words = text.partition(":")
        ids = []
        for word in words.split():
            if word in SOVIET_COUNTERS:
                number += 1
                found[f"su-{number}"] = f"on map {word}"
                ids.append(f"su-{number}")
            else:
                name, slash, steps = word.partition("/")
                found[name] = f"on map{slash}{steps}"
                ids.append(name)
        placed[f"F{count}"] = {"at": place, "units": ids}
    return {
        "scenario": scenario,
        "rules": list(rules.options) if rules else [],
        "seed": seed,
        "turn": turn,
        "phase": NUMBERS[phase],
        "units": found,
        "forces": placed,
        "next_force": len(forces) + 1,
        "length": 20,
        **fields,
    }


def game_in(phase: str, *forces: str, rules: RuleSet | None = None, **fields: Any) -> Game:
    """A game in the middle of a phase, as it is written."""
    return sfs.from_position(records.PREFIX + json.dumps(record_of(phase, forces, rules=rules, **fields)), rules)


def game_at(phase: str, *forces: str, rules: RuleSet | None = None, **fields: Any) -> Game:
    """A game at the beginning of a phase, with what the rules do there done; the events are its opening."""
    record = record_of(phase, forces, rules=rules, **fields)
    pos = records.from_record(make(record["scenario"], rules or RuleSet()), record)
    events = turn.begin_phase(pos)
    return Game(pos, None, events)


def rule_ids(reasons: Sequence[Any]) -> list[str]:
    """The rules cited by reasons, in order."""
    return [reason.rule for reason in reasons]


def force_of(game: sfs.Game, unit: str) -> Any:
    """The stack that a unit is in, as the game shows it."""
    return next(stack for stack in game.stacks if any(face.id == unit for face in stack.units))


def place_of(game: sfs.Game, unit: str) -> str:
    """Where a unit is: area or strongpoint, "" off the map."""
    found = [s.strongpoint or s.area for s in game.stacks if any(face.id == unit for face in s.units)]
    return found[0] if found else ""


def state_of(game: sfs.Game, unit: str) -> str:
    """The state of a unit in the order of battle, "" if it has none."""
    rows = game.units[game.units["unit"] == unit]
    return str(rows["state"].iloc[0]) if len(rows) else ""


def control_of(game: sfs.Game, area: str) -> str:
    """German, Soviet, contested or empty."""
    return next(state.control for state in game.areas if state.code == area)


def dominator_of(game: sfs.Game, area: str) -> str:
    """Whose an area is when it is empty."""
    return next(state.dominated_by for state in game.areas if state.code == area)


def seed_for(phase: str, die: int, *key: object, turn: int = 3, sides: int = 6) -> int:
    """The lowest seed under which the die of (purpose, subject, ordinal) in a phase shows ``die``."""
    number = NUMBERS[phase]
    return next(s for s in range(5000) if roll(s, key[0], turn, number, *key[1:], sides=sides) == die)


def events_of(events: Sequence[Any], kind: str) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if event.kind == kind]


def answer(game: sfs.Game, kind: str, text: str) -> list[Any]:
    """Answer the open decision, which must be of a kind."""
    assert game.pending is not None
    assert game.pending.kind == kind
    return game.do(text)


GERMAN_SIDE, SOVIET_SIDE = SIDES
