"""A laboratory for studying board wargames of the Eastern Front.

The game packages and the widgets load when they are first named, so that ``import gpwlab`` stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from gpwlab.core.errors import DataError, GameError, IllegalAction, InvalidInput

if TYPE_CHECKING:
    from gpwlab import gpw as gpw
    from gpwlab import hube as hube
    from gpwlab import sfs as sfs
    from gpwlab import study as study
    from gpwlab import widgets as widgets

__version__ = "0.1.0"
__all__ = [
    "DataError",
    "GameError",
    "IllegalAction",
    "InvalidInput",
    "__version__",
    "gpw",
    "hube",
    "sfs",
    "study",
    "widgets",
]

_LAZY = frozenset({"gpw", "hube", "sfs", "study", "widgets"})


def __getattr__(name: str) -> ModuleType:
    if name in _LAZY:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
