"""Puts the pages that are made from data and code (tools/doc_pages.py) where a document says ``{made} NAME``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tools.doc_pages import MADE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_CALL = re.compile(r"^\{made\} (.+)$", flags=re.MULTILINE)


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace each call of a document; KeyError for a page that does not exist."""
    if _CALL.search(source[0]):
        source[0] = _CALL.sub(lambda match: MADE[match[1]](), source[0])
        app.env.metadata[docname]["made"] = "from data"


def outdated(_app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> Iterable[str]:
    """Documents that call one are made anew each time: what they show lies in other files."""
    return [name for name in env.found_docs if "made" in env.metadata[name]]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("source-read", fill)
    app.connect("env-get-outdated", outdated)
    return {"parallel_read_safe": True}
