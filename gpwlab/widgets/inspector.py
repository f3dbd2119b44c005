"""What is under the pointer or picked: a hex in one line, a unit with its counter, its supply and what bars it."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.svg.build import document
from gpwlab.core.svg.nato import SIDE, counter
from gpwlab.gpw.actions import Move
from gpwlab.gpw.game import Game
from gpwlab.gpw.picture.faces import Standing, face
from gpwlab.gpw.picture.words import describe_hex, describe_unit
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session


class HoverLine(ipw.HTML):
    """One line about the hex under the pointer."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        super().__init__(**traits)
        self.session.observe(lambda _: self.refresh(), names=["hovered", "version"])
        self.refresh()

    def refresh(self) -> None:
        """Describe the hex."""
        game, hex_id = self.session.game, self.session.hovered
        text = describe_hex(game.board, game.board.hex(hex_id)) if hex_id else "point at a hex"
        units = [describe_unit(s) for u in (game.unit_at(hex_id) if hex_id else ()) if (s := peek.standing(game, u))]
        self.value = f'<div class="gpwlab-hover">{escape("  ·  ".join([text, *units]))}</div>'


class Inspector(ipw.VBox):
    """The picked unit: counter, figures, where it stands, its supply, and why it may not move if so."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.content = ipw.HTML()
        self.path = ipw.HTML()
        super().__init__([ipw.HTML(style.sheet()), self.content, self.path], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names=["unit", "version"])
        self.session.observe(lambda _: self.show_path(), names=["unit", "version", "hovered", "via"])
        self.refresh()

    def refresh(self) -> None:
        """Show the picked unit, or how to pick one."""
        game, unit_id = self.session.game, self.session.unit
        if not unit_id:
            self.content.value = style.title("Unit", "click a counter on the map")
            return
        unit, steps, here = game.standing(unit_id)
        # an eliminated unit comes back at half strength (gpw 9.1.C)
        standing = peek.standing(game, unit_id) or Standing(unit, 0, max(1, steps))
        drawn = document(counter(face(standing), SIDE / 2, SIDE / 2, SIDE), (-4, -4, 110, 110), (92, 92), unit.name)
        lines = [
            f"{escape(unit.formation)} ({escape(unit.nation)})",
            f"<code>{unit_id}</code> {unit.provenance} counter",
        ]
        lines.append(escape(describe_hex(game.board, game.board.hex(here))) if here else "not on the map")
        why = style.reasons(game.why_supply(unit_id)) if here else ""
        self.content.value = (
            style.title(unit.name, "" if here else "to be placed")
            + f'<div class="gpwlab-unit">{drawn}<div>{"<br>".join(lines)}</div></div>{why}{self._barred(here)}'
        )

    def show_path(self) -> None:
        """What the proposed path to the hovered hex costs, hex by hex."""
        session, game = self.session, self.session.game
        hovered = game.path(session.unit, session.hovered) if session.unit and session.hovered else ()
        move = Move(session.unit, tuple(session.via) or hovered)
        if not move.path or peek.kind(game) == "rail":
            self.path.value = ""
            return
        refused = game.why_not(move)
        head = "This path is refused:" if refused else "The proposed path:"
        lines = style.reasons(refused or game.price(move))
        self.path.value = f'<div class="gpwlab-soft">{head}</div>{lines}'

    def _barred(self, here: str) -> str:
        """Why the unit may not move in this movement phase."""
        game, unit_id = self.session.game, self.session.unit
        mine = peek.side(game, unit_id) == game.phase.side
        if not here or not mine or peek.kind(game) not in peek.MOVING or game.reach(unit_id):
            return ""
        neighbour = next(game.board.ids[h] for h in game.board.near[game.board.hex(here)] if h >= 0)
        reasons = game.why_not(Move(unit_id, (neighbour,)))
        return f'<div class="gpwlab-soft">No hex is in reach:</div>{style.reasons(reasons[:4])}'
