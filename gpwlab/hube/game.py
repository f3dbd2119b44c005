"""A game of Hube's Pocket as users hold it: look, ask, act, take back, keep."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gpwlab.core import game
from gpwlab.core.errors import InvalidInput
from gpwlab.hube import records, setup, turn, worlds
from gpwlab.hube.actions import Action, Done
from gpwlab.hube.events import Event
from gpwlab.hube.options import RuleSet, as_rules
from gpwlab.hube.position import Position
from gpwlab.hube.reader import Reader, View
from gpwlab.hube.sandbox import Editor, read_scenario_file
from gpwlab.hube.sequence import AXIS, NAMES, SOVIET
from gpwlab.hube.spread import Spread

SETUPS = ("suggested", "arranged", "free")


class Game(game.Game[Position, Action, Event], Reader):
    """A game: a scenario, a rule set, a seed and the actions done so far."""

    _system = "hube"

    def play(self, phase: str | None = None, turn: int | None = None) -> list[Event]:
        """Go on to the next phase of that name (and turn), or by one phase, taking the default of every decision.

        In a set-up what is not yet placed goes where we suggest; the game's end stops it.  InvalidInput for an unknown
        phase or turn and for a turn that is past.
        """
        name = self._goal(phase, turn)
        events: list[Event] = []
        while self.winner is None:
            before, choice = (self._pos.turn, self._pos.phase), self.pending
            if choice is None and self._pos.step.kind == "setup":
                events += self._set_up()
            events += self.do(Done() if choice is None else choice.default)
            new = (self._pos.turn, self._pos.phase) != before
            if new and name in (None, self.phase.name) and turn in (None, self.phase.turn):
                break
        return events

    def _set_up(self) -> list[Event]:
        """What is left of the set-up of the side whose phase it is, as we suggest it."""
        spread = Spread(self._pos.copy(), self._pos.side)
        events: list[Event] = []
        for step in (spread.units, spread.points, spread.wings):
            spread.pos = self._pos.copy()
            actions: list[Action] = list(step())
            for action in actions:
                events += self.do(action)
        return events

    def _goal(self, phase: str | None, turn: int | None) -> str | None:
        """The name of the phase to play to; InvalidInput where it will not come."""
        name = phase.removesuffix(" Phase") if isinstance(phase, str) else phase
        if name is not None and name not in NAMES:
            raise InvalidInput(f"there is no phase {phase!r}: the phases are {', '.join(NAMES)}")
        if turn is not None and (type(turn) is not int or not self.phase.turn <= turn <= self.last_turn):
            raise InvalidInput(f"turn {turn!r} is not one of {self.phase.turn} to {self.last_turn}")
        return name

    def _data_hash(self) -> str:
        return worlds.data_hash(self.rules, self._overlay)

    def edit(self) -> Editor:
        """The sandbox: change the position by hand, on the record, and keep it as a scenario file."""
        return Editor(self)

    def view(self, side: str) -> View:
        """What a side knows: ``Axis`` or ``Soviet``."""
        return View(self, side)


def new(
    scenario: str | os.PathLike[str],
    rules: RuleSet | Iterable[str] | str = (),
    seed: int = 1944,
    setup: str = "suggested",
    overlay: str | os.PathLike[str] | None = None,
) -> Game:
    """Begin a game of a scenario, named by its slug or by the path of a scenario file (``Game.edit().save``).

    ``rules`` are minor variants, in campaigns only.  ``setup`` is ``suggested`` (all units stand as we suggest and the
    first turn begins), ``arranged`` (the same, and both sides may move them within their zones first) or ``free`` (both
    sides place everything).  ``overlay`` is a folder with the user's own tables.  InvalidInput names an unknown
    scenario, rule or set-up; DataError a bad table.
    """
    if setup not in SETUPS:
        raise InvalidInput(f"setup is {' or '.join(map(repr, SETUPS))}, not {setup!r}")
    if type(seed) is not int:
        raise InvalidInput(f"a seed is a whole number, not {seed!r}")
    chosen, folder = as_rules(rules), game.folder(overlay)
    if isinstance(scenario, os.PathLike) or str(scenario).endswith(".json"):
        record = {**read_scenario_file(scenario), "seed": seed}
        own = chosen if chosen.options or chosen.tables else None
        return game.from_file(scenario, lambda: _from_record(record, own, folder))
    return Game(*_begun(worlds.make(scenario, chosen, folder), seed, setup, folder))


def _begun(world: Any, seed: int, how: str, folder: Path | None) -> tuple[Position, Path | None, list[Event]]:
    """The position at which a game begins, with what has happened before the first action."""
    start = setup.start(world, seed)
    events = [] if how == "free" else [event for side in (AXIS, SOVIET) for event in deploy(start, side)]
    events += turn.opening(start, free=how != "suggested")
    return start, folder, events


def deploy(pos: Position, side: int) -> list[Event]:
    """Set all units, points and air units of a side up as we suggest (see :mod:`gpwlab.hube.spread`)."""
    before, pos.phase = pos.phase, -6 + side  # the phases of the set-up
    spread, events = Spread(pos, side), list[Event]()
    for action in list(spread.units()):
        events += setup.place(pos, action)
    for stock in list(spread.points()):
        events += setup.bring(pos, stock)
    for wing in list(spread.wings()):
        events += setup.base(pos, wing)
    pos.phase = before
    return events


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

    return game.reopened(path, "hube", begin)
