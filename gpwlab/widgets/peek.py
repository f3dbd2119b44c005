"""Short questions that several widgets put to a game."""

from __future__ import annotations

from gpwlab.gpw.picture.faces import Standing
from gpwlab.gpw.picture.layers import standings
from gpwlab.gpw.reader import Reader
from gpwlab.gpw.sequence import step_at
from gpwlab.gpw.units import SIDES, Unit

#: The kinds of phase in which units move.
MOVING = ("rail", "mobile", "general")


def kind(game: Reader) -> str:
    """The kind of the phase in progress: setup, reinforcement, rail, mobile, combat or general."""
    return step_at(game.phase.number).kind


def unit(game: Reader, unit_id: str) -> Unit:
    """A counter."""
    return game.standing(unit_id)[0]


def side(game: Reader, unit_id: str) -> str:
    """Whose a counter is."""
    return SIDES[unit(game, unit_id).side]


def hex_of(game: Reader, unit_id: str) -> str:
    """Where a counter is, "" off the map."""
    return game.standing(unit_id)[2]


def standing(game: Reader, unit_id: str) -> Standing | None:
    """A counter on the map with its marks, or None."""
    return next((s for s in standings(game) if s.unit.id == unit_id), None)


def waiting(game: Reader) -> list[str]:
    """Target hexes of the announced attacks that have not been rolled."""
    return [target for target, _units, result in game.attacks if not result]


def movable(game: Reader) -> list[str]:
    """Units that may still move in this phase."""
    from gpwlab.gpw import movement

    return [game._pos.world.units[u].id for u in movement.movable(game._pos)]


def last_turn(game: Reader) -> int:
    """The last turn of the scenario."""
    return game._pos.world.scenario.last_turn
