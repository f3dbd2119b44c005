"""Gil Winters' variants together, and each in the position where it bites (23.5.4)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.gpw.variants import VARIANTS
from tests.gpw import invariants
from tests.gpw.player import RandomPlayer
from tests.gpw.variants.positions_winters import POSITIONS

OWN = [option for option in VARIANTS if option.section.startswith("23.5.4")]
#: All of them but the one of airborne troops, whose ZOC the invariants do not know.
TOGETHER = [option.slug for option in OWN if option.slug != "airborne-as-garrisons"]


def played(game: gpw.Game, seed: int, most: int, check: bool = True) -> None:
    """Play at random: what is chosen is legal, no position contradicts itself, each can be written and read."""
    player = RandomPlayer(seed)
    for number in range(most):
        if game.winner is not None:
            break
        action = player.choose(game)
        if str(action) == "done" and action not in game.legal:
            action = next(iter(game.legal))
        assert game.why_not(action) == []
        game.do(action)
        if check:
            invariants.check(game._pos)
        if number % 60 == 0:
            assert gpw.from_position(game.position, game.rules).position == game.position


@pytest.mark.parametrize("seed", [2, 4])
def test_whole_games_of_barbarossa_with_all_of_them(seed: int) -> None:
    game = gpw.new("barbarossa", rules=(*TOGETHER, "shock", "20.3"), seed=seed)
    played(game, seed, 3000)
    assert game.winner is not None


def test_a_stretch_of_the_campaign_with_all_of_them_and_the_airborne_rules() -> None:
    game = gpw.new("campaign", rules=tuple(option.slug for option in OWN), seed=3)
    played(game, 3, 700, check=False)
    assert game.phase.turn > 1


@pytest.mark.parametrize("slug", POSITIONS)
def test_each_plays_on_from_its_position(slug: str) -> None:
    game = POSITIONS[slug]()
    assert game.rules.has(slug)
    played(game, 1, 25, check=False)


def test_every_one_has_a_position_and_says_what_it_is() -> None:
    assert [option.slug for option in OWN] == list(POSITIONS)
    for option in OWN:
        assert option.source == "Gil Winters, Moves 73"
        assert option.topic
        assert option.changes
