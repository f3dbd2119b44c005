"""A counter: NATO symbol, size mark, unit id, strengths and state, drawn with paths and text so that it stays sharp.

The parts stand where gpw 2.3.2 has them: unit id upright at the left, size mark above the symbol, strengths below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from gpwlab.core.svg.build import el, label, num
from gpwlab.core.svg.colour import mix

#: Side of the square on which a counter is drawn.
SIDE = 100.0
# The type box: left, top, width, height.
_BOX = (27.0, 25.0, 62.0, 35.0)
#: How far the box stands further left where the unit id is at its right.
_ID_ROOM = 16.0
#: What the unit id may take in height, and the numbers at the foot in width.
_ID_LONG, _FOOT = 48.0, 90.0
_MIDDLE = (_BOX[0] + _BOX[2] / 2, _BOX[1] + _BOX[3] / 2)


@dataclass(frozen=True, slots=True)
class Face:
    """What a counter shows.

    field, ink: colours of the counter and of what is printed on it; box, box_ink: of the type box and its symbol.
    kind: a unit type of gpw 2.3.1 (INF, GAR, GDS, SHK, MTN, AB, PAR, PZ, TK, MECH, CAV).
    strengths: the numbers along the foot, the last being the movement allowance; circled puts a ring around that one.
    reduced: the weaker side, shown paler and with a stripe.  lost: steps lost, told by a tag where a counter may lose
    several.  out_of_supply, moved: marks at the upper corners.
    id_right: the unit id stands right of the type box, as sfs 2.2.1.C has it.
    """

    field: str
    ink: str
    box: str
    box_ink: str
    kind: str
    size: str
    label: str
    strengths: tuple[str, ...]
    circled: bool = False
    reduced: bool = False
    out_of_supply: bool = False
    moved: bool = False
    title: str = ""
    id_right: bool = False
    lost: int = 0


def counter(face: Face, x: float, y: float, side: float) -> str:
    """The counter as a group centred on (x, y), ``side`` drawing units wide."""
    where = f"translate({num(x - side / 2)} {num(y - side / 2)})scale({side / SIDE:.3f})"
    return el("g", _printed(face), transform=where)


@lru_cache(maxsize=4096)
def _printed(face: Face) -> str:
    """All that is printed on a counter; kept, because most counters of a map stay as they are."""
    box = _symbol(face) + _size_mark(face)
    box = el("g", box, transform=f"translate({num(-_ID_ROOM)} 0)") if face.id_right else box
    parts = [_body(face), box, _unit_id(face), _strengths(face)]
    if face.moved:
        parts.append(_moved_mark())
    if face.lost:
        parts.append(_loss_tag(face.lost))
    if face.out_of_supply:
        parts.append(_supply_mark())
    if face.title:
        parts.insert(0, el("title", face.title.replace("&", "&amp;").replace("<", "&lt;")))
    return "".join(parts)


def symbol(face: Face, width: float) -> str:
    """The symbol of a counter alone, for lists: its type box on the counter's colour, ``width`` pixels wide."""
    x, y, wide, high = _BOX
    rim = 8.0
    view = (x - rim, y - rim, wide + 2 * rim, high + 2 * rim)
    ground = el(
        "rect", x=view[0] + 1, y=view[1] + 1, width=view[2] - 2, height=view[3] - 2, rx=6, fill=face.field,
        stroke=mix(face.field, "#000000", 0.55), stroke_width=2.5,
    )  # fmt: skip
    size = f"{num(width)}", f"{num(width * view[3] / view[2])}"
    box = " ".join(map(num, view))
    return el("svg", ground, _symbol(face), viewBox=box, width=size[0], height=size[1], aria_hidden="true")


def block(face: Face, strength: str, x: float, y: float, side: float, rounded: bool = False) -> str:
    """A counter as seen from afar: its colour, one number, a pale rim when reduced, a yellow corner out of supply."""
    return el("g", _small(face, strength, side, rounded), transform=f"translate({num(x)} {num(y)})")


@lru_cache(maxsize=4096)
def _small(face: Face, strength: str, side: float, rounded: bool) -> str:
    half, corner = side / 2, side * (0.5 if rounded else 0.12)
    rim = _band(face) if face.reduced else mix(face.field, "#000000", 0.6)
    body = el(
        "rect", x=-half, y=-half, width=side, height=side, rx=corner, fill=face.field, stroke=rim,
        stroke_width=side * (0.11 if face.reduced else 0.07),
    )  # fmt: skip
    size = side * (0.7 if len(strength) < 2 else 0.6)
    number = label(strength, 0, size * 0.36, font_size=size, font_weight="bold", text_anchor="middle", fill=face.ink)
    if not face.out_of_supply:
        return body + number
    mark = f"M{num(half)} {num(-half)}v{num(side * 0.38)}l-{num(side * 0.38)}-{num(side * 0.38)}z"
    return body + number + el("path", d=mark, fill="#ffd23e", stroke="#222", stroke_width=side * 0.04)


def _body(face: Face) -> str:
    shadow = el("rect", x=5, y=7, width=96, height=96, rx=9, fill="#000", opacity=0.32)
    rim = mix(face.field, "#000000", 0.55)
    body = el("rect", x=2, y=2, width=96, height=96, rx=9, fill=face.field, stroke=rim, stroke_width=2.5)
    light = el("path", d="M5 92V12q0-7 7-7H88", fill="none", stroke="#fff", stroke_width=2.5, opacity=0.45)
    # the band of the reduced side lies behind symbol and unit id only, so that the numbers keep their contrast
    band = el("rect", x=3.5, y=22, width=93, height=42, fill=_band(face)) if face.reduced else ""
    return shadow + body + light + band


def _band(face: Face) -> str:
    return mix(face.field, "#ffffff", 0.8)


def _size_mark(face: Face) -> str:
    return label(
        face.size, _MIDDLE[0], 18.5, font_size=16.5, font_weight="bold", text_anchor="middle", letter_spacing=1.5,
        fill=face.ink,
    )  # fmt: skip


def ems(text: str) -> float:
    """About how wide bold letters run, in letter sizes; that of the widest faces, since a page takes what it has."""
    return sum(0.42 if c in "-()/., I" else 1.0 if c in "MW" else 0.78 if c.isupper() else 0.7 for c in text)


def _unit_id(face: Face) -> str:
    """The unit id upright at the left, no longer than from the top of the counter to the numbers at its foot."""
    ink = mix(face.field, "#000000", 0.75) if face.reduced else face.ink
    size = min(21.0, _ID_LONG / max(1.0, ems(face.label)))
    x = (84.0 if face.id_right else 13.0) + size * 0.36
    where = f"rotate(-90 {num(x)} {num(_MIDDLE[1])})"
    return label(
        face.label, x, _MIDDLE[1], font_size=size, font_weight="bold", text_anchor="middle", transform=where, fill=ink
    )


def _strengths(face: Face) -> str:
    """The foot of the counter: 8-6, 2-4-4, or 12-(8) with the ring of a unit that moves in both phases."""
    text = "-".join(face.strengths)
    size = min(34 if len(face.strengths) < 3 else 31, _FOOT / max(1.0, ems(text)))
    if not face.circled:
        return label(text, 50, 91.5, font_size=size, font_weight="bold", text_anchor="middle", fill=face.ink)
    head, last = "-".join(face.strengths[:-1]) + "-", face.strengths[-1]
    cx = 80.5 if len(head) > 2 else 73.0
    ring = el("circle", cx=cx, cy=80, r=14, fill="none", stroke=face.ink, stroke_width=3)
    return (
        label(head, cx - 16.5, 91.5, font_size=32, font_weight="bold", text_anchor="end", fill=face.ink)
        + ring
        + label(last, cx, 89, font_size=25, font_weight="bold", text_anchor="middle", fill=face.ink)
    )


def _symbol(face: Face) -> str:
    x, y, width, height = _BOX
    frame = el(
        "rect", x=x, y=y, width=width, height=height, fill=face.box, stroke=face.box_ink, stroke_width=3
    )  # fmt: skip
    return frame + _DRAWN[face.kind](face.box_ink)


def _stroke(d: str, ink: str, width: float = 3) -> str:
    return el("path", d=d, fill="none", stroke=ink, stroke_width=width)


def _cross(ink: str) -> str:
    x, y, width, height = _BOX
    return _stroke(f"M{num(x)} {num(y)}l{num(width)} {num(height)}m0-{num(height)}l-{num(width)} {num(height)}", ink)


def _shock(ink: str) -> str:
    x, y, width, height = _BOX
    return _cross(ink) + _stroke(f"M{num(x + width / 2)} {num(y)}v{num(height)}", ink, 5)


def _mountain(ink: str) -> str:
    bottom = _BOX[1] + _BOX[3]
    return _cross(ink) + el("path", d=f"M{num(_MIDDLE[0])} {num(bottom - 17)}l11 17h-22z", fill=ink)


def _airborne(ink: str) -> str:
    bottom = _BOX[1] + _BOX[3]
    wings = f"M{num(_MIDDLE[0] - 16)} {num(bottom - 2)}q8-12 16 0q8-12 16 0"
    return _cross(ink) + _stroke(wings, ink)


def _partisan(ink: str) -> str:
    return label("P", _MIDDLE[0], _MIDDLE[1] + 10, font_size=29, font_weight="bold", text_anchor="middle", fill=ink)


def _oval(ink: str) -> str:
    return el(
        "rect", x=_BOX[0] + 9, y=_BOX[1] + 8, width=_BOX[2] - 18, height=_BOX[3] - 16, rx=9.5, fill="none", stroke=ink,
        stroke_width=3.5,
    )  # fmt: skip


def _mechanised(ink: str) -> str:
    foot = _BOX[1] + _BOX[3]
    wheels = "".join(el("circle", cx=_MIDDLE[0] + dx, cy=foot - 5, r=5, fill=ink) for dx in (-13, 13))
    return _cross(ink) + wheels


def _cavalry(ink: str) -> str:
    x, y, width, height = _BOX
    return _stroke(f"M{num(x)} {num(y + height)}l{num(width)}-{num(height)}", ink)


def _leader(ink: str) -> str:
    """A star, for a man and not for a unit."""
    points = []
    for corner in range(10):
        reach, turn = (15.0, 6.0)[corner % 2], pi / 5 * corner
        points.append(f"{num(_MIDDLE[0] + reach * sin(turn))} {num(_MIDDLE[1] - reach * cos(turn))}")
    return el("path", d=f"M{'L'.join(points)}z", fill=ink)


def _plane(ink: str, engines: tuple[float, ...], span: float) -> str:
    """An aircraft from above, with an engine on the wing for each place."""
    x, y = _MIDDLE
    wing = f"M{num(x - span)} {num(y + 1)}l{num(span)}-7l{num(span)} 7v4l-{num(span)}-3l-{num(span)} 3z"
    body = f"M{num(x - 3)} {num(y - 8)}q3-7 6 0v16l6 4v3h-18v-3l6-4z"
    pods = "".join(f"M{num(x + dx - 2)} {num(y - 6)}h4v9h-4z" for dx in engines)
    return el("path", d=wing + body + pods, fill=ink)


def _fighter(ink: str) -> str:
    return _plane(ink, (), 18)


def _bomber(ink: str) -> str:
    return _plane(ink, (-13.0, 13.0), 27)


def _engineer(ink: str) -> str:
    """The E-shape of a bridge, lying on its back (sfs 2.2.1.1)."""
    x, y = _MIDDLE
    return _stroke(f"M{num(x - 19)} {num(y + 9)}v-16h38v16m-19 0v-16", ink, 4)


def _assault_gun(ink: str) -> str:
    """The rounded box of armour in an outline."""
    outline = el(
        "rect", x=_BOX[0] + 5, y=_BOX[1] + 4.5, width=_BOX[2] - 10, height=_BOX[3] - 9, rx=12.5, fill="none",
        stroke=ink, stroke_width=2,
    )  # fmt: skip
    inner = el(
        "rect", x=_BOX[0] + 12, y=_BOX[1] + 11, width=_BOX[2] - 24, height=_BOX[3] - 22, rx=6.5, fill="none",
        stroke=ink, stroke_width=3.5,
    )  # fmt: skip
    return outline + inner


def _flak(ink: str) -> str:
    """The triangle of motorised flak."""
    x, bottom = _MIDDLE[0], _BOX[1] + _BOX[3] - 5
    return _stroke(f"M{num(x - 17)} {num(bottom)}L{num(x)} {num(_BOX[1] + 5)}L{num(x + 17)} {num(bottom)}z", ink, 3.5)


def _grenadiers(ink: str) -> str:
    return _cross(ink) + _oval(ink)


def _reconnaissance(ink: str) -> str:
    return _cavalry(ink) + _oval(ink)


def _guns(ink: str) -> str:
    return el("circle", cx=_MIDDLE[0], cy=_MIDDLE[1], r=8, fill=ink)


def _armoured_guns(ink: str) -> str:
    return _oval(ink) + el("circle", cx=_MIDDLE[0], cy=_MIDDLE[1], r=5, fill=ink)


def _anti_tank(ink: str) -> str:
    x, y, width, height = _BOX
    return _stroke(f"M{num(x)} {num(y + height)}l{num(width / 2)}-{num(height)}l{num(width / 2)} {num(height)}", ink)


def _rockets(ink: str) -> str:
    x, y = _MIDDLE
    chevrons = "".join(f"M{num(x - 11)} {num(y + dy)}l11-9l11 9" for dy in (-3, 5))
    return _stroke(chevrons, ink) + el("circle", cx=x, cy=y + 10, r=4.5, fill=ink)


def _mortars(ink: str) -> str:
    x, y = _MIDDLE
    ring = el("circle", cx=x, cy=y + 9, r=4.5, fill="none", stroke=ink, stroke_width=3)
    return ring + _stroke(f"M{num(x)} {num(y + 5)}v-17m-7 7l7-8l7 8", ink)


def _headquarters(ink: str) -> str:
    return label("HQ", _MIDDLE[0], _MIDDLE[1] + 9, font_size=26, font_weight="bold", text_anchor="middle", fill=ink)


def _fort(ink: str) -> str:
    x, y = _MIDDLE
    return el("path", d=f"M{num(x - 20)} {num(y + 10)}v-20h8v6h8v-6h8v6h8v-6h8v20z", fill=ink)


def _railway_troops(ink: str) -> str:
    x, y = _MIDDLE
    ties = "".join(f"M{num(x + dx)} {num(y - 11)}v22" for dx in (-18, -6, 6, 18))
    return _stroke(f"M{num(x - 26)} {num(y - 6)}h52m0 12h-52", ink) + _stroke(ties, ink, 2.5)


def _pontoons(ink: str) -> str:
    x, y = _MIDDLE
    boats = "".join(f"M{num(x + dx)} {num(y)}v9a6 6 0 0 0 12 0v-9" for dx in (-22, -6, 10))
    return _stroke(f"M{num(x - 27)} {num(y)}h54", ink, 4) + _stroke(boats, ink, 2.5)


def _transport(ink: str) -> str:
    x, y = _MIDDLE
    lorry = el("path", d=f"M{num(x - 22)} {num(y - 10)}h26v16h-26zm28 4h9l7 7v5h-16z", fill=ink)
    return lorry + "".join(el("circle", cx=x + dx, cy=y + 9, r=4.5, fill=ink) for dx in (-13, 14))


_DRAWN: dict[str, Callable[[str], str]] = {
    "ENG": _engineer,
    "AG": _assault_gun,
    "FLAK": _flak,
    "INF": _cross,
    "GAR": _cross,
    "GDS": _cross,
    "SHK": _shock,
    "MTN": _mountain,
    "AB": _airborne,
    "PAR": _partisan,
    "PZ": _oval,
    "TK": _oval,
    "MECH": _mechanised,
    "CAV": _cavalry,
    "LEADER": _leader,
    "FB": _fighter,
    "BOM": _bomber,
    "PG": _grenadiers,
    "REC": _reconnaissance,
    "ART": _guns,
    "SPG": _armoured_guns,
    "AT": _anti_tank,
    "ROC": _rockets,
    "MOR": _mortars,
    "HQ": _headquarters,
    "FORT": _fort,
    "RR": _railway_troops,
    "PON": _pontoons,
    "TRK": _transport,
}


def _loss_tag(lost: int) -> str:
    """The steps lost on a tag at the upper left corner, where no other mark of such counters is."""
    text = f"-{lost}"
    tag = el("rect", x=-3, y=-4, width=29, height=20, rx=5, fill="#fff", stroke="#b3001b", stroke_width=3)
    size = min(19.0, 26 / ems(text))
    return tag + label(text, 11.5, 12.5, font_size=size, font_weight="bold", text_anchor="middle", fill="#b3001b")


def _moved_mark() -> str:
    """An arrow in a disc at the upper left corner."""
    disc = el("circle", cx=10, cy=10, r=12, fill="#fff", stroke="#222", stroke_width=2.5)
    return disc + el("path", d="M3 10h9M9 4.5l6 5.5-6 5.5", fill="none", stroke="#222", stroke_width=3.5)


def _supply_mark() -> str:
    """A struck-out barrel in a yellow disc at the upper right corner."""
    disc = el("circle", cx=90, cy=11, r=14, fill="#ffd23e", stroke="#222", stroke_width=2.5)
    barrel = el("path", d="M84.5 4h11v14h-11zM84.5 9h11M84.5 13h11", fill="none", stroke="#222", stroke_width=2)
    return disc + barrel + el("path", d="M80.5 20.5l19-19", stroke="#b3001b", stroke_width=4, fill="none")
