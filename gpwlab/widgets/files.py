"""Saving and loading, with the path in a field."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as ipw

from gpwlab import gpw
from gpwlab.gpw.game import Game
from gpwlab.widgets import style
from gpwlab.widgets.session import Session


class SaveBox(ipw.VBox):
    """A path, Save and Load; a loaded game takes the place of the one on the table."""

    def __init__(self, game: Game | Session, path: str = "my-game.gpw.json", **traits: Any) -> None:
        self.session = Session.of(game)
        self.path = ipw.Text(
            value=path,
            description="File",
            style={"description_width": "auto"},
            layout=ipw.Layout(width="190px"),
        )
        self.save = ipw.Button(description="Save", icon="save", layout=ipw.Layout(width="auto"))
        self.load = ipw.Button(description="Load", icon="folder-open", layout=ipw.Layout(width="auto"))
        self.save.on_click(lambda _: self.session.run(self._save, "save"))
        self.load.on_click(lambda _: self.session.run(self._load, "load"))
        row = ipw.HBox([self.path, self.save, self.load])
        row.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), row], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")

    def _save(self) -> None:
        self.session.game.save(self.path.value)
        self.session.note(f"saved as <code>{escape(str(Path(self.path.value).resolve()))}</code>")

    def _load(self) -> None:
        game = gpw.load(self.path.value)
        self.session.replace(game)
        warning = f" It is read-only: {escape(game.read_only)}" if game.read_only else ""
        self.session.note(f"loaded <code>{escape(self.path.value)}</code>: {escape(str(game.phase))}.{warning}")
