"""The luck ledger: what was to be expected of the dice, what they brought, and how it added up."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab import study
from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture, el, label, num
from gpwlab.gpw.game import Game
from gpwlab.study.luck import MEASURES, running, tally
from gpwlab.widgets import style
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 340, 180, 36, 74, 12, 24
#: Names at the ends of lines are so many pixels apart.
_CLEAR = 13
#: How the sides are told apart without colour: dashes of the line.
_DASHES = {"Axis": None, "Soviet": "5 3"}
_NONE = '<div class="gpwlab-soft">No die of this kind has been rolled yet.</div>'
#: Where there is nothing to weigh yet.
EMPTY = "No die has been rolled. Roll a battle, or play on to a turn of bad weather: its luck is counted here."


class LuckLedger(TextTwin, ipw.VBox):
    """Expected against rolled by side, and the luck of the line of play added up; undone dice do not count.

    active: whether the ledger follows the game; the whole line is counted again after each action.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self._seen: object = None
        self.content = ipw.HTML()
        self.measure = ipw.Dropdown(
            options=[(caption, n) for n, (caption, _measures, _unit) in enumerate(MEASURES)],
            description="Luck in", style={"description_width": "auto"}, layout=ipw.Layout(width="210px"),
        )  # fmt: skip
        self.chart = ipw.HTML()
        self.table = ipw.HTML()
        self.handout = of_session(self.session, "luck", self.picture, lambda: self.ledger)
        parts = [self.content, self.measure, self.chart, self.handout, self.table]
        super().__init__([ipw.HTML(style.sheet()), *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.measure.observe(lambda _: self._draw(), names="value")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Count the dice of the line again, if that is wanted and the game has moved."""
        game = self.session.game
        now = (id(game), self.session.version)
        if not self.active or now == self._seen:
            return
        self._seen = now
        self.ledger = study.luck(game)
        rows = tally(self.ledger)
        remark = "expected against rolled, undone dice apart"
        self.content.value = style.title("Luck", remark) + (_summary(rows) if rows else f"<p>{EMPTY}</p>")
        self._draw()

    def _draw(self) -> None:
        """The chart and the dice behind it."""
        _caption, measures, _unit = MEASURES[self.measure.value]
        own = self.ledger[self.ledger["measure"].isin(measures)]
        for part in (self.measure, self.chart, self.handout, self.table):
            part.layout.display = None if len(self.ledger) else "none"
        self.chart.value = self._chart(_NONE)
        self.table.value = _dice(own) if len(own) else ""

    def _chart(self, none: str) -> str:
        """The chart of the chosen measure; ``none`` where no die of it has been rolled."""
        _caption, measures, unit = MEASURES[self.measure.value]
        lines = running(self.ledger, measures)
        return chart(lines, unit, self.session.game.cursor) if any(lines.values()) else none

    def picture(self) -> Picture:
        """The chart by itself; InvalidInput where no die of the chosen measure has been rolled."""
        drawn = self._chart("")
        if not drawn:
            raise InvalidInput(f"no die of {MEASURES[self.measure.value][0]} has been rolled yet")
        return Picture(drawn, self.text())

    def text(self) -> str:
        """The tally in words, a line a side and measure."""
        rows = tally(study.luck(self.session.game))
        return (
            "\n".join(
                f"{side}, {what}: {dice} dice, expected {expected:.2f}, rolled {rolled:g}, luck {luck:+.2f}"
                for side, what, dice, expected, rolled, luck in rows
            )
            or EMPTY
        )


def _summary(rows: list[tuple[str, str, int, float, float, float]]) -> str:
    """The tally as a table."""
    body = "".join(
        f"<tr><td>{style.side_name(side)}</td><td>{caption}</td><td>{dice}</td><td>{expected:.2f}</td>"
        f"<td>{rolled:g}</td><td><b>{luck:+.2f}</b></td></tr>"
        for side, caption, dice, expected, rolled, luck in rows
    )
    head = "".join(f"<th>{name}</th>" for name in ("side", "what", "dice", "expected", "rolled", "luck"))
    soft = "Steps are the enemy's less one's own. Luck above 0 is good for the side that rolled."
    return f'<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><div class="gpwlab-soft">{soft}</div>'


def _dice(own: DataFrame) -> str:
    """Each die of a measure: the table behind the chart, the newest first."""
    lines = "".join(
        f"<tr><td>{row['n']}</td><td>{style.side_name(row['side'])}</td><td>{_what(row)}</td>"
        f"<td><b>{row['die']}</b> {escape(str(row['result']))}</td><td>{row['expected']:.2f}</td>"
        f"<td>{row['actual']}</td><td>{row['luck']:+.2f}</td><td>{row['at_least']:.0%}</td></tr>"
        for row in own.iloc[::-1].to_dict("records")
    )
    names = ("#", "side", "what", "die", "exp.", "got", "luck", "as good")
    head = "".join(f"<th>{name}</th>" for name in names)
    soft = '<div class="gpwlab-soft">as good: the chance of doing as well or better</div>'
    return f'<div class="gpwlab-scroll"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>{soft}'


def _what(row: dict[Any, Any]) -> str:
    """What a die was about, in few words."""
    short = {"defender steps": "enemy", "attacker steps": "own", "hex taken": ""}
    return escape(f"{row['subject'] or row['kind']} {short.get(row['measure'], '')}".strip())


class _Plane:
    """The chart's plane: actions across, sums of luck upwards, in pixels."""

    def __init__(self, sums: list[float], length: int) -> None:
        self.length = length
        self.top, self.low = max(0.5, *sums), min(-0.5, *sums)

    def x(self, n: float) -> float:
        """Across."""
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * n / max(1, self.length)

    def y(self, value: float) -> float:
        """Downwards."""
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (self.top - value) / (self.top - self.low)


def chart(lines: dict[str, list[tuple[int, float]]], unit: str, length: int) -> str:
    """The luck added up as an SVG: actions across, luck upwards, Axis in a full line, Soviets in a broken one."""
    lines = {side: points for side, points in lines.items() if points}
    plane = _Plane([value for points in lines.values() for _n, value in points], length)
    ends = {side: points[-1][1] for side, points in lines.items()}
    places = {side: plane.y(value) + 4 for side, value in ends.items()}
    if len(places) == 2 and abs(places["Axis"] - places["Soviet"]) < _CLEAR:  # the names at the ends must not collide
        upper, lower = sorted(places, key=lambda side: places[side])
        middle = (places[upper] + places[lower]) / 2
        places[upper], places[lower] = middle - _CLEAR / 2, middle + _CLEAR / 2
    drawn = [_line(plane, side, points, places[side]) for side, points in lines.items()]
    said = "; ".join(f"{side} {value:+.2f} {unit}" for side, value in ends.items())
    return el(
        "svg", el("title", f"luck added up: {escape(said)}"), _axes(plane, unit), *drawn, role="img",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}", width=_WIDTH, height=_HEIGHT, class_="gpwlab-chart",
    )  # fmt: skip


def _axes(plane: _Plane, unit: str) -> str:
    """The line of no luck, and what the chart is of."""
    end, zero = plane.x(plane.length), plane.y(0)
    line = el("line", x1=plane.x(0), x2=end, y1=zero, y2=zero, stroke="currentColor", stroke_width=1, opacity=0.6)
    marks = [
        label(f"{value:+.1f}" if value else "0", _LEFT - 5, plane.y(value) + 4, text_anchor="end")
        for value in (plane.top, 0.0, plane.low)
    ]
    names = label(f"luck in {unit}", _LEFT, _HEIGHT - 6) + label(
        f"action {plane.length}", end, _HEIGHT - 6, text_anchor="end"
    )
    return line + el("g", *marks, names, fill="currentColor", font_size=11)


def _line(plane: _Plane, side: str, points: list[tuple[int, float]], place: float) -> str:
    """A side's steps up and down, a dot a die, and its name and sum at the end."""
    steps = "".join(f"H{num(plane.x(n))}V{num(plane.y(value))}" for n, value in points)
    end = plane.x(plane.length)
    path = f"M{num(plane.x(0))} {num(plane.y(0))}{steps}H{num(end)}"
    dots = "".join(
        el("circle", el("title", f"action {n}: {value:+.2f}"), cx=plane.x(n), cy=plane.y(value), r=2.6)
        for n, value in points
    )
    name = label(f"{side} {points[-1][1]:+.1f}", end + 4, place, font_size=11, font_weight="bold")
    line = el("path", d=path, fill="none", stroke="currentColor", stroke_width=2, stroke_dasharray=_DASHES[side])
    return el("g", line, dots, name, class_=side.lower(), fill="currentColor")
