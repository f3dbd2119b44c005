"""Fog of war: cards from ace to six instead of open dice for artillery (sfs 5.4.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.core.words import counted
from gpwlab.sfs.board import SIDES
from gpwlab.sfs.events import Event

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

OPTION = "fog-of-war"


def on(pos: Position) -> bool:
    """Whether the cards are in use."""
    return pos.world.rules.has(OPTION)


def draw(pos: Position, side: int) -> int:
    """A side draws its card of the turn, ace (1) to six; it stays a secret (sfs 5.4.9.A)."""
    pos.card[side] = pos.roll("card", SIDES[side])
    pos.spent[side] = 0
    return pos.card[side]


def reveal(pos: Position) -> list[Event]:
    """At the end of the turn the cards are shown beside what was spent (sfs 5.4.9.B)."""
    if not on(pos) or not any(pos.card):
        return []
    events = [
        Event(
            "card",
            f"{name} shows its card {pos.card[side]}: {counted(pos.spent[side], 'point')} spent, {pos.ap[side]} left",
            "sfs 5.4.9.B",
            die=pos.card[side],
            result=str(pos.spent[side]),
        )
        for side, name in enumerate(SIDES)
    ]
    pos.card, pos.spent = [0, 0], [0, 0]
    return events
