"""``gpwlab app`` in a browser: from the gallery to a study, a phase stepped, nothing asked of the world outside."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.lab_page import READY_SECONDS, LabPage, LabServer, lab_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

STUDY = ("import pathlib\npathlib.Path('written.txt').write_text('x')", "from gpwlab import widgets", "widgets.Lab()")
PAPER = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """The dashboards of a copy of the notebooks and of one more, started by ``gpwlab app``."""
    home = tmp_path_factory.mktemp("app")
    with lab_server(home / "notebooks", home / "jupyter", "app") as server:
        server.write("90_mine.ipynb", *STUDY)
        yield server


def answer(app: LabServer, path: str) -> tuple[int, str]:
    """Status and final address of a page asked for without the token."""
    try:
        with urllib.request.urlopen(f"{app.url}{path}", timeout=5) as response:
            return response.status, response.url
    except urllib.error.HTTPError as error:
        return error.code, error.url


@pytest.mark.parametrize("path", ["/voila", "/voila/render/00_tour.ipynb", "/voila/api/contents/", "/api/kernels"])
def test_without_the_token_there_is_no_way_in(app: LabServer, path: str) -> None:
    status, url = answer(app, path)
    assert status == 403 or "/login" in url
    assert app.ask("kernels") == []


def test_from_the_gallery_to_a_study_and_on_by_a_phase(chromium: Browser, app: LabServer) -> None:
    with LabPage.opened(chromium, app) as opened:
        page, said = opened.page, []
        page.on("console", lambda message: message.type == "error" and said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{app.url}/voila?token={app.token}")
        expect(page.get_by_role("heading", name="Barbarossa, a study")).to_be_visible()
        page.get_by_role("link", name="90_mine").click()

        lab = page.locator(".gpwlab-lab")
        expect(lab.locator(".gpwlab-cursor")).to_have_text("action 0 of 0", timeout=READY_SECONDS * 1000)
        expect(page.locator(".app-state")).to_have_text("ready")
        lab.locator('button:has-text("Next phase")').first.click()
        expect(lab.locator(".gpwlab-cursor")).to_have_text("action 1 of 1")
        assert page.locator(".jp-InputArea, .cm-editor").count() == 0  # no code

        paper = page.evaluate(PAPER)
        page.get_by_role("button", name="theme").click()
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
        assert page.evaluate(PAPER) != paper

        assert not (app.folder / "written.txt").exists()  # it ran elsewhere
        page.get_by_role("link", name="gpwlab").click()
        deadline = time.monotonic() + READY_SECONDS
        while app.ask("kernels") and time.monotonic() < deadline:
            page.wait_for_timeout(100)
        assert app.ask("kernels") == []
        assert (opened.left, said) == ([], [])
