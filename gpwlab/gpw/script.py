"""A game written out as the Python cells that play it again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.journal import Entry
from gpwlab.gpw import records
from gpwlab.gpw.actions import Action, Done, Reseed
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import changes

if TYPE_CHECKING:
    from gpwlab.gpw.game import Game

_Play = list[Entry[Action, Event, tuple[int, int]]]


def cells(game: Game) -> list[str]:
    """Source text of cells: the first begins the game, each further one plays a phase, or on through empty ones.

    Run one after the other they make a game ``game`` at the same position, by the same actions.  Where tables were
    replaced in a rule set, the first cell expects that rule set as ``rules``, and says so.
    """
    phases = [(when, list(play)) for when, play in groupby(game._journal.kept, key=lambda entry: entry.when)]
    return ["from gpwlab import gpw\n\n" + "\n".join(_beginning(game)), *_phases(game, phases)]


def _phases(game: Game, phases: list[tuple[tuple[int, int], _Play]]) -> Iterator[str]:
    """The cells of the phases; a run of phases that were only ended becomes one call of ``play``."""
    after = [when for when, _play in phases[1:]] + [(game._pos.turn, game._pos.phase)]
    told = 0
    for number, (when, play) in enumerate(phases):
        if number < told:
            continue
        told = number
        while told < len(phases) and _only_ended(phases[told][1]):
            told += 1
        turn, phase = after[told - 1]
        if told - number > 1 and phase >= 0 and game.winner is None:
            lines = [f"game.play(phase={json.dumps(_name(game, (turn, phase)))}, turn={turn})"]
        else:
            told = number + 1
            lines = [_line(entry.action) for entry in play]
        yield "\n".join([f"# {_title(game, when)}", *lines])


def _only_ended(play: _Play) -> bool:
    return len(play) == 1 and isinstance(play[0].action, Done)


def _line(action: Action) -> str:
    match action:
        case Done():
            return "game.next_phase()"
        case Reseed(seed):
            return f"game.reseed({seed})"
        case _:
            return f"game.do({json.dumps(str(action))})"


def _title(game: Game, when: tuple[int, int]) -> str:
    return str(game._pos.world.phase(*when))


def _name(game: Game, when: tuple[int, int]) -> str:
    return game._pos.world.phase(*when).name


def _beginning(game: Game) -> list[str]:
    """The line that begins the game: with ``new`` where it began so, else with the position that it began at."""
    start = game._journal.start
    replaced = bool(game.rules.tables or game.rules.name)
    called = " ".join(game.rules.name.split())  # on one line: what follows in a comment's next line would be run
    what = f"house variant {called}" if game.rules.name else "rule set with the tables that you replaced"
    note = [f"# rules: the {what}"] if replaced else []
    overlay = f", overlay={json.dumps(game._overlay.as_posix())}" if game._overlay else ""
    if not _is_new(game, free := start.phase < 0):
        rules = ", rules=rules" if replaced else ""
        return [*note, f"game = gpw.from_position({records.to_text(start)!r}{rules}{overlay})"]
    names = "".join(f'"{name}", ' for name in changes(game.rules, game._pos.world.scenario.default_rules)).rstrip()
    rules = ", rules=rules" if replaced else f", rules=({names})" if names else ""
    placed = ', setup="free"' if free else ""
    return [*note, f'game = gpw.new("{game.scenario}"{rules}, seed={start.seed}{placed}{overlay})']


def _is_new(game: Game, free: bool) -> bool:
    """Whether ``new`` leads to the game's start."""
    from gpwlab.gpw.game import new

    start = game._journal.start
    try:
        fresh = new(game.scenario, game.rules, start.seed, "free" if free else "historical", game._overlay)
    except InvalidInput:  # a scenario of the user's own, without a set-up of that kind
        return False
    return records.to_text(fresh._journal.start) == records.to_text(start)
