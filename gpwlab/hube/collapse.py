"""The southern wing: its collapse, the Soviet pursuit, the return of those who left; reinforcing the flanks.

Turns are counted from the one after the declaration (docs/rulings_hube.md H135).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.hube import supply
from gpwlab.hube.actions import Collapse, Exit, Flank, Follow
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event
from gpwlab.hube.position import COLLAPSED, DEAD, FLANK, ON_MAP, PURSUIT, TO_COME, Position
from gpwlab.hube.sequence import AXIS, SOVIET
from gpwlab.hube.supply import TURNS_OF_PURSUIT, TURNS_OF_TRACE

if TYPE_CHECKING:
    from gpwlab.hube.units import Unit

#: A breakdown regiment counts a quarter of a counter, so pursuit is counted in quarters (hube 2.4b).
QUARTERS = 4
#: For each ten pursuing counters one army headquarters and two transport points (hube 2.4b).
PER_COUNTERS, TRANSPORT = 10, 2
#: Kinds of points that leave in pursuit.
FOLLOWERS = ("truck", "wagon")
#: Steps that reinforce the flanks, the last turn for it, and what it brings (hube 2.4a).
FLANK_STEPS, LAST_FLANK_TURN, FLANK_VP = 14, 16, 6


# -- the declaration --------------------------------------------------------------------------------------------------


def collapse_objections(pos: Position, action: Collapse) -> Iterator[Reason]:
    """Why the collapse cannot be declared; that no headquarters has another source is what the player declares."""
    if pos.collapse:
        yield Reason("hube 3.4.A", "the collapse of the southern wing has been declared: it is declared once")
    south = [s for s in supply.sources(pos, AXIS) if s.edge == "south" and s.works]
    if not south:
        yield Reason("hube 3.4.A", "no source on the south edge works, so nobody traces to one")
    for name in action.units:
        unit = pos.world.unit(name)
        if unit.kind != "hq" or unit.side != AXIS or pos.fate[unit.index] != ON_MAP:
            yield Reason("hube 3.4.A", f"{name} is no Axis headquarters on the map")
        elif pos.garrison(unit.index):
            yield Reason("hube 3.4.A", f"{name} is in a fortress, which the collapse leaves alone")


def declare(pos: Position, action: Collapse) -> list[Event]:
    """Note the headquarters; the south edge brings nothing new from now on (hube 3.4.A, hube 3.4.B)."""
    pos.collapse, pos.collapse_turn = "declared", pos.turn
    pos.noted = {pos.world.unit(name).index for name in action.units}
    last = pos.turn + TURNS_OF_TRACE
    text = f"the southern wing collapses: {', '.join(action.units)}; the south edge supplies until turn {last}"
    return [Event("collapse", text, "hube 3.4.A")]


# -- leaving the map --------------------------------------------------------------------------------------------------


def exit_objections(pos: Position, action: Exit) -> Iterator[Reason]:
    """Why a unit cannot leave by the south edge (hube 3.4.B, hube 2.4b)."""
    unit = pos.world.unit(action.unit)
    rule = "hube 3.4.B" if unit.side == AXIS else "hube 2.4b"
    limit = TURNS_OF_TRACE if unit.side == AXIS else TURNS_OF_PURSUIT
    if unit.side != pos.side:
        yield Reason(rule, f"the {SIDES[pos.side]} moves now, not {unit.id}")
    if pos.collapse != "declared" or pos.turn > pos.collapse_turn + limit:
        yield Reason(rule, f"no collapse of the southern wing lets {unit.id} leave the map in turn {pos.turn}")
    if pos.fate[unit.index] != ON_MAP or pos.where[unit.index] not in pos.world.south_edge:
        yield Reason(rule, f"{unit.id} does not stand on the south edge")
    elif unit.fort or pos.garrison(unit.index):
        yield Reason("hube 3.9.B", f"{unit.id} is part of a fortress and cannot leave it")


def leave(pos: Position, action: Exit) -> list[Event]:
    """A unit leaves: Axis ones set the pursuit's task, Soviet ones count towards it."""
    unit = pos.world.unit(action.unit)
    start = pos.world.board.ids[pos.where[unit.index]]
    if unit.side == AXIS:
        pos.left += quarters(unit)
        pos.lift(unit.index, COLLAPSED)
        text = f"{unit.id} leaves by the south edge: {_counters(pos.left)} attack capable counters have left"
        return [Event("exit", text, "hube 3.4.B", unit.id, start)]
    pos.chase[0] += quarters(unit)
    pos.chase[1] += unit.kind == "hq"
    pos.lift(unit.index, PURSUIT)
    return [Event("exit", f"{unit.id} pursues: {_state(pos)}", "hube 2.4b", unit.id, start)]


def quarters(unit: Unit) -> int:
    """What a unit counts among attack capable counters, in quarters (hube 2.4b)."""
    if not unit.attack_capable:
        return 0
    return 1 if unit.parent else QUARTERS


def _counters(count: int) -> str:
    whole, rest = divmod(count, QUARTERS)
    return f"{whole} {rest}/{QUARTERS}" if rest else str(whole)


def _state(pos: Position) -> str:
    return (
        f"{_counters(pos.chase[0])} of {_counters(pos.left)} counters, {pos.chase[1]} of {_needed(pos)} headquarters, "
        f"{pos.chase[2]} of {TRANSPORT * _needed(pos)} transport points"
    )


def _needed(pos: Position) -> int:
    """Army headquarters that the pursuit needs: one for each ten counters that have to leave."""
    return pos.left // (PER_COUNTERS * QUARTERS)


def fulfilled(pos: Position) -> bool:
    """Whether the Soviets have met the requirements of the pursuit (hube 2.4b)."""
    counters, posts, transport = pos.chase
    return counters >= pos.left and posts >= _needed(pos) and transport >= TRANSPORT * _needed(pos)


def check_follow(action: Follow) -> None:
    """InvalidInput for points that are no transport."""
    if action.kind not in FOLLOWERS:
        raise InvalidInput(f"truck or wagon points follow the pursuit, not {action.kind!r}")


def follow_objections(pos: Position, action: Follow) -> Iterator[Reason]:
    """Why transport points cannot leave in pursuit."""
    h = pos.world.board.hex(action.hex)
    if pos.side != SOVIET or pos.collapse != "declared" or pos.turn > pos.collapse_turn + TURNS_OF_PURSUIT:
        yield Reason("hube 2.4b", "there is nobody to pursue now")
    if h not in pos.world.south_edge:
        yield Reason("hube 2.4b", f"{pos.world.board.label(h)} does not lie on the south edge")
    there = pos.held(SOVIET, action.kind, h)
    if not 0 < action.count <= there:
        yield Reason("hube 2.4b", f"{pos.world.board.label(h)} has {there} {action.kind}, not {action.count}")


def follow(pos: Position, action: Follow) -> list[Event]:
    """Transport points leave in pursuit."""
    h = pos.world.board.hex(action.hex)
    pos.add(SOVIET, action.kind, h, -action.count)
    pos.chase[2] += action.count
    return [Event("exit", f"{counted(action.count, f'{action.kind} point')} in pursuit: {_state(pos)}", "hube 2.4b")]


# -- what follows -----------------------------------------------------------------------------------------------------


def begin_turn(pos: Position) -> list[Event]:
    """At the beginning of a turn: headquarters left behind are lost, the pursuit is judged (hube 3.4.D, hube 2.4b)."""
    if pos.collapse != "declared":
        return []
    if pos.turn == pos.collapse_turn + TURNS_OF_TRACE + 1:
        return _abandon(pos)
    return _judge(pos) if pos.turn == pos.collapse_turn + TURNS_OF_PURSUIT + 1 else []


def _abandon(pos: Position) -> list[Event]:
    """The noted headquarters still on the map are destroyed, but for those in a fortress."""
    events = []
    for u in sorted(pos.noted):
        if pos.fate[u] == ON_MAP and not pos.garrison(u):
            pos.lift(u, DEAD)
            events.append(Event("loss", f"{pos.unit(u).id} did not leave and is lost", "hube 3.4.D", pos.unit(u).id))
    return [*events, Event("collapse", "the south edge supplies nobody from now on", "hube 3.4.D")]


def _judge(pos: Position) -> list[Event]:
    if fulfilled(pos):
        pos.collapse = "done"
        return [Event("collapse", f"the pursuit is made: {_state(pos)}", "hube 2.4b")]
    pos.collapse = "failed"
    back = [u for u, fate in enumerate(pos.fate) if fate == COLLAPSED]
    for u in back:
        pos.fate[u], pos.due[u], pos.entry[u] = TO_COME, pos.turn, "return"
    text = f"the pursuit fails ({_state(pos)}): {counted(len(back), 'unit')} back, the south edge is open again"
    return [Event("collapse", text, "hube 2.4b")]


# -- reinforcing the flanks -------------------------------------------------------------------------------------------


def flank_units(pos: Position, action: Flank) -> list[tuple[Unit, int]]:
    """The units of the action with the steps that the player says they have; InvalidInput for a wrong form."""
    found = []
    for text in action.units:
        name, _, steps = text.partition("/")
        if not steps.isdecimal() or not int(steps):
            raise InvalidInput(f"units leave for the flanks as UNIT/STEPS, not {text!r}")
        found.append((pos.world.unit(name), int(steps)))
    if len({unit.id for unit, _steps in found}) < len(found):
        raise InvalidInput("a unit is named twice")
    return found


def flank_objections(pos: Position, action: Flank) -> Iterator[Reason]:
    """Why these units cannot reinforce the flanks (hube 2.4a)."""
    units = flank_units(pos, action)
    if pos.flank_turn:
        yield Reason("hube 2.4a", "the flanks have been reinforced: it is done once")
    if pos.turn > LAST_FLANK_TURN:
        yield Reason("hube 2.4a", f"after turn {LAST_FLANK_TURN} the flanks are reinforced no more")
    for u in pos.on_map(AXIS):
        if pos.unit(u).nationality == "German" and pos.where[u] in pos.world.board.along["Dnepr"]:
            yield Reason("hube 2.4a", f"{pos.unit(u).id} is next to the Dnepr")
            break
    edges = pos.world.north_edge | pos.world.south_edge
    for unit, _steps in units:
        if unit.side != SOVIET or pos.fate[unit.index] != ON_MAP or pos.where[unit.index] not in edges:
            yield Reason("hube 2.4a", f"{unit.id} is no Soviet unit on the north or south edge")
    if all(unit.kind != "hq" for unit, _steps in units):
        yield Reason("hube 2.4a", "an army headquarters must be among them")
    if (steps := sum(steps for _unit, steps in units)) != FLANK_STEPS:
        yield Reason("hube 2.4a", f"{FLANK_STEPS} steps leave, not {steps}")


def flank(pos: Position, action: Flank) -> list[Event]:
    """The units leave for good; the Soviets gain their VP."""
    for unit, _steps in flank_units(pos, action):
        pos.lift(unit.index, FLANK)
    pos.flank_turn = pos.turn
    return [Event("flank", f"the flanks are reinforced: {FLANK_VP} VP", "hube 2.4a", result=str(FLANK_VP))]
