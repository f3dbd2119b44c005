"""A combat of Stalingrad walked through in JupyterLab: by pointer up to the declaration, then step after step."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from gpwlab import sfs
from tests.browser.area_hand import open_lab
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

CELL = """
from gpwlab import sfs, widgets
game = sfs.new("standard", seed=7)
game.play(phase="German Movement")
widgets.Lab(game)
"""


def test_a_combat_is_planned_declared_and_walked_to_its_end(lab_page: LabPage) -> None:
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    hand = open_lab(lab_page, "walk.ipynb", game, CELL)
    cursor, status = hand.lab.locator(".gpwlab-cursor"), hand.lab.locator(".gpwlab-status")

    for number, (force, unit) in enumerate((("F2", "14-pz"), ("F1", "29-mot")), 4):
        hand.click(hand.stack(force))
        expect(status).to_contain_text("yellow area")
        hand.click(hand.area("SC"))
        expect(cursor).to_have_text(f"action {number} of {number}")
        game.do(f"move {unit} by SC")
    hand.press("Next phase")
    game.do("done")
    expect(status).to_contain_text("Chuikov may move once")
    hand.press("choose chuikov stay")
    game.do("choose chuikov stay")
    expect(status).to_contain_text("can be attacked")
    hand.show()
    hand.click(hand.stack("F18"))

    walk = hand.lab.locator(".gpwlab-walk:visible").first
    expect(walk).to_contain_text("F1, F2 attack F18 (planned)")
    expect(walk).to_contain_text("What may come of it, exactly")
    for title in ("2. Reveal", "3. Artillery", "4. Odds", "5. D-CRT"):
        hand.press("Next step")
        expect(walk.locator("h4").first).to_contain_text(title)
    expect(walk.locator("td.lit:visible")).to_have_count(6 + 1)  # six faces of the die, and the likeliest losses
    wide = walk.evaluate("card => [card.scrollWidth, card.clientWidth]")
    assert wide[0] <= wide[1] + 1  # nothing is cut off at the right

    lab_page.page.keyboard.press("Escape")
    expect(walk).to_contain_text("nothing is planned")
    hand.show()
    hand.click(hand.stack("F18"))
    expect(walk).to_contain_text("F1, F2 attack F18 (planned)")
    expect(hand.lab.locator(".gpwlab-hover")).to_be_focused()
    lab_page.page.keyboard.press("a")  # declared by key
    expect(status).to_contain_text("go on or call the attack off")
    hand.press("proceed")
    hand.press("commit 2")
    expect(status).to_contain_text("Soviet must decide")
    hand.press("commit 1")
    game.do("attack F18 by F1 F2")
    for answer in ("proceed", "commit 2", "commit 1"):
        game.do(answer)
    die = int(game.log.loc[game.log["kind"] == "d-crt", "die"].iloc[-1])
    expect(walk.locator("h4").first).to_contain_text("6. Cut-off")
    expect(walk).to_contain_text("F18 is cut off")
    hand.press("Back")
    expect(walk.locator("h4").first).to_contain_text("5. D-CRT")
    expect(walk).to_contain_text(f"die {die}+1")
    expect(walk.locator("tbody td.lit:visible").first).to_be_visible()
    assert lab_page.errors() == []


def test_the_german_s_table_never_shows_a_hidden_class(lab_page: LabPage) -> None:
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    cell = CELL.replace("widgets.Lab(game)", 'lab = widgets.Lab(game, viewer="German")\nlab')
    hand = open_lab(lab_page, "veil.ipynb", game, cell)
    hand.click(hand.stack("F18"))
    line = hand.lab.locator(".gpwlab-where")
    expect(line).to_contain_text("hidden infantry")
    expect(hand.lab.locator(".gpwlab-stack:visible").first).to_contain_text("Soviet")
    expect(hand.lab).not_to_contain_text("su-")
    assert lab_page.errors() == []
