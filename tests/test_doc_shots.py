"""The screenshots of the documentation: every cell of theirs runs, and what is kept is small."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

pytest.importorskip("PIL")

from PIL import Image

from tools.doc_shots import MOST_BYTES, SHOTS, small

CELLS = sorted({shot.cell for shot in SHOTS.values()})


@pytest.mark.parametrize("cell", CELLS, ids=[next(n for n, s in SHOTS.items() if s.cell == cell) for cell in CELLS])
def test_the_cell_of_a_screenshot_ends_with_a_widget(
    cell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # one of them writes a text of its own
    *before, last = cell.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(before), names)
    assert hasattr(eval(last, names), "_repr_mimebundle_")


def test_a_screenshot_is_packed_to_the_size_allowed() -> None:
    plain = Image.effect_mandelbrot((1200, 900), (-2, -1.5, 1, 1.5), 80)
    given = io.BytesIO()
    plain.convert("RGB").save(given, "PNG")
    packed = small(given.getvalue())
    assert len(packed) < MOST_BYTES
    assert Image.open(io.BytesIO(packed)).size == (1200, 900)
    noise = io.BytesIO()
    Image.effect_noise((1500, 1200), 90).convert("RGB").save(noise, "PNG")
    with pytest.raises(RuntimeError, match="stays above"):
        small(noise.getvalue())
