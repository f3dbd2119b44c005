"""The lab: map, stepper, inspector, battle, arrivals, decisions, log and saves around one game."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab import gpw
from gpwlab.core.slugs import no_scenario
from gpwlab.gpw.game import Game
from gpwlab.widgets import peek
from gpwlab.widgets.advice import advice
from gpwlab.widgets.aircraft import AircraftPanel
from gpwlab.widgets.autosave import Autosave
from gpwlab.widgets.battle import BattlePreview
from gpwlab.widgets.bookmarks import Bookmarks
from gpwlab.widgets.clicks import click, place_of, right_click
from gpwlab.widgets.decision import DecisionPanel
from gpwlab.widgets.files import CellsBox, ExportBox, SaveBox
from gpwlab.widgets.forces import ForcesPanel
from gpwlab.widgets.hexmap import HexMap, open_hexes
from gpwlab.widgets.inspector import Inspector
from gpwlab.widgets.keymap import lab_commands
from gpwlab.widgets.keys import Keys
from gpwlab.widgets.kit import kit_of
from gpwlab.widgets.labframe import LabFrame
from gpwlab.widgets.lines import LinesPanel
from gpwlab.widgets.logview import LogView
from gpwlab.widgets.looks import MapBar
from gpwlab.widgets.luck import LuckLedger
from gpwlab.widgets.mapcards import MapCards
from gpwlab.widgets.maptable import MapTable
from gpwlab.widgets.minimap import MiniMap
from gpwlab.widgets.odds import OddsExplorer
from gpwlab.widgets.orderofbattle import OrderOfBattle
from gpwlab.widgets.orders import OrdersPanel
from gpwlab.widgets.planner import AttackPlanner
from gpwlab.widgets.rulepane import RulePane
from gpwlab.widgets.session import Session
from gpwlab.widgets.stepper import PhaseStepper
from gpwlab.widgets.tabs import Tabs
from gpwlab.widgets.timecards import TimeCards
from gpwlab.widgets.victory import VictoryCard


def is_sfs(game: Any) -> bool:
    """Whether this is a game of Struggle for Stalingrad, or the slug of one of its scenarios."""
    from gpwlab.sfs.schemas import SLUGS

    return game in SLUGS if isinstance(game, str) else kit_of(game).name == "sfs"


def is_hube(game: Any) -> bool:
    """Whether this is a game of Hube's Pocket, or the slug of one of its scenarios."""
    from gpwlab.hube.schemas import SLUGS

    return game.split(":")[0] in SLUGS if isinstance(game, str) else kit_of(game).name == "hube"


def _check_slug(slug: str) -> None:
    from gpwlab.gpw.scenarios import PLAYABLE
    from gpwlab.hube import schemas as ukraine
    from gpwlab.sfs import schemas as stalingrad

    known = (*PLAYABLE, *stalingrad.SLUGS, *ukraine.SLUGS)
    if slug.split(":")[0] not in known:
        raise no_scenario(slug, known)


class Lab(LabFrame):
    """Everything at once.  ``Lab(game)`` or ``Lab("barbarossa")``; the game is ``lab.game``, also after a load.

    A game of Struggle for Stalingrad gets its own lab, of areas: ``Lab(sfs.new("standard"))`` or ``Lab("red-square")``;
    one of Hube's Pocket gets a workbook: ``Lab("kirovograd")``.
    """

    def __new__(cls, game: Any = "barbarossa", *args: Any, **traits: Any) -> Any:
        """A lab for the game's package; InvalidInput for a name that is no scenario of any of the three."""
        if isinstance(game, str):
            _check_slug(game)
        if is_sfs(game):
            from gpwlab.widgets.area_lab import AreaLab

            return AreaLab(game, *args, **traits)
        if is_hube(game):
            from gpwlab.widgets.hube_lab import HubeLab

            return HubeLab(game, *args, **traits)
        return super().__new__(cls)

    def __init__(self, game: Game | str = "barbarossa", height: int = 660, theme: str = "paper", **traits: Any) -> None:
        self.session = Session(gpw.new(game) if isinstance(game, str) else game)
        self.autosave = Autosave(self.session)  # first, so that a widget that fails loses no action
        self._asked = ""
        self._make_map(height, theme)
        self._make_cards()
        super().__init__(**traits)
        self._lay_out(400, height + 60, [self.autosave, self.stepper], [self.time.below, self.lines.below])
        self.session.observe(lambda _: self.refresh(), names=["version", "unit", "target"])
        self.refresh()

    def _make_map(self, height: int, theme: str) -> None:
        """The left column: map, live line, switches, table twin."""
        self.map = HexMap(self.session, height=height, theme=theme)
        self.map.on_click.append(lambda hex_id: self.session.run_pick(lambda: click(self.session, hex_id)))
        self.map.on_context.append(lambda hex_id: self.session.run_pick(lambda: right_click(self.session, hex_id)))
        self.minimap = MiniMap(self.map)
        self.about_map = MapCards(self.map, active=False)
        self.bar = MapBar(self.map, self)
        self.table = MapTable(self.session)

    def _make_cards(self) -> None:
        """The stepper, the cards of the right column, and the keys that reach them all."""
        self.stepper = PhaseStepper(self.session)
        self.status = ipw.HTML()
        self.said = ipw.HTML()
        self.battle = BattlePreview(self.session)
        self.decision = DecisionPanel(self.session)
        self.forces = ForcesPanel(self.session)
        self.forces.on_pick.append(self._look_where_it_may_stand)
        self.orders = OrdersPanel(self.session)
        self.aircraft = AircraftPanel(self.session)
        self.inspector = Inspector(self.session)
        self.victory = VictoryCard(self.session)
        self.odds = OddsExplorer(self.session, active=False)
        self.planner = AttackPlanner(self.session, active=False)
        self.rules = RulePane()
        self.rules.on_open.append(lambda _: self.tabs.turn_to("Rules"))
        self._make_studies()
        self._make_records()
        self.keyboard = Keys(self.session, lab_commands(self))
        self.tabs = Tabs(self._cards())

    def _make_studies(self) -> None:
        """Who there is, and what time brings: order of battle, turn record, weather, timeline."""
        self.order = OrderOfBattle(self.session, active=False)
        self.order.on_pick.append(self._look_at_unit)
        self.order.on_look.append(self.map.look_at_hexes)
        self.time = TimeCards(self.session, self.rules, active=False)
        self.time.timeline.on_pick.append(self._look_at_unit)

    def _make_records(self) -> None:
        """What is kept of the play: bookmarks, log, luck, other lines, files."""
        self.bookmarks = Bookmarks(self.session)
        self.journal = LogView(self.session, active=False)
        self.luck = LuckLedger(self.session, active=False)
        self.lines = LinesPanel(self.session, theme=self.map.theme)
        self.journal.on_lost.append(self.lines.keep_overwritten)
        self.files = SaveBox(self.session)
        self.export = ExportBox(self.session, theme=self.map.theme)
        self.cells = CellsBox(self.session, active=False)
        for card in (self.lines, self.export):
            ipw.dlink((self.map, "theme"), (card, "theme"))
        ipw.dlink((self.map, "show"), (self.export, "show"))

    def _cards(self) -> dict[str, list[Any]]:
        """The cards of the right column by the tab that they lie in, both in order."""
        return {
            "Play": [
                self.decision,
                self.battle,
                self.forces,
                self.orders,
                self.aircraft,
                self.inspector,
                self.victory,
            ],
            "Odds": [self.odds, self.planner],
            "Forces": [self.order],
            "Time": [self.time],
            "Log": [self.bookmarks, self.journal],
            "Luck": [self.luck],
            "Map": [self.about_map],
            "Rules": [self.rules],
            "Tools": [self.lines, self.files, self.export, self.cells],
        }

    def _turned(self) -> None:
        """Tell the cards that work hard whether they are seen."""
        self.odds.active = self.planner.active = self.tabs.current == "Odds"
        self.order.active = self.tabs.current == "Forces"
        self.time.look(self.tabs.current == "Time")
        self.journal.active = self.tabs.current == "Log"
        self.luck.active = self.tabs.current == "Luck"
        self.cells.active = self.tabs.current == "Tools"
        self.about_map.look(self.tabs.current == "Map")

    def _look_at_unit(self, unit_id: str) -> None:
        here = peek.hex_of(self.game, unit_id)
        if here:
            self.map.keep_in_sight(here)

    def _look_where_it_may_stand(self, unit_id: str) -> None:
        hexes = open_hexes(self.game, unit_id)
        if hexes:
            self.map.look_at_hexes(hexes)

    def refresh(self) -> None:
        """Say what the next step is, and show the card that this phase needs."""
        session = self.session
        self.advise(advice(session.game, session.unit, session.target))
        self.battle.layout.display = None if peek.kind(session.game) == "combat" else "none"
        self._look_at_decision()

    def _look_at_decision(self) -> None:
        """Bring the places of a decision into sight when it opens; later the reader may look elsewhere."""
        decision = self.game.pending
        if decision is not None and str(decision) != self._asked:
            places = [place for option in decision.options if (place := place_of(self.game, option))]
            if places:
                self.map.keep_in_sight(places[0])
        self._asked = str(decision or "")
