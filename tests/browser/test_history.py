"""History in JupyterLab: its timeline by pointer and by keys, the section that an event opens, charts to take away."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

CELL = """
from gpwlab import gpw, widgets
game = gpw.new("uranus", seed=1942)
widgets.HistoryTimeline(game)
"""
CHART = """
import pandas as pd
from bokeh.io import output_notebook
from bokeh.resources import INLINE
output_notebook(INLINE, hide_banner=True)
widgets.bar_chart(pd.DataFrame({"Soviet": [4.0, 12.5]}, index=["1941", "1942"]), "Points a turn")
"""


def test_history_by_pointer_and_keys(lab_page: LabPage) -> None:
    lab_page.server.write("history.ipynb", CELL, CHART)
    lab_page.open("history.ipynb")
    lab_page.run_all()
    lab_page.wait_idle()
    page = lab_page.page
    chart = page.locator(".gpwlab-timelinebox").first
    told = chart.locator(".gpwlab-told")
    uranus = chart.locator(".event", has_text="Operation Uranus").last
    passage = page.locator(".gpwlab-passage")

    # the turn in progress is marked and in sight; an event is told under the pointer
    expect(chart.locator('.turn[aria-label$="(now)"]')).to_be_in_viewport()
    uranus.locator("text").hover()
    expect(told).to_contain_text("19-23 Nov 1942 ● Operation Uranus, Stalingrad; Turn 13 (Nov/Dec 1942).")
    expect(passage).to_be_hidden()

    # a click opens its section, which without a rulebook is named
    uranus.locator("text").click()
    expect(passage).to_be_visible()
    expect(passage).to_contain_text("THE SOVIET ARMY")

    # by keys: down to the turn, along to the next, up to what happened in it; Enter opens its section
    for key in ("Home", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    expect(told).to_contain_text("22 Jun 1941 ■ Germany attacks with 154 divisions")
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    expect(told).to_contain_text("German surrender")
    page.keyboard.press("Enter")
    expect(passage).to_contain_text("THE GERMAN ARMY")

    # the charts of the notebooks hand themselves out, drawn by the page
    for form, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as waiting:
            page.locator(f'[title="Save the chart as {form}"]').first.click()
        assert waiting.value.suggested_filename == f"points-a-turn.{form.lower()}"
        drawn = Path(waiting.value.path()).read_bytes()
        assert drawn.startswith(begins)
        assert form == "PNG" or b">12.5<" in drawn
    assert lab_page.errors() == []
