"""The map of Hube's Pocket as a table: every counter, or every place that has a name."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.hube.picture.layers import points
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.texttwin import TextTwin

UNIT_COLUMNS = ("hex", "place", "unit", "side", "nation", "kind", "formation", "numbers", "lost", "supply")
PLACE_COLUMNS = ("hex", "place", "class", "terrain", "side", "VP", "railway", "units", "source")


class HubeTable(TextTwin, ipw.VBox):
    """The table twin of the map.  open_: whether it is shown; a row that is chosen moves the hex cursor there."""

    open_ = Bool(False)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.what = ipw.ToggleButtons(options=["Units", "Places"], style={"button_width": "80px"})
        self.grid = Grid()
        self.grid.on_row.append(self._go)
        super().__init__([self.what, self.grid], **traits)
        self.what.observe(lambda _: self.refresh(), names="value")
        self.observe(lambda _: self.refresh(), names="open_")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Make the rows again if they are seen."""
        self.layout.display = None if self.open_ else "none"
        if not self.open_:
            return
        game = self.session.game
        if self.what.value == "Units":
            self.grid.fill(f"Units on the map, {game.phase}", UNIT_COLUMNS, unit_rows(game))
        else:
            self.grid.fill(f"Places, {game.phase}", PLACE_COLUMNS, place_rows(game))

    def _go(self, hex_id: str) -> None:
        self.session.cursor = self.session.hovered = hex_id

    def text(self) -> str:
        """What it shows, in words."""
        return self.grid.text()


def unit_rows(game: Any) -> list[list[Cell]]:
    """A row a counter, in the order of UNIT_COLUMNS."""
    board = game.board
    rows: list[list[Cell]] = []
    for piece in sorted(game.pieces, key=lambda piece: (piece.hex, piece.id)):
        town = board.town.get(board.hex(piece.hex))
        rows.append([
            piece.hex, town.name if town else "", piece.id, piece.side, piece.nationality, piece.kind, piece.formation,
            "-".join(piece.numbers), piece.lost or "", "" if piece.supplied else "out of supply",
        ])  # fmt: skip
    return rows


def place_rows(game: Any) -> list[list[Cell]]:
    """A row a town, in the order of PLACE_COLUMNS."""
    board, worth, sides = game.board, points(game), game.sides
    there: dict[int, int] = {}
    for piece in game.pieces:
        there[board.hex(piece.hex)] = there.get(board.hex(piece.hex), 0) + 1
    return [
        [
            board.ids[h], town.name, town.cls.replace("_", " "), board.terrain[h], sides[h], worth.get(h, ""),
            board.tracks(h), there.get(h, ""), town.provenance,
        ]
        for h, town in sorted(board.town.items(), key=lambda item: item[1].name)
    ]  # fmt: skip
