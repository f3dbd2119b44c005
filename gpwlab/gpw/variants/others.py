"""Variants by Lou Coatney (gpw 23.5.1) and Hank Meyer (gpw 23.5.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import ELIMINATED, LATER
from gpwlab.gpw.variants.data import own

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

# -- German enhanced stacking (gpw 23.5.1) ----------------------------------------------------------------------------


def german_stack(pos: Position, unit: int, hex_: int, fits: bool) -> bool:
    """True where one of two German units is an infantry corps; base rules let a second unit stand in few hexes only."""
    two = [pos.world.units[u] for u in (unit, pos.occupant[hex_])]
    corps = any(u.kind == "INF" and u.size == "XXX" for u in two)
    return fits or (corps and all(u.german for u in two))


STACKING = Option(
    "german-stacking",
    "23.5.1",
    "German Enhanced Stacking",
    "a German infantry corps stacks with one other German unit",
    source="Lou Coatney",
    topic="stacking",
    hooks={"room": german_stack},
)


# -- Soviet effective armour group (gpw 23.5.2) -----------------------------------------------------------------------

#: The tank army that the group is, and the turn on which the pool of tank armies opens (gpw 14.0.G).
ARMY, POOL_TURN = "su-tk-1", 8


def deploy(slug: str) -> Callable[[Position], list[Event]]:
    """The group's deployment after both sides have set up (gpw 23.5.2.A), by the table gpw 23.5.2.1 or gpw 23.5.2.2."""

    def roll(pos: Position) -> list[Event]:
        army = pos.world.unit(ARMY)
        if pos.turn != 1 or pos.fate[army.index] != LATER:
            return []
        die = pos.roll("armour group", ARMY)
        row = next(row for row in own(slug, "deployment") if int(row["roll_from"]) <= die <= int(row["roll_to"]))
        hex_ = _free(pos, pos.world.board.hex(row["hex"]))
        pos.steps[army.index] = int(row["steps"])
        pos.put(army.index, hex_)
        where = pos.world.board.label(hex_)
        strength = "at full strength" if pos.steps[army.index] == army.steps else "reduced"
        text = f"armour group, die {die}: {army.name} stands {strength} in {where}"
        return [Event("setup", text, "gpw 23.5.2.A", unit=ARMY, to_hex=pos.world.board.ids[hex_], die=die)]

    return roll


def _free(pos: Position, hex_: int) -> int:
    """The hex itself, or the nearest one without a unit (docs/rulings.md)."""
    board = pos.world.board
    open_land = (h for h in range(board.n) if board.playable[h] and pos.occupant[h] < 0)
    return hex_ if pos.occupant[hex_] < 0 else min(open_land, key=lambda h: (board.distance(hex_, h), h))


def await_pool(pos: Position) -> list[Event]:
    """An eliminated group comes back with the other tank armies and not before (gpw 23.5.2.B)."""
    unit = pos.world.unit(ARMY)
    if pos.turn >= POOL_TURN or pos.fate[unit.index] != ELIMINATED:
        return []
    pos.fate[unit.index], pos.steps[unit.index] = LATER, unit.steps
    return [Event("due", f"{unit.name} waits for turn {POOL_TURN}", "gpw 23.5.2.B", unit=ARMY)]


def _group(slug: str, section: str, title: str, places: str, rival: str) -> Option:
    return Option(
        slug,
        section,
        title,
        f"a Soviet tank army stands in {places} when the war begins, full or reduced by a die",
        conflicts={rival: "the group stands in one of the two places"},
        source="Hank Meyer",
        topic="set-up",
        hooks={"turn": deploy(slug), "end": await_pool},
    )


GROUP = _group(
    "effective-armour-group",
    "23.5.2.1",
    "Soviet Effective Armor Group, standard deployment",
    "Orsha or Zhitomir",
    "effective-armour-group-alternate",
)
GROUP_ALTERNATE = _group(
    "effective-armour-group-alternate",
    "23.5.2.2",
    "Soviet Effective Armor Group, alternate deployment",
    "Riga, Minsk or Lwow",
    "effective-armour-group",
)
