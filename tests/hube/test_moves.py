"""Recorded moves and what they cost: terrain, roads, rivers, ground, pontoons, rail, air bases, breakdown regiments."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab import InvalidInput, hube
from gpwlab.hube.movement import Costs
from tests.hube.games import at, fresh, hex_of, reasons, refused, state_of
from tests.hube.tables import board, charts


def costs(movement: str = "leg", ground: str = "Light Freeze", pontoons: tuple[str, ...] = ()) -> Costs:
    return Costs(board(), charts(), ground, movement, frozenset(map(board().hex, pontoons)))


def pairs(ground: str, wanted: str, way: bool = False) -> tuple[int, int]:
    """Two neighbours with a hexside of a type, open ground beyond, with or without a road or railway."""
    on = costs(ground=ground)
    return next(
        (a, b)
        for a in range(board().n)
        for b in board().near[a]
        if b >= 0 and on.types(b) == ("Open",) and on.hexside(a, b) == wanted and bool(on.road(a, b)) == way
    )


def hex_with(*types: str) -> int:
    on = costs()
    return next(h for h in range(board().n) if set(on.types(h)) == set(types))


@pytest.mark.rule("hube chart.Terrain Effects on Movement")
@pytest.mark.parametrize(
    ("name", "track", "truck", "leg"),
    [("Open", 1, 1, 1), ("Forest", 3, 4, 2), ("Woods", 2, 3, 1), ("Rough", 3, 5, 2), ("Low Hills", 1, 2, 1)],
)
def test_entering_terrain_costs_what_is_printed(name: str, track: int, truck: int, leg: int) -> None:
    h = hex_with(name)
    found = [costs(kind).into(h).mp for kind in ("track", "truck", "leg")]
    assert found == [track, truck, leg]


@pytest.mark.rule("hube chart.Terrain Effects on Movement")
def test_a_mountain_takes_the_whole_allowance_on_foot_and_bars_vehicles() -> None:
    h = hex_with("Mountain")
    assert costs("leg").into(h).whole
    assert costs("track").into(h).mp is None
    start = next(n for n in board().near[h] if n >= 0 and not costs().road(n, h) and not costs().hexside(n, h))
    assert h in costs("leg").reach(start, Fraction(3))
    beyond = [n for n in board().near[h] if n >= 0 and "Mountain" in costs().types(n) and n not in board().near[start]]
    assert all(n not in costs("leg").reach(start, Fraction(1)) or n == start for n in beyond)


@pytest.mark.rule("hube 1.8", "hube 1.8a")
def test_of_two_terrains_in_a_hex_movement_pays_the_dearer() -> None:
    on = costs("truck")
    h = next(h for h in range(board().n) if board().terrain2[h] and h not in board().town)
    each = [charts().movement_terrain[name].by["truck"] for name in on.types(h)]
    assert len(each) == 2
    assert [cost.kind for cost in each] == ["prohibited", "cost"]  # mountain and rough
    assert on.into(h).mp is None
    assert costs("leg").into(h).whole


@pytest.mark.rule("hube 1.8a")
def test_a_city_costs_wheels_two_points_in_open_country_and_nothing_extra_by_road() -> None:
    h = hex_with("Open", "Major City")
    assert [costs(kind).into(h).mp for kind in ("track", "truck", "leg")] == [3, 2, 1]
    a = next(n for n in board().near[h] if n >= 0 and costs().road(n, h) == "Secondary Road")
    assert costs("track").step(a, h).mp == Fraction(1, 2)


@pytest.mark.rule("hube chart.Terrain Effects on Movement", "hube chart.Ground Effects Chart")
@pytest.mark.parametrize(
    ("ground", "track", "truck", "leg"),
    [("Freeze", 2, 3, 0), ("Light Freeze", 3, 5, 1), ("Mud", 3, 5, 1)],
)
def test_a_minor_river_costs_extra_and_less_when_frozen(ground: str, track: int, truck: int, leg: int) -> None:
    name = "Frozen Minor River" if ground == "Freeze" else "Minor River"
    a, b = pairs(ground, name)
    found = [costs(kind, ground).step(a, b).mp for kind in ("track", "truck", "leg")]
    assert found == [1 + track, 1 + truck, 1 + leg]


@pytest.mark.rule("hube chart.Terrain Effects on Movement", "hube chart.Ground Effects Chart")
def test_a_major_river_can_be_crossed_by_all_only_in_hard_freeze() -> None:
    a, b = pairs("Freeze", "Major River")
    assert costs("truck", "Freeze").step(a, b).mp is None
    assert costs("leg", "Freeze").step(a, b).whole
    assert [costs(kind, "Hard Freeze").step(a, b).mp for kind in ("track", "truck", "leg")] == [5, 7, 3]


@pytest.mark.rule("hube chart.Ground Effects Chart")
def test_swamps_freeze_in_hard_freeze_alone() -> None:
    h = hex_with("Swamp")
    assert costs("truck", "Freeze").into(h).mp is None
    assert [costs(kind, "Hard Freeze").into(h).mp for kind in ("track", "truck", "leg")] == [5, 6, 3]


@pytest.mark.rule("hube chart.Ground Effects Chart")
@pytest.mark.parametrize(
    ("ground", "track", "truck", "leg"),
    [
        ("Light Freeze", Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)),
        ("Light Thaw", Fraction(1, 2), 1, Fraction(1, 2)),
        ("Thaw", 1, 1, 1),
        ("Mud", 1, 1, 1),
    ],
)
def test_roads_get_muddy_and_soupy(ground: str, track: Fraction, truck: Fraction, leg: Fraction) -> None:
    on = costs()
    a, b = next(
        (a, b)
        for a in range(board().n)
        for b in board().near[a]
        if b >= 0 and on.types(b) == ("Forest",) and on.road(a, b) == "Secondary Road" and not on.hexside(a, b)
    )
    assert [costs(kind, ground).step(a, b).mp for kind in ("track", "truck", "leg")] == [track, truck, leg]


def test_a_way_carries_over_a_river_by_its_bridge() -> None:
    a, b = pairs("Light Freeze", "Major River", way=True)
    assert costs("truck").step(a, b).mp is not None
    assert costs("truck").step(a, b).mp <= 1


@pytest.mark.rule("hube chart.Ground Effects Chart")
def test_mud_halves_the_allowance_of_wheels_alone() -> None:
    game = at("kirovograd", "Soviet Movement")
    pos = game._pos
    from gpwlab.hube import movement

    truck = next(u for u in pos.world.units if u.movement == "truck" and u.move)
    leg = next(u for u in pos.world.units if u.id == "ax-inf-1")
    assert movement.allowance(pos, truck) == truck.move
    game.edit().ground("Mud")
    assert movement.allowance(game._pos, truck) == Fraction(truck.move or 0, 2)
    assert movement.allowance(game._pos, leg) == 3


def test_an_allowance_that_the_book_does_not_print_says_so() -> None:
    game = at("kirovograd", "Axis Movement")
    with pytest.raises(InvalidInput, match="on its counter"):
        game.reach("ax-16-pz-pg-79")
    assert game.reach("ax-16-pz-pg-79", 4)
    assert max(game.reach("ax-inf-1").values()) <= 3
    with pytest.raises(InvalidInput, match="not on the map"):
        game.reach("ax-inf-96")


@pytest.mark.rule("hube 2.6")
def test_pontoons_take_a_rivers_cost_away_for_all_hexsides_of_their_hex() -> None:
    a, b = pairs("Light Freeze", "Major River")
    for place in (a, b):
        bridged = costs("truck", pontoons=(board().ids[place],))
        assert bridged.step(a, b).mp == 1
        assert [reason.rule for reason in bridged.step(a, b).reasons][-1] == "hube 2.6"
    assert costs("truck", pontoons=(board().ids[a],)).types(b) == ("Open",)
    swamp = hex_with("Swamp")
    assert costs("truck", pontoons=(board().ids[swamp],)).into(swamp).mp is None


@pytest.mark.rule("hube 2.6")
def test_a_pontoon_unit_bridges_in_combat_mode_and_flips_across() -> None:
    from gpwlab.hube import movement

    game = at("kirovograd", "Soviet Movement")
    a, b = pairs("Light Freeze", "Major River")
    start, goal = game.board.ids[a], game.board.ids[b]
    for u in [*game._pos.units_at(a, 0), *game._pos.units_at(b, 0)]:
        game.edit().remove(game._pos.unit(u).id)
    game.edit().place("su-pontoon-1uf", start)
    assert a in movement.costs_of(game._pos, "truck", 1).pontoons
    assert movement.costs_of(game._pos, "truck", 0).pontoons == frozenset()  # the Germans never use them
    game.do("mode su-pontoon-1uf disorganised")
    assert a in movement.costs_of(game._pos, "truck", 1).pontoons
    game.do("mode su-pontoon-1uf move")
    assert a not in movement.costs_of(game._pos, "truck", 1).pontoons
    refused(game, f"flip su-pontoon-1uf {goal}", "hube 2.6")
    game.do("mode su-pontoon-1uf combat")
    game.do(f"flip su-pontoon-1uf {goal}")
    assert hex_of(game, "su-pontoon-1uf") == goal
    refused(game, f"flip su-inf-38 {goal}", "hube 2.6")


# -- recorded moves ---------------------------------------------------------------------------------------------------


def test_a_move_is_recorded_for_place_and_date() -> None:
    game = at("kirovograd", "Axis Movement")
    here = hex_of(game, "ax-inf-1")
    near = [game.board.ids[h] for h in game.board.near[game.board.hex(here)] if h >= 0]
    free = [n for n in near if not game._pos.units_at(game.board.hex(n), 1)]
    events = game.do(f"move ax-inf-1 by {free[0]}")
    assert hex_of(game, "ax-inf-1") == free[0]
    assert "leg" in events[0].text
    refused(game, f"move ax-inf-1 by {free[0]}", game.phase.rule)
    refused(game, f"move su-inf-38 by {free[0]}", game.phase.rule)
    refused(game, "move ax-inf-96 by A44.20", game.phase.rule)
    refused(game, f"move ax-inf-1 ax-inf-75 by {here}", game.phase.rule)
    refused(game, f"move ax-inf-1 by {here} A44.20", game.phase.rule)
    enemy = next(piece.hex for piece in game.pieces if piece.side == "Soviet")
    refused(game, f"move ax-inf-1 by {enemy}", game.phase.rule)
    game.edit().place("ax-inf-1", "B13.02")
    game.edit().place("su-inf-38", "B13.03")
    refused(game, "move ax-inf-1 by B13.03 B13.04", game.phase.rule)  # through the enemy


def test_whoever_passes_a_hex_holds_it() -> None:
    game = at("kirovograd", "Axis Movement")
    path = ["B9.33", "B9.34", "B8.34"]
    for name in path:
        game.edit().control(name, "Soviet")
    game.edit().place("ax-inf-1", "B10.32")
    for piece in [piece for piece in game.pieces if piece.hex in path]:
        game.edit().remove(piece.id, "due")
    game.do(f"move ax-inf-1 by {' '.join(path)}")
    assert {game.sides[game.board.hex(name)] for name in path} == {"Axis"}
    game.do("control B9.33 Soviet")
    assert game.sides[game.board.hex("B9.33")] == "Soviet"
    assert reasons(game, "control B8.34 Soviet") == ["hube 5.2"]


@pytest.mark.rule("hube 1.3")
def test_an_attack_capable_unit_in_the_exit_hex_captures_the_air_base_for_good() -> None:
    game = at("kirovograd", "Soviet Movement")
    path = [game.board.ids[h] for h in game.board.near[game.board.hex("A3.34")] if h >= 0]
    game.edit().place("su-pontoon-1uf", path[0])
    game.do("move su-pontoon-1uf by A3.34")
    assert game._pos.base_lost == [False, False]  # a pontoon unit attacks nobody
    game.edit().place("su-inf-38", path[1])
    events = game.do("move su-inf-38 by A3.34")
    assert "air base" in [event.kind for event in events]
    assert game._pos.base_lost == [True, False]


@pytest.mark.rule("hube 1.3")
def test_a_round_trip_to_the_off_map_air_base_takes_six_hexes_beyond_the_exit() -> None:
    game = fresh("kirovograd")
    assert game.range_home("Axis", "A3.34") == 6
    assert game.range_home("Axis", "A3.30") == 14
    with pytest.raises(InvalidInput, match="not on the map"):
        fresh("moving-pocket").range_home("Soviet", "A3.30")


@pytest.mark.rule("hube 1.3", "hube 1.7")
def test_supply_is_flown_to_a_base_and_dropped_but_no_unit_is() -> None:
    game = fresh("kirovograd")
    game.do("weather 21 1")
    game.play("Axis Movement")
    base = game.wings["ax-ju52-1"][1]
    before = game._pos.held(0, "sp", game.board.hex(base))
    game.do(f"airlift ax-ju52-1 3 {base}")
    assert game._pos.held(0, "sp", game.board.hex(base)) == before + 3
    assert game.wings["ax-ju52-1"][0] == "inactive"
    refused(game, f"airlift ax-he111-1 3 {'A1.01'}", "hube 1.3")
    refused(game, "drop ax-kg-2fj 1 A44.20", "hube 1.7")
    game.do("drop sp 2 A44.20")
    assert game._pos.held(0, "sp", game.board.hex("A44.20")) >= 2
    game._pos.base_lost[0] = True
    refused(game, f"airlift ax-he111-1 3 {base}", "hube 1.3")


# -- rail -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hube 1.5")
def test_gauge_alone_says_who_uses_a_railway() -> None:
    game = at("kirovograd", "Axis Movement")
    assert "A44.20" in game.usable_rail("Axis")
    assert "A44.20" not in game.usable_rail("Soviet")
    assert "B8.34" in game.usable_rail("Soviet")
    game.edit().place("ax-inf-1", "A1.35")
    game.do("rail ax-inf-1 A28.24 1")
    assert hex_of(game, "ax-inf-1") == "A28.24"
    refused(game, "rail ax-inf-1 B8.34 1", "hube 1.5")
    refused(game, "rail ax-inf-1 A10.10 1", "hube 1.5")


@pytest.mark.parametrize(
    ("slug", "limits"),
    [
        pytest.param("kirovograd", ("A60.30", "B28.08"), marks=pytest.mark.rule("hube 6.1.rail gauge and capacity")),
        pytest.param(
            "korsun", ("A55.29", "B2.26", "B26.11"), marks=pytest.mark.rule("hube 6.2.rail gauge and capacity")
        ),
        pytest.param("relief", ("A53.29", "B4.25"), marks=pytest.mark.rule("hube 6.3.rail gauge and capacity")),
        pytest.param("collapse", ("A44.30", "A53.23"), marks=pytest.mark.rule("hube 6.4.rail gauge and capacity")),
        pytest.param("moving-pocket", ("A53.23", "A36.33"), marks=pytest.mark.rule("hube 6.5.rail gauge and capacity")),
    ],
)
def test_soviet_gauge_reaches_its_limits_and_capacity_is_12_and_20(slug: str, limits: tuple[str, ...]) -> None:
    game = fresh(slug)
    gauge = game._pos.gauge
    for name in limits:
        if game.board.tracks(game.board.hex(name)):
            assert gauge[game.board.hex(name)] == 1, name
    assert gauge[game.board.hex("A1.35")] == 0
    assert game._pos.world.scenario.capacity == (12, 20)


@pytest.mark.rule("hube 6.5.rail gauge and capacity")
def test_in_scenario_5_german_gauge_lies_west_of_column_a8() -> None:
    game = fresh("moving-pocket")
    columns = [game.board.spot[h][0] for h, side in enumerate(game._pos.gauge) if side == 0]
    assert max(columns) == 7


@pytest.mark.rule("hube 6.1.rail gauge and capacity")
def test_rail_capacity_is_used_up_in_a_turn() -> None:
    game = at("kirovograd", "Axis Movement")
    game.edit().place("ax-inf-1", "A1.35")
    game.edit().place("ax-inf-75", "A1.35")
    game.do("rail ax-inf-1 A28.24 8")
    refused(game, "rail ax-inf-75 A28.24 5", "hube 6.1.rail gauge and capacity")
    game.do("rail ax-inf-75 A28.24 4")
    refused(game, "rail ax-inf-1 A1.35 1", "hube 6.1.rail gauge and capacity")


@pytest.mark.rule("hube 1.5", "hube 1.6")
def test_railway_units_and_headquarters_change_the_gauge() -> None:
    game = at("kirovograd", "Soviet Movement")
    for unit in ("su-rr-1uf-a", "su-hq-38", "su-inf-38", "su-pontoon-1uf"):
        game.edit().place(unit, "B2.26")
    game._pos.gauge[game.board.hex("B2.26")] = 0
    refused(game, "convert su-inf-38", "hube 1.6")
    refused(game, "convert su-pontoon-1uf", "hube 1.6")
    game.do("convert su-rr-1uf-a")
    assert "B2.26" in game.usable_rail("Soviet")
    refused(game, "convert su-hq-38", "hube 1.5")
    game._pos.gauge[game.board.hex("B2.26")] = 0
    game.do("convert su-hq-38")


@pytest.mark.rule("hube 1.6")
def test_only_headquarters_build() -> None:
    game = at("kirovograd", "Axis Movement")
    place = hex_of(game, "ax-hq-46pz")
    refused(game, f"build hedgehog {place} ax-inf-1", "hube 1.6")
    refused(game, f"build hedgehog {place} ax-rr-1", "hube 1.6")
    refused(game, "build hedgehog B8.34 ax-hq-46pz", "hube 1.6")
    game.do(f"build hedgehog {place} ax-hq-46pz")
    game.do(f"build airbase {place} ax-hq-46pz")
    assert game._pos.held(0, "hedgehog", game.board.hex(place)) == 1
    game.edit().ground("Mud")
    assert reasons(game, f"build airbase {place} ax-hq-46pz") == ["hube chart.Ground Effects Chart"]
    assert reasons(game, f"build hedgehog {place} ax-hq-46pz") == []


# -- breakdown regiments, sizes ---------------------------------------------------------------------------------------


@pytest.mark.rule("hube 1.4")
def test_regiments_go_back_to_divisions_of_their_action_rating() -> None:
    game = at("kirovograd", "Axis Movement")
    game.do("break ax-inf-1")
    unit = game._pos.world.unit("ax-inf-1-r1")
    assert (unit.action, game._pos.lost[game._pos.world.unit("ax-inf-1").index]) == (4, 1)
    game.edit().place("ax-mtn-4", hex_of(game, "ax-inf-1"))
    game.edit().lost("ax-mtn-4", 1)
    refused(game, "absorb ax-inf-1-r1 ax-mtn-4", "hube 1.4")  # action 5
    game.edit().place("ax-inf-75", hex_of(game, "ax-inf-1"))
    refused(game, "absorb ax-inf-1-r1 ax-inf-75", "hube 1.4")  # it has lost no step
    game.edit().lost("ax-inf-75", 1)
    game.do("absorb ax-inf-1-r1 ax-inf-75")
    assert "ax-inf-1-r1" not in set(game.units["unit"])
    for _n in range(3):
        game.do("break ax-inf-1")
    refused(game, "break ax-inf-1", "hube 1.4")
    refused(game, "break ax-hq-46pz", "hube 1.4")


@pytest.mark.rule("hube 1.4")
def test_soviet_12_2_2_divisions_do_not_break_down() -> None:
    game = at("kirovograd", "Soviet Movement")
    refused(game, "break su-inf-148", "hube 1.4")
    game.do("break su-inf-38")


@pytest.mark.rule("hube 1.1.E", "hube 2.5")
def test_a_kampfgruppe_is_a_regiment_and_sizes_are_those_of_the_counter() -> None:
    unit = fresh("kirovograd")._pos.world.unit
    assert unit("ax-kg-167").equivalents == unit("ax-kg-2fj").equivalents == 1
    assert unit("su-tkbn-12gd").equivalents == 0.5
    assert unit("su-tkbde-91").equivalents == 1
    assert unit("su-inf-38").equivalents == 3


# -- points and losses ------------------------------------------------------------------------------------------------


def test_points_are_carried_and_used_up() -> None:
    game = at("kirovograd", "Axis Movement")
    start = game.board.ids[game._pos.has(0, "sp")[0]]
    there = game._pos.held(0, "sp", game.board.hex(start))
    game.do(f"haul sp 3 {start} A44.20")
    game.do(f"spend sp 1 {start}")
    assert game._pos.held(0, "sp", game.board.hex(start)) == there - 4
    refused(game, f"haul sp 999 {start} A44.20", game.phase.rule)
    refused(game, "spend eq 1 A44.20", game.phase.rule)
    with pytest.raises(InvalidInput, match="no kind of points"):
        game.do("spend beer 1 A44.20")


def test_losses_are_recorded_by_step_or_whole() -> None:
    game = at("kirovograd", "Soviet Combat")
    game.do("lose ax-inf-1 2 combat")
    assert int(game.units[game.units["unit"] == "ax-inf-1"].iloc[0]["lost"]) == 2
    game.do("lose ax-inf-1 0 combat")
    assert state_of(game, "ax-inf-1") == "dead"
    refused(game, "lose ax-inf-1 1 combat", game.phase.rule)
    here = hex_of(game, "ax-inf-75")
    near = [game.board.ids[h] for h in game.board.near[game.board.hex(here)] if h >= 0]
    goal = next(n for n in near if not game._pos.units_at(game.board.hex(n), 1))
    game.do(f"retreat ax-inf-75 {goal}")
    assert hex_of(game, "ax-inf-75") == goal


def test_air_units_are_lost_too() -> None:
    game = at("kirovograd", "Soviet Combat")
    game.do("lose ax-he111-1 0 combat")
    assert game.wings["ax-he111-1"] == ("lost", "")
    refused(game, "lose ax-he111-1 0 combat", game.phase.rule)
    refused(game, "sortie ax-he111-1", game.phase.rule)
    assert hube.from_position(game.position).wings["ax-he111-1"] == ("lost", "")


def test_an_organic_truck_carries_supply() -> None:
    game = at("kirovograd", "Axis Movement")
    truck = "ax-16-pz-truck"
    game.edit().points("Axis", "sp", hex_of(game, truck), 5)
    game.do(f"load {truck} 4")
    refused(game, f"load {truck} 4", "hube 3.7")
    game.do(f"unload {truck} 1")
    assert game._pos.cargo == {game._pos.world.unit(truck).index: 3}
    refused(game, "load ax-inf-1 1", "hube 3.7")


def test_a_battle_on_the_map_is_worked_out_with_printed_numbers() -> None:
    game = at("kirovograd", "Soviet Combat")
    game.edit().place("ax-inf-1", "A40.33")
    for piece in [piece for piece in game.pieces if piece.hex in ("A40.33", "A40.34") and piece.id != "ax-inf-1"]:
        game.edit().remove(piece.id, "due")
    game.edit().place("su-inf-38", "A40.34")
    odds = game.battle("A40.33", ["su-inf-38"])
    assert sum(odds.results.values()) == 1
    assert odds.drm == -1  # 3 against 4
    with pytest.raises(InvalidInput, match="not next to"):
        game.battle("A40.33", ["su-inf-60"])
    with pytest.raises(InvalidInput, match="no enemy"):
        game.battle("A40.35", ["su-inf-38"])
    game.edit().place("su-6gd-tk-at-6", "A40.34")
    with pytest.raises(InvalidInput, match="on its counter"):
        game.battle("A40.33", ["su-6gd-tk-at-6"])
    assert game.battle("A40.33", ["su-6gd-tk-at-6"], known={"su-6gd-tk-at-6": (6, 4)}).drm == 0
