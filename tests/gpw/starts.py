"""Games of any scenario in the middle of the war, and their historical set-ups as actions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from gpwlab import gpw
from gpwlab.gpw import records
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.sequence import TURN
from gpwlab.gpw.units import SIDES
from tests.gpw.maps import by, table

#: Slug to the number of its set-up in the tables.
SETUP = {"barbarossa": "1", "fall-blau": "2", "uranus": "3", "citadel": "4", "bagration": "5", "campaign": "1"}
#: First and last turn, as printed.
LENGTH = {
    "barbarossa": (1, 5),
    "fall-blau": (8, 13),
    "uranus": (13, 17),
    "citadel": (18, 21),
    "bagration": (25, 29),
    "campaign": (1, 32),
}
LAST = "Soviet General Movement"


def game_in(
    slug: str,
    turn: int,
    phase: str,
    units: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    rules: tuple[str, ...] = (),
    seed: int = 1,
    **fields: Any,
) -> gpw.Game:
    """A game of a scenario within a phase.  control: city or hex id to side, where not as at the scenario's start."""
    cities = by("cities", "name")
    record = {
        "scenario": slug,
        "rules": list(rules),
        "seed": seed,
        "turn": turn,
        "phase": [step.name for step in TURN].index(phase),
        "units": dict(units or {}),
        "control": {
            cities[name]["hex"] if name in cities else name: SIDES.index(side) for name, side in (control or {}).items()
        },
        **fields,
    }
    return gpw.from_position(records.PREFIX + json.dumps(record), RuleSet(tuple(rules)) if rules else None)


def ended(slug: str, turn: int | None = None, **control: str) -> gpw.Game:
    """A game of nobody that ends a turn, the last if none is given, with cities in the hands of sides."""
    game = game_in(slug, turn or LENGTH[slug][1], LAST, control=control)
    game.next_phase()
    return game


def judged(slug: str, turn: int | None = None, **control: str) -> tuple[str, list[str]]:
    """The winner of such a game and the rules cited, "" and [] while it goes on."""
    outcome = ended(slug, turn, **control).winner
    return (outcome.winner, [reason.rule for reason in outcome.reasons]) if outcome else ("", [])


def historical(game: gpw.Game, side: str) -> list[str]:
    """Set-up actions that put a side's units on their historical hexes, those that stand on others last."""
    on_top = {"AB": 1, "FB": 2, "BOM": 2, "LEADER": 2, "PAR": 2}
    units = by("units", "unit_id")
    known = set(game.units["unit"])
    rows = [row for row in table("placement") if row["scenario"] == SETUP[game.scenario] and row["unit_id"] in known]
    own = [row for row in rows if units[row["unit_id"]]["side"] == side]
    own.sort(key=lambda row: on_top.get(units[row["unit_id"]]["kind"], 0))
    return [f"place {row['unit_id']} {row['hex']}" for row in own]


def set_up(game: gpw.Game, sides: int = 3) -> None:
    """Put the units of the next sides in turn on their historical hexes and end their set-up, one after the other."""
    while game.phase.kind == "setup" and sides:
        if "Reserve" not in game.phase.name:
            for action in historical(game, game.phase.side):
                game.do(action)
        game.next_phase()
        sides -= 1
