"""The gpwlab command: what it prints, its exit status, and that no error is a traceback."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gpwlab import cli
from gpwlab.cli import lab
from gpwlab.core.resources import data_dir
from tests.conftest import ROOT


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of one command."""
    try:
        status = cli.main(words)
    except SystemExit as stop:  # argparse
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


# -- odds -----------------------------------------------------------------------------------------------------------

ODDS = ("odds", "gpw", "--attack", "6,8,14", "--defend", "6")


def test_odds_as_json_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *ODDS, "--terrain", "forest", "--river", "all", "--format", "json")
    battle = json.loads(out)
    assert status == 0
    assert battle["column"] == "2:1"  # 28 to 6 is 4:1, one left for the forest, one for the river
    assert set(battle["results"].values()) <= {f"{n}/6" for n in (1, 5)} | {"1/3", "1/2", "2/3", "1"}
    assert all(reason["rule"].startswith("gpw ") for reason in battle["reasons"])


def test_odds_as_text_show_reasons_and_chances(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *ODDS)
    assert status == 0
    assert "(gpw 7.2.B)" in out
    assert "16.7%" in out


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "gpw", "--attack", "six", "--defend", "6"),
        ("odds", "gpw", "--attack", "6", "--defend", "0"),
        ("odds", "gpw", "--attack=-6", "--defend", "6"),
        (*ODDS, "--terrain", "jungle"),
        (*ODDS, "--turn", "99"),
        ("odds", "chess", "--attack", "6", "--defend", "6"),
        ("frobnicate",),
        (),
    ],
)
def test_bad_usage_is_a_message_and_status_2(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert err.strip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("odds", "gpw", "--attack", "8,8,x", "--defend", "6"),
            "gpwlab odds: error: argument --attack: 'x' is no whole",
        ),
        (("odds", "gpw", "--attack", "8", "--defend", "six"), "argument --defend: 'six' is no whole number"),
        ((*ODDS, "--terrain", "forrest"), "unknown forrest: perhaps forest or fortress; it is one of city"),
        ((*ODDS, "--fast"), "gpwlab odds: error: unrecognized arguments: --fast"),
        (("data", "check", "tables", "--fast"), "gpwlab data check: error: unrecognized arguments: --fast"),
        (("play", "gpw", "barbarossa", "--actions", "no/moves.txt"), "gpwlab: no/moves.txt: No such file or directory"),
        (("play", "gpw", "standard", "--bots"), "'standard' is a scenario of sfs: sfs.new('standard') begins it"),
        (("play", "gpw", "barbarosa", "--bots"), "there is no scenario 'barbarosa'; perhaps barbarossa"),
        (("simulate", "gpw", "Redsquare"), "no scenario 'Redsquare' to simulate; perhaps red-square"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_slip_is_told_in_plain_words_that_name_it(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert said in err
    assert "Errno" not in err


# -- play -----------------------------------------------------------------------------------------------------------

THROUGH_THE_FIRST_PHASES = """
# Nothing arrives on turn 1 and the Axis has no rail movement yet.
done
done   # ... and the panzers come next
"""


@pytest.fixture
def actions(tmp_path: Path) -> Path:
    file = tmp_path / "moves.txt"
    file.write_text(THROUGH_THE_FIRST_PHASES)
    return file


def test_play_prints_events_and_where_it_stands(capsys: pytest.CaptureFixture[str], actions: Path) -> None:
    status, out, err = run(capsys, "play", "gpw", "barbarossa", "--actions", str(actions), "--seed", "7")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "Turn 1 (Jun 1941): Axis Panzer Movement Phase"


def test_play_as_json_is_one_event_a_line(capsys: pytest.CaptureFixture[str], actions: Path) -> None:
    status, out, _ = run(capsys, "play", "gpw", "barbarossa", "--actions", str(actions), "--format", "json")
    events = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert events
    assert all({"kind", "text", "rule"} <= set(event) for event in events)


def test_play_stops_at_a_refused_action(capsys: pytest.CaptureFixture[str], actions: Path) -> None:
    actions.write_text(THROUGH_THE_FIRST_PHASES + "resolve B1407\ndone\n")
    status, out, err = run(capsys, "play", "gpw", "barbarossa", "--actions", str(actions))
    first, *reasons = err.splitlines()
    assert status == 1
    assert first == f"{actions}:5: refused: resolve B1407"
    assert reasons
    assert all("(gpw " in reason for reason in reasons)
    assert "Combat" not in out


@pytest.mark.parametrize("action", ["dance", "move ax-pz-999 B1407", "move ax-pz-56 Z9999"])
def test_play_names_the_line_of_what_it_cannot_read(
    capsys: pytest.CaptureFixture[str], actions: Path, action: str
) -> None:
    actions.write_text(f"done\n{action}\n")
    status, _, err = run(capsys, "play", "gpw", "barbarossa", "--actions", str(actions))
    assert status == 2
    assert err.startswith(f"gpwlab: {actions}:2: ")


def test_play_of_a_file_that_is_no_text_names_it(capsys: pytest.CaptureFixture[str], actions: Path) -> None:
    actions.write_bytes(b"done\n\xff\xfe")
    status, out, err = run(capsys, "play", "gpw", "barbarossa", "--actions", str(actions))
    assert (status, out, err) == (2, "", f"gpwlab: {actions}: no file of actions: it is not UTF-8 text\n")


def test_play_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("done\n"))
    status, out, _ = run(capsys, "play", "gpw", "barbarossa", "--actions", "-")
    assert status == 0
    assert out.splitlines()[-1] == "Turn 1 (Jun 1941): Axis Rail Movement Phase"


@pytest.mark.parametrize(
    ("scenario", "file"), [("overlord", "moves.txt"), ("barbarossa", "nowhere.txt")], ids=["scenario", "file"]
)
def test_play_names_what_does_not_exist(
    capsys: pytest.CaptureFixture[str], actions: Path, scenario: str, file: str
) -> None:
    status, out, err = run(capsys, "play", "gpw", scenario, "--actions", str(actions.with_name(file)))
    assert (status, out) == (2, "")
    assert (scenario if scenario == "overlord" else file) in err


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_help_says_why_hubes_pocket_is_not_played(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, _, err = run(capsys, command, "hube", "korsun")
    assert (status, "hube" in err) == (2, True)
    _, told, _ = run(capsys, command, "--help")
    assert "Hube's Pocket (hube) is not" in " ".join(told.split()).replace("Why ", "")


# -- coverage -------------------------------------------------------------------------------------------------------


def test_coverage_as_csv_has_every_rule_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "coverage", "--format", "csv", "--game", "gpw")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (status, err) == (0, "")
    assert list(rows[0]) == ["game", "section", "paragraph", "status", "where", "tests"]
    assert len(rows) == 722
    assert {row["status"] for row in rows} <= {"implemented", "shown", "narrative", "missing"}


def test_coverage_as_text_ends_with_the_sums(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "coverage")
    sums = dict(line.split(": ") for line in out.splitlines()[-4:-1])
    assert list(sums) == ["gpw", "hube", "sfs"]
    assert all(re.search(r"\b\d+ missing\b", line) for line in sums.values())  # 0 is said, too


def test_coverage_explains_every_state_that_it_prints(capsys: pytest.CaptureFixture[str]) -> None:
    _, told, _ = run(capsys, "coverage", "--help")
    _, out, _ = run(capsys, "coverage")
    states = {word for line in out.splitlines()[-4:-1] for word in re.findall(r"\d+ (\w+)", line)}
    assert states >= {"implemented", "shown", "narrative", "missing"}
    assert all(re.search(rf"^  {state} ", told, re.MULTILINE) for state in states)


# -- data check -----------------------------------------------------------------------------------------------------


def test_data_check_is_quiet_about_the_shipped_tables(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "data", "check", str(data_dir() / "gpw"))
    assert (status, err) == (0, "")
    assert "crt" in out


def test_data_check_names_file_line_and_column(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    header, first, *rest = (data_dir() / "gpw" / "crt.csv").read_text("utf-8").splitlines()
    own = tmp_path / "crt.csv"
    own.write_text("\n".join([header, "9" + first[1:], *rest]) + "\n", "utf-8")
    status, out, err = run(capsys, "data", "check", str(tmp_path))
    assert (status, out) == (2, "")
    assert f"{own}, line 2, column column" in err


def test_data_check_of_no_folder_is_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, err = run(capsys, "data", "check", str(tmp_path / "nowhere"))
    assert status == 2
    assert "nowhere" in err


# -- lab ------------------------------------------------------------------------------------------------------------


def test_lab_leaves_jupyters_options_to_jupyter() -> None:
    assert lab.split(["lab", "mine", "--no-browser", "--port", "9000"]) == (
        ["lab", "mine"],
        ["--no-browser", "--port", "9000"],
    )
    assert lab.split(["lab", "--", "--help-all"]) == (["lab"], ["--help-all"])
    assert lab.split(["lab", "--help"]) == (["lab", "--help"], [])
    assert lab.split(["coverage", "--game", "gpw"]) == (["coverage", "--game", "gpw"], [])


@pytest.mark.skipif(os.name == "nt", reason="there JupyterLab runs as a child")
def test_lab_opens_the_notebooks_of_a_checkout_in_place(started: list[list[str]]) -> None:
    cli.main(["lab", "--no-browser"])
    assert f"--ServerApp.root_dir={ROOT / 'notebooks'}" in started[0]
    assert f"--LabApp.default_url=/lab/tree/{lab.TOUR}" in started[0]
    assert started[0][-1] == "--no-browser"
    assert "labconfig" in os.listdir(lab.os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0])


@pytest.mark.skipif(os.name == "nt", reason="there JupyterLab runs as a child")
def test_lab_of_a_wheel_copies_the_notebooks(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lab, "checkout", lambda: None)
    monkeypatch.chdir(tmp_path)
    cli.main(["lab"])
    assert f"--ServerApp.root_dir={tmp_path / lab.DEFAULT_COPY}" in started[0]
    assert (tmp_path / lab.DEFAULT_COPY / lab.TOUR).is_file()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--ip=0.0.0.0"], "other computers"),
        (["--ip", "0.0.0.0"], "other computers"),
        (["--ServerApp.ip=*"], "other computers"),
        (["--ip="], "other computers"),
        (["--IdentityProvider.token="], "without a token"),
        (["--ServerApp.token", ""], "without a token"),
        (["--ServerApp.allow_unauthenticated_access=True"], "without a token"),
        (["--ip=127.0.0.1"], ""),
        (["--ip", "localhost", "--port=9000", "--no-browser", "--IdentityProvider.token=abc"], ""),
    ],
)
def test_lab_warns_of_options_that_let_others_in(
    options: list[str], told: str, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["lab", *options])
    assert started[0][-len(options) :] == options  # they are the user's to give
    err = capsys.readouterr().err
    assert told in err if told else err == ""


def test_lab_into_a_folder_that_cannot_be_is_told(
    tmp_path: Path, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert cli.main(["lab", str(tmp_path / "file" / "mine")]) == 2
    assert cli.main(["lab", str(tmp_path / "file")]) == 2
    assert "file" in capsys.readouterr().err
    assert started == []


def test_a_copy_that_the_disk_refuses_is_whole_next_time(
    tmp_path: Path, started: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real, left = os.fsync, iter(range(3))

    def full(handle: int) -> None:
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert cli.main(["lab", str(tmp_path / "mine")]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert cli.main(["lab", str(tmp_path / "mine")]) != 2
    assert capsys.readouterr().err == ""  # nothing counts as changed by its owner
    assert (tmp_path / "mine" / lab.TOUR).is_file()


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff", b"[" * 9999])
def test_a_damaged_record_of_copies_is_named(
    content: bytes, tmp_path: Path, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / lab.RECORD).write_bytes(content)
    assert cli.main(["lab", str(tmp_path)]) == 2
    assert f"{lab.RECORD}: not the record of which notebooks were copied; delete it" in capsys.readouterr().err


def test_lab_keeps_token_and_loopback_and_says_root_only_to_root(tmp_path: Path) -> None:
    user, root = (lab.lab_command(tmp_path, "/lab/tree/mine.ipynb", [], as_root=flag) for flag in (False, True))
    assert set(root) - set(user) == {"--allow-root"}
    assert "--LabApp.default_url=/lab/tree/mine.ipynb" in user
    options = [word.partition("=")[0] for word in root[3:]]
    assert options == ["--ServerApp.root_dir", "--LabApp.default_url", "--allow-root"]


def test_copies_that_were_changed_are_kept_and_others_renewed(tmp_path: Path) -> None:
    shipped, mine = tmp_path / "shipped", tmp_path / "mine"
    (shipped / "images").mkdir(parents=True)
    for name in ("a.ipynb", "b.ipynb", "images/c.png"):
        (shipped / name).write_text("one")
    assert lab.copy_notebooks(shipped, mine) == []
    (mine / "a.ipynb").write_text("my own")
    for name in ("a.ipynb", "b.ipynb", "images/c.png"):
        (shipped / name).write_text("two")
    assert lab.copy_notebooks(shipped, mine) == ["a.ipynb"]
    assert [(mine / name).read_text() for name in ("a.ipynb", "b.ipynb", "images/c.png")] == ["my own", "two", "two"]


def test_a_file_that_was_there_before_is_kept(tmp_path: Path) -> None:
    shipped, mine = tmp_path / "shipped", tmp_path / "mine"
    for folder, text in ((shipped, "shipped"), (mine, "my own")):
        folder.mkdir()
        (folder / "a.ipynb").write_text(text)
    assert lab.copy_notebooks(shipped, mine) == ["a.ipynb"]
    assert (mine / "a.ipynb").read_text() == "my own"


# -- the process ----------------------------------------------------------------------------------------------------


def test_module_runs_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "gpwlab", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("gpwlab 0.")


@pytest.mark.skipif(os.name == "nt", reason="no pipes of this kind")
def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"'{sys.executable}' -m gpwlab coverage | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
