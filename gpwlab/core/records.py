"""A position as one line of text: a prefix that names the system and its form, then JSON."""

from __future__ import annotations

import json
from typing import Any

from gpwlab.core.errors import InvalidInput


def parse_text(text: str, system: str, prefix: str) -> dict[str, Any]:
    """The record in a position's line; InvalidInput if it is not one of that system."""
    if not isinstance(text, str) or not text.startswith(prefix):
        raise InvalidInput(f"a position of {system} is a line that starts with {prefix!r}")
    try:
        record = json.loads(text[len(prefix) :])
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"the position is not well formed: {error}") from None
    if not isinstance(record, dict):
        raise InvalidInput("the position is not well formed")
    return record
