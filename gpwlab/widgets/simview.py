"""What many games say: victories, who holds what when (with a slider), strength and length, each with its table."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.core.svg.build import Picture
from gpwlab.study import shares
from gpwlab.widgets import simpictures, style
from gpwlab.widgets.takeaway import takeaway
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

#: What can be looked at: its name and whether the turn matters.
SHOWN = ("Victories", "Map by turn", "Strength", "Length")
_MAP = SHOWN[1]


class SimulationView(TextTwin, ipw.VBox):
    """Pictures of a frame of :func:`gpwlab.study.simulate`; ``as_table`` shows the numbers in place of the picture."""

    def __init__(self, games: DataFrame, **traits: Any) -> None:
        if not len(games) or "system" not in games.attrs:
            raise InvalidInput("SimulationView shows one game or more of study.simulate")
        self.games = games
        turns = shares.turns(games)
        self.what = ipw.ToggleButtons(options=SHOWN, tooltips=["what is shown"] * len(SHOWN))
        self.turn = ipw.IntSlider(
            value=turns[-1], min=turns[0], max=turns[-1], description="Turn", continuous_update=False
        )
        self.as_table = ipw.Checkbox(description="as a table", indent=False, layout=ipw.Layout(width="auto"))
        self.shown = ipw.HTML()
        for control in (self.what, self.turn, self.as_table):
            control.observe(lambda _: self.refresh(), names="value")
        bar = ipw.HBox([self.turn, self.as_table])
        handout = takeaway(
            self._stem, self.picture, self._frame, lambda: {"shown": self._frame(), "games": self._plain()}
        )
        super().__init__([ipw.HTML(style.sheet()), self.what, bar, self.shown, handout], **traits)
        self.add_class("gpwlab")
        self.refresh()

    def picture(self) -> Picture:
        """The picture that is chosen."""
        made = {
            "Victories": simpictures.victories,
            "Strength": simpictures.strengths,
            "Length": simpictures.lengths,
        }
        if self.what.value == _MAP:
            return simpictures.holders(self.games, self.turn.value)
        return made[self.what.value](self.games)

    def table(self) -> DataFrame:
        """The numbers of the picture that is chosen."""
        if self.what.value == _MAP:
            return shares.holders(self.games, self.turn.value)
        made = {"Victories": shares.victories, "Strength": shares.strength_bands, "Length": shares.lengths}
        return made[self.what.value](self.games)

    def _stem(self) -> str:
        return f"{self.games.attrs['scenario']}-{len(self.games)}-games-{self.what.value.lower().replace(' ', '-')}"

    def _frame(self) -> DataFrame:
        """The table with what it is of."""
        found = self.table()
        found.attrs = dict(self.games.attrs)
        return found

    def _plain(self) -> DataFrame:
        """A row a game, without the columns of packed bytes."""
        return self.games.drop(columns=["held", "strengths"])

    def refresh(self) -> None:
        """Show what is chosen."""
        self.turn.disabled = self.what.value != _MAP
        if self.as_table.value:
            table = self.table()
            self.shown.value, self._told = table.to_html(float_format="{:.3f}".format, border=0), table.to_string()
            return
        try:
            picture = self.picture()
        except GameError as error:  # the user's own tables are not where they were
            self.shown.value, self._told = style.refusal(error), str(error)
        else:
            self._told = picture.text
            self.shown.value = f'<div role="img" aria-label="{escape(picture.text)}">{picture}</div>'

    def text(self) -> str:
        """What it shows, in words."""
        return self._told
