"""The campaign variants of Battleplan 7 (23.3)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from tests.gpw.battles import EAST, STEPPE, WEST, state
from tests.gpw.boards import game_at, rule_ids, seed_for, to_the_end
from tests.gpw.maps import table
from tests.gpw.wings import duel, raid

CITY = {row["name"]: row["hex"] for row in table("cities")}
ARRIVE, SOVIET_ARRIVE = "Axis Reinforcement/Replacement", "Soviet Reinforcement/Replacement"
UKRAINIANS = ("ax-ukr-inf-1", "ax-ukr-inf-2", "ax-ukr-inf-3")
KIEV = {CITY["Kiev"]: "Axis"}


def kinds(game: gpw.Game, kind: str) -> list[str]:
    return game.log[game.log.kind == kind].rule.tolist()


# ---- 23.3.1.1: Ukrainian separatists


def separatists(die: int, units: dict[str, str] | None = None, control: dict[str, str] | None = None) -> gpw.Game:
    """Axis reinforcements of turn 3 with the die of the separatists brought to a face."""
    seed = seed_for(ARRIVE, "separatists", "Kiev", die, turn=3)
    held = KIEV if control is None else control
    return game_at(ARRIVE, units or {}, 3, seed, held, gpw.rules("23.3.1.1"))


@pytest.mark.rule("gpw 23.3.1.1.A")
@pytest.mark.parametrize(("die", "due"), [(1, False), (4, False), (5, True), (6, True)])
def test_a_five_or_six_raises_a_ukrainian_unit_while_kiev_is_held(die: int, due: bool) -> None:
    game = separatists(die)
    assert (state(game, UKRAINIANS[0]) == "due") is due
    unit = game.standing(UKRAINIANS[0])[0]
    assert (unit.attack[1], unit.ma[1]) == (6, 4)
    soviet = separatists(die, control={})
    assert kinds(soviet, "volunteers") == []


@pytest.mark.rule("gpw 23.3.1.1.B")
def test_it_is_placed_in_a_city_of_the_ukraine() -> None:
    rail = {CITY[name]: "Axis" for name in ("Kiev", "Odessa", "Dnepropetrovsk", "Minsk", "Stalino")}
    game = separatists(5, control=rail)
    places = {action.hex for action in game.legal.of(UKRAINIANS[0])}  # type: ignore[union-attr]
    assert places
    for name in places:
        assert int(name[1:3]) > 17
        assert game.board.country[game.board.hex(name)] == "USSR"
    assert CITY["Kiev"] in places
    assert CITY["Dnepropetrovsk"] in places
    assert rule_ids(game.why_not(f"place {UKRAINIANS[0]} {CITY['Minsk']}")) == ["gpw 9.1.C"]  # north of row 1700
    assert rule_ids(game.why_not(f"place {UKRAINIANS[0]} {CITY['Sevastopol']}")) == ["gpw 9.1.C"]
    assert rule_ids(game.why_not(f"place {UKRAINIANS[0]} {CITY['Kishinev']}")) == ["gpw 9.1.C"]  # Bessarabia


@pytest.mark.rule("gpw 23.3.1.1.C", "gpw 23.3.1.1.D")
def test_after_three_units_the_die_gives_a_special_rp_for_them() -> None:
    units = {UKRAINIANS[0]: "B1902/1", UKRAINIANS[1]: "eliminated", UKRAINIANS[2]: "B1904", "ax-inf-1": "eliminated"}
    control = {**KIEV, "B1902": "Axis", "B1904": "Axis"}
    game = separatists(5, units, control)
    rp = game.rp
    game.do(f"order raise-ukrainian {UKRAINIANS[0]}")
    assert state(game, UKRAINIANS[0]) == "B1902"
    assert game.rp == rp
    assert rule_ids(game.why_not(f"order raise-ukrainian {UKRAINIANS[1]} {CITY['Kiev']}")) == [
        "gpw 23.3.1.1.D"
    ]  # spent
    game.undo()
    assert rule_ids(game.why_not(f"order raise-ukrainian ax-inf-1 {CITY['Kiev']}")) == ["gpw 23.3.1.1.D"]
    game.do(f"order raise-ukrainian {UKRAINIANS[1]} {CITY['Kiev']}")
    assert state(game, UKRAINIANS[1]) == f"{CITY['Kiev']}/1"
    assert gpw.from_position(game.position, game.rules).position == game.position
    with pytest.raises(InvalidInput):
        game.do("order raise-ukrainian")
    none = separatists(4, units, control)
    assert "gpw 23.3.1.1.D" in rule_ids(none.why_not(f"order raise-ukrainian {UKRAINIANS[0]}"))


# ---- 23.3.1.2: Vlasov's volunteers

LAND = {row["hex"]: row["country"] for row in table("hexes")}
#: Soviet major cities; the fall of Moscow would end the game.
RUSSIAN = [
    row["hex"] for row in table("cities")
    if row["major"] == "yes" and LAND[row["hex"]] == "USSR" and row["name"] != "Moscow"
]  # fmt: skip


def volunteers(die: int, held: int = 5, units: dict[str, str] | None = None) -> gpw.Game:
    seed = seed_for(ARRIVE, "volunteers", "Vlasov", die, turn=3)
    control = dict.fromkeys(RUSSIAN[:held], "Axis")
    return game_at(ARRIVE, units or {}, 3, seed, control, gpw.rules("23.3.1.2"))


@pytest.mark.rule("gpw 23.3.1.2.A", "gpw 23.3.1.2.B")
def test_only_a_six_and_five_cities_raise_volunteers() -> None:
    game = volunteers(6)
    assert state(game, "ax-roa-inf-1") == "due"
    unit = game.standing("ax-roa-inf-1")[0]
    assert (unit.attack[1], unit.ma[1]) == (8, 4)
    assert state(volunteers(5), "ax-roa-inf-1") == "later"
    assert kinds(volunteers(6, held=4), "volunteers") == []


@pytest.mark.rule("gpw 23.3.1.2.D")
def test_they_enter_anywhere_in_russia() -> None:
    game = volunteers(6)
    places = {action.hex for action in game.legal.of("ax-roa-inf-1")}  # type: ignore[union-attr]
    assert places <= set(RUSSIAN[:5])
    assert places
    assert rule_ids(game.why_not(f"place ax-roa-inf-1 {CITY['Berlin']}")) == ["gpw 9.1.C"]


@pytest.mark.rule("gpw 23.3.1.2.C", "gpw 23.3.1.2.E")
def test_two_of_them_then_special_rps() -> None:
    units = {"ax-roa-inf-1": "eliminated", "ax-roa-inf-2": "eliminated"}
    game = volunteers(6, units=units)
    place = next(action for action in game.legal if str(action).startswith("order raise-volunteer ax-roa-inf-2"))
    game.do(place)
    assert state(game, "ax-roa-inf-2").endswith("/1")
    assert not any(str(action).startswith("order raise-volunteer") for action in game.legal)


# ---- 23.3.2: national war efforts


@pytest.mark.rule("gpw 23.3.2")
def test_three_rps_each_may_for_minor_allies_and_italians() -> None:
    units = {"ax-it-inf-2": "B1410/1", "ax-ro-inf-2": "B3303/1", "ax-inf-1": "B1512/1", "ax-hu-inf-2": "B2611/1"}
    rules = to_the_end(gpw.rules("23.3.2"))
    game = game_at(ARRIVE, units, 8, rules=rules, control={"B1410": "Axis"})
    rp = game.rp
    for unit in ("ax-it-inf-2", "ax-ro-inf-2", "ax-hu-inf-2"):
        game.do(f"order raise-ally {unit}")
        assert not state(game, unit).endswith("/1")
    assert game.rp == rp
    assert rule_ids(game.why_not("order raise-ally ax-inf-1")) == ["gpw 23.3.2"]
    assert rule_ids(game_at(ARRIVE, units, 9, rules=rules).why_not("order raise-ally ax-it-inf-2")) == ["gpw 23.3.2"]
    base = game_at(ARRIVE, units, 8, rules=to_the_end(), control={"B1410": "Axis"})
    assert "gpw 9.1.I" in rule_ids(base.why_not("rebuild ax-it-inf-2"))  # the base game rebuilds no Italians


# ---- 23.3.3: refit

REFIT = to_the_end(gpw.rules("23.3.3"))
WEST_EDGE = next(row["hex"] for row in table("edges") if row["side"] == "Axis")


@pytest.mark.rule("gpw 23.3.3.A")
def test_a_reduced_german_unit_a_turn_goes_to_refit_from_1942() -> None:
    near = gpw.new("barbarossa").board
    second = next(near.ids[h] for h in near.land[near.hex(WEST_EDGE)])
    units = {"ax-inf-1": f"{WEST_EDGE}/1", "ax-inf-2": f"{second}/1", "ax-pz-56": "B1512"}
    game = game_at("Axis General Movement", units, 8, rules=REFIT)
    assert rule_ids(game.why_not("order refit ax-pz-56")) == ["gpw 23.3.3.A"] * 2  # whole, and far from the edge
    game.do("order refit ax-inf-1")
    assert state(game, "ax-inf-1") == "turn box"
    assert rule_ids(game.why_not("order refit ax-inf-2")) == ["gpw 23.3.3.A"]  # one a turn
    early = game_at("Axis General Movement", units, 5, rules=REFIT)
    assert rule_ids(early.why_not("order refit ax-inf-1")) == ["gpw 23.3.3.A"]
    assert gpw.from_position(game.position, game.rules).position == game.position


@pytest.mark.rule("gpw 23.3.3.B")
def test_a_ride_to_refit_counts_against_the_rail_capacity() -> None:
    board = gpw.new("barbarossa").board
    edge = next(board.ids[h] for h in board.edge["Axis"] if board.rail[h])
    game = game_at("Axis Rail Movement", {"ax-inf-1": f"{CITY['Breslau']}/1"}, 8, rules=REFIT)
    before = game.rail_left
    assert edge
    game.do("order refit ax-inf-1")
    assert game.rail_left == before - 1


def refit(die: int, unit: str = "ax-inf-1", turn: int = 9) -> gpw.Game:
    units = {unit: "turn box/1"}
    record = {"boxes": {unit: turn}, "extra": {"german-refit": {"box": [unit], "left": turn - 1}}}
    seed = seed_for(ARRIVE, "refit", unit, die, turn)
    return game_at(ARRIVE, units, turn, seed, rules=REFIT, **record)


@pytest.mark.rule("gpw 23.3.3.C")
@pytest.mark.parametrize(
    ("unit", "die", "whole"),
    [("ax-inf-1", 3, False), ("ax-inf-1", 4, True), ("ax-pz-56", 4, False), ("ax-pz-56", 5, True)],
)
def test_infantry_is_whole_on_a_four_and_armour_on_a_five(unit: str, die: int, whole: bool) -> None:
    game = refit(die, unit)
    assert state(game, unit) == ("due" if whole else "turn box")
    if whole:
        game.do(next(iter(game.legal.of(unit))))
        assert not state(game, unit).endswith("/1")


@pytest.mark.rule("gpw 23.3.3.D")
def test_who_fails_waits_or_comes_back_reduced_by_the_edge() -> None:
    game = refit(1)
    waits = game.fork()
    waits.play(ARRIVE, turn=10)
    assert kinds(waits, "refit") == ["gpw 23.3.3.C"] * 2
    game.do("order refit-return ax-inf-1")
    places = {action.hex for action in game.legal.of("ax-inf-1")}  # type: ignore[union-attr]
    assert places <= {game.board.ids[h] for h in game.board.edge["Axis"]}
    game.do(f"place ax-inf-1 {min(places)}")
    assert state(game, "ax-inf-1").endswith("/1")
    assert rule_ids(game.why_not("order refit-return ax-inf-1")) == ["gpw 23.3.3.D"]


# ---- 23.3.4: fighter-bombers


@pytest.mark.rule("gpw 23.3.4.A", "gpw 23.3.4.B")
@pytest.mark.parametrize(("die", "result"), [(3, "none"), (4, "aborted"), (5, "aborted"), (6, "shot down")])
def test_a_fighter_bomber_on_a_mission_fares_as_printed_whatever_the_table(die: int, result: str) -> None:
    units = {"su-fb-1": CITY["Moscow"]}
    for rules in (gpw.rules("air", "23.3.4"), gpw.rules("air", "23.3.4", "23.2.8")):
        game = raid(duel(die, 6), extra=units, rules=rules)
        assert rules.has("fighter-bombers")
        game.do("intercept ax-fb-1 A0813")
        shots = game.log[game.log.kind == "interception"].result.tolist()
        assert shots[1] == "shot down"  # a 6 brings the interceptor down
        bomber = {"none": "none", "aborted": "aborted", "shot down": "shot down"}
        assert shots[0] == (bomber[result] if not rules.has("air-to-air-table") else {5: "shot down"}.get(die, result))
    from gpwlab.gpw import sorties

    pos = raid(1, extra=units, rules=gpw.rules("air", "23.3.4"))._pos.copy()
    fighter, bomber_ = pos.world.unit("ax-fb-1").index, pos.world.unit("su-fb-1").index
    pos.missions[bomber_] = "OAS"
    assert sorties.faces(pos, fighter, bomber_, "interceptor")[die - 1] == result


# ---- 23.3.5: marines

NAVAL = gpw.rules("airborne", "23.3.5")


@pytest.mark.rule("gpw 23.3.5.A")
def test_a_marine_division_sets_up_in_rostov_and_stacks_like_airborne_troops() -> None:
    game = gpw.new("barbarossa", rules=["airborne", "23.3.5"])
    assert game.unit_at(CITY["Rostov"]) == ["su-inf-29", "su-mar-1"]
    unit = game.standing("su-mar-1")[0]
    assert (unit.attack[1], unit.ma[1], unit.steps, unit.rp_cost) == (2, 6, 1, 2)
    assert rule_ids(game_at("Soviet General Movement", {"su-mar-1": "A1207"}, rules=NAVAL).why_not(
        f"drop su-mar-1 {STEPPE}"))[0] == "gpw 23.3.5.A"  # fmt: skip


@pytest.mark.rule("gpw 23.3.5.B", "gpw 23.3.5.D")
def test_it_lands_on_a_coast_from_a_coastal_city() -> None:
    game = game_at("Soviet General Movement", {"su-mar-1": CITY["Sevastopol"], "ax-inf-1": CITY["Odessa"]}, rules=NAVAL)
    places = {str(action).split()[-1] for action in game.legal if str(action).startswith("order invade")}
    board = game.board
    assert places
    for name in places:
        assert {"Black Sea", "Azov"} & board.coast[board.hex(name)]
        assert board.terrain[board.hex(name)] != "mountain"
    assert CITY["Odessa"] not in places
    assert rule_ids(game.why_not(f"order invade {CITY['Odessa']}")) == ["gpw 5.3.C"]
    there = min(places)
    game.do(f"order invade {there}")
    assert state(game, "su-mar-1") == there
    assert rule_ids(game.why_not(f"order invade {CITY['Sevastopol']}")) == ["gpw 23.3.5.D"]  # once a phase
    inland = game_at("Soviet General Movement", {"su-mar-1": STEPPE}, rules=NAVAL)
    assert rule_ids(inland.why_not(f"order invade {there}")) == ["gpw 23.3.5.B"]


@pytest.mark.rule("gpw 23.3.5.C")
def test_the_strait_parts_the_seas_unless_both_its_hexes_are_soviet() -> None:
    units = {"su-mar-1": CITY["Taganrog"]}
    shut = game_at("Soviet General Movement", units, rules=NAVAL, control={"A2714": "Axis"})
    assert rule_ids(shut.why_not(f"order invade {CITY['Sevastopol']}")) == ["gpw 23.3.5.C"]
    assert shut.why_not(f"order invade {CITY['Mariupol']}") == []
    assert game_at("Soviet General Movement", units, rules=NAVAL).why_not(f"order invade {CITY['Sevastopol']}") == []


@pytest.mark.rule("gpw 23.3.5.E")
def test_it_is_in_supply_from_any_coast() -> None:
    board = gpw.new("barbarossa").board
    here = CITY["Odessa"]
    ring = [board.ids[h] for h in board.land[board.hex(here)]]
    foes = dict(zip(("ax-inf-1", "ax-inf-2", "ax-inf-6", "ax-inf-10", "ax-inf-9"), ring, strict=False))
    held = {row["hex"]: "Axis" for row in table("cities") if row["sea"] and row["hex"] != here}
    units = {"su-mar-1": here, **foes}
    game = game_at("Soviet Combat", units, rules=NAVAL, control=held)
    supplied = game.units.set_index("unit").in_supply
    assert bool(supplied["su-mar-1"])
    army = game_at("Soviet Combat", {"su-inf-24": here, **foes}, rules=NAVAL, control=held)
    assert not bool(army.units.set_index("unit").in_supply["su-inf-24"])


@pytest.mark.rule("gpw 23.3.5.F")
def test_no_landing_while_the_axis_holds_every_port() -> None:
    ports = {row["hex"] for row in table("cities") if {"Black Sea", "Azov"} & set(row["sea"].split("|"))}
    game = game_at("Soviet General Movement", {"su-mar-1": CITY["Sevastopol"]}, rules=NAVAL)
    pos = game._pos
    for name in ports:
        pos.control[game.board.hex(name)] = 0
    assert "gpw 23.3.5.F" in rule_ids(game.why_not(f"order invade {CITY['Odessa']}"))


# ---- 23.3.6: artillery corps

GUNS = gpw.rules("airborne", "23.3.6")


@pytest.mark.rule("gpw 23.3.6.A")
def test_two_artillery_corps_come_on_turns_14_and_15() -> None:
    rules = to_the_end(GUNS)
    assert state(game_at(SOVIET_ARRIVE, {}, 13, rules=rules), "su-art-1") == "later"
    game = game_at(SOVIET_ARRIVE, {}, 14, rules=rules)
    assert [state(game, f"su-art-{n}") for n in (1, 2)] == ["due", "later"]
    game.play(SOVIET_ARRIVE, turn=15)
    assert state(game, "su-art-2") == "due"
    unit = game.standing("su-art-1")[0]
    assert (unit.attack[1], unit.ma[1], unit.steps) == (2, 4, 1)
    stack = game_at("Soviet General Movement", {"su-art-1": EAST, "su-inf-3": STEPPE}, rules=GUNS)
    assert STEPPE in stack.reach("su-art-1")


@pytest.mark.rule("gpw 23.3.6.B", "gpw 23.3.6.D")
def test_artillery_gives_an_attack_one_column_and_no_more() -> None:
    units = {"su-art-1": EAST, "su-inf-3": EAST, "su-art-2": WEST, "su-inf-4": WEST, "ax-inf-59": STEPPE}
    game = game_at("Soviet Combat", units, rules=GUNS)
    for guns, columns in ((["su-inf-3"], 0), (["su-inf-3", "su-art-1"], 1), (["su-inf-3", "su-art-1", "su-art-2"], 1)):
        shifts = game.battle(STEPPE, guns).odds.shifts
        assert sum(s.columns for s in shifts if s.rule == "gpw 23.3.6.B") == columns
    airfield = game_at("Soviet General Movement", {"su-art-1": "A1207"}, rules=GUNS)
    assert rule_ids(airfield.why_not(f"drop su-art-1 {STEPPE}"))[0] == "gpw 23.3.6.B"


@pytest.mark.rule("gpw 23.3.6.B")
def test_a_corps_costs_three_rps() -> None:
    game = game_at(SOVIET_ARRIVE, {"su-art-1": "eliminated"}, 5, rules=GUNS)
    game.edit().rp(2)
    assert "gpw 9.1.F" in rule_ids(game.why_not(f"rebuild su-art-1 {CITY['Moscow']}"))
    game.edit().rp(4)
    game.do(f"rebuild su-art-1 {CITY['Moscow']}")
    assert game.rp == 1


@pytest.mark.rule("gpw 23.3.6.C")
def test_in_defence_it_adds_its_factor_only() -> None:
    units = {"su-art-1": EAST, "su-inf-3": EAST, "ax-pz-56": STEPPE}
    battle = game_at("Axis Combat", units, rules=GUNS).battle(EAST, ["ax-pz-56"])
    assert battle.odds.defence == 8 + 2
    assert battle.odds.shifts == ()


# ---- 23.3.7: bombing

BOMBS = to_the_end(gpw.rules("23.3.7"))
#: May 1943, May 1944 and the last turn but one.
Y1943, Y1944, Y1945 = 16, 24, 31


@pytest.mark.rule("gpw 23.3.7")
@pytest.mark.parametrize(
    ("turn", "die", "rails", "rps"),
    [
        (Y1943, 4, 0, 0), (Y1943, 5, 1, 0), (Y1943, 6, 1, 0),  # DRM -1
        (Y1944, 3, 0, 0), (Y1944, 5, 1, 0), (Y1944, 6, 2, 1),
        (Y1945, 2, 0, 0), (Y1945, 4, 1, 0), (Y1945, 5, 2, 1), (Y1945, 6, 2, 2),  # DRM +1
    ],
)  # fmt: skip
def test_bombs_take_rail_capacity_and_rps(turn: int, die: int, rails: int, rps: int) -> None:
    seed = seed_for(ARRIVE, "bombing", "Germany", die, turn)
    game = game_at(ARRIVE, {}, turn, seed, rules=BOMBS)
    plain = game_at(ARRIVE, {}, turn, seed, rules=to_the_end())
    assert plain.rp - game.rp == rps
    game.play("Axis Rail Movement")
    plain.play("Axis Rail Movement")
    assert plain.rail_left - game.rail_left == rails


@pytest.mark.rule("gpw 23.3.7")
def test_there_are_no_bombs_before_1943() -> None:
    game = game_at(ARRIVE, {}, 12, rules=BOMBS)
    assert kinds(game, "bombing") == []
