"""A lazy view of the legal actions, as ``Game.legal`` gives it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.errors import GameError
from gpwlab.gpw import airborne, engine, leaders, movement, setup, sorties
from gpwlab.gpw.actions import (
    Action,
    Attack,
    Base,
    Done,
    Drop,
    Fly,
    Intercept,
    Lead,
    Move,
    Place,
    Rebuild,
    Resolve,
    Retreat,
)

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: Phases in which, while no decision is open, all that may be done is to move units or to end the phase.
MOVES = ("rail", "mobile", "general")


class Legal:
    """The atomic actions open to the side that must decide.

    Iteration gives one move a destination (by its cheapest path), one attack a target (with all that may join) and in
    a set-up the units still to be placed; ``in`` accepts any legal path, any legal set of attackers and any unit.
    """

    def __init__(self, pos: Position) -> None:
        self._pos = pos
        self._counted: tuple[int, list[Action]] | None = None

    def __iter__(self) -> Iterator[Action]:
        if self._counted and self._counted[0] == self._pos.version:
            yield from self._counted[1]
        else:
            yield from engine.legal(self._pos)

    def __len__(self) -> int:
        pos = self._pos
        if pos.step.kind in MOVES and not pos.winner and engine.pending(pos) is None:  # counted without the paths
            led = sum(1 for _ in engine.orders(pos))
            led += sum(1 for _ in leaders.legal(pos)) if pos.step.kind == "mobile" else 0
            led += sum(1 for _ in airborne.legal(pos)) if pos.step.kind != "rail" else 0
            led += sum(1 for _ in sorties.legal(pos)) if pos.step.kind == "general" else 0
            moves = sum(len(movement.reach_of(pos, unit).left) for unit in movement.movable(pos))
            return (Done() in self) + led + moves
        self._counted = pos.version, list(engine.legal(pos))  # ``list`` asks for the number before the first
        return len(self._counted[1])

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, action: object) -> bool:
        try:
            asked = engine.as_action(self._pos, action)
        except GameError:
            return False
        return next(engine.objections(self._pos, asked), None) is None

    def of(self, unit_id: str) -> list[Action]:
        """The actions of one unit; InvalidInput for an unknown unit."""
        unit = self._pos.world.unit(unit_id)
        if not self._pos.winner and engine.pending(self._pos) is None:
            kind = self._pos.step.kind
            if unit.air_range and Place not in engine.belongs(kind):
                return sorties.legal_of(self._pos, unit.index)
            if not unit.ground and Place not in engine.belongs(kind):
                return [*leaders.legal_of(self._pos, unit.index)] if kind == "mobile" else []
            if Move in engine.belongs(kind):
                drops = airborne.legal_of(self._pos, unit.index) if Drop in engine.belongs(kind) else ()
                return [*movement.legal_of(self._pos, unit.index), *drops]
            if kind == "setup":
                return list(setup.legal_of(self._pos, unit.index))
        return [action for action in self if _names(action, unit_id)]

    def at(self, hex_id: str) -> list[Action]:
        """The actions that end in, attack or concern one hex; InvalidInput for an unknown hex."""
        self._pos.world.board.hex(hex_id)
        return [action for action in self if _hex_of(action) == hex_id]

    def __repr__(self) -> str:
        shown = [str(action) for _n, action in zip(range(4), self, strict=False)]
        more = len(self) - len(shown)
        return f"<{len(self)} legal actions: {'; '.join(shown)}{f'; and {more} more' if more else ''}>"


def _names(action: Action, unit_id: str) -> bool:
    """True if an action names a unit, as mover, attacker or otherwise."""
    return unit_id in engine.names_in(action)[0]


def _hex_of(action: Action) -> str | None:
    match action:
        case Move(_, path) | Retreat(path):
            return path[-1]
        case Attack(target, _) | Resolve(target):
            return target
        case Place(_, hex_) | Rebuild(_, hex_) | Lead(_, hex_) | Drop(_, hex_):
            return hex_
        case Fly(_, hex_) | Intercept(_, hex_) | Base(_, hex_):
            return hex_
        case _:
            return None
