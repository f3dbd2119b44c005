"""Variants together: each alone from its position, all pairs that share a table or a hook, and others by lot."""

from __future__ import annotations

import pytest

from gpwlab.gpw.options import registry
from gpwlab.gpw.variants import VARIANTS
from tests.gpw.variants import pairs
from tests.gpw.variants.pairs import Pair

SHARING = pairs.sharing()
OTHERS = pairs.others(40, seed=7)


def test_each_variant_has_a_position() -> None:
    assert {option.slug for option in VARIANTS} <= set(pairs.POSITIONS)


@pytest.mark.parametrize("slug", pairs.POSITIONS)
def test_a_variant_alone_from_its_position(slug: str) -> None:
    game = pairs.POSITIONS[slug]()
    assert game.rules.has(slug)
    pairs.play(game, seed=1)


@pytest.mark.parametrize("pair", [*SHARING, *OTHERS], ids="+".join)
def test_a_pair_plays_or_is_refused_with_the_reason(pair: Pair) -> None:
    why = pairs.refused(pair)
    if why:
        titles = [registry()[slug].title for slug in pair]
        assert sum(title in why for title in titles) >= 1, why
        assert "conflicts with" in why or " needs " in why
        return
    pairs.play(pairs.together(pair), seed=len(pair[0]) + len(pair[1]))
