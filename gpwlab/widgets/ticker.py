"""A clock in the page: it beats while it runs, and never faster than the kernel can follow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
from traitlets import Bool, Int


class Ticker(anywidget.AnyWidget):
    """Calls ``step`` at each beat; a step that returns False stops it.

    running: whether it beats.  pause: milliseconds between an answer and the next beat.
    """

    _esm = Path(__file__).with_name("ticker.js").read_text("utf-8")
    running = Bool(False).tag(sync=True)
    pause = Int(900).tag(sync=True)

    def __init__(self, step: Callable[[], bool], **traits: Any) -> None:
        self.step = step
        super().__init__(**traits)
        self.layout.display = "none"
        self.on_msg(self.beat)

    def beat(self, *_message: object) -> None:
        """One beat; the page is told to wait for the next."""
        try:
            self.running = self.running and self.step()
        except BaseException:
            self.running = False
            raise
        self.send({"kind": "again"})
