"""From strengths to columns: halvings, the ratio, shifts, rolls, artillery."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab.core.reasons import Reason
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.odds import Group, Guns, Odds, Part, Shift, attack_strength, defence_strength, nearest
from tests.sfs.chart_box import CHARTS


def group(*strengths: int, **marks: bool) -> Group:
    """A force of one combat unit and its support."""
    combat, *support = strengths
    parts = [Part("unit", combat, **marks), *(Part("support", s, support=True) for s in support)]
    return Group("force", tuple(parts))


def made(attack: int, defence: int, terrain: str = "urban", **marks: object) -> Odds:
    return Odds((group(attack),), group(defence), terrain, CHARTS, **marks)  # type: ignore[arg-type]


@pytest.mark.rule("sfs 5.3.2", "sfs 5.2.4.B")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (7, 2, Fraction(4)),  # the printed example: 3.5 to 1 is 4:1
        (22, 7, Fraction(3)),  # sfs 13.2.D
        (45, 21, Fraction(2)),
        (5, 2, Fraction(3)),
        (12, 5, Fraction(2)),
        (5, 5, Fraction(1)),
        (6, 5, Fraction(1)),
        (3, 2, Fraction(2)),
        (30, 1, Fraction(30)),
        (5, 6, Fraction(1)),
        (5, 7, Fraction(1)),  # 1.4
        (2, 3, Fraction(1, 2)),  # 1.5
        (2, 5, Fraction(1, 3)),  # 2.5
        (1, 9, Fraction(1, 9)),
    ],
)
def test_ratio_is_the_nearest(attack: int, defence: int, ratio: Fraction) -> None:
    assert nearest(attack, defence) == ratio


@pytest.mark.rule("sfs 6.2.3.A")
@pytest.mark.parametrize(("strength", "left"), [(1, 1), (2, 1), (3, 1), (5, 2), (7, 3), (11, 5)])
def test_out_of_supply_halves_rounded_down_to_one_at_least(strength: int, left: int) -> None:
    force = group(strength, oos=True)
    assert attack_strength(force, False, False) == defence_strength(force, False) == left


@pytest.mark.rule("sfs 6.2.3.A")
def test_units_out_of_supply_are_halved_together_and_supplied_ones_not() -> None:
    both = Group("force", (Part("a", 3, oos=True), Part("b", 5, oos=True), Part("c", 7)))
    assert attack_strength(both, False, False) == 4 + 7


@pytest.mark.rule("sfs 5.5.1")
@pytest.mark.parametrize(
    ("strength", "bonus", "oos", "defence"),
    [(5, 2, False, 7), (5, 2, True, 3), (2, 2, True, 2), (1, 1, False, 2), (1, 1, True, 1), (3, 0, True, 1)],
)
def test_strongpoint_bonus_comes_before_supply(strength: int, bonus: int, oos: bool, defence: int) -> None:
    force = Group("force", (Part("unit", strength, oos=oos),), bonus=bonus)
    assert defence_strength(force, False) == defence


@pytest.mark.rule("sfs 5.12.1", "sfs 13.3.B")
@pytest.mark.parametrize(
    ("strength", "armoured", "overrun"),
    [
        (11, True, 8),  # the printed example: 5 + 3
        (14, True, 9),  # sfs 13.3.B has 10, but rounds down for its odds (docs/rulings_sfs.md)
        (10, True, 7),  # sfs 13.3.E has 8 at 2:1 against 3, which only 7 gives
        (4, True, 4),
        (5, True, 5),
        (7, False, 3),
        (8, False, 4),
        (1, False, 0),
    ],
)
def test_overrun_strength(strength: int, armoured: bool, overrun: int) -> None:
    assert attack_strength(group(strength, armoured=armoured), True, False) == overrun


@pytest.mark.rule("sfs 5.12.2")
def test_support_has_no_strength_in_an_overrun() -> None:
    assert attack_strength(group(11, 4, 2, armoured=True), True, False) == 8
    assert attack_strength(group(11, 4, 2, armoured=True), False, False) == 17


@pytest.mark.rule("sfs 5.11.2")
def test_an_entering_attack_across_a_barrier_is_halved() -> None:
    wet = Group("force", (Part("a", 7), Part("b", 2, support=True)), across="tsaritsa_gully")
    assert attack_strength(wet, False, False) == 4  # 9 halved
    assert attack_strength(Group("force", wet.parts), False, False) == 9
    both = Odds((wet, group(5)), group(3), "urban", CHARTS)
    assert both.attack == 9  # only the force that crosses is halved
    assert [r.rule for r in both.reasons()].count("sfs 5.11.2") == 1


@pytest.mark.rule("sfs 5.11.3")
def test_defenders_are_doubled_against_an_entry_in_the_freeze() -> None:
    assert defence_strength(group(5, 2), True) == 14
    assert made(14, 7, hard=True).ratio == 1
    assert made(14, 7).ratio == 2


@pytest.mark.rule("sfs 9.1.A")
def test_the_first_attack_counts_double() -> None:
    assert made(7, 7, doubled=True).attack == 14
    assert attack_strength(group(7, oos=True), False, True) == 6  # 3, then doubled
    assert attack_strength(Group("f", (Part("a", 7),), across="tsaritsa_gully"), False, True) == 7  # 3.5, doubled


def test_idle_parts_add_nothing_and_say_why() -> None:
    why = Reason("sfs 8.4.B", "a security unit adds nothing in attack")
    force = Group("force", (Part("a", 5), Part("guard", 2, idle=why)))
    assert attack_strength(force, False, False) == 5
    assert why in Odds((force,), group(2), "open", CHARTS).reasons()


def test_an_attack_without_strength_is_impossible() -> None:
    assert not Odds((group(1),), group(1), "open", CHARTS, overrun=True).possible
    assert made(1, 9).possible


@pytest.mark.rule("sfs 5.2.4.A")
def test_supply_and_strongpoints_count_before_the_ratio_is_taken() -> None:
    """9 supplied against (3 + 2) out of supply: 9 to 2, which is 5:1, and told so."""
    dug_in = Group("force", (Part("unit", 3, oos=True),), bonus=2)
    odds = Odds((group(9),), dug_in, "urban", CHARTS)
    assert (odds.attack, odds.defence, odds.ratio) == (9, 2, 5)
    assert [r.rule for r in odds.reasons()].count("sfs 5.2.4.A") == 2


@pytest.mark.rule("sfs 5.2.4.C")
def test_shifts_move_the_defenders_table_only() -> None:
    shifted = made(22, 7, shifts=(Shift(1, "Pioneers", "sfs 8.7.B"),))
    assert shifted.d_crt.odds[shifted.d_column] == 4
    assert shifted.a_crt.odds[shifted.a_column] == 3
    assert [r.rule for r in shifted.reasons()].count("sfs 8.7.B") == 1


def test_columns_are_held_to_the_table_before_and_after_shifts() -> None:
    one = (Shift(1, "Guards", "sfs 8.6.A"),)
    assert made(50, 1, shifts=one).d_column == len(CHARTS.defender.odds) - 1
    low = made(1, 20, shifts=one)
    assert low.d_crt.odds[low.d_column] == Fraction(1, 2)  # from the lowest column, 1:3, one to the right
    assert low.a_column == 0


@pytest.mark.rule("sfs 5.3.A", "sfs 5.3.B")
@pytest.mark.parametrize(
    ("terrain", "crt"), [("urban", "attacker_urban"), ("rough", "attacker_open"), ("open", "attacker_open")]
)
def test_the_attackers_table_depends_on_the_defenders_terrain(terrain: str, crt: str) -> None:
    odds = made(9, 3, terrain)
    assert odds.a_crt is CHARTS.crt[crt]
    assert odds.d_crt is CHARTS.defender


@pytest.mark.rule("sfs 5.8.A", "sfs 5.8.B", "sfs 5.2.5")
@pytest.mark.parametrize(("defence", "rolls"), [(1, 1), (9, 1), (10, 2), (19, 2), (20, 3), (21, 3), (29, 3), (30, 4)])
def test_one_roll_more_for_every_ten_defending_points(defence: int, rolls: int) -> None:
    assert made(45, defence).rolls == rolls


@pytest.mark.rule("sfs 5.8.B")
def test_the_points_that_count_for_big_battles_are_those_after_supply_and_strongpoint() -> None:
    out = Group("force", (Part("a", 7, oos=True), Part("b", 5, oos=True)))
    assert Odds((group(9),), out, "rough", CHARTS).rolls == 1  # 12 halved
    dug_in = Group("force", (Part("a", 9),), bonus=2)
    assert Odds((group(9),), dug_in, "urban", CHARTS).rolls == 2


@pytest.mark.rule("sfs 6.2.2.B")
def test_odds_below_one_to_two_are_poor() -> None:
    assert made(2, 5).poor  # 1:3 after rounding
    assert not made(2, 4).poor
    assert not made(3, 5).poor


# ---- artillery


@pytest.mark.rule("sfs 5.4.3.2.A", "sfs 5.4.3.2.B", "sfs 5.4.3.3")
@pytest.mark.parametrize(
    ("attack", "defend", "on_defender", "on_attacker"),
    [(4, 5, -1, 0), (4, 6, -2, 1), (5, 3, 2, -1), (3, 3, 0, 0), (1, 0, 1, 0), (0, 9, -9, 1), (7, 0, 7, -1)],
)
def test_points_become_modifiers(attack: int, defend: int, on_defender: int, on_attacker: int) -> None:
    """The first two rows are printed, the third is sfs 13.2.E with sfs 13.2.H."""
    guns = Guns(attack, defend)
    assert (guns.on_defender, guns.on_attacker) == (on_defender, on_attacker)


@pytest.mark.rule("sfs 5.4.6")
def test_points_against_a_dense_target_count_twice() -> None:
    guns = Guns(3, 2, GERMAN, dense=True)
    assert guns.effective == (6, 2)
    assert (guns.on_defender, guns.on_attacker) == (4, -1)
    assert "sfs 5.4.6" in {reason.rule for reason in guns.reasons()}


@pytest.mark.rule("sfs 5.12.3", "sfs 5.4.5")
def test_soviet_points_are_halved_upwards_in_any_overrun() -> None:
    assert Guns(4, 6, GERMAN, overrun=True).effective == (4, 3)  # sfs 13.3.B
    assert Guns(4, 5, GERMAN, overrun=True).effective == (4, 3)
    assert Guns(5, 4, SOVIET, overrun=True).effective == (3, 4)
    assert Guns(3, 0, SOVIET, dense=True, overrun=True).effective == (3, 0)


@pytest.mark.rule("sfs 5.4.3.3")
def test_the_lead_is_counted_after_doubling_and_halving() -> None:
    assert Guns(1, 0, GERMAN, dense=True).on_attacker == -1
    assert Guns(4, 4, GERMAN, overrun=True).on_attacker == -1
