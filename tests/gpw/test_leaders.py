"""Leaders (section 12): command radius, leaving a ZOC, movement by way of the capital, coming and going."""

from __future__ import annotations

import random

import pytest

from gpwlab import gpw
from gpwlab.core import tables
from tests.gpw import invariants
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.player import RandomPlayer
from tests.gpw.starts import game_in

LEADERS = gpw.rules("leaders")
LED = ("ax-ldr-bock", "ax-ldr-rundstedt", "su-ldr-zhukov")
#: 12.4: Axis in A1215 (a reduced 6-6, defence 3) and A1315 (6); Soviets in A1214 (6), A1314 and A1414 (8 each)
EXAMPLE = {
    "ax-inf-26": "A1215/1",
    "ax-inf-23": "A1315",
    "su-inf-27": "A1214",
    "su-inf-3": "A1314",
    "su-inf-4": "A1414",
    "su-inf-10": "A1213",
    "su-ldr-koniev": "A1213",
}


def at(phase: str, units: dict[str, str], **more: object) -> gpw.Game:
    return game_at(phase, units, rules=LEADERS, **more)  # type: ignore[arg-type]


def where(game: gpw.Game, unit: str) -> str:
    return game.standing(unit)[2]


@pytest.mark.rule("gpw 12.4.A", "gpw 12.4.C", "gpw 12.4.D")
def test_example_river_and_leader_cancel_out_against_a_weak_unit() -> None:
    battle = at("Soviet Combat", EXAMPLE).battle("A1215", ["su-inf-27"])
    assert battle.ratio == "2:1"  # 6 to 3
    assert [(s.columns, s.rule) for s in battle.odds.shifts] == [(-1, "gpw 7.6.A"), (1, "gpw 12.1.B")]
    assert battle.column == 2


@pytest.mark.rule("gpw 12.4.B", "gpw 12.4.E")
def test_example_two_armies_across_the_don() -> None:
    battle = at("Soviet Combat", EXAMPLE).battle("A1315", ["su-inf-3", "su-inf-4"])
    assert battle.ratio == "2:1"  # 16 to 6
    assert [(s.columns, s.rule) for s in battle.odds.shifts if s.rule != "gpw 7.5.A"] == [
        (-1, "gpw 7.6.A"),
        (1, "gpw 12.1.B"),
    ]


@pytest.mark.rule("gpw 12.1.A", "gpw 12.1.B")
def test_every_attacker_must_be_within_the_radius() -> None:
    # A1213 to A1414 are two hexes; from A1212 they are three, and Koniev's radius is 2
    far = EXAMPLE | {"su-inf-10": "A1212", "su-ldr-koniev": "A1212"}
    battle = at("Soviet Combat", far).battle("A1315", ["su-inf-3", "su-inf-4"])
    assert all(s.rule != "gpw 12.1.B" for s in battle.odds.shifts)


@pytest.mark.rule("gpw 12.1.C")
def test_a_leader_does_nothing_for_the_defence() -> None:
    plain = {"ax-inf-26": "A1215", "su-inf-27": "A1214"}
    columns = [
        at("Axis Combat", board).battle("A1214", ["ax-inf-26"]).odds.shifted
        for board in (plain, plain | {"su-ldr-koniev": "A1214"})
    ]
    assert columns[0] == columns[1]


@pytest.mark.rule("gpw 12.1.D")
def test_one_leader_helps_many_attacks_but_two_do_not_add_up() -> None:
    both = EXAMPLE | {"su-ldr-zhukov": "A1213"}
    game = at("Soviet Combat", both)
    for target, units in (("A1215", ["su-inf-27"]), ("A1315", ["su-inf-3", "su-inf-4"])):
        shifts = [s.columns for s in game.battle(target, units).odds.shifts if s.rule == "gpw 12.1.B"]
        assert shifts == [1]


@pytest.mark.rule("gpw 12.1.E")
def test_a_leader_needs_a_line_to_a_railway_that_leads_to_the_edge() -> None:
    free = {"ax-inf-26": "A1215/1", "su-inf-27": "A1214", "su-ldr-koniev": "A1214"}
    # enemies all round A1214: every hex next to it is theirs or in their ZOC, and holds no Soviet unit
    ring = {"ax-inf-5": "A1213", "ax-inf-6": "A1115", "ax-inf-7": "A1314"}
    for board, led in ((free, True), (free | ring, False)):
        battle = at("Soviet Combat", board).battle("A1215", ["su-inf-27"])
        assert ("gpw 12.1.B" in {shift.rule for shift in battle.odds.shifts}) is led


@pytest.mark.rule("gpw 12.0.A", "gpw 12.0.B")
def test_a_leader_stands_on_a_unit_and_has_no_zoc() -> None:
    game = at("Soviet Armored Movement", {"su-inf-3": "A1214", "su-ldr-koniev": "A0619", "ax-inf-1": "B1214"})
    before = game.zoc("Soviet")
    game.do("lead su-ldr-koniev A1214")
    assert where(game, "su-ldr-koniev") == "A1214"
    assert game.unit_at("A1214") == ["su-inf-3", "su-ldr-koniev"]
    assert game.zoc("Soviet") == before


@pytest.mark.rule("gpw 12.0.C")
def test_units_leave_an_enemy_zoc_only_within_a_radius() -> None:
    board = {"su-inf-3": "B1503", "ax-inf-23": "B1603", "ax-ldr-bock": "B1907"}
    general = at("Soviet General Movement", board)
    assert rule_ids(general.why_not("move su-inf-3 B1502")) == ["gpw 12.0.C"]
    assert not general.reach("su-inf-3")
    led = at("Soviet General Movement", board | {"su-ldr-koniev": "B1501"})  # two hexes away, radius 2
    assert led.why_not("move su-inf-3 B1502") == []
    # Bock, radius 3, three hexes from B1603
    axis = at("Axis General Movement", board | {"ax-ldr-bock": "B1605"})
    assert axis.why_not("move ax-inf-23 B1604") == []
    # without the option units go as they like
    assert game_at("Soviet General Movement", {"su-inf-3": "B1503", "ax-inf-23": "B1603"}).reach("su-inf-3")


@pytest.mark.rule("gpw 12.0.C")
def test_a_unit_outside_enemy_zoc_needs_no_leader() -> None:
    game = at("Soviet General Movement", {"su-inf-3": "B1501", "ax-inf-23": "B1603"})
    assert game.reach("su-inf-3")


def lost_with_his_unit() -> gpw.Game:
    # 14 + 10 + 8 against a reduced 6-6 (3): far above 6:1; die 6 eliminates
    board = {
        "ax-pz-39": "B1503",
        "ax-pz-56": "B1602",
        "su-inf-27": "B1603/1",
        "su-inf-3": "A0719",
        "su-ldr-koniev": "B1603",
    }
    game = at("Axis Combat", board, seed=seed_for("Axis Combat", "battle", "B1603", 6))
    game.do("attack B1603 by ax-pz-39 ax-pz-56")
    game.do("resolve B1603")
    return game


@pytest.mark.rule("gpw 12.0.D")
def test_a_leader_lost_with_his_unit_comes_back_in_the_capital() -> None:
    game = lost_with_his_unit()
    assert where(game, "su-ldr-koniev") == ""
    assert "gpw 12.0.D" in set(game.log["rule"])
    game.play("Soviet Reinforcement/Replacement")
    assert where(game, "su-ldr-koniev") == "A0619"


@pytest.mark.rule("gpw 12.0.D")
def test_a_leader_alone_is_overrun_and_one_on_a_retreating_unit_goes_along() -> None:
    alone = at("Axis General Movement", {"ax-pz-56": "B1213", "su-ldr-koniev": "B1212", "su-inf-3": "A0719"}, turn=2)
    alone.do("move ax-pz-56 B1212")
    assert where(alone, "su-ldr-koniev") == ""
    # 22 to 6 is 3:1, forest and river make it 1:1, where a 1 is DR
    board = {"ax-pz-39": "B1503", "ax-pz-56": "B1602", "su-inf-27": "B1603", "su-ldr-koniev": "B1603"}
    game = at("Axis Combat", board, seed=seed_for("Axis Combat", "battle", "B1603", 1))
    game.do("attack B1603 by ax-pz-39 ax-pz-56")
    game.do("resolve B1603")
    choice = game.pending
    assert choice is not None
    assert choice.kind == "retreat"
    game.do(choice.default)
    assert where(game, "su-ldr-koniev") == where(game, "su-inf-27") != "B1603"


@pytest.mark.rule("gpw 12.2.A", "gpw 12.2.B", "gpw 12.2.C")
def test_a_leader_goes_from_the_capital_to_any_unit_and_back() -> None:
    board = {"su-inf-3": "A1214", "su-inf-4": "A2902", "su-ldr-koniev": "A0619", "ax-inf-1": "B1214"}
    game = at("Soviet Armored Movement", board)
    assert {action.hex for action in game.legal.of("su-ldr-koniev")} == {"A1214", "A2902"}  # type: ignore[union-attr]
    assert rule_ids(game.why_not("lead su-ldr-koniev A1213")) == ["gpw 12.2.B"]
    assert rule_ids(game.why_not("move su-ldr-koniev A0618")) == ["gpw 12.2.A"]
    game.do("lead su-ldr-koniev A2902")
    game.play("Soviet Armored Movement", turn=2)
    game.do("lead su-ldr-koniev A0619")
    assert where(game, "su-ldr-koniev") == "A0619"
    assert rule_ids(at("Soviet General Movement", board).why_not("lead su-ldr-koniev A1214")) == ["gpw 3.0.A"]


@pytest.mark.rule("gpw 12.2.D")
def test_no_leader_goes_from_front_to_front() -> None:
    board = {"su-inf-3": "A1214", "su-inf-4": "A2902", "su-ldr-koniev": "A1214"}
    game = at("Soviet Armored Movement", board)
    assert rule_ids(game.why_not("lead su-ldr-koniev A2902")) == ["gpw 12.2.D"]
    game.do("lead su-ldr-koniev A0619")
    assert rule_ids(game.why_not("lead su-ldr-koniev A2902")) == ["gpw 12.2.D"]  # and not twice in a phase


@pytest.mark.rule("gpw 12.2.E")
def test_a_captured_capital_moves_off_the_map() -> None:
    board = {"ax-inf-1": "B1821", "su-inf-3": "B1820", "ax-ldr-bock": "B1821"}
    game = at("Axis Panzer Movement", board, turn=2, control={"B1822": "Soviet"})
    game.do("lead ax-ldr-bock B1822")
    assert where(game, "ax-ldr-bock") == ""
    game.play("Axis Panzer Movement", turn=3)
    assert [str(a) for a in game.legal.of("ax-ldr-bock")] == ["lead ax-ldr-bock B1821"]


@pytest.mark.rule("gpw 12.3.A", "gpw 12.3.B")
def test_leaders_appear_in_the_capital_and_may_go_in_the_same_turn() -> None:
    game = gpw.new("barbarossa", rules="leaders")
    assert {u: where(game, u) for u in ("ax-ldr-bock", "ax-ldr-rundstedt")} == {
        "ax-ldr-bock": "B1822",
        "ax-ldr-rundstedt": "B1822",
    }
    game.play("Axis Panzer Movement")
    assert game.why_not("lead ax-ldr-bock B1414") == []
    assert where(gpw.new("barbarossa"), "ax-ldr-bock") == ""  # an advanced rule


@pytest.mark.rule("gpw 12.3.C")
def test_a_recalled_leader_leaves_the_map() -> None:
    rows = [dict(row) for row in tables.read("gpw", "reinforcements")]
    for row in rows:
        if row["unit_id"] == "ax-ldr-rundstedt" and row["event"] == "leader_recalled":
            row["turn"] = "3"
    rules = gpw.RuleSet(("leaders",), {"reinforcements": rows})
    game = gpw.new("barbarossa", rules=rules)
    game.play("Axis Reinforcement/Replacement", turn=3)
    assert where(game, "ax-ldr-rundstedt") == ""
    assert where(game, "ax-ldr-bock") == "B1822"
    assert "gpw 12.3.C" in set(game.log["rule"])


def test_positions_with_leaders_round_trip_and_undo() -> None:
    game = lost_with_his_unit()
    assert gpw.from_position(game.position).position == game.position
    while game.cursor:
        game.undo()
    assert where(game, "su-ldr-koniev") == "B1603"


@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_with_leaders_break_no_invariant(seed: int) -> None:
    game, player, dice = gpw.new("barbarossa", rules="leaders", seed=seed), RandomPlayer(seed), random.Random(seed)
    led = 0
    while game.winner is None:
        leads = [a for unit in LED for a in game.legal.of(unit)] if "Movement" in game.phase.name else []
        if leads and game.pending is None:
            game.do(dice.choice(leads))
            led += 1
        game.do(player.choose(game))
        invariants.check(game._pos)
    assert led > 5
    assert gpw.from_position(game.position).position == game.position


def test_a_hex_with_two_units_is_one_place_for_a_leader() -> None:
    board = {"su-ldr-zhukov": "A0619", "su-inf-3": "A1004", "su-ab-1": "A1004", "ax-inf-1": "B1214"}
    game = game_at("Soviet Armored Movement", board, turn=6, rules=gpw.rules("leaders", "airborne"))
    offered = [str(action) for action in game.legal.of("su-ldr-zhukov")]
    assert offered == ["lead su-ldr-zhukov A1004"]
    assert len(game.legal) == len({str(action) for action in game.legal})


def test_a_position_keeps_a_leader_who_has_just_left_for_a_capital_off_the_map() -> None:
    board = {"su-ldr-zhukov": "A1004", "su-inf-3": "A1004", "ax-inf-1": "B1214"}
    control = {"A0619": "Axis"}  # Moscow; in the campaign that ends nothing
    game = game_in("campaign", 9, "Soviet Armored Movement", board, control, rules=("leaders",))
    game.do("lead su-ldr-zhukov A0619")
    assert game.units.set_index("unit").state["su-ldr-zhukov"] == "capital"
    twin = gpw.from_position(game.position)
    assert twin.position == game.position
    assert rule_ids(twin.why_not("lead su-ldr-zhukov A1004")) == ["gpw 12.2.D"]
