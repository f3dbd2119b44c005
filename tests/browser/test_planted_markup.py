"""Names and notes that hold markup and script are shown as text, in every tab of the three labs and in the designer."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from gpwlab.core.resources import data_dir
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

#: Without blanks, which part the words of an action, and out of an attribute, a style and a script, into a picture that
#: cannot be loaded and says so.
PLANTED = "\"'></style></script><img/src/onerror=window.planted=1>\N{RIGHT-TO-LEFT OVERRIDE}**\x1b[31m"
#: What of it a reader sees.
SEEN = "<img/src/onerror=window.planted=1>"
#: By system: the tables and columns that hold a text that nothing else refers to.
TEXTS = {
    "gpw": {
        "units": ["label"],
        "scenarios": ["title"],
        "turns": ["period"],
        "hexsides": ["name"],
        "regions": ["region"],
    },
    "sfs": {
        "units": ["name"],
        "areas": ["name"],
        "strongpoints": ["name"],
        "scenarios": ["title"],
        "turns": ["label", "dates"],
        "reinforcements": ["name"],
    },
    "hube": {"units": ["label"], "scenarios": ["title"], "notes": ["text", "topic"]},
}  # fmt: skip
CELL = """
from gpwlab import gpw, hube, sfs, widgets
P = {planted!r}
folder = {folder!r} + "/{system}"
"""
LABS = {
    "gpw": """
house = gpw.house(P, base=gpw.new("uranus").rules, tables={"tec": {("swamp",): {"foot_mp": "4"}}}, note=P)
game = gpw.new("uranus", house, overlay=folder)
game.play("Soviet General Movement")
lab = widgets.Lab(game)
lab.lines.keep(game.fork(), P)
lab.lines.compare.value = True
lab.lines.swap.click()
""",
    "sfs": """
game = sfs.new("standard", overlay=folder)
game.play("German Attack")
lab = widgets.Lab(game)
""",
    "hube": """
game = hube.new("korsun", overlay=folder)
game.play("Axis Movement")
lab = widgets.Lab(game)
""",
}
LAST = """
lab.game.mark(P)
lab.files.path.value = "/no such folder/" + P
lab.files.save.click()
lab.session.attempt("move " + P + " B1712")
lab
"""
DESIGNER = """
designer = widgets.VariantDesigner(gpw.house(P, tables={"tec": {("swamp",): {"foot_mp": "4"}}}, note=P))
designer.path.value = "/no such folder/" + P
designer.save.click()
designer
"""


def plant(system: str, folder: Path) -> None:
    """An overlay folder in which every text that a reader sees has more to it."""
    folder.mkdir(parents=True)
    for table, columns in TEXTS[system].items():
        with (data_dir() / system / f"{table}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row.update({column: row[column] + PLANTED for column in columns if row[column]})
        with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def look_everywhere(lab_page: LabPage, place: Locator) -> None:
    """Open each tab; nothing planted has become an element, let alone run."""
    for tab in place.locator(".lm-TabBar-tab").all():
        tab.click()
        lab_page.wait_idle()
        assert place.locator("img[onerror]").count() == 0, tab.inner_text()
    assert lab_page.page.evaluate("window.planted") is None


def test_planted_markup_is_text(lab_page: LabPage) -> None:
    folder = lab_page.server.folder / "planted"
    cells = []
    for system, cell in LABS.items():
        plant(system, folder / system)
        cells.append(CELL.format(planted=PLANTED, folder=str(folder), system=system) + cell + LAST)
    lab_page.open(lab_page.server.write("planted.ipynb", *cells, DESIGNER))
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    labs = lab_page.page.locator(".gpwlab-lab")
    expect(labs).to_have_count(3)
    for lab in labs.all():
        expect(lab.locator(".gpwlab-refusal").first).to_contain_text(SEEN)
        look_everywhere(lab_page, lab)
    designer = lab_page.page.locator(".gpwlab-designer")
    expect(designer).to_contain_text(SEEN)
    look_everywhere(lab_page, designer)
    lab_page.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img/src/onerror=window.planted=1>')")
    lab_page.page.wait_for_function("window.planted === 1")  # it would have been seen
