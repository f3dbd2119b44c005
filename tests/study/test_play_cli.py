"""``gpwlab play --bots`` and ``gpwlab simulate``."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from gpwlab import gpw, study
from gpwlab.cli import main
from gpwlab.study import players


def test_bots_play_to_the_end_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "gpw", "barbarossa", "--bots", "cautious,aggressive", "--seed", "7", "--format", "json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    game = gpw.new("barbarossa", seed=7)
    players.play_out(game, players.pair(("cautious", "aggressive"), game, 7))
    assert events[-1] == {"kind": "winner", "result": game.winner.winner, "text": str(game.winner)}
    assert len(events) - 1 == sum(len(entry.events) for entry in game._journal.kept)


def test_a_game_of_bots_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "war.gpw.json"
    assert main(["play", "gpw", "barbarossa", "--bots", "random", "--seed", "3", "--save", str(path)]) == 0
    kept = gpw.load(path)
    assert capsys.readouterr().out.splitlines()[-1] == str(kept.winner)


def test_rules_are_taken_and_named_where_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "sfs", "red-square", "--bots", "random", "--seed", "2"]) == 0
    assert "(sfs 11.2.2.5" in capsys.readouterr().out.splitlines()[-1]
    assert main(["play", "gpw", "barbarossa", "--bots"]) == 0
    alone = capsys.readouterr().out
    assert main(["play", "gpw", "barbarossa", "--bots", "cautious"]) == 0
    assert capsys.readouterr().out == alone
    assert main(["play", "gpw", "barbarossa", "--bots", "cautious", "--rules", "99.9"]) == 2
    assert "99.9" in capsys.readouterr().err
    assert main(["play", "gpw", "barbarossa", "--bots", "napoleon"]) == 2
    assert "napoleon" in capsys.readouterr().err


def test_a_simulation_prints_shares_or_a_line_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    line = f"simulate sfs red-square --games 3 --workers 1 --seed 5 --bots aggressive,cautious --out {out}"
    assert main(line.split()) == 0
    text = capsys.readouterr().out
    games = study.read_games(out)
    won = int((games["winner"] == "Soviet").sum())
    assert f"Soviet wins {won} of 3: {won / 3:.0%} [" in text
    assert main([*line.split(), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["winner"] for row in rows] == list(games["winner"])
    assert main([*line.split(), "--format", "json"]) == 0
    assert [json.loads(row)["seed"] for row in capsys.readouterr().out.splitlines()] == [5, 6, 7]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("simulate gpw standard", "standard"),
        ("simulate gpw barbarossa --games 0", "at least one game"),
        ("simulate gpw barbarossa --rules 77.7 --games 1", "77.7"),
        ("simulate gpw barbarossa --bots nobody --games 1", "nobody"),
    ],
)
def test_bad_input_is_a_message(words: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert named in capsys.readouterr().err
