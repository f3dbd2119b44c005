"""A lazy view of the legal actions, as ``Game.legal`` gives it."""

from __future__ import annotations

from collections.abc import Iterator

from gpwlab.core import legal
from gpwlab.core.errors import InvalidInput
from gpwlab.sfs import engine, keeping, movement, names, setup, stacking
from gpwlab.sfs.actions import Action
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.position import NOWHERE, Position


class Legal(legal.Legal[Position, Action]):
    """The atomic actions open to the side that must decide.

    Iteration gives one move a destination for every unit and every stack, one attack a target and set of forces; ``in``
    accepts any legal path and any legal set of units.
    """

    _keeper = keeping.KEEPER

    def _listed(self) -> Iterator[Action]:
        return engine.legal(self._pos)

    def _goes_on(self) -> bool:
        return not self._pos.winner

    def of(self, unit_id: str) -> list[Action]:
        """The actions that name a unit or a force; InvalidInput for an unknown one."""
        if isinstance(unit_id, str) and unit_id[:1] == "F" and unit_id[1:].isdecimal():
            force = self._pos.force(unit_id)
            ids = {self._pos.world.units[u].id for u in force.units} | {unit_id}
            return [action for action in self if ids & set(str(action).split())]
        unit = self._pos.world.unit(unit_id)
        if self._pos.step.kind == "setup" and engine.pending(self._pos) is None:
            return list(setup.legal_of(self._pos, unit.index))
        return [action for action in self if unit_id in str(action).split()]

    def at(self, place: str) -> list[Action]:
        """The actions that end in an area or a strongpoint of it, or have a force as target or host.

        InvalidInput for what is none of the three.
        """
        area, slot, force = stacking.place(self._pos, place)
        if force is None and slot == NOWHERE:
            code = self._pos.world.board.code(area)
            return [a for a in self if (names.place_in(a) or "").partition("-")[0] == code]
        return [action for action in self if names.place_in(action) == place]


class SideLegal(legal.SideLegal[Position, Action], Legal):
    """The legal actions as a side sees them: its own, and none while the other side must act."""

    def _deciding(self) -> int:
        return engine.deciding(self._pos)

    def of(self, unit_id: str) -> list[Action]:
        """The actions that name a unit or force of this side or a force of the other; InvalidInput for others."""
        no_name_for_germans(self._pos, self._side, unit_id)
        return super().of(unit_id)


def no_name_for_germans(pos: Position, side: int, *ids: object) -> None:
    """InvalidInput where a German names a Soviet unit: a force is all that he sees."""
    for name in ids:
        index = pos.world.unit_index.get(name) if isinstance(name, str) else None
        if side == GERMAN and index is not None and pos.world.units[index].side == SOVIET:
            raise InvalidInput(f"there is no unit {name!r} that the German side could name: name its force")


def reach(pos: Position, force: str) -> dict[str, tuple[str, ...]]:
    """Areas that a whole force may move to now, each with its path."""
    units = pos.force(force).units
    if "movement" not in pos.step.kind and pos.step.kind != "reserve":
        return {}
    if pos.winner or engine.pending(pos) is not None or any(next(movement.may_move(pos, u), None) for u in units):
        return {}
    code = pos.world.board.code
    return {code(to): tuple(map(code, path)) for to, path in sorted(movement.destinations(pos, units).items())}
