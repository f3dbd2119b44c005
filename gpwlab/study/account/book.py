"""What an account asks of a game's package, and the plain records that it is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from gpwlab.core.svg.build import Picture
from gpwlab.core.svg.frame import Frame

#: A row of ``game.log``.
Row = dict[Any, Any]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle as it was fought.

    side: who attacked.  odds, dice, results: in the order in which they were rolled, as the charts write them.  after:
    what came of it, in the words of the log.  luck: steps better than to be expected for the attacker, None where it is
    not known.
    """

    number: int
    side: str
    where: str
    attackers: str
    odds: str
    rolls: tuple[tuple[str, str, str], ...]
    after: tuple[str, ...]
    advanced: bool
    luck: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a side has on the map: units, strength, steps lost since the start, and the ground that it holds."""

    units: int
    strength: int | None
    lost: int
    ground: int


@dataclass(slots=True)
class PhaseTold:
    """A phase: what was done in it, in sentences, and every event with its rule."""

    name: str
    side: str
    sentences: list[str] = field(default_factory=list)
    events: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class TurnTold:
    """A turn: what happened in it, and how things stood when it was over."""

    number: int
    title: str
    weather: list[str]
    phases: list[PhaseTold]
    battles: list[Battle]
    standing: dict[str, Standing]
    cut_off: list[str]
    goals: list[str]
    still: Picture
    window: Frame | None
    notes: list[str] = field(default_factory=list)
    #: places that changed hands, by the side that took them
    taken: dict[str, list[str]] = field(default_factory=dict)


class Book(ABC):
    """A game's package as an account sees it.  Whatever is told comes from the game or from its log."""

    #: the game's title, its sides, what ground is counted in, what strength and losses are
    title: str
    sides: tuple[str, str]
    ground: str
    strength: str
    #: kinds of event that are only counted, with the words for one and for many
    counted: ClassVar[dict[str, tuple[str, str]]]
    #: kinds of event that are told elsewhere, or say nothing to a reader
    silent: frozenset[str]
    #: kinds of event that begin a battle
    begins: str
    #: kinds of event that tell the weather
    skies: tuple[str, ...]

    def __init__(self, game: Any) -> None:
        self.start = game
        #: the luck ledger: side, what, dice, expected, rolled, luck; [] where none is kept
        self.luck: list[tuple[str, str, int, float, float, float]] = []

    @abstractmethod
    def still(self, reader: Any) -> tuple[Picture, Frame | None]:
        """The map now, and the part of it to look at; every picture of an account has the same frame."""

    @abstractmethod
    def standing(self, reader: Any) -> dict[str, tuple[int, int | None, int]]:
        """By side: units on the map, their strength, ground held."""

    @abstractmethod
    def holders(self, reader: Any) -> dict[str, str]:
        """Who holds the places that are worth a word when they change hands."""

    @abstractmethod
    def cut_off(self, reader: Any) -> list[str]:
        """Units on the map that are out of supply."""

    @abstractmethod
    def goals(self, reader: Any) -> list[str]:
        """Where victory stands, in sentences."""

    @abstractmethod
    def battles(self, rows: Sequence[Row]) -> list[Battle]:
        """The battles among the events of a turn."""

    @abstractmethod
    def left(self, reader: Any) -> list[int]:
        """Steps that each unit has left now, by its index; what a loss in the log takes is told by two of them."""


def split(rows: Sequence[Row], begins: str) -> list[list[Row]]:
    """The events of each battle: from the one that begins it to the next one, or to the end of the phase."""
    found: list[list[Row]] = []
    within = False
    for row in rows:
        if row["kind"] == begins:
            found.append([])
            within = True
        elif row["kind"] == "phase":
            within = False
        if within:
            found[-1].append(row)
    return found
