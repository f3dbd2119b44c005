"""Air missions (section 11.1) in the combat phase: support, interception, and the worked example 11.5."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab import IllegalAction, gpw, study
from tests.gpw.boards import game_at
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
    seed_with,
    state,
)

#: A Soviet army in A0813 under attack by an Axis corps and a panzer corps from the west
DEFENCE = {"su-inf-3": "A0813", "ax-inf-6": "A0814", "ax-pz-56": "A0714"}
STORM = "attack A0813 by ax-inf-6 ax-pz-56"


# ---- the worked example


@pytest.mark.rule("gpw 11.5.A", "gpw 11.5.B")
def test_example_the_bomber_beats_off_the_fighter() -> None:
    game = raid(duel(3, 6))
    assert game.pending is not None
    assert (game.pending.side, [str(o) for o in game.pending.options]) == ("Axis", ["ready", "intercept ax-fb-1 A0813"])
    events = game.do("intercept ax-fb-1 A0813")
    assert [(e.die, e.result) for e in events if e.kind == "interception"] == [(3, "none"), (6, "shot down")]
    assert state(game, "ax-fb-1") == "turn box"
    assert game.aircraft("Soviet") == {"su-bom-5": "OAS"}


@pytest.mark.rule("gpw 11.5.C")
def test_example_two_columns_right_and_one_left_for_the_forest() -> None:
    game = raid(duel(3, 6))
    game.do("intercept ax-fb-1 A0813")
    battle = game.battle(TARGET, ["su-inf-3", "su-inf-4"])
    assert battle.ratio == "2:1"  # 16 to 6
    assert sorted(s.columns for s in battle.odds.shifts) == [-1, 2]  # "left" in the text means right
    assert battle.column == 3
    assert game.do("resolve A0813")[0].column == 3


@pytest.mark.rule("gpw 11.1.A")
def test_the_three_missions() -> None:
    game = raid(duel(1, 1), extra={"ax-bom-1": "A0814", "ax-inf-7": "A0814"}, missions={"ax-bom-1": "DAS"})
    game.do("intercept ax-fb-1 A0813")
    assert (game.aircraft("Soviet"), game.aircraft("Axis")) == (
        {"su-bom-5": "OAS"},  # of a friendly attack
        {"ax-bom-1": "DAS", "ax-fb-1": "INT"},  # of a friendly unit, and against an enemy aircraft
    )


# ---- offensive air support


@pytest.mark.rule("gpw 11.1.1.A", "gpw 3.2.4.B")
def test_soviet_support_flies_to_announced_attacks_before_the_first_roll() -> None:
    other = {"su-inf-10": "B1602", "ax-inf-7": "B1603/1", "su-bom-1": "B1401", "su-bom-2": "A0711"}
    game = at("Soviet Combat", {**GROUND, **BOMBER, **other})
    assert rules_of(game, "fly su-bom-5 A0813") == ["gpw 11.1.1.A"]  # no attack yet
    game.do(ATTACK)
    game.do("attack B1603 by su-inf-10")
    assert str(game.do("fly su-bom-5 A0813")[0]).startswith("BOM LR flies from A0611")
    assert place(game, "su-bom-5") == TARGET
    game.do("resolve A0813")
    while game.pending:
        game.do(game.pending.default)
    assert game.board.distance(game.board.hex("B1401"), game.board.hex("B1603")) <= 4
    assert rules_of(game, "fly su-bom-1 B1603") == ["gpw 11.1.1.A"]


@pytest.mark.rule("gpw 11.1.1.A", "gpw 3.1.4.B")
def test_axis_support_flies_within_range_only() -> None:
    near, far = {"ax-bom-1": "A0717"}, {"ax-bom-1": "A0816", "ax-fb-1": "A0717"}  # A0717 is four hexes from A0813
    held = {"A0717": "Axis", **HELD}
    game = at("Axis Combat", {**DEFENCE, **near}, held)
    game.do(STORM)
    assert rules_of(game, "fly ax-bom-1 A0813") == []
    game = at("Axis Combat", {**DEFENCE, **far}, held)
    game.do(STORM)
    assert rules_of(game, "fly ax-fb-1 A0813") == ["gpw 11.1.1.A"]
    assert [str(a) for a in game.legal.of("ax-fb-1")] == []
    assert [str(a) for a in game.legal.of("ax-bom-1")] == ["fly ax-bom-1 A0813"]


@pytest.mark.rule("gpw 11.1.1.C")
@pytest.mark.parametrize(("unit", "columns"), [("su-bom-5", 2), ("su-bom-1", 1), ("su-fb-1", 1)])
def test_support_shifts_to_the_right_by_the_number_on_the_counter(unit: str, columns: int) -> None:
    game = at("Soviet Combat", {**GROUND, unit: "A0611"})
    before = game.battle(TARGET, ["su-inf-3", "su-inf-4"]).odds.shifted
    game.do(ATTACK)
    game.do(f"fly {unit} A0813")
    made = game.battle(TARGET, ["su-inf-3", "su-inf-4"]).odds
    assert air_shifts(game) == [(columns, "gpw 11.1.1.C")]
    assert made.shifted == before + columns


@pytest.mark.rule("gpw 11.1.1.B")
@pytest.mark.parametrize(("die", "column"), [(3, 3), (4, 1), (6, 1)])
def test_only_support_that_survives_is_added(die: int, column: int) -> None:
    game = raid(duel(die, 1))
    game.do("intercept ax-fb-1 A0813")
    while game.pending:
        game.do(game.pending.default)
    assert game.do("resolve A0813")[0].column == column


@pytest.mark.rule("gpw 11.1.B", "gpw 11.1.C")
def test_aircraft_stand_on_units_and_enemy_aircraft_over_the_same_hex() -> None:
    game = raid(duel(1, 1))
    assert game.unit_at(TARGET) == ["ax-inf-6", "su-bom-5"]
    game.do("intercept ax-fb-1 A0813")
    assert game.unit_at(TARGET) == ["ax-inf-6", "ax-fb-1", "su-bom-5"]
    assert game.aircraft("Axis") == {"ax-fb-1": "INT"}


@pytest.mark.rule("gpw 11.1.D")
def test_one_aircraft_a_side_over_a_hex() -> None:
    game = at("Soviet Combat", {**GROUND, **BOMBER, "su-bom-1": "A0711"})
    game.do(ATTACK)
    game.do("fly su-bom-5 A0813")
    assert rules_of(game, "fly su-bom-1 A0813") == ["gpw 11.1.D"]
    assert rules_of(game, "fly su-bom-5 A0813") == ["gpw 11.1.1.A"]  # it is on its mission


@pytest.mark.rule("gpw 7.3", "gpw 11.1.1.B")
def test_an_attack_that_counts_on_support_comes_to_nothing_without_it() -> None:
    # 8 to 6 is 1:1, with the forest 1:2: a column more makes it possible
    weak = {"su-inf-3": "A0812", "ax-inf-6": "A0813", **FIGHTER}
    attack = "attack A0813 by su-inf-3"
    assert rules_of(at("Soviet Combat", weak), attack)[-1] == "gpw 7.3"
    game = at("Soviet Combat", {**weak, "su-bom-1": "A0611"}, seed=duel(4, 1))
    assert attack in [str(a) for a in game.legal]
    for action in (attack, "fly su-bom-1 A0813", "ready", "intercept ax-fb-1 A0813"):
        game.do(action)
    while game.pending:
        game.do(game.pending.default)
    (event,) = game.do("resolve A0813")
    assert (event.kind, event.die, event.result, event.rule) == ("called-off", 0, "NE", "gpw 7.3")
    assert study.luck(game).empty  # no die was thrown for it
    # out of its range the bomber raises no hope
    assert rules_of(at("Soviet Combat", {**weak, "su-bom-1": "A0406"}), attack)[-1] == "gpw 7.3"


def test_an_attack_may_count_on_driving_off_the_support_of_the_defence() -> None:
    # 16 to 6 is 2:1; forest and a tank-buster of two columns make it 1:3; a fighter as OAS adds one, too few
    units = {**GROUND, "ax-bom-3": TARGET, "su-fb-1": "A0611"}
    game = at("Soviet Combat", units, missions={"ax-bom-3": "DAS"}, seed=duel(4, 1))
    assert game.battle(TARGET, ["su-inf-3", "su-inf-4"], air="su-fb-1").column is None
    assert game.battle(TARGET, ["su-inf-3", "su-inf-4"]).columns == {None: Fraction(1, 2), 1: Fraction(1, 2)}
    for action in (ATTACK, "ready", "intercept su-fb-1 A0813"):
        game.do(action)
    while game.pending:
        game.do(game.pending.default)
    assert game.do("resolve A0813")[0].column == 1
    # a bomber cannot intercept, and its one column is too few
    bomber = at("Soviet Combat", {**GROUND, "ax-bom-3": TARGET, "su-bom-1": "A0611"}, missions={"ax-bom-3": "DAS"})
    assert rules_of(bomber, ATTACK)[-1] == "gpw 7.3"


def test_an_interceptor_may_support_an_attack_later_in_the_turn_but_no_defence() -> None:
    game = at("Axis Combat", {**DEFENCE, "ax-bom-1": "A0816", "su-fb-1": "A0611"}, seed=duel(1, 1, "Axis Combat"))
    for action in (STORM, "fly ax-bom-1 A0813", "ready", "intercept su-fb-1 A0813", "resolve A0813"):
        game.do(action)
        while game.pending and game.pending.kind != "intercept":
            game.do(game.pending.default)
    game.play("Soviet Combat")
    assert game.aircraft("Soviet") == {"su-fb-1": ""}  # home again, and it has flown
    fresh = at("Soviet Combat", {**GROUND, "su-fb-1": "A0611"}, flown=["su-fb-1"])
    fresh.do(ATTACK)
    assert rules_of(fresh, "fly su-fb-1 A0813") == []
    game.play("Soviet General Movement")
    assert "su-fb-1" in {game._pos.world.units[u].id for u in game._pos.flown}
    assert not any(str(a).startswith("fly") for a in game.legal.of("su-fb-1"))


# ---- interception


@pytest.mark.rule("gpw 11.1.2.B", "gpw 3.2.4.C")
def test_the_axis_may_intercept_soviet_support() -> None:
    game = raid()
    assert game.pending is not None
    assert (game.pending.side, game.pending.kind, game.pending.rule) == ("Axis", "intercept", "gpw 11.1.2.B")
    game.do("ready")  # it may as well let it pass
    assert game.pending is None
    assert place(game, "ax-fb-1") == "A0816"
    assert game.do("resolve A0813")[0].column == 3


@pytest.mark.rule("gpw 11.1.2.B", "gpw 3.1.4.C")
def test_the_soviets_may_intercept_axis_support() -> None:
    game = at("Axis Combat", {**DEFENCE, "ax-bom-1": "A0816", "su-fb-1": "A0611"})
    for action in (STORM, "fly ax-bom-1 A0813", "ready"):
        game.do(action)
    assert game.pending is not None
    assert (game.pending.side, [str(o) for o in game.pending.options][1]) == ("Soviet", "intercept su-fb-1 A0813")


@pytest.mark.rule("gpw 11.1.2.C", "gpw 11.1.2.A")
@pytest.mark.parametrize("phase", ["Axis Combat", "Soviet Combat"])
def test_the_attacker_may_intercept_defensive_support_in_both_phases(phase: str) -> None:
    if phase == "Axis Combat":
        units = {**DEFENCE, "su-bom-1": TARGET, "ax-fb-1": "A0816"}
        attack, das, option = STORM, {"su-bom-1": "DAS"}, "intercept ax-fb-1 A0813"
    else:
        units = {**GROUND, "ax-bom-1": TARGET, "su-fb-1": "A0611"}
        attack, das, option = ATTACK, {"ax-bom-1": "DAS"}, "intercept su-fb-1 A0813"
    game = at(phase, units, missions=das, seed=duel(6, 1, phase))
    game.do(attack)
    game.do("ready")
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == (phase.split()[0], "gpw 11.1.2.C")
    game.do(option)
    assert state(game, next(iter(das))) == "turn box"
    assert [c for c, _rule in air_shifts(game, TARGET, tuple(attack.split()[3:]))] == []


@pytest.mark.rule("gpw 11.1.2.A", "gpw 22.0.B")
def test_bombers_do_not_intercept() -> None:
    game = raid(extra={"ax-bom-1": "A0717"}, control={"A0717": "Axis", **HELD})
    assert [str(o) for o in game.pending.options] == ["ready", "intercept ax-fb-1 A0813"]  # type: ignore[union-attr]
    assert "gpw 11.1.2.A" in rules_of(game, "intercept ax-bom-1 A0813")
    # every bomber has a range of four, and its column shift in brackets
    bombers = [u for u in game._pos.world.units if u.kind == "BOM"]
    assert {(u.air_range, u.intercepts) for u in bombers} == {(4, False)}


@pytest.mark.rule("gpw 11.1.2.D")
def test_an_interceptor_flies_within_its_range() -> None:
    far = {"ax-fb-2": "A0717"}  # four hexes away, range 3
    game = raid(extra=far, control={"A0717": "Axis", **HELD})
    assert rules_of(game, "intercept ax-fb-2 A0813")[1:] == ["gpw 11.1.2.D"]
    assert rules_of(game, "intercept ax-fb-1 A0914")[1:] == ["gpw 11.1.2.B"]  # no bomber there
    assert rules_of(game, "intercept su-bom-5 A0813")[1:] == ["gpw 11.1.2.D"]
    # with no fighter in range nobody is asked
    game = at("Soviet Combat", {**GROUND, **BOMBER, **far}, {"A0717": "Axis"})
    for action in (ATTACK, "fly su-bom-5 A0813", "ready"):
        game.do(action)
    assert game.pending is None


@pytest.mark.rule("gpw 11.1.D", "gpw 11.1.2.B")
def test_defensive_support_in_place_bars_an_interceptor_of_its_side() -> None:
    game = at("Soviet Combat", {**GROUND, **BOMBER, **FIGHTER, "ax-bom-1": TARGET}, missions={"ax-bom-1": "DAS"})
    game.do(ATTACK)
    game.do("fly su-bom-5 A0813")
    game.do("resolve A0813")  # nobody can intercept anybody: there is nothing to wait for
    assert game.attacks[0][2]
    assert [e.column for e in game._journal.kept[-1].events if e.kind == "battle"] == [2]  # 2:1, +2 -1 -1


TWO = {
    **GROUND,
    **BOMBER,
    "ax-fb-1": "A0816",
    "su-inf-10": "B1602",
    "su-inf-13": "B1503",
    "ax-inf-7": "B1603/1",
    "su-bom-1": "B1401",
    "ax-fb-2": "B1705",
}
TWO_HELD = {**HELD, "B1705": "Axis", "B1603": "Axis"}


@pytest.mark.rule("gpw 11.1.2.E")
def test_all_interceptors_fly_before_any_die_is_rolled_and_before_any_battle() -> None:
    game = at("Soviet Combat", TWO, TWO_HELD)
    for action in (ATTACK, "attack B1603 by su-inf-10 su-inf-13", "fly su-bom-5 A0813", "fly su-bom-1 B1603"):
        game.do(action)
    assert rules_of(game, "resolve A0813") == ["gpw 11.1.2.E"]
    assert not any(str(a).startswith("resolve") for a in game.legal)
    game.do("ready")
    first = game.do("intercept ax-fb-1 A0813")
    assert [e.kind for e in first] == ["sortie"]
    second = game.do("intercept ax-fb-2 B1603")
    assert [e.kind for e in second][:5] == ["sortie", *["interception"] * 4]
    assert rules_of(game, "attack B1603 by su-inf-10")[0] == "gpw 7.1.B"


@pytest.mark.rule("gpw 11.1.2.E")
def test_either_sides_interceptors_hold_up_the_battles() -> None:
    axis = at("Axis Combat", {**DEFENCE, "ax-bom-1": "A0816", "su-fb-1": "A0611"})
    axis.do(STORM)
    assert rules_of(axis, "resolve A0813") == []
    axis.do("fly ax-bom-1 A0813")
    assert rules_of(axis, "resolve A0813") == ["gpw 11.1.2.E"]
    soviet = at("Soviet Combat", {**GROUND, "ax-bom-1": TARGET, "su-fb-1": "A0611"}, missions={"ax-bom-1": "DAS"})
    soviet.do(ATTACK)
    assert rules_of(soviet, "resolve A0813") == ["gpw 11.1.2.E"]


def test_each_combat_phase_has_its_own_missions() -> None:
    game = raid(extra={"ax-pz-56": "B1603", "su-inf-10": "B1602/1"})
    game.do("ready")
    game.play("Axis Combat")
    game.do("attack B1602 by ax-pz-56")
    assert rules_of(game, "ready") == []


@pytest.mark.rule("gpw 11.1.2.E")
def test_the_defender_intercepts_first_then_the_attacker() -> None:
    board = {**TWO, "ax-bom-1": "A0813", "su-fb-1": "A0711"}
    game = at("Soviet Combat", board, TWO_HELD, missions={"ax-bom-1": "DAS"})
    for action in (ATTACK, "attack B1603 by su-inf-10 su-inf-13", "fly su-bom-1 B1603", "ready"):
        game.do(action)
    asked = []
    while game.pending and game.pending.kind == "intercept":
        asked.append((game.pending.side, [str(o) for o in game.pending.options][1:]))
        game.do("ready")
    assert asked == [("Axis", ["intercept ax-fb-2 B1603"]), ("Soviet", ["intercept su-fb-1 A0813"])]


@pytest.mark.rule("gpw 11.1.2.F")
@pytest.mark.parametrize(("die", "fate"), [(1, "OAS"), (3, "OAS"), (4, "based"), (5, "based"), (6, "turn box")])
def test_the_interceptors_die(die: int, fate: str) -> None:
    game = raid(duel(die, 1))
    game.do("intercept ax-fb-1 A0813")
    while game.pending:
        game.do(game.pending.default)
    assert state(game, "su-bom-5") == fate
    assert state(game, "ax-fb-1") == "INT"


@pytest.mark.rule("gpw 11.1.2.G")
@pytest.mark.parametrize(("target", "fate"), [(5, "INT"), (6, "turn box")])
def test_the_target_fires_back_even_while_it_falls(target: int, fate: str) -> None:
    game = raid(duel(6, target))
    events = game.do("intercept ax-fb-1 A0813")
    assert [e.die for e in events if e.kind == "interception"] == [6, target]
    assert state(game, "su-bom-5") == "turn box"
    assert state(game, "ax-fb-1") == fate


@pytest.mark.rule("gpw 11.1.2.H")
def test_an_aborted_aircraft_lands_within_range_where_its_owner_chooses() -> None:
    game = raid(duel(5, 1))
    game.do("intercept ax-fb-1 A0813")
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Soviet", "gpw 11.1.2.H")
    fields = {action.hex for action in game.pending.options}  # type: ignore[union-attr]
    near = {h for h in game.airfields("Soviet") if game.board.distance(game.board.hex(h), game.board.hex(TARGET)) <= 4}
    assert fields == near
    assert {"A0611", "A1013"} <= fields
    with pytest.raises(IllegalAction):
        game.do("base su-bom-5 A0406")
    game.do("base su-bom-5 A1013")
    assert (place(game, "su-bom-5"), game.aircraft("Soviet")) == ("A1013", {"su-bom-5": ""})
    assert game.pending is None


@pytest.mark.rule("gpw 11.1.2.I")
def test_a_shot_down_aircraft_waits_in_a_turn_box() -> None:
    game = raid(duel(6, 6))
    events = game.do("intercept ax-fb-1 A0813")
    assert [(e.unit, e.result) for e in events if e.kind == "shot-down"] == [("su-bom-5", "11"), ("ax-fb-1", "11")]
    assert place(game, "su-bom-5") == ""


@pytest.mark.rule("gpw 5.2.F")
def test_the_straits_are_nothing_to_aircraft() -> None:
    # Novorossiisk to Kerch: two hexes across; the side's one crossing of the turn is left to ground units
    units = {"su-inf-3": "A2714", "ax-inf-6": "A2715/1", "su-bom-1": "A2713"}
    game = at("Soviet Combat", units, {"A2715": "Axis"}, kerch_used=[False, True])
    game.do("attack A2715 by su-inf-3")
    assert rules_of(game, "fly su-bom-1 A2715") == []
    game = at("Soviet Combat", units, {"A2715": "Axis"})
    game.do("attack A2715 by su-inf-3")
    game.do("fly su-bom-1 A2715")
    assert game._pos.kerch_used == [False, False]
    assert (1, "gpw 11.1.1.C") in air_shifts(game, "A2715", ("su-inf-3",))


# ---- the option, the dice


def test_without_the_option_there_are_no_aircraft() -> None:
    game = game_at("Soviet Combat", GROUND)
    game.do(ATTACK)
    assert game.aircraft("Soviet") == {}
    assert rules_of(game, "fly su-bom-5 A0813") == ["gpw 11.0.A"]
    assert rules_of(game, "ready") == ["gpw 11.0.A"]
    assert not any(str(a).startswith(("fly", "ready")) for a in game.legal)
    with_air = game_at("Soviet Combat", GROUND, rules=AIR)
    with_air.do(ATTACK)
    assert "ready" in map(str, with_air.legal)


def test_the_dice_of_two_interceptions_are_their_own() -> None:
    dice = {("interceptor", "A0813"): 6, ("target", "A0813"): 1, ("interceptor", "B1603"): 1, ("target", "B1603"): 6}
    game = at("Soviet Combat", TWO, TWO_HELD, seed=seed_with("Soviet Combat", dice))
    for action in (
        ATTACK,
        "attack B1603 by su-inf-10 su-inf-13",
        "fly su-bom-5 A0813",
        "fly su-bom-1 B1603",
        "ready",
        "intercept ax-fb-2 B1603",
        "intercept ax-fb-1 A0813",
    ):
        game.do(action)
    assert game.aircraft("Soviet") == {"su-bom-1": "OAS"}
    assert game.aircraft("Axis") == {"ax-fb-1": "INT"}


@pytest.mark.rule("gpw 11.1.2.H")
def test_an_aborted_aircraft_without_a_field_in_range_is_lost() -> None:
    """The bomber flew from the cut-off field A0914, and the Axis has passed every other one within four hexes."""
    ground = {"su-inf-3": "A0713", "su-inf-4": "A0913", "ax-inf-6": TARGET}
    board = gpw.new("barbarossa").board
    fields = at("Soviet Combat", ground).airfields("Soviet")
    near = {h for h in fields if board.distance(board.hex(h), board.hex(TARGET)) <= 4}
    assert "A0914" not in near
    lost = dict.fromkeys(near, "Axis") | HELD
    game = at("Soviet Combat", {**ground, **FIGHTER, "su-bom-1": "A0914"}, lost, seed=duel(4, 1))
    for action in (ATTACK, "fly su-bom-1 A0813", "ready"):
        game.do(action)
    events = game.do("intercept ax-fb-1 A0813")
    assert [(e.unit, e.rule) for e in events if e.kind == "shot-down"] == [("su-bom-1", "gpw 11.1.2.H")]
    assert game.pending is None


@pytest.mark.rule("gpw 23.1.3", "gpw 11.1.2.D", "gpw 11.2.A")
@pytest.mark.parametrize("over", ["A0816", TARGET], ids=["elsewhere", "over the attack"])
def test_a_fighter_that_has_still_to_return_from_the_turn_before_intercepts_nothing(over: str) -> None:
    # with the initiative the Soviets attack at the end of a turn and the start of the next; the Axis moves after that
    units = {**GROUND, **BOMBER, "ax-fb-1": over}
    rules = gpw.rules("air", "initiative")
    game = at("Soviet Combat", units, missions={"ax-fb-1": "INT"}, rules=rules, seed=duel(6, 6))
    game.do(ATTACK)
    assert game.battle(TARGET, ["su-inf-3", "su-inf-4"], air="su-bom-5").columns == {3: 1}  # as in 11.5.C
    events = [*game.do("fly su-bom-5 A0813"), *game.do("ready")]
    assert [event for event in events if event.kind == "interception"] == []
    assert game.pending is None
    assert game.do("resolve A0813")[0].column == 3
    assert game.aircraft("Axis") == {"ax-fb-1": "INT"}
