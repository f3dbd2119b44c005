"""The historical start of each scenario: who holds which hex, and where each unit stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from gpwlab.core import tables
from tests.gpw.maps import DATA, Row, by, cities_in, distance, neighbours, playable, rail_hexes, sides, table

SCENARIOS = ("1", "2", "3", "4", "5")
LATER = SCENARIOS[1:]
GROUND = ("INF", "GAR", "MTN", "CAV", "PZ", "MECH", "SHK", "GDS", "TK")
AIR = ("FB", "BOM")
ENEMY = {"Axis": "Soviet", "Soviet": "Axis"}
ISLANDS = frozenset({"B0513", "B0514"})
LENINGRAD = frozenset({"B0108", "B0208"})
#: Land of a side that hangs together with no other: an island, or a pocket that history left.
CUT_OFF = {
    ("2", "Soviet"): [LENINGRAD, frozenset({"A2917"})],  # Leningrad and Oranienbaum; Sevastopol
    ("3", "Soviet"): [LENINGRAD],
}
#: Ground units without a supply line at the start: the rules know no road over Lake Ladoga (gpw 8.1.D).
UNSUPPLIED = {"2": {"su-inf-42", "su-inf-8"}, "3": {"su-inf-42", "su-inf-55"}}
#: Border hexes that no unit of their holder covers: the crest of the Caucasus and the Kalmyk steppe of November 1942.
OPEN = {
    ("3", "Axis"): {"A2605", "A2608"},
    ("3", "Soviet"): {"A2805", "A2104", "A2203", "A2303"},
}
#: Cities on the border without a garrison: behind Oranienbaum or the passes, or covered from the next hexes.
BARE = {
    ("2", "Axis"): {"Luga", "Narva"},
    ("3", "Axis"): {"Luga", "Maikop", "Narva", "Pyatigorsk"},
    ("4", "Axis"): {"Narva", "Sumy"},
    ("5", "Axis"): {"Polotsk"},
}
#: Units on the border that see no enemy: the screens of the same steppe.
SCREENS = {"3": {"ax-ro-cav", "su-inf-28"}}
#: Cities that victory turns on, or that the front of the date is known by, with their holders.
HOLDERS = {
    "2": {
        "Axis": ("Kharkov", "Kiev", "Minsk", "Odessa", "Orel", "Rzhev", "Stalino", "Staraya Russa", "Velikie Luki"),
        "Soviet": ("Stalingrad", "Astrakhan", "Tbilisi", "Yerevan", "Sevastopol", "Kerch", "Rostov", "Voronezh"),
    },
    "3": {
        "Axis": ("Rostov", "Dnepropetrovsk", "Kharkov", "Stalino", "Zaporozhe", "Stalingrad", "Yelista", "Maikop"),
        "Soviet": ("Tuapse", "Ordzhonikidze", "Grozny", "Astrakhan", "Leningrad", "Kaluga", "Yelets"),
    },
    "4": {
        "Axis": ("Kharkov", "Smolensk", "Orel", "Belgorod", "Novorossiisk", "Staraya Russa", "Taganrog"),
        "Soviet": ("Kursk", "Voronezh", "Rzhev", "Vyazma", "Velikie Luki", "Krasnodar", "Rostov", "Voroshilovgrad"),
    },
    "5": {
        "Axis": ("Minsk", "Riga", "Lwow", "Warsaw", "Konigsberg", "Vitebsk", "Kovel", "Pskov", "Narva", "Jassy"),
        "Soviet": ("Smolensk", "Gomel", "Mozyr", "Tarnopol", "Cernauti", "Odessa", "Sevastopol", "Novgorod"),
    },
}


def unit(name: str) -> Row:
    return by("units", "unit_id")[name]


@cache
def at(scenario: str) -> dict[str, str]:
    """The hex of each unit."""
    return {row["unit_id"]: row["hex"] for row in table("placement") if row["scenario"] == scenario}


@cache
def holder(scenario: str) -> dict[str, str]:
    """The side that holds each land hex in play."""
    home = {h: "Soviet" if by("hexes", "hex")[h]["country"] == "USSR" else "Axis" for h in by("hexes", "hex")}
    changed = {row["hex"]: row["side"] for row in table("control") if row["scenario"] == scenario}
    return {h: changed.get(h, home[h]) for h in home if playable(h)}


def places(scenario: str) -> dict[str, Row]:
    """The set-up place of each unit."""
    areas = {(a["side"], a["location"]): a for a in table("setup_areas") if a["scenario"] == scenario}
    return {s["unit_id"]: areas[s["side"], s["location"]] for s in table("setup") if s["scenario"] == scenario}


def hexes_of(scenario: str, side: str, *kinds: str) -> list[str]:
    return [h for u, h in at(scenario).items() if unit(u)["side"] == side and unit(u)["kind"] in kinds]


@cache
def land(name: str) -> frozenset[str]:
    """The hexes that ground units may enter from a hex, the Straits of Kerch among them."""
    closed = sides("sea") | sides("lake")
    return frozenset(n for n in neighbours(name) if playable(n) and frozenset((name, n)) not in closed)


def zoc(scenario: str, side: str) -> set[str]:
    """Hexes in the ZOC of a side; airborne units and partisans have none but their own hex."""
    wide = hexes_of(scenario, side, *GROUND)
    return {h for name in wide for h in (name, *neighbours(name))} | set(hexes_of(scenario, side, "AB", "PAR"))


def spread(start: Iterable[str], allowed: set[str]) -> set[str]:
    reached: set[str] = set()
    ring = set(start) & allowed
    while ring:
        reached |= ring
        ring = {n for h in ring for n in land(h) if n in allowed} - reached
    return reached


def connected(scenario: str, side: str, by_sea: bool) -> set[str]:
    """Hexes joined to a side's map edge by hexes that no enemy ZOC bars; over the Black Sea too where allowed."""
    own = set(hexes_of(scenario, side, *GROUND, "AB"))
    free = {h for h in holder(scenario) if h in own or h not in zoc(scenario, ENEMY[side])}
    reached = spread((row["hex"] for row in table("edges") if row["side"] == side), free)
    ports = {row["hex"] for row in table("cities") if "Black Sea" in row["sea"]}
    own_ports = {h for h in ports if holder(scenario)[h] == side}
    if by_sea and side == "Soviet" and own_ports & reached:
        reached |= spread(own_ports, free)
    return reached


def border(scenario: str, side: str) -> set[str]:
    """Hexes of a side from which a unit could step into land of the other."""
    held = holder(scenario)
    return {h for h in held if held[h] == side and any(held[n] != side for n in land(h))}


# ---- who holds what


def test_control_tells_of_the_later_scenarios_only() -> None:
    assert {row["scenario"] for row in table("control")} == set(LATER)


@pytest.mark.parametrize("scenario", LATER)
def test_cities_are_held_by_the_side_that_held_them(scenario: str) -> None:
    hexes = {row["name"]: row["hex"] for row in table("cities")}
    for side, names in HOLDERS[scenario].items():
        assert {name: holder(scenario)[hexes[name]] for name in names} == dict.fromkeys(names, side)


@pytest.mark.parametrize("scenario", LATER)
@pytest.mark.parametrize("side", ENEMY)
def test_the_land_of_a_side_hangs_together_but_for_named_pockets(scenario: str, side: str) -> None:
    left = {h for h, who in holder(scenario).items() if who == side}
    found: list[frozenset[str]] = []
    while left:
        piece = spread({min(left)}, left)
        found.append(frozenset(piece))
        left -= piece
    islands = [ISLANDS] if side == "Axis" else []
    assert sorted(map(sorted, sorted(found, key=len)[:-1])) == sorted(
        map(sorted, islands + CUT_OFF.get((scenario, side), []))
    )


def test_the_soviets_hold_a_corner_of_romania_in_1944_and_no_other_foreign_hex() -> None:
    foreign = {(row["scenario"], row["hex"]) for row in table("control") if row["side"] == "Soviet"}
    assert foreign == {("5", h) for h in ("B2506", "B2605", "B2606", "B2607")}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_side_sets_up_on_its_own_land(scenario: str) -> None:
    for area in table("setup_areas"):
        if area["scenario"] == scenario:
            assert {holder(scenario)[h] for h in area["hexes"].split()} <= {area["side"]}, area["location"]


# ---- where the units stand


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_of_a_set_up_has_one_hex_unless_it_waits_off_the_map(scenario: str) -> None:
    waiting = {u for u, place in places(scenario).items() if place["kind"] == "offmap"}
    assert len(waiting) == (6 if scenario == "5" else 0)
    assert sorted(row["unit_id"] for row in table("placement") if row["scenario"] == scenario) == sorted(
        places(scenario).keys() - waiting
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_stand_in_their_set_up_place(scenario: str) -> None:
    for u, h in at(scenario).items():
        place = places(scenario)[u]
        assert place["kind"] == "rule" or h in place["hexes"].split(), u


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_stand_on_land_of_their_side(scenario: str) -> None:
    for u, h in at(scenario).items():
        assert playable(h), u
        assert unit(u)["kind"] == "PAR" or holder(scenario)[h] == unit(u)["side"], u


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_ground_unit_a_hex_and_with_it_one_airborne_unit_or_two_of_these_alone(scenario: str) -> None:
    ground = Counter(h for u, h in at(scenario).items() if unit(u)["kind"] in (*GROUND, "PAR"))
    airborne = Counter(h for u, h in at(scenario).items() if unit(u)["kind"] == "AB")
    assert max(ground.values()) == 1
    assert all(airborne[h] + ground[h] <= 2 for h in airborne)


@pytest.mark.parametrize("scenario", ["2", "4"])
def test_the_stavka_reserve_waits_in_cities_four_hexes_from_the_axis(scenario: str) -> None:
    reserve = [u for u, place in places(scenario).items() if place["location"] == "Stavka Reserve"]
    axis = {h for u, h in at(scenario).items() if unit(u)["side"] == "Axis"}
    assert reserve
    for u in reserve:
        assert cities_in(at(scenario)[u])
        assert min(distance(at(scenario)[u], h) for h in axis) >= 4, u


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", ENEMY)
def test_aircraft_stand_on_airfields_and_no_more_than_fit(scenario: str, side: str) -> None:
    parked = Counter(hexes_of(scenario, side, *AIR))
    assert set(parked) <= connected(scenario, side, by_sea=False)
    for h, count in parked.items():
        major = any(city["major"] == "yes" for city in cities_in(h))
        assert count <= (2 if major else int(bool(cities_in(h)) or h in rail_hexes())), h


@pytest.mark.parametrize("scenario", LATER)
def test_leaders_stand_with_a_unit_of_their_side(scenario: str) -> None:
    leaders = [u for u in at(scenario) if unit(u)["kind"] == "LEADER"]
    assert leaders
    for u in leaders:
        assert at(scenario)[u] in hexes_of(scenario, unit(u)["side"], *GROUND), u


@pytest.mark.parametrize("scenario", LATER)
def test_partisans_stand_behind_the_axis_front_out_of_its_cities_and_zoc(scenario: str) -> None:
    partisans = hexes_of(scenario, "Soviet", "PAR")
    assert partisans
    for h in partisans:
        assert holder(scenario)[h] == "Axis"
        assert not cities_in(h)
        assert h not in zoc(scenario, "Axis")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_garrisons_stand_at_home_and_the_slovaks_outside_hungary_and_romania(scenario: str) -> None:
    for u, h in at(scenario).items():
        country = by("hexes", "hex")[h]["country"]
        if unit(u)["label"].endswith(" G"):
            assert country == {"Romanian": "Romania", "Hungarian": "Hungary"}[unit(u)["nationality"]], u
        if unit(u)["nationality"] == "Slovak":
            assert country not in ("Hungary", "Romania")


def test_two_hungarian_cities_stand_empty_for_the_three_corps_of_may_1942() -> None:
    cities = {row["hex"] for row in table("cities") if by("hexes", "hex")[row["hex"]]["country"] == "Hungary"}
    assert len(cities - set(at("2").values())) == 2


@pytest.mark.parametrize("scenario", LATER)
def test_every_ground_unit_is_in_supply_but_for_the_leningrad_pocket(scenario: str) -> None:
    lines = {side: connected(scenario, side, by_sea=True) for side in ENEMY}
    ground = [u for u in at(scenario) if unit(u)["kind"] in (*GROUND, "AB")]
    assert {u for u in ground if at(scenario)[u] not in lines[unit(u)["side"]]} == UNSUPPLIED.get(scenario, set())


def test_sevastopol_is_supplied_by_sea_alone() -> None:
    assert at("2")["su-inf-cos"] == "A2917"
    assert "A2917" in connected("2", "Soviet", by_sea=True) - connected("2", "Soviet", by_sea=False)


# ---- the fronts


@pytest.mark.parametrize("scenario", LATER)
@pytest.mark.parametrize("side", ENEMY)
def test_units_cover_their_side_of_the_whole_front(scenario: str, side: str) -> None:
    edge, covered = border(scenario, side), zoc(scenario, side)
    assert edge - covered == OPEN.get((scenario, side), set())
    assert len(edge & set(hexes_of(scenario, side, *GROUND))) > 0.7 * len(edge)


@pytest.mark.parametrize("scenario", LATER)
@pytest.mark.parametrize("side", ENEMY)
def test_cities_on_the_border_have_garrisons(scenario: str, side: str) -> None:
    empty = border(scenario, side) - set(hexes_of(scenario, side, *GROUND))
    assert {city["name"] for h in empty for city in cities_in(h)} == BARE.get((scenario, side), set())


@pytest.mark.parametrize("scenario", LATER)
def test_units_on_the_border_touch_the_enemy(scenario: str) -> None:
    found = set()
    for u, h in at(scenario).items():
        side = unit(u)["side"]
        if unit(u)["kind"] in GROUND and h in border(scenario, side):
            foes = set(hexes_of(scenario, ENEMY[side], *GROUND))
            found |= set() if foes & neighbours(h) else {u}
    assert found == SCREENS.get(scenario, set())


def test_the_front_of_barbarossa_is_the_border() -> None:
    """Panzer corps but the reserves stand next to a Soviet hex; covering armies see the border."""
    country = {h: row["country"] for h, row in by("hexes", "hex").items()}
    spots = at("1")
    panzers = {u for u in spots if unit(u)["kind"] == "PZ"}
    close = {u for u in panzers if any(country[n] == "USSR" for n in neighbours(spots[u]))}
    assert panzers - close == {"ax-pz-46", "ax-pz-14"}
    covering = [f"su-inf-{n}" for n in ("8", "11", "3", "10", "4", "5", "26", "12", "18", "cos")]
    assert [u for u in covering if all(country[n] in ("USSR", "") for n in neighbours(spots[u]))] == []


# ---- what the schema refuses

WRONG = [
    ("control", "2,A1219,Axis", "2,A1219,Soviet", "A1219 is the side's own country"),
    ("control", "2,A1219,Axis", "2,B0109,Axis", "B0109 is under water"),
    ("control", "2,A1219,Axis", "2,A3103,Axis", "A3103 is out of play"),
    ("control", "2,B0602,Axis", "2,B0601,Axis", "B0602 is held by the other side"),
    ("setup_areas", "2,Soviet,Leningrad,hexes,B0108", "2,Soviet,Leningrad,hexes,B0107", "B0107 is held by the other"),
    ("placement", "2,ax-sk-gar,B1407", "2,ax-sk-gar,A0101", "A0101 is held by the other side"),
    ("placement", "2,su-inf-58,A0219", "2,su-inf-58,A0220", "A0220 is no city"),
    ("placement", "2,su-inf-58,A0219", "2,su-inf-58,B0501", "B0501 is fewer than 4 hexes"),
    ("placement", "5,ax-sk-gar,", "5,ax-gar-68,", "outside the unit's set-up place"),
    ("placement", "5,ax-sk-gar,", "5,su-gds-9,", "su-gds-9 is not in the set-up"),
    ("placement", "5,ax-sk-gar,", "5,ax-gar-68,", "ax-sk-gar of the set-up has no historical hex"),
]


@pytest.mark.parametrize(("name", "old", "new", "says"), WRONG)
def test_a_start_that_cannot_be_is_refused(tmp_path: Path, name: str, old: str, new: str, says: str) -> None:
    content = (DATA / f"{name}.csv").read_text(encoding="utf-8")
    assert content.count(f"\n{old}") == 1
    (tmp_path / f"{name}.csv").write_text(content.replace(f"\n{old}", f"\n{new}"), encoding="utf-8")
    found = [str(problem) for problem in tables.check("gpw", tmp_path)]
    assert any(says in problem for problem in found), found
