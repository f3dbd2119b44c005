"""Sketches of the Ukraine: what is drawn, its text twin, and what cannot be drawn."""

from __future__ import annotations

from functools import cache

import pytest

from gpwlab import hube, widgets
from gpwlab.core.errors import InvalidInput


@cache
def game() -> hube.Game:
    return hube.new("moving-pocket", seed=1944)


def test_a_square_or_a_ring_for_each_hex_with_counters() -> None:
    sketch = widgets.sketch_map(game())
    stacks = {(piece.hex, piece.side) for piece in game().pieces}
    assert sketch.count("<circle") == sum(side == "Soviet" for _hex, side in stacks)
    assert sketch.count("#33572a") == sum(side == "Axis" for _hex, side in stacks)


def test_marks_ways_and_the_text_twin() -> None:
    way = ("A26.17", "A25.17", "A24.17")
    sketch = widgets.sketch_map(
        game(), "The <way> out", {"A14.28": "Ternopol & more"}, {"west": way}, ("A10.10", "A30.30")
    )
    assert "The &lt;way&gt; out" in sketch
    assert "Ternopol &amp; more" in sketch
    assert "<way>" not in sketch
    assert sketch.text.splitlines()[1:] == ["A14.28 Ternopol: Ternopol & more", "west: A26.17 A25.17 A24.17"]
    front = {a for a, _b in game().board.front(5)}
    assert f"Axis hexes at the front: {len(front)}," in sketch.text


def test_a_region_is_a_rectangle_around_its_hexes() -> None:
    small = widgets.sketch_map(game(), region=("A20.20", "A22.22"))
    assert len(small) < len(widgets.sketch_map(game())) / 10


@pytest.mark.parametrize(
    "given",
    [
        {"marks": {"A99.99": "nowhere"}},
        {"ways": {"a": ("A99.99",)}},
        {"ways": dict.fromkeys("abcd", ("A14.28",))},
        {"region": ()},
        {"region": ("Z1.01",)},
    ],
)
def test_what_is_not_on_the_map_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        widgets.sketch_map(game(), **given)  # type: ignore[arg-type]


def test_a_gallery_shows_its_pictures_and_tells_them_all() -> None:
    sketches = [widgets.sketch_map(game(), name, region=("A20.20", "A22.22")) for name in ("first", "second")]
    gallery = widgets.Gallery(sketches, 2)
    bundle = gallery._repr_mimebundle_()
    assert all(sketch in bundle["text/html"] for sketch in sketches)
    assert bundle["text/plain"] == "\n\n".join(sketch.text for sketch in sketches) == repr(gallery)
