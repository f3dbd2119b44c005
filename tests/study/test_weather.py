"""The odds of the weather, worked out from the rulebook's dice and marks."""

from __future__ import annotations

from fractions import Fraction as F

import icepool
import pytest

from gpwlab import gpw, study
from gpwlab.core import tables
from gpwlab.core.errors import InvalidInput
from gpwlab.study import weather


def odds(turn: int, side: str) -> dict[str, object]:
    table = study.weather_odds()
    return table[(table["turn"] == turn) & (table["side"] == side)].iloc[0].to_dict()


@pytest.mark.rule("gpw 6.1.A", "gpw 6.1.B")
def test_marks_bring_bad_weather_on_three_faces() -> None:
    for turn, mark in ((20, "mud"), (21, "snow"), (22, "snow"), (23, "mud"), (28, "mud"), (30, "snow")):
        for side in ("Axis", "Soviet"):
            row = odds(turn, side)
            assert (row["mark"], row["bad_to"], row["chance"]) == (mark, 3, F(1, 2))
    for turn in (1, 2, 3, 8, 11, 16, 32):
        assert (odds(turn, "Axis")["bad_to"], odds(turn, "Axis")["chance"]) == (0, 0)


@pytest.mark.rule("gpw 6.3.A", "gpw 6.3.C", "gpw 6.3.D")
def test_the_axis_suffers_more_in_its_first_two_winters() -> None:
    assert [odds(turn, "Axis")["chance"] for turn in (4, 5, 6, 7)] == [F(5, 6)] * 4
    assert [odds(turn, "Axis")["chance"] for turn in (12, 13, 14, 15)] == [F(2, 3)] * 4
    assert [odds(turn, "Axis")["chance"] for turn in (20, 21, 28, 31)] == [F(1, 2)] * 4
    assert [odds(turn, "Axis")["bad_to"] for turn in (4, 12, 20)] == [5, 4, 3]
    assert {odds(turn, "Soviet")["chance"] for turn in (4, 5, 6, 7, 12, 13, 14, 15)} == {F(1, 2)}


@pytest.mark.rule("gpw 6.2.2.B", "gpw 6.2.2.C", "gpw 6.3.B")
def test_combat_suffers_by_the_mark_alone() -> None:
    assert odds(4, "Axis")["combat"] == odds(4, "Soviet")["combat"] == "strength halved"
    assert (odds(5, "Axis")["combat"], odds(5, "Soviet")["combat"]) == ("2 columns left", "1 column left")
    assert odds(13, "Axis")["combat"] == "1 column left"
    assert odds(9, "Axis")["combat"] == "as usual"


@pytest.mark.rule("gpw 6.1.D")
def test_four_dice_a_turn_independent_of_each_other() -> None:
    assert weather.PHASES == (
        ("Axis", "Axis Panzer Movement"),
        ("Axis", "Axis General Movement"),
        ("Soviet", "Soviet Armored Movement"),
        ("Soviet", "Soviet General Movement"),
    )
    chances = weather.joint(5)
    assert sum(chances.values()) == 1
    assert len(chances) == 16
    assert chances[True, True, False, False] == F(5, 6) ** 2 * F(1, 2) ** 2 == F(25, 144)
    assert weather.joint(1) == {outcome: F(not any(outcome)) for outcome in chances}


def test_both_phases_together_add_up() -> None:
    row = odds(12, "Axis")  # 4 of 6 is bad
    assert (row["both_clear"], row["one_bad"], row["both_bad"]) == (F(1, 9), F(4, 9), F(4, 9))
    table = study.weather_odds()
    assert (table["both_clear"] + table["one_bad"] + table["both_bad"] == 1).all()
    assert len(table) == 64


def test_bad_phases_of_a_winter_against_an_oracle_of_dice() -> None:
    oracle = 8 @ icepool.Die([1, 1, 1, 1, 1, 0])
    got = weather.bad_phases(4, 7, "Axis")
    assert got == {n: F(oracle.quantity(n), oracle.denominator()) for n in range(9)}
    assert weather.expected_bad(4, 7, "Axis") == F(20, 3) == sum(n * p for n, p in got.items())
    assert weather.expected_bad(4, 7, "Soviet") == 4
    assert weather.expected_bad(4, 7) == F(32, 3)
    assert weather.bad_phases(1, 3) == {0: 1}
    # the whole war: 8 phases of the Axis at 5/6, 8 at 2/3, 16 in the two winters after those
    assert weather.expected_bad(1, 32, "Axis") == 8 * F(5, 6) + 8 * F(2, 3) + 16 * F(1, 2)


def test_odds_follow_the_charts_of_a_game() -> None:
    house = [{**row, "adverse_to": "6"} for row in tables.read("gpw", "weather")]
    game = gpw.new("barbarossa", rules=gpw.RuleSet(tables={"weather": house}))
    assert weather.expected_bad(4, 4, "Soviet", game) == 2
    assert set(study.weather_odds(game)["chance"]) == {F(0), F(1)}


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: weather.joint(0), "no turn 0"),
        (lambda: weather.joint(33), "no turn 33"),
        (lambda: weather.bad_phases(7, 4), "backwards"),
        (lambda: weather.expected_bad(1, "5"), "no turn '5'"),
        (lambda: weather.expected_bad(1, 5, "axis"), "no side 'axis'"),
    ],
)
def test_what_cannot_be_asked_is_named(call, named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        call()


def test_dice_on_the_line_of_play() -> None:
    game = gpw.new("barbarossa", seed=1941)
    assert weather.rolled(game) == {}
    game.play(turn=4, phase="Soviet Rail Movement")
    found = weather.rolled(game)
    assert set(found) == {(4, "Axis Panzer Movement"), (4, "Axis General Movement")}
    assert all((result == "mud") == (die <= 5) for die, result in found.values())
    game.undo()
    game.undo()
    game.undo()
    assert set(weather.rolled(game)) == {(4, "Axis Panzer Movement")}
