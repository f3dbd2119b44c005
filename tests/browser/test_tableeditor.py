"""The table editor by hand: a strength corrected by key, a fault told while typing, undo, and a game that plays it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

EDITOR = """
from gpwlab import gpw, widgets
editor = widgets.TableEditor("gpw", "units")
editor
"""
AFTER = """
game = gpw.new("barbarossa", overlay="my-gpw")
units = game.units.set_index("unit")
print("plays", units.attack["ax-inf-5"], units.defence["ax-inf-5"], units.provenance["ax-inf-5"])
"""


def test_a_strength_is_corrected_and_played_with(lab_page: LabPage) -> None:
    page = lab_page.page
    lab_page.open(lab_page.server.write("editor.ipynb", EDITOR, AFTER))
    lab_page.run_cell(0)
    lab_page.wait_idle()
    card = page.locator(".gpwlab-tableeditor").first
    columns = "all => all.map(one => Math.round(one.getBoundingClientRect().width))"
    before = card.locator("thead th").evaluate_all(columns)
    card.locator('input[placeholder^="filter"]:visible').fill("V Army Corps 8 reconstructed")
    row = card.locator('tr[data-row*="\\"ax-inf-5\\""]')
    names = card.locator("thead th").all_inner_texts()
    attack, defence = (row.locator("td").nth(names.index(name)) for name in ("attack", "defence"))
    attack.click()
    page.keyboard.press("x")  # typing begins at once
    says = row.locator(".gpwlab-says")
    expect(says).to_be_visible()
    after = card.locator("thead th").evaluate_all(columns)  # widths, for the frame may have scrolled
    assert after == before  # neither fewer rows nor the field move a column
    expect(says).to_contain_text("'x' must be a whole number from 1 to 99 or empty")
    page.keyboard.press("Enter")
    expect(attack.locator("input")).to_have_attribute("aria-invalid", "true")  # refused, and what was typed is there
    page.keyboard.press("Backspace")
    page.keyboard.type("9")
    expect(attack.locator("input")).to_have_attribute("aria-invalid", "false")
    card.locator('input[placeholder^="filter"]:visible').fill("V Army Corps")
    expect(attack).to_have_text("9")
    expect(attack).to_have_class("changed")
    attack.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(defence).to_have_text("7")
    page.keyboard.press("Control+z")
    expect(defence).to_have_text("8")
    expect(attack).to_have_text("9")
    lab_page.run_cell(1)
    lab_page.wait_idle()
    assert lab_page.errors() == []
    expect(page.locator(".jp-OutputArea-output pre", has_text="plays")).to_have_text("plays 9 8 printed\n")
    assert lab_page.left == []
