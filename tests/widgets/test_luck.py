"""The luck ledger as a card: its sums are those of the study, its chart has a table and a text beside it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from gpwlab import gpw, study
from gpwlab.widgets import Lab
from gpwlab.widgets.luck import MEASURES, LuckLedger, chart, running, tally


@pytest.fixture
def ledger(fighting_lab: Lab) -> LuckLedger:
    """The ledger of a game with one battle, and weather and lend-lease to the end of turn 5."""
    fighting_lab.session.attempt("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-47 ax-pz-57")
    fighting_lab.session.attempt("resolve B1612")
    return LuckLedger(fighting_lab.session)


def test_tally_is_the_sum_of_the_study(ledger: LuckLedger) -> None:
    rows = study.luck(ledger.session.game)
    battle = rows[rows["kind"] == "battle"]
    steps = battle[battle["measure"] != "hex taken"]
    side, what, dice, expected, rolled, luck = tally(rows)[0]
    assert (side, what, dice) == ("Axis", "steps in battle", 1)
    assert luck == pytest.approx(float(steps["luck"].sum()))
    assert rolled - expected == pytest.approx(luck)
    assert f"<b>{luck:+.2f}</b>" in ledger.content.value
    assert f"Axis, steps in battle: 1 dice, expected {expected:.2f}" in ledger._repr_mimebundle_()["text/plain"]


def test_chart_has_a_table_twin_with_die_and_chance(ledger: LuckLedger) -> None:
    svg = ElementTree.fromstring(ledger.chart.value)
    assert len(svg.findall(".//circle")) == 1
    assert "Axis +" in ledger.chart.value or "Axis -" in ledger.chart.value
    assert "B1612 enemy" in ledger.table.value
    assert "<b>4</b>" in ledger.table.value
    ledger.measure.label = "lend-lease RPs"
    assert "No die of this kind" in ledger.chart.value


def test_undone_dice_do_not_count(ledger: LuckLedger) -> None:
    ledger.session.run(lambda: ledger.session.game.undo())
    assert "No die has been rolled" in ledger.content.value
    assert ledger.chart.layout.display == "none"
    assert ledger._repr_mimebundle_()["text/plain"].startswith("No die has been rolled.")


def test_a_ledger_that_is_not_seen_counts_when_it_is_opened(ledger: LuckLedger) -> None:
    closed = LuckLedger(ledger.session, active=False)
    assert closed.content.value == ""
    closed.active = True
    assert closed.content.value == ledger.content.value


def test_luck_is_added_up_action_by_action() -> None:
    game = gpw.new("barbarossa")
    game.play(turn=5, phase="Soviet Combat")
    rows = study.luck(game)
    sums = running(rows, MEASURES[2][1])
    for side, points in sums.items():
        own = rows[(rows["side"] == side) & (rows["measure"] == "clear weather")]
        assert len(points) == own["n"].nunique()
        assert points[-1][1] == pytest.approx(float(own["luck"].sum()))
    drawn = chart(sums, "phases", game.cursor)
    assert "Axis" in drawn
    assert "stroke-dasharray" in drawn


def test_names_at_the_ends_of_the_lines_do_not_collide() -> None:
    drawn = ElementTree.fromstring(chart({"Axis": [(1, 0.5)], "Soviet": [(2, 0.5)]}, "steps", 4))
    places = [float(text.attrib["y"]) for text in drawn.iter("text") if text.text in ("Axis +0.5", "Soviet +0.5")]
    assert abs(places[0] - places[1]) >= 12
