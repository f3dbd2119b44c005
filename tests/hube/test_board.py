"""The map: its grid, its printed places, its rivers and railways, its entries."""

from __future__ import annotations

import itertools
from collections import deque
from math import hypot

import pytest

from gpwlab.core.errors import InvalidInput
from gpwlab.hube.board import SCENARIOS, plane
from tests.hube.tables import board, rows, table


def test_sheets_overlap_by_two_columns_and_both_names_find_the_hex() -> None:
    b = board()
    assert b.hex("A62.26") == b.hex("B2.26")
    assert b.hex("A61.01") == b.hex("B1.01")
    assert b.n == 92 * 36


@pytest.mark.parametrize("name", ["B33.01", "A0.01", "A44.37", "Kiev", "", None])
def test_a_hex_that_is_not_on_the_map_is_named(name: str) -> None:
    with pytest.raises(InvalidInput, match="no hex"):
        board().hex(name)


def test_even_columns_stand_half_a_hex_north_so_the_printed_dnepr_hexes_touch_in_turn() -> None:
    b = board()
    chain = [b.hex(name) for name in ("B17.24", "B17.23", "B18.22", "B19.22")]
    assert all(b.direction(one, other) >= 0 for one, other in itertools.pairwise(chain))


def test_neighbours_distance_and_places_agree_with_a_search() -> None:
    b = board()
    start = b.hex("A44.20")
    found, todo = {start: 0}, deque([start])
    while todo:
        here = todo.popleft()
        for h in b.near[here]:
            if h >= 0 and h not in found:
                found[h] = found[here] + 1
                todo.append(h)
                assert hypot(*(p - q for p, q in zip(plane(*b.spot[here]), plane(*b.spot[h]), strict=True))) < 1.01
    assert [b.distance(start, h) for h in range(b.n)] == [found[h] for h in range(b.n)]
    assert b.within(start, 3) == [h for h in range(b.n) if found[h] <= 3]


def test_a_point_in_a_hex_finds_it() -> None:
    b = board()
    for h in range(0, b.n, 7):
        x, y = plane(*b.spot[h])
        assert b.hex_at(x, y) == b.ids[h]
        assert b.hex_at(x + 0.3, y - 0.2) == b.ids[h]
    assert b.hex_at(-5, 3) is None


PRINTED = {
    "Kiev": "B8.34",
    "Belaya-Tserkov": "B2.26",
    "Berdichev": "A47.29",
    "Kirovograd": "B23.06",
    "Shepetovka": "A31.35",
    "Uman": "B2.11",
    "Novo-Ukrainka": "B15.04",
    "Pervomaysk": "B7.01",
    "Slobodzera": "A51.01",
    "Krasnoye": "A5.35",
    "Ternopol": "A14.28",
    "Vinnitsa": "A44.20",
    "Stanislov": "A3.21",
    "Chernovtsy": "A15.10",
    "Beltsy": "A35.01",
    "Balta": "A54.01",
    "Proskurov": "A28.24",
    "Gorodok": "A24.21",
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_printed_place_stands_in_its_printed_hex(name: str) -> None:
    b = board()
    assert b.hex(PRINTED[name]) in b.city_hexes(name)


def test_an_unknown_town_or_line_is_named() -> None:
    with pytest.raises(InvalidInput, match="Gotham"):
        board().city_hexes("Gotham")
    with pytest.raises(InvalidInput, match="R99"):
        board().line("R99")


@pytest.mark.rule("hube 1.8b")
def test_a_city_hex_has_multi_track_even_where_no_railway_is_drawn() -> None:
    b = board()
    cities = [h for h in b.town if b.is_city(h)]
    assert len(cities) == 27
    assert all(b.tracks(h) == "multi" for h in cities)
    assert any(not b.multi[h] for h in cities)
    village = b.hex(next(r["hex"] for r in rows("towns", **{"class": "village", "name": "Korsun"})))
    assert b.tracks(village) == "single"
    assert b.tracks(b.hex("A33.20")) == ""


def test_links_are_told_on_both_sides() -> None:
    b = board()
    for mask in (b.major, b.minor, b.multi, b.single, b.road):
        for i in range(b.n):
            for d, h in enumerate(b.near[i]):
                if h >= 0:
                    assert mask[i] >> d & 1 == mask[h] >> (d + 3) % 6 & 1


def test_a_river_is_asked_of_neighbours_only() -> None:
    b = board()
    assert b.river(b.hex("B17.24"), b.hex("B18.23")) == "major"
    assert b.river(b.hex("A33.20"), b.hex("A33.21")) == ""
    with pytest.raises(InvalidInput, match="do not touch"):
        b.river(b.hex("A1.01"), b.hex("A44.20"))


def test_dnepr_and_dnestr_part_the_map_with_towns_on_their_banks() -> None:
    b = board()
    for river, left, right in (
        ("Dnepr", ("Kiev (Darnitsa)", "Pereyaslav"), ("Kiev", "Cherkassy", "Kanev", "Uman")),
        ("Dnestr", ("Mogilev-Podol'skiy", "Kamenets-Podol'skiy", "Ternopol"), ("Khotin", "Chernovtsy", "Beltsy")),
    ):
        bank = b.banks[river]
        assert {bank[b.city_hexes(name)[0]] for name in left} == {"left"}
        assert {bank[b.city_hexes(name)[0]] for name in right} == {"right"}
    assert {b.banks["Dnepr"][b.hex(h)] for h in ("B17.24", "B17.23", "B18.22", "B19.22")} == {"right"}


@pytest.mark.rule("hube 3.5")
def test_the_double_line_runs_from_the_edge_at_lvov_to_slobodzera() -> None:
    b = board()
    line = b.line("R01")
    names = dict.fromkeys(b.town[h].name for h in line if h in b.town)
    wanted = ["Krasnoye", "Ternopol", "Proskurov", "Zhmerinka", "Slobodzera"]
    assert [name for name in names if name in wanted] == wanted
    assert all(b.multi[h] for h in line)


@pytest.mark.rule("hube 2.1", "hube 3.1", "hube 1.3")
def test_entries_lie_on_the_edges_of_their_side_where_a_line_leaves_the_map() -> None:
    b = board()
    for gate in b.exits:
        column, row = b.spot[gate.hex]
        if gate.edge in ("north", "south", "west", "east"):
            assert {"north": row == 36, "south": row == 1, "west": column == 1, "east": column == 92}[gate.edge]
            assert gate.side == ("Soviet" if gate.edge in ("north", "east") else "Axis")
            rail, road = bool(b.tracks(gate.hex)), gate.hex in b.on["road"]
            assert {"rail": rail, "road": road, "both": rail and road}[gate.by], b.ids[gate.hex]
    assert {g.edge for g in b.exits} == {"north", "east", "south", "west", "kiev", "air_base"}
    assert [b.town[g.hex].name for g in b.exits if g.edge == "kiev"] == ["Kiev"] * 3
    bases = {g.side: b.spot[g.hex] for g in b.exits if g.edge == "air_base"}
    assert set(bases) == {"Axis", "Soviet"}
    assert all(1 < column < 92 and 1 < row < 36 for column, row in bases.values())  # not on the very edge


@pytest.mark.rule("hube 3.5")
def test_the_entries_that_the_cut_line_shuts_are_the_southern_ones_east_of_slobodzera() -> None:
    b = board()
    shut = {g.hex for g in b.exits if g.south_rail}
    column = b.spot[b.hex("A51.01")][0]
    assert shut == {g.hex for g in b.exits if g.edge == "south" and b.spot[g.hex][0] > column}
    assert shut


@pytest.mark.rule("hube 1.9")
def test_the_front_parts_the_sides_and_pockets_are_cut_off() -> None:
    b = board()
    pockets = {n: sorted(b.ids[h] for h in b.pockets(n)) for n in SCENARIOS}
    assert pockets[1] == pockets[4] == []
    assert pockets[2] == ["B7.17"]
    assert {b.side[3][h] for h in b.pockets(3)} == {"Axis"}
    assert "B15.20" in pockets[3]
    assert {"A14.28", "A28.24", "A29.24", "A24.21", "A29.17", "A22.20"} <= set(pockets[5])
    for n in SCENARIOS:
        for axis, soviet in b.front(n):
            assert (b.side[n][axis], b.side[n][soviet]) == ("Axis", "Soviet")
            assert soviet in b.near[axis]


def test_scenario_5_is_played_on_sheet_a() -> None:
    b = board()
    assert {b.spot[h][0] <= 62 for h in range(b.n) if b.side[5][h]} == {True}
    assert not any(b.side[5][h] == "" for h in range(b.n) if b.spot[h][0] <= 62)


def test_rail_limits_lie_on_railways() -> None:
    b = board()
    limits = [row["limit"] for row in table("gauges") if "." in row["limit"]]
    assert len(limits) == 21
    assert [name for name in limits if not b.tracks(b.hex(name))] == []
