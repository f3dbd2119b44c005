"""The designer's options: every optional rule and printed variant by topic, with search, needs and conflicts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import ipywidgets as ipw
from traitlets import Tuple

from gpwlab.gpw.options import ADVANCED, Option, registry
from gpwlab.widgets import style

ALL = "all topics"


def topic(option: Option) -> str:
    """What an option is about; advanced and optional rules are topics of their own."""
    return option.topic or ("advanced rules" if option.slug in ADVANCED else "optional rules")


class OptionsPanel(ipw.VBox):
    """A tick an option.  ``chosen``: the slugs that are ticked, in the order of the rulebook.

    Beside each stands what it needs and what it conflicts with, marked where that is so with what is ticked now; before
    it is ticked just as after.
    """

    chosen = Tuple()

    def __init__(self, chosen: Iterable[str] = (), **traits: Any) -> None:
        self.options = tuple(dict.fromkeys(registry().values()))
        self.search = ipw.Text(placeholder="search: ZOC, rail, 23.4 ...", continuous_update=True)
        topics = [ALL, *dict.fromkeys(map(topic, self.options)), "ticked"]
        self.topic = ipw.Dropdown(options=topics, description="Topic", style={"description_width": "auto"})
        self.ticks = {
            option.slug: ipw.Checkbox(
                False, description=f"{option.section} {option.title}", indent=False, layout=ipw.Layout(width="auto")
            )
            for option in self.options
        }
        self.notes = {option.slug: ipw.HTML() for option in self.options}
        # a long list scrolls, and does not squeeze its rows
        self.rows = {
            slug: ipw.VBox([tick, self.notes[slug]], layout=ipw.Layout(flex="0 0 auto"))
            for slug, tick in self.ticks.items()
        }
        self.count = ipw.HTML()
        body = ipw.VBox(list(self.rows.values()), layout=ipw.Layout(max_height="460px", overflow="hidden auto"))
        super().__init__([ipw.HBox([self.search, self.topic]), self.count, body], **traits)
        self._setting = False
        for tick in self.ticks.values():
            tick.observe(self._ticked, names="value")
        self.search.observe(lambda _: self._filter(), names="value")
        self.topic.observe(lambda _: self._filter(), names="value")
        self.put(chosen)

    def put(self, chosen: Iterable[str]) -> None:
        """Tick these and no others."""
        wanted = set(chosen)
        self._setting = True
        for slug, tick in self.ticks.items():
            tick.value = slug in wanted
        self._setting = False
        self._ticked(None)

    def _ticked(self, _change: object) -> None:
        if self._setting:
            return
        chosen = tuple(slug for slug, tick in self.ticks.items() if tick.value)
        for option in self.options:
            self.notes[option.slug].value = note(option, chosen)
        self._filter()
        self.chosen = chosen

    def _filter(self) -> None:
        words = self.search.value.lower().split()
        shown = 0
        for option in self.options:
            words_of = (option.slug, option.section, option.title, option.changes, option.source, topic(option))
            text = " ".join(words_of).lower()
            ticked = self.ticks[option.slug].value
            about = self.topic.value in (ALL, topic(option)) or (self.topic.value == "ticked" and ticked)
            seen = about and all(word in text for word in words)
            self.rows[option.slug].layout.display = None if seen else "none"
            shown += seen
        on = sum(tick.value for tick in self.ticks.values())
        self.count.value = f'<span class="gpwlab-soft">{shown} of {len(self.options)} shown, {on} ticked</span>'


def note(option: Option, chosen: Iterable[str]) -> str:
    """What an option changes, needs and does not go with, given what is ticked."""
    on = set(chosen)
    parts = [f'<span class="gpwlab-soft">{escape(option.changes)}</span> {style.rule(f"gpw {option.section}")}']
    parts += [f'<span class="gpwlab-soft">({escape(option.source)})</span>'] if option.source else []
    for slug in option.needs:
        met = "on" if slug in on else "⚠ off"
        parts.append(f'<div class="gpwlab-designer-needs">needs {escape(registry()[slug].title)}: {met}</div>')
    for other, why in clashes(option, on):
        clash = f"⚠ conflicts with {escape(other.title)}, which is ticked: {escape(why)}"
        parts.append(f'<div class="gpwlab-designer-clash">{clash}</div>')
    for slug in option.ignores:
        if slug in on:
            parts.append(f'<div class="gpwlab-designer-clash">takes {escape(registry()[slug].title)} out</div>')
    return "".join(parts)


def clashes(option: Option, on: Iterable[str]) -> list[tuple[Option, str]]:
    """Ticked options that do not go with one, whichever of the two says so, and why."""
    known = registry()
    said = [(known[s], option.conflicts.get(s) or known[s].conflicts.get(option.slug)) for s in sorted(on)]
    return [(other, why) for other, why in said if why]
