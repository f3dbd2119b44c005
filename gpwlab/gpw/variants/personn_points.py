"""Victory points by Pol Personn (gpw 23.2.1): cities entered and held, each event once a year."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpwlab.core.reasons import Reason
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.units import SIDES
from gpwlab.gpw.variants.data import own
from gpwlab.gpw.victory import DRAW, Outcome

if TYPE_CHECKING:
    from gpwlab.core.tables import Row
    from gpwlab.gpw.position import Position

#: Turns in a row that a unit stays in a city for the points of staying (gpw 23.2.1.A).
STAY = 2


def tally(pos: Position) -> dict[str, Any]:
    """What the variant remembers: points by side, events scored by year, units within, turns that they have stayed."""
    told: dict[str, Any] = pos.extra.get(POINTS.slug, {"points": [0, 0], "scored": [], "within": [], "stayed": {}})
    return told


def _within(pos: Position) -> list[str]:
    """Cities of the table that a ground unit of the side named with them is in, as ``Side City``."""
    places = dict.fromkeys((row["side"], row["city"]) for row in own(POINTS.slug, "points"))
    city_at = pos.world.board.city_at
    return [f"{s} {c}" for s, c in places if pos.holders(city_at[c]) and not pos.enemy_at(city_at[c], SIDES.index(s))]


def score(pos: Position) -> list[Event]:
    """Score at the end of a phase what has been entered in it, and at the end of a turn who has stayed."""
    told, now = tally(pos), _within(pos)
    stayed = dict(told["stayed"])
    if not pos.to_come():
        stayed = {place: stayed.get(place, 0) + 1 for place in now}
    new = {"points": list(told["points"]), "scored": list(told["scored"]), "within": now, "stayed": stayed}
    events = [event for row in own(POINTS.slug, "points") for event in _judge(pos, row, told, new)]
    pos.extra[POINTS.slug] = new
    return events


def _judge(pos: Position, row: Row, told: dict[str, Any], new: dict[str, Any]) -> list[Event]:
    """Score one row of the table, if what it asks for has just come about."""
    place, year = f"{row['side']} {row['city']}", pos.turn_box.year
    ended = not pos.to_come()
    happened = {
        "enter": place in new["within"] and place not in told["within"],
        "stay": ended and new["stayed"].get(place) == STAY,
        "remain": ended and new["stayed"].get(place, 0) > 1,
    }[row["event"]]
    mark = f"{year} {place} {row['event']}"
    if not happened or mark in new["scored"] or not int(row["first_year"]) <= year <= int(row["last_year"]):
        return []
    if row["event"] != "remain":  # each turn in Berlin counts
        new["scored"].append(mark)
    new["points"][SIDES.index(row["side"])] += int(row["points"])
    rule = "gpw 23.2.1.A" if row["side"] == "Axis" else "gpw 23.2.1.B"
    text = f"{row['side']} scores {row['points']} for {row['city']} ({row['event']})"
    return [Event("points", text, rule, result=row["points"])]


def by_points(pos: Position, at_end: bool, outcome: Outcome | None) -> Outcome | None:
    """After the last turn the side with more points wins; what ends the game before stays (docs/rulings.md)."""
    if not at_end:
        return outcome
    axis, soviet = tally(pos)["points"]
    winner = DRAW if axis == soviet else SIDES[soviet > axis]
    reasons = (
        Reason("gpw 23.2.1.A", f"the Axis has {axis} victory points"),
        Reason("gpw 23.2.1.B", f"the Soviets have {soviet} victory points"),
    )
    return Outcome(winner, reasons)


POINTS = Option(
    "personn-victory-points",
    "23.2.1",
    "Victory Points",
    "cities entered and held give victory points, each once a year; the side with more of them wins at the end",
    source="Pol Personn, BoardGameGeek",
    topic="victory",
    hooks={"end": score, "outcome": by_points},
)
