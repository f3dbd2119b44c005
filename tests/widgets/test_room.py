"""The room that a lab takes in a window, and what it says of where things are."""

from __future__ import annotations

from typing import Any

import pytest

from gpwlab import gpw, sfs
from gpwlab.gpw.board import HEX_KM
from gpwlab.widgets import Lab
from gpwlab.widgets.advice import PLAY, advice
from gpwlab.widgets.leaf import LEAST, fitting


def seen(lab: Any, pixels: float) -> None:
    """Have the page tell that the map is so many pixels high, about its centre."""
    lat, lng = lab.map.map.center
    half = pixels / 2 / 2**lab.map.map.zoom
    edges = {"south": lat - half, "north": lat + half, "west": lng - 400, "east": lng + 400}
    for name, value in edges.items():
        lab.map.map.set_trait(name, value)


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
