"""Make docs/lab.png from a real run: the tour in JupyterLab, two corps moved, a battle about to be announced.

    python -m tools.screenshot [--out docs/lab.png] [--dark]

Needs the test packages and a Chromium (tools/browser.py).
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.map_hand import MapHand
from tests.lab_page import LabPage, chromium, lab_server
from tools import browser
from tools.doc_shots import small

WIDTH, HEIGHT = 1600, 1100
THEME = "lab/user-settings/@jupyterlab/apputils-extension/themes.jupyterlab-settings"


def main() -> None:
    """Start a lab, play to the battle for Bialystok, and keep what a reader would see."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("docs/lab.png"), help="file to write")
    parser.add_argument("--dark", action="store_true", help="in the dark theme of JupyterLab, which the map follows")
    options = parser.parse_args()
    path = browser.find()
    if path is None:
        raise SystemExit(f"no Chromium; this installs one: {browser.install_command()}")
    with tempfile.TemporaryDirectory() as home:
        if options.dark:
            settings = Path(home) / "jupyter" / "config" / THEME
            settings.parent.mkdir(parents=True)
            settings.write_text(json.dumps({"theme": "JupyterLab Dark"}), encoding="utf-8")
        with lab_server(Path(home) / "notebooks", Path(home) / "jupyter") as server, chromium(path) as running:
            page = running.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            hand = to_the_battle(LabPage(server, page))
            options.out.write_bytes(small(hand.lab.screenshot()))
    print(f"wrote {options.out}")


def to_the_battle(lab_page: LabPage) -> MapHand:
    """Open the tour and play the first moves of the campaign by hand."""
    lab_page.open("00_tour.ipynb")
    lab_page.run_all()
    lab_page.wait_idle()
    lab_page.page.keyboard.press("Escape")
    lab_page.page.keyboard.press("Control+b")  # the file browser goes, the lab is wider
    hand = MapHand(lab_page.page, lab_page.page.locator(".jp-CodeCell").first.locator(".gpwlab").first)
    hand.press("Next phase")
    hand.press("Next phase")
    hand.show()
    cursor = hand.lab.locator(".gpwlab-cursor")
    expect(cursor).to_have_text("action 2 of 2")
    for number, (start, end) in enumerate((("B1812", "B1712"), ("B1912", "B1911"), ("B1714", "B1713")), 3):
        hand.click(start)
        expect(hand.lab.locator(".gpwlab-status")).to_contain_text("yellow hex")
        hand.click(end)
        expect(cursor).to_have_text(f"action {number} of {number}")
    hand.press("Next phase")
    hand.show()
    hand.click("B1612")
    expect(hand.lab.locator(".gpwlab-meter").first).to_be_visible()
    lab_page.page.wait_for_timeout(1500)  # the last image is painted
    return hand


if __name__ == "__main__":
    main()
