"""The odds explorer: one attack from every side, on the map or as a calculator without one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool, Tuple, Unicode

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.core.svg.build import Picture
from gpwlab.gpw.game import Game
from gpwlab.gpw.preview import Preview
from gpwlab.gpw.units import SIDES
from gpwlab.study import odds as study
from gpwlab.widgets import oddsview as view
from gpwlab.widgets import peek, style
from gpwlab.widgets.calculator import Calculator
from gpwlab.widgets.session import Session
from gpwlab.widgets.takeaway import odds_buttons
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

_CSS = Path(__file__).with_name("odds.css").read_text("utf-8")
#: A hex has six neighbours, so that no attack has more units.
_MOST = 6
_INVITATION = '<div class="gpwlab-soft">Choose a target above, or click an enemy unit on the map.</div>'
MODES = ("On the map", "Calculator")


class OddsExplorer(TextTwin, ipw.VBox):
    """Pick a target, tick attackers, and read what may come of it and what would change it.

    target, attackers: the attack looked at; in a lab they follow the attack that is planned there, and the enemy unit
    that is picked.  active: False while nobody looks, so that nothing is computed.  ``tables`` has all numbers as
    DataFrames.
    """

    target = Unicode("")
    attackers = Tuple()
    active = Bool(True)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self.tables: dict[str, DataFrame] = {}
        self._near: dict[str, list[str]] = {}
        self._setting = False
        self._make_controls()
        self.calculator = Calculator(self.session)
        self.on_map = ipw.VBox([self.sides, self.targets, ipw.VBox(self.ticks), self.result])
        super().__init__(
            [
                ipw.HTML(style.sheet() + f"<style>{_CSS}</style>"),
                ipw.HBox([self.mode, self.plain], layout=ipw.Layout(justify_content="space-between")),
                self.on_map,
                self.calculator,
                odds_buttons(self.session, lambda: self.shown, self.picture),
            ],
            **traits,
        )
        for name in ("gpwlab", "gpwlab-card", "gpwlab-odds"):
            self.add_class(name)
        self._observe()
        self._show_mode()
        self.refresh()

    def _make_controls(self) -> None:
        self.mode = ipw.ToggleButtons(options=MODES)
        self.plain = ipw.ToggleButton(description="Tables", tooltip="the same as plain tables", icon="table")
        self.plain.layout.width = "auto"
        self.sides = ipw.ToggleButtons(options=[(f"{side} attacks", side) for side in SIDES])
        self.sides.value = self.session.game.phase.side
        self.targets = ipw.Dropdown(description="Target", style={"description_width": "auto"})
        self.ticks = [ipw.Checkbox(indent=False, layout=ipw.Layout(width="auto")) for _ in range(_MOST)]
        self.result = ipw.HTML()

    def _observe(self) -> None:
        self.mode.observe(lambda _: self._show_mode(), names="value")
        self.plain.observe(lambda _: self._show(), names="value")
        self.sides.observe(lambda _: self.refresh(), names="value")
        self.targets.observe(self._chosen, names="value")
        for tick in self.ticks:
            tick.observe(self._ticked, names="value")
        self.observe(lambda _: self.refresh(), names=["active", "target", "attackers"])
        self.session.observe(lambda _: self._follow_game(), names="version")
        self.session.observe(lambda _: self._follow_plan(), names=["target", "attackers"])
        self.session.observe(lambda _: self._follow_pick(), names="unit")

    # -- following the lab ------------------------------------------------------------------------------------

    def _follow_game(self) -> None:
        if self.sides.value != self.session.game.phase.side and not self.target:
            self.sides.value = self.session.game.phase.side
        else:
            self.refresh()

    def _follow_plan(self) -> None:
        if self.session.target and not self._setting:
            self.look_at(self.session.target, tuple(self.session.attackers))

    def _follow_pick(self) -> None:
        """An enemy unit that is picked while nothing is planned becomes the target."""
        game, unit = self.session.game, self.session.unit
        if unit and peek.hex_of(game, unit) and peek.side(game, unit) != game.phase.side and not self.session.target:
            self.look_at(peek.hex_of(game, unit))

    def look_at(self, target: str, attackers: tuple[str, ...] | None = None) -> None:
        """Look at an attack on a hex, by all units next to it where none are named; any other hex is passed over."""
        game = self.session.game
        held = game.unit_at(target)
        if not held:
            return
        side = next(side for side in SIDES if side != peek.side(game, held[0]))
        near = study.contacts(game, side).get(target, [])
        if not near:
            return
        with self._quietly():
            self.sides.value = side
        self._take(target, tuple(near) if attackers is None else attackers)

    def _take(self, target: str, attackers: tuple[str, ...]) -> None:
        """Change target and attackers, and show it once."""
        with self._quietly():
            self.target, self.attackers = target, attackers
        self.refresh()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """What is set in here is set by the explorer itself, and nothing follows from it."""
        self._setting = True
        try:
            yield
        finally:
            self._setting = False

    # -- showing ----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read the contacts anew, keep what still holds of target and attackers, and show the attack."""
        if not self.active or self._setting:
            return
        self._near = study.contacts(self.session.game, self.sides.value)
        with self._quietly():
            if self.target not in self._near:
                self.target = ""
            near = self._near.get(self.target, [])
            self.attackers = tuple(unit for unit in self.attackers if unit in near)
            labels = [("choose an enemy hex" if self._near else "no enemy is next to a unit", "")]
            self.targets.options = labels + [(self._label(hex_id), hex_id) for hex_id in self._near]
            self.targets.value = self.target
        self._show()

    def _label(self, hex_id: str) -> str:
        game = self.session.game
        held = peek.unit(game, game.unit_at(hex_id)[0]).name
        return f"{game.board.label(game.board.hex(hex_id))}: {held}, {len(self._near[hex_id])} next to it"

    def _show_mode(self) -> None:
        on_map = self.mode.value == MODES[0]
        self.on_map.layout.display = None if on_map else "none"
        self.calculator.layout.display = "none" if on_map else None
        self._show()

    def _show(self) -> None:
        if not self.active or self._setting:
            return
        if self.mode.value == MODES[1]:
            self.calculator.plain = self.plain.value
            self.calculator.refresh()
            return
        self._show_ticks()
        self.tables = {}
        try:
            self.result.value = self._markup() if self.target else _INVITATION
        except GameError as error:
            self.result.value = f'<div class="gpwlab-refusal">{escape(str(error))}</div>'

    def _show_ticks(self) -> None:
        game = self.session.game
        near = self._near.get(self.target, [])
        with self._quietly():
            for number, tick in enumerate(self.ticks):
                tick.layout.display = None if number < len(near) else "none"
                if number < len(near):
                    unit, steps, here = game.standing(near[number])
                    tick.description = f"{unit.name} from {here}, attack {unit.attack[steps - 1]} ({near[number]})"
                    tick.value = near[number] in self.attackers

    def _markup(self) -> str:
        if not self.attackers:
            return '<span class="gpwlab-soft">no attacker is ticked</span>'
        game, names = self.session.game, list(self.attackers)
        battle = game.battle(self.target, names)
        self.tables = _tables(game, battle, self.target, names)
        if self.plain.value:
            return view.twin(self.tables)
        made, steps, other = (self.tables[name] for name in ("Outcomes", "Columns", "What if"))
        planned = other.iloc[0]
        losses: tuple[Fraction, Fraction] = (planned["attacker_steps"], planned["defender_steps"])
        remark = (
            f"{battle.odds.attack} attack {battle.odds.defence}. Needs: attack strength with these shifts. "
            "A bar at the foot of a die: the hex falls."
        )
        parts = (
            view.way(battle),
            view.outcomes(made),
            view.ladder(steps, _taken_anywhere(battle), "falls", remark),
            view.changes(other),
        )
        return view.page(view.head(battle.column, planned["falls"], losses, "the hex falls"), parts)

    @property
    def shown(self) -> dict[str, DataFrame]:
        """The tables of the attack that is looked at, on the map or in the calculator; {} for none."""
        return self.calculator.tables if self.mode.value == MODES[1] else self.tables

    def picture(self) -> Picture:
        """All columns with their dice and chances, as a picture; InvalidInput where no attack is looked at."""
        found = self.shown
        if not found:
            raise InvalidInput("no attack is being looked at: choose one first")
        return view.ladder_picture(found["Columns"])

    # -- acting -----------------------------------------------------------------------------------------------

    def _chosen(self, _change: object) -> None:
        if self._setting:
            return
        target = self.targets.value or ""
        self._take(target, tuple(self._near.get(target, ())))
        self._tell()

    def _ticked(self, _change: object) -> None:
        if self._setting:
            return
        near = self._near.get(self.target, [])
        self.attackers = tuple(name for tick, name in zip(self.ticks, near, strict=False) if tick.value)
        self._tell()

    def _tell(self) -> None:
        """In the combat phase the lab plans the same attack, if all these units may still join one."""
        session = self.session
        able = session.game.candidates(self.target) if self.target else []
        if self.attackers and set(self.attackers) <= set(able):
            with self._quietly():
                session.attackers = ()
                session.target = self.target
                session.attackers = self.attackers

    def text(self) -> str:
        """What it shows, in words."""
        return view.words(self.shown) if self.shown else "No attack is being looked at."


def _tables(game: Game, battle: Preview, target: str, attackers: list[str]) -> dict[str, DataFrame]:
    """Everything that is shown of an attack."""
    from pandas import DataFrame

    return {
        "Way to the column": DataFrame([(r.text, r.rule) for r in battle.reasons], columns=["step", "rule"]),
        "Outcomes": study.odds_table(game, target, attackers),
        "What if": study.what_if(game, target, attackers),
        "Columns": study.ladder(game, target, attackers),
    }


def _taken_anywhere(battle: Preview) -> set[str]:
    """The results of any column by which the hex falls."""
    return {outcome.result for column in battle.odds.charts.crt for outcome in battle.on(column) if outcome.vacated}
