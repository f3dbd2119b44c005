"""A lab on the table of a test, and a hand that clicks on its map as a browser reports it."""

from __future__ import annotations

from typing import Any

from gpwlab.gpw.board import HEX_KM, grid_position, plane
from gpwlab.widgets import HexMap, Lab


def point(hex_map: HexMap, hex_id: str, kind: str = "click") -> None:
    """Send the message that the browser sends for a click, a right click or a move of the pointer in a hex."""
    x, y = plane(*grid_position(hex_id))
    content = {"event": "interaction", "type": kind, "coordinates": [y * HEX_KM, x * HEX_KM]}
    hex_map.map._handle_leaflet_event(hex_map.map, content, [])


def click(lab: Lab, *hexes: str) -> None:
    for hex_id in hexes:
        point(lab.map, hex_id)


def shown(widgets: list[Any]) -> list[Any]:
    """Those of some buttons or boxes that are not hidden."""
    return [widget for widget in widgets if widget.layout.display != "none"]
