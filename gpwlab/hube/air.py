"""Air units: missions, hip shoots (hube 2.3, hube 3.3), off-map air bases (hube 1.3), air drops (hube 1.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.hube.actions import Airlift, Drop, HipShoot, Refit, Sortie
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event
from gpwlab.hube.options import ZHUKOV
from gpwlab.hube.position import NOWHERE, W_ACTIVE, W_INACTIVE, Position
from gpwlab.hube.sequence import AXIS, SOVIET
from gpwlab.hube.weather import base_level

if TYPE_CHECKING:
    from gpwlab.hube.units import Unit, Wing

#: Hexes between the exit hex and the off-map air base (hube 1.3).
OFF_MAP_HEXES = 3
#: The Soviet type that may make hip shoots with Zhukov in charge (hube 4.2).
SHTURMOVIK = "IL2m3"
_CHART = "hube chart.Air Effects Chart"


def _own(pos: Position, wing: Wing) -> Iterator[Reason]:
    if wing.side != pos.side or pos.wing[wing.index] not in (W_ACTIVE, W_INACTIVE):
        yield Reason(pos.step.rule, f"{wing.id} is no {SIDES[pos.side]} air unit at a base")


def _flies(pos: Position, wing: Wing) -> Iterator[Reason]:
    """Why an air unit cannot fly a mission now."""
    if pos.wing[wing.index] == W_INACTIVE:
        yield Reason(pos.step.rule, f"{wing.id} is inactive")
    if pos.air != "normal":
        yield Reason(_CHART, f"{pos.weather}: {wing.id} flies no missions")


def refit_objections(pos: Position, action: Refit) -> Iterator[Reason]:
    """Why an air unit cannot refit: in mud it cannot at a base of level 1 (hube chart.Ground Effects Chart)."""
    wing = pos.world.wing(action.wing)
    yield from _own(pos, wing)
    if pos.wing[wing.index] == W_ACTIVE:
        yield Reason(pos.step.rule, f"{wing.id} is active")
    if pos.ground == "Mud" and base_level(pos, wing.index) < 2:
        yield Reason("hube chart.Ground Effects Chart", f"{wing.id} cannot refit at a level 1 air base in mud")


def refit(pos: Position, action: Refit) -> list[Event]:
    """An air unit is active again."""
    pos.wing[pos.world.wing(action.wing).index] = W_ACTIVE
    return [Event("refit", f"{action.wing} refits", pos.step.rule, action.wing)]


def sortie_objections(pos: Position, action: Sortie) -> Iterator[Reason]:
    """Why an air unit cannot fly a mission."""
    wing = pos.world.wing(action.wing)
    own = list(_own(pos, wing))
    yield from own or _flies(pos, wing)


def sortie(pos: Position, action: Sortie) -> list[Event]:
    """An air unit has flown and is inactive."""
    pos.wing[pos.world.wing(action.wing).index] = W_INACTIVE
    return [Event("sortie", f"{action.wing} flies a mission", _CHART, action.wing)]


def hip_shoot_objections(pos: Position, action: HipShoot) -> Iterator[Reason]:
    """Why an air unit makes no hip shoot: a Soviet one never (hube 2.3), but for IL2m3 with Zhukov (hube 4.2)."""
    wing = pos.world.wing(action.wing)
    pos.world.board.hex(action.hex)
    own = list(_own(pos, wing))
    yield from own or _flies(pos, wing)
    if wing.side == SOVIET and not (pos.world.rules.has(ZHUKOV) and wing.type == SHTURMOVIK):
        yield Reason("hube 2.3", f"{wing.id} is Soviet and makes no hip shoots")


def hip_shoot(pos: Position, action: HipShoot) -> list[Event]:
    """A hip shoot; the air unit is inactive."""
    wing = pos.world.wing(action.wing)
    pos.wing[wing.index] = W_INACTIVE
    rule = "hube 3.3" if wing.side == AXIS else "hube 4.2"
    return [Event("hip shoot", f"{wing.id} at {action.hex}", rule, wing.id, to_hex=action.hex)]


# -- the off-map air bases --------------------------------------------------------------------------------------------


def exit_hex(pos: Position, side: int) -> int:
    """The exit hex of a side's off-map air base; InvalidInput where it is not on the scenario's map."""
    h = pos.world.air_exit[side]
    if h == NOWHERE:
        raise InvalidInput(f"the exit hex of the {SIDES[side]} air base is not on the map of this scenario")
    return h


def round_trip(pos: Position, side: int, h: int) -> int:
    """Hexes of a flight from a hex to the off-map air base and back: six beyond the exit hex (hube 1.3)."""
    return 2 * pos.world.board.distance(h, exit_hex(pos, side)) + 2 * OFF_MAP_HEXES


def captured(pos: Position, units: Sequence[Unit], path: Sequence[int]) -> list[Event]:
    """An attack capable unit passes the enemy's exit hex: his off-map air base is lost for good (hube 1.3)."""
    enemy = 1 - units[0].side
    takers = [unit for unit in units if unit.attack_capable]
    if pos.base_lost[enemy] or pos.world.air_exit[enemy] not in path or not takers:
        return []
    pos.base_lost[enemy] = True
    text = f"{takers[0].id} puts the off-map air base of the {SIDES[enemy]} out of action"
    return [Event("air base", text, "hube 1.3", takers[0].id)]


def lift_objections(pos: Position, action: Airlift) -> Iterator[Reason]:
    """Why supply cannot be flown in from the off-map air base."""
    wing, h = pos.world.wing(action.wing), pos.world.board.hex(action.hex)
    own = list(_own(pos, wing))
    yield from own or _flies(pos, wing)
    if pos.world.air_exit[wing.side] == NOWHERE:
        yield Reason("hube 1.3", "the exit hex of the off-map air base is not on the map of this scenario")
    elif pos.base_lost[wing.side]:
        yield Reason("hube 1.3", "the off-map air base is lost")
    if not pos.held(wing.side, "airbase", h):
        yield Reason("hube 1.3", f"{pos.world.board.label(h)} has no air base of the {SIDES[wing.side]}")
    if action.count < 1:
        yield Reason("hube 1.3", f"an airlift brings 1 T or more, not {action.count}")


def airlift(pos: Position, action: Airlift) -> list[Event]:
    """Supply from the off-map base, of which there is no end; the range that it takes is told."""
    wing, h = pos.world.wing(action.wing), pos.world.board.hex(action.hex)
    pos.wing[wing.index] = W_INACTIVE
    pos.add(wing.side, "sp", h, action.count)
    trip = round_trip(pos, wing.side, h)
    text = f"{wing.id} flies {action.count} T to {pos.world.board.label(h)}: {counted(trip, 'hex', 'hexes')} of range"
    return [Event("airlift", text, "hube 1.3", wing.id, to_hex=pos.world.board.ids[h])]


def drop_objections(pos: Position, action: Drop) -> Iterator[Reason]:
    """Why nothing can be dropped: units never are (hube 1.7)."""
    pos.world.board.hex(action.hex)
    if action.what != "sp":
        yield Reason("hube 1.7", f"{action.what} cannot be dropped: no unit may be")
    if pos.air != "normal":
        yield Reason(_CHART, f"{pos.weather}: no missions are flown")
    if action.count < 1:
        yield Reason("hube 1.7", f"a drop brings 1 T or more, not {action.count}")


def check_drop(pos: Position, action: Drop) -> None:
    """InvalidInput for what is neither supply nor a unit."""
    if action.what != "sp":
        pos.world.members(action.what)


def drop(pos: Position, action: Drop) -> list[Event]:
    """Supply falls into a hex; what arrives of it is worked out by the series rules and recorded as it is."""
    h = pos.world.board.hex(action.hex)
    pos.add(pos.side, "sp", h, action.count)
    text = f"{action.count} T are dropped into {pos.world.board.label(h)}"
    return [Event("drop", text, "hube 1.7", to_hex=pos.world.board.ids[h])]
