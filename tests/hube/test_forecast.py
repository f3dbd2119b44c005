"""The exact chain of the weather."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from time import perf_counter

import pytest

from gpwlab.core.errors import InvalidInput
from gpwlab.hube.charts import D66, END
from gpwlab.hube.forecast import forecast
from tests.hube.tables import charts, one

#: That the thaw ends the game by turn 32, from the start of each scenario.
THAW = {1: ".288", 2: ".291", 3: ".303", 4: ".294", 5: ".227"}


@pytest.mark.rule("hube 1.2", "hube 1.2b")
@pytest.mark.parametrize("scenario", THAW)
def test_the_chance_that_the_thaw_has_come_by_turn_32(scenario: int) -> None:
    row = one("scenarios", scenario=str(scenario))
    last = forecast(charts(), row["ground"], int(row["first_turn"]), 32)[-1]
    assert f"{float(last.ended):.3f}" == f"0{THAW[scenario]}"


@pytest.mark.rule("hube 1.2a")
def test_three_turns_agree_with_every_single_throw() -> None:
    found: dict[str, Fraction] = {}
    for rolls in product(D66, repeat=2):
        ground = "Thaw"
        for turn, roll in zip((27, 28), rolls, strict=True):
            if ground != END:
                ground = charts().ground(charts().weather(turn, roll), ground)
        found[ground] = found.get(ground, Fraction(0)) + Fraction(1, 36**2)
    outlook = forecast(charts(), "Thaw", 27, 28)[-1]
    assert outlook.ended == found.pop(END)
    assert outlook.ground == found


@pytest.mark.rule("hube 1.2b")
def test_from_a_freeze_the_game_lasts_four_turns_at_least() -> None:
    found = forecast(charts(), "Freeze", 1, 32)
    assert [outlook.thaw for outlook in found[:4]] == [0] * 4
    assert found[4].thaw == Fraction(3, 36) ** 2 * (Fraction(12, 36) ** 3)
    for before, after in pairwise(found):
        assert after.ended == before.ended + after.thaw
        assert sum(after.ground.values()) + after.ended == 1


@pytest.mark.rule("hube chart.Air Effects Chart")
def test_air_days_by_weather_and_die() -> None:
    air = forecast(charts(), "Freeze", 1, 1)[0].air
    # 15 of 36 are clear, 11 cloudy, 7 snow or rain, 3 blizzard or storm
    clear, cloudy, wet, storm = (Fraction(n, 36) for n in (2 + 8 + 4 + 1, 2 + 5 + 3 + 1, 5 + 2, 2 + 1))
    assert air == {
        "normal": clear + cloudy / 2,
        "base_to_base": cloudy / 2 + wet / 2,
        "refit_only": wet / 2 + storm,
    }


@pytest.mark.parametrize(
    ("ground", "first", "last"), [("End", 1, 2), ("Slush", 1, 2), ("Mud", 3, 2), ("Mud", 0, 2), ("Mud", 30, 33)]
)
def test_an_outlook_that_cannot_be_is_refused(ground: str, first: int, last: int) -> None:
    with pytest.raises(InvalidInput):
        forecast(charts(), ground, first, last)


def test_the_whole_chain_is_worked_out_at_once() -> None:
    forecast(charts(), "Freeze", 1, 32)
    start = perf_counter()
    forecast(charts(), "Freeze", 1, 32)
    assert perf_counter() - start < 0.05  # the bench holds 5 ms
