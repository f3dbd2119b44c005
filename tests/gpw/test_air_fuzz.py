"""Whole games with aircraft at random: bases crowd behind the front, so that fighters meet and airfields fall."""

from __future__ import annotations

from collections import Counter

import pytest

from gpwlab import gpw
from gpwlab.gpw.actions import Action, Base, Fly, Intercept, Place, Ready
from tests.gpw import invariants
from tests.gpw.player import RandomPlayer

#: Scenario, seed, other options that are on.
GAMES = [("barbarossa", 1, ()), ("citadel", 2, ("leaders",)), ("bagration", 3, ("shock",)), ("bagration", 4, ())]


class Airman(RandomPlayer):
    """Plays at random on the ground, keeps aircraft near the enemy and intercepts whenever it can."""

    def choose(self, game: gpw.Game) -> Action:
        if game.pending is not None:
            fighters = [option for option in game.pending.options if isinstance(option, Intercept)]
            landings = [option for option in game.pending.options if isinstance(option, Base)]
            return self.dice.choice(fighters or self._close(game, landings) or game.pending.options)
        action = super().choose(game)
        if isinstance(action, Base) or (isinstance(action, Place) and game.standing(action.unit)[0].air_range):
            same = [a for a in game.legal.of(action.unit) if type(a) is type(action)]
            return self.dice.choice(self._close(game, same))
        return action

    def _close(self, game: gpw.Game, landings: list[Action]) -> list[Action]:
        """The landings nearest to enemy units."""
        pos, board = game._pos, game.board

        def gap(action: Action) -> int:
            assert isinstance(action, Base | Place)
            side, hex_ = pos.world.unit(action.unit).side, board.index[action.hex]
            return min((board.distance(hex_, pos.where[u]) for u in pos.on_map(1 - side)), default=0)

        return sorted(landings, key=gap)[:3]


@pytest.mark.parametrize(("scenario", "seed", "others"), GAMES)
def test_a_whole_game_with_aircraft_holds_together(scenario: str, seed: int, others: tuple[str, ...]) -> None:
    game, player = gpw.new(scenario, rules=("air", *others), seed=seed), Airman(seed)
    done: Counter[type] = Counter()
    while game.winner is None:
        action = player.choose(game)
        assert game.why_not(action) == []
        before = game.position if isinstance(action, Base | Fly | Intercept | Ready) else ""
        assert game.do(action)
        invariants.check(game._pos)
        done[type(action)] += 1
        if before:
            _there_and_back(game, before)
    assert done[Fly] > 3
    assert done[Base] > 3


def _there_and_back(game: gpw.Game, before: str) -> None:
    after, asked = game.position, game.pending
    twin = gpw.from_position(after)
    assert (twin.position, twin.pending) == (after, asked)
    game.undo()
    assert game.position == before
    game.redo()
    assert (game.position, game.pending) == (after, asked)


def test_the_same_seed_flies_the_same_game() -> None:
    logs = []
    for _run in range(2):
        game, player = gpw.new("bagration", rules="air", seed=9), Airman(9)
        while game.winner is None and game.cursor < 150:
            game.do(player.choose(game))
        logs.append((game.position, list(game.log.text)))
    assert logs[0] == logs[1]


def test_fighters_meet_in_random_games() -> None:
    """The games above are worth something only if interceptions happen in them."""
    kinds: Counter[str] = Counter()
    for scenario, seed, others in GAMES[1:]:
        game, player = gpw.new(scenario, rules=("air", *others), seed=seed), Airman(seed)
        while game.winner is None:
            kinds.update(event.kind for event in game.do(player.choose(game)))
    assert min(kinds[kind] for kind in ("sortie", "interception", "base")) > 0
