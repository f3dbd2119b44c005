"""The tabs of the lab's right column: one word each, cards below each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets as ipw


class Tabs(ipw.Tab):
    """Cards by the title of their tab, in that order; a tab without cards does not appear."""

    def __init__(self, cards: Mapping[str, Sequence[Any]], **traits: Any) -> None:
        self.names = tuple(name for name, widgets in cards.items() if widgets)
        pages = [ipw.VBox(list(cards[name])) for name in self.names]
        super().__init__(children=pages, titles=self.names, selected_index=0, **traits)
        self.add_class("gpwlab-tabs")

    @property
    def current(self) -> str:
        """The title of the tab that is open."""
        return self.names[self.selected_index or 0]

    def turn_to(self, name: str) -> None:
        """Open a tab by its title."""
        self.selected_index = self.names.index(name)
