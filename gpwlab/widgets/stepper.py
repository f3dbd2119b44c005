"""Stepping through a game: phase by phase, action by action, on a timer, or on to a phase of one's choice."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.gpw.game import Game
from gpwlab.study import players
from gpwlab.widgets import style
from gpwlab.widgets.kit import kit_of
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin
from gpwlab.widgets.ticker import Ticker

#: What a replay goes by, and the milliseconds that it stays at each place.
PACES = (("by action", ("action", 900)), ("by action, slow", ("action", 2500)), ("by phase", ("phase", 2000)))
#: A list shows nothing for None, so that "the next one" and "nowhere" are numbers.
_NEXT, _NOWHERE = 0, -1


class PhaseStepper(TextTwin, ipw.VBox):
    """Where the game stands, and buttons that move it; each makes the call that a cell would make."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self._refreshing = False
        self.heading = ipw.HTML()
        bars = [ipw.HBox(self._line_bar()), ipw.HBox([*self._play_bar(), *self._bot_bar()])]
        for bar in bars:
            bar.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), self.heading, *bars, self.clock], **traits)
        self.add_class("gpwlab")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def _line_bar(self) -> list[Any]:
        """The controls that move along what has been played."""
        game = self.session.game
        self.first = self._button("", "fast-backward", "to the start of the game", lambda: self.jump(0))
        self.previous = self._button("Phase", "step-backward", "back to the start of the phase before", self.go_back)
        self.undo = self._button("Undo", "undo", "take back the last action", lambda: self.session.game.undo())
        self.redo = self._button("Redo", "repeat", "do again what was taken back", lambda: self.session.game.redo())
        self.forth = self._button("Phase", "step-forward", "forth to the start of the next phase played", self.go_forth)
        self.last = self._button("", "fast-forward", "to the end of what has been played", self.to_end)
        self.clock = Ticker(self._beat)
        self.replay = ipw.ToggleButton(
            description="Play", icon="play", layout=ipw.Layout(width="auto"),
            tooltip="play again what was taken back; at the end of the line, from its start",
        )  # fmt: skip
        self.replay.observe(self._run_or_stop, names="value")
        self.clock.observe(lambda change: setattr(self.replay, "value", change["new"]), names="running")
        self.pace = ipw.Dropdown(options=PACES, layout=ipw.Layout(width="118px"), tooltip="how Play goes on")
        self.place = ipw.IntSlider(
            min=0, max=max(1, game.cursor), readout=False, continuous_update=False,
            tooltip="the place on the line of play", layout=ipw.Layout(width="210px"),
        )  # fmt: skip
        self.place.observe(lambda change: self._chosen(change["new"]), names="value")
        return [
            self.first, self.previous, self.undo, self.replay, self.redo, self.forth, self.last, self.place, self.pace,
        ]  # fmt: skip

    def _play_bar(self) -> list[Any]:
        """The controls that go on from here, and those that jump."""
        self.next = self._button("Next phase", "check", "end this phase", self.go_on, "primary")
        self.goal = ipw.Dropdown(
            options=list(kit_of(self.session.game).phases),
            value=kit_of(self.session.game).goal,
            layout=ipw.Layout(width="230px"),
        )
        self.turn = ipw.Dropdown(options=[("next", _NEXT)], layout=ipw.Layout(width="92px"), tooltip="of which turn")
        self.play = self._button(
            "Play to", "forward", "end phases until this one begins, taking defaults", self.play_on
        )
        self.to = ipw.Dropdown(options=[("Go to…", _NOWHERE)], layout=ipw.Layout(width="230px"))
        self.to.tooltip = "a phase that has been played, or a bookmark"
        self.to.observe(lambda change: self._chosen(change["new"]), names="value")
        return [self.next, self.play, self.goal, self.turn, self.to]

    def _bot_bar(self) -> list[Any]:
        """A player who finishes the phase; none for a game that is only recorded."""
        names = players.names(self.session.game)
        if len(names) < 2:
            return []
        self.bot = ipw.Dropdown(options=names, value="cautious", layout=ipw.Layout(width="110px"))
        self.bot.tooltip = "who plays the phase"
        self.play_for_me = self._button(
            "Play this phase for me", "magic", "a player finishes this phase for the side that must act", self.let_play
        )
        return [self.play_for_me, self.bot]

    def let_play(self) -> None:
        """Let the chosen player finish the phase for the side that must act; it stops where the other decides."""
        game = self.session.game
        self.session.drop_picks()
        seed = f"{game.seed}/{game.phase}/{players.deciding(game)}"
        self.session.say_events(players.play_phase(game, players.make(self.bot.value, game, seed)))

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

    def _chosen(self, number: int) -> None:
        """Go where the slider or the list says; nothing if it was set from here."""
        if not self._refreshing and number != _NOWHERE:
            self.session.run(lambda: self.jump(number), f"go to action {number}")

    def go_back(self) -> None:
        """Back to the start of this phase, or of the phase before if it has just begun."""
        game = self.session.game
        self.jump(max((n for n, _phase in game.phases if n < game.cursor), default=0))

    def go_forth(self) -> None:
        """Do again what was taken back, up to the start of the next phase."""
        game = self.session.game
        self.session.drop_picks()
        while game.undone and str(game.redo()) != "done":
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
        self.session.say_events(self.session.game.play(phase=self.goal.value, turn=self.turn.value or None))

    # -- the replay --------------------------------------------------------------------------------------------

    def _run_or_stop(self, change: Any) -> None:
        """The toggle was pressed, or the clock ran out."""
        if change["new"] and not self.session.game.undone:
            self.session.run(lambda: self.jump(0), "play from the start")
        self.clock.pause = self.pace.value[1]
        self.clock.running = change["new"]
        self.replay.icon, self.replay.description = ("pause", "Pause") if change["new"] else ("play", "Play")

    def _beat(self) -> bool:
        """One step of the replay; False when the line is at its end."""
        game = self.session.game
        if game.undone:
            self.session.run(self.go_forth if self.pace.value[0] == "phase" else game.redo, "play")
        return bool(game.undone)

    # -- showing -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show where the game stands, and which buttons lead somewhere."""
        game = self.session.game
        self.heading.value = self.markup()
        self.first.disabled = self.previous.disabled = self.undo.disabled = not game.cursor
        self.redo.disabled = self.forth.disabled = self.last.disabled = not game.undone
        self.next.disabled = self.play.disabled = game.winner is not None
        if hasattr(self, "play_for_me"):
            self.play_for_me.disabled = game.winner is not None
        length = game.cursor + game.undone
        self.replay.disabled = self.place.disabled = not length
        self._refreshing = True
        try:
            self.place.max = max(1, length)
            self.place.value = game.cursor
            self.to.options = [("Go to…", _NOWHERE), *self.places()]
            self.to.value = _NOWHERE
            coming = range(game.phase.turn, kit_of(game).last_turn(game) + 1)
            wanted = self.turn.value if self.turn.value in coming else _NEXT
            self.turn.options = [("next", _NEXT), *((f"turn {n}", n) for n in coming)]
            self.turn.value = wanted
        finally:
            self._refreshing = False

    def places(self) -> list[tuple[str, int]]:
        """The bookmarks and phases of the line of play, each with the number of actions before it."""
        game = self.session.game
        at = {number: place for place, number in enumerate((0, *game.line))}
        marks = [(f"★ {note}", at[number]) for number, note in sorted(game.notes.items()) if number in at]
        return marks + [(f"Turn {phase.turn}: {phase.name} ({place})", place) for place, phase in game.phases]

    def markup(self) -> str:
        """The heading: turn, phase and weather, and a chip for each phase of the turn, the present one filled."""
        game = self.session.game
        phase, kit = game.phase, kit_of(game)
        chips = []
        for step in kit.steps(game):
            names = f"gpwlab-chip {kit.sides[step.side].lower()}{' now' if step.name == phase.name else ''}"
            chips.append(
                f'<span class="{names}" title="{escape(step.name)} ({escape(step.rule)})">{kit.short[step.kind]}</span>'
            )
        where = f'<span class="gpwlab-cursor">action {game.cursor} of {game.cursor + game.undone}</span>'
        return (
            f'<div class="gpwlab-phase"><span>{escape(kit.headline(game))}</span>{where}</div>'
            f'<div class="gpwlab-chips">{"".join(chips)}</div>'
        )

    def text(self) -> str:
        """What it shows, in words."""
        return f"{self.session.game.phase}; {self.session.game.cursor} actions"
