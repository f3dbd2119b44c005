"""A player of Hube's Pocket: the ruled decisions at random.

The series rules are another book, so that what is only recorded (moves, battles) is left to the players at the table.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gpwlab.hube.actions import Base, Bring, Done, Place, Rebuild, Refit, Subsist
from gpwlab.study.players.base import Maker

if TYPE_CHECKING:
    from gpwlab.hube.reader import View

#: What the rules decide outside of questions: arrivals, rebuilding, fortresses.
RULED = (Place, Bring, Base, Rebuild, Refit, Subsist)


class Random:
    """Answers every question at random, brings in arrivals and rebuilds at random, ends every other phase."""

    def __init__(self, seed: str, calm: float = 0.15) -> None:
        self.name = "random"
        self._dice = random.Random(seed)
        self._calm = calm

    def choose(self, view: View) -> Any:
        """A legal action."""
        decision = view.pending
        if decision is not None:
            return self._dice.choice(decision.options)
        if view._pos.step.kind not in ("setup", "reinforcement"):
            return Done()
        actions = list(view.legal)
        may_end = Done() in actions
        ruled = [action for action in actions if isinstance(action, RULED)]
        if not ruled or (may_end and self._dice.random() < self._calm):
            return Done()
        return self._dice.choice(ruled)


MAKERS: Mapping[str, Maker] = {"random": Random}
