"""Armoured overrun and exploitation by Gil Winters (23.5.4.1)."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, gpw
from gpwlab.core.dice import roll
from tests.gpw.battles import (
    CRT,
    EAST,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
    STEPPE,
    WEST,
    fight,
    offered,
    state,
)
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import distance

OVERRUN = gpw.rules("23.5.4.1")
#: Two hexes east of the steppe's middle, out of the ZOC of a unit there.
BEHIND = "A1201"
#: Two tank armies and infantry attack a weak corps in the steppe; a corps waits behind them.
ATTACK = {
    "su-tk-1": EAST,
    "su-tk-2": NORTH_EAST,
    "su-inf-3": SOUTH_EAST,
    "su-mech-1": BEHIND,
    "su-inf-4": "A1301",
    "ax-inf-59": f"{STEPPE}/1",
}
ATTACKERS = ("su-inf-3", "su-tk-1", "su-tk-2")
THROUGH = f"order overrun su-mech-1 {EAST} {STEPPE}"


def won(game: gpw.Game, target: str, attackers: tuple[str, ...], result: str = "DE") -> gpw.Game:
    """Announce an attack and roll the wanted result for it."""
    column = game.battle(target, list(attackers)).column
    assert column is not None
    die = next(die for die in range(1, 7) if CRT[column, die] == result)
    game.reseed(next(seed for seed in range(1000) if die_of(game, seed, target) == die))
    game.do(f"attack {target} by {' '.join(attackers)}")
    assert game.do(f"resolve {target}")[0].result == result
    return game


def die_of(game: gpw.Game, seed: int, target: str) -> int:
    """What the battle for a hex in this phase rolls under a seed."""
    return roll(seed, "battle", game.phase.turn, game.phase.number, target, 0)


def overrun(units: dict[str, str] | None = None, enters: str = "su-tk-1", turn: int = 1) -> gpw.Game:
    """The corps in the steppe has been eliminated, and a unit has gone into its hex."""
    game = won(game_at("Soviet Combat", units or ATTACK, turn, rules=OVERRUN), STEPPE, ATTACKERS)
    game.do(f"advance {enters}")
    return game


def movers(game: gpw.Game) -> set[str]:
    """Units that the open decision offers a way."""
    return {option.split()[2] for option in offered(game) if option != "order overrun done"}


def against(game: gpw.Game, order: str) -> list[str]:
    """The rules against an order, after the one that an overrun is under way."""
    refused = rule_ids(game.why_not(order))
    assert not refused or refused[0] == "gpw 23.5.4.1.2.G"
    return refused[1:]


# -- who overruns -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 23.5.4.1.2.A", "gpw 23.5.4.1.2.C")
def test_after_a_de_the_armour_that_attacked_and_the_reserve_go_on() -> None:
    game = overrun()
    assert movers(game) == {"su-tk-2", "su-mech-1"}  # not the infantry, nor the army that has entered the hex
    game.do(f"{THROUGH} {WEST}")
    assert state(game, "su-mech-1") == WEST
    base = fight(ATTACK, "DE", attackers=ATTACKERS)
    base.do("advance su-tk-1")
    assert base.pending is None


@pytest.mark.rule("gpw 23.5.4.1.1")
def test_in_reserve_is_armour_that_ended_its_movement_out_of_enemy_zoc() -> None:
    assert movers(overrun(ATTACK | {"ax-inf-53": "A1101"})) == {"su-tk-2"}  # A1201 is in the ZOC of A1101
    others = {unit: hex_ for unit, hex_ in ATTACK.items() if unit != "su-mech-1"}
    assert movers(overrun(others | {"su-shk-1": BEHIND})) == {"su-tk-2", "su-shk-1"}  # shock armies are armour here
    assert movers(overrun(others | {"su-inf-5": BEHIND})) == {"su-tk-2"}


@pytest.mark.rule("gpw 23.5.4.1.1", "gpw 23.5.4.1.2.A")
def test_a_reserve_without_the_mp_to_get_beyond_the_hex_stays() -> None:
    others = {unit: hex_ for unit, hex_ in ATTACK.items() if unit != "su-mech-1"}
    assert distance(STEPPE, "A1210") == 7
    assert "su-mech-1" in movers(overrun(others | {"su-mech-1": "A1101"}))
    assert distance(STEPPE, "A1211") == 8  # all of its MA to get there
    assert "su-mech-1" not in movers(overrun(others | {"su-mech-1": "A1211"}))


@pytest.mark.rule("gpw 23.5.4.1.2.C")
@pytest.mark.parametrize("enters", ["none", "su-inf-3"])
def test_no_overrun_where_no_armour_enters_the_hex(enters: str) -> None:
    assert overrun(enters=enters).pending is None


@pytest.mark.rule("gpw 23.5.4.1.2.A")
def test_no_overrun_after_another_result_nor_where_only_infantry_attacked() -> None:
    game = won(game_at("Soviet Combat", ATTACK, rules=OVERRUN), STEPPE, ATTACKERS, "DRL")
    assert "advance su-tk-1" in offered(game)
    game.do("advance su-tk-1")
    assert game.pending is None
    foot = {"su-inf-3": EAST, "su-inf-4": NORTH_EAST, "su-inf-5": SOUTH_EAST, "su-mech-1": BEHIND}
    game = game_at("Soviet Combat", foot | {"ax-inf-59": f"{STEPPE}/1"}, rules=OVERRUN)
    won(game, STEPPE, ("su-inf-3", "su-inf-4", "su-inf-5")).do("advance su-inf-3")
    assert game.pending is None


@pytest.mark.rule("gpw 23.5.4.1.2.B")
def test_once_a_phase() -> None:
    second = "A1206"  # three hexes west of the steppe's middle
    west = {"su-tk-3": "A1207", "su-tk-4": "A1306", "su-tk-5": "A1307", "su-mech-2": "A1208"}
    game = game_at("Soviet Combat", ATTACK | west | {"ax-inf-53": f"{second}/1"}, rules=OVERRUN)
    game.do(f"attack {STEPPE} by su-tk-1 su-tk-2 su-inf-3")
    game.do(f"attack {second} by su-tk-3 su-tk-4 su-tk-5")
    game.reseed(next(s for s in range(1000) if die_of(game, s, STEPPE) >= 5 and die_of(game, s, second) >= 5))
    game.do(f"resolve {STEPPE}")
    game.do("advance su-tk-1")
    game.do(f"{THROUGH} {WEST}")
    game.do("order overrun done")
    game.do(f"resolve {second}")
    game.do("advance su-tk-3")
    assert "su-mech-2" in movers(game)
    assert "su-mech-1" not in movers(game)  # it stands two hexes away, but has moved once
    assert against(game, f"order overrun su-mech-1 A1205 {second} A1106") == ["gpw 23.5.4.1.2.B"]


# -- the way ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 23.5.4.1.2.D")
def test_through_the_hex_to_within_two_hexes_of_it_or_of_another() -> None:
    game = overrun()
    ends = {option.split()[-1] for option in offered(game) if option.split()[2] == "su-mech-1"}
    assert max(distance(STEPPE, end) for end in ends) == 2
    assert against(game, f"order overrun su-mech-1 {EAST} A1302") == ["gpw 23.5.4.1.2.D"]
    assert against(game, THROUGH) == ["gpw 23.5.4.1.2.D"]
    far = f"{THROUGH} {WEST} A1205 A1206 A1207"
    assert against(game, far) == ["gpw 23.5.4.1.2.D"]
    game.do(f"order overrun su-tk-2 {STEPPE} {WEST} A1205")
    assert against(game, far) == []  # two hexes from the army in A1205


@pytest.mark.rule("gpw 23.5.4.1.2.D")
def test_any_legal_way_may_be_taken_not_only_the_one_proposed() -> None:
    game = overrun()
    way = f"order overrun su-mech-1 A1302 {EAST} {STEPPE} {NORTH_WEST}"
    assert way not in offered(game)
    game.do(way)
    assert state(game, "su-mech-1") == NORTH_WEST


@pytest.mark.rule("gpw 23.5.4.1.2.E")
def test_zoc_counts_but_in_the_hex_itself() -> None:
    game = overrun(ATTACK | {"ax-inf-53": "A1205"})  # has A1204 in its ZOC, not the overrun hex
    assert against(game, f"{THROUGH} {WEST} A1304") == ["gpw 23.5.4.1.2.E"]
    assert against(game, f"{THROUGH} {WEST}") == []
    near = overrun(ATTACK | {"ax-inf-53": SOUTH_WEST})  # has the overrun hex in its ZOC
    assert against(near, f"{THROUGH} {NORTH_WEST}") == []
    assert against(near, f"order overrun su-mech-1 A1302 {EAST} {STEPPE} {NORTH_WEST}") == []


@pytest.mark.rule("gpw 23.5.4.1.2.E")
def test_with_the_leaders_rules_a_unit_held_in_a_zoc_needs_a_leader() -> None:
    units = ATTACK | {"ax-inf-53": "A1002"}  # has A1103, where an army attacks from, in its ZOC
    for rules, able in ((("12",), False), ((), True), (("12", "23.5.4.4"), True)):
        game = game_at("Soviet Combat", units, rules=gpw.rules("23.5.4.1", *rules))
        won(game, STEPPE, ATTACKERS).do("advance su-tk-1")
        assert ("su-tk-2" in movers(game)) is able
        if not able:
            assert against(game, f"order overrun su-tk-2 {STEPPE} {WEST}") == ["gpw 12.0.C"]


#: A clear hex with a swamp south-east of it and a clear hex beyond that.
BY_SWAMP, SWAMP, BEYOND = "B0411", "B0511", "B0510"
NORTHERN = {"ax-pz-41": "B0412", "ax-pz-46": "B0512", "ax-pz-47": "B0312", "su-inf-3": f"{BY_SWAMP}/1"}
PANZER = ("ax-pz-41", "ax-pz-46", "ax-pz-47")


@pytest.mark.rule("gpw 23.5.4.1.2.F")
def test_swamp_costs_armour_five_mp_and_does_not_stop_it() -> None:
    game = won(game_at("Axis Combat", NORTHERN, turn=2, rules=OVERRUN), BY_SWAMP, PANZER)
    game.do("advance ax-pz-46")
    assert distance(BY_SWAMP, BEYOND) == 2
    assert [game.board.terrain[game.board.hex(h)] for h in (SWAMP, BEYOND)] == ["swamp", "clear"]
    assert against(game, f"order overrun ax-pz-41 {BY_SWAMP} {SWAMP} {BEYOND}") == []  # 1 + 5 + 1 of 8 MP
    base = game_at("Axis Panzer Movement", {"ax-pz-41": BY_SWAMP, "su-inf-3": "A0619"}, turn=2)
    assert rule_ids(base.why_not(f"move ax-pz-41 {SWAMP} {BEYOND}")) == ["gpw 5.4.D"]


@pytest.mark.rule("gpw 23.5.4.1.2.F", "gpw 23.5.4.1.2.A")
def test_the_mud_of_the_movement_before_leaves_too_few_mp_for_the_swamp() -> None:
    ways = {"swamp": f"order overrun ax-pz-41 {BY_SWAMP} {SWAMP}", "clear": f"order overrun ax-pz-41 {BY_SWAMP} B0311"}
    refused = {}
    for weather in ("", "mud"):
        game = game_at("Axis Combat", NORTHERN, turn=4, rules=OVERRUN, weather=weather)
        won(game, BY_SWAMP, PANZER).do("advance ax-pz-46")
        refused[weather] = {name: against(game, way) for name, way in ways.items()}
    # an MA of 8, in mud of 4; the hex itself takes 1
    assert refused == {"": {"swamp": [], "clear": []}, "mud": {"swamp": ["gpw 23.5.4.1.2.A"], "clear": []}}


@pytest.mark.rule("gpw 23.5.4.1.2.G")
def test_nothing_else_happens_until_it_is_over() -> None:
    units = ATTACK | {"ax-inf-53": "A1401/1", "su-tk-3": "A1402"}
    game = game_at("Soviet Combat", units, rules=OVERRUN)
    game.do(f"attack {STEPPE} by {' '.join(ATTACKERS)}")
    game.do("attack A1401 by su-tk-3")
    game.reseed(next(s for s in range(1000) if die_of(game, s, STEPPE) >= 5))
    game.do(f"resolve {STEPPE}")
    game.do("advance su-tk-1")
    for action in ("resolve A1401", "done"):
        assert rule_ids(game.why_not(action)) == ["gpw 23.5.4.1.2.G"]
    game.do("order overrun done")
    assert game.why_not("resolve A1401") == []


# -- the two new phases -----------------------------------------------------------------------------------------------

#: A second enemy, two hexes west of those that the overrun can reach.
SECOND = ATTACK | {"ax-inf-53": "A1306/1", "su-inf-5": "A1307", "su-tk-3": "A1101"}


def broken_out() -> gpw.Game:
    """The breakout phase: a mechanized corps and a tank army stand next to another weak enemy."""
    game = overrun(SECOND, turn=2)
    game.do(f"{THROUGH} {WEST} A1305")
    game.do(f"order overrun su-tk-2 {STEPPE} {WEST} A1205")
    game.do("order overrun done")
    game.next_phase()
    assert game.phase.name == "Soviet Breakout"
    return game


@pytest.mark.rule("gpw 23.5.4.1.3.A")
def test_who_overran_attacks_again_at_the_end_of_the_phase() -> None:
    game = broken_out()
    assert game.candidates("A1306") == ["su-mech-1", "su-tk-2"]
    assert rule_ids(game.why_not("attack A1306 by su-inf-5")) == ["gpw 23.5.4.1.3.A"]
    game.do("attack A1306 by su-mech-1")
    base = game_at("Soviet Combat", ATTACK)
    base.next_phase()
    assert base.phase.name == "Soviet General Movement"


@pytest.mark.rule("gpw 23.5.4.1.3.B")
def test_a_breakout_brings_no_further_overrun() -> None:
    game = won(broken_out(), "A1306", ("su-mech-1", "su-tk-2"))
    game.do("advance su-tk-2")
    assert game.pending is None  # though an army in reserve has not moved
    assert game.why_not("done") == []


@pytest.mark.rule("gpw 23.5.4.1.3.B")
def test_shock_gives_a_breakout_nothing() -> None:
    units = {"ax-inf-26": "A1215/1", "su-tk-1": "A1214", "su-ldr-koniev": "A1214"}
    rules = gpw.rules("23.5.4.1", "leaders", "shock")
    game = game_at("Soviet Combat", units, turn=2, rules=rules, shock_turn=[0, 2])
    columns = []
    for _phase in range(2):
        found = game.battle("A1215", ["su-tk-1"]).odds.shifts
        columns.append([(s.columns, s.rule) for s in found if s.rule in ("gpw 13.2.H", "gpw 23.5.4.1.3.B")])
        game.next_phase()
    assert columns == [[(2, "gpw 13.2.H")], [(2, "gpw 13.2.H"), (-1, "gpw 23.5.4.1.3.B")]]


@pytest.mark.rule("gpw 23.5.4.1.4")
def test_armour_attacks_again_after_general_movement() -> None:
    units = {"su-tk-1": EAST, "su-inf-3": SOUTH_EAST, "su-tk-2": NORTH_EAST, "ax-inf-59": f"{STEPPE}/1"}
    game = game_at("Soviet Combat", units, rules=OVERRUN)
    names = []
    while game.phase.turn == 1:
        names.append(game.phase.name)
        if game.phase.name == "Soviet Exploitation":
            assert game.candidates(STEPPE) == ["su-tk-1", "su-tk-2"]
            assert rule_ids(game.why_not(f"attack {STEPPE} by su-inf-3")) == ["gpw 23.5.4.1.4"]
            won(game, STEPPE, ("su-tk-1", "su-tk-2")).do("advance su-tk-1")
            game.do(f"order overrun su-tk-2 {STEPPE} {WEST}")
        game.next_phase()
    assert names == ["Soviet Combat", "Soviet Breakout", "Soviet General Movement", "Soviet Exploitation"]
    assert game.phase.name == "Axis Reinforcement/Replacement"  # and no further combat


@pytest.mark.rule("gpw 23.5.4.1.4")
def test_an_aircraft_over_an_exploitation_lands_in_its_next_turn() -> None:
    units = {"su-tk-1": "A0812", "su-tk-2": "A0913", "ax-inf-6": "A0813", "su-bom-5": "A0611"}
    game = game_at("Soviet Combat", units, turn=10, rules=gpw.rules("23.5.4.1", "air"))
    game.play("Soviet Exploitation")
    game.do("attack A0813 by su-tk-1 su-tk-2")
    game.do("fly su-bom-5 A0813")
    game.play("Axis Combat")
    assert game.standing("su-bom-5")[2] == "A0813"
    game.play("Soviet Reinforcement/Replacement")
    assert game.pending is not None
    assert game.pending.kind == "base"
    game.do(game.pending.default)
    assert game.standing("su-bom-5")[2] != "A0813"


# -- state and form ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 23.5.4.1.2.A")
def test_undo_and_positions_keep_an_overrun() -> None:
    game = overrun()
    before = game.position
    game.do(f"{THROUGH} {WEST}")
    after = game.position
    twin = gpw.from_position(after)
    assert twin.position == after
    assert offered(twin) == offered(game)
    game.undo()
    assert game.position == before
    game.redo()
    assert game.position == after


@pytest.mark.parametrize("words", ["", " su-mech-1", f" su-mech-99 {EAST}", f" su-mech-1 {EAST} Z9999"])
def test_orders_of_another_form_are_no_orders(words: str) -> None:
    game = overrun()
    before = game.position
    with pytest.raises(InvalidInput):
        game.do(f"order overrun{words}")
    assert game.position == before


def test_out_of_an_overrun_there_is_no_such_order() -> None:
    game = game_at("Soviet Combat", ATTACK, rules=OVERRUN)
    assert rule_ids(game.why_not("order overrun done")) == ["gpw 3.0.A"]
    with pytest.raises(InvalidInput):
        game_at("Soviet Combat", ATTACK).do("order overrun done")
