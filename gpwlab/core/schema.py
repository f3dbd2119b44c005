"""What a table must look like, told once: the columns that readers rely on, and the pandera schema made from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import DataError

if TYPE_CHECKING:
    from pandera.pandas import DataFrameSchema

Row = dict[str, str]
PROVENANCE = ("printed", "derived", "published", "reconstructed")


@dataclass(frozen=True, slots=True)
class Field:
    """The form of one column: ``holds`` decides on a cell's text, ``wants`` ends the sentence "must be ...".

    ``choices``: every text that holds, where they can be listed, else none.
    """

    wants: str
    holds: Callable[[str], bool]
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableForm:
    """Columns by name and the columns that together are unique in each row."""

    fields: Mapping[str, Field]
    key: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table as read: its path, its rows, and the line of the file on which each row starts."""

    file: str
    rows: list[Row]
    lines: list[int]

    def error(self, index: int, column: str | None, message: str) -> DataError:
        """A DataError that points at one row."""
        return DataError(message, self.file, self.lines[index], column)


def whole(low: int, high: int, *, blank: bool = False, words: Sequence[str] = ()) -> Field:
    """A whole number from low to high; or nothing, or one of some words."""
    holds = _number(r"-?\d+", low, high)
    return _or_else(Field(f"a whole number from {low} to {high}", holds), blank, words)


def decimal(low: float, high: float) -> Field:
    """A number with a decimal point from low to high."""
    return Field(f"a number from {low:g} to {high:g}", _number(r"-?\d+(\.\d+)?", low, high))


def one_of(*words: str, blank: bool = False) -> Field:
    """One of the words; with ``blank`` also nothing."""
    field = _or_else(Field("", lambda text: False), blank, words)
    return replace(field, choices=(*words, *(("",) if blank else ())))


def form(pattern: str, wants: str, *, blank: bool = False) -> Field:
    """Text that matches a pattern as a whole."""
    return _or_else(Field(wants, lambda text: re.fullmatch(pattern, text) is not None), blank, ())


def text(*, blank: bool = False) -> Field:
    """Any text without blanks at its ends; with ``blank`` also none."""
    return _or_else(Field("some text", lambda cell: cell != "" and cell == cell.strip()), blank, ())


def sourced(key: Sequence[str], **fields: Field) -> TableForm:
    """The form of a table whose every row says where it comes from."""
    return TableForm({**fields, "provenance": one_of(*PROVENANCE), "basis": text()}, tuple(key))


def check_columns(table: Table, columns: Sequence[str], wanted: Mapping[str, Field]) -> None:
    """Raise DataError for the first wanted column that the file lacks."""
    for name in wanted:
        if name not in columns:
            raise DataError("the column is missing", table.file, 1, name)


def problems(table: Table, form_: TableForm) -> list[DataError]:
    """Everything in the rows that the table's pandera schema refuses, in the order of the file."""
    from pandas import DataFrame
    from pandera.errors import SchemaErrors

    frame = DataFrame(table.rows, columns=list(form_.fields))
    try:
        pandera_schema(form_).validate(frame, lazy=True)
    except SchemaErrors as failure:
        cases = failure.failure_cases.drop_duplicates(["index", "check"]).sort_values("index", kind="stable")
        return [_error(table, form_, case) for case in cases.to_dict("records")]
    return []


def pandera_schema(form_: TableForm) -> DataFrameSchema:
    """The pandera schema of a table whose cells are still text."""
    from pandera.pandas import Check, Column, DataFrameSchema

    columns = {
        name: Column(checks=Check(field.holds, element_wise=True, error=f"must be {field.wants}"), nullable=False)
        for name, field in form_.fields.items()
    }
    return DataFrameSchema(columns, unique=list(form_.key), report_duplicates="exclude_first")


def _error(table: Table, form_: TableForm, case: Mapping[Any, Any]) -> DataError:
    if case["check"] == "multiple_fields_uniqueness":
        return table.error(int(case["index"]), form_.key[0], f"an earlier row has the same {', '.join(form_.key)}")
    return table.error(int(case["index"]), str(case["column"]), f"{case['failure_case']!r} {case['check']}")


def _number(pattern: str, low: float, high: float) -> Callable[[str], bool]:
    return lambda cell: re.fullmatch(pattern, cell) is not None and low <= float(cell) <= high


def _or_else(field: Field, blank: bool, words: Sequence[str]) -> Field:
    options = [field.wants, *words, *(("empty",) if blank else ())]
    wants = " or ".join(filter(None, options))
    allowed = {*words, *(("",) if blank else ())}
    return Field(wants, lambda cell: cell in allowed or field.holds(cell)) if allowed else field
