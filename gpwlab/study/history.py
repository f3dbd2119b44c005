"""What the rulebooks tell of history: figures, dates and the designers' arguments, in our words, with their sections.

A table is ``data/history/<name>.csv``; its form is in :mod:`gpwlab.study.historyforms`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gpwlab.core import tables
from gpwlab.core.errors import InvalidInput
from gpwlab.core.game import folder
from gpwlab.core.inventory import GAMES
from gpwlab.core.resources import data_dir
from gpwlab.study.historyforms import DAYS, FORMS, NUMBERS, SHARED
from gpwlab.study.turndates import falls_into, turn_dates

if TYPE_CHECKING:
    from pandas import DataFrame


def history(name: str | None = None) -> DataFrame:
    """The list of the tables of figures, or one of them by its name.

    The list has name, game, title, unit, section, provenance, basis and the number of rows.  Of a table, ``date`` is as
    much of a date as the text gives; a column ``day`` beside it is the first day of that as a timestamp.  Numbers are
    whole, missing where the text has none.  InvalidInput for an unknown name.
    """
    if name is None:
        listed = read("tables")
        listed["rows"] = [len(read(table)) for table in listed["name"]]
        return listed
    if not isinstance(name, str) or name not in FORMS or name in SHARED:
        raise InvalidInput(
            f"history has no table {name!r}; its tables are {', '.join(n for n in FORMS if n not in SHARED)}"
        )
    return read(name)


def claims(game: str | None = None) -> DataFrame:
    """What the designers argue, an argument a row: id, game, section, claim, shown_by, provenance, basis.

    shown_by: the public names and the sections of notebooks (``60_design_notes_gpw#cell``) that show it, with a blank
    between.  InvalidInput for an unknown game.
    """
    return _of_game("claims", game)


def history_dates(game: str | None = None, overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """The dates that a game's essays name, in their order, with the turns of that game that they fall into.

    start, end: first and last day, as timestamps.  first_turn, last_turn: numbers, missing where the date lies before
    or after the game; turns: the name of the first, and of the last where it is another, "" where there is none;
    turns_provenance: how sure the dates of these turns are, as the turn record of the game says.  overlay: a folder
    with the user's own tables of that game, as for ``new``.  InvalidInput for an unknown game, and for an overlay
    without one.
    """
    if game is None and overlay is not None:
        raise InvalidInput(f"own tables are of one game: name it with {os.fspath(overlay)!r}")
    found, own = _of_game("dates", game), folder(overlay)
    records = {name: turn_dates(name, overlay=own) for name in found["game"].unique()}
    sure = {name: {int(row["turn"]): row["provenance"] for row in tables.read(name, "turns", own)} for name in records}
    days = zip(found["game"], found["start"].dt.date, found["end"].dt.date, strict=True)
    spans = [falls_into(start, end, records[name]) for name, start, end in days]
    ends = [(*span[:1], *span[-1:]) for span in spans]
    found["first_turn"] = [turns[0].number if turns else None for turns in ends]
    found["last_turn"] = [turns[-1].number if turns else None for turns in ends]
    found["turns"] = [_distinct(turn.name for turn in turns) for turns in ends]
    found["turns_provenance"] = [
        _distinct(sure[name][turn.number] for turn in turns) for name, turns in zip(found["game"], ends, strict=True)
    ]
    return found.astype({"first_turn": "Int64", "last_turn": "Int64"})


def _distinct(words: Iterable[str]) -> str:
    return " to ".join(dict.fromkeys(words))


def _of_game(name: str, game: str | None) -> DataFrame:
    if game is not None and game not in GAMES:
        raise InvalidInput(f"there is no game {game!r}; the games are {', '.join(GAMES)}")
    table = read(name)
    found = table if game is None else table[table["game"] == game]
    return found.reset_index(drop=True)


def read(name: str) -> DataFrame:
    """A table of ``data/history``, checked by its form; DataError names file, line and column of what is wrong."""
    from pandas import NA, DataFrame, to_datetime

    rows = tables.sound(data_dir() / "history" / f"{name}.csv", FORMS[name])
    table = DataFrame(rows, columns=list(FORMS[name].fields))
    for column in NUMBERS.intersection(table.columns):
        table[column] = table[column].replace("", NA).astype("Int64")
    for column in DAYS.intersection(table.columns):
        table[column] = to_datetime(table[column], format="%Y-%m-%d")
    if "date" in table.columns:
        table["day"] = to_datetime(table["date"].replace("", NA), format="ISO8601")
    return table.sort_values(["start", "end"], kind="stable", ignore_index=True) if name == "dates" else table
