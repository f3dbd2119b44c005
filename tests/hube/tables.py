"""The shipped tables of Hube's Pocket as the tests read them."""

from __future__ import annotations

from functools import cache

from gpwlab.core import tables
from gpwlab.core.resources import data_dir
from gpwlab.core.schema import Row
from gpwlab.hube.board import Board, build
from gpwlab.hube.charts import Charts, read_charts
from gpwlab.hube.places import Zones, read_places
from gpwlab.hube.schemas import TABLES

DATA = data_dir() / "hube"


@cache
def table(name: str) -> list[Row]:
    return tables.read("hube", name)


def rows(name: str, /, **wanted: str) -> list[Row]:
    return [row for row in table(name) if all(row[column] == value for column, value in wanted.items())]


def one(name: str, /, **wanted: str) -> Row:
    (found,) = rows(name, **wanted)
    return found


@cache
def board() -> Board:
    return build({name: table(name) for name in TABLES})


@cache
def charts() -> Charts:
    return read_charts({name: table(name) for name in TABLES})


@cache
def zones(scenario: int) -> Zones:
    return Zones(board(), read_places(table("setup_places")), scenario)
