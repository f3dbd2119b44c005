"""What the tests of aircraft share: the ground of the worked example 11.5, and dice brought to wanted faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpwlab import gpw
from gpwlab.core.dice import roll
from tests.gpw.boards import NAMES, game_at

AIR = gpw.rules("air")
#: 11.5: an Axis corps (6) in the forest of A0813 and two Soviet armies (8 each); an Axis fighter, range 3, in A0816
GROUND = {"su-inf-3": "A0812", "su-inf-4": "A0913", "ax-inf-6": "A0813"}
TARGET = "A0813"
ATTACK = "attack A0813 by su-inf-3 su-inf-4"
FIGHTER = {"ax-fb-1": "A0816"}
#: The Soviet bomber of two columns, range 4, in Saransk, three hexes from A0813
BOMBER = {"su-bom-5": "A0611"}
#: Fields of the Axis on Soviet soil; its line to the west is open, for no Soviet unit is near it.
HELD = {"A0816": "Axis"}
TURN = 10


def at(phase: str, units: Mapping[str, str], control: Mapping[str, str] | None = None, **more: Any) -> gpw.Game:
    """A position with the air rules, in a turn without weather."""
    return game_at(phase, units, **{"turn": TURN, "rules": AIR, "control": control or HELD, **more})


def seed_with(phase: str, dice: Mapping[tuple[str, str], int], turn: int = TURN) -> int:
    """The lowest seed under which each die, by purpose and subject, shows its face in a phase."""
    number = NAMES.index(phase)
    for seed in range(100_000):
        if all(roll(seed, purpose, turn, number, subject, 0) == face for (purpose, subject), face in dice.items()):
            return seed
    raise AssertionError("no such seed")


def duel(interceptor: int, target: int, phase: str = "Soviet Combat", hex_id: str = TARGET, turn: int = TURN) -> int:
    """The seed under which an interception over a hex shows these two dice."""
    return seed_with(phase, {("interceptor", hex_id): interceptor, ("target", hex_id): target}, turn)


def raid(seed: int = 1, extra: Mapping[str, str] | None = None, **more: Any) -> gpw.Game:
    """The Soviet attack of the example with its bomber over the target; the Axis has one fighter and is to decide."""
    game = at("Soviet Combat", {**GROUND, **FIGHTER, **BOMBER, **(extra or {})}, seed=seed, **more)
    for action in (ATTACK, "fly su-bom-5 A0813", "ready"):
        game.do(action)
    return game


def place(game: gpw.Game, unit: str) -> str:
    """Hex of a unit, "" off the map."""
    return game.standing(unit)[2]


def state(game: gpw.Game, unit: str) -> str:
    return str(game.units.set_index("unit").loc[unit, "state"])


def rules_of(game: gpw.Game, action: str) -> list[str]:
    """The rules that an action is refused by."""
    return [reason.rule for reason in game.why_not(action)]


def air_shifts(
    game: gpw.Game, target: str = TARGET, attackers: tuple[str, ...] = ("su-inf-3", "su-inf-4")
) -> list[Any]:
    """Columns and rule of each shift by aircraft in a battle."""
    made = game.battle(target, attackers).odds
    return [(s.columns, s.rule) for s in made.shifts if s.rule in ("gpw 11.1.1.C", "gpw 11.1.3.B")]
