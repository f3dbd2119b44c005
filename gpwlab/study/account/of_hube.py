"""Hube's Pocket in an account: what was rolled, brought in and recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from gpwlab.core.svg.build import Picture
from gpwlab.core.svg.frame import Frame
from gpwlab.hube import victory
from gpwlab.hube.board import CITIES, SIDES
from gpwlab.hube.position import ON_MAP
from gpwlab.study.account.book import Battle, Book, Row

#: Pixels of a still, on which counters are blocks.
_WIDTH = 1400


class HubeBook(Book):
    """A campaign workbook of *Hube's Pocket*."""

    title = "Hube's Pocket"
    sides = (SIDES[0], SIDES[1])
    ground = "hexes"
    strength = ""
    counted: ClassVar[dict[str, tuple[str, str]]] = {
        "move": ("unit moves", "units move"),
        "rail": ("unit goes by rail", "units go by rail"),
        "setup": ("unit, point or air unit is set up", "units, points and air units are set up"),
        "haul": ("haul", "hauls"),
        "mode": ("change of mode", "changes of mode"),
    }
    silent = frozenset({"phase", "due", "weather", "ground", "air", "outcome"})
    begins = ""
    skies = ("weather", "ground", "air")

    def still(self, reader: Any) -> tuple[Picture, Frame | None]:
        """The map of the scenario, units as blocks."""
        return reader.picture(show=("control",), width=_WIDTH), None

    def standing(self, reader: Any) -> dict[str, tuple[int, int | None, int]]:
        """Units on the map, hexes held; strengths are on the counters alone."""
        units = Counter(piece.side for piece in reader.pieces)
        held = Counter(reader.sides)
        return {side: (units[side], None, held[side]) for side in SIDES}

    def holders(self, reader: Any) -> dict[str, str]:
        """The cities, hex by hex."""
        board, sides = reader.board, reader.sides
        return {board.label(h): sides[h] for h, town in board.town.items() if town.cls in CITIES and sides[h]}

    def cut_off(self, reader: Any) -> list[str]:
        """Units recorded as out of supply, with their hexes."""
        return [f"{piece.id} in {piece.hex}" for piece in reader.pieces if not piece.supplied]

    def goals(self, reader: Any) -> list[str]:
        """What the game would end in now."""
        now = victory.standing(reader)
        points = f"{float(reader.vp):g} victory points for the Soviets (hube 5.2)"
        return [points, *(f"as if it ended now, {now}: {reason}" for reason in now.reasons)]

    def battles(self, rows: Sequence[Row]) -> list[Battle]:
        """None: combat is fought by the series rules, and only what it cost is recorded."""
        return []

    def left(self, reader: Any) -> list[int]:
        """As recorded; of the steps that a unit's table says it has at least, so that more may be lost than it had."""
        pos = reader._pos
        left = (unit.steps_at_least - lost for unit, lost in zip(pos.world.units, pos.lost, strict=True))
        return [steps if fate == ON_MAP else min(steps, 0) for steps, fate in zip(left, pos.fate, strict=True)]
