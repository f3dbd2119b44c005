"""Buttons that hand files, pictures and text to the reader's browser; nothing is written where the kernel runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import anywidget
from traitlets import List

from gpwlab.core.errors import GameError
from gpwlab.study.progress import Progress
from gpwlab.widgets import style


@dataclass(frozen=True)
class Offer:
    """A button: its caption, what it gives, and how to make that; a file may be bytes.

    kind: ``file``, ``picture`` (an SVG that becomes a PNG in the page) or ``copy`` (on the clipboard).  tells: ``make``
    takes a function that is told how far it is.
    """

    caption: str
    tip: str
    make: Callable[..., str | bytes]
    kind: str = "file"
    name: Callable[[], str] = str
    mime: str = "text/plain"
    tells: bool = False


class Handout(anywidget.AnyWidget):
    """A row of offers by key.  What was asked for goes to the page as a message, which no notebook keeps.

    on_failure: called with the error if what was asked for cannot be made.
    """

    _esm = style.script("handout.js")
    offers: List[list[str]] = List().tag(sync=True)

    def __init__(
        self, given: Mapping[str, Offer], on_failure: Callable[[GameError], None] | None = None, **traits: Any
    ) -> None:
        self.given = dict(given)
        self.on_failure = on_failure
        rows = [[key, offer.caption, offer.tip] for key, offer in self.given.items()]
        super().__init__(offers=rows, **traits)
        self.on_msg(self._heard)

    def _heard(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        if message.get("kind") == "want" and message.get("key") in self.given:
            self.give(message["key"])

    def _tell(self, progress: Progress) -> None:
        self.send({"kind": "progress", "done": progress.done, "of": progress.games, "text": str(progress)})

    def give(self, key: str) -> None:
        """Make what a button offers and send it to the page."""
        offer = self.given[key]
        try:
            made, name = offer.make(self._tell) if offer.tells else offer.make(), offer.name()
        except GameError as error:
            self.send({"kind": "failed"})
            if self.on_failure is None:
                raise
            self.on_failure(error)
            return
        head = {"kind": offer.kind, "name": name, "mime": offer.mime}
        if isinstance(made, bytes):
            self.send(head, buffers=[made])
        else:
            self.send(head | {"text": made})
