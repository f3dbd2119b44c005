"""Text of tables in files that a spreadsheet opens: what begins like a formula must stay a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame

#: What a spreadsheet takes for a formula: one of these signs, and not merely a number such as -1 or +2 behind it.
FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d.,:/ ]*$)")


def guarded(table: DataFrame) -> DataFrame:
    """A copy for a CSV in which every text that begins like a formula has an apostrophe before it.

    That is what spreadsheets themselves write for a text, and show without it.  Numbers, and texts that are numbers
    with a sign, are as they were.  A name or note that a table, a save or a house file brings may hold anything.
    """
    return changed_texts(table, lambda cell: f"'{cell}" if FORMULA.match(cell) else cell)


def changed_texts(table: DataFrame, change: Callable[[str], str]) -> DataFrame:
    """A copy of a table with every text in it changed, and everything else as it was."""
    from pandas.api.types import is_object_dtype, is_string_dtype

    made = table.copy()
    for place, kind in enumerate(made.dtypes):  # by place: two columns may have one name
        if is_object_dtype(kind) or is_string_dtype(kind):
            cells = made.iloc[:, place].map(lambda cell: change(cell) if isinstance(cell, str) else cell)
            made.isetitem(place, cells.array)
    return made
