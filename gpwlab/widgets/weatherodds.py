"""The odds of the weather as a card: each turn, side and phase exactly, and the bad phases of a range of turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture, el, label
from gpwlab.gpw.game import Game
from gpwlab.gpw.units import SIDES
from gpwlab.study import weather
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin
from gpwlab.widgets.turntrack import MARKS

if TYPE_CHECKING:
    from pandas import DataFrame

CSS = Path(__file__).with_name("turntrack.css").read_text("utf-8")
_WIDTH, _HEIGHT, _LEFT, _FOOT = 350.0, 120.0, 6.0, 20.0
#: The room that a number below a bar takes.
_NUMBER = 16.0
_COLOURS = {"Axis": "var(--gl-axis, #3f6d33)", "Soviet": "var(--gl-soviet, #b3261a)"}
#: What two phases of a side can be, first and second.
_PAIRS = ((False, False), (True, False), (False, True), (True, True))
_WORDS = {
    (False, False): "both clear",
    (True, False): "first bad",
    (False, True): "second bad",
    (True, True): "both bad",
}


class WeatherOdds(TextTwin, ipw.VBox):
    """Exact chances of bad weather, with the dice that have been rolled.

    ``table`` is :func:`gpwlab.study.weather_odds` of the turns in the range.  active: False while nobody looks.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self._setting = False
        turns = self.session.game.charts.turns
        self.range = ipw.IntRangeSlider(
            min=min(turns), max=max(turns), value=self._coming(), description="Turns", continuous_update=False,
            style={"description_width": "auto"}, layout=ipw.Layout(width="98%"),
        )  # fmt: skip
        self.turn = ipw.Dropdown(options=[], description="One turn", style={"description_width": "auto"})
        self.heading, self.sums, self.chart = ipw.HTML(), ipw.HTML(), ipw.HTML()
        self.turns, self.joint = ipw.HTML(), ipw.HTML()
        for control in (self.range, self.turn):
            control.observe(lambda _: self._choose(), names="value")
        handout = of_session(self.session, "weather", self.picture, lambda: self.table)
        parts = [self.heading, self.range, self.sums, self.chart, handout, self.turns, self.turn, self.joint]
        super().__init__([ipw.HTML(style.sheet() + f"<style>{CSS}</style>"), *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def _coming(self) -> tuple[int, int]:
        """From the turn in progress to the end of the scenario."""
        game = self.session.game
        return game.phase.turn, max(game.phase.turn, peek.last_turn(game))

    def _choose(self) -> None:
        if not self._setting:
            self.refresh()

    @property
    def table(self) -> DataFrame:
        """The rows of the turns in the range."""
        odds = weather.weather_odds(self.session.game)
        first, last = self.range.value
        return odds[odds["turn"].between(first, last)]

    def picture(self) -> Picture:
        """The chart by itself; InvalidInput where no turn of the range has a mark."""
        first, last = self.range.value
        if not (self.table["mark"] != "").any():
            raise InvalidInput(f"no turn from {first} to {last} has a mark: there is nothing to draw")
        game = self.session.game
        means = {side: float(weather.expected_bad(first, last, side, game)) for side in SIDES}
        told = ", ".join(f"{side} {mean:.2f}" for side, mean in means.items())
        spread = {side: weather.bad_phases(first, last, side, game) for side in SIDES}
        return Picture(chart(spread, f"turns {first} to {last}; on average {told}"), self.text())

    def refresh(self) -> None:
        """Work the odds of the chosen turns out again."""
        if not self.active:
            return
        game = self.session.game
        first, last = self.range.value
        self.heading.value = style.title("Weather", f"turns {first} to {last}, exact chances")
        marked = self.table[self.table["mark"] != ""]
        spread = {side: weather.bad_phases(first, last, side, game) for side in SIDES}
        self.sums.value = self._sums(first, last, spread)
        self.chart.value = chart(spread) if len(marked) else ""
        self.turns.value = self._turns(marked)
        self._offer(sorted(set(marked["turn"])))

    def _offer(self, turns: Sequence[int]) -> None:
        """Offer the marked turns of the range for a closer look."""
        titles = self.session.game.charts.turns
        options = [(titles[int(turn)].title, int(turn)) for turn in turns]
        self._setting = True
        if list(self.turn.options) != options:
            kept = self.turn.value
            self.turn.options = options
            known = [turn for _title, turn in options]
            self.turn.value = kept if kept in known else known[0] if known else None
        self._setting = False
        for part in (self.turn, self.joint):
            part.layout.display = None if options else "none"
        self.joint.value = self._joint(self.turn.value) if options else ""

    def _sums(self, first: int, last: int, spread: Mapping[str, Mapping[int, Fraction]]) -> str:
        """How many phases are bad on average, by side."""
        if max(len(chances) for chances in spread.values()) == 1:
            return "<p>No turn of the range has a mark: the weather is clear.</p>"
        lines = []
        for side in SIDES:
            own = self.table[(self.table["side"] == side) & (self.table["mark"] != "")]
            expected = weather.expected_bad(first, last, side, self.session.game)
            none = spread[side].get(0, Fraction(0))
            lines.append(
                f"{style.side_name(side)}: <b>{float(expected):.2f}</b> of {2 * len(own)} rolled phases bad on average "
                f"({expected}); all clear {_chance(none)}"
            )
        return "<br>".join(lines)

    def _turns(self, marked: DataFrame) -> str:
        """Each marked turn: the die, a clear turn, what combat suffers, and what has been rolled."""
        rolled = weather.rolled(self.session.game)
        rows = "".join(self._row(row, rolled) for row in marked.to_dict("records"))
        names = (
            ("turn", ""), ("", ""), ("bad on", "die of each of the two movement phases"),
            ("2 clear", "both movement phases clear"), ("2 bad", "both movement phases bad"),
            ("attacks", "what the mark does to attacks, whatever is rolled"), ("rolled", "dice on the line of play"),
        )  # fmt: skip
        head = "".join(f'<th title="{tip}">{name}</th>' for name, tip in names)
        if not rows:
            return ""
        return f'<table class="gpwlab-odd"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'

    def _row(self, row: dict[Any, Any], rolled: Mapping[tuple[int, str], tuple[int, str]]) -> str:
        side = row["side"]
        phases = [name for owner, name in weather.PHASES if owner == side]
        dice = [rolled.get((row["turn"], name)) for name in phases]
        said = " ".join(f"{die} {MARKS.get(what, '○')}" for die, what in filter(None, dice))
        box = self.session.game.charts.turns[row["turn"]]
        first = side == SIDES[0]
        turn = (
            f"<b>{box.number}</b> {MARKS[box.weather]}"
            if first
            else f'<span class="gpwlab-soft">{escape(box.period)}</span>'
        )
        combat = row["combat"].replace("strength ", "").replace("columns ", "").replace("column ", "")
        return (
            f'<tr title="{escape(box.title)}: {row["mark"]}; attacks: {row["combat"]}"><td>{turn}</td>'
            f"<td>{style.side_name(side)}</td><td>1–{row['bad_to']} ({_chance(row['chance'])})</td>"
            f"<td>{_chance(row['both_clear'])}</td><td>{_chance(row['both_bad'])}</td><td>{combat}</td>"
            f"<td>{said}</td></tr>"
        )

    def _joint(self, turn: int) -> str:
        """The four movement phases of a turn together: rows of the Axis, columns of the Soviets."""
        chances = weather.joint(turn, self.session.game)
        most = max(chances.values())
        head = "".join(f"<th>{_WORDS[pair]}</th>" for pair in _PAIRS)
        rows = ""
        for axis in _PAIRS:
            cells = "".join(_shaded(chances[axis + soviet], most) for soviet in _PAIRS)
            rows += f"<tr><th>{_WORDS[axis]}</th>{cells}</tr>"
        corner = f"<th>{style.side_name('Axis')} down, {style.side_name('Soviet')} across</th>"
        return (
            f'<table class="gpwlab-joint"><thead><tr>{corner}{head}</tr></thead><tbody>{rows}</tbody></table>'
            f'<div class="gpwlab-soft">Each movement phase has a die of its own {style.rule("gpw 6.1.D")}.</div>'
        )

    def text(self) -> str:
        """The odds in words, a line a marked turn and side."""
        lines = []
        for row in self.table[self.table["mark"] != ""].to_dict("records"):
            lines.append(
                f"{row['title']}, {row['mark']}: {row['side']} 1-{row['bad_to']} bad ({row['chance']} a phase), "
                f"both clear {row['both_clear']}, both bad {row['both_bad']}; attacks: {row['combat']}"
            )
        return "\n".join(lines) or "No turn of the range has a mark: the weather is clear."


def _chance(chance: Fraction) -> str:
    """A chance in percent; the fraction is a pointer away."""
    share = float(chance)
    return f'<span title="{chance}">{share:.{1 if 0 < share < 0.01 else 0}%}</span>'


def _shaded(chance: Fraction, most: Fraction) -> str:
    share = round(70 * float(chance / most))
    shade = f"background:color-mix(in srgb, transparent, #2f7fc1 {share}%)"
    return f'<td style="{shade}" title="{chance}">{float(chance):.1%}</td>'


def chart(spread: Mapping[str, Mapping[int, Fraction]], heading: str = "") -> str:
    """The number of bad phases of each side as bars: full for the Axis, in outline for the Soviets.

    heading: a line above it, where no card tells of what turns it is.
    """
    most = max(max(chances.values()) for chances in spread.values())
    counts = max(max(chances) for chances in spread.values()) + 1
    step = (_WIDTH - 2 * _LEFT) / counts
    wide = min(18.0, step * 0.42)
    every = 1 if step > _NUMBER else ceil(_NUMBER / step)
    parts = []
    for count in range(counts):
        x = _LEFT + step * (count + 0.5)
        if count % every == 0:
            parts.append(label(str(count), x, _HEIGHT - 6, text_anchor="middle", font_size=11))
        for number, side in enumerate(SIDES):
            parts.append(_bar(x + (number - 1) * wide, wide, spread[side].get(count, Fraction(0)), most, side))
    said = "; ".join(
        f"{side} " + ", ".join(f"{n}: {float(p):.1%}" for n, p in sorted(chances.items()))
        for side, chances in spread.items()
    )
    caption = label("bad movement phases; full bars Axis, outlined Soviet", _LEFT, 10, font_size=11)
    head = label(heading, _LEFT, -8, font_size=11) if heading else ""
    top = 22.0 if heading else 0.0
    return el(
        "svg", el("title", escape(said)), head, caption, *parts, role="img",
        viewBox=f"0 {-top:.0f} {_WIDTH:.0f} {_HEIGHT + top:.0f}", width=_WIDTH, height=_HEIGHT + top,
        class_="gpwlab-chart", fill="currentColor", style=f"max-width:{_WIDTH:.0f}px",
    )  # fmt: skip


def _bar(x: float, wide: float, chance: Fraction, most: Fraction, side: str) -> str:
    height = (_HEIGHT - _FOOT - 16) * float(chance / most)
    full = side == SIDES[0]
    return el(
        "rect", el("title", f"{side}: {float(chance):.1%} ({chance})"), x=x + 1, y=_HEIGHT - _FOOT - height,
        width=wide - 2, height=height, fill=_COLOURS[side] if full else "none", stroke=_COLOURS[side], stroke_width=1.5,
    )  # fmt: skip
