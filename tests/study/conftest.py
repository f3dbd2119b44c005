from __future__ import annotations

from pathlib import Path

import pytest

from gpwlab.study import OwnCopy


@pytest.fixture
def copy(tmp_path: Path) -> OwnCopy:
    return OwnCopy("gpw", tmp_path / "own")
