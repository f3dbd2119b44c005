"""Arrivals, withdrawals, tanks, the cup, Reserve Corps, summons, counters (sfs 7.0, 2.1.4)."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, sfs
from tests.sfs.boards import answer, events_of, force_of, game_at, game_in, place_of, rule_ids, seed_for, state_of

COMMAND = "German Command"
SOVIET = "Soviet Command"


def cls_of(game: sfs.Game, unit: str) -> str:
    return str(game.units.set_index("unit").at[unit, "cls"])


# -- German arrivals --------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 7.1.A")
def test_germans_arrive_in_the_first_three_steppes() -> None:
    game = game_at(COMMAND, "YE: 29-mot", turn=5, owed={})
    assert [event.unit for event in events_of(game.opening, "due")] == ["100-jaeger"]
    game = no_withdrawal(game)
    for area in ("S1", "S2", "S3"):
        assert game.why_not(f"place 100-jaeger {area}") == []
    assert rule_ids(game.why_not("place 100-jaeger S4")) == ["sfs 7.1.A"]
    assert rule_ids(game.why_not("place 100-jaeger REAR")) == ["sfs 7.1.B"]
    game.do("place 100-jaeger S2")
    assert place_of(game, "100-jaeger") == "S2"


def no_withdrawal(game: sfs.Game) -> sfs.Game:
    """The game with the withdrawal of the turn answered by its first option."""
    while game.pending is not None and game.pending.kind == "recall":
        game.do(game.pending.default)
    return game


@pytest.mark.rule("sfs 2.1.4.F")
def test_on_turn_3_they_arrive_in_any_steppe() -> None:
    game = game_at(COMMAND, "YE: 14-pz", turn=3)
    assert {event.unit for event in events_of(game.opening, "due")} == {"pzkg-5-2", "security"}
    for area in ("S1", "S2", "S3", "S4"):
        assert game.why_not(f"place pzkg-5-2 {area}") == []


@pytest.mark.rule("sfs 7.1.B")
def test_an_arrival_is_put_off_a_turn_and_may_come_to_the_rear_then() -> None:
    game = game_at(COMMAND, "YE: 14-pz", turn=3)
    events = game.next_phase()
    assert {event.unit for event in events_of(events, "delay")} == {"pzkg-5-2", "security"}
    game.play(COMMAND, turn=4)
    game.do("place pzkg-5-2 REAR")
    assert place_of(game, "pzkg-5-2") == "REAR"
    game.next_phase()  # it is put off once only: the Rear takes whoever is left
    assert place_of(game, "security") == "REAR"


@pytest.mark.rule("sfs 7.1.C")
def test_an_arrival_in_an_enemy_area_needs_an_entering_attack() -> None:
    game = game_at(COMMAND, "S2: a", "YE: 14-pz", turn=3)
    game.do("place pzkg-5-2 S2")
    assert force_of(game, "pzkg-5-2").entering
    free = game_at(COMMAND, "YE: 14-pz", turn=3)
    free.do("place pzkg-5-2 S2")
    assert not force_of(free, "pzkg-5-2").entering


# -- withdrawals ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 7.3.A", "sfs 7.3.B")
def test_the_named_unit_or_one_of_its_type_goes_if_it_has_a_path_to_the_rear() -> None:
    game = game_at(COMMAND, "YE: 14-pz", "S1: 29-mot", "S2: 71-inf kg-stahel", "RS: pzkg-5-1", "RS: a", turn=5)
    assert game.pending is not None
    # 6 SPs of 14 Pz are due; infantry and flak are other types, the battlegroup in Red Square has no path
    assert [str(option) for option in game.pending.options] == ["recall 14-pz", "recall 29-mot"]
    answer(game, "recall", "recall 29-mot")
    assert state_of(game, "29-mot") == "withdrawn"
    assert state_of(game, "14-pz") == "full"
    assert game.pending is None


@pytest.mark.rule("sfs 7.3.C")
def test_whole_units_go_until_the_minimum_is_met() -> None:
    game = game_at(COMMAND, "YE: 14-pz/1", "S1: pzkg-4-1", "S2: 29-mot", turn=5)
    answer(game, "recall", "recall 14-pz")  # 3 of 6 SPs
    answer(game, "recall", "recall pzkg-4-1")  # 7: more than the minimum, for a unit goes whole
    assert game.pending is None
    assert (state_of(game, "14-pz"), state_of(game, "pzkg-4-1"), state_of(game, "29-mot")) == (
        "withdrawn",
        "withdrawn",
        "full",
    )


@pytest.mark.rule("sfs 7.3.A")
def test_without_a_path_the_withdrawal_waits() -> None:
    game = game_at(COMMAND, "RS: 14-pz", "RS: a", turn=5)
    assert game.pending is None
    game.do("edit dominate CC German")  # a way opens
    game.play(COMMAND, turn=6)
    assert game.pending is not None
    assert "recall 14-pz" in [str(option) for option in game.pending.options]


@pytest.mark.rule("sfs 7.3.D")
def test_who_went_comes_back_as_it_was() -> None:
    game = game_at(COMMAND, "YE: 14-pz/3", "S1: 29-mot/2", turn=5)
    answer(game, "recall", "recall 29-mot")  # 5 SPs
    answer(game, "recall", "recall 14-pz")
    game.play(COMMAND, turn=8)
    frame = game.units.set_index("unit")
    assert list(frame.loc[["14-pz", "29-mot"], "state"]) == ["due", "due"]
    assert list(frame.loc[["14-pz", "29-mot"], "strength"]) == [9, 5]


@pytest.mark.rule("sfs 11.4.1.B", "sfs 11.4.1.C")
def test_the_short_game_withdraws_nobody_and_gets_das_reich_on_turn_7() -> None:
    for turn in (5, 6):
        game = game_at(COMMAND, "YE: 14-pz", "S1: 29-mot", turn=turn, scenario="dash-to-the-volga", length=8)
        assert game.pending is None
    game = game_at(COMMAND, "YE: 14-pz", turn=7, scenario="dash-to-the-volga", length=8)
    assert [event.unit for event in events_of(game.opening, "due")] == ["das-reich"]


# -- Soviet arrivals --------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 7.1.A", "sfs 2.1.2.2", "sfs 11.3.4")
def test_soviets_arrive_on_the_east_bank() -> None:
    game = game_at(SOVIET, "RS: a", turn=4, tractor_lost=True)
    assert {cls_of(game, unit) for unit in ("su-2", "su-3")} == {"A", "B"}
    assert place_of(game, "su-2") == place_of(game, "su-3") == "EAST"


@pytest.mark.rule("sfs 2.1.4.A", "sfs 2.1.4.B")
def test_errata_of_turns_5_and_6() -> None:
    game = game_at(SOVIET, "RS: c", turn=6, tractor_lost=True)
    arrived = [event.text for event in events_of(game.opening, "arrival")]
    assert any("37 Guards" in text for text in arrived)
    fifth = game_at(SOVIET, "RS: c", turn=5, tractor_lost=True)
    answer(fifth, "39-guards", "choose 39-guards now")
    assert "A" in set(fifth.units["cls"])
    assert not any("A division" in text for text in arrived)


@pytest.mark.rule("sfs 7.9")
def test_the_39th_guards_come_as_a_or_wait_a_turn_and_are_g() -> None:
    game = game_at(SOVIET, "RS: c", turn=5, tractor_lost=True)
    answer(game, "39-guards", "choose 39-guards wait")
    assert "A" not in set(game.units["cls"])
    game.play(SOVIET, turn=6)
    assert list(game.units["name"]).count("39 Guards") == 1


@pytest.mark.rule("sfs 7.6.A", "sfs 7.6.B", "sfs 7.6.C")
def test_the_works_turn_out_tanks_by_a_die() -> None:
    for die, made in ((1, None), (2, None), (3, "tank-1"), (4, "tank-1"), (5, "tank-2"), (6, "tank-2")):
        seed = seed_for(SOVIET, die, "tanks", "dzerzhinsky", 0, turn=10)
        game = game_at(SOVIET, "TW: a", "FA: b", turn=10, seed=seed)
        event = events_of(game.opening, "tanks")[0]
        assert (event.die, event.result) == (die, made or "none")
        tanks = [unit for unit in game.legal if str(unit).startswith("place")]
        assert bool(tanks) == (made is not None)
        if made:
            unit = str(tanks[0]).split()[1]
            assert "sfs 7.6.C" in rule_ids(game.why_not(f"place {unit} FA"))
            game.do(f"place {unit} F1")
            assert force_of(game, unit).area == "TW"
            assert game._pos.piece[game._pos.world.unit(unit).index] == made


@pytest.mark.rule("sfs 7.6.D")
def test_production_ends_with_two_attacks_or_a_german_in_the_works() -> None:
    for fields in ({"tractor_attacks": 2}, {"tractor_lost": True}):
        assert not events_of(game_at(SOVIET, "TW: a", turn=10, **fields).opening, "tanks")
    assert events_of(game_at(SOVIET, "TW: a", turn=10, tractor_attacks=1).opening, "tanks")
    taken = game_in("German Movement", "TW: 14-pz", "FA: a")
    taken.do("stack 14-pz to TW-dzerzhinsky")
    assert taken._pos.tractor_lost


def test_a_tank_without_anybody_to_join_among_enemies_is_lost() -> None:
    seed = seed_for(SOVIET, 6, "tanks", "dzerzhinsky", 0, turn=10)
    game = game_at(SOVIET, "TW: 14-pz", "FA: b", turn=10, seed=seed)
    assert rule_ids(game.why_not("place su-2 TW")) == ["sfs 8.1.2.B"]
    game.next_phase()
    assert state_of(game, "su-2") == "eliminated"
    alone = game_at(SOVIET, "FA: b", turn=10, seed=seed)
    alone.next_phase()
    assert place_of(alone, "su-2") == "TW"


@pytest.mark.rule("sfs 7.7")
def test_random_divisions_come_out_of_a_cup_of_six() -> None:
    cup = ["a", "b", "c", "c", "m", "m"]
    for number, counter in enumerate(cup, 1):
        seed = seed_for(SOVIET, number, "cup", "random", 0, turn=9)
        game = game_at(SOVIET, "RS: b", turn=9, seed=seed, tractor_lost=True)
        arrived = events_of(game.opening, "arrival")[0].unit
        assert game._pos.piece[game._pos.world.unit(arrived).index] == counter
    schedule = [entry.turn for entry in game.charts.events["standard"] if entry.kind == "random_division"]
    assert min(schedule) >= 8  # from Oct/3 on


@pytest.mark.rule("sfs 7.8", "sfs 8.7.A")
def test_three_pioneer_groups_now_or_the_division_two_turns_later() -> None:
    groups = game_at(COMMAND, "YE: 14-pz", turn=11)
    answer(groups, "pioneers", "choose pioneers groups")
    due = groups.units[groups.units["state"] == "due"]
    assert set(due["unit"]) == {"pioneer-1", "pioneer-2", "pioneer-3"}
    answer(groups, "das-reich", "choose das-reich no")
    groups.play(COMMAND, turn=13)
    assert state_of(groups, "pioneer-division") == "later"
    division = game_at(COMMAND, "YE: 14-pz", turn=11)
    division.do("choose pioneers division")
    division.do("choose das-reich no")
    assert not (division.units["state"] == "due").any()
    division.play(COMMAND, turn=13)
    assert state_of(division, "pioneer-division") == "due"


# -- Reserve Corps ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 7.4.A")
def test_a_corps_a_turn_from_turn_8_on() -> None:
    assert rule_ids(game_at(SOVIET, "RS: a", turn=7, tractor_lost=True).why_not("corps regular")) == ["sfs 7.4.A"]
    game = game_at(SOVIET, "RS: c", turn=8, tractor_lost=True)
    game.do("corps regular")
    assert rule_ids(game.why_not("corps guards")) == ["sfs 7.4.A"]


@pytest.mark.rule("sfs 7.4.B")
def test_a_corps_has_one_of_two_forms() -> None:
    for make, wanted in (("regular", ["A", "A", "A", "T"]), ("guards", ["A", "B", "G", "T"])):
        game = game_at(SOVIET, "RS: c", turn=10, tractor_lost=True)
        before = set(game.units["unit"])
        game.do(f"corps {make}")
        new = game.units[~game.units["unit"].isin(before)]
        assert sorted(new["cls"]) == wanted
        assert set(new["area"]) == {"EAST"}
        assert set(new[new["cls"] == "T"]["strength"]) == {2}
    assert rule_ids(game_at(SOVIET, "RS: c", turn=10).why_not("corps tanks"))[0] == "sfs 7.4.B"


@pytest.mark.rule("sfs 7.4.C", "sfs 7.4.D", "sfs 10.2.2.A")
def test_a_corps_moves_all_three_markers_on_two_turns() -> None:
    game = game_at(SOVIET, "RS: c", turn=10, tractor_lost=True)
    assert game.markers == {"Partial": 8, "Draw": 11, "Uranus": 14}
    game.do("corps guards")
    assert game.markers == {"Partial": 10, "Draw": 13, "Uranus": 16}
    game.play("Mutual Artillery", turn=14)
    assert game.winner is None  # Uranus does not start on its first turn any more
    game.play("Mutual Artillery", turn=16)
    assert game.winner is not None


@pytest.mark.rule("sfs 7.4.E")
def test_three_corps_are_the_most() -> None:
    game = game_at(SOVIET, "RS: c", turn=11, corps=3, corps_turn=10, tractor_lost=True)
    assert rule_ids(game.why_not("corps guards")) == ["sfs 7.4.E"]


@pytest.mark.rule("sfs 11.5.A")
def test_the_long_game_brings_four_corps_by_itself() -> None:
    game = game_at(SOVIET, "RS: c", turn=8, scenario="fight-to-the-finish", tractor_lost=True)
    for turn in (8, 9, 10, 11):
        game.play(SOVIET, turn=turn) if game.phase.turn < turn else None
        while game.pending is not None and game.pending.kind != "corps":
            game.do(game.pending.default)
        answer(game, "corps", "corps guards")
        while game.pending is not None:
            game.do(game.pending.default)
    assert game._pos.corps == 4
    assert game.markers == {"Partial": 8, "Draw": 11, "Uranus": 14}  # no decision of a player (10.2.2)
    assert rule_ids(game.why_not("corps guards")) == ["sfs 11.5.A"]


# -- counters ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 7.10.A", "sfs 7.10.B")
def test_without_a_counter_a_weaker_unit_comes_or_the_arrival_waits() -> None:
    seven = ("RS: c c c", "CC: c c c", "SC: c")
    game = game_at(SOVIET, *seven, turn=2, tractor_lost=True)  # a C is due and the eighth counter is there
    assert events_of(game.opening, "arrival")
    eight = (*seven, "MK: c")
    asked = game_at(SOVIET, *eight, turn=2, tractor_lost=True)
    assert asked.pending is not None
    assert [str(option) for option in asked.pending.options] == ["choose counter m", "choose counter wait"]
    asked.do("choose counter wait")
    asked.next_phase()
    assert len(asked.units[asked.units["side"] == "Soviet"]) == 8
    weaker = game_at(SOVIET, *eight, turn=2, tractor_lost=True)
    weaker.do("choose counter m")
    assert place_of(weaker, "su-9") == "EAST"
    assert cls_of(weaker, "su-9") == "M"


@pytest.mark.rule("sfs 7.10.B")
def test_a_b_and_a_c_stay_back_for_an_a_division() -> None:
    seven = ("RS: c c c", "CC: c c c", "SC: c", "MK: a")
    game = game_at(SOVIET, *seven, turn=2, tractor_lost=True)
    assert game.pending is not None
    assert game.pending.kind == "counter"


@pytest.mark.rule("sfs 7.10.B")
def test_a_german_arrival_whose_counter_is_in_use_takes_a_like_one_or_waits() -> None:
    parts = {"pzkg-5-2": "29-mot", "pzkg-4-2": "29-mot"}
    game = game_at(COMMAND, "YE: pzkg-5-2 pzkg-4-2", turn=3, units={"29-mot": "broken down"}, part_of=parts)
    assert {event.unit for event in events_of(game.opening, "due")} == {"pzkg-5-1", "security"}
    full = parts | {"pzkg-5-1": "24-pz", "pzkg-4-1": "24-pz"}
    none = game_at(
        COMMAND, "YE: pzkg-5-2 pzkg-4-2", "S1: pzkg-5-1 pzkg-4-1", turn=3, part_of=full,
        units={"29-mot": "broken down", "24-pz": "broken down"},
    )  # fmt: skip
    assert {event.unit for event in events_of(none.opening, "due")} == {"security"}
    assert none._pos.waiting == ["pzkg-5-2"]


def test_a_counter_that_was_withdrawn_is_not_there_for_another_arrival() -> None:
    game = game_at(
        COMMAND, "YE: 14-pz", "S1: pzkg-4-1 pzkg-4-2", turn=3, units={"pzkg-5-2": "withdrawn", "pzkg-5-1": "withdrawn"},
        stand_ins={"29-mot": ["pzkg-5-1", "pzkg-5-2"]},
    )  # fmt: skip
    assert game._pos.waiting == ["pzkg-5-2"]
    assert sfs.from_position(game.position).position == game.position


def test_what_waits_for_a_counter_comes_when_one_is_free() -> None:
    game = game_at(SOVIET, "RS: b", turn=4, waiting=["c"], tractor_lost=True)
    assert "C" in set(game.units["cls"])


# -- summons ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 2.1.4.E")
def test_two_summons_on_turn_1_two_on_5_one_on_6_and_10() -> None:
    counts = {}
    for turn in range(1, 13):
        counts[turn] = game_at("Mutual Artillery", "YE: 14-pz", "RS: a", turn=turn).summons[0]
    assert {turn: number for turn, number in counts.items() if number} == {1: 2, 5: 2, 6: 1, 10: 1}


@pytest.mark.rule("sfs 7.5.B")
def test_two_summons_a_turn_are_the_most_and_air_points_are_not_saved() -> None:
    game = game_at("Mutual Artillery", "YE: 14-pz", "RS: a", turn=5, summons=2)
    assert game.summons == (4, 0)
    game.do("summon")
    game.do("summon")
    assert rule_ids(game.why_not("summon")) == ["sfs 7.5.B"]
    game.play(COMMAND)
    assert game.air > 0
    game.play("Mutual Artillery", turn=6)
    assert game.air == 0


@pytest.mark.rule("sfs 7.5.D", "sfs 10.2.2.B")
def test_more_summons_cost_a_turn_of_the_german_markers() -> None:
    game = game_at("Mutual Artillery", "YE: 14-pz", "RS: a", turn=3)
    assert rule_ids(game.why_not("summon")) == ["sfs 2.1.4.E"]
    game.do("batch")
    assert game.markers == {"Partial": 7, "Draw": 10, "Uranus": 14}
    game.do("summon")
    assert rule_ids(game.why_not("batch")) == ["sfs 7.5.D"]  # one of the two is left, for any turn
    game.play("Mutual Artillery", turn=4)
    assert game.summons == (1, 0)


@pytest.mark.rule("sfs 7.5.A")
def test_each_summons_rolls_on_the_first_row_in_the_command_phase() -> None:
    game = game_at("Mutual Artillery", "YE: 14-pz", "RS: a", turn=5, seed=11)
    game.do("summon")
    game.do("summon")
    game.play(COMMAND)
    rolled = list(game.log[game.log["kind"] == "air"].itertuples())
    assert len(rolled) == 2
    assert game.air == sum(game.charts.points("A1", int(row.die)) for row in rolled)


def test_no_luftwaffe_over_red_square() -> None:
    game = sfs.new("red-square", seed=1)
    assert rule_ids(game.why_not("summon")) == ["sfs 11.2.2.2"]
    assert rule_ids(game.why_not("batch")) == ["sfs 11.2.2.2"]


def test_places_that_do_not_exist_are_invalid() -> None:
    game = game_at(COMMAND, "YE: 14-pz", turn=3)
    for where in ("XX", "SC-nothing", "F99", ""):
        with pytest.raises(InvalidInput):
            game.do(f"place pzkg-5-2 {where}")


@pytest.mark.rule("sfs 7.1.C", "sfs 5.11.1.1")
def test_who_is_placed_with_a_force_that_has_no_foothold_has_none_either() -> None:
    game = game_in(COMMAND, "S1: g", units={"14-pz": "due", "100-jaeger": "due"}, turn=5)
    game.do("place 14-pz S1")
    host = force_of(game, "14-pz").id
    events = game.do(f"place 100-jaeger {host}")
    assert events[0].rule == "sfs 7.1.C"
    game.play("German Attack")
    game.reseed(seed_for("German Attack", 1, "d-crt", "su-1<14-pz#0", 0, turn=5))
    game.do(f"attack F1 by {host}")
    rolled = game.do("proceed")
    assert events_of(rolled, "d-crt")[0].result == "0"
    while game.pending is not None:
        game.do(game.pending.default)
    assert {place_of(game, unit) for unit in ("14-pz", "100-jaeger")} == {"REAR"}


def test_a_unit_that_was_made_due_before_any_arrival_comes_where_the_first_ones_do() -> None:
    game = game_in(COMMAND, "YE: 29-mot", units={"14-pz": "due"}, turn=1)
    assert [str(action) for action in game.legal if str(action).startswith("place")][:2] == [
        "place 14-pz S1", "place 14-pz S2",
    ]  # fmt: skip
