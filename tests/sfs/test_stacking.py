"""Stacks, strongpoints, movement within an area, surrounding and surrounded forces (sfs 4.2, 4.5-4.7, 8.1)."""

from __future__ import annotations

import pytest

from tests.sfs.boards import control_of, force_of, game_in, place_of, rule_ids, state_of

MOVE = "German Movement"


@pytest.mark.rule("sfs 4.2.A", "sfs 8.1.1.A")
def test_three_combat_units_and_four_support_units_are_the_most() -> None:
    game = game_in(
        "Soviet Movement", "RS: a b c", "RS: tank-1", "RS: tank-1", "RS: tank-2", "RS: tank-2", "RS: tank-1", "RS: b"
    )
    for number in (4, 5, 6, 7):
        game.do(f"stack su-{number} to F1")
    assert len(force_of(game, "su-1").units) == 7
    assert rule_ids(game.why_not("stack su-8 to F1")) == ["sfs 8.1.1.A"]
    assert rule_ids(game.why_not("stack su-9 to F1")) == ["sfs 4.2.A"]


@pytest.mark.rule("sfs 8.1.1.A")
def test_one_combat_unit_takes_two_support_units() -> None:
    game = game_in(MOVE, "S2: 71-inf", "S2: stg-1", "S2: stg-2", "S2: pioneer-1")
    game.do("stack stg-1 to F1")
    game.do("stack stg-2 to F1")
    assert rule_ids(game.why_not("stack pioneer-1 to F1")) == ["sfs 8.1.1.A"]


@pytest.mark.rule("sfs 4.2.B", "sfs 3.2.3.B", "sfs 4.5.3")
def test_stacking_changes_before_and_after_a_move() -> None:
    game = game_in(MOVE, "YE: 14-pz", "YE: 29-mot", "S1: 94-inf")
    game.do("stack 29-mot to F1")
    assert {face.id for face in force_of(game, "14-pz").units} == {"14-pz", "29-mot"}
    game.do("move 14-pz 29-mot by S1")
    game.do("stack 29-mot to F3")
    assert {face.id for face in force_of(game, "94-inf").units} == {"94-inf", "29-mot"}
    game.do("stack 29-mot to new")
    assert len(force_of(game, "29-mot").units) == 1


@pytest.mark.rule("sfs 3.3.3.B", "sfs 4.5.B", "sfs 4.5.C")
def test_movement_within_an_area_costs_no_move() -> None:
    game = game_in("Soviet Movement", "RS: a", "CC: b")
    game.do("stack su-1 to RS-univermag")
    game.do("stack su-1 to new")
    assert game.why_not("move su-1 by MK") == []  # still able to move normally
    game.do("move su-1 by CC")
    game.do("stack su-1 to CC-station")  # and within the area after its move
    assert place_of(game, "su-1") == "CC-station"


@pytest.mark.rule("sfs 4.5.A")
def test_movement_within_an_area_does_not_ask_who_controls_it() -> None:
    for others in (("SC: a",), ("SC: a", "SC-landing: b"), ()):
        game = game_in(MOVE, "SC: 14-pz", *others)
        game.do("stack 14-pz to SC-elevator")
        assert place_of(game, "14-pz") == "SC-elevator"
    far = game_in(MOVE, "SC: 14-pz", "YE: 29-mot")
    assert rule_ids(far.why_not("stack 14-pz to F2")) == ["sfs 4.5.A"]
    assert rule_ids(far.why_not("stack 14-pz to RS-univermag")) == ["sfs 4.5.A"]


@pytest.mark.rule("sfs 4.2.E")
def test_an_area_holds_any_number_of_units() -> None:
    names = ("14-pz", "24-pz", "29-mot", "71-inf", "94-inf", "295-inf", "389-inf")
    game = game_in(MOVE, *(f"S1: {name}" for name in names))
    game.do("move 14-pz by S2")
    game.do("move 14-pz by S1")
    assert {place_of(game, name) for name in names} == {"S1"}


@pytest.mark.rule("sfs 4.5.1.A", "sfs 4.6.B")
def test_who_is_cut_off_or_disrupted_stays_put_in_its_area() -> None:
    game = game_in("Soviet Movement", "SC: a", "SC: b", "SC: 14-pz", "SC: c", held={"F1": "F3"}, disrupted={"su-3": 10})
    assert rule_ids(game.why_not("stack su-1 to SC-elevator")) == ["sfs 4.6.B"]
    assert rule_ids(game.why_not("stack su-2 to F1")) == ["sfs 4.6.B"]  # it cannot be joined either
    assert rule_ids(game.why_not("stack su-3 to SC-elevator")) == ["sfs 4.5.1.A"]
    assert rule_ids(game.why_not("stack su-2 to F4")) == ["sfs 4.5.1.A"]


@pytest.mark.rule("sfs 4.5.1.B")
def test_free_in_area_is_who_is_not_bound() -> None:
    game = game_in(
        MOVE, "SC: 14-pz", "SC-elevator: 29-mot", "SC: 94-inf", "SC: a", "SC: 71-inf", held={"F4": "F3"},
        disrupted={"71-inf": 20},
    )  # fmt: skip
    free = {force.name for force in game._pos.forces.values() if game._pos.free(force)}
    assert free == {"F1"}


@pytest.mark.rule("sfs 4.5.2.A")
def test_a_strongpoint_is_entered_when_empty_or_friendly_and_left_again() -> None:
    game = game_in(MOVE, "SC: 14-pz", "SC: 29-mot", "SC-landing: a", "SC: stg-1 94-inf")
    assert rule_ids(game.why_not("stack 14-pz to SC-landing")) == ["sfs 4.5.2.A"]
    game.do("stack 14-pz to SC-elevator")
    game.do("stack stg-1 to F1")  # friendly support goes in
    assert place_of(game, "stg-1") == "SC-elevator"
    game.do("stack 14-pz stg-1 to new")
    assert place_of(game, "14-pz") == "SC"
    ring = game_in("Soviet Movement", "SC-elevator: a", "SC: tank-1 b", "SC: 14-pz", held={"F1": "F3"})
    assert rule_ids(ring.why_not("stack su-2 to F1")) == ["sfs 4.6.B"]
    assert rule_ids(ring.why_not("stack su-1 to new")) == ["sfs 4.6.B"]


@pytest.mark.rule("sfs 4.5.2.B", "sfs 4.5.2.D")
def test_a_strongpoint_holds_one_combat_unit_with_its_support() -> None:
    game = game_in(MOVE, "SC-elevator: 14-pz", "SC: 29-mot stg-1 stg-2", "SC: 71-inf 94-inf")
    assert rule_ids(game.why_not("stack 29-mot to F1")) == ["sfs 4.5.2.B"]
    assert rule_ids(game.why_not("stack 71-inf 94-inf to SC-landing")) == ["sfs 4.5.2.B"]
    assert game.why_not("stack 29-mot stg-1 stg-2 to SC-landing") == []


@pytest.mark.rule("sfs 4.5.2.C")
def test_a_strongpoint_controls_its_area_but_takes_no_entering_attack() -> None:
    game = game_in(MOVE, "SC-elevator: a", "YE: 14-pz")
    assert control_of(game, "SC") == "Soviet"
    game.do("move 14-pz by SC")
    assert not force_of(game, "14-pz").entering
    assert rule_ids(game.why_not("move 14-pz by RS")) == ["sfs 4.4.2.A"]


@pytest.mark.rule("sfs 4.3.1.A", "sfs 4.3.2.A", "sfs 4.6.A")
def test_cut_off_forces_do_not_count_for_control() -> None:
    game = game_in(MOVE, "SC: a", "SC: 14-pz", held={"F1": "F2"})
    assert control_of(game, "SC") == "German"
    assert control_of(game_in(MOVE, "SC: a", "SC: 14-pz"), "SC") == "contested"
    assert control_of(game_in(MOVE, "SC: a", "SC: b", "SC: 14-pz", held={"F1": "F3"}), "SC") == "contested"
    assert control_of(game_in(MOVE, "RS: a"), "SC") == "empty"


@pytest.mark.rule("sfs 4.3.B")
def test_an_area_is_contested_friendly_or_empty() -> None:
    game = game_in(MOVE, "SC: a", "SC: 14-pz", "YE: 29-mot", "RS: b")
    assert {code: control_of(game, code) for code in ("SC", "YE", "RS", "CC")} == {
        "SC": "contested",
        "YE": "German",
        "RS": "Soviet",
        "CC": "empty",
    }


@pytest.mark.rule("sfs 4.6.C")
def test_a_ring_ends_when_nobody_is_left_around_or_the_surrounders_enter_a_strongpoint() -> None:
    forces = ("SC: a", "SC: 14-pz 29-mot", "S4: 71-inf")
    game = game_in(MOVE, *forces, held={"F1": "F2"})
    game.do("stack 14-pz to new")
    assert force_of(game, "su-1").cut_off  # 29 Mot still stands around it
    game.do("stack 29-mot to SC-elevator")
    assert not force_of(game, "su-1").cut_off
    gone = game_in(MOVE, *forces, held={"F1": "F2"})
    gone.do("move 14-pz 29-mot by S1")
    assert not force_of(gone, "su-1").cut_off


@pytest.mark.rule("sfs 4.7.C")
def test_friends_enter_and_leave_a_surrounding_force() -> None:
    game = game_in(MOVE, "SC: a", "SC: 14-pz", "SC: 29-mot", held={"F1": "F2"})
    game.do("stack 29-mot to F2")
    assert force_of(game, "29-mot").surrounds == "F1"
    game.do("stack 14-pz to new")
    assert force_of(game, "29-mot").surrounds == "F1"
    assert force_of(game, "14-pz").surrounds == ""


@pytest.mark.rule("sfs 4.7.D")
def test_a_surrounding_force_controls_the_area_and_takes_no_entering_attack() -> None:
    game = game_in("Soviet Movement", "SC: a", "SC: 14-pz", "RS: b", held={"F1": "F2"})
    assert control_of(game, "SC") == "German"
    game.do("move su-2 by SC")
    assert not force_of(game, "su-2").entering
    assert control_of(game, "SC") == "contested"


@pytest.mark.rule("sfs 4.7.E", "sfs 4.7.A")
def test_a_surrounding_force_stands_in_the_terrain_of_the_area_on_top_of_its_prey() -> None:
    game = game_in(MOVE, "SC-landing: a", "SC: 14-pz", held={"F1": "F2"})
    pos = game._pos
    assert pos.terrain(pos.force("F2")) == "urban"  # Southern City; the landing below it is rough
    assert pos.terrain(pos.force("F1")) == "rough"
    assert force_of(game, "14-pz").surrounds == "F1"


@pytest.mark.rule("sfs 4.7.B")
def test_a_surrounding_force_can_be_cut_off_itself() -> None:
    game = game_in(MOVE, "SC: a", "SC: 14-pz", "SC: b", held={"F1": "F2", "F2": "F3"})
    assert force_of(game, "14-pz").cut_off
    assert force_of(game, "14-pz").surrounds == "F1"
    assert control_of(game, "SC") == "Soviet"


@pytest.mark.rule("sfs 8.1.2.A")
def test_support_alone_neither_controls_nor_hinders() -> None:
    game = game_in(MOVE, "RS: tank-2", "YE: 14-pz")
    assert control_of(game, "RS") == "empty"
    assert game.why_not("move 14-pz by SC RS MK") == []


@pytest.mark.rule("sfs 8.1.2.B")
def test_support_alone_among_enemies_is_eliminated_but_not_in_a_movement_phase() -> None:
    game = game_in(MOVE, "SC: 14-pz stg-1", "SC: a")
    game.do("move 14-pz by YE")
    assert state_of(game, "stg-1") == "full"  # for a moment it may be on its own
    game.next_phase()
    assert state_of(game, "stg-1") == "eliminated"
    kept = game_in(MOVE, "YE: 14-pz stg-1")
    kept.do("move 14-pz by S1")
    kept.next_phase()
    assert state_of(kept, "stg-1") == "full"  # the area is still German


@pytest.mark.rule("sfs 8.1.2.B")
def test_support_alone_does_not_go_among_enemies() -> None:
    game = game_in(MOVE, "YE: 14-pz stg-1", "SC: a", "CC: b", "CC: 71-inf")
    assert rule_ids(game.why_not("move stg-1 by SC")) == ["sfs 8.1.2.B"]
    assert game.why_not("move stg-1 by S1 CC") == []  # a friend stands there


@pytest.mark.rule("sfs 8.1.1.A")
def test_support_that_a_force_cannot_keep_goes_to_another_or_stands_alone() -> None:
    """See docs/rulings_sfs.md S39."""
    game = game_in(MOVE, "S1: 14-pz 29-mot stg-1 stg-2 pioneer-1", "S1: 71-inf")
    game.do("move 14-pz by S2")
    game.next_phase()
    assert {face.id for face in force_of(game, "29-mot").units} == {"29-mot", "stg-1", "stg-2"}
    assert {face.id for face in force_of(game, "71-inf").units} == {"71-inf", "pioneer-1"}


@pytest.mark.rule("sfs 8.2.F")
def test_parts_of_a_division_count_as_one_unit_and_single_parts_as_half() -> None:
    game = game_in(
        MOVE, "S1: pzkg-4-1 pzkg-5-1 71-inf 94-inf", "S1: 295-inf", "S2: regiment-1",
        units={"24-pz": "broken down", "389-inf": "broken down"},
        part_of={"pzkg-4-1": "24-pz", "pzkg-5-1": "24-pz", "regiment-1": "389-inf"},
    )  # fmt: skip
    pos = game._pos
    index = pos.world.unit_index
    assert pos.count([index["pzkg-4-1"], index["pzkg-5-1"], index["71-inf"], index["94-inf"]]) == 3
    assert pos.count([index["pzkg-4-1"]]) == 1  # a half, rounded up
    assert pos.count([index["pzkg-4-1"], index["regiment-1"]]) == 1
    assert pos.count([index["pzkg-4-1"], index["regiment-1"], index["71-inf"]]) == 2
    assert pos.count([index["pzkg-5-2"], index["71-inf"], index["94-inf"]]) == 3  # of a division that is elsewhere
    assert pos.count([index["pzkg-5-2"], index["pzkg-4-2"]]) == 1
    assert rule_ids(game.why_not("stack 295-inf to F1")) == ["sfs 4.2.A"]


@pytest.mark.rule("sfs 5.6.2.B")
def test_liberated_units_restack_in_the_next_movement_phase_only() -> None:
    game = game_in("Soviet Movement", "SC: a", "SC: b", tally={"freed su-1": 1})
    assert rule_ids(game.why_not("stack su-1 to F2")) == ["sfs 5.6.2.B"]
    game.play("Soviet Movement", turn=4)
    assert game.why_not("stack su-1 to F2") == []


@pytest.mark.rule("sfs 8.1.2.B")
def test_support_alone_stays_in_an_area_that_nobody_is_in() -> None:
    """An empty area is neither contested nor the enemy's, whoever dominates it (sfs 4.3.3)."""
    game = game_in(MOVE, "YE: 14-pz stg-1", "CC: b")
    game.do("move stg-1 by SC")
    game.next_phase()
    assert control_of(game, "SC") == "empty"
    assert state_of(game, "stg-1") == "full"


@pytest.mark.rule("sfs 5.6.2.B")
def test_who_was_liberated_is_not_joined_nor_taken_along() -> None:
    game = game_in("Soviet Movement", "SC: b", "SC: c", tally={"freed su-1": 1})
    assert rule_ids(game.why_not("stack su-1 to F2")) == ["sfs 5.6.2.B"]
    assert rule_ids(game.why_not("stack su-2 to F1")) == ["sfs 5.6.2.B"]
    assert rule_ids(game.why_not("move su-1 su-2 by RS")) == ["sfs 5.6.2.B"]
    assert game.why_not("move su-1 by RS") == []


@pytest.mark.rule("sfs 8.1.2.A", "sfs 8.1.2.B")
def test_support_alone_bars_no_strongpoint_to_the_enemy_and_is_lost_at_once() -> None:
    game = game_in(MOVE, "RS-univermag: tank-2", "SC: 14-pz")
    game.do("move 14-pz by RS")
    assert state_of(game, "su-1") == "eliminated"
    game.do("stack 14-pz to RS-univermag")
    assert place_of(game, "14-pz") == "RS-univermag"
