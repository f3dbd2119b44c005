"""The log: what happened, by which rule, with which die.  A line goes to its place; what was undone stays, greyed."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets as ipw
from pandas import isna
from traitlets import Bool, Int, List, Unicode

from gpwlab.core.errors import GameError
from gpwlab.core.reasons import Reason
from gpwlab.gpw.actions import Attack, Move, Resolve
from gpwlab.gpw.game import Game
from gpwlab.widgets import style
from gpwlab.widgets.kit import kit_of
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

LOST = "on a line that was overwritten: a click keeps that line beside the game"


class LogTable(anywidget.AnyWidget):
    """The table in the page.  lines: what each row shows.  current: the action at which the game stands."""

    _esm = style.script("logtable.js")
    lines: List[dict[str, Any]] = List().tag(sync=True)
    current = Int(0).tag(sync=True)
    empty = Unicode("nothing has been done yet").tag(sync=True)


class LogView(TextTwin, ipw.VBox):
    """The last events that the filters let through, newest first; ``game.log`` has all of them as a DataFrame.

    on_lost: called with the log's number of a line that was clicked though another has overwritten it.  active: whether
    the table follows the game.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, rows: int = 150, **traits: Any) -> None:
        self.session = Session.of(game)
        self.rows = rows
        self.on_lost: list[Callable[[int], None]] = []
        self.heading = ipw.HTML()
        self.table = LogTable()
        self.table.on_msg(self._heard)
        self.detail = ipw.HTML()
        slim, kit = {"description_width": "auto"}, kit_of(self.session.game)
        self.kind = ipw.Dropdown(
            options=kit.log_kinds, description="Show", style=slim, layout=ipw.Layout(width="142px")
        )
        self.side = ipw.Dropdown(
            options=[("both", ""), *((side, side) for side in kit.sides)], description="Side", style=slim,
            layout=ipw.Layout(width="108px"),
        )  # fmt: skip
        self.undone = ipw.Checkbox(value=True, description="undone", indent=False, layout=ipw.Layout(width="76px"))
        for choice in (self.kind, self.side, self.undone):
            choice.observe(lambda _: self.refresh(), names="value")
        filters = ipw.HBox([self.kind, self.side, self.undone])
        filters.add_class("gpwlab-bar")
        handout = of_session(self.session, "log", table=self.events)
        parts = [self.heading, filters, handout, self.detail, self.table]
        super().__init__([ipw.HTML(style.sheet()), *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    # -- what is shown -----------------------------------------------------------------------------------------

    def events(self) -> DataFrame:
        """The events that the filters let through, in the order of play."""
        log: DataFrame = self.session.seen.log
        if self.kind.label == "dice":
            log = log[log["die"].notna()]
        elif self.kind.value:
            log = log[log["kind"].isin(self.kind.value)]
        if self.side.value:
            log = log[log["side"] == self.side.value]
        return log if self.undone.value else log[log["kept"]]

    def refresh(self) -> None:
        """Show the end of the log."""
        if not self.active:
            return
        game = self.session.game
        events = self.events()
        within = set(game.line)
        shown = [self._line(row, within) for row in events.tail(self.rows).iloc[::-1].to_dict("records")]
        more = f"the last {self.rows} of {len(events)} events" if len(events) > self.rows else f"{len(events)} events"
        self.heading.value = style.title("Log", more)
        self.detail.value = ""
        self.table.empty = "nothing of this kind" if self.kind.value or self.side.value else "nothing has been done yet"
        with self.table.hold_sync():
            self.table.current = (0, *game.line)[game.cursor]
            self.table.lines = shown

    def _line(self, row: dict[Any, Any], within: set[int]) -> dict[str, Any]:
        number, kept = int(row["n"]), bool(row["kept"])
        lost = number > 0 and number not in within
        marks = (("undone", not kept), ("lost", lost), ("phase", row["kind"] == "phase"))
        return {
            "n": number,
            "text": row["text"],
            "rule": row["rule"],
            "says": style.rule_line(row["rule"]) if row["rule"] else "",
            "die": "" if isna(row["die"]) else str(row["die"]),
            "marks": " ".join(name for name, on in marks if on),
            "note": self.session.game.notes.get(number, ""),
            "tip": LOST if lost else f"go to: after {row['action']}" if number else "go to the start",
        }

    # -- going there -------------------------------------------------------------------------------------------

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        if message.get("kind") == "go":
            self.go(int(message["n"]))

    def go(self, number: int) -> None:
        """Go to the position after the action that has a number in the log, and show its reasons."""
        line = (0, *self.session.game.line)
        if number not in line:
            self.session.run_pick(lambda: [call(number) for call in self.on_lost])
            return
        place = line.index(number)
        self.session.drop_picks()
        if self.session.run(lambda: self.session.game.jump(place), f"go to action {place}") and place:
            self.detail.value = self._why()

    def _why(self) -> str:
        """The last action with the reasons behind its numbers: the cost of each hex, the odds column and its shifts."""
        game = self.session.game
        action = game.actions[-1]
        head = f"<b>Action {game.cursor}</b> <code>{escape(str(action))}</code>"
        return f'<div class="gpwlab-note">{head}{style.reasons(reasons(game))}</div>'

    def text(self) -> str:
        """What it shows, in words."""
        return "\n".join(self.events()["text"].tail(self.rows)) or "nothing has been done yet"


def reasons(game: Game) -> list[Reason]:
    """Why the last action cost, or was rolled on the column, what it was: the same reasons as before it was done."""
    action = game.actions[-1]
    if not isinstance(action, Move | Attack | Resolve):
        return []
    before = game.fork()
    before.undo()
    if isinstance(action, Move):
        try:
            return before.price(action)
        except GameError:  # a rail move spends no MP
            return []
    if isinstance(action, Attack):
        return list(before.battle(action.target, action.attackers).reasons)
    attackers = next(units for target, units, _result in before.attacks if target == action.target)
    return list(before.battle(action.target, attackers).reasons)
