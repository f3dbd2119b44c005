"""The names in an action: that they exist, and which units, forces and places they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.sfs import breakdown, stacking
from gpwlab.sfs.actions import (
    Action,
    Adjust,
    Advance,
    Attack,
    Break,
    Choose,
    Corps,
    Draw,
    Ferry,
    Infiltrate,
    Liberate,
    Loss,
    Move,
    Overrun,
    Place,
    Rebuild,
    Recall,
    Refuge,
    Reserve,
    Retreat,
    Stack,
    Stuka,
    Surround,
    Withdraw,
)
from gpwlab.sfs.position import NOWHERE

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position


def units_in(action: Action) -> tuple[str, ...]:
    """The unit ids that an action names."""
    match action:
        case Move(units=units) | Stack(units=units) | Withdraw(units=units) | Reserve(units=units):
            return units
        case Place(unit=unit) | Ferry(unit=unit) | Infiltrate(unit=unit) | Rebuild(unit=unit) | Recall(unit=unit):
            return (unit,)
        case Loss(unit=unit):
            return (unit,)
        case Break(unit=unit, into=into):
            return (unit, *(word.partition("/")[0] for word in into))
        case Advance(unit=mover):
            return () if mover is None else (mover,)
        case _:
            return ()


def forces_in(action: Action) -> tuple[str, ...]:
    """The force names that an action names."""
    match action:
        case Attack(target=target, attackers=attackers):
            return (target, *attackers)
        case Overrun(target=target, attacker=attacker):
            return (target, attacker)
        case Stuka(target=force) | Surround(force=force) | Refuge(force=force):
            return (force,)
        case _:
            return ()


def areas_in(action: Action) -> tuple[str, ...]:
    """The areas that an action names."""
    match action:
        case Move(path=path):
            return path
        case Infiltrate(area=area) | Retreat(area=area):
            return (area,)
        case _:
            return ()


def place_in(action: Action) -> str | None:
    """Where an action ends, as it is written: area, strongpoint or force."""
    match action:
        case Move(path=path):
            return path[-1]
        case Place(where=where):
            return where
        case Stack(to=to):
            return None if to == stacking.NEW else to
        case Ferry(landing=landing):
            return landing
        case Withdraw(via=via):
            return via or None
        case Infiltrate(area=area) | Retreat(area=area):
            return area
        case Attack(target=force) | Overrun(target=force) | Stuka(target=force):
            return force
        case _:
            return None


def check_names(pos: Position, action: Action) -> None:
    """InvalidInput for a name of an action that does not exist, or a list that is empty."""
    if isinstance(action, Break) and not all(isinstance(word, str) for word in action.into):
        raise InvalidInput(f"a smaller unit is written regiment-1 or pzkg-5-1/2, not as in {action.into!r}")
    for name in units_in(action):
        pos.world.unit(name)
    for name in forces_in(action):
        pos.force(name)
    board = pos.world.board
    for name in areas_in(action):
        _canonical(name, board.code(board.area(name)))
    _check_rest(pos, action)


def _canonical(given: str, code: str) -> None:
    """One way to write a place, so that equal actions have equal texts."""
    if given != code:
        raise InvalidInput(f"places are named by their codes: {code!r}, not {given!r}")


def _check_place(pos: Position, where: str) -> None:
    """InvalidInput for what is no area, strongpoint or force, or is not named by its code."""
    board = pos.world.board
    area, slot, force = stacking.place(pos, where)
    if force is None:
        _canonical(where, board.code(area) if slot == NOWHERE else board.strongpoints[slot].code)


def _check_rest(pos: Position, action: Action) -> None:
    board = pos.world.board
    match action:
        case Move(units=units) | Stack(units=units) | Withdraw(units=units) | Reserve(units=units):
            if not units or len(set(units)) < len(units):
                raise InvalidInput(f"'{action}' names no unit, or one twice")
    match action:
        case Move(path=()):
            raise InvalidInput(f"'{action}' names no area")
        case Attack(attackers=attackers) if not attackers or len(set(attackers)) < len(attackers):
            raise InvalidInput(f"'{action}' names no attacker, or one twice")
        case Break(into=into):
            if not into:
                raise InvalidInput(f"'{action}' names no smaller unit")
            breakdown.parse(pos, action)
        case Place(where=where) | Stack(to=where) if where != stacking.NEW:
            _check_place(pos, where)
        case Ferry(landing=landing) | Draw(landing=str() as landing):
            _canonical(landing, board.strongpoints[board.strongpoint(landing)].code)
        case Withdraw(via=landing) if landing:
            _canonical(landing, board.strongpoints[board.strongpoint(landing)].code)
        case Corps(make=word) | Choose(answer=word) if not isinstance(word, str):
            raise InvalidInput(f"{word!r} is no word")
        case Adjust(change=change) if change not in (-1, 0, 1):
            raise InvalidInput(f"Chuikov adjusts by -1, 0 or 1, not {change!r}")
        case Liberate(yes=yes) if type(yes) is not bool:
            raise InvalidInput(f"to liberate is True or False, not {yes!r}")
