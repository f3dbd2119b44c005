"""German allies (gpw 17.0): where they may go, when they balk at attacking, where they come back.

``allegiance.py`` has what they do of their own accord: defection, surrender and the Balkan Garrison's release.  Without
the option every function here answers as if the section were not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.gpw import supply
from gpwlab.gpw.hooks import thread
from gpwlab.gpw.position import ELIMINATED
from gpwlab.gpw.units import AXIS, SOVIET, Unit

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position, World

BESSARABIA = "Bessarabia"
#: Countries that a nation's units never enter, and by which rule (gpw 17.1.3.A, gpw 17.2.1.A, gpw 17.4.A).  Nothing
#: bounds the Romanians who fight for the Soviets (gpw 17.1.5.E), and nothing else the Hungarians (gpw 17.2.1.C).
CLOSED: dict[str, tuple[tuple[str, str], ...]] = {
    "Romanian": (("Hungary", "gpw 17.1.3.A"),),
    "Hungarian": (("Romania", "gpw 17.2.1.A"),),
    "Slovak": (("Hungary", "gpw 17.4.A"), ("Romania", "gpw 17.4.A")),
}
#: The country that a nation's garrison units never leave (gpw 17.1.1.A, gpw 17.2.1.B).
GARRISONED = {"Romanian": ("Romania", "gpw 17.1.1.A"), "Hungarian": ("Hungary", "gpw 17.2.1.B")}
#: Hexes from Romania or Bessarabia that Romanians move at most while their conditions are not met (gpw 17.1.3.B).
LEASH = 3
#: Eliminated units of a nation from which on the others do not attack (gpw 17.1.4, gpw 17.2.3).
BALKING = {"Romanian": (4, "gpw 17.1.4"), "Hungarian": (2, "gpw 17.2.3")}
#: Entry tokens of the cities where a nation's units appear (gpw 17.1.2.B, gpw 17.2.2.B, gpw 17.4.B).
HOMES = {"Romanian": "cities:Romania", "Hungarian": "cities:Hungary", "Slovak": "city:Bratislava"}
#: The turn on which the Hungarians are more than their cities hold (gpw 17.2.2.A), and the token for the one left over.
CROWDED, BESIDE = (1942, "May"), "beside:Hungary"
#: Where the Balkan Garrison stands once units of it have come onto the map; see ``Position.balkan`` (gpw 17.6).
GUARDING, RELEASED, LEFT = range(3)
NO_LEASH = -1
#: Kinds of entry token whose hexes and bars are told here and not by gpw 9.1.C.
TOKENS = ("beside", "balkan_garrison", "defection", "map_edge")
#: How the tokens of this section are told to a player.
ENTRY_NAMES = {
    "cities:Romania": "a city of Romania",
    "cities:Bessarabia": "a city of Bessarabia",
    "cities:Hungary": "a city of Hungary",
    BESIDE: "a hex next to one when all are full",
    "city:Bratislava": "Bratislava",
    "defection": "a hex of Romania or Bessarabia in a Soviet ZOC",
    "map_edge:Romania": "the map edge in Romania",
    "map_edge:Jugoslavia": "the map edge in Jugoslavia",
    "balkan_garrison": "Jugoslavia",
}
_ENTRY_RULES = {
    "cities:Romania": "gpw 17.1.2.B",
    "cities:Bessarabia": "gpw 17.1.2.B",
    "cities:Hungary": "gpw 17.2.2.B",
    BESIDE: "gpw 17.2.2.B",
    "city:Bratislava": "gpw 17.4.B",
    "defection": "gpw 17.1.5.D",
    "map_edge:Romania": "gpw 17.5.B",
    "map_edge:Jugoslavia": "gpw 17.5.B",
    "balkan_garrison": "gpw 17.6.C",
}


class Fence(NamedTuple):
    """What bounds a unit: with all else equal it may be in the same hexes.

    ``annexed``: Bessarabia counts as Romania (gpw 17.1.1.B); ``leash``: hexes from Romania or Bessarabia, or NO_LEASH.
    """

    nation: str
    garrison: bool
    annexed: bool
    leash: int


def on(pos: Position) -> bool:
    """True where the advanced rule is in force."""
    return pos.world.rules.has("allies")


def troops(world: World, nation: str) -> list[int]:
    """All counters of a nation, by index."""
    return [unit.index for unit in world.units if unit.nation == nation]


def eliminated(pos: Position, nation: str) -> int:
    """Units of a nation in the eliminated pile, whatever brought them there (gpw 10.0.I; docs/rulings.md)."""
    return sum(pos.fate[unit] == ELIMINATED for unit in troops(pos.world, nation))


def is_garrison(unit: Unit) -> bool:
    """True for the allied units that are marked with a G on the counter (gpw 17.1.1.A, gpw 17.2.1.B)."""
    return unit.nation in GARRISONED and unit.label.endswith(" G")


# -- countries ------------------------------------------------------------------------------------------------------


def country(world: World, name: str) -> frozenset[int]:
    """The hexes of a country as of June 1941, or of Bessarabia."""
    if name not in world.countries:
        board = world.board
        land = (hex_ for hex_ in range(board.n) if board.country[hex_] == name and board.playable[hex_])
        world.countries[name] = frozenset(land) | board.regions.get(name, frozenset())
    return world.countries[name]


def annexed(pos: Position) -> bool:
    """True from the moment when no Soviet unit is in Bessarabia: it belongs to Romania (gpw 17.1.1.B).

    Scenarios that begin after 1941 begin with it (docs/rulings.md).
    """
    return pos.annexed or pos.world.scenario.first_turn > 1


def _grown(world: World, name: str, with_bessarabia: bool) -> frozenset[int]:
    """A country, Romania with Bessarabia where that belongs to it."""
    land = country(world, name)
    return land | country(world, BESSARABIA) if name == "Romania" and with_bessarabia else land


def distances(world: World) -> list[int]:
    """For each hex the hexes to Romania or Bessarabia, whatever lies between (gpw 17.1.3.B)."""
    if not world.leash:
        board = world.board
        ring = country(world, "Romania") | country(world, BESSARABIA)
        far, found = 0, [-1] * board.n
        while ring:
            for hex_ in ring:
                found[hex_] = far
            ring = frozenset(to for hex_ in ring for to in board.ring[hex_] if found[to] < 0)
            far += 1
        world.leash = found
    return world.leash


# -- where units may go ---------------------------------------------------------------------------------------------


def unmet(pos: Position) -> list[Reason]:
    """What is missing for the Romanian army to be let loose; nothing once it may go anywhere (gpw 17.1.3.C)."""
    present = [unit for unit in troops(pos.world, "Romanian") if pos.where[unit] >= 0]
    odessa, missing = pos.world.board.city_at["Odessa"], []
    if all(pos.where[unit] != odessa for unit in present):
        missing.append(Reason("gpw 17.1.3.B", "no Romanian unit is in Odessa"))
    weak = [pos.world.units[unit].name for unit in present if pos.steps[unit] < pos.world.units[unit].steps]
    if weak:
        missing.append(Reason("gpw 17.1.3.B", f"below full strength: {', '.join(weak)}"))
    lacking: list[Reason] = thread(pos.world.hooks.unmet, missing, pos)
    return lacking


def fence(pos: Position, unit: int, moving: bool = True) -> Fence | None:
    """What bounds a unit where it stands; None for one that may go anywhere.

    ``moving``: by its own side, in a movement phase or in an advance; the leash holds in no retreat (docs/rulings.md).
    A unit beyond the leash may go no farther away than it is.
    """
    counter = pos.world.units[unit]
    if counter.nation not in CLOSED or not on(pos):
        return None
    garrison, leash = is_garrison(counter), NO_LEASH
    if counter.nation == "Romanian" and moving and not garrison and unmet(pos):
        leash = max(LEASH, distances(pos.world)[pos.where[unit]])
    return Fence(counter.nation, garrison, annexed(pos), leash)


def open_hexes(world: World, bounds: Fence) -> bytearray:
    """One byte a hex, 1 where units within these bounds may be."""
    if bounds not in world.fences:
        world.fences[bounds] = _open_hexes(world, bounds)
    return world.fences[bounds]


def _open_hexes(world: World, bounds: Fence) -> bytearray:
    hexes = range(world.board.n)
    if bounds.garrison:
        home = _grown(world, GARRISONED[bounds.nation][0], bounds.annexed)
        return bytearray(hex_ in home for hex_ in hexes)
    barred = {hex_ for name, _rule in CLOSED[bounds.nation] for hex_ in _grown(world, name, bounds.annexed)}
    far = distances(world)
    leash = bounds.leash if bounds.leash != NO_LEASH else world.board.n
    return bytearray(hex_ not in barred and far[hex_] <= leash for hex_ in hexes)


def closed(pos: Position, unit: int, hex_: int) -> Reason | None:
    """Why a variant closes a hex to a unit, if one does."""
    told = (hook(pos, unit, hex_) for hook in pos.world.hooks.closed)
    return next((reason for reason in told if reason is not None), None)


def why_closed(pos: Position, unit: int, hex_: int, moving: bool = True) -> Reason | None:
    """Why the rules of its nation, or a variant, close a hex to a unit, if they do."""
    shut = closed(pos, unit, hex_)
    if shut is not None:
        return shut
    bounds = fence(pos, unit, moving)
    if bounds is None or open_hexes(pos.world, bounds)[hex_]:
        return None
    name, place = pos.world.units[unit].name, pos.world.board.label(hex_)
    if bounds.garrison:
        home, rule = GARRISONED[bounds.nation]
        if home == "Romania" and hex_ in country(pos.world, BESSARABIA):
            return Reason("gpw 17.1.1.B", f"{name} enters Bessarabia ({place}) once it is clear of Soviet units")
        return Reason(rule, f"{name} is a garrison unit and never leaves {home}; {place} is outside")
    for land, rule in CLOSED[bounds.nation]:
        if hex_ in _grown(pos.world, land, bounds.annexed):
            return Reason(rule, f"{name} never enters {land} ({place})")
    why = "; ".join(reason.text for reason in unmet(pos))
    far = f"{counted(int(distances(pos.world)[hex_]), 'hex', 'hexes')} from Romania and Bessarabia"
    return Reason("gpw 17.1.3.B", f"{place} is {far}, and {name} may go {bounds.leash} at most: {why}")


def no_retreat(pos: Position, unit: int, route: tuple[int, ...]) -> tuple[str, str]:
    """Rule and cause of the elimination of a unit that could retreat only into a country closed to it.

    A garrison unit that is forced out of its country (gpw 17.1.1.A, gpw 17.2.1.B), or another one that would have to
    enter a country that its nation never enters.  ``route``: a way back, were nothing closed; a variant may close it.
    """
    shut = [reason for hex_ in route if (reason := closed(pos, unit, hex_)) is not None]
    if shut:
        return shut[0].rule, f"has no way to retreat ({shut[0].text})"
    counter = pos.world.units[unit]
    if is_garrison(counter):
        land, rule = GARRISONED[counter.nation]
        return rule, f"is forced to retreat from {land}"
    lands, rules = zip(*CLOSED[counter.nation], strict=True)
    return rules[0], f"would have to retreat into {' or '.join(lands)}"


# -- attacks --------------------------------------------------------------------------------------------------------


def may_not_attack(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit of a nation with heavy losses does not attack (gpw 17.1.4, gpw 17.2.3)."""
    nation = pos.world.units[unit].nation
    if nation in BALKING and on(pos):
        most, rule = BALKING[nation]
        lost = eliminated(pos, nation)
        if lost >= most:
            text = f"{pos.world.units[unit].name} does not attack: {lost} {nation} units are eliminated"
            yield Reason(rule, f"{text}, and from {most} on none attacks")


def balks(pos: Position, unit: int) -> bool:
    """True for a unit that may not attack because of its nation's losses."""
    return next(may_not_attack(pos, unit), None) is not None


# -- where units appear ---------------------------------------------------------------------------------------------


def home(pos: Position, unit: Unit) -> tuple[str, ...]:
    """Entry tokens of the cities where an allied unit is rebuilt and newly appears; () for all others.

    Axis RPs rebuild them (gpw 17.1.2.A, gpw 17.2.2.B, gpw 17.4.B).
    """
    if unit.nation not in HOMES or not on(pos):
        return ()
    if unit.nation == "Romanian" and annexed(pos):
        return HOMES[unit.nation], f"cities:{BESSARABIA}"
    return (HOMES[unit.nation],)


def entry(pos: Position, unit: Unit) -> tuple[str, ...]:
    """Entry tokens of an allied reinforcement; () where its chart row decides."""
    tokens = home(pos, unit)
    if unit.nation == "Hungarian" and tokens and (pos.turn_box.year, pos.turn_box.period) == CROWDED:
        return *tokens, BESIDE
    return tokens


def places(world: World, kind: str, name: str) -> Iterator[int]:
    """The hexes of an entry token of this section, whoever holds them."""
    board = world.board
    if kind == "city":
        yield board.city_at[name]
    elif kind == "beside":
        barred = {hex_ for land, _rule in CLOSED["Hungarian"] for hex_ in country(world, land)}
        for city in _cities(world, name):
            yield from (hex_ for hex_ in board.near[city] if hex_ >= 0 and board.playable[hex_] and hex_ not in barred)
    elif kind == "balkan_garrison":
        yield from country(world, "Jugoslavia")
    elif kind == "defection":
        yield from country(world, "Romania") | country(world, BESSARABIA)
    elif kind == "map_edge":
        yield from (hex_ for hex_ in country(world, name) if -1 in board.near[hex_])


def _cities(world: World, name: str) -> list[int]:
    return [hex_ for hex_ in world.board.city if hex_ in country(world, name)]


def bar(pos: Position, side: int, token: str, hex_: int) -> Reason | None:
    """What bars an empty hex to one of the ways of entry in TOKENS.

    The Balkan Garrison may be put into any hex of Jugoslavia (gpw 17.6.C).
    """
    place = pos.world.board.label(hex_)
    if token == "defection" and not pos.zoc[SOVIET][hex_]:
        return Reason("gpw 17.1.5.D", f"{place} is in no Soviet ZOC")
    if token.startswith("map_edge:"):
        if token.endswith("Jugoslavia") and pos.balkan != LEFT:
            return Reason("gpw 17.5.B", f"{place} is in Jugoslavia, and no unit of the Balkan Garrison has left it")
        return Reason("gpw 9.1.D", f"{place} is in an enemy ZOC") if pos.zoc[1 - side][hex_] else None
    return _bar_beside(pos, hex_) if token == BESIDE else None


def _bar_beside(pos: Position, hex_: int) -> Reason | None:
    """What bars a hex next to a Hungarian city to the unit that finds no room in one (gpw 17.2.2.A)."""
    board, place = pos.world.board, pos.world.board.label(hex_)
    friendly = [city for city in _cities(pos.world, "Hungary") if pos.control[city] == AXIS]
    room = [city for city in friendly if pos.occupant[city] < 0 and supply.city_supplied(pos, city, AXIS)]
    if room:
        return Reason("gpw 17.2.2.A", f"{board.label(room[0])} has room; only the unit left over goes elsewhere")
    if pos.control[hex_] != AXIS:
        return Reason("gpw 17.2.2.A", f"{place} is not friendly: the enemy passed it last")
    if not any(city in board.near[hex_] for city in friendly):
        return Reason("gpw 17.2.2.A", f"{place} is next to no friendly Hungarian city")
    return None


def refusing_rule(pos: Position, unit: Unit) -> str:
    """The rule by which Axis RPs do not rebuild Italians (gpw 17.3); "" for units of other nations."""
    return "gpw 17.3" if on(pos) and unit.nation == "Italian" else ""


def entry_rule(pos: Position, tokens: tuple[str, ...]) -> str:
    """The rule that says where units with these entry tokens appear; "" where this section does not."""
    rules = {_ENTRY_RULES.get(token, "") for token in tokens}
    return rules.pop() if on(pos) and len(rules) == 1 else ""
