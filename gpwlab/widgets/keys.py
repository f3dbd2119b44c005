"""The lab by keyboard: a table of commands, a live line that says where the hex cursor is, and a sheet of all keys.

The page claims the keys of the table while the lab has the focus, never in a field; what a key does is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, Any

import anywidget
from traitlets import Bool, List, Unicode

from gpwlab.gpw.picture.words import describe_hex, describe_unit
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from gpwlab.widgets.mapeditor.desk import EditDesk

#: Names of keys as they stand on a keyboard.
_CAPS = {
    "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Escape": "Esc", "PageUp": "PgUp",
    "PageDown": "PgDn",
}  # fmt: skip


@dataclass(frozen=True)
class Command:
    """A thing that keys do.

    keys: as the browser names them, letters small, the space bar ``Space``.  group: heading on the sheet.  call: takes
    the key pressed.
    """

    keys: tuple[str, ...]
    what: str
    group: str
    call: Callable[[str], object]

    @property
    def caps(self) -> str:
        """The keys as the sheet names them; many digits as a range."""
        if len(self.keys) > 4 and "".join(self.keys).isdigit():
            return f"{self.keys[0]} … {self.keys[-1]}"
        return " ".join(_CAPS.get(key, key) for key in self.keys)


class Keys(TextTwin, anywidget.AnyWidget):
    """The live line below the map, where the keys come in.

    describe: the place under the pointer or cursor in words, by default the hex; ``line`` shows it.  event: what was
    said last.  dark: True while JupyterLab shows a dark theme; the page sets it.
    """

    _esm = style.script("keys.js")
    _css = style.CSS
    claims = List(Unicode()).tag(sync=True)
    sheet: List[list[str]] = List().tag(sync=True)
    line = Unicode("").tag(sync=True)
    event = Unicode("").tag(sync=True)
    dark = Bool(False).tag(sync=True)

    def __init__(
        self,
        session: Session | EditDesk,
        commands: Sequence[Command],
        describe: Callable[[Any], str] | None = None,
        **traits: Any,
    ) -> None:
        self.session = session
        self._words: Callable[[Any], str] = describe or hex_line
        self._by_key = {key: command for command in commands for key in command.keys}
        rows = [[command.group, command.caps, command.what] for command in commands]
        rows.append(["Help", "?", "this sheet"])
        super().__init__(claims=[*self._by_key, "?"], sheet=rows, **traits)
        self.add_class("gpwlab")
        self.on_msg(self._heard)
        session.observe(lambda _: self._describe(), names=["hovered", "cursor", "version"])
        session.observe(lambda _: self._repeat(), names="said")
        self._describe()

    def press(self, key: str) -> None:
        """Do what a key does; errors are shown as those of a click are."""
        command = self._by_key.get(key)
        if command is not None:
            self.session.run_pick(lambda: command.call(key))

    def _heard(self, _widget: object, content: dict[str, str], _buffers: object) -> None:
        self.press(content["key"])

    def _describe(self) -> None:
        self.line = self._words(self.session)

    def _repeat(self) -> None:
        self.event = plain(self.session.said)

    def text(self) -> str:
        """What it shows, in words."""
        return "\n".join(f"{caps}: {what}" for _group, caps, what in self.sheet)


def hex_line(session: Session) -> str:
    """The hex under the pointer or the cursor and the unit in it, in words."""
    game, hex_id = session.game, session.hovered or session.cursor
    if not hex_id:
        return "point at a hex, or move the cursor with the arrow keys"
    units = [describe_unit(s) for u in game.unit_at(hex_id) if (s := peek.standing(game, u))]
    return "  ·  ".join([describe_hex(game.board, game.board.hex(hex_id)), *units])


def plain(markup: str) -> str:
    """Markup without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", markup)).split())
