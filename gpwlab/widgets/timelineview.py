"""The timeline as an SVG: a column a turn, the Axis above the turn record, the Soviets below, strength at the foot.

Colours are those of the page, with values of their own where there is no page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, cast

from pandas import isna

from gpwlab.core.svg import nato
from gpwlab.core.svg.build import SANS, Attrs, el, label, num
from gpwlab.gpw.charts import Turn
from gpwlab.gpw.picture.faces import Standing, face
from gpwlab.gpw.units import SIDES, Unit

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMN, COUNTER, PITCH = 37.0, 31.0, 35.0
LEFT, RIGHT, BAND = 58.0, 112.0, 104.0
_GRAPH, _GAP, _FOOT = 150.0, 40.0, 16.0
COLOURS = {"Axis": "var(--gl-axis, #3f6d33)", "Soviet": "var(--gl-soviet, #b3261a)"}
_INK, _SOFT = "var(--gl-ink, #222)", "var(--gl-soft, #666)"
_LINE, _CARD, _PAGE = "var(--gl-line, #ccc)", "var(--gl-card, #f3f3f3)", "var(--gl-page, #fff)"
#: The letter on a counter and the colour under it, for events that are no plain arrival.
BADGES = {
    "withdrawal": ("−", "#b00020"),
    "leader_recalled": ("−", "#b00020"),
    "return": ("R", "#1d5f96"),
    "conversion_available": ("C", "#8a5a00"),
    "pool_addition": ("B", "#5b4a8a"),
}
#: How lines are told apart without colour: marks of the two sides.
_MARKS = {"Axis": "square", "Soviet": "circle"}
POINTS = ("rp", "lend-lease")


@dataclass(frozen=True)
class Look:
    """What is drawn besides the plan: the turn in progress, turns that can be gone to, and the measure of strength.

    width: pixels of a picture that stands alone, on white; 0 in a page, whose colours and width it takes.
    """

    now: int
    played: frozenset[int]
    measure: str
    width: int = 0


@dataclass(frozen=True)
class Placed:
    """An event in its place: its number in the plan, turn, and row from the turn record, upwards negative."""

    number: int
    turn: int
    row: int


def place(plan: DataFrame) -> list[Placed]:
    """Where the counters of a plan stand: arrivals next to the turn record, what goes at the far end."""
    found = []
    dated = plan[plan["turn"].notna() & ~plan["event"].isin(POINTS)]
    for key, own in dated.groupby(["turn", "side"], sort=True):
        turn, side = cast("tuple[int, str]", key)
        going = own["event"].isin(("withdrawal", "leader_recalled"))
        for row, number in enumerate([*own.index[~going], *own.index[going]], 1):
            found.append(Placed(int(number), int(turn), row if side == SIDES[1] else -row))
    return found


@dataclass(frozen=True)
class Sheet:
    """The places of a drawing: the height of each part, in pixels."""

    turns: int
    above: int
    below: int

    @property
    def band(self) -> float:
        """Top of the turn record."""
        return 44.0 + self.above * PITCH

    @property
    def graph(self) -> float:
        """Top of the strength."""
        return self.band + BAND + 12.0 + self.below * PITCH + _GAP

    @property
    def width(self) -> float:
        """Of the whole."""
        return LEFT + self.turns * COLUMN + RIGHT

    @property
    def height(self) -> float:
        """Of the whole."""
        return self.graph + _GRAPH + _FOOT

    def x(self, turn: float) -> float:
        """Middle of a turn's column."""
        return LEFT + (turn - 0.5) * COLUMN

    def y(self, row: int) -> float:
        """Middle of a row of counters."""
        if row < 0:
            return self.band - 14.0 + (row + 0.5) * PITCH
        return self.band + BAND + 6.0 + (row - 0.5) * PITCH


def draw(plan: DataFrame, strength: DataFrame, turns: Mapping[int, Turn], units: Mapping[str, Unit], look: Look) -> str:
    """The picture.  plan, strength: of :mod:`gpwlab.study.timeline`; units: the counters by id."""
    places = place(plan)
    rows = [spot.row for spot in places] or [0]
    sheet = Sheet(len(turns), max(1, -min(rows)), max(1, *rows))
    told, points = plan.to_dict("index"), by_turn(plan[plan["event"].isin(POINTS)])
    width = look.width or sheet.width
    body = [
        *([el("rect", width=sheet.width, height=sheet.height, fill="#fff")] if look.width else []),
        *_columns(sheet, turns, look),
        *_names(sheet, plan),
        *(_record(sheet, box, points.get(box.number, []), look) for box in turns.values()),
        *(_counter(sheet, spot, told[spot.number], units) for spot in places),
        *_strength(sheet, strength, look.measure),
    ]
    box = f"0 0 {num(sheet.width)} {num(sheet.height)}"
    return el(
        "svg", *body, xmlns="http://www.w3.org/2000/svg", role="group", aria_label="timeline of the war", viewBox=box,
        width=num(width), height=num(width * sheet.height / sheet.width), class_="gpwlab-timeline", font_family=SANS,
        fill=_INK,
    )  # fmt: skip


# -- the turn record ------------------------------------------------------------------------------------------------


def _columns(sheet: Sheet, turns: Mapping[int, Turn], look: Look) -> Iterator[str]:
    """Winter columns shaded, the turn in progress framed, years parted by lines."""
    top, height = 22.0, sheet.height - _FOOT - 22.0
    for box in turns.values():
        left = sheet.x(box.number) - COLUMN / 2
        if box.weather:
            yield el("rect", x=left, y=top, width=COLUMN, height=height, fill=_CARD)
        if box.number == look.now:
            yield el(
                "rect", x=left + 1, y=top, width=COLUMN - 2, height=height, fill="#2f7fc1", fill_opacity=0.1,
                stroke="#2f7fc1", stroke_width=2,
            )  # fmt: skip
    years: dict[int, int] = {}
    for box in turns.values():
        years.setdefault(box.year, box.number)
    for year, first in years.items():
        left = sheet.x(first) - COLUMN / 2
        yield el("path", d=f"M{num(left)} 6V{num(sheet.height - _FOOT)}", stroke=_LINE, stroke_width=1.5)
        yield label(str(year), left + 5, 17, font_size=15, font_weight="bold")


def _names(sheet: Sheet, plan: DataFrame) -> Iterator[str]:
    """What the parts are."""
    for side, y in (("Axis", sheet.band - 20.0), ("Soviet", sheet.band + BAND + 26.0)):
        yield label(side, 6, y, font_size=14, font_weight="bold", fill=COLOURS[side])
    for text, y in (("RP", sheet.band - 1), ("turn", sheet.band + 19), ("weather", sheet.band + 68)):
        yield label(text, 6, y, font_size=11, fill=_SOFT)
    yield label("RP", 6, sheet.band + 91, font_size=11, fill=_SOFT)


def by_turn(events: DataFrame) -> dict[int, list[dict[Any, Any]]]:
    """The rows of a plan by their turn: a frame that is searched turn by turn takes its time."""
    found: dict[int, list[dict[Any, Any]]] = {}
    for row in events[events["turn"].notna()].to_dict("records"):
        found.setdefault(int(row["turn"]), []).append(row)
    return found


def _record(sheet: Sheet, box: Turn, points: Sequence[Mapping[Any, Any]], look: Look) -> str:
    """A box of the turn record: number, months, mark, and the points of both sides."""
    x, top = sheet.x(box.number), sheet.band
    played = box.number in look.played
    frame = el(
        "rect", x=x - COLUMN / 2 + 1.5, y=top + 3, width=COLUMN - 3, height=69, rx=4, fill=_PAGE,
        stroke="#2f7fc1" if played else _LINE, stroke_width=2 if played else 1,
    )  # fmt: skip
    months = box.period.split("/")
    text = [label(str(box.number), x, top + 20, font_size=15, font_weight="bold", text_anchor="middle")]
    for line, month in enumerate(months):
        text.append(label(month, x, top + 34 + 11 * line, font_size=10.5, text_anchor="middle", fill=_SOFT))
    mark = {"mud": "●", "snow": "✱", "": ""}[box.weather]
    text.append(label(mark, x, top + 66, font_size=13, text_anchor="middle"))
    spent = [_points(sheet, x, side, [row for row in points if row["side"] == side]) for side in SIDES]
    tip = f"{box.title}: {box.weather or 'clear'}{'' if not played else '; go there'}"
    return el(
        "g", el("title", escape(tip)), frame, *text, *spent, class_="turn played" if played else "turn",
        data_turn=box.number, data_row=0, data_roving="", tabindex=-1, role="button", aria_label=escape(tip),
    )  # fmt: skip


def _points(sheet: Sheet, x: float, side: str, own: Sequence[Mapping[Any, Any]]) -> str:
    """The RPs of a side in a turn, lend-lease with its mean and a bar for each outcome."""
    rate = sum(row["rp"] for row in own if row["event"] == "rp")
    lend = [row for row in own if row["event"] == "lend-lease"]
    text: Attrs = {"font_weight": "bold", "fill": COLOURS[side]}
    if side == SIDES[0]:
        return label(str(rate), x, sheet.band - 1, font_size=12, text_anchor="middle", **text)
    line = sheet.band + 91
    if not lend:
        return label(str(rate), x, line, font_size=12, text_anchor="middle", **text)
    (loan,) = lend
    chances = loan["chances"]
    bars = "".join(_bar(x - 1 + 6 * points, line, chance) for points, chance in chances.items())
    mean = label(f"+{float(loan['rp']):.1f}", x, line + 12, font_size=10.5, text_anchor="middle", **text)
    return label(str(rate), x - 5, line, font_size=12, text_anchor="end", **text) + bars + mean


def _bar(x: float, foot: float, chance: Fraction) -> str:
    height = 18 * float(chance)
    return el("rect", x=x, y=foot - height, width=4.5, height=height, fill=COLOURS["Soviet"], opacity=0.75)


# -- counters -------------------------------------------------------------------------------------------------------


def _counter(sheet: Sheet, spot: Placed, event: Mapping[Any, Any], units: Mapping[str, Unit]) -> str:
    """A counter with its marks; what the game will not see is pale, what is reconstructed has a broken rim."""
    x, y = sheet.x(spot.turn), sheet.y(spot.row)
    unit = units[event["unit"]]
    steps = 1 if event["half"] else unit.steps
    drawn = nato.counter(replace(face(Standing(unit, -1, steps)), title=""), x, y, COUNTER)
    parts = [el("title", escape(tip(event))), drawn]
    if event["provenance"] == "reconstructed":
        half = COUNTER / 2 + 1
        parts.append(el(
            "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=4, fill="none", stroke=_INK,
            stroke_width=1.3, stroke_dasharray="2.5 2.5",
        ))  # fmt: skip
    if event["event"] in BADGES:
        parts.append(_badge(x + 11, y + 12, *BADGES[event["event"]]))
    if not isna(event["done"]):
        parts.append(_done(x - 12, y - 12, int(event["done"]), spot.turn))
    return el(
        "g", *parts, class_=f"event {event['event']}", data_turn=spot.turn, data_row=spot.row, data_event=spot.number,
        data_roving="", tabindex=-1, role="button", aria_label=escape(tip(event)),
        opacity=None if event["in_game"] else 0.38,
    )  # fmt: skip


def _badge(x: float, y: float, letter: str, colour: str) -> str:
    disc = el("circle", cx=x, cy=y, r=6.8, fill=colour, stroke="#fff", stroke_width=1.3)
    return disc + label(letter, x, y + 4, font_size=11, font_weight="bold", text_anchor="middle", fill="#fff")


def _done(x: float, y: float, turn: int, planned: int) -> str:
    """A tick where the event came about, with the turn where that was later than planned."""
    if turn == planned:
        disc = el("circle", cx=x, cy=y, r=6, fill="#1f7a3a", stroke="#fff", stroke_width=1.2)
        return disc + el("path", d=f"M{num(x - 3)} {num(y)}l2 2.5 4-5", fill="none", stroke="#fff", stroke_width=1.7)
    disc = el("rect", x=x - 7, y=y - 6, width=15, height=12, rx=5, fill="#8a5a00", stroke="#fff", stroke_width=1.2)
    return disc + label(
        f"t{turn}", x + 0.5, y + 3.6, font_size=9, font_weight="bold", text_anchor="middle", fill="#fff"
    )


def tip(event: Mapping[Any, Any]) -> str:
    """An event in full: when, what, where it enters, by which rule, and how sure it is."""
    parts = [
        f"{event['title']}: {event['text']}",
        event["rule"],
        event["note"],
        f"{event['provenance']}: {event['basis']}",
    ]
    if not event["in_game"]:
        parts.append("not in this game")
    elif not isna(event["done"]):
        parts.append(f"came about on turn {int(event['done'])}")
    return "; ".join(filter(None, parts))


# -- strength ---------------------------------------------------------------------------------------------------------


def _strength(sheet: Sheet, strength: DataFrame, measure: str) -> Iterator[str]:
    """Planned (broken) and actual (full) strength at the start of each turn, in the columns of the turns."""
    names = [f"planned_{measure}", measure]
    top = max(float(strength[name].max()) for name in names if strength[name].notna().any())
    scale = _Scale(sheet.graph, _GRAPH - 12, _round_up(top))
    heading = f"Strength at the start of each turn: {WORDS[measure]}; broken: set-up and chart alone, full: on the map"
    yield label(heading, LEFT, sheet.graph - 10, font_size=12.5, font_weight="bold")
    for value in scale.ticks():
        y = scale.y(value)
        end = sheet.x(sheet.turns) + COLUMN / 2
        yield el("path", d=f"M{num(LEFT)} {num(y)}H{num(end)}", stroke=_LINE, stroke_width=0.8)
        yield label(str(value), LEFT - 6, y + 4, font_size=11, text_anchor="end", fill=_SOFT)
    ends = []
    for side in SIDES:
        own = strength[strength["side"] == side]
        for name, dash in zip(names, ("5 4", None), strict=True):
            known = own[own[name].notna()]
            points = [(sheet.x(t), scale.y(float(v)), v) for t, v in zip(known["turn"], known[name], strict=True)]
            if points:
                yield _curve(points, side, dash)
                what = "plan" if dash else "now"
                ends.append((points[-1], side, f"{side} {what} {points[-1][2]}"))
    yield from _ends(sheet, ends)


WORDS = {"attack": "attack points", "defence": "defence points", "units": "units on the map"}


def _curve(points: Sequence[tuple[float, float, Any]], side: str, dash: str | None) -> str:
    d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y, _value in points)
    line = el("path", d=d, fill="none", stroke=COLOURS[side], stroke_width=1.6 if dash else 2.6, stroke_dasharray=dash)
    if dash:
        return line
    marks = ""
    for x, y, value in points:
        title = el("title", f"{side}: {value}")
        if _MARKS[side] == "square":
            marks += el("rect", title, x=x - 3.5, y=y - 3.5, width=7, height=7, fill=COLOURS[side])
        else:
            marks += el("circle", title, cx=x, cy=y, r=4, fill=COLOURS[side])
    return line + marks


def _ends(sheet: Sheet, ends: Sequence[tuple[tuple[float, float, Any], str, str]]) -> Iterator[str]:
    """The names of the lines at their ends, clear of each other."""
    lowest = -1e9
    right = sheet.x(sheet.turns) + COLUMN / 2
    for (x, y, _value), side, text in sorted(ends, key=lambda end: end[0][1]):
        at_end = x > right - COLUMN
        place_y = max(y + 4, lowest + 14) if at_end else y + (-9 if side == SIDES[0] else 18)
        if at_end:
            lowest = place_y
        yield label(
            text, right + 4 if at_end else max(x, LEFT + 48), place_y, font_size=11.5, font_weight="bold",
            text_anchor=None if at_end else "middle", fill=COLOURS[side], stroke=_PAGE, stroke_width=3,
            paint_order="stroke",
        )  # fmt: skip


@dataclass(frozen=True)
class _Scale:
    top: float
    height: float
    most: int

    def y(self, value: float) -> float:
        return self.top + self.height * (1 - value / self.most)

    def ticks(self) -> range:
        return range(0, self.most + 1, self.most // 4)


def _round_up(value: float) -> int:
    """The next number above a value that four equal steps divide well."""
    power = 1
    while True:
        for step in (10, 15, 20, 25, 30, 40, 50, 75):
            if 4 * step * power >= value:
                return 4 * step * power
        power *= 10
