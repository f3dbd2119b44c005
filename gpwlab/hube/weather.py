"""Weather, then ground, then flying, at the beginning of every turn (hube 1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube.actions import Weather
from gpwlab.hube.charts import AIR, D66, END
from gpwlab.hube.events import Event
from gpwlab.hube.position import W_ACTIVE, W_INACTIVE, Position

#: In words what may fly.
FLYING = {
    "normal": "air operations are normal",
    "base_to_base": "only flights from base to base",
    "refit_only": "no flights, air units may only refit",
}


def check_dice(action: Weather) -> None:
    """InvalidInput for dice that no two dice and one die show."""
    dice = action.dice
    if len(dice) > 2 or (dice and dice[0] not in D66) or (len(dice) == 2 and not 1 <= dice[1] <= 6):
        raise InvalidInput(f"weather takes a roll of 11 to 66 and a die, not {list(dice)}")


def objections(pos: Position, action: Weather) -> Iterator[Reason]:
    """The weather is rolled once a turn."""
    if pos.weather:
        yield Reason("hube 1.2", f"the weather of turn {pos.turn} is {pos.weather}")


def roll(pos: Position, action: Weather) -> list[Event]:
    """Weather, the new ground, and what may fly; a thaw ends the game (hube 1.2b)."""
    charts, last = pos.world.charts, pos.ground
    rolled = action.dice[0] if action.dice else 10 * pos.roll("weather", "tens") + pos.roll("weather", "ones")
    pos.weather = charts.weather(pos.turn, rolled)
    events = [Event("weather", f"{rolled}: {pos.weather}", "hube chart.Weather Table", die=rolled, result=pos.weather)]
    ground = charts.ground(pos.weather, last)  # hube 1.2a
    if ground == END:
        pos.ended = "thaw"
        return [*events, Event("ground", f"after {last} the spring thaw ends the game", "hube 1.2b", result=END)]
    pos.ground = ground
    events.append(Event("ground", f"{ground} after {last}", "hube 1.2a", result=ground))
    events.append(_air(pos, action.dice[1] if len(action.dice) == 2 else 0))
    return [*events, *_mud(pos)]


def _air(pos: Position, given: int) -> Event:
    """What may fly; a die is rolled only where the weather leaves it open (hube chart.Air Effects Chart)."""
    effects = pos.world.charts.air[pos.weather]
    die = 0 if len(set(effects)) == 1 else given or pos.roll("air", "die")
    pos.air = effects[die - 1] if die else effects[0]
    assert pos.air in AIR
    return Event("air", FLYING[pos.air], "hube chart.Air Effects Chart", die=die, result=pos.air)


def _mud(pos: Position) -> list[Event]:
    """In mud air units at bases of level 1 become inactive (hube chart.Ground Effects Chart)."""
    if pos.ground != "Mud":
        return []
    grounded = [w for w, state in enumerate(pos.wing) if state == W_ACTIVE and base_level(pos, w) < 2]
    for w in grounded:
        pos.wing[w] = W_INACTIVE
    names = ", ".join(pos.world.wings[w].id for w in grounded)
    rule = "hube chart.Ground Effects Chart"
    return [Event("air", f"in the mud of level 1 air bases inactive: {names}", rule)] if grounded else []


def base_level(pos: Position, w: int) -> int:
    """Level of the air base that an air unit is at."""
    return pos.held(pos.world.wings[w].side, "airbase", pos.base[w])
