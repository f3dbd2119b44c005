"""What entering and crossing costs by foot, wheels and tracks on the ground of the turn, and how far that reaches.

Fuel, modes, zones of control and stacking are rules of the series and no part of it.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube.charts import GROUNDS, MOVEMENTS, Charts, Cost
from gpwlab.hube.position import ON_MAP

if TYPE_CHECKING:
    from gpwlab.hube.board import Board
    from gpwlab.hube.position import Position
    from gpwlab.hube.units import Unit

CHART = "hube chart.Terrain Effects on Movement"
_TOWNS = {"major_city": "Major City", "minor_city": "Minor City", "village": "Village"}
_ROADS = {"normal": "Secondary Road", "muddy": "Muddy Secondary Road", "soupy": "Soupy Secondary Road"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a step costs: movement points, or None for what cannot be entered; ``whole``: the whole allowance."""

    mp: Fraction | None
    whole: bool = False
    reasons: tuple[Reason, ...] = ()


@dataclass(eq=False)
class Costs:
    """The costs of a kind of movement on a ground; ``pontoons``: hexes whose hexsides friendly pontoons bridge."""

    board: Board
    charts: Charts
    ground: str
    movement: str
    pontoons: frozenset[int] = frozenset()
    _hexes: dict[int, Entry] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if self.movement not in MOVEMENTS or self.ground not in GROUNDS:
            raise InvalidInput(f"there is no movement {self.movement!r} on {self.ground!r}")

    def types(self, h: int) -> tuple[str, ...]:
        """The terrain types of a hex on this ground, as the charts print them; towns among them (hube 1.8)."""
        names = [n.title() for n in (self.board.terrain[h], self.board.terrain2[h]) if n]
        if "Swamp" in names and self.charts.effect("Swamp", self.ground) == "frozen":
            names[names.index("Swamp")] = "Frozen Swamp"
        if h in self.board.town:
            names.append(_TOWNS[self.board.town[h].cls])
        return tuple(dict.fromkeys(names))

    def hexside(self, a: int, b: int) -> str:
        """The type of the river between two neighbours on this ground, "" for none."""
        river = self.board.river(a, b)
        if not river:
            return ""
        name = f"{river.title()} River"
        return f"Frozen {name}" if self.charts.effect(name, self.ground) == "frozen" else name

    def road(self, a: int, b: int) -> str:
        """The best way between two neighbours: road or railway, "" for none."""
        d = self.board.direction(a, b)
        ways = []
        if self.board.road[a] >> d & 1:
            ways.append(_ROADS[self.charts.effect("Roads", self.ground)])
        if self.board.multi[a] >> d & 1:
            ways.append("Multi-Track Railroad")
        if self.board.single[a] >> d & 1:
            ways.append("Single-Track Railroad")
        return min(ways, key=lambda way: self._of(way).mp, default="")

    def _of(self, name: str) -> Cost:
        return self.charts.movement_terrain[name].by[self.movement]

    def into(self, h: int) -> Entry:
        """Entering a hex off the road: of two terrains the dearer one (hube 1.8a)."""
        if h not in self._hexes:
            self._hexes[h] = self._dearest([(name, self._of(name)) for name in self.types(h)])
        return self._hexes[h]

    def _dearest(self, costs: Sequence[tuple[str, Cost]]) -> Entry:
        kinds = {cost.kind for _name, cost in costs}
        told = tuple(Reason(CHART, f"{name}: {words(cost)}") for name, cost in costs if cost.kind != "none")
        if "prohibited" in kinds:
            return Entry(None, reasons=told)
        return Entry(max((cost.mp for _name, cost in costs), default=Fraction(0)), "all" in kinds, told)

    def step(self, a: int, b: int) -> Entry:
        """Going from a hex to its neighbour, by road or railway where that is cheaper.

        A way crosses rivers by its bridge and leaves towns and terrain out (docs/rulings_hube.md H130).
        """
        if self.board.direction(a, b) < 0:
            raise InvalidInput(f"{self.board.ids[a]} and {self.board.ids[b]} do not touch")
        across, way = self._across(a, b), self.road(a, b)
        if not way:
            return across
        cost = self._of(way)
        if across.mp is not None and not across.whole and across.mp <= cost.mp:
            return across
        return Entry(cost.mp, reasons=(Reason(CHART, f"{way}: {words(cost)}"),))

    def _across(self, a: int, b: int) -> Entry:
        """Off the road: the hex and the river; pontoons take the river's cost away (hube 2.6)."""
        entry, river = self.into(b), self.hexside(a, b)
        if not river or entry.mp is None:
            return entry
        if self.pontoons & {a, b}:
            why = Reason("hube 2.6", f"{river}: bridged by pontoons")
            return Entry(entry.mp, entry.whole, (*entry.reasons, why))
        cost = self._of(river)
        told = (*entry.reasons, Reason(CHART, f"{river}: {words(cost)}"))
        if cost.kind == "prohibited":
            return Entry(None, reasons=told)
        return Entry(entry.mp + cost.mp, entry.whole or cost.kind == "all", told)

    def path(self, hexes: Sequence[int]) -> Entry:
        """A path from its first hex to its last."""
        total, whole, told = Fraction(0), False, list[Reason]()
        for a, b in pairwise(hexes):
            step = self.step(a, b)
            told += step.reasons
            if step.mp is None:
                return Entry(None, reasons=tuple(told))
            total, whole = total + step.mp, whole or step.whole
        return Entry(total, whole, tuple(told))

    def reach(
        self, start: int, allowance: Fraction, closed: Collection[int] = (), inside: Sequence[int] | None = None
    ) -> dict[int, Fraction]:
        """Hexes within an allowance with what is spent on the cheapest way; ``closed`` hexes are not entered.

        A step that takes the whole allowance can only be the first one.  ``inside``: by hex -1 where the map ends.
        """
        spent = {start: Fraction(0)}
        queue = [(Fraction(0), start)]
        while queue:
            so_far, here = heapq.heappop(queue)
            if so_far > spent[here]:
                continue
            for h in self.board.near[here]:
                if h < 0 or h in closed or (inside is not None and inside[h] < 0):
                    continue
                step = self.step(here, h)
                if step.mp is None or (step.whole and here != start):
                    continue
                cost = allowance if step.whole else so_far + step.mp
                if cost <= allowance and cost < spent.get(h, allowance + 1):
                    spent[h] = cost
                    heapq.heappush(queue, (cost, h))
        return spent


def words(cost: Cost) -> str:
    """A cost as a player would say it."""
    fixed = {"prohibited": "prohibited", "all": "the whole allowance", "none": "nothing"}
    return fixed.get(cost.kind, f"{'+' if cost.kind == 'plus' else ''}{cost.mp}")


def costs_of(pos: Position, movement: str, side: int) -> Costs:
    """The costs of a kind of movement for a side now."""
    bridged = frozenset(
        pos.where[u]
        for u in pos.on_map(side)
        if pos.unit(u).pontoon and pos.modes.get(u, "combat") in ("combat", "disorganised")  # hube 2.6
    )
    return Costs(pos.world.board, pos.world.charts, pos.ground, movement, bridged)


def allowance(pos: Position, unit: Unit) -> Fraction:
    """Movement allowance; of wheels half in mud (hube chart.Ground Effects Chart).

    InvalidInput where the number stands on the counter only.
    """
    printed = Fraction(unit.known("move"))
    return printed / 2 if unit.movement == "truck" and pos.ground == "Mud" else printed


def reach(pos: Position, unit: Unit, points: Fraction | int | None = None) -> dict[int, Fraction]:
    """Where a unit on the map can go with its allowance, or with so many points; enemy units bar the way."""
    if pos.fate[unit.index] != ON_MAP:
        raise InvalidInput(f"{unit.id} is not on the map")
    limit = allowance(pos, unit) if points is None else Fraction(points)
    costs = costs_of(pos, unit.movement, unit.side)
    return costs.reach(pos.where[unit.index], limit, pos.occupied(1 - unit.side), pos.world.start_side)


def route(pos: Position, unit: Unit, goal: int, points: Fraction | int | None = None) -> list[int]:
    """The hexes that a unit enters on the cheapest way to a hex within its reach; [] where there is none."""
    spent = reach(pos, unit, points)
    if goal not in spent:
        return []
    costs, start, path = costs_of(pos, unit.movement, unit.side), pos.where[unit.index], [goal]
    while path[0] != start:
        path.insert(0, min(_before(costs, spent, path[0]), key=lambda h: (spent[h], h)))
    return path[1:]


def _before(costs: Costs, spent: Mapping[int, Fraction], h: int) -> list[int]:
    """The neighbours from which the cheapest way enters a hex."""
    found = []
    for near in costs.board.near[h]:
        step = costs.step(near, h) if near in spent else Entry(None)
        if step.mp is not None and (not spent[near] if step.whole else spent[near] + step.mp == spent[h]):
            found.append(near)
    return found


def on_foot(pos: Position, start: int, goal: int, points: int) -> bool:
    """Whether a hex lies within some movement points on foot, whoever stands between (hube 3.6)."""
    costs = costs_of(pos, "leg", pos.side)
    return goal in costs.reach(start, Fraction(points), inside=pos.world.start_side)


def told(entry: Entry) -> str:
    """What a path costs, in words."""
    if entry.mp is None:
        return "prohibited by terrain"
    return "the whole allowance" if entry.whole else f"{entry.mp} MP"


def table(costs: Mapping[int, Fraction], board: Board) -> dict[str, Fraction]:
    """A reach by hex ids."""
    return {board.ids[h]: mp for h, mp in sorted(costs.items())}
