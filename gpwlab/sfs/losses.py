"""Losing steps: a German counter turns over, a Soviet division falls to a lower class (sfs 2.2.1.2, sfs 2.2.2.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import DUE, ON_MAP

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position
    from gpwlab.sfs.units import Counter

#: The classes a division can fall to, from the top: a G+ to a G (sfs 8.6.C); which of B and C is a matter of chance
#: (sfs 2.2.2.2.A).
LADDER = ("G+", "G", "A", "B", "C", "M")
#: A die up to this makes a B of an A, a higher one a C: an equal chance.
HALF = 3


class Toll(NamedTuple):
    """What is lost: steps, and strength points of the sides of counters that are up (sfs 2.2.2.2.A)."""

    steps: int
    points: int

    def and_(self, other: Toll) -> Toll:
        """Both together."""
        return Toll(self.steps + other.steps, self.points + other.points)


NO_TOLL = Toll(0, 0)


def free_counters(pos: Position, counter: str) -> int:
    """How many more pieces can have a counter (sfs 7.10.A)."""
    taken = sum(1 for u, key in enumerate(pos.piece) if key == counter and pos.fate[u] in (ON_MAP, DUE))
    return pos.world.counters[counter].limit - taken


def pool_counter(pos: Position, cls: str) -> str:
    """The counter of a class that is not bound to a named division."""
    return next(c.id for c in pos.world.counters.values() if c.pool and c.cls == cls)


def lose_step(pos: Position, unit: int, rule: str = "sfs 5.3.1.C") -> list[Event]:
    """Take a step from a unit, which may be the end of it; a militia is gone at any loss (sfs 8.3)."""
    if pos.world.units[unit].side == SOVIET:
        return _fall(pos, unit, rule)
    name = pos.counter(unit).name
    pos.steps[unit] -= 1
    if pos.steps[unit] == 0:
        return [_gone(pos, unit, rule)]
    text = f"{name} loses a step and has {pos.strength(unit)} SPs left"
    return [Event("loss", text, rule, unit=pos.world.units[unit].id, result=str(pos.steps[unit]))]


def _gone(pos: Position, unit: int, rule: str) -> Event:
    counter, name = pos.counter(unit), pos.world.units[unit].id
    pos.eliminate(unit)
    if pos.world.units[unit].side == GERMAN:
        return Event("eliminated", f"{counter.name} is eliminated", rule, unit=name, result="eliminated")
    kind = kind_of(counter)
    return Event(
        "eliminated",
        f"{name} ({counter.name}) is eliminated",
        rule,
        unit=name,
        result="eliminated",
        knows=SOVIET,
        public=f"a Soviet {kind} is eliminated",
    )


def kind_of(counter: Counter) -> str:
    """What the back of a Soviet counter tells: its type, not its class (docs/rulings_sfs.md S31)."""
    return "general" if counter.leader else "tank brigade" if counter.support else "division"


def change(pos: Position, counter: Counter) -> None:
    """Note that a unit lost a step and got another counter than this one, as both sides can see."""
    kind = kind_of(counter)
    pos.changed[kind] = pos.changed.get(kind, 0) + 1


def _fall(pos: Position, unit: int, rule: str) -> list[Event]:
    counter = pos.counter(unit)
    if counter.steps < 2:  # B, C and tanks have one step, a militia none (sfs 2.2.2.2.B, sfs 8.3)
        return [_gone(pos, unit, rule)]
    made = _lower(pos, unit, counter.cls)
    if not made:
        return [_gone(pos, unit, "sfs 7.10.A")]
    pos.piece[unit] = made
    change(pos, counter)
    if counter.cls == "A":  # what became of it is a secret again (sfs 2.2.2.2.A)
        pos.revealed.discard(unit)
    name, now = pos.world.units[unit].id, pos.counter(unit)
    text = f"{name} loses a step and is now {now.name}"
    public = text if unit in pos.revealed else "a Soviet division loses a step"
    return [Event("loss", text, rule, unit=name, result=now.cls, knows=SOVIET, public=public)]


def _lower(pos: Position, unit: int, cls: str) -> str:
    """The counter that a division falls to; what becomes of an A is a matter of an even chance (sfs 2.2.2.2.A)."""
    return _below(pos, cls, cls != "A" or pos.roll("class", pos.world.units[unit].id) <= HALF)


def _below(pos: Position, cls: str, high: bool) -> str:
    """The counter of the next class that has one left, "" if none has (sfs 7.10.B); ``high`` makes a B of an A."""
    below = list(LADDER[LADDER.index(cls) + 1 :])
    if cls == "A" and not high:
        below[:2] = ["C", "B"]
    keys = (pool_counter(pos, lower) for lower in below)
    return next((key for key in keys if free_counters(pos, key) > 0), "")


def falls(pos: Position, unit: int) -> dict[str, Fraction]:
    """What a Soviet unit may be after a step loss: counter ids with their exact chances, "" for the end of it."""
    counter = pos.counter(unit)
    if counter.steps < 2:
        return {"": Fraction(1)}
    found: dict[str, Fraction] = {}
    for high in (True, False):
        made = _below(pos, counter.cls, high)
        found[made] = found.get(made, Fraction(0)) + Fraction(1, 2)
    return found
