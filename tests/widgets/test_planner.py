"""The attack planner's card: it plans, draws, announces at a click, and forgets when the game moves."""

from __future__ import annotations

import re
from fractions import Fraction as F
from html import escape
from typing import Any
from urllib.parse import unquote

import pytest

from gpwlab import study
from gpwlab.widgets import AttackPlanner, Lab
from tests.gpw.battles import EAST, NORTH_EAST, STEPPE
from tests.gpw.boards import game_at
from tests.widgets.tables import shown

BEHIND = "A1102"
PAIR = {"ax-pz-3": EAST, "ax-inf-6": NORTH_EAST, "su-inf-24": STEPPE, "su-inf-26": BEHIND}


@pytest.fixture
def open_lab() -> Lab:
    """A lab whose Odds tab is open; two units that may attack either of two."""
    lab = Lab(game_at("Axis Combat", PAIR))
    lab.tabs.turn_to("Odds")
    return lab


def picks(lab: Lab) -> str:
    return unquote(lab.map._layer["picks"].url)


def test_a_click_plans_and_draws(open_lab: Lab) -> None:
    card = open_lab.planner
    assert shown([card.announce, card.clear]) == []
    before = picks(open_lab)
    card.hexes.value = f"{BEHIND} 0.1"
    card.go.click()
    assert card.plan is not None
    assert card.plan.worth == study.plan_attacks(open_lab.game, study.Objective(hexes={BEHIND: F(1, 10)})).worth
    assert open_lab.session.plan == ((BEHIND, card.plan.attacks[0].attackers),)
    assert picks(open_lab) != before
    assert shown([card.announce, card.clear]) == [card.announce, card.clear]
    markup = card.result.value
    for words in ("Worth 0.77", "3:1", "certainly", "Without 6 INF it would be worth", "The next best is worth 0.67"):
        assert words in markup
    for text in study.planner.IGNORES:
        assert escape(text) in markup
    assert "su-inf" not in card._repr_mimebundle_()["text/plain"]
    assert BEHIND in card._repr_mimebundle_()["text/plain"]


def test_the_arrows_are_there_while_the_card_is_looked_at(open_lab: Lab) -> None:
    open_lab.planner.go.click()
    drawn = picks(open_lab)
    open_lab.tabs.turn_to("Play")
    assert open_lab.session.plan == ()
    assert picks(open_lab) != drawn
    open_lab.tabs.turn_to("Odds")
    assert picks(open_lab) == drawn
    open_lab.planner.clear.click()
    assert open_lab.planner.plan is None
    assert open_lab.session.plan == ()


def test_one_click_announces_everything(open_lab: Lab) -> None:
    card = open_lab.planner
    card.weights["own_steps"].value = 0
    card.go.click()
    assert card.plan is not None
    wanted = {(choice.target, frozenset(choice.attackers)) for choice in card.plan.attacks}
    assert len(wanted) == 2
    card.announce.click()
    assert {(target, frozenset(units)) for target, units, _result in open_lab.game.attacks} == wanted
    assert card.plan is None
    assert "announced at" in open_lab.said.value
    card.go.click()
    assert "gpw 7.1.A" in card.result.value


def test_aircraft_of_the_plan_are_sent() -> None:
    from gpwlab import gpw

    game = gpw.new("uranus")
    game.play("Soviet Combat")
    card = AttackPlanner(game)
    card.go.click()
    assert card.plan is not None
    planes = {choice.air for choice in card.plan.attacks if choice.air}
    card.announce.click()
    assert {unit for unit, mission in game.aircraft("Soviet").items() if mission == "OAS"} == planes != set()


def test_a_plan_is_forgotten_when_the_game_moves(open_lab: Lab) -> None:
    card = open_lab.planner
    card.go.click()
    open_lab.session.attempt(f"attack {STEPPE} by ax-inf-6")
    assert card.plan is None
    assert "press <b>Plan attacks</b>" in card.result.value
    assert shown([card.announce]) == []


def test_in_another_phase_it_plans_and_cannot_announce() -> None:
    card = AttackPlanner(game_at("Axis Panzer Movement", PAIR))
    card.go.click()
    assert card.plan is not None
    assert card.plan.attacks
    assert shown([card.announce]) == []


@pytest.mark.parametrize(
    ("typed", "says"), [("B1503 1", "B1503"), ("Z9 1", "Z9"), (f"{STEPPE} much", "much"), (STEPPE, "finite")]
)
def test_a_bad_hex_is_told_in_the_card(open_lab: Lab, typed: str, says: str) -> None:
    open_lab.planner.hexes.value = typed
    open_lab.planner.go.click()
    assert re.search(f"gpwlab-refusal.*{says}", open_lab.planner.result.value)
    assert open_lab.session.plan == ()


def test_no_attack_worth_making_is_said() -> None:
    card = AttackPlanner(game_at("Axis Combat", PAIR))
    for name in ("steps", "ground"):
        card.weights[name].value = 0
    card.go.click()
    assert "No attack is worth making" in card.result.value
    assert shown([card.announce]) == []


def test_a_plan_that_no_longer_holds_is_refused_as_a_whole(open_lab: Lab, monkeypatch: Any) -> None:
    """A game changed behind the lab's back: nothing of the plan is announced, and the reason is told."""
    card = open_lab.planner
    card.weights["own_steps"].value = 0
    card.go.click()
    assert card.plan is not None
    last = card.plan.attacks[-1]
    open_lab.game.do(f"attack {last.target} by {' '.join(last.attackers)}")
    card.announce.click()
    assert len(open_lab.game.attacks) == 1
    assert "Refused" in open_lab.said.value
