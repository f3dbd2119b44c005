"""Comparison: Wilson and bootstrap intervals, paired dice, sentences."""

from __future__ import annotations

from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from gpwlab import InvalidInput, gpw, study
from gpwlab.study import gamefile
from gpwlab.study.compare import Comparison
from gpwlab.study.intervals import paired_bootstrap, wilson


@pytest.mark.parametrize(("hits", "trials"), [(0, 5), (3, 10), (50, 50), (481, 1000)])
def test_a_wilson_interval_solves_its_equation(hits: int, trials: int) -> None:
    """Its bounds are the shares p for which |hits / trials - p| is 1.96 standard deviations of p."""
    share = hits / trials
    for bound in wilson(hits, trials):
        gap = abs(share - bound)
        assert gap == pytest.approx(1.959964 * sqrt(bound * (1 - bound) / trials), abs=1e-6)
    assert (wilson(0, 12)[0], wilson(12, 12)[1]) == (0.0, 1.0)  # to the last bit: tables show them


def test_a_wilson_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """Exactly, from the binomial distribution: over all numbers of hits of 40 trials at 30 %."""
    trials, truth = 40, 0.3
    held = sum(
        comb(trials, k) * truth**k * (1 - truth) ** (trials - k)
        for k in range(trials + 1)
        if wilson(k, trials)[0] <= truth <= wilson(k, trials)[1]
    )
    assert 0.93 < held < 0.98


@pytest.mark.parametrize(("hits", "trials"), [(0, 0), (3, 2), (-1, 4)])
def test_a_share_that_is_none_is_refused(hits: int, trials: int) -> None:
    with pytest.raises(InvalidInput):
        wilson(hits, trials)


def test_the_bootstrap_is_that_of_pairs() -> None:
    """Pairs that always differ by the same leave no doubt; independent values do."""
    values = list(np.random.default_rng(1).integers(0, 2, 300).astype(float))
    mean, low, high = paired_bootstrap(values, [value + 0.25 for value in values])
    assert (mean, low, high) == pytest.approx((0.25, 0.25, 0.25))
    mixed = list(np.random.default_rng(2).permutation(values))
    mean, low, high = paired_bootstrap(values, mixed)
    normal = 1.96 * float(np.std(np.subtract(mixed, values))) / sqrt(300)
    assert high - low == pytest.approx(2 * normal, rel=0.1)
    assert paired_bootstrap(values, mixed) == (mean, low, high)
    with pytest.raises(InvalidInput):
        paired_bootstrap([1.0], [])


def frame(*winners: str, seed: int = 1) -> Any:
    rows = [{"game": n, "seed": seed + n, "winner": who} for n, who in enumerate(winners)]
    return gamefile.frame(rows, {"system": "gpw", "scenario": "barbarossa", "rules": [], "players": ["random"]})


def test_sentences_say_shares_intervals_and_the_difference() -> None:
    base, house = frame(*["Soviet"] * 61, *["Axis"] * 39), frame(*["Soviet"] * 48, *["Axis"] * 52)
    said = Comparison({"printed": base, "house": house}).sentence("Soviet")
    assert said.startswith("Soviet wins 61 % [51, 70] printed, 48 % [38, 58] house; difference -13 points [")
    low, high = (int(number) for number in said.rpartition("[")[2].rstrip("]").split(", "))
    assert -22 <= low < -13 < high <= -6
    assert len(Comparison({"a": base, "b": house, "c": base}).sentence("Axis").splitlines()) == 2


@pytest.mark.parametrize(
    "arms",
    [
        {},
        {"one": frame("Axis")},
        {"one": frame("Axis"), "two": frame("Axis", seed=2)},
        {"one": frame("Axis"), "two": frame("Axis", "Axis")},
    ],
)
def test_arms_that_are_not_pairs_are_refused(arms: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        Comparison(arms)


def test_the_same_rules_in_both_arms_give_the_same_games() -> None:
    made = study.compare({"a": None, "b": gpw.rules()}, "barbarossa", games=3, workers=1)
    assert (made.differences[["difference", "low", "high"]] == 0).all().all()
    one, two = (arm.drop(columns="seconds") for arm in made.arms.values())
    assert one.equals(two)
    assert made.sentences == [line for winner in ("Axis", "Soviet") for line in made.sentence(winner).splitlines()]


def test_a_comparison_may_be_of_players() -> None:
    made = study.compare(
        {"careful": {"players": "cautious"}, "bold": {"players": ("aggressive", "cautious")}},
        "red-square", games=4, workers=1,
    )  # fmt: skip
    assert made.arms["careful"].attrs["players"] == ["cautious", "cautious"]
    assert made.arms["bold"].attrs["players"] == ["aggressive", "cautious"]
    assert set(made.shares["arm"]) == {"careful", "bold"}
    with pytest.raises(InvalidInput, match="nobody called 'Napoleon'"):
        made.sentence("Napoleon")


@pytest.mark.parametrize("rules", [{}, {"one": None}, None, ["20.1", "20.2"]])
def test_less_than_two_arms_are_refused(rules: Any) -> None:
    with pytest.raises(InvalidInput, match="two named rule sets"):
        study.compare(rules, "barbarossa", games=1)
