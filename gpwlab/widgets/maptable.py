"""The map as a table: every counter, or every hex, with what the map shows of it."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.gpw.game import Game
from gpwlab.gpw.movement import features
from gpwlab.gpw.picture.faces import strengths
from gpwlab.gpw.picture.layers import standings
from gpwlab.gpw.reader import Reader
from gpwlab.gpw.units import SIDES
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin

UNIT_COLUMNS = ("hex", "place", "unit", "side", "nation", "name", "strength", "steps", "moved", "supply")
HEX_COLUMNS = ("hex", "place", "terrain", "country", "held by", "ZOC", "supply", "unit", "source")


class MapTable(TextTwin, ipw.VBox):
    """The table twin of the map.  ``open_``: whether it is shown; a row that is chosen moves the hex cursor there."""

    open_ = Bool(False)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.what = ipw.ToggleButtons(options=["Units", "Hexes"], style={"button_width": "80px"})
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
            self.grid.fill(f"Hexes in play, {game.phase}", HEX_COLUMNS, hex_rows(game))

    def _go(self, hex_id: str) -> None:
        self.session.cursor = self.session.hovered = hex_id

    def text(self) -> str:
        """What it shows, in words."""
        return self.grid.text()


def _place(game: Reader, h: int) -> str:
    city = game.board.city.get(h)
    return city.name if city else ""


def unit_rows(game: Reader) -> list[list[Cell]]:
    """A row a counter on the map, in the order of UNIT_COLUMNS."""
    return [
        [
            game.board.ids[s.hex],
            _place(game, s.hex),
            s.unit.id,
            SIDES[s.unit.side],
            s.unit.nation,
            s.unit.name,
            "-".join(strengths(s.unit, s.steps)),
            s.steps,
            "moved" if s.moved else "",
            "in supply" if s.supplied else "out of supply",
        ]
        for s in sorted(standings(game), key=lambda s: s.hex)
    ]


def hex_rows(game: Reader) -> list[list[Cell]]:
    """A row a land hex in play, in the order of HEX_COLUMNS."""
    board = game.board
    held, zoc, fed = (
        {side: ask(side) for side in SIDES} for ask in (game.controlled, game.zoc, game.supplied)
    )  # fmt: skip

    def who(sides: dict[str, set[str]], hex_id: str) -> str:
        return ", ".join(side for side in SIDES if hex_id in sides[side])

    return [
        [
            name,
            _place(game, h),
            ", ".join(kind.replace("_", " ") for kind in features(board, h)),
            board.country[h],
            who(held, name),
            who(zoc, name),
            who(fed, name),
            ", ".join(game.unit_at(name)),
            "reconstructed" if name in board.reconstructed else "",
        ]
        for h, name in enumerate(board.ids)
        if board.playable[h]
    ]
