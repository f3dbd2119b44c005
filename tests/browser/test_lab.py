"""``gpwlab lab`` in a browser: the tour opens, nothing pops up, nothing leaves the machine."""

from __future__ import annotations

import re

import pytest

from tests.lab_page import LabPage

pytestmark = pytest.mark.browser


def test_lab_opens_on_the_tour_and_its_kernel_runs(lab_page: LabPage) -> None:
    lab_page.page.goto(f"{lab_page.server.url}/?token={lab_page.server.token}", wait_until="domcontentloaded")
    lab_page.wait_for_kernel("00_tour.ipynb")
    assert re.search(r"/lab/tree/00_tour\.ipynb", lab_page.page.url)
    assert lab_page.page.locator(".lm-TabBar-tab.lm-mod-current", has_text="00_tour.ipynb").count() == 1


def test_no_news_is_asked_for(lab_page: LabPage) -> None:
    lab_page.open("00_tour.ipynb")
    lab_page.page.wait_for_timeout(1500)
    assert lab_page.page.locator(".Toastify__toast").count() == 0


def test_a_failing_cell_is_seen(lab_page: LabPage) -> None:
    lab_page.open(lab_page.server.write("broken.ipynb", "1 / 0"))
    lab_page.run_all()
    lab_page.wait_idle()
    assert ["ZeroDivisionError" in text for text in lab_page.errors()] == [True]
