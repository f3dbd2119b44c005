"""Rivers: smooth lines along their hexsides, wandering a little, broader the longer they are, thin at the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import atan2, degrees

from gpwlab.core.svg.build import SERIF, el, label
from gpwlab.core.svg.lattice import Node, Point, at, chains, corner, noise, side, smooth_line
from gpwlab.gpw.board import WATER
from gpwlab.gpw.picture.names import clear_of_towns
from gpwlab.gpw.picture.palette import Palette
from gpwlab.gpw.picture.sheet import Sheet

#: Breadth of a river by the hexsides that it has at least, and of the two banks together.
_BREADTHS = ((24, 9.4), (12, 6.8), (0, 4.8))
_BANKS = 3.0
#: Share of its breadth that a river has over its first hexsides: up to the first, the third, the sixth from the source.
_YOUNG = ((1, 0.5), (3, 0.68), (6, 0.84))
#: How a map names a river that the tables name in short.
_FULL = {"S Bug": "Southern Bug", "Danube lower": "Danube"}
#: Hexsides that a river's name takes, and how many lie between two of its names.
_NAME, _APART = 3, 14


def edges(sheet: Sheet) -> list[tuple[Node, Node, str]]:
    """The river hexsides of the window as edges between corners, each with the river's name."""
    return [
        (*side(sheet.node[a], sheet.node[b]), name)
        for a, b, name in sheet.board.hexside_pairs.get("river", ())
        if a in sheet.shown or b in sheet.shown
    ]


def lengths(sheet: Sheet) -> Counter[str]:
    """Hexsides of each river on the whole map, so that its breadth does not depend on the window."""
    return Counter(name for _a, _b, name in sheet.board.hexside_pairs.get("river", ()))


def breadth(hexsides: int) -> float:
    """How broad a river of so many hexsides is drawn."""
    return next(width for least, width in _BREADTHS if hexsides >= least)


def rivers(sheet: Sheet) -> str:
    """The rivers with their banks; of two that meet the broader lies above."""
    found, long = edges(sheet), lengths(sheet)
    springs = sources(sheet, found)
    by_width: dict[float, list[str]] = {}
    for name, line in chains(found):
        for width, piece in _pieces(line, breadth(long[name]), springs):
            by_width.setdefault(round(width, 1), []).append(smooth_line(_wander(name, piece)))
    return water(sheet.palette, [(width, "".join(by_width[width])) for width in sorted(by_width)])


def water(p: Palette, drawn: list[tuple[float, str]]) -> str:
    """Stretches of river, each with its breadth and path: all banks first, so that none parts a river in two."""
    return "".join(
        el("path", d=d, fill="none", stroke=colour, stroke_width=width + more, stroke_linecap="round",
           stroke_linejoin="round")
        for colour, more in ((p.bank, _BANKS), (p.river, 0.0))
        for width, d in drawn
    )  # fmt: skip


def sources(sheet: Sheet, found: list[tuple[Node, Node, str]]) -> set[Node]:
    """Where rivers rise: corners that one river hexside alone touches, with land on all three sides."""
    ends = Counter(node for a, b, _name in found for node in (a, b))
    land = Counter(
        corner(node, k) for h, node in enumerate(sheet.node) if sheet.board.terrain[h] not in WATER for k in range(6)
    )
    return {node for node, count in ends.items() if count == 1 and land[node] == 3}


def _pieces(line: list[Node], width: float, springs: set[Node]) -> Iterator[tuple[float, list[Point]]]:
    """A chain of corners cut where its breadth changes, downstream from its source if it has one."""
    if line[-1] in springs and line[0] not in springs:
        line = line[::-1]
    points = [at(node) for node in line]
    if line[0] not in springs:
        yield width, points
        return
    begun: list[Point] = []
    for upto, share in _YOUNG:
        if len(points) < 3:
            break
        cut = min(upto, len(points) - 2)
        middle = _between(points[cut], points[cut + 1], 0.5)
        yield width * share, [*begun, *points[: cut + 1], middle]
        begun, points = [middle], points[cut + 1 :]
    yield width, [*begun, *points]


def _wander(name: str, line: list[Point]) -> list[Point]:
    """Points along a hexside chain: the corners and, on each side, two points a little left and right of it."""
    out = [line[0]]
    for a, b in pairwise(line):
        dx, dy = (b[0] - a[0]) / 57.7, (b[1] - a[1]) / 57.7
        bend = noise(name, *sorted((a, b)))
        drift = 5.0 * bend if abs(bend) > 0.4 else 2.0
        for share, sign in ((0.33, 1), (0.67, -1)):
            x, y = _between(a, b, share)
            out.append((x - dy * drift * sign, y + dx * drift * sign))
        out.append(b)
    return out


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def river_names(sheet: Sheet) -> str:
    """Names of the greater rivers in slanting letters beside them, again and again along a long one, off the towns."""
    long = lengths(sheet)
    out = []
    for name, line in chains(edges(sheet)):
        if breadth(long[name]) == _BREADTHS[-1][1]:
            continue
        last = -_APART
        for start in range(len(line) - _NAME):
            where = _beside(line[start : start + _NAME + 1])
            if where and start - last >= _APART and clear_of_towns(sheet, where[0]):
                (x, y), angle = where
                out.append(label(_FULL.get(name, name), x, y, transform=f"rotate({angle:.0f} {x:.0f} {y:.0f})"))
                last = start
    p = sheet.palette
    return el(
        "g", *out, font_family=SERIF, font_style="italic", font_size=17, letter_spacing=2, text_anchor="middle",
        fill=p.sea_name, stroke=p.land, stroke_width=3.5, stroke_opacity=0.8, stroke_linejoin="round",
        paint_order="stroke",
    )  # fmt: skip


def _beside(piece: list[Node]) -> tuple[Point, float] | None:
    """Where a name stands above a stretch of hexsides, and its slope in degrees; None where the stretch turns back."""
    (ax, ay), (bx, by) = sorted((at(piece[0]), at(piece[-1])))
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if length < 0.75 * 57.7 * _NAME:
        return None
    ux, uy = (bx - ax) / length, (by - ay) / length
    # the highest corner above the chord decides how far the name keeps away
    rise = max((x - ax) * uy - (y - ay) * ux for x, y in map(at, piece))
    off = rise + 9.0
    return ((ax + bx) / 2 + uy * off, (ay + by) / 2 - ux * off), degrees(atan2(uy, ux))
