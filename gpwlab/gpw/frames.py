"""The live tables of a game as DataFrames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gpwlab.core.journal import Entry
from gpwlab.gpw import supply
from gpwlab.gpw.actions import Action
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import FATES, ON_MAP
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.position import Position, World

UNIT_COLUMNS = (
    "unit", "side", "nation", "kind", "size", "label", "formation", "hex", "state",
    "attack", "defence", "ma", "moved", "in_supply", "provenance",
)  # fmt: skip
LOG_COLUMNS = (
    "n", "kept", "turn", "phase", "side", "action", "kind", "unit", "from_hex", "to_hex",
    "die", "column", "result", "rule", "text",
)  # fmt: skip


def units_frame(pos: Position) -> DataFrame:
    """The live order of battle: one row a counter that is in this game, figures of the side that is up.

    ``state`` is full or reduced on the map, for aircraft ``based`` or their mission, else due, eliminated,
    withdrawn or later; ``in_supply`` is None off the map and for aircraft.  An eliminated unit shows the figures of its
    full side.
    """
    from pandas import DataFrame

    from gpwlab.gpw.setup import takes_part

    rows = [_unit_row(pos, u.index) for u in pos.world.units if takes_part(u, pos.world.rules)]
    return DataFrame(rows, columns=list(UNIT_COLUMNS))


def _unit_row(pos: Position, u: int) -> tuple[Any, ...]:
    unit = pos.world.units[u]
    here = pos.fate[u] == ON_MAP
    state = ("full" if pos.steps[u] == unit.steps else "reduced") if here else FATES[pos.fate[u]]
    if here and unit.air_range:
        state = pos.missions.get(u, "based")
    side_up = (pos.steps[u] or unit.steps) - 1
    return (
        unit.id,
        SIDES[unit.side],
        unit.nation,
        unit.kind,
        unit.size,
        unit.label,
        unit.formation,
        pos.world.board.ids[pos.where[u]] if here else "",
        state,
        unit.attack[side_up],
        unit.defence[side_up],
        unit.ma[side_up],
        bool(pos.moved[u]),
        supply.in_supply(pos, u) if here and not unit.air_range else None,
        unit.provenance,
    )


def log_frame(
    world: World, opening: Sequence[Event], history: Sequence[Entry[Action, Event, tuple[int, int]]]
) -> DataFrame:
    """One row an event in the order of play; ``kept`` is False for what has been undone since.

    ``n`` numbers the actions in the order in which they were done; it is 0 for the opening.  ``die`` and ``column``
    are missing where nothing was rolled.
    """
    from pandas import DataFrame

    rows = _rows(world, 0, True, "", (world.scenario.first_turn, -1), opening)
    for number, entry in enumerate(history, 1):
        rows += _rows(world, number, entry.kept, str(entry.action), entry.when, entry.events)
    return DataFrame(rows, columns=list(LOG_COLUMNS)).astype({"die": "Int64", "column": "Int64"})


def _rows(
    world: World, number: int, kept: bool, action: str, when: tuple[int, int], events: Sequence[Event]
) -> list[tuple[Any, ...]]:
    turn, phase = when
    rows = []
    for event in events:
        if event.kind == "phase":  # what follows belongs to the new phase
            turn, phase = map(int, event.result.split("/"))
        stamp = world.phase(turn, phase)
        what = (event.kind, event.unit, event.from_hex, event.to_hex)
        rolled = (event.die or None, event.column or None, event.result)
        rows.append((number, kept, turn, stamp.name, stamp.side, action, *what, *rolled, event.rule, event.text))
    return rows
