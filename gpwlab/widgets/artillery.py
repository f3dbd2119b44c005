"""The artillery explorer: what each pair of commitments does to one attack, as a matrix (sfs 5.4.3)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.core.svg.build import Attrs, Picture, document, el, label
from gpwlab.sfs.board import SIDES
from gpwlab.widgets import style
from gpwlab.widgets.area_advice import AIM
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.sfs.preview import Preview

_CSS = Path(__file__).with_name("combatwalk.css").read_text("utf-8")
#: Commitments that are tried where a side has more points, or an unknown number of them.
_MOST = 8


def _mean(chances: dict[int, Fraction]) -> Fraction:
    return sum((n * chance for n, chance in chances.items()), Fraction(0))


#: What a cell can show: caption, how it is read off a preview, whether it is a chance.
MEASURES: tuple[tuple[str, Callable[[Preview], Fraction], bool], ...] = (
    ("defender gone", lambda battle: battle.captured, True),
    ("defender cut off", lambda battle: battle.cut_off, True),
    ("foothold (any D-CRT result)", lambda battle: battle.foothold, True),
    ("defender's steps lost", lambda battle: _mean(battle.losses["defender"]), False),
    ("attacker's steps lost", lambda battle: _mean(battle.losses["attacker"]), False),
    ("steps lost, defender less attacker",
     lambda battle: _mean(battle.losses["defender"]) - _mean(battle.losses["attacker"]), False),
    ("defender's points lost", lambda battle: _mean(battle.points["defender"]), False),
    ("attacker's points lost", lambda battle: _mean(battle.points["attacker"]), False),
)  # fmt: skip


def matrix(
    reader: Any, target: str, attackers: list[str], measure: int, most: tuple[int, int], overrun: bool = False
) -> list[list[Fraction]]:
    """One row a German commitment from 0 on, one column a Soviet one; exact values of a measure by its number.

    Commitments that come to the same modifiers are worked out once.  GameError where there is no such attack.
    """
    read = MEASURES[measure][1]
    known: dict[tuple[tuple[int, int], ...], Fraction] = {}
    rows = []
    for german in range(most[0] + 1):
        row = []
        for soviet in range(most[1] + 1):
            battle = reader.battle(target, attackers, overrun=overrun, german=german, soviet=soviet)
            key = tuple((case.guns.on_defender, case.guns.on_attacker) for case in battle.cases)
            if key not in known:
                known[key] = read(battle)
            row.append(known[key])
        rows.append(row)
    return rows


class ArtilleryExplorer(TextTwin, ipw.VBox):
    """The planned attack with every commitment of both sides.

    active: False while nobody looks, so that nothing is computed.  ``values`` has the matrix as shown.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self.values: list[list[Fraction]] = []
        self.measure = ipw.Dropdown(
            options=[(caption, n) for n, (caption, _read, _chance) in enumerate(MEASURES)], description="Show",
            style={"description_width": "auto"}, layout=ipw.Layout(width="290px"),
        )  # fmt: skip
        self.measure.observe(lambda _: self.refresh(), names="value")
        self.heading, self.content = ipw.HTML(), ipw.HTML()
        sheet = ipw.HTML(style.sheet() + f"<style>{_CSS}</style>")
        handout = of_session(self.session, "artillery", self.picture, self.table)
        super().__init__([sheet, self.heading, self.measure, self.content, handout], **traits)
        for name in ("gpwlab", "gpwlab-card", "gpwlab-walk"):
            self.add_class(name)
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names=["version", "viewer", "target", "attackers"])
        self.refresh()

    @property
    def most(self) -> tuple[int, int]:
        """The largest commitment tried of each side: what it has left, or a number where that is not known."""
        left = self.session.seen.aps
        german, soviet = (min(left.get(side, _MOST), _MOST) for side in SIDES)
        return min(german + self.session.seen.air, _MOST), soviet

    def refresh(self) -> None:
        """Work out the matrix of the planned attack."""
        if not self.active:
            return
        session = self.session
        self.values = []
        planned = bool(session.target and session.attackers)
        remark = f"{', '.join(session.attackers)} against {session.target}" if planned else "no attack is planned"
        self.heading.value = style.title("Artillery", remark)
        self.measure.layout.display = None if planned else "none"
        if not planned:
            self.content.value = f'<div class="gpwlab-soft">{AIM}</div>'
            return
        overrun = session.kind in ("movement", "reserve")
        try:
            self.values = matrix(
                session.seen, session.target, list(session.attackers), self.measure.value, self.most, overrun
            )
        except GameError as error:
            reasons = getattr(error, "reasons", ())
            self.content.value = f'<div class="gpwlab-refusal"><b>No attack.</b>{style.reasons(reasons)}</div>'
            return
        self.content.value = self.markup()

    def markup(self) -> str:
        """The matrix as a table, shaded, the best and the worst for the attacker framed."""
        rows = []
        for german, row in enumerate(self.values):
            cells = "".join(self._cell(value) for value in row)
            rows.append(f"<tr><th>{german}</th>{cells}</tr>")
        heads = "".join(f"<th>{n}</th>" for n in range(len(self.values[0])))
        return (
            f'<table class="gpwlab-crt gpwlab-guns"><caption>{self.caption}</caption>'
            f"<thead><tr><th></th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
            '<div class="gpwlab-soft">Framed: the highest value. Air points count as German points here. Each point of '
            "difference is one on the D-CRT die; the A-CRT die moves by one from two points on.</div>"
        )

    @property
    def caption(self) -> str:
        """What the matrix shows."""
        return f"{MEASURES[self.measure.value][0]}: German points down, Soviet points across"

    def _look(self, value: Fraction) -> tuple[str, float, bool]:
        """A value as text, its shade from 0 to 1, and whether it is the highest."""
        flat = [value for row in self.values for value in row]
        low, high = min(flat), max(flat)
        text = f"{float(value):.0%}" if MEASURES[self.measure.value][2] else f"{float(value):.2f}"
        return text, float((value - low) / (high - low)) if high > low else 0.0, value == high > low

    def _cell(self, value: Fraction) -> str:
        text, shade, highest = self._look(value)
        lit = ' class="lit"' if highest else ""
        return f'<td{lit} style="--share:{0.55 * shade:.3f}" title="{value}">{text}</td>'

    def picture(self) -> Picture:
        """The matrix as a picture by itself; InvalidInput where no attack is planned."""
        wide, tall, left, top = 52, 26, 40, 56
        body = [label(str(soviet), left + wide * (soviet + 0.5), top - 8) for soviet in range(len(self._planned()[0]))]
        for german, row in enumerate(self.values):
            y = top + tall * german
            body.append(label(str(german), left / 2, y + 18))
            for soviet, value in enumerate(row):
                x = left + wide * soviet
                text, shade, highest = self._look(value)
                rim: Attrs = (
                    {"stroke": "#222222", "stroke_width": 2} if highest else {"stroke": "#cccccc", "stroke_width": 1}
                )
                body += [
                    el("rect", x=x + 1, y=y + 1, width=wide - 2, height=tall - 2, fill="#ffffff"),
                    el("rect", x=x + 1, y=y + 1, width=wide - 2, height=tall - 2, fill="#5f93b8",
                       fill_opacity=0.75 * shade, **rim),
                    label(text, x + wide / 2, y + 18, font_weight="bold" if highest else None),
                ]  # fmt: skip
        size = (
            max(left + wide * len(self.values[0]) + 10, 20 + 8 * len(self.caption)),
            top + tall * len(self.values) + 10,
        )
        ground = el("rect", width=size[0], height=size[1], fill="#ffffff")
        head = label(self.caption, 10, 22, font_weight="bold")
        shown = el("g", head, el("g", *body, text_anchor="middle"), font_size=13, fill="#222222")
        return Picture(document(ground + shown, (0, 0, *size), size, self.caption), self.frame().to_string())

    def _planned(self) -> list[list[Fraction]]:
        if not self.values:
            raise InvalidInput("no attack is planned: choose a target and who attacks it first")
        return self.values

    def frame(self) -> DataFrame:
        """The matrix as a DataFrame, index German points, columns Soviet points; InvalidInput where none is planned."""
        from pandas import DataFrame

        self._planned()
        frame = DataFrame([[float(value) for value in row] for row in self.values])
        frame.index.name, frame.columns.name = "German APs", "Soviet APs"
        return frame

    def table(self) -> DataFrame:
        """The same with the German points as a column, as a file has it."""
        return self.frame().rename(columns=lambda soviet: f"Soviet APs {soviet}").reset_index()

    def text(self) -> str:
        """What it shows, in words."""
        return self.frame().to_string() if self.values else "No attack is planned."
