"""What a reader takes away: log, game, map, cells."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest

from gpwlab import gpw
from gpwlab.widgets import Lab
from gpwlab.widgets.files import notebook
from gpwlab.widgets.handout import Handout


def asked(handout: Handout, key: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the page is sent when a button is pressed."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(handout, "send", sent.append)
    handout._handle_custom_msg({"kind": "want", "key": key}, [])
    (message,) = sent
    return message


def test_log_is_a_csv_of_every_event(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    message = asked(lab.export.handout, "log", monkeypatch)
    rows = list(csv.DictReader(io.StringIO(message["text"])))
    assert message["name"] == "barbarossa-turn1-axis-panzer-movement-3.log.csv"
    assert [row["text"] for row in rows] == lab.game.log["text"].tolist()
    assert rows[-1]["rule"].startswith("gpw 5")


def test_game_is_the_save(lab: Lab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    message = asked(lab.export.handout, "game", monkeypatch)
    (tmp_path / message["name"]).write_text(message["text"], encoding="utf-8", newline="")
    assert gpw.load(tmp_path / message["name"]).position == lab.game.position


def test_map_has_the_theme_the_overlays_and_the_region(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = asked(lab.export.handout, "svg", monkeypatch)
    assert plain["mime"] == "image/svg+xml"
    ElementTree.fromstring(plain["text"])
    lab.map.show = ("zoc",)
    lab.map.theme = "lamp"
    assert "zones of control" in asked(lab.export.handout, "svg", monkeypatch)["text"]
    lab.export.region.label = "the whole map"
    picture = asked(lab.export.handout, "png", monkeypatch)
    assert (picture["kind"], picture["name"][-4:]) == ("picture", ".png")
    assert picture["text"] == str(lab.game.picture(show=("zoc",), region="all", theme="lamp", width=1600))


def test_cells_are_the_script_and_follow_while_they_are_seen(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lab.cells.code.value == ""
    lab.tabs.turn_to("Tools")
    assert lab.cells.code.value == lab.game.script()
    lab.session.attempt("move ax-pz-47 B1712")
    assert 'game.do("move ax-pz-47 B1712")' in lab.cells.code.value
    message = asked(lab.cells.handout, "copy", monkeypatch)
    assert (message["kind"], message["text"]) == ("copy", lab.game.script())


def test_notebook_has_a_cell_a_phase_that_runs(lab: Lab) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    lab.stepper.next.click()
    made = nbformat.reads(notebook(lab.game), as_version=4)
    nbformat.validate(made)
    assert [cell.source.splitlines()[0] for cell in made.cells] == [
        "from gpwlab import gpw",
        "# Turn 1 (Jun 1941): Axis Reinforcement/Replacement Phase",
        "# Turn 1 (Jun 1941): Axis Panzer Movement Phase",
    ]
    names: dict[str, Any] = {}
    for cell in made.cells:
        exec(cell.source, names)
    assert names["game"].position == lab.game.position


def test_what_cannot_be_made_is_said(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.export.show = ("nonsense",)
    assert asked(lab.export.handout, "svg", monkeypatch) == {"kind": "failed"}
    assert "nonsense" in lab.said.value


def test_script_is_its_own_text_twin(lab: Lab) -> None:
    assert lab.cells._repr_mimebundle_()["text/plain"] == lab.game.script()
    assert json.loads(notebook(lab.game))["nbformat"] == 4


def test_two_labs_on_one_save_keep_both_and_say_so(lab: Lab, tmp_path: Path) -> None:
    path = tmp_path / "war.gpw.json"
    other = Lab(lab.game.fork())
    for one in (lab, other):
        one.files.path.value = str(path)
    lab.session.attempt("move ax-pz-47 B1712")
    other.session.attempt("move ax-inf-7 B1713")
    lab.files.save.click()
    assert "Another game" not in lab.said.value
    other.files.save.click()
    kept = tmp_path / "war.gpw.kept-1.json"
    assert f"It is kept as <code>{kept}</code>" in other.said.value
    assert gpw.load(kept).position == lab.game.position
    assert gpw.load(path).position == other.game.position
    other.files.save.click()
    assert "Another game" not in other.said.value


def test_a_save_that_cannot_be_written_is_said(lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.files.path.value = str(tmp_path / "<b>no</b>" / "war.json")
    lab.files.save.click()
    assert "&lt;b&gt;no&lt;/b&gt;/war.json: the file cannot be written: No such file or directory" in lab.said.value
    assert "<b>no</b>" not in lab.said.value


def test_the_name_of_a_house_cannot_become_a_cell(lab: Lab) -> None:
    """A comment that ends would let the rest of the name run."""
    name = "Mud\nprint('ran')\r\u2028import os"
    game = gpw.new("barbarossa", gpw.house(name, tables={"tec": {("swamp",): {"foot_mp": "4"}}}))
    assert "# rules: the house variant Mud print('ran') import os" in game.script().splitlines()
    assert not [line for line in game.script().splitlines() if line.startswith(("print", "import os"))]


def test_the_name_of_a_kept_line_is_text(lab: Lab) -> None:
    lab.lines.keep(lab.game.fork(), "<img src=x>")
    lab.lines.swap.click()
    assert "1: &lt;img src=x&gt;" in lab.said.value
    assert "<img" not in lab.said.value
