"""Widgets for JupyterLab: the whole lab, or its parts, around one game.  They load ipywidgets and ipyleaflet."""

from gpwlab.widgets.area_lab import AreaLab
from gpwlab.widgets.area_map import AreaMap
from gpwlab.widgets.artillery import ArtilleryExplorer
from gpwlab.widgets.barcharts import bar_chart, share_chart
from gpwlab.widgets.battle import BattlePreview
from gpwlab.widgets.combatwalk import CombatWalk
from gpwlab.widgets.compare import Compare
from gpwlab.widgets.designer import VariantDesigner
from gpwlab.widgets.hexmap import HexMap
from gpwlab.widgets.history import HistoryTimeline
from gpwlab.widgets.hube_calculators import BarrageCalculator, CombatCalculator
from gpwlab.widgets.hube_forces import HubeForces
from gpwlab.widgets.hube_lab import HubeLab
from gpwlab.widgets.hube_map import HubeMap
from gpwlab.widgets.hube_rebuild import RebuildPlanner
from gpwlab.widgets.hube_timeline import ArrivalTimeline
from gpwlab.widgets.hube_victory import VictoryTrack
from gpwlab.widgets.hube_weather import WeatherForecast
from gpwlab.widgets.inspector import Inspector
from gpwlab.widgets.lab import Lab
from gpwlab.widgets.logview import LogView
from gpwlab.widgets.luck import LuckLedger
from gpwlab.widgets.mapeditor.editor import MapEditor
from gpwlab.widgets.maptable import MapTable
from gpwlab.widgets.odds import OddsExplorer
from gpwlab.widgets.oddspair import OddsPair
from gpwlab.widgets.orderofbattle import OrderOfBattle
from gpwlab.widgets.planner import AttackPlanner
from gpwlab.widgets.progress import ProgressBar
from gpwlab.widgets.rulepane import RulePane
from gpwlab.widgets.session import Session
from gpwlab.widgets.sfs_track import TurnRecord
from gpwlab.widgets.simview import SimulationView
from gpwlab.widgets.sketchmap import Gallery, sketch_map
from gpwlab.widgets.stepper import PhaseStepper
from gpwlab.widgets.tableeditor import TableEditor
from gpwlab.widgets.takeaway import save_chart
from gpwlab.widgets.timeline import ReinforcementTimeline
from gpwlab.widgets.turntrack import TurnTrack
from gpwlab.widgets.weatherodds import WeatherOdds

__all__ = [
    "AreaLab",
    "AreaMap",
    "ArrivalTimeline",
    "ArtilleryExplorer",
    "AttackPlanner",
    "BarrageCalculator",
    "BattlePreview",
    "CombatCalculator",
    "CombatWalk",
    "Compare",
    "Gallery",
    "HexMap",
    "HistoryTimeline",
    "HubeForces",
    "HubeLab",
    "HubeMap",
    "Inspector",
    "Lab",
    "LogView",
    "LuckLedger",
    "MapEditor",
    "MapTable",
    "OddsExplorer",
    "OddsPair",
    "OrderOfBattle",
    "PhaseStepper",
    "ProgressBar",
    "RebuildPlanner",
    "ReinforcementTimeline",
    "RulePane",
    "Session",
    "SimulationView",
    "TableEditor",
    "TurnRecord",
    "TurnTrack",
    "VariantDesigner",
    "VictoryTrack",
    "WeatherForecast",
    "WeatherOdds",
    "bar_chart",
    "save_chart",
    "share_chart",
    "sketch_map",
]
