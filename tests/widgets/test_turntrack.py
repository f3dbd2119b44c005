"""The turn record and the odds of the weather as cards."""

from __future__ import annotations

from fractions import Fraction as F
from xml.etree import ElementTree

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from gpwlab.study import weather
from gpwlab.widgets import Lab, TurnTrack, WeatherOdds
from gpwlab.widgets.weatherodds import chart


@pytest.fixture
def track() -> TurnTrack:
    game = gpw.new("barbarossa")
    game.play(turn=3, phase="Axis Combat")
    return TurnTrack(game)


@pytest.mark.rule("gpw chart.Turn Record and weather marks", kind="shown")
def test_a_box_a_turn_with_its_mark(track: TurnTrack) -> None:
    boxes = {box["turn"]: box for box in track.grid.turns}
    assert sorted(boxes) == list(range(1, 33))
    # 6.1: an asterisk in Jan/Feb and Nov/Dec, a dot in Sep/Oct and Mar/Apr
    months = {n + 2: name for n, name in enumerate(track.grid.months)}
    marks = {"Jan/Feb": "✱", "Nov/Dec": "✱", "Sep/Oct": "●", "Mar/Apr": "●"}
    for box in boxes.values():
        assert box["weather"] == marks.get(months[box["column"]], "")
    assert track.grid.years == ["1941", "1942", "1943", "1944", "1945"]
    assert len({(box["row"], box["column"]) for box in boxes.values()}) == 32
    assert months[boxes[1]["column"]] == "Jun"
    assert boxes[3]["now"]
    assert "past" in boxes[2]["marks"]
    assert "outside" in boxes[6]["marks"]
    assert "outside" not in boxes[5]["marks"]


def test_counts_of_what_comes_and_goes(track: TurnTrack) -> None:
    boxes = {box["turn"]: box for box in track.grid.turns}
    # turn 7: corps 34 is withdrawn; bomber 2 and 53rd Army come
    assert (boxes[7]["axis"], boxes[7]["soviet"]) == ("−1", "+2")
    assert boxes[8]["soviet"] == "+8"  # six tank armies, 41st Army, the long-range bombers
    assert boxes[9]["tip"] == "Turn 9 (Jun 1942): nothing comes"


def test_the_chosen_turn_is_told_and_gone_to(track: TurnTrack) -> None:
    assert track.grid.chosen == 3
    assert track.there.layout.display == "none"
    track.grid.chosen = 2
    assert track.there.layout.display is None
    assert "No mark" in track.detail.value
    assert "gpw 9.3.E" in track.detail.value
    track.there.click()
    assert track.session.game.phase.turn == 2
    track.choose(8)
    assert track.there.layout.display == "none"
    told = track.detail.value
    assert "<b>1, 2, 3, 4, 5, 6 TK</b>" in told  # alike but for the number
    assert "6 RP and lend-lease (0: 1/6, 1: 1/2, 2: 1/3; mean 7/6)" in told
    track.go()
    assert "Turn 8 has not been played" in track.session.said
    with pytest.raises(InvalidInput, match="no turn 33"):
        track.choose(33)


def test_the_weather_of_a_marked_turn_is_told(track: TurnTrack) -> None:
    track.choose(5)
    assert "Axis 1–5 (5/6), combat: 2 columns left; Soviet 1–3 (1/2), combat: 1 column left" in track.detail.value


def test_a_new_turn_is_the_chosen_one_and_text_has_all(track: TurnTrack) -> None:
    track.choose(1)
    track.session.run(lambda: track.session.game.play(turn=4, phase="Axis Combat"))
    assert track.grid.chosen == 4
    text = track._repr_mimebundle_()["text/plain"]
    assert len(text.splitlines()) == 32
    assert "Turn 4 (Sep/Oct 1941), mud: Axis +2, Soviet +5" in text


def test_cards_are_worked_out_when_they_are_seen(lab: Lab) -> None:
    assert lab.time.track.grid.turns == []
    assert lab.time.track.text() == "The turn record is not shown."
    lab.tabs.turn_to("Time")
    assert len(lab.time.track.grid.turns) == 32
    assert "turns 1 to 5" in lab.time.weather.heading.value
    assert "Turn 5 (Nov/Dec 1941), snow: Axis" in lab.time._repr_mimebundle_()["text/plain"]


# -- weather --------------------------------------------------------------------------------------------------------


def test_expected_bad_phases_of_the_range() -> None:
    card = WeatherOdds(gpw.new("barbarossa"))
    assert card.range.value == (1, 5)
    assert "<b>3.33</b> of 4 rolled phases bad on average (10/3)" in card.sums.value
    card.range.value = (12, 15)
    assert "<b>5.33</b> of 8 rolled phases bad on average (16/3)" in card.sums.value
    assert list(dict(card.turn.options).values()) == [12, 13, 14, 15]
    assert len(card.table) == 8
    card.range.value = (1, 3)
    assert "the weather is clear" in card.sums.value
    assert (card.chart.value, card.turns.value, card.joint.value) == ("", "", "")
    assert card.turn.layout.display == "none"


def test_the_four_phases_of_a_turn_together() -> None:
    card = WeatherOdds(gpw.new("barbarossa"))
    card.turn.value = 5
    cells = [cell.attrib["title"] for cell in ElementTree.fromstring(card.joint.value.partition("<div")[0]).iter("td")]
    # rows: both clear, first bad, second bad, both bad of the Axis at 5/6; the Soviets at 1/2 across
    assert cells == [*["1/144"] * 4, *["5/144"] * 8, *["25/144"] * 4]
    assert sum(map(F, cells)) == 1


def test_dice_that_were_rolled_stand_beside_the_odds() -> None:
    game = gpw.new("barbarossa", seed=1941)
    game.play(turn=4, phase="Soviet Combat")
    card = WeatherOdds(game)
    dice = weather.rolled(game)
    axis = " ".join(
        f"{die} {'●' if what == 'mud' else '○'}"
        for (_turn, name), (die, what) in dice.items()
        if name.startswith("Axis")
    )
    assert len(dice) == 3
    assert f"<td>{axis}</td>" in card.turns.value


def test_bars_of_both_sides_differ_in_more_than_colour() -> None:
    svg = ElementTree.fromstring(chart({"Axis": {0: F(1, 4), 1: F(3, 4)}, "Soviet": {0: F(1)}}))
    fills = {bar.attrib["fill"] for bar in svg.iter("rect")}
    assert len(list(svg.iter("rect"))) == 4
    assert "none" in fills
    assert len(fills) == 2


def test_text_of_the_odds() -> None:
    text = WeatherOdds(gpw.new("barbarossa"))._repr_mimebundle_()["text/plain"]
    assert text.splitlines()[0] == (
        "Turn 4 (Sep/Oct 1941), mud: Axis 1-5 bad (5/6 a phase), both clear 1/36, both bad 25/36; "
        "attacks: strength halved"
    )
    assert len(text.splitlines()) == 4
