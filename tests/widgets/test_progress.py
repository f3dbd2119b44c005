from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpwlab import gpw, hube, sfs, study
from gpwlab.study import Progress, players
from gpwlab.study.progress import Told
from gpwlab.widgets import ProgressBar, WeatherOdds, save_chart
from gpwlab.widgets.files import ExportBox


def test_the_bar_appears_with_the_first_game_and_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []
    monkeypatch.setattr("gpwlab.widgets.progress.display", shown.append)
    bar = ProgressBar("<b>two</b>")
    assert shown == []
    values: list[int] = []
    bar.bar.observe(lambda change: values.append(change["new"]), names="value")
    frame = study.simulate("barbarossa", games=2, seed=1, players="random", workers=1, progress=bar)
    assert len(frame) == 2
    assert shown == [bar]
    assert values == [1, 2]
    assert (bar.bar.max, bar.bar.bar_style) == (2, "success")
    assert "&lt;b&gt;two&lt;/b&gt;: 2 of 2 games" in bar.text.value


def test_time_left_is_told_while_games_are_open() -> None:
    bar = ProgressBar()
    bar._seen = True
    bar(study.Progress(1, 4, 10.0, 30.0))
    assert "1 of 4 games in 10 s, 30 s left" in bar.text.value
    assert bar.bar.bar_style == ""


class Kernel:
    """What a notebook's shell has, as far as a bar asks."""

    kernel = object()
    execution_count = 1


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[ProgressBar]:
    """The bars that a notebook shows of its own accord, where everything takes long."""
    found: list[ProgressBar] = []
    monkeypatch.setattr("gpwlab.widgets.progress.get_ipython", Kernel)
    monkeypatch.setattr("gpwlab.widgets.progress.display", found.append)
    monkeypatch.setattr("gpwlab.study.progress.SHORT", 0.0)
    return found


def told(call: Callable[[Told], object]) -> list[tuple[int, int, str]]:
    heard: list[Progress] = []
    call(heard.append)
    return [(progress.done, progress.games, progress.unit) for progress in heard]


@pytest.mark.parametrize("make", [gpw.new, sfs.new, hube.new])
def test_a_report_tells_turn_by_turn_how_far_it_is(make: Any, tmp_path: Path) -> None:
    game = make({gpw.new: "barbarossa", sfs.new: "standard", hube.new: "kirovograd"}[make], seed=2)
    sides = players.pair(("random", "random"), game, 2)
    while game.phase.turn < 3:
        players.step(game, sides)
    heard = told(lambda progress: study.report(game, tmp_path / "war.html", progress))
    # three turns, how it began, the maps and the page
    assert heard == [(n, 6, "parts") for n in range(7)]


def test_pictures_charts_and_tables_tell_how_far_they_are(tmp_path: Path) -> None:
    game = gpw.new("barbarossa")
    card, log = WeatherOdds(game), game.log
    one = [(0, 1, "pictures"), (1, 1, "pictures")]
    assert told(lambda progress: study.save_picture(game.picture(), tmp_path / "map.svg", progress=progress)) == one
    assert told(lambda progress: save_chart(card, tmp_path / "odds.png", 1, progress)) == one
    sheets = {"a": log, "b": log}
    heard = told(lambda progress: study.export(sheets, tmp_path / "game.xlsx", game, progress))
    assert heard == [(n, 3, "parts") for n in range(4)]
    heard = told(lambda progress: study.export(log, tmp_path / "log.csv", game, progress))
    assert heard == [(0, 1, "parts"), (1, 1, "parts")]


def test_a_notebook_shows_a_bar_of_what_takes_long(bars: list[ProgressBar], tmp_path: Path) -> None:
    game = gpw.new("barbarossa")
    study.report(game, tmp_path / "war.html")
    (bar,) = bars
    assert bar.text.value.startswith('<span role="status">report: 4 of 4 parts in ')
    assert (bar.bar.value, bar.bar.bar_style) == (4, "success")
    study.save_picture("<svg>" + " " * 300_000 + "</svg>", tmp_path / "map.svg")
    assert len(bars) == 1  # an SVG is only written
    study.simulate("red-square", games=2, seed=1, players="random", workers=1)
    assert [bar.what for bar in bars] == ["report", "simulation"]


def test_the_png_of_a_map_shows_a_bar_before_it_is_painted(
    bars: list[ProgressBar], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    monkeypatch.setattr("gpwlab.study.pictures.png", lambda _svg, _scale: seen.append(len(bars)) or b"")
    save_chart("<svg>" + " " * 300_000 + "</svg>", tmp_path / "map.png")
    assert seen == [1]
    save_chart("<svg></svg>", tmp_path / "small.png")
    assert seen == [1, 1]


def test_what_is_short_or_outside_a_notebook_shows_none(
    bars: list[ProgressBar], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpwlab.study.progress.SHORT", 1000.0)
    study.report(gpw.new("barbarossa"), tmp_path / "war.html")
    monkeypatch.setattr("gpwlab.study.progress.SHORT", 0.0)
    monkeypatch.setattr("gpwlab.widgets.progress.get_ipython", lambda: None)
    study.report(gpw.new("barbarossa"), tmp_path / "war.html")
    assert bars == []


def test_an_export_of_the_lab_tells_the_page_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    box = ExportBox(gpw.new("barbarossa"))
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(box.handout, "send", lambda content, buffers=None: sent.append(content))
    for key, parts in (("report", 4), ("forces", None)):
        sent.clear()
        box.handout.give(key)
        *steps, last = sent
        assert last["kind"] == "file"
        assert [step["kind"] for step in steps] == ["progress"] * len(steps)
        assert [step["done"] for step in steps] == list(range(steps[-1]["of"] + 1))
        assert parts in (None, steps[-1]["of"])
        assert steps[1]["text"].startswith(f"1 of {steps[1]['of']} parts in ")
    sent.clear()
    box.handout.give("log")
    assert [step["kind"] for step in sent] == ["file"]
