"""How a player of The Great Patriotic War weighs things; the numbers were found by play, not by theory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """A player's weights.

    column: the odds column that it masses for.  blood: what a point of its own loss weighs against one of the enemy's.
    ground: points that a hex taken is worth, ``city``: those that a goal is worth on top.  least: points below which
    an attack is not worth it.  reach: hexes from the enemy that it stops at while it attacks.  drive: points a hex
    nearer to a goal, ``dash``: those on top for panzers and cavalry.  cover: points a column of shelter.  fear: points
    off for each point of enemy strength next to a hex beyond the unit's own.  bold: how many times its strength a unit
    faces where it advances.
    """

    name: str
    column: int
    blood: float
    ground: float
    city: float
    least: float
    reach: int
    drive: float
    dash: float
    cover: float
    fear: float
    bold: float


CAUTIOUS = Style(
    "cautious",
    column=4,
    blood=1.6,
    ground=1.0,
    city=6,
    least=0.5,
    reach=1,
    drive=0.8,
    dash=0.3,
    cover=0.6,
    fear=0.12,
    bold=1.5,
)
AGGRESSIVE = Style(
    "aggressive",
    column=3,
    blood=1.0,
    ground=1.0,
    city=6,
    least=0.0,
    reach=1,
    drive=2.4,
    dash=3,
    cover=0.6,
    fear=0.02,
    bold=10,
)
HISTORICAL = Style(
    "historical",
    column=3,
    blood=1.0,
    ground=1.5,
    city=6,
    least=0.2,
    reach=1,
    drive=1.5,
    dash=0.8,
    cover=0.5,
    fear=0.08,
    bold=2.5,
)
PLANNER = Style(
    "planner",
    column=3,
    blood=1.0,
    ground=1.0,
    city=6,
    least=0.0,
    reach=1,
    drive=2.0,
    dash=3,
    cover=0.6,
    fear=0.04,
    bold=4,
)
