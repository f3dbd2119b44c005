"""Shock combat (section 13): shock armies, one shock attack a year, saved if not used, and what leaders gain by it."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.gpw import shock
from tests.gpw.boards import game_at, rule_ids

SHOCK = gpw.rules("shock")
BOTH = gpw.rules("shock", "leaders")
BOARD = {"su-shk-1": "A0719", "su-inf-3": "A0819", "su-mech-1": "A0520", "ax-inf-1": "B1214", "ax-pz-56": "B1213"}


@pytest.mark.rule("gpw 13.1")
def test_shock_armies_move_one_hex_in_the_armored_phase_and_in_full_later() -> None:
    game = game_at("Soviet Armored Movement", BOARD, turn=5, rules=SHOCK)
    start = game.board.hex("A0719")
    assert {game.board.distance(start, game.board.hex(h)) for h in game.reach("su-shk-1")} == {1}
    assert rule_ids(game.why_not("move su-shk-1 A0718 A0717")) == ["gpw 13.1"]
    game.do(f"move su-shk-1 {next(iter(game.reach('su-shk-1')))}")
    game.play("Soviet General Movement")
    assert max(game.board.distance(start, game.board.hex(h)) for h in game.reach("su-shk-1")) > 1
    plain = game_at("Soviet Armored Movement", BOARD, turn=5)
    assert rule_ids(plain.why_not("move su-shk-1 A0718")) == ["gpw 3.2.3"]


@pytest.mark.rule("gpw 13.2.A")
def test_the_soviets_have_none_in_1941_and_the_axis_one() -> None:
    axis = game_at("Axis Reinforcement/Replacement", BOARD, turn=2, rules=SHOCK)
    assert axis.why_not("shock") == []
    soviet = game_at("Soviet Reinforcement/Replacement", BOARD, turn=2, rules=SHOCK)
    assert rule_ids(soviet.why_not("shock")) == ["gpw 13.2.A"]
    assert rule_ids(game_at("Axis Reinforcement/Replacement", BOARD, turn=2).why_not("shock")) == ["gpw 13.2.A"]


@pytest.mark.rule("gpw 13.2.A", "gpw 13.2.F")
def test_one_a_year_saved_if_not_used() -> None:
    game = game_at("Axis Reinforcement/Replacement", BOARD, turn=2, rules=SHOCK)
    pos = game._pos.copy()
    # turn 6 is January 1942, 22 January 1944, 30 January 1945: Axis 1941, 1942, 1943 and 1945, Soviets from 1942 on
    for turn, axis, soviet in ((5, 1, 0), (6, 2, 1), (14, 3, 2), (22, 3, 3), (30, 4, 4)):
        pos.turn = turn
        assert (shock.left(pos, 0), shock.left(pos, 1)) == (axis, soviet)
    game.do("shock")
    assert rule_ids(game.why_not("shock")) == ["gpw 13.2.B"]
    game.play("Axis Reinforcement/Replacement", turn=3)
    assert rule_ids(game.why_not("shock")) == ["gpw 13.2.A"]


@pytest.mark.rule("gpw 13.2.B", "gpw 13.2.C", "gpw 13.2.D")
def test_infantry_moves_one_hex_into_contact_in_the_panzer_phase() -> None:
    board = {"ax-inf-1": "B1212", "su-inf-3": "B1210", "ax-pz-56": "B1413"}
    calm = game_at("Axis Panzer Movement", board, turn=2, rules=SHOCK)
    assert rule_ids(calm.why_not("move ax-inf-1 B1211")) == ["gpw 3.1.3.A"]
    assert rule_ids(calm.why_not("shock")) == ["gpw 3.0.A"]
    game = game_at("Axis Reinforcement/Replacement", board, turn=2, rules=SHOCK)
    game.do("shock")
    game.play("Axis Panzer Movement")
    assert rule_ids(game.why_not("move ax-inf-1 B1213 B1214")) == ["gpw 13.2.C"]
    game.do("move ax-inf-1 B1211")
    game.play("Axis Combat")
    assert game.candidates("B1210") == ["ax-inf-1"]


@pytest.mark.rule("gpw 13.2.E")
def test_the_general_phase_is_as_usual() -> None:
    game = game_at("Axis Reinforcement/Replacement", BOARD, turn=2, rules=SHOCK)
    game.do("shock")
    game.play("Axis Panzer Movement")
    game.do("move ax-inf-1 B1314")
    game.play("Axis General Movement")
    start = game.board.hex("B1314")
    assert max(game.board.distance(start, game.board.hex(h)) for h in game.reach("ax-inf-1")) > 1


@pytest.mark.rule("gpw 13.2.G")
def test_a_shock_attack_gives_shock_armies_nothing_more() -> None:
    game = game_at("Soviet Armored Movement", BOARD, turn=5, rules=SHOCK, shock_turn=[0, 5], shocks_used=[0, 1])
    start = game.board.hex("A0719")
    assert {game.board.distance(start, game.board.hex(h)) for h in game.reach("su-shk-1")} == {1}
    assert game.reach("su-inf-3")


@pytest.mark.rule("gpw 13.2.H")
def test_leaders_count_two_columns_in_a_shock_attack() -> None:
    board = {"ax-pz-39": "B1211", "ax-pz-56": "B1311", "su-inf-3": "B1210", "ax-ldr-bock": "B1211"}
    shifts = []
    for extra in ({}, {"shock_turn": [2, 0], "shocks_used": [1, 0]}):
        game = game_at("Axis Combat", board, turn=2, rules=BOTH, **extra)
        made = game.battle("B1210", ["ax-pz-39"]).odds
        shifts.append([(s.columns, s.rule) for s in made.shifts if s.rule in ("gpw 12.1.B", "gpw 13.2.H")])
    assert shifts == [[(1, "gpw 12.1.B")], [(2, "gpw 13.2.H")]]
