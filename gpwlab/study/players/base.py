"""What a player is, who there is, and how players carry a game on.

A player sees a side's view of a game and names a legal action; the game judges it like anybody's.  What a player does
depends on the view and on its seed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from gpwlab.core.errors import GameError, IllegalAction, InvalidInput
from gpwlab.core.reasons import Reason


class Player(Protocol):
    """A player of one side.  ``name`` is how results call it; a player is used for one game only."""

    name: str

    def choose(self, view: Any) -> Any:
        """A legal action for the side that must decide; ``view`` is that side's view and nothing more."""


#: Makes a player for a game and a seed; what users hand over in place of a name.
Maker = Callable[[str], Player]


class BotError(IllegalAction):
    """A player named an action that the game refuses; the game stands as it did before."""

    def __init__(self, reasons: list[Reason], player: str = "", action: str = "") -> None:
        super().__init__(reasons)
        self.player, self.action = player, action

    def __str__(self) -> str:
        return f"the player {self.player!r} named '{self.action}', which is not legal: {super().__str__()}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the constructor's arguments: workers send errors back to the kernel."""
        return BotError, (self.reasons, self.player, self.action)


def system_of(game: Any) -> str:
    """``gpw``, ``sfs`` or ``hube`` for a game, a view or that word; InvalidInput for anything else."""
    name = game if isinstance(game, str) else type(game).__module__.removeprefix("gpwlab.").split(".")[0]
    if name not in SIDES:
        raise InvalidInput(f"players know games of {', '.join(SIDES)}, not {game!r}")
    return name


#: The sides of each game, in the order in which players are named.
SIDES: dict[str, tuple[str, str]] = {"gpw": ("Axis", "Soviet"), "sfs": ("German", "Soviet"), "hube": ("Axis", "Soviet")}


def deciding(game: Any) -> str:
    """The side that must act now."""
    choice = game.pending
    if choice is not None:
        return str(choice.side)
    if system_of(game) == "gpw":
        return str(game.phase.side)
    return SIDES[system_of(game)][game._pos.side]


def over(game: Any) -> bool:
    """True once nothing can be done any more."""
    return game.winner is not None


def step(game: Any, players: Mapping[str, Player]) -> list[Any]:
    """One action by the player whose turn it is; BotError where it is not legal, and the game is as it was."""
    side = deciding(game)
    player = players[side]
    action = player.choose(game.view(side))
    try:
        return list(game.do(action))
    except GameError as error:
        reasons = error.reasons if isinstance(error, IllegalAction) else [Reason("", str(error))]
        raise BotError(reasons, player.name, str(action)) from error


def play_out(game: Any, players: Mapping[str, Player], watch: Callable[[list[Any]], object] | None = None) -> Any:
    """Play a game to its end and return it; ``watch`` is told the events of each action."""
    while not over(game):
        events = step(game, players)
        if watch is not None:
            watch(events)
    return game


def play_phase(game: Any, player: Player) -> list[Any]:
    """Let a player finish this phase for the side that must act; stops where the other side has to decide."""
    side, start, events = deciding(game), _when(game), []
    while not over(game) and _when(game) == start and deciding(game) == side:
        events += step(game, {side: player})
    return events


def _when(game: Any) -> tuple[int, int]:
    return game._pos.turn, game._pos.phase
