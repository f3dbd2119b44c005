"""What a lab keeps, in a browser: the log and the stepper, recovery after a killed kernel, exports, two lines."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from gpwlab import gpw
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

MOVES = ("move ax-pz-47 B1712", "move ax-inf-7 B1713")
CELL = f"""
from gpwlab import gpw, widgets
game = gpw.new("barbarossa")
game.play(phase="Axis Panzer Movement")
for action in {MOVES}:
    game.do(action)
game.next_phase()
lab = widgets.Lab(game)
lab
"""


def open_lab(lab_page: LabPage, name: str, cell: str = CELL) -> Locator:
    """A notebook with one lab, run."""
    lab_page.open(lab_page.server.write(name, cell))
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    lab = lab_page.page.locator(".gpwlab-lab").first
    lab.locator(".gpwlab-cursor").wait_for()
    return lab


def tab(lab: Locator, name: str) -> None:
    lab.locator(".gpwlab-tabs .lm-TabBar-tab", has_text=name).click()


def press(lab: Locator, caption: str) -> None:
    lab.locator(f'button:visible:has-text("{caption}")').first.click()


def test_log_lines_go_to_their_place_by_pointer_and_by_key(lab_page: LabPage) -> None:
    lab = open_lab(lab_page, "log.ipynb")
    cursor = lab.locator(".gpwlab-cursor")
    expect(cursor).to_have_text("action 5 of 5")
    tab(lab, "Log")
    lab.locator(".gpwlab-line", has_text="47 PZ moves").click()
    expect(cursor).to_have_text("action 3 of 5")
    expect(lab.locator("tr.undone .gpwlab-line", has_text="7 INF moves")).to_be_visible()
    expect(lab.locator(".gpwlab-card .gpwlab-note").first).to_contain_text("MP")
    lab.locator(".gpwlab-line[aria-current=step]").focus()
    lab_page.page.keyboard.press("ArrowUp")
    lab_page.page.keyboard.press("Enter")
    expect(cursor).to_have_text("action 4 of 5")
    lab.locator('input[placeholder="a note for this place"]').fill("the gap")
    press(lab, "Mark here")
    expect(lab.locator(".gpwlab-mark")).to_have_text("★ the gap")


def test_play_runs_through_the_line_and_stops(lab_page: LabPage) -> None:
    lab = open_lab(lab_page, "play.ipynb")
    cursor = lab.locator(".gpwlab-cursor")
    button = lab.locator("button:has(i.fa-play)")
    button.click()
    expect(lab.locator("button:has(i.fa-pause)")).to_be_visible()
    expect(cursor).to_have_text("action 2 of 5")
    expect(cursor).to_have_text("action 5 of 5", timeout=30_000)
    expect(button).to_be_visible()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_game_survives_a_killed_kernel(lab_page: LabPage) -> None:
    cell = 'import os\nprint("process", os.getpid())\nfrom gpwlab import widgets\nlab = widgets.Lab("barbarossa")\nlab'
    lab = open_lab(lab_page, "killed.ipynb", cell)
    if lab.locator(".gpwlab-offer").is_visible():  # of another test
        press(lab, "Dismiss")
    press(lab, "Next phase")
    press(lab, "Next phase")
    expect(lab.locator(".gpwlab-cursor")).to_have_text("action 2 of 2")
    process = int(lab_page.page.locator(".jp-OutputArea-output", has_text="process").first.inner_text().split()[-1])
    os.kill(process, signal.SIGKILL)
    again = open_lab(lab_page, "again.ipynb", cell)
    offer = again.locator(".gpwlab-offer")
    expect(offer).to_contain_text("turn 1, Axis Panzer Movement, 2 actions")
    press(again, "Recover")
    expect(again.locator(".gpwlab-cursor")).to_have_text("action 2 of 2")
    expect(again.locator(".gpwlab-phase")).to_contain_text("Axis Panzer Movement")
    expect(offer).to_be_hidden()


def test_exports_reach_the_browser(lab_page: LabPage, tmp_path: Path) -> None:
    lab = open_lab(lab_page, "export.ipynb")
    tab(lab, "Tools")
    kept = {name: _download(lab_page, lab, caption, tmp_path) for name, caption in EXPORTS.items()}
    assert gpw.load(kept["game"]).cursor == 5
    assert kept["log"].read_text("utf-8").startswith("n,kept,turn,phase,side,action,kind")
    assert kept["svg"].read_text("utf-8").startswith("<svg")
    assert kept["png"].read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert kept["png"].stat().st_size > 100_000
    lab_page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(lab, "Copy as cells")
    expect(lab.locator(".gpwlab-handout", has_text="Copy as cells")).to_contain_text("copied")
    copied = lab_page.page.evaluate("navigator.clipboard.readText()")
    names: dict[str, Any] = {}
    exec(copied, names)
    assert [str(action) for action in names["game"].actions][2:4] == list(MOVES)


EXPORTS = {"log": "Log (CSV)", "game": "Game (JSON)", "svg": "Map (SVG)", "png": "Map (PNG)"}


def _download(lab_page: LabPage, lab: Locator, caption: str, folder: Path) -> Path:
    with lab_page.page.expect_download() as coming:
        press(lab, caption)
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def test_fork_and_compare_side_by_side_and_the_luck_chart(lab_page: LabPage) -> None:
    lab = open_lab(lab_page, "lines.ipynb")
    tab(lab, "Tools")
    press(lab, "Fork here")
    press(lab, "Undo")
    press(lab, "Undo")
    expect(lab.locator(".gpwlab-cursor")).to_have_text("action 3 of 5")
    press(lab, "Compare")
    maps = lab.locator(".gpwlab-compare svg")
    expect(maps).to_have_count(2)
    widths = maps.evaluate_all("all => all.map(e => e.getBoundingClientRect().width)")
    assert min(widths) > 400
    assert max(widths) - min(widths) < 2
    expect(lab.locator(".gpwlab-compare")).to_contain_text("ax-inf-7")
    tab(lab, "Luck")
    expect(lab.locator(".gpwlab-tabs")).to_contain_text("No die has been rolled")
