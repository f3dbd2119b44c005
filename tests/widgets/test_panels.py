"""Stepper, battle card, decisions, arrivals, inspector, log, saves, and the line that says what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpwlab import gpw
from gpwlab.gpw.actions import Retreat
from gpwlab.widgets import BattlePreview, Inspector, Lab, LogView, PhaseStepper, Session
from gpwlab.widgets.advice import advice
from tests.widgets.tables import click, shown


def marker(lab: Lab) -> str:
    return lab.stepper.heading.value.partition('gpwlab-cursor">')[2].partition("<")[0]


# -- stepper ------------------------------------------------------------------------------------------------------


def test_stepper_ends_phases_and_shows_where_the_game_stands() -> None:
    lab = Lab("barbarossa")
    assert marker(lab) == "action 0 of 0"
    lab.stepper.next.click()
    lab.stepper.next.click()
    assert lab.game.phase.name == "Axis Panzer Movement"
    assert "Axis Panzer Movement Phase" in lab.stepper.heading.value
    assert lab.stepper.heading.value.count(" now") == 1
    assert marker(lab) == "action 2 of 2"


def test_undo_redo_and_jumps_by_phase(lab: Lab) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    lab.session.attempt("move ax-inf-7 B1713")
    lab.stepper.undo.click()
    assert marker(lab) == "action 3 of 4"
    lab.stepper.redo.click()
    lab.stepper.next.click()
    there = lab.game.position
    lab.stepper.previous.click()
    assert marker(lab) == "action 2 of 5"
    lab.stepper.previous.click()
    assert marker(lab) == "action 1 of 5"
    lab.stepper.forth.click()
    assert marker(lab) == "action 2 of 5"
    lab.stepper.first.click()
    assert marker(lab) == "action 0 of 5"
    lab.stepper.last.click()
    assert lab.game.position == there


def test_ending_a_phase_after_undo_does_not_bring_the_move_back(lab: Lab) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    lab.stepper.undo.click()
    lab.stepper.next.click()
    assert lab.game.unit_at("B1812") == ["ax-pz-47"]
    assert lab.game.phase.name == "Axis Combat"


def test_buttons_that_lead_nowhere_are_off() -> None:
    lab = Lab("barbarossa")
    assert [b.disabled for b in (lab.stepper.first, lab.stepper.previous, lab.stepper.undo)] == [True] * 3
    assert [b.disabled for b in (lab.stepper.redo, lab.stepper.forth, lab.stepper.last)] == [True] * 3
    assert not lab.stepper.next.disabled


def test_play_to_a_phase(lab: Lab) -> None:
    lab.stepper.goal.value = "Soviet Combat"
    lab.stepper.play.click()
    assert (lab.game.phase.turn, lab.game.phase.name) == (1, "Soviet Combat")


def test_open_attack_bars_the_next_phase_with_its_rule(fighting_lab: Lab) -> None:
    fighting_lab.session.attempt("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-57")
    fighting_lab.stepper.next.click()
    assert fighting_lab.game.phase.name == "Axis Combat"
    assert "gpw 7.1.B" in fighting_lab.said.value


# -- battle card --------------------------------------------------------------------------------------------------


def test_battle_card_gives_column_reasons_fractions_and_losses(fighting_lab: Lab) -> None:
    click(fighting_lab, "B1612")
    card = fighting_lab.battle.odds.value
    battle = fighting_lab.game.battle("B1612", list(fighting_lab.session.attackers))
    for reason in battle.reasons:
        assert reason.text in card
        assert reason.rule in card
    for result, chance in battle.results.items():
        assert f"<b>{result}</b>" in card
        assert f"{chance.numerator}/{chance.denominator} ({float(chance):.0%})" in card
    assert "leaves the hex: <b>certain</b>" in card
    assert "attacker 0.17, defender 1.67" in card


def test_every_tick_counts(fighting_lab: Lab) -> None:
    click(fighting_lab, "B1612")
    ticks = shown(fighting_lab.battle.ticks)
    assert [tick.value for tick in ticks] == [True] * 4
    ticks[2].value = False
    assert fighting_lab.session.attackers == ("ax-inf-7", "ax-inf-8", "ax-pz-57")
    assert "3:1" in fighting_lab.battle.odds.value


def test_weak_attack_shows_why_it_cannot_be_made(fighting_lab: Lab) -> None:
    click(fighting_lab, "B1612")
    for tick in shown(fighting_lab.battle.ticks)[1:]:
        tick.value = False
    assert "gpw 7.3" in fighting_lab.battle.odds.value
    assert fighting_lab.battle.announce.layout.display == "none"
    for tick in shown(fighting_lab.battle.ticks):
        tick.value = False
    assert "no attacker is ticked" in fighting_lab.battle.odds.value


def test_battle_card_has_a_text_twin(fighting_lab: Lab) -> None:
    session = Session(fighting_lab.game)
    card = BattlePreview(session)
    assert card._repr_mimebundle_()["text/plain"] == "No battle is being planned."
    session.target = "B1612"
    session.attackers = ("ax-inf-8", "ax-pz-57")
    words = card._repr_mimebundle_()["text/plain"]
    assert "attack strength 8 + 12 = 20 (gpw 7.2.A)" in words
    assert "defender leaves the hex:" in words


# -- decisions ----------------------------------------------------------------------------------------------------


def test_decision_shows_rule_and_options_and_answers(fighting_lab: Lab) -> None:
    lab = fighting_lab
    assert lab.decision.layout.display == "none"
    lab.session.attempt("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-47 ax-pz-57")
    lab.session.attempt("resolve B1612")
    assert lab.decision.layout.display is None
    assert "gpw 7.2.F" in lab.decision.text.value
    buttons = shown(lab.decision.buttons)
    assert [b.description for b in buttons][:2] == ["no advance", "advance 7 INF (B1713)"]
    buttons[1].click()
    assert lab.game.unit_at("B1612") == ["ax-inf-7"]
    assert lab.decision.layout.display == "none"


def test_routes_of_retreat_are_named_drawn_and_clicked() -> None:
    lab, seed = retreating_lab()
    options = lab.game.pending.options
    assert "retreat to " in shown(lab.decision.buttons)[0].description, seed
    assert lab.map._choices()
    end = options[-1].path[-1]
    defender = lab.game.attacks[0]
    click(lab, end)
    assert lab.game.unit_at(end)
    assert lab.game.unit_at(defender[0]) == []


def retreating_lab() -> tuple[Lab, int]:
    """A lab in which the attacker has to choose among routes of retreat: the first seed that leads there."""
    for seed in range(1, 60):
        game = gpw.new("barbarossa", seed=seed)
        game.play(phase="Axis Combat")
        game.do("attack B2111 by ax-pz-3 ax-pz-48")
        game.do("resolve B2111")
        if game.pending and isinstance(game.pending.options[0], Retreat):
            return Lab(game), seed
    raise AssertionError("no seed leads to a choice of retreats")


# -- arrivals, inspector, log, saves -----------------------------------------------------------------------------


@pytest.mark.rule("gpw 9.3.B", kind="shown")
def test_reinforcement_is_picked_in_the_list_and_placed_on_the_map() -> None:
    game = gpw.new("barbarossa")
    game.play(phase="Axis Reinforcement/Replacement", turn=2)
    lab = Lab(game)
    assert "RP left" in lab.forces.heading.value
    due = {unit: text for text, unit in lab.forces.units.options}
    unit = next(unit for unit, text in due.items() if text.startswith("due"))
    assert " RP" not in due[unit]  # a reinforcement costs nothing
    lab.forces.units.value = unit
    assert lab.map._open_hexes()
    hexes = [action.hex for action in game.legal.of(unit)]
    click(lab, hexes[0])
    assert game.unit_at(hexes[0]) == [unit]
    assert unit not in {value for _text, value in lab.forces.units.options}


def test_map_turns_to_where_the_picked_unit_may_stand() -> None:
    lab = Lab(gpw.new("barbarossa", setup="free"))
    lab.forces.units.value = "su-inf-8"
    y, x = lab.map.map.center
    hexes = [lab.game.board.hex(action.hex) for action in lab.game.legal.of("su-inf-8")]
    middle = lab.game.board.hex(lab.game.board.hex_at(x / 61.9, y / 61.9))
    assert min(lab.game.board.distance(middle, h) for h in hexes) <= 2
    assert lab.map.map.min_zoom <= lab.map.map.zoom <= 0


def test_unit_that_returns_is_shown_at_half_strength() -> None:
    game = gpw.new("barbarossa")
    game.play(phase="Soviet Reinforcement/Replacement", turn=2)
    lab = Lab(game)
    lab.forces.units.value = "su-inf-30"
    assert ">3-6<" in lab.inspector.content.value


@pytest.mark.rule("gpw 9.1.E", kind="shown")
def test_reduced_unit_is_brought_up_with_a_button() -> None:
    game = gpw.new("barbarossa")
    unit = next(u for u in game._pos.world.units if u.id == "ax-inf-1")
    game._pos.steps[unit.index] = 1
    lab = Lab(game)
    click(lab, "B1214")
    assert lab.forces.flip.layout.display is None
    lab.forces.flip.click()
    assert game.standing("ax-inf-1")[1] == 2
    assert game.rp == 1


def test_inspector_shows_counter_supply_and_provenance(lab: Lab) -> None:
    click(lab, "B1812")
    card = lab.inspector.content.value
    assert "<svg" in card
    assert "ax-pz-47" in card
    assert "gpw 8.1.A" in card
    assert lab.game.standing("ax-pz-47")[0].provenance in card
    alone = Inspector(lab.game)
    assert "click a counter" in alone.content.value


def test_save_and_load(lab: Lab, tmp_path: Path) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    kept = lab.game.position
    lab.files.path.value = str(tmp_path / "kept.gpw.json")
    lab.files.save.click()
    assert "saved as" in lab.said.value
    lab.stepper.first.click()
    lab.files.load.click()
    assert lab.game.position == kept
    assert marker(lab) == "action 3 of 3"
    assert "loaded" in lab.said.value


def test_a_file_that_cannot_be_read_is_told(lab: Lab, tmp_path: Path) -> None:
    before = lab.game
    lab.files.path.value = str(tmp_path / "none.gpw.json")
    lab.files.load.click()
    assert "Not possible" in lab.said.value
    assert "none.gpw.json" in lab.said.value
    assert lab.game is before


def test_a_defect_is_shown_and_not_swallowed(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(action: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr(lab.game, "do", broken)
    with pytest.raises(RuntimeError, match="a defect"):
        lab.session.attempt("done")
    assert "The lab failed: RuntimeError" in lab.said.value


# -- what to do next ---------------------------------------------------------------------------------------------


def test_status_line_follows_the_game(lab: Lab) -> None:
    assert "may still move" in lab.status.value
    click(lab, "B1812")
    assert "yellow hex" in lab.status.value
    click(lab, "B1812")
    lab.stepper.next.click()
    assert "can be attacked" in lab.status.value
    click(lab, "B1512")
    assert "announce the attack" in lab.status.value
    lab.battle.announce.click()
    assert "announced" in lab.status.value
    shown(lab.battle.rolls)[0].click()
    assert "must decide" in lab.status.value or "roll" in lab.status.value or "left" in lab.status.value


def test_advice_is_never_empty_through_a_whole_game() -> None:
    game = gpw.new("barbarossa")
    said = set()
    while game.winner is None:
        said.add(advice(game, "", ""))
        game.play()
    last = advice(game, "", "")
    assert "The game is over" in last
    assert "gpw 22.1.3" in last
    assert all("</b>" in line for line in said)
    assert len(said) > 10


def test_lab_at_the_end_of_a_game_only_looks_back() -> None:
    game = gpw.new("barbarossa")
    while game.winner is None:
        game.play()
    lab = Lab(game)
    assert lab.stepper.next.disabled
    click(lab, next(h for h in game.board.ids if game.unit_at(h)))
    assert lab.session.unit
    lab.stepper.previous.click()
    assert game.winner is None


def test_parts_share_a_session_and_follow_each_other() -> None:
    session = Session(gpw.new("barbarossa"))
    stepper, log = PhaseStepper(session), LogView(session)
    stepper.next.click()
    assert "Axis Rail Movement" in log.table.lines[0]["text"]
    assert stepper._repr_mimebundle_()["text/plain"].startswith("Turn 1 (Jun 1941): Axis Rail Movement")
