"""The house rules of Pol Personn (gpw 23.2); victory points are in personn_points.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.dice import roll
from gpwlab.core.reasons import Reason
from gpwlab.gpw import leaders, supply
from gpwlab.gpw.events import Event
from gpwlab.gpw.odds import Shift
from gpwlab.gpw.options import Option
from gpwlab.gpw.units import AXIS, SOVIET
from gpwlab.gpw.variants.data import own

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position, World

SOURCE = "Pol Personn, BoardGameGeek"


# -- German rail movement (gpw 23.2.2) --------------------------------------------------------------------------------


def _germans_at_rail(pos: Position) -> bool:
    return pos.side == AXIS and pos.step.kind == "rail"


def rail_points(pos: Position) -> tuple[int, int]:
    """Rides that the Axis has this turn within Germany and elsewhere."""
    rows = [row for row in own(RAIL.slug, "points") if int(row["first_turn"]) <= pos.turn]
    inside, outside = (sum(int(row["points"]) for row in rows if row["where"] == where) for where in ("home", "abroad"))
    return inside, outside


def _ridden(pos: Position) -> list[int]:
    told = pos.extra.get(RAIL.slug, {})
    return list(told["rides"]) if told.get("turn") == pos.turn else [0, 0]


def all_rides(pos: Position, allowed: int) -> int:
    """The Axis limit: the rides within Germany and those elsewhere together."""
    return sum(rail_points(pos)) if _germans_at_rail(pos) else allowed


def _abroad(pos: Position, *hexes: int) -> bool:
    return any(pos.world.board.country[hex_] != "Germany" for hex_ in hexes)


def rides_left(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """Why no ride to a hex is left: it counts as one within Germany if it begins and ends there."""
    if _germans_at_rail(pos):
        kind = int(_abroad(pos, pos.where[unit], hex_))
        if _ridden(pos)[kind] >= rail_points(pos)[kind]:
            where = "outside Germany" if kind else "within Germany"
            yield Reason("gpw 23.2.2", f"the rides {where} of this turn are used: {rail_points(pos)[kind]}")


def note_ride(pos: Position, unit: int, path: Sequence[int]) -> list[Event]:
    """Count a ride by rail."""
    if _germans_at_rail(pos):
        rides = _ridden(pos)
        rides[_abroad(pos, path[0], path[-1])] += 1
        pos.extra[RAIL.slug] = {"turn": pos.turn, "rides": rides}
    return []


RAIL = Option(
    "german-rail",
    "23.2.2",
    "German Rail Movement",
    "the Axis has six rides a turn within Germany from the start, and two elsewhere from January 1942",
    source=SOURCE,
    topic="rail",
    hooks={"rail_limit": all_rides, "rail_end": rides_left, "moved": note_ride},
)


# -- weather (gpw 23.2.3) ---------------------------------------------------------------------------------------------

#: The turns of the first winter's snow, and what they give the Soviets in every battle (gpw 23.2.3.C).
COLD_TURNS, COLUMNS = (5, 6), 1


def one_die(pos: Position, _die: int) -> int:
    """The die of the turn, the same in all four movement phases (gpw 23.2.3.A)."""
    return roll(pos.seed, "weather", pos.turn, 0, pos.turn_box.weather, 0)


def frozen(_world: World, _hex: int, weather: str, rows: tuple[str, ...]) -> tuple[str, ...]:
    """Swamp counts as rough while there is snow (gpw 23.2.3.B)."""
    return tuple("rough" if row == "swamp" else row for row in rows) if weather == "snow" else rows


def cold(pos: Position, target: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """A column for the Soviets on turns 5 and 6, in attack and in defence (gpw 23.2.3.C)."""
    if pos.turn in COLD_TURNS:
        sign = 1 if pos.world.units[attackers[0]].side == SOVIET else -1
        yield Shift(sign * COLUMNS, "the first winter favours the Soviets", "gpw 23.2.3.C")


WEATHER = Option(
    "personn-weather",
    "23.2.3",
    "Weather",
    "one die a turn for the weather; swamp is rough in snow; a column for the Soviets in every battle of turns 5 and 6",
    source=SOURCE,
    topic="weather",
    hooks={"die": one_die, "ground": frozen, "shifts": cold},
)

# -- map changes (gpw 23.2.4): rows of cities.csv ---------------------------------------------------------------------

FORTRESSES = Option(
    "five-fortresses",
    "23.2.4",
    "Map Changes",
    "Berlin, Moscow, Königsberg, Leningrad and Stalingrad are fortresses",
    source=SOURCE,
    topic="terrain",
)


# -- supply (gpw 23.2.5) ----------------------------------------------------------------------------------------------

#: Hexes from a unit to the railway that feeds it.
REACH = 5


def by_rail(pos: Position, side: int, _reached: bytearray) -> bytearray:
    """Hexes within five of a railway with an open line to the map edge; the sea feeds ports as before."""
    passable = supply.open_hexes(pos, side)
    fed = _near(pos, leaders.open_rails(pos, side), passable)
    ports = supply.sea_ports(pos) if side == SOVIET else []
    if any(fed[port] for port in ports):
        fed = _near(pos, [*leaders.open_rails(pos, side), *(port for port in ports if passable[port])], passable)
    return fed


def _near(pos: Position, start: Sequence[int], passable: bytearray) -> bytearray:
    """The hexes within reach of some, over open land."""
    found = bytearray(len(passable))
    ring = list(dict.fromkeys(start))
    for hex_ in ring:
        found[hex_] = 1
    for _distance in range(REACH):
        ring = [to for hex_ in ring for to in pos.world.board.land[hex_] if passable[to] and not found[to]]
        for hex_ in ring:
            found[hex_] = 1
    return found


def why_fed(pos: Position, unit: int, told: list[Reason]) -> list[Reason]:
    """Why a unit is in supply by this rule, or not."""
    counter = pos.world.units[unit]
    if supply.in_supply(pos, unit):
        return [Reason("gpw 23.2.5", f"{counter.name} is within {REACH} hexes of a railway open to the map edge")]
    return [Reason("gpw 23.2.5", f"{counter.name} is not within {REACH} hexes of a railway open to the map edge")]


SUPPLY = Option(
    "supply-by-rail",
    "23.2.5",
    "Supply",
    "a unit is in supply only within five hexes of a railway that leads to its map edge",
    source=SOURCE,
    topic="supply",
    hooks={"supplied": by_rail, "fed": why_fed},
)


# -- retreats through ZOCs (gpw 23.2.6) -------------------------------------------------------------------------------


def slips_through(pos: Position, unit: int, hex_: int) -> bool:
    """True for panzer and tank units in a hex where only infantry on foot has a ZOC."""
    counter = pos.world.units[unit]
    near = {u for to in pos.world.board.ring[hex_] for u in pos.holders(to)}
    enemies = [u for u in near if pos.world.units[u].side != counter.side and hex_ in pos.zone(u, pos.where[u])]
    return counter.kind in ("PZ", "TK") and not any(pos.world.units[u].mobile for u in enemies)


RETREATS = Option(
    "armour-slips-through",
    "23.2.6",
    "Retreats through ZOCs",
    "panzer and tank units lose no step in the ZOC of infantry",
    source=SOURCE,
    topic="combat",
    hooks={"costless": slips_through},
)


# -- German replacements (gpw 23.2.7) ---------------------------------------------------------------------------------
# gpw 23.2.7.B asks for no more than the boxes of gpw 11.4.A give: a German aircraft on each odd turn (docs/rulings.md).


def rationed(pos: Position) -> Iterator[Event]:
    """The Axis rate of late turns, where it is lower than the year's (gpw 23.2.7.A)."""
    if pos.side != AXIS:
        return
    rows = [row for row in own(REPLACEMENTS.slug, "rates") if int(row["first_turn"]) <= pos.turn]
    rate = pos.world.charts.rates[(pos.turn_box.year, "Axis")]
    less = rate - int(rows[-1]["rp"]) if rows else 0
    if less > 0:
        text = f"from turn {rows[-1]['first_turn']} on Germany has {rows[-1]['rp']} RPs: {less} less"
        yield Event("rp", text, "gpw 23.2.7.A", result=str(-less))


REPLACEMENTS = Option(
    "german-replacements",
    "23.2.7",
    "German Replacements",
    "2 German RPs a turn from turn 26 and 1 from turn 30; of the lost aircraft one comes back every other turn",
    source=SOURCE,
    topic="replacements",
    hooks={"rp": rationed},
)


# -- air-to-air combat (gpw 23.2.8) -----------------------------------------------------------------------------------


def duel(pos: Position, shooter: int, victim: int, _faces: tuple[str, ...]) -> tuple[str, ...]:
    """The faces of a shooter's die by the kinds of both aircraft."""
    kinds = ["fighter" if pos.world.units[unit].intercepts else "bomber" for unit in (shooter, victim)]
    rows = [row for row in own(AIR.slug, "air_combat") if [row["attacker"], row["defender"]] == kinds]
    found = {die: row["result"] for row in rows for die in range(int(row["roll_from"]), int(row["roll_to"]) + 1)}
    return tuple(found[die] for die in range(1, 7))


AIR = Option(
    "air-to-air-table",
    "23.2.8",
    "Air-to-Air Combat",
    "who shoots at whom decides what the die does: fighters shoot bombers down on a 5 or 6",
    needs=("air",),
    source=SOURCE,
    topic="air",
    hooks={"duel": duel},
)
