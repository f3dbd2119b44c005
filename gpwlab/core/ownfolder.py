"""A folder with a user's own copies of a game's tables, and how they came about: what an overlay is, with undo.

The folder holds the tables that differ from the shipped ones, whole, and beside them ``own-copy.json``: the steps that
can be undone.  It is written before the tables, with what they will be, so that a step is finished when the folder is
opened again after a killed program.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from gpwlab.core import saves, tables
from gpwlab.core.edits import Change, inverted, make
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.files import write_all
from gpwlab.core.schema import Row, Table, TableForm, problems

JOURNAL = "own-copy.json"
LOCK = ".own-copy.lock"
#: Seconds to wait for another program that is writing; steps that can be undone.
WAIT, MOST_STEPS = 5.0, 500


class Step(NamedTuple):
    """What is undone at once, in words and as changes of rows."""

    text: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Record:
    """What ``own-copy.json`` tells.

    done: how many of the steps are not undone.  base: by table of the folder, the hash of the shipped one that it was
    copied from.  files: the hash of each of its files, and ``moved`` the changes that led to them.
    """

    steps: tuple[Step, ...] = ()
    done: int = 0
    base: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] | None = None
    moved: tuple[Change, ...] = ()


class OwnFolder:
    """The tables of a game with those of a folder in place of the shipped ones, and steps that change the folder.

    A folder that does not exist is made.  DataError for one that cannot be read or written, for a file that is no table
    of its form, and for a folder of another game.
    """

    def __init__(self, game: str, path: Path) -> None:
        self.game, self.path = game, path
        self.forms: dict[str, TableForm] = {name: tables.form_of(game, name) for name in tables.names(game)}
        self.shipped: dict[str, Table] = {name: tables.shipped(game, name) for name in self.forms}
        self.note = ""
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(f"the folder cannot be made: {error.strerror or error}", str(path)) from None
        self.reload()

    def reload(self) -> None:
        """Read the folder again; ``note`` tells if its steps had to be given up."""
        seen = self._read()
        record = _record(self.game, seen.get(JOURNAL), str(self.path / JOURNAL))
        self.note = ""
        if record.files is not None and record.files != self._hashes(seen):
            rest = self._rest_of_step(seen, record)
            if rest is None:
                record = replace(record, steps=(), done=0)
                self.note = "tables were changed by another program: what was done before cannot be undone here"
            else:
                with self._locked():
                    write_all({self.path / name: data for name, data in rest.items()})
                seen = self._read()
        own = self._tables(seen)
        self._take(seen, record, {**self.shipped, **own})
        self._flawed = {name: found for name, table in own.items() if (found := problems(table, self.forms[name]))}

    def _rest_of_step(self, seen: Mapping[str, bytes], record: Record) -> dict[str, bytes | None] | None:
        """The files that a killed program did not come to; None if the folder is not as one leaves it."""
        wanted, found = record.files or {}, self._hashes(seen)
        late = [change for change in record.moved if found.get(change.table) != wanted.get(change.table)]
        try:
            rows = moved_rows({**self.shipped, **self._tables(seen)}, late)
        except ValueError:
            return None
        files = {f"{name}.csv": self._bytes(name, given) for name, given in rows.items()}
        after = _with(seen, files)
        return files if self._hashes(after) == wanted else None

    def _take(self, seen: Mapping[str, bytes], record: Record, now: dict[str, Table]) -> None:
        self._seen, self._record, self.tables = dict(seen), record, now
        self._across: list[DataError] | None = None
        self._tried: tuple[Mapping[str, list[Row]], list[DataError]] | None = None

    # -- what there is -------------------------------------------------------------------------------------------

    @property
    def own(self) -> list[str]:
        """The names of the tables that the folder has."""
        return [name for name in self.forms if f"{name}.csv" in self._seen]

    @property
    def files(self) -> dict[str, bytes]:
        """The files of those tables, as they were last read or written."""
        return {f"{name}.csv": self._seen[f"{name}.csv"] for name in self.own}

    @property
    def outdated(self) -> list[str]:
        """Tables of the folder that were copied from shipped ones that have changed since, by an upgrade of gpwlab."""
        return [name for name in self.own if self._record.base.get(name, self._origin(name)) != self._origin(name)]

    @property
    def steps(self) -> tuple[tuple[Step, ...], int]:
        """The steps, first to last, and how many of them are not undone."""
        return self._record.steps, self._record.done

    def faults(self) -> list[DataError]:
        """All that :func:`gpwlab.core.tables.check` finds in the folder as it was last read or written."""
        found: list[DataError] = []
        for file in sorted(set(self._seen) - {JOURNAL}):
            stem = self._stem(file)
            found += self._flawed.get(stem, []) if stem else [self._strange(file)]
        return found or list(self._between())

    def _strange(self, file: str) -> DataError:
        return DataError(f"{self.game} has no table of this name", str(self.path / file))

    def faults_with(self, rows: Mapping[str, list[Row]]) -> list[DataError]:
        """What would be wrong between tables, besides what is, if some had other rows.

        Rows are counted as they would stand in the file.
        """
        if self._flawed:
            return []
        known = {_same(fault) for fault in self._between()}
        trial = {name: self._table(name, given) for name, given in rows.items()}
        found = tables.together(self.game, {**self.tables, **trial})
        self._tried = rows, found
        return [fault for fault in found if _same(fault) not in known]

    def _between(self) -> list[DataError]:
        if self._across is None:
            self._across = tables.together(self.game, self.tables)
        return self._across

    # -- what changes it -----------------------------------------------------------------------------------------

    def commit(self, text: str, changes: Sequence[Change]) -> None:
        """Make changes as a step of its own; those undone before are given up.  DataError, and nothing changed, if
        the folder cannot be written or another program has changed it since it was read."""
        steps, done = self.steps
        kept = (*steps[:done], Step(text, tuple(changes)))[-MOST_STEPS:]
        self._write(replace(self._record, steps=kept, done=len(kept), moved=tuple(changes)))

    def undo(self) -> str:
        """Take the last step back and say which; InvalidInput if there is none."""
        steps, done = self.steps
        if not done:
            raise InvalidInput("there is nothing to undo")
        moved = tuple(inverted(steps[done - 1].changes))
        self._write(replace(self._record, done=done - 1, moved=moved))
        return steps[done - 1].text

    def redo(self) -> str:
        """Make the step undone last again and say which; InvalidInput if there is none."""
        steps, done = self.steps
        if done == len(steps):
            raise InvalidInput("there is nothing to redo")
        self._write(replace(self._record, done=done + 1, moved=steps[done].changes))
        return steps[done].text

    def _write(self, record: Record) -> None:
        rows = moved_rows(self.tables, record.moved)
        files = {f"{name}.csv": self._bytes(name, given) for name, given in rows.items()}
        with self._locked():
            self._unchanged()
            now = _with(self._seen, files)
            hashes = self._hashes(now)
            record = replace(record, files=hashes, base=self._base(hashes))
            now[JOURNAL] = saves.encoded(_body(self.game, record))
            write_all({self.path / name: now.get(name) for name in (JOURNAL, *files)})
        fresh = {name: self._tables(now).get(name, self.shipped[name]) for name in rows}
        tried = self._tried
        self._take(now, record, {**self.tables, **fresh})
        if tried and tried[0] == rows and None not in files.values():
            self._across = tried[1]  # found when these rows were tried; it takes as long as all else here
        for name in self._flawed.keys() & rows.keys():  # every other table was sound, and only sound cells came in
            del self._flawed[name]
            if found := problems(self.tables[name], self.forms[name]):
                self._flawed[name] = found

    def take_over(self, files: Mapping[str, bytes], base: Mapping[str, str]) -> None:
        """Put files of tables into the folder, which has none yet; ``base`` as in the record of their own folder."""
        record = Record(base=base, files=self._hashes(files))
        journal = saves.encoded(_body(self.game, record))
        with self._locked():
            self._unchanged()
            write_all({self.path / name: data for name, data in {JOURNAL: journal, **files}.items()})
        self.reload()

    def _unchanged(self) -> None:
        seen = self._read()
        for name in sorted({*seen, *self._seen}):
            if seen.get(name) != self._seen.get(name):
                raise DataError(
                    "another program has changed it since it was read; nothing was written: reload() shows what is "
                    "there now, then do it again",
                    str(self.path / name),
                )

    # -- files ---------------------------------------------------------------------------------------------------

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """While no other program writes here; DataError if one does for too long, or nobody may write."""
        from filelock import FileLock, Timeout

        lock = FileLock(self.path / LOCK, timeout=WAIT)
        try:
            lock.acquire()
        except Timeout:
            raise DataError("another program is writing here; try again", str(self.path)) from None
        except OSError as error:
            raise DataError(f"the folder cannot be written: {error.strerror or error}", str(self.path)) from None
        try:
            yield
        finally:
            lock.release()

    def _read(self) -> dict[str, bytes]:
        """What counts in the folder: its tables and the journal, by the names of their files."""
        try:
            files = [*sorted(self.path.glob("*.csv")), self.path / JOURNAL]
            return {file.name: file.read_bytes() for file in files if file.is_file()}
        except OSError as error:
            raise DataError(f"the folder cannot be read: {error.strerror or error}", str(self.path)) from None

    def _tables(self, seen: Mapping[str, bytes]) -> dict[str, Table]:
        return {stem: self._parsed(stem, data) for name, data in seen.items() if (stem := self._stem(name))}

    def _stem(self, file: str) -> str | None:
        """The table that a file holds, None if it holds none."""
        stem = file.removesuffix(".csv")
        return stem if file != stem in self.forms else None

    def _parsed(self, name: str, data: bytes) -> Table:
        return tables.parse(data, str(self.path / f"{name}.csv"), self.forms[name])

    def _bytes(self, name: str, rows: list[Row]) -> bytes | None:
        """A table's file; None for one that is as shipped."""
        return None if rows == self.shipped[name].rows else tables.to_bytes(rows, _columns(rows, self.forms[name]))

    def _table(self, name: str, rows: list[Row]) -> Table:
        """A table of rows as its file would be."""
        return self._parsed(name, tables.to_bytes(rows, _columns(rows, self.forms[name])))

    def _hashes(self, seen: Mapping[str, bytes]) -> dict[str, str]:
        return {stem: _hash(data) for file, data in seen.items() if (stem := self._stem(file))}

    def base(self) -> dict[str, str]:
        """By table of the folder, the hash of the shipped one that it was copied from, or of today's if unknown."""
        return self._base(self.own)

    def _base(self, own: Iterable[str]) -> dict[str, str]:
        return {name: self._record.base.get(name) or self._origin(name) for name in own}

    def _origin(self, name: str) -> str:
        """The hash of a shipped table, however its file is written."""
        return _hash(tables.to_bytes(self.shipped[name].rows, list(self.forms[name].fields)))


def moved_rows(now: Mapping[str, Table], changes: Sequence[Change]) -> dict[str, list[Row]]:
    """The rows of the tables that changes touch, changed; ValueError if they do not fit."""
    rows: dict[str, list[Row]] = {}
    for change in changes:
        make(rows.setdefault(change.table, list(now[change.table].rows)), change)
    return rows


def _columns(rows: Sequence[Row], form: TableForm) -> list[str]:
    """The columns of a table in the order of its file."""
    return list(rows[0]) if rows else list(form.fields)


def _same(fault: DataError) -> tuple[str, str, str | None]:
    """What two faults have in common that are the same one, whatever line it has moved to."""
    return fault.message, Path(fault.file).name, fault.column


def _with(seen: Mapping[str, bytes], files: Mapping[str, bytes | None]) -> dict[str, bytes]:
    """The files of a folder after some were written, or removed where they are None."""
    after = {name: data for name, data in seen.items() if name not in files}
    return after | {name: data for name, data in files.items() if data is not None}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _body(game: str, record: Record) -> dict[str, Any]:
    return {
        "owncopy": game,
        "steps": [[step.text, [list(change) for change in step.changes]] for step in record.steps],
        "done": record.done,
        "base": dict(record.base),
        "files": record.files,
        "moved": [list(change) for change in record.moved],
    }


def _record(game: str, data: bytes | None, file: str) -> Record:
    """The record in the bytes of a journal, an empty one for none."""
    if data is None:
        return Record()
    hint = "remove it to go on without undo: the tables beside it do not need it"
    try:
        body = saves.decoded(data, file)
    except DataError as error:
        raise DataError(f"{error.message}; {hint}", file) from None
    if body.get("owncopy") != game:
        raise DataError(f"the folder is a copy of {body.get('owncopy')!r}, not of {game}", file)
    try:
        steps = tuple(Step(str(text), tuple(Change(*change) for change in changes)) for text, changes in body["steps"])
        moved = tuple(Change(*change) for change in body["moved"])
        return Record(steps, range(len(steps) + 1)[body["done"]], dict(body["base"]), dict(body["files"]), moved)
    except (LookupError, TypeError, ValueError) as error:
        raise DataError(f"no record of steps: {error!r}; {hint}", file) from None
