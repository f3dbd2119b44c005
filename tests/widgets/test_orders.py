"""The orders card: leaders, shock attacks and conversions by hand."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.gpw.picture.layers import standings
from gpwlab.widgets.clicks import click
from gpwlab.widgets.orders import OrdersPanel
from gpwlab.widgets.session import Session
from tests.gpw.boards import game_at


def shown(widget: object) -> bool:
    return widget.layout.display != "none"  # type: ignore[attr-defined]


@pytest.fixture
def session() -> Session:
    game = gpw.new("barbarossa", rules="leaders")
    game.play("Axis Panzer Movement")
    return Session(game)


def test_a_leader_is_picked_in_the_list_and_sent_by_a_click(session: Session) -> None:
    card = OrdersPanel(session)
    assert shown(card)
    card.leader.value = "ax-ldr-bock"
    assert session.unit == "ax-ldr-bock"
    click(session, "B1414")
    assert session.game.standing("ax-ldr-bock")[2] == "B1414"
    assert session.unit == ""


def test_a_click_on_a_stack_picks_the_unit_then_the_leader(session: Session) -> None:
    session.game.do("lead ax-ldr-bock B1414")
    picks = []
    for _ in range(3):
        click(session, "B1414")
        picks.append(session.unit)
    assert picks == ["ax-inf-28", "ax-ldr-bock", ""]


def test_a_refused_order_says_why(session: Session) -> None:
    session.pick("ax-ldr-bock")
    click(session, "B1512")
    assert "12.2.B" in session.said
    assert session.game.standing("ax-ldr-bock")[2] == "B1822"


def test_a_leader_at_the_front_is_sent_home() -> None:
    board = {"ax-inf-1": "B1214", "ax-ldr-bock": "B1214", "su-inf-3": "A0619"}
    session = Session(game_at("Axis Panzer Movement", board, turn=2, rules=gpw.rules("leaders")))
    card = OrdersPanel(session)
    assert not shown(card.home)
    session.pick("ax-ldr-bock")
    assert shown(card.home)
    card.home.click()
    assert session.game.standing("ax-ldr-bock")[2] == "B1822"


def test_shock_attacks_and_conversions_are_ordered_in_their_phase() -> None:
    board = {"su-inf-3": "A0719", "ax-inf-1": "B1214"}
    rules = gpw.rules("shock", "conversions")
    session = Session(game_at("Soviet Reinforcement/Replacement", board, turn=5, rules=rules))
    card = OrdersPanel(session)
    assert not shown(card.shock)  # none in 1941
    card.new.value, card.old.value = "su-shk-1", "su-inf-3"
    card.convert.click()
    assert session.game.unit_at("A0719") == ["su-shk-1"]
    axis = Session(game_at("Axis Reinforcement/Replacement", board, turn=2, rules=rules))
    card = OrdersPanel(axis)
    card.shock.click()
    assert "announces a shock attack" in axis.said
    assert not shown(card.shock)


def test_the_card_stays_away_from_the_basic_game() -> None:
    game = gpw.new("barbarossa")
    card = OrdersPanel(game)
    assert not shown(card)
    game.play("Axis Panzer Movement")
    card.refresh()
    assert not shown(card)


def test_a_leader_is_drawn_on_top_of_his_unit(session: Session) -> None:
    session.game.do("lead ax-ldr-bock B1414")
    here = session.game.board.hex("B1414")
    assert [s.unit.id for s in standings(session.game) if s.hex == here] == ["ax-inf-28", "ax-ldr-bock"]
    assert "Bock" in session.game.picture(region="B1414")


def test_orders_of_variants_are_offered_and_given() -> None:
    units = {"su-mar-1": "A2917", "ax-inf-1": "B1512"}
    session = Session(game_at("Soviet General Movement", units, rules=gpw.rules("airborne", "23.3.5")))
    card = OrdersPanel(session)
    assert shown(card.order)
    card.give.click()
    assert "Pick an order" in session.said
    texts = [text for text, _order in card.order.options]
    assert any(text.startswith("invade ") for text in texts)
    card.order.value = card.order.options[1][1]
    card.give.click()
    assert str(session.game.actions[-1]).startswith("order invade ")
    assert not shown(card.order)


def test_no_variant_no_orders(session: Session) -> None:
    assert not shown(OrdersPanel(session).order)
