"""The map of Struggle for Stalingrad on the earth: areas over the real city."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from gpwlab.core.resources import data_dir
from gpwlab.sfs.board import SIDES
from gpwlab.sfs.picture.plane import unproject
from gpwlab.sfs.picture.sheet import sheet_of
from gpwlab.study.geo.features import Atlas, Feature, Place, line, point, polygon, source


class SfsAtlas(Atlas):
    """Areas, what of the real city is drawn beneath them, strongpoints, units."""

    frame = (
        "WGS 84; the areas are drawn by hand over the real city (data/geo/sfs_borders.geojson, reconstructed), cut at "
        "the edge of the sheet, and undistorted: the printed map enlarges the middle of the city"
    )

    @property
    def layers(self) -> Mapping[str, Callable[[], Iterator[Feature]]]:
        """From the ground up."""
        return {"areas": self.areas, "city": self.city, "places": self.places, "units": self.units}

    def areas(self) -> Iterator[Feature]:
        """The areas in play, each with who controls and who dominates it, who can supply it, and who stands there."""
        game, board = self.seen, self.seen.board
        outlines = sheet_of(board, "paper").outline
        rows = {row["code"]: row for row in self.rows["areas"]}
        supplied = {side: game.supplied(side) for side in SIDES}
        here: dict[str, list[str]] = {}
        for stack in game.stacks:
            here.setdefault(stack.area, []).extend(unit.id for unit in stack.units)
        for state in game.areas:
            row = rows[state.code]
            yield polygon(
                "areas", [unproject(*spot) for spot in outlines[board.area(state.code)]], area=state.code,
                name=row["name"], kind=row["kind"], terrain=row["terrain"], control=state.control,
                dominated_by=state.dominated_by, supply=[side for side in SIDES if state.code in supplied[side]],
                units=here.get(state.code, []), **source(row),
            )  # fmt: skip

    def city(self) -> Iterator[Feature]:
        """Streams, railways, quarters, islands and the like, as the data have them."""
        whole = json.loads((data_dir() / "geo" / "sfs_city.geojson").read_text("utf-8"))
        makers = {"Polygon": lambda shape, told: polygon("city", shape[0][:-1], **told),
                  "LineString": lambda shape, told: line("city", shape, **told),
                  "Point": lambda shape, told: point("city", shape, **told)}  # fmt: skip
        for feature in whole["features"]:
            geometry = feature["geometry"]
            yield makers[geometry["type"]](geometry["coordinates"], feature["properties"])

    def places(self) -> Iterator[Feature]:
        """Strongpoints and landings."""
        for row in self.rows["strongpoints"]:
            yield point(
                "places", (float(row["lon"]), float(row["lat"])), code=row["code"], name=row["name"], area=row["area"],
                kind=row["kind"], terrain=row["terrain"], **source(row),
            )  # fmt: skip

    def units(self) -> Iterator[Feature]:
        """Every unit on the map as the viewer sees it, at its strongpoint or in the middle of its area."""
        for stack in self.seen.stacks:
            for unit in stack.units:
                yield point(
                    "units", self._spot(stack.area, stack.strongpoint), unit=unit.id, side=unit.side, kind=unit.type,
                    label=unit.label, size=unit.size, steps=unit.steps, strength=unit.strength, force=stack.id,
                    area=stack.area, strongpoint=stack.strongpoint, cut_off=stack.cut_off, out_of_supply=unit.oos,
                    hidden=unit.hidden, provenance=unit.provenance,
                    basis="units.csv; its place is that of the game, its strongpoint or the middle of its area",
                )  # fmt: skip

    def _spot(self, area: str, strongpoint: str) -> Place:
        board = self.seen.board
        place = board.strongpoints[board.strongpoint(strongpoint)] if strongpoint else board.areas[board.area(area)]
        return place.lon, place.lat
