"""Tables: one CSV a table, one folder a game, shipped with the package; a user's own folder may replace any of them."""

from __future__ import annotations

import csv
import io
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

__all__ = [
    "Row", "check", "check_rows", "data_dir", "form_of", "frame", "load", "names", "parse", "read", "shipped", "sound",
    "to_bytes", "together",
]  # fmt: skip


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
    form = form_of(game, name)
    own = None if overlay is None else overlay / f"{name}.csv"
    if own is None or not own.is_file():
        return shipped(game, name).rows
    return sound(own, form)


def sound(path: Path, form: TableForm) -> list[Row]:
    """The rows of a file; DataError names file, line and column of the first thing that its schema refuses."""
    table = load(path, form)
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
            tables[path.stem] = load(path, schemas.TABLES[path.stem])
        except DataError as error:
            found.append(error)
            continue
        found += problems(tables[path.stem], schemas.TABLES[path.stem])
    return found or together(game, tables)


def check_rows(game: str, given: Mapping[str, Sequence[Row]]) -> list[DataError]:
    """All that is wrong with tables that a rule set brings along as rows, told like :func:`check`; [] if nothing.

    A row is counted from 1.  InvalidInput for a table that the game does not have.
    """
    found: list[DataError] = []
    tables: dict[str, Table] = {}
    for name, rows in given.items():
        form = form_of(game, name)
        table = tables[name] = Table(f"table {name} of the rule set", list(rows), list(range(1, len(rows) + 1)))
        found += [error for i, row in enumerate(table.rows) for error in _malformed(table, i, row, form)]
        found += [] if found else problems(table, form)
    return found or together(game, tables)


def _malformed(table: Table, index: int, row: object, form: TableForm) -> Iterator[DataError]:
    if not isinstance(row, dict):
        yield table.error(index, None, f"a row is a dict of text, not {row!r}")
        return
    for column in form.fields:
        if not isinstance(row.get(column), str):
            yield table.error(index, column, f"must be text, not {row.get(column)!r}")


def together(game: str, given: Mapping[str, Table]) -> list[DataError]:
    """What is wrong between tables, the shipped ones for those that are not given.

    Asked only when each is sound, or one slip would be reported again and again.
    """
    schemas = _schemas(game)
    return list(schemas.across({name: given.get(name) or shipped(game, name) for name in schemas.TABLES}))


def shipped(game: str, name: str) -> Table:
    """A table as it is shipped; InvalidInput for an unknown one."""
    return load(data_dir() / game / f"{name}.csv", form_of(game, name))


def _schemas(game: str) -> Schemas:
    """The schemas of a game, found by name: the core imports no game."""
    try:
        return cast(Schemas, import_module(f"gpwlab.{game}.schemas"))
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("gpwlab"):
            raise InvalidInput(f"there is no game {game!r} with tables") from None
        raise


def form_of(game: str, name: str) -> TableForm:
    """The form of a table; InvalidInput if the game has none of this name."""
    tables = _schemas(game).TABLES
    if name not in tables:
        raise InvalidInput(f"{game} has no table {name!r}; its tables are {', '.join(tables)}")
    return tables[name]


def load(path: Path, form: TableForm) -> Table:
    """A table of a file, cells as text and not checked yet; DataError for what is no table of this form."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise DataError("the file is missing", str(path)) from None
    return parse(data, str(path), form)


def parse(data: bytes, file: str, form: TableForm) -> Table:
    """A table of the bytes of a file of this name; DataError as for :func:`load`."""
    table = Table(file, [], [])
    try:
        text = data.decode("utf-8-sig")  # spreadsheets like to write a byte order mark
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DataError(f"not UTF-8: {error.reason}", file, line) from None
    _fill(table, csv.reader(io.StringIO(text, newline=""), strict=True), form)
    return table


def to_bytes(rows: Sequence[Row], columns: Sequence[str]) -> bytes:
    """The bytes of a table's file: the header and a line a row, as the shipped ones are written."""
    text = io.StringIO(newline="")
    plain, quoted = (csv.writer(text, lineterminator="\n", quoting=how) for how in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    for cells in (columns, *([row[column] for column in columns] for row in rows)):
        # before Python 3.13 a carriage return is left bare, and read as the end of the row
        (quoted if any("\r" in cell for cell in cells) else plain).writerow(cells)
    return text.getvalue().encode()


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
