"""Zones of legal placement: radius, columns, banks, lines, pockets, distance from the enemy, with another group."""

from __future__ import annotations

import pytest

from gpwlab.core.errors import InvalidInput
from gpwlab.hube.board import SCENARIOS
from gpwlab.hube.places import Zones, read_places
from tests.hube.tables import board, one, rows, table, zones


def ids(scenario: int, side: str, place: str) -> set[str]:
    return {board().ids[h] for h in zones(scenario).hexes(side, place)}


def why(scenario: int, side: str, place: str, hex_id: str, *enemies: str) -> list[str]:
    found = zones(scenario).objections(side, place, board().hex(hex_id), [board().hex(e) for e in enemies])
    return [reason.rule for reason in found]


def test_within_three_of_a_hex_behind_the_front_are_37_hexes() -> None:
    found = ids(1, "Axis", "46 Pz Corps")
    assert len(found) == 1 + 6 + 12 + 18
    assert {"A32.33", "A32.36", "A35.33"} <= found
    assert "A36.33" not in found


def test_one_of_several_anchors_is_enough() -> None:
    found = ids(1, "Axis", "48 Pz Corps")
    assert {"A38.30", "A42.28", "A44.25"} <= found
    assert board().distance(board().hex("A44.25"), board().hex("A38.30")) > 3


@pytest.mark.rule("hube 1.1.A", "hube 1.9")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_zone_reaches_across_the_front_and_none_is_empty(scenario: int) -> None:
    sides = board().side[scenario]
    for side, place in zones(scenario).places:
        found = zones(scenario).hexes(side, place)
        assert found, (side, place)
        assert {sides[h] for h in found} == {side}


@pytest.mark.rule("hube 1.1.A")
def test_a_hex_on_the_enemys_side_is_refused_by_the_rule_that_parts_the_sides() -> None:
    assert why(1, "Soviet", "Soviet rear", "A30.20") == ["hube 1.1.A"]
    assert why(1, "Axis", "Axis rear", "B8.34") == ["hube 1.1.A"]
    assert why(1, "Axis", "Axis rear", "A30.20") == []


def test_a_hex_outside_the_radius_is_refused_by_the_set_up() -> None:
    assert why(1, "Axis", "46 Pz Corps", "A20.20") == ["hube 6.1.Axis set-up"]
    reasons = zones(1).objections("Axis", "46 Pz Corps", board().hex("A20.20"), [])
    assert "within 3 of A32.33" in str(reasons[0])


def test_columns_are_inclusive_and_count_over_both_sheets() -> None:
    column = {name: board().spot[board().hex(name)][0] for name in ids(2, "Soviet", "A44 to A59")}
    assert (min(column.values()), max(column.values())) == (44, 59)
    east = {board().spot[board().hex(name)][0] for name in ids(4, "Soviet", "East of B9")}
    assert min(east) == 69
    assert max(board().spot[board().hex(n)][0] for n in ids(4, "Soviet", "A49 to B9")) == 69


def test_banks_of_the_dnepr_and_the_dnestr() -> None:
    assert "B17.24" not in ids(1, "Soviet", "East of the Dnepr")
    assert ids(1, "Soviet", "East of the Dnepr").isdisjoint(ids(1, "Soviet", "South of the Dnepr"))
    hungarians = ids(5, "Axis", "7 Hun Corps")
    assert {board().banks["Dnestr"][board().hex(h)] for h in hungarians} == {"right"}
    assert all(board().distance(board().hex(h), board().hex("A3.29")) <= 6 for h in hungarians)
    assert len(hungarians) >= 5  # five divisions
    assert {board().banks["Dnestr"][board().hex(h)] for h in ids(5, "Axis", "Hube's pocket")} == {"left"}


def test_either_bank_has_its_own_columns_in_the_moving_pocket() -> None:
    found = {(board().banks["Dnestr"][board().hex(h)], board().spot[board().hex(h)][0])
             for h in ids(5, "Soviet", "Soviet set-up")}  # fmt: skip
    assert min(c for bank, c in found if bank == "left") == 12
    assert min(c for bank, c in found if bank == "right") == 30


def test_the_line_of_the_relief_belongs_to_both_sides_of_it() -> None:
    west, east = ids(3, "Soviet", "A60 to the line"), ids(3, "Soviet", "East of the line")
    assert {"B31.28", "B11.15"} <= west & east  # B15.20 itself lies in the pocket
    assert "B8.20" in west - east
    assert "B25.12" in east - west
    assert "B20.34" in west - east


def test_nobody_sets_up_inside_the_korsun_perimeter_but_group_stemmermann() -> None:
    pocket = {board().ids[h] for h in board().pockets(3)}
    assert ids(3, "Axis", "Group Stemmermann") <= pocket
    for side, place in zones(3).places:
        if place != "Group Stemmermann":
            assert ids(3, side, place).isdisjoint(pocket), place


def test_the_hex_of_the_lone_brigade_is_closed_to_7_corps() -> None:
    assert "B7.17" not in ids(2, "Axis", "7 Corps")
    assert ids(2, "Soviet", "B7.17") == {"B7.17"}


def test_a_hex_that_is_left_out_is_not_in_the_zone() -> None:
    row = {**one("setup_places", scenario="1", place="46 Pz Corps"), "except_hexes": "A32.33 A32.34"}
    found = Zones(board(), read_places([row]), 1).hexes("Axis", "46 Pz Corps")
    assert ids(1, "Axis", "46 Pz Corps") - {board().ids[h] for h in found} == {"A32.33", "A32.34"}


def test_the_front_reserve_keeps_six_hexes_from_every_axis_unit() -> None:
    assert why(1, "Soviet", "Front reserve", "B8.34", "B8.28") == []
    assert why(1, "Soviet", "Front reserve", "B8.34", "B8.29") == ["hube 6.1.Soviet set-up"]
    assert why(1, "Soviet", "Front reserve", "B8.34") == []


def test_some_armies_stand_within_five_or_six_hexes_of_a_german() -> None:
    assert why(2, "Soviet", "A44 to A59", "A50.27", "A50.22") == []
    assert why(2, "Soviet", "A44 to A59", "A50.28", "A50.22") == ["hube 6.2.Soviet set-up"]
    assert why(2, "Soviet", "A59 to the Dnepr", "B8.28", "B8.22") == []
    assert why(2, "Soviet", "A59 to the Dnepr", "B8.29", "B8.22") == ["hube 6.2.Soviet set-up"]
    assert why(2, "Soviet", "A44 to A59", "A50.27") == ["hube 6.2.Soviet set-up"]  # before any German stands


def test_with_another_group_means_where_that_group_may_stand() -> None:
    third = ids(4, "Axis", "3 Pz Corps")
    assert third == ids(4, "Axis", "59 and 48 Pz Corps") | ids(4, "Axis", "24 Pz Corps")
    assert why(4, "Axis", "3 Pz Corps", "A40.21") == []
    assert why(4, "Axis", "3 Pz Corps", "A58.13") == ["hube 6.4.Axis set-up"]


def test_a_fort_has_its_hex() -> None:
    assert ids(5, "Axis", "Ternopol") == {"A14.28"}
    assert ids(5, "Axis", "Proskurov west") | ids(5, "Axis", "Proskurov east") == {"A28.24", "A29.24"}
    assert ids(3, "Axis", "Shepetovka") == {"A31.35"}
    assert ids(4, "Soviet", "Kiev") == {"B8.34", "B8.35", "B7.35"}


def test_a_place_that_a_scenario_does_not_have_is_named() -> None:
    with pytest.raises(InvalidInput, match="Nowhere"):
        zones(1).hexes("Axis", "Nowhere")


def test_a_clause_is_told_in_words() -> None:
    place = zones(2).place("Soviet", "A44 to A59")
    assert place.words() == "north of the front; columns A44 to A59; at most 5 hexes from an enemy"
    assert zones(3).place("Soviet", "East of the line").words().endswith("east of the line B11.15-B15.20-B31.28")


def test_every_limit_of_a_zone_counts_but_where_the_front_runs_along_it() -> None:
    idle = set()
    for row in table("setup_places"):
        for column, other in (("column_from", ""), ("column_to", ""), ("bank", "river"), ("line_side", "line")):
            if row[column] and row["kind"] == "zone":
                loose = {**row, column: "", **({other: ""} if other else {})}
                wide, tight = (
                    Zones(board(), read_places([r]), int(row["scenario"])).hexes(row["side"], row["place"])
                    for r in (loose, row)
                )
                assert tight <= wide
                idle |= {(row["place"], row["clause"], column)} if tight == wide else set()
    along_the_front = {("South of the Dnestr", "1", "column_to"), ("Soviet set-up", "1", "column_from"),
                       ("Soviet set-up", "2", "column_from")}  # fmt: skip
    assert idle <= along_the_front


def test_each_setup_row_on_the_map_has_its_place() -> None:
    assert {r["place"] for r in rows("setup", scenario="3", group="Group Schmidt")} == {"47 Pz Corps"}
    assert one("setup", scenario="4", group="3 Pz Corps", item="ax-11-pz")["place"] == "3 Pz Corps"
    for scenario in SCENARIOS:
        for row in rows("setup", scenario=str(scenario), list="setup"):
            assert zones(scenario).place(row["side"], row["place"]).name == row["place"]
