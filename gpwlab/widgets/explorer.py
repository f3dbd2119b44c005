"""The odds explorer of Struggle for Stalingrad and Hube's Pocket: every column of an attack, and what would help."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab import study
from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.core.svg.build import Picture
from gpwlab.study.explore import Exploration
from gpwlab.widgets import oddsview as view
from gpwlab.widgets import style
from gpwlab.widgets.area_advice import AIM
from gpwlab.widgets.takeaway import odds_buttons
from gpwlab.widgets.texttwin import TextTwin

_CSS = Path(__file__).with_name("odds.css").read_text("utf-8")
#: Headings of changes by their kind, in the order in which they are shown.
GROUPS = (
    ("What would carry it further", ("points", "hexside", "works")),
    ("Leaders and guns", ("leader", "artillery")),
    ("Who could join", ("joins",)),
    ("Who could be spared", ("without",)),
)


class AttackExplorer(TextTwin, ipw.VBox):
    """The attack that ``ask`` gives, explored; ``ask`` gives None where no attack is looked at.

    active: False while nobody looks, so that nothing is computed.  ``found`` holds the tables that are shown.
    """

    active = Bool(True)

    def __init__(self, ask: Callable[[], Exploration | None], invitation: str, session: Any, **traits: Any) -> None:
        self._ask, self._invitation = ask, invitation
        self.found: Exploration | None = None
        self.plain = ipw.ToggleButton(description="Tables", tooltip="the same as plain tables", icon="table")
        self.plain.layout.width = "auto"
        self.plain.observe(lambda _: self._show(), names="value")
        self.result = ipw.HTML()
        top = ipw.HBox([ipw.HTML(style.title("Odds explorer", "")), self.plain])
        sheet = ipw.HTML(style.sheet() + f"<style>{_CSS}</style>")
        super().__init__([sheet, top, self.result, odds_buttons(session, lambda: self.tables, self.picture)], **traits)
        for name in ("gpwlab", "gpwlab-card", "gpwlab-odds"):
            self.add_class(name)
        self.observe(lambda _: self.refresh(), names="active")
        self.refresh()

    def refresh(self) -> None:
        """Explore the attack anew."""
        if not self.active:
            return
        self.found = None
        try:
            self.found = self._ask()
        except GameError as error:
            reasons = getattr(error, "reasons", ())
            told = style.reasons(reasons) if reasons else escape(str(error))
            self.result.value = f'<div class="gpwlab-refusal"><b>No attack.</b> {told}</div>'
            return
        self._show()

    @property
    def tables(self) -> dict[str, Any]:
        """The numbers shown, by heading."""
        if self.found is None:
            return {}
        made = self.found
        named = ("Way to the column", "Outcomes", "What if", "Columns")
        return dict(zip(named, (made.way, made.outcomes, made.changes, made.columns), strict=True))

    def picture(self) -> Picture:
        """All columns with their chances as a picture; InvalidInput where no attack is looked at."""
        if self.found is None:
            raise InvalidInput("no attack is being looked at: choose one first")
        return view.columns_picture(self.found.columns, self.found.chance)

    def _show(self) -> None:
        if self.found is None:
            self.result.value = f'<div class="gpwlab-soft">{escape(self._invitation)}</div>'
        else:
            self.result.value = view.twin(self.tables) if self.plain.value else _page(self.found)

    def text(self) -> str:
        """What it shows, in words."""
        return view.words(self.tables) if self.found else self._invitation


def _page(found: Exploration) -> str:
    planned = found.changes.iloc[0]
    head = (
        f'<div class="gpwlab-odds-head"><div class="gpwlab-odds-column">{escape(planned["column"])}</div><div>'
        f"{escape(found.chance)} <b>{_percent(planned['falls'])}</b>"
        f'<div class="gpwlab-soft">mean steps lost: attacker {float(planned["attacker_steps"]):.2f}, '
        f"defender {float(planned['defender_steps']):.2f}</div></div></div>"
    )
    way = zip(found.way["step"], found.way["rule"], strict=True)
    reasons = "".join(f"<li>{escape(step)} {style.rule(rule)}</li>" for step, rule in way)
    parts = [view.section("The way to the column", f"<ul>{reasons}</ul>"), _columns(found)]
    for heading, kinds in GROUPS:
        rows = [_change(row) for row in found.changes[found.changes["kind"].isin(kinds)].itertuples()]
        cells = f"<th></th><th></th><th>{escape(found.chance)}</th><th></th><th class='num'>steps a / d</th>"
        parts.append(view.section(heading, _table(cells, rows) if rows else ""))
    return view.page(head, parts)


def _columns(found: Exploration) -> str:
    rows = []
    row: Any
    for row in found.columns.itertuples():
        mark = ("▶ ", " class=planned") if row.planned else ("", "")
        needs = "–" if row.needed is None else f"{row.needed}<div class='gpwlab-soft'>{_short(row.more)}</div>"
        rows.append(
            f"<tr{mark[1]}><td class='gpwlab-nowrap'>{mark[0]}{escape(row.column)}</td><td class='num'>{needs}</td>"
            f"<td>{view.share(_rounded(row.falls))}</td>"
            f"<td class='num'>{float(row.attacker_steps):.2f} / {float(row.defender_steps):.2f}</td></tr>"
        )
    cells = f"<th>column</th><th class='num'>needs</th><th>{escape(found.chance)}</th><th class='num'>steps a / d</th>"
    return view.section("All columns", _table(cells, rows)) if rows else ""


def _change(row: Any) -> str:
    return (
        f"<tr><td>{escape(row.change)}</td><td class='gpwlab-nowrap'><b>{escape(row.column)}</b></td>"
        f"<td>{view.share(_rounded(row.falls))}</td><td>{_gain(row.gain)}</td>"
        f"<td class='num'>{float(row.attacker_steps):.2f} / {float(row.defender_steps):.2f}</td></tr>"
    )


def _short(more: Fraction | int) -> str:
    if not more:
        return "just enough"
    return f"{float(more):g} short" if more > 0 else f"{-float(more):g} spare"


def _rounded(chance: Fraction) -> Fraction:
    """A chance whose fraction can be read: long ones are told to a thousandth; the tables have them exactly."""
    return chance if chance.denominator < 10_000 else Fraction(round(chance * 1000), 1000)


def _percent(chance: Fraction) -> str:
    return study.odds.chance_text(chance) if chance in (0, 1) else f"{float(chance):.1%}"


def _gain(gain: Fraction) -> str:
    if not gain:
        return view.gain(gain)
    return f'<span class="gpwlab-odds-gain">{"▲ +" if gain > 0 else "▼ −"}{abs(float(gain)):.1%}</span>'


def _table(cells: str, rows: list[str]) -> str:
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def explorer_of_areas(session: Any, **traits: Any) -> AttackExplorer:
    """The explorer of a lab of Stalingrad: the attack that is planned there, as its viewer may know it."""

    def ask() -> Exploration | None:
        if not (session.target and session.attackers):
            return None
        overrun = session.kind in ("movement", "reserve")
        return study.explore(session.seen, session.target, list(session.attackers), overrun=overrun)

    card = AttackExplorer(ask, AIM, session, **traits)
    session.observe(lambda _: card.refresh(), names=["version", "viewer", "target", "attackers"])
    return card


def explorer_of_workbook(battle: Any, calculator: Any, **traits: Any) -> AttackExplorer:
    """The explorer of a workbook of Hube's Pocket: the battle whose attackers are ticked, else the one typed."""

    def ask() -> Exploration:
        ticked = bool(battle.session.target and battle.attackers.value)
        return study.explore_combat(battle.odds if ticked else calculator.odds)

    card = AttackExplorer(ask, "Type a combat.", battle.session, **traits)
    for found in (battle.found, calculator.found):
        found.observe(lambda _: card.refresh(), names="value")
    return card
