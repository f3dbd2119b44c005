"""Autosave after every action, and what a lab that is started again offers."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from gpwlab import gpw
from gpwlab.core.errors import DataError
from gpwlab.widgets import Lab
from gpwlab.widgets.autosave import SUFFIX, folder


def files(where: Path) -> list[Path]:
    return sorted(where.glob(f"*{SUFFIX}"))


def offered(lab: Lab) -> list[str]:
    return [text for text, _number in lab.autosave.list.options]


def test_autosaves_belong_in_the_users_data_folder() -> None:
    assert folder().name == "autosave"


def test_every_action_is_saved_and_nothing_before_the_first(lab: Lab, autosaves: Path) -> None:
    assert not autosaves.exists()
    lab.session.attempt("move ax-pz-47 B1712")
    (path,) = files(autosaves)
    assert gpw.load(path).position == lab.game.position
    lab.stepper.undo.click()
    assert files(autosaves) == [path]
    assert gpw.load(path).position == lab.game.position
    assert gpw.load(path).undone == 1


def test_a_lab_started_again_offers_the_game_and_recovers_it_whole(lab: Lab, autosaves: Path) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    lab.session.attempt("move ax-inf-7 B1713")
    lab.stepper.undo.click()
    again = Lab("barbarossa")
    assert again.autosave.layout.display is None
    saved = datetime.fromtimestamp(files(autosaves)[0].stat().st_mtime)
    assert f"{saved:%Y-%m-%d %H:%M}: turn 1, Axis Panzer Movement, 3 actions" in again.autosave.told.value
    again.autosave.recover.click()
    assert again.game.position == lab.game.position
    assert again.game.undone == 1
    assert again.autosave.layout.display == "none"
    assert len(files(autosaves)) == 1
    assert len(files(autosaves / "old")) == 1
    again.session.attempt("move ax-inf-7 B1713")
    assert gpw.load(files(autosaves)[0]).position == again.game.position


def test_dismissed_autosave_is_put_away_not_deleted(lab: Lab, autosaves: Path) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    again = Lab("barbarossa")
    again.autosave.dismiss.click()
    assert again.autosave.layout.display == "none"
    assert files(autosaves) == []
    assert gpw.load(files(autosaves / "old")[0]).position == lab.game.position
    assert Lab("barbarossa").autosave.layout.display == "none"


def test_what_the_game_on_the_table_has_is_not_offered(lab: Lab) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    assert Lab(lab.game.fork()).autosave.layout.display == "none"
    other = gpw.new("barbarossa", seed=5)
    for action in lab.game.actions:
        other.do(action)
    assert Lab(other).autosave.layout.display is None


def test_several_are_listed_the_newest_first(lab: Lab) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    second = Lab("barbarossa")
    second.stepper.next.click()
    third = Lab("barbarossa")
    assert [text.partition(": ")[2] for text in offered(third)] == [
        "turn 1, Axis Rail Movement, 1 action",
        "turn 1, Axis Panzer Movement, 3 actions",
    ]
    third.autosave.list.value = 1
    third.autosave.recover.click()
    assert third.game.position == lab.game.position


def test_a_damaged_autosave_is_named_and_refused(lab: Lab, autosaves: Path) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    (path,) = files(autosaves)
    path.write_bytes(path.read_bytes()[:-40])
    again = Lab("barbarossa")
    assert "cannot be read" in again.autosave.told.value
    again.autosave.recover.click()
    assert "not JSON" in again.said.value
    assert again.game.cursor == 0
    again.autosave.dismiss.click()
    assert again.autosave.layout.display == "none"


def test_a_loaded_game_does_not_overwrite_the_autosave_of_the_one_before(lab: Lab, autosaves: Path) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    before = lab.game.position
    lab.session.replace(gpw.new("barbarossa", seed=9))
    lab.stepper.next.click()
    assert len(files(autosaves)) == 2
    assert before in [gpw.load(path).position for path in files(autosaves)]


def test_play_goes_on_when_the_disk_refuses(lab: Lab, autosaves: Path) -> None:
    autosaves.write_text("a file where the folder should be")
    lab.session.attempt("move ax-pz-47 B1712")
    assert lab.game.unit_at("B1712") == ["ax-pz-47"]
    assert "47 PZ moves" in lab.said.value  # what happened is still told
    assert "The autosave failed" in lab.said.value


def full(*_arguments: object) -> None:
    raise OSError(28, "No space left on device")


def test_when_there_is_room_again_the_whole_game_is_saved(
    lab: Lab, autosaves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    (path,) = files(autosaves)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        lab.session.attempt("move ax-inf-7 B1713")
        assert "The autosave failed.</b> " in lab.said.value
        assert "No space left on device. It is tried again after every action." in lab.said.value
        assert path.read_bytes() == before
    lab.stepper.next.click()
    assert "autosave" not in lab.said.value
    assert [file.name for file in autosaves.iterdir()] == [path.name]
    assert gpw.load(path).position == lab.game.position


def test_a_recovered_game_that_cannot_be_saved_leaves_its_old_file(
    lab: Lab, autosaves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    before = files(autosaves)
    again = Lab("barbarossa")
    monkeypatch.setattr("os.fsync", full)
    again.autosave.recover.click()
    assert again.game.position == lab.game.position
    assert files(autosaves) == before
    assert "Recovered" in again.said.value
    assert "The autosave failed" in again.said.value


@pytest.mark.parametrize("scenario", ["barbarossa", "red-square", "korsun"])
def test_a_widget_that_fails_loses_no_action(scenario: str, autosaves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lab = Lab(scenario)

    def broken(*_arguments: object) -> None:
        raise RuntimeError("a widget that fails")

    monkeypatch.setattr(lab.map, "refresh", broken)
    monkeypatch.setattr(lab.stepper, "refresh", broken)
    with pytest.raises(RuntimeError, match="a widget that fails"):
        lab.session.attempt(next(iter(lab.game.legal)))
    (path,) = files(autosaves)
    assert type(lab.game).__name__ == "Game"
    assert lab.game.cursor == 1
    assert json.loads(path.read_text())["cursor"] == 1


def test_two_labs_with_one_autosave_on_offer_keep_both_games(lab: Lab, autosaves: Path) -> None:
    """Another notebook takes up the game of one that still runs: each goes on in a file of its own."""
    lab.session.attempt("move ax-pz-47 B1712")
    one, two = Lab("barbarossa"), Lab("barbarossa")
    one.autosave.recover.click()
    two.autosave.recover.click()
    assert "No such file" in two.said.value
    two.autosave.dismiss.click()
    assert "another lab has taken it up or put it away" in two.said.value
    two.autosave.recover.click()  # now the one that is there is offered
    assert two.game.position == one.game.position
    lab.session.attempt("move ax-inf-7 B1713")
    one.stepper.undo.click()
    two.stepper.next.click()
    kept = [gpw.load(path).position for path in files(autosaves)]
    assert {lab.game.position, one.game.position, two.game.position} <= set(kept)


def test_a_file_that_goes_while_it_is_listed_is_said_so(
    lab: Lab, autosaves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "glob", lambda _folder, _pattern: [autosaves / f"barbarossa.gone{SUFFIX}"])
    assert "cannot be read" in Lab("barbarossa").autosave.told.value


CHILD = """
import os, signal, sys
from datetime import datetime
from pathlib import Path
from gpwlab import gpw
from gpwlab.widgets import autosave
autosave.folder = lambda: Path(sys.argv[1])
from gpwlab.widgets import Lab
lab = Lab("barbarossa")
while True:  # until it is killed in the middle of whatever it does
    lab.stepper.next.click()
    print(lab.game.cursor, flush=True)
    lab.stepper.undo.click()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_process_killed_while_it_saves_leaves_a_whole_file(autosaves: Path) -> None:
    autosaves.mkdir()
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(autosaves)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for _ in range(12):
        assert child.stdout.readline()
    child.kill()
    child.wait(timeout=20)
    lab = Lab("barbarossa")
    lab.autosave.recover.click()
    assert lab.game.cursor + lab.game.undone == 1
    assert lab.game.read_only == ""


def test_half_a_file_is_no_autosave(autosaves: Path, lab: Lab) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    (path,) = files(autosaves)
    (autosaves / f".{path.name}.x1").write_bytes(path.read_bytes()[:100])
    assert len(offered(Lab("barbarossa"))) == 1
    with pytest.raises(DataError):
        gpw.load(autosaves / f".{path.name}.x1")
