"""Overlays: what a position says about hexes, as bands, rims and hatching that leave terrain and counters visible.

Every overlay has a pattern or a sign of its own beside its colour.  ``key`` makes the ids of patterns unique.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gpwlab.core.svg.build import Attrs, el, label, num
from gpwlab.core.svg.colour import contrast
from gpwlab.core.svg.lattice import Node, Point, chains, outline, side, smooth_line
from gpwlab.hube.picture.palette import Palette
from gpwlab.hube.picture.sheet import Sheet, at, lying

#: Half the distance between the two bands of the front line, and the breadth of each, near and far.
_APART, _BAND = 5.5, 9.0
_FAR = 2.2


def side_colour(p: Palette, of: str) -> str:
    """The colour that stands for a side in overlays."""
    return p.axis if of == "Axis" else p.soviet


def front(sheet: Sheet, pairs: Sequence[tuple[int, int]], far: bool = False) -> str:
    """The front line between pairs of neighbours, the Axis hex first: a solid band on the Axis side, a broken one on
    the Soviet (hube 1.9)."""
    edges = [(*side(sheet.node[a], sheet.node[b]), "") for a, b in pairs if a in sheet.shown or b in sheet.shown]
    axis = {_key(*side(sheet.node[a], sheet.node[b])): sheet.centre[a] for a, b in pairs}
    lines = [_turned(line, axis) for _name, line in chains(edges)]
    size = _FAR if far else 1.0
    return front_bands(sheet.palette, [[at(n) for n in line] for line in lines], size)


def _key(a: Node, b: Node) -> tuple[Node, Node]:
    return min(a, b), max(a, b)


def _turned(line: list[Node], axis: Mapping[tuple[Node, Node], Point]) -> list[Node]:
    """The chain in the direction that has the Axis on its right hand."""
    (ax, ay), (bx, by) = at(line[0]), at(line[1])
    cx, cy = axis[_key(line[0], line[1])]
    return line if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0 else line[::-1]


def front_bands(p: Palette, lines: Sequence[list[Point]], size: float = 1.0) -> str:
    """The two bands along lines that have the Axis on their right hand."""
    out = []
    for colour, by, dashes in ((p.axis, _APART, None), (p.soviet, -_APART, "22 9")):
        d = "".join(smooth_line(_beside(line, by * size)) for line in lines)
        band: Attrs = {"d": d, "fill": "none", "stroke_linejoin": "round"}
        scaled = " ".join(num(float(part) * size) for part in dashes.split()) if dashes else None
        out.append(el("path", stroke=p.halo, stroke_width=(_BAND + 5) * size, stroke_opacity=0.8, **band))
        out.append(el("path", stroke=colour, stroke_width=_BAND * size, stroke_dasharray=scaled, **band))
    return "".join(out[::2] + out[1::2])


def _beside(line: list[Point], by: float) -> list[Point]:
    """The line moved to its right by so many units."""
    if len(line) < 2:
        return line
    closed = line[0] == line[-1]
    out = []
    for i, (x, y) in enumerate(line):
        before = line[i - 1] if i else (line[-2] if closed else line[0])
        after = line[i + 1] if i + 1 < len(line) else (line[1] if closed else line[-1])
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        out.append((x - dy / length * by, y + dx / length * by))
    return out


def control(sheet: Sheet, of: str, hexes: Collection[int]) -> str:
    """The hexes that a side holds: a tint within a rim, solid for the Axis, broken for the Soviets."""
    colour = side_colour(sheet.palette, of)
    return lying(
        el(
            "path", d=outline(sheet.nodes(hexes), 2.5), fill=colour, fill_opacity=0.12, stroke=colour, stroke_width=4,
            stroke_opacity=0.8, stroke_linejoin="round", stroke_dasharray=None if of == "Axis" else "14 7",
        )
    )  # fmt: skip


def zone(sheet: Sheet, hexes: Collection[int], key: str, colour: str | None = None) -> str:
    """A zone of legal placement: hatching within a dashed rim."""
    ink = colour or sheet.palette.zone
    bar = el("path", d="M0 0V18", stroke=ink, stroke_width=5)
    pattern = el(
        "pattern", bar, id=key, width=18, height=18, patternUnits="userSpaceOnUse", patternTransform="rotate(30)"
    )
    d = outline(sheet.nodes(hexes), 4)
    return pattern + lying(
        el("path", d=d, fill=f"url(#{key})", fill_opacity=0.32),
        el("path", d=d, fill="none", stroke=sheet.palette.halo, stroke_width=10, stroke_opacity=0.6),
        el("path", d=d, fill="none", stroke=ink, stroke_width=6, stroke_dasharray="20 8", stroke_linejoin="round"),
    )


def fortress(sheet: Sheet, hexes: Collection[int], far: bool = False) -> str:
    """A bastion around each declared fortress (hube 3.9)."""
    size = _FAR if far else 1.0
    return "".join(bastion(sheet.palette, sheet.centre[h], size) for h in sorted(hexes) if h in sheet.shown)


def bastion(p: Palette, place: Point, size: float = 1.0) -> str:
    """A square with pointed corners, as a plan of a fortress has it."""
    d = "M-40-30l10 2l60 0l10-2l-2 10v40l2 10l-10-2h-60l-10 2l2-10v-40z"
    line: Attrs = {"d": d, "fill": "none", "stroke_linejoin": "miter"}
    drawn = el("path", stroke=p.halo, stroke_width=11, **line) + el("path", stroke=p.ink, stroke_width=5.5, **line)
    return el("g", drawn, transform=f"translate({num(place[0])} {num(place[1])})scale({size:g})")


def pontoon(p: Palette, place: Point) -> str:
    """A pontoon bridge in being (hube 2.6)."""
    x, y = place
    return el("path", d=f"M{num(x - 22)} {num(y)}h44m-36-7v14m9-14v14m9-14v14m9-14v14", fill="none", stroke=p.ink,
              stroke_width=4)  # fmt: skip


def reconstructed(sheet: Sheet, hexes: Collection[int], key: str) -> str:
    """Hexes whose terrain is reconstructed, not printed or derived: fine dots."""
    dot = el("circle", cx=6, cy=6, r=1.9, fill=sheet.palette.unsure)
    pattern = el("pattern", dot, id=key, width=12, height=12, patternUnits="userSpaceOnUse")
    return pattern + lying(el("path", d=outline(sheet.nodes(hexes), 1), fill=f"url(#{key})", fill_opacity=0.6))


def reach(sheet: Sheet, left: Mapping[int, str]) -> str:
    """Where a unit can go: each hex tinted, with what it would have left."""
    p = sheet.palette
    area = lying(
        el(
            "path", d=outline(sheet.nodes(left), 2), fill=p.reach, fill_opacity=0.3, stroke=p.chosen, stroke_width=4,
            stroke_linejoin="round",
        )
    )  # fmt: skip
    texts = [label(text, sheet.centre[h][0], sheet.centre[h][1] + 8) for h, text in sorted(left.items())]
    return area + el(
        "g", *texts, fill="#3a2c00", font_size=23, font_weight="bold", text_anchor="middle", stroke="#fff6d0",
        stroke_width=6, paint_order="stroke", stroke_linejoin="round",
    )  # fmt: skip


def ring(sheet: Sheet, hexes: Collection[int], colour: str, dashed: bool = False) -> str:
    """A frame around each of some hexes."""
    d = "".join(outline([sheet.node[h]], 4) for h in hexes)
    casing = "#ffffff" if contrast(colour, "#ffffff") > 2 else "#2b2000"
    line: Attrs = {"d": d, "fill": "none", "stroke_linejoin": "round"}
    return lying(
        el("path", stroke=casing, stroke_width=11, stroke_opacity=0.75, **line),
        el("path", stroke=colour, stroke_width=7, stroke_dasharray="14 7" if dashed else None, **line),
    )


def cursor(sheet: Sheet, h: int) -> str:
    """The hex cursor: a double frame with a gap in the middle of each side, unlike any ring."""
    p = sheet.palette
    line: Attrs = {"d": outline([sheet.node[h]], -2), "fill": "none", "stroke_dasharray": "34 23.735"}
    return lying(
        el("path", stroke=p.halo, stroke_width=15, stroke_dashoffset=17, **line),
        el("path", stroke=p.ink, stroke_width=8, stroke_dashoffset=17, **line),
    )


def lines_of_rule(sheet: Sheet, hexes: Sequence[int]) -> str:
    """A railway that a rule watches, as a gold casing (hube 3.5)."""
    d = smooth_line([sheet.centre[h] for h in hexes])
    return el(
        "path", d=d, fill="none", stroke=sheet.palette.gold, stroke_width=26, stroke_opacity=0.6,
        stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip
