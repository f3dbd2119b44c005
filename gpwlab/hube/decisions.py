"""An open decision inside a phase: whose it is, what may be answered, and what a hasty player would answer."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.hube.actions import Action


@dataclass(frozen=True, slots=True)
class Decision:
    """``options`` are the legal answers, dice left to the lab; ``default`` is the one taken by ``Game.play``."""

    side: str
    kind: str
    rule: str
    options: tuple[Action, ...]
    default: Action
    text: str

    def __str__(self) -> str:
        return f"{self.side} to decide: {self.text} ({self.rule})"
