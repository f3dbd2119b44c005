"""Partisans (gpw 16.0): Soviet bands that bar a hex to the Axis, die beside it and come back.

They move like infantry (gpw 16.2.B) and have no combat factor (gpw 16.2.A).  What they bar follows from the ZOC in
their own hex: movement through it (gpw 16.3.A, gpw 16.3.B), supply lines and lines of communication (gpw 16.3.C,
gpw 16.3.D) and retreats (gpw 16.3.E); the example of the text is gpw 16.4.A, gpw 16.4.B, gpw 16.4.C.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpwlab.gpw.events import Event
from gpwlab.gpw.position import BOXED, DUE, LATER
from gpwlab.gpw.units import AXIS, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.charts import Event as ChartEvent
    from gpwlab.gpw.position import Position

#: Turns from a band's end to its return (gpw 16.2.D).
RETURN_TURNS = 3
#: Where bands are placed: see reinforcements.entry_objections (gpw 16.1.C).
ENTRY = ("anywhere",)


def begin(pos: Position, due: Sequence[ChartEvent]) -> list[Event]:
    """Bands that may be placed from this Soviet Reinforcement/Replacement Phase on (gpw 16.1.A, gpw 16.1.B).

    One comes each January from 1942 by the chart; those that were eliminated come back on the turn of their box.  None
    must be placed at once: a band that is due waits.
    """
    if pos.side != SOVIET:
        return []
    called = [pos.world.unit(event.unit).index for event in due if event.kind == "partisan"]
    new = [unit for unit in called if pos.fate[unit] == LATER]
    back = sorted(unit for unit, turn in pos.boxes.items() if turn <= pos.turn and _band(pos, unit))
    return [*(_call(pos, unit, "gpw 16.1.A") for unit in new), *(_call(pos, unit, "gpw 16.2.D") for unit in back)]


def _band(pos: Position, unit: int) -> bool:
    return pos.world.units[unit].kind == "PAR"


def _call(pos: Position, unit: int, rule: str) -> Event:
    counter = pos.world.units[unit]
    pos.boxes.pop(unit, None)
    pos.fate[unit], pos.steps[unit] = DUE, counter.steps
    return Event("due", f"{counter.name} may be placed", rule, unit=counter.id)


def perish(pos: Position) -> list[Event]:
    """Eliminate every band in an Axis ZOC, at the start of the Axis Combat Phase and whenever in it (gpw 16.2.C)."""
    if pos.step.kind != "combat" or pos.side != AXIS:
        return []
    caught = [unit for unit in pos.on_map(SOVIET) if _band(pos, unit) and pos.zoc[AXIS][pos.where[unit]]]
    return [_disperse(pos, unit) for unit in caught]


def _disperse(pos: Position, unit: int) -> Event:
    """Put a band in the first free turn box from three turns on; one comes back a turn (gpw 16.2.D, gpw 16.2.E)."""
    counter, here = pos.world.units[unit], pos.world.board.ids[pos.where[unit]]
    taken = {turn for other, turn in pos.boxes.items() if _band(pos, other)}
    turn = pos.turn + RETURN_TURNS
    while turn in taken:
        turn += 1
    pos.eliminate(unit)
    pos.fate[unit], pos.steps[unit], pos.boxes[unit] = BOXED, counter.steps, turn
    text = f"{counter.name} is in an enemy ZOC and is eliminated; it may come back on turn {turn}"
    return Event("loss", text, "gpw 16.2.C", unit=counter.id, from_hex=here, result="is eliminated")
