"""Gil Winters' rail movement (gpw 23.5.4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gpwlab.core.reasons import Reason
from gpwlab.gpw import rail
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import home_side
from gpwlab.gpw.units import AXIS, SIDES
from gpwlab.gpw.variants.data import own

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

SOURCE = "Gil Winters, Moves 73"
SLUG = "winters-rail"


def _told(pos: Position) -> dict[str, Any]:
    """Rides of the phasing side's turn: in the Axis rear, mobile units that rode, units that rode out of a ZOC."""
    told = pos.extra.get(SLUG, {})
    now = {"turn": pos.turn, "side": SIDES[pos.side]}
    return dict(told) if {**told, **now} == told else {**now, "rear": 0, "rode": [], "held": []}


def note_ride(pos: Position, unit: int, path: Sequence[int]) -> list[Event]:
    """Remember who rides by rail, and what a ride in the rear takes."""
    if pos.step.kind != "rail":
        return []
    told, counter = _told(pos), pos.world.units[unit]
    if pos.side == AXIS and all(_in_rear(pos, hex_) for hex_ in path):
        told["rear"] += rail.capacity(pos, unit)
    if counter.mobile:
        told["rode"] = [*told["rode"], counter.id]
    if pos.zoc[1 - pos.side][path[0]]:
        told["held"] = [*told["held"], counter.id]
    pos.extra[SLUG] = told
    return []


# -- ZOC and combined movement ----------------------------------------------------------------------------------------


def not_both(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """A ride may not begin and end in an enemy ZOC (gpw 23.5.4.3.1), nor begin beyond the limit."""
    board, enemy_zoc = pos.world.board, pos.zoc[1 - pos.side]
    here = pos.where[unit]
    if enemy_zoc[here] and enemy_zoc[hex_]:
        text = f"{board.label(here)} and {board.label(hex_)} are both in enemy ZOC"
        yield Reason("gpw 23.5.4.3.1", text)
    if not _in_rear(pos, here):
        yield from _none_left(pos, unit)


def _rode(pos: Position, unit: int) -> bool:
    """True for a mobile unit that has moved by rail this turn and is in its mobile phase."""
    return pos.step.kind == "mobile" and pos.world.units[unit].id in _told(pos)["rode"]


def one_hex(pos: Position, unit: int, mp: int) -> int:
    """A mobile unit that rode moves one hex in the mobile phase (gpw 23.5.4.3.2): no MP but the first hex."""
    return 0 if _rode(pos, unit) else mp


def combined(pos: Position, unit: int, at: int, to: int) -> int | Reason:
    """Nor may that hex take it from one enemy ZOC to another, rail included (gpw 23.5.4.3.2)."""
    if not _rode(pos, unit):
        return 0
    counter, enemy_zoc = pos.world.units[unit], pos.zoc[1 - pos.side]
    if at != pos.where[unit]:
        return Reason("gpw 23.5.4.3.2", f"{counter.name} has moved by rail and moves one hex only in this phase")
    if enemy_zoc[to] and (enemy_zoc[at] or counter.id in _told(pos)["held"]):
        place = pos.world.board.label(to)
        return Reason("gpw 23.5.4.3.2", f"{counter.name} has moved by rail and may not go from ZOC to ZOC ({place})")
    return 0


def no_attack(pos: Position, unit: int, _target: int) -> Iterator[Reason]:
    """Who began the turn in an enemy ZOC and rode does not attack; it may be in reserve (gpw 23.5.4.3.2)."""
    counter = pos.world.units[unit]
    if counter.id in _told(pos)["held"]:
        yield Reason("gpw 23.5.4.3.2", f"{counter.name} has moved by rail out of an enemy ZOC and does not attack")


# -- capacity ---------------------------------------------------------------------------------------------------------


def _more(pos: Position) -> int:
    """What every capacity gains where armour takes two of it (gpw 23.5.4.3.4)."""
    return int(pos.world.rules.has("armour-rail-double"))


def _in_rear(pos: Position, hex_: int) -> bool:
    """True for a hex on the Axis side of the border of June 1941."""
    return home_side(pos.world.board, hex_) == AXIS


def _rear(pos: Position) -> int:
    """What the Axis may move by rail within its rear beside its other capacity (gpw 23.5.4.3.3)."""
    (row,) = own(SLUG, "rear")
    return int(row["units"]) + _more(pos) if pos.side == AXIS else 0


def _front(pos: Position) -> int:
    """The capacity of the game, one more where armour takes two (gpw 23.5.4.3.4); none stays none (docs/rulings.md)."""
    printed = pos.world.charts.rail_limit(SIDES[pos.side], pos.turn)
    return printed + _more(pos) if printed else 0


def both(pos: Position, limit: int) -> int:
    """The limit with the capacity of the Axis rear."""
    return limit + (_more(pos) if limit else 0) + _rear(pos)


def _none_left(pos: Position, unit: int) -> Iterator[Reason]:
    """Why a unit may not ride outside the rear: all but the capacity for the rear is used."""
    used = pos.railed - min(_rear(pos), _told(pos)["rear"])
    if pos.side == AXIS and used + rail.capacity(pos, unit) > _front(pos):
        yield Reason(
            "gpw 23.5.4.3.3", "what is left of the capacity is for rides on the Axis side of the border of 1941"
        )


def rear_only(pos: Position, unit: int, hex_: int) -> Reason | None:
    """A hex beyond the border is closed to rides when only the capacity for the rear is left (gpw 23.5.4.3.3)."""
    if pos.step.kind != "rail" or pos.world.units[unit].side != pos.side or _in_rear(pos, hex_):
        return None
    return next(_none_left(pos, unit), None)


RAIL = Option(
    SLUG,
    "23.5.4.3",
    "Rail Movement",
    "no ride from ZOC to ZOC; mobile units that rode move one hex in their phase; two more Axis rides in its rear; one "
    "more ride for each capacity where armour takes two",
    conflicts={
        "german-rail": "both tell how many units the Axis moves by rail",
        "rail-after-armour": "it counts on rail movement before the armour moves",
    },
    source=SOURCE,
    topic="rail",
    hooks={
        "moved": note_ride,
        "rail_end": not_both,
        "allowance": one_hex,
        "step": combined,
        "may_not_attack": no_attack,
        "rail_limit": both,
        "closed": rear_only,
    },
)
