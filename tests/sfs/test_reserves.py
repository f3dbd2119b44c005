"""Reserves, rebuilding and infiltration (sfs 4.8, 7.2, 4.9)."""

from __future__ import annotations

import pytest

from tests.sfs.boards import force_of, game_at, game_in, place_of, rule_ids

MOVE = "German Movement"


def reserve_of(game: object) -> set[str]:
    frame = game.units  # type: ignore[attr-defined]
    return set(frame[frame["reserve"]]["unit"])


@pytest.mark.rule("sfs 4.8.A", "sfs 3.2.3.C")
def test_units_in_reserve_move_in_the_reserve_phase_only() -> None:
    game = game_in(MOVE, "YE: 14-pz", "S1: 29-mot")
    game.do("reserve 14-pz")
    assert rule_ids(game.why_not("move 14-pz by S1")) == ["sfs 4.8.A"]
    assert rule_ids(game.why_not("stack 14-pz to new")) == ["sfs 4.8.A"]
    game.play("German Reserve")
    assert game.why_not("move 14-pz by S1") == []
    assert rule_ids(game.why_not("move 29-mot by S2")) == ["sfs 4.1.D"]


@pytest.mark.rule("sfs 4.8.B")
def test_reserves_stand_in_german_controlled_areas() -> None:
    game = game_in(MOVE, "SC: 14-pz", "SC: a", "CC: b", "CC: 29-mot", held={"F3": "F4"})
    assert rule_ids(game.why_not("reserve 14-pz")) == ["sfs 4.8.B"]
    assert game.why_not("reserve 29-mot") == []  # only cut-off enemies are there


@pytest.mark.rule("sfs 4.8.C")
def test_reserves_are_named_before_anybody_moves() -> None:
    game = game_in(MOVE, "YE: 14-pz", "S1: 29-mot")
    game.do("move 14-pz by S1")
    assert rule_ids(game.why_not("reserve 29-mot")) == ["sfs 4.8.C"]


@pytest.mark.rule("sfs 3.3.3.C")
def test_soviets_have_no_reserve() -> None:
    game = game_in("Soviet Movement", "RS: a")
    assert rule_ids(game.why_not("reserve su-1")) == ["sfs 3.3.3.C"]


@pytest.mark.rule("sfs 4.8.E")
def test_reserve_status_ends_with_a_move_and_with_the_loss_of_the_area() -> None:
    game = game_in("German Reserve", "YE: 14-pz", "S1: 29-mot", reserve=["14-pz", "29-mot"])
    game.do("move 14-pz by S1")
    assert reserve_of(game) == {"29-mot"}
    game.next_phase()
    assert reserve_of(game) == set()
    lost = game_in("German Attack", "YE: 14-pz", "YE: a", "S1: 29-mot", reserve=["14-pz", "29-mot"])
    lost.next_phase()
    assert reserve_of(lost) == {"29-mot"}  # Yelshanka is contested now


@pytest.mark.rule("sfs 7.2.A", "sfs 4.8.D", "sfs 2.1.2.1.D")
def test_a_division_in_reserve_in_the_steppe_is_rebuilt() -> None:
    forces = ("S2: 71-inf/3", "REAR: 94-inf/3", "YE: 14-pz/3", "S1: 389-inf/2", "S3: pzkg-5-1/1", "S4: 295-inf/3")
    held = ["71-inf", "94-inf", "14-pz", "389-inf", "pzkg-5-1"]
    game = game_in("German Reserve", *forces, reserve=held)
    assert game.why_not("rebuild 71-inf") == []
    assert game.why_not("rebuild 94-inf") == []
    assert rule_ids(game.why_not("rebuild 14-pz")) == ["sfs 4.8.D"]  # Yelshanka is no steppe
    assert rule_ids(game.why_not("rebuild 389-inf")) == ["sfs 7.2.A"]  # two steps are gone
    assert rule_ids(game.why_not("rebuild pzkg-5-1")) == ["sfs 7.2.A"]  # no division
    assert rule_ids(game.why_not("rebuild 295-inf")) == ["sfs 7.2.A"]  # not in reserve


@pytest.mark.rule("sfs 7.2.B", "sfs 3.2.5")
def test_a_rebuilt_division_is_full_and_does_not_move() -> None:
    game = game_in("German Reserve", "S2: 71-inf/3", reserve=["71-inf"])
    game.do("rebuild 71-inf")
    face = force_of(game, "71-inf").units[0]
    assert (face.strength, face.reduced) == (10, False)
    assert game.why_not("move 71-inf by S1")
    assert reserve_of(game) == set()
    moved = game_in("German Reserve", "S2: 71-inf/3", reserve=["71-inf"])
    moved.do("move 71-inf by S1")
    assert rule_ids(moved.why_not("rebuild 71-inf")) == ["sfs 7.2.A"]


@pytest.mark.rule("sfs 8.7.E", "sfs 8.8.B")
def test_the_pioneer_division_and_das_reich_are_rebuilt_like_others() -> None:
    both = ["pioneer-division", "das-reich"]
    game = game_in("German Reserve", "S2: pioneer-division/3", "S1: das-reich/4", turn=13, reserve=both)
    game.do("rebuild pioneer-division")
    game.do("rebuild das-reich")
    assert [face.steps for stack in game.stacks for face in stack.units] == [4, 5]


@pytest.mark.rule("sfs 8.4.C")
def test_a_defend_only_unit_does_not_move_in_the_reserve_phase() -> None:
    game = game_in("German Reserve", "S2: security", reserve=["security"])
    assert rule_ids(game.why_not("move security by S1")) == ["sfs 8.4.C"]
    assert game_in(MOVE, "S2: security").why_not("move security by S1") == []


# -- infiltration -----------------------------------------------------------------------------------------------------

SOVIET = "Soviet Movement"


@pytest.mark.rule("sfs 4.9.B", "sfs 4.9.C")
def test_infiltration_takes_the_place_of_a_move_and_comes_after_all_of_them() -> None:
    game = game_at(SOVIET, "RS: a", "RS: b", "CC: 14-pz", "MK: c", "SC: 29-mot")
    game.do("move su-1 by MK")
    assert rule_ids(game.why_not("infiltrate su-1 CC")) == ["sfs 4.9.B"]
    game.do("infiltrate su-2 CC")
    assert rule_ids(game.why_not("move su-3 by TR")) == ["sfs 4.9.C"]
    assert "sfs 4.9.B" in rule_ids(game.why_not("move su-2 by RS"))


@pytest.mark.rule("sfs 4.9.B", "sfs 4.10.C")
def test_a_unit_that_was_ferried_may_infiltrate() -> None:
    game = game_at(SOVIET, "EAST: a", "EAST: b", "CC: 14-pz", "RS: c")
    game.do("ferry su-1 RS-landing")
    game.do("infiltrate su-1 CC")
    assert place_of(game, "su-1") == "CC"


@pytest.mark.rule("sfs 4.9.D")
def test_infiltration_leads_from_a_soviet_area_into_an_adjacent_german_one() -> None:
    german = ("CC: 14-pz", "MM: 71-inf", "TR: 94-inf", "SC: 29-mot", "FA: 295-inf")
    game = game_at(SOVIET, "RS: a", "TR: b", "SC: c", *german)
    assert game.why_not("infiltrate su-1 CC") == []
    assert rule_ids(game.why_not("infiltrate su-1 MM")) == ["sfs 4.9.D"]  # not adjacent
    assert rule_ids(game.why_not("infiltrate su-1 SC")) == ["sfs 4.9.D"]  # contested
    assert rule_ids(game.why_not("infiltrate su-1 MK")) == ["sfs 4.9.D"]  # empty
    assert rule_ids(game.why_not("infiltrate su-2 FA")) == ["sfs 4.9.D"]  # starts in a contested area


@pytest.mark.rule("sfs 4.9.E", "sfs 2.1.2.1.B")
def test_the_steppe_is_not_infiltrated() -> None:
    game = game_at(SOVIET, "CC: a", "S2: 14-pz", turn=5)
    assert rule_ids(game.why_not("infiltrate su-1 S2")) == ["sfs 4.9.E"]


@pytest.mark.rule("sfs 4.9.F", "sfs 4.9.H")
def test_an_infiltrator_needs_no_entering_attack_and_may_enter_a_strongpoint() -> None:
    game = game_at(SOVIET, "RS: a", "CC: 14-pz")
    game.do("infiltrate su-1 CC")
    assert not force_of(game, "su-1").entering
    game.do("stack su-1 to CC-station")
    assert place_of(game, "su-1") == "CC-station"


@pytest.mark.rule("sfs 4.9.G")
def test_an_infiltrator_does_not_attack_in_the_attack_phase() -> None:
    game = game_at(SOVIET, "RS: g", "RS: a", "CC: 14-pz")
    game.do("infiltrate su-1 CC")
    assert "sfs 4.9.G" in rule_ids(game.why_not("overrun F3 by F1"))
    game.next_phase()
    assert "sfs 4.9.G" in rule_ids(game.why_not("attack F3 by F1"))


@pytest.mark.rule("sfs 4.9.I")
def test_one_infiltrator_an_area() -> None:
    game = game_at(SOVIET, "RS: a", "RS: b", "CC: 14-pz", "SC: 29-mot")
    game.do("infiltrate su-1 CC")
    assert "sfs 4.9.I" in rule_ids(game.why_not("infiltrate su-2 CC"))
    assert game.why_not("infiltrate su-2 SC") == []


@pytest.mark.rule("sfs 8.1.1.C", "sfs 4.9.A")
def test_tanks_do_not_infiltrate() -> None:
    game = game_at(SOVIET, "RS: a tank-1", "CC: 14-pz")
    assert rule_ids(game.why_not("infiltrate su-2 CC")) == ["sfs 8.1.1.C"]
    game.do("infiltrate su-1 CC")
    assert place_of(game, "su-2") == "RS"
