"""The odds explorer: it follows the lab, shows what the study says, and has a calculator and a table twin."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gpwlab import gpw, study
from gpwlab.core.svg.colour import contrast
from gpwlab.widgets import Lab, OddsExplorer
from gpwlab.widgets.oddsview import COLOURS, faces, gain, share
from tests.gpw.boards import game_at
from tests.widgets.tables import click, shown


def open_odds(lab: Lab) -> OddsExplorer:
    lab.tabs.turn_to("Odds")
    return lab.odds


def ticked(explorer: OddsExplorer) -> list[str]:
    return [tick.description for tick in shown(explorer.ticks) if tick.value]


@pytest.fixture
def gomel() -> OddsExplorer:
    """28 against 6 in a forest, every attacker across the Dnepr, 2:1."""
    units = {"su-inf-24": "B1503", "su-inf-3": "B1602", "su-tk-1": "B1703", "ax-inf-6": "B1603"}
    explorer = OddsExplorer(game_at("Soviet Combat", units))
    explorer.targets.value = "B1603"
    return explorer


# -- picking ------------------------------------------------------------------------------------------------------


def test_targets_are_the_enemy_hexes_in_contact_of_the_chosen_side() -> None:
    game = gpw.new("barbarossa")
    explorer = OddsExplorer(game)
    for side in ("Axis", "Soviet"):
        explorer.sides.value = side
        assert [value for _label, value in explorer.targets.options][1:] == list(study.contacts(game, side))
    assert explorer.target == ""
    assert "Choose a target" in explorer.result.value
    assert shown(explorer.ticks) == []


def test_every_unit_next_to_a_chosen_target_is_ticked(gomel: OddsExplorer) -> None:
    assert gomel.attackers == ("su-inf-24", "su-inf-3", "su-tk-1")
    assert len(ticked(gomel)) == 3
    assert ticked(gomel)[2] == "1 TK from B1703, attack 14 (su-tk-1)"


def test_ticks_change_the_attack(gomel: OddsExplorer) -> None:
    gomel.ticks[2].value = False
    assert gomel.attackers == ("su-inf-24", "su-inf-3")
    assert "no attack" in gomel.result.value  # 14 against 6 is 2:1, two columns left
    for tick in gomel.ticks:
        tick.value = False
    assert "no attacker is ticked" in gomel.result.value
    assert gomel.tables == {}


# -- what is shown ------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 7.5.A", "gpw 7.6.A", kind="shown")
def test_column_shifts_chances_and_changes_are_shown(gomel: OddsExplorer) -> None:
    markup = gomel.result.value
    assert '<div class="gpwlab-odds-column">2:1</div>' in markup
    assert "the hex falls <b>2/3 (66.7%)</b>" in markup
    assert "mean steps lost: attacker 1/3 (0.33), defender 1/3 (0.33)" in markup
    for words in ("forest: 1 column left", "all attack across a river: 1 column left", "gpw 7.5.A", "gpw 7.6.A"):
        assert words in markup
    for words in ("2 more strength points", "one more unit of 1 from B1504 or B1604 or B1704", "without 1 TK", "mud"):
        assert words in markup
    assert "every attacker out of supply" in markup
    assert markup.count("die 1 to 6: ") == 2 * 6  # title and label of the six columns
    assert markup.count("▶") == 1


def test_the_table_twin_and_the_text_twin_hold_every_number(gomel: OddsExplorer) -> None:
    assert list(gomel.tables) == ["Way to the column", "Outcomes", "What if", "Columns"]
    gomel.plain.value = True
    for frame in gomel.tables.values():
        for text in frame.to_numpy().ravel():
            assert str(text) in gomel.result.value
    assert "<svg" not in gomel.result.value
    words = gomel._repr_mimebundle_()["text/plain"]
    assert "2 more strength points give 3:1, hex falls certainly instead of 2/3" in words


def test_bars_and_faces_say_what_they_show() -> None:
    assert "2/3 · 67%" in share(Fraction(2, 3))
    assert "certainly" in share(Fraction(1))
    assert "never" in share(Fraction(0))
    assert (gain(Fraction(1, 6)).count("▲ +1/6"), gain(Fraction(-1, 6)).count("▼ −1/6")) == (1, 1)
    drawn = faces(["DR", "DR", "EX", "EX", "NE", "NE"], ["DR"])
    assert drawn.count("<rect") == 6 + 2  # two of them with the bar of a fallen hex
    for colour in COLOURS.values():
        assert max(contrast(colour, "#ffffff"), contrast(colour, "#10151a")) >= 4.5


# -- in the lab ---------------------------------------------------------------------------------------------------


def test_an_enemy_clicked_in_a_movement_phase_becomes_the_target(lab: Lab) -> None:
    explorer = open_odds(lab)
    click(lab, "B1612")
    assert explorer.target == "B1612"
    assert explorer.attackers == ("ax-inf-8", "ax-pz-57")
    lab.session.attempt("move ax-pz-47 B1712")
    assert len(shown(explorer.ticks)) == 3  # the corps stands next to it now, not yet ticked
    assert explorer.attackers == ("ax-inf-8", "ax-pz-57")
    lab.stepper.undo.click()
    assert len(shown(explorer.ticks)) == 2


def test_the_explorer_and_the_battle_card_plan_the_same_attack(fighting_lab: Lab) -> None:
    explorer = open_odds(fighting_lab)
    session = fighting_lab.session
    click(fighting_lab, "B1612")
    assert (explorer.target, explorer.attackers) == (session.target, session.attackers)
    click(fighting_lab, "B1613")
    assert "ax-inf-8" not in explorer.attackers
    assert explorer.attackers == session.attackers
    explorer.ticks[0].value = not explorer.ticks[0].value
    assert explorer.attackers == session.attackers
    explorer.targets.value = "B1811"
    assert (session.target, session.attackers) == ("B1811", explorer.attackers)


def test_a_target_that_is_no_longer_in_contact_is_dropped(gomel: OddsExplorer) -> None:
    game = gomel.session.game
    gomel.session.run(game.next_phase)
    for left, unit in ((2, "su-inf-24"), (1, "su-inf-3"), (0, "su-tk-1")):
        away = next(h for h in game.reach(unit) if game.board.distance(game.board.hex(h), game.board.hex("B1603")) > 1)
        assert gomel.session.attempt(f"move {unit} {' '.join(game.path(unit, away))}")
        assert len(gomel.attackers) == left
    assert gomel.target == ""
    assert "Choose a target" in gomel.result.value


def test_nothing_is_computed_while_another_tab_is_open(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    real = study.odds.contacts
    monkeypatch.setattr(study.odds, "contacts", lambda *given: asked.append(given) or real(*given))
    lab.session.attempt("move ax-pz-47 B1712")
    assert asked == []
    explorer = open_odds(lab)
    assert len(asked) == 1
    assert "B1612" in dict(map(reversed, explorer.targets.options))


# -- calculator ---------------------------------------------------------------------------------------------------


@pytest.fixture
def calculator() -> OddsExplorer:
    explorer = OddsExplorer(gpw.new("barbarossa"))
    explorer.mode.value = "Calculator"
    return explorer


@pytest.mark.rule("gpw 7.6.A", kind="shown")
def test_the_calculator_needs_no_map(calculator: OddsExplorer) -> None:
    """16 against 6 is 2:1; a forest and a river leave no column, 24 leave 2:1, first-winter snow none."""
    fields = calculator.calculator
    fields.attack.value = "8, 8"
    fields.ground.value = "forest"
    assert '<div class="gpwlab-odds-column">1:1</div>' in fields.result.value
    fields.river.value = True
    assert "no attack" in fields.result.value
    fields.attack.value = "8 8 8"
    assert '<div class="gpwlab-odds-column">2:1</div>' in fields.result.value
    assert "the defender is forced out <b>2/3 (66.7%)</b>" in fields.result.value
    fields.weather.value = ("snow", "first")
    assert "no attack" in fields.result.value
    fields.side.value = "Soviet"
    assert '<div class="gpwlab-odds-column">1:1</div>' in fields.result.value
    assert calculator._repr_mimebundle_()["text/plain"].startswith("Way to the column")


def test_the_calculator_says_what_it_cannot_read(calculator: OddsExplorer) -> None:
    fields = calculator.calculator
    fields.attack.value = "eight"
    assert "gpwlab-refusal" in fields.result.value
    assert "eight" in fields.result.value
    fields.attack.value = ""
    assert "positive numbers" in fields.result.value
    fields.attack.value = "8"
    assert "gpwlab-odds-column" in fields.result.value
