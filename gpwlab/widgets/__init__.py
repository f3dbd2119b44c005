"""Widgets for JupyterLab: the whole lab, or its parts, around one game.  They load ipywidgets and ipyleaflet."""

from gpwlab.widgets.battle import BattlePreview
from gpwlab.widgets.compare import Compare
from gpwlab.widgets.hexmap import HexMap
from gpwlab.widgets.inspector import Inspector
from gpwlab.widgets.lab import Lab
from gpwlab.widgets.logview import LogView
from gpwlab.widgets.luck import LuckLedger
from gpwlab.widgets.maptable import MapTable
from gpwlab.widgets.odds import OddsExplorer
from gpwlab.widgets.rulepane import RulePane
from gpwlab.widgets.session import Session
from gpwlab.widgets.stepper import PhaseStepper

__all__ = [
    "BattlePreview",
    "Compare",
    "HexMap",
    "Inspector",
    "Lab",
    "LogView",
    "LuckLedger",
    "MapTable",
    "OddsExplorer",
    "PhaseStepper",
    "RulePane",
    "Session",
]
