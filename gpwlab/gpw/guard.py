"""A watch on the hooks of house variants: what one gives is checked, and one that fails is named.

A hook that raises or gives what its row in hooks.py does not allow raises InvalidInput; the journal then restores the
position, so that the game is as it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import Hook, Toll

if TYPE_CHECKING:
    from gpwlab.gpw.options import HouseHook


def _whole(low: int, high: int = 999) -> Callable[[Any], bool]:
    return lambda given: type(given) is int and low <= given <= high


def _of(kind: type, none: bool = False) -> Callable[[Any], bool]:
    return lambda given: isinstance(given, kind) or (none and given is None)


def _step(given: Any) -> bool:
    return isinstance(given, Reason) or (isinstance(given, Toll) and given >= 0) or (type(given) is int and given == 0)


def _shift(given: Any) -> bool:
    from gpwlab.gpw.odds import Shift

    return isinstance(given, Shift)


def _outcome(given: Any) -> bool:
    from gpwlab.gpw.victory import Outcome

    return given is None or isinstance(given, Outcome)


def _decision(given: Any) -> bool:
    from gpwlab.gpw.decisions import Decision

    return given is None or isinstance(given, Decision)


def _counter(given: Any) -> bool:
    from gpwlab.gpw.units import Unit

    return isinstance(given, Unit)


#: Hooks that give one thing: what it is, and the test that it passes.
_ONE: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(
        ("early", "room", "stand", "costless", "halt", "sustained", "crowd", "unbound"), ("True or False", _of(bool))
    ),
    **dict.fromkeys(
        ("allowance", "rail_limit", "rail_cost", "attack", "defence", "price", "seat"),
        ("a whole number from 0 on", _whole(0)),
    ),
    **dict.fromkeys(("die", "weather"), ("a whole number", _whole(-99))),
    **dict.fromkeys(("hold", "closed", "call_up", "entry_bar"), ("a Reason or None", _of(Reason, none=True))),
    "landing": ("a number of hexes or None", lambda given: given is None or _whole(0)(given)),
    "step": ("0, a Toll that is not negative, or a Reason", _step),
    "supplied": ("a bytearray", _of(bytearray)),
    "outcome": ("an Outcome or None", _outcome),
    "decision": ("a Decision or None", _decision),
    "hasty": ("an action or None", lambda given: given is None or hasattr(given, "__dataclass_fields__")),
    "dropping": ("a list of Events or None", lambda given: given is None or _all(given, _of(Event))),
}
#: Hooks that give several things: what each of them is, and the test that each passes.
_MANY: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(
        ("turn", "begin", "end", "moved", "watch", "dogfight", "after_battle", "rp", "spent"), ("Events", _of(Event))
    ),
    **dict.fromkeys(
        ("done", "may_not_move", "may_not_shock", "rail_end", "may_not_attack", "may_not_fly", "may_not_lead",
         "may_not_command", "may_not_drop", "rebuild", "fed", "unmet"), ("Reasons", _of(Reason))
    ),
    **dict.fromkeys(("order", "zone"), ("whole numbers", _whole(0))),
    **dict.fromkeys(("ground", "entry", "duel"), ("texts", _of(str))),
    "shifts": ("Shifts", _shift),
    "leaving": ("units", _counter),
}  # fmt: skip
#: Of these the one kind that callers change in place or compare with a list.
_LISTS = ("order", "fed", "unmet", "leaving")


def _all(given: Any, holds: Callable[[Any], bool]) -> bool:
    return isinstance(given, list | tuple) and all(map(holds, given))


def guarded(hook: HouseHook, house: str) -> Hook:
    """The function of a house hook, its errors and results watched; InvalidInput names it in place of either."""
    head = f"house rule {house!r}: hook {hook.hook} ({hook.name})"

    @wraps(hook.function)
    def call(*given: Any) -> Any:
        try:
            found = hook.function(*given)
            found = found if hook.hook in _ONE else _several(found)
        except Exception as error:
            raise InvalidInput(f"{head} failed: {type(error).__name__}: {error}") from error
        wants, right = _verdict(hook.hook, found)
        if not right:
            raise InvalidInput(f"{head} must give {wants}, not {found!r}")
        return list(found) if hook.hook in _LISTS else found

    return call


def _several(found: Any) -> Any:
    """What a function that yields gave, as a tuple; anything else as it is."""
    is_text = isinstance(found, str)
    return tuple(found) if isinstance(found, Iterable) and not is_text else found


def _verdict(name: str, found: Any) -> tuple[str, bool]:
    if name in _ONE:
        wants, holds = _ONE[name]
        return wants, holds(found)
    wants, holds = _MANY[name]
    return wants, _all(found, holds)
