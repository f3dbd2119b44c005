"""German divisions broken down (sfs 8.2)."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, sfs
from gpwlab.core import tables
from tests.sfs.boards import force_of, game_in, rule_ids, state_of

MOVE = "German Movement"


@pytest.mark.rule("sfs 8.2.A")
def test_infantry_makes_regiments_and_armour_battlegroups() -> None:
    game = game_in(MOVE, "S1: 71-inf/3", "S2: 14-pz", "S3: stg-1 pioneer-division")
    game.do("break 71-inf into regiment-1 regiment-2 regiment-3")
    assert {face.id for face in force_of(game, "regiment-1").units} == {"regiment-1", "regiment-2", "regiment-3"}
    game.do("break 14-pz into pzkg-5-1/2 pzkg-4-1/2")
    engineers = "break pioneer-division into regiment-1 regiment-2 regiment-3 pioneer-division/1"
    assert rule_ids(game.why_not(engineers))[0] == "sfs 8.2.A"
    assert rule_ids(game.why_not("break stg-1 into pzkg-5-2 pzkg-4-2"))[0] == "sfs 8.2.A"
    other = game_in(MOVE, "S1: 71-inf/2", "S2: 14-pz")
    assert "sfs 8.2.A" in rule_ids(other.why_not("break 71-inf into pzkg-5-1 pzkg-4-1"))
    assert "sfs 8.2.A" in rule_ids(other.why_not("break 14-pz into regiment-1 regiment-2"))


@pytest.mark.rule("sfs 8.2.B")
def test_as_many_regiments_as_steps_the_last_step_counter_among_four() -> None:
    two = game_in(MOVE, "S1: 71-inf/2")
    assert rule_ids(two.why_not("break 71-inf into regiment-1")) == ["sfs 8.2.B"]
    assert two.why_not("break 71-inf into regiment-1 regiment-2") == []
    full = game_in(MOVE, "S1: 71-inf")
    full.do("break 71-inf into regiment-1 regiment-2 regiment-3 71-inf/1")
    parts = ["71-inf", "regiment-1", "regiment-2", "regiment-3"]
    assert sorted(face.id for face in force_of(full, "71-inf").units) == parts
    assert force_of(full, "71-inf").units[0].strength == 3  # the last of 10, 8, 5, 3
    assert full._pos.count(full._pos.force("F1").units) == 1


@pytest.mark.rule("sfs 8.2.C")
def test_battlegroups_have_no_more_than_the_division() -> None:
    """The example: a nine with three steps forms a 5 and a 2, or a 4 and a 2."""
    nine = game_in(MOVE, "S1: 14-pz/3")
    made = {str(action) for action in nine.legal if str(action).startswith("break")}
    assert "break 14-pz into pzkg-4-1/1 pzkg-5-1/2" in made  # 2 and 5
    assert "break 14-pz into pzkg-4-1/2 pzkg-4-2/1" in made  # 4 and 2
    assert rule_ids(nine.why_not("break 14-pz into pzkg-5-1/2 pzkg-4-1/2")) == ["sfs 8.2.C"]  # four steps
    six = game_in(MOVE, "S1: 14-pz/2")
    assert rule_ids(six.why_not("break 14-pz into pzkg-5-1/2 pzkg-4-1/1")) == ["sfs 8.2.C"]  # 7 SPs of 6
    assert rule_ids(six.why_not("break 14-pz into pzkg-5-1/1")) == ["sfs 8.2.C"]


@pytest.mark.rule("sfs 8.2.C")
def test_strength_counts_as_well_as_steps() -> None:
    """With battlegroups of a user's table, 6 and 3 strong, 29 Mot at two steps and 5 SPs cannot form two of them."""
    rows = [
        row | {"strengths": "6|3"} if row["unit_id"].startswith("pzkg") else row for row in tables.read("sfs", "units")
    ]
    setup = [row for row in tables.read("sfs", "setup") if not row["unit_id"].startswith("pzkg")]
    house = sfs.RuleSet((), {"units": rows, "setup": setup})
    game = game_in(MOVE, "S1: 29-mot/2", "S2: 14-pz/2", rules=house)
    assert rule_ids(game.why_not("break 29-mot into pzkg-5-1/1 pzkg-4-1/1")) == ["sfs 8.2.C"]  # 3 and 3 of 5
    assert game.why_not("break 14-pz into pzkg-5-1/1 pzkg-4-1/1") == []  # of 6


@pytest.mark.rule("sfs 8.2.D", "sfs 8.2.E")
def test_the_whole_division_is_broken_down_and_its_parts_are_remembered() -> None:
    game = game_in(MOVE, "S1: 71-inf/3", "S2: 94-inf")
    assert "sfs 8.2.D" in rule_ids(game.why_not("break 71-inf into regiment-1 regiment-2 71-inf/1"))
    game.do("break 71-inf into regiment-1 regiment-2 regiment-3")
    assert state_of(game, "71-inf") == "broken down"
    pos = game._pos
    parts = {pos.world.units[part].id for part, whole in pos.part_of.items() if whole == pos.world.unit("71-inf").index}
    assert parts == {"regiment-1", "regiment-2", "regiment-3"}
    assert "sfs 7.10.A" in rule_ids(game.why_not("break 94-inf into regiment-1 regiment-2 regiment-3 94-inf/1"))


@pytest.mark.rule("sfs 8.2.E")
def test_the_24th_panzer_begins_in_its_holding_box() -> None:
    game = sfs.new("standard", seed=1)
    assert state_of(game, "24-pz") == "broken down"
    pos = game._pos
    whole = pos.world.unit("24-pz").index
    assert {pos.world.units[part].id for part, of in pos.part_of.items() if of == whole} == {"pzkg-4-1", "pzkg-5-1"}


def test_who_is_bound_or_has_moved_is_not_broken_down() -> None:
    game = game_in(MOVE, "SC: 71-inf/2", "SC: a", "S1: 94-inf/2", held={"F1": "F2"})
    assert rule_ids(game.why_not("break 71-inf into regiment-1 regiment-2")) == ["sfs 4.5.1"]
    game.do("move 94-inf by S2")
    assert rule_ids(game.why_not("break 94-inf into regiment-1 regiment-2")) == ["sfs 4.5.1"]


def test_a_broken_down_division_out_of_supply_has_parts_that_are_so() -> None:
    game = game_in(MOVE, "S1: 71-inf/2", oos=["71-inf"])
    game.do("break 71-inf into regiment-1 regiment-2")
    assert all(face.oos for face in force_of(game, "regiment-1").units)


def test_smaller_units_that_are_written_wrong_are_invalid() -> None:
    game = game_in(MOVE, "S1: 71-inf/2")
    for into in ("regiment-9", "regiment-1/x regiment-2", "su-1 su-2", "regiment-1 regiment-1"):
        text = f"break 71-inf into {into}"
        with pytest.raises(InvalidInput):
            game.do(text)
