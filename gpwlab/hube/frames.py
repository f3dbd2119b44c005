"""The live tables of a game: order of battle and log as DataFrames, counters and markers as pictures need them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gpwlab.core.journal import Entry
from gpwlab.hube.actions import Action, Reserves
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event, told
from gpwlab.hube.pieces import Marker, Piece
from gpwlab.hube.position import (
    ABSENT,
    FATES,
    FLANK,
    OFF_MAP,
    ON_MAP,
    PURSUIT,
    T_PER_SP,
    Position,
)
from gpwlab.hube.sequence import phase_of
from gpwlab.hube.setup import place_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.hube.world import World

UNIT_COLUMNS = (
    "unit", "side", "nation", "kind", "label", "formation", "group", "state", "hex", "values", "lost", "arrives",
    "supply", "mode",
)  # fmt: skip
LOG_COLUMNS = (
    "n", "kept", "turn", "phase", "side", "action", "kind", "unit", "from_hex", "to_hex", "die", "result", "rule",
    "text",
)  # fmt: skip
#: How a fate is shown where several read the same.
_SHOWN = {FLANK: "exited", PURSUIT: "exited"}
#: The kind of marker that a kind of points is drawn as.
_MARKERS = {"sp": "sp", "truck": "truck", "wagon": "wagon", "hedgehog": "hedgehog"}


# -- order of battle --------------------------------------------------------------------------------------------------


def state(pos: Position, u: int) -> str:
    """What has become of a unit, in words."""
    return _SHOWN.get(pos.fate[u], FATES[pos.fate[u]])


def units_frame(pos: Position) -> DataFrame:
    """The live order of battle: one row a counter; breakdown regiments only where they are on the map.

    ``values`` is printed, empty for parts of formations; ``arrives`` is the turn of who is to come.
    """
    from pandas import DataFrame

    shown = [unit for unit in pos.world.units if not unit.parent or pos.fate[unit.index] != ABSENT]
    rows = [_unit_row(pos, unit.index) for unit in shown]
    return DataFrame(rows, columns=list(UNIT_COLUMNS)).astype({"lost": "Int64", "arrives": "Int64"})


def _unit_row(pos: Position, u: int) -> tuple[Any, ...]:
    unit, here = pos.unit(u), pos.fate[u] == ON_MAP
    return (
        unit.id,
        SIDES[unit.side],
        unit.nationality,
        unit.kind,
        unit.label,
        pos.world.formation_labels.get(unit.formation, ""),
        pos.world.deployment.group.get(u, ""),
        state(pos, u),
        pos.world.board.ids[pos.where[u]] if here else "",
        unit.values,
        pos.lost[u],
        pos.due[u] or None,
        (u not in pos.oos) if here else None,
        pos.modes.get(u, "combat") if here else "",
    )


def pieces(pos: Position) -> list[Piece]:
    """The counters on the map."""
    found = []
    for u in pos.on_map():
        unit = pos.unit(u)
        found.append(
            Piece(
                id=unit.id,
                hex=pos.world.board.ids[pos.where[u]],
                side=SIDES[unit.side],
                nationality=unit.nationality,
                kind=unit.kind,
                size=unit.size,
                category=unit.category,
                label=unit.label,
                formation=pos.world.formation_labels.get(unit.formation, ""),
                numbers=tuple(unit.values.split("-")) if unit.values else (),
                lost=pos.lost[u],
                supplied=u not in pos.oos,
            )
        )
    return found


def markers(pos: Position) -> list[Marker]:
    """Supply in whole points, transport, works with their level, air bases."""
    found = []
    for (side, kind, h), count in sorted(pos.points.items()):
        if h == OFF_MAP:
            continue
        place, name = pos.world.board.ids[h], SIDES[side]
        if kind == "airbase":
            found.append(Marker(place, name, f"airbase-{min(count, 2)}"))
        elif kind in _MARKERS:
            found.append(Marker(place, name, _MARKERS[kind], -(-count // T_PER_SP) if kind == "sp" else count))
    return found


def placing(pos: Position) -> dict[str, str]:
    """Units that are still to be set up, each with its place."""
    if pos.step.kind != "setup":
        return {}
    due = FATES.index("to be placed")
    return {
        pos.unit(u).id: place_of(pos, u)
        for u in pos.world.deployment.place
        if pos.fate[u] == due and pos.unit(u).side == pos.side
    }


# -- log --------------------------------------------------------------------------------------------------------------


def action_text(world: World, action: Action, when: tuple[int, int], viewer: int | None) -> str:
    """An action as a viewer reads it: what was bought in secret is left out (hube 2.2)."""
    if isinstance(action, Reserves) and viewer is not None:
        buyer = phase_of(world.charts.turn(when[0]), when[1]).side
        return str(action) if buyer == SIDES[viewer] else "reserves ?"
    return str(action)


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
        text = action_text(world, entry.action, entry.when, viewer)
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
    rows = []
    for whole in events:
        if whole.kind == "phase":  # what follows belongs to the new phase
            turn, _, code = whole.result.partition("/")
            when = int(turn), int(code)
        event, stamp = told(whole, viewer), phase_of(world.charts.turn(when[0]), when[1])
        what = (event.kind, event.unit, event.from_hex, event.to_hex)
        rolled = (event.die or None, event.result)
        rows.append((number, kept, when[0], stamp.name, stamp.side, action, *what, *rolled, event.rule, event.text))
    return rows
