"""What the parts of an editor share: the copy, its map as drawn now, what is picked, and the last thing said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from traitlets import HasTraits, Int, Tuple, Unicode

from gpwlab.core.edits import OWN, Confirm, Edit, Remove, Set, key_of
from gpwlab.core.errors import DataError, GameError, InvalidInput
from gpwlab.core.tables import Row
from gpwlab.core.words import counted
from gpwlab.study import OwnCopy
from gpwlab.widgets import style
from gpwlab.widgets.mapeditor.games import MapKind, kind_of
from gpwlab.widgets.mapeditor.ground import Ground

#: A row by its table and its key as :class:`OwnCopy` takes it.
Where = tuple[str, tuple[str, ...]]


class EditDesk(HasTraits):
    """A copy on the table.

    version counts its changes; changed: the tables of the map that the last one changed.  cursor: the picked place, ""
    for none; hovered: the place under the pointer.  theme: of the map.  waiting: edits of printed facts that wait for a
    second word.  close(): look at the copy no more.  said: markup of the last refusal or note.
    """

    version = Int(0)
    cursor = Unicode("")
    hovered = Unicode("")
    theme = Unicode("paper")
    waiting = Tuple()
    said = Unicode("")

    def __init__(self, copy: OwnCopy) -> None:
        super().__init__()
        self.copy = copy
        self.kind: MapKind = kind_of(copy.game)
        self.board: Any = None
        self.changed: list[str] = []
        self._tables: dict[str, list[Row]] = {}
        self._by_key: dict[str, dict[tuple[str, ...], Row]] = {}
        self._at: dict[str, dict[str, list[tuple[str, ...]]]] = {}
        self._take()
        self.close = self.copy.watch(self._changed)
        self.observe(lambda _: self._draw(), names="theme")

    # -- the copy as it is ----------------------------------------------------------------------------------------

    def rows(self, table: str) -> list[Row]:
        """The rows of a table of the map."""
        return self._tables[table]

    def key(self, table: str, row: Row) -> tuple[str, ...]:
        """The key of a row."""
        return tuple(row[column] for column in self.copy.key(table))

    def row(self, table: str, key: tuple[str, ...]) -> Row | None:
        """A row by its key, None if there is none."""
        return self._by_key[table].get(key)

    def here(self, place: str) -> list[tuple[Where, Row]]:
        """The rows of all tables of the map that name a place."""
        return [
            ((table, key), self._by_key[table][key])
            for table, found in self._at.items()
            for key in found.get(place, ())
        ]

    def main(self, place: str) -> Row:
        """The row of a place in the table that has one for each."""
        return self._by_key[self.kind.main[0]][(place,)]

    def _look(self) -> None:
        """Read the tables of the map, and draw it where one has changed."""
        now = {name: self.copy.rows(name) for name in self.kind.holds}
        changed = [name for name, rows in now.items() if rows != self._tables.get(name)]
        board = self.kind.build(now) if changed else self.board
        self._tables, self.board, self.changed = now, board, changed
        for name in changed:
            self._index(name)
        column = self.kind.main[1]
        if self.kind.main[0] in changed:
            self.places = self.kind.walk([row[column] for row in now[self.kind.main[0]]])
        self._draw()

    def _index(self, table: str) -> None:
        """Sort the rows of a table by key and by the places that they name."""
        keys, columns = self.copy.key(table), self.kind.holds[table]
        alias = getattr(self.board, "alias", {})  # a hex of both sheets has two names
        self._by_key[table] = {tuple(row[key] for key in keys): row for row in self._tables[table]}
        found: dict[str, list[tuple[str, ...]]] = {}
        for key, row in self._by_key[table].items():
            for name in dict.fromkeys(word for column in columns for word in row[column].split()):
                found.setdefault(alias.get(name, name), []).append(key)
        self._at[table] = found

    def _draw(self) -> None:
        self.ground: Ground = self.kind.draw(self.board, self.theme)

    def _take(self) -> None:
        """Take up the copy; DataError, and the old state kept, if its tables do not make a map."""
        try:
            self._look()
        except (ValueError, KeyError, StopIteration) as error:  # what a board makes of tables that do not agree
            for fault in self.copy.faults():
                raise fault from error
            raise

    def _changed(self) -> None:
        try:
            self._take()
        except DataError as fault:
            self.refuse(fault, "The map stays as it was: no map can be drawn of the tables as they are now.")
        self.version += 1

    # -- where facts come from ------------------------------------------------------------------------------------

    def source(self, row: Row) -> str:
        """Where a row comes from: ``yours``, or its provenance."""
        return "yours" if row["basis"].startswith(OWN) else row["provenance"]

    def standing(self, source: str) -> list[str]:
        """The places whose own row is of a source."""
        return [place for place in self.places if self.source(self.main(place)) == source]

    # -- changing it ----------------------------------------------------------------------------------------------

    def apply(self, edits: Sequence[Edit], what: str, sure: bool = False) -> bool:
        """Carry out edits as one step; a refusal is shown and changes nothing.

        Edits of printed facts wait for a second word: :meth:`insist`.
        """
        self.waiting = ()
        if not edits:
            self.note("That is how it stands already.")
            return False
        printed = [] if sure else [e for e in edits if isinstance(e, Set | Remove) and self._is_printed(e)]
        if printed:
            self.waiting = tuple(edits)
            self._asked = what
            self.said = self._doubt(printed)
            return False
        try:
            faults = self.copy.try_change(edits)
            if faults:
                more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
                self.said = style.refusal(_told(faults[0]) + more, "Not changed.")
                return False
            self.copy.change(edits, what)
        except GameError as error:
            self.refuse(error)
            return False
        self.note(f"{escape(what)}. <span class='gpwlab-soft'>u takes it back</span>")
        return True

    def insist(self) -> None:
        """The second word: carry out what waits."""
        if not self.waiting:
            raise InvalidInput("nothing waits for a second word")
        self.apply(self.waiting, self._asked, sure=True)

    def _is_printed(self, edit: Set | Remove) -> bool:
        """Whether an edit goes against a fact that the shipped table calls printed."""
        row = self.row(*self._where(edit))
        if row is None or self.source(row) != "printed":
            return False
        return isinstance(edit, Remove) or row[edit.column] != edit.value

    def _where(self, edit: Set | Remove) -> Where:
        return edit.table, key_of(self.copy.key(edit.table), edit.key)

    def _doubt(self, printed: Sequence[Set | Remove]) -> str:
        """The question that goes before edits of printed facts."""
        places = list(dict.fromkeys(self._where(edit) for edit in printed))
        (table, key), row = places[0], self.row(*places[0])
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        basis = row["basis"] if row else ""
        text = (
            f"{table} {' '.join(key)}{more}: printed ({basis}), and printed facts win. If your copy says otherwise, "
            "press Change it all the same (!)."
        )
        return style.refusal(text, "Not changed yet.")

    def confirm(self, place: str) -> bool:
        """Say that all rows on the map that name a place stand on one's own copy as they do here."""
        open_ = [
            Confirm(table, key)
            for (table, key), row in self.here(place)
            if table in self.kind.drawn and self.source(row) not in ("yours", "printed")
        ]
        if not open_:
            self.note(f"Nothing of {escape(place)} waits to be confirmed.")
            return False
        return self.apply(open_, f"{place} is right as it stands ({counted(len(open_), 'row')})")

    def undo(self) -> None:
        """Take the last step back."""
        self.waiting = ()
        self.note(f"taken back: {escape(self.copy.undo())}")

    def redo(self) -> None:
        """Make the step undone last again."""
        self.waiting = ()
        self.note(f"made again: {escape(self.copy.redo())}")

    # -- what is said ---------------------------------------------------------------------------------------------

    def run_pick(self, step: Callable[[], object]) -> None:
        """Run what a click or a key means; every error is shown, one that is no refusal is raised as well."""
        try:
            step()
        except GameError as error:
            self.refuse(error)
        except Exception as error:
            self.said = style.refusal(f"{type(error).__name__}: {error}", "The editor failed.")
            raise

    def refuse(self, error: GameError, head: str = "Not changed.") -> None:
        """Show why something cannot be."""
        self.said = style.refusal(_told(error), head)

    def note(self, markup: str) -> None:
        """Show a remark."""
        self.said = f'<div class="gpwlab-note">{markup}</div>'


def _told(error: GameError) -> str:
    """An error in a line: of a table the name of its file is enough, the folder being known."""
    return str(error).replace(error.file, Path(error.file).name) if isinstance(error, DataError) else str(error)
