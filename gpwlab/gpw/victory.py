"""Who has won, and why: the cities that each side must hold, scenario by scenario (gpw 22.1.3, gpw 19.2).

A side holds a city whose hex a unit of its own was the last to pass or occupy (docs/rulings.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw.hooks import thread
from gpwlab.gpw.units import AXIS, SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position, World

DRAW = "draw"
_SPEECH = (("the Axis", "holds", "does not hold"), ("the Soviets", "hold", "do not hold"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning side (or "draw") and the reasons."""

    winner: str
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return f"{self.winner}: " + "; ".join(map(str, self.reasons))


@dataclass(frozen=True, slots=True)
class Goal:
    """Cities that a side must hold, and how many of them; a side wins that reaches all goals of its rule."""

    rule: str
    side: int
    cities: tuple[str, ...]
    need: int


#: The cities of gpw 22.1.3.B, and how many of them the Axis needs.
BARBAROSSA_CITIES = ("Kalinin", "Kharkov", "Kiev", "Leningrad", "Rostov", "Voronezh")
BARBAROSSA_NEED = 4
#: What each side must hold at the end, by scenario; Barbarossa and the campaign decide before the end too.
BARBAROSSA = (
    Goal("gpw 22.1.3.A", AXIS, ("Moscow",), 1),
    Goal("gpw 22.1.3.B", AXIS, BARBAROSSA_CITIES, BARBAROSSA_NEED),
)
FALL_BLAU = (
    Goal("gpw 22.2.3.A", AXIS, ("Stalingrad",), 1),
    Goal("gpw 22.2.3.A", AXIS, ("Astrakhan", "Tbilisi", "Yerevan"), 2),
)
URANUS = (
    Goal("gpw 22.3.3", SOVIET, ("Rostov",), 1),
    Goal("gpw 22.3.3", SOVIET, ("Dnepropetrovsk", "Kharkov", "Stalino", "Zaporozhe"), 3),
)
CITADEL = (
    Goal("gpw 22.4.3.A", AXIS, ("Kursk", "Voronezh"), 2),
    Goal("gpw 22.4.3.B", SOVIET, ("Kharkov", "Smolensk"), 2),
)
BAGRATION = (
    Goal("gpw 22.5.3.A", SOVIET, ("Minsk", "Riga"), 2),
    Goal("gpw 22.5.3.A", SOVIET, ("Lwow", "Warsaw", "Konigsberg"), 2),
)
CAMPAIGN = (
    Goal("gpw 19.2.A", AXIS, ("Moscow", "Leningrad", "Kuybyshev"), 3),
    Goal("gpw 19.2.B", SOVIET, ("Berlin",), 1),
)
#: Every city that a victory turns on; the table of cities must have them.
CITIES = frozenset(
    city for goals in (BARBAROSSA, FALL_BLAU, URANUS, CITADEL, BAGRATION, CAMPAIGN) for g in goals for city in g.cities
)


def outcome(pos: Position, at_end: bool) -> Outcome | None:
    """The game's outcome now, or after the last turn, by the scenario and by what variants make of it."""
    decided: Outcome | None = thread(pos.world.hooks.outcome, pos.world.scenario.outcome(pos, at_end), pos, at_end)
    return decided


# -- goals ------------------------------------------------------------------------------------------------------------


def holds(pos: Position, side: int, city: str) -> bool:
    """True if a side holds a city: its unit was the last to pass or occupy the hex (docs/rulings.md)."""
    return pos.control[pos.world.board.city_at[city]] == side


def held(pos: Position, goal: Goal) -> list[str]:
    """The cities of a goal that its side holds now, as the rule lists them."""
    return [city for city in goal.cities if holds(pos, goal.side, city)]


def state(pos: Position, goal: Goal) -> Reason:
    """What a goal asks for and what of it is held."""
    have, names = held(pos, goal), ", ".join(goal.cities)
    side, verb, negation = _SPEECH[goal.side]
    if len(goal.cities) == 1:
        return Reason(goal.rule, f"{side} {verb if have else negation} {names}")
    told = f" ({', '.join(have)})" if have else ""
    return Reason(goal.rule, f"{side} {verb} {len(have)}{told} of {names}, needed: {goal.need}")


def reached(pos: Position, goals: tuple[Goal, ...], side: int) -> bool:
    """True if a side has goals and holds enough of the cities of each."""
    own = [goal for goal in goals if goal.side == side]
    return bool(own) and all(len(held(pos, goal)) >= goal.need for goal in own)


def lost_cities(world: World) -> tuple[str, ...]:
    """Major cities of the USSR that the Axis holds when the scenario begins, which the Soviets may retake."""
    board = world.board
    cities = sorted(board.city.items(), key=lambda item: item[1].name)
    return tuple(c.name for h, c in cities if c.major and board.country[h] == "USSR" and world.home[h] == AXIS)


# -- outcomes ---------------------------------------------------------------------------------------------------------


def barbarossa(pos: Position, at_end: bool) -> Outcome | None:
    """The outcome of scenario 1: Moscow ends it at once, the six cities are counted after the last turn."""
    if holds(pos, AXIS, "Moscow"):
        return Outcome("Axis", (Reason("gpw 22.1.3.A", "the Axis has captured Moscow"),))
    if not at_end:
        return None
    cities = held(pos, BARBAROSSA[1])
    names = ", ".join(cities) or "none"
    count = f"the Axis holds {len(cities)} of the six cities ({names}) and needs {BARBAROSSA_NEED}"
    if len(cities) >= BARBAROSSA_NEED:
        return Outcome("Axis", (Reason("gpw 22.1.3.B", count),))
    return Outcome("Soviet", (Reason("gpw 22.1.3.B", count), Reason("gpw 22.1.3.C", "an Axis victory was avoided")))


def fall_blau(pos: Position) -> Outcome:
    """The outcome of scenario 2 at its end: its cities, a major city retaken, else a draw (gpw 22.2.3.C)."""
    goals = (*FALL_BLAU, retake(pos.world))
    told = tuple(state(pos, goal) for goal in goals)
    if reached(pos, goals, AXIS):
        return Outcome("Axis", told[:2])
    if reached(pos, goals, SOVIET):
        return Outcome("Soviet", (told[2], *told[:2]))
    return Outcome(DRAW, (Reason("gpw 22.2.3.C", "neither side has met its conditions"), *told))


def retake(world: World) -> Goal:
    """The Soviet goal of scenario 2: one major city that the Axis held at the start (gpw 22.2.3.B)."""
    return Goal("gpw 22.2.3.B", SOVIET, lost_cities(world), 1)


def uranus(pos: Position) -> Outcome:
    """The outcome of scenario 3 at its end; the Axis wins by avoiding a Soviet victory (docs/rulings.md)."""
    return _or_the_other(pos, URANUS, Reason("gpw 22.3.3", "a Soviet victory was avoided"))


def bagration(pos: Position) -> Outcome:
    """The outcome of scenario 5 at its end; it knows no draw (gpw 22.5.3.C)."""
    return _or_the_other(pos, BAGRATION, Reason("gpw 22.5.3.B", "a Soviet victory was avoided"))


def _or_the_other(pos: Position, goals: tuple[Goal, ...], avoided: Reason) -> Outcome:
    """The side that has the goals wins by reaching them, else the other one."""
    side, told = goals[0].side, tuple(state(pos, goal) for goal in goals)
    if reached(pos, goals, side):
        return Outcome(SIDES[side], told)
    return Outcome(SIDES[1 - side], (*told, avoided))


def citadel(pos: Position) -> Outcome:
    """The outcome of scenario 4 at its end: no side wins while the other meets its conditions too."""
    axis, soviet = reached(pos, CITADEL, AXIS), reached(pos, CITADEL, SOVIET)
    told = tuple(state(pos, goal) for goal in CITADEL)
    if axis and soviet:
        return Outcome(DRAW, (Reason("gpw 22.4.3.C", "both sides have met their conditions"), *told))
    if axis or soviet:
        return Outcome("Axis" if axis else "Soviet", told)
    return Outcome(DRAW, (Reason("gpw 22.4.3.D", "neither side has met its conditions"), *told))


def campaign(pos: Position, at_end: bool) -> Outcome | None:
    """The outcome of the campaign at the end of a Soviet turn, a draw if that is the last (gpw 19.2.C)."""
    told = tuple(state(pos, goal) for goal in CAMPAIGN)
    for goal, reason in zip(CAMPAIGN, told, strict=True):
        if reached(pos, CAMPAIGN, goal.side):
            return Outcome(SIDES[goal.side], (reason,))
    if not at_end:
        return None
    return Outcome(DRAW, (Reason("gpw 19.2.C", "neither side has met its conditions"), *told))
