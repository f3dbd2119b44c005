"""What the labs of the three games share: their page, the line that says what to do next, and the way round."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab.widgets import style
from gpwlab.widgets.guide import Guide
from gpwlab.widgets.leaf import fitting
from gpwlab.widgets.texttwin import TextTwin


class LabFrame(TextTwin, ipw.VBox):
    """A lab's page.  A lab makes its parts as attributes, ``session``, ``map`` and so on, and then lays them out."""

    session: Any

    def _lay_out(self, right_width: int, right_height: int, top: list[Any], below: list[Any], css: str = "") -> None:
        """Put the parts on the page: the map with its bar at the left, tabs at the right; sizes in pixels.

        top: rows over the status line, below: rows under the map.
        """
        # a box, for an anywidget on the page takes no further class: the way round could not frame it
        self.keyline = ipw.VBox([self.keyboard], layout=ipw.Layout(overflow="visible"))
        left = ipw.VBox(
            [self.map, self.keyline, self.bar, self.table],
            layout=ipw.Layout(flex="1 1 560px", min_width="420px"),
        )
        right = ipw.VBox(
            [self.said, self.tabs],
            layout=ipw.Layout(
                flex=f"0 0 {right_width}px", max_height=fitting(right_height, 60), overflow="hidden auto"
            ),
        )
        middle = ipw.HBox([left, right], layout=ipw.Layout(grid_gap="10px", align_items="flex-start"))
        self.guide = Guide(self)
        self.children = [ipw.HTML(style.sheet() + css), self.guide, *top, self.status, middle, *below]
        self.add_class("gpwlab")
        self.add_class("gpwlab-lab")
        ipw.link((self.bar.table, "value"), (self.table, "open_"))
        self.keyboard.observe(lambda change: setattr(self.bar.dark, "value", change["new"]), names="dark")
        self.tabs.observe(lambda _: self._turned(), names="selected_index")
        self.session.observe(self._say, names="said")

    @property
    def game(self) -> Any:
        """The game on the table."""
        return self.session.game

    def advise(self, markup: str) -> None:
        """Say what the next step is."""
        self.status.value = f'<div class="gpwlab-status" role="status">{markup}</div>'

    def _turned(self) -> None:
        """Another tab is seen."""
        raise NotImplementedError

    def _say(self, _change: object) -> None:
        self.said.value = self.session.said

    def text(self) -> str:
        """What it shows, in words."""
        return str(self.session.seen.picture().text)
