"""What is kept of tables: of the folder of an editor, which changes with every click, only the last states."""

from __future__ import annotations

import gc
import inspect
import os
import sys
import weakref
from pathlib import Path
from typing import Any

import gpwlab.gpw  # every game, study and widget is looked at
import gpwlab.hube
import gpwlab.widgets  # noqa: F401
from gpwlab import sfs
from gpwlab.core import shelf
from gpwlab.study import OwnCopy

#: What there is one of for each state of a folder, by the names of the types.
MANY = ("Stamp", "Board", "World", "Position", "Game", "Reader", "Path")


def test_no_cache_keeps_every_state_of_a_folder() -> None:
    found = {
        f"{name}.{function.__name__}": function
        for name, module in list(sys.modules.items())
        if name.startswith("gpwlab.")
        for function in vars(module).values()
        if hasattr(function, "cache_parameters") and function.__module__ == name
    }
    assert "gpwlab.gpw.worlds._world" in found
    endless = [name for name, function in found.items() if function.cache_parameters()["maxsize"] is None]
    assert [name for name in endless if _takes_many(found[name])] == []


def _takes_many(function: Any) -> bool:
    told = [str(parameter.annotation) for parameter in inspect.signature(function).parameters.values()]
    return any(word in text for text in told for word in MANY)


def test_the_worlds_of_old_states_go(tmp_path: Path) -> None:
    copy = OwnCopy("sfs", tmp_path)
    copy.set("scenarios", "standard", "title", "As on my box")
    old = weakref.ref(sfs.new("standard", overlay=copy)._pos.world.board)
    assert sfs.new("standard", overlay=copy)._pos.world.board is old()  # while nothing changes it is kept
    for second in range(shelf.MOST_WORLDS):
        os.utime(tmp_path / "scenarios.csv", (second, second))
        sfs.new("standard", overlay=copy)
    gc.collect()
    assert old() is None
