"""Planning and fighting battles: who attacks, at which column and why, and exactly what may come of it."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as ipw

from gpwlab.core.errors import GameError
from gpwlab.gpw.actions import Attack, Fly, Resolve
from gpwlab.gpw.game import Game
from gpwlab.gpw.odds import ladder_name
from gpwlab.gpw.preview import Preview
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session
from gpwlab.widgets.texttwin import TextTwin

#: A hex has six neighbours, each with two units at most (gpw 15.1.D), so that no attack has more.
_MOST = 12
#: What each CRT result does, in words of ours.
RESULTS = {
    "NE": "no effect",
    "DR": "defender retreats",
    "DRL": "defender loses a step and retreats",
    "AL": "attacker loses a step",
    "DE": "defender eliminated",
    "EX": "exchange",
}


class BattlePreview(TextTwin, ipw.VBox):
    """The battle card: tick attackers, read the odds, announce, resolve."""

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.heading = ipw.HTML()
        self.ticks = [ipw.Checkbox(indent=False, layout=ipw.Layout(width="auto")) for _ in range(_MOST)]
        self._units: list[str] = []
        self._setting = False
        for tick in self.ticks:
            tick.observe(self._ticked, names="value")
        self.air = ipw.Dropdown(options=[("no aircraft", "")], description="OAS", layout=ipw.Layout(width="100%"))
        self.air.observe(lambda _: self._show_odds() if not self._setting else None, names="value")
        self.odds = ipw.HTML()
        self.announce = ipw.Button(description="Announce attack", icon="crosshairs", button_style="warning")
        self.announce.on_click(lambda _: self._announce())
        self.planned = ipw.HTML()
        self.rolls = [
            ipw.Button(icon="random", button_style="danger", layout=ipw.Layout(width="auto")) for _ in range(8)
        ]
        for button in self.rolls:
            button.on_click(self._roll)
        rolls = ipw.HBox(self.rolls)
        rolls.add_class("gpwlab-bar")
        super().__init__(
            [
                ipw.HTML(style.sheet()),
                self.heading,
                ipw.VBox(self.ticks),
                self.air,
                self.odds,
                self.announce,
                self.planned,
                rolls,
            ],
            **traits,
        )
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names=["version", "target"])
        self.session.observe(lambda _: self._show_odds(), names="attackers")
        self.refresh()

    # -- showing -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the target's candidates, the odds of those ticked, and the announced attacks."""
        self._show_candidates()
        self._show_odds()
        self._show_announced()

    def _show_candidates(self) -> None:
        session, game = self.session, self.session.game
        self._units = game.candidates(session.target) if session.target else []
        if not session.target:
            self.heading.value = style.title("Battle", "click an enemy unit next to yours")
        else:
            defender = game.unit_at(session.target)
            who = f"{peek.unit(game, defender[0]).name} defends" if defender else "empty"
            where = game.board.label(game.board.hex(session.target))
            self.heading.value = style.title(f"Battle for {where}", who)
        self._show_aircraft()
        for number, tick in enumerate(self.ticks):
            shown = number < len(self._units)
            tick.layout.display = None if shown else "none"
            if shown:
                name = self._units[number]
                tick.description = f"{peek.unit(game, name).name} from {peek.hex_of(game, name)} ({name})"

    def _show_aircraft(self) -> None:
        """Offer the aircraft in range of the target for OAS; hidden where there is none."""
        game, target = self.session.game, self.session.target
        able = [u for u, mission in game.aircraft(game.phase.side).items() if not mission] if target else []
        board = game.board
        near = [
            u for u in able
            if board.distance(board.hex(peek.hex_of(game, u)), board.hex(target)) <= peek.unit(game, u).air_range
        ]  # fmt: skip
        chosen = self.air.value
        self._setting = True
        names = [(f"{peek.unit(game, u).label} from {peek.hex_of(game, u)}", u) for u in near]
        self.air.options = [("no aircraft", ""), *names]
        self.air.value = chosen if chosen in near else ""
        self._setting = False
        self.air.layout.display = None if near else "none"

    def _show_odds(self) -> None:
        self._setting = True  # the ticks follow the session here, not the other way round
        for tick, name in zip(self.ticks, self._units, strict=False):
            tick.value = name in self.session.attackers
        self._setting = False
        battle = self.battle()
        self.announce.layout.display = None if isinstance(battle, Preview) and battle.possible else "none"
        self.odds.value = odds_markup(battle) if isinstance(battle, Preview) else battle

    def battle(self) -> Preview | str:
        """The preview of the ticked attack, or markup that says why there is none."""
        session = self.session
        if not session.target or not session.attackers:
            return '<span class="gpwlab-soft">no attacker is ticked</span>' if session.target else ""
        try:
            return session.game.battle(session.target, list(session.attackers), self.air.value or None)
        except GameError as error:
            return f'<div class="gpwlab-refusal">{escape(str(error))}</div>'

    def _show_announced(self) -> None:
        game = self.session.game
        waiting = peek.waiting(game)
        rolled = len(game.attacks) - len(waiting)
        remark = f"{len(waiting)} to roll" + (f", {rolled} rolled" if rolled else "")
        self.planned.value = style.title("Announced attacks", remark) if game.attacks else ""
        for number, button in enumerate(self.rolls):
            shown = number < len(waiting)
            button.layout.display = None if shown else "none"
            button.disabled = game.pending is not None
            if shown:
                button.description = f"Roll {game.board.label(game.board.hex(waiting[number]))}"
                button.tooltip = f"resolve {waiting[number]}"

    # -- acting ------------------------------------------------------------------------------------------------

    def _ticked(self, _change: object) -> None:
        if not self._setting:
            self.session.attackers = tuple(
                name for tick, name in zip(self.ticks, self._units, strict=False) if tick.value
            )

    def _announce(self) -> None:
        session, target, air = self.session, self.session.target, self.air.value
        if session.attempt(Attack(target, tuple(session.attackers))):
            if air:
                session.attempt(Fly(air, target))
            session.target, session.attackers = "", ()

    def _roll(self, button: Any) -> None:
        self.session.attempt(Resolve(button.tooltip.split()[1]))

    def text(self) -> str:
        """What it shows, in words."""
        return battle_text(self.battle())


def _share(chance: Fraction) -> str:
    """A chance as fraction and percent."""
    if chance == 1:
        return "certain"
    return f"{chance.numerator}/{chance.denominator} ({float(chance):.0%})"


def odds_markup(battle: Preview) -> str:
    """The column with every reason, the bars of the exact outcomes, and the chance to take the hex."""
    if not battle.possible:
        return f'<div class="gpwlab-refusal"><b>No attack.</b>{style.reasons(battle.reasons)}</div>'
    rows = []
    for outcome in battle.outcomes:
        kind = "good" if outcome.vacated else "bad" if outcome.attacker_steps else ""
        bar = f'<div class="gpwlab-meter {kind}" style="width:{100 * float(outcome.chance):.1f}%"></div>'
        losses = f"{outcome.attacker_steps or '-'} / {outcome.defender_steps or '-'}"
        rows.append(
            f"<tr><td><b>{outcome.result}</b> {RESULTS[outcome.result]}</td>"
            f'<td class="gpwlab-barcell">{bar}{_share(outcome.chance)}</td><td class="gpwlab-nowrap">{losses}</td></tr>'
        )
    column = ladder_name(battle.column or 0)
    return (
        f"<div><b>{battle.ratio}</b> in strength, resolved on the <b>{column}</b> column</div>"
        f"{style.reasons(battle.reasons)}"
        '<table><thead><tr><th>result</th><th>chance</th><th class="gpwlab-nowrap">steps lost<br>att. / def.</th>'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f"<div>Chance that the defender leaves the hex: <b>{_share(battle.captured)}</b>. Expected steps lost: "
        f"attacker {_mean(battle, 'attacker')}, defender {_mean(battle, 'defender')}.</div>"
        f"{_interception(battle)}"
    )


def _interception(battle: Preview) -> str:
    """What changes if a fighter intercepts the aircraft over the battle; nothing where none can."""
    unit, fighters = battle.contested
    if not unit:
        return ""
    columns = ", ".join(
        f"{'no attack' if column is None else ladder_name(column)} {_share(chance)}"
        for column, chance in battle.columns.items()
    )
    many = f"{len(fighters)} fighter{'s' * (len(fighters) > 1)} can intercept {escape(unit)}"
    return f'<div class="gpwlab-soft">{many}. If one does: {columns}.</div>'


def _mean(battle: Preview, who: str) -> str:
    mean = sum((steps * chance for steps, chance in battle.losses[who].items()), Fraction(0))
    return f"{float(mean):.2f}"


def battle_text(battle: Preview | str) -> str:
    """The same in words."""
    if isinstance(battle, str):
        return "No battle is being planned."
    lines = [str(reason) for reason in battle.reasons]
    lines += [
        f"{o.result} ({RESULTS[o.result]}): {_share(o.chance)}; steps lost {o.attacker_steps} / {o.defender_steps}"
        for o in (battle.outcomes if battle.possible else ())
    ]
    return "\n".join([*lines, f"defender leaves the hex: {_share(battle.captured)}"] if battle.possible else lines)
