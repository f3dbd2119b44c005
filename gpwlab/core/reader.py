"""What may be looked at in a game of any system: the part of their readers that needs no rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from gpwlab.core.journal import Journal, State
from gpwlab.core.keeping import Keeper, Period, numbers
from gpwlab.core.reasons import Reason
from gpwlab.core.sequence import Phase

if TYPE_CHECKING:
    from gpwlab.core.svg.build import Picture


class Scenario(Protocol):
    """What a reader asks of a scenario."""

    @property
    def slug(self) -> str:
        """Its name in ``new``."""


class Rules(Protocol):
    """What a reader asks of a rule set."""

    @property
    def options(self) -> tuple[str, ...]:
        """Slugs of what is switched on."""


class World(Protocol):
    """What a reader asks of what never changes in a game."""

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""

    @property
    def rules(self) -> Rules:
        """The rule set in force."""


class Position(State, Protocol):
    """What a reader asks of a position."""

    @property
    def seed(self) -> int:
        """The seed of its dice."""

    @property
    def world(self) -> World:
        """What never changes."""


P = TypeVar("P", bound=Position)
A = TypeVar("A")
E = TypeVar("E")


class Reader(ABC, Generic[P, A, E]):
    """The surface that a game and a side's view share; the reader of each system adds what its rules know."""

    #: how the games of the system are kept
    _keeper: Keeper[P, A, E]
    #: the side that looks, None for one who knows everything
    _viewer: int | None = None

    def __init__(self, journal: Journal[P, A, E, Period], opening: Sequence[E] = ()) -> None:
        self._journal = journal
        self._opening = tuple(opening)

    @property
    def _pos(self) -> P:
        return self._journal.state

    @property
    def opening(self) -> tuple[E, ...]:
        """What happened before the first action."""
        return self._opening

    @property
    def scenario(self) -> str:
        """The scenario's slug."""
        return self._pos.world.scenario.slug

    @property
    def rules(self) -> Rules:
        """The rule set in force."""
        return self._pos.world.rules

    @property
    @abstractmethod
    def phase(self) -> Phase:
        """Turn, side, name and rule of the phase in progress."""

    @abstractmethod
    def _phase_at(self, turn: int, number: int) -> Phase:
        """The phase of a period of the journal."""

    def why_not(self, action: A | str) -> list[Reason]:
        """[] if the action is legal now, else every reason against it; InvalidInput if it is no action."""
        return list(self._keeper.objections(self._pos, self._keeper.as_action(self._pos, action)))

    @property
    def actions(self) -> list[A]:
        """The actions that led here, first to last."""
        return [entry.action for entry in self._journal.kept]

    @property
    def cursor(self) -> int:
        """How many actions led here."""
        return self._journal.cursor

    @property
    def line(self) -> list[int]:
        """The log's numbers of the actions on the line of play, first to last, also those that can be done again."""
        return numbers(self._journal)

    @property
    def phases(self) -> list[tuple[int, Phase]]:
        """The phases on the line of play, each with the number of actions before it."""
        return [(n, self._phase_at(*period)) for n, period in self._keeper.phases(self._journal)]

    @abstractmethod
    def picture(self, show: Iterable[str] = (), region: Any = None, **style: Any) -> Picture:
        """A static map of the position as SVG with a text twin."""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        drawn = self.picture()
        return {"image/svg+xml": str(drawn), "text/plain": drawn.text}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.scenario}, {self.phase}, {self.cursor} actions>"
