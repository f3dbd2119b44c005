"""A table in the page whose cells can be changed; the kernel says while one types what a value would cause."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import anywidget

from gpwlab.widgets import style

CSS = Path(__file__).with_name("celledit.css").read_text("utf-8")
Key = tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """A column: what a cell must be, the choices of a closed set; whether it names the row or tells a source."""

    name: str
    wants: str
    choices: Sequence[str] = ()
    key: bool = False
    source: bool = False


@dataclass(frozen=True)
class Line:
    """A row: its cells as text; by place the shipped text of those that are changed, and what is wrong with others."""

    key: Key
    cells: Sequence[str]
    open: bool = False
    yours: bool = False
    shipped: Mapping[int, str] = field(default_factory=dict)
    faults: Mapping[int, str] = field(default_factory=dict)


class CellEdit(anywidget.AnyWidget):
    """Rows of cells.

    trial: called with key, column and text while one types; gives what forbids it and what it would cause, "" for
    nothing.  change: called to change a cell; gives the key of the row then, and what forbids it.  signs: what stands
    for a source.  on_pick: called with the key of the row that one goes to; on_command: with the name of a command and
    a key or None.
    """

    _esm = style.script("rowset.js", "celledit.js")
    _css = style.CSS + CSS

    def __init__(
        self,
        trial: Callable[[Key, str, str], tuple[str, str]],
        change: Callable[[Key, str, str], tuple[Key, str]],
        signs: Mapping[str, str],
        **traits: Any,
    ) -> None:
        self._trial, self._change, self.signs = trial, change, dict(signs)
        self.on_pick: list[Callable[[Key], None]] = []
        self.on_command: list[Callable[[str, Key | None], None]] = []
        self.caption, self.empty = "", ""
        self.columns: list[Column] = []
        self.lines: list[Line] = []
        super().__init__(**traits)
        self.add_class("gpwlab")
        self.on_msg(self._heard)

    def fill(self, caption: str, empty: str, columns: Sequence[Column], lines: Sequence[Line]) -> None:
        """Show other rows, or these as they are now; ``empty`` stands where there is none."""
        self.caption, self.empty, self.columns, self.lines = caption, empty, list(columns), list(lines)
        self._send_rows()

    def go(self, key: Key, column: str) -> None:
        """Put the focus on a cell."""
        names = [each.name for each in self.columns]
        self.send({"kind": "go", "key": list(key), "column": names.index(column) if column in names else 0})

    def text(self) -> str:
        """The table in words, a line a row."""
        rows = [[column.name for column in self.columns], *(line.cells for line in self.lines)]
        return "\n".join([self.caption, *(" | ".join(row) for row in rows)])

    def _send_rows(self) -> None:
        columns = [asdict(column) for column in self.columns]
        rows = [
            {**asdict(line), "key": list(line.key), "changed": list(line.shipped), "shipped": _by_text(line.shipped),
             "faults": _by_text(line.faults)} for line in self.lines
        ]  # fmt: skip
        head = {"kind": "rows", "caption": self.caption, "empty": self.empty, "signs": self.signs}
        self.send({**head, "columns": columns, "rows": rows})

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        kind, key = message["kind"], tuple(message.get("key") or ())
        if kind == "ready":
            self._send_rows()
        elif kind == "try":
            bad, then = self._trial(key, message["column"], message["value"])
            self.send({"kind": "tried", "ask": message["ask"], "bad": bad, "then": then})
        elif kind == "set":
            now, bad = self._change(key, message["column"], message["value"])
            self.send({"kind": "done", "key": list(now), "bad": bad})
        elif kind == "pick":
            for call in self.on_pick:
                call(key)
        elif kind == "command":
            for each in self.on_command:
                each(message["name"], key or None)


def _by_text(cells: Mapping[int, str]) -> dict[str, str]:
    return {str(place): text for place, text in cells.items()}
