"""What the tests of section 17 share: positions with its rule on, countries, battles brought to a wanted result."""

from __future__ import annotations

from functools import cache
from typing import Any

from gpwlab import gpw
from tests.gpw.battles import CRT
from tests.gpw.boards import game_at, seed_for
from tests.gpw.maps import by, cities_in, neighbours, playable, region

ALLIES = gpw.rules("allies")
AXIS, SOVIET = "Axis Reinforcement/Replacement", "Soviet Reinforcement/Replacement"
#: A Soviet army in the mouth of the Dniester: Bessarabia is not clear.
HOLDOUT = {"su-inf-9": "B2801"}
DEAD = "eliminated/0"
ROMANIANS = [row["unit_id"] for row in by("units", "unit_id").values() if row["nationality"] == "Romanian"]
HUNGARIANS = [row["unit_id"] for row in by("units", "unit_id").values() if row["nationality"] == "Hungarian"]
ODESSA, BUCHAREST, BUDAPEST, BRATISLAVA, WARSAW = "B2701", "B3305", "B2815", "B2718", "B1814"


def at(phase: str, units: dict[str, str], **more: Any) -> gpw.Game:
    """A position at the start of a phase, with the rules of section 17."""
    return game_at(phase, units, **({"rules": ALLIES} | more))


def dead(units: list[str], number: int) -> dict[str, str]:
    """That many of the units, eliminated."""
    return dict.fromkeys(units[:number], DEAD)


def country(name: str) -> set[str]:
    """The land hexes of a country in June 1941, or of Bessarabia."""
    if name == "Bessarabia":
        return set(region(name))
    return {h for h, row in by("hexes", "hex").items() if row["country"] == name and playable(h)}


def cities(name: str) -> set[str]:
    return {h for h in country(name) if cities_in(h)}


@cache
def ring(name: str, hexes: int) -> dict[str, int]:
    """Hexes from a country's nearest hex, for all hexes up to so many away."""
    found = dict.fromkeys(country(name), 0)
    if name == "Romania":
        found |= dict.fromkeys(country("Bessarabia"), 0)
    edge = set(found)
    for far in range(1, hexes + 1):
        edge = {n for h in edge for n in neighbours(h)} - found.keys()
        found |= dict.fromkeys(edge, far)
    return found


def fight(units: dict[str, str], target: str, result: str, phase: str = "Soviet Combat", **more: Any) -> gpw.Game:
    """A game in which all that can have attacked the target, and the die has brought the result."""
    game = at(phase, units, turn=2, **more)
    names = game.candidates(target)
    column = game.battle(target, names).column
    assert column is not None
    die = next(die for die in range(1, 7) if CRT[column, die] == result)
    game.reseed(seed_for(phase, "battle", target, die, 2))
    game.do(f"attack {target} by {' '.join(names)}")
    assert game.do(f"resolve {target}")[0].result == result
    return game


def state(game: gpw.Game, unit: str) -> str:
    """Full, reduced, or the fate of a unit off the map."""
    return str(game.units.set_index("unit").state[unit])


def states(game: gpw.Game, units: list[str]) -> set[str]:
    return {state(game, unit) for unit in units}


def places(game: gpw.Game, unit: str) -> set[str]:
    """Hexes where a unit may be placed or come back now."""
    return {action.hex for action in game.legal.of(unit) if isinstance(action, gpw.Place | gpw.Rebuild) and action.hex}


def told(game: gpw.Game, kind: str) -> list[str]:
    """What the log says of a kind of event."""
    return list(game.log.loc[game.log.kind == kind, "text"])
