"""Movement from area to area (sfs 4.1, 4.4): who moves, how far, what stops it."""

from __future__ import annotations

import pytest

from gpwlab import IllegalAction, InvalidInput
from tests.sfs.boards import control_of, dominator_of, force_of, game_at, game_in, place_of, rule_ids

MOVE = "German Movement"


def destinations(game: object, unit: str) -> set[str]:
    """The last areas of the moves that a unit makes alone."""
    moves = [str(action).split() for action in game.legal.of(unit) if str(action).startswith(f"move {unit} by")]  # type: ignore[attr-defined]
    return {words[-1] for words in moves}


@pytest.mark.rule("sfs 4.1.B")
def test_only_the_phasing_side_moves() -> None:
    game = game_in(MOVE, "SC: 14-pz", "RS: a")
    assert rule_ids(game.why_not("move su-1 by CC")) == ["sfs 4.1.B"]
    assert game.why_not("move 14-pz by YE") == []
    other = game_in("Soviet Movement", "SC: 14-pz", "RS: a")
    assert rule_ids(other.why_not("move 14-pz by YE")) == ["sfs 4.1.B"]
    assert other.why_not("move su-1 by CC") == []


@pytest.mark.rule("sfs 4.1.A", "sfs 3.2.3.A", "sfs 3.3.3.A")
def test_there_are_three_movement_phases_and_nobody_has_to_move() -> None:
    for phase, unit in ((MOVE, "14-pz"), ("Soviet Movement", "su-1"), ("German Reserve", "14-pz")):
        game = game_in(phase, "YE: 14-pz", "RS: a", reserve=["14-pz"] if phase == "German Reserve" else [])
        assert destinations(game, unit)
        assert "done" in game.legal
        game.next_phase()
    for phase in ("German Counterattack", "German Command", "German Attack"):
        game = game_in(phase, "YE: 14-pz", "RS: a")
        assert rule_ids(game.why_not("move 14-pz by S1")) == [game.phase.rule]


@pytest.mark.rule("sfs 4.1.C")
def test_cut_off_and_disrupted_units_do_not_move() -> None:
    game = game_in(MOVE, "SC: 14-pz", "SC: a", "YE: 29-mot", held={"F1": "F2"}, disrupted={"29-mot": 20})
    assert rule_ids(game.why_not("move 14-pz by YE")) == ["sfs 4.6.B"]
    assert rule_ids(game.why_not("move 29-mot by S1")) == ["sfs 5.12.5.1.A"]


@pytest.mark.rule("sfs 4.1.D")
def test_in_the_reserve_phase_only_who_was_held_back_moves() -> None:
    game = game_in("German Reserve", "YE: 14-pz", "S1: 29-mot", reserve=["14-pz"])
    assert game.why_not("move 14-pz by S1") == []
    assert rule_ids(game.why_not("move 29-mot by S2")) == ["sfs 4.1.D"]


@pytest.mark.rule("sfs 4.1.E", "sfs 4.1.F")
def test_a_unit_moves_once_and_completes_its_move_before_another_starts() -> None:
    game = game_in(MOVE, "YE: 14-pz", "YE: 29-mot")
    game.do("move 14-pz by S1")
    game.do("move 14-pz by S2")  # it goes on: nobody else has started
    game.do("move 29-mot by S1")
    assert rule_ids(game.why_not("move 14-pz by S3")) == ["sfs 4.1.E"]
    assert game.why_not("move 29-mot by S2") == []


@pytest.mark.rule("sfs 4.1.G")
def test_units_move_together_as_a_force() -> None:
    game = game_in(MOVE, "YE: 14-pz 29-mot", "S2: 71-inf")
    game.do("move 14-pz 29-mot by S1 S2")
    assert {face.id for face in force_of(game, "14-pz").units} == {"14-pz", "29-mot"}
    assert place_of(game, "29-mot") == "S2"
    apart = game_in(MOVE, "YE: 14-pz", "S2: 71-inf")
    assert rule_ids(apart.why_not("move 14-pz 71-inf by S1")) == ["sfs 4.1.G"]


@pytest.mark.rule("sfs 4.1.H")
def test_a_force_picks_up_and_drops_off_units_on_its_way() -> None:
    game = game_in(MOVE, "YE: 14-pz 29-mot", "S1: 71-inf", "S2: 295-inf")
    game.do("move 14-pz 29-mot by S1")
    game.do("move 14-pz 71-inf by S2")  # 29 Mot is dropped, 71 Inf picked up
    assert (place_of(game, "29-mot"), place_of(game, "71-inf")) == ("S1", "S2")
    assert rule_ids(game.why_not("move 29-mot by S2")) == ["sfs 4.1.E"]  # it has made its move
    assert rule_ids(game.why_not("move 14-pz 71-inf 295-inf 29-mot by S3"))[0] in ("sfs 4.1.E", "sfs 4.1.G")
    game.do("move 14-pz 71-inf 295-inf by S3")
    assert place_of(game, "295-inf") == "S3"


@pytest.mark.rule("sfs 4.2.D", "sfs 4.2.A")
def test_more_than_a_stack_does_not_move_together() -> None:
    game = game_in(MOVE, "YE: 14-pz 29-mot 94-inf", "YE: 71-inf")
    assert rule_ids(game.why_not("move 14-pz 29-mot 71-inf 94-inf by S1")) == ["sfs 4.2.A"]
    game.do("move 14-pz 29-mot 94-inf by S1")
    game.do("move 71-inf by S1")


@pytest.mark.rule("sfs 4.3.2.B", "sfs 4.4.2.A")
def test_from_a_friendly_area_through_friendly_and_empty_ones_up_to_the_enemy() -> None:
    game = game_in(MOVE, "YE: 14-pz", "CC: a")
    # S1, S2, Southern City and so on are empty; Central City is Soviet and can be entered, not passed
    assert destinations(game, "14-pz") >= {"S1", "S2", "S3", "S4", "SC", "RS", "CC", "REAR"}
    assert game.why_not("move 14-pz by SC CC") == []
    assert rule_ids(game.why_not("move 14-pz by SC CC MK")) == ["sfs 4.4.2.A"]
    assert rule_ids(game.why_not("move 14-pz by RS")) == ["sfs 4.4"]


@pytest.mark.rule("sfs 4.3.1.B", "sfs 4.4.2.A")
def test_nobody_passes_a_contested_area() -> None:
    game = game_in(MOVE, "YE: 14-pz", "SC: a", "SC: 29-mot")
    assert control_of(game, "SC") == "contested"
    game.do("move 14-pz by SC")
    assert rule_ids(game.why_not("move 14-pz by RS")) == ["sfs 4.4.2.A"]


@pytest.mark.rule("sfs 4.4.1")
def test_disengagement_is_one_area_to_a_friendly_or_empty_one() -> None:
    game = game_in(MOVE, "SC: 14-pz", "SC: a", "CC: b", "S1: 29-mot")
    assert destinations(game, "14-pz") == {"S1", "YE", "RS"}
    assert rule_ids(game.why_not("move 14-pz by CC")) == ["sfs 4.4.1"]
    assert rule_ids(game.why_not("move 14-pz by YE S1")) == ["sfs 4.4.1"]
    game.do("move 14-pz by S1")
    assert rule_ids(game.why_not("move 14-pz by S2")) == ["sfs 4.4.2.A"]


@pytest.mark.rule("sfs 4.4.2.B")
def test_entering_an_enemy_area_usually_needs_an_entering_attack() -> None:
    game = game_in(MOVE, "YE: 14-pz", "SC: a", "RS-univermag: b", "S1: 29-mot")
    game.do("move 14-pz by SC")
    assert force_of(game, "14-pz").entering
    assert control_of(game, "SC") == "Soviet"  # it has no foothold yet
    other = game_in(MOVE, "YE: 14-pz", "SC-elevator: a")
    other.do("move 14-pz by SC")  # only a strongpoint is held: no entering attack
    assert not force_of(other, "14-pz").entering
    assert control_of(other, "SC") == "contested"


@pytest.mark.rule("sfs 4.4.2.2")
def test_a_surrounding_force_that_leaves_disengages() -> None:
    game = game_in(MOVE, "SC: a", "SC: 14-pz 29-mot", "RS: b", held={"F1": "F2"})
    assert control_of(game, "SC") == "German"
    assert rule_ids(game.why_not("move 14-pz 29-mot by CC MK")) == ["sfs 4.4.1"]
    assert rule_ids(game.why_not("move 14-pz 29-mot by RS")) == ["sfs 4.4.1"]
    assert game.why_not("move 14-pz by CC MK") == []  # part of it stays: nothing is disengaged
    game.do("move 14-pz 29-mot by CC")
    assert control_of(game, "SC") == "Soviet"
    assert not force_of(game, "su-1").cut_off


@pytest.mark.rule("sfs 2.1.2.3")
def test_the_rear_stops_germans_and_is_closed_to_soviets() -> None:
    game = game_in(MOVE, "S1: 14-pz")
    assert rule_ids(game.why_not("move 14-pz by REAR S2")) == ["sfs 4.4.2.A"]
    assert game.why_not("move 14-pz by REAR") == []
    other = game_in("Soviet Movement", "S1: a", turn=4)
    assert rule_ids(other.why_not("move su-1 by REAR")) == ["sfs 2.1.2.3"]


@pytest.mark.rule("sfs 2.1.2.2", "sfs 4.10.3.B")
def test_the_volga_is_closed_to_germans_and_open_to_soviets_on_the_ice() -> None:
    assert "sfs 2.1.2.2" in rule_ids(game_in(MOVE, "SC: 14-pz", turn=19).why_not("move 14-pz by EAST"))
    frozen = game_in("Soviet Movement", "EAST: a", "FA: b", turn=19)
    assert destinations(frozen, "su-1") >= {"SC", "RS", "TR", "FA", "TW"}
    assert "sfs 4.4" in rule_ids(frozen.why_not("move su-1 by MK"))
    for closed in ("MK", "YE", "SP"):
        assert "sfs 4.4" in rule_ids(frozen.why_not(f"move su-1 by {closed}"))
    assert frozen.why_not("move su-2 by EAST") == []
    ice = game_in("Soviet Movement", "EAST: a", "FA: b", turn=18)
    assert destinations(ice, "su-1") == set()
    assert "sfs 4.4" in rule_ids(ice.why_not("move su-2 by EAST"))


@pytest.mark.rule("sfs 9.2")
def test_no_soviet_unit_enters_a_steppe_in_the_first_two_turns() -> None:
    for turn in (1, 2):
        game = game_in("Soviet Movement", "CC: a", turn=turn)
        assert rule_ids(game.why_not("move su-1 by S2")) == ["sfs 9.2"]
        assert not destinations(game, "su-1") & {"S1", "S2", "S3", "S4"}
    assert game_in("Soviet Movement", "CC: a", turn=3).why_not("move su-1 by S2") == []


@pytest.mark.rule("sfs 9.4.A")
def test_the_fourth_panzer_army_stays_south_on_the_first_turn() -> None:
    soviets = ("SC: a", "SC: b", "CC: c", "CC: c")
    game = game_in(MOVE, "YE: 14-pz", "S1: 71-inf", *soviets, turn=1)
    assert rule_ids(game.why_not("move 14-pz by S1 S2")) == ["sfs 9.4.A"]
    assert game.why_not("move 71-inf by S2") == []  # not of the army that began in Yelshanka
    assert game_in(MOVE, "YE: 14-pz", *soviets, turn=2).why_not("move 14-pz by S1 S2") == []
    far = game_in(MOVE, "CC: 14-pz", "SC: a", "SC: b", "SC: c", "YE: c", turn=1)
    assert rule_ids(far.why_not("move 14-pz by MK")) == ["sfs 9.4.A"]


@pytest.mark.rule("sfs 9.4.B")
def test_three_soviet_units_on_the_road_do_not_bind_the_army() -> None:
    assert game_in(MOVE, "YE: 14-pz", "SC: a", "SC: b", "CC: c", turn=1).why_not("move 14-pz by S1 S2") == []
    four = game_in(MOVE, "YE: 14-pz", "SC: a tank-1", "SC: b", "CC: c", turn=1)
    assert rule_ids(four.why_not("move 14-pz by S1 S2")) == ["sfs 9.4.A"]


@pytest.mark.rule("sfs 4.3.3.A", "sfs 4.3.3.B", "sfs 4.3.A")
def test_who_passed_an_empty_area_last_dominates_it() -> None:
    game = game_in(MOVE, "YE: 14-pz", "MK: a")
    assert dominator_of(game, "SC") == "Soviet"
    game.do("move 14-pz by SC CC")  # any path counts, not only the shortest
    assert (dominator_of(game, "SC"), control_of(game, "SC")) == ("German", "empty")
    assert dominator_of(game, "RS") == "Soviet"
    soviet = game_in("Soviet Movement", "MK: a", "S4: 14-pz", dominator={"CC": "German", "SC": "German"})
    soviet.do("move su-1 by CC RS")
    assert (dominator_of(soviet, "CC"), dominator_of(soviet, "SC")) == ("Soviet", "German")


@pytest.mark.rule("sfs 8.1.2.A")
def test_support_that_passes_alone_dominates_nothing() -> None:
    game = game_in("Soviet Movement", "RS: tank-2", "MK: a", "SC: b", dominator={"CC": "German"})
    game.do("move su-1 by CC SC")
    assert dominator_of(game, "CC") == "German"
    game.do("move su-2 by CC SC")
    assert dominator_of(game, "CC") == "Soviet"


@pytest.mark.rule("sfs 2.1.2.1.A", "sfs 2.1.2.1.B", "sfs 4.3.3.B")
def test_an_empty_steppe_is_german_whoever_passed() -> None:
    game = game_in("Soviet Movement", "CC: a", turn=4)
    game.do("move su-1 by S2 WS")
    assert (dominator_of(game, "S2"), control_of(game, "S2")) == ("German", "empty")
    game = game_in("Soviet Movement", "S2: a", turn=4)
    assert control_of(game, "S2") == "Soviet"
    game.do("move su-1 by CC")
    assert (dominator_of(game, "S2"), control_of(game, "S2")) == ("German", "empty")


@pytest.mark.rule("sfs 5.11.1.3.B")
def test_in_the_reserve_phase_a_stack_cannot_enter_where_it_takes_an_attack() -> None:
    game = game_in("German Reserve", "YE: 14-pz 29-mot", "SC: a", reserve=["14-pz", "29-mot"])
    assert rule_ids(game.why_not("move 14-pz 29-mot by SC")) == ["sfs 5.11.1.3.B"]
    assert game.why_not("move 14-pz by SC") == []  # alone it can overrun


def test_a_move_that_is_none_is_invalid() -> None:
    game = game_in(MOVE, "YE: 14-pz")
    for text in ("move 14-pz by XX", "move 14-pz 14-pz by S1", "move 99-pz by S1", "move by S1", "move 14-pz by"):
        with pytest.raises(InvalidInput):
            game.do(text)
    with pytest.raises(IllegalAction):
        game.do("move 14-pz by MK")


def test_units_off_the_map_do_not_move() -> None:
    game = game_at(MOVE, "YE: 14-pz", units={"71-inf": "due"})
    assert rule_ids(game.why_not("move 71-inf by S1")) == ["sfs 4.1.C"]
