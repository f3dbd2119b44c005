"""Combat: announcing and resolving attacks, what each result does, who decides what, and the advance."""

from __future__ import annotations

import pytest

from gpwlab import IllegalAction
from gpwlab.core.reasons import Reason
from tests.gpw.battles import (
    CRT,
    EAST,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_WEST,
    STEPPE,
    WEST,
    fight,
    offered,
    state,
)
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.maps import by, neighbours, sides

#: Soviet units that attack a defender of 3 at n:1.
ATTACKERS = {
    1: {"su-inf-24": "/1"},
    2: {"su-inf-24": ""},
    3: {"su-inf-24": "", "su-inf-26": "/1"},
    4: {"su-inf-3": "", "su-inf-4": "/1"},
    5: {"su-gds-1": "", "su-gds-2": "/1"},
    6: {"su-tk-1": "", "su-inf-4": "/1"},
}


# ---- 7.1: who may attack whom


@pytest.mark.rule("gpw 7.1.A")
def test_any_adjacent_enemy_may_be_attacked_and_no_other() -> None:
    units = {"su-inf-3": EAST, "su-inf-4": "A1201", "ax-inf-59": STEPPE, "ax-inf-72": NORTH_WEST}
    game = game_at("Soviet Combat", units)
    assert [str(action) for action in game.legal] == [f"attack {STEPPE} by su-inf-3", "done"]
    assert f"attack {STEPPE} by su-inf-3" in game.legal
    for attack in (
        f"attack {STEPPE} by su-inf-4",  # two hexes away
        f"attack {NORTH_WEST} by su-inf-3",
        f"attack {STEPPE} by ax-inf-72",  # of the other side
        f"attack {NORTH_EAST} by su-inf-3",  # empty
        "attack A1201 by su-inf-3",  # a friend
        f"attack {STEPPE} by su-inf-3 su-inf-5",  # not on the map
    ):
        assert rule_ids(game.why_not(attack)) == ["gpw 7.1.A"], attack


@pytest.mark.rule("gpw 7.1.A")
def test_the_attacker_is_the_side_of_the_combat_phase() -> None:
    units = {"su-inf-3": EAST, "ax-inf-1": STEPPE}
    axis, soviet = game_at("Axis Combat", units), game_at("Soviet Combat", units)
    assert [str(action) for action in axis.legal] == [f"attack {EAST} by ax-inf-1", "done"]
    assert [str(action) for action in soviet.legal] == [f"attack {STEPPE} by su-inf-3", "done"]
    assert rule_ids(axis.why_not(f"attack {STEPPE} by su-inf-3")) == ["gpw 7.1.A"]
    moving = game_at("Axis General Movement", units)
    assert rule_ids(moving.why_not(f"attack {EAST} by ax-inf-1")) == ["gpw 3.0.A"]


@pytest.mark.rule("gpw 7.1.A", "gpw 5.3.B")
def test_attacks_do_not_cross_water_but_do_cross_rivers() -> None:
    """A2213 and A2313 touch across the Sea of Azov, B1602 and B1603 across the Dnepr."""
    assert frozenset(("A2213", "A2313")) in sides("sea")
    assert frozenset(("B1602", "B1603")) in sides("river")
    units = {"su-tk-1": "A2213", "ax-inf-6": "A2313", "su-tk-2": "B1602", "ax-inf-7": "B1603/1"}
    game = game_at("Soviet Combat", units)
    assert [str(action) for action in game.legal] == ["attack B1603 by su-tk-2", "done"]
    assert rule_ids(game.why_not("attack A2313 by su-tk-1")) == ["gpw 5.3.B"]
    assert game.candidates("A2313") == []


TWO_ATTACKS = {
    "su-inf-3": EAST,
    "su-inf-4": NORTH_EAST,
    "su-inf-5": NORTH_WEST,
    "ax-inf-59": STEPPE + "/1",
    "ax-inf-72": WEST + "/1",
}


@pytest.mark.rule("gpw 7.1.B", "gpw 7.2.H")
def test_all_attacks_are_announced_first_and_each_must_be_carried_out() -> None:
    game = game_at("Soviet Combat", TWO_ATTACKS, seed=seed_for("Soviet Combat", "battle", WEST, 4))
    game.do(f"attack {STEPPE} by su-inf-3")
    game.do(f"attack {WEST} by su-inf-5")
    assert rule_ids(game.why_not("done")) == ["gpw 7.1.B", "gpw 7.1.B"]
    game.do(f"resolve {WEST}")
    while game.pending:
        game.do(game.pending.default)
    assert rule_ids(game.why_not("done")) == ["gpw 7.1.B"]
    assert [str(action) for action in game.legal] == [f"resolve {STEPPE}"]
    late = game.why_not(f"attack {WEST} by su-inf-4")
    assert "gpw 7.1.B" in rule_ids(late)
    game.do(f"resolve {STEPPE}")
    while game.pending:
        game.do(game.pending.default)
    assert [str(action) for action in game.legal] == ["done"]
    game.next_phase()
    assert str(game.phase).endswith("Soviet General Movement Phase")


@pytest.mark.rule("gpw 7.1.B")
def test_only_announced_attacks_are_rolled_for() -> None:
    game = game_at("Soviet Combat", TWO_ATTACKS)
    assert rule_ids(game.why_not(f"resolve {STEPPE}")) == ["gpw 7.1.B"]
    announced = game.do(f"attack {STEPPE} by su-inf-3")
    assert [event.kind for event in announced] == ["announce"]  # and no battle yet
    assert game.why_not(f"resolve {STEPPE}") == []
    assert rule_ids(game.why_not(f"resolve {WEST}")) == ["gpw 7.1.B"]


@pytest.mark.rule("gpw 7.1.C")
def test_a_unit_attacks_once() -> None:
    game = game_at("Soviet Combat", TWO_ATTACKS)
    assert rule_ids(game.why_not(f"attack {STEPPE} by su-inf-3 su-inf-3")) == ["gpw 7.1.C"]
    game.do(f"attack {STEPPE} by su-inf-5")
    assert rule_ids(game.why_not(f"attack {WEST} by su-inf-5")) == ["gpw 7.1.C"]
    assert game.candidates(WEST) == []  # su-inf-5 was the only one next to it
    assert [str(action) for action in game.legal] == [f"resolve {STEPPE}"]


@pytest.mark.rule("gpw 7.1.D")
def test_a_unit_is_attacked_once() -> None:
    game = game_at("Soviet Combat", TWO_ATTACKS, seed=seed_for("Soviet Combat", "battle", STEPPE, 4))
    game.do(f"attack {STEPPE} by su-inf-3")
    assert rule_ids(game.why_not(f"attack {STEPPE} by su-inf-4")) == ["gpw 7.1.D"]
    game.do(f"resolve {STEPPE}")
    while game.pending:
        game.do(game.pending.default)
    assert rule_ids(game.why_not(f"resolve {STEPPE}")) == ["gpw 7.1.D"]


@pytest.mark.rule("gpw 7.1.E", "gpw 7.2.G")
def test_battles_are_fought_one_at_a_time_in_any_order() -> None:
    ends = []
    for order in ((STEPPE, WEST), (WEST, STEPPE)):
        game = game_at("Soviet Combat", TWO_ATTACKS, seed=seed_for("Soviet Combat", "battle", STEPPE, 1))
        game.do(f"attack {STEPPE} by su-inf-3 su-inf-4")
        game.do(f"attack {WEST} by su-inf-5")
        assert {str(action) for action in game.legal} == {f"resolve {STEPPE}", f"resolve {WEST}"}
        first, second = order
        game.do(f"resolve {first}")
        while game.pending:
            assert rule_ids(game.why_not(f"resolve {second}"))[0] == game.pending.rule
            game.do(game.pending.default)
        game.do(f"resolve {second}")
        ends.append({target: result for target, _units, result in game.attacks})
    assert ends[0] == ends[1]  # the dice belong to the battle, not to the order


# ---- 7.2.D-F: roll, apply, advance


@pytest.mark.rule("gpw 7.2.D", "gpw chart.Combat Results Table")
@pytest.mark.parametrize("column", range(1, 7))
def test_the_die_is_read_on_the_column_of_the_odds(column: int) -> None:
    hexes = (EAST, WEST)
    units = {name: hexes[n] + reduced for n, (name, reduced) in enumerate(ATTACKERS[column].items())}
    for die in range(1, 7):
        seed = seed_for("Soviet Combat", "battle", STEPPE, die)
        game = game_at("Soviet Combat", {**units, "ax-inf-6": STEPPE + "/1"}, seed=seed)
        game.do(f"attack {STEPPE} by {' '.join(units)}")
        rolled = game.do(f"resolve {STEPPE}")[0]
        assert (rolled.kind, rolled.column, rolled.die, rolled.result) == ("battle", column, die, CRT[column, die])


@pytest.mark.rule("gpw 7.2.E")
def test_a_result_is_applied_at_once_and_its_decisions_come_before_anything_else() -> None:
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE}, "DR", 2)
    assert game.pending is not None
    for action in ("done", f"resolve {STEPPE}", "stand", "loss su-inf-3", "advance su-inf-3"):
        assert rule_ids(game.why_not(action))[0] == "gpw 7.4.2.A", action
    assert {str(action) for action in game.legal} == set(offered(game))
    quiet = game_at("Soviet Combat", {"su-inf-3": EAST, "ax-inf-59": STEPPE})
    for action in ("stand", "give-way", "loss su-inf-3", f"retreat {WEST} A1205", "advance su-inf-3", "advance none"):
        assert rule_ids(quiet.why_not(action)) == ["gpw 7.2.E"], action


@pytest.mark.rule("gpw 7.2.F")
@pytest.mark.parametrize("result", ["DR", "DE"])
def test_one_attacker_may_advance_into_the_hex_that_the_defender_left(result: str) -> None:
    units = {"su-inf-3": EAST, "su-inf-4": NORTH_EAST + "/1", "ax-inf-6": STEPPE + "/1"}  # 12 against 3
    units["ax-inf-7"] = "A1403"  # an enemy near by: his ZOC keeps nobody from advancing
    game = fight(units, result, 4)
    if result == "DR":
        game.do("retreat A1204 A1205")
    assert offered(game) == ["advance none", "advance su-inf-3", "advance su-inf-4"]
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule, str(game.pending.default)) == ("Soviet", "gpw 7.2.F", "advance none")
    assert rule_ids(game.why_not("advance ax-inf-7")) == ["gpw 7.2.F", "gpw 7.1.B"]
    still = game.fork()
    game.do("advance su-inf-3")
    assert state(game, "su-inf-3") == STEPPE
    assert STEPPE in game.controlled("Soviet")
    assert game.pending is None  # one unit only
    still.do("advance none")
    assert (state(still, "su-inf-3"), still.unit_at(STEPPE)) == (EAST, [])


@pytest.mark.rule("gpw 7.2.F")
def test_an_advance_may_enter_an_enemy_zoc() -> None:
    units = {"su-inf-3": EAST, "su-inf-4": NORTH_EAST + "/1", "ax-inf-6": STEPPE + "/1", "ax-inf-7": SOUTH_WEST}
    game = fight(units, "DE", 4)
    assert STEPPE in game.zoc("Axis")
    game.do("advance su-inf-4")
    assert state(game, "su-inf-4") == f"{STEPPE}/1"


@pytest.mark.rule("gpw 7.2.F")
@pytest.mark.parametrize(("result", "column"), [("NE", 1), ("AL", 1)])
def test_nobody_advances_where_the_defender_stays(result: str, column: int) -> None:
    game = fight({"su-inf-24": EAST, "ax-inf-6": STEPPE}, result, column)
    assert game.pending is None
    assert game.unit_at(STEPPE) == ["ax-inf-6"]


@pytest.mark.rule("gpw 7.2.F", "gpw 5.2.C")
def test_mechanised_units_attack_across_the_strait_but_do_not_advance_across_it() -> None:
    tanks = fight({"su-tk-1": "A2714", "ax-inf-59": "A2715/1"}, "DR", 2, "A2715")  # 7 against 2, one left
    assert tanks.pending is not None
    tanks.do(tanks.pending.default)
    assert (tanks.pending, tanks.unit_at("A2715")) == (None, [])
    guards = fight({"su-gds-1": "A2714", "ax-inf-59": "A2715/1"}, "DR", 1, "A2715")  # 5 against 2, one left
    guards.do(offered(guards)[0])
    assert offered(guards) == ["advance none", "advance su-gds-1"]


@pytest.mark.rule("gpw 7.2.F", "gpw 5.2.C")
def test_the_reason_against_an_advance_by_tanks_is_the_strait() -> None:
    units = {"su-tk-1": "A2714", "su-inf-3": "A2716", "ax-inf-59": "A2715/1"}  # 7 + 8 against 2
    game = fight(units, "DE", 6, "A2715")
    assert offered(game) == ["advance none", "advance su-inf-3"]
    assert rule_ids(game.why_not("advance su-tk-1")) == ["gpw 7.2.F", "gpw 5.2.C"]


@pytest.mark.rule("gpw 5.2.B", "gpw 7.2.F")
def test_an_advance_across_the_strait_is_the_sides_one_crossing() -> None:
    """Ruling: the advance moves a unit across, and a side has one such move a turn."""
    units = {"su-gds-1": "A2714", "su-inf-3": "A2713", "ax-inf-59": "A2715/1"}
    game = fight(units, "DR", 1, "A2715")
    game.do("retreat A2716 A2717")
    stays = game.fork()
    game.do("advance su-gds-1")
    for after in (game, stays):
        if after.pending:
            after.do("advance none")
        after.next_phase()
    game.do("move su-gds-1 A2815")
    stays.do("move su-gds-1 A2713" if not stays.unit_at("A2713") else "move su-inf-3 A2712")
    assert rule_ids(game.why_not("move su-inf-3 A2714 A2715")) == ["gpw 5.2.B"]
    assert stays.why_not("move su-gds-1 A2715") == []
    seed = seed_for("Soviet Combat", "battle", "A2715", 1)
    spent = game_at("Soviet Combat", units, seed=seed, kerch_used=[False, True])
    spent.do("attack A2715 by su-gds-1")
    spent.do("resolve A2715")
    spent.do("retreat A2716 A2717")
    assert spent.pending is None


@pytest.mark.rule("gpw 22.1.4.C")
def test_units_in_romania_do_not_advance_on_turn_1() -> None:
    """Ruling: to advance is to move.  On turn 2 the same attack ends with an advance."""
    target, base = _across_the_border()
    for turn, choice in ((1, False), (2, True)):
        game = fight({"ax-inf-1": base, "su-inf-24": target + "/1"}, "DR", 2, target, turn, "Axis Combat")
        while game.pending and game.pending.kind != "advance":
            game.do(game.pending.default)
        assert (game.pending is not None) == choice


def _across_the_border() -> tuple[str, str]:
    """A clear hex of the USSR without a city and one of Romania beside it, no river or water between them."""
    hexes, barred = by("hexes", "hex"), sides("river") | sides("sea")
    for target, row in hexes.items():
        if (row["country"], row["terrain"]) != ("USSR", "clear") or target in by("cities", "hex"):
            continue
        for base in sorted(neighbours(target)):
            if hexes[base]["country"] == "Romania" and frozenset((target, base)) not in barred:
                return target, base
    raise AssertionError


# ---- undo, refusals


def test_a_battle_is_undone_and_rolled_again_alike() -> None:
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE}, "DR", 2)
    before, done = game.position, game.cursor
    game.do(offered(game)[0])
    game.undo()
    assert game.position == before
    game.jump(0)
    game.jump(done)
    assert game.position == before


@pytest.mark.parametrize("action", ["retreat A1304", "retreat A1304 A1203", "retreat A1304 A1404 A1504"])
def test_a_retreat_that_is_not_offered_is_refused_and_changes_nothing(action: str) -> None:
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE}, "DR", 2)
    before = game.position
    with pytest.raises(IllegalAction):
        game.do(action)
    assert game.position == before
    assert isinstance(game.why_not(action)[1], Reason)
