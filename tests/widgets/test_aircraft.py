"""Aircraft and airborne troops by hand: the card, clicks on the map, the battle card with OAS."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.gpw.actions import Drop, Fly
from gpwlab.widgets.aircraft import AircraftPanel
from gpwlab.widgets.battle import BattlePreview
from gpwlab.widgets.clicks import click
from gpwlab.widgets.decision import DecisionPanel
from gpwlab.widgets.may import may
from gpwlab.widgets.session import Session
from tests.gpw.battles import EAST, STEPPE, WEST
from tests.gpw.boards import game_at

AIR = gpw.rules("air")
#: Soviet rail hexes four and three hexes from the steppe, and an Axis one.
FIELD, NEAR = "A1207", "A1307"


def shown(widget: object) -> bool:
    return widget.layout.display != "none"  # type: ignore[attr-defined]


@pytest.fixture
def battle() -> Session:
    """Soviet Combat: an army next to a corps, a bomber in range."""
    units = {"su-inf-3": EAST, "ax-inf-59": STEPPE, "su-bom-1": FIELD}
    return Session(game_at("Soviet Combat", units, rules=AIR))


def test_the_battle_card_offers_oas_and_shows_what_it_is_worth(battle: Session) -> None:
    card = BattlePreview(battle)
    click(battle, STEPPE)
    assert shown(card.air)
    plain = card.battle()
    card.air.value = "su-bom-1"
    supported = card.battle()
    assert not isinstance(plain, str)
    assert not isinstance(supported, str)
    assert supported.odds.shifted == plain.odds.shifted + 1
    assert "BOM 1 supports the attack" in card.odds.value
    card.announce.click()
    assert battle.game.aircraft("Soviet") == {"su-bom-1": "OAS"}
    assert str(battle.game.actions[-1]) == f"fly su-bom-1 {STEPPE}"


def test_no_aircraft_no_choice() -> None:
    session = Session(game_at("Soviet Combat", {"su-inf-3": EAST, "ax-inf-59": STEPPE}))
    card = BattlePreview(session)
    click(session, STEPPE)
    assert not shown(card.air)


def test_an_aircraft_is_picked_and_sent_by_a_click(battle: Session) -> None:
    card = AircraftPanel(battle)
    assert not shown(card)  # no attack has been announced
    battle.attempt(f"attack {STEPPE} by su-inf-3")
    assert shown(card)
    card.aircraft.value = "su-bom-1"
    click(battle, STEPPE)
    assert battle.game.aircraft("Soviet") == {"su-bom-1": "OAS"}
    assert battle.unit == ""


def test_it_lands_with_a_button_after_the_fight(battle: Session) -> None:
    battle.attempt(f"attack {STEPPE} by su-inf-3")
    battle.attempt(Fly("su-bom-1", STEPPE))
    battle.game.play("Soviet General Movement")
    battle.changed()
    card = AircraftPanel(battle)
    battle.pick("su-bom-1")
    assert shown(card.land)
    assert not battle.attempt("done")
    assert "11.2.A" in battle.said
    card.land.click()
    assert battle.game.aircraft("Soviet") == {"su-bom-1": ""}


def test_das_by_a_click_on_a_friendly_unit() -> None:
    units = {"su-inf-3": "A1204", "ax-inf-59": "A0903", "su-bom-1": FIELD}
    session = Session(game_at("Soviet General Movement", units, rules=AIR))
    assert "may fly to" in str(may(session.game, "su-bom-1"))
    session.pick("su-bom-1")
    click(session, "A1204")
    assert session.game.aircraft("Soviet") == {"su-bom-1": "DAS"}


def test_the_other_side_is_asked_for_its_fighters() -> None:
    units = {"ax-pz-56": STEPPE, "su-inf-24": WEST, "ax-bom-1": NEAR, "su-fb-1": FIELD}
    session = Session(game_at("Axis Combat", units, rules=AIR, control={NEAR: "Axis"}))
    battle, card, asked = BattlePreview(session), AircraftPanel(session), DecisionPanel(session)
    click(session, WEST)
    battle.air.value = "ax-bom-1"
    assert "1 fighter can intercept ax-bom-1" in battle.odds.value
    battle.announce.click()
    card.ready.click()
    assert session.game.pending is not None
    assert session.game.pending.side == "Soviet"
    captions = [button.description for button in asked.buttons if shown(button)]
    assert captions == ["send no more", "FB 1 (A1207) over A1204"]
    click(session, WEST)
    assert session.game.log.kind.tolist().count("interception") == 2


def test_airborne_troops_drop_and_stack_by_clicks() -> None:
    units = {"su-ab-1": FIELD, "su-inf-3": "A1208", "ax-inf-59": "A1105", "ax-inf-6": "A1305"}
    session = Session(game_at("Soviet General Movement", units, rules=gpw.rules("airborne")))
    game = session.game
    assert "may be dropped on" in str(may(game, "su-ab-1"))
    assert STEPPE not in game.reach("su-ab-1")  # no way on foot through the enemy's ZOC
    session.pick("su-ab-1")
    click(session, STEPPE)
    assert game.actions[-1] == Drop("su-ab-1", STEPPE)
    game.undo()
    session.changed()
    session.pick("su-ab-1")
    click(session, "A1208")  # a friendly army, on foot
    assert game.unit_at("A1208") == ["su-inf-3", "su-ab-1"]


def test_a_click_takes_both_units_of_a_stack_into_the_attack() -> None:
    units = {"su-ab-1": EAST, "su-inf-3": EAST, "su-inf-24": WEST, "ax-inf-59": STEPPE}
    session = Session(game_at("Soviet Combat", units, rules=gpw.rules("airborne")))
    click(session, STEPPE)
    assert session.attackers == ("su-ab-1", "su-inf-24", "su-inf-3")
    click(session, EAST)
    assert session.attackers == ("su-inf-24",)
    click(session, EAST)
    assert session.attackers == ("su-ab-1", "su-inf-24", "su-inf-3")
