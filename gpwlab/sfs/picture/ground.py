"""The ground of the map, from the water up: land, islands, steppe grass, ravines, blocks of houses, works, railways."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random

from gpwlab.core.svg.build import el, label, num, points
from gpwlab.core.svg.colour import mix
from gpwlab.sfs.board import Area
from gpwlab.sfs.picture.plane import HEIGHT, WIDTH, Point
from gpwlab.sfs.picture.sheet import Feature, Sheet, clearance


@lru_cache(maxsize=16)
def ground(sheet: Sheet, weather: str = "clear") -> str:
    """Everything beneath borders, names and counters; ``weather`` puts ice on the Volga (sfs 4.10.3)."""
    return "".join((
        water(sheet, weather),
        land(sheet),
        islands(sheet),
        woods(sheet),
        tufts(sheet),
        hachures(sheet),
        gullies(sheet),
        roads(sheet),
        houses(sheet),
        streams(sheet),
        railways(sheet),
        works(sheet),
        hills(sheet),
        banks(sheet),
        compass(sheet, 70, 1965),
    ))  # fmt: skip


# -- water ----------------------------------------------------------------------------------------------------------


def water(sheet: Sheet, weather: str) -> str:
    """The Volga: open with lines of its flow, with floes in the ice turns, white when it is frozen."""
    p = sheet.palette
    base = {"clear": p.water, "ice": mix(p.water, p.ice, 0.35), "freeze": mix(p.water, p.ice, 0.85)}[weather]
    whole = el("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=base)
    lines = _flow(sheet, 0.35 if weather == "freeze" else 0.8)
    return whole + lines + ("" if weather == "clear" else floes(sheet, weather))


def _river(x: float) -> tuple[float, float]:
    """The middle of the river and half its usual breadth at x, roughly."""
    return 1640 + 30 * (x / WIDTH - 0.5), 110.0


def _flow(sheet: Sheet, opacity: float) -> str:
    """Short lines along the stream."""
    rng = Random(1942)
    out = []
    for _ in range(150):
        x, spread = rng.uniform(20, WIDTH - 120), rng.uniform(-1, 1)
        middle, half = _river(x)
        y, length = middle + spread * half * 1.5, rng.uniform(40, 110)
        if sheet.area_at(x, y) is None and sheet.area_at(x + length, y) is None:
            out.append(f"M{num(x)} {num(y)}q{num(length / 4)} -5 {num(length / 2)} 0t{num(length / 2)} 0")
    return el("path", d="".join(out), fill="none", stroke=sheet.palette.flow, stroke_width=2.2, opacity=opacity)


def floes(sheet: Sheet, weather: str) -> str:
    """Blocks of ice on the river; many when it is frozen (sfs 6.3, sfs 4.10.3.B)."""
    rng = Random(weather)
    out = []
    for _ in range(170 if weather == "ice" else 420):
        x = rng.uniform(0, WIDTH)
        middle, half = _river(x)
        y, size = middle + rng.uniform(-1.7, 1.7) * half, rng.uniform(9, 24)
        if sheet.area_at(x, y) is None:
            ring = [(x + size * dx * rng.uniform(0.7, 1.2), y + 0.7 * size * dy) for dx, dy in _HEXAGON]
            out.append(points(ring, close=True))
    p = sheet.palette
    return el("path", d="".join(out), fill=p.ice, stroke=p.flow, stroke_width=1.6, opacity=0.95)


_HEXAGON = ((1, 0.1), (0.4, 0.9), (-0.5, 0.8), (-1, -0.1), (-0.4, -0.9), (0.6, -0.8))


def banks(sheet: Sheet) -> str:
    """The rim of the water along both banks."""
    lines = [b.line for b in sheet.borders if b.kind == "bank"]
    rims = "".join(points(line) for line in lines)
    p = sheet.palette
    return el("path", d=rims, fill="none", stroke=p.bank, stroke_width=5, stroke_linejoin="round")


# -- land -----------------------------------------------------------------------------------------------------------


def land_colour(sheet: Sheet, area: Area) -> str:
    """The ground colour of an area."""
    p = sheet.palette
    if area.rear:
        return p.rear
    if area.east_bank:
        return p.east
    return {"open": p.steppe, "rough": p.rough, "urban": p.urban}[area.terrain]


def land(sheet: Sheet) -> str:
    """The areas in the colour of their terrain, with a pale shore along the water."""
    p = sheet.palette
    shore = "".join(points(b.line) for b in sheet.borders if b.kind == "bank")
    shallows = el("path", d=shore, fill="none", stroke=p.deep, stroke_width=64, opacity=0.45, stroke_linejoin="round")
    surf = el("path", d=shore, fill="none", stroke=p.sand, stroke_width=22, stroke_linejoin="round")
    out = [shallows, surf]
    for area in sheet.board.areas:
        out.append(el("path", d=points(sheet.outline[area.index], close=True), fill=land_colour(sheet, area)))
    return "".join(out)


def islands(sheet: Sheet) -> str:
    """The islands of the Volga with their sandy rims."""
    p = sheet.palette
    out = []
    for island in sheet.of("island"):
        d = points(island.line, close=True)
        out.append(el("path", d=d, fill="none", stroke=p.deep, stroke_width=34, opacity=0.45, stroke_linejoin="round"))
        out.append(el("path", d=d, fill=p.island, stroke=p.sand, stroke_width=9, stroke_linejoin="round"))
        out.append(el("path", d=d, fill="none", stroke=p.bank, stroke_width=1.6, opacity=0.7))
    return "".join(out)


def woods(sheet: Sheet) -> str:
    """Woods and lakes of the flood plain."""
    p = sheet.palette
    out = []
    for wood in sheet.of("wood"):
        out.append(el("path", d=points(wood.line, close=True), fill=p.wood, opacity=0.9))
        out.append(el("path", d="".join(_crowns(wood.line)), fill=p.crowns, opacity=0.75))
    for lake in sheet.of("lake"):
        out.append(el("path", d=points(lake.line, close=True), fill=p.water, stroke=p.bank, stroke_width=2.5))
    for arm in sheet.of("water"):
        out.append(el("path", d=points(arm.line), fill="none", stroke=p.bank, stroke_width=20))
        out.append(el("path", d=points(arm.line), fill="none", stroke=p.water, stroke_width=15))
    return "".join(out)


def _crowns(ring: Sequence[Point]) -> Iterator[str]:
    rng = Random(repr(ring[0]))
    for x, y in scattered(ring, 26, 8, rng):
        yield f"M{num(x - 8)} {num(y)}a8 8 0 1 1 16 0a8 8 0 1 1 -16 0"


def scattered(ring: Sequence[Point], gap: float, margin: float, rng: Random) -> Iterator[Point]:
    """Places inside a ring on a shaken grid, ``gap`` apart, at least ``margin`` from its line and on the sheet."""
    left, right = max(0.0, min(x for x, _ in ring)), min(WIDTH, max(x for x, _ in ring))
    top, foot = max(0.0, min(y for _, y in ring)), min(HEIGHT, max(y for _, y in ring))
    for row in range(int((foot - top) / gap) + 1):
        for column in range(int((right - left) / gap) + 1):
            x = left + gap * (column + 0.5 * (row % 2) + rng.uniform(-0.3, 0.3))
            y = top + gap * (row + rng.uniform(-0.3, 0.3))
            if clearance((x, y), ring) >= margin:
                yield x, y


def tufts(sheet: Sheet) -> str:
    """Dry grass of the steppe."""
    out = []
    for area in sheet.board.areas:
        if area.steppe or area.rear:
            rng = Random(area.code)
            for x, y in scattered(sheet.outline[area.index], 74, 20, rng):
                out.append(f"M{num(x - 7)} {num(y - 9)}l4 9m3 -13v13m7 -9l-4 9")
    return el("path", d="".join(out), fill="none", stroke=sheet.palette.grass, stroke_width=2.4, opacity=0.75)


def hachures(sheet: Sheet) -> str:
    """The sign of rough ground: short strokes as of broken slopes, wherever an area's terrain is rough (sfs 2.1.1)."""
    out = []
    for area in sheet.board.areas:
        if area.terrain == "rough":
            rng = Random(area.code)
            for x, y in scattered(sheet.outline[area.index], 62, 22, rng):
                out.append(_slope(x, y, rng.choice((-1, 1))))
    p = sheet.palette
    return el(
        "path", d="".join(out), fill="none", stroke=p.hachures, stroke_width=2.6, opacity=0.6, stroke_linecap="round"
    )


def _slope(x: float, y: float, lean: int) -> str:
    """A small scarp: an arc and five strokes below it."""
    strokes = "".join(f"M{num(x + 6 * k)} {num(y + abs(k) * 1.5)}l{num(lean * 2 + k * 0.8)} 9" for k in range(-2, 3))
    return f"M{num(x - 14)} {num(y + 4)}q14 -9 28 0" + strokes


def gullies(sheet: Sheet) -> str:
    """Ravines that run down to the river: a line with strokes on both sides."""
    p = sheet.palette
    out = []
    for gully in sheet.of("gully"):
        out.append(el("path", d=points(gully.line), fill="none", stroke=p.gully, stroke_width=3, opacity=0.85))
        out.append(
            el("path", d=_combed(gully.line, 11, 12), fill="none", stroke=p.gully, stroke_width=2.6, opacity=0.7)
        )
    return "".join(out)


def _combed(line: Sequence[Point], gap: float, length: float) -> str:
    """Strokes on both sides of a line, ``gap`` apart."""
    out = []
    for (x, y), (ux, uy) in paced(line, gap):
        out.append(
            f"M{num(x - uy * 4)} {num(y + ux * 4)}l{num(-uy * length)} {num(ux * length)}"
            f"M{num(x + uy * 4)} {num(y - ux * 4)}l{num(uy * length)} {num(-ux * length)}"
        )
    return "".join(out)


def paced(line: Sequence[Point], gap: float) -> Iterator[tuple[Point, Point]]:
    """Places along a line, ``gap`` apart, each with the direction of the line there."""
    ahead = gap / 2
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        if not length:
            continue
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        while ahead <= length:
            yield (x1 + ux * ahead, y1 + uy * ahead), (ux, uy)
            ahead += gap
        ahead -= length


def streams(sheet: Sheet) -> str:
    """Small rivers: broader in the city, where they cut deep."""
    p = sheet.palette
    d = "".join(points(stream.line) for stream in sheet.of("stream"))
    halo = el("path", d=d, fill="none", stroke=p.halo, stroke_width=9, opacity=0.55)
    return halo + el("path", d=d, fill="none", stroke=p.stream, stroke_width=5, stroke_linecap="round")


def roads(sheet: Sheet) -> str:
    """Country roads."""
    p = sheet.palette
    d = "".join(points(road.line) for road in sheet.of("road"))
    return el("path", d=d, fill="none", stroke=p.road, stroke_width=6, opacity=0.8) + el(
        "path", d=d, fill="none", stroke=p.halo, stroke_width=2.4, stroke_dasharray="16 10", opacity=0.9
    )


def railways(sheet: Sheet) -> str:
    """Railways: a black line with sleepers; the loop north of Mamayev Kurgan gave the Tennis Racquet its name."""
    p = sheet.palette
    lines = [rail.line for rail in sheet.of("railway")]
    d = "".join(points(line) for line in lines)
    ties = "".join(
        f"M{num(x - uy * 7)} {num(y + ux * 7)}l{num(uy * 14)} {num(-ux * 14)}"
        for line in lines
        for (x, y), (ux, uy) in paced(line, 15)
    )
    halo = el("path", d=d, fill="none", stroke=p.halo, stroke_width=10, opacity=0.5)
    track = el("path", d=d, fill="none", stroke=p.rail, stroke_width=3.2)
    return halo + track + el("path", d=ties, stroke=p.rail, stroke_width=2.6)


# -- houses ---------------------------------------------------------------------------------------------------------


def houses(sheet: Sheet) -> str:
    """Blocks of the city as a plan shows them, and the loose houses of settlements and villages."""
    p = sheet.palette
    blocks = "".join(rect for f in sheet.of("blocks") for rect in _plots(f, 30, 25, 0.8))
    loose = "".join(rect for f in sheet.of("houses") for rect in _plots(f, 25, 21, 0.52))
    return el("path", d=blocks, fill=p.blocks) + el("path", d=loose, fill=p.houses)


def _plots(quarter: Feature, across: float, down: float, filled: float) -> Iterator[str]:
    """A quarter cut into plots of about so many units, some of them ruined or left empty."""
    a, b, c, d = quarter.line
    rng = Random(repr(quarter.line[0]))
    columns, rows = max(1, round(_length(a, b) / across)), max(1, round(_length(a, d) / down))
    for i in range(columns):
        for j in range(rows):
            if rng.random() > 0.93:
                continue
            shrink = filled * rng.uniform(0.8, 1.05)
            u, v = (i + 0.5) / columns, (j + 0.5) / rows
            du, dv = shrink / columns / 2, shrink / rows / 2
            corners = [(u - du, v - dv), (u + du, v - dv), (u + du, v + dv), (u - du, v + dv)]
            if rng.random() > 0.8:  # a ruin: one wall has fallen in
                corners[rng.randrange(4)] = (u, v)
            yield points((_within(a, b, c, d, s, t) for s, t in corners), close=True)


def _length(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _within(a: Point, b: Point, c: Point, d: Point, s: float, t: float) -> Point:
    """The place at (s, t) of a four-sided figure, both from 0 to 1."""
    top = (a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s)
    foot = (d[0] + (c[0] - d[0]) * s, d[1] + (c[1] - d[1]) * s)
    return top[0] + (foot[0] - top[0]) * t, top[1] + (foot[1] - top[1]) * t


def works(sheet: Sheet) -> str:
    """The great works: halls with saw-tooth roofs."""
    p = sheet.palette
    out = []
    for hall in sheet.of("works"):
        a, b, c, d = hall.line
        out.append(el("path", d=points(hall.line, close=True), fill=p.works, stroke=p.ink, stroke_width=2))
        roofs = (points((_within(a, b, c, d, 0.08, k / 7), _within(a, b, c, d, 0.92, k / 7))) for k in range(1, 7))
        out.append(el("path", d="".join(roofs), fill="none", stroke=p.halo, stroke_width=2, opacity=0.6))
    return "".join(out)


def hills(sheet: Sheet) -> str:
    """Mamayev Kurgan as rings of contours, and heights of the steppe as numbers."""
    p = sheet.palette
    out = []
    for hill in sheet.of("hill"):
        x, y = hill.line[0]
        for k, (rx, ry) in enumerate(((150, 105), (112, 76), (76, 50), (42, 26))):
            ring = el("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=p.hachures, fill_opacity=0.07, stroke=p.hachures,
                      stroke_width=2.6 - 0.3 * k, stroke_opacity=0.8)  # fmt: skip
            out.append(ring)
    for height in sheet.of("height"):
        x, y = height.line[0]
        out.append(el("path", d=f"M{num(x - 6)} {num(y + 5)}l6 -11l6 11z", fill=p.hachures))
        out.append(label(height.name, x + 10, y + 6, font_size=19, font_style="italic", fill=p.soft))
    return "".join(out)


def clip(ident: str, rings: Iterable[Sequence[Point]]) -> str:
    """A clip path around rings."""
    return el("clipPath", *(el("path", d=points(ring, close=True)) for ring in rings), id=ident)


def veil(sheet: Sheet, areas: Sequence[int]) -> str:
    """Areas out of play: greyed and crossed by fine lines."""
    if not areas:
        return ""
    p = sheet.palette
    d = "".join(points(sheet.outline[area], close=True) for area in areas)
    return el("path", d=d, fill=p.rear, fill_opacity=0.72) + el(
        "path", d=d, fill="none", stroke=p.soft, stroke_width=2, stroke_dasharray="3 9"
    )


def compass(sheet: Sheet, x: float, y: float) -> str:
    """Where north is: up and to the right, for the sheet is turned; and a warning that its scale changes."""
    p = sheet.palette
    needle = el("path", d="M0 -62L17 18L0 6L-17 18z", fill=p.ink) + el("path", d="M0 -62L0 6L-17 18z", fill=p.halo)
    turned = el("g", needle, transform=f"translate({num(x)} {num(y)})rotate(62)", stroke=p.ink, stroke_width=3)
    north = label("N", x + 68, y - 26, font_size=34, font_weight="bold", fill=p.ink)
    note = label("west is up; the city is drawn larger than the steppe", x + 110, y + 14, font_size=21,
                 font_style="italic", fill=p.ink,
                 stroke=p.halo, stroke_width=4, paint_order="stroke")  # fmt: skip
    return turned + north + note
