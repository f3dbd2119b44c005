"""Tables as files: CSV, Excel or Parquet by the ending of the name, with what they are of.

Every button and command that writes a table goes through here, so that a column means the same everywhere.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core import saves
from gpwlab.core.cells import guarded
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.study.players.base import system_of

if TYPE_CHECKING:
    from pandas import DataFrame, Series

#: Endings, with the type that a browser is told.
MIMES = {
    ".csv": "text/csv",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".parquet": "application/vnd.apache.parquet",
}
#: The key of our metadata in a Parquet file, and the name of the sheet that says it in a workbook.
KEY, ABOUT = b"gpwlab", "about"
_NESTED = (Mapping, list, tuple, set, frozenset)


def about(game: Any) -> dict[str, Any]:
    """What a file of a game is of: version, system, scenario, rule set, hash of the tables, seed, turn, actions."""
    from gpwlab import __version__

    pos = game._pos
    held = {"data": game._data_hash()} if hasattr(game, "_data_hash") else {}
    return {
        "gpwlab": __version__,
        "system": system_of(game),
        "scenario": game.scenario,
        "rules": list(game.rules.options),
        "house": str(getattr(game.rules, "name", "")),
        **held,
        "seed": pos.seed,
        "turn": game.phase.turn,
        "phase": game.phase.name,
        "actions": game.cursor,
    }


def export(table: DataFrame | Mapping[str, DataFrame], path: str | os.PathLike[str], game: Any = None) -> Path:
    """Write a table, or several as sheets of one Excel file, whole or not at all; returns the path.

    The ending names the form: ``.csv``, ``.xlsx`` or ``.parquet``.  Parquet keeps the types of the columns and
    Excel numbers as numbers; a CSV has text.  Parquet and Excel also say what they are of: :func:`about` the game, if
    one is given, over the ``attrs`` of the frame.  Fractions become text such as ``5/36``, lists and mappings JSON.
    InvalidInput for another ending, or several tables in a form that takes one; DataError where nothing can be written.
    """
    target = Path(path)
    saves.write_bytes(target, packed(table, target.suffix, game))
    return target


def packed(table: DataFrame | Mapping[str, DataFrame], ending: str, game: Any = None) -> bytes:
    """The content of the file that :func:`export` writes."""
    if ending not in MIMES:
        raise InvalidInput(f"a table is written as {', '.join(MIMES)}, not {ending!r}")
    sheets = dict(table) if isinstance(table, Mapping) else {"table": table}
    if ending != ".xlsx" and len(sheets) != 1:
        raise InvalidInput(f"{len(sheets)} tables go into an .xlsx, or one by one into {ending}")
    told = {str(key): value for frame in sheets.values() for key, value in frame.attrs.items()}
    told |= about(game) if game is not None else {}
    plain = {name: _plain(frame) for name, frame in sheets.items()}
    if ending == ".xlsx":
        return _workbook(plain, told)
    (only,) = plain.values()
    return guarded(only).to_csv(index=False).encode() if ending == ".csv" else _parquet(only, told)


def read(path: str | os.PathLike[str]) -> DataFrame:
    """A table of a Parquet file as it was written, what it is of in its ``attrs``; DataError for any other file."""
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(path)
    except (OSError, pyarrow.ArrowInvalid) as error:
        raise DataError(f"no Parquet file: {error}", str(path)) from None
    head = (table.schema.metadata or {}).get(KEY)
    if head is None:
        raise DataError("a Parquet file, but none of gpwlab", str(path))
    made: DataFrame = table.to_pandas()
    made.attrs = json.loads(head)
    return made


def _plain(frame: DataFrame) -> DataFrame:
    """The columns with values that every form knows; an index that says something becomes columns first."""
    from pandas.api.types import is_object_dtype

    named = frame.reset_index() if any(name is not None for name in frame.index.names) else frame
    made = named.copy()
    for column in [name for name in made.columns if is_object_dtype(made[name])]:
        made[column] = _column(made[column])
    made.columns = [str(column) for column in made.columns]
    made.attrs = {}
    return made


def _column(cells: Series[Any]) -> Series[Any]:
    """A column of objects as one type: text where there is a fraction in it, JSON where there are lists or mappings."""
    from fractions import Fraction

    from pandas import isna

    if any(isinstance(cell, Fraction) for cell in cells):
        return cells.map(lambda cell: cell if not isinstance(cell, Fraction) and isna(cell) else str(cell))
    return cells.map(lambda cell: json.dumps(_json(cell)) if isinstance(cell, _NESTED) else cell)


def _json(value: Any) -> Any:
    """A nested value as JSON knows it, fractions as text."""
    if isinstance(value, Mapping):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return list(map(_json, value))
    return value if isinstance(value, int | float | str | None) else str(value)


def _workbook(sheets: Mapping[str, DataFrame], told: Mapping[str, Any]) -> bytes:
    from pandas import DataFrame, ExcelWriter

    held = BytesIO()
    with ExcelWriter(held, engine="openpyxl") as writer:
        for name, frame in sheets.items():
            frame.to_excel(writer, sheet_name=name, index=False)
            sheet = writer.sheets[name]
            sheet.freeze_panes = "A2"
            sheet.auto_filter.ref = sheet.dimensions
        if told:
            rows = [
                (key, value if isinstance(value, int | float | str) else json.dumps(value))
                for key, value in told.items()
            ]
            DataFrame(rows, columns=["what", "value"]).to_excel(writer, sheet_name=ABOUT, index=False)
        for sheet in writer.sheets.values():
            for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
                cell.data_type = "s"  # text of a table is no formula, whatever it begins with
    return held.getvalue()


def _parquet(frame: DataFrame, told: Mapping[str, Any]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.Table.from_pandas(frame, preserve_index=False)
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), KEY: json.dumps(dict(told)).encode()})
    held = BytesIO()
    pyarrow.parquet.write_table(table, held, compression="zstd")
    return held.getvalue()
