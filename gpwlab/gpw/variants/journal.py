"""Variants of the Canadian Wargamers Journal (gpw 23.4): movement, supply, retreats; journal_*.py have the others."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import movement, shock, supply
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.units import SIDES, SOVIET
from gpwlab.gpw.variants import (
    journal_air,
    journal_airborne,
    journal_borders,
    journal_entry,
    journal_leaders,
    journal_victory,
)
from gpwlab.gpw.variants.data import own
from gpwlab.gpw.variants.journal_source import SOURCE

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position


# -- infantry force march (gpw 23.4.1) --------------------------------------------------------------------------------

#: Reasons of the base game why infantry stays in the mobile phase; a march is the way round them.
_WAITS = ("gpw 3.1.3.A", "gpw 3.2.3")


def _gait(pos: Position, unit: int) -> str:
    """How a unit marches in this phase: full, half or none of its MA; "" before it has rolled."""
    marches: dict[str, str] = pos.extra.get(MARCH.slug, {})
    return marches.get(pos.world.units[unit].id, "") if marches else ""


def _moves_anyway(pos: Position, unit: int) -> bool:
    counter = pos.world.units[unit]
    return counter.mobile or pos.world.scenario.moves_early(pos, unit) or shock.one_hex(pos, unit)


class March:
    """``order march UNIT``: roll for a force march; on success the unit may move in this phase."""

    kinds: tuple[str, ...] = ("mobile",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """A roll for every unit that may try."""
        for unit in pos.on_map(pos.side):
            name = pos.world.units[unit].id
            if next(self.objections(pos, (name,)), None) is None:
                yield (name,)

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a unit may not try to force march."""
        if len(words) != 1:
            raise InvalidInput(f"'order march' takes one unit, not {' '.join(words) or 'none'}")
        unit = pos.world.unit(words[0])
        if unit.side != pos.side or not unit.ground or pos.where[unit.index] < 0:
            yield Reason("gpw 23.4.1.A", f"{unit.name} is no infantry of the {SIDES[pos.side]} side on the map")
            return
        if _moves_anyway(pos, unit.index):
            yield Reason("gpw 23.4.1.A", f"{unit.name} moves in this phase without a force march")
        if pos.weather == "mud":
            yield Reason("gpw 23.4.1.A", "nobody force marches in mud")
        if unit.side == SOVIET and pos.turn_box.year == 1941:
            yield Reason("gpw 23.4.1.C", "Soviet infantry does not force march in 1941")
        if _gait(pos, unit.index):
            yield Reason("gpw 23.4.1.D", f"{unit.name} has rolled for its force march in this phase")
            return
        yield from (r for r in movement.may_move(pos, unit.index) if r.rule not in _WAITS)

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Roll, and take the step that a failure may cost."""
        unit = pos.world.unit(words[0])
        here, die = pos.world.board.ids[pos.where[unit.index]], pos.roll("force march", unit.id)
        row = next(r for r in own(MARCH.slug, "march") if int(r["roll_from"]) <= die <= int(r["roll_to"]))
        pos.extra[MARCH.slug] = {**pos.extra.get(MARCH.slug, {}), unit.id: row["move"]}
        said = {"none": "it stays", "half": "it may move half its MA", "full": "it may move"}[row["move"]]
        text = f"{unit.name} tries to force march, die {die}: {said}"
        events = [Event("march", text, "gpw 23.4.1.D", unit=unit.id, from_hex=here, die=die, result=row["move"])]
        for _step in range(int(row["steps_lost"])):
            pos.lose_step(unit.index)
            what = "is reduced" if pos.steps[unit.index] else "is eliminated"
            text = f"{unit.name} loses a step in its force march and {what}"
            events.append(Event("loss", text, "gpw 23.4.1.D", unit=unit.id, from_hex=here, result=what))
        return events


def marches(pos: Position, unit: int) -> bool:
    """True for infantry whose force march has succeeded."""
    return _gait(pos, unit) in ("half", "full")


def march_failed(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit that has rolled badly stays where it is."""
    if _gait(pos, unit) == "none":
        yield Reason("gpw 23.4.1.D", f"{pos.world.units[unit].name} has failed to force march")


def march_allowance(pos: Position, unit: int, mp: int) -> int:
    """All MP of the phase, or half of them rounded up."""
    return -(-mp // 2) if _gait(pos, unit) == "half" else mp


def march_step(pos: Position, unit: int, at: int, to: int) -> int | Reason:
    """No step of a force march leads from one enemy ZOC into another."""
    enemy_zoc = pos.zoc[1 - pos.world.units[unit].side]
    if enemy_zoc[at] and enemy_zoc[to] and marches(pos, unit):
        name = pos.world.units[unit].name
        return Reason("gpw 23.4.1.B", f"{name} force marches and may not go from one enemy ZOC into another")
    return 0


def forget_marches(pos: Position) -> list[Event]:
    """Each phase begins without marches."""
    pos.extra.pop(MARCH.slug, None)
    return []


MARCH = Option(
    "force-march",
    "23.4.1",
    "Infantry Force March",
    "in the panzer or armored phase infantry may roll to move half or all of its MA, save in mud and the Soviets in "
    "1941; it may lose a step instead",
    conflicts={"increased-infantry-movement": "both tell what infantry does in the panzer and armored phases"},
    source=SOURCE,
    topic="movement",
    hooks={
        "begin": forget_marches,
        "early": marches,
        "may_not_move": march_failed,
        "allowance": march_allowance,
        "step": march_step,
    },
    orders={"march": March()},
)


# -- tracing supply (gpw 23.4.2) --------------------------------------------------------------------------------------

#: Hexes that a line may be long, and what a hex of difficult ground counts for (gpw 23.4.2.A, gpw 23.4.2.B).
LINE, ROUGH_GOING, DIFFICULT = 5, 2, ("swamp", "mountain")


def depots(pos: Position, side: int, passable: bytearray) -> set[int]:
    """Hexes of the friendly map edge, and friendly rail hexes whose line is open all the way to it."""
    board = pos.world.board
    ends = [hex_ for hex_ in board.edge[SIDES[side]] if passable[hex_]]
    rails = [hex_ for hex_ in ends if board.rail[hex_] and pos.control[hex_] == side]
    found = set(rails)
    for hex_ in rails:  # the list grows while it is walked
        for to in board.rail[hex_]:
            if to not in found and passable[to] and pos.control[to] == side:
                found.add(to)
                rails.append(to)
    return found.union(ends)


def lengths(pos: Position, side: int, passable: bytearray) -> dict[int, int]:
    """For each hex that has a line to a depot, how long the shortest is: the hexes on it but the first, weighed."""
    board = pos.world.board
    found: dict[int, int] = {}
    queue = [(0, hex_) for hex_ in sorted(depots(pos, side, passable))]
    while queue:
        length, hex_ = heappop(queue)
        if hex_ in found:
            continue
        found[hex_] = length
        longer = length + (ROUGH_GOING if board.terrain[hex_] in DIFFICULT else 1)
        for to in board.land[hex_] if longer <= LINE else ():
            if passable[to] and to not in found:
                heappush(queue, (longer, to))
    return found


def _by_sea(pos: Position, passable: bytearray, regular: dict[int, int]) -> set[int]:
    """Hexes with a line, of any length as ever, to a Soviet port from which the sea leads to another one in supply."""
    ports = supply.sea_ports(pos)
    fed = [port for port in ports if port in regular]
    line = [port for port in ports if passable[port] and any(other != port for other in fed)]
    found = set(line)
    for hex_ in line:  # the list grows while it is walked
        for to in pos.world.board.land[hex_]:
            if passable[to] and to not in found:
                found.add(to)
                line.append(to)
    return found


def short_lines(pos: Position, side: int, _reached: bytearray) -> bytearray:
    """One byte a hex, 1 where a line of supply is short enough, or goes by sea (gpw 23.4.2.C)."""
    passable = supply.open_hexes(pos, side)
    regular = lengths(pos, side, passable)
    found = {*regular, *(_by_sea(pos, passable, regular) if side == SOVIET else ())}
    return bytearray(hex_ in found for hex_ in range(pos.world.board.n))


def told_supply(pos: Position, unit: int, reasons: list[Reason]) -> list[Reason]:
    """How long a unit's line is, or that it has none."""
    counter, here = pos.world.units[unit], pos.where[unit]
    if unit in pos.fresh:
        return reasons
    length = lengths(pos, counter.side, supply.open_hexes(pos, counter.side)).get(here)
    if length is not None:
        text = f"{counter.name} traces {length} of at most {LINE} hexes to its map edge or a railway that leads to it"
        return [Reason("gpw 23.4.2.A", text)]
    if supply.supplied(pos, counter.side)[here]:
        return [Reason("gpw 23.4.2.C", f"{counter.name} traces to a port and from there by sea")]
    text = f"{counter.name} has no open line of {LINE} hexes to its map edge or a railway that leads to it"
    return [Reason("gpw 23.4.2.A", text), Reason("gpw 23.4.2.B", f"a swamp or mountain hex counts as {ROUGH_GOING}")]


SUPPLY = Option(
    "five-hex-supply",
    "23.4.2",
    "Tracing Supply",
    "a supply line is five hexes long at most, to the map edge or to a friendly railway that leads there; swamp and "
    "mountain count twice",
    conflicts={"supply-by-rail": "each tells anew what a supply line is"},
    source=SOURCE,
    topic="supply",
    hooks={"supplied": short_lines, "fed": told_supply},
)


# -- rail movement (gpw 23.4.10) --------------------------------------------------------------------------------------


def double_for_circled(pos: Position, unit: int, takes: int) -> int:
    """A unit whose MA is in a circle takes two of the rail limit (gpw 23.4.10.A)."""
    return max(takes, 2) if pos.world.units[unit].mobile else takes


def no_ride_into_zoc(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """No ride ends in an enemy ZOC."""
    if pos.zoc[1 - pos.world.units[unit].side][hex_]:
        place = pos.world.board.label(hex_)
        yield Reason("gpw 23.4.10.B", f"{place} is in an enemy ZOC: rail movement may not go into it")


def rail_after_armour(pos: Position, numbers: list[int]) -> list[int]:
    """The rail phase of each side after its mobile phase (gpw 23.4.10.C)."""
    steps = {number: pos.world.step(pos.turn, number) for number in numbers}
    rails = {step.side: number for number, step in steps.items() if step.kind == "rail"}
    armour = {step.side for step in steps.values() if step.kind == "mobile"}
    order: list[int] = []
    for number, step in steps.items():
        if number in order or (step.kind == "rail" and step.side in armour):
            continue
        order.append(number)
        if step.kind == "mobile" and step.side in rails:
            order.append(rails[step.side])
    return order


RAILWAY = Option(
    "rail-after-armour",
    "23.4.10",
    "Rail Movement",
    "units with a circled MA count as two by rail, no ride goes into an enemy ZOC, and the rail phase comes after the "
    "panzer or armored phase",
    source=SOURCE,
    topic="rail",
    hooks={"rail_cost": double_for_circled, "rail_end": no_ride_into_zoc, "order": rail_after_armour},
)


# -- armoured movement into swamps (gpw 23.4.11) ----------------------------------------------------------------------

# Rows of the TEC give swamp and mountain a price of 5 MP for armour (gpw 23.4.11.A).  Too few MP bar the hex as any
# other one (gpw 23.4.11.B), and the first hex of a move may be entered with what there is (gpw 23.4.11.C).

SWAMPS = Option(
    "armour-in-swamps",
    "23.4.11",
    "Armored Movement into Swamps",
    "panzer, tank and mechanized units pay 5 MP for a swamp or mountain hex, need to have them, save for the first hex "
    "of a move, and need not stop there",
    source=SOURCE,
    topic="movement",
)


# -- retreats through enemy ZOC (gpw 23.4.14) -------------------------------------------------------------------------


def sheltered(pos: Position, unit: int, hex_: int) -> bool:
    """True where a friendly unit in the hex negates the enemy ZOC for a retreat (gpw 23.4.14)."""
    holder = pos.occupant[hex_]
    return holder >= 0 and holder != unit and pos.world.units[holder].side == pos.world.units[unit].side


RETREATS = Option(
    "sheltered-retreats",
    "23.4.14",
    "Retreats through Enemy ZOCs",
    "a retreat through an enemy ZOC costs no step where a friendly unit holds the hex",
    source=SOURCE,
    topic="combat",
    hooks={"costless": sheltered},
)

#: All of them in the order of the rulebook.
VARIANTS: tuple[Option, ...] = (
    MARCH,
    SUPPLY,
    journal_entry.HOME,
    journal_entry.BY_TYPE,
    journal_air.AIRCRAFT,
    journal_leaders.LEADERS,
    journal_airborne.AIRBORNE,
    journal_entry.PARTISANS,
    journal_entry.GARRISON,
    RAILWAY,
    SWAMPS,
    journal_entry.REMOVAL,
    journal_borders.ROMANIA,
    RETREATS,
    journal_borders.TURN_ONE,
    journal_victory.CAMPAIGN,
    journal_victory.POINTS,
)
