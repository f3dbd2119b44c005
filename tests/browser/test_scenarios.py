"""The whole war by clicks: support from the air and a fighter against it, a free set-up with a refused placement."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from gpwlab import gpw
from gpwlab.widgets import HexMap
from tests.browser.map_hand import open_lab
from tests.lab_page import LabPage

pytestmark = pytest.mark.browser

#: The Soviet half of turn 13: armies stand on both sides of Stalingrad, a bomber and a German fighter in range.
URANUS = """
from gpwlab import gpw, widgets
game = gpw.new("uranus", seed=1)
_ = game.play("Soviet Combat")
lab = widgets.Lab(game)
lab.map.look_at("A1608")
lab
"""
CITADEL = """
from gpwlab import gpw, widgets
lab = widgets.Lab(gpw.new("citadel", setup="free"))
lab
"""
#: In the area of the Axis 59th corps, and outside it.
GOMEL, KIEV = "B1503", "B1903"


def test_a_bomber_supports_an_attack_and_a_fighter_goes_up_against_it(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "raid.ipynb", URANUS)
    hand.centred_on("A1608")
    hand.click("A1608")
    attackers = hand.lab.locator('input[type="checkbox"]:visible')
    expect(attackers.first).to_be_checked()
    oas = hand.lab.locator('.widget-dropdown:has-text("OAS") select')
    expect(oas).to_be_visible()
    oas.select_option(label="BOM 2 from A1411")
    expect(hand.lab.locator("text=1 fighter can intercept su-bom-2")).to_be_visible()
    hand.press("Announce attack")
    status = hand.lab.locator(".gpwlab-status")
    expect(status).to_contain_text("1 attack is announced")
    hand.press("No more aircraft")
    expect(status).to_contain_text("Axis must decide: fighters may intercept OAS over A1608 Stalingrad")
    chances = hand.lab.locator("table", has_text="the fighter").first
    expect(chances).to_contain_text("aborted 1/3, shot down 1/6")
    hand.press("FB 3 (A1709) over A1608 Stalingrad")
    # the die of the fighter is a 5, that of the bomber a 6: the bomber must turn back, the fighter is lost
    expect(hand.lab.locator(".gpwlab-note").first).to_contain_text("BOM 2 against FB 3 over A1608, die 6: shot down")
    expect(status).to_contain_text("Soviet must decide: BOM 2 must land")
    hand.press("BOM 2 (A1608) to A1411")
    hand.press("Roll A1608 Stalingrad")
    expect(status).not_to_contain_text("roll the announced attack")


def test_a_free_set_up_refuses_a_hex_outside_the_units_area(lab_page: LabPage) -> None:
    hand = open_lab(lab_page, "set-up.ipynb", CITADEL)
    status = hand.lab.locator(".gpwlab-status")
    expect(status).to_contain_text("68 units are still to be set up")
    hand.lab.locator("select[size]").select_option(label="place    59 INF (ax-inf-59)")
    expect(status).to_contain_text("click one of the framed hexes")
    hand.press("Front")  # the map has turned to the hexes of the unit; back to where it opened
    hand.centre_y, hand.centre_x = HexMap(gpw.new("citadel", setup="free")).map.center
    lab_page.page.wait_for_timeout(1000)  # it slides
    hand.click(KIEV)
    refusal = hand.lab.locator(".gpwlab-refusal")
    expect(refusal).to_contain_text("Kiev is outside")
    expect(refusal.locator('.gpwlab-rule[data-rule="gpw 10.0.D"]').first).to_be_visible()
    expect(hand.lab.locator(".gpwlab-cursor")).to_have_text("action 0 of 0")
    hand.click(GOMEL)
    expect(refusal).to_be_hidden()
    expect(status).to_contain_text("67 units are still to be set up")
    hand.press("Next phase")
    expect(refusal).to_contain_text("67 units are still to be set up")
    expect(hand.lab.locator(".gpwlab-cursor")).to_have_text("action 1 of 1")
