"""How the strength of both sides has gone: one point a turn up to this one, as a chart and a table."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.svg.build import Picture, el, label, num
from gpwlab.sfs.board import SIDES
from gpwlab.widgets import style
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _FOOT = 380, 170, 34, 88, 12, 26
#: The sides are told apart by dashes as well as by colour.
_DASHES = {"German": None, "Soviet": "6 4"}


def strengths(session: AreaSession) -> list[tuple[int, dict[str, int]]]:
    """For each turn up to this one, units and SPs on the map as it began; what is hidden counts as a unit only.

    The keys are side and what is counted: ``German SPs``, ``Soviet units``.
    """
    starts: dict[int, int] = {}
    for number, phase in session.game.phases:
        if number <= session.game.cursor:
            starts.setdefault(phase.turn, number)
    twin = session.game.fork()
    rows = []
    for turn, number in starts.items():
        twin.jump(number)
        seen = twin.view(session.viewer) if session.viewer else twin
        counts = dict.fromkeys((f"{side} {what}" for side in SIDES for what in ("units", "SPs")), 0)
        for stack in seen.stacks:
            counts[f"{stack.side} units"] += len(stack.units)
            counts[f"{stack.side} SPs"] += sum(unit.strength or 0 for unit in stack.units)
        rows.append((turn, counts))
    return rows


class StrengthChart(TextTwin, ipw.VBox):
    """The card.  active: False while nobody looks, so that nothing is counted."""

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self.rows: list[tuple[int, dict[str, int]]] = []
        self.content = ipw.HTML()
        handout = of_session(self.session, "strength", self.picture, self.table)
        super().__init__([ipw.HTML(style.sheet()), self.content, handout], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names=["version", "viewer"])
        self.refresh()

    def refresh(self) -> None:
        """Count along the line of play again, if anybody looks."""
        if not self.active:
            return
        self.rows = strengths(self.session)
        what = self.what
        note = "units: Soviet strength is hidden" if what == "units" else "strength points on the map"
        self.content.value = style.title("Strength by turn", note) + chart(self.rows, what) + table(self.rows)

    @property
    def what(self) -> str:
        """What the chart counts: a German does not know Soviet strengths."""
        return "units" if self.session.viewer == "German" else "SPs"

    def picture(self) -> Picture:
        """The chart by itself."""
        self.rows = self.rows or strengths(self.session)
        return Picture(chart(self.rows, self.what), self.text())

    def table(self) -> DataFrame:
        """The counts as a frame, one row a turn."""
        from pandas import DataFrame

        return DataFrame([{"turn": turn, **counts} for turn, counts in self.rows or strengths(self.session)])

    def text(self) -> str:
        """The table in words, a line a turn."""
        return "\n".join(
            f"turn {turn}: {', '.join(f'{k} {n}' for k, n in counts.items())}" for turn, counts in self.rows
        )


def chart(rows: list[tuple[int, dict[str, int]]], what: str) -> str:
    """The lines of both sides as an SVG, turns across, strength upwards from nought."""
    most = max((counts[f"{side} {what}"] for _turn, counts in rows for side in SIDES), default=0) or 1
    first, last = rows[0][0], max(rows[-1][0], rows[0][0] + 1)

    def at(turn: int, value: int) -> tuple[float, float]:
        across = (turn - first) / (last - first)
        return _LEFT + across * (_WIDTH - _LEFT - _RIGHT), _HEIGHT - _FOOT - value / most * (_HEIGHT - _TOP - _FOOT)

    out = [_axes(most, first, last)]
    for side in SIDES:
        path = [at(turn, counts[f"{side} {what}"]) for turn, counts in rows]
        d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in path)
        dots = "".join(el("circle", cx=x, cy=y, r=2.6) for x, y in path)
        line = el("path", d=d, fill="none", stroke="currentColor", stroke_width=2, stroke_dasharray=_DASHES[side])
        value = rows[-1][1][f"{side} {what}"]
        name = label(f"{side} {value}", path[-1][0] + 5, path[-1][1] + 4, font_size=11, font_weight="bold")
        out.append(el("g", line, dots, name, class_=side.lower(), fill="currentColor"))
    said = escape("; ".join(f"{side} {rows[-1][1][f'{side} {what}']} {what}" for side in SIDES))
    return el(
        "svg", el("title", said), *out, role="img", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", width=_WIDTH, height=_HEIGHT,
        class_="gpwlab-chart",
    )  # fmt: skip


def _axes(most: int, first: int, last: int) -> str:
    foot = _HEIGHT - _FOOT
    line = el("path", d=f"M{_LEFT} {_TOP}V{foot}H{_WIDTH - _RIGHT}", fill="none", stroke="currentColor", opacity=0.6)
    marks = (
        label(str(most), _LEFT - 5, _TOP + 6, text_anchor="end"),
        label("0", _LEFT - 5, foot + 4, text_anchor="end"),
        label(f"turn {first}", _LEFT, foot + 17),
        label(str(last), _WIDTH - _RIGHT, foot + 17, text_anchor="end"),
    )
    return line + el("g", *marks, fill="currentColor", font_size=11)


def table(rows: list[tuple[int, dict[str, int]]]) -> str:
    """The table twin of the chart."""
    names = list(rows[0][1])
    head = "".join(f"<th>{name}</th>" for name in ("turn", *names))
    body = "".join(
        f"<tr><td>{turn}</td>{''.join(f'<td>{counts[name]}</td>' for name in names)}</tr>" for turn, counts in rows
    )
    return f"<details><summary>as a table</summary><table><tr>{head}</tr>{body}</table></details>"
