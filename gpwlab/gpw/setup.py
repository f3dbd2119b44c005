"""Beginning play (gpw 10.0): the historical set-up, or a free one within the areas of the set-up tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.tables import Row
from gpwlab.gpw import airfields, allies, stacking
from gpwlab.gpw.actions import Place
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import DUE, ELIMINATED, OFF_MAP, Position, World, empty
from gpwlab.gpw.schemas import STAVKA_DISTANCE, STAVKA_RESERVE
from gpwlab.gpw.sequence import RESERVE_SETUP
from gpwlab.gpw.units import AXIS, NOT_BASIC, SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.options import RuleSet
    from gpwlab.gpw.units import Unit

#: The location of units without an area of their own (gpw 10.0.F).
ANYWHERE = "Anywhere"


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit of the set-up: its area, whether it starts reduced, and its historical hex, -1 for a unit off the map.

    ``filled``: the ground units of the area leave no hex of it over, so that it is kept for them (gpw 10.0.E).
    """

    area: str
    hexes: frozenset[int]
    reduced: bool
    historical: int
    filled: bool = False


def read_setup(tables: Mapping[str, Sequence[Row]], world: World) -> dict[int, Entry]:
    """The scenario's units by unit index; kinds whose advanced rule is off stay out (gpw 22.1.4.A).

    The areas are the scenario maps as lists of hexes (gpw 10.0.C, gpw 22.0.A); the set-up lists fill them: gpw 22.1.6.1
    and gpw 22.1.6.2, gpw 22.2.6.1 and gpw 22.2.6.2, gpw 22.3.6.1 and gpw 22.3.6.2, gpw 22.4.6.1 and gpw 22.4.6.2,
    gpw 22.5.6.1 and gpw 22.5.6.2.
    """
    number = str(world.scenario.number)
    board = world.board
    spots = {row["unit_id"]: board.hex(row["hex"]) for row in tables["placement"] if row["scenario"] == number}
    areas = {(row["side"], row["location"]): row for row in tables["setup_areas"] if row["scenario"] == number}
    entries: dict[int, Entry] = {}
    for row in tables["setup"]:
        unit = world.unit(row["unit_id"])
        if row["scenario"] == number and takes_part(unit, world.rules):
            hexes = _area(world, areas[(row["side"], row["location"])], unit)
            entries[unit.index] = Entry(row["location"], hexes, row["state"] == "reduced", spots.get(unit.id, -1))
    return {index: replace(entry, filled=_filled(world, entries, index)) for index, entry in entries.items()}


def _filled(world: World, entries: Mapping[int, Entry], index: int) -> bool:
    """True for a unit that stands on its hex alone and whose area has as many such units as hexes."""
    solid = [u for u in entries if world.units[u].ground and not world.units[u].airborne]
    area = entries[index].hexes
    return index in solid and len(area) <= len([u for u in solid if entries[u].hexes == area])


def _area(world: World, row: Row, unit: Unit) -> frozenset[int]:
    """The hexes of a unit's set-up area; none for a unit that waits off the map (gpw 17.6.A)."""
    if row["kind"] != "rule":
        return frozenset(world.board.hex(name) for name in row["hexes"].split())
    if unit.kind == "PAR":
        return frozenset(hex_ for hex_, in_play in enumerate(world.board.playable) if in_play)
    own = (hex_ for hex_, owner in enumerate(world.home) if owner == unit.side)
    if row["location"] == STAVKA_RESERVE:
        return frozenset(hex_ for hex_ in own if hex_ in world.board.city)
    closed = allies.CLOSED.get(unit.nation, ()) if world.rules.has("allies") else ()
    shut = {country for country, _rule in closed}
    return frozenset(hex_ for hex_ in own if world.board.country[hex_] not in shut)  # gpw 10.0.F: any friendly hex


def takes_part(unit: Unit, rules: RuleSet) -> bool:
    """True unless the unit's kind needs an advanced rule that is off."""
    return unit.kind not in NOT_BASIC or rules.has(NOT_BASIC[unit.kind])


def start(world: World, tables: Mapping[str, Sequence[Row]], seed: int, free: bool) -> Position:
    """The position before the first phase: all units on their historical hexes, or waiting to be set up."""
    pos = empty(world, seed)
    for index, entry in sorted(world.setup.items(), key=lambda item: not world.units[item[0]].ground):
        pos.steps[index] = 1 if entry.reduced else world.units[index].steps  # gpw 10.0.B
        pos.fate[index] = DUE if entry.hexes else OFF_MAP
        if entry.hexes and not free:
            pos.put(index, entry.historical)
    for row in tables["eliminated_pile"]:  # gpw 10.0.I: what is in no set-up and comes no more may be rebuilt
        unit = world.unit(row["unit_id"])
        if row["scenario"] == str(world.scenario.number) and takes_part(unit, world.rules):
            pos.fate[unit.index], pos.steps[unit.index] = ELIMINATED, 0
    pos.phase = -len(world.scenario.setup) if free else world.scenario.first_phase
    return pos


# -- who is to be placed ----------------------------------------------------------------------------------------------


def waiting(pos: Position) -> list[int]:
    """Units that the side setting up has still to place, and leaders whom a unit placed anew has left alone."""
    return [*_unplaced(pos), *alone(pos)]


def _unplaced(pos: Position) -> list[int]:
    """Units that are off the map; after the Axis set-up those of the Stavka Reserve that must be placed anew."""
    if adjusting(pos):
        return [u for u in pos.world.setup if _in_reserve(pos, u) and next(_too_near(pos, u, pos.where[u]), None)]
    side = pos.side
    return [u for u in pos.world.setup if pos.fate[u] == DUE and pos.world.units[u].side == side]


def alone(pos: Position) -> list[int]:
    """Leaders of the side setting up who stand on no unit and not in their capital (gpw 12.0.A)."""
    leaders = pos.world.leaders[pos.side]
    return [u for u in leaders if pos.where[u] >= 0 and next(_no_command(pos, u, pos.where[u]), None) is not None]


def adjusting(pos: Position) -> bool:
    """True while the Soviets may place their reserve anew, after the Axis set-up (gpw 22.2.6.B)."""
    return pos.step.name == RESERVE_SETUP


def _in_reserve(pos: Position, unit: int) -> bool:
    return unit in pos.world.setup and pos.world.setup[unit].area == STAVKA_RESERVE


def legal(pos: Position) -> Iterator[Place]:
    """Every open hex of its area for every unit still to be set up."""
    for unit in waiting(pos):
        yield from legal_of(pos, unit)


def legal_of(pos: Position, unit: int) -> Iterator[Place]:
    """Every open hex of a unit's area, whether or not it has been set up already (gpw 10.0.D)."""
    entry = pos.world.setup.get(unit)
    if entry is None or next(_not_now(pos, unit), None) is not None:
        return
    kept = _kept(pos, unit)
    for hex_ in sorted(entry.hexes):
        if hex_ not in kept and next(_bars(pos, unit, hex_), None) is None:
            yield Place(pos.world.units[unit].id, pos.world.board.ids[hex_])


# -- where a unit may stand -------------------------------------------------------------------------------------------


def objections(pos: Position, action: Place) -> Iterator[Reason]:
    """Why a unit may not be set up in a hex."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    place = pos.world.board.label(hex_)
    entry = pos.world.setup.get(unit.index)
    if entry is None:
        yield Reason("gpw 10.0.D", f"{unit.name} is not in this set-up")
        return
    if not entry.hexes:
        yield Reason("gpw 17.6.A", f"{unit.name} waits off the map")
        return
    yield from _not_now(pos, unit.index)
    if hex_ not in entry.hexes:
        yield Reason(_area_rule(pos, entry), f"{unit.name} sets up in {_where(pos, entry)}, and {place} is outside")
    owners = _kept(pos, unit.index).get(hex_)
    if owners:
        names = ", ".join(pos.world.units[u].name for u in owners)
        yield Reason("gpw 10.0.E", f"{place} is kept for {names}, which must set up there")
    yield from _bars(pos, unit.index, hex_)


def _not_now(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit is not set up in this phase at all."""
    if pos.world.units[unit].side != pos.side:
        yield Reason(pos.step.rule, f"it is {SIDES[pos.side]}'s turn to set up")
    elif adjusting(pos) and not _in_reserve(pos, unit) and unit not in alone(pos):  # docs/rulings.md
        yield Reason(pos.step.rule, "only units of the Stavka Reserve may be placed anew after the Axis set-up")


def _area_rule(pos: Position, entry: Entry) -> str:
    if entry.area == STAVKA_RESERVE:
        return pos.world.scenario.reserve_rule
    return "gpw 10.0.E" if len(entry.hexes) == 1 else "gpw 10.0.F" if entry.area == ANYWHERE else "gpw 10.0.D"


def _where(pos: Position, entry: Entry) -> str:
    if len(entry.hexes) == 1:
        return pos.world.board.label(next(iter(entry.hexes)))
    named = {ANYWHERE: "any friendly hex that is open to it", STAVKA_RESERVE: "a friendly city"}
    return named.get(entry.area, entry.area)


def _kept(pos: Position, unit: int) -> dict[int, list[int]]:
    """Hexes of areas that others fill to the last hex, which must have them: hex to those units (gpw 10.0.E)."""
    counter, units = pos.world.units[unit], pos.world.units
    if not counter.ground:
        return {}
    own = pos.world.setup[unit].hexes
    kept: dict[int, list[int]] = {}
    for other, entry in pos.world.setup.items():
        for hex_ in entry.hexes if entry.filled and entry.hexes != own else ():
            kept.setdefault(hex_, []).append(other)
    if counter.airborne:  # stands on top of them, unless another one does
        return {h: us for h, us in kept.items() if any(units[u].airborne and u != unit for u in pos.holders(h))}
    return kept


def _bars(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """Why a unit may not stand in a hex of its area now."""
    counter = pos.world.units[unit]
    if counter.ground:
        yield from stacking.objections(pos, unit, hex_)
    elif counter.radius:
        yield from _no_command(pos, unit, hex_)
    else:
        yield from airfields.landing_objections(pos, unit, hex_)  # gpw 11.0.A
    if _in_reserve(pos, unit):
        yield from _too_near(pos, unit, hex_)
    if counter.kind == "PAR":
        if hex_ in pos.world.board.city and pos.world.home[hex_] != counter.side:
            yield Reason("gpw 16.1.C", f"{pos.world.board.label(hex_)} is an unfriendly city")
        if pos.zoc[1 - counter.side][hex_]:
            yield Reason("gpw 16.1.C", f"{pos.world.board.label(hex_)} is in an enemy ZOC")


def _too_near(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """An Axis unit nearer to a hex than the Stavka Reserve may stand (gpw 22.2.6.B, gpw 22.4.6.B)."""
    board, units = pos.world.board, pos.world.units
    enemy = [u for u, at in enumerate(pos.where) if at >= 0 and units[u].side == AXIS]
    near = min(enemy, key=lambda u: board.distance(hex_, pos.where[u]), default=-1)
    if near >= 0 and board.distance(hex_, pos.where[near]) < STAVKA_DISTANCE:
        text = f"{board.label(hex_)} is fewer than {STAVKA_DISTANCE} hexes from {units[near].name}"
        yield Reason(pos.world.scenario.reserve_rule, text)


def _no_command(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """Why a leader may not stand in a hex: on top of a unit of his side he may, and in his capital."""
    counter = pos.world.units[unit]
    own = pos.occupant[hex_] >= 0 and not pos.enemy_at(hex_, counter.side)
    if not own and hex_ != pos.world.capitals[counter.side]:
        yield Reason("gpw 12.0.A", f"{pos.world.board.label(hex_)} holds no unit that {counter.label} could stand on")


# -- placing ----------------------------------------------------------------------------------------------------------


def done_objections(pos: Position) -> Iterator[Reason]:
    """A set-up ends when every unit is placed, and no leader has been left alone."""
    left = [pos.world.units[u].name for u in _unplaced(pos)]
    if left and adjusting(pos):
        text = f"{len(left)} units are too near to an Axis unit and must be placed anew: {', '.join(left[:6])}"
        yield Reason(pos.step.rule, text)
    elif left:
        yield Reason("gpw 10.0.D", f"{len(left)} units are still to be set up: {', '.join(left[:6])}")
    for leader in alone(pos):
        yield from _no_command(pos, leader, pos.where[leader])


def place(pos: Position, action: Place) -> list[Event]:
    """Put a unit down, or move one that has been put down in this set-up."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    if pos.where[unit.index] >= 0:
        pos.lift(unit.index)
    pos.put(unit.index, hex_)
    text = f"{unit.name} sets up in {pos.world.board.label(hex_)}"
    return [Event("setup", text, "gpw 10.0.D", unit=unit.id, to_hex=action.hex)]
