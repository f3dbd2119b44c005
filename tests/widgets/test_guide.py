"""The way round the lab: it watches what the reader does, and is offered once."""

from __future__ import annotations

from pathlib import Path

import pytest
from anywidget import AnyWidget

from gpwlab import InvalidInput, hube
from gpwlab.widgets import Lab
from gpwlab.widgets.guide import LIT
from gpwlab.widgets.guide_stops import STOPS


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("gpwlab.widgets.guide.user_dir", lambda: tmp_path / "user")
    return tmp_path / "user" / "shown-round-gpw"


def ticked(lab: Lab) -> bool:
    return "✓ done" in lab.guide.text.value


def test_it_is_offered_once(memory: Path) -> None:
    lab = Lab("barbarossa")
    assert lab.guide.layout.display is None
    assert "New to the lab?" in lab.guide.text.value
    lab.guide.hide.click()
    assert lab.guide.layout.display == "none"
    assert memory.exists()
    assert Lab("barbarossa").guide.layout.display == "none"
    assert Lab("red-square").guide.layout.display is None  # another lab has its own


def test_its_key_brings_it_back(memory: Path) -> None:
    memory.parent.mkdir()
    (memory.parent / "shown-round-sfs").touch()
    lab = Lab("red-square")
    assert lab.guide.layout.display == "none"
    lab.keyboard._heard(lab.keyboard, {"key": "i"}, [])
    assert lab.guide.layout.display is None
    assert lab.guide.number == 0


def test_a_folder_that_cannot_be_written_to_is_told(memory: Path) -> None:
    memory.parent.write_text("a file where the folder should be", encoding="utf-8")
    lab = Lab("barbarossa")
    lab.guide.hide.click()
    assert "will be offered again" in lab.session.said
    assert lab.guide.layout.display == "none"


def on(lab: Lab, title: str) -> None:
    """Go to the next step, which asks for something that has not been done."""
    lab.guide.next.click()
    assert (lab.guide.stop.title, lab.guide.next.description, ticked(lab)) == (title, "Skip", False)


def play_to(lab: Lab, phase: str) -> None:
    lab.stepper.goal.value = phase
    lab.stepper.play.click()


def test_it_ticks_off_what_the_reader_does_in_a_movement_phase() -> None:
    lab = Lab("barbarossa")
    lab.guide.start.click()
    assert (lab.guide.next.description, ticked(lab)) == ("Next", False)
    assert LIT in lab.status._dom_classes
    on(lab, "Go to a phase")
    assert LIT not in lab.status._dom_classes
    play_to(lab, "Axis Panzer Movement")
    assert ticked(lab)
    on(lab, "Pick a unit")
    lab.session.pick("ax-pz-39")
    assert (ticked(lab), lab.guide.next.description, lab.guide.next.button_style) == (True, "Next", "primary")
    on(lab, "Move it")
    lab.map.on_click[0]("B1411")
    assert ticked(lab)
    on(lab, "Ask why not")
    lab.session.pick("ax-pz-57")
    lab.map.on_click[0]("A2110")
    assert ticked(lab)
    on(lab, "Take it back")
    lab.stepper.undo.click()
    assert ticked(lab)


def test_it_ends_with_a_battle_and_the_other_tabs() -> None:
    lab = Lab("barbarossa")
    lab.guide.begin()
    lab.guide.go(5)
    lab.session.target = "B1512"
    on(lab, "What may come of an attack")
    play_to(lab, "Axis Panzer Movement")
    lab.session.attempt("move ax-pz-39 B1411")
    play_to(lab, "Axis Combat")
    lab.map.on_click[0]("B1512")
    assert ticked(lab)
    lab.session.attempt("attack B1512 by ax-pz-39")
    lab.session.drop_picks()
    assert ticked(lab)  # what is done stays done
    for _ in range(3):
        lab.guide.next.click()
    assert (lab.guide.next.description, lab.tabs.current) == ("Finish", "Tools")
    lab.guide.next.click()
    assert (lab.guide.number, lab.guide.layout.display) == (-1, "none")
    assert LIT not in lab.files._dom_classes
    assert "shows the way round again" in lab.session.said


def test_steps_of_the_workbook_ask_for_what_it_can_do() -> None:
    lab = Lab("korsun")
    lab.guide.start.click()
    lab.guide.go(1)
    assert not ticked(lab)
    lab.session.attempt(lab.game.pending.default)
    assert ticked(lab)
    lab.guide.go(2)
    game = lab.session.game
    game.play(phase=next(p for p in lab.stepper.goal.options if p.endswith("Movement")))
    lab.session.changed()
    assert not ticked(lab)
    move = next(a for a in game.legal if str(a).startswith("move "))
    lab.session.attempt(move)
    assert ticked(lab)


def test_weather_that_is_rolled_already_is_ticked_and_a_roll_after_going_back_counts() -> None:
    game = hube.new("kirovograd", seed=3)
    game.play("Soviet Movement")
    lab = Lab(game)
    lab.guide.go(1)
    assert (lab.guide.stop.title, ticked(lab)) == ("Roll the weather", True)
    lab.stepper.first.click()
    assert not ticked(lab)
    lab.keyboard.press("1")
    assert ticked(lab)


def test_what_is_done_after_going_back_counts_and_going_back_takes_the_tick_away() -> None:
    game = hube.new("kirovograd", seed=3)
    game.play("Axis Movement")
    lab = Lab(game)
    lab.guide.go(2)
    lab.session.run(lambda: game.jump(0))
    lab.session.run(lambda: game.play("Soviet Movement"))
    assert not ticked(lab)
    lab.session.attempt(next(a for a in game.legal if str(a).startswith("move ")))
    assert ticked(lab)
    lab.stepper.undo.click()
    assert not ticked(lab)


def test_an_action_may_be_taken_back_where_the_step_began_with_none() -> None:
    lab = Lab("barbarossa")
    lab.guide.go(5)
    assert lab.guide.stop.title == "Take it back"
    lab.stepper.next.click()
    assert not ticked(lab)
    lab.stepper.undo.click()
    assert ticked(lab)
    lab.stepper.redo.click()
    assert ticked(lab)


def test_a_phase_that_was_reached_is_no_longer_ticked_before_it() -> None:
    lab = Lab("barbarossa")
    lab.guide.go(1)
    play_to(lab, "Axis Panzer Movement")
    assert ticked(lab)
    lab.stepper.first.click()
    assert not ticked(lab)


def test_the_step_of_a_move_says_what_to_type_for_a_unit_that_tints_nothing() -> None:
    lab = Lab(hube.new("kirovograd", seed=3))
    lab.guide.go(2)
    play_to(lab, "Soviet Movement")
    lab.keyboard.press("n")
    assert lab.session.reach() == {}
    assert "type them into <b>MP</b>" in lab.guide.text.value
    assert lab.reach.points.description.startswith("MP (off its counter")
    lab.session.points = 6
    assert lab.session.reach()


def test_each_step_brings_its_part_into_sight() -> None:
    lab = Lab("barbarossa")
    assert lab.guide.sight in lab.guide.children
    seen = []
    for number in range(len(lab.guide.stops)):
        lab.guide.go(number)
        seen.append(lab.guide.sight.step)
    assert seen == list(range(1, len(lab.guide.stops) + 1))
    assert lab.guide.sight.mark == LIT


def test_having_begun_is_enough_to_be_offered_it_no_more(memory: Path) -> None:
    lab = Lab("barbarossa")
    lab.guide.start.click()
    assert memory.exists()
    assert Lab("barbarossa").guide.layout.display == "none"


@pytest.mark.parametrize(("game", "scenario"), [("gpw", "uranus"), ("sfs", "standard"), ("hube", "kirovograd")])
def test_every_step_is_about_something_that_the_lab_has(game: str, scenario: str) -> None:
    lab = Lab(scenario)
    lab.guide.start.click()
    for number, stop in enumerate(STOPS[game]):
        assert lab.guide.number == number
        part = getattr(lab, stop.part)
        assert LIT in part._dom_classes
        assert not isinstance(part, AnyWidget), "it would not be framed: its view does not follow its classes"
        assert not stop.tab or lab.tabs.current == stop.tab
        lab.guide.next.click()
    lab.guide.begin()
    lab.guide.go(2)
    lab.guide.back.click()
    assert lab.guide.number == 1


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("redsquare", "perhaps red-square"),
        ("Korsun", "perhaps korsun"),
        ("Barbarosa", "perhaps barbarossa"),
        ("x", "there is barbarossa, .*standard, .*korsun"),
    ],
)
def test_a_name_that_is_no_scenario_is_answered_with_those_like_it(slug: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=f"there is no scenario '{slug}'; {said}"):
        Lab(slug)
