"""Railways and roads from hex to hex, and the arrows where sides enter the map."""

from __future__ import annotations

from itertools import pairwise

from gpwlab.core.svg.build import Attrs, el, num
from gpwlab.core.svg.lattice import Node, Point, chains, smooth_line
from gpwlab.hube.picture.palette import Palette
from gpwlab.hube.picture.sheet import Sheet, at

#: Roads keep this far beside the centre of a hex through which a railway runs.
_ROAD = (13.0, 9.0)
#: Which way out of the map an edge lies.
_OUTWARDS: dict[str, Point] = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}


def path(sheet: Sheet, kinds: tuple[str, ...], shift: Point = (0.0, 0.0)) -> str:
    """Path data of railways or roads: straight into towns and junctions, rounded elsewhere."""
    board = sheet.board
    links: dict[tuple[Node, Node], None] = {}
    for kind, _line, _name, hexes in board.lines:
        if kind in kinds:
            for a, b in pairwise(hexes):
                if a in sheet.shown or b in sheet.shown:
                    links[min(sheet.node[a], sheet.node[b]), max(sheet.node[a], sheet.node[b])] = None
    stops = {sheet.node[h] for h in board.town}
    shared = {sheet.node[h] for h in sheet.shown if board.single[h] or board.multi[h]} - stops
    drawn = chains([(a, b, "") for a, b in links], stops)
    return "".join(smooth_line([_beside(n, shift if n in shared else (0.0, 0.0)) for n in line]) for _n, line in drawn)


def _beside(n: Node, shift: Point) -> Point:
    x, y = at(n)
    return x + shift[0], y + shift[1]


def roads(sheet: Sheet) -> str:
    """All secondary roads."""
    return road(sheet.palette, path(sheet, ("road",), _ROAD))


def road(p: Palette, d: str) -> str:
    """A road along a path."""
    line: Attrs = {"d": d, "fill": "none", "stroke_linejoin": "round"}
    return el("path", stroke=p.halo, stroke_width=6.5, stroke_opacity=0.75, **line) + el(
        "path", stroke=p.road, stroke_width=3.2, **line
    )


def rails(sheet: Sheet) -> str:
    """All railways, single-track below multi-track."""
    p = sheet.palette
    return rail(p, path(sheet, ("single",)), "single") + rail(p, path(sheet, ("multi",)), "multi")


def rail(p: Palette, d: str, tracks: str) -> str:
    """A railway along a path: a line with sleepers, a double one for multi-track."""
    line: Attrs = {"d": d, "fill": "none", "stroke_linejoin": "round"}
    if tracks == "single":
        return (
            el("path", stroke=p.halo, stroke_width=6, stroke_opacity=0.6, **line)
            + el("path", stroke=p.rail, stroke_width=2.4, **line)
            + el("path", stroke=p.rail, stroke_width=8.5, stroke_dasharray="1.8 11", **line)
        )
    return (
        el("path", stroke=p.rail, stroke_width=13, stroke_dasharray="2 9", **line)
        + el("path", stroke=p.rail, stroke_width=8, **line)
        + el("path", stroke=p.halo, stroke_width=3.4, **line)
    )


def exits(sheet: Sheet) -> str:
    """An arrow into the map where a side's reinforcements may enter (hube 2.1, hube 3.1), a wing by the hex of an
    off-map air base (hube 1.3)."""
    p = sheet.palette
    out = []
    for gate in sheet.board.exits:
        if gate.hex not in sheet.shown:
            continue
        colour = p.axis if gate.side == "Axis" else p.soviet
        x, y = sheet.centre[gate.hex]
        if gate.edge in _OUTWARDS:
            dx, dy = _OUTWARDS[gate.edge]
            out.append(entry(p, (x + 62 * dx, y + 62 * dy), (-dx, -dy), colour))
        elif gate.edge == "air_base":
            out.append(air_base(p, (x, y), colour))
    return "".join(out)


def entry(p: Palette, tip: Point, towards: Point, colour: str) -> str:
    """A short broad arrow whose tail is at the edge of the map."""
    (x, y), (ux, uy) = tip, towards
    points = ((-14, -9), (8, -9), (8, -19), (30, 0), (8, 19), (8, 9), (-14, 9))
    d = "M" + "L".join(f"{num(x + a * ux - b * uy)} {num(y + a * uy + b * ux)}" for a, b in points) + "z"
    return el("path", d=d, fill=colour, stroke=p.halo, stroke_width=3, stroke_linejoin="round")


def air_base(p: Palette, place: Point, colour: str) -> str:
    """The marker of an off-map air base: wings in a disc."""
    x, y = place
    disc = el("circle", cx=x, cy=y, r=24, fill=p.halo, stroke=colour, stroke_width=5)
    return disc + el(
        "path", d=f"M{num(x - 17)} {num(y - 3)}l14 2 3-11 3 11 14-2v5l-14 2-1 9 5 4h-14l5-4-1-9-14-2z", fill=colour
    )
