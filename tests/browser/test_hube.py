"""The lab of Hube's Pocket in a browser: roll, move by click, fight, by pointer and by keys."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from gpwlab import hube
from gpwlab.hube.board import HEX_KM
from gpwlab.hube.picture.sheet import UNITS_PER_KM
from gpwlab.widgets.hube_map import HubeMap
from tests.lab_page import LabPage

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

#: At zoom 3 a kilometre is eight pixels.
ZOOM, SCALE = 3.0, 8.0
UNIT = "su-inf-13gd"
CELL = f"""from gpwlab import hube
from gpwlab.widgets import Lab
lab = Lab(hube.new("kirovograd", seed=3))
lab.map.look_at("A55.21", {ZOOM})
lab"""


@dataclass
class Hand:
    """The lab on a page, its map at a zoom about a hex."""

    page: Page
    lab: Locator
    middle: str

    def place(self, hex_id: str) -> tuple[float, float]:
        """Where a hex is on the page, in pixels."""
        box = self.lab.locator(".leaflet-container").bounding_box()
        assert box is not None
        sheet = HubeMap(hube.new("kirovograd")).sheet
        (x, y), (x0, y0) = (sheet.centre[sheet.board.hex(h)] for h in (hex_id, self.middle))
        right, down = ((a - b) / UNITS_PER_KM * SCALE for a, b in ((x, x0), (y, y0)))
        return box["x"] + box["width"] / 2 + right, box["y"] + box["height"] / 2 + down

    def click(self, hex_id: str) -> None:
        """Point at a hex, in two steps as a hand does, and click."""
        x, y = self.place(hex_id)
        self.page.mouse.move(x - 3, y - 3)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)

    def press(self, caption: str) -> None:
        """Press a button of the lab."""
        self.lab.locator(f'button:visible:has-text("{caption}")').first.click()


def _open(lab_page: LabPage, name: str) -> Hand:
    lab_page.open(lab_page.server.write(name, CELL))
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    hand = Hand(lab_page.page, lab_page.page.locator(".gpwlab-lab").first, "A55.21")
    hand.lab.locator(".leaflet-container").evaluate("element => element.scrollIntoView({block: 'center'})")
    hand.page.wait_for_timeout(1000)
    return hand


def test_a_turn_begins_with_the_weather_and_a_click_moves_a_division(lab_page: LabPage) -> None:
    assert HEX_KM > 1
    hand = _open(lab_page, "hube.ipynb")
    status = hand.lab.locator(".gpwlab-status")
    expect(status).to_contain_text("decides: the weather of the turn")
    hand.lab.locator(".gpwlab-keys .gpwlab-hover").focus()
    for key in ("1", "Space"):
        hand.page.keyboard.press(key)
        lab_page.wait_idle()
    expect(status).to_contain_text("decides: what supply and replacements")
    for key in ("1", "Space"):
        hand.page.keyboard.press(key)
        lab_page.wait_idle()
    expect(hand.lab.locator(".gpwlab-phase")).to_contain_text("Soviet Movement Phase")
    hand.click("A55.21")
    expect(hand.lab.locator("text=hexes in reach with 3 MP left of its printed ones")).to_be_visible()
    hand.click("A56.20")
    expect(hand.lab.locator(".gpwlab-event")).to_contain_text(f"{UNIT} to A56.20")
    hand.press("Undo")
    expect(hand.lab.locator(".gpwlab-event")).to_have_text("")
    line = hand.lab.locator('input[placeholder^="an action"]')
    line.fill(f"move {UNIT} by A56.20")
    line.press("Enter")
    expect(hand.lab.locator(".gpwlab-event")).to_contain_text(f"{UNIT} to A56.20")
    expect(line).to_have_value("")


def test_every_tab_opens_and_nothing_is_fetched(lab_page: LabPage) -> None:
    hand = _open(lab_page, "tabs.ipynb")
    seen = {
        "Forces": "Rebuild planner", "Track": "Weather forecast", "Odds": "Barrage", "Log": "Log", "Map": "Supply",
        "Rules": "Rules", "Files": "Save",
    }  # fmt: skip
    for tab, text in seen.items():
        hand.lab.locator(f'.lm-TabBar-tab:has-text("{tab}")').click()
        expect(hand.lab.locator(f"text={text}").locator("visible=true").first).to_be_visible()
    assert lab_page.errors() == []
    _goes_the_way_round(hand)


def _goes_the_way_round(hand: Hand) -> None:
    """Each step's text and buttons are seen, and below them the part that it is about, in a low window too."""
    hand.page.set_viewport_size({"width": 1280, "height": 720})
    hand.lab.locator(".gpwlab-keys .gpwlab-hover").focus()
    hand.page.keyboard.press("i")
    bar, onward = hand.lab.locator(".gpwlab-guide"), hand.lab.locator(".gpwlab-guide button")
    expect(bar).to_contain_text("1 of 9")
    top = hand.page.locator(".jp-WindowedPanel-outer").bounding_box()
    for number in range(1, 10):
        expect(bar).to_contain_text(f"{number} of 9")
        hand.page.wait_for_timeout(900)  # the page scrolls smoothly
        seen, lit = bar.bounding_box(), hand.lab.locator(".gpwlab-lit").bounding_box()
        assert top is not None
        assert seen is not None
        assert lit is not None
        assert top["y"] - 1 <= seen["y"] < 250, number
        assert lit["y"] + min(lit["height"], 25) <= 720, number
        assert lit["y"] + lit["height"] > seen["y"] + seen["height"], number
        onward.locator("visible=true").filter(has_text=re.compile("Next|Skip|Finish")).click()
    expect(bar).not_to_be_visible()
