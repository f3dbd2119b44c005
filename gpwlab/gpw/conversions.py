"""Conversions (gpw 14.0): infantry armies become Guards and Shock Armies for a replacement point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw.actions import Convert
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather
from gpwlab.gpw.position import ELIMINATED, LATER, ON_MAP
from gpwlab.gpw.units import SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.units import Unit

#: A conversion costs this much, of a full army or of half a one (gpw 14.0.D).
RP_COST = 1
KINDS = ("GDS", "SHK")


def ready(pos: Position) -> list[Unit]:
    """Guards and Shock Armies whose date has come and that have not entered (gpw 14.0.A)."""
    if not pos.world.rules.has("conversions") or pos.side != SOVIET:
        return []
    dated = (e for e in pos.world.charts.dated if e.kind == "conversion_available" and (e.turn or 0) <= pos.turn)
    units = (pos.world.unit(event.unit) for event in dated)
    return sorted((u for u in units if pos.fate[u.index] == LATER), key=lambda u: u.index)


def _may_become(pos: Position, unit: Unit) -> bool:
    on_map = pos.fate[unit.index] == ON_MAP
    return on_map and unit.kind == "INF" and unit.nation == "Soviet"


def legal(pos: Position) -> Iterator[Convert]:
    """Every conversion that may be bought now."""
    able = [u for u in pos.world.units if _may_become(pos, u)] if pos.rp >= RP_COST else []
    barred = pos.world.hooks.rebuild
    for new in ready(pos) if able else ():
        for old in able:
            if not barred or next(gather(barred, pos, new.index, pos.where[old.index]), None) is None:
                yield Convert(new.id, old.id)


def objections(pos: Position, action: Convert) -> Iterator[Reason]:
    """Why an army may not be converted."""
    new, old = pos.world.unit(action.new), pos.world.unit(action.old)
    if pos.side != SOVIET:
        yield Reason("gpw 14.0.B", "conversions belong in the Soviet Reinforcement/Replacement Phase")
    if not pos.world.rules.has("conversions"):
        yield Reason("gpw 14.0.A", "conversions are an advanced rule that is not in force")
    elif new not in ready(pos):
        yield Reason("gpw 14.0.A", f"{new.name} is no Guards or Shock Army whose date has come")
    if _may_become(pos, old):
        yield from gather(pos.world.hooks.rebuild, pos, new.index, pos.where[old.index])
    else:
        yield Reason("gpw 14.0.B", f"{old.name} is no Soviet infantry army on the map")
    if pos.rp < RP_COST:
        yield Reason("gpw 14.0.D", f"a conversion costs {RP_COST} RP and {pos.rp} are left")


def convert(pos: Position, action: Convert) -> list[Event]:
    """Put the new army in the old one's place and state; it moves and fights in the same turn (gpw 14.0.E).

    The old one goes to the eliminated pile and may be rebuilt (gpw 14.0.C, gpw 14.0.F).
    """
    new, old = pos.world.unit(action.new), pos.world.unit(action.old)
    full = pos.steps[old.index] == old.steps
    hex_ = pos.lift(old.index)
    pos.steps[old.index], pos.fate[old.index] = 0, ELIMINATED
    pos.steps[new.index] = new.steps if full else 1
    pos.put(new.index, hex_)
    pos.rp -= RP_COST
    pos.replacing = True
    text = f"{old.name} in {pos.world.board.label(hex_)} becomes {new.name} for {RP_COST} RP"
    made = Event("conversion", text, "gpw 14.0.C", unit=new.id, to_hex=pos.world.board.ids[hex_])
    return [made, *gather(pos.world.hooks.spent, pos, hex_, RP_COST)]
