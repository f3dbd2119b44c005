"""What a game's rules and data fix once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.hube import gauge
from gpwlab.hube.board import SIDES, Board, Exit
from gpwlab.hube.charts import Charts
from gpwlab.hube.places import Zones
from gpwlab.hube.units import Unit, Wing

if TYPE_CHECKING:
    from gpwlab.hube.deployment import Deployment
    from gpwlab.hube.options import RuleSet
    from gpwlab.hube.scenarios import Scenario

#: The double-track line of hube 3.5, and the hex where it turns south.
RAIL_LINE, RAIL_END = "R01", "A51.01"
#: The formation that is recalled (hube 3.7).
RECALLED = "ax-24-pz"
#: Directions north-east and south-east (see gpwlab.hube.board.DIRECTIONS).
_EASTWARD = (1, 2)


@dataclass(eq=False)
class World:
    """What a game's rules and data fix once; shared by games with the same rules and tables."""

    board: Board
    units: list[Unit]
    parts: dict[str, tuple[int, ...]]
    wings: list[Wing]
    charts: Charts
    rules: RuleSet
    scenario: Scenario
    zones: Zones
    deployment: Deployment
    unit_index: dict[str, int] = field(init=False)
    wing_index: dict[str, int] = field(init=False)
    formation_labels: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.unit_index = {unit.id: unit.index for unit in self.units}
        self.wing_index = {wing.id: wing.index for wing in self.wings}

    def unit(self, name: str) -> Unit:
        """The unit with an id; InvalidInput names an unknown one."""
        try:
            return self.units[self.unit_index[name]]
        except (KeyError, TypeError):
            raise InvalidInput(f"there is no unit {name!r} (ids look like ax-inf-68 or su-3-tk-at-3)") from None

    def members(self, name: str) -> tuple[int, ...]:
        """The units of a unit's or a formation's id; InvalidInput names an unknown one."""
        return self.parts[name] if name in self.parts else (self.unit(name).index,)

    def side_of(self, name: str) -> int:
        """The side of a unit or formation."""
        return self.units[self.members(name)[0]].side

    def wing(self, name: str) -> Wing:
        """The air unit with an id; InvalidInput names an unknown one."""
        try:
            return self.wings[self.wing_index[name]]
        except (KeyError, TypeError):
            raise InvalidInput(f"there is no air unit {name!r} (ids look like ax-he111-1)") from None

    # -- the map -------------------------------------------------------------------------------------------------

    @cached_property
    def start_side(self) -> list[int]:
        """By hex the side of the front at the start, -1 off the scenario's map."""
        return [SIDES.index(side) if side else -1 for side in self.board.side[self.scenario.number]]

    @cached_property
    def south_edge(self) -> frozenset[int]:
        """Hexes of the scenario's map with nothing south of them (hube 3.4, hube 2.4)."""
        return frozenset(h for h, side in enumerate(self.start_side) if side >= 0 and self.board.near[h][3] < 0)

    @cached_property
    def north_edge(self) -> frozenset[int]:
        """Hexes of the scenario's map with nothing north of them (hube 2.4a)."""
        return frozenset(h for h, side in enumerate(self.start_side) if side >= 0 and self.board.near[h][0] < 0)

    @cached_property
    def exits(self) -> tuple[Exit, ...]:
        """The entries on the scenario's map; sheet A alone has its own east edge (docs/rulings_hube.md H144)."""
        found = [exit for exit in self.board.exits if self.start_side[exit.hex] >= 0 and exit.edge != "air_base"]
        return (*found, *self._cut_lines())

    def _cut_lines(self) -> Iterator[Exit]:
        """Where roads and railways run east off the scenario's map on to the other sheet (hube 2.1)."""
        board, inside = self.board, self.start_side
        for h in (h for h in range(board.n) if inside[h] >= 0):
            beyond = [d for d in _EASTWARD if (other := board.near[h][d]) >= 0 and inside[other] < 0]
            rail = any((board.multi[h] | board.single[h]) >> d & 1 for d in beyond)
            road = any(board.road[h] >> d & 1 for d in beyond)
            if rail or road:
                by = "both" if rail and road else "rail" if rail else "road"
                yield Exit(h, "east", "Soviet", by, board.tracks(h) if rail else "", False)

    @cached_property
    def rail_line(self) -> tuple[int, ...]:
        """The line from Lvov to Slobodzera (hube 3.5)."""
        line = self.board.line(RAIL_LINE)
        return line[: line.index(self.board.hex(RAIL_END)) + 1]

    @cached_property
    def near_line(self) -> frozenset[int]:
        """The hexes of that line and those next to it."""
        near = self.board.near
        return frozenset(h for i in self.rail_line for h in (i, *near[i]) if h >= 0)

    @cached_property
    def points_of(self) -> tuple[tuple[str, int, int], ...]:
        """Place, hex and VP of the hexes that count, those on the scenario's map (hube 5.2)."""
        found = ((name, self.board.hex(place), vp) for name, place, vp in self.charts.victory_points)
        return tuple(row for row in found if self.start_side[row[1]] >= 0)

    @cached_property
    def city_of(self) -> dict[int, str]:
        """The hexes of major and minor cities, each with the name of its city (hube 3.9)."""
        board = self.board
        return {h: town.name for h, town in sorted(board.town.items()) if board.is_city(h) and self.start_side[h] >= 0}

    @cached_property
    def near_city(self) -> dict[int, tuple[int, ...]]:
        """By hex the city hexes at most three hexes away (hube 3.9)."""
        found: dict[int, list[int]] = {}
        for city in self.city_of:
            for h in self.board.within(city, 3):
                found.setdefault(h, []).append(city)
        return {h: tuple(cities) for h, cities in found.items()}

    @cached_property
    def start_gauge(self) -> list[int]:
        """By hex the side whose gauge its railway has at the start, -1 for none (hube 1.5)."""
        return gauge.at_start(self.board, self.start_side, self.scenario)

    @cached_property
    def air_exit(self) -> tuple[int, int]:
        """By side the exit hex of its off-map air base, -1 where it is off the scenario's map (hube 1.3)."""
        exits = {SIDES.index(exit.side): exit.hex for exit in self.board.exits if exit.edge == "air_base"}
        return tuple(h if self.start_side[h] >= 0 else -1 for _side, h in sorted(exits.items()))  # type: ignore[return-value]
