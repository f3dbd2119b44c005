"""The historical front beside the game's own: of which date, and how far the line and the picked unit are from it."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.gpw import fronts
from gpwlab.gpw.game import Game
from gpwlab.study import front
from gpwlab.widgets import peek, style
from gpwlab.widgets.hexmap import HexMap
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin

NEAREST = "nearest to the turn"


class FrontCard(TextTwin, ipw.VBox):
    """Distances from a historical front, as a table and in words.

    active: False while nobody looks, so that nothing is worked out.  With a map, the day chosen here is also the day of
    its overlay.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, hex_map: HexMap | None = None, **traits: Any) -> None:
        self.session = Session.of(game)
        self.map = hex_map
        self.heading = ipw.HTML()
        days = [
            (NEAREST, ""),
            *((day.title.removeprefix("front of "), d.isoformat()) for d, day in self.session.game.fronts.items()),
        ]
        self.day = ipw.Dropdown(
            options=days, value="", description="Front of", style={"description_width": "auto"},
            layout=ipw.Layout(width="250px"),
        )  # fmt: skip
        self.shown = ipw.ToggleButton(
            description="on the map", tooltip="draw this front on the map", layout=ipw.Layout(width="auto")
        )
        self.shown.layout.display = None if hex_map else "none"
        self.table, self.unit = ipw.HTML(), ipw.HTML()
        bar = ipw.HBox([self.day, self.shown])
        bar.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), self.heading, bar, self.table, self.unit], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.day.observe(lambda _: self._choose(), names="value")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.session.observe(lambda _: self.show_unit(), names="unit")
        self.observe(lambda _: self.refresh(), names="active")
        if hex_map is not None:
            self.shown.observe(lambda change: hex_map.switch("front", change["new"]), names="value")
            hex_map.observe(lambda _: self._follow(), names="show")
            self._follow()
        self.refresh()

    def _choose(self) -> None:
        if self.map is not None:
            self.map.front_day = self.day.value
        self.refresh()

    def _follow(self) -> None:
        if self.map is not None:
            self.shown.value = "front" in self.map.show

    def refresh(self) -> None:
        """Work the distances out again."""
        if not self.active:
            return
        game, day = self.session.game, self.day.value or None
        title = fronts.historical(game, day).title
        self.heading.value = style.title("Historical front", title)
        rows = []
        for row in front.front_distances(game, day).to_dict("records"):
            ends = "".join(
                f'<td class="gpwlab-nowrap">{row[f"{end}_km"]:+.0f}<br>'
                f"{escape(game.board.label(game.board.hex(row[f'{end}_hex'])))}</td>"
                for end in ("west", "east")
            )
            rows.append(
                f"<tr><td><b>{row['section']}</b></td><td>{row['mean_km']:+.0f}<br>{row['words']}</td>{ends}</tr>"
            )
        head = "<tr><th>section</th><th>mean, km</th><th>westernmost</th><th>easternmost</th></tr>"
        note = "The line between what the sides hold, in km east (+) or west (-) of the historical front."
        self.table.value = (
            f'<table><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table><div class="gpwlab-soft">{note}</div>'
        )
        self.show_unit()

    def show_unit(self) -> None:
        """Say how far the picked unit stands from the front."""
        if self.active:
            self.unit.value = escape(self.unit_words())

    def unit_words(self) -> str:
        """The picked unit's distance in a sentence; "" where none is picked or it is off the map."""
        session = self.session
        here = peek.hex_of(session.game, session.unit) if session.unit else ""
        if not here:
            return ""
        day = fronts.historical(session.game, self.day.value or None)
        name = peek.unit(session.game, session.unit).name
        return f"{name} at {here}: {front.words(day.ahead(front.centre_km(here)))}."

    def text(self) -> str:
        """What it shows, in words."""
        said = front.summary(self.session.game, self.day.value or None)
        return f"{said}\n{self.unit_words()}".strip()
