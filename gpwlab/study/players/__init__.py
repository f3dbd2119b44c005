"""Players that see a side's view and act through legal actions.

``make("cautious", game, seed)`` makes one; ``names("gpw")`` lists those of a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gpwlab.core.errors import InvalidInput
from gpwlab.study.players.base import (
    SIDES,
    BotError,
    Maker,
    Player,
    deciding,
    play_out,
    play_phase,
    step,
    system_of,
)

__all__ = [
    "SIDES", "BotError", "Maker", "Player", "deciding", "make", "named", "names", "pair", "play_out", "play_phase",
    "step", "system_of",
]  # fmt: skip


def names(game: Any) -> tuple[str, ...]:
    """The players that there are for a game, a view, or ``gpw``, ``sfs`` or ``hube``."""
    return tuple(_makers(system_of(game)))


def make(name: str | Maker, game: Any, seed: object = 0) -> Player:
    """A player by name (or by a function of the seed) for a game; InvalidInput names an unknown one.

    The same seed makes a player that does the same in the same positions.
    """
    if callable(name):
        return name(str(seed))
    known = _makers(system_of(game))
    if name not in known:
        raise InvalidInput(f"there is no player {name!r} of {system_of(game)}; there is {', '.join(known)}")
    return known[name](str(seed))


def named(players: str | Maker | Sequence[str | Maker], game: Any) -> tuple[str | Maker, str | Maker]:
    """Who plays each side, from one for both or one a side in the order of :data:`SIDES`; InvalidInput if unknown."""
    given = (players,) if isinstance(players, str) or callable(players) else tuple(players)
    if len(given) not in (1, 2):
        raise InvalidInput(f"a game has two players, or one that plays both sides, not {len(given)}")
    for player in given:
        make(player, game)
    return given[0], given[-1]


def pair(players: str | Maker | Sequence[str | Maker], game: Any, seed: object = 0) -> Mapping[str, Player]:
    """A player for each side of a game; the two have different luck of their own."""
    sides = SIDES[system_of(game)]
    chosen = named(players, game)
    return {side: make(who, game, f"{seed}/{side}") for side, who in zip(sides, chosen, strict=True)}


def _makers(system: str) -> Mapping[str, Maker]:
    """The players of a game system; its module is imported when it is asked for."""
    if system == "gpw":
        from gpwlab.study.players import gpw

        return gpw.MAKERS
    if system == "sfs":
        from gpwlab.study.players import sfs

        return sfs.MAKERS
    from gpwlab.study.players import hube

    return hube.MAKERS
