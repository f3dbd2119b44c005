"""General Chuikov's ways (sfs 8.5); what he does in combat is tested with it."""

from __future__ import annotations

import pytest

from gpwlab import sfs
from tests.sfs.boards import answer, events_of, force_of, game_at, game_in, place_of, rule_ids, seed_for, state_of

MOVE = "Soviet Movement"


@pytest.mark.rule("sfs 8.5.A", "sfs 8.5.B")
def test_chuikov_is_no_unit_for_stacking_and_has_no_step() -> None:
    game = game_in(MOVE, "RS: a b c", "RS: b chuikov")
    game.do("stack su-5 to F1")
    assert len(force_of(game, "su-5").units) == 4
    frame = game.units.set_index("unit")
    assert frame.at["su-5", "steps"] == 0
    assert frame.at["su-5", "strength"] == 1


@pytest.mark.rule("sfs 8.5.C")
def test_chuikov_disengages_moves_and_disengages_again() -> None:
    game = game_in(MOVE, "RS: a chuikov", "RS: 14-pz", "CC: b", "MK: c", "MK: 71-inf", "TR: c")
    assert rule_ids(game.why_not("move su-2 by MK")) == ["sfs 4.4.1"]  # contested: no goal of a disengagement
    game.do("move su-2 by CC")  # disengages
    game.do("move su-2 by MK")  # moves
    game.do("stack su-2 to F4")
    assert rule_ids(game.why_not("move su-4 su-2 by TR")) == ["sfs 8.5.C"]  # his third move is his own
    game.do("move su-2 by TR")  # disengages again
    assert place_of(game, "su-2") == "TR"
    assert rule_ids(game.why_not("move su-2 by MK")) == ["sfs 4.4.2.A"]


@pytest.mark.rule("sfs 8.5.C")
def test_others_move_once() -> None:
    game = game_in(MOVE, "RS: a", "RS: 14-pz", "CC: b", "MK: c")
    game.do("move su-1 by CC")
    assert rule_ids(game.why_not("move su-1 by MK")) == ["sfs 4.4.2.A"]


@pytest.mark.rule("sfs 8.5.C")
def test_chuikov_moves_once_in_the_german_attack_phase() -> None:
    game = game_at("German Attack", "RS: a chuikov", "RS: b", "MK: c", "TR: c", "CC: 14-pz", "CC: b")
    assert game.pending is not None
    # his area and the Soviet controlled areas around it; contested Central City is none
    assert {str(option) for option in game.pending.options} == {"choose chuikov stay", "refuge F2", "refuge F3"}
    answer(game, "chuikov", "refuge F3")
    assert place_of(game, "su-2") == "MK"
    assert game.pending is None
    none = game_at("German Attack", "RS: a chuikov", "CC: 14-pz")
    assert none.pending is None  # nobody to go to


@pytest.mark.rule("sfs 8.5.D")
def test_a_ring_is_passed_with_a_die_and_a_six_is_the_end() -> None:
    forces = ("RS: a chuikov", "RS: 14-pz", "RS: b")
    caught = seed_for(MOVE, 6, "slip", "su-2", 0)
    through = seed_for(MOVE, 5, "slip", "su-2", 0)
    game = game_in(MOVE, *forces, held={"F1": "F2"}, seed=through)
    events = game.do("stack su-2 to F3")  # out of a cut-off force
    assert [event.die for event in events_of(events, "slip")] == [5]
    assert force_of(game, "su-2").id == "F3"
    game = game_in(MOVE, *forces, held={"F1": "F2"}, seed=caught)
    game.do("stack su-2 to F3")
    assert state_of(game, "su-2") == "eliminated"
    fatal = seed_for(MOVE, 6, "slip", "su-3", 0)
    inward = game_in(MOVE, "RS: a", "RS: 14-pz", "RS: b chuikov", held={"F1": "F2"}, seed=fatal)
    inward.do("stack su-3 to F1")
    assert state_of(inward, "su-3") == "eliminated"
    free = game_in(MOVE, "RS: a chuikov", "RS: b", seed=caught)
    assert not events_of(free.do("stack su-2 to F2"), "slip")


@pytest.mark.rule("sfs 8.5.D")
def test_he_leaves_a_ring_by_a_move_too() -> None:
    forces = ("RS: a chuikov", "RS: 14-pz", "CC: b")
    assert rule_ids(game_in(MOVE, *forces, held={"F1": "F2"}).why_not("move su-1 by CC")) == ["sfs 4.6.B"]
    game = game_in(MOVE, *forces, held={"F1": "F2"}, seed=seed_for(MOVE, 3, "slip", "su-2", 0))
    assert events_of(game.do("move su-2 by CC"), "slip")
    assert place_of(game, "su-2") == "CC"


@pytest.mark.rule("sfs 8.5.E")
def test_chuikov_is_never_alone() -> None:
    game = game_in(MOVE, "RS: a chuikov", "MK: b", "CC: c")
    assert rule_ids(game.why_not("stack su-2 to new")) == ["sfs 8.5.E"]
    assert rule_ids(game.why_not("move su-2 by SC")) == ["sfs 8.5.E"]
    game.do("move su-1 by MK TR")  # his force leaves him
    game.next_phase()
    assert place_of(game, "su-2") in ("MK", "CC")  # he joins one next to him
    lone = game_in(MOVE, "RS: a chuikov", "FA: b")
    lone.do("move su-1 by MK TR")
    lone.next_phase()
    assert state_of(lone, "su-2") == "eliminated"


def test_his_move_is_a_secret_question() -> None:
    game = game_at("German Attack", "RS: a chuikov", "RS: b", "CC: 14-pz")
    seen = game.view("German").pending
    assert seen is not None
    assert seen.options == ()
    assert "refuge" not in str(seen)
    assert isinstance(game, sfs.Game)
