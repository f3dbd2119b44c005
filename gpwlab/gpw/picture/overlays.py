"""Overlays: what a position says about hexes, as hatching, rims and numbers that leave terrain and counters visible.

Every overlay has a pattern or a sign of its own beside its colour.  ``key`` makes the ids of patterns unique.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import cos, pi, sin

from gpwlab.core.svg.build import Attrs, el, label, num
from gpwlab.core.svg.colour import contrast
from gpwlab.core.svg.lattice import Point, outline, smooth_line
from gpwlab.gpw.fronts import Front
from gpwlab.gpw.picture.lines import rail_pieces
from gpwlab.gpw.picture.names import clear_of_towns
from gpwlab.gpw.picture.sheet import UNITS_PER_KM, Sheet

#: Angle of a side's hatching in degrees: the sides differ in direction as well as in colour.
_ANGLE = {"Axis": 45, "Soviet": -45}


def side_colour(sheet: Sheet, side: str) -> str:
    """The colour that stands for a side in overlays."""
    return sheet.palette.axis if side == "Axis" else sheet.palette.soviet


def _stripes(key: str, colour: str, angle: int, gap: float, width: float) -> str:
    bar = el("path", d=f"M0 0V{num(gap)}", stroke=colour, stroke_width=width)
    return el(
        "pattern", bar, id=key, width=gap, height=gap, patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({angle})",
    )  # fmt: skip


def _dotted(key: str, colour: str, gap: float, radius: float) -> str:
    dot = el("circle", cx=gap / 2, cy=gap / 2, r=radius, fill=colour)
    return el("pattern", dot, id=key, width=gap, height=gap, patternUnits="userSpaceOnUse")


def zoc(sheet: Sheet, side: str, hexes: Collection[int], key: str) -> str:
    """A side's zones of control: hatching, one direction a side (gpw 4.0.A)."""
    colour = side_colour(sheet, side)
    ident = f"{key}z{side[0]}"
    d = outline(sheet.nodes(hexes), 2.5)
    rim = el("path", d=d, fill="none", stroke=colour, stroke_width=1.8, stroke_opacity=0.6, stroke_linejoin="round")
    return _stripes(ident, colour, _ANGLE[side], 15, 4) + el("path", d=d, fill=f"url(#{ident})", fill_opacity=0.4) + rim


def supply(sheet: Sheet, side: str, hexes: Collection[int], alone: Collection[int]) -> str:
    """The hexes where a side's supply lines run, within a rim that is dashed for the Axis and dotted for the Soviets;
    those where only this side's lines run are tinted (gpw 8.1.A)."""
    colour = side_colour(sheet, side)
    inset, dashes, width = (4.5, "22 8", 5.0) if side == "Axis" else (9.5, "0.1 10", 6.5)
    area = el("path", d=outline(sheet.nodes(alone)), fill=colour, fill_opacity=0.14)
    return area + el(
        "path", d=outline(sheet.nodes(hexes), inset), fill="none", stroke=colour, stroke_width=width,
        stroke_dasharray=dashes, stroke_linecap="round", stroke_linejoin="round", stroke_opacity=0.9,
    )  # fmt: skip


def control(sheet: Sheet, side: str, hexes: Collection[int]) -> str:
    """The hexes that a side passed last: a tint within a rim, solid for the Axis, broken for the Soviets
    (gpw 5.5.1.E)."""
    colour = side_colour(sheet, side)
    return el(
        "path", d=outline(sheet.nodes(hexes), 2.5), fill=colour, fill_opacity=0.13, stroke=colour, stroke_width=3.5,
        stroke_opacity=0.8, stroke_linejoin="round", stroke_dasharray=None if side == "Axis" else "14 7",
    )  # fmt: skip


def rail(sheet: Sheet, side: str, hexes: Collection[int]) -> str:
    """The railways of a side: solid for the Axis, broken for the Soviets (gpw 5.5.1.D)."""
    dashes = None if side == "Axis" else "20 9"
    return el(
        "path", d=rail_pieces(sheet, hexes), fill="none", stroke=side_colour(sheet, side), stroke_width=8,
        stroke_opacity=0.62, stroke_dasharray=dashes, stroke_linejoin="round",
    )  # fmt: skip


def reconstructed(sheet: Sheet, hexes: Collection[int], key: str) -> str:
    """Hexes whose terrain is reconstructed, not printed or derived: fine dots and a query in the corner."""
    p = sheet.palette
    ident = f"{key}q"
    marks = "".join(label("?", sheet.centre[h][0] + 37, sheet.centre[h][1] + 17) for h in sorted(hexes))
    return (
        _dotted(ident, p.unsure, 10, 1.5)
        + el("path", d=outline(sheet.nodes(hexes), 1), fill=f"url(#{ident})", fill_opacity=0.55)
        + el("g", marks, fill=p.unsure, font_size=15, font_weight="bold", text_anchor="middle")
    )


def front(sheet: Sheet, day: Front) -> str:
    """The historical front of a day: a cased line of long and short dashes, its date written on it here and there."""
    p = sheet.palette
    lines = [[(x * UNITS_PER_KM, -y * UNITS_PER_KM) for x, y in line] for line in day.lines.values()]
    d = "".join(map(smooth_line, lines))
    path: Attrs = {"d": d, "fill": "none", "stroke_linejoin": "round"}
    free = [[point for point in line[1:-1] if clear_of_towns(sheet, point)] or line[:1] for line in lines]
    dated = [point for line in free for point in line[:: max(2, len(line) // 3)]]
    marks = "".join(label(day.short, x, y - 12) for x, y in dated)
    return (
        el("path", stroke=p.halo, stroke_width=13, stroke_opacity=0.85, stroke_linecap="round", **path)
        + el("path", stroke=p.history, stroke_width=6.5, stroke_dasharray="30 8 7 8", **path)
        + el(
            "g", marks, fill=p.history, font_size=19, font_weight="bold", text_anchor="middle", stroke=p.halo,
            stroke_width=5, stroke_linejoin="round", paint_order="stroke",
        )
    )  # fmt: skip


def goals(sheet: Sheet, cities: Iterable[tuple[int, str, bool]]) -> str:
    """Cities that a side must hold, each a star at the edge of its hex: filled where the side holds it, else hollow."""
    drawn = []
    for hex_, side, held in cities:
        x, y = sheet.centre[hex_]
        dx = 36 if side == "Axis" else -36  # a city may be wanted by both
        colour = side_colour(sheet, side)
        fill = colour if held else sheet.palette.halo
        points = " ".join(f"{num(px)},{num(py)}" for px, py in _star(x + dx, y - 30, 17))
        drawn.append(el("polygon", points=points, fill=fill, stroke=colour, stroke_width=3, stroke_linejoin="round"))
    return "".join(drawn)


def _star(x: float, y: float, radius: float) -> list[Point]:
    """The ten corners of a five-pointed star."""
    sizes = [radius if n % 2 == 0 else radius * 0.45 for n in range(10)]
    return [(x + r * sin(n * pi / 5), y - r * cos(n * pi / 5)) for n, r in enumerate(sizes)]


def reach(sheet: Sheet, left: Mapping[int, int]) -> str:
    """Where a unit can go: each hex tinted, with the MP that it would have left (none are spent by rail)."""
    p = sheet.palette
    area = el(
        "path", d=outline(sheet.nodes(left), 2), fill=p.reach, fill_opacity=0.25, stroke=p.chosen, stroke_width=3.5,
        stroke_linejoin="round",
    )  # fmt: skip
    discs, texts = [], []
    for h, mp in sorted(left.items()) if any(left.values()) else ():
        x, y = sheet.centre[h]
        discs.append(f"M{num(x)} {num(y)}h0")
        texts.append(label(str(mp), x, y + 8))
    return (
        area
        + el("path", d="".join(discs), stroke="#fff6d0", stroke_width=34, stroke_linecap="round", stroke_opacity=0.85)
        + el("g", *texts, fill="#3a2c00", font_size=23, font_weight="bold", text_anchor="middle")
    )


def route(sheet: Sheet, start: int, path: Sequence[int]) -> str:
    """The proposed path, an arrow from the unit to its destination."""
    p = sheet.palette
    line = [sheet.centre[h] for h in (start, *path)]
    return _arrow(line, p.chosen, 0)


def arrows(sheet: Sheet, target: int, origins: Iterable[int]) -> str:
    """An attack: an arrow from each attacker, and a ring with a burst around the target."""
    p = sheet.palette
    end = sheet.centre[target]
    drawn = [_arrow([_towards(sheet.centre[h], end, 0.2), end], p.target, 26) for h in sorted(origins)]
    return ring(sheet, (target,), p.target, dashed=True) + "".join(drawn)


def _towards(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _arrow(line: list[Point], colour: str, short: float) -> str:
    """A cased arrow along points; ``short`` units are left free before its end."""
    (ax, ay), (bx, by) = line[-2], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / length, (by - ay) / length
    tip = (bx - ux * short, by - uy * short)
    neck = (tip[0] - ux * 20, tip[1] - uy * 20)
    d = smooth_line([*line[:-1], neck])
    head = (
        f"M{num(tip[0])} {num(tip[1])}L{num(neck[0] - uy * 15)} {num(neck[1] + ux * 15)}"
        f"L{num(neck[0] + uy * 15)} {num(neck[1] - ux * 15)}Z"
    )
    shaft: Attrs = {"d": d, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return (
        el("path", stroke="#2b2000", stroke_width=13, stroke_opacity=0.75, **shaft)
        + el(
            "path", d=head, fill=colour, stroke="#2b2000", stroke_width=4, stroke_opacity=0.75, stroke_linejoin="round"
        )
        + el("path", stroke=colour, stroke_width=8, **shaft)
    )


def ring(sheet: Sheet, hexes: Collection[int], colour: str, dashed: bool = False) -> str:
    """A frame around each of some hexes."""
    d = "".join(outline([sheet.node[h]], 4) for h in hexes)
    casing = "#ffffff" if contrast(colour, "#ffffff") > 2 else "#2b2000"
    line: Attrs = {"d": d, "fill": "none", "stroke_linejoin": "round"}
    return el("path", stroke=casing, stroke_width=10, stroke_opacity=0.75, **line) + el(
        "path", stroke=colour, stroke_width=6, stroke_dasharray="14 7" if dashed else None, **line
    )


def cursor(sheet: Sheet, h: int) -> str:
    """The hex cursor: a double frame with a gap in the middle of each side, unlike any ring."""
    p = sheet.palette
    line: Attrs = {"d": outline([sheet.node[h]], -2), "fill": "none", "stroke_dasharray": "34 23.735"}
    return el("path", stroke=p.halo, stroke_width=15, stroke_dashoffset=17, **line) + el(
        "path", stroke=p.ink, stroke_width=8, stroke_dashoffset=17, **line
    )


def line_of_supply(sheet: Sheet, line: Sequence[int], side: str) -> str:
    """The supply line of a unit: beads from hex to hex."""
    if len(line) < 2:
        return ""
    d = smooth_line([sheet.centre[h] for h in line])
    path: Attrs = {"d": d, "fill": "none", "stroke_linecap": "round"}
    return el("path", stroke=sheet.palette.halo, stroke_width=11, stroke_opacity=0.75, **path) + el(
        "path", stroke=side_colour(sheet, side), stroke_width=6, stroke_dasharray="1 14", **path
    )
