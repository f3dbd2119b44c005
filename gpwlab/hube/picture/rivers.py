"""Rivers: smooth lines along their hexsides, wandering a little; major ones broad, frozen ones pale and broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees

from gpwlab.core.svg.build import SERIF, el, label
from gpwlab.core.svg.lattice import Node, Point, chains, noise, smooth_line
from gpwlab.hube.picture.names import clear_of_towns
from gpwlab.hube.picture.palette import Palette
from gpwlab.hube.picture.sheet import Sheet, at

#: Breadth of a river by class, and of its two banks together.
BREADTH = {"major": 15.0, "minor": 6.0}
_BANKS = {"major": 4.0, "minor": 2.4}
#: Hexsides that a river's name takes, how many lie between two of its names, and that a river has at least to be named.
_NAME, _APART, _NAMED = 3, 18, 12


def edges(sheet: Sheet) -> list[tuple[Node, Node, str]]:
    """The river hexsides of the window as edges between corners, each with class and name joined by |."""
    return [(*sheet.hexside(h, d), f"{cls}|{name}") for h, d, cls, name in sheet.board.rivers if h in sheet.shown]


def rivers(sheet: Sheet, frozen: Sequence[str] = ()) -> str:
    """The rivers with their banks, major above minor; ``frozen`` are the classes that are ice now."""
    drawn: dict[str, list[str]] = {"minor": [], "major": []}
    for name, line in chains(edges(sheet)):
        drawn[name.split("|")[0]].append(smooth_line(_wander(name, [at(n) for n in line])))
    return water(sheet.palette, {cls: "".join(paths) for cls, paths in drawn.items()}, frozen)


def water(p: Palette, drawn: dict[str, str], frozen: Sequence[str] = ()) -> str:
    """Rivers by class, each with its path: all banks first, so that none parts a river in two."""
    banks = [_line(d, p.bank, BREADTH[cls] + _BANKS[cls]) for cls, d in drawn.items()]
    open_water = [_line(d, p.ice if cls in frozen else p.river, BREADTH[cls]) for cls, d in drawn.items()]
    floes = [_line(d, p.bank, BREADTH[cls] * 0.3, "2 16") for cls, d in drawn.items() if cls in frozen]
    return "".join((*banks, *open_water, *floes))


def _line(d: str, colour: str, width: float, dashes: str | None = None) -> str:
    return el(
        "path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round",
        stroke_linecap="butt" if dashes else "round", stroke_dasharray=dashes,
    )  # fmt: skip


def _wander(name: str, line: list[Point]) -> list[Point]:
    """Points along a hexside chain: the corners and, on each side, two points a little left and right of it."""
    out = [line[0]]
    for a, b in pairwise(line):
        dx, dy = (b[0] - a[0]) / 57.7, (b[1] - a[1]) / 57.7
        drift = 5.0 * noise(name, *sorted((a, b)))
        for share, sign in ((0.33, 1), (0.67, -1)):
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            out.append((x - dy * drift * sign, y + dx * drift * sign))
        out.append(b)
    return out


def river_names(sheet: Sheet, far: bool = False) -> str:
    """Names of the longer rivers in slanting letters beside them, again and again along a long one; ``far``: of the
    major ones only, larger."""
    long = Counter(name for _h, _d, _cls, name in sheet.board.rivers)
    size, stretch, apart = (48.0, 7, 34) if far else (17.0, _NAME, _APART)
    out, last = [], dict.fromkeys(long, -apart)
    run = 0
    for key, line in chains(edges(sheet)):
        cls, name = key.split("|")
        if long[name] < _NAMED or (far and cls != "major"):
            continue
        for start in range(len(line) - stretch):
            where = _beside([at(n) for n in line[start : start + stretch + 1]], stretch, size)
            if where and run + start - last[name] >= apart and (far or clear_of_towns(sheet, where[0])):
                (x, y), angle = where
                out.append(label(name, x, y, transform=f"rotate({angle:.0f} {x:.0f} {y:.0f})"))
                last[name] = run + start
        run += len(line)
    p = sheet.palette
    return el(
        "g", *out, font_family=SERIF, font_style="italic", font_size=size, letter_spacing=size / 8.5,
        text_anchor="middle", fill=p.river_name, stroke=p.land, stroke_width=size / 5, stroke_opacity=0.8,
        stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip


def _beside(piece: list[Point], stretch: int, size: float) -> tuple[Point, float] | None:
    """Where a name stands above a stretch of hexsides, and its slope in degrees; None where the stretch turns back."""
    (ax, ay), (bx, by) = sorted((piece[0], piece[-1]))
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if length < 0.72 * 57.7 * stretch:
        return None
    ux, uy = (bx - ax) / length, (by - ay) / length
    # the highest corner above the chord decides how far the name keeps away
    rise = max((x - ax) * uy - (y - ay) * ux for x, y in piece)
    off = rise + size * 0.55
    return ((ax + bx) / 2 + uy * off, (ay + by) / 2 - ux * off), degrees(atan2(uy, ux))
