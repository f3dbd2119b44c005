"""The variant designer and two odds explorers side by side, without a browser."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gpwlab import gpw, study, widgets
from gpwlab.core.errors import InvalidInput
from gpwlab.widgets.designer import VariantDesigner
from gpwlab.widgets.oddspair import OddsPair
from tests.gpw.battles import EAST, NORTH_EAST, STEPPE
from tests.gpw.boards import game_at

FIGHT = {"su-inf-3": EAST, "su-inf-4": NORTH_EAST, "ax-inf-59": STEPPE}


def slow(pos: Any, unit: int, mp: int) -> int:
    """Everybody has one MP less."""
    return mp - 1


@pytest.fixture
def designer() -> VariantDesigner:
    return widgets.VariantDesigner()


def tick(designer: VariantDesigner, slug: str, on: bool = True) -> None:
    designer.options.ticks[slug].value = on


def shown(designer: VariantDesigner) -> list[str]:
    return [slug for slug, row in designer.options.rows.items() if row.layout.display != "none"]


def test_ticks_make_the_rule_set(designer: VariantDesigner) -> None:
    tick(designer, "increased-infantry-movement")
    tick(designer, "german-rail")
    assert designer.rules.options == ("german-rail", "increased-infantry-movement")
    tick(designer, "german-rail", on=False)
    assert designer.rules.options == ("increased-infantry-movement",)
    assert "Increased Infantry Movement is on" in designer.diff.value
    assert 'data-rule="gpw 23.1.1"' in designer.diff.value


def test_search_and_topic_narrow_the_options(designer: VariantDesigner) -> None:
    assert len(shown(designer)) == len(gpw.options())
    designer.options.search.value = "23.1.1"
    assert shown(designer) == ["increased-infantry-movement"]
    designer.options.search.value = "chadwick printed order"
    assert shown(designer) == ["modified-sequence"]
    designer.options.search.value = ""
    designer.options.topic.value = "advanced rules"
    assert set(shown(designer)) == {
        "air", "leaders", "shock", "conversions", "airborne", "partisans", "allies", "key-cities",
    }  # fmt: skip
    tick(designer, "air")
    designer.options.topic.value = "ticked"
    assert shown(designer) == ["air"]


def test_a_conflict_is_shown_before_it_bites(designer: VariantDesigner) -> None:
    tick(designer, "increased-infantry-movement")
    clash = designer.options.notes["modified-sequence"].value
    assert "⚠ conflicts with Increased Infantry Movement, which is ticked: its author rules out" in clash
    assert not designer.play.disabled
    tick(designer, "modified-sequence")
    assert "conflicts with" in designer.said.value
    assert designer.play.disabled
    assert designer.save.disabled
    assert designer.rules.options == ("increased-infantry-movement",)
    tick(designer, "increased-infantry-movement", on=False)
    assert designer.rules.options == ("modified-sequence",)
    assert not designer.play.disabled


def test_needs_are_shown_and_barred(designer: VariantDesigner) -> None:
    assert "needs Aircraft: ⚠ off" in designer.options.notes["air-to-air-table"].value
    tick(designer, "air-to-air-table")
    assert "needs Aircraft" in designer.said.value
    assert designer.play.disabled
    tick(designer, "air")
    assert "needs Aircraft: on" in designer.options.notes["air-to-air-table"].value
    assert designer.said.value == ""


def test_an_edited_crt_cell_is_marked_and_its_effect_exact(designer: VariantDesigner) -> None:
    cell = designer.tables.fields["crt", ("3", "2"), "result"]
    assert cell.value == "DR"
    cell.value = "DE"
    assert "gpwlab-designer-changed" in cell._dom_classes
    assert cell.tooltip == "as printed: DR"
    assert designer.rules.edits == {"crt": {("3", "2"): {"result": "DE"}}}
    before, after = (study.crt_chances(rules).set_index("column").loc["3:1"] for rules in ((), designer.rules))
    assert after["DE"] - before["DE"] == before["DR"] - after["DR"] == Fraction(1, 6)
    assert f"● {after['DE']}</b> <s>{before['DE']}</s>" in designer.effect.value
    cell.value = "DR"
    assert "gpwlab-designer-changed" not in cell._dom_classes
    assert designer.rules.edits == {}


def test_a_cell_that_cannot_be_goes_back_with_the_reason(designer: VariantDesigner) -> None:
    designer.tables.table.value = "tec"
    cell = designer.tables.fields["tec", ("swamp",), "foot_mp"]
    for bad in ("-1", "0", "many", ""):
        cell.value = bad
        assert cell.value == "3"
        assert "Not possible" in designer.said.value
        assert designer.rules.edits == {}
    cell.value = "4"
    assert designer.said.value == ""
    designer.tables.back.click()
    assert (cell.value, designer.rules.edits) == ("3", {})


@pytest.mark.parametrize(
    "table", ["crt", "tec", "replacements", "lend_lease", "rail_limits", "weather", "weather_effects"]
)
def test_every_table_shows_its_rows(designer: VariantDesigner, table: str) -> None:
    from gpwlab.core import tables
    from gpwlab.gpw.schemas import TABLES

    designer.tables.table.value = table
    free = len(TABLES[table].fields) - len(TABLES[table].key) - 2
    assert len(designer.tables.fields) == len(tables.read("gpw", table)) * free


def test_options_that_change_a_table_change_what_counts_as_printed(designer: VariantDesigner) -> None:
    designer.tables.table.value = "tec"
    before = {cell: field.value for cell, field in designer.tables.fields.items()}
    tick(designer, "armour-in-swamps")
    after = {cell: field.value for cell, field in designer.tables.fields.items()}
    assert before != after
    assert not any("gpwlab-designer-changed" in field._dom_classes for field in designer.tables.fields.values())
    assert designer.rules.edits == {}


def test_play_this_opens_a_lab_with_the_rules(designer: VariantDesigner) -> None:
    tick(designer, "increased-infantry-movement")
    designer.scenario.value = "uranus"
    played: list[gpw.Game] = []
    designer.on_play.append(played.append)
    designer.play.click()
    assert isinstance(designer.lab, widgets.Lab)
    assert played == [designer.lab.game]
    assert (designer.lab.game.scenario, designer.lab.game.rules) == ("uranus", designer.rules)
    assert designer.table.children == (designer.lab,)


def test_a_house_file_is_saved_and_loaded(designer: VariantDesigner, tmp_path: Path) -> None:
    tick(designer, "german-rail")
    designer.tables.fields["crt", ("3", "2"), "result"].value = "DE"
    designer.name.value, designer.note.value = "Rails and steel", "tried twice"
    designer.path.value = str(tmp_path / "rails.toml")
    designer.save.click()
    other = widgets.VariantDesigner()
    other.path.value = designer.path.value
    other.load.click()
    assert other.rules == designer.rules == gpw.house_file(designer.path.value)
    assert (other.name.value, other.note.value) == ("Rails and steel", "tried twice")
    assert other.options.ticks["german-rail"].value
    other.path.value = str(tmp_path / "none.toml")
    other.load.click()
    assert "cannot be read" in other.said.value
    assert other.rules == designer.rules


def test_a_house_file_that_somebody_else_changed_is_kept_and_the_card_says_so(
    designer: VariantDesigner, tmp_path: Path
) -> None:
    path = tmp_path / "rails.toml"
    designer.path.value = str(path)
    designer.save.click()
    assert "kept" not in designer.said.value
    path.write_text("hers & <mine>")
    designer.save.click()
    assert f"what lay there is kept as <code>{tmp_path / 'rails.kept-1.toml'}</code>" in designer.said.value
    assert (tmp_path / "rails.kept-1.toml").read_text() == "hers & <mine>"


def test_hooks_of_the_given_rule_set_stay(designer: VariantDesigner) -> None:
    own = widgets.VariantDesigner(gpw.house("Slow", hooks={"allowance": slow}))
    tick(own, "german-rail")
    assert [hook.function for hook in own.rules.hooks] == [slow]
    assert "Everybody has one MP less" in own.diff.value
    own.name.value = " "
    assert "has a name" in own.said.value
    assert own.play.disabled
    assert "Slow" in own._repr_mimebundle_()["text/plain"]


# ---- odds side by side


def test_one_attack_under_two_rule_sets() -> None:
    game = game_at("Soviet Combat", FIGHT, turn=2)
    house = gpw.house("Hard", tables={"crt": {(c, d): {"result": "NE"} for c in range(1, 7) for d in range(1, 7)}})
    pair = widgets.OddsPair(game, (), house)
    left, right = pair.explorers
    left.target, left.attackers = STEPPE, ("su-inf-3", "su-inf-4")
    assert (right.target, right.attackers) == (STEPPE, ("su-inf-3", "su-inf-4"))
    assert set(right.tables["Outcomes"]["result"]) == {"NE"}
    assert set(left.tables["Outcomes"]["result"]) != {"NE"}
    assert "base rules" in pair.heads[0].value
    assert "Hard" in pair.heads[1].value
    pair.put(1, gpw.rules())
    assert right.tables["Outcomes"].equals(left.tables["Outcomes"])
    right.calculator.defend.value = 9
    assert left.calculator.defend.value == 9


def test_a_position_that_a_rule_set_does_not_allow_is_named() -> None:
    game = gpw.new("uranus")
    with pytest.raises(InvalidInput, match="its rule is not in force"):
        OddsPair(game, game.rules, ())


def test_the_designers_odds_follow_its_tables() -> None:
    game = game_at("Soviet Combat", FIGHT, turn=2)
    designer = VariantDesigner((), game)
    designer.tabs.turn_to("Odds")
    left, right = designer.odds.explorers
    left.target, left.attackers = STEPPE, ("su-inf-3", "su-inf-4")
    column = left.tables["Columns"].query("planned").column.item()
    for die in range(1, 7):
        designer.tables.fields["crt", (column[0], str(die)), "result"].value = "DE"
    assert set(right.tables["Outcomes"]["result"]) == {"DE"}
    assert "gpwlab-refusal" not in designer.said.value
