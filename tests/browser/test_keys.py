"""The lab by keyboard alone, beside a notebook that has shortcuts of its own on the same keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.map_hand import open_lab
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser


CELLS = ("from gpwlab.widgets import Lab\nlab = Lab('barbarossa')\nlab", "2 + 3")


def test_a_move_and_a_battle_without_the_pointer(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "keys.ipynb", *CELLS)
    press = lab_page.page.keyboard.press
    cursor = hand.lab.locator(".gpwlab-cursor")
    line = hand.lab.locator(".gpwlab-where")
    hand.lab.locator(".gpwlab-keys .gpwlab-hover").focus()
    press("Space")
    expect(cursor).to_have_text("action 1 of 1")
    press("Space")
    expect(hand.lab.locator(".gpwlab-phase")).to_contain_text("Axis Panzer Movement Phase")
    press("n")
    expect(line).to_contain_text("ax-")
    press(".")
    press("Enter")
    expect(cursor).to_have_text("action 3 of 3")
    expect(hand.lab.locator(".gpwlab-event")).to_contain_text("moves")
    press("u")
    expect(cursor).to_have_text("action 2 of 3")
    press("Space")
    expect(hand.lab.locator(".gpwlab-phase")).to_contain_text("Axis Combat Phase")
    press("n")
    press("Enter")
    expect(hand.lab.locator(".gpwlab-meter").first).to_be_visible()
    press("a")
    expect(cursor).to_have_text("action 4 of 4")
    press("b")
    expect(cursor).to_have_text("action 5 of 5")
    assert lab_page.page.locator(".jp-Cell").count() == 2  # no key reached the notebook


def test_keys_leave_fields_and_other_cells_alone(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "fields.ipynb", *CELLS)
    cursor = hand.lab.locator(".gpwlab-cursor")
    hand.click("B1812")
    expect(hand.lab.locator(".gpwlab-keys .gpwlab-hover")).to_be_focused()
    lab_page.page.keyboard.press("Space")
    expect(cursor).to_have_text("action 1 of 1")
    hand.lab.locator('.lm-TabBar-tab:has-text("Rules")').click()
    search = hand.lab.locator(".gpwlab-search")
    search.click()
    search.press_sequentially("zoc u n", delay=30)
    expect(search).to_have_value("zoc u n")
    expect(cursor).to_have_text("action 1 of 1")
    last = lab_page.page.locator(".jp-CodeCell .cm-content").last
    last.click()
    lab_page.page.keyboard.type(" + 40 n")
    expect(last).to_contain_text("+ 40 n")
    expect(cursor).to_have_text("action 1 of 1")


def test_the_sheet_lists_the_keys_and_the_map_follows_the_theme(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "sheet.ipynb", *CELLS)
    page = lab_page.page
    hand.lab.locator(".gpwlab-keys .gpwlab-hover").focus()
    page.keyboard.press("Shift+?")
    sheet = hand.lab.locator(".gpwlab-keysheet")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("previous that may still act")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    ground = hand.lab.locator(".leaflet-image-layer").first
    before = ground.get_attribute("src")
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    expect(hand.lab.locator('button.mod-active:has-text("Dark map")')).to_be_visible(timeout=20_000)
    expect(ground).not_to_have_attribute("src", before or "")


def test_the_table_twin_sorts_filters_and_leads_to_the_map(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "table.ipynb", *CELLS)
    hand.lab.locator(".gpwlab-keys .gpwlab-hover").focus()
    lab_page.page.keyboard.press("t")
    table = hand.lab.locator(".gpwlab-grid").first
    expect(table.locator("caption")).to_contain_text("Units on the map")
    table.locator('.gpwlab-head:has-text("steps")').click()
    expect(table.locator('th[aria-sort="ascending"]')).to_contain_text("steps")
    table.locator("input").fill("Bialystok")
    expect(table.locator("tbody tr")).to_have_count(1)
    table.locator("tbody .gpwlab-head").first.click()
    expect(hand.lab.locator(".gpwlab-where")).to_contain_text("B1612 Bialystok")
    before = hand.lab.locator(".gpwlab-status").evaluate("e => getComputedStyle(e).fontSize")
    hand.lab.locator('.gpwlab-bar select:has-text("Text L")').select_option("Text L")
    expect(hand.lab).to_have_class(re.compile("gpwlab-large"))
    after = hand.lab.locator(".gpwlab-status").evaluate("e => getComputedStyle(e).fontSize")
    assert float(after.removesuffix("px")) > 1.15 * float(before.removesuffix("px"))
