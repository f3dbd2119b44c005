"""The odds of a battle without a map: strengths, defence, terrain, river, weather and side."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.gpw.charts import NO_ENTRY
from gpwlab.gpw.game import Game
from gpwlab.gpw.preview import HEXSIDES, Calculation, quick_odds
from gpwlab.gpw.units import SIDES
from gpwlab.study import odds as study
from gpwlab.widgets import oddsview as view
from gpwlab.widgets.session import Session

if TYPE_CHECKING:
    from pandas import DataFrame

_TOWNS = ("city", "major_city", "fortress")
_FIELD = {"description_width": "auto"}


class Calculator(ipw.VBox):
    """Type a battle; ``battle`` is its calculation, ``tables`` its numbers.

    plain: :meth:`refresh` shows them as tables.
    """

    plain = Bool(False)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.tables: dict[str, DataFrame] = {}
        tec = self.session.game.charts.tec
        ground = [name for name, row in tec.items() if row.foot_mp != NO_ENTRY and name not in (*HEXSIDES, *_TOWNS)]
        self.attack = ipw.Text("8 8 10", description="Attack", continuous_update=False, style=_FIELD)
        self.attack.tooltip = "printed attack strengths, one a unit"
        self.defend = ipw.BoundedIntText(6, min=1, max=99, description="Defence", style=_FIELD)
        self.side = ipw.Dropdown(options=SIDES, description="Side that attacks", style=_FIELD)
        self.ground = ipw.Dropdown(options=ground, description="Terrain", style=_FIELD)
        towns = [("none", ""), *((name.replace("_", " "), name) for name in _TOWNS)]
        self.town = ipw.Dropdown(options=towns, description="Town", style=_FIELD)
        self.river = ipw.Checkbox(False, description="all attack across a river", indent=False)
        self.weather = ipw.Dropdown(
            options=[(name, (weather, winter)) for weather, winter, name in study.CONDITIONS],
            description="Weather", style=_FIELD,
        )  # fmt: skip
        self.result = ipw.HTML()
        rows = ((self.attack, self.defend), (self.ground, self.town), (self.side, self.weather), (self.river,))
        boxes = [ipw.HBox(list(row), layout=ipw.Layout(flex_flow="row wrap")) for row in rows]
        super().__init__([*boxes, self.result], **traits)
        for field in (self.attack, self.defend, self.side, self.ground, self.town, self.river, self.weather):
            field.observe(lambda _: self.refresh(), names="value")
        self.refresh()

    @property
    def battle(self) -> Calculation:
        """The battle as typed; InvalidInput where it is none."""
        try:
            attack = [int(word) for word in self.attack.value.replace(",", " ").split()]
        except ValueError:
            raise InvalidInput(f"attack strengths are numbers such as 8 8 10, not {self.attack.value!r}") from None
        weather, winter = self.weather.value
        return quick_odds(
            self.session.game.charts,
            attack,
            self.defend.value,
            terrain=[name for name in (self.ground.value, self.town.value) if name],
            river="all" if self.river.value else "none",
            weather=weather,
            side=self.side.value,
            winter=winter,
        )

    def refresh(self) -> None:
        """Work the battle out."""
        self.tables = {}
        try:
            self.result.value = self._markup(self.battle)
        except GameError as error:
            self.result.value = f'<div class="gpwlab-refusal">{escape(str(error))}</div>'

    def _markup(self, battle: Calculation) -> str:
        self.tables = _tables(battle)
        if self.plain:
            return view.twin(self.tables)
        steps = self.tables["Columns"]
        remark = (
            f"{battle.odds.attack} attack {battle.odds.defence}. A bar at the foot of a die: the defender retreats or "
            "is eliminated. What that costs depends on the ground; in swamp, mountains and fortresses it may stand."
        )
        parts = (
            view.way(battle),
            view.ladder(steps, study.FORCING, "forced_out", remark),
            view.weathers(self.tables["Weather"]),
        )
        chance = study.forced_out(battle, battle.column)
        return view.page(view.head(battle.column, chance, None, "the defender is forced out"), parts)


def _tables(battle: Calculation) -> dict[str, DataFrame]:
    """Everything that is shown of a battle."""
    from pandas import DataFrame

    return {
        "Way to the column": DataFrame([(r.text, r.rule) for r in battle.reasons], columns=["step", "rule"]),
        "Results": DataFrame(list(battle.results.items()), columns=["result", "chance"]),
        "Weather": study.weather_table(battle),
        "Columns": study.crt_ladder(battle),
    }
