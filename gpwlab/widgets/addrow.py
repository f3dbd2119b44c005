"""A form for a new row of a table: a field a column, and below each what it must be while it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.edits import Add, facts
from gpwlab.core.tables import Row
from gpwlab.study import OwnCopy
from gpwlab.widgets import style


class AddRow(ipw.VBox):
    """The form.  on_add: called with the table and the row; ``close`` hides it."""

    def __init__(self, on_add: Callable[[str, Row], None], **traits: Any) -> None:
        self._on_add = on_add
        self.name = ""
        self.fields: dict[str, Any] = {}
        self.notes: dict[str, Any] = {}
        self.heading, self.grid, self.line = ipw.HTML(), ipw.VBox(), ipw.HTML()
        self.add = ipw.Button(description="Add row", icon="plus", layout=ipw.Layout(width="auto"))
        self.cancel = ipw.Button(description="Cancel", layout=ipw.Layout(width="auto"))
        self.add.on_click(lambda _: self.do())
        self.cancel.on_click(lambda _: self.close())
        super().__init__([self.heading, self.grid, self.line, ipw.HBox([self.add, self.cancel])], **traits)
        self.add_class("gpwlab-card")
        self.close()

    def begin(self, copy: OwnCopy, name: str, like: Mapping[str, str] | None = None) -> None:
        """Open the form for a table, empty or with the cells of a row to start from."""
        self._copy, self.name = copy, name
        forms = copy.fields(name)
        columns = facts(forms)
        start = {c: like[c] if like else forms[c].choices[0] if forms[c].choices else "" for c in columns}
        self.fields = {column: self._field(column, start[column]) for column in columns}
        self.notes = {column: ipw.HTML() for column in columns}
        boxes = [ipw.VBox([self.fields[c], self.notes[c]], layout=ipw.Layout(width="330px")) for c in columns]
        self.grid.children = [ipw.HBox(boxes, layout=ipw.Layout(flex_flow="row wrap"))]
        start_from = "like the row that is picked; change what names it" if like else "empty cells where they may be"
        self.heading.value = style.title(f"A new row of {name}", start_from)
        self.layout.display = None
        self._try()

    def close(self) -> None:
        """Hide the form."""
        self.layout.display = "none"

    @property
    def row(self) -> Row:
        """What stands in the form."""
        return {column: str(field.value) for column, field in self.fields.items()}

    def do(self) -> None:
        """Add the row, if it may be."""
        self._try()
        if not self.add.disabled:
            self._on_add(self.name, self.row)

    def _field(self, column: str, value: str) -> Any:
        form = self._copy.fields(self.name)[column]
        look = {"style": {"description_width": "130px"}, "layout": ipw.Layout(width="310px")}
        caption = column.replace("_", " ") + (" *" if column in self._copy.key(self.name) else "")
        if form.choices:
            options = [(choice or "(empty)", choice) for choice in form.choices]
            chosen = value if value in form.choices else form.choices[0]
            field: Any = ipw.Dropdown(options=options, value=chosen, description=caption, **look)
        else:
            field = ipw.Text(value=value, description=caption, continuous_update=True, **look)
        field.tooltip = f"must be {form.wants}"
        field.observe(lambda _: self._try(), names="value")
        return field

    def _try(self) -> None:
        """Tell below each field what is wrong with it, and below all what the row would cause elsewhere."""
        edits = [Add(self.name, self.row)]
        refused = self._copy.refusals(edits)
        by_column = {fault.column: fault.message for fault in refused}
        for column, note in self.notes.items():
            wrong = by_column.get(column, "").removeprefix("'' ")
            note.value = f'<div class="gpwlab-soft">✖ {escape(wrong)}</div>' if wrong else ""
        self.add.disabled = bool(refused)
        then = [] if refused else self._copy.try_change(edits)
        told = "; ".join(f"{fault.message}" for fault in then[:3]) + (f" and {len(then) - 3} more" if then[3:] else "")
        self.line.value = f'<div class="gpwlab-soft">⚠ allowed, but then: {escape(told)}</div>' if then else ""
