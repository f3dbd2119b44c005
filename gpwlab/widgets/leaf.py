"""An ipyleaflet map of a sheet: layers of one SVG image each, no tiles, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import ipyleaflet as leaflet
import ipywidgets as ipw

#: Pixels that a map is high at least, and that a page has beside it: menus, the rows above the map, its bar below.
LEAST, REST = 340, 325


def fitting(height: int, more: int = 0) -> str:
    """A height in pixels as CSS, less where the window is too low for it; ``more``: pixels that it may be higher."""
    return f"min({height}px, max({LEAST}px, calc(100vh - var(--gl-rest, {REST}px) + {more}px)))"


class PlaneMap(leaflet.Map):
    """A map that knows how high it is at most; the page makes it lower where the window is low."""

    def __init__(self, height: int, **view: Any) -> None:
        self.most = height
        super().__init__(layout=ipw.Layout(height=fitting(height), width="100%"), **view)

    def when_first_seen(self, call: Callable[[], object]) -> None:
        """Call once the page has told how large the map is, unless somebody has zoomed by then."""
        opened = self.zoom

        def told(_change: object) -> None:
            if self.seen_width() > 0:
                self.unobserve(told, names="bounds")
                if self.zoom == opened:
                    call()

        self.observe(told, names="bounds")

    def seen_width(self) -> float:
        """How far across is seen, in units of the plane; 0 until the page has told it."""
        return max(0.0, float(self.east - self.west)) if self.bounds else 0.0

    def seen_height(self) -> float:
        """How high what is seen is, in units of the plane; until the page has told it, as high as it may be.

        The page tells its bounds late, first before the map has its height: less than the least is not believed.
        """
        told = (self.north - self.south) * 2**self.zoom if self.bounds else self.most
        return float(min(self.most, max(LEAST, told)) / 2**self.zoom)


def plane_map(layers: Iterable[Any], height: int, **view: Any) -> PlaneMap:
    """A map of image layers, from the ground up, each in the pane of its own name.

    height: in pixels, at most.  view: ``center``, ``zoom``, ``min_zoom``, ``max_zoom`` and more as ipyleaflet takes it.
    """
    given = list(layers)
    panes = {layer.name: {"zIndex": 410 + 10 * n, "pointerEvents": "none"} for n, layer in enumerate(given)}
    return PlaneMap(
        height,
        crs=leaflet.projections.Simple,
        layers=given,  # given, so that no tile layer is made
        panes=panes,
        zoom_snap=0.25,
        zoom_delta=0.5,
        prefer_canvas=True,
        keyboard=False,  # else the page scrolls under the pointer between press and release
        double_click_zoom=False,
        scroll_wheel_zoom=True,
        attribution_control=False,
        **view,
    )
