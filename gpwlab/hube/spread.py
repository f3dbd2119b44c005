"""A placement for a whole set-up: legal, the same every time, fighting units at the front, the rest behind them.

Where units really stood within their zones no list tells; this is ours, to begin with and to be moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.hube.actions import Base, Bring, Place
from gpwlab.hube.board import SIDES
from gpwlab.hube.position import DUE, W_DUE

if TYPE_CHECKING:
    from gpwlab.hube.position import Position

#: How far behind the front the rear of a group stands, where its zone is deep enough, and where air bases lie.
_REAR, _BASES = (2, 3, 4), range(4, 16)


class Spread:
    """The placement of one side; the other one's units stand or are to come."""

    def __init__(self, pos: Position, side: int) -> None:
        self.pos, self.side, self.world = pos, side, pos.world
        start = pos.world.start_side
        self.depth = self._distance([h for h, owner in enumerate(start) if owner == 1 - side])
        self.nearest = self._distance(sorted(pos.occupied(1 - side)))
        self.bases: list[int] = []

    def _distance(self, goals: Sequence[int]) -> list[int]:
        """By hex the hexes to the nearest goal, large where there is none."""
        near, found, todo = self.world.board.near, [999] * self.world.board.n, list(goals)
        for h in todo:
            found[h] = 0
        for h in todo:  # grows while it is read: breadth first
            for other in near[h]:
                if other >= 0 and found[other] == 999:
                    found[other] = found[h] + 1
                    todo.append(other)
        return found

    def units(self) -> Iterator[Place]:
        """Where every unit of the side that is to be placed goes, group by group."""
        lists = self.world.deployment
        groups: dict[str, dict[str, list[int]]] = {}
        for u, place in lists.place.items():
            if self.pos.fate[u] == DUE and self.pos.unit(u).side == self.side:
                groups.setdefault(place, {}).setdefault(self._lump(u), []).append(u)
        for place, lumps in groups.items():
            yield from self._group(place, lumps)

    def _lump(self, u: int) -> str:
        """What stands together: the parts of a formation of one place, else the unit alone."""
        unit = self.pos.unit(u)
        return unit.formation or unit.id

    def _group(self, place: str, lumps: dict[str, list[int]]) -> Iterator[Place]:
        zone = self._zone(place)
        foremost = min(self.depth[h] for h in zone) + 1
        front = sorted((h for h in zone if self.depth[h] <= foremost), key=self._along)
        rear = sorted((h for h in zone if self.depth[h] in _REAR), key=self._along) or front
        fighters = {name for name, members in lumps.items() if any(self._fights(u) for u in members)}
        spots = self._even(front, len(fighters)), self._even(rear, len(lumps) - len(fighters))
        for name, members in lumps.items():
            h = next(spots[0] if name in fighters else spots[1])
            yield from (Place(self.pos.unit(u).id, self.world.board.ids[h]) for u in members)

    def _fights(self, u: int) -> bool:
        unit = self.pos.unit(u)
        return unit.attack_capable or unit.division or unit.kind == "ur-bde"

    def _zone(self, place: str) -> list[int]:
        """The hexes of a place that are open now."""
        zone = sorted(self.world.zones.hexes(SIDES[self.side], place))
        clauses = self.world.zones.place(SIDES[self.side], place).clauses
        low = min((c.enemy_min or 0 for c in clauses), default=0)
        high = max((c.enemy_max or 999 for c in clauses), default=999)
        return [h for h in zone if low <= self.nearest[h] <= high]

    def _along(self, h: int) -> tuple[int, int]:
        return self.world.board.spot[h]

    @staticmethod
    def _even(hexes: Sequence[int], count: int) -> Iterator[int]:
        """So many hexes, evenly spread over a row of them."""
        return iter([hexes[(2 * n + 1) * len(hexes) // (2 * count)] for n in range(count)])

    # -- points and air units, once the units stand ----------------------------------------------------------------

    def points(self) -> Iterator[Bring]:
        """Where stocks go: works with the fighting units, air bases in towns of the rear, the rest with the HQs."""
        ids = self.world.board.ids
        for side, kind, place in sorted(self.pos.stock, key=lambda key: (key[0], key[2], key[1])):
            if side != self.side:
                continue
            hexes, count = self._spots(kind, place), self.pos.stock[side, kind, place]
            shares = [count // len(hexes) + (n < count % len(hexes)) for n in range(len(hexes))]
            yield from (Bring(kind, share, ids[h]) for h, share in zip(hexes, shares, strict=True) if share)

    def _spots(self, kind: str, place: str) -> list[int]:
        zone = set(self._zone(place))
        zone = zone - self._shared(kind, place) or zone
        if kind.startswith("airbase"):
            return self._air_bases(zone, kind)
        if kind.startswith("hedgehog"):
            own = {self.pos.where[u] for u in self.pos.on_map(self.side) if self._fights(u)} & zone
            return sorted(own, key=self._along) or sorted(zone)[:1]
        posts = {self.pos.where[u] for u in self.pos.on_map(self.side) if self.pos.unit(u).kind == "hq"} & zone
        return sorted(posts, key=self._along) or sorted(zone)[:1]

    def _shared(self, kind: str, place: str) -> set[int]:
        """Hexes where points of a kind might as well be those of another place: which is meant would not be told."""
        others = [p for s, k, p in self.pos.stock if (s, k) == (self.side, kind) and p != place]
        return {h for other in others for h in self.world.zones.hexes(SIDES[self.side], other)}

    def _air_bases(self, zone: set[int], kind: str) -> list[int]:
        """As many hexes as there are bases of a kind, towns of the rear first, each used once."""
        count = sum(n for (s, k, _p), n in self.pos.stock.items() if (s, k) == (self.side, kind))
        towns = [h for h in self.world.board.town if h in zone and self.depth[h] in _BASES and h not in self.bases]
        others = [h for h in zone if h not in towns and self.depth[h] >= _BASES[0] and h not in self.bases]
        ranked = sorted(towns, key=self._along) if len(towns) >= count else [*sorted(towns), *sorted(others)][:count]
        chosen = list(self._even(ranked, count))
        self.bases += chosen
        return sorted(chosen)

    def wings(self) -> Iterator[Base]:
        """Air units at the bases, one after the other, the larger bases first."""
        held = self.pos.has(self.side, "airbase")
        bases = sorted(held, key=lambda h: (-self.pos.held(self.side, "airbase", h), h))
        due = [w for w in self.world.wings if w.side == self.side and self.pos.wing[w.index] == W_DUE]
        for n, wing in enumerate(due if bases else []):
            yield Base(wing.id, self.world.board.ids[bases[n % len(bases)]])
