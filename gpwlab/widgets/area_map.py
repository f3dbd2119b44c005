"""The interactive map of Stalingrad: pan and zoom in the browser, everything else decided in the kernel.

Every layer is one SVG image over the whole sheet; clicks and pointer moves arrive as coordinates, and the sheet says
which area, strongpoint and stack they mean.  There is no tile layer, and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import floor, log2
from typing import Any

import ipyleaflet as leaflet
import ipywidgets as ipw
from traitlets import Bool, Float, TraitError, Tuple, Unicode, validate

from gpwlab.core.svg.build import data_uri, document
from gpwlab.sfs.actions import Action, Attack, Place
from gpwlab.sfs.board import Board
from gpwlab.sfs.picture import borders, control, ground, names, outside, overlays, stacks, twin
from gpwlab.sfs.picture.layout import COUNTER, SLOT, places
from gpwlab.sfs.picture.palette import palette
from gpwlab.sfs.picture.plane import HEIGHT, WIDTH, Point
from gpwlab.sfs.picture.sheet import WHOLE, Sheet, sheet_of
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.leaf import plane_map
from gpwlab.widgets.texttwin import TextTwin

#: The overlays that have a switch: name for ``picture``, caption, what it shows.
SWITCHES = (
    ("supply:German", "German supply", "areas from which German units can trace a supply line"),
    ("supply:Soviet", "Soviet supply", "areas from which Soviet units can trace a supply line"),
    ("ferry", "Ferries", "what each landing can still carry in this turn"),
    ("links", "Links", "which areas touch; broken where it is reconstructed"),
    ("reconstructed", "Reconstructed", "areas and strongpoints that are reconstructed, not printed"),
)
#: Drawing units a pixel at zoom 0, where the whole sheet fits a map of about 900 pixels.
UNITS = 3.5
#: Farther out than this, stacks are blocks with their strength only.
BLOCKS_FROM = -0.4
#: From the ground up.
_LAYERS = ("ground", "control", "overlay", "places", "far counters", "counters", "picks")


@dataclass(frozen=True)
class Spot:
    """What lies under a point of the sheet: codes of area and strongpoint, id of the stack; each "" for none."""

    area: str = ""
    strongpoint: str = ""
    force: str = ""


def _image_of(body: str) -> str:
    return data_uri(document(body, WHOLE.view, None, "map"))


@lru_cache(maxsize=12)
def _ground(board: Board, theme: str, weather: str) -> str:
    """The image that no action changes; drawn once for a board, a theme and the weather."""
    return _image_of(ground.ground(sheet_of(board, theme), weather))


def _place_area(session: AreaSession, action: Action) -> str:
    """The area in which an action puts a unit on the map, "" for other actions."""
    if not isinstance(action, Place):
        return ""
    stack = session.stack(action.where)
    return stack.area if stack else action.where.partition("-")[0]


class AreaMap(TextTwin, ipw.VBox):
    """The map of a game.

    show: overlays that are on.  counter_size: side of a counter in drawing units.  hide_counters: True for the bare
    map.  theme: one of the palettes.  ``map`` is the ipyleaflet map, whose zoom and centre may be set.
    """

    show = Tuple()
    counter_size = Float(COUNTER)
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

    def __init__(self, game: Any, height: int = 610, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self.on_click: list[Callable[[Spot], None]] = []
        self._at: dict[str, Point] = {}
        self._layer = {name: self._image(name) for name in _LAYERS}
        self.map = self._make_map(height)
        self.map.on_interaction(self._interaction)
        self.map.observe(self._zoomed, names="zoom")
        self.map.when_first_seen(self.look_at_played)
        super().__init__([self.map], **traits)
        self.add_class("gpwlab")
        self.observe(lambda _: self.refresh(), names="theme")
        self.observe(lambda _: self.draw_overlay(), names="show")
        self.observe(lambda _: self.draw_counters(), names=["counter_size", "hide_counters"])
        self.session.observe(lambda _: self.refresh(), names=["version", "viewer"])
        self.session.observe(lambda _: self.draw_overlay(), names=["unit", "placing"])
        self.session.observe(lambda _: self.draw_picks(), names=["unit", "target", "attackers", "force", "cursor"])
        self._zoomed()
        self.refresh()

    def switch(self, name: str, on: bool) -> None:
        """Turn an overlay on or off."""
        if on != (name in self.show):
            self.show = (*(n for n in self.show if n != name), *((name,) if on else ()))

    @property
    def sheet(self) -> Sheet:
        """The sheet on which the map is drawn, in its theme."""
        return sheet_of(self.session.game.board, self.theme)

    # -- making --------------------------------------------------------------------------------------------------

    def _image(self, name: str) -> Any:
        bounds = ((-HEIGHT / UNITS, 0.0), (0.0, WIDTH / UNITS))
        return leaflet.ImageOverlay(url=_image_of(""), bounds=bounds, pane=name, name=name)

    def _make_map(self, height: int) -> Any:
        return plane_map(
            [self._layer[name] for name in _LAYERS],
            height,
            center=(-HEIGHT / UNITS / 2, WIDTH / UNITS / 2),
            zoom=0,
            min_zoom=-1.5,
            max_zoom=2.5,
        )

    def look_at(self, area: str, zoom: float | None = None) -> None:
        """Centre the map on an area."""
        ring = self._ring(area)
        x = (max(0.0, min(x for x, _ in ring)) + min(WIDTH, max(x for x, _ in ring))) / 2
        y = (max(0.0, min(y for _, y in ring)) + min(HEIGHT, max(y for _, y in ring))) / 2
        self.map.center = (-y / UNITS, x / UNITS)
        if zoom is not None:
            self.map.zoom = zoom

    def look_at_all(self) -> None:
        """Show the whole sheet."""
        self._look_at_box(0.0, 0.0, WIDTH, HEIGHT)

    def look_at_played(self) -> None:
        """Show the areas that the scenario is played in."""
        corners = [corner for state in self.session.seen.areas for corner in self._ring(state.code)]
        xs, ys = [min(max(0.0, x), WIDTH) for x, _ in corners], [min(max(0.0, y), HEIGHT) for _, y in corners]
        self._look_at_box(min(xs), min(ys), max(xs), max(ys))

    def _ring(self, area: str) -> list[Point]:
        return list(self.sheet.outline[self.session.game.board.area(area)])

    def _look_at_box(self, left: float, top: float, right: float, bottom: float) -> None:
        """Show a box of the sheet as large as it fits the map, at zoom 0 while the page has not told its size."""
        self.map.center = (-(top + bottom) / 2 / UNITS, (left + right) / 2 / UNITS)
        seen = self.map.seen_width()
        if not seen:
            self.map.zoom = 0.0
            return
        wide, high = (right - left) / UNITS, (bottom - top) / UNITS
        fits = float(self.map.zoom) + log2(min(seen / wide, self.map.seen_height() / high))
        self.map.zoom = max(float(self.map.min_zoom), min(1.0, floor(4 * fits) / 4))

    def look_at_front(self) -> None:
        """Centre the map on the areas that both sides are in, else on the city, at reading size."""
        contested = [state.code for state in self.session.seen.areas if state.control == "contested"]
        self.look_at(contested[0] if contested else "CC", 0.75)

    # -- drawing -------------------------------------------------------------------------------------------------

    def _set(self, name: str, body: str) -> None:
        self._layer[name].url = _image_of(body)

    def _zoomed(self, _change: object = None) -> None:
        """Show what can be read at this zoom."""
        far = self.map.zoom < BLOCKS_FROM
        self._layer["counters"].opacity = float(not far)
        self._layer["far counters"].opacity = float(far)

    def refresh(self) -> None:
        """Draw everything that depends on the position."""
        game, sheet = self.session.seen, self.sheet
        self._layer["ground"].url = _ground(game.board, self.theme, game.weather)
        self._set("control", control.bands(sheet, game.areas, "c") + outside(sheet, game))
        spent = overlays.drained(sheet, map(sheet.board.strongpoint, game.drained))
        marks = control.badges(sheet, game.areas)
        drawn = borders.borders(sheet), borders.slots(sheet), spent, names.names(sheet), marks
        self._set("places", "".join(drawn))
        self.draw_overlay()
        self.draw_counters()
        self.draw_picks()

    def draw_counters(self) -> None:
        """Draw the counters, or none; from afar they are blocks with their strength only."""
        piles = [] if self.hide_counters else self.session.seen.stacks
        self._at = places(self.sheet, piles)
        self._set("counters", stacks.counters(self.sheet, piles, self.counter_size))
        self._set("far counters", stacks.blocks(self.sheet, piles))

    def draw_overlay(self) -> None:
        """Draw the overlays that are on, and the reach of the picked force."""
        seen = self.session.seen
        wanted = [name for name, _caption, _what in SWITCHES if name in self.show]
        if self.session.unit and self._own(self.session.unit) and seen.reach(self.session.unit):
            wanted.append(f"reach:{self.session.unit}")
        drawn = [overlays.overlay(self.sheet, seen, name, "o") for name in wanted]
        if self.session.placing:
            open_ = {_place_area(self.session, action) for action in seen.legal.of(self.session.placing)} - {""}
            drawn.append(overlays.reach(self.sheet, [(self.sheet.board.area(code), "") for code in sorted(open_)], "p"))
        self._set("overlay", "".join(drawn))

    def _own(self, force: str) -> bool:
        stack = self.session.stack(force)
        return stack is not None and stack.side == self.session.game.phase.side

    def draw_picks(self) -> None:
        """Draw the picked force, the planned or declared attack, what the open decision names, cursor and fan."""
        session, sheet, p = self.session, self.sheet, self.sheet.palette
        out = [overlays.cursor(sheet, sheet.board.area(session.cursor))] if session.cursor else []
        subject = session.unit or session.force
        if subject in self._at:
            out.append(overlays.overlay(sheet, session.seen, f"line:{subject}", "l"))
        if session.unit in self._at:
            out.append(overlays.ring(sheet, self._at[session.unit], p.chosen))
        out += self._attack(*self._fought()) or self._targets()
        for option in session.seen.pending.options if session.seen.pending else ():
            named = self._named(option)
            out += [overlays.ring(sheet, named, p.chosen)] if named else []
        hovered = session.stack(session.force) if session.force and not self.hide_counters else None
        if hovered is not None and hovered.id in self._at:
            out.append(stacks.fan(sheet, hovered, self._at[hovered.id]))
        self._set("picks", "".join(out))

    def _fought(self) -> tuple[str, tuple[str, ...]]:
        """Target and attackers of the combat in progress, else of the one that is planned."""
        fight = self.session.seen.fight
        if fight is None or fight.target < 0:
            return self.session.target, self.session.attackers
        return f"F{fight.target}", tuple(f"F{force}" for force in fight.attackers)

    def _attack(self, target: str, attackers: tuple[str, ...]) -> list[str]:
        if target not in self._at:
            return []
        homes = [self._at[force] for force in attackers if force in self._at]
        ring = overlays.ring(self.sheet, self._at[target], self.sheet.palette.target)
        return [ring, overlays.arrows(self.sheet, self._at[target], homes)]

    def _targets(self) -> list[str]:
        """Rings around the forces that may be attacked, by the picked force if there is one, until one is aimed at."""
        session = self.session
        picked = session.unit in self._at
        actions = session.seen.legal.of(session.unit) if picked else session.seen.legal
        open_ = sorted({action.target for action in actions if isinstance(action, Attack)} & self._at.keys())
        return [overlays.ring(self.sheet, self._at[force], self.sheet.palette.target, dashed=True) for force in open_]

    def _named(self, option: Action) -> Point | None:
        """Where on the map an answer to the open decision stands: its unit's stack, its force, its area."""
        if unit := getattr(option, "unit", None):
            home = next((s.id for s in self.session.seen.stacks if any(u.id == unit for u in s.units)), "")
            return self._at.get(home)
        if force := getattr(option, "force", None):
            return self._at.get(force)
        area = getattr(option, "area", None)
        return self.sheet.name_at[self.session.game.board.area(area)] if area else None

    # -- pointer -------------------------------------------------------------------------------------------------

    def spot_at(self, x: float, y: float) -> Spot:
        """What lies under a point of the sheet; of stacks the one drawn on top."""
        half = self.counter_size / 2 + 6
        under = [
            stack
            for stack in self.session.seen.stacks
            if stack.id in self._at and abs(self._at[stack.id][0] - x) < half and abs(self._at[stack.id][1] - y) < half
        ]
        under.sort(key=lambda stack: (bool(stack.surrounds), self._at[stack.id][1]))
        if under:
            return Spot(under[-1].area, under[-1].strongpoint, under[-1].id)
        strongpoint = self.sheet.strongpoint_near(x, y, SLOT * 0.62) or ""
        area = strongpoint.partition("-")[0] or self.sheet.area_at(x, y) or ""
        return Spot(area if self.session.state(area) else "", strongpoint)

    def _interaction(self, **event: Any) -> None:
        kind = event.get("type")
        if kind not in ("click", "mousemove", "mouseout"):
            return
        y, x = event["coordinates"]
        spot = Spot() if kind == "mouseout" else self.spot_at(x * UNITS, -y * UNITS)
        session = self.session
        if kind == "click":
            if session.cursor and spot.area:
                session.cursor = spot.area  # the keys go on from where the pointer was used
            for call in self.on_click:
                call(spot)
        elif spot != Spot(session.hovered, session.spot, session.force):
            session.spot, session.force, session.hovered = spot.strongpoint, spot.force, spot.area

    def text(self) -> str:
        """What it shows, in words."""
        return twin(self.session.seen)
