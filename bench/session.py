"""A lab in Chromium under a long hand: hover, overlay toggles, and a session of many actions."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from playwright.sync_api import CDPSession, Page

from bench.measure import Row
from bench.watch import QUIET_MS, SETTLED, TOOK, WATCH
from tests.browser.map_hand import MapHand
from tests.lab_page import LabPage, LabServer

CELL = """
from gpwlab import gpw, widgets
game = gpw.new('barbarossa', seed=1941)
_ = game.play('Axis Panzer Movement')
lab = widgets.Lab(game)
lab
"""
#: One chunk of a long session: a corps goes and comes back, every second action an undo.
CHUNK = """
import resource
for _ in range({half}):
    lab.session.attempt('move ax-pz-47 B1712')
    lab.session.run(lambda: lab.game.undo())
with open('/proc/self/statm') as file:
    print('kernel', int(file.read().split()[1]) * resource.getpagesize())
"""
ACTIONS, CHUNKS = 2000, 20
UNIT = "B2011"
HOVERED = ("B1713", "B1716", "B1717", "B1816", "B1911", "B1811", "B1916", "B2014", "B2015", "B2115", "B2116")
TOGGLES = ("ZOC", "Supply", "Control", "Historical front")

#: Count the frames and the images sent anew, by pane, between start and stop.
FRAMES = r"""
() => {
  const told = {frames: 0, slow: 0, from: performance.now(), last: performance.now(), sent: {}, on: true};
  window.gpwlabFrames = told;
  const tick = now => {
    if (!told.on) return;
    told.frames += 1;
    if (now - told.last > 1000 / 30 + 4) told.slow += 1;
    told.last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  new MutationObserver(changes => {
    for (const change of changes) if (change.target.matches?.('.leaflet-image-layer')) {
      const pane = /leaflet-(\S+)-pane/.exec(change.target.parentElement.className.replace('leaflet-pane', ''))[1];
      told.sent[pane] = Math.max(told.sent[pane] || 0, change.target.src.length);
    }
  }).observe(document.body, {subtree: true, attributes: true, attributeFilter: ['src']});
}
"""
COUNTED = """
() => {
  const told = window.gpwlabFrames;
  told.on = false;
  return {fps: 1000 * told.frames / (performance.now() - told.from), slow: told.slow, sent: told.sent};
}
"""


def rows(lab: LabPage, server: LabServer, runs: int) -> Iterator[Row]:
    """All measurements on one page."""
    chunk = CHUNK.format(half=ACTIONS // CHUNKS // 2)
    lab.open(server.write("session.ipynb", CELL, *([chunk] * CHUNKS)))
    lab.run_cell(0)
    lab.wait_idle()
    page = lab.page
    page.keyboard.press("Escape")
    hand = MapHand(page, page.locator(".gpwlab-lab").first)
    hand.show()
    page.evaluate(WATCH)
    yield _hover(page, hand)
    yield Row("overlay switched on or off, to its last paint", median(_toggles(page, hand, runs)), target=150)
    yield from _long(lab, hand)


def _hover(page: Page, hand: MapHand) -> Row:
    """The pointer over the reach of a picked unit for some seconds: milliseconds a frame."""
    page.mouse.click(*hand.place(UNIT))
    page.wait_for_function(SETTLED)
    page.evaluate(FRAMES)
    for _ in range(6):
        for hex_id in HOVERED:
            page.mouse.move(*hand.place(hex_id), steps=6)
    told = page.evaluate(COUNTED)
    page.keyboard.press("Escape")
    sent = ", ".join(f"{pane} {size / 1000:.0f} kB" for pane, size in told["sent"].items())
    note = f"{told['slow']} slow frames; sent anew, at most: {sent or 'nothing'}"
    return Row("a frame while the pointer moves over hexes", 1000 / told["fps"], target=1000 / 30, note=note)


def _toggles(page: Page, hand: MapHand, runs: int) -> list[float]:
    times = []
    for number in range(2 * max(runs, len(TOGGLES))):
        caption = TOGGLES[number // 2 % len(TOGGLES)]
        page.wait_for_timeout(QUIET_MS)
        hand.press(caption)
        page.wait_for_function(SETTLED)
        times.append(float(page.evaluate(TOOK)))
    return times


def _long(lab: LabPage, hand: MapHand) -> Iterator[Row]:
    """Many actions in chunks: repaint of a click, memory of page and kernel, first chunk against last."""
    page = lab.page
    browser = page.context.new_cdp_session(page)
    paints, pages, kernels = [], [], []
    for number in range(1, CHUNKS + 1):
        lab.run_cell(number)
        lab.wait_idle()
        kernels.append(_kernel(page, number))
        hand.show()
        paints.append(_repaint(page, hand))
        pages.append(_heap(browser))
    megabytes = 1e6
    yield Row(f"repaint after {ACTIONS} actions, against after {ACTIONS // CHUNKS}", paints[-1], target=150,
              reference=paints[0], least_ratio=0.8)  # fmt: skip
    note = f"after {ACTIONS // CHUNKS} actions {pages[0] / megabytes:.0f} MB"
    print(f"page after {ACTIONS} actions: {pages[-1] / megabytes:.0f} MB ({note})")
    note = f"after {ACTIONS // CHUNKS} actions {kernels[0] / megabytes:.0f} MB"
    print(f"kernel after {ACTIONS} actions: {kernels[-1] / megabytes:.0f} MB ({note})")


def _repaint(page: Page, hand: MapHand) -> float:
    """A click on a unit, to its reach painted; then it is put back."""
    page.mouse.move(*hand.place(UNIT))
    page.wait_for_timeout(QUIET_MS)
    page.mouse.click(*hand.place(UNIT))
    page.wait_for_function(SETTLED)
    took = float(page.evaluate(TOOK))
    page.mouse.click(*hand.place(UNIT))
    page.wait_for_timeout(QUIET_MS)
    return took


def _heap(browser: CDPSession) -> float:
    """Bytes that scripts of the page hold after a collection."""
    browser.send("HeapProfiler.collectGarbage")
    return float(browser.send("Runtime.getHeapUsage")["usedSize"])


def _kernel(page: Page, number: int) -> float:
    """What the chunk's cell printed: bytes that the kernel holds."""
    text = page.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea-output").last.inner_text()
    return float(text.split()[-1])
