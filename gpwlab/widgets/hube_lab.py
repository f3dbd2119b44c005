"""The lab of Hube's Pocket: map, stepper, workbook, forecast, victory track, forces, calculators, log and saves."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab import hube
from gpwlab.core.words import counted
from gpwlab.hube.picture import legend
from gpwlab.widgets import style
from gpwlab.widgets.autosave import Autosave
from gpwlab.widgets.bookmarks import Bookmarks
from gpwlab.widgets.decision import DecisionPanel
from gpwlab.widgets.explorer import explorer_of_workbook
from gpwlab.widgets.files import ExportBox, SaveBox
from gpwlab.widgets.history import HistoryTimeline
from gpwlab.widgets.hube_battle import BattleCard, ReachCard
from gpwlab.widgets.hube_calculators import BarrageCalculator, CombatCalculator
from gpwlab.widgets.hube_clicks import click
from gpwlab.widgets.hube_essays import Essays
from gpwlab.widgets.hube_forces import HubeForces
from gpwlab.widgets.hube_inspector import HubeInspector
from gpwlab.widgets.hube_keys import hex_line, lab_commands
from gpwlab.widgets.hube_map import SWITCHES, HubeMap
from gpwlab.widgets.hube_orders import HubeOrders
from gpwlab.widgets.hube_rebuild import RebuildPlanner
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.hube_table import HubeTable
from gpwlab.widgets.hube_timeline import ArrivalTimeline
from gpwlab.widgets.hube_victory import VictoryTrack
from gpwlab.widgets.hube_weather import WeatherForecast
from gpwlab.widgets.keys import Keys
from gpwlab.widgets.labframe import LabFrame
from gpwlab.widgets.legend import Legend
from gpwlab.widgets.logview import LogView
from gpwlab.widgets.looks import MapBar
from gpwlab.widgets.rulepane import RulePane
from gpwlab.widgets.stepper import PhaseStepper
from gpwlab.widgets.tabs import Tabs


class HubeLegend(Legend):
    """What every sign of the map means."""

    def picture(self) -> str:
        """The legend as an SVG."""
        return str(legend.legend(self.map.session.game.board, self.map.theme, self.width))

    def words(self) -> str:
        """The legend in words."""
        return legend.text(self.map.session.game.board)


class HubeDecision(DecisionPanel):
    """The open decision, one button an answer."""

    def caption(self, action: Any) -> str:
        """An answer in words: its text, and the name of the place it leads to."""
        board: Any = self.session.game.board
        hex_id = getattr(action, "hex", "")
        return f"{action} ({board.label(board.hex(hex_id))})" if hex_id in board.index else str(action)


class HubeLab(LabFrame):
    """Everything at once: ``HubeLab(game)`` or ``HubeLab("korsun")``; the game is ``lab.game``, also after a load."""

    def __init__(self, game: Any = "kirovograd", height: int = 560, theme: str = "paper", **traits: Any) -> None:
        begun: Any = hube.new(game) if isinstance(game, str) else game
        self.session = HubeSession(begun)
        self.autosave = Autosave(self.session)  # first, so that a widget that fails loses no action
        self._make_map(height, theme)
        self._make_cards()
        self._make_records()
        self.keyboard = Keys(self.session, lab_commands(self), hex_line)
        self.tabs = Tabs(self._cards())
        super().__init__(**traits)
        self._lay_out(420, height + 100, [self.autosave, self.stepper], [self.below])
        self.session.observe(lambda _: self.refresh(), names=["version", "unit"])
        self._turned()
        self.refresh()

    def _make_map(self, height: int, theme: str) -> None:
        """The left column: map, switches, table twin."""
        self.map = HubeMap(self.session, height=height, theme=theme)
        self.map.on_click.append(lambda hex_id: self.session.run_pick(lambda: click(self.session, hex_id)))
        self.bar = MapBar(self.map, self, SWITCHES, (40.0, 84.0))
        self.table = HubeTable(self.session)
        self.legend = HubeLegend(self.map)

    def _make_cards(self) -> None:
        """The stepper and the cards of the right column."""
        self.stepper = PhaseStepper(self.session)
        self.status, self.said = ipw.HTML(), ipw.HTML()
        self.decision = HubeDecision(self.session)
        self.orders, self.inspector = HubeOrders(self.session), HubeInspector(self.session)
        self.forces, self.planner = HubeForces(self.session, active=False), RebuildPlanner(self.session, active=False)
        self.combat, self.barrage = CombatCalculator(self.session), BarrageCalculator(self.session)
        self.battle, self.reach = BattleCard(self.session), ReachCard(self.session)
        self.odds = explorer_of_workbook(self.battle, self.combat, active=False)
        self.session.observe(self._aimed, names="target")
        self.essays = Essays(self.session)
        self.forecast = WeatherForecast(self.session, active=False)
        self.victory = VictoryTrack(self.session, active=False)
        self.timeline = ArrivalTimeline(self.session, active=False)
        for card in (self.forces, self.essays):
            card.on_look.append(self.map.look_at_hexes)

    def _make_records(self) -> None:
        """What is kept of the play: bookmarks, log, files; the rules, and the wide cards beneath."""
        self.bookmarks = Bookmarks(self.session)
        self.journal = LogView(self.session, active=False)
        self.journal.on_lost.append(lambda _: self.session.note("another line has overwritten that place"))
        self.files = SaveBox(self.session, path="my-game.hube.json")
        self.export = ExportBox(self.session, theme=self.map.theme)
        ipw.dlink((self.map, "theme"), (self.export, "theme"))
        ipw.dlink((self.map, "show"), (self.export, "show"))
        self.rules = RulePane(game="hube")
        self.rules.on_open.append(lambda _: self.tabs.turn_to("Rules"))
        self.history = HistoryTimeline(self.session, self.rules, active=False)
        self.below = ipw.VBox([self.forecast, self.victory, self.timeline, self.history])

    def _cards(self) -> dict[str, list[Any]]:
        """The cards of the right column by the tab that they lie in, both in order."""
        return {
            "Play": [self.decision, self.reach, self.orders, self.inspector],
            "Forces": [self.forces, self.planner],
            "Track": [
                ipw.HTML('<div class="gpwlab-soft">Weather, victory, arrivals and history are below the map.</div>')
            ],
            "Odds": [self.battle, self.combat, self.odds, self.barrage],
            "Log": [self.bookmarks, self.journal],
            "Map": [self.legend, self.essays],
            "Rules": [self.rules],
            "Files": [self.files, self.export],
        }

    def _aimed(self, change: Any) -> None:
        """Open what is worked out of the hex that is aimed at."""
        if change["new"]:
            self.tabs.turn_to("Odds")

    def _turned(self) -> None:
        """Tell the cards that work hard whether they are seen; the wide ones are seen on two tabs."""
        current = self.tabs.current
        self.forces.active = self.planner.active = current == "Forces"
        self.journal.active = current == "Log"
        self.odds.active = current == "Odds"
        self.legend.unfolded = current == "Map"
        wide = current == "Track"
        for card in self.below.children:
            card.active = wide
        self.below.layout.display = None if wide else "none"

    def refresh(self) -> None:
        """Say what the next step is."""
        self.advise(advice(self.session))


def advice(session: HubeSession) -> str:
    """What a newcomer would do next, as markup."""
    game = session.game
    if game.winner is not None:
        return f"The game is over: {escape(str(game.winner))}. Step back, or save the line."
    if game.pending is not None:
        return (
            f"{style.side_name(game.pending.side)} decides: {escape(game.pending.text)} {style.rule(game.pending.rule)}"
        )
    side, kind = style.side_name(game.phase.side), game.phase.kind
    if kind == "setup":
        return f"{side} sets up: {_setup(session)} {style.rule(game.phase.rule)}"
    if kind == "weather" and game.weather:
        return f"{escape(rolled(game))}. Next phase goes on {style.rule('hube 1.2')}"
    told = {
        "reserves": "buys reserve markers in secret, or ends the phase",
        "weather": "Roll the weather: choose <code>weather</code> in the workbook, or press Next phase",
        "reinforcement": "places what arrives and rolls supply",
        "movement": "pick a unit and click a hex to record its move; special rules are in the workbook",
        "reaction": "records reaction moves",
        "combat": "records losses and retreats; pick a unit, click an enemy hex, and the Odds tab works it out",
        "exploitation": "records exploitation moves",
        "maskirovka": "shifts formations before the game",
    }[kind]
    lead = "" if kind == "weather" else f"{side}: "
    return f"{lead}{told} {style.rule(game.phase.rule)}"


def _setup(session: HubeSession) -> str:
    """What there is to do in a set-up."""
    left, unit = len(session.game.placing), f"<b>{escape(session.unit)}</b>"
    if not left:
        other = f"click another hex of its zone for {unit}" if session.unit else "pick one to move"
        return f"every unit is placed; {other}, or go on with <b>Next phase</b>"
    first = "press <b>n</b> for the next unit, then click a hex of its zone"
    pick = f"click a hex of the hatched zone for {unit}" if session.unit else first
    return f"{counted(left, 'unit')} left; {pick}. Play to places the rest as we suggest"


def rolled(game: Any) -> str:
    """Weather, ground and flying conditions of the turn in words."""
    flying = {"normal": "aircraft fly", "base_to_base": "flights from base to base only", "refit_only": "no flying"}
    return f"{game.weather}; the ground is {game.ground.lower()}; {flying.get(game.air, game.air)}"
