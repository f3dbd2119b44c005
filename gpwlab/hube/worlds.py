"""Making a world: the tables of a rule set, checked, read once and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from gpwlab.core import tables
from gpwlab.core.errors import InvalidInput
from gpwlab.core.shelf import MOST_STATES, MOST_WORLDS, Stamp, digest, digest_of, read, stamp_of
from gpwlab.core.tables import Row
from gpwlab.hube import board
from gpwlab.hube.charts import read_charts
from gpwlab.hube.deployment import read_deployment
from gpwlab.hube.options import OPTIONS, RuleSet
from gpwlab.hube.places import Zones, read_places
from gpwlab.hube.scenarios import read_scenario
from gpwlab.hube.schemas import TABLES as FORMS
from gpwlab.hube.units import read_units, read_wings
from gpwlab.hube.world import World

TABLES = tuple(FORMS)


def shipped(overlay: Path | None = None) -> dict[str, list[Row]]:
    """All tables of the game, those of a user's overlay folder in place of the shipped ones.

    DataError for a folder that does not exist and for the first thing wrong in it.
    """
    return read("hube", TABLES, stamp_of(overlay))


@lru_cache(MOST_WORLDS)
def _world(slug: str, options: tuple[str, ...], stamp: Stamp | None) -> World:
    return _make(slug, RuleSet(options), read("hube", TABLES, stamp), _board(stamp))


@lru_cache(MOST_STATES)
def _board(stamp: Stamp | None) -> board.Board:
    """The map of the shipped tables or of an overlay, made once for all scenarios."""
    return board.build(read("hube", TABLES, stamp))


def rows(rules: RuleSet, overlay: Path | None) -> Mapping[str, Sequence[Row]]:
    """The tables that a rule set plays with."""
    return {**shipped(overlay), **rules.tables}


def make(slug: str, rules: RuleSet, overlay: Path | None = None) -> World:
    """The world of a scenario; InvalidInput for an unknown scenario or table, DataError for a bad table.

    A world never changes, and games with the same rules and tables share it.
    """
    if not isinstance(slug, str):
        raise InvalidInput(f"a scenario is a slug such as 'kirovograd' or 'kirovograd:campaign', not {slug!r}")
    if not rules.tables:
        return _world(slug, rules.options, stamp_of(overlay))
    house = rows(rules, overlay)
    for problem in tables.check_rows("hube", rules.tables):
        raise problem
    return _make(slug, rules, house, board.build(house))


def _make(slug: str, rules: RuleSet, given: Mapping[str, Sequence[Row]], on: board.Board) -> World:
    scenario = read_scenario(given, slug)
    if rules.options and not scenario.campaign:  # hube 4.0
        title = next(option.title for option in OPTIONS if option.slug == rules.options[0])
        raise InvalidInput(f"{title} belongs to campaign games only, such as '{slug}:campaign' (hube 4.0)")
    units, parts = read_units(given, sum(on.is_city(h) for h in range(on.n)))
    return World(
        board=on,
        units=units,
        parts=parts,
        wings=read_wings(given, scenario.number),
        charts=read_charts(given),
        rules=rules,
        scenario=scenario,
        zones=Zones(on, read_places(given["setup_places"]), scenario.number),
        deployment=read_deployment(given["setup"], scenario.number, units, parts),
        formation_labels={r["unit_id"]: r["label"] for r in given["units"] if r["kind"] == "formation"},
    )


def data_hash(rules: RuleSet, overlay: Path | None) -> str:
    """A hash of every table row that a game plays with."""
    if rules.tables:
        return digest(rows(rules, overlay))
    return digest_of("hube", TABLES, stamp_of(overlay))
