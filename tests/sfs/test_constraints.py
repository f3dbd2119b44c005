"""What the rulebook's text fixes of the charts and strengths that combat reads."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab.core import tables
from gpwlab.sfs.charts import Crt
from gpwlab.sfs.units import Counter, read_counters
from tests.sfs.chart_box import CHARTS

COUNTERS = read_counters(tables.read("sfs", "units"))
ALL_CRTS = list(CHARTS.crt.values())
DICE = range(-12, 30)


def _at(crt: Crt, odds: int | Fraction, die: int) -> int:
    return crt.result(crt.column(Fraction(odds)), die)


def _reached(crt: Crt, odds: int) -> set[int]:
    """Results of a column on a die without modifiers."""
    return {_at(crt, odds, die) for die in range(1, 7)}


@pytest.mark.rule("sfs 13.3.C", "sfs 13.2.E", "sfs 13.2.H")
def test_cells_that_the_examples_read() -> None:
    assert _at(CHARTS.defender, 3, 3) == 1
    assert _at(CHARTS.defender, 4, 7) == 3
    assert _at(CHARTS.attacker("urban"), 3, 3) == 1


@pytest.mark.rule("sfs 13.3.E", "sfs 13.3.F")
def test_columns_that_the_examples_use_have_results() -> None:
    assert max(_reached(CHARTS.defender, 2)) >= 1
    assert max(_reached(CHARTS.defender, 7)) >= 1
    assert CHARTS.defender.odds[-1] == 7
    assert {1, 2, 3, 4, 7} <= set(CHARTS.defender.odds)
    assert Fraction(1, 2) in CHARTS.defender.odds
    assert CHARTS.defender.odds[0] < Fraction(1, 2)  # sfs 6.2.2.B speaks of less


@pytest.mark.rule("sfs 13.3.C")
def test_an_overrun_at_three_to_one_can_cost_a_step() -> None:
    assert max(_reached(CHARTS.attacker("urban"), 3)) >= 1


@pytest.mark.rule("sfs 5.3.1.B", "sfs 5.3.1.C")
@pytest.mark.parametrize("crt", ALL_CRTS, ids=lambda crt: crt.name)
def test_every_crt_has_blanks_and_results(crt: Crt) -> None:
    cells = {cell for row in crt.cells for cell in row}
    assert 0 in cells
    assert max(cells) >= 1


@pytest.mark.rule("sfs 5.7.B")
def test_four_and_five_losses_come_about() -> None:
    assert {4, 5} <= {cell for row in CHARTS.defender.cells for cell in row}


@pytest.mark.rule("sfs 5.4.3.2.A", "sfs 5.4.3.2.B")
def test_a_higher_die_and_a_higher_column_never_help_the_defender() -> None:
    crt = CHARTS.defender
    for column in range(len(crt.odds)):
        results = [crt.result(column, die) for die in DICE]
        assert results == sorted(results)
    for die in DICE:
        results = [crt.result(column, die) for column in range(len(crt.odds))]
        assert results == sorted(results)


@pytest.mark.rule("sfs 5.4.3.3")
@pytest.mark.parametrize("crt", ALL_CRTS[1:], ids=lambda crt: crt.name)
def test_a_higher_die_never_helps_the_attacker_and_a_higher_column_never_hurts(crt: Crt) -> None:
    assert crt.name.startswith("attacker")
    for column in range(len(crt.odds)):
        results = [crt.result(column, die) for die in DICE]
        assert results == sorted(results)
    for die in DICE:
        results = [crt.result(column, die) for column in range(len(crt.odds))]
        assert results == sorted(results, reverse=True)


@pytest.mark.rule("sfs 5.3.B")
def test_urban_terrain_costs_the_attacker_at_least_as_much_and_somewhere_more() -> None:
    urban, other = CHARTS.attacker("urban"), CHARTS.attacker("open")
    assert urban is not other
    assert CHARTS.attacker("rough") is other
    pairs = [(_at(urban, odds, die), _at(other, odds, die)) for odds in urban.odds for die in DICE]
    assert all(a >= b for a, b in pairs)
    assert any(a > b for a, b in pairs)


@pytest.mark.rule("sfs 13.2.F", "sfs 13.3.C", "sfs 5.6.1.C")
def test_cut_off_rolls_that_the_examples_read() -> None:
    assert CHARTS.cuts_off(1, 2)
    assert not CHARTS.cuts_off(1, 6)
    for units in (1, 2, 3):
        results = [CHARTS.cuts_off(units, die) for die in DICE]
        assert results == sorted(results, reverse=True)  # low is cut off: -1 is the easier in strongpoints


@pytest.mark.rule("sfs 13.2.G", "sfs 13.3.C", "sfs 5.7.A")
def test_terrain_defence_rolls_that_the_examples_read() -> None:
    assert CHARTS.cancels("urban", 4)
    assert CHARTS.cancels("urban", 5)
    assert not CHARTS.cancels("urban", 1)
    assert CHARTS.cancels("rough", 5)
    assert not CHARTS.cancels("rough", 4)
    assert not any(CHARTS.cancels("open", die) for die in range(1, 7))


@pytest.mark.rule("sfs 5.4.2.B", "sfs 11.3.3.1")
def test_rows_of_artillery() -> None:
    assert set(CHARTS.aat) == {"A1", "A2", "A3", "A4", "A5"}
    assert CHARTS.turns[1].artillery[0] == "A1"
    rows = {side: {turn.artillery[side] for turn in CHARTS.turns.values()} for side in (0, 1)}
    assert {row for row in rows[0] if row.startswith("A")} <= {"A1", "A2", "A3", "A4"}
    for row in CHARTS.aat:
        points = [CHARTS.points(row, die) for die in range(1, 11)]  # Germany rolls up to 6 + 4
        assert points == sorted(points)


@pytest.mark.rule("sfs 2.1.4.C", "sfs 2.1.4.D", "sfs 11.3.3.2.D")
def test_soviet_artillery_that_is_printed() -> None:
    assert CHARTS.turns[1].fixed_points(1) == 2
    assert CHARTS.turns[2].fixed_points(1) == 2
    assert CHARTS.turns[9].artillery[1] == "A4"
    assert CHARTS.turns[8].artillery[1] in ("A1", "A2", "A3")


@pytest.mark.rule("sfs 2.2.2.1", "sfs 13.2.B", "sfs 13.3.F")
def test_classes_have_the_strengths_that_fit_the_text() -> None:
    by_class = {counter.cls: counter for counter in COUNTERS.values() if counter.pool and counter.cls != "T"}
    strengths = {cls: counter.strength(counter.steps) for cls, counter in by_class.items()}
    assert strengths == {"G": 7, "A": 5, "B": 3, "C": 2, "M": 1}
    assert {cls: counter.steps for cls, counter in by_class.items()} == {"G": 3, "A": 2, "B": 1, "C": 1, "M": 0}
    assert 3 * strengths["B"] + strengths["A"] + strengths["C"] == 16  # sfs 11.2.2


@pytest.mark.rule("sfs 8.6.C")
def test_the_thirteenth_guards_is_stronger_and_one_step_deeper() -> None:
    guards = COUNTERS["13-guards"]
    assert guards.cls == "G+"
    assert guards.steps == 4
    assert guards.strength(4) > 7


@pytest.mark.rule("sfs 13.3.A", "sfs 13.3.C", "sfs 13.3.F")
def test_sixth_panzer_goes_down_as_in_the_example() -> None:
    panzer = COUNTERS["6-pz"]
    assert [panzer.strength(steps) for steps in (4, 3, 2)] == [14, 10, 7]


@pytest.mark.rule("sfs 11.3.3.1", "sfs 13.2.A", "sfs 8.7.E")
@pytest.mark.parametrize(
    ("unit", "strength"),
    [
        ("14-pz", 11), ("24-pz", 11), ("29-mot", 10), ("94-inf", 7), ("71-inf", 8), ("295-inf", 7), ("389-inf", 5),
        ("stg-1", 4), ("stg-2", 4), ("pioneer-1", 2),
    ],
)  # fmt: skip
def test_german_counters_can_have_the_strength_that_is_printed(unit: str, strength: int) -> None:
    counter: Counter = COUNTERS[unit]
    assert strength in counter.strengths
    assert COUNTERS["das-reich"].steps == 5
    assert COUNTERS["pioneer-division"].steps == 4
