"""What is told of an own copy beside its rows: how far it is, what differs, what is wrong, and how to hand it on."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as ipw

from gpwlab.core.edits import key_of
from gpwlab.core.errors import DataError, GameError, InvalidInput
from gpwlab.study import OwnCopy
from gpwlab.widgets import style
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.handout import Handout, Offer

#: What stands for a row that is not there, and for an empty cell.
GONE, EMPTY = "(no such row)", "(empty)"


def meter(done: int, total: int) -> str:
    """A bar for the rows that are more than reconstructed; the numbers stand beside it."""
    share = done / total if total else 1.0
    bar = f'<div class="gpwlab-meter good" style="width:{share:.1%}"></div>'
    return f'<div class="gpwlab-track" role="img" aria-label="{done} of {total}">{bar}</div>'


class ProgressGrid(Grid):
    """A row a table: rows by where they come from, yours, and how much is still reconstructed."""

    def show(self, copy: OwnCopy) -> None:
        """Count again."""
        table = copy.progress()
        rows = [
            [line["table"], *(int(line[c]) for c in table.columns[1:-1]), _blocks(line["open"])]
            for line in table.to_dict("records")
        ]
        self.fill(
            "Rows by their source; click a table to open it. Corrected: changed, confirmed or added by you",
            [*table.columns[:-1], "still reconstructed"],
            rows,
        )


def _blocks(share: float) -> str:
    """A bar in text, the part that is known filled, and the share that is not."""
    return f"{'█' * (10 - round(10 * share))}{'░' * round(10 * share)} {share:.0%}"


class ChangesGrid(Grid):
    """A row a cell that differs from the shipped tables.  ``places``: table, key and column of each."""

    def show(self, copy: OwnCopy) -> None:
        """List them again."""
        self.places: list[tuple[str, tuple[str, ...], str]] = []
        rows: list[list[Cell]] = []
        for line in copy.diff().to_dict("records"):
            key = key_of(copy.key(line["table"]), line["key"])
            self.places.append((line["table"], key, line["column"]))
            cells = [GONE if text is None else text or EMPTY for text in (line["shipped"], line["own"])]
            rows.append([len(rows) + 1, line["table"], " ".join(key), line["column"], *cells])
        count = "Nothing differs from the shipped tables yet" if not rows else f"{len(rows)} cells differ"
        self.fill(count, ["", "table", "row", "column", "shipped", "yours"], rows)


class FaultsGrid(Grid):
    """A row a fault that ``gpwlab data check`` finds.  ``places``: table, line and column of each."""

    def show(self, copy: OwnCopy) -> None:
        """List them again."""
        self.faults = copy.faults()
        rows: list[list[Cell]] = [
            [n, Path(fault.file).stem, fault.row or "", fault.column or "", fault.message]
            for n, fault in enumerate(self.faults, 1)
        ]
        sound = "Sound: games, studies and gpwlab data check accept it"
        told = f"{len(rows)} faults: until they are mended, games refuse this copy" if rows else sound
        self.fill(told, ["", "table", "line", "column", "fault"], rows)


def place_of(copy: OwnCopy, fault: DataError) -> tuple[str, tuple[str, ...], str] | None:
    """Table, key and column of a fault; None where no one row is at fault."""
    name = Path(fault.file).stem
    row = copy.row_on_line(name, fault.row) if name in copy.names and fault.row else None
    if row is None:
        return None
    return name, tuple(row[column] for column in copy.key(name)), fault.column or copy.key(name)[0]


class ShareCard(ipw.VBox):
    """Hand a copy on as one file of the browser, take one up into a folder of its own, and how to play with it.

    on_receive: called with the copy that was received; on_said: with what to tell, as markup.
    """

    def __init__(
        self, copy: OwnCopy, on_receive: Callable[[OwnCopy], None], on_said: Callable[[str], None], **traits: Any
    ) -> None:
        self.copy, self._on_receive, self._on_said = copy, on_receive, on_said
        self.use = ipw.HTML()
        offer = Offer(
            "Share",
            "what is corrected, as one small file",
            self._packed,
            name=lambda: f"{self.copy.folder.name}.zip",
            mime="application/zip",
        )
        self.share = Handout({"share": offer}, lambda error: on_said(style.refusal(error)))
        self.upload = ipw.FileUpload(accept=".zip", multiple=False, description="Choose a shared file")
        self.upload.layout.width = "auto"
        self.into = ipw.Text(description="into folder", style={"description_width": "auto"})
        self.receive = ipw.Button(description="Receive", icon="folder-open", layout=ipw.Layout(width="auto"))
        self.receive.on_click(lambda _: self._receive())
        super().__init__(
            [
                ipw.HTML(style.title("Play with it")),
                self.use,
                ipw.HTML(style.title("Hand it on", "one small file; nothing in it is ever executed")),
                self.share,
                ipw.HTML(style.title("Take one up", "all of it is checked first; your own tables are not touched")),
                ipw.HBox([self.upload, self.into, self.receive]),
            ],
            **traits,
        )
        self.add_class("gpwlab-card")
        self.show(copy)

    def show(self, copy: OwnCopy) -> None:
        """Tell of another copy."""
        self.copy = copy
        folder, game = str(copy.folder), copy.game
        slug = {"gpw": "barbarossa", "sfs": "standard", "hube": "kirovograd"}[game]
        call = f"{game}.new({slug!r}, overlay={folder!r})"
        self.use.value = (
            f"<div><code>{escape(call)}</code></div>"
            f"<div class='gpwlab-soft'>Studies take the same <code>overlay=</code>; "
            f"<code>gpwlab data check {escape(folder)} --game {game}</code> checks it.</div>"
        )
        self.into.value = f"{copy.folder.name}-received"

    def _packed(self) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            return self.copy.share(Path(folder) / "copy.zip").read_bytes()

    def _receive(self) -> None:
        try:
            if not self.upload.value:
                raise InvalidInput("choose a shared file first")
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "shared.zip"
                path.write_bytes(bytes(self.upload.value[0]["content"]))
                received = OwnCopy.receive(path, self.into.value)
        except GameError as error:
            self._on_said(style.refusal(error))
            return
        self._on_receive(received)
