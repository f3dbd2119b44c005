"""A line to write an action in, given by Enter or by its button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
from traitlets import Unicode

from gpwlab.widgets import style


class ActionLine(anywidget.AnyWidget):
    """``value`` is what stands in the line; ``on_give`` is called when the reader gives it."""

    _esm = style.script("actionline.js")
    value = Unicode("").tag(sync=True)
    placeholder = Unicode("").tag(sync=True)

    def __init__(self, on_give: Callable[[], object], **traits: Any) -> None:
        super().__init__(**traits)
        self.on_give = on_give
        self.on_msg(self._heard)

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        if message.get("kind") == "give":
            self.value = str(message.get("text", self.value))
            self.on_give()
