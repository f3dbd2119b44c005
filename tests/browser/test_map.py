"""The map in a browser: mini-map, legend, historical front, and what is seen at which zoom."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.map_hand import open_lab
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

CELL = "from gpwlab import gpw, widgets\nlab = widgets.Lab(gpw.new('barbarossa'))\nlab"


def test_the_mini_map_moves_the_map_and_shows_where_it_is(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "mini.ipynb", CELL)
    board = hand.lab.locator(".gpwlab-minimap-board")
    seen = hand.lab.locator(".gpwlab-minimap-seen")
    box = board.bounding_box()
    assert box is not None
    before = seen.bounding_box()
    assert before is not None
    assert before["width"] < box["width"]
    lab_page.page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.3 * box["height"])
    expect(board).not_to_have_attribute("aria-label", "")
    lab_page.page.wait_for_function(
        "x => document.querySelector('.gpwlab-minimap-seen').getBoundingClientRect().x > x + 20", arg=before["x"]
    )
    expect(hand.lab.locator(".gpwlab-status")).not_to_contain_text("yellow hex")  # the map beneath heard no click

    fold = hand.lab.locator(".gpwlab-minimap > button")
    fold.click()
    expect(board).to_be_hidden()
    fold.click()
    expect(board).to_be_visible()
    hand.press("Whole map")
    expect(hand.lab.locator(".gpwlab-minimap")).to_be_hidden()


def test_legend_and_historical_front_in_their_tab(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "legend.ipynb", CELL)
    hand.lab.locator('.lm-TabBar-tab:has-text("Map")').click()
    expect(hand.lab.locator("text=Marks on counters").first).to_be_visible()
    expect(hand.lab.locator("table:visible").first).to_contain_text("Whole front")
    layers = hand.lab.locator(".leaflet-image-layer")
    before = layers.evaluate_all("all => all.map(e => e.src)")
    hand.press("on the map")
    lab_page.page.wait_for_function(
        "before => [...document.querySelectorAll('.leaflet-image-layer')].some((e, i) => e.src !== before[i])",
        arg=before,
    )
    expect(hand.lab.locator('button.mod-active:has-text("Historical front")')).to_be_visible()
    hand.press("Legend")
    expect(hand.lab.locator("text=Marks on counters").first).to_be_hidden()


def test_from_afar_counters_are_blocks_and_only_great_names_stand(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "zoom.ipynb", CELL)

    def shown() -> list[str]:
        faded = hand.lab.locator(".leaflet-pane > .leaflet-pane, .leaflet-pane").evaluate_all(
            """all => all.flatMap(pane => [...pane.children].filter(e => e.matches('.leaflet-image-layer'))
              .map(e => [pane.className, getComputedStyle(e).opacity]))"""
        )
        return sorted(name for name, opacity in {tuple(pair) for pair in faded} if opacity == "1")

    near = shown()
    hand.press("Whole map")
    lab_page.page.wait_for_timeout(500)
    far = shown()
    assert [name for name in near if "counters" in name] != [name for name in far if "counters" in name]
    assert any("far" in name for name in far)
    assert not any("far" in name for name in near)
