"""Making a world: the tables of a rule set, checked, read once and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from gpwlab.core import tables
from gpwlab.core.errors import InvalidInput
from gpwlab.core.shelf import MOST_STATES, MOST_WORLDS, Stamp, digest, digest_of, read, stamp_of
from gpwlab.core.tables import Row
from gpwlab.gpw import board
from gpwlab.gpw.charts import read_charts
from gpwlab.gpw.fronts import read_fronts
from gpwlab.gpw.houserules import edited
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.plan import Plan, board_of, charts_of, scenario_of
from gpwlab.gpw.position import World
from gpwlab.gpw.scenarios import read_scenario
from gpwlab.gpw.setup import read_setup
from gpwlab.gpw.units import SIDES, read_units
from gpwlab.gpw.variants.data import changed

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
    "interception",
)
SETUP_TABLES = ("scenarios", "units", "setup", "setup_areas", "placement", "control", "eliminated_pile")
TABLES = (*BOARD_TABLES, *CHART_TABLES, *SETUP_TABLES, "front_lines")
#: Worlds of rule sets with tables of their own; checking those takes longer than a battle.
_HOUSES: dict[tuple[object, ...], World] = {}


def shipped(overlay: Path | None = None) -> dict[str, list[Row]]:
    """All tables of the game, those of a user's overlay folder in place of the shipped ones.

    DataError for a folder that does not exist and for the first thing wrong in it.
    """
    return read("gpw", TABLES, stamp_of(overlay))


@lru_cache(MOST_STATES)
def _board(stamp: Stamp | None) -> board.Board:
    return board.build(read("gpw", TABLES, stamp))


@lru_cache(MOST_WORLDS)
def _world(slug: str, options: tuple[str, ...], stamp: Stamp | None) -> World:
    given = changed(options, read("gpw", TABLES, stamp))
    return _make(slug, RuleSet(options), given, _board_of(given, stamp))


def _board_of(given: Mapping[str, Sequence[Row]], stamp: Stamp | None) -> board.Board:
    """The shared board, or one of its own for tables that change it."""
    shared = read("gpw", TABLES, stamp)
    return _board(stamp) if all(given[name] is shared[name] for name in BOARD_TABLES) else board.build(given)


def rows(rules: RuleSet, overlay: Path | None) -> Mapping[str, Sequence[Row]]:
    """The tables that a rule set plays with."""
    return edited(rules.edits, changed(rules.options, {**shipped(overlay), **rules.tables}), rules.name)


def check_edits(rules: RuleSet, overlay: Path | None) -> None:
    """DataError for what is wrong with the tables of a house variant, on top of what its options change in them."""
    if not rules.edits:
        return
    base = shipped(overlay)
    given = edited(rules.edits, changed(rules.options, {**base, **rules.tables}))
    for problem in tables.check_rows("gpw", {name: rows for name, rows in given.items() if rows is not base[name]}):
        raise problem


def make(slug: str, rules: RuleSet, overlay: Path | None = None, plan: Plan | None = None) -> World:
    """The world of a scenario, or of a plan of the user's own.

    InvalidInput for an unknown scenario or table, DataError for a bad table.  A world never
    changes, and games with the same rules and tables share it.
    """
    _check_slug(slug)
    stamp = stamp_of(overlay)
    if not (rules.tables or rules.name or rules.edits or rules.hooks or plan):
        return _world(slug, rules.options, stamp)
    key = (slug, rules.options, stamp, repr(rules.tables), rules.name, repr(rules.edits), rules.hooks, repr(plan))
    if key not in _HOUSES:
        if len(_HOUSES) >= MOST_WORLDS:
            _HOUSES.clear()
        _HOUSES[key] = _house(slug, rules, stamp, plan)
    return _HOUSES[key]


def default_rules(slug: str, overlay: Path | None = None) -> tuple[str, ...]:
    """The options that a scenario is played with unless others are asked for; errors as for :func:`make`."""
    _check_slug(slug)
    return read_scenario(shipped(overlay)["scenarios"], slug).default_rules


def _check_slug(slug: object) -> None:
    if not isinstance(slug, str):
        raise InvalidInput(f"a scenario is a slug such as 'barbarossa', not {slug!r}")


def _house(slug: str, rules: RuleSet, stamp: Stamp | None, plan: Plan | None) -> World:
    """The world of a rule set that brings its own tables, or of a plan."""
    house = {**read("gpw", TABLES, stamp), **rules.tables}
    replaced = {name: house[name] for name in house if name in rules.tables or stamp is not None}
    for problem in tables.check_rows("gpw", replaced):
        raise problem
    check_edits(rules, None if stamp is None else stamp[0])
    given = edited(rules.edits, changed(rules.options, house), rules.name)
    return _make(slug, rules, given, _board_of(given, stamp), plan)


def _make(
    slug: str, rules: RuleSet, given: Mapping[str, Sequence[Row]], on: board.Board, plan: Plan | None = None
) -> World:
    charts = read_charts(given)
    world = World(
        board=on if plan is None else board_of(plan, on),
        units=read_units(given["units"]),
        charts=charts if plan is None else charts_of(plan, charts),
        rules=rules,
        scenario=read_scenario(given["scenarios"], slug) if plan is None else scenario_of(plan),
        fronts=read_fronts(given["front_lines"]),
    )
    for row in given["control"]:
        if row["scenario"] == str(world.scenario.number):
            world.home[on.hex(row["hex"])] = SIDES.index(row["side"])
    world.setup = read_setup(given, world)
    return world


def data_hash(rules: RuleSet, overlay: Path | None) -> str:
    """A hash of every table row that a game plays with."""
    if rules.tables or rules.edits:
        return digest(rows(rules, overlay))
    return digest_of("gpw", TABLES, stamp_of(overlay))
