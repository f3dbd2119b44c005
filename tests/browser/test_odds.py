"""The odds explorer in JupyterLab, beside the map and alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.map_hand import MapHand
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

LAB = """
from gpwlab import gpw, widgets
game = gpw.new("barbarossa", seed=1941)
game.play(phase="Axis Panzer Movement")
lab = widgets.Lab(game)
lab.tabs.turn_to("Odds")
lab
"""


def test_a_click_on_the_map_shows_the_odds(lab_page: LabPage) -> None:
    lab_page.open(lab_page.server.write("odds.ipynb", LAB))
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    hand = MapHand(lab_page.page, lab_page.page.locator(".gpwlab-lab").first)
    hand.show()
    hand.click("B1612")
    card = hand.lab.locator(".gpwlab-odds")
    expect(card.locator(".gpwlab-odds-column:visible")).to_have_text("2:1")
    expect(card.locator("svg:visible")).to_have_count(6)
    wide = card.evaluate("card => [card.scrollWidth, card.clientWidth]")
    assert wide[0] <= wide[1] + 1  # nothing is cut off at the right
    card.locator('input[type="checkbox"]:visible').first.focus()
    lab_page.page.keyboard.press("Space")  # by key: the 8 steps back, 12 against 8
    expect(card.locator(".gpwlab-odds-column:visible")).to_have_text("1:1")
    card.locator('button:has-text("Calculator")').click()
    expect(card.locator(".gpwlab-odds-column:visible")).to_have_text("4:1")
    card.locator('button:has-text("Tables")').click()
    expect(card.locator("table.dataframe:visible")).to_have_count(4)
