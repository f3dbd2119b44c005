"""What variants change in tables: ``data/gpw/variants/<slug>/<table>.csv`` holds rows to add or to replace.

A row has the form of its table and takes the place of the row with the same key.  A table that the game does not have
is the variant's own.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from gpwlab.core.resources import data_dir
from gpwlab.core.tables import Row
from gpwlab.gpw.schemas import TABLES


def folder(slug: str) -> Path:
    """Where the tables of a variant lie; most have none."""
    return data_dir() / "gpw" / "variants" / slug


@cache
def own(slug: str, name: str) -> tuple[Row, ...]:
    """The rows of a variant's own table."""
    with (folder(slug) / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, strict=True))


@cache
def changes(slug: str) -> Mapping[str, tuple[Row, ...]]:
    """The rows that a variant adds to the game's tables or replaces in them, by table."""
    return {path.stem: own(slug, path.stem) for path in sorted(folder(slug).glob("*.csv")) if path.stem in TABLES}


def changed(options: Iterable[str], given: Mapping[str, Sequence[Row]]) -> dict[str, Sequence[Row]]:
    """The tables with what the options change in them, in the order of the options."""
    tables = dict(given)
    for slug in options:
        for name, rows in changes(slug).items():
            tables[name] = _merged(tables[name], rows, TABLES[name].key)
    return tables


def _merged(table: Sequence[Row], rows: Sequence[Row], key: tuple[str, ...]) -> list[Row]:
    """A table with rows in the place of those with the same key, new ones at the end."""
    fresh = {tuple(row[column] for column in key): row for row in rows}
    kept = [fresh.pop(tuple(row[column] for column in key), row) for row in table]
    return [*kept, *fresh.values()]
