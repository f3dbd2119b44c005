"""What a reader takes away: the save, the log, the map, and the cells that play the game again."""

from __future__ import annotations

import json
import tempfile
import warnings
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as ipw
from traitlets import Bool, Tuple, Unicode

from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.game import Game
from gpwlab.study import account, exports, forces, map_geojson
from gpwlab.study.progress import Told
from gpwlab.widgets import style
from gpwlab.widgets.handout import Handout, Offer
from gpwlab.widgets.kit import kit_of
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import file_stem, refuse
from gpwlab.widgets.texttwin import TextTwin


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
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the widget says it
            kept = self.session.game.save(self.path.value)
        self.session.note(f"saved as <code>{escape(str(Path(self.path.value).resolve()))}</code>" + _other(kept))

    def _load(self) -> None:
        game = kit_of(self.session.game).load(self.path.value, overlay=self.session.game._overlay)
        self.session.replace(game)
        warning = f" It is read-only: {escape(game.read_only)}" if game.read_only else ""
        self.session.note(f"loaded <code>{escape(self.path.value)}</code>: {escape(str(game.phase))}.{warning}")


def _other(kept: Path | None) -> str:
    """Markup that tells of a game that lay under the same name."""
    if kept is None:
        return ""
    return (
        '<div class="gpwlab-refusal" role="alert">Another game or line of play was saved there, perhaps by another '
        f"notebook. It is kept as <code>{escape(str(kept))}</code>.</div>"
    )


class ExportBox(ipw.VBox):
    """The whole game to take away: report, log, order of battle, map and save, as files of the browser.

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
        self.handout = Handout(self._offers(), lambda error: refuse(self.session, error))
        title = ipw.HTML(style.title("Export", "files go to your browser's downloads"))
        super().__init__([ipw.HTML(style.sheet()), title, self.region, self.handout], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")

    def _offers(self) -> dict[str, Offer]:
        def offer(caption: str, tip: str, make: Any, ending: str, mime: str, kind: str = "file") -> Offer:
            tells = make in (self._report, self._forces)  # these take seconds
            return Offer(caption, tip, make, kind, lambda: f"{file_stem(self.session.game)}.{ending}", mime, tells)

        excel, geo = exports.MIMES[".xlsx"], "hexes, rails, places and units on the real earth, for QGIS and the like"
        told = "the whole game told turn by turn, to read, print and hand on"
        return {
            "report": offer("Report (HTML)", told, self._report, "report.html", "text/html"),
            "log": offer("Log (CSV)", "every event with die, column and rule", self._log, "log.csv", "text/csv"),
            "forces": offer("Forces (Excel)", "who is where now, and the log", self._forces, "forces.xlsx", excel),
            "svg": offer("Map (SVG)", "as sharp as you like", self._svg, "svg", "image/svg+xml"),
            "png": offer("Map (PNG)", "painted by the browser", self._svg, "png", "image/png", "picture"),
            "geojson": offer("Map (GeoJSON)", geo, self._geojson, "geojson", "application/geo+json"),
            "game": offer("Game (JSON)", "the save, which Load reads", self._json, "gpw.json", "application/json"),
        }

    @property
    def _viewer(self) -> str:
        """The side whose view the lab shows, "" for both."""
        return getattr(self.session, "viewer", "")

    def _report(self, progress: Told) -> str:
        game = self.session.game
        if self._viewer and game.winner is None:
            raise InvalidInput(
                f"the report tells what the {self._viewer} side does not know: look as both sides, or wait for the end"
            )
        return account.html(game, progress)

    def _log(self) -> str:
        return exports.packed(self.session.seen.log, ".csv").decode()

    def _forces(self, progress: Told) -> bytes:
        sheets = {**forces.workbook(self.session.seen), "log": self.session.seen.log}
        return exports.packed(sheets, ".xlsx", self.session.seen, progress)

    def _geojson(self) -> str:
        return json.dumps(map_geojson(self.session.game, side=self._viewer), ensure_ascii=False)

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


class CellsBox(TextTwin, ipw.VBox):
    """The Python cells that reproduce what was clicked, to be copied, or as a notebook.

    active: whether the text follows the game.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.code = ipw.Textarea(disabled=False, rows=9, layout=ipw.Layout(width="100%", height="190px"))
        self.code.add_class("gpwlab-code")
        self.handout = Handout({
            "copy": Offer("Copy as cells", "the text below, on the clipboard", self._script, "copy"),
            "notebook": Offer(
                "Notebook (.ipynb)", "a cell a phase, each with its map", lambda: notebook(self.session.game),
                name=lambda: f"{file_stem(self.session.game)}.ipynb", mime="application/x-ipynb+json",
            ),
        })  # fmt: skip
        title = ipw.HTML(style.title("As cells", "the Python that does what you clicked"))
        super().__init__([ipw.HTML(style.sheet()), title, self.handout, self.code], **traits)
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
            self.code.value = self.session.game.script()

    def text(self) -> str:
        """What it shows, in words."""
        return self.session.game.script()


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
