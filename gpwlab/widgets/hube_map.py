"""The interactive map of Hube's Pocket: pan and zoom in the browser, everything else decided in the kernel.

The plane is kilometres.  Every layer is one SVG image over the whole sheet; clicks and pointer moves arrive as
coordinates, and the board says which hex they mean.  There is no tile layer, and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from math import floor, log2
from typing import Any

import ipyleaflet as leaflet
import ipywidgets as ipw
from traitlets import Bool, Float, TraitError, Tuple, Unicode, validate

from gpwlab.core.svg.build import data_uri, document
from gpwlab.hube.board import HEX_KM, Board
from gpwlab.hube.picture import layers, names, overlays, rivers, stacks, twin
from gpwlab.hube.picture.faces import Standing
from gpwlab.hube.picture.palette import palette
from gpwlab.hube.picture.sheet import UNITS_PER_KM, Frame, Sheet
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.leaf import plane_map
from gpwlab.widgets.texttwin import TextTwin

#: The overlays that have a switch: name for ``picture``, caption, what it shows.
SWITCHES = (
    ("control", "Control", "who holds each hex"),
    ("rail-line", "Lvov railway", "the double-track line from Lvov to Slobodzera, which rule 3.5 watches"),
    ("reconstructed", "Reconstructed", "hexes whose terrain is reconstructed, not printed"),
)
#: Hex numbers are drawn from this zoom on; at zoom 0 one kilometre is one pixel.
NUMBERS_FROM = 2.5
#: Farther out than this only cities are named, in larger letters, and counters are blocks.
NEAR_FROM = 1.75
#: Zooms at which the whole sheet fits a map of about 950 pixels, and at which counters can be read.
WHOLE_SHEET, READING = 0.5, 3.0
#: How far a map of usual size shows at zoom 0, in kilometres across and down.
_SEEN_KM = (760.0, 560.0)
#: From the ground up: names above counters, so that a large counter hides none.
_LAYERS = (
    "ground",
    "numbers",
    "overlay",
    "front",
    "far front",
    "far counters",
    "counters",
    "names",
    "far names",
    "picks",
)
#: Layers that are seen from near only, and from afar only.
_NEAR, _FAR = ("front", "counters", "names"), ("far front", "far counters", "far names")


def _image_of(frame: Frame, body: str) -> str:
    return data_uri(document(body, frame.view, None, "map"))


@lru_cache(maxsize=8)
def _sheet(board: Board, theme: str, ground: str) -> Sheet:
    return Sheet(board, palette(theme, ground))


@lru_cache(maxsize=8)
def _ground(board: Board, theme: str, ground: str, frozen: tuple[str, ...]) -> str:
    """The image that no action changes; drawn once for a board, a theme and the ground of a turn."""
    sheet = _sheet(board, theme, ground)
    return _image_of(sheet.frame_of_window, layers.terrain(sheet, frozen))


@lru_cache(maxsize=16)
def _river_names(board: Board, theme: str, ground: str, far: bool) -> str:
    """The names of rivers, which no action changes either."""
    return rivers.river_names(_sheet(board, theme, ground), far)


class HubeMap(TextTwin, ipw.VBox):
    """The map of a game.

    show: overlays that are on.  counter_size: side of a counter in hundredths of a hex.  hide_counters: True for the
    bare map.  theme: one of the palettes.  ``map`` is the ipyleaflet map, whose zoom and centre may be set.
    """

    show = Tuple()
    counter_size = Float(stacks.COUNTER)
    hide_counters = Bool(False)
    theme = Unicode("paper")

    @validate("show")
    def _known(self, proposal: Any) -> tuple[str, ...]:
        unknown = set(proposal["value"]) - {name for name, _caption, _what in SWITCHES}
        if unknown:
            raise TraitError(f"there is no overlay {', '.join(map(repr, sorted(unknown)))}")
        return tuple(proposal["value"])

    @validate("theme")
    def _dressable(self, proposal: Any) -> str:
        palette(proposal["value"])
        return str(proposal["value"])

    def __init__(self, game: Any, height: int = 660, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.on_click: list[Callable[[str], None]] = []
        self._frame = _sheet(self.session.game.board, "paper", "").frame_of_window
        self._layer = {name: self._image(name) for name in _LAYERS}
        self._drawn: object = None
        self._standing: list[Standing] = []
        self.map = self._make_map(height)
        self.map.on_interaction(self._interaction)
        self.map.observe(lambda _: self._zoomed(), names="zoom")
        self.map.when_first_seen(self.look_at_front)
        super().__init__([self.map], **traits)
        self.add_class("gpwlab")
        self.observe(lambda _: self.refresh(), names="theme")
        self.observe(lambda _: self.draw_overlay(), names="show")
        self.observe(lambda _: self.draw_counters(), names=["counter_size", "hide_counters"])
        self.session.observe(lambda _: self.refresh(), names="version")
        self.session.observe(lambda _: self.draw_overlay(), names=["unit", "place", "points"])
        self.session.observe(lambda _: self.draw_picks(), names=["unit", "target", "hovered", "cursor"])
        self._zoomed()
        self.refresh()

    def switch(self, name: str, on: bool) -> None:
        """Turn an overlay on or off."""
        if on != (name in self.show):
            self.show = (*(n for n in self.show if n != name), *((name,) if on else ()))

    @property
    def sheet(self) -> Sheet:
        """The sheet on which the map is drawn, in its theme and the ground of the turn."""
        return _sheet(self.session.game.board, self.theme, self.session.game.ground)

    # -- making ------------------------------------------------------------------------------------------------

    def _image(self, name: str) -> Any:
        return leaflet.ImageOverlay(url=_image_of(self._frame, ""), bounds=self._frame.bounds_km, pane=name, name=name)

    def _make_map(self, height: int) -> Any:
        return plane_map(
            [self._layer[name] for name in _LAYERS],
            height,
            center=self._middle_of(range(self.session.game.board.n)),
            zoom=WHOLE_SHEET,
            min_zoom=-1.0,
            max_zoom=4.0,
        )

    def _middle_of(self, hexes: Collection[int]) -> tuple[float, float]:
        """The middle of some hexes as (y, x) in kilometres."""
        centre = _sheet(self.session.game.board, "paper", "").centre
        xs, ys = [centre[h][0] / UNITS_PER_KM for h in hexes], [-centre[h][1] / UNITS_PER_KM for h in hexes]
        return (min(ys) + max(ys)) / 2, (min(xs) + max(xs)) / 2

    def look_at(self, hex_id: str, zoom: float | None = None) -> None:
        """Centre the map on a hex."""
        self.map.center = self._middle_of([self._index(hex_id)])
        if zoom is not None:
            self.map.zoom = zoom

    def look_at_hexes(self, hexes: Collection[str]) -> None:
        """Centre the map on some hexes, far enough out to see them all."""
        places = [self.sheet.centre[self._index(h)] for h in hexes]
        wide = (max(x for x, _y in places) - min(x for x, _y in places)) / UNITS_PER_KM + 4 * HEX_KM
        high = (max(y for _x, y in places) - min(y for _x, y in places)) / UNITS_PER_KM + 4 * HEX_KM
        self.map.center = self._middle_of([self._index(h) for h in hexes])
        scale = 2**self.map.zoom
        seen = (self._seen_width() * scale, min(_SEEN_KM[1], self.map.seen_height() * scale))
        room = min(seen[0] / wide, seen[1] / high)
        self.map.zoom = max(self.map.min_zoom, min(READING, floor(4 * log2(room)) / 4))

    def look_at_front(self) -> None:
        """Centre the map on the front."""
        hexes = [h for pair in layers.front_pairs(self.session.game) for h in pair]
        if hexes:
            self.look_at_hexes([self.session.game.board.ids[h] for h in hexes])

    def _seen_width(self) -> float:
        """How far across is seen, in kilometres; until the page has told it, as on a map of usual size."""
        return float(self.map.seen_width() or _SEEN_KM[0] / 2**self.map.zoom)

    def look_at_all(self) -> None:
        """Show the whole sheet."""
        self.map.center = self._middle_of(range(self.session.game.board.n))
        self.map.zoom = WHOLE_SHEET

    def keep_in_sight(self, hex_id: str) -> None:
        """Move the map only if a hex lies outside what is seen, or at its rim."""
        y, x = self._middle_of([self._index(hex_id)])
        lat, lng = self.map.center
        height = self.map.seen_height()
        if abs(x - lng) > self._seen_width() / 2 - HEX_KM or abs(y - lat) > height / 2 - HEX_KM:
            self.look_at(hex_id)

    # -- drawing -----------------------------------------------------------------------------------------------

    def _set(self, name: str, body: str) -> None:
        url = _image_of(self._frame, body)
        if self._layer[name].url != url:
            self._layer[name].url = url

    def _zoomed(self) -> None:
        """Show what can be read at this zoom."""
        zoom = self.map.zoom
        self._layer["numbers"].opacity = float(zoom >= NUMBERS_FROM)
        for name in _NEAR:
            self._layer[name].opacity = float(zoom >= NEAR_FROM)
        for name in _FAR:
            self._layer[name].opacity = float(zoom < NEAR_FROM)

    def refresh(self) -> None:
        """Draw what depends on the position; the land too where the ground or the theme has changed."""
        game, sheet = self.session.game, self.sheet
        self._standing = layers.standings(game)
        look = (id(game.board), self.theme, game.ground)
        if look != self._drawn:
            self._drawn = look
            self._layer["ground"].url = _ground(game.board, self.theme, game.ground, layers.frozen(game))
            self._set("numbers", names.hex_numbers(sheet, range(game.board.n)))
        self._set("front", layers.outside(sheet, game) + layers.front(sheet, game))
        self._set("far front", layers.outside(sheet, game) + layers.front(sheet, game, far=True))
        self._set("names", self._names())
        self._set("far names", self._names(far=True))
        self.draw_overlay()
        self.draw_counters()
        self.draw_picks()

    def _names(self, far: bool = False) -> str:
        """Names of towns, and the badges of the hexes that count."""
        sheet, game = self.sheet, self.session.game
        return layers.town_names(sheet, game, far) + layers.score(sheet, game, far)

    def draw_counters(self) -> None:
        """Draw the names of rivers and on them the counters, or none; from afar these are blocks with a number."""
        game = self.session.game
        shown = [] if self.hide_counters else self._standing
        wider = self.counter_size - stacks.COUNTER
        tokens = "" if self.hide_counters else layers.markers(self.sheet, game.markers, wider)
        near, far = (_river_names(game.board, self.theme, game.ground, far) for far in (False, True))
        self._set("counters", near + stacks.counters(self.sheet, shown, self.counter_size) + tokens)
        self._set("far counters", far + stacks.blocks(self.sheet, shown))

    def draw_overlay(self) -> None:
        """Draw the overlays that are on, and the zone of the picked unit or place, or its reach."""
        session, game = self.session, self.session.game
        wanted = [name for name, _caption, _what in SWITCHES if name in self.show]
        if session.place:
            wanted.append(f"zone:{session.place}")
        elif session.unit and game.phase.kind == "setup":
            wanted.append(f"zone:{session.unit}")
        elif session.reach():
            wanted.append(f"reach:{session.mover}:{session.left}")
        self._set("overlay", "".join(layers.overlay(self.sheet, game, name, "o") for name in wanted))

    def draw_picks(self) -> None:
        """Draw the picked unit, the hex that is aimed at, the cursor, and the stack under the pointer fanned out."""
        session, p, drawn = self.session, self.sheet.palette, []
        piece = session.piece(session.unit) if session.unit else None
        if piece is not None:
            drawn.append(overlays.ring(self.sheet, (self._index(piece.hex),), p.chosen))
        if session.target:
            drawn.append(overlays.ring(self.sheet, (self._index(session.target),), p.soviet, dashed=True))
        if session.cursor:
            drawn.append(overlays.cursor(self.sheet, self._index(session.cursor)))
        self._set("picks", "".join((*drawn, self._fan())))

    def _fan(self) -> str:
        """The counters of the hovered hex side by side, where it holds several."""
        if not self.session.hovered or self.hide_counters:
            return ""
        here = self._index(self.session.hovered)
        return stacks.fan(self.sheet, [s for s in self._standing if s.hex == here])

    def _index(self, hex_id: str) -> int:
        return int(self.session.game.board.hex(hex_id))

    # -- the pointer -------------------------------------------------------------------------------------------

    def hex_at(self, place: tuple[float, float]) -> str:
        """The hex id at (y, x) in kilometres, "" off the map."""
        return self.session.game.board.hex_at(place[1] / HEX_KM, place[0] / HEX_KM) or ""

    def _interaction(self, **event: Any) -> None:
        """A click or a move of the pointer, as the page tells it."""
        kind = event.get("type")
        if kind not in ("click", "mousemove", "mouseout"):
            return
        hex_id = "" if kind == "mouseout" else self.hex_at(tuple(event["coordinates"]))
        if kind == "click":
            if self.session.cursor and hex_id:
                self.session.cursor = hex_id  # the keys go on from where the pointer was used
            for call in self.on_click:
                call(hex_id)
        elif hex_id != self.session.hovered:
            self.session.hovered = hex_id

    def text(self) -> str:
        """What it shows, in words."""
        return twin(self.session.game)
