"""The tour in JupyterLab, as a reader uses it: run all, click a unit and a hex, step, fight, take back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.map_hand import MapHand
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser


def open_tour(lab_page: LabPage, name: str) -> MapHand:
    """A fresh copy of the tour, run from top to bottom; the hand is on the lab of its first cell."""
    folder = lab_page.server.folder
    (folder / name).write_bytes((folder / "00_tour.ipynb").read_bytes())
    lab_page.open(name)
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    hand = MapHand(lab_page.page, lab_page.page.locator(".jp-CodeCell").first.locator(".gpwlab").first)
    hand.show()
    return hand


def test_clicks_and_buttons_move_the_kernels_game(lab_page: LabPage) -> None:
    hand = open_tour(lab_page, "tour-clicks.ipynb")
    cursor = hand.lab.locator(".gpwlab-cursor")
    expect(cursor).to_have_text("action 0 of 0")
    hand.press("Next phase")
    expect(cursor).to_have_text("action 1 of 1")
    hand.press("Next phase")
    expect(hand.lab.locator(".gpwlab-phase")).to_contain_text("Axis Panzer Movement Phase")

    hand.show()
    hand.click("B1812")
    expect(hand.lab.locator(".gpwlab-status")).to_contain_text("yellow hex")
    hand.point("B1712")
    expect(hand.lab.locator(".gpwlab-hover")).to_contain_text("B1712")
    hand.click("B1712")
    expect(cursor).to_have_text("action 3 of 3")
    expect(hand.lab.locator(".gpwlab-note")).to_contain_text("47 PZ moves B1812 to B1712")

    hand.click("B2011")
    hand.click("B1910")
    expect(hand.lab.locator(".gpwlab-refusal")).to_contain_text("gpw 5.3.C")
    expect(cursor).to_have_text("action 3 of 3")

    hand.press("Next phase")
    hand.show()
    hand.click("B1612")
    expect(hand.lab.locator(".gpwlab-meter").first).to_be_visible()
    hand.press("Announce attack")
    expect(cursor).to_have_text("action 5 of 5")
    hand.press("Roll B1612")
    expect(hand.lab.locator(".gpwlab-note").first).to_contain_text("battle at B1612")
    hand.press("Undo")
    hand.press("Undo")
    expect(cursor).to_have_text("action 4 of 6")


def test_cells_keep_their_pictures(lab_page: LabPage) -> None:
    open_tour(lab_page, "tour-pictures.ipynb")
    pictures = lab_page.page.locator('.jp-OutputArea-output[data-mime-type="image/svg+xml"]')
    assert pictures.count() >= 5
    sizes = pictures.locator("img, svg").evaluate_all("all => all.map(e => e.getBoundingClientRect().width)")
    assert min(sizes) > 300
    assert (Path(lab_page.server.folder) / "first-turn.gpw.json").is_file()


def test_overlays_zoom_and_dark_map_in_the_browser(lab_page: LabPage) -> None:
    hand = open_tour(lab_page, "tour-overlays.ipynb")
    images = hand.lab.locator(".leaflet-image-layer")
    before = images.evaluate_all("all => all.map(e => e.src)")
    assert all(address.startswith("data:image/svg+xml") for address in before)
    assert images.evaluate_all("all => all.every(e => e.complete && e.naturalWidth > 0)")
    hand.press("ZOC")
    hand.press("Dark map")
    for caption in ("ZOC", "Dark map"):
        switch = hand.lab.locator("button.mod-active", has_text=caption).first
        expect(switch).to_be_visible()
    changed = "before => [...document.querySelectorAll('.leaflet-image-layer')].filter((e, i) => e.src !== before[i])"
    lab_page.page.wait_for_function(f"{changed}.length >= 3", arg=before)
    hand.press("Whole map")
    far = hand.lab.locator(".leaflet-far-names-pane img, .leaflet-pane img").evaluate_all(
        "all => all.map(e => getComputedStyle(e).opacity)"
    )
    assert "0" in far
    assert "1" in far
