"""``gpwlab export``: a save of each game as report, tables and maps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from gpwlab import gpw, hube, sfs, study
from gpwlab.cli import main

GAMES = {"gpw": (gpw, "barbarossa"), "hube": (hube, "kirovograd"), "sfs": (sfs, "red-square")}


@pytest.mark.parametrize("system", GAMES)
def test_a_save_becomes_files(system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module, scenario = GAMES[system]
    game: Any = module.new(scenario, seed=4)
    game.play()
    save = tmp_path / "game.json"
    game.save(save)
    names = {"report": "r.html", "log": "log.parquet", "oob": "oob.xlsx", "geojson": "m.geojson", "map": "m.svg"}
    words = [part for name, file in names.items() for part in (f"--{name}", str(tmp_path / file))]
    assert main(["export", str(save), *words]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / file) for file in names.values()]
    assert f"Still being fought: {game.phase}" in (tmp_path / "r.html").read_text("utf-8")
    log = study.read_table(tmp_path / "log.parquet")
    assert log["text"].tolist() == game.log["text"].tolist()
    assert log.attrs["seed"] == 4
    assert pd.read_excel(tmp_path / "oob.xlsx")["unit"].isin(game.units["unit"]).all()
    assert json.loads((tmp_path / "m.geojson").read_text("utf-8"))["gpwlab"]["system"] == system
    assert (tmp_path / "m.svg").read_text("utf-8").startswith("<svg")


def test_what_a_side_may_not_know_is_left_out(tmp_path: Path) -> None:
    game = sfs.new("red-square", seed=4)
    save = tmp_path / "game.json"
    game.save(save)
    assert main(["export", str(save), "--side", "German", "--oob", str(tmp_path / "o.parquet")]) == 0
    table = study.read_table(tmp_path / "o.parquet")
    soviet = table[table["side"] == "Soviet"]
    assert len(soviet)
    assert soviet["strength"].isna().all()
    assert "seed" not in table.attrs  # it tells every die, and what is hidden


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--log", "x.pdf"], "--log writes .csv, .xlsx, .parquet, not '.pdf'"),
        (["--map", "x.gif", "--log", "x.csv"], "--map writes .svg, .png, not '.gif'"),
        ([], "nothing to write"),
        (["--vassal", "x.zip"], "--vassal writes .vmod, not '.zip'"),
        (["--side", "German", "--report", "x.html"], "a report tells everything"),
        (["--side", "German", "--vassal", "x.vmod"], "a VASSAL module tells everything: leave out --side, or --vassal"),
        (["--side", "Polish", "--log", "x.csv"], "Polish"),
        (["--geojson", "game.json"], "--geojson game.json is the save itself"),
        (["--geojson", "./game.json"], "is the save itself"),
        (["--log", "x.csv", "--oob", "./x.csv"], "--oob x.csv is also the file of --log"),
    ],
)
def test_wrong_words_write_nothing(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    sfs.new("red-square").save("game.json")
    assert main(["export", "game.json", *words]) == 2
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_what_is_no_save_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.json").write_text("{}")
    assert main(["export", str(tmp_path / "x.json"), "--log", str(tmp_path / "x.csv")]) == 2
    assert "no save of gpwlab" in capsys.readouterr().err


def test_a_reader_at_a_terminal_is_told_what_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save, log, forces = tmp_path / "game.json", tmp_path / "log.csv", tmp_path / "oob.csv"
    gpw.new("barbarossa", seed=4).save(save)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["export", str(save), "--log", str(log), "--oob", str(forces)]) == 0
    told = capsys.readouterr()
    assert told.err.splitlines() == [f"0 of 2 files; writing {log} ...", f"1 of 2 files; writing {forces} ..."]
    assert told.out.split() == [str(log), str(forces)]
