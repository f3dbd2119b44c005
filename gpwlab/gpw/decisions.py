"""An open decision inside a phase: whose it is, what may be answered, and what a hasty player would answer."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.gpw.actions import Action


@dataclass(frozen=True, slots=True)
class Decision:
    """``options`` are all legal answers; ``default`` is the one taken by ``Game.play``.

    ``judged``: orders among the options may be given in other words too, such as another path; their Orders judge them.
    """

    side: str
    kind: str
    rule: str
    options: tuple[Action, ...]
    default: Action
    text: str
    judged: bool = False

    def __str__(self) -> str:
        return f"{self.side} to decide: {self.text} ({self.rule})"
