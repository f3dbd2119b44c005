"""Editing a position by hand, and scenario files made of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpwlab import DataError, IllegalAction, InvalidInput, sfs
from tests.sfs import invariants
from tests.sfs.boards import control_of, dominator_of, force_of, game_in, place_of, rule_ids, state_of


def table() -> sfs.Game:
    return game_in("German Movement", "SC: 14-pz", "SC: a", "RS: b")


def test_units_are_placed_moved_and_taken_off() -> None:
    game, edit = table(), table().edit()
    game = edit._game
    edit.place("71-inf", "S2", 3)
    assert (place_of(game, "71-inf"), force_of(game, "71-inf").units[0].strength) == ("S2", 8)
    edit.place("71-inf", "SC-elevator")
    assert place_of(game, "71-inf") == "SC-elevator"
    edit.place("su-9", "MK-hill", "13-guards")
    assert place_of(game, "su-9") == "MK-hill"
    edit.place("su-9", "F3", "c")  # another counter in another stack
    assert {face.id for face in force_of(game, "su-2").units} == {"su-2", "su-9"}
    edit.remove("14-pz")
    assert (state_of(game, "14-pz"), control_of(game, "SC")) == ("eliminated", "contested")
    edit.remove("su-2", "later")
    edit.remove("71-inf", "due")
    assert state_of(game, "71-inf") == "due"
    invariants.check(game._pos)


def test_marks_rings_domination_and_points() -> None:
    edit = table().edit()
    game = edit._game
    edit.mark("14-pz", "oos")
    edit.mark("14-pz", "disrupted")
    edit.mark("su-1", "revealed")
    assert force_of(game, "14-pz").units[0].oos
    assert force_of(game, "14-pz").units[0].disrupted
    edit.mark("14-pz", "oos", on=False)
    assert not force_of(game, "14-pz").units[0].oos
    edit.surround("F2", "F1")
    assert force_of(game, "su-1").cut_off
    edit.surround("F2")
    assert not force_of(game, "su-1").cut_off
    edit.dominate("CC", "German")
    assert dominator_of(game, "CC") == "German"
    edit.points("Soviet", 5)
    edit.points("air", 3)
    edit.fortified(on=False)
    assert (game.aps["Soviet"], game.air) == (5, 3)
    assert not any(state.fortified for state in game.areas)


def test_going_to_a_phase_does_what_the_rules_do_there() -> None:
    edit = table().edit()
    edit.phase(9, "Soviet Command")
    assert str(edit._game.phase).startswith("Turn 9")
    assert "Soviet Command" in str(edit._game.phase)


def test_an_edit_is_logged_undone_and_done_again() -> None:
    edit = table().edit()
    game = edit._game
    before = game.position
    edit.place("71-inf", "S2")
    after = game.position
    assert list(game.log["kind"])[-1] == "edit"
    game.undo()
    assert game.position == before
    game.redo()
    assert game.position == after


def test_an_edit_that_could_not_be_is_refused() -> None:
    game = table()
    for text, rule in (
        ("edit place su-5 REAR a", "sfs 2.1.2.3"),
        ("edit place 71-inf EAST 3", "sfs 2.1.2.2"),
        ("edit place 71-inf F2 3", "sfs 4.2.B"),
        ("edit place su-5 SC 10-nkvd", ""),
        ("edit mark 71-inf oos on", "sfs 4.1.C"),
        ("edit mark su-1 reserve on", "sfs 3.3.3.C"),
        ("edit mark 14-pz revealed on", "sfs 2.2.2"),
        ("edit surround F3 F1", "sfs 4.7.A"),
    ):
        assert rule_ids(game.why_not(text)) == ([rule] if rule else []), text
    game.do("edit place su-5 SC 10-nkvd")
    assert rule_ids(game.why_not("edit place su-6 SC 10-nkvd")) == ["sfs 7.10.A"]
    mini = sfs.new("red-square", seed=1)
    assert rule_ids(mini.why_not("edit place 71-inf S2 3")) == ["sfs 11.0.A"]
    crowd = game_in("German Movement", "SC-elevator: 14-pz", "SC: a")
    assert rule_ids(crowd.why_not("edit place 71-inf SC-elevator 3")) == ["sfs 4.5.2.B"]
    assert rule_ids(crowd.why_not("edit place su-4 SC-elevator c")) == ["sfs 4.5.2.A"]


def test_an_edit_waits_for_open_decisions() -> None:
    game = sfs.new("red-square", seed=1, setup="free")
    assert rule_ids(game.why_not("edit points German 3")) == ["sfs 5.2.B"]


@pytest.mark.parametrize(
    "text",
    ["edit dance now", "edit place 14-pz SC 9", "edit place 14-pz XX 3", "edit place su-3 SC 14-pz",
     "edit remove 14-pz home",
     "edit mark 14-pz happy on", "edit phase 0 1", "edit phase 1 12", "edit dominate SC Axis", "edit points Axis 3",
     "edit points German x", "edit fortified maybe", "edit surround F9 F1"],
)  # fmt: skip
def test_what_is_no_edit_is_invalid(text: str) -> None:
    with pytest.raises(InvalidInput):
        table().do(text)


def test_a_scenario_file_begins_a_game(tmp_path: Path) -> None:
    edit = table().edit()
    edit.place("71-inf", "S2", 2)
    path = tmp_path / "mine.json"
    edit.save(path, "My fight", note="a trial")
    game = sfs.new(path, seed=7)
    assert (place_of(game, "71-inf"), game.seed) == ("S2", 7)
    assert game.phase == edit._game.phase
    with pytest.raises(InvalidInput):
        edit.save(path, "")
    path.write_text("{}")
    with pytest.raises(DataError):
        sfs.new(path)
    edit._game.save(path)
    with pytest.raises(DataError, match="scenario file"):
        sfs.new(path)


def test_a_unit_without_a_counter_needs_one() -> None:
    edit = table().edit()
    with pytest.raises(InvalidInput):
        edit.place("su-50", "SC")
    with pytest.raises(InvalidInput):
        edit.phase(1, "Nothing")
    with pytest.raises(IllegalAction):
        edit.place("su-50", "REAR", "a")
