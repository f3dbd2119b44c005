"""Weather (gpw 6.0): a die in the mechanized and general movement phases, fixed effects on combat."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from gpwlab.gpw.charts import Charts, Turn, WeatherEffect
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import thread
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position


def adverse_to(charts: Charts, turn: int, side: str) -> int:
    """Highest die that brings bad weather to a side's movement; 0 on turns without a mark.

    It is 3 (gpw 6.1.A, gpw 6.1.B), for the Axis 5 in the first winter (gpw 6.3.A) and 4 in the second (gpw 6.3.C), no
    more in later ones (gpw 6.3.D).
    """
    box = charts.turns[turn]
    return charts.weather[(side, box.winter)] if box.weather else 0


def chance(charts: Charts, turn: int, side: str) -> Fraction:
    """Exact chance of bad weather in each of a side's two movement phases of a turn."""
    return Fraction(adverse_to(charts, turn, side), 6)


def roll_weather(pos: Position) -> list[Event]:
    """Roll for a movement phase (gpw 6.1.A, gpw 6.1.B); the whole map has it for the phase (gpw 6.1.C).

    Each of the four movement phases of a marked turn has a die of its own (gpw 6.1.D).
    """
    box = pos.turn_box
    if not box.weather:
        return []
    limit = adverse_to(pos.world.charts, pos.turn, SIDES[pos.side])
    limit = thread(pos.world.hooks.weather, limit, pos.world.charts, pos.turn, SIDES[pos.side])
    die = thread(pos.world.hooks.die, pos.roll("weather", box.weather), pos)
    pos.weather = box.weather if die <= limit else ""
    rule = _roll_rule(box, SIDES[pos.side])
    text = f"weather die {die}: {pos.weather or 'clear'} ({box.weather} on 1-{limit})"
    return [Event("weather", text, rule, die=die, result=pos.weather or "clear")]


def _roll_rule(box: Turn, side: str) -> str:
    """The rule that says what the die brings."""
    if side == "Axis" and box.winter in ("first", "second"):
        return "gpw 6.3.A" if box.winter == "first" else "gpw 6.3.C"
    return "gpw 6.1.A" if box.weather == "snow" else "gpw 6.1.B"


def movement_effect(pos: Position) -> WeatherEffect:
    """Effect of the weather rolled for this phase on movement (gpw 6.2.1)."""
    if not pos.weather:
        return WeatherEffect()
    return pos.world.charts.effect(pos.weather, SIDES[pos.side], pos.turn_box.winter)
