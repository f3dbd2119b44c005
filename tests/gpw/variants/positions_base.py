"""For each variant of Chadwick, Personn, Battleplan and Sariego, and for those of stacking, a game where it bites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpwlab import gpw
from tests.gpw.battles import EAST, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, STEPPE, WEST
from tests.gpw.boards import game_at

PANZER, ARMOUR, COMBAT = "Axis Panzer Movement", "Soviet Armored Movement", "Soviet Combat"
GENERAL, AXIS, SOVIET = "Soviet General Movement", "Axis Reinforcement/Replacement", "Soviet Reinforcement/Replacement"


def _at(
    slug: str, phase: str, units: dict[str, str], turn: int = 2, needs: tuple[str, ...] = (), **more: Any
) -> gpw.Game:
    return game_at(phase, units, turn, rules=gpw.rules(slug, *needs), **more)


FIGHT = {"su-inf-3": EAST, "su-inf-4": NORTH_EAST, "su-tk-1": SOUTH_EAST, "ax-inf-59": f"{STEPPE}/1"}
RING = {"ax-pz-56": STEPPE, "su-inf-3": EAST, "su-inf-4": NORTH_WEST, "su-inf-24": SOUTH_WEST, "ax-inf-6": WEST}
RAID = {"su-inf-3": "A0812", "ax-inf-6": "A0813", "su-fb-1": "A0711", "ax-fb-1": "A0816", "su-bom-5": "A0611"}
FIELDS = {"A0816": "Axis"}
POLAND = {"ax-inf-1": "B1814", "ax-inf-2": "B1818", "ax-inf-10": "B1916", "su-inf-3": "A0619"}
BREST = {"su-inf-3": "B1811", "ax-pz-41": "B1712", "ax-pz-46": "B1711", "ax-pz-47": "B1812"}
KIEV = {"ax-inf-59": "B2005", "ax-pz-56": "B2004", "su-inf-3": "A0619", "ax-inf-6": "eliminated/0"}
DROP = {"su-ab-1": "A0619", "su-inf-3": EAST, "ax-inf-59": STEPPE}

#: By slug: a game from the position, which is at the start of the phase where the variant matters.
POSITIONS: dict[str, Callable[[], gpw.Game]] = {
    "increased-infantry-movement": lambda: _at(
        "increased-infantry-movement", ARMOUR, {"su-inf-3": STEPPE, "ax-inf-59": "A0903"}
    ),
    "modified-sequence": lambda: gpw.new("barbarossa", rules=("modified-sequence",)),
    "initiative": lambda: gpw.new("barbarossa", rules=("initiative", "leaders"), seed=2),
    "personn-victory-points": lambda: _at("personn-victory-points", PANZER, {"ax-pz-56": "A0719", "su-inf-3": "A0401"}),
    "german-rail": lambda: _at("german-rail", "Axis Rail Movement", POLAND),
    "personn-weather": lambda: _at("personn-weather", COMBAT, FIGHT, 5),
    "five-fortresses": lambda: _at("five-fortresses", "Axis Combat", BREST),
    "supply-by-rail": lambda: _at("supply-by-rail", PANZER, {"ax-pz-56": "B1407", "ax-inf-59": "B1408"}),
    "armour-slips-through": lambda: _at("armour-slips-through", COMBAT, RING),
    "german-replacements": lambda: _at("german-replacements", AXIS, KIEV, 10),
    "air-to-air-table": lambda: _at("air-to-air-table", COMBAT, RAID, 10, ("air",), control=FIELDS),
    "ukrainian-separatists": lambda: _at("ukrainian-separatists", AXIS, KIEV, 10),
    "vlasov-volunteers": lambda: _at("vlasov-volunteers", AXIS, KIEV, 16),
    "national-war-efforts": lambda: _at("national-war-efforts", AXIS, KIEV, 18),
    "german-refit": lambda: _at("german-refit", AXIS, POLAND | {"ax-pz-56": "eliminated/0"}, 18),
    "fighter-bombers": lambda: _at("fighter-bombers", COMBAT, RAID, 10, ("air",), control=FIELDS),
    "soviet-marines": lambda: _at("soviet-marines", GENERAL, DROP, needs=("airborne",)),
    "soviet-artillery-corps": lambda: _at("soviet-artillery-corps", COMBAT, DROP | FIGHT, 20, ("airborne",)),
    "allied-bombing": lambda: _at("allied-bombing", AXIS, POLAND, 20),
    "german-stacking": lambda: _at("german-stacking", PANZER, {"ax-pz-56": WEST, "ax-pz-41": STEPPE, "su-inf-3": EAST}),
    "effective-armour-group": lambda: _at("effective-armour-group", COMBAT, FIGHT),
    "effective-armour-group-alternate": lambda: _at("effective-armour-group-alternate", COMBAT, FIGHT),
    "isolation": lambda: _at("isolation", COMBAT, RING),
    "fortifications": lambda: _at(
        "fortifications", GENERAL, {"su-inf-3": STEPPE, "ax-inf-59": EAST}, needs=("isolation",)
    ),
    "sariego-weather": lambda: _at("sariego-weather", COMBAT, FIGHT, 5),
    "blue-division": lambda: _at("blue-division", AXIS, POLAND, 3),
    "one-port": lambda: _at("one-port", GENERAL, {"su-inf-3": "A0619", "ax-inf-59": "B1407"}),
    "sariego-marines": lambda: _at("sariego-marines", GENERAL, DROP, needs=("airborne",)),
    "sariego-lend-lease": lambda: _at("sariego-lend-lease", SOVIET, {"su-inf-3": "A0619", "ax-inf-59": "B1407"}, 8),
    "guderian": lambda: _at("guderian", "Axis Combat", {"ax-pz-56": EAST, "ax-pz-41": NORTH_EAST, "su-inf-3": STEPPE}),
    "dietrich": lambda: _at("dietrich", AXIS, POLAND, 10, ("leaders",)),
    "sariego-victory": lambda: gpw.new("campaign", rules=gpw.rules("sariego-victory")),
}
