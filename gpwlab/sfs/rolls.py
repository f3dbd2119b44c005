"""The dice of a combat, one by one: D-CRT, terrain defence, A-CRT (sfs 5.2.5, sfs 5.2.5.2, sfs 5.2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.core.words import counted
from gpwlab.sfs import forces
from gpwlab.sfs.charts import odds_text
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import attackers_of, subject, target_of
from gpwlab.sfs.stages import Stage

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.charts import Crt
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.odds import Guns, Odds
    from gpwlab.sfs.position import Position


def current_odds(pos: Position, fight: Fight) -> Odds:
    """The odds as the forces stand now; before the dice only, for they change what stands."""
    target = target_of(pos, fight)
    assert target is not None
    return forces.odds(pos, attackers_of(pos, fight), target, fight.kind)


def current_guns(pos: Position, fight: Fight) -> Guns:
    """The artillery that both sides have noted; what is not noted counts nothing."""
    target = target_of(pos, fight)
    assert target is not None
    points = [max(noted, 0) for noted in fight.points]
    points[0] += fight.air  # sfs 5.4.4.A: an air point is as good as any other
    return forces.guns(pos, fight.side, target, fight.kind, points)


def settle_odds(pos: Position, fight: Fight) -> tuple[Odds, Guns]:
    """Work out the odds and note what the later rolls need of them."""
    made, guns = current_odds(pos, fight), current_guns(pos, fight)
    fight.rolls, fight.terrain, fight.poor = made.rolls, made.terrain, made.poor
    fight.a_column, fight.a_modifier = made.a_column, guns.on_attacker
    return made, guns


def tell_odds(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """The odds are established before the artillery is shown (sfs 5.4.3.1)."""
    made = current_odds(pos, fight)
    text = f"{made.attack} to {made.defence}: odds {odds_text(made.ratio)}"
    return [Event("odds", text, "sfs 5.3.2", column=odds_text(made.ratio), result=f"{made.attack}:{made.defence}")]


def roll_defender(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Roll on the D-CRT and add up the results (sfs 5.2.5, sfs 5.8.B); worked in sfs 13.2.E and sfs 13.3.C."""
    made, guns = settle_odds(pos, fight)
    events, fight.result = _roll(pos, fight, made.d_crt, made.d_column, guns.on_defender, "sfs 5.2.5")
    return events


def roll_attacker(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Roll on the A-CRT of the defender's terrain and add up the results (sfs 5.2.6, sfs 5.3.B, sfs 13.2.H)."""
    crt = pos.world.charts.attacker(fight.terrain)
    events, fight.cost = _roll(pos, fight, crt, fight.a_column, fight.a_modifier, "sfs 5.2.6")
    return events


def _roll(pos: Position, fight: Fight, crt: Crt, column: int, modifier: int, rule: str) -> tuple[list[Event], int]:
    """One die after the other on a CRT: the events and the sum."""
    events, total, label = [], 0, crt.column_label(column)
    name = "D-CRT" if crt.name == "defender" else "A-CRT"
    for number in range(fight.rolls):
        die = pos.roll(name.lower(), subject(pos, fight), number)
        result = crt.result(column, die + modifier)
        total += result
        shown = f"{die}{modifier:+d}" if modifier else str(die)
        losses = counted(result, "loss", "losses") if result else "no result"
        text = f"{name}, column {label}, die {shown}: {losses}"
        events.append(Event(name.lower(), text, rule, die=die, column=label, result=str(result)))
    return events, total


def roll_terrain(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """One die for each loss: terrain may cancel it (sfs 5.7.A, sfs 13.2.G), all of them even (sfs 5.7.B).

    Nobody is left to need it when militia stood alone.
    """
    fight.losses = fight.result
    events: list[Event] = []
    if target_of(pos, fight) is None or fight.terrain == "open":
        return events
    for number in range(fight.result):
        die = pos.roll("terrain", subject(pos, fight), number)
        cancelled = pos.world.charts.cancels(fight.terrain, die)
        fight.losses -= cancelled
        text = f"terrain defence, {fight.terrain}, die {die}: {'cancelled' if cancelled else 'the loss stands'}"
        events.append(Event("terrain", text, "sfs 5.7.A", die=die, result="cancelled" if cancelled else "stands"))
    return events


STAGES = {
    "odds": Stage(tell_odds),
    "defender roll": Stage(roll_defender),
    "terrain roll": Stage(roll_terrain),
    "attacker roll": Stage(roll_attacker),
}
