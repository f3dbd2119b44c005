"""Exact chances against full enumeration and an independent dice library."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest

from gpwlab.sfs.chances import Chances, Fate, chances, faces, left_over, ways
from gpwlab.sfs.odds import Group, Guns, Odds, Part
from tests.sfs.chart_box import CHARTS


@pytest.mark.rule("sfs 5.8.B")
@pytest.mark.parametrize("rolls", [1, 2, 3, 4])
def test_sums_of_rolls_are_those_of_an_independent_library(rolls: int) -> None:
    results = (0, 0, 1, 2, 2, 3)
    oracle = icepool.Die(results)
    found = chances(results, rolls)
    assert found == {
        k: Fraction(p) for k, p in zip((rolls @ oracle).outcomes(), (rolls @ oracle).probabilities(), strict=True)
    }
    assert sum(ways(results, rolls).values()) == 6**rolls


@pytest.mark.rule("sfs 5.7.A", "sfs 5.2.5.2")
@pytest.mark.parametrize(("losses", "cancelling"), [(0, 3), (1, 3), (3, 2), (5, 3), (4, 0), (4, 6)])
def test_one_die_a_loss_against_every_throw(losses: int, cancelling: int) -> None:
    counted = Counter(sum(die > cancelling for die in throw) for throw in product(range(1, 7), repeat=losses))
    assert left_over(losses, cancelling) == {n: Fraction(k, 6**losses) for n, k in sorted(counted.items())}


def _throws(sample: Chances) -> dict[Fate, Fraction]:
    """Every throw of D-CRT, cut-off and terrain dice, one by one."""
    found: dict[Fate, Fraction] = {}
    for dice in product(sample.defender, repeat=sample.rolls):
        result = sum(dice)
        for cut in range(1, 7) if result else (7,):
            for terrain in product(range(1, 7), repeat=result):
                fate = Fate(result, cut <= sample.cutting, sum(die > sample.cancelling for die in terrain))
                share = Fraction(1, 6**sample.rolls * (6 if result else 1) * 6**result)
                found[fate] = found.get(fate, Fraction(0)) + share
    return found


@pytest.mark.rule("sfs 5.2.5.1", "sfs 5.6.1.B")
@pytest.mark.parametrize(
    "sample",
    [
        Chances((0, 0, 1, 1, 2, 3), (0, 0, 0, 1, 1, 2), 1, cutting=4, cancelling=3),
        Chances((0, 1, 1, 1, 2, 2), (1, 1, 1, 1, 1, 2), 2, cutting=2, cancelling=2),
        Chances((0, 0, 0, 1, 1, 2), (0, 0, 0, 0, 0, 0), 1, cutting=0, cancelling=0),
        Chances((1, 1, 1, 1, 1, 1), (0, 1, 1, 1, 1, 1), 1, cutting=6, cancelling=3),
    ],
)
def test_fates_against_every_throw(sample: Chances) -> None:
    assert sample.fates == _throws(sample)
    assert sum(sample.fates.values()) == sum(sample.losses.values()) == sum(sample.attacker_losses.values()) == 1
    assert sample.cut_off == sum((p for fate, p in _throws(sample).items() if fate.cut_off), Fraction(0))
    assert sample.results == chances(sample.defender, sample.rolls)


def test_a_blank_never_cuts_off() -> None:
    sample = Chances((0, 0, 0, 0, 0, 1), (0,) * 6, 1, cutting=6)
    assert set(sample.fates) == {Fate(0, False, 0), Fate(1, True, 1)}
    assert sample.cut_off == Fraction(1, 6)


def test_modifiers_are_added_to_the_die_and_held_to_the_table() -> None:
    crt = CHARTS.defender
    column = crt.column(Fraction(3))
    assert faces(crt, column, 0) == tuple(crt.cells[crt.row(die)][column] for die in range(1, 7))
    assert faces(crt, column, 2)[4] == crt.result(column, 7)
    assert set(faces(crt, column, 50)) == {crt.result(column, crt.high)}
    assert set(faces(crt, column, -50)) == {crt.result(column, crt.low)}


def test_the_big_battle_of_the_rulebook_is_exact_and_fast() -> None:
    """45 against 21, with 6 and 4 points: three rolls (sfs 5.8.B), within 20 ms."""
    start = time.perf_counter()
    odds = Odds((Group("a", (Part("a", 45),)),), Group("d", (Part("d", 21),)), "urban", CHARTS)
    guns = Guns(6, 4)
    d_faces = faces(odds.d_crt, odds.d_column, guns.on_defender)
    a_faces = faces(odds.a_crt, odds.a_column, guns.on_attacker)
    sample = Chances(d_faces, a_faces, odds.rolls, cutting=4, cancelling=3)
    fates, losses, lost = sample.fates, sample.losses, sample.attacker_losses
    assert time.perf_counter() - start < 0.02
    assert sum(fates.values()) == sum(losses.values()) == sum(lost.values()) == 1
    oracle = 3 @ icepool.Die(d_faces)
    thinned = oracle.map(lambda n: n @ icepool.Die([0, 0, 0, 1, 1, 1]) if n else icepool.Die([0]))
    assert losses == {n: Fraction(p) for n, p in zip(thinned.outcomes(), thinned.probabilities(), strict=True)}
    assert lost == chances(a_faces, 3)
