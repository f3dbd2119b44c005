"""Tags and search open passages of the user's own text in the browser, and no saved notebook holds one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.map_hand import MapHand
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

SECRET = "quicksilver snails overtake the lettuce"
TEXT = f"""\
5.0 Races
5.3 Hedges
C. A fence stops {SECRET}, but see 8.1.A.
8.0 Leaves
8.1 Salad
A. Leaves come from the west.
"""
STATE = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"


def test_a_tag_opens_its_passage_and_no_file_keeps_it(lab_page: LabPage, tmp_path: Path) -> None:
    book = tmp_path / "own.txt"
    book.write_text(TEXT, "utf-8")
    page = lab_page.page
    name = lab_page.server.write("rules.ipynb", "from gpwlab.widgets import Lab\nlab = Lab('barbarossa')\nlab")
    lab_page.open(name)
    lab_page.run_all()
    lab_page.wait_idle()
    hand = MapHand(page, page.locator(".gpwlab-lab").first)
    hand.show()
    pane = hand.lab.locator(".gpwlab-rules")
    hand.lab.locator('.lm-TabBar-tab:has-text("Rules")').click()
    pane.locator("input").last.fill(str(book))
    pane.locator("input").last.press("Enter")
    expect(pane.locator(".gpwlab-soft").last).to_contain_text("passages of your own text")

    hand.press("Next phase")
    hand.press("Next phase")
    hand.show()
    hand.click("B2011")
    expect(hand.lab.locator(".gpwlab-status")).to_contain_text("yellow hex")
    hand.click("B1910")
    refusal = hand.lab.locator('.gpwlab-refusal .gpwlab-rule[data-rule="gpw 5.3.C"]').first
    refusal.click()
    passage = pane.locator(".gpwlab-passage")
    expect(passage).to_contain_text(SECRET)
    passage.locator('.gpwlab-rule:has-text("8.1.A")').click()
    expect(passage).to_contain_text("Leaves come from the west")
    pane.locator(".gpwlab-search").fill("snails overtake")
    pane.locator(".gpwlab-search").press("Enter")
    pane.locator(".gpwlab-found .gpwlab-rule").first.click()
    expect(passage).to_contain_text(SECRET)

    page.click('li.lm-MenuBar-item:has-text("Settings")')
    page.click(f'.lm-Menu-item[data-command="{STATE}"]')
    page.keyboard.press("Escape")
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+s")
    saved = lab_page.server.folder / name
    for _ in range(100):
        if "gpwlab-passage" in saved.read_text("utf-8"):
            break
        page.wait_for_timeout(100)
    text = saved.read_text("utf-8")
    assert "gpwlab-passage" in text  # the widgets are in the file
    assert SECRET not in text
    assert str(book) not in text
    assert json.loads(text)["metadata"]["widgets"]
