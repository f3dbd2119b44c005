"""Towns, their names, hex numbers and victory points.

Counters stand on hex centres.  Names and hex numbers live in the strips below and above them, so that a counter hides
neither.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from gpwlab.core.svg.build import el, label, num
from gpwlab.core.svg.lattice import Point
from gpwlab.core.svg.marks import scatter
from gpwlab.hube.board import Town
from gpwlab.hube.picture.palette import Palette
from gpwlab.hube.picture.sheet import Sheet

#: Baselines of the strips below and above a hex's counter, from the hex centre.
_BELOW, _ABOVE = 46.5, -35.0
_NUMBER_SIZE = 10.5
#: Letter size of a town's name by class, near and far; from afar villages are not named.
_SIZES = {"major_city": (21.0, 74.0), "minor_city": (18.0, 58.0), "village": (14.0, 0.0)}
#: Size of names and badges from afar against near.
_FAR_BADGE = 2.2


@dataclass(slots=True)
class Room:
    """Boxes that are taken, so that names do not run into one another."""

    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)

    def free(self, box: tuple[float, float, float, float]) -> bool:
        """True if no taken box touches left, top, right, bottom."""
        left, top, right, bottom = box
        return all(right <= a or c <= left or bottom <= b or d <= top for a, b, c, d in self.boxes)


def _box(centre: Point, width: float, size: float) -> tuple[float, float, float, float]:
    """The box of a text whose baseline is centred on a point."""
    return centre[0] - width / 2, centre[1] - size * 0.78, centre[0] + width / 2, centre[1] + size * 0.2


def town_names(sheet: Sheet, room: Room, far: bool = False, named: Collection[int] = ()) -> str:
    """The names of towns, great ones first, each once a town and in the nearest free room; ``far``: only cities and
    the villages of ``named``, in letters that can be read on a map of the whole sheet."""
    ranked = sorted(_once(sheet).items(), key=lambda item: (-_SIZES[item[1].cls][0], item[1].name))
    out = []
    for h, town in ranked:
        size = _SIZES[town.cls][far] or (_SIZES["minor_city"][1] * 0.85 if h in named else 0.0)
        if not size:
            continue
        bold = town.cls != "village"
        width = len(town.name) * size * (0.60 if bold else 0.54) + 4
        place = _place(room, sheet.centre[h], width, size, far)
        if place is None:
            continue
        room.boxes.append(_box(place, width, size))
        out.append(label(town.name, *place, font_size=size, font_weight="bold" if bold else None))
    p = sheet.palette
    return el(
        "g", *out, fill=p.ink, text_anchor="middle", stroke=p.halo, stroke_width=14 if far else 3.6,
        stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip


def _once(sheet: Sheet) -> dict[int, Town]:
    """One hex of the window for each town, of the greatest class that it has."""
    found: dict[str, int] = {}
    for h, town in sorted(sheet.board.town.items(), key=lambda item: item[1].cls):
        if h in sheet.shown:
            found.setdefault(town.name, h)
    return {h: sheet.board.town[h] for h in found.values()}


def _place(room: Room, centre: Point, width: float, size: float, far: bool) -> Point | None:
    """Where a name fits: below the town, then above, then aside; None from afar, below and crowded from near."""
    down, up = (60.0 + size * 0.55, -48.0) if far else (_BELOW, _ABOVE)
    for dx in (0, 12, -12, 24, -24, 40, -40, width / 2 + 40, -width / 2 - 40):
        for dy in (down, up) if abs(dx) <= 40 else (size * 0.35,):
            place = centre[0] + dx, centre[1] + dy
            if room.free(_box(place, width, size)):
                return place
    return None if far else (centre[0], centre[1] + _BELOW)


def clear_of_towns(sheet: Sheet, place: Point) -> bool:
    """True where no town's sign or name stands in the way of another short text."""
    return all(
        abs(place[0] - x) > 70 or not y - 30 < place[1] < y + 60 for x, y in (sheet.centre[h] for h in sheet.board.town)
    )


def hex_numbers(sheet: Sheet, hexes: Iterable[int]) -> str:
    """Hex numbers at the top of each hex."""
    out = [label(sheet.board.ids[h], sheet.centre[h][0], sheet.centre[h][1] + _ABOVE - 2) for h in hexes]
    return el("g", *out, fill=sheet.palette.number, font_size=_NUMBER_SIZE, text_anchor="middle")


def towns(sheet: Sheet) -> str:
    """Town signs by class: a ring for a village, a block among houses for a minor city, a hex of them for a major."""
    p, town = sheet.palette, sheet.board.town
    found = [(h, town[h].cls) for h in sorted(sheet.shown & town.keys())]
    count = {"major_city": 30, "minor_city": 12}
    built = [
        place
        for h, cls in found
        if cls in count
        for place in scatter(f"town {h}", sheet.centre[h], count[cls], 12, 8 if cls == "major_city" else 22, lying=True)
    ]
    quarters = "".join(f"M{num(x - 5)} {num(y - 4)}h10v8h-10z" for x, y in built)
    houses = el("path", d=quarters, fill=p.town, fill_opacity=0.85, stroke=p.ink, stroke_width=0.6, stroke_opacity=0.4)
    return houses + "".join(sign(p, sheet.centre[h], cls) for h, cls in found)


def sign(p: Palette, place: Point, cls: str) -> str:
    """The sign of a town of a class."""
    x, y = place
    if cls == "major_city":
        return el("rect", x=x - 13, y=y - 13, width=26, height=26, fill=p.road, stroke=p.ink, stroke_width=4)
    if cls == "minor_city":
        return el("rect", x=x - 9, y=y - 9, width=18, height=18, fill=p.halo, stroke=p.ink, stroke_width=4)
    return el("circle", cx=x, cy=y, r=6.5, fill=p.halo, stroke=p.ink, stroke_width=2.8)


def victory_points(sheet: Sheet, points: Mapping[int, int], held: Iterable[int], far: bool = False) -> str:
    """A badge with its VP at each hex that counts, filled where the Soviets have it (hube 5.2)."""
    p, taken = sheet.palette, set(held)
    size = _FAR_BADGE if far else 1.0
    out = []
    for h in sorted(points.keys() & sheet.shown):
        x, y = sheet.centre[h]
        out.append(badge(p, (x + 33, y - 27), str(points[h]), h in taken, size))
    return "".join(out)


def badge(p: Palette, place: Point, text: str, held: bool, size: float = 1.0) -> str:
    """A star with a number, red and lettered white where held."""
    points = "0,-17 5,-7 16,-6 8,2 11,14 0,8 -11,14 -8,2 -16,-6 -5,-7"
    star = el("polygon", points=points, fill=p.soviet if held else p.gold, stroke=p.ink, stroke_width=1.6)
    ink = p.halo if held else "#2b2000"
    number = label(text, 0, 5.5, font_size=14, font_weight="bold", text_anchor="middle", fill=ink)
    where = f"translate({num(place[0])} {num(place[1])})scale({size:g})"
    return el("g", star + number, transform=where)
