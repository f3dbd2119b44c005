"""The live tables of a game as DataFrames."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gpwlab.core.journal import Entry
from gpwlab.core.reasons import Reason
from gpwlab.sfs import looks, supply
from gpwlab.sfs.actions import Action, Choose, Commit, Corps
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.events import BOTH, Event
from gpwlab.sfs.position import FATES, LATER, NOWHERE, ON_MAP
from gpwlab.sfs.questions import SECRET
from gpwlab.sfs.sequence import LAST_PHASE, phase_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.sfs.position import Position
    from gpwlab.sfs.units import Unit
    from gpwlab.sfs.world import World

UNIT_COLUMNS = (
    "unit", "side", "kind", "name", "size", "cls", "force", "area", "strongpoint", "state", "steps", "strength",
    "moved", "supply", "disrupted", "reserve", "hidden", "provenance",
)  # fmt: skip
LOG_COLUMNS = (
    "n", "kept", "turn", "phase", "side", "action", "kind", "unit", "from_area", "to_area",
    "die", "column", "result", "rule", "text",
)  # fmt: skip
_PIECE = re.compile(r"\bsu-\d+\b")
#: What a German reads in place of a Soviet unit's id.
SOMEBODY = "su-?"


# -- order of battle --------------------------------------------------------------------------------------------------


def units_frame(pos: Position, viewer: int | None = None) -> DataFrame:
    """The live order of battle as a viewer sees it: one row a unit that is or was in play.

    ``state`` is full or reduced on the map, else due, eliminated, withdrawn, broken down or later; ``supply`` is None
    off the map.  A German sees the Soviet units on the map only, force by force: the order of the pieces would give
    their set-up away.
    """
    from pandas import DataFrame

    rows = []
    places = {u: (n, place) for n in sorted(pos.forces) for place, u in enumerate(pos.forces[n].units)}
    for unit in sorted(pos.world.units, key=lambda unit: _row_order(unit, viewer, places)):
        if unit.side == SOVIET and (pos.fate[unit.index] == LATER or not pos.piece[unit.index]):
            continue
        if unit.side == SOVIET and viewer == GERMAN and pos.fate[unit.index] != ON_MAP:
            continue
        rows.append(_unit_row(pos, unit.index, viewer))
    frame = DataFrame(rows, columns=list(UNIT_COLUMNS))
    return frame.astype({"steps": "Int64", "strength": "Int64"})


def _row_order(unit: Unit, viewer: int | None, places: Mapping[int, tuple[int, int]]) -> tuple[int, ...]:
    """Where a unit's row comes: by index, but Soviet units in German eyes by their force and place in it."""
    if unit.side == SOVIET and viewer == GERMAN:
        return unit.side, *places.get(unit.index, ())
    return unit.side, unit.index


def _unit_row(pos: Position, u: int, viewer: int | None) -> tuple[Any, ...]:
    force, board, counter = pos.where(u), pos.world.board, pos.counter(u)
    alias = f"{force.name}.{force.units.index(u) + 1}" if force is not None else ""
    face = looks.face(pos, u, viewer, alias)
    here = force is not None
    state = ("reduced" if face.reduced else "full") if here else FATES[pos.fate[u]]
    return (
        face.id,
        face.side,
        face.type,
        "" if face.hidden else counter.name,
        face.size,
        face.cls,
        "" if force is None else force.name,
        "" if force is None else board.code(force.area),
        "" if force is None or force.slot == NOWHERE else board.strongpoints[force.slot].code,
        state,
        face.steps,
        face.strength,
        u in pos.moved,
        supply.state(pos, u) if here else None,
        face.disrupted,
        face.reserve,
        face.hidden,
        face.provenance,
    )


# -- log --------------------------------------------------------------------------------------------------------------


def action_text(action: Action, viewer: int | None) -> str:
    """An action as a viewer reads it: what was noted in secret and Soviet ids are left out."""
    if viewer is None:
        return str(action)
    if isinstance(action, Commit):
        return "commit ?"
    if viewer == SOVIET:
        return str(action)
    if isinstance(action, Choose) and action.what in SECRET:
        return "choose ?"
    return "corps ?" if isinstance(action, Corps) else _PIECE.sub(SOMEBODY, str(action))


def reason(given: Reason, viewer: int | None) -> Reason:
    """A reason as a viewer reads it, Soviet ids left out for a German."""
    return Reason(given.rule, _PIECE.sub(SOMEBODY, given.text)) if viewer == GERMAN else given


def told(event: Event, viewer: int | None) -> Event | None:
    """An event as a viewer is told it; None where it is told nothing."""
    if viewer is None:
        return event
    if event.knows not in (BOTH, viewer):
        if not event.public:
            return None
        event = Event(event.kind, event.public, event.rule, from_area=event.from_area, to_area=event.to_area)
    if viewer == SOVIET:
        return event
    unit = "" if _PIECE.fullmatch(event.unit) else event.unit
    return Event(
        event.kind,
        _PIECE.sub(SOMEBODY, event.text),
        event.rule,
        unit,
        event.from_area,
        event.to_area,
        event.die,
        event.column,
        _PIECE.sub(SOMEBODY, event.result),
    )


def log_frame(
    world: World,
    opening: Sequence[Event],
    history: Sequence[Entry[Action, Event, tuple[int, int]]],
    start: tuple[int, int],
    viewer: int | None = None,
) -> DataFrame:
    """One row an event in the order of play; ``kept`` is False for what has been undone since.

    ``n`` numbers the actions in the order in which they were done; it is 0 for the opening.  ``die`` is missing where
    nothing was rolled.
    """
    from pandas import DataFrame

    rows = _rows(world, 0, True, "", start, opening, viewer)
    for number, entry in enumerate(history, 1):
        text = action_text(entry.action, viewer)
        rows += _rows(world, number, entry.kept, text, entry.when, entry.events, viewer)
    return DataFrame(rows, columns=list(LOG_COLUMNS)).astype({"die": "Int64"})


def _rows(
    world: World,
    number: int,
    kept: bool,
    action: str,
    when: tuple[int, int],
    events: Sequence[Event],
    viewer: int | None,
) -> list[tuple[Any, ...]]:
    turn, phase = when
    rows = []
    for whole in events:
        if whole.kind == "phase":  # what follows belongs to the new phase
            turn, phase = (turn + 1, 0) if phase == LAST_PHASE else (turn, phase + 1)
        event = told(whole, viewer)
        if event is None:
            continue
        stamp = phase_of(world.charts.turns[turn], phase)
        what = (event.kind, event.unit, event.from_area, event.to_area)
        rolled = (event.die or None, event.column, event.result)
        rows.append((number, kept, turn, stamp.name, stamp.side, action, *what, *rolled, event.rule, event.text))
    return rows
