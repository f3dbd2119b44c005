"""The cheapest way of a unit: the hexes that a recorded move enters."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

from gpwlab import hube
from gpwlab.core.errors import InvalidInput
from gpwlab.hube.picture.layers import mixed


@cache
def moving() -> hube.Game:
    game = hube.new("kirovograd", seed=3)
    game.play("Soviet Movement")
    return game


def _walkers() -> list[str]:
    """Units of each kind of movement and side with a printed allowance."""
    game, rng = moving(), random.Random(5)
    found = [piece.id for piece in game.pieces if piece.kind in ("inf-div", "abn-div", "mtn-div", "rr-bde")]
    return rng.sample(found, 5)


@pytest.mark.parametrize("points", [None, 5])
@pytest.mark.parametrize("unit", _walkers())
def test_a_way_costs_what_the_reach_says_and_its_steps_touch(unit: str, points: int | None) -> None:
    game, rng = moving(), random.Random(unit)
    spent = game.reach(unit, points)
    for hex_id in rng.sample(sorted(spent), min(4, len(spent))):
        way = game.route(unit, hex_id, points)
        if not spent[hex_id]:
            assert way == []
            continue
        cost = game.cost(unit, way)  # InvalidInput where two of the way do not touch
        assert cost.whole or cost.mp == spent[hex_id]
        assert way[-1] == hex_id
        assert len(set(way)) == len(way)


def test_no_way_leads_out_of_reach() -> None:
    game = moving()
    assert game.route("su-inf-13gd", "A1.01", 1) == []
    with pytest.raises(InvalidInput, match=r"no unit"):
        game.route("su-inf-none", "A1.01")


def test_the_picture_of_a_reach_tells_the_points_left_in_every_hex() -> None:
    game, unit = moving(), "su-inf-13gd"
    spent, wide = game.reach(unit, 2), sorted(game.reach(unit))
    assert len(spent) < len(wide)
    drawn = game.picture(region=wide, show=f"reach:{unit}:2")
    bare = game.picture(region=wide)
    assert "hexes in reach" in str(drawn)
    for left in {2 - mp for mp in spent.values() if mp}:
        more = str(drawn).count(f">{mixed(left)}</text>") - str(bare).count(f">{mixed(left)}</text>")
        assert more == sum(mp == 2 - left and mp > 0 for mp in spent.values())


@pytest.mark.rule("hube chart.Terrain Effects on Movement")
def test_moves_recorded_in_the_phase_leave_less_to_move_with() -> None:
    game, unit = moving(), "su-inf-13gd"
    assert game.left(unit) == 3  # as printed
    game.do(f"move {unit} by A56.20")  # open ground: 1 MP on foot
    assert game.left(unit) == 2
    assert str(game.picture(show=f"reach:{unit}")) == str(game.picture(show=f"reach:{unit}:2"))
    game.undo()
    assert game.left(unit) == 3
    game.do(f"move su-inf-155 {unit} by A56.20")  # together; the division of 12-2-2 has 2 MP
    assert (game.left(unit), game.left("su-inf-155")) == (2, 1)
    game.do(f"move {unit} by A55.23")  # a jump: nobody knows the way
    assert game.left(unit) == 2
    game.do("done")
    while game.phase.name != "Soviet Exploitation":
        game.do(game.pending.default if game.pending else "done")
    assert game.left(unit) == 3  # another phase


@pytest.mark.parametrize(
    ("points", "text"),
    [("0", "0"), ("3", "3"), ("1/2", "½"), ("5/2", "2½"), ("7/4", "1¾"), ("4/3", "1⅓"), ("6/5", "1.2")],
)
def test_movement_points_are_written_as_a_player_does(points: str, text: str) -> None:
    assert mixed(Fraction(points)) == text


def test_no_way_leads_through_an_enemy() -> None:
    game = moving()
    axis = {piece.hex for piece in game.pieces if piece.side == "Axis"}
    assert all(axis.isdisjoint(game.reach(unit, 12)) for unit in _walkers() if unit.startswith("su-"))
