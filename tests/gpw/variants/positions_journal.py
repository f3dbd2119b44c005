"""For each variant of the Canadian Wargamers Journal a game in a position where it bites."""

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


POCKET = {"ax-inf-59": STEPPE, "ax-inf-6": WEST, "su-inf-3": EAST, "su-inf-4": NORTH_WEST, "su-inf-24": SOUTH_WEST}
RAID = {
    "su-inf-3": "A0812",
    "su-inf-4": "A0913",
    "ax-inf-6": "A0813",
    "su-bom-5": "A0611",
    "su-fb-1": "A0711",
    "ax-fb-1": "A0816",
    "ax-fb-2": "A0916",
}
FIELDS = {"A0816": "Axis", "A0916": "Axis"}
DROP = {"su-ab-1": "A0611", "su-fb-1": "A0711", "ax-fb-1": "A0915"}
LOST = {
    "su-inf-3": f"{STEPPE}/1",
    "su-ldr-zhukov": STEPPE,
    "ax-pz-56": EAST,
    "ax-pz-41": NORTH_EAST,
    "ax-inf-59": SOUTH_EAST,
}
HOLDOUT = {"su-inf-9": "B2801", "ax-ro-inf-1": "B2701", "ax-ro-inf-2": "B2702"}

#: By slug: a game from the position, which is at the start of the phase where the variant matters.
POSITIONS: dict[str, Callable[[], gpw.Game]] = {
    "force-march": lambda: _at("force-march", PANZER, {"ax-inf-59": STEPPE, "su-inf-3": "A1201"}),
    "five-hex-supply": lambda: _at("five-hex-supply", PANZER, {"ax-inf-59": "B1407", "ax-pz-56": "B1408"}),
    "home-cities": lambda: _at(
        "home-cities", SOVIET, {"su-inf-3": "eliminated/0", "su-inf-4": "due", "ax-inf-59": "B1407"}
    ),
    "withdrawals-by-type": lambda: _at(
        "withdrawals-by-type", AXIS, {"ax-inf-34": "B1814", "ax-inf-51": "B1916/1", "ax-pz-14": "B1818"}, 16
    ),
    "massed-aircraft": lambda: _at("massed-aircraft", COMBAT, RAID, 10, ("air",), control=FIELDS),
    "lost-leaders": lambda: _at("lost-leaders", "Axis Combat", {**LOST, "su-inf-4": "A0720"}, 2, ("leaders",)),
    "escorted-drops": lambda: _at("escorted-drops", ARMOUR, DROP, 10, ("air", "airborne"), control={"A0915": "Axis"}),
    "partisans-at-home": lambda: _at(
        "partisans-at-home", SOVIET, {"su-par-1": "due", "ax-inf-59": "B1407"}, 10, ("partisans",)
    ),
    "lost-garrison": lambda: _at("lost-garrison", AXIS, {"ax-inf-59": "B1407"}, 19, ("allies",), balkan=1),
    "rail-after-armour": lambda: _at(
        "rail-after-armour", SOVIET, {"su-tk-1": "A1207", "su-inf-3": "A1307", "ax-inf-59": "B1407"}
    ),
    "armour-in-swamps": lambda: _at("armour-in-swamps", ARMOUR, {"su-tk-1": "B1404", "ax-inf-59": "B1410"}),
    "removal-of-units": lambda: _at("removal-of-units", AXIS, {"su-tk-1": "B1407", "ax-inf-59": "B1408"}, 10),
    "romania-for-good": lambda: _at("romania-for-good", "Axis General Movement", HOLDOUT, 2, ("allies",)),
    "sheltered-retreats": lambda: _at("sheltered-retreats", COMBAT, POCKET),
    "quiet-borders": lambda: _at("quiet-borders", GENERAL, {"su-inf-3": "B2505", "ax-ro-inf-1": "B2605"}, 1),
    "campaign-conditions": lambda: _at(
        "campaign-conditions", GENERAL, {"su-inf-3": "A0720", "ax-inf-59": "B1407"}, 32, scenario="campaign"
    ),
    "journal-victory-points": lambda: _at(
        "journal-victory-points", GENERAL, {"su-inf-3": "A0720", "ax-inf-59": "B1407"}, 5
    ),
}
