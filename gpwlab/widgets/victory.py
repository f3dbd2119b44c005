"""Who is winning: what each side must hold, what it holds now, and how the game would end as things stand."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.gpw import victory
from gpwlab.gpw.game import Game
from gpwlab.gpw.units import SIDES
from gpwlab.widgets import style
from gpwlab.widgets.keys import plain
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin


class VictoryCard(TextTwin, ipw.VBox):
    """The scenario's goals, a line each with a tick where it is reached, and the outcome if the game ended now."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.content = ipw.HTML()
        super().__init__([ipw.HTML(style.sheet()), self.content], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Show the goals and the verdict."""
        self.content.value = style.title("Victory", _until(self.session.game)) + goals(self.session.game)

    def text(self) -> str:
        """What it shows, in words."""
        return plain(self.content.value)


def goals(game: Game) -> str:
    """The goals of each side as markup, with the rule of each, and how the game would end now."""
    pos = game._pos
    asked = pos.world.scenario.goals(pos)
    lines: dict[int, list[str]] = {}
    for goal, reason in zip(asked, game.objectives, strict=True):
        mark = "gpwlab-can" if len(victory.held(pos, goal)) >= goal.need else "gpwlab-cannot"
        line = f'<li class="{mark}">{escape(reason.text)} {style.rule(reason.rule)}</li>'
        lines.setdefault(goal.side, []).append(line)
    told = "".join(
        f'<div>{style.side_name(SIDES[side])}</div><ul class="gpwlab-may">{"".join(found)}</ul>'
        for side, found in lines.items()
    )
    return told + _verdict(game)


def _verdict(game: Game) -> str:
    """How the game has ended, or how it would if this were its end; variants that judge otherwise have their say."""
    over = game.winner
    outcome = over or victory.outcome(game._pos, at_end=True)
    if outcome is None:
        return ""
    who = "a draw" if outcome.winner == victory.DRAW else f"{style.side_name(outcome.winner)} wins"
    known = {str(reason) for reason in game.objectives}
    more = style.reasons(reason for reason in outcome.reasons if str(reason) not in known)
    return f"<div>{'The game is over' if over else 'If the game ended now'}: {who}.</div>{more}"


def _until(game: Game) -> str:
    turns = game._pos.world.scenario.last_turn - game.phase.turn
    return "last turn" if turns <= 0 else f"{turns} turn{'s' * (turns != 1)} to come after this one"
