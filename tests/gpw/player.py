"""A player of whole games who chooses at random, fast, and the same way whenever the seed is the same."""

from __future__ import annotations

import random

from gpwlab import gpw
from gpwlab.gpw import airborne, leaders, movement, rail, sorties
from gpwlab.gpw.actions import Action, Attack, Done, Fly, Move, Place, Ready, Resolve


class RandomPlayer:
    """Plays either side.  ``calm`` is the chance to end a movement phase after each move."""

    def __init__(self, seed: int, calm: float = 0.04) -> None:
        self.dice = random.Random(seed)
        self.calm = calm

    def choose(self, game: gpw.Game) -> Action:
        """A legal action."""
        if game.pending is not None:
            return self.dice.choice(game.pending.options)
        kind = game._pos.step.kind
        if kind in ("mobile", "general", "rail"):
            return self._move(game)
        if kind == "combat":
            return self._fight(game)
        return self._bring(game)

    def _move(self, game: gpw.Game) -> Action:
        pos = game._pos
        if self.dice.random() < self.calm or (pos.step.kind == "rail" and pos.railed >= rail.limit(pos)):
            return self._end(game)
        able = movement.movable(pos)
        for unit in self.dice.sample(able, min(4, len(able))):
            moves = game.legal.of(pos.world.units[unit].id)
            enemy_zoc = pos.zoc[1 - pos.side]
            bold = [move for move in moves if isinstance(move, Move) and enemy_zoc[game.board.index[move.path[-1]]]]
            if moves:
                return self.dice.choice(bold if bold and self.dice.random() < 0.6 else moves)
        return self._end(game)

    def _end(self, game: gpw.Game) -> Action:
        """The end of a movement phase, or an aircraft that returns, transfers or flies DAS before it."""
        flights = list(sorties.legal(game._pos)) if game._pos.step.kind == "general" else []
        if flights and (Done() not in game.legal or self.dice.random() < 0.7):
            defence = [flight for flight in flights if isinstance(flight, Fly)]
            return self.dice.choice(defence if defence and self.dice.random() < 0.5 else flights)
        return Done()

    def _fight(self, game: gpw.Game) -> Action:
        actions = list(game.legal)
        waiting = [action for action in actions if isinstance(action, Resolve)]
        attacks = [action for action in actions if isinstance(action, Attack)]
        if attacks and self.dice.random() < 0.8:
            attack = self.dice.choice(attacks)
            fewer = Attack(
                attack.target, self.dice.sample(attack.attackers, self.dice.randint(1, len(attack.attackers)))
            )
            return fewer if fewer in game.legal else attack
        flights = [action for action in actions if isinstance(action, Fly)]
        if flights and self.dice.random() < 0.8:
            return self.dice.choice(flights)
        if not waiting and Ready() in actions:
            return Ready()
        return self.dice.choice(waiting) if waiting else Done()

    def _bring(self, game: gpw.Game) -> Action:
        actions = list(game.legal)
        placing = [action for action in actions if isinstance(action, Place)]
        if placing and self.dice.random() < 0.9:
            return self.dice.choice(placing)
        return self.dice.choice(actions)


class WarPlayer(RandomPlayer):
    """A random player who moves leaders about and drops airborne troops too."""

    def choose(self, game: gpw.Game) -> Action:
        pos = game._pos
        if game.pending is None and pos.step.kind in ("mobile", "general") and self.dice.random() < 0.2:
            special: list[Action] = list(airborne.legal(pos))
            special += leaders.legal(pos) if pos.step.kind == "mobile" else []
            if special:
                return self.dice.choice(special)
        return super().choose(game)


def play_out(seed: int, rules: str = "") -> gpw.Game:
    """A whole game of Barbarossa."""
    game, player = gpw.new("barbarossa", rules=rules.split(), seed=seed), RandomPlayer(seed)
    while game.winner is None:
        game.do(player.choose(game))
    return game
