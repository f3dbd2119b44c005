"""The legend: every sign of the map, drawn by the same code as on the map, with what it means."""

from __future__ import annotations

from dataclasses import replace

from gpwlab.core.svg import legend as signs
from gpwlab.core.svg.build import Picture, document, el, num, uid
from gpwlab.core.svg.lattice import outline
from gpwlab.core.svg.legend import Entry, Group
from gpwlab.core.svg.nato import counter
from gpwlab.hube.board import Board
from gpwlab.hube.picture import ground, layers, lines, names, overlays, rivers
from gpwlab.hube.picture.faces import Standing, face
from gpwlab.hube.picture.palette import Palette, palette
from gpwlab.hube.picture.sheet import Frame, Sheet, lying

_TERRAIN = ("open", "woods", "forest", "swamp", "low hills", "rough", "mountain")
#: What stands for a kind of unit: kind, nation, side, size, category, label, numbers, words.
_COUNTERS = (
    ("inf-div", "German", "XX", "other", "68", ("16", "4", "3"), "infantry: strength, action, movement"),
    ("pz-bn", "German", "II", "armor", "503", ("8", "5", "5"), "yellow symbol: armour"),
    ("pg-rgt", "German SS", "III", "mech", "3", (), "red symbol: mechanised; black: SS"),
    ("ag-bn", "German", "II", "armor", "202", ("5", "4", "7"), "assault guns"),
    ("werfer-rgt", "German", "III", "other", "54", ("48", "1", "0"), "rockets: barrage, action, movement"),
    ("inf-div", "Hungarian", "XX", "other", "18", ("10", "2", "2"), "Hungarian"),
    ("hq", "Soviet", "XXX", "other", "38", ("10", "0"), "headquarters"),
    ("inf-div", "Soviet Guards", "XX", "other", "13 Gd", ("14", "4", "3"), "Guards: red, plain symbol white"),
    ("tk-bde", "Soviet", "X", "armor", "91", ("4", "3", "6"), "tank brigade"),
    ("ur-bde", "Soviet", "X", "other", "", ("(8)", "3", "1"), "area defence, fortress; (8): defence only"),
    ("pontoon-bde", "Soviet", "X", "other", "1 UF", ("(1)", "0", "0"), "pontoons"),
)  # fmt: skip
_WORN = ("inf-div", "German", "XX", "other", "168", ("14", "3", "3"), "red tag and pale band: steps lost, here 2")


def legend(board: Board, theme: str = "paper", width: float = 900) -> Picture:
    """The legend as a picture of its own, ``width`` pixels wide, with its text twin."""
    sheet = Sheet(board, palette(theme))
    body, height = panel(sheet, width)
    return Picture(document(body, (0, 0, width, height), (width, height), "legend"), text(board))


def text(board: Board) -> str:
    """The legend in words: every heading and what stands under it."""
    return signs.text(groups(Sheet(board, palette("paper"))))


def panel(sheet: Sheet, width: float) -> tuple[str, float]:
    """The legend in columns on its own ground, and its height, in units of a page's text; its corner is (0, 0)."""
    return signs.panel(groups(sheet), sheet.palette, width)


def groups(sheet: Sheet) -> tuple[Group, ...]:
    """All signs: ground, lines, places, counters, tokens, overlays."""
    p = sheet.palette
    return (
        Group("Ground", tuple(_terrain(sheet, kind) for kind in _TERRAIN)),
        Group("Lines", _lines(p)),
        Group("Places", _places(p)),
        Group("Counters", (*(_counter(*row) for row in _COUNTERS), _counter(*_WORN, lost=2))),
        Group("Tokens", _tokens(p)),
        Group("Overlays", _overlays(sheet)),
    )


def _piece(sheet: Sheet, h: int, drawn: str) -> str:
    """A hex cut out of something drawn on the sheet, moved to (0, 0)."""
    x, y = sheet.centre[h]
    clip = uid("legend", sheet.palette, h, drawn)
    d = outline([sheet.node[h]])
    rim = lying(el("path", d=d, fill="none", stroke=sheet.palette.grid, stroke_width=2))
    shape = el("path", d=d, transform="matrix(0 1 1 0 0 0)")
    cut = el("defs", el("clipPath", shape, id=clip)) + el("g", drawn, clip_path=f"url(#{clip})")
    return el("g", cut + rim, transform=f"scale(0.72)translate({num(-x)} {num(-y)})")


def _terrain(sheet: Sheet, kind: str) -> Entry:
    """A hex of a terrain as it stands on the map, in the midst of its like."""
    board = sheet.board
    like = [h for h in range(board.n) if board.terrain[h] == kind and h not in board.town]
    heart = max(like, key=lambda h: sum(n >= 0 and board.terrain[n] == kind for n in board.near[h]))
    x, y = sheet.centre[heart]
    small = Sheet(board, sheet.palette, Frame(x - 50, y - 58, 100, 116))
    return Entry(_piece(small, heart, ground.land(small) + ground.patches(small) + ground.symbols(small)), kind)


def _lines(p: Palette) -> tuple[Entry, ...]:
    flat, wave = "M-60 0H60", "M-60 8Q-40-14-20 2T20 2T60-6"
    front = overlays.front_bands(p, [[(60.0, 0.0), (0.0, 0.0), (-60.0, 0.0)]])
    return (
        Entry(rivers.water(p, {"minor": "", "major": wave}), "major river"),
        Entry(rivers.water(p, {"minor": wave, "major": ""}), "minor river"),
        Entry(rivers.water(p, {"minor": "", "major": wave}, ("major",)), "frozen"),
        Entry(lines.rail(p, flat, "multi"), "multi-track railway"),
        Entry(lines.rail(p, flat, "single"), "single-track railway"),
        Entry(lines.road(p, wave), "secondary road"),
        Entry(front, "front: solid Axis, broken Soviet"),
    )


def _places(p: Palette) -> tuple[Entry, ...]:
    towns = (("major_city", "major city"), ("minor_city", "minor city"), ("village", "village"))
    return (
        *(Entry(el("g", names.sign(p, (0, 0), cls), transform="scale(1.4)"), text) for cls, text in towns),
        Entry(names.badge(p, (-22, 0), "3", False, 1.4) + names.badge(p, (24, 0), "3", True, 1.4), "VP; red: Soviet"),
        Entry(overlays.bastion(p, (0, 0)), "declared fortress"),
        Entry(lines.entry(p, (-10, 0), (1, 0), p.axis), "entry of a side"),
        Entry(lines.air_base(p, (0, 0), p.soviet), "exit to an off-map air base"),
    )


def _counter(
    kind: str, nation: str, size: str, category: str, text: str, numbers: tuple[str, ...], words: str, lost: int = 0
) -> Entry:
    side = "Soviet" if nation.startswith("Soviet") else "Axis"
    shown = Standing("", 0, side, nation, kind, size, category, text, numbers, lost)
    return Entry(counter(replace(face(shown), title=""), 0, 0, 84), words)


def _tokens(p: Palette) -> tuple[Entry, ...]:
    found = (("S4", "supply points"), ("T2", "truck, W wagon points"), ("#2", "hedgehog, level"), ("A1", "air base"))
    return tuple(
        Entry(el("g", layers.token(p, (0, 0), t, "Axis"), transform="scale(2.2)"), words) for t, words in found
    )


def _overlays(sheet: Sheet) -> tuple[Entry, ...]:
    h = sheet.board.hex("A33.20")
    drawn = (
        (overlays.control(sheet, "Axis", [h]), "held by the Axis"),
        (overlays.control(sheet, "Soviet", [h]), "held by the Soviets"),
        (overlays.zone(sheet, [h], uid("l", "z")), "zone of a set-up"),
        (overlays.reconstructed(sheet, [h], uid("l", "q")), "reconstructed"),
    )
    return tuple(Entry(_piece(sheet, h, svg), words) for svg, words in drawn)
