"""Widgets for JupyterLab: the whole lab, or its parts, around one game.  They load ipywidgets and ipyleaflet."""

from gpwlab.widgets.battle import BattlePreview
from gpwlab.widgets.hexmap import HexMap
from gpwlab.widgets.inspector import Inspector
from gpwlab.widgets.lab import Lab
from gpwlab.widgets.logview import LogView
from gpwlab.widgets.session import Session
from gpwlab.widgets.stepper import PhaseStepper

__all__ = ["BattlePreview", "HexMap", "Inspector", "Lab", "LogView", "PhaseStepper", "Session"]
