"""The order of battle: every counter in a tree that the reader groups, filters and sums, linked to the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets as ipw
from traitlets import Bool, Unicode

from gpwlab.core.svg import nato
from gpwlab.gpw.game import Game
from gpwlab.gpw.picture.faces import Standing, face
from gpwlab.gpw.units import SIDES, Unit
from gpwlab.study import forces
from gpwlab.widgets import style
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

CSS = Path(__file__).with_name("forces.css").read_text("utf-8")
#: What the counters can be grouped and narrowed by, and what a reader calls it.
NAMES = {
    "side": "side",
    "formation": "formation",
    "nation": "nation",
    "branch": "branch",
    "kind": "type",
    "place": "place",
    "state": "state",
    "supply": "supply",
    "arrives": "turn of arrival",
}
FILTERS = ("side", "place", "formation", "nation", "kind", "state", "supply")
#: The columns: heading, class of the page, what it means.
COLUMNS = (
    ("counter", "gpwlab-oobname", "grouped as chosen above; click a unit to pick it, a group to fold it"),
    ("name", "gpwlab-wide", "the formation in full"),
    ("where", "gpwlab-place", "hex, or where it waits; a group tells after its name how many are on the map"),
    ("att", "gpwlab-number", "attack on the map, in points; of a unit off the map, in brackets, what it would bring"),
    ("def", "gpwlab-number", "defence on the map, in points"),
    ("steps", "gpwlab-number gpwlab-steps", "steps on the map now, of those at the start of the game"),
    ("lost", "gpwlab-number", "steps lost: the most that it has had less those it has now"),
)
_SYMBOL_WIDTH = 26.0
_NONE = "–"


class OobTree(anywidget.AnyWidget):
    """The tree in the page.  picked: the unit that is picked.  pointed: the hex under the pointer or the cursor."""

    _esm = style.script("oobtree.js")
    _css = style.CSS + CSS
    picked = Unicode("").tag(sync=True)
    pointed = Unicode("").tag(sync=True)


class OrderOfBattle(TextTwin, ipw.VBox):
    """Counters grouped by up to three of :data:`NAMES`, narrowed by words and choices; ``table`` is what is shown.

    on_pick: called with a unit that is picked here; on_look: with the hexes of a group to show on a map.  active: False
    while nobody looks, so that nothing is worked out.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, by: Sequence[str] = ("side", "formation"), **traits: Any) -> None:
        self.session = Session.of(game)
        self.on_pick: list[Callable[[str], None]] = []
        self.on_look: list[Callable[[list[str]], None]] = []
        self._seen: object = None
        self._setting = False
        self._make_controls(by)
        self.tree = OobTree()
        self.tree.on_msg(self._heard)
        self.heading, self.summary = ipw.HTML(), ipw.HTML()
        parts = [self.heading, self.summary, *self._bars(), self.tree, self.handout]
        super().__init__([ipw.HTML(style.sheet() + f"<style>{CSS}</style>"), *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.add_class("gpwlab-oobcard")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.session.observe(lambda _: self._follow(), names=["unit", "hovered"])
        self.refresh()

    # -- controls ----------------------------------------------------------------------------------------------

    def _make_controls(self, by: Sequence[str]) -> None:
        """How the counters are grouped and narrowed, and what may be taken away."""
        wanted = [*by, "", "", ""][:3]
        none = [[], [(_NONE, "")], [(_NONE, "")]]
        self.by = [
            ipw.Dropdown(
                options=[*empty, *((name, key) for key, name in NAMES.items())], value=value,
                layout=ipw.Layout(width="98px"), tooltip="group by this",
            )
            for empty, value in zip(none, wanted, strict=True)
        ]  # fmt: skip
        self.words = ipw.Text(
            placeholder="filter: words", continuous_update=True, layout=ipw.Layout(width="116px"),
            tooltip="words that a counter must have: number, name, hex, type",
        )  # fmt: skip
        self.filters = {
            name: ipw.Dropdown(options=[(f"any {NAMES[name]}", "")], layout=ipw.Layout(width="116px"))
            for name in FILTERS
        }
        for control in (*self.by, *self.filters.values(), self.words):
            control.observe(lambda _: self._choose(), names="value")
        self.spread = _button("Open all", "open every group", lambda: self.tree.send({"kind": "open"}))
        self.fold = _button("Fold all", "fold every group", lambda: self.tree.send({"kind": "fold"}))
        self.clear = _button("Clear filters", "drop every filter", self._clear)
        self.more = ipw.ToggleButton(description="More filters", layout=ipw.Layout(width="auto"))
        self.more.tooltip = "formation, nation, type, state and supply"
        self.handout = of_session(
            self.session, "forces", table=lambda: self.table, sheets=lambda: forces.sheets(self.table)
        )

    def _bars(self) -> list[Any]:
        first = [self.filters[name] for name in FILTERS[:2]]
        others = ipw.HBox([self.filters[name] for name in FILTERS[2:]])
        others.layout.display = "none"
        self.more.observe(lambda change: setattr(others.layout, "display", None if change["new"] else "none"), "value")
        bars = [
            ipw.HBox([ipw.HTML('<span class="gpwlab-soft">Group by</span>'), *self.by]),
            ipw.HBox([self.words, *first]),
            others,
            ipw.HBox([self.more, self.clear, self.spread, self.fold]),
        ]
        for bar in bars:
            bar.add_class("gpwlab-bar")
        return bars

    def _clear(self) -> None:
        self._setting = True
        for control in (*self.filters.values(), self.words):
            control.value = ""
        self._setting = False
        self._show()

    def _choose(self) -> None:
        if not self._setting:
            self._show()

    # -- what is shown -----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read the order of battle again, if that is wanted and the game has moved."""
        game = self.session.game
        now = (id(game), self.session.version)
        if not self.active or now == self._seen:
            return
        self._seen = now
        self.all = forces.order_of_battle(game)
        self._setting = True
        for name, box in self.filters.items():
            known = [value for value in self.all[name].drop_duplicates() if value != ""]
            chosen = box.value if box.value in known else ""
            box.options = [(f"any {NAMES[name]}", ""), *((str(value), value) for value in known)]
            box.value = chosen
        self._setting = False
        self._show()
        self._follow()

    @property
    def table(self) -> DataFrame:
        """The counters that the filters let through, as :func:`gpwlab.study.order_of_battle` gives them."""
        shown = self.all
        for name, box in self.filters.items():
            if box.value != "":
                shown = shown[shown[name] == box.value]
        words = self.words.value.lower().split()
        if words and len(shown):
            searched = shown[list(_SEARCHED)].astype(str).agg(" ".join, axis=1).str.lower()
            shown = shown[searched.map(lambda text: all(word in text for word in words))]
        return shown

    @property
    def groups(self) -> list[str]:
        """What the counters are grouped by, each once."""
        return list(dict.fromkeys(box.value for box in self.by if box.value))

    def _show(self) -> None:
        """Send the tree, and say the sums of each side."""
        shown = self.table
        self.rows = list(tree(shown, self.groups))
        units = {row["unit"] for row in self.rows if row.get("unit")}
        game = self.session.game
        symbols = {}
        for row in self.rows:
            if row.get("unit") and row["symbol"] not in symbols:
                symbols[row["symbol"]] = _symbol(game.standing(row["unit"])[0])
        narrowed = (
            f"{len(units)} of {len(self.all)} counters" if len(units) < len(self.all) else f"{len(units)} counters"
        )
        self.heading.value = style.title("Order of battle", f"{game.phase.title}; {narrowed}")
        self.summary.value = _sides(shown)
        self._message = {
            "kind": "rows",
            "caption": f"order of battle, {narrowed}",
            "columns": [list(column) for column in COLUMNS],
            "rows": self.rows,
            "symbols": symbols,
            "spread": bool(self.words.value.strip()) or len(units) <= _SPREAD,
        }
        self.tree.send(self._message)

    def _follow(self) -> None:
        """Mark what is picked and pointed at on the map."""
        if self.active:
            self.tree.picked = self.session.unit
            self.tree.pointed = self.session.hovered

    # -- what the reader does in the tree ----------------------------------------------------------------------

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        kind = message.get("kind")
        if kind == "ready":
            self.tree.send(self._message)
        elif kind == "pick":
            self.session.run_pick(lambda: self.pick(message["unit"]))
        elif kind == "point":
            self.session.hovered = message["hex"]
        elif kind == "look":
            self.session.run_pick(lambda: self.look(message["key"]))

    def pick(self, unit: str) -> None:
        """Pick a unit; a second time drops it."""
        if self.session.unit == unit:
            self.session.pick("")
            return
        self.session.pick(unit)
        for call in self.on_pick:
            call(unit)

    def look(self, key: str) -> None:
        """Show the hexes of a row on the map."""
        hexes = hexes_of(self.rows, key)
        if not hexes:
            self.session.note("None of these is on the map.")
            return
        for call in self.on_look:
            call(hexes)

    def text(self) -> str:
        """The tree in words, a line a row."""
        if not self.active:
            return "The order of battle is not shown."
        heads = [str(self._message["caption"]), " | ".join(name for name, _class, _tip in COLUMNS)]
        lines = []
        for row in self.rows:
            name = row["text"] if row["unit"] else f"{row['text']} {row['count']}"
            lines.append("  " * row["level"] + " | ".join(map(str, (name, *row["cells"]))))
        return "\n".join([*heads, *lines])


#: So few counters are shown with every group open.
_SPREAD = 40
_SEARCHED = ("unit", "label", "name", "kind", "nation", "formation", "place", "where")


def _button(caption: str, tip: str, call: Callable[[], None]) -> Any:
    button = ipw.Button(description=caption, tooltip=tip, layout=ipw.Layout(width="auto"))
    button.on_click(lambda _: call())
    return button


def _symbol(unit: Unit) -> str:
    return nato.symbol(face(Standing(unit, -1, unit.steps)), _SYMBOL_WIDTH)


def _sides(shown: DataFrame) -> str:
    """A line a side: what it has on the map, and what it has lost."""
    rows = []
    for row in forces.sums(shown, "side").to_dict("records"):
        cells = [f"{row['on_map']}/{row['units']}", f"{row['points']}–{row['guard']}", f"{row['now']}/{row['start']}"]
        cells += [str(row[name]) for name in ("lost", "dead", "reduced", "unsupplied")]
        rows.append(f"<tr><td>{style.side_name(row['side'])}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    head = "".join(f'<th title="{tip}">{name}</th>' for name, tip in _HEADS)
    signs = '<div class="gpwlab-soft">½ reduced, ⊘ out of supply</div>'
    return f'<table class="gpwlab-oobsides"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>{signs}'


_HEADS = (
    ("", "side"),
    ("on map", "counters on the map, of all"),
    ("att–def", "points of attack and defence on the map"),
    ("steps", "steps on the map now, of those at the start"),
    ("lost", "steps lost"),
    ("dead", "counters in the dead pile"),
    ("½", "reduced counters on the map"),
    ("⊘", "counters out of supply"),
)


# -- the tree ---------------------------------------------------------------------------------------------------------


def tree(table: DataFrame, by: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows of the tree in their order: groups with sums, then their counters.

    A row has level (0 outermost), key, text, tip, cells (after the name: as :data:`COLUMNS`); a group hexes and the
    count on the map, a counter hex, unit and symbol.
    """
    yield from _branch(table, list(by), 0, "")


def _branch(table: DataFrame, by: list[str], level: int, above: str) -> Iterator[dict[str, Any]]:
    if not by:
        yield from (_leaf(row, level, above) for row in table.to_dict("records"))
        return
    name, *rest = by
    for value in _order(table, name):
        own = table[table[name].isna()] if value is None else table[table[name] == value]
        key = f"{above}/{name}={'' if value is None else value}"
        yield _group(own, name, value, level, key)
        yield from _branch(own, rest, level + 1, key)


def _order(table: DataFrame, name: str) -> list[Any]:
    """The values of a column in the order in which they are shown; None for missing ones."""
    values = [
        None if value != value else value for value in table[name].astype(object).where(table[name].notna(), None)
    ]
    found = list(dict.fromkeys(values))
    if name == "place":
        known = list(forces.PLACES.values())
        return sorted(found, key=lambda place: known.index(place) if place in known else len(known))
    if name == "arrives":
        return sorted(found, key=lambda turn: -1 if turn is None else turn)
    return found


def _group(own: DataFrame, name: str, value: Any, level: int, key: str) -> dict[str, Any]:
    sums = forces.sums(own).iloc[0]
    hexes = sorted(set(own["hex"]) - {""})
    text = caption(name, value)
    told = {"reduced": sums["reduced"], "out of supply": sums["unsupplied"], "in the dead pile": sums["dead"]}
    marks = [f"{count} {what}" for what, count in told.items() if count]
    now, start = sums["now"], sums["start"]
    cells = [sums["points"] or "", sums["guard"] or "", _steps(now, start), sums["lost"] or ""]
    return {
        "level": level,
        "key": key,
        "text": text,
        "tone": text.lower() if text in SIDES else "",
        "tip": f"{text}: {sums['on_map']} of {sums['units']} on the map{''.join(f', {mark}' for mark in marks)}",
        "count": f"{sums['on_map']}/{sums['units']}",
        "cells": [", ".join(marks), "", *(c if c == "" else _plain(c) for c in cells)],
        "hexes": hexes,
        "unit": "",
    }


def caption(name: str, value: Any) -> str:
    """A group as a reader calls it."""
    if name == "arrives":
        return "from the start" if value is None else f"turn {value}"
    if name == "supply" and value == "":
        return "off the map"
    return str(value)


def _leaf(row: dict[Any, Any], level: int, above: str) -> dict[str, Any]:
    here = row["hex"] != ""
    states = [row["state"] if row["state"] == "reduced" else "", row["supply"] if row["supply"] != "in supply" else ""]
    marks = ", ".join(filter(None, states))
    steps = _steps(row["now"], row["start"])
    bring = [row["attack"], row["defence"]] if here else [f"({row['attack']})", f"({row['defence']})"]
    where = f"{row['where']}{' ½' if row['state'] == 'reduced' else ''}{' ⊘' if 'out' in row['supply'] else ''}"
    facts = [row["name"], row["nation"], row["formation"], row["where"], marks, f"at the start {row['start_state']}"]
    return {
        "level": level,
        "key": f"{above}/{row['unit']}",
        "text": f"{row['label']} {row['kind']}",
        "tone": "",
        "tip": f"{row['unit']}: {', '.join(filter(None, facts))}",
        "cells": [row["name"], where, *bring, steps, row["lost"] or ""],
        "hex": row["hex"],
        "unit": row["unit"],
        "symbol": f"{row['nation']} {row['kind']}",
    }


def _steps(now: int, start: int) -> str:
    """Steps now, of those at the start where there were any."""
    return f"{now}/{start}" if start else f"{now}" if now else ""


def _plain(value: Any) -> Any:
    """A number of numpy as one that JSON knows."""
    return value if isinstance(value, str) else int(value)


def hexes_of(rows: Sequence[dict[str, Any]], key: str) -> list[str]:
    """The hexes of a row: all those of a group, the one of a counter; [] off the map."""
    row = next(row for row in rows if row["key"] == key)
    return list(row["hexes"]) if not row["unit"] else [row["hex"]] if row["hex"] else []
