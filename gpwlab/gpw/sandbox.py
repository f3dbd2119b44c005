"""The sandbox: set up any position by hand, on the record, and keep it as a scenario file.

An edit is an action like any other, so that it can be undone, saved and replayed; only the rules of play do not bind
it.  What no position can be, two units in a hex or a unit in the sea, it refuses.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gpwlab.core import sandbox
from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.sandbox import one_of, whole
from gpwlab.gpw import air, airfields, engine, stacking, supply
from gpwlab.gpw.actions import Action, Edit
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import BOXED, ELIMINATED, FATES, ON_MAP, Position
from gpwlab.gpw.sequence import MOVEMENT, TURN
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.game import Game

#: Fates that a unit taken off the map may have.
OFF_MAP = tuple(fate for number, fate in enumerate(FATES) if number not in (ON_MAP, BOXED))
PHASES = {step.name: number for number, step in enumerate(TURN)}
WEATHERS = ("clear", "mud", "snow")
YES_NO = ("yes", "no")
# -- the action -------------------------------------------------------------------------------------------------------


def check_form(pos: Position, action: Edit) -> None:
    """InvalidInput for an edit that names what does not exist."""
    words = action.words
    match action.what, words:
        case "place", (unit, hex_, steps):
            pos.world.board.hex(hex_)
            whole(steps, "steps", 1, pos.world.unit(unit).steps)
        case "remove", (unit, fate):
            pos.world.unit(unit)
            one_of(fate, "fate", OFF_MAP)
        case "phase", (turn, number):
            scenario = pos.world.scenario
            whole(turn, "turn", scenario.first_turn, scenario.last_turn)
            if not scenario.has(int(turn), whole(number, "phase", 0, len(TURN) - 1)):
                raise InvalidInput(f"turn {turn} of {scenario.slug} has no {TURN[int(number)].name} Phase")
        case "weather", (kind,):
            one_of(kind, "weather", WEATHERS)
        case "control", (hex_, side):
            pos.world.board.hex(hex_)
            one_of(side, "side", SIDES)
        case "rp", (number,):
            whole(number, "RPs", 0, 99)
        case "box", (unit, turn):
            pos.world.unit(unit)
            whole(turn, "turn", pos.turn + 1, max(pos.world.charts.turns))
        case "flown", (unit, word):
            pos.world.unit(unit)
            one_of(word, "answer", YES_NO)
        case _:
            raise InvalidInput(f"'{action}' is no edit: place, remove, phase, weather, control, rp, box or flown")


def objections(pos: Position, action: Edit) -> Iterator[Reason]:
    """Why an edit cannot be: it would make a position that none can be, or disturb an attack."""
    board = pos.world.board
    if pos.battles:
        yield Reason("gpw 7.1.B", "attacks are announced: carry them out or undo them before editing")
    if pos.air_stage or (action.what == "phase" and any(kind != air.DAS for kind in pos.missions.values())):
        yield Reason("gpw 11.2.A", "aircraft are on a mission: bring them home or undo first")
    if action.what in ("box", "flown") or (
        action.what in ("place", "remove") and pos.world.unit(action.words[0]).air_range
    ):
        yield from _air_objections(pos, action)
    if action.what == "place":
        unit, hex_ = pos.world.unit(action.words[0]).index, board.hex(action.words[1])
        if not board.playable[hex_]:
            yield Reason("gpw 5.3.A", f"{board.label(hex_)} is no land in play")
        if pos.world.units[unit].ground:
            yield from stacking.objections(pos, unit, hex_)
    elif action.what == "control":
        hex_ = board.hex(action.words[0])
        if not board.playable[hex_]:
            yield Reason("gpw 5.3.A", f"{board.label(hex_)} is no land in play")
        if pos.occupant[hex_] >= 0:
            yield Reason("gpw 5.5.1.E", f"{board.label(hex_)} belongs to the side of the unit in it")


def _air_objections(pos: Position, action: Edit) -> Iterator[Reason]:
    """Why an aircraft cannot be somewhere or have flown, or another unit wait in a turn box; partisans do too."""
    unit = pos.world.unit(action.words[0])
    in_play = unit.index in (*pos.world.aircraft[0], *pos.world.aircraft[1])
    if not in_play and not (action.what == "box" and unit.kind == "PAR" and pos.world.rules.has("partisans")):
        yield Reason("gpw 11.0.A", f"{unit.name} is no aircraft in play")
    elif action.what == "place":
        yield from airfields.parking_objections(pos, unit.index, pos.world.board.hex(action.words[1]))
    elif action.what == "remove" and action.words[1] == FATES[ELIMINATED]:
        yield Reason("gpw 11.4.A", f"{unit.label} is lost to a turn box, not to the eliminated pile")


def apply(pos: Position, action: Edit) -> list[Event]:
    """Carry out an edit; supply and the outcome are judged anew."""
    words = action.words
    event = Event("edit", f"by hand: {action}", "")
    pos.winner = ""
    if action.what == "phase":
        pos.turn, pos.phase = int(words[0]), int(words[1])
        pos.fighting, pos.withdrawing, pos.kerch_used, pos.flown = -1, (), [False, False], frozenset()
        pos.fresh = frozenset()
        if pos.world.hooks.zone:
            pos.rezone()
        return [event, *engine.begin_phase(pos)]
    if action.what == "weather":
        pos.weather = "" if words[0] == "clear" else words[0]
    elif action.what == "rp":
        pos.rp = int(words[0])
    elif action.what == "control":
        pos.control[pos.world.board.hex(words[0])] = SIDES.index(words[1])
    elif action.what == "flown":
        unit = frozenset((pos.world.unit(words[0]).index,))
        pos.flown = pos.flown | unit if words[1] == "yes" else pos.flown - unit
    else:
        _move_by_hand(pos, action)
    pos.version += 1
    if pos.step.kind in (*MOVEMENT, "combat"):
        supply.judge(pos, pos.side)
    return [event]


def _move_by_hand(pos: Position, action: Edit) -> None:
    unit = pos.world.unit(action.words[0])
    if pos.where[unit.index] >= 0:
        pos.lift(unit.index)
    pos.missions.pop(unit.index, None)
    pos.boxes.pop(unit.index, None)
    if action.what == "box":
        pos.fate[unit.index], pos.boxes[unit.index], pos.steps[unit.index] = BOXED, int(action.words[1]), unit.steps
        return
    if action.what == "place":
        pos.steps[unit.index] = int(action.words[2])
        pos.put(unit.index, pos.world.board.hex(action.words[1]))
        return
    fate = action.words[1]
    pos.fate[unit.index] = FATES.index(fate)
    pos.steps[unit.index] = 0 if fate == "eliminated" else unit.steps


# -- the tool ---------------------------------------------------------------------------------------------------------


class Editor(sandbox.Editor[Position, Action, Event]):
    """What ``Game.edit`` returns: one method an edit, each done on the game at once and logged."""

    _game: Game

    def place(self, unit: str, hex_id: str, steps: int | None = None) -> list[Event]:
        """Put a unit in a hex, from wherever it is, with that many steps (as many as it has, else full)."""
        counter, left, here = self._game.standing(unit)
        return self._do("place", unit, hex_id, steps or (left if here else counter.steps))

    def remove(self, unit: str, to: str = "eliminated") -> list[Event]:
        """Take a unit off the map: eliminated, due, later or withdrawn."""
        return self._do("remove", unit, to)

    def box(self, unit: str, turn: int) -> list[Event]:
        """Put an aircraft or partisan into the box of a turn to come, in which it may come back."""
        return self._do("box", unit, turn)

    def flown(self, unit: str, yes: bool = True) -> list[Event]:
        """Say whether an aircraft has flown this turn."""
        return self._do("flown", unit, "yes" if yes else "no")

    def flip(self, unit: str) -> list[Event]:
        """Turn a two-step unit on the map over."""
        counter, left, here = self._game.standing(unit)
        if not here or counter.steps != 2:
            raise InvalidInput(f"{unit} is no two-step unit on the map")
        return self._do("place", unit, here, 3 - left)

    def phase(self, turn: int, name: str) -> list[Event]:
        """Go to the beginning of a phase of a turn, with what the rules do there."""
        short = name.removesuffix(" Phase")
        if short not in PHASES:
            raise InvalidInput(f"there is no phase {name!r}: the phases are {', '.join(PHASES)}")
        return self._do("phase", turn, PHASES[short])

    def weather(self, kind: str) -> list[Event]:
        """Set the weather of this movement phase: clear, mud or snow."""
        return self._do("weather", kind)

    def control(self, hex_id: str, side: str) -> list[Event]:
        """Say which side passed an empty hex last."""
        return self._do("control", hex_id, side)

    def rp(self, number: int) -> list[Event]:
        """Set the replacement points of this phase."""
        return self._do("rp", number)


def read_scenario_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The position in a scenario file; DataError if the file is damaged or is none."""
    return sandbox.read_scenario_file(path, "gpw")
