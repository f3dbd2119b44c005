"""The weather forecast of Hube's Pocket: the exact chance of each ground in every turn to come, and of the thaw."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture
from gpwlab.hube.charts import AIR, END, GROUNDS
from gpwlab.hube.forecast import Outlook, forecast
from gpwlab.widgets import hube_weatherview as view
from gpwlab.widgets import style
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.hube.reader import Reader

COLUMNS = ("turn", "date", *GROUNDS, END, "thaw now", "all operations", "base to base", "refit only")


class WeatherForecast(TextTwin, ipw.VBox):
    """The outlook from the turn that is rolled next to the end of the game.

    ``outlooks`` are the numbers behind the picture, exact.  active: False while nobody looks, so that nothing is drawn.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.outlooks: list[Outlook] = []
        self.heading, self.chart, self.sentence = ipw.HTML(), ipw.HTML(), ipw.HTML()
        self.turn = ipw.SelectionSlider(
            options=[("-", 0)], description="Turn", continuous_update=False, layout=ipw.Layout(width="340px"),
            style={"description_width": "auto"},
        )  # fmt: skip
        self.turn.observe(lambda _: self._show(), names="value")
        self.twin = ipw.ToggleButton(
            description="Table", tooltip="the same as a table", layout=ipw.Layout(width="auto")
        )
        self.twin.observe(lambda _: self._show(), names="value")
        self.grid = Grid()
        bar = ipw.HBox([self.turn, self.twin])
        bar.add_class("gpwlab-bar")
        key = ipw.HTML(f'<div class="gpwlab-soft">{view.key()}</div>')
        handout = of_session(self.session, "forecast", self.picture, self.table)
        parts = [self.heading, bar, self.chart, self.sentence, key, handout, self.grid]
        super().__init__([ipw.HTML(style.sheet()), *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Work the outlook out again, if it is seen."""
        if not self.active:
            return
        game = self.session.game
        self.outlooks = outlook_of(game)
        turns = [(str(o.turn), o.turn) for o in self.outlooks] or [("-", 0)]
        if list(self.turn.options) != turns:
            self.turn.options = turns
        self._show()

    def _show(self) -> None:
        game = self.session.game
        if not self.outlooks:
            self.heading.value = style.title("Weather forecast", "no turn is left to roll for")
            self.chart.value = self.sentence.value = ""
            return
        last = self.outlooks[-1]
        soft = f"ground now {game.ground}; thaw by turn {last.turn}: {view.percent(last.ended, 1)}"
        self.heading.value = style.title("Weather forecast", soft)
        self.chart.value = view.svg(self.outlooks, game.charts, self.turn.value or 0)
        chosen = next((o for o in self.outlooks if o.turn == self.turn.value), self.outlooks[0])
        self.sentence.value = f"<div>{escape(view.words(chosen, game.charts))} {style.rule('hube 1.2')}</div>"
        self.grid.layout.display = None if self.twin.value else "none"
        if self.twin.value:
            self.grid.fill("Weather forecast", COLUMNS, rows(self.outlooks, game))

    def picture(self) -> Picture:
        """The picture by itself; InvalidInput when no turn is left to roll for."""
        charts, outlooks = self.session.game.charts, self.outlooks or outlook_of(self.session.game)
        if not outlooks:
            raise InvalidInput("no turn is left to roll for: there is nothing to draw")
        svg = view.svg(outlooks, charts, self.turn.value or 0, keyed=True)
        return Picture(svg, "\n".join(view.words(o, charts) for o in outlooks))

    def table(self) -> DataFrame:
        """The exact chances, one row a turn."""
        from pandas import DataFrame

        charts, outlooks = self.session.game.charts, self.outlooks or outlook_of(self.session.game)
        made = [
            [o.turn, charts.turns[o.turn].date, *(o.ground.get(ground, 0) for ground in GROUNDS), o.ended, o.thaw,
             *(o.air[kind] for kind in AIR)]
            for o in outlooks
        ]  # fmt: skip
        return DataFrame(made, columns=list(COLUMNS))

    def text(self) -> str:
        """What it shows, in words."""
        charts = self.session.game.charts
        return "\n".join(view.words(o, charts) for o in self.outlooks)


def outlook_of(game: Reader) -> list[Outlook]:
    """From the next turn that is rolled for to the last that may be played; [] when none is left."""
    first = game.phase.turn + (1 if game.weather else 0)
    if game.winner is not None or first > game.last_turn:
        return []
    return forecast(game.charts, game.ground, first, game.last_turn)


def rows(outlooks: list[Outlook], game: Reader) -> list[list[Cell]]:
    """A row a turn, chances in percent, in the order of COLUMNS."""
    return [
        [
            o.turn,
            game.charts.turns[o.turn].date,
            *(view.percent(o.ground.get(ground, 0), 1) for ground in GROUNDS),
            view.percent(o.ended, 1),
            view.percent(o.thaw, 1),
            *(view.percent(o.air[kind]) for kind in AIR),
        ]
        for o in outlooks
    ]
