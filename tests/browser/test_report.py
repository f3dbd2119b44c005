"""A report opened from disk: it asks for nothing, runs nothing, and shows notes as text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from gpwlab import gpw, study

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script><b>bold</b>"


def test_a_report_from_disk(chromium: Browser, tmp_path: Path) -> None:
    game = gpw.new("barbarossa", seed=1941)
    game.play("Axis Combat")
    for action in ("attack B1512 by ax-pz-39 ax-pz-57", "resolve B1512"):
        game.do(action)
    game.mark(NASTY)
    game.play("Axis General Movement")  # the loser retreats, so that two maps share all but a few counters
    path = study.report(game, tmp_path / "war.html")
    context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = context.new_page()
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(path.as_uri())

    expect(page).to_have_title("Operation Barbarossa: an after-action report")
    expect(page.locator("blockquote")).to_have_text(NASTY)
    said_before = page.locator(".contents td[data-name='Axis lost']").first.evaluate(
        "one => getComputedStyle(one, '::before').content"
    )
    assert "Axis" in said_before  # a phone has no room for heads: each cell says what it is
    page.locator("a[href='#turn-1']").click()
    turn = page.locator("#turn-1")
    expect(turn.locator("h2")).to_contain_text("Turn 1 (Jun 1941)")
    expect(turn.locator(".battles td").first).to_contain_text("B1512 Grodno")
    box = turn.locator(".map svg").first.bounding_box()
    assert box is not None
    assert box["width"] > 300
    used = turn.locator(".map svg use").evaluate_all(
        "all => all.map(one => one.getBBox().width).filter(w => w > 0).length"
    )
    assert used > 50  # counters and ground are drawn from the store
    assert page.evaluate("document.documentElement.scrollWidth") <= 390  # nothing is cut off on a phone
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, dark.removeprefix("rgb(").removesuffix(")").split(","))) < 60

    page.emulate_media(media="print", color_scheme="light")
    expect(page.locator(".log").first).to_be_hidden()
    assert page.locator("#turn-1").evaluate("one => getComputedStyle(one).breakBefore") == "page"
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") >= 4  # cover, start, turn, end
    assert [url for url in asked if not url.startswith("data:")] == [path.as_uri()]
    assert said == []
    context.close()
