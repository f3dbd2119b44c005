"""Gil Winters' movement, retreats, ground war and airborne troops (23.5.4)."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, gpw
from gpwlab.gpw.variants.winters import RETREATS
from tests.gpw.battles import EAST, STEPPE, WEST, fight, offered, state
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.moves import game_in, prices, refused

MOBILE, GENERAL = "Soviet Armored Movement", "Soviet General Movement"

# -- additional infantry movement -------------------------------------------------------------------------------------

WALK = gpw.rules("23.5.4.2")
#: The corps in A1205 has A1204, A1104's neighbour A1105 and A1305 in its ZOC; the army in A1203 is free.
FREE = {"su-inf-3": STEPPE, "ax-inf-59": "A1205"}
HELD = {"su-inf-3": WEST, "ax-inf-59": "A1205"}


@pytest.mark.rule("gpw 23.5.4.2.1")
def test_infantry_from_outside_a_zoc_enters_one_in_the_armored_phase() -> None:
    assert refused(game_at(MOBILE, FREE, turn=2, rules=WALK), f"move su-inf-3 {WEST}") == []
    assert refused(game_at(MOBILE, FREE, turn=2), f"move su-inf-3 {WEST}") == ["gpw 3.2.3"]


@pytest.mark.rule("gpw 23.5.4.2.1")
def test_no_more_than_two_mp_for_a_hex_in_enemy_zoc() -> None:
    game = game_at(MOBILE, {"su-inf-3": "B0411", "ax-inf-59": "B0611"}, turn=2, rules=WALK)
    assert refused(game, "move su-inf-3 B0511") == ["gpw 23.5.4.2.1"]  # swamp costs infantry 3
    assert refused(game, "move su-inf-3 B0512") == []  # clear, in the same ZOC
    calm = game_at(MOBILE, {"su-inf-3": "B0411", "ax-inf-59": "B1407"}, turn=2, rules=WALK)
    assert refused(calm, "move su-inf-3 B0511") == []  # no ZOC, no limit


@pytest.mark.rule("gpw 23.5.4.2.2")
def test_infantry_in_a_zoc_moves_a_hex_out_of_it_and_no_farther() -> None:
    game = game_at(MOBILE, HELD, turn=2, rules=WALK)
    assert refused(game, f"move su-inf-3 {STEPPE}") == []
    assert refused(game, "move su-inf-3 A1105") == ["gpw 23.5.4.2.2"]  # from ZOC to ZOC
    assert refused(game, f"move su-inf-3 {STEPPE} {EAST}") == ["gpw 23.5.4.2.2"]
    assert refused(game_at(MOBILE, HELD, turn=2), f"move su-inf-3 {STEPPE}") == ["gpw 3.2.3"]
    axis = {"ax-inf-59": WEST, "su-inf-3": "A1205"}
    assert refused(game_at("Axis Panzer Movement", axis, turn=2, rules=WALK), f"move ax-inf-59 {STEPPE}") == []


@pytest.mark.rule("gpw 23.5.4.2.1", "gpw 23.5.4.2.2")
@pytest.mark.parametrize(("turn", "extra"), [(3, True), (4, False), (5, False)])
def test_not_on_turns_marked_for_mud_or_snow(turn: int, extra: bool) -> None:
    for units, way in ((FREE, WEST), (HELD, STEPPE)):
        game = game_in(MOBILE, units, turn=turn, rules=WALK)  # the die has brought clear weather
        assert refused(game, f"move su-inf-3 {way}") == ([] if extra else ["gpw 3.2.3"])


@pytest.mark.rule("gpw 23.5.4.2.2")
def test_the_leave_of_the_first_turn_and_of_shock_armies_goes_farther() -> None:
    units = {"ax-inf-59": "B0512", "su-inf-3": "B0611"}
    first = game_at("Axis Panzer Movement", units, rules=WALK)
    assert refused(first, "move ax-inf-59 B0511") == []  # 22.1.4.B: any hex, from ZOC to ZOC
    shock = game_at(MOBILE, {"su-shk-1": WEST, "ax-inf-59": "A1205"}, turn=2, rules=gpw.rules("23.5.4.2", "13"))
    assert refused(shock, "move su-shk-1 A1105") == []


@pytest.mark.rule("gpw 23.5.4.2.2")
def test_other_rules_of_infantry_in_the_armored_phase_are_refused_beside_it() -> None:
    for other in ("23.1.1", "23.1.3", "23.4.1"):
        with pytest.raises(InvalidInput, match="conflicts"):
            gpw.rules("23.5.4.2", other)


# -- leaving ZOCs -----------------------------------------------------------------------------------------------------

LEAVING = gpw.rules("23.5.4.4")


@pytest.mark.rule("gpw 23.5.4.4")
def test_to_leave_a_zoc_costs_an_mp() -> None:
    game = game_in(GENERAL, HELD, rules=LEAVING)
    assert prices(game, f"move su-inf-3 {STEPPE} {EAST}") == [2, 1]
    assert "(gpw 23.5.4.4)" in game.price(f"move su-inf-3 {STEPPE}")[0].text
    assert prices(game_in(GENERAL, HELD), f"move su-inf-3 {STEPPE} {EAST}") == [1, 1]
    five = "A1203 A1202 A1201 A1101 A1001"
    assert refused(game, f"move su-inf-3 {five}") == []  # all 6 MP
    assert refused(game, f"move su-inf-3 {five} A0902") == ["gpw 5.0.D"]
    assert refused(game_in(GENERAL, HELD), f"move su-inf-3 {five} A0902") == []


@pytest.mark.rule("gpw 23.5.4.4")
def test_from_zoc_to_zoc_at_the_same_price_and_no_farther() -> None:
    game = game_in(GENERAL, HELD, rules=LEAVING)
    assert prices(game, "move su-inf-3 A1105") == [2]
    assert refused(game, "move su-inf-3 A1105 A1004") == ["gpw 4.1.A"]


@pytest.mark.rule("gpw 23.5.4.4")
def test_no_leader_is_needed_to_leave_a_zoc() -> None:
    led = gpw.rules("23.5.4.4", "12")
    assert refused(game_in(GENERAL, HELD, rules=led), f"move su-inf-3 {STEPPE}") == []
    assert refused(game_in(GENERAL, HELD, rules=gpw.rules("12")), f"move su-inf-3 {STEPPE}") == ["gpw 12.0.C"]
    with pytest.raises(InvalidInput, match="conflicts"):
        gpw.rules("23.5.4.4", "20.4")


# -- retreats ---------------------------------------------------------------------------------------------------------

SHORT = ("23.5.4.7",)
#: Soviets west of Leningrad; behind them lie a swamp (B0511) and a forest (B0410) out of enemy ZOC.
NORTH = {"su-inf-3": "B0411", "ax-pz-41": "B0312", "ax-pz-46": "B0412"}
AXIS = {"target": "B0411", "phase": "Axis Combat", "turn": 2}


@pytest.mark.rule("gpw 23.5.4.7")
def test_the_defender_may_stop_in_a_swamp() -> None:
    game = fight(NORTH, "DR", rules=SHORT, **AXIS)  # type: ignore[arg-type]
    route = next(option for option in offered(game) if option.split()[1] == "B0511")
    game.do(route)
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Soviet", "gpw 23.5.4.7")
    assert offered(game) == [route, "retreat B0511"]
    game.do("retreat B0511")
    assert state(game, "su-inf-3") == "B0511"


@pytest.mark.rule("gpw 23.5.4.7")
def test_no_stop_in_other_terrain_nor_in_the_base_game() -> None:
    game = fight(NORTH, "DR", rules=SHORT, **AXIS)  # type: ignore[arg-type]
    route = next(option for option in offered(game) if option.split()[1] == "B0410")  # forest
    game.do(route)
    assert state(game, "su-inf-3") == route.split()[-1]
    base = fight(NORTH, "DR", **AXIS)  # type: ignore[arg-type]
    route = next(option for option in offered(base) if option.split()[1] == "B0511")
    base.do(route)
    assert state(base, "su-inf-3") == route.split()[-1]


@pytest.mark.rule("gpw 23.5.4.7")
@pytest.mark.parametrize(("hex_id", "refuge"), [("B1407", True), ("A2917", True), ("A2916", True), ("B2507", False)])
def test_major_city_fortress_and_mountain_are_refuges_a_minor_city_is_none(hex_id: str, refuge: bool) -> None:
    game = game_at("Axis Combat", {"su-inf-3": "A0619"}, turn=2, rules=gpw.rules(*SHORT))
    pos = game._pos
    assert RETREATS.hooks["halt"](pos, pos.world.unit("su-inf-3").index, pos.world.board.hex(hex_id)) is refuge


@pytest.mark.rule("gpw 23.5.4.7", "gpw 23.5.4.5.4.G")
@pytest.mark.parametrize(("rules", "refuge"), [(SHORT, True), ((*SHORT, "23.5.4.5.4"), False)])
def test_a_fortress_that_fell_is_no_refuge(rules: tuple[str, ...], refuge: bool) -> None:
    units = {"su-inf-3": "A0619", "ax-inf-1": "B1811"}
    pos = game_at("Soviet Combat", units, turn=2, rules=gpw.rules(*rules))._pos
    assert RETREATS.hooks["halt"](pos, pos.world.unit("su-inf-3").index, pos.world.board.hex("B1811")) is refuge


#: Every hex two away is in enemy ZOC, as are all next to the defender but the swamp.
TRAP = {"su-inf-3": "B0411/1", "ax-pz-41": "B0312", "ax-inf-59": "B0310", "ax-inf-53": "B0609", "ax-inf-6": "B0711"}
#: Every hex next to the swamp holds an enemy.
SURROUNDED = NORTH | {f"ax-inf-{n}": h for n, h in ((1, "B0311"), (2, "B0410"), (4, "B0510"), (5, "B0512"))}
SURROUNDED |= {"ax-inf-8": "B0610", "ax-inf-10": "B0611"}


@pytest.mark.rule("gpw 23.5.4.7")
def test_a_stop_on_the_way_saves_a_unit_that_two_hexes_would_kill() -> None:
    game = fight(TRAP, "DR", attackers=("ax-pz-41",), rules=SHORT, **AXIS)  # type: ignore[arg-type]
    assert {option.split()[1] for option in offered(game)} == {"B0511"}  # its end costs no step
    assert rule_ids(game.why_not("retreat B0410 B0510"))[1:] == ["gpw 4.2.A"]
    game.do(offered(game)[0])
    assert state(game, "su-inf-3") == "B0511/1"
    base = fight(TRAP, "DR", attackers=("ax-pz-41",), **AXIS)  # type: ignore[arg-type]
    assert state(base, "su-inf-3") == "eliminated"


@pytest.mark.rule("gpw 23.5.4.7")
def test_it_is_a_way_out_even_where_nothing_lies_two_hexes_away() -> None:
    attackers = ("ax-pz-41", "ax-pz-46")
    game = fight(SURROUNDED, "DR", attackers=attackers, rules=SHORT, **AXIS)  # type: ignore[arg-type]
    assert state(game, "su-inf-3") == "B0511/1"  # a step for the ZOC there
    base = fight(SURROUNDED, "DR", attackers=attackers, **AXIS)  # type: ignore[arg-type]
    assert state(base, "su-inf-3") == "eliminated"


# -- airpower and leaders ---------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 23.5.4.9")
def test_no_aircraft_and_no_leaders_whatever_the_scenario_brings() -> None:
    game = gpw.new("campaign", rules=("23.5.4.9",))
    off_ground = game.units[game.units["kind"].isin(["LEADER", "FB", "BOM"])]
    assert off_ground.empty
    assert not {"air", "leaders"}.intersection(game.rules.options)
    base = gpw.new("campaign")
    assert set(base.units[base.units["kind"] == "LEADER"]["hex"]) != {""}
    with pytest.raises(InvalidInput, match="needs Aircraft"):
        gpw.rules("23.2.8", "11", "23.5.4.9")


# -- airborne units ---------------------------------------------------------------------------------------------------

GROUNDED = gpw.rules("15", "23.5.4.10")
FIELD = {"su-ab-1": "A0619", "ax-inf-59": "B1407"}


@pytest.mark.rule("gpw 23.5.4.10")
def test_no_airborne_assaults() -> None:
    drop = "drop su-ab-1 A0719"
    assert refused(game_at(GENERAL, FIELD, turn=2, rules=gpw.rules("15")), drop) == []
    grounded = game_at(GENERAL, FIELD, turn=2, rules=GROUNDED)
    assert refused(grounded, drop) == ["gpw 23.5.4.10"]
    assert not [a for a in grounded.legal.of("su-ab-1") if str(a).startswith("drop")]
    with pytest.raises(InvalidInput, match="conflicts"):
        gpw.rules("11", "15", "23.4.7", "23.5.4.10")


@pytest.mark.rule("gpw 23.5.4.10")
def test_they_stand_alone() -> None:
    units = {"su-ab-1": STEPPE, "su-inf-3": EAST, "ax-inf-59": "B1407"}
    move = f"move su-ab-1 {EAST}"
    assert refused(game_at(GENERAL, units, turn=2, rules=gpw.rules("15")), move) == []
    assert refused(game_at(GENERAL, units, turn=2, rules=GROUNDED), move) == ["gpw 15.1.D"]


@pytest.mark.rule("gpw 23.5.4.10")
def test_they_have_the_zoc_of_a_garrison() -> None:
    units = {"su-ab-1": STEPPE, "ax-inf-59": "A1205"}
    way = f"move ax-inf-59 {WEST} A1304"
    phase = "Axis General Movement"
    assert refused(game_at(phase, units, turn=2, rules=gpw.rules("15")), way) == []
    assert refused(game_at(phase, units, turn=2, rules=GROUNDED), way) == ["gpw 4.1.A"]


@pytest.mark.rule("gpw 23.5.4.10")
def test_a_stack_of_the_set_up_is_kept_in_positions_but_not_made_again() -> None:
    game = gpw.new("barbarossa", rules=("15", "23.5.4.10"))
    assert gpw.from_position(game.position).position == game.position
    together = [h for h, rows in game.units[game.units["hex"] != ""].groupby("hex") if len(rows) > 1]
    assert "B1903" in together  # Kiev: an army and airborne troops
    assert rule_ids(game.why_not("place su-ab-1 B1903"))
