"""What a save holds, and playing it again: every action ever done, what it caused, and positions to compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, Generic, TypeVar

from gpwlab.core.errors import GameError, IllegalAction, InvalidInput
from gpwlab.core.journal import Journal, State
from gpwlab.core.reasons import Reason

P = TypeVar("P", bound=State)
A = TypeVar("A")
E = TypeVar("E")
#: A period of a game: turn and phase number.
Period = tuple[int, int]


@dataclass(frozen=True)
class Keeper(Generic[P, A, E]):
    """How the games of one system are kept.

    facts: of an event, what a replay is compared by, with ``names`` for each; wording and rule are not among them, for
    a newer version may improve those.  event: makes an event of its fields again.
    """

    apply: Callable[[P, A], list[E]]
    period: Callable[[P], Period]
    as_action: Callable[[P, object], A]
    objections: Callable[[P, A], Iterator[Reason]]
    record: Callable[[P], dict[str, Any]]
    facts: Callable[[E], list[Any]]
    names: tuple[str, ...]
    event: Callable[..., E]

    def new_line(self, start: P) -> Journal[P, A, E, Period]:
        """The journal of a game that begins at a position."""
        return Journal(start, self.apply, self.period)

    def phases(self, line: Journal[P, A, E, Period]) -> list[tuple[int, Period]]:
        """The periods of the line, each with the number of entries before it."""
        whens = [entry.when for entry in line.line]
        if line.cursor == len(whens):  # else the phase that the last one led to is not known without doing it
            whens.append(self.period(line.state))
        return [(n, when) for n, when in enumerate(whens) if n == 0 or when != whens[n - 1]]

    def branch(self, line: Journal[P, A, E, Period], number: int) -> Journal[P, A, E, Period]:
        """A line of its own that ends with an entry of the history, kept or not; InvalidInput if there is none."""
        if type(number) is not int or not 1 <= number <= len(line.history):
            raise InvalidInput(f"the log has actions 1 to {len(line.history)}, not {number!r}")
        path = [line.history[number - 1]]
        for entry in reversed(line.history[: number - 1]):  # the last one before it that stood in the place before it
            if entry.before == path[-1].before - 1:
                path.append(entry)
        twin = self.new_line(line.start.copy())
        for entry in reversed(path):
            twin.do(entry.action)
        return twin

    def body(self, line: Journal[P, A, E, Period], opening: Sequence[E], brief: bool = False) -> dict[str, Any]:
        """The part of a save that tells the game, JSON-ready.

        ``history``: each action that was ever done with the number of actions before it and the facts of its events,
        dice among them; ``cursor``: how many of the last line are done; ``snapshots``: the position at the start of
        each phase (none if ``brief``).
        """
        phases = [] if brief else line.snapshots()
        return {
            "start": self.record(line.start),
            "opening": [list(astuple(event)) for event in opening],  # type: ignore[call-overload]
            "history": [[e.before, str(e.action), [self.facts(event) for event in e.events]] for e in line.history],
            "cursor": line.cursor,
            "snapshots": [[number, self.record(pos)] for number, pos in phases],
            "position": self.record(line.state),
        }

    def replay(self, line: Journal[P, A, E, Period], saved: dict[str, Any]) -> str:
        """Play a save's history from its start; return what differs first from what was saved, "" if nothing does."""
        for before, text, facts in saved["history"]:
            difference = self._again(line, before, text, facts)
            if difference:
                return f"action {before + 1} ({text}) {difference}"
        line.jump(saved["cursor"])
        for number, record in saved["snapshots"]:
            if [self.record(pos) for n, pos in line.snapshots() if n == number] != [record]:
                return f"the position after action {number} differs from the saved one"
        if self.record(line.state) != saved["position"]:
            return f"the position after action {saved['cursor']} differs from the saved one"
        return ""

    def _again(self, line: Journal[P, A, E, Period], before: int, text: str, facts: list[list[Any]]) -> str:
        """Do one action again; what is different about it now."""
        line.jump(before)
        try:
            action = self.as_action(line.state, text)
            refused = list(self.objections(line.state, action))
        except GameError as error:
            return f"cannot be read: {error}"
        if refused:
            return f"is refused: {IllegalAction(refused)}"
        now = [self.facts(event) for event in line.do(action)]
        for number, (old, new) in enumerate(zip(facts, now, strict=False), 1):
            if old != new:
                return f"had the event {self._told(old)} and now has {self._told(new)} (event {number})"
        return f"had {len(facts)} events and now has {len(now)}" if len(facts) != len(now) else ""

    def _told(self, facts: list[Any]) -> str:
        return ", ".join(f"{name}{fact}" for name, fact in zip(self.names, facts, strict=True) if fact)

    def events_of(self, rows: Sequence[Sequence[Any]]) -> tuple[E, ...]:
        """The opening events of a save; TypeError if they are not of that form."""
        return tuple(self.event(*row) for row in rows)


def numbers(line: Journal[Any, Any, Any, Any]) -> list[int]:
    """Where in the history the entries of the line stand, counted from 1."""
    places = {id(entry): number for number, entry in enumerate(line.history, 1)}
    return [places[id(entry)] for entry in line.line]


def notes_of(rows: Iterable[tuple[int, str]], actions: int) -> dict[int, str]:
    """The bookmarks of a save of so many actions; ValueError or TypeError if they are not of that form."""
    notes = dict(rows)
    if not all(type(n) is int and 0 <= n <= actions and isinstance(text, str) for n, text in notes.items()):
        raise ValueError("a bookmark is the number of an action and a text")
    return notes
