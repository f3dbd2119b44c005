"""What stands beside the map: legend, mini-map, historical front."""

from __future__ import annotations

from base64 import b64decode
from xml.etree import ElementTree

import pytest

from gpwlab import gpw
from gpwlab.core.svg import legend as signs
from gpwlab.gpw.board import HEX_KM
from gpwlab.gpw.picture import legend
from gpwlab.gpw.picture.palette import PALETTES, palette
from gpwlab.gpw.picture.sheet import UNITS_PER_KM, Sheet
from gpwlab.study import front
from gpwlab.widgets import Lab
from gpwlab.widgets.frontcard import FrontCard
from gpwlab.widgets.legend import Legend

GAME = gpw.new("barbarossa")
SVG = "{http://www.w3.org/2000/svg}"


def words(drawn: str) -> str:
    return " ".join(e.text or "" for e in ElementTree.fromstring(drawn).iter(f"{SVG}text"))


# -- legend ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("width", [180, 370, 800])
def test_the_legend_says_the_same_in_picture_and_text(theme: str, width: int) -> None:
    drawn = legend.legend(GAME, theme, width)
    said = words(drawn)
    for group in legend.groups(Sheet(GAME.board, palette(theme)), GAME):
        assert group.title in said
        for entry in group.entries:
            assert entry.drawn
            assert set(entry.text.split()) <= set(said.split())
            assert entry.text in drawn.text


def test_the_legend_has_every_terrain_overlay_and_unit_type_of_the_map() -> None:
    said = legend.text(GAME)
    for terrain in {"clear", "forest", "swamp", "rough", "mountain"}:
        assert terrain in said
    for overlay in ("zone of control", "supply", "control", "railway", "reconstructed", "front of 22 June 1941"):
        assert overlay in said
    kinds = {GAME.standing(name)[0].kind for name in GAME.units["unit"]}
    for kind, name in legend._KINDS.items():
        assert (kind in kinds) == (name in said)


def test_a_legend_draws_terrain_with_the_signs_of_the_map() -> None:
    p = palette("paper")
    [ground] = [g for g in legend.groups(Sheet(GAME.board, p), GAME) if g.title == "Ground"]
    signs = {"forest": p.trees, "swamp": p.reeds, "rough": p.hachures, "mountain": p.peak_dark}
    for entry in ground.entries:
        if entry.text in signs:
            assert f'stroke="{signs[entry.text]}"' in entry.drawn


def test_columns_keep_the_order_and_lose_nothing() -> None:
    found = legend.groups(Sheet(GAME.board, palette("paper")), GAME)
    for count in (1, 2, 3, 4, 9):
        spread = signs.columns_of(found, count)
        assert len(spread) <= count
        assert [g.title for column in spread for g in column] == [g.title for g in found]
    assert max(map(signs.height_of, signs.columns_of(found, 3))) < max(map(signs.height_of, signs.columns_of(found, 2)))


def test_a_picture_takes_the_legend_beneath_the_map() -> None:
    bare, both = GAME.picture(region="B1811", width=700), GAME.picture(region="B1811", width=700, show="legend")
    high = [float(ElementTree.fromstring(drawn).get("height", "0")) for drawn in (bare, both)]
    assert high[1] > high[0] + 300
    assert "Marks on counters: " in both.text
    assert "Marks on counters: " not in bare.text


def test_the_legend_card_is_drawn_when_unfolded_and_follows_the_theme(lab: Lab) -> None:
    card = Legend(lab.map)
    assert card.drawn.value == ""
    card.fold.value = True
    paper = card.drawn.value
    assert "<svg" in paper
    lab.map.theme = "lamp"
    assert card.drawn.value != paper
    card.unfolded = False
    assert card.drawn.layout.display == "none"
    assert card._repr_mimebundle_()["text/plain"] == legend.text(lab.game)


# -- mini-map --------------------------------------------------------------------------------------------------


def test_the_mini_map_frames_what_the_map_shows(lab: Lab) -> None:
    mini = lab.minimap
    assert mini.seen == [0, 0, 0, 0]
    lab.map.map.set_trait("bounds", ((-1100.0, -800.0), (-500.0, 100.0)))
    k = UNITS_PER_KM
    assert mini.seen == pytest.approx([-800 * k, 500 * k, 900 * k, 600 * k])


def test_a_press_on_the_mini_map_centres_the_map_there(lab: Lab) -> None:
    x, y = lab.map._sheet.centre[lab.game.board.hex("A0619")]
    lab.minimap.aim = [x, y]
    north, east = lab.map.map.center
    assert lab.game.board.hex_at(east / HEX_KM, north / HEX_KM) == "A0619"
    assert "A0619 Moscow" in lab.minimap.told


def test_the_mini_map_follows_units_theme_and_bare_map(lab: Lab) -> None:
    mini = lab.minimap
    seen = {mini.units}
    lab.session.attempt("move ax-pz-47 B1712")
    seen.add(mini.units)
    ground = mini.ground
    lab.map.theme = "lamp"
    seen.add(mini.units)
    assert mini.ground != ground
    lab.map.hide_counters = True
    seen.add(mini.units)
    assert len(seen) == 4
    assert "0 Axis units" in mini.told
    drawn = b64decode(mini.ground.partition(",")[2]).decode()
    assert len(drawn) < 80_000


def test_the_mini_map_has_a_text_twin(lab: Lab) -> None:
    axis = (lab.game.units["hex"] != "") & (lab.game.units["side"] == "Axis")
    bundle = lab.minimap._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert f"{axis.sum()} Axis units" in data["text/plain"]


# -- historical front ------------------------------------------------------------------------------------------


def test_the_card_tells_the_distances_of_each_section(lab: Lab) -> None:
    card = FrontCard(lab.session)
    for row in front.front_distances(lab.game).to_dict("records"):
        assert f"<b>{row['section']}</b>" in card.table.value
        assert f"{row['mean_km']:+.0f}" in card.table.value
    assert card._repr_mimebundle_()["text/plain"] == front.summary(lab.game)


def test_the_card_tells_how_far_the_picked_unit_is(lab: Lab) -> None:
    card = FrontCard(lab.session)
    assert card.unit.value == ""
    lab.session.pick("ax-pz-47")
    assert card.unit.value.startswith("47 PZ at B1812: ")
    card.day.value = "1941-12-05"
    assert "km west of it" in card.unit.value
    assert card.unit.value.rstrip(".") in card._repr_mimebundle_()["text/plain"]


def test_the_day_chosen_is_the_day_on_the_map(lab: Lab) -> None:
    card = lab.about_map.front
    card.active = True
    card.shown.value = True
    assert "front" in lab.map.show
    nearest = lab.map._layer["overlay"].url
    card.day.value = "1941-07-10"
    assert lab.map.front_day == "1941-07-10"
    assert lab.map._layer["overlay"].url != nearest
    assert "10 July 1941" in card.heading.value
    lab.map.show = ()
    assert not card.shown.value


def test_cards_that_nobody_sees_do_not_work(lab: Lab) -> None:
    cards = lab.about_map
    assert cards.front.table.value == ""
    assert cards.legend.drawn.value == ""
    lab.tabs.turn_to("Map")
    assert "<table>" in cards.front.table.value
    assert "<svg" in cards.legend.drawn.value
    text = cards._repr_mimebundle_()["text/plain"]
    assert "Ground: clear" in text
    assert "front of 22 June 1941" in text
