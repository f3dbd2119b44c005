"""Make the screenshots of docs/shots from a real, headless run of the lab: one picture for each of its features.

    python -m tools.doc_shots [NAME ...] [--out docs/shots] [--dark] [--list]

A picture is a row of SHOTS: its name, what the cell shows, and the steps of a reader's hand.  To add one, add a row.
Needs the test packages, Pillow and a Chromium (tools/browser.py).
"""

from __future__ import annotations

import argparse
import io
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tests.browser.map_hand import MapHand
from tests.lab_page import LabPage, LabServer, chromium, lab_server
from tools import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTH, HEIGHT = 1500, 1250
MOST_BYTES = 400_000
THEME = "lab/user-settings/@jupyterlab/apputils-extension/themes.jupyterlab-settings"

Step = Callable[[MapHand], None]


@dataclass(frozen=True)
class Shot:
    """One picture: what it shows, the code of its cell, the steps, and the part of it that is kept ("" for all)."""

    title: str
    cell: str
    steps: tuple[Step, ...] = ()
    part: str = ""


# -- steps of a hand --------------------------------------------------------------------------------------------------


def click(hex_id: str) -> Step:
    """Click on a hex."""
    return lambda hand: hand.click(hex_id)


def point(hex_id: str) -> Step:
    """Point at a hex."""
    return lambda hand: hand.point(hex_id)


def press(caption: str) -> Step:
    """Press a button of the lab by its caption."""
    return lambda hand: hand.press(caption)


def key(name: str) -> Step:
    """Press a key with the focus on the map."""

    def step(hand: MapHand) -> None:
        hand.lab.locator(".gpwlab-keys .gpwlab-hover").focus()
        hand.page.keyboard.press(name)

    return step


def tab(title: str) -> Step:
    """Open a tab of the right column."""
    return lambda hand: hand.lab.locator(f'.lm-TabBar-tab:has-text("{title}")').first.click()


def zoom(times: int) -> Step:
    """Zoom in with the button of the map, half a level each time."""

    def step(hand: MapHand) -> None:
        for _n in range(times):
            hand.lab.locator(".leaflet-control-zoom-in").click()
            hand.page.wait_for_timeout(500)

    return step


# -- the pictures -----------------------------------------------------------------------------------------------------

BEGIN = """
from gpwlab import gpw, widgets
game = gpw.new("barbarossa", seed=1941)
"""
LAB = "lab = widgets.Lab(game)\nlab"
PANZERS = BEGIN + 'game.play(phase="Axis Panzer Movement")\n' + LAB
BATTLE = (
    BEGIN
    + """
game.play(phase="Axis Panzer Movement")
for move in ("ax-pz-47 B1712", "ax-inf-7 B1713", "ax-pz-24 B1911", "ax-pz-39 B1411"):
    game.do(f"move {move}")
game.next_phase()
"""
)
FOUGHT = (
    BATTLE
    + """
game.do("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-47")
game.do("attack B1512 by ax-pz-39 ax-pz-57")
game.play(phase="Axis General Movement")
"""
)
EXPLORER = BATTLE + "odds = widgets.OddsExplorer(game)\nodds.look_at('B1612')\n"

MARKED = "_ = game.mark('Bialystok has fallen: try it without the infantry')\n"
SANDBOX = (
    "from gpwlab import gpw, widgets\n"
    "game = gpw.new('barbarossa')\n"
    "game.edit().phase(4, 'Axis Panzer Movement')\n"
    "_ = game.edit().place('ax-pz-24', 'B1604')\n"
)
LEADERS = (
    "from gpwlab import gpw, widgets\n"
    "game = gpw.new('barbarossa', rules='leaders')\n"
    "_ = game.play('Axis Panzer Movement')\n"
    "_ = game.do('lead ax-ldr-bock B1812')\n"
)
OWN_TEXT = (
    PANZERS.removesuffix("lab")
    + """
import pathlib
own = pathlib.Path("own.txt")
own.write_text("My notes\\n4.0 ZONES\\n4.1 Movement\\nA. Stop next to the enemy.\\nB. Leave as you like.\\n")
lab.rules.read(own)
lab.rules.show("gpw 4.1.A")
lab"""
)
LEFT_BEHIND = (
    PANZERS.removesuffix("lab")
    + "game.do('move ax-pz-39 B1411')\nlab.session.changed()\nlab = widgets.Lab('barbarossa')\nlab"
)
URANUS = """
from gpwlab import gpw, widgets
game = gpw.new("uranus", seed=1)
game.play("Soviet Combat")
game.do("attack A1608 by su-inf-24 su-inf-62")
game.do("fly su-bom-2 A1608")
"""
RAID = URANUS + 'game.do("ready")\n'
LANDING = URANUS + 'game.play("Soviet General Movement")\n'
DROP = """
from gpwlab import gpw, widgets
game = gpw.new("bagration", seed=1)
game.play("Soviet General Movement")
lab = widgets.Lab(game)
lab.session.pick("su-ab-1")
lab.map.look_at("B1503")
lab
"""
SET_UP = """
from gpwlab import gpw, widgets
lab = widgets.Lab(gpw.new("citadel", setup="free"))
lab.forces.units.value = "ax-inf-59"
lab
"""
UKRAINE = """
from gpwlab import hube, widgets
widgets.Lab(hube.new("kirovograd:campaign", seed=1944))
"""
STALINGRAD = """
from gpwlab import sfs, widgets
game = sfs.new("standard", seed=7)
game.play(phase="German Movement")
"""
ASSAULT = (
    STALINGRAD
    + """
for unit in ("14-pz", "29-mot"):
    game.do(f"move {unit} by SC")
game.play(phase="German Attack")
game.do(game.pending.default)
"""
)
AIMED = ASSAULT + 'lab = widgets.Lab(game)\nlab.session.target, lab.session.attackers = "F18", ("F1", "F2")\n'
SHOTS: dict[str, Shot] = {
    # A. map and counters
    "map": Shot("The map of June 1941", PANZERS),
    "map-close": Shot("Close up: hex numbers, counters", PANZERS, (zoom(2),)),
    "map-whole": Shot("The whole sheet", PANZERS, (press("Whole map"),)),
    "map-supply": Shot("Supply of both sides", FOUGHT + LAB, (press("Supply"),)),
    "map-front": Shot("The historical front beside the game's", FOUGHT + LAB, (press("Historical front"),)),
    "legend": Shot("Legend and distance from history", FOUGHT + LAB, (tab("Map"),)),
    # B. why
    "reach": Shot("Where a corps may go, and what the way costs", PANZERS, (click("B1812"), point("B1712"))),
    "refusal": Shot("A refused move with its reasons", PANZERS, (click("B2011"), click("B1910"))),
    "rules": Shot("The rules by number", PANZERS, (click("B2011"), click("B1910"), tab("Rules"))),
    # C. stepping
    "log": Shot("The log, each die with its reason", FOUGHT + LAB, (tab("Log"),)),
    "luck": Shot("Expected against rolled", FOUGHT + LAB, (tab("Luck"),)),
    # D. odds
    "battle": Shot("A battle about to be announced", BATTLE + LAB, (click("B1612"),)),
    "odds": Shot("The odds explorer beside the map", BATTLE + LAB, (tab("Odds"), click("B1612"))),
    "odds-wide": Shot("The odds explorer in a cell of its own", EXPLORER + "odds"),
    "odds-calculator": Shot(
        "Odds without a map",
        EXPLORER + "odds.mode.value = 'Calculator'\nodds.calculator.ground.value = 'forest'\nodds",
    ),
    "odds-tables": Shot("The table twin of the odds", EXPLORER + "odds.plain.value = True\nodds"),
    # who there is, and what time brings
    "forces": Shot("The order of battle beside the map", FOUGHT + LAB, (tab("Forces"), click("B1713"))),
    "time": Shot("The turn record, and the weather to come", FOUGHT + LAB, (tab("Time"),)),
    "timeline": Shot(
        "The reinforcements of the whole war", BEGIN + "widgets.ReinforcementTimeline(gpw.new('campaign'))"
    ),
    # E. keeping and trying
    "tools": Shot("Lines of play, saves, exports, cells", FOUGHT + LAB, (tab("Tools"),)),
    "bookmarks": Shot("Bookmarks with notes, kept in the save", FOUGHT + MARKED + LAB, (tab("Log"),)),
    "compare": Shot("Two lines of play side by side", FOUGHT + "widgets.Compare(game, gpw.new('barbarossa'))"),
    "sandbox": Shot("A position made by hand", SANDBOX + LAB, (tab("Log"),)),
    "leaders": Shot("Leaders on top of their units, a stack fanned out", LEADERS + LAB, (point("B1812"),)),
    # the whole war
    "interception": Shot("A fighter may go up: what it would bring, exactly", RAID + LAB),
    "landing": Shot("What is in the air must land; what each side must hold", LANDING + LAB),
    "drop": Shot("Where an airborne division may walk, and where it may drop", DROP),
    "set-up": Shot("A scenario set up by hand: the hexes of a corps", SET_UP),
    # F. access
    "map-table": Shot("The table twin of the map", PANZERS, (press("Table"),)),
    "text-large": Shot("Large text", PANZERS.removesuffix("lab") + "lab.bar.text.value = 'Text L'\nlab"),
    "rulebook": Shot("The reader's own rulebook text (here a made-up one)", OWN_TEXT, (tab("Rules"),)),
    "recovery": Shot("What an earlier lab left, to take up again", LEFT_BEHIND),
    "keys": Shot("What the keys do", PANZERS, (key("?"),)),
    "high-contrast": Shot("High contrast", PANZERS, (press("High contrast"),)),
    "dark-map": Shot("The dark map", PANZERS, (press("Dark map"),)),
    # Stalingrad
    "stalingrad": Shot("Stalingrad, as one who sees both sides has it", STALINGRAD + LAB),
    "stalingrad-german": Shot(
        "Stalingrad as the German side sees it: the Soviets turn their backs",
        STALINGRAD + 'lab = widgets.Lab(game, viewer="German")\nlab.session.pick("F2")\nlab',
    ),
    "combat-walk": Shot(
        "A combat walked step by step: the cells that the die can meet", AIMED + "lab.walk.step = 4\nlab"
    ),
    "artillery": Shot("Both sides' artillery as a matrix", AIMED + 'lab.tabs.turn_to("Guns")\nlab'),
    "stalingrad-supply": Shot(
        "Supply and ferries", STALINGRAD + LAB, (press("Soviet supply"), press("Ferries"), tab("Time"))
    ),
    # Hube's Pocket
    "ukraine": Shot("The Ukraine in January 1944, before the weather is rolled", UKRAINE),
}


# -- taking them ------------------------------------------------------------------------------------------------------


def main() -> None:
    """Take the pictures named, else all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="pictures to take; default: all")
    parser.add_argument("--out", type=Path, default=Path("docs/shots"), help="folder to write to")
    parser.add_argument("--dark", action="store_true", help="in JupyterLab's dark theme")
    parser.add_argument("--list", action="store_true", help="only tell their names")
    options = parser.parse_args()
    unknown = set(options.names) - set(SHOTS)
    if unknown:
        parser.error(f"there is no picture {', '.join(sorted(unknown))}; --list tells their names")
    if options.list:
        print(*(f"{name:16} {shot.title}" for name, shot in SHOTS.items()), sep="\n")
        return
    path = browser.find()
    if path is None:
        raise SystemExit(f"no Chromium; this installs one: {browser.install_command()}")
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        if options.dark:
            settings = Path(home) / "jupyter" / "config" / THEME
            settings.parent.mkdir(parents=True)
            settings.write_text(json.dumps({"theme": "JupyterLab Dark"}), encoding="utf-8")
        with lab_server(Path(home) / "notebooks", Path(home) / "jupyter") as server, chromium(path) as running:
            for name, picture in take(server, running, options.names or list(SHOTS)):
                file = options.out / f"{name}.png"
                file.write_bytes(picture)
                print(f"wrote {file}, {len(picture) // 1000} kB", flush=True)


def take(server: LabServer, running: Browser, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Take pictures, those of one cell on one page, the cell run afresh for each; RuntimeError if a cell fails."""
    for number, cell in enumerate(dict.fromkeys(SHOTS[name].cell for name in names)):
        with LabPage.opened(running, server) as lab_page:
            page = lab_page.page
            page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
            lab_page.open(server.write(f"shots-{number}.ipynb", cell))
            page.keyboard.press("Control+b")  # the file browser goes, the lab is wider
            for name in names:
                if SHOTS[name].cell == cell:
                    run(lab_page)
                    yield name, small(keep(page, SHOTS[name]))


def run(lab_page: LabPage) -> None:
    """Run the cell, for the first time or again."""
    page = lab_page.page
    page.keyboard.press("Escape")  # closes what the picture before has opened
    prompt = page.locator(".jp-CodeCell .jp-InputPrompt").first
    before = prompt.text_content()
    while prompt.text_content() == before:  # the first keys after a page's start can be lost
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Control+Enter")
        page.wait_for_timeout(2000)
    lab_page.wait_idle()
    if errors := lab_page.errors():
        raise RuntimeError(errors[0])
    page.keyboard.press("Escape")


def keep(page: Page, shot: Shot) -> bytes:
    """Do the steps, and keep what is seen."""
    hand = MapHand(page, page.locator(".jp-CodeCell").first.locator(".gpwlab").first)
    if hand.lab.locator(".leaflet-container").count():
        hand.show()
    for step in shot.steps:
        step(hand)
        page.wait_for_timeout(900)  # the answer of the kernel is painted
    hand.lab.scroll_into_view_if_needed()
    page.wait_for_timeout(600)
    seen = hand.lab.locator(shot.part).first if shot.part else hand.lab
    return seen.screenshot()


def small(png: bytes) -> bytes:
    """The picture with as many colours as fit into the size allowed; RuntimeError if it will not fit."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in (256, 128, 64):
        packed = io.BytesIO()
        picture.quantize(colours, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
        if packed.tell() < MOST_BYTES:
            return packed.getvalue()
    raise RuntimeError(f"a picture of {picture.width} by {picture.height} pixels stays above {MOST_BYTES} bytes")


if __name__ == "__main__":
    main()
