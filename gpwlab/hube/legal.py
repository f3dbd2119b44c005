"""A lazy view of the legal actions, as ``Game.legal`` gives it."""

from __future__ import annotations

from collections.abc import Iterator

from gpwlab.core import legal
from gpwlab.hube import engine, keeping, names, setup
from gpwlab.hube.actions import Action
from gpwlab.hube.position import Position


class Legal(legal.Legal[Position, Action]):
    """The atomic actions open to the side that must decide.

    Iteration gives the simplest of what may be recorded of a unit (one step of a move, one step lost); ``in`` accepts
    any other that :meth:`gpwlab.hube.reader.Reader.why_not` accepts.
    """

    _keeper = keeping.KEEPER

    def _listed(self) -> Iterator[Action]:
        return engine.legal(self._pos)

    def _goes_on(self) -> bool:
        return not self._pos.ended

    def of(self, unit_id: str) -> list[Action]:
        """The actions that name a unit, formation or air unit; InvalidInput for an unknown one."""
        world = self._pos.world
        if unit_id not in world.wing_index:
            world.members(unit_id)
            if self._pos.step.kind == "setup" and engine.pending(self._pos) is None:
                return list(setup.legal_of(self._pos, unit_id))
        return [action for action in self if unit_id in str(action).split()]

    def at(self, place: str) -> list[Action]:
        """The actions that end in a hex; InvalidInput for an unknown one."""
        h = self._pos.world.board.hex(place)
        return [action for action in self if names.place_in(action) == self._pos.world.board.ids[h]]


class SideLegal(legal.SideLegal[Position, Action], Legal):
    """The legal actions as a side sees them: its own, and none while the other side must act."""

    def _deciding(self) -> int:
        return engine.deciding(self._pos)
