"""Lines of play kept beside the game: fork here, try something, compare, and change over to the one you like."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw
from traitlets import Unicode

from gpwlab.core.errors import GameError
from gpwlab.gpw.game import Game
from gpwlab.widgets import style
from gpwlab.widgets.compare import Compare
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin


def _called(game: Game) -> str:
    return f"turn {game.phase.turn}, {game.phase.name}, {game.cursor} actions"


class LinesPanel(TextTwin, ipw.VBox):
    """The kept lines, and buttons for them.  ``below`` is the place for the comparison, as wide as the lab.

    theme: look of the compared maps.
    """

    theme = Unicode("paper")

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.kept: list[tuple[str, Game]] = []
        self._count = 0
        self.below = ipw.VBox([])
        self.fork = self._button("Fork here", "code-fork", "keep the line as it is now and play on", self._fork)
        self.list = ipw.Dropdown(options=[], layout=ipw.Layout(width="100%"))
        self.compare = ipw.ToggleButton(description="Compare", icon="columns", layout=ipw.Layout(width="auto"))
        self.compare.tooltip = "show the kept line and the game side by side"
        self.swap = self._button("Change over", "exchange", "play the kept line; the game is kept instead", self._swap)
        self.drop = self._button("Drop", "trash", "forget the kept line", self._drop)
        self.tools = ipw.VBox([self.list, ipw.HBox([self.compare, self.swap, self.drop])])
        for bar in (self.tools.children[1], first := ipw.HBox([self.fork])):
            bar.add_class("gpwlab-bar")
        title = style.title("Lines of play", "kept while the kernel runs")
        super().__init__([ipw.HTML(style.sheet()), ipw.HTML(title), first, self.tools], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.compare.observe(lambda _: self._show(), names="value")
        self.list.observe(lambda _: self._show(), names="value")
        self.observe(lambda _: self._show(), names="theme")
        self.session.observe(lambda _: self._show(), names="version")
        self._list()

    def _button(self, text: str, icon: str, tip: str, call: Any) -> Any:
        button = ipw.Button(description=text, icon=icon, tooltip=tip, layout=ipw.Layout(width="auto"))
        button.on_click(lambda _: self.session.run(call, tip))
        return button

    def keep(self, game: Game, name: str = "") -> None:
        """Keep a line beside the game, and choose it."""
        self._count += 1
        self.kept.append((f"{self._count}: {name or _called(game)}", game))
        self._list(len(self.kept) - 1)

    def keep_overwritten(self, number: int) -> None:
        """Keep the line that ended with an action which another has overwritten, and compare it with the game."""
        game = self.session.game.branch(number)
        self.keep(game, f"undone, {_called(game)}")
        self.compare.value = True
        self.session.note("The undone line is kept under <b>Tools</b>, and compared with the game below.")

    def _fork(self) -> None:
        self.keep(self.session.game.fork())
        self.session.note("Kept. Play on here; compare the two or change over under <b>Lines of play</b>.")

    def _swap(self) -> None:
        name, game = self.kept.pop(self.list.value)
        self.keep(self.session.game)
        self.session.replace(game)
        self.session.note(f"On the table: {escape(name)}")

    def _drop(self) -> None:
        self.kept.pop(self.list.value)
        self._list()

    def _list(self, chosen: int = 0) -> None:
        """Show the kept lines."""
        self.list.options = [(name, n) for n, (name, _game) in enumerate(self.kept)]
        self.tools.layout.display = None if self.kept else "none"
        if self.kept:
            self.list.value = chosen
        else:
            self.compare.value = False

    def _show(self) -> None:
        """Put the comparison below, bring it up to date, or take it away."""
        if not self.compare.value or self.list.value is None:
            self.below.children = ()
            return
        name, game = self.kept[self.list.value]
        number = name.partition(":")[0]
        pair = (game, self.session.game, (f"Kept line {number}", "The game on the table"))
        try:
            if self.below.children:
                self.below.children[0].theme = self.theme
                self.below.children[0].put(*pair)
            else:
                self.below.children = (Compare(*pair, theme=self.theme),)
        except GameError as error:  # a game of another scenario was put on the table
            self.below.children = ()
            self.session.said = style.refusal(error, "Not comparable.")

    def text(self) -> str:
        """What it shows, in words."""
        return "\n".join(name for name, _game in self.kept) or "No line is kept."
