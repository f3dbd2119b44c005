"""Stacks of counters: the topmost seen, how many there are, what they come to, and the marks of their state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from gpwlab.core.svg import stacks
from gpwlab.core.svg.build import el, label, num
from gpwlab.core.svg.nato import counter
from gpwlab.sfs.picture.control import colour
from gpwlab.sfs.picture.faces import Shown, face
from gpwlab.sfs.picture.layout import COUNTER, Pile, places
from gpwlab.sfs.picture.plane import HEIGHT, WIDTH, Point
from gpwlab.sfs.picture.sheet import Sheet

#: Counters of a stack that are seen, how far each stands from the next, counters in a row of a fan.
_SEEN, _STEP, _IN_A_ROW = 4, 8.0, 4
_INK, _PAPER = "#222222", "#ffffff"


def counters(sheet: Sheet, piles: Iterable[Pile], side: float = COUNTER) -> str:
    """Every stack, from north-west to south-east; surrounding stacks last, on top of what they hold."""
    shown = list(piles)
    at = places(sheet, shown)
    shown.sort(key=lambda pile: (bool(pile.surrounds), at[pile.id][1], at[pile.id][0]))
    return "".join(stack(sheet, pile, at[pile.id], side) for pile in shown)


def stack(sheet: Sheet, pile: Pile, at: Point, side: float = COUNTER) -> str:
    """One stack around a place, with its marks."""
    x, y = at
    top = in_order(pile.units)[-_SEEN:]
    middle = (len(top) - 1) / 2
    out = [_held(sheet, x, y, side)] if pile.cut_off else []
    out.append(stacks.pile([face(unit) for unit in top], at, _STEP, side))
    high, right = y - _STEP * middle - side / 2, x + _STEP * middle + side / 2
    out.append(_marks(sheet, pile, right, high, side))
    if len(pile.units) > 1:
        out.append(_sum(sheet, pile, x, y + side / 2 + _STEP * middle))
    return "".join(out)


def in_order(units: Sequence[Shown]) -> list[Shown]:
    """The counters of a stack from the bottom up: support and generals beneath, the strongest combat unit on top."""
    return sorted(units, key=lambda unit: (not unit.support and unit.type != "leader", unit.strength or 0))


def total(pile: Pile) -> str:
    """What the strengths printed on a stack come to: ``15``, ``5+?`` while some are hidden, ``?`` if all are."""
    known = [unit.strength for unit in pile.units if unit.strength is not None]
    hidden = len(pile.units) - len(known)
    if not known:
        return "?"
    return f"{sum(known)}+?" if hidden else str(sum(known))


def _sum(sheet: Sheet, pile: Pile, x: float, y: float) -> str:
    """How many counters and how strong, on a tag at the foot."""
    text = f"{len(pile.units)}: {total(pile)}"
    width = 15 * len(text) * 0.62 + 20
    tag = el("rect", x=x - width / 2, y=y - 13, width=width, height=24, rx=12, fill=_PAPER, stroke=_INK, stroke_width=2)
    return tag + label(text, x, y + 5, font_size=17, font_weight="bold", text_anchor="middle", fill=_INK)


def _held(sheet: Sheet, x: float, y: float, side: float) -> str:
    """The ring of a force that is cut off: a broken line all around, and the words (sfs 4.6.A)."""
    p = sheet.palette
    reach = side * 0.78
    ring = el("circle", cx=x, cy=y, r=reach, fill=p.target, fill_opacity=0.14, stroke=p.target, stroke_width=6,
              stroke_dasharray="15 8")  # fmt: skip
    top = y - reach - 4
    tag = el("rect", x=x - 66, y=top - 13, width=76, height=25, rx=12, fill=p.target)
    words = tag + label(
        "CUT OFF", x - 28, top + 5, font_size=15.5, font_weight="bold", text_anchor="middle", fill=_PAPER
    )
    return ring + words


def _marks(sheet: Sheet, pile: Pile, x: float, y: float, side: float) -> str:
    """Letters in boxes at the left rim: R in reserve, D disrupted, E entering; a ring where it surrounds others."""
    found = []
    if any(unit.reserve for unit in pile.units):
        found.append(("R", "#2b5d9b"))
    if any(unit.disrupted for unit in pile.units):
        found.append(("D", "#8a2be2"))
    if pile.entering:
        found.append(("E", "#c05a00"))
    out = [
        el("rect", x=x - side - 9, y=y - 9 + 28 * n, width=26, height=26, rx=5, fill=ink, stroke=_PAPER, stroke_width=2)
        + label(
            letter, x - side + 4, y + 11 + 28 * n, font_size=20, font_weight="bold", text_anchor="middle", fill=_PAPER
        )
        for n, (letter, ink) in enumerate(found)
    ]
    if pile.surrounds:
        hook = f"M{num(x - side + 4)} {num(y + side - 2)}q-24 4 -26 26m-8 -12l8 14l11 -10"
        out.append(
            el("path", d=hook, fill="none", stroke=colour(sheet, pile.side), stroke_width=6, stroke_linecap="round")
        )
    return "".join(out)


def fan(sheet: Sheet, pile: Pile, at: Point, side: float = 104.0) -> str:
    """The counters of a stack side by side on a tray above it, or below where the sheet ends; nothing for one alone."""
    if len(pile.units) < 2:
        return ""
    gap = side + 8
    columns = min(_IN_A_ROW, len(pile.units))
    width, height = columns * gap + 8, ceil(len(pile.units) / columns) * gap + 8
    left = min(max(at[0] - width / 2, 4), WIDTH - width - 4)
    top = at[1] - 70 - height if at[1] - 70 - height > 0 else min(at[1] + 70, HEIGHT - height - 4)
    p = sheet.palette
    tray = el("rect", x=left, y=top, width=width, height=height, rx=10, fill=p.halo, fill_opacity=0.95, stroke=p.chosen,
              stroke_width=5)  # fmt: skip
    spots = [(n % columns, n // columns) for n in range(len(pile.units))]
    drawn = (
        counter(face(unit), left + gap / 2 + 4 + column * gap, top + gap / 2 + 4 + row * gap, side)
        for unit, (column, row) in zip(pile.units, spots, strict=True)
    )
    return tray + "".join(drawn)


def blocks(sheet: Sheet, piles: Iterable[Pile], side: float = 104.0) -> str:
    """A stack as one block with what it comes to, square for Germans, round for Soviets: for a map seen from afar."""
    shown = list(piles)
    at = places(sheet, shown)
    out = []
    for pile in sorted(shown, key=lambda pile: bool(pile.surrounds)):
        x, y = at[pile.id]
        rx = side / 2 if pile.side == "Soviet" else 12
        fill = face(pile.units[-1]).field
        text = total(pile)
        size = side * (0.56 if len(text) < 3 else 0.4)
        out.append(el("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=rx, fill=fill, stroke=_INK,
                      stroke_width=6, stroke_dasharray="14 9" if pile.cut_off else None))  # fmt: skip
        ink = face(pile.units[-1]).ink
        out.append(label(text, x, y + size * 0.36, font_size=size, font_weight="bold", text_anchor="middle", fill=ink))
    return "".join(out)
