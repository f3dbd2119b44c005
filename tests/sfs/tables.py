"""The tables of Struggle for Stalingrad as their files tell them: the tests do not lean on the readers they judge."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "data" / "sfs"
Row = dict[str, str]


def rows_of(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def table(name: str) -> list[Row]:
    return rows_of(DATA / f"{name}.csv")


def rows(name: str, **wanted: str) -> list[Row]:
    return [row for row in table(name) if all(row[column] == value for column, value in wanted.items())]


def cell(name: str, column: str, **wanted: str) -> str:
    """The one cell that the other columns fix."""
    found = rows(name, **wanted)
    assert len(found) == 1, (name, wanted, len(found))
    return found[0][column]


@cache
def links(*, ice: bool = False) -> frozenset[frozenset[str]]:
    """Pairs of areas by code: those joined by land, with ``ice`` those across the Volga instead."""
    return frozenset(
        frozenset((row["area_a"], row["area_b"])) for row in table("links") if (row["barrier"] == "volga_ice") == ice
    )


def pieces(nodes: Iterable[str], pairs: Iterable[frozenset[str]]) -> list[set[str]]:
    """The connected pieces of a set of areas."""
    left, edges, found = set(nodes), list(pairs), []
    while left:
        queue = [left.pop()]
        piece = set(queue)
        while queue:
            here = queue.pop()
            for edge in edges:
                if here in edge:
                    (other,) = edge - {here}
                    if other in left:
                        left.discard(other)
                        piece.add(other)
                        queue.append(other)
        found.append(piece)
    return found
