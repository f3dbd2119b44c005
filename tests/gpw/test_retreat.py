"""Retreats: how far, through what, at which price, and what happens where there is no way."""

from __future__ import annotations

import random

import pytest

from gpwlab import gpw
from gpwlab.gpw import retreat
from tests.gpw.battles import (
    EAST,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
    STEPPE,
    WEST,
    fight,
    state,
)
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import by, distance, neighbours, playable, sides


def ways(game: gpw.Game) -> set[str]:
    """The retreats offered, as hexes."""
    assert game.pending is not None
    assert game.pending.kind == "retreat"
    return {str(option).removeprefix("retreat ") for option in game.pending.options}


# ---- worked examples


GOMEL = {"su-inf-24": "B1503", "su-inf-3": "B1602", "su-tk-1": "B1703", "ax-inf-6": "B1603"}


@pytest.mark.rule("gpw 7.6.A", "gpw 7.4.2.A")
def test_worked_retreat_at_gomel() -> None:
    """Soviets in B1503, B1602 and B1703: only B1604 is free of their ZOC, and from it three hexes two away."""
    game = fight(GOMEL, "DR", target="B1603")
    assert ways(game) == {"B1604 B1505", "B1604 B1605", "B1604 B1705"}
    assert game.pending is not None
    assert game.pending.side == "Soviet"
    game.do("retreat B1604 B1605")
    assert state(game, "ax-inf-6") == "B1605"


@pytest.mark.rule("gpw 7.6.B", "gpw 4.2.A")
def test_worked_retreat_at_gomel_with_a_unit_in_b1704() -> None:
    """Now every way costs a step, and the ways that cost two are out."""
    game = fight({**GOMEL, "su-inf-26": "B1704"}, "DR", target="B1603")
    assert ways(game) == {"B1604 B1505", "B1604 B1605", "B1504 B1404", "B1504 B1505"}
    events = game.do("retreat B1604 B1505")
    assert [(event.kind, event.rule) for event in events] == [("loss", "gpw 7.4.2.B"), ("retreat", "gpw 7.4.2.A")]
    assert "B1604" in events[0].text
    assert state(game, "ax-inf-6") == "B1505/1"


# ---- two hexes, away, empty


@pytest.mark.rule("gpw 7.4.2.A")
def test_a_retreat_ends_two_hexes_away_no_nearer_and_no_farther() -> None:
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE}, "DR")
    assert all(distance(STEPPE, way.split()[-1]) == 2 for way in ways(game))
    for path, rules in (
        ("A1204", ["gpw 7.4.2.A"]),  # one hex
        ("A1204 A1104", ["gpw 7.4.2.A"]),  # two hexes, one away
        ("A1204 A1205 A1206", ["gpw 7.4.2.C"]),  # farther than needed
        ("A1205", ["gpw 7.4.2.A"]),  # a jump
        ("A1103 A1003", ["gpw 4.2.A"]),  # through the attacker's ZOC
    ):
        assert rule_ids(game.why_not(f"retreat {path}")) == ["gpw 7.4.2.A", *rules], path


@pytest.mark.rule("gpw 7.4.2.C")
def test_a_retreat_ends_in_an_empty_hex() -> None:
    friends = {"ax-inf-6": "A1205", "ax-inf-7": "A1003"}
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE, **friends}, "DR")
    assert {way.split()[-1] for way in ways(game)} == {"A1105", "A1305", "A1004", "A1403", "A1404"}
    assert rule_ids(game.why_not("retreat A1204 A1205")) == ["gpw 7.4.2.A", "gpw 7.4.2.C"]


@pytest.mark.rule("gpw 7.4.2.C")
def test_a_retreat_may_pass_a_friend() -> None:
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE, "ax-inf-6": "A1204"}, "DR")
    assert {"A1204 A1105", "A1204 A1205", "A1204 A1305"} <= ways(game)


#: The hexes two away from STEPPE on the ways west, and Axis corps to fill them.
BEHIND = ("A1003", "A1004", "A1105", "A1205", "A1305", "A1403", "A1404")
CORPS = ("ax-inf-7", "ax-inf-9", "ax-inf-12", "ax-inf-20", "ax-inf-23", "ax-inf-26", "ax-inf-27")


@pytest.mark.rule("gpw 7.4.2.C")
def test_a_retreat_goes_on_through_friends_to_the_next_empty_hex() -> None:
    friends = dict(zip(CORPS, BEHIND, strict=True))
    soviets = {"su-inf-3": EAST, "su-inf-4": NORTH_EAST, "su-inf-5": SOUTH_EAST}
    game = fight({**soviets, "ax-inf-59": STEPPE, **friends}, "DR", attackers=("su-inf-3",))
    found = ways(game)
    assert {len(way.split()) for way in found} == {3}
    assert {distance(STEPPE, way.split()[-1]) for way in found} == {3}
    assert "A1204 A1205 A1206" in found
    assert all(way.split()[1] in BEHIND for way in found)
    game.do("retreat A1204 A1205 A1206")
    assert (state(game, "ax-inf-59"), state(game, "ax-inf-12")) == ("A1206", "A1105")


@pytest.mark.rule("gpw 7.4.2.C")
def test_nobody_goes_farther_than_two_hexes_while_an_empty_one_can_be_reached_at_a_price() -> None:
    """Ruling: two hexes away at the cost of a step comes before three at no cost."""
    friends = dict(zip(CORPS[:6], (hex_ for hex_ in BEHIND if hex_ != "A1003"), strict=True))
    soviets = {"su-inf-3": EAST, "su-inf-4": SOUTH_EAST, "su-inf-5": "A1002"}  # A1003 lies in the ZOC of the last
    game = fight({**soviets, "ax-inf-59": STEPPE, **friends}, "DR")
    assert state(game, "ax-inf-59") == "A1003/1"  # the only way at that price


# ---- what a retreat may not cross


@pytest.mark.rule("gpw 5.3.B", "gpw 5.3.C")
def test_a_retreat_crosses_no_enemy_and_no_sea() -> None:
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE, "su-inf-24": "A1205"}, "DR")
    assert rule_ids(game.why_not("retreat A1204 A1205")) == ["gpw 7.4.2.A", "gpw 5.3.C"]
    assert frozenset(("A2213", "A2313")) in sides("sea")
    coast = fight({"su-tk-1": "A2312", "ax-inf-6": "A2313"}, "DR", target="A2313")
    assert rule_ids(coast.why_not("retreat A2213 A2113"))[1] == "gpw 5.3.B"
    assert not any(way.startswith("A2213") for way in ways(coast))


@pytest.mark.rule("gpw 5.3.B", "gpw 7.4.6.B")
def test_a_retreat_does_not_cross_the_strait() -> None:
    """Ruling: 5.2 lets units move, attack and trace supply across it, and no more."""
    game = fight({"su-tk-1": "A2713", "ax-inf-6": "A2714"}, "DR", target="A2714")
    assert state(game, "ax-inf-6") == "eliminated"
    log = game.log
    assert log[log.unit == "ax-inf-6"].rule.iloc[-1] == "gpw 7.4.6.B"


# ---- the price


@pytest.mark.rule("gpw 4.2.A", "gpw 7.4.2.B")
def test_each_hex_in_an_enemy_zoc_costs_a_step_the_last_included() -> None:
    """Friends hold every end but A1205, which lies in the ZOC of an army in A1206; A1204 does not."""
    friends = dict(zip(CORPS[:6], (hex_ for hex_ in BEHIND if hex_ != "A1205"), strict=True))
    game = fight({"su-inf-3": EAST, "su-inf-24": "A1206", "ax-inf-59": STEPPE, **friends}, "DR")
    assert {"A1204", "A1205"} & game.zoc("Soviet") == {"A1205"}
    assert "A1204 A1205" in ways(game)  # beside ways by A1103 and A1303, which cost a step for the attacker's ZOC
    game.do("retreat A1204 A1205")
    assert state(game, "ax-inf-59") == "A1205/1"


@pytest.mark.rule("gpw 4.2.A")
def test_a_hex_in_two_enemy_zoc_costs_one_step() -> None:
    """Ruling: steps are counted by hex (4.2.B), not by enemy unit. Each free neighbour here is next to two armies."""
    soviets = {"su-inf-3": EAST, "su-inf-24": NORTH_WEST, "su-inf-26": SOUTH_WEST}
    game = fight({**soviets, "ax-inf-59": STEPPE}, "DR", attackers=("su-inf-3",))
    assert ways(game) == {"A1204 A1205", "A1103 A1002", "A1303 A1402"}
    game.do("retreat A1204 A1205")
    assert state(game, "ax-inf-59") == "A1205/1"


def price(game: gpw.Game, way: str) -> int:
    return len(set(way.split()) & game.zoc("Soviet"))


@pytest.mark.rule("gpw 4.2.B")
def test_two_hexes_in_enemy_zoc_eliminate_a_full_unit() -> None:
    """Armies on both sides and two farther west: every way has two hexes in ZOC."""
    units = {"su-inf-3": EAST, "su-inf-24": NORTH_EAST, "su-inf-26": SOUTH_EAST, "ax-inf-59": STEPPE}
    west = {"su-inf-27": "A1104", "su-inf-28": "A1304", "su-inf-29": "A1206", "su-inf-30": "A1405"}
    game = fight({**units, **west}, "DR", attackers=("su-inf-3",))
    assert state(game, "ax-inf-59") == "eliminated"
    log = game.log
    assert log[log.unit == "ax-inf-59"].rule.iloc[-1] == "gpw 4.2.B"


@pytest.mark.rule("gpw 4.2.A")
def test_one_hex_in_enemy_zoc_eliminates_a_reduced_unit() -> None:
    units = {"su-inf-3": EAST, "su-inf-24": WEST, "ax-inf-59": STEPPE + "/1"}
    game = fight(units, "DR", attackers=("su-inf-3",))
    assert state(game, "ax-inf-59") == "eliminated"
    log = game.log
    assert log[log.unit == "ax-inf-59"].rule.iloc[-1] == "gpw 4.2.A"


@pytest.mark.rule("gpw 4.2.C", "gpw 7.4.3")
def test_a_retreat_through_zoc_after_drl_eliminates() -> None:
    """One step for the combat, one for the way."""
    units = {"su-inf-3": EAST, "su-inf-4": WEST, "ax-inf-59": STEPPE}
    game = fight(units, "DRL")
    assert state(game, "ax-inf-59") == "eliminated"
    log = game.log
    assert list(log[log.unit == "ax-inf-59"].rule) == ["gpw 7.4.3", "gpw 4.2.C"]
    free = fight({"su-inf-3": EAST, "su-inf-4": NORTH_EAST, "ax-inf-59": STEPPE}, "DRL")
    free.do(sorted(map(str, free.legal))[0])
    assert state(free, "ax-inf-59").endswith("/1")


@pytest.mark.rule("gpw 7.4.2.A")
def test_only_routes_with_the_fewest_losses_are_the_attackers_to_choose() -> None:
    """Ruling: without it 7.6.B and 16.4.B would make no sense, the attacker could kill with every DR."""
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE}, "DR")
    assert all(price(game, way) == 0 for way in ways(game))


@pytest.mark.rule("gpw 7.4.6.B")
def test_a_unit_shut_in_by_enemies_has_no_way_and_is_eliminated() -> None:
    ring = (EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST)
    armies = ("su-inf-3", "su-inf-24", "su-inf-26", "su-inf-27", "su-inf-28", "su-inf-29")
    game = fight({**dict(zip(armies, ring, strict=True)), "ax-inf-59": STEPPE}, "DR", attackers=("su-inf-3",))
    assert state(game, "ax-inf-59") == "eliminated"
    assert game.pending is not None
    assert game.pending.kind == "advance"


@pytest.mark.rule("gpw 7.4.6.B")
def test_the_way_out_of_an_exchange_is_judged_after_the_attackers_losses() -> None:
    """Whether the army in the west dies or not decides whether there is a way."""
    units = {"su-inf-3": EAST, "su-inf-24": WEST + "/1", "ax-inf-6": STEPPE}  # 11 against 6; three owed
    opened, shut = fight(units, "EX"), fight(units, "EX")
    opened.do("loss su-inf-24")
    assert "A1204 A1205" in ways(opened)
    shut.do("loss su-inf-3")
    assert state(shut, "ax-inf-6") == "eliminated"


# ---- the base game does the opposite of its variants


@pytest.mark.rule("gpw 4.2.A")
def test_a_friend_in_the_hex_does_not_cancel_an_enemy_zoc_for_retreat() -> None:
    """23.4.14 is a variant: with it the ways by the friends in A1104 and A1304 would be free, and the only ones."""
    units = {"su-inf-3": EAST, "su-inf-4": WEST, "ax-inf-59": STEPPE, "ax-inf-6": NORTH_WEST, "ax-inf-7": SOUTH_WEST}
    game = fight(units, "DR")
    assert ways(game) == {
        "A1103 A1002", "A1103 A1003", "A1104 A1003", "A1104 A1004",
        "A1303 A1402", "A1303 A1403", "A1304 A1403", "A1304 A1404",
    }  # fmt: skip
    game.do("retreat A1104 A1004")
    assert state(game, "ax-inf-59") == "A1004/1"


@pytest.mark.rule("gpw 4.2.A")
def test_tanks_lose_steps_to_infantry_zoc_in_retreat() -> None:
    """23.2.6 is a variant."""
    game = fight({"su-inf-3": EAST, "su-inf-4": WEST, "ax-pz-3": STEPPE}, "DR")
    game.do("retreat A1103 A1003")
    assert state(game, "ax-pz-3") == "A1003/1"
    shut_in = fight({"su-inf-3": EAST, "su-inf-4": WEST, "ax-pz-3": STEPPE + "/1"}, "DR")
    assert state(shut_in, "ax-pz-3") == "eliminated"


@pytest.mark.rule("gpw 7.4.2.A")
def test_a_retreat_does_not_stop_early_in_a_city_swamp_or_mountain() -> None:
    """23.5.4.7 is a variant. From the fortress hex B1811 the way leads through the swamp B1810, and not to its end."""
    assert by("hexes", "hex")["B1810"]["terrain"] == "swamp"
    game = fight({"su-tk-1": "B1812", "su-tk-2": "B1912", "ax-inf-6": "B1811"}, "DR", target="B1811")
    game.do("give-way")
    assert any(way.startswith("B1810 ") for way in ways(game))
    assert rule_ids(game.why_not("retreat B1810")) == ["gpw 7.4.2.A", "gpw 7.4.2.A"]


# ---- against a brute force


def _brute(units: dict[str, str], unit: str, start: str) -> tuple[int, set[tuple[str, ...]]]:
    """Price and routes by the words of the rules: every path of up to five hexes, judged as a whole."""
    side = unit[:2]
    at = {hex_.split("/")[0]: name for name, hex_ in units.items()}
    hostile = {hex_ for hex_, name in at.items() if name[:2] != side}
    zoc = hostile | {near for hex_ in hostile for near in neighbours(hex_)}
    shut = sides("sea") | sides("lake") | sides("strait")
    paths: list[tuple[str, ...]] = [(start,)]
    for length in range(1, 6):
        paths = [(*path, to) for path in paths for to in neighbours(path[-1])]
        paths = [
            path
            for path in paths
            if playable(path[-1])
            and path[-1] not in hostile
            and frozenset(path[-2:]) not in shut
            and distance(start, path[-1]) == length
        ]
        good = [path[1:] for path in paths if path[-1] not in at]
        if length >= 2 and good:
            least = min(sum(hex_ in zoc for hex_ in path) for path in good)
            return least, {path for path in good if sum(hex_ in zoc for hex_ in path) == least}
    return 0, set()


LAND = sorted(name for name in by("hexes", "hex") if playable(name))
SOVIETS, GERMANS = (
    [unit for unit, row in by("units", "unit_id").items() if row["side"] == side and row["kind"] == "INF"]
    for side in ("Soviet", "Axis")
)


def _crowd(rng: random.Random) -> tuple[dict[str, str], str]:
    """A Soviet attack on an Axis corps in a crowd of both sides, and the corps' hex."""
    while True:
        start = rng.choice(LAND)
        near = [hex_ for hex_ in sorted(neighbours(start)) if playable(hex_)]
        area = {start}
        for _ring in range(3):
            area |= {hex_ for inner in area for hex_ in neighbours(inner)}
        free = [hex_ for hex_ in sorted(area - {start}) if playable(hex_)]
        rng.shuffle(free)
        units = {"ax-pz-3": start}
        friends = rng.choice((0, 5, 12, 18, 24))
        units |= dict(zip(GERMANS[:friends], free, strict=False))
        units |= dict(zip(SOVIETS[: rng.choice((1, 4, 8, 16))], free[friends:], strict=False))
        if any(hex_ in near for name, hex_ in units.items() if name[:2] == "su"):
            return units, start


@pytest.mark.rule("gpw 7.4.2.A", "gpw 7.4.2.B", "gpw 7.4.2.C")
@pytest.mark.parametrize("seed", range(120))
def test_routes_agree_with_a_brute_force(seed: int) -> None:
    units, start = _crowd(random.Random(seed))
    game = game_at("Soviet Combat", units)
    pos, board = game._pos, game.board
    price, found = retreat.routes(pos, pos.world.unit("ax-pz-3").index)
    expected = _brute(units, "ax-pz-3", start)
    assert (price, {tuple(board.ids[hex_] for hex_ in route) for route in found}) == expected
