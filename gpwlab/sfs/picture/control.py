"""Who has an area, by pattern and by letter: a band along its rim and a badge beside its name (sfs 4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from gpwlab.core.svg.build import Attrs, el, label, num, points
from gpwlab.sfs.picture.ground import clip
from gpwlab.sfs.picture.names import name_width
from gpwlab.sfs.picture.plane import Point
from gpwlab.sfs.picture.sheet import Sheet

#: What the badge of each state says: its letter and whether it is filled.
STATES = {"German": "G", "Soviet": "S", "contested": "×", "empty": ""}


class State(Protocol):
    """The state of an area: control is German, Soviet, contested or empty; dominated_by counts when it is empty."""

    @property
    def code(self) -> str: ...
    @property
    def control(self) -> str: ...
    @property
    def dominated_by(self) -> str: ...
    @property
    def fortified(self) -> bool: ...


def colour(sheet: Sheet, side: str) -> str:
    """The colour that stands for a side."""
    return sheet.palette.german if side == "German" else sheet.palette.soviet


def bands(sheet: Sheet, states: Iterable[State], key: str) -> str:
    """A band inside the rim of each area: Germans a full line, Soviets beads, both where it is contested.

    Narrow where the area is empty and the side only dominates it (sfs 4.3.3.B).
    """
    out = []
    for state in states:
        area = sheet.board.area(state.code)
        ident = f"{key}{state.code}"
        out.append(clip(ident, (sheet.outline[area],)))
        rim = "".join(points(b.line) for b in sheet.borders if state.code in (b.a, b.b) and b.kind != "frame")
        drawn = band(sheet, state.control, state.dominated_by, rim)
        out.append(el("g", drawn, clip_path=f"url(#{ident})"))
    return "".join(out)


def band(sheet: Sheet, held: str, dominated_by: str, d: str) -> str:
    """The band of a state along a path; half of its breadth is seen inside an area."""
    full = 30.0
    if held == "contested":
        return _line(sheet, "German", d, full) + _beads(sheet, d, full)
    side = dominated_by if held == "empty" else held
    width = full * 0.5 if held == "empty" else full
    return _line(sheet, side, d, width) if side == "German" else _beads(sheet, d, width)


def _line(sheet: Sheet, side: str, d: str, width: float) -> str:
    base = el("path", d=d, fill="none", stroke=colour(sheet, side), stroke_width=width, stroke_opacity=0.5)
    inner = el("path", d=d, fill="none", stroke=colour(sheet, side), stroke_width=3, stroke_opacity=0.9)
    return base + inner


def _beads(sheet: Sheet, d: str, width: float) -> str:
    gap = max(11.0, width * 0.8)
    return el(
        "path", d=d, fill="none", stroke=colour(sheet, "Soviet"), stroke_width=width, stroke_opacity=0.62,
        stroke_linecap="round", stroke_dasharray=f"0.1 {num(gap)}",
    )  # fmt: skip


def badges(sheet: Sheet, states: Iterable[State]) -> str:
    """Beside each name: a square with G, a disc with S, both halves with a cross; hollow where the area is empty."""
    out = []
    for state in states:
        area = sheet.board.area(state.code)
        out.append(badge(sheet, state.control, state.dominated_by, _beside(sheet, area)))
        if state.fortified:
            out.append(fort(sheet, *sheet.name_at[area]))
    return "".join(out)


def _beside(sheet: Sheet, area: int) -> Point:
    x, y = sheet.name_at[area]
    found = sheet.board.areas[area]
    return x - name_width(found.name, found.kind) / 2 - 27, y - 11


def badge(sheet: Sheet, control: str, dominated_by: str, at: Point) -> str:
    """The badge of a state, drawn around a place."""
    x, y = at
    p = sheet.palette
    side = dominated_by if control == "empty" else control
    hollow = control == "empty"
    if control == "contested":
        left = el("path", d=f"M{num(x)} {num(y - 18)}h-18v36h18z", fill=p.german)
        right = el("path", d=f"M{num(x)} {num(y - 18)}a18 18 0 0 1 0 36z", fill=p.soviet)
        return left + right + _letter("×", x, y, p.halo, 34)
    fill, ink = (p.halo, colour(sheet, side)) if hollow else (colour(sheet, side), p.halo)
    rim: Attrs = {"fill": fill, "stroke": colour(sheet, side), "stroke_width": 4}
    if hollow:
        rim["stroke_dasharray"] = "7 4"
    shape = (
        el("rect", x=x - 17, y=y - 17, width=34, height=34, rx=4, **rim)
        if side == "German"
        else el("circle", cx=x, cy=y, r=18, **rim)
    )
    return shape + _letter(STATES[side], x, y, ink, 26)


def _letter(text: str, x: float, y: float, ink: str, size: float) -> str:
    return label(text, x, y + size * 0.36, font_size=size, font_weight="bold", text_anchor="middle", fill=ink)


def fort(sheet: Sheet, x: float, y: float) -> str:
    """The fortification marker of the Orlovka salient (sfs 5.14.A)."""
    p = sheet.palette
    walls = f"M{num(x - 38)} {num(y + 34)}v-16l12 0v6h10v-6h10v6h12v-6h10v6h10v-6h12v16z"
    return el("path", d=walls, fill=p.trench, stroke=p.ink, stroke_width=2) + label(
        "fortified", x, y + 54, font_size=19, font_weight="bold", text_anchor="middle", fill=p.ink
    )
