"""What the essays of the rulebook tell, in our words: history turn by turn, the making of the game, advice."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core import tables
from gpwlab.core.tables import Row
from gpwlab.widgets import style
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.texttwin import TextTwin

#: The essays: caption, kind of note, entry of the rulebook.
ESSAYS = (
    ("History", "history", "hube chart.Historical Notes"),
    ("Design", "designer", "hube chart.Designer's Notes"),
    ("Advice", "player", "hube chart.Player Notes"),
)


class Essays(TextTwin, ipw.VBox):
    """The notes of one essay; those of the turn in progress are marked, and hexes are a click away.

    on_look: called with the hexes of a note that is chosen.
    """

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.on_look: list[Callable[[list[str]], None]] = []
        self.notes = tables.read("hube", "notes", self.session.game._overlay)
        self.essay = ipw.ToggleButtons(
            options=[(caption, kind) for caption, kind, _rule in ESSAYS], style={"button_width": "90px"}
        )
        self.content = ipw.HTML()
        self.place = ipw.Dropdown(options=[("show on the map…", "")], layout=ipw.Layout(width="300px"))
        self.essay.observe(lambda _: self.refresh(), names="value")
        self.place.observe(lambda change: self._look(change["new"]), names="value")
        super().__init__([ipw.HTML(style.sheet()), self.essay, self.place, self.content], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    @property
    def shown(self) -> list[Row]:
        """The notes of the essay that is open."""
        return [row for row in self.notes if row["kind"] == self.essay.value]

    def refresh(self) -> None:
        """Tell the notes of the essay, by topic."""
        rule = next(rule for _caption, kind, rule in ESSAYS if kind == self.essay.value)
        turn = self.session.game.phase.turn
        parts = [f'<div class="gpwlab-soft">retold from the rulebook {style.rule(rule)}</div>']
        topic = ""
        for row in self.shown:
            if row["topic"] != topic:
                topic = row["topic"]
                parts.append(f"<p><b>{escape(topic)}</b></p>")
            parts.append(_note(row, turn))
        self.content.value = "".join(parts)
        placed = [(f"{row['hexes']}: {row['text'][:38]}…", row["hexes"]) for row in self.shown if row["hexes"]]
        self.place.options = [("show on the map…", ""), *placed]
        self.place.layout.display = None if placed else "none"

    def _look(self, hexes: str | None) -> None:
        for call in self.on_look if hexes else ():
            call(str(hexes).split())

    def text(self) -> str:
        """The essay in words."""
        return "\n".join(f"{row['topic']}: {row['text']}" for row in self.shown)


def _note(row: Row, turn: int) -> str:
    """One note; the turns that it speaks of, and a mark if the game is in one of them."""
    first, last = row["first_turn"], row["last_turn"]
    when = "" if not first else f"turn {first}" if first == last else f"turns {first}-{last}"
    now = bool(first) and int(first) <= turn <= int(last)
    side = style.side_name(row["side"]) + ": " if row["side"] and row["kind"] == "player" else ""
    mark = "▶ " if now else ""
    weight = "font-weight:600" if now else ""
    soft = f' <span class="gpwlab-soft">{when}</span>' if when else ""
    return f'<p style="margin:3px 0 3px 10px;{weight}">{mark}{side}{escape(row["text"])}{soft}</p>'
