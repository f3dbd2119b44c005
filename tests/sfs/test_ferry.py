"""Ferries, crossings under fire, withdrawal to the supply source (sfs 4.10, 4.4.3)."""

from __future__ import annotations

import pytest

from tests.sfs.boards import (
    control_of,
    events_of,
    force_of,
    game_at,
    game_in,
    place_of,
    rule_ids,
    seed_for,
    state_of,
)

MOVE = "Soviet Movement"


@pytest.mark.rule("sfs 4.10", "sfs 4.10.A", "sfs 2.1.2.2")
def test_units_are_ferried_between_the_east_bank_and_the_landings() -> None:
    game = game_at(MOVE, "EAST: a b", "RS-landing: c", "SC: b")
    game.do("ferry su-1 SC-landing")
    game.do("ferry su-2 TR-landing")  # the East Bank has room for any number of boats
    game.do("ferry su-3 RS-landing")
    assert [place_of(game, f"su-{n}") for n in (1, 2, 3)] == ["SC-landing", "TR-landing", "EAST"]
    assert rule_ids(game.why_not("ferry su-4 SC-landing")) == ["sfs 4.10.A"]  # not in a landing to begin with


@pytest.mark.rule("sfs 4.10.A")
def test_a_unit_that_walked_into_a_landing_is_too_late() -> None:
    game = game_at(MOVE, "RS: a", "CC: b")
    game.do("stack su-1 to RS-landing")
    assert rule_ids(game.why_not("ferry su-1 RS-landing")) == ["sfs 4.10.A"]


@pytest.mark.rule("sfs 4.10.C")
def test_after_the_crossing_a_unit_moves_on() -> None:
    game = game_at(MOVE, "EAST: a", "CC: b")
    game.do("ferry su-1 RS-landing")
    game.do("move su-1 by CC MK")
    assert place_of(game, "su-1") == "MK"
    assert rule_ids(game.why_not("move su-1 by RS")) == []  # it is still the unit in motion


@pytest.mark.rule("sfs 4.10.1.A")
def test_a_landing_sends_and_receives_one_unit_a_turn() -> None:
    game = game_at(MOVE, "EAST: a b tank-1", "RS-landing: c tank-2", "CC: b")
    game.do("ferry su-1 RS-landing")
    assert rule_ids(game.why_not("ferry su-2 RS-landing")) == ["sfs 4.10.1.A"]
    assert rule_ids(game.why_not("ferry su-3 RS-landing")) == ["sfs 4.10.1.A"]  # support counts whole
    game.do("ferry su-4 RS-landing")  # but one may go the other way
    assert rule_ids(game.why_not("ferry su-5 RS-landing")) == ["sfs 4.10.1.A"]
    assert game.ferries[1] == ("RS-landing", True, True, False)


@pytest.mark.rule("sfs 4.10.1.B")
def test_landings_are_strongpoints_in_rough_terrain() -> None:
    game = game_in(MOVE, "RS-landing: a", "RS: b")
    pos = game._pos
    assert pos.terrain(pos.force("F1")) == "rough"
    assert pos.terrain(pos.force("F2")) == "urban"
    assert rule_ids(game.why_not("stack su-2 to F1")) == ["sfs 4.5.2.B"]


@pytest.mark.rule("sfs 4.10.1.C", "sfs 4.10.2.A")
def test_a_cut_off_landing_is_reached_and_left_under_fire() -> None:
    forces = ("RS-landing: a", "RS: 14-pz", "EAST: b")
    hit = seed_for(MOVE, 4, "ferry", "su-1", 0)
    missed = seed_for(MOVE, 5, "ferry", "su-1", 0)
    game = game_at(MOVE, *forces, held={"F1": "F2"}, seed=hit)
    events = game.do("ferry su-1 RS-landing")  # it is cut off, and may be ferried out
    assert [event.die for event in events_of(events, "fire")] == [4]
    assert game._pos.counter(game._pos.world.unit("su-1").index).cls in ("B", "C")
    assert place_of(game, "su-1") == "EAST"
    game = game_at(MOVE, *forces, held={"F1": "F2"}, seed=missed)
    game.do("ferry su-1 RS-landing")
    assert game._pos.counter(game._pos.world.unit("su-1").index).cls == "A"
    inward = game_at(MOVE, *forces, held={"F1": "F2"}, seed=seed_for(MOVE, 1, "ferry", "su-2", 0))
    inward.do("ferry su-2 RS-landing")
    assert state_of(inward, "su-2") == "eliminated"  # a B has one step
    open_water = game_at(MOVE, "RS-landing: a", "RS: 14-pz", "EAST: b")
    assert not events_of(open_water.do("ferry su-2 RS-landing"), "fire")


@pytest.mark.rule("sfs 4.10.1.D")
def test_a_landing_may_be_crowded_for_a_while() -> None:
    safe = seed_for(MOVE, 6, "ferry", "su-2", 0)
    game = game_at(MOVE, "RS-landing: a", "RS: 14-pz", "EAST: b", held={"F1": "F2"}, seed=safe)
    game.do("ferry su-2 RS-landing")
    assert place_of(game, "su-2") == "RS-landing"
    assert control_of(game, "RS") == "German"  # it is inside the ring and counts for nothing
    for text in ("move su-2 by CC", "stack su-2 to new", "withdraw su-2 via SC-landing"):
        assert "sfs 4.10.1.D" in rule_ids(game.why_not(text)), text
    assert game.why_not(f"overrun F2 by {force_of(game, 'su-2').id}") == []  # the one way out
    game.next_phase()
    assert place_of(game, "su-2") in ("EAST", "")  # and goes back over the river if it did not
    roomy = game_at(MOVE, "RS-landing: a", "RS: c", "EAST: b")
    roomy.do("ferry su-3 RS-landing")
    roomy.next_phase()
    assert (place_of(roomy, "su-1"), place_of(roomy, "su-3")) == ("RS-landing", "RS")


@pytest.mark.rule("sfs 4.10.3.A")
def test_no_ferry_runs_in_the_ice() -> None:
    for turn in (13, 18):
        game = game_at(MOVE, "EAST: a", "RS-landing: b", turn=turn)
        assert rule_ids(game.why_not("ferry su-1 SC-landing")) == ["sfs 4.10.3.A"]
        assert rule_ids(game.why_not("withdraw su-2 via RS-landing")) == ["sfs 4.10.3.A"]
    assert game_at(MOVE, "EAST: a", turn=12).why_not("ferry su-1 SC-landing") == []


@pytest.mark.rule("sfs 4.10.3.B")
def test_no_ferry_runs_in_the_freeze() -> None:
    for turn in (19, 20):
        game = game_at(MOVE, "EAST: a", turn=turn)
        assert rule_ids(game.why_not("ferry su-1 SC-landing")) == ["sfs 4.10.3.B"]
        assert game.why_not("move su-1 by SC") == []


@pytest.mark.rule("sfs 4.4.3.A", "sfs 4.4.3.B", "sfs 2.1.2.3")
def test_germans_withdraw_to_the_rear_along_a_supply_line() -> None:
    game = game_in("German Movement", "SC: 14-pz", "SC: a", "CC: 71-inf", "CC: b", "MK: c", "RS: c", "S1: a", "S2: b")
    assert rule_ids(game.why_not("withdraw 14-pz")) == ["sfs 4.4.3.A"]  # both steppes behind it are Soviet
    free = game_in("German Movement", "SC: 14-pz", "SC: a", "YE: 29-mot")
    free.do("withdraw 14-pz")  # out of a contested area at once
    assert place_of(free, "14-pz") == "REAR"
    assert rule_ids(free.why_not("move 14-pz by S1")) == ["sfs 4.4.2.A"]
    assert rule_ids(free.why_not("withdraw 29-mot via RS-landing")) == ["sfs 4.4.3.B"]


@pytest.mark.rule("sfs 4.4.3.C", "sfs 4.10.B")
def test_soviets_withdraw_over_a_landing_that_they_can_reach() -> None:
    game = game_at(MOVE, "CC: a", "MK: b", "SC: 14-pz", "CC: 29-mot")
    assert rule_ids(game.why_not("withdraw su-1")) == ["sfs 4.4.3.C"]
    game.do("withdraw su-1 via RS-landing")
    assert place_of(game, "su-1") == "EAST"
    assert rule_ids(game.why_not("withdraw su-2 via RS-landing")) == ["sfs 4.10.1.A"]
    blocked = game_at(MOVE, "MK: a", "CC: 14-pz", "RS: 29-mot", "TR: 71-inf", "WS: 94-inf")
    assert "sfs 4.10.B" in rule_ids(blocked.why_not("withdraw su-1 via RS-landing"))


@pytest.mark.rule("sfs 4.10.2.B", "sfs 4.4.3.C")
def test_withdrawal_over_a_contested_landing_is_under_fire() -> None:
    hit = seed_for(MOVE, 2, "ferry", "su-1", 0)
    game = game_at(MOVE, "RS: a", "RS: 14-pz", seed=hit)
    events = game.do("withdraw su-1 via RS-landing")
    assert [event.die for event in events_of(events, "fire")] == [2]
    calm = game_at(MOVE, "CC: a", "CC: 14-pz", seed=hit)  # Red Square is not contested
    assert not events_of(calm.do("withdraw su-1 via RS-landing"), "fire")


@pytest.mark.rule("sfs 4.4.3.A")
def test_a_withdrawal_is_a_whole_move_and_not_for_who_is_cut_off() -> None:
    game = game_in("German Movement", "YE: 14-pz", "SC: 29-mot", "SC: a", held={"F2": "F3"})
    assert rule_ids(game.why_not("withdraw 29-mot")) == ["sfs 4.6.B"]
    game.do("move 14-pz by S1")
    assert rule_ids(game.why_not("withdraw 14-pz")) == ["sfs 4.4.3.A"]


@pytest.mark.rule("sfs 4.10.1.D")
def test_nobody_takes_a_unit_out_of_a_cut_off_landing() -> None:
    game = game_in("Soviet Movement", "RS-landing: b", "RS: c", "RS: 14-pz", "RS-landing: c", held={"F1": "F3"})
    assert rule_ids(game.why_not("move su-3 by CC")) == ["sfs 4.10.1.D"]
    assert game.why_not("move su-2 by CC") == []
    assert rule_ids(game.why_not("move su-2 su-3 by CC")) == ["sfs 4.10.1.D"]
