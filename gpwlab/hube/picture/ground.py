"""The ground: terrain as a patch of colour with its own symbol, and the hex grid."""

from __future__ import annotations

from collections.abc import Callable, Collection

from gpwlab.core.svg.build import Attrs, el, num
from gpwlab.core.svg.lattice import Point, blob, outline
from gpwlab.core.svg.marks import dots, each, scatter, strokes
from gpwlab.core.svg.terrain import hachures, peaks, reeds, trees
from gpwlab.hube.picture.palette import Palette
from gpwlab.hube.picture.sheet import Sheet, lying

#: Terrain from the ground up, with the colour of its patch and of its rim.
_PATCHES = {
    "low hills": ("hills", "slopes"),
    "rough": ("rough", "hachures"),
    "woods": ("woods", "thin"),
    "forest": ("forest", "trees"),
    "swamp": ("swamp", "reeds"),
    "mountain": ("mountain", "peak_dark"),
}
#: How many symbols in a hex, how far apart, how far from its sides.
_DENSITY = {
    "low hills": (3, 30.0, 15.0),
    "rough": (8, 24.0, 14.0),
    "woods": (8, 22.0, 13.0),
    "forest": (26, 14.0, 9.0),
    "swamp": (8, 22.0, 13.0),
    "mountain": (6, 26.0, 17.0),
}


def hexes_of(sheet: Sheet, terrain: str) -> list[int]:
    """The hexes of the window that have a terrain, as their first or as their second (hube 1.8a)."""
    first, second = sheet.board.terrain, sheet.board.terrain2
    return [h for h in sorted(sheet.shown) if terrain in (first[h], second[h])]


def land(sheet: Sheet) -> str:
    """Open country to the edge of the window, the table beyond the map."""
    frame, p = sheet.frame_of_window, sheet.palette
    table = el("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height, fill=p.table)
    return table + lying(el("path", d=outline(sheet.nodes(sheet.shown)), fill=p.land))


def patches(sheet: Sheet) -> str:
    """A patch of colour for every stretch of a terrain."""
    out = []
    for terrain, (fill, rim) in _PATCHES.items():
        hexes = hexes_of(sheet, terrain)
        if hexes:
            path = blob(sheet.nodes(hexes), 3.0, 5.0, terrain)
            out.append(
                el(
                    "path", d=path, fill=getattr(sheet.palette, fill), fill_opacity=0.88,
                    stroke=getattr(sheet.palette, rim), stroke_opacity=0.35, stroke_width=1.5,
                )
            )  # fmt: skip
    return lying(*out)


def symbols(sheet: Sheet) -> str:
    """Trees, reeds, hachures and peaks: the sign of a terrain beside its colour."""
    drawn: dict[str, Callable[[Palette, list[Point]], str]] = {
        "low hills": _slopes,
        "rough": hachures,
        "woods": _copses,
        "forest": trees,
        "swamp": reeds,
        "mountain": peaks,
    }
    out = []
    for terrain, draw in drawn.items():
        count, gap, margin = _DENSITY[terrain]
        seeds = [(f"{terrain} {sheet.board.ids[h]}", sheet.centre[h]) for h in hexes_of(sheet, terrain)]
        places = [place for seed, centre in seeds for place in scatter(seed, centre, count, gap, margin, lying=True)]
        out.append(draw(sheet.palette, places))
    return "".join(out)


def _copses(p: Palette, places: list[Point]) -> str:
    return strokes(dots(places, 1, 1.5), p.trees, 8.5, stroke_opacity=0.45) + strokes(dots(places, 0, 0), p.thin, 7.5)


def _slopes(p: Palette, places: list[Point]) -> str:
    return strokes(each(places, "m-13 4q13-15 26 0"), p.slopes, 1.9, stroke_opacity=0.7)


def grid(sheet: Sheet) -> str:
    """The hex grid: three sides of each hex, the other three being its neighbours', and the rim of the map."""
    sides = "".join(
        f"M{num(x + 28.87)} {num(y - 50)}h-57.74l-28.87 50 28.87 50"
        for x, y in (sheet.centre[h] for h in sorted(sheet.shown))
    )
    line: Attrs = {"fill": "none", "stroke": sheet.palette.grid}
    rim = lying(el("path", d=outline(sheet.nodes(sheet.shown)), stroke_width=2.2, opacity=0.8, **line))
    return el("path", d=sides, stroke_width=1.3, opacity=0.42, **line) + rim


def veil(sheet: Sheet, hexes: Collection[int]) -> str:
    """A veil over hexes that are out of play."""
    return lying(el("path", d=outline(sheet.nodes(hexes)), fill=sheet.palette.table, fill_opacity=0.72))
