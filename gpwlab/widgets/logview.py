"""The log as a table: what happened, by which rule, with which die; what was taken back is struck out."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as ipw
from pandas import isna

from gpwlab.gpw.game import Game
from gpwlab.widgets import style
from gpwlab.widgets.session import Session


class LogView(ipw.VBox):
    """The last events, newest first; ``game.log`` has all of them as a DataFrame."""

    def __init__(self, game: Game | Session, rows: int = 60, **traits: Any) -> None:
        self.session = Session.of(game)
        self.rows = rows
        self.table = ipw.HTML()
        super().__init__([ipw.HTML(style.sheet()), self.table], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Show the log's end."""
        log = self.session.game.log
        lines = [self._line(row) for row in log.tail(self.rows).iloc[::-1].to_dict("records")]
        head = "<thead><tr><th>#</th><th>what, by which rule</th><th>die</th></tr></thead>"
        body = "".join(lines) or '<tr><td colspan="3">nothing has been done yet</td></tr>'
        self.table.value = (
            style.title("Log", f"{len(log)} events") + f'<table class="gpwlab-log">{head}<tbody>{body}</tbody></table>'
        )

    def _line(self, row: dict[Any, Any]) -> str:
        marks = "" if row["kept"] else "undone"
        if row["kind"] == "phase":
            marks += " phase"
        die = "" if isna(row["die"]) else str(row["die"])
        return (
            f'<tr><td>{row["n"]}</td><td class="{marks}">{escape(row["text"])} {style.rule(row["rule"])}</td>'
            f'<td class="die">{die}</td></tr>'
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if isinstance(bundle, dict):
            bundle["text/plain"] = (
                "\n".join(self.session.game.log["text"].tail(self.rows)) or "nothing has been done yet"
            )
        return bundle  # type: ignore[no-any-return]
