"""Charts and order of battle: complete, within the printed bounds, printed rows exactly as printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from gpwlab.core import tables
from gpwlab.gpw.units import ARMOUR, MOBILE
from tests.gpw.maps import DATA, HERE, Row, by, playable, rows_of, table
from tools import provenance

RULEBOOK = HERE.parents[2] / "shared" / "seeds" / "000_e0acb81e1a6b2431.txt"
PRINTED = [row for row in rows_of(HERE / "printed_setup.csv") if row["cut"] == "no"]
FIRST_TURN = {"1": 1, "2": 8, "3": 13, "4": 18, "5": 25}
ARRIVE = ("reinforcement", "return", "conversion_available", "pool_addition", "leader_arrives", "aircraft", "partisan")
GROUND = ("INF", "GAR", "MTN", "CAV", "PZ", "MECH", "SHK", "GDS", "TK")
#: Ids that stand twice in the print; each reading is a ruling.
REREAD = {("1", "Kiev MD", "29"): "26", ("4", "AGC", "INF (6-6)", "13"): "53", ("4", "Central", "6"): "60"}


def unit(name: str) -> Row:
    return by("units", "unit_id")[name]


def units(kind: str, side: str | None = None) -> list[Row]:
    return [u for u in table("units") if u["kind"] == kind and side in (None, u["side"])]


def events(**wanted: str) -> list[Row]:
    return [e for e in table("reinforcements") if all(e[column] == value for column, value in wanted.items())]


def dated(rows: Iterable[Row]) -> list[int]:
    return sorted(int(row["turn"]) for row in rows if row["turn"].isdigit())


# ---- every table


def test_every_shipped_table_is_sound_alone_and_with_the_others() -> None:
    assert tables.check("gpw", DATA) == []


def test_every_file_is_a_table_and_every_table_a_file() -> None:
    assert sorted(path.stem for path in DATA.glob("*.csv")) == sorted(tables.names("gpw"))


@pytest.mark.parametrize("name", tables.names("gpw"))
def test_every_row_says_where_it_comes_from(name: str) -> None:
    allowed = {"printed", "derived", "published", "reconstructed"}
    assert [row for row in table(name) if row["provenance"] not in allowed or not row["basis"].strip()] == []


# ---- charts


@pytest.mark.rule("gpw chart.Combat Results Table")
def test_crt_has_six_columns_six_dice_six_results() -> None:
    cells = {(int(row["column"]), int(row["die"])): row["result"] for row in table("crt")}
    assert sorted(cells) == [(column, die) for column in range(1, 7) for die in range(1, 7)]
    assert set(cells.values()) == {"NE", "AL", "EX", "DR", "DRL", "DE"}
    assert {row["provenance"] for row in table("crt")} == {"published"}


@pytest.mark.rule("gpw chart.Combat Results Table")
def test_crt_gives_the_results_that_the_rulebook_works_out() -> None:
    cells = {(row["column"], row["die"]): row["result"] for row in table("crt")}
    assert cells["2", "2"] == "DR"
    assert cells["4", "2"] == "DR"
    assert cells["4", "3"] == "EX"  # two sources against one: a ruling
    assert [cells["6", str(die)] for die in range(1, 7)].count("DE") == 4  # two thirds, as 23.5.4.1 says


@pytest.mark.rule("gpw chart.Combat Results Table")
def test_a_higher_column_is_never_worse_for_the_attacker_save_for_the_disputed_cell() -> None:
    order = ("AL", "NE", "EX", "DR", "DRL", "DE")
    rank = {(int(row["column"]), int(row["die"])): order.index(row["result"]) for row in table("crt")}
    falls = [(c, d) for c in range(2, 7) for d in range(1, 7) if rank[c, d] < rank[c - 1, d]]
    assert falls == [(4, 3)]


@pytest.mark.rule("gpw chart.Terrain Effects Chart")
@pytest.mark.parametrize(
    ("terrain", "foot", "armour", "shift"),
    [
        ("clear", "1", "1", "0"),
        ("forest", "2", "4", "-1"),
        ("swamp", "3", "all", "-2"),
        ("rough", "2", "3", "-1"),
        ("mountain", "3", "all", "-2"),
        ("city", "1", "1", "0"),
        ("major_city", "1", "1", "-1"),
        ("fortress", "1", "1", "-2"),
        ("river", "1", "1", "-1"),
        ("strait", "1", "no", "-1"),
        ("sea", "no", "no", "0"),
        ("lake", "no", "no", "0"),
    ],
)
def test_terrain_effects(terrain: str, foot: str, armour: str, shift: str) -> None:
    row = by("tec", "terrain")[terrain]
    assert (row["foot_mp"], row["armour_mp"], row["shift"]) == (foot, armour, shift)


@pytest.mark.rule("gpw chart.Terrain Effects Chart")
def test_a_step_may_be_lost_for_a_retreat_in_swamp_mountain_and_fortress_only() -> None:
    assert {row["terrain"] for row in table("tec") if row["may_stand"] == "yes"} == {"swamp", "mountain", "fortress"}
    assert {row["terrain"] for row in table("tec") if row["armour_stops"] == "yes"} == {"swamp", "mountain"}


@pytest.mark.rule("gpw chart.Turn Record and weather marks")
def test_turns_are_eight_a_year_and_marked_by_season() -> None:
    year = ("Jan/Feb", "Mar/Apr", "May", "Jun", "Jul", "Aug", "Sep/Oct", "Nov/Dec")
    marks = {"Nov/Dec": "snow", "Jan/Feb": "snow", "Sep/Oct": "mud", "Mar/Apr": "mud"}
    for row in table("turns"):
        count = int(row["turn"]) + 2
        assert (row["period"], int(row["year"])) == (year[count % 8], 1941 + count // 8)
        assert row["weather"] == marks.get(row["period"], "")
    assert dated(table("turns")) == list(range(1, 33))


@pytest.mark.rule("gpw chart.Turn Record and weather marks")
def test_winters_and_their_dice() -> None:
    winter = {row["turn"]: row["winter"] for row in table("turns")}
    assert [turn for turn in winter if winter[turn] == "first"] == ["4", "5", "6", "7"]
    assert [turn for turn in winter if winter[turn] == "second"] == ["12", "13", "14", "15"]
    assert all((winter[row["turn"]] != "") == (row["weather"] != "") for row in table("turns"))
    dice = {(row["side"], row["winter"]): row["adverse_to"] for row in table("weather")}
    assert [dice["Axis", w] for w in ("first", "second", "later")] == ["5", "4", "3"]
    assert [dice["Soviet", w] for w in ("first", "second", "later")] == ["3", "3", "3"]


def test_weather_effects() -> None:
    columns = ("ma_divisor", "hex_mp", "attack_divisor", "shift")
    found = {(r["weather"], r["side"], r["winter"]): [int(r[c]) for c in columns] for r in table("weather_effects")}
    assert found["mud", "any", "any"] == [2, 0, 2, 0]
    assert found["snow", "any", "any"] == [1, 1, 1, -1]
    assert found["snow", "Axis", "first"] == [1, 1, 1, -2]


@pytest.mark.rule("gpw chart.Reinforcement and Replacement Chart")
def test_lend_lease_table_covers_every_die_and_its_turns() -> None:
    rp = {
        die: row["rp"] for row in table("lend_lease") for die in range(int(row["roll_from"]), int(row["roll_to"]) + 1)
    }
    assert rp == {0: "0", 1: "0", 2: "1", 3: "1", 4: "1", 5: "2", 6: "2"}
    drm = {
        turn: row["drm"]
        for row in table("lend_lease_turns")
        for turn in range(int(row["first_turn"]), int(row["last_turn"]) + 1)
    }
    assert sorted(drm) == list(range(3, 30))
    year = {int(row["turn"]): row["year"] for row in table("turns")}
    assert all((drm[turn] == "-1") == (year[turn] in ("1941", "1944")) for turn in drm)


def test_rail_limits() -> None:
    def limit(side: str, turn: int) -> list[str]:
        rows = [row for row in table("rail_limits") if row["side"] == side]
        return [row["limit"] for row in rows if int(row["first_turn"]) <= turn <= int(row["last_turn"])]

    assert [limit("Axis", turn) for turn in (1, 5, 6, 32)] == [["0"], ["0"], ["2"], ["2"]]
    assert {tuple(limit("Soviet", turn)) for turn in range(1, 33)} == {("6",)}


@pytest.mark.rule("gpw chart.Reinforcement and Replacement Chart")
def test_replacement_rates_stay_within_what_the_text_says_of_them() -> None:
    rate = {(row["side"], int(row["year"])): int(row["rp"]) for row in table("replacements")}
    axis, soviet = ({y: rate[side, y] for y in range(1941, 1946)} for side in ("Axis", "Soviet"))
    assert axis[1943] > axis[1942] >= axis[1941]
    assert axis[1943] == axis[1944] == axis[1945] > 2
    assert all(soviet[y] > axis[y] for y in axis)
    assert soviet[1941] <= soviet[1943] > soviet[1945]


# ---- counters


@pytest.mark.rule("gpw chart.Counter mix")
def test_counters() -> None:
    assert len(table("units")) == 228
    assert Counter(u["side"] for u in table("units")) == {"Axis": 110, "Soviet": 118}
    labels = Counter((u["side"], u["nationality"], u["kind"], u["label"]) for u in table("units"))
    assert labels.most_common(1)[0][1] == 1


@pytest.mark.rule("gpw chart.Counter mix")
def test_a_reduced_unit_has_half_the_strength_and_all_the_movement() -> None:
    for u in table("units"):
        if u["steps"] == "2":
            assert [2 * int(u[f"{f}_reduced"]) for f in ("attack", "defence")] == [int(u["attack"]), int(u["defence"])]
            assert u["move_reduced"] == u["move"]
        else:
            assert u["attack_reduced"] == u["defence_reduced"] == u["move_reduced"] == ""


def strengths(kind: str, side: str | None = None) -> set[tuple[str, str, str]]:
    return {(u["attack"], u["move"], u["attack_reduced"]) for u in units(kind, side)}


@pytest.mark.rule("gpw chart.Counter mix")
def test_counters_that_the_text_counts_and_rates() -> None:
    assert (len(units("TK")), strengths("TK")) == (6, {("14", "8", "7")})
    assert (len(units("SHK")), strengths("SHK")) == (5, {("10", "6", "5")})
    assert strengths("GDS") == {("10", "6", "5")}
    assert (len(units("MECH", "Soviet")), strengths("MECH", "Soviet")) == (3, {("8", "8", "4")})
    assert (len(units("AB", "Soviet")), len(units("AB", "Axis")), strengths("AB")) == (5, 1, {("2", "6", "")})
    assert strengths("GAR") == {("2", "4", "1")}
    assert len(units("PAR")) == 4


def test_cavalry_is_mobile_but_no_armour() -> None:
    assert {u["kind"] for u in table("units")} & ARMOUR == {"PZ", "TK", "MECH"}
    assert {"CAV"} == MOBILE - ARMOUR


@pytest.mark.rule("gpw chart.Counter mix")
def test_counters_of_the_allies() -> None:
    nations = Counter(u["nationality"] for u in table("units"))
    assert (nations["Bulgarian"], nations["Soviet-allied Romanian"]) == (3, 2)
    assert {u["attack"] for u in table("units") if u["nationality"] == "Polish"} == {"8"}
    italians = [u for u in table("units") if u["nationality"] == "Italian"]
    assert "Alp" in {u["label"] for u in italians}
    assert "MECH" in {u["kind"] for u in italians}
    assert all(len(events(event="withdrawal", unit_id=u["unit_id"])) == 1 for u in italians)


@pytest.mark.rule("gpw chart.Counter mix")
def test_leaders_and_aircraft_of_the_text() -> None:
    radius = {u["unit_id"]: u["command_radius"] for u in units("LEADER")}
    assert [radius[f"ax-ldr-{n}"] for n in ("rundstedt", "bock", "manstein")] == ["3", "3", "3"]
    assert radius["su-ldr-koniev"] == "2"
    assert {(u["air_shift"], u["air_range"]) for u in units("FB")} == {("1", "3")}
    assert {u["air_range"] for u in units("BOM")} == {"4"}
    for side in ("Axis", "Soviet"):
        assert [u["air_shift"] for u in units("BOM", side)].count("(2)") == 1


# ---- events


@pytest.mark.rule("gpw chart.Reinforcement and Replacement Chart")
def test_every_unit_enters_once_before_it_leaves_again() -> None:
    on_map = {row["unit_id"] for row in table("setup") if row["scenario"] == "1"}
    for u in table("units"):
        present, rows = u["unit_id"] in on_map, events(unit_id=u["unit_id"])
        assert present or rows, u["unit_id"]
        for row in sorted((r for r in rows if r["turn"].isdigit()), key=lambda r: int(r["turn"])):
            assert (row["event"] in ARRIVE) != present, row
            present = not present


@pytest.mark.rule("gpw chart.Reinforcement and Replacement Chart")
def test_soviet_reinforcements_of_two_turns_come_at_half_strength() -> None:
    soviet = events(side="Soviet", event="reinforcement")
    assert {row["turn"] for row in soviet if row["strength"] == "half"} == {"2", "3"}
    assert {row["strength"] for row in soviet if row["turn"] in ("2", "3")} == {"half"}
    assert {row["strength"] for row in events(side="Axis", event="reinforcement")} == {"full"}


@pytest.mark.rule("gpw chart.Reinforcement and Replacement Chart")
def test_events_that_the_text_dates() -> None:
    assert dated(events(event="pool_addition")) == [8] * 6
    assert dated(events(event="partisan")) == [6, 14, 22, 30]
    assert dated(events(unit_id="ax-ldr-rundstedt")) == [1, 6]
    assert dated(events(unit_id="ax-ldr-manstein", event="leader_arrives")) == [13]
    assert dated(events(unit_id="su-ldr-koniev", event="leader_arrives")) == [17]
    assert any(unit(e["unit_id"])["attack"] == "6" for e in events(turn="5", side="Soviet", event="reinforcement"))
    assert sum(unit(e["unit_id"])["kind"] == "SHK" for e in events(turn="5", event="conversion_available")) >= 2
    assert {e["turn"] for e in events(event="reinforcement") if e["unit_id"].startswith("su-bul")} == {"defection+1"}


@pytest.mark.rule("gpw chart.Reinforcement and Replacement Chart")
def test_a_unit_of_a_later_set_up_exists_by_then() -> None:
    first = {row["unit_id"] for row in table("setup") if row["scenario"] == "1"}
    for row in table("setup"):
        limit = FIRST_TURN[row["scenario"]] + (row["scenario"] == "5" and row["side"] == "Axis")
        past = [e for e in events(unit_id=row["unit_id"]) if e["turn"].isdigit() and int(e["turn"]) < limit]
        last = max(past, key=lambda e: int(e["turn"]), default=None)
        assert last["event"] in ARRIVE if last else row["unit_id"] in first, row


# ---- set-ups


def _entries() -> list[tuple[Row, str]]:
    return [(row, part.strip()) for row in PRINTED for part in row["printed_ids"].split(",") if part.strip()]


def _row_of(row: Row, printed_id: str) -> Row:
    found = [
        s
        for s in table("setup")
        if (s["scenario"], s["side"], s["location"]) == (row["scenario"], row["side"], row["location"])
        and (s["printed_type"], s["printed_id"]) == (row["printed_type"], printed_id)
    ]
    assert len(found) == 1, (row, printed_id)
    return found[0]


@pytest.mark.rule("gpw 22.1.6.1", "gpw 22.1.6.2")
def test_all_printed_entries_stand_once_in_their_place() -> None:
    assert len(_entries()) == 181
    rows = [_row_of(row, printed_id) for row, printed_id in _entries()]
    assert {row["provenance"] for row in rows} == {"printed"}
    claimed = [s for s in table("setup") if s["provenance"] == "printed" and s["block"] != "note"]
    assert len(claimed) == len(rows)


@pytest.mark.rule("gpw chart.Counter mix")
def test_printed_entries_keep_strength_kind_id_and_state() -> None:
    for row, printed_id in _entries():
        entry = _row_of(row, printed_id)
        u = unit(entry["unit_id"])
        reduced = bool(re.search(r"\d\w*R$", printed_id)) and not printed_id.endswith("RO")
        assert entry["state"] == ("reduced" if reduced else "full")
        if row["kind"] in ("AIR", "Leader"):
            continue
        assert u["kind"] == row["kind"]
        move = "6" if row["printed_type"] == "INF (6-2)" else row["move"]  # a misprint of 6-6
        if row["attack"]:
            assert (u["attack"], u["defence"], u["move"]) == (row["attack"], row["defence"], move)
        label = printed_id.removesuffix("R") if reduced else printed_id
        label = REREAD.get((row["scenario"], row["location"], label), label)
        label = REREAD.get((row["scenario"], row["location"], row["printed_type"], label), label)
        assert re.sub(r" (GRP|G)$", "", u["label"]) == label


def test_the_fixture_agrees_with_the_rulebook_line_by_line() -> None:
    if not RULEBOOK.is_file():
        pytest.skip("the rulebook's text is not at hand")
    lines = RULEBOOK.read_text(encoding="utf-8").split("\n")
    for row in PRINTED:
        line = lines[int(row["line"]) - 1]
        assert row["location"] in line
        assert row["printed_type"] in line
        assert row["printed_ids"] in line


def test_a_unit_stands_in_one_place_or_in_the_pile() -> None:
    piles = {(row["scenario"], row["unit_id"]) for row in table("eliminated_pile")}
    assert piles & {(row["scenario"], row["unit_id"]) for row in table("setup")} == set()


def test_nothing_is_added_to_a_place_that_is_printed_in_full() -> None:
    cut = {
        (row["scenario"], row["side"], row["location"])
        for row in rows_of(HERE / "printed_setup.csv")
        if row["cut"] == "yes"
    }
    full = {(row["scenario"], row["side"], row["location"]) for row in PRINTED} - cut
    added = [s for s in table("setup") if s["provenance"] != "printed"]
    assert [s for s in added if (s["scenario"], s["side"], s["location"]) in full] == []


def test_western_military_district_has_the_four_armies_of_the_example() -> None:
    rows = [s for s in table("setup") if (s["scenario"], s["location"]) == ("1", "Western MD")]
    armies = [unit(s["unit_id"]) for s in rows if unit(s["unit_id"])["kind"] == "INF"]
    assert [(u["attack"], u["move"]) for u in armies] == [("8", "6")] * 4


def test_every_set_up_place_has_room_for_its_ground_units() -> None:
    need: Counter[tuple[str, str, str]] = Counter()
    for s in table("setup"):
        if unit(s["unit_id"])["kind"] in GROUND:
            need[s["scenario"], s["side"], s["location"]] += 1
    areas = {(a["scenario"], a["side"], a["location"]): a for a in table("setup_areas")}
    for place, count in need.items():
        if areas[place]["kind"] not in ("rule", "offmap"):
            assert len(areas[place]["hexes"].split()) >= count, place


def test_set_up_areas_are_land_in_play_and_never_overlap() -> None:
    for scenario in FIRST_TURN:
        wide = [a for a in table("setup_areas") if a["scenario"] == scenario and a["kind"] == "hexes"]
        listed = [h for a in wide for h in a["hexes"].split()]
        assert len(listed) == len(set(listed))
        assert all(playable(h) for h in listed)
        assert not {"B0513", "B0514"} & set(listed)  # islands: a unit could never leave


def test_set_up_areas_of_barbarossa_lie_in_their_own_country() -> None:
    own = {"Hungary": "Hungary", "Romania": "Romania", "AGN": "Germany", "AGC": "Germany", "AGS": "Germany"}
    for a in table("setup_areas"):
        if a["scenario"] == "1":
            country = {by("hexes", "hex")[h]["country"] for h in a["hexes"].split()}
            assert country == {own.get(a["location"], "USSR")}, a["location"]


def test_b2111_belongs_to_the_army_that_is_printed_there() -> None:
    assert by("hexes", "hex")["B2111"]["country"] == "USSR"
    areas = [a for a in table("setup_areas") if a["scenario"] == "1" and "B2111" in a["hexes"].split()]
    assert [a["location"] for a in areas] == ["B2111"]


def test_leningrad_takes_neighbouring_hexes_so_that_its_units_fit() -> None:
    found = {a["scenario"]: a["hexes"] for a in table("setup_areas") if a["location"] == "Leningrad"}
    assert [found[s] for s in ("1", "2", "3", "4")] == ["B0108", "B0108 B0208", "B0108 B0208", "B0107 B0108 B0208"]


# ---- the description


def test_the_readme_counts_what_the_tables_hold() -> None:
    assert (DATA / "README.md").read_text(encoding="utf-8").endswith("\n\n" + provenance.counts(DATA) + "\n")
