"""Short questions that several widgets put to a game."""

from __future__ import annotations

from gpwlab.gpw.actions import Attack, Move
from gpwlab.gpw.picture.faces import Standing
from gpwlab.gpw.picture.layers import standings
from gpwlab.gpw.reader import Reader
from gpwlab.gpw.units import SIDES, Unit

#: The kinds of phase in which units move.
MOVING = ("rail", "mobile", "general")
#: The kinds of phase in which units come on the map.
PLACING = ("setup", "arrival", "reinforcement")


def kind(game: Reader) -> str:
    """The kind of the phase in progress: setup, arrival, reinforcement, rail, mobile, combat or general."""
    return game.phase.kind


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


def targets(game: Reader, unit_id: str = "") -> list[str]:
    """Hexes on which an attack may still be announced (gpw 7.1.B); of a counter, those whose attack it may join."""
    open_ = [action.target for action in game.legal if isinstance(action, Attack)]
    return [hex_id for hex_id in open_ if not unit_id or unit_id in game.candidates(hex_id)]


def to_set_up(game: Reader) -> int:
    """Units that the side whose set-up it is has still to place, those too that can only stand on others."""
    from gpwlab.gpw import setup

    return len(setup.waiting(game._pos))


def homeward(game: Reader) -> list[str]:
    """Aircraft that must return to an airfield before the phase can end (gpw 11.2.A)."""
    from gpwlab.gpw import air

    out = air.away(game._pos) if kind(game) == "general" else {}
    return [game._pos.world.units[unit].id for unit, fields in out.items() if fields]


def movable(game: Reader) -> list[str]:
    """Units that have somewhere to move to in this phase."""
    return list(dict.fromkeys(action.unit for action in game.legal if isinstance(action, Move)))


def last_turn(game: Reader) -> int:
    """The last turn of the scenario."""
    return game._pos.world.scenario.last_turn


def first_turn(game: Reader) -> int:
    """The first turn of the scenario."""
    return game._pos.world.scenario.first_turn
