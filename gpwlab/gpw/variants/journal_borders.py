"""Variants of the journal on Romania and Hungary (gpw 23.4.13, gpw 23.4.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import allies
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.scenarios import Barbarossa
from gpwlab.gpw.variants.journal_source import SOURCE

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position


# -- Romania (gpw 23.4.13) --------------------------------------------------------------------------------------------


def watch_romania(pos: Position) -> list[Event]:
    """Note the moment when Romania has met its conditions."""
    if pos.phase < 0 or pos.extra.get(ROMANIA.slug) or allies.unmet(pos):
        return []
    pos.extra[ROMANIA.slug] = True
    return [Event("allies", "Romania has met its conditions and its army may go anywhere for good", "gpw 23.4.13")]


def met_for_good(pos: Position, lacking: list[Reason]) -> list[Reason]:
    """Nothing is lacking once the conditions have been met."""
    return [] if pos.extra.get(ROMANIA.slug) else lacking


ROMANIA = Option(
    "romania-for-good",
    "23.4.13",
    "Romania",
    "once the conditions for the Romanian army's advance have been met, they need not be met again",
    needs=("allies",),
    source=SOURCE,
    topic="allies",
    hooks={"watch": watch_romania, "begin": watch_romania, "unmet": met_for_good},
)


# -- turn 1 restrictions (gpw 23.4.15) --------------------------------------------------------------------------------

#: Countries with which nothing happens on turn 1.
QUIET = ("Romania", "Hungary")


def _in_force(pos: Position) -> bool:
    """True on turn 1 of Barbarossa and of the campaign."""
    return pos.turn == 1 and isinstance(pos.world.scenario, Barbarossa)


def _land(pos: Position, hex_: int) -> str:
    country = pos.world.board.country[hex_]
    return country if country in QUIET else ""


def closed_on_turn_one(pos: Position, unit: int, hex_: int) -> Reason | None:
    """Why no unit of either side enters a hex of Romania or Hungary from outside (gpw 23.4.15.A)."""
    land = _land(pos, hex_) if _in_force(pos) else ""
    if land and pos.where[unit] >= 0 and _land(pos, pos.where[unit]) != land:
        return Reason("gpw 23.4.15.A", f"{pos.world.board.label(hex_)} is in {land}, which no unit enters on turn 1")
    return None


def step_on_turn_one(pos: Position, unit: int, at: int, to: int) -> int | Reason:
    """The same for a step of a move."""
    land = _land(pos, to) if _in_force(pos) else ""
    return Reason("gpw 23.4.15.A", f"no unit enters {land} on turn 1") if land and _land(pos, at) != land else 0


def zone_on_turn_one(pos: Position, _unit: int, hex_: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """A ZOC ends at the border of Romania and of Hungary (gpw 23.4.15.B)."""
    if not _in_force(pos):
        return hexes
    return tuple(h for h in hexes if _land(pos, h) == _land(pos, hex_))


def zones_again(pos: Position) -> list[Event]:
    """From turn 2 on ZOC reach across."""
    if pos.turn != 2 or not isinstance(pos.world.scenario, Barbarossa):
        return []
    pos.rezone()
    return [Event("zoc", "ZOCs extend into and out of Romania and Hungary again", "gpw 23.4.15.B")]


TURN_ONE = Option(
    "quiet-borders",
    "23.4.15",
    "Turn 1 Restrictions for Romania and Hungary",
    "on turn 1 of Barbarossa and of the campaign no unit enters Romania or Hungary, and no ZOC crosses their borders",
    source=SOURCE,
    topic="scenario rules",
    hooks={"closed": closed_on_turn_one, "step": step_on_turn_one, "zone": zone_on_turn_one, "turn": zones_again},
)
