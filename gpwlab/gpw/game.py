"""A game of The Great Patriotic War as users hold it: look, ask, act, take back, keep."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core import game
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw import engine, houserules, records, sorties, worlds
from gpwlab.gpw.actions import Action, Done, Ready, Resolve
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import RuleSet, as_rules, chosen
from gpwlab.gpw.plan import from_plain
from gpwlab.gpw.position import Position
from gpwlab.gpw.reader import Reader, View
from gpwlab.gpw.sandbox import Editor, read_scenario_file
from gpwlab.gpw.scenariofile import ScenarioSource
from gpwlab.gpw.sequence import TURN
from gpwlab.gpw.setup import start as setup_start

if TYPE_CHECKING:
    from gpwlab.gpw.scenarios import Scenario

#: Names of the phases that come in every turn.
NAMES = tuple(step.name for step in TURN)


class Game(game.Game[Position, Action, Event], Reader):
    """A game: a scenario, a rule set, a seed and the actions done so far."""

    _system = "gpw"

    def __init__(self, start: Position, overlay: Path | None = None, opening: Sequence[Event] = ()) -> None:
        super().__init__(start, overlay, opening)
        self._journal.careful = bool(start.world.rules.hooks)

    def play(self, phase: str | None = None, turn: int | None = None) -> list[Event]:
        """Go on to the next phase of that name (and turn), or by one phase, taking the default of every decision.

        Announced attacks on the way are rolled and aircraft return to the nearest airfield, nothing else is done; the
        game's end stops it.  InvalidInput for an unknown phase or turn and for one that is past.
        """
        name = self._goal(phase, turn)
        events: list[Event] = []
        while self.winner is None:
            choice = self.pending
            open_battles = [battle for battle in self._pos.battles if not battle.resolved]
            if choice is not None:
                events += self.do(choice.default)
            elif open_battles:
                first = Resolve(self.board.ids[open_battles[0].target])
                events += self.do(Ready() if sorties.must_come_first(self._pos) else first)
            elif (first_of_all := engine.in_haste(self._pos)) is not None:
                events += self.do(first_of_all)
            else:
                events += self.do(Done())
                if name in (None, self.phase.name) and turn in (None, self.phase.turn):
                    break
        return events

    def _goal(self, phase: str | None, turn: int | None) -> str | None:
        """The name of the phase to play to; InvalidInput where it will not come."""
        scenario = self._pos.world.scenario
        name = None if phase is None else _phase_name(phase, scenario, (step.name for step in self._pos.world.steps))
        last = scenario.last_turn
        if turn is not None and (type(turn) is not int or not 1 <= turn <= last):
            raise InvalidInput(f"there is no turn {turn!r}: {self.scenario} has turns up to {last}")
        ahead = self._ahead(name, turn)
        if not ahead and (turn is not None or name not in (None, *NAMES)):
            raise InvalidInput(f"{name or 'the last phase'} of turn {turn or self.phase.turn} is past: {self.phase}")
        return name

    def _ahead(self, name: str | None, turn: int | None) -> bool:
        """True if a phase of that name and turn, None for any, is still to come."""
        pos, world = self._pos, self._pos.world
        now = [world.step(pos.turn, number).name for number in (*range(pos.phase + 1, 0), *pos.to_come())]
        if turn in (None, pos.turn) and (name in now if name else bool(now)):
            return True
        known = {step.name for step in world.steps}
        later = turn is None or turn > pos.turn
        return later and pos.turn < world.scenario.last_turn and name in (None, *known)

    def _data_hash(self) -> str:
        return worlds.data_hash(self.rules, self._overlay)

    def _head(self) -> dict[str, Any]:
        head = super()._head()
        if self.rules.name:
            head["house"] = {"note": self.rules.note, "edits": houserules.plain(self.rules.edits)}
        return head

    def edit(self) -> Editor:
        """The sandbox: change the position by hand, on the record, and keep it as a scenario file."""
        return Editor(self)

    def view(self, side: str) -> View:
        """What a side sees; GPW hides nothing, so that both views show the whole position."""
        return View(self, side)

    def script(self) -> str:
        """The game as Python text: cells that begin it and do the same again, a phase each, a blank line between."""
        from gpwlab.gpw.script import cells

        return "\n\n".join(cells(self))


def _phase_name(name: str, scenario: Scenario, more: Iterable[str]) -> str:
    short = name.removesuffix(" Phase") if isinstance(name, str) else ""
    first = (scenario.step(scenario.first_turn, number).name for number in scenario.numbers(scenario.first_turn))
    known = dict.fromkeys((*(step.name for step in scenario.setup), *first, *NAMES, *more))
    if short not in known:
        raise InvalidInput(f"there is no phase {name!r}: the phases are {', '.join(known)}")
    return short


def new(
    scenario: str | os.PathLike[str],
    rules: RuleSet | Iterable[str] | str | None = None,
    seed: int = 1941,
    setup: str = "historical",
    overlay: str | os.PathLike[str] | None = None,
) -> Game:
    """Begin a game of a scenario, named by its slug or by the path of a scenario file.

    Such a file is one of ``Game.edit().save`` (.json), or one that people write (.toml, see scenariofile.py).

    ``rules``: None plays the scenario's default, the basic game for Barbarossa and all advanced rules for the others;
    ids of options are added to that default, those that begin with ``-`` taken away; a rule set is taken as it is.
    ``setup`` is ``historical`` (every unit on its historical hex) or ``free`` (both sides place theirs first);
    ``overlay`` is a folder with the user's own corrected tables.  InvalidInput names an unknown scenario, rule or way
    to set up; DataError a bad table.
    """
    if setup not in ("historical", "free"):
        raise InvalidInput(f"setup is 'historical' or 'free', not {setup!r}")
    if type(seed) is not int:
        raise InvalidInput(f"a seed is a whole number, not {seed!r}")
    if str(scenario).endswith(".toml"):
        return _from_plan_file(scenario, rules, seed, setup, game.folder(overlay))
    if isinstance(scenario, os.PathLike) or str(scenario).endswith(".json"):
        return _from_scenario_file(scenario, rules, seed, setup, game.folder(overlay))
    folder = game.folder(overlay)
    options = chosen(rules, worlds.default_rules(scenario, folder))
    world = worlds.make(scenario, options, folder)
    start = setup_start(world, worlds.rows(options, folder), seed, free=setup == "free")
    opening = engine.begin_game(start)
    return Game(start, folder, opening)


def _from_scenario_file(
    path: str | os.PathLike[str],
    rules: RuleSet | Iterable[str] | str | None,
    seed: int,
    setup: str,
    overlay: Path | None,
) -> Game:
    """A game that begins at the position of a scenario file, with the options that the file names."""
    if setup != "historical":
        raise InvalidInput("a scenario file brings its set-up; a free one is for the printed scenarios")
    record = {**read_scenario_file(path), "seed": seed}
    asked = as_rules(() if rules is None else rules)
    return game.from_file(path, lambda: _from_record(record, None if asked == RuleSet() else asked, overlay))


def _from_plan_file(
    path: str | os.PathLike[str],
    rules: RuleSet | Iterable[str] | str | None,
    seed: int,
    setup: str,
    overlay: Path | None,
) -> Game:
    """The game of a scenario file that people write, with its map, set-up and conditions; DataError names the line."""
    if setup != "historical":
        raise InvalidInput("a scenario file brings its set-up; a free one is for the printed scenarios")
    source = ScenarioSource(path, overlay)
    house, plan = source.house() if rules is None else as_rules(rules), source.plan()
    try:
        game = _from_record(source.record(house, plan, seed), house, overlay)
    except InvalidInput as error:
        raise source.blame(error) from None
    start = game._pos
    opening = engine.begin_game(start)
    return Game(start, overlay, opening)


def from_position(text: str, rules: RuleSet | None = None, overlay: str | os.PathLike[str] | None = None) -> Game:
    """A game that starts at a position written by ``Game.position``; InvalidInput names what is wrong with it.

    ``rules`` and ``overlay`` are needed only where tables were replaced: a position does not hold them.
    """
    return _from_record(records.parse_text(text), rules, game.folder(overlay))


def _from_record(record: Mapping[str, Any], rules: RuleSet | None, overlay: Path | None) -> Game:
    played = game.agreed(record, rules, lambda told: houserules.named(as_rules(told["rules"]), told.get("house")))
    plan = from_plain(record["plan"]) if "plan" in record else None
    world = worlds.make(record["scenario"], played, overlay, plan)
    return Game(records.from_record(world, record), overlay)


def _own_tables(body: Mapping[str, Any]) -> RuleSet | None:
    """The house variant of a save as far as the save holds it: its tables, not its hooks."""
    if "house" not in body:
        return None
    told, start = body["house"], body["start"]
    options = as_rules(start["rules"]).options
    return RuleSet(options, {}, start["house"]["name"], told["note"], houserules.from_plain(told["edits"]))


def load(
    path: str | os.PathLike[str], rules: RuleSet | None = None, overlay: str | os.PathLike[str] | None = None
) -> Game:
    """The game in a save, with its whole log; ``rules`` and ``overlay`` as in :func:`from_position`.

    A save holds the tables of a house variant but no code: one with hooks is refused, naming the first that ``rules``
    lacks.  It is played again action by action.  Where the outcome differs from what was saved (other data, a newer
    version), the game opens read-only at the saved position, and ``read_only`` names the first difference.  DataError
    for a file that is damaged or no save of this game.
    """
    folder = game.folder(overlay)

    def begin(body: Mapping[str, Any], key: str) -> Game:
        return _from_record(body[key], _own_tables(body) if rules is None else rules, folder)

    return game.reopened(path, "gpw", begin)
