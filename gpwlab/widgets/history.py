"""History's dates above a game's turns, on one date axis; an event opens its section of the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab import study
from gpwlab.core.errors import InvalidInput
from gpwlab.core.inventory import GAMES
from gpwlab.core.reader import Reader
from gpwlab.core.svg.build import Picture
from gpwlab.study.turndates import TurnDates, turn_dates
from gpwlab.widgets import historyview as view
from gpwlab.widgets import style
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.rulepane import RulePane
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import takeaway
from gpwlab.widgets.texttwin import TextTwin
from gpwlab.widgets.timeline import TimelineChart

if TYPE_CHECKING:
    from datetime import date

    from pandas import DataFrame

CSS = Path(__file__).with_name("timeline.css").read_text("utf-8")
COLUMNS = ("no.", "from", "to", "turns", "event", "where", "who", "section", "source")
REST = "Point at an event, or move with the arrow keys: it is told here. A click or Enter opens its section."
NAMES = {"gpw": "The Great Patriotic War", "hube": "Hube's Pocket", "sfs": "Struggle for Stalingrad"}


class HistoryTimeline(TextTwin, ipw.VBox):
    """What a game's essays date, above the turns of the game.

    game: a game, a session, or the short name of a game; a game has its turn in progress marked.  ``dates`` is the
    DataFrame behind it.  pane: the rules that an event opens, of the same game; None for one of its own below the
    picture.  overlay: a folder with the user's own tables, for the name of a game; a game has its own.  on_pick: called
    with the section of an event that is picked.  active: False while nobody looks, so that nothing is read or drawn.
    InvalidInput for an unknown name.
    """

    active = Bool(True)

    def __init__(self, game: str | Any, pane: RulePane | None = None, overlay: Any = None, **traits: Any) -> None:
        self.session = None if isinstance(game, str) else game if isinstance(game, Session) else Session(game)
        self.game = _known(game) if isinstance(game, str) else _name_of(self.session.game)  # type: ignore[union-attr]
        self._overlay = overlay if self.session is None else self.session.game._overlay
        self.on_pick: list[Callable[[str], None]] = []
        self._message: dict[str, Any] = {}
        self.heading, self.chart, self.grid = ipw.HTML(), TimelineChart(), Grid()
        self.pane = pane or self._own_pane()
        self.chart.on_msg(self._heard)
        self.grid.on_row.append(lambda number: self.pick(int(number) - 1))
        self.twin = ipw.ToggleButton(
            description="Table", tooltip="the same as a table", layout=ipw.Layout(width="auto")
        )
        self.twin.observe(lambda _: self.refresh(), names="value")
        legend = ipw.HTML(f'<div class="gpwlab-soft">{view.LEGEND}</div>')
        sheet = ipw.HTML(style.sheet() + f"<style>{CSS}</style>")
        handout = takeaway(lambda: f"{self.game}-history", self.picture, self.table)
        parts = [self.heading, ipw.HBox([self.twin]), self.chart, legend, handout, self.grid]
        super().__init__([sheet, *parts, *([] if pane else [self.pane])], **traits)
        for name in ("gpwlab", "gpwlab-card", "gpwlab-open"):
            self.add_class(name)
        self.observe(lambda _: self.refresh(), names="active")
        if self.session:
            self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def _own_pane(self) -> RulePane:
        """A pane that appears with the first section that is opened."""
        pane = RulePane(game=self.game)
        pane.layout.display = "none"
        pane.on_open.append(lambda _rule: setattr(pane.layout, "display", None))
        return pane

    @cached_property
    def dates(self) -> DataFrame:
        """The events, one a row; see :func:`gpwlab.study.history_dates`."""
        return study.history_dates(self.game, self._overlay)

    @cached_property
    def turns(self) -> tuple[TurnDates, ...]:
        """The turns of the game with their days."""
        return turn_dates(self.game, self.session.game.charts if self.session else None, self._overlay)

    @property
    def now(self) -> int | None:
        """The turn in progress, None without a game."""
        return self.session.game.phase.turn if self.session else None

    def refresh(self) -> None:
        """Draw it again, if it is seen."""
        if not self.active:
            return
        title = self.session.game.phase.title if self.session else NAMES[self.game]
        self.heading.value = style.title("History and turns", title)
        events = {str(n): self._told(n) for n in self.dates.index}
        self._message = {
            "svg": self.svg(), "rest": REST, "now": self.now or 0, "events": events, "turns": self._of_turns(),
        }  # fmt: skip
        self.chart.send(self._message)
        self.grid.layout.display = None if self.twin.value else "none"
        if self.twin.value:
            self.grid.fill("what history dates", COLUMNS, self.rows())

    def svg(self, width: int = 0) -> str:
        """The picture as SVG, so many pixels wide and on white; 0 for the page of the widget."""
        told = {int(n): self._line(n) for n in self.dates.index}
        return view.draw(self.dates, self.turns, self.now, told, width)

    def picture(self, width: int = 1200) -> Picture:
        """The picture by itself, so many pixels wide, which stays in a notebook without a kernel."""
        return Picture(self.svg(width), self.text())

    def rows(self) -> list[list[Cell]]:
        """A row an event, in the order of COLUMNS."""
        return [
            [n + 1, f"{row['start']:%Y-%m-%d}", f"{row['end']:%Y-%m-%d}", row["turns"] or "outside the game",
             row["event"], row["place"], row["side"], row["section"], f"{row['provenance']}: {row['basis']}"]
            for n, row in enumerate(self.dates.to_dict("records"))
        ]  # fmt: skip

    def table(self) -> DataFrame:
        """The same as a frame, in the order of COLUMNS."""
        from pandas import DataFrame

        return DataFrame(self.rows(), columns=list(COLUMNS))

    def text(self) -> str:
        """The events in words, a line each."""
        if not self.active:
            return "The timeline is not shown."
        return "\n".join(self._line(n) for n in self.dates.index)

    # -- an event --------------------------------------------------------------------------------------------------

    def pick(self, number: int) -> None:
        """Open the section of an event, by its number in ``dates``; without a rulebook text the pane names the section.

        InvalidInput for a number that there is not.
        """
        if number not in self.dates.index:
            raise InvalidInput(f"there is no event {number}; they are 0 to {len(self.dates) - 1}")
        section = str(self.dates.loc[number, "section"])
        self.pane.show(section)
        for call in self.on_pick:
            call(section)

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        if message.get("kind") == "ready":
            self.chart.send(self._message)
        elif message.get("kind") == "go" and message["unit"]:
            self.pick(int(message["unit"]))

    def _told(self, number: Any) -> dict[str, str]:
        """An event as the page tells it."""
        row = self.dates.loc[number]
        where = f", {row['place']}" if row["place"] else ""
        turns = row["turns"] or "outside the game"
        return {
            "title": span(row["start"].date(), row["end"].date()),
            "text": f"{view.SIGNS[row['side']]} {row['event']}{where}; {turns}.",
            "rule": row["section"],
            "says": style.rule_line(row["section"]),
            "unit": str(number),
            "more": f"{row['provenance']}: {row['basis']}",
        }

    def _line(self, number: Any) -> str:
        told = self._told(number)
        return f"{told['title']}: {told['text']} {told['rule']}; {told['more']}"

    def _of_turns(self) -> dict[str, list[str]]:
        """Each column by its number: its name with its days, and what happened in it."""
        axis = view.axis_of(self.dates, self.turns)
        found = {}
        for number, _left, _right in axis.columns:
            turn = next((turn for turn in self.turns if turn.number == number), None)
            if turn:
                inside = (self.dates["first_turn"] <= number) & (number <= self.dates["last_turn"])
                events = self.dates[inside.fillna(False)]
                title = f"{turn.name}, {span(turn.start, turn.end)}"
            else:
                early = number < self.turns[0].number
                edge = (self.dates["end"].dt.date < self.turns[0].start) if early else (
                    self.dates["start"].dt.date > self.turns[-1].end)  # fmt: skip
                events, title = self.dates[edge], "Before the game" if early else "After the game"
            found[str(number)] = [title, "; ".join(events["event"]) or "The essays date nothing in it."]
        return found


def span(start: date, end: date) -> str:
    """Days as a reader says them: ``22 Jun 1941``, ``2-21 Oct 1941``, a whole month by its name."""
    from calendar import monthrange

    last = f"{end.day} {end:%b %Y}"
    if (start.year, start.month) != (end.year, end.month):
        early = f"{start.day} {start:%b}" if start.year == end.year else f"{start.day} {start:%b %Y}"
        return f"{early} to {last}"
    if start.day == 1 and end.day == monthrange(end.year, end.month)[1]:
        return f"{end:%b %Y}"
    return last if start == end else f"{start.day}-{last}"


def _name_of(game: Any) -> str:
    """The short name of a game: that of the package it is made in."""
    name = type(game).__module__.split(".")[1] if isinstance(game, Reader) else game
    return _known(name)


def _known(name: Any) -> str:
    if name not in GAMES:
        raise InvalidInput(f"this is no game, nor the name of one ({', '.join(GAMES)}): {name!r}")
    return str(name)
