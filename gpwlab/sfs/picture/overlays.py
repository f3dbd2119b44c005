"""Overlays: supply, ferries, links, reach, reconstructed data; each a pattern or sign of its own beside its colour."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Attrs, el, label, num, points
from gpwlab.sfs.board import SIDES
from gpwlab.sfs.picture.control import colour
from gpwlab.sfs.picture.ground import clip
from gpwlab.sfs.picture.plane import Point
from gpwlab.sfs.picture.sheet import Sheet

if TYPE_CHECKING:
    from gpwlab.sfs.reader import Reader


def supply(sheet: Sheet, side: str, areas: Collection[int], key: str) -> str:
    """The areas from which a side can trace a supply line (sfs 6.1): hatched, one direction a side, and a barrel."""
    shade = colour(sheet, side)
    ident, angle = f"{key}s{side[0]}", 45 if side == "German" else -45
    bar = el("path", d="M0 0V26", stroke=shade, stroke_width=6)
    pattern = el("pattern", bar, id=ident, width=26, height=26, patternUnits="userSpaceOnUse",
                 patternTransform=f"rotate({angle})")  # fmt: skip
    out = [pattern]
    for area in sorted(areas):
        d = points(sheet.outline[area], close=True)
        out.append(el("path", d=d, fill=f"url(#{ident})", fill_opacity=0.34))
        x, y = sheet.name_at[area]
        out.append(_barrel(sheet, x + (26 if side == "German" else 62), y + 26, shade))
    return "".join(out)


def _barrel(sheet: Sheet, x: float, y: float, shade: str) -> str:
    body = f"M{num(x - 11)} {num(y - 13)}h22v30h-22zM{num(x - 11)} {num(y - 3)}h22M{num(x - 11)} {num(y + 7)}h22"
    return el("path", d=body, fill=sheet.palette.halo, stroke=shade, stroke_width=4)


def line_of_supply(sheet: Sheet, side: str, areas: Iterable[int]) -> str:
    """A supply line as beads from area to area."""
    way = [_middle(sheet, area) for area in areas]
    if not way:
        return ""
    d = points(way)
    shade = colour(sheet, side)
    return el("path", d=d, fill="none", stroke=sheet.palette.halo, stroke_width=20, stroke_linejoin="round",
              opacity=0.8) + el("path", d=d, fill="none", stroke=shade, stroke_width=12, stroke_linecap="round",
                                stroke_dasharray="1 24")  # fmt: skip


def _middle(sheet: Sheet, area: int) -> Point:
    x, y = sheet.name_at[area]
    return x, y + 60


def ferry(sheet: Sheet, landings: Iterable[tuple[int, str]]) -> str:
    """The crossing of each landing with what holds it up or is left of it, in words (sfs 4.10)."""
    p = sheet.palette
    out = []
    for place, words in landings:
        x, y = sheet.strongpoint_at[place]
        open_ = not words.startswith("no")
        end = (x - 20, 1775.0)
        d = f"M{num(x)} {num(y + 82)}Q{num(x + 26)} {num((y + end[1]) / 2)} {num(end[0])} {num(end[1])}"
        out.append(el("path", d=d, fill="none", stroke=p.halo, stroke_width=13, opacity=0.7))
        out.append(el("path", d=d, fill="none", stroke=p.soviet if open_ else p.soft, stroke_width=6,
                      stroke_dasharray="22 12" if open_ else "4 14", stroke_linecap="round"))  # fmt: skip
        out.append(label(words, x + 16, (y + end[1]) / 2 + 14, font_size=22, font_weight="bold", fill=p.ink,
                         stroke=p.halo, stroke_width=6, paint_order="stroke"))  # fmt: skip
    return "".join(out)


def drained(sheet: Sheet, landings: Iterable[int]) -> str:
    """A struck-out barrel at each landing that has given its supply in the drift ice (sfs 6.3.B)."""
    p = sheet.palette
    out = []
    for place in landings:
        x, y = sheet.strongpoint_at[place]
        out.append(_barrel(sheet, x + 56, y - 44, p.target))
        out.append(el("path", d=f"M{num(x + 40)} {num(y - 24)}l34 -38", stroke=p.target, stroke_width=6))
    return "".join(out)


def links(sheet: Sheet, ice: bool) -> str:
    """Which areas touch: a short bridge over each border, broken where it is reconstructed; those over the ice in
    the freeze."""
    p = sheet.palette
    out = []
    drawn: set[frozenset[str]] = set()
    for border in sheet.borders:
        pair = frozenset((border.a, border.b))
        if not border.b or pair in drawn or not _linked(sheet, border.a, border.b):
            continue
        drawn.add(pair)
        middle = len(border.line) // 2
        (x1, y1), (x2, y2) = border.line[max(0, middle - 2)], border.line[min(len(border.line) - 1, middle + 2)]
        guess = (sheet.board.area(border.a), sheet.board.area(border.b)) in sheet.board.reconstructed_links
        out.append(_bridge(sheet, ((x1 + x2) / 2, (y1 + y2) / 2), (x2 - x1, y2 - y1), guess))
    if ice:
        out += [_ice_link(sheet, area) for area in sheet.board.freeze[sheet.board.east_bank]]
    return el("g", *out, stroke=p.ink, stroke_width=6, fill="none", stroke_linecap="round")


def _linked(sheet: Sheet, a: str, b: str) -> bool:
    return (sheet.board.area(a), sheet.board.area(b)) in sheet.board.barrier


def _bridge(sheet: Sheet, at: Point, along: Point, guess: bool) -> str:
    length = (along[0] ** 2 + along[1] ** 2) ** 0.5 or 1.0
    ux, uy = -along[1] / length * 30, along[0] / length * 30
    d = f"M{num(at[0] - ux)} {num(at[1] - uy)}L{num(at[0] + ux)} {num(at[1] + uy)}"
    knobs = "".join(
        el("circle", cx=at[0] + k * ux, cy=at[1] + k * uy, r=8, fill=sheet.palette.halo if guess else sheet.palette.ink)
        for k in (-1, 1)
    )
    halo = el("path", d=d, stroke=sheet.palette.halo, stroke_width=14)
    return halo + el("path", d=d, stroke_dasharray="9 12" if guess else None) + knobs


def _ice_link(sheet: Sheet, area: int) -> str:
    """The way over the ice from the East Bank into an area (sfs 4.10.3.B)."""
    lowest = max(sheet.outline[area], key=lambda point: point[1])
    x = sum(x for x, _ in sheet.outline[area]) / len(sheet.outline[area])
    d = f"M{num(x)} {num(lowest[1] - 30)}V1800"
    return el("path", d=d, stroke=sheet.palette.halo, stroke_width=16) + el("path", d=d, stroke_dasharray="3 17")


def reach(sheet: Sheet, areas: Iterable[tuple[int, str]], key: str) -> str:
    """Areas that a force may go to, in yellow, with how: free, stops, attack."""
    p = sheet.palette
    out = []
    for area, words in areas:
        ident = f"{key}r{sheet.board.code(area)}"
        ring = sheet.outline[area]
        d = points(ring, close=True)
        band = el("path", d=d, fill=p.reach, fill_opacity=0.2, stroke=p.reach, stroke_width=44)
        edge = el("path", d=d, fill="none", stroke=p.ink, stroke_width=5, stroke_dasharray="18 10")
        out.append(clip(ident, (ring,)) + el("g", band, edge, clip_path=f"url(#{ident})"))
        if words:
            x, y = sheet.name_at[area]
            out.append(label(words, x, y + 30, font_size=25, font_weight="bold", text_anchor="middle", fill="#1d1a16",
                             stroke=p.reach, stroke_width=8, paint_order="stroke"))  # fmt: skip
    return "".join(out)


def reconstructed(sheet: Sheet, key: str) -> str:
    """What is not printed: areas whose terrain is a guess are dotted, strongpoints that no text names have a ?."""
    p = sheet.palette
    ident = f"{key}q"
    dot = el("circle", cx=12, cy=12, r=4, fill=p.unsure)
    out = [el("pattern", dot, id=ident, width=24, height=24, patternUnits="userSpaceOnUse")]
    for area in sheet.board.areas:
        if area.provenance == "reconstructed":
            d = points(sheet.outline[area.index], close=True)
            out.append(el("path", d=d, fill=f"url(#{ident})", fill_opacity=0.55))
    for place, (x, y) in zip(sheet.board.strongpoints, sheet.strongpoint_at, strict=True):
        if place.provenance == "reconstructed":
            out.append(label("?", x + 48, y - 30, font_size=56, font_weight="bold", fill=p.unsure, stroke=p.halo,
                             stroke_width=8, paint_order="stroke"))  # fmt: skip
    return "".join(out)


def ring(sheet: Sheet, at: Point, shade: str, reach_: float = 74.0, dashed: bool = False) -> str:
    """A ring around a stack: picked, or aimed at; dashed where it may be."""
    line: Attrs = {"cx": at[0], "cy": at[1], "r": reach_, "fill": "none"}
    return el("circle", stroke=sheet.palette.halo, stroke_width=15, **line) + el(
        "circle", stroke=shade, stroke_width=8, stroke_dasharray="26 14" if dashed else None, **line
    )


def arrows(sheet: Sheet, target: Point, homes: Iterable[Point]) -> str:
    """Arrows from attackers to the force that they attack."""
    p = sheet.palette
    out = []
    for x, y in homes:
        dx, dy = target[0] - x, target[1] - y
        length = max(1.0, (dx * dx + dy * dy) ** 0.5)
        ux, uy = dx / length, dy / length
        start, end = (x + ux * 50, y + uy * 50), (target[0] - ux * 62, target[1] - uy * 62)
        head = [(end[0], end[1]), (end[0] - ux * 34 - uy * 20, end[1] - uy * 34 + ux * 20),
                (end[0] - ux * 34 + uy * 20, end[1] - uy * 34 - ux * 20)]  # fmt: skip
        stem = (end[0] - ux * 28, end[1] - uy * 28)
        out.append(el("path", d=points((start, stem)), stroke=p.halo, stroke_width=22, fill="none", opacity=0.8))
        out.append(el("path", d=points((start, stem)), stroke=p.target, stroke_width=13, fill="none"))
        out.append(el("path", d=points(head, close=True), fill=p.target, stroke=p.halo, stroke_width=3))
    return "".join(out)


def cursor(sheet: Sheet, area: int) -> str:
    """The area cursor of the keyboard: its outline in heavy dashes."""
    p = sheet.palette
    d = points(sheet.outline[area], close=True)
    return el("path", d=d, fill="none", stroke=p.halo, stroke_width=16) + el(
        "path", d=d, fill="none", stroke=p.ink, stroke_width=8, stroke_dasharray="30 14"
    )


# -- by name --------------------------------------------------------------------------------------------------------


def overlay(sheet: Sheet, game: Reader, name: str, key: str) -> str:
    """One overlay by name: supply (of both sides, or of one, as ``supply:Soviet``), ferry, links, reconstructed, and of
    one force reach:FORCE and line:FORCE, its supply line.  InvalidInput for any other name."""
    kind, _, of = name.partition(":")
    if kind == "supply":
        if of and of not in SIDES:
            raise InvalidInput(f"an overlay is of {' or '.join(SIDES)}, not of {of!r}")
        return "".join(
            supply(sheet, side, {sheet.board.area(code) for code in game.supplied(side)}, key)
            for side in SIDES
            if of in ("", side)
        )
    if kind == "line":
        pile = next((pile for pile in game.stacks if pile.id == of), None)
        if pile is None:
            raise InvalidInput("the overlay 'line' is of one force, for instance 'line:F12'")
        return line_of_supply(sheet, pile.side, [sheet.board.area(code) for code in game.supply_line(of)])
    if kind == "reach":
        if not of:
            raise InvalidInput("the overlay 'reach' is of one force, for instance 'reach:F12'")
        return reach(sheet, [(sheet.board.area(code), _how(game, code, of)) for code in game.reach(of)], key)
    if name not in _PLAIN:
        raise InvalidInput(f"there is no overlay {name!r}; there is {', '.join(OVERLAYS)}")
    return _PLAIN[name](sheet, game, key)


def _how(game: Reader, code: str, force: str) -> str:
    """What awaits a force that goes to an area: nothing, a stop in a contested one, or an entering attack."""
    side = next(pile.side for pile in game.stacks if pile.id == force)
    state = next(state for state in game.areas if state.code == code)
    if state.control in ("empty", side):
        return "free"
    return "contested: stops" if state.control == "contested" else "enemy: stops"


def _crossings(sheet: Sheet, game: Reader) -> list[tuple[int, str]]:
    """Each landing in play and what of its ferry is left in this turn, in words (sfs 4.10.1.A, sfs 4.10.3)."""
    german = {pile.strongpoint for pile in game.stacks if pile.side == "German"}
    found = []
    for code, sent, received, cut_off in game.ferries:
        left = " and ".join(filter(None, ("" if sent else "1 out", "" if received else "1 in"))) or "used"
        words = f"{left}, under fire" if cut_off else left
        if game.weather != "clear":
            words = "no ferry"
        elif code in german:
            words = "no ferry: German"
        found.append((sheet.board.strongpoint(code), words))
    return found


_PLAIN: dict[str, Callable[[Sheet, Reader, str], str]] = {
    "ferry": lambda sheet, game, key: ferry(sheet, _crossings(sheet, game)),
    "links": lambda sheet, game, key: links(sheet, game.weather == "freeze"),
    "reconstructed": lambda sheet, game, key: reconstructed(sheet, key),
}
#: What ``show`` takes.
OVERLAYS = ("supply", "reach:FORCE", "line:FORCE", *_PLAIN)
