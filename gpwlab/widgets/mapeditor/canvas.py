"""The editor's map in the browser: layers of one image each, and a pointer that clicks, or paints while it is held."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import anywidget
import ipyleaflet as leaflet
import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.svg.build import data_uri
from gpwlab.core.svg.lattice import Point
from gpwlab.widgets.leaf import plane_map
from gpwlab.widgets.mapeditor.games import MapKind
from gpwlab.widgets.mapeditor.ground import Ground

#: Layers of a :class:`Ground` that are seen from near only, and from afar only, where it has both.
_NEAR, _FAR = ("numbers", "names"), ("far names",)
#: Pixels that a map shows across before the page has told how wide it is.
_WIDTH = 700


class Stroke(anywidget.AnyWidget):
    """While ``painting``, a drag on the map paints and one with Shift moves the map."""

    _esm = Path(__file__).with_name("stroke.js").read_text("utf-8")
    painting = Bool(False).tag(sync=True)


class Canvas(ipw.VBox):
    """The map of a :class:`Ground`, which :meth:`show` puts in place of the one before.

    on_point: called with the point under the pointer, None off the map; on_click: with the point of a click; on_draw:
    with each point of a stroke of the brush; on_stroke: when the stroke ends.  ``map`` is the ipyleaflet map.
    """

    def __init__(self, kind: MapKind, ground: Ground, height: int) -> None:
        self.kind, self.ground = kind, ground
        self.on_point: list[Callable[[Point | None], None]] = []
        self.on_click: list[Callable[[Point], None]] = []
        self.on_draw: list[Callable[[Point], None]] = []
        self.on_stroke: list[Callable[[], None]] = []
        self._drawing = False
        self._bodies: dict[str, str] = {}
        names = list(ground.LAYERS)
        order = [*names[:-2], "marks", *names[-2:], "picks"]
        self._layer = {name: self._image(name) for name in order}
        x, y, width, height_ = ground.view
        self.map = plane_map(
            list(self._layer.values()), height, center=self._told((x + width / 2, y + height_ / 2)),
            zoom=kind.whole, min_zoom=kind.whole - 1.5, max_zoom=kind.reading + 2, box_zoom=False,
        )  # fmt: skip
        self.stroke = Stroke()
        self.stroke.on_msg(self._stroke)
        self.map.on_interaction(self._interaction)
        self.map.observe(lambda _: self._zoomed(), names="zoom")
        super().__init__([self.map, self.stroke])
        self.show(ground)
        self._zoomed()

    def _image(self, name: str) -> Any:
        x, y, width, height = self.ground.view
        bounds = (self._told((x, y + height)), self._told((x + width, y)))
        return leaflet.ImageOverlay(url=data_uri(self.ground.image("")), bounds=bounds, pane=name, name=name)

    def _told(self, point: Point) -> tuple[float, float]:
        """A point as the map takes it: y upwards, then x."""
        return -point[1] / self.kind.units, point[0] / self.kind.units

    # -- what is seen ---------------------------------------------------------------------------------------------

    def show(self, ground: Ground, changed: Collection[str] | None = None) -> None:
        """Draw another map; only the layers that show one of the changed tables, where they are told."""
        self.ground = ground
        for name, tables in ground.LAYERS.items():
            if changed is None or not set(changed).isdisjoint(tables):
                self.draw(name, ground.layer(name))

    def draw(self, name: str, body: str) -> None:
        """Draw a layer."""
        if self._bodies.get(name) != body:
            self._bodies[name] = body
            self._layer[name].url = data_uri(self.ground.image(body))

    def body(self, name: str) -> str:
        """What is drawn in a layer."""
        return self._bodies.get(name, "")

    def _zoomed(self) -> None:
        near = self.map.zoom >= self.kind.near
        for name in self._layer:
            self._layer[name].opacity = float(near if name in _NEAR else not near if name in _FAR else True)

    def look_at(self, place: str) -> None:
        """Centre the map on a place, near enough to work on it."""
        self.map.center = self._told(self.ground.centre(place))
        if self.map.zoom < self.kind.reading:
            self.map.zoom = self.kind.reading

    def look_at_all(self) -> None:
        """Show the whole sheet."""
        x, y, width, height = self.ground.view
        self.map.center = self._told((x + width / 2, y + height / 2))
        self.map.zoom = self.kind.whole

    def keep_in_sight(self, place: str) -> None:
        """Move the map only if a place lies outside what is seen, or at its rim."""
        (lat, lng), (cy, cx) = self._told(self.ground.centre(place)), self.map.center
        scale = 2**self.map.zoom
        width = self.map.east - self.map.west if self.map.bounds else _WIDTH / scale
        height = self.map.seen_height()
        if abs(lng - cx) > 0.42 * width or abs(lat - cy) > 0.42 * height:
            self.map.center = (lat, lng)

    def picks(self, *drawn: str) -> None:
        """Draw what is picked and pointed at, above everything."""
        self.draw("picks", "".join(drawn))

    def marks(self, unsure: Collection[str], yours: Collection[str], printed: Collection[str]) -> None:
        """Draw where the facts come from, nothing for empty collections."""
        self.draw("marks", self.ground.marks(unsure, yours, printed))

    # -- the pointer ----------------------------------------------------------------------------------------------

    def _stroke(self, _widget: object, content: dict[str, str], _buffers: object) -> None:
        self._drawing = content["kind"] == "begin"
        if not self._drawing:
            for call in self.on_stroke:
                call()

    def _interaction(self, **event: Any) -> None:
        """A click or a move of the pointer, as the page tells it."""
        kind = event.get("type")
        if kind not in ("click", "mousedown", "mousemove", "mouseout"):
            return
        y, x = event["coordinates"]
        point = (x * self.kind.units, -y * self.kind.units)
        if kind == "click" and not self.stroke.painting:  # with the brush a click is a short stroke
            for press in self.on_click:
                press(point)
        elif self._drawing and kind != "mouseout":
            for draw in self.on_draw:
                draw(point)
        if kind in ("mousemove", "mouseout"):
            for tell in self.on_point:
                tell(None if kind == "mouseout" else point)
