"""The odds explorer in the labs of Stalingrad and of Hube's Pocket."""

from __future__ import annotations

import pytest

from gpwlab import hube, sfs, study
from gpwlab.widgets import AreaLab, HubeLab


@pytest.fixture
def fighting() -> AreaLab:
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    game.do("move 14-pz by SC")
    game.do("move 29-mot by SC")
    game.play(phase="German Attack")
    if game.pending:
        game.do(game.pending.default)
    return AreaLab(game)


def test_the_planned_attack_is_explored_while_the_tab_is_open(fighting: AreaLab) -> None:
    session, card = fighting.session, fighting.odds
    session.target, session.attackers = "F18", ("F1", "F2")
    assert card.found is None
    fighting.tabs.turn_to("Odds")
    assert card.found is not None
    wanted = study.explore(fighting.game, "F18", ["F1", "F2"])
    assert card.found.columns.equals(wanted.columns)
    markup = card.result.value
    for words in ("All columns", "1 more German artillery point", "Who could be spared", "without F2", "▶"):
        assert words in markup
    card.plain.value = True
    assert str(wanted.changes["falls"][0]) in card.result.value
    assert "What if" in card._repr_mimebundle_()["text/plain"]
    session.attackers = ("F1",)
    assert "without" not in card.result.value


def test_a_viewer_sees_the_mixture(fighting: AreaLab) -> None:
    fighting.session.viewer = "German"
    fighting.session.target, fighting.session.attackers = "F18", ("F1", "F2")
    fighting.tabs.turn_to("Odds")
    assert fighting.odds.found is not None
    view = fighting.game.view("German")
    assert fighting.odds.found.changes["falls"][0] == view.battle("F18", ["F1", "F2"]).captured


def test_nothing_planned_and_nothing_possible_are_said(fighting: AreaLab) -> None:
    fighting.tabs.turn_to("Odds")
    assert "click an enemy stack" in fighting.odds.result.value
    fighting.session.target, fighting.session.attackers = "F18", ("F3",)
    assert "No attack." in fighting.odds.result.value
    assert fighting.odds.found is None


def test_the_workbook_explores_the_typed_combat() -> None:
    lab = HubeLab(hube.new("korsun", seed=3))
    lab.tabs.turn_to("Odds")
    card = lab.odds
    assert card.found is not None
    assert card.found.changes["defender_steps"][0] == lab.combat.odds.expected["defender"]
    before = card.result.value
    lab.combat.hedgehog.value = 2
    assert card.result.value != before
    assert "a hedgehog level less" in card.result.value
