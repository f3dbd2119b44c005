"""Combat in numbers: terrain as printed, columns and results as published, every chance exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gpwlab.core.errors import InvalidInput
from gpwlab.hube.odds import Combat, Force, Odds, Result, number, parse, words, work_out
from tests.hube.tables import charts


def odds(
    attackers: list[Force],
    defenders: list[Force],
    *terrain: str,
    action: tuple[int, int] = (3, 3),
    hedgehog: int = 0,
    kind: str = "attack",
) -> Odds:
    return work_out(charts(), Combat(tuple(attackers), tuple(defenders), terrain, action[0], action[1], hedgehog, kind))


def arms(category: str, strength: int, *hexsides: str, supplied: bool = True) -> Force:
    return Force(category, strength, hexsides, supplied)


@pytest.mark.rule("hube chart.Terrain Effects on Combat")
def test_in_the_open_attacking_armour_and_mechanised_troops_count_double() -> None:
    found = odds([arms("armor", 8), arms("mech", 3), arms("other", 14)], [arms("armor", 13)], "Open")
    assert (found.line, found.attack, found.defence) == ("Open", 16 + 6 + 14, 13)
    assert found.ratio == (3, 1)  # 2.77
    assert found.column == 6  # 1:5 1:4 1:3 1:2 1:1 2:1 3:1


@pytest.mark.rule("hube chart.Terrain Effects on Combat")
def test_a_plain_multiplier_counts_for_both_sides_and_a_bracketed_one_for_the_attacker() -> None:
    forces = [arms("armor", 12), arms("mech", 12)]
    forest = odds(forces, forces, "Forest")
    assert (forest.line, forest.attack, forest.defence) == ("Close", 6 + 12, 6 + 12)
    town = odds(forces, forces, "Minor City")
    assert (town.line, town.attack, town.defence) == ("Very Close", 6 + 6, 6 + 12)
    city = odds(forces, forces, "Major City")
    assert (city.line, city.attack, city.defence) == ("Extremely Close", 4 + 6, 4 + 12)
    swamp = odds(forces, forces, "Swamp")
    assert (swamp.attack, swamp.defence) == (12, 12)
    frozen = odds(forces, forces, "Frozen Swamp")
    assert (frozen.line, frozen.attack, frozen.defence) == ("Close", 12, 18)


@pytest.mark.rule("hube chart.Terrain Effects on Combat")
def test_a_river_weighs_on_those_who_attack_across_it() -> None:
    across = [arms("armor", 12, "Major River"), arms("mech", 12, "Major River"), arms("other", 12, "Major River")]
    assert odds(across, [arms("other", 12)], "Village").attack == 3 + 4 + 6
    minor = [arms("armor", 8, "Minor River"), arms("other", 8)]
    found = odds(minor, [arms("armor", 8, "Minor River")], "Open")
    assert (found.attack, found.defence) == (8 * 2 / Fraction(2) + 8, 8)
    ice = [arms(c, 12, "Frozen Minor River") for c in ("armor", "mech", "other")]
    assert odds(ice, [arms("other", 1)], "Woods").attack == 6 + 12 + 12


@pytest.mark.rule("hube 1.8a")
def test_of_two_terrains_the_one_that_serves_the_defender_counts() -> None:
    forces = [arms("armor", 12), arms("mech", 12)]
    both = odds(forces, forces, "Open", "Low Hills")
    assert (both.line, both.attack) == ("Close", 24)  # no doubling
    hills = odds(forces, forces, "Forest", "Rough")
    assert hills.attack == 6 + 6  # mechanised halved by the rough, armour by either
    assert hills.defence == 12 + 12  # neither halves armour that stands in the rough
    assert any(r.rule == "hube 1.8a" for r in both.reasons)


@pytest.mark.parametrize(
    ("attack", "defence", "ratio", "column"),
    [
        (10, 24, (1, 2), 3),  # 2.4
        (10, 25, (1, 3), 2),  # 2.5, a half goes up
        (10, 90, (1, 9), 0),
        (10, 10, (1, 1), 4),
        (24, 10, (2, 1), 5),
        (25, 10, (3, 1), 6),
        (60, 10, (6, 1), 8),  # between 5:1 and 7:1
        (400, 10, (40, 1), 12),
    ],
)
def test_odds_are_rounded_to_the_nearest_and_fall_on_the_column_that_they_reach(
    attack: int, defence: int, ratio: tuple[int, int], column: int
) -> None:
    found = odds([arms("other", attack)], [arms("other", defence)], "Open")
    assert (found.ratio, found.column) == (ratio, column)


def test_want_of_supply_halves() -> None:
    found = odds([arms("other", 14, supplied=False)], [arms("other", 7, supplied=False)], "Open")
    assert (found.attack, found.defence) == (7, Fraction(7, 2))
    assert found.ratio == (2, 1)


@pytest.mark.parametrize(
    ("kind", "action", "hedgehog", "defender", "attacker"),
    [
        ("attack", (3, 3), 0, 10, 6),  # 2-5; 10-12
        ("attack", (5, 3), 0, 3, 15),  # +2: 2-3; 8-12
        ("attack", (3, 3), 2, 21, 1),  # -2: 2-7; 12
        ("overrun", (3, 3), 0, 15, 10),  # 2-6; 9-12
    ],
)
def test_surprise_by_dice_ratings_and_hedgehog(
    kind: str, action: tuple[int, int], hedgehog: int, defender: int, attacker: int
) -> None:
    found = odds([arms("other", 5)], [arms("other", 5)], "Open", action=action, hedgehog=hedgehog, kind=kind)
    assert found.surprise["defender"] == Fraction(defender, 36)
    assert found.surprise["attacker"] == Fraction(attacker, 36)
    assert sum(found.surprise.values()) == 1


def test_every_chance_agrees_with_every_single_throw() -> None:
    found = odds([arms("mech", 9)], [arms("other", 10)], "Low Hills", action=(4, 3), hedgehog=1)
    table, line = charts().combat_results, charts().combat_columns["Close"]
    counted: dict[str, Fraction] = {}
    pairs = [a + b for a, b in product(range(1, 7), repeat=2)]
    for surprise, shift, dice in product(pairs, range(1, 7), pairs):
        way = -1 if surprise <= 5 else 1 if surprise >= 10 else 0
        column = min(len(line) - 1, max(0, found.column + way * shift))
        result = table[dice][column]  # 4 - 3 - 1: no modifier
        counted[result] = counted.get(result, Fraction(0)) + Fraction(1, 36 * 6 * 36)
    assert found.results == counted
    assert sum(found.results.values()) == 1


def test_the_dice_are_held_at_the_ends_of_the_table() -> None:
    weak = odds([arms("other", 1)], [arms("other", 50)], "Open", action=(0, 5), hedgehog=4)
    assert weak.results == {"AL2": Fraction(1)}
    strong = odds([arms("other", 999)], [arms("other", 1)], "Open", action=(9, 0))
    assert set(strong.results) <= {"Ae2 DL2o3DG", "Ae3 DL2o2DG", "Ae4 DL1o2"}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("AL2", Result(attacker_steps=2)),
        ("AL1o1 Do1", Result(1, 1, 0, 1)),
        ("Ao1e4 DL1o2", Result(0, 1, 1, 2, 4)),
        ("Ae2 DL2o3DG", Result(0, 0, 2, 3, 2, True)),
    ],
)
def test_results_are_taken_apart(text: str, result: Result) -> None:
    assert parse(text) == result


def test_every_result_of_the_table_can_be_told() -> None:
    for row in charts().combat_results.values():
        for text in row:
            assert words(text)
    assert (
        words("Ae2 DL2o3DG") == "defender loses 2 and option 3; attacker exploits on 2 or more; defender disorganised"
    )


def test_means_weigh_the_losses_by_their_chance() -> None:
    found = odds([arms("other", 10)], [arms("other", 10)], "Open")
    by_hand = sum(chance * parse(text).defender_steps for text, chance in found.results.items())
    assert found.expected["defender"] == by_hand
    assert odds([arms("other", 40)], [arms("other", 10)], "Open").expected["defender"] > by_hand


def test_reasons_lead_to_the_column() -> None:
    found = odds([arms("armor", 8, "Minor River")], [arms("other", 5)], "Forest", action=(4, 3), hedgehog=1)
    told = " / ".join(str(reason) for reason in found.reasons)
    for part in ("line Close", "armor x1/2 for Forest", "x1/2 for Minor River", "counts 2", "1:3", "+0 to the dice"):
        assert part in told


def test_a_mountain_counts_by_road() -> None:
    found = odds([arms("mech", 8)], [arms("other", 5)], "Mountain")
    assert found.attack == 4
    assert "only by road" in " ".join(r.text for r in found.reasons)
    assert "only by road" not in " ".join(
        r.text for r in odds([Force("mech", 8, by_road=True)], [arms("other", 5)], "Mountain").reasons
    )


@pytest.mark.parametrize(
    ("combat", "named"),
    [
        (Combat((), (Force("other", 1),), ("Open",), 1, 1), "attacker"),
        (Combat((Force("other", 1),), (), ("Open",), 1, 1), "defender"),
        (Combat((Force("foot", 1),), (Force("other", 1),), ("Open",), 1, 1), "foot"),
        (Combat((Force("other", 0),), (Force("other", 1),), ("Open",), 1, 1), "0"),
        (Combat((Force("other", 1),), (Force("other", 1),), ("Sea",), 1, 1), "Sea"),
        (Combat((Force("other", 1),), (Force("other", 1),), (), 1, 1), "one terrain or two"),
        (Combat((Force("other", 1),), (Force("other", 1),), ("Minor River",), 1, 1), "Minor River"),
        (Combat((Force("other", 1, ("Open",)),), (Force("other", 1),), ("Open",), 1, 1), "hexside"),
        (Combat((Force("other", 1),), (Force("other", 1),), ("Open",), 1, 1, -1), "-1"),
        (Combat((Force("other", 1),), (Force("other", 1),), ("Open",), 1, 1, 0, "raid"), "raid"),
    ],
)
def test_what_is_no_combat_is_refused_by_name(combat: Combat, named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        work_out(charts(), combat)


def test_strengths_are_told_with_their_fraction() -> None:
    assert [number(Fraction(n, 6)) for n in (6, 8, 3)] == ["1", "1 1/3", "1/2"]
