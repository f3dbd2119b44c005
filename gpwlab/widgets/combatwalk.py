"""The combat walk: one combat in the steps of sfs 5.2, planned, in progress or fought, each step with its table.

Before the dice it shows the exact chances of every table, and of what both sides lose with terrain defence, cut-off
and retreat; after them the cells that they met.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool, Int

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.sfs.actions import Attack, Overrun
from gpwlab.sfs.board import SIDES
from gpwlab.widgets import combatview as view
from gpwlab.widgets import style
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.sfs.preview import Case, Preview

_CSS = Path(__file__).with_name("combatwalk.css").read_text("utf-8")
#: The sequence, each step with its rule.
STEPS = (
    ("Declare", "sfs 5.2.1"),
    ("Reveal", "sfs 5.2.2"),
    ("Artillery", "sfs 5.2.3"),
    ("Odds", "sfs 5.2.4.B"),
    ("D-CRT", "sfs 5.2.5"),
    ("Cut-off", "sfs 5.2.5.1"),
    ("Terrain", "sfs 5.2.5.2"),
    ("Losses", "sfs 5.2.5.3.B"),
    ("A-CRT", "sfs 5.2.6"),
    ("After", "sfs 5.2.6.2.A"),
)
#: The step at which each kind of event belongs.
_STEP_OF = {
    "attack": 0, "reveal": 1, "abort": 1, "noted": 2, "guns": 2, "adjust": 2, "odds": 3, "d-crt": 4, "cut-off": 5,
    "surround": 5, "liberate": 5, "terrain": 6, "retreat": 7, "a-crt": 8, "advance": 9, "days": 9, "disrupted": 9,
    "foothold": 9, "supply": 9,
}  # fmt: skip
#: Points of artillery that a plan can be tried with.
_MOST_POINTS = 14


@dataclass
class Combat:
    """A combat to be walked through: planned, in progress, or the last one fought.

    points: German and Soviet artillery, None while secret.  rolled: the rows of the log that it caused.
    """

    target: str
    attackers: tuple[str, ...]
    overrun: bool
    side: str
    points: tuple[int, int] | None
    state: str
    preview: Preview | None = None
    trouble: Sequence[Reason] = ()
    rolled: list[dict[Any, Any]] = field(default_factory=list)

    def dice(self, kind: str) -> list[int]:
        """The dice of a kind that were thrown, as thrown."""
        return [int(row["die"]) for row in self.rolled if row["kind"] == kind]

    @property
    def reached(self) -> int:
        """How far it has come: the number of steps of which something has happened."""
        return max((_STEP_OF.get(row["kind"], -1) + 1 for row in self.rolled), default=0)


class CombatWalk(TextTwin, ipw.VBox):
    """A combat in Stalingrad, die by die.

    step: the step that is shown.  german, soviet: artillery points that a plan is tried with.

    active: False while nobody looks, so that nothing is computed.
    """

    step = Int(0)
    german = Int(0)
    soviet = Int(0)
    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self.combat: Combat | None = None
        self.heading, self.chips, self.content, self.summary = (ipw.HTML() for _ in range(4))
        self._make_controls()
        bar = ipw.HBox([self.back, self.forth, self.declare])
        self.guns = ipw.HBox([self.german_points, self.soviet_points])
        for box in (bar, self.guns):
            box.add_class("gpwlab-bar")
        sheet = ipw.HTML(style.sheet() + f"<style>{_CSS}</style>")
        self.handout = of_session(self.session, "combat", table=self.table)
        parts = [self.heading, self.chips, bar, self.guns, self.content, self.summary, self.handout]
        super().__init__([sheet, *parts], **traits)
        for name in ("gpwlab", "gpwlab-card", "gpwlab-walk"):
            self.add_class(name)
        self.observe(lambda _: self.refresh(), names=["german", "soviet", "active"])
        self.observe(lambda _: self.show(), names="step")
        self.session.observe(lambda _: self.follow(), names=["version", "viewer", "target", "attackers"])
        self.follow()

    def _make_controls(self) -> None:
        self.back = self._button("Back", "step-backward", "the step before", lambda: self.go(-1))
        self.forth = self._button("Next step", "step-forward", "the next step", lambda: self.go(1))
        self.declare = self._button("Declare attack", "crosshairs", "announce this attack (a)", self._declare)
        self.declare.button_style = "warning"
        slim = {"description_width": "auto"}
        self.german_points, self.soviet_points = (
            ipw.BoundedIntText(value=0, min=0, max=_MOST_POINTS, description=f"{side} APs", style=slim,
                               layout=ipw.Layout(width="138px"))
            for side in SIDES
        )  # fmt: skip
        ipw.link((self.german_points, "value"), (self, "german"))
        ipw.link((self.soviet_points, "value"), (self, "soviet"))

    def _button(self, text: str, icon: str, tip: str, call: Any) -> Any:
        button = ipw.Button(description=text, icon=icon, tooltip=tip, layout=ipw.Layout(width="auto"))
        button.on_click(lambda _: self.session.run_pick(call))
        return button

    # -- which combat --------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Look at the combat in progress, the planned one, or the last; go to the step that it has reached."""
        if not self.active:
            return
        self.combat = self.find()
        if self.combat is not None and self.combat.state != "planned":
            self.set_trait("step", min(max(self.combat.reached - 1, 0), len(STEPS) - 1))
        self.show()

    def refresh(self) -> None:
        """Compute the combat again and show the step."""
        if self.active:
            self.combat = self.find()
            self.show()

    def find(self) -> Combat | None:
        """The combat that is walked: in progress, else planned, else the last on the line of play."""
        fight = self.session.seen.fight
        if fight is None and self.session.target and self.session.attackers:
            return self._planned()
        return self._fought("in progress" if fight is not None and fight.kind not in ("stuka", "steppes") else "fought")

    def _planned(self) -> Combat:
        session = self.session
        overrun = session.kind in ("movement", "reserve")
        stack = session.stack(session.attackers[0])
        side = stack.side if stack else session.game.phase.side
        found = Combat(session.target, tuple(session.attackers), overrun, side, (self.german, self.soviet), "planned")
        self._look(found, session.seen)
        return found

    def _fought(self, state: str) -> Combat | None:
        """The last attack on the line of play with what it caused; looked at as it was before its dice."""
        session = self.session
        actions = session.game.actions
        last = next((n for n in range(len(actions) - 1, -1, -1) if isinstance(actions[n], Attack | Overrun)), None)
        if last is None:
            return None
        action, before = actions[last], session.game.fork()
        rows = self._rows(session.game.line[last], session.game.line[len(actions) - 1])
        before.jump(last)
        attackers = (action.attacker,) if isinstance(action, Overrun) else action.attackers
        side = before.phase.side
        found = Combat(
            action.target, attackers, isinstance(action, Overrun), side, self._points(rows), state, rolled=rows
        )
        self._look(found, before)  # both sides have seen what fights (sfs 5.2.2)
        return found

    def _rows(self, first: int, last: int) -> list[dict[Any, Any]]:
        """The rows of the log from an action to another, up to the end of the combat, as the viewer reads them."""
        log = self.session.seen.log
        log = log[log["kept"] & (log["n"] >= first) & (log["n"] <= last)]
        rows = log.to_dict("records")
        ends = [n for n, row in enumerate(rows) if row["kind"] == "phase" or (n and row["kind"] in ("attack", "stuka"))]
        return rows[: ends[0]] if ends else rows

    def _points(self, rows: Sequence[dict[Any, Any]]) -> tuple[int, int] | None:
        """The points that both sides committed, None until they are shown."""
        shown = [row["result"] for row in rows if row["kind"] == "guns"]
        if not shown:
            return None
        german, soviet = shown[-1].split(":")
        return int(german), int(soviet)

    def _look(self, combat: Combat, reader: Any) -> None:
        """Have the exact chances worked out, or the reasons against the attack."""
        german, soviet = combat.points or (0, 0)
        try:
            combat.preview = reader.battle(
                combat.target, list(combat.attackers), overrun=combat.overrun, german=german, soviet=soviet
            )
        except GameError as error:
            combat.trouble = getattr(error, "reasons", None) or (Reason("sfs 5.2.1", str(error)),)

    # -- acting --------------------------------------------------------------------------------------------------

    def go(self, by: int) -> None:
        """Go on or back by so many steps."""
        self.step = min(max(self.step + by, 0), len(STEPS) - 1)

    def _declare(self) -> None:
        combat = self.combat
        if combat is None or combat.state != "planned":
            return
        action = (
            Overrun(combat.target, combat.attackers[0]) if combat.overrun else Attack(combat.target, combat.attackers)
        )
        if self.session.attempt(action):
            self.session.target, self.session.attackers = "", ()

    # -- showing -------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the combat at its step."""
        combat = self.combat
        planned = combat is not None and combat.state == "planned"
        self.guns.layout.display = None if planned else "none"
        able = planned and combat is not None and combat.preview is not None
        self.declare.layout.display = None if able else "none"
        self.back.disabled, self.forth.disabled = self.step == 0, self.step == len(STEPS) - 1
        self.heading.value = style.title("Combat", self._title())
        known = combat is not None and combat.preview is not None and combat.preview.possible
        self.handout.layout.display = None if known else "none"
        if combat is None:
            self.chips.value = self.summary.value = ""
            self.content.value = '<div class="gpwlab-soft">Aim at an enemy stack; its combat is walked here.</div>'
            return
        self.chips.value = view.steps_markup(STEPS, self.step, combat.reached)
        title, rule = STEPS[self.step]
        body = self._body(combat)
        self.content.value = (
            f"<h4>{self.step + 1}. {escape(title)} {style.rule(rule)}</h4>{body}{self._happened(combat)}"
        )
        self.summary.value = "" if combat.preview is None else summary(combat.preview)

    def _title(self) -> str:
        combat = self.combat
        if combat is None:
            return "nothing is planned"
        verb = "overruns" if combat.overrun else "attack" if len(combat.attackers) > 1 else "attacks"
        return f"{', '.join(combat.attackers)} {verb} {combat.target} ({combat.state})"

    def _body(self, combat: Combat) -> str:
        if combat.preview is None:
            return f'<div class="gpwlab-refusal"><b>No attack.</b>{style.reasons(combat.trouble)}</div>'
        case = max(combat.preview.cases, key=lambda case: case.chance)
        if not case.possible:
            return f'<div class="gpwlab-refusal"><b>No attack.</b>{style.reasons(combat.preview.reasons)}</div>'
        hidden = len(combat.preview.cases)
        note = (
            f'<div class="gpwlab-soft">of {hidden} things that may lie face down, the likeliest: {escape(case.told)}, '
            f"{view.share(case.chance)}</div>"
            if hidden > 1 and self.step > 1
            else ""
        )
        return note + _BODIES[self.step](combat, case, self.session)

    def _happened(self, combat: Combat) -> str:
        """What the log says of this step."""
        lines = [row for row in combat.rolled if _STEP_OF.get(row["kind"], 7) == self.step]
        items = "".join(f"<li>{escape(row['text'])} {style.rule(row['rule'])}</li>" for row in lines)
        return f'<ul class="gpwlab-reasons gpwlab-happened">{items}</ul>' if items else ""

    def table(self) -> DataFrame:
        """What both sides may lose, exactly: a row a pair of losses; InvalidInput where no combat is looked at."""
        from pandas import DataFrame

        if self.combat is None or self.combat.preview is None:
            raise InvalidInput("no combat is looked at: aim at an enemy stack first")
        rows = [(*steps, chance) for steps, chance in sorted(joint(self.combat.preview).items())]
        return DataFrame(rows, columns=["defender's steps", "attacker's steps", "chance"])

    def text(self) -> str:
        """The walk in words: every step with its reasons, then the chances."""
        combat = self.combat
        if combat is None:
            return "No combat is planned."
        lines = [self._title(), *map(str, combat.trouble)]
        if combat.preview is not None:
            lines += [str(reason) for reason in combat.preview.reasons]
            for who, chances in combat.preview.losses.items():
                lines.append(f"{who}: " + "; ".join(f"{n} steps {view.share(c)}" for n, c in chances.items()))
            lines.append(f"cut off {view.share(combat.preview.cut_off)}; gone {view.share(combat.preview.captured)}")
        return "\n".join([*lines, *(row["text"] for row in combat.rolled)])


# -- the steps ---------------------------------------------------------------------------------------------------------


def _declared(combat: Combat, case: Case, session: AreaSession) -> str:
    who = ", ".join(f"<code>{force}</code>" for force in combat.attackers)
    where = f"in {case.odds.terrain} terrain"
    return f"<div>{style.side_name(combat.side)} {who} against <code>{combat.target}</code>, {where}.</div>"


def _revealed(combat: Combat, case: Case, session: AreaSession) -> str:
    assert combat.preview is not None
    cases = combat.preview.cases
    if len(cases) == 1:
        return "<div>Everything that fights is known.</div>"
    rows = {c.told: c.chance for c in sorted(cases, key=lambda c: -c.chance)[:10]}
    more = f'<div class="gpwlab-soft">and {len(cases) - 10} more</div>' if len(cases) > 10 else ""
    return view.bars(rows, "what may lie face down") + more


def _artillery(combat: Combat, case: Case, session: AreaSession) -> str:
    secret = (
        '<div class="gpwlab-soft">Both notes are still secret: counted as none.</div>' if combat.points is None else ""
    )
    return secret + style.reasons(case.guns.reasons())


def _odds(combat: Combat, case: Case, session: AreaSession) -> str:
    return style.reasons(case.odds.reasons())


def _defender(combat: Combat, case: Case, session: AreaSession) -> str:
    odds = case.odds
    table = view.crt_table(odds.d_crt, odds.d_column, case.guns.on_defender, combat.dice("d-crt"))
    throws = f"<div>Rolled {odds.rolls} times, the results added.</div>" if odds.rolls > 1 else ""
    return table + throws + view.bars(_numbered(case.chances.results, "no result", "loss"), "all rolls")


def _cut(combat: Combat, case: Case, session: AreaSession) -> str:
    found = case.cut_off_roll
    if found is None:
        return "<div>Nobody is cut off here: no roll.</div>"
    units, modifiers = found
    drm = sum(number for number, _ in modifiers)
    table = view.cut_off_table(session.seen.charts, units, drm, combat.dice("cut-off"))
    chance = f"<div>If the D-CRT has a result: cut off {view.share(Fraction(case.chances.cutting, 6))}.</div>"
    return table + style.reasons(reason for _, reason in modifiers) + chance


def _terrain(combat: Combat, case: Case, session: AreaSession) -> str:
    table = view.terrain_table(session.seen.charts, case.odds.terrain, combat.dice("terrain"))
    left = view.bars(_numbered(case.chances.losses, "none left", "loss"), "losses left after terrain defence")
    return f"{table}<div>One die a loss.</div>{left}"


def _losses(combat: Combat, case: Case, session: AreaSession) -> str:
    assert combat.preview is not None
    table = view.bars(_numbered(combat.preview.losses["defender"], "no step", "step"), "the defender loses", "good")
    away = sum((o.chance for o in combat.preview.outcomes if o.retreated), Fraction(0))
    return f"{table}<div>A default retreat for one loss less: {view.share(away)}.</div>"


def _attacker(combat: Combat, case: Case, session: AreaSession) -> str:
    assert combat.preview is not None
    odds = case.odds
    table = view.crt_table(odds.a_crt, odds.a_column, case.guns.on_attacker, combat.dice("a-crt"))
    return table + view.bars(
        _numbered(combat.preview.losses["attacker"], "no step", "step"), "the attacker loses", "bad"
    )


def _after(combat: Combat, case: Case, session: AreaSession) -> str:
    assert combat.preview is not None
    told = f"<div>No defender left where it stood: {view.share(combat.preview.captured)}.</div>"
    days = (
        "<div>An overrun then costs a die of days; beyond six the force is disrupted.</div>" if combat.overrun else ""
    )
    return told + days


_BODIES = (
    _declared, _revealed, _artillery, _odds, _defender, _cut, _terrain, _losses, _attacker, _after,
)  # fmt: skip


def _numbered(chances: dict[int, Fraction], none: str, thing: str) -> dict[str, Fraction]:
    """Chances of numbers with words: ``no step``, ``1 step``, ``2 steps``."""
    many = f"{thing}es" if thing.endswith("s") else ""
    return {none if not n else counted(n, thing, many): chance for n, chance in chances.items()}


def joint(preview: Preview) -> dict[tuple[int, int], Fraction]:
    """The chance of each pair of steps lost, the defender's first."""
    found: dict[tuple[int, int], Fraction] = {}
    for outcome in preview.outcomes:
        key = (outcome.defender_steps, outcome.attacker_steps)
        found[key] = found.get(key, Fraction(0)) + outcome.chance
    return found


def summary(preview: Preview) -> str:
    """The exact distribution of both sides' losses, and what becomes of the defender."""
    if not preview.possible:
        return ""
    steps, points = (
        {who: float(sum((n * chance for n, chance in chances.items()), Fraction(0))) for who, chances in lost.items()}
        for lost in (preview.losses, preview.points)
    )
    told = (
        f"<div>Defender gone <b>{view.share(preview.captured)}</b>, cut off <b>{view.share(preview.cut_off)}</b>; "
        f"expected steps lost: attacker {steps['attacker']:.2f}, defender {steps['defender']:.2f}; "
        f"strength points: attacker {points['attacker']:.2f}, defender {points['defender']:.2f}.</div>"
    )
    return f"<h4>What may come of it, exactly</h4>{view.joint_table(joint(preview))}{told}"
