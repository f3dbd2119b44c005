"""Whole games of Barbarossa at random: no position contradicts itself, and every way back and forth is exact."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from gpwlab import DataError, gpw
from gpwlab.gpw.actions import Action, Attack, Done, Move, Resolve
from tests.gpw import invariants
from tests.gpw.player import RandomPlayer

#: Whole games take about a second each: fewer of them than of other examples.
GAMES = max(4, settings.get_profile(settings.get_current_profile_name()).max_examples // 10)
SEEDS = st.integers(0, 2**32)
#: A smaller seed makes no smaller game, so that nothing is gained by shrinking.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)


@settings(max_examples=GAMES, phases=PHASES)
@given(seed=SEEDS)
def test_no_action_of_a_whole_game_breaks_an_invariant(seed: int) -> None:
    game, player = gpw.new("barbarossa", seed=seed), RandomPlayer(seed)
    phase = str(game.phase)
    done: list[Action] = []
    while game.winner is None:
        action = player.choose(game)
        before = game._pos.copy()
        assert game.why_not(action) == []
        if isinstance(action, Done):
            _check_what_was_done(done)
            done = []
        else:
            assert str(game.phase) == phase
            done.append(action)
        events = game.do(action)
        assert events
        assert all(1 <= event.die <= 6 for event in events if event.die)
        assert game._pos.phase == before.phase or isinstance(action, Done)
        phase = str(game.phase)
        invariants.check(game._pos)
    assert (game.phase.turn, game.phase.name) <= (5, "Soviet General Movement")
    assert game.winner.reasons


def _check_what_was_done(phase: list[Action]) -> None:
    """A unit moves once and attacks once a phase; each announced attack is rolled for, none is rolled twice."""
    moved = Counter(action.unit for action in phase if isinstance(action, Move))
    attacking = Counter(unit for action in phase if isinstance(action, Attack) for unit in action.attackers)
    assert max([*moved.values(), *attacking.values()], default=1) == 1
    announced = [action.target for action in phase if isinstance(action, Attack)]
    resolved = [action.target for action in phase if isinstance(action, Resolve)]
    assert sorted(announced) == sorted(resolved)
    assert len(set(announced)) == len(announced)
    first = next((n for n, action in enumerate(phase) if isinstance(action, Resolve)), len(phase))
    assert not [action for action in phase[first:] if isinstance(action, Attack)]


@settings(max_examples=GAMES, phases=PHASES)
@given(seed=SEEDS)
def test_every_way_back_and_forth_leads_to_the_same_position(seed: int) -> None:
    game, player, dice = gpw.new("barbarossa", seed=seed), RandomPlayer(seed), random.Random(seed)
    positions = [game.position]
    while game.winner is None:
        game.do(player.choose(game))
        positions.append(game.position)
    actions = game.actions
    for number in (*dice.sample(range(len(positions)), 6), 0):
        game.jump(number)
        assert game.position == positions[number]
        assert gpw.from_position(positions[number]).position == positions[number]
        invariants.check(game._pos)
    for action in actions[:60]:  # done anew, not redone: the dice are the same
        game.do(action)
    assert game.position == positions[60]
    while game.cursor:
        game.undo()
        assert game.position == positions[game.cursor]


@settings(max_examples=GAMES, phases=PHASES)
@given(seed=SEEDS)
def test_a_save_of_any_moment_is_that_moment(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    path: Path = tmp_path_factory.mktemp("saves") / "game.json"
    game, player, dice = gpw.new("barbarossa", seed=seed), RandomPlayer(seed), random.Random(seed)
    for _action in range(dice.randint(0, 400)):
        if game.winner is not None:
            break
        game.do(player.choose(game))
        if game.cursor and dice.random() < 0.05:  # some trials that were taken back
            game.jump(dice.randint(max(0, game.cursor - 4), game.cursor))
    game.save(path)
    twin = gpw.load(path)
    assert twin.read_only == ""
    assert twin.position == game.position
    assert (twin.cursor, twin.undone, twin.actions) == (game.cursor, game.undone, game.actions)
    assert twin.log.equals(game.log)
    again = RandomPlayer(seed + 1)
    for _action in range(30):  # and what follows is the same
        if game.winner is not None:
            break
        action = again.choose(game)
        assert twin.do(action) == game.do(action)
    assert twin.position == game.position


@settings(max_examples=GAMES, phases=PHASES)
@given(seed=SEEDS)
def test_a_fork_goes_its_own_way(seed: int) -> None:
    game, player = gpw.new("barbarossa", seed=seed), RandomPlayer(seed)
    for _action in range(40):
        game.do(player.choose(game))
    here, log = game.position, game.log
    twin, other = game.fork(), RandomPlayer(seed + 1)
    assert twin.position == here
    for _action in range(20):
        twin.do(other.choose(twin))
    twin.jump(5)
    assert (game.position, game.cursor) == (here, 40)
    assert game.log.equals(log)
    game.undo()
    assert twin.cursor == 5


@settings(max_examples=6 * GAMES)
@given(data=st.data())
def test_a_changed_byte_of_a_save_is_refused(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever byte of it becomes whatever other; a game on the table is none the wiser."""
    path = tmp_path_factory.mktemp("saves") / "game.json"
    game = gpw.new("barbarossa", seed=3)
    game.play("Axis General Movement")
    game.save(path)
    before, whole = game.position, path.read_bytes()
    for _change in range(10):
        place = data.draw(st.integers(0, len(whole) - 1))
        other = whole[place] ^ data.draw(st.integers(1, 255))
        path.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
        with pytest.raises(DataError):
            gpw.load(path)
    assert game.position == before
    path.write_bytes(whole)
    assert gpw.load(path).position == before
