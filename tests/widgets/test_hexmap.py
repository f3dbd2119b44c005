"""The interactive map: layers, overlays, and which hex a click means."""

from __future__ import annotations

from base64 import b64decode

import pytest
from traitlets import TraitError

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.picture import overlays
from gpwlab.widgets import HexMap, Lab
from tests.widgets.tables import point


def svg(hex_map: HexMap, layer: str) -> str:
    head, _, body = hex_map._layer[layer].url.partition(",")
    assert head == "data:image/svg+xml;base64"
    return b64decode(body).decode()


def test_nothing_is_fetched(lab: Lab) -> None:
    assert {type(layer).__name__ for layer in lab.map.map.layers} == {"ImageOverlay"}
    assert all(layer.url.startswith("data:image/svg+xml") for layer in lab.map.map.layers)
    assert not lab.map.map.keyboard  # else the page scrolls under the pointer and the click lands elsewhere
    assert "http://" not in svg(lab.map, "ground").replace("http://www.w3.org/2000/svg", "")


def test_layers_let_the_pointer_through_and_stand_in_order(lab: Lab) -> None:
    panes = [lab.map.map.panes[layer.pane] for layer in lab.map.map.layers]
    assert all(pane["pointerEvents"] == "none" for pane in panes)
    heights = [pane["zIndex"] for pane in panes]
    assert heights == sorted(heights)
    assert [layer.pane for layer in lab.map.map.layers][-4:] == ["counters", "names", "far names", "picks"]


def test_a_click_in_any_part_of_a_hex_means_that_hex(lab: Lab) -> None:
    got: list[str] = []
    lab.map.on_click.append(got.append)
    for hex_id in ("B1407", "B1507", "A0101", "B3322"):
        point(lab.map, hex_id)
    (south, west), (_north, _east) = lab.map._frame.bounds_km
    lab.map._interaction(type="click", coordinates=[south - 500, west - 500])
    assert got == ["B1407", "B1507", "A0101", "B3322", ""]


def test_it_opens_on_the_front_at_a_readable_size(lab: Lab) -> None:
    y, x = lab.map.map.center
    middle = lab.game.board.hex_at(x / 61.9, y / 61.9)
    assert middle is not None
    assert lab.game.board.distance(lab.game.board.hex(middle), lab.game.board.hex("B1811")) <= 4
    pixels_a_counter = lab.map.counter_size / 100 * 61.9 * 2**lab.map.map.zoom
    assert pixels_a_counter >= 36


def test_overlays_are_drawn_when_switched_on(lab: Lab) -> None:
    empty = svg(lab.map, "overlay")
    seen = {empty}
    for name in ("zoc", "supply", "control", "rail", "front", "reconstructed"):
        lab.map.show = (name,)
        seen.add(svg(lab.map, "overlay"))
    assert len(seen) == 7
    lab.map.show = ()
    assert svg(lab.map, "overlay") == empty


def test_switches_drive_the_overlays(lab: Lab) -> None:
    lab.bar.toggles[0].value = True
    lab.bar.toggles[1].value = True
    assert lab.map.show == ("zoc", "supply")
    lab.bar.toggles[0].value = False
    assert lab.map.show == ("supply",)


def test_unknown_overlay_and_theme_are_refused(lab: Lab) -> None:
    with pytest.raises(TraitError, match="'zocs'"):
        lab.map.show = ("zocs",)
    with pytest.raises(InvalidInput, match="'neon'"):
        lab.map.theme = "neon"


def test_what_can_be_read_depends_on_the_zoom(lab: Lab) -> None:
    def seen() -> list[str]:
        some = ("numbers", "counters", "far counters", "names", "far names")
        return [name for name in some if lab.map._layer[name].opacity]

    assert seen() == ["counters", "names"]
    lab.map.map.zoom = 1
    assert seen() == ["numbers", "counters", "names"]
    lab.map.look_at_all()
    assert seen() == ["far counters", "far names"]
    lab.map.look_at_front()
    assert seen() == ["counters", "names"]


def test_counters_can_be_sized_and_hidden(lab: Lab) -> None:
    before = svg(lab.map, "counters")
    lab.map.counter_size = 90
    assert svg(lab.map, "counters") != before
    lab.map.hide_counters = True
    assert "<text" not in svg(lab.map, "counters")
    lab.map.hide_counters = False
    lab.map.counter_size = 66
    assert svg(lab.map, "counters") == before


def test_counters_follow_the_game(lab: Lab) -> None:
    before = svg(lab.map, "counters")
    lab.session.attempt("move ax-pz-47 B1712")
    moved = svg(lab.map, "counters")
    lab.stepper.undo.click()
    assert moved != before == svg(lab.map, "counters")


def test_theme_redraws_the_ground(lab: Lab) -> None:
    paper = svg(lab.map, "ground")
    lab.map.theme = "lamp"
    assert svg(lab.map, "ground") != paper


def test_another_map_is_drawn_when_another_game_brings_one(lab: Lab) -> None:
    mine = gpw.new("barbarossa")
    hexes = {name: list(rows) for name, rows in gpw.game.worlds.shipped().items()}["hexes"]
    changed = [{**row, "terrain": "swamp"} if row["hex"] == "A1001" else row for row in hexes]
    mine._pos.world.board = gpw.game.worlds.board.build({**gpw.game.worlds.shipped(), "hexes": changed})
    before = svg(lab.map, "ground")
    lab.session.replace(mine)
    assert svg(lab.map, "ground") != before


def test_text_twin_travels_with_the_widget(lab: Lab) -> None:
    for widget in (lab, lab.map):
        bundle = widget._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in bundle
        assert bundle["text/plain"].startswith("Turn 1 (Jun 1941): Axis Panzer Movement Phase")


def test_the_map_stands_alone() -> None:
    hex_map = HexMap(gpw.new("barbarossa"), show=("zoc",), theme="lamp", counter_size=80)
    assert "pattern" in svg(hex_map, "overlay")
    hex_map.look_at("A0619", zoom=1)
    assert hex_map.map.zoom == 1


def test_enemies_that_may_be_attacked_are_framed_until_one_is_aimed_at() -> None:
    lab = Lab("barbarossa")
    lab.game.play(phase="Axis Combat")
    lab.session.changed()

    def framed(*hexes: str) -> bool:
        numbers = [lab.game.board.hex(hex_id) for hex_id in hexes]
        frames = overlays.ring(lab.map._sheet, numbers, lab.map._sheet.palette.target, dashed=True)
        return f'<g opacity="0.6">{frames}</g>' in svg(lab.map, "picks")

    assert framed("B1312", "B1512", "B1612", "B2111", "B2312")  # not Brest-Litovsk, for which the odds do not do
    lab.session.pick("ax-pz-3")
    assert framed("B2111")
    lab.session.pick("")
    point(lab.map, "B1612")
    assert lab.session.target == "B1612"
    assert 'opacity="0.6"' not in svg(lab.map, "picks")
