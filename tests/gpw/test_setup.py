"""Beginning play (gpw 10.0) and the scenarios' conventions (gpw 22.0)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gpwlab import DataError, IllegalAction, InvalidInput, gpw
from gpwlab.core import tables
from gpwlab.core.tables import Row
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import rule_ids
from tests.gpw.maps import table

WEST, BALTIC, ROMANIA = "Western MD", "Baltic MD", "Romania"


def fresh(rules: RuleSet | None = None) -> gpw.Game:
    """Both sides still have everything to set up."""
    return gpw.new("barbarossa", setup="free", rules=rules or ())


def reasons(game: gpw.Game, action: str) -> list[str]:
    """The rules that refuse an action; the action is really refused and changes nothing."""
    found = rule_ids(game.why_not(action))
    if found:
        before = game.position
        with pytest.raises(IllegalAction):
            game.do(action)
        assert game.position == before
    return found


def area(side: str, location: str) -> list[str]:
    """The hexes of a set-up area of Barbarossa."""
    rows = [a for a in table("setup_areas") if (a["scenario"], a["side"], a["location"]) == ("1", side, location)]
    return rows[0]["hexes"].split()


def historical(side: str) -> list[str]:
    """Set-up actions that put a side's units on their historical hexes."""
    taking_part = {row["unit_id"]: row["side"] for row in table("setup") if row["scenario"] == "1"}
    spots = [(row["unit_id"], row["hex"]) for row in table("placement") if row["scenario"] == "1"]
    ground = [(unit, spot) for unit, spot in spots if not unit.startswith(("su-ab", "ax-fb", "ax-bom"))]
    return [f"place {unit} {spot}" for unit, spot in ground if taking_part[unit] == side]


def with_rows(name: str, changes: dict[str, dict[str, str]]) -> dict[str, list[Row]]:
    """A table of the game in which some columns of Barbarossa's units are changed."""
    rows = tables.read("gpw", name)
    mine = [r | changes[r["unit_id"]] if r["scenario"] == "1" and r["unit_id"] in changes else r for r in rows]
    return {name: mine}


def record(game: gpw.Game) -> dict[str, Any]:
    from gpwlab.gpw import records

    return records.parse_text(game.position)


# ---- 10.0.B: reduced units


@pytest.mark.rule("gpw 10.0.B")
def test_units_marked_so_start_at_half_strength() -> None:
    rules = RuleSet(tables=with_rows("setup", {"su-inf-3": {"state": "reduced"}, "ax-pz-56": {"state": "reduced"}}))
    units = gpw.new("barbarossa", rules=rules).units.set_index("unit")
    assert list(units.state[["su-inf-3", "ax-pz-56", "su-inf-4", "ax-pz-41"]]) == ["reduced", "reduced", "full", "full"]
    assert list(units.loc["su-inf-3", ["attack", "defence", "ma"]]) == [4, 4, 6]
    free = fresh(rules)
    free.do(f"place su-inf-3 {area('Soviet', WEST)[0]}")
    assert free.units.set_index("unit").state["su-inf-3"] == "reduced"


@pytest.mark.rule("gpw 10.0.B")
def test_all_units_of_barbarossa_start_at_full_strength() -> None:
    units = gpw.new("barbarossa").units
    assert set(units.loc[units.hex != "", "state"]) == {"full"}


# ---- 10.0.C, 10.0.D: areas


@pytest.mark.rule("gpw 10.0.C", "gpw 22.0.A")
def test_a_unit_may_be_set_up_in_every_hex_of_its_area_and_in_no_other() -> None:
    """The scenario map is a list of hexes an area; a hex that is another unit's only place is that unit's."""
    game = fresh()
    places = {str(action).split()[-1] for action in game.legal.of("su-inf-8")}
    assert places == set(area("Soviet", BALTIC))
    others = set(game.board.ids) - places
    sample = random.Random(1).sample(sorted(others), 40)
    assert all(reasons(game, f"place su-inf-8 {place}")[0] == "gpw 10.0.D" for place in sample)


@pytest.mark.rule("gpw 10.0.D")
def test_example_of_the_four_armies_of_the_western_military_district() -> None:
    game = fresh()
    armies = ["su-inf-3", "su-inf-4", "su-inf-10", "su-inf-13"]
    figures = game.units.set_index("unit").loc[armies]
    assert [tuple(row) for row in figures[["attack", "ma"]].to_numpy()] == [(8, 6)] * 4
    inside = [h for h in area("Soviet", WEST) if h not in ("B1407", "B1503", "B1005")]
    for army, place in zip(armies, inside, strict=False):
        assert reasons(game, f"place {army} {area('Soviet', BALTIC)[0]}") == ["gpw 10.0.D"]
        assert reasons(game, f"place {army} {area('Soviet', 'Kiev MD')[0]}") == ["gpw 10.0.D"]
        game.do(f"place {army} {place}")
    assert reasons(game, f"place su-inf-8 {inside[0]}") == ["gpw 10.0.D", "gpw 5.3.E"]
    assert reasons(game, f"place su-mech-2 {inside[0]}") == ["gpw 5.3.E"]


@pytest.mark.rule("gpw 10.0.D")
def test_a_unit_that_has_been_set_up_may_be_set_up_elsewhere() -> None:
    game = fresh()
    first, second = area("Soviet", BALTIC)[:2]
    game.do(f"place su-inf-8 {first}")
    assert second in {str(action).split()[-1] for action in game.legal.of("su-inf-8")}
    game.do(f"place su-inf-8 {second}")
    assert (game.unit_at(first), game.unit_at(second)) == ([], ["su-inf-8"])
    assert reasons(game, f"place su-inf-11 {second}") == ["gpw 5.3.E"]
    game.do(f"place su-inf-11 {first}")


@pytest.mark.rule("gpw 10.0.D")
def test_only_units_of_the_set_up_are_set_up() -> None:
    game = fresh()
    assert reasons(game, f"place su-inf-30 {area('Soviet', BALTIC)[0]}") == ["gpw 10.0.D"]
    assert game.legal.of("su-inf-30") == []


@pytest.mark.rule("gpw 10.0.D")
def test_a_set_up_ends_when_every_unit_is_placed() -> None:
    game = fresh()
    *most, last = historical("Soviet")
    for action in most:
        game.do(action)
    assert "done" not in game.legal
    assert reasons(game, "done") == ["gpw 10.0.D"]
    with pytest.raises(IllegalAction, match="1 units are still to be set up: 22 INF"):
        game.play()
    game.do(last)
    game.do("done")
    assert game.phase.name == "Axis Set-up"
    assert reasons(game, "done") == ["gpw 10.0.D"]


# ---- 10.0.E: printed hexes


@pytest.mark.rule("gpw 10.0.E")
@pytest.mark.parametrize(("unit", "place"), [
    ("su-mech-3", "B2301"), ("su-inf-19", "B2111"), ("su-inf-20", "A0920"),
    ("su-inf-16", "B1903"), ("su-inf-44", "A2902"),
])  # fmt: skip
def test_units_with_a_printed_hex_or_city_start_there(unit: str, place: str) -> None:
    game = fresh()
    assert [str(action) for action in game.legal.of(unit)] == [f"place {unit} {place}"]
    assert reasons(game, f"place {unit} A1119") == ["gpw 10.0.E"]
    game.do(f"place {unit} {place}")
    assert gpw.new("barbarossa").unit_at(place) == [unit]


@pytest.mark.rule("gpw 10.0.E")
def test_their_hex_is_kept_for_them() -> None:
    game = fresh()  # Kiev lies in the Kiev MD, Minsk in the Western MD, and only Kiev has an army of its own
    assert "B1903" in area("Soviet", "Kiev MD")
    assert reasons(game, "place su-inf-5 B1903") == ["gpw 10.0.E"]
    assert "16 INF" in game.why_not("place su-inf-5 B1903")[0].text
    game.do("place su-inf-16 B1903")
    assert game.why_not("place su-inf-13 B1407") == []


# ---- 10.0.F: anywhere


@pytest.mark.rule("gpw 10.0.F")
def test_units_without_an_area_start_in_any_friendly_hex() -> None:
    """No unit of Barbarossa is without one; here the Slovak corps has the row that later scenarios print for it."""
    areas = [a | {"scenario": "1"} for a in table("setup_areas") if a["location"] == "Anywhere" and a["side"] == "Axis"]
    changed = with_rows("setup", {"ax-sk-gar": {"location": "Anywhere"}})
    game = fresh(RuleSet(tables={**changed, "setup_areas": [*table("setup_areas"), areas[0]]}))
    for action in historical("Soviet"):
        game.do(action)
    game.do("done")
    places = {str(action).split()[-1] for action in game.legal.of("ax-sk-gar")}
    assert {"B1822", "B2815", "B3305", "B1313"} <= places  # Berlin, Budapest, Bucharest, the border
    assert places <= game.controlled("Axis")
    for place in ("B1104", "A0618"):
        assert reasons(game, f"place ax-sk-gar {place}") == ["gpw 10.0.F"]
    game.do("place ax-inf-23 B1415")
    assert reasons(game, "place ax-sk-gar B1415") == ["gpw 5.3.E"]


# ---- 10.0.I: the pile


@pytest.mark.rule("gpw 10.0.I")
def test_what_is_in_no_set_up_and_comes_no_more_may_be_rebuilt() -> None:
    row = {
        "scenario": "1",
        "side": "Soviet",
        "unit_id": "su-inf-67",
        "note": "",
        "provenance": "derived",
        "basis": "test",
    }
    game = gpw.new("barbarossa", rules=RuleSet(tables={"eliminated_pile": [row]}))
    assert game.units.set_index("unit").state["su-inf-67"] == "eliminated"
    game.play("Soviet Reinforcement/Replacement")
    game.do("rebuild su-inf-67 A0619")
    assert game.units.set_index("unit").state["su-inf-67"] == "reduced"


@pytest.mark.rule("gpw 10.0.I")
def test_every_counter_of_barbarossa_is_set_up_or_still_to_come() -> None:
    """So the pile of Barbarossa is empty."""
    coming = {row["unit_id"] for row in table("reinforcements")}
    placed = {row["unit_id"] for row in table("setup") if row["scenario"] == "1"}
    assert {u["unit_id"] for u in table("units")} <= placed | coming
    assert "eliminated" not in set(gpw.new("barbarossa").units.state)


# ---- both set-ups


@pytest.mark.rule("gpw 22.1.6.1", "gpw 22.1.6.2")
def test_a_free_set_up_on_the_historical_hexes_is_the_historical_one() -> None:
    game = fresh()
    assert (game.phase.name, game.phase.side, str(game.phase)) == (
        "Soviet Set-up", "Soviet", "Turn 1 (Jun 1941): Soviet Set-up Phase",
    )  # fmt: skip
    for side in ("Soviet", "Axis"):
        for action in historical(side):
            game.do(action)
        game.do("done")
    twin = gpw.new("barbarossa")
    assert game.position == twin.position
    assert list(twin.log["text"]) == list(game.log["text"])[-len(twin.log) :]
    assert game.rp == twin.rp == 2


@pytest.mark.rule("gpw 22.1.6.A")
def test_the_soviets_set_up_first_and_then_the_axis() -> None:
    game = fresh()
    assert reasons(game, f"place ax-inf-11 {area('Axis', ROMANIA)[0]}") == ["gpw 22.1.6.A"]
    assert game.legal.of("ax-inf-11") == []
    for action in historical("Soviet"):
        game.do(action)
    game.do("done")
    assert reasons(game, f"place su-inf-8 {area('Soviet', BALTIC)[0]}")[0] == "gpw 22.1.6.A"
    assert game.why_not(f"place ax-inf-11 {area('Axis', ROMANIA)[0]}") == []


@pytest.mark.rule("gpw 22.1.6.A")
def test_no_unit_of_barbarossa_sets_up_by_front() -> None:
    soviet = {a["location"] for a in table("setup_areas") if (a["scenario"], a["side"]) == ("1", "Soviet")}
    wide = {name for name in soviet if len(area("Soviet", name)) > 1}
    assert wide == {"Baltic MD", "Western MD", "Kiev MD", "Odessa MD"}


@pytest.mark.rule("gpw 22.1.6.B")
def test_the_axis_moves_first() -> None:
    assert gpw.new("barbarossa").phase.side == "Axis"
    game = gpw.new("barbarossa")
    order = [game.phase.side]
    while game.phase.turn == 1:
        game.next_phase()
        order.append(game.phase.side)
    assert order == ["Axis"] * 5 + ["Soviet"] * 5 + ["Axis"]


@pytest.mark.parametrize("seed", range(4))
def test_a_random_set_up_is_never_stuck(seed: int) -> None:
    game, dice = fresh(), random.Random(seed)
    waiting = game.units.loc[game.units.state == "due", "unit"].tolist()
    dice.shuffle(waiting)
    for side in ("su", "ax"):
        for unit in [u for u in waiting if u.startswith(side)]:
            game.do(dice.choice(game.legal.of(unit)))
        game.do("done")
    assert game.phase.name == "Axis Reinforcement/Replacement"
    units = game.units[game.units.hex != ""]
    assert len(units) == len(waiting) == units.hex.nunique()


def test_undoing_a_set_up_leads_back_to_the_empty_map() -> None:
    game = fresh()
    start = game.position
    for action in historical("Soviet"):
        game.do(action)
    game.jump(0)
    assert game.position == start
    assert (game.units.hex != "").sum() == 0


def test_a_way_to_set_up_must_exist() -> None:
    for wrong in ("Historical", "", None, 1, []):
        with pytest.raises(InvalidInput, match="setup is"):
            gpw.new("barbarossa", setup=wrong)  # type: ignore[arg-type]


def test_a_unit_of_the_set_up_without_a_historical_hex_is_a_fault_of_the_table() -> None:
    rows = [row for row in table("placement") if row["unit_id"] != "su-inf-3"]
    with pytest.raises(DataError, match="su-inf-3 of the set-up has no historical hex"):
        gpw.new("barbarossa", rules=RuleSet(tables={"placement": rows}))


# ---- 22.0: conventions of the set-up tables


@pytest.mark.rule("gpw 22.0.A")
def test_every_place_of_every_set_up_is_on_a_scenario_map() -> None:
    drawn = {(a["scenario"], a["side"], a["location"]): a for a in table("setup_areas")}
    for row in table("setup"):
        place = drawn[row["scenario"], row["side"], row["location"]]
        assert place["hexes"] or place["kind"] in ("rule", "offmap"), place


@pytest.mark.rule("gpw 22.0.B")
def test_bombers_are_one_four_unless_their_counter_says_otherwise() -> None:
    figures = {u["unit_id"]: (u["air_shift"], u["air_range"]) for u in table("units") if u["kind"] == "BOM"}
    stronger = {name for name, shown in figures.items() if shown != ("(1)", "4")}
    assert len(figures) - len(stronger) >= 6
    assert stronger == {"ax-bom-3", "su-bom-5"}  # each side's one aircraft of two columns
    assert {figures[name] for name in stronger} == {("(2)", "4")}
    assert stronger.isdisjoint(row["unit_id"] for row in table("setup") if row["provenance"] == "printed")


@pytest.mark.rule("gpw 22.0.C")
def test_named_places_of_the_ussr_are_fronts_save_sevastopol() -> None:
    later = [a for a in table("setup_areas") if a["scenario"] != "1" and a["side"] == "Soviet"]
    kinds = {a["location"]: a["kind"] for a in later if a["kind"] != "rule"}
    assert {name for name, kind in kinds.items() if kind != "hexes"} == {"Sevastopol"}
    assert kinds["Sevastopol"] == "city"
    for name in ("Leningrad", "Bryansk", "Voronezh", "Stalingrad", "Kalinin"):  # named after a city, yet fronts
        assert all(len(a["hexes"].split()) > 1 for a in later if a["location"] == name)
