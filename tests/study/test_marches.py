"""Ways over the Ukraine: what they cost by the terrain chart, and the rivers across them."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from gpwlab import hube, study
from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import read


@cache
def game() -> hube.Game:
    return hube.new("moving-pocket", seed=1944)


@cache
def town(name: str) -> str:
    return next(row["hex"] for row in read("hube", "towns") if row["name"] == name)


def test_a_way_is_connected_and_costs_what_the_map_says() -> None:
    found = study.march(game(), town("Dunayevtsy"), town("Khotin"), "track", "Light Thaw", most=8)
    assert found is not None
    board = game().board
    hexes = [board.hex(name) for name in found.path]
    assert (found.path[0], found.path[-1]) == (town("Dunayevtsy"), town("Khotin"))
    assert all(board.distance(a, b) == 1 for a, b in pairwise(hexes))
    fork = game().fork()
    tanks = next(piece.id for piece in fork.pieces if piece.kind == "pz-bn")
    fork.edit().place(tanks, found.path[0])
    assert fork.ground == "Light Thaw"
    assert fork.cost(tanks, found.path[1:]).mp == found.mp  # the engine's own account of the same path


def test_rivers_are_named_in_the_order_of_the_march() -> None:
    south = study.march(game(), town("Dunayevtsy"), town("Khotin"), "track", "Light Thaw", most=8)
    assert south is not None
    assert south.rivers[-1] == ("Dnestr", "major")
    west = study.march(game(), town("Chortkuv"), town("Buchach"), "track", "Light Thaw", most=8)
    assert west is not None
    assert [name for name, _cls in west.rivers if name in ("Seret", "Strypa")][-1] == "Strypa"


def test_mud_makes_the_way_dearer_and_the_ground_of_the_game_is_the_default() -> None:
    frozen, thawed, now = (
        study.march(game(), town("Chortkuv"), town("Buchach"), "truck", ground, most=14)
        for ground in ("Freeze", "Mud", None)
    )
    assert frozen is not None
    assert thawed is not None
    assert frozen.mp < thawed.mp
    assert now == study.march(game(), town("Chortkuv"), town("Buchach"), "truck", game().ground, most=14)


def test_a_way_that_is_too_long_is_none() -> None:
    assert study.march(game(), town("Dunayevtsy"), town("Buchach"), "leg", "Thaw", most=2) is None
    here = study.march(game(), town("Buchach"), town("Buchach"), most=1)
    assert here is not None
    assert (here.mp, here.path, here.rivers) == (0, (town("Buchach"),), ())


@pytest.mark.parametrize(
    ("start", "movement", "ground", "most"),
    [
        ("A99.99", "track", None, 3),
        ("A14.28", "sledge", None, 3),
        ("A14.28", "track", "Sand", 3),
        ("A14.28", "track", None, 0),
    ],
)
def test_what_is_no_way_is_refused(start: str, movement: str, ground: str | None, most: int) -> None:
    with pytest.raises(InvalidInput):
        study.march(game(), start, "A15.28", movement, ground, most)


def test_a_river_is_crossed_alike_both_ways() -> None:
    there = study.march(game(), town("Chortkuv"), town("Buchach"), "leg", "Freeze", most=8)
    back = study.march(game(), town("Buchach"), town("Chortkuv"), "leg", "Freeze", most=8)
    assert there is not None
    assert back is not None
    assert set(there.rivers) == set(back.rivers) != set()
