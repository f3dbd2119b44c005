"""What an action caused: one event a fact, flat, ready for the log."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """A fact of play.  ``kind`` names it, ``text`` says it, ``rule`` is the rule that made it happen."""

    kind: str
    text: str
    rule: str
    unit: str = ""
    from_hex: str = ""
    to_hex: str = ""
    die: int = 0
    column: int = 0
    result: str = ""

    def __str__(self) -> str:
        return self.text
