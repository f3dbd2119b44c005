"""The map's tables hold every printed fact, and the map as a whole is sound."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.gpw.maps import (
    HERE,
    by,
    cities_in,
    corner_hexes,
    corners_of_hex,
    corners_of_side,
    cost,
    distance,
    is_land,
    neighbours,
    pieces,
    playable,
    rail_hexes,
    rails,
    region,
    rows_of,
    shift_in,
    sides,
    table,
)

FACTS = [row for row in rows_of(HERE / "printed_facts.csv") if row["property"] != "left out"]
LEFT_OUT = {row["hex"] for row in rows_of(HERE / "printed_facts.csv") if row["property"] == "left out"}


def _side(kind: str) -> Callable[[str, str], bool]:
    return lambda a, b: frozenset((a, b)) in sides(kind)


def _no_side(kind: str) -> Callable[[str, str], bool]:
    return lambda a, b: b in neighbours(a) and frozenset((a, b)) not in sides(kind)


def _named(a: str, name: str) -> bool:
    return any(name in ("*", city["name"]) for city in cities_in(a))


def _distance(a: str, value: str) -> bool:
    other, steps = value.split()
    return distance(a, other) == int(steps)


def _railway_without(a: str, b: str, gone: str) -> bool:
    nets = pieces(pair for pair in rails("track") if gone not in pair)
    return any({a, b} <= net for net in nets)


HOLDS: dict[str, Callable[[str, str], bool]] = {
    "river": _side("river"),
    "no river": _no_side("river"),
    "border": _side("border"),
    "no border": _no_side("border"),
    "strait": _side("strait"),
    "water between": _side("sea"),
    "city": _named,
    "no city": lambda a, name: not _named(a, name),
    "class": lambda a, kind: [city["class"] for city in cities_in(a)] == [kind],
    "country": lambda a, country: by("hexes", "hex")[a]["country"] == country,
    "region": lambda a, name: a in region(name),
    "not region": lambda a, name: a not in region(name),
    "terrain": lambda a, kind: by("hexes", "hex")[a]["terrain"] == kind,
    "adjacent": lambda a, b: b in neighbours(a),
    "not adjacent": lambda a, b: b not in neighbours(a),
    "distance": _distance,
    "rail": lambda a, b: frozenset((a, b)) in rails("track"),
    "rail line": lambda a, b: _railway_without(a, b, "A1817"),
    "off-map rail": lambda a, b: frozenset((a, b)) in rails("offmap"),
    "edge": lambda a, edge: any((row["hex"], row["edge"]) == (a, edge) for row in table("edges")),
    "airfield": lambda a, _: bool(cities_in(a)) or a in rail_hexes(),
    "shift": lambda a, value: shift_in(a) == int(value),
    "shift beyond": lambda a, kind: shift_in(a) < int(by("tec", "terrain")[kind]["shift"]),
    "set-up": lambda a, unit: ("1", unit, a) in {(p["scenario"], p["unit_id"], p["hex"]) for p in table("placement")},
}


@pytest.mark.rule("gpw chart.Map A", "gpw chart.Map B")
@pytest.mark.parametrize("fact", FACTS, ids=lambda f: f"{f['section']}-{f['hex']} {f['property']} {f['value']}")
def test_printed_fact(fact: dict[str, str]) -> None:
    assert HOLDS[fact["property"]](fact["hex"], fact["value"]), fact


def _facts(section: str) -> list[dict[str, str]]:
    return [fact for fact in FACTS if fact["section"] == section]


@pytest.mark.rule("gpw 2.1.2.A")
def test_two_rivers_run_along_the_whole_hexside() -> None:
    assert {row["name"] for row in table("hexsides") if {row["hex_a"], row["hex_b"]} == {"A1116", "A1216"}} == {"Don"}
    assert {row["name"] for row in table("hexsides") if {row["hex_a"], row["hex_b"]} == {"A1309", "A1408"}} == {"Volga"}
    for a, b in (("A1116", "A1216"), ("A1309", "A1408")):
        dry = {cost(n, b, "foot") for n in neighbours(b) if frozenset((n, b)) not in sides("river")}
        assert {cost(a, b, "foot")} == {int(mp) + 1 for mp in dry}


@pytest.mark.rule("gpw 2.1.2.B")
def test_b1301_is_bryansk_and_orel_is_elsewhere() -> None:
    assert by("cities", "name")["Bryansk"]["hex"] == "B1301"
    assert by("cities", "name")["Orel"]["hex"] != "B1301"


@pytest.mark.rule("gpw 2.1.2.C")
def test_cernauti_is_soviet_and_romania_ends_at_two_hexsides() -> None:
    country = {h: by("hexes", "hex")[h]["country"] for h in ("B2507", "B2607", "B2606", "B2506", "B2406")}
    assert country == {"B2507": "USSR", "B2607": "Romania", "B2606": "Romania", "B2506": "Romania", "B2406": "USSR"}
    assert "B2507" in region("Bessarabia") & region("Kiev MD")
    area = next(a for a in table("setup_areas") if (a["scenario"], a["location"]) == ("1", "Kiev MD"))
    assert "B2507" in area["hexes"].split()


def test_the_border_lies_exactly_where_countries_meet() -> None:
    hexes = by("hexes", "hex")
    meet = {
        frozenset((a, b))
        for a in hexes
        for b in neighbours(a)
        if is_land(a) and is_land(b) and hexes[a]["country"] != hexes[b]["country"]
    }
    assert sides("border") == meet


def test_each_printed_row_of_the_map_rests_on_a_printed_fact() -> None:
    told = {
        (fact["property"], frozenset((fact["hex"], fact["value"].split()[0]))) for fact in FACTS if fact["value"] != "*"
    }
    kinds = {"river": "river", "border": "border", "strait": "strait", "sea": "water between", "track": "rail"}
    kinds["offmap"] = "off-map rail"
    loose = [
        row
        for name in ("hexsides", "rails")
        for row in table(name)
        if row["provenance"] == "printed" and (kinds[row["kind"]], frozenset((row["hex_a"], row["hex_b"]))) not in told
    ]
    for name, fact, column in (("hexes", "terrain", "terrain"), ("cities", "city", "name")):
        printed = [row for row in table(name) if row["provenance"] == "printed"]
        loose += [row for row in printed if (fact, frozenset((row["hex"], row[column]))) not in told]
    assert loose == []


def test_what_is_inferred_or_in_conflict_claims_no_print() -> None:
    hexes = by("hexes", "hex")
    assert [h for h in LEFT_OUT if h in hexes and hexes[h]["provenance"] == "printed"] == []
    assert by("cities", "name")["Smolensk"]["provenance"] != "printed"
    assert by("cities", "name")["Kharkov"]["provenance"] != "printed"


WORKED = {
    "5.4.A": ("foot", ["B1103", "B1003", "B1004", "B1005", "B1006"], [2, 1, 1, 2], 6),
    "5.4.C": ("foot", ["B1304", "B1305", "B1205"], [4, 2], 6),
}


@pytest.mark.rule("gpw chart.Terrain Effects Chart")
@pytest.mark.parametrize("section", WORKED)
def test_worked_moves_cost_what_the_rulebook_says(section: str) -> None:
    branch, path, steps, allowance = WORKED[section]
    assert [cost(a, b, branch) for a, b in pairwise(path)] == steps
    assert sum(steps) <= allowance


@pytest.mark.rule("gpw chart.Terrain Effects Chart")
def test_worked_move_of_a_tank_army_uses_its_last_point_in_b1107() -> None:
    assert [cost("B1203", "B1204", "armour"), cost("B1204", "B1205", "armour")] == [2, 4]
    ways = [(cost("B1205", via, "armour"), cost(via, "B1107", "armour")) for via in ("B1106", "B1206")]
    assert min(sum(way) for way in ways) == 2
    assert cost("B1404", "B1405", "armour") == "all"
    assert by("tec", "terrain")["swamp"]["armour_stops"] == "yes"


def test_rails_are_one_net_once_the_links_off_the_map_count() -> None:
    assert len(pieces(rails("track", "offmap"))) == 1
    apart = pieces(rails("track"))
    assert len(apart) == 2
    assert {"A2901", "A2902", "A3201"} <= min(apart, key=len)  # the Transcaucasus hangs on the join by Baku


def test_rails_run_on_land_and_cross_water_only_at_the_sivash() -> None:
    assert [pair for pair in rails("track", "offmap") if not all(map(playable, pair))] == []
    assert rails("track") & (sides("sea") | sides("lake")) == {frozenset(("A2616", "A2716"))}
    assert rails("track") & sides("strait") == set()


def test_rivers_have_no_gap() -> None:
    names = {row["name"] for row in table("hexsides") if row["kind"] == "river"}
    assert "" not in names
    assert {name: broken for name in names if (broken := _gaps(name))} == {}


def _gaps(river: str) -> list[set[str]]:
    """Pieces of a river beyond the first that nothing joins: no corner, no water, no way round outside the map."""
    pairs = []
    for row in table("hexsides"):
        if row["kind"] == "river" and row["name"] == river:
            ends = corners_of_side(row["hex_a"], row["hex_b"])
            pairs.append(frozenset(map(str, ends)))
            for corner in ends:
                met = corner_hexes(corner)
                if len(met) < 3 or not all(map(is_land, met)):
                    pairs.append(frozenset((str(corner), "outside")))
    return pieces(pairs)[1:]


def test_voronezh_stands_west_of_the_don() -> None:
    assert by("cities", "name")["Voronezh"]["hex"] == "A1315"
    east = {"A1215", "A1314", "A1414"} & {h for h in neighbours("A1315") if frozenset((h, "A1315")) in sides("river")}
    assert east == {"A1314", "A1414"}


def test_rivers_run_between_land_hexes() -> None:
    assert [pair for pair in sides("river") if not all(map(is_land, pair))] == []


def test_the_crimea_is_joined_only_at_perekop_and_by_the_sivash_railway() -> None:
    crimea = region("Crimea")
    ways = {frozenset((a, b)) for a in crimea for b in neighbours(a) - crimea if is_land(a) and is_land(b)}
    closed = sides("sea") | sides("lake")
    assert ways - closed - sides("strait") == {frozenset(("A2617", "A2717"))}
    assert ways & sides("strait") == {frozenset(("A2714", "A2715"))}
    assert ways & rails("track") - {frozenset(("A2617", "A2717"))} == {frozenset(("A2616", "A2716"))}
    walk = {frozenset((a, b)) for a in crimea for b in neighbours(a) & crimea} - closed
    assert pieces(walk) == [set(crimea)]


def test_no_city_lies_in_the_sea_and_ports_touch_the_sea_they_name() -> None:
    assert [city["name"] for city in table("cities") if not playable(city["hex"])] == []
    dry = [
        city["name"]
        for city in table("cities")
        for sea in filter(None, city["sea"].split("|"))
        if sea not in by("hexes", "hex")[city["hex"]]["coast"].split("|")
    ]
    assert dry == []


def test_coasts_touch_water_or_the_edge_of_the_map() -> None:
    sea = {corner for pair in sides("sea") for corner in corners_of_side(*sorted(pair))}

    def wet(h: str) -> bool:
        beside = neighbours(h)
        return len(beside) < 6 or not all(map(is_land, beside)) or bool(corners_of_hex(h) & sea)

    assert [h for h, row in by("hexes", "hex").items() if row["coast"] and is_land(h) and not wet(h)] == []


def test_all_land_in_play_hangs_together_but_for_the_islands_off_riga() -> None:
    closed = sides("sea") | sides("lake")
    walk = {frozenset((a, b)) for a in by("hexes", "hex") if playable(a) for b in neighbours(a) if playable(b)}
    mainland, *islands = sorted(pieces(walk - closed), key=len, reverse=True)
    assert islands == [{"B0513", "B0514"}]
    assert len(mainland) == 1166 - 2


def test_friendly_edges_are_the_outer_columns() -> None:
    for edge, side, column in (("west", "Axis", "B..22"), ("east", "Soviet", "A..01")):
        rows = [row for row in table("edges") if row["edge"] == edge]
        assert {row["side"] for row in rows} == {side}
        assert {row["hex"][0] + ".." + row["hex"][3:] for row in rows} == {column}
        wanted = {h for h in by("hexes", "hex") if h[0] + ".." + h[3:] == column and playable(h)}
        assert {row["hex"] for row in rows} == wanted
    assert {row["side"] for row in table("edges") if row["edge"] in ("north", "south")} == {""}


def test_the_map_counts() -> None:
    hexes = table("hexes")
    assert len(hexes) == 1419
    assert sum(is_land(row["hex"]) for row in hexes) == 1226
    assert sum(playable(row["hex"]) for row in hexes) == 1166
