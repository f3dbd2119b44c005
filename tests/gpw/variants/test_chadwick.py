"""The rules amendment by Frank Chadwick (23.1)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.dice import roll
from gpwlab.core.errors import IllegalAction, InvalidInput
from tests.gpw.battles import EAST, STEPPE
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.player import RandomPlayer

WALK = gpw.rules("23.1.1")
MOBILE = "Soviet Armored Movement"


@pytest.mark.rule("gpw 23.1.1")
def test_infantry_away_from_the_enemy_moves_half_its_ma_in_the_armored_phase() -> None:
    units = {"su-inf-3": STEPPE, "ax-inf-59": "A0903"}
    game = game_at(MOBILE, units, rules=WALK)
    steppe = game.board.hex(STEPPE)
    assert (
        max(game.board.distance(steppe, game.board.hex(name)) for name in game.reach("su-inf-3")) == 3
    )  # of an MA of 6
    assert game_at(MOBILE, units).reach("su-inf-3") == {}
    general = game_at("Soviet General Movement", units, rules=WALK)
    assert general.reach("su-inf-3") == game_at("Soviet General Movement", units).reach("su-inf-3")


@pytest.mark.rule("gpw 23.1.1")
def test_not_from_an_enemy_zoc() -> None:
    game = game_at(MOBILE, {"su-inf-3": STEPPE, "ax-inf-59": EAST}, rules=WALK)
    assert rule_ids(game.why_not("move su-inf-3 A1204")) == ["gpw 3.2.3"]


# ---- 23.1.2: the modified sequence


@pytest.mark.rule("gpw 23.1.2.A", "gpw 23.1.2.B")
def test_the_first_player_moves_in_general_before_it_fights() -> None:
    game = gpw.new("barbarossa", rules=["23.1.2"])
    names = []
    while game.phase.turn == 1:
        names.append(game.phase.name)
        game.next_phase()
    assert names == [
        "Axis Reinforcement/Replacement", "Axis General Movement", "Axis Combat", "Axis Rail Movement",
        "Axis Panzer Movement", "Soviet Reinforcement/Replacement", "Soviet Rail Movement", "Soviet Armored Movement",
        "Soviet Combat", "Soviet General Movement",
    ]  # fmt: skip
    assert game.log[game.log.kind == "phase"].phase.tolist() == [*names, names[0]]
    plain = gpw.new("barbarossa")
    plain.next_phase()
    assert plain.phase.name == "Axis Rail Movement"


@pytest.mark.rule("gpw 23.1.2.A")
def test_it_is_not_used_with_the_increased_infantry_movement() -> None:
    pair = r"Modified Sequence of Play \(23\.1\.2\) conflicts with Increased Infantry Movement \(23\.1\.1\): its author"
    with pytest.raises(InvalidInput, match=pair):
        gpw.rules("23.1.1", "23.1.2")


# ---- 23.1.3: initiative


def at_start(seed: int, *more: str) -> gpw.Game:
    return gpw.new("barbarossa", rules=["23.1.3", "12", *more], seed=seed)


@pytest.mark.rule("gpw 23.1.3.A")
def test_both_sides_roll_and_add_their_command() -> None:
    """On turn 1 Germany adds 6 for Rundstedt and Bock, the Soviets nothing, as the example has it."""
    for seed in range(12):
        game = at_start(seed)
        assert game.phase.name == "Initiative"
        rolled = next(event for event in game.opening if event.kind == "initiative")
        axis, soviet = (roll(seed, "initiative", 1, game._pos.phase, side, 0) for side in ("Axis", "Soviet"))
        assert f"Axis {axis} + 0; Soviet {soviet} + 0" in rolled.text or axis == soviet
        assert rolled.result == ("Axis" if axis > soviet else "Soviet") or axis == soviet
    later = gpw.new("fall-blau", rules=["23.1.3", "-shock"], seed=3)
    ours = [int(later.standing(u)[0].radius) for u in later.leaders("Axis")]
    assert f"+ {sum(ours)}; Soviet" in next(e for e in later.opening if e.kind == "initiative").text


@pytest.mark.rule("gpw 23.1.3.B")
def test_the_winner_says_who_moves_first() -> None:
    game = next(g for g in map(at_start, range(20)) if g.pending and g.pending.side == "Soviet")
    assert [str(option) for option in game.pending.options] == ["order initiative first", "order initiative second"]  # type: ignore[union-attr]
    second = game.fork()
    game.do("order initiative first")
    game.next_phase()
    assert game.phase.name == "Soviet Reinforcement/Replacement"
    game.play("Axis Reinforcement/Replacement")
    assert game.phase.turn == 1
    second.do("order initiative second")
    second.next_phase()
    assert second.phase.name == "Axis Reinforcement/Replacement"
    with pytest.raises(IllegalAction):
        second.do("order initiative first")


@pytest.mark.rule("gpw 23.1.3.C")
def test_a_shock_attack_takes_the_initiative_without_a_roll() -> None:
    game = gpw.new("barbarossa", rules=["23.1.3", "13"], seed=1)
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Axis", "gpw 23.1.3.C")
    assert not any(event.kind == "initiative" for event in game.opening)
    waits = game.fork()
    events = game.do("order initiative shock")
    assert [(event.kind, event.die) for event in events] == [("initiative", 0)]
    game.next_phase()
    assert game.phase.name == "Axis Reinforcement/Replacement"
    assert rule_ids(game.why_not("shock"))[-1] == "gpw 23.1.3.C"
    events = waits.do("order initiative wait")  # the Soviets have no shock attack in 1941
    assert [(event.rule, event.result == "wait") for event in events] == [
        ("gpw 23.1.3.C", True),
        ("gpw 23.1.3.A", False),
    ]
    waits.play("Axis Reinforcement/Replacement")
    assert rule_ids(waits.why_not("shock")) == ["gpw 23.1.3.C"]


@pytest.mark.rule("gpw 23.1.3.D")
def test_a_shock_attack_is_worth_a_column_and_no_hex() -> None:
    units = {"ax-pz-56": EAST, "ax-inf-59": "A0903", "su-inf-24": STEPPE}
    record = {"shock_turn": [1, 0], "shocks_used": [1, 0]}
    with_it = game_at("Axis Combat", units, rules=gpw.rules("23.1.3", "13"), **record)
    without = game_at("Axis Combat", units, rules=gpw.rules("13"), **record)
    shifts = with_it.battle(STEPPE, ["ax-pz-56"]).odds.shifts
    assert [(s.columns, s.rule) for s in shifts] == [(1, "gpw 23.1.3.D")]
    assert without.battle(STEPPE, ["ax-pz-56"]).odds.shifts == ()
    mobile = game_at("Axis Panzer Movement", units, rules=gpw.rules("23.1.3", "13"), **record)
    assert "gpw 23.1.3.D" in rule_ids(mobile.why_not("move ax-inf-59 A0904"))
    plain = game_at("Axis Panzer Movement", units, rules=gpw.rules("13"), **record)
    assert plain.why_not("move ax-inf-59 A0904") == []


def test_the_choice_is_undone_and_kept() -> None:
    game = next(g for g in map(at_start, range(20)) if g.pending and g.pending.side == "Soviet")
    before = game.position
    game.do("order initiative first")
    twin = gpw.from_position(game.position, game.rules)
    twin.next_phase()
    assert twin.phase.name == "Soviet Reinforcement/Replacement"
    game.undo()
    assert game.position == before


def test_both_together_turn_the_halves_and_the_order() -> None:
    game = next(g for g in (at_start(s, "23.1.2") for s in range(20)) if g.pending and g.pending.side == "Soviet")
    game.do("order initiative first")
    names = [step.name for step in game.steps]
    assert names[1:4] == ["Soviet Reinforcement/Replacement", "Soviet General Movement", "Soviet Combat"]
    assert names[6:9] == ["Axis Reinforcement/Replacement", "Axis Rail Movement", "Axis Panzer Movement"]


def test_a_whole_random_game_with_either() -> None:
    for rules in (["23.1.2"], ["23.1.3", "13", "12"], ["23.1.1"]):
        game, player = gpw.new("barbarossa", rules=rules, seed=5), RandomPlayer(5, calm=0.2)
        while game.winner is None:
            game.do(player.choose(game))
        assert game.phase.turn == 5 or "Moscow" in str(game.winner)


def test_an_order_that_does_not_exist_is_named() -> None:
    game = gpw.new("barbarossa", rules=["23.1.3"])
    with pytest.raises(InvalidInput, match="there is no order 'retire'; there is initiative"):
        game.do("order retire ax-inf-1")
    with pytest.raises(InvalidInput, match="none in this rule set"):
        gpw.new("barbarossa").do("order initiative first")
