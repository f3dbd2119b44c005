"""Fortresses: when cities become one, who is caught, what the garrison may do, how it ends."""

from __future__ import annotations

import pytest

from gpwlab import hube
from tests.hube.games import at, fresh, hex_of, refused, state_of

CITY = "B2.11"  # Uman, a minor city of one hex


def near_city(*rules: str, caught: tuple[str, ...] = ("ax-inf-68",)) -> hube.Game:
    """A Soviet division four hexes from Uman, Axis units in it, nobody else about."""
    slug = "kirovograd:campaign" if rules else "kirovograd"
    game = at(slug, "Soviet Movement", *rules)
    city = game.board.hex(CITY)
    for h in game.board.within(city, 5):
        for u in game._pos.units_at(h):
            game.edit().remove(game._pos.unit(u).id)
    for unit in caught:
        game.edit().place(unit, CITY)
    game.edit().place("su-inf-38", "B2.15")
    return game


@pytest.mark.rule("hube 3.9", "hube 3.9.A")
def test_a_city_becomes_a_fortress_when_a_soviet_unit_moves_within_three_hexes() -> None:
    game = near_city()
    game.edit().points("Axis", "sp", CITY, 8)
    assert game.fortresses == ()
    game.do("move su-inf-38 by B3.15")
    assert game.fortresses == ()  # still four hexes away
    events = game.do("move su-inf-38 by B2.14")
    assert game.fortresses == (CITY,)
    assert hex_of(game, "ax-fort-1") == CITY
    assert "ax-inf-68" in next(event.text for event in events if event.kind == "garrison")
    assert game._pos.garrison(game._pos.world.unit("ax-inf-68").index)


@pytest.mark.rule("hube 3.9")
def test_passing_within_three_hexes_is_enough() -> None:
    game = near_city()
    game.do("move su-inf-38 by B2.14 B1.15")
    assert game.fortresses == (CITY,)


@pytest.mark.rule("hube 3.9")
def test_every_movement_phase_of_the_soviets_counts_and_combat_does_not() -> None:
    for phase in ("Soviet Exploitation", "Soviet Reaction"):
        game = near_city()
        game.play(phase)
        game.do("move su-inf-38 by B2.14")
        assert game.fortresses == (CITY,)
    game = near_city()
    game.play("Soviet Combat")
    game.do("retreat su-inf-38 B2.14")
    assert game.fortresses == ()


@pytest.mark.rule("hube 3.9")
def test_each_hex_of_a_city_becomes_a_fortress_by_itself_and_only_once() -> None:
    game = at("kirovograd", "Soviet Movement")
    for h in game.board.within(game.board.hex("A44.20"), 6):
        for u in game._pos.units_at(h):
            game.edit().remove(game._pos.unit(u).id)
    game.edit().place("su-inf-38", "A45.25")
    game.do("move su-inf-38 by A45.24")  # three from A45.21, four from A44.20
    assert game.fortresses == ("A45.21",)
    game.do("move su-inf-38 by A45.23")
    assert set(game.fortresses) == {"A45.21", "A44.20"}
    game.do("retreat ax-fort-1 A46.20")
    assert game.fortresses == ("A44.20",)
    game.do("move su-inf-38 by A45.22")
    assert "A45.21" not in game.fortresses


@pytest.mark.rule("hube 3.9")
def test_a_city_that_the_axis_does_not_hold_does_not_become_one() -> None:
    game = near_city(caught=())
    game.edit().control(CITY, "Soviet")
    game.do("move su-inf-38 by B2.14")
    assert game.fortresses == ()


@pytest.mark.rule("hube 3.9.A", "hube 3.9.B")
def test_who_is_in_a_fortress_or_moves_into_one_cannot_leave() -> None:
    game = near_city()
    game.do("move su-inf-38 by B2.14")
    game.edit().place("ax-inf-1", "B2.10")
    game.play("Axis Movement")
    refused(game, "move ax-inf-68 by B2.10", "hube 3.9.B")
    refused(game, "move ax-fort-1 by B2.10", "hube 3.9")
    assert not [action for action in game.legal.of("ax-inf-68") if isinstance(action, hube.Move)]
    game.do(f"move ax-inf-1 by {CITY}")
    refused(game, "move ax-inf-1 by B2.10", "hube 3.9.B")
    refused(game, "retreat ax-inf-1 B2.10", "hube 3.9.B")


@pytest.mark.rule("hube 3.9.B")
def test_the_garrison_moves_between_fortress_hexes_of_its_city() -> None:
    game = at("moving-pocket", "Axis Movement")
    assert {"A28.24", "A29.24"} <= set(game.fortresses)  # Proskurov
    game.edit().place("ax-inf-75", "A28.24")
    game.do("move ax-inf-75 by A29.24")
    assert hex_of(game, "ax-inf-75") == "A29.24"
    refused(game, "move ax-inf-75 by A29.23", "hube 3.9.B")


@pytest.mark.rule("hube 3.9.A")
def test_units_beyond_the_stacking_limit_are_not_taken_but_trucks_are() -> None:
    game = near_city(caught=("ax-inf-68", "ax-16-pz-truck"))
    game.do("move su-inf-38 by B2.14")
    game.play("Axis Movement")
    game.do("spare ax-inf-68")
    game.do("move ax-inf-68 by B2.10")
    assert hex_of(game, "ax-inf-68") == "B2.10"
    refused(game, "spare ax-16-pz-truck", "hube 3.9.A")
    refused(game, "spare ax-inf-68", "hube 3.9.A")
    game.do(f"move ax-inf-68 by {CITY}")
    refused(game, "move ax-inf-68 by B2.10", "hube 3.9.B")  # it went in again


@pytest.mark.rule("hube 3.9.C")
def test_supply_in_a_fortress_is_drawn_where_it_lies() -> None:
    game = near_city(caught=("ax-hq-46pz",))
    game.edit().points("Axis", "sp", CITY, 8)
    game.do("move su-inf-38 by B2.14")
    game.play("Axis Movement")
    refused(game, f"haul sp 1 {CITY} B2.10", "hube 3.9.C")
    assert game.do(f"spend sp 2 {CITY}")[0].rule == "hube 3.9.C"
    assert game._pos.held(0, "sp", game.board.hex(CITY)) == 6
    game.edit().points("Axis", "sp", "B2.10", 4)
    game.do(f"haul sp 2 B2.10 {CITY}")


@pytest.mark.rule("hube 3.9.D")
def test_a_fortress_city_lives_on_two_t_a_turn() -> None:
    for count, garrison, fort in ((2, True, True), (1, False, True), (0, False, False)):
        game = near_city()
        game.edit().points("Axis", "sp", CITY, 3)
        game.do("move su-inf-38 by B2.14")
        game.play("Axis Movement")
        refused(game, f"subsist {CITY} 3", "hube 3.9.D")
        game.do(f"subsist {CITY} {count}")
        supply = game.units.set_index("unit")["supply"]
        assert (supply["ax-inf-68"], supply["ax-fort-1"]) == (garrison, fort)
        assert game._pos.held(0, "sp", game.board.hex(CITY)) == 3 - count
        refused(game, f"subsist {CITY} 1", "hube 3.9.D")


@pytest.mark.rule("hube 3.9.D")
def test_both_hexes_of_a_city_draw_their_two_t_together() -> None:
    game = at("moving-pocket", "Axis Movement")
    game.edit().points("Axis", "sp", "A28.24", 1)
    game.edit().points("Axis", "sp", "A29.24", 1)
    game.do("subsist A28.24 2")
    assert game._pos.held(0, "sp", game.board.hex("A29.24")) == 0
    refused(game, "subsist A29.24 0", "hube 3.9.D")


@pytest.mark.rule("hube 3.9.E", "hube 3.6")
def test_nobody_in_a_fortress_makes_for_the_lines() -> None:
    game = near_city()
    game.edit().place("ax-inf-1", "B2.10")
    game.do("move su-inf-38 by B2.14")
    game.play("Axis Movement")
    game.do("trace ax-inf-68 no")
    refused(game, "escape ax-inf-68 ax-inf-1 2", "hube 3.9.E")


@pytest.mark.rule("hube 3.9")
def test_a_fortress_unit_dies_last_by_combat_and_the_fortress_with_it() -> None:
    game = near_city()
    game.do("move su-inf-38 by B2.14")
    game.play("Soviet Combat")
    for cause in ("barrage", "attrition"):
        refused(game, f"lose ax-fort-1 0 {cause}", "hube 3.9")
    refused(game, "lose ax-fort-1 0 combat", "hube 3.9")  # the division is still there
    game.do("lose ax-inf-68 0 barrage")
    game.do("lose ax-fort-1 0 combat")
    assert game.fortresses == ()
    assert state_of(game, "ax-fort-1") == "dead"


@pytest.mark.rule("hube 3.9")
def test_a_fortress_unit_that_must_retreat_is_destroyed_and_frees_the_garrison() -> None:
    game = near_city()
    game.do("move su-inf-38 by B2.14")
    game.play("Soviet Combat")
    game.do("retreat ax-fort-1 B2.10")
    assert (game.fortresses, state_of(game, "ax-fort-1")) == ((), "dead")
    game.do("retreat ax-inf-68 B2.10")
    assert hex_of(game, "ax-inf-68") == "B2.10"


@pytest.mark.rule("hube 3.9")
def test_there_is_a_fortress_unit_for_every_city_hex() -> None:
    game = fresh("kirovograd")
    assert len(game._pos.world.city_of) > 16  # the counters
    forts = [unit for unit in game._pos.world.units if unit.fort]
    assert len(forts) >= len(game._pos.world.city_of)


@pytest.mark.rule("hube 6.5.Axis set-up", "hube 6.3.Axis set-up")
def test_scenarios_3_and_5_begin_with_fortresses() -> None:
    assert fresh("relief").fortresses == ("A31.35",)
    assert set(fresh("moving-pocket").fortresses) == {"A14.28", "A28.24", "A29.24", "A24.21"}


@pytest.mark.rule("hube 4.1")
def test_with_manstein_in_charge_there_are_no_fortresses() -> None:
    game = near_city("4.1")
    game.do("move su-inf-38 by B2.14")
    assert game.fortresses == ()
    assert fresh("moving-pocket:campaign", "4.1").fortresses == ()


def test_a_fortress_unit_placed_by_hand_makes_a_fortress() -> None:
    game = fresh("kirovograd")
    game.edit().place("ax-fort-1", CITY)
    assert game.fortresses == (CITY,)
