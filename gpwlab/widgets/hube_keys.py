"""What the keys of the lab of Hube's Pocket do: a hex cursor, then everything that a pointer can do on the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gpwlab.hube.picture.words import describe_hex
from gpwlab.widgets.hube_clicks import click
from gpwlab.widgets.hube_map import SWITCHES, HubeMap
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.keys import Command

if TYPE_CHECKING:
    from gpwlab.hube.board import Board
    from gpwlab.widgets.hube_lab import HubeLab

#: The directions of the board that a key steps in, by whether it steps from an odd or an even column.
_STEPS = {"ArrowUp": 0, "ArrowDown": 3}
_ASIDE = {"ArrowRight": (1, 2), "ArrowLeft": (5, 4)}


def hex_line(session: HubeSession) -> str:
    """The hex under the pointer or the cursor and the units in it, in words."""
    here = session.hovered or session.cursor
    if not here:
        return "point at a hex, or move the cursor with the arrow keys"
    found = session.pieces_at(here)
    units = [f"{piece.id} {'-'.join(piece.numbers)}".strip() for piece in found[:4]]
    more = [f"{len(found) - 4} more"] if len(found) > 4 else []
    return "  ·  ".join([describe_hex(session.game.board, session.game.board.hex(here)), *units, *more])


def neighbour(board: Board, hex_id: str, key: str) -> str:
    """The hex that a key of the cursor leads to, the same one at the edge of the map; sideways now up, now down."""
    here = board.hex(hex_id)
    directions = (_STEPS[key],) if key in _STEPS else _ASIDE[key][:: -1 if board.spot[here][0] % 2 == 0 else 1]
    return board.ids[next((board.near[here][d] for d in directions if board.near[here][d] >= 0), here)]


class HexCursor:
    """The cursor: a hex at a time."""

    def __init__(self, session: HubeSession, hex_map: HubeMap) -> None:
        self.session, self.map = session, hex_map

    @property
    def here(self) -> str:
        """The hex of the cursor; before a key has moved it that of the pointer, the picked unit or a town."""
        session = self.session
        piece = session.piece(session.unit) if session.unit else None
        board = session.game.board
        return session.cursor or session.hovered or (piece.hex if piece else board.ids[board.city_hexes("Vinnitsa")[0]])

    def step(self, key: str) -> None:
        """One hex that way; sideways along the row, now up, now down."""
        self.put(neighbour(self.session.game.board, self.here, key))

    def put(self, hex_id: str) -> None:
        """Put the cursor on a hex."""
        self.session.cursor = self.session.hovered = hex_id
        self.map.keep_in_sight(hex_id)

    def next_unit(self, by: int) -> None:
        """The next unit that must be placed, else the next one of the side to move on the map."""
        session, game = self.session, self.session.game
        wanted = list(game.placing) or [p.id for p in game.pieces if p.side == game.phase.side]
        if not wanted:
            session.note("There is no unit to pick.")
            return
        number = wanted.index(session.unit) + by if session.unit in wanted else 0
        session.pick(wanted[number % len(wanted)])
        piece = session.piece(session.unit)
        if piece is not None:
            self.put(piece.hex)


def lab_commands(lab: HubeLab) -> list[Command]:
    """Keys of the whole lab."""
    session, stepper, hex_map = lab.session, lab.stepper, lab.map
    cursor = HexCursor(session, hex_map)
    zoom = {"+": 0.5, "=": 0.5, "-": -0.5}

    def running(call: Callable[[], Any]) -> Callable[[str], object]:
        return lambda _key: session.run(call)

    def nearer(key: str) -> None:
        leaf = hex_map.map
        leaf.zoom = max(leaf.min_zoom, min(leaf.max_zoom, leaf.zoom + zoom[key]))

    def answer(key: str) -> None:
        decision, place = session.game.pending, int(key) - 1
        if decision is not None and place < len(decision.options):
            session.attempt(decision.options[place])
        else:
            session.note(f"There is no answer number {key} now.")

    return [
        Command((*_STEPS, *_ASIDE), "cursor to the hex that way", "Cursor", cursor.step),
        Command(("n", "p"), "next, previous unit to place or of the side to move", "Cursor",
                lambda key: cursor.next_unit(1 if key == "n" else -1)),
        Command(("Enter",), "click: pick, place, record a move, answer", "Acting",
                lambda _: click(session, cursor.here)),
        Command(("Escape",), "drop every pick", "Acting", lambda _: session.drop_picks()),
        Command(tuple("123456789"), "answer of that number", "Acting", answer),
        Command(("a",), "do what the workbook's line says", "Acting", lambda _: lab.orders.do()),
        Command(("u",), "undo", "Stepping", running(lambda: session.game.undo())),
        Command(("r",), "redo", "Stepping", running(lambda: session.game.redo())),
        Command(("Space",), "next phase", "Stepping", running(stepper.go_on)),
        Command(("[",), "back to the start of the phase", "Stepping", running(stepper.go_back)),
        Command(("]",), "forth to the next phase played", "Stepping", running(stepper.go_forth)),
        Command(("o",), "overlays one after the other, then none", "Looking", lambda _: next_overlay(hex_map)),
        Command(("+", "=", "-"), "closer, farther", "Looking", nearer),
        Command(("l",), "centre the map on the cursor, counters to be read", "Looking",
                lambda _: hex_map.look_at(cursor.here, 3.0)),
        Command(("f",), "the front", "Looking", lambda _: hex_map.look_at_front()),
        Command(("w",), "the whole map", "Looking", lambda _: hex_map.look_at_all()),
        Command(("i",), "the way round this lab", "Looking", lambda _: lab.guide.begin()),
        Command(("t",), "the map as a table", "Looking", lambda _: lab.table.set_trait("open_", not lab.table.open_)),
        Command(("h",), "hide or show the counters", "Looking",
                lambda _: hex_map.set_trait("hide_counters", not hex_map.hide_counters)),
    ]  # fmt: skip


def next_overlay(hex_map: HubeMap) -> None:
    """Turn on the overlay after the one that is on; after the last, none."""
    names = [name for name, _caption, _what in SWITCHES]
    on = [name for name in names if name in hex_map.show]
    number = names.index(on[-1]) + 1 if on else 0
    hex_map.show = (names[number],) if number < len(names) else ()
