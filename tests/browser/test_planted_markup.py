"""Names and notes that hold markup and script are shown as text, in every tab of the three labs and in the designer, in
the pictures of simulated games and in the rule pane."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from gpwlab.core.resources import data_dir
from gpwlab.gpw.victory import CITIES
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

#: Without blanks, which part the words of an action, and out of an attribute, a style and a script, into a picture that
#: cannot be loaded and says so.
PLANTED = "\"'></style></script><img/src/onerror=window.planted=1>\N{RIGHT-TO-LEFT OVERRIDE}**\x1b[31m"
#: What of it a reader sees.
SEEN = "<img/src/onerror=window.planted=1>"
#: By system: the tables and columns that hold a text to which nothing refers but another of these columns.
TEXTS = {
    "gpw": {
        "units": ["label"],
        "cities": ["name", "modern_name"],
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
    "hube": {
        "units": ["label"],
        "scenarios": ["title"],
        "notes": ["text", "topic"],
        "towns": ["name", "modern_name"],
        "objectives": ["name"],
        "victory_points": ["name"],
        "lines": ["name"],
        "arrivals": ["printed"],
        "setup": ["place"],
        "setup_places": ["place", "with_places"],
    },
}  # fmt: skip
#: Cities that a rule calls by name; a lab without them would be refused.
CALLED = {*CITIES, "Bratislava", "Bucharest", "Budapest", "Odessa", "Sevastopol"}
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
#: Games of a player with such a name, and of a file in which one has won.
GAMES = """
import ipywidgets as ipw
from gpwlab import study
from gpwlab.study import players
def own(seed):
    return players.make("random", "{system}", seed)
own.__name__ = P
games = study.simulate("{scenario}", players=own, games=2, workers=1)
games.loc[0, "winner"] = P
shown = []
for what in ("Victories", "Map by turn", "Strength", "Length"):
    for as_table in (False, True):
        view = widgets.SimulationView(games)
        view.what.value, view.as_table.value = what, as_table
        shown.append(view)
ipw.VBox(shown)
"""
#: Two lines of play that a user has named.
COMPARE = """
one = gpw.new("uranus", overlay=folder)
widgets.Compare(one, one.fork(), names=(P, P))
"""
RULES = """
from pathlib import Path
book = Path(folder).parent / "rules.txt"
book.write_text(f"4.0 Zones {P}\\n4.1 Movement {P}\\nA. A fence stops {P}, but see 5.3.C.\\n", "utf-8")
pane = widgets.RulePane(book)
pane.show("gpw 4.1.A")
pane
"""
NO_BOOK = """
widgets.RulePane("/no such folder/" + P)
"""


def plant(system: str, folder: Path) -> None:
    """An overlay folder in which every text that a reader sees has more to it."""
    folder.mkdir(parents=True)
    for table, columns in TEXTS[system].items():
        with (data_dir() / system / f"{table}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row.update({column: more(row[column]) for column in columns})
        with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def more(text: str) -> str:
    """A text, or each of a list, with what is planted."""
    return "|".join(part + PLANTED if part and part not in CALLED else part for part in text.split("|"))


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


def shown(lab_page: LabPage, name: str, *cells: str) -> Locator:
    """The outputs of cells, each of which shows what is planted and none of which has made an element of it."""
    folder = lab_page.server.folder / name
    plant("gpw", folder / "gpw")
    start = CELL.format(planted=PLANTED, folder=str(folder), system="gpw")
    lab_page.open(lab_page.server.write(f"{name}.ipynb", *(start + cell for cell in cells)))
    lab_page.run_all()
    lab_page.wait_idle()
    assert lab_page.errors() == []
    outputs = lab_page.page.locator(".jp-CodeCell .jp-OutputArea")
    expect(outputs).to_have_count(len(cells))
    for place in outputs.all():
        place.scroll_into_view_if_needed()
        expect(place).to_contain_text(SEEN)
    return outputs


def nothing_ran(lab_page: LabPage) -> None:
    assert lab_page.page.locator("img[onerror]").count() == 0
    assert lab_page.page.evaluate("window.planted") is None


def test_planted_markup_is_text_in_pictures_of_games(lab_page: LabPage) -> None:
    wars = [GAMES.format(system="gpw", scenario="barbarossa"), GAMES.format(system="sfs", scenario="red-square")]
    shown(lab_page, "planted-games", *wars, COMPARE)
    nothing_ran(lab_page)


def test_planted_markup_is_text_in_the_rule_pane(lab_page: LabPage) -> None:
    pane = shown(lab_page, "planted-rules", RULES, NO_BOOK).first
    expect(pane.locator(".gpwlab-passage")).to_contain_text(f"A fence stops {PLANTED[:3]}")
    pane.locator(".gpwlab-search").fill("fence")
    lab_page.wait_idle()
    pane.locator(".gpwlab-search").press("Enter")
    expect(pane.locator(".gpwlab-found")).to_contain_text(SEEN)
    nothing_ran(lab_page)
