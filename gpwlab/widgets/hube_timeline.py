"""The orders of arrival of Hube's Pocket on a time line: what comes when and where, and the history of each turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.svg.build import Picture
from gpwlab.hube import worlds
from gpwlab.widgets import hube_timelineview as view
from gpwlab.widgets import style
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin
from gpwlab.widgets.timeline import TimelineChart

if TYPE_CHECKING:
    from pandas import DataFrame

CSS = Path(__file__).with_name("timeline.css").read_text("utf-8")
REST = "Point at a counter, or move with the arrow keys: unit, entry and rule are told here. A click goes to the turn."
LEGEND = (
    "S: southern edge · W: western edge · pale: before or after this scenario, or on the map already · blue: played"
)
COLUMNS = ("turn", "date", "side", "unit", "enters by", "source")


class ArrivalTimeline(TextTwin, ipw.VBox):
    """Both orders of arrival; a turn that has been played is a click away.

    active: False while nobody looks, so that nothing is drawn.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        given = worlds.shipped(self.session.game._overlay)
        self.units = {row["unit_id"]: row for row in given["units"]}
        self.kinds = {row["kind"]: row for row in given["kinds"]}
        self.notes = [row for row in given["notes"] if row["first_turn"]]
        self._message: dict[str, Any] = {}
        self.heading, self.chart, self.grid = ipw.HTML(), TimelineChart(), Grid()
        self.chart.on_msg(self._heard)
        self.twin = ipw.ToggleButton(
            description="Table", tooltip="the same as a table", layout=ipw.Layout(width="auto")
        )
        self.twin.observe(lambda _: self.refresh(), names="value")
        legend = ipw.HTML(f'<div class="gpwlab-soft">{LEGEND}</div>')
        sheet = ipw.HTML(style.sheet() + f"<style>{CSS}</style>")
        handout = of_session(self.session, "arrivals", self.picture, self.table)
        parts = [self.heading, ipw.HBox([self.twin]), self.chart, legend, handout, self.grid]
        super().__init__([sheet, *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Draw it again, if it is seen."""
        if not self.active:
            return
        game = self.session.game
        self.heading.value = style.title("Orders of arrival", str(game.phase))
        arrivals = game.charts.arrivals
        self._message = {
            "svg": self.svg(),
            "rest": REST,
            "now": game.phase.turn,
            "events": {str(n): self._told(arrival) for n, arrival in enumerate(arrivals)},
            "turns": {str(n): [box.title, self._of_turn(n)] for n, box in game.charts.turns.items()},
        }
        self.chart.send(self._message)
        self.grid.layout.display = None if self.twin.value else "none"
        if self.twin.value:
            self.grid.fill("orders of arrival", COLUMNS, self.rows())

    def svg(self) -> str:
        """The picture as SVG."""
        game = self.session.game
        look = view.Look(game.phase.turn, frozenset(self.session.starts()), (game.first_turn, game.last_turn))
        return view.svg(game.charts, self.units, self.kinds, look, self._there())

    def picture(self) -> Picture:
        """The picture by itself, which stays in a notebook without a kernel."""
        return Picture(self.svg(), self.text())

    def _there(self) -> set[int]:
        """The numbers of arrivals of turns to come whose unit is on the map already."""
        game = self.session.game
        here = {piece.id for piece in game.pieces}
        here |= {self.units[unit]["formation"] for unit in here if unit in self.units}
        return {n for n, a in enumerate(game.charts.arrivals) if a.item in here and a.turn > game.phase.turn}

    def rows(self) -> list[list[Cell]]:
        """A row an arrival, in the order of COLUMNS."""
        game = self.session.game
        charts, sources = game.charts, worlds.shipped(game._overlay)["arrivals"]
        return [
            [a.turn, charts.turns[a.turn].date, a.side, view.name(a, self.units, self.kinds), view.EDGES[a.edge][0],
             f"{row['provenance']}: {row['basis']}"]
            for a, row in zip(charts.arrivals, sources, strict=True)
        ]  # fmt: skip

    def table(self) -> DataFrame:
        """The same as a frame."""
        from pandas import DataFrame

        return DataFrame(self.rows(), columns=list(COLUMNS))

    def _told(self, arrival: Any) -> dict[str, str]:
        """An arrival as the page tells it."""
        box, rule = self.session.game.charts.turns[arrival.turn], view.RULES[arrival.edge]
        text = f"{view.name(arrival, self.units, self.kinds)} by {view.EDGES[arrival.edge][0]}"
        unit = arrival.item if arrival.kind == "unit" else ""
        more = self.units[unit]["printed_id"] and f"printed {self.units[unit]['printed_id']}" if unit else ""
        return {
            "title": box.title,
            "text": text,
            "rule": rule,
            "says": style.rule_line(rule),
            "unit": unit,
            "more": more,
        }

    def _of_turn(self, turn: int) -> str:
        """What history tells of a turn (hube chart.Historical Notes)."""
        told = [row["text"] for row in self.notes if int(row["first_turn"]) <= turn <= int(row["last_turn"])]
        return " ".join(told) or "The essays are silent on these days."

    # -- going there -------------------------------------------------------------------------------------------

    def go(self, turn: int) -> None:
        """Go to the start of a turn that has been played; say so where it has not."""
        if self.session.game.phase.turn != turn:
            self.session.go_to_turn(turn)

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        if message.get("kind") == "ready":
            self.chart.send(self._message)
        elif message.get("kind") == "go":
            self.session.run_pick(lambda: self.go(message["turn"]))

    def text(self) -> str:
        """The orders of arrival in words, a line each."""
        return "\n".join(" | ".join(map(str, row)) for row in self.rows())
