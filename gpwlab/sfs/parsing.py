"""Reading an action from its text form (see :mod:`gpwlab.sfs.actions`)."""

from __future__ import annotations

from collections.abc import Callable

from gpwlab.core.actions import bare, one, parse, some, two
from gpwlab.sfs.actions import (
    Abort,
    Action,
    Adjust,
    Advance,
    Again,
    Attack,
    Batch,
    Break,
    Choose,
    Commit,
    Corps,
    Disrupt,
    Done,
    Draw,
    Edit,
    Ferry,
    Halt,
    Infiltrate,
    Liberate,
    Loss,
    Move,
    Overrun,
    Place,
    Proceed,
    Rebuild,
    Recall,
    Refuge,
    Reseed,
    Reserve,
    Retreat,
    Stack,
    Stand,
    Stuka,
    Summon,
    Surround,
    Withdraw,
)


def _around(words: list[str], middle: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words before and after the last ``middle``; ValueError without it or without words on a side of it."""
    at = len(words) - 1 - words[::-1].index(middle)
    return some(words[:at]), some(words[at + 1 :])


def _withdraw(words: list[str]) -> Withdraw:
    if "via" not in words:
        return Withdraw(some(words))
    units, landing = _around(words, "via")
    return Withdraw(units, one(list(landing)))


def _commit(words: list[str]) -> Commit:
    if len(words) == 1:
        return Commit(_number(words[0]))
    points, air, number = words
    if air != "air" or _number(number) == 0:
        raise ValueError
    return Commit(_number(points), _number(number))


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or str(int(text)) != text:
        raise ValueError
    return int(text)


def _change(text: str) -> int:
    return {"-1": -1, "0": 0, "1": 1, "+1": 1}.get(text) if text in ("-1", "0", "1", "+1") else _no()  # type: ignore[return-value]


def _no() -> int:
    raise ValueError


def _single(words: list[str], middle: str) -> tuple[str, str]:
    before, after = _around(words, middle)
    return one(list(before)), one(list(after))


def _target(words: list[str]) -> tuple[str, tuple[str, ...]]:
    before, after = _around(words, "by")
    return one(list(before)), after


def _none(word: str) -> str | None:
    return None if word == "none" else word


_READERS: dict[str, tuple[str, Callable[[list[str]], Action]]] = {
    "place": ("place UNIT AREA|STRONGPOINT|FORCE", lambda w: Place(*two(w))),
    "move": ("move UNIT [UNIT ...] by AREA [AREA ...]", lambda w: Move(*_around(w, "by"))),
    "stack": (
        "stack UNIT [UNIT ...] to FORCE|STRONGPOINT|new",
        lambda w: Stack(_around(w, "to")[0], one(list(_around(w, "to")[1]))),
    ),
    "withdraw": ("withdraw UNIT [UNIT ...] [via LANDING]", _withdraw),
    "ferry": ("ferry UNIT LANDING", lambda w: Ferry(*two(w))),
    "infiltrate": ("infiltrate UNIT AREA", lambda w: Infiltrate(*two(w))),
    "reserve": ("reserve UNIT [UNIT ...]", lambda w: Reserve(some(w))),
    "rebuild": ("rebuild UNIT", lambda w: Rebuild(one(w))),
    "break": (
        "break DIVISION into UNIT[/STEPS] [UNIT[/STEPS] ...]",
        lambda w: Break(one(list(_around(w, "into")[0])), _around(w, "into")[1]),
    ),
    "recall": ("recall UNIT", lambda w: Recall(one(w))),
    "summon": ("summon", bare(Summon())),
    "batch": ("batch", bare(Batch())),
    "corps": ("corps regular|guards", lambda w: Corps(one(w))),
    "choose": ("choose QUESTION ANSWER", lambda w: Choose(*two(w))),
    "attack": ("attack FORCE by FORCE [FORCE [FORCE]]", lambda w: Attack(*_target(w))),
    "overrun": ("overrun FORCE by FORCE", lambda w: Overrun(*_single(w, "by"))),
    "stuka": ("stuka FORCE", lambda w: Stuka(one(w))),
    "abort": ("abort", bare(Abort())),
    "proceed": ("proceed", bare(Proceed())),
    "commit": ("commit POINTS [air POINTS]", _commit),
    "adjust": ("adjust -1|0|1", lambda w: Adjust(_change(one(w)))),
    "draw": ("draw LANDING|none", lambda w: Draw(_none(one(w)))),
    "surround": ("surround FORCE", lambda w: Surround(one(w))),
    "liberate": ("liberate", bare(Liberate(True))),
    "hold-on": ("hold-on", bare(Liberate(False))),
    "retreat": ("retreat AREA", lambda w: Retreat(one(w))),
    "stand": ("stand", bare(Stand())),
    "loss": ("loss UNIT", lambda w: Loss(one(w))),
    "disrupt": ("disrupt", bare(Disrupt())),
    "advance": ("advance UNIT|none", lambda w: Advance(_none(one(w)))),
    "again": ("again", bare(Again())),
    "halt": ("halt", bare(Halt())),
    "refuge": ("refuge FORCE", lambda w: Refuge(one(w))),
    "done": ("done", bare(Done())),
    "edit": ("edit WHAT WORD [WORD ...]", lambda w: Edit(w[0], some(w[1:]))),
    "reseed": ("reseed NUMBER", lambda w: Reseed(int(one(w)))),
}


def parse_action(text: str) -> Action:
    """Read an action from its text form; InvalidInput says what form was expected."""
    return parse(text, _READERS, "move UNIT by AREA")
