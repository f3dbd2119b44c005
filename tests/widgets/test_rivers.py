"""Rivers: broad and narrow, thin at the source, named beside their course."""

from __future__ import annotations

import re

from gpwlab import gpw
from gpwlab.core.svg.lattice import corner
from gpwlab.gpw.board import WATER
from gpwlab.gpw.picture import rivers
from gpwlab.gpw.picture.palette import PAPER
from gpwlab.gpw.picture.sheet import Sheet

GAME = gpw.new("barbarossa")
SHEET = Sheet(GAME.board, PAPER)


def widths(drawn: str) -> set[float]:
    return {float(width) for width in re.findall(r'stroke-width="([\d.]+)"', drawn)}


def test_long_rivers_are_broader() -> None:
    long = rivers.lengths(SHEET)
    assert rivers.breadth(long["Volga"]) > rivers.breadth(long["Prut"]) > rivers.breadth(long["Narew"])


def test_breadth_does_not_depend_on_the_window() -> None:
    small = Sheet(GAME.board, PAPER, SHEET.frame([GAME.board.hex("B1407")]))
    assert rivers.lengths(small) == rivers.lengths(SHEET)


def test_rivers_rise_inland_thinner_than_they_end() -> None:
    springs = rivers.sources(SHEET, rivers.edges(SHEET))
    assert len(springs) > 20
    wet = {h for h in range(GAME.board.n) if GAME.board.terrain[h] in WATER}
    shores = {corner(SHEET.node[h], k) for h in wet for k in range(6)}
    assert not springs & shores
    assert min(widths(rivers.rivers(SHEET))) < 0.6 * rivers.breadth(0)


def test_every_hexside_of_a_river_is_drawn() -> None:
    drawn = rivers.rivers(SHEET)
    ends = {(round(x), round(y)) for x, y in _corners(drawn)}
    for a, b, name in rivers.edges(SHEET):
        near = [abs(x - 50 * a[0]) + abs(y - 28.867 * a[1]) < 60 for x, y in ends]
        assert any(near), (name, a, b)


def _corners(drawn: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?\d+) (-?\d+)", drawn)]


def test_greater_rivers_are_named_in_full_and_small_ones_are_not() -> None:
    named = set(re.findall(r">([^<>]+)</text>", rivers.river_names(SHEET)))
    assert {"Dnepr", "Volga", "Don", "Vistula", "Southern Bug"} <= named
    assert not {"Narew", "S Bug", "Velikaya"} & named


def test_names_of_rivers_keep_off_the_towns() -> None:
    for x, y in re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)"', rivers.river_names(SHEET)):
        for h, city in GAME.board.city.items():
            cx, cy = SHEET.centre[h]
            assert abs(float(x) - cx) > 79 or not cy - 30 < float(y) < cy + 75, city.name
