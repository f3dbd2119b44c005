"""Conversions (section 14): which armies, when, at what price, and where the old counter goes."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core import tables
from tests.gpw.boards import game_at, rule_ids

RULES = gpw.rules("conversions")
BOARD = {"su-inf-3": "A0719", "su-inf-27": "A0819/1", "su-mech-1": "A0520", "ax-inf-1": "B1214"}


def soviet(turn: int = 5, **more: object) -> gpw.Game:
    return game_at("Soviet Reinforcement/Replacement", BOARD, turn=turn, rules=RULES, **more)  # type: ignore[arg-type]


@pytest.mark.rule("gpw 14.0.A", "gpw 14.0.B")
def test_armies_are_converted_from_the_date_on_the_chart() -> None:
    # two armies may become Shock Armies in Nov/Dec 1941 (example of 14), none before
    assert rule_ids(soviet(turn=4).why_not("convert su-shk-1 su-inf-3")) == ["gpw 14.0.A"]
    game = soviet()
    assert game.why_not("convert su-shk-1 su-inf-3") == []
    assert rule_ids(game.why_not("convert su-shk-3 su-inf-3")) == ["gpw 14.0.A"]  # comes in January 1942
    assert rule_ids(game.why_not("convert su-shk-1 su-mech-1")) == ["gpw 14.0.B"]
    assert rule_ids(game.why_not("convert su-shk-1 ax-inf-1")) == ["gpw 14.0.B"]
    axis = game_at("Axis Reinforcement/Replacement", BOARD, turn=5, rules=RULES)
    assert "gpw 14.0.B" in rule_ids(axis.why_not("convert su-shk-1 su-inf-3"))


@pytest.mark.rule("gpw 14.0.C", "gpw 14.0.D")
def test_a_half_army_becomes_half_a_shock_army_and_both_cost_one_point() -> None:
    game = soviet()
    rp = game.rp
    game.do("convert su-shk-1 su-inf-3")
    game.do("convert su-shk-2 su-inf-27")
    units = game.units.set_index("unit")
    assert units.loc["su-shk-1", ["hex", "attack", "ma"]].to_list() == ["A0719", 10, 6]
    assert units.loc["su-shk-2", ["hex", "attack", "ma"]].to_list() == ["A0819", 5, 6]
    assert game.rp == rp - 2
    game.edit().rp(0)
    assert "gpw 14.0.D" in rule_ids(game.why_not("convert su-shk-1 su-inf-3"))


@pytest.mark.rule("gpw 14.0.E")
def test_a_converted_army_moves_in_the_same_turn() -> None:
    game = soviet()
    game.do("convert su-shk-1 su-inf-3")
    game.play("Soviet General Movement")
    assert game.reach("su-shk-1")


@pytest.mark.rule("gpw 14.0.F")
def test_the_old_army_goes_to_the_pile_and_may_be_rebuilt() -> None:
    game = soviet()
    game.do("convert su-shk-1 su-inf-3")
    assert game.units.set_index("unit").loc["su-inf-3", "state"] == "eliminated"
    assert game.why_not("rebuild su-inf-3 A0109") == []


@pytest.mark.rule("gpw 14.0.G")
def test_tank_armies_come_to_the_pile_and_are_built_like_replacements() -> None:
    # the chart names turn 8; a chart that names turn 3 brings them into Barbarossa
    rows = [dict(row) for row in tables.read("gpw", "reinforcements")]
    pool = [row for row in rows if row["event"] == "pool_addition"]
    assert {row["turn"] for row in pool} == {"8"}
    assert len(pool) == 6
    for row in pool:
        row["turn"] = "3"
    rules = gpw.RuleSet(("conversions",), {"reinforcements": rows})
    game = game_at("Soviet Reinforcement/Replacement", BOARD, turn=3, rules=rules)
    assert game.units.set_index("unit").loc["su-tk-1", "state"] == "eliminated"
    rp = game.rp
    game.do("rebuild su-tk-1 A0109")
    assert game.units.set_index("unit").loc["su-tk-1", ["state", "attack"]].to_list() == ["reduced", 7]
    assert game.rp == rp - 2  # 9.1.F
    assert "gpw 14.0.A" in rule_ids(game.why_not("convert su-tk-2 su-inf-3"))  # nothing is exchanged for them


def test_positions_with_conversions_round_trip() -> None:
    game = soviet()
    game.do("convert su-shk-1 su-inf-3")
    assert gpw.from_position(game.position).position == game.position


def test_an_army_may_be_raised_and_then_converted_in_one_phase() -> None:
    game = soviet()
    game.do("rebuild su-inf-27")
    game.do("convert su-shk-1 su-inf-27")
    assert "gpw 9.1.F" in rule_ids(game.why_not("rebuild su-inf-27 A0619"))  # raised this turn
    twin = gpw.from_position(game.position, RULES)
    assert twin.position == game.position
    assert rule_ids(twin.why_not("rebuild su-inf-27 A0619")) == rule_ids(game.why_not("rebuild su-inf-27 A0619"))
