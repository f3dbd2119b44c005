"""The variant designer: tick printed variants, edit tables, see what differs and clashes, play it, share it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw

from gpwlab import gpw, study
from gpwlab.core.errors import GameError
from gpwlab.gpw import worlds
from gpwlab.gpw.game import Game
from gpwlab.gpw.options import Edits, RuleSet, as_rules
from gpwlab.gpw.rulediff import differences
from gpwlab.widgets import designer_tables as view
from gpwlab.widgets import style
from gpwlab.widgets.designer_options import OptionsPanel
from gpwlab.widgets.oddspair import OddsPair
from gpwlab.widgets.tabs import Tabs
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from gpwlab.gpw.options import HouseHook

_CSS = Path(__file__).with_name("designer.css").read_text("utf-8")
_FIELD = {"description_width": "auto"}


class VariantDesigner(TextTwin, ipw.VBox):
    """``VariantDesigner()`` or, from a rule set and a position, ``VariantDesigner(rules, game)``.

    ``rules`` is the house variant as it stands, ``base`` what it is compared with.  A change that cannot be is shown
    with its reason and not made.  ``on_play`` is called with the game that "Play this" begins; ``lab`` is its lab.
    """

    def __init__(
        self,
        rules: RuleSet | Iterable[str] | str = (),
        game: Game | None = None,
        base: RuleSet | Iterable[str] | str = (),
        **traits: Any,
    ) -> None:
        given = as_rules(rules)
        self.base = as_rules(base)
        self.position = gpw.new("barbarossa") if game is None else game
        self.on_play: list[Callable[[Game], object]] = []
        self.lab: Any = None
        self.rules = given if given.name else gpw.house("My variant", given)
        self.problem = ""
        self._setting = False
        self._make()
        parts = [ipw.HTML(style.sheet() + f"<style>{_CSS}</style>"), self.head, self.said, self.tabs, self.table]
        super().__init__(parts, **traits)
        for name in ("gpwlab", "gpwlab-card", "gpwlab-designer"):
            self.add_class(name)
        self._show()

    # -- making -----------------------------------------------------------------------------------------------

    def _make(self) -> None:
        self.name = ipw.Text(self.rules.name, description="Name", continuous_update=False, style=_FIELD)
        self.note = ipw.Text(self.rules.note, description="Note", continuous_update=False, style=_FIELD)
        scenarios = [(row.title, row.slug) for row in gpw.scenarios().itertuples() if row.playable]
        self.scenario = ipw.Dropdown(options=scenarios, description="Scenario", style=_FIELD)
        self.scenario.value = self.position.scenario
        self.play = ipw.Button(description="Play this", icon="play", tooltip="a new game by these rules in a lab below")
        self.head = ipw.HBox([self.name, self.note, self.scenario, self.play])
        self.head.layout.flex_flow = "row wrap"
        self.said = ipw.HTML()
        self.options = OptionsPanel(self.rules.options)
        self.tables = view.TablesPanel(self._edit)
        self.effect, self.diff, self.table = ipw.HTML(), ipw.HTML(), ipw.VBox()
        self.odds = OddsPair(self.position, self.base, self.rules, active=False)
        self.tabs = Tabs(
            {
                "Options": [self.options],
                "Tables": [self.tables, self.effect],
                "Differences": [self.diff],
                "Odds": [self.odds],
                "File": [self._file()],
            }
        )
        self._observe()

    def _file(self) -> Any:
        self.path = ipw.Text("my-variant.toml", description="File", style=_FIELD)
        self.save = ipw.Button(description="Save", icon="save", layout=ipw.Layout(width="auto"))
        self.load = ipw.Button(description="Load", icon="folder-open", layout=ipw.Layout(width="auto"))
        self.save.on_click(lambda _: self._run(self._save))
        self.load.on_click(lambda _: self._run(self._load))
        about = "one readable file; a hook is named in it by module and function, and loads once that is imported"
        return ipw.VBox([ipw.HTML(style.title("House file", about)), ipw.HBox([self.path, self.save, self.load])])

    def _observe(self) -> None:
        self.options.observe(lambda _: self._redo(), names="chosen")
        for field in (self.name, self.note):
            field.observe(lambda _: self._redo(), names="value")
        self.tables.back.on_click(lambda _: self._as_printed())
        self.play.on_click(lambda _: self._run(self._play))
        self.tabs.observe(lambda _: self._turned(), names="selected_index")

    # -- changing ---------------------------------------------------------------------------------------------

    def _run(self, step: Callable[[], str]) -> None:
        """Run a step and show what it says, or why it cannot be."""
        try:
            self.said.value = f'<div class="gpwlab-note">{step()}</div>'
        except GameError as error:
            self._refuse(error)

    def _refuse(self, error: GameError) -> None:
        self.said.value = style.refusal(error)

    def _house(self, edits: Edits) -> RuleSet:
        """The house variant of what is ticked, with these edits."""
        base = gpw.rules(*self.options.chosen)
        hooks = _by_name(self.rules.hooks)
        return gpw.house(self.name.value, base, edits, hooks, self.note.value, self.position._overlay)

    def _redo(self) -> None:
        """Make the rule set anew of ticks, name and note; while it cannot be, the last one stays and Play is barred."""
        if self._setting:
            return
        try:
            self.rules = self._house(self.rules.edits)
            self.problem = self.said.value = ""
        except GameError as error:
            self.problem = str(error)
            self._refuse(error)
        for button in (self.play, self.save):
            button.disabled = bool(self.problem)
        if not self.problem:
            self._show()

    def _edit(self, table: str, key: tuple[str, ...], column: str, text: str) -> bool:
        """Change a cell; False, with the reason shown, if it cannot hold that."""
        edits = {name: dict(rows) for name, rows in self.rules.edits.items()}
        old = edits.setdefault(table, {}).get(key) or {}
        edits[table][key] = {**old, column: text}
        return self._take(edits)

    def _as_printed(self) -> None:
        name = self.tables.table.value
        self._take({table: rows for table, rows in self.rules.edits.items() if table != name})

    def _take(self, edits: Edits) -> bool:
        try:
            self.rules = self._house(edits)
        except GameError as error:
            self._refuse(error)
            return False
        self.said.value = ""
        self._show()
        return True

    def put(self, rules: RuleSet) -> None:
        """Go on with another rule set."""
        self._setting = True
        self.rules = rules if rules.name else replace(rules, name="My variant")
        self.name.value, self.note.value = self.rules.name, self.rules.note
        self.options.put(self.rules.options)
        self._setting = False
        self._redo()

    # -- showing ----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Redraw tables, effect, differences and odds by the rule set as it stands."""
        own = self.position._overlay
        printed = worlds.rows(replace(self.rules, edits={}, hooks=(), name=""), own)
        self.tables.show(worlds.rows(self.rules, own), printed)
        self.effect.value = view.chances(study.crt_chances(self.rules, own), study.crt_chances(self.base, own))
        found = differences(self.base, self.rules, own)
        self.diff.value = style.title("What differs", f"from {self.base.name or 'the rules as printed'}")
        self.diff.value += view.differences(found)
        if self.odds.active:
            self._look()

    def _look(self) -> None:
        """Put the rule set under the attack that is looked at."""
        try:
            self.odds.put(1, self.rules)
        except GameError as error:
            self._refuse(error)

    def _turned(self) -> None:
        self.odds.active = self.tabs.current == "Odds"
        if self.odds.active:
            self._look()

    # -- doing ------------------------------------------------------------------------------------------------

    def _play(self) -> str:
        from gpwlab.widgets.lab import Lab

        game = gpw.new(self.scenario.value, self.rules, overlay=self.position._overlay)
        self.lab = Lab(game)
        self.table.children = [self.lab]
        for call in self.on_play:
            call(game)
        return f"{escape(str(game.phase))}, by {escape(self.rules.name)}: the lab is below."

    def _save(self) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the widget says it
            kept = self.rules.save(self.path.value)
        other = f"; what lay there is kept as <code>{escape(str(kept))}</code>" if kept else ""
        return f"saved as <code>{escape(str(Path(self.path.value).resolve()))}</code>{other}"

    def _load(self) -> str:
        self.put(gpw.house_file(self.path.value, self.position._overlay))
        return f"loaded {escape(self.rules.name)} from <code>{escape(self.path.value)}</code>"

    def text(self) -> str:
        """What it shows, in words."""
        found = differences(self.base, self.rules, self.position._overlay)
        told = "\n".join(f"{each.text} ({each.rule})" for each in found)
        return f"{self.rules.name}\n{told or 'nothing differs'}"


def _by_name(hooks: Iterable[HouseHook]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for hook in hooks:
        found.setdefault(hook.hook, []).append(hook.function)
    return found
