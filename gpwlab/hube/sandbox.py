"""Editing a position by hand: every edit is an action, so that it is logged, undone, saved and replayed like any other.

``Editor.save`` keeps the position as a scenario file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from gpwlab.core import sandbox
from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.sandbox import one_of, whole
from gpwlab.hube import fortress, turn
from gpwlab.hube.actions import Action, Edit
from gpwlab.hube.board import SIDES
from gpwlab.hube.charts import GROUNDS
from gpwlab.hube.events import Event
from gpwlab.hube.position import ABSENT, DEAD, DUE, OFF_MAP, ON_MAP, POINTS, POOL, RECALLED, TO_COME, Position
from gpwlab.hube.sequence import ORDERS, TURN

#: Where a unit can be taken, by the word of the edit.
OFF = {"dead": DEAD, "due": DUE, "later": TO_COME, "recalled": RECALLED, "pool": POOL, "absent": ABSENT}
OFF_WORD, MOST = "off-map", 9999
_EDITS = "place, remove, points, control, ground, turn or lost"


def check_form(pos: Position, action: Edit) -> None:
    """InvalidInput if an edit is none that there is, or names what does not exist."""
    world = pos.world
    match action.what, action.words:
        case "place", (unit, name):
            world.members(unit)
            world.board.hex(name)
        case "remove", (unit, fate):
            world.members(unit)
            one_of(fate, "place off the map", tuple(OFF))
        case "points", (side, kind, name, count):
            one_of(side, "side", SIDES)
            one_of(kind, "kind of points", POINTS)
            _ = name == OFF_WORD or world.board.hex(name)
            whole(count, "count", 0, MOST)
        case "control", (name, side):
            world.board.hex(name)
            one_of(side, "side", SIDES)
        case "ground", (name,):
            one_of(name.replace("_", " "), "ground", GROUNDS)
        case "turn", (number, phase):
            whole(number, "turn", world.scenario.first_turn, world.scenario.last_turn)
            whole(phase, "phase", 0, len(TURN) - 1)
        case "lost", (unit, count):
            world.unit(unit)
            whole(count, "steps", 0, 99)
        case _:
            raise InvalidInput(f"'{action}' is no edit: {_EDITS}")


def objections(pos: Position, action: Edit) -> Iterator[Reason]:
    """Why an edit cannot be: it would put a unit off the map or among the enemy."""
    world = pos.world
    if action.what == "place":
        h, side = world.board.hex(action.words[1]), world.side_of(action.words[0])
        if world.start_side[h] < 0:
            yield Reason("hube 6.0", f"{action.words[1]} is not on the map of this scenario")
        if pos.units_at(h, 1 - side):
            yield Reason("hube 1.9", f"the enemy stands in {world.board.label(h)}")
    elif action.what == "control":
        h, side = world.board.hex(action.words[0]), SIDES.index(action.words[1])
        if world.start_side[h] < 0 or pos.units_at(h, 1 - side):
            yield Reason("hube 5.2", f"{action.words[0]} cannot be {action.words[1]}")
    elif action.what == "lost" and pos.fate[world.unit(action.words[0]).index] != ON_MAP:
        yield Reason("hube 6.0", f"{action.words[0]} is not on the map")


def apply(pos: Position, action: Edit) -> list[Event]:
    """Carry out an edit; the outcome is judged anew by the next action."""
    words, world = action.words, pos.world
    event = Event("edit", f"by hand: {action}", "")
    pos.ended = ""
    match action.what:
        case "place":
            for u in world.members(words[0]):
                pos.put(u, world.board.hex(words[1]))
                if pos.unit(u).fort and pos.where[u] in world.city_of:
                    fortress.established(pos, u)
        case "remove":
            for u in world.members(words[0]):
                pos.lift(u, OFF[words[1]])
        case "points":
            h = OFF_MAP if words[2] == OFF_WORD else world.board.hex(words[2])
            side = SIDES.index(words[0])
            pos.add(side, words[1], h, int(words[3]) - pos.held(side, words[1], h))
        case "control":
            pos.owner[world.board.hex(words[0])] = SIDES.index(words[1])
        case "ground":
            pos.ground = words[0].replace("_", " ")
        case "lost":
            pos.lost[world.unit(words[0]).index] = int(words[1])
        case "turn":
            pos.turn, pos.phase, pos.to_post = int(words[0]), int(words[1]), 0
            return [event, *turn.renew(pos)]
    return [event]


class Editor(sandbox.Editor[Position, Action, Event]):
    """What ``Game.edit`` returns: one method an edit, each done on the game at once and logged."""

    def place(self, unit: str, hex_id: str) -> list[Event]:
        """Put a unit or formation in a hex, from wherever it is."""
        return self._do("place", unit, hex_id)

    def remove(self, unit: str, to: str = "dead") -> list[Event]:
        """Take a unit or formation off the map: dead, due, later, recalled, pool or absent."""
        return self._do("remove", unit, to)

    def points(self, side: str, kind: str, hex_id: str, count: int) -> list[Event]:
        """Set the points of a kind that a side has in a hex, or ``off-map``; supply in T."""
        return self._do("points", side, kind, hex_id, count)

    def control(self, hex_id: str, side: str) -> list[Event]:
        """Say which side holds a hex."""
        return self._do("control", hex_id, side)

    def ground(self, name: str) -> list[Event]:
        """Set the ground of the turn."""
        return self._do("ground", name.replace(" ", "_"))

    def lost(self, unit: str, steps: int) -> list[Event]:
        """Set the steps that a unit has lost."""
        return self._do("lost", unit, steps)

    def turn(self, number: int, phase: str) -> list[Event]:
        """Go to the beginning of a phase of a turn, with what the rules do there."""
        order = [step.name for step in ORDERS[self._game._pos.first]]
        short = phase.removesuffix(" Phase")
        if short not in order:
            raise InvalidInput(f"there is no phase {phase!r}: the phases are {', '.join(order)}")
        return self._do("turn", number, order.index(short))


def read_scenario_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The position in a scenario file; DataError if the file is damaged or is none."""
    return sandbox.read_scenario_file(path, "hube")
