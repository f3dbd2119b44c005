"""A game of The Great Patriotic War as users hold it: look, ask, act, take back, keep."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core import saves
from gpwlab.core.errors import DataError, IllegalAction, InvalidInput
from gpwlab.gpw import engine, keeping, records, worlds
from gpwlab.gpw.actions import Action, Done, Reseed, Resolve
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import RuleSet, as_rules
from gpwlab.gpw.position import Position
from gpwlab.gpw.reader import Reader, View
from gpwlab.gpw.sandbox import Editor, read_scenario_file
from gpwlab.gpw.sequence import LAST_PHASE, SETUP, TURN
from gpwlab.gpw.setup import start as setup_start

if TYPE_CHECKING:
    pass

#: Numbers of the phases by their names, those of a free set-up negative.
PHASE_NUMBERS = {step.name: n for n, step in enumerate((*SETUP, *TURN), -len(SETUP))}


class Game(Reader):
    """A game: a scenario, a rule set, a seed and the actions done so far."""

    def __init__(self, start: Position, overlay: Path | None = None, opening: Sequence[Event] = ()) -> None:
        super().__init__(keeping.new_line(start), opening)
        self._overlay = overlay
        #: why the game may only be looked at; empty while it can be played
        self.read_only = ""
        #: bookmarks: notes by the log's number of an action, 0 for the start; a save and a fork keep them
        self.notes: dict[int, str] = {}

    @property
    def seed(self) -> int:
        """The seed of the dice stream in force."""
        return self._pos.seed

    def do(self, action: Action | str) -> list[Event]:
        """Carry out an action, in object or text form, and return the events that it caused.

        IllegalAction carries the reasons of ``why_not``; InvalidInput tells what is malformed.  Neither changes
        anything.
        """
        if self.read_only:
            raise InvalidInput(f"this game is read-only: {self.read_only}")
        asked = engine.as_action(self._pos, action)
        refused = list(engine.objections(self._pos, asked))
        if refused:
            raise IllegalAction(refused)
        return self._journal.do(asked)

    def undo(self) -> Action:
        """Take back the last action and return it; the log keeps it as undone."""
        if not self.cursor:
            raise InvalidInput("there is nothing to undo")
        action = self.actions[-1]
        self._journal.jump(self.cursor - 1)
        return action

    def redo(self) -> Action:
        """Do again what was undone last and return it."""
        if self.cursor == len(self._journal.line):
            raise InvalidInput("there is nothing to redo")
        self._journal.jump(self.cursor + 1)
        return self.actions[-1]

    def jump(self, number: int) -> None:
        """Go to the position after ``number`` actions, back or forth along the line of play."""
        self._journal.jump(number)

    @property
    def undone(self) -> int:
        """How many actions can be done again."""
        return len(self._journal.line) - self.cursor

    def fork(self) -> Game:
        """An independent game at the same place with the same dice to come."""
        twin = Game.__new__(Game)
        Reader.__init__(twin, self._journal.fork(), self.opening)
        twin._overlay, twin.read_only = self._overlay, self.read_only
        places = {number: place for place, number in enumerate((0, *self.line[: self.cursor]))}
        twin.notes = {places[number]: note for number, note in self.notes.items() if number in places}
        return twin

    def branch(self, number: int) -> Game:
        """An independent game that ends with an action by the log's number, also one undone and overwritten."""
        twin = self.fork()
        twin._journal = keeping.branch(self._journal, number)
        twin.notes = {}
        return twin

    def mark(self, note: str) -> int:
        """Put a bookmark with a note here, in place of an older one; returns the log's number that it lies at."""
        if not isinstance(note, str):
            raise InvalidInput(f"a note is a text, not {note!r}")
        number = (0, *self.line)[self.cursor]
        self.notes[number] = note
        return number

    def reseed(self, seed: int) -> list[Event]:
        """Go on with another stream of dice; logged like any action."""
        return self.do(Reseed(seed))

    def next_phase(self) -> list[Event]:
        """End the phase; IllegalAction while a decision is open or an announced attack is unresolved."""
        return self.do(Done())

    def play(self, phase: str | None = None, turn: int | None = None) -> list[Event]:
        """Go on to the next phase of that name (and turn), or by one phase, taking the default of every decision.

        Announced attacks on the way are rolled, nothing else is done; the game's end stops it.  InvalidInput for an
        unknown phase or turn and for one that is past.
        """
        name = self._goal(phase, turn)
        events: list[Event] = []
        while self.winner is None:
            choice = self.pending
            open_battles = [battle for battle in self._pos.battles if not battle.resolved]
            if choice is not None:
                events += self.do(choice.default)
            elif open_battles:
                events += self.do(Resolve(self.board.ids[open_battles[0].target]))
            else:
                events += self.do(Done())
                if name in (None, self.phase.name) and turn in (None, self.phase.turn):
                    break
        return events

    def _goal(self, phase: str | None, turn: int | None) -> str | None:
        """The name of the phase to play to; InvalidInput where it will not come."""
        name = None if phase is None else _phase_name(phase)
        number = LAST_PHASE if name is None else PHASE_NUMBERS[name]
        last = self._pos.world.scenario.last_turn
        if turn is not None and (type(turn) is not int or not 1 <= turn <= last):
            raise InvalidInput(f"there is no turn {turn!r}: {self.scenario} has turns up to {last}")
        past = (turn or self.phase.turn, number) <= (self.phase.turn, self.phase.number)
        if past and (number < 0 or turn is not None):
            raise InvalidInput(f"{name or 'the last phase'} of turn {turn or self.phase.turn} is past: {self.phase}")
        return name

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

    def save(self, path: str | os.PathLike[str], brief: bool = False) -> None:
        """Write the game to a file; DataError if it cannot be written.

        ``brief`` leaves out the positions at the start of each phase, which only tell sooner where a replay differs.
        """
        from gpwlab import __version__

        head = {
            "gpwlab": __version__,
            "game": "gpw",
            "rules": list(self.rules.options),
            "data": worlds.data_hash(self.rules, self._overlay),
        }
        notes = {"notes": sorted(self.notes.items())} if self.notes else {}
        saves.write(path, {**head, **keeping.body(self._journal, self.opening, brief), **notes})


def _phase_name(name: str) -> str:
    short = name.removesuffix(" Phase") if isinstance(name, str) else ""
    if short not in PHASE_NUMBERS:
        raise InvalidInput(f"there is no phase {name!r}: the phases are {', '.join(PHASE_NUMBERS)}")
    return short


def new(
    scenario: str | os.PathLike[str],
    rules: RuleSet | Iterable[str] | str = (),
    seed: int = 1941,
    setup: str = "historical",
    overlay: str | os.PathLike[str] | None = None,
) -> Game:
    """Begin a game of a scenario, named by its slug or by the path of a scenario file (``Game.edit().save``).

    ``setup`` is ``historical`` (every unit on its historical hex) or ``free`` (both sides place theirs first);
    ``overlay`` is a folder with the user's own corrected tables.  InvalidInput names an unknown scenario, rule or way
    to set up; DataError a bad table.
    """
    if setup not in ("historical", "free"):
        raise InvalidInput(f"setup is 'historical' or 'free', not {setup!r}")
    if type(seed) is not int:
        raise InvalidInput(f"a seed is a whole number, not {seed!r}")
    if isinstance(scenario, os.PathLike) or str(scenario).endswith(".json"):
        return _from_scenario_file(scenario, rules, seed, setup, _folder(overlay))
    chosen, folder = as_rules(rules), _folder(overlay)
    world = worlds.make(scenario, chosen, folder)
    start = setup_start(world, worlds.rows(chosen, folder), seed, free=setup == "free")
    opening = engine.begin_phase(start) if start.phase == 0 else []
    return Game(start, folder, opening)


def _from_scenario_file(
    path: str | os.PathLike[str], rules: RuleSet | Iterable[str] | str, seed: int, setup: str, overlay: Path | None
) -> Game:
    """A game that begins at the position of a scenario file, with the options that the file names."""
    if setup != "historical":
        raise InvalidInput("a scenario file brings its set-up; a free one is for the printed scenarios")
    record = {**read_scenario_file(path), "seed": seed}
    asked = as_rules(rules)
    return _from_record(record, asked if asked.options or asked.tables else None, overlay)


def _folder(overlay: str | os.PathLike[str] | None) -> Path | None:
    if overlay is None:
        return None
    try:
        return Path(overlay).resolve()
    except TypeError:
        raise InvalidInput(f"overlay is a folder, not {overlay!r}") from None


def from_position(text: str, rules: RuleSet | None = None, overlay: str | os.PathLike[str] | None = None) -> Game:
    """A game that starts at a position written by ``Game.position``; InvalidInput names what is wrong with it.

    ``rules`` and ``overlay`` are needed only where tables were replaced: a position does not hold them.
    """
    return _from_record(records.parse_text(text), rules, _folder(overlay))


def _from_record(record: Mapping[str, Any], rules: RuleSet | None, overlay: Path | None) -> Game:
    for key in ("scenario", "rules"):
        if key not in record:
            raise InvalidInput(f"the position does not say its {key}")
    stated = as_rules(record["rules"])
    if rules is not None and rules.options != stated.options:
        raise InvalidInput(f"the options of the position are {list(stated.options)}, not {list(rules.options)}")
    world = worlds.make(record["scenario"], rules or stated, overlay)
    return Game(records.from_record(world, record), overlay)


def load(
    path: str | os.PathLike[str], rules: RuleSet | None = None, overlay: str | os.PathLike[str] | None = None
) -> Game:
    """The game in a save, with its whole log; ``rules`` and ``overlay`` as in :func:`from_position`.

    It is played again action by action.  Where the outcome differs from what was saved (other data, a newer version),
    the game opens read-only at the saved position, and ``read_only`` names the first difference.  DataError for a file
    that is damaged or no save of this game.
    """
    body = saves.read(path)
    if body.get("game") != "gpw":
        raise DataError(f"a save of {body.get('game')!r}, not of gpw", str(path))
    folder = _folder(overlay)
    try:
        game = _from_record(body["start"], rules, folder)
        game.opening = keeping.events_of(body["opening"])
        game.notes = keeping.notes_of(body.get("notes", []), len(body["history"]))
        difference = keeping.replay(game._journal, body)
        if difference:
            game = _from_record(body["position"], rules, folder)
            same = body["data"] == worlds.data_hash(game.rules, folder)
            game.read_only = difference if same else f"{difference}; the tables are not those of the save"
    except (InvalidInput, KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(f"the save cannot be played: {error}", str(path)) from None
    return game
