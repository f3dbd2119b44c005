"""The lab in Chromium: from a cell's start to the first map, from a click to its repaint."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from bench import session
from bench.measure import Row
from bench.watch import QUIET_MS, SETTLED, TOOK, WATCH
from tests.browser.map_hand import MapHand
from tests.lab_page import LabPage, LabServer, chromium, lab_server
from tools import browser

FIRST = (
    "from gpwlab import gpw, widgets\ngame = gpw.new('barbarossa', seed=1941)\n_ = game.play('Axis Panzer Movement')"
)
SECOND = "widgets.Lab(game)"
CLICKED = ("B1812", "B2011")  # two panzer corps
FORCES = "widgets.OrderOfBattle(game)"
# The frame after the first group of the order of battle stands on the page.
WATCH_FORCES = """
() => {
  window.gpwlabForces = null;
  const watch = new MutationObserver(() => {
    if (!document.querySelector('.gpwlab-oobtable tr.group')) return;
    watch.disconnect();
    requestAnimationFrame(() => { window.gpwlabForces = performance.now(); });
  });
  watch.observe(document.body, {subtree: true, childList: true});
}
"""


def rows(runs: int) -> Iterator[Row]:
    """All measurements in a browser; none where there is no Chromium."""
    path = browser.find()
    if path is None:
        print(f"no Chromium, so nothing measured in one; this installs one: {browser.install_command()}")
        return
    with tempfile.TemporaryDirectory() as home, chromium(path) as running, _server(Path(home)) as server:
        maps = [_first_map(running, server, number) for number in range(runs)]
        yield Row("first map in a new kernel, from the cell's start", median(maps), target=1500)
        yield Row("click on a unit to its reach painted", median(_clicks(running, server, runs)), target=150)
        forces = [_order_of_battle(running, server, number) for number in range(max(3, runs // 4))]
        yield Row("first order of battle, from the cell's start", median(forces), target=1000)
        with LabPage.opened(running, server) as lab:
            yield from session.rows(lab, server, runs)


def _server(home: Path) -> AbstractContextManager[LabServer]:
    return lab_server(home / "notebooks", home / "jupyter")


def _first_map(running: Browser, server: LabServer, number: int) -> float:
    with LabPage.opened(running, server) as lab:
        return _show_map(lab, server.write(f"first-{number}.ipynb", FIRST, SECOND))


def _order_of_battle(running: Browser, server: LabServer, number: int) -> float:
    """A game in the first cell, its order of battle in the second; milliseconds from the key to its rows painted."""
    with LabPage.opened(running, server) as lab:
        lab.open(server.write(f"forces-{number}.ipynb", FIRST, FORCES))
        lab.run_cell(0)
        lab.wait_idle()
        lab.page.evaluate(WATCH)
        lab.page.evaluate(WATCH_FORCES)
        lab.run_cell(1)
        lab.page.wait_for_function("() => window.gpwlabForces !== null")
        return float(lab.page.evaluate("() => gpwlabForces - gpwlabBench.begin"))


def _show_map(lab: LabPage, name: str) -> float:
    """Run the first cell, then time the second; milliseconds from the key to the last layer painted."""
    lab.open(name)
    page = lab.page
    lab.run_cell(0)
    lab.wait_idle()
    page.evaluate(WATCH)
    lab.run_cell(1)
    page.wait_for_function(SETTLED)
    return float(page.evaluate(TOOK))


def _clicks(running: Browser, server: LabServer, runs: int) -> list[float]:
    """Pick two units in turn; milliseconds from the press to the last layer painted."""
    with LabPage.opened(running, server) as lab:
        _show_map(lab, server.write("clicks.ipynb", FIRST, SECOND))
        hand = MapHand(lab.page, lab.page.locator(".gpwlab").first)
        hand.show()
        times = []
        for number in range(runs):
            lab.page.mouse.move(*hand.place(CLICKED[number % 2]))
            lab.page.wait_for_timeout(QUIET_MS)  # the pointer's own repaint is over
            lab.page.mouse.click(*hand.place(CLICKED[number % 2]))
            lab.page.wait_for_function(SETTLED)
            times.append(float(lab.page.evaluate(TOOK)))
        return times
