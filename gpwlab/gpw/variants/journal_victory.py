"""The journal's victory conditions (gpw 23.4.16): the campaign's, and victory points with handicap, bid and clock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.scenarios import Campaign
from gpwlab.gpw.sequence import TURN
from gpwlab.gpw.units import AXIS, SIDES, SOVIET
from gpwlab.gpw.variants.data import own
from gpwlab.gpw.variants.journal_source import SOURCE
from gpwlab.gpw.victory import CAMPAIGN as CAMPAIGN_GOALS
from gpwlab.gpw.victory import DRAW, Outcome, holds, reached

if TYPE_CHECKING:
    from gpwlab.gpw.board import City
    from gpwlab.gpw.position import Position


# -- the campaign (gpw 23.4.16.1) -------------------------------------------------------------------------------------

#: Rules by which the campaign ends before its last turn.
_SUDDEN = ("gpw 23.4.16.1.A", "gpw 23.4.16.1.B")


def campaign_ends(pos: Position, at_end: bool, decided: Outcome | None) -> Outcome | None:
    """Three cities win the campaign for the Axis at once, Berlin for the Soviets; all else is a draw at the end."""
    if not isinstance(pos.world.scenario, Campaign):
        return decided
    if reached(pos, CAMPAIGN_GOALS, AXIS):
        return Outcome("Axis", (Reason("gpw 23.4.16.1.A", "the Axis occupies Moscow, Leningrad and Kuybyshev"),))
    if reached(pos, CAMPAIGN_GOALS, SOVIET):
        return Outcome("Soviet", (Reason("gpw 23.4.16.1.B", "the Soviets occupy Berlin by May 1945"),))
    return Outcome(DRAW, tuple(_why_drawn(pos))) if at_end else None


def _why_drawn(pos: Position) -> Iterator[Reason]:
    yield Reason("gpw 23.4.16.1.C", "neither side has done what it needs")
    soviet = [city.name for city in pos.world.board.city.values() if holds(pos, SOVIET, city.name)]
    if soviet == ["Kuybyshev"]:
        yield Reason("gpw 23.4.16.1.C", "the Axis holds every city but Kuybyshev, and that is a draw")
    if not any(pos.world.units[unit].german for unit in pos.on_map(AXIS)):
        yield Reason("gpw 23.4.16.1.D", "no German unit is left on the map, and yet Berlin has not fallen")


CAMPAIGN = Option(
    "campaign-conditions",
    "23.4.16.1",
    "Campaign Game",
    "in the campaign Moscow, Leningrad and Kuybyshev win for the Axis and Berlin for the Soviets as soon as they are "
    "occupied; all else is a draw",
    source=SOURCE,
    topic="victory",
    hooks={"outcome": campaign_ends},
)


# -- victory points (gpw 23.4.16.2) -----------------------------------------------------------------------------------


def _table(name: str, key: str, value: str) -> dict[str, Fraction]:
    return {row[key]: Fraction(row[value]) for row in own(POINTS.slug, name)}


def _class(city: City) -> str:
    """The row of the point table for a city: Moscow and Berlin, major cities and fortresses, all others."""
    return (
        "capital" if city.capital in SIDES else "major city" if city.major or city.cls == "fortress" else "minor city"
    )


def score(pos: Position, side: int) -> list[tuple[str, Fraction]]:
    """What a side has points for: each class of cities, its ground units, its aircraft, the clock."""
    worth, board = _table("points", "what", "vp"), pos.world.board
    held = [_class(city) for hex_, city in board.city.items() if pos.control[hex_] == side and board.playable[hex_]]
    found = [(f"{held.count(what)} x {what}", worth[what] * held.count(what)) for what in dict.fromkeys(sorted(held))]
    fighting = [u for u in pos.on_map(side) if pos.world.units[u].fights]
    rps = sum(pos.world.units[u].rp_cost * pos.steps[u] for u in fighting)
    flying = sum(pos.where[unit] >= 0 for unit in pos.world.aircraft[side])
    found += [(f"units worth {rps} RPs", worth["rp"] * rps), (f"{flying} aircraft", worth["aircraft"] * flying)]
    late = max(
        Fraction(0), Fraction(_memory(pos).get(SIDES[side], 0)) - _table("clock", "side", "minutes")[SIDES[side]]
    )
    price = -late * _table("clock", "side", "vp_per_minute")[SIDES[side]]
    return [(what, points) for what, points in (*found, (f"{late} minutes over time", price)) if points]


def total(pos: Position) -> Fraction:
    """German less Soviet points, with handicap and bid (gpw 23.4.16.2.C)."""
    german, soviet = (sum((points for _what, points in score(pos, side)), Fraction(0)) for side in (AXIS, SOVIET))
    handicap = _table("handicaps", "scenario", "vp")[pos.world.scenario.slug]
    return german - soviet + handicap + int(_memory(pos).get("bid", 0))


def level(points: Fraction) -> tuple[str, str]:
    """The victory level of a total, and who has won; half points count for neither side (docs/rulings.md)."""
    whole = int(points)
    for row in own(POINTS.slug, "levels"):
        if (not row["low"] or int(row["low"]) <= whole) and (not row["high"] or whole <= int(row["high"])):
            return row["level"], row["winner"]
    raise AssertionError(f"no victory level for {whole}")


def by_points(pos: Position, at_end: bool, decided: Outcome | None) -> Outcome | None:
    """Count after the last turn; nothing else ends the game but the campaign's own conditions, where they are on."""
    if decided is not None and decided.reasons[0].rule in _SUDDEN:
        return decided
    return Outcome(level(total(pos))[1], tuple(tally(pos))) if at_end else None


def tally(pos: Position) -> Iterator[Reason]:
    """How things stand in points, the result first."""
    slug, bid, points = pos.world.scenario.slug, int(_memory(pos).get("bid", 0)), total(pos)
    row = next(row for row in own(POINTS.slug, "handicaps") if row["scenario"] == slug)
    sums = [sum((value for _what, value in score(pos, side)), Fraction(0)) for side in (AXIS, SOVIET)]
    text = f"German {_say(sums[0])} less Soviet {_say(sums[1])}, handicap {row['vp']}, bid {bid}: {_say(points)}"
    yield Reason("gpw 23.4.16.2.C", f"{text}, {level(points)[0]}")
    for side in (AXIS, SOVIET):
        parts = "; ".join(f"{what}: {_say(value)}" for what, value in score(pos, side))
        yield Reason("gpw 23.4.16.2.C", f"{SIDES[side]}: {parts}")
    if row["tested"] == "no":
        yield Reason("gpw 23.4.16.2.A", "the handicap of this scenario has not been tried in play")


def _say(points: Fraction) -> str:
    """Points as a player writes them: 12 or 12.5."""
    return str(points) if points.denominator == 1 else f"{float(points):g}"


def _memory(pos: Position) -> dict[str, Any]:
    found: dict[str, Any] = pos.extra.get(POINTS.slug, {})
    return found


def _number(word: str, what: str, form: str) -> int:
    if not re.fullmatch(form, word, re.ASCII):
        raise InvalidInput(f"{what} is a whole number, not {word!r}")
    return int(word)


class Bid:
    """``order bid N``: the points that the bid for Germany adds, below 0 for what its player gives for the side.

    Any number may be bid, so that none is listed.
    """

    kinds: tuple[str, ...] = ("setup", *dict.fromkeys(step.kind for step in TURN), "arrival")

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Nothing: a number is free."""
        yield from ()

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Sides are bid for before the game begins."""
        if len(words) != 1:
            raise InvalidInput(f"'order bid' takes a number of points, not {' '.join(words) or 'nothing'}")
        _number(words[0], "a bid", r"-?\d{1,3}")
        if pos.turn != pos.world.scenario.first_turn or (pos.phase >= 0 and pos.phase != pos.order[0]):
            yield Reason("gpw 23.4.16.2.B", "sides are bid for before the first phase is over")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Note the bid."""
        pos.extra[POINTS.slug] = {**_memory(pos), "bid": int(words[0])}
        return [Event("bid", f"the bid for Germany adds {words[0]} VPs", "gpw 23.4.16.2.B", result=words[0])]


class Clock:
    """``order clock SIDE MINUTES``: the playing time that a side has used; any number, so that none is listed."""

    kinds = Bid.kinds

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Nothing: a number is free."""
        yield from ()

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Nothing but the form can be wrong."""
        if len(words) != 2 or words[0] not in SIDES:
            raise InvalidInput(f"'order clock' takes Axis or Soviet and minutes, not {' '.join(words) or 'nothing'}")
        _number(words[1], "playing time in minutes", r"\d{1,4}")
        yield from ()

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Note the time."""
        side, minutes = words
        pos.extra[POINTS.slug] = {**_memory(pos), side: int(minutes)}
        text = f"{side} has used {minutes} of {_table('clock', 'side', 'minutes')[side]} minutes"
        return [Event("clock", text, "gpw 23.4.16.2.B", result=minutes)]


POINTS = Option(
    "journal-victory-points",
    "23.4.16.2",
    "Scenarios",
    "victory points for cities, units and aircraft decide after the last turn, with a handicap a scenario, a bid and a "
    "price for playing time",
    conflicts={"personn-victory-points": "each counts its own victory points"},
    source=SOURCE,
    topic="victory",
    hooks={"outcome": by_points},
    orders={"bid": Bid(), "clock": Clock()},
)
