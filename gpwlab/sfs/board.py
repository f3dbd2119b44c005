"""The map of Struggle for Stalingrad: areas, what parts them, strongpoints and landings (sfs chart.Map, sfs 2.1).

An area is known by its code (``SC``) or its name (``Southern City``); inside the engine it is its index in the order of
the table.  A strongpoint's code starts with that of its area: ``SC-elevator``.  Landings count as strongpoints in rough
terrain (sfs 4.10.1.B), so both are places of one list and ``kind`` tells them apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row

#: The sides, the one that moves first in front; a side is its index here.
SIDES = ("German", "Soviet")
GERMAN, SOVIET = 0, 1


@dataclass(frozen=True, slots=True)
class Area:
    """An area as printed; ``dominated_by`` is the side that has it at the start if it is empty (sfs 2.1.2.4)."""

    index: int
    code: str
    name: str
    kind: str
    terrain: str
    west_bank: bool
    stalingrad: bool
    dominated_by: int
    artillery_drm: int
    lat: float
    lon: float
    provenance: str

    @property
    def steppe(self) -> bool:
        """True for the four steppes: German when empty, not to be infiltrated (sfs 2.1.2.1.B)."""
        return self.kind == "steppe"

    @property
    def rear(self) -> bool:
        """True for the German Rear (sfs 2.1.2.3)."""
        return self.kind == "rear"

    @property
    def east_bank(self) -> bool:
        """True for the Soviet East Bank (sfs 2.1.2.2)."""
        return self.kind == "east_bank"

    @property
    def salient(self) -> bool:
        """True for Orlovka West and Orlovka North (sfs 2.1.2.5)."""
        return self.kind == "salient"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Strongpoint:
    """A strongpoint or landing: room for one combat unit and its support (sfs 4.5.2.B)."""

    index: int
    code: str
    name: str
    area: int
    landing: bool
    terrain: str
    artillery_spot: bool
    lat: float
    lon: float
    provenance: str

    def __str__(self) -> str:
        return self.name


@dataclass(eq=False)
class Board:
    """The map; immutable once built.  ``barrier`` holds what parts two linked areas, both ways round."""

    areas: tuple[Area, ...]
    strongpoints: tuple[Strongpoint, ...]
    barrier: dict[tuple[int, int], str]
    reconstructed_links: frozenset[tuple[int, int]]
    near: tuple[tuple[int, ...], ...] = field(init=False)
    freeze: tuple[tuple[int, ...], ...] = field(init=False)
    strongpoints_in: tuple[tuple[int, ...], ...] = field(init=False)
    rear: int = field(init=False)
    east_bank: int = field(init=False)
    _area_index: dict[str, int] = field(init=False)
    _strongpoint_index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        size = range(len(self.areas))
        by_land = [pair for pair, what in self.barrier.items() if what != "volga_ice"]
        over_ice = [pair for pair, what in self.barrier.items() if what == "volga_ice"]
        self.near = tuple(tuple(sorted(b for a, b in by_land if a == i)) for i in size)
        self.freeze = tuple(tuple(sorted(b for a, b in over_ice if a == i)) for i in size)
        self.strongpoints_in = tuple(tuple(s.index for s in self.strongpoints if s.area == i) for i in size)
        self.rear = next(area.index for area in self.areas if area.rear)
        self.east_bank = next(area.index for area in self.areas if area.east_bank)
        self._area_index = {key: a.index for a in self.areas for key in (a.code, a.name, a.code.lower())}
        self._strongpoint_index = {key: s.index for s in self.strongpoints for key in (s.code, s.code.lower())}

    @property
    def n(self) -> int:
        """Number of areas."""
        return len(self.areas)

    @cached_property
    def steppes(self) -> tuple[int, ...]:
        """The steppe areas, west of the city (sfs 2.1.2.1.A)."""
        return tuple(area.index for area in self.areas if area.steppe)

    @cached_property
    def salient(self) -> tuple[int, ...]:
        """Orlovka West and Orlovka North (sfs 2.1.2.5)."""
        return tuple(area.index for area in self.areas if area.salient)

    @cached_property
    def west_bank(self) -> tuple[int, ...]:
        """The eight areas of the west bank that border the Volga (sfs 10.3.E)."""
        return tuple(area.index for area in self.areas if area.west_bank)

    @cached_property
    def landings(self) -> tuple[int, ...]:
        """The landings among the strongpoints (sfs 4.10.1)."""
        return tuple(place.index for place in self.strongpoints if place.landing)

    @cached_property
    def city_strongpoints(self) -> tuple[int, ...]:
        """The strongpoints and landings that Germany must hold to have the whole city: all but Orlovka (sfs 10.1)."""
        return tuple(s.index for s in self.strongpoints if not self.areas[s.area].salient)

    def area(self, name: str) -> int:
        """Index of an area's code or name; InvalidInput names one that is not on the map."""
        try:
            return self._area_index[name]
        except (KeyError, TypeError):
            codes = " ".join(area.code for area in self.areas)
            raise InvalidInput(f"there is no area {name!r} on the map (areas are {codes})") from None

    def strongpoint(self, code: str) -> int:
        """Index of a strongpoint's or landing's code; InvalidInput names one that is not on the map."""
        try:
            return self._strongpoint_index[code]
        except (KeyError, TypeError):
            codes = " ".join(place.code for place in self.strongpoints)
            raise InvalidInput(f"there is no strongpoint {code!r} on the map (they are {codes})") from None

    def code(self, area: int) -> str:
        """The code of an area, for records and actions."""
        return self.areas[area].code

    def neighbours(self, area: int, *, frozen: bool = False) -> tuple[int, ...]:
        """Areas that share a border with this one; ``frozen`` adds those across the ice (sfs 4.10.3.B)."""
        return self.near[area] + self.freeze[area] if frozen else self.near[area]

    def halved(self, origin: int, target: int) -> str | None:
        """The barrier that halves an entering attack from origin into target, or None (sfs 5.11.2).

        A trench halves who comes from the steppe into the salient, not who comes out of it.
        """
        what = self.barrier.get((origin, target), "")
        if what == "orlovka_trench" and not self.areas[target].salient:
            return None
        return what or None


def build(tables: Mapping[str, Sequence[Row]]) -> Board:
    """Make the board from the rows of areas, links and strongpoints."""
    areas = tuple(_area(index, row) for index, row in enumerate(tables["areas"]))
    index = {area.code: area.index for area in areas}
    barrier: dict[tuple[int, int], str] = {}
    reconstructed: set[tuple[int, int]] = set()
    for row in tables["links"]:
        a, b = index[row["area_a"]], index[row["area_b"]]
        barrier[a, b] = barrier[b, a] = row["barrier"]
        if row["provenance"] == "reconstructed":
            reconstructed |= {(a, b), (b, a)}
    places = tuple(_strongpoint(i, row, index) for i, row in enumerate(tables["strongpoints"]))
    return Board(areas, places, barrier, frozenset(reconstructed))


def _area(index: int, row: Row) -> Area:
    return Area(
        index,
        row["code"],
        row["name"],
        row["kind"],
        row["terrain"],
        row["volga"] == "west",
        row["stalingrad"] == "yes",
        SIDES.index(row["dominated_by"]),
        int(row["artillery_drm"]),
        float(row["lat"]),
        float(row["lon"]),
        row["provenance"],
    )


def _strongpoint(index: int, row: Row, areas: Mapping[str, int]) -> Strongpoint:
    return Strongpoint(
        index,
        row["code"],
        row["name"],
        areas[row["area"]],
        row["kind"] == "landing",
        row["terrain"],
        row["artillery_spot"] == "yes",
        float(row["lat"]),
        float(row["lon"]),
        row["provenance"],
    )
