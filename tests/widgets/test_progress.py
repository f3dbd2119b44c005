from __future__ import annotations

import pytest

from gpwlab import study
from gpwlab.widgets import ProgressBar


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
