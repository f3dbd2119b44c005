"""What the actions of all games share: three of them, and the reading of the one-line text form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from gpwlab.core.errors import InvalidInput

A = TypeVar("A")


def listed(given: object, what: str) -> tuple[str, ...]:
    """Names as a tuple; InvalidInput for a single string or a thing without members.  Whether they exist: later."""
    if isinstance(given, tuple):
        return given
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(f"{what} is a list of ids, not {given!r}")
    return tuple(given)


@dataclass(frozen=True, slots=True)
class Done:
    """End the phase."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Reseed:
    """Go on with another stream of dice; no part of the rules, but logged."""

    seed: int

    def __str__(self) -> str:
        return f"reseed {self.seed}"


@dataclass(frozen=True, slots=True)
class Edit:
    """Change the position by hand: ``what`` and the words it needs, see the sandbox of the game."""

    what: str
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", listed(self.words, "words"))

    def __str__(self) -> str:
        return f"edit {self.what} {' '.join(map(str, self.words))}"


# -- reading: each of these raises ValueError for words that are not of its form ---------------------------------------


def one(words: list[str]) -> str:
    """The only word."""
    (word,) = words
    return word


def two(words: list[str]) -> tuple[str, str]:
    """Both words of two."""
    first, second = words
    return first, second


def some(words: list[str]) -> tuple[str, ...]:
    """One word or more."""
    if not words:
        raise ValueError
    return tuple(words)


def bare(action: A) -> Callable[[list[str]], A]:
    """A reader for a verb that takes no words."""

    def read(words: list[str]) -> A:
        if words:
            raise ValueError
        return action

    return read


def parse(text: object, readers: Mapping[str, tuple[str, Callable[[list[str]], A]]], example: str) -> A:
    """Read an action from its text form; InvalidInput says what form was expected.

    ``readers``: by verb the form that is asked for and what reads the words after the verb.
    """
    if not isinstance(text, str) or not text.split():
        raise InvalidInput(f"an action is a line such as 'done' or '{example}', not {text!r}")
    verb, *words = text.split()
    if verb not in readers:
        raise InvalidInput(f"unknown action {verb!r}: the actions are {', '.join(readers)}")
    form, read = readers[verb]
    try:
        return read(words)
    except (ValueError, IndexError):
        raise InvalidInput(f"{text!r} is not of the form '{form}'") from None
