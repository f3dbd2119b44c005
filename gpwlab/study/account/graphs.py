"""The graphs of an account: a line a side over the turns, in colours that the page's style sheet gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from gpwlab.core.svg.build import el, label, num

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _FOOT = 380.0, 210.0, 44.0, 96.0, 34.0, 28.0
#: How sides are told apart without colour: dashes of the second one, and marks of both.
_DASH = (None, "7 4")


def lines(title: str, last: int, values: Mapping[str, Sequence[float]], signed: bool = False) -> str:
    """The values of each side before the first turn and after each one up to the turn ``last``.

    With ``signed`` each number bears its sign and one decimal.
    """
    steps = len(next(iter(values.values()))) - 1
    low = min(0.0, *(value for row in values.values() for value in row))
    top = max(1.0, *(value for row in values.values() for value in row))

    def at(place: int, value: float) -> tuple[float, float]:
        across = place / steps
        upwards = (value - low) / (top - low)
        return _LEFT + across * (_WIDTH - _LEFT - _RIGHT), _HEIGHT - _FOOT - upwards * (_HEIGHT - _TOP - _FOOT)

    drawn = [_frame(title, last, low, top, signed)]
    ends = _apart({side: at(len(row) - 1, row[-1])[1] for side, row in values.items()})
    for number, (side, row) in enumerate(values.items()):
        points = [at(place, value) for place, value in enumerate(row)]
        path = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
        line = el("path", d=path, fill="none", stroke="currentColor", stroke_width=2.4, stroke_dasharray=_DASH[number],
                  stroke_linejoin="round")  # fmt: skip
        marks = "".join(_mark(number, x, y) for x, y in (points[0], points[-1]))
        name = label(f"{side} {_text(row[-1], signed)}", points[-1][0] + 8, ends[side] + 4, fill="currentColor",
                     font_size=11.5, font_weight="bold")  # fmt: skip
        drawn.append(el("g", line, marks, name, class_=side.lower()))
    said = "; ".join(f"{side} {_text(row[-1], signed)}" for side, row in values.items())
    return el(
        "svg", *drawn, viewBox=f"0 0 {num(_WIDTH)} {num(_HEIGHT)}", width=num(_WIDTH), height=num(_HEIGHT), role="img",
        aria_label=f"{title}: {said} at the end", class_="graph",
    )  # fmt: skip


def _frame(title: str, last: int, low: float, top: float, signed: bool) -> str:
    foot, right = _HEIGHT - _FOOT, _WIDTH - _RIGHT
    height = foot - _TOP
    zero = foot + low / (top - low) * height
    parts = [
        label(title, 4, 16, font_size=13, font_weight="bold"),
        el("path", d=f"M{num(_LEFT)} {num(_TOP)}V{num(foot)}M{num(_LEFT)} {num(zero)}H{num(right)}", fill="none",
           stroke="currentColor", opacity=0.45),
        label("start", _LEFT, foot + 18, font_size=11),
        label(f"turn {last}", right, foot + 18, font_size=11, text_anchor="end"),
        *(label(_text(value, signed), _LEFT - 6, foot - (value - low) / (top - low) * height + 4, font_size=11,
                text_anchor="end") for value in dict.fromkeys((low, 0.0, top))),
    ]  # fmt: skip
    return el("g", *parts, fill="currentColor", class_="soft")


def _mark(number: int, x: float, y: float) -> str:
    if number:
        return el("circle", cx=x, cy=y, r=3.6, fill="currentColor")
    return el("rect", x=x - 3.2, y=y - 3.2, width=6.4, height=6.4, fill="currentColor")


def _text(value: float, signed: bool) -> str:
    return signed_text(value, 1) if signed else f"{value:g}"


def signed_text(value: float, places: int = 2) -> str:
    """A number with its sign and so many decimals; what rounds to nought is 0 without a sign."""
    return f"{value:+.{places}f}" if round(value, places) else "0"


def _apart(places: dict[str, float], gap: float = 15.0) -> dict[str, float]:
    """Places of names, so far from each other that both can be read."""
    upper, lower = sorted(places, key=lambda side: places[side])
    short = gap - (places[lower] - places[upper])
    if short > 0:
        places[upper], places[lower] = places[upper] - short / 2, places[lower] + short / 2
    return places


def spark(values: Mapping[str, int], most: int) -> str:
    """Two bars beneath each other, as wide as the values; for a line of the table of contents."""
    bars = "".join(
        el("rect", x=0, y=1 + 8 * number, width=60 * value / max(1, most), height=6, fill="currentColor",
           class_=side.lower())
        for number, (side, value) in enumerate(values.items())
    )  # fmt: skip
    said = escape(", ".join(f"{side} {value}" for side, value in values.items()))
    return el("svg", bars, viewBox="0 0 60 16", width="60", height="16", role="img", aria_label=said)
