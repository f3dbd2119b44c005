"""Variants by Lou Coatney (23.5.1) and Hank Meyer (23.5.2)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.dice import roll
from gpwlab.core.errors import InvalidInput
from tests.gpw.battles import EAST, NORTH_EAST, STEPPE, WEST, fight, state
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.invariants import check

STACK = gpw.rules("23.5.1")
GENERAL = "Axis General Movement"


@pytest.mark.rule("gpw 23.5.1")
def test_a_german_infantry_corps_stacks_with_one_other_german_unit() -> None:
    units = {"ax-inf-1": STEPPE, "ax-pz-56": EAST, "ax-inf-2": WEST, "ax-pz-41": NORTH_EAST, "su-inf-3": "A0401"}
    game = game_at(GENERAL, units, rules=STACK)
    assert STEPPE in game.reach("ax-pz-56")
    game.do(f"move ax-pz-56 {STEPPE}")
    assert sorted(game.unit_at(STEPPE)) == ["ax-inf-1", "ax-pz-56"]
    assert rule_ids(game.why_not(f"move ax-inf-2 {STEPPE}")) == ["gpw 5.3.D"]  # a third does not
    assert rule_ids(game_at(GENERAL, units).why_not(f"move ax-pz-56 {STEPPE}")) == ["gpw 5.3.D"]


@pytest.mark.rule("gpw 23.5.1")
def test_no_stack_without_an_infantry_corps_and_none_with_an_ally() -> None:
    units = {"ax-pz-41": STEPPE, "ax-pz-56": EAST, "ax-ro-inf-2": WEST, "ax-inf-1": NORTH_EAST, "su-inf-3": "A0401"}
    game = game_at(GENERAL, units, rules=STACK)
    assert STEPPE not in game.reach("ax-pz-56")
    assert NORTH_EAST not in game.reach("ax-ro-inf-2")
    soviets = game_at("Soviet General Movement", {"su-inf-3": STEPPE, "su-inf-4": EAST}, rules=STACK)
    assert STEPPE not in soviets.reach("su-inf-4")


@pytest.mark.rule("gpw 23.5.1", "gpw 9.1.C")
def test_a_city_that_holds_a_panzer_corps_is_open_to_infantry_alone() -> None:
    units = {"ax-pz-56": "B1822", "ax-inf-2": "due", "ax-pz-41": "due", "su-inf-3": "A0401"}  # Berlin
    game = game_at("Axis Reinforcement/Replacement", units, turn=2, rules=STACK)
    assert "place ax-inf-2 B1822" in map(str, game.legal)
    assert "place ax-pz-41 B1822" not in map(str, game.legal)
    assert [str(action) for action in game.legal if game.why_not(action)] == []


@pytest.mark.rule("gpw 23.5.1")
def test_the_two_defend_and_retreat_together_each_at_its_own_price() -> None:
    units = {"ax-inf-1": STEPPE, "ax-inf-6": STEPPE, "su-tk-1": EAST, "su-tk-2": NORTH_EAST}
    game = fight(units, "DR", rules=["23.5.1"])
    assert game.battle("A1202", ["ax-inf-1", "ax-inf-6"]).odds.attack == 14
    game.do("retreat A1204 A1205")
    assert sorted(game.unit_at("A1205")) == ["ax-inf-1", "ax-inf-6"]
    check(game._pos)
    tight = {**units, "su-inf-3": "A1303", "su-inf-4": "A1205", "su-inf-5": "A1404"}
    squeezed = fight(tight, "DR", rules=["23.5.1"], attackers=["su-tk-1", "su-tk-2"])
    assert squeezed.pending is not None
    squeezed.do(squeezed.pending.default)
    assert {state(squeezed, unit)[5:] for unit in ("ax-inf-1", "ax-inf-6")} == {"/1"}


# ---- 23.5.2: the armour group


def opening(slug: str, die: int) -> gpw.Game:
    """Barbarossa with the die of the group brought to a face."""
    number = -1
    seed = next(s for s in range(200) if roll(s, "armour group", 1, number, "su-tk-1", 0) == die)
    return gpw.new("barbarossa", rules=[slug], seed=seed)


@pytest.mark.rule("gpw 23.5.2.1", "gpw 23.5.2.A")
@pytest.mark.parametrize(
    ("die", "place"), [(1, "B1105"), (2, "B1105/1"), (3, "B1105/1"), (4, "B2004"), (5, "B2004/1"), (6, "B2004/1")]
)
def test_the_standard_deployment(die: int, place: str) -> None:
    game = opening("23.5.2.1", die)
    assert state(game, "su-tk-1") == place
    assert game.opening[0].rule == "gpw 23.5.2.A"
    check(game._pos)


@pytest.mark.rule("gpw 23.5.2.2", "gpw 23.5.2.A")
@pytest.mark.parametrize(("die", "near", "steps"), [(1, "B0812", 1), (2, "B1407", 1), (4, "B1407", 2), (6, "B2210", 1)])
def test_the_alternate_deployment(die: int, near: str, steps: int) -> None:
    game = opening("23.5.2.2", die)
    _unit, left, here = game.standing("su-tk-1")
    assert left == steps
    plain = gpw.new("barbarossa")
    assert here == near if not plain.unit_at(near) else game.board.distance(*map(game.board.hex, (here, near))) == 1
    check(game._pos)


@pytest.mark.rule("gpw 23.5.2.B")
def test_an_eliminated_group_waits_for_the_other_tank_armies() -> None:
    game = opening("23.5.2.1", 1)
    game.edit().remove("su-tk-1")
    game.play("Soviet Reinforcement/Replacement")
    assert state(game, "su-tk-1") == "later"
    assert not any("su-tk-1" in str(action) for action in game.legal)
    plain = game_at("Soviet Reinforcement/Replacement", {"su-tk-1": "eliminated"}, turn=2)
    assert any("rebuild su-tk-1" in str(action) for action in plain.legal)


def test_one_deployment_excludes_the_other() -> None:
    with pytest.raises(InvalidInput, match="conflicts with"):
        gpw.rules("23.5.2.1", "23.5.2.2")
