"""One game of the soak, played to its end and looked at as it goes; whatever is wrong is an exception."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import pytest

from gpwlab import IllegalAction, InvalidInput
from tests.gpw import invariants as gpw_invariants
from tests.hube import invariants as hube_invariants
from tests.sfs import invariants as sfs_invariants
from tests.soak.draw import MODULES, Draw

CHECKS = {"gpw": gpw_invariants.check, "sfs": sfs_invariants.check, "hube": hube_invariants.check}
#: A game of more actions than any real one does not end.
MOST = 20_000


class Failed(AssertionError):
    """What went wrong in a game, and after how many actions."""


class Trial:
    """A game while it is played.  Each kind of check has its share of the actions, by a die of its own."""

    def __init__(self, drawn: Draw) -> None:
        self.drawn, self.module = drawn, MODULES[drawn.system]
        self.dice = random.Random(drawn.seed)
        self.game = drawn.new()
        self.rules = self.game.rules
        self.start = self.game.position
        self.player = drawn.player()
        self.seen: dict[int, str] = {0: self.start}
        self.old: list[Any] = []

    def play(self) -> int:
        """Play to the end and look back; the number of actions.  Failed names the action at fault."""
        try:
            while self.game.winner is None:
                self._step()
                assert self.game.cursor < MOST, "the game does not end"
            self._look_back()
        except (Exception, pytest.fail.Exception) as error:
            game = self.game
            told = f"after {game.cursor} actions, {game.phase}: {type(error).__name__}: {error}"
            raise Failed(told) from error
        return int(self.game.cursor)

    # -- on the way ----------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        game, roll = self.game, self.dice.random()
        action = self._chosen()
        refused = game.why_not(action)
        assert refused == [], f"{action} is offered and refused: {refused}"
        if roll < 0.2:
            self._ask(action)
        before = game.position if roll < 0.1 else ""
        assert game.do(action), f"{action} caused no event"
        self.old = [action, *self.old[:30]]
        if roll < 0.1:
            self._there_and_back(before)
        if roll < 0.3:
            self._look()
        if roll > 0.985 and game.cursor > 5:  # a trial that is taken back and played another way
            game.jump(game.cursor - self.dice.randint(1, 5))
            self.seen = {n: text for n, text in self.seen.items() if n <= game.cursor}

    def _chosen(self) -> Any:
        """What the player chooses; now and then any legal action, each kind being as likely."""
        game = self.game
        action = None if self.dice.random() < 0.03 else self.player.choose(game)
        if action is not None and (str(action) != "done" or not game.why_not(action)):
            return action
        kinds: dict[type, list[Any]] = {}
        for each in game.legal:
            kinds.setdefault(type(each), []).append(each)
        assert kinds, "nothing is legal and the game is not over"
        return self.dice.choice(kinds[self.dice.choice(list(kinds))])

    def _ask(self, action: Any) -> None:
        """``legal``, ``why_not`` and the text of an action agree, and ``do`` refuses with the same reasons."""
        game = self.game
        assert action in game.legal
        assert self.module.parse_action(str(action)) == action
        assert game.why_not(str(action)) == []
        if not self.old:
            return
        other = self.dice.choice(self.old)  # done before, so that it is mostly refused now
        try:
            reasons, before = game.why_not(other), game.position
        except InvalidInput:  # it names a force that is no more
            assert other not in game.legal
            return
        assert (other in game.legal) == (not reasons), f"legal and why_not do not agree on {other}"
        if reasons:
            assert all(reason.rule and reason.text for reason in reasons)
            with pytest.raises(IllegalAction) as refusal:
                game.do(other)
            assert refusal.value.reasons == reasons
            assert game.position == before, f"{other} was refused and changed the position"

    def _there_and_back(self, before: str) -> None:
        game, after = self.game, self.game.position
        game.undo()
        assert game.position == before, "undo leads to another position"
        game.redo()
        assert game.position == after, "redo leads to another position"
        self.seen[game.cursor] = after

    def _look(self) -> None:
        """The position does not contradict itself and can be read back."""
        game = self.game
        CHECKS[self.drawn.system](game._pos)
        if self.dice.random() < 0.1:
            twin = self.module.from_position(game.position, self.rules)
            assert twin.position == game.position, "a position is read back as another one"
            assert (str(twin.phase), twin.pending) == (str(game.phase), game.pending)

    # -- at the end ----------------------------------------------------------------------------------------------------

    def _look_back(self) -> None:
        game, end, cursor = self.game, self.game.position, self.game.cursor
        assert game.winner.reasons, "the outcome has no reasons"
        assert not list(game.legal), "something is legal after the end"
        for number in (*self.dice.sample(sorted(self.seen), min(6, len(self.seen))), 0):
            game.jump(number)
            assert game.position == self.seen[number], f"the position after {number} actions is another one now"
        game.jump(cursor)
        assert game.position == end, "redo to the end leads to another position"
        self._again(end)
        if self.dice.random() < 0.25:
            self._keep(end)

    def _again(self, end: str) -> None:
        """The same actions, as text, in a new game lead to the same end."""
        twin = self.drawn.new()
        assert twin.position == self.start
        for action in self.game.actions:
            twin.do(str(action))
        assert twin.position == end, "the same actions lead to another position"
        assert str(twin.winner) == str(self.game.winner)

    def _keep(self, end: str) -> None:
        """A save holds everything, wherever in the line the game stands."""
        game = self.game
        game.jump(self.dice.choice([game.cursor, self.dice.randint(0, game.cursor)]))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.json"
            game.save(path, brief=self.dice.random() < 0.5)
            twin = self.module.load(path, self.rules)
        assert twin.read_only == "", twin.read_only
        assert (twin.position, twin.cursor, twin.actions) == (game.position, game.cursor, game.actions)
        assert twin.log.equals(game.log), "the log of the save is another one"
        twin.jump(twin.cursor + twin.undone)
        assert twin.position == end, "the save leads to another end"
