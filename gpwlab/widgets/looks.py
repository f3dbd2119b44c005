"""The bar below the map: where to look, overlays, counters, and how the lab looks: text size, contrast, dark map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw

from gpwlab.widgets.hexmap import SWITCHES, HexMap

if TYPE_CHECKING:
    from gpwlab.widgets.area_map import AreaMap

#: Text sizes by caption: the class of the lab's style sheet.
SIZES = {"Text S": "gpwlab-small", "Text M": "", "Text L": "gpwlab-large"}
#: Themes of the map by (dark, high contrast).
THEMES = {
    (False, False): "paper",
    (True, False): "lamp",
    (False, True): "contrast",
    (True, True): "dark-contrast",
}


class MapBar(ipw.HBox):
    """Switches of a map.

    switches: the overlays of the map, each with caption and what it shows; sizes: smallest and largest counter.
    toggles: those of the overlays.  dark, contrast, text: of the look; the class of text size and contrast is put on
    ``dressed``, the widget around all that is to change.
    """

    def __init__(
        self,
        hex_map: HexMap | AreaMap,
        dressed: Any = None,
        switches: Sequence[tuple[str, str, str]] = SWITCHES,
        sizes: tuple[float, float] = (40, 84),
        **traits: Any,
    ) -> None:
        self.map = hex_map
        self.dressed = dressed
        self.switches = switches
        self.toggles = [self._overlay(name, caption, what) for name, caption, what in switches]
        self.bare = _toggle("Hide counters", "the bare map (h)")
        ipw.link((self.bare, "value"), (hex_map, "hide_counters"))
        self.dark = _toggle("Dark map", "the map in dark colours; it follows the theme of JupyterLab")
        self.contrast = _toggle("High contrast", "strong lines and plain colours, on the map and in the cards")
        dark, contrast = next(key for key, name in THEMES.items() if name == hex_map.theme)
        self.dark.value, self.contrast.value = dark, contrast
        self.text = ipw.Dropdown(options=list(SIZES), value="Text M", layout=ipw.Layout(width="86px"))
        self.text.tooltip = "size of the text in the cards"
        for choice in (self.dark, self.contrast, self.text):
            choice.observe(lambda _: self.dress(), names="value")
        size = ipw.FloatSlider(
            value=hex_map.counter_size, min=sizes[0], max=sizes[1], step=2, readout=False, continuous_update=False,
            description="Counters", style={"description_width": "auto"}, layout=ipw.Layout(width="170px"),
        )  # fmt: skip
        ipw.link((size, "value"), (hex_map, "counter_size"))
        self.table = _toggle("Table", "the map as a table (t)")
        look = [
            _button("Front", "crosshairs", "centre on the front (f)", hex_map.look_at_front),
            _button("Whole map", "globe", "the whole sheet (w)", hex_map.look_at_all),
        ]
        super().__init__(
            [*look, *self.toggles, self.bare, self.table, size, self.dark, self.contrast, self.text], **traits
        )  # fmt: skip
        self.add_class("gpwlab-bar")
        hex_map.observe(self._follow, names="show")

    def dress(self) -> None:
        """Put the chosen look on the map and on the cards."""
        self.map.theme = THEMES[self.dark.value, self.contrast.value]
        if self.dressed is None:
            return
        worn = {SIZES[self.text.value], "gpwlab-contrast" if self.contrast.value else ""} - {""}
        known = {*SIZES.values(), "gpwlab-contrast"} - {""}
        kept = [name for name in self.dressed._dom_classes if name not in known]
        self.dressed._dom_classes = (*kept, *sorted(worn))

    def _overlay(self, name: str, caption: str, what: str) -> Any:
        toggle = _toggle(caption, what)
        toggle.observe(lambda change: self.map.switch(name, change["new"]), names="value")
        return toggle

    def _follow(self, _change: object) -> None:
        for toggle, (name, _caption, _what) in zip(self.toggles, self.switches, strict=True):
            toggle.value = name in self.map.show


def _toggle(caption: str, what: str) -> Any:
    return ipw.ToggleButton(description=caption, tooltip=what, layout=ipw.Layout(width="auto"))


def _button(caption: str, icon: str, what: str, call: Callable[[], None]) -> Any:
    button = ipw.Button(description=caption, icon=icon, tooltip=what, layout=ipw.Layout(width="auto"))
    button.on_click(lambda _: call())
    return button
