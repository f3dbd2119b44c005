"""The luck ledger and the comparison of lines, on battles worked out by hand."""

from __future__ import annotations

import pytest

from gpwlab import gpw, study
from gpwlab.core.errors import InvalidInput
from tests.gpw.boards import game_at, seed_for

# 7.6.A with printed strengths 14 + 8 + 6 = 28 to 6: 4:1, forest and river, 2:1.
BOARD = {"su-inf-3": "B1503", "su-inf-27": "B1602", "su-tk-1": "B1703", "ax-inf-23": "B1603"}
ATTACK = "attack B1603 by su-inf-3 su-inf-27 su-tk-1"


def fought(die: int) -> gpw.Game:
    game = game_at("Soviet Combat", BOARD, seed=seed_for("Soviet Combat", "battle", "B1603", die))
    game.do(ATTACK)
    game.do("resolve B1603")
    return game


def test_a_battle_is_measured_against_the_whole_column() -> None:
    # the 2:1 column reads DR DR EX EX NE NE: an exchange costs the defender 1 step of 2, the attackers at least 3
    # points, that is one step of any of them; the hex is left on DR and EX, four faces of six.
    rows = study.luck(fought(5)).set_index("measure")
    assert list(rows["result"].unique()) == ["NE"]
    assert rows["expected"].to_dict() == pytest.approx(
        {"defender steps": 1 / 3, "attacker steps": 1 / 3, "hex taken": 2 / 3}
    )
    assert rows["luck"].to_dict() == pytest.approx(
        {"defender steps": -1 / 3, "attacker steps": 1 / 3, "hex taken": -2 / 3}
    )
    assert rows.loc["hex taken", "at_least"] == pytest.approx(1)
    assert rows.loc["attacker steps", "at_least"] == pytest.approx(4 / 6)


def test_only_the_line_kept_counts() -> None:
    game = fought(1)
    assert len(study.luck(game)) == 3
    game.undo()
    assert study.luck(game).empty


def test_weather_and_lend_lease_are_measured_too() -> None:
    # August 1941: lend-lease with DRM -1 gives 0 on a modified 0-1, 1 on 2-4, 2 on 5: mean (0+0+1+1+1+2)/6
    game = game_at("Axis General Movement", {"ax-inf-1": "B1114", "su-inf-3": "A0619"}, turn=3)
    game.play("Soviet Reinforcement/Replacement")
    game.play("Axis Panzer Movement", turn=4)
    rows = study.luck(game).set_index("measure")
    assert rows.loc["RPs", "expected"] == pytest.approx(5 / 6)
    # September 1941: mud for the Axis on 1-5
    assert rows.loc["clear weather", "expected"] == pytest.approx(1 / 6)


def test_lines_that_part_differ_in_the_units_that_moved() -> None:
    game = fought(1)
    twin = game.fork()
    assert study.differences(game, twin).empty
    choice = game.pending
    assert choice is not None
    game.do(choice.options[0])
    twin.do(choice.options[-1])
    apart = study.differences(game, twin)
    assert list(apart["unit"]) == ["ax-inf-23"]
    assert apart.loc[0, "hex_a"] != apart.loc[0, "hex_b"]


def test_balance_counts_what_stands_on_the_map() -> None:
    table = study.balance(game_at("Soviet Combat", BOARD)).set_index("side")
    assert table.loc["Soviet", ["units", "attack", "defence"]].to_list() == [3, 28, 28]
    assert table.loc["Axis", ["units", "reduced", "attack"]].to_list() == [1, 0, 6]
    assert table.loc["Soviet", "major_cities"] + table.loc["Axis", "major_cities"] == 25


def test_games_of_different_scenarios_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    game, other = gpw.new("barbarossa"), gpw.new("barbarossa")
    monkeypatch.setattr(type(other), "scenario", property(lambda self: "citadel" if self is other else "barbarossa"))
    with pytest.raises(InvalidInput, match="citadel"):
        study.differences(game, other)
