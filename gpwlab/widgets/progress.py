"""How far a simulation has come, as a bar with the time that is left."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw
from IPython.display import display

from gpwlab.study import Progress
from gpwlab.widgets import style


class ProgressBar(ipw.HBox):
    """Give it to a simulation: ``study.simulate("barbarossa", games=1000, progress=widgets.ProgressBar())``.

    It appears below the cell with the first game and fills with each; ``what``: a few words before it.
    """

    def __init__(self, what: str = "", **traits: Any) -> None:
        self.what = what
        self.bar = ipw.IntProgress(layout=ipw.Layout(width="280px"))
        self.text = ipw.HTML()
        super().__init__([ipw.HTML(style.sheet()), self.bar, self.text], **traits)
        self.add_class("gpwlab")
        self._seen = False

    def __call__(self, progress: Progress) -> None:
        """Show how many games are done."""
        if not self._seen:
            display(self)
            self._seen = True
        self.bar.max, self.bar.value = progress.games, progress.done
        self.bar.bar_style = "success" if progress.done == progress.games else ""
        lead = f"{escape(self.what)}: " if self.what else ""
        self.text.value = f'<span role="status">{lead}{escape(str(progress))}</span>'
