"""The three games' maps, told to the editor: how a board is made and drawn, which tables hold it, what tools change.

This is all that the editor knows of a game; adding one means adding a :class:`MapKind`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.lattice import HEX
from gpwlab.core.tables import Row

if TYPE_CHECKING:
    from gpwlab.widgets.mapeditor.ground import Ground

Rows = Mapping[str, Sequence[Row]]


@dataclass(frozen=True)
class Sides:
    """A table with a row a hexside.

    choices: the columns that the reader chooses.  row: the other facts of the row of a side, a place and a direction.
    same: the choices of which a side may have several, each with a row of its own.
    """

    table: str
    choices: tuple[str, ...]
    row: Callable[[Ground, str, int], Row]
    same: tuple[str, ...] = ()


@dataclass(frozen=True)
class Links:
    """A table with a row a pair of places, ``ends`` in the order of their ids; choices, same as for :class:`Sides`.

    named: the choices that only name a new row.  apart: a first choice with which the two need not touch; else a line
    goes from neighbour to neighbour.
    """

    caption: str
    table: str
    ends: tuple[str, str]
    choices: tuple[str, ...]
    same: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    apart: str = ""


@dataclass(frozen=True)
class Chains:
    """A table whose rows string hexes together: the columns kind, line, piece, seq, hex and name."""

    caption: str
    table: str


@dataclass(frozen=True)
class MapKind:
    """A game's map.

    main: the table with a row a place, and its key column.  place: what a place is called.  brush: the columns of the
    main table that a brush paints.  holds: tables of the map, each with the columns that name a place.  sites: tables
    of which a place may have a row or none, so that the reader may add one.  region: the name of the part of the
    map that a place lies in, small enough to be worked through at a sitting; order: puts places part by part.  keys: of
    the cursor.  units: drawing units a unit of the interactive map.  whole, reading: zooms at which the whole sheet and
    a place are seen; near: from there on numbers and small names are drawn.
    """

    system: str
    place: str
    places: str
    main: tuple[str, str]
    build: Callable[[Rows], Any]
    draw: Callable[[Any, str], Ground]
    brush: tuple[str, ...]
    holds: Mapping[str, tuple[str, ...]]
    sites: tuple[str, ...]
    sides: Sides | None
    links: Links | None
    chains: Chains | None
    region: Callable[[str], str]
    order: Callable[[str], tuple[int, ...]]
    slugs: tuple[str, ...]
    new: Callable[..., Any]
    keys: tuple[str, ...]
    directions: tuple[str, ...]
    units: float
    whole: float
    reading: float
    near: float

    @property
    def drawn(self) -> tuple[str, ...]:
        """The tables of which rows lie on the map, where a place, a side or a line shows them."""
        more = (self.sides, self.links, self.chains)
        return (self.main[0], *self.sites, *(part.table for part in more if part is not None))

    def walk(self, places: Sequence[str]) -> list[str]:
        """Places region by region, and within one row by row."""
        return sorted(places, key=self.order)


def kind_of(system: str) -> MapKind:
    """The map of a game by its short name; InvalidInput for one that has none."""
    kinds = {"gpw": _gpw, "hube": _hube, "sfs": _sfs}
    if system not in kinds:
        raise InvalidInput(f"there is no map of {system!r}; there are those of {', '.join(kinds)}")
    return kinds[system]()


def _part(number: int, size: int) -> tuple[int, str]:
    """Which stretch of so many a number lies in, and that stretch in words: ``07-12``."""
    nth = (number - 1) // size
    return nth, f"{nth * size + 1:02d}-{(nth + 1) * size:02d}"


def _between(ground: Ground, place: str, direction: int) -> Row:
    """The facts of a row for the hexside between two hexes of the map (The Great Patriotic War)."""
    other = ground.beyond((place, direction))
    if not other:
        raise InvalidInput(
            f"beyond this side of {place} the map ends, and the table holds sides between two hexes only"
        )
    return dict(zip(("hex_a", "hex_b"), sorted((place, other)), strict=True))


@cache
def _gpw() -> MapKind:
    from gpwlab import gpw
    from gpwlab.gpw.board import DIRECTIONS, HEX_KM, build
    from gpwlab.gpw.schemas import SLUGS
    from gpwlab.widgets.mapeditor.grounds import GpwGround

    def region(place: str) -> str:
        return f"map {place[0]}, rows {_part(int(place[1:3]), 6)[1]}, columns {_part(int(place[3:]), 7)[1]}"

    def order(place: str) -> tuple[int, ...]:  # columns are counted from the east
        row, column = int(place[1:3]), int(place[3:])
        return place[0] == "A", _part(row, 6)[0], -_part(column, 7)[0], row, -column

    return MapKind(
        system="gpw",
        place="hex",
        places="hexes",
        main=("hexes", "hex"),
        build=build,
        draw=GpwGround,
        brush=("terrain", "in_play", "country", "coast"),
        holds={
            "hexes": ("hex",), "cities": ("hex",), "hexsides": ("hex_a", "hex_b"), "rails": ("hex_a", "hex_b"),
            "edges": ("hex",), "regions": ("hex",), "control": ("hex",), "placement": ("hex",),
            "setup_areas": ("hexes",),
        },
        sites=("cities", "edges", "regions"),
        sides=Sides("hexsides", ("kind", "name"), _between, ("kind",)),
        links=Links("Railway", "rails", ("hex_a", "hex_b"), ("kind", "line"), ("kind",), ("line",), "offmap"),
        chains=None,
        region=region,
        order=order,
        slugs=SLUGS,
        new=gpw.new,
        keys=("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "q", "e", "z", "y", "c"),
        directions=DIRECTIONS,
        units=HEX / HEX_KM,
        whole=-1.75,
        reading=0.5,
        near=-0.25,
    )  # fmt: skip


@cache
def _hube() -> MapKind:
    from gpwlab import hube
    from gpwlab.hube.board import DIRECTIONS, HEX_KM, build, grid_position
    from gpwlab.hube.schemas import SLUGS
    from gpwlab.widgets.mapeditor.grounds import HubeGround

    def side(ground: Ground, place: str, direction: int) -> Row:
        return {"hex": place, "direction": DIRECTIONS[direction], "other": ground.beyond((place, direction))}

    def region(place: str) -> str:
        column, row = place[1:].split(".")
        return f"sheet {place[0]}, columns {_part(int(column), 10)[1]}, rows {_part(int(row), 12)[1]}"

    def order(place: str) -> tuple[int, ...]:
        column, row = grid_position(place)
        within = int(place[1:].split(".")[0])
        return place[0] == "B", _part(within, 10)[0], -_part(row, 12)[0], column, -row

    return MapKind(
        system="hube",
        place="hex",
        places="hexes",
        main=("hexes", "hex"),
        build=build,
        draw=HubeGround,
        brush=("terrain", "terrain2", *(f"side_{n}" for n in range(1, 6))),
        holds={
            "hexes": ("hex",), "towns": ("hex",), "hexsides": ("hex", "other"), "lines": ("hex",), "exits": ("hex",),
            "victory_points": ("hex",), "objectives": ("hexes",), "setup_places": ("hexes",),
        },
        sites=("towns", "exits"),
        sides=Sides("hexsides", ("class", "river"), side),
        links=None,
        chains=Chains("Railway or road", "lines"),
        region=region,
        order=order,
        slugs=SLUGS,
        new=hube.new,
        keys=("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
        directions=DIRECTIONS,
        units=HEX / HEX_KM,
        whole=0.5,
        reading=3.0,
        near=1.75,
    )  # fmt: skip


@cache
def _sfs() -> MapKind:
    from gpwlab import sfs
    from gpwlab.sfs.board import build
    from gpwlab.sfs.schemas import SLUGS
    from gpwlab.widgets.mapeditor.grounds import SfsGround

    return MapKind(
        system="sfs",
        place="area",
        places="areas",
        main=("areas", "code"),
        build=build,
        draw=SfsGround,
        brush=("terrain", "kind", "volga", "stalingrad", "dominated_by", "artillery_drm"),
        holds={"areas": ("code",), "links": ("area_a", "area_b"), "strongpoints": ("area",)},
        sites=("strongpoints",),
        sides=None,
        links=Links("Link", "links", ("area_a", "area_b"), ("barrier",)),
        chains=None,
        region=lambda place: "Stalingrad",
        order=lambda place: (),
        slugs=SLUGS,
        new=sfs.new,
        keys=("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"),
        directions=(),
        units=3.5,
        whole=0.0,
        reading=0.75,
        near=-2.0,
    )
