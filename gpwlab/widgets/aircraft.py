"""Aircraft by hand: who can fly, where each is, and the end of a side's flights; shown in the phases that have them."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab.gpw.actions import Base, Fly, Ready
from gpwlab.gpw.game import Game
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin

#: The kinds of phase in which aircraft are sent out or come home (gpw 11.1, gpw 11.2).
FLYING = ("combat", "general")
HINTS = {
    "combat": "pick one, then click the hex of an announced attack",
    "general": "pick one: a click on a unit of yours is DAS, one on an airfield lands it",
}


class AircraftPanel(TextTwin, ipw.VBox):
    """Pick an aircraft and click a hex; hidden where no aircraft of the phasing side can do anything."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.heading = ipw.HTML()
        self.aircraft = ipw.Dropdown(options=[], layout=ipw.Layout(width="100%"))
        self.aircraft.observe(self._picked, names="value")
        self.land = ipw.Button(icon="plane-arrival", layout=ipw.Layout(width="auto"))
        self.land.on_click(lambda _: self._land())
        self.land_all = ipw.Button(icon="plane-arrival", layout=ipw.Layout(width="auto"))
        self.land_all.tooltip = "each to the airfield nearest to it; no ground unit moves afterwards"
        self.land_all.on_click(lambda _: self._land_all())
        self.ready = ipw.Button(description="No more aircraft", icon="check", layout=ipw.Layout(width="auto"))
        self.ready.tooltip = "the other side's fighters come next, then all interceptions are rolled"
        self.ready.on_click(lambda _: self.session.attempt(Ready()))
        self._refreshing = False
        rows = [self.heading, self.aircraft, self.land, self.land_all, self.ready]
        super().__init__([ipw.HTML(style.sheet()), *rows], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.session.observe(lambda _: self._show_pick(), names="unit")
        self.refresh()

    def refresh(self) -> None:
        """List the aircraft that can be sent or landed now."""
        game, kind = self.session.game, peek.kind(self.session.game)
        on = kind in FLYING and game.pending is None and game.winner is None
        known = game.aircraft(game.phase.side) if on else {}
        able = [unit for unit in known if game.legal.of(unit)]
        self._refreshing = True
        self.aircraft.options = [("pick an aircraft", ""), *((self._where(u, known[u]), u) for u in able)]
        self._refreshing = False
        may_end = on and Ready() in game.legal
        _show(self.aircraft, bool(able))
        _show(self.ready, may_end)
        _show(self, bool(able) or may_end)
        self.heading.value = style.title("Aircraft", HINTS[kind] if able else "")
        self._show_pick()

    def _where(self, unit_id: str, mission: str) -> str:
        unit, _steps, here = self.session.game.standing(unit_id)
        board = self.session.game.board
        doing = f"on {mission} over" if mission else "in"
        columns = f"{unit.air_shift} column{'s' * (unit.air_shift != 1)}"
        return f"{unit.label}, {columns}, range {unit.air_range}, {doing} {board.label(board.hex(here))}"

    def _picked(self, _change: object) -> None:
        if not self._refreshing:
            self.session.pick(self.aircraft.value or "")

    def _show_pick(self) -> None:
        """Follow the pick, and offer the nearest airfield to an aircraft that is out."""
        picked = self.session.unit
        known = {value for _text, value in self.aircraft.options}
        self._refreshing = True
        self.aircraft.value = picked if picked in known else ""
        self._refreshing = False
        home = self._nearest(picked) if picked and picked in known else None
        _show(self.land, home is not None)
        out = [] if len(known) < 2 else peek.homeward(self.session.game)
        _show(self.land_all, bool(out) and out != [picked])
        self.land_all.description = f"Land {', '.join(peek.unit(self.session.game, unit).label for unit in out)} nearby"
        if home is not None:
            board = self.session.game.board
            self.land.description = f"Land in {board.label(board.hex(home.hex))}"

    def _nearest(self, unit_id: str) -> Base | None:
        """The shortest way home of an aircraft that is out."""
        game = self.session.game
        if not game.aircraft(game.phase.side).get(unit_id):
            return None
        here = game.board.hex(peek.hex_of(game, unit_id))
        fields = [action for action in game.legal.of(unit_id) if isinstance(action, Base)]
        return min(fields, key=lambda a: (game.board.distance(here, game.board.hex(a.hex)), a.hex), default=None)

    def _land(self) -> None:
        home = self._nearest(self.session.unit)
        if home is not None and self.session.attempt(home):
            self.session.pick("")

    def _land_all(self) -> None:
        """Land every aircraft that is out, each on the airfield nearest to it."""
        for unit in peek.homeward(self.session.game):
            home = self._nearest(unit)
            if home is None or not self.session.attempt(home):
                return
        self.session.pick("")

    def text(self) -> str:
        """What it shows, in words."""
        return "; ".join(text for text, value in self.aircraft.options if value) or "no flights"


def flight(game: Game, unit_id: str, hex_id: str) -> Fly | Base:
    """What a click on a hex orders the picked aircraft to do: fly there where it may or a unit stands, else land."""
    fly, base = Fly(unit_id, hex_id), Base(unit_id, hex_id)
    if fly in game.legal or peek.kind(game) == "combat":
        return fly
    return base


def _show(widget: Any, on: bool) -> None:
    widget.layout.display = None if on else "none"
