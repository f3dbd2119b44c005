"""The keys of the lab: a hex cursor, every action of the pointer, the sheet, the live line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpwlab import gpw
from gpwlab.gpw.actions import Advance, Retreat
from gpwlab.widgets import Lab, style
from gpwlab.widgets.keymap import actors, neighbour
from gpwlab.widgets.looks import MapBar
from tests.widgets.tables import point, shown


def press(lab: Lab, *keys: str) -> None:
    """Send what the page sends for keys."""
    for key in keys:
        lab.keyboard._handle_custom_msg({"key": key}, [])


def test_each_direction_leads_to_its_neighbour_and_back() -> None:
    board = gpw.new("barbarossa").board
    here = board.hex("B1407")
    way = {
        "ArrowRight": 0,
        "c": 1,
        "z": 2,
        "ArrowLeft": 3,
        "q": 4,
        "e": 5,
        "PageDown": 1,
        "End": 2,
        "Home": 4,
        "PageUp": 5,
    }
    for key, direction in way.items():
        assert neighbour(board, "B1407", key) == board.ids[board.near[here][direction]]
    for there, back in (("ArrowUp", "ArrowDown"), ("q", "c"), ("e", "y"), ("ArrowLeft", "ArrowRight")):
        assert neighbour(board, neighbour(board, "B1407", there), back) == "B1407"


def test_up_and_down_go_straight() -> None:
    board = gpw.new("barbarossa").board
    place, seen = "B1407", []
    for _ in range(6):
        place = neighbour(board, place, "ArrowUp")
        seen.append(board.xy()[board.hex(place)][0])
    assert max(seen) - min(seen) == pytest.approx(0.5)


def test_cursor_stops_at_the_edge() -> None:
    board = gpw.new("barbarossa").board
    corner = min(board.ids, key=lambda name: (board.spot[board.hex(name)][0], -board.spot[board.hex(name)][1]))
    assert neighbour(board, corner, "ArrowUp") == corner
    assert neighbour(board, corner, "ArrowLeft") == corner


def test_first_press_shows_the_cursor_and_the_next_moves_it(lab: Lab) -> None:
    point(lab.map, "B1812", "mousemove")
    press(lab, "ArrowRight")
    assert lab.session.cursor == "B1812"
    press(lab, "ArrowRight")
    assert lab.session.cursor == "B1811"
    assert lab.session.hovered == "B1811"
    assert lab.keyboard.line.startswith("B1811")
    assert "B1811" in lab.inspector.place.value


def test_a_move_by_keys_is_the_move_of_clicks(lab: Lab) -> None:
    point(lab.map, "B1812", "mousemove")
    press(lab, "Enter")
    assert lab.session.unit == "ax-pz-47"
    while lab.session.cursor != "B1712":
        press(lab, ".")
    press(lab, "Enter")
    assert "47 PZ moves" in lab.keyboard.event
    assert str(lab.game.actions[-1]) == "move ax-pz-47 B1712"
    press(lab, "u")
    assert lab.game.cursor == 2
    press(lab, "r")
    assert lab.game.cursor == 3


def test_via_hexes_and_escape(lab: Lab) -> None:
    point(lab.map, "B1812", "mousemove")
    press(lab, "Enter", "e", "v")
    assert lab.session.via == ("B1712",)
    press(lab, "Escape")
    assert (lab.session.unit, lab.session.via) == ("", ())


def test_n_visits_every_unit_that_has_a_move_and_p_goes_back(lab: Lab) -> None:
    seen = []
    for _ in range(200):
        press(lab, "n")
        if lab.session.unit in seen:
            break
        assert lab.game.reach(lab.session.unit)
        seen.append(lab.session.unit)
    able = {unit for place in actors(lab.game) for unit in lab.game.unit_at(place) if lab.game.reach(unit)}
    assert set(seen) == able
    press(lab, "p")
    assert lab.session.unit == seen[-1]


def test_a_battle_by_keys(fighting_lab: Lab) -> None:
    lab = fighting_lab
    while lab.session.cursor != "B1612":
        press(lab, "n")
    press(lab, "Enter")
    assert lab.session.target == "B1612"
    before = lab.session.attackers
    press(lab, "1")
    assert len(lab.session.attackers) == len(before) - 1
    press(lab, "1")
    assert lab.session.attackers == before
    press(lab, "a")
    assert lab.game.attacks
    press(lab, "b")
    assert lab.game.attacks[0][2]


def test_answers_have_numbers(fighting_lab: Lab) -> None:
    lab = fighting_lab
    lab.session.attempt("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-47 ax-pz-57")
    lab.session.attempt("resolve B1612")
    assert isinstance(lab.game.pending.options[1], Advance | Retreat)
    wanted = lab.game.pending.options[1]
    press(lab, "2")
    assert lab.game.actions[-1] == wanted
    press(lab, "9")
    assert "number 9" in lab.keyboard.event


def test_arrivals_are_gone_through_and_placed() -> None:
    game = gpw.new("barbarossa")
    game.play(phase="Axis Reinforcement/Replacement", turn=2)
    lab = Lab(game)
    press(lab, "n")
    unit, place = lab.session.unit, lab.session.cursor
    assert unit
    assert any(getattr(action, "hex", "") == place for action in game.legal.of(unit))
    press(lab, "Enter")
    assert game.unit_at(place) == [unit]


def test_phases_overlays_table_and_zoom(lab: Lab) -> None:
    press(lab, "Space")
    assert lab.game.phase.name == "Axis Combat"
    press(lab, "[", "[")
    assert lab.game.phase.name == "Axis Rail Movement"
    press(lab, "]")
    assert lab.game.phase.name == "Axis Panzer Movement"
    press(lab, "o")
    assert lab.map.show == ("zoc",)
    assert lab.bar.toggles[0].value
    for _ in lab.bar.toggles:
        press(lab, "o")
    assert lab.map.show == ()
    zoom = lab.map.map.zoom
    press(lab, "+", "+", "-")
    assert lab.map.map.zoom == zoom + 0.5
    press(lab, "h", "t")
    assert lab.map.hide_counters
    assert lab.table.open_
    assert lab.bar.table.value


def test_the_map_follows_the_cursor_out_of_sight(lab: Lab) -> None:
    point(lab.map, "B1812", "mousemove")
    press(lab, "ArrowRight")
    before = lab.map.map.center
    press(lab, "ArrowRight")
    assert lab.map.map.center == before
    for _ in range(12):
        press(lab, "ArrowRight")
    assert lab.map.map.center != before


def test_every_key_on_the_sheet_is_claimed_and_does_something(lab: Lab) -> None:
    commands = lab.keyboard._by_key
    assert set(lab.keyboard.claims) == {*commands, "?"}
    listed = [what for _group, _caps, what in lab.keyboard.sheet]
    assert {command.what for command in commands.values()} <= set(listed)
    for key in lab.keyboard.claims:
        press(lab, key)  # none fails, whatever was done before


def test_errors_of_a_key_are_shown(lab: Lab) -> None:
    press(lab, "r")
    assert "nothing to redo" in lab.said.value
    assert "nothing to redo" in lab.keyboard.event


def test_text_size_and_contrast_dress_the_lab(lab: Lab) -> None:
    bar: MapBar = lab.bar
    bar.text.value = "Text L"
    bar.contrast.value = True
    assert {"gpwlab-large", "gpwlab-contrast", "gpwlab-lab"} <= set(lab._dom_classes)
    assert lab.map.theme == "contrast"
    lab.keyboard.dark = True
    assert lab.map.theme == "dark-contrast"
    bar.text.value, bar.contrast.value = "Text M", False
    assert not {"gpwlab-large", "gpwlab-contrast"} & set(lab._dom_classes)
    assert lab.map.theme == "lamp"


def test_text_size_reaches_every_rule_of_the_style_sheets() -> None:
    for path in Path(style.__file__).parent.glob("*.css"):
        sizes = re.findall(r"font-size:(.*?);", path.read_text("utf-8"))
        assert sizes, path.name
        assert [size for size in sizes if "var(--gl-scale" not in size and "px" in size] == []


def test_attackers_shown_are_those_that_the_numbers_tick(fighting_lab: Lab) -> None:
    fighting_lab.session.target = "B1612"
    press(fighting_lab, "2")
    ticked = [tick.value for tick in shown(fighting_lab.battle.ticks)]
    assert ticked == [False, True, False, False]
