"""Whole games at random: no position contradicts itself, and every way back and forth is exact."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from gpwlab import DataError, sfs
from tests.sfs import invariants
from tests.sfs.player import RandomPlayer

#: Whole games take a few seconds each: fewer of them than of other examples.
GAMES = max(2, settings.get_profile(settings.get_current_profile_name()).max_examples // 25)
SEEDS = st.integers(0, 2**32)
#: A smaller seed makes no smaller game, so that nothing is gained by shrinking.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
SHORT = ("red-square", "red-square-solitaire")
SCENARIOS = (*SHORT, "standard", "dash-to-the-volga", "fight-to-the-finish")


def begun(slug: str, seed: int) -> sfs.Game:
    """A game of a seed, every second one with the Soviet set-up to be made, every third one with cards."""
    rules = "fog-of-war" if seed % 3 == 0 else ()
    return sfs.new(slug, rules=rules, seed=seed, setup="free" if seed % 2 else "suggested")


@pytest.mark.parametrize("slug", SCENARIOS)
@settings(max_examples=GAMES, phases=PHASES)
@given(seed=SEEDS)
def test_no_action_of_a_whole_game_breaks_an_invariant_and_each_can_be_undone(slug: str, seed: int) -> None:
    game, player = begun(slug, seed), RandomPlayer(seed)
    while game.winner is None:
        action = player.choose(game)
        before = game.position
        assert game.why_not(action) == []
        events = game.do(action)
        assert events
        assert all(1 <= event.die <= 6 or event.kind == "cup" for event in events if event.die)
        invariants.check(game._pos)
        after = game.position
        if game.cursor % 7 == 0:
            game.undo()
            assert game.position == before
            game.redo()
            assert game.position == after
        if game.cursor % 3 == 0 or game.pending is not None:
            assert sfs.from_position(after).position == after
    assert game.winner.reasons
    assert game.phase.turn <= 20


def back_and_forth(slug: str, seed: int, calm: float) -> None:
    """Undo leads back through every step of a game, redo forth again, and every position can be read."""
    game, player = begun(slug, seed), RandomPlayer(seed, calm=calm)
    positions = [game.position]
    while game.winner is None:
        game.do(player.choose(game))
        positions.append(game.position)
    dice = random.Random(seed)
    for number in (*dice.sample(range(len(positions)), 5), 0, len(positions) - 1):
        game.jump(number)
        assert game.position == positions[number]
        assert sfs.from_position(positions[number]).position == positions[number]
    while game.cursor:
        game.undo()
        assert game.position == positions[game.cursor]
    while game.undone:
        game.redo()
        assert game.position == positions[game.cursor]


@pytest.mark.parametrize("slug", SHORT)
@settings(max_examples=2 * GAMES, phases=PHASES)
@given(seed=SEEDS)
def test_undo_leads_back_through_every_step_of_a_short_game(slug: str, seed: int) -> None:
    back_and_forth(slug, seed, calm=0.15)


@pytest.mark.parametrize("slug", SCENARIOS[len(SHORT) :])
@settings(max_examples=GAMES // 2, phases=PHASES)
@given(seed=SEEDS)
def test_undo_leads_back_through_every_step_of_a_long_game(slug: str, seed: int) -> None:
    back_and_forth(slug, seed, calm=0.3)


@settings(max_examples=2 * GAMES, phases=PHASES)
@given(seed=SEEDS)
def test_a_save_of_any_moment_is_that_moment(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    path: Path = tmp_path_factory.mktemp("saves") / "game.json"
    dice = random.Random(seed)
    game, player = begun(dice.choice(SCENARIOS), seed), RandomPlayer(seed)
    for _action in range(dice.randint(0, 120)):
        if game.winner is not None:
            break
        game.do(player.choose(game))
        if game.cursor and dice.random() < 0.05:  # some trials that were taken back
            game.jump(dice.randint(max(0, game.cursor - 4), game.cursor))
    game.save(path)
    twin = sfs.load(path)
    assert twin.read_only == ""
    assert (twin.position, twin.cursor, twin.undone, twin.actions) == (
        game.position, game.cursor, game.undone, game.actions,
    )  # fmt: skip
    assert twin.log.equals(game.log)
    again = RandomPlayer(seed + 1)
    for _action in range(20):  # and what follows is the same
        if game.winner is not None:
            break
        action = again.choose(game)
        assert twin.do(action) == game.do(action)
    assert twin.position == game.position


@settings(max_examples=10 * GAMES)
@given(data=st.data())
def test_a_changed_byte_of_a_save_is_refused(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever byte of it becomes whatever other; a game on the table is none the wiser."""
    path = tmp_path_factory.mktemp("saves") / "game.json"
    game = sfs.new("red-square", seed=3)
    game.play("German Movement")
    game.save(path)
    before, whole = game.position, path.read_bytes()
    for _change in range(5):
        place = data.draw(st.integers(0, len(whole) - 1))
        other = whole[place] ^ data.draw(st.integers(1, 255))
        path.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
        with pytest.raises(DataError):
            sfs.load(path)
    assert game.position == before
    path.write_bytes(whole)
    assert sfs.load(path).position == before
