"""The map of Hube's Pocket on the earth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpwlab.core.tables import Row
from gpwlab.hube.board import DIRECTIONS
from gpwlab.study.geo.features import Atlas, Feature, Place, line, point, polygon, source


class HubeAtlas(Atlas):
    """Hexes, rivers along their sides, railways and roads, towns at their real places, units."""

    frame = (
        "WGS 84; the grid lies where a fit of printed towns puts it (data/hube/hexes.csv), to two or three kilometres"
    )

    @property
    def layers(self) -> Mapping[str, Callable[[], Iterator[Feature]]]:
        """From the ground up."""
        return {
            "hexes": self.hexes,
            "hexsides": self.hexsides,
            "lines": self.lines,
            "places": self.places,
            "units": self.units,
        }

    @cached_property
    def _fit(self) -> NDArray[np.float64]:
        """The straight map from the plane to degrees that the centres of the table follow (to their last decimal)."""
        board = self.seen.board
        plane = np.column_stack([board.xy(), np.ones(len(board.ids))])
        found: NDArray[np.float64] = np.linalg.lstsq(plane, np.array(board.latlon), rcond=None)[0]
        return found

    def _corners(self, h: int) -> list[Place]:
        """Corners of a hex; those that hexes share come out the same."""
        corners = np.column_stack([np.array(self.seen.board.corners(h)), np.ones(6)]) @ self._fit
        return [(float(lon), float(lat)) for lat, lon in corners]

    def _centre(self, hex_id: str) -> Place:
        lat, lon = self.seen.board.latlon[self.seen.board.hex(hex_id)]
        return lon, lat

    def hexes(self) -> Iterator[Feature]:
        """Each with terrain, who holds it, and who stands there; supply is recorded unit by unit."""
        game, board = self.seen, self.seen.board
        here: dict[str, list[str]] = {}
        for piece in game.pieces:
            here.setdefault(piece.hex, []).append(piece.id)
        cut = {piece.hex for piece in game.pieces if not piece.supplied}
        sides = game.sides
        for row in self.rows["hexes"]:
            h = board.hex(row["hex"])
            town = board.town.get(h)
            yield polygon(
                "hexes", self._corners(h), hex=row["hex"], terrain=row["terrain"], terrain2=row["terrain2"],
                town=town.name if town else "", control=sides[h], units=here.get(row["hex"], []),
                out_of_supply=row["hex"] in cut, **source(row),
            )  # fmt: skip

    def hexsides(self) -> Iterator[Feature]:
        """Rivers along the sides of hexes."""
        for row in self.rows["hexsides"]:
            corners = self._corners(self.seen.board.hex(row["hex"]))
            d = DIRECTIONS.index(row["direction"])  # north lies between the last corner, the upper left, and the first
            yield line(
                "hexsides", [corners[d - 1], corners[d]], kind=row["class"], name=row["river"],
                between=[row["hex"], row["other"]], **source(row),
            )  # fmt: skip

    def lines(self) -> Iterator[Feature]:
        """Railways and roads, each piece of a line a chain from hex to hex."""
        pieces: dict[tuple[str, str, str], list[Row]] = {}
        for row in self.rows["lines"]:
            pieces.setdefault((row["kind"], row["line"], row["piece"]), []).append(row)
        for (kind, name, _piece), rows in pieces.items():
            path = sorted(rows, key=lambda row: int(row["seq"]))
            if len(path) > 1:
                yield line(
                    "lines", [self._centre(row["hex"]) for row in path], kind=kind, line=name, name=path[0]["name"],
                    hexes=[row["hex"] for row in path], **source(path[0]),
                )  # fmt: skip

    def places(self) -> Iterator[Feature]:
        """Towns, where they are on the earth."""
        board, sides = self.seen.board, self.seen.sides
        for row in self.rows["towns"]:
            yield point(
                "places", (float(row["lon"]), float(row["lat"])), name=row["name"], modern_name=row["modern_name"],
                kind=row["class"], hex=row["hex"], control=sides[board.hex(row["hex"])], **source(row),
            )  # fmt: skip

    def units(self) -> Iterator[Feature]:
        """Every counter on the map."""
        rows = {row["unit_id"]: row for row in self.rows["units"]}
        for piece in self.seen.pieces:
            row = rows.get(piece.id)
            told = source(row) if row else {"provenance": "derived", "basis": f"part of {piece.formation}"}
            yield point(
                "units", self._centre(piece.hex), unit=piece.id, side=piece.side, nation=piece.nationality,
                kind=piece.kind, size=piece.size, label=piece.label, formation=piece.formation,
                values="-".join(piece.numbers), lost=piece.lost, supply=piece.supplied, hex=piece.hex, **told,
            )  # fmt: skip
