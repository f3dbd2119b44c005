"""A player of whole games who chooses at random, and the same way whenever the seed is the same."""

from __future__ import annotations

import random

from gpwlab import sfs
from gpwlab.sfs.actions import Action, Attack, Break, Done, Move, Overrun, Reserve, Stack, Stuka

#: How likely each kind of action is against others, where it is not 1.
WEIGHTS: dict[type, float] = {Attack: 6, Overrun: 6, Stuka: 3, Move: 2, Stack: 0.4, Reserve: 0.5, Break: 0.3}


class RandomPlayer:
    """Plays either side.  ``calm`` is the chance to end a phase after each action."""

    def __init__(self, seed: int, calm: float = 0.12) -> None:
        self.dice = random.Random(seed)
        self.calm = calm

    def choose(self, game: sfs.Game) -> Action:
        """A legal action."""
        choice = game.pending
        if choice is not None:
            return self.dice.choice(choice.options)
        if self.dice.random() < self.calm and not game.why_not(Done()):
            return Done()
        actions = list(game.legal)
        kinds: dict[type, list[Action]] = {}
        for action in actions:
            kinds.setdefault(type(action), []).append(action)
        weights = [WEIGHTS.get(kind, 1.0) for kind in kinds]
        kind = self.dice.choices(list(kinds), weights)[0]
        return self.dice.choice(kinds[kind])


def play_out(scenario: str, seed: int, rules: str = "", setup: str = "suggested") -> sfs.Game:
    """A whole game of a scenario."""
    game, player = sfs.new(scenario, rules=rules.split(), seed=seed, setup=setup), RandomPlayer(seed)
    while game.winner is None:
        game.do(player.choose(game))
    return game
