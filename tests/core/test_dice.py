"""Dice: a function of seed and key alone, fair, and the same for ever."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpwlab.core.dice import roll


def test_the_numbers_of_a_seed_never_change() -> None:
    """Saves and transcripts of old games rest on these."""
    assert [roll(1941, "battle", 1, 3, f"B14{n:02d}", 0) for n in range(1, 13)] == [2, 1, 2, 1, 4, 6, 6, 4, 6, 5, 2, 4]


@given(seed=st.integers(), key=st.lists(st.integers() | st.text(max_size=4), max_size=4), sides=st.integers(1, 100))
def test_a_roll_is_between_one_and_its_sides_and_always_the_same(seed: int, key: list[object], sides: int) -> None:
    first = roll(seed, *key, sides=sides)
    assert 1 <= first <= sides
    assert roll(seed, *key, sides=sides) == first


def chi_square(counts: Counter[int], faces: int, rolls: int) -> float:
    mean = rolls / faces
    return sum((counts[face] - mean) ** 2 / mean for face in range(1, faces + 1))


@pytest.mark.parametrize("vary", ["seed", "turn", "subject", "ordinal"])
def test_dice_are_fair_whatever_part_of_the_key_varies(vary: str) -> None:
    """Chi-square with 5 degrees of freedom stays below 20.5 in 999 of 1,000 samples; these are fixed ones."""
    rolls = 6000
    key = {"seed": 7, "turn": 3, "subject": "B1407", "ordinal": 0}
    counts: Counter[int] = Counter()
    for n in range(rolls):
        this = key | {vary: n}
        counts[roll(int(str(this["seed"])), "battle", this["turn"], this["subject"], this["ordinal"])] += 1
    assert chi_square(counts, 6, rolls) < 20.5


def test_pairs_of_neighbouring_keys_are_independent() -> None:
    """36 pairs, 35 degrees of freedom: below 66.6 in 999 of 1,000 samples."""
    pairs = Counter((roll(1, "a", n), roll(1, "a", n + 1)) for n in range(7200))
    mean = 7200 / 36
    assert len(pairs) == 36
    assert sum((count - mean) ** 2 / mean for count in pairs.values()) < 66.6


def test_keys_that_differ_only_in_where_a_word_ends_are_different_keys() -> None:
    first = [roll(seed, "ab", "c") for seed in range(60)]
    assert first != [roll(seed, "a", "bc") for seed in range(60)]
    assert first != [roll(seed, "abc") for seed in range(60)]
