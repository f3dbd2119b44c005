"""Widgets of a game that is played with the user's own tables show those."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gpwlab import DataError, gpw, hube, study
from gpwlab.study import OwnCopy
from gpwlab.widgets import HubeLab, Lab, SimulationView, VariantDesigner
from gpwlab.widgets.hube_timeline import ArrivalTimeline
from tests.own_tables import shown


def test_an_arrival_that_was_removed_is_not_on_the_time_line(tmp_path: Path) -> None:
    row = OwnCopy("hube", tmp_path).rows("arrivals")[0]
    gone = (row["turn"], row["side"], row["edge"], row["item"])
    copy = OwnCopy("hube", tmp_path)
    copy.remove("arrivals", gone)
    counts = [len(ArrivalTimeline(hube.new("kirovograd", overlay=where)).rows()) for where in (None, copy)]
    assert counts[1] == counts[0] - 1


def test_forces_and_essays_of_the_workbook_are_those_of_the_own_copy(tmp_path: Path) -> None:
    own = OwnCopy("hube", tmp_path)
    own.set("kinds", "inf-div", "name", "Grenadiers by my counter")
    own.set("notes", "1", "text", "What my own booklet says.")
    lab = HubeLab(hube.new("kirovograd", overlay=own))
    lab.tabs.turn_to("Forces")
    assert "Grenadiers by my counter" in str(lab.forces.rows)
    assert "What my own booklet says." in "".join(shown(lab.essays))
    other = HubeLab(hube.new("kirovograd"))
    other.tabs.turn_to("Forces")
    assert "Grenadiers by my counter" not in str(other.forces.rows)
    assert "What my own booklet says." not in "".join(shown(other.essays))


def test_an_autosave_is_told_and_recovered_with_the_own_copy(autosaves: Path, tmp_path: Path) -> None:
    own = OwnCopy("gpw", tmp_path / "own")
    own.set("tec", "forest", "shift", "-2")
    first = Lab(gpw.new("barbarossa", overlay=own))
    first.session.attempt("done")
    again = Lab(gpw.new("barbarossa", overlay=own))
    ((text, _number),) = again.autosave.list.options
    assert text.endswith(": turn 1, Axis Rail Movement, 1 action")
    again.autosave.recover.click()
    assert again.game.position == first.game.position
    assert not again.game.read_only
    assert again.game.charts.tec["forest"].shift == -2


def test_the_map_of_simulated_games_is_that_of_the_own_copy(tmp_path: Path) -> None:
    own = OwnCopy("gpw", tmp_path / "own")
    own.set("cities", "Minsk", "lat", "53.91")
    own.set("hexes", "A0101", "in_play", "no")
    assert own.faults() == []
    games = study.simulate("barbarossa", games=1, seed=1, players="random", workers=1, overlay=own)
    plain = study.simulate("barbarossa", games=1, seed=1, players="random", workers=1)
    mine, shipped = (SimulationView(each) for each in (games, plain))
    for view in (mine, shipped):
        view.what.value = "Map by turn"
    assert shipped.picture().count("<title>A0101") == mine.picture().count("<title>A0101") + 1
    shutil.rmtree(own.folder)
    mine.turn.value -= 1
    assert "there is no such folder" in mine.shown.value
    with pytest.raises(DataError, match="there is no such folder"):
        mine.picture()


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
