"""A hand on the map of Stalingrad in a browser: finds stacks and areas on the screen, points and clicks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gpwlab.sfs.picture.layout import places
from gpwlab.sfs.picture.plane import HEIGHT, WIDTH, Point
from gpwlab.sfs.picture.sheet import Sheet, sheet_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.lab_page import LabPage

SETTLED = 5  # times in a row that the map must be found in the same place


@dataclass
class AreaHand:
    """The lab of one output on a page.

    game: a twin of the lab's game, kept in step by the test.
    """

    page: Page
    lab: Locator
    game: Any
    sheet: Sheet = field(init=False)

    def __post_init__(self) -> None:
        self.sheet = sheet_of(self.game.board, "paper")

    def show(self) -> None:
        """Bring the map into view and wait until it stands still."""
        container = self.lab.locator(".leaflet-container")
        container.evaluate("element => element.scrollIntoView({block: 'center'})")
        sheet = self.lab.locator(".leaflet-image-layer").first
        last, same = None, 0
        while same < SETTLED:
            box = sheet.bounding_box()
            same = same + 1 if box == last else 0
            last = box
            self.page.wait_for_timeout(100)

    def at(self, place: Point) -> Point:
        """Where a place of the sheet is on the page, in pixels."""
        box = self.lab.locator(".leaflet-image-layer").first.bounding_box()
        assert box is not None
        return box["x"] + place[0] / WIDTH * box["width"], box["y"] + place[1] / HEIGHT * box["height"]

    def stack(self, force: str) -> Point:
        """Where a stack is on the sheet."""
        return places(self.sheet, self.game.stacks)[force]

    def area(self, code: str) -> Point:
        """A place of an area clear of its stacks: its name."""
        return self.sheet.name_at[self.game.board.area(code)]

    def click(self, place: Point) -> None:
        """Point at a place of the sheet, in two steps as a hand does, and click."""
        x, y = self.at(place)
        self.page.mouse.move(x - 3, y - 3)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)

    def press(self, caption: str) -> None:
        """Press a button of the lab."""
        self.lab.locator(f'button:visible:has-text("{caption}")').first.click()


def open_lab(lab_page: LabPage, name: str, game: Any, *cells: str) -> AreaHand:
    """A notebook of these cells, run; the lab in it by itself, beside a twin of its game."""
    lab_page.open(lab_page.server.write(name, *cells))
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    hand = AreaHand(lab_page.page, lab_page.page.locator(".gpwlab-lab").first, game)
    hand.show()
    return hand
