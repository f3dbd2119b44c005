from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import game_at, seed_for
from tests.gpw.maps import by
from tests.gpw.moves import arrival, game_in, is_open, refused, standing, steppe


def test_the_steppe_of_these_tests_is_open() -> None:
    assert [name for name in steppe() if not is_open(name)] == []


# -- what a ZOC is ------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 4.0.A")
@pytest.mark.parametrize("sheet", ["A", "B"])  # the example of 4.0 names no map
def test_example_a_unit_in_1403_has_a_zoc_in_the_six_hexes_around_it(sheet: str) -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": f"{sheet}1403"})
    around = ("1402", "1404", "1303", "1304", "1503", "1504")
    assert game.zoc("Axis") == {f"{sheet}1403", *(sheet + number for number in around)}
    assert game.zoc("Soviet") == set()


@pytest.mark.rule("gpw 4.0.A")
def test_terrain_does_not_stop_a_zoc() -> None:
    kind = {name: row["terrain"] for name, row in by("hexes", "hex").items()}
    game = game_in("Axis General Movement", {"ax-inf-1": "A2616", "su-inf-3": "B1404", "su-inf-4": "A2714"})
    # across the sea hexside to A2716 and into the sea
    assert game.zoc("Axis") == {"A2616", "A2615", "A2716", "A2717", "A2617", "A2517", "A2516"}
    assert kind["A2615"] == "sea"
    # across rivers into swamp, and across the Straits of Kerch
    assert {"B1305", "B1405", "A2715"} <= game.zoc("Soviet")
    assert kind["B1305"] == kind["B1405"] == "swamp"


@pytest.mark.rule("gpw 4.0.A")
def test_enemy_units_do_not_stop_a_zoc_and_any_unit_has_one() -> None:
    units = {"ax-gar-68": "A1105/1", "ax-cav-1": "A1003", "su-inf-3": "A1104"}
    game = game_in("Axis General Movement", units)
    around = {"A1104", "A1103", "A1105", "A1203", "A1204", "A1003", "A1004"}
    assert game.zoc("Soviet") == around
    garrison = {"A1105", "A1104", "A1106", "A1204", "A1205", "A1004", "A1005"}
    cavalry = {"A1003", "A1002", "A1004", "A1103", "A1104", "A0903", "A0904"}
    assert game.zoc("Axis") == garrison | cavalry


@pytest.mark.rule("gpw 4.0.A")
def test_a_zoc_goes_with_its_unit() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1107"})
    game.do("move ax-inf-1 A1106 A1105")
    assert game.zoc("Axis") == {"A1105", "A1104", "A1106", "A1204", "A1205", "A1004", "A1005"}
    game.undo()
    assert "A1104" not in game.zoc("Axis")


# -- movement -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 4.1.A", "gpw 4.0.B")
def test_a_unit_stops_where_it_enters_an_enemy_zoc() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1107", "su-inf-3": "A1104"})
    assert game.reach("ax-inf-1")["A1105"] == 4  # two clear hexes, and 4 MP that are of no use
    assert refused(game, "move ax-inf-1 A1106 A1105 A1205") == ["gpw 4.1.A"]  # out of the ZOC again
    assert refused(game, "move ax-inf-1 A1106 A1105 A1204") == ["gpw 4.1.A"]  # on within it
    assert game.path("ax-inf-1", "A1204") == ("A1106", "A1205", "A1204")  # round its edge
    assert "A1103" not in game.reach("ax-inf-1")  # 6 hexes away round the ZOC, 4 through it
    game.do("move ax-inf-1 A1106 A1105")
    assert refused(game, "move ax-inf-1 A1106") == ["gpw 5.0.C"]  # it may move no farther in this phase


@pytest.mark.rule("gpw 4.1.A")
def test_a_stop_in_a_zoc_lasts_for_the_phase() -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-3": "A1107", "su-inf-3": "A1104"}, turn=2)
    game.do("move ax-pz-3 A1106 A1105")
    game.play("Axis General Movement")
    game.do("move ax-pz-3 A1106 A1206 A1306")


@pytest.mark.rule("gpw 4.1.A")
def test_a_friendly_unit_does_not_cancel_a_zoc_for_movement() -> None:
    units = {"ax-inf-1": "A1107", "ax-inf-2": "A1105", "su-inf-3": "A1104"}
    game = game_in("Axis General Movement", units)
    assert refused(game, "move ax-inf-1 A1106 A1105 A1205") == ["gpw 4.1.A"]
    assert "A1105" not in game.reach("ax-inf-1")  # it would have to stop there, where it may not stay


WALL = {"su-inf-3": "A1104", "su-inf-4": "A1108"}


@pytest.mark.rule("gpw 4.1.B")
def test_a_unit_leaves_a_zoc_freely_and_stops_in_the_next() -> None:
    game = game_in("Axis General Movement", {"ax-inf-1": "A1105", **WALL})
    left = game.reach("ax-inf-1")
    # to leave costs nothing extra (a variant, 23.5.4.4, asks 1 MP for it)
    assert (left["A1106"], left["A1006"], left["A1107"]) == (5, 4, 4)
    assert "move ax-inf-1 A1106 A1107" in game.legal
    assert refused(game, "move ax-inf-1 A1106 A1107 A1207") == ["gpw 4.1.A"]  # A1107 is in the ZOC of A1108


@pytest.mark.rule("gpw 4.1.B")
@pytest.mark.parametrize("unsupplied", [(), ("ax-pz-3",)])
def test_a_unit_goes_straight_from_zoc_to_zoc_and_stops_there(unsupplied: tuple[str, ...]) -> None:
    # out of supply too: an optional rule (20.4) forbids it then
    game = game_in("Axis Panzer Movement", {"ax-pz-3": "A1105", **WALL}, unsupplied=unsupplied)
    assert "move ax-pz-3 A1204" in game.legal
    assert refused(game, "move ax-pz-3 A1204 A1304") == ["gpw 4.1.A"]


# -- combat: a Soviet army in A1104 whose only way out is A1103, then A1102 -------------------------------------------

CORDON = {"ax-pz-3": "A1004", "ax-pz-14": "A1105", "ax-pz-24": "A1204", "ax-gar-68": "A1003", "ax-gar-69": "A1203"}
DR, DRL = 1, 4  # the dice for these on the 1:1 to 4:1 columns, and on the 4:1 column


def _battle(die: int, units: dict[str, str], attackers: str) -> gpw.Game:
    seed = seed_for("Axis Combat", "battle", "A1104", die, turn=2)
    game = game_at("Axis Combat", units, turn=2, seed=seed)
    game.do(f"attack A1104 by {attackers}")
    game.do("resolve A1104")
    return game


@pytest.mark.rule("gpw 4.2.A", "gpw 4.0.B")
def test_a_retreat_through_an_enemy_zoc_costs_a_step() -> None:
    game = _battle(DR, CORDON | {"su-inf-3": "A1104"}, "ax-pz-3 ax-pz-14")  # 24 to 8 is 3:1
    assert standing(game)["su-inf-3"] == "A1102/1"  # A1103 is in the ZOC of the garrisons, A1102 in none


@pytest.mark.rule("gpw 4.2.A")
def test_a_retreat_out_of_zoc_costs_nothing() -> None:
    units = {unit: hex_ for unit, hex_ in CORDON.items() if unit.startswith("ax-pz")} | {"su-inf-3": "A1104"}
    game = _battle(DR, units, "ax-pz-3 ax-pz-14")
    assert game.pending is not None
    assert game.pending.kind == "retreat"
    game.do("retreat A1103 A1102")
    assert standing(game)["su-inf-3"] == "A1102"


@pytest.mark.rule("gpw 4.2.A")
def test_neither_tanks_nor_friends_are_spared_in_a_zoc() -> None:
    # two variants spare tanks where the ZOC is of infantry (23.2.6), and hexes with friends in them (23.4.14)
    game = _battle(DR, CORDON | {"su-tk-1": "A1104"}, "ax-pz-3 ax-pz-14 ax-pz-24")  # 36 to 14 is 2:1
    assert standing(game)["su-tk-1"] == "A1102/1"
    game = _battle(DR, CORDON | {"su-inf-3": "A1104", "su-inf-4": "A1103"}, "ax-pz-3 ax-pz-14")
    assert standing(game)["su-inf-3"] == "A1102/1"
    assert standing(game)["su-inf-4"] == "A1103"


@pytest.mark.rule("gpw 4.2.B")
def test_a_retreat_through_two_zoc_hexes_eliminates_a_full_unit() -> None:
    game = _battle(DR, CORDON | {"su-inf-3": "A1104", "ax-gar-91": "A1101"}, "ax-pz-3 ax-pz-14")
    assert standing(game)["su-inf-3"] == "eliminated/0"


@pytest.mark.rule("gpw 4.2.C")
def test_a_retreat_through_a_zoc_after_a_loss_eliminates() -> None:
    game = _battle(DRL, CORDON | {"su-inf-3": "A1104"}, "ax-pz-3 ax-pz-14 ax-pz-24")  # 36 to 8 is 4:1
    assert standing(game)["su-inf-3"] == "eliminated/0"


@pytest.mark.rule("gpw 4.2.C")
def test_a_loss_and_a_retreat_without_zoc_leave_a_reduced_unit() -> None:
    units = {unit: hex_ for unit, hex_ in CORDON.items() if unit.startswith("ax-pz")} | {"su-inf-3": "A1104"}
    game = _battle(DRL, units, "ax-pz-3 ax-pz-14 ax-pz-24")
    game.do("retreat A1103 A1102")
    assert standing(game)["su-inf-3"] == "A1102/1"


# -- reinforcements and replacements --------------------------------------------------------------------------------

CHART = RuleSet(tables={"reinforcements": [arrival(2, "Soviet", "su-inf-30")]})


@pytest.mark.rule("gpw 4.3", "gpw 4.0.B")
def test_a_zoc_bars_the_map_edge_to_arrivals_but_not_a_supplied_major_city() -> None:
    units = {"ax-inf-1": "A1102", "ax-inf-2": "A0620", "su-inf-3": "eliminated/0"}
    game = game_at("Soviet Reinforcement/Replacement", units, turn=2, rules=CHART)
    for barred in ("A1101", "A1001", "A1201"):  # the edge hexes in the ZOC of A1102
        assert refused(game, f"place su-inf-30 {barred}") == ["gpw 9.1.D"]
        assert "gpw 9.1.D" in refused(game, f"rebuild su-inf-3 {barred}")
    assert "A0619" in game.zoc("Axis")
    for open_ in ("A1301", "A0619"):  # Moscow is next to the enemy
        assert f"place su-inf-30 {open_}" in game.legal
        assert f"rebuild su-inf-3 {open_}" in game.legal


# -- supply ---------------------------------------------------------------------------------------------------------

# An Axis corps in the Crimea; the Soviet army in A2616 bars Perekop with its ZOC, that in A2713 the strait.
CRIMEA = {"ax-inf-1": "A2816", "su-inf-3": "A2616", "su-inf-4": "A2713"}


@pytest.mark.rule("gpw 4.4", "gpw 4.0.B")
def test_no_supply_line_runs_through_an_enemy_zoc() -> None:
    assert game_in("Axis General Movement", {"ax-inf-1": "A2816"}).supply_line("ax-inf-1")[-1].startswith("B")
    game = game_at("Axis General Movement", CRIMEA, turn=2)
    assert game.supply_line("ax-inf-1") == ()
    assert game.reach("ax-inf-1")["A2817"] == 2  # half of 6, less one hex
    assert {"A2716", "A2717", "A2617"} <= game.zoc("Soviet")


@pytest.mark.rule("gpw 4.4")
def test_a_supply_line_runs_through_an_enemy_zoc_where_friends_stand() -> None:
    one = game_in("Axis General Movement", CRIMEA | {"ax-inf-2": "A2717"})
    assert one.supply_line("ax-inf-1") == ()  # A2617 is still barred
    both = game_in("Axis General Movement", CRIMEA | {"ax-inf-2": "A2717", "ax-inf-4": "A2617"})
    assert both.supply_line("ax-inf-1")[1:3] == ("A2717", "A2617")
    enemy = game_in("Axis General Movement", CRIMEA | {"ax-inf-2": "A2717", "su-inf-5": "A2617"})
    assert enemy.supply_line("ax-inf-1") == ()
