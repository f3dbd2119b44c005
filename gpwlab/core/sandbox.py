"""What the sandboxes of all games share: reading the words of an edit, the tool that makes them, scenario files."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any, Generic

from gpwlab.core import beside, saves
from gpwlab.core.actions import Edit
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.game import Game
from gpwlab.core.reader import A, E, P
from gpwlab.core.words import perhaps

KIND = "scenario"
#: Digits of a number in an edit, at most.
LONGEST = 9


def whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number from its word; InvalidInput for what is none from ``low`` to ``high``."""
    number = isinstance(text, str) and text.isdecimal() and len(text) <= LONGEST
    if not number or not low <= int(text) <= high:
        raise InvalidInput(f"{what} is a number from {low} to {high}, not {text!r}")
    return int(text)


def one_of(text: str, what: str, known: tuple[str, ...]) -> None:
    """InvalidInput for a word that is not known."""
    if text not in known:
        hint = f"{near}; " if (near := perhaps(text, known)) else ""
        raise InvalidInput(f"there is no {what} {text!r}: {hint}it is one of {', '.join(known)}")


class Editor(Generic[P, A, E]):
    """What ``Game.edit`` returns: one method an edit, each done on the game at once and logged."""

    def __init__(self, game: Game[P, A, E]) -> None:
        self._game = game

    def _do(self, what: str, *words: object) -> list[E]:
        return self._game.do(Edit(what, tuple(map(str, words))))

    def save(self, path: str | os.PathLike[str], title: str, note: str = "") -> Path | None:
        """Keep the position as a scenario file that ``new`` accepts; DataError if it cannot be written.

        A file that lies there and was neither read nor written here is kept beside it; a warning names its new path,
        which is returned.
        """
        if not title:
            raise InvalidInput("a scenario file has a title")
        game = self._game
        body = {"game": game._system, "kind": KIND, "title": title, "note": note}
        text = saves.encoded({**body, "position": game._keeper.record(game._pos)})
        kept = beside.write_known(path, text)
        if kept is not None:
            warnings.warn(f"{path} held something else, which is kept as {kept}", stacklevel=2)
        return kept


def read_scenario_file(path: str | os.PathLike[str], system: str) -> dict[str, Any]:
    """The position in a scenario file of a system; DataError if the file is damaged or is none."""
    body = saves.decoded(beside.read_known(path), str(path))
    position = body.get("position")
    if body.get("game") != system or body.get("kind") != KIND or not isinstance(position, dict):
        raise DataError(f"not a scenario file of {system}", str(path))
    return position
