"""Legends: signs with what they mean, under headings, in columns.  What the signs are, each game says itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple, Protocol

from gpwlab.core.svg.build import el, label, num

#: A row: its height, room for the sign, and for both sign and words, in drawing units at the size of a page's text.
_ROW, _SIGN, _COLUMN, _HEAD = 43.0, 58.0, 185.0, 30.0


class Entry(NamedTuple):
    """A sign, drawn around (0, 0) within 100 by 80 units, and what it means."""

    drawn: str
    text: str


class Group(NamedTuple):
    """Signs under one heading."""

    title: str
    entries: tuple[Entry, ...]


class Inks(Protocol):
    """The colours of text and of the ground beneath it."""

    @property
    def ink(self) -> str: ...
    @property
    def halo(self) -> str: ...


def text(found: Iterable[Group]) -> str:
    """The legend in words: every heading and what stands under it."""
    return "\n".join(f"{group.title}: {'; '.join(entry.text for entry in group.entries)}" for group in found)


def panel(found: Sequence[Group], p: Inks, width: float) -> tuple[str, float]:
    """The legend in columns on its own ground, and its height, in units of a page's text; its corner is (0, 0)."""
    columns = max(1, int(width // _COLUMN))
    spread = columns_of(found, columns)
    height = max(height_of(column) for column in spread) + 16
    out = [el("rect", x=0, y=0, width=width, height=height, fill=p.halo)]
    for number, column in enumerate(spread):
        y = 10.0
        for group in column:
            out.append(_group(p, group, 12 + number * width / columns, y, width / columns - _SIGN - 16))
            y += height_of([group])
    return "".join(out), height


def height_of(column: Iterable[Group]) -> float:
    """The height of groups below each other."""
    return sum(_HEAD + _ROW * len(group.entries) for group in column)


def columns_of(found: Sequence[Group], count: int) -> list[list[Group]]:
    """Groups in order, in at most so many columns, the highest of which is as low as can be."""
    heights = sorted({height_of(found[i:j]) for i in range(len(found)) for j in range(i + 1, len(found) + 1)})
    return next(spread for most in heights if len(spread := _filled(found, most)) <= count)


def _filled(found: Sequence[Group], most: float) -> list[list[Group]]:
    """Groups in order in columns no higher than ``most``, but for a group that is higher itself."""
    spread: list[list[Group]] = [[]]
    for group in found:
        if spread[-1] and height_of([*spread[-1], group]) > most:
            spread.append([])
        spread[-1].append(group)
    return spread


def _group(p: Inks, group: Group, x: float, y: float, room: float) -> str:
    """A heading and the signs beneath it, their words within ``room``."""
    out = [label(group.title, x, y + 19, font_size=14, font_weight="bold", fill=p.ink)]
    for number, entry in enumerate(group.entries):
        middle = y + _HEAD + _ROW * (number + 0.5)
        out.append(el("g", entry.drawn, transform=f"translate({num(x + _SIGN / 2)} {num(middle)})scale(0.46)"))
        rows = _wrapped(entry.text, int(room / 6.4))
        for line, words in enumerate(rows):
            at = middle + 4.5 + 15 * (line - (len(rows) - 1) / 2)
            out.append(label(words, x + _SIGN + 4, at, font_size=13, fill=p.ink))
    return "".join(out)


def _wrapped(words: str, most: int) -> list[str]:
    """The text in lines of about equal length, of at most ``most`` letters where a word is no longer."""
    count = ceil(len(words) / most)
    rows, row = [], ""
    for word in words.split():
        if row and len(row) + len(word) + 1 > min(most, ceil(len(words) / count) + 4):
            rows.append(row)
            row = word
        else:
            row = f"{row} {word}".strip()
    return [*rows, row]
