"""Gil Winters' fortresses and cities (23.5.4.5)."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, gpw
from tests.gpw.battles import fight, offered, state
from tests.gpw.boards import game_at, rule_ids

AXIS = "Axis Combat"


def columns(game: gpw.Game, target: str, attackers: list[str]) -> int:
    """What all shifts of an attack come to."""
    odds = game.battle(target, attackers).odds
    return odds.shifted - odds.base


# -- fortresses -------------------------------------------------------------------------------------------------------

HOLD = ("23.5.4.5.1",)
#: Brest-Litovsk, attacked from the north.
BREST = {"su-inf-3": "B1811", "ax-pz-41": "B1712", "ax-pz-46": "B1711"}


@pytest.mark.rule("gpw 23.5.4.5.1")
@pytest.mark.parametrize(("result", "after"), [("DR", "B1811"), ("DRL", "B1811/1")])
def test_the_defender_of_a_fortress_ignores_a_retreat(result: str, after: str) -> None:
    units = {"su-inf-3": "B1811", "ax-pz-1ss": "B1712", "ax-pz-2ss": "B1711", "ax-pz-41": "B1810", "ax-pz-46": "B1812"}
    game = fight(units, result, target="B1811", phase=AXIS, rules=HOLD)
    assert offered(game) == ["give-way", "stand"]
    game.do("stand")
    assert state(game, "su-inf-3") == after  # DR costs nothing, DRL the step that it always costs
    assert game.pending is None
    base = fight(units, result, target="B1811", phase=AXIS)
    if result == "DR":
        base.do("stand")
        assert state(base, "su-inf-3") == "B1811/1"
    else:
        assert "stand" not in offered(base)


@pytest.mark.rule("gpw 23.5.4.5.1")
def test_it_may_always_retreat() -> None:
    game = fight(BREST, "DR", target="B1811", phase=AXIS, rules=HOLD)
    game.do("give-way")
    while game.pending is not None:
        game.do(game.pending.default)
    assert state(game, "su-inf-3") != "B1811"


# -- major and minor cities -------------------------------------------------------------------------------------------

MINSK = {"su-inf-3": "B1407", "ax-pz-41": "B1507", "ax-pz-46": "B1308"}
CERNAUTI = {"su-inf-3": "B2507", "ax-pz-41": "B2506", "ax-pz-46": "B2508"}


@pytest.mark.rule("gpw 23.5.4.5.2")
def test_major_cities_are_worth_two_columns_and_let_a_step_be_lost_instead() -> None:
    rules = gpw.rules("23.5.4.5.2")
    assert columns(game_at(AXIS, MINSK, rules=rules), "B1407", ["ax-pz-41"]) == -2
    assert columns(game_at(AXIS, MINSK), "B1407", ["ax-pz-41"]) == -1
    game = fight(MINSK | {"ax-pz-47": "B1408"}, "DR", target="B1407", phase=AXIS, rules=rules.options)
    assert offered(game) == ["give-way", "stand"]
    game.do("stand")
    assert state(game, "su-inf-3") == "B1407/1"
    base = fight(MINSK | {"ax-pz-47": "B1408"}, "DR", target="B1407", phase=AXIS)
    assert "stand" not in offered(base)


@pytest.mark.rule("gpw 23.5.4.5.3.A", "gpw 23.5.4.5.3.B")
def test_a_minor_city_is_worth_a_column_on_top_of_its_terrain() -> None:
    # the example: Cernauti has one for the city and one for the rough terrain
    assert columns(game_at(AXIS, CERNAUTI, rules=gpw.rules("23.5.4.5.3")), "B2507", ["ax-pz-41"]) == -2
    assert columns(game_at(AXIS, CERNAUTI), "B2507", ["ax-pz-41"]) == -1


# -- fortress cities --------------------------------------------------------------------------------------------------

CITIES = gpw.rules("23.5.4.5.4")
PLACES = {
    "A0619": {"su-inf-3": "A0619", "ax-pz-41": "A0719", "ax-pz-46": "A0620", "ax-pz-47": "A0520"},
    "B0108": {"su-inf-3": "B0108", "ax-inf-1": "B0208"},
    "A2917": {"su-inf-3": "A2917", "ax-inf-1": "A2817"},
    "B1811": BREST,
}


@pytest.mark.rule("gpw 23.5.4.5.4.A", "gpw 23.5.4.5.4.D")
@pytest.mark.parametrize(("hex_id", "base", "here"), [("A0619", -1, -2), ("B0108", -1, -2), ("A2917", -2, -1)])
def test_columns_of_fortress_cities(hex_id: str, base: int, here: int) -> None:
    units = PLACES[hex_id]
    attacker = next(unit for unit in units if unit.startswith("ax"))
    assert columns(game_at(AXIS, units, turn=2), hex_id, [attacker]) == base
    assert columns(game_at(AXIS, units, turn=2, rules=CITIES), hex_id, [attacker]) == here
    both = gpw.rules("23.5.4.5.2", "23.5.4.5.4")
    assert columns(game_at(AXIS, units, turn=2, rules=both), hex_id, [attacker]) == here


@pytest.mark.rule("gpw 23.5.4.5.4.B")
def test_the_defender_of_moscow_may_ignore_a_retreat() -> None:
    game = fight(PLACES["A0619"], "DR", target="A0619", phase=AXIS, turn=2, rules=CITIES.options)
    assert offered(game) == ["give-way", "stand"]
    game.do("stand")
    assert state(game, "su-inf-3") == "A0619"
    base = fight(PLACES["A0619"], "DR", target="A0619", phase=AXIS, turn=2)
    assert "stand" not in offered(base)


@pytest.mark.rule("gpw 23.5.4.5.4.D")
def test_the_defender_of_sevastopol_may_ignore_a_retreat() -> None:
    units = PLACES["A2917"] | {"su-inf-3": "A2917/1", "ax-inf-2": "A2816", "ax-inf-10": "A2916"}
    game = fight(units, "DR", target="A2917", phase=AXIS, turn=2, rules=CITIES.options)
    game.do("stand")
    assert state(game, "su-inf-3") == "A2917/1"
    base = fight(units, "DR", target="A2917", phase=AXIS, turn=2)
    base.do("stand")
    assert state(base, "su-inf-3") == "eliminated"  # the step is its last


#: Leningrad cut off: Axis units hold every hex around it.
RING = {"ax-inf-1": "B0107", "ax-inf-2": "B0207", "ax-inf-10": "B0208"}
SIEGE = RING | {"su-inf-3": "B0108/1", "su-inf-4": "eliminated/0", "su-tk-1": "eliminated/0"}
RESERVE = "Soviet Reinforcement/Replacement"


@pytest.mark.rule("gpw 23.5.4.5.4.C")
def test_a_fortress_city_that_is_cut_off_is_in_supply_and_takes_one_rp_a_turn() -> None:
    game = game_at(RESERVE, SIEGE, turn=2, rules=CITIES)
    assert game.why_not("rebuild su-inf-3") == []
    assert "gpw 23.5.4.5.4.C" in rule_ids(game.why_supply("su-inf-3"))
    game.do("rebuild su-inf-3")
    assert rule_ids(game_at(RESERVE, SIEGE, turn=2).why_not("rebuild su-inf-3")) == ["gpw 9.1.E"]


@pytest.mark.rule("gpw 23.5.4.5.4.C")
def test_no_second_rp_there_no_unit_of_two_and_no_reinforcement() -> None:
    empty = {unit: where for unit, where in SIEGE.items() if unit != "su-inf-3"} | {"su-inf-3": "eliminated/0"}
    empty |= {"su-inf-5": "due", "ax-inf-59": "B1407"}
    held = {"B0108": "Soviet"}
    game = game_at(RESERVE, empty, turn=2, rules=CITIES, control=held)
    assert game.why_not("rebuild su-inf-3 B0108") == []
    assert rule_ids(game.why_not("rebuild su-tk-1 B0108")) == ["gpw 23.5.4.5.4.C"]  # 2 RPs
    assert rule_ids(game.why_not("place su-inf-5 B0108")) == ["gpw 23.5.4.5.4.C"]
    offers = {str(action) for action in game.legal}
    assert "rebuild su-inf-3 B0108" in offers
    assert "rebuild su-tk-1 B0108" not in offers
    assert "place su-inf-5 B0108" not in offers


@pytest.mark.rule("gpw 23.5.4.5.4.C", "gpw 23.5.4.5.4.E")
def test_a_conversion_is_an_rp_spent_there_too() -> None:
    rules, turn = gpw.rules("14", "23.5.4.5.4"), 20
    game = game_at(RESERVE, SIEGE, turn=turn, rules=rules)
    guards = next(action for action in game.legal if str(action).startswith("convert") and "su-inf-3" in str(action))
    game.do(guards)
    army = str(guards).split()[1]
    assert rule_ids(game.why_not(f"rebuild {army}")) == ["gpw 23.5.4.5.4.C"]  # the one RP of the turn is spent
    assert gpw.from_position(game.position, game.rules).position == game.position
    other = game_at(RESERVE, SIEGE, turn=turn, rules=rules)
    other.do("rebuild su-inf-3")
    assert rule_ids(other.why_not(str(guards))) == ["gpw 23.5.4.5.4.C"]
    assert guards not in other.legal
    base = game_at(RESERVE, SIEGE, turn=turn, rules=gpw.rules("14"))
    base.do(guards)


@pytest.mark.rule("gpw 23.5.4.5.4.C")
def test_a_fortress_city_with_a_line_to_the_east_takes_rps_as_ever() -> None:
    free = {"su-inf-3": "B0108/1", "ax-inf-1": "B0309", "su-tk-1": "eliminated/0", "su-inf-5": "due"}
    game = game_at(RESERVE, free, turn=2, rules=CITIES)
    assert "gpw 8.1.A" in rule_ids(game.why_supply("su-inf-3"))
    open_city = {"ax-inf-1": "B0309", "su-tk-1": "eliminated/0", "su-inf-5": "due"}
    game = game_at(RESERVE, open_city, turn=2, rules=CITIES, control={"B0108": "Soviet"})
    assert game.why_not("rebuild su-tk-1 B0108") == []
    assert game.why_not("place su-inf-5 B0108") == []


#: Sevastopol cut off by land.
CRIMEA = {"su-inf-3": "A2917/1", "ax-inf-1": "A2816", "ax-inf-2": "A2817", "ax-inf-10": "A2916"}


@pytest.mark.rule("gpw 23.5.4.5.4.E")
def test_sevastopol_is_in_supply_but_takes_no_rps_when_cut_off() -> None:
    game = gpw.new("barbarossa")
    ports = {game.board.ids[h]: "Axis" for h, city in game.board.city.items() if "Black Sea" in city.seas}
    held = {hex_: side for hex_, side in ports.items() if hex_ != "A2917"}
    cut = game_at(RESERVE, CRIMEA, turn=2, rules=CITIES, control=held)
    assert rule_ids(cut.why_supply("su-inf-3")) == ["gpw 23.5.4.5.4.E"]
    assert rule_ids(cut.why_not("rebuild su-inf-3")) == ["gpw 23.5.4.5.4.E"]
    assert "rebuild su-inf-3" not in {str(action) for action in cut.legal}
    by_sea = game_at(RESERVE, CRIMEA, turn=2, rules=CITIES)  # other ports are Soviet
    assert rule_ids(by_sea.why_supply("su-inf-3")) == ["gpw 8.1.F"]
    assert by_sea.why_not("rebuild su-inf-3") == []
    base = game_at(RESERVE, CRIMEA, turn=2, control=held)
    assert rule_ids(base.why_not("rebuild su-inf-3")) == ["gpw 9.1.E"]


@pytest.mark.rule("gpw 23.5.4.5.4.F")
def test_brest_litovsk_has_no_supply_of_its_own() -> None:
    ring = {f"ax-inf-{n}": h for n, h in ((1, "B1810"), (2, "B1911"), (10, "B1912"), (4, "B1812"), (5, "B1712"))}
    game = game_at(RESERVE, ring | {"ax-inf-8": "B1711", "su-inf-3": "B1811/1"}, turn=2, rules=CITIES)
    assert rule_ids(game.why_not("rebuild su-inf-3")) == ["gpw 9.1.E"]


@pytest.mark.rule("gpw 23.5.4.5.4.G")
def test_a_fortress_that_the_axis_has_held_is_one_no_more() -> None:
    units = {"ax-inf-1": "B1811", "su-inf-3": "B1712"}
    combat = "Soviet Combat"
    assert columns(game_at(combat, units, turn=2), "B1811", ["su-inf-3"]) == -2
    game = game_at(combat, units, turn=2, rules=gpw.rules("23.5.4.5.4", "23.5.4.5.1"))
    assert columns(game, "B1811", ["su-inf-3"]) == 0
    assert "gpw 23.5.4.5.4.G" in rule_ids(game.battle("B1811", ["su-inf-3"]).reasons)


@pytest.mark.rule("gpw 23.5.4.5.4.G")
def test_nor_is_it_after_the_soviets_retake_it() -> None:
    game = game_at("Axis General Movement", PLACES["A0619"] | {"ax-inf-1": "A2917"}, turn=2, rules=CITIES)
    game.edit().remove("ax-inf-1")
    game.edit().place("su-inf-4", "A2917")
    game.edit().place("ax-inf-2", "A2817")
    assert gpw.from_position(game.position).position == game.position
    game.play(AXIS, turn=3)
    assert columns(game, "A2917", ["ax-inf-2"]) == 0  # a city without a column, and no fortress
    assert game.fork().position == game.position


@pytest.mark.rule("gpw 23.5.4.5.4.G")
def test_its_defender_retreats_like_any_other() -> None:
    units = {"ax-inf-1": "B1811", "su-tk-1": "B1810", "su-tk-2": "B1711", "su-inf-3": "B1911"}
    rules = ("23.5.4.5.4", "23.5.4.5.1")
    game = fight(units, "DR", target="B1811", phase="Soviet Combat", turn=2, rules=rules)
    assert "stand" not in offered(game)
    base = fight(units, "DR", target="B1811", phase="Soviet Combat", turn=2)
    assert "stand" in offered(base)


def test_two_variants_of_moscow_are_refused() -> None:
    with pytest.raises(InvalidInput, match="conflicts"):
        gpw.rules("23.2.4", "23.5.4.5.4")
