"""The text twin of a picture: what a reader of the map would say."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gpwlab.core.words import counted
from gpwlab.gpw.board import Board
from gpwlab.gpw.picture.faces import Standing, strengths
from gpwlab.gpw.units import SIDES


def describe_unit(standing: Standing) -> str:
    """One counter in words: ``ax-pz-56 German 56 PZ 10-8``, with the state that its marks show."""
    unit = standing.unit
    parts = [unit.id, unit.nation, unit.label, unit.kind, "-".join(strengths(unit, standing.steps))]
    states = [
        state
        for state, holds in (
            ("reduced", standing.steps < unit.steps),
            ("moved", standing.moved),
            ("out of supply", not standing.supplied),
        )
        if holds
    ]
    return " ".join(parts) + (f" ({', '.join(states)})" if states else "")


def describe(
    headline: str, board: Board, standings: Iterable[Standing], hexes: Collection[int], notes: Iterable[str]
) -> str:
    """The whole twin: headline, notes on overlays, then each side's units by hex."""
    shown = [s for s in standings if s.hex in hexes]
    lines = [headline, *notes]
    for number, side in enumerate(SIDES):
        units = sorted((s for s in shown if s.unit.side == number), key=lambda s: board.ids[s.hex])
        lines.append(f"{side}: {counted(len(units), 'unit')}")
        for s in units:
            lines.append(f"  {board.label(s.hex)}, {board.terrain[s.hex]}: {describe_unit(s)}")
    return "\n".join(lines)


def describe_hex(board: Board, h: int) -> str:
    """A hex in words: id, town, terrain, country, and what lies on its hexsides."""
    parts = [board.label(h), board.terrain[h]]
    city = board.city.get(h)
    if city:
        parts.append(city.cls.replace("_", " "))
    if board.country[h]:
        parts.append(board.country[h])
    if board.rail[h]:
        parts.append("railway")
    if not board.in_play[h]:
        parts.append("out of play")
    rivers = sorted({name for a, b, name in board.hexside_pairs.get("river", ()) if h in (a, b) and name})
    if rivers:
        parts.append("on the " + " and ".join(rivers))
    return ", ".join(parts)
