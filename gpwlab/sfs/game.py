"""A game of Struggle for Stalingrad as users hold it: look, ask, act, take back, keep."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gpwlab.core import game
from gpwlab.core.errors import InvalidInput
from gpwlab.sfs import engine, records, setup, worlds
from gpwlab.sfs.actions import Action, Attack, Done
from gpwlab.sfs.events import Event
from gpwlab.sfs.options import RuleSet, as_rules
from gpwlab.sfs.position import Position
from gpwlab.sfs.reader import Reader, View
from gpwlab.sfs.sandbox import Editor, read_scenario_file
from gpwlab.sfs.sequence import LAST_PHASE, NUMBERS

SETUPS = ("suggested", "free")


class Game(game.Game[Position, Action, Event], Reader):
    """A game: a scenario, a rule set, a seed and the actions done so far."""

    _system = "sfs"

    def play(self, phase: str | None = None, turn: int | None = None) -> list[Event]:
        """Go on to the next phase of that name (and turn), or by one phase, taking the default of every decision.

        Nothing is done but entering attacks that must be made; the game's end stops it.  InvalidInput for an unknown
        phase or turn and for one that is past.
        """
        name = self._goal(phase, turn)
        events: list[Event] = []
        while self.winner is None:
            before, choice = (self._pos.turn, self._pos.phase), self.pending
            events += self.do(self._onward() if choice is None else choice.default)
            new = (self._pos.turn, self._pos.phase) != before
            if new and name in (None, self.phase.name) and turn in (None, self.phase.turn):
                break
        return events

    def _onward(self) -> Action:
        """Ending the phase, or the first entering attack that has to be made before (sfs 5.11.1.2)."""
        done = Done()
        return next(a for a in self.legal if isinstance(a, Attack)) if self.why_not(done) else done

    def _goal(self, phase: str | None, turn: int | None) -> str | None:
        """The name of the phase to play to; InvalidInput where it will not come."""
        name = None if phase is None else _phase_name(phase)
        number = LAST_PHASE if name is None else NUMBERS[name]
        last = self._pos.length or max(self.charts.turns)
        if turn is not None and (type(turn) is not int or not 1 <= turn <= last):
            raise InvalidInput(f"there is no turn {turn!r}: {self.scenario} has turns up to {last}")
        past = (turn or self.phase.turn, number) <= (self.phase.turn, self.phase.number)
        if past and (number < 0 or turn is not None):
            raise InvalidInput(f"{name or 'the last phase'} of turn {turn or self.phase.turn} is past: {self.phase}")
        return name

    def _data_hash(self) -> str:
        return worlds.data_hash(self.rules, self._overlay)

    def edit(self) -> Editor:
        """The sandbox: change the position by hand, on the record, and keep it as a scenario file."""
        return Editor(self)

    def view(self, side: str) -> View:
        """What a side knows: ``German`` or ``Soviet``."""
        return View(self, side)


def _phase_name(name: str) -> str:
    short = name.removesuffix(" Phase") if isinstance(name, str) else ""
    if short not in NUMBERS:
        raise InvalidInput(f"there is no phase {name!r}: the phases are {', '.join(NUMBERS)}")
    return short


def new(
    scenario: str | os.PathLike[str],
    rules: RuleSet | Iterable[str] | str = (),
    seed: int = 1942,
    setup: str = "suggested",
    option: str | None = None,
    overlay: str | os.PathLike[str] | None = None,
) -> Game:
    """Begin a game of a scenario, named by its slug or by the path of a scenario file (``Game.edit().save``).

    ``setup`` is ``suggested`` (the Soviet units stand as we suggest, and the first turn begins) or ``free`` (the Soviet
    player chooses and places them first); ``option`` is the secret Soviet option of a suggested set-up, by the dice if
    it is not named.  ``overlay`` is a folder with the user's own tables.  InvalidInput names an unknown scenario, rule,
    set-up or option; DataError a bad table.
    """
    if setup not in SETUPS:
        raise InvalidInput(f"setup is {' or '.join(map(repr, SETUPS))}, not {setup!r}")
    if type(seed) is not int:
        raise InvalidInput(f"a seed is a whole number, not {seed!r}")
    chosen, folder = as_rules(rules), game.folder(overlay)
    if isinstance(scenario, os.PathLike) or str(scenario).endswith(".json"):
        return _from_scenario_file(scenario, chosen, seed, folder)
    world = worlds.make(scenario, chosen, folder)
    return Game(*_begun(world, seed, setup == "free", option, folder))


def _begun(
    world: Any, seed: int, free: bool, option: str | None, folder: Path | None
) -> tuple[Position, Path | None, list[Event]]:
    """The position at which a game begins, with what has happened before the first action."""
    start = setup.start(world, seed)
    options = tuple(world.scenario.options)
    if option is not None and (free or option not in options):
        raise InvalidInput(f"option is one of {', '.join(options) or 'none'} in a suggested set-up, not {option!r}")
    events = [] if options else setup.muster(start, "")
    if free:
        return start, folder, events
    if options:
        start.asked = []
        picked = option or options[start.roll("option", "setup", sides=len(options)) - 1]
        events += setup.muster(start, picked)
    events += setup.deploy(start, world.deployment)
    return start, folder, [*events, *engine.apply(start, Done())]


def _from_scenario_file(path: str | os.PathLike[str], rules: RuleSet, seed: int, overlay: Path | None) -> Game:
    """A game that begins at the position of a scenario file, with the options that the file names."""
    record = {**read_scenario_file(path), "seed": seed}
    own = rules if rules.options or rules.tables else None
    return game.from_file(path, lambda: _from_record(record, own, overlay))


def from_position(text: str, rules: RuleSet | None = None, overlay: str | os.PathLike[str] | None = None) -> Game:
    """A game that starts at a position written by ``Game.position``; InvalidInput names what is wrong with it.

    ``rules`` and ``overlay`` are needed only where tables were replaced: a position does not hold them.
    """
    return _from_record(records.parse_text(text), rules, game.folder(overlay))


def _from_record(record: Mapping[str, Any], rules: RuleSet | None, overlay: Path | None) -> Game:
    played = game.agreed(record, rules, lambda told: as_rules(told["rules"]))
    world = worlds.make(record["scenario"], played, overlay)
    return Game(records.from_record(world, record), overlay)


def load(
    path: str | os.PathLike[str], rules: RuleSet | None = None, overlay: str | os.PathLike[str] | None = None
) -> Game:
    """The game in a save, with its whole log; ``rules`` and ``overlay`` as in :func:`from_position`.

    It is played again action by action.  Where the outcome differs from what was saved (other data, a newer version),
    the game opens read-only at the saved position, and ``read_only`` names the first difference.  DataError for a file
    that is damaged or no save of this game.
    """
    folder = game.folder(overlay)

    def begin(body: Mapping[str, Any], key: str) -> Game:
        return _from_record(body[key], rules, folder)

    return game.reopened(path, "sfs", begin)
