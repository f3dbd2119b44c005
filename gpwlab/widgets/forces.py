"""Units that are not on the map: what is due or still to be set up, what may be rebuilt, and the RPs left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as ipw

from gpwlab.gpw.actions import Action, Place, Rebuild, Swap
from gpwlab.gpw.game import Game
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session


class ForcesPanel(ipw.VBox):
    """Pick a unit here, then a hex on the map; units on the map are brought up to strength with a button."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.heading = ipw.HTML()
        self.units = ipw.Select(options=[], rows=8, layout=ipw.Layout(width="100%"))
        self.units.observe(self._picked, names="value")
        self.flip = ipw.Button(icon="level-up", button_style="success", layout=ipw.Layout(width="auto"))
        self.flip.on_click(lambda _: self._flip())
        self.swap = ipw.Dropdown(options=[], layout=ipw.Layout(width="100%"))
        self.swap_go = ipw.Button(description="Swap", layout=ipw.Layout(width="auto"))
        self.swap_go.on_click(lambda _: self.session.attempt(self.swap.value))
        self.swaps = ipw.HBox([self.swap, self.swap_go])
        self._refreshing = False
        self.on_pick: list[Callable[[str], None]] = []
        super().__init__([ipw.HTML(style.sheet()), self.heading, self.units, self.flip, self.swaps], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.session.observe(lambda _: self._show_pick(), names="unit")
        self.refresh()

    def refresh(self) -> None:
        """List what may be placed or rebuilt in this phase; hidden in other phases."""
        game = self.session.game
        kind = peek.kind(game)
        self.layout.display = None if kind in peek.PLACING else "none"
        if kind not in peek.PLACING:
            return
        legal = list(game.legal)
        self._fill(legal)
        rp = f"{game.rp} RP left" if kind == "reinforcement" else ""
        what = {"setup": "Set-up", "arrival": "Arrivals"}.get(kind, "Reinforcements and replacements")
        hint = "pick a unit, then a framed hex" if self.units.options else "nothing to place now"
        self.heading.value = style.title(what, f"{rp}{'; ' if rp else ''}{hint}")
        swaps = [
            (f"{peek.unit(game, a.new).name} for {peek.unit(game, a.old).name}", a)
            for a in legal
            if isinstance(a, Swap)
        ]
        self.swap.options = swaps
        self.swaps.layout.display = None if swaps else "none"
        self._show_pick()

    def _fill(self, legal: list[Action]) -> None:
        rows: dict[str, str] = {}
        for action in legal:
            if isinstance(action, Place | Rebuild) and action.unit not in rows:
                rows[action.unit] = f"{self._verb(action)}  {self._name(action)}"
        self._refreshing = True
        self.units.options = [(text, unit) for unit, text in rows.items()]
        self.units.value = self.session.unit if self.session.unit in rows else None
        self.units.layout.display = None if rows else "none"
        self._refreshing = False

    def _verb(self, action: Place | Rebuild) -> str:
        if isinstance(action, Place):
            return "place  " if peek.kind(self.session.game) == "setup" else "due    "
        return "rebuild" if action.hex else "flip   "

    def _name(self, action: Place | Rebuild) -> str:
        unit, _steps, here = self.session.game.standing(action.unit)
        cost = f"{unit.rp_cost} RP" if isinstance(action, Rebuild) else ""
        return f"{unit.name} ({', '.join(filter(None, (unit.id, here, cost)))})"

    def _picked(self, _change: object) -> None:
        if not self._refreshing and self.units.value is not None:
            self.session.pick(self.units.value)
            for call in self.on_pick:
                call(self.units.value)

    def _show_pick(self) -> None:
        session = self.session
        known = {value for _text, value in self.units.options}
        self._refreshing = True
        self.units.value = session.unit if session.unit in known else None
        self._refreshing = False
        able = bool(session.unit) and Rebuild(session.unit) in session.game.legal
        self.flip.layout.display = None if able else "none"
        if able:
            self.flip.description = f"Bring {peek.unit(session.game, session.unit).name} to full strength"

    def _flip(self) -> None:
        self.session.attempt(Rebuild(self.session.unit))
