"""Gil Winters' rail movement (23.5.4.3)."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, gpw
from tests.gpw.boards import game_at
from tests.gpw.moves import refused

RAIL = gpw.rules("23.5.4.3")
SOVIET, AXIS = "Soviet Rail Movement", "Axis Rail Movement"

# -- ZOC and combined movement ----------------------------------------------------------------------------------------

#: Corps in A0717 and A0820 have the rail hexes A0617 and A0720 in their ZOC; Moscow (A0619) lies between, free.
MOSCOW = {"ax-inf-1": "A0717", "ax-inf-2": "A0820", "su-inf-3": "A0617", "su-tk-1": "A0616"}
BOTH = "A0618 A0619 A0720"


@pytest.mark.rule("gpw 23.5.4.3.1")
def test_no_ride_from_zoc_to_zoc() -> None:
    ride = f"move su-inf-3 {BOTH}"
    game = game_at(SOVIET, MOSCOW, turn=2, rules=RAIL)
    assert refused(game, ride) == ["gpw 23.5.4.3.1"]
    assert "A0720" not in game.reach("su-inf-3")
    assert refused(game, "move su-inf-3 A0618 A0619") == []  # out of one
    assert refused(game_at(SOVIET, MOSCOW | {"su-inf-3": "A0619"}, turn=2, rules=RAIL), "move su-inf-3 A0720") == []
    base = game_at(SOVIET, MOSCOW, turn=2)
    assert refused(base, ride) == []
    assert "A0720" in base.reach("su-inf-3")


def ridden(rules: gpw.RuleSet, start: str = "A0617", end: str = "A0618 A0619", unit: str = "su-tk-1") -> gpw.Game:
    """The armored movement phase after a unit has moved by rail."""
    units = {"ax-inf-1": "A0717", "ax-inf-2": "A0820", "su-inf-4": "A0109", unit: start}
    game = game_at(SOVIET, units, turn=2, rules=rules)
    game.do(f"move {unit} {end}")
    game.next_phase()
    return game


@pytest.mark.rule("gpw 23.5.4.3.2")
def test_armour_that_rode_moves_one_hex() -> None:
    game = ridden(RAIL)
    assert refused(game, "move su-tk-1 A0519") == []  # forest, 4 MP
    assert refused(game, "move su-tk-1 A0519 A0418") == ["gpw 23.5.4.3.2"]
    assert {game.board.distance(game.board.hex("A0619"), game.board.hex(h)) for h in game.reach("su-tk-1")} <= {0, 1}
    assert refused(ridden(gpw.rules()), "move su-tk-1 A0519 A0418") == []
    game.next_phase()
    game.next_phase()
    assert game.phase.name == "Soviet General Movement"
    assert refused(game, "move su-tk-1 A0519 A0418") == []


@pytest.mark.rule("gpw 23.5.4.3.2")
def test_the_hex_does_not_lead_from_zoc_to_zoc_rail_included() -> None:
    assert refused(ridden(RAIL), "move su-tk-1 A0720") == ["gpw 23.5.4.3.2"]  # A0617, where it began, is in a ZOC
    assert refused(ridden(RAIL, "A0417", "A0418 A0519 A0619"), "move su-tk-1 A0720") == []
    at_once = ridden(RAIL, "A0417", "A0418 A0519 A0619 A0720")
    assert refused(at_once, "move su-tk-1 A0721") == ["gpw 23.5.4.3.2"]  # both in the ZOC of A0820
    assert refused(ridden(gpw.rules()), "move su-tk-1 A0720") == []


@pytest.mark.rule("gpw 23.5.4.3.2")
@pytest.mark.parametrize(
    ("start", "way", "barred"), [("A0617", "A0618 A0619", True), ("A0417", "A0418 A0519 A0619", False)]
)
def test_who_rode_out_of_a_zoc_does_not_attack_this_turn(start: str, way: str, barred: bool) -> None:
    found = {}
    for rules in (gpw.rules("13", "23.5.4.3"), gpw.rules("13")):
        game = ridden(rules, start, way, "su-shk-1")
        game.do("move su-shk-1 A0720")  # the hex of a shock army (13.1)
        game.next_phase()
        assert game.phase.name == "Soviet Combat"
        found[len(rules.options)] = "gpw 23.5.4.3.2" in refused(game, "attack A0820 by su-shk-1")
        assert ("su-shk-1" in game.candidates("A0820")) is not found[len(rules.options)]
    assert found == {1: False, 2: barred}


@pytest.mark.rule("gpw 23.5.4.3.2")
def test_it_may_be_in_reserve() -> None:
    game = ridden(gpw.rules("23.5.4.1", "23.5.4.3"))
    game.next_phase()
    assert game.phase.name == "Soviet Combat"
    assert '"reserve":["su-tk-1"]' in game.position


# -- capacity ---------------------------------------------------------------------------------------------------------

#: Rail hexes of Poland, and Brest-Litovsk beyond the border of 1941, in Axis hands.
POLAND = {"ax-inf-1": "B1814", "ax-inf-2": "B1818", "ax-inf-10": "B1916", "ax-inf-4": "B1812", "ax-pz-41": "B2118"}
POLAND |= {"su-inf-3": "A0619"}
EAST = {"B1811": "Axis"}
RIDES = {
    "ax-inf-1": "move ax-inf-1 B1815",
    "ax-inf-2": "move ax-inf-2 B1817",
    "ax-inf-10": "move ax-inf-10 B2015",
    "ax-inf-4": "move ax-inf-4 B1811",
    "ax-pz-41": "move ax-pz-41 B2018",
}


@pytest.mark.rule("gpw 23.5.4.3.3")
def test_two_rides_a_turn_in_the_axis_rear() -> None:
    assert refused(game_at(AXIS, POLAND, turn=2), RIDES["ax-inf-1"]) == ["gpw 5.5.3.B"]
    game = game_at(AXIS, POLAND, turn=2, rules=RAIL, control=EAST)
    assert "gpw 23.5.4.3.3" in refused(game, RIDES["ax-inf-4"])  # beyond the border
    assert "B1811" not in game.reach("ax-inf-4")
    game.do(RIDES["ax-inf-1"])
    game.do(RIDES["ax-inf-2"])
    assert refused(game, RIDES["ax-inf-10"]) == ["gpw 5.5.3.B"]
    assert game.reach("ax-inf-10") == {}
    twin = gpw.from_position(game.position)
    assert refused(twin, RIDES["ax-inf-10"]) == ["gpw 5.5.3.B"]
    game.undo()
    assert refused(game, RIDES["ax-inf-10"]) == []


@pytest.mark.rule("gpw 23.5.4.3.3")
def test_nor_does_a_ride_begin_beyond_the_border_by_it() -> None:
    units = {"ax-inf-4": "B1811", "su-inf-3": "A0619"}
    game = game_at(AXIS, units, turn=2, rules=RAIL)
    assert refused(game, "move ax-inf-4 B1812") == ["gpw 23.5.4.3.3"]
    assert game.reach("ax-inf-4") == {}
    assert refused(game_at(AXIS, units, turn=10, rules=RAIL), "move ax-inf-4 B1812") == []


@pytest.mark.rule("gpw 23.5.4.3.3")
def test_it_is_beside_the_capacity_that_the_axis_has_from_1942() -> None:
    more = POLAND | {"ax-inf-5": "B1714"}
    game = game_at(AXIS, more, turn=10, rules=RAIL, control=EAST)
    for unit in ("ax-inf-1", "ax-inf-2", "ax-inf-10"):
        game.do(RIDES[unit])  # two by the rear, one of the two of 5.5.3.B
    assert refused(game, RIDES["ax-inf-4"]) == []
    game.do(RIDES["ax-pz-41"])
    assert "gpw 5.5.3.B" in refused(game, RIDES["ax-inf-4"])
    other = game_at(AXIS, more, turn=10, rules=RAIL, control=EAST)
    other.do(RIDES["ax-inf-4"])
    for unit in ("ax-inf-1", "ax-inf-2", "ax-inf-10"):
        other.do(RIDES[unit])
    assert refused(other, RIDES["ax-pz-41"]) == ["gpw 5.5.3.B"]  # the fifth


@pytest.mark.rule("gpw 23.5.4.3.4")
def test_capacities_grow_by_one_where_armour_takes_two() -> None:
    double = gpw.rules("23.5.4.3", "20.3")
    game = game_at(AXIS, POLAND, turn=2, rules=double, control=EAST)
    game.do(RIDES["ax-pz-41"])  # two of three
    game.do(RIDES["ax-inf-1"])
    assert refused(game, RIDES["ax-inf-2"]) == ["gpw 5.5.3.B"]
    assert "gpw 23.5.4.3.3" in refused(game_at(AXIS, POLAND, turn=2, rules=double, control=EAST), RIDES["ax-inf-4"])
    for rules, rides in ((gpw.rules("20.3"), 6), (double, 7), (RAIL, 6)):
        assert soviet_rides(rules) == rides


def soviet_rides(rules: gpw.RuleSet) -> int:
    """How many armies may ride, one after the other, where eight could."""
    hexes = ("A0619", "A0618", "A0519", "A0418", "A0417", "A0416", "A0415", "A0414")
    units = {f"su-inf-{n}": h for n, h in zip((3, 4, 5, 8, 10, 11, 13, 16), hexes, strict=True)}
    game = game_at(SOVIET, units | {"ax-inf-1": "B1407"}, turn=2, rules=rules)
    count = 0
    for unit in units:
        ends = game.reach(unit)
        if ends:
            game.do(f"move {unit} {' '.join(game.path(unit, min(ends)))}")
            count += 1
    return count


def test_other_variants_of_the_railway_are_refused() -> None:
    for other in ("23.2.2", "23.4.10"):
        with pytest.raises(InvalidInput, match="conflicts"):
            gpw.rules("23.5.4.3", other)
