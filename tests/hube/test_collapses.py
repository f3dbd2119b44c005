"""The southern wing: declaration, exits, lost headquarters, pursuit, return; the southern line; the flanks."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, hube
from gpwlab.hube import collapse, victory
from tests.hube.games import at, fresh, hex_of, next_turn, refused, state_of


def declared() -> hube.Game:
    """Turn 1: 47 Pz Corps' wing has collapsed; its headquarters stands in the rear, not on the edge."""
    game = at("kirovograd:campaign", "Axis Movement")
    game.do("collapse ax-hq-47pz")
    return game


def to(game: hube.Game, turn: int, phase: str) -> None:
    """To a phase of a later turn, in cool and cloudless weather."""
    while game.phase.turn < turn:
        next_turn(game, 21, 1)
    game.play(phase)
    while game.pending is not None:
        game.do(game.pending.default)


def south(game: hube.Game, side: str) -> set[str]:
    """Hexes of the south edge that supply a side."""
    return {source.hex for source in game.sources(side) if source.edge == "south" and source.works}


@pytest.mark.rule("hube 3.4.A")
def test_a_collapse_names_axis_headquarters_and_is_declared_once() -> None:
    game = at("kirovograd:campaign", "Axis Movement")
    refused(game, "collapse ax-inf-1", "hube 3.4.A")
    refused(game, "collapse su-hq-38", "hube 3.4.A")
    game.do("collapse ax-hq-47pz ax-hq-3pz")
    refused(game, "collapse ax-hq-11", "hube 3.4.A")
    with pytest.raises(InvalidInput):
        game.do(hube.Collapse(()))


@pytest.mark.rule("hube 3.1a", "hube 3.4.B", "hube 3.4.D")
def test_the_south_edge_supplies_for_two_more_turns() -> None:
    game = declared()
    assert south(game, "Axis")
    to(game, 3, "Axis Movement")
    assert south(game, "Axis")
    to(game, 4, "Axis Movement")
    assert south(game, "Axis") == set()
    assert {source.edge for source in game.sources("Axis") if source.works} == {"west"}


@pytest.mark.rule("hube 3.4.B", "hube 3.4.C")
def test_nothing_new_comes_by_the_south_edge() -> None:
    """A and 52 Corps HQ are due by the south on turn 3, 254 by the west."""
    game = declared()
    to(game, 3, "Axis Reinforcement")
    assert (state_of(game, "ax-inf-a"), state_of(game, "ax-inf-254")) == ("to come", "to be placed")
    refused(game, "place ax-inf-a A51.01", "hube 1.1.C")
    refused(game, "bring sp 1 A51.01", "hube 3.4.B")
    assert "bring sp 1 A1.35" in game.legal


@pytest.mark.rule("hube 3.4.D")
def test_noted_headquarters_that_stay_are_lost_on_the_third_turn_but_not_in_a_fortress() -> None:
    game = at("kirovograd:campaign", "Axis Movement")
    game.edit().place("ax-hq-11", "A40.18")
    game.do("collapse ax-hq-47pz ax-hq-11 ax-hq-3pz")
    to(game, 3, "Axis Movement")
    game._pos.fortress[game.board.hex("A40.18")] = game._pos.world.unit("ax-fort-1").index
    game._pos.put(game._pos.world.unit("ax-fort-1").index, game.board.hex("A40.18"))
    game.edit().place("ax-hq-3pz", "B13.01")
    game.do("exit ax-hq-3pz")
    assert state_of(game, "ax-hq-47pz") == "on the map"
    to(game, 4, "Axis Movement")
    states = [state_of(game, f"ax-hq-{name}") for name in ("47pz", "11", "3pz", "46pz")]
    assert states == ["dead", "on the map", "collapsed", "on the map"]


@pytest.mark.rule("hube 3.4.B", "hube 2.4")
def test_axis_units_leave_by_the_south_edge_in_those_turns_alone() -> None:
    game = at("kirovograd:campaign", "Axis Movement")
    game.edit().place("ax-inf-1", "B13.01")
    refused(game, "exit ax-inf-1", "hube 3.4.B")
    game.do("collapse ax-hq-47pz")
    refused(game, "exit ax-inf-75", "hube 3.4.B")  # not on the edge
    game.do("exit ax-inf-1")
    assert state_of(game, "ax-inf-1") == "collapsed"
    game.edit().place("ax-inf-75", "B13.01")
    to(game, 4, "Axis Movement")
    refused(game, "exit ax-inf-75", "hube 3.4.B")


def leave(game: hube.Game, units: list[str], place: str = "B13.01") -> None:
    for unit in units:
        game.edit().place(unit, place)
        game.do(f"exit {unit}")


AXIS = [f"ax-inf-{n}" for n in ("1", "75", "68", "208", "340", "168", "88", "198", "34", "b")]
RED = [f"su-inf-{n}" for n in ("38", "60", "76", "143", "175", "260", "136", "317", "309", "206")]


@pytest.mark.rule("hube 2.4b")
def test_ten_counters_need_ten_pursuers_an_army_headquarters_and_two_transport_points() -> None:
    game = declared()
    leave(game, AXIS)
    leave(game, ["ax-arty-2-64"])  # guns attack nobody and do not count
    to(game, 2, "Soviet Movement")
    assert game._pos.left == 40
    leave(game, RED[:9])
    leave(game, ["su-hq-47"])
    game.edit().points("Soviet", "truck", "B13.01", 1)
    game.edit().points("Soviet", "wagon", "B13.01", 1)
    game.do("follow truck 1 B13.01")
    game.do("follow wagon 1 B13.01")
    assert not collapse.fulfilled(game._pos)
    game.edit().place("su-inf-206", "B13.01")
    for _n in range(3):
        game.do("break su-inf-206")
    for n in (1, 2, 3):
        game.do(f"exit su-inf-206-r{n}")
    assert not collapse.fulfilled(game._pos)  # nine and three quarters
    game.do("exit su-inf-206")
    assert collapse.fulfilled(game._pos)
    to(game, 7, "Axis Movement")
    assert state_of(game, "ax-inf-1") == "collapsed"
    assert south(game, "Axis") == set()


@pytest.mark.rule("hube 2.4b")
@pytest.mark.parametrize("missing", ["headquarters", "transport", "counter"])
def test_a_pursuit_that_lacks_anything_fails(missing: str) -> None:
    game = declared()
    leave(game, AXIS)
    to(game, 2, "Soviet Movement")
    leave(game, RED[: 9 if missing == "counter" else 10])
    if missing != "headquarters":
        leave(game, ["su-hq-47"])
    if missing != "transport":
        game.edit().points("Soviet", "truck", "B13.01", 2)
        game.do("follow truck 2 B13.01")
    to(game, 6, "Axis Movement")
    assert state_of(game, "ax-inf-1") == "collapsed"
    to(game, 7, "Axis Reinforcement")
    assert state_of(game, "ax-inf-1") == "to be placed"


@pytest.mark.rule("hube 2.4b", "hube 3.4.C")
def test_if_the_pursuit_fails_the_exited_return_west_of_the_soviets_on_the_edge() -> None:
    game = declared()
    leave(game, ["ax-inf-1"])
    game.edit().place("su-inf-38", "A45.01")
    to(game, 7, "Axis Reinforcement")  # six turns after
    refused(game, "place ax-inf-1 A46.01", "hube 2.4b")
    refused(game, "place ax-inf-1 A1.35", "hube 2.4b")
    game.do("place ax-inf-1 A44.01")
    assert state_of(game, "ax-inf-a") == "to be placed"  # due by the south on turn 3
    assert state_of(game, "ax-hq-47pz") == "dead"
    game.do("place ax-inf-a A43.01")
    assert south(game, "Axis")


@pytest.mark.rule("hube 2.4b")
def test_the_pursuit_has_five_turns() -> None:
    game = declared()
    leave(game, ["ax-inf-1"])
    to(game, 6, "Soviet Movement")
    leave(game, ["su-inf-38"])
    to(game, 7, "Soviet Movement")
    game.edit().place("su-inf-60", "B13.01")
    refused(game, "exit su-inf-60", "hube 2.4b")
    assert state_of(game, "ax-inf-1") == "collapsed"


@pytest.mark.rule("hube 6.5.Axis pools, air, dead pile, collapse")
def test_in_scenario_5_the_wing_has_collapsed_before() -> None:
    game = at("moving-pocket:campaign", "Axis Movement")
    assert south(game, "Axis") == set()
    refused(game, "collapse ax-hq-3pz", "hube 3.4.A")


# -- the southern line, sources ---------------------------------------------------------------------------------------


@pytest.mark.rule("hube 3.5", "hube 3.1a")
def test_a_soviet_unit_next_to_the_line_from_lvov_cuts_the_edge_east_of_slobodzera() -> None:
    game = fresh("kirovograd")
    assert {"A51.01", "B13.01", "A35.01"} <= south(game, "Axis")
    game.edit().place("su-inf-38", "A20.29")  # two hexes off
    assert "B13.01" in south(game, "Axis")
    game.edit().place("su-inf-38", "A20.28")
    assert south(game, "Axis") & {"B13.01", "B29.01"} == set()
    assert {"A51.01", "A35.01"} <= south(game, "Axis")
    reason = next(source for source in game.sources("Axis") if source.hex == "B13.01").reasons
    assert [r.rule for r in reason] == ["hube 3.5"]
    game.edit().remove("su-inf-38")
    assert "B13.01" in south(game, "Axis")  # restored


@pytest.mark.rule("hube 3.5")
def test_a_hex_of_the_line_in_soviet_hands_cuts_it_too() -> None:
    game = fresh("kirovograd")
    game.edit().control("A28.24", "Soviet")
    assert "B13.01" not in south(game, "Axis")


@pytest.mark.rule("hube 3.5", "hube 2.4b")
def test_the_cut_line_matters_more_than_a_pursuit_that_failed() -> None:
    game = declared()
    leave(game, ["ax-inf-1"])
    game.edit().place("su-inf-38", "A20.28")
    to(game, 7, "Axis Reinforcement")
    assert game._pos.collapse == "failed"
    assert "B13.01" not in south(game, "Axis")
    assert "A35.01" in south(game, "Axis")


@pytest.mark.rule("hube 2.1a")
def test_soviet_entries_supply_but_kiev_does_not() -> None:
    game = fresh("kirovograd")
    works = {source.hex: source for source in game.sources("Soviet")}
    assert works["B14.36"].works
    assert not works["B8.34"].works
    assert not works["A10.36"].works  # behind the Axis front
    game.edit().control("B14.36", "Axis")
    assert not {source.hex: source for source in game.sources("Soviet")}["B14.36"].works


# -- the flanks -------------------------------------------------------------------------------------------------------


def on_the_edge(clear: bool = True) -> hube.Game:
    game = at("kirovograd:campaign", "Soviet Movement")
    along = game.board.along["Dnepr"]
    if clear:
        for u in [u for u in game._pos.on_map(0) if game._pos.where[u] in along]:
            game.edit().place(game._pos.unit(u).id, "A20.20")
    for unit in ("su-hq-47", "su-inf-60", "su-inf-76"):
        game.edit().place(unit, "B20.36")
    game.edit().place("su-inf-143", "B13.01")
    return game


@pytest.mark.rule("hube 2.4a", "hube 2.4")
def test_fourteen_steps_with_an_army_headquarters_reinforce_the_flanks_for_six_points() -> None:
    game = on_the_edge()
    before = game.vp
    refused(game, "flank su-hq-47/2 su-inf-60/4 su-inf-76/4 su-inf-143/3", "hube 2.4a")
    refused(game, "flank su-inf-60/4 su-inf-76/4 su-inf-143/6", "hube 2.4a")
    refused(game, "flank su-hq-47/2 su-inf-60/4 su-inf-76/4 su-inf-38/4", "hube 2.4a")
    game.do("flank su-hq-47/2 su-inf-60/4 su-inf-76/4 su-inf-143/4")
    assert game.vp == before + 6
    assert {state_of(game, unit) for unit in ("su-hq-47", "su-inf-60", "su-inf-143")} == {"exited"}
    refused(game, "flank su-hq-38/14", "hube 2.4a")


@pytest.mark.rule("hube 2.4a")
def test_no_german_may_be_next_to_the_dnepr() -> None:
    game = on_the_edge()
    beside = next(h for h in sorted(game.board.along["Dnepr"]) if not game._pos.units_at(h, 1))
    game.edit().place("ax-inf-1", game.board.ids[beside])
    refused(game, "flank su-hq-47/2 su-inf-60/4 su-inf-76/4 su-inf-143/4", "hube 2.4a")


@pytest.mark.rule("hube 2.4a")
def test_after_turn_16_the_flanks_are_reinforced_no_more() -> None:
    game = on_the_edge()
    game._pos.turn = 16
    assert "flank su-hq-47/2 su-inf-60/4 su-inf-76/4 su-inf-143/4" in game.legal
    game._pos.turn = 17
    refused(game, "flank su-hq-47/2 su-inf-60/4 su-inf-76/4 su-inf-143/4", "hube 2.4a")


@pytest.mark.rule("hube 6.4.Soviet pools, air, dead pile, exits")
def test_in_scenario_4_the_flanks_have_been_reinforced() -> None:
    game = fresh("collapse:campaign")
    assert ("flanks reinforced", 6) in [(title, vp) for title, _rule, vp in victory.track(game).others]
    assert hex_of(game, "su-hq-47") == ""


@pytest.mark.rule("hube 2.1", "hube 2.1a")
def test_in_scenario_5_the_soviets_enter_where_lines_leave_sheet_a_to_the_east() -> None:
    game = at("moving-pocket", "Soviet Reinforcement")
    east = {source.hex for source in game.sources("Soviet") if source.edge == "east" and source.works}
    assert east
    assert {game.board.spot[game.board.hex(name)][0] for name in east} <= {61, 62}
    assert all(game.sides[game.board.hex(name)] == "Soviet" for name in east)
    game.edit().points("Soviet", "sp", "off-map", 8)
    assert f"bring sp 1 {sorted(east)[0]}" in game.legal
    both = fresh("kirovograd")
    assert {s.hex for s in both.sources("Soviet") if s.edge == "east"} == {"B32.06", "B32.11", "B32.15", "B32.26"}
