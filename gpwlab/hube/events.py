"""What an action caused: one event a fact, flat, ready for the log."""

from __future__ import annotations

from dataclasses import dataclass

#: Who may know an event in full: both sides, or one of them.
BOTH = -1


@dataclass(frozen=True, slots=True)
class Event:
    """A fact of play.  ``kind`` names it, ``text`` says it, ``rule`` is the rule that made it happen.

    ``knows`` is the side that knows it in full, BOTH for an open fact; the other side is told ``public`` instead.
    """

    kind: str
    text: str
    rule: str
    unit: str = ""
    from_hex: str = ""
    to_hex: str = ""
    die: int = 0
    result: str = ""
    knows: int = BOTH
    public: str = ""

    def __str__(self) -> str:
        return self.text


def told(event: Event, viewer: int | None) -> Event:
    """An event as a viewer is told it: a secret one without what it says (hube 2.2, hube 3.2)."""
    if viewer is None or event.knows in (BOTH, viewer):
        return event
    return Event(event.kind, event.public, event.rule)
