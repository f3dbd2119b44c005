"""The sandbox: set up any position by hand, on the record, and keep it as a scenario file.

An edit is an action like any other, so that it can be undone, saved and replayed; only the rules of play do not bind
it.  What no position can be, two units in a hex or a unit in the sea, it refuses.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core import saves
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import engine, records, supply
from gpwlab.gpw.actions import Edit
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import FATES, ON_MAP
from gpwlab.gpw.sequence import MOVEMENT, TURN
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.game import Game
    from gpwlab.gpw.position import Position

#: Fates that a unit taken off the map may have.
OFF_MAP = tuple(fate for number, fate in enumerate(FATES) if number != ON_MAP)
PHASES = {step.name: number for number, step in enumerate(TURN)}
WEATHERS = ("clear", "mud", "snow")
KIND = "scenario"


# -- the action -------------------------------------------------------------------------------------------------------


def check_form(pos: Position, action: Edit) -> None:
    """InvalidInput for an edit that names what does not exist."""
    words = action.words
    match action.what, words:
        case "place", (unit, hex_, steps):
            pos.world.board.hex(hex_)
            _number(steps, "steps", 1, pos.world.unit(unit).steps)
        case "remove", (unit, fate):
            pos.world.unit(unit)
            _one_of(fate, "fate", OFF_MAP)
        case "phase", (turn, number):
            scenario = pos.world.scenario
            _number(turn, "turn", scenario.first_turn, scenario.last_turn)
            _number(number, "phase", 0, len(TURN) - 1)
        case "weather", (kind,):
            _one_of(kind, "weather", WEATHERS)
        case "control", (hex_, side):
            pos.world.board.hex(hex_)
            _one_of(side, "side", SIDES)
        case "rp", (number,):
            _number(number, "RPs", 0, 99)
        case _:
            raise InvalidInput(f"'{action}' is no edit: place, remove, phase, weather, control or rp")


def _number(text: str, what: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise InvalidInput(f"{what} is a number from {low} to {high}, not {text!r}")
    return int(text)


def _one_of(text: str, what: str, known: tuple[str, ...]) -> None:
    if text not in known:
        raise InvalidInput(f"there is no {what} {text!r}: it is one of {', '.join(known)}")


def objections(pos: Position, action: Edit) -> Iterator[Reason]:
    """Why an edit cannot be: it would make a position that none can be, or disturb an attack."""
    board = pos.world.board
    if pos.battles:
        yield Reason("gpw 7.1.B", "attacks are announced: carry them out or undo them before editing")
    if action.what == "place":
        unit, hex_ = pos.world.unit(action.words[0]).index, board.hex(action.words[1])
        if not board.playable[hex_]:
            yield Reason("gpw 5.3.A", f"{board.label(hex_)} is no land in play")
        if pos.occupant[hex_] not in (-1, unit):
            yield Reason("gpw 5.3.E", f"{board.label(hex_)} holds {pos.world.units[pos.occupant[hex_]].name}")
    elif action.what == "control":
        hex_ = board.hex(action.words[0])
        if not board.playable[hex_]:
            yield Reason("gpw 5.3.A", f"{board.label(hex_)} is no land in play")
        if pos.occupant[hex_] >= 0:
            yield Reason("gpw 5.5.1.E", f"{board.label(hex_)} belongs to the side of the unit in it")


def apply(pos: Position, action: Edit) -> list[Event]:
    """Carry out an edit; supply and the outcome are judged anew."""
    words = action.words
    event = Event("edit", f"by hand: {action}", "")
    pos.winner = ""
    if action.what == "phase":
        pos.turn, pos.phase = int(words[0]), int(words[1])
        pos.fighting, pos.withdrawing, pos.kerch_used = -1, (), [False, False]
        return [event, *engine.begin_phase(pos)]
    if action.what == "weather":
        pos.weather = "" if words[0] == "clear" else words[0]
    elif action.what == "rp":
        pos.rp = int(words[0])
    elif action.what == "control":
        pos.control[pos.world.board.hex(words[0])] = SIDES.index(words[1])
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
    if action.what == "place":
        pos.steps[unit.index] = int(action.words[2])
        pos.put(unit.index, pos.world.board.hex(action.words[1]))
        return
    fate = action.words[1]
    pos.fate[unit.index] = FATES.index(fate)
    pos.steps[unit.index] = 0 if fate == "eliminated" else unit.steps


# -- the tool ---------------------------------------------------------------------------------------------------------


class Editor:
    """What ``Game.edit`` returns: one method an edit, each done on the game at once and logged."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def _do(self, what: str, *words: object) -> list[Event]:
        return self._game.do(Edit(what, tuple(map(str, words))))

    def place(self, unit: str, hex_id: str, steps: int | None = None) -> list[Event]:
        """Put a unit in a hex, from wherever it is, with that many steps (as many as it has, else full)."""
        counter, left, here = self._game.standing(unit)
        return self._do("place", unit, hex_id, steps or (left if here else counter.steps))

    def remove(self, unit: str, to: str = "eliminated") -> list[Event]:
        """Take a unit off the map: eliminated, due, later or withdrawn."""
        return self._do("remove", unit, to)

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

    def save(self, path: str | os.PathLike[str], title: str, note: str = "") -> None:
        """Keep the position as a scenario file that ``gpw.new`` accepts; DataError if it cannot be written."""
        if not title:
            raise InvalidInput("a scenario file has a title")
        body = {"game": "gpw", "kind": KIND, "title": title, "note": note}
        saves.write(path, {**body, "position": records.to_record(self._game._pos)})


def read_scenario_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The position in a scenario file; DataError if the file is damaged or is none."""
    body = saves.read(Path(path))
    position = body.get("position")
    if body.get("game") != "gpw" or body.get("kind") != KIND or not isinstance(position, dict):
        raise DataError("not a scenario file of gpw", str(path))
    return position
