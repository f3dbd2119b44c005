"""Disruption, by overruns or from the air (sfs 5.12.5.1, sfs 5.4.4.1.B)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.sfs.events import Event

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position


def disrupt(pos: Position, units: list[int], rule: str = "sfs 5.12.5.1.A") -> list[Event]:
    """Units are disrupted until the end of their next Movement Phase (sfs 5.12.5.2)."""
    pos.disrupted.update(dict.fromkeys(units, pos.serial))
    for unit in units:
        pos.reserve.discard(unit)
    names = ", ".join(pos.world.units[unit].id for unit in units)
    return [Event("disrupted", f"{names} is disrupted", rule, unit=pos.world.units[units[0]].id, result="disrupted")]
