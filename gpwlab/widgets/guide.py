"""The way round a lab for who sees it first: a few steps, each done on the lab itself.

A step lights up the part that it is about, brings it into sight and watches for what it asks; nothing is done for the
reader.  That the offer was taken or sent away is kept in a small file of the user's data folder: it is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as ipw
from traitlets import Int, Unicode

from gpwlab.core.resources import user_dir
from gpwlab.widgets.kit import kit_of

#: The class of the part that a step is about, and that of the guide while a step is shown.
LIT, UNDER_WAY = "gpwlab-lit", "gpwlab-underway"


@dataclass(frozen=True)
class Mark:
    """How far back and how far on the game was since a step began, in actions."""

    low: int
    high: int

    def seen(self, cursor: int) -> Mark:
        """The same after a look at the game."""
        return Mark(min(self.low, cursor), max(self.high, cursor))


@dataclass(frozen=True)
class Stop:
    """A step on the way: title, text as markup, the attribute of the lab that it is about, and the tab that shows it.

    done: whether the reader has done what the text asks, given the lab's session and where the game has been since the
    step began; None where there is only something to read.
    """

    title: str
    text: str
    part: str
    tab: str = ""
    done: Callable[[Any, Mark], bool] | None = None


def moved_on(session: Any, mark: Mark) -> bool:
    """An action was done since the step began, also after going back."""
    return bool(session.game.cursor > mark.low)


def taken_back(session: Any, mark: Mark) -> bool:
    """An action was taken back since the step began."""
    return bool(session.game.cursor < mark.high)


def picked(session: Any, _mark: Mark) -> bool:
    """A unit is picked."""
    return bool(session.unit)


def aimed(session: Any, _mark: Mark) -> bool:
    """An enemy is aimed at with something that may attack it."""
    game, target = session.game, session.target
    return bool(target) and any(getattr(action, "target", "") == target for action in game.legal)


def refused(session: Any, _mark: Mark) -> bool:
    """Something was refused."""
    return "gpwlab-refusal" in session.said


def in_phase(*kinds: str) -> Callable[[Any, Mark], bool]:
    """The game is in a phase of one of these kinds."""
    return lambda session, _mark: session.game.phase.kind in kinds


def recorded(session: Any, mark: Mark) -> bool:
    """A move is among the actions since the step began."""
    return any(str(action).startswith("move ") for action in session.game.actions[mark.low :])


def weather_known(session: Any, _mark: Mark) -> bool:
    """The weather of the turn is rolled, now or before the step began."""
    return bool(session.game.weather)


def memory(game: str) -> Path:
    """The file that says that the way round a game's lab was offered."""
    return user_dir() / f"shown-round-{game}"


class Sight(anywidget.AnyWidget):
    """Scrolls the page to the part that bears a class, each time that ``step`` changes; it shows nothing itself."""

    _esm = Path(__file__).with_name("guide.js").read_text("utf-8")
    mark = Unicode(LIT).tag(sync=True)
    step = Int(0).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.layout.display = "none"


class Guide(ipw.VBox):
    """The offer, and the steps once it is taken; ``Guide(lab)`` stands at the head of a lab.

    number: of the step shown, -1 while it is not under way.
    """

    def __init__(self, lab: Any, stops: Sequence[Stop] | None = None, **traits: Any) -> None:
        from gpwlab.widgets.guide_stops import STOPS

        self.lab, self.name = lab, kit_of(lab.session.game).name
        self.stops = tuple(STOPS[self.name] if stops is None else stops)
        self.number = -1
        self._mark, self._done_at = Mark(0, 0), -1
        self.sight = Sight()
        self.text = ipw.HTML(layout=ipw.Layout(flex="1 1 auto"))
        self.start = _button("Show me round", "map-signs", self.begin, "primary")
        self.hide = _button("Not now", "times", self.end)
        self.back = _button("Back", "chevron-left", lambda: self.go(self.number - 1))
        self.next = _button("Next", "chevron-right", lambda: self.go(self.number + 1))
        self.leave = _button("Close", "times", self.end)
        bar = ipw.HBox([self.text, self.start, self.hide, self.back, self.next, self.leave])
        bar.add_class("gpwlab-guide")
        super().__init__([bar, self.sight], **traits)
        lab.session.observe(lambda _: self.look(), names=["version", "unit", "target", "said"])
        self.layout.display = "none" if memory(self.name).exists() else None
        self._show()

    def begin(self) -> None:
        """Start at the first step; also when the offer was sent away before."""
        self._remember()
        self.layout.display = None
        self.go(0)

    def end(self) -> None:
        """Send the guide away and remember it."""
        self._light(False)
        self.number = -1
        self.layout.display = "none"
        self.lab.session.note("The key <kbd>i</kbd> (click the line below the map first) shows the way round again.")
        self._remember()
        self._show()

    def _remember(self) -> None:
        """Note that the offer was made; a folder that cannot be written to is told."""
        try:
            memory(self.name).parent.mkdir(parents=True, exist_ok=True)
            memory(self.name).touch()
        except OSError as error:
            self.lab.session.note(f"the way round will be offered again: {escape(str(error))}")

    def go(self, number: int) -> None:
        """Show a step; after the last the guide goes away."""
        if number >= len(self.stops):
            self.end()
            return
        self._light(False)
        self.number = max(0, number)
        cursor = self.lab.session.game.cursor
        self._mark, self._done_at = Mark(cursor, cursor), -1
        if self.stop.tab:
            self.lab.tabs.turn_to(self.stop.tab)
        self._light(True)
        self.sight.step += 1
        self._show()

    @property
    def stop(self) -> Stop:
        """The step that is shown."""
        return self.stops[self.number]

    @property
    def done(self) -> bool:
        """Whether what the step asks was done, and not taken back since; True where it asks nothing."""
        return self.stop.done is None or self._done_at >= 0

    def _watch(self) -> None:
        """Look at the game: what was done stays done until the game is before it."""
        session = self.lab.session
        cursor = session.game.cursor
        self._mark = self._mark.seen(cursor)
        if self._done_at > cursor:
            self._done_at = -1
        if self._done_at < 0 and self.stop.done is not None and self.stop.done(session, self._mark):
            self._done_at = cursor

    def look(self) -> None:
        """See whether the step has been done."""
        if self.number >= 0:
            self._show()

    def _light(self, on: bool) -> None:
        if self.number >= 0:
            part = getattr(self.lab, self.stop.part)
            (part.add_class if on else part.remove_class)(LIT)

    def _show(self) -> None:
        under_way = self.number >= 0
        (self.add_class if under_way else self.remove_class)(UNDER_WAY)
        for button in (self.start, self.hide):
            button.layout.display = "none" if under_way else None
        for button in (self.back, self.next, self.leave):
            button.layout.display = None if under_way else "none"
        if not under_way:
            self.text.value = "<b>New to the lab?</b> A way round it, a few minutes, on this very game."
            return
        self._watch()
        asked = self.stop.done is not None
        tick = ' <b class="gpwlab-done">✓ done</b>' if asked and self.done else ""
        count = f'<span class="gpwlab-soft">{self.number + 1} of {len(self.stops)}</span>'
        self.text.value = f'<div role="status">{count} <b>{self.stop.title}.</b> {self.stop.text}{tick}</div>'
        self.back.disabled = self.number == 0
        last = self.number == len(self.stops) - 1
        self.next.description = "Finish" if last else "Next" if self.done else "Skip"
        self.next.button_style = "primary" if self.done else ""


def _button(text: str, icon: str, call: Callable[[], object], kind: str = "") -> Any:
    button = ipw.Button(description=text, icon=icon, button_style=kind, layout=ipw.Layout(width="auto"))
    button.on_click(lambda _: call())
    return button
