"""Beginning play (gpw 10.0): the historical set-up, or a free one within the areas of the set-up tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.tables import Row
from gpwlab.gpw.actions import Place
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import DUE, ELIMINATED, Position, World, empty
from gpwlab.gpw.units import NOT_BASIC, SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.options import RuleSet
    from gpwlab.gpw.units import Unit

#: The location of units without an area of their own (gpw 10.0.F).
ANYWHERE = "Anywhere"


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit of the set-up: its area, whether it starts reduced, and its historical hex."""

    area: str
    hexes: frozenset[int]
    reduced: bool
    historical: int


def read_setup(tables: Mapping[str, Sequence[Row]], world: World) -> dict[int, Entry]:
    """The scenario's ground units by unit index; kinds whose advanced rule is off stay out (gpw 22.1.4.A).

    The areas are the scenario maps as lists of hexes (gpw 10.0.C, gpw 22.0.A); gpw 22.1.6.1 and gpw 22.1.6.2 fill them.
    """
    number = str(world.scenario.number)
    board = world.board
    spots = {row["unit_id"]: board.hex(row["hex"]) for row in tables["placement"] if row["scenario"] == number}
    areas = {
        (row["side"], row["location"]): _area(world, row) for row in tables["setup_areas"] if row["scenario"] == number
    }
    entries: dict[int, Entry] = {}
    for row in tables["setup"]:
        unit = world.unit(row["unit_id"])
        if row["scenario"] == number and takes_part(unit, world.rules):
            hexes = areas[(row["side"], row["location"])]
            entries[unit.index] = Entry(row["location"], hexes, row["state"] == "reduced", spots[unit.id])
    return entries


def _area(world: World, row: Row) -> frozenset[int]:
    """The hexes of a set-up area; every friendly hex for units that have none (gpw 10.0.F)."""
    if row["location"] == ANYWHERE and not row["hexes"]:
        side = SIDES.index(row["side"])
        return frozenset(hex_ for hex_, owner in enumerate(world.home) if owner == side)
    return frozenset(world.board.hex(name) for name in row["hexes"].split())


def takes_part(unit: Unit, rules: RuleSet) -> bool:
    """True unless the unit's kind needs an advanced rule that is off."""
    return unit.kind not in NOT_BASIC or rules.has(NOT_BASIC[unit.kind])


def start(world: World, tables: Mapping[str, Sequence[Row]], seed: int, free: bool) -> Position:
    """The position before the first phase: all units on their historical hexes, or waiting to be set up."""
    pos = empty(world, seed)
    for index, entry in world.setup.items():
        pos.steps[index] = 1 if entry.reduced else world.units[index].steps  # gpw 10.0.B
        pos.fate[index] = DUE
        if not free:
            pos.put(index, entry.historical)
    for row in tables["eliminated_pile"]:  # gpw 10.0.I: what is in no set-up and comes no more may be rebuilt
        if row["scenario"] == str(world.scenario.number):
            unit = world.unit(row["unit_id"])
            pos.fate[unit.index], pos.steps[unit.index] = ELIMINATED, 0
    pos.phase = -2 if free else 0
    return pos


def waiting(pos: Position) -> list[int]:
    """Units that the side setting up has still to place."""
    return [u for u in pos.world.setup if pos.fate[u] == DUE and pos.world.units[u].side == pos.side]


def legal(pos: Position) -> Iterator[Place]:
    """Every open hex of its area for every unit still to be set up."""
    for unit in waiting(pos):
        yield from legal_of(pos, unit)


def legal_of(pos: Position, unit: int) -> Iterator[Place]:
    """Every open hex of a unit's area, whether or not it has been set up already (gpw 10.0.D)."""
    entry = pos.world.setup.get(unit)
    if entry is None or pos.world.units[unit].side != pos.side:
        return
    kept = _reserved(pos, unit)
    for hex_ in sorted(entry.hexes):
        if pos.occupant[hex_] in (-1, unit) and hex_ not in kept:
            yield Place(pos.world.units[unit].id, pos.world.board.ids[hex_])


def _reserved(pos: Position, unit: int) -> dict[int, int]:
    """Hexes that are the only place of other units, which must have them: hex to unit (gpw 10.0.E)."""
    bound = {u: entry.hexes for u, entry in pos.world.setup.items() if len(entry.hexes) == 1 and u != unit}
    return {hex_: u for u, hexes in bound.items() for hex_ in hexes}


def objections(pos: Position, action: Place) -> Iterator[Reason]:
    """Why a unit may not be set up in a hex."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    place = pos.world.board.label(hex_)
    entry = pos.world.setup.get(unit.index)
    if entry is None:
        yield Reason("gpw 10.0.D", f"{unit.name} is not in this set-up")
        return
    if unit.side != pos.side:
        yield Reason("gpw 22.1.6.A", f"it is {SIDES[pos.side]}'s turn to set up")
    if hex_ not in entry.hexes:
        rule = "gpw 10.0.E" if len(entry.hexes) == 1 else "gpw 10.0.F" if entry.area == ANYWHERE else "gpw 10.0.D"
        yield Reason(rule, f"{unit.name} sets up in {_where(pos, entry)}, and {place} is outside")
    owner = _reserved(pos, unit.index).get(hex_)
    if owner is not None:
        yield Reason("gpw 10.0.E", f"{place} is kept for {pos.world.units[owner].name}, which must set up there")
    if pos.occupant[hex_] not in (-1, unit.index):
        yield Reason("gpw 5.3.E", f"{place} holds a unit already")


def _where(pos: Position, entry: Entry) -> str:
    if len(entry.hexes) == 1:
        return pos.world.board.label(next(iter(entry.hexes)))
    return "any friendly hex" if entry.area == ANYWHERE else entry.area


def done_objections(pos: Position) -> Iterator[Reason]:
    """A set-up ends when every unit is placed."""
    left = [pos.world.units[u].name for u in waiting(pos)]
    if left:
        yield Reason("gpw 10.0.D", f"{len(left)} units are still to be set up: {', '.join(left[:6])}")


def place(pos: Position, action: Place) -> list[Event]:
    """Put a unit down, or move one that has been put down in this set-up."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    if pos.where[unit.index] >= 0:
        pos.lift(unit.index)
    pos.put(unit.index, hex_)
    text = f"{unit.name} sets up in {pos.world.board.label(hex_)}"
    return [Event("setup", text, "gpw 10.0.D", unit=unit.id, to_hex=action.hex)]
