"""The words in which every game tells where it stands: a step of the turn, and the phase that it makes of one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of the turn: whose it is, its kind (which module plays it), name and rule."""

    side: int
    kind: str
    name: str
    rule: str

    def phase(self, turn: int, title: str, sides: tuple[str, ...], number: int) -> Phase:
        """This step as the phase with a number in a turn with a title."""
        return Phase(turn, sides[self.side], self.name, self.rule, number, title, self.kind)


@dataclass(frozen=True, slots=True)
class Phase:
    """Where the game stands, as shown to users."""

    turn: int
    side: str
    name: str
    rule: str
    number: int
    title: str
    kind: str

    def __str__(self) -> str:
        return f"{self.title}: {self.name} Phase"
