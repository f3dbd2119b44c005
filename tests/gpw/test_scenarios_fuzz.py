"""Whole games of every scenario and of the campaign at random, all advanced rules in force."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gpwlab import gpw
from tests.gpw import invariants
from tests.gpw.player import WarPlayer
from tests.gpw.starts import LENGTH

SCENARIOS = ("fall-blau", "uranus", "citadel", "bagration")


def play_out(slug: str, seed: int, every: int, calm: float = 0.04) -> tuple[gpw.Game, dict[int, str]]:
    """A whole game, with the invariants checked after every so many actions, and the positions there."""
    game, player, positions = gpw.new(slug, seed=seed), WarPlayer(seed, calm), {}
    while game.winner is None:
        action = player.choose(game)
        if game.cursor % 7 == 0:
            assert game.why_not(action) == []
        assert game.do(action)
        if game.cursor % every == 0 or game.winner is not None:
            invariants.check(game._pos)
            positions[game.cursor] = game.position
    return game, positions


@pytest.mark.parametrize("slug", SCENARIOS)
def test_a_scenario_is_played_to_its_end_and_back(slug: str, tmp_path: Path) -> None:
    game, positions = play_out(slug, seed=11, every=1)
    assert (game.phase.turn, game.phase.name) == (LENGTH[slug][1], "Soviet General Movement")
    assert game.winner is not None
    assert game.winner.winner in ("Axis", "Soviet", "draw")
    kinds = set(game.log.kind)
    assert kinds >= {"move", "battle", "reinforcement", "replacement", "leader", "outcome"}
    dice = random.Random(11)
    for number in (*dice.sample(sorted(positions), 12), 0):
        game.jump(number)
        invariants.check(game._pos)
        if number:
            assert game.position == positions[number]
            assert gpw.from_position(positions[number]).position == positions[number]
    game.jump(game.cursor + game.undone)
    game.save(tmp_path / "game.json")
    twin = gpw.load(tmp_path / "game.json")
    assert twin.read_only == ""
    assert twin.position == game.position
    assert str(twin.winner) == str(game.winner)


@pytest.mark.parametrize("slug", SCENARIOS)
def test_the_same_actions_lead_to_the_same_dice(slug: str) -> None:
    first, second = WarPlayer(3), WarPlayer(3)
    game, twin = gpw.new(slug, seed=3), gpw.new(slug, seed=3)
    for _action in range(150):
        action = first.choose(game)
        events = game.do(action)
        assert twin.do(second.choose(twin)) == events
        game.undo()
        assert game.do(action) == events
    assert game.position == twin.position


def test_the_campaign_is_played_to_its_end() -> None:
    game, positions = play_out("campaign", seed=4, every=4, calm=0.06)
    assert game.winner is not None
    assert game.phase.name == "Soviet General Movement"
    assert game.phase.turn == 32 or game.winner.winner != "draw"
    for number in random.Random(4).sample(sorted(positions), 6):
        game.jump(number)
        assert game.position == positions[number]
        assert gpw.from_position(positions[number]).position == positions[number]
