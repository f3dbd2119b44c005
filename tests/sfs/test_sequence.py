"""The sequence of play and what happens of itself at its phases (sfs 3.0)."""

from __future__ import annotations

import pytest

from gpwlab import IllegalAction, sfs
from tests.sfs.boards import control_of, events_of, game_at, game_in, rule_ids

PHASES = (
    "Mutual Artillery", "German Counterattack", "German Command", "German Movement", "German Attack", "German Reserve",
    "Soviet Counterattack", "Soviet Command", "Soviet Movement", "Soviet Attack",
)  # fmt: skip


def passed(game: sfs.Game, number: int) -> list[str]:
    """The names of the next phases when nobody does anything."""
    names = []
    for _phase in range(number):
        game.play()
        names.append(game.phase.name)
    return names


@pytest.mark.rule("sfs 3.1", "sfs 3.2.1", "sfs 3.3.1")
def test_a_turn_has_artillery_then_a_german_and_a_soviet_impulse() -> None:
    game = sfs.new("standard", seed=4)
    assert game.phase.name == "Mutual Artillery"
    assert passed(game, 10) == [*PHASES[1:], PHASES[0]]
    assert game.phase.turn == 2


@pytest.mark.rule("sfs 3.2.4", "sfs 3.3.4")
def test_both_sides_attack_in_their_two_combat_phases_only() -> None:
    forces = ("SC: 14-pz", "SC: a")
    for phase in PHASES[1:]:
        game = game_at(phase, *forces)
        if game.pending is not None:
            continue
        target = "F2" if phase.startswith("German") else "F1"
        other = "F1" if target == "F2" else "F2"
        allowed = phase.endswith("ttack")  # Attack and Counterattack
        assert (f"attack {target} by {other}" in game.legal) == allowed, phase


@pytest.mark.rule("sfs 3.2.5")
def test_the_german_reserve_phase_follows_the_attack_phase() -> None:
    game = game_in("German Attack", "YE: 14-pz", reserve=["14-pz"])
    game.next_phase()
    assert game.phase.name == "German Reserve"
    assert [str(a) for a in game.legal if str(a).startswith("move")]


@pytest.mark.rule("sfs 5.14.E")
def test_the_fortifications_fall_when_either_area_is_german_in_a_command_phase() -> None:
    for area in ("OW", "ON"):
        game = game_at("German Command", f"{area}: 14-pz")
        assert [event.rule for event in events_of(game.opening, "fortifications")] == ["sfs 5.14.E"]
        assert not any(state.fortified for state in game.areas)
    contested = game_at("German Command", "OW: 14-pz", "OW: a")
    assert sum(state.fortified for state in contested.areas) == 2
    assert not events_of(game_at("German Command", "ON: a", "MM: 14-pz").opening, "fortifications")


@pytest.mark.rule("sfs 5.12.5.2")
def test_disruption_goes_at_the_end_of_the_movement_phase_after_it_came() -> None:
    # serial = turn * 10 + phase number: 33 is this German Movement Phase, 24 the attack phase of the turn before
    game = game_in("German Movement", "YE: 14-pz", "S1: 29-mot", disrupted={"14-pz": 33, "29-mot": 24})
    game.next_phase()
    frame = game.units
    assert set(frame[frame["disrupted"]]["unit"]) == {"14-pz"}
    game.play("German Movement", turn=4)
    game.next_phase()
    assert not game.units["disrupted"].any()


def test_stukas_of_a_german_phase_keep_soviets_down_until_their_movement_ends() -> None:
    game = game_in("Soviet Movement", "RS: a", "SC: 14-pz", disrupted={"su-1": 34})
    assert rule_ids(game.why_not("move su-1 by CC")) == ["sfs 5.12.5.1.A"]
    game.next_phase()
    assert not game.units["disrupted"].any()


def test_the_reserve_phase_does_not_lift_disruption() -> None:
    game = game_in("German Reserve", "YE: 14-pz", disrupted={"14-pz": 33})
    game.next_phase()
    assert game.units["disrupted"].any()


def test_what_belongs_to_another_phase_is_refused_with_its_rule() -> None:
    game = game_in("German Movement", "SC: 14-pz", "SC: a")
    for text in ("attack F2 by F1", "place 14-pz S1", "corps guards", "summon"):
        with pytest.raises(IllegalAction) as refusal:
            game.do(text)
        assert rule_ids(refusal.value.reasons) == ["sfs 3.2.3.A"]
    with pytest.raises(IllegalAction):
        game.do("proceed")


def test_playing_on_stops_at_the_phase_that_is_named() -> None:
    game = sfs.new("red-square", seed=1, option="II")
    game.play("Soviet Attack", turn=2)
    assert (game.phase.turn, game.phase.name) == (2, "Soviet Attack")
    for phase, turn in (("German Attack", 2), ("Nothing", None), ("German Attack", 99), (None, 1)):
        with pytest.raises(sfs.game.InvalidInput):
            game.play(phase, turn)


def test_playing_on_makes_the_entering_attacks_that_must_be_made() -> None:
    game = game_in("German Movement", "YE: 14-pz", "SC: a")
    game.do("move 14-pz by SC")
    game.play("German Attack")
    assert rule_ids(game.why_not("done")) == ["sfs 5.11.1.2"]
    game.play("German Reserve")
    assert "attack" in set(game.log["kind"])


@pytest.mark.rule("sfs 4.3.A")
def test_control_changes_as_units_come_and_go() -> None:
    game = game_in("German Movement", "YE: 14-pz", "S4: 71-inf")
    assert (control_of(game, "YE"), control_of(game, "SC")) == ("German", "empty")
    game.do("move 14-pz by SC")
    assert (control_of(game, "YE"), control_of(game, "SC")) == ("empty", "German")
