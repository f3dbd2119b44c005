"""Making a world: the tables of a rule set, checked, read once and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from gpwlab.core import tables
from gpwlab.core.errors import InvalidInput
from gpwlab.core.shelf import MOST_WORLDS, Stamp, digest, digest_of, read, stamp_of
from gpwlab.core.tables import Row
from gpwlab.sfs import board
from gpwlab.sfs.charts import read_charts
from gpwlab.sfs.options import RuleSet
from gpwlab.sfs.scenarios import read_scenario
from gpwlab.sfs.schemas import TABLES as FORMS
from gpwlab.sfs.setup import read_deployment, read_setup
from gpwlab.sfs.units import read_counters, read_units
from gpwlab.sfs.world import World

TABLES = tuple(FORMS)


def shipped(overlay: Path | None = None) -> dict[str, list[Row]]:
    """All tables of the game, those of a user's overlay folder in place of the shipped ones.

    DataError for a folder that does not exist and for the first thing wrong in it.
    """
    return read("sfs", TABLES, stamp_of(overlay))


@lru_cache(MOST_WORLDS)
def _world(slug: str, options: tuple[str, ...], stamp: Stamp | None) -> World:
    return _make(slug, RuleSet(options), read("sfs", TABLES, stamp))


def rows(rules: RuleSet, overlay: Path | None) -> Mapping[str, Sequence[Row]]:
    """The tables that a rule set plays with."""
    return {**shipped(overlay), **rules.tables}


def make(slug: str, rules: RuleSet, overlay: Path | None = None) -> World:
    """The world of a scenario; InvalidInput for an unknown scenario or table, DataError for a bad table.

    A world never changes, and games with the same rules and tables share it.
    """
    if not isinstance(slug, str):
        raise InvalidInput(f"a scenario is a slug such as 'standard', not {slug!r}")
    if not rules.tables:
        return _world(slug, rules.options, stamp_of(overlay))
    house = rows(rules, overlay)
    for problem in tables.check_rows("sfs", rules.tables):
        raise problem
    return _make(slug, rules, house)


def _make(slug: str, rules: RuleSet, given: Mapping[str, Sequence[Row]]) -> World:
    on = board.build(given)
    counters = read_counters(given["units"])
    return World(
        board=on,
        units=read_units(counters),
        counters=counters,
        charts=read_charts(given),
        rules=rules,
        scenario=read_scenario(given, on, slug),
        setup=read_setup(given["setup"], slug),
        deployment=read_deployment(given["deployment"], slug),
    )


def data_hash(rules: RuleSet, overlay: Path | None) -> str:
    """A hash of every table row that a game plays with."""
    if rules.tables:
        return digest(rows(rules, overlay))
    return digest_of("sfs", TABLES, stamp_of(overlay))
