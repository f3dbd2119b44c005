"""Replacement points (gpw 9.1) and lend-lease (gpw 9.2).

Kharkov (A1817) has six clear neighbours: an enemy in A1818 puts it in his ZOC, enemies in A1816 and A1818 cut it off.
Moscow (A0619) is cut off by enemies in A0618 and A0620.  Other units keep the front away from what a test looks at.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gpwlab import IllegalAction, gpw
from gpwlab.core import tables
from gpwlab.gpw import engine, records
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.scenarios import Scenario
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.maps import neighbours, table

AXIS, SOVIET = "Axis Reinforcement/Replacement", "Soviet Reinforcement/Replacement"
KHARKOV, MOSCOW, BERLIN, OREL = "A1817", "A0619", "B1822", "A1219"
DEAD = "eliminated/0"


def reasons(game: gpw.Game, action: str) -> list[str]:
    """The rules that refuse an action; the action is really refused."""
    found = rule_ids(game.why_not(action))
    if found:
        with pytest.raises(IllegalAction):
            game.do(action)
    return found


def state(game: gpw.Game, unit: str) -> str:
    return str(game.units.set_index("unit").state[unit])


def rates(axis: int, soviet: int, year: str = "1941") -> RuleSet:
    """A rule set whose rate of one year is another one."""
    rp = {"Axis": str(axis), "Soviet": str(soviet)}
    rows = tables.read("gpw", "replacements")
    return RuleSet(tables={"replacements": [r | {"rp": rp[r["side"]]} if r["year"] == year else r for r in rows]})


# ---- 9.1.A: what a point buys


@pytest.mark.rule("gpw 9.1.A")
def test_a_point_returns_an_eliminated_unit_at_half_strength() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD}, turn=2)
    game.do(f"rebuild su-inf-30 {KHARKOV}")
    assert state(game, "su-inf-30") == "reduced"
    assert game.unit_at(KHARKOV) == ["su-inf-30"]
    assert game.rp == 4  # of 5


@pytest.mark.rule("gpw 9.1.A")
def test_a_point_brings_a_half_strength_unit_to_full_strength() -> None:
    game = game_at(SOVIET, {"su-inf-30": f"{OREL}/1"}, turn=2)
    game.do("rebuild su-inf-30")
    assert state(game, "su-inf-30") == "full"
    assert game.unit_at(OREL) == ["su-inf-30"]
    assert game.rp == 4


@pytest.mark.rule("gpw 9.1.A")
@pytest.mark.parametrize("place", [OREL, "later", "due", "due/1", "withdrawn"])
def test_points_raise_only_dead_units_and_half_strength_ones_on_the_map(place: str) -> None:
    game = game_at(SOVIET, {"su-inf-60": place, "su-inf-30": DEAD}, turn=2)
    where = "" if place == OREL else f" {KHARKOV}"
    assert reasons(game, f"rebuild su-inf-60{where}") == ["gpw 9.1.A"]


@pytest.mark.rule("gpw 9.1.A")
def test_a_dead_unit_needs_a_hex_and_a_unit_on_the_map_has_one() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD, "su-inf-31": f"{OREL}/1"}, turn=2)
    assert reasons(game, "rebuild su-inf-30") == ["gpw 9.1.C"]
    assert reasons(game, f"rebuild su-inf-31 {KHARKOV}") == ["gpw 9.1.E"]


# ---- 9.1.B, 9.1.H: how many points there are


@pytest.mark.rule("gpw 9.1.B")
@pytest.mark.parametrize(("phase", "turn", "rp"), [(AXIS, 2, 3), (AXIS, 5, 3), (SOVIET, 2, 7)])
def test_a_side_has_the_rate_of_the_year_every_turn(phase: str, turn: int, rp: int) -> None:
    assert game_at(phase, {}, turn=turn, rules=rates(3, 7)).rp == rp


@pytest.mark.rule("gpw 9.1.B")
def test_the_rate_changes_with_the_year() -> None:
    rules = rates(9, 8, "1942")
    assert [game_at(AXIS, {}, turn=turn, rules=rules).rp for turn in (5, 6, 13, 14)] == [2, 9, 9, 3]


@pytest.mark.rule("gpw 9.1.B")
def test_no_more_points_are_spent_than_there_are() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD, "su-inf-31": DEAD}, turn=2, rules=rates(0, 1))
    game.do(f"rebuild su-inf-30 {KHARKOV}")
    assert game.rp == 0
    assert reasons(game, f"rebuild su-inf-31 {MOSCOW}") == ["gpw 9.1.A"]
    assert [str(action) for action in game.legal] == ["done"]


@pytest.mark.rule("gpw 9.1.H")
def test_points_that_are_not_spent_are_lost() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD}, turn=2)
    game.do(f"rebuild su-inf-30 {KHARKOV}")
    assert game.rp == 4
    game.next_phase()
    assert game.rp == 0
    game.play(AXIS)
    assert game.rp == 2
    game = game_at(AXIS, {}, turn=2)
    game.play(AXIS)
    assert game.rp == 2  # not 4


# ---- 9.1.C: major cities


@pytest.mark.rule("gpw 9.1.C")
def test_a_dead_unit_returns_to_a_major_city_even_in_an_enemy_zoc() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD, "ax-inf-1": "A1818"}, turn=2)
    assert KHARKOV in game.zoc("Axis")
    assert game.why_not(f"rebuild su-inf-30 {KHARKOV}") == []


@pytest.mark.rule("gpw 9.1.C")
def test_it_does_not_return_to_a_city_that_is_no_major_one_or_to_open_country() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD}, turn=2)
    assert reasons(game, f"rebuild su-inf-30 {OREL}") == ["gpw 9.1.C"]
    assert reasons(game, "rebuild su-inf-30 A1218") == ["gpw 9.1.C"]


@pytest.mark.rule("gpw 9.1.C")
def test_it_does_not_return_to_a_city_without_supply() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD, "ax-inf-1": "A1816", "ax-inf-2": "A1818"}, turn=2)
    assert reasons(game, f"rebuild su-inf-30 {KHARKOV}") == ["gpw 9.1.C"]
    assert "supply" in game.why_not(f"rebuild su-inf-30 {KHARKOV}")[0].text


@pytest.mark.rule("gpw 9.1.C", "gpw 8.1.F")
def test_a_besieged_port_is_supplied_by_sea_even_in_an_enemy_zoc() -> None:
    units = {"su-inf-30": DEAD, "ax-inf-1": "B2702", "ax-inf-2": "A2621"}
    game = game_at(SOVIET, units, turn=2)
    land = {"B2801", "B2702", "B2601", "A2621"}
    assert {"B2701", *land} <= game.zoc("Axis")
    assert game.supplied("Soviet").isdisjoint({"B2701", *land})
    assert game.why_not("rebuild su-inf-30 B2701") == []
    ports = {
        row["hex"]: "Axis" for row in table("cities") if "Black Sea" in row["sea"].split("|") and row["hex"] != "B2701"
    }
    alone = game_at(SOVIET, units, turn=2, control=ports)
    assert reasons(alone, "rebuild su-inf-30 B2701") == ["gpw 9.1.C"]


@pytest.mark.rule("gpw 9.1.C")
def test_it_does_not_return_to_an_enemy_city() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD}, turn=2, control={KHARKOV: "Axis"})
    assert reasons(game, f"rebuild su-inf-30 {KHARKOV}") == ["gpw 9.1.C"]
    assert reasons(game, "rebuild su-inf-30 B1814") == ["gpw 9.1.C"]  # Warsaw
    axis = game_at(AXIS, {"ax-inf-1": DEAD}, turn=2, control={KHARKOV: "Axis"})
    assert axis.why_not(f"rebuild ax-inf-1 {KHARKOV}") == []


@pytest.mark.rule("gpw 9.1.C")
def test_placement_keeps_to_one_unit_a_hex() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD, "su-inf-3": KHARKOV, "su-inf-4": "A1101"}, turn=2)
    assert reasons(game, f"rebuild su-inf-30 {KHARKOV}") == ["gpw 9.1.C"]
    assert reasons(game, "rebuild su-inf-30 A1101") == ["gpw 9.1.C"]
    assert "holds 4 INF" in game.why_not("rebuild su-inf-30 A1101")[0].text


# ---- 9.1.D: the map edge


@pytest.mark.rule("gpw 9.1.D")
@pytest.mark.parametrize(("phase", "unit", "own", "other"), [
    (SOVIET, "su-inf-30", "A1101", "B2022"),
    (AXIS, "ax-inf-1", "B2022", "A1101"),
])  # fmt: skip
def test_replacements_enter_by_the_sides_own_edge(phase: str, unit: str, own: str, other: str) -> None:
    game = game_at(phase, {unit: DEAD}, turn=2)
    assert reasons(game, f"rebuild {unit} {other}") == ["gpw 9.1.C"]
    game.do(f"rebuild {unit} {own}")
    assert game.unit_at(own) == [unit]


@pytest.mark.rule("gpw 9.1.D")
def test_an_edge_hex_in_an_enemy_zoc_is_closed() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD, "ax-inf-1": "A1102"}, turn=2)
    assert reasons(game, "rebuild su-inf-30 A1101") == ["gpw 9.1.D"]
    assert game.why_not("rebuild su-inf-30 A1301") == []  # two rows on


@pytest.mark.rule("gpw 9.1.D")
def test_a_minor_city_on_the_edge_is_no_exception_to_its_zoc() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD, "ax-inf-1": "A1802"}, turn=2)  # A1801 is Astrakhan
    assert reasons(game, "rebuild su-inf-30 A1801") == ["gpw 9.1.D"]


@pytest.mark.rule("gpw 9.1.D")
def test_an_edge_hex_that_the_enemy_passed_last_is_open_again_without_his_zoc() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD}, turn=2, control={"A1101": "Axis"})
    assert game.why_not("rebuild su-inf-30 A1101") == []


@pytest.mark.rule("gpw 9.1.D")
def test_a_unit_that_enters_on_a_rail_hex_may_move_by_rail_the_same_turn() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD}, turn=2)
    game.do("rebuild su-inf-30 A2901")
    game.next_phase()
    game.do("move su-inf-30 A2501 A2502")  # by the link off the map of 5.5.2
    assert game.unit_at("A2502") == ["su-inf-30"]


@pytest.mark.rule("gpw 9.1.D")
def test_a_unit_that_enters_off_the_railway_may_not() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD}, turn=2)
    game.do("rebuild su-inf-30 A2801")
    game.next_phase()
    assert game.legal.of("su-inf-30") == []


# ---- 9.1.E: units on the map


@pytest.mark.rule("gpw 9.1.E")
def test_a_unit_next_to_the_enemy_is_brought_up() -> None:
    game = game_at(SOVIET, {"su-inf-3": f"{OREL}/1", "ax-inf-1": "A1220"}, turn=2)
    game.do("rebuild su-inf-3")
    assert state(game, "su-inf-3") == "full"


@pytest.mark.rule("gpw 9.1.E")
def test_a_unit_out_of_supply_is_not_brought_up() -> None:
    units = {"su-inf-3": f"{KHARKOV}/1", "su-inf-30": DEAD, "ax-inf-1": "A1816", "ax-inf-2": "A1818"}
    game = game_at(SOVIET, units, turn=2)
    assert reasons(game, "rebuild su-inf-3") == ["gpw 9.1.E"]
    assert "rebuild su-inf-3" not in [str(action) for action in game.legal]


# ---- 9.1.F: panzers, tanks, one level a turn


@pytest.mark.rule("gpw 9.1.F")
def test_example_of_the_panzer_corps_over_two_turns() -> None:
    game = game_at(AXIS, {"ax-pz-56": DEAD}, turn=2)
    game.do(f"rebuild ax-pz-56 {BERLIN}")
    assert (state(game, "ax-pz-56"), game.rp) == ("reduced", 0)
    game.play(AXIS)
    assert game.phase.turn == 3
    game.do("rebuild ax-pz-56")
    assert (state(game, "ax-pz-56"), game.rp) == ("full", 0)


@pytest.mark.rule("gpw 9.1.F")
def test_example_of_the_tank_army_over_two_turns() -> None:
    game = game_at(SOVIET, {"su-tk-1": DEAD}, turn=2)
    game.do(f"rebuild su-tk-1 {MOSCOW}")
    assert (state(game, "su-tk-1"), game.rp) == ("reduced", 3)
    assert reasons(game, "rebuild su-tk-1") == ["gpw 9.1.F"]  # not twice a turn, though 3 RPs are left
    game.play(SOVIET)
    before = game.rp
    game.do("rebuild su-tk-1")
    assert (state(game, "su-tk-1"), before - game.rp) == ("full", 2)


@pytest.mark.rule("gpw 9.1.F")
def test_one_point_is_not_enough_for_armour_but_for_mechanised_and_cavalry_corps() -> None:
    dead = {"ax-pz-56": DEAD, "ax-hu-mech-1": DEAD, "ax-ro-cav": DEAD}
    game = game_at(AXIS, dead, turn=3, rules=rates(1, 1))
    assert reasons(game, f"rebuild ax-pz-56 {BERLIN}") == ["gpw 9.1.F"]
    assert game.why_not(f"rebuild ax-ro-cav {BERLIN}") == []
    game.do(f"rebuild ax-hu-mech-1 {BERLIN}")
    assert game.rp == 0
    soviet = game_at(SOVIET, {"su-tk-1": f"{OREL}/1", "su-mech-1": f"{KHARKOV}/1"}, turn=2, rules=rates(1, 1))
    assert reasons(soviet, "rebuild su-tk-1") == ["gpw 9.1.F"]
    assert soviet.why_not("rebuild su-mech-1") == []


# ---- 9.1.G: the capital


@pytest.mark.rule("gpw 9.1.G")
def test_a_unit_returns_to_a_capital_that_is_cut_off() -> None:
    game = game_at(SOVIET, {"su-inf-30": DEAD, "ax-inf-1": "A0618", "ax-inf-2": "A0620"}, turn=2)
    assert MOSCOW in game.zoc("Axis")
    assert game.supplied("Soviet").isdisjoint({MOSCOW, *("A0618", "A0719", "A0720", "A0620", "A0520", "A0519")})
    game.do(f"rebuild su-inf-30 {MOSCOW}")
    assert game.unit_at(MOSCOW) == ["su-inf-30"]


@pytest.mark.rule("gpw 9.1.G")
def test_a_unit_in_a_capital_that_is_cut_off_is_brought_up() -> None:
    game = game_at(SOVIET, {"su-inf-3": f"{MOSCOW}/1", "ax-inf-1": "A0618", "ax-inf-2": "A0620"}, turn=2)
    assert game.supply_line("su-inf-3") == ()
    game.do("rebuild su-inf-3")
    assert state(game, "su-inf-3") == "full"


@pytest.mark.rule("gpw 9.1.G")
def test_reinforcements_enter_at_a_capital_that_is_cut_off() -> None:
    game = game_at(SOVIET, {"su-inf-30": "due/1", "ax-inf-1": "A0618", "ax-inf-2": "A0620"}, turn=2)
    assert game.why_not(f"place su-inf-30 {MOSCOW}") == []


@pytest.mark.rule("gpw 9.1.G")
def test_berlin_is_the_axis_capital_and_moscow_is_not() -> None:
    ring = {"su-inf-3": "B1821", "su-inf-4": "B1722", "su-inf-5": "B1922"}
    game = game_at(AXIS, {"ax-inf-1": DEAD, **ring}, turn=2)
    assert BERLIN not in game.supplied("Axis")
    assert game.why_not(f"rebuild ax-inf-1 {BERLIN}") == []
    moscow = game_at(AXIS, {"ax-inf-1": DEAD, "su-inf-3": "A0618", "su-inf-4": "A0620"}, turn=2,
                     control={KHARKOV: "Axis"})  # fmt: skip
    assert reasons(moscow, f"rebuild ax-inf-1 {MOSCOW}") == ["gpw 9.1.C"]


@pytest.mark.rule("gpw 9.1.G")
def test_the_capital_of_an_ally_is_a_major_city_like_another() -> None:
    units = {"ax-hu-inf-2": DEAD, "su-inf-3": "B2814", "su-inf-4": "B2816"}  # on both sides of Budapest
    game = game_at(AXIS, units, turn=2)
    assert game.supplied("Axis").isdisjoint({"B2815", *neighbours("B2815")})
    assert reasons(game, "rebuild ax-hu-inf-2 B2815") == ["gpw 9.1.C"]


@pytest.mark.rule("gpw 9.1.G")
def test_a_capital_in_enemy_hands_is_none() -> None:
    game = game_at(AXIS, {"ax-inf-1": DEAD}, turn=2, control={BERLIN: "Soviet"})
    assert game.why_not(f"rebuild ax-inf-1 {BERLIN}") == []  # still an edge hex without an enemy ZOC
    game = game_at(AXIS, {"ax-inf-1": DEAD, "su-inf-3": "B1821"}, turn=2, control={BERLIN: "Soviet"})
    assert reasons(game, f"rebuild ax-inf-1 {BERLIN}") == ["gpw 9.1.D", "gpw 9.1.C"]


# ---- 9.1.I, 9.1.J: allies


@pytest.mark.rule("gpw 9.1.I")
@pytest.mark.parametrize("unit", ["ax-inf-1", "ax-mtn-9ss", "ax-ro-inf-3", "ax-ro-gar-9", "ax-sk-gar", "ax-hu-inf-2"])
def test_axis_points_rebuild_germans_romanians_slovaks_and_hungarians(unit: str) -> None:
    game = game_at(AXIS, {unit: DEAD}, turn=2)
    game.do(f"rebuild {unit} {BERLIN}")
    assert state(game, unit) == "reduced"


@pytest.mark.rule("gpw 9.1.I")
def test_axis_points_rebuild_no_italians() -> None:
    game = game_at(AXIS, {"ax-it-mech-35": DEAD, "ax-it-inf-2": "B1814/1"}, turn=2)
    assert reasons(game, f"rebuild ax-it-mech-35 {BERLIN}") == ["gpw 9.1.I"]
    assert reasons(game, "rebuild ax-it-inf-2") == ["gpw 9.1.I"]
    assert game.legal.of("ax-it-mech-35") == game.legal.of("ax-it-inf-2") == []


@pytest.mark.rule("gpw 9.1.J")
@pytest.mark.parametrize("unit", ["su-inf-3", "su-gds-1", "su-shk-1", "su-pol-1", "su-rom-4"])
def test_soviet_points_rebuild_soviets_poles_and_romanians(unit: str) -> None:
    game = game_at(SOVIET, {unit: DEAD}, turn=2)
    game.do(f"rebuild {unit} {KHARKOV}")
    assert state(game, unit) == "reduced"


@pytest.mark.rule("gpw 9.1.J")
def test_soviet_points_rebuild_no_bulgarians_and_nobody_of_the_other_side() -> None:
    game = game_at(SOVIET, {"su-bul-1": DEAD, "ax-inf-1": DEAD}, turn=2)
    assert reasons(game, f"rebuild su-bul-1 {KHARKOV}") == ["gpw 9.1.J"]
    assert reasons(game, f"rebuild ax-inf-1 {KHARKOV}") == ["gpw 9.1.J"]


# ---- 9.2: lend-lease


def lend_lease(turn: int, die: int) -> int | None:
    """RPs that a die brings on a turn; None where none is rolled."""
    seed = seed_for(SOVIET, "lend-lease", "Soviet", die, turn)
    log = game_at(SOVIET, {}, turn=turn, seed=seed).log
    rolled = log[log.kind == "lend-lease"]
    assert set(rolled.die) <= {die}
    return int(rolled.result.iloc[0]) if len(rolled) else None


@pytest.mark.rule("gpw 9.2.A")
def test_barbarossa_has_lend_lease_and_a_scenario_has_none_by_itself() -> None:
    game = game_at("Axis General Movement", {}, turn=3)
    record = records.parse_text(game.position) | {"phase": 5}
    for scenario, rolls in ((game._pos.world.scenario, 1), (Scenario(1, "barbarossa", "", 1, 32), 0)):
        world = replace(game._pos.world, scenario=scenario)
        pos = records.from_record(world, json.loads(json.dumps(record)))
        assert [event.kind for event in engine.begin_phase(pos)].count("lend-lease") == rolls


@pytest.mark.rule("gpw 9.2.B")
def test_lend_lease_begins_in_august_1941_and_ends_with_1944() -> None:
    rolled = [turn for turn in (1, 2, 3, 4, 5, 6, 13, 21, 22, 29, 30, 31, 32) if lend_lease(turn, 6) is not None]
    assert rolled == [3, 4, 5, 6, 13, 21, 22, 29]


@pytest.mark.rule("gpw 9.2.B")
@pytest.mark.parametrize("turn", [6, 13, 14, 21])
def test_the_table_of_lend_lease(turn: int) -> None:
    assert [lend_lease(turn, die) for die in range(1, 7)] == [0, 1, 1, 1, 2, 2]


@pytest.mark.rule("gpw 9.2.C")
@pytest.mark.parametrize("turn", [3, 5, 22, 29])
def test_one_is_taken_off_the_die_in_1941_and_1944(turn: int) -> None:
    assert [lend_lease(turn, die) for die in range(1, 7)] == [0, 0, 1, 1, 1, 2]


@pytest.mark.rule("gpw 9.2.B")
def test_lend_lease_comes_on_top_of_the_rate_in_the_soviet_phase_only() -> None:
    seed = seed_for(SOVIET, "lend-lease", "Soviet", 6, 3)
    assert game_at(SOVIET, {}, turn=3, seed=seed, rules=rates(2, 5)).rp == 7
    axis = game_at(AXIS, {}, turn=3, seed=seed)
    assert "lend-lease" not in set(axis.log["kind"])
