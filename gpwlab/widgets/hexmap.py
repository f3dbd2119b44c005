"""The interactive map: pan and zoom in the browser, everything else decided in the kernel.

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

from gpwlab.core.svg.build import data_uri, document, el
from gpwlab.gpw.actions import Resolve, Retreat
from gpwlab.gpw.board import HEX_KM, Board
from gpwlab.gpw.game import Game
from gpwlab.gpw.picture import front, layers, overlays, stacks, twin
from gpwlab.gpw.picture.palette import palette
from gpwlab.gpw.picture.sheet import UNITS_PER_KM, Frame, Sheet
from gpwlab.gpw.reader import Reader
from gpwlab.widgets import peek
from gpwlab.widgets.leaf import plane_map
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin

#: The overlays that have a switch: name for ``picture``, caption, what it shows.
SWITCHES = (
    ("zoc", "ZOC", "zones of control of both sides"),
    ("supply", "Supply", "hexes with a line of supply"),
    ("control", "Control", "who holds each hex"),
    ("rail", "Rail control", "who holds each railway"),
    ("front", "Historical front", "the front of the nearest date in history"),
    ("goals", "Goals", "cities that a side must hold to win"),
    ("reconstructed", "Reconstructed", "hexes whose terrain is reconstructed, not printed"),
)
#: Hex numbers are drawn from this zoom on; at zoom 0 one kilometre is one pixel.
NUMBERS_FROM = 0.25
#: The zoom at which the whole sheet fits a map of about 1,000 pixels.
WHOLE_SHEET = -1.75
#: How far a map of usual size shows at zoom 0, in kilometres across and down.
_SEEN_KM = (760.0, 560.0)
#: How far across a map shows at least, in kilometres, before the page has told.
_LEAST_WIDTH = 420.0
#: Farther out than this only the great towns are named, in larger letters, and counters are blocks.
NAMES_FROM = -0.6
#: From the ground up: names above counters, so that a large counter hides none.
_LAYERS = ("ground", "numbers", "overlay", "far counters", "counters", "names", "far names", "picks")


def open_hexes(game: Reader, unit_id: str) -> list[str]:
    """The hexes where a unit may be placed or rebuilt now."""
    return [hex_id for action in game.legal.of(unit_id) if (hex_id := getattr(action, "hex", None))]


def _image_of(frame: Frame, body: str) -> str:
    return data_uri(document(body, frame.view, None, "map"))


@lru_cache(maxsize=4)
def _ground(board: Board, theme: str) -> dict[str, str]:
    """The images that no action changes, by layer; drawn once for a map and a theme."""
    sheet = Sheet(board, palette(theme))
    drawn = {
        "ground": layers.terrain(sheet),
        "numbers": layers.numbers(sheet),
        "names": layers.town_names(sheet),
        "far names": layers.town_names(sheet, far=True),
    }
    return {name: _image_of(sheet.frame_of_window, body) for name, body in drawn.items()}


class HexMap(TextTwin, ipw.VBox):
    """The map of a game.

    show: overlays that are on.  front_day: the day of the historical front, "" for the nearest.  counter_size: side of
    a counter in hundredths of a hex.  hide_counters: True for the bare map.  theme: one of the palettes.  ``map`` is
    the ipyleaflet map, whose zoom and centre may be set.
    """

    show = Tuple()
    counter_size = Float(stacks.COUNTER)
    hide_counters = Bool(False)
    front_day = Unicode("")
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

    def __init__(self, game: Game | Session, height: int = 660, **traits: Any) -> None:
        self.session = Session.of(game)
        self.on_click: list[Callable[[str], None]] = []
        self.on_context: list[Callable[[str], None]] = []
        self._sheet = Sheet(self.session.game.board, palette(traits.get("theme", "paper")))
        self._frame = self._sheet.frame_of_window
        self._layer = {name: self._image(name) for name in _LAYERS}
        self.map = self._make_map(height)
        self.map.on_interaction(self._interaction)
        self.map.observe(self._zoomed, names="zoom")
        super().__init__([self.map], **traits)
        self.add_class("gpwlab")
        self.observe(self._dressed, names="theme")
        self.observe(lambda _: self.draw_overlay(), names=["show", "front_day"])
        self.observe(lambda _: self.draw_counters(), names=["counter_size", "hide_counters"])
        self.session.observe(lambda _: self.refresh(), names="version")
        self.session.observe(lambda _: self.draw_overlay(), names="unit")
        picks = ["unit", "target", "attackers", "plan", "via", "hovered", "cursor"]
        self.session.observe(lambda _: self.draw_picks(), names=picks)
        self._dressed()

    def switch(self, name: str, on: bool) -> None:
        """Turn an overlay on or off."""
        if on != (name in self.show):
            self.show = (*(n for n in self.show if n != name), *((name,) if on else ()))

    @property
    def sheet(self) -> Sheet:
        """The sheet on which the map is drawn, in its theme."""
        return self._sheet

    # -- making ------------------------------------------------------------------------------------------------

    def _image(self, name: str) -> Any:
        return leaflet.ImageOverlay(url=_image_of(self._frame, ""), bounds=self._frame.bounds_km, pane=name, name=name)

    def _make_map(self, height: int) -> Any:
        return plane_map(
            [self._layer[name] for name in _LAYERS],
            height,
            center=self.centre_of_front(),
            zoom=0,
            min_zoom=-2.0,
            max_zoom=2.5,
        )

    def centre_of_front(self) -> tuple[float, float]:
        """The middle of the front as (y, x) in kilometres: that of the units with an enemy next to them, if any."""
        hexes = front(self.session.game)
        xs = [self._sheet.centre[h][0] / UNITS_PER_KM for h in hexes]
        ys = [-self._sheet.centre[h][1] / UNITS_PER_KM for h in hexes]
        return sum(ys) / len(ys), sum(xs) / len(xs)

    def look_at(self, hex_id: str, zoom: float | None = None) -> None:
        """Centre the map on a hex."""
        x, y = self._sheet.centre[self.session.game.board.hex(hex_id)]
        self.map.center = (-y / UNITS_PER_KM, x / UNITS_PER_KM)
        if zoom is not None:
            self.map.zoom = zoom

    def look_at_hexes(self, hexes: Collection[str]) -> None:
        """Centre the map on some hexes, far enough out to see them all on a map of usual size."""
        places = [self._sheet.centre[self._index(h)] for h in hexes]
        xs = [x / UNITS_PER_KM for x, _y in places]
        ys = [-y / UNITS_PER_KM for _x, y in places]
        self.map.center = ((min(ys) + max(ys)) / 2, (min(xs) + max(xs)) / 2)
        high = min(_SEEN_KM[1], self.map.seen_height() * 2**self.map.zoom)
        room = min(_SEEN_KM[0] / (max(xs) - min(xs) + HEX_KM), high / (max(ys) - min(ys) + HEX_KM))
        self.map.zoom = max(self.map.min_zoom, min(0.0, floor(4 * log2(room)) / 4))

    def middle(self) -> str:
        """The hex in the middle of what is seen, that of the front where the sheet has none there."""
        board = self.session.game.board
        y, x = self.map.center
        if found := board.hex_at(x / HEX_KM, y / HEX_KM):
            return found
        y, x = self.centre_of_front()
        return board.hex_at(x / HEX_KM, y / HEX_KM) or board.ids[front(self.session.game)[0]]

    def keep_in_sight(self, hex_id: str) -> None:
        """Move the map only if a hex lies outside what is seen, or at its rim."""
        x, y = (c / UNITS_PER_KM for c in self._sheet.centre[self._index(hex_id)])
        lat, lng = self.map.center
        width = max(_LEAST_WIDTH, self.map.seen_width())
        height = self.map.seen_height()
        if abs(x - lng) > width / 2 - HEX_KM or abs(-y - lat) > height / 2 - HEX_KM:
            self.look_at(hex_id)

    def look_at_front(self) -> None:
        """Centre the map on the front, counters at reading size."""
        self.map.center = self.centre_of_front()
        self.map.zoom = 0

    def look_at_all(self) -> None:
        """Show the whole sheet."""
        (south, west), (north, east) = self._frame.bounds_km
        self.map.center = ((south + north) / 2, (west + east) / 2)
        self.map.zoom = WHOLE_SHEET

    # -- drawing -----------------------------------------------------------------------------------------------

    def _set(self, name: str, body: str) -> None:
        self._layer[name].url = _image_of(self._frame, body)

    def _dressed(self, _change: object = None) -> None:
        """Draw everything in the colours of the theme."""
        board = self.session.game.board
        self._sheet = Sheet(board, palette(self.theme))
        for name, url in _ground(board, self.theme).items():
            self._layer[name].url = url
        self._zoomed()
        self.refresh()

    def _zoomed(self, _change: object = None) -> None:
        """Show what can be read at this zoom."""
        zoom = self.map.zoom
        self._layer["numbers"].opacity = float(zoom >= NUMBERS_FROM)
        self._layer["names"].opacity = float(zoom >= NAMES_FROM)
        self._layer["far names"].opacity = float(zoom < NAMES_FROM)
        self._layer["counters"].opacity = float(zoom >= NAMES_FROM)
        self._layer["far counters"].opacity = float(zoom < NAMES_FROM)

    def refresh(self) -> None:
        """Draw what depends on the position; the ground too where another game brought another map."""
        if self._sheet.board is not self.session.game.board:
            self._dressed()
            return
        self.draw_overlay()
        self.draw_counters()
        self.draw_picks()

    def draw_counters(self) -> None:
        """Draw the counters, or none; from afar they are blocks with their strength only."""
        shown = [] if self.hide_counters else layers.standings(self.session.game)
        self._set("counters", stacks.counters(self._sheet, shown, self.counter_size))
        self._set("far counters", stacks.blocks(self._sheet, shown))

    def draw_overlay(self) -> None:
        """Draw the overlays that are on, and the reach of the picked unit."""
        game = self.session.game
        names = [name for name, _caption, _what in SWITCHES if name in self.show]
        if self.front_day and "front" in names:
            names[names.index("front")] = f"front:{self.front_day}"
        if self.session.unit and game.reach(self.session.unit):
            names.append(f"reach:{self.session.unit}")
        self._set("overlay", "".join(layers.overlay(self._sheet, game, name, "o") for name in names))

    def draw_picks(self) -> None:
        """Draw the picked unit and its path, the attacked hex, announced attacks and hexes open for a placement."""
        parts = (*self._supply_line(), *self._open_hexes(), *self._battles(), *self._picked(), *self._choices())
        cursor = self.session.cursor
        here = [overlays.cursor(self._sheet, self._index(cursor))] if cursor else []
        self._set("picks", "".join((*parts, *here, self._fan())))

    def _fan(self) -> str:
        """The counters of the hovered hex side by side, where it holds several."""
        game, hovered = self.session.game, self.session.hovered
        if not hovered or self.hide_counters or len(game.unit_at(hovered)) < 2:
            return ""
        here = self._index(hovered)
        return stacks.fan(self._sheet, [s for s in layers.standings(game) if s.hex == here])

    def _supply_line(self) -> list[str]:
        """The supply line of the picked unit, else of the one under the pointer."""
        session, game = self.session, self.session.game
        found = [session.unit] if session.unit else game.unit_at(session.hovered) if session.hovered else []
        on_map = [unit for unit in found if peek.hex_of(game, unit)]
        return [layers.overlay(self._sheet, game, f"line:{unit}", "s") for unit in on_map]

    def _index(self, hex_id: str) -> int:
        return self.session.game.board.hex(hex_id)

    def _battles(self) -> list[str]:
        game, p = self.session.game, self._sheet.palette
        drawn = self._targets()
        for target, attackers, result in game.attacks:
            homes = [self._index(h) for u in attackers if (h := peek.hex_of(game, u)) and h != target]
            if not result:
                drawn.append(overlays.arrows(self._sheet, self._index(target), homes))
        for target, attackers in self.session.plan:  # proposed, and paler than what is announced
            homes = [self._index(peek.hex_of(game, u)) for u in attackers]
            drawn.append(el("g", overlays.arrows(self._sheet, self._index(target), homes), opacity=0.6))
        if self.session.target:
            aim = self._index(self.session.target)
            homes = [self._index(peek.hex_of(game, u)) for u in self.session.attackers]
            drawn.append(
                overlays.arrows(self._sheet, aim, homes) if homes else overlays.ring(self._sheet, (aim,), p.target)
            )
        return drawn

    def _targets(self) -> list[str]:
        """Frames of the enemies that may be attacked, by the picked unit if there is one, until one is aimed at."""
        session, game = self.session, self.session.game
        if session.target or game.pending or peek.kind(game) != "combat":
            return []
        hexes = [self._index(hex_id) for hex_id in peek.targets(game, session.unit)]
        frames = overlays.ring(self._sheet, hexes, self._sheet.palette.target, dashed=True)
        return [el("g", frames, opacity=0.6)] if hexes else []

    def _choices(self) -> list[str]:
        """What the open decision is about: routes of retreat as arrows, units as rings."""
        game, p = self.session.game, self._sheet.palette
        fought = next((self._index(a.target) for a in reversed(game.actions) if isinstance(a, Resolve)), None)
        drawn = []
        for option in game.pending.options if game.pending else ():
            if isinstance(option, Retreat) and fought is not None:
                drawn.append(overlays.route(self._sheet, fought, [self._index(h) for h in option.path]))
            elif unit := getattr(option, "unit", None):
                there = getattr(option, "hex", None) or peek.hex_of(game, unit)
                drawn.append(overlays.ring(self._sheet, (self._index(there),), p.chosen))
        return drawn

    def _picked(self) -> list[str]:
        session, game, p = self.session, self.session.game, self._sheet.palette
        here = peek.hex_of(game, session.unit) if session.unit else ""
        if not here:
            return []
        drawn = [overlays.ring(self._sheet, (self._index(here),), p.chosen)]
        path = self.proposed_path()
        if path:
            drawn.append(overlays.route(self._sheet, self._index(here), [self._index(h) for h in path]))
        return drawn

    def proposed_path(self) -> tuple[str, ...]:
        """The path that a click on the hovered hex would take: through the via-hexes, then the cheapest."""
        session, game = self.session, self.session.game
        if session.via:
            return tuple(session.via)
        return game.path(session.unit, session.hovered) if session.hovered else ()

    def _open_hexes(self) -> list[str]:
        game, unit = self.session.game, self.session.unit
        if not unit or game.pending:
            return []
        hexes = [self._index(h) for h in open_hexes(game, unit)]
        return [overlays.ring(self._sheet, hexes, self._sheet.palette.reach)] if hexes else []

    # -- pointer -----------------------------------------------------------------------------------------------

    def _interaction(self, **event: Any) -> None:
        kind = event.get("type")
        if kind not in ("click", "contextmenu", "mousemove", "mouseout"):
            return
        y, x = event["coordinates"]
        hex_id = "" if kind == "mouseout" else self.session.game.board.hex_at(x / HEX_KM, y / HEX_KM) or ""
        if kind == "click":
            if self.session.cursor and hex_id:
                self.session.cursor = hex_id  # the keys go on from where the pointer was used
            for call in self.on_click:
                call(hex_id)
        elif kind == "contextmenu":
            for call in self.on_context:
                call(hex_id)
        elif hex_id != self.session.hovered:
            self.session.hovered = hex_id

    def text(self) -> str:
        """What it shows, in words."""
        return twin(self.session.game)
