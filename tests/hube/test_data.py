"""Tables of Hube's Pocket: sound, sourced, whole, and with every printed number as it is printed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from gpwlab.core import tables
from tests.hube.tables import DATA, one, rows, table

KINDS_OF_DIVISION = ("inf-div", "mtn-div", "abn-div")
UNITS = {row["unit_id"]: row for row in table("units")}
PARTS: dict[str, list[str]] = {}
for _row in table("units"):
    PARTS.setdefault(_row["formation"], []).append(_row["unit_id"])

#: Divisions of each printed value in each set-up, counted in the text by its multipliers.
DIVISIONS = {
    ("1", "Axis"): {"14-3-3": 13, "15-5-3": 1, "16-4-3": 6},
    ("1", "Soviet"): {"12-2-2": 17, "12-4-3": 5, "13-3-3": 43, "14-4-3": 18},  # 305 and 241 stand under one
    ("2", "Axis"): {"14-3-3": 14, "15-5-3": 2, "16-4-3": 10},
    ("2", "Soviet"): {"12-2-2": 22, "12-4-3": 7, "13-3-3": 49, "14-4-3": 19},
    ("3", "Axis"): {"14-3-3": 14, "15-5-3": 2, "16-4-3": 10},  # 106, 320 and 376 stand under one
    ("3", "Soviet"): {"12-2-2": 22, "12-4-3": 7, "13-3-3": 50, "14-4-3": 19},
    ("4", "Axis"): {"14-3-3": 10, "15-5-3": 2, "16-4-3": 7},
    ("4", "Soviet"): {"12-2-2": 20, "12-4-3": 7, "13-3-3": 48, "14-4-3": 21},
    ("5", "Axis"): {"10-2-2": 5, "14-3-3": 6, "15-5-3": 1, "16-4-3": 6},
    ("5", "Soviet"): {"12-2-2": 17, "13-3-3": 35, "14-4-3": 7},
}


# ---- every table


def test_every_shipped_table_is_sound_alone_and_with_the_others() -> None:
    assert tables.check("hube", DATA) == []


def test_every_file_is_a_table_and_every_table_a_file() -> None:
    assert sorted(path.stem for path in DATA.glob("*.csv")) == sorted(tables.names("hube"))


@pytest.mark.parametrize("name", tables.names("hube"))
def test_every_row_says_where_it_comes_from(name: str) -> None:
    allowed = {"printed", "derived", "published", "reconstructed"}
    assert [row for row in table(name) if row["provenance"] not in allowed or not row["basis"].strip()] == []


def test_the_readme_counts_the_rows_as_they_are() -> None:
    from tools import provenance

    assert provenance.counts(DATA) in (DATA / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("weather", '"Cold, Clear",11,12', '"Cold, Clear",11,13', "13 stands in two rows"),
        ("weather_ground", "Rain,Mud,Mud", "Rain,Mud,Swamp", "ground"),
        ("setup_places", "A32.33", "A32.99", "hexes"),
        ("setup_places", "near,A32.33", "near,A63.33", "hexes"),
        ("hexsides", "A1.13,N,A1.14", "A1.13,N,A2.13", "A2.13 is not N of A1.13"),
        ("units", "ax-inf-68,Axis,German,inf-div", "ax-inf-68,Axis,German,inf-army", "there is no kind inf-army"),
        ("turns", "32,19,Apr", "31,19,Apr", "an earlier row has the same turn"),
        ("arrivals", "ax-inf-371,1", "ax-inf-371,2", "the counter mix has 1 of ax-inf-371"),
        ("setup", "component,ax-2ss-pz,1,,pz-bn:1", "component,ax-2ss-pz,1,,pz-bn:2", "1 units for 2 losses"),
        ("setup", "Axis,setup,46 Pz Corps", "Axis,setup,99 Pz Corps", "setup_places does not describe '99 Pz Corps'"),
    ],
)
def test_a_broken_table_is_refused_with_file_line_and_column(
    tmp_path: Path, name: str, old: str, new: str, complaint: str
) -> None:
    text = (DATA / f"{name}.csv").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / f"{name}.csv").write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [str(problem) for problem in tables.check("hube", tmp_path)]
    assert any(complaint in problem and name in problem for problem in found), found


# ---- the counter manifest


@pytest.mark.rule("hube chart.Counter Manifest: Soviet")
def test_the_soviet_counters_are_those_of_the_manifest() -> None:
    found = Counter((row["kind"], row["values"]) for row in rows("units", side="Soviet", formation=""))
    assert found["hq", "12-0"] == 6
    assert found["hq", "10-0"] == 12
    assert [found["inf-div", v] for v in ("14-4-3", "13-3-3", "12-2-2")] == [20, 54, 23]
    assert found["abn-div", "12-4-3"] == 7
    assert found["mtn-div", "14-4-3"] == 1
    assert found["tk-bde", "4-3-6"] == 4
    assert found["tk-bde", "5-4-6"] == 3
    assert found["tk-bn", "4-5-5"] == 9
    assert found["rr-bde", "(3)-1-3"] == 4
    assert found["pontoon-bde", "(1)-0-0"] == 2
    assert one("units", unit_id="su-ur")["count"] == "6"
    assert one("units", unit_id="su-ur")["defence_only"] == "yes"
    assert found["formation", ""] == 28


@pytest.mark.rule("hube chart.Counter Manifest: Axis")
def test_the_axis_counters_are_those_of_the_manifest() -> None:
    found = Counter((row["kind"], row["values"]) for row in rows("units", side="Axis", formation=""))
    assert [found["hq", v] for v in ("12-0", "10-0", "8-0", "6-0")] == [1, 6, 5, 1]
    divisions = [found["inf-div", v] for v in ("16-4-3", "14-3-3", "13-4-3", "15-5-3", "10-2-2")]
    assert divisions == [10, 17, 1, 1, 5]
    assert found["mtn-div", "15-5-3"] == 1
    assert found["inf-kg", "6-4-3"] == found["fj-kg", "9-5-3"] == 1
    assert found["ag-bn", "5-4-7"] == 18
    assert found["pz-bn", "6-5-8"] == found["pz-bn", "8-5-5"] == 3
    assert [found["arty-bn", v] for v in ("4-1-3", "9-1-3", "6-1-3")] == [14, 6, 5]
    assert found["werfer-rgt", "48-1-0"] == 4
    assert found["werfer-rgt", "36-1-0"] == 1
    many = {unit: one("units", unit_id=unit)["count"] for unit in ("ax-fort", "ax-alert", "ax-rr")}
    assert many == {"ax-fort": "16", "ax-alert": "29", "ax-rr": "2"}
    assert found["formation", ""] == 21


@pytest.mark.rule("hube chart.Counter Manifest: Soviet", "hube chart.Counter Manifest: Axis")
def test_formations_have_the_components_of_the_manifest() -> None:
    kinds = {unit: Counter(UNITS[part]["kind"] for part in PARTS[unit]) for unit in PARTS if unit}
    assert kinds["ax-gd-pg"] == Counter(
        {"recon-bn": 1, "pz-bn": 3, "ag-bn": 1, "mtr-inf-rgt": 2, "arty-rgt": 1, "organic-truck": 1}
    )
    assert kinds["su-13-arty"] == Counter({"mortar-bde": 1, "arty-bde": 1, "lt-arty-bde": 1, "h-arty-bde": 4})
    assert kinds["su-7-mech"] == Counter({"mech-bde": 3, "tk-bde": 1, "tk-bn": 5, "at-bn": 1})
    assert kinds["su-8-mech"] == Counter({"mech-bde": 3, "tk-bde": 1, "tk-bn": 4})
    assert kinds["su-5gd-cav"] == Counter({"cav-bde": 3, "tk-bn": 4})
    assert kinds["ax-17-pz"]["pz-bn"] == 1
    assert kinds["ax-5ss-pz"]["pg-bde"] == 1
    assert sum(sum(parts.values()) for parts in kinds.values()) == 308
    assert len(table("units")) == 615


def test_two_counters_bear_another_number_in_the_set_ups() -> None:
    brigade, division = one("units", unit_id="su-tkbde-64gd"), one("units", unit_id="ax-inf-359")
    assert (brigade["label"], brigade["printed_id"]) == ("64 Gd", "84 Gd")
    assert (division["label"], division["printed_id"]) == ("359", "358")


# ---- scenarios


@pytest.mark.parametrize(
    ("scenario", "side"),
    [
        pytest.param("1", "Axis", marks=pytest.mark.rule("hube 6.1.Axis set-up")),
        pytest.param("1", "Soviet", marks=pytest.mark.rule("hube 6.1.Soviet set-up")),
        pytest.param("2", "Axis", marks=pytest.mark.rule("hube 6.2.Axis set-up")),
        pytest.param("2", "Soviet", marks=pytest.mark.rule("hube 6.2.Soviet set-up")),
        pytest.param("3", "Axis", marks=pytest.mark.rule("hube 6.3.Axis set-up")),
        pytest.param("3", "Soviet", marks=pytest.mark.rule("hube 6.3.Soviet set-up")),
        pytest.param("4", "Axis", marks=pytest.mark.rule("hube 6.4.Axis set-up")),
        pytest.param("4", "Soviet", marks=pytest.mark.rule("hube 6.4.Soviet set-up")),
        pytest.param("5", "Axis", marks=pytest.mark.rule("hube 6.5.Axis set-up")),
        pytest.param("5", "Soviet", marks=pytest.mark.rule("hube 6.5.Soviet set-up")),
    ],
)
def test_a_set_up_has_every_division_that_the_text_counts(scenario: str, side: str) -> None:
    found: Counter[str] = Counter()
    for row in rows("setup", scenario=scenario, side=side, list="setup", kind="unit"):
        unit = UNITS[row["item"]]
        if unit["kind"] in KINDS_OF_DIVISION:
            found[unit["values"]] += int(row["count"])
    assert dict(found) == DIVISIONS[scenario, side]


@pytest.mark.parametrize("scenario", "12345")
def test_no_unit_is_in_two_lists_and_no_more_of_a_kind_than_counters(scenario: str) -> None:
    found: Counter[str] = Counter()
    for row in rows("setup", scenario=scenario):
        if row["kind"] in ("unit", "formation"):
            found[row["item"]] += int(row["count"])
    assert [(unit, n) for unit, n in found.items() if n > int(UNITS[unit]["count"])] == []


#: What each list of each scenario holds: units (or components lost), by the text.
LISTS = {
    ("1", "Axis", "dead"): 6,
    ("1", "Soviet", "dead"): 8,
    ("2", "Axis", "dead"): 7 + 3,
    ("2", "Soviet", "dead"): 10 + 3 + 2,
    ("3", "Axis", "dead"): 1 + 7 + 1 + 1 + 3,
    ("3", "Soviet", "dead"): 10 + 3 + 2 + 2 + 2,
    ("4", "Axis", "dead"): 1 + 1 + 5 + 3 + 1 + 4 + 2 + 4 + 1 + 6 + 3 + 3 + 1,
    ("4", "Soviet", "dead"): 4 + 15 + 4,
    ("4", "Soviet", "flank"): 6,
    ("5", "Axis", "dead"): 2 + 1 + 7 + 2 + 5 + 4 + 8 + 1 + 14 + 8 + 2 + 4 + 2,
    ("5", "Axis", "collapsed"): 4 + 4 + 2 + 1 + 2 + 4 + 1 + 3 + 1 + 4,
    ("5", "Soviet", "dead"): 4 + 15 + 4,
    ("5", "Soviet", "flank"): 6,
    ("5", "Soviet", "pursuit"): 6 + 3 + 13 + 14 + 7 + 5 + 3 + 1 + 3 + 3 + 3 + 6 + 2,
}


@pytest.mark.parametrize(
    ("scenario", "side", "list_"),
    [
        pytest.param("1", "Axis", "dead", marks=pytest.mark.rule("hube 6.1.Axis pools, air, dead pile, collapse")),
        pytest.param("1", "Soviet", "dead", marks=pytest.mark.rule("hube 6.1.Soviet pools, air, dead pile, exits")),
        pytest.param("2", "Axis", "dead", marks=pytest.mark.rule("hube 6.2.Axis pools, air, dead pile, collapse")),
        pytest.param("2", "Soviet", "dead", marks=pytest.mark.rule("hube 6.2.Soviet pools, air, dead pile, exits")),
        pytest.param("3", "Axis", "dead", marks=pytest.mark.rule("hube 6.3.Axis pools, air, dead pile, collapse")),
        pytest.param("3", "Soviet", "dead", marks=pytest.mark.rule("hube 6.3.Soviet pools, air, dead pile, exits")),
        pytest.param("4", "Axis", "dead", marks=pytest.mark.rule("hube 6.4.Axis pools, air, dead pile, collapse")),
        pytest.param("4", "Soviet", "dead", marks=pytest.mark.rule("hube 6.4.Soviet pools, air, dead pile, exits")),
        pytest.param("4", "Soviet", "flank", marks=pytest.mark.rule("hube 6.4.Soviet pools, air, dead pile, exits")),
        pytest.param("5", "Axis", "dead", marks=pytest.mark.rule("hube 6.5.Axis pools, air, dead pile, collapse")),
        pytest.param("5", "Axis", "collapsed", marks=pytest.mark.rule("hube 6.5.Axis pools, air, dead pile, collapse")),
        pytest.param("5", "Soviet", "dead", marks=pytest.mark.rule("hube 6.5.Soviet pools, air, dead pile, exits")),
        pytest.param("5", "Soviet", "flank", marks=pytest.mark.rule("hube 6.5.Soviet pools, air, dead pile, exits")),
        pytest.param("5", "Soviet", "pursuit", marks=pytest.mark.rule("hube 6.5.Soviet pools, air, dead pile, exits")),
    ],
)
def test_a_dead_pile_or_list_of_exits_is_whole(scenario: str, side: str, list_: str) -> None:
    found = rows("setup", scenario=scenario, side=side, list=list_)
    assert sum(int(row["count"]) for row in found) == LISTS[scenario, side, list_]


def test_no_other_list_has_rows() -> None:
    present = {(r["scenario"], r["side"], r["list"]) for r in table("setup")}
    assert {key for key in present if key[2] not in ("setup", "air")} == set(LISTS)


#: SP, truck and wagon points, air bases of level 1 and 2 that a side sets up where it likes.
POOLS = {
    ("1", "Axis"): (30, 5, 7, 8, 2),
    ("1", "Soviet"): (60, 7, 12, 5, 3),
    ("2", "Axis"): (35, 5, 7, 8, 1),
    ("2", "Soviet"): (60, 7, 12, 6, 4),
    ("3", "Axis"): (30, 5, 7, 8, 1),
    ("3", "Soviet"): (0, 0, 0, 0, 0),
    ("4", "Axis"): (25, 5, 7, 8, 1),
    ("4", "Soviet"): (0, 0, 0, 0, 0),
    ("5", "Axis"): (25, 5, 7, 4, 1),
    ("5", "Soviet"): (17, 4, 6, 8, 4),
}


@pytest.mark.parametrize(("scenario", "side"), POOLS)
def test_pools_are_as_printed_and_empty_where_the_text_has_none(scenario: str, side: str) -> None:
    pool = [r for r in rows("setup", scenario=scenario, side=side, list="setup") if r["group"] in _POOL_GROUPS]
    kinds = ("sp", "truck", "wagon", "airbase-1", "airbase-2")
    assert tuple(sum(int(r["count"]) for r in pool if r["item"] == kind) for kind in kinds) == POOLS[scenario, side]


_POOL_GROUPS = ("pool", "Frontal Assets")

AIR = {
    ("1", "Axis"): "Me109g 2, Fw190a 1, Fw190f 1, He111 2, Ju87d 1, Hs129 1, Ju52 1",
    ("1", "Soviet"): "La5 4, Yak7b 2, P39 2, IL2m3 6, IL4 2, Pe2 3",
    ("2", "Axis"): "Me109g 2, Fw190a 1, Fw190f 1, He111 2, Ju87d 1, Hs129 1, Ju52 1",
    ("2", "Soviet"): "La5 4, Yak7b 2, P39 2, IL2m3 6, IL4 2, Pe2 3",
    ("3", "Axis"): "Me109g 2, Fw190a 1, Fw190f 1, He111 2, Ju87d 1, Hs129 1, Ju52 1",
    ("3", "Soviet"): "",
    ("4", "Axis"): "Me109g 3, Fw190a 1, Fw190f 1, He111 2, Ju87d 1, Hs129 1, Ju52 2",
    ("4", "Soviet"): "Yak9 2, La5 4, Yak7b 2, P39 2, IL2m3 8, IL4 2, Pe2 4",
    ("5", "Axis"): "Me109g 3, Fw190a 1, Fw190f 2, He111 2, Ju87d 1, Hs129 1, Ju52 2",
    ("5", "Soviet"): "Yak9 2, La5 4, Yak7b 2, P39 2, IL2m3 8, IL4 2, Pe2 4",
}


@pytest.mark.parametrize(("scenario", "side"), AIR)
def test_air_units_are_as_printed(scenario: str, side: str) -> None:
    found = rows("setup", scenario=scenario, side=side, list="air")
    assert ", ".join(f"{row['item']} {row['count']}" for row in found) == AIR[scenario, side]


@pytest.mark.parametrize("scenario", "1245")
def test_what_formations_lack_lies_in_the_dead_pile(scenario: str) -> None:
    """But for what is detached, for what stands elsewhere (4 Gd Tank Corps), and for formations that have left."""
    dead = {u for r in rows("setup", scenario=scenario, kind="component") for u in r["missing"].split()}
    lacking = {
        u
        for r in rows("setup", scenario=scenario, kind="formation", list="setup")
        for u in r["missing"].split()
        if u != "su-5gd-tk-inf-6"
    }
    assert lacking <= dead
    gone = {UNITS[u]["formation"] for u in dead - lacking}
    assert not gone & {r["item"] for r in rows("setup", scenario=scenario, kind="formation", list="setup")}


@pytest.mark.parametrize(
    ("scenario", "first", "last", "ground", "alert"),
    [
        pytest.param("1", "1", "4", "Freeze", "0", marks=pytest.mark.rule("hube 6.1.span and ground")),
        pytest.param("2", "7", "13", "Light Thaw", "2", marks=pytest.mark.rule("hube 6.2.span and ground")),
        pytest.param("3", "9", "13", "Thaw", "2", marks=pytest.mark.rule("hube 6.3.span and ground")),
        pytest.param("4", "18", "23", "Thaw", "4", marks=pytest.mark.rule("hube 6.4.span and ground")),
        pytest.param("5", "24", "32", "Light Thaw", "0", marks=pytest.mark.rule("hube 6.5.span and ground")),
    ],
)
def test_a_scenario_spans_what_is_printed(scenario: str, first: str, last: str, ground: str, alert: str) -> None:
    row = one("scenarios", scenario=scenario)
    assert [row[c] for c in ("first_turn", "last_turn", "ground", "alert_vp")] == [first, last, ground, alert]
    assert (row["campaign_last"], row["first_side"], row["setup_first"]) == ("32", "Soviet", "Axis")
    assert row["map"] == ("A" if scenario == "5" else "both")


@pytest.mark.parametrize(
    ("scenario", "limits"),
    [
        pytest.param(
            "1",
            "A60.30 B28.08",
            marks=pytest.mark.rule("hube 6.1.rail gauge and capacity"),
        ),
        pytest.param(
            "2",
            "A55.29 B2.26 B26.11 B23.06",
            marks=pytest.mark.rule("hube 6.2.rail gauge and capacity"),
        ),
        pytest.param(
            "3",
            "A53.29 B4.25 B25.12 B23.06",
            marks=pytest.mark.rule("hube 6.3.rail gauge and capacity"),
        ),
        pytest.param(
            "4",
            "A44.30 A53.23 A62.26 B16.14 A48.25 B16.16 B23.06",
            marks=pytest.mark.rule("hube 6.4.rail gauge and capacity"),
        ),
        pytest.param(
            "5",
            "A62.13 A53.23 A36.33 A45.21",
            marks=pytest.mark.rule("hube 6.5.rail gauge and capacity"),
        ),
    ],
)
def test_gauges_and_capacities_are_as_printed(scenario: str, limits: str) -> None:
    assert " ".join(row["limit"] for row in rows("gauges", scenario=scenario, side="Soviet")) == limits
    assert [row["limit"] for row in rows("gauges", scenario=scenario, side="Axis")] == (
        ["A8"] if scenario == "5" else []
    )
    row = one("scenarios", scenario=scenario)
    assert (row["axis_rail"], row["soviet_rail"]) == ("12", "20")


# ---- what the text has wrong, and our readings


@pytest.mark.parametrize(
    ("ruling", "scenario", "items"),
    [
        ("H13", "2", {"su-hq-7gd", "su-7-mech", "su-tkbde-27gd", "su-inf-93gd"}),
        ("H13", "4", {"su-hq-7gd", "su-inf-133", "su-abn-8gd"}),
        ("H14", "2", {"ax-inf-371", "ax-pzbn-509"}),
        ("H15", "1", {"su-inf-305", "su-inf-241"}),
        ("H16", "3", {"ax-inf-106", "ax-inf-320", "ax-inf-376"}),
        ("H17", "4", {"su-tkbde-11gd"}),
        ("H18", "3", {"su-31-tk"}),
        ("H20", "5", {"su-inf-213", "su-inf-252", "su-inf-303"}),
        ("H21", "1", {"su-tkbde-64gd"}),
        ("H22", "5", {"ax-inf-359"}),
        ("H23", "5", {"ax-arty-2-54", "ax-arty-1-108"}),
        ("H24", "2", {"su-hq-60"}),
        ("H25", "3", {"su-inf-223"}),
    ],
)
def test_a_row_that_is_read_otherwise_names_its_ruling(ruling: str, scenario: str, items: set[str]) -> None:
    found = rows("setup", scenario=scenario, ruling=ruling)
    assert items <= {row["item"] for row in found}
    assert {row["provenance"] for row in found} == {"derived"}


def test_coordinates_that_contradict_each_other_keep_the_printed_one_in_sight() -> None:
    chernovtsy = one("victory_points", name="Chernovtsy")
    assert (chernovtsy["printed_hex"], chernovtsy["hex"]) == ("A15.19", "A15.10")
    printed = {r["name"]: (r["printed_hex"], r["hexes"]) for r in rows("objectives", scenario="4")}
    assert printed["Stanislov"] == ("A3.31", "A3.21")
    assert printed["Balta"] == ("A54.10", "A54.01")


def test_set_up_places_keep_what_is_printed_of_them() -> None:
    assert one("setup_places", scenario="1", place="48 Pz Corps", clause="3")["hexes"] == "A44.25"  # printed 44.25
    assert one("setup_places", scenario="2", place="B7.17")["hexes"] == "B7.17"
    detached = one("setup", scenario="2", place="B7.17")
    assert detached["item"] == "su-5gd-tk-inf-6"
    assert detached["item"] in one("setup", scenario="2", item="su-5gd-tk")["missing"]


def test_each_side_has_as_many_places_as_the_text_has_headings() -> None:
    found = Counter(
        (s, side) for s, side, _p in {(r["scenario"], r["side"], r["place"]) for r in table("setup_places")}
    )
    axis, soviet = ([found[s, side] for s in "12345"] for side in ("Axis", "Soviet"))
    assert axis == [9, 11, 10, 8, 9]
    assert soviet == [7, 8, 4, 6, 1]


# ---- orders of arrival


@pytest.mark.rule("hube chart.Axis Order of Arrival")
def test_the_axis_order_of_arrival() -> None:
    def due(turn: int, edge: str) -> str:
        return " ".join(r["item"] for r in rows("arrivals", side="Axis", turn=str(turn), edge=edge))

    assert due(1, "south") == "ax-gd-pg"
    assert due(1, "west") == "ax-inf-101 ax-inf-371"
    assert due(6, "west") == "ax-pzbn-2-23 ax-pzbn-503 ax-ag-202 ax-ag-210 ax-ag-300"
    assert due(7, "south") == "ax-inf-376 ax-24-pz"
    assert due(9, "air") == "Ju52 Me109g"
    assert due(20, "west") == "ax-ag-280 ax-ag-301 ax-hq-7hun ax-inf-18 ax-inf-21"
    assert due(26, "west") == "ax-hq-2ss ax-9ss-pz ax-10ss-pz ax-inf-100 ax-pj-653"
    assert len(rows("arrivals", side="Axis")) == 53


@pytest.mark.rule("hube chart.Soviet Order of Arrival")
def test_the_soviet_order_of_arrival() -> None:
    def due(turn: int) -> str:
        return " ".join(r["item"] for r in rows("arrivals", side="Soviet", turn=str(turn)))

    assert due(1) == "su-mtn-58 su-inf-30 su-inf-359"
    assert due(5) == "su-inf-141 su-5gd-cav su-5-mech su-hq-6tk"
    assert due(9) == "Yak9 IL2m3"
    assert due(16) == "su-7-arty su-inf-287 su-hq-4gdtk su-tkbde-93 su-6gd-mech su-10gd-tk"
    assert {r["edge"] for r in rows("arrivals", side="Soviet", kind="unit")} == {"soviet"}
    assert len(rows("arrivals", side="Soviet")) == 43


#: Counters of the manifest that no list of a scenario names and that do not arrive in it, but for alert battalions and
#: fortress battalions, of which there is a stock.
OUT = {
    "1": "ax-arty-1-77 ax-arty-2-40 ax-arty-2-52 ax-arty-2-54 ax-arty-735 ax-arty-857 ax-werfer-54",
    "2": "su-4gd-tk",
    "3": "su-11-arty su-13-arty su-16-arty su-3gd-rocket su-4gd-tk su-5gd-mech su-7-mech su-8-mech su-pontoon-1uf "
    "su-pontoon-2uf su-rr-1uf-a su-rr-1uf-b su-rr-2uf-a su-rr-2uf-b",
    "4": "ax-24-pz ax-arty-2-67 ax-pzbn-1-26 su-13-arty su-17-arty su-3-arty su-3gd-rocket su-5gd-cav su-7-arty "
    "su-pontoon-1uf su-pontoon-2uf su-rr-1uf-a su-rr-1uf-b su-rr-2uf-a su-rr-2uf-b",
    "5": "ax-24-pz",
}


@pytest.mark.parametrize("scenario", OUT)
def test_units_that_no_list_names_stay_out_of_the_scenario(scenario: str) -> None:
    first = int(one("scenarios", scenario=scenario)["first_turn"])
    named = {r["item"] for r in rows("setup", scenario=scenario) if r["kind"] in ("unit", "formation")}
    due = {r["item"] for r in table("arrivals") if int(r["turn"]) >= first}
    stock = {"ax-alert", "ax-fort"}
    whole = {row["unit_id"] for row in rows("units", formation="")}
    assert " ".join(sorted(whole - named - due - stock)) == OUT[scenario]


def test_railway_brigades_of_scenario_5_are_parted_by_front() -> None:
    found = {r["item"]: r["list"] for r in rows("setup", scenario="5") if r["item"].startswith("su-rr")}
    assert {item for item, where in found.items() if where == "setup"} == {"su-rr-1uf-a", "su-rr-1uf-b"}
    assert {item for item, where in found.items() if where == "pursuit"} == {"su-rr-2uf-a", "su-rr-2uf-b"}


def test_headquarters_have_a_range_and_no_strength() -> None:
    quarters = rows("units", kind="hq")
    assert len(quarters) == 31
    assert {(r["strength"], r["action"], r["move"]) for r in quarters} == {("", "", "")}
    assert {r["values"] for r in quarters if r["throw"] == "12"} == {"12-0"}


def test_every_kind_of_unit_has_category_and_movement() -> None:
    kinds = {r["kind"]: r for r in table("kinds")}
    assert {r["kind"] for r in table("units")} == set(kinds)
    assert [k for k, r in kinds.items() if not r["movement"]] == ["formation"]
    assert {kinds[k]["category"] for k in ("tk-bde", "pz-bn", "ag-bn")} == {"armor"}
    assert {kinds[k]["category"] for k in ("mech-bde", "pg-rgt", "recon-bn")} == {"mech"}
    assert {r["provenance"] for r in kinds.values()} == {"reconstructed"}


def test_steps_are_known_from_below_only() -> None:
    least = {r["unit_id"]: int(r["steps_at_least"]) for r in table("units")}
    assert least["ax-inf-68"] == 4  # less three steps in scenario 5
    assert least["ax-inf-208"] == 3
    assert least["su-inf-24"] == 1


def test_second_terrains_differ_from_the_first() -> None:
    both = [r for r in table("hexes") if r["terrain2"]]
    assert len(both) == 55
    assert [r["hex"] for r in both if r["terrain"] == r["terrain2"]] == []
