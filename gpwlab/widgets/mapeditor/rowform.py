"""The rows of a place: read with where they come from, changed in a form that tells at once what a cell must be."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.edits import Add, Edit, Remove, Set, facts
from gpwlab.core.tables import Row
from gpwlab.widgets import style
from gpwlab.widgets.mapeditor.desk import EditDesk, Where

_FIELD = {"description_width": "92px"}
#: A cell longer than this is cut short in the list; the form has it whole.
_LONG = 60
#: How a source is marked, so that colour is not the only sign.
SIGNS = {"yours": "✓ yours", "printed": "P printed", "reconstructed": "? reconstructed"}


class PlaceCard(ipw.VBox):
    """What the tables say of the picked place, and a form for one of its rows at a time."""

    def __init__(self, desk: EditDesk) -> None:
        self.desk = desk
        self.words, self.list = ipw.HTML(), ipw.HTML()
        self.pick = ipw.Dropdown(
            description="Row", style={"description_width": "auto"}, layout=ipw.Layout(width="230px")
        )
        self.new = ipw.Dropdown(
            options=[("add a row …", ""), *((f"to {table}", table) for table in desk.kind.sites)],
            layout=ipw.Layout(width="110px"),
        )
        self.right = _button("Right as it stands", "check", "all rows here stand on your copy as they do here (Space)")
        self.right.on_click(lambda _: desk.run_pick(lambda: desk.confirm(desk.cursor)))
        self.form = RowForm(desk)
        self.work = ipw.VBox([self.right, ipw.HBox([self.pick, self.new]), self.form])
        super().__init__([self.words, self.work, self.list])
        self.add_class("gpwlab-card")
        self.pick.observe(lambda _: self._picked(), names="value")
        self.new.observe(lambda _: self._add(), names="value")
        desk.observe(lambda _: self.refresh(), names=["cursor", "version"])
        self.refresh()

    def refresh(self) -> None:
        """Show the picked place, or how to go about it."""
        desk, place = self.desk, self.desk.cursor
        self.work.layout.display = "" if place else "none"
        if not place:
            self.words.value, self.list.value = _how(desk.kind.place), ""
            return
        self.words.value = style.title(place, desk.kind.region(place))
        self.list.value = listed(desk, place)
        now, options = self.pick.value, [(_name(where), where) for where, _row in desk.here(place)]
        known = [where for _caption, where in options]
        self.pick.options = options
        self.pick.value = now if now in known else known[0]
        self._picked()

    def _picked(self) -> None:
        if self.pick.value is not None:
            self.new.value = ""
            self.form.show(self.pick.value)

    def _add(self) -> None:
        if self.new.value:
            self.form.begin(self.new.value, self.desk.cursor)


class RowForm(ipw.VBox):
    """A field for each column of a row; what it must be stands below while it is not."""

    def __init__(self, desk: EditDesk) -> None:
        self.desk = desk
        self.where: Where | None = None
        self.table = ""
        self.fields: dict[str, Any] = {}
        self._was: Row = {}
        self.fault = ipw.HTML()
        self.apply = _button("Apply", "save", "write what is changed, as one step")
        self.apply.on_click(lambda _: desk.run_pick(self.do))
        self.remove = _button("Remove row", "trash", "take the row out of the table")
        self.remove.on_click(lambda _: desk.run_pick(self._remove))
        self.rows = ipw.VBox()
        super().__init__([self.rows, self.fault, ipw.HBox([self.apply, self.remove])])

    def show(self, where: Where) -> None:
        """The row at a place of a table."""
        row = self.desk.row(*where)
        if row is not None:
            self.where = where
            self._fill(where[0], row)

    def begin(self, table: str, place: str) -> None:
        """A new row of a table at a place."""
        self.where = None
        fields, main = self.desk.copy.fields(table), self.desk.main(place)
        blank = {c: field.choices[0] if field.choices else "" for c, field in fields.items()}
        known = {c: main[c] for c in ("lat", "lon") if c in fields}
        column = self.desk.kind.holds[table][0]
        self._fill(table, {**blank, **known, column: place})

    def _fill(self, table: str, row: Row) -> None:
        self.table, self._was = table, dict(row)
        shown = self.desk.kind.brush  # what the map shows comes first
        told = sorted(facts(self.desk.copy.fields(table)), key=lambda column: column not in shown)
        self.fields = {column: self._field(column, row[column]) for column in told}
        self.rows.children = list(self.fields.values())
        self.remove.layout.display = "" if self.where else "none"
        self._try()

    def _field(self, column: str, value: str) -> Any:
        form, caption = self.desk.copy.fields(self.table)[column], column.replace("_", " ")
        fixed = self.where is not None and column in self.desk.copy.key(self.table)
        if form.choices and value in form.choices:
            options = [(choice or "none", choice) for choice in form.choices]
            field: Any = ipw.Dropdown(options=options, value=value, description=caption, style=_FIELD, disabled=fixed)
        else:
            field = ipw.Text(value=value, description=caption, style=_FIELD, disabled=fixed)
        field.tooltip = f"must be {form.wants}" + (" (it names the row)" if fixed else "")
        field.layout.width = "330px"
        field.observe(lambda _: self._try(), names="value")
        return field

    def edits(self) -> list[Edit]:
        """What the form would change."""
        now = {column: str(field.value) for column, field in self.fields.items()}
        if self.where is None:
            return [Add(self.table, now)]
        return [Set(*self.where, column, value) for column, value in now.items() if value != self._was[column]]

    def _try(self) -> None:
        """Tell what is wrong with what stands in the form now."""
        edits = self.edits()
        faults = self.desk.copy.try_change(edits) if edits else []
        lines = "".join(f"<div>{escape(f'{fault.column}: {fault.message}')}</div>" for fault in faults[:4])
        self.fault.value = f'<div class="gpwlab-refusal">{lines}</div>' if lines else ""
        self.apply.disabled = bool(faults) or not edits

    def do(self) -> None:
        """Write what is changed."""
        if self.apply.disabled:
            return
        words = _name(self.where) if self.where else f"{self.table}: a row added"
        changed = [f"{edit.column} {edit.value or 'none'}" for edit in self.edits() if isinstance(edit, Set)]
        self.desk.apply(self.edits(), ": ".join(filter(None, (words, ", ".join(changed)))))

    def _remove(self) -> None:
        if self.where is not None:
            self.desk.apply([Remove(*self.where)], f"{_name(self.where)} removed")


def listed(desk: EditDesk, place: str) -> str:
    """The rows of a place in full, with where they come from and why; those of set-ups folded away."""
    shown = {True: "", False: ""}
    for (table, _key), row in desk.here(place):
        source = desk.source(row)
        mark = "gpwlab-unsure" if source == "reconstructed" else "gpwlab-mark"
        shown[table in desk.kind.drawn] += (
            f"<tr><td><b>{escape(table)}</b></td><td>{escape(facts_of(desk, table, row, place))}"
            f'<div class="gpwlab-soft"><span class="{mark}">{SIGNS.get(source, source)}</span>: '
            f"{escape(row['basis'])}</div></td></tr>"
        )
    rest = f"<details><summary>named by set-ups too</summary><table>{shown[False]}</table></details>"
    return f"<table>{shown[True]}</table>" + (rest if shown[False] else "")


def _how(place: str) -> str:
    """How an owner of the game goes about it."""
    lines = (
        f"<b>n</b> (or Next {place}) goes to one that is reconstructed, part by part of the map.",
        "<b>Space</b> says: on my printed map it is just so. It goes on to the next.",
        "<b>b</b> takes the brush: choose what your map shows, then click or drag; Enter paints at the cursor.",
        "Sides and lines have tools of their own; names and other rows are changed here, in the form of a picked "
        f"{place}.",
        "Every step is checked, written to your folder at once, and undone with <b>u</b>.",
    )
    return style.title(f"No {place} picked yet", "click one, or use the arrow keys") + (
        f"<ul class='gpwlab-reasons'>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"
    )


def facts_of(desk: EditDesk, table: str, row: Row, place: str) -> str:
    """What a row says besides the place itself, in words."""
    fields = facts(desk.copy.fields(table))
    told = [
        f"{column.replace('_', ' ')} {value if len(value) < _LONG else value[:_LONG] + '…'}"
        for column, value in row.items()
        if value and value != place and column in fields
    ]
    return ", ".join(told)


def _name(where: Where) -> str:
    return f"{where[0]} {' '.join(where[1])}"


def _button(caption: str, icon: str, what: str) -> Any:
    return ipw.Button(description=caption, icon=icon, tooltip=what, layout=ipw.Layout(width="auto"))
