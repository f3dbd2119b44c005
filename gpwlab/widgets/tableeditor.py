"""The table editor: any table of a game corrected against one's own copy, row by row, with undo."""

from __future__ import annotations

import os
from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.edits import Add, Confirm, Remove, Set, facts, key_of
from gpwlab.core.errors import DataError, GameError, InvalidInput
from gpwlab.core.game import Game
from gpwlab.core.schema import PROVENANCE
from gpwlab.core.tables import Row
from gpwlab.study import OwnCopy
from gpwlab.study.players.base import system_of
from gpwlab.widgets import style
from gpwlab.widgets.addrow import AddRow
from gpwlab.widgets.celledit import CellEdit, Column, Key, Line
from gpwlab.widgets.copycards import (
    ChangesGrid,
    FaultsGrid,
    ProgressGrid,
    ShareCard,
    meter,
    place_of,
)
from gpwlab.widgets.tabs import Tabs
from gpwlab.widgets.texttwin import TextTwin

#: Where a row comes from, as a sign and a word: the fuller the circle, the firmer the ground.
SIGNS = dict(zip(PROVENANCE, ("● printed", "◕ derived", "◑ published", "○ reconstructed"), strict=True))
#: Which rows are shown.
ROWS = {"all rows": "", "still reconstructed": "open", "yours": "yours", "with faults": "faults"}
KEYS = (
    ("arrow keys, Home, End, Page up, Page down", "go from cell to cell; a click goes there too"),
    ("Enter, F2 or a second click", "change the cell; letters and digits begin at once"),
    ("Enter, Escape", "keep what was typed, or leave the cell as it was"),
    ("Space", "the row stands on your own copy as it does here: it becomes printed"),
    ("Insert, Ctrl+Delete", "add a row; remove the row"),
    ("Alt+↓", "the next row that is still reconstructed"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("?", "this list"),
)


class TableEditor(TextTwin, ipw.VBox):
    """``TableEditor("gpw")``, or ``"sfs"`` or ``"hube"``; ``TableEditor(copy)`` with an :class:`OwnCopy`; or a game,
    whose overlay folder is edited.

    table: the one that is opened first.  folder: where the copy of a game without a folder is kept; by default
    ``my-gpw`` and so on, beside the notebook.  ``copy`` is the copy that is edited; every accepted change is on disk at
    once.  Raises InvalidInput for an unknown game or table, DataError for a folder that cannot be used.
    """

    def __init__(
        self,
        copy_or_game: Any = "gpw",
        table: str | None = None,
        folder: str | os.PathLike[str] | None = None,
        **traits: Any,
    ) -> None:
        self.copy = copy_of(copy_or_game, folder)
        self._picked: Key | None = None
        self._make(table)
        super().__init__(
            [ipw.HTML(style.sheet()), self.heading, self._bar(), self.far, self.said, self.key_list, self.tabs],
            **traits,
        )
        for name in ("gpwlab", "gpwlab-card", "gpwlab-tableeditor"):
            self.add_class(name)
        self._observe()
        self._end = self.copy.watch(self.refresh)
        self.refresh()

    # -- making ---------------------------------------------------------------------------------------------------

    def _make(self, table: str | None) -> None:
        names = self.copy.names
        if table is not None and table not in names:
            raise InvalidInput(f"{self.copy.game} has no table {table!r}; its tables are {', '.join(names)}")
        self.heading, self.far, self.said, self.detail = ipw.HTML(), ipw.HTML(), ipw.HTML(), ipw.HTML()
        self.key_list = ipw.HTML(_keys(), layout=ipw.Layout(display="none"))
        self.table = ipw.Dropdown(
            options=names, value=table or ("units" if "units" in names else names[0]), description="Table",
            style={"description_width": "auto"}, layout=ipw.Layout(width="230px"),
        )  # fmt: skip
        self.show = ipw.Dropdown(
            options=ROWS, description="Show", style={"description_width": "auto"}, layout=ipw.Layout(width="210px")
        )
        self.undo = _button("Undo", "undo")
        self.redo = _button("Redo", "repeat")
        self.reload = _button("Read again", "refresh", "read the folder again, with what another program did there")
        self.help = _button("Keys", "keyboard-o", "what each key does (?)")
        self.cells = CellEdit(self.trial, self.change, SIGNS)
        self.confirm = _button("It is so on my copy", "check", "the picked row becomes printed, on your word (Space)")
        self.add = _button("Add a row", "plus", "a new row (Insert)")
        self.like = _button("Add one like it", "clone", "a new row that begins as the picked one")
        self.remove = _button("Remove row", "trash", "take the picked row out (Ctrl+Delete); undo brings it back")
        self.form = AddRow(self._add_row)
        self.changes, self.faults, self.progress = (
            each(tip="go there") for each in (ChangesGrid, FaultsGrid, ProgressGrid)
        )
        self.share = ShareCard(self.copy, self.put_copy, self.say)
        buttons = ipw.HBox([self.confirm, self.add, self.like, self.remove])
        buttons.add_class("gpwlab-bar")
        self.tabs = Tabs({
            "Rows": [buttons, self.detail, self.form, self.cells], "Differences": [self.changes],
            "Faults": [self.faults], "Progress": [self.progress], "Hand on": [self.share],
        })  # fmt: skip

    def _bar(self) -> Any:
        bar = ipw.HBox([self.table, self.show, self.undo, self.redo, self.reload, self.help])
        bar.add_class("gpwlab-bar")
        return bar

    def _observe(self) -> None:
        self.table.observe(lambda _: self._turn(), names="value")
        self.show.observe(lambda _: self._rows(), names="value")
        self.undo.on_click(lambda _: self.run(self._undo))
        self.redo.on_click(lambda _: self.run(self._redo))
        self.reload.on_click(lambda _: self.run(self.copy.reload))
        self.help.on_click(lambda _: self._help())
        self.confirm.on_click(lambda _: self._command("confirm", self._picked))
        self.remove.on_click(lambda _: self._command("remove", self._picked))
        self.add.on_click(lambda _: self._command("add", None))
        self.like.on_click(lambda _: self._command("like", self._picked))
        self.cells.on_pick.append(self._pick)
        self.cells.on_command.append(self._command)
        self.progress.on_row.append(lambda name: self.go(name))
        self.changes.on_row.append(lambda number: self.go(*self.changes.places[int(number) - 1]))
        self.faults.on_row.append(self._to_fault)
        self.tabs.observe(lambda _: self._tab(), names="selected_index")

    # -- showing --------------------------------------------------------------------------------------------------

    def put_copy(self, copy: OwnCopy) -> None:
        """Edit another copy, maybe of another game."""
        self._end()
        self.copy = copy
        self._end = copy.watch(self.refresh)
        self.share.show(copy)
        self._picked = None
        names = copy.names
        now = self.table.value if self.table.value in names else "units"
        self.table.options, self.table.value = names, now
        self.refresh()
        self.say(f'<div class="gpwlab-note">Received into <code>{escape(str(copy.folder))}</code>.</div>')

    def refresh(self) -> None:
        """Show the copy as it is now."""
        copy, (steps, done) = self.copy, self.copy.history
        self.heading.value = style.title(f"Tables of {copy.game} on your own copy", str(copy.folder))
        back, ahead = steps[:done][-1:], steps[done:][:1]
        self.undo.disabled, self.redo.disabled = not back, not ahead
        self.undo.tooltip = f"take back: {back[0]} (Ctrl+Z)" if back else "nothing to undo"
        self.redo.tooltip = f"again: {ahead[0]} (Ctrl+Y)" if ahead else "nothing to redo"
        self._known_faults = copy.faults()
        self._progress()
        self._rows()
        self._tab()

    def _progress(self) -> None:
        """Bars for this table and for all, and whether games accept the copy."""
        table = self.copy.progress()
        one = table[table["table"] == self.table.value]
        lines = []
        for caption, part in ((self.table.value, one), ("all tables", table)):
            rows, left, yours = (int(part[c].sum()) for c in ("rows", "reconstructed", "corrected"))
            lines.append(
                f"<b>{escape(caption)}</b>{meter(rows - left, rows)}"
                f"<span>{left:,} of {rows:,} rows still reconstructed · {yours:,} yours</span>"
            )
        state = _unsound(self._known_faults) if self._known_faults else ""
        note = f"<div class='gpwlab-note'>{escape(self.copy.note)}</div>" if self.copy.note else ""
        self.far.value = f"<div class='gpwlab-far'>{''.join(lines)}</div>{state}{note}"

    def _rows(self) -> None:
        """Fill the grid with the rows that are shown."""
        copy, name = self.copy, self.table.value
        columns = _columns(copy, name)
        shipped = {self._key(row): row for row in copy.shipped(name)}
        faults = self._faults_here(name)
        lines = [self._line(row, columns, shipped, faults) for row in copy.rows(name)]
        wanted = self.show.value
        shown = [line for line in lines if not wanted or _fits(line, wanted)]
        empty = {
            "": "This table has no rows: add one", "open": "Nothing is reconstructed here any more",
            "yours": "Nothing of this table is yours yet", "faults": "No row of this table is at fault",
        }[wanted]  # fmt: skip
        self.cells.fill(f"{name}: {len(shown):,} of {len(lines):,} rows", empty, columns, shown)
        if self._picked not in [line.key for line in shown]:
            self._picked = shown[0].key if shown else None
        self._tell_row()

    def _line(
        self, row: Row, columns: list[Column], shipped: dict[Key, Row], faults: dict[Key, dict[str, str]]
    ) -> Line:
        key = self._key(row)
        old, wrong = shipped.get(key, {}), faults.get(key, {})
        told = {n: old.get(c.name, "") for n, c in enumerate(columns) if old.get(c.name) != row[c.name]}
        return Line(
            key=key,
            cells=[row[column.name] for column in columns],
            open=row["provenance"] == "reconstructed",
            yours=old != row,
            shipped=told,
            faults={n: wrong[c.name] for n, c in enumerate(columns) if c.name in wrong},
        )

    def _faults_here(self, name: str) -> dict[Key, dict[str, str]]:
        """What is wrong in a table, by row and column."""
        found: dict[Key, dict[str, str]] = {}
        for fault in self._known_faults:
            place = place_of(self.copy, fault)
            if place is not None and place[0] == name:
                found.setdefault(place[1], {})[place[2]] = fault.message
        return found

    def _key(self, row: Row) -> Key:
        return tuple(row[column] for column in self.copy.key(self.table.value))

    def _turn(self) -> None:
        """Another table is chosen."""
        if self.table.value is None:
            return
        self._picked = None
        self.form.close()
        self._progress()
        self._rows()

    def _tab(self) -> None:
        """Work out what the open tab shows; the others wait until they are looked at."""
        views: dict[str, Any] = {"Differences": self.changes, "Faults": self.faults, "Progress": self.progress}
        if self.tabs.current in views:
            views[self.tabs.current].show(self.copy)

    def _pick(self, key: Key) -> None:
        self._picked = key
        self._tell_row()

    def _tell_row(self) -> None:
        """The picked row's basis in full, and which buttons apply."""
        for button in (self.confirm, self.like, self.remove):
            button.disabled = self._picked is None
        if self._picked is None:
            self.detail.value = ""
            return
        row = self.copy.row(self.table.value, self._picked)
        name = escape(" ".join(self._picked))
        self.detail.value = f"<div><b>{name}</b> {SIGNS.get(row['provenance'], escape(row['provenance']))}: " + (
            f"<span class='gpwlab-soft'>{escape(row['basis'])}</span></div>"
        )

    def _help(self) -> None:
        self.key_list.layout.display = None if self.key_list.layout.display == "none" else "none"

    def say(self, markup: str) -> None:
        """Show what was refused or done."""
        self.said.value = markup

    # -- going there ----------------------------------------------------------------------------------------------

    def go(self, table: str, key: Key | None = None, column: str = "") -> None:
        """Open a table, at a row and column; InvalidInput for a table that is not there."""
        self.copy.key(table)
        self.tabs.turn_to("Rows")
        self.table.value = table
        if key is not None and any(self._key(row) == key for row in self.copy.rows(table)):
            self.show.value = ""
            self._pick(key)
            self.cells.go(key, column)

    def _to_fault(self, number: str) -> None:
        place = place_of(self.copy, self.faults.faults[int(number) - 1])
        if place is not None:
            self.go(*place)

    # -- changing -------------------------------------------------------------------------------------------------

    def run(self, step: Callable[[], object]) -> bool:
        """Do something that may be refused; a refusal is shown."""
        try:
            self.say("")
            step()
        except GameError as error:
            self.say(style.refusal(error))
            return False
        return True

    def trial(self, key: Key, column: str, value: str) -> tuple[str, str]:
        """What forbids a value in a cell, and what it would cause elsewhere, "" for nothing."""
        edits = [Set(self.table.value, key, column, value)]
        refused = self.copy.refusals(edits)
        if refused:
            return refused[0].message, ""
        return "", _some(self.copy.try_change(edits))

    def change(self, key: Key, column: str, value: str) -> tuple[Key, str]:
        """Change a cell: the key of the row then, and what forbids it."""
        name = self.table.value
        try:
            self.copy.set(name, key, column, value)
        except DataError as error:
            if error.column is None:  # about the folder, not about the cell
                self.say(style.refusal(error))
            return key, error.message
        except GameError as error:
            return key, str(error)
        self.say("")
        columns = self.copy.key(name)
        now = tuple(value if c == column else part for c, part in zip(columns, key_of(columns, key), strict=True))
        self._pick(now)
        return now, ""

    def _command(self, name: str, key: Key | None) -> None:
        """A key of the grid or a button."""
        table = self.table.value
        steps: dict[str, Callable[[], object]] = {
            "undo": self._undo,
            "redo": self._redo,
            "keys": self._help,
            "add": lambda: self.form.begin(self.copy, table),
            "confirm": lambda: self.copy.change([Confirm(table, key)] if key else []),
            "remove": lambda: self.copy.change([Remove(table, key)] if key else []),
            "like": lambda: self.form.begin(self.copy, table, self.copy.row(table, key)) if key else None,
        }
        self.run(steps[name])

    def _undo(self) -> None:
        self._note(f"taken back: {self.copy.undo()}")

    def _redo(self) -> None:
        self._note(f"done again: {self.copy.redo()}")

    def _note(self, text: str) -> None:
        self.say(f'<div class="gpwlab-note">{escape(text)}</div>')

    def _add_row(self, name: str, row: Row) -> None:
        if self.run(lambda: self.copy.change([Add(name, row)])):
            self.form.close()
            self.show.value = ""
            key = tuple(row[column] for column in self.copy.key(name))
            self._pick(key)
            self.cells.go(key, self.copy.key(name)[0])
            self._note(f"added to {name}: {' '.join(key)}")

    def text(self) -> str:
        """The editor in words: how far the copy is, its faults, and the rows that are shown."""
        table = self.copy.progress()
        left, rows = int(table["reconstructed"].sum()), int(table["rows"].sum())
        head = f"{self.copy!r}\n{left:,} of {rows:,} rows still reconstructed, {len(self._known_faults)} faults"
        return f"{head}\n{self.cells.text()}"


def copy_of(given: Any, folder: str | os.PathLike[str] | None) -> OwnCopy:
    """The copy to edit: itself, of a game's name, or in the overlay folder of a game."""
    if isinstance(given, OwnCopy):
        return given
    if isinstance(given, str):
        return OwnCopy(given, folder or f"my-{given}")
    if not isinstance(given, Game):
        raise InvalidInput(f"an own copy, a game or the name of one is edited, not {given!r}")
    system = system_of(given)
    return OwnCopy(system, folder or given._overlay or f"my-{system}")


def _columns(copy: OwnCopy, name: str) -> list[Column]:
    """The columns as they are shown: what names the row, its provenance, the facts, where they come from."""
    fields, key = copy.fields(name), copy.key(name)
    told = [column for column in facts(fields) if column not in key]
    rest = [column for column in fields if column not in ("provenance", *key, *told)]
    return [
        Column(c, fields[c].wants, fields[c].choices, key=c in key, source=c.endswith("provenance"))
        for c in (*key, "provenance", *told, *rest)
    ]


def _fits(line: Line, wanted: str) -> bool:
    return {"open": line.open, "yours": line.yours, "faults": bool(line.faults)}[wanted]


def _unsound(faults: list[DataError]) -> str:
    many = f"{len(faults)} faults" if faults[1:] else "1 fault"
    return (
        f"<div class='gpwlab-refusal'><b>Not sound yet: {many}.</b> Games refuse this copy until that is mended; the "
        f"first: {escape(_short(faults[0]))}. The tab Faults leads to each row.</div>"
    )


def _some(faults: list[DataError]) -> str:
    """A few faults in words."""
    told = "; ".join(_short(fault) for fault in faults[:3])
    return f"{told} and {len(faults) - 3} more" if faults[3:] else told


def _short(fault: DataError) -> str:
    name = os.path.basename(fault.file).removesuffix(".csv")
    return f"{name}{f' line {fault.row}' if fault.row else ''}: {fault.message}"


def _keys() -> str:
    rows = "".join(f"<tr><td><b>{escape(keys)}</b></td><td>{escape(what)}</td></tr>" for keys, what in KEYS)
    return f'<div class="gpwlab-note"><table>{rows}</table></div>'


def _button(caption: str, icon: str, what: str = "") -> Any:
    return ipw.Button(description=caption, icon=icon, tooltip=what, layout=ipw.Layout(width="auto"))
