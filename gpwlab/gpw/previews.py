"""Many battles of one position, for who compares plans: what they share is worked out once.

Columns come from odds.py and outcomes from results.py, as in any preview; what is saved is doing the same thing twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from gpwlab.core.errors import IllegalAction
from gpwlab.core.reasons import Reason
from gpwlab.gpw import combat, sorties
from gpwlab.gpw.actions import Fly
from gpwlab.gpw.position import Battle
from gpwlab.gpw.preview import Memo, Preview, support, turned_to_combat

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position


class Previews:
    """The battles that a side could still announce, in its combat phase of this turn or as things stand now.

    Units, hexes and aircraft are indices of the position.  IllegalAction once the side has begun to roll.
    """

    def __init__(self, pos: Position, side: int) -> None:
        trial = turned_to_combat(pos, side)
        if trial.air_stage or any(battle.resolved for battle in trial.battles):
            text = "all attacks are announced before the first is rolled and before fighters intercept"
            raise IllegalAction([Reason("gpw 7.1.B", text)])
        #: enemy hexes that no announced attack names, each with the units that may attack it
        self.targets: dict[int, list[int]] = dict(combat.targets(trial))
        trial.battles, trial.fighting = [], -1
        self._pos = trial
        self._memo: Memo = {}
        self._flown: dict[tuple[int, int], Position] = {}

    def battle(self, target: int, attackers: Sequence[int], air: int = -1) -> Preview:
        """The battle of units against a hex, with an aircraft of :meth:`aircraft` as OAS."""
        pos = self._pos if air < 0 else self._with(target, air)
        return Preview(pos, target, tuple(attackers), self._memo)

    def groups(self, target: int) -> Iterator[tuple[int, ...]]:
        """Every set of units that may attack a hex, the small ones first."""
        able = self.targets[target]
        return (group for size in range(1, len(able) + 1) for group in combinations(able, size))

    def aircraft(self, target: int) -> list[int]:
        """Aircraft that may fly OAS to an attack on a hex (gpw 11.1.1.A)."""
        pos, units, board = self._pos, self._pos.world.units, self._pos.world.board
        pos.battles = [self._announced(target)]
        flights = ((unit, Fly(units[unit].id, board.ids[target])) for unit in pos.world.aircraft[pos.side])
        able = [unit for unit, flight in flights if next(sorties.fly_objections(pos, flight), None) is None]
        pos.battles = []
        return able

    def _announced(self, target: int) -> Battle:
        return Battle(target, tuple(self.targets[target]), defenders=self._pos.holders(target))

    def _with(self, target: int, air: int) -> Position:
        """The position with an aircraft over a hex."""
        if (target, air) not in self._flown:
            self._flown[target, air] = trial = self._pos.copy()
            support(trial, self._announced(target), trial.world.units[air].id)
        return self._flown[target, air]
