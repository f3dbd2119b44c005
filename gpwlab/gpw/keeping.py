"""What a save holds, and playing it again: every action ever done, what it caused, and positions to compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple
from typing import Any, TypeAlias

from gpwlab.core.errors import GameError, IllegalAction, InvalidInput
from gpwlab.core.journal import Journal
from gpwlab.gpw import engine, records
from gpwlab.gpw.actions import Action
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import Position

#: The journal of a game: a period is (turn, phase number).
Line: TypeAlias = Journal[Position, Action, Event, tuple[int, int]]


def new_line(start: Position) -> Line:
    """The journal of a game that begins at a position."""
    return Journal(start, engine.apply, _period)


def _period(pos: Position) -> tuple[int, int]:
    return pos.turn, pos.phase


def numbers(line: Line) -> list[int]:
    """Where in the history the entries of the line stand, counted from 1."""
    places = {id(entry): number for number, entry in enumerate(line.history, 1)}
    return [places[id(entry)] for entry in line.line]


def phases(line: Line) -> list[tuple[int, tuple[int, int]]]:
    """The periods of the line, each with the number of entries before it."""
    whens = [entry.when for entry in line.line]
    if line.cursor == len(whens):  # else the phase that the last one led to is not known without doing it
        whens.append(_period(line.state))
    return [(n, when) for n, when in enumerate(whens) if n == 0 or when != whens[n - 1]]


def branch(line: Line, number: int) -> Line:
    """A line of its own that ends with an entry of the history, kept or not; InvalidInput if there is none."""
    if type(number) is not int or not 1 <= number <= len(line.history):
        raise InvalidInput(f"the log has actions 1 to {len(line.history)}, not {number!r}")
    path = [line.history[number - 1]]
    for entry in reversed(line.history[: number - 1]):  # the last one before it that stood in the place before it
        if entry.before == path[-1].before - 1:
            path.append(entry)
    twin = new_line(line.start.copy())
    for entry in reversed(path):
        twin.do(entry.action)
    return twin


def body(line: Line, opening: Sequence[Event], brief: bool = False) -> dict[str, Any]:
    """The part of a save that tells the game, JSON-ready.

    ``history``: each action that was ever done with the number of actions before it and the facts of its events, dice
    among them; ``cursor``: how many of the last line are done; ``snapshots``: the position at the start of each phase
    (none if ``brief``).
    """
    phases = [] if brief else line.snapshots()
    return {
        "start": records.to_record(line.start),
        "opening": [list(astuple(event)) for event in opening],
        "history": [[entry.before, str(entry.action), _facts(entry.events)] for entry in line.history],
        "cursor": line.cursor,
        "snapshots": [[number, records.to_record(pos)] for number, pos in phases],
        "position": records.to_record(line.state),
    }


def _facts(events: Sequence[Event]) -> list[list[Any]]:
    """Events without their wording and rule, which a newer version may improve."""
    return [[e.kind, e.unit, e.from_hex, e.to_hex, e.die, e.column, e.result] for e in events]


def replay(line: Line, saved: dict[str, Any]) -> str:
    """Play a save's history from its start; return what differs first from what was saved, "" if nothing does."""
    for before, text, facts in saved["history"]:
        difference = _again(line, before, text, facts)
        if difference:
            return f"action {before + 1} ({text}) {difference}"
    line.jump(saved["cursor"])
    for number, record in saved["snapshots"]:
        if [records.to_record(pos) for n, pos in line.snapshots() if n == number] != [record]:
            return f"the position after action {number} differs from the saved one"
    if records.to_record(line.state) != saved["position"]:
        return f"the position after action {saved['cursor']} differs from the saved one"
    return ""


def _again(line: Line, before: int, text: str, facts: list[list[Any]]) -> str:
    """Do one action again; what is different about it now."""
    line.jump(before)
    try:
        action = engine.as_action(line.state, text)
        refused = list(engine.objections(line.state, action))
    except GameError as error:
        return f"cannot be read: {error}"
    if refused:
        return f"is refused: {IllegalAction(refused)}"
    now = _facts(line.do(action))
    for number, (old, new) in enumerate(zip(facts, now, strict=False), 1):
        if old != new:
            return f"had the event {_told(old)} and now has {_told(new)} (event {number})"
    return f"had {len(facts)} events and now has {len(now)}" if len(facts) != len(now) else ""


def _told(facts: list[Any]) -> str:
    names = ("", "unit ", "from ", "to ", "die ", "column ", "result ")
    return ", ".join(f"{name}{fact}" for name, fact in zip(names, facts, strict=True) if fact)


def events_of(rows: Sequence[Sequence[Any]]) -> tuple[Event, ...]:
    """The opening events of a save; TypeError if they are not of that form."""
    return tuple(Event(*row) for row in rows)


def notes_of(rows: Iterable[tuple[int, str]], actions: int) -> dict[int, str]:
    """The bookmarks of a save of so many actions; ValueError or TypeError if they are not of that form."""
    notes = dict(rows)
    if not all(type(n) is int and 0 <= n <= actions and isinstance(text, str) for n, text in notes.items()):
        raise ValueError("a bookmark is the number of an action and a text")
    return notes
