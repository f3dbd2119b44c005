"""Where a value of a bokeh chart lies in pixels, and the ticks of its axes, where no browser works them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from math import floor, log10
from typing import Any

#: Milliseconds, which bokeh counts dates in.
_DAY = 86_400_000.0
#: What a glyph has along each axis that the range must reach.
_REACH = {"x": ("x", "left", "right"), "y": ("y", "top", "bottom")}
#: The share of its span that bokeh adds to a range of data, and about how many ticks it draws.
_PADDING, _TICKS = 0.1, 6


class Scale:
    """From values to pixels.  ``ticks``: pixels and text of each."""

    def __init__(self, span: tuple[float, float], pixels: tuple[float, float], names: Sequence[str] = ()) -> None:
        self._span, self._pixels = span, pixels
        self._names = {name: n + 0.5 for n, name in enumerate(names)}
        self.ticks: list[tuple[float, str]] = [(self.at(name), name) for name in names]

    def at(self, value: Any, more: float = 0.0) -> float:
        """The pixel of a number, date or name, or of a name and a shift; ``more``: added in units of the axis."""
        (low, high), (first, last) = self._span, self._pixels
        return first + (last - first) * (self._number(value) + more - low) / (high - low)

    def _number(self, value: Any) -> float:
        if isinstance(value, tuple):
            return self._names[value[0]] + float(value[1])
        return self._names[value] if value in self._names else number(value)


def scale(chart: Any, axis: str, first: float, last: float) -> Scale:
    """The scale of a figure along ``x`` or ``y``, from one pixel to another."""
    held = getattr(chart, f"{axis}_range")
    names = getattr(held, "factors", None)
    if names is not None:
        return Scale((0.0, float(len(names))), (first, last), names)
    span = _span(chart, axis, held)
    made, drawn = Scale(span, (first, last)), getattr(chart, f"{axis}axis")[0]
    made.ticks = [(made.at(value), text) for value, text in _ticks(drawn, *span)]
    return made


def number(value: Any) -> float:
    """A number, or a date in milliseconds; one without a time zone is of UTC, as at bokeh."""
    from numpy import datetime64
    from pandas import Timestamp

    return Timestamp(value).timestamp() * 1000 if isinstance(value, date | datetime64) else float(value)


def _span(chart: Any, axis: str, held: Any) -> tuple[float, float]:
    """From where to where a range goes: as it says, else so far that all data are in it."""
    given = [getattr(held, end) for end in ("start", "end")]
    known = [None if value is None or value != value else number(value) for value in given]
    if known[0] is not None and known[1] is not None:
        return known[0], known[1]
    found = list(_values(chart, axis))
    low, high = min(found, default=0.0), max(found, default=1.0)
    room = (high - low or 1.0) * _PADDING / 2
    return low - room if known[0] is None else known[0], high + room if known[1] is None else known[1]


def _values(chart: Any, axis: str) -> Iterator[float]:
    """All that is drawn along an axis, as numbers; bars of numbers with their width."""
    from gpwlab.widgets.figuresvg import column

    for renderer in chart.renderers:
        glyph = renderer.glyph
        for name in _REACH[axis]:
            if hasattr(glyph, name):
                values = [number(v) for v in column(renderer, name) if v is not None and v == v]
                wide = getattr(getattr(glyph, "width", None), "value", 0.0) if (axis, name) == ("x", "x") else 0.0
                yield from (v + s * (wide or 0.0) / 2 for v in values for s in (-1, 1))


def _ticks(axis: Any, low: float, high: float) -> list[tuple[float, str]]:
    kind = type(axis.formatter).__name__
    if kind == "DatetimeTickFormatter":
        return list(_dates(low, high))
    fixed = getattr(axis.ticker, "ticks", None)
    told = {number(key): text for key, text in axis.major_label_overrides.items()}
    places = list(map(float, fixed)) if fixed else _round(low, high)
    form = getattr(axis.formatter, "format", "")
    return [(at, told[at] if at in told else _told(at, "%" in form)) for at in places if low <= at <= high]


def _told(value: float, percent: bool) -> str:
    text = f"{100 * value:,.1f}" if percent else f"{value:,.2f}"
    return text.rstrip("0").rstrip(".").replace("-", "−") + (" %" if percent else "")


def _round(low: float, high: float) -> list[float]:
    """Round numbers between two, about six of them."""
    rough = (high - low) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    first = floor(low / step) * step
    return [round(first + step * n, 12) for n in range(int((high - low) / step) + 3)]


def _dates(low: float, high: float) -> Iterator[tuple[float, str]]:
    """The first days of years, or of months where the span has few years."""
    years = (high - low) > 900 * _DAY
    begin, end = (datetime.fromtimestamp(ms / 1000, UTC) for ms in (low, high))
    for year in range(begin.year, end.year + 1):
        for month in (1,) if years else range(1, 13):
            day = datetime(year, month, 1, tzinfo=UTC)
            if low <= number(day) <= high:
                yield number(day), f"{year}" if years else f"{day:%b %Y}"
