"""Counters of Struggle for Stalingrad: what is printed on them, and the units that they stand for (sfs 2.2).

A German unit is one counter for the whole game.  A Soviet unit is a *piece* ``su-7``, whose counter changes as it loses
steps; its name says nothing of its class, which is hidden from the Germans (sfs 2.2.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from gpwlab.core.tables import Row
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET

__all__ = ["GERMAN", "SIDES", "SOVIET", "Counter", "Unit", "other", "read_counters", "read_units"]

#: How many Soviet pieces can come into play; all set-ups, arrivals and tanks together stay below.
PIECES = 120
CHUIKOV = "chuikov"


def other(side: int) -> int:
    """The enemy of a side."""
    return 1 - side


@dataclass(frozen=True)
class Counter:
    """A counter as printed; ``strengths`` are SPs by steps left, the last step first (index steps - 1).

    ``cls`` is G+, G, A, B, C, M or T for Soviet counters, "" otherwise.  ``limit`` is how many pieces can have it at a
    time (sfs 7.10.A).
    """

    id: str
    side: int
    name: str
    type: str
    size: str
    cls: str
    steps: int
    strengths: tuple[int, ...]
    flags: frozenset[str]
    pool: bool
    limit: int
    provenance: str

    @cached_property
    def support(self) -> bool:
        """True for support units, which only go along with others (sfs 8.1); Chuikov is none."""
        return "support" in self.flags and not self.leader

    @cached_property
    def leader(self) -> bool:
        """True for Chuikov (sfs 8.5)."""
        return self.type == "leader"

    @cached_property
    def combat(self) -> bool:
        """True for units that can stand alone: neither support nor leader."""
        return not self.support and not self.leader

    @property
    def motorized(self) -> bool:
        """True for panzer and motorized units (sfs 5.12.1, sfs 7.3.B)."""
        return "motorized" in self.flags

    @property
    def division(self) -> bool:
        """True for divisions (sfs 2.2.1.3)."""
        return self.size == "XX"

    @cached_property
    def smaller(self) -> bool:
        """True for regiments and panzer battlegroups, which are parts of some division (sfs 8.2.A)."""
        return self.combat and (self.size, self.type) in (("III", "infantry"), ("X", "armor"))

    @property
    def guards(self) -> bool:
        """True for G and G+ (sfs 8.6.A)."""
        return self.cls in ("G", "G+")

    def has(self, flag: str) -> bool:
        """True if the counter carries a flag: pioneer, ss, defend_only, motorized, support."""
        return flag in self.flags

    def strength(self, steps: int) -> int:
        """SPs with so many steps left; a militia has its strength without a step (sfs 8.3)."""
        return self.strengths[max(steps, 1) - 1]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the game.  ``counter`` is its printed counter, None for a Soviet piece: that changes."""

    index: int
    id: str
    side: int
    counter: Counter | None


def read_counters(rows: Sequence[Row]) -> dict[str, Counter]:
    """All counters by id."""
    return {row["unit_id"]: _counter(row) for row in rows}


def _counter(row: Row) -> Counter:
    strengths = tuple(int(text) for text in reversed(row["strengths"].split("|")))
    steps = int(row["steps"])
    if row["class"] and steps:  # a class is one strength: its steps are those of the classes below it
        strengths = strengths * steps if len(strengths) == 1 else strengths
    return Counter(
        row["unit_id"],
        SIDES.index(row["side"]),
        row["name"],
        row["type"],
        row["size"],
        row["class"],
        steps,
        strengths,
        frozenset(filter(None, row["flags"].split("|"))),
        row["pool"] == "yes",
        int(row["counters"]) if row["pool"] == "yes" else 1,
        row["provenance"],
    )


def read_units(counters: dict[str, Counter]) -> list[Unit]:
    """German units in the order of the table, then the Soviet pieces su-1, su-2, ..."""
    german = [counter for counter in counters.values() if counter.side == GERMAN]
    units = [Unit(index, counter.id, GERMAN, counter) for index, counter in enumerate(german)]
    return units + [Unit(len(german) + n, f"su-{n + 1}", SOVIET, None) for n in range(PIECES)]
