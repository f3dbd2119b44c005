"""Make the pictures of the dashboards' gallery from a real, headless run of ``gpwlab app``.

    python -m tools.gallery [NOTEBOOK ...]        the names without .ipynb; default: all

A picture is of the first map of a dashboard, else of its first widget or chart, else of its first large output.
Needs the test packages, Pillow and a Chromium (tools/browser.py).
"""

from __future__ import annotations

import argparse
import io
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from gpwlab.cli.studies import PICTURES
from gpwlab.core.resources import notebooks_dir
from tests.lab_page import LabPage, chromium, lab_server
from tools import browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDE, HIGH = 480, 270
RUN_SECONDS = 300
OUTPUT = "#rendered_cells .jp-OutputArea-output"
DRAWN = f"{OUTPUT} .gpwlab, {OUTPUT} .bk-Figure"
MAP = "#rendered_cells .jp-RenderedSVG > img, #rendered_cells .jp-RenderedSVG > svg, .leaflet-container"


def main() -> None:
    """Take the pictures named, else all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NOTEBOOK", help="notebooks to open; default: all")
    names = parser.parse_args().names or sorted(file.stem for file in notebooks_dir().glob("*.ipynb"))
    path = browser.find()
    if path is None:
        raise SystemExit(f"no Chromium; this installs one: {browser.install_command()}")
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        lab_server(Path(home) / "notebooks", Path(home) / "jupyter", "app") as server,
        chromium(path) as running,
    ):
        for name in names:
            with LabPage.opened(running, server) as opened:
                opened.page.goto(f"{server.url}/voila/render/{name}.ipynb?token={server.token}", wait_until="commit")
                opened.page.wait_for_selector("body.app-ready", timeout=RUN_SECONDS * 1000)
                taken, file = picture(opened.page), PICTURES / f"{name}.webp"
                opened.page.goto("about:blank")  # its kernel ends
                if taken is None:
                    print(f"{name} shows nothing that is large enough; its card has its number", flush=True)
                    continue
                file.write_bytes(taken)
                print(f"wrote {file}, {len(taken) // 1000} kB", flush=True)


def picture(page: Page) -> bytes | None:
    """A small WebP of the first map, else of the first widget or chart, else of the first large output, if any."""
    page.add_style_tag(content=".app-bar { display: none !important; }")  # it would lie over tall pictures
    page.wait_for_timeout(1500)  # maps and charts are painted
    for kind, middle in ((MAP, True), (DRAWN, False), (OUTPUT, False)):
        for seen in page.locator(kind).all():
            box = seen.bounding_box() or {"width": 0, "height": 0}
            if box["width"] >= WIDE and box["height"] >= HIGH:
                return small(seen.screenshot(), middle)
    return None


def small(png: bytes, middle: bool) -> bytes:
    """The middle of a picture, or its upper left part, at the size of the gallery."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    wide = min(image.width, 2 * WIDE, image.height * WIDE // HIGH)
    high = wide * HIGH // WIDE
    left, top = ((image.width - wide) // 2, (image.height - high) // 2) if middle else (0, 0)
    packed = io.BytesIO()
    part = image.crop((left, top, left + wide, top + high))
    part.resize((WIDE, HIGH), Image.Resampling.LANCZOS).save(packed, "WEBP", quality=82)
    return packed.getvalue()


if __name__ == "__main__":
    main()
