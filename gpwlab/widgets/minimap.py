"""The mini-map in the corner of a map: the whole sheet, units as dots, and what the map shows of it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import anywidget
import ipyleaflet as leaflet
from traitlets import Bool, Float, Unicode
from traitlets import List as Array

from gpwlab.core.svg.build import data_uri, document
from gpwlab.core.words import counted
from gpwlab.gpw.board import Board
from gpwlab.gpw.picture import layers, small
from gpwlab.gpw.picture.palette import palette
from gpwlab.gpw.picture.sheet import UNITS_PER_KM, Sheet
from gpwlab.gpw.units import SIDES
from gpwlab.widgets import style
from gpwlab.widgets.hexmap import HexMap
from gpwlab.widgets.texttwin import TextTwin


@lru_cache(maxsize=4)
def _ground(board: Board, theme: str) -> str:
    sheet = Sheet(board, palette(theme))
    return data_uri(document(small.ground(sheet), sheet.frame_of_window.view, None, "the whole map"))


class MiniMap(TextTwin, anywidget.AnyWidget):
    """Put into a corner of a :class:`HexMap`; a press on it, or a drag, centres the map there.

    sheet: view box of the whole map; seen: the window that the map shows, all in drawing units, y growing down; aim:
    where the reader pressed last; told: the same in words; unfolded: False while folded away.
    """

    _esm = Path(__file__).with_name("minimap.js").read_text("utf-8")
    _css = style.CSS
    sheet: Array[float] = Array(Float()).tag(sync=True)
    seen: Array[float] = Array(Float(), [0.0, 0.0, 0.0, 0.0]).tag(sync=True)
    aim: Array[float] = Array(Float()).tag(sync=True)
    ground = Unicode("").tag(sync=True)
    units = Unicode("").tag(sync=True)
    told = Unicode("").tag(sync=True)
    unfolded = Bool(True).tag(sync=True)

    def __init__(self, hex_map: HexMap, corner: str = "bottomleft", **traits: Any) -> None:
        self.hex_map = hex_map
        super().__init__(**traits)
        self.add_class("gpwlab")
        self.control = leaflet.WidgetControl(widget=self, position=corner, transparent_bg=True)
        self._counts: tuple[int, ...] = (0, 0)
        hex_map.map.add(self.control)
        hex_map.map.observe(lambda _: self.look(), names=["bounds", "center"])
        hex_map.observe(lambda _: self.refresh(), names=["theme", "hide_counters"])
        hex_map.session.observe(lambda _: self.refresh(), names="version")
        self.observe(lambda _: self.go(), names="aim")
        self.refresh()
        self.look()

    def refresh(self) -> None:
        """Draw the sheet and the units as they stand."""
        game = self.hex_map.session.game
        sheet = self.hex_map.sheet
        shown = [] if self.hex_map.hide_counters else layers.standings(game)
        view = sheet.frame_of_window.view
        self.sheet = list(view)
        self.ground = _ground(game.board, self.hex_map.theme)
        self.units = data_uri(document(small.dots(sheet, shown), view, None, "units"))
        self._counts = tuple(sum(s.unit.side == side for s in shown) for side in range(len(SIDES)))
        self.tell()

    def look(self) -> None:
        """Frame what the map shows; nothing before a page shows it."""
        if self.hex_map.map.bounds:
            (south, west), (north, east) = self.hex_map.map.bounds
            k = UNITS_PER_KM
            self.seen = [west * k, -north * k, (east - west) * k, (north - south) * k]
        self.tell()

    def go(self) -> None:
        """Centre the map where the reader pressed."""
        x, y = self.aim
        self.hex_map.map.center = (-y / UNITS_PER_KM, x / UNITS_PER_KM)

    def tell(self) -> None:
        """Say in words what the mini-map shows."""
        game = self.hex_map.session.game
        middle = game.board.label(game.board.hex(self.hex_map.middle()))
        units = ", ".join(f"{counted(count, f'{side} unit')}" for count, side in zip(self._counts, SIDES, strict=True))
        self.told = f"The whole map: {units}. The map shows the land around {middle}."

    def text(self) -> str:
        """What it shows, in words."""
        return self.told
