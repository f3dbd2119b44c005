"""The orders of arrival as an SVG: a column a turn, the Axis above the turn record, the Soviets below.

Colours of text and lines are those of the page, with values of their own where there is no page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

from gpwlab.core.svg import nato
from gpwlab.core.svg.build import SANS, el, label, num
from gpwlab.core.tables import Row
from gpwlab.hube.charts import Arrival, Charts, Turn
from gpwlab.hube.picture.faces import Standing, face, nation_of

_COLUMN, _COUNTER, _PITCH, _LEFT, _BAND = 37.0, 32.0, 36.0, 62.0, 56.0
_INK, _SOFT = "var(--gl-ink, #222)", "var(--gl-soft, #666)"
_LINE, _CARD, _PAGE = "var(--gl-line, #ccc)", "var(--gl-card, #f3f3f3)", "var(--gl-page, #fff)"
COLOURS = {"Axis": "var(--gl-axis, #3f6d33)", "Soviet": "var(--gl-soviet, #b3261a)"}
#: Where a unit enters, in words and as a letter on its counter.
EDGES = {
    "south": ("the southern edge", "S"),
    "west": ("the western edge", "W"),
    "soviet": ("the northern or eastern edge, or Kiev", ""),
    "air": ("any air base", ""),
}
RULES = {"south": "hube 3.1", "west": "hube 3.1", "soviet": "hube 2.1", "air": "hube 1.1.C"}


@dataclass(frozen=True)
class Look:
    """The turn in progress, turns of the game that can be gone to, and those that the scenario plays."""

    now: int
    played: frozenset[int]
    span: tuple[int, int]


def svg(charts: Charts, units: Mapping[str, Row], kinds: Mapping[str, Row], look: Look, gone: Collection[int]) -> str:
    """The picture; ``gone`` are the numbers of arrivals that the map has already, or that will not come."""
    above = max(_rows(charts, "Axis").values(), default=1)
    below = max(_rows(charts, "Soviet").values(), default=1)
    band = 14 + above * _PITCH
    height = band + _BAND + below * _PITCH + 18
    width = _LEFT + len(charts.turns) * _COLUMN + 12
    parts = [*_columns(charts, look, band, height)]
    placed: dict[tuple[int, str], int] = {}
    for number, arrival in enumerate(charts.arrivals):
        row = placed[arrival.turn, arrival.side] = placed.get((arrival.turn, arrival.side), 0) + 1
        y = band - 6 - (row - 0.5) * _PITCH if arrival.side == "Axis" else band + _BAND + 6 + (row - 0.5) * _PITCH
        parts.append(_event(arrival, number, row, (_x(arrival.turn), y), units, kinds, look, number in gone))
    for side, y in (("Axis", band - 12), ("Soviet", band + _BAND + 20)):
        parts.append(label(side, 6, y, font_size=14, font_weight="bold", fill=COLOURS[side]))
    return el(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", role="group", aria_label="orders of arrival",
        viewBox=f"0 0 {num(width)} {num(height)}", width=num(width), height=num(height), class_="gpwlab-timeline",
        font_family=SANS, fill=_INK,
    )  # fmt: skip


def _rows(charts: Charts, side: str) -> dict[int, int]:
    found: dict[int, int] = {}
    for arrival in charts.arrivals:
        if arrival.side == side:
            found[arrival.turn] = found.get(arrival.turn, 0) + 1
    return found


def _x(turn: int) -> float:
    return _LEFT + (turn - 0.5) * _COLUMN


def _columns(charts: Charts, look: Look, band: float, height: float) -> Sequence[str]:
    """The turn record: a box a turn, those of the scenario bright, the present one framed."""
    out = []
    for box in charts.turns.values():
        x, inside = _x(box.number), look.span[0] <= box.number <= look.span[1]
        if not inside:
            out.append(el("rect", x=x - _COLUMN / 2, y=4, width=_COLUMN, height=height - 8, fill=_CARD))
        if box.number == look.now:
            out.append(el("rect", x=x - _COLUMN / 2 + 1, y=4, width=_COLUMN - 2, height=height - 8, fill="#2f7fc1",
                          fill_opacity=0.1, stroke="#2f7fc1", stroke_width=2))  # fmt: skip
        out.append(_box(box, x, band, look))
    return out


def _box(box: Turn, x: float, band: float, look: Look) -> str:
    played = box.number in look.played
    frame = el("rect", x=x - _COLUMN / 2 + 1.5, y=band + 4, width=_COLUMN - 3, height=_BAND - 8, rx=4, fill=_PAGE,
               stroke="#2f7fc1" if played else _LINE, stroke_width=2 if played else 1)  # fmt: skip
    number = label(str(box.number), x, band + 24, font_size=15, font_weight="bold", text_anchor="middle")
    date = label(f"{box.day} {box.month}", x, band + 40, font_size=10, text_anchor="middle", fill=_SOFT)
    tip = f"{box.title}{'; go there' if played else ''}"
    return el(
        "g", el("title", escape(tip)), frame, number, date, class_="turn played" if played else "turn",
        data_turn=box.number, data_row=0, data_roving="", tabindex=-1, role="button", aria_label=escape(tip),
    )  # fmt: skip


def _event(
    arrival: Arrival,
    number: int,
    row: int,
    place: tuple[float, float],
    units: Mapping[str, Row],
    kinds: Mapping[str, Row],
    look: Look,
    gone: bool,
) -> str:
    """A counter with the letter of its edge; pale where the scenario starts later or it is there already."""
    x, y = place
    drawn = nato.counter(replace(_face(arrival, units, kinds), title=""), x, y, _COUNTER)
    letter = EDGES[arrival.edge][1]
    badge = _letter(x + 12, y - 12, letter) if letter else ""
    pale = gone or not look.span[0] <= arrival.turn <= look.span[1]
    words = f"turn {arrival.turn}: {name(arrival, units, kinds)} by {EDGES[arrival.edge][0]}"
    return el(
        "g", el("title", escape(words)), drawn, badge, class_="event", data_turn=arrival.turn,
        data_row=-row if arrival.side == "Axis" else row, data_event=number, data_roving="", tabindex=-1,
        role="button", aria_label=escape(words), opacity=0.4 if pale else None,
    )  # fmt: skip


def _letter(x: float, y: float, letter: str) -> str:
    disc = el("circle", cx=x, cy=y, r=6.8, fill="#33507a", stroke="#fff", stroke_width=1.3)
    return disc + label(letter, x, y + 3.8, font_size=10.5, font_weight="bold", text_anchor="middle", fill="#fff")


def _face(arrival: Arrival, units: Mapping[str, Row], kinds: Mapping[str, Row]) -> nato.Face:
    """The counter of an arrival; an aircraft has its type and number."""
    if arrival.kind == "air":
        nation = "German" if arrival.side == "Axis" else "Soviet"
        plain = face(Standing(arrival.item, -1, arrival.side, nation, "hq", "", "other", "", (str(arrival.count),)))
        bombs = arrival.item in ("Ju52", "He111", "Pe2", "IL4")
        return replace(plain, kind="BOM" if bombs else "FB", label=arrival.item)
    row = units[arrival.item]
    kind = kinds[row["kind"]]
    numbers = tuple(row["values"].split("-")) if row["values"] else ()
    standing = Standing(
        arrival.item, -1, arrival.side, nation_of(row["nationality"], row["label"]), row["kind"], kind["size"],
        kind["category"], row["label"], numbers,
    )  # fmt: skip
    return face(standing)


def name(arrival: Arrival, units: Mapping[str, Row], kinds: Mapping[str, Row]) -> str:
    """An arrival in words."""
    if arrival.kind == "air":
        return f"{arrival.count} {arrival.item}"
    row = units[arrival.item]
    kind = "" if row["kind"] == "formation" else kinds[row["kind"]]["name"]
    return " ".join(filter(None, (row["label"], kind, row["values"])))
