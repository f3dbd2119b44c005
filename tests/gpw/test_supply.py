"""Supply: lines to the map edge, what bars them, the sea chain of the Soviets, and what its lack does."""

from __future__ import annotations

import random
from itertools import pairwise

import networkx as nx
import pytest

from gpwlab import gpw
from gpwlab.gpw import records
from tests.gpw.battles import (
    EAST,
    STEPPE,
    WEST,
)
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import by, neighbours, playable, sides, table

SEVASTOPOL, ODESSA, NOVOROSSIISK, TUAPSE, KERCH, TAMAN = "A2917", "B2701", "A2713", "A2711", "A2715", "A2714"
PORTS = [row["hex"] for row in table("cities") if "Black Sea" in row["sea"].split("|")]


def axis_holds_ports(*but: str) -> dict[str, str]:
    """Control in which the Axis has every port of the Black Sea but these."""
    return {port: "Axis" for port in PORTS if port not in but}


#: Axis corps on the two land ways into the Crimea, and on both and Taman.
PEREKOP = {"ax-inf-1": "A2617", "ax-inf-2": "A2616"}
CRIMEA_SHUT = {**PEREKOP, "ax-inf-4": TAMAN}


def marked(game: gpw.Game) -> list[str]:
    """Units that count as out of supply for this phase."""
    found: list[str] = records.parse_text(game.position).get("unsupplied", [])
    return found


# ---- when it is judged, and what for


@pytest.mark.rule("gpw 8.0.A", "gpw 8.2.A")
def test_without_supply_a_unit_attacks_at_half_strength() -> None:
    units = {"su-inf-3": STEPPE, "ax-inf-59": EAST, "ax-inf-72": WEST}
    game = game_at("Soviet Combat", units)
    made = game.battle(EAST, ["su-inf-3"])
    assert rule_ids(made.reasons)[:2] == ["gpw 8.2.A", "gpw 7.2.A"]
    assert made.ratio == "1:1"  # 4 against 4
    free = game_at("Soviet Combat", {"su-inf-3": STEPPE, "ax-inf-59": EAST})
    assert free.battle(EAST, ["su-inf-3"]).ratio == "2:1"


@pytest.mark.rule("gpw 8.2.A")
@pytest.mark.parametrize(("steps", "strength"), [("", 7), ("/1", 3)])
def test_the_half_is_rounded_down(steps: str, strength: int) -> None:
    game = game_at("Soviet Combat", {"su-tk-1": STEPPE + steps, "ax-inf-59": EAST + "/1", "ax-inf-72": WEST})
    assert f"attack strength {strength}" in [reason.text for reason in game.battle(EAST, ["su-tk-1"]).reasons]


@pytest.mark.rule("gpw 8.0.A", "gpw 8.2.A")
@pytest.mark.parametrize("phase", ["Soviet Armored Movement", "Soviet General Movement"])
def test_without_supply_a_unit_moves_at_half_its_allowance(phase: str) -> None:
    """A mechanised corps, MA 8, and an army, MA 6, in the Crimea, by open and by shut ways out of it."""
    units = {"su-mech-1": "A2816", "su-inf-3": "A2717"}
    free = game_at(phase, units, control=axis_holds_ports())
    shut = game_at(phase, {**units, **CRIMEA_SHUT}, control=axis_holds_ports())
    assert (marked(free), marked(shut)) == ([], ["su-inf-3", "su-mech-1"])
    assert (free.reach("su-mech-1")["A2815"], shut.reach("su-mech-1")["A2815"]) == (7, 3)
    if phase == "Soviet General Movement":
        assert (free.reach("su-inf-3")["A2817"], shut.reach("su-inf-3")["A2817"]) == (5, 2)


@pytest.mark.rule("gpw 8.2.B")
def test_without_supply_a_unit_defends_in_full() -> None:
    units = {"su-inf-3": STEPPE, "ax-pz-3": EAST, "ax-pz-14": WEST}
    game = game_at("Axis Combat", units)
    assert STEPPE not in game.supplied("Soviet")
    assert game.battle(STEPPE, ["ax-pz-3", "ax-pz-14"]).ratio == "3:1"  # 24 against 8, not 4


@pytest.mark.rule("gpw 8.0.B")
def test_supply_for_movement_is_judged_at_the_start_of_the_phase() -> None:
    """A friend opens the way within the phase, and still the unit moves at half."""
    units = {"su-mech-1": STEPPE, "su-tk-1": "A1002", "ax-inf-59": EAST, "ax-inf-72": WEST}
    game = game_at("Soviet Armored Movement", units)
    assert marked(game) == ["su-mech-1"]
    game.do("move su-tk-1 A1103")
    assert STEPPE in game.supplied("Soviet")
    assert marked(game) == ["su-mech-1"]
    assert game.reach("su-mech-1")["A1104"] == 3  # MA 8 halved, one hex


@pytest.mark.rule("gpw 8.0.B", "gpw 8.0.C")
def test_supply_is_judged_anew_in_each_movement_phase_and_in_the_combat_phase() -> None:
    """A friend opens the way in the armoured phase and shuts it again in the general phase."""
    units = {"su-inf-3": STEPPE, "su-tk-1": "A1002", "ax-inf-59": EAST, "ax-inf-72": WEST}
    game = game_at("Soviet Armored Movement", units)
    assert marked(game) == ["su-inf-3"]
    game.do("move su-tk-1 A1103")
    game.next_phase()
    assert marked(game) == []
    assert game.battle(EAST, ["su-inf-3"]).ratio == "2:1"
    game.next_phase()
    assert marked(game) == []
    game.do("move su-tk-1 A1002")
    assert STEPPE not in game.supplied("Soviet")
    assert marked(game) == []


@pytest.mark.rule("gpw 8.0.C")
def test_supply_for_attacks_is_judged_at_the_start_of_the_combat_phase() -> None:
    """The first battle opens the way, the second is still rolled at half strength."""
    units = {"su-inf-3": STEPPE, "su-gds-1": "A1102", "su-gds-2": "A1201", "ax-inf-59": EAST + "/1"}
    game = game_at("Soviet Combat", {**units, "ax-inf-72": WEST + "/1"})
    game.do(f"attack {EAST} by su-gds-1 su-gds-2")  # 20 against 2: it dies by every die
    game.do(f"attack {WEST} by su-inf-3")
    game.do(f"resolve {EAST}")
    game.do("advance none")
    assert STEPPE in game.supplied("Soviet")
    assert marked(game) == ["su-inf-3"]
    assert game.do(f"resolve {WEST}")[0].column == 2  # 4 against 2


@pytest.mark.rule("gpw 8.0.B", "gpw 8.0.C")
def test_no_supply_is_judged_where_nothing_is_halved() -> None:
    """Ruling: neither in the rail phase nor for the side that does not move."""
    units = {"ax-inf-1": STEPPE, "su-inf-3": EAST, "su-inf-4": WEST}
    game = game_at("Axis General Movement", units, turn=2)
    assert marked(game) == ["ax-inf-1"]
    for phase in ("Reinforcement/Replacement", "Rail Movement", "Armored Movement"):
        game.next_phase()
        assert str(game.phase).endswith(f"Soviet {phase} Phase")
        assert marked(game) == []


# ---- the line


@pytest.mark.rule("gpw 8.1.A")
def test_each_side_traces_to_its_own_edge_however_far() -> None:
    game = game_at("Axis Combat", {"ax-inf-1": "A1303", "su-inf-3": "B1603"})
    axis, soviet = game.supply_line("ax-inf-1"), game.supply_line("su-inf-3")
    assert (axis[0], soviet[0]) == ("A1303", "B1603")
    edges = {(row["hex"], row["side"]) for row in table("edges")}
    assert (axis[-1], "Axis") in edges
    assert (soviet[-1], "Soviet") in edges
    for line in (axis, soviet):
        assert all(b in neighbours(a) for a, b in pairwise(line))
    assert len(axis) > 25
    assert rule_ids(game.why_supply("ax-inf-1")) == rule_ids(game.why_supply("su-inf-3")) == ["gpw 8.1.A"]


@pytest.mark.rule("gpw 8.1.A")
def test_the_enemys_edge_is_of_no_use() -> None:
    east = sorted(row["hex"] for row in table("edges") if row["side"] == "Soviet")
    hex_ = east[len(east) // 2]
    behind = [near for near in sorted(neighbours(hex_)) if playable(near)]
    units = dict(zip(("su-inf-3", "su-inf-4", "su-inf-5", "su-inf-6", "su-inf-8"), behind, strict=False))
    game = game_at("Axis Combat", {"ax-inf-1": hex_, **units})
    assert hex_ not in game.supplied("Axis")
    assert game.supply_line("ax-inf-1") == ()
    assert "gpw 8.1.A" in rule_ids(game.why_supply("ax-inf-1"))


@pytest.mark.rule("gpw 8.1.B", "gpw 4.4")
def test_no_line_passes_an_enemy_or_his_zoc() -> None:
    alone = game_at("Soviet Combat", {"su-inf-3": STEPPE, "ax-inf-59": EAST})
    assert STEPPE in alone.supplied("Soviet")
    assert not {EAST, "A1102", "A1103", "A1302", "A1303", "A1201"} & alone.supplied("Soviet")
    assert not set(alone.supply_line("su-inf-3")) & alone.zoc("Axis") - {STEPPE}
    shut = game_at("Soviet Combat", {"su-inf-3": STEPPE, "ax-inf-59": EAST, "ax-inf-72": WEST})
    assert shut.supply_line("su-inf-3") == ()
    assert "gpw 8.1.B" in rule_ids(shut.why_supply("su-inf-3"))


@pytest.mark.rule("gpw 8.1.C", "gpw 4.4")
def test_a_friend_in_the_hex_opens_an_enemy_zoc() -> None:
    units = {"su-inf-3": STEPPE, "ax-inf-59": EAST, "ax-inf-72": WEST}
    game = game_at("Soviet Combat", {**units, "su-inf-4": "A1103"})
    assert "A1103" in game.zoc("Axis")
    assert game.supply_line("su-inf-3")[:2] == (STEPPE, "A1103")
    assert marked(game) == []


@pytest.mark.rule("gpw 8.1.D")
def test_no_line_crosses_lake_or_sea() -> None:
    """Nor the sea hexside between A2213 and A2313."""
    game = game_at("Soviet Combat", {})
    land = game.supplied("Soviet")
    assert land == {name for name in by("hexes", "hex") if playable(name)} - _islands(game)
    assert {by("hexes", "hex")[hex_]["terrain"] for hex_ in land}.isdisjoint({"sea", "lake"})
    assert frozenset(("A2213", "A2313")) in sides("sea")
    ring = [near for near in sorted(neighbours("A2213")) if playable(near) and near != "A2313"]
    corps = dict(zip(("ax-inf-1", "ax-inf-2", "ax-inf-4", "ax-inf-5", "ax-inf-8"), ring, strict=False))
    shut = game_at("Soviet Combat", {"su-inf-3": "A2213", "su-inf-4": "A2313", **corps})
    assert "A2213" not in shut.supplied("Soviet")


def _islands(game: gpw.Game) -> set[str]:
    """Land that no land way joins to the east edge: none of it on this map, unless water makes an island."""
    graph = _graph({name for name in by("hexes", "hex") if playable(name)})
    east = {row["hex"] for row in table("edges") if row["side"] == "Soviet"}
    joined = set().union(*(nx.node_connected_component(graph, hex_) for hex_ in east if hex_ in graph))
    return set(graph) - joined


@pytest.mark.rule("gpw 5.2.G", "gpw 8.1.E")
def test_supply_is_traced_across_the_strait() -> None:
    """Corps at Perekop and on the Sivash shut the Crimea by land; the way is by Kerch to Taman."""
    units = {"su-inf-3": "A2815", **PEREKOP}
    game = game_at("Soviet Combat", units, control=axis_holds_ports())
    line = game.supply_line("su-inf-3")
    assert ("A2715", "A2714") in set(pairwise(line))
    barred = game_at("Soviet Combat", {**units, "ax-inf-4": TAMAN}, control=axis_holds_ports())
    assert barred.supply_line("su-inf-3") == ()


# ---- the sea chain (gpw 8.1.F)


def besieged(control: dict[str, str], units: dict[str, str] | None = None) -> gpw.Game:
    """Sevastopol shut in by land, its garrison in it."""
    return game_at(
        "Soviet Combat",
        {"su-inf-3": SEVASTOPOL, "ax-inf-1": "A2816", "ax-inf-2": "A2817", "ax-inf-4": "A2916", **(units or {})},
        control=control,
    )


@pytest.mark.rule("gpw 8.1.F")
def test_worked_example_of_supply_by_sea() -> None:
    game = besieged({})
    assert SEVASTOPOL in game.supplied("Soviet")
    assert rule_ids(game.why_supply("su-inf-3")) == ["gpw 8.1.F"]
    assert game.supply_line("su-inf-3") == (SEVASTOPOL,)
    assert marked(game) == []


@pytest.mark.rule("gpw 8.1.F")
def test_the_chain_needs_another_friendly_port_in_regular_supply() -> None:
    no_port = besieged(axis_holds_ports(SEVASTOPOL))
    assert SEVASTOPOL not in no_port.supplied("Soviet")
    assert marked(no_port) == ["su-inf-3"]
    one = besieged(axis_holds_ports(SEVASTOPOL, TUAPSE))
    assert SEVASTOPOL in one.supplied("Soviet")
    odessa = axis_holds_ports(SEVASTOPOL, ODESSA)
    ring = ("A2621", "B2601", "B2702", "B2801")
    shut = dict(zip(("ax-inf-5", "ax-inf-8", "ax-inf-10", "ax-inf-11"), ring, strict=True))
    both_shut = besieged(odessa, {"su-inf-4": ODESSA, **shut})
    assert not {SEVASTOPOL, ODESSA} & both_shut.supplied("Soviet")


@pytest.mark.rule("gpw 8.1.F")
def test_every_friendly_port_is_supplied_and_so_is_what_traces_to_it() -> None:
    """An army in the middle of the Crimea, which is shut by land, reaches Sevastopol."""
    game = game_at(
        "Soviet Combat",
        {"su-inf-3": "A2816", **CRIMEA_SHUT},
        control=axis_holds_ports(SEVASTOPOL, TUAPSE),
    )
    assert game.supply_line("su-inf-3")[-1] == SEVASTOPOL
    assert rule_ids(game.why_supply("su-inf-3")) == ["gpw 8.1.F"]


@pytest.mark.rule("gpw 8.1.F", "gpw 8.1.B")
def test_a_port_in_an_enemy_zoc_is_a_link_only_with_a_soviet_unit() -> None:
    """Ruling. The army next to Sevastopol traces to it if a friend holds it, not if it stands empty in Axis ZOC."""
    control = axis_holds_ports(SEVASTOPOL, TUAPSE)
    shut = {"su-inf-3": "A2816", "ax-inf-1": "A2715", "ax-inf-2": "A2916", "ax-inf-4": "A2617", "ax-inf-5": "A2716"}
    empty = game_at("Soviet Combat", shut, control=control)
    held = game_at("Soviet Combat", {**shut, "su-inf-4": SEVASTOPOL}, control=control)
    assert SEVASTOPOL in empty.zoc("Axis")
    assert "A2816" not in empty.supplied("Soviet")
    assert {"A2816", SEVASTOPOL} <= held.supplied("Soviet")


@pytest.mark.rule("gpw 8.1.F")
def test_cities_of_the_sea_of_azov_are_no_links() -> None:
    """Ruling: the rule names the Black Sea. Mariupol is Soviet and in regular supply."""
    azov = {row["hex"] for row in table("cities") if row["sea"] == "Azov"}
    assert azov
    game = besieged(axis_holds_ports(SEVASTOPOL))
    assert azov <= game.supplied("Soviet")
    assert SEVASTOPOL not in game.supplied("Soviet")


@pytest.mark.rule("gpw 8.1.F")
def test_the_axis_has_no_chain() -> None:
    """An Axis corps shut in at Odessa, and Constanta Axis and in supply."""
    ring = ("A2621", "B2601", "B2702", "B2801")
    units = {"ax-inf-1": ODESSA, **dict(zip(("su-inf-3", "su-inf-4", "su-inf-5", "su-inf-6"), ring, strict=True))}
    game = game_at("Axis Combat", units, turn=2, control={SEVASTOPOL: "Axis"})
    assert "B3302" in game.supplied("Axis")
    assert ODESSA not in game.supplied("Axis")


@pytest.mark.rule("gpw 8.1.F", "gpw 8.1.A")
def test_a_line_by_land_is_shown_before_one_by_sea() -> None:
    """Sevastopol holds the only Soviet port, so that no chain can serve; its garrison traces by land."""
    game = game_at("Soviet Combat", {"su-inf-3": SEVASTOPOL}, control=axis_holds_ports(SEVASTOPOL))
    assert rule_ids(game.why_supply("su-inf-3")) == ["gpw 8.1.A"]
    assert len(game.supply_line("su-inf-3")) > 10


# ---- against networkx


def _graph(hexes: set[str]) -> nx.Graph:
    barred = sides("sea") | sides("lake")
    graph = nx.Graph()
    graph.add_nodes_from(hexes)
    graph.add_edges_from((a, b) for a in hexes for b in neighbours(a) if b in hexes and frozenset((a, b)) not in barred)
    return graph


def _expected(units: dict[str, str], control: dict[str, str], side: str) -> set[str]:
    """Hexes in supply by the words of gpw 8.1, from the tables alone."""
    tag = {"Axis": "ax", "Soviet": "su"}[side]
    ours = {hex_ for unit, hex_ in units.items() if unit.startswith(tag)}
    theirs = set(units.values()) - ours
    zoc = theirs.union(*(neighbours(hex_) for hex_ in theirs)) if theirs else set()
    graph = _graph({hex_ for hex_ in by("hexes", "hex") if playable(hex_) and (hex_ not in zoc or hex_ in ours)})

    def traced(ends: set[str]) -> set[str]:
        return set().union(*(nx.node_connected_component(graph, end) for end in ends if end in graph))

    reached = traced({row["hex"] for row in table("edges") if row["side"] == side})
    if side == "Soviet":
        ports = {port for port in PORTS if control[port] == "Soviet"}
        if ports & reached:
            reached |= traced(ports)
    return reached


@pytest.mark.rule("gpw 8.1.A", "gpw 8.1.B", "gpw 8.1.F")
@pytest.mark.parametrize("seed", range(60))
def test_supply_agrees_with_networkx(seed: int) -> None:
    rng = random.Random(seed)
    land = sorted(name for name in by("hexes", "hex") if playable(name))
    coast = [hex_ for hex_ in land if "Black Sea" in by("hexes", "hex")[hex_]["coast"].split("|")]
    pool = coast if seed % 3 == 0 else land  # a third of the positions crowd the coast
    names = [
        [unit for unit, row in by("units", "unit_id").items() if row["kind"] == "INF" and row["side"] == side]
        for side in ("Axis", "Soviet")
    ]
    hexes = rng.sample(pool, min(len(pool), rng.choice((10, 40, 70))))
    units = {rng.choice(names)[n]: hex_ for n, hex_ in enumerate(hexes) if n < min(map(len, names))}
    held = {port: rng.choice(("Axis", "Soviet", "Axis")) for port in PORTS}
    held |= {hex_: {"ax": "Axis", "su": "Soviet"}[unit[:2]] for unit, hex_ in units.items() if hex_ in held}
    game = game_at("Axis Combat", units, turn=2, control=held)
    for side in ("Axis", "Soviet"):
        assert game.supplied(side) == _expected(units, held, side)
        for unit in units:
            own = (unit[:2] == "ax") == (side == "Axis")
            if own:
                assert bool(game.supply_line(unit)) == (units[unit] in game.supplied(side))
