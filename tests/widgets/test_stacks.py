"""Counters as stacks, fans and blocks, with made-up standings: the basic game has one unit a hex."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from gpwlab import gpw
from gpwlab.gpw.picture import layers, stacks
from gpwlab.gpw.picture.faces import Standing
from gpwlab.gpw.picture.palette import PAPER
from gpwlab.gpw.picture.sheet import Frame, Sheet
from gpwlab.widgets import HexMap
from tests.widgets.test_hexmap import svg

GAME = gpw.new("barbarossa")
SHEET = Sheet(GAME.board, PAPER)


def standing(unit: str, hex_id: str, **marks: bool) -> Standing:
    found = GAME.standing(unit)[0]
    return Standing(found, GAME.board.hex(hex_id), found.steps, **marks)


PAIR = [standing("ax-pz-47", "B1812"), standing("ax-pz-24", "B1812")]
ALONE = standing("su-inf-4", "B1811")


def places(drawn: str) -> list[tuple[float, float]]:
    """Where the corners of the counters stand."""
    found = re.findall(r'transform="translate\(([-\d.]+) ([-\d.]+)\)scale', drawn)
    return [(float(x), float(y)) for x, y in found]


def texts(drawn: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(f"<g>{drawn}</g>").iter("text")]


def test_a_counter_alone_stands_in_the_middle_of_its_hex() -> None:
    [(x, y)] = places(stacks.counters(SHEET, [ALONE], 60))
    assert (x + 30, y + 30) == pytest.approx(SHEET.centre[ALONE.hex], abs=0.1)


def test_a_stack_is_offset_and_says_how_many_it_holds() -> None:
    drawn = stacks.counters(SHEET, [*PAIR, ALONE], 60)
    (ax, ay), (bx, by), _alone = sorted(places(drawn), key=lambda p: p[0])
    assert bx > ax
    assert by < ay
    assert "2" in texts(drawn)
    assert "2" not in texts(stacks.counters(SHEET, [ALONE], 60))


def test_a_high_stack_shows_its_top_and_counts_all() -> None:
    high = [standing(unit, "B1812") for unit in ("ax-inf-5", "ax-inf-6", "ax-inf-7", "ax-inf-8", "ax-inf-9")]
    drawn = stacks.counters(SHEET, high, 60)
    assert len(places(drawn)) == 3
    assert "5" in texts(drawn)
    assert "9" in texts(drawn)


def test_a_fan_shows_each_counter_of_a_stack_apart() -> None:
    fanned = places(stacks.fan(SHEET, PAIR))
    assert len(fanned) == 2
    assert abs(fanned[0][0] - fanned[1][0]) > stacks.FANNED
    assert stacks.fan(SHEET, [ALONE]) == ""


def test_a_fan_stays_on_the_sheet() -> None:
    many = [standing(unit, "B0101") for unit in ("ax-inf-5", "ax-inf-6", "ax-inf-7", "ax-inf-8")]
    for hex_id in ("B0101", "A0101", "B0122"):
        moved = [Standing(s.unit, GAME.board.hex(hex_id), s.steps) for s in many]
        window = SHEET.frame_of_window
        inside = Frame(window.x, window.y, window.width - stacks.FANNED, window.height - stacks.FANNED)
        assert all(inside.holds(place) for place in places(stacks.fan(SHEET, moved)))


def test_from_afar_a_hex_is_one_block_with_its_attack_strength() -> None:
    drawn = stacks.blocks(SHEET, [*PAIR, ALONE])
    assert sorted(texts(drawn)) == ["24", "8"]
    assert drawn.count("<rect") == 2


def test_blocks_of_the_sides_differ_in_shape_and_tell_their_state() -> None:
    def corner(drawn: str) -> str:
        return re.findall(r'rx="([\d.]+)"', drawn)[0]

    axis, soviet = standing("ax-inf-7", "B1714"), ALONE
    assert corner(stacks.blocks(SHEET, [axis])) != corner(stacks.blocks(SHEET, [soviet]))
    worn = Standing(axis.unit, axis.hex, 1, supplied=False)
    assert stacks.blocks(SHEET, [worn]).count("#ffd23e") == 1
    assert "#ffd23e" not in stacks.blocks(SHEET, [axis])
    assert texts(stacks.blocks(SHEET, [worn])) != texts(stacks.blocks(SHEET, [axis]))


def test_the_map_fans_out_the_stack_under_the_pointer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = gpw.new("barbarossa")
    hex_map = HexMap(game)
    plain = svg(hex_map, "picks")
    monkeypatch.setattr(type(game), "unit_at", lambda _self, _hex: ["ax-pz-47", "ax-pz-24"])
    monkeypatch.setattr(layers, "standings", lambda _game: PAIR)
    hex_map.session.hovered = "B1812"
    assert svg(hex_map, "picks").count("scale(0.84") == 2
    hex_map.hide_counters = True
    hex_map.draw_picks()
    assert "scale(0.84" not in svg(hex_map, "picks")
    assert "scale(0.84" not in plain


def test_the_whole_map_in_a_picture_has_blocks() -> None:
    whole, near = GAME.picture(region="all", width=900), GAME.picture(region="B1811", width=900)
    assert "XXXX" not in whole
    assert "XXXX" in near
