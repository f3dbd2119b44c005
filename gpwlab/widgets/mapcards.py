"""The cards about the map: the historical front and the legend."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab.widgets.frontcard import FrontCard
from gpwlab.widgets.hexmap import HexMap
from gpwlab.widgets.legend import Legend
from gpwlab.widgets.texttwin import TextTwin


class MapCards(TextTwin, ipw.VBox):
    """Both cards of a map.  ``front`` and ``legend`` are the cards; the legend opens with the first look."""

    def __init__(self, hex_map: HexMap, active: bool = True, **traits: Any) -> None:
        self.front = FrontCard(hex_map.session, hex_map, active=active)
        self.legend = Legend(hex_map)
        super().__init__([self.front, self.legend], **traits)

    def look(self, seen: bool) -> None:
        """Say whether the reader sees the cards; what is not seen is not worked out."""
        self.front.active = seen
        if seen and not self.legend.drawn.value:
            self.legend.unfolded = True

    def text(self) -> str:
        """What it shows, in words."""
        return "\n\n".join(card.text() for card in (self.front, self.legend))
