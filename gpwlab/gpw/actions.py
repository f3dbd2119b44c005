"""The atomic actions of The Great Patriotic War and their one-line text form.

``str(action)`` and :func:`parse_action` are inverse; saves, action files and the log use the text form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gpwlab.core.actions import Done as Done
from gpwlab.core.actions import Edit as Edit
from gpwlab.core.actions import Reseed as Reseed
from gpwlab.core.actions import bare, listed, one, parse, some, two


@dataclass(frozen=True, slots=True)
class Move:
    """Move a unit along a path: the hexes entered, in order (gpw 5.0.C); by rail in a rail phase (gpw 5.5)."""

    unit: str
    path: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", listed(self.path, "a path"))

    def __str__(self) -> str:
        return f"move {self.unit} {' '.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Attack:
    """Announce an attack on a hex by one or more units; the attackers' order does not matter (gpw 7.1.B)."""

    target: str
    attackers: tuple[str, ...]

    def __post_init__(self) -> None:
        names = listed(self.attackers, "attackers")
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
        object.__setattr__(self, "path", listed(self.path, "a path"))

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
class Drop:
    """An airborne assault: fly a unit from an airfield to a clear hex (gpw 15.3.A)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"drop {self.unit} {self.hex}"


@dataclass(frozen=True, slots=True)
class Fly:
    """Send an aircraft to a hex: OAS in the combat phase, DAS after general movement (gpw 11.1.1.A, gpw 11.1.3.A)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"fly {self.unit} {self.hex}"


@dataclass(frozen=True, slots=True)
class Intercept:
    """Send a fighter against the enemy aircraft over a hex (gpw 11.1.2.D)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"intercept {self.unit} {self.hex}"


@dataclass(frozen=True, slots=True)
class Ready:
    """Send no more aircraft: the attacker ends OAS, either side its interceptions (gpw 11.1.2.E)."""

    def __str__(self) -> str:
        return "ready"


@dataclass(frozen=True, slots=True)
class Base:
    """Land an aircraft on an airfield: return, transfer or escape (gpw 11.2, gpw 11.3, gpw 11.1.2.H)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"base {self.unit} {self.hex}"


@dataclass(frozen=True, slots=True)
class Order:
    """An action that a variant adds, by its name and the words that it takes (see hooks.py)."""

    name: str
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", listed(self.words, "the words of an order"))

    def __str__(self) -> str:
        return " ".join(("order", self.name, *self.words))


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
    | Drop
    | Order
    | Convert
    | Shock
    | Fly
    | Intercept
    | Ready
    | Base
    | Done
    | Reseed
    | Edit
)


def _attack(words: list[str]) -> Attack:
    if len(words) < 3 or words[1] != "by":
        raise ValueError
    return Attack(words[0], tuple(words[2:]))


_READERS: dict[str, tuple[str, Callable[[list[str]], Action]]] = {
    "move": ("move UNIT HEX [HEX ...]", lambda w: Move(w[0], some(w[1:]))),
    "attack": ("attack HEX by UNIT [UNIT ...]", _attack),
    "resolve": ("resolve HEX", lambda w: Resolve(one(w))),
    "loss": ("loss UNIT", lambda w: Loss(one(w))),
    "stand": ("stand", bare(Stand(True))),
    "give-way": ("give-way", bare(Stand(False))),
    "retreat": ("retreat HEX [HEX ...]", lambda w: Retreat(some(w))),
    "advance": ("advance UNIT|none", lambda w: Advance(None if one(w) == "none" else w[0])),
    "place": ("place UNIT HEX", lambda w: Place(*two(w))),
    "rebuild": ("rebuild UNIT [HEX]", lambda w: Rebuild(w[0], None if len(w) == 1 else two(w)[1])),
    "swap": ("swap NEW OLD", lambda w: Swap(*two(w))),
    "withdraw": ("withdraw UNIT", lambda w: Withdraw(one(w))),
    "convert": ("convert NEW OLD", lambda w: Convert(*two(w))),
    "shock": ("shock", bare(Shock())),
    "lead": ("lead LEADER HEX", lambda w: Lead(*two(w))),
    "drop": ("drop UNIT HEX", lambda w: Drop(*two(w))),
    "fly": ("fly AIRCRAFT HEX", lambda w: Fly(*two(w))),
    "intercept": ("intercept AIRCRAFT HEX", lambda w: Intercept(*two(w))),
    "ready": ("ready", bare(Ready())),
    "base": ("base AIRCRAFT HEX", lambda w: Base(*two(w))),
    "order": ("order NAME [WORD ...]", lambda w: Order(w[0], tuple(w[1:]))),
    "done": ("done", bare(Done())),
    "edit": ("edit WHAT WORD [WORD ...]", lambda w: Edit(w[0], some(w[1:]))),
    "reseed": ("reseed NUMBER", lambda w: Reseed(int(one(w)))),
}


def parse_action(text: str) -> Action:
    """Read an action from its text form; InvalidInput says what form was expected."""
    return parse(text, _READERS, "move UNIT HEX")
