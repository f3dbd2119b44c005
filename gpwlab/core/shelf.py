"""The tables of a game as its worlds take them: read, checked and hashed once, from a user's folder if there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from gpwlab.core import saves, tables
from gpwlab.core.errors import DataError
from gpwlab.core.tables import Row

#: Most states of folders, and most worlds, that are kept: an editor makes a new state of its folder with every change.
MOST_STATES, MOST_WORLDS = 8, 32
#: The state of an overlay folder: path, and for each table in it name, time of change and size.
Stamp: TypeAlias = tuple[Path, tuple[tuple[str, int, int], ...]]


def stamp_of(overlay: Path | None) -> Stamp | None:
    """What tells whether a folder has changed, so that a corrected table counts at once; DataError if there is none."""
    if overlay is None:
        return None
    if not overlay.is_dir():
        raise DataError("there is no such folder", str(overlay))
    states = [(path, path.stat()) for path in sorted(overlay.glob("*.csv"))]
    return overlay, tuple((path.name, state.st_mtime_ns, state.st_size) for path, state in states)


@lru_cache(MOST_STATES)
def read(system: str, names: tuple[str, ...], state: Stamp | None) -> dict[str, list[Row]]:
    """The named tables of a system, those of the folder in place of the shipped ones; DataError for what is wrong."""
    if state is None:
        return {name: tables.read(system, name) for name in names}
    folder, _states = state
    for problem in tables.check(system, folder):
        raise problem
    return {name: tables.read(system, name, folder) for name in names}


@lru_cache(MOST_STATES)
def digest_of(system: str, names: tuple[str, ...], state: Stamp | None) -> str:
    """A hash of every row of the tables that :func:`read` gives."""
    return digest(read(system, names, state))


def digest(given: Mapping[str, Sequence[Row]]) -> str:
    """A hash of every row of tables."""
    return saves.digest({name: list(table) for name, table in given.items()})
