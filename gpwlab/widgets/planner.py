"""The attack planner's card: weights, the best attacks with their reasons, arrows on the map, a click to announce."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab import study
from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.gpw.game import Game
from gpwlab.gpw.odds import ladder_name
from gpwlab.study.odds import chance_text
from gpwlab.study.planner import Choice, Plan
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

#: The weights that the card asks for: name in study.Objective, caption, what it is.
WEIGHTS = (
    ("steps", "enemy step", "worth of a step that the enemy loses"),
    ("own_steps", "own step", "weight of a step of one's own"),
    ("ground", "a hex", "worth of any hex that one may enter"),
    ("rp", "an RP", "worth of an RP that the enemy's steps cost more than one's own"),
)
_SLIM = {"description_width": "auto"}


class AttackPlanner(TextTwin, ipw.VBox):
    """Weights above, the plan below; ``plan`` is the one shown, None before the first and after the game has moved.

    active: False while nobody looks; its arrows are on the map only while somebody does.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.plan: Plan | None = None
        self._make_controls()
        weights = ipw.HBox([*self.weights.values(), self.hexes])
        buttons = ipw.HBox([self.go, self.announce, self.clear])
        for bar in (weights, buttons):
            bar.add_class("gpwlab-bar")
        self.handout = of_session(self.session, "plan", table=self.table)
        rows = [ipw.HTML(style.sheet()), self.heading, weights, buttons, self.result, self.handout]
        super().__init__(rows, **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self._draw(), names="active")
        self.session.observe(lambda _: self.forget(), names="version")
        self.forget()

    def _make_controls(self) -> None:
        usual = study.Objective()
        self.heading, self.result = ipw.HTML(), ipw.HTML()
        self.weights = {
            name: ipw.BoundedFloatText(
                value=float(getattr(usual, name)), min=0, max=99, step=0.25, description=caption, tooltip=what,
                style=_SLIM, layout=ipw.Layout(width=f"{76 + 7 * len(caption)}px"),
            )
            for name, caption, what in WEIGHTS
        }  # fmt: skip
        self.hexes = ipw.Text(
            placeholder="B1612 2, B2008 1", description="hexes", continuous_update=False, style=_SLIM,
            layout=ipw.Layout(width="200px"), tooltip="further worth of single hexes",
        )  # fmt: skip
        self.go, self.announce, self.clear = (
            ipw.Button(description=text, icon=icon, button_style=look, layout=ipw.Layout(width="auto"))
            for text, icon, look in (
                ("Plan attacks", "lightbulb-o", "primary"),
                ("Announce all", "crosshairs", "warning"),
                ("Clear", "eraser", ""),
            )
        )
        self.go.on_click(lambda _: self.work_out())
        self.announce.on_click(lambda _: self._announce())
        self.clear.on_click(lambda _: self.forget())

    @property
    def objective(self) -> study.Objective:
        """The weights as set; InvalidInput where the hexes are not of the form."""
        hexes: dict[str, float] = {}
        for part in filter(None, map(str.strip, self.hexes.value.split(","))):
            words = part.split()
            try:
                hexes[words[0].upper()] = float(words[1]) if len(words) == 2 else float("nan")
            except ValueError:
                raise InvalidInput(f"{part!r} is not a hex and what it is worth, such as B1612 2") from None
        return study.Objective(**{name: box.value for name, box in self.weights.items()}, hexes=hexes)

    # -- showing ----------------------------------------------------------------------------------------------

    def work_out(self) -> None:
        """Plan for the phasing side, and show the plan here and on the map; an error is shown in its place."""
        self.forget()
        self.result.value = style.working("weighing sets of attacks")
        try:
            self.plan = study.plan_attacks(self.session.game, self.objective)
        except GameError as error:
            self.result.value = f'<div class="gpwlab-refusal">{escape(str(error))}</div>'
            return
        self.result.value = self._markup(self.plan)
        ready = bool(self.plan.attacks) and peek.kind(self.session.game) == "combat"
        self._show(self.announce, ready)
        self._show(self.clear, True)
        self._show(self.handout, bool(self.plan.attacks))
        self._draw()

    def table(self) -> DataFrame:
        """The plan as a frame, an attack a row; InvalidInput where there is none."""
        if self.plan is None:
            raise InvalidInput("no attacks are planned: press Plan attacks first")
        return self.plan.table

    def forget(self) -> None:
        """Put the plan away: it was made for another position."""
        self.plan = None
        self.heading.value = style.title("Attack planner", f"the best set of {self.session.game.phase.side} attacks")
        self.result.value = (
            '<div class="gpwlab-soft">Set what counts, and press <b>Plan attacks</b>: the best set of attacks is '
            "listed here and drawn on the map.</div>"
        )
        for hidden in (self.announce, self.clear, self.handout):
            self._show(hidden, False)
        self._draw()

    @staticmethod
    def _show(widget: Any, on: bool) -> None:
        widget.layout.display = None if on else "none"

    def _draw(self) -> None:
        """Arrows on the map while the card is looked at."""
        shown = self.plan.attacks if self.plan is not None and self.active else ()
        self.session.plan = tuple((choice.target, choice.attackers) for choice in shown)

    def _markup(self, plan: Plan) -> str:
        if not plan.attacks:
            return '<div class="gpwlab-note">No attack is worth making by these weights.</div>'
        rows = "".join(self._row(plan, choice) for choice in plan.attacks)
        head = "<tr><th>hex</th><th>column</th><th>falls</th><th>steps a / d</th><th>worth</th></tr>"
        own, enemy = (float(plan.mean(who)) for who in ("attacker", "defender"))
        total = (
            f"<b>Worth {float(plan.worth):.2f}</b>; steps lost on average: attacker {own:.2f}, defender {enemy:.2f}; "
            f"{plan.tried} attacks weighed. {escape(self._next_best(plan))}"
        )
        said = "".join(f"<li>{escape(text)}</li>" for text in plan.ignores)
        return (
            f"<div>{total}</div><table><thead>{head}</thead><tbody>{rows}</tbody></table>"
            f"<details><summary>What it does not weigh</summary><ul>{said}</ul></details>"
        )

    @staticmethod
    def _next_best(plan: Plan) -> str:
        other = plan.runner_up
        if other is None:
            return "There is no other plan."
        mine, theirs = ({str(choice) for choice in made.attacks} for made in (plan, other))
        changed = "; ".join(sorted(theirs - mine)) or f"without {'; '.join(sorted(mine - theirs))}"
        return f"The next best is worth {float(other.worth):.2f}: {changed}."

    def _row(self, plan: Plan, choice: Choice) -> str:
        game = self.session.game
        names = [game.standing(unit)[0].name for unit in choice.attackers]
        names += [game.standing(choice.air)[0].label] if choice.air else []
        own, enemy = (sum(n * c for n, c in choice.battle.losses[who].items()) for who in ("attacker", "defender"))
        why = "".join(f"<li>{escape(text)}</li>" for text in plan.why(choice.target))
        place = escape(game.board.label(game.board.hex(choice.target)))
        return (
            f"<tr><td><b>{place}</b><div class='gpwlab-soft'>{escape(', '.join(names))}</div></td>"
            f"<td><b>{ladder_name(choice.battle.odds.column)}</b></td><td>{chance_text(choice.battle.captured)}</td>"
            f"<td class='num gpwlab-nowrap'>{float(own):.2f} / {float(enemy):.2f}</td>"
            f"<td class='num'>{float(choice.worth):.2f}</td></tr>"
            f"<tr><td colspan='5'><details><summary>Why</summary><ul>{why}</ul></details></td></tr>"
        )

    # -- acting -----------------------------------------------------------------------------------------------

    def _announce(self) -> None:
        """Announce the whole plan and send its aircraft, or nothing of it."""
        plan, game = self.plan, self.session.game
        if plan is None:
            return

        def carry_out() -> None:
            trial = game.fork()
            for action in plan.actions:  # refused as a whole where one of them is
                trial.do(action)
            self.session.say_events([event for action in plan.actions for event in game.do(action)])

        self.session.run(carry_out, "announce the plan")

    def text(self) -> str:
        """What it shows, in words."""
        return self.plan.table.to_string(index=False) if self.plan else "No attacks are planned."
