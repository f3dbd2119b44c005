"""Lines of the map: borders along hexsides, rails from hex to hex, sea hexsides, the strait."""

from __future__ import annotations

from collections.abc import Collection

from gpwlab.core.svg.build import Attrs, el
from gpwlab.core.svg.lattice import Node, Point, at, chains, side, smooth_line
from gpwlab.gpw.picture.palette import Palette
from gpwlab.gpw.picture.sheet import Sheet


def _sides(sheet: Sheet, kind: str) -> list[tuple[Node, Node, str]]:
    """The hexsides of a kind as edges between corners."""
    return [
        (*side(sheet.node[a], sheet.node[b]), name)
        for a, b, name in sheet.board.hexside_pairs.get(kind, ())
        if a in sheet.shown or b in sheet.shown
    ]


def _border_path(sheet: Sheet) -> str:
    edges = [(a, b, "") for a, b, _name in _sides(sheet, "border")]
    return "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in map(at, line)) for _n, line in chains(edges))


def border_bands(sheet: Sheet) -> str:
    """The pale bands along the borders of June 1941; they go beneath the rivers."""
    return border_band(sheet.palette, _border_path(sheet))


def borders(sheet: Sheet) -> str:
    """The borders of June 1941 as dashes and dots; they go above the rivers, which they often follow."""
    return border_dashes(sheet.palette, _border_path(sheet))


def border_band(p: Palette, d: str) -> str:
    """The pale band along a path."""
    return el("path", d=d, fill="none", stroke=p.border, stroke_width=17, stroke_opacity=0.24, stroke_linejoin="round")


def border_dashes(p: Palette, d: str) -> str:
    """The dashes and dots along a path."""
    return el(
        "path", d=d, fill="none", stroke=p.border, stroke_width=2.8, stroke_dasharray="13 5 2.5 5",
        stroke_linejoin="round",
    )  # fmt: skip


def closed_sides(sheet: Sheet) -> str:
    """Hexsides between land hexes that may not be crossed: a broad band of water (gpw 5.3.A)."""
    edges = [(a, b, "") for kind in ("sea", "lake") for a, b, _n in _sides(sheet, kind)]
    d = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in map(at, line)) for _n, line in chains(edges))
    return water_band(sheet.palette, d)


def water_band(p: Palette, d: str) -> str:
    """The band of water along a path."""
    return el("path", d=d, fill="none", stroke=p.coast, stroke_width=17, stroke_linecap="round") + el(
        "path", d=d, fill="none", stroke=p.sea, stroke_width=13.5, stroke_linecap="round"
    )


def straits(sheet: Sheet) -> str:
    """The strait: a double arrow across the water (gpw 5.2.A)."""
    out = []
    for a, b, _name in sheet.board.hexside_pairs.get("strait", ()):
        (ax, ay), (bx, by) = sheet.centre[a], sheet.centre[b]
        mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, (bx - ax) / 100, (by - ay) / 100
        out.append(f"M{mx - 26 * dx:.0f} {my - 26 * dy:.0f}L{mx + 26 * dx:.0f} {my + 26 * dy:.0f}")
    return strait_sign(sheet.palette, "".join(out))


def strait_sign(p: Palette, d: str) -> str:
    """The sign of the strait along a path."""
    line: Attrs = {"d": d, "fill": "none", "stroke_linecap": "round"}
    return el("path", stroke=p.halo, stroke_width=9, **line) + el(
        "path", stroke=p.border, stroke_width=4, stroke_dasharray="1 9", **line
    )


def rails(sheet: Sheet) -> str:
    """Railways: a thin line with sleepers, straight into junctions and towns, rounded elsewhere."""
    board = sheet.board
    stops = {sheet.node[h] for h in board.city}
    edges = [
        (sheet.node[a], sheet.node[b], "")
        for a, b, kind, _line in board.rail_pairs
        if kind == "track" and (a in sheet.shown or b in sheet.shown)
    ]
    d = "".join(smooth_line([at(n) for n in line]) for _name, line in chains(edges, stops))
    return rail_track(sheet.palette, d)


def rail_track(p: Palette, d: str) -> str:
    """A railway along a path."""
    return (
        el("path", d=d, fill="none", stroke=p.halo, stroke_width=5, stroke_opacity=0.55)
        + el("path", d=d, fill="none", stroke=p.rail, stroke_width=2)
        + el("path", d=d, fill="none", stroke=p.rail, stroke_width=7, stroke_dasharray="1.6 9.5")
    )


def rail_pieces(sheet: Sheet, hexes: Collection[int]) -> str:
    """Path data of the stretches of rail within some hexes, lying exactly on the drawn railways."""
    near: dict[int, list[int]] = {}
    for a, b, kind, _line in sheet.board.rail_pairs:
        if kind == "track":
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    out = []
    for h in sorted(near.keys() & set(hexes)):
        (x, y), ends = sheet.centre[h], [_halfway(sheet.centre[h], sheet.centre[n]) for n in near[h]]
        if len(ends) == 2 and h not in sheet.board.city:
            (ax, ay), (bx, by) = ends
            out.append(f"M{ax:.0f} {ay:.0f}Q{x:.0f} {y:.0f} {bx:.0f} {by:.0f}")
        else:
            out += [f"M{x:.0f} {y:.0f}L{ex:.0f} {ey:.0f}" for ex, ey in ends]
    return "".join(out)


def _halfway(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
