"""Gil Winters' fortresses and cities (gpw 23.5.4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gpwlab.core.reasons import Reason
from gpwlab.core.tables import Row
from gpwlab.gpw import movement, reinforcements, supply
from gpwlab.gpw.events import Event
from gpwlab.gpw.odds import Shift
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import DUE
from gpwlab.gpw.units import AXIS, SOVIET
from gpwlab.gpw.variants import winters_shock
from gpwlab.gpw.variants.data import own

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

SOURCE = "Gil Winters, Moves 73"


# -- fortresses (gpw 23.5.4.5.1) --------------------------------------------------------------------------------------


def holds_out(pos: Position, target: int) -> Reason | None:
    """The defender of a fortress need neither retreat nor lose a step for it (gpw 23.5.4.5.1)."""
    if "fortress" not in movement.features(pos.world.board, target) or ruined(pos, target):
        return None
    return Reason("gpw 23.5.4.5.1", f"the defender of {pos.world.board.label(target)} may ignore a retreat")


FORTRESSES = Option(
    "fortresses-hold",
    "23.5.4.5.1",
    "Fortresses",
    "the defender of a fortress may ignore a retreat without losing a step for it",
    source=SOURCE,
    topic="terrain",
    hooks={"hold": holds_out},
)

# -- major cities (gpw 23.5.4.5.2) and minor ones (gpw 23.5.4.5.3.A): rows of the TEC ---------------------------------
#
# Their shifts add up with those of the terrain (gpw 23.5.4.5.3.B), as all rows of a hex do.

MAJOR_CITIES = Option(
    "winters-major-cities",
    "23.5.4.5.2",
    "Major Cities",
    "two columns left for attacks on a major city, where the defender may lose a step instead of retreating",
    source=SOURCE,
    topic="terrain",
)
MINOR_CITIES = Option(
    "winters-minor-cities",
    "23.5.4.5.3",
    "Minor Cities",
    "a column left for attacks on a minor city, on top of its terrain (23.5.4.5.3.A)",
    source=SOURCE,
    topic="terrain",
)

# -- fortress cities (gpw 23.5.4.5.4) ---------------------------------------------------------------------------------

SLUG = "fortress-cities"


def _row(pos: Position, hex_: int) -> Row | None:
    """The row of a fortress city in a hex; Brest-Litovsk has none (gpw 23.5.4.5.4.F)."""
    city = pos.world.board.city.get(hex_)
    return next((row for row in own(SLUG, "fortress_cities") if city and row["city"] == city.name), None)


def _strong(pos: Position, hex_: int) -> Row | None:
    """The row of a fortress city that has kept its status."""
    return None if ruined(pos, hex_) or winters_shock.surprised(pos, hex_) else _row(pos, hex_)


def _rule(row: Row) -> str:
    return "gpw 23.5.4.5.4.D" if row["city"] == "Sevastopol" else "gpw 23.5.4.5.4.B"


def _told(pos: Position) -> dict[str, Any]:
    """Fortresses that the Axis has taken; RPs spent in a turn in fortress cities that are cut off, by hex."""
    return {"lost": [], "turn": 0, "spent": {}, **pos.extra.get(SLUG, {})}


def ruined(pos: Position, hex_: int) -> bool:
    """True for a fortress that Axis troops have been in, with the option (gpw 23.5.4.5.4.G)."""
    if not pos.world.rules.has(SLUG):
        return False
    return pos.control[hex_] == AXIS or pos.world.board.ids[hex_] in _told(pos)["lost"]


def note_ruins(pos: Position) -> list[Event]:
    """Strike the fortresses in Axis hands off the list for good (gpw 23.5.4.5.4.G)."""
    lost: list[str] = _told(pos)["lost"]
    board = pos.world.board
    taken = [
        hex_
        for hex_, city in sorted(board.city.items())
        if pos.control[hex_] == AXIS and board.ids[hex_] not in lost and (city.cls == "fortress" or _row(pos, hex_))
    ]
    if taken:
        pos.extra[SLUG] = {**_told(pos), "lost": [*lost, *(board.ids[hex_] for hex_ in taken)]}
    return [Event("ruin", f"{board.label(h)} is no fortress any more", "gpw 23.5.4.5.4.G") for h in taken]


def _class(pos: Position, hex_: int) -> str:
    """The TEC row that the base game has for a city."""
    return movement.features(pos.world.board, hex_)[1]


def city_shifts(pos: Position, target: int, _attackers: Sequence[int]) -> Iterator[Shift]:
    """What a fortress city is worth more or less than the TEC's row for it, or a fortress that fell less."""
    if target not in pos.world.board.city:
        return
    tec, cls, row = pos.world.charts.tec, _class(pos, target), _strong(pos, target)
    place = pos.world.board.label(target)
    if row is not None:
        rule = "gpw 23.5.4.5.4.D" if row["city"] == "Sevastopol" else "gpw 23.5.4.5.4.A"
        yield Shift(int(row["shift"]) - tec[cls].shift, f"{place} is a fortress city", rule)
    elif cls == "fortress" and ruined(pos, target):
        yield Shift(tec["city"].shift - tec[cls].shift, f"{place} is no fortress any more", "gpw 23.5.4.5.4.G")


def ignores(pos: Position, target: int) -> Reason | None:
    """The defender of a fortress city may ignore a retreat (gpw 23.5.4.5.4.B, gpw 23.5.4.5.4.D)."""
    row = _strong(pos, target)
    if row is None:
        return None
    return Reason(_rule(row), f"the defender of {pos.world.board.label(target)} may ignore a retreat")


def no_walls(pos: Position, target: int, may: bool) -> bool:
    """No step instead of a retreat in a fortress that fell, save by its terrain (gpw 23.5.4.5.4.G)."""
    if target not in pos.world.board.city or _class(pos, target) != "fortress" or not ruined(pos, target):
        return may
    tec, terrain = pos.world.charts.tec, pos.world.board.terrain[target]
    return tec[terrain].may_stand or tec["city"].may_stand


def own_stores(pos: Position, side: int, reached: bytearray) -> bytearray:
    """Soviet units in a fortress city are in supply (gpw 23.5.4.5.4.C, gpw 23.5.4.5.4.E)."""
    fed = bytearray(reached)
    for hex_ in pos.world.board.city if side == SOVIET else ():
        if _row(pos, hex_) is not None and not ruined(pos, hex_):
            fed[hex_] = 1
    return fed


def _cut_off(pos: Position, hex_: int) -> Row | None:
    """The row of a fortress city that has no supply but its own (gpw 23.5.4.5.4.C)."""
    row = None if ruined(pos, hex_) else _row(pos, hex_)
    if row is None:
        return None
    reached, ports = supply.supplied(pos, SOVIET), supply.sea_ports(pos)
    by_sea = hex_ in ports and any(reached[port] for port in ports if port != hex_)
    return None if by_sea or any(reached[to] for to in pos.world.board.land[hex_]) else row


def why_fed(pos: Position, unit: int, told: list[Reason]) -> list[Reason]:
    """Why a unit in a fortress city that is cut off is in supply."""
    hex_ = pos.where[unit]
    row = _cut_off(pos, hex_) if pos.world.units[unit].side == SOVIET else None
    if row is None:
        return told
    rule = "gpw 23.5.4.5.4.C" if int(row["rp_cut_off"]) else "gpw 23.5.4.5.4.E"
    return [Reason(rule, f"{pos.world.board.label(hex_)} is a fortress city, which is always in supply")]


def no_relief(pos: Position, unit: int, token: str, hex_: int, bar: Reason | None) -> Reason | None:
    """No reinforcement enters a fortress city that lives on its own supply (gpw 23.5.4.5.4.C)."""
    if bar is not None or token == "edge" or pos.fate[unit] != DUE or _cut_off(pos, hex_) is None:
        return bar
    if pos.world.capitals[SOVIET] == hex_:  # gpw 9.1.G asks for no supply line
        return None
    return Reason("gpw 23.5.4.5.4.C", f"{pos.world.board.label(hex_)} is cut off: it takes RPs but no reinforcements")


def rationed(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """How many RPs a fortress city that is cut off may be given in a turn; the capital as many as ever."""
    row = _cut_off(pos, hex_) if pos.side == SOVIET and pos.world.capitals[SOVIET] != hex_ else None
    if row is None:
        return
    most = int(row["rp_cut_off"])
    price = reinforcements.cost(pos, pos.world.units[unit])
    if _spent(pos).get(pos.world.board.ids[hex_], 0) + price > most:
        rule = "gpw 23.5.4.5.4.C" if most else "gpw 23.5.4.5.4.E"
        yield Reason(rule, f"{pos.world.board.label(hex_)} is cut off: {most} RP may be spent there a turn")


def _spent(pos: Position) -> dict[str, int]:
    """RPs spent this turn in fortress cities that are cut off."""
    return dict(_told(pos)["spent"]) if _told(pos)["turn"] == pos.turn else {}


def note_spent(pos: Position, hex_: int, rps: int) -> list[Event]:
    """Count the RPs of a fortress city that is cut off (gpw 23.5.4.5.4.C)."""
    if pos.side == SOVIET and _cut_off(pos, hex_) is not None:
        name, spent = pos.world.board.ids[hex_], _spent(pos)
        pos.extra[SLUG] = {**_told(pos), "turn": pos.turn, "spent": {**spent, name: spent.get(name, 0) + rps}}
    return []


FORTRESS_CITIES = Option(
    SLUG,
    "23.5.4.5.4",
    "Fortress Cities",
    "Moscow and Leningrad are worth two columns, Sevastopol one; their defenders may ignore retreats and are in "
    "supply; a fortress that the Axis takes is one no more",
    conflicts={"five-fortresses": "each names its own fortress cities and what they are worth"},
    source=SOURCE,
    topic="terrain",
    hooks={
        "begin": note_ruins,
        "shifts": city_shifts,
        "hold": ignores,
        "stand": no_walls,
        "supplied": own_stores,
        "fed": why_fed,
        "entry_bar": no_relief,
        "rebuild": rationed,
        "spent": note_spent,
    },
)
