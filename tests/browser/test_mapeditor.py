"""The map editor in JupyterLab by hand: paint a hex, draw a river, play by the corrected map, take it back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

EDITOR = """
from gpwlab import gpw, widgets
editor = widgets.MapEditor("gpw", "edited-by-hand")
editor.go("B1013")  # in the middle of the map, near enough for its sides to be told apart
editor
"""
PRICE = """
game = gpw.new("barbarossa", overlay="edited-by-hand")
game.next_phase(); game.next_phase()
print(game.price(gpw.Move("ax-inf-26", ("B1013",)))[0])
"""
#: Pixels from the middle of a hex to that of its south-western side, and to the next hex, at the zoom of ``go``.
SOUTH_WEST, EAST = (-21.9, 37.9), 87.5
PATIENCE = 20_000  # milliseconds, on a machine that has other things to do


def test_a_map_is_corrected_by_hand_and_played(lab_page: LabPage) -> None:
    page = lab_page.page
    lab_page.open(lab_page.server.write("mapeditor.ipynb", EDITOR, PRICE, PRICE))
    lab_page.run_cell(0)
    lab_page.wait_idle()
    editor = page.locator(".gpwlab-mapeditor").first
    note, line = editor.locator(".gpwlab-note:visible"), editor.locator(".gpwlab-where")
    container = editor.locator(".leaflet-container")
    container.evaluate("element => element.scrollIntoView({block: 'center'})")
    ground = editor.locator(".leaflet-ground-pane img")
    printed = ground.get_attribute("src")
    page.wait_for_timeout(500)
    box = container.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    editor.locator('button:has-text("Brush")').click()
    tool = editor.locator(".gpwlab-mapeditor-tool:visible")
    tool.locator("select").nth(1).select_option("forest")
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    expect(line).to_contain_text("B1013, clear")
    page.mouse.down()
    page.mouse.move(x + EAST / 2, y)
    page.mouse.move(x + EAST, y)  # a drag with the brush paints and moves no map
    page.mouse.up()
    expect(note).to_contain_text("2 hexes: terrain forest", timeout=PATIENCE)
    expect(ground).not_to_have_attribute("src", printed or "")
    page.mouse.move(x + 2, y)
    expect(line).to_contain_text("B1013, forest")

    editor.locator('button:has-text("Hexsides")').click()
    tool.locator('input[placeholder="none"]').fill("Testa")
    page.keyboard.press("Tab")
    page.mouse.click(x + SOUTH_WEST[0], y + SOUTH_WEST[1])
    expect(note).to_contain_text("B1013-B1114: river Testa", timeout=PATIENCE)
    lab_page.run_cell(1)
    lab_page.wait_idle()
    output = page.locator(".jp-OutputArea-output pre")
    expect(output.filter(has_text="it costs 3 (forest, river +1)")).to_have_count(1)

    for step in ("B1013-B1114: river Testa", "2 hexes: terrain forest"):
        editor.locator('button:has-text("Undo")').click()
        expect(note).to_contain_text(f"taken back: {step}", timeout=PATIENCE)
    expect(ground).to_have_attribute("src", printed or "")
    lab_page.run_cell(2)
    lab_page.wait_idle()
    expect(output.filter(has_text="it costs 1 (clear)")).to_have_count(1)
    assert lab_page.errors() == []
    wide = editor.evaluate("editor => [editor.scrollWidth, editor.clientWidth]")
    assert wide[0] <= wide[1] + 1  # nothing is cut off at the right
