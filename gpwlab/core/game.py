"""A game of any system as users hold it: act, take back, branch, bookmark, keep."""

from __future__ import annotations

import os
import warnings
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from gpwlab.core import beside, keeping, saves
from gpwlab.core.actions import Done, Edit, Reseed
from gpwlab.core.errors import DataError, IllegalAction, InvalidInput
from gpwlab.core.reader import A, E, P, Reader, Rules

G = TypeVar("G", bound="Game[Any, Any, Any]")
R = TypeVar("R", bound=Rules)


class Game(Reader[P, A, E], Generic[P, A, E]):
    """A scenario, a rule set, a seed and the actions done so far; the game of each system adds how it is played on."""

    #: the system's short name
    _system: str

    def __init__(self, start: P, overlay: Path | None = None, opening: Sequence[E] = ()) -> None:
        super().__init__(self._keeper.new_line(start), opening)
        self._overlay = overlay
        #: why the game may only be looked at; empty while it can be played
        self.read_only = ""
        #: bookmarks: notes by the log's number of an action, 0 for the start; a save and a fork keep them
        self.notes: dict[int, str] = {}

    @property
    def seed(self) -> int:
        """The seed of the dice stream in force."""
        return self._pos.seed

    def do(self, action: A | Done | Reseed | Edit | str) -> list[E]:
        """Carry out an action, in object or text form, and return the events that it caused.

        IllegalAction carries the reasons of ``why_not``; InvalidInput tells what is malformed.  Neither changes
        anything.
        """
        if self.read_only:
            raise InvalidInput(f"this game is read-only: {self.read_only}")
        asked = self._keeper.as_action(self._pos, action)
        refused = list(self._keeper.objections(self._pos, asked))
        if refused:
            raise IllegalAction(refused)
        return self._journal.do(asked)

    def undo(self) -> A:
        """Take back the last action and return it; the log keeps it as undone."""
        if not self.cursor:
            raise InvalidInput("there is nothing to undo")
        action = self.actions[-1]
        self._journal.jump(self.cursor - 1)
        return action

    def redo(self) -> A:
        """Do again what was undone last and return it."""
        if self.cursor == len(self._journal.line):
            raise InvalidInput("there is nothing to redo")
        self._journal.jump(self.cursor + 1)
        return self.actions[-1]

    def jump(self, number: int) -> None:
        """Go to the position after ``number`` actions, back or forth along the line of play."""
        self._journal.jump(number)

    @property
    def undone(self) -> int:
        """How many actions can be done again."""
        return len(self._journal.line) - self.cursor

    def fork(self) -> Self:
        """An independent game at the same place with the same dice to come."""
        twin = type(self).__new__(type(self))
        Reader.__init__(twin, self._journal.fork(), self._opening)
        twin._overlay, twin.read_only = self._overlay, self.read_only
        places = {number: place for place, number in enumerate((0, *self.line[: self.cursor]))}
        twin.notes = {places[number]: note for number, note in self.notes.items() if number in places}
        return twin

    def branch(self, number: int) -> Self:
        """An independent game that ends with an action by the log's number, also one undone and overwritten."""
        twin = self.fork()
        twin._journal = self._keeper.branch(self._journal, number)
        twin.notes = {}
        return twin

    def mark(self, note: str) -> int:
        """Put a bookmark with a note here, in place of an older one; returns the log's number that it lies at."""
        if not isinstance(note, str):
            raise InvalidInput(f"a note is a text, not {note!r}")
        number = (0, *self.line)[self.cursor]
        self.notes[number] = note
        return number

    def reseed(self, seed: int) -> list[E]:
        """Go on with another stream of dice; logged like any action."""
        return self.do(Reseed(seed))

    def next_phase(self) -> list[E]:
        """End the phase; IllegalAction while a decision is open or an announced attack is unresolved."""
        return self.do(Done())

    @abstractmethod
    def _data_hash(self) -> str:
        """A hash of every table row that the game plays with."""

    def _head(self) -> dict[str, Any]:
        """What a save says first: of which version and game it is, by which rules and tables."""
        from gpwlab import __version__

        return {
            "gpwlab": __version__,
            "game": self._system,
            "rules": list(self.rules.options),
            "data": self._data_hash(),
        }

    def save(self, path: str | os.PathLike[str], brief: bool = False) -> Path | None:
        """Write the game to a file; DataError if it cannot be written, and then the old file is as it was.

        Where the file holds another game or another line of play (two notebooks may save under one name), that is kept
        beside it; a warning names its new path, which is returned.  ``brief`` leaves out the positions at the start of
        each phase, which only tell sooner where a replay differs.
        """
        notes = {"notes": sorted(self.notes.items())} if self.notes else {}
        body = {**self._head(), **self._keeper.body(self._journal, self._opening, brief), **notes}
        kept = beside.write(path, body)
        if kept is not None:
            warnings.warn(f"{path} held another game or line of play, which is kept as {kept}", stacklevel=2)
        return kept


def folder(overlay: str | os.PathLike[str] | None) -> Path | None:
    """The folder of the user's own tables as an absolute path; InvalidInput for what is no path."""
    if overlay is None:
        return None
    try:
        return Path(overlay).resolve()
    except (TypeError, ValueError):  # ValueError: a null character, or half of one
        raise InvalidInput(f"overlay is a folder, not {overlay!r}") from None


def agreed(record: Mapping[str, Any], given: R | None, read: Callable[[Mapping[str, Any]], R]) -> R:
    """The rule set for a position's record: the given one, which must have the options stated there, or the stated one.

    ``read`` makes a rule set of what the record states.  InvalidInput names what is missing or does not agree.
    """
    for key in ("scenario", "rules"):
        if key not in record:
            raise InvalidInput(f"the position does not say its {key}")
    stated = read(record)
    if given is not None and given.options != stated.options:
        raise InvalidInput(f"the options of the position are {list(stated.options)}, not {list(given.options)}")
    return given or stated


def from_file(path: str | os.PathLike[str], begin: Callable[[], G]) -> G:
    """The game that begins at a position of a file; a position that is none is a DataError, which names the file."""
    try:
        return begin()
    except InvalidInput as error:
        raise DataError(str(error), str(path)) from None


def reopened(path: str | os.PathLike[str], system: str, begin: Callable[[dict[str, Any], str], G]) -> G:
    """The game in a save of a system, with its whole log, played again action by action.

    ``begin``: the game that starts at a position of the save, ``start`` or ``position``.  Where the outcome differs
    from what was saved (other data, a newer version), the game opens read-only at the saved position, and ``read_only``
    names the first difference.  DataError for a file that is damaged or no save of this system.
    """
    body = saves.read(path)
    if body.get("game") != system:
        raise DataError(f"a save of {body.get('game')!r}, not of {system}", str(path))
    try:
        game = begin(body, "start")
        game._opening = game._keeper.events_of(body["opening"])
        game.notes = keeping.notes_of(body.get("notes", []), len(body["history"]))
        difference = game._keeper.replay(game._journal, body)
        if difference:
            game = begin(body, "position")
            same = body["data"] == game._data_hash()
            game.read_only = difference if same else f"{difference}; the tables are not those of the save"
    except (InvalidInput, KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(f"the save cannot be played: {error}", str(path)) from None
    return game
