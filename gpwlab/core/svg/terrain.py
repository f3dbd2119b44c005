"""The signs of terrain that hex maps share: trees, reeds, hachures, peaks."""

from __future__ import annotations

from typing import Protocol

from gpwlab.core.svg.build import el
from gpwlab.core.svg.colour import mix
from gpwlab.core.svg.lattice import Point
from gpwlab.core.svg.marks import dots, each, strokes


class Colours(Protocol):
    """What the signs need of a palette."""

    @property
    def trees(self) -> str: ...
    @property
    def crowns(self) -> str: ...
    @property
    def reeds(self) -> str: ...
    @property
    def hachures(self) -> str: ...
    @property
    def peak_light(self) -> str: ...
    @property
    def peak_dark(self) -> str: ...


def trees(p: Colours, places: list[Point]) -> str:
    """Crowns of trees, each with its shadow and its light."""
    return (
        strokes(dots(places, 1.5, 2.0), p.trees, 11.5, stroke_opacity=0.75)
        + strokes(dots(places, 0, 0), p.crowns, 10)
        + strokes(dots(places, -2, -2), mix(p.crowns, "#ffffff", 0.28), 4)
    )


def reeds(p: Colours, places: list[Point]) -> str:
    """Tufts of reeds over a line of water."""
    d = each(places, "h16m-8 0v-9m-3.5 9l-3-7m10 7l3-7")
    return strokes(d, p.reeds, 1.8, stroke_opacity=0.9)


def hachures(p: Colours, places: list[Point]) -> str:
    """Broken slopes of rough country."""
    d = each(places, "q9-11 18 0m-15-2l-3 6m7-9l-2 6m7-6l2 6m3-4l4 5")
    return strokes(d, p.hachures, 1.7, stroke_opacity=0.85)


def peaks(p: Colours, places: list[Point]) -> str:
    """Mountains with the light from the west."""
    light = el("path", d=each(places, "l-13 20 8-3 5 3z"), fill=p.peak_light)
    dark = el("path", d=each(places, "l13 20-8-3-5 3z"), fill=p.peak_dark)
    return light + dark + strokes(each(places, "m-13 20l13-20 13 20"), p.peak_dark, 1.4)
