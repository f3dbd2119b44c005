"""Every widget in words: what a console, a notebook read as text and a screen reader show of it."""

from __future__ import annotations

from typing import Any


class TextTwin:
    """A base beside that of the widget, and before it: the notebook keeps ``text()`` with the widget.

    A widget of ipywidgets gives a bundle of forms, one of anywidget that bundle and its metadata.
    """

    def text(self) -> str:
        """What the widget shows, in words."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        forms = bundle[0] if isinstance(bundle, tuple) else bundle
        if isinstance(forms, dict):
            forms["text/plain"] = self.text()
        return bundle
