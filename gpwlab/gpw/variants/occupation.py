"""Campaign variants of Battleplan 7: separatists, volunteers, the war efforts of allies (gpw 23.3.1, gpw 23.3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import DUE, LATER
from gpwlab.gpw.units import AXIS
from gpwlab.gpw.variants.special import SpecialPoints
from gpwlab.gpw.victory import holds

if TYPE_CHECKING:
    from gpwlab.gpw.board import Board
    from gpwlab.gpw.position import Position

SOURCE = "Battleplan 7"

# -- Ukrainian separatists (gpw 23.3.1.1) -----------------------------------------------------------------------------

#: Lowest die that raises a unit (gpw 23.3.1.1.A); the row that the Ukraine lies south of (gpw 23.3.1.1.B).
UKRAINIAN_DIE, NORTHERN_ROW = 5, 17
UKRAINIANS = SpecialPoints("ukrainian-separatists", ("Ukrainian",), "gpw 23.3.1.1.D")


def ukraine(board: Board) -> Iterator[int]:
    """The hexes of the Ukraine (gpw 23.3.1.1.B): Soviet land south of row 17 and west of Rostov, with exceptions."""
    rostov = board.spot[board.city_at["Rostov"]][1]
    besides = {board.city_at["Sevastopol"], *board.regions.get("Bessarabia", ())}
    for hex_, name in enumerate(board.ids):
        soviet = board.country[hex_] == "USSR" and board.playable[hex_] and hex_ not in besides
        if soviet and int(name[1:3]) > NORTHERN_ROW and board.spot[hex_][1] > rostov:
            yield hex_


def _called(pos: Position, nation: str, rule: str, points: SpecialPoints) -> list[Event]:
    """The next unit of a nation that has not come yet; a special RP once all have (gpw 23.3.1.1.C, gpw 23.3.1.2.C)."""
    waiting = [u for u in pos.world.units if u.nation == nation and pos.fate[u.index] == LATER]
    if not waiting:
        points.give(pos, 1)
        return [Event("rp", f"a special RP for {nation} units", points.rule, result="1")]
    unit = waiting[0]
    pos.fate[unit.index], pos.steps[unit.index] = DUE, unit.steps
    return [Event("due", f"{unit.name} is formed and may be placed", rule, unit=unit.id)]


def separatists(pos: Position) -> list[Event]:
    """The die for a Ukrainian unit while the Axis holds Kiev."""
    if pos.side != AXIS or pos.step.kind != "reinforcement" or not holds(pos, AXIS, "Kiev"):
        return []
    die = pos.roll("separatists", "Kiev")
    rolled = Event("volunteers", f"Ukrainian separatists, die {die}", "gpw 23.3.1.1.A", die=die)
    more = _called(pos, "Ukrainian", "gpw 23.3.1.1.A", UKRAINIANS) if die >= UKRAINIAN_DIE else []
    return [rolled, *more]


def in_the_ukraine(pos: Position, unit: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Ukrainian units enter in the cities of the Ukraine (gpw 23.3.1.1.B)."""
    board = pos.world.board
    if pos.world.units[unit].nation != "Ukrainian":
        return tokens
    return ("hexes:" + " ".join(board.ids[h] for h in sorted(ukraine(board)) if h in board.city),)


SEPARATISTS = Option(
    "ukrainian-separatists",
    "23.3.1.1",
    "Ukrainian Separatists",
    "while the Axis holds Kiev, a 5 or 6 in its reinforcement phase raises a Ukrainian 6-4, up to three",
    source=SOURCE,
    topic="replacements",
    hooks={"begin": separatists, "entry": in_the_ukraine},
    orders={"raise-ukrainian": UKRAINIANS},
)

# -- Vlasov volunteers (gpw 23.3.1.2) ---------------------------------------------------------------------------------

#: Lowest die, and the major cities of the Soviet Union that the Axis must hold (gpw 23.3.1.2.A).
VLASOV_DIE, CITIES = 6, 5
VOLUNTEERS = SpecialPoints("vlasov-volunteers", ("Russian volunteers",), "gpw 23.3.1.2.E")


def held_cities(pos: Position) -> int:
    """Soviet major cities in Axis hands."""
    board = pos.world.board
    return sum(c.major and board.country[h] == "USSR" and pos.control[h] == AXIS for h, c in board.city.items())


def volunteers(pos: Position) -> list[Event]:
    """The die for a unit of volunteers while the Axis holds enough cities."""
    if pos.side != AXIS or pos.step.kind != "reinforcement" or held_cities(pos) < CITIES:
        return []
    die = pos.roll("volunteers", "Vlasov")
    rolled = Event("volunteers", f"Vlasov's volunteers, die {die}", "gpw 23.3.1.2.A", die=die)
    more = _called(pos, "Russian volunteers", "gpw 23.3.1.2.B", VOLUNTEERS) if die >= VLASOV_DIE else []
    return [rolled, *more]


def in_russia(pos: Position, unit: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Volunteers enter in Soviet major cities, wherever they lie (gpw 23.3.1.2.D)."""
    board = pos.world.board
    if pos.world.units[unit].nation != "Russian volunteers":
        return tokens
    cities = (h for h in sorted(board.city) if board.city[h].major and board.country[h] == "USSR")
    return ("hexes:" + " ".join(board.ids[h] for h in cities),)


VLASOV = Option(
    "vlasov-volunteers",
    "23.3.1.2",
    "Vlasov Volunteers",
    "while the Axis holds five Soviet major cities, a 6 raises an 8-4 of Russian volunteers, up to two",
    source=SOURCE,
    topic="replacements",
    hooks={"begin": volunteers, "entry": in_russia},
    orders={"raise-volunteer": VOLUNTEERS},
)

# -- national war efforts (gpw 23.3.2) --------------------------------------------------------------------------------

MONTH, EFFORT = "May", 3
MINORS = ("Romanian", "Hungarian", "Slovak", "Italian")
ALLIES = SpecialPoints("national-war-efforts", MINORS, "gpw 23.3.2")


def efforts(pos: Position) -> list[Event]:
    """Three RPs for minor allies each May, Italians among them."""
    if pos.side != AXIS or pos.step.kind != "reinforcement" or pos.turn_box.period != MONTH:
        return []
    ALLIES.give(pos, EFFORT)
    return [Event("rp", f"{EFFORT} RPs for the minor allies", "gpw 23.3.2", result=str(EFFORT))]


EFFORTS = Option(
    "national-war-efforts",
    "23.3.2",
    "National War Efforts of Axis Minor Allies",
    "each May the Axis has three more RPs for the units of its minor allies, Italians too",
    source=SOURCE,
    topic="replacements",
    hooks={"begin": efforts},
    orders={"raise-ally": ALLIES},
)
