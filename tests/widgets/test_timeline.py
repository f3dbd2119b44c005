"""The timeline as a picture: a counter for each event in its column, told in full, and a way to each turn played."""

from __future__ import annotations

from xml.etree import ElementTree

import pandas as pd
import pytest

from gpwlab import gpw, study
from gpwlab.core.svg.build import Picture
from gpwlab.gpw.actions import Place
from gpwlab.widgets import Lab, ReinforcementTimeline, Session
from gpwlab.widgets.timelineview import place

SVG = "{http://www.w3.org/2000/svg}"


def drawn(card: ReinforcementTimeline) -> ElementTree.Element:
    return ElementTree.fromstring(card.svg())


def events(card: ReinforcementTimeline) -> dict[int, ElementTree.Element]:
    return {int(g.attrib["data-event"]): g for g in drawn(card).iter(f"{SVG}g") if "data-event" in g.attrib}


@pytest.fixture
def card() -> ReinforcementTimeline:
    """The third turn of Barbarossa; the Axis placed what was due on turn 2, the Soviets one army."""
    game = gpw.new("barbarossa")
    game.play(turn=2, phase="Axis Reinforcement/Replacement")
    while due := [action for action in game.legal if isinstance(action, Place)]:
        game.do(due[0])
    game.play(phase="Soviet Reinforcement/Replacement")
    game.do(next(action for action in game.legal if isinstance(action, Place)))
    game.play(turn=3, phase="Axis Combat")
    return ReinforcementTimeline(game)


@pytest.mark.rule("gpw chart.Reinforcement and Replacement Chart", kind="shown")
def test_every_dated_event_is_drawn_once_in_its_turn(card: ReinforcementTimeline) -> None:
    plan = study.timeline(card.session.game)
    dated = plan[plan["turn"].notna() & (plan["unit"] != "")]
    found = events(card)
    assert sorted(found) == sorted(dated.index)
    for number, turn in dated["turn"].items():
        assert found[number].attrib["data-turn"] == str(turn)
    assert len([g for g in drawn(card).iter(f"{SVG}g") if g.attrib.get("data-row") == "0"]) == 32


def test_sides_stand_on_their_own_side_of_the_record_and_no_two_counters_in_one_place(
    card: ReinforcementTimeline,
) -> None:
    spots = place(card.plan)
    assert len({(spot.turn, spot.row) for spot in spots}) == len(spots)
    for spot in spots:
        assert (spot.row < 0) == (card.plan.loc[spot.number, "side"] == "Axis")
        assert spot.row != 0
    # what goes stands farthest out
    january = card.plan[(card.plan["turn"] == 6) & (card.plan["side"] == "Axis")]
    rows = {card.plan.loc[spot.number, "event"]: spot.row for spot in spots if spot.number in january.index}
    assert rows["withdrawal"] < rows["reinforcement"]


def test_reconstructed_printed_pale_and_done_are_told_apart(card: ReinforcementTimeline) -> None:
    found = events(card)
    for number, row in card.plan[card.plan["unit"] != ""].iterrows():
        if number not in found:
            continue
        markup = ElementTree.tostring(found[number], "unicode")
        assert ("stroke-dasharray" in markup) == (row["provenance"] == "reconstructed"), row["unit"]
        assert ("opacity" in found[number].attrib) == (not row["in_game"]), row["unit"]
        assert ("#1f7a3a" in markup) == (not pd.isna(row["done"]) and row["done"] == row["turn"])
        assert row["rule"] in found[number].attrib["aria-label"]
        assert row["entry"] in found[number].attrib["aria-label"]
    assert card.plan["done"].notna().sum() == 7


def test_the_page_is_told_unit_entry_and_rule(card: ReinforcementTimeline) -> None:
    numbers = card.plan.index[(card.plan["unit"] == "su-shk-1")]
    told = card._message["events"][str(numbers[0])]
    assert told["title"] == "Turn 5 (Nov/Dec 1941)"
    assert "1Sh SHK" in told["text"]
    assert "in place of an infantry army" in told["text"]
    assert told["rule"] == "gpw 14.0.A"
    assert told["says"]
    assert "derived" in told["more"]
    assert "not in this game" in told["more"]
    title, text = card._message["turns"]["3"]
    assert title == "Turn 3 (Aug 1941)"
    assert "0 with 1/3, 1 with 1/2, 2 with 1/6; on average 5/6" in text
    assert "Moscow" in text
    assert "goes there" in text
    assert "has not been played" in card._message["turns"]["4"][1]


def test_a_click_goes_to_a_turn_that_was_played_and_back(card: ReinforcementTimeline) -> None:
    game = card.session.game
    end = game.cursor
    card._heard(None, {"kind": "go", "turn": 2, "unit": ""}, [])
    assert (game.phase.turn, game.phase.number) == (2, 0)
    assert card._message["now"] == 2
    # what was played after it can still be gone to, and its strength is still shown
    assert sorted(card.session.starts()) == [1, 2, 3]
    assert set(card.strength.query("attack.notna()")["turn"]) == {1, 2, 3}
    card._heard(None, {"kind": "go", "turn": 3, "unit": ""}, [])
    assert game.phase.turn == 3
    assert game.cursor < end
    card._heard(None, {"kind": "go", "turn": 9, "unit": ""}, [])
    assert game.phase.turn == 3
    assert "Turn 9 has not been played" in card.session.said


def test_a_click_on_an_event_picks_its_unit(lab: Lab) -> None:
    lab.tabs.turn_to("Time")
    lab.time.timeline._heard(None, {"kind": "go", "turn": 6, "unit": "ax-hu-gar-8"}, [])
    assert "Turn 6 has not been played" in lab.session.said
    assert lab.session.unit == "ax-hu-gar-8"


def test_choices_narrow_picture_and_table(card: ReinforcementTimeline) -> None:
    card.kind.label = "leaders"
    assert set(card.shown["event"]) == {"leader_arrives", "leader_recalled", "rp", "lend-lease"}
    card.kind.value = 0
    card.own.value = True
    assert card.shown["in_game"].all()
    assert set(card.shown["turn"]) == {1, 2, 3, 4, 5}
    card.own.value = False
    assert card.grid.rows == []
    card.twin.value = True
    assert len(card.grid.rows) == len(card.plan)
    assert any(row[3] == "su-bul-1" and row[0] == "" for row in card.grid.rows)  # waits for a condition
    card.grid.on_row[0]("1")
    assert card.session.game.phase.turn == 1


def test_strength_is_drawn_by_the_measure_chosen(card: ReinforcementTimeline) -> None:
    assert "attack points" in card.svg()
    planned = card.strength[(card.strength["side"] == "Axis") & (card.strength["turn"] == 32)].iloc[0]
    assert f"Axis plan {planned['planned_attack']}" in card.svg()
    card.measure.value = "units"
    assert f"Axis plan {planned['planned_units']}" in card.svg()
    now = card.strength[(card.strength["side"] == "Axis") & (card.strength["turn"] == 3)].iloc[0]
    assert f"Axis now {now['units']}" in card.svg()
    assert now["units"] == 60


def test_picture_and_text_stand_alone(card: ReinforcementTimeline) -> None:
    picture = card.picture()
    assert isinstance(picture, Picture)
    root = ElementTree.fromstring(picture)
    assert root.attrib["width"] == "1100"
    assert root.find(f"{SVG}rect").attrib["fill"] == "#fff"  # it can be read on any page
    text = card._repr_mimebundle_()["text/plain"]
    assert picture.text == text
    assert len(text.splitlines()) == len(card.plan)
    assert "Turn 6 (Jan/Feb 1942): Rundstedt recalled: off the map; gpw 12.3.C" in text


def test_it_is_worked_out_when_it_is_seen_and_stays_below_the_map(lab: Lab) -> None:
    cards = lab.time
    assert not hasattr(cards.timeline, "plan")
    assert cards.timeline.text() == "The timeline is not shown."
    lab.keyboard.press("d")
    assert lab.tabs.current == "Time"
    assert cards.timeline.plan is not None
    assert list(cards.beside.children) == [cards.timeline, cards.history]
    cards.wide.value = True
    assert list(cards.below.children) == [cards.timeline, cards.history]
    assert list(cards.beside.children) == []
    lab.tabs.turn_to("Play")
    lab.stepper.next.click()
    assert cards.timeline.active
    assert not cards.track.active
    assert cards.timeline._seen[1] == lab.session.version
    cards.wide.value = False
    assert not cards.timeline.active


def test_another_game_forgets_what_was_known_of_the_first() -> None:
    game = gpw.new("barbarossa")
    game.play(turn=2, phase="Axis Combat")
    session = Session(game)
    card = ReinforcementTimeline(session)
    assert set(card.strength.query("attack.notna()")["turn"]) == {1, 2}
    other = gpw.new("barbarossa")
    other.play(turn=2, phase="Axis Combat")
    other.jump(0)
    session.replace(other)
    assert set(card.strength.query("attack.notna()")["turn"]) == {1}
