"""Gil Winters' movement, retreats and airborne troops (gpw 23.5.4); the rest is in the ``winters_`` modules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import movement, shock
from gpwlab.gpw.hooks import Toll
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import LATER
from gpwlab.gpw.variants import winters_cities
from gpwlab.gpw.variants.winters_shock import entry_price

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

SOURCE = "Gil Winters, Moves 73"


# -- additional infantry movement (gpw 23.5.4.2) ----------------------------------------------------------------------

#: The dearest hex in enemy ZOC that infantry may enter in the mobile phase (gpw 23.5.4.2.1).
CONTACT_MP = 2


def steps_out(pos: Position, unit: int) -> bool:
    """True for infantry in the mobile phase of a turn that is marked neither mud nor snow (docs/rulings.md)."""
    return pos.step.kind == "mobile" and not pos.turn_box.weather and not pos.world.units[unit].mobile


def _by_this_alone(pos: Position, unit: int) -> bool:
    """True for infantry that no scenario, shock army or shock attack lets move a hex (gpw 23.5.4.6.1.A)."""
    return steps_out(pos, unit) and not pos.world.scenario.moves_early(pos, unit) and not shock.one_hex(pos, unit)


def one_hex(pos: Position, unit: int, mp: int) -> int:
    """No MP: only the first hex may be entered, whatever it costs."""
    return 0 if _by_this_alone(pos, unit) else mp


def contact(pos: Position, unit: int, at: int, to: int) -> int | Reason:
    """Bars what is neither advance to contact (gpw 23.5.4.2.1) nor passage of lines (gpw 23.5.4.2.2)."""
    if not _by_this_alone(pos, unit):
        return 0
    name, place = pos.world.units[unit].name, pos.world.board.label(to)
    enemy_zoc = pos.zoc[1 - pos.world.units[unit].side]
    if at != pos.where[unit]:
        return Reason("gpw 23.5.4.2.2", f"{name} may move one hex only in this phase")
    if enemy_zoc[to] and enemy_zoc[at]:
        return Reason("gpw 23.5.4.2.2", f"{name} is in an enemy ZOC and may not enter another one ({place})")
    price = entry_price(pos, unit, at, to)
    if enemy_zoc[to] and price > CONTACT_MP:
        return Reason("gpw 23.5.4.2.1", f"{place} is in an enemy ZOC and costs {price} MP, more than {CONTACT_MP}")
    return 0


INFANTRY = Option(
    "additional-infantry-movement",
    "23.5.4.2",
    "Additional Infantry Movement",
    "on turns without mud or snow infantry moves a hex in the panzer or armored phase: into an enemy ZOC from outside "
    "one at up to 2 MP, or to a hex out of enemy ZOC",
    conflicts={
        "increased-infantry-movement": "both tell what infantry does in the panzer and armored phases",
        "initiative": "both give infantry its hex in those phases, by other rules",
        "force-march": "both tell what infantry does in the panzer and armored phases",
    },
    source=SOURCE,
    topic="movement",
    hooks={"early": steps_out, "allowance": one_hex, "step": contact},
)


# -- leaving ZOCs (gpw 23.5.4.4) --------------------------------------------------------------------------------------


def dearer(pos: Position, unit: int, at: int, _to: int) -> int:
    """One MP more for a step out of an enemy ZOC, into another one too."""
    held = pos.zoc[1 - pos.world.units[unit].side][at]
    return Toll(1, "out of an enemy ZOC", "gpw 23.5.4.4") if held else 0


def goes(_pos: Position, _unit: int) -> bool:
    """Units leave an enemy ZOC with or without a leader (gpw 23.5.4.4)."""
    return True


LEAVING = Option(
    "leaving-zocs",
    "23.5.4.4",
    "Leaving ZOCs",
    "to leave an enemy ZOC costs one MP more and asks for no leader",
    conflicts={
        "unsupplied-no-zoc-to-zoc": "one lets every unit go from ZOC to ZOC, the other forbids it out of supply"
    },
    source=SOURCE,
    topic="movement",
    hooks={"step": dearer, "unbound": goes},
)


# -- retreats (gpw 23.5.4.7) ------------------------------------------------------------------------------------------

#: TEC rows of hexes where a retreat may end early (gpw 23.5.4.7).
REFUGES = ("major_city", "fortress", "mountain", "swamp")


def refuge(pos: Position, unit: int, hex_: int) -> bool:
    """True for a hex where a retreating unit may stop (gpw 23.5.4.7)."""
    rows = movement.ground(pos.world, hex_, pos.turn_box.weather)
    if winters_cities.ruined(pos, hex_):
        rows = tuple(row for row in rows if row != "fortress")
    return any(row in REFUGES for row in rows)


RETREATS = Option(
    "retreats-end-early",
    "23.5.4.7",
    "Retreats",
    "a retreating unit may stop in a major city, fortress, mountain or swamp",
    source=SOURCE,
    topic="combat",
    hooks={"halt": refuge},
)


# -- airpower and leaders (gpw 23.5.4.9): both rules are switched off --------------------------------------------------

GROUND_WAR = Option(
    "no-air-or-leaders",
    "23.5.4.9",
    "Airpower and Leaders",
    "there are no aircraft and no leaders, whatever else is chosen",
    ignores=("air", "leaders"),
    source=SOURCE,
    topic="air",
)


# -- airborne units (gpw 23.5.4.10) -----------------------------------------------------------------------------------


def on_foot(pos: Position, unit: int) -> Iterator[Reason]:
    """No airborne assaults (gpw 23.5.4.10)."""
    yield Reason("gpw 23.5.4.10", f"{pos.world.units[unit].name} counts as a garrison and makes no airborne assault")


def alone(pos: Position, unit: int, _hex: int, given: bool) -> bool:
    """Airborne units do not come to stand with another one; only a set-up may put them there (gpw 23.5.4.10).

    A unit that is still to come takes its place in a set-up or in a position that is being read.
    """
    before_play = pos.phase < 0 or (pos.where[unit] < 0 and pos.fate[unit] == LATER)
    return given and before_play


def garrison_zone(pos: Position, unit: int, hex_: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """They have the ZOC of a garrison, all around (gpw 23.5.4.10; docs/rulings.md)."""
    return pos.world.board.ring[hex_] if pos.world.units[unit].airborne else hexes


AIRBORNE = Option(
    "airborne-as-garrisons",
    "23.5.4.10",
    "Airborne Units",
    "airborne units make no airborne assaults, stand with no other unit and have a ZOC all around",
    needs=("airborne",),
    conflicts={"escorted-drops": "airborne units that make no drops need no escort"},
    source=SOURCE,
    topic="airborne",
    hooks={"may_not_drop": on_foot, "room": alone, "zone": garrison_zone},
)
