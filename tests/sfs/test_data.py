"""Tables of Struggle for Stalingrad: sound, sourced, and with every printed fact as it is printed."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gpwlab.core import tables
from tests.sfs.tables import DATA, HERE, Row, cell, links, pieces, rows, rows_of, table

FACTS = rows_of(HERE / "printed_facts.csv")
CLASS_STRENGTH = {"G": 7, "A": 5, "B": 3, "C": 2, "M": 1}
DICE_OF_CRT = [str(die) for die in range(10)]
TERRAIN = ("open", "rough", "urban")
AAT = ("A1", "A2", "A3", "A4", "A5")
ODDS = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]


def strengths(unit_id: str) -> list[int]:
    return [int(value) for value in cell("units", "strengths", unit_id=unit_id).split("|")]


# ---- every table


def test_every_shipped_table_is_sound_alone_and_with_the_others() -> None:
    assert tables.check("sfs", DATA) == []


def test_every_file_is_a_table_and_every_table_a_file() -> None:
    assert sorted(path.stem for path in DATA.glob("*.csv")) == sorted(tables.names("sfs"))


@pytest.mark.parametrize("name", tables.names("sfs"))
def test_every_row_says_where_it_comes_from(name: str) -> None:
    allowed = {"printed", "derived", "published", "reconstructed"}
    assert [row for row in table(name) if row["provenance"] not in allowed or not row["basis"].strip()] == []


@pytest.mark.rule("sfs 11.0.B")
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['section']}-{fact['table']}-{fact['key']}")
def test_printed_fact(fact: Row) -> None:
    key = dict(part.split("=") for part in fact["key"].split())
    assert cell(fact["table"], fact["column"], **key) == fact["value"]


# ---- combat charts


def crt(name: str) -> list[list[int]]:
    return [[int(cell("crt", "result", table=name, odds=o, die=d)) for o in ODDS] for d in DICE_OF_CRT]


@pytest.mark.rule("sfs chart.Defender CRT")
def test_defender_crt_rises_with_the_die_and_with_the_odds() -> None:
    grid = crt("defender")
    assert len(rows("crt", table="defender")) == 90
    assert all(a <= b for row in grid for a, b in pairwise(row))
    assert all(a <= b for low, high in pairwise(grid) for a, b in zip(low, high, strict=True))


@pytest.mark.rule("sfs chart.Defender CRT")
def test_defender_crt_has_the_results_that_the_text_speaks_of() -> None:
    grid = crt("defender")
    found = {result for row in grid for result in row}
    assert {0, 4, 5} <= found
    assert max(found) == 5
    assert any(grid[die][ODDS.index("2:1")] for die in range(3, 9))  # 13.3.E: a B division falls at 2:1 and +2
    assert any(grid[die][ODDS.index("7:1")] for die in range(1, 7))  # 13.3.F


@pytest.mark.rule("sfs chart.Attacker CRT urban", "sfs chart.Attacker CRT rough and open")
@pytest.mark.parametrize("name", ["attacker_urban", "attacker_open"])
def test_attacker_crt_is_kinder_at_a_low_die_and_high_odds(name: str) -> None:
    grid = crt(name)
    assert all(a >= b for row in grid for a, b in pairwise(row))
    assert all(a <= b for low, high in pairwise(grid) for a, b in zip(low, high, strict=True))
    assert any(result == 0 for row in grid for result in row)


@pytest.mark.rule("sfs 5.3.B", "sfs chart.Attacker CRT urban")
def test_the_city_costs_the_attacker_more() -> None:
    urban, open_ = crt("attacker_urban"), crt("attacker_open")
    assert all(a >= b for x, y in zip(urban, open_, strict=True) for a, b in zip(x, y, strict=True))
    assert urban != open_


@pytest.mark.rule("sfs chart.Attacker CRT urban")
def test_attacker_crt_allows_the_losses_of_the_third_example() -> None:
    urban = crt("attacker_urban")
    assert any(urban[die][ODDS.index("3:1")] for die in range(1, 7))  # 13.3.C
    assert any(urban[die][ODDS.index("2:1")] == 0 for die in range(6))  # 13.3.E: no loss at -1
    assert any(urban[die][ODDS.index("7:1")] for die in range(1, 7))  # 13.3.F


@pytest.mark.rule("sfs chart.Cut-Off Table")
def test_a_low_roll_cuts_off_and_larger_forces_are_no_easier_prey() -> None:
    threshold = {}
    for units in ("1", "2", "3"):
        cut = [cell("cut_off", "cut_off", units=units, die=str(die)) for die in range(8)]
        assert cut == sorted(cut, reverse=True)
        assert {*cut} == {"yes", "no"}
        threshold[units] = cut.count("yes")
    assert threshold["1"] >= threshold["2"] >= threshold["3"]


@pytest.mark.rule("sfs chart.Terrain Defense Table")
def test_a_high_roll_cancels_a_loss_and_the_city_protects_best() -> None:
    cancels = {t: [cell("terrain_defense", "cancels", terrain=t, die=str(d)) for d in range(1, 7)] for t in TERRAIN}
    assert cancels["open"] == ["no"] * 6
    assert all(found == sorted(found) for found in cancels.values())
    assert cancels["urban"].count("yes") >= cancels["rough"].count("yes") > 0


# ---- artillery and turns


@pytest.mark.rule("sfs chart.Artillery Availability Table", "sfs 5.4.2.B")
def test_artillery_rows_rise_and_cover_every_modified_die() -> None:
    grid = {row: [int(cell("aat", "aps", row=row, die=str(die))) for die in range(1, 11)] for row in AAT}
    assert {row["row"] for row in table("aat")} == set(AAT)
    assert all(a <= b for points in grid.values() for a, b in pairwise(points))
    assert all(a < b for low, high in pairwise(AAT) for a, b in zip(grid[low], grid[high], strict=True))
    assert 2 <= sum(grid["A1"][:6]) / 6 <= 3  # 2 and 3 APs a turn stand for it in 11.2.3.3 and 11.2.2.4.1


@pytest.mark.rule("sfs chart.Turn Record Track")
def test_turns_run_to_december_with_ice_and_frost() -> None:
    months = [f"{month}/{n}" for month in ("Sept", "Oct", "Nov", "Dec") for n in range(1, 6)]
    assert [row["label"] for row in table("turns")] == months
    assert [row["turn"] for row in table("turns")] == [str(n) for n in range(1, 21)]
    weather = {row["label"]: row["weather"] for row in table("turns")}
    ice = months[months.index("Nov/3") : months.index("Dec/3") + 1]
    assert [label for label in months if weather[label] == "ice"] == ice
    assert [label for label in months if weather[label] == "freeze"] == ["Dec/4", "Dec/5"]


@pytest.mark.rule("sfs chart.Turn Record Track", "sfs 5.4.2.B", "sfs 2.1.4.D")
def test_artillery_of_the_turns_stays_in_its_rows() -> None:
    german = [row["german_artillery"] for row in table("turns")]
    soviet = [row["soviet_artillery"] for row in table("turns")]
    assert set(german) == {"A1", "A2", "A3", "A4"}
    assert set(soviet) == {"2", "A1", "A2", "A3", "A4", "A5"}
    assert soviet.index("A4") == 8
    assert soviet[7] == "A3"


@pytest.mark.rule("sfs 2.1.4.E")
def test_six_summons_are_free() -> None:
    free = {row["turn"]: int(row["free_summons"]) for row in table("turns") if row["free_summons"] != "0"}
    assert free == {"1": 2, "5": 2, "6": 1, "10": 1}


def test_victory_markers_stand_in_order_and_the_short_game_ends_before_the_first_is_passed() -> None:
    turn = {row["marker"]: int(row["turn"]) for row in table("markers")}
    assert turn["Partial"] < turn["Draw"] < turn["Uranus"]
    assert turn["Partial"] >= int(cell("scenarios", "last_turn", slug="dash-to-the-volga"))


# ---- counters


@pytest.mark.rule("sfs chart.Counter mix")
def test_german_counters_have_a_face_for_each_step() -> None:
    for unit in rows("units", side="German"):
        steps = int(unit["steps"])
        assert len(strengths(unit["unit_id"])) == steps <= 2 * int(unit["counters"])
        assert strengths(unit["unit_id"]) == sorted(set(strengths(unit["unit_id"])), reverse=True)
        assert steps <= 4 or unit["unit_id"] == "das-reich"


@pytest.mark.rule("sfs chart.Counter mix", "sfs 2.2.2.1")
def test_soviet_classes() -> None:
    for unit in rows("units", side="Soviet"):
        if unit["class"] in CLASS_STRENGTH:
            assert strengths(unit["unit_id"]) == [CLASS_STRENGTH[unit["class"]]]
    assert strengths("13-guards")[0] > 7


@pytest.mark.rule("sfs chart.Counter mix")
def test_the_sheet_has_a_hundred_counters_and_enough_of_each_class() -> None:
    assert sum(int(row["counters"]) for row in [*table("units"), *table("informational")]) == 100
    pool = {row["unit_id"]: int(row["counters"]) for row in rows("units", side="Soviet")}
    for option in ("1", "2", "3"):
        for row in rows("setup", scenario="standard", option=option):
            assert int(row["count"]) <= pool[row["unit_id"]]
    assert pool["m"] >= 3 + 2  # three at the start and two in the cup of 7.7


@pytest.mark.rule("sfs 11.3.3.2.B")
def test_the_three_set_ups_come_to_41_42_and_42() -> None:
    def total(option: str) -> int:
        chosen = rows("setup", scenario="standard", option=option)
        return sum(int(row["count"]) * strengths(row["unit_id"])[0] for row in chosen)

    assert [total(option) for option in ("1", "2", "3")] == [41, 42, 42]


@pytest.mark.rule("sfs 7.4.B")
def test_both_reserve_corps_come_to_17() -> None:
    for corps in ("regular", "guards"):
        members = rows("reserve_corps", corps=corps)
        assert sum(int(row["count"]) * strengths(row["unit_id"])[0] for row in members) == 17


def test_the_solitaire_example_comes_to_16() -> None:
    assert 3 * strengths("b")[0] + strengths("a")[0] + strengths("c")[0] == 16


def test_arithmetic_of_the_combat_examples() -> None:
    assert strengths("14-pz")[0] + strengths("stg-1")[0] + 5 + strengths("pioneer-1")[0] == 22
    assert 5 in strengths("389-inf")
    assert strengths("6-pz")[:3] == [14, 10, 7]


def test_battlegroups_and_regiments_fit_into_their_divisions() -> None:
    assert strengths("24-pz").index(9) == 1  # a 9 has three steps: 5 + 2 or 4 + 2
    assert strengths("pzkg-5-1") == [5, 2]
    assert strengths("pzkg-4-1") == [4, 2]
    assert strengths("24-pz")[0] >= 5 + 4
    assert int(cell("units", "steps", unit_id="24-pz")) >= 2 + 2
    for division in ("71-inf", "94-inf", "295-inf", "389-inf"):
        assert 3 * strengths("regiment-1")[0] + strengths(division)[-1] <= strengths(division)[0]


def test_most_divisions_have_four_steps_and_9_to_11_points() -> None:
    divisions = rows("units", side="German", size="XX")
    usual = [u for u in divisions if u["steps"] == "4" and 9 <= strengths(u["unit_id"])[0] <= 11]
    assert len(usual) > len(divisions) / 2  # 12.1.A


def test_flags_of_special_units() -> None:
    flags = {row["unit_id"]: set(row["flags"].split("|")) for row in table("units")}
    assert flags["security"] == {"defend_only"}
    assert flags["das-reich"] == {"motorized", "ss"}
    assert flags["stg-1"] == flags["tank-1"] == flags["tank-2"] == {"support"}
    assert flags["pioneer-1"] == {"support", "pioneer"}
    assert flags["pioneer-division"] == {"pioneer"}


# ---- arrivals and set-ups


@pytest.mark.rule("sfs 2.1.4.A", "sfs 2.1.4.B")
def test_errata_of_the_guards() -> None:
    assert [row["turn"] for row in rows("reinforcements", unit_id="37-guards")] == ["6"]
    (guards,) = rows("reinforcements", unit_id="39-guards")
    assert (guards["turn"], guards["event"]) == ("5", "guards_39")
    assert rows("reinforcements", turn="6", unit_id="a") == []


@pytest.mark.rule("sfs 2.1.4.F", "sfs 7.1.A")
def test_germans_arrive_in_three_steppes_on_turn_3_in_four() -> None:
    for row in rows("reinforcements", side="German"):
        if row["event"] != "withdrawal":
            assert row["places"] == ("S1|S2|S3|S4" if row["turn"] == "3" else "S1|S2|S3")
    assert {row["places"] for row in rows("reinforcements", side="Soviet")} == {"EAST"}


@pytest.mark.rule("sfs 11.4.1.B")
def test_two_divisions_leave_but_in_the_short_game() -> None:
    leaving = rows("reinforcements", event="withdrawal")
    assert {row["unit_id"] for row in leaving} == {"14-pz", "29-mot"}
    assert all(int(row["turn"]) < 8 and int(row["strength"]) > 0 for row in leaving)
    assert all("dash-to-the-volga" not in row["scenarios"].split("|") for row in leaving)


def test_pioneers_now_or_a_division_two_turns_later() -> None:
    groups = rows("reinforcements", event="pioneer_groups")
    assert [row["turn"] for row in groups] == ["11"] * 3
    assert cell("reinforcements", "turn", event="pioneer_division") == "13"


@pytest.mark.rule("sfs 11.4.1.C")
def test_das_reich_and_random_divisions() -> None:
    (short,) = [r for r in rows("reinforcements", event="das_reich") if "dash-to-the-volga" in r["scenarios"]]
    assert short["turn"] == "7"  # Oct/2
    assert all(int(row["turn"]) >= 8 for row in rows("reinforcements", event="random_division"))
    cup = {row["unit_id"]: row["count"] for row in rows("cups", cup="random")}
    assert cup == {"a": "1", "b": "1", "c": "2", "m": "2"}


@pytest.mark.rule("sfs 11.5.A")
def test_reserve_corps_from_october() -> None:
    corps = rows("reinforcements", event="reserve_corps")
    assert [r["turn"] for r in corps if "fight-to-the-finish" in r["scenarios"]] == ["8", "9", "10", "11"]
    assert [r["turn"] for r in corps if "standard" in r["scenarios"].split("|")] == ["8"]


@pytest.mark.rule("sfs 11.2.2.3", "sfs 11.2.3.2.B")
def test_soviet_forces_of_the_mini_games() -> None:
    def option(name: str) -> dict[str, int]:
        return {r["unit_id"]: int(r["count"]) for r in rows("setup", scenario="red-square", option=name)}

    assert option("I") == {"c": 5, "b": 1}
    assert option("II") == {"c": 3, "b": 3}
    assert option("III") == {"c": 3, "b": 2, "10-nkvd": 1}
    assert option("IV") == {"c": 2, "b": 2, "a": 1, "10-nkvd": 1}
    cup = {r["unit_id"]: int(r["count"]) for r in rows("cups", cup="solitaire")}
    assert cup == {"c": 4, "b": 4, "a": 2, "10-nkvd": 1, "13-guards": 1}


@pytest.mark.rule("sfs 11.2.2.2", "sfs 11.2.2.4.2", "sfs 11.2.3.3")
def test_artillery_of_the_mini_games() -> None:
    aps = {(r["scenario"], r["side"], r["first_turn"]): r["aps"] for r in table("scenario_artillery")}
    assert aps == {
        ("red-square", "German", "1"): "7",
        ("red-square", "German", "2"): "3",
        ("red-square", "Soviet", "1"): "1",
        ("red-square", "Soviet", "2"): "1",
        ("red-square-solitaire", "German", "1"): "7",
        ("red-square-solitaire", "German", "2"): "2",
        ("red-square-solitaire", "Soviet", "1"): "0",
    }


@pytest.mark.rule("sfs 11.1.1.A", "sfs 11.2.1.A")
def test_the_mini_games_are_played_in_five_areas() -> None:
    for slug in ("red-square", "red-square-solitaire"):
        areas = set(cell("scenarios", "areas", slug=slug).split("|"))
        assert areas == {"YE", "RS", "SC", "CC", "S1"}
        assert set(cell("scenarios", "soviet_closed", slug=slug).split("|")) == {"S1", "YE"}
        assert len(pieces(areas, (pair for pair in links() if pair <= areas))) == 1


@pytest.mark.rule("sfs 11.3.3.2.A")
def test_soviets_set_up_anywhere_but_in_steppe_and_rear() -> None:
    allowed = {row["code"] for row in table("areas") if row["kind"] not in ("steppe", "rear")}
    for row in rows("setup", scenario="standard", side="Soviet"):
        assert set(row["places"].split("|")) == allowed
    always = {row["unit_id"]: row["count"] for row in rows("setup", scenario="standard", side="Soviet", option="")}
    assert always == {"chuikov": "1", "tank-2": "2", "tank-1": "2"}
    assert cell("informational", "counters", counter="fortification") == "2"
