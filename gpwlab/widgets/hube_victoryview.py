"""The victory track as an SVG: the massive levels of every turn, the bands between them, and the course of the game.

Colours of text and lines are those of the page, with values of their own where there is no page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from gpwlab.core.svg.build import SANS, el, label, num, points
from gpwlab.hube.charts import Charts

INK, SOFT = "var(--gl-ink, #222)", "var(--gl-soft, #666)"
LINE, PAGE = "var(--gl-line, #ccc)", "var(--gl-page, #fff)"
AXIS, SOVIET = "var(--gl-axis, #3f6d33)", "var(--gl-soviet, #b3261a)"
_COLUMN, _LEFT, _TOP, _HIGH, _FOOT = 27.0, 40.0, 26.0, 290.0, 34.0
_TOP_VP = 80
#: What the names of the levels need in width.
_NAMES = 190.0
#: How strongly the bands of a side are tinted, from massive to minor.
_TINTS = (0.5, 0.32, 0.16)


def svg(charts: Charts, course: Mapping[int, Fraction], now: int, turns: Sequence[int]) -> str:
    """The track of some turns; ``course`` has the VP at the end of turns played, ``now`` is the turn in progress."""
    width, height = _x(turns, turns[-1] + 1) + 14, _TOP + _HIGH + _FOOT
    parts = [_grid(width), _bands(charts, turns), _levels(charts, turns), _numbers(charts, turns, now)]
    body = "".join((*parts, _course(course, turns)))
    return el(
        "svg", el("title", "victory points by turn"), body, viewBox=f"0 0 {num(width)} {num(height)}",
        width=num(width), height=num(height), font_family=SANS, role="img", style="max-width:100%;height:auto",
        xmlns="http://www.w3.org/2000/svg",
    )  # fmt: skip


def _y(vp: float | Fraction) -> float:
    return _TOP + _HIGH * (1 - min(max(float(vp), 0.0), _TOP_VP) / _TOP_VP)


def _wide(turns: Sequence[int]) -> float:
    """Width of a turn: where they are few, so much that the names of the levels fit."""
    return max(_COLUMN, _NAMES / len(turns))


def _x(turns: Sequence[int], turn: int) -> float:
    return _LEFT + _wide(turns) * (turn - turns[0])


def _grid(width: float) -> str:
    out = []
    for vp in range(0, _TOP_VP + 1, 10):
        out.append(el("path", d=f"M{num(_LEFT - 4)} {num(_y(vp))}H{num(width - 10)}", stroke=LINE, stroke_width=1))
        out.append(label(str(vp), _LEFT - 8, _y(vp) + 4, font_size=10.5, text_anchor="end", fill=SOFT))
    return "".join([*out, label("VP", 6, _TOP - 10, font_size=11.5, font_weight="bold", fill=INK)])


def _bands(charts: Charts, turns: Sequence[int]) -> str:
    """Massive, major and minor of each side, turn by turn."""
    out = []
    for turn in turns:
        for side, colour in (("Axis", AXIS), ("Soviet", SOVIET)):
            for (low, high), tint in zip(bands(charts, turn, side), _TINTS, strict=True):
                top, foot = _y(high + 0.5), _y(low - 0.5)
                out.append(
                    el("rect", x=_x(turns, turn) + 0.5, y=top, width=_wide(turns) - 1, height=max(0.0, foot - top),
                       fill=colour, fill_opacity=tint)
                )  # fmt: skip
    return "".join(out)


def bands(charts: Charts, turn: int, side: str) -> list[tuple[int, int]]:
    """From and to how many VP a side has a massive, major and minor victory if the game ends in a turn (hube 5.2)."""
    axis, soviet = charts.massive[turn]
    level = axis if side == "Axis" else soviet
    massive = (0, level) if side == "Axis" else (level, _TOP_VP)
    found = [massive]
    for grade in ("Major", "Minor"):
        row = next(g for g in charts.grades if (g.grade, g.side) == (grade, side))
        low = level + row.low if row.low is not None else level + 1
        high = level + row.high if row.high is not None else level - 1
        found.append((low, high))
    return found


def _levels(charts: Charts, turns: Sequence[int]) -> str:
    """The massive levels as stairs, and their names."""
    out = []
    for number, (colour, words) in enumerate(((AXIS, "massive German victory"), (SOVIET, "massive Soviet victory"))):
        stairs: list[tuple[float, float]] = []
        for turn in turns:
            y = _y(charts.massive[turn][number] + (0.5 if number == 0 else -0.5))
            stairs += [(_x(turns, turn), y), (_x(turns, turn + 1), y)]
        out.append(el("path", d=points(stairs), fill="none", stroke=colour, stroke_width=2.4))
        place, anchor = (
            ((_x(turns, turns[-1] + 1) - 8, _y(1)), "end") if number == 0 else ((_LEFT + 8, _y(72)), "start")
        )
        out.append(label(words, *place, font_size=12.5, font_weight="bold", fill=colour, text_anchor=anchor))
    return "".join(out)


def _numbers(charts: Charts, turns: Sequence[int], now: int) -> str:
    out = []
    for turn in turns:
        x, y = _x(turns, turn) + _wide(turns) / 2, _TOP + _HIGH + 15
        out.append(label(str(turn), x, y, font_size=11, text_anchor="middle", fill=INK,
                         font_weight="bold" if turn == now else None))  # fmt: skip
        box, before = charts.turns[turn], charts.turns[turn - 1] if turn > turns[0] else None
        month = box.month if before is None or before.month != box.month else str(box.day)
        out.append(label(month, x, y + 13, font_size=9.5, text_anchor="middle", fill=SOFT))
        if turn == now:
            out.append(el("rect", x=_x(turns, turn), y=_TOP, width=_wide(turns), height=_HIGH + 32, fill="none",
                          stroke=INK, stroke_width=2, rx=3))  # fmt: skip
    return "".join(out)


def _course(course: Mapping[int, Fraction], turns: Sequence[int]) -> str:
    """The VP of the turns played as a line of dots, the last one named."""
    line = [(_x(turns, turn) + _wide(turns) / 2, _y(course[turn])) for turn in turns if turn in course]
    if not line:
        return ""
    d = points(line)
    dots = "".join(
        el("circle", cx=x, cy=y, r=4, fill=PAGE, stroke=INK, stroke_width=2.4) for x, y in line
    )  # fmt: skip
    x, y = line[-1]
    last = course[max(turn for turn in turns if turn in course)]
    name = label(
        vp_text(last), x - 2, y - 10, font_size=13, font_weight="bold", fill=INK, text_anchor="end", stroke=PAGE,
        stroke_width=4, paint_order="stroke",
    )  # fmt: skip
    return (
        el("path", d=d, fill="none", stroke=PAGE, stroke_width=6)
        + el("path", d=d, fill="none", stroke=INK, stroke_width=2.6)
        + dots
        + name
    )


def vp_text(vp: Fraction | int) -> str:
    """VP for a reader: 12, or 12½ where half a point was paid."""
    whole, rest = divmod(abs(Fraction(vp)), 1)
    text = f"{whole or ''}½" if rest == Fraction(1, 2) else str(whole)
    return f"-{text}" if vp < 0 else text
