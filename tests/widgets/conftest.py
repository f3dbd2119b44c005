from __future__ import annotations

from pathlib import Path

import pytest

from gpwlab import gpw
from gpwlab.widgets import Lab


@pytest.fixture(autouse=True)
def autosaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own for autosaves."""
    where = tmp_path / "autosave"
    monkeypatch.setattr("gpwlab.widgets.autosave.folder", lambda: where)
    return where


@pytest.fixture
def lab() -> Lab:
    """A lab on the first turn's Axis Panzer Movement Phase."""
    game = gpw.new("barbarossa")
    game.play(phase="Axis Panzer Movement")
    return Lab(game)


@pytest.fixture
def fighting_lab() -> Lab:
    """A lab on the first Axis Combat Phase, with four units next to the army in Bialystok (B1612)."""
    game = gpw.new("barbarossa")
    game.play(phase="Axis Panzer Movement")
    game.do("move ax-pz-47 B1712")
    game.do("move ax-inf-7 B1713")
    game.next_phase()
    return Lab(game)
