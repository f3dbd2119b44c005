"""The same answers made plainly: what a straightforward program would do, to compare with.

None of it is used by the lab; each result is compared with the lab's before anything is timed.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

import networkx as nx

from gpwlab.core import tables

Costs: TypeAlias = tuple[dict[str, float], dict[str, float], set[str]]
WATER = {"sea", "lake"}
ALL = 1e6  # MP: more than any sum of steps, less than no way at all


@dataclass(frozen=True)
class PlainMap:
    """The map as dictionaries by hex id: what a hex holds, the hexes around it, what lies between two hexes."""

    holds: Mapping[str, list[str]]
    near: Mapping[str, list[str]]
    hexside: Mapping[tuple[str, str], str]
    tec: Mapping[str, Mapping[str, str]]

    def costs(self, armour: bool) -> Costs:
        """MP to enter each hex (ALL: whatever is left), extra MP of each kind of hexside, hexes where it must stop."""
        column = "armour_mp" if armour else "foot_mp"
        words = {"no": inf, "all": ALL}
        tec = {name: words.get(row[column]) or float(row[column]) for name, row in self.tec.items()}
        enter = {hex_: max(tec[name] for name in names) for hex_, names in self.holds.items() if not WATER & set(names)}
        stop = {h for h, names in self.holds.items() if any(self.tec[name]["armour_stops"] == "yes" for name in names)}
        return enter, tec | dict.fromkeys(WATER, inf), stop if armour else set()


def plain_map(near: Mapping[str, list[str]]) -> PlainMap:
    """Read the tables; near gives the hexes around each hex."""
    holds = {row["hex"]: [row["terrain"]] for row in tables.read("gpw", "hexes") if row["in_play"] == "yes"}
    for row in tables.read("gpw", "cities"):
        major = row["class"] == "city" and row["major"] == "yes"
        holds.get(row["hex"], []).append("major_city" if major else row["class"])
    hexside = {}
    for row in tables.read("gpw", "hexsides"):
        if row["kind"] != "border":
            hexside[row["hex_a"], row["hex_b"]] = hexside[row["hex_b"], row["hex_a"]] = row["kind"]
    return PlainMap(holds, near, hexside, {row["terrain"]: row for row in tables.read("gpw", "tec")})


def destinations(
    board: PlainMap,
    costs: Costs,
    start: str,
    mp: int,
    enemies: Collection[str],
    zoc: Collection[str],
) -> dict[str, int]:
    """MP left at each hex within reach: Dijkstra over the whole map with a heap, the limit applied at the end."""
    enter, across, stop = costs
    near, hexside = board.near, board.hexside
    spent: dict[str, float] = {start: 0}
    heap: list[tuple[float, str]] = [(0, start)]
    while heap:
        cost, here = heapq.heappop(heap)
        if cost > spent[here] or (here != start and (here in zoc or here in stop)):
            continue
        for there in near[here]:
            if there in enemies or there not in enter:
                continue
            price = enter[there]
            side = hexside.get((here, there))
            if side is not None:
                price += across[side]
            if price < ALL:
                now = cost + price
                if here == start and now > mp:
                    now = mp
            else:
                now = mp if price < inf and cost < mp else inf
            if now < spent.get(there, inf):
                spent[there] = now
                heapq.heappush(heap, (now, there))
    return {hex_: int(mp - cost) for hex_, cost in spent.items() if cost <= mp}


def supplied(board: PlainMap, edge: Sequence[str], own: Collection[str], enemy_zoc: Collection[str]) -> set[str]:
    """Hexes in supply from a map edge: networkx on the graph of all open hexes."""
    graph: nx.Graph[str] = nx.Graph()
    open_hexes = {
        hex_ for hex_, names in board.holds.items() if not WATER & set(names) and (hex_ not in enemy_zoc or hex_ in own)
    }
    for hex_ in open_hexes:
        for there in board.near[hex_]:
            if there in open_hexes and board.hexside.get((hex_, there)) not in WATER:
                graph.add_edge(hex_, there)
    for hex_ in edge:
        if hex_ in open_hexes:
            graph.add_edge("edge", hex_)
    return set(nx.node_connected_component(graph, "edge")) - {"edge"}


def sampled(crt: Sequence[str], rolls: int, seed: int) -> dict[str, float]:
    """The chances of a battle's results as most calculators make them: by rolling."""
    rng = random.Random(seed)
    counts = Counter(crt[rng.randrange(6)] for _ in range(rolls))
    return {result: number / rolls for result, number in counts.items()}
