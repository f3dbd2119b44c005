"""Variants of the Canadian Wargamers Journal on movement, supply, rail and retreats (23.4)."""

from __future__ import annotations

from functools import cache

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.options import RuleSet
from tests.gpw.battles import EAST, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, STEPPE, WEST, fight, offered, state
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.maps import by, distance, neighbours, playable, rail_hexes

MARCH, SUPPLY, RAIL = gpw.rules("23.4.1"), gpw.rules("23.4.2"), gpw.rules("23.4.10")
SWAMPS = gpw.rules("23.4.11")
PANZER, ARMOUR = "Axis Panzer Movement", "Soviet Armored Movement"
CORPS = "ax-inf-59"


def why(game: gpw.Game, action: str) -> list[str]:
    return rule_ids(game.why_not(action))


# ---- 23.4.1: force march


def marching(die: int, units: dict[str, str] | None = None, turn: int = 2) -> gpw.Game:
    """An Axis corps in the steppe that rolls this die for its force march."""
    seed = seed_for(PANZER, "force march", CORPS, die, turn)
    game = game_at(PANZER, {CORPS: STEPPE, **(units or {})}, turn, seed=seed, rules=MARCH)
    assert game.reach(CORPS) == {}
    assert game.do(f"order march {CORPS}")[0].die == die
    return game


@pytest.mark.rule("gpw 23.4.1.D")
@pytest.mark.parametrize(
    ("die", "left", "hexes"), [(1, "/1", 0), (2, "/1", 0), (3, "", 0), (4, "", 3), (5, "", 6), (6, "", 6)]
)
def test_the_die_of_a_force_march(die: int, left: str, hexes: int) -> None:
    game = marching(die)
    assert state(game, CORPS) == STEPPE + left
    assert max((distance(STEPPE, name) for name in game.reach(CORPS)), default=0) == hexes  # of an MA of 6
    again = why(game, f"order march {CORPS}")
    assert again == ["gpw 23.4.1.D"]
    assert why(game, f"move {CORPS} {WEST}") == ([] if hexes else ["gpw 23.4.1.D", "gpw 3.1.3.A"])


@pytest.mark.rule("gpw 23.4.1.D")
def test_half_of_an_odd_allowance_is_rounded_up() -> None:
    # without supply 3 of 6 MP are left, and half of 3 is 2
    seed = seed_for(PANZER, "force march", CORPS, 4, 2)
    game = game_at(PANZER, {CORPS: STEPPE}, 2, seed=seed, rules=MARCH)
    game._pos.unsupplied[game._pos.world.unit(CORPS).index] = 1
    game.do(f"order march {CORPS}")
    assert max(distance(STEPPE, name) for name in game.reach(CORPS)) == 2


@pytest.mark.rule("gpw 23.4.1.D")
def test_the_last_step_may_be_lost_on_the_march() -> None:
    seed = seed_for(PANZER, "force march", CORPS, 2, 2)
    game = game_at(PANZER, {CORPS: f"{STEPPE}/1"}, 2, seed=seed, rules=MARCH)
    events = game.do(f"order march {CORPS}")
    assert [(e.kind, e.rule) for e in events] == [("march", "gpw 23.4.1.D"), ("loss", "gpw 23.4.1.D")]
    assert state(game, CORPS) == "eliminated"


@pytest.mark.rule("gpw 23.4.1.A")
def test_infantry_marches_in_the_panzer_phase_and_not_in_mud() -> None:
    units = {CORPS: STEPPE, "ax-pz-56": WEST, "ax-gar-68": SOUTH_WEST}
    game = game_at(PANZER, units, 2, rules=MARCH)
    assert {a for a in map(str, game.legal) if a.startswith("order")} == {
        f"order march {u}" for u in (CORPS, "ax-gar-68")
    }
    assert why(game, "order march ax-pz-56") == ["gpw 23.4.1.A"]  # it moves anyway
    mud = game_at(PANZER, units, 4, seed=seed_for(PANZER, "weather", "mud", 1, 4), rules=MARCH)
    assert why(mud, f"order march {CORPS}") == ["gpw 23.4.1.A"]
    dry = game_at(PANZER, units, 4, seed=seed_for(PANZER, "weather", "mud", 6, 4), rules=MARCH)
    assert why(dry, f"order march {CORPS}") == []
    general = game_at("Axis General Movement", units, 2, rules=MARCH)
    assert why(general, f"order march {CORPS}") == ["gpw 3.0.A"]
    assert game_at(PANZER, units, 2).reach(CORPS) == {}  # the base game has nothing of the kind


@pytest.mark.rule("gpw 23.4.1.B")
def test_no_force_march_from_zone_to_zone() -> None:
    enemy = {"su-inf-3": EAST}
    game = marching(6, enemy)
    assert [game.reach(CORPS)[h] for h in (NORTH_EAST, SOUTH_EAST)] == [4, 4]  # of 6 MP: by a hex out of the ZOC
    assert why(game, f"move {CORPS} {NORTH_EAST}") == ["gpw 23.4.1.B"]
    assert why(game, f"move {CORPS} {NORTH_WEST}") == []
    base = game_at("Axis General Movement", {CORPS: STEPPE, **enemy}, 2, rules=MARCH)
    assert [base.reach(CORPS)[h] for h in (NORTH_EAST, SOUTH_EAST)] == [5, 5]  # an ordinary move goes straight


@pytest.mark.rule("gpw 23.4.1.C")
def test_the_soviets_do_not_force_march_in_1941() -> None:
    assert why(game_at(ARMOUR, {"su-inf-3": STEPPE}, 2, rules=MARCH), "order march su-inf-3") == ["gpw 23.4.1.C"]
    assert why(game_at(ARMOUR, {"su-inf-3": STEPPE}, 10, rules=MARCH), "order march su-inf-3") == []


@pytest.mark.rule("gpw 23.4.1.D")
def test_a_march_is_kept_in_records_undone_and_forgotten_after_the_phase() -> None:
    game = marching(5)
    again = gpw.from_position(game.position, MARCH)
    assert (again.position, again.reach(CORPS)) == (game.position, game.reach(CORPS))
    game.undo()
    assert game.reach(CORPS) == {}
    assert why(game, f"order march {CORPS}") == []
    game.redo()
    game.next_phase()
    assert "force-march" not in game.position.split('"rules"')[0]


@pytest.mark.parametrize("order", ["order march", f"order march {CORPS} {CORPS}", "order march nobody", "order walk x"])
def test_bad_orders_to_march_are_refused(order: str) -> None:
    game = game_at(PANZER, {CORPS: STEPPE}, 2, rules=MARCH)
    before = game.position
    with pytest.raises(InvalidInput):
        game.do(order)
    assert game.position == before


def test_two_ways_for_infantry_to_move_early_are_refused_together() -> None:
    with pytest.raises(InvalidInput, match="conflicts"):
        gpw.rules("23.4.1", "23.1.1")


# ---- 23.4.2: tracing supply

MINSK, WEST_OF_MINSK, PRIPET = "B1407", "B1408", "B1708"


@cache
def line(start: str, longest: int = 8) -> int:
    """The shortest line from a hex to a railway outside the Soviet Union, swamp and mountain counting two."""
    ends = {h for h in rail_hexes() if by("hexes", "hex")[h]["country"] != "USSR"}
    cost = {start: 0}
    for _round in range(longest):
        for here in list(cost):
            for to in neighbours(here):
                step = 2 if by("hexes", "hex")[to]["terrain"] in ("swamp", "mountain") else 1
                if playable(to) and cost[here] + step < cost.get(to, 99):
                    cost[to] = cost[here] + step
    return min(cost[h] for h in ends if h in cost)


def supplied(unit_hex: str, rules: RuleSet | None) -> bool:
    return bool(game_at(PANZER, {CORPS: unit_hex}, 2, rules=rules).units.set_index("unit").in_supply[CORPS])


@pytest.mark.rule("gpw 23.4.2.A")
def test_a_line_of_five_hexes_to_a_railway_of_ones_own() -> None:
    assert (line(WEST_OF_MINSK), line(MINSK)) == (5, 6)
    assert [supplied(h, SUPPLY) for h in (WEST_OF_MINSK, MINSK)] == [True, False]
    assert [supplied(h, None) for h in (WEST_OF_MINSK, MINSK)] == [True, True]
    game = game_at(PANZER, {CORPS: MINSK}, 2, rules=SUPPLY)
    assert rule_ids(game.why_supply(CORPS)) == ["gpw 23.4.2.A", "gpw 23.4.2.B"]
    assert rule_ids(game_at(PANZER, {CORPS: WEST_OF_MINSK}, 2, rules=SUPPLY).why_supply(CORPS)) == ["gpw 23.4.2.A"]
    assert len(game.reach(CORPS)) == 0  # infantry, in the panzer phase
    assert (
        game_at("Axis General Movement", {CORPS: MINSK}, 2, rules=SUPPLY).units.set_index("unit").in_supply[CORPS] == 0
    )


@pytest.mark.rule("gpw 23.4.2.A")
def test_the_railway_must_be_friendly_all_the_way_and_the_edge_will_do() -> None:
    assert supplied(MINSK, SUPPLY) is False
    chain = dict.fromkeys(("B1212", "B1211", "B1210", "B1310"), "Axis")  # from the frontier station B1313 on
    assert set(chain) <= rail_hexes()
    game = game_at(PANZER, {CORPS: MINSK}, 2, rules=SUPPLY, control=chain)
    assert game.units.set_index("unit").in_supply[CORPS]
    gap = {name: side for name, side in chain.items() if name != "B1212"}
    assert not game_at(PANZER, {CORPS: MINSK}, 2, rules=SUPPLY, control=gap).units.set_index("unit").in_supply[CORPS]
    assert bool(
        game_at(ARMOUR, {"su-inf-3": "A1203"}, 2, rules=SUPPLY, control=dict.fromkeys(("A1207", "A1307"), "Axis"))
        .units.set_index("unit")
        .in_supply["su-inf-3"]
    )  # two hexes from the edge


@pytest.mark.rule("gpw 23.4.2.B")
def test_swamp_counts_twice() -> None:
    ends = [h for h in rail_hexes() if by("hexes", "hex")[h]["country"] != "USSR"]
    assert min(distance(PRIPET, end) for end in ends) == 5
    assert line(PRIPET) > 5
    assert (supplied(PRIPET, SUPPLY), supplied(PRIPET, None)) == (False, True)


ODESSA = "B2701"
SIEGE = {"su-inf-9": ODESSA, "ax-inf-6": "B2601", "ax-inf-7": "B2702", CORPS: "B2801", "ax-inf-4": "A2621"}


@pytest.mark.rule("gpw 23.4.2.C")
def test_sea_supply_is_as_ever() -> None:
    game = game_at(ARMOUR, SIEGE, 2, rules=SUPPLY)
    assert rule_ids(game.why_supply("su-inf-9")) == ["gpw 23.4.2.C"]
    ports = [row["hex"] for row in by("cities", "name").values() if "Black Sea" in row["sea"] and row["hex"] != ODESSA]
    blocked = game_at(ARMOUR, SIEGE, 2, rules=SUPPLY, control=dict.fromkeys(ports, "Axis"))
    assert rule_ids(blocked.why_supply("su-inf-9")) == ["gpw 23.4.2.A", "gpw 23.4.2.B"]


KHARKOV = "A1817"


@pytest.mark.rule("gpw 23.4.2.C")
def test_a_single_port_in_supply_leads_nowhere() -> None:
    # Odessa is the last Soviet port; Kharkov's railways are cut for five hexes around
    lost = {h for h in rail_hexes() if by("hexes", "hex")[h]["country"] == "USSR" and distance(KHARKOV, h) <= 5}
    lost |= {row["hex"] for row in by("cities", "name").values() if "Black Sea" in row["sea"]}
    control = dict.fromkeys(lost - {KHARKOV, ODESSA}, "Axis")
    units = {"su-inf-9": KHARKOV, "su-inf-10": ODESSA}
    fed = {}
    for name, rules in (("short", SUPPLY), ("base", None)):
        game = game_at(ARMOUR, units, 2, rules=rules, control=control)
        fed[name] = [bool(game.units.set_index("unit").in_supply[unit]) for unit in units]
    assert fed == {"short": [False, True], "base": [True, True]}


def test_two_rules_of_short_supply_are_refused_together() -> None:
    with pytest.raises(InvalidInput, match="conflicts"):
        gpw.rules("23.4.2", "23.2.5")


# ---- 23.4.10: rail movement


def by_rail(units: dict[str, str], rules: RuleSet = RAIL) -> gpw.Game:
    """A Soviet rail phase, wherever it stands in the turn."""
    game = game_at("Soviet Reinforcement/Replacement", units, 2, rules=rules)
    while game.phase.kind != "rail":
        game.next_phase()
    return game


#: Rail hexes of the Ostashkov line and others far from any enemy.
STATIONS = ("A1207", "A1307")


@pytest.mark.rule("gpw 23.4.10.A")
def test_units_with_a_circled_ma_count_twice_by_rail() -> None:
    units = {"su-tk-1": "A1207", "su-inf-3": "A1307", "su-inf-4": "A1309"}
    takes = {rules.options: _taken(by_rail(units, rules), units) for rules in (RAIL, RuleSet())}
    assert takes == {RAIL.options: [2, 1, 1], (): [1, 1, 1]}
    # cavalry too, whose MA is in a circle though it is no armour; the Axis may move two units a turn
    riders = {"ax-cav-1": "B1814", "ax-inf-1": "B1818"}
    game = game_at("Axis Reinforcement/Replacement", riders, 10, rules=RAIL)
    while game.phase.kind != "rail":
        game.next_phase()
    assert _taken(game, {"ax-cav-1": ""}) == [2]
    assert [action for action in game.legal.of("ax-inf-1") if isinstance(action, gpw.Move)] == []
    double = gpw.rules("23.4.10", "20.3")
    assert _taken(by_rail(units, double), units) == [2, 1, 1]  # and not twice over


def _taken(game: gpw.Game, units: dict[str, str]) -> list[int]:
    """What the ride of each unit takes of the limit."""
    found = []
    for unit in units:
        before = game._pos.railed
        game.do(str(next(iter(game.legal.of(unit)))))
        found.append(game._pos.railed - before)
    return found


@pytest.mark.rule("gpw 23.4.10.B")
def test_no_ride_into_an_enemy_zoc() -> None:
    enemy = next(
        h for h in sorted(neighbours("A1207")) if h not in rail_hexes() and playable(h) and "A1307" not in neighbours(h)
    )
    units = {"su-inf-3": "A1307", CORPS: enemy}
    assert why(by_rail(units), "move su-inf-3 A1207") == ["gpw 23.4.10.B"]
    assert "A1207" not in by_rail(units).reach("su-inf-3")
    assert "A1207" in by_rail(units, RuleSet()).reach("su-inf-3")


@pytest.mark.rule("gpw 23.4.10.C")
def test_the_railway_runs_after_the_armour() -> None:
    def kinds(rules: RuleSet) -> list[tuple[str, str]]:
        game = game_at("Axis Reinforcement/Replacement", {CORPS: STEPPE}, 2, rules=rules)
        found = [(game.phase.side, game.phase.kind)]
        while game.phase.turn == 2 and len(found) < 10:
            game.next_phase()
            found.append((game.phase.side, game.phase.kind))
        return found

    late = ["reinforcement", "mobile", "rail", "combat", "general"]
    assert kinds(RAIL) == [(side, kind) for side in ("Axis", "Soviet") for kind in late]
    assert [kind for _side, kind in kinds(RuleSet())][:3] == ["reinforcement", "rail", "mobile"]


# ---- 23.4.11: armour in swamps

TANKS, SWAMP = "su-tk-1", "B1405"


@pytest.mark.rule("gpw 23.4.11.A")
def test_a_swamp_costs_armour_five_mp_and_does_not_hold_it() -> None:
    units = {TANKS: "B1404"}
    game, base = game_at(ARMOUR, units, 2, rules=SWAMPS), game_at(ARMOUR, units, 2)
    assert (game.reach(TANKS)[SWAMP], base.reach(TANKS)[SWAMP]) == (8 - 5, 0)  # MP left of 8
    assert why(game, f"move {TANKS} {SWAMP} B1505") == []
    assert why(base, f"move {TANKS} {SWAMP} B1505") == ["gpw 5.4.D"]
    assert by("tec", "terrain")["mountain"]["armour_mp"] == "all"
    told = game.charts.tec if hasattr(game, "charts") else game._pos.world.charts.tec
    assert (told["mountain"].armour_mp, told["swamp"].armour_mp) == (5, 5)


@pytest.mark.rule("gpw 23.4.11.B")
def test_armour_with_too_few_mp_left_does_not_enter() -> None:
    units = {TANKS: "B1403"}  # the river before B1404 takes one more: 6 of 8 MP are left
    path = f"move {TANKS} B1503 B1403 B1404 {SWAMP}"  # 1 + 1 + 2, and 4 are left
    assert why(game_at(ARMOUR, units, 2, rules=SWAMPS), path) == ["gpw 5.0.D"]
    assert why(game_at(ARMOUR, units, 2), path) == []


@pytest.mark.rule("gpw 23.4.11.C")
def test_the_first_hex_may_always_be_entered() -> None:
    seed = seed_for(ARMOUR, "weather", "mud", 1, 4)
    game = game_at(ARMOUR, {TANKS: "B1404"}, 4, seed=seed, rules=SWAMPS)
    assert game.reach(TANKS)[SWAMP] == 0  # mud leaves 4 of 8 MP, and all of them go
    assert rule_ids(game.price(f"move {TANKS} {SWAMP}")) == ["gpw 5.0.E"]


# ---- 23.4.14: retreats

#: Three Soviet armies around A1203: the way west leads through their ZOC in A1204 to A1205, which is free of it.
POCKET = {CORPS: STEPPE, "su-inf-3": EAST, "su-inf-4": NORTH_WEST, "su-inf-24": SOUTH_WEST}
FRIEND = {"ax-inf-6": WEST}


@pytest.mark.rule("gpw 23.4.14")
def test_a_friend_in_the_hex_shelters_a_retreat() -> None:
    game = fight({**POCKET, **FRIEND}, "DR", rules=("sheltered-retreats",), attackers=("su-inf-3", "su-inf-4"))
    if game.pending is not None and game.pending.kind == "retreat":
        assert offered(game) == ["retreat A1204 A1205"]
        game.do(game.pending.default)
    assert state(game, CORPS) == "A1205"
    base = fight({**POCKET, **FRIEND}, "DR", attackers=("su-inf-3", "su-inf-4"))
    base.do("retreat A1204 A1205")
    assert state(base, CORPS) == "A1205/1"
    alone = fight(POCKET, "DR", rules=("sheltered-retreats",), attackers=("su-inf-3", "su-inf-4"))
    alone.do("retreat A1204 A1205")
    assert state(alone, CORPS) == "A1205/1"
