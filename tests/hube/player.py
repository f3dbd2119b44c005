"""A player of whole games who chooses at random, and the same way whenever the seed is the same."""

from __future__ import annotations

import random

from gpwlab import hube
from gpwlab.hube.actions import Action, Alert, Break, Collapse, Control, Done, Lose, Move, Place, Trace

#: How likely each kind of action is against others, where it is not 1.
WEIGHTS: dict[type, float] = {Move: 6, Place: 4, Lose: 2, Trace: 0.5, Alert: 0.2, Break: 0.3, Collapse: 0.03}


class RandomPlayer:
    """Plays either side.  ``calm`` is the chance to end a phase after each action."""

    def __init__(self, seed: int, calm: float = 0.3) -> None:
        self.dice = random.Random(seed)
        self.calm = calm

    def choose(self, game: hube.Game) -> Action:
        """A legal action."""
        choice = game.pending
        if choice is not None:
            return self.dice.choice(choice.options)
        if self.dice.random() < self.calm and not game.why_not(Done()):
            return Done()
        kinds: dict[type, list[Action]] = {}
        for action in game.legal:
            kinds.setdefault(type(action), []).append(action)
        weights = [WEIGHTS.get(kind, 1.0) for kind in kinds]
        kind = self.dice.choices(list(kinds), weights)[0]
        return self.dice.choice(kinds[kind])


class SteadyPlayer(RandomPlayer):
    """A random player who records the fall of places so that no massive victory ends a campaign before its time."""

    def choose(self, game: hube.Game) -> Action:
        """A legal action."""
        if game.phase.name == "Axis Exploitation" and game.pending is None:
            axis, soviet = game.charts.massive[game.phase.turn]
            side = "Soviet" if game.vp <= axis else "Axis" if game.vp >= soviet else ""
            places = [name for _label, name, _vp in game.charts.victory_points if game.sides[game.board.hex(name)]]
            for name in self.dice.sample(places, len(places)) if side else ():
                change = Control(name, side)
                if not game.why_not(change):
                    return change
        return super().choose(game)


def play_out(scenario: str, seed: int, rules: str = "", calm: float = 0.3) -> hube.Game:
    """A whole game of a scenario."""
    game, player = hube.new(scenario, rules=rules.split(), seed=seed), RandomPlayer(seed, calm)
    while game.winner is None:
        game.do(player.choose(game))
    return game
