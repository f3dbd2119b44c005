"""The map editor: a game's map corrected against one's own copy of the game, for all three games."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import ipywidgets as ipw

from gpwlab.core.errors import InvalidInput
from gpwlab.core.game import Game
from gpwlab.core.svg.lattice import Point
from gpwlab.study import OwnCopy
from gpwlab.widgets import style
from gpwlab.widgets.copycards import ShareCard, meter
from gpwlab.widgets.grid import Grid
from gpwlab.widgets.keys import Keys, plain
from gpwlab.widgets.leaf import fitting
from gpwlab.widgets.looks import THEMES
from gpwlab.widgets.mapeditor.canvas import Canvas
from gpwlab.widgets.mapeditor.desk import EditDesk
from gpwlab.widgets.mapeditor.keymap import commands
from gpwlab.widgets.mapeditor.progress import ChangesCard, ProgressCard, TryCard, headline
from gpwlab.widgets.mapeditor.rowform import SIGNS, PlaceCard
from gpwlab.widgets.mapeditor.tools import Brush, Drawing, tools_of
from gpwlab.widgets.tableeditor import copy_of
from gpwlab.widgets.tabs import Tabs
from gpwlab.widgets.texttwin import TextTwin

_LEGEND = (
    '<span class="gpwlab-soft">Marks: dots and ? reconstructed · P printed in the rulebook · hatching and a tick: '
    "corrected or confirmed by you · no mark: derived or published</span>"
)


class MapEditor(TextTwin, ipw.VBox):
    """``MapEditor("gpw")``, or ``"hube"`` or ``"sfs"``, or ``MapEditor(copy)`` with an :class:`OwnCopy`, or a game.

    folder: where the copy of a game named by its short name is kept; by default ``my-gpw`` and so on, beside the
    notebook, and of a game that is being played its overlay.  height: of the map in pixels.  theme: of the map.
    ``copy`` is the copy on the table; ``desk`` what is picked and said; every change is on disk at once.  Raises
    InvalidInput for an unknown game, place or tool, DataError for a folder that cannot be used.
    """

    def __init__(
        self,
        copy: OwnCopy | Game[Any, Any, Any] | str = "gpw",
        folder: str | os.PathLike[str] | None = None,
        height: int = 620,
        theme: str = "paper",
        **traits: Any,
    ) -> None:
        super().__init__(**traits)
        self._leave: Callable[[], None] = lambda: None  # of the copy before
        self._height = height
        for name in ("gpwlab", "gpwlab-lab", "gpwlab-mapeditor"):
            self.add_class(name)
        self.put_copy(copy_of(copy, folder), theme)

    def put_copy(self, copy: OwnCopy, theme: str = "paper") -> None:
        """Put another copy on the table, maybe of another game."""
        self._leave()
        self.copy = copy
        self.desk = EditDesk(copy)
        self._leave = self.desk.close
        self.desk.theme = theme
        self._make()
        self._observe()
        self.take(0)
        self.mark()
        self._tell()
        if copy.note:
            self.desk.note(copy.note)

    # -- making ---------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        desk = self.desk
        self.tools = tools_of(desk)
        self.brush = next(tool for tool in self.tools if isinstance(tool, Brush))
        self.tool = self.tools[0]
        self._point: Point | None = None
        self._painted: list[str] = []
        self.canvas = Canvas(desk.kind, desk.ground, self._height)
        # before the cards observe it: the map is what the reader waits for
        desk.observe(lambda _: self.canvas.show(desk.ground, desk.changed), names="version")
        self.chooser = ipw.ToggleButtons(
            options=[(tool.caption, n) for n, tool in enumerate(self.tools)],
            tooltips=[f"{tool.hint} ({tool.key})" for tool in self.tools], style={"button_width": "auto"},
        )  # fmt: skip
        self.form = ipw.VBox()
        self.said = ipw.HTML()
        self.sure = ipw.Button(description="Change it all the same (!)", button_style="warning")
        self.sure.layout.width = "auto"
        self.bar = Bar(self)
        self.table = Grid()
        self.keyboard = Keys(desk, commands(self), lambda _desk: self.line())
        self.place = PlaceCard(desk)
        self.progress = ProgressCard(desk)
        self.far = ipw.HTML(layout=ipw.Layout(flex="1"))
        self.next = ipw.Button(
            description=f"Next {desk.kind.place}", icon="arrow-right", layout=ipw.Layout(width="auto")
        )
        self.next.tooltip = "the next one that is still reconstructed, part by part of the map (n)"
        self.summary = ipw.HBox([self.far, self.next], layout=ipw.Layout(flex="0 0 auto", overflow="visible"))
        self.changes = ChangesCard(desk, self.go)
        self.trial = TryCard(desk)
        self.share = ShareCard(self.copy, self.put_copy, lambda markup: desk.set_trait("said", markup))
        self.tabs = Tabs({
            "Here": [self.place], "Progress": [self.progress], "Changes": [self.changes],
            "Share": [self.trial, self.share],
        })  # fmt: skip
        self.children = [ipw.HTML(style.sheet()), self._columns(), self.trial.table]

    def _columns(self) -> Any:
        head = ipw.HBox([self.chooser])
        head.add_class("gpwlab-bar")
        left = ipw.VBox([head, self.form, self.canvas, self.keyboard, self.bar, ipw.HTML(_LEGEND), self.table])
        left.layout = ipw.Layout(flex="1 1 560px", min_width="420px")
        for part in (self.said, self.sure):
            part.layout.flex = "0 0 auto"  # else a long card below presses them together
        right = ipw.VBox([self.summary, self.said, self.sure, self.tabs])
        right.layout = ipw.Layout(flex="0 0 400px", max_height=fitting(self._height + 150, 150), overflow="hidden auto")
        return ipw.HBox([left, right], layout=ipw.Layout(grid_gap="10px", align_items="flex-start"))

    def _observe(self) -> None:
        desk, canvas = self.desk, self.canvas
        canvas.on_point.append(self._pointed)
        canvas.on_click.append(lambda point: desk.run_pick(lambda: self._clicked(point)))
        canvas.on_draw.append(self._drawing)
        canvas.on_stroke.append(lambda: desk.run_pick(self._stroked))
        self.chooser.observe(lambda change: self.take(change["new"]), names="value")
        self.sure.on_click(lambda _: desk.run_pick(desk.insist))
        self.next.on_click(lambda _: desk.run_pick(lambda: self.next_open(1)))
        self.keyboard.observe(lambda change: self.bar.set("Dark map", change["new"]), names="dark")
        self.table.on_row.append(self.go)
        desk.observe(lambda _: self._retell(), names="version")
        desk.observe(lambda _: self._redress(), names="theme")
        desk.observe(lambda _: self._picks(), names="cursor")
        desk.observe(lambda _: self._say(), names=["said", "waiting"])
        self._say()

    # -- what is seen ---------------------------------------------------------------------------------------------

    def _redress(self) -> None:
        """Draw all of it in other colours."""
        self.canvas.show(self.desk.ground)
        self._retell()

    def _retell(self) -> None:
        """What stands above the drawn map and beside it, of the copy as it is now."""
        self.mark()
        self._picks()
        self._tell()

    def _tell(self) -> None:
        """How far the copy is, and the table twin."""
        desk = self.desk
        done = len(desk.places) - len(desk.standing("reconstructed"))
        self.far.value = f"<b>{headline(desk)}</b>{meter(done, len(desk.places))}"
        self.fill_table()

    def mark(self) -> None:
        """Draw where the facts come from, or not."""
        desk = self.desk
        sources = ("reconstructed", "yours", "printed")
        on = self.bar.is_on("Marks")
        self.canvas.marks(*(desk.standing(source) if on else [] for source in sources))

    def fill_table(self) -> None:
        """The table twin of the map, while it is open."""
        desk, on = self.desk, self.bar.is_on("Table")
        self.table.layout.display = "" if on else "none"
        if not on:
            return
        columns = desk.kind.brush
        rows = []
        for place in desk.places:
            row, source = desk.main(place), desk.source(desk.main(place))
            others = sorted({table for (table, _key), _row in desk.here(place)} - {desk.kind.main[0]})
            rows.append([place, *(row[column] for column in columns), SIGNS.get(source, source), ", ".join(others)])
        self.table.fill(headline(desk), [desk.kind.place, *columns, "source", "also in"], rows)

    def _picks(self) -> None:
        """Draw the cursor, and what the tool would do under the pointer."""
        ground, p = self.desk.ground, self.desk.ground.sheet.palette
        cursor = ground.cursor(self.desk.cursor) if self.desk.cursor else ""
        self.canvas.picks(cursor, ground.ring(self._painted, p.chosen), self.tool.preview(self._point))

    def _say(self) -> None:
        self.said.value = self.desk.said
        self.sure.layout.display = "" if self.desk.waiting else "none"

    def line(self) -> str:
        """The place under the pointer or the cursor, in words."""
        place = self.desk.hovered or self.desk.cursor
        if not place:
            return f"point at one of the {self.desk.kind.places}, or move the cursor with the arrow keys"
        source = self.desk.source(self.desk.main(place))
        return f"{self.desk.ground.describe(place)}  ·  {SIGNS.get(source, source)}"

    # -- the pointer ----------------------------------------------------------------------------------------------

    def _pointed(self, point: Point | None) -> None:
        self._point = point
        place = self.desk.ground.place_at(point) if point is not None else ""
        self.desk.hovered = place
        self._picks()

    def _clicked(self, point: Point) -> None:
        place = self.desk.ground.place_at(point)
        if place:
            self.desk.cursor = place
            self.tool.click(point)
            self._picks()

    def _drawing(self, point: Point) -> None:
        """Take up a place of a stroke, and those that the pointer passed since the last one."""
        place = self.desk.ground.place_at(point)
        if not place or place in self._painted[-1:]:
            return
        self._painted += self.desk.ground.way(self._painted[-1], place)[1:] if self._painted else [place]
        self._picks()

    def _stroked(self) -> None:
        places, self._painted = self._painted, []
        if places:
            self.desk.cursor = places[-1]
            self.tool.stroke(places)
        self._picks()

    # -- what buttons and keys do ---------------------------------------------------------------------------------

    @property
    def here(self) -> str:
        """The cursor's place; before it is moved that of the pointer, else the first that is to be worked on."""
        return (
            self.desk.cursor
            or self.desk.hovered
            or next(iter(self.desk.standing("reconstructed")), self.desk.places[0])
        )

    def put(self, place: str) -> None:
        """Put the cursor on a place, in sight; InvalidInput for one that is not on the map."""
        if place not in self.desk.places:
            raise InvalidInput(f"there is no place {place!r} on this map; there is {self.desk.places[0]}, for instance")
        self.desk.hovered = ""
        self.desk.cursor = place
        self.canvas.keep_in_sight(place)

    def go(self, place: str) -> None:
        """Put the cursor on a place and centre the map on it."""
        self.put(place)
        self.canvas.look_at(place)
        self.tabs.turn_to("Here")

    def take(self, number: int) -> None:
        """Take a tool by its number; InvalidInput if there is none of it."""
        if number not in range(len(self.tools)):
            raise InvalidInput(f"a tool is a number from 0 to {len(self.tools) - 1}, not {number!r}")
        self.tool.drop()
        self.tool = self.tools[number]
        self.chooser.value = number
        self.form.children = [self.tool.form]
        self.canvas.stroke.painting = self.tool.paints
        self._picks()

    def use(self) -> None:
        """Use the tool at the cursor."""
        self.put(self.here)
        self.tool.at(self.here)
        self._picks()

    def drop(self) -> None:
        """Forget what has begun, and what waits for a second word."""
        self.tool.drop()
        self.desk.waiting = ()
        self.desk.said = ""
        self._picks()

    def toggle_erase(self) -> None:
        """Erase instead of drawing, or draw again."""
        if isinstance(self.tool, Drawing):
            self.tool.erase.value = not self.tool.erase.value
        else:
            self.desk.note("Only the tools for sides and lines erase; the brush paints with another value.")

    def next_open(self, step: int) -> None:
        """Go to the next place that is still reconstructed, part by part of the map."""
        open_ = self.desk.standing("reconstructed")
        if not open_:
            self.desk.note(f"No {self.desk.kind.place} is reconstructed any more.")
            return
        order = {place: n for n, place in enumerate(self.desk.places)}
        at = order.get(self.desk.cursor, -1 if step > 0 else len(order))
        ahead = [place for place in open_ if (order[place] - at) * step > 0]
        self.put((ahead or open_)[0 if step > 0 else -1])
        if self.canvas.map.zoom < self.desk.kind.near:
            self.canvas.look_at(self.desk.cursor)

    def right_and_next(self) -> None:
        """Confirm the picked place and go on."""
        here = self.desk.cursor
        if not here or self.desk.confirm(here) or self.desk.source(self.desk.main(here)) == "yours":
            self.next_open(1)

    def text(self) -> str:
        """The editor in words: how far the copy is, what differs, what is picked."""
        picked = plain(self.place.words.value)
        return "\n".join((f"{self.copy!r}", headline(self.desk), self.changes.grid.text(), picked))


class Bar(ipw.HBox):
    """The switches below the map, by caption, and undo and redo."""

    def __init__(self, editor: MapEditor) -> None:
        desk = editor.desk
        self.editor = editor
        self.switches = {
            "Marks": _toggle("Marks", "dots: reconstructed; P: printed; hatching and a tick: yours (m)", True),
            "Table": _toggle("Table", "the map as a table (t)"),
            "Dark map": _toggle("Dark map", "the map in dark colours; it follows the theme of JupyterLab"),
            "High contrast": _toggle("High contrast", "strong lines and plain colours"),
        }
        dark, contrast = next(key for key, name in THEMES.items() if name == desk.theme)
        self.set("Dark map", dark)
        self.set("High contrast", contrast)
        whole = ipw.Button(description="Whole map", icon="globe", tooltip="the whole sheet (w)")
        undo = ipw.Button(description="Undo", icon="undo", tooltip="take the last step back (u)")
        redo = ipw.Button(description="Redo", icon="repeat", tooltip="make it again (r)")
        whole.on_click(lambda _: editor.canvas.look_at_all())
        undo.on_click(lambda _: desk.run_pick(desk.undo))
        redo.on_click(lambda _: desk.run_pick(desk.redo))
        for button in (whole, undo, redo):
            button.layout.width = "auto"
        super().__init__([undo, redo, whole, *self.switches.values()])
        self.add_class("gpwlab-bar")
        self.switches["Marks"].observe(lambda _: editor.mark(), names="value")
        self.switches["Table"].observe(lambda _: editor.fill_table(), names="value")
        for name in ("Dark map", "High contrast"):
            self.switches[name].observe(lambda _: self._dress(), names="value")

    def is_on(self, name: str) -> bool:
        """Whether a switch is on."""
        return bool(self.switches[name].value)

    def set(self, name: str, on: bool) -> None:
        """Turn a switch on or off."""
        self.switches[name].value = on

    def flip(self, name: str) -> None:
        """Turn a switch the other way."""
        self.set(name, not self.is_on(name))

    def _dress(self) -> None:
        self.editor.desk.theme = THEMES[self.is_on("Dark map"), self.is_on("High contrast")]


def _toggle(caption: str, what: str, on: bool = False) -> Any:
    return ipw.ToggleButton(value=on, description=caption, tooltip=what, layout=ipw.Layout(width="auto"))
