"""Nothing is lost: a lab saves its game after every action, and offers it again when the kernel was killed.

Each lab writes a file of its own under the user's data folder.  A file that was taken up again or dismissed goes into
the folder ``old`` beside them; only there, and only beyond the last fifty, is one ever deleted.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as ipw

from gpwlab.core import saves
from gpwlab.core.errors import DataError, GameError, InvalidInput
from gpwlab.core.resources import dashboards_dir, in_dashboard, user_dir
from gpwlab.core.words import counted, hyphened
from gpwlab.gpw.game import Game
from gpwlab.widgets import style
from gpwlab.widgets.kit import kit_named, kit_of
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin

SUFFIX = ".autosave.gpw.json"
#: So many autosaves of a scenario are offered, and so many are kept in the folder ``old``.
OFFERED, KEPT = 8, 50


def folder() -> Path:
    """Where autosaves belong on this computer.

    Dashboards, where each visit plays a study afresh, have theirs apart: they neither crowd out nor take up a lab's.
    """
    return (dashboards_dir() if in_dashboard() else user_dir()) / "autosave"


@dataclass(frozen=True)
class Found:
    """An autosave: its file, what it holds in a line, its actions, how many of them are done, and the position.

    The position is None if the file cannot be read; ``text`` says why.
    """

    path: Path
    text: str
    actions: tuple[str, ...] = ()
    cursor: int = 0
    position: Mapping[str, Any] | None = None

    def is_part_of(self, game: Game) -> bool:
        """Whether the game has been where the autosave is, so that there is nothing to recover."""
        line = tuple(str(action) for action in game.actions)
        if self.position is None or self.actions != line[: len(self.actions)]:
            return False
        twin = game.fork()
        twin.jump(self.cursor)
        return bool(json.loads(twin.position.partition(" ")[2]) == self.position)


def found(scenario: str, where: Path, overlay: Path | None = None) -> list[Found]:
    """The autosaves of a scenario in a folder, the newest first; overlay: the tables by which they are told."""
    files = sorted(where.glob(f"{hyphened(scenario)}.*{SUFFIX}"), key=_changed, reverse=True)
    return [_read(file, overlay) for file in files[:OFFERED]]


def _changed(file: Path) -> float:
    """When a file was written last; 0 for one that another lab has just put away."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _read(path: Path, overlay: Path | None) -> Found:
    when = f"{datetime.fromtimestamp(_changed(path)):%Y-%m-%d %H:%M}"  # first, for the list may cut the rest off
    try:
        body = saves.read(path)
        position, cursor = body["position"], body["cursor"]
        where = kit_named(body["game"]).place(position, overlay)
        actions = tuple(text for _before, text, _facts in body["history"])
        if type(cursor) is not int or not 0 <= cursor <= len(actions):
            raise ValueError(f"it stands after {cursor!r} of {len(actions)} actions")
    except (DataError, InvalidInput, KeyError, TypeError, ValueError, IndexError) as error:
        return Found(path, f"{when}: cannot be read: {error}")
    count = counted(cursor, "action")
    return Found(path, f"{when}: {where}, {count}", actions, cursor, position)


def set_aside(path: Path) -> None:
    """Move an autosave into ``old``; the oldest there beyond the last fifty go.  DataError where that cannot be."""
    old = path.parent / "old"
    try:
        old.mkdir(exist_ok=True)
        path.replace(old / path.name)
        files = sorted(old.glob(f"*{SUFFIX}"), key=_changed)
        for file in files[:-KEPT]:
            file.unlink(missing_ok=True)
    except FileNotFoundError:
        raise DataError("another lab has taken it up or put it away", str(path)) from None
    except OSError as error:
        raise DataError(f"it cannot be put away: {error.strerror or error}", str(path)) from None


class Autosave(TextTwin, ipw.VBox):
    """Saves the game on the table whenever it has changed, and offers the autosaves of its scenario.

    where: the folder.  The bar is not seen while there is nothing to offer.
    """

    def __init__(self, game: Game | Session, where: Path | None = None, **traits: Any) -> None:
        self.session = Session.of(game)
        self.where = where or folder()
        self._game: Game | None = None
        #: markup that says why the last saving failed, "" if it did not
        self.failed = ""
        self._shown: list[Found] = []
        self.told = ipw.HTML()
        self.list = ipw.Dropdown(options=[], layout=ipw.Layout(width="480px"))
        self.recover = ipw.Button(description="Recover", icon="history", button_style="success")
        self.dismiss = ipw.Button(description="Dismiss", icon="times", tooltip="the file stays in the folder 'old'")
        for button in (self.recover, self.dismiss):
            button.layout.width = "auto"
        self.recover.on_click(lambda _: self.session.run(self._recover, "recover"))
        self.dismiss.on_click(lambda _: self.session.run_pick(self._dismiss))
        row = ipw.HBox([self.told, self.list, self.recover, self.dismiss])
        row.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), row], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-offer")
        self.offer()
        self.session.observe(lambda _: self.keep(), names="version")

    # -- saving ------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the game; another game on the table gets another file.  Trouble is shown and play goes on."""
        game = self.session.game
        if game is not self._game:
            if not (game.cursor or game.undone or game.notes):
                return
            self._game = game
            token = f"{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
            self.path = self.where / f"{hyphened(game.scenario)}.{token}{SUFFIX}"
        try:
            self.where.mkdir(parents=True, exist_ok=True)
            game.save(self.path, brief=True)
            self.failed = ""
        except (GameError, OSError) as error:
            warning = f"<b>The autosave failed.</b> {escape(str(error))}. It is tried again after every action."
            self.failed = f'<div class="gpwlab-refusal" role="alert">{warning}</div>'
            self.session.said += self.failed

    # -- offering ----------------------------------------------------------------------------------------------

    def offer(self) -> None:
        """Show what may be recovered: the autosaves that hold more than the game on the table has."""
        game = self.session.game
        self._shown = [one for one in found(game.scenario, self.where, game._overlay) if not one.is_part_of(game)]
        self.list.options = [(one.text, n) for n, one in enumerate(self._shown)]
        self.list.layout.display = None if len(self._shown) > 1 else "none"
        self.layout.display = None if self._shown else "none"
        if self._shown:
            self.list.value = 0
            only = f" {escape(self._shown[0].text)}" if len(self._shown) == 1 else ""
            self.told.value = f'<span role="status"><b>Recover:</b>{only}</span>'

    def _recover(self) -> None:
        chosen = self._shown[self.list.value]
        game = kit_of(self.session.game).load(chosen.path, overlay=self.session.game._overlay)
        self.session.replace(game)  # saved at once under a new name
        if not self.failed:  # else the old file stays where it is
            set_aside(chosen.path)
        self.layout.display = "none"
        warning = f" It is read-only: {escape(game.read_only)}" if game.read_only else ""
        self.session.note(f"Recovered: {escape(chosen.text)}.{warning}{self.failed}")

    def _dismiss(self) -> None:
        chosen = self._shown[self.list.value]
        try:
            set_aside(chosen.path)
        finally:
            self.offer()  # also where another lab was quicker
        self.session.note(f"The autosave is kept in <code>{escape(str(chosen.path.parent / 'old'))}</code>.")

    def text(self) -> str:
        """What it shows, in words."""
        return "\n".join(one.text for one in self._shown) or "There is no autosave to recover."
