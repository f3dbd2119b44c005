"""Numbers of a command line: what is none is told in words that name it."""

from __future__ import annotations

from argparse import ArgumentTypeError


def whole(text: str) -> int:
    """A whole number; the parser's error names what is none."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no whole number") from None


def numbers(text: str) -> list[int]:
    """Whole numbers with commas between them; the parser's error names the first that is none."""
    return [whole(part) for part in text.split(",")]
