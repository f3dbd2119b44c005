"""Widgets of a game that is played with the user's own tables show those."""

from __future__ import annotations

from pathlib import Path

from gpwlab import gpw, hube
from gpwlab.study import OwnCopy
from gpwlab.widgets import Lab, VariantDesigner
from gpwlab.widgets.hube_timeline import ArrivalTimeline


def test_an_arrival_that_was_removed_is_not_on_the_time_line(tmp_path: Path) -> None:
    row = OwnCopy("hube", tmp_path).rows("arrivals")[0]
    gone = (row["turn"], row["side"], row["edge"], row["item"])
    copy = OwnCopy("hube", tmp_path)
    copy.remove("arrivals", gone)
    counts = [len(ArrivalTimeline(hube.new("kirovograd", overlay=where)).rows()) for where in (None, copy)]
    assert counts[1] == counts[0] - 1


def test_a_saved_game_is_taken_up_with_its_tables(autosaves: Path, tmp_path: Path) -> None:
    own = OwnCopy("gpw", tmp_path / "own")
    own.set("tec", "forest", "shift", "-2")
    lab = Lab(gpw.new("barbarossa", overlay=own))
    path = tmp_path / "a.json"
    lab.game.save(path)
    lab.files.path.value = str(path)
    lab.files._load()
    assert lab.game.charts.tec["forest"].shift == -2


def test_the_designer_changes_the_own_copy(tmp_path: Path) -> None:
    own = OwnCopy("gpw", tmp_path / "own")
    own.set("tec", "forest", "shift", "-2")
    designer = VariantDesigner(game=gpw.new("barbarossa", overlay=own))
    assert designer._edit("tec", ("forest",), "shift", "-1")
    assert designer.rules.edits == {"tec": {("forest",): {"shift": "-1"}}}
