from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import game_at, seed_for
from tests.gpw.maps import table
from tests.gpw.moves import game_in, prices, refused, standing

WEST_TO_EAST = ["A1106", "A1105", "A1104", "A1103", "A1102", "A1101"]  # clear hexes in a row, from A1107


# -- MA and MP ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 5.0.B")
def test_a_unit_uses_some_all_or_none_of_its_ma() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1107"})
    left = game.reach("ax-inf-1")
    assert [left[hex_] for hex_ in WEST_TO_EAST] == [5, 4, 3, 2, 1, 0]
    for number in range(1, 7):
        assert f"move ax-inf-1 {' '.join(WEST_TO_EAST[:number])}" in game.legal
    assert "done" in game.legal


@pytest.mark.rule("gpw 5.0.B")
def test_a_unit_has_its_ma_in_each_movement_phase() -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-3": "A1107"}, turn=2)
    game.do(f"move ax-pz-3 {' '.join(WEST_TO_EAST)} A1001 A0901")  # all 8
    game.play("Axis General Movement")
    game.do(f"move ax-pz-3 A1001 {' '.join(reversed(WEST_TO_EAST))} A1107")  # and 8 again


@pytest.mark.rule("gpw 5.0.C")
def test_units_move_one_at_a_time_in_any_direction() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1104", "ax-inf-2": "A1304"})
    around = ("A1103", "A1203", "A1204", "A1105", "A1004", "A1003")
    assert [game.reach("ax-inf-1")[hex_] for hex_ in around] == [5] * 6
    game.do("move ax-inf-1 A1103")
    assert refused(game, "move ax-inf-1 A1102") == ["gpw 5.0.C"]  # its move is over
    game.do("move ax-inf-2 A1204 A1104")


@pytest.mark.rule("gpw 5.0.C")
def test_a_move_goes_from_hex_to_hex_of_a_unit_on_the_map() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1104", "ax-inf-2": "due"})
    assert refused(game, "move ax-inf-1 A1102") == ["gpw 5.0.C"]
    assert refused(game, "move ax-inf-1 A1103 A1101") == ["gpw 5.0.C"]
    assert refused(game, "move ax-inf-2 A1102") == ["gpw 5.0.C"]
    with pytest.raises(InvalidInput):
        game.do("move ax-inf-1 A9999")
    with pytest.raises(InvalidInput):
        game.do("move ax-inf-999 A1103")


@pytest.mark.rule("gpw 5.0.C")
def test_a_move_may_come_back_to_where_it_began() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1107", "su-inf-3": "A1101"})
    game.do("move ax-inf-1 A1106 A1107")
    assert standing(game)["ax-inf-1"] == "A1107"
    assert "A1106" in game.controlled("Axis")  # it has passed there
    assert refused(game, "move ax-inf-1 A1106") == ["gpw 5.0.C"]


@pytest.mark.rule("gpw 5.0.D")
def test_a_unit_without_enough_mp_goes_no_farther() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1107"})
    assert "A0901" not in game.reach("ax-inf-1")  # seven hexes away
    assert refused(game, f"move ax-inf-1 {' '.join(WEST_TO_EAST)} A1001") == ["gpw 5.0.D"]


@pytest.mark.rule("gpw 5.0.D", "gpw 5.0.E")
def test_the_last_mp_do_not_buy_a_dearer_hex() -> None:
    # out of supply: 3 MP; a forest takes 2, the swamp 3, a clear hex 1
    game = game_in("Soviet General Movement", {"su-inf-3": "B1204"}, unsupplied=["su-inf-3"])
    assert game.reach("su-inf-3")["B1205"] == 1
    assert refused(game, "move su-inf-3 B1205 B1305") == ["gpw 5.0.D"]
    # nor does a way back through the first hex make a second first hex: 1 + 1 + 2 are more than 3
    assert prices(game, "move su-inf-3 B1105 B1204") == [1, 1]
    assert refused(game, "move su-inf-3 B1105 B1204 B1205") == ["gpw 5.0.D"]


@pytest.mark.rule("gpw 5.0.E")
def test_one_hex_may_always_be_entered() -> None:
    # a garrison's 4 MP in mud and out of supply: 1 MP, and the swamp takes 3
    units = {"su-inf-3": "B1205", "ax-gar-68": "B2508"}
    game = game_in("Axis General Movement", units, turn=4, weather="mud", unsupplied=["ax-gar-68"])
    assert game.reach("ax-gar-68")["B2507"] == 0  # rough, 2 MP
    assert [reason.rule for reason in game.price("move ax-gar-68 B2507")] == ["gpw 5.0.E"]
    assert prices(game, "move ax-gar-68 B2507") == [1]
    assert refused(game, "move ax-gar-68 B2507 B2407") == ["gpw 5.0.D"]
    slow = {"su-inf-3": "B1205/1"}
    game = game_in("Soviet General Movement", slow, turn=4, weather="mud", unsupplied=["su-inf-3"])
    assert game.reach("su-inf-3")["B1305"] == 0
    game.do("move su-inf-3 B1305")


@pytest.mark.rule("gpw 5.0.E")
def test_one_hex_is_no_leave_to_enter_what_is_forbidden() -> None:
    units = {"ax-pz-3": "A2714", "ax-inf-1": "A2616", "su-inf-3": "A2517"}
    game = game_in("Axis General Movement", units)
    assert refused(game, "move ax-pz-3 A2715") == ["gpw 5.2.C"]
    assert refused(game, "move ax-inf-1 A2517") == ["gpw 5.3.C"]
    assert refused(game, "move ax-inf-1 A2615") == ["gpw 5.3.A"]


@pytest.mark.rule("gpw 22.1.4.B")
def test_a_one_hex_move_is_one_hex_there_and_not_back() -> None:
    game = game_in("Axis Panzer Movement", {"ax-inf-1": "B1713"}, turn=1)
    assert "move ax-inf-1 B1712" in game.legal
    assert refused(game, "move ax-inf-1 B1712 B1711") == ["gpw 22.1.4.B"]
    assert refused(game, "move ax-inf-1 B1712 B1713 B1712") == ["gpw 22.1.4.B"]


@pytest.mark.rule("gpw 5.0.F")
def test_unused_mp_are_not_carried_over() -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-3": "A1107"}, turn=2)
    game.do("move ax-pz-3 A1106")
    for phase, turn in (("Axis General Movement", 2), ("Axis Panzer Movement", 3)):
        game.play(phase, turn)
        assert game.reach("ax-pz-3")["A1105"] == 7  # 8 less one hex, whatever was left before


# -- terrain ------------------------------------------------------------------------------------------------------

COSTS = [
    ("clear", "A1104", "A1105", 1, 1),
    ("forest", "B1204", "B1205", 2, 4),
    ("swamp", "B1205", "B1305", 3, 8),  # armour: all it has
    ("rough", "A0101", "A0102", 2, 3),
    ("mountain", "A2606", "A2706", 3, 8),
    ("city", "B1004", "B1003", 1, 1),
    ("city in rough", "B2508", "B2507", 2, 3),
    ("clear over a river", "B1203", "B1204", 2, 2),
    ("swamp over a river", "B1304", "B1305", 4, 8),
]


@pytest.mark.rule("gpw 5.1", "gpw chart.Terrain Effects Chart")
@pytest.mark.parametrize(("start", "to", "foot", "armour"), [row[1:] for row in COSTS], ids=[row[0] for row in COSTS])
def test_terrain_costs_what_the_chart_says(start: str, to: str, foot: int, armour: int) -> None:
    for unit, ma, cost in (("su-inf-3", 6, foot), ("su-tk-1", 8, armour), ("su-mech-2", 8, armour)):
        game = game_in("Soviet General Movement", {unit: start})
        assert prices(game, f"move {unit} {to}") == [cost]
        assert game.reach(unit)[to] == ma - cost


@pytest.mark.rule("gpw 5.1")
@pytest.mark.parametrize("unit", ["ax-cav-1", "ax-mtn-49", "ax-inf-1"])
def test_cavalry_and_mountain_troops_pay_as_infantry(unit: str) -> None:
    game = game_in("Axis General Movement", {unit: "B1404"})
    assert game.reach(unit)["B1405"] == 3
    assert f"move {unit} B1405 B1306" in game.legal  # only armour must stop in a swamp


@pytest.mark.rule("gpw 5.1")
def test_a_corrected_chart_sets_the_costs() -> None:
    rows = [row | {"foot_mp": "5"} if row["terrain"] == "forest" else row for row in table("tec")]
    game = game_in("Soviet General Movement", {"su-inf-3": "B1204"}, rules=RuleSet(tables={"tec": rows}))
    assert game.reach("su-inf-3")["B1205"] == 1
    closed = [row | {"foot_mp": "no"} if row["terrain"] == "forest" else row for row in table("tec")]
    game = game_in("Soviet General Movement", {"su-inf-3": "B1204"}, rules=RuleSet(tables={"tec": closed}))
    assert refused(game, "move su-inf-3 B1205") == ["gpw 5.1"]
    free = [row | {"foot_mp": "0"} if row["terrain"] == "forest" else row for row in table("tec")]
    with pytest.raises(DataError, match="forest"):
        game_in("Soviet General Movement", {}, rules=RuleSet(tables={"tec": free}))


# -- the examples of 5.4: an army has 6 MP, a tank army 8 ---------------------------------------------------------


@pytest.mark.rule("gpw 5.4.A")
def test_example_an_army_from_b1103() -> None:
    game = game_in("Soviet General Movement", {"su-inf-3": "B1103"})
    move = "move su-inf-3 B1003 B1004 B1005 B1006"
    assert prices(game, move) == [2, 1, 1, 2]
    for beyond in ("B0907", "B1007", "B1107", "B1106"):
        assert refused(game, f"{move} {beyond}") == ["gpw 5.0.D"]
    game.do(move)
    assert standing(game)["su-inf-3"] == "B1006"


@pytest.mark.rule("gpw 5.4.B")
def test_example_a_tank_army_from_b1203() -> None:
    game = game_in("Soviet Armored Movement", {"su-tk-1": "B1203"})
    assert prices(game, "move su-tk-1 B1204 B1205") == [2, 4]
    assert prices(game, "move su-tk-1 B1204 B1205 B1106 B1107") == [2, 4, 1, 1]
    assert refused(game, "move su-tk-1 B1204 B1205 B1106 B1107 B1007") == ["gpw 5.0.D"]


@pytest.mark.rule("gpw 5.4.C")
def test_example_an_army_from_b1304() -> None:
    game = game_in("Soviet General Movement", {"su-inf-3": "B1304"})
    assert prices(game, "move su-inf-3 B1305 B1205") == [4, 2]
    assert refused(game, "move su-inf-3 B1305 B1205 B1106") == ["gpw 5.0.D"]


@pytest.mark.rule("gpw 5.4.D")
def test_example_a_tank_army_from_b1404() -> None:
    game = game_in("Soviet Armored Movement", {"su-tk-1": "B1404"})
    assert game.reach("su-tk-1")["B1405"] == 0
    for beyond in ("B1406", "B1306", "B1404"):
        assert refused(game, f"move su-tk-1 B1405 {beyond}") == ["gpw 5.4.D"]


@pytest.mark.rule("gpw 5.4.D")
def test_armour_enters_a_swamp_with_any_mp_left_whatever_else_adds_to_it() -> None:
    # a variant (23.4.11) asks 5 MP; out of supply a tank army has 4, in mud as well 2
    tank = {"su-tk-1": "B1303"}
    game = game_in("Soviet Armored Movement", tank, unsupplied=["su-tk-1"])
    assert prices(game, "move su-tk-1 B1304 B1404 B1405") == [1, 2, 1]
    assert prices(game, "move su-tk-1 B1304 B1305") == [1, 3]  # over a river
    game = game_in("Soviet Armored Movement", tank, turn=4, weather="mud", unsupplied=["su-tk-1"])
    assert prices(game, "move su-tk-1 B1304 B1305") == [1, 1]
    game = game_in("Soviet Armored Movement", tank, turn=5, weather="snow", unsupplied=["su-tk-1"])
    assert prices(game, "move su-tk-1 B1304 B1305") == [2, 2]


@pytest.mark.rule("gpw 5.4.D")
def test_armour_without_mp_does_not_enter_a_swamp() -> None:
    game = game_in("Soviet Armored Movement", {"su-tk-1": "B1204"}, unsupplied=["su-tk-1"])
    assert prices(game, "move su-tk-1 B1205") == [4]
    assert refused(game, "move su-tk-1 B1205 B1305") == ["gpw 5.0.D"]
    mountain = game_in("Soviet Armored Movement", {"su-tk-1": "A2606"})
    assert mountain.reach("su-tk-1")["A2706"] == 0
    assert refused(mountain, "move su-tk-1 A2706 A2606") == ["gpw 5.4.D"]


@pytest.mark.rule("gpw 5.4.D")
def test_the_proposed_way_into_a_swamp_is_the_shortest() -> None:
    game = game_in("Soviet Armored Movement", {"su-tk-1": "A1703"})
    assert game.path("su-tk-1", "A1802") == ("A1802",)  # not through A1702, which has a lower id


@pytest.mark.rule("gpw 5.0.C")
def test_the_proposed_way_is_the_cheapest_and_of_equals_the_one_with_lower_ids() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1107", "su-inf-3": "A1103"})
    assert game.path("ax-inf-1", "A1205") == ("A1106", "A1205")  # A1206 would do as well
    assert game.path("ax-inf-1", "A1203") == ("A1106", "A1105", "A1204", "A1203")  # A1104 would be a stop


# -- the Straits of Kerch -----------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 5.2.A", "gpw 5.2.D")
def test_the_straits_are_crossed_between_two_hexes_for_one_mp_more() -> None:
    for start, to, cost in (("A2714", "A2715", 2), ("A2715", "A2714", 2)):
        game = game_in("Soviet General Movement", {"su-inf-3": start})
        assert prices(game, f"move su-inf-3 {to}") == [cost]  # 1 for the hex, 1 for the strait
        assert game.reach("su-inf-3")[to] == 4
    game = game_in("Soviet General Movement", {"su-inf-3": "A2713"})
    assert refused(game, "move su-inf-3 A2813") == ["gpw 5.3.A"]  # the sea beside them is sea


@pytest.mark.rule("gpw 5.2.B")
def test_one_unit_a_side_crosses_in_a_turn() -> None:
    units = {"ax-cav-1": "A2714", "ax-inf-1": "A2713", "su-inf-3": "A2717"}
    game = game_at("Axis Panzer Movement", units, turn=2)
    game.do("move ax-cav-1 A2715")
    game.play("Axis General Movement")
    game.do("move ax-cav-1 A2815")
    assert game.reach("ax-inf-1").keys() & {"A2714", "A2715"} == {"A2714"}
    assert refused(game, "move ax-inf-1 A2714 A2715") == ["gpw 5.2.B"]
    game.play("Axis General Movement", turn=3)
    assert "move ax-inf-1 A2714 A2715" in game.legal


@pytest.mark.rule("gpw 5.2.B")
def test_a_unit_does_not_cross_and_come_back_and_each_side_has_its_own_crossing() -> None:
    game = game_at("Axis Panzer Movement", {"ax-cav-1": "A2714"}, turn=2)
    game.do("move ax-cav-1 A2715")
    game.play("Axis General Movement")
    assert refused(game, "move ax-cav-1 A2714") == ["gpw 5.2.B"]
    game = game_in("Soviet General Movement", {"su-inf-3": "A2715"}, kerch_used=[True, False])
    assert "move su-inf-3 A2714" in game.legal
    game = game_in("Soviet General Movement", {"su-inf-3": "A2715"}, kerch_used=[False, True])
    assert refused(game, "move su-inf-3 A2714") == ["gpw 5.2.B"]


@pytest.mark.rule("gpw 5.2.C")
@pytest.mark.parametrize("unit", ["ax-pz-3", "ax-it-mech-35"])
def test_mechanised_units_do_not_cross(unit: str) -> None:
    game = game_in("Axis General Movement", {unit: "A2714"})
    assert refused(game, f"move {unit} A2715") == ["gpw 5.2.C"]
    assert "A2715" not in game.reach(unit)
    cavalry = game_in("Axis General Movement", {"ax-cav-1": "A2714"})
    assert "move ax-cav-1 A2715" in cavalry.legal


@pytest.mark.rule("gpw 5.2.E")
def test_an_attack_across_the_straits_is_halved_and_shifted() -> None:
    # 7 from across the strait counts 3, 8 from the Crimea 8: 11 to 2 is 5:1, one column left is 4:1
    units = {"su-tk-1": "A2714/1", "su-inf-3": "A2716", "ax-gar-68": "A2715/1"}
    game = game_at("Soviet Combat", units, turn=2)
    battle = game.battle("A2715", ["su-tk-1", "su-inf-3"])
    assert (battle.ratio, battle.column) == ("5:1", 4)
    assert [reason.rule for reason in battle.reasons].count("gpw 5.2.E") == 2
    from_the_crimea = game.battle("A2715", ["su-inf-3"])
    assert (from_the_crimea.ratio, from_the_crimea.column) == ("4:1", 4)


@pytest.mark.rule("gpw 5.2.G")
def test_supply_crosses_the_straits() -> None:
    # the Soviet army in A2616 bars Perekop
    game = game_in("Axis General Movement", {"ax-inf-1": "A2816", "su-inf-3": "A2616"}, kerch_used=[True, True])
    line = game.supply_line("ax-inf-1")
    assert line.index("A2714") == line.index("A2715") + 1
    assert line[-1].startswith("B")


# -- what no unit may enter -----------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 5.3.A")
@pytest.mark.parametrize(
    ("start", "to"),
    [("A2616", "A2716"), ("A2212", "A2213"), ("A2616", "A2615"), ("B0408", "B0409")],
    ids=["sea hexside", "sea hexside by Taganrog", "sea hex", "lake hex"],
)
def test_ground_units_do_not_cross_water(start: str, to: str) -> None:
    for unit in ("su-inf-3", "su-tk-1"):
        game = game_in("Soviet General Movement", {unit: start})
        assert refused(game, f"move {unit} {to}") == ["gpw 5.3.A"]
        assert game.path(unit, to)[:1] != (to,)


@pytest.mark.rule("gpw chart.Map A", "gpw chart.Map B")
def test_countries_out_of_the_war_are_not_entered() -> None:
    game = game_in("Soviet General Movement", {"su-inf-3": "A3002"})
    assert refused(game, "move su-inf-3 A3103") == ["gpw chart.Map A"]
    neutral = {row["hex"] for row in table("hexes") if row["in_play"] == "no"}
    assert not game.reach("su-inf-3").keys() & neutral


@pytest.mark.rule("gpw 5.3.B")
def test_no_attack_goes_across_water() -> None:
    game = game_at("Soviet Combat", {"su-inf-3": "A2616", "ax-gar-68": "A2716/1"}, turn=2)
    assert refused(game, "attack A2716 by su-inf-3") == ["gpw 5.3.B"]
    assert [str(action) for action in game.legal] == ["done"]


@pytest.mark.rule("gpw 5.3.B")
def test_no_retreat_goes_across_water() -> None:
    # out of A2716 the free way would be A2616, across the sea; by land A2717 is in the ZOC of A2816
    seed = seed_for("Axis Combat", "battle", "A2716", 1, turn=2)  # 24 to 8 is 3:1, a 1 is a retreat
    units = {"ax-pz-3": "A2816", "ax-pz-14": "A2815", "su-inf-3": "A2716"}
    game = game_at("Axis Combat", units, turn=2, seed=seed)
    game.do("attack A2716 by ax-pz-3 ax-pz-14")
    game.do("resolve A2716")
    assert standing(game)["su-inf-3"] == "A2617/1"


@pytest.mark.rule("gpw 5.3.C")
def test_no_unit_moves_through_an_enemy() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1105", "su-inf-3": "A1104"})
    assert refused(game, "move ax-inf-1 A1104") == ["gpw 5.3.C"]
    assert refused(game, "move ax-inf-1 A1104 A1103") == ["gpw 5.3.C"]
    assert "A1104" not in game.reach("ax-inf-1")


@pytest.mark.rule("gpw 5.3.D")
def test_units_pass_through_friends_but_do_not_stop_there() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1107", "ax-inf-2": "A1106", "ax-pz-3": "A1105"})
    assert game.reach("ax-inf-1")["A1104"] == 3
    assert game.path("ax-inf-1", "A1104") == ("A1106", "A1105", "A1104")
    for friend in ("A1106", "A1106 A1105"):
        assert refused(game, f"move ax-inf-1 {friend}") == ["gpw 5.3.D"]
    assert game.reach("ax-inf-1").keys() & {"A1105", "A1106"} == set()


@pytest.mark.rule("gpw 5.3.E")
def test_one_unit_at_most_is_in_a_hex() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1107", "ax-inf-2": "A1105"})
    game.do("move ax-inf-1 A1106")
    assert refused(game, "move ax-inf-2 A1106") == ["gpw 5.3.D"]
    ends = [action.path[-1] for action in game.legal.of("ax-inf-2") if isinstance(action, gpw.Move)]
    assert "A1106" not in ends
    with pytest.raises(InvalidInput):
        game_in("Axis General Movement", {"ax-inf-1": "A1107", "ax-inf-2": "A1107"})
