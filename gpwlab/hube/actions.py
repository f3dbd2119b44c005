"""The atomic actions of Hube's Pocket and their one-line text form.

A game is a campaign workbook: *ruled* actions are decided by the rules of this book; *recorded* ones say what the
players did by the series rules, which are another book, and are checked for place, date and count.

``str(action)`` and :func:`parse_action` are inverse; saves, action files and the log use the text form.  Units,
formations and wings are named by their ids (``ax-inf-68``, ``su-3-tk``, ``ax-he111-1``), hexes by theirs (``A44.20``).
Where dice are left out the lab rolls them; a player at a table writes his own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import TypeAlias

from gpwlab.core.actions import Done as Done
from gpwlab.core.actions import Edit as Edit
from gpwlab.core.actions import Reseed as Reseed
from gpwlab.core.errors import InvalidInput

#: Stands between the units and the path of a move.
BY = "by"
#: Where an assembled unit waits that is rebuilt off the map (hube 3.10).
OKH = "okh"


class Line:
    """An action as a line: its verb, then its fields in order, lists spread out, empty lists left out."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join((type(self).__name__.lower(), *self._words()))

    def _words(self) -> Iterator[str]:
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            yield from map(str, value) if isinstance(value, tuple) else (str(value),)


def _tuple(given: object, what: str) -> tuple[object, ...]:
    """A list of names or dice as a tuple; InvalidInput for a single string or what has no members."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(f"{what} is a list, not {given!r}")
    return tuple(given)


# -- before the first turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place(Line):
    """Put a unit, or all of a formation, on the map: in a set-up, or when it arrives (hube 1.1, hube 2.1, hube 3.1)."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Bring(Line):
    """Put points on the map, in a set-up or when they arrive; supply is counted in SP (hube 2.1, hube 3.1).

    kind: sp, truck or wagon; in a set-up also hedgehog, hedgehog-2, airbase-1 or airbase-2; of arrivals pax or eq.
    """

    kind: str
    count: int
    hex: str


@dataclass(frozen=True, slots=True)
class Base(Line):
    """Put an air unit at an air base: in a set-up, when it arrives, or by a transfer."""

    wing: str
    hex: str


@dataclass(frozen=True, slots=True)
class Reserves(Line):
    """Buy reserve markers in secret before play (hube 2.2, hube 3.2)."""

    count: int


@dataclass(frozen=True, slots=True)
class Initiative(Line):
    """Both sides roll two dice for the moves before the game, the Axis first (hube 4.3)."""

    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", _tuple(self.dice, "dice"))


# -- the turn ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weather(Line):
    """Roll weather and flying conditions: ``weather``, or with dice ``weather 51 3`` (hube 1.2)."""

    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", _tuple(self.dice, "dice"))


@dataclass(frozen=True, slots=True)
class First(Line):
    """Record who moves first in this turn; in the first turn of a scenario it is the Soviets (hube 1.1.B)."""

    side: str


@dataclass(frozen=True, slots=True)
class Supply(Line):
    """Roll on the table of supply and replacements, two dice (hube 4.1, hube 4.2)."""

    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", _tuple(self.dice, "dice"))


@dataclass(frozen=True, slots=True)
class Rebuild(Line):
    """Pay for a dead unit or a step of a division, at a hex with an HQ or at ``okh`` (hube 2.7, hube 3.10)."""

    unit: str
    at: str


@dataclass(frozen=True, slots=True)
class Move(Line):
    """Record that units moved together: the hexes entered, in order, or the last one alone."""

    units: tuple[str, ...]
    path: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", _tuple(self.units, "units"))
        object.__setattr__(self, "path", _tuple(self.path, "a path"))

    def __str__(self) -> str:
        return f"move {' '.join(self.units)} {BY} {' '.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Rail(Line):
    """Record a move by rail for so many points of the turn's capacity; supply as ``sp/T/HEX``, four T to an SP."""

    unit: str
    hex: str
    points: int


@dataclass(frozen=True, slots=True)
class Haul(Line):
    """Record that points were carried from one hex to another; supply is counted in T, four to an SP.

    kind: sp, truck, wagon, pax or eq.
    """

    kind: str
    count: int
    start: str
    hex: str


@dataclass(frozen=True, slots=True)
class Spend(Line):
    """Record that points were used up or lost; supply is counted in T, four to an SP.

    kind: sp, truck, wagon, pax, eq, hedgehog or airbase.
    """

    kind: str
    count: int
    hex: str


@dataclass(frozen=True, slots=True)
class Load(Line):
    """Load supply on an organic truck, in T, four to an SP (hube 3.7)."""

    unit: str
    count: int


@dataclass(frozen=True, slots=True)
class Unload(Line):
    """Put supply down from an organic truck, in T, four to an SP."""

    unit: str
    count: int


@dataclass(frozen=True, slots=True)
class Mode(Line):
    """Record the mode of a unit: combat, move, strategic, reserve or disorganised."""

    unit: str
    mode: str


@dataclass(frozen=True, slots=True)
class Trace(Line):
    """Record whether a unit can trace supply, or whether the Soviets can to a hex that counts (hube 5.2)."""

    what: str
    answer: str


@dataclass(frozen=True, slots=True)
class Lose(Line):
    """Record lost steps and their cause: combat, barrage, attrition or surrender; ``0`` steps: the whole unit."""

    unit: str
    steps: int
    cause: str


@dataclass(frozen=True, slots=True)
class Retreat(Line):
    """Record that a unit had to retreat to a hex."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Control(Line):
    """Record that a side's unit was the last to pass a hex (hube 5.2)."""

    hex: str
    side: str


@dataclass(frozen=True, slots=True)
class Break(Line):
    """Split a regiment off a division (hube 1.4)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Absorb(Line):
    """A division takes a breakdown regiment in (hube 1.4)."""

    regiment: str
    unit: str


@dataclass(frozen=True, slots=True)
class Convert(Line):
    """Record that a railway unit changed the gauge of its hex (hube 1.5, hube 1.6)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Flip(Line):
    """A pontoon unit changes to the other bank of the river that it bridges (hube 2.6)."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Build(Line):
    """Record that a headquarters built a hedgehog or an air base, or a level more of it (hube 1.6)."""

    what: str
    hex: str
    unit: str


# -- the air ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refit(Line):
    """An inactive air unit becomes active."""

    wing: str


@dataclass(frozen=True, slots=True)
class Sortie(Line):
    """Record a mission of an air unit, which leaves it inactive."""

    wing: str


@dataclass(frozen=True, slots=True)
class HipShoot(Line):
    """Record a hip shoot of an air unit at a hex (hube 2.3, hube 3.3)."""

    wing: str
    hex: str


@dataclass(frozen=True, slots=True)
class Airlift(Line):
    """An air unit brings supply from the off-map air base to an air base, in T, four to an SP (hube 1.3)."""

    wing: str
    count: int
    hex: str


@dataclass(frozen=True, slots=True)
class Drop(Line):
    """Record an air drop of supply into a hex, in T, four to an SP; no unit may be dropped (hube 1.7)."""

    what: str
    count: int
    hex: str


# -- special rules ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Alert(Line):
    """Try to raise Alert Battalions for one VP (hube 3.8)."""

    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", _tuple(self.dice, "dice"))


@dataclass(frozen=True, slots=True)
class Post(Line):
    """Where the next Alert Battalion enters (hube 3.8)."""

    hex: str


@dataclass(frozen=True, slots=True)
class Recall(Line):
    """Roll whether the 24th Panzer Division is recalled (hube 3.7)."""

    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", _tuple(self.dice, "dice"))


@dataclass(frozen=True, slots=True)
class Escape(Line):
    """Every man for himself: a cut-off unit is given up and its men reach a supplied one (hube 3.6)."""

    unit: str
    to: str
    steps: int


@dataclass(frozen=True, slots=True)
class Collapse(Line):
    """Declare the collapse of the southern wing, naming the headquarters that it affects (hube 3.4.A)."""

    units: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", _tuple(self.units, "headquarters"))


@dataclass(frozen=True, slots=True)
class Exit(Line):
    """A unit leaves by the south edge: Axis after the collapse, Soviet in pursuit (hube 3.4.B, hube 2.4b)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Follow(Line):
    """Soviet truck or wagon points leave by the south edge in pursuit (hube 2.4b)."""

    kind: str
    count: int
    hex: str


@dataclass(frozen=True, slots=True)
class Flank(Line):
    """Soviet units, each as ``UNIT/STEPS``, leave to reinforce the flanks (hube 2.4a)."""

    units: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", _tuple(self.units, "units"))


@dataclass(frozen=True, slots=True)
class Subsist(Line):
    """A fortress city draws T for the turn: 2 for all, 1 for the fortress units, 0 for nobody (hube 3.9.D)."""

    hex: str
    count: int


@dataclass(frozen=True, slots=True)
class Spare(Line):
    """Record that a unit is beyond the stacking limit of a fortress and is not taken into it (hube 3.9.A)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Link(Line):
    """Record that steps of a pocketed unit have joined the regular line (hube 5.1)."""

    unit: str
    steps: int


Action: TypeAlias = (
    Place | Bring | Base | Reserves | Initiative | Weather | First | Supply | Rebuild | Move | Rail | Haul | Spend
    | Load | Unload | Mode | Trace | Lose | Retreat | Control | Break | Absorb | Convert | Flip | Build | Refit
    | Sortie | HipShoot | Airlift | Drop | Alert | Post | Recall | Escape | Collapse | Exit | Follow | Flank | Subsist
    | Spare | Link | Done | Reseed | Edit
)  # fmt: skip
ACTIONS: dict[str, type[Action]] = {
    kind.__name__.lower(): kind
    for kind in (
        Place, Bring, Base, Reserves, Initiative, Weather, First, Supply, Rebuild, Move, Rail, Haul, Spend, Load,
        Unload, Mode, Trace, Lose, Retreat, Control, Break, Absorb, Convert, Flip, Build, Refit, Sortie, HipShoot,
        Airlift, Drop, Alert, Post, Recall, Escape, Collapse, Exit, Follow, Flank, Subsist, Spare, Link, Done, Reseed,
        Edit,
    )
}  # fmt: skip
