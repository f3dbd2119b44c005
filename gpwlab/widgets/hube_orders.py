"""The workbook of Hube's Pocket: every action by what it is, those legal now, and a line to write one's own."""

from __future__ import annotations

from html import escape
from itertools import chain, islice
from typing import Any

import ipywidgets as ipw

from gpwlab.hube.actions import ACTIONS
from gpwlab.hube.parsing import form_of
from gpwlab.widgets import style
from gpwlab.widgets.actionline import ActionLine
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.texttwin import TextTwin

#: The actions by what a player calls them.
GROUPS: dict[str, tuple[str, ...]] = {
    "set-up and arrivals": ("place", "bring", "base", "reserves", "initiative"),
    "the turn": ("weather", "first", "supply", "done"),
    "moves": ("move", "rail", "mode", "retreat", "flip", "break", "absorb", "exit", "flank", "follow"),
    "losses and control": ("lose", "control", "trace", "link", "rebuild"),
    "supply and works": ("haul", "spend", "load", "unload", "build", "convert"),
    "the air": ("refit", "sortie", "hipshoot", "airlift", "drop"),
    "special rules": ("alert", "post", "recall", "escape", "collapse", "subsist", "spare"),
}
#: What a phase, or the decision open in it, is for above all, by its kind.
_FIRST = {
    "setup": "place", "reserves": "reserves", "weather": "weather", "reinforcement": "place", "movement": "move",
    "reaction": "move", "exploitation": "move", "combat": "lose",
}  # fmt: skip
#: So many legal actions are listed.
_MOST = 300


class HubeOrders(TextTwin, ipw.VBox):
    """Choose an action, or write one; a refusal says why."""

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self._filling = False
        self._version, self._began = -1, ("", "")
        self.group = ipw.Dropdown(options=list(GROUPS), layout=ipw.Layout(width="170px"))
        self.verb = ipw.Dropdown(options=GROUPS["set-up and arrivals"], layout=ipw.Layout(width="120px"))
        self.legal = ipw.Select(options=[], rows=6, layout=ipw.Layout(width="100%"))
        self.line = ActionLine(self.do, placeholder="an action, e.g. move ax-inf-68 by A38.30")
        self.form, self.heading = ipw.HTML(), ipw.HTML()
        self.group.observe(lambda _: self._regroup(), names="value")
        self.verb.observe(lambda _: self.refresh(), names="value")
        self.legal.observe(lambda change: self._chosen(change["new"]), names="value")
        bar = ipw.HBox([self.group, self.verb])
        bar.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), self.heading, bar, self.form, self.legal, self.line], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self._follow(), names=["version", "unit"])
        self._follow()

    def _regroup(self) -> None:
        self.verb.options = GROUPS[self.group.value]
        self.refresh()

    def _follow(self) -> None:
        """Turn to what the phase is for when it begins, later to what is legal once nothing of the shown kind is."""
        game, version = self.session.game, self.session.version
        wanted = game.pending.kind if game.pending is not None else game.phase.kind
        unit = self.session.unit
        if version != self._version or (unit and self.verb.value == "done"):
            self._version = version
            able = {type(action) for action in game.legal}
            if unit:  # in a set-up it may be placed again, which is not listed unasked
                able |= {type(action) for action in game.legal.of(unit)}
            began, self._began = self._began, (str(game.phase), wanted)
            first = (_FIRST.get(wanted, ""),) if began != self._began else ()
            verbs = (*first, self.verb.value, *chain.from_iterable(GROUPS.values()))
            # to end the phase is legal nearly always, and has a button of its own
            found = [verb for verb in verbs if verb and verb != "done" and ACTIONS[verb] in able]
            self._turn_to(found[0] if found else "done")
        self.refresh()

    def _turn_to(self, verb: str) -> None:
        group = next(name for name, verbs in GROUPS.items() if verb in verbs)
        if self.group.value != group:
            self.group.value = group
        if self.verb.value != verb:
            self.verb.value = verb

    def refresh(self) -> None:
        """List what is legal of the chosen kind, of the picked unit if one is picked."""
        session, verb = self.session, self.verb.value
        legal = session.game.legal
        found = legal.of(session.unit) if session.unit else iter(legal)
        wanted = [str(action) for action in islice(_of_verb(found, verb), _MOST)]
        of = f" of {session.unit}" if session.unit else ""
        more = "+" if len(wanted) == _MOST else ""
        self.heading.value = style.title("Workbook", f"{len(wanted)}{more} legal: {verb}{of}")
        what = (ACTIONS[verb].__doc__ or "").split("\n")[0]
        self.form.value = f"<div>{_told(what)}<br><code>{escape(form_of(verb))}</code></div>"
        self._filling = True
        self.legal.options = wanted
        self.legal.value = None
        self._filling = False

    def _chosen(self, text: str | None) -> None:
        if text and not self._filling:
            self.line.value = text

    def do(self) -> None:
        """Do what the line says."""
        if not self.line.value.strip():
            self.session.note("Choose an action from the list, or write one.")
        elif self.session.attempt(self.line.value.strip()):
            self.line.value = ""

    def text(self) -> str:
        """What is listed, a line each."""
        return "\n".join([f"{self.verb.value}: {form_of(self.verb.value)}", *self.legal.options])


def _of_verb(actions: Any, verb: str) -> Any:
    kind = ACTIONS[verb]
    return (action for action in actions if isinstance(action, kind))


def _told(what: str) -> str:
    """The first line of an action's description, its rules as tags."""
    head, _, tail = what.partition("(")
    rules = [part.strip() for part in tail.rstrip(").").split(",") if part.strip().startswith("hube ")]
    text = escape(head.strip() if rules else what).replace("``", "")
    return text + " " + " ".join(style.rule(rule) for rule in rules)
