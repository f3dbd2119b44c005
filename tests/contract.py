"""What every game of the lab promises, whatever its rules: a class of tests to be inherited, once a game.

A subclass sets ``case``.  The tests play some dozens of actions, chosen by the case's player, from several seeds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gpwlab import GameError, IllegalAction, InvalidInput

#: Columns that the log and the order of battle of every game have.
LOG = {"n", "kept", "turn", "phase", "side", "action", "kind", "unit", "die", "result", "rule", "text"}
UNITS = {"unit", "side", "kind", "state"}


@dataclass(frozen=True)
class Case:
    """A game to be tested.

    new: a fresh game of a seed.  module: the game's package.  player: for a seed, what chooses a legal action.
    refused: well formed, but against a rule at the start.  malformed: texts and objects that are no actions.
    sides: whose views there are.  place: where an action ends, or None.  steps: actions that a test plays.
    """

    new: Callable[[int], Any]
    module: Any
    player: Callable[[int], Callable[[Any], Any]]
    refused: str
    malformed: tuple[Any, ...]
    sides: tuple[str, str]
    place: Callable[[Any], str | None]
    steps: int = 60


class GameContract:
    """The contract; every test starts from fresh games."""

    case: Case

    def walk(self, seed: int, steps: int | None = None) -> Iterator[Any]:
        """A game before its first action and after each one that the player does."""
        game, choose = self.case.new(seed), self.case.player(seed)
        yield game
        for _step in range(self.case.steps if steps is None else steps):
            if game.winner is not None:
                return
            game.do(choose(game))
            yield game

    def played(self, seed: int, steps: int | None = None) -> Any:
        """A game after a while."""
        *_before, game = self.walk(seed, steps)
        return game

    @pytest.fixture(params=[1, 2])
    def seed(self, request: pytest.FixtureRequest) -> int:
        return int(request.param)

    # -- looking -------------------------------------------------------------------------------------------------------

    def test_a_phase_has_turn_side_name_and_rule(self, seed: int) -> None:
        for game in self.walk(seed):
            phase = game.phase
            assert phase.turn >= 1
            assert phase.side in self.case.sides
            assert phase.name in str(phase)
            assert str(phase.turn) in str(phase)
            assert phase.rule.split()[0] == self.case.module.__name__.rpartition(".")[2]

    def test_the_legal_actions_are_legal(self, seed: int) -> None:
        for game in self.walk(seed, 25):
            actions = list(game.legal)
            assert len(game.legal) == len(actions)
            assert bool(game.legal) == bool(actions)
            assert len(set(map(str, actions))) == len(actions)
            assert str(len(actions)) in repr(game.legal)
            for action in random.Random(seed).sample(actions, min(15, len(actions))):
                assert game.why_not(action) == []
                assert action in game.legal
                assert str(action) in game.legal
                assert game.why_not(str(action)) == []

    def test_actions_have_a_text_form(self, seed: int) -> None:
        for game in self.walk(seed, 25):
            for action in random.Random(seed).sample(list(game.legal), min(15, len(game.legal))):
                assert self.case.module.parse_action(str(action)) == action
                assert "\n" not in str(action)

    def test_a_list_of_legal_actions_that_was_counted_follows_the_game(self) -> None:
        game, choose = self.case.new(1), self.case.player(1)
        for _step in range(min(self.case.steps, 40)):
            if game.winner is not None:
                return
            legal = game.legal
            len(legal)
            game.do(choose(game))
            assert list(iter(legal)) == list(game.legal)  # an iterator, unlike the list, is not counted anew

    def test_legal_actions_can_be_asked_for_by_unit_and_by_place(self) -> None:
        for game in self.walk(1, 12):
            everything = list(game.legal)
            for unit in random.Random(1).sample(list(game.units["unit"]), 12):
                own = game.legal.of(unit)
                assert all(action in game.legal for action in own)
                assert all(unit in str(action).split() for action in own)
                assert {a for a in everything if unit in str(a).split()} <= set(own)
            places = sorted({place for action in everything if (place := self.case.place(action))})
            for place in places[:: max(1, len(places) // 3)]:
                there = [action for action in everything if self.case.place(action) == place]
                assert game.legal.at(place) == there
        for ask in (game.legal.of, game.legal.at):
            with pytest.raises(InvalidInput, match="nowhere"):
                ask("nowhere")

    def test_an_open_decision_offers_only_its_options(self) -> None:
        found = 0
        for seed in range(1, 6):
            for game in self.walk(seed, 3 * self.case.steps):
                choice = game.pending
                if choice is None:
                    continue
                found += 1
                assert choice.side in self.case.sides
                assert choice.default in choice.options
                assert list(game.legal) == list(choice.options)
                with pytest.raises(IllegalAction) as refusal:
                    game.next_phase()
                assert [reason.rule for reason in refusal.value.reasons] == [choice.rule]
            if found > 5:
                return
        assert found

    def test_the_tables_have_their_columns(self, seed: int) -> None:
        game = self.played(seed)
        assert set(game.log.columns) >= LOG
        assert set(game.units.columns) >= UNITS
        assert game.units["unit"].is_unique
        assert game.log["kept"].all()
        assert game.log["n"].is_monotonic_increasing
        assert set(game.log["action"]) >= set(map(str, game.actions))
        assert game.log["text"].str.len().min() > 0

    def test_looking_changes_nothing(self, seed: int) -> None:
        game = self.played(seed)
        before, cursor = game.position, game.cursor
        _everything = (game.phase, game.pending, list(game.legal), game.units, game.log, game.winner, repr(game))
        assert (game.position, game.cursor) == (before, cursor)

    # -- acting --------------------------------------------------------------------------------------------------------

    def test_what_is_refused_says_why_and_changes_nothing(self, seed: int) -> None:
        game = self.case.new(seed)
        before, log = game.position, game.log
        reasons = game.why_not(self.case.refused)
        assert reasons
        assert all(reason.rule and reason.text and reason.rule in str(reason) for reason in reasons)
        with pytest.raises(IllegalAction) as refusal:
            game.do(self.case.refused)
        assert refusal.value.reasons == reasons
        assert self.case.refused not in game.legal
        assert (game.position, game.cursor) == (before, 0)
        assert game.log.equals(log)

    def test_what_is_no_action_is_invalid_and_changes_nothing(self) -> None:
        game = self.case.new(1)
        before = game.position
        for nonsense in self.case.malformed:
            with pytest.raises(InvalidInput):
                game.do(nonsense)
            with pytest.raises(InvalidInput):
                game.why_not(nonsense)
            assert nonsense not in game.legal
            assert game.position == before

    def test_an_action_tells_what_it_caused(self, seed: int) -> None:
        game, choose = self.case.new(seed), self.case.player(seed)
        for number in range(1, 30):
            action = choose(game)
            events = game.do(action)
            assert events
            assert game.cursor == number
            assert game.actions[-1] == action
            last = game.log[game.log["n"] == game.log["n"].max()]
            assert list(last["text"]) == [event.text for event in events]
            assert set(last["action"]) == {str(action)}

    # -- back and forth ------------------------------------------------------------------------------------------------

    def test_undo_redo_and_jump_restore_positions_exactly(self, seed: int) -> None:
        positions = [game.position for game in self.walk(seed)]
        game = self.played(seed)
        actions = game.actions
        for number in reversed(range(len(actions))):
            assert game.undo() == actions[number]
            assert game.position == positions[number]
        assert game.cursor == 0
        assert game.undone == len(actions)
        with pytest.raises(InvalidInput):
            game.undo()
        for number, action in enumerate(actions, 1):
            assert game.redo() == action
            assert game.position == positions[number]
        with pytest.raises(InvalidInput):
            game.redo()
        for number in random.Random(seed).sample(range(len(positions)), 8):
            game.jump(number)
            assert game.position == positions[number]
        for wrong in (-1, len(positions), "1", None, 1.0):
            with pytest.raises(InvalidInput):
                game.jump(wrong)

    def test_what_is_undone_stays_in_the_log(self, seed: int) -> None:
        game = self.played(seed)
        before = game.log
        game.jump(game.cursor - 10)
        after = game.log
        assert list(after["text"]) == list(before["text"])
        kept = after[after["kept"]]
        assert set(kept["n"]) <= set(range(game.cursor + 1))
        assert len(kept) < len(after)
        game.jump(game.cursor + 10)
        assert game.log.equals(before)

    def test_dice_do_not_depend_on_the_way(self, seed: int) -> None:
        game, straight = self.case.new(seed), self.played(seed)
        for action in straight.actions:
            game.do(action)
            game.undo()
            game.do(action)
        assert game.position == straight.position
        assert list(game.log[game.log["kept"]]["text"]) == list(straight.log["text"])

    def test_a_fork_is_independent(self, seed: int) -> None:
        game = self.played(seed, 20)
        twin = game.fork()
        assert (twin.position, twin.cursor) == (game.position, game.cursor)
        before, choose = game.position, self.case.player(seed + 9)
        for _step in range(10):
            twin.do(choose(twin))
        assert (game.position, game.cursor) == (before, 20)
        for action in twin.actions[20:]:  # the same dice come
            game.do(action)
        assert game.position == twin.position
        twin.jump(0)
        assert game.cursor == 30

    def test_a_new_seed_is_logged_and_changes_the_dice(self) -> None:
        game, choose = self.case.new(1), self.case.player(1)
        events = game.reseed(77)
        assert game.seed == 77
        assert [event.kind for event in events] == ["reseed"]
        assert game.log.iloc[-1]["action"] == "reseed 77"
        other, rolled = self.case.new(77), 0
        for _step in range(2 * self.case.steps):
            action = choose(game)
            events = game.do(action)
            assert events == other.do(action)
            rolled += sum(event.die > 0 for event in events)
        assert rolled
        game.jump(0)
        assert game.seed == 1
        for wrong in ("1", None, 1.5, True):
            with pytest.raises(InvalidInput):
                game.reseed(wrong)

    # -- keeping -------------------------------------------------------------------------------------------------------

    def test_a_position_is_one_line_that_can_be_read(self, seed: int) -> None:
        for game in self.walk(seed):
            text = game.position
            assert "\n" not in text
            twin = self.case.module.from_position(text)
            assert twin.position == text
            assert (str(twin.phase), twin.pending) == (str(game.phase), game.pending)

    def test_a_game_goes_on_from_its_position_as_it_would_have(self, seed: int) -> None:
        game = self.played(seed, 25)
        twin, choose = self.case.module.from_position(game.position), self.case.player(seed + 1)
        for _step in range(15):
            action = choose(game)
            assert game.do(action) == twin.do(action)
        assert game.position == twin.position

    @pytest.mark.parametrize("text", ["", "gpw1 {}", "nonsense", None, 5, b"gpw1 {}", ["gpw1 {}"]])
    def test_what_is_no_position_is_invalid(self, text: Any) -> None:
        with pytest.raises(InvalidInput):
            self.case.module.from_position(text)

    @pytest.mark.parametrize("steps", [0, 7, 33, 60])
    def test_a_save_holds_everything(self, steps: int, tmp_path: Path) -> None:
        game = self.played(3, steps)
        game.jump(max(0, game.cursor - 5))
        path = tmp_path / "save.json"
        game.save(path)
        twin = self.case.module.load(path)
        assert twin.read_only == ""
        assert (twin.position, twin.cursor, twin.undone) == (game.position, game.cursor, game.undone)
        assert twin.actions == game.actions
        assert twin.log.equals(game.log)
        assert str(twin.phase) == str(game.phase)
        twin.jump(twin.cursor + twin.undone)
        game.jump(game.cursor + game.undone)
        assert twin.position == game.position

    def test_what_is_no_save_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "save.json"
        with pytest.raises(GameError, match=r"save\.json"):
            self.case.module.load(path)
        path.write_text("{}")
        with pytest.raises(GameError, match=r"save\.json"):
            self.case.module.load(path)

    # -- views and pictures --------------------------------------------------------------------------------------------

    def test_a_view_shows_the_game_and_cannot_change_it(self, seed: int) -> None:
        game, choose = self.case.new(seed), self.case.player(seed)
        for side in self.case.sides:
            view = game.view(side)
            assert view.side == side
            for verb in ("do", "undo", "redo", "jump", "reseed", "next_phase", "play", "save", "fork"):
                assert not hasattr(view, verb)
            for name in ("phase", "position", "units", "log", "actions"):
                with pytest.raises(AttributeError):
                    setattr(view, name, None)
            assert set(view.units.columns) == set(game.units.columns)
            game.do(choose(game))
            assert str(view.phase) == str(game.phase)  # it follows the game
            assert view.cursor == game.cursor
        for wrong in ("Neither", "", None, 0):
            with pytest.raises(InvalidInput):
                game.view(wrong)

    def test_a_game_shows_itself_as_a_picture_with_a_text_twin(self) -> None:
        game = self.played(1, 5)
        picture = game.picture()
        assert str(picture).lstrip().startswith("<svg")
        assert str(picture).rstrip().endswith("</svg>")
        assert str(game.phase.turn) in picture.text
        bundle = game._repr_mimebundle_()
        assert set(bundle) == {"image/svg+xml", "text/plain"}
        assert game.view(self.case.sides[0]).picture().text

    # -- the end -------------------------------------------------------------------------------------------------------

    def test_a_game_without_a_winner_goes_on(self) -> None:
        game = self.case.new(1)
        assert game.winner is None
        assert list(game.legal)
