"""Aircraft on the ground (section 11): airfields, arrivals, DAS, return and transfer, captured fields, turn boxes."""

from __future__ import annotations

import pytest

from gpwlab import IllegalAction, InvalidInput, gpw
from gpwlab.gpw import air
from gpwlab.gpw.actions import Fly, Move
from tests.gpw.boards import seed_for
from tests.gpw.maps import cities_in, playable, rail_hexes, table
from tests.gpw.wings import (
    AIR,
    ATTACK,
    BOMBER,
    FIGHTER,
    GROUND,
    HELD,
    TARGET,
    air_shifts,
    at,
    duel,
    place,
    raid,
    rules_of,
    state,
)

CLEAR = "A1203"  # steppe without city or railway


# ---- airfields


@pytest.mark.rule("gpw 11.0.B")
def test_airfields_are_friendly_cities_and_rail_hexes() -> None:
    game = at("Soviet General Movement", BOMBER, {"A0816": "Axis"})
    fields = game.airfields("Soviet")
    assert set(fields) <= {h for h in game.board.ids if cities_in(h) or h in rail_hexes()}
    assert {h: fields.get(h) for h in ("A0619", "A0611", "A0717", CLEAR, "A0816")} == {
        "A0619": 2,  # Moscow, a major city
        "A0611": 1,  # Saransk
        "A0717": 1,  # a rail hex
        CLEAR: None,
        "A0816": None,  # Ryazan has been passed by the Axis
    }
    assert game.airfields("Axis")["A0816"] == 1
    assert rules_of(game, f"base su-bom-5 {CLEAR}") == ["gpw 11.0.B"]
    assert rules_of(game, "base su-bom-5 A0816") == ["gpw 11.0.B"]


@pytest.mark.rule("gpw 11.0.B")
def test_a_major_city_takes_two_aircraft_any_other_field_one() -> None:
    parked = {"su-bom-1": "A0619", "su-bom-2": "A0611"}
    game = at("Soviet General Movement", {**parked, "su-bom-3": "A0711", "su-bom-4": "A1013"})
    assert rules_of(game, "base su-bom-3 A0611") == ["gpw 11.0.B"]
    game.do("base su-bom-3 A0619")
    assert rules_of(game, "base su-bom-4 A0619") == ["gpw 11.0.B"]
    assert "base su-bom-4 A0619" not in map(str, game.legal.of("su-bom-4"))


#: Axis units all round the rail hex A0914 in Soviet hands, none in it
ROUND = {"ax-inf-6": "A0813", "ax-inf-7": "A0915", "ax-inf-9": "A1014"}


@pytest.mark.rule("gpw 11.0.B")
def test_enemy_zoc_closes_a_field_and_a_friendly_unit_in_it_opens_it_again() -> None:
    open_, closed = at("Soviet General Movement", BOMBER), at("Soviet General Movement", {**BOMBER, **ROUND})
    assert "A0914" in open_.airfields("Soviet")
    assert "A0914" not in closed.airfields("Soviet")
    # an army in the field negates their ZOC there; another one next to it leads the line out
    army = {"su-inf-3": "A0914", "su-inf-4": "A0913"}
    assert "A0914" in at("Soviet General Movement", {**BOMBER, **ROUND, **army}).airfields("Soviet")


def test_aircraft_on_a_field_that_is_cut_off_fly_from_it_but_not_back() -> None:
    board = {**ROUND, "su-inf-3": "A0812", "su-inf-4": "A0913", "su-bom-1": "A0914"}
    game = at("Soviet Combat", {**board, "su-inf-4": "A0912"})
    assert "A0914" not in game.airfields("Soviet")
    assert place(game, "su-bom-1") == "A0914"
    game.do("attack A0813 by su-inf-3")
    game.do("fly su-bom-1 A0813")
    game.play("Soviet General Movement")
    assert rules_of(game, "base su-bom-1 A0914") == ["gpw 11.0.B"]
    assert rules_of(game, "base su-bom-1 A0611") == []


@pytest.mark.rule("gpw 11.0.B")
def test_a_field_without_a_way_to_the_edge_is_none_by_sea_neither() -> None:
    # Perekop and the straits are shut: the Crimea is in supply by sea, but no line of hexes leads to the east
    shut = {"ax-inf-6": "A2617", "ax-inf-7": "A2713", "su-inf-3": "A2917"}
    game = at("Soviet General Movement", {**shut, **BOMBER})
    assert "A2917" in game.supplied("Soviet")
    assert "A2917" not in game.airfields("Soviet")
    free = at("Soviet General Movement", {"su-inf-3": "A2917", **BOMBER})
    assert free.airfields("Soviet")["A2917"] == 1


# ---- coming into play


@pytest.mark.rule("gpw 11.0.A")
def test_aircraft_are_set_up_on_airfields() -> None:
    game = gpw.new("barbarossa", rules=AIR, setup="free")
    while game.phase.side == "Soviet":
        game.do(next(iter(game.legal)))
    spots = [a.hex for a in game.legal.of("ax-fb-1")]  # type: ignore[union-attr]
    assert spots
    assert set(spots) <= set(game.airfields("Axis"))
    assert all(place(gpw.new("barbarossa", rules=AIR), unit) for unit in ("ax-fb-1", "ax-fb-2", "ax-bom-1"))


@pytest.mark.rule("gpw 11.0.C")
def test_a_new_aircraft_goes_to_any_free_airfield_on_its_turn() -> None:
    game = at("Soviet Reinforcement/Replacement", {"su-bom-2": "A0611"}, turn=5)
    assert state(game, "su-bom-1") == "due"  # turn 5 on the chart
    places = {a.hex for a in game.legal.of("su-bom-1")}  # type: ignore[union-attr]
    assert places == set(game.airfields("Soviet")) - {"A0611"}
    assert rules_of(game, f"place su-bom-1 {CLEAR}") == ["gpw 11.0.B"]
    assert rules_of(game, "place su-bom-1 A0611") == ["gpw 11.0.B"]
    game.do("place su-bom-1 A0619")
    assert place(game, "su-bom-1") == "A0619"


def test_an_aircraft_that_is_withdrawn_leaves_the_map_and_its_mission() -> None:
    # FB 4 leaves on turn 20
    game = at("Axis Reinforcement/Replacement", {"ax-fb-4": TARGET}, turn=20, missions={"ax-fb-4": "DAS"})
    assert state(game, "ax-fb-4") == "withdrawn"
    assert game.aircraft("Axis") == {}
    boxed = at("Axis Reinforcement/Replacement", {"ax-fb-4": "turn box"}, turn=20, boxes={"ax-fb-4": 21})
    assert (state(boxed, "ax-fb-4"), boxed._pos.boxes) == ("withdrawn", {})


# ---- defensive support

LINE = {"ax-inf-6": "A0813", "su-inf-3": "A0812", "su-inf-4": "A0913"}


@pytest.mark.rule("gpw 11.1.3.A", "gpw 3.1.5.C")
def test_axis_aircraft_that_have_not_flown_may_support_a_friendly_unit() -> None:
    board = {**LINE, **FIGHTER, "ax-fb-2": "A0717", "su-inf-10": "A0915"}
    game = at("Axis General Movement", board, {"A0717": "Axis", **HELD})
    assert rules_of(game, "fly ax-fb-1 A0915") == ["gpw 11.1.3.A"]  # a Soviet unit
    assert rules_of(game, "fly ax-fb-1 A0814") == ["gpw 11.1.3.A"]  # nobody
    assert rules_of(game, "fly ax-fb-2 A0813") == ["gpw 11.1.3.A"]  # four hexes away, range 3
    assert [str(a) for a in game.legal.of("ax-fb-1") if isinstance(a, Fly)] == ["fly ax-fb-1 A0813"]
    game.do("fly ax-fb-1 A0813")
    assert game.aircraft("Axis") == {"ax-fb-1": "DAS", "ax-fb-2": ""}
    tired = at("Axis General Movement", {**LINE, **FIGHTER}, flown=["ax-fb-1"])
    assert rules_of(tired, "fly ax-fb-1 A0813") == ["gpw 11.1.3.A"]


@pytest.mark.rule("gpw 11.1.3.A")
def test_soviet_aircraft_support_too_and_only_after_movement() -> None:
    game = at("Soviet General Movement", {**LINE, **BOMBER})
    assert isinstance(next(iter(game.legal.of("su-inf-3"))), Move)
    game.do("fly su-bom-5 A0812")
    assert game.legal.of("su-inf-3") == []
    assert "gpw 11.2.A" in rules_of(game, "move su-inf-3 A0811")
    with_base = at("Soviet General Movement", {**LINE, **BOMBER})
    with_base.do("base su-bom-5 A0711")
    assert "gpw 11.2.A" in rules_of(with_base, "move su-inf-3 A0811")


@pytest.mark.rule("gpw 11.1.3.A", "gpw 11.1.D")
def test_one_aircraft_supports_a_hex() -> None:
    game = at("Soviet General Movement", {**LINE, **BOMBER, "su-bom-1": "A0711"})
    game.do("fly su-bom-5 A0812")
    assert rules_of(game, "fly su-bom-1 A0812") == ["gpw 11.1.D"]
    assert "fly su-bom-1 A0812" not in map(str, game.legal.of("su-bom-1"))


def test_aircraft_in_the_air_take_no_room_on_the_field_below() -> None:
    game = at("Soviet General Movement", {**LINE, **BOMBER, "su-bom-1": "A0711"})
    game.do("fly su-bom-5 A0812")  # a rail hex
    assert rules_of(game, "base su-bom-1 A0812") == []
    assert "base su-bom-1 A0812" in map(str, game.legal.of("su-bom-1"))


@pytest.mark.rule("gpw 11.1.3.B")
@pytest.mark.parametrize(("unit", "columns"), [("ax-fb-1", 1), ("ax-bom-3", 2)])
def test_support_of_the_defence_shifts_to_the_left(unit: str, columns: int) -> None:
    game = at("Axis General Movement", {**LINE, unit: "A0816"})
    before = game.battle(TARGET, ["su-inf-3", "su-inf-4"]).odds.shifted
    game.do(f"fly {unit} A0813")
    game.play("Soviet Combat")
    assert air_shifts(game) == [(-columns, "gpw 11.1.3.B")]
    assert game.battle(TARGET, ["su-inf-3", "su-inf-4"]).odds.shifted == before - columns


# ---- return and transfer


def after_a_raid() -> gpw.Game:
    """Bomber and fighter over A0813 after the battle, at the Soviet General Movement Phase."""
    game = raid(duel(1, 1))
    game.do("intercept ax-fb-1 A0813")
    game.play("Soviet General Movement")
    assert (game.aircraft("Soviet"), game.aircraft("Axis")) == ({"su-bom-5": "OAS"}, {"ax-fb-1": "INT"})
    return game


@pytest.mark.rule("gpw 11.2.A", "gpw 3.2.5.B")
def test_soviet_aircraft_return_to_any_airfield_before_the_phase_ends() -> None:
    game = after_a_raid()
    assert rules_of(game, "done") == ["gpw 11.2.A"]
    assert "done" not in map(str, game.legal)
    with pytest.raises(IllegalAction):
        game.next_phase()
    assert {a.hex for a in game.legal.of("su-bom-5")} == set(game.airfields("Soviet"))  # type: ignore[union-attr]
    game.do("base su-bom-5 A0406")  # Kuybyshev, far beyond its range
    assert place(game, "su-bom-5") == "A0406"
    assert rules_of(game, "base su-bom-5 A0611") == ["gpw 11.2.B"]  # it has flown
    game.next_phase()


@pytest.mark.rule("gpw 11.2.A", "gpw 3.1.5.B")
def test_the_side_that_did_not_move_brings_its_aircraft_home_before_its_turn() -> None:
    game = after_a_raid()
    game.play()
    assert str(game.phase).endswith("Axis Reinforcement/Replacement Phase")
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Axis", "gpw 11.2.A")
    assert str(game.pending.default) == "base ax-fb-1 A0816"
    assert {o.hex for o in game.pending.options} == set(game.airfields("Axis"))  # type: ignore[union-attr]
    game.do(game.pending.default)
    assert game.pending is None
    # in the Axis movement phase its own aircraft are returned by hand
    axis = at("Axis General Movement", {**LINE, "ax-bom-1": TARGET}, missions={"ax-bom-1": "OAS"})
    assert rules_of(axis, "done") == ["gpw 11.2.A"]
    axis.do("base ax-bom-1 A0816")
    axis.next_phase()


@pytest.mark.rule("gpw 11.2.A")
def test_aircraft_just_sent_on_das_stay_for_one_enemy_turn() -> None:
    game = at("Axis General Movement", {**LINE, **FIGHTER})
    game.do("fly ax-fb-1 A0813")
    assert rules_of(game, "base ax-fb-1 A0816") == ["gpw 11.2.A"]
    game.play("Soviet General Movement")
    assert game.aircraft("Axis") == {"ax-fb-1": "DAS"}
    game.play()
    assert game.pending is not None
    assert game.pending.kind == "base"
    game.play("Axis Combat")
    assert game.aircraft("Axis") == {"ax-fb-1": ""}


@pytest.mark.rule("gpw 11.2.B")
def test_aircraft_that_have_not_flown_may_transfer_anywhere_once() -> None:
    game = at("Soviet General Movement", BOMBER)
    assert rules_of(game, "base su-bom-5 A0611") == ["gpw 11.2.B"]  # it is there
    game.do("base su-bom-5 A2902")  # Tbilisi
    assert rules_of(game, "base su-bom-5 A0611") == ["gpw 11.2.B"]
    tired = at("Soviet General Movement", BOMBER, flown=["su-bom-5"])
    assert rules_of(tired, "base su-bom-5 A2902") == ["gpw 11.2.B"]
    assert tired.legal.of("su-bom-5") == []


def test_what_has_flown_is_rested_on_the_next_turn() -> None:
    game = at("Soviet General Movement", BOMBER, flown=["su-bom-5"])
    game.play("Soviet General Movement")
    assert rules_of(game, "base su-bom-5 A2902") == []


def test_a_transfer_and_an_interception_count_as_flying() -> None:
    game = at("Axis General Movement", {**LINE, **FIGHTER, "ax-fb-2": "A0717"}, {"A0717": "Axis", **HELD})
    game.do("base ax-fb-1 B1814")
    game.do("base ax-fb-2 A0816")
    assert rules_of(game, "fly ax-fb-2 A0813") == ["gpw 11.1.3.A"]


def test_playing_on_takes_aircraft_to_the_nearest_field() -> None:
    game = after_a_raid()
    game.play()
    assert place(game, "su-bom-5") in ("A0914", "A0812", "A0913")  # next to A0813, by railway
    assert game.phase.name == "Axis Reinforcement/Replacement"


def all_axis(*but: str) -> dict[str, str]:
    """Every hex in play passed last by the Axis, save some: no other airfield is left to the Soviets.

    Moscow, whose loss would end the game, stays Soviet; an Axis corps next to it, of MOSCOW_SHUT, closes its airfield.
    """
    kept = {"A0619", *but}
    return {row["hex"]: "Axis" for row in table("hexes") if playable(row["hex"]) and row["hex"] not in kept}


MOSCOW_SHUT = {"ax-inf-23": "A0719"}


def test_an_aircraft_without_any_airfield_is_lost_at_the_end_of_movement() -> None:
    units = {"ax-inf-6": "A0813", "su-inf-4": "A0913", "su-bom-5": TARGET, **MOSCOW_SHUT}
    game = at("Soviet General Movement", units, all_axis("A0913"), missions={"su-bom-5": "OAS"})
    assert game.airfields("Soviet") == {}  # A0913, with the army in it, has neither city nor railway
    assert rules_of(game, "done") == []
    lost = [event for event in game.next_phase() if event.kind == "shot-down"]
    assert [(e.unit, e.rule) for e in lost] == [("su-bom-5", "gpw 11.2.A")]
    assert state(game, "su-bom-5") == "turn box"


# ---- captured airfields

#: Tambov (A1013) with a bomber under a reduced army (4); three Axis corps north-west of it
BASE = {"su-inf-3": "A1013/1", "ax-pz-56": "A1014", "ax-pz-39": "A0914", "ax-inf-6": "A0913"}


def storm(units: dict[str, str], **more: object) -> gpw.Game:
    """Take Tambov: 14 + 10 + 6 against 4 is above 6:1, and a 6 eliminates."""
    seed = seed_for("Axis Combat", "battle", "A1013", 6, 10)
    game = at("Axis Combat", {**BASE, **units}, seed=seed, **more)  # type: ignore[arg-type]
    game.do("attack A1013 by " + " ".join(game.candidates("A1013")))
    game.do("resolve A1013")
    assert game.pending is not None
    assert game.pending.kind == "advance"
    return game


@pytest.mark.rule("gpw 11.3")
@pytest.mark.parametrize(("unit", "reach"), [("su-bom-1", 8), ("su-fb-1", 6)])
def test_aircraft_escape_from_a_captured_field_within_twice_their_range(unit: str, reach: int) -> None:
    game = storm({unit: "A1013"})
    game.do("advance ax-pz-56")
    assert game.pending is not None
    assert (game.pending.side, game.pending.kind, game.pending.rule) == ("Soviet", "base", "gpw 11.3")
    board = game.board
    near = {h for h in game.airfields("Soviet") if board.distance(board.hex(h), board.hex("A1013")) <= reach}
    assert {o.hex for o in game.pending.options} == near  # type: ignore[union-attr]
    game.do(game.pending.default)
    assert game.pending is None
    assert place(game, unit) in near


@pytest.mark.rule("gpw 11.3")
def test_without_a_field_in_reach_they_are_lost_as_if_shot_down() -> None:
    game = storm({"su-fb-1": "A1013", **MOSCOW_SHUT}, control=all_axis("A1013"))
    events = game.do("advance ax-pz-56")
    assert [(e.kind, e.unit, e.rule) for e in events if e.kind == "shot-down"] == [("shot-down", "su-fb-1", "gpw 11.3")]
    assert (state(game, "su-fb-1"), game._pos.boxes[game._pos.world.unit("su-fb-1").index]) == ("turn box", 11)


@pytest.mark.rule("gpw 11.3")
def test_a_field_that_is_not_entered_is_not_captured() -> None:
    game = storm({"su-bom-1": "A1013"})
    game.do("advance none")
    assert game.pending is None
    assert place(game, "su-bom-1") == "A1013"


def test_a_field_passed_in_movement_is_captured_as_well() -> None:
    game = at("Axis General Movement", {"ax-pz-56": "A0914", "su-bom-1": "A1013"})
    game.do("move ax-pz-56 A1013 A1012")
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Soviet", "gpw 11.3")
    assert rules_of(game, "done")[0] == "gpw 11.3"
    game.do("base su-bom-1 A0611")
    assert game.pending is None


def test_a_position_with_an_aircraft_that_has_nowhere_to_land_is_refused() -> None:
    units = {"ax-inf-6": "A0813", "su-bom-5": TARGET, **MOSCOW_SHUT}
    with pytest.raises(InvalidInput, match="su-bom-5 in the air"):
        at("Soviet General Movement", units, all_axis(), missions={"su-bom-5": "aborted"})


def test_two_aircraft_for_one_field_leave_the_choice_to_their_owner() -> None:
    """Kharkov falls with two bombers; one field is left, three hexes away, with room for one of them."""
    units = {"ax-pz-56": "A1818", "su-bom-1": "A1817", "su-bom-2": "A1817", **MOSCOW_SHUT}
    game = at("Axis General Movement", units, all_axis("A1817", "A1615"))
    game.do("move ax-pz-56 A1817")
    assert game.pending is not None
    assert {str(o) for o in game.pending.options} == {"base su-bom-1 A1615", "base su-bom-2 A1615"}
    events = game.do("base su-bom-2 A1615")
    assert [e.kind for e in events] == ["base", "shot-down"]
    assert (place(game, "su-bom-2"), state(game, "su-bom-1")) == ("A1615", "turn box")


# ---- turn boxes


@pytest.mark.rule("gpw 11.4.A")
def test_the_axis_uses_odd_turns_one_aircraft_a_box() -> None:
    game = at("Axis Combat", {"ax-fb-1": "A0816", "ax-fb-2": "B1814", "ax-fb-3": "B2012"})  # turn 10
    told = [air.shoot_down(game._pos, game._pos.world.unit(u).index, "", "falls").result for u in FALLEN["Axis"]]
    assert told == ["11", "13", "15"]


@pytest.mark.rule("gpw 11.4.A")
def test_the_soviets_use_every_turn_one_aircraft_a_box() -> None:
    boxed = {"su-par-1": "turn box"}
    game = at(
        "Soviet Combat",
        {"su-bom-1": "A0611", "su-bom-2": "A0619", "su-bom-5": "A0711", **boxed},
        rules=gpw.rules("air", "partisans"),
        boxes={"su-par-1": 11},  # partisans have boxes of their own
    )
    told = [air.shoot_down(game._pos, game._pos.world.unit(u).index, "", "falls").result for u in FALLEN["Soviet"]]
    assert told == ["11", "12", "13"]


FALLEN = {"Axis": ("ax-fb-1", "ax-fb-2", "ax-fb-3"), "Soviet": ("su-bom-1", "su-bom-2", "su-bom-5")}


@pytest.mark.rule("gpw 11.4.B", "gpw 11.4.C")
def test_a_boxed_aircraft_comes_back_on_its_turn_to_any_airfield() -> None:
    units = {"ax-fb-1": "turn box", "ax-fb-2": "turn box", "su-bom-1": "turn box"}
    boxes = {"ax-fb-1": 11, "ax-fb-2": 13, "su-bom-1": 11}
    game = at("Axis Reinforcement/Replacement", units, turn=11, boxes=boxes)
    assert [state(game, u) for u in units] == ["due", "turn box", "turn box"]
    places = {a.hex for a in game.legal.of("ax-fb-1")}  # type: ignore[union-attr]
    assert places == set(game.airfields("Axis"))
    game.do("place ax-fb-1 A0816")
    game.play("Soviet Reinforcement/Replacement")
    assert state(game, "su-bom-1") == "due"
    assert game._pos.boxes == {game._pos.world.unit("ax-fb-2").index: 13}


@pytest.mark.rule("gpw 11.4.B")
def test_an_aircraft_that_may_come_back_can_wait() -> None:
    game = at("Axis Reinforcement/Replacement", {"ax-fb-1": "turn box"}, turn=11, boxes={"ax-fb-1": 11})
    game.play("Axis Reinforcement/Replacement")
    assert state(game, "ax-fb-1") == "due"


def test_the_raid_of_the_example_needs_its_attack() -> None:
    game = at("Soviet Combat", {**GROUND, **FIGHTER, **BOMBER})
    assert rules_of(game, "ready") == ["gpw 11.1.1.A"]
    game.do(ATTACK)
    assert rules_of(game, "ready") == []


@pytest.mark.rule("gpw 11.1.2.E")
def test_a_fighter_driven_off_in_the_midst_of_the_battles_intercepts_no_more() -> None:
    """From its new field it could reach the bomber over a battle still to come; the time for that is past."""
    second = {"su-inf-4": "A1118", "ax-inf-23": "A1119", "ax-inf-26": "A1218", "ax-inf-20": "A1219"}
    seed = seed_for("Axis Combat", "battle", "A1013", 6, 10)
    game = at("Axis Combat", {**BASE, "su-fb-1": "A1013", **second, "ax-bom-1": "A1219"}, seed=seed)
    game.do("attack A1013 by " + " ".join(game.candidates("A1013")))
    game.do("attack A1118 by ax-inf-23 ax-inf-26")
    game.do("fly ax-bom-1 A1118")
    game.do("resolve A1013")
    game.do("advance ax-pz-56")
    game.do("base su-fb-1 A1216")
    board = game.board
    assert (
        board.distance(board.hex("A1216"), board.hex("A1118"))
        <= 3
        < board.distance(board.hex("A1013"), board.hex("A1118"))
    )
    assert game.why_not("ready") != []
    assert "resolve A1118" in [str(action) for action in game.legal]
    game.do("resolve A1118")
