"""A hand on the map in a browser: finds hexes on the screen, points and clicks as a reader does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab import gpw
from gpwlab.gpw.board import HEX_KM, grid_position, plane
from gpwlab.widgets import HexMap

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.lab_page import LabPage

SETTLED = 5  # times in a row that the map must be found in the same place


@dataclass
class MapHand:
    """The lab of one output on a page, its map at the zoom and place at which it opens (1 km is 1 pixel)."""

    page: Page
    lab: Locator

    def __post_init__(self) -> None:
        self.centre_y, self.centre_x = HexMap(gpw.new("barbarossa")).map.center

    def centred_on(self, hex_id: str) -> None:
        """Take note that the map has been centred on a hex, at the zoom at which it opens."""
        x, y = plane(*grid_position(hex_id))
        self.centre_x, self.centre_y = x * HEX_KM, y * HEX_KM

    def show(self) -> None:
        """Bring the map into view and wait until it stands still."""
        container = self.lab.locator(".leaflet-container")
        container.evaluate("element => element.scrollIntoView({block: 'center'})")
        last, same = None, 0
        while same < SETTLED:
            box = container.bounding_box()
            same = same + 1 if box == last else 0
            last = box
            self.page.wait_for_timeout(100)

    def place(self, hex_id: str) -> tuple[float, float]:
        """Where a hex is on the page, in pixels."""
        box = self.lab.locator(".leaflet-container").bounding_box()
        assert box is not None
        x, y = plane(*grid_position(hex_id))
        across = box["x"] + box["width"] / 2 + (x * HEX_KM - self.centre_x)
        down = box["y"] + box["height"] / 2 - (y * HEX_KM - self.centre_y)
        return across, down

    def point(self, hex_id: str) -> None:
        """Move the pointer to a hex, in two steps as a hand does."""
        x, y = self.place(hex_id)
        self.page.mouse.move(x - 3, y - 3)
        self.page.mouse.move(x, y)

    def click(self, hex_id: str) -> None:
        """Click on a hex."""
        self.point(hex_id)
        self.page.mouse.click(*self.place(hex_id))

    def press(self, caption: str) -> None:
        """Press a button of the lab."""
        self.lab.locator(f'button:visible:has-text("{caption}")').first.click()


def open_lab(lab_page: LabPage, name: str, *cells: str) -> MapHand:
    """A notebook of these cells, run; the lab in it by itself."""
    lab_page.open(lab_page.server.write(name, *cells))
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    hand = MapHand(lab_page.page, lab_page.page.locator(".gpwlab-lab").first)
    hand.show()
    return hand
