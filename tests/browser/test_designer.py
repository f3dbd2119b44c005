"""The workshop walked through in JupyterLab: its notebook, then ticks, a table, the differences, a game and a file."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

DESIGNER = """
from gpwlab import gpw, widgets
designer = widgets.VariantDesigner(game=gpw.new("barbarossa", seed=1941))
designer
"""
AFTER = """
print(designer.rules.options, designer.rules.edits, designer.lab.game.rules == designer.rules)
print(gpw.house_file("my-variant.toml") == designer.rules)
"""


def test_the_workshop_notebook_runs_in_the_browser(lab_page: LabPage) -> None:
    lab_page.open("21_house_workshop.ipynb")
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    assert lab_page.page.locator(".gpwlab-designer").count() >= 1
    assert lab_page.left == []


def test_a_variant_is_ticked_edited_played_and_kept_by_hand(lab_page: LabPage) -> None:
    page = lab_page.page
    lab_page.open(lab_page.server.write("designer.ipynb", DESIGNER, AFTER))
    lab_page.run_cell(0)
    lab_page.wait_idle()
    card = page.locator(".gpwlab-designer").first
    search = card.locator('input[placeholder^="search"]')
    search.fill("23.1.")
    ticks = card.locator('.widget-checkbox:visible input[type="checkbox"]')
    expect(ticks).to_have_count(3)
    ticks.nth(0).focus()
    page.keyboard.press("Space")  # by key: Increased Infantry Movement
    expect(card.locator(".gpwlab-designer-clash:visible")).to_contain_text("conflicts with Increased Infantry Movement")
    ticks.nth(1).click()  # the Modified Sequence, which does not go with it
    expect(card.locator(".gpwlab-refusal:visible")).to_contain_text("conflicts with")
    expect(card.locator('button:has-text("Play this")')).to_be_disabled()
    ticks.nth(1).click()
    expect(card.locator(".gpwlab-refusal:visible")).to_have_count(0)
    tab(card, "Tables")
    cells = card.locator("select:visible").filter(has=page.locator("option", has_text="DRL"))
    expect(cells).to_have_count(36)
    cells.first.select_option("DE")
    expect(card.locator(".gpwlab-designer-changed:visible")).to_have_count(1)
    expect(card.locator(".gpwlab-designer-chances:visible")).to_contain_text("● 1/6")
    tab(card, "Differences")
    told = card.locator(".gpwlab-reasons:visible").first
    expect(told).to_contain_text("Increased Infantry Movement is on")
    expect(told).to_contain_text("CRT 1:1, die 1: result DE, not DR")
    tab(card, "Odds")
    expect(card.locator(".gpwlab-odds:visible")).to_have_count(2)
    tab(card, "File")
    card.locator('button:has-text("Save"):visible').first.click()
    expect(card.locator(".gpwlab-note:visible").first).to_contain_text("saved as")
    card.locator('button:has-text("Play this")').click()
    expect(card.locator(".gpwlab-lab .leaflet-container")).to_be_visible(timeout=60_000)  # a whole lab is made
    lab_page.run_cell(1)
    lab_page.wait_idle()
    assert lab_page.errors() == []
    output = page.locator(".jp-OutputArea-output pre")
    expect(output.filter(has_text="'result': 'DE'")).to_contain_text("True")
    wide = card.evaluate("card => [card.scrollWidth, card.clientWidth]")
    assert wide[0] <= wide[1] + 1  # nothing is cut off at the right


def tab(card: object, name: str) -> None:
    """Open a tab of the designer by its title."""
    card.locator(f'.lm-TabBar-tab:has-text("{name}")').first.click()  # type: ignore[attr-defined]
