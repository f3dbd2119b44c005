"""The cards about time: turn record, odds of the weather, and two timelines, which have room below the lab as well."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab.gpw.game import Game
from gpwlab.widgets.history import HistoryTimeline
from gpwlab.widgets.rulepane import RulePane
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin
from gpwlab.widgets.timeline import ReinforcementTimeline
from gpwlab.widgets.turntrack import TurnTrack
from gpwlab.widgets.weatherodds import WeatherOdds


class TimeCards(TextTwin, ipw.VBox):
    """The four cards.  ``below`` is the place for the timelines as wide as the lab; ``wide`` puts them there.

    pane: the rules that a date of history opens; None for some of its own.
    """

    def __init__(self, game: Game | Session, pane: RulePane | None = None, active: bool = True, **traits: Any) -> None:
        session = Session.of(game)
        self._seen = active
        self.track = TurnTrack(session, active=active)
        self.weather = WeatherOdds(session, active=active)
        self.timeline = ReinforcementTimeline(session, active=active)
        self.history = HistoryTimeline(session, pane, active=active)
        self.lines = (self.timeline, self.history)
        self.below = ipw.VBox([])
        self.wide = ipw.ToggleButton(
            description="Timelines below the map", icon="arrows-h",
            layout=ipw.Layout(width="auto", align_self="flex-start"),
            tooltip="show the timelines as wide as the lab; they stay there while you play",
        )  # fmt: skip
        self.wide.observe(lambda _: self._move(), names="value")
        self.beside = ipw.VBox(self.lines)
        super().__init__([self.wide, self.track, self.weather, self.beside], **traits)
        for box in (self, self.beside, self.below):
            box.add_class("gpwlab-open")

    def _move(self) -> None:
        """Put the timelines where they are wanted."""
        self.beside.children = () if self.wide.value else self.lines
        self.below.children = self.lines if self.wide.value else ()
        self.look(self._seen)

    def look(self, seen: bool) -> None:
        """Say whether the reader sees the cards; what is not seen is not worked out."""
        self._seen = seen
        self.track.active = self.weather.active = seen
        self.timeline.active = self.history.active = seen or self.wide.value

    def text(self) -> str:
        """What it shows, in words."""
        cards = (self.track, self.weather, *self.lines)
        return "\n\n".join(card.text() for card in cards)
