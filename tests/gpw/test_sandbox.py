"""The sandbox: edits by hand are logged, undone and kept as scenario files; what no position can be is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpwlab import gpw
from gpwlab.core.errors import DataError, IllegalAction, InvalidInput
from tests.gpw.boards import game_at, rule_ids

BOARD = {"su-inf-3": "B1503", "ax-inf-23": "B1603", "ax-inf-1": "B1114"}


@pytest.fixture
def game() -> gpw.Game:
    return game_at("Axis Combat", BOARD)


def test_a_unit_is_placed_flipped_and_removed(game: gpw.Game) -> None:
    edit = game.edit()
    edit.place("ax-pz-56", "B1604")
    assert game.unit_at("B1604") == ["ax-pz-56"]
    assert "B1505" in game.zoc("Axis")
    edit.flip("ax-pz-56")
    units = game.units.set_index("unit")
    assert units.loc["ax-pz-56", ["state", "attack"]].to_list() == ["reduced", 5]
    edit.remove("ax-pz-56", "due")
    assert game.unit_at("B1604") == []
    assert game.units.set_index("unit").loc["ax-pz-56", "state"] == "due"


def test_supply_is_judged_anew(game: gpw.Game) -> None:
    # three armies around B1603 leave it no way out: B1504 and B1604 are in their ZOC
    edit = game.edit()
    for unit, hex_id in (("su-inf-4", "B1602"), ("su-inf-10", "B1704"), ("su-inf-13", "B1505")):
        edit.place(unit, hex_id)
    assert not game.units.set_index("unit").loc["ax-inf-23", "in_supply"]


def test_the_phase_the_weather_and_control_are_set(game: gpw.Game) -> None:
    edit = game.edit()
    edit.phase(4, "Soviet General Movement Phase")
    assert (game.phase.turn, game.phase.name) == (4, "Soviet General Movement")
    edit.weather("mud")
    assert game.weather == "mud"
    assert max(game.reach("su-inf-3").values()) == 2  # MA 6 halved by mud, one hex of clear entered
    edit.control("A0619", "Axis")
    assert "A0619" in game.controlled("Axis")
    edit.phase(2, "Soviet Reinforcement/Replacement")
    edit.rp(9)
    assert game.rp == 9


def test_every_edit_is_an_action_that_undo_and_saves_know(game: gpw.Game, tmp_path: Path) -> None:
    before = game.position
    game.edit().place("ax-pz-56", "B1604", steps=1)
    after = game.position
    game.save(tmp_path / "edited.json")
    assert gpw.load(tmp_path / "edited.json").position == after
    game.undo()
    assert game.position == before
    game.redo()
    assert game.position == after
    assert game.log.iloc[-1]["action"] == "edit place ax-pz-56 B1604 1"


def test_a_scenario_file_begins_a_game(game: gpw.Game, tmp_path: Path) -> None:
    path = tmp_path / "gomel.json"
    game.edit().place("ax-pz-56", "B1604")
    game.edit().save(path, "Gomel")
    again = gpw.new(path, seed=7)
    assert again.seed == 7
    assert again.unit_at("B1604") == ["ax-pz-56"]
    assert again.phase == game.phase
    assert gpw.new(str(path)).cursor == 0


@pytest.mark.parametrize(
    ("action", "rules"),
    [
        ("edit place su-inf-3 B1603 2", ["gpw 5.3.E"]),
        ("edit place su-inf-3 B0520 2", ["gpw 5.3.A"]),
        ("edit control B1603 Soviet", ["gpw 5.5.1.E"]),
    ],
)
def test_what_no_position_can_be_is_refused(game: gpw.Game, action: str, rules: list[str]) -> None:
    before = game.position
    assert rule_ids(game.why_not(action)) == rules
    with pytest.raises(IllegalAction):
        game.do(action)
    assert game.position == before


def test_announced_attacks_are_not_disturbed() -> None:
    game = game_at("Axis Combat", {"ax-pz-56": "B1603", "ax-pz-41": "B1504", "su-inf-3": "B1503"})
    game.do("attack B1503 by ax-pz-41 ax-pz-56")
    assert rule_ids(game.why_not("edit place ax-inf-1 B1114 2")) == ["gpw 7.1.B"]


@pytest.mark.parametrize(
    "action",
    [
        "edit",
        "edit place",
        "edit place su-inf-3 B1603 3",
        "edit place su-inf-3 B1603 0",
        "edit place su-inf-3 Z9999 1",
        "edit remove nobody eliminated",
        "edit remove su-inf-3 lost",
        "edit phase 9 0",
        "edit phase 1 10",
        "edit weather fog",
        "edit control B1603 Finland",
        "edit rp -1",
        "edit sun shine",
    ],
)
def test_malformed_edits_change_nothing(game: gpw.Game, action: str) -> None:
    before = game.position
    with pytest.raises(InvalidInput):
        game.do(action)
    assert game.position == before


def test_a_file_that_is_no_scenario_is_refused(game: gpw.Game, tmp_path: Path) -> None:
    game.save(tmp_path / "save.json")
    with pytest.raises(DataError, match="not a scenario file"):
        gpw.new(tmp_path / "save.json")
    with pytest.raises(DataError, match="cannot be read"):
        gpw.new(tmp_path / "none.json")
    game.edit().save(tmp_path / "scenario.json", "Gomel")
    with pytest.raises(InvalidInput, match="set-up"):
        gpw.new(tmp_path / "scenario.json", setup="free")
    with pytest.raises(InvalidInput, match="title"):
        game.edit().save(tmp_path / "scenario.json", "")
