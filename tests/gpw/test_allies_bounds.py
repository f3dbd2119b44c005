"""German allies (section 17): garrisons, countries that are closed, Romania's leash, and nations that balk."""

from __future__ import annotations

import random

import pytest

from gpwlab import IllegalAction, gpw
from tests.gpw.axis_allies import (
    ALLIES,
    HOLDOUT,
    HUNGARIANS,
    ODESSA,
    ROMANIANS,
    at,
    country,
    dead,
    fight,
    ring,
    state,
    told,
)
from tests.gpw.battles import offered
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import by, neighbours, playable, rail_hexes
from tests.gpw.moves import game_in, refused
from tests.gpw.test_reach_oracle import GROUND, Situation, dijkstra

GENERAL, RAIL = "Axis General Movement", "Axis Rail Movement"
ROMANIA, HUNGARY, BESSARABIA = country("Romania"), country("Hungary"), country("Bessarabia")


# ---- 17.1.1, 17.2.1.B: garrisons


@pytest.mark.rule("gpw 17.1.1.A")
def test_a_romanian_garrison_stays_in_romania() -> None:
    board = {"ax-ro-gar-9": "B3112"} | HOLDOUT  # Timisoara; B3012 and B3213 are Hungarian
    game = at(GENERAL, board, turn=2)
    assert game.reach("ax-ro-gar-9").keys() <= ROMANIA
    assert "B3113" in game.reach("ax-ro-gar-9")
    for path in ("B3012", "B3113 B3213", "B3012 B3113"):
        assert refused(game, f"move ax-ro-gar-9 {path}") == ["gpw 17.1.1.A"]
    free = game_at(GENERAL, board, turn=2)  # without the advanced rule it goes
    assert {"B3012", "B3213"} <= free.reach("ax-ro-gar-9").keys()


@pytest.mark.rule("gpw 17.1.1.A")
def test_nor_does_it_leave_by_rail() -> None:
    units = {"ax-ro-gar-9": "B2911", "ax-inf-1": "B1814"}  # a railway leads from B2911 into Hungary both ways
    assert game_in(RAIL, units, 6, rules=ALLIES).reach("ax-ro-gar-9").keys() <= ROMANIA
    assert refused(game_in(RAIL, units, 6, rules=ALLIES), "move ax-ro-gar-9 B2910") == ["gpw 17.1.1.A"]
    assert "B2910" in game_in(RAIL, units, 6).reach("ax-ro-gar-9")


@pytest.mark.rule("gpw 17.1.1.A")
def test_a_garrison_that_is_forced_out_of_romania_is_eliminated() -> None:
    # B2911: the two neighbours in Romania hold the attackers, the other four are Hungarian
    board = {"ax-ro-gar-9": "B2911", "su-inf-3": "B3010", "su-inf-4": "B3011"}
    assert neighbours("B2911") & ROMANIA == {"B3010", "B3011"}
    foreseen = at("Soviet Combat", board, turn=2).battle("B2911", ["su-inf-3", "su-inf-4"])
    assert [o.defender_steps for o in foreseen.outcomes if o.result == "DR"] == [2]
    game = fight(board, "B2911", "DR")
    assert state(game, "ax-ro-gar-9") == "eliminated"
    assert game.log.loc[game.log.unit == "ax-ro-gar-9", "rule"].iloc[-1] == "gpw 17.1.1.A"
    base = fight(board, "B2911", "DR", rules=gpw.RuleSet())
    assert state(base, "ax-ro-gar-9") != "eliminated"


@pytest.mark.rule("gpw 17.1.1.A")
def test_where_a_way_within_romania_is_open_the_attacker_takes_it() -> None:
    board = {"ax-ro-gar-9": "B3112", "su-inf-3": "B3012", "su-inf-4": "B3113"}
    base = fight(board, "B3112", "DR", rules=gpw.RuleSet())
    assert "retreat B3211 B3312" in offered(base)  # into Jugoslavia
    game = fight(board, "B3112", "DR")
    assert set(offered(game)) == {option for option in offered(base) if option.split()[-1] in ROMANIA}
    assert rule_ids(game.why_not("retreat B3211 B3312"))[-1] == "gpw 17.1.1.A"


@pytest.mark.rule("gpw 17.1.1.A")
def test_a_garrison_loses_a_step_on_the_way_rather_than_leave() -> None:
    # both ways within Romania lead through B3011 or B3211, in the ZOC of the attackers; B3212 to B3312 is free
    board = {"ax-ro-gar-9": "B3112", "su-inf-3": "B3012", "su-inf-4": "B3111"}
    base = fight(board, "B3112", "DR", rules=gpw.RuleSet())
    assert "retreat B3212 B3312" in offered(base)
    base.do("retreat B3212 B3312")
    assert state(base, "ax-ro-gar-9") == "full"
    game = fight(board, "B3112", "DR")
    assert offered(game) == ["retreat B3011 B2911", "retreat B3211 B3311"]
    game.do("retreat B3211 B3311")
    assert state(game, "ax-ro-gar-9") == "reduced"


@pytest.mark.rule("gpw 17.1.1.A")
def test_a_garrison_attacks_out_of_romania_but_does_not_advance() -> None:
    board = {"ax-ro-gar-11": "B3003", "ax-pz-56": "B2904", "su-inf-27": "B2903/1", "su-inf-9": "B2801"}
    game = fight(board, "B2903", "DRL", phase="Axis Combat")
    assert offered(game) == ["advance none", "advance ax-pz-56"]
    assert refused(game, "advance ax-ro-gar-11")[-1] == "gpw 17.1.1.B"
    base = fight(board, "B2903", "DRL", phase="Axis Combat", rules=gpw.RuleSet())
    assert "advance ax-ro-gar-11" in offered(base)


@pytest.mark.rule("gpw 17.1.1.B")
def test_bessarabia_is_open_to_garrisons_once_no_soviet_unit_is_there() -> None:
    board = {"ax-ro-gar-11": "B3003", "su-inf-9": "B2801"}
    game = at("Soviet General Movement", board, turn=2)
    assert told(game, "allies") == []
    game.play(GENERAL, turn=3)
    assert refused(game, "move ax-ro-gar-11 B2903") == ["gpw 17.1.1.B"]
    assert not game.reach("ax-ro-gar-11").keys() & BESSARABIA
    game = at("Soviet General Movement", board, turn=2)
    game.do("move su-inf-9 B2701")
    assert told(game, "allies") == ["Bessarabia is clear of Soviet units and belongs to Romania"]
    game.play(GENERAL, turn=3)
    assert game.why_not("move ax-ro-gar-11 B2903") == []
    assert game.reach("ax-ro-gar-11").keys() & BESSARABIA
    assert game.reach("ax-ro-gar-11").keys() <= ROMANIA | BESSARABIA


@pytest.mark.rule("gpw 17.1.1.B")
def test_bessarabia_stays_romanian_when_the_soviets_come_back() -> None:
    game = at("Soviet General Movement", {"ax-ro-gar-11": "B2903", "su-inf-9": "B2801"}, turn=2)
    game.do("move su-inf-9 B2701")
    game.play("Soviet General Movement", turn=3)
    game.do("move su-inf-9 B2801")
    game.play(GENERAL, turn=4)
    assert "B2803" in game.reach("ax-ro-gar-11")
    assert gpw.from_position(game.position, game.rules).reach("ax-ro-gar-11") == game.reach("ax-ro-gar-11")


@pytest.mark.rule("gpw 17.2.1.B")
def test_a_hungarian_garrison_stays_in_hungary_in_moves_and_retreats() -> None:
    units = {"ax-hu-gar-6": "B2510", "su-inf-3": "B1503"}
    game = at(GENERAL, units, turn=2)
    assert game.reach("ax-hu-gar-6").keys() <= HUNGARY
    outside = next(iter(sorted(n for n in neighbours("B2510") if playable(n) and n not in HUNGARY)))
    assert refused(game, f"move ax-hu-gar-6 {outside}") == ["gpw 17.2.1.B"]
    assert game_at(GENERAL, units, turn=2).why_not(f"move ax-hu-gar-6 {outside}") == []
    assert neighbours("B3006") & HUNGARY == {"B2907"}
    lost = fight({"ax-hu-gar-6": "B3006", "su-inf-3": "B2907", "su-inf-4": "B3007"}, "B3006", "DR")
    assert state(lost, "ax-hu-gar-6") == "eliminated"
    assert lost.log.loc[lost.log.unit == "ax-hu-gar-6", "rule"].iloc[-1] == "gpw 17.2.1.B"


@pytest.mark.rule("gpw 17.2.1.C")
def test_hungarians_without_a_g_go_anywhere_but_into_romania() -> None:
    far = {"ax-hu-gar-8": "A1304", "ax-hu-inf-3": "A1104"}  # 8H has no G on its counter
    game = at(GENERAL, far, turn=2)
    assert game.reach("ax-hu-gar-8") == game_at(GENERAL, far, turn=2).reach("ax-hu-gar-8")
    assert game.reach("ax-hu-inf-3") == game_at(GENERAL, far, turn=2).reach("ax-hu-inf-3")
    fronts = {"ax-hu-inf-3": "A1104", "su-inf-27": "A1103/1"}
    assert game_at("Axis Combat", fronts, turn=2, rules=ALLIES).why_not("attack A1103 by ax-hu-inf-3") == []


# ---- 17.1.3.A, 17.2.1.A, 17.4.A: closed countries


@pytest.mark.parametrize(("unit", "here", "there", "rule"), [
    pytest.param("ax-ro-inf-3", "B3112", "B3012", "gpw 17.1.3.A", marks=pytest.mark.rule("gpw 17.1.3.A")),
    pytest.param("ax-hu-inf-3", "B3012", "B3112", "gpw 17.2.1.A", marks=pytest.mark.rule("gpw 17.2.1.A")),
    pytest.param("ax-sk-gar", "B2717", "B2817", "gpw 17.4.A", marks=pytest.mark.rule("gpw 17.4.A")),
    pytest.param("ax-sk-gar", "B2508", "B2607", "gpw 17.4.A", marks=pytest.mark.rule("gpw 17.4.A")),
])  # fmt: skip
def test_allies_keep_out_of_each_others_countries(unit: str, here: str, there: str, rule: str) -> None:
    closed = by("hexes", "hex")[there]["country"]
    game = at(GENERAL, {unit: here} | HOLDOUT, turn=2)
    assert refused(game, f"move {unit} {there}") == [rule]
    assert game.reach(unit)
    assert not {h for h in game.reach(unit) if by("hexes", "hex")[h]["country"] == closed}
    assert there in game_at(GENERAL, {unit: here}, turn=2).reach(unit)


@pytest.mark.rule("gpw 17.1.3.A")
def test_romanians_do_not_ride_through_hungary_nor_retreat_or_advance_into_it() -> None:
    train = {"ax-ro-inf-3": "B2911"}
    assert not game_in(RAIL, train, 6, rules=ALLIES).reach("ax-ro-inf-3").keys() & HUNGARY
    assert game_in(RAIL, train, 6).reach("ax-ro-inf-3").keys() & HUNGARY
    lost = fight({"ax-ro-inf-3": "B2911", "su-inf-3": "B3010", "su-inf-4": "B3011"}, "B2911", "DR")
    assert state(lost, "ax-ro-inf-3") == "eliminated"
    assert lost.log.loc[lost.log.unit == "ax-ro-inf-3", "rule"].iloc[-1] == "gpw 17.1.3.A"
    attack = {"ax-ro-inf-3": "B2911", "ax-pz-56": "B2912", "su-inf-27": "B2811/1"}
    assert offered(fight(attack, "B2811", "DRL", phase="Axis Combat")) == ["advance none", "advance ax-pz-56"]


@pytest.mark.rule("gpw 17.2.1.A", "gpw 17.1.1.B")
def test_bessarabia_is_romania_to_hungarians_too_once_it_is_clear() -> None:
    units = {"ax-hu-inf-3": "B2406"}
    assert "B2507" in at(GENERAL, units | HOLDOUT, turn=2).reach("ax-hu-inf-3")
    game = at(GENERAL, units, turn=2)
    assert refused(game, "move ax-hu-inf-3 B2507") == ["gpw 17.2.1.A"]


# ---- 17.1.3.B, 17.1.3.C: the leash

FREE = {"ax-ro-inf-3": "B2302", "ax-ro-inf-2": ODESSA}  # B2302 is three hexes from Bessarabia, B2301 four
LEASHED = [
    {"ax-ro-inf-3": "B2302"},
    {"ax-ro-inf-3": "B2302", "ax-inf-11": ODESSA},  # a German does not do
    FREE | {"ax-ro-inf-2": f"{ODESSA}/1"},
    FREE | {"ax-ro-gar-9": "B3305/1"},  # garrisons are of the army too
    FREE | {"ax-ro-inf-3": "B2302/1"},
]


@pytest.mark.rule("gpw 17.1.3.B")
@pytest.mark.parametrize("board", LEASHED)
def test_romanians_move_three_hexes_from_romania_and_bessarabia_at_most(board: dict[str, str]) -> None:
    near = ring("Romania", 3)
    assert near["B2302"] == 3
    assert "B2301" not in near
    game = at(GENERAL, board, turn=2)
    assert refused(game, "move ax-ro-inf-3 B2301") == ["gpw 17.1.3.B"]
    assert game.reach("ax-ro-inf-3").keys() <= near.keys()
    assert "B2303" in game.reach("ax-ro-inf-3")
    assert "B2301" in game_at(GENERAL, board, turn=2).reach("ax-ro-inf-3")


@pytest.mark.rule("gpw 17.1.3.C")
@pytest.mark.parametrize("more", [{}, {"ax-ro-inf-5": "eliminated/0"}, {"ax-ro-inf-6": "due/1"}])
def test_with_odessa_and_full_strength_they_go_where_they_like(more: dict[str, str]) -> None:
    game = at(GENERAL, FREE | more, turn=2)  # units that are not on the map are not in play
    assert game.why_not("move ax-ro-inf-3 B2301") == []
    assert game.reach("ax-ro-inf-3") == game_at(GENERAL, FREE, turn=2).reach("ax-ro-inf-3")


@pytest.mark.rule("gpw 17.1.3.B", "gpw 17.1.3.C")
def test_the_leash_returns_when_its_conditions_lapse() -> None:
    """The base game does the opposite of variant 23.4.13, by which they never have to be met again."""
    game = at(GENERAL, FREE | {"ax-ro-inf-4": "B2601"}, turn=2)
    assert game.why_not("move ax-ro-inf-3 B2301") == []
    game.do("move ax-ro-inf-2 B2801")
    assert refused(game, "move ax-ro-inf-3 B2301") == ["gpw 17.1.3.B"]
    game.do(f"move ax-ro-inf-4 {ODESSA}")
    assert game.why_not("move ax-ro-inf-3 B2301") == []


@pytest.mark.rule("gpw 17.1.3.B")
def test_a_unit_beyond_the_leash_goes_no_farther_away() -> None:
    units = {"ax-ro-inf-3": "B2105", "ax-inf-1": "B1814"}
    assert ring("Romania", 5)["B2105"] == 4
    game = at(GENERAL, units, turn=2)
    far = ring("Romania", 12)
    assert {far[h] for h in game.reach("ax-ro-inf-3")} >= {2, 3, 4}
    assert max(far[h] for h in game.reach("ax-ro-inf-3")) == 4
    farther = next(n for n in sorted(neighbours("B2105")) if far[n] == 5)
    assert refused(game, f"move ax-ro-inf-3 {farther}") == ["gpw 17.1.3.B"]
    # nor out and back
    assert refused(game, f"move ax-ro-inf-3 {farther} B2105") == ["gpw 17.1.3.B"]


@pytest.mark.rule("gpw 17.1.3.B")
def test_the_leash_binds_by_rail_and_after_combat_but_neither_attacks_nor_retreats() -> None:
    beyond = {"ax-ro-inf-3": "B2302", "ax-pz-56": "B2401", "su-inf-27": "B2301/1"}
    assert "B2301" not in ring("Romania", 3)
    game = fight(beyond, "B2301", "DRL", phase="Axis Combat")
    assert offered(game) == ["advance none", "advance ax-pz-56"]
    assert refused(game, "advance ax-ro-inf-3")[-1] == "gpw 17.1.3.B"
    lines = dict.fromkeys((h for h in rail_hexes() if playable(h)), 0)  # all of them in Axis hands
    rides = [game_in(RAIL, {"ax-ro-inf-3": "B2705"}, 6, rules=rules, control=lines) for rules in (ALLIES, None)]
    reached = [game.reach("ax-ro-inf-3").keys() for game in rides]
    assert reached[0] == {h for h in reached[0] if h in ring("Romania", 3)}
    assert len(reached[0]) > 10
    assert reached[1] - ring("Romania", 3).keys()
    beaten = fight({"ax-ro-inf-3": "B2302", "su-inf-3": "B2402", "su-inf-4": "B2403"}, "B2302", "DR")
    if beaten.pending is not None:
        beaten.do(beaten.pending.default)
    assert ring("Romania", 6)[beaten.standing("ax-ro-inf-3")[2]] > 3


# ---- reach and paths agree, in random situations


def is_open(unit: str, where: dict[str, str], steps: dict[str, int], annexed: bool, name: str) -> bool:
    """Section 17.1 to 17.4 as a test of one hex, from the tables alone."""
    row = by("units", "unit_id")[unit]
    nation, garrison = row["nationality"], row["label"].endswith("G")
    land = by("hexes", "hex")[name]["country"]
    land = "Romania" if annexed and name in BESSARABIA else land
    if garrison and nation in ("Romanian", "Hungarian"):
        return land == {"Romanian": "Romania", "Hungarian": "Hungary"}[nation]
    closed = {"Romanian": {"Hungary"}, "Hungarian": {"Romania"}, "Slovak": {"Hungary", "Romania"}}.get(nation, set())
    if land in closed:
        return False
    mine = [u for u in where if u in ROMANIANS]
    loose = any(where[u] == ODESSA for u in mine) and all(steps[u] == 2 for u in mine)
    far = ring("Romania", 40)
    return nation != "Romanian" or loose or far[name] <= max(3, far[where[unit]])


def situation(number: int) -> tuple[Situation, bool]:
    dice = random.Random(number)
    area = {dice.choice(["B2607", "B3012", "B2717", "B2909", "B2701", "B2302", "B2512", "B3112", "B2704"])}
    for _ring in range(4):
        area |= {n for h in area for n in neighbours(h) if playable(n)}
    allied = [row for row in GROUND if row["nationality"] in ("Romanian", "Hungarian", "Slovak")]
    rows = dice.sample(allied, 5) + dice.sample([row for row in GROUND if row not in allied], 5)
    where = {row["unit_id"]: hex_ for row, hex_ in zip(rows, dice.sample(sorted(area), 10), strict=True)}
    if dice.random() < 0.4 and ODESSA in area - set(where.values()):
        where[rows[0]["unit_id"]] = ODESSA
    steps = {unit: 2 if dice.random() < 0.8 else 1 for unit in where}
    return Situation(GENERAL, 2, "", where, steps, [], False), dice.random() < 0.5


@pytest.mark.rule("gpw 17.1.3.A", "gpw 17.1.3.B", "gpw 17.2.1.A")
@pytest.mark.parametrize("part", range(4))
def test_allies_reach_what_a_plain_search_within_their_bounds_finds(part: int) -> None:
    leashed = 0
    for number in range(part, 80, 4):
        case, annexed = situation(number)
        units = {unit: f"{hex_}/{case.steps[unit]}" for unit, hex_ in case.where.items()}
        game = game_in(GENERAL, units, 2, rules=ALLIES, annexed=annexed)
        for unit in case.movers():

            def opened(name: str, unit: str = unit, case: Situation = case, annexed: bool = annexed) -> bool:
                return is_open(unit, case.where, case.steps, annexed, name)

            found = game.reach(unit)
            assert found == dijkstra(case, unit, opened), (number, unit)
            leashed += found != dijkstra(case, unit)
            for hex_ in list(found)[:12]:
                path = game.path(unit, hex_)
                assert game.why_not(f"move {unit} {' '.join(path)}") == [], (number, unit, path)
                for beyond in neighbours(hex_) - found.keys() - {case.where[unit]}:
                    assert game.why_not(f"move {unit} {' '.join(path)} {beyond}"), (number, unit, path, beyond)
    assert leashed > 10


# ---- 17.1.4, 17.2.3: nations that balk

FRONT = {"su-inf-27": "A1203/1"}


@pytest.mark.parametrize(("unit", "nation", "limit", "rule"), [
    pytest.param("ax-ro-cav", ROMANIANS, 4, "gpw 17.1.4", marks=pytest.mark.rule("gpw 17.1.4")),
    pytest.param("ax-hu-inf-2", HUNGARIANS, 2, "gpw 17.2.3", marks=pytest.mark.rule("gpw 17.2.3")),
])  # fmt: skip
def test_with_heavy_losses_the_others_do_not_attack(unit: str, nation: list[str], limit: int, rule: str) -> None:
    lost = [name for name in nation if name != unit]
    board = FRONT | {unit: "A1202", "ax-inf-1": "A1204"}
    game = at("Axis Combat", board | dead(lost, limit - 1), turn=2)
    assert game.why_not(f"attack A1203 by {unit}") == []
    assert unit in game.candidates("A1203")
    game = at("Axis Combat", board | dead(lost, limit), turn=2)
    assert refused(game, f"attack A1203 by {unit} ax-inf-1") == [rule]
    assert [str(a) for a in game.legal if isinstance(a, gpw.Attack)] == ["attack A1203 by ax-inf-1"]
    with pytest.raises(IllegalAction, match=rule):
        game.battle("A1203", [unit])
    assert game_at("Axis Combat", board | dead(lost, limit), turn=2).why_not(f"attack A1203 by {unit}") == []


@pytest.mark.rule("gpw 17.1.4")
def test_only_their_own_dead_count_and_only_the_eliminated_pile() -> None:
    board = FRONT | {"ax-ro-cav": "A1202"}
    others = dead([u for u in ROMANIANS if u != "ax-ro-cav"], 3) | {"ax-ro-mtn": "withdrawn", "ax-ro-inf-7": "later"}
    game = at("Axis Combat", board | others | dead(HUNGARIANS, 5) | dead(["ax-inf-1", "ax-inf-2"], 2), turn=2)
    assert game.why_not("attack A1203 by ax-ro-cav") == []


@pytest.mark.rule("gpw 17.1.4")
def test_romanians_of_the_other_side_and_romanian_defenders_do_not_care() -> None:
    front = {"su-rom-1": "A1203", "ax-inf-26": "A1304/1", "ax-ro-inf-3": "A1204"}
    game = at("Soviet Combat", front | dead([u for u in ROMANIANS if u != "ax-ro-inf-3"], 6), turn=2)
    assert game.why_not("attack A1304 by su-rom-1") == []
    assert game.why_not("attack A1204 by su-rom-1") == []


@pytest.mark.rule("gpw 17.1.4", "gpw 17.2.3")
def test_units_in_the_pile_of_a_scenario_count_as_eliminated() -> None:
    """Scenario 4 begins with five Romanians and four Hungarians in the pile."""
    game = gpw.new("citadel", rules=ALLIES)
    told = [reason.text for reason in game.allies()]
    assert "5 Romanian units are eliminated" in told
    assert "4 Hungarian units are eliminated" in told
    game.play("Axis Combat")
    attackers = {unit for action in game.legal if isinstance(action, gpw.Attack) for unit in action.attackers}
    assert attackers
    assert not attackers & {*ROMANIANS, *HUNGARIANS}
