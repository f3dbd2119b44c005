"""Shock combat (gpw 13.0): shock armies that move a hex early, and shock attacks, one a year for each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw.actions import Shock
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather
from gpwlab.gpw.units import SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: Years in which a side gets no shock attack (gpw 13.2.A).
NONE_IN = {"Axis": (1944,), "Soviet": (1941,)}
#: Columns that a leader is worth while his side conducts a shock attack (gpw 13.2.H).
LEADER_SHIFT = 2


def on(pos: Position) -> bool:
    """True where the advanced rule is in force."""
    return pos.world.rules.has("shock")


def left(pos: Position, side: int) -> int:
    """Shock attacks that a side has now: one for each year of the game so far, less those used (gpw 13.2.F).

    A scenario may give one more (gpw 22.5.4.B).
    """
    turns = pos.world.charts.turns
    years = range(turns[pos.world.scenario.first_turn].year, pos.turn_box.year + 1)
    by_year = sum(year not in NONE_IN[SIDES[side]] for year in years)
    return pos.world.scenario.shock_attacks(side, by_year) - pos.shocks_used[side]


def under_way(pos: Position, side: int) -> bool:
    """True in the turn for which a side has announced a shock attack."""
    return pos.shock_turn[side] == pos.turn


def one_hex(pos: Position, unit: int) -> bool:
    """True for a unit that may move one hex in the mobile phase by these rules, whatever it does later (gpw 13.2.E).

    Soviet shock armies always may (gpw 13.1); a shock attack gives them nothing more (gpw 13.2.G) but lets all other
    infantry of its side do the same, one phase before it could otherwise reach the enemy (gpw 13.2.C, gpw 13.2.D).
    """
    counter = pos.world.units[unit]
    if not on(pos) or pos.step.kind != "mobile" or counter.mobile:
        return False
    return (counter.kind == "SHK" and counter.side == SOVIET) or under_way(pos, counter.side)


def reason(pos: Position, unit: int) -> Reason:
    """Why such a unit goes no farther than one hex."""
    counter = pos.world.units[unit]
    rule = "gpw 13.1" if counter.kind == "SHK" else "gpw 13.2.C"
    return Reason(rule, f"{counter.name} may move one hex only in this phase")


def objections(pos: Position, _action: Shock) -> Iterator[Reason]:
    """Why the phasing side may not announce a shock attack."""
    side = SIDES[pos.side]
    barred = [*pos.world.scenario.no_shock(pos.side), *gather(pos.world.hooks.may_not_shock, pos)]
    if not on(pos):
        yield Reason("gpw 13.2.A", "shock attacks are an advanced rule that is not in force")
    elif barred:
        yield from barred
    elif under_way(pos, pos.side):
        yield Reason("gpw 13.2.B", f"the {side} shock attack of this turn has been announced")
    elif left(pos, pos.side) <= 0:
        none = ", ".join(map(str, NONE_IN[side]))
        yield Reason("gpw 13.2.A", f"{side} has no shock attack left: one a year, none in {none}")


def announce(pos: Position, _action: Shock) -> list[Event]:
    """Announce a shock attack for this turn (gpw 13.2.B)."""
    pos.shocks_used[pos.side] += 1
    pos.shock_turn[pos.side] = pos.turn
    return [Event("shock", f"{SIDES[pos.side]} announces a shock attack for this turn", "gpw 13.2.B")]
