"""An open decision inside a phase: whose it is, what may be answered, and what a hasty player would answer."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.sfs.actions import Action


@dataclass(frozen=True, slots=True)
class Decision:
    """``options`` are all legal answers; ``default`` is the one taken by ``Game.play``.

    ``secret`` decisions are shown to the other side without their options and text.
    """

    side: str
    kind: str
    rule: str
    options: tuple[Action, ...]
    default: Action
    text: str
    secret: bool = False

    def __str__(self) -> str:
        return f"{self.side} to decide: {self.text} ({self.rule})"
