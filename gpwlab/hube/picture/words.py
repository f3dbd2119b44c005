"""The text twin of a picture: what a reader of the map would say."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gpwlab.hube.board import SIDES, Board
from gpwlab.hube.picture.faces import Standing


def describe(
    headline: str, board: Board, standings: Iterable[Standing], hexes: Collection[int], notes: Iterable[str]
) -> str:
    """The whole twin: headline, notes, then each side's counters by hex."""
    shown = [s for s in standings if s.hex in hexes]
    lines = [headline, *notes]
    for side in SIDES:
        units = sorted((s for s in shown if s.side == side), key=lambda s: (board.ids[s.hex], s.unit))
        lines.append(f"{side}: {len(units)} counters")
        for s in units:
            lines.append(f"  {board.label(s.hex)}, {board.terrain[s.hex]}: {s.title}")
    return "\n".join(lines)


def describe_hex(board: Board, h: int) -> str:
    """A hex in words: id, town, terrain, railway and road, rivers along its sides, entry for a side."""
    parts = [board.label(h), " and ".join(filter(None, (board.terrain[h], board.terrain2[h])))]
    if h in board.town:
        parts.append(board.town[h].cls.replace("_", " "))
    if board.tracks(h):
        parts.append(f"{board.tracks(h)}-track railway")
    if h in board.on["road"]:
        parts.append("secondary road")
    rivers = sorted({f"{name} ({cls})" for i, d, cls, name in board.rivers if h in (i, board.near[i][d])})
    if rivers:
        parts.append("on the " + " and ".join(rivers))
    parts += [_entry(gate.side, gate.edge) for gate in board.exits if gate.hex == h]
    return ", ".join(parts)


def _entry(side: str, edge: str) -> str:
    if edge == "air_base":
        return f"{side} off-map air base"
    return f"{side} entry in Kiev" if edge == "kiev" else f"{side} entry on the {edge} edge"
