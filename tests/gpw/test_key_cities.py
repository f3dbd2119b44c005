"""Key cities (section 18): RPs for Moscow, Yerevan and Tbilisi."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from tests.gpw.axis_allies import AXIS, SOVIET
from tests.gpw.boards import game_at

KEYS = gpw.rules("key-cities")
MOSCOW, YEREVAN, TBILISI = "A0619", "A3201", "A2902"


def rp(game: gpw.Game) -> list[tuple[str, str]]:
    """What the log says of the RPs of this phase: result and rule."""
    rows = game.log[game.log.kind == "rp"]
    return list(zip(rows.result, rows.rule, strict=True))


def in_campaign(phase: str, control: dict[str, str], rules: gpw.RuleSet = KEYS) -> gpw.Game:
    """Turn 9 of a war that Moscow's fall does not end."""
    return game_at(phase, {"ax-inf-1": "B1814", "su-inf-3": "A1203"}, turn=9, control=control, rules=rules)


@pytest.fixture(autouse=True)
def moscow_does_not_end_the_war(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpwlab.gpw.scenarios import Barbarossa

    monkeypatch.setattr(Barbarossa, "outcome", lambda self, pos, at_end: None)
    monkeypatch.setattr(Barbarossa, "lend_lease", False)  # so that the rate is all there is


@pytest.mark.rule("gpw 18.0.A")
def test_moscow_costs_the_soviets_a_point_every_phase_that_the_axis_holds_it() -> None:
    game = in_campaign(SOVIET, {MOSCOW: "Axis"})
    assert game.rp == 5  # of 6
    assert rp(game) == [("6", "gpw 9.1.B"), ("-1", "gpw 18.0.A")]
    game.play(SOVIET, turn=10)
    assert game.rp == 5
    assert in_campaign(SOVIET, {}).rp == 6
    assert in_campaign(SOVIET, {MOSCOW: "Axis"}, gpw.RuleSet()).rp == 6
    assert in_campaign(AXIS, {MOSCOW: "Axis"}).rp == 2


@pytest.mark.rule("gpw 18.0.A")
def test_the_point_comes_back_in_the_phase_after_moscow_is_retaken() -> None:
    game = in_campaign(SOVIET, {MOSCOW: "Axis"})
    game.edit().place("su-inf-4", MOSCOW)
    assert game.rp == 5
    game.play(SOVIET, turn=10)
    assert game.rp == 6


@pytest.mark.rule("gpw 18.0.A")
def test_what_is_not_there_is_not_lost() -> None:
    record = {"forfeited": [0, 6]}
    units = {"ax-inf-1": "B1814", "su-inf-3": "A1203"}
    game = game_at(SOVIET, units, turn=9, control={MOSCOW: "Axis"}, rules=KEYS, **record)
    assert game.rp == 0


@pytest.mark.rule("gpw 18.0.B")
def test_yerevan_and_tbilisi_together_give_the_axis_a_point_every_phase() -> None:
    both = {YEREVAN: "Axis", TBILISI: "Axis"}
    game = in_campaign(AXIS, both)
    assert game.rp == 3  # 2 and 1
    assert rp(game) == [("2", "gpw 9.1.B"), ("1", "gpw 18.0.B")]
    game.play(AXIS, turn=10)
    assert game.rp == 3
    for one in both:
        assert in_campaign(AXIS, {one: "Axis"}).rp == 2
    assert in_campaign(AXIS, both, gpw.RuleSet()).rp == 2
    assert in_campaign(SOVIET, both).rp == 6


def test_the_point_is_gone_when_one_of_them_is_lost() -> None:
    game = in_campaign(AXIS, {YEREVAN: "Axis", TBILISI: "Axis"})
    game.edit().place("su-inf-4", TBILISI)
    game.play(AXIS, turn=10)
    assert game.rp == 2
