"""Victory points, massive levels, grades, and the conditions of each scenario."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab import hube
from gpwlab.hube import victory
from tests.hube.games import at, fresh, reasons, refused
from tests.hube.tables import charts


def play_to_end(game: hube.Game) -> hube.Game:
    while game.winner is None:
        game.play()
    return game


def give(game: hube.Game, side: str, *hexes: str) -> None:
    """Hand hexes over, whoever stands there."""
    for name in hexes:
        for u in game._pos.units_at(game.board.hex(name)):
            game.edit().remove(game._pos.unit(u).id, "due")
        game.edit().control(name, side)


# -- the campaign -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("hube 5.2")
def test_points_are_for_hexes_that_the_soviets_hold_and_can_trace_to() -> None:
    """At the start of scenario 1: three hexes of Kiev at 2, Belaya-Tserkov at 3."""
    game = at("kirovograd:campaign", "Soviet Movement")
    assert game.vp == 9
    assert set(game.vp_held) == {"B8.34", "B8.35", "B7.35", "B2.26"}
    give(game, "Soviet", "B2.11")
    assert game.vp == 13  # Uman
    game.do("trace B2.11 no")
    assert game.vp == 9
    game.do("trace B2.11 yes")
    give(game, "Axis", "B8.35")
    assert game.vp == 11  # only the hexes that they hold
    refused(game, "trace A20.20 no", "hube 5.2")


@pytest.mark.rule("hube 5.2")
def test_all_that_is_no_place_is_listed() -> None:
    game = fresh("collapse:campaign", "4.4")
    track = victory.track(game)
    assert {title: vp for title, _rule, vp in track.others} == {
        "historical": -3,
        "flanks reinforced": 6,
        "attempts at Alert Battalions": 4,
    }
    assert track.total == sum(vp for *_x, vp, held in track.rows if held) + 7
    swings = {hex_id: change for _label, hex_id, change in track.swings()}
    assert (swings["B8.34"], swings["A14.28"]) == (-2, 4)


@pytest.mark.parametrize(
    ("slug", "vp"),
    [
        pytest.param("korsun:campaign", 2, marks=pytest.mark.rule("hube 6.2.scenario victory")),
        pytest.param("relief:campaign", 2, marks=pytest.mark.rule("hube 6.3.scenario victory")),
        pytest.param("collapse:campaign", 4, marks=pytest.mark.rule("hube 6.4.scenario victory")),
    ],
)
def test_alert_battalions_raised_before_a_later_start_have_been_paid(slug: str, vp: int) -> None:
    assert ("attempts at Alert Battalions", vp) in [(t, v) for t, _r, v in victory.track(fresh(slug)).others]


@pytest.mark.rule("hube 5.2", "hube chart.Massive Victory Schedule")
@pytest.mark.parametrize(("turn", "points", "side"), [(1, 5, "Axis"), (1, 6, ""), (1, 20, "Soviet"), (1, 19, "")])
def test_massive_levels_are_included(turn: int, points: int, side: str) -> None:
    game = fresh("kirovograd:campaign")
    game._pos.turn = turn
    assert victory.massive(game._pos, Fraction(points)) == side


@pytest.mark.rule("hube 5.2")
def test_a_massive_victory_ends_the_campaign_at_the_end_of_the_german_player_turn() -> None:
    game = at("kirovograd:campaign", "Soviet Exploitation")
    give(game, "Soviet", "B2.11", "A51.01", "B7.01")  # 9 + 14 = 23 of 20
    game.do("done")
    assert game.winner is None
    game.play("Axis Exploitation")
    game.do("done")
    assert game.winner is not None
    assert (game.winner.grade, game.winner.side) == ("Massive", "Soviet")
    assert victory.course(game) == {1: 23}


@pytest.mark.rule("hube 1.1.D", "hube 5.1")
def test_in_a_scenario_the_massive_levels_do_not_matter_and_in_a_campaign_its_conditions_do_not() -> None:
    game = at("kirovograd", "Soviet Movement")
    give(game, "Soviet", "B2.11", "A51.01", "B7.01")
    game.play("Weather", turn=2)
    assert game.winner is None
    campaign = fresh("kirovograd:campaign")
    assert (campaign.last_turn, campaign.campaign) == (32, True)
    assert campaign._pos.world.scenario.rule == "hube 5.2"


@pytest.mark.rule("hube 5.2")
@pytest.mark.parametrize(
    ("points", "grade"),
    [
        (69, ("Major", "Soviet")),
        (65, ("Major", "Soviet")),
        (64, ("Minor", "Soviet")),
        (62, ("Minor", "Soviet")),
        (61, ("", "")),
        (60, ("Minor", "Axis")),
        (58, ("Minor", "Axis")),
        (57, ("Major", "Axis")),
        (54, ("Major", "Axis")),
    ],
)
def test_grades_at_the_end_of_turn_32(points: int, grade: tuple[str, str]) -> None:
    """Levels 53 and 69: Soviet from 65 major, 62 to 64 minor; German 58 to 60 minor, up to 57 major."""
    assert victory.grade(charts(), 32, Fraction(points)) == grade


@pytest.mark.rule("hube 5.2")
def test_overlapping_bands_go_by_the_printed_order() -> None:
    """Turn 1, levels 5 and 20: 13 is minus 7 for the Soviets and plus 8; 12 is plus 7; turn 14, 11 and 30."""
    assert victory.grade(charts(), 1, Fraction(12)) == ("Minor", "Axis")
    assert victory.grade(charts(), 1, Fraction(13)) == ("Minor", "Soviet")
    levels = charts().massive
    overlap = next(turn for turn in levels if levels[turn][1] - 7 <= levels[turn][0] + 8)
    assert overlap == 1


@pytest.mark.rule("hube 5.2")
def test_half_points_fall_into_a_band() -> None:
    assert victory.grade(charts(), 32, Fraction(129, 2)) == ("Minor", "Soviet")  # 64.5
    assert victory.grade(charts(), 32, Fraction(123, 2)) == ("", "")  # 61.5
    assert victory.grade(charts(), 32, Fraction(115, 2)) == ("Minor", "Axis")  # 57.5


@pytest.mark.rule("hube 1.2b", "hube 5.2")
def test_after_a_thaw_the_level_of_that_turn_grades() -> None:
    """Turn 27, levels 35 and 62: 45 points are a draw."""
    game = fresh("collapse:campaign")
    while game.phase.turn < 18 or game.pending is None or game.pending.kind != "weather":
        game.play()
    game.edit().turn(27, "Weather")
    game.edit().ground("Mud")
    held = game.vp
    game._pos.alerts += int(45 - held)
    game.do("weather 62 1")
    assert game.winner is not None
    assert (game.winner.side, str(game.winner)) == ("", "Draw")


# -- scenarios --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hube 6.1.scenario victory", "hube 5.1")
@pytest.mark.parametrize(
    ("held", "side"),
    [
        ((), "Axis"),
        (("B2.11",), "Axis"),
        (("B2.11", "B15.04"), ""),
        (("B2.11", "B15.04", "B23.06"), "Soviet"),
        (("B2.11", "B15.04", "A44.20"), ""),
    ],
)
def test_scenario_1_counts_four_cities(held: tuple[str, ...], side: str) -> None:
    """Vinnitsa has three hexes, all of which count for control."""
    game = at("kirovograd", "Soviet Movement")
    give(game, "Axis", "B2.11", "B15.04", "B23.06", "A44.20", "A45.21", "A43.20")
    give(game, "Soviet", *held)
    end = play_to_end(game)
    assert end.winner is not None
    assert end.winner.side == side
    assert [reason.rule for reason in end.winner.reasons] == ["hube 6.1.scenario victory"]


@pytest.mark.rule("hube 6.2.scenario victory")
@pytest.mark.parametrize(("count", "side"), [(3, "Soviet"), (2, ""), (1, "Axis"), (0, "Axis")])
def test_scenario_2_wants_uman_shpola_and_the_dnepr(count: int, side: str) -> None:
    game = at("korsun", "Soviet Movement")
    give(game, "Axis", "B2.11", "B15.14")
    for place in ["B2.11", "B15.14"][: min(count, 2)]:
        give(game, "Soviet", place)
    beside = [u for u in game._pos.on_map(0) if game._pos.where[u] in game.board.along["Dnepr"]]
    assert beside
    if count == 3:
        for u in beside:
            game.edit().remove(game._pos.unit(u).id, "due")
    end = play_to_end(game)
    assert end.winner is not None
    assert end.winner.side == side


@pytest.mark.rule("hube 6.3.scenario victory")
@pytest.mark.parametrize(("lost", "out", "side"), [(28, 20, "Soviet"), (27, 20, "Axis"), (27, 19, "")])
def test_scenario_3_counts_steps_of_group_stemmermann(lost: int, out: int, side: str) -> None:
    game = at("relief", "Soviet Combat")
    game.do("lose ax-inf-1 5 combat")  # of another corps
    game.do(f"lose ax-inf-72 {lost} combat")
    assert reasons(game, "link ax-inf-1 3") == ["hube 6.3.scenario victory"]
    game.do("trace ax-inf-88 no")
    assert reasons(game, "link ax-inf-88 3") == ["hube 6.3.scenario victory"]
    game.do("trace ax-inf-88 yes")
    game.do(f"link ax-inf-88 {out}")
    end = play_to_end(game)
    assert end.winner is not None
    assert end.winner.side == side


@pytest.mark.rule("hube 6.3.scenario victory", "hube 3.6")
def test_men_who_make_for_the_lines_are_no_link_and_no_kill() -> None:
    game = at("relief", "Axis Movement")
    game.edit().place("ax-inf-1", "B15.19")
    game.do("trace ax-inf-72 no")
    game.edit().place("ax-inf-72", "B15.20")
    game.do("escape ax-inf-72 ax-inf-1 4")
    assert (game._pos.killed, game._pos.linked) == ([0, 0], {})
    assert reasons(game, "link ax-inf-72 4") == ["hube 6.3.scenario victory"]


@pytest.mark.rule("hube 6.4.scenario victory")
@pytest.mark.parametrize(("count", "side"), [(6, "Soviet"), (5, ""), (4, "Axis")])
def test_scenario_4_counts_eight_cities(count: int, side: str) -> None:
    game = at("collapse", "Soviet Movement")
    cities = ["B2.11", "A54.01", "A44.20 A45.21 A43.20", "A35.01", "A15.10", "A3.21", "A14.28", "A28.24 A29.24"]
    for place in cities:
        give(game, "Axis", *place.split())
    for place in cities[:count]:
        give(game, "Soviet", *place.split())
    end = play_to_end(game)
    assert end.winner is not None
    assert end.winner.side == side


@pytest.mark.rule("hube 6.5.scenario victory")
@pytest.mark.parametrize(("dead", "out", "side"), [(20, 30, "Soviet"), (19, 30, "Axis"), (19, 29, "")])
def test_scenario_5_counts_units(dead: int, out: int, side: str) -> None:
    game = at("moving-pocket", "Soviet Combat")
    group = game.units.set_index("unit")["group"]
    pocket = [u for u, g in group.items() if g in ("59 Corps", "3 Pz Corps", "24 Pz Corps", "46 Pz Corps")]
    others = [
        piece.id for piece in game.pieces if piece.side == "Axis" and piece.id not in pocket and "fort" not in piece.id
    ]
    for unit in [*others, *pocket[-40:]][:dead]:
        if unit in others:
            game.do(f"lose {unit} 0 combat")
    missing = dead - game._pos.killed[1]
    for unit in pocket[-missing:] if missing else []:
        game.do(f"lose {unit} 0 combat")
    assert game._pos.killed[1] == dead
    game.do("link ax-hq-59 1")  # no combat unit
    fighters = [u for u in pocket if "-hq-" not in u and "truck" not in u][:out]
    for unit in fighters:
        game.do(f"link {unit} 1")
    assert reasons(game, "link ax-7-pz-pg-7 1") == ["hube 6.5.scenario victory"]  # of Group Maus
    end = play_to_end(game)
    assert end.winner is not None
    assert end.winner.side == side


def test_an_outcome_reads_well() -> None:
    assert str(victory.Outcome("Soviet", "Major", ())) == "Major Soviet victory"
    assert str(victory.Outcome("Axis", "", ())) == "Axis victory"
    assert str(victory.Outcome("", "", ())) == "Draw"
