"""Which scenario belongs to which game: what is said to a name that a game does not have."""

from __future__ import annotations

from collections.abc import Sequence

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import shipped
from gpwlab.core.words import perhaps

GAMES = ("gpw", "sfs", "hube")


def no_scenario(slug: object, known: Sequence[str]) -> InvalidInput:
    """The error for a name that is none of those known: whose scenario it is, else those like it, else all known."""
    if isinstance(slug, str) and (game := home(slug)):
        return InvalidInput(f"{slug!r} is a scenario of {game}: {game}.new({slug!r}) begins it")
    hint = perhaps(slug, known) or f"there is {', '.join(known)}"
    return InvalidInput(f"there is no scenario {slug!r}; {hint}")


def home(slug: str) -> str:
    """The game that has a scenario of this name, "" if none has; only those of Hube's Pocket are campaigns too."""
    for game in GAMES:
        plain = slug.removesuffix(":campaign") if game == "hube" else slug
        if plain in (row["slug"] for row in shipped(game, "scenarios").rows):
            return game
    return ""
