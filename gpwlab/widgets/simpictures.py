"""Simulated games as pictures: SVG with a text twin each, in colours that differ in lightness too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from gpwlab.core.svg.build import Picture, document, el, label, num, points
from gpwlab.study import shares
from gpwlab.study.gamefile import ground
from gpwlab.study.players.base import SIDES

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.board import Board

#: Dark is the first side (Axis, German), light the second; a draw is grey.
COLOURS = ("#2c5f8a", "#e8a13c", "#9aa0a6")
INK, SOFT, PAPER = "#222222", "#666666", "#ffffff"
#: Bands of a share of games: upper bound, fill, and the mark of its legend.
BANDS = (
    (0.0, "#f4f1e8", "never"),
    (0.25, "#c9dbe8", "to 25 %"),
    (0.5, "#8fb6d1", "to 50 %"),
    (0.75, "#4f86b0", "to 75 %"),
    (0.999999, "#2c5f8a", "more"),
    (1.0, "#12324c", "always"),
)
WIDTH = 720.0
#: Letters of a line below a heading, which are wider in some faces than in others.
LINE = 105


def percent(share: float) -> str:
    """A share as whole percent."""
    return f"{round(100 * share)} %"


def titled(games: DataFrame, what: str) -> str:
    """A heading: what is shown, and of how many games by whom."""
    about = games.attrs
    rules = f", rules {', '.join(about['rules'])}" if about["rules"] else ""
    who = " against ".join(dict.fromkeys(about["players"]))
    return f"{what}: {len(games)} games of {about['scenario']}, {who}{rules}"


def victories(games: DataFrame) -> Picture:
    """Share of victories, a bar a winner, with its 95 % interval."""
    table = shares.victories(games)
    title = titled(games, "Victories")
    body, left, wide = [], 90.0, WIDTH - 220.0
    for number, row in enumerate(table.itertuples()):
        y = 52.0 + 38 * number
        share, low, high = float(row.share), float(row.low), float(row.high)  # type: ignore[arg-type]
        body += [
            label(str(row.winner), left - 8, y + 17, text_anchor="end", font_size=14, fill=INK),
            el("rect", x=left, y=y, width=wide * share, height=24, fill=_colour(games, str(row.winner))),
            _whisker(left + wide * low, left + wide * high, y + 12),
            label(f"{percent(share)} [{round(100 * low)}, {round(100 * high)}]", left + wide + 12, y + 17,
                  font_size=13, fill=INK),
        ]  # fmt: skip
    height = 60.0 + 38 * len(table)
    lines = [f"{r.winner}: {r.games} games, {r.share:.1%} [{r.low:.1%}, {r.high:.1%}]" for r in table.itertuples()]
    return _picture(body, height, title, lines)


def _whisker(low: float, high: float, y: float) -> str:
    path = (
        f"M{num(low)} {num(y)}H{num(high)}M{num(low)} {num(y - 6)}V{num(y + 6)}M{num(high)} {num(y - 6)}V{num(y + 6)}"
    )
    return el("path", d=path, stroke=INK, stroke_width=2, fill="none")


def lengths(games: DataFrame) -> Picture:
    """How many games ended in each turn, a column a turn, stacked by winner."""
    table, title = shares.lengths(games), titled(games, "Length")
    top = max(1, int(table.sum(axis=1).max()))
    wide = min(60.0, (WIDTH - 100) / len(table))
    body = []
    for number, (turn, row) in enumerate(table.iterrows()):
        x, foot = 60.0 + wide * number, 250.0
        for winner, count in row.items():
            tall = 180.0 * int(count) / top
            foot -= tall
            body.append(el("rect", el("title", escape(f"turn {turn}: {count} won by {winner}")), x=x + 1, y=foot,
                           width=wide - 2, height=tall, fill=_colour(games, str(winner))))  # fmt: skip
        body.append(label(str(turn), x + wide / 2, 266, text_anchor="middle", font_size=12, fill=INK))
        body.append(label(str(int(row.sum())), x + wide / 2, foot - 4, text_anchor="middle", font_size=11, fill=SOFT))
    body += _keys(games, [str(c) for c in table.columns], 290.0)
    lines = [f"turn {turn}: " + ", ".join(f"{count} {who}" for who, count in row.items() if count)
             for turn, row in table.iterrows() if row.sum()]  # fmt: skip
    return _picture(body, 305.0, title, lines)


def strengths(games: DataFrame) -> Picture:
    """Strength on the map by turn: the median, and bands that hold half and nine tenths of the games."""
    table, title = shares.strength_bands(games), titled(games, "Strength")
    turns = sorted(set(table["turn"]))
    top = max(1.0, float(table["p95"].max()))
    span = max(1, len(turns) - 1)

    def at(turn: int, value: float) -> tuple[float, float]:
        return 60 + (WIDTH - 120) * turns.index(turn) / span, 260 - 200 * value / top

    body = []
    for number, side in enumerate(SIDES[games.attrs["system"]]):
        rows = list(table[table["side"] == side].itertuples())
        for low, high, faint in (("p5", "p95", 0.18), ("p25", "p75", 0.35)):
            edge = [at(r.turn, getattr(r, low)) for r in rows] + [at(r.turn, getattr(r, high)) for r in reversed(rows)]  # type: ignore[arg-type]
            body.append(el("path", d=points(edge, close=True), fill=COLOURS[number], fill_opacity=faint))
        middle = [at(r.turn, r.p50) for r in rows]  # type: ignore[arg-type]
        dash = "7 4" if number else None
        body.append(el("path", d=points(middle), stroke=COLOURS[number], stroke_width=2.5, fill="none",
                       stroke_dasharray=dash))  # fmt: skip
    body += [label(str(t), at(t, 0)[0], 276, text_anchor="middle", font_size=12, fill=INK) for t in turns]
    body += [label(num(top), 54, 64, text_anchor="end", font_size=11, fill=SOFT)]
    body += _keys(games, list(SIDES[games.attrs["system"]]), 300.0)
    lines = [f"{r.side} turn {r.turn}: median {r.p50:g}, half {r.p25:g} to {r.p75:g}, 90 % {r.p5:g} to {r.p95:g}"
             for r in table.itertuples()]  # fmt: skip
    return _picture(body, 315.0, title, lines)


def holders(games: DataFrame, turn: int) -> Picture:
    """Share of the games in which the first side holds each hex or area at the end of a turn.

    The map is that of the tables with which they were played; DataError where those are gone or have changed.
    """
    table = shares.holders(games, turn)
    first = SIDES[games.attrs["system"]][0]
    title = titled(games, f"Held by the {first} side at the end of turn {turn}")
    counts = table["share"].map(_band).value_counts()
    lines = [f"{name}: {int(counts.get(n, 0))} places" for n, (_top, _fill, name) in enumerate(BANDS)]
    if games.attrs["system"] == "gpw":
        body, height, told = _hexes(games, table)
        return _picture(body, height, title, [*lines, *told])
    rows = [(str(r.place), float(r.share), float(r.low), float(r.high)) for r in table.itertuples()]  # type: ignore[arg-type]
    return _picture(_bars(rows), 60.0 + 22 * len(rows), title, [_told(row) for row in rows])


def _hexes(games: DataFrame, table: DataFrame) -> tuple[list[str], float, list[str]]:
    """Hexes in their places, the hexside between half and less than half thick, great cities named."""
    board = ground(games)
    share = dict(zip(table["place"], table["share"], strict=True))
    land = [h for h in range(board.n) if board.playable[h]]
    corners = {h: board.corners(h) for h in land}
    left = min(x for h in land for x, _y in corners[h])
    top = max(y for h in land for _x, y in corners[h])
    right = max(x for h in land for x, _y in corners[h])
    low = min(y for h in land for _x, y in corners[h])
    scale = (WIDTH - 20) / (right - left)

    def at(x: float, y: float) -> tuple[float, float]:
        return 10 + (x - left) * scale, 44 + (top - y) * scale

    body = []
    for h in land:
        name = board.ids[h]
        tip = el("title", escape(f"{board.label(h)}: {percent(share[name])}"))
        path = points([at(*c) for c in corners[h]], close=True)
        body.append(el("path", tip, d=path, fill=BANDS[_band(share[name])][1], stroke=PAPER, stroke_width=0.4))
    body += [_edge(board, h, share, at, corners) for h in land]
    told = []
    for h, city in sorted(board.city.items()):
        if city.major and board.playable[h]:
            x, y = at(*_middle(corners[h]))
            body.append(el("circle", cx=x, cy=y, r=2.6, fill=PAPER, stroke=INK, stroke_width=1))
            body.append(label(city.name, x + 4, y - 4, font_size=10, fill=INK, stroke=PAPER, stroke_width=2.4,
                              paint_order="stroke"))  # fmt: skip
            told.append(f"{city.name}: {percent(share[board.ids[h]])}")
    height = 44 + (top - low) * scale + 34
    for number, (_top, fill, name) in enumerate(BANDS):
        x = 12 + 108 * number
        body.append(el("rect", x=x, y=height - 24, width=16, height=14, fill=fill, stroke=INK, stroke_width=0.6))
        body.append(label(name, x + 21, height - 12, font_size=11, fill=INK))
    return body, height, told


def _edge(board: Board, h: int, share: dict[str, float], at: Any, corners: dict[int, list[tuple[float, float]]]) -> str:
    """The hexsides of a hex held in half the games or more towards hexes that are not."""
    if share[board.ids[h]] < 0.5:
        return ""
    lines = []
    for other in board.near[h]:
        if other >= 0 and board.playable[other] and share[board.ids[other]] < 0.5:
            both = sorted(corners[h], key=lambda c: min(abs(c[0] - o[0]) + abs(c[1] - o[1]) for o in corners[other]))[
                :2
            ]
            lines.append(points([at(*c) for c in both]))
    return el("path", d="".join(lines), stroke=INK, stroke_width=2.2, fill="none") if lines else ""


def _middle(corners: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _y in corners) / 6, sum(y for _x, y in corners) / 6


def _bars(rows: Sequence[tuple[str, float, float, float]]) -> list[str]:
    body, left, wide = [], 70.0, WIDTH - 200.0
    for number, (name, share, low, high) in enumerate(rows):
        y = 46.0 + 22 * number
        body += [
            label(name, left - 8, y + 13, text_anchor="end", font_size=12, fill=INK),
            el("rect", x=left, y=y, width=wide * share, height=16, fill=BANDS[_band(share)][1], stroke=INK,
               stroke_width=0.5),
            _whisker(left + wide * low, left + wide * high, y + 8),
            label(percent(share), left + wide + 12, y + 13, font_size=12, fill=INK),
        ]  # fmt: skip
    return body


def _told(row: tuple[str, float, float, float]) -> str:
    name, share, low, high = row
    return f"{name}: {percent(share)} [{round(100 * low)}, {round(100 * high)}]"


def _band(share: float) -> int:
    return next(n for n, (top, _fill, _name) in enumerate(BANDS) if share <= top)


def _colour(games: DataFrame, winner: str) -> str:
    sides = SIDES[games.attrs["system"]]
    return COLOURS[sides.index(winner)] if winner in sides else COLOURS[2]


def _keys(games: DataFrame, names: Iterable[str], y: float) -> list[str]:
    """What the colours stand for."""
    body = []
    for number, name in enumerate(names):
        x = 60 + 120.0 * number
        body.append(el("rect", x=x, y=y - 12, width=16, height=14, fill=_colour(games, name)))
        body.append(label(name, x + 22, y, font_size=13, fill=INK))
    return body


def _picture(body: Iterable[str], height: float, title: str, lines: Iterable[str]) -> Picture:
    """The body below a heading: what is shown, and smaller of which games, in as many lines as their rules need."""
    what, _, which = title.partition(": ")
    heading = [label(what, 10, 24, font_size=15, font_weight="bold", fill=INK)]
    for line in wrap(which, LINE):
        heading.append(label(line, 10, 26 + 16.0 * len(heading), font_size=12, fill=SOFT))
    down = 16.0 * (len(heading) - 1)
    ground = el("rect", width=WIDTH, height=height + down, fill=PAPER)
    drawn = ground + "".join(heading) + el("g", *body, transform=f"translate(0 {num(down)})")
    svg = document(drawn, (0, 0, WIDTH, height + down), (WIDTH, height + down), title)
    return Picture(svg, "\n".join([title, *lines]))
