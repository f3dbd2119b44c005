"""What the table says of a fight and of a move: a combat between units on the map, and how far a unit can go."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.core.svg.build import Picture
from gpwlab.core.words import counted
from gpwlab.hube import odds
from gpwlab.hube.picture.layers import mixed
from gpwlab.widgets import style
from gpwlab.widgets.chances import Findings
from gpwlab.widgets.hube_calculators import findings
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.takeaway import of_session

if TYPE_CHECKING:
    from pandas import DataFrame

_SLIM = {"description_width": "auto"}
#: What the field of movement points asks for: a unit's own may be known, or stand on its counter only.
_AS_PRINTED, _TO_TYPE, _TYPED = "MP (0: as printed)", "MP (off its counter)", "MP (as typed)"


class BattleCard(ipw.VBox):
    """A combat on the map: the attackers are ticked, numbers that stand on counters only are written in."""

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.heading, self.found = ipw.HTML(), ipw.HTML()
        self.attackers = ipw.SelectMultiple(options=[], rows=6, layout=ipw.Layout(width="100%"))
        self.kind = ipw.Dropdown(options=list(odds.KINDS), layout=ipw.Layout(width="100px"))
        self.known = ipw.Textarea(
            placeholder="su-29-tk-tkbde-25 6 4", continuous_update=False, rows=3, layout=ipw.Layout(width="100%"),
            tooltip="unit, strength, action: numbers read off counters",
        )  # fmt: skip
        self.numbers = ipw.HTML('<div class="gpwlab-soft">Numbers off the counters: unit, strength, action.</div>')
        for control in (self.attackers, self.kind, self.known):
            control.observe(lambda _: self.work_out(), names="value")
        handout = of_session(self.session, "battle", self.picture, self.table)
        self.body = ipw.VBox([self.attackers, self.kind, self.numbers, self.known, self.found, handout])
        super().__init__([ipw.HTML(style.sheet()), self.heading, self.body], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names=["version", "target"])
        self.refresh()

    def refresh(self) -> None:
        """Offer the units beside the target."""
        session, board = self.session, self.session.game.board
        target = session.target
        soft = f"on {board.label(board.hex(target))}" if target else "in a Combat Phase pick a unit, click an enemy hex"
        self.heading.value = style.title("Battle", soft)
        self.body.layout.display = None if target else "none"
        chosen = set(self.attackers.value) or {session.unit}
        self.attackers.options = beside(session, target) if target else []
        self.attackers.value = [unit for unit in self.attackers.options if unit in chosen]
        self.work_out()

    @property
    def odds(self) -> odds.Odds:
        """The combat of the ticked units against the target, worked out."""
        found: odds.Odds = self.session.game.battle(
            self.session.target, list(self.attackers.value), known=numbers(self.known.value), kind=self.kind.value
        )
        return found

    def work_out(self) -> None:
        """Tell what is to be expected, or what is missing."""
        if not self.attackers.value:
            self.found.value = '<div class="gpwlab-soft">Tick the attackers; ctrl-click for several.</div>'
            return
        try:
            found = findings(self.odds)
            summary = f"<b>{escape(found.remark)}.</b> {escape(found.sums)}"
            self.found.value = f"<div>{summary}</div>{found.markup()}"
        except GameError as error:
            self.found.value = f'<div class="gpwlab-refusal">{escape(str(error))}</div>'

    def picture(self) -> Picture:
        """What is expected as a picture by itself; GameError where no attack is planned, or it cannot be made."""
        return self._planned().picture(f"{', '.join(self.attackers.value)} against {self.session.target}")

    def table(self) -> DataFrame:
        """The results with their exact chances, one row each; GameError as for :meth:`picture`."""
        return self._planned().table()

    def _planned(self) -> Findings:
        if not (self.session.target and self.attackers.value):
            raise InvalidInput("no attack is planned: click an enemy hex and tick the attackers first")
        return findings(self.odds)


def beside(session: HubeSession, target: str) -> list[str]:
    """The units next to a hex that are of the other side than those in it."""
    board = session.game.board
    near = {board.ids[h] for h in board.near[board.hex(target)] if h >= 0}
    defending = {piece.side for piece in session.pieces_at(target)}
    return [piece.id for piece in session.game.pieces if piece.hex in near and piece.side not in defending]


def numbers(text: str) -> dict[str, tuple[int, int]]:
    """Strength and action by unit from lines as ``su-29-tk-tkbde-25 6 4``; InvalidInput shows a line that is none."""
    found = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        unit, *rest = line.split()
        if len(rest) != 2 or not all(word.isdigit() for word in rest):
            raise InvalidInput(f"{line!r} is not a unit, its strength and its action")
        found[unit] = (int(rest[0]), int(rest[1]))
    return found


class ReachCard(ipw.HBox):
    """How far the picked unit can go by terrain, and what the hex under the pointer would cost it."""

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.points = ipw.BoundedIntText(
            value=0, min=0, max=99, description=_AS_PRINTED, style=_SLIM, layout=ipw.Layout(width="180px"),
            tooltip="movement points for which the reach is told; 0 takes those of the counter",
        )  # fmt: skip
        ipw.link((self.points, "value"), (self.session, "points"))
        self.told = ipw.HTML()
        super().__init__([self.points, self.told], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-bar")
        self.session.observe(lambda _: self.refresh(), names=["version", "unit", "points", "hovered"])
        self.refresh()

    def refresh(self) -> None:
        """Tell it again; nothing is shown while no unit may move."""
        self.layout.display = None if self.session.mover else "none"
        printed = _AS_PRINTED if self.session.reach() else _TO_TYPE
        self.points.description = _TYPED if self.session.points else printed
        self.told.value = f"<span>{escape(self.words())}</span>"

    def words(self) -> str:
        """The reach, or the way to the hex under the pointer."""
        session = self.session
        reach, here = session.reach(), session.hovered
        if not session.mover:
            return ""
        if not reach:
            return f"the movement points of {session.mover} stand on its counter only: type them into the field"
        if reach.get(here):
            way = " ".join(session.way(here))
            return f"{mixed(reach[here])} MP to {here}: {way}"
        count = counted(len(reach) - 1, "hex", "hexes")
        allowed = f"{mixed(Fraction(session.left))} MP{'' if session.points else ' left of its printed ones'}"
        return f"{count} in reach with {allowed}, by terrain; modes, fuel and enemy zones are the series'"
