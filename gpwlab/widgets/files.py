"""What a reader takes away: the save, the log, the map, and the cells that play the game again."""

from __future__ import annotations

import json
import tempfile
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as ipw
from traitlets import Bool, Tuple, Unicode

from gpwlab.core.errors import GameError
from gpwlab.gpw.game import Game
from gpwlab.widgets import style
from gpwlab.widgets.handout import Handout, Offer
from gpwlab.widgets.kit import kit_of
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
        title = ipw.HTML(style.title("Save", "where the kernel runs; the lab also saves by itself"))
        super().__init__([ipw.HTML(style.sheet()), title, row], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")

    def _save(self) -> None:
        self.session.game.save(self.path.value)
        self.session.note(f"saved as <code>{escape(str(Path(self.path.value).resolve()))}</code>")

    def _load(self) -> None:
        game = kit_of(self.session.game).load(self.path.value, overlay=self.session.game._overlay)
        self.session.replace(game)
        warning = f" It is read-only: {escape(game.read_only)}" if game.read_only else ""
        self.session.note(f"loaded <code>{escape(self.path.value)}</code>: {escape(str(game.phase))}.{warning}")


class ExportBox(ipw.VBox):
    """The log as CSV, the map as SVG or PNG and the game as JSON, as files of the browser.

    theme: look of the map.  show: overlays on it.
    """

    theme = Unicode("paper")
    show = Tuple()

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.region = ipw.Dropdown(
            options=[(kit_of(self.session.game).part, "front"), ("the whole map", "all")], description="Map of",
            style={"description_width": "auto"}, layout=ipw.Layout(width="180px"),
        )  # fmt: skip
        self.handout = Handout(
            {
                "log": Offer(
                    "Log (CSV)",
                    "every event with die, column and rule",
                    self._log,
                    name=self._name("log.csv"),
                    mime="text/csv",
                ),
                "game": Offer(
                    "Game (JSON)",
                    "the save, which Load reads",
                    self._json,
                    name=self._name("gpw.json"),
                    mime="application/json",
                ),
                "svg": Offer(
                    "Map (SVG)", "as sharp as you like", self._svg, name=self._name("svg"), mime="image/svg+xml"
                ),
                "png": Offer("Map (PNG)", "painted by the browser", self._svg, "picture", self._name("png")),
            },
            self._failed,
        )
        title = ipw.HTML(style.title("Export", "files go to your browser's downloads"))
        super().__init__([ipw.HTML(style.sheet()), title, self.region, self.handout], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")

    def _name(self, ending: str) -> Any:
        return lambda: f"{file_stem(self.session.game)}.{ending}"

    def _failed(self, error: GameError) -> None:
        self.session.said = f'<div class="gpwlab-refusal"><b>Not possible.</b> {escape(str(error))}</div>'

    def _log(self) -> str:
        return str(self.session.seen.log.to_csv(index=False))

    def _json(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game"
            self.session.game.save(path)
            return path.read_text("utf-8")

    def _svg(self) -> str:
        picture = self.session.seen.picture(
            show=self.show, region="all" if self.region.value == "all" else None, theme=self.theme, width=1600
        )
        return str(picture)


class CellsBox(ipw.VBox):
    """The Python cells that reproduce what was clicked, to be copied, or as a notebook.

    active: whether the text follows the game.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.text = ipw.Textarea(disabled=False, rows=9, layout=ipw.Layout(width="100%", height="190px"))
        self.text.add_class("gpwlab-code")
        self.handout = Handout({
            "copy": Offer("Copy as cells", "the text below, on the clipboard", self._script, "copy"),
            "notebook": Offer(
                "Notebook (.ipynb)", "a cell a phase, each with its map", lambda: notebook(self.session.game),
                name=lambda: f"{file_stem(self.session.game)}.ipynb", mime="application/x-ipynb+json",
            ),
        })  # fmt: skip
        title = ipw.HTML(style.title("As cells", "the Python that does what you clicked"))
        super().__init__([ipw.HTML(style.sheet()), title, self.handout, self.text], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def _script(self) -> str:
        return self.session.game.script()

    def refresh(self) -> None:
        """Write the cells of the game."""
        if self.active:
            self.text.value = self.session.game.script()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if isinstance(bundle, dict):
            bundle["text/plain"] = self.session.game.script()
        return bundle  # type: ignore[no-any-return]


def file_stem(game: Game) -> str:
    """A name for a game's files: scenario, turn, phase and number of actions."""
    phase = game.phase.name.lower().replace("/", "-").replace(" ", "-")
    return f"{game.scenario}-turn{game.phase.turn}-{phase}-{game.cursor}"


def notebook(game: Game) -> str:
    """The script of a game as a notebook: a cell a phase, each showing the map as it then is."""
    sources = [cell + "\ngame.picture()" for cell in game.script().split("\n\n# ")]
    sources = [sources[0], *(f"# {source}" for source in sources[1:])]
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "id": f"phase-{n}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source,
        }
        for n, source in enumerate(sources)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": cells}, indent=1)
