"""The victory track of Hube's Pocket: what wins the scenario, and the campaign's points against both levels."""

from __future__ import annotations

from collections.abc import Iterable
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
    """The scenario's own conditions, if one is played; the course of the points and the places that count.

    A row of the table shows its hex on the map.  active: False while nobody looks, so that nothing is drawn.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.heading, self.standing, self.count, self.chart, self.grid = *(ipw.HTML() for _ in range(4)), Grid()
        self.grid.on_row.append(self._go)
        handout = of_session(self.session, "victory", self.picture, self.table)
        parts = [self.heading, self.standing, self.count, self.chart, handout, self.grid]
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
        decided = (
            "by points" if game.campaign else f"by the scenario's own conditions at the end of turn {game.last_turn}"
        )
        self.heading.value = style.title("Victory", decided)
        self.standing.value = conditions(game) + f"<div>{escape(self.verdict())} {style.rule(rule_of(game))}</div>"
        rules = dict.fromkeys(("hube 5.2", *(rule for _title, rule, _vp in victory.track(game).others)))
        self.count.value = f"<p>{escape(self.points())} {' '.join(map(style.rule, rules))}</p>"
        self.chart.value = self.svg()
        self.grid.fill(f"places that count{'' if game.campaign else ' in a campaign'}", COLUMNS, self.rows())

    def svg(self) -> str:
        """The picture as SVG: all turns of a campaign, of a scenario its own."""
        game = self.session.game
        turns = sorted(game.charts.massive) if game.campaign else range(game.first_turn, game.last_turn + 1)
        return view.svg(game.charts, victory.course(game), game.phase.turn, turns)

    def picture(self) -> Picture:
        """The picture by itself, which stays in a notebook without a kernel."""
        return Picture(self.svg(), self.text())

    def verdict(self) -> str:
        """What the game has ended in, or would end in now."""
        found, over = victory.standing(self.session.game), self.session.game.winner
        why = "; ".join(reason.text for reason in found.reasons)
        return f"{'The game is over' if over else 'If the game ended now'}: {found}; {why}."

    def points(self) -> str:
        """The victory points, what they are for, and what counts besides the places."""
        game = self.session.game
        track = victory.track(game)
        levels = (
            f"{view.vp_text(track.total)} VP for the Soviets; massive victory at {track.axis_level} or less for the "
            f"Axis and at {track.soviet_level} or more for the Soviets at the end of turn {game.phase.turn}."
        )
        others = "; ".join(f"{title} {view.vp_text(vp)}" for title, _rule, vp in track.others)
        extra = f" Besides the places: {others}." if others else ""
        if game.campaign:
            return levels + extra
        return f"For comparison only, and without weight in this scenario, the count of a campaign: {levels}{extra}"

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
        game = self.session.game
        lines = [f"{goal.side or 'objective'}: {goal.text}; {'yes' if goal.met else 'no'}" for goal in asked(game)]
        return "\n".join([*lines, self.verdict(), self.points(), self.grid.text()])


def rule_of(game: Any) -> str:
    """The entry that prints what decides the game."""
    rule: str = victory.standing(game).reasons[0].rule
    return rule


def asked(game: Any) -> tuple[victory.Goal, ...]:
    """What wins the scenario, and the objectives that it counts."""
    return victory.goals(game) + victory.objectives(game)


def conditions(game: Any) -> str:
    """What wins the scenario as markup, each ticked where it is met; "" in a campaign."""
    if game.campaign:
        return ""
    counted = victory.objectives(game)
    told = _ticked(victory.goals(game)) + "<div>Anything else is a draw.</div>"
    return told + (f"<div>Objectives that the Soviets have:</div>{_ticked(counted)}" if counted else "")


def _ticked(goals: Iterable[victory.Goal]) -> str:
    """Conditions as a list, a tick before those that are met."""
    lines = "".join(
        f'<li class="{"gpwlab-can" if goal.met else "gpwlab-cannot"}">'
        f"{f'{style.side_name(goal.side)} victory: ' if goal.side else ''}{escape(goal.text)}</li>"
        for goal in goals
    )
    return f'<ul class="gpwlab-may">{lines}</ul>'


def swing(charts: Charts, turn: int, total: Fraction) -> str:
    """The points after a change, and the grade that they would make."""
    axis, soviet = charts.massive[turn]
    if total <= axis or total >= soviet:
        return f"{view.vp_text(total)} VP: Massive {'Axis' if total <= axis else 'Soviet'}"
    grade, side = victory.grade(charts, turn, total)
    return f"{view.vp_text(total)} VP: {f'{grade} {side}' if side else victory.DRAW}"
