"""The map of Struggle for Stalingrad: areas, links and strongpoints as the text fixes them, and the board over them."""

from __future__ import annotations

import pytest

from gpwlab.core import tables
from gpwlab.core.errors import InvalidInput
from gpwlab.sfs import board
from gpwlab.sfs.board import GERMAN, SOVIET
from tests.sfs.tables import links, pieces, rows, table

BOARD = board.build({name: tables.read("sfs", name) for name in ("areas", "links", "strongpoints")})
NAMES = {
    "Steppe I", "Steppe II", "Steppe III", "Steppe IV", "German Rear", "Soviet East Bank", "Yelshanka",
    "Southern City", "Central City", "Red Square", "Mamayev Kurgan", "Tennis Racquet", "Factories",
    "Worker's Settlement", "Tractor Works", "Spartanovka", "Mokraya Metshetka", "Orlovka West", "Orlovka North",
}  # fmt: skip
STEPPES = {"S1", "S2", "S3", "S4"}
VOLGA = {row["code"] for row in table("areas") if row["volga"] == "west"}
CITY = {row["code"] for row in table("areas") if row["kind"] in ("city", "salient")}


def linked(a: str, b: str) -> bool:
    return frozenset((a, b)) in links()


def codes(indices: tuple[int, ...]) -> set[str]:
    return {BOARD.code(i) for i in indices}


@pytest.mark.rule("sfs chart.Map")
def test_the_areas_are_those_that_the_text_names() -> None:
    assert {row["name"] for row in table("areas")} == NAMES


@pytest.mark.rule("sfs chart.Map", "sfs 10.3.E")
def test_eight_areas_border_the_volga() -> None:
    assert len(VOLGA) == 8
    assert {"MK", "YE", "SP"} <= VOLGA
    assert all(row["kind"] == "city" for row in table("areas") if row["volga"] == "west")


@pytest.mark.rule("sfs 2.1.1", "sfs 2.1.2.4")
def test_terrain_of_the_areas() -> None:
    terrain = {row["code"]: row["terrain"] for row in table("areas")}
    assert {terrain[code] for code in STEPPES} == {"open"}
    assert terrain["OW"] == terrain["ON"] == "rough"  # 2.1.2.5, 5.14.B
    assert terrain["CC"] == terrain["WS"] == "urban"  # 13.2.G, 13.3.C
    assert all(terrain[code] in ("rough", "urban") for code in CITY)
    assert {row["code"] for row in table("areas") if row["stalingrad"] == "yes"} == CITY


@pytest.mark.rule("sfs 2.1.2.4", "sfs 2.1.2.1.B")
def test_the_city_is_soviet_and_the_steppe_german_while_empty() -> None:
    owner = {area.code: area.dominated_by for area in BOARD.areas}
    assert {owner[code] for code in CITY} == {SOVIET}
    assert {owner[code] for code in STEPPES} == {GERMAN}


@pytest.mark.rule("sfs chart.Map")
def test_trenches_part_the_salient_from_the_steppe() -> None:
    trenches = {frozenset((r["area_a"], r["area_b"])) for r in rows("links", barrier="orlovka_trench")}
    assert trenches == {frozenset(pair) for pair in (("OW", "S3"), ("OW", "S4"), ("ON", "S4"))}
    assert not linked("ON", "S3")  # 5.11.2 lists every border of the salient with the steppe


@pytest.mark.rule("sfs chart.Map")
def test_the_ice_carries_to_five_areas() -> None:
    banks = {code for pair in links(ice=True) for code in pair} - {"EAST"}
    assert banks == VOLGA - {"MK", "YE", "SP"}
    assert all("EAST" in pair for pair in links(ice=True))
    assert not any("EAST" in pair for pair in links())


@pytest.mark.rule("sfs chart.Map")
def test_mamayev_kurgan_alone_joins_north_and_south() -> None:
    assert len(pieces(CITY, links())) == 1
    assert len(pieces(CITY - {"MK"}, links())) == 2  # 12.8.1.B


@pytest.mark.rule("sfs chart.Map")
def test_worker_s_settlement_covers_the_factories() -> None:
    behind = ("TW", "FA", "TR")
    assert all(linked("WS", code) for code in behind)
    assert not any(linked(code, steppe) for code in behind for steppe in STEPPES)  # 13.3.A


@pytest.mark.rule("sfs chart.Map")
def test_mokraya_metshetka_has_many_neighbours() -> None:
    assert sum("MM" in pair for pair in links()) >= 5  # 12.8.1.C
    assert any(linked("MM", steppe) for steppe in STEPPES)


@pytest.mark.rule("sfs chart.Map")
def test_yelshanka_leads_on_to_steppe_ii_and_mamayev_kurgan_only_through_others() -> None:
    assert not linked("YE", "S2")
    assert not linked("YE", "MK")
    assert linked("CC", "MK")
    assert linked("CC", "S2")


@pytest.mark.rule("sfs chart.Map")
def test_the_rear_touches_steppes_only() -> None:
    assert {code for pair in links() if "REAR" in pair for code in pair} - {"REAR"} <= STEPPES


@pytest.mark.rule("sfs chart.Map", "sfs 2.1.3")
def test_strongpoints_that_the_text_names() -> None:
    area = {row["name"]: row["area"] for row in table("strongpoints")}
    assert area["Mamayev Kurgan"] == "MK"
    assert area["Dzerzhinsky Tractor Works"] == "TW"
    assert area["Orlovka"] in ("OW", "ON")
    assert [row["code"] for row in rows("strongpoints", artillery_spot="yes")] == ["MK-hill"]
    assert {row["code"] for row in table("areas") if row["artillery_drm"] == "1"} == {"MK", "OW"}  # 5.4.1


@pytest.mark.rule("sfs chart.Map")
def test_six_landings_lie_on_the_bank_two_of_them_in_the_mini_game() -> None:
    landings = rows("strongpoints", kind="landing")
    assert len(landings) == 6  # 12.8.1.B
    assert {row["area"] for row in landings} <= VOLGA
    assert {row["terrain"] for row in landings} == {"rough"}
    assert {row["terrain"] for row in rows("strongpoints", kind="strongpoint")} == {"urban"}
    assert sum(row["area"] in ("RS", "SC", "CC") for row in landings) >= 2  # 11.2.2.4.2 has more than one


# ---- the board


def test_the_board_knows_areas_by_code_and_by_name() -> None:
    assert BOARD.area("SC") == BOARD.area("Southern City") == BOARD.area("sc")
    assert BOARD.strongpoints[BOARD.strongpoint("SC-elevator")].name == "Grain Elevator"


@pytest.mark.parametrize("name", ["", "XX", None, 3, ["SC"]])
def test_an_unknown_place_is_named(name: object) -> None:
    with pytest.raises(InvalidInput, match="no area"):
        BOARD.area(name)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="no strongpoint"):
        BOARD.strongpoint(name)  # type: ignore[arg-type]


def test_neighbours_are_mutual_and_those_of_the_table() -> None:
    for a in range(BOARD.n):
        assert codes(BOARD.near[a]) == {next(iter(p - {BOARD.code(a)})) for p in links() if BOARD.code(a) in p}
        assert all(a in BOARD.near[b] for b in BOARD.near[a])


def test_the_frozen_volga_adds_neighbours() -> None:
    east, hill = BOARD.east_bank, BOARD.area("MK")
    assert BOARD.neighbours(east) == ()
    assert codes(BOARD.neighbours(east, frozen=True)) == VOLGA - {"MK", "YE", "SP"}
    assert BOARD.neighbours(hill) == BOARD.neighbours(hill, frozen=True)


@pytest.mark.rule("sfs 5.11.2")
@pytest.mark.parametrize(
    ("origin", "target", "barrier"),
    [
        ("SC", "CC", "tsaritsa_gully"),
        ("CC", "SC", "tsaritsa_gully"),
        ("RS", "SC", "tsaritsa_gully"),
        ("S3", "OW", "orlovka_trench"),
        ("S4", "ON", "orlovka_trench"),
        ("EAST", "RS", "volga_ice"),
        ("OW", "S3", None),
        ("MM", "OW", None),
        ("S2", "MK", None),
    ],
)
def test_barriers_that_halve_an_entering_attack(origin: str, target: str, barrier: str | None) -> None:
    assert BOARD.halved(BOARD.area(origin), BOARD.area(target)) == barrier


@pytest.mark.rule("sfs 10.1")
def test_the_city_s_strongpoints_are_all_but_orlovka() -> None:
    assert {BOARD.strongpoints[i].code for i in range(len(BOARD.strongpoints))} - {
        BOARD.strongpoints[i].code for i in BOARD.city_strongpoints
    } == {"ON-orlovka"}


def test_places_by_kind() -> None:
    assert codes(BOARD.steppes) == STEPPES
    assert codes(BOARD.salient) == {"OW", "ON"}
    assert codes(BOARD.west_bank) == VOLGA
    assert (BOARD.code(BOARD.rear), BOARD.code(BOARD.east_bank)) == ("REAR", "EAST")
    assert {BOARD.strongpoints[i].code for i in BOARD.landings} == {
        r["code"] for r in rows("strongpoints", kind="landing")
    }
    assert {BOARD.strongpoints[i].code for i in BOARD.strongpoints_in[BOARD.area("FA")]} == {
        "FA-october", "FA-barrikady", "FA-landing",
    }  # fmt: skip
