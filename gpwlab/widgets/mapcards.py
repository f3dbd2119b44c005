"""The cards about the map: the historical front and the legend."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from gpwlab.widgets.frontcard import FrontCard
from gpwlab.widgets.hexmap import HexMap
from gpwlab.widgets.legend import Legend


class MapCards(ipw.VBox):
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

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if isinstance(bundle, dict):
            parts = [card._repr_mimebundle_() or {} for card in (self.front, self.legend)]
            bundle["text/plain"] = "\n\n".join(part["text/plain"] for part in parts)
        return bundle  # type: ignore[no-any-return]
