"""A table that the reader sorts by its headings and filters by words; the rows are sent, not kept as widget state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anywidget

from gpwlab.widgets import style
from gpwlab.widgets.texttwin import TextTwin

Cell = str | int | float


class Grid(TextTwin, anywidget.AnyWidget):
    """Rows below headings.  on_row: called with the first cell of a row that is clicked, or chosen with Enter.

    tip: what that does.
    """

    _esm = style.script("rowset.js", "grid.js")
    _css = style.CSS

    def __init__(self, caption: str = "", tip: str = "show on the map", **traits: Any) -> None:
        self.caption, self.tip = caption, tip
        self.columns: list[str] = []
        self.rows: list[list[Cell]] = []
        self.on_row: list[Callable[[str], None]] = []
        super().__init__(**traits)
        self.add_class("gpwlab")
        self.on_msg(self._heard)

    def fill(self, caption: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Show other rows; the page keeps the reader's filter, and the order where the headings are the same."""
        self.caption, self.columns, self.rows = caption, list(columns), [list(row) for row in rows]
        self._send_rows()

    def text(self) -> str:
        """The table in words, a line a row."""
        lines: list[Sequence[Cell]] = [[self.caption], self.columns, *self.rows]
        return "\n".join(" | ".join(map(str, row)) for row in lines)

    def _send_rows(self) -> None:
        self.send({"caption": self.caption, "tip": self.tip, "columns": self.columns, "rows": self.rows})

    def _heard(self, _widget: object, content: dict[str, str], _buffers: object) -> None:
        if content["kind"] == "ready":
            self._send_rows()
        elif content["kind"] == "row":
            for call in self.on_row:
                call(content["name"])
