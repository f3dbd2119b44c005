"""The whole sheet in small: land, water, great rivers and towns, and a dot for each unit."""

from __future__ import annotations

from collections.abc import Sequence

from gpwlab.core.svg.build import el, num
from gpwlab.core.svg.lattice import at, chains, outline, smooth_line
from gpwlab.gpw.board import WATER
from gpwlab.gpw.picture import rivers
from gpwlab.gpw.picture.faces import Standing
from gpwlab.gpw.picture.sheet import Sheet
from gpwlab.gpw.units import SOVIET


def ground(sheet: Sheet) -> str:
    """What never changes, from the hexes alone: a few kilobytes."""
    p, board, box = sheet.palette, sheet.board, sheet.frame_of_window
    long = rivers.lengths(sheet)
    great = [edge for edge in rivers.edges(sheet) if rivers.breadth(long[edge[2]]) == rivers.breadth(999)]
    d = "".join(smooth_line([at(n) for n in line]) for _name, line in chains(great))
    land = [h for h in range(board.n) if board.terrain[h] not in WATER]
    woods = [h for h in land if board.terrain[h] == "forest"]
    heights = [h for h in land if board.terrain[h] == "mountain"]
    places = [sheet.centre[h] for h, city in board.city.items() if city.major or city.capital]
    towns = "".join(f"M{num(x)} {num(y)}h0" for x, y in places)
    return "".join((
        el("rect", x=box.x, y=box.y, width=box.width, height=box.height, fill=p.sea),
        el("path", d=outline(sheet.nodes(land)), fill=p.land),
        el("path", d=outline(sheet.nodes(woods)), fill=p.forest),
        el("path", d=outline(sheet.nodes(heights)), fill=p.mountain),
        el("path", d=d, fill="none", stroke=p.river, stroke_width=16),
        el("path", d=towns, stroke=p.ink, stroke_width=44, stroke_linecap="square"),
    ))  # fmt: skip


def dots(sheet: Sheet, shown: Sequence[Standing]) -> str:
    """A dot for each unit, square for the Axis and round for the Soviets."""
    p = sheet.palette
    out = []
    for side, (colour, cap) in enumerate(((p.axis, "square"), (p.soviet, "round"))):
        places = sorted({sheet.centre[s.hex] for s in shown if s.unit.side == side})
        d = "".join(f"M{num(x)} {num(y)}h0" for x, y in places)
        width = 84 if side == SOVIET else 70
        out.append(el("path", d=d, stroke=p.halo, stroke_width=width + 26, stroke_linecap=cap))
        out.append(el("path", d=d, stroke=colour, stroke_width=width, stroke_linecap=cap))
    return "".join(out)
