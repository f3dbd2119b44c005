"""The order of battle: what was set up, what is there, what is lost, and sums that agree with both."""

from __future__ import annotations

from io import BytesIO

import pandas as pd
import pytest

from gpwlab import gpw, study
from gpwlab.core.errors import InvalidInput
from gpwlab.study import exports, forces
from tests.gpw.boards import game_at, seed_for


def row(game: gpw.Game, unit: str) -> dict[str, object]:
    table = study.order_of_battle(game)
    return table[table["unit"] == unit].iloc[0].to_dict()


def test_barbarossa_by_army_group_and_district() -> None:
    # 22.1.6: printed are 9, 17 and 11 ground corps for the three army groups, 4 Hungarians and 13 in Romania
    table = study.order_of_battle(gpw.new("barbarossa"))
    own = study.sums(table[table["place"] == "on the map"], ["side", "formation"]).set_index("formation")
    assert own["units"].to_dict() == {
        "Hungary": 4,
        "Romania": 13,
        "Army Group North": 9,
        "Army Group Centre": 17,
        "Army Group South": 11,
        "Baltic Military District": 3,
        "Western Military District": 5,
        "Odessa Military District": 2,
        "Kiev Military District": 6,
        "Strategic Reserves": 10,
    }
    # Baltic MD: two 8-6 and a 6-6; all at full strength, two steps each
    assert own.loc["Baltic Military District", ["points", "guard", "start", "now", "lost"]].tolist() == [
        22,
        22,
        6,
        6,
        0,
    ]
    assert (table.loc[table["place"] == "on the map", "start_state"] == "full").all()


def test_the_same_counters_as_the_live_table_and_sums_that_agree() -> None:
    game = gpw.new("barbarossa")
    game.play(turn=4, phase="Axis Combat")
    table = study.order_of_battle(game)
    assert sorted(table["unit"]) == sorted(game.units["unit"])
    whole = study.sums(table).iloc[0]
    for by in (*forces.GROUPS, ["side", "branch"], ["side", "formation", "kind"]):
        parts = study.sums(table, by)
        assert parts[list(forces.SUMS)].sum().to_dict() == whole.to_dict(), by
    balance = study.balance(game).set_index("side")
    mine = study.totals(game).set_index("side")
    assert mine["on_map"].to_dict() == balance["units"].to_dict()
    assert mine["points"].to_dict() == balance["attack"].to_dict()
    assert mine["guard"].to_dict() == balance["defence"].to_dict()
    assert mine["unsupplied"].to_dict() == balance["out_of_supply"].to_dict()


# 28 attack B1603 across a river into forest: two columns to the left
ATTACKERS = {"su-inf-3": "B1503", "su-inf-27": "B1602", "su-tk-1": "B1703"}


def fought(corps: str, die: int) -> gpw.Game:
    game = game_at(
        "Soviet Combat",
        {**ATTACKERS, "ax-inf-23": corps, "ax-inf-1": "B1810"},
        seed=seed_for("Soviet Combat", "battle", "B1603", die),
    )
    game.do("attack B1603 by su-inf-3 su-inf-27 su-tk-1")
    game.do("resolve B1603")
    while game.pending:
        game.do(game.pending.default)
    return game


def test_lost_steps_are_counted_from_the_start() -> None:
    game = fought("B1603", die=3)  # 28 to 6: 2:1, a 3 is an exchange
    corps = row(game, "ax-inf-23")
    assert (corps["state"], corps["start"], corps["now"], corps["lost"]) == ("reduced", 2, 1, 1)
    soviet = study.totals(game).set_index("side").loc["Soviet"]
    assert soviet["lost"] >= 1
    assert soviet["start"] - soviet["now"] == soviet["lost"]
    while game.cursor:
        game.undo()
    assert study.totals(game)["lost"].sum() == 0


def test_a_corps_that_was_reduced_at_the_start_loses_one_step_when_it_dies() -> None:
    game = fought("B1603/1", die=3)
    corps = row(game, "ax-inf-23")
    assert (corps["start_state"], corps["start"], corps["now"], corps["lost"]) == ("reduced", 1, 0, 1)
    assert (corps["place"], corps["where"], corps["hex"]) == ("dead pile", "dead pile", "")
    axis = study.totals(game).set_index("side").loc["Axis"]
    assert (axis["dead"], axis["points"]) == (1, 8)  # corps 1 is left


def test_withdrawn_and_late_units_are_no_losses() -> None:
    game = game_at("Soviet Rail Movement", {"ax-inf-51": "B1810", "su-inf-3": "A0619"}, turn=15)
    game.play(turn=16, phase="Axis Rail Movement")
    gone = row(game, "ax-inf-51")  # the chart withdraws it on turn 16
    assert (gone["place"], gone["start"], gone["now"], gone["lost"]) == ("withdrawn", 2, 0, 0)
    late = row(game, "su-pol-1")
    assert (late["place"], late["formation"], late["arrives"], late["start"]) == (
        "to come", "Arrivals of 1944", 26, 0,
    )  # fmt: skip
    assert row(game, "su-tk-2")["formation"] == "Tank armies of 1942"
    assert row(game, "su-bul-1")["formation"] == "On Romania's defection"


def test_a_unit_of_the_eliminated_pile_starts_in_it() -> None:
    game = game_at("Axis Combat", {"ax-inf-1": "eliminated/0", "su-inf-3": "A0619"})
    pile = row(game, "ax-inf-1")
    assert (pile["start_state"], pile["place"], pile["lost"]) == ("eliminated", "dead pile", 0)


@pytest.mark.rule("gpw 17.6.A", "gpw 10.0.I")
def test_boxes_beside_the_map_have_their_names() -> None:
    game = gpw.new("bagration")
    table = study.order_of_battle(game)
    garrison = table[table["place"] == "Balkan Garrison box"]
    # 22.5.6.1 prints six units in the box, and none of them counts on the map
    assert sorted(garrison["unit"]) == [
        "ax-gar-68", "ax-gar-69", "ax-mtn-15", "ax-mtn-21", "ax-mtn-22", "ax-mtn-5ss",
    ]  # fmt: skip
    assert garrison["points"].sum() == garrison["start"].sum() == 0
    pile = table[table["place"] == "dead pile"]
    assert len(pile) == 34  # four of the Axis and thirty Soviet counters may be rebuilt
    assert set(pile["formation"]) == {"Lost before the start"}
    assert row(game, "ax-pz-47")["place"] == "gone before the start"  # to Normandy in May 1944
    assert row(game, "ax-inf-34")["place"] == "to come"  # returns on turn 29
    assert row(game, "ax-pz-gd")["place"] == "not in this game"  # turn 30 is after the scenario
    assert row(game, "su-bul-1")["place"] == "to come"  # once Romania has defected


def test_what_no_rule_in_force_brings_is_not_in_this_game() -> None:
    basic = gpw.new("barbarossa")
    assert row(basic, "su-bul-1")["place"] == "not in this game"
    assert row(basic, "su-gds-1")["place"] == "not in this game"
    assert row(basic, "su-shk-1")["place"] == "to come"  # one may take the place of infantry on turn 5 (22.1.5.C)
    assert row(basic, "su-inf-37")["place"] == "to come"
    advanced = gpw.new("barbarossa", rules="conversions")
    assert row(advanced, "su-shk-2")["place"] == "to come"
    assert row(advanced, "su-gds-1")["place"] == "not in this game"  # from turn 12 on


def test_soviet_areas_are_fronts_but_for_sevastopol() -> None:
    table = study.order_of_battle(gpw.new("fall-blau"))
    found = set(table[table["side"] == "Soviet"]["formation"])
    assert {"Crimean Front", "Sevastopol", "Stavka Reserve", "Western Front"} <= found
    assert "Army Group South" in set(table[table["side"] == "Axis"]["formation"])
    late = set(study.order_of_battle(gpw.new("bagration"))["formation"])
    assert {"1st Byelorussian Front", "3rd Ukrainian Front", "Army Group North Ukraine"} <= late


def test_a_free_set_up_counts_from_what_is_to_be_set_up() -> None:
    game = gpw.new("barbarossa", setup="free")
    corps = row(game, "su-inf-8")
    assert (corps["place"], corps["start_state"], corps["start"], corps["now"]) == ("due now", "full", 2, 0)
    assert corps["lost"] == 0


def test_out_of_supply_is_said() -> None:
    board = gpw.new("barbarossa").board
    ring = [board.ids[hex_] for hex_ in board.near[board.hex("B1603")]]
    around = dict(zip(("su-inf-3", "su-inf-4", "su-inf-5"), ring[::2], strict=True))  # every way out is in a ZOC
    game = game_at("Axis Combat", {"ax-inf-1": "B1603", **around})
    assert row(game, "ax-inf-1")["supply"] == "out of supply"
    assert row(game, "su-inf-3")["supply"] == "in supply"
    assert row(game, "su-inf-6")["supply"] == ""
    assert study.totals(game).set_index("side")["unsupplied"].to_dict() == {"Axis": 1, "Soviet": 0}


def test_what_cannot_be_grouped_by_is_named() -> None:
    with pytest.raises(InvalidInput, match="'colour'"):
        study.sums(study.order_of_battle(gpw.new("barbarossa")), ["side", "colour"])


def test_the_workbook_reads_back() -> None:
    table = study.order_of_battle(gpw.new("barbarossa"))
    made = exports.packed(forces.sheets(table), ".xlsx")
    sheets = pd.read_excel(BytesIO(made), sheet_name=None, keep_default_na=False)
    assert list(sheets) == ["units", "by formation", "by kind", "by place"]
    assert sheets["units"]["unit"].tolist() == table["unit"].tolist()
    assert sheets["by kind"]["units"].sum() == len(table)
