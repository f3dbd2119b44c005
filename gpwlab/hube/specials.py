"""Axis special rules of the movement phase: Alert Battalions, the recall of 24 Pz Div, every man for himself; links."""

from __future__ import annotations

from collections.abc import Iterator

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.hube import movement
from gpwlab.hube.actions import Alert, Escape, Link, Post, Recall
from gpwlab.hube.events import Event
from gpwlab.hube.options import MANSTEIN
from gpwlab.hube.position import DEAD, ON_MAP, POOL, RECALLED, Position
from gpwlab.hube.sequence import AXIS
from gpwlab.hube.world import RECALLED as DIVISION

#: Rolls that recall the division, and turns after its entry in which it is rolled (hube 3.7).
RECALLS, RECALL_TURNS = (1, 2, 3), 3
#: Movement points on foot within which men reach a supplied unit (hube 3.6).
ON_FOOT = 10
#: Groups that break out, by scenario (hube 6.3.scenario victory, hube 6.5.scenario victory).
POCKETS = {3: ("Group Stemmermann",), 5: ("59 Corps", "3 Pz Corps", "24 Pz Corps", "46 Pz Corps")}


def check_die(action: Alert | Recall) -> None:
    """InvalidInput for what one die does not show."""
    if len(action.dice) > 1 or not all(1 <= die <= 6 for die in action.dice):
        raise InvalidInput(f"this takes one die, not {list(action.dice)}")


# -- Alert Battalions -------------------------------------------------------------------------------------------------


def free_alerts(pos: Position) -> list[int]:
    """Alert Battalions that are not on the map: the counters are the limit (hube 3.8)."""
    return [u for u, f in enumerate(pos.fate) if f in (POOL, DEAD) and pos.unit(u).kind == "alert-bn"]


def posts(pos: Position) -> list[int]:
    """Hexes where Alert Battalions enter: headquarters, air bases, cities and villages of the Axis (hube 3.8)."""
    hexes = {pos.where[u] for u in pos.on_map(AXIS) if pos.unit(u).kind == "hq"}
    hexes |= set(pos.has(AXIS, "airbase")) | {h for h in pos.world.board.town if pos.owner[h] == AXIS}
    enemies = pos.occupied(1 - AXIS)
    return sorted(h for h in hexes if pos.world.start_side[h] >= 0 and h not in enemies)


def alert_objections(pos: Position, action: Alert) -> Iterator[Reason]:
    """Why no attempt can be made."""
    if pos.side != AXIS:
        yield Reason("hube 3.8", "Alert Battalions are raised in the Axis Movement Phase")
    elif not free_alerts(pos):
        yield Reason("hube 3.8", "all Alert Battalions are on the map")
    elif not posts(pos):
        yield Reason("hube 3.8", "there is no hex where they could enter")


def alert(pos: Position, action: Alert) -> list[Event]:
    """An attempt for one VP: as many battalions as the die shows, or as there are counters."""
    die = action.dice[0] if action.dice else pos.roll("alert", "", pos.count("alert"))
    pos.alerts += 1
    pos.to_post = min(die, len(free_alerts(pos)))
    text = f"{pos.to_post} Alert Battalions for one VP to the Soviets"
    return [Event("alert", text, "hube 3.8", die=die, result=str(pos.to_post))]


def post(pos: Position, action: Post) -> list[Event]:
    """The next battalion enters; it may act in this phase."""
    h = pos.world.board.hex(action.hex)
    u = free_alerts(pos)[0]
    pos.put(u, h)
    pos.lost[u] = 0
    pos.to_post -= 1
    label = pos.world.board.label(h)
    return [Event("alert", f"{pos.unit(u).id} at {label}", "hube 3.8", pos.unit(u).id, to_hex=action.hex)]


# -- 24th Panzer Division ---------------------------------------------------------------------------------------------


def recall_due(pos: Position) -> bool:
    """Whether the recall is to be rolled at the beginning of this Axis Movement Phase (hube 3.7)."""
    after = pos.turn - pos.entry_24
    here = any(pos.fate[u] == ON_MAP for u in pos.world.parts[DIVISION])
    now = pos.step.kind == "movement" and pos.side == AXIS and pos.turn not in pos.recall_rolls
    return now and here and pos.entry_24 > 0 and 1 <= after <= RECALL_TURNS and not pos.world.rules.has(MANSTEIN)


def recall(pos: Position, action: Recall) -> list[Event]:
    """On half of the rolls the division leaves for good, with its truck and what is on it (hube 3.7)."""
    die = action.dice[0] if action.dice else pos.roll("recall")
    pos.recall_rolls.append(pos.turn)
    if die not in RECALLS:
        return [Event("recall", "24 Pz Div stays", "hube 3.7", DIVISION, die=die, result="stays")]
    gone = [u for u in pos.world.parts[DIVISION] if pos.fate[u] == ON_MAP]
    supply = sum(pos.cargo.get(u, 0) for u in gone)
    for u in gone:
        pos.lift(u, RECALLED)
    text = f"24 Pz Div is recalled and leaves the game{f', with {supply} T on its truck' if supply else ''}"
    return [Event("recall", text, "hube 3.7", DIVISION, die=die, result="recalled")]


# -- every man for himself --------------------------------------------------------------------------------------------


def escape_objections(pos: Position, action: Escape) -> Iterator[Reason]:
    """Why a unit cannot be given up for its men (hube 3.6, hube 3.9.E)."""
    unit, goal = pos.world.unit(action.unit), pos.world.unit(action.to)
    for one in (unit, goal):
        if one.side != AXIS or pos.fate[one.index] != ON_MAP:
            yield Reason("hube 3.6", f"{one.id} is no Axis unit on the map")
            return
    if unit.index not in pos.oos:
        yield Reason("hube 3.6", f"{unit.id} is not recorded as out of supply")
    if goal.index in pos.oos or unit == goal:
        yield Reason("hube 3.6", f"{goal.id} is no supplied unit to go to")
    if unit.fort or pos.garrison(unit.index):
        yield Reason("hube 3.9.E", f"{unit.id} is in a fortress")
    if action.steps < 1:
        yield Reason("hube 3.6", f"a unit has steps to give up, not {action.steps}")
    elif not movement.on_foot(pos, pos.where[unit.index], pos.where[goal.index], ON_FOOT):
        yield Reason("hube 3.6", f"{goal.id} is more than {ON_FOOT} movement points on foot away")


def escape(pos: Position, action: Escape) -> list[Event]:
    """The unit is gone, a Pax for each of its steps is with the other one; it counts as nobody's kill."""
    unit, h = pos.world.unit(action.unit), pos.where[pos.world.unit(action.to).index]
    pos.lift(unit.index, DEAD)
    pos.add(AXIS, "pax", h, action.steps)
    text = f"{unit.id} is given up: {action.steps} Pax reach {action.to}"
    return [Event("escape", text, "hube 3.6", unit.id, to_hex=pos.world.board.ids[h], result=str(action.steps))]


# -- joining the regular line -----------------------------------------------------------------------------------------


def link_objections(pos: Position, action: Link) -> Iterator[Reason]:
    """Why steps cannot have joined the regular line: of another group, or without supply (hube 5.1)."""
    unit, rule = pos.world.unit(action.unit), pos.world.scenario.rule
    groups = POCKETS.get(pos.world.scenario.number, ())
    if pos.world.deployment.group.get(unit.index) not in groups:
        yield Reason(rule, f"{unit.id} is of no group that has to break out")
    elif pos.fate[unit.index] != ON_MAP or unit.index in pos.oos:
        yield Reason(rule, f"{unit.id} is not on the map in supply")
    if action.steps < 1:
        yield Reason(rule, f"steps are 1 or more, not {action.steps}")


def link(pos: Position, action: Link) -> list[Event]:
    """Steps of a unit have joined the regular line."""
    pos.linked[pos.world.unit(action.unit).index] = action.steps
    text = f"{action.unit} has joined the regular line with {counted(action.steps, 'step')}"
    return [Event("link", text, pos.world.scenario.rule, action.unit, result=str(action.steps))]
