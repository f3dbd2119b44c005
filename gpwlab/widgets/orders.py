"""Orders of the advanced rules: leaders, shock attacks and conversions, shown in the phases that have them."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab.gpw import engine
from gpwlab.gpw.actions import Convert, Lead, Order, Shock
from gpwlab.gpw.game import Game
from gpwlab.gpw.units import SIDES
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin


class OrdersPanel(TextTwin, ipw.VBox):
    """Pick a leader and click a unit on the map, or order what a list offers; hidden where no such order is open."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.heading = ipw.HTML()
        self.leader = ipw.Dropdown(options=[], layout=ipw.Layout(width="100%"))
        self.leader.observe(self._picked, names="value")
        self.home = ipw.Button(icon="home", layout=ipw.Layout(width="auto"))
        self.home.on_click(lambda _: self._send_home())
        self.shock = ipw.Button(description="Announce a shock attack", icon="bolt", layout=ipw.Layout(width="auto"))
        self.shock.on_click(lambda _: self.session.attempt(Shock()))
        self.new = ipw.Dropdown(options=[], description="new", layout=ipw.Layout(width="100%"))
        self.old = ipw.Dropdown(options=[], description="from", layout=ipw.Layout(width="100%"))
        self.convert = ipw.Button(description="Convert (1 RP)", icon="star", layout=ipw.Layout(width="auto"))
        self.convert.on_click(lambda _: self.session.attempt(Convert(self.new.value, self.old.value)))
        self.order = ipw.Dropdown(options=[], layout=ipw.Layout(width="100%"))
        self.order.observe(self._looked, names="value")
        self.give = ipw.Button(description="Give the order", icon="flag", layout=ipw.Layout(width="auto"))
        self.give.on_click(lambda _: self._give())
        self._refreshing = False
        rows = [
            self.heading,
            self.leader,
            self.home,
            self.shock,
            self.new,
            self.old,
            self.convert,
            self.order,
            self.give,
        ]
        super().__init__([ipw.HTML(style.sheet()), *rows], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.session.observe(lambda _: self._show_pick(), names="unit")
        self.refresh()

    def refresh(self) -> None:
        """Offer the orders that are open now."""
        game = self.session.game
        kind = peek.kind(game)
        leaders = game.leaders(game.phase.side) if kind == "mobile" and game.winner is None else []
        offered = list(game.legal) if kind == "reinforcement" and game.rules.options else []
        conversions = [action for action in offered if isinstance(action, Convert)]
        may_shock = any(isinstance(action, Shock) for action in offered)
        self._refreshing = True
        self.leader.options = [("pick a leader", ""), *((self._where(u), u) for u in leaders)]
        for box, ids in ((self.new, [c.new for c in conversions]), (self.old, [c.old for c in conversions])):
            box.options = [(self._where(unit), unit) for unit in dict.fromkeys(ids)]
        self._refreshing = False
        self._show(self.leader, bool(leaders))
        self._show(self.shock, may_shock)
        for box in (self.new, self.old, self.convert):
            self._show(box, bool(conversions))
        orders = self._orders()
        self._show(self, bool(leaders) or may_shock or bool(conversions) or bool(orders))
        hint = "pick one, then click a unit on the map" if leaders else ""
        self.heading.value = style.title("Leaders" if leaders else "Orders", hint)
        self._show_pick()

    def _orders(self) -> list[Order]:
        """The orders that the variants of the rule set add to this phase."""
        game = self.session.game
        on = game.winner is None and game.pending is None and any(game._pos.world.orders)
        orders = list(engine.orders(game._pos)) if on else []
        kept = self.order.value
        self._refreshing = True
        self.order.options = [
            ("pick an order", None),
            *((" ".join((o.name.replace("-", " "), *o.words)), o) for o in orders),
        ]
        self.order.value = kept if kept in orders else None
        self._refreshing = False
        for widget in (self.order, self.give):
            self._show(widget, bool(orders))
        return orders

    def _looked(self, _change: object) -> None:
        """Pick the unit that the order is about, so that the map shows it."""
        order = self.order.value
        known = self.session.game._pos.world.unit_index
        unit = next((word for word in order.words if word in known), "") if order else ""
        if unit and not self._refreshing:
            self.session.pick(unit)

    def _give(self) -> None:
        if self.order.value is None:
            self.session.note("Pick an order first.")
        else:
            self.session.attempt(self.order.value)

    @staticmethod
    def _show(widget: Any, on: bool) -> None:
        widget.layout.display = None if on else "none"

    def _where(self, unit_id: str) -> str:
        unit, _steps, here = self.session.game.standing(unit_id)
        board = self.session.game.board
        return f"{unit.label} {unit.kind}, {board.label(board.hex(here)) if here else 'off the map'}"

    def _picked(self, _change: object) -> None:
        if not self._refreshing:
            self.session.pick(self.leader.value or "")

    def _show_pick(self) -> None:
        """Follow the pick, and offer the way home to a leader who is at the front."""
        picked = self.session.unit
        known = {value for _text, value in self.leader.options}
        self._refreshing = True
        self.leader.value = picked if picked in known else ""
        self._refreshing = False
        home = self._way_home(picked) if picked and picked in known else None
        self._show(self.home, home is not None)
        if home is not None:
            self.home.description = f"Send {peek.unit(self.session.game, picked).label} to the capital"

    def _way_home(self, leader: str) -> Lead | None:
        game = self.session.game
        seat = game.board.ids[game.capital(SIDES[peek.unit(game, leader).side])]
        action = Lead(leader, seat)
        return action if peek.hex_of(game, leader) != seat and action in game.legal else None

    def _send_home(self) -> None:
        action = self._way_home(self.session.unit)
        if action is not None and self.session.attempt(action):
            self.session.pick("")

    def text(self) -> str:
        """What it shows, in words."""
        return "; ".join(text for text, value in self.leader.options if value) or "no orders open"
