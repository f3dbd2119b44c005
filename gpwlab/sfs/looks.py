"""What lies on the table: areas and stacks as everybody sees them, faces as one side sees them.

A Soviet unit that is face down shows the Germans its type and no more (sfs 2.2.2, docs/rulings_sfs.md S31).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.sfs import losses
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.position import CONTESTED, EMPTY, NOWHERE, ON_MAP

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position
    from gpwlab.sfs.units import Counter

STATES = {GERMAN: "German", SOVIET: "Soviet", EMPTY: "empty", CONTESTED: "contested"}
#: Types of Soviet backs, by what the table of units calls them.
BACKS = {"division": "infantry", "tank brigade": "armor", "general": "leader"}


@dataclass(frozen=True, slots=True)
class AreaState:
    """An area: ``control`` is German, Soviet, contested or empty; ``dominated_by`` says whose it is when empty."""

    code: str
    control: str
    dominated_by: str
    fortified: bool


@dataclass(frozen=True, slots=True)
class Face:
    """A unit as a side sees it; a hidden one has no label, no strength and no steps.

    ``figure`` is the strength as counters print it: ``+4`` support, ``(2)`` defend-only, ``1*`` militia, ``?`` hidden.
    """

    id: str
    side: str
    type: str
    label: str
    size: str
    steps: int | None
    strength: int | None
    figure: str
    cls: str
    hidden: bool
    reduced: bool
    support: bool
    oos: bool
    disrupted: bool
    reserve: bool
    provenance: str


@dataclass(frozen=True, slots=True)
class Stack:
    """A force: ``strongpoint`` and ``surrounds`` are "" where there is none."""

    id: str
    side: str
    area: str
    strongpoint: str
    cut_off: bool
    surrounds: str
    entering: bool
    units: tuple[Face, ...]


def areas(pos: Position) -> list[AreaState]:
    """The state of every area in play."""
    return [
        AreaState(
            area.code,
            STATES[pos.control(area.index)],
            SIDES[pos.dominator[area.index]],
            pos.fortified_area(area.index),
        )
        for area in pos.world.board.areas
        if pos.world.scenario.in_play(area.index)
    ]


def hidden(pos: Position, unit: int, viewer: int | None) -> bool:
    """Whether a viewer sees only the back of a unit; None is a viewer who knows everything."""
    return viewer == GERMAN and pos.world.units[unit].side == SOVIET and unit not in pos.revealed


def stacks(pos: Position, viewer: int | None = None) -> list[Stack]:
    """All forces, by id, as a viewer sees them."""
    return [_stack(pos, pos.forces[number], viewer) for number in sorted(pos.forces)]


def _stack(pos: Position, force: Force, viewer: int | None) -> Stack:
    board, prey = pos.world.board, pos.surrounding(force)
    return Stack(
        force.name,
        SIDES[force.side],
        board.code(force.area),
        "" if force.slot == NOWHERE else board.strongpoints[force.slot].code,
        pos.cut_off(force),
        "" if prey is None else prey.name,
        pos.entering(force),
        tuple(face(pos, unit, viewer, f"{force.name}.{n}") for n, unit in enumerate(force.units, 1)),
    )


def face(pos: Position, unit: int, viewer: int | None, alias: str) -> Face:
    """A unit as a viewer sees it; Soviet units go by an alias in German eyes, so that nobody can follow them about."""
    counter, side = pos.counter(unit), pos.world.units[unit].side
    veiled = hidden(pos, unit, viewer)
    there = pos.fate[unit] == ON_MAP
    steps = pos.steps_of(unit) if there or side == GERMAN else counter.steps
    return Face(
        alias if viewer == GERMAN and side == SOVIET else pos.world.units[unit].id,
        SIDES[side],
        BACKS[losses.kind_of(counter)] if side == SOVIET else counter.type,
        "" if veiled else label(counter),
        "" if veiled else counter.size,
        None if veiled else steps,
        None if veiled else counter.strength(steps),
        "?" if veiled else figure(counter, steps),
        "" if veiled else counter.cls,
        veiled,
        side == GERMAN and steps < counter.steps,
        counter.support,
        unit in pos.oos,
        unit in pos.disrupted,
        unit in pos.reserve,
        "" if veiled else counter.provenance,
    )


def figure(counter: Counter, steps: int) -> str:
    """Strength as it is printed on a counter."""
    number = counter.strength(steps)
    if counter.cls == "M":
        return f"{number}*"
    if counter.has("defend_only"):
        return f"({number})"
    return f"+{number}" if counter.support or counter.leader else str(number)


def label(counter: Counter) -> str:
    """A few letters that tell a counter from others: ``14``, ``DR``, ``PzKg``, ``13G``, ``A``."""
    words = counter.name.split()
    if counter.side == SOVIET:
        if counter.leader:
            return "Ch"
        return counter.cls if counter.pool else words[0] + words[1][0]
    if words[0].isdigit():
        return words[0]
    if counter.has("ss"):
        return "DR"
    return "Pi" if counter.has("pioneer") else "Rgt" if counter.size == "III" and not counter.support else words[0]
