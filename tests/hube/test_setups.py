"""Setting up: lists of all five scenarios, legal placement of every unit, moving units within their zones."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, hube
from gpwlab.hube.board import SIDES
from gpwlab.hube.position import ON_MAP
from gpwlab.hube.setup import place_of
from tests.hube.games import at, fresh, hex_of, reasons, refused, state_of
from tests.hube.tables import rows

SLUGS = {1: "kirovograd", 2: "korsun", 3: "relief", 4: "collapse", 5: "moving-pocket"}


def _default_is_legal(number: int, side: str) -> int:
    """Every unit of a side stands where its place allows while the enemy stands where he does; how many there are."""
    game = fresh(SLUGS[number])
    pos = game._pos
    own = SIDES.index(side)
    enemies = sorted(pos.occupied(1 - own))
    units = [u for u in pos.world.deployment.place if pos.unit(u).side == own]
    for u in units:
        assert pos.fate[u] == ON_MAP
        assert game.zones.objections(side, place_of(pos, u), pos.where[u], enemies) == []
        assert not pos.units_at(pos.where[u], 1 - own)
    return len(units)


@pytest.mark.parametrize(
    ("number", "units"),
    [
        pytest.param(1, 165, marks=pytest.mark.rule("hube 6.1.Axis set-up")),
        pytest.param(2, 206, marks=pytest.mark.rule("hube 6.2.Axis set-up")),
        pytest.param(3, 212, marks=pytest.mark.rule("hube 6.3.Axis set-up")),
        pytest.param(4, 182, marks=pytest.mark.rule("hube 6.4.Axis set-up")),
        pytest.param(5, 115, marks=pytest.mark.rule("hube 6.5.Axis set-up")),
    ],
)
def test_the_axis_is_set_up_legally_by_default(number: int, units: int) -> None:
    assert _default_is_legal(number, "Axis") == units


@pytest.mark.parametrize(
    ("number", "units"),
    [
        pytest.param(1, 221, marks=pytest.mark.rule("hube 6.1.Soviet set-up")),
        pytest.param(2, 264, marks=pytest.mark.rule("hube 6.2.Soviet set-up")),
        pytest.param(3, 220, marks=pytest.mark.rule("hube 6.3.Soviet set-up")),
        pytest.param(4, 242, marks=pytest.mark.rule("hube 6.4.Soviet set-up")),
        pytest.param(5, 176, marks=pytest.mark.rule("hube 6.5.Soviet set-up")),
    ],
)
def test_the_soviets_are_set_up_legally_by_default(number: int, units: int) -> None:
    assert _default_is_legal(number, "Soviet") == units


def test_the_default_is_always_the_same() -> None:
    assert hube.new("relief", seed=1).position.replace('"seed":1,', "") == hube.new("relief", seed=2).position.replace(
        '"seed":2,', ""
    )


@pytest.mark.rule("hube 1.1.A", "hube 1.9")
def test_the_axis_sets_up_first_and_the_soviets_behind_their_side_of_the_front() -> None:
    game = fresh("kirovograd", setup="free")
    assert (game.phase.name, game.phase.side) == ("Axis Set-up", "Axis")
    refused(game, "place su-inf-117gd A44.34", "hube 1.1.A")
    refused(game, "done", "hube 1.1.A")
    game.play()
    assert (game.phase.name, game.phase.side) == ("Soviet Set-up", "Soviet")
    refused(game, "place su-inf-117gd A44.25", "hube 1.1.A")
    assert "place su-inf-117gd A44.34" in game.legal
    game.play()
    assert str(game.phase) == "Turn 1 (5 Jan 1944): Weather Phase"
    assert game.units[game.units["state"] == "to be placed"].empty


@pytest.mark.rule("hube 6.1.Axis set-up")
def test_a_corps_stands_within_its_printed_distance() -> None:
    """46 Pz Corps: within three hexes of A32.33."""
    game = fresh("kirovograd", setup="free")
    assert game.placing["ax-hq-46pz"] == "46 Pz Corps"
    assert "place ax-hq-46pz A32.30" in game.legal
    assert reasons(game, "place ax-hq-46pz A32.29") == ["hube 6.1.Axis set-up"]
    assert {a.hex for a in game.legal.of("ax-hq-46pz")} >= {"A32.33", "A30.32"}


@pytest.mark.rule("hube 6.1.Soviet set-up")
def test_the_detached_units_of_the_1st_ukrainian_front_keep_six_hexes_away() -> None:
    game = fresh("kirovograd", setup="arranged")
    game.do("done")
    axis = {piece.hex for piece in game.pieces if piece.side == "Axis"}
    near = next(a for a in sorted(axis) if game.board.side[1][game.board.hex(a)] == "Axis")
    around = [game.board.ids[h] for h in game.board.within(game.board.hex(near), 5)]
    soviet = [h for h in around if game.board.side[1][game.board.hex(h)] == "Soviet"]
    assert soviet
    assert "hube 6.1.Soviet set-up" in reasons(game, f"place su-inf-129gd {soviet[0]}")


def test_units_can_be_moved_within_their_zones() -> None:
    game = fresh("kirovograd", setup="arranged")
    assert game.placing == {}
    game.do("place ax-16-pz A33.31")
    assert {piece.hex for piece in game.pieces if piece.id.startswith("ax-16-pz-")} == {"A33.31"}
    assert [a.hex for a in game.legal.of("ax-hq-46pz")]


@pytest.mark.rule("hube 1.1.F", "hube 1.4")
def test_a_division_can_be_set_up_with_regiments_split_off() -> None:
    game = fresh("kirovograd", setup="arranged")
    game.do("break ax-inf-1")
    game.do("place ax-inf-1-r1 A32.30")
    assert hex_of(game, "ax-inf-1-r1") == "A32.30"
    assert "hube 6.1.Axis set-up" in reasons(game, "place ax-inf-1-r1 A32.29")
    game.play()
    refused(game, "break su-inf-148", "hube 1.4")  # a 12-2-2


@pytest.mark.parametrize(
    ("number", "dead", "collapsed", "supply"),
    [
        pytest.param(
            1,
            6,
            0,
            120,
            marks=pytest.mark.rule("hube 6.1.Axis pools, air, dead pile, collapse"),
        ),
        pytest.param(
            2,
            10,
            0,
            140,
            marks=pytest.mark.rule("hube 6.2.Axis pools, air, dead pile, collapse"),
        ),
        pytest.param(
            3,
            13,
            0,
            152,
            marks=pytest.mark.rule("hube 6.3.Axis pools, air, dead pile, collapse"),
        ),
        pytest.param(
            4,
            42,
            0,
            100,
            marks=pytest.mark.rule("hube 6.4.Axis pools, air, dead pile, collapse"),
        ),
        pytest.param(
            5,
            66,
            59,
            104,
            marks=pytest.mark.rule("hube 6.5.Axis pools, air, dead pile, collapse"),
        ),
    ],
)
def test_axis_dead_piles_pools_and_the_8th_army(number: int, dead: int, collapsed: int, supply: int) -> None:
    """Supply in T, four to a point; scenario 3 has eight SP in the pocket, scenario 5 one in Ternopol."""
    game = fresh(SLUGS[number])
    own = game.units[game.units["side"] == "Axis"]
    assert (own["state"] == "dead").sum() == dead
    assert (own["state"] == "collapsed").sum() == collapsed
    assert [game._pos.total(0, kind) for kind in ("truck", "wagon", "sp")] == [5, 7, supply]
    listed = sum(int(row["count"]) for row in rows("setup", scenario=str(number), side="Axis", list="air"))
    assert sum(state == "active" for name, (state, _base) in game.wings.items() if name.startswith("ax-")) == listed


@pytest.mark.parametrize(
    ("number", "dead", "exited", "sp"),
    [
        pytest.param(1, 8, 0, 60, marks=pytest.mark.rule("hube 6.1.Soviet pools, air, dead pile, exits")),
        pytest.param(2, 15, 0, 60, marks=pytest.mark.rule("hube 6.2.Soviet pools, air, dead pile, exits")),
        pytest.param(3, 19, 0, 0, marks=pytest.mark.rule("hube 6.3.Soviet pools, air, dead pile, exits")),
        pytest.param(4, 23, 6, 0, marks=pytest.mark.rule("hube 6.4.Soviet pools, air, dead pile, exits")),
        pytest.param(5, 23, 113, 17, marks=pytest.mark.rule("hube 6.5.Soviet pools, air, dead pile, exits")),
    ],
)
def test_soviet_dead_piles_pools_and_exits(number: int, dead: int, exited: int, sp: int) -> None:
    """The text has no pool of scenarios 3 and 4 and no air units of scenario 3."""
    game = fresh(SLUGS[number])
    own = game.units[game.units["side"] == "Soviet"]
    assert (own["state"] == "dead").sum() == dead
    assert (own["state"] == "exited").sum() == exited
    assert game._pos.total(1, "sp") == 4 * sp
    listed = sum(int(row["count"]) for row in rows("setup", scenario=str(number), side="Soviet", list="air"))
    based = [name for name, (state, base) in game.wings.items() if name.startswith("su-") and state == "active"]
    assert len(based) in (listed, 0)
    assert (number == 3) == (listed == 0)


def test_a_unit_of_no_list_is_not_in_the_game() -> None:
    assert state_of(fresh("relief"), "su-11-arty-arty-45") == "not in this game"
    assert state_of(fresh("kirovograd"), "ax-werfer-54") == "not in this game"


@pytest.mark.parametrize(
    ("number", "first", "last", "campaign", "ground"),
    [
        pytest.param(1, 1, 4, 32, "Freeze", marks=pytest.mark.rule("hube 6.1.span and ground")),
        pytest.param(2, 7, 13, 32, "Light Thaw", marks=pytest.mark.rule("hube 6.2.span and ground")),
        pytest.param(3, 9, 13, 32, "Thaw", marks=pytest.mark.rule("hube 6.3.span and ground")),
        pytest.param(4, 18, 23, 32, "Thaw", marks=pytest.mark.rule("hube 6.4.span and ground")),
        pytest.param(5, 24, 32, 32, "Light Thaw", marks=pytest.mark.rule("hube 6.5.span and ground")),
    ],
)
def test_span_and_ground(number: int, first: int, last: int, campaign: int, ground: str) -> None:
    game = fresh(SLUGS[number])
    assert (game.first_turn, game.last_turn, game.phase.turn, game.ground) == (first, last, first, ground)
    assert fresh(f"{SLUGS[number]}:campaign").last_turn == campaign


@pytest.mark.rule("hube 6.5.span and ground")
def test_scenario_5_is_played_on_sheet_a_alone() -> None:
    game = fresh("moving-pocket")
    assert max(game.board.spot[h][0] for h, side in enumerate(game.sides) if side) <= 62
    assert game.sides[game.board.hex("B8.34")] == ""
    refused(at("moving-pocket", "Soviet Movement"), "move su-inf-38 by B8.34", "hube 6.5.span and ground")


@pytest.mark.parametrize("wrong", ["Kirovograd", "", "korsun:", "kirovograd:campaign:campaign"])
def test_an_unknown_scenario_is_refused(wrong: str) -> None:
    with pytest.raises(InvalidInput, match="there is no scenario"):
        hube.new(wrong)


def test_bad_input_of_new() -> None:
    for bad in ({"setup": "none"}, {"seed": "1"}, {"rules": 5}, {"rules": "9.9"}, {"overlay": 5}):
        with pytest.raises(InvalidInput):
            hube.new("kirovograd", **bad)
    with pytest.raises(InvalidInput):
        hube.new(5)  # type: ignore[arg-type]
