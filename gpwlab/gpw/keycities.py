"""Key cities (gpw 18.0): what holding Moscow, Yerevan and Tbilisi does to the RPs of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.gpw.events import Event
from gpwlab.gpw.units import AXIS, SOVIET
from gpwlab.gpw.victory import holds

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

CAUCASUS = ("Yerevan", "Tbilisi")
#: RPs that a side loses or gains a phase.
RP = 1


def count(pos: Position) -> list[Event]:
    """Change the phasing side's RPs of this phase by the cities that the Axis holds at its start.

    What is lost for Moscow comes back by itself: it is counted anew each phase (gpw 18.0.A).
    """
    if not pos.world.rules.has("key-cities"):
        return []
    if pos.side == SOVIET and pos.rp and holds(pos, AXIS, "Moscow"):
        pos.rp -= RP
        return [Event("rp", f"the Axis holds Moscow: {RP} RP less", "gpw 18.0.A", result=str(-RP))]
    if pos.side == AXIS and all(holds(pos, AXIS, city) for city in CAUCASUS):
        pos.rp += RP
        text = f"the Axis holds {' and '.join(CAUCASUS)}: {RP} RP more"
        return [Event("rp", text, "gpw 18.0.B", result=str(RP))]
    return []
