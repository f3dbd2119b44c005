"""What parts the areas, and the frames of strongpoints and landings (sfs chart.Map)."""

from __future__ import annotations

from collections.abc import Sequence

from gpwlab.core.svg.build import Attrs, el, label, num, points
from gpwlab.sfs.picture.ground import paced
from gpwlab.sfs.picture.layout import SLOT
from gpwlab.sfs.picture.plane import Point
from gpwlab.sfs.picture.sheet import Sheet


def borders(sheet: Sheet) -> str:
    """Plain borders as a dark line in a pale one, the gully as a ravine, trenches as teeth towards the steppe."""
    p = sheet.palette
    plain = "".join(points(b.line) for b in sheet.borders if b.kind == "border")
    out = [
        el("path", d=plain, fill="none", stroke=p.halo, stroke_width=11, stroke_linejoin="round", opacity=0.8),
        el("path", d=plain, fill="none", stroke=p.border, stroke_width=4.5, stroke_linejoin="round"),
    ]
    out += [_gully(sheet, b.line) for b in sheet.borders if b.kind == "tsaritsa_gully"]
    out += [_trench(sheet, b.line) for b in sheet.borders if b.kind == "orlovka_trench"]
    return "".join(out)


def _gully(sheet: Sheet, line: Sequence[Point]) -> str:
    """The Tsaritsa in its ravine: attacks across it are halved (sfs 5.11.2)."""
    p = sheet.palette
    slopes = "".join(
        f"M{num(x - uy * k * 9)} {num(y + ux * k * 9)}l{num(-uy * k * 15)} {num(ux * k * 15)}"
        for (x, y), (ux, uy) in paced(line, 9)
        for k in (1, -1)
    )
    d = points(line)
    return (
        el("path", d=d, fill="none", stroke=p.gully, stroke_width=30, opacity=0.45, stroke_linejoin="round")
        + el("path", d=slopes, fill="none", stroke=p.border, stroke_width=3, opacity=0.9)
        + el("path", d=d, fill="none", stroke=p.stream, stroke_width=8, stroke_linejoin="round")
    )


def _trench(sheet: Sheet, line: Sequence[Point]) -> str:
    """A line of trenches: battlements that face the steppe (sfs 5.11.2)."""
    p = sheet.palette
    teeth = []
    for n, ((x, y), (ux, uy)) in enumerate(paced(line, 15)):
        side = 13 if n % 2 else 0
        teeth.append((x + uy * side, y - ux * side))
        teeth.append((x + uy * side + ux * 15, y - ux * side + uy * 15))
    d = points(teeth)
    return el("path", d=d, fill="none", stroke=p.halo, stroke_width=11, opacity=0.8, stroke_linejoin="round") + el(
        "path", d=d, fill="none", stroke=p.trench, stroke_width=5.5, stroke_linejoin="round"
    )


# -- strongpoints ---------------------------------------------------------------------------------------------------


def slots(sheet: Sheet) -> str:
    """A frame for each strongpoint, with battlements, and for each landing, with waves and a boat (sfs 4.5.2)."""
    out = []
    for place, (x, y) in zip(sheet.board.strongpoints, sheet.strongpoint_at, strict=True):
        out.append(slot(sheet, x, y, place.landing, place.artillery_spot))
        size = 19.0 if len(place.name) < 18 else 16.5
        style: Attrs = {"font_size": size, "font_weight": "bold", "text_anchor": "middle"}
        foot = y + SLOT / 2 + 18
        p = sheet.palette
        out.append(
            label(place.name, x, foot, fill="none", stroke=p.halo, stroke_width=6, stroke_linejoin="round", **style)
        )
        out.append(label(place.name, x, foot, fill=p.ink, **style))
    return "".join(out)


def slot(sheet: Sheet, x: float, y: float, landing: bool, artillery: bool = False) -> str:
    """The frame of one strongpoint or landing."""
    p = sheet.palette
    half = SLOT / 2
    if landing:
        d = (
            f"M{num(x - half)} {num(y + half - 8)}V{num(y - half + 16)}q0 -16 16 -16H{num(x + half - 16)}q16 0 16 16"
            f"V{num(y + half - 8)}" + "q-7 9 -14 0t-14 0" * 4
        )
        mark = _boat(x, y)
    else:
        step = SLOT / 9
        wall = "".join(f"v{-10 if k % 2 == 0 else 10}h{num(step)}" for k in range(9))
        d = f"M{num(x - half)} {num(y + half)}V{num(y - half + 4)}{wall}V{num(y + half)}z"
        mark = _gun(x, y) if artillery else _tower(x, y)
    frame = el(
        "path", d=d, fill=p.slot, fill_opacity=0.88, stroke=p.slot_rim, stroke_width=4.5, stroke_linejoin="round"
    )
    return frame + el(
        "path", d=mark, fill="none", stroke=p.slot_rim, stroke_width=3.4, opacity=0.55, stroke_linejoin="round"
    )


def _tower(x: float, y: float) -> str:
    """A broken wall with windows."""
    return (
        f"M{num(x - 28)} {num(y + 30)}v-46l10 -8v12l10 -14v10l12 -6v10l14 -4v46z"
        f"M{num(x - 16)} {num(y + 2)}v10h8v-10zM{num(x + 4)} {num(y + 2)}v10h8v-10z"
    )


def _boat(x: float, y: float) -> str:
    """A ferry on the water."""
    return (
        f"M{num(x - 30)} {num(y + 8)}h60l-10 18h-40zM{num(x - 12)} {num(y + 8)}v-14h24v14M{num(x)} {num(y - 6)}v-16"
        f"M{num(x - 36)} {num(y + 32)}q9 -7 18 0t18 0t18 0t18 0"
    )


def _gun(x: float, y: float) -> str:
    """A gun: who has the hill has more artillery (sfs 5.4.1.A)."""
    return (
        f"M{num(x - 4)} {num(y + 18)}a13 13 0 1 1 .1 .1zM{num(x - 26)} {num(y + 8)}L{num(x + 34)} {num(y - 20)}"
        f"M{num(x - 12)} {num(y + 14)}l-20 14"
    )
