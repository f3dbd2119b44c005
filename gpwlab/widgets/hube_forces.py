"""The order of battle of Hube's Pocket: corps and armies, their divisions, and what these are made of or lack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from pandas import isna
from traitlets import Bool

from gpwlab.core import tables
from gpwlab.core.svg import nato
from gpwlab.core.tables import Row
from gpwlab.hube.board import SIDES
from gpwlab.hube.picture.faces import Standing, face, nation_of
from gpwlab.widgets import style
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.orderofbattle import CSS, OobTree
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

#: The columns: heading, class of the page, what it means.
COLUMNS = (
    ("unit", "gpwlab-oobname", "by state, side, corps or army, and division; click a unit to pick it"),
    ("numbers", "gpwlab-wide", "printed: strength, action, movement"),
    ("where", "gpwlab-place", "hex, or what has become of it"),
    ("lost", "gpwlab-number", "steps lost, or components missing"),
    ("due", "gpwlab-number", "turn of arrival"),
)
#: What has become of a unit, in the order in which it is shown.
STATES = (
    "on the map", "to be placed", "to come", "in the pool", "dead", "exited", "collapsed", "recalled",
    "not in this game",
)  # fmt: skip
_SYMBOL_WIDTH, _SPREAD = 26.0, 40


class HubeForces(TextTwin, ipw.VBox):
    """Every counter in a tree.  on_look: called with the hexes of a group to show on the map.

    active: False while nobody looks, so that nothing is worked out.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.on_look: list[Callable[[list[str]], None]] = []
        self.kinds = {row["kind"]: row for row in tables.read("hube", "kinds", self.session.game._overlay)}
        self.rows: list[dict[str, Any]] = []
        self._message: dict[str, Any] = {"caption": "", "rows": []}
        self.heading = ipw.HTML()
        self.words = ipw.Text(placeholder="filter: words", layout=ipw.Layout(width="150px"), continuous_update=True)
        self.side = ipw.Dropdown(
            options=[("both sides", ""), *((side, side) for side in SIDES)], layout=ipw.Layout(width="110px")
        )
        self.state = ipw.Dropdown(
            options=[("any state", ""), *((state, state) for state in STATES)], layout=ipw.Layout(width="130px")
        )
        for control in (self.words, self.side, self.state):
            control.observe(lambda _: self.refresh(), names="value")
        self.tree = OobTree()
        self.tree.on_msg(self._heard)
        bar = ipw.HBox([self.words, self.side, self.state])
        bar.add_class("gpwlab-bar")
        sheet = ipw.HTML(style.sheet() + f"<style>{CSS}</style>")
        handout = of_session(self.session, "forces", table=self.frame)
        super().__init__([sheet, self.heading, bar, self.tree, handout], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.add_class("gpwlab-oobcard")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.session.observe(lambda _: self._follow(), names=["unit", "hovered"])
        self.refresh()

    @property
    def table(self) -> list[dict[Any, Any]]:
        """The counters that the filters let through, one a row of ``game.units``."""
        words = self.words.value.lower().split()
        found = []
        for row in self.session.game.units.to_dict("records"):
            text = " ".join(str(row[name]) for name in _SEARCHED).lower()
            if (
                all(word in text for word in words)
                and self.side.value in ("", row["side"])
                and self.state.value in ("", row["state"])
            ):
                found.append(row)
        return found

    def frame(self) -> DataFrame:
        """The same as a frame, in the types of ``game.units``."""
        units: DataFrame = self.session.game.units
        shown = {row["unit"] for row in self.table}
        return units[units["unit"].isin(shown)]

    def refresh(self) -> None:
        """Read the order of battle again, if it is seen."""
        if not self.active:
            return
        shown = self.table
        self.rows = list(tree(shown, self.kinds))
        symbols = {row["symbol"]: row["drawn"] for row in self.rows if row["unit"]}
        self.heading.value = style.title("Order of battle", f"{self.session.game.phase}; {len(shown)} counters")
        self._message = {
            "kind": "rows",
            "caption": f"order of battle, {len(shown)} counters",
            "columns": [list(column) for column in COLUMNS],
            "rows": [{k: v for k, v in row.items() if k != "drawn"} for row in self.rows],
            "symbols": symbols,
            "spread": bool(self.words.value.strip()) or len(shown) <= _SPREAD,
        }
        self.tree.send(self._message)
        self._follow()

    def _follow(self) -> None:
        """Mark what is picked and pointed at on the map."""
        if self.active:
            self.tree.picked, self.tree.pointed = self.session.unit, self.session.hovered

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        kind = message.get("kind")
        if kind == "ready":
            self.tree.send(self._message)
        elif kind == "pick":
            self.session.run_pick(lambda: self.session.pick(message["unit"]))
        elif kind == "point":
            self.session.hovered = message["hex"]
        elif kind == "look":
            self.look(message["key"])

    def look(self, key: str) -> None:
        """Show the hexes of a row on the map."""
        row = next(row for row in self.rows if row["key"] == key)
        hexes = row["hexes"] if not row["unit"] else [row["hex"]] * bool(row["hex"])
        if not hexes:
            self.session.note("None of these is on the map.")
        for call in self.on_look if hexes else ():
            call(hexes)

    def text(self) -> str:
        """The tree in words, a line a row."""
        lines = [str(self._message["caption"]), " | ".join(name for name, _class, _tip in COLUMNS)]
        for row in self.rows:
            name = row["text"] if row["unit"] else f"{row['text']} {row['count']}"
            lines.append("  " * row["level"] + " | ".join(map(str, (name, *row["cells"]))))
        return "\n".join(lines)


_ORDER = {"state": STATES, "side": SIDES}
_SEARCHED = ("unit", "side", "nation", "kind", "label", "formation", "group", "state", "hex", "values")


def tree(table: Sequence[Mapping[Any, Any]], kinds: Mapping[str, Row]) -> Iterator[dict[str, Any]]:
    """The rows of the tree in their order: state, side, group and division with counts, then their counters."""
    yield from _branch(table, ("state", "side", "group", "formation"), 0, "", kinds)


def _branch(
    table: Sequence[Mapping[Any, Any]], by: Sequence[str], level: int, above: str, kinds: Mapping[str, Row]
) -> Iterator[dict[str, Any]]:
    if not by:
        yield from (_leaf(row, level, above, kinds) for row in table)
        return
    name, *rest = by
    values = list(dict.fromkeys(row[name] for row in table))
    if name in _ORDER:
        values.sort(key=_ORDER[name].index)
    for value in values:
        own = [row for row in table if row[name] == value]
        if value == "":  # of no group or division: the counters stand one level higher
            yield from _branch(own, rest, level, f"{above}/-", kinds)
            continue
        key = f"{above}/{name}={value}"
        yield _group(own, str(value), level, key)
        yield from _branch(own, rest, level + 1, key, kinds)


def _group(own: Sequence[Mapping[Any, Any]], text: str, level: int, key: str) -> dict[str, Any]:
    here = [row for row in own if row["hex"]]
    lost = sum(int(row["lost"] or 0) for row in own)
    return {
        "level": level, "key": key, "text": text, "tone": text.lower() if text in ("Axis", "Soviet") else "",
        "tip": f"{text}: {len(here)} of {len(own)} on the map", "count": f"{len(here)}/{len(own)}",
        "cells": ["", "", lost or "", ""], "hexes": sorted({row["hex"] for row in here}), "unit": "",
    }  # fmt: skip


def _leaf(row: Mapping[Any, Any], level: int, above: str, kinds: Mapping[str, Row]) -> dict[str, Any]:
    nation = nation_of(row["nation"], row["label"], row["formation"])
    kind = kinds[row["kind"]]
    words = row["label"] if row["kind"] == "formation" else f"{row['label']} {kind['name']}".strip()
    where = row["hex"] or row["state"]
    shown = Standing(
        row["unit"], -1, row["side"], nation, row["kind"], kind["size"], kind["category"], row["label"], ()
    )
    arrives = row["arrives"]
    return {
        "level": level, "key": f"{above}/{row['unit']}", "text": words, "tone": "", "hex": row["hex"], "hexes": [],
        "tip": " · ".join(filter(None, (row["unit"], row["nation"], row["group"], row["formation"], where))),
        "count": "", "cells": [row["values"], where, int(row["lost"] or 0) or "", _turn(arrives)],
        "unit": row["unit"], "symbol": f"{nation} {row['kind']} {row['label'] if row['kind'] == 'formation' else ''}",
        "drawn": nato.symbol(face(shown), _SYMBOL_WIDTH),
    }  # fmt: skip


def _turn(arrives: Any) -> int | str:
    """A turn of arrival, "" where there is none."""
    return "" if isna(arrives) else int(arrives)
