"""History and turns on one date axis, as an SVG: events in lanes above, a box a turn below, as wide as its days.

Colours are those of the page, with values of their own where there is no page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from typing import TYPE_CHECKING, Any

from gpwlab.core.svg.build import SANS, el, label, num
from gpwlab.study.turndates import TurnDates

if TYPE_CHECKING:
    from pandas import DataFrame

WIDTH, _EDGE, _OUT = 1420.0, 12.0, 150.0
_TOP, _LANE, _BOX = 34.0, 27.0, 58.0
_LETTER = 6.3
_INK, _SOFT = "var(--gl-ink, #222)", "var(--gl-soft, #666)"
_LINE, _CARD, _PAGE = "var(--gl-line, #ccc)", "var(--gl-card, #f3f3f3)", "var(--gl-page, #fff)"
COLOURS = {"Axis": "var(--gl-axis, #3f6d33)", "Soviet": "var(--gl-soviet, #b3261a)", "": _SOFT}
#: The sign before an event, so that colour is not the only one.
SIGNS = {"Axis": "■", "Soviet": "●", "": "◆"}
LEGEND = (
    "■ Axis acts · ● Soviets act · ◆ neither · full bar: the text prints the dates · hollow bar: it tells of the "
    "event, the days are general history · each turn is as wide as its days"
)


@dataclass(frozen=True)
class Placed:
    """An event in its place: number in the table, turn column, place among the events of that column counted upwards,
    lane, and the left and right end of its bar."""

    number: int
    column: int
    row: int
    lane: int
    left: float
    right: float


@dataclass(frozen=True)
class Axis:
    """Dates as places from left to right; what lies before or after the turns has a column at that end."""

    turns: Sequence[TurnDates]
    before: bool
    after: bool

    @property
    def ends(self) -> tuple[float, float]:
        """Left of the first turn and right of the last."""
        return _EDGE + (_OUT if self.before else 0), WIDTH - _EDGE - (_OUT if self.after else 0)

    def x(self, day: date) -> float:
        """The place at which a day begins, held within the turns."""
        first, last = self.turns[0].start, self.turns[-1].end + timedelta(days=1)
        left, right = self.ends
        inside = min(max(day, first), last)
        return left + (right - left) * (inside - first).days / (last - first).days

    def bar(self, start: date, end: date) -> tuple[float, float]:
        """Left and right end of a span, at least a few pixels apart."""
        if end < self.turns[0].start:
            return _EDGE + 4, _EDGE + 10
        if start > self.turns[-1].end:
            return self.ends[1] + 6, self.ends[1] + 12
        left = self.x(start)
        return left, max(self.x(end + timedelta(days=1)), left + 5)

    def column(self, start: date, end: date) -> int:
        """The number of the turn in which a span starts, those before and after counted on."""
        if end < self.turns[0].start:
            return self.turns[0].number - 1
        inside = (turn.number for turn in self.turns if turn.end >= max(start, self.turns[0].start))
        return next(inside, self.turns[-1].number + 1)

    @property
    def columns(self) -> list[tuple[int, float, float]]:
        """Number, left and right end of each column."""
        left, right = self.ends
        found = [(t.number, self.x(t.start), self.x(t.end + timedelta(days=1))) for t in self.turns]
        before = [(self.turns[0].number - 1, _EDGE, left)] if self.before else []
        after = [(self.turns[-1].number + 1, right, WIDTH - _EDGE)] if self.after else []
        return [*before, *found, *after]


def axis_of(dates: DataFrame, turns: Sequence[TurnDates]) -> Axis:
    """The axis for the events of a table (start, end as timestamps)."""
    before = any(end < turns[0].start for end in dates["end"].dt.date)
    return Axis(turns, before, any(start > turns[-1].end for start in dates["start"].dt.date))


def place(dates: DataFrame, axis: Axis) -> list[Placed]:
    """Where the events stand: each in the lowest lane in which neither its bar nor its name meets another."""
    lanes: list[float] = []
    found: list[Placed] = []
    rows: dict[int, int] = {}
    for number, start, end, event in zip(
        dates.index, dates["start"].dt.date, dates["end"].dt.date, dates["event"], strict=True
    ):
        left, right = axis.bar(start, end)
        begins, ends = _extent(left, right, event)
        lane = next((n for n, taken in enumerate(lanes) if taken <= begins), len(lanes))
        lanes[lane : lane + 1] = [ends + 10]
        column = axis.column(start, end)
        rows[column] = rows.get(column, 0) + 1
        found.append(Placed(int(number), column, -rows[column], lane, left, right))
    return found


def _extent(left: float, right: float, event: str) -> tuple[float, float]:
    """What a bar and its name above it take up; a name that would run out of the picture ends where the bar does."""
    wide = _LETTER * (len(event) + 2)
    if left + wide > WIDTH - _EDGE:
        return max(right, _EDGE + wide) - wide, right
    return left, max(right, left + wide)


def draw(dates: DataFrame, turns: Sequence[TurnDates], now: int | None, told: Mapping[int, str], width: int = 0) -> str:
    """The picture.  dates: of ``study.history_dates``; now: the turn in progress; told: each event in words.

    width: pixels of a picture that stands alone, on white; 0 in a page, whose colours and width it takes.
    """
    axis = axis_of(dates, turns)
    places = place(dates, axis)
    lanes = 1 + max((spot.lane for spot in places), default=0)
    foot = _TOP + lanes * _LANE + 8
    height = foot + _BOX + 22
    names = {turn.number: turn.name for turn in turns}
    body = [
        *([el("rect", width=WIDTH, height=height, fill="#fff")] if width else []),
        *_columns(axis, now, foot),
        *_months(axis, height),
        *(_event(spot, dates.loc[spot.number].to_dict(), told[spot.number], foot) for spot in places),
        *(_turn(column, names, axis, now, foot) for column in axis.columns),
    ]
    shown = width or WIDTH
    return el(
        "svg", *body, xmlns="http://www.w3.org/2000/svg", role="group", aria_label="history and turns",
        viewBox=f"0 0 {num(WIDTH)} {num(height)}", width=num(shown), height=num(shown * height / WIDTH),
        class_="gpwlab-timeline", font_family=SANS, fill=_INK,
    )  # fmt: skip


def _columns(axis: Axis, now: int | None, foot: float) -> Iterator[str]:
    """Every second turn is shaded, the one in progress framed, what is outside the game pale."""
    for count, (number, left, right) in enumerate(axis.columns):
        wide, tall = right - left, foot + _BOX - 22
        if count % 2:
            yield el("rect", x=left, y=22, width=wide, height=tall, fill=_CARD, fill_opacity=0.6)
        if number == now:
            yield el("rect", x=left + 1, y=22, width=wide - 2, height=tall, fill="#2f7fc1", fill_opacity=0.12,
                     stroke="#2f7fc1", stroke_width=2)  # fmt: skip


def _months(axis: Axis, height: float) -> Iterator[str]:
    """The dates at the head: years, and months where there is room."""
    first, last = axis.turns[0].start, axis.turns[-1].end
    day = first.replace(day=1)
    month = (axis.ends[1] - axis.ends[0]) / max(1, (last - first).days) * 30
    while day <= last:
        x = axis.x(day)
        year = day.month == 1 or day <= first
        if year:
            yield el("path", d=f"M{num(x)} 4V{num(height - 20)}", stroke=_LINE, stroke_width=1.5)
        if year or month > 60:
            name = f"{day:%b %Y}" if year else f"{day:%b}"
            yield label(name, x + 4, 16, font_size=13, font_weight="bold" if year else None)
        day = (day + timedelta(days=32)).replace(day=1)


def _event(spot: Placed, row: Mapping[Any, Any], told: str, foot: float) -> str:
    """A bar with its name above it; hollow where the days are not printed."""
    side, event = row["side"], row["event"]
    y = foot - 8 - (spot.lane + 1) * _LANE
    colour = COLOURS[side]
    begins, ends = _extent(spot.left, spot.right, event)
    turned = begins < spot.left  # at the right end of the picture the name ends where the bar does
    bar = el(
        "rect", x=spot.left, y=y + 17, width=spot.right - spot.left, height=7, rx=2, stroke=colour, stroke_width=1.5,
        fill=colour if row["provenance"] == "printed" else _PAGE,
    )  # fmt: skip
    text = el(
        "text", el("tspan", SIGNS[side], fill=colour), f" {escape(event, quote=False)}", y=num(y + 12), font_size=12,
        x=num(ends if turned else begins), text_anchor="end" if turned else None,
    )  # fmt: skip
    catch = el("rect", x=begins, y=y, width=ends - begins, height=_LANE - 1, fill="transparent")
    return el(
        "g", el("title", escape(told)), catch, text, bar, class_="event", data_turn=spot.column, data_row=spot.row,
        data_event=spot.number, data_roving="", tabindex=-1, role="button", aria_label=escape(told),
    )  # fmt: skip


def _turn(column: tuple[int, float, float], names: Mapping[int, str], axis: Axis, now: int | None, foot: float) -> str:
    """A box of the turn record: number and months or day, or what lies outside."""
    number, left, right = column
    middle, name = (left + right) / 2, names.get(number, "")
    outside = "before the game" if number < axis.turns[0].number else "after the game"
    inner = name[name.find("(") + 1 : name.rfind(")")] if name else ""
    small = [label(line, middle, foot + 36 + 12 * n, font_size=10, text_anchor="middle", fill=_SOFT)
             for n, line in enumerate(_lines(inner, right - left))]  # fmt: skip
    head = str(number) if name else outside
    title = label(head, middle, foot + 20, font_size=14 if name else 11.5, font_weight="bold", text_anchor="middle")
    frame = el("rect", x=left + 1, y=foot + 3, width=right - left - 2, height=_BOX - 6, rx=3, fill=_PAGE,
               stroke="#2f7fc1" if number == now else _LINE, stroke_width=2 if number == now else 1)  # fmt: skip
    tip = (name or outside) + (" (now)" if number == now else "")
    return el("g", el("title", escape(tip)), frame, title, *small, class_="turn", data_turn=number, data_row=0,
              data_roving="", tabindex=-1, role="button", aria_label=escape(tip))  # fmt: skip


def _lines(name: str, room: float) -> list[str]:
    """A turn's name without its year, on lines that fit its box."""
    words = [word for word in name.replace("/", " ").split() if not (word.isdigit() and len(word) == 4)]
    whole = "/".join(words) if "/" in name else " ".join(words)
    return [whole] if 5.6 * len(whole) <= room else words[:2]
