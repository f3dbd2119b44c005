"""A table as a picture by itself: what a card tells in rows, drawn on white as it reads on the screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import ceil
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from gpwlab.core.svg.build import Picture, document, el, label

#: Text, lines of it kept apart, or a bar of so much of the widest one.
Cell: TypeAlias = str | Fraction
INK, SOFT, LINE, PAPER, LIT, BAR = "#222222", "#666666", "#cccccc", "#ffffff", "#fdf0c8", "#5f93b8"
#: Pixels: size of letters, of a line, a letter at most across, room beside text, a bar; letters on a line of a cell.
_SIZE, _LEAD, _LETTER, _ROOM, _BAR, _LONG = 13, 17.0, 7.3, 9.0, 150.0, 54
#: Letters on a line below the table, and the least width of a picture.
_NOTE, _LEAST = 110, 320.0


class _Line(NamedTuple):
    """A row as it is drawn: the lines of each cell, and how high it is."""

    cells: tuple[list[str] | Fraction, ...]
    high: float


def table_picture(
    title: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    remark: str = "",
    notes: Sequence[str] = (),
    lit: Collection[tuple[int, int]] = (),
) -> Picture:
    """A title, a table and lines below it.

    heads: of the columns, all "" for none.  rows: a cell a column; a Fraction from 0 to 1 is a bar of that share of the
    column.  lit: row and column of cells that stand out.
    """
    drawn = [_line(row) for row in rows]
    headed = [] if not any(heads) else [_line(heads)]
    widths = [max(_width(line.cells[n]) for line in [*headed, *drawn]) for n in range(len(heads))]
    told = [part for note in notes for part in wrap(note, _NOTE, subsequent_indent="  ")]
    top = 58.0 if remark else 38.0
    body = [label(title, _ROOM, 22, font_size=16, font_weight="bold", fill=INK)]
    body += [label(remark, _ROOM, 42, font_size=_SIZE, fill=SOFT)] if remark else []
    y = top
    for number, line in enumerate([*headed, *drawn], -len(headed)):
        body += _row(line, widths, y, bold=number < 0, lit={c for r, c in lit if r == number})
        y += line.high
    body += [label(text, _ROOM, y + 20 + _LEAD * n, font_size=_SIZE - 1, fill=SOFT) for n, text in enumerate(told)]
    longest = max([len(title) * 1.3, len(remark), *map(len, told)])
    size = ceil(max(_LEAST, sum(widths) + 2, longest * _LETTER + 2 * _ROOM)), ceil(y + 14 + _LEAD * len(told))
    ground = el("rect", width=size[0], height=size[1], fill=PAPER)
    svg = document(ground + "".join(body), (0, 0, *size), size, title)
    return Picture(svg, _words(title, remark, heads, rows, notes))


def _line(row: Sequence[Cell]) -> _Line:
    cells = tuple(cell if isinstance(cell, Fraction) else _lines(cell) for cell in row)
    return _Line(cells, 8 + _LEAD * max(1, *(1 if isinstance(cell, Fraction) else len(cell) for cell in cells)))


def _lines(text: str) -> list[str]:
    return [part for line in text.split("\n") for part in wrap(line, _LONG) or [""]]


def _width(cell: list[str] | Fraction) -> float:
    return _BAR + 2 * _ROOM if isinstance(cell, Fraction) else _LETTER * max(map(len, cell)) + 2 * _ROOM


def _row(line: _Line, widths: Sequence[float], y: float, bold: bool, lit: Collection[int]) -> list[str]:
    out, x = [], 0.0
    for column, (cell, wide) in enumerate(zip(line.cells, widths, strict=True)):
        if column in lit:
            out.append(el("rect", x=x + 1, y=y, width=wide - 1, height=line.high, fill=LIT))
        if isinstance(cell, Fraction):
            out.append(el("rect", x=x + _ROOM, y=y + 7, width=_BAR * float(cell), height=11, fill=BAR))
        else:
            weight = "bold" if bold else None
            out += [label(text, x + _ROOM, y + 17 + _LEAD * n, font_size=_SIZE, font_weight=weight, fill=INK)
                    for n, text in enumerate(cell)]  # fmt: skip
        x += wide
    out.append(el("path", d=f"M1 {y + line.high:.1f}H{x:.1f}", stroke=INK if bold else LINE, stroke_width=1))
    return out


def _words(title: str, remark: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]], notes: Sequence[str]) -> str:
    """The same in words, a line a row; a bar says nothing that its row does not."""
    lines = []
    for row in rows:
        told = [
            f"{head} {cell}".strip().replace("\n", ", ")
            for head, cell in zip(heads, row, strict=True)
            if isinstance(cell, str) and cell
        ]
        lines.append("; ".join(told))
    return "\n".join([f"{title}: {remark}" if remark else title, *lines, *notes])
