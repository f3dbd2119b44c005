"""Gil Winters' shock attacks and General Winter (gpw 23.5.4.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import allies, movement, shock, weather
from gpwlab.gpw.charts import ALL_LEFT
from gpwlab.gpw.odds import Shift
from gpwlab.gpw.options import Option
from gpwlab.gpw.units import AXIS, SIDES, SOVIET
from gpwlab.gpw.variants import winters_overrun
from gpwlab.gpw.variants.data import own

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

SOURCE = "Gil Winters, Moves 73"
#: June 1941, in which the Axis has a shock attack beyond those of gpw 13.2.A (note there).
OPENING = 1


def shocking(pos: Position, side: int) -> bool:
    """True in the turn of a side's shock attack, that of June 1941 included."""
    return shock.under_way(pos, side) or (side == AXIS and pos.turn == OPENING)


# -- infantry shock movement (gpw 23.5.4.6.1) -------------------------------------------------------------------------


def slowed(pos: Position, unit: int, at: int, to: int) -> int | Reason:
    """What infantry may enter in a shock attack on a turn marked for mud or snow; one hex anyway (gpw 23.5.4.6.1.D)."""
    mark, counter = pos.turn_box.weather, pos.world.units[unit]
    own_leave = counter.kind == "SHK" and counter.side == SOVIET  # by gpw 13.1, shock attack or none
    shocked = shock.one_hex(pos, unit) and not own_leave and not pos.world.scenario.moves_early(pos, unit)
    if not mark or not shocked or at != pos.where[unit]:
        return 0  # gpw 23.5.4.6.1.A: on clear turns any hex
    most = next(int(row["mp"]) for row in own("infantry-shock-movement", "shock_hexes") if row["weather"] == mark)
    price = entry_price(pos, unit, at, to)
    if price > most:
        rule = "gpw 23.5.4.6.1.B" if mark == "mud" else "gpw 23.5.4.6.1.C"
        return Reason(rule, f"{pos.world.board.label(to)} costs {price} MP; on a {mark} turn {most} is the limit")
    return 0


def entry_price(pos: Position, unit: int, at: int, to: int) -> int:
    """MP of a step for a unit as hex, hexside and weather have it; its whole MA for one that takes all."""
    counter = pos.world.units[unit]
    bounds = allies.fence(pos, unit)
    ways = movement.edges(pos.world, counter.armour, weather.movement_effect(pos).hex_mp, bounds, pos.weather)[at]
    cost = next((way[1] for way in ways if way[0] == to), ALL_LEFT)
    return pos.ma(unit) if cost == ALL_LEFT else cost


MOVEMENT = Option(
    "infantry-shock-movement",
    "23.5.4.6.1",
    "Infantry Shock Movement",
    "in a shock attack on a mud turn infantry enters hexes of 1 MP only, on a snow turn of 2 MP at most",
    needs=("shock",),
    source=SOURCE,
    topic="shock",
    hooks={"step": slowed},
)


# -- consecutive shock attacks (gpw 23.5.4.6.2) -----------------------------------------------------------------------


def too_soon(pos: Position) -> Iterator[Reason]:
    """No shock attack in the turn after one of the same side; June 1941 counts for the Axis (gpw 23.5.4.6.2)."""
    last = pos.turn - 1
    opened = pos.side == AXIS and last == OPENING
    if last and (pos.shock_turn[pos.side] == last or opened):
        yield Reason("gpw 23.5.4.6.2", f"{SIDES[pos.side]} made a shock attack last turn; not two turns running")


CONSECUTIVE = Option(
    "no-consecutive-shock",
    "23.5.4.6.2",
    "Consecutive Shock Attacks",
    "no side makes shock attacks two turns running, the Axis none in July 1941",
    needs=("shock",),
    source=SOURCE,
    topic="shock",
    hooks={"may_not_shock": too_soon},
)


# -- combat (gpw 23.5.4.6.3) ------------------------------------------------------------------------------------------


def shock_column(pos: Position, _target: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """A column for every attack of a side in its shock attack, save after a breakthrough (gpw 23.5.4.6.3)."""
    if shocking(pos, pos.world.units[attackers[0]].side) and pos.step not in winters_overrun.BREAKOUT:
        yield Shift(1, "shock attack", "gpw 23.5.4.6.3")


COMBAT = Option(
    "shock-column",
    "23.5.4.6.3",
    "Combat",
    "a column right for every attack of a side that makes a shock attack",
    needs=("shock",),
    source=SOURCE,
    topic="shock",
    hooks={"shifts": shock_column},
)


# -- General Winter (gpw 23.5.4.6.4) ----------------------------------------------------------------------------------


def bitter(pos: Position) -> bool:
    """True on the snow turns of the first winter; only Barbarossa and the campaign have them (gpw 23.5.4.6.4.A)."""
    return pos.turn_box.weather == "snow" and pos.turn_box.winter == "first"


def surprised(pos: Position, hex_: int) -> bool:
    """True for a major city in June 1941, which counts as a minor one (gpw 23.5.4.6.4.E, gpw 23.5.4.6.4.F)."""
    city = pos.world.board.city.get(hex_)
    return pos.turn == OPENING and city is not None and city.major and pos.world.rules.has("general-winter")


def winter_shifts(pos: Position, target: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """The columns of General Winter and of the surprise."""
    side, board = pos.world.units[attackers[0]].side, pos.world.board
    if bitter(pos) and side == SOVIET and target not in board.city:
        yield Shift(1, "General Winter helps the Soviets against units out of cities", "gpw 23.5.4.6.4.B")
    elif bitter(pos) and side == AXIS:
        yield Shift(-1, "General Winter", "gpw 23.5.4.6.4.D")
    if surprised(pos, target):
        tec = pos.world.charts.tec
        row = tec[movement.features(board, target)[1]]
        yield Shift(tec["city"].shift - row.shift, f"{board.label(target)} is taken by surprise", "gpw 23.5.4.6.4.F")


def frozen(pos: Position, unit: int, mp: int) -> int:
    """Axis units lose an MP (gpw 23.5.4.6.4.C)."""
    return max(0, mp - 1) if bitter(pos) and pos.world.units[unit].side == AXIS else mp


def unready(pos: Position, target: int, may: bool) -> bool:
    """No step instead of a retreat in a major city taken by surprise, save by its terrain (gpw 23.5.4.6.4.F)."""
    if not surprised(pos, target):
        return may
    tec = pos.world.charts.tec
    return tec[pos.world.board.terrain[target]].may_stand or tec["city"].may_stand


WINTER = Option(
    "general-winter",
    "23.5.4.6.4",
    "General Winter",
    "in the first winter's snow a column for Soviet attacks on units out of cities, one against Axis attacks, an MP "
    "less for the Axis; in June 1941 major cities count as minor ones",
    source=SOURCE,
    topic="weather",
    hooks={"shifts": winter_shifts, "allowance": frozen, "stand": unready},
)
