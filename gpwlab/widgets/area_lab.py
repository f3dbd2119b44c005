"""The lab of Struggle for Stalingrad: map of areas, stepper, combat walk, artillery, forces, time, log and saves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets as ipw

from gpwlab import sfs
from gpwlab.sfs.board import SIDES
from gpwlab.sfs.game import Game
from gpwlab.sfs.picture import legend
from gpwlab.widgets.area_advice import advice
from gpwlab.widgets.area_clicks import FIGHTING, click
from gpwlab.widgets.area_forces import AreaForces
from gpwlab.widgets.area_inspector import AreaInspector
from gpwlab.widgets.area_keys import area_line, lab_commands
from gpwlab.widgets.area_map import SWITCHES, AreaMap
from gpwlab.widgets.area_orders import AreaOrders
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.area_table import AreaTable
from gpwlab.widgets.artillery import ArtilleryExplorer
from gpwlab.widgets.autosave import Autosave
from gpwlab.widgets.bookmarks import Bookmarks
from gpwlab.widgets.combatwalk import CombatWalk
from gpwlab.widgets.decision import DecisionPanel
from gpwlab.widgets.explorer import explorer_of_areas
from gpwlab.widgets.files import ExportBox, SaveBox
from gpwlab.widgets.history import HistoryTimeline
from gpwlab.widgets.keys import Keys
from gpwlab.widgets.labframe import LabFrame
from gpwlab.widgets.legend import Legend
from gpwlab.widgets.logview import LogView
from gpwlab.widgets.looks import MapBar
from gpwlab.widgets.rulepane import RulePane
from gpwlab.widgets.sfs_strength import StrengthChart
from gpwlab.widgets.sfs_track import TurnRecord
from gpwlab.widgets.stepper import PhaseStepper
from gpwlab.widgets.tabs import Tabs

CSS = Path(__file__).with_name("area.css").read_text("utf-8")
#: Who may look: caption and side.
VIEWERS = (("both sides (study)", ""), *((f"the {side} side", side) for side in SIDES))


class AreaLegend(Legend):
    """What every sign of the map means."""

    def picture(self) -> str:
        """The legend as an SVG."""
        return str(legend.legend(self.map.session.game.board, self.map.theme, self.width))

    def words(self) -> str:
        """The legend in words."""
        return legend.text(self.map.session.game.board)


class AreaDecision(DecisionPanel):
    """The open decision as the viewer may see it, one button an answer."""

    elsewhere = "in the list under Orders"

    def caption(self, action: Any) -> str:
        """An answer in words: its text, and where what it names is on the map."""
        session: Any = self.session
        return str(session.words(action))


class AreaLab(LabFrame):
    """Everything at once.  ``AreaLab(game)`` or ``AreaLab("red-square")``; the game is ``lab.game``, also after a load.

    viewer: the side whose view the lab shows, "" for both.
    """

    def __init__(
        self, game: Game | str = "red-square", height: int = 610, theme: str = "paper", viewer: str = "", **traits: Any
    ) -> None:
        self.session = AreaSession(sfs.new(game) if isinstance(game, str) else game)
        self.autosave = Autosave(self.session)  # first, so that a widget that fails loses no action
        self.session.viewer = viewer
        self._make_map(height, theme)
        self._make_cards()
        self._make_records()
        self.keyboard = Keys(self.session, lab_commands(self), area_line)
        self.session.observe(lambda _: self.keyboard._describe(), names=["force", "spot", "viewer"])
        self.tabs = Tabs(self._cards())
        top = ipw.VBox([self.stepper, self.viewers])
        top.add_class("gpwlab-seen")
        super().__init__(**traits)
        self._lay_out(420, height + 60, [self.autosave, top], [], f"<style>{CSS}</style>")
        self.session.observe(
            lambda _: self.refresh(), names=["version", "viewer", "unit", "target", "attackers", "placing"]
        )
        self.refresh()

    def _make_map(self, height: int, theme: str) -> None:
        """The left column: map, switches, table twin."""
        self.map = AreaMap(self.session, height=height, theme=theme)
        self.map.on_click.append(lambda spot: self.session.run_pick(lambda: click(self.session, spot)))
        self.bar = MapBar(self.map, self, SWITCHES, (70.0, 120.0))
        self.table = AreaTable(self.session)
        self.legend = AreaLegend(self.map)

    def _make_cards(self) -> None:
        """The stepper, who looks, and the cards of the right column."""
        self.stepper = PhaseStepper(self.session)
        self.viewers = ipw.Dropdown(
            options=VIEWERS, value=self.session.viewer, description="Seen by", style={"description_width": "auto"},
            layout=ipw.Layout(width="220px"), tooltip="whose view of the hidden Soviet units the lab shows",
        )  # fmt: skip
        ipw.link((self.viewers, "value"), (self.session, "viewer"))
        self.viewers.observe(lambda _: self.session.drop_picks(), names="value")
        self.status, self.said = ipw.HTML(), ipw.HTML()
        self.decision = AreaDecision(self.session)
        self.session.observe(lambda _: self.decision.refresh(), names="viewer")
        self.orders = AreaOrders(self.session)
        self.walk = CombatWalk(self.session)
        self.inspector = AreaInspector(self.session)
        self.artillery = ArtilleryExplorer(self.session, active=False)
        self.odds = explorer_of_areas(self.session, active=False)
        self.forces = AreaForces(self.session, active=False)
        self.record = TurnRecord(self.session, active=False)
        self.strength = StrengthChart(self.session, active=False)

    def _make_records(self) -> None:
        """What is kept of the play: bookmarks, log, files; the rules, and the history that names them."""
        self.bookmarks = Bookmarks(self.session)
        self.journal = LogView(self.session, active=False)
        self.journal.on_lost.append(lambda _: self.session.note("another line has overwritten that place"))
        self.session.observe(lambda _: self.journal.refresh(), names="viewer")
        self.files = SaveBox(self.session, path="my-game.sfs.json")
        self.export = ExportBox(self.session, theme=self.map.theme)
        ipw.dlink((self.map, "theme"), (self.export, "theme"))
        ipw.dlink((self.map, "show"), (self.export, "show"))
        self.rules = RulePane(game="sfs")
        self.rules.on_open.append(lambda _: self.tabs.turn_to("Rules"))
        self.history = HistoryTimeline(self.session, self.rules, active=False)

    def _cards(self) -> dict[str, list[Any]]:
        """The cards of the right column by the tab that they lie in, both in order."""
        return {
            "Play": [self.decision, self.orders, self.walk, self.inspector],
            "Guns": [self.artillery],
            "Odds": [self.odds],
            "Forces": [self.forces],
            "Time": [self.strength, self.record, self.history],
            "Log": [self.bookmarks, self.journal],
            "Map": [self.legend],
            "Rules": [self.rules],
            "Files": [self.files, self.export],
        }

    def _turned(self) -> None:
        """Tell the cards that work hard whether they are seen."""
        self.artillery.active = self.tabs.current == "Guns"
        self.odds.active = self.tabs.current == "Odds"
        self.forces.active = self.tabs.current == "Forces"
        self.record.active = self.strength.active = self.history.active = self.tabs.current == "Time"
        self.journal.active = self.tabs.current == "Log"
        self.legend.unfolded = self.tabs.current == "Map"

    def refresh(self) -> None:
        """Say what the next step is, and show the walk where there is a combat to walk through."""
        self.advise(advice(self.session))
        fighting = self.session.kind in FIGHTING or self.session.target or self.session.seen.fight is not None
        self.walk.layout.display = None if fighting else "none"
