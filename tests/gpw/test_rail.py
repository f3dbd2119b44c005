from __future__ import annotations

import pytest

from gpwlab import gpw
from tests.gpw.boards import game_at, seed_for
from tests.gpw.moves import game_in, refused, standing

RAIL, OTHER = "Soviet Rail Movement", "Soviet General Movement"
# The printed line by Kharkov: A1816, A1817, A1917, A2016.


@pytest.mark.rule("gpw 5.5.1.A")
def test_a_unit_on_a_railway_goes_any_distance_along_it() -> None:
    game = game_in(RAIL, {"su-inf-3": "A2501", "su-tk-1": "A2016"})
    assert game.reach("su-inf-3")["B0108"] == 0  # from Baku to Leningrad
    assert len(game.path("su-inf-3", "B0108")) > 30
    assert "B0108" in game.reach("su-tk-1")


@pytest.mark.rule("gpw 5.5.1.A")
def test_a_unit_must_start_on_a_railway_and_stay_on_it() -> None:
    game = game_in(RAIL, {"su-inf-3": "A2017", "su-inf-4": "A1817"})
    assert game.reach("su-inf-3") == {}
    assert refused(game, "move su-inf-3 A2016") == ["gpw 5.5.1.A"]  # next to the line is not on it
    assert refused(game, "move su-inf-4 A1918") == ["gpw 5.5.1.A"]  # not on a line
    assert refused(game, "move su-inf-4 A1917 A1916") == ["gpw 5.5.1.A"]  # on a line that does not join the two
    assert "A1918" not in game.reach("su-inf-4")


@pytest.mark.rule("gpw 5.5.1.A")
def test_a_move_by_rail_is_no_part_of_a_later_move() -> None:
    # a variant (23.5.4.3.2) allows armour one hex after it has used the railway
    game = game_at(RAIL, {"su-tk-1": "A1816"}, turn=2)
    game.do("move su-tk-1 A1817 A1917")
    assert refused(game, "move su-tk-1 A2016") == ["gpw 5.0.C"]
    game.play("Soviet Armored Movement")
    assert max(game.reach("su-tk-1").values()) == 7
    game.do("move su-tk-1 A2016 A2116")


@pytest.mark.rule("gpw 5.5.1.A")
def test_supply_is_no_matter_for_movement_by_rail() -> None:
    # Soviet armies bar Perekop and the strait: a corps in the Crimea is cut off, but the railway has no MA to halve
    units = {"ax-inf-1": "A2816", "su-inf-3": "A2616", "su-inf-4": "A2713"}
    game = game_at("Axis Rail Movement", units, turn=8, control={"A2917": "Axis"})
    assert game.supply_line("ax-inf-1") == ()
    assert '"unsupplied"' not in game.position
    game.do("move ax-inf-1 A2917")
    events = game.play("Axis General Movement")
    assert any(event.kind == "supply" and event.unit == "ax-inf-1" for event in events)


@pytest.mark.rule("gpw 5.5.1.B")
def test_a_unit_may_start_in_an_enemy_zoc_but_not_go_through_one() -> None:
    game = game_in(RAIL, {"su-inf-3": "A1816", "su-inf-4": "A1917", "ax-inf-1": "A2017"})
    assert game.zoc("Axis") >= {"A1917", "A2016"}
    game.do("move su-inf-4 A1817 A1717")  # out of the ZOC
    assert refused(game, "move su-inf-3 A1817 A1917 A2016") == ["gpw 5.5.1.B"]
    game.do("move su-inf-3 A1817 A1917")  # into it, and no farther


@pytest.mark.rule("gpw 5.5.1.B")
def test_a_move_by_rail_may_end_in_an_enemy_zoc() -> None:
    # variants forbid it (23.4.10.B), or forbid both ends in ZOC (23.5.4.3.1)
    game = game_in(RAIL, {"su-inf-3": "A1917", "su-inf-4": "A1816", "ax-inf-1": "A2017"})
    assert "A2016" in game.reach("su-inf-3")
    game.do("move su-inf-3 A2016")
    assert "A1917" in game.reach("su-inf-4")


@pytest.mark.rule("gpw 5.5.1.C")
def test_units_pass_through_friends_by_rail_but_do_not_stop_there() -> None:
    game = game_in(RAIL, {"su-inf-3": "A1816", "su-inf-4": "A1817", "su-inf-5": "A2901"})
    assert "move su-inf-3 A1817 A1917" in game.legal
    assert refused(game, "move su-inf-3 A1817") == ["gpw 5.5.1.C"]
    assert "A1817" not in game.reach("su-inf-3")
    barred = game_in(RAIL, {"su-inf-3": "A1816", "su-inf-4": "A1817", "ax-inf-1": "A1918"})
    assert refused(barred, "move su-inf-3 A1817 A1917") == ["gpw 5.5.1.B"]  # the friend does not cancel the ZOC


@pytest.mark.rule("gpw 5.5.1.D")
def test_example_the_railway_from_a2616_to_a2716_crosses_the_sea() -> None:
    units = {"su-inf-3": "A2616", "su-tk-1": "A2516"}
    game = game_in(RAIL, units)
    game.do("move su-inf-3 A2716 A2816")
    game.do("move su-tk-1 A2616 A2716")
    other = game_in(OTHER, units)
    assert refused(other, "move su-inf-3 A2716") == ["gpw 5.3.A"]
    back = game_in(OTHER, {"su-inf-3": "A2716"})
    assert refused(back, "move su-inf-3 A2616") == ["gpw 5.3.A"]


EXAMPLE = {"su-inf-3": "A1613", "su-inf-4": "A2016", "ax-pz-3": "A1818"}


@pytest.mark.rule("gpw 5.5.1.E")
def test_example_the_axis_moved_through_a1817() -> None:
    game = game_at("Axis General Movement", EXAMPLE, turn=2)
    game.do("move ax-pz-3 A1817 A1718 A1719")
    game.play(RAIL)
    to_a1816 = " ".join(game.path("su-inf-3", "A1816"))
    assert to_a1816
    assert refused(game, f"move su-inf-3 {to_a1816} A1817") == ["gpw 5.5.1.E"]
    assert "A1917" in game.reach("su-inf-4")
    assert refused(game, "move su-inf-4 A1917 A1817") == ["gpw 5.5.1.E"]
    for unit in ("su-inf-3", "su-inf-4"):
        assert "A1817" not in game.reach(unit)


@pytest.mark.rule("gpw 5.5.1.E")
def test_it_is_the_path_that_makes_a_rail_hex_hostile() -> None:
    game = game_at("Axis General Movement", EXAMPLE, turn=2)
    game.do("move ax-pz-3 A1918 A2018")  # beside the line, not over A1817
    game.play(RAIL)
    to_a1816 = " ".join(game.path("su-inf-3", "A1816"))
    assert f"move su-inf-3 {to_a1816} A1817" in game.legal
    assert "move su-inf-4 A1917 A1817" in game.legal


@pytest.mark.rule("gpw 5.5.1.E")
def test_the_last_to_pass_or_occupy_holds_a_rail_hex() -> None:
    game = game_in(OTHER, {"su-tk-1": "A1917", "su-inf-4": "A2016"}, control={"A1817": 0, "A1816": 0})
    assert "A1817" in game.controlled("Axis")
    game.do("move su-tk-1 A1817 A1717")
    assert "A1817" in game.controlled("Soviet")
    assert "A1816" in game.controlled("Axis")
    game.play(RAIL, turn=3)
    assert "move su-inf-4 A1917 A1817" in game.legal
    assert refused(game, "move su-inf-4 A1917 A1817 A1816") == ["gpw 5.5.1.E"]


@pytest.mark.rule("gpw 5.5.1.E")
def test_at_the_start_the_railways_are_their_countrys() -> None:
    game = game_in(RAIL, {"su-inf-3": "B1407", "su-inf-4": "B1614", "ax-inf-1": "B2121"})
    assert {"B1407", "B0812", "A2501"} <= game.controlled("Soviet")  # Minsk, Riga, Baku
    assert {"B1515", "B1417"} <= game.controlled("Axis")  # East Prussia, Danzig
    assert refused(game, "move su-inf-4 B1515") == ["gpw 5.5.1.E"]
    assert "B0812" in game.reach("su-inf-3")


@pytest.mark.rule("gpw 5.5.1.E")
def test_retreats_and_advances_pass_through_hexes_too() -> None:
    units = {"su-tk-1": "A1103", "su-tk-2": "A1003", "ax-gar-68": "A1104"}
    seed = seed_for("Soviet Combat", "battle", "A1104", 1, turn=2)  # 28 to 4 is resolved at 6:1, a 1 is a DRL
    game = game_at("Soviet Combat", units, turn=2, seed=seed)
    game.do("attack A1104 by su-tk-1 su-tk-2")
    game.do("resolve A1104")
    game.do("retreat A1105 A1106")
    assert standing(game)["ax-gar-68"] == "A1106/1"
    assert game.controlled("Axis") >= {"A1104", "A1105", "A1106"}
    game.do("advance su-tk-1")
    assert "A1104" in game.controlled("Soviet")
    assert "A1105" in game.controlled("Axis")


@pytest.mark.rule("gpw 5.5.2")
def test_example_a_unit_goes_from_a2901_to_a2501_off_the_map_and_on() -> None:
    game = game_in(RAIL, {"su-inf-3": "A2901"})
    assert "move su-inf-3 A2501 A2502" in game.legal
    game.do("move su-inf-3 A2501")
    back = game_in(RAIL, {"su-inf-3": "A2501"})
    assert "move su-inf-3 A2901 A2902" in back.legal


@pytest.mark.rule("gpw 5.5.2")
def test_joins_off_the_map_are_for_rail_movement_and_join_what_they_name() -> None:
    other = game_in(OTHER, {"su-inf-3": "A2901"})
    assert refused(other, "move su-inf-3 A2501") == ["gpw 5.0.C"]
    game = game_in(RAIL, {"su-inf-3": "A2901"})
    assert refused(game, "move su-inf-3 A0109") == ["gpw 5.5.1.A"]
    cut = game_in(RAIL, {"su-inf-3": "A2901"}, control={"A2501": 0})
    assert refused(cut, "move su-inf-3 A2501") == ["gpw 5.5.1.E"]


SEVEN = {
    "su-tk-1": ("A1613", "A1514"),
    "su-tk-2": ("A2016", "A1916"),
    "su-mech-2": ("A2616", "A2516"),
    "su-inf-3": ("A2901", "A2902"),
    "su-inf-4": ("B1304", "B1403"),
    "su-inf-5": ("B1103", "B1202"),
    "su-inf-6": ("B1204", "B1105"),
}


@pytest.mark.rule("gpw 5.5.3.A")
def test_the_soviets_move_six_armies_by_rail_tank_armies_too() -> None:
    # an optional rule (20.3) and a variant (23.4.10.A) count armour twice
    game = game_in(RAIL, {unit: start for unit, (start, _to) in SEVEN.items()}, turn=2)
    for unit, (_start, to) in list(SEVEN.items())[:6]:
        game.do(f"move {unit} {to}")
    assert refused(game, "move su-inf-6 B1105") == ["gpw 5.5.3.A"]
    assert [str(action) for action in game.legal] == ["done"]
    game.play(RAIL, turn=3)
    assert "move su-inf-6 B1105" in game.legal


AXIS = {"ax-pz-3": "B1515", "ax-inf-1": "B1517", "ax-inf-2": "B1520"}


def _by_rail(turn: int) -> gpw.Game:
    return game_in("Axis Rail Movement", AXIS, turn=turn)


@pytest.mark.rule("gpw 5.5.3.B")
@pytest.mark.parametrize("turn", [1, 5])
def test_the_axis_moves_nothing_by_rail_before_1942(turn: int) -> None:
    game = _by_rail(turn)
    assert refused(game, "move ax-pz-3 B1614") == ["gpw 5.5.3.B"]
    assert [str(action) for action in game.legal] == ["done"]


@pytest.mark.rule("gpw 5.5.3.B")
@pytest.mark.parametrize("turn", [6, 32])
def test_the_axis_moves_two_units_by_rail_from_january_1942(turn: int) -> None:
    game = _by_rail(turn)
    assert game.phase.title.split("(")[1] in ("Jan/Feb 1942)", "May 1945)")
    game.do("move ax-pz-3 B1614")
    game.do("move ax-inf-1 B1616")
    assert refused(game, "move ax-inf-2 B1519") == ["gpw 5.5.3.B"]
