"""The odds explorer side by side: one attack under two rule sets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab import study
from gpwlab.gpw.game import Game
from gpwlab.gpw.options import RuleSet, as_rules
from gpwlab.widgets import style
from gpwlab.widgets.odds import OddsExplorer
from gpwlab.widgets.texttwin import TextTwin

#: Fields of the calculator that both sides share.
_FIELDS = ("attack", "defend", "side", "ground", "town", "river", "weather")
#: Letters of a list of options that a heading has room for.
_LONG = 60


class OddsPair(TextTwin, ipw.HBox):
    """``OddsPair(game, a, b)``: two explorers on the position of a game, each by one rule set.

    What is chosen in one is chosen in the other.  active: False while nobody looks.
    """

    active = Bool(True)

    def __init__(
        self,
        game: Game,
        a: RuleSet | Iterable[str] | str = (),
        b: RuleSet | Iterable[str] | str = (),
        names: tuple[str, str] = ("", ""),
        active: bool = True,
        **traits: Any,
    ) -> None:
        self.game = game
        games = [study.under(game, rules) for rules in (a, b)]
        self.explorers = [OddsExplorer(each, active=active) for each in games]
        self.heads = [ipw.HTML() for _ in games]
        columns = [
            ipw.VBox([head, explorer], layout=ipw.Layout(flex="1 1 420px", min_width="0"))
            for head, explorer in zip(self.heads, self.explorers, strict=True)
        ]
        super().__init__(columns, layout=ipw.Layout(grid_gap="10px", flex_flow="row wrap"), **traits)
        self._link()
        self._name(names, (as_rules(a), as_rules(b)))
        self.active = active
        self.observe(self._wake, names="active")

    def _link(self) -> None:
        left, right = self.explorers
        for name in ("target", "attackers"):
            ipw.link((left, name), (right, name))
        for name in ("mode", "plain", "sides"):
            ipw.link((getattr(left, name), "value"), (getattr(right, name), "value"))
        for name in _FIELDS:
            ipw.link((getattr(left.calculator, name), "value"), (getattr(right.calculator, name), "value"))

    def _name(self, names: tuple[str, str], rules: tuple[RuleSet, RuleSet]) -> None:
        for head, name, each in zip(self.heads, names, rules, strict=True):
            head.value = _head(each, name)

    def put(self, number: int, rules: RuleSet, name: str = "") -> None:
        """Look at the same attack by another rule set, on the left (0) or right (1); errors as of ``study.under``."""
        game = study.under(self.game, rules)
        explorer = self.explorers[number]
        explorer.session.game = game
        explorer.session.version += 1
        explorer.refresh()
        self.heads[number].value = _head(rules, name)

    def _wake(self, _change: object) -> None:
        for explorer in self.explorers:
            explorer.active = self.active

    def text(self) -> str:
        """What it shows, in words."""
        return "\n\n".join(each.text() for each in self.explorers)


def _head(rules: RuleSet, name: str) -> str:
    """The heading of a side: its name and its options, where there are few."""
    options = ", ".join(rules.options) or "no options"
    return style.title(name or rules.name or "base rules", options if len(options) < _LONG else "")
