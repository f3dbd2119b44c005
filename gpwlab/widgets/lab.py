"""The lab: map, stepper, inspector, battle, arrivals, decisions, log and saves around one game."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab import gpw
from gpwlab.gpw.game import Game
from gpwlab.widgets import peek, style
from gpwlab.widgets.advice import advice
from gpwlab.widgets.battle import BattlePreview
from gpwlab.widgets.clicks import click, right_click
from gpwlab.widgets.decision import DecisionPanel
from gpwlab.widgets.files import SaveBox
from gpwlab.widgets.forces import ForcesPanel
from gpwlab.widgets.hexmap import SWITCHES, HexMap, open_hexes
from gpwlab.widgets.inspector import HoverLine, Inspector
from gpwlab.widgets.logview import LogView
from gpwlab.widgets.session import Session
from gpwlab.widgets.stepper import PhaseStepper
from gpwlab.widgets.tabs import Tabs


class Lab(ipw.VBox):
    """Everything at once.  ``Lab(game)`` or ``Lab("barbarossa")``; the game is ``lab.game``, also after a load."""

    def __init__(self, game: Game | str = "barbarossa", height: int = 660, theme: str = "paper", **traits: Any) -> None:
        self.session = Session(gpw.new(game) if isinstance(game, str) else game)
        self.map = HexMap(self.session, height=height, theme=theme)
        self.map.on_click.append(lambda hex_id: self.session.run_pick(lambda: click(self.session, hex_id)))
        self.map.on_context.append(lambda hex_id: self.session.run_pick(lambda: right_click(self.session, hex_id)))
        self.stepper = PhaseStepper(self.session)
        self.status = ipw.HTML()
        self.said = ipw.HTML()
        self.battle = BattlePreview(self.session)
        self.decision = DecisionPanel(self.session)
        self.forces = ForcesPanel(self.session)
        self.forces.on_pick.append(self._look_where_it_may_stand)
        self.inspector = Inspector(self.session)
        self.journal = LogView(self.session)
        self.files = SaveBox(self.session)
        left = ipw.VBox(
            [self.map, HoverLine(self.session), self._switches()],
            layout=ipw.Layout(flex="1 1 560px", min_width="420px"),
        )
        self.tabs = Tabs(self._cards())
        right = ipw.VBox(
            [self.said, self.tabs],
            layout=ipw.Layout(flex="0 0 400px", max_height=f"{height + 60}px", overflow="hidden auto"),
        )
        middle = ipw.HBox([left, right], layout=ipw.Layout(grid_gap="10px", align_items="flex-start"))
        super().__init__([ipw.HTML(style.sheet()), self.stepper, self.status, middle], **traits)
        self.add_class("gpwlab")
        self.session.observe(lambda _: self.refresh(), names=["version", "unit", "target"])
        self.session.observe(self._say, names="said")
        self.refresh()

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.session.game

    def _cards(self) -> dict[str, list[Any]]:
        """The cards of the right column by the tab that they lie in, both in order."""
        return {
            "Play": [self.decision, self.battle, self.forces, self.inspector],
            "Odds": [],
            "Log": [self.journal],
            "Rules": [],
            "Tools": [self.files],
        }

    def _switches(self) -> Any:
        """Overlay switches, counter size and look of the map."""
        toggles = []
        for name, caption, what in SWITCHES:
            toggle = ipw.ToggleButton(description=caption, tooltip=what, layout=ipw.Layout(width="auto"))
            toggle.observe(lambda change, name=name: self._switch(name, change["new"]), names="value")
            toggles.append(toggle)
        self.toggles = toggles
        bare = ipw.ToggleButton(description="Hide counters", layout=ipw.Layout(width="auto"))
        ipw.link((bare, "value"), (self.map, "hide_counters"))
        lamp = ipw.ToggleButton(description="Dark map", layout=ipw.Layout(width="auto"))
        lamp.value = self.map.theme == "lamp"
        lamp.observe(lambda change: setattr(self.map, "theme", "lamp" if change["new"] else "paper"), names="value")
        size = ipw.FloatSlider(
            value=self.map.counter_size, min=40, max=100, step=2, readout=False, continuous_update=False,
            description="Counters", style={"description_width": "auto"}, layout=ipw.Layout(width="190px"),
        )  # fmt: skip
        ipw.link((size, "value"), (self.map, "counter_size"))
        front = ipw.Button(description="Front", icon="crosshairs", layout=ipw.Layout(width="auto"))
        front.on_click(lambda _: self.map.look_at_front())
        whole = ipw.Button(description="Whole map", icon="globe", layout=ipw.Layout(width="auto"))
        whole.on_click(lambda _: self.map.look_at_all())
        bar = ipw.HBox([front, whole, *toggles, bare, lamp, size])
        bar.add_class("gpwlab-bar")
        return bar

    def _switch(self, name: str, on: bool) -> None:
        self.map.show = (*(n for n in self.map.show if n != name), *((name,) if on else ()))

    def _look_where_it_may_stand(self, unit_id: str) -> None:
        hexes = open_hexes(self.game, unit_id)
        if hexes:
            self.map.look_at_hexes(hexes)

    def refresh(self) -> None:
        """Say what the next step is, and show the card that this phase needs."""
        session = self.session
        text = advice(session.game, session.unit, session.target)
        self.status.value = f'<div class="gpwlab-status" role="status">{text}</div>'
        self.battle.layout.display = None if peek.kind(session.game) == "combat" else "none"

    def _say(self, _change: object) -> None:
        self.said.value = self.session.said

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if isinstance(bundle, dict):
            bundle["text/plain"] = self.game.picture().text
        return bundle  # type: ignore[no-any-return]
