"""Stepping through a game: phase by phase, action by action, or on to a phase of one's choice."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.gpw.actions import Done
from gpwlab.gpw.game import Game
from gpwlab.gpw.picture import headline
from gpwlab.gpw.sequence import SETUP, TURN
from gpwlab.gpw.units import SIDES
from gpwlab.widgets import style
from gpwlab.widgets.session import Session

#: Captions of the chips by kind of phase.
_SHORT = {
    "setup": "Set-up",
    "reinforcement": "Reinforcements",
    "rail": "Rail",
    "mobile": "Armour",
    "combat": "Combat",
    "general": "General",
}


class PhaseStepper(ipw.VBox):
    """Where the game stands, and buttons that move it; each makes the call that a cell would make."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.heading = ipw.HTML()
        self.first = self._button("", "fast-backward", "to the start of the game", lambda: self.jump(0))
        self.previous = self._button("Phase", "step-backward", "back to the start of the phase before", self.go_back)
        self.undo = self._button("Undo", "undo", "take back the last action", lambda: self.session.game.undo())
        self.redo = self._button("Redo", "repeat", "do again what was taken back", lambda: self.session.game.redo())
        self.forth = self._button("Phase", "step-forward", "forth to the start of the next phase played", self.go_forth)
        self.last = self._button("", "fast-forward", "to the end of what has been played", self.to_end)
        self.next = self._button("Next phase", "check", "end this phase", self.go_on, "primary")
        self.goal = ipw.Dropdown(
            options=[step.name for step in TURN], value="Axis Combat", layout=ipw.Layout(width="230px")
        )
        self.play = self._button("Play to", "play", "end phases until this one begins, taking defaults", self.play_on)
        bar = ipw.HBox(
            [self.first, self.previous, self.undo, self.redo, self.forth, self.last, self.next, self.play, self.goal]
        )
        bar.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), self.heading, bar], **traits)
        self.add_class("gpwlab")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def _button(self, text: str, icon: str, tip: str, call: Callable[[], object], kind: str = "") -> Any:
        button = ipw.Button(
            description=text, icon=icon, tooltip=tip, button_style=kind, layout=ipw.Layout(width="auto")
        )
        button.on_click(lambda _: self.session.run(call, tip))
        return button

    # -- moving through the game -------------------------------------------------------------------------------

    def jump(self, number: int) -> None:
        """Go to the position after so many actions."""
        self.session.drop_picks()
        self.session.game.jump(number)

    def go_back(self) -> None:
        """Back to the start of this phase, or of the phase before if it has just begun."""
        game = self.session.game
        starts = [0, *(n for n, action in enumerate(game.actions, 1) if isinstance(action, Done))]
        before = [n for n in starts if n < game.cursor]
        self.jump(before[-1] if before else 0)

    def go_forth(self) -> None:
        """Do again what was taken back, up to the start of the next phase."""
        game = self.session.game
        self.session.drop_picks()
        while game.undone and not isinstance(game.redo(), Done):
            pass

    def go_on(self) -> None:
        """End the phase; what was taken back before stays in the log only."""
        self.session.drop_picks()
        self.session.say_events(self.session.game.next_phase())

    def to_end(self) -> None:
        """Do again all that was taken back."""
        self.jump(self.session.game.cursor + self.session.game.undone)

    def play_on(self) -> None:
        """Play until the chosen phase begins."""
        self.session.drop_picks()
        self.session.say_events(self.session.game.play(phase=self.goal.value))

    # -- showing -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show where the game stands, and which buttons lead somewhere."""
        game = self.session.game
        self.heading.value = self.markup()
        self.first.disabled = self.previous.disabled = self.undo.disabled = not game.cursor
        self.redo.disabled = self.forth.disabled = self.last.disabled = not game.undone
        self.next.disabled = self.play.disabled = game.winner is not None

    def markup(self) -> str:
        """The heading: turn, phase and weather, and a chip for each phase of the turn, the present one filled."""
        game = self.session.game
        phase = game.phase
        chips = []
        for step in SETUP if phase.number < 0 else TURN:
            names = f"gpwlab-chip {SIDES[step.side].lower()}{' now' if step.name == phase.name else ''}"
            chips.append(
                f'<span class="{names}" title="{escape(step.name)} ({escape(step.rule)})">{_SHORT[step.kind]}</span>'
            )
        where = f'<span class="gpwlab-cursor">action {game.cursor} of {game.cursor + game.undone}</span>'
        return (
            f'<div class="gpwlab-phase"><span>{escape(headline(game))}</span>{where}</div>'
            f'<div class="gpwlab-chips">{"".join(chips)}</div>'
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if isinstance(bundle, dict):
            bundle["text/plain"] = f"{self.session.game.phase}; {self.session.game.cursor} actions"
        return bundle  # type: ignore[no-any-return]
