"""The room that a lab takes in a window, and what it says of where things are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from gpwlab import gpw, hube, sfs
from gpwlab.gpw.board import HEX_KM
from gpwlab.hube.picture import layers
from gpwlab.sfs.picture.plane import HEIGHT, WIDTH
from gpwlab.widgets import Lab
from gpwlab.widgets.advice import PLAY, advice
from gpwlab.widgets.area_map import UNITS
from gpwlab.widgets.leaf import LEAST, fitting


def seen(lab: Any, high: float, wide: float = 800.0) -> None:
    """Have the page tell that the map is so many pixels high and wide, about its centre."""
    (lat, lng), scale = lab.map.map.center, 2**lab.map.map.zoom
    south, north = lat - high / 2 / scale, lat + high / 2 / scale
    west, east = lng - wide / 2 / scale, lng + wide / 2 / scale
    with lab.map.map.hold_trait_notifications():  # as one message
        for name, value in {"south": south, "north": north, "west": west, "east": east}.items():
            lab.map.map.set_trait(name, value)


def outside(lab: Any, points: Iterable[tuple[float, float]], high: float, wide: float) -> list[tuple[float, float]]:
    """The points, as (x, y) in units of the plane, that a map of this size in pixels does not show now."""
    (lat, lng), scale = lab.map.map.center, 2**lab.map.map.zoom
    return [(x, y) for x, y in points if abs(x - lng) > wide / 2 / scale or abs(y - lat) > high / 2 / scale]


@pytest.mark.parametrize("scenario", ["red-square", "standard"])
@pytest.mark.parametrize("wide", [420.0, 900.0])
def test_the_map_of_stalingrad_opens_on_all_that_is_played_and_no_smaller_than_it_must(
    scenario: str, wide: float
) -> None:
    lab = Lab(sfs.new(scenario), height=610)
    rings = [lab.map.sheet.outline[lab.game.board.area(state.code)] for state in lab.game.areas]
    corners = [(min(max(0.0, x), WIDTH) / UNITS, -min(max(0.0, y), HEIGHT) / UNITS) for ring in rings for x, y in ring]
    seen(lab, 400, wide)
    assert outside(lab, corners, 400, wide) == []
    lab.map.map.zoom += 0.25
    assert outside(lab, corners, 400, wide) or lab.map.map.zoom > 1
    lab.map.map.zoom = 0.5
    seen(lab, 400, 500)
    assert lab.map.map.zoom == 0.5  # it is fitted once; then it is the reader's


def test_the_map_of_hubes_pocket_opens_on_the_whole_front() -> None:
    lab = Lab(hube.new("kirovograd"))
    pairs = layers.front_pairs(lab.game)
    front = [lab.map._middle_of([hex_])[::-1] for pair in pairs for hex_ in pair]
    seen(lab, 400, 420)
    assert outside(lab, front, 400, 420) == []
    assert any(abs(x - lab.map.map.center[1]) > 150 / 2**lab.map.map.zoom for x, _y in front)


def test_a_map_is_as_high_as_it_may_be_and_lower_in_a_low_window() -> None:
    assert fitting(660) == "min(660px, max(340px, calc(100vh - var(--gl-rest, 325px) + 0px)))"
    lab = Lab("barbarossa", height=660)
    assert lab.map.map.layout.height == fitting(660)
    assert lab.map.map.seen_height() == 660
    seen(lab, 420)
    assert lab.map.map.seen_height() == pytest.approx(420)
    seen(lab, 0)  # what a page tells before it has laid the map out
    assert lab.map.map.seen_height() == LEAST


def test_a_hex_below_a_low_map_is_brought_into_sight() -> None:
    lab = Lab("barbarossa", height=660)
    (lat, lng), board = lab.map.map.center, lab.game.board
    below = board.hex_at(lng / HEX_KM, (lat - 260) / HEX_KM)  # kilometres are pixels at this zoom
    lab.map.keep_in_sight(below)
    assert lab.map.map.center == [lat, lng]
    seen(lab, 400)
    lab.map.keep_in_sight(below)
    assert lab.map.map.center != [lat, lng]


def test_what_to_press_is_named_with_its_tab() -> None:
    assert PLAY in advice(gpw.new("uranus", setup="free"), "", "")
    lab = Lab(sfs.new("standard", seed=7))
    lab.game.play(phase="German Attack")
    lab.session.changed()
    assert lab.game.pending is not None
    assert f"Use the buttons {PLAY}" in lab.status.value


def test_orders_are_named_only_where_their_card_is() -> None:
    lab = Lab(sfs.new("standard", seed=7))
    named = set()
    for _phase in range(60):
        if lab.game.pending:
            lab.game.do(lab.game.pending.default)
        else:
            lab.game.next_phase()
        lab.session.changed()
        told = "under Orders" in lab.status.value
        assert not told or lab.orders.layout.display is None
        named.add(told)
    assert named == {True, False}
