"""The ground: land and sea, terrain as a patch of colour with its own symbol, hex grid."""

from __future__ import annotations

from gpwlab.core.svg.build import Attrs, el, num
from gpwlab.core.svg.lattice import ACROSS, at, blob, corner, outline
from gpwlab.core.svg.marks import scatter
from gpwlab.core.svg.terrain import hachures, peaks, reeds, trees
from gpwlab.gpw.board import WATER
from gpwlab.gpw.picture import backdrop
from gpwlab.gpw.picture.sheet import Sheet


def water(sheet: Sheet) -> str:
    """The sea, to the edge of the window."""
    frame = sheet.frame_of_window
    return el("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height, fill=sheet.palette.sea)


def land(sheet: Sheet) -> str:
    """Land with the coast's vignette in the sea, and its lakes; then what each hex counts as, where that differs:
    land hexes pale over bays, water hexes blue over capes."""
    p = sheet.palette
    d, inland = backdrop.path(sheet, "gpw_land"), backdrop.path(sheet, "gpw_lakes")
    bands = "".join(
        el("path", d=d, fill="none", stroke=p.shallow, stroke_width=width, stroke_opacity=0.3, stroke_linejoin="round")
        for width in (64, 40, 20)
    )
    dry = [h for h in sheet.shown if sheet.board.terrain[h] not in WATER]
    wet = [h for h in sheet.shown if sheet.board.terrain[h] in WATER]
    shore: Attrs = {"stroke": p.coast, "stroke_width": 2.2, "stroke_linejoin": "round"}
    return "".join((
        bands,
        el("path", d=d, fill=p.land, **shore),
        el("path", d=inland, fill=p.sea, fill_rule="evenodd", **shore),
        el("path", d=blob(sheet.nodes(dry), 3, 3, "land"), fill=p.land, fill_opacity=0.6),
        el("path", d=blob(sheet.nodes(wet), 2, 3, "sea"), fill=p.sea, fill_opacity=0.62),
    ))  # fmt: skip


def patches(sheet: Sheet) -> str:
    """A patch of colour for every stretch of forest, swamp, rough and mountain."""
    p = sheet.palette
    rims = {"rough": (p.rough, p.hachures), "mountain": (p.mountain, p.peak_dark),
            "forest": (p.forest, p.trees), "swamp": (p.swamp, p.reeds)}  # fmt: skip
    out = []
    for terrain, (fill, rim) in rims.items():
        hexes = [h for h in sheet.shown if sheet.board.terrain[h] == terrain]
        path = blob(sheet.nodes(hexes), 3.0, 5.0, terrain)
        out.append(el("path", d=path, fill=fill, fill_opacity=0.86, stroke=rim, stroke_opacity=0.35, stroke_width=1.5))
    return "".join(out)


def symbols(sheet: Sheet) -> str:
    """Trees, reeds, hachures and peaks: the sign of a terrain beside its colour."""
    drawn = {"forest": trees, "swamp": reeds, "rough": hachures, "mountain": peaks}
    # how many in a hex, how far apart, how far from its sides
    density = {"forest": (30, 14.0, 9.0), "swamp": (9, 22.0, 13.0)}
    density |= {"rough": (9, 24.0, 14.0), "mountain": (7, 26.0, 17.0)}
    out = []
    for terrain, draw in drawn.items():
        count, gap, margin = density[terrain]
        places = [
            place
            for h in sorted(sheet.shown)
            if sheet.board.terrain[h] == terrain
            for place in scatter(f"{terrain} {sheet.board.ids[h]}", sheet.centre[h], count, gap, margin)
        ]
        out.append(draw(sheet.palette, places))
    return "".join(out)


def grid(sheet: Sheet) -> str:
    """The hex grid; sides between two water hexes are left faint."""
    terrain = sheet.board.terrain
    land: list[str] = []
    sea: list[str] = []
    for h in sorted(sheet.shown):
        x, y = at(corner(sheet.node[h], 5))
        (sea if terrain[h] in WATER else land).append(f"M{num(x)} {num(y + 57.7)}v-57.7l50-28.9 50 28.9")
    land.append(_last_sides(sheet))
    line: Attrs = {"fill": "none", "stroke": sheet.palette.grid, "stroke_width": 1.3}
    return el("path", d="".join(land), opacity=0.5, **line) + el("path", d="".join(sea), opacity=0.22, **line)


def _last_sides(sheet: Sheet) -> str:
    """The sides at the sheet's east and south that no neighbour draws."""
    out = []
    taken = set(sheet.node)
    for centre in sheet.nodes(sorted(sheet.shown)):
        for k in (1, 2, 3):
            if (centre[0] + ACROSS[k][0], centre[1] + ACROSS[k][1]) not in taken:
                (ax, ay), (bx, by) = at(corner(centre, k)), at(corner(centre, k + 1))
                out.append(f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}")
    return "".join(out)


def outside(sheet: Sheet) -> str:
    """A veil over land that is out of play."""
    board = sheet.board
    hexes = [h for h in sheet.shown if not board.in_play[h] and board.terrain[h] not in WATER]
    return el("path", d=outline(sheet.nodes(hexes)), fill=sheet.palette.outside, fill_opacity=0.8)
