"""A game as a journal: a start, a list of actions, and the position that they lead to.

Undo goes back to the last snapshot (one a period) and plays the kept actions again; since dice are a function of seed
and key, it always arrives at the same position.  Nothing is forgotten: undone actions stay in the history.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

from gpwlab.core.errors import InvalidInput


class State(Protocol):
    """What a journal asks of a position."""

    def copy(self) -> Self:
        """An independent copy."""


S = TypeVar("S", bound=State)
A = TypeVar("A")
E = TypeVar("E")
T = TypeVar("T")


@dataclass(slots=True)
class Entry(Generic[A, E, T]):
    """An action that was done: what it caused, in which period (turn and phase), and how many actions lay before it.

    ``kept`` is False once it has been undone.
    """

    action: A
    events: Sequence[E]
    when: T
    before: int
    kept: bool = True


class Journal(Generic[S, A, E, T]):
    """The line of play: ``state`` is the position after the first ``cursor`` entries of ``line``.

    ``history`` holds every entry that was ever done, in that order.
    """

    def __init__(self, start: S, apply: Callable[[S, A], list[E]], period: Callable[[S], T]) -> None:
        self._apply = apply
        self._period = period
        self.start = start.copy()
        self.state = start
        self.line: list[Entry[A, E, T]] = []
        self.history: list[Entry[A, E, T]] = []
        self.cursor = 0
        #: whether an action may fail at one time and not at another, as with rules of the user's own
        self.careful = False
        self._snapshots: list[tuple[int, S]] = [(0, self.start)]

    def do(self, action: A) -> list[E]:
        """Carry out an action (the caller has judged it); entries that were undone leave the line for good.

        Where that fails (a user's own rule may), the position is as it was before.
        """
        when = self._period(self.state)
        before = self.state.copy() if self.careful else None
        try:
            events = self._apply(self.state, action)
        except BaseException:
            if before is None:
                self._restore()
            else:
                self.state = before
            raise
        del self.line[self.cursor :]
        entry = Entry(action, events, when, self.cursor)
        self.line.append(entry)
        self.history.append(entry)
        self._step_past(entry)
        return events

    def jump(self, number: int) -> None:
        """Go to the position after ``number`` entries of the line; InvalidInput if there are not so many."""
        if type(number) is not int or not 0 <= number <= len(self.line):
            raise InvalidInput(f"the line of play has positions 0 to {len(self.line)}, not {number!r}")
        if not self.careful:
            self._go(number)
            return
        before = (self.cursor, self.state.copy(), list(self._snapshots))
        try:
            self._go(number)
        except BaseException:
            self.cursor, self.state, self._snapshots = before
            for place, entry in enumerate(self.line):
                entry.kept = place < self.cursor
            raise

    def _go(self, number: int) -> None:
        if number < self.cursor:
            for entry in self.line[number : self.cursor]:
                entry.kept = False
            while self._snapshots[-1][0] > number:
                self._snapshots.pop()
            self.cursor, snapshot = self._snapshots[-1]
            self.state = snapshot.copy()
        for entry in self.line[self.cursor : number]:
            self._apply(self.state, entry.action)
            entry.kept = True
            self._step_past(entry)

    def _restore(self) -> None:
        """Work the present position out anew from the last snapshot."""
        number, snapshot = self._snapshots[-1]
        self.state = snapshot.copy()
        for entry in self.line[number : self.cursor]:
            self._apply(self.state, entry.action)

    def _step_past(self, entry: Entry[A, E, T]) -> None:
        self.cursor += 1
        if self._period(self.state) != entry.when:
            self._snapshots.append((self.cursor, self.state.copy()))

    @property
    def kept(self) -> list[Entry[A, E, T]]:
        """The entries that lead to the present position."""
        return self.line[: self.cursor]

    def snapshots(self) -> list[tuple[int, S]]:
        """The kept snapshots as (number of actions, position), the start first."""
        return list(self._snapshots)

    def fork(self) -> Journal[S, A, E, T]:
        """An independent journal at the same place, without what was undone."""
        twin: Journal[S, A, E, T] = Journal(self.start, self._apply, self._period)
        twin.state = self.state.copy()
        twin.line = [replace(entry) for entry in self.kept]
        twin.history = list(twin.line)
        twin.cursor, twin.careful = self.cursor, self.careful
        twin._snapshots = [(number, snapshot) for number, snapshot in self._snapshots if number <= self.cursor]
        return twin
