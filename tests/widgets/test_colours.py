"""What a deuteranope sees: colours that mean different things stay apart, or differ in pattern as well."""

from __future__ import annotations

from itertools import combinations

import pytest

from gpwlab import gpw
from gpwlab.core.svg.colour import contrast, parse
from gpwlab.gpw.picture import layers, overlays
from gpwlab.gpw.picture.faces import COLOURS
from gpwlab.gpw.picture.palette import PALETTES, Palette
from gpwlab.gpw.picture.sheet import Sheet

Vector = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB: deuteranopia and protanopia.
BLINDNESS = {
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}
# Linear RGB to XYZ for D65, over the white point.
TO_XYZ = ((0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047), (0.2126729, 0.7151522, 0.0721750),
          (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883))  # fmt: skip
#: Differences of CIE 1976 Lab: 2.3 can just be seen side by side, 20 is plain at a glance.
PLAIN = 20.0


def times(matrix: tuple[Vector, ...], vector: Vector) -> Vector:
    a, b, c = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def lab(linear: Vector) -> Vector:
    """CIE Lab of a linear RGB colour."""
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in times(TO_XYZ, linear))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, matrix: tuple[Vector, ...]) -> Vector:
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parse(colour))
    a, b, c = (min(1.0, max(0.0, v)) for v in times(matrix, (r, g, b)))
    return lab((a, b, c))


def difference(one: str, other: str, kind: str) -> float:
    matrix = BLINDNESS[kind]
    return sum((p - q) ** 2 for p, q in zip(seen(one, matrix), seen(other, matrix), strict=True)) ** 0.5


def test_the_measure_knows_red_from_green_only_where_a_reader_does() -> None:
    black_white = difference("#000000", "#ffffff", "deuteranopia")
    assert black_white == pytest.approx(100, abs=0.5)
    assert difference("#c80000", "#5c6000", "deuteranopia") < PLAIN < difference("#c80000", "#0000c8", "deuteranopia")
    assert difference("#0000ff", "#ffff00", "deuteranopia") > 5 * PLAIN


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("theme", PALETTES)
def test_signs_on_the_map_stay_apart(theme: str, kind: str) -> None:
    p = PALETTES[theme]
    signs = {"reach": p.reach, "target": p.target, "unsure": p.unsure, "river": p.river}
    for (name, one), (other, two) in combinations(signs.items(), 2):
        assert difference(one, two, kind) > PLAIN, (name, other)


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("theme", PALETTES)
def test_signs_stand_out_from_the_ground(theme: str, kind: str) -> None:
    p: Palette = PALETTES[theme]
    for ground in ("land", "forest", "swamp", "rough", "mountain"):
        for sign in ("axis", "soviet", "river", "ink", "target"):
            apart = difference(getattr(p, ground), getattr(p, sign), kind)
            assert apart > PLAIN, (ground, sign)


@pytest.mark.parametrize("theme", PALETTES)
def test_sides_differ_in_colour_or_pattern(theme: str) -> None:
    """In each overlay the two sides have another hatching, dash or rim, or else colours that all readers tell apart."""
    game = gpw.new("barbarossa")
    sheet = Sheet(game.board, PALETTES[theme])
    apart = min(difference(sheet.palette.axis, sheet.palette.soviet, kind) for kind in BLINDNESS)
    for name in ("zoc", "supply", "rail", "control"):
        axis, soviet = (layers.overlay(sheet, game, f"{name}:{side}", "k") for side in ("Axis", "Soviet"))
        assert apart > PLAIN or pattern(axis) != pattern(soviet), name


def pattern(svg: str) -> set[str]:
    """What distinguishes an overlay but for colour and place: dashes, direction of hatching, sort of marks."""
    words = svg.replace(">", " ").split()
    attributes = ("stroke-dasharray", "patternTransform", "marker-end")
    return {word for word in words if word.startswith(attributes)}


def test_pattern_looks_at_more_than_colour() -> None:
    sheet = Sheet(gpw.new("barbarossa").board, PALETTES["paper"])
    axis, soviet = (overlays.rail(sheet, side, range(200)) for side in ("Axis", "Soviet"))
    assert pattern(axis) != pattern(soviet)
    assert pattern(axis) == pattern(axis.replace(sheet.palette.axis, sheet.palette.soviet))


def test_print_on_counters_can_be_read_and_fields_of_the_sides_differ() -> None:
    for nation, (field, ink, box, box_ink) in COLOURS.items():
        assert contrast(field, ink) > 4, nation
        assert contrast(box, box_ink) > 4, nation
    for kind in BLINDNESS:
        assert difference(COLOURS["German"][0], COLOURS["Soviet"][0], kind) > PLAIN
