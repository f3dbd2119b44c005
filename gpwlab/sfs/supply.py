"""Supply lines and supply states (sfs 6.0); nobody suffers before a combat (sfs 6.0, sfs 6.2.2.A)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import control
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.charts import FREEZE, ICE
from gpwlab.sfs.events import Event

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position

#: States of a unit (sfs 6.2).
SUPPLIED, UNSUPPLIED, OUT = "supplied", "unsupplied", "out of supply"


def sources(pos: Position, side: int) -> set[int]:
    """Areas in which a side's supply line ends (sfs 6.1.1.A, sfs 6.1.2).

    The areas with a landing stand for the East Bank beyond it.  Where the Rear is not in play, Steppe I stands for it.
    """
    board, scenario = pos.world.board, pos.world.scenario
    if side == GERMAN:
        return {board.rear} if scenario.in_play(board.rear) else {a for a in board.steppes if scenario.in_play(a)}
    weather = pos.turn_box.weather
    if weather == ICE:  # sfs 6.1.1.B
        return {board.east_bank}
    landings = {board.strongpoints[s].area for s in board.landings if open_landing(pos, s)}
    frozen = set(board.freeze[board.east_bank]) if weather == FREEZE else set()  # sfs 6.1.1.A
    return landings | frozen | {board.east_bank}


def open_landing(pos: Position, slot: int) -> bool:
    """True for a landing in Soviet hands, in play, in which no Soviet force is cut off."""
    place = pos.world.board.strongpoints[slot]
    if not pos.world.scenario.in_play(place.area) or control.slot_owner(pos, slot) != SOVIET:
        return False
    force = pos.force_at(slot)
    return force is None or not pos.cut_off(force)


def passable(pos: Position, side: int, area: int) -> bool:
    """Whether a side's supply line can go through an area: controlled or dominated (sfs 6.1, sfs 4.3.3.C).

    Steppes are German when empty and so carry German lines (sfs 2.1.2.1.C); fortified areas do not (sfs 5.14.D).
    """
    if side == GERMAN and pos.fortified_area(area):
        return False
    return pos.world.scenario.in_play(area) and pos.owner(area) == side


def line(pos: Position, side: int, start: int, goals: set[int] | None = None) -> tuple[int, ...]:
    """A shortest supply line from an area to a source, both included; () if there is none.

    It leaves the first area whatever its state of control, and goes through friendly ones from there (sfs 6.1).
    """
    if pos.memo is None:
        return _line(pos, side, start, sources(pos, side) if goals is None else goals)
    key = ("line", side, start, None if goals is None else frozenset(goals))
    if key not in pos.memo:
        ends = pos.memo.setdefault(("sources", side), sources(pos, side)) if goals is None else goals
        pos.memo[key] = _line(pos, side, start, ends)
    found: tuple[int, ...] = pos.memo[key]
    return found


def _line(pos: Position, side: int, start: int, ends: set[int]) -> tuple[int, ...]:
    came = {start: -1}
    queue = [start]
    for area in queue:
        if area in ends:
            path = [area]
            while came[path[-1]] >= 0:
                path.append(came[path[-1]])
            return tuple(reversed(path))
        for near in pos.world.board.near[area]:
            if near not in came and passable(pos, side, near):
                came[near] = area
                queue.append(near)
    return ()


def can_trace(pos: Position, force: Force) -> bool:
    """Whether a force has a supply line; a force that is cut off has none (docs/rulings_sfs.md S36)."""
    return not pos.cut_off(force) and not pos.ringed(force) and bool(line(pos, force.side, force.area))


def state(pos: Position, unit: int) -> str:
    """Supply state of a unit on the map (sfs 6.2)."""
    if unit in pos.oos:
        return OUT
    force = pos.where(unit)
    return SUPPLIED if force is not None and can_trace(pos, force) else UNSUPPLIED


def landings(pos: Position, force: Force) -> list[int]:
    """In drift ice: the landings that may supply a Soviet force in combat, by index (sfs 6.3.A, sfs 6.3.B)."""
    board = pos.world.board
    on_west_bank = force.side == SOVIET and force.area != board.east_bank
    if pos.turn_box.weather != ICE or not on_west_bank or pos.cut_off(force):
        return []
    able = [s for s in board.landings if s not in pos.drawn and open_landing(pos, s)]
    return [s for s in able if line(pos, SOVIET, force.area, {board.strongpoints[s].area})]


def reasons(pos: Position, unit: int) -> list[Reason]:
    """Why a unit is in its supply state."""
    return list(_reasons(pos, unit))


def _reasons(pos: Position, unit: int) -> Iterator[Reason]:
    force, board = pos.where(unit), pos.world.board
    assert force is not None
    if pos.cut_off(force):
        yield Reason("sfs 6.1", f"{force.name} is cut off and traces no supply line")
    else:
        found = line(pos, force.side, force.area)
        end = "sfs 6.1.2" if force.side == GERMAN else "sfs 6.1.1.A"
        if found:
            yield Reason(end, "its supply line runs " + " - ".join(board.areas[a].name for a in found))
        elif force.side == SOVIET and pos.turn_box.weather == ICE:
            yield Reason("sfs 6.3.A", "drift ice: nothing is traced over the Volga")
        else:
            yield Reason(end, f"no line of {SIDES[force.side]} areas leads to the supply source")
    found_state = state(pos, unit)
    rule = {SUPPLIED: "sfs 6.2.1", UNSUPPLIED: "sfs 6.2.2.A", OUT: "sfs 6.2.3.A"}[found_state]
    text = {
        SUPPLIED: "it is supplied",
        UNSUPPLIED: "it is unsupplied, and out of supply after its next combat",
        OUT: "it is out of supply: half strength until a Command Phase finds it a line",
    }[found_state]
    yield Reason(rule, text)


def resupply(pos: Position) -> list[Event]:
    """At the start of the Command Phase: who has a line again is out of supply no more (sfs 6.2.3.B, sfs 9.3.B)."""
    events: list[Event] = []
    if pos.side == SOVIET and pos.turn_box.weather == ICE:
        pos.drawn.clear()  # sfs 6.3.B: landings are ready again
    for unit in sorted(pos.oos):
        force = pos.where(unit)
        if force is not None and force.side == pos.side and can_trace(pos, force):
            pos.oos.discard(unit)
            name = pos.world.units[unit].id
            text = f"{force.name}: {name} is resupplied"
            events.append(Event("supply", text, "sfs 6.2.3.B", unit=name, from_area=pos.world.board.code(force.area)))
    return events


def shortage(pos: Position, spared: int) -> list[Event]:
    """At the end of the first German impulse all German forces but one are out of supply (sfs 9.3.A)."""
    out = [u for u in pos.on_map(GERMAN) if pos.force_of[u] != spared]
    pos.oos.update(out)
    kept = pos.forces[spared].name if spared in pos.forces else "none"
    return [Event("supply", f"all German forces but {kept} are out of supply", "sfs 9.3.A", result=kept)]


def supplied_areas(pos: Position, side: int) -> set[int]:
    """Areas from which a side can trace a supply line, for overlays."""
    return {a.index for a in pos.world.board.areas if pos.world.scenario.in_play(a.index) and line(pos, side, a.index)}
