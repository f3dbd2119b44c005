"""For each of Gil Winters' variants a game in a position where it bites."""

from __future__ import annotations

from collections.abc import Callable

from gpwlab import gpw
from tests.gpw.battles import EAST, NORTH_EAST, SOUTH_EAST, STEPPE, WEST
from tests.gpw.boards import game_at

GENERAL, MOBILE, COMBAT = "Soviet General Movement", "Soviet Armored Movement", "Soviet Combat"
RESERVE = "Soviet Reinforcement/Replacement"


def _at(slug: str, phase: str, units: dict[str, str], turn: int = 2, needs: tuple[str, ...] = ()) -> gpw.Game:
    return game_at(phase, units, turn, rules=gpw.rules(slug, *needs))


STEPPE_FIGHT = {"su-tk-1": EAST, "su-tk-2": NORTH_EAST, "su-inf-3": SOUTH_EAST, "su-mech-1": "A1201"}
STEPPE_FIGHT |= {"ax-inf-59": f"{STEPPE}/1"}
NEAR = {"su-inf-3": STEPPE, "ax-inf-59": "A1205"}
HELD = {"su-inf-3": WEST, "ax-inf-59": "A1205"}
BREST = {"su-inf-3": "B1811", "ax-pz-41": "B1712", "ax-pz-46": "B1711", "ax-pz-47": "B1812"}
MINSK = {"su-inf-3": "B1407", "ax-pz-41": "B1507", "ax-pz-46": "B1308", "ax-pz-47": "B1408"}
CERNAUTI = {"su-inf-3": "B2507", "ax-pz-41": "B2506", "ax-pz-46": "B2508"}
MOSCOW = {"su-inf-3": "A0619", "ax-pz-41": "A0719", "ax-pz-46": "A0620", "ax-pz-47": "A0520"}
SWAMPS = {"su-inf-3": "B0411", "ax-pz-41": "B0312", "ax-pz-46": "B0412"}
ARRIVING = {
    "su-inf-3": "A0619",
    "su-inf-5": "due",
    "su-inf-4": "eliminated/0",
    "su-mech-1": "due",
    "ax-inf-59": "B1407",
}
POLAND = {"ax-inf-1": "B1814", "ax-inf-2": "B1818", "ax-inf-10": "B1916", "su-inf-3": "A0619"}
SHOCK = {"su-inf-3": "B0411", "ax-inf-59": "B1407"}

#: By slug: a game from the position, which is at the start of the phase where the variant matters.
POSITIONS: dict[str, Callable[[], gpw.Game]] = {
    "armored-overrun": lambda: _at("armored-overrun", COMBAT, STEPPE_FIGHT),
    "additional-infantry-movement": lambda: _at("additional-infantry-movement", MOBILE, NEAR),
    "winters-rail": lambda: _at("winters-rail", "Axis Rail Movement", POLAND),
    "leaving-zocs": lambda: _at("leaving-zocs", GENERAL, HELD),
    "fortresses-hold": lambda: _at("fortresses-hold", "Axis Combat", BREST),
    "winters-major-cities": lambda: _at("winters-major-cities", "Axis Combat", MINSK),
    "winters-minor-cities": lambda: _at("winters-minor-cities", "Axis Combat", CERNAUTI),
    "fortress-cities": lambda: _at("fortress-cities", "Axis Combat", MOSCOW),
    "infantry-shock-movement": lambda: game_at(
        MOBILE, SHOCK, 12, rules=gpw.rules("infantry-shock-movement", "shock"), shock_turn=[0, 12]
    ),
    "no-consecutive-shock": lambda: game_at(
        RESERVE, SHOCK, 10, rules=gpw.rules("no-consecutive-shock", "shock"), shock_turn=[0, 9]
    ),
    "shock-column": lambda: game_at(
        COMBAT, STEPPE_FIGHT, 10, rules=gpw.rules("shock-column", "shock"), shock_turn=[0, 10]
    ),
    "general-winter": lambda: _at("general-winter", COMBAT, STEPPE_FIGHT, turn=5),
    "retreats-end-early": lambda: _at("retreats-end-early", "Axis Combat", SWAMPS),
    "arrival-in-held-cities": lambda: _at("arrival-in-held-cities", RESERVE, ARRIVING),
    "no-air-or-leaders": lambda: gpw.new("campaign", rules=("no-air-or-leaders",)),
    "airborne-as-garrisons": lambda: _at(
        "airborne-as-garrisons", GENERAL, {"su-ab-1": "A0619", "ax-inf-59": "B1407"}, needs=("airborne",)
    ),
    "late-garrisons": lambda: gpw.new("barbarossa", rules=("late-garrisons",)),
    "russian-replacements": lambda: _at("russian-replacements", RESERVE, {"su-inf-3": "A0619", "ax-inf-59": "B1407"}),
}
