"""An ipyleaflet map of a sheet: layers of one SVG image each, no tiles, nothing fetched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipyleaflet as leaflet
import ipywidgets as ipw


def plane_map(layers: Iterable[Any], height: int, **view: Any) -> Any:
    """A map of image layers, from the ground up, each in the pane of its own name.

    height: in pixels.  view: ``center``, ``zoom``, ``min_zoom`` and ``max_zoom`` as ipyleaflet takes them, and more.
    """
    given = list(layers)
    panes = {layer.name: {"zIndex": 410 + 10 * n, "pointerEvents": "none"} for n, layer in enumerate(given)}
    return leaflet.Map(
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
        layout=ipw.Layout(height=f"{height}px", width="100%"),
        **view,
    )
