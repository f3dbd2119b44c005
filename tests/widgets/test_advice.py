"""The status line where newcomers get stuck: aircraft that are out, fighters to come, set-ups, arrivals, drops."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.widgets import Lab
from gpwlab.widgets.advice import advice
from gpwlab.widgets.aircraft import AircraftPanel
from gpwlab.widgets.clicks import click
from gpwlab.widgets.decision import DecisionPanel
from gpwlab.widgets.forces import ForcesPanel
from gpwlab.widgets.session import Session
from tests.gpw.boards import game_at
from tests.gpw.wings import ATTACK, BOMBER, FIGHTER, GROUND, at, raid

SUPPORT = "fly su-bom-5 A0813"


def shown(widget: object) -> bool:
    return widget.layout.display != "none"  # type: ignore[attr-defined]


@pytest.fixture
def announced() -> gpw.Game:
    """Soviet Combat of the worked example 11.5, the attack announced."""
    game = at("Soviet Combat", {**GROUND, **FIGHTER, **BOMBER})
    game.do(ATTACK)
    return game


def test_aircraft_are_offered_then_the_fighters_are_waited_for(announced: gpw.Game) -> None:
    assert "; 1 aircraft may support first" in advice(announced, "", "")
    assert "this aircraft is to support (OAS)" in advice(announced, "su-bom-5", "")
    announced.do(SUPPORT)
    assert "press <b>No more aircraft</b>" in advice(announced, "", "")
    announced.do("ready")
    announced.do("ready")  # the Axis sends nobody
    assert "No more aircraft" not in advice(announced, "", "")
    assert "roll the announced attack with" in advice(announced, "", "")


def test_what_is_in_the_air_must_land_before_the_next_phase(announced: gpw.Game) -> None:
    announced.do(SUPPORT)
    announced.play("Soviet General Movement")
    line = advice(announced, "", "")
    assert "land BOM LR" in line
    assert "may still move" in line  # ground units first: none moves after an aircraft has flown
    assert announced.why_not("done")[0].rule == "gpw 11.2.A"
    assert "framed airfields" in advice(announced, "su-bom-5", "")
    session = Session(announced)
    card = AircraftPanel(session)
    assert shown(card.land_all)
    assert card.land_all.description == "Land BOM LR nearby"
    session.pick("su-bom-5")
    assert not shown(card.land_all)  # the button of the picked one does the same
    session.pick("")
    card.land_all.click()
    assert announced.why_not("done") == []
    assert not shown(card.land_all)
    assert "land" not in advice(announced, "", "")


def test_every_aircraft_that_is_out_lands_with_one_button() -> None:
    game = gpw.new("uranus", seed=1)
    game.play("Soviet Combat")
    game.do("attack A1608 by su-inf-24 su-inf-62")
    other = next(a for a in game.legal if isinstance(a, gpw.Attack))
    game.do(other)
    flights = {a.unit: a for a in reversed([a for a in game.legal if isinstance(a, gpw.Fly)])}
    for flight in flights.values():
        if game.why_not(flight) == []:
            game.do(flight)
    game.play("Soviet General Movement")
    out = [unit for unit, mission in game.aircraft("Soviet").items() if mission]
    assert out
    session = Session(game)
    AircraftPanel(session).land_all.click()
    assert [unit for unit, mission in game.aircraft("Soviet").items() if mission] == []
    assert game.why_not("done") == []


def test_the_open_interception_shows_what_a_fighter_would_bring() -> None:
    session = Session(raid())
    asked = DecisionPanel(session)
    # gpw 11.1.2.F: 4 and 5 abort, 6 shoots down; gpw 11.1.2.G: the target's 6 shoots down
    assert "aborted 1/3, shot down 1/6" in asked.text.value
    assert "<td>shot down 1/6</td>" in asked.text.value
    assert "3:1 1/2, 1:1 1/2" in asked.text.value  # 16 to 6 is 2:1; forest one left, the bomber two right: 11.5.C
    stay = next(b for b in asked.buttons if b.description == "send no more")
    assert stay.button_style == ""  # the default is no advice


def test_a_decision_brings_its_place_into_sight() -> None:
    lab = Lab(raid())
    lab.map.look_at("A3203")
    lab._asked = ""
    lab.refresh()
    sight = lab.map.map.center
    lab.map.look_at("A0813")
    assert lab.map.map.center == sight


def test_an_airborne_unit_may_walk_or_drop() -> None:
    game = gpw.new("bagration", seed=1)
    game.play("Soviet General Movement")
    assert "not yellow to drop there" in advice(game, "su-ab-1", "")
    assert "drop" not in advice(game, "su-inf-54", "")


def test_leaders_and_aircraft_are_told_where_to_go() -> None:
    units = {"su-inf-3": "A1204", "ax-inf-59": "A0903", "su-bom-1": "A1207", "su-ldr-zhukov": "A0406"}
    game = game_at("Soviet General Movement", units, rules=gpw.rules("air", "leaders"))
    assert "support its defence (DAS), or on an airfield" in advice(game, "su-bom-1", "")
    assert "there is no order for it now" in advice(game, "su-ldr-zhukov", "")
    game = game_at("Soviet Armored Movement", units, rules=gpw.rules("air", "leaders"))
    assert "that the leader is to join" in advice(game, "su-ldr-zhukov", "")


def test_a_set_up_counts_what_waits_for_others_too() -> None:
    session = Session(gpw.new("citadel", setup="free"))
    assert "68 units are still to be set up" in advice(session.game, "", "")
    session.pick("ax-inf-59")
    assert "framed hexes" in advice(session.game, "ax-inf-59", "")
    click(session, "B1503")
    assert session.game.unit_at("B1503") == ["ax-inf-59"]
    assert "67 units are still to be set up" in advice(session.game, "", "")


def test_arrivals_are_listed_picked_and_placed() -> None:
    game = gpw.new("uranus")
    assert game.phase.kind == "arrival"
    assert "come by itself" in advice(game, "", "")
    session = Session(game)
    assert shown(ForcesPanel(session))
    assert "Arrivals" in ForcesPanel(session).heading.value
