"""Gil Winters' arrival of units: reinforcements, Axis garrisons, Russian replacements (gpw 23.5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.shelf import MOST_STATES
from gpwlab.gpw import allies, leaders, movement
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import thread
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import DUE, LATER, home_side
from gpwlab.gpw.units import AXIS, SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.actions import Action
    from gpwlab.gpw.board import Board, City
    from gpwlab.gpw.position import Position

SOURCE = "Gil Winters, Moves 73"


# -- placement of reinforcements (gpw 23.5.4.8) -----------------------------------------------------------------------

HELD_CITIES = "arrival-in-held-cities"


def room(pos: Position, unit: int, hex_: int, given: bool) -> bool:
    """Room for one new unit with a friendly one in a major city (gpw 23.5.4.8.A; docs/rulings.md)."""
    if given or pos.phase < 0 or pos.where[unit] >= 0:
        return given
    return _is_major(pos.world.board.city.get(hex_)) and _may_share(pos, pos.world.units[unit].side)


def _may_share(pos: Position, side: int) -> bool:
    """True from a side's reinforcements to the end of its mobile phase, whatever variants put between the two."""
    ahead = [(step.kind, step.side) for step in (pos.world.step(pos.turn, number) for number in pos.to_come())]
    moves = ("mobile", side) in (*ahead, (pos.step.kind, pos.side))
    return moves and ("reinforcement", side) not in ahead


def entry_bar(pos: Position, unit: int, token: str, hex_: int, bar: Reason | None) -> Reason | None:
    """A unit is in the way of a new one if the city has no rail supply or is in an enemy ZOC (gpw 23.5.4.8.A)."""
    first = pos.occupant[hex_]
    if bar is not None or first < 0 or _may_stack(pos, unit, hex_):
        return bar
    place = pos.world.board.label(hex_)
    if pos.zoc[1 - pos.side][hex_]:
        return Reason("gpw 23.5.4.8.A", f"{place} holds a unit and is in an enemy ZOC")
    if hex_ not in leaders.open_rails(pos, pos.side):
        return Reason("gpw 23.5.4.8.A", f"{place} holds a unit and has no railway open to the map edge")
    return None


def _may_stack(pos: Position, unit: int, hex_: int) -> bool:
    """True where the game or another variant has room for two units that stand together."""
    units = pos.world.units
    airborne = any(units[u].airborne for u in (unit, *pos.holders(hex_)))
    others = [hook for hook in pos.world.hooks.room if hook is not room]
    return bool(thread(others, airborne, pos, unit, hex_))


def _new(pos: Position, hex_: int) -> list[int]:
    """The units of a hex that have come there since the arrivals began, be it after standing elsewhere."""
    before = pos.extra.get(HELD_CITIES, ())
    return [unit for unit in pos.holders(hex_) if _standing(pos, unit) not in before]


def _standing(pos: Position, unit: int) -> str:
    """A unit and its hex, ``su-inf-3 A0619``."""
    return f"{pos.world.units[unit].id} {pos.world.board.ids[pos.where[unit]]}"


def _too_many(pos: Position, side: int) -> list[int]:
    """The hexes that hold a unit more than may stay."""
    return [hex_ for hex_ in _shared(pos, side) if _new(pos, hex_) and not _may_stack(pos, pos.rider[hex_], hex_)]


def _shared(pos: Position, side: int) -> list[int]:
    """The hexes that hold two units of a side."""
    return sorted({pos.where[u] for u in pos.on_map(side) if pos.rider[pos.where[u]] >= 0})


def note_stacks(pos: Position) -> list[Event]:
    """Remember who stands where new ones may join them: they came first, and pairs of theirs may stay."""
    if pos.step.kind == "reinforcement":
        cities, shared = pos.world.board.city, _shared(pos, pos.side)
        there = [u for u in pos.on_map(pos.side) if pos.where[u] in shared or _is_major(cities.get(pos.where[u]))]
        pos.extra[HELD_CITIES] = sorted(_standing(pos, u) for u in there)
    return []


def _is_major(city: City | None) -> bool:
    return city is not None and city.major


def must_part(pos: Position) -> Iterator[Reason]:
    """The mobile phase does not end while a unit too many can still move away (gpw 23.5.4.8.B)."""
    for hex_ in _too_many(pos, pos.side) if pos.step.kind == "mobile" else ():
        able = [u for u in pos.holders(hex_) if next(movement.legal_of(pos, u), None) is not None]
        if able:
            place, names = pos.world.board.label(hex_), " or ".join(pos.world.units[u].name for u in able)
            yield Reason("gpw 23.5.4.8.B", f"{place} holds a unit too many: {names} must move on")


def make_room(pos: Position) -> Action | None:
    """The first move that takes a unit too many away."""
    crowded = _too_many(pos, pos.side) if pos.step.kind == "mobile" else []
    return next((move for hex_ in crowded for u in pos.holders(hex_) for move in movement.legal_of(pos, u)), None)


def part(pos: Position) -> list[Event]:
    """Eliminate new units that could not move away in time (gpw 23.5.4.8.B; docs/rulings.md)."""
    events = []
    for hex_ in _too_many(pos, pos.side) if pos.step.kind == "mobile" else ():
        unit, here = pos.world.units[_new(pos, hex_)[-1]], pos.world.board.ids[hex_]
        pos.eliminate(unit.index)
        text = f"{unit.name} finds no room in {pos.world.board.label(hex_)} and is eliminated"
        events.append(Event("loss", text, "gpw 23.5.4.8.B", unit=unit.id, from_hex=here, result="is eliminated"))
    return events


PLACEMENT = Option(
    HELD_CITIES,
    "23.5.4.8",
    "Placement of Reinforcements",
    "new units may arrive in a major city that holds a unit, if it is on an open railway and in no enemy ZOC; one of "
    "them moves on by the end of the panzer or armored phase",
    source=SOURCE,
    topic="reinforcements",
    hooks={
        "begin": note_stacks,
        "room": room,
        "entry_bar": entry_bar,
        "done": must_part,
        "hasty": make_room,
        "end": part,
    },
)


# -- Axis garrisons (gpw 23.5.4.11) -----------------------------------------------------------------------------------

GARRISONS = "late-garrisons"
#: The turn with whose set-up the garrisons may be left out, and how near to the border the Soviets bring them in.
FIRST_TURN, NEAR = 1, 6


def stay_home(pos: Position) -> list[Event]:
    """Take the Axis garrison units of the set-up of June 1941 off the map (gpw 23.5.4.11)."""
    if pos.turn != FIRST_TURN or GARRISONS in pos.extra:
        return []
    units = [u for u in pos.on_map(AXIS) if pos.world.units[u].kind == "GAR" and u in pos.world.setup]
    for unit in units:
        pos.lift(unit)
        pos.fate[unit] = LATER
    names = [pos.world.units[unit] for unit in units]
    pos.extra[GARRISONS] = {"waiting": [unit.id for unit in names], "inside": _inside(pos)}
    text = f"{', '.join(unit.name for unit in names)} wait until the Soviets come near the border"
    return [Event("garrison", text, "gpw 23.5.4.11")] if names else []


@lru_cache(MOST_STATES)
def _near_border(board: Board) -> frozenset[int]:
    """The Axis side of the border of 1941 and all hexes within six of it."""
    found = {hex_ for hex_ in range(board.n) if home_side(board, hex_) == AXIS}
    for _ring in range(NEAR):
        found |= {near for hex_ in found for near in board.ring[hex_]}
    return frozenset(found)


def _inside(pos: Position) -> list[str]:
    """Soviet units on the Axis side of the border of 1941 or within six hexes of it."""
    near = _near_border(pos.world.board)
    return [pos.world.units[u].id for u in pos.on_map(SOVIET) if pos.where[u] in near]


def call_out(pos: Position) -> list[Event]:
    """The garrisons are due once a Soviet unit has come near the border from farther away (docs/rulings.md)."""
    told = pos.extra.get(GARRISONS)
    if not told or not told["waiting"]:
        return []
    inside = _inside(pos)
    advances = pos.side == SOVIET and pos.step.kind in ("rail", "mobile", "combat", "general")
    fresh = [name for name in inside if name not in told["inside"]]
    if not fresh or not advances:
        pos.extra[GARRISONS] = {**told, "inside": inside}
        return []
    for unit in (pos.world.unit(name).index for name in told["waiting"]):
        if pos.fate[unit] == LATER:  # and not of a nation that has left the war
            pos.fate[unit] = DUE
    pos.extra[GARRISONS] = {"waiting": [], "inside": []}
    text = f"{pos.world.unit(fresh[0]).name} is within {NEAR} hexes of the border of 1941: the Axis garrisons are due"
    return [Event("garrison", text, "gpw 23.5.4.11", unit=fresh[0])]


def own_cities(pos: Position, unit: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """They appear in the cities of their country (gpw 23.5.4.11; docs/rulings.md)."""
    counter = pos.world.units[unit]
    left_out = counter.kind == "GAR" and counter.nation in allies.HOMES and unit in pos.world.setup
    return (allies.HOMES[counter.nation],) if left_out and pos.fate[unit] == DUE else tokens


LATE_GARRISONS = Option(
    GARRISONS,
    "23.5.4.11",
    "Axis Garrisons",
    "the Axis garrisons of June 1941 are set up when a Soviet unit comes within six hexes of the border",
    source=SOURCE,
    topic="set-up",
    hooks={"turn": stay_home, "end": call_out, "entry": own_cities},
)


# -- Russian replacements (gpw 23.5.4.12) -----------------------------------------------------------------------------

#: RPs more a turn (gpw 23.5.4.12.A).
EXTRA_RP = 1


def more(pos: Position) -> Iterator[Event]:
    """One RP more a turn, and lend-lease in scenarios that have none of their own (gpw 23.5.4.12.B)."""
    if pos.side != SOVIET:
        return
    text = f"{SIDES[SOVIET]} receives {EXTRA_RP} RP more"
    yield Event("rp", text, "gpw 23.5.4.12.A", result=str(EXTRA_RP))
    if not pos.world.scenario.lend_lease:  # the table of gpw 9.2 is the same
        yield from _lend_lease(pos)


def _lend_lease(pos: Position) -> Iterator[Event]:
    """Roll on the lend-lease table, one less in 1941 and 1944 (gpw 23.5.4.12.C)."""
    for first, last, drm in pos.world.charts.lend_lease_turns:
        if first <= pos.turn <= last:
            die = pos.roll("lend-lease", "Soviet")
            gained = pos.world.charts.lend_lease[die + drm]
            rule = "gpw 23.5.4.12.C" if drm else "gpw 23.5.4.12.B"
            modifier = f" with DRM {drm}" if drm else ""
            yield Event(
                "lend-lease", f"lend-lease die {die}{modifier}: {gained} RPs", rule, die=die, result=str(gained)
            )


REPLACEMENTS = Option(
    "russian-replacements",
    "23.5.4.12",
    "Russian Replacements",
    "one Soviet RP more a turn; lend-lease from August 1941 to the end of 1944 in every scenario",
    source=SOURCE,
    topic="replacements",
    hooks={"rp": more},
)
