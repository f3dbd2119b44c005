"""The attack planner in JupyterLab: plan, read why, announce."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

LAB = """
from gpwlab import gpw, widgets
game = gpw.new("barbarossa", seed=1941)
game.play(phase="Axis Combat")
lab = widgets.Lab(game)
lab.tabs.turn_to("Odds")
lab
"""


def test_a_plan_is_shown_explained_and_announced(lab_page: LabPage) -> None:
    lab_page.open(lab_page.server.write("planner.ipynb", LAB))
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    card = lab_page.page.locator(".gpwlab-card", has_text="Attack planner").last
    card.locator('button:has-text("Plan attacks")').click()
    expect(card.locator("tbody tr").first).to_contain_text("Grodno")
    card.locator("tbody summary").first.click()
    expect(card.locator("li", has_text="The runner-up").first).to_be_visible()
    wide = card.evaluate("card => [card.scrollWidth, card.clientWidth]")
    assert wide[0] <= wide[1] + 1  # nothing is cut off at the right
    card.locator('button:has-text("Announce all")').click()
    expect(card.locator('button:has-text("Announce all"):visible')).to_have_count(0)
    expect(lab_page.page.locator(".gpwlab-note", has_text="announced at")).to_be_visible()
