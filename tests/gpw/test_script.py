"""A game written out as cells plays itself again; bookmarks stay with the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpwlab import gpw
from gpwlab.core import saves
from gpwlab.core.errors import DataError, InvalidInput


def again(game: gpw.Game) -> gpw.Game:
    """The game that the script of a game makes."""
    names: dict[str, Any] = {}
    exec(game.script(), names)
    made = names["game"]
    assert isinstance(made, gpw.Game)
    return made


def fought() -> gpw.Game:
    """A game in its first Soviet phase, with moves, a battle and a decision behind it."""
    game = gpw.new("barbarossa", rules=["20.1"], seed=7)
    game.play(phase="Axis Panzer Movement")
    game.do("move ax-pz-47 B1712")
    game.do("move ax-inf-7 B1713")
    game.next_phase()
    game.do("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-47 ax-pz-57")
    game.do("resolve B1612")
    game.play(phase="Soviet Rail Movement")
    game.reseed(12)
    return game


def test_script_plays_the_same_actions_to_the_same_position() -> None:
    game = fought()
    made = again(game)
    assert made.position == game.position
    assert made.actions == game.actions
    assert made.seed == 12


def test_script_is_a_cell_a_phase_and_runs_through_empty_ones() -> None:
    cells = fought().script().split("\n\n")
    assert cells[:2] == [
        "from gpwlab import gpw",
        'game = gpw.new("barbarossa", rules=("full-strength-reinforcements",), seed=7)',
    ]
    assert cells[2].splitlines() == [
        "# Turn 1 (Jun 1941): Axis Reinforcement/Replacement Phase",
        'game.play(phase="Axis Panzer Movement", turn=1)',
    ]
    assert cells[3].splitlines()[1:] == [
        'game.do("move ax-pz-47 B1712")',
        'game.do("move ax-inf-7 B1713")',
        "game.next_phase()",
    ]


def test_script_leaves_out_what_was_undone() -> None:
    game = fought()
    game.jump(3)
    assert again(game).actions == game.actions
    assert "B1713" not in game.script()


def test_script_of_a_free_set_up_and_of_a_position() -> None:
    game = gpw.new("barbarossa", seed=5, setup="free")
    game.do(next(iter(game.legal)))
    assert 'setup="free"' in game.script()
    assert again(game).position == game.position
    later = gpw.from_position(fought().position)
    later.next_phase()
    assert "from_position" in later.script()
    assert again(later).position == later.position


def test_bookmarks_are_saved_and_loaded(tmp_path: Path) -> None:
    game = fought()
    end = game.mark("where it ended")
    game.jump(0)
    assert game.mark("the morning") == 0
    game.save(tmp_path / "a.json")
    assert gpw.load(tmp_path / "a.json").notes == {0: "the morning", end: "where it ended"}


def test_bookmark_stays_with_its_action_in_a_fork() -> None:
    game = gpw.new("barbarossa")
    game.next_phase()
    game.undo()
    game.reseed(3)
    game.next_phase()
    here = game.mark("kept")
    assert here == 3
    assert game.line == [2, 3]
    twin = game.fork()
    assert twin.notes == {2: "kept"}
    assert twin.line == [1, 2]


def test_line_holds_what_can_be_done_again_and_not_what_was_overwritten() -> None:
    game = gpw.new("barbarossa")
    game.next_phase()
    game.next_phase()
    game.undo()
    assert game.line == [1, 2]
    game.reseed(4)
    assert game.line == [1, 3]


def test_brief_save_leads_to_the_same_game_without_the_phases(tmp_path: Path) -> None:
    game = fought()
    game.save(tmp_path / "whole.json")
    game.save(tmp_path / "brief.json", brief=True)
    assert saves.read(tmp_path / "brief.json")["snapshots"] == []
    twin = gpw.load(tmp_path / "brief.json")
    assert twin.read_only == ""
    twin.save(tmp_path / "twin.json")
    assert (tmp_path / "twin.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


@pytest.mark.parametrize("notes", [[[1, 2]], [["1", "a"]], [[99, "a"]], [[-1, "a"]], [3], 3])
def test_bad_bookmarks_in_a_save_are_refused(tmp_path: Path, notes: object) -> None:
    path = tmp_path / "a.json"
    gpw.new("barbarossa").save(path)
    body = {key: value for key, value in saves.read(path).items() if key not in ("format", "version")}
    saves.write(path, {**body, "notes": notes})
    with pytest.raises(DataError):
        gpw.load(path)


def test_a_note_is_a_text() -> None:
    with pytest.raises(InvalidInput):
        gpw.new("barbarossa").mark(3)  # type: ignore[arg-type]


def test_branch_ends_with_an_action_that_was_overwritten() -> None:
    game = gpw.new("barbarossa")
    game.play(phase="Axis Panzer Movement")
    game.do("move ax-pz-47 B1712")
    game.do("move ax-inf-7 B1713")
    lost = game.position
    game.jump(2)
    game.reseed(9)
    assert [str(action) for action in game.branch(4).actions][2:] == ["move ax-pz-47 B1712", "move ax-inf-7 B1713"]
    assert game.branch(4).position == lost
    assert game.branch(5).position == game.position
    for wrong in (0, 6, "4"):
        with pytest.raises(InvalidInput):
            game.branch(wrong)  # type: ignore[arg-type]


def test_phases_of_the_line_with_the_actions_before_them() -> None:
    game = fought()
    assert [(n, phase.name) for n, phase in game.phases][:4] == [
        (0, "Axis Reinforcement/Replacement"),
        (1, "Axis Rail Movement"),
        (2, "Axis Panzer Movement"),
        (5, "Axis Combat"),
    ]
    assert game.phases[-1][1] == game.phase
    game.jump(0)
    assert [phase.name for _n, phase in game.phases][-1] == "Soviet Rail Movement"
