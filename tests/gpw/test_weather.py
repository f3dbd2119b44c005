from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab import gpw
from gpwlab.gpw import weather
from tests.gpw.boards import game_at, seed_for
from tests.gpw.maps import table
from tests.gpw.moves import game_in, prices

AXIS = ("Axis Panzer Movement", "Axis General Movement")
SOVIET = ("Soviet Armored Movement", "Soviet General Movement")
#: Turns with their marks: Sep/Oct and Mar/Apr a dot, Nov/Dec and Jan/Feb an asterisk.
DOTS, ASTERISKS = (4, 7, 12, 15, 20, 23, 28, 31), (5, 6, 13, 14, 21, 22, 29, 30)
FIRST_WINTER, SECOND_WINTER, LATER = (4, 5, 6, 7), (12, 13, 14, 15), (20, 21, 22, 23, 28, 29, 30, 31)


def mark(turn: int) -> str:
    return "mud" if turn in DOTS else "snow"


def rolled(phase: str, turn: int, die: int, units: dict[str, str] | None = None) -> gpw.Game:
    """A game at the start of a movement phase whose weather die shows ``die``."""
    return game_at(phase, units or {}, turn=turn, seed=seed_for(phase, "weather", mark(turn), die, turn))


def bad_dice(phase: str, turn: int) -> list[int]:
    """The dice that bring the weather of the turn's mark; all others bring clear weather."""
    found = {die: rolled(phase, turn, die).weather for die in range(1, 7)}
    assert set(found.values()) <= {"clear", mark(turn)}
    return [die for die, what in found.items() if what != "clear"]


# -- rolling ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 6.1.A", "gpw chart.Turn Record and weather marks")
@pytest.mark.parametrize("turn", ASTERISKS)
def test_snow_falls_on_1_to_3_in_turns_with_an_asterisk(turn: int) -> None:
    assert mark(turn) == "snow"
    assert game_at("Axis Combat", {}, turn=turn).phase.title.split("(")[1][:7] in ("Jan/Feb", "Nov/Dec")
    for phase in SOVIET:
        assert bad_dice(phase, turn) == [1, 2, 3]


@pytest.mark.rule("gpw 6.1.B", "gpw chart.Turn Record and weather marks")
@pytest.mark.parametrize("turn", DOTS)
def test_mud_comes_on_1_to_3_in_turns_with_a_dot(turn: int) -> None:
    assert game_at("Axis Combat", {}, turn=turn).phase.title.split("(")[1][:7] in ("Sep/Oct", "Mar/Apr")
    for phase in SOVIET:
        assert bad_dice(phase, turn) == [1, 2, 3]


@pytest.mark.rule("gpw 6.1.A", "gpw 6.1.B")
def test_turns_without_a_mark_have_clear_weather_and_no_die() -> None:
    plain = sorted({1, *range(1, 33)} - {*DOTS, *ASTERISKS})
    assert len(plain) == 16
    for turn in (2, 8, 11, 16, 27, 32):
        assert turn in plain
        for phase in (*AXIS, *SOVIET):
            for seed in range(6):
                game = game_at(phase, {}, turn=turn, seed=seed)
                assert game.weather == "clear"
                assert "weather" not in set(game.log["kind"])


@pytest.mark.rule("gpw 6.1.C")
def test_bad_weather_holds_everywhere_for_the_whole_phase_and_no_longer() -> None:
    units = {"su-inf-3": "A1104", "su-inf-4": "A2714", "su-inf-5": "B1004", "su-inf-6": "A1503"}
    game = rolled("Soviet General Movement", 4, 1, units)
    for unit in ("su-inf-3", "su-inf-4", "su-inf-5"):  # the steppe, the Caucasus, Vitebsk
        assert max(game.reach(unit).values()) == 2  # 3 MP less one hex
    game.do("move su-inf-3 A1103")
    assert game.weather == "mud"
    assert max(game.reach("su-inf-6").values()) == 2
    game.next_phase()
    assert game.weather == "clear"


@pytest.mark.rule("gpw 6.1.D")
@pytest.mark.parametrize("turn", [4, 5])
def test_the_weather_of_a_marked_turn_is_rolled_four_times(turn: int) -> None:
    # a variant (23.2.3.A) rolls once
    game = game_at("Axis Rail Movement", {}, turn=turn)
    rolls = []
    while game.phase.name != "Soviet General Movement":
        events = game.next_phase()
        rolls += [game.phase.name for event in events if event.kind == "weather"]
    assert rolls == [*AXIS, *SOVIET]
    dice = game.log.loc[game.log["kind"] == "weather", "die"]
    assert len(dice) == 4


@pytest.mark.rule("gpw 6.1.D")
def test_the_four_dice_are_dice_of_their_own() -> None:
    seen = set()
    for seed in range(40):
        game = game_at(AXIS[0], {}, turn=4, seed=seed)
        first = game.weather
        game.play(AXIS[1])
        seen.add((first, game.weather))
    assert seen == {(a, b) for a in ("mud", "clear") for b in ("mud", "clear")}


# -- movement -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 6.2.1.A")
@pytest.mark.parametrize(("unit", "ma"), [("ax-inf-1", 3), ("ax-pz-3", 4), ("ax-gar-68", 2), ("ax-cav-1", 3)])
def test_mud_halves_the_movement_of_all_units(unit: str, ma: int) -> None:
    # the example of 6.2.1.A: an MA of 6 is 3 in mud
    left = rolled("Axis General Movement", 4, 1, {unit: "A1107"}).reach(unit)
    assert [left["A1106"], left["A1105"]] == [ma - 1, ma - 2]
    assert (left.get("A1104"), left.get("A1103")) == {2: (None, None), 3: (0, None), 4: (1, 0)}[ma]
    assert "A1102" not in left


@pytest.mark.rule("gpw 6.2.1.A")
@pytest.mark.parametrize(("unit", "ma"), [("ax-inf-1", 1), ("ax-pz-3", 2), ("ax-gar-68", 1)])
def test_mud_and_lack_of_supply_halve_twice_and_drop_fractions_once(unit: str, ma: int) -> None:
    game = game_in("Axis General Movement", {unit: "A1107"}, turn=4, weather="mud", unsupplied=[unit])
    assert game.reach(unit)["A1106"] == ma - 1


@pytest.mark.rule("gpw 6.2.1.B")
def test_example_snow_adds_one_mp_to_every_hex() -> None:
    # a panzer unit from a clear hex to a clear hex 2 MP, from a clear hex to a forest hex 5 MP
    game = rolled("Axis General Movement", 5, 1, {"ax-pz-3": "B1204", "ax-inf-1": "B1203", "ax-inf-2": "A1107"})
    assert prices(game, "move ax-pz-3 B1105") == [2]
    assert prices(game, "move ax-pz-3 B1205") == [5]
    assert prices(game, "move ax-inf-1 B1202 B1103 B1104") == [2, 2, 2]
    left = game.reach("ax-inf-2")
    assert [left["A1106"], left["A1105"], left["A1104"]] == [4, 2, 0]
    assert "A1103" not in left


@pytest.mark.rule("gpw 6.2.1.B")
def test_snow_adds_nothing_for_the_hexside() -> None:
    game = rolled("Axis General Movement", 5, 1, {"ax-inf-1": "B1203", "ax-inf-2": "A2714"})
    assert prices(game, "move ax-inf-1 B1204") == [3]  # hex 1, river 1, snow 1
    assert prices(game, "move ax-inf-2 A2715") == [3]  # hex 1, strait 1, snow 1
    assert prices(rolled("Axis General Movement", 5, 6, {"ax-inf-1": "B1203"}), "move ax-inf-1 B1204") == [2]


# -- combat: 12 against 3, 4:1 before the weather ---------------------------------------------------------------------


def column(phase: str, turn: int, seed: int = 1) -> tuple[str, int | None]:
    """Ratio and column of an attack of 12 on 3 in a turn: an Axis panzer corps, or two Soviet armies of 8 and 4."""
    if phase == "Axis Combat":
        game = game_at(phase, {"ax-pz-3": "A1105", "su-inf-24": "A1104/1"}, turn=turn, seed=seed)
        battle = game.battle("A1104", ["ax-pz-3"])
    else:
        units = {"su-inf-3": "A1105", "su-inf-4": "A1003/1", "ax-inf-6": "A1104/1"}
        game = game_at(phase, units, turn=turn, seed=seed)
        battle = game.battle("A1104", ["su-inf-3", "su-inf-4"])
    return battle.ratio, battle.column


@pytest.mark.rule("gpw 6.2.2.A")
@pytest.mark.parametrize("turn", [4, 5])
def test_the_marks_act_in_combat_whatever_was_rolled_for_movement(turn: int) -> None:
    found = set()
    for die in (1, 6):
        units = {"ax-pz-3": "A1105", "su-inf-24": "A1104/1"}
        game = rolled("Axis Panzer Movement", turn, die, units)
        assert game.weather == (mark(turn) if die == 1 else "clear")
        game.next_phase()
        battle = game.battle("A1104", ["ax-pz-3"])
        found.add((battle.ratio, battle.column))
    assert found == ({("2:1", 2)} if turn == 4 else {("4:1", 2)})


@pytest.mark.rule("gpw 6.2.2.A", "gpw chart.Turn Record and weather marks")
def test_combat_on_turns_without_a_mark_knows_no_weather() -> None:
    for turn in (3, 8, 11, 16):
        assert column("Axis Combat", turn) == column("Soviet Combat", turn) == ("4:1", 4)


@pytest.mark.rule("gpw 6.2.2.B")
@pytest.mark.parametrize("turn", DOTS)
def test_all_attacks_in_mud_are_at_half_strength(turn: int) -> None:
    assert column("Axis Combat", turn) == column("Soviet Combat", turn) == ("2:1", 2)


@pytest.mark.rule("gpw 6.2.2.C")
@pytest.mark.parametrize("turn", ASTERISKS)
def test_all_attacks_in_snow_are_shifted_one_column_left(turn: int) -> None:
    assert column("Soviet Combat", turn) == ("4:1", 3)
    if turn not in FIRST_WINTER:
        assert column("Axis Combat", turn) == ("4:1", 3)


@pytest.mark.rule("gpw 6.2.2.D")
@pytest.mark.parametrize("turn", [4, 5])
def test_units_defend_normally_in_bad_weather(turn: int) -> None:
    # 14 in mud is 7, against the full 6 of the defence 1:1; against half of it, 3, it would be 2:1
    units = {"su-tk-1": "A1105", "ax-inf-6": "A1104"}
    battle = game_at("Soviet Combat", units, turn=turn).battle("A1104", ["su-tk-1"])
    assert battle.ratio == ("1:1" if turn == 4 else "2:1")


# -- the Axis in winter -------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 6.3.A")
@pytest.mark.parametrize("turn", FIRST_WINTER)
def test_the_axis_has_bad_weather_on_1_to_5_in_the_first_winter(turn: int) -> None:
    for phase in AXIS:
        assert bad_dice(phase, turn) == [1, 2, 3, 4, 5]
    for phase in SOVIET:
        assert bad_dice(phase, turn) == [1, 2, 3]


@pytest.mark.rule("gpw 6.3.B")
@pytest.mark.parametrize("turn", [5, 6])
def test_axis_attacks_in_the_snow_of_the_first_winter_are_shifted_two_columns(turn: int) -> None:
    assert column("Axis Combat", turn) == ("4:1", 2)
    assert column("Soviet Combat", turn) == ("4:1", 3)


@pytest.mark.rule("gpw 6.3.B")
def test_the_further_shift_is_of_snow_and_of_the_first_winter() -> None:
    assert {column("Axis Combat", turn) for turn in (4, 7)} == {("2:1", 2)}  # its mud halves, and shifts nothing
    assert {column("Axis Combat", turn) for turn in (13, 14, 21, 30)} == {("4:1", 3)}


@pytest.mark.rule("gpw 6.3.C")
@pytest.mark.parametrize("turn", SECOND_WINTER)
def test_the_axis_has_bad_weather_on_1_to_4_in_the_second_winter(turn: int) -> None:
    for phase in AXIS:
        assert bad_dice(phase, turn) == [1, 2, 3, 4]


@pytest.mark.rule("gpw 6.3.D")
@pytest.mark.parametrize("turn", LATER)
def test_later_winters_are_the_same_for_both(turn: int) -> None:
    for phase in AXIS:
        assert bad_dice(phase, turn) == [1, 2, 3]
    if turn in ASTERISKS:
        assert column("Axis Combat", turn) == ("4:1", 3)


@pytest.mark.rule("gpw 6.3.A", "gpw 6.3.C", "gpw 6.1.A")
def test_a_roll_names_the_rule_and_the_die() -> None:
    for phase, turn, rule in (
        ("Axis Panzer Movement", 5, "gpw 6.3.A"),
        ("Axis Panzer Movement", 13, "gpw 6.3.C"),
        ("Axis Panzer Movement", 21, "gpw 6.1.A"),
        ("Soviet Armored Movement", 5, "gpw 6.1.A"),
        ("Soviet Armored Movement", 4, "gpw 6.1.B"),
    ):
        game = rolled(phase, turn, 2)
        (event,) = game.log.loc[game.log["kind"] == "weather"].itertuples()
        assert (event.rule, event.die, event.result) == (rule, 2, mark(turn))


@pytest.mark.rule("gpw 6.3.A", "gpw 6.3.C", "gpw 6.3.D")
def test_the_chance_of_bad_weather_is_exact() -> None:
    charts = game_at("Axis Combat", {})._pos.world.charts
    chances = {turn: weather.chance(charts, turn, "Axis") for turn in (2, 5, 13, 21)}
    assert chances == {2: Fraction(0), 5: Fraction(5, 6), 13: Fraction(2, 3), 21: Fraction(1, 2)}
    assert weather.chance(charts, 5, "Soviet") == Fraction(1, 2)


@pytest.mark.rule("gpw chart.Turn Record and weather marks")
def test_the_marks_of_the_chart_are_those_of_these_tests() -> None:
    marks = {int(row["turn"]): row["weather"] for row in table("turns")}
    assert {turn for turn, what in marks.items() if what == "mud"} == set(DOTS)
    assert {turn for turn, what in marks.items() if what == "snow"} == set(ASTERISKS)
