"""The map of areas: what lies under the pointer, what is drawn, and that a viewer sees no more than his side knows."""

from __future__ import annotations

from base64 import b64decode

import pytest
from traitlets import TraitError

from gpwlab import sfs
from gpwlab.core.errors import InvalidInput
from gpwlab.sfs.actions import Attack
from gpwlab.sfs.picture.layout import places
from gpwlab.widgets.area_clicks import aim
from gpwlab.widgets.area_map import SWITCHES, UNITS, AreaMap, Spot


@pytest.fixture
def area_map() -> AreaMap:
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    return AreaMap(game)


def drawn(area_map: AreaMap, layer: str) -> str:
    return b64decode(area_map._layer[layer].url.partition("base64,")[2]).decode()


def test_a_point_is_a_stack_a_strongpoint_an_area_or_nothing(area_map: AreaMap) -> None:
    at = places(area_map.sheet, area_map.session.game.stacks)
    assert area_map.spot_at(*at["F2"]) == Spot("YE", "", "F2")
    empty = area_map.session.game.board.strongpoint("RS-univermag")
    assert area_map.spot_at(*area_map.sheet.strongpoint_at[empty]) == Spot("RS", "RS-univermag", "")
    name = area_map.sheet.name_at[area_map.session.game.board.area("S3")]
    assert area_map.spot_at(*name) == Spot("S3", "", "")
    assert area_map.spot_at(1500, 1620) == Spot()


def test_clicks_and_moves_of_the_pointer_reach_the_session(area_map: AreaMap) -> None:
    clicked: list[Spot] = []
    area_map.on_click.append(clicked.append)
    x, y = places(area_map.sheet, area_map.session.game.stacks)["F2"]
    area_map._interaction(type="mousemove", coordinates=(-y / UNITS, x / UNITS))
    assert (area_map.session.hovered, area_map.session.force) == ("YE", "F2")
    area_map._interaction(type="click", coordinates=(-y / UNITS, x / UNITS))
    assert clicked == [Spot("YE", "", "F2")]
    area_map._interaction(type="mouseout", coordinates=(0, 0))
    assert (area_map.session.hovered, area_map.session.force) == ("", "")


def test_areas_out_of_play_hear_no_click() -> None:
    area_map = AreaMap(sfs.new("red-square"))
    assert area_map.spot_at(*area_map.sheet.name_at[area_map.session.game.board.area("FA")]).area == ""


def test_a_german_s_map_shows_backs_only(area_map: AreaMap) -> None:
    open_ = drawn(area_map, "counters")
    area_map.session.viewer = "German"
    hidden = drawn(area_map, "counters")
    assert ">?<" not in open_
    assert hidden.count(">?<") > 10
    assert "su-" not in hidden
    with pytest.raises(TraitError, match="Italian"):
        area_map.session.viewer = "Italian"


def test_reach_and_picks_are_drawn_for_the_side_that_acts(area_map: AreaMap) -> None:
    assert drawn(area_map, "overlay").count("<path") == 0
    area_map.session.pick("F2")
    assert drawn(area_map, "overlay").count("enemy: stops") == 2  # Southern City and Central City
    assert "<circle" in drawn(area_map, "picks")
    area_map.session.pick("F10")
    assert drawn(area_map, "overlay").count("<path") == 0


def test_the_planned_attack_is_drawn_with_arrows(area_map: AreaMap) -> None:
    before = drawn(area_map, "picks")
    area_map.session.target, area_map.session.attackers = "F18", ("F1", "F2")
    after = drawn(area_map, "picks")
    assert before != after
    assert after.count(area_map.sheet.palette.target) >= 5


@pytest.mark.parametrize("name", [name for name, _caption, _what in SWITCHES])
def test_each_switch_draws_and_clears(area_map: AreaMap, name: str) -> None:
    area_map.switch(name, True)
    assert len(drawn(area_map, "overlay")) > 1000
    area_map.switch(name, False)
    assert drawn(area_map, "overlay").count("<path") == 0


def test_unknown_overlays_and_themes_are_refused(area_map: AreaMap) -> None:
    with pytest.raises(TraitError, match="fog"):
        area_map.show = ("fog",)
    with pytest.raises(InvalidInput, match="neon"):
        area_map.theme = "neon"


def test_counters_can_be_hidden_and_turn_to_blocks_far_out(area_map: AreaMap) -> None:
    assert (area_map._layer["counters"].opacity, area_map._layer["far counters"].opacity) == (1.0, 0.0)
    area_map.map.zoom = -1.0
    assert (area_map._layer["counters"].opacity, area_map._layer["far counters"].opacity) == (0.0, 1.0)
    area_map.hide_counters = True
    assert drawn(area_map, "counters").count("<rect") == 0


def test_the_theme_and_the_weather_change_the_ground(area_map: AreaMap) -> None:
    paper = area_map._layer["ground"].url
    area_map.theme = "lamp"
    assert area_map._layer["ground"].url != paper


def test_stacks_that_may_be_attacked_have_a_dashed_ring_until_one_is_aimed_at(area_map: AreaMap) -> None:
    game, session = area_map.session.game, area_map.session
    game.do(next(move for move in game.legal if str(move).startswith("move ") and str(move).endswith(" CC")))
    while game.phase.name != "German Attack" or game.pending:
        game.do(game.pending.default if game.pending else "done")
    session.changed()
    here = {stack.id for stack in game.stacks if stack.side == "Soviet" and stack.area == "CC"}
    open_ = {action.target for action in game.legal if isinstance(action, Attack)}
    assert open_
    assert open_ <= here  # an attack is made within an area (sfs 5.1)
    assert drawn(area_map, "picks").count("stroke-dasharray") == len(open_)
    aim(session, sorted(open_)[0])
    assert "stroke-dasharray" not in drawn(area_map, "picks")


def test_the_map_says_the_same_in_words(area_map: AreaMap) -> None:
    said = area_map._repr_mimebundle_()
    assert said is not None
    assert "Yelshanka (YE), rough, German controlled" in said["text/plain"]
    area_map.session.viewer = "German"
    said = area_map._repr_mimebundle_()
    assert said is not None
    assert "hidden infantry" in said["text/plain"]
    assert "su-" not in said["text/plain"]
