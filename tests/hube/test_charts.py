"""The charts: every cell as printed, the ranges whole, the published tables in shape."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.hube.charts import D66, END, GROUNDS, cost, multiplier, read_charts
from gpwlab.hube.schemas import TABLES
from tests.hube.tables import charts, table

WEATHER = ("Cold, Clear", "Cold, Cloudy", "Blizzard", "Cool, Clear", "Cool, Cloudy", "Snow", "Warm, Clear",
           "Warm, Cloudy", "Rain", "Hot, Clear", "Hot, Cloudy", "Storm")  # fmt: skip
#: First rolls of each weather, as the table has them for turns 1-12, 13-27 and 28-32.
FIRST = {
    1: (11, 13, 15, 21, 33, 42, 51, 55, 62, 64, 65, 66),
    13: (11, 13, 14, 15, 26, 34, 41, 51, 55, 62, 64, 66),
    28: (11, 12, 13, 14, 22, 25, 31, 34, 43, 51, 56, 64),
}


@pytest.mark.rule("hube chart.Weather Table", "hube 1.2")
@pytest.mark.parametrize("turn", FIRST)
def test_each_roll_brings_the_weather_of_its_range(turn: int) -> None:
    for roll in D66:
        expected = max(i for i, first in enumerate(FIRST[turn]) if first <= roll)
        assert charts().weather(turn, roll) == WEATHER[expected]


@pytest.mark.rule("hube chart.Weather Table")
def test_the_columns_change_after_turns_12_and_27() -> None:
    assert [charts().weather(turn, 14) for turn in (12, 13, 27, 28)] == [
        "Cold, Cloudy",
        "Blizzard",
        "Blizzard",
        "Cool, Clear",
    ]


@pytest.mark.parametrize("roll", [10, 17, 60, 67, 0, "11"])
def test_a_number_that_two_dice_cannot_show_is_refused(roll: int) -> None:
    with pytest.raises(InvalidInput, match="no roll of two dice"):
        charts().weather(1, roll)


@pytest.mark.rule("hube chart.Weather Table", "hube 1.2a")
def test_the_printed_example_of_turn_14() -> None:
    weather = charts().weather(14, 51)
    assert weather == "Warm, Cloudy"
    assert charts().ground(weather, "Light Freeze") == "Light Thaw"
    assert charts().air[weather][3 - 1] == "base_to_base"


#: The ground after each last ground, by group, as printed.
GROUND = {
    "Cold": ("Hard Freeze", "Hard Freeze", "Freeze", "Light Freeze", "Light Thaw", "Thaw"),
    "Cool": ("Freeze", "Freeze", "Light Freeze", "Light Freeze", "Light Thaw", "Thaw"),
    "Warm": ("Freeze", "Light Freeze", "Light Thaw", "Thaw", "Thaw", "Mud"),
    "Hot": ("Freeze", "Light Freeze", "Light Thaw", "Thaw", "Mud", END),
}


@pytest.mark.rule("hube chart.Weather Table", "hube 1.2a", "hube 1.2b")
def test_the_new_ground_of_every_weather() -> None:
    for i, weather in enumerate(WEATHER):
        group = ("Cold", "Cool", "Warm", "Hot")[i // 3]
        assert tuple(charts().ground(weather, last) for last in GROUNDS) == GROUND[group]


def test_ground_after_the_end_or_of_an_unknown_weather_is_refused() -> None:
    for weather, last in (("Fog", "Thaw"), ("Rain", END)):
        with pytest.raises(InvalidInput, match="no ground"):
            charts().ground(weather, last)


@pytest.mark.rule("hube chart.Weather Table")
def test_the_chances_of_a_turn_are_exact_and_sum_to_one() -> None:
    assert charts().weather_odds(1)["Cool, Clear"] == Fraction(8, 36)
    assert charts().weather_odds(28)["Storm"] == Fraction(3, 36)
    hot = {turn: charts().ground_odds(turn, "Mud").get(END, 0) for turn in (1, 13, 28)}
    assert hot == {1: Fraction(3, 36), 13: Fraction(5, 36), 28: Fraction(12, 36)}
    for turn in range(1, 33):
        for last in GROUNDS:
            assert sum(charts().ground_odds(turn, last).values()) == 1


@pytest.mark.rule("hube chart.Air Effects Chart")
def test_air_operations_by_weather_and_die() -> None:
    normal, base, refit = "normal", "base_to_base", "refit_only"
    for weather in WEATHER:
        kind = weather.split(", ")[-1]
        assert (
            charts().air[weather]
            == {
                "Clear": (normal,) * 6,
                "Cloudy": (base,) * 3 + (normal,) * 3,
                "Snow": (refit,) * 3 + (base,) * 3,
                "Rain": (refit,) * 3 + (base,) * 3,
                "Blizzard": (refit,) * 6,
                "Storm": (refit,) * 6,
            }[kind]
        )


@pytest.mark.rule("hube chart.Ground Effects Chart")
def test_ground_effects_on_roads_rivers_swamps_trucks_and_air_bases() -> None:
    def across(feature: str) -> list[str]:
        return [charts().effect(feature, ground) for ground in GROUNDS]

    assert across("Roads") == ["normal", "normal", "normal", "muddy", "soupy", "soupy"]
    assert across("Minor River") == ["frozen", "frozen", "normal", "normal", "normal", "normal"]
    assert across("Major River") == across("Swamp") == ["frozen"] + ["normal"] * 5
    assert across("Trucks") == ["normal"] * 5 + ["halved"]
    assert across("Level 1 Air Bases") == ["normal"] * 5 + ["inactive"]
    assert across("Air Base Construction") == ["normal"] * 5 + ["forbidden"]
    with pytest.raises(InvalidInput, match="Hedgehogs"):
        charts().effect("Hedgehogs", "Mud")


@pytest.mark.rule("hube chart.Common Rebuild Table")
def test_what_each_kind_of_unit_costs_to_rebuild() -> None:
    def price(kind: str) -> tuple[int, int, int]:
        found = charts().price(kind)
        return found.pax, found.eq, found.trucks

    assert {price(k) for k in ("inf-div", "mtn-div", "abn-div")} == {(2, 0, 0)}
    assert {charts().price(k).per for k in ("inf-div", "mtn-div", "abn-div")} == {"step"}
    assert {price(k) for k in ("mech-bde", "pg-bde", "pg-rgt", "cav-bde", "arty-rgt")} == {(2, 1, 0)}
    assert {price(k) for k in ("inf-rgt", "mtr-inf-rgt", "mtr-inf-bde", "inf-kg", "fort-bn", "ur-bde")} == {(2, 0, 0)}
    assert price("alert-bn") == (1, 0, 0)
    assert price("tk-bde") == price("mortar-bde") == (0, 2, 0)
    assert {price(k) for k in ("tk-bn", "pz-bn", "ag-bn", "at-bn", "pj-bn", "arty-bn")} == {(0, 1, 0)}
    assert price("recon-bn") == price("pontoon-bde") == (1, 1, 0)
    assert price("arty-bde") == price("katy-rgt") == price("werfer-rgt") == (2, 2, 0)
    assert (price("katy-bde"), price("hq")) == ((2, 3, 0), (3, 2, 1))
    assert (price("rr-bde"), price("rr-rgt")) == ((4, 2, 0), (3, 2, 0))
    with pytest.raises(InvalidInput, match="formation"):
        charts().price("formation")


@pytest.mark.rule("hube chart.Common Rebuild Table")
def test_every_counter_but_trucks_and_formations_has_a_price() -> None:
    unpriced = {row["kind"] for row in table("units") if row["kind"] not in charts().prices}
    assert unpriced == {"formation", "organic-truck"}


#: line of odds, then armour, mechanised and other as printed; brackets kept.
COMBAT = """
Open|Open|[2]|[2]|1
Forest|Close|1/2|1|1
Woods|Close|1|1|1
Swamp|Very Close|1/2|1/2|1
Frozen Swamp|Close|1/2|[1/2]|1
Major City|Extremely Close|1/3|[1/2]|1
Minor City|Very Close|1/2|[1/2]|1
Village|Close|1|1|1
Major River||[1/4]|[1/3]|[1/2]
Minor River||[1/2]|[1/2]|[1/2]
Frozen Major River||[1/2]|[1/2]|[1/2]
Frozen Minor River||[1/2]|1|1
Mountain|Very Close|1/3*|[1/2]*|1
Rough|Close|[1/2]|[1/2]|1
Low Hills|Close|1|1|1
"""


@pytest.mark.rule("hube chart.Terrain Effects on Combat")
@pytest.mark.parametrize("printed", COMBAT.strip().splitlines())
def test_terrain_on_combat(printed: str) -> None:
    name, line, *cells = printed.split("|")
    found = charts().combat_terrain[name]
    assert found.line == line
    assert [found.by[c] for c in ("armor", "mech", "other")] == [multiplier(cell) for cell in cells]


@pytest.mark.rule("hube chart.Terrain Effects on Combat")
def test_multipliers_are_read_with_brackets_and_asterisk() -> None:
    mountain = charts().combat_terrain["Mountain"].by
    assert mountain["armor"] is not None
    assert (mountain["armor"].value, mountain["armor"].bracketed, mountain["armor"].road_only) == (
        Fraction(1, 3),
        False,
        True,
    )
    river = charts().combat_terrain["Major River"].by["mech"]
    assert river is not None
    assert (river.value, river.bracketed) == (Fraction(1, 3), True)
    assert set(charts().combat_terrain["Secondary Road"].by.values()) == {None}


MOVEMENT = """
Open|1|1|1
Forest|3|4|2
Woods|2|3|1
Swamp|P|P|3
Frozen Swamp|5|6|3
Major City|3|2|1
Minor City|2|1|1
Village|-|-|-
Major River|P|P|All
Minor River|+3|+5|+1
Frozen Major River|+4|+6|+2
Frozen Minor River|+2|+3|-
Mountain|P|P|All
Rough|3|5|2
Low Hills|1|2|1
Multi-Track Railroad|1|1|1
Single-Track Railroad|1|1|1
Secondary Road|1/2|1/2|1/2
Muddy Secondary Road|1/2|1|1/2
Soupy Secondary Road|1|1|1
"""


@pytest.mark.rule("hube chart.Terrain Effects on Movement")
@pytest.mark.parametrize("printed", MOVEMENT.strip().splitlines())
def test_terrain_on_movement(printed: str) -> None:
    name, *cells = printed.split("|")
    found = charts().movement_terrain[name]
    assert [found.by[m] for m in ("track", "truck", "leg")] == [cost(cell) for cell in cells]
    notes = {"Major City": "road_negates", "Minor City": "road_negates", "Mountain": "no_overrun"}
    assert found.note == notes.get(name, "")


@pytest.mark.rule("hube chart.Terrain Effects on Movement")
def test_costs_are_read_by_kind() -> None:
    river = charts().movement_terrain["Minor River"].by["truck"]
    assert (river.kind, river.mp) == ("plus", 5)
    assert charts().movement_terrain["Secondary Road"].by["leg"].mp == Fraction(1, 2)
    assert charts().movement_terrain["Mountain"].by["leg"].kind == "all"
    assert charts().movement_terrain["Swamp"].by["track"].kind == "prohibited"


@pytest.mark.rule("hube chart.Victory Point Schedule")
def test_victory_points_of_each_place() -> None:
    total: dict[str, int] = {}
    for name, _hex, vp in charts().victory_points:
        total[name] = total.get(name, 0) + vp
    assert total == {
        "Kiev": 2 * 3, "Belaya-Tserkov": 3, "Berdichev": 1, "Kirovograd": 2, "Shepetovka": 3, "Uman": 4,
        "Novo-Ukrainka": 3, "Pervomaysk": 5, "Slobodzera": 5, "Krasnoye": 5, "Ternopol": 4, "Vinnitsa": 2,
        "Vinnitsa suburbs": 2 * 1, "Stanislov": 3, "Chernovtsy": 5, "Beltsy": 3, "Dnepr River": 4 * 2,
    }  # fmt: skip
    assert sum(vp for name, vp in total.items() if name not in ("Kiev", "Vinnitsa suburbs")) == 56


@pytest.mark.rule("hube chart.Victory Point Schedule")
def test_the_highest_soviet_level_can_be_reached() -> None:
    everything = sum(vp for _name, _hex, vp in charts().victory_points) + 6  # and the flanks
    assert everything >= max(soviet for _axis, soviet in charts().massive.values()) == 69


AXIS = (5, 5, 6, 6, 6, 6, 7, 7, 7, 8, 8, 9, 10, 11, 13, 14, 15, 17, 18, 20, 21, 23, 25, 27, 30, 32, 35, 38, 41, 44, 48,
        53)  # fmt: skip
SOVIET = (20, 20, 21, 21, 22, 22, 23, 23, 24, 25, 26, 27, 28, 30, 32, 34, 36, 38, 40, 42, 45, 48, 52, 56, 58, 60, 62,
          64, 66, 68, 69, 69)  # fmt: skip


@pytest.mark.rule("hube chart.Massive Victory Schedule")
def test_massive_victory_levels_of_all_turns() -> None:
    assert [charts().massive[turn] for turn in range(1, 33)] == list(zip(AXIS, SOVIET, strict=True))
    bands = {(g.grade, g.side): (g.low, g.high) for g in charts().grades}
    assert bands == {
        ("Major", "Soviet"): (-4, None),
        ("Minor", "Soviet"): (-7, -5),
        ("Minor", "Axis"): (5, 7),
        ("Major", "Axis"): (None, 4),
    }


def test_turns_have_dates() -> None:
    dates = {1: "5 Jan 1944", 7: "26 Jan 1944", 9: "1 Feb 1944", 18: "1 Mar 1944", 24: "22 Mar 1944", 32: "19 Apr 1944"}
    assert {n: charts().turn(n).date for n in dates} == dates
    for number in (0, 33, None):
        with pytest.raises(InvalidInput, match="there is no turn"):
            charts().turn(number)  # type: ignore[arg-type]


def test_the_published_tables_are_whole_and_monotone() -> None:
    c = charts()
    for odds in c.combat_columns.values():
        assert list(odds) == sorted(odds)
    assert c.combat_columns["Open"][0] == Fraction(1, 5)
    assert c.combat_columns["Extremely Close"][-1] == 52
    assert c.combat_results[1][0] == "AL2"
    assert c.combat_results[15][-1] == "Ae2 DL2o3DG"
    assert c.combat_alternatives == {(13, 4): "Ao1 DL1o1"}
    assert [cost_t for _low, _high, cost_t in c.barrage_columns] == [1, 1, 2, 2, 2, 3, 3, 4, 6, 8, 10]
    for (_low, high, _cost), (low, _high, _cost2) in zip(c.barrage_columns, c.barrage_columns[1:], strict=False):
        assert high is not None
        assert low == high + 1
    assert c.barrage_results[12][-1] == "3"
    assert c.surprise == {"attack": (5, 10), "overrun": (6, 9)}
    means = {
        side: sum(Fraction(6 - abs(7 - dice), 36) * c.supply[side, dice].sp for dice in range(2, 13))
        for side in ("Axis", "Soviet")
    }
    assert means == {"Axis": 12, "Soviet": Fraction(185, 12)}


def test_a_weather_table_with_a_gap_or_an_overlap_is_refused() -> None:
    tables = {name: table(name) for name in TABLES}
    gap = [row for row in table("weather") if row["weather"] != "Storm"]
    with pytest.raises(DataError, match="no weather for"):
        read_charts({**tables, "weather": gap})
    with pytest.raises(DataError, match="stands in two rows"):
        read_charts({**tables, "weather": [*table("weather"), table("weather")[0]]})
