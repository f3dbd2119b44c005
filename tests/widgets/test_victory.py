"""The card Victory: what each side must hold, what it holds, and how the game would end as things stand."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.gpw.scenarios import PLAYABLE
from gpwlab.widgets import Lab
from gpwlab.widgets.victory import VictoryCard


def told(card: VictoryCard) -> str:
    return str(card._repr_mimebundle_()["text/plain"])


@pytest.mark.parametrize("slug", PLAYABLE)
def test_every_goal_is_told_with_its_rule(slug: str) -> None:
    lab = Lab(slug)
    assert lab.game.objectives
    for reason in lab.game.objectives:
        assert reason.text in told(lab.victory)
        assert f'data-rule="{reason.rule}"' in lab.victory.content.value
    assert "If the game ended now" in told(lab.victory)


def test_a_city_taken_ticks_its_goal_and_turns_the_verdict() -> None:
    game = gpw.new("citadel")
    card = VictoryCard(game)
    assert "If the game ended now: a draw" in told(card)
    assert card.content.value.count("gpwlab-cannot") == 2
    for hex_id in ("A1519", "A1315"):  # Kursk and Voronezh, gpw 22.4.3.A
        for unit in game.unit_at(hex_id):
            if unit.startswith("su-bom"):  # what flies is lost to a turn box, gpw 11.4.A
                game.edit().box(unit, 20)
            else:
                game.edit().remove(unit)
        game.edit().control(hex_id, "Axis")
    card.session.changed()
    assert "the Axis holds 2 (Kursk, Voronezh)" in told(card)
    assert (card.content.value.count("gpwlab-can"), card.content.value.count("gpwlab-cannot")) == (2, 1)
    assert "If the game ended now: Axis wins" in told(card)


def test_turns_are_counted_and_an_end_is_an_end() -> None:
    game = gpw.new("barbarossa")
    card = VictoryCard(game)
    assert "4 turns to come" in told(card)
    while game.winner is None:
        game.play()
    card.session.changed()
    assert "last turn" in told(card)
    assert "The game is over: Soviet wins" in told(card)


@pytest.mark.parametrize("slug", ["personn-victory-points", "journal-victory-points", "sariego-victory"])
def test_a_variant_that_judges_otherwise_has_its_say(slug: str) -> None:
    game = gpw.new("campaign", rules=(slug,))
    plain, other = VictoryCard(gpw.new("campaign")), VictoryCard(game)
    assert "If the game ended now" in told(other)
    assert "If the game ended now: a draw" in told(plain)
