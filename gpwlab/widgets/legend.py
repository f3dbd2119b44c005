"""The legend as a card that folds: drawn when it is first opened, in the colours of the map."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.gpw.picture import legend
from gpwlab.widgets import style
from gpwlab.widgets.texttwin import TextTwin


class Legend(TextTwin, ipw.VBox):
    """What every sign of a map means.  unfolded: True while it is shown; width: in pixels."""

    unfolded = Bool(False)

    def __init__(self, hex_map: Any, width: int = 370, **traits: Any) -> None:
        self.map = hex_map
        self.width = width
        self.fold = ipw.ToggleButton(
            description="Legend", icon="chevron-right", tooltip="what every sign means", layout=ipw.Layout(width="auto")
        )
        self.drawn = ipw.HTML()
        bar = ipw.HBox([self.fold])
        bar.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), bar, self.drawn], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        ipw.link((self.fold, "value"), (self, "unfolded"))
        self.observe(lambda _: self.refresh(), names="unfolded")
        hex_map.observe(lambda _: self.refresh(), names="theme")
        hex_map.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def picture(self) -> str:
        """The legend as an SVG."""
        return str(legend.legend(self.map.session.game, self.map.theme, self.width))

    def text(self) -> str:
        """The legend in words."""
        return legend.text(self.map.session.game)

    def refresh(self) -> None:
        """Draw it, or fold it away."""
        self.fold.icon = "chevron-down" if self.unfolded else "chevron-right"
        self.drawn.layout.display = None if self.unfolded else "none"
        if self.unfolded:
            self.drawn.value = self.picture()
