"""Tables as files: CSV, Excel or Parquet by the ending of the name, with what they are of.

Every button and command that writes a table goes through here, so that a column means the same everywhere.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core import saves
from gpwlab.core.cells import changed_texts, guarded
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.game import Game
from gpwlab.study.players.base import system_of
from gpwlab.study.progress import Parts, Told

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
#: What Excel takes for the name of a sheet.
SHEET = re.compile(r"[^\[\]:*?/\\]{1,31}")
#: Characters that no workbook may hold.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
#: Characters that Excel keeps in a cell.
LONGEST = 32_767
_NESTED = (Mapping, list, tuple, set, frozenset)


def about(game: Any) -> dict[str, Any]:
    """What a file of a game is of: version, system, scenario, rule set, hash of the tables, seed, turn, actions.

    Of a side's view it is ``side`` in place of hash and seed: who has the seed can work out every die and every hidden
    unit.  InvalidInput for what is neither.
    """
    from gpwlab import __version__

    if not hasattr(game, "phase"):
        raise InvalidInput(f"a file is of a game, or of what a side sees of it, not of {game!r}")
    held = {"data": game._data_hash(), "seed": game._pos.seed} if isinstance(game, Game) else {"side": game.side}
    return {
        "gpwlab": __version__,
        "system": system_of(game),
        "scenario": game.scenario,
        "rules": list(game.rules.options),
        "house": str(getattr(game.rules, "name", "")),
        **held,
        "turn": game.phase.turn,
        "phase": game.phase.name,
        "actions": game.cursor,
    }


def export(
    table: DataFrame | Mapping[str, DataFrame],
    path: str | os.PathLike[str],
    game: Any = None,
    progress: Told | None = None,
) -> Path:
    """Write a table, or several as sheets of one Excel file, whole or not at all; returns the path.

    The ending names the form: ``.csv``, ``.xlsx`` or ``.parquet``.  Parquet keeps the types of the columns and
    Excel numbers as numbers; a CSV has text.  Parquet and Excel also say what they are of: :func:`about` the game, if
    one is given, over the ``attrs`` of the frame.  Fractions become text such as ``5/36``, lists and mappings JSON;
    control characters, which Excel refuses, become the replacement character there.  progress: is told after each
    part, as by :func:`gpwlab.study.simulate`; without it a notebook with :mod:`gpwlab.widgets` shows a bar where it
    takes long.
    InvalidInput for another ending, several tables in a form that takes one, and cells that a form cannot hold;
    DataError where nothing can be written.
    """
    target = saves.as_path(path)
    saves.write_bytes(target, packed(table, target.suffix, game, progress))
    return target


def packed(
    table: DataFrame | Mapping[str, DataFrame], ending: str, game: Any = None, progress: Told | None = None
) -> bytes:
    """The content of the file that :func:`export` writes."""
    if ending not in MIMES:
        raise InvalidInput(f"a table is written as {', '.join(MIMES)}, not {ending!r}")
    sheets = _sheets(table)
    if ending != ".xlsx" and len(sheets) != 1:
        raise InvalidInput(f"{len(sheets)} tables go into an .xlsx, or one by one into {ending}")
    told = {str(key): value for frame in sheets.values() for key, value in frame.attrs.items()}
    told |= about(game) if game is not None else {}
    done = Parts(progress, f"{ending[1:]} file", 1 + len(sheets) * (ending == ".xlsx"))
    try:
        plain = {name: _plain(frame) for name, frame in sheets.items()}
        if ending == ".xlsx":
            made = _workbook(plain, told, done)
        else:
            (only,) = plain.values()
            made = guarded(only).to_csv(index=False).encode() if ending == ".csv" else _parquet(only, told)
    except (ValueError, TypeError, ArithmeticError, LookupError) as error:  # half characters, mixed columns, dates ...
        raise InvalidInput(f"this table cannot be written as {ending}: {error}") from error
    done()
    return made


def _sheets(table: object) -> dict[str, DataFrame]:
    """Tables by the names of their sheets; InvalidInput for anything else."""
    from pandas import DataFrame

    sheets: dict[Any, Any] = dict(table) if isinstance(table, Mapping) else {"table": table}
    if not sheets or not all(isinstance(frame, DataFrame) for frame in sheets.values()):
        raise InvalidInput(f"a table is a DataFrame, or several by the names of their sheets, not {table!r}")
    for name in sheets:
        if not isinstance(name, str) or not SHEET.fullmatch(name) or name.lower() == ABOUT:
            raise InvalidInput(
                f"a sheet has a name of up to 31 characters without []:*?/\\ that is not {ABOUT!r}: not {name!r}"
            )
    return sheets


def read(path: str | os.PathLike[str]) -> DataFrame:
    """A table of a Parquet file as it was written, what it is of in its ``attrs``; DataError for any other file."""
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(saves.as_path(path))
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


def _workbook(sheets: Mapping[str, DataFrame], told: Mapping[str, Any], done: Callable[[], object]) -> bytes:
    from pandas import DataFrame, ExcelWriter

    legal = {name: changed_texts(frame, _legal) for name, frame in sheets.items()}
    held = BytesIO()
    with ExcelWriter(held, engine="openpyxl") as writer:
        for name, frame in legal.items():
            frame.to_excel(writer, sheet_name=name, index=False)
            sheet = writer.sheets[name]
            sheet.freeze_panes = "A2"
            sheet.auto_filter.ref = sheet.dimensions
            done()
        if told:
            texts = {k: v if isinstance(v, int | float | str) else json.dumps(v) for k, v in told.items()}
            rows = [(key, _legal(value) if isinstance(value, str) else value) for key, value in texts.items()]
            DataFrame(rows, columns=["what", "value"]).to_excel(writer, sheet_name=ABOUT, index=False)
        for sheet in writer.sheets.values():
            for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
                cell.data_type = "s"  # text of a table is no formula, whatever it begins with
    return held.getvalue()


def _legal(cell: str) -> str:
    """A text as a cell of Excel takes it: without control characters; InvalidInput for one that it would cut off."""
    if len(cell) > LONGEST:
        raise InvalidInput(f"Excel keeps {LONGEST:,} characters in a cell, not {len(cell):,}: write .csv or .parquet")
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", cell)


def _parquet(frame: DataFrame, told: Mapping[str, Any]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.Table.from_pandas(frame, preserve_index=False)
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), KEY: json.dumps(dict(told)).encode()})
    held = BytesIO()
    pyarrow.parquet.write_table(table, held, compression="zstd")
    return held.getvalue()
