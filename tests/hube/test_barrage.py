"""Barrage in numbers: column, shifts, cost and exact results of the published table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gpwlab.core.errors import InvalidInput
from gpwlab.hube.barrage import Barrage, Shelling, work_out
from tests.hube.tables import charts


def fire(strength: int, *terrain: str, regiments: float = 2, **more: Any) -> Shelling:
    return work_out(charts(), Barrage(strength, terrain or ("Open",), Fraction(regiments), **more))


@pytest.mark.parametrize(
    ("strength", "column", "cost"),
    [(1, 0, 1), (2, 1, 1), (4, 2, 2), (5, 3, 2), (11, 4, 2), (12, 5, 3), (24, 6, 3), (40, 7, 4), (68, 8, 6), (69, 9, 8),
     (117, 10, 10), (500, 10, 10)],
)  # fmt: skip
def test_strength_gives_column_and_cost(strength: int, column: int, cost: int) -> None:
    found = fire(strength)
    assert (found.start, found.column, found.cost) == (column, column, cost)


@pytest.mark.parametrize(
    ("terrain", "shift"),
    [("Open", 0), ("Woods", -1), ("Minor City", -1), ("Major City", -2), ("Rough", -1)],
)
def test_terrain_shifts_by_its_line(terrain: str, shift: int) -> None:
    assert fire(40, terrain).column - fire(40).column == shift


@pytest.mark.rule("hube 1.8a")
def test_of_two_terrains_the_closer_one_counts() -> None:
    assert fire(40, "Open", "Forest").line == "Close"
    assert fire(40, "Forest", "Swamp").line == "Very Close"
    assert fire(40, "Open", "Forest").column == fire(40, "Forest").column


@pytest.mark.parametrize(
    ("regiments", "shift"), [(0, -1), (1, -1), (1.5, 0), (3, 0), (4, 1), (5, 2), (6, 3), (6.25, 4), (12, 4)]
)
def test_density_shifts_by_regiment_equivalents(regiments: float, shift: int) -> None:
    assert fire(20, regiments=regiments).column - 6 == shift


def test_the_other_shifts() -> None:
    assert fire(40, hedgehog=2).column == 7 - 1
    assert fire(40, strategic=True).column == 7 + 3
    assert fire(40, spotter=False).column == 7 - 3
    assert fire(40, by_air=True, near_base=True).column == 7 + 1
    assert fire(117, strategic=True).column == 10
    assert fire(1, "Major City", spotter=False).column == 0


def test_results_and_effects_are_exact() -> None:
    found = fire(40)  # column 25-40: 4-7 DG, 8-9 [1/2], 10-11 1/2, 12 one step
    assert found.results == {
        "DG": Fraction(3 + 4 + 5 + 6, 36),
        "[1/2]": Fraction(5 + 4, 36),
        "1/2": Fraction(3 + 2, 36),
        "-": Fraction(1 + 2, 36),
        "1": Fraction(1, 36),
    }
    assert found.effects == {
        (0, False): Fraction(3, 36),
        (0, True): Fraction(18, 36) + Fraction(14, 72),
        (1, True): Fraction(14, 72) + Fraction(1, 36),
    }
    assert found.expected == Fraction(14, 72) + Fraction(1, 36)


@pytest.mark.parametrize("blunt", [{"by_air": True}, {"spotter": False}, {"hedgehog": 3}])
def test_a_bracketed_half_is_blunted(blunt: dict[str, Any]) -> None:
    found = fire(60, **blunt)
    assert found.blunted
    sharp = sum(share for (steps, _dg), share in found.effects.items() if steps)
    plain = sum(share for entry, share in found.results.items() if entry not in ("-", "DG", "[1/2]", "1/2"))
    assert sharp == plain + found.results.get("1/2", Fraction(0)) / 2
    assert not fire(60, hedgehog=2).blunted


def test_reasons_name_every_shift() -> None:
    told = " / ".join(str(r) for r in fire(40, "Forest", regiments=5, hedgehog=1, spotter=False).reasons)
    for part in ("25 to 40", "for 4T", "1 to the left: hedgehog", "Close terrain", "3 to the left: no spotter",
                 "2 to the right: 5 regiment"):  # fmt: skip
        assert part in told


@pytest.mark.parametrize(
    ("barrage", "named"),
    [
        (Barrage(0, ("Open",), Fraction(1)), "0"),
        (Barrage(5, (), Fraction(1)), "one terrain or two"),
        (Barrage(5, ("Minor River",), Fraction(1)), "Minor River"),
        (Barrage(5, ("Open",), Fraction(-1)), "not below 0"),
        (Barrage(5, ("Open",), Fraction(1), hedgehog=-1), "not below 0"),
        (Barrage(5, ("Open",), Fraction(1), near_base=True), "aircraft"),
    ],
)
def test_what_is_no_barrage_is_refused_by_name(barrage: Barrage, named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        work_out(charts(), barrage)


def test_chances_sum_to_one_on_every_column() -> None:
    for strength in (1, 2, 3, 6, 9, 14, 20, 30, 50, 90, 200):
        found = fire(strength)
        assert sum(found.results.values()) == sum(found.effects.values()) == 1
