"""A user's own copy of a game's tables: corrected row by row, kept in a folder that every game and study takes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.core import bundle, saves, tables
from gpwlab.core.edits import Add, Confirm, Desk, Edit, Key, Remove, Set
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.game import folder as folder_of
from gpwlab.core.ownfolder import JOURNAL, OwnFolder
from gpwlab.core.schema import PROVENANCE, Field, Row, problems

if TYPE_CHECKING:
    from pandas import DataFrame

GAMES = ("gpw", "sfs", "hube")


class History(NamedTuple):
    """What was done, first to last, in words, and how much of it is not undone."""

    steps: tuple[str, ...]
    done: int


class OwnCopy:
    """The tables of a game with a user's own in place of the shipped ones, changed step by step.

    ``folder`` is made when it does not exist; it holds the tables that differ from the shipped ones, and the steps, so
    that undo goes on when it is opened again.  It is what ``new(..., overlay=)`` takes; so is the copy itself.

    Every accepted change is on disk when the call returns.  A call that raises has changed nothing: InvalidInput for a
    game, table, row or column that is not there, DataError for a cell that its schema refuses, for a folder that cannot
    be written and for one that another program has changed since (:meth:`reload` reads it again).
    """

    def __init__(self, game: str, folder: str | os.PathLike[str]) -> None:
        if game not in GAMES:
            raise InvalidInput(f"a game is one of {', '.join(GAMES)}, not {game!r}")
        path = folder_of(folder or None)
        if path is None:
            raise InvalidInput("an own copy needs a folder")
        self._kept = OwnFolder(game, path)
        self._watchers: list[Callable[[], object]] = []

    def __fspath__(self) -> str:
        return str(self.folder)

    def __repr__(self) -> str:
        own = ", ".join(self.own) or "nothing corrected yet"
        return f"<OwnCopy of {self.game} in {self.folder}: {own}>"

    @property
    def game(self) -> str:
        """``gpw``, ``sfs`` or ``hube``."""
        return self._kept.game

    @property
    def folder(self) -> Path:
        """Where the tables are."""
        return self._kept.path

    @property
    def note(self) -> str:
        """What a user should know since the folder was read, "" for nothing: undo given up, shipped tables changed."""
        old = self._kept.outdated
        newer = f"gpwlab has newer versions of {', '.join(old)} than were copied here; diff() shows both" if old else ""
        return "; ".join(filter(None, (self._kept.note, newer)))

    # -- what there is -------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The game's tables."""
        return list(self._kept.forms)

    @property
    def own(self) -> list[str]:
        """The tables that differ from the shipped ones."""
        return self._kept.own

    def rows(self, name: str) -> list[Row]:
        """The rows of a table as a game would read them, copied: text by column."""
        self.key(name)
        return [dict(row) for row in self._kept.tables[name].rows]

    def shipped(self, name: str) -> list[Row]:
        """The rows of a table as it is shipped, copied."""
        self.key(name)
        return [dict(row) for row in self._kept.shipped[name].rows]

    def frame(self, name: str) -> DataFrame:
        """:meth:`rows` as a DataFrame of text; its index is the key."""
        from pandas import DataFrame

        columns = list(self._kept.tables[name].rows[0]) if self.rows(name) else list(self.fields(name))
        return DataFrame(self.rows(name), columns=columns).set_index(list(self.key(name)))

    def row(self, name: str, key: Key) -> Row:
        """One row by its key."""
        index = self._desk().find(name, key)
        return dict(self._kept.tables[name].rows[index])

    def row_on_line(self, name: str, line: int) -> Row | None:
        """The row that begins on a line of a table's file, as faults count them; None if none does."""
        self.key(name)
        table = self._kept.tables[name]
        return dict(table.rows[table.lines.index(line)]) if line in table.lines else None

    def key(self, name: str) -> tuple[str, ...]:
        """The columns that together identify a row of a table."""
        return self._desk().form(name).key

    def fields(self, name: str) -> Mapping[str, Field]:
        """The columns of a table with their forms: what a cell must be (``wants``), and the choices of a closed set."""
        return self._desk().form(name).fields

    # -- changes -------------------------------------------------------------------------------------------------

    def set(
        self, name: str, key: Key, column: str, value: str, *, provenance: str = PROVENANCE[0], note: str = ""
    ) -> None:
        """Correct one cell; see :class:`gpwlab.core.edits.Set` for what becomes of provenance and basis."""
        self.change([Set(name, key, column, value, provenance, note)])

    def set_many(self, cells: Iterable[tuple[str, Key, str, str]], text: str = "") -> None:
        """Correct many cells, each given as table, key, column and value, in one step."""
        given = list(cells) if isinstance(cells, Iterable) else [cells]
        if any(isinstance(cell, str) or not isinstance(cell, Sequence) or len(cell) != 4 for cell in given):
            raise InvalidInput("cells are each given as table, key, column and value")
        self.change([Set(*cell) for cell in given], text)

    def add(self, name: str, row: Mapping[str, str], *, provenance: str = PROVENANCE[0], note: str = "") -> None:
        """Add a row; columns that are not given are empty."""
        self.change([Add(name, row, provenance, note)])

    def remove(self, name: str, key: Key) -> None:
        """Take a row out."""
        self.change([Remove(name, key)])

    def confirm(self, name: str, *keys: Key, note: str = "") -> None:
        """Say that rows stand on one's own copy as they do here: they become printed, on the word of the owner."""
        self.change([Confirm(name, key, note=note) for key in keys])

    def change(self, edits: Sequence[Edit], text: str = "") -> None:
        """Carry out edits of any kind, one after the other, as one step that undo takes back; ``text`` tells of it.

        The first edit that is refused refuses them all.  Edits that change nothing make no step.
        """
        if not isinstance(text, str):
            raise InvalidInput(f"what a step is called is text, not {text!r}")
        desk = self._desk()
        desk.carry_out(edits)
        for fault in desk.faults:
            raise fault
        if desk.changes:
            self._kept.commit(text or "; ".join(map(_told, edits)), desk.changes)
            self._tell()

    def undo(self) -> str:
        """Take the last step back and say which; InvalidInput if there is none."""
        text = self._kept.undo()
        self._tell()
        return text

    def redo(self) -> str:
        """Make the step undone last again and say which; InvalidInput if there is none."""
        text = self._kept.redo()
        self._tell()
        return text

    @property
    def history(self) -> History:
        """The steps in words, and how many of them are not undone."""
        steps, done = self._kept.steps
        return History(tuple(step.text for step in steps), done)

    def reload(self) -> None:
        """Read the folder again, with what another program has done there."""
        self._kept.reload()
        self._tell()

    def watch(self, call: Callable[[], object]) -> Callable[[], None]:
        """Call a function after every change; the function returned ends that."""
        self._watchers.append(call)
        return lambda: self._watchers.remove(call)

    # -- what is wrong -------------------------------------------------------------------------------------------

    def try_value(self, name: str, key: Key, column: str, value: str) -> list[DataError]:
        """The faults that a value in a cell would cause, [] for none; nothing is changed."""
        return self.try_change([Set(name, key, column, value)])

    def refusals(self, edits: Sequence[Edit]) -> list[DataError]:
        """The faults for which edits would be refused: cells that their schema does not allow, a key that is there."""
        desk = self._desk()
        desk.carry_out(edits)
        return desk.faults

    def try_change(self, edits: Sequence[Edit]) -> list[DataError]:
        """The faults that edits would cause: those that refuse them or, if there are none, new ones between tables."""
        desk = self._desk()
        desk.carry_out(edits)
        return desk.faults or (self._kept.faults_with(desk.rows) if desk.changes else [])

    def faults(self) -> list[DataError]:
        """All that is wrong, also between tables, as ``gpwlab data check`` finds it; a game needs [] to begin."""
        return self._kept.faults()

    # -- how far it is -------------------------------------------------------------------------------------------

    def diff(self) -> DataFrame:
        """Every cell that differs: table, key (as :meth:`set` takes it), column, shipped, own; None where no row is."""
        from pandas import DataFrame

        rows = [(name, *line) for name in self.own for line in self._differences(name)]
        return DataFrame(rows, columns=["table", "key", "column", "shipped", "own"], dtype=object)

    def _differences(self, name: str) -> list[tuple[Key, str, str | None, str | None]]:
        shipped, own = self._keyed(name, self.shipped(name)), self._keyed(name, self.rows(name))
        found: list[tuple[Key, str, str | None, str | None]] = []
        columns = self.fields(name)
        for parts in dict.fromkeys([*shipped, *own]):
            key, old, new = parts if parts[1:] else parts[0], shipped.get(parts, {}), own.get(parts, {})
            found += [(key, c, old.get(c), new.get(c)) for c in columns if old.get(c) != new.get(c)]
        return found

    def _keyed(self, name: str, rows: Iterable[Row]) -> dict[tuple[str, ...], Row]:
        key = self.key(name)
        return {tuple(row[column] for column in key): row for row in rows}

    def progress(self) -> DataFrame:
        """By table: rows, how many are printed, derived, published, reconstructed, how many ``corrected`` by the user
        (changed, confirmed or added), and the share of reconstructed ones, ``open``."""
        from pandas import DataFrame

        lines = []
        for name, table in self._kept.tables.items():
            counted, rows = Counter(row["provenance"] for row in table.rows), table.rows
            kinds = [counted[kind] for kind in PROVENANCE]
            lines.append((name, len(rows), *kinds, self._corrected(name, rows), kinds[-1] / len(rows) if rows else 0.0))
        return DataFrame(lines, columns=["table", "rows", *PROVENANCE, "corrected", "open"])

    def _corrected(self, name: str, rows: list[Row]) -> int:
        if name not in self.own:
            return 0
        shipped = self._keyed(name, self.shipped(name))
        return sum(shipped.get(key) != row for key, row in self._keyed(name, rows).items())

    # -- handing it on -------------------------------------------------------------------------------------------

    def share(self, path: str | os.PathLike[str]) -> Path:
        """Write all that is corrected into one small file that :meth:`receive` reads; its path.

        The file says of which game and version it is, and what differs.  InvalidInput where nothing is corrected.
        """
        from gpwlab import __version__

        if not self.own:
            raise InvalidInput("nothing is corrected yet: there is nothing to share")
        about = {"game": self.game, "gpwlab": __version__, "base": self._kept.base(), "diff": self._told_diff()}
        target = saves.as_path(path)
        bundle.pack(target, self._kept.files, about)
        return target

    def _told_diff(self) -> list[list[object]]:
        return [[name, *line] for name in self.own for line in self._differences(name)]

    @classmethod
    def receive(cls, path: str | os.PathLike[str], folder: str | os.PathLike[str]) -> OwnCopy:
        """The copy in a shared file, in a folder that has none of its own yet.

        All of it is checked before anything is written.  DataError for a file that is none or is damaged, for a table
        that its schema refuses, and for a folder with tables.  Faults between tables are no hindrance: :meth:`faults`.
        """
        about, files = bundle.unpack(saves.as_path(path))
        game, base, target = about.get("game"), about.get("base"), saves.as_path(folder)
        if game not in GAMES or not isinstance(base, dict):
            raise DataError(f"a copy of {game!r}, which is no game of this gpwlab", str(path))
        for name, data in files.items():
            _check(game, name, data, str(path))
        if target.exists() and (not target.is_dir() or any(target.glob("*.csv")) or (target / JOURNAL).exists()):
            raise DataError("there are tables already; receive into a new folder", str(target))
        copy = cls(game, target)
        copy._kept.take_over(files, base)
        return copy

    def _desk(self) -> Desk:
        return Desk(self._kept.forms, self._kept.tables, self._kept.shipped)

    def _tell(self) -> None:
        for call in list(self._watchers):
            call()


def _check(game: str, file: str, data: bytes, source: str) -> None:
    """DataError for the first thing wrong with a table of a shared file."""
    name = file.removesuffix(".csv")
    if name == file or name not in tables.names(game):
        raise DataError(f"{game} has no table {file!r}", source)
    form = tables.form_of(game, name)
    for problem in problems(tables.parse(data, f"{source}: {file}", form), form):
        raise problem


def _told(edit: Edit) -> str:
    """An edit in words."""
    if isinstance(edit, Set):
        return f"{edit.table} {_name(edit.key)}: {edit.column} {edit.value or 'empty'}"
    if isinstance(edit, Add):
        return f"{edit.table}: a row added"
    verb = "removed" if isinstance(edit, Remove) else "confirmed"
    return f"{edit.table} {_name(edit.key)} {verb}"


def _name(key: Key) -> str:
    return key if isinstance(key, str) else " ".join(key)
