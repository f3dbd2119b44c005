"""Order of battle and time in JupyterLab: by pointer, by keys, and what a reader takes away."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.browser.map_hand import open_lab
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

LAB = """
from gpwlab import gpw, widgets
game = gpw.new("barbarossa", seed=1941)
game.play(turn=2, phase="Axis Panzer Movement")
lab = widgets.Lab(game)
lab
"""


def test_order_of_battle_and_timeline(lab_page: LabPage, tmp_path: Path) -> None:
    hand = open_lab(lab_page, "forces.ipynb", LAB)
    page, lab = lab_page.page, hand.lab

    # every tab can be read
    tabs = lab.locator(".lm-TabBar-tab")
    cut = tabs.evaluate_all(
        "all => all.filter(tab => tab.scrollWidth > tab.clientWidth + 1).map(tab => tab.textContent)"
    )
    assert cut == []
    tabs.filter(has_text="Forces").click()
    table = lab.locator(".gpwlab-oobtable")
    expect(table.locator("tr.level0 b")).to_have_text(["Axis", "Soviet"])
    wide = table.evaluate("table => [table.scrollWidth, table.parentElement.clientWidth]")
    assert wide[0] <= wide[1] + 1  # nothing is cut off at the right

    # a click on the map opens the groups of the unit and marks its row; a click on a row picks on the map
    hand.click("B1812")
    expect(table.locator("tr.picked .gpwlab-oobname")).to_have_text("47 PZ")
    table.locator("tr.unit", has_text="24 PZ").click()
    expect(table.locator("tr.picked")).to_have_text("24 PZXXIV Panzer (Motorised) CorpsB191212122/2")
    expect(lab.locator(".gpwlab-where")).to_contain_text("B1912")

    # by keys: up to the first row of the group, left to the group and folded, right opens it again
    page.keyboard.press("ArrowLeft")
    group = table.locator("tr.level1:focus")
    expect(group).to_contain_text("Army Group Centre")
    page.keyboard.press("ArrowLeft")
    expect(group).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    expect(group).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(table.locator("tr.picked .gpwlab-oobname")).to_have_text("5 INF")
    expect(lab.locator(".gpwlab-cursor")).to_have_text("action 12 of 12")  # no key of the lab was pressed

    # words narrow it; the Excel file holds what is shown
    lab.locator('input[placeholder="filter: words"]').fill("panzer")
    expect(lab.locator(".gpwlab-title", has_text="Order of battle")).to_contain_text("17 of 188 counters")
    with page.expect_download() as waiting:
        lab.locator('button.gpwlab-go:visible:has-text("Excel")').click()
    target = tmp_path / "forces.xlsx"
    waiting.value.save_as(target)
    assert len(pd.read_excel(target)) == 17

    # the timeline tells what is pointed at, and Enter on a turn goes there
    tabs.filter(has_text="Time").click()
    lab.locator('button:has-text("Timelines below the map")').click()
    chart = lab.locator(".gpwlab-timelinebox:visible").first  # that of history lies below it
    expect(chart.locator("g.turn")).to_have_count(32)
    chart.locator("g.event").first.hover()
    expect(chart.locator(".gpwlab-told")).to_contain_text("gpw ")
    chart.locator('g.turn[data-turn="2"]').focus()
    page.keyboard.press("ArrowUp")
    expect(chart.locator(".gpwlab-told")).to_contain_text("Turn 2 (Jul 1941)")
    expect(chart.locator(".gpwlab-told")).to_contain_text("reconstructed")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(lab.locator(".gpwlab-cursor")).to_have_text("action 0 of 12")
    expect(chart.locator("g.turn.played")).to_have_count(2)

    # the turn record chooses a turn by keys
    expect(lab.locator(".gpwlab-turnbox.now.chosen b")).to_have_text("1")
    lab.locator(".gpwlab-turnbox.now").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(lab.locator(".gpwlab-turnbox.chosen b")).to_have_text("2")
    expect(lab.locator('button:visible:has-text("Go to turn 2")')).to_have_count(1)
