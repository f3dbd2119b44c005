"""Orders: the units of the picked force, and everything that they may do now, as a list."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.words import counted
from gpwlab.sfs.actions import Action, Attack, Batch, Choose, Corps, Place, Recall, Summon
from gpwlab.widgets import style
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.decision import MOST_BUTTONS
from gpwlab.widgets.texttwin import TextTwin

#: A force has at most seven units (sfs 4.2.A).
_MOST = 7
#: Orders that no force on the map need be picked for.
NOBODYS = (Summon, Batch, Corps, Choose, Place, Recall)


class AreaOrders(TextTwin, ipw.VBox):
    """Tick the units that are to act, choose one of their orders, and give it.

    Without a picked force the list has the orders that are nobody's: summons, set-up, reserve corps, batches.
    """

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self._setting = False
        self.heading = ipw.HTML()
        self.ticks = [ipw.Checkbox(indent=False, layout=ipw.Layout(width="auto")) for _ in range(_MOST)]
        self._units: list[str] = []
        for tick in self.ticks:
            tick.observe(self._ticked, names="value")
        self.due = ipw.Dropdown(options=[], description="To place", style={"description_width": "auto"})
        self.due.layout.width = "330px"
        self.due.observe(self._chosen, names="value")
        self.list = ipw.Select(options=[], rows=7, layout=ipw.Layout(width="100%"))
        self.give = ipw.Button(description="Do it", icon="check", button_style="primary")
        self.give.on_click(lambda _: self._give())
        units = ipw.HBox(self.ticks)
        units.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), self.heading, units, self.due, self.list, self.give], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(
            lambda _: self.refresh(), names=["version", "viewer", "unit", "choices", "members", "placing"]
        )
        self.refresh()

    def orders(self) -> list[Action]:
        """What is offered: what a click may have meant, else what the picked force or the side may do."""
        session = self.session
        if session.choices:
            return list(session.choices)
        decision = session.seen.pending
        if decision is not None:
            return list(decision.options) if len(decision.options) > MOST_BUTTONS else []
        if session.game.winner is not None:
            return []
        if session.placing and not session.unit:
            return list(session.seen.legal.of(session.placing))
        if session.unit:
            acting = set(session.acting)
            mine = session.seen.legal.of(session.unit)
            return [a for a in mine if not isinstance(a, Attack) and set(getattr(a, "units", ())) <= acting]
        return [action for action in session.seen.legal if isinstance(action, NOBODYS)]

    def refresh(self) -> None:
        """Show the picked force and its orders."""
        session = self.session
        stack = session.stack(session.unit) if session.unit else None
        self._units = [unit.id for unit in stack.units] if stack else []
        self._setting = True
        for number, tick in enumerate(self.ticks):
            shown = number < len(self._units)
            tick.layout.display = None if shown and len(self._units) > 1 else "none"
            if shown and stack:
                unit = stack.units[number]
                tick.description = f"{unit.label or unit.type} {unit.figure}"
                tick.value = unit.id in session.acting
        due = session.due
        self.due.options = [(self._unit_words(unit), unit) for unit in due]
        self.due.value = session.placing if session.placing in due else None
        self.due.layout.display = None if due else "none"
        self._setting = False
        found = self.orders()
        self.list.options = [(session.words(action), str(action)) for action in found]
        waiting = (
            f"{counted(len(due), 'unit')} to place: choose one, click where it goes"
            if due
            else "no force is picked: click a stack on the map"
        )
        name = f"{escape(session.unit)} in {escape(session.area_name(stack.area))}" if stack else waiting
        self.heading.value = style.title("Orders", name)
        for part in (self.list, self.give):
            part.layout.display = None if found else "none"
        self.layout.display = None if found or stack else "none"

    def _unit_words(self, unit: str) -> str:
        """A unit that is to be placed, with its name and strength."""
        frame = self.session.seen.units
        row = frame[frame["unit"] == unit].iloc[0]
        return f"{unit}: {row['name']} ({row['strength']})"

    def _chosen(self, change: Any) -> None:
        if not self._setting and change["new"]:
            self.session.placing = change["new"]

    def _ticked(self, _change: object) -> None:
        if self._setting:
            return
        chosen = tuple(u for u, tick in zip(self._units, self.ticks, strict=False) if tick.value)
        self.session.members = chosen if len(chosen) < len(self._units) else ()

    def _give(self) -> None:
        if self.list.value and self.session.attempt(self.list.value):
            self.session.choices = ()

    def text(self) -> str:
        """What it shows, in words."""
        return "\n".join(str(action) for action in self.orders()) or "no orders open"
