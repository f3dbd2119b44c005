"""The four minor variants, and that the base game does the opposite."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, hube
from gpwlab.hube import variants
from tests.hube.games import at, fresh, hex_of, refused


@pytest.mark.rule("hube 4.1", "hube 4.2")
def test_variants_belong_to_campaign_games() -> None:
    for number in ("4.1", "zhukov", "4.3", "historical"):
        with pytest.raises(InvalidInput, match="campaign"):
            hube.new("kirovograd", rules=number)
    assert list(hube.options()["section"]) == ["4.1", "4.2", "4.3", "4.4"]


@pytest.mark.rule("hube 4.1", "hube 4.2", "hube 4.4")
def test_variants_give_and_take_points() -> None:
    base = fresh("kirovograd:campaign").vp
    found = [fresh("kirovograd:campaign", number).vp - base for number in ("4.1", "4.2", "4.4")]
    assert found == [3, -2, -3]


@pytest.mark.rule("hube 4.1")
def test_with_manstein_the_axis_roll_gains_one_and_the_division_stays() -> None:
    """A 6 of the Axis is 12 SP without replacements, a 7 has 1 Pax."""
    plain, with_him = fresh("relief:campaign"), fresh("relief:campaign", "4.1")
    for game, pax in ((plain, 0), (with_him, 1)):
        game.play("Weather")
        game.do("weather 21 1")
        game.play("Soviet Reinforcement")
        game.do("supply 2 3")
        assert game.waiting("Soviet") == {"sp": 48}
        game.play("Axis Reinforcement")
        game.do("supply 3 3")
        assert game.waiting("Axis").get("pax", 0) == pax
        game.play("Axis Movement")
        assert (game.pending is None) == (game is with_him)


@pytest.mark.rule("hube 4.2")
def test_with_zhukov_the_soviet_roll_gains_one_and_shturmoviks_hip_shoot() -> None:
    """A 5 of the Soviets is 12 SP, a 6 is 15 and 1 Pax."""
    game = fresh("kirovograd:campaign", "4.2")
    game.play("Weather")
    game.do("weather 21 1")
    game.play("Soviet Reinforcement")
    game.do("supply 2 3")
    assert game.waiting("Soviet") == {"sp": 60, "pax": 1}
    game.play("Soviet Movement")
    game.do("hipshoot su-il2m3-1 A44.20")
    refused(game, "hipshoot su-pe2-1 A44.20", "hube 2.3")
    game.play("Axis Reinforcement")
    game.do("supply 3 3")
    assert "pax" not in game.waiting("Axis")


@pytest.mark.rule("hube 4.1", "hube 4.2")
def test_a_supply_roll_above_twelve_counts_as_twelve() -> None:
    game = fresh("kirovograd:campaign", "4.1", "4.2")
    game.play("Soviet Reinforcement")
    event = game.do("supply 6 6")[0]
    assert event.result == "12"
    assert "6 and 6, 12; with the variant's +1 it counts as 12" in event.text
    game.play("Axis Reinforcement")
    assert game.do("supply 6 6")[0].result == "12"
    assert game.waiting("Axis") == {"sp": 72, "pax": 2, "eq": 2}


@pytest.mark.rule("hube 4.3")
def test_maskirovka_lets_the_side_without_initiative_move_half_its_roll_first() -> None:
    game = fresh("kirovograd:campaign", "4.3")
    game.play("Moves without Initiative")
    assert game.pending is not None
    before = game.vp
    game.do("initiative 2 3 5 4")
    assert game._pos.shifts == [2, 9]
    assert (game.phase.side, game.vp) == ("Axis", before - 2)
    game.do("done")
    assert (game.phase.name, game.phase.side) == ("Moves with Initiative", "Soviet")
    game.do("done")
    assert game.phase.name == "Weather"


@pytest.mark.rule("hube 4.3")
def test_if_the_soviets_lose_the_initiative_they_gain_two_points_and_move_first() -> None:
    game = fresh("kirovograd:campaign", "4.3")
    game.play("Moves without Initiative")
    before = game.vp
    game.do("initiative 6 6 4 3")
    assert game._pos.shifts == [12, 3]
    assert (game.phase.side, game.vp) == ("Soviet", before + 2)
    with pytest.raises(InvalidInput, match="roll again"):
        fresh("kirovograd:campaign", "4.3").do("initiative 3 3 4 2")


@pytest.mark.rule("hube 4.3")
def test_formations_count_once_and_nobody_moves_next_to_the_enemy() -> None:
    game = fresh("kirovograd:campaign", "4.3")
    game.play("Moves without Initiative")
    game.do("initiative 2 3 5 4")
    enemy = next(piece.hex for piece in game.pieces if piece.side == "Soviet")
    beside = next(
        game.board.ids[h] for h in game.board.near[game.board.hex(enemy)] if h >= 0 and not game._pos.units_at(h)
    )
    refused(game, f"move ax-16-pz-pg-79 by {beside}", "hube 4.3")
    game.do("move ax-16-pz by A20.20")
    game.do("move ax-16-pz-pg-79 by A20.21")  # the same formation
    game.do("move ax-inf-1 by A20.20")
    refused(game, "move ax-inf-75 by A20.20", "hube 4.3")
    game.do("done")
    for unit in [piece.id for piece in game.pieces if piece.side == "Soviet" and piece.kind == "inf-div"][:9]:
        game.do(f"move {unit} by B28.30")
    refused(game, "move su-hq-38 by B28.30", "hube 4.3")


@pytest.mark.rule("hube 4.3")
def test_without_the_variant_nobody_moves_before_the_game() -> None:
    game = fresh("kirovograd:campaign")
    game.play("Weather")
    assert (game.phase.turn, game._pos.shifts) == (1, [0, 0])
    assert not variants.rolled(game._pos)


@pytest.mark.rule("hube 4.4")
def test_historical_axis_builds_hedgehogs_near_the_enemy_alone_and_has_eight_markers() -> None:
    game = at("kirovograd:campaign", "Axis Movement", "4.4")
    game.edit().place("ax-hq-46pz", "A20.20")
    refused(game, "build hedgehog A20.20 ax-hq-46pz", "hube 4.4")
    game.edit().place("su-inf-38", "A20.24")
    refused(game, "build hedgehog A20.20 ax-hq-46pz", "hube 4.4")
    game.edit().place("su-inf-38", "A20.23")
    game.do("build hedgehog A20.20 ax-hq-46pz")
    assert (game.reserve_markers("Axis"), game.reserve_markers("Soviet")) == (8, 12)
    start = fresh("kirovograd:campaign", "4.4")
    refused(start, "reserves 1", "hube 3.2")
    assert [str(a) for a in start.legal] == ["reserves 0"]


@pytest.mark.rule("hube 4.4")
def test_the_base_game_builds_hedgehogs_anywhere() -> None:
    game = at("kirovograd:campaign", "Axis Movement")
    game.edit().place("ax-hq-46pz", "A20.20")
    game.do("build hedgehog A20.20 ax-hq-46pz")
    assert hex_of(game, "ax-hq-46pz") == "A20.20"
