"""Beginning play (sfs 11.0): the German set-up is printed, the Soviet player places what the option gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.tables import Row
from gpwlab.core.words import counted
from gpwlab.sfs import losses, stacking
from gpwlab.sfs.actions import Place
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import BROKEN, DUE, LATER, NOWHERE, Position, empty
from gpwlab.sfs.scenarios import SETUP_OF
from gpwlab.sfs.units import CHUIKOV
from gpwlab.sfs.world import World

if TYPE_CHECKING:
    from gpwlab.sfs.units import Counter

#: A place of the set-up table: the holding box of a division that fights as smaller units (sfs 11.3.3.1).
BOX = "BOX-F"
#: The divisions that begin broken down, with their battlegroups (sfs 11.3.3.1).
PARTS = {"24-pz": ("pzkg-4-1", "pzkg-5-1")}
#: The solitaire game: SPs a turn, least number of turns, units drawn (sfs 11.2.2, sfs 11.2.3.2.B).
SPS_A_TURN, LEAST_TURNS, DRAWN = 4, 3, 6


@dataclass(frozen=True, slots=True)
class Entry:
    """Units of the set-up: counter, how many, strength of a German unit (0: full), and where they may be placed."""

    side: int
    option: str
    counter: str
    count: int
    strength: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the suggested Soviet set-up: the next strongest unit of a kind goes there."""

    kind: str
    place: str


def read_setup(rows: Sequence[Row], slug: str) -> tuple[Entry, ...]:
    """The set-up of a scenario."""
    wanted = SETUP_OF.get(slug, slug)
    return tuple(
        Entry(
            SIDES.index(row["side"]),
            row["option"],
            row["unit_id"],
            int(row["count"]),
            int(row["strength"] or 0),
            tuple(row["places"].split("|")),
        )
        for row in rows
        if row["scenario"] == wanted
    )


def read_deployment(rows: Sequence[Row], slug: str) -> tuple[Spot, ...]:
    """The suggested Soviet set-up of a scenario, in the order in which units take their places."""
    wanted = SETUP_OF.get(slug, slug)
    return tuple(Spot(row["type"], row["place"]) for row in rows if row["scenario"] == wanted)


def start(world: World, seed: int) -> Position:
    """The position before the Soviet set-up: the Germans in place (sfs 11.3.3.1, sfs 11.2.2.2, sfs 11.2.3.1).

    The salient is fortified (sfs 11.3.3.2.C).
    """
    pos = empty(world, seed)
    pos.phase = -1
    pos.length = world.scenario.last_turn
    pos.fortified = any(world.scenario.in_play(area) for area in world.board.salient)
    for entry in world.setup:
        if entry.side == GERMAN:
            _place_german(pos, entry)
    for parent, parts in PARTS.items():
        whole = world.unit(parent).index
        if pos.fate[whole] == BROKEN:
            pos.part_of |= {world.unit(part).index: whole for part in parts}
    if world.scenario.options:
        pos.asked = ["option"]
    return pos


def _place_german(pos: Position, entry: Entry) -> None:
    unit = pos.world.unit(entry.counter)
    counter = pos.counter(unit.index)
    if entry.strength:  # sfs 11.0.B: the number is the strength to begin with
        pos.steps[unit.index] = 1 + counter.strengths.index(entry.strength)
    if entry.places == (BOX,):
        pos.fate[unit.index] = BROKEN
        return
    area = pos.world.board.area(entry.places[0])
    if counter.support:  # it goes with a division that is there
        host = next(f for f in pos.forces_in(area, GERMAN) if pos.combat_units(f))
        pos.join([unit.index], host)
        return
    pos.put([unit.index], GERMAN, area)


def new_piece(pos: Position, counter: str) -> int:
    """A Soviet piece with a counter, waiting to be placed: the first one never used yet."""
    for unit in range(pos.world.first_piece, len(pos.piece)):
        if not pos.piece[unit]:
            pos.piece[unit], pos.fate[unit] = counter, DUE
            return unit
    raise InvalidInput("no Soviet piece is left")


def muster(pos: Position, option: str) -> list[Event]:
    """The Soviet units of the set-up: those of every option (sfs 11.2.3.2.A), then those of the one chosen or drawn."""
    pos.option = option
    for entry in pos.world.setup:
        if entry.side == SOVIET and entry.option in ("", option):
            for _unit in range(entry.count):
                new_piece(pos, entry.counter)
    if pos.world.scenario.solitaire:
        for counter in _drawn(pos):
            new_piece(pos, counter)
    if pos.world.scenario.mini:
        pos.length = _length(pos)
    number = len(waiting(pos))
    text = f"the Soviet player has option {option}: {_listed(pos)}" if option else f"the Soviets have {_listed(pos)}"
    public = f"the Soviet player sets up {counted(number, 'unit')}"
    return [Event("option", text, "sfs 11.0.A", result=option, knows=SOVIET, public=public)]


def _drawn(pos: Position) -> list[str]:
    """Six counters from the cup of the solitaire game (sfs 11.2.3.2.B)."""
    cup = [counter for counter, number in pos.world.charts.cups["solitaire"] for _n in range(number)]
    drawn = []
    for ordinal in range(DRAWN):
        drawn.append(cup.pop(pos.roll("cup", "solitaire", ordinal, sides=len(cup)) - 1))
    return drawn


def _length(pos: Position) -> int:
    """Turns of a battle for Red Square: by option, or one for every four infantry SPs drawn (sfs 11.2.2)."""
    scenario = pos.world.scenario
    if not scenario.solitaire:
        return scenario.options[pos.option]
    sps = sum(pos.counter(u).strength(pos.counter(u).steps) for u in waiting(pos) if pos.counter(u).combat)
    return max(LEAST_TURNS, -(-sps // SPS_A_TURN))


def _listed(pos: Position) -> str:
    names: dict[str, int] = {}
    for unit in waiting(pos):
        names[pos.counter(unit).name] = names.get(pos.counter(unit).name, 0) + 1
    return ", ".join(f"{number} x {name}" for name, number in names.items())


def waiting(pos: Position) -> list[int]:
    """Soviet pieces still to be placed."""
    return [u for u in range(pos.world.first_piece, len(pos.piece)) if pos.fate[u] == DUE]


def placeable(pos: Position) -> list[int]:
    """Soviet pieces that may be placed or moved about in the set-up."""
    return [u for u in range(pos.world.first_piece, len(pos.piece)) if pos.fate[u] != LATER]


def _places(pos: Position, unit: int) -> tuple[str, ...]:
    """Codes of the areas in which a piece may be set up; those of the solitaire cup have the places of the others."""
    own = [entry.places for entry in pos.world.setup if entry.side == SOVIET and entry.counter == pos.piece[unit]]
    every = [entry.places for entry in pos.world.setup if entry.side == SOVIET]
    return (own or every)[0]


def objections(pos: Position, action: Place) -> Iterator[Reason]:
    """Why a piece may not be set up in a place."""
    unit = pos.world.unit(action.unit).index
    if unit not in placeable(pos):
        yield Reason("sfs 11.3.3.2.B", f"{action.unit} is not in this set-up")
        return
    area, slot, host = stacking.place(pos, action.where)
    allowed = _places(pos, unit)
    if pos.world.board.code(area) not in allowed:
        yield Reason("sfs 11.3.3.2.A", f"Soviet units set up in {' '.join(allowed)} only")
    if host is not None and unit in host.units:
        yield Reason("sfs 4.2.B", f"{action.unit} is in {host.name} already")
    elif host is not None:
        yield from stacking.fits(pos, [*host.units, unit], host.slot)
    elif slot != NOWHERE:
        there = pos.force_at(slot)
        if there is not None and there.units != [unit]:
            yield Reason("sfs 5.5.B", f"{pos.world.board.strongpoints[slot].name} is taken: join {there.name}")


def legal(pos: Position) -> Iterator[Place]:
    """Every open place of every piece that still waits."""
    for unit in waiting(pos):
        yield from legal_of(pos, unit)


def legal_of(pos: Position, unit: int) -> Iterator[Place]:
    """Every place where a piece may be set up: areas, strongpoints, forces that have room."""
    if unit not in placeable(pos):
        return
    board, name = pos.world.board, pos.world.units[unit].id
    for code in _places(pos, unit):
        area = board.area(code)
        spots = [code, *(board.strongpoints[s].code for s in board.strongpoints_in[area])]
        for spot in (*spots, *(f.name for f in pos.forces_in(area, SOVIET))):
            action = Place(name, spot)
            if next(objections(pos, action), None) is None:
                yield action


def place(pos: Position, action: Place) -> list[Event]:
    """Set a piece up, or somewhere else than before."""
    unit = pos.world.unit(action.unit).index
    area, slot, host = stacking.place(pos, action.where)
    if host is not None:
        pos.join([unit], host)
    else:
        pos.put([unit], SOVIET, area, slot)
    where = pos.world.board.areas[area].name
    kind = losses.kind_of(pos.counter(unit))
    return [
        Event(
            "setup",
            f"{action.unit} ({pos.counter(unit).name}) sets up in {where}",
            "sfs 11.3.3.2.A",
            unit=action.unit,
            to_area=pos.world.board.code(area),
            knows=SOVIET,
            public=f"a Soviet {kind} sets up in {where}",
        )
    ]


def finish(pos: Position) -> list[Event]:
    """The set-up ends: whoever was not placed is in the first place that it may be in."""
    events = []
    for unit in waiting(pos):
        events += place(pos, Place(pos.world.units[unit].id, _places(pos, unit)[0]))
    return events


def deploy(pos: Position, spots: Sequence[Spot]) -> list[Event]:
    """The suggested set-up: the strongest division takes the first place, support joins who is at its place."""
    events: list[Event] = []
    for kind in ("division", "tank", "leader"):
        units = sorted((u for u in waiting(pos) if _kind(pos.counter(u)) == kind), key=lambda u: _rank(pos, u))
        for unit, spot in zip(units, [s for s in spots if s.kind == kind], strict=False):
            area, slot, _force = stacking.place(pos, spot.place)
            host = _host(pos, area, slot) if kind != "division" else None
            events += place(pos, Place(pos.world.units[unit].id, host or spot.place))
    return events


def _rank(pos: Position, unit: int) -> tuple[int, int]:
    return -pos.counter(unit).strength(pos.counter(unit).steps), unit


def _kind(counter: Counter) -> str:
    return "leader" if counter.id == CHUIKOV else "tank" if counter.support else "division"


def _host(pos: Position, area: int, slot: int) -> str | None:
    """The force of divisions at a place, which support joins."""
    return next((f.name for f in pos.forces_in(area, SOVIET) if f.slot == slot and pos.combat_units(f)), None)
