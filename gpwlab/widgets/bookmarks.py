"""Bookmarks with notes: places on the line of play that the game keeps, in its save too."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.game import Game
from gpwlab.widgets import style
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin


class Bookmarks(TextTwin, ipw.VBox):
    """Write a note for this place, go to a bookmark, change or remove one; ``game.notes`` holds them."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.heading = ipw.HTML()
        self.note = ipw.Text(placeholder="a note for this place", layout=ipw.Layout(width="215px"))
        self.add = self._button("Mark here", "star", "put a bookmark here; an older note is replaced", self._add)
        self.list = ipw.Dropdown(options=[], layout=ipw.Layout(width="215px"))
        self.go = self._button("Go", "arrow-right", "go to the bookmark", self._go)
        self.remove = self._button("", "trash", "remove the bookmark", self._remove)
        self.marked = ipw.HBox([self.list, self.go, self.remove])
        rows = [ipw.HBox([self.note, self.add]), self.marked]
        for row in rows:
            row.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), self.heading, *rows], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def _button(self, text: str, icon: str, tip: str, call: Any) -> Any:
        button = ipw.Button(description=text, icon=icon, tooltip=tip, layout=ipw.Layout(width="auto"))
        button.on_click(lambda _: self.session.run(call, tip))
        return button

    def _add(self) -> None:
        game = self.session.game
        text = self.note.value.strip() or f"{game.phase}, action {game.cursor}"
        game.mark(text)
        self.note.value = ""
        self.session.note(f"★ {escape(text)}")

    def _go(self) -> None:
        game = self.session.game
        line = (0, *game.line)
        if self.list.value not in line:
            raise InvalidInput("another line has overwritten that place; click its greyed line in the log to see it")
        self.session.drop_picks()
        game.jump(line.index(self.list.value))

    def _remove(self) -> None:
        del self.session.game.notes[self.list.value]

    def refresh(self) -> None:
        """Show the bookmarks of the game, that of this place chosen if there is one."""
        game = self.session.game
        line = (0, *game.line)
        here = line[game.cursor]
        self.heading.value = style.title("Bookmarks", "kept in the save")
        chosen = self.list.value
        self.list.options = [
            (f"★ {note}" + ("" if number in line else " (overwritten)"), number)
            for number, note in sorted(game.notes.items())
        ]
        if game.notes:
            self.list.value = next(n for n in (here, chosen, min(game.notes)) if n in game.notes)
        self.marked.layout.display = None if game.notes else "none"

    def text(self) -> str:
        """What it shows, in words."""
        marks = sorted(self.session.game.notes.items())
        return "\n".join(f"{n}: {note}" for n, note in marks) or "There is no bookmark."
