"""Edits of tables: what a user asks for, and the changes of rows that it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.schema import PROVENANCE, Row, Table, TableForm
from gpwlab.core.words import perhaps

#: What identifies a row: the text of its key column, or of each of them.
Key: TypeAlias = str | Sequence[str]
#: How the basis of every row begins that a user has corrected or confirmed.
OWN = "own copy"
#: Characters that a cell may have: several times the longest shipped one; a reader of CSV stops at 131,072.
LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Set:
    """Put a value into a cell.

    The row becomes of the provenance given, its basis tells what differs from the shipped row, or the note.  A row
    that is again as shipped gets its shipped provenance and basis back.  Provenance and basis themselves are set as
    given, and nothing else with them.
    """

    table: str
    key: Key
    column: str
    value: str
    provenance: str = PROVENANCE[0]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Add:
    """Put a row at the end of a table; columns that it lacks are empty."""

    table: str
    row: Mapping[str, str]
    provenance: str = PROVENANCE[0]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a row out of a table."""

    table: str
    key: Key


@dataclass(frozen=True, slots=True)
class Confirm:
    """Say that a row stands on the user's own copy as it does here: only its provenance and basis change.

    Without a note the basis says that the row is as shipped, or tells on what differs.
    """

    table: str
    key: Key
    provenance: str = PROVENANCE[0]
    note: str = ""


Edit: TypeAlias = Set | Add | Remove | Confirm


class Change(NamedTuple):
    """A row before and after; None where it is not there."""

    table: str
    at: int
    before: Row | None
    after: Row | None


def inverted(changes: Sequence[Change]) -> list[Change]:
    """The changes that take changes back."""
    return [Change(c.table, c.at, c.after, c.before) for c in reversed(changes)]


def make(rows: list[Row], change: Change) -> None:
    """Make a change in rows; ValueError, and nothing changed, if they are not as it expects."""
    at, before, after = change.at, change.before, change.after
    if not 0 <= at <= len(rows) or (before is not None and rows[at : at + 1] != [before]):
        raise ValueError("the rows are not those of the change")
    rows[at : at + (before is not None)] = [] if after is None else [after]


class Desk:
    """Edits carried out one after the other on a copy of the tables, with the changes and the faults that come of it.

    tables: all tables of a game as they are, ``shipped`` as they came, ``forms`` their forms.
    """

    def __init__(
        self, forms: Mapping[str, TableForm], tables: Mapping[str, Table], shipped: Mapping[str, Table]
    ) -> None:
        self._forms, self._tables, self._shipped = forms, tables, shipped
        self.rows: dict[str, list[Row]] = {}
        self.changes: list[Change] = []
        self.faults: list[DataError] = []

    def carry_out(self, edits: Iterable[Edit]) -> None:
        """Carry out edits; InvalidInput for a table, row or column that is not there, and for what is no edit."""
        if not isinstance(edits, Iterable):
            raise InvalidInput(f"edits are a list of Set, Add, Remove and Confirm, not {edits!r}")
        for edit in edits:
            if isinstance(edit, Set):
                self._set(edit)
            elif isinstance(edit, Add):
                self._add(edit)
            elif isinstance(edit, Remove):
                index = self.find(edit.table, edit.key)
                self._change(edit.table, index, self._of(edit.table)[index], None)
            elif isinstance(edit, Confirm):
                self._confirm(edit)
            else:
                raise InvalidInput(f"an edit is a Set, Add, Remove or Confirm, not {edit!r}")
        for name in {change.table: None for change in self.changes}:
            self._unlike(name)

    def find(self, name: str, key: Key) -> int:
        """The index of a row; InvalidInput if there is none."""
        columns = self.form(name).key
        wanted = key_of(columns, key)
        for index, row in enumerate(self._of(name)):
            if tuple(row[column] for column in columns) == wanted:
                return index
        told = ", ".join(map(" ".join, zip(columns, wanted, strict=True)))
        near = perhaps(" ".join(wanted), (" ".join(row[column] for column in columns) for row in self._of(name)))
        raise InvalidInput(f"{name} has no row with {told}{near and f'; {near}'}")

    def form(self, name: str) -> TableForm:
        """The form of a table; InvalidInput if there is none of this name."""
        if not isinstance(name, str) or name not in self._forms:
            raise InvalidInput(f"there is no table {name!r}; there is {', '.join(self._forms)}")
        return self._forms[name]

    def _of(self, name: str) -> list[Row]:
        self.form(name)
        return self.rows[name] if name in self.rows else self._tables[name].rows

    def _change(self, name: str, index: int, before: Row | None, after: Row | None) -> None:
        if before != after:
            change = Change(name, index, before, after)
            make(self.rows.setdefault(name, list(self._tables[name].rows)), change)
            self.changes.append(change)

    def _set(self, edit: Set) -> None:
        form = self.form(edit.table)
        _column(edit.table, form, edit.column)
        _text(edit.value, edit.column)
        _sources(edit)
        index = self.find(edit.table, edit.key)
        old = self._of(edit.table)[index]
        new = {**old, edit.column: edit.value}
        if edit.column not in ("provenance", "basis") and new != old:
            new = self._sourced(edit, form, old, new)
        self._check(edit.table, index, {column: new[column] for column in form.fields if new[column] != old[column]})
        self._change(edit.table, index, old, new)

    def _sourced(self, edit: Set, form: TableForm, old: Row, new: Row) -> Row:
        """A corrected row with its provenance and basis."""
        shipped = self._as_shipped(edit.table, new)
        if shipped is not None and not _differences(form, new, shipped):
            return shipped
        sources = dict.fromkeys(sources_of(form, edit.column), edit.provenance)
        basis = self._basis(edit.table, new, shipped or self._as_shipped(edit.table, old), edit.note)
        return {**new, **sources, "provenance": edit.provenance, "basis": basis}

    def _basis(self, name: str, row: Row, shipped: Row | None, note: str) -> str:
        """The basis of a row on the word of the user: a note, else what differs from the shipped one."""
        if note or shipped is None:  # a row that was added keeps the basis that it has
            return _own(note) if note else row["basis"]
        differs = _differences(self.form(name), row, shipped)
        told = ", ".join(f"{c} {row[c] or 'empty'} (was {shipped[c] or 'empty'})" for c in differs)
        return _own(told or "as shipped")

    def _as_shipped(self, name: str, row: Row) -> Row | None:
        """The shipped row with the key of a row."""
        columns = self.form(name).key
        wanted = [row[column] for column in columns]
        return next((r for r in self._shipped[name].rows if [r[column] for column in columns] == wanted), None)

    def _add(self, edit: Add) -> None:
        form = self.form(edit.table)
        if not isinstance(edit.row, Mapping):
            raise InvalidInput(f"a row is text by column, not {edit.row!r}")
        for column, value in edit.row.items():
            _column(edit.table, form, column)
            _text(value, column)
        _sources(edit)
        sources = {column: edit.provenance for column in form.fields if column.endswith("provenance")}
        rows = self._of(edit.table)
        columns = dict.fromkeys([*(rows[0] if rows else ()), *form.fields], "")
        row = {**columns, **sources, "basis": _own(edit.note or "row added"), **edit.row}
        self._check(edit.table, len(rows), {column: row[column] for column in form.fields})
        self._change(edit.table, len(rows), None, row)

    def _confirm(self, edit: Confirm) -> None:
        form = self.form(edit.table)
        _sources(edit)
        index = self.find(edit.table, edit.key)
        old = self._of(edit.table)[index]
        sources = {column: edit.provenance for column in form.fields if column.endswith("provenance")}
        basis = self._basis(edit.table, old, self._as_shipped(edit.table, old), edit.note)
        new = {**old, **sources, "basis": basis}
        self._check(edit.table, index, sources)
        self._change(edit.table, index, old, new)

    def _check(self, name: str, index: int, cells: Mapping[str, str]) -> None:
        """Note the cells that their fields refuse."""
        fields = self.form(name).fields
        for column, value in cells.items():
            if not fields[column].holds(value):
                self._fault(name, index, column, f"{value!r} must be {fields[column].wants}")

    def _unlike(self, name: str) -> None:
        """Note the rows that have the key of an earlier one, where there were none before."""
        columns = self.form(name).key
        seen: set[tuple[str, ...]] = set()
        touched = {tuple(c.after[k] for k in columns) for c in self.changes if c.table == name and c.after is not None}
        for index, row in enumerate(self._of(name)):
            key = tuple(row[column] for column in columns)
            if key in seen and key in touched:
                self._fault(name, index, columns[0], f"an earlier row has the same {', '.join(columns)}")
            seen.add(key)

    def _fault(self, name: str, index: int, column: str, message: str) -> None:
        table = self._tables[name]
        line = table.lines[index] if index < len(table.lines) else None
        self.faults.append(DataError(message, table.file, line, column))


def key_of(columns: Sequence[str], key: object) -> tuple[str, ...]:
    """A key as one text a key column; InvalidInput for what is none."""
    parts = (key,) if isinstance(key, str) else tuple(key) if isinstance(key, Sequence) else ()
    if len(parts) != len(columns) or not all(isinstance(part, str) for part in parts):
        raise InvalidInput(f"a row is named by the text of {', '.join(columns)}, not by {key!r}")
    return parts


def facts(columns: Iterable[str]) -> list[str]:
    """Those of a table's columns that are not about where its facts come from."""
    return [column for column in columns if column != "basis" and not column.endswith("provenance")]


def sources_of(form: TableForm, column: str) -> list[str]:
    """The columns beside ``provenance`` that tell where a column's facts come from."""
    return [name for name in form.fields if name != "provenance" and name.endswith(f"{column}_provenance")]


def _differences(form: TableForm, row: Row, shipped: Row) -> list[str]:
    return [column for column in facts(form.fields) if row[column] != shipped[column]]


def _own(note: str) -> str:
    return f"{OWN}: {note}"


def _column(table: str, form: TableForm, column: object) -> None:
    if not isinstance(column, str) or column not in form.fields:
        raise InvalidInput(f"{table} has no column {column!r}; its columns are {', '.join(form.fields)}")


def _sources(edit: Set | Add | Confirm) -> None:
    _text(edit.provenance, "provenance")
    _text(edit.note, "note")


def _text(value: object, column: str) -> None:
    """InvalidInput for what cannot be written into a cell and read again."""
    if not isinstance(value, str):
        raise InvalidInput(f"a cell is text; {column} was given {value!r}")
    if len(value) > LONGEST:
        raise InvalidInput(f"a cell has at most {LONGEST:,} characters; {column} was given {len(value):,}")
    strange = next((sign for sign in value if sign in "\0\r\n" or "\ud800" <= sign <= "\udfff"), None)
    if strange is not None:
        raise InvalidInput(f"a cell is one line of whole characters; {column} was given {strange!r} in it")
