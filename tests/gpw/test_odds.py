"""Odds: strengths, ratio, shifts, weather and the strait, up to the column on which a battle is rolled."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from gpwlab import IllegalAction, InvalidInput, cli, gpw
from gpwlab.core.reasons import Reason
from gpwlab.gpw.charts import Charts, read_charts
from gpwlab.gpw.odds import ladder, ladder_name
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.preview import Preview, quick_odds
from gpwlab.gpw.worlds import shipped
from tests.gpw.battles import (
    EAST,
    NORTH_EAST,
    STEPPE,
    WEST,
)
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.maps import by, neighbours, playable, sides, table

MUD, FIRST_SNOW, SECOND_SNOW, LATER_SNOW = 4, 5, 13, 21


def battle(game: gpw.Game, target: str) -> Preview:
    """The attack on a hex by every unit that may join."""
    return game.battle(target, game.candidates(target))


def soviets_attack(attackers: Mapping[str, str], defender: str, target: str = STEPPE, turn: int = 1) -> Preview:
    return battle(game_at("Soviet Combat", {**attackers, defender.split("/")[0]: _at(target, defender)}, turn), target)


def axis_attacks(attackers: Mapping[str, str], defender: str, target: str = STEPPE, turn: int = 1) -> Preview:
    return battle(game_at("Axis Combat", {**attackers, defender.split("/")[0]: _at(target, defender)}, turn), target)


def _at(target: str, defender: str) -> str:
    """Where the defender stands, on its reduced side if its name ends in ``/1``."""
    return f"{target}/1" if defender.endswith("/1") else target


def shifts(reasons: list[Reason]) -> list[str]:
    return [f"{reason.rule}: {reason.text}" for reason in reasons if reason.text.endswith((" left", " right"))]


# ---- strengths and ratio (gpw 7.2.A, gpw 7.2.B)


@pytest.mark.rule("gpw 7.2.A")
def test_strengths_of_all_attackers_add_up_each_by_the_side_of_its_counter_that_is_up() -> None:
    one = soviets_attack({"su-inf-3": EAST}, "ax-inf-59")
    three = soviets_attack({"su-inf-3": EAST, "su-tk-1": WEST + "/1", "su-inf-24": NORTH_EAST + "/1"}, "ax-inf-59")
    assert one.reasons[0] == Reason("gpw 7.2.A", "attack strength 8")
    assert three.reasons[0].rule == "gpw 7.2.A"
    assert three.reasons[0].text.endswith("= 18")  # 8 + 7 + 3
    assert (one.ratio, three.ratio) == ("2:1", "4:1")  # against 4


@pytest.mark.rule("gpw 7.2.B")
@pytest.mark.parametrize(
    ("attackers", "ratio"),
    [
        ({"su-inf-3": EAST, "su-tk-1": WEST + "/1"}, "3:1"),  # printed: 15 against 4
        ({"su-inf-3": EAST, "su-inf-4": WEST, "su-inf-24": NORTH_EAST + "/1"}, "4:1"),  # printed: 19 against 4
    ],
)
def test_worked_examples_of_the_ratio(attackers: dict[str, str], ratio: str) -> None:
    made = soviets_attack(attackers, "ax-inf-59")
    assert made.ratio == ratio
    assert f"{made.column}:1" == ratio


@pytest.mark.rule("gpw 7.2.B")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (6, 6, "1:1"), (11, 6, "1:1"), (12, 6, "2:1"), (23, 12, "1:1"), (24, 4, "6:1"), (30, 4, "7:1"), (99, 2, "49:1"),
        (5, 6, "1:2"), (3, 6, "1:2"), (2, 6, "1:3"), (5, 14, "1:3"), (7, 14, "1:2"), (1, 14, "1:14"),
    ],
)  # fmt: skip
def test_fractions_are_dropped_in_favour_of_the_defender(attack: int, defence: int, name: str) -> None:
    assert ladder_name(ladder(attack, defence)) == name


@pytest.mark.rule("gpw 7.2.B")
def test_the_defender_counts_with_its_defence_strength() -> None:
    garrison = soviets_attack({"su-inf-3": EAST}, "ax-gar-68")  # printed 2 in attack, 4 in defence
    reduced = soviets_attack({"su-inf-3": EAST}, "ax-gar-68/1")  # 1 and 2
    attacking = axis_attacks({"ax-gar-68": EAST}, "su-inf-24/1")
    assert (garrison.ratio, reduced.ratio) == ("2:1", "4:1")
    assert (attacking.ratio, attacking.possible) == ("1:2", False)  # 2 against 3


# ---- shifts (gpw 7.2.C, gpw 7.5, gpw 7.6)


@pytest.mark.rule("gpw 7.2.C")
def test_worked_example_of_shifts_adding_up() -> None:
    """The print counts one column for snow: an Axis attack outside the first winter (gpw 6.3.B)."""
    made = axis_attacks({"ax-pz-40": "A0511"}, "su-inf-24/1", "A0512", SECOND_SNOW)
    assert (made.ratio, made.column) == ("3:1", 1)
    assert shifts(made.reasons) == ["gpw 7.5.A: forest: 1 column left", "gpw 6.2.2.C: snow: 1 column left"]


GOMEL = {"su-inf-24": "B1503", "su-inf-3": "B1602", "su-tk-1": "B1703"}


@pytest.mark.rule("gpw 7.6.A", "gpw 7.2.D")
def test_worked_example_of_combat_at_gomel() -> None:
    seed = seed_for("Soviet Combat", "battle", "B1603", 2)
    game = game_at("Soviet Combat", {**GOMEL, "ax-inf-6": "B1603"}, seed=seed)
    made = battle(game, "B1603")
    assert (made.ratio, made.column) == ("4:1", 2)  # 28 against 6, forest, all across the Dnepr
    assert shifts(made.reasons) == [
        "gpw 7.5.A: forest: 1 column left",
        "gpw 7.6.A: all attack across a river: 1 column left",
    ]
    game.do("attack B1603 by su-inf-24 su-inf-3 su-tk-1")
    rolled = game.do("resolve B1603")[0]
    assert (rolled.die, rolled.column, rolled.result) == (2, 2, "DR")


@pytest.mark.rule("gpw 7.6.B")
def test_worked_example_with_one_attacker_on_the_same_bank() -> None:
    seed = seed_for("Soviet Combat", "battle", "B1603", 2)
    game = game_at("Soviet Combat", {**GOMEL, "su-inf-26": "B1704", "ax-inf-6": "B1603"}, seed=seed)
    made = battle(game, "B1603")
    assert (made.ratio, made.column) == ("5:1", 4)  # 34 against 6, the forest only
    assert shifts(made.reasons) == ["gpw 7.5.A: forest: 1 column left"]
    game.do("attack B1603 by su-inf-24 su-inf-26 su-inf-3 su-tk-1")
    assert game.do("resolve B1603")[0].result == "DR"


def test_worked_example_of_the_air_rules_without_the_aircraft() -> None:
    """11.5: 16 against 6 into a forest; its two columns for the bomber come with the air rules."""
    made = soviets_attack({"su-inf-3": "A0812", "su-inf-4": "A0913"}, "ax-inf-6", "A0813")
    assert (made.ratio, made.column) == ("2:1", 1)
    assert shifts(made.reasons) == ["gpw 7.5.A: forest: 1 column left"]


def test_worked_examples_of_the_leader_rules_without_the_leader() -> None:
    """12.4: 6 against 3 and 16 against 6, each across the Don; the leader's column comes with the leader rules."""
    units = {"su-inf-24": "A1214", "su-inf-3": "A1314", "su-inf-4": "A1414", "ax-inf-6": "A1215/1", "ax-inf-7": "A1315"}
    game = game_at("Soviet Combat", units)
    north = game.battle("A1215", ["su-inf-24"])
    south = game.battle("A1315", ["su-inf-3", "su-inf-4"])
    assert (north.ratio, north.column) == ("2:1", 1)
    assert (south.ratio, south.column) == ("2:1", 1)
    river = ["gpw 7.6.A: all attack across a river: 1 column left"]
    assert shifts(north.reasons) == shifts(south.reasons) == river  # Voronezh, a city, gives nothing of its own


def _quiet(terrain: str) -> tuple[str, str]:
    """A hex of a terrain and a clear one beside it: no city, no river or water between, and land all around."""
    barred = sides("river") | sides("sea")
    hexes, cities = by("hexes", "hex"), by("cities", "hex")
    for name in (name for name, row in hexes.items() if row["terrain"] == terrain):
        for near in sorted(neighbours(name)):
            around = neighbours(name) | neighbours(near)
            free = hexes[near]["terrain"] == "clear" and not {name, near} & cities.keys()
            if free and all(map(playable, around)) and len(around) == 10 and frozenset((name, near)) not in barred:
                return name, near
    raise AssertionError(terrain)


@pytest.mark.rule("gpw 7.5.A", "gpw 7.5.B")
@pytest.mark.parametrize("terrain", ["clear", "forest", "swamp", "rough", "mountain"])
def test_the_defenders_terrain_shifts_by_the_chart_and_the_attackers_does_not(terrain: str) -> None:
    target, base = _quiet(terrain)
    columns = int(by("tec", "terrain")[terrain]["shift"])
    into = axis_attacks({"ax-pz-3": base}, "su-inf-24/1", target)  # 12 against 3
    out = axis_attacks({"ax-pz-3": target}, "su-inf-24/1", base)
    assert (into.ratio, into.column) == ("4:1", 4 + columns)
    assert (out.ratio, out.column) == ("4:1", 4)


@pytest.mark.rule("gpw 7.5.A")
@pytest.mark.parametrize(
    ("hex_", "base", "kinds"),
    [
        ("B1811", "B1711", ["fortress"]),  # Brest-Litovsk, fortress in clear ground
        ("A2917", "A2816", ["fortress"]),  # Sevastopol
        ("B2701", "B2702", ["major_city"]),  # Odessa
    ],
)
def test_cities_shift_by_the_chart_on_top_of_their_ground(hex_: str, base: str, kinds: list[str]) -> None:
    made = axis_attacks({"ax-pz-3": base}, "su-inf-24/1", hex_)
    ground = by("hexes", "hex")[hex_]["terrain"]
    assert ground == "clear"
    assert made.column == 4 + sum(int(by("tec", "terrain")[kind]["shift"]) for kind in [ground, *kinds])


@pytest.mark.rule("gpw 7.5.B")
def test_the_chart_decides_not_the_code() -> None:
    """With a chart in which forest helps the attacker, it does; only after that the minimum is looked at."""
    rows = [dict(row) for row in table("tec")]
    for row in rows:
        if row["terrain"] == "forest":
            row["shift"] = "1"
    units = {"ax-pz-40": "A0511", "su-tk-1": "A0512"}  # 10 against 14
    printed = battle(game_at("Axis Combat", units), "A0512")
    odd = battle(game_at("Axis Combat", units, rules=RuleSet(tables={"tec": rows})), "A0512")
    assert (printed.ratio, printed.possible) == ("1:2", False)
    assert (odd.ratio, odd.column) == ("1:2", 1)


@pytest.mark.rule("gpw 7.6.A", "gpw 7.6.B")
def test_river_shift_needs_every_attacker_across() -> None:
    units = {"ax-inf-6": "B1603", **GOMEL, "su-inf-26": "B1704"}
    game = game_at("Soviet Combat", units)
    across = game.battle("B1603", ["su-inf-3", "su-tk-1"])
    mixed = game.battle("B1603", ["su-inf-26", "su-inf-3", "su-tk-1"])
    assert "gpw 7.6.A: all attack across a river: 1 column left" in shifts(across.reasons)
    assert shifts(mixed.reasons) == ["gpw 7.5.A: forest: 1 column left"]


# ---- the least and the greatest odds (gpw 7.3)


@pytest.mark.rule("gpw 7.3")
@pytest.mark.parametrize(
    ("attackers", "defender", "target", "column"),
    [
        ({"ax-pz-3": EAST, "ax-pz-14": WEST}, "su-inf-24/1", STEPPE, 6),  # 8:1
        ({"ax-pz-3": "A0511", "ax-inf-6": "A0513", "ax-inf-7": "A0411/1"}, "su-inf-24/1", "A0512", 6),  # 7:1, one left
        ({"ax-pz-3": "A0511", "ax-inf-6": "A0513"}, "su-inf-24/1", "A0512", 5),  # 6:1, one left
        ({"ax-pz-3": EAST}, "su-inf-3", STEPPE, 1),  # 12 against 8
        ({"ax-pz-3": EAST}, "su-tk-1", STEPPE, None),  # 12 against 14
        ({"ax-inf-6": "A0511"}, "su-inf-24", "A0512", None),  # 1:1, one left
    ],
)
def test_odds_are_cut_to_the_table_after_all_shifts(
    attackers: dict[str, str], defender: str, target: str, column: int | None
) -> None:
    made = axis_attacks(attackers, defender, target)
    assert made.column == column
    assert made.possible == (column is not None)


@pytest.mark.rule("gpw 7.3")
def test_an_attack_below_the_lowest_odds_is_refused_and_changes_nothing() -> None:
    game = game_at("Axis Combat", {"ax-inf-6": "A0511", "su-inf-24": "A0512"})
    before = game.position
    reasons = game.why_not("attack A0512 by ax-inf-6")
    assert reasons[-1] == Reason("gpw 7.3", "after all shifts 1:2, below 1:1: the attack cannot be made")
    assert [str(action) for action in game.legal] == ["done"]
    with pytest.raises(IllegalAction, match="below 1:1"):
        game.do("attack A0512 by ax-inf-6")
    assert game.position == before
    made = battle(game, "A0512")
    assert (made.column, made.results, made.outcomes) == (None, {}, ())
    assert made.losses == {"attacker": {}, "defender": {}}


@pytest.mark.rule("gpw 7.3")
def test_an_attack_may_be_possible_only_without_the_unit_across_the_strait() -> None:
    """Legal attacks name all that may join, save where the unit across the strait would spoil the odds."""
    units = {"su-inf-24": "A2715", "ax-inf-6": "A2716", "ax-inf-59": "A2714/1"}  # 6 against 6; with it 7, one left
    game = game_at("Axis Combat", units)
    assert [str(action) for action in game.legal] == ["attack A2715 by ax-inf-6", "done"]
    assert battle(game, "A2715").possible is False


# ---- weather (gpw 6.2.2, gpw 6.3.B)


@pytest.mark.rule("gpw 6.2.2.A", "gpw 6.2.2.B")
@pytest.mark.parametrize(("die", "weather"), [(1, "mud"), (6, "clear")])
def test_mud_halves_attacks_whatever_was_rolled_for_movement(die: int, weather: str) -> None:
    seed = seed_for("Axis Panzer Movement", "weather", "mud", die, MUD)
    game = game_at("Axis Panzer Movement", {"ax-pz-3": EAST, "su-inf-24": STEPPE + "/1"}, MUD, seed)
    assert game.weather == weather
    game.next_phase()
    made = battle(game, STEPPE)
    assert (made.ratio, made.column) == ("2:1", 2)  # 6 against 3
    assert made.reasons[0] == Reason("gpw 6.2.2.B", "3 PZ attacks at half strength: mud")


@pytest.mark.rule("gpw 6.2.2.B")
def test_mud_halves_each_attacker_and_drops_each_fraction() -> None:
    made = soviets_attack({"su-tk-1": EAST + "/1", "su-tk-2": WEST + "/1"}, "ax-inf-59/1", turn=MUD)
    assert made.ratio == "3:1"  # 3 + 3 against 2, not 7


@pytest.mark.rule("gpw 6.2.2.A", "gpw 6.2.2.C")
@pytest.mark.parametrize(("die", "weather"), [(1, "snow"), (6, "clear")])
def test_snow_shifts_attacks_whatever_was_rolled_for_movement(die: int, weather: str) -> None:
    seed = seed_for("Soviet Armored Movement", "weather", "snow", die, FIRST_SNOW)
    units = {"su-inf-3": EAST, "ax-inf-59": STEPPE + "/1"}
    game = game_at("Soviet Armored Movement", units, FIRST_SNOW, seed)
    assert game.weather == weather
    game.next_phase()
    made = battle(game, STEPPE)
    assert (made.ratio, made.column) == ("4:1", 3)  # 8 against 2; snow halves nothing
    assert shifts(made.reasons) == ["gpw 6.2.2.C: snow: 1 column left"]


@pytest.mark.rule("gpw 6.2.2.A")
def test_turns_without_a_mark_have_no_weather_in_combat() -> None:
    made = soviets_attack({"su-inf-3": EAST}, "ax-inf-59/1", turn=3)
    assert (made.ratio, made.column) == ("4:1", 4)


@pytest.mark.rule("gpw 6.2.2.D")
@pytest.mark.parametrize("turn", [MUD, SECOND_SNOW])
def test_units_defend_normally_in_bad_weather(turn: int) -> None:
    made = soviets_attack({"su-tk-1": EAST, "su-tk-2": WEST, "su-tk-3": NORTH_EAST}, "ax-inf-6", turn=turn)
    assert made.ratio == ("3:1" if turn == MUD else "7:1")  # 21 or 42 against 6


@pytest.mark.rule("gpw 6.3.B", "gpw 6.2.2.C")
@pytest.mark.parametrize(
    ("turn", "axis", "soviet"), [(FIRST_SNOW, 2, 3), (6, 2, 3), (SECOND_SNOW, 3, 3), (LATER_SNOW, 3, 3)]
)
def test_the_axis_is_unprepared_for_snow_in_the_first_winter_only(turn: int, axis: int, soviet: int) -> None:
    ours = axis_attacks({"ax-pz-3": EAST}, "su-inf-24/1", turn=turn)  # 12 against 3
    theirs = soviets_attack({"su-inf-3": EAST}, "ax-inf-59/1", turn=turn)  # 8 against 2
    assert (ours.ratio, theirs.ratio) == ("4:1", "4:1")
    assert (ours.column, theirs.column) == (axis, soviet)


@pytest.mark.rule("gpw 6.3.B")
def test_the_first_winter_adds_nothing_to_mud() -> None:
    made = axis_attacks({"ax-pz-3": EAST}, "su-inf-24/1", turn=MUD)
    assert (made.ratio, made.column, shifts(made.reasons)) == ("2:1", 2, [])


# ---- the Straits of Kerch (gpw 5.2.E)


@pytest.mark.rule("gpw 5.2.E")
def test_an_attack_across_the_strait_is_halved_and_shifted() -> None:
    made = axis_attacks({"ax-pz-1ss": "A2715/1"}, "su-inf-24/1", "A2714")
    assert (made.ratio, made.possible) == ("1:1", False)  # 7 halved is 3, against 3, one column left
    whole = axis_attacks({"ax-pz-1ss": "A2715"}, "su-inf-24/1", "A2714")
    assert (whole.ratio, whole.column) == ("2:1", 1)  # 7 against 3
    assert whole.reasons[0] == Reason("gpw 5.2.E", "1SS PZ attacks at half strength: across the Straits of Kerch")
    assert shifts(whole.reasons) == ["gpw 5.2.E: attack across the Straits of Kerch: 1 column left"]


@pytest.mark.rule("gpw 5.2.E")
def test_only_the_unit_across_the_strait_is_halved() -> None:
    units = {"ax-inf-1": "A2714", "ax-inf-6": "A2716", "su-inf-24": "A2715/1"}
    made = battle(game_at("Axis Combat", units), "A2715")
    assert made.ratio == "3:1"  # 4 + 6 against 3
    assert made.column == 2  # and still one column for the strait; Kerch itself gives none


@pytest.mark.rule("gpw 5.2.E", "gpw 8.2.A", "gpw 6.2.2.B")
def test_halvings_multiply_and_drop_the_fraction_once() -> None:
    """Ruling, docs/rulings.md."""
    units = {"ax-pz-1ss": "A2715", "su-inf-24": "A2714/1"}
    made = battle(game_at("Axis Combat", units, MUD), "A2714")
    assert made.reasons[2] == Reason("gpw 7.2.A", "attack strength 3")  # 14/4
    reduced = battle(game_at("Axis Combat", {**units, "ax-pz-1ss": "A2715/1"}, MUD), "A2714")
    assert reduced.reasons[2].text == "attack strength 1"  # 7/4
    cut_off = game_at("Soviet Combat", {"su-inf-5": STEPPE, "ax-inf-59": EAST + "/1", "ax-inf-7": WEST}, MUD)
    reasons = battle(cut_off, EAST).reasons
    assert rule_ids(reasons)[:3] == ["gpw 6.2.2.B", "gpw 8.2.A", "gpw 7.2.A"]
    assert reasons[2].text == "attack strength 2"  # 8/4


# ---- reasons


@pytest.mark.rule("gpw 7.2.C")
def test_reasons_tell_the_whole_way_in_order() -> None:
    made = soviets_attack(GOMEL, "ax-inf-6", "B1603", SECOND_SNOW)
    assert [reason.rule for reason in made.reasons] == [
        "gpw 7.2.A", "gpw 7.2.B", "gpw 7.5.A", "gpw 7.6.A", "gpw 6.2.2.C", "gpw 7.2.C",
    ]  # fmt: skip
    assert str(made.reasons[-1]) == "final column 1:1 (gpw 7.2.C)"


# ---- odds without a map


@pytest.fixture(scope="module")
def charts() -> Charts:
    return read_charts(shipped())


def test_quick_odds_are_those_of_the_map(charts: Charts) -> None:
    on_map = soviets_attack(GOMEL, "ax-inf-6", "B1603", SECOND_SNOW)
    quick = quick_odds(
        charts, [6, 8, 14], 6, terrain=["forest"], river="all", weather="snow", side="Soviet", winter="second"
    )
    assert (quick.ratio, quick.column, quick.results) == (on_map.ratio, on_map.column, on_map.results)
    assert quick.reasons[1:] == on_map.reasons[1:]


def test_quick_odds_know_the_first_winter(charts: Charts) -> None:
    columns = [quick_odds(charts, [12], 3, weather="snow", winter=winter).column for winter in ("", "first", "second")]
    assert columns == [3, 2, 3]


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"attack": []}, "positive"), ({"attack": [0]}, "positive"), ({"defend": 0}, "positive"),
        ({"terrain": ["jungle"]}, "jungle"), ({"terrain": ["sea"]}, "sea"), ({"terrain": ["river"]}, "river"),
        ({"river": "some"}, "some"), ({"weather": "fog"}, "fog"), ({"side": "Finnish"}, "Finnish"),
        ({"winter": "fourth"}, "fourth"),
    ],
)  # fmt: skip
def test_quick_odds_name_what_does_not_exist(charts: Charts, wrong: dict[str, object], word: str) -> None:
    given = {"attack": [6], "defend": 6, **wrong}
    with pytest.raises(InvalidInput, match=word):
        quick_odds(charts, **given)  # type: ignore[arg-type]


def test_the_command_prints_the_worked_example(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "gpw", "--attack", "6,8,14", "--defend", "6", "--terrain", "forest", "--river", "all"]
    assert cli.main([*words, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ratio"], told["column"]) == ("4:1", "2:1")
    assert told["results"] == {"DR": "1/3", "EX": "1/3", "NE": "1/3"}
    assert not {"losses", "captured"} & told.keys()  # they need a map


def test_the_command_says_when_there_is_no_attack(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["odds", "gpw", "--attack", "6", "--defend", "14"]) == 0
    assert "the attack cannot be made" in capsys.readouterr().out
