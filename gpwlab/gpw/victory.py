"""Who has won, and why (gpw 22.1.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw.units import AXIS

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: The cities of gpw 22.1.3.B, and how many of them the Axis needs.
BARBAROSSA_CITIES = ("Kalinin", "Kharkov", "Kiev", "Leningrad", "Rostov", "Voronezh")
BARBAROSSA_NEED = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning side (or "draw") and the reasons."""

    winner: str
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return f"{self.winner}: " + "; ".join(map(str, self.reasons))


def holds(pos: Position, side: int, city: str) -> bool:
    """True if a side holds a city: its unit was the last to pass or occupy the hex (docs/rulings.md)."""
    return pos.control[pos.world.board.city_at[city]] == side


def barbarossa(pos: Position, at_end: bool) -> Outcome | None:
    """The outcome of scenario 1: Moscow ends it at once, the six cities are counted after the last turn."""
    if holds(pos, AXIS, "Moscow"):
        return Outcome("Axis", (Reason("gpw 22.1.3.A", "the Axis has captured Moscow"),))
    if not at_end:
        return None
    held = [city for city in BARBAROSSA_CITIES if holds(pos, AXIS, city)]
    names = ", ".join(held) or "none"
    count = f"the Axis holds {len(held)} of the six cities ({names}) and needs {BARBAROSSA_NEED}"
    if len(held) >= BARBAROSSA_NEED:
        return Outcome("Axis", (Reason("gpw 22.1.3.B", count),))
    return Outcome("Soviet", (Reason("gpw 22.1.3.B", count), Reason("gpw 22.1.3.C", "an Axis victory was avoided")))
