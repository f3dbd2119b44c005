"""The atomic actions of Struggle for Stalingrad and their one-line text form.

``str(action)`` and :func:`gpwlab.sfs.parsing.parse_action` are inverse; saves, action files and the log use the text
form.  Units are named by their ids (``14-pz``, ``su-7``), forces by theirs (``F12``), areas and strongpoints by their
codes (``SC``, ``SC-elevator``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gpwlab.core.actions import Done as Done
from gpwlab.core.actions import Edit as Edit
from gpwlab.core.actions import Reseed as Reseed
from gpwlab.core.actions import listed


def _in_order(given: object, what: str) -> tuple[str, ...]:
    """Names whose order means nothing, by number where they have one: F3 before F12, su-9 before su-10."""
    return tuple(sorted(listed(given, what), key=_by_number))


def _by_number(name: object) -> tuple[str, int, str, str]:
    text = str(name)
    head = text.rstrip("0123456789")
    tail = text[len(head) :].lstrip("0")
    return head, len(tail), tail, text  # a number of any length


# -- set-up, movement and command -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Put a unit on the map: in a set-up, a tank at the Tractor Works, or a German arrival.

    ``where`` is an area, a strongpoint, or a force to join.
    """

    unit: str
    where: str

    def __str__(self) -> str:
        return f"place {self.unit} {self.where}"


@dataclass(frozen=True, slots=True)
class Move:
    """Move units together along a path: the areas entered, in order (sfs 4.1.G, sfs 4.4)."""

    units: tuple[str, ...]
    path: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", _in_order(self.units, "units"))
        object.__setattr__(self, "path", listed(self.path, "a path"))

    def __str__(self) -> str:
        return f"move {' '.join(self.units)} by {' '.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Stack:
    """Movement within an area: units join a force, enter a strongpoint, or form a force of their own (sfs 4.5).

    ``to`` is a force, a strongpoint, or ``new``.
    """

    units: tuple[str, ...]
    to: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", _in_order(self.units, "units"))

    def __str__(self) -> str:
        return f"stack {' '.join(self.units)} to {self.to}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Go straight to the supply source: the German Rear, or the East Bank ``via`` a landing (sfs 4.4.3)."""

    units: tuple[str, ...]
    via: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", _in_order(self.units, "units"))

    def __str__(self) -> str:
        return f"withdraw {' '.join(self.units)}" + (f" via {self.via}" if self.via else "")


@dataclass(frozen=True, slots=True)
class Ferry:
    """Ferry one unit between the East Bank and a landing, whichever of the two it is not in (sfs 4.10)."""

    unit: str
    landing: str

    def __str__(self) -> str:
        return f"ferry {self.unit} {self.landing}"


@dataclass(frozen=True, slots=True)
class Infiltrate:
    """One Soviet unit goes behind the enemy's lines into an adjacent German area (sfs 4.9)."""

    unit: str
    area: str

    def __str__(self) -> str:
        return f"infiltrate {self.unit} {self.area}"


@dataclass(frozen=True, slots=True)
class Reserve:
    """Put units in reserve at the beginning of the German Movement Phase (sfs 4.8)."""

    units: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", _in_order(self.units, "units"))

    def __str__(self) -> str:
        return f"reserve {' '.join(self.units)}"


@dataclass(frozen=True, slots=True)
class Rebuild:
    """A division in reserve regains its first step (sfs 7.2)."""

    unit: str

    def __str__(self) -> str:
        return f"rebuild {self.unit}"


@dataclass(frozen=True, slots=True)
class Break:
    """Break a division down into smaller units, written ``regiment-1`` or with steps ``pzkg-5-1/2`` (sfs 8.2)."""

    unit: str
    into: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "into", _in_order(self.into, "smaller units"))

    def __str__(self) -> str:
        return f"break {self.unit} into {' '.join(self.into)}"


@dataclass(frozen=True, slots=True)
class Recall:
    """Take a unit off the map because the turn record withdraws it or its like (sfs 7.3)."""

    unit: str

    def __str__(self) -> str:
        return f"recall {self.unit}"


@dataclass(frozen=True, slots=True)
class Summon:
    """Announce one Luftwaffe summons for this turn (sfs 7.5)."""

    def __str__(self) -> str:
        return "summon"


@dataclass(frozen=True, slots=True)
class Batch:
    """Take two more summons, at the price of a turn of the German victory markers (sfs 7.5.D)."""

    def __str__(self) -> str:
        return "batch"


@dataclass(frozen=True, slots=True)
class Corps:
    """Bring in a Soviet Reserve Corps: ``regular`` or ``guards`` (sfs 7.4)."""

    make: str

    def __str__(self) -> str:
        return f"corps {self.make}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer a question of the scenario or of the turn record: ``choose pioneers groups``."""

    what: str
    answer: str

    def __str__(self) -> str:
        return f"choose {self.what} {self.answer}"


# -- combat -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack a force with one to three others; also entering attacks and amphibious assaults (sfs 5.1, sfs 5.13)."""

    target: str
    attackers: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "attackers", _in_order(self.attackers, "attackers"))

    def __str__(self) -> str:
        return f"attack {self.target} by {' '.join(self.attackers)}"


@dataclass(frozen=True, slots=True)
class Overrun:
    """Attack in a movement phase with the force that moves (sfs 5.12)."""

    target: str
    attacker: str

    def __str__(self) -> str:
        return f"overrun {self.target} by {self.attacker}"


@dataclass(frozen=True, slots=True)
class Stuka:
    """A Stuka attack for two air points (sfs 5.4.4)."""

    target: str

    def __str__(self) -> str:
        return f"stuka {self.target}"


@dataclass(frozen=True, slots=True)
class Abort:
    """Call the attack off after the Soviets have shown what they have (sfs 5.9)."""

    def __str__(self) -> str:
        return "abort"


@dataclass(frozen=True, slots=True)
class Proceed:
    """Go through with the attack (sfs 5.9)."""

    def __str__(self) -> str:
        return "proceed"


@dataclass(frozen=True, slots=True)
class Commit:
    """Artillery and air points for this attack, noted in secret (sfs 5.4.3.1)."""

    points: int
    air: int = 0

    def __str__(self) -> str:
        return f"commit {self.points}" + (f" air {self.air}" if self.air else "")


@dataclass(frozen=True, slots=True)
class Adjust:
    """Chuikov changes the Soviet expenditure by -1, 0 or 1 (sfs 8.5.B)."""

    change: int

    def __str__(self) -> str:
        return f"adjust {self.change}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A landing supplies the Soviet force in this combat, or none does (sfs 6.3)."""

    landing: str | None

    def __str__(self) -> str:
        return f"draw {self.landing or 'none'}"


@dataclass(frozen=True, slots=True)
class Surround:
    """The attacking force that surrounds the defender, now cut off (sfs 4.7.A)."""

    force: str

    def __str__(self) -> str:
        return f"surround {self.force}"


@dataclass(frozen=True, slots=True)
class Liberate:
    """Whether a friendly force is freed because its surrounders have been cut off (sfs 5.6.2.A)."""

    yes: bool

    def __str__(self) -> str:
        return "liberate" if self.yes else "hold-on"


@dataclass(frozen=True, slots=True)
class Retreat:
    """The defender goes back to an adjacent area for one loss less (sfs 5.10)."""

    area: str

    def __str__(self) -> str:
        return f"retreat {self.area}"


@dataclass(frozen=True, slots=True)
class Stand:
    """The defender does not retreat (sfs 5.10)."""

    def __str__(self) -> str:
        return "stand"


@dataclass(frozen=True, slots=True)
class Loss:
    """Take a step from a unit of one's own (sfs 5.3.1)."""

    unit: str

    def __str__(self) -> str:
        return f"loss {self.unit}"


@dataclass(frozen=True, slots=True)
class Disrupt:
    """The force is disrupted instead of losing a step to Stukas (sfs 5.4.4.1.B)."""

    def __str__(self) -> str:
        return "disrupt"


@dataclass(frozen=True, slots=True)
class Advance:
    """One attacking unit goes into the strongpoint or after the retreating force; ``none`` ends it (sfs 5.2.6.2)."""

    unit: str | None

    def __str__(self) -> str:
        return f"advance {self.unit or 'none'}"


@dataclass(frozen=True, slots=True)
class Again:
    """One more overrun of the same defender though the days are spent (sfs 5.12.5)."""

    def __str__(self) -> str:
        return "again"


@dataclass(frozen=True, slots=True)
class Halt:
    """No more overrun: the disruption takes effect (sfs 5.12.5)."""

    def __str__(self) -> str:
        return "halt"


@dataclass(frozen=True, slots=True)
class Refuge:
    """The force that Chuikov flees to (sfs 8.5.E)."""

    force: str

    def __str__(self) -> str:
        return f"refuge {self.force}"


Action: TypeAlias = (
    Place
    | Move
    | Stack
    | Withdraw
    | Ferry
    | Infiltrate
    | Reserve
    | Rebuild
    | Break
    | Recall
    | Summon
    | Batch
    | Corps
    | Choose
    | Attack
    | Overrun
    | Stuka
    | Abort
    | Proceed
    | Commit
    | Adjust
    | Draw
    | Surround
    | Liberate
    | Retreat
    | Stand
    | Loss
    | Disrupt
    | Advance
    | Again
    | Halt
    | Refuge
    | Done
    | Reseed
    | Edit
)
#: Answers that belong to the combat in progress.
COMBAT_ANSWERS = (
    Abort, Proceed, Commit, Adjust, Draw, Surround, Liberate, Retreat, Stand, Loss, Disrupt, Advance, Again, Halt,
    Refuge,
)  # fmt: skip
