"""Words of messages that every game says in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches


def counted(number: int, what: str, many: str = "") -> str:
    """A number with what it counts, ``1 point``, ``2 points``; ``many`` where its plural is not made with an s."""
    return f"{number} {what if number == 1 else many or f'{what}s'}"


def hyphened(text: str) -> str:
    """A text as a part of a file's name: small letters and digits, everything else between them one hyphen."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def perhaps(name: object, known: Iterable[str]) -> str:
    """A hint for a mistyped name: ``perhaps a or b``, three at most, the closest first; "" where none is like it."""
    written = {word.lower(): word for word in known}
    near = get_close_matches(name.lower(), written, n=3) if isinstance(name, str) else []
    return f"perhaps {' or '.join(written[word] for word in near)}" if near else ""
