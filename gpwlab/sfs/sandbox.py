"""Editing a position by hand: every edit is an action, so that it is logged, undone, saved and replayed like any other.

An edit bends the rules of play, but never makes a position that could not be: no force beyond the stacking limits, no
more counters than there are, no Soviets in the Rear.  ``Editor.save`` keeps the position as a scenario file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from gpwlab.core import sandbox
from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.sandbox import one_of, whole
from gpwlab.sfs import losses, stacking, turn
from gpwlab.sfs.actions import Action, Edit
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import ELIMINATED, FATES, LATER, NOWHERE, ON_MAP, WITHDRAWN, Position
from gpwlab.sfs.sequence import TURN

OFF_MAP = ("eliminated", "due", "withdrawn", "later")
MARKS = ("oos", "disrupted", "revealed", "reserve")
PHASES = {step.name: n for n, step in enumerate(TURN)}
MOST_POINTS = 99


# -- the action -------------------------------------------------------------------------------------------------------


def check_form(pos: Position, action: Edit) -> None:
    """InvalidInput if an edit is none that there is, or names what does not exist."""
    match action.what, action.words:
        case "place", (unit, where, what):
            stacking.place(pos, where)
            _check_figure(pos, unit, what)
        case "remove", (unit, fate):
            pos.world.unit(unit)
            one_of(fate, "fate", OFF_MAP)
        case "mark", (unit, mark, on):
            pos.world.unit(unit)
            one_of(mark, "mark", MARKS)
            one_of(on, "answer", ("on", "off"))
        case "surround", (cut, by):
            pos.force(cut)
            _ = by == "nobody" or pos.force(by)
        case "phase", (number, phase):
            whole(number, "turn", 1, max(pos.world.charts.turns))
            whole(phase, "phase", 0, len(TURN) - 1)
        case "dominate", (area, side):
            pos.world.board.area(area)
            one_of(side, "side", SIDES)
        case "points", (side, number):
            one_of(side, "side", (*SIDES, "air"))
            whole(number, "points", 0, MOST_POINTS)
        case "fortified", (on,):
            one_of(on, "answer", ("on", "off"))
        case _:
            known = "place, remove, mark, surround, phase, dominate, points or fortified"
            raise InvalidInput(f"'{action}' is no edit: {known}")


def _check_figure(pos: Position, unit: str, what: str) -> None:
    """A German unit is placed with steps, a Soviet piece with a counter."""
    found = pos.world.unit(unit)
    if found.counter is not None:
        whole(what, "steps", 1, found.counter.steps)
        return
    soviet = [counter.id for counter in pos.world.counters.values() if counter.side == SOVIET]
    one_of(what, "counter", tuple(soviet))


def objections(pos: Position, action: Edit) -> Iterator[Reason]:
    """Why an edit cannot be: it would make a position that none can be, or disturb a combat or a question."""
    if pos.fight is not None or pos.asked:
        yield Reason("sfs 5.2.B", "a decision is open: answer it or undo it before editing")
    if action.what == "place":
        yield from _place_objections(pos, action)
    elif action.what == "mark":
        unit = pos.world.unit(action.words[0])
        if pos.fate[unit.index] != ON_MAP:
            yield Reason("sfs 4.1.C", f"{unit.id} is not on the map")
        elif action.words[1] == "reserve" and unit.side != GERMAN:
            yield Reason("sfs 3.3.3.C", "Soviet units are not in reserve")
        elif action.words[1] == "revealed" and unit.side != SOVIET:
            yield Reason("sfs 2.2.2", "German units lie open anyway")
    elif action.what == "surround" and action.words[1] != "nobody":
        cut, by = pos.force(action.words[0]), pos.force(action.words[1])
        if cut.side == by.side or cut.area != by.area:
            yield Reason("sfs 4.7.A", f"{by.name} is no enemy force in the area of {cut.name}")
        if pos.surrounding(by) not in (None, cut) or pos.held.get(by.id) == cut.id:
            yield Reason("sfs 4.7.A", f"{by.name} cannot surround {cut.name}")


def _place_objections(pos: Position, action: Edit) -> Iterator[Reason]:
    unit = pos.world.unit(action.words[0])
    area, slot, host = stacking.place(pos, action.words[1])
    there = pos.world.board.areas[area]
    if not pos.world.scenario.in_play(area):
        yield Reason("sfs 11.0.A", f"{there.name} is not in play")
    if (there.rear and unit.side == SOVIET) or (there.east_bank and unit.side == GERMAN):
        yield Reason("sfs 2.1.2.3" if there.rear else "sfs 2.1.2.2", f"{there.name} is closed to {unit.id}")
    if host is None and slot != NOWHERE:
        host = pos.force_at(slot)
        if host is not None and host.side != unit.side:
            yield Reason("sfs 4.5.2.A", f"{pos.world.board.strongpoints[slot].name} holds the enemy's {host.name}")
            return
    if unit.side == SOVIET:
        same = pos.piece[unit.index] == action.words[2] and pos.fate[unit.index] == ON_MAP
        if not same and losses.free_counters(pos, action.words[2]) < 1:
            yield Reason("sfs 7.10.A", f"all counters of {action.words[2]} are in use")
    if host is not None and host.side != unit.side:
        yield Reason("sfs 4.2.B", f"{host.name} is the enemy's")
    elif host is not None:
        yield from _fits(pos, host.units, unit.index, action.words[2], slot)


def _fits(pos: Position, there: list[int], unit: int, what: str, slot: int) -> Iterator[Reason]:
    """Stacking, with the counter that the piece will have."""
    trial = pos.copy()
    if pos.world.units[unit].side == SOVIET:
        trial.piece[unit] = what
    yield from stacking.fits(trial, [*(u for u in there if u != unit), unit], slot)


def apply(pos: Position, action: Edit) -> list[Event]:
    """Carry out an edit; the outcome is judged anew by the next action."""
    words = action.words
    event = Event("edit", f"by hand: {action}", "")
    pos.winner, pos.ending = "", False
    match action.what:
        case "place":
            _place(pos, words)
        case "remove":
            _remove(pos, words)
        case "mark":
            _mark(pos, pos.world.unit(words[0]).index, words[1], words[2] == "on")
        case "surround":
            cut = pos.force(words[0])
            if words[1] == "nobody":
                pos.release(cut)
            else:
                pos.hold(cut, pos.force(words[1]))
        case "phase":
            pos.turn, pos.phase = int(words[0]), int(words[1])
            pos.length = max(pos.length, pos.turn)
            return [event, *turn.begin_phase(pos)]
        case "dominate":
            pos.dominator[pos.world.board.area(words[0])] = SIDES.index(words[1])
        case "points" if words[0] == "air":
            pos.air = int(words[1])
        case "points":
            pos.ap[SIDES.index(words[0])] = int(words[1])
        case "fortified":
            pos.fortified = words[0] == "on"
    return [event]


def _place(pos: Position, words: tuple[str, ...]) -> None:
    unit = pos.world.unit(words[0])
    area, slot, host = stacking.place(pos, words[1])
    host = pos.force_at(slot) if host is None and slot != NOWHERE else host
    if unit.side == GERMAN:
        pos.steps[unit.index] = int(words[2])
    else:
        pos.piece[unit.index] = words[2]
    if pos.fate[unit.index] == ON_MAP and host is not None and unit.index in host.units:
        return
    for table in (pos.origin, pos.part_of):
        table.pop(unit.index, None)
    if host is not None:
        pos.join([unit.index], host)
    else:
        pos.put([unit.index], unit.side, area, slot)


def _remove(pos: Position, words: tuple[str, ...]) -> None:
    unit = pos.world.unit(words[0])
    pos.lift(unit.index)
    pos.forget(unit.index)
    fate = FATES.index(words[1])
    if unit.side == SOVIET:
        gone = fate in (WITHDRAWN, LATER) or not pos.piece[unit.index]
        fate = LATER if gone else fate
        pos.piece[unit.index] = "" if gone else pos.piece[unit.index]
    elif unit.counter is not None:
        pos.steps[unit.index] = 0 if fate == ELIMINATED else unit.counter.steps
    pos.fate[unit.index] = fate


def _mark(pos: Position, unit: int, mark: str, on: bool) -> None:
    if mark == "disrupted":
        pos.disrupted.pop(unit, None)
        if on:
            pos.disrupted[unit] = pos.serial
        return
    marked: set[int] = getattr(pos, mark)
    (marked.add if on else marked.discard)(unit)


# -- the tool ---------------------------------------------------------------------------------------------------------


class Editor(sandbox.Editor[Position, Action, Event]):
    """What ``Game.edit`` returns: one method an edit, each done on the game at once and logged."""

    def place(self, unit: str, where: str, what: int | str | None = None) -> list[Event]:
        """Put a unit in an area, strongpoint or force: a German one with steps, a Soviet piece with a counter.

        Without ``what`` it has what it has, a German one off the map its full steps.
        """
        pos = self._game._pos
        found = pos.world.unit(unit)
        if what is None and found.counter is not None:
            what = pos.steps[found.index] or found.counter.steps
        return self._do("place", unit, where, what or pos.piece[found.index] or "none")

    def remove(self, unit: str, to: str = "eliminated") -> list[Event]:
        """Take a unit off the map: eliminated, due, withdrawn or later."""
        return self._do("remove", unit, to)

    def mark(self, unit: str, mark: str, on: bool = True) -> list[Event]:
        """Set or lift a mark: oos, disrupted, revealed or reserve."""
        return self._do("mark", unit, mark, "on" if on else "off")

    def surround(self, cut: str, by: str = "nobody") -> list[Event]:
        """Say which force surrounds another, or that nobody does."""
        return self._do("surround", cut, by)

    def phase(self, number: int, name: str) -> list[Event]:
        """Go to the beginning of a phase of a turn, with what the rules do there."""
        short = name.removesuffix(" Phase")
        if short not in PHASES:
            raise InvalidInput(f"there is no phase {name!r}: the phases are {', '.join(PHASES)}")
        return self._do("phase", number, PHASES[short])

    def dominate(self, area: str, side: str) -> list[Event]:
        """Say which side passed through an empty area last."""
        return self._do("dominate", area, side)

    def points(self, side: str, number: int) -> list[Event]:
        """Set the artillery points of a side, or the air points (``air``)."""
        return self._do("points", side, number)

    def fortified(self, on: bool) -> list[Event]:
        """Put up or remove the fortifications of the Orlovka salient."""
        return self._do("fortified", "on" if on else "off")


def read_scenario_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The position in a scenario file; DataError if the file is damaged or is none."""
    return sandbox.read_scenario_file(path, "sfs")
