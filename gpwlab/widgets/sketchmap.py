"""A sketch of the Ukraine: who holds what, where the front runs, who stands where, ways and places of a text.

It leaves out terrain, so that several dates fit beside each other; ``game.picture()`` is the map.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import SANS, Picture, document, el, label, points
from gpwlab.hube.board import HEX_KM

if TYPE_CHECKING:
    from gpwlab.hube import Game
    from gpwlab.hube.board import Board

_PAPER, _AXIS, _SOVIET, _INK, _WATER = "#fbf8f1", "#c6d3bd", "#f3e3d8", "#222222", "#5b8fb9"
_UNITS = {"Axis": "#33572a", "Soviet": "#b3261a"}
#: Colours and dashes of ways, in their order.
_WAYS = (("#1f4e79", None), ("#d97706", "7 4"), ("#7a3f8c", "2 4"))
_HEAD = 30.0


class Gallery:
    """Pictures side by side; a notebook shows them in a grid of so many columns."""

    def __init__(self, pictures: Sequence[Picture], columns: int = 2) -> None:
        self.pictures, self.columns = tuple(pictures), columns

    def __repr__(self) -> str:
        return "\n\n".join(picture.text for picture in self.pictures)

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        style = f"display:grid;grid-template-columns:repeat({self.columns},minmax(0,1fr));gap:8px;max-width:1100px"
        html = "".join(f"<div>{picture}</div>" for picture in self.pictures)
        shrink = "<style>.gpwlab-gallery svg{width:100%;height:auto;display:block}</style>"
        return {
            "text/html": f'{shrink}<div class="gpwlab-gallery" style="{style}">{html}</div>',
            "text/plain": repr(self),
        }


def sketch_map(
    game: Game,
    title: str = "",
    marks: Mapping[str, str] | None = None,
    ways: Mapping[str, Sequence[str]] | None = None,
    region: Collection[str] | None = None,
    width: float = 560,
) -> Picture:
    """A sketch of a game's position.

    marks: a word for a hex.  ways: hex ids in their order, by what the way is called, three at most.  region: hex ids
    that must be seen, None for the map of the scenario.  width: pixels.  InvalidInput for what is no hex, more ways.
    """
    board, marked, led = game.board, dict(marks or {}), dict(ways or {})
    if len(led) > len(_WAYS):
        raise InvalidInput(f"a sketch has {len(_WAYS)} ways at most, not {len(led)}")
    shown = [h for h, side in enumerate(game.sides) if side] if region is None else _around(board, region)
    frame = _Frame(board, shown, width)
    body = [
        el("rect", width=width, height=frame.height, fill=_PAPER),
        *_ground(board, game.sides, frame),
        *_rivers(board, frame),
        *_front(board, game.sides, frame),
        *_troops(game, frame),
        *(_way(board, frame, path, *_WAYS[n]) for n, path in enumerate(led.values())),
        *(_mark(frame.at(board.hex(name)), words, width) for name, words in marked.items()),
        el("rect", width=width, height=_HEAD, fill=_PAPER),
        label(title or game.phase.title, 8, 20, font_size=15, font_weight="bold", fill=_INK),
        *_legend(led, width),
    ]
    svg = document("".join(body), (0, 0, width, frame.height), (width, frame.height), title)
    return Picture(svg, _words(game, title, marked, led))


class _Frame:
    """Where on the picture a hex of the region lies."""

    def __init__(self, board: Board, shown: Sequence[int], width: float) -> None:
        self.board, self.shown = board, frozenset(shown)
        corners = [corner for h in shown for corner in board.corners(h)]
        # half a hex less above and below, where every second column begins and ends
        self.left, self.top = min(x for x, _y in corners), max(y for _x, y in corners) - 0.5
        self.scale = width / (max(x for x, _y in corners) - self.left)
        self.height = _HEAD + (self.top - 0.5 - min(y for _x, y in corners)) * self.scale

    def point(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.scale, _HEAD + (self.top - y) * self.scale

    def corners(self, h: int) -> list[tuple[float, float]]:
        return [self.point(*corner) for corner in self.board.corners(h)]

    def at(self, h: int) -> tuple[float, float]:
        corners = self.corners(h)
        return sum(x for x, _y in corners) / 6, sum(y for _x, y in corners) / 6


def _around(board: Board, region: Collection[str]) -> list[int]:
    """All hexes of the rectangle of columns and rows in which the hexes of a region lie."""
    spots = [board.spot[board.hex(name)] for name in region]
    if not spots:
        raise InvalidInput("a region names at least one hex")
    columns, rows = sorted(c for c, _r in spots), sorted(r for _c, r in spots)
    return [
        h for h, (c, r) in enumerate(board.spot) if columns[0] <= c <= columns[-1] and rows[0] <= r <= rows[-1]
    ]  # fmt: skip


def _ground(board: Board, sides: Sequence[str], frame: _Frame) -> list[str]:
    """The land of both sides, in strips of a column: its jagged edge lies under the front."""
    out = []
    for side, colour in (("Axis", _AXIS), ("Soviet", _SOVIET)):
        d = "".join(_strip(frame, run) for run in _runs(board, [h for h in sorted(frame.shown) if sides[h] == side]))
        out.append(el("path", d=d, fill=colour, stroke=colour, stroke_width=1.4))
    return out


def _runs(board: Board, hexes: Sequence[int]) -> list[list[int]]:
    """Hexes that lie on end in a column, together."""
    found: list[list[int]] = []
    for h in sorted(hexes, key=lambda h: board.spot[h]):
        column, row = board.spot[h]
        if found and board.spot[found[-1][-1]] == (column, row - 1):
            found[-1].append(h)
        else:
            found.append([h])
    return found


def _strip(frame: _Frame, run: Sequence[int]) -> str:
    ends = [*frame.corners(run[0]), *frame.corners(run[-1])]
    width = (max(x for x, _y in ends) - min(x for x, _y in ends)) / 8
    left, right = min(x for x, _y in ends) + width, max(x for x, _y in ends) - width
    top, foot = min(y for _x, y in ends), max(y for _x, y in ends)
    return points([(left, top), (right, top), (right, foot), (left, foot)], close=True)


def _side(frame: _Frame, a: int, b: int) -> str:
    """The hexside between two neighbours as path data."""
    (x, y), corners = frame.at(b), frame.corners(a)
    near = sorted(corners, key=lambda c: (c[0] - x) ** 2 + (c[1] - y) ** 2)[:2]
    return points(near)


def _rivers(board: Board, frame: _Frame) -> list[str]:
    """Major rivers; minor ones too where the sketch is large enough."""
    d = {"major": "", "minor": ""}
    for h, direction, cls, _name in board.rivers:
        other = board.near[h][direction]
        if other >= 0 and h in frame.shown and other in frame.shown:
            d[cls] += _side(frame, h, other)
    large = frame.scale > 12
    drawn = [el("path", d=d["minor"], stroke=_WATER, stroke_width=1.1, fill="none")] if large and d["minor"] else []
    width = max(1.4, frame.scale / 6)
    return [*drawn, el("path", d=d["major"], stroke=_WATER, stroke_width=width, fill="none", stroke_linecap="round")]


def _front(board: Board, sides: Sequence[str], frame: _Frame) -> list[str]:
    d = "".join(
        _side(frame, h, other)
        for h in sorted(frame.shown)
        if sides[h] == "Axis"
        for other in board.near[h]
        if other in frame.shown and sides[other] == "Soviet"
    )
    return [el("path", d=d, stroke=_INK, stroke_width=max(1.8, frame.scale / 7), fill="none", stroke_linecap="round")]


def _troops(game: Game, frame: _Frame) -> list[str]:
    """A square for a hex with Axis counters, a ring for one with Soviet ones."""
    board, size = game.board, max(1.7, frame.scale * 0.26)
    out = []
    for name, side in sorted({(piece.hex, piece.side) for piece in game.pieces}):
        if board.hex(name) in frame.shown:
            x, y = frame.at(board.hex(name))
            colour, half = _UNITS[side], size * 0.8
            if side == "Axis":
                out.append(el("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, fill=colour))
            else:
                rim = max(0.9, size * 0.45)
                out.append(el("circle", cx=x, cy=y, r=half, fill="none", stroke=colour, stroke_width=rim))
    return out


def _way(board: Board, frame: _Frame, path: Sequence[str], colour: str, dash: str | None) -> str:
    d = points([frame.at(board.hex(name)) for name in path])
    rim = el("path", d=d, stroke=_PAPER, stroke_width=6, fill="none", stroke_linejoin="round")
    return rim + el(
        "path", d=d, stroke=colour, stroke_width=3.2, stroke_dasharray=dash, fill="none", stroke_linejoin="round"
    )


def _mark(place: tuple[float, float], words: str, width: float) -> str:
    x, y = place
    after = x + 8 + 6.4 * len(words) < width
    base = y - 5 if y > _HEAD + 20 else y + 15  # below it where the heading is near
    text = label(
        words, x + 7 if after else x - 7, base, text_anchor="start" if after else "end", font_size=12, fill=_INK,
        stroke=_PAPER, stroke_width=3.4, paint_order="stroke",
    )  # fmt: skip
    return el("circle", cx=x, cy=y, r=4, fill="#ffffff", stroke=_INK, stroke_width=1.6) + text


def _legend(ways: Mapping[str, Sequence[str]], width: float) -> list[str]:
    out, x = [], width - 8
    for number, name in reversed(list(enumerate(ways))):
        x -= 6.6 * len(name) + 34
        colour, dash = _WAYS[number]
        out.append(el("path", d=f"M{x:.0f} 16h24", stroke=colour, stroke_width=3.2, stroke_dasharray=dash))
        out.append(label(name, x + 29, 20, font_size=12, fill=_INK, font_family=SANS))
    return out


def _words(game: Game, title: str, marks: Mapping[str, str], ways: Mapping[str, Sequence[str]]) -> str:
    """The sketch as text: the length of the front, marks and ways."""
    board, sides = game.board, game.sides
    front = [
        h
        for h, side in enumerate(sides)
        if side == "Axis" and any(n >= 0 and sides[n] == "Soviet" for n in board.near[h])
    ]
    lines = [f"{title or game.phase.title}: Axis hexes at the front: {len(front)}, about {len(front) * HEX_KM:.0f} km"]
    lines += [f"{board.label(board.hex(name))}: {words}" for name, words in marks.items()]
    lines += [f"{escape(name)}: {' '.join(path)}" for name, path in ways.items()]
    return "\n".join(lines)
