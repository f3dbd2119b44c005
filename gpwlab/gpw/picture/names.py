"""Towns, their names, hex numbers, names of countries and seas.

Counters stand on hex centres, one to a hex, and leave a strip free between two rows.  Names and hex numbers live in
these strips, so that a counter hides neither.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from gpwlab.core.svg.build import SERIF, el, label, num
from gpwlab.core.svg.lattice import Point
from gpwlab.core.svg.marks import scatter
from gpwlab.gpw.board import WATER, City
from gpwlab.gpw.picture.palette import Palette
from gpwlab.gpw.picture.sheet import Sheet

#: Baselines of the strips below and above a hex's counter, from the hex centre.
_BELOW, _ABOVE = 47.5, -39.0
_NUMBER_SIZE = 10.5
#: How much larger the names of great towns are on a map of the whole sheet.
_FAR = 2.4


@dataclass(slots=True)
class Room:
    """Boxes that are taken, in rows of one strip each, so that names do not run into one another."""

    boxes: dict[int, list[tuple[float, float]]] = field(default_factory=dict)

    def free(self, x0: float, x1: float, baseline: float) -> bool:
        """True if the strip is free from x0 to x1."""
        return all(x1 <= a or b <= x0 for a, b in self.boxes.get(round(baseline / 4), ()))

    def take(self, x0: float, x1: float, baseline: float) -> None:
        """Mark a stretch of the strip as taken."""
        self.boxes.setdefault(round(baseline / 4), []).append((x0, x1))


def _width(text: str, size: float, bold: bool) -> float:
    """About how wide a text runs in drawing units."""
    return len(text) * size * (0.60 if bold else 0.54)


def _cities(sheet: Sheet) -> list[tuple[int, City]]:
    """The towns of the window."""
    return [(h, city) for h, city in sheet.board.city.items() if h in sheet.shown]


def _style(city: City) -> tuple[float, bool]:
    """Letter size and weight of a town's name."""
    return (18.5, True) if city.major or city.capital else (15.0, False)


def town_names(sheet: Sheet, room: Room, far: bool = False) -> str:
    """The names of towns, great ones first, each in the nearest free stretch of a strip; ``far``: only the great
    ones, in letters that can be read on a map of the whole sheet."""
    ranked = sorted(_cities(sheet), key=lambda item: (-_style(item[1])[0], item[1].name))
    out = []
    for h, city in ranked:
        size, bold = _style(city)
        if far and not bold:
            continue
        size *= _FAR if far else 1.0
        width = _width(city.name, size, bold) + 5
        x, y = _place(room, sheet.centre[h], width)
        room.take(x - width / 2, x + width / 2, y)
        y += 6 if far else 0  # larger letters: their middle stays in the middle of the strip
        out.append(
            label(city.name, x, y, font_size=size, font_weight="bold" if bold else None)
        )  # fmt: skip
    p = sheet.palette
    return el(
        "g", *out, fill=p.ink, text_anchor="middle", stroke=p.halo, stroke_width=3.6, stroke_linejoin="round",
        paint_order="stroke",
    )  # fmt: skip


def _place(room: Room, centre: Point, width: float) -> Point:
    """Where a name fits: below the town, then above, then aside of either; below, crowded, if nowhere."""
    for dx in (0, 12, -12, 24, -24, 40, -40, 56, -56):
        for dy in (_BELOW, _ABOVE):
            x, y = centre[0] + dx, centre[1] + dy
            if room.free(x - width / 2, x + width / 2, y):
                return x, y
    return centre[0], centre[1] + _BELOW


def clear_of_towns(sheet: Sheet, place: Point) -> bool:
    """True where no town's sign or name stands in the way of another short text."""
    return all(
        abs(place[0] - x) > 80 or not y - 30 < place[1] < y + 75 for x, y in (sheet.centre[h] for h in sheet.board.city)
    )


def hex_numbers(sheet: Sheet, room: Room, hexes: Iterable[int]) -> str:
    """Hex numbers at the top of each hex, moved along the strip where a town's name stands there."""
    out = []
    for h in hexes:
        x, y = sheet.centre[h]
        for dx in (0, 14, -14, 26, -26):
            if room.free(x + dx - 15, x + dx + 15, y + _ABOVE):
                out.append(label(sheet.board.ids[h], x + dx, y + _ABOVE - 1))
                break
    p = sheet.palette
    return el("g", *out, fill=p.number, font_size=_NUMBER_SIZE, text_anchor="middle")


def towns(sheet: Sheet) -> str:
    """Town signs by class: a ring, a block for a major city, a bastion for a fortress, a star in a capital."""
    p = sheet.palette
    cities = _cities(sheet)
    built = [at for h, c in cities if c.major for at in scatter(f"town {h}", sheet.centre[h], 26, 12, 15)]
    quarters = "".join(f"M{num(x - 5)} {num(y - 4)}h10v8h-10z" for x, y in built)
    houses = el("path", d=quarters, fill=p.town, fill_opacity=0.75, stroke=p.ink, stroke_width=0.6, stroke_opacity=0.4)
    return houses + "".join(sign(p, sheet.centre[h], c) for h, c in cities)


def sign(p: Palette, at: Point, city: City) -> str:
    """The sign of a town."""
    x, y = at
    if city.capital:
        ring = el("circle", cx=x, cy=y, r=13, fill=p.halo, stroke=p.ink, stroke_width=3)
        return ring + el("path", d=f"M{num(x)} {num(y - 10)}{_STAR}", fill=p.border)
    if city.cls == "fortress":
        return el("path", d=f"M{num(x)} {num(y - 15)}{_BASTION}", fill=p.halo, stroke=p.ink, stroke_width=3)
    if city.major:
        return el("rect", x=x - 9, y=y - 9, width=18, height=18, fill=p.border, stroke=p.ink, stroke_width=3)
    return el("circle", cx=x, cy=y, r=6.5, fill=p.halo, stroke=p.ink, stroke_width=2.8)


_STAR = "l2.4 7.2h7.6l-6.1 4.5 2.3 7.3-6.2-4.5-6.2 4.5 2.3-7.3-6.1-4.5h7.6z"
_BASTION = "l6 6h9v9l6 6-6 6v9h-9l-6 6-6-6h-9v-9l-6-6 6-6v-9h9z"


#: How a map names a sea that the tables name in short.
_SEA_NAMES = {"Azov": "Sea of Azov", "Baltic": "Baltic Sea", "Caspian": "Caspian Sea", "Adriatic": "Adriatic Sea"}


def great_names(sheet: Sheet) -> str:
    """Names of countries and seas, spaced wide, each where its stretch of map is broadest."""
    board, p = sheet.board, sheet.palette
    out = []
    for name in sorted(set(board.country) - {""}):
        hexes = {h for h in sheet.shown if board.country[h] == name and board.terrain[h] not in WATER}
        if len(hexes) > 3 and name != "USSR":
            out.append(_spread(sheet, name.upper(), hexes, p.country, 34))
    for name, hexes in _seas(sheet).items():
        out.append(_spread(sheet, _SEA_NAMES.get(name, name), hexes, p.sea_name, 46, style="italic"))
    return el("g", *out, font_family=SERIF, text_anchor="middle", letter_spacing=9, opacity=0.62)


def _spread(sheet: Sheet, text: str, hexes: Collection[int], colour: str, size: float, style: str = "normal") -> str:
    x, y = sheet.centre[_heart(sheet, hexes)]
    return label(text, x, y + size / 3, font_size=size, fill=colour, font_style=style)


def _heart(sheet: Sheet, hexes: Collection[int]) -> int:
    """The hex of a stretch that lies farthest from its rim; among equals the one nearest to the middle."""
    inside = set(hexes)
    left, last = set(inside), set(inside)
    while left:
        last = left
        left = {h for h in left if all(n in left for n in sheet.board.near[h])}
    mx = sum(sheet.centre[h][0] for h in last) / len(last)
    my = sum(sheet.centre[h][1] for h in last) / len(last)
    return min(sorted(last), key=lambda h: (sheet.centre[h][0] - mx) ** 2 + (sheet.centre[h][1] - my) ** 2)


def _seas(sheet: Sheet) -> dict[str, set[int]]:
    """Stretches of sea by the name that most of their coast hexes carry."""
    board = sheet.board
    left = {h for h in sheet.shown if board.terrain[h] == "sea"}
    found: dict[str, set[int]] = {}
    while left:
        stretch, queue = set(), [min(left)]
        while queue:
            h = queue.pop()
            if h in left:
                left.discard(h)
                stretch.add(h)
                queue.extend(n for n in board.near[h] if n in left)
        names = [name for h in stretch for n in board.near[h] if n >= 0 for name in board.coast[n]]
        if names and len(stretch) > 3:
            found.setdefault(max(sorted(set(names)), key=names.count), set()).update(stretch)
    return found
