"""The reinforcement timeline: 32 turns of both sides, what came of them, and the strength that they add up to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets as ipw
from pandas import isna
from traitlets import Bool

from gpwlab.core.svg.build import Picture
from gpwlab.gpw.game import Game
from gpwlab.study.timeline import EVENTS, Totals, chances_words, reached, strength, timeline
from gpwlab.widgets import style
from gpwlab.widgets import timelineview as view
from gpwlab.widgets.grid import Grid
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

CSS = Path(__file__).with_name("timeline.css").read_text("utf-8")
#: What can be shown: caption, and the kinds of event that it keeps (none given: all).
KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("everything", ()),
    ("arrivals and returns", ("reinforcement", "return", "rp", "lend-lease")),
    ("withdrawals and returns", ("withdrawal", "leader_recalled", "return", "rp", "lend-lease")),
    ("conversions and tank armies", ("conversion_available", "pool_addition", "rp", "lend-lease")),
    ("leaders", ("leader_arrives", "leader_recalled", "rp", "lend-lease")),
    ("aircraft and partisans", ("aircraft", "partisan", "rp", "lend-lease")),
)
LEGEND = (
    "− withdrawn or recalled · R returns · C conversion from now on (1 RP) · B may be built · ★ leader · P partisans · "
    "striped: half strength · broken rim: reconstructed, not printed · pale: not in this game · tick: came about, "
    "t4: late, on turn 4 · ● mud, ✱ snow · RP: replacement points, and lend-lease on average with a bar for 0, 1 and 2"
)
REST = "Point at a counter, or move with the arrow keys: unit, entry and rule are told here. A click goes to the turn."
#: Columns of the table twin: heading and column of the plan.
_TABLE = (
    ("turn", "turn"), ("side", "side"), ("event", "event"), ("unit", "unit"), ("what", "text"), ("rule", "rule"),
    ("done", "done"), ("source", "provenance"), ("note", "note"),
)  # fmt: skip


class TimelineChart(anywidget.AnyWidget):
    """The picture in the page; it is sent as a message, which no notebook keeps."""

    _esm = style.script("timeline.js")
    _css = style.CSS + CSS


class ReinforcementTimeline(TextTwin, ipw.VBox):
    """The plan of the war with what has come of it; a turn that has been played is a click away.

    ``plan`` and ``strength`` are the DataFrames behind it.  on_pick: called with the unit of an event that is clicked.
    active: False while nobody looks, so that nothing is worked out.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.on_pick: list[Callable[[str], None]] = []
        self._seen: object = None
        self._known: dict[int, Totals] = {}
        self._message: dict[str, Any] = {}
        self.heading = ipw.HTML()
        self.chart = TimelineChart()
        self.chart.on_msg(self._heard)
        self.grid, self.below = Grid(), ipw.VBox([])
        self.grid.on_row.append(lambda turn: self.session.run_pick(lambda: self.go(int(turn))))
        legend = ipw.HTML(f'<div class="gpwlab-soft">{LEGEND}</div>')
        handout = of_session(self.session, "reinforcements", self.picture, lambda: self.shown)
        parts = [self.heading, self._bar(), self.chart, legend, handout, self.below]
        super().__init__([ipw.HTML(style.sheet() + f"<style>{CSS}</style>"), *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.add_class("gpwlab-open")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def _bar(self) -> Any:
        slim = {"description_width": "auto"}
        self.kind = ipw.Dropdown(
            options=[(name, n) for n, (name, _kinds) in enumerate(KINDS)], description="Show", style=slim,
            layout=ipw.Layout(width="230px"),
        )  # fmt: skip
        self.measure = ipw.Dropdown(
            options=[(words, name) for name, words in view.WORDS.items()], description="Strength in", style=slim,
            layout=ipw.Layout(width="200px"),
        )  # fmt: skip
        self.own = ipw.ToggleButton(description="This game only", layout=ipw.Layout(width="auto"))
        self.own.tooltip = "leave out what comes after the scenario or needs a rule that is off"
        self.twin = ipw.ToggleButton(description="Table", layout=ipw.Layout(width="auto"))
        self.twin.tooltip = "the same as a table, with what waits for a condition"
        for control in (self.kind, self.measure, self.own, self.twin):
            control.observe(lambda _: self._show(), names="value")
        bar = ipw.HBox([self.kind, self.measure, self.own, self.twin])
        bar.add_class("gpwlab-bar")
        return bar

    # -- what is shown -----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read plan and game again, if that is wanted and the game has moved."""
        game = self.session.game
        now = (id(game), self.session.version)
        if not self.active or now == self._seen:
            return
        if self._seen is None or self._seen[0] != id(game):  # type: ignore[index]
            self._known = {}
        self._seen = now
        self._known.update(reached(game))
        self.plan = timeline(game)
        self.strength = strength(game, self._known)
        self._show()

    @property
    def shown(self) -> DataFrame:
        """The events that the choices let through."""
        kinds = KINDS[self.kind.value][1]
        plan = self.plan if not kinds else self.plan[self.plan["event"].isin(kinds)]
        return plan[plan["in_game"]] if self.own.value else plan

    def _show(self) -> None:
        """Draw the picture and fill the table."""
        game = self.session.game
        events = self.shown
        self.heading.value = style.title("Reinforcements", f"{game.phase.title}; planned by the charts, and what came")
        svg, points = self.svg(), view.by_turn(self.plan[self.plan["event"].isin(view.POINTS)])
        self._message = {
            "svg": svg,
            "rest": REST,
            "now": game.phase.turn,
            "events": {str(n): _told(row) for n, row in zip(events.index, events.to_dict("records"), strict=True)},
            "turns": {str(n): self._turn_words(n, points.get(n, [])) for n in game.charts.turns},
        }
        self.chart.send(self._message)
        self.below.children = (self.grid,) if self.twin.value else ()
        if self.twin.value:
            self.grid.fill("what the charts bring", [head for head, _column in _TABLE], self._table_rows(events))

    def svg(self, width: int = 0) -> str:
        """The picture as SVG, so many pixels wide and on white; 0 for the page of the widget."""
        game = self.session.game
        look = view.Look(game.phase.turn, frozenset(self.session.starts()), self.measure.value, width)
        units = {unit: game.standing(unit)[0] for unit in self.plan["unit"] if unit}
        return view.draw(self.shown, self.strength, game.charts.turns, units, look)

    def picture(self, width: int = 1100) -> Picture:
        """The picture by itself, so many pixels wide, which stays in a notebook without a kernel."""
        return Picture(self.svg(width), self.text())

    def _turn_words(self, turn: int, own: list[dict[Any, Any]]) -> list[str]:
        """A turn of the record, its title, then weather, points, and whether it can be gone to."""
        box = self.session.game.charts.turns[turn]
        points = [f"{row['text']}; {row['note']}".rstrip("; ") for row in own]
        where = "Enter or a click goes there." if turn in self.session.starts() else "It has not been played."
        return [box.title, f"{box.weather or 'no mark'}. {'. '.join(points)}. {where}"]

    @staticmethod
    def _table_rows(events: DataFrame) -> list[list[Any]]:
        rows = []
        for row in events.to_dict("records"):
            cells = [row[column] for _head, column in _TABLE]
            cells[2] = EVENTS[row["event"]]
            rows.append(["" if isna(cell) else _number(cell) for cell in cells])
        return rows

    # -- going there -------------------------------------------------------------------------------------------

    def go(self, turn: int) -> None:
        """Go to the start of a turn that has been played; say so where it has not."""
        if self.session.game.phase.turn != turn:
            self.session.go_to_turn(turn)

    def pick(self, unit: str) -> None:
        """Pick the unit of an event."""
        self.session.pick(unit)
        for call in self.on_pick:
            call(unit)

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        if message.get("kind") == "ready":
            self.chart.send(self._message)
        elif message.get("kind") == "go":
            self.session.run_pick(lambda: self.go(message["turn"]))
            if message["unit"]:
                self.session.run_pick(lambda: self.pick(message["unit"]))

    def text(self) -> str:
        """The events in words, a line each."""
        if not self.active:
            return "The timeline is not shown."
        return "\n".join(view.tip(row) for row in self.shown.to_dict("records"))


def _told(row: dict[Any, Any]) -> dict[str, str]:
    """An event as the page tells it."""
    more = [row["note"], f"{row['provenance']}: {row['basis']}"]
    if not row["in_game"]:
        more.append("not in this game")
    elif not isna(row["done"]):
        more.append(f"came about on turn {row['done']}")
    if row["chances"]:
        more.insert(0, chances_words(row["chances"]))
    says = style.rule_line(row["rule"])
    text = {"title": row["title"], "text": row["text"], "rule": row["rule"], "says": says, "unit": row["unit"]}
    return text | {"more": "; ".join(filter(None, more))}


def _number(cell: Any) -> Any:
    return cell if isinstance(cell, str) else int(cell)
