"""The map of The Great Patriotic War on the earth."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from gpwlab.core.resources import data_dir
from gpwlab.core.svg.lattice import Node, node
from gpwlab.gpw.board import grid_position, plane
from gpwlab.gpw.units import SIDES
from gpwlab.study.geo.features import Atlas, Feature, Place, line, point, polygon, source


@cache
def earth() -> dict[Node, Place]:
    """Longitude and latitude of the lattice points of the grid."""
    with (data_dir() / "geo" / "gpw_earth.csv").open(encoding="utf-8", newline="") as file:
        return {(int(r["p"]), int(r["q"])): (float(r["lon"]), float(r["lat"])) for r in csv.DictReader(file)}


class GpwAtlas(Atlas):
    """Hexes, hexsides, rails, cities at their real places, and units in the middle of their hexes."""

    frame = (
        "WGS 84; the grid lies where a conic fit and a warp over named hexes put it (data/geo/gpw_earth.csv, derived), "
        "to about half a hex of 61.9 km"
    )

    @property
    def layers(self) -> Mapping[str, Callable[[], Iterator[Feature]]]:
        """From the ground up."""
        return {
            "hexes": self.hexes,
            "hexsides": self.hexsides,
            "rails": self.rails,
            "places": self.places,
            "units": self.units,
        }

    def _centre(self, hex_id: str) -> Place:
        return earth()[node(*plane(*grid_position(hex_id)))]

    def hexes(self) -> Iterator[Feature]:
        """Each with terrain, who controls it, who can supply it, and who stands there."""
        game, board = self.seen, self.seen.board
        controlled = {hex_id: side for side in SIDES for hex_id in game.controlled(side)}
        supplied = {side: game.supplied(side) for side in SIDES}
        for row in self.rows["hexes"]:
            name = row["hex"]
            city = board.city.get(board.hex(name))
            yield polygon(
                "hexes", [earth()[node(*corner)] for corner in board.corners(board.hex(name))], hex=name,
                terrain=row["terrain"], country=row["country"], in_play=row["in_play"] == "yes",
                city=city.name if city else "", control=controlled.get(name, ""),
                supply=[side for side in SIDES if name in supplied[side]], units=game.unit_at(name), **source(row),
            )  # fmt: skip

    def hexsides(self) -> Iterator[Feature]:
        """Rivers, lakes, straits, coasts and borders along the sides of hexes."""
        for row in self.rows["hexsides"]:
            yield line(
                "hexsides", self._side(row["hex_a"], row["hex_b"]), kind=row["kind"], name=row["name"],
                between=[row["hex_a"], row["hex_b"]], **source(row),
            )  # fmt: skip

    def _side(self, a: str, b: str) -> list[Place]:
        board = self.seen.board
        first, second = ([node(*corner) for corner in board.corners(board.hex(name))] for name in (a, b))
        return [earth()[corner] for corner in first if corner in second]

    def rails(self) -> Iterator[Feature]:
        """Railways from hex to hex."""
        for row in self.rows["rails"]:
            ends = [row["hex_a"], row["hex_b"]]
            yield line(
                "rails", list(map(self._centre, ends)), kind=row["kind"], line=row["line"], between=ends, **source(row)
            )

    def places(self) -> Iterator[Feature]:
        """Cities, where they are on the earth; their hexes say who controls them."""
        game = self.seen
        controlled = {hex_id: side for side in SIDES for hex_id in game.controlled(side)}
        for row in self.rows["cities"]:
            yield point(
                "places", (float(row["lon"]), float(row["lat"])), name=row["name"], modern_name=row["modern_name"],
                kind=row["class"], hex=row["hex"], control=controlled.get(row["hex"], ""), **source(row),
            )  # fmt: skip

    def units(self) -> Iterator[Feature]:
        """Every counter on the map."""
        units = self.seen.units
        for row in units[units["hex"] != ""].to_dict("records"):
            yield point(
                "units", self._centre(row["hex"]), unit=row["unit"], name=self.seen.standing(row["unit"])[0].name,
                side=row["side"], nation=row["nation"], kind=row["kind"], size=row["size"], hex=row["hex"],
                state=row["state"], attack=row["attack"], defence=row["defence"], ma=row["ma"],
                supply=None if row["in_supply"] is None else bool(row["in_supply"]), provenance=row["provenance"],
                basis="units.csv; its place is that of the game, the middle of its hex",
            )  # fmt: skip
