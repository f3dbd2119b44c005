"""The calculators of Hube's Pocket: a combat and a barrage worked out from numbers, with reasons and exact chances."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw

from gpwlab.core.errors import GameError
from gpwlab.core.svg.build import Picture
from gpwlab.core.words import counted
from gpwlab.hube import barrage as guns
from gpwlab.hube import odds
from gpwlab.hube.charts import Charts
from gpwlab.widgets import style
from gpwlab.widgets.chances import Findings
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.hube_weatherview import percent
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

_SLIM = {"description_width": "auto"}
#: A side's strength by category as the calculator asks for it: caption and category.
ARMS = (("armour", "armor"), ("mech.", "mech"), ("other", "other"))


def _whole(caption: str, value: int, most: int, tip: str) -> Any:
    width = f"{54 + 7 * len(caption)}px"
    return ipw.BoundedIntText(
        value=value, min=0, max=most, description=caption, style=_SLIM, tooltip=tip, layout=ipw.Layout(width=width)
    )


def _choice(caption: str, options: Any, value: Any, width: str = "176px") -> Any:
    return ipw.Dropdown(options=options, value=value, description=caption, style=_SLIM, layout=ipw.Layout(width=width))


def _tick(caption: str, value: bool = False) -> Any:
    return ipw.Checkbox(value=value, description=caption, indent=False, layout=ipw.Layout(width="auto"))


def _bar(*controls: Any) -> Any:
    bar = ipw.HBox(list(controls))
    bar.add_class("gpwlab-bar")
    return bar


def _row(name: str) -> Any:
    """What a row of controls is about; all rows begin below each other."""
    return ipw.HTML(f"<b>{name}</b>", layout=ipw.Layout(width="66px"))


def terrains(charts: Charts, where: str) -> list[str]:
    """The types of terrain of a hex or of a hexside, as printed."""
    return [t.type for t in charts.combat_terrain.values() if t.where == where]


class _Calculator(TextTwin, ipw.VBox):
    """Controls, and what comes of them; an error is told in place of it."""

    title = ""

    def __init__(self, game: Any, bars: list[Any], controls: list[Any], **traits: Any) -> None:
        self.heading, self.found = ipw.HTML(), ipw.HTML()
        for control in controls:
            control.observe(lambda _: self.refresh(), names="value")
        handout = of_session(self.session, self.title.lower(), self.picture, self.table)
        super().__init__([ipw.HTML(style.sheet()), self.heading, *bars, self.found, handout], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def work_out(self) -> Findings:
        """What is found by what is set; GameError where it cannot be worked out."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Work it out again."""
        try:
            found = self.work_out()
            soft, self.found.value = found.remark, f"<div>{escape(found.sums)}</div>{found.markup()}"
        except GameError as error:
            soft, self.found.value = "", f'<div class="gpwlab-refusal">{escape(str(error))}</div>'
        self.heading.value = style.title(self.title, soft)

    def picture(self) -> Picture:
        """What is found as a picture by itself; GameError as for :meth:`work_out`."""
        return self.work_out().picture(self.title)

    def table(self) -> DataFrame:
        """The outcomes with their exact chances, one row each; GameError as for :meth:`work_out`."""
        return self.work_out().table()

    def text(self) -> str:
        """What is found in words: the reasons, and a line an outcome."""
        return self.work_out().text()


class CombatCalculator(_Calculator):
    """Strengths, terrain, ratings: line, column, surprise and the exact chance of every result."""

    title = "Combat"

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        hexes = terrains(self.session.game.charts, "hex")
        sides = [("no river", ""), *((name, name) for name in terrains(self.session.game.charts, "hexside"))]
        self.attack = {name: _whole(f"{caption}", v, 999, f"attack strength of {caption} units")
                       for (caption, name), v in zip(ARMS, (8, 0, 14), strict=True)}  # fmt: skip
        self.defend = {name: _whole(f"{caption}", v, 999, f"defence strength of {caption} units")
                       for (caption, name), v in zip(ARMS, (0, 0, 13), strict=True)}  # fmt: skip
        self.terrain, self.second = _choice("in", hexes, "Open", "156px"), _choice("and", ["", *hexes], "", "156px")
        self.hexside = _choice("across", sides, "")
        self.ratings = [_whole("attack", 4, 9, "action rating"), _whole("defence", 3, 9, "action rating")]
        self.hedgehog, self.kind = (
            _whole("hedgehog", 0, 9, "its level"),
            _choice("", list(odds.KINDS), "attack", "100px"),
        )
        self.supplied = [_tick("attacker", True), _tick("defender", True)]
        bars = [
            _bar(_row("Attack"), *self.attack.values()),
            _bar(_row(""), self.hexside),
            _bar(_row("Defence"), *self.defend.values()),
            _bar(_row(""), self.terrain, self.second),
            _bar(_row("Ratings"), *self.ratings, self.hedgehog),
            _bar(_row("Supplied"), *self.supplied, self.kind),
        ]
        controls = [*self.attack.values(), *self.defend.values(), self.terrain, self.second, self.hexside,
                    *self.ratings, self.hedgehog, self.kind, *self.supplied]  # fmt: skip
        super().__init__(game, bars, controls, **traits)

    @property
    def odds(self) -> odds.Odds:
        """The combat that is set, worked out."""
        across = (self.hexside.value,) if self.hexside.value else ()
        attackers, defenders = (
            tuple(odds.Force(name, box.value, sides, tick.value) for name, box in boxes.items() if box.value)
            for boxes, sides, tick in ((self.attack, across, self.supplied[0]), (self.defend, (), self.supplied[1]))
        )
        terrain = tuple(name for name in (self.terrain.value, self.second.value) if name)
        attacker, defender = (box.value for box in self.ratings)
        return odds.work_out(
            self.session.game.charts,
            odds.Combat(attackers, defenders, terrain, attacker, defender, self.hedgehog.value, self.kind.value),
        )

    def work_out(self) -> Findings:
        """Odds, surprise, results and reasons."""
        return findings(self.odds)


def column(found: odds.Odds) -> str:
    """Odds, line and modifiers in words."""
    first, second = found.ratio
    return f"{first}:{second} on the line {found.line}, {found.drm:+d} to the dice"


def expected(found: odds.Odds) -> str:
    """Surprise and losses in words."""
    who = ", ".join(f"{name} {percent(chance)}" for name, chance in found.surprise.items())
    mean = ", ".join(f"{side} {float(steps):.2f}" for side, steps in found.expected.items())
    return f"Surprise: {who}. Steps lost outright on average: {mean}."


def findings(found: odds.Odds) -> Findings:
    """A combat as a card shows it."""
    meanings = {result: odds.words(result) for result in found.results}
    return Findings(column(found), found.results, meanings, found.reasons, expected(found))


class BarrageCalculator(_Calculator):
    """Points, target, spotter: column, price and the exact chance of every effect.

    Terrain and hedgehog are those of the hex that is aimed at on the map, until others are set.
    """

    title = "Barrage"

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        hexes = terrains(self.session.game.charts, "hex")
        self.points = _whole("points", 40, 999, "barrage points that fire")
        self.terrain, self.second = _choice("at", hexes, "Open"), _choice("and", ["", *hexes], "")
        self.regiments = ipw.BoundedFloatText(
            value=3, min=0, max=30, step=0.25, description="regiments there", style=_SLIM,
            tooltip="regiment equivalents in the target hex", layout=ipw.Layout(width="170px"),
        )  # fmt: skip
        self.hedgehog = _whole("hedgehog", 0, 9, "its level")
        self.spotter, self.strategic = _tick("spotter", True), _tick("target in strategic mode")
        self.by_air, self.near_base = _tick("by air only"), _tick("within ten hexes of base")
        bars = [
            _bar(self.points, self.terrain, self.second, self.regiments, self.hedgehog),
            _bar(self.spotter, self.strategic, self.by_air, self.near_base),
        ]
        controls = [self.points, self.terrain, self.second, self.regiments, self.hedgehog, self.spotter, self.strategic,
                    self.by_air, self.near_base]  # fmt: skip
        super().__init__(game, bars, controls, **traits)
        self.session.observe(lambda change: self._aim(change["new"]), names="target")

    def _aim(self, target: str) -> None:
        """Take over what is known of a hex."""
        if not target:
            return
        game = self.session.game
        first, second, *_ = (*(name for name in game.terrain(target) if name in self.terrain.options), "", "")
        self.terrain.value, self.second.value = first or "Open", second
        self.hedgehog.value = sum(m.count for m in game.markers if m.hex == target and m.kind == "hedgehog")

    @property
    def shelling(self) -> guns.Shelling:
        """The barrage that is set, worked out."""
        terrain = tuple(name for name in (self.terrain.value, self.second.value) if name)
        fired = guns.Barrage(
            self.points.value, terrain, Fraction(self.regiments.value), self.hedgehog.value, self.spotter.value,
            self.strategic.value, self.by_air.value, self.near_base.value,
        )  # fmt: skip
        return guns.work_out(self.session.game.charts, fired)

    def work_out(self) -> Findings:
        """Column, price, effects and reasons, the likeliest effect first."""
        found = self.shelling
        soft = f"{found.cost}T, column {found.column + 1}; {float(found.expected):.2f} steps on average"
        ranked = sorted(found.effects.items(), key=lambda item: -item[1])
        told = {_effect(effect): chance for effect, chance in ranked}
        return Findings(soft, told, dict.fromkeys(told, ""), found.reasons)


def _effect(effect: guns.Effect) -> str:
    steps, disorganised = effect
    if not steps:
        return "disorganised" if disorganised else "no effect"
    return f"{counted(steps, 'step')} lost"
