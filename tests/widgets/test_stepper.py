"""The stepper's line: the timer, the slider, and the list of phases and bookmarks."""

from __future__ import annotations

import pytest

from gpwlab.widgets import Lab, PhaseStepper


@pytest.fixture
def stepper(lab: Lab) -> PhaseStepper:
    """A stepper at the start of a line of five actions: two phases, two moves, a phase."""
    lab.session.attempt("move ax-pz-47 B1712")
    lab.session.attempt("move ax-inf-7 B1713")
    lab.stepper.next.click()
    lab.stepper.first.click()
    return lab.stepper


def beat(stepper: PhaseStepper) -> int:
    """A beat as the page reports it; where the game stands then."""
    stepper.clock.beat()
    return stepper.session.game.cursor


def test_replay_goes_on_by_action_and_stops_at_the_end(stepper: PhaseStepper) -> None:
    stepper.replay.value = True
    assert stepper.clock.running
    assert [beat(stepper) for _ in range(4)] == [1, 2, 3, 4]
    assert stepper.replay.value
    assert beat(stepper) == 5
    assert not stepper.clock.running
    assert not stepper.replay.value
    assert stepper.replay.description == "Play"


def test_replay_by_phase_and_pause(stepper: PhaseStepper) -> None:
    stepper.pace.value = ("phase", 2000)
    stepper.replay.value = True
    assert [beat(stepper) for _ in range(2)] == [1, 2]
    stepper.replay.value = False
    assert not stepper.clock.running
    stepper.replay.value = True
    assert beat(stepper) == 5


def test_replay_at_the_end_begins_at_the_start(stepper: PhaseStepper) -> None:
    stepper.last.click()
    stepper.replay.value = True
    assert stepper.session.game.cursor == 0
    assert beat(stepper) == 1


def test_slider_follows_the_game_and_moves_it(stepper: PhaseStepper) -> None:
    assert (stepper.place.value, stepper.place.max) == (0, 5)
    stepper.place.value = 4
    assert stepper.session.game.cursor == 4
    stepper.undo.click()
    assert stepper.place.value == 3


def test_list_of_phases_and_bookmarks_goes_there(stepper: PhaseStepper) -> None:
    stepper.last.click()
    stepper.session.game.mark("the gap is open")
    stepper.undo.click()
    names = dict(stepper.places())
    assert names["★ the gap is open"] == 5
    assert names["Turn 1: Axis Panzer Movement (2)"] == 2
    stepper.to.value = names["★ the gap is open"]
    assert stepper.session.game.phase.name == "Axis Combat"
    assert stepper.to.label == "Go to…"
    stepper.to.value = names["Turn 1: Axis Panzer Movement (2)"]
    assert stepper.session.game.cursor == 2


def test_a_bookmark_on_an_overwritten_line_is_not_listed(stepper: PhaseStepper) -> None:
    stepper.last.click()
    stepper.session.game.mark("the gap is open")
    stepper.undo.click()
    stepper.session.attempt("reseed 4")
    assert not any("★" in name for name, _place in stepper.places())


def test_play_to_a_phase_of_a_later_turn(stepper: PhaseStepper) -> None:
    stepper.last.click()
    stepper.goal.value, stepper.turn.value = "Axis Combat", 2
    stepper.play.click()
    assert (stepper.session.game.phase.turn, stepper.session.game.phase.name) == (2, "Axis Combat")
    assert stepper.turn.value == 2
    stepper.play.click()
    assert "past" in stepper.session.said


def test_a_clock_that_fails_stops() -> None:
    from gpwlab.widgets.ticker import Ticker

    clock = Ticker(lambda: 1 // 0 > 0)
    clock.running = True
    with pytest.raises(ZeroDivisionError):
        clock.beat()
    assert not clock.running


def test_a_step_says_what_is_worked_on_until_it_is_done(lab: Lab) -> None:
    heard: list[str] = []
    lab.session.observe(lambda change: heard.append(change["new"]), names="said")
    seen: list[str] = []
    assert lab.session.run(lambda: seen.append(lab.said.value), "count <all> of it")
    assert "gpwlab-working" in seen[0]
    assert "Working: count &lt;all&gt; of it" in seen[0]
    assert heard[-1] == lab.said.value == ""  # nothing was said: the sign goes
    lab.stepper.next.click()
    assert "gpwlab-working" in heard[-2]
    assert "gpwlab-working" not in lab.said.value != ""  # what was said takes its place
    with pytest.raises(ZeroDivisionError):
        lab.session.run(lambda: 1 // 0, "divide")
    assert "The lab failed" in lab.said.value
