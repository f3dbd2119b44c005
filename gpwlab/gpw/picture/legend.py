"""The legend: every sign of the map, drawn by the same code as on the map, with what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gpwlab.core.svg import legend as signs
from gpwlab.core.svg.build import Picture, document, el, num, uid
from gpwlab.core.svg.lattice import outline
from gpwlab.core.svg.legend import Entry, Group
from gpwlab.core.svg.nato import counter
from gpwlab.gpw import fronts
from gpwlab.gpw.board import City
from gpwlab.gpw.picture import ground, lines, names, overlays, rivers, stacks
from gpwlab.gpw.picture.faces import Standing, face
from gpwlab.gpw.picture.palette import Palette, palette
from gpwlab.gpw.picture.sheet import UNITS_PER_KM, Frame, Sheet
from gpwlab.gpw.units import Unit

if TYPE_CHECKING:
    from gpwlab.gpw.reader import Reader

#: How the terrains are told.
_TERRAIN = {
    "clear": "clear", "forest": "forest", "swamp": "swamp", "rough": "rough", "mountain": "mountain",
    "sea": "sea, lake",
}  # fmt: skip
#: Unit types by their symbol, and what they are called.
_KINDS = {
    "INF": "infantry, garrison", "PZ": "armour: panzer, tank", "MECH": "mechanised", "CAV": "cavalry",
    "MTN": "mountain", "SHK": "shock", "AB": "airborne", "PAR": "partisans",
}  # fmt: skip


def legend(game: Reader, theme: str = "paper", width: float = 760) -> Picture:
    """The legend as a picture of its own, ``width`` pixels wide, with its text twin."""
    sheet = Sheet(game.board, palette(theme))
    body, height = panel(sheet, game, width)
    return Picture(document(body, (0, 0, width, height), (width, height), "legend"), text(game))


def text(game: Reader) -> str:
    """The legend in words: every heading and what stands under it."""
    return signs.text(groups(Sheet(game.board, palette("paper")), game))


def panel(sheet: Sheet, game: Reader, width: float) -> tuple[str, float]:
    """The legend in columns on its own ground, and its height, in units of a page's text; its corner is (0, 0)."""
    return signs.panel(groups(sheet, game), sheet.palette, width)


def groups(sheet: Sheet, game: Reader) -> tuple[Group, ...]:
    """All signs: ground, lines, towns, counters, marks, overlays."""
    p, board = sheet.palette, sheet.board
    units = [game.standing(name)[0] for name in game.units["unit"]]
    return (
        Group("Ground", tuple(_terrain(sheet, kind) for kind in _TERRAIN if kind in board.terrain)),
        Group("Lines", _lines(p)),
        Group("Towns", _towns(p)),
        Group("Counters", _counters(units)),
        Group("Marks on counters", _marks(sheet, units)),
        Group("Overlays", _overlays(sheet, game)),
    )


def _piece(sheet: Sheet, h: int, drawn: str) -> str:
    """A hex cut out of something drawn on the sheet, moved to (0, 0)."""
    x, y = sheet.centre[h]
    d = outline([sheet.node[h]])
    clip = uid("legend", sheet.palette, h, drawn)
    rim = el("path", d=d, fill="none", stroke=sheet.palette.grid, stroke_width=2)
    cut = el("defs", el("clipPath", el("path", d=d), id=clip)) + el("g", drawn, clip_path=f"url(#{clip})")
    return el("g", cut + rim, transform=f"scale(0.72)translate({num(-x)} {num(-y)})")


def _window(sheet: Sheet, h: int) -> Sheet:
    """The sheet seen through a window of one hex."""
    x, y = sheet.centre[h]
    return Sheet(sheet.board, sheet.palette, Frame(x - 50, y - 58, 100, 116))


def _terrain(sheet: Sheet, kind: str) -> Entry:
    """A hex of a terrain as it stands on the map, in the midst of its like where there is one."""
    board = sheet.board
    like = [h for h in range(board.n) if board.terrain[h] == kind and h not in board.city]
    heart = max(like, key=lambda h: sum(n >= 0 and board.terrain[n] == kind for n in board.near[h]))
    small, x, y = _window(sheet, heart), *sheet.centre[heart]
    fill = sheet.palette.sea if kind == "sea" else sheet.palette.land
    base = el("rect", x=x - 60, y=y - 60, width=120, height=120, fill=fill)
    return Entry(_piece(small, heart, base + ground.patches(small) + ground.symbols(small)), _TERRAIN[kind])


def _lines(p: Palette) -> tuple[Entry, ...]:
    flat = "M-60 0H60"
    wave = "M-60 8Q-40-14-20 2T20 2T60-6"
    sizes = [
        Entry(rivers.water(p, [(rivers.breadth(least), wave)]), text)
        for least, text in ((24, "great river"), (12, "river"), (0, "small river"))
    ]
    border = lines.border_band(p, flat) + lines.border_dashes(p, flat)
    return (
        *sizes,
        Entry(border, "border of June 1941"),
        Entry(lines.rail_track(p, flat), "railway"),
        Entry(lines.water_band(p, "M-50 0H50"), "no crossing"),
        Entry(lines.strait_sign(p, "M-26 0H26"), "strait: crossing"),
    )


def _towns(p: Palette) -> tuple[Entry, ...]:
    kinds = (
        (City("", "city", False, "", frozenset()), "city"),
        (City("", "major_city", True, "", frozenset()), "major city"),
        (City("", "fortress", False, "", frozenset()), "fortress"),
        (City("", "city", False, "Soviet", frozenset()), "capital"),
    )
    return tuple(Entry(el("g", names.sign(p, (0, 0), city), transform="scale(1.4)"), text) for city, text in kinds)


def _drawn(standing: Standing) -> str:
    return counter(replace(face(standing), title=""), 0, 0, 84)


def _counters(units: Sequence[Unit]) -> tuple[Entry, ...]:
    out = []
    for kind, text in _KINDS.items():
        alike = sorted((u for u in units if u.kind == kind), key=lambda u: u.nation not in ("German", "Soviet"))
        for unit in alike[:1]:
            out.append(Entry(_drawn(Standing(unit, 0, unit.steps)), text))
    return tuple(out)


def _marks(sheet: Sheet, units: Sequence[Unit]) -> tuple[Entry, ...]:
    mobile = next(u for u in units if u.kind == "PZ" and u.mobile and u.steps > 1)
    plain = next(u for u in units if u.kind == "INF" and u.side != mobile.side)
    some = [Standing(mobile, 0, mobile.steps), Standing(plain, 0, plain.steps)]
    x, y = sheet.centre[0]
    moved = f"translate({num(-x)} {num(-y)})"
    far = [stacks.blocks(sheet, [standing], 62) for standing in some]
    pair = el("g", el("g", far[0], transform="translate(-34 0)") + el("g", far[1], transform="translate(34 0)"),
              transform=moved)  # fmt: skip
    return (
        Entry(_drawn(some[0]), "attack-MA; ring: moves in both phases"),
        Entry(_drawn(Standing(mobile, 0, 1)), "pale band: reduced"),
        Entry(_drawn(Standing(mobile, 0, mobile.steps, moved=True)), "arrow: has moved"),
        Entry(_drawn(Standing(mobile, 0, mobile.steps, supplied=False)), "barrel: out of supply"),
        Entry(
            el("g", stacks.counters(sheet, [some[0], some[0]], 62), transform=moved), "several units; point to fan out"
        ),
        Entry(pair, "from afar: attack strength, Axis square"),
    )


def _overlays(sheet: Sheet, game: Reader) -> tuple[Entry, ...]:
    """Each overlay on one hex; where the sides differ, half of the text names the Soviet sign."""
    h = sheet.board.hex("B1407")
    day = fronts.historical(game)
    x, y = (v / s for v, s in zip(sheet.centre[h], (UNITS_PER_KM, -UNITS_PER_KM), strict=True))
    near = replace(day, lines={"": ((x - 90, y), (x + 90, y))})

    def one(drawn: str, text: str) -> Entry:
        return Entry(_piece(sheet, h, drawn), text)

    found = [
        one(overlays.zoc(sheet, side, {h}, uid("l", side)), f"{side} zone of control") for side in ("Axis", "Soviet")
    ]
    found += [one(overlays.supply(sheet, side, {h}, {h}), f"{side} supply") for side in ("Axis", "Soviet")]
    found += [one(overlays.control(sheet, side, {h}), f"{side} control") for side in ("Axis", "Soviet")]
    found.append(one(overlays.reach(sheet, {h: 5}), "reach, with MP left"))
    found.append(one(overlays.reconstructed(sheet, {h}, uid("l", "q")), "reconstructed terrain"))
    found.append(one(overlays.front(sheet, near), f"{day.title} in history"))
    return tuple(found)
