"""Several counters of one place: one above the other, or fanned out side by side."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from gpwlab.core.svg.build import el, label
from gpwlab.core.svg.frame import Frame
from gpwlab.core.svg.lattice import Point
from gpwlab.core.svg.nato import Face, counter

#: Side of a counter in a fan, in drawing units.
FANNED = 84.0


def pile(faces: Sequence[Face], at: Point, step: float, side: float) -> str:
    """Counters one above the other, the first at the bottom, each ``step`` higher and further to the right."""
    middle = (len(faces) - 1) / 2
    moved = ((face, step * (n - middle)) for n, face in enumerate(faces))
    return "".join(counter(face, at[0] + by, at[1] - by, side) for face, by in moved)


def badge(at: Point, count: int) -> str:
    """How many counters a stack has, on a disc."""
    size = 16 if count < 10 else 13
    disc = el("circle", cx=at[0], cy=at[1], r=11.5, fill="#ffffff", stroke="#222222", stroke_width=2.4)
    number = label(
        str(count), at[0], at[1] + size * 0.36, font_size=size, font_weight="bold", text_anchor="middle",
        fill="#222222",
    )  # fmt: skip
    return disc + number


def fan(faces: Sequence[Face], at: Point, window: Frame, in_a_row: int, colours: tuple[str, str]) -> str:
    """The counters of a hex side by side on a tray above it, or below where the sheet ends.

    ``colours``: of the tray and of its rim.
    """
    columns = min(in_a_row, len(faces))
    width, height = columns * (FANNED + 8) + 8, ceil(len(faces) / columns) * (FANNED + 8) + 8
    x, y = at
    left = min(max(x - width / 2, window.x), window.x + window.width - width)
    top = y - 62 - height if y - 62 - height > window.y else y + 62
    fill, rim = colours
    tray = el(
        "rect", x=left, y=top, width=width, height=height, rx=10, fill=fill, fill_opacity=0.93, stroke=rim,
        stroke_width=4,
    )  # fmt: skip
    places = [(n % columns, n // columns) for n in range(len(faces))]
    drawn = (
        counter(face, left + 50 + column * (FANNED + 8), top + 50 + row * (FANNED + 8), FANNED)
        for face, (column, row) in zip(faces, places, strict=True)
    )
    return tray + "".join(drawn)
