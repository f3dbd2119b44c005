"""Beginning scenarios 2 to 5 (gpw 10.0, gpw 22.2.6 to 22.5.6): printed lists, order, reserves, what stands on what."""

from __future__ import annotations

import random

import pytest

from gpwlab import IllegalAction, gpw
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import rule_ids
from tests.gpw.maps import by, cities_in, distance, neighbours, table
from tests.gpw.starts import SETUP, historical, set_up

LATER = ("fall-blau", "uranus", "citadel", "bagration")
#: Rows of the printed lists: place to units, with /1 where the list marks them as reduced.
PRINTED = {
    ("fall-blau", "Axis"): {
        "Hungary": "ax-hu-inf-2 ax-hu-inf-5 ax-hu-gar-6 ax-hu-gar-9",
        "Romania": "ax-ro-inf-1 ax-ro-inf-3 ax-ro-inf-5 ax-ro-inf-6 ax-ro-gar-8 ax-ro-gar-9 ax-ro-gar-10 ax-ro-gar-11 "
        "ax-ro-gar-12 ax-ro-cav",
        "Crimea": "ax-inf-30 ax-inf-42 ax-inf-54 ax-ro-mtn",
    },
    ("fall-blau", "Soviet"): {
        "Leningrad": "su-inf-8 su-inf-42",
        "Volkov": "su-inf-52 su-inf-59 su-inf-4 su-shk-2",
        "Northwestern": "su-inf-27/1 su-inf-34 su-inf-53 su-inf-11 su-shk-1",
    },
    ("uranus", "Axis"): {
        "Hungary": "ax-hu-inf-2 ax-hu-inf-5 ax-hu-gar-6 ax-hu-gar-9",
        "Romania": "ax-ro-gar-9 ax-ro-gar-10 ax-ro-gar-12",
        "AGN": "ax-inf-26 ax-inf-28 ax-inf-30/1 ax-inf-38 ax-inf-50 ax-inf-54 ax-inf-1 ax-inf-2 ax-inf-10",
        "AGC": "ax-inf-6 ax-inf-9 ax-inf-12 ax-inf-20 ax-inf-23 ax-inf-27 ax-inf-35 ax-inf-43 ax-inf-53 ax-gar-2lw",
    },
    ("uranus", "Soviet"): {
        "Leningrad": "su-inf-42 su-inf-55",
        "Volkov": "su-inf-52/1 su-inf-54 su-inf-59 su-inf-4 su-inf-6 su-shk-2",
        "Northwestern": "su-inf-27 su-inf-34 su-inf-53 su-inf-11 su-shk-1 su-ldr-timoshenko",
    },
    ("citadel", "Axis"): {
        "Hungary": "ax-hu-inf-2 ax-hu-inf-5 ax-hu-gar-6 ax-hu-gar-9",
        "Romania": "ax-ro-gar-9 ax-ro-gar-10 ax-ro-gar-12",
        "AGN": "ax-inf-26 ax-inf-28 ax-inf-38 ax-inf-50 ax-inf-54 ax-inf-1 ax-inf-2 ax-inf-8/1 ax-inf-10 ax-gar-3lw",
        "AGC": "ax-inf-59",
    },
    ("citadel", "Soviet"): {
        "Leningrad": "su-inf-42 su-inf-67 su-inf-8",
        "Volkov": "su-inf-54 su-inf-59 su-shk-2",
        "Northwestern": "su-inf-68 su-shk-1 su-mech-1",
    },
    ("bagration", "Axis"): {
        "Hungary": "ax-hu-inf-2 ax-hu-inf-5 ax-hu-gar-6 ax-hu-gar-9",
        "Romania": "ax-ro-gar-9 ax-ro-gar-10 ax-ro-gar-12",
        "AGN": "ax-inf-6ss ax-inf-26/1 ax-inf-28/1 ax-inf-38 ax-inf-43 ax-inf-50 ax-inf-1/1 ax-inf-2 ax-inf-10/1",
    },
    ("bagration", "Soviet"): {
        "Leningrad": "su-inf-59/1 su-inf-8/1 su-shk-2",
        "3rd Baltic": "su-inf-42/1 su-inf-54 su-inf-67/1",
        "2nd Baltic": "su-gds-10 su-shk-1 su-shk-3",
        "1st Baltic": "su-inf-43 su-inf-51",
    },
}


def area(slug: str, side: str, location: str) -> set[str]:
    rows = [
        a for a in table("setup_areas") if (a["scenario"], a["side"], a["location"]) == (SETUP[slug], side, location)
    ]
    return set(rows[0]["hexes"].split())


def free(slug: str, side: str, rules: RuleSet | None = None) -> gpw.Game:
    """A free set-up in which it is a side's turn; the other side stands as in history if it went before."""
    game = gpw.new(slug, setup="free", rules=rules)
    while game.phase.side != side:
        set_up(game, 1)
    return game


def spots(game: gpw.Game, unit: str) -> set[str]:
    """The hexes where a unit may be set up now."""
    return {str(action).split()[-1] for action in game.legal.of(unit)}


# ---- the lists


@pytest.mark.parametrize(
    ("slug", "side"),
    [
        pytest.param("fall-blau", "Axis", marks=pytest.mark.rule("gpw 22.2.6.1")),
        pytest.param("fall-blau", "Soviet", marks=pytest.mark.rule("gpw 22.2.6.2")),
        pytest.param("uranus", "Axis", marks=pytest.mark.rule("gpw 22.3.6.1")),
        pytest.param("uranus", "Soviet", marks=pytest.mark.rule("gpw 22.3.6.2")),
        pytest.param("citadel", "Axis", marks=pytest.mark.rule("gpw 22.4.6.1")),
        pytest.param("citadel", "Soviet", marks=pytest.mark.rule("gpw 22.4.6.2")),
        pytest.param("bagration", "Axis", marks=pytest.mark.rule("gpw 22.5.6.1")),
        pytest.param("bagration", "Soviet", marks=pytest.mark.rule("gpw 22.5.6.2")),
    ],
)
def test_units_of_the_printed_lists_start_in_their_places(slug: str, side: str) -> None:
    """In the historical set-up they stand there in the printed state; in a free one they may stand nowhere else."""
    start, game = gpw.new(slug), free(slug, side)
    for location, units in PRINTED[slug, side].items():
        inside = area(slug, side, location)
        for entry in units.split():
            unit, _slash, steps = entry.partition("/")
            counter, left, here = start.standing(unit)
            assert here in inside, unit
            assert left == (int(steps) if steps else counter.steps), unit
            found = spots(game, unit)
            assert found <= inside, unit
            assert found or not counter.ground, unit  # a leader must find a unit first
            assert "gpw 10.0.D" in rule_ids(game.why_not(f"place {unit} A3003")), unit


@pytest.mark.rule("gpw 22.5.6.1")
def test_the_balkan_garrison_waits_off_the_map() -> None:
    waiting = {"ax-gar-68", "ax-gar-69", "ax-mtn-15", "ax-mtn-21", "ax-mtn-22", "ax-mtn-5ss"}
    for game in (gpw.new("bagration"), free("bagration", "Axis")):
        states = game.units.set_index("unit").state
        assert set(states[states == "off map"].index) == waiting
    assert rule_ids(game.why_not("place ax-gar-68 B1822")) == ["gpw 17.6.A"]
    assert game.legal.of("ax-gar-68") == []


@pytest.mark.rule("gpw 10.0.B")
def test_reduced_units_are_reduced_in_a_free_set_up_too() -> None:
    game = free("bagration", "Axis")
    game.do(f"place ax-inf-26 {min(area('bagration', 'Axis', 'AGN'))}")
    assert game.standing("ax-inf-26")[1] == 1


# ---- the historical set-up is legal


@pytest.mark.parametrize("slug", SETUP)
def test_the_historical_set_up_is_accepted_unit_by_unit_and_is_the_same(slug: str) -> None:
    game, twin = gpw.new(slug, setup="free"), gpw.new(slug)
    while game.phase.kind == "setup":
        if "Reserve" not in game.phase.name:
            for action in historical(game, game.phase.side):
                assert game.why_not(action) == []
                assert action in map(str, game.legal.of(action.split()[1]))
                game.do(action)
        assert game.why_not("done") == []
        game.next_phase()
    assert game.position == twin.position
    assert str(game.phase) == str(twin.phase)


@pytest.mark.parametrize("slug", SETUP)
def test_an_unfinished_set_up_is_refused_with_its_reason(slug: str) -> None:
    game = gpw.new(slug, setup="free")
    actions = historical(game, game.phase.side)
    assert rule_ids(game.why_not("done")) == ["gpw 10.0.D"]
    for action in actions[1:]:
        game.do(action)
    missing = game.why_not("done")
    assert rule_ids(missing)[0] == "gpw 10.0.D"
    assert "1 units are still to be set up" in missing[0].text
    with pytest.raises(IllegalAction):
        game.next_phase()
    game.do(actions[0])
    assert game.why_not("done") == []


# ---- who sets up first


def order(slug: str) -> list[str]:
    game = gpw.new(slug, setup="free")
    names = []
    while game.phase.kind == "setup":
        names.append(game.phase.name)
        set_up(game, 1)
    return names


@pytest.mark.rule("gpw 22.2.6.A", "gpw 22.2.6.B")
def test_in_fall_blau_the_soviets_set_up_first_and_place_their_reserve_anew_at_the_end() -> None:
    assert order("fall-blau") == ["Soviet Set-up", "Axis Set-up", "Soviet Reserve Set-up"]
    refused = gpw.new("fall-blau", setup="free").why_not("place ax-inf-30 A2816")
    assert rule_ids(refused)[0] == "gpw 22.2.6.A"


def test_in_uranus_the_soviets_set_up_first() -> None:
    assert order("uranus") == ["Soviet Set-up", "Axis Set-up"]
    assert gpw.new("uranus", setup="free").phase.rule == "gpw 22.3.6"


@pytest.mark.rule("gpw 22.4.6.A")
def test_in_citadel_the_axis_sets_up_first() -> None:
    assert order("citadel") == ["Axis Set-up", "Soviet Set-up"]
    refused = gpw.new("citadel", setup="free").why_not("place su-inf-42 B0108")
    assert rule_ids(refused)[0] == "gpw 22.4.6.A"


def test_in_bagration_the_axis_sets_up_first() -> None:
    assert order("bagration") == ["Axis Set-up", "Soviet Set-up"]
    assert gpw.new("bagration", setup="free").phase.rule == "gpw 22.5.6"


def test_the_steps_of_a_set_up_can_be_played_to_by_name_and_are_kept() -> None:
    game = gpw.new("fall-blau", setup="free")
    assert [step.name for step in game.steps] == ["Soviet Set-up", "Axis Set-up", "Soviet Reserve Set-up"]
    set_up(game, 2)
    assert gpw.from_position(game.position).phase == game.phase
    game.play("Axis Rail Movement")
    assert game.phase.turn == 8
    names: dict[str, gpw.Game] = {}
    exec(game.script(), names)
    assert names["game"].position == game.position


# ---- the Stavka Reserve


def reserve(slug: str) -> list[str]:
    rows = [row for row in table("setup") if (row["scenario"], row["location"]) == (SETUP[slug], "Stavka Reserve")]
    return [row["unit_id"] for row in rows]


def axis_hexes(game: gpw.Game) -> set[str]:
    units = game.units
    return set(units.loc[(units.side == "Axis") & (units.hex != ""), "hex"])


@pytest.mark.rule("gpw 22.4.6.B")
def test_in_citadel_the_reserve_stands_in_cities_four_hexes_from_the_axis() -> None:
    game = free("citadel", "Soviet")
    axis, soviet = axis_hexes(game), game.controlled("Soviet")
    unit = next(u for u in reserve("citadel") if by("units", "unit_id")[u]["kind"] not in ("LEADER", "AB"))
    kept = {"B0107", "B0108", "B0208"}  # the Leningrad front fills its area
    cities = {h for h in soviet - kept if cities_in(h)}
    within = [axis]
    for _hex in range(3):
        within.append(within[-1] | {n for h in within[-1] for n in neighbours(h)})
    assert spots(game, unit) == cities - within[3]
    near = min(cities & within[3] - within[2])
    assert rule_ids(game.why_not(f"place {unit} {near}")) == ["gpw 22.4.6.B"]
    assert rule_ids(game.why_not(f"place {unit} A0318")) == ["gpw 22.4.6.B"]  # far enough, but no city
    assert not cities_in("A0318")


@pytest.mark.rule("gpw 22.2.6.B")
def test_in_fall_blau_the_reserve_is_moved_if_the_axis_sets_up_too_near() -> None:
    game = free("fall-blau", "Soviet")
    units = [u for u in reserve("fall-blau") if by("units", "unit_id")[u]["kind"] not in ("LEADER", "AB")]
    assert len(units) >= 2
    first, second = units[:2]
    front = "A2112"  # Rostov
    assert game.why_not(f"place {first} {front}") == []  # no Axis unit is on the map yet
    for action in historical(game, "Soviet"):
        if action.split()[1] != first and action.split()[2] != front:
            game.do(action)
    game.do(f"place {first} {front}")
    units_now = game.units
    left = units_now.loc[(units_now.state == "due") & (units_now.side == "Soviet"), "unit"]
    for unit in left:  # whoever stood there in history
        game.do(game.legal.of(unit)[0])
    game.next_phase()
    set_up(game, 1)
    assert game.phase.name == "Soviet Reserve Set-up"
    assert min(distance(front, a) for a in axis_hexes(game)) < 4
    assert rule_ids(game.why_not("done")) == ["gpw 22.2.6.B"]
    assert {str(action).split()[1] for action in game.legal} == {first}
    other = min(spots(game, second) - {game.standing(second)[2]})
    assert game.why_not(f"place {second} {other}") == []  # any of the reserve may be placed anew
    assert rule_ids(game.why_not("place su-inf-42 B0108")) == ["gpw 22.2.6.B"]  # nobody else
    assert rule_ids(game.why_not(f"place {first} {front}")) == ["gpw 22.2.6.B"]
    away = min(spots(game, first))
    assert min(distance(away, a) for a in axis_hexes(game)) >= 4
    game.do(f"place {first} {away}")
    game.next_phase()
    assert game.phase.name == "Axis Reinforcement/Replacement"


@pytest.mark.rule("gpw 22.2.6.B", "gpw 12.0.A")
def test_a_leader_whom_the_reserve_leaves_alone_is_placed_anew_with_it() -> None:
    game = free("fall-blau", "Soviet")
    first = next(u for u in reserve("fall-blau") if by("units", "unit_id")[u]["kind"] not in ("LEADER", "AB"))
    kaluga, zhukov = "A0920", "su-ldr-zhukov"
    game.do(f"place {first} {kaluga}")
    game.do(f"place {zhukov} {kaluga}")
    for action in historical(game, "Soviet"):
        if action.split()[1] not in (first, zhukov) and action.split()[2] != kaluga:
            game.do(action)
    for unit in game.units.query("state == 'due' and side == 'Soviet'")["unit"]:  # whoever stood there in history
        game.do(game.legal.of(unit)[0])
    game.next_phase()
    set_up(game, 1)
    assert game.phase.name == "Soviet Reserve Set-up"
    assert game.legal.of(zhukov) == []  # while the reserve stands there
    game.do(f"place {first} {min(spots(game, first))}")
    assert rule_ids(game.why_not("done")) == ["gpw 12.0.A"]
    assert {str(action).split()[1] for action in game.legal} == {zhukov}
    assert all(game.unit_at(action.hex) for action in game.legal)
    game.do(next(iter(game.legal)))
    game.next_phase()
    assert game.phase.name == "Axis Reinforcement/Replacement"


@pytest.mark.rule("gpw 22.2.6.B")
def test_a_reserve_that_is_far_enough_need_not_be_moved() -> None:
    game = gpw.new("fall-blau", setup="free")
    set_up(game, 2)
    assert game.phase.name == "Soviet Reserve Set-up"
    assert [str(action) for action in game.legal] == ["done"]


# ---- anywhere


@pytest.mark.rule("gpw 10.0.F")
def test_anywhere_is_any_hex_that_is_friendly_when_the_scenario_begins() -> None:
    game = free("fall-blau", "Axis", RuleSet())
    found = spots(game, "ax-sk-gar")
    assert {"B1407", "A1817", "B1822", "B2815", "B3305"} <= found  # Minsk, Kharkov, Berlin, Budapest, Bucharest
    assert found <= game.controlled("Axis")
    assert rule_ids(game.why_not("place ax-sk-gar A1311")) == ["gpw 10.0.F"]


@pytest.mark.rule("gpw 17.4.A", "gpw 17.2.1.A")
def test_allies_are_not_set_up_in_countries_that_they_may_not_enter() -> None:
    game = free("fall-blau", "Axis")
    country = {h: row["country"] for h, row in by("hexes", "hex").items()}
    assert {country[h] for h in spots(game, "ax-sk-gar")}.isdisjoint({"Hungary", "Romania"})
    eighth = {country[h] for h in spots(game, "ax-hu-gar-8")}
    assert "Romania" not in eighth
    assert eighth >= {"Hungary", "Germany", "USSR"}


# ---- what stands on what


@pytest.mark.rule("gpw 10.0.E")
def test_hexes_of_an_area_that_is_just_filled_are_kept_for_its_units() -> None:
    game = free("citadel", "Soviet")
    assert rule_ids(game.why_not("place su-inf-54 B0107"))[0] == "gpw 10.0.D"
    game = gpw.new("fall-blau", setup="free")
    unit = next(u for u in reserve("fall-blau") if by("units", "unit_id")[u]["kind"] not in ("LEADER", "AB"))
    refused = game.why_not(f"place {unit} B0108")
    assert rule_ids(refused) == ["gpw 10.0.E"]
    assert "8 INF" in refused[0].text
    assert "42 INF" in refused[0].text


@pytest.mark.rule("gpw 12.0.A")
def test_a_leader_is_set_up_on_a_unit_or_in_the_capital() -> None:
    game = free("uranus", "Soviet")
    place = min(area("uranus", "Soviet", "Northwestern"))
    assert rule_ids(game.why_not(f"place su-ldr-timoshenko {place}")) == ["gpw 12.0.A"]
    game.do(f"place su-inf-27 {place}")
    game.do(f"place su-ldr-timoshenko {place}")
    assert game.unit_at(place) == ["su-inf-27", "su-ldr-timoshenko"]
    zhukov = free("citadel", "Soviet")
    assert "A0619" in spots(zhukov, "su-ldr-zhukov")  # Moscow


@pytest.mark.rule("gpw 12.0.A")
def test_no_leader_is_left_alone() -> None:
    game = free("uranus", "Soviet")
    for action in historical(game, "Soviet"):
        game.do(action)
    here = game.standing("su-ldr-timoshenko")[2]
    under = game.unit_at(here)[0]
    other = min(spots(game, under) - {here})
    game.do(f"place {under} {other}")
    assert rule_ids(game.why_not("done")) == ["gpw 12.0.A"]
    game.do(f"place su-ldr-timoshenko {other}")
    assert game.why_not("done") == []


@pytest.mark.rule("gpw 11.0.A", "gpw 11.0.B")
def test_aircraft_are_set_up_on_airfields_that_have_room() -> None:
    game = free("citadel", "Axis")
    inside = area("citadel", "Axis", "AGS")
    found = spots(game, "ax-fb-3")
    rails = {row[key] for row in table("rails") for key in ("hex_a", "hex_b")}
    assert found == {h for h in inside if h in rails or cities_in(h)}
    field = min(h for h in found if not any(city["major"] == "yes" for city in cities_in(h)))
    major = min(h for h in found if any(city["major"] == "yes" for city in cities_in(h)))
    game.do(f"place ax-fb-3 {field}")
    assert rule_ids(game.why_not(f"place ax-fb-4 {field}")) == ["gpw 11.0.B"]
    game.do(f"place ax-fb-3 {major}")
    game.do(f"place ax-fb-4 {major}")
    assert rule_ids(game.why_not(f"place ax-bom-3 {major}")) == ["gpw 11.0.B"]
    bare = min(inside - found)
    assert rule_ids(game.why_not(f"place ax-bom-3 {bare}")) == ["gpw 11.0.B"]


@pytest.mark.rule("gpw 15.1.A")
def test_airborne_units_are_set_up_on_top_of_others() -> None:
    game = free("bagration", "Soviet")
    first, second = sorted(area("bagration", "Soviet", "3rd UKR"))[:2]
    armies = [row["unit_id"] for row in table("setup") if (row["scenario"], row["location"]) == ("5", "3rd UKR")]
    army, other = [u for u in armies if u.startswith(("su-inf", "su-gds", "su-shk"))][:2]
    game.do(f"place {army} {first}")
    game.do(f"place su-ab-3 {first}")
    assert game.unit_at(first) == [army, "su-ab-3"]
    assert game.why_not(f"place {other} {first}") != []
    game.do(f"place su-ab-3 {second}")
    game.do(f"place {other} {second}")  # under it
    assert set(game.unit_at(second)) == {other, "su-ab-3"}


@pytest.mark.rule("gpw 16.1.C")
def test_partisans_are_set_up_anywhere_but_in_enemy_cities_and_zoc() -> None:
    game = free("bagration", "Soviet")
    found = spots(game, "su-par-1")
    axis, held = game.zoc("Axis"), game.controlled("Axis")
    everywhere = game.controlled("Soviet") | held
    assert found == {h for h in everywhere if h not in axis and not (h in held and cities_in(h))}
    assert found & held
    assert rule_ids(game.why_not("place su-par-1 B1822")) == ["gpw 16.1.C"]  # Berlin
    behind = min(h for h in held & axis if not cities_in(h) and not game.unit_at(h))
    assert rule_ids(game.why_not(f"place su-par-1 {behind}")) == ["gpw 16.1.C"]


# ---- chance


def _free_all(slug: str, seed: int) -> gpw.Game:
    """A set-up at random, unit by unit in any order; who finds no place any more waits until others have moved."""
    game, dice = gpw.new(slug, setup="free"), random.Random(seed)
    ground = by("units", "unit_id")
    for _try in range(5000):
        if game.phase.kind != "setup":
            break
        frame = game.units
        due = list(frame.loc[(frame.state == "due") & (frame.side == game.phase.side), "unit"])
        if "Reserve" in game.phase.name:
            due = sorted({str(action).split()[1] for action in game.legal}) if game.why_not("done") else []
        able = next((unit for unit in dice.sample(due, len(due)) if game.legal.of(unit)), "")
        if able:
            game.do(dice.choice(game.legal.of(able)))
        elif game.why_not("done") == []:
            game.next_phase()
        else:
            side = game.units[(game.units.side == game.phase.side) & (game.units.hex != "")]
            moved = dice.choice([u for u in side.unit if ground[u]["kind"] != "LEADER" and game.legal.of(u)])
            game.do(dice.choice(game.legal.of(moved)))
    return game


@pytest.mark.parametrize("slug", LATER)
def test_a_random_set_up_comes_to_an_end(slug: str) -> None:
    game = _free_all(slug, 7)
    assert game.phase.kind != "setup"
    ground = game.units[(game.units.hex != "") & ~game.units.kind.isin(["FB", "BOM", "LEADER", "AB"])]
    assert ground.hex.is_unique
    assert gpw.from_position(game.position).position == game.position
    placed = {row["unit_id"] for row in table("setup") if row["scenario"] == SETUP[slug]}
    missing = placed - set(game.units[game.units.hex != ""].unit)
    assert missing == ({u for u in placed if u in _garrison()} if slug == "bagration" else set())


def _garrison() -> set[str]:
    return {row["unit_id"] for row in table("setup") if row["location"] == "Balkan Garrison"}


def test_undoing_a_set_up_leads_back_to_the_empty_map() -> None:
    game = gpw.new("citadel", setup="free")
    start = game.position
    set_up(game, 1)
    game.jump(0)
    assert game.position == start
    assert set(game.units.hex) == {""}
