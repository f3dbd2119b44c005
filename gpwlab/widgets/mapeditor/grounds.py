"""The maps of the three games, each drawn by the game's own pictures."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from gpwlab.core.svg.build import points
from gpwlab.core.svg.lattice import Point
from gpwlab.gpw.picture import layers as gpw_layers
from gpwlab.gpw.picture import overlays as gpw_overlays
from gpwlab.gpw.picture.palette import palette as gpw_palette
from gpwlab.gpw.picture.sheet import Sheet as GpwSheet
from gpwlab.gpw.picture.words import describe_hex as describe_gpw
from gpwlab.hube.picture import layers as hube_layers
from gpwlab.hube.picture import names as hube_names
from gpwlab.hube.picture import overlays as hube_overlays
from gpwlab.hube.picture import rivers as hube_rivers
from gpwlab.hube.picture.palette import palette as hube_palette
from gpwlab.hube.picture.sheet import Sheet as HubeSheet
from gpwlab.hube.picture.words import describe_hex as describe_hube
from gpwlab.sfs.picture import borders, ground, names, overlays
from gpwlab.sfs.picture.palette import palette as sfs_palette
from gpwlab.sfs.picture.sheet import WHOLE
from gpwlab.sfs.picture.sheet import Sheet as SfsSheet
from gpwlab.widgets import area_keys, hube_keys, keymap
from gpwlab.widgets.mapeditor.ground import Ground, HexGround


class GpwGround(HexGround):
    """The Great Patriotic War: hexes with a corner up; hexside 0 is the eastern one."""

    first = 1
    LAYERS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "ground": ("hexes", "hexsides", "rails", "cities"),
        "numbers": ("cities",),
        "names": ("cities",),
        "far names": ("cities",),
    }

    def __init__(self, board: Any, theme: str) -> None:
        self.board, self.sheet = board, GpwSheet(board, gpw_palette(theme))

    def layer(self, name: str) -> str:
        """The ground, the hex numbers or the names of the lab's map."""
        if name == "ground":
            return gpw_layers.terrain(self.sheet)
        if name == "numbers":
            return gpw_layers.numbers(self.sheet)
        return gpw_layers.town_names(self.sheet, far=name == "far names")

    def step(self, place: str, key: str) -> str:
        """The neighbour that a key of the lab leads to."""
        return keymap.neighbour(self.board, place, key)

    def describe(self, place: str) -> str:
        """The hex as the lab's live line tells it."""
        return describe_gpw(self.board, self.board.hex(place))

    def unsure(self, places: Collection[str]) -> str:
        """Dots and a query, as the lab's overlay has them."""
        return gpw_overlays.reconstructed(self.sheet, [self.board.hex(place) for place in places], "u")


class HubeGround(HexGround):
    """Hube's Pocket: hexes with a side up; hexside 0 is the northern one."""

    first = 5
    LAYERS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "ground": ("hexes", "hexsides", "lines", "towns", "exits"),
        "numbers": (),
        "names": ("hexsides", "towns"),
        "far names": ("hexsides", "towns"),
    }

    def __init__(self, board: Any, theme: str) -> None:
        self.board, self.sheet = board, HubeSheet(board, hube_palette(theme, ""))

    def layer(self, name: str) -> str:
        """The ground, the hex numbers or the names of the lab's map."""
        sheet, far = self.sheet, name == "far names"
        if name == "ground":
            return hube_layers.terrain(sheet)
        if name == "numbers":
            return hube_names.hex_numbers(sheet, range(self.board.n))
        return hube_rivers.river_names(sheet, far) + hube_names.town_names(sheet, hube_names.Room(), far)

    def step(self, place: str, key: str) -> str:
        """The neighbour that a key of the lab leads to."""
        return hube_keys.neighbour(self.board, place, key)

    def describe(self, place: str) -> str:
        """The hex as the lab's live line tells it."""
        return describe_hube(self.board, self.board.hex(place))

    def unsure(self, places: Collection[str]) -> str:
        """Dots, as the lab's overlay has them."""
        return hube_overlays.reconstructed(self.sheet, [self.board.hex(place) for place in places], "u")


class SfsGround(Ground):
    """Struggle for Stalingrad: areas; links between them are drawn as bridges over their borders."""

    badge = 2.4
    LAYERS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "ground": ("areas",),
        "lines": ("links", "strongpoints"),
        "names": ("areas",),
    }

    def __init__(self, board: Any, theme: str) -> None:
        self.board, self.sheet = board, SfsSheet(board, sfs_palette(theme))

    def layer(self, name: str) -> str:
        """The ground, the borders with the links and the strongpoints, or the names of the lab's map."""
        sheet = self.sheet
        if name == "ground":
            return ground.ground(sheet)
        if name == "lines":
            return borders.borders(sheet) + overlays.links(sheet, ice=True) + borders.slots(sheet)
        return names.names(sheet)

    @property
    def view(self) -> tuple[float, float, float, float]:
        """The whole sheet as a view box."""
        return WHOLE.view

    def place_at(self, point: Point) -> str:
        """The area under a point, "" for water."""
        return self.sheet.area_at(*point) or ""

    def centre(self, place: str) -> Point:
        """Where the name of an area stands."""
        return self.sheet.name_at[self.board.area(place)]  # type: ignore[no-any-return]

    def step(self, place: str, key: str) -> str:
        """The area that lies that way."""
        return area_keys.neighbour(self.sheet, place, key, [area.code for area in self.board.areas])

    def rim(self, places: Collection[str]) -> str:
        """The outlines of the areas as path data."""
        return "".join(points(self.sheet.outline[self.board.area(place)], close=True) for place in places)

    def describe(self, place: str) -> str:
        """An area in words: name, terrain, strongpoints, neighbours with what parts them."""
        number = self.board.area(place)
        area = self.board.areas[number]
        parts = [f"{area.code} {area.name}", area.terrain]
        parts += [self.board.strongpoints[n].name for n in self.board.strongpoints_in[number]]
        near = [self.board.code(other) for other in self.board.neighbours(number, frozen=True)]
        return ", ".join(parts) + "; borders " + " ".join(near)

    def unsure(self, places: Collection[str]) -> str:
        """Dotted areas and a query at strongpoints, as the lab's overlay has them."""
        return overlays.reconstructed(self.sheet, "u")
