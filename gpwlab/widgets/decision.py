"""The open decision: what is asked, by which rule, and one button an answer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture
from gpwlab.gpw.actions import Action, Advance, Base, Intercept, Loss, Ready, Retreat, Stand, Withdraw
from gpwlab.gpw.game import Game
from gpwlab.widgets import duels, peek, style
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import of_session

if TYPE_CHECKING:
    from pandas import DataFrame

#: More answers than this are offered on the map and in the list only.
MOST_BUTTONS = 14
#: The kind of decision that has chances to show.
_DUEL = "intercept"


class DecisionPanel(ipw.VBox):
    """Shown while a decision is open; hidden otherwise.  elsewhere: where answers are that have no button.

    Of an interception it shows what either aircraft and the battle below may come to, which can be taken away.
    """

    elsewhere = "click a hex on the map"

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.text = ipw.HTML()
        self.buttons = [ipw.Button(layout=ipw.Layout(width="auto")) for _ in range(MOST_BUTTONS)]
        self._options: tuple[Action, ...] = ()
        for button in self.buttons:
            button.on_click(self._answer)
        box = ipw.HBox(self.buttons)
        box.add_class("gpwlab-bar")
        self.handout = of_session(self.session, "interception", self.picture, self.table)
        super().__init__([ipw.HTML(style.sheet()), self.text, box, self.handout], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Show the decision that is open, if any."""
        decision = self.session.seen.pending
        self.layout.display = "none" if decision is None else None
        self._options = decision.options if decision else ()
        self.handout.layout.display = None if decision and decision.kind == _DUEL else "none"
        if decision:
            more = len(self._options) - MOST_BUTTONS
            hint = f'<div class="gpwlab-soft">{more} more: {self.elsewhere}</div>' if more > 0 else ""
            head = style.title(f"{decision.side} decides", decision.kind)
            odds = duels.duels(self.session.game) if decision.kind == _DUEL else ""
            self.text.value = f"{head}{escape(decision.text)} {style.rule(decision.rule)}{odds}{hint}"
        for number, button in enumerate(self.buttons):
            shown = number < len(self._options)
            button.layout.display = None if shown else "none"
            if decision and shown:
                button.description = self.caption(self._options[number])
                button.tooltip = str(self._options[number])
                # to stay back, on the ground or in the air, is the default, but no advice
                plain = isinstance(decision.default, Advance | Ready)
                button.button_style = "primary" if self._options[number] == decision.default and not plain else ""

    def picture(self) -> Picture:
        """The chances of an interception as a picture by itself; InvalidInput where none is to be decided."""
        self._check_duel()
        return duels.picture(self.session.game)

    def table(self) -> DataFrame:
        """The same as a frame, one row an attack; InvalidInput where no interception is to be decided."""
        from pandas import DataFrame

        self._check_duel()
        return DataFrame(duels.rows(self.session.game), columns=list(duels.HEADS))

    def _check_duel(self) -> None:
        decision = self.session.seen.pending
        if decision is None or decision.kind != _DUEL:
            raise InvalidInput(f"no interception is to be decided: {decision or 'no decision is open'}")

    def caption(self, action: Action) -> str:
        """An answer in words."""
        game = self.session.game
        match action:
            case Retreat(path):
                return "retreat to " + ", ".join(game.board.label(game.board.hex(h)) for h in path)
            case Advance(None):
                return "no advance"
            case Advance(unit) | Loss(unit) | Withdraw(unit):
                verb = {"Advance": "advance", "Loss": "step from", "Withdraw": "withdraw"}[type(action).__name__]
                return f"{verb} {peek.unit(game, str(unit)).name} ({peek.hex_of(game, str(unit))})"
            case Intercept(unit, there) | Base(unit, there):
                verb = "over" if isinstance(action, Intercept) else "to"
                place = game.board.label(game.board.hex(there))
                return f"{peek.unit(game, unit).label} ({peek.hex_of(game, unit)}) {verb} {place}"
            case Ready():
                return "send no more"
            case Stand(step_loss):
                return "stand and lose a step" if step_loss else "retreat"
            case _:
                return str(action)

    def _answer(self, button: Any) -> None:
        self.session.attempt(self._options[self.buttons.index(button)])
