"""Pictures of simulated games: they agree with their tables, and each has a text twin."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from gpwlab import InvalidInput, gpw, study
from gpwlab.gpw.variants import VARIANTS
from gpwlab.study import players
from gpwlab.widgets import Lab, SimulationView, simpictures

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def games() -> Any:
    return study.simulate("barbarossa", games=4, seed=3, workers=1, players=("aggressive", "cautious"))


def titles(picture: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def test_the_map_tells_the_share_of_each_hex_in_words_and_colour(games: Any) -> None:
    drawn = simpictures.holders(games, 3)
    table = study.holders(games, 3).set_index("place")
    board = gpw.new("barbarossa").board
    tips = {tip.split(": ")[0].split()[0]: tip.rsplit(": ", 1)[1] for tip in titles(drawn)[1:]}
    assert len(tips) == sum(board.playable)
    for name, told in tips.items():
        assert told == f"{round(100 * table.loc[name, 'share'])} %"
    assert "Moscow: " in drawn.text
    fills = {node.attrib["fill"] for node in ElementTree.fromstring(drawn).iter(f"{SVG}path") if "fill" in node.attrib}
    assert len(fills & {band[1] for band in simpictures.BANDS}) >= 3


def test_a_heading_is_inside_its_picture_however_long(games: Any) -> None:
    named: list[str] = []
    for option in VARIANTS:  # as many as go together
        try:
            gpw.rules(*named, option.slug)
        except InvalidInput:
            continue
        named.append(option.slug)
    assert len(named) >= 20
    games = games.copy()
    games.attrs = games.attrs | {"rules": tuple(named)}
    for drawn in (simpictures.holders(games, 3), simpictures.victories(games)):
        lines = [node for node in ElementTree.fromstring(drawn) if node.tag == f"{SVG}text"]
        assert all(len(line.text or "") * float(line.attrib["font-size"]) * 0.55 < simpictures.WIDTH for line in lines)
        assert named[-1] in lines[-1].text  # type: ignore[operator]
        assert [float(line.attrib["y"]) for line in lines] == [24 + 2 * (n > 0) + 16 * n for n in range(len(lines))]


def test_pictures_have_twins_that_say_the_numbers(games: Any) -> None:
    shares = study.victories(games).set_index("winner")
    text = simpictures.victories(games).text
    for winner, row in shares.iterrows():
        assert f"{winner}: {int(row['games'])} games, {row['share']:.1%}" in text
    assert "turn 5: " in simpictures.lengths(games).text
    bands = study.strength_bands(games)
    assert f"Axis turn 2: median {bands[(bands['side'] == 'Axis') & (bands['turn'] == 2)]['p50'].iloc[0]:g}" in (
        simpictures.strengths(games).text
    )


def test_the_widget_shows_each_picture_and_its_table(games: Any) -> None:
    view = SimulationView(games)
    assert view.turn.disabled
    seen = set()
    for what in view.what.options:
        view.what.value = what
        assert "<svg" in view.shown.value
        seen.add(view.shown.value)
        view.as_table.value = True
        assert "<table" in view.shown.value
        view.as_table.value = False
        assert view.picture().text
    assert len(seen) == 4


def test_the_slider_turns_the_map(games: Any) -> None:
    view = SimulationView(games)
    view.what.value = "Map by turn"
    assert not view.turn.disabled
    last = view.shown.value
    view.turn.value = 1
    assert view.shown.value != last
    assert "end of turn 1" in view.picture().text
    bundle = view._repr_mimebundle_()
    assert bundle is None or "end of turn 1" in bundle["text/plain"]


def test_areas_of_stalingrad_are_told_as_bars() -> None:
    games = study.simulate("red-square", games=2, seed=1, workers=1)
    drawn = simpictures.holders(games, 2)
    assert "SC: " in drawn.text
    assert len(ElementTree.fromstring(drawn).findall(f".//{SVG}rect")) >= 6


@pytest.mark.parametrize("wrong", ["empty", "foreign"])
def test_what_is_no_simulation_is_refused(games: Any, wrong: str) -> None:
    frame = games.head(0) if wrong == "empty" else gpw.scenarios()
    with pytest.raises(InvalidInput, match=r"study\.simulate"):
        SimulationView(frame)


def test_a_player_finishes_the_phase_at_the_press_of_a_button() -> None:
    game = gpw.new("barbarossa", seed=3)
    game.play("Axis Panzer Movement")
    stepper = Lab(game).stepper
    stepper.bot.value = "aggressive"
    stepper.play_for_me.click()
    assert game.phase.name == "Axis Combat"
    twin = gpw.new("barbarossa", seed=3)
    twin.play("Axis Panzer Movement")
    who = players.make("aggressive", twin, f"{twin.seed}/{twin.phase}/Axis")
    players.play_phase(twin, who)
    assert twin.position == game.position
