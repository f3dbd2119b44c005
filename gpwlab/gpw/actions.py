"""The atomic actions of The Great Patriotic War and their one-line text form.

``str(action)`` and :func:`parse_action` are inverse; saves, action files and the log use the text form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from gpwlab.core.errors import InvalidInput


def _names(given: object, what: str) -> tuple[str, ...]:
    """Names as a tuple; InvalidInput for a single string or a thing without members.  Whether they exist: later."""
    if isinstance(given, tuple):
        return given
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(f"{what} is a list of ids, not {given!r}")
    return tuple(given)


@dataclass(frozen=True, slots=True)
class Move:
    """Move a unit along a path: the hexes entered, in order (gpw 5.0.C); by rail in a rail phase (gpw 5.5)."""

    unit: str
    path: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", _names(self.path, "a path"))

    def __str__(self) -> str:
        return f"move {self.unit} {' '.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Attack:
    """Announce an attack on a hex by one or more units; the attackers' order does not matter (gpw 7.1.B)."""

    target: str
    attackers: tuple[str, ...]

    def __post_init__(self) -> None:
        names = _names(self.attackers, "attackers")
        object.__setattr__(self, "attackers", tuple(sorted(names, key=str)))

    def __str__(self) -> str:
        return f"attack {self.target} by {' '.join(self.attackers)}"


@dataclass(frozen=True, slots=True)
class Resolve:
    """Roll for an announced attack (gpw 7.2.D)."""

    target: str

    def __str__(self) -> str:
        return f"resolve {self.target}"


@dataclass(frozen=True, slots=True)
class Loss:
    """Take a step from one of the attacking units (gpw 7.4.4, gpw 7.4.6.A)."""

    unit: str

    def __str__(self) -> str:
        return f"loss {self.unit}"


@dataclass(frozen=True, slots=True)
class Stand:
    """The defender's choice in swamp, mountain or fortress: lose a step (True) or retreat (False) (gpw 7.4.2)."""

    step_loss: bool

    def __str__(self) -> str:
        return "stand" if self.step_loss else "give-way"


@dataclass(frozen=True, slots=True)
class Retreat:
    """The attacker's choice of the hexes that the defender retreats through (gpw 7.4.2.A)."""

    path: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", _names(self.path, "a path"))

    def __str__(self) -> str:
        return f"retreat {' '.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Advance:
    """Move one attacking unit into the vacated hex, or none (gpw 7.2.F)."""

    unit: str | None

    def __str__(self) -> str:
        return f"advance {self.unit or 'none'}"


@dataclass(frozen=True, slots=True)
class Place:
    """Put a unit on the map: in a set-up, or a reinforcement that is due (gpw 10.0.D, gpw 9.3.B)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"place {self.unit} {self.hex}"


@dataclass(frozen=True, slots=True)
class Rebuild:
    """Spend RPs on a unit: flip it to full strength, or return it at half strength to a hex (gpw 9.1)."""

    unit: str
    hex: str | None = None

    def __str__(self) -> str:
        return f"rebuild {self.unit}" + (f" {self.hex}" if self.hex else "")


@dataclass(frozen=True, slots=True)
class Swap:
    """Take one shock army instead of an infantry reinforcement that is due (gpw 22.1.5.C)."""

    new: str
    old: str

    def __str__(self) -> str:
        return f"swap {self.new} {self.old}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw a panzer corps in place of the one named by the chart (gpw 9.4.C)."""

    unit: str

    def __str__(self) -> str:
        return f"withdraw {self.unit}"


@dataclass(frozen=True, slots=True)
class Convert:
    """Turn an infantry army into a Guards or Shock Army (gpw 14.0.C)."""

    new: str
    old: str

    def __str__(self) -> str:
        return f"convert {self.new} {self.old}"


@dataclass(frozen=True, slots=True)
class Shock:
    """Announce a shock attack for this turn (gpw 13.2.B)."""

    def __str__(self) -> str:
        return "shock"


@dataclass(frozen=True, slots=True)
class Lead:
    """Move a leader to his capital, or from it to a unit (gpw 12.2)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"lead {self.unit} {self.hex}"


@dataclass(frozen=True, slots=True)
class Done:
    """End the phase (gpw 3.0.B)."""

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
    """Change the position by hand (the sandbox): ``what`` and the words it needs, see :mod:`gpwlab.gpw.sandbox`."""

    what: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"edit {self.what} {' '.join(self.words)}"


Action: TypeAlias = (
    Move
    | Attack
    | Resolve
    | Loss
    | Stand
    | Retreat
    | Advance
    | Place
    | Rebuild
    | Swap
    | Withdraw
    | Lead
    | Convert
    | Shock
    | Done
    | Reseed
    | Edit
)


def _attack(words: list[str]) -> Attack:
    if len(words) < 3 or words[1] != "by":
        raise ValueError
    return Attack(words[0], tuple(words[2:]))


def _one(words: list[str]) -> str:
    (word,) = words
    return word


def _two(words: list[str]) -> tuple[str, str]:
    first, second = words
    return first, second


def _some(words: list[str]) -> tuple[str, ...]:
    if not words:
        raise ValueError
    return tuple(words)


def _bare(action: Action) -> Callable[[list[str]], Action]:
    """A reader for a verb that takes no words."""

    def read(words: list[str]) -> Action:
        if words:
            raise ValueError
        return action

    return read


_READERS: dict[str, tuple[str, Callable[[list[str]], Action]]] = {
    "move": ("move UNIT HEX [HEX ...]", lambda w: Move(w[0], _some(w[1:]))),
    "attack": ("attack HEX by UNIT [UNIT ...]", _attack),
    "resolve": ("resolve HEX", lambda w: Resolve(_one(w))),
    "loss": ("loss UNIT", lambda w: Loss(_one(w))),
    "stand": ("stand", _bare(Stand(True))),
    "give-way": ("give-way", _bare(Stand(False))),
    "retreat": ("retreat HEX [HEX ...]", lambda w: Retreat(_some(w))),
    "advance": ("advance UNIT|none", lambda w: Advance(None if _one(w) == "none" else w[0])),
    "place": ("place UNIT HEX", lambda w: Place(*_two(w))),
    "rebuild": ("rebuild UNIT [HEX]", lambda w: Rebuild(w[0], None if len(w) == 1 else _two(w)[1])),
    "swap": ("swap NEW OLD", lambda w: Swap(*_two(w))),
    "withdraw": ("withdraw UNIT", lambda w: Withdraw(_one(w))),
    "convert": ("convert NEW OLD", lambda w: Convert(*_two(w))),
    "shock": ("shock", _bare(Shock())),
    "lead": ("lead LEADER HEX", lambda w: Lead(*_two(w))),
    "done": ("done", _bare(Done())),
    "edit": ("edit WHAT WORD [WORD ...]", lambda w: Edit(w[0], _some(w[1:]))),
    "reseed": ("reseed NUMBER", lambda w: Reseed(int(_one(w)))),
}


def parse_action(text: str) -> Action:
    """Read an action from its text form; InvalidInput says what form was expected."""
    if not isinstance(text, str) or not text.split():
        raise InvalidInput(f"an action is a line such as 'done' or 'move UNIT HEX', not {text!r}")
    verb, *words = text.split()
    if verb not in _READERS:
        raise InvalidInput(f"unknown action {verb!r}: the actions are {', '.join(_READERS)}")
    form, read = _READERS[verb]
    try:
        return read(words)
    except (ValueError, IndexError):
        raise InvalidInput(f"{text!r} is not of the form '{form}'") from None
