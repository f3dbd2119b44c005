"""Text of tables in files that a spreadsheet opens: what begins like a formula must stay a text."""

from __future__ import annotations

import re
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
    from pandas.api.types import is_object_dtype, is_string_dtype

    made = table.copy()
    for column in made.columns:
        if is_object_dtype(made[column]) or is_string_dtype(made[column]):
            made[column] = made[column].map(
                lambda cell: f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
            )
    return made
