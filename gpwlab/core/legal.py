"""A lazy view of the legal actions, as ``Game.legal`` gives it: the part that needs no rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

from gpwlab.core.errors import GameError
from gpwlab.core.journal import State
from gpwlab.core.keeping import Keeper


class Position(State, Protocol):
    """What a list of legal actions asks of a position."""

    @property
    def version(self) -> int:
        """A number that changes whenever the position does."""


P = TypeVar("P", bound=Position)
A = TypeVar("A")


class Legal(ABC, Generic[P, A]):
    """The atomic actions open to the side that must decide, worked out once for a position; ``in`` accepts any other
    that ``why_not`` accepts.  A phase can always be ended, and a decision has options."""

    #: how the games of the system are kept, which is where actions are judged
    _keeper: Keeper[P, A, Any]

    def __init__(self, pos: P) -> None:
        self._pos = pos
        self._found: tuple[int, list[A]] | None = None

    @abstractmethod
    def _listed(self) -> Iterator[A]:
        """The actions, worked out anew."""

    @abstractmethod
    def _goes_on(self) -> bool:
        """True until the game has ended."""

    def __bool__(self) -> bool:
        return self._goes_on()

    def _all(self) -> list[A]:
        """All of them, worked out once for a position: ``list`` asks for the number first."""
        if self._found is None or self._found[0] != self._pos.version:
            self._found = self._pos.version, list(self._listed())
        return self._found[1]

    def __iter__(self) -> Iterator[A]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, action: object) -> bool:
        try:
            asked = self._keeper.as_action(self._pos, action)
        except GameError:
            return False
        return next(self._keeper.objections(self._pos, asked), None) is None

    def __repr__(self) -> str:
        actions = list(self)
        shown, more = [str(action) for action in actions[:4]], len(actions) - 4
        return f"<{len(actions)} legal actions: {'; '.join(shown)}{f'; and {more} more' if more > 0 else ''}>"


class SideLegal(Legal[P, A], Generic[P, A]):
    """The legal actions as a side sees them: its own, and none while the other side must act."""

    def __init__(self, pos: P, side: int) -> None:
        super().__init__(pos)
        self._side = side

    @abstractmethod
    def _deciding(self) -> int:
        """The side that must act."""

    def _all(self) -> list[A]:
        return super()._all() if self._deciding() == self._side else []

    def __bool__(self) -> bool:
        return super().__bool__() and self._deciding() == self._side

    def __contains__(self, action: object) -> bool:
        return self._deciding() == self._side and super().__contains__(action)
