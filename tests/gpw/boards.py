"""Positions made for a test: a handful of units on the real map, at the start of a phase."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from gpwlab import gpw
from gpwlab.core import tables
from gpwlab.gpw import records
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.sequence import TURN
from gpwlab.gpw.units import SIDES

NAMES = [step.name for step in TURN]
LAST_TURN = 5  # of Barbarossa


def game_at(
    phase: str,
    units: Mapping[str, str],
    turn: int = 1,
    seed: int = 1,
    control: Mapping[str, str] | None = None,
    rules: RuleSet | None = None,
    **fields: Any,
) -> gpw.Game:
    """A Barbarossa game at the start of a phase, with what the rules do there (weather, supply, RPs) done.

    units: unit id to ``B1407`` (full), ``B1407/1`` (one step) or a fate such as ``eliminated/0`` or ``due``; all other
    counters are still to come.  control: hex id to side, where it is not as in June 1941.  fields: entries of the
    position's record, such as ``forfeited=[2, 0]``.
    """
    number = NAMES.index(phase)
    if turn > LAST_TURN:
        rules = to_the_end(rules)
    record = {
        "scenario": "barbarossa",
        "rules": list(rules.options) if rules else [],
        "seed": seed,
        "turn": turn if number else turn - 1,
        "phase": number - 1 if number else 9,
        "units": dict(units),
        "control": {hex_: SIDES.index(side) for hex_, side in (control or {}).items()},
        **fields,
    }
    if not number and turn == 1:  # nothing comes before the first phase: start in it, as it is
        record |= {"turn": 1, "phase": 0}
        return gpw.from_position(records.PREFIX + json.dumps(record), rules)
    game = gpw.from_position(records.PREFIX + json.dumps(record), rules)
    game.next_phase()
    return game


def to_the_end(rules: RuleSet | None = None) -> RuleSet:
    """A rule set in which Barbarossa goes on to the last turn of the war, for rules of later turns."""
    given = rules or RuleSet()
    rows = given.tables.get("scenarios", tables.read("gpw", "scenarios"))
    longer = [row | {"last_turn": "32"} if row["slug"] == "barbarossa" else row for row in rows]
    return RuleSet(given.options, {**given.tables, "scenarios": longer})


def rule_ids(reasons: list[Any]) -> list[str]:
    """The rules cited by reasons, in order."""
    return [reason.rule for reason in reasons]


def seed_for(phase: str, purpose: str, subject: str, die: int, turn: int = 1) -> int:
    """The lowest seed under which the die of a purpose and subject in a phase shows ``die``."""
    from gpwlab.core.dice import roll

    number = NAMES.index(phase)
    return next(seed for seed in range(1000) if roll(seed, purpose, turn, number, subject, 0) == die)
