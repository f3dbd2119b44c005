"""What a step of the combat sequence is: whom it asks for what, and what it does (sfs 5.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.sfs.actions import Action
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.events import Event

if TYPE_CHECKING:
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Position

Options = Callable[["Position", "Fight"], list[Action]]
Carry = Callable[["Position", "Fight", "Action | None"], list[Event]]


def nothing(pos: Position, fight: Fight) -> list[Action]:
    """A step that asks for nothing."""
    return []


def attacker(pos: Position, fight: Fight) -> int:
    """The side that attacks."""
    return fight.side


def defender(pos: Position, fight: Fight) -> int:
    """The side that is attacked."""
    return 1 - fight.side


def german(pos: Position, fight: Fight) -> int:
    """The German side."""
    return GERMAN


def soviet(pos: Position, fight: Fight) -> int:
    """The Soviet side."""
    return SOVIET


def first(pos: Position, fight: Fight, options: list[Action]) -> Action:
    """The answer of a player in haste where it does not matter: the first that is offered."""
    return options[0]


class Stage(NamedTuple):
    """A step: fewer than two options leave no choice; then ``carry`` is given the one, or None.

    The step has been taken off the combat's list when ``carry`` is called, which may put others in front.
    """

    carry: Carry
    options: Options = nothing
    side: Callable[[Position, Fight], int] = attacker
    kind: str = ""
    rule: str = ""
    text: str = ""
    default: Callable[[Position, Fight, list[Action]], Action] = first
    secret: bool = False
