"""The cards about time: turn record, odds of the weather, and the timeline, which has room below the lab as well."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab.gpw.game import Game
from gpwlab.widgets.session import Session
from gpwlab.widgets.timeline import ReinforcementTimeline
from gpwlab.widgets.turntrack import TurnTrack
from gpwlab.widgets.weatherodds import WeatherOdds


class TimeCards(ipw.VBox):
    """The three cards.  ``below`` is the place for the timeline as wide as the lab; ``wide`` puts it there."""

    def __init__(self, game: Game | Session, active: bool = True, **traits: Any) -> None:
        session = Session.of(game)
        self._seen = active
        self.track = TurnTrack(session, active=active)
        self.weather = WeatherOdds(session, active=active)
        self.timeline = ReinforcementTimeline(session, active=active)
        self.below = ipw.VBox([])
        self.wide = ipw.ToggleButton(
            description="Timeline below the map", icon="arrows-h",
            layout=ipw.Layout(width="auto", align_self="flex-start"),
            tooltip="show the timeline as wide as the lab; it stays there while you play",
        )  # fmt: skip
        self.wide.observe(lambda _: self._move(), names="value")
        self.beside = ipw.VBox([self.timeline])
        super().__init__([self.wide, self.track, self.weather, self.beside], **traits)
        for box in (self, self.beside, self.below):
            box.add_class("gpwlab-open")

    def _move(self) -> None:
        """Put the timeline where it is wanted."""
        self.beside.children = () if self.wide.value else (self.timeline,)
        self.below.children = (self.timeline,) if self.wide.value else ()
        self.look(self._seen)

    def look(self, seen: bool) -> None:
        """Say whether the reader sees the cards; what is not seen is not worked out."""
        self._seen = seen
        self.track.active = self.weather.active = seen
        self.timeline.active = seen or self.wide.value

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if isinstance(bundle, dict):
            cards = (self.track, self.weather, self.timeline)
            bundle["text/plain"] = "\n\n".join(card.text() for card in cards)
        return bundle  # type: ignore[no-any-return]
