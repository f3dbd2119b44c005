"""The victory track of Hube's Pocket: the points now against both levels, what each place would swing, the grade."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.svg.build import Picture
from gpwlab.hube import victory
from gpwlab.widgets import hube_victoryview as view
from gpwlab.widgets import style
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.hube.charts import Charts

COLUMNS = ("hex", "place", "VP", "counts", "if it changed", "why")


class VictoryTrack(TextTwin, ipw.VBox):
    """The course of the points and the places that count; a row of the table shows its hex on the map.

    active: False while nobody looks, so that nothing is drawn.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.heading, self.chart, self.sentence, self.grid = ipw.HTML(), ipw.HTML(), ipw.HTML(), Grid()
        self.grid.on_row.append(self._go)
        handout = of_session(self.session, "victory", self.picture, self.table)
        parts = [self.heading, self.chart, self.sentence, handout, self.grid]
        super().__init__([ipw.HTML(style.sheet()), *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Draw it again, if it is seen."""
        if not self.active:
            return
        game = self.session.game
        track = victory.track(game)
        turn = game.phase.turn
        self.heading.value = style.title(
            "Victory", f"{view.vp_text(track.total)} VP for the Soviets; massive at {track.axis_level} or less and "
            f"{track.soviet_level} or more on turn {turn}",
        )  # fmt: skip
        self.chart.value = self.svg()
        others = "; ".join(f"{escape(title)} {view.vp_text(vp)} {style.rule(rule)}" for title, rule, vp in track.others)
        extra = f" Besides the places: {others}." if others else ""
        self.sentence.value = f"<div>{escape(self.verdict())}{extra} {style.rule('hube 5.2')}</div>"
        self.grid.fill("places that count", COLUMNS, self.rows())

    def svg(self) -> str:
        """The picture as SVG."""
        game = self.session.game
        return view.svg(game.charts, victory.course(game), game.phase.turn)

    def picture(self) -> Picture:
        """The picture by itself, which stays in a notebook without a kernel."""
        return Picture(self.svg(), self.text())

    def verdict(self) -> str:
        """What the game would end in now."""
        found = victory.standing(self.session.game)
        return f"If the game ended now: {found}; {'; '.join(reason.text for reason in found.reasons)}."

    def rows(self) -> list[list[Cell]]:
        """A row a place, in the order of COLUMNS."""
        game = self.session.game
        track, sides = victory.track(game), game.sides
        found: list[list[Cell]] = []
        for label, hex_id, vp, held in track.rows:
            other = track.total + (-vp if held else vp)
            holder = sides[game.board.hex(hex_id)]
            why = (
                "held, but without a line of supply"
                if holder == "Soviet" and not held
                else f"held by the {holder} side"
            )
            row: list[Cell] = [hex_id, label, vp, "Soviet" if held else ""]
            found.append([*row, swing(game.charts, game.phase.turn, other), why])
        return found

    def table(self) -> DataFrame:
        """The same as a frame."""
        from pandas import DataFrame

        return DataFrame(self.rows(), columns=list(COLUMNS))

    def _go(self, hex_id: str) -> None:
        self.session.cursor = self.session.hovered = hex_id

    def text(self) -> str:
        """The track in words."""
        return "\n".join([self.verdict(), self.grid.text()])


def swing(charts: Charts, turn: int, total: Fraction) -> str:
    """The points after a change, and the grade that they would make."""
    axis, soviet = charts.massive[turn]
    if total <= axis or total >= soviet:
        return f"{view.vp_text(total)} VP: Massive {'Axis' if total <= axis else 'Soviet'}"
    grade, side = victory.grade(charts, turn, total)
    return f"{view.vp_text(total)} VP: {f'{grade} {side}' if side else victory.DRAW}"
