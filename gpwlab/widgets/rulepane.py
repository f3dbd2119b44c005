"""The rules beside the game: our one line on each, and the passage of the rulebook text that the user owns.

The text never becomes the state of a widget, for a notebook saves that: passages go to the page as messages, which
nothing keeps, and a page that was closed asks for them again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.core.inventory import inventory
from gpwlab.core.rulebook import Passage, Rulebook, summary
from gpwlab.widgets import style
from gpwlab.widgets.texttwin import TextTwin

#: The variables that name the rulebook texts begin so; the game's short name ends them.
VARIABLE = "GPWLAB_RULEBOOK_"
#: So many passages are listed at most.
FOUND = 40
_NUMBER = re.compile(r"(?<![\d.])\d{1,2}(?:\.\d{1,2})+(?:\.[A-Z]\b|[a-z]\b)?(?![\d])")
#: Letters on each side of the first word found, as a list shows them.
_AROUND = 70


class RulePane(TextTwin, anywidget.AnyWidget):
    """A rule at a time, a search, and a field for the path of the text.

    path: of the rulebook text, None for what the variable GPWLAB_RULEBOOK_GPW names (or that of another game), "" for
    none.  on_open: called with the id of each rule that is opened.
    """

    _esm = style.script("rulepane.js")
    _css = style.CSS

    def __init__(self, path: str | Path | None = None, game: str = "gpw", **traits: Any) -> None:
        self._game = game
        self._book: Rulebook | None = None
        self._path = str(os.environ.get(VARIABLE + game.upper(), "") if path is None else path)
        self._trouble = ""
        self._rule = ""
        self.on_open: list[Callable[[str], None]] = []
        super().__init__(**traits)
        self.add_class("gpwlab")
        self.on_msg(self._heard)
        if self._path:
            self.read(self._path)

    # -- what can be asked ---------------------------------------------------------------------------------------

    def read(self, path: str | Path) -> bool:
        """Take the text in a file; False, with the reason on the pane, if it is no rulebook.  "" drops the text."""
        self._path = str(path).strip()
        self._book, self._trouble = None, ""
        if self._path:
            try:
                self._book = Rulebook.read(Path(self._path).expanduser(), self._game)
            except GameError as error:
                self._trouble = str(error)
        self._send_book()
        self._send_passage()
        return not self._trouble

    def show(self, rule: str) -> None:
        """Show a rule by its id, for instance ``gpw 7.1.B``."""
        self._rule = rule
        for call in self.on_open:
            call(rule)
        self._send_passage()

    def search(self, words: str) -> list[str]:
        """List the rules that have all the words, or beginnings of words; returns their ids.

        Those of the user's text come first, then those that have the words in our line or their heading.
        """
        found = self._in_text(words) if self._book else []
        known = {item["rule"] for item in found}
        found += [item for item in self._in_summaries(words) if item["rule"] not in known]
        self.send({"kind": "found", "words": words, "items": found[:FOUND], "more": max(0, len(found) - FOUND)})
        return [item["rule"] for item in found]

    def text(self) -> str:
        """The open rule in our words: what a notebook may keep."""
        return f"{self._rule}: {style.rule_line(self._rule)}" if self._rule else "No rule is open."

    # -- the page ------------------------------------------------------------------------------------------------

    def _heard(self, _widget: object, content: dict[str, str], _buffers: object) -> None:
        try:
            match content["kind"]:
                case "ready":
                    self._send_book()
                    self._send_passage()
                case "open":
                    self.show(content["rule"])
                case "search":
                    self.search(content["words"])
                case "read":
                    self.read(content["path"])
        except Exception as error:
            self.send({"kind": "failed", "note": f"The pane failed: {type(error).__name__} {error}"})
            raise

    def _send_book(self) -> None:
        if self._trouble:
            note = f"Not read. {self._trouble}"
        elif self._book:
            note = f"{len(self._book)} passages of your own text. They stay in memory; no notebook keeps them."
        else:
            note = "Without a text the pane shows our one line on each rule. Give the path of your own copy above."
        self.send({"kind": "book", "path": self._path, "note": note, "bad": bool(self._trouble)})

    def _send_passage(self) -> None:
        if not self._rule:
            return
        entry = inventory().get(self._rule)
        message: dict[str, Any] = {
            "kind": "passage",
            "rule": self._rule,
            "title": entry.title if entry else "",
            "summary": style.rule_line(self._rule),
            "source": "",
            "lines": [],
        }
        passage = self._passage()
        if passage:
            message |= {
                "title": passage.title or message["title"],
                "source": passage.rule,
                "lines": [_linked(line, self._game) for line in passage.text.splitlines()],
            }
        elif self._book:
            message["missing"] = f"Your text has no passage for {self._rule}."
        self.send(message)

    def _passage(self) -> Passage | None:
        try:
            return self._book.passage(self._rule) if self._book else None
        except InvalidInput:
            return None  # the caller says on the pane that the text has none

    def _in_text(self, words: str) -> list[dict[str, str]]:
        assert self._book is not None
        return [
            {"rule": p.rule, "title": p.title, "line": _around(p.text, words)} for p in self._book.search(words)
        ]  # fmt: skip

    def _in_summaries(self, words: str) -> list[dict[str, str]]:
        wanted = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words.split()]
        known = [e for e in inventory().values() if e.game == self._game] if wanted else []
        lines = ((e, _our_line(e.id)) for e in known)
        return [
            {"rule": e.id, "title": e.title, "line": line}
            for e, line in lines
            if all(word.search(f"{e.id} {e.title} {line}") for word in wanted)
        ]


def _our_line(rule: str) -> str:
    try:
        return summary(rule)
    except InvalidInput:
        return ""  # a paragraph that states no rule has none


def _linked(line: str, game: str) -> list[list[str]]:
    """A line cut into pieces [text, rule id], the id "" where the text is no number of a rule."""
    pieces, at = [], 0
    for match in _NUMBER.finditer(line):
        rule = f"{game} {match.group()}"
        if rule in inventory():
            pieces += [[line[at : match.start()], ""], [match.group(), rule]]
            at = match.end()
    return [piece for piece in (*pieces, [line[at:], ""]) if piece[0]]


def _around(text: str, words: str) -> str:
    """The text around the first of the words found, on one line."""
    flat = " ".join(text.split())
    places = [m.start() for w in words.split() if (m := re.search(rf"(?<!\w){re.escape(w)}", flat, re.IGNORECASE))]
    start = max(0, min(places, default=0) - _AROUND)
    end = min(len(flat), start + 2 * _AROUND)
    return f"{'… ' if start else ''}{flat[start:end]}{' …' if end < len(flat) else ''}"
