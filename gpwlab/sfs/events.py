"""What an action caused: one event a fact, flat, ready for the log."""

from __future__ import annotations

from dataclasses import dataclass

#: Who may know an event in full: both sides, or one of them.
BOTH = -1


@dataclass(frozen=True, slots=True)
class Event:
    """A fact of play.  ``kind`` names it, ``text`` says it, ``rule`` is the rule that made it happen.

    ``knows`` is the side that knows it in full, BOTH for an open fact.  The other side is told ``public`` instead,
    without unit, die and result; where ``public`` is empty it is told nothing.  Texts that both sides read never name
    the class of a Soviet unit that is face down.
    """

    kind: str
    text: str
    rule: str
    unit: str = ""
    from_area: str = ""
    to_area: str = ""
    die: int = 0
    column: str = ""
    result: str = ""
    knows: int = BOTH
    public: str = ""

    def __str__(self) -> str:
        return self.text
