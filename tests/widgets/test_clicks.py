"""Clicks on the map: each changes the kernel's game as the rules have it, or says why not."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.gpw.actions import Move
from gpwlab.widgets import Lab
from tests.widgets.tables import click, point, shown


def test_unit_then_hex_moves_it_along_the_proposed_path(lab: Lab) -> None:
    click(lab, "B1812")
    assert lab.session.unit == "ax-pz-47"
    path = lab.game.path("ax-pz-47", "B1712")
    click(lab, "B1712")
    assert lab.game.actions[-1] == Move("ax-pz-47", path)
    assert lab.game.unit_at("B1712") == ["ax-pz-47"]
    assert lab.session.unit == ""
    assert "moves B1812 to B1712" in lab.said.value


def test_refused_move_shows_reasons_with_rules_and_changes_nothing(lab: Lab) -> None:
    before = lab.game.position
    click(lab, "B2011", "B1910")
    assert lab.game.position == before
    assert "Refused" in lab.said.value
    assert "gpw 5.3.C" in lab.said.value
    assert lab.session.unit == "ax-pz-3"  # still picked, so that another hex can be tried


def test_refusal_goes_when_the_reader_goes_on(lab: Lab) -> None:
    click(lab, "B2011", "B1910")
    click(lab, "B1812")
    assert lab.said.value == ""


def test_click_off_the_map_or_on_the_unit_again_drops_the_pick(lab: Lab) -> None:
    click(lab, "B1812", "B1812")
    assert lab.session.unit == ""
    click(lab, "B1812")
    lab.map._interaction(type="click", coordinates=[5000.0, 5000.0])
    assert lab.session.unit == ""


def test_enemy_can_be_looked_at_but_not_moved(lab: Lab) -> None:
    click(lab, "B1811")
    assert lab.session.unit == "su-inf-4"
    click(lab, "B1711")
    assert lab.game.cursor == 2
    assert lab.session.unit == ""


def test_pointer_shows_the_path_and_its_price(lab: Lab) -> None:
    click(lab, "B1812")
    point(lab.map, "B1712", "mousemove")
    assert lab.map.proposed_path() == ("B1712",)
    assert "2 MP" in lab.inspector.path.value
    point(lab.map, "B1910", "mousemove")
    assert lab.map.proposed_path() == ()
    assert lab.inspector.path.value == ""


def test_right_click_fixes_hexes_on_the_way(lab: Lab) -> None:
    click(lab, "B1314")
    unit, start = lab.session.unit, "B1314"
    cheap = lab.game.path(unit, "B1415") or lab.game.path(unit, "B1516")
    assert cheap
    far = cheap[-1]
    around = next(
        lab.game.board.ids[h]
        for h in lab.game.board.near[lab.game.board.hex(start)]
        if h >= 0 and lab.game.board.ids[h] != cheap[0] and lab.game.path(unit, lab.game.board.ids[h])
    )
    point(lab.map, around, "contextmenu")
    assert lab.session.via == (around,)
    point(lab.map, far)
    tried = lab.game.actions[-1] if lab.game.cursor > 2 else None
    told = str(tried) if tried else lab.said.value
    assert f"{unit} {around}" in told


def test_no_click_moves_a_unit_when_no_unit_is_picked(lab: Lab) -> None:
    click(lab, "B1712")
    point(lab.map, "B1712", "contextmenu")
    assert lab.game.cursor == 2
    assert lab.session.via == ()


def test_combat_aims_ticks_announces_rolls_and_decides(fighting_lab: Lab) -> None:
    lab = fighting_lab
    click(lab, "B1612")
    assert lab.session.target == "B1612"
    assert lab.session.attackers == ("ax-inf-7", "ax-inf-8", "ax-pz-47", "ax-pz-57")
    click(lab, "B1713")
    assert "ax-inf-7" not in lab.session.attackers
    click(lab, "B1713")
    lab.battle.announce.click()
    assert [target for target, _units, _result in lab.game.attacks] == ["B1612"]
    assert lab.session.target == ""
    shown(lab.battle.rolls)[0].click()
    assert lab.game.attacks[0][2] == "DRL"
    assert lab.game.pending is not None
    click(lab, "B1613")  # the hex of the infantry corps that shall advance
    assert lab.game.unit_at("B1612") == ["ax-inf-8"]
    assert lab.game.pending is None


def test_open_decision_bars_other_clicks_and_says_so(fighting_lab: Lab) -> None:
    lab = fighting_lab
    click(lab, "B1612")
    lab.battle.announce.click()
    shown(lab.battle.rolls)[0].click()
    cursor = lab.game.cursor
    click(lab, "B2011")
    assert lab.game.cursor == cursor
    assert "decision is open" in lab.said.value


def test_enemy_out_of_touch_cannot_be_aimed_at(fighting_lab: Lab) -> None:
    click(fighting_lab, "B1407")
    assert fighting_lab.session.target == ""
    assert "stands next to it" in fighting_lab.said.value


def test_second_attack_on_a_hex_is_refused_with_its_rule(fighting_lab: Lab) -> None:
    lab = fighting_lab
    lab.session.attempt("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-57")
    click(lab, "B1612")
    assert "gpw 7.1.D" in lab.said.value
    assert lab.session.target == ""


def test_picked_unit_without_a_move_says_why(lab: Lab) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    click(lab, "B1712")
    assert "gpwlab-cannot" in lab.inspector.content.value
    assert "gpw 5.0.C" in lab.inspector.content.value
    click(lab, "B1816")
    assert lab.game.cursor == 3


@pytest.mark.rule("gpw 22.1.6.A", kind="shown")
def test_free_setup_places_moves_and_ends() -> None:
    lab = Lab(gpw.new("barbarossa", setup="free"))
    assert "Set-up" in lab.forces.heading.value
    unit = lab.forces.units.options[0][1]
    lab.forces.units.value = unit
    assert lab.session.unit == unit
    hexes = [action.hex for action in lab.game.legal.of(unit)]
    click(lab, hexes[0])
    assert lab.game.unit_at(hexes[0]) == [unit]
    click(lab, hexes[0])
    assert lab.session.unit == unit
    click(lab, hexes[1])
    assert lab.game.unit_at(hexes[1]) == [unit]
    lab.stepper.next.click()
    assert "gpw 10.0.D" in lab.said.value


def test_setup_outside_the_area_is_refused() -> None:
    lab = Lab(gpw.new("barbarossa", setup="free"))
    lab.forces.units.value = "su-inf-3"
    click(lab, "A0101")
    assert "gpw 10.0.D" in lab.said.value
    assert lab.game.cursor == 0
