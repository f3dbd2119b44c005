"""The variants of William Sariego (23.5.3)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from tests.gpw.battles import EAST, NORTH_EAST, SOUTH_EAST, STEPPE, WEST, state
from tests.gpw.boards import game_at, rule_ids, seed_for, to_the_end
from tests.gpw.maps import table

CITY = {row["name"]: row["hex"] for row in table("cities")}
ARRIVE, SOVIET_ARRIVE = "Axis Reinforcement/Replacement", "Soviet Reinforcement/Replacement"
#: An Axis corps deep in the steppe with Soviet units all around it, which cannot trace supply.
POCKET = {"ax-inf-1": STEPPE, "su-inf-24": EAST, "su-inf-3": WEST, "su-inf-4": NORTH_EAST, "su-inf-5": "A1304",
          "su-inf-6": SOUTH_EAST, "su-inf-8": "A1104"}  # fmt: skip
ISOLATION = gpw.rules("23.5.3.1")


def pocket(phase: str, turn: int = 2, seed: int = 1, rules: gpw.RuleSet = ISOLATION, **marks: list[str]) -> gpw.Game:
    told = {"extra": {"isolation": {"oos": [], "isolated": [], **marks}}}
    return game_at(phase, POCKET, turn, seed, rules=rules, **told)


# ---- 23.5.3.1: isolation


@pytest.mark.rule("gpw 23.5.3.1.A", "gpw 23.5.3.1.B")
def test_who_cannot_trace_supply_for_a_second_turn_is_isolated() -> None:
    game = pocket(ARRIVE)
    assert game._pos.extra["isolation"]["oos"] == ["ax-inf-1"]
    game.play(ARRIVE, 3)
    assert game._pos.extra["isolation"] == {"oos": [], "isolated": ["ax-inf-1"]}
    assert gpw.from_position(game.position, game.rules).position == game.position
    game.edit().remove("su-inf-3", "later")
    game.edit().remove("su-inf-5", "later")
    game.edit().remove("su-inf-8", "later")
    game.play(ARRIVE, 4)
    assert game._pos.extra["isolation"] == {"oos": [], "isolated": []}


@pytest.mark.rule("gpw 23.5.3.1.A")
def test_out_of_supply_halves_are_rounded_up() -> None:
    units = {**POCKET, "ax-inf-1": "eliminated", "ax-inf-59": f"{STEPPE}/1"}  # 2 reduced: half is 1 either way
    units |= {"ax-inf-6": STEPPE}
    units.pop("ax-inf-59")
    odd = {**units, "ax-inf-6": f"{STEPPE}/1"}  # 3 reduced
    battle = game_at("Axis Combat", odd, 2, rules=ISOLATION).battle(EAST, ["ax-inf-6"])
    assert battle.odds.strengths == (2,)
    assert game_at("Axis Combat", odd, 2).battle(EAST, ["ax-inf-6"]).odds.strengths == (1,)


@pytest.mark.rule("gpw 23.5.3.1.B")
def test_an_isolated_unit_defends_at_half_strength() -> None:
    isolated = pocket("Soviet Combat", isolated=["ax-inf-1"], seed=survivor())
    assert isolated.battle(STEPPE, ["su-inf-24"]).odds.defence == 4  # of 8
    assert pocket("Soviet Combat", oos=["ax-inf-1"]).battle(STEPPE, ["su-inf-24"]).odds.defence == 8
    assert game_at("Soviet Combat", POCKET, 2).battle(STEPPE, ["su-inf-24"]).odds.defence == 8


def survivor() -> int:
    return seed_for("Soviet Combat", "surrender", "ax-inf-1", 4, turn=2)


@pytest.mark.rule("gpw 23.5.3.1.C")
@pytest.mark.parametrize(("die", "gone"), [(1, True), (3, True), (4, False), (6, False)])
def test_it_may_surrender_in_the_enemys_combat_phase_for_good(die: int, gone: bool) -> None:
    seed = seed_for("Soviet Combat", "surrender", "ax-inf-1", die, turn=2)
    game = pocket("Soviet Combat", seed=seed, isolated=["ax-inf-1"])
    assert (state(game, "ax-inf-1") == "withdrawn") is gone
    own = pocket("Axis Combat", seed=seed, isolated=["ax-inf-1"])
    assert state(own, "ax-inf-1") == STEPPE  # not in its own
    assert game.log[game.log.kind == "surrender"].die.tolist() == [die]


# ---- 23.5.3.2: fortifications

FORTS = gpw.rules("23.5.3.1", "23.5.3.2")
KIEV = CITY["Kiev"]


@pytest.mark.rule("gpw 23.5.3.2.C", "gpw 23.5.3.2.D")
def test_infantry_that_rests_two_turns_in_a_city_fortifies_it() -> None:
    game = game_at(SOVIET_ARRIVE, {"su-inf-3": KIEV, "su-tk-1": CITY["Odessa"], "su-inf-4": STEPPE}, 2, rules=FORTS)
    assert rule_ids(game.why_not("order fortify su-tk-1")) == ["gpw 23.5.3.2.C"]
    assert rule_ids(game.why_not("order fortify su-inf-4")) == ["gpw 23.5.3.2.C"]
    game.do("order fortify su-inf-3")
    walks = game.fork()
    game.play(SOVIET_ARRIVE, 3)
    assert game._pos.extra["fortifications"]["done"] == []
    game.play(SOVIET_ARRIVE, 4)
    assert game._pos.extra["fortifications"]["done"] == [KIEV]
    walks.play("Soviet General Movement")
    away = next(iter(walks.reach("su-inf-3")))
    walks.do(f"move su-inf-3 {' '.join(walks.path('su-inf-3', away))}")
    assert walks._pos.extra["fortifications"]["works"] == {}
    with pytest.raises(InvalidInput):
        game.do("order fortify")


@pytest.mark.rule("gpw 23.5.3.2.B")
def test_three_a_side() -> None:
    told = {"fortifications": {"works": {}, "done": ["B2701", "B1407", "B0812"], "built": [0, 3]}}
    game = game_at(SOVIET_ARRIVE, {"su-inf-3": KIEV}, 2, rules=FORTS, extra=told)
    assert rule_ids(game.why_not("order fortify su-inf-3")) == ["gpw 23.5.3.2.B"]


@pytest.mark.rule("gpw 23.5.3.2.A")
def test_nobody_is_isolated_in_a_fortification_or_a_fortress() -> None:
    brest = CITY["Brest-Litovsk"]
    board = gpw.new("barbarossa").board
    ring = [board.ids[h] for h in board.land[board.hex(brest)]]
    foes = dict(zip(("ax-inf-1", "ax-inf-2", "ax-inf-6", "ax-inf-10", "ax-inf-9", "ax-inf-4"), ring, strict=False))
    told = {"isolation": {"oos": ["su-inf-24"], "isolated": []}}
    game = game_at(SOVIET_ARRIVE, {"su-inf-24": brest, **foes}, 2, rules=FORTS, extra=told)
    assert game._pos.extra["isolation"]["isolated"] == []
    done = {**told, "fortifications": {"works": {}, "done": [STEPPE], "built": [1, 0]}}
    dug_in = game_at(ARRIVE, POCKET, 2, rules=FORTS, extra={**done, "isolation": {"oos": ["ax-inf-1"], "isolated": []}})
    assert dug_in._pos.extra["isolation"]["isolated"] == []


# ---- 23.5.3.3: weather


@pytest.mark.rule("gpw 23.5.3.3.A", "gpw 23.5.3.3.B")
@pytest.mark.parametrize(("turn", "soviet"), [(4, 3), (5, 4), (6, 5), (7, 4), (20, 3), (22, 5)])
def test_bad_weather_by_the_months(turn: int, soviet: int) -> None:
    for die in (soviet, soviet + 1):
        if die > 6:
            continue
        mark = "mud" if turn in (4, 7, 20) else "snow"
        seed = seed_for("Soviet Armored Movement", "weather", mark, die, turn)
        game = game_at("Soviet Armored Movement", {}, turn, seed, rules=to_the_end(gpw.rules("23.5.3.3")))
        assert (game.weather == mark) is (die <= soviet)
    base = game_at("Soviet Armored Movement", {}, 6, seed_for("Soviet Armored Movement", "weather", "snow", 4, 6))
    assert base.weather == "clear"


# ---- 23.5.3.4: the Blue Division

BLUE = "ax-spa-inf-1"
SPAIN = to_the_end(gpw.rules("23.5.3.4"))


@pytest.mark.rule("gpw 23.5.3.4.A", "gpw 23.5.3.4.B")
def test_it_comes_in_august_1941_and_leaves_in_october_1943() -> None:
    game = game_at(ARRIVE, {}, 3, rules=SPAIN)
    assert state(game, BLUE) == "due"
    unit = game.standing(BLUE)[0]
    assert (unit.attack[1], unit.ma[1], unit.steps) == (2, 6, 1)
    gone = game_at(ARRIVE, {BLUE: "B1512"}, 20, rules=SPAIN)
    assert state(gone, BLUE) == "withdrawn"


@pytest.mark.rule("gpw 23.5.3.4.C")
def test_once_lost_it_comes_back_two_turns_later_once_a_year() -> None:
    game = game_at("Soviet General Movement", {BLUE: "eliminated"}, 8, rules=SPAIN)  # May 1942
    game.next_phase()
    assert (state(game, BLUE), game._pos.boxes[game._pos.world.unit(BLUE).index]) == ("turn box", 10)
    assert gpw.from_position(game.position, game.rules).position == game.position
    game.play(ARRIVE, 10)
    assert state(game, BLUE) == "due"
    again = game_at("Soviet General Movement", {BLUE: "eliminated"}, 9, rules=SPAIN, extra={"blue-division": [1942]})
    again.next_phase()
    assert state(again, BLUE) == "eliminated"
    early = game_at("Soviet General Movement", {BLUE: "eliminated"}, 4, rules=SPAIN)
    early.next_phase()
    assert state(early, BLUE) == "eliminated"


@pytest.mark.rule("gpw 23.5.3.4.D")
def test_it_has_its_own_hex_in_its_zoc_and_stacks_with_any_axis_unit() -> None:
    game = game_at("Axis General Movement", {BLUE: STEPPE, "ax-pz-56": EAST, "ax-ro-inf-2": WEST}, rules=SPAIN)
    assert EAST in game.zoc("Axis")
    assert game_at("Axis General Movement", {BLUE: STEPPE}, rules=SPAIN).zoc("Axis") == {STEPPE}
    assert {EAST, WEST} <= set(game.reach(BLUE))
    game.do(f"move {BLUE} {WEST}")
    assert sorted(game.unit_at(WEST)) == ["ax-ro-inf-2", BLUE]


# ---- 23.5.3.5: sea supply

FLEET = gpw.rules("23.5.3.5")


def odessa(phase: str, rules: gpw.RuleSet, **told: object) -> gpw.Game:
    board = gpw.new("barbarossa").board
    here = CITY["Odessa"]
    ring = [board.ids[h] for h in board.land[board.hex(here)]]
    foes = dict(zip(("ax-inf-1", "ax-inf-2", "ax-inf-6", "ax-inf-10", "ax-inf-9"), ring, strict=False))
    return game_at(phase, {"su-inf-24": here, "su-inf-3": CITY["Sevastopol"], **foes}, 2, rules=rules, **told)  # type: ignore[arg-type]


def fed(game: gpw.Game, unit: str) -> bool:
    return bool(game.units.set_index("unit").in_supply[unit])


@pytest.mark.rule("gpw 23.5.3.5.A")
def test_the_fleet_supplies_one_city_a_turn() -> None:
    game = odessa(SOVIET_ARRIVE, FLEET)
    assert not fed(game, "su-inf-24")
    game.do(f"order sea-supply {CITY['Odessa']}")
    assert fed(game, "su-inf-24")
    game.play("Axis Combat", 3)
    assert fed(game, "su-inf-24")  # until the Soviets choose again
    game.play("Soviet Rail Movement", 3)
    assert not fed(game, "su-inf-24")
    assert fed(odessa(SOVIET_ARRIVE, gpw.rules()), "su-inf-24")  # the base game feeds every port


@pytest.mark.rule("gpw 23.5.3.5.B")
def test_rostov_is_a_coastal_city_and_moscow_none() -> None:
    game = odessa(SOVIET_ARRIVE, FLEET)
    assert game.why_not(f"order sea-supply {CITY['Rostov']}") == []
    assert rule_ids(game.why_not(f"order sea-supply {CITY['Moscow']}")) == ["gpw 23.5.3.5.B"]


@pytest.mark.rule("gpw 23.5.3.5.C")
def test_nobody_is_isolated_in_the_city_of_the_fleet() -> None:
    both = gpw.rules("23.5.3.1", "23.5.3.5")
    told = {"isolation": {"oos": ["su-inf-24"], "isolated": []}}
    left = odessa(SOVIET_ARRIVE, both, extra=told)
    assert left._pos.extra["isolation"]["isolated"] == ["su-inf-24"]
    told = {**told, "one-port": {"hex": CITY["Odessa"], "turn": 1}}
    kept = odessa(SOVIET_ARRIVE, both, extra=told)
    assert kept._pos.extra["isolation"]["isolated"] == []


# ---- 23.5.3.6: marines

NAVAL = to_the_end(gpw.rules("23.5.3.6"))


@pytest.mark.rule("gpw 23.5.3.6.A", "gpw 23.5.3.6.B")
def test_marines_come_late_in_1942_and_land_once_a_year() -> None:
    assert state(game_at(SOVIET_ARRIVE, {}, 13, rules=NAVAL), "su-mar-1") == "due"
    game = game_at("Soviet General Movement", {"su-mar-1": "due", "ax-inf-1": CITY["Odessa"]}, 16, rules=NAVAL)
    coast = next(str(a).split()[-1] for a in game.legal if str(a).startswith("order land"))
    assert {"Black Sea", "Azov"} & game.board.coast[game.board.hex(coast)]
    assert rule_ids(game.why_not(f"order land {CITY['Odessa']}")) == ["gpw 23.5.3.6.B"]
    assert rule_ids(game.why_not(f"order land {STEPPE}")) == ["gpw 23.5.3.6.B"]
    game.do(f"order land {coast}")
    assert state(game, "su-mar-1") == coast
    again = game_at("Soviet General Movement", {"su-mar-1": "due"}, 16, rules=NAVAL, extra={"sariego-marines": [1943]})
    assert not any(str(a).startswith("order land") for a in again.legal)
    early = game_at("Soviet General Movement", {"su-mar-1": "due"}, 13, rules=NAVAL)
    assert rule_ids(early.why_not(f"order land {coast}")) == ["gpw 23.5.3.6.B"]


@pytest.mark.rule("gpw 23.5.3.6.C")
def test_they_are_fed_by_any_coast_and_cost_two_rps() -> None:
    board = gpw.new("barbarossa").board
    here = CITY["Sevastopol"]
    ring = [board.ids[h] for h in board.land[board.hex(here)]]
    foes = dict(zip(("ax-inf-1", "ax-inf-2", "ax-inf-6", "ax-inf-10"), ring, strict=False))
    held = {row["hex"]: "Axis" for row in table("cities") if row["sea"] and row["hex"] != here}
    assert fed(game_at("Soviet Combat", {"su-mar-1": here, **foes}, 2, rules=NAVAL, control=held), "su-mar-1")
    assert not fed(game_at("Soviet Combat", {"su-inf-24": here, **foes}, 2, rules=NAVAL, control=held), "su-inf-24")
    poor = game_at(SOVIET_ARRIVE, {"su-mar-1": "eliminated"}, 16, rules=NAVAL)
    poor.edit().rp(1)
    assert "gpw 9.1.F" in rule_ids(poor.why_not(f"rebuild su-mar-1 {CITY['Moscow']}"))
    poor.edit().rp(2)
    assert poor.why_not(f"rebuild su-mar-1 {CITY['Moscow']}") == []


# ---- 23.5.3.7: lend-lease


@pytest.mark.rule("gpw 23.5.3.7")
@pytest.mark.parametrize(("turn", "more"), [(5, 0), (6, 1), (29, 1), (30, 0)])
def test_one_more_rp_a_turn(turn: int, more: int) -> None:
    plain, gift = (game_at(SOVIET_ARRIVE, {}, turn, rules=to_the_end(gpw.rules(*ids))) for ids in ((), ("23.5.3.7",)))
    assert gift.rp - plain.rp == more
    axis = [game_at(ARRIVE, {}, 8, rules=to_the_end(gpw.rules(*ids))).rp for ids in ((), ("23.5.3.7",))]
    assert axis[0] == axis[1]


# ---- 23.5.3.8: Guderian


@pytest.mark.rule("gpw 23.5.3.8.A", "gpw 23.5.3.8.B", "gpw 23.5.3.8.C")
def test_guderian_gives_his_corps_a_column_in_attack_and_defence_until_1942() -> None:
    game = gpw.new("barbarossa", rules=["23.5.3.8"])
    assert rule_ids(game.why_not("order guderian ax-inf-1")) == ["gpw 23.5.3.8.A"]
    assert rule_ids(game.why_not("order guderian ax-pz-56")) == ["gpw 23.5.3.8.A"]  # of Army Group North
    game.do("order guderian ax-pz-24")
    assert rule_ids(game.why_not("order guderian ax-pz-47")) == ["gpw 23.5.3.8.A"]
    units = {"ax-pz-24": STEPPE, "su-tk-1": EAST}
    rules = to_the_end(gpw.rules("23.5.3.8"))
    for turn, columns in ((2, 1), (7, 0)):
        told = {"extra": {"guderian": "ax-pz-24"}}
        attack = game_at("Axis Combat", units, turn, rules=rules, **told).battle(EAST, ["ax-pz-24"])
        defence = game_at("Soviet Combat", units, turn, rules=rules, **told).battle(STEPPE, ["su-tk-1"])
        assert sum(s.columns for s in attack.odds.shifts if "Guderian" in s.cause) == columns
        assert sum(s.columns for s in defence.odds.shifts if "Guderian" in s.cause) == -columns


# ---- 23.5.3.9: Dietrich

SS = to_the_end(gpw.rules("12", "23.5.3.9"))


@pytest.mark.rule("gpw 23.5.3.9.A", "gpw 23.5.3.9.B")
def test_dietrich_comes_on_turn_30_to_an_ss_unit() -> None:
    units = {"ax-pz-2ss": "B1720", "ax-inf-1": "B1721", "su-inf-24": "A0401"}
    game = game_at(ARRIVE, units, 30, rules=SS)
    assert game.standing("ax-ldr-dietrich")[0].radius == 1
    assert "gpw 23.5.3.9.B" in rule_ids(game.why_not("done"))
    assert rule_ids(game.why_not("order dietrich B1721")) == ["gpw 23.5.3.9.B"]
    hasty = game.fork()
    hasty.play("Axis Rail Movement")
    assert hasty.standing("ax-ldr-dietrich")[2] == "B1720"
    game.do("order dietrich B1720")
    assert game.why_not("done") == []


@pytest.mark.rule("gpw 23.5.3.9.C")
def test_he_helps_only_attacks_of_the_ss() -> None:
    units = {"ax-ldr-dietrich": STEPPE, "ax-pz-2ss": STEPPE, "ax-pz-56": "A1104", "su-tk-1": NORTH_EAST}
    told = {"extra": {"dietrich": "placed"}}
    game = game_at("Axis Combat", units, 31, rules=SS, **told)
    assert any("Dietrich" in s.cause for s in game.battle(NORTH_EAST, ["ax-pz-2ss"]).odds.shifts)
    assert any("Dietrich" in s.cause for s in game.battle(NORTH_EAST, ["ax-pz-2ss", "ax-pz-56"]).odds.shifts)
    assert not any("Dietrich" in s.cause for s in game.battle(NORTH_EAST, ["ax-pz-56"]).odds.shifts)


# ---- 23.5.3.10: victory


def campaign(control: dict[str, int], turn: int, *rules: str) -> gpw.Game:
    """The campaign near the end of a turn, with cities in other hands."""
    game = gpw.new("campaign", rules=gpw.rules(*rules))
    game.edit().phase(turn, "Soviet General Movement")
    pos = game._pos
    for name, side in control.items():
        hex_ = game.board.hex(CITY[name])
        for unit in pos.holders(hex_):
            pos.lift(unit)
            pos.fate[unit] = 4
        pos.control[hex_] = side
    game.next_phase()
    return game


@pytest.mark.rule("gpw 23.5.3.10.A")
def test_the_soviets_need_bucharest_and_budapest_besides() -> None:
    berlin = {"Berlin": 1}
    assert campaign(berlin, 28).winner is not None
    assert campaign(berlin, 28, "23.5.3.10").winner is None
    won = campaign({**berlin, "Bucharest": 1, "Budapest": 1}, 28, "23.5.3.10")
    assert won.winner is not None
    assert won.winner.winner == "Soviet"
    late = campaign(berlin, 32, "23.5.3.10")
    assert late.winner is not None
    assert late.winner.winner == "draw"


@pytest.mark.rule("gpw 23.5.3.10.B", "gpw 23.5.3.10.C")
def test_the_axis_needs_astrakhan_besides() -> None:
    three = {"Moscow": 0, "Leningrad": 0, "Kuybyshev": 0}
    assert campaign(three, 10).winner is not None
    assert campaign(three, 10, "23.5.3.10").winner is None
    won = campaign({**three, "Astrakhan": 0}, 10, "23.5.3.10")
    assert won.winner is not None
    assert won.winner.winner == "Axis"
