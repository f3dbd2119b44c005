"""The turn: weather, ground and flying, who moves first, arrivals by both orders, the supply roll."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput
from tests.hube.games import at, fresh, hex_of, next_turn, reasons, refused, state_of


@pytest.mark.rule("hube 1.2", "hube 1.2a", "hube chart.Air Effects Chart")
def test_the_printed_example_is_played() -> None:
    """Turn 14, Light Freeze before, a roll of 51: Warm, Cloudy; Light Thaw; a 3 leaves flights from base to base."""
    game = fresh("kirovograd:campaign")
    game.edit().turn(14, "Weather")
    game.edit().ground("Light Freeze")
    events = game.do("weather 51 3")
    assert (game.weather, game.ground, game.air) == ("Warm, Cloudy", "Light Thaw", "base_to_base")
    assert [event.kind for event in events][:3] == ["weather", "ground", "air"]


@pytest.mark.rule("hube 1.2", "hube 6.1.span and ground")
def test_the_first_turn_goes_by_the_ground_before_the_scenario() -> None:
    """Freeze before scenario 1: Cool weather leaves it, Cold makes it Hard Freeze."""
    for roll, ground in ((21, "Freeze"), (11, "Hard Freeze"), (55, "Light Freeze")):
        game = fresh("kirovograd")
        game.do(f"weather {roll} 6")
        assert game.ground == ground


@pytest.mark.rule("hube 1.2")
def test_the_weather_comes_first_and_once() -> None:
    game = fresh("kirovograd")
    refused(game, "done", "hube 1.2")
    refused(game, "move ax-inf-1 by A32.33", "hube 1.2")
    game.do("weather")
    assert 11 <= int(game.log[game.log["kind"] == "weather"].iloc[-1]["die"]) <= 66
    refused(game, "weather", "hube 1.2")


def test_the_lab_rolls_what_the_player_does_not() -> None:
    one, two = fresh("kirovograd", seed=7), fresh("kirovograd", seed=7)
    one.do("weather")
    two.do("weather")
    assert one.position == two.position
    rolls = set()
    for seed in range(20):
        game = fresh("kirovograd", seed=seed)
        game.do("weather")
        rolls.add(game.weather)
    assert len(rolls) > 3


@pytest.mark.parametrize(
    "wrong", ["weather 17", "weather 70 1", "weather 11 7", "weather 11 1 1", "supply 1", "supply 1 7"]
)
def test_dice_that_nobody_can_roll_are_invalid(wrong: str) -> None:
    with pytest.raises(InvalidInput):
        fresh("kirovograd").do(wrong)


@pytest.mark.rule("hube 1.2b")
def test_the_spring_thaw_ends_the_game_at_once() -> None:
    """Mud and a hot roll (62 on turns 13 to 27)."""
    game = fresh("collapse:campaign")
    game.edit().turn(19, "Weather")
    game.edit().ground("Mud")
    game.do("weather 62 1")
    assert game.winner is not None
    assert "hube 1.2b" in [reason.rule for reason in game.winner.reasons]
    assert list(game.legal) == []
    assert reasons(game, "done") == ["hube 5.2"]


@pytest.mark.rule("hube 1.2b")
def test_hot_weather_on_thaw_brings_mud_and_no_end() -> None:
    game = fresh("collapse")
    game.do("weather 62 1")
    assert (game.ground, game.winner) == ("Mud", None)


@pytest.mark.rule("hube chart.Ground Effects Chart")
def test_in_mud_air_units_of_small_bases_are_grounded_and_cannot_refit() -> None:
    game = fresh("collapse")
    level = {base: game._pos.held(0, "airbase", game.board.hex(base)) for _state, base in game.wings.values() if base}
    before = dict(game.wings)
    game.do("weather 62 1")
    axis = {name: (state, base) for name, (state, base) in game.wings.items() if name.startswith("ax-")}
    small = [name for name, (state, base) in axis.items() if base and level[base] == 1]
    large = [name for name, (state, base) in axis.items() if base and level[base] == 2]
    assert small
    assert large
    assert {axis[name][0] for name in small} == {"inactive"}
    assert {axis[name][0] for name in large} == {before[large[0]][0]} == {"active"}
    game.play("Axis Reinforcement")
    game.do("supply 3 4")
    refused(game, f"refit {small[0]}", "hube chart.Ground Effects Chart")
    game.edit().ground("Thaw")
    game.do(f"refit {small[0]}")
    assert game.wings[small[0]][0] == "active"


@pytest.mark.rule("hube chart.Air Effects Chart")
def test_what_flies_depends_on_weather_and_die() -> None:
    """Snow on turn 1 (42): a 4 allows flights from base to base, a 3 nothing but refitting."""
    for die, kind in ((4, "base_to_base"), (3, "refit_only")):
        game = fresh("kirovograd")
        game.do(f"weather 42 {die}")
        assert game.air == kind
        game.play("Soviet Movement")
        assert "hube chart.Air Effects Chart" in reasons(game, "sortie su-il4-1")
    game = fresh("kirovograd")
    game.do("weather 21 1")
    assert game.air == "normal"
    assert game.log[game.log["kind"] == "air"]["die"].isna().all()  # clear weather rolls no die


@pytest.mark.rule("hube 1.1.B")
def test_the_soviets_move_first_in_the_first_turn_and_later_the_players_say() -> None:
    game = fresh("korsun")
    game.do("weather 21 1")
    assert game.pending is None
    assert [step.name for step in game.steps][1:3] == ["Soviet Reinforcement", "Soviet Movement"]
    game.play("Weather", turn=8)
    game.do("weather 21 1")
    assert game.pending is not None
    assert (game.pending.kind, [str(a) for a in game.pending.options]) == ("first", ["first Soviet", "first Axis"])
    game.do("first Axis")
    game.do("done")
    assert game.phase.name == "Axis Reinforcement"
    assert [step.side for step in game.steps][:6] == [1, 0, 0, 1, 0, 0]


@pytest.mark.rule("hube 2.2", "hube 3.2", "hube 4.3")
def test_before_the_first_turn_only_phases_are_told_that_take_place() -> None:
    """Markers are bought before campaigns; moves before the game are a variant of theirs."""
    markers, moves = ["reserves"] * 2, ["maskirovka"] * 2
    for slug, rules, more in (
        ("kirovograd", (), []),
        ("kirovograd:campaign", (), markers),
        ("kirovograd:campaign", ("maskirovka",), markers + moves),
    ):
        assert [step.kind for step in fresh(slug, *rules, setup="free").steps] == ["setup"] * 2 + more


@pytest.mark.rule("hube 4.3")
def test_moves_before_the_game_are_told_of_the_side_without_initiative_first() -> None:
    for dice, first in (("1 1 6 6", 0), ("6 6 1 1", 1)):
        game = fresh("kirovograd:campaign", "maskirovka")
        game.play("Moves without Initiative")
        game.do(f"initiative {dice}")
        assert [step.side for step in game.steps[-2:]] == [first, 1 - first]
        assert game.phase.side == ("Axis", "Soviet")[first]


@pytest.mark.rule("hube 1.1.C", "hube chart.Axis Order of Arrival", "hube 3.1")
def test_axis_arrivals_of_turn_1_enter_by_their_edge() -> None:
    """GD by the south, 101 and 371 by the west."""
    game = at("kirovograd", "Axis Reinforcement")
    due = game.units[(game.units["state"] == "to be placed") & (game.units["side"] == "Axis")]["unit"]
    assert {unit for unit in due if "-gd-" not in unit} == {"ax-inf-101", "ax-inf-371"}
    refused(game, "place ax-inf-101 A35.01", "hube 3.1")
    refused(game, "place ax-gd-pg A1.35", "hube 3.1")
    refused(game, "place ax-inf-101 A44.20", "hube 3.1")
    refused(game, "place ax-inf-96 A1.35", "hube 1.1.C")
    game.do("place ax-inf-101 A1.35")
    game.do("place ax-gd-pg A51.01")
    assert hex_of(game, "ax-inf-101") == "A1.35"
    assert hex_of(game, "ax-gd-pg-truck") == "A51.01"


@pytest.mark.rule("hube 1.1.C", "hube chart.Soviet Order of Arrival", "hube 2.1")
def test_soviet_arrivals_enter_by_north_and_east_or_kiev() -> None:
    game = at("kirovograd", "Soviet Reinforcement")
    due = set(game.units[game.units["state"] == "to be placed"]["unit"])
    assert due == {"su-mtn-58", "su-inf-30", "su-inf-359"}
    for place in ("B8.34", "B4.36", "B32.15"):
        assert f"place su-inf-30 {place}" in game.legal
    refused(game, "place su-inf-30 A35.01", "hube 2.1")
    refused(game, "place su-inf-30 A10.36", "hube 2.1")  # behind the Axis front
    refused(game, "place ax-inf-101 A1.35", "hube 2.1")


@pytest.mark.rule("hube 2.1")
def test_who_is_late_may_come_on_any_later_turn() -> None:
    game = at("kirovograd", "Soviet Reinforcement")
    next_turn(game)
    game.play("Soviet Reinforcement")
    game.do("supply 3 3")
    assert "place su-inf-30 B8.34" in game.legal
    assert "place su-inf-84 B8.34" in game.legal  # of turn 2
    assert state_of(game, "su-inf-53") == "to come"  # of turn 3


@pytest.mark.rule("hube 3.1")
def test_supply_and_replacements_come_by_the_published_roll_and_an_entry() -> None:
    """Axis 9: 14 SP, 1 Pax, 1 Eq."""
    game = fresh("kirovograd")
    game.do("weather 21 1")
    game.play("Axis Reinforcement")
    refused(game, "bring sp 1 A1.35", "hube 3.1")
    text = game.do("supply 4 5")[0].text
    assert text.startswith("rolled 4 and 5, 9: ")
    assert "may be brought in" in text
    assert game.waiting("Axis") == {"sp": 56, "pax": 1, "eq": 1}
    game.do("bring sp 10 A1.35")
    assert game._pos.held(0, "sp", game.board.hex("A1.35")) == 40
    refused(game, "bring sp 5 A1.35", "hube 3.1")
    refused(game, "bring sp 1 A44.20", "hube 3.1")
    refused(game, "bring hedgehog 1 A1.35", "hube 3.1")
    refused(game, "supply 1 1", "hube 2.1")


def test_air_units_arrive_on_their_turn() -> None:
    """Turn 9: a Ju52 and an Me109g; two Yak9 and two IL2m3."""
    game = fresh("relief")
    assert sum(state == "to be placed" for state, _base in game.wings.values()) == 0
    game.do("weather 21 1")
    game.play("Axis Reinforcement")
    game.do("supply 1 1")
    assert {w for w, (state, _b) in game.wings.items() if state == "to be placed" and w[:2] == "ax"} == {
        "ax-ju52-2",
        "ax-me109g-3",
    }
    base = next(base for state, base in game.wings.values() if base)
    game.do(f"base ax-ju52-2 {base}")
    assert game.wings["ax-ju52-2"] == ("active", base)
    refused(game, "base ax-me109g-3 A1.01", "hube 1.3")


def test_a_scenario_ends_after_its_last_turn() -> None:
    game = fresh("kirovograd")
    game.play("Axis Exploitation", turn=4)
    assert game.winner is None
    game.do("done")
    assert game.winner is not None
    assert game.phase.turn == 4


def test_phases_that_do_not_belong_are_refused() -> None:
    game = at("kirovograd", "Soviet Movement")
    refused(game, "alert", "hube 3.8")
    refused(game, "place su-inf-30 B8.34", game.phase.rule)
    for wrong in ("Tea", "Axis Combats"):
        with pytest.raises(InvalidInput, match="there is no phase"):
            game.play(wrong)
    with pytest.raises(InvalidInput, match="turn"):
        game.play(turn=9)
