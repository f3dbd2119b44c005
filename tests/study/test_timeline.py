"""The plan of the war: what the rulebook dates is there, points are exact, and the sums are those of the chart."""

from __future__ import annotations

from fractions import Fraction as F

import pandas as pd
import pytest

from gpwlab import gpw, study
from gpwlab.core import tables
from gpwlab.gpw.actions import Place
from gpwlab.study.timeline import EVENTS, lend_lease, reached
from tests.gpw.boards import game_at


def events(event: str, **where: object) -> list[tuple[int, str]]:
    table = study.timeline()
    table = table[table["event"] == event]
    for name, value in where.items():
        table = table[table[name] == value]
    return list(zip(table["turn"], table["unit"], strict=True))


def test_every_row_of_the_chart_and_all_points_are_there() -> None:
    table = study.timeline()
    chart = tables.read("gpw", "reinforcements")
    units = table[table["unit"] != ""]
    assert sorted(zip(units["event"], units["unit"], units["side"], strict=True)) == sorted(
        (row["event"], row["unit_id"], row["side"]) for row in chart
    )
    assert (table["event"] == "rp").sum() == 64
    assert set(table["event"]) == set(EVENTS)
    assert table["turn"].dropna().is_monotonic_increasing
    assert (table["provenance"] != "").all()
    assert (table["rule"] != "").all()
    assert table["in_game"].all()  # the whole war is played by every rule


@pytest.mark.rule("gpw 16.1.A", "gpw 14.0.G")
def test_partisans_in_january_and_tank_armies_in_may_1942() -> None:
    assert [turn for turn, _unit in events("partisan")] == [6, 14, 22, 30]
    assert [study.timeline().query(f"turn == {turn}")["title"].iloc[0] for turn in (6, 30)] == [
        "Turn 6 (Jan/Feb 1942)",
        "Turn 30 (Jan/Feb 1945)",
    ]
    assert events("pool_addition") == [(8, f"su-tk-{n}") for n in range(1, 7)]
    assert len(events("partisan", rule="gpw 16.1.A")) == 4
    assert len(events("pool_addition", rule="gpw 14.0.G", entry="the eliminated pile")) == 6


@pytest.mark.rule("gpw 12.3.A", "gpw 12.3.C", "gpw 9.4.B")
def test_leaders_whose_dates_are_printed() -> None:
    # the sample counters have Manstein on turn 13 and Koniev on turn 17; Rundstedt goes in Jan/Feb 1942
    assert (13, "ax-ldr-manstein") in events("leader_arrives", rule="gpw 12.3.A", entry="the capital")
    assert (17, "su-ldr-koniev") in events("leader_arrives")
    assert (6, "ax-ldr-rundstedt") in events("leader_recalled", rule="gpw 12.3.C")


@pytest.mark.rule("gpw 9.3.E")
def test_july_and_august_1941_arrive_at_half_strength() -> None:
    table = study.timeline()
    assert set(table[table["half"]]["turn"]) == {2, 3}
    soviet = table[(table["side"] == "Soviet") & (table["event"] == "reinforcement") & table["turn"].isin([2, 3])]
    assert soviet["half"].all()
    one = soviet.iloc[0]
    assert "at half strength" in one["text"]
    assert one["attack"] in (3, 4)  # 6-6 and 8-6 armies
    full = study.timeline(gpw.new("barbarossa", rules="20.1"))
    assert not full["half"].any()


@pytest.mark.rule("gpw 9.2.B", "gpw 9.2.C")
def test_lend_lease_by_turn() -> None:
    table = study.timeline()
    rows = table[table["event"] == "lend-lease"].set_index("turn")
    assert list(rows.index) == list(range(3, 30))  # Aug 1941 to Nov/Dec 1944
    less = {0: F(1, 3), 1: F(1, 2), 2: F(1, 6)}
    usual = {0: F(1, 6), 1: F(1, 2), 2: F(1, 3)}
    for turn, chances in rows["chances"].items():
        assert chances == (less if turn <= 5 or turn >= 22 else usual), turn  # -1 in 1941 and 1944
    assert rows.loc[3, "rp"] == F(5, 6)
    assert rows.loc[6, "rp"] == F(7, 6)
    assert "0 with 1/3, 1 with 1/2, 2 with 1/6; on average 5/6" in rows.loc[3, "text"]
    assert lend_lease(gpw.new("barbarossa").charts, 30) == {}


@pytest.mark.rule("gpw 9.1.B")
def test_replacement_points_are_those_of_the_year_and_name_the_key_cities() -> None:
    table = study.timeline()
    rows = table[table["event"] == "rp"]
    rates = {(row["year"], row["side"]): int(row["rp"]) for row in tables.read("gpw", "replacements")}
    for row in rows.to_dict("records"):
        assert row["chances"] == {rates[row["title"][-5:-1], row["side"]]: 1}
    assert rows[rows["side"] == "Soviet"]["note"].str.contains("Moscow").all()
    assert rows[rows["side"] == "Axis"]["note"].str.contains("Yerevan and Tbilisi").all()


def test_defection_waits_for_its_condition() -> None:
    table = study.timeline()
    rows = table[table["turn"].isna()].set_index("unit")
    assert sorted(rows.index) == ["su-bul-1", "su-bul-2", "su-bul-4", "su-rom-1", "su-rom-4"]
    assert rows.loc["su-rom-1", ["title", "rule"]].tolist() == ["The turn of Romania's defection", "gpw 17.1.5.D"]
    assert rows.loc["su-bul-1", ["title", "rule"]].tolist() == ["The turn after Romania's defection", "gpw 17.5.B"]


def test_rules_of_what_comes_and_goes() -> None:
    table = study.timeline()
    rules = table.groupby("event")["rule"].unique().map(set).to_dict()
    assert rules["withdrawal"] == {"gpw 9.4.A"}
    assert rules["return"] == {"gpw 9.5", "gpw 17.6.A"}  # corps 34 returns to the Balkan Garrison
    assert rules["conversion_available"] == {"gpw 14.0.A"}
    assert rules["aircraft"] == {"gpw 11.0.C"}
    assert (rules["rp"], rules["lend-lease"]) == ({"gpw 9.1.B"}, {"gpw 9.2.B"})


def test_rules_and_entries_of_particular_arrivals() -> None:
    rows = study.timeline().query("event == 'reinforcement'").set_index("unit")
    assert rows.loc["ax-hu-inf-3", ["entry", "rule"]].tolist() == ["a city of Hungary", "gpw 17.2.2.B"]
    assert rows.loc["ax-ro-inf-7", ["entry", "rule"]].tolist() == ["a city of Romania", "gpw 17.1.2.B"]
    assert rows.loc["ax-gar-68", ["entry", "rule"]].tolist() == ["the Balkan Garrison box", "gpw 17.6.A"]
    assert rows.loc["su-inf-39", "entry"] == "the friendly map edge or a friendly major city"


def test_a_scenario_tells_what_it_will_not_see() -> None:
    table = study.timeline(gpw.new("barbarossa"))
    assert set(table[table["in_game"]]["turn"].dropna()) == {1, 2, 3, 4, 5}
    assert not table[table["event"].isin(["aircraft", "conversion_available", "leader_arrives"])]["in_game"].any()
    assert not table[table["turn"].isna()]["in_game"].any()
    shock = study.timeline(gpw.new("barbarossa", rules=("leaders", "conversions")))
    own = shock[shock["in_game"]].set_index("unit")
    assert own.loc["su-shk-1", "event"] == "conversion_available"
    assert own.loc["su-ldr-zhukov", "event"] == "leader_arrives"


# -- what came about ------------------------------------------------------------------------------------------------


def receive(game: gpw.Game, most: int = 99) -> list[str]:
    """Place what is due, so many at most; their ids."""
    placed: list[str] = []
    while len(placed) < most and (options := [a for a in game.legal if isinstance(a, Place)]):
        game.do(options[0])
        placed.append(options[0].unit)
    return placed


def test_arrivals_are_marked_when_they_are_placed() -> None:
    game = gpw.new("barbarossa")
    game.play(turn=2, phase="Axis Reinforcement/Replacement")
    first = receive(game, most=2)
    assert len(first) == 2
    table = study.timeline(game).set_index(["unit", "event"])
    assert [table.loc[(unit, "reinforcement"), "done"] for unit in first] == [2, 2]
    game.play(turn=3, phase="Axis Reinforcement/Replacement")
    late = receive(game)[0]
    due = {unit for turn, unit in events("reinforcement", side="Axis") if turn == 2}
    table = study.timeline(game).set_index(["unit", "event"])
    assert late in due
    assert table.loc[(late, "reinforcement"), ["turn", "done"]].tolist() == [2, 3]
    assert set(study.timeline(game)["done"].dropna()) == {2, 3}


def test_withdrawals_are_marked_and_a_stand_in_counts() -> None:
    # the chart takes pz 14 on turn 16; it is reduced, and pz 3 of the same strength goes in its place
    board = {"ax-pz-14": "B1810/1", "ax-pz-3": "B1811", "ax-inf-51": "B1910", "su-inf-3": "A0619"}
    game = game_at("Soviet Rail Movement", board, turn=15)
    game.play(turn=16, phase="Axis Rail Movement")
    table = study.timeline(game).set_index(["unit", "event"])
    assert table.loc[("ax-inf-51", "withdrawal"), "done"] == 16
    assert table.loc[("ax-pz-14", "withdrawal"), "done"] == 16
    assert game.standing("ax-pz-14")[2] == "B1810"


def test_a_withdrawal_is_not_done_while_its_stand_in_is_to_be_chosen() -> None:
    board = {"ax-pz-14": "B1810/1", "ax-pz-3": "B1811", "ax-pz-24": "B1910", "su-inf-3": "A0619"}
    game = game_at("Soviet General Movement", board, turn=15)
    game.next_phase()
    assert game.pending is not None

    def done() -> object:
        return study.timeline(game).set_index(["unit", "event"]).loc[("ax-pz-14", "withdrawal"), "done"]

    assert pd.isna(done())
    game.do(game.pending.default)
    assert done() == 16


# -- strength -------------------------------------------------------------------------------------------------------


def test_the_plan_is_the_set_up_and_what_the_chart_adds_and_takes() -> None:
    game = gpw.new("barbarossa")
    table = study.strength(game).set_index(["side", "turn"])
    live = game.units[game.units["hex"] != ""].groupby("side")[["attack", "defence"]].sum()
    for side in ("Axis", "Soviet"):
        assert table.loc[(side, 1), "planned_attack"] == table.loc[(side, 1), "attack"] == live.loc[side, "attack"]
        assert table.loc[(side, 1), "planned_defence"] == live.loc[side, "defence"]
    ground = study.timeline(game)
    ground = ground[(ground["event"] == "reinforcement") & ground["in_game"]]
    for side in ("Axis", "Soviet"):
        for turn in (2, 3, 4, 5):
            came = ground[(ground["side"] == side) & (ground["turn"] == turn - 1)]
            grew = table.loc[(side, turn), "planned_attack"] - table.loc[(side, turn - 1), "planned_attack"]
            assert grew == came["attack"].sum(), (side, turn)
    # turn 16 takes pz 14 (12-8) and inf 51 (6-6) from the Axis before anything arrives; turn 15 brought nobody
    assert table.loc[("Axis", 16), "planned_attack"] - table.loc[("Axis", 15), "planned_attack"] == -18


@pytest.mark.parametrize("slug", ["barbarossa", "fall-blau", "uranus", "citadel", "bagration", "campaign"])
def test_the_plan_of_each_scenario_begins_with_its_set_up(slug: str) -> None:
    table = study.strength(gpw.new(slug))
    first = table[table["turn"] == table["turn"].min()]
    assert len(first) == 2
    for measure in ("units", "attack", "defence"):
        assert first[f"planned_{measure}"].tolist() == first[measure].tolist(), measure


def test_what_is_on_the_map_at_the_start_of_each_turn() -> None:
    game = gpw.new("barbarossa")
    game.play(turn=2, phase="Axis Reinforcement/Replacement")
    receive(game)
    game.play(turn=3, phase="Axis Combat")
    table = study.strength(game).set_index(["side", "turn"])
    assert table["attack"].notna().sum() == 6  # turns 1 to 3 of two sides
    assert table.loc[("Axis", 3), "attack"] == table.loc[("Axis", 3), "planned_attack"]
    assert table.loc[("Soviet", 3), "attack"] < table.loc[("Soviet", 3), "planned_attack"]  # theirs were not placed
    assert table.loc[("Axis", 3), "units"] == 60


def test_turns_that_were_taken_back_stay_known_until_others_are_played() -> None:
    game = gpw.new("barbarossa")
    game.play(turn=3, phase="Axis Combat")
    known = reached(game)
    game.jump(0)
    assert study.strength(game)["attack"].notna().sum() == 2
    table = study.strength(game, known)
    assert sorted(set(table[table["attack"].notna()]["turn"])) == [1, 2, 3]
    game.do("done")  # another line: what was known of the old one no longer counts
    assert set(study.strength(game, known).query("attack.notna()")["turn"]) == {1}
    game.play(turn=3, phase="Axis Combat")  # as many actions, but others
    game.jump(0)
    assert set(study.strength(game, known).query("attack.notna()")["turn"]) == {1}


def test_the_whole_war_by_every_rule() -> None:
    table = study.strength()
    assert sorted(set(table["turn"])) == list(range(1, 33))
    assert table["attack"].isna().all()
    axis = table[table["side"] == "Axis"].set_index("turn")["planned_units"]
    assert axis[3] - axis[2] == len([1 for turn, _unit in events("reinforcement", side="Axis") if turn == 2])
