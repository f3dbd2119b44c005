"""Tables: one CSV a table, one folder a game, shipped with the package; a user's own folder may replace any of them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.resources import data_dir
from gpwlab.core.schema import Row, Table, TableForm, check_columns, problems

if TYPE_CHECKING:
    from _csv import Reader
    from collections.abc import Mapping, Sequence

    from pandas import DataFrame

__all__ = ["Row", "check", "check_rows", "data_dir", "frame", "names", "read", "sound"]


class Schemas(Protocol):
    """What ``gpwlab.<game>.schemas`` offers."""

    TABLES: Mapping[str, TableForm]

    def across(self, tables: Mapping[str, Table]) -> Iterator[DataError]:
        """What is wrong between the tables of a game: names that no other table knows, hexes that do not touch."""


def names(game: str) -> list[str]:
    """The names of a game's tables."""
    return list(_schemas(game).TABLES)


def read(game: str, name: str, overlay: Path | None = None) -> list[Row]:
    """The rows of a table, cells as text, from the overlay folder if it has the file, else from the shipped data.

    A table of an overlay is checked by its schema first.  DataError names file, line and column of what is wrong;
    InvalidInput an unknown table.
    """
    form = _form(game, name)
    own = None if overlay is None else overlay / f"{name}.csv"
    if own is None or not own.is_file():
        return _load(data_dir() / game / f"{name}.csv", form).rows
    return sound(own, form)


def sound(path: Path, form: TableForm) -> list[Row]:
    """The rows of a file; DataError names file, line and column of the first thing that its schema refuses."""
    table = _load(path, form)
    for problem in problems(table, form):
        raise problem
    return table.rows


def frame(game: str, name: str, overlay: Path | None = None) -> DataFrame:
    """The table as a DataFrame of text, one column a column of the file."""
    from pandas import DataFrame

    return DataFrame(read(game, name, overlay))


def check(game: str, folder: Path) -> list[DataError]:
    """All that is wrong with the tables in a user's folder, alone and together with the shipped ones; [] if nothing.

    Tables that the folder lacks are taken from the shipped data, as in play.
    """
    schemas = _schemas(game)
    if not folder.is_dir():
        return [DataError("there is no such folder", str(folder))]
    found: list[DataError] = []
    tables: dict[str, Table] = {}
    for path in sorted(folder.glob("*.csv")):
        if path.stem not in schemas.TABLES:
            found.append(DataError(f"{game} has no table of this name", str(path)))
            continue
        try:
            tables[path.stem] = _load(path, schemas.TABLES[path.stem])
        except DataError as error:
            found.append(error)
            continue
        found += problems(tables[path.stem], schemas.TABLES[path.stem])
    return found or _together(game, schemas, tables)


def check_rows(game: str, given: Mapping[str, Sequence[Row]]) -> list[DataError]:
    """All that is wrong with tables that a rule set brings along as rows, told like :func:`check`; [] if nothing.

    A row is counted from 1.  InvalidInput for a table that the game does not have.
    """
    schemas = _schemas(game)
    found: list[DataError] = []
    tables: dict[str, Table] = {}
    for name, rows in given.items():
        form = _form(game, name)
        table = tables[name] = Table(f"table {name} of the rule set", list(rows), list(range(1, len(rows) + 1)))
        found += [error for i, row in enumerate(table.rows) for error in _malformed(table, i, row, form)]
        found += [] if found else problems(table, form)
    return found or _together(game, schemas, tables)


def _malformed(table: Table, index: int, row: object, form: TableForm) -> Iterator[DataError]:
    if not isinstance(row, dict):
        yield table.error(index, None, f"a row is a dict of text, not {row!r}")
        return
    for column in form.fields:
        if not isinstance(row.get(column), str):
            yield table.error(index, column, f"must be text, not {row.get(column)!r}")


def _together(game: str, schemas: Schemas, tables: dict[str, Table]) -> list[DataError]:
    """What is wrong between tables, the shipped ones for those that are not given.

    Asked only when each is sound, or one slip would be reported again and again.
    """
    for name, form in schemas.TABLES.items():
        if name not in tables:
            tables[name] = _load(data_dir() / game / f"{name}.csv", form)
    return list(schemas.across(tables))


def _schemas(game: str) -> Schemas:
    """The schemas of a game, found by name: the core imports no game."""
    try:
        return cast(Schemas, import_module(f"gpwlab.{game}.schemas"))
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("gpwlab"):
            raise InvalidInput(f"there is no game {game!r} with tables") from None
        raise


def _form(game: str, name: str) -> TableForm:
    tables = _schemas(game).TABLES
    if name not in tables:
        raise InvalidInput(f"{game} has no table {name!r}; its tables are {', '.join(tables)}")
    return tables[name]


def _load(path: Path, form: TableForm) -> Table:
    table = Table(str(path), [], [])
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:  # spreadsheets like to write a byte order mark
            _fill(table, csv.reader(file, strict=True), form)
    except FileNotFoundError:
        raise DataError("the file is missing", table.file) from None
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8: {error.reason}", table.file, _line_of(path, error)) from None
    return table


def _fill(table: Table, reader: Reader, form: TableForm) -> None:
    start = 1
    try:
        columns: list[str] = next(reader, [])
        if len(set(columns)) < len(columns):
            twice = next(name for name in columns if columns.count(name) > 1)
            raise DataError("the column stands twice", table.file, 1, twice)
        check_columns(table, columns, form.fields)
        start = reader.line_num + 1
        for cells in reader:
            if cells and len(cells) != len(columns):
                raise DataError(f"{len(cells)} cells under {len(columns)} columns", table.file, start)
            if cells:
                table.rows.append(dict(zip(columns, cells, strict=True)))
                table.lines.append(start)
            start = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"not CSV: {error}", table.file, start) from None


def _line_of(path: Path, error: UnicodeDecodeError) -> int | None:
    """The line of the first byte that is not UTF-8; the decoder itself counts from the start of its buffer."""
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return number
    return None
