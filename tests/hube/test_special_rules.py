"""Reserve markers, hip shoots, Alert Battalions, the recall of 24 Pz Div, every man for himself, rebuilding, OKH."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab import InvalidInput, hube
from gpwlab.hube.specials import RECALL_TURNS, RECALLS
from tests.hube.games import at, fresh, hex_of, next_turn, reasons, refused, state_of

# -- reserve markers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("hube 2.2", "hube 3.2")
def test_each_side_has_twelve_markers_and_may_buy_more_in_a_campaign() -> None:
    game = fresh("kirovograd:campaign")
    assert (game.phase.name, game.reserve_markers("Axis")) == ("Axis Reserve Markers", 12)
    game.do("reserves 3")
    refused(game, "reserves 1", "hube 2.2")  # not changed later
    game.do("done")
    game.do("reserves 2")
    assert (game.reserve_markers("Axis"), game.reserve_markers("Soviet")) == (15, 14)
    assert fresh("kirovograd").phase.name == "Weather"


@pytest.mark.rule("hube 2.2", "hube 3.2")
def test_half_a_point_a_marker_goes_against_the_buyer() -> None:
    game = fresh("kirovograd:campaign")
    before = game.vp
    game.do("reserves 3")
    assert game.vp == before + Fraction(3, 2)
    game.do("done")
    game.do("reserves 2")
    assert game.vp == before + Fraction(1, 2)


@pytest.mark.rule("hube 2.2", "hube 3.2")
def test_purchases_are_secret() -> None:
    one, two = fresh("kirovograd:campaign"), fresh("kirovograd:campaign")
    one.do("reserves 4")
    two.do("reserves 0")
    for game in (one, two):
        game.do("done")
    views = [game.view("Soviet") for game in (one, two)]
    assert views[0].position == views[1].position
    assert views[0].vp == views[1].vp
    assert views[0].actions == ["reserves ?", "done"]
    assert list(views[0].log["text"]) == list(views[1].log["text"])
    assert list(views[0].log["result"]) == list(views[1].log["result"])
    with pytest.raises(InvalidInput, match="secret"):
        views[0].reserve_markers("Axis")
    assert one.view("Axis").reserve_markers("Axis") == 16


@pytest.mark.rule("hube 2.2", "hube 3.2")
def test_no_more_markers_than_a_side_has_are_in_use() -> None:
    game = at("kirovograd", "Soviet Movement")
    red = [piece.id for piece in game.pieces if piece.side == "Soviet"]
    axis = [piece.id for piece in game.pieces if piece.side == "Axis"]
    for unit in [*red[:12], *axis[:12]]:
        game.do(f"mode {unit} reserve")
    refused(game, f"mode {red[12]} reserve", "hube 2.2")
    refused(game, f"mode {axis[12]} reserve", "hube 3.2")
    game.do(f"mode {red[0]} combat")
    game.do(f"mode {red[12]} reserve")


# -- hip shoots -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hube 2.3", "hube 3.3")
def test_german_air_units_hip_shoot_and_soviet_ones_do_not() -> None:
    game = fresh("kirovograd")
    game.do("weather 21 1")
    game.play("Soviet Movement")
    assert reasons(game, "hipshoot su-il2m3-1 A44.20") == ["hube 2.3"]
    game.play("Axis Movement")
    game.do("hipshoot ax-ju87d-1 A44.20")
    assert game.wings["ax-ju87d-1"][0] == "inactive"
    refused(game, "hipshoot ax-ju87d-1 A44.20", game.phase.rule)


# -- Alert Battalions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("hube 3.8")
def test_an_attempt_costs_a_point_and_brings_as_many_battalions_as_the_die_shows() -> None:
    game = at("kirovograd:campaign", "Axis Movement")
    before = game.vp
    events = game.do("alert 3")
    assert (events[0].die, game.vp) == (3, before + 1)
    headquarters = hex_of(game, "ax-hq-46pz")
    for place in (headquarters, "B2.11", game.wings["ax-ju52-1"][1]):  # headquarters, city, air base
        assert f"post {place}" in game.legal
        game.do(f"post {place}")
    assert game.pending is None
    assert hex_of(game, "ax-alert-1") == headquarters
    near = [game.board.ids[h] for h in game.board.near[game.board.hex("B2.11")]]
    game.do(f"move ax-alert-2 by {near[0]}")  # in the same phase
    game.do("alert 6")  # any number of attempts
    assert "alert 7" not in game.legal
    with pytest.raises(InvalidInput):
        game.do("alert 7")


@pytest.mark.rule("hube 3.8")
def test_battalions_enter_where_the_axis_is() -> None:
    game = at("kirovograd", "Axis Movement")
    game.do("alert 1")
    assert reasons(game, "post B8.34") == ["hube 3.8"]  # Kiev
    empty = next(h for h, side in enumerate(game.sides) if side == "Axis" and h not in game.board.town)
    assert not game._pos.units_at(empty)
    assert reasons(game, f"post {game.board.ids[empty]}") == ["hube 3.8"]  # open country
    village = next(
        game.board.ids[h]
        for h, town in sorted(game.board.town.items())
        if town.cls == "village" and game.sides[h] == "Axis"
    )
    game.do(f"post {village}")


@pytest.mark.rule("hube 3.8")
def test_there_are_29_battalions() -> None:
    game = at("kirovograd:campaign", "Axis Movement")
    for _n in range(4):
        game.do("alert 6")
        for _battalion in range(6):
            game.do("post B2.11")
    game.do("alert 6")
    assert game._pos.to_post == 5
    for _battalion in range(5):
        game.do("post B2.11")
    assert sum(piece.kind == "alert-bn" for piece in game.pieces) == 29
    refused(game, "alert", "hube 3.8")
    assert game._pos.alerts == 5


@pytest.mark.rule("hube 3.8")
def test_attempts_are_made_in_the_axis_movement_phase() -> None:
    for phase in ("Soviet Movement", "Axis Reaction", "Axis Combat", "Axis Exploitation"):
        assert "alert" not in at("kirovograd", phase).legal


# -- 24th Panzer Division ---------------------------------------------------------------------------------------------


@pytest.mark.rule("hube 3.7")
@pytest.mark.parametrize(("die", "gone"), [(1, True), (3, True), (4, False), (6, False)])
def test_the_division_leaves_on_1_to_3(die: int, gone: bool) -> None:
    """Scenario 3 begins two turns after its entry on turn 7."""
    game = fresh("relief")
    game.do("weather 21 1")
    game.play("Axis Movement")
    assert game.pending is not None
    assert game.pending.kind == "recall"
    truck = hex_of(game, "ax-24-pz-truck")
    game._pos.points[0, "sp", game.board.hex(truck)] = 5
    game.do(f"recall {die}")
    expected = "recalled" if gone else "on the map"
    assert {state_of(game, f"ax-24-pz-{part}") for part in ("truck", "recon-24", "pg-26")} == {expected}


@pytest.mark.rule("hube 3.7", "hube 6.3.Axis set-up")
def test_in_scenario_3_the_recall_is_rolled_twice_more() -> None:
    game = fresh("relief")
    rolled = []
    for turn in range(9, 13):
        if turn > 9:
            next_turn(game, 21, 1)
        else:
            game.do("weather 21 1")
        game.play("Axis Movement")
        if game.pending is not None:
            rolled.append(turn)
            game.do("recall 6")
    assert rolled == [9, 10]


@pytest.mark.rule("hube 3.7")
def test_the_recall_is_rolled_on_the_three_turns_after_the_entry_whenever_that_is() -> None:
    game = fresh("korsun")
    rolled = []
    game.do("weather 21 1")
    game.play("Axis Reinforcement")
    game.do("supply 1 1")
    game.do("place ax-24-pz A51.01")
    for turn in range(7, 13):
        if turn > 7:
            next_turn(game, 21, 1)
        game.play("Axis Movement")
        if game.pending is not None:
            rolled.append(turn)
            game.do("recall 5")
    assert rolled == [8, 9, 10]


@pytest.mark.rule("hube 3.7")
def test_it_stays_with_a_chance_of_one_in_eight() -> None:
    assert (1 - Fraction(len(RECALLS), 6)) ** RECALL_TURNS == Fraction(1, 8)


@pytest.mark.rule("hube 3.7")
def test_what_is_on_its_truck_leaves_with_it() -> None:
    game = fresh("relief")
    game.do("weather 21 1")
    game.play("Axis Movement")
    game.do("recall 6")
    truck = hex_of(game, "ax-24-pz-truck")
    game.edit().points("Axis", "sp", truck, 4)
    game.do("load ax-24-pz-truck 3")
    next_turn(game, 21, 1)
    game.play("Axis Movement")
    events = game.do("recall 2")
    assert "3 T" in events[0].text
    assert game._pos.cargo == {}


# -- every man for himself --------------------------------------------------------------------------------------------


def cut_off(distance: int) -> hube.Game:
    """An infantry division out of supply in open country, another one so many hexes away."""
    game = at("kirovograd", "Axis Movement")
    game.edit().ground("Light Freeze")
    board = game.board
    open_row = ["B13.01", *[f"B13.{n:02d}" for n in range(2, 20)]]
    assert all(board.hex(name) >= 0 for name in open_row)
    game.edit().place("ax-inf-1", open_row[0])
    game.edit().place("ax-inf-75", open_row[distance])
    return game


@pytest.mark.rule("hube 3.6")
def test_men_of_a_cut_off_unit_reach_a_supplied_one_within_ten_points_on_foot() -> None:
    game = cut_off(3)
    refused(game, "escape ax-inf-1 ax-inf-75 3", "hube 3.6")  # not recorded as cut off
    game.do("trace ax-inf-1 no")
    for piece in [piece for piece in game.pieces if piece.side == "Soviet"][:1]:
        game.edit().place(piece.id, "B13.02")  # enemies between do not matter
    game.do("escape ax-inf-1 ax-inf-75 3")
    assert state_of(game, "ax-inf-1") == "dead"
    assert game._pos.held(0, "pax", game.board.hex(hex_of(game, "ax-inf-75"))) == 3
    assert game.replacements("Axis")["pax"] >= 3


@pytest.mark.rule("hube 3.6")
def test_further_men_and_supplied_units_stay() -> None:
    game = cut_off(15)
    game.do("trace ax-inf-1 no")
    refused(game, "escape ax-inf-1 ax-inf-75 3", "hube 3.6")
    near = cut_off(3)
    near.do("trace ax-inf-1 no")
    near.do("trace ax-inf-75 no")
    refused(near, "escape ax-inf-1 ax-inf-75 3", "hube 3.6")
    refused(near, "escape ax-inf-1 ax-inf-1 3", "hube 3.6")
    near.do("trace ax-inf-75 yes")
    refused(near, "escape ax-inf-1 ax-inf-75 0", "hube 3.6")
    near.play("Axis Combat")
    assert "escape ax-inf-1 ax-inf-75 3" not in near.legal


# -- rebuilding -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hube 3.10", "hube chart.Common Rebuild Table")
def test_okh_rebuilds_dead_units_off_the_map_and_they_come_as_reinforcements() -> None:
    """A panzer battalion costs 1 Eq; it comes next turn by any Axis edge."""
    game = at("kirovograd", "Axis Reinforcement")
    game.edit().points("Axis", "eq", "off-map", 1)
    game.edit().points("Axis", "pax", "off-map", 0)
    refused(game, "rebuild ax-kg-167 okh", "hube chart.Common Rebuild Table")  # on the map
    assert "rebuild ax-7-pz-pzbn-2-25 okh" in game.legal
    game.do("rebuild ax-7-pz-pzbn-2-25 okh")
    assert (state_of(game, "ax-7-pz-pzbn-2-25"), game.waiting("Axis").get("eq", 0)) == ("to come", 0)
    refused(game, "rebuild ax-7-pz-pzbn-1-25 okh", "hube chart.Common Rebuild Table")  # no Eq left
    next_turn(game, 21, 1)
    game.play("Axis Reinforcement")
    game.do("supply 1 1")
    game.do("place ax-7-pz-pzbn-2-25 A1.35")


@pytest.mark.rule("hube 3.10", "hube 3.6")
def test_units_given_up_can_be_rebuilt_by_okh_too_and_soviet_ones_never() -> None:
    game = cut_off(3)
    game.do("trace ax-inf-1 no")
    game.do("escape ax-inf-1 ax-inf-75 3")
    game.edit().turn(2, "Axis Reinforcement")
    game.do("supply 1 1")
    game.edit().points("Axis", "pax", "off-map", 2)
    game.do("rebuild ax-inf-1 okh")
    red = at("kirovograd", "Soviet Reinforcement")
    red.edit().points("Soviet", "eq", "off-map", 2)
    refused(red, "rebuild su-4gd-tk-tkbde-14 okh", "hube 3.10")


@pytest.mark.rule("hube 2.7")
def test_kiev_rebuilds_soviet_units_like_a_headquarters() -> None:
    """A tank brigade costs 2 Eq."""
    game = at("kirovograd", "Soviet Reinforcement")
    for place in ("B8.34", "B14.34"):
        game.edit().points("Soviet", "eq", place, 3)
    for u in game._pos.units_at(game.board.hex("B14.34")):
        game.edit().remove(game._pos.unit(u).id, "due")
    refused(game, "rebuild su-4gd-tk-tkbde-14 B14.34", "hube 2.7")
    assert game.do("rebuild su-4gd-tk-tkbde-14 B8.34")[0].rule == "hube 2.7"
    assert hex_of(game, "su-4gd-tk-tkbde-14") == "B8.34"
    assert game._pos.held(1, "eq", game.board.hex("B8.34")) == 1


@pytest.mark.rule("hube chart.Common Rebuild Table")
def test_a_step_of_a_division_costs_two_pax_at_a_headquarters() -> None:
    game = at("kirovograd", "Axis Reinforcement")
    place = hex_of(game, "ax-hq-46pz")
    game.edit().place("ax-inf-1", place)
    game.edit().lost("ax-inf-1", 1)
    game.edit().points("Axis", "pax", place, 3)
    game.do(f"rebuild ax-inf-1 {place}")
    assert game._pos.lost[game._pos.world.unit("ax-inf-1").index] == 0
    assert game._pos.held(0, "pax", game.board.hex(place)) == 1
    refused(game, f"rebuild ax-inf-1 {place}", "hube chart.Common Rebuild Table")
    game.edit().remove("ax-hq-24pz")
    game.edit().points("Axis", "pax", place, 3)
    game.edit().points("Axis", "eq", place, 2)
    game.edit().points("Axis", "truck", place, 0)
    refused(game, f"rebuild ax-hq-24pz {place}", "hube chart.Common Rebuild Table")  # a truck point is missing
    game.edit().points("Axis", "truck", place, 1)
    game.do(f"rebuild ax-hq-24pz {place}")
    refused(game, f"rebuild ax-16-pz-truck {place}", "hube chart.Common Rebuild Table")


@pytest.mark.rule("hube chart.Common Rebuild Table")
def test_a_rebuilt_division_has_one_step() -> None:
    """198 is set up one step short in scenario 4, so that two steps are known of it."""
    game = at("collapse", "Axis Reinforcement")
    unit = game._pos.world.unit("ax-inf-198")
    assert unit.steps_at_least >= 2
    game.edit().remove("ax-inf-198")
    place = hex_of(game, "ax-hq-7")
    game.edit().points("Axis", "pax", place, 2)
    game.do(f"rebuild ax-inf-198 {place}")
    assert unit.steps_at_least - game._pos.lost[unit.index] == 1
