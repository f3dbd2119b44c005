"""What the tests of movement share: positions in the middle of a phase, refusals, prices, a piece of open steppe."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from gpwlab import gpw
from gpwlab.gpw import records
from gpwlab.gpw.actions import Move
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import LAST_TURN, NAMES, to_the_end
from tests.gpw.maps import Row, by, cities_in, neighbours, sides

#: Middles of a steppe east of the Volga: three hexes around each are clear, without river, city or water.
STEPPE = ("A1104", "A1204")


def steppe() -> set[str]:
    found = set(STEPPE)
    for _ring in range(3):
        found |= {n for h in found for n in neighbours(h)}
    return found


def is_open(name: str) -> bool:
    wet = any(frozenset((name, n)) in sides(kind) for n in neighbours(name) for kind in ("river", "sea", "lake"))
    return by("hexes", "hex")[name]["terrain"] == "clear" and not cities_in(name) and not wet


def game_in(
    phase: str,
    units: Mapping[str, str],
    turn: int = 2,
    weather: str = "",
    unsupplied: Iterable[str] = (),
    rules: RuleSet | None = None,
    control: Mapping[str, int] | None = None,
    **fields: Any,
) -> gpw.Game:
    """A game within a phase whose weather was rolled and whose supply was judged as given."""
    if turn > LAST_TURN:
        rules = to_the_end(rules)
    record = {
        "scenario": "barbarossa",
        "rules": list(rules.options) if rules else [],
        "seed": 1,
        "turn": turn,
        "phase": NAMES.index(phase),
        "units": dict(units),
        "control": dict(control or {}),
        "weather": weather,
        "unsupplied": list(unsupplied),
        **fields,
    }
    return gpw.from_position(records.PREFIX + json.dumps(record), rules)


def arrival(turn: int, side: str, unit: str, entry: str = "edge|major_city") -> Row:
    """A row of a test's own reinforcement chart."""
    told = {"turn": str(turn), "side": side, "event": "reinforcement", "unit_id": unit, "entry": entry}
    return told | {"strength": "full", "note": "", "provenance": "derived", "basis": "test"}


def refused(game: gpw.Game, action: str) -> list[str]:
    """The rules that an action is refused by."""
    return [reason.rule for reason in game.why_not(action)]


def prices(game: gpw.Game, action: str) -> list[int]:
    """MP that each hex of a legal move costs, as the explanation tells them."""
    parsed = gpw.parse_action(action)
    assert isinstance(parsed, Move)
    told = [re.search(r"(\d+) MP", reason.text) for reason in game.price(action)]
    return [int(match[1]) for match in told if match]


def standing(game: gpw.Game) -> dict[str, str]:
    """Every unit that has entered play: its hex and, where it is not at full strength, its steps; or its fate."""
    units = json.loads(game.position.removeprefix(records.PREFIX))["units"]
    assert isinstance(units, dict)
    return units
