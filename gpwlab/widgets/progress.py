"""How far something that takes long has come, as a bar with the time that is left."""

from __future__ import annotations

import sys
from html import escape
from typing import Any

import ipywidgets as ipw
from IPython.core.getipython import get_ipython
from IPython.display import display

from gpwlab.study.progress import Progress, show_with
from gpwlab.widgets import style


class ProgressBar(ipw.HBox):
    """Give it to a simulation: ``study.simulate("barbarossa", games=1000, progress=widgets.ProgressBar())``.

    It appears below the cell with the first game and fills with each; ``what``: a few words before it.  Reports,
    workbooks and PNGs of maps show one of their own where they take long, and take it as well.
    """

    def __init__(self, what: str = "", **traits: Any) -> None:
        self.what = what
        self.bar = ipw.IntProgress(layout=ipw.Layout(width="280px"))
        self.text = ipw.HTML()
        super().__init__([ipw.HTML(style.sheet()), self.bar, self.text], **traits)
        self.add_class("gpwlab")
        self._seen = False

    def __call__(self, progress: Progress) -> None:
        """Show how many games, or parts of something, are done."""
        if not self._seen:
            display(self)
            self._seen = True
        self.bar.max, self.bar.value = progress.games, progress.done
        self.bar.bar_style = "success" if progress.done == progress.games else ""
        lead = f"{escape(self.what)}: " if self.what else ""
        self.text.value = f'<span role="status">{lead}{escape(str(progress))}</span>'
        sys.stdout.flush()  # waits until the page has been sent it: painting a picture stops the kernel's other threads


def of_notebook(what: str) -> ProgressBar | None:
    """A bar where a notebook's kernel runs, None elsewhere."""
    return ProgressBar(what) if hasattr(get_ipython(), "kernel") else None


show_with(of_notebook)
