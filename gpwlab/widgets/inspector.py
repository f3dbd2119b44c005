"""What is under the pointer or the hex cursor, or picked: the hex, the unit, its supply, what it may do or why not."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.svg.build import document
from gpwlab.core.svg.nato import SIDE, counter
from gpwlab.gpw.actions import Move
from gpwlab.gpw.game import Game
from gpwlab.gpw.picture.faces import Standing, face
from gpwlab.gpw.picture.words import describe_hex
from gpwlab.widgets import peek, style
from gpwlab.widgets.hexcard import hex_markup
from gpwlab.widgets.keys import plain
from gpwlab.widgets.may import May, may
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin


class Inspector(TextTwin, ipw.VBox):
    """The hex under the pointer or the hex cursor, and the picked unit, else the one in that hex: counter, figures,
    supply, and what it may do now or why not."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.place = ipw.HTML()
        self.content = ipw.HTML()
        self.path = ipw.HTML()
        super().__init__([ipw.HTML(style.sheet()), self.content, self.path, self.place], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names=["unit", "version", "hovered", "cursor"])
        self.session.observe(lambda _: self.show_path(), names=["unit", "version", "hovered", "via"])
        self.refresh()

    @property
    def subject(self) -> str:
        """The hex that is shown: under the pointer, else the cursor's, else that of the picked unit; "" for none."""
        session = self.session
        picked = peek.hex_of(session.game, session.unit) if session.unit else ""
        return session.hovered or session.cursor or picked

    def refresh(self) -> None:
        """Show hex and unit, or how to see one."""
        game, hex_id = self.session.game, self.subject
        here = game.unit_at(hex_id) if hex_id else []
        unit_id = self.session.unit or (here[0] if here else "")
        others = "".join(self._short(unit) for unit in here if unit != unit_id)
        self.place.value = f'<div class="gpwlab-place">{hex_markup(game, hex_id)}{others}</div>' if hex_id else ""
        hint = "" if hex_id else style.title("Inspector", "point at a hex, click a counter")
        self.content.value = self.unit_markup(unit_id) if unit_id else hint

    def unit_markup(self, unit_id: str) -> str:
        """The card of a unit."""
        game = self.session.game
        unit, steps, here = game.standing(unit_id)
        # an eliminated unit comes back at half strength (gpw 9.1.C)
        standing = peek.standing(game, unit_id) or Standing(unit, 0, max(1, steps))
        drawn = document(counter(face(standing), SIDE / 2, SIDE / 2, SIDE), (-4, -4, 110, 110), (92, 92), unit.name)
        lines = [
            f"{escape(unit.formation)} ({escape(unit.nation)})",
            f"<code>{unit_id}</code> {unit.provenance} counter",
            escape(describe_hex(game.board, game.board.hex(here))) if here else "not on the map",
        ]
        fed = style.reasons(game.why_supply(unit_id)) if here and unit.ground else ""
        supply = f"<details open><summary>Supply</summary>{fed}</details>" if fed else ""
        mark = "" if here else "to be placed" if unit_id == self.session.unit else ""
        return (
            style.title(unit.name, mark)
            + f'<div class="gpwlab-unit">{drawn}<div>{"<br>".join(lines)}</div></div>'
            + may_markup(may(game, unit_id))
            + supply
        )

    def _short(self, unit_id: str) -> str:
        """A unit that is not the picked one, in a line."""
        game = self.session.game
        name = f"{style.side_name(peek.side(game, unit_id))} {escape(peek.unit(game, unit_id).name)}"
        return f"<div>{name} <code>{unit_id}</code></div>{may_markup(may(game, unit_id))}"

    def show_path(self) -> None:
        """What the proposed path to the hovered hex costs, hex by hex."""
        session, game = self.session, self.session.game
        hovered = game.path(session.unit, session.hovered) if session.unit and session.hovered else ()
        move = Move(session.unit, tuple(session.via) or hovered)
        if not session.unit or not move.path or peek.kind(game) == "rail":
            self.path.value = ""
            return
        refused = game.why_not(move)
        head = "This path is refused:" if refused else "The proposed path:"
        lines = style.reasons(refused or game.price(move))
        self.path.value = f'<div class="gpwlab-soft">{head}</div>{lines}'

    def text(self) -> str:
        """What it shows, in words."""
        return plain(f"{self.content.value} {self.path.value} {self.place.value}")


def may_markup(found: May) -> str:
    """What a unit may do, with a tick, or why not, with a bar across."""
    can = "".join(f'<li class="gpwlab-can">{escape(line)}</li>' for line in found.can)
    why = "".join(f'<li class="gpwlab-cannot">{escape(r.text)} {style.rule(r.rule)}</li>' for r in found.why)
    return f'<ul class="gpwlab-may">{can}{why}</ul>' if can or why else ""
