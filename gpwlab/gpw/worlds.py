"""Making a world: the tables of a rule set, checked, read once and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from gpwlab.core import saves, tables
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.tables import Row
from gpwlab.gpw import board
from gpwlab.gpw.charts import read_charts
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.position import World
from gpwlab.gpw.scenarios import read_scenario
from gpwlab.gpw.setup import read_setup
from gpwlab.gpw.units import read_units

BOARD_TABLES = ("hexes", "hexsides", "rails", "cities", "regions", "edges")
CHART_TABLES = (
    "crt",
    "tec",
    "turns",
    "weather",
    "weather_effects",
    "reinforcements",
    "replacements",
    "lend_lease",
    "lend_lease_turns",
    "rail_limits",
)
SETUP_TABLES = ("scenarios", "units", "setup", "setup_areas", "placement", "eliminated_pile")
TABLES = (*BOARD_TABLES, *CHART_TABLES, *SETUP_TABLES)
#: The state of an overlay folder: path, and for each table in it name, time of change and size.
Stamp: TypeAlias = tuple[Path, tuple[tuple[str, int, int], ...]]

#: Worlds of rule sets with tables of their own; checking those takes longer than a battle.
_HOUSES: dict[tuple[str, tuple[str, ...], Stamp | None, str], World] = {}
_MOST_HOUSES = 32


def shipped(overlay: Path | None = None) -> dict[str, list[Row]]:
    """All tables of the game, those of a user's overlay folder in place of the shipped ones.

    DataError for a folder that does not exist and for the first thing wrong in it.
    """
    return _tables(None if overlay is None else _stamp(overlay))


def _stamp(overlay: Path) -> Stamp:
    """What tells whether a folder has changed, so that a corrected table counts at once."""
    if not overlay.is_dir():
        raise DataError("there is no such folder", str(overlay))
    states = [(path, path.stat()) for path in sorted(overlay.glob("*.csv"))]
    return overlay, tuple((path.name, state.st_mtime_ns, state.st_size) for path, state in states)


@cache
def _tables(stamp: Stamp | None) -> dict[str, list[Row]]:
    if stamp is None:
        return {name: tables.read("gpw", name) for name in TABLES}
    folder, _states = stamp
    for problem in tables.check("gpw", folder):
        raise problem
    return {name: tables.read("gpw", name, folder) for name in TABLES}


@cache
def _board(stamp: Stamp | None) -> board.Board:
    return board.build(_tables(stamp))


@cache
def _world(slug: str, options: tuple[str, ...], stamp: Stamp | None) -> World:
    return _make(slug, RuleSet(options), _tables(stamp), _board(stamp))


def rows(rules: RuleSet, overlay: Path | None) -> Mapping[str, Sequence[Row]]:
    """The tables that a rule set plays with."""
    return {**shipped(overlay), **rules.tables}


def make(slug: str, rules: RuleSet, overlay: Path | None = None) -> World:
    """The world of a scenario; InvalidInput for an unknown scenario or table, DataError for a bad table.

    A world never changes, and games with the same rules and tables share it.
    """
    if not isinstance(slug, str):
        raise InvalidInput(f"a scenario is a slug such as 'barbarossa', not {slug!r}")
    stamp = None if overlay is None else _stamp(overlay)
    if not rules.tables:
        return _world(slug, rules.options, stamp)
    key = (slug, rules.options, stamp, repr(rules.tables))
    if key not in _HOUSES:
        if len(_HOUSES) >= _MOST_HOUSES:
            _HOUSES.clear()
        _HOUSES[key] = _house(slug, rules, stamp)
    return _HOUSES[key]


def _house(slug: str, rules: RuleSet, stamp: Stamp | None) -> World:
    """The world of a rule set that brings its own tables."""
    house = {**_tables(stamp), **rules.tables}
    replaced = {name: house[name] for name in house if name in rules.tables or stamp is not None}
    for problem in tables.check_rows("gpw", replaced):
        raise problem
    own_board = not set(rules.tables).isdisjoint(BOARD_TABLES)
    return _make(slug, rules, house, board.build(house) if own_board else _board(stamp))


def _make(slug: str, rules: RuleSet, given: Mapping[str, Sequence[Row]], on: board.Board) -> World:
    world = World(
        board=on,
        units=read_units(given["units"]),
        charts=read_charts(given),
        rules=rules,
        scenario=read_scenario(given["scenarios"], slug),
    )
    world.setup = read_setup(given, world)
    return world


def data_hash(rules: RuleSet, overlay: Path | None) -> str:
    """A hash of every table row that a game plays with."""
    if rules.tables:
        return _digest(rows(rules, overlay))
    return _hash(None if overlay is None else _stamp(overlay))


@cache
def _hash(stamp: Stamp | None) -> str:
    return _digest(_tables(stamp))


def _digest(given: Mapping[str, Sequence[Row]]) -> str:
    return saves.digest({name: list(table) for name, table in given.items()})
