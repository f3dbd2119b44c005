"""Reading an action from its text form, and checking the form of one (see :mod:`gpwlab.hube.actions`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache, partial
from typing import Any

from gpwlab.core.actions import parse
from gpwlab.core.errors import InvalidInput
from gpwlab.hube.actions import ACTIONS, BY, Action, Move
from gpwlab.hube.collapse import FOLLOWERS
from gpwlab.hube.position import POINTS
from gpwlab.hube.setup import BROUGHT
from gpwlab.hube.works import GOODS, WORKS

#: What may stand for a KIND or a WHAT, by the verb.
WORDS: dict[str, tuple[str, ...]] = {
    "bring": BROUGHT, "haul": GOODS, "spend": POINTS, "follow": FOLLOWERS, "build": WORKS, "drop": ("sp",),
    "trace": ("UNIT", "HEX"),
}  # fmt: skip
#: The annotation of each kind of field.
_INT, _TEXT, _NAMES, _DICE = "int", "str", "tuple[str, ...]", "tuple[int, ...]"


def parse_action(text: str) -> Action:
    """Read an action from its text form; InvalidInput says what form was expected."""
    return parse(text, _readers(), "move UNIT by HEX")


@cache
def _readers() -> dict[str, tuple[str, Callable[[list[str]], Action]]]:
    return {verb: (form_of(verb), _move if kind is Move else partial(_read, kind)) for verb, kind in ACTIONS.items()}


def form_of(verb: str) -> str:
    """How an action is written, for instance ``lose UNIT STEPS CAUSE`` or ``follow truck|wagon COUNT HEX``."""
    if ACTIONS[verb] is Move:
        return f"move UNIT [UNIT ...] {BY} HEX [HEX ...]"
    words = [verb]
    for field in fields(ACTIONS[verb]):
        listed = verb in WORDS and field.name in ("kind", "what")
        name = "|".join(WORDS[verb]) if listed else field.name.upper()
        words.append({_NAMES: f"{name} [{name} ...]", _DICE: f"[{name} ...]"}.get(str(field.type), name))
    return " ".join(words)


def _move(words: list[str]) -> Move:
    place = words.index(BY)
    if not 0 < place < len(words) - 1:
        raise ValueError
    return Move(tuple(words[:place]), tuple(words[place + 1 :]))


def _read(kind: type[Any], words: list[str]) -> Any:
    """An action of a kind from the words after its verb; ValueError if they do not fit its fields."""
    values: list[object] = []
    rest = list(words)
    for field in fields(kind):
        if field.type in (_NAMES, _DICE):
            if not rest and field.type == _NAMES:
                raise ValueError
            values.append(tuple(rest) if field.type == _NAMES else tuple(map(_whole, rest)))
            rest = []
        elif not rest:
            raise ValueError
        else:
            word = rest.pop(0)
            values.append(_whole(word) if field.type == _INT else word)
    if rest:
        raise ValueError
    return kind(*values)


def _whole(word: str) -> int:
    if not word.removeprefix("-").isdecimal() or not word.isascii():
        raise ValueError
    return int(word)


def check_form(action: Action) -> None:
    """InvalidInput for a field of an action object that is not what it should be."""
    verb = type(action).__name__.lower()
    for field in fields(action):
        value = getattr(action, field.name)
        sound = {
            _INT: type(value) is int,
            _TEXT: isinstance(value, str) and len(value.split()) == 1,
            _NAMES: isinstance(value, tuple) and value != () and all(map(_is_word, value)),
            _DICE: isinstance(value, tuple) and all(type(die) is int for die in value),
        }[str(field.type)]
        if not sound:
            raise InvalidInput(f"{verb}: {field.name} {value!r} is not of the form '{form_of(verb)}'")


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value.split()) == 1
