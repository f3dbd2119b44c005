"""What the planned players of The Great Patriotic War do before they move: set up, bring in, rebuild, convert."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gpwlab.gpw.actions import Action, Convert, Place, Rebuild, Shock
from gpwlab.study.players.terrain import Survey

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.reader import View

#: What a conversion is worth against strength points an RP.
CONVERSION = 4.0


def set_up(view: View) -> Iterator[Action]:
    """Every unit on the first hex that is open to it."""
    while True:
        first = next((action for action in view.legal if isinstance(action, Place)), None)
        if first is None:
            return
        yield first


def arrive(view: View, read: Callable[[Position, int], Survey]) -> Iterator[Action]:
    """Announce a shock attack where there is something to take, place what is due, spend the RPs."""
    pos = view._pos
    seen = read(pos, pos.side)
    if Shock() in view.legal and not pos.turn_box.weather and seen.attacking:
        yield Shock()
    yield from _place(view, seen)
    while True:
        raised = _best_use(view, seen)
        if raised is None:
            return
        yield raised


def _place(view: View, seen: Survey) -> Iterator[Action]:
    """Each unit that is due at the open hex nearest to the enemy that is not next to him."""
    known: dict[str, list[Place]] = {}
    for action in view.legal:
        if isinstance(action, Place):
            known.setdefault(action.unit, []).append(action)
    index = view.board.index
    for places in known.values():
        yield from sorted(places, key=lambda a: (seen.threat[index[a.hex]] > 0, seen.to_enemy[index[a.hex]], a.hex))[:4]


def _best_use(view: View, seen: Survey) -> Action | None:
    """The most strength for an RP: units on the map before others, near the enemy before far."""
    best: tuple[tuple[float, float], Action] | None = None
    tried: set[str] = set()
    for action in view.legal:
        if isinstance(action, Convert):
            key: tuple[float, float] = (CONVERSION, 0.0)
        elif isinstance(action, Rebuild) and action.unit not in tried:
            tried.add(action.unit)
            key = _use(view, seen, action)
        else:
            continue
        if best is None or key > best[0]:
            best = (key, action)
    return _nearest(view, seen, best[1]) if best else None


def _use(view: View, seen: Survey, action: Rebuild) -> tuple[float, float]:
    unit = view._pos.world.unit(action.unit)
    here = view.board.index[action.hex] if action.hex else view._pos.where[unit.index]
    return unit.attack[0] / unit.rp_cost + (action.hex is None), -seen.to_enemy[here]


def _nearest(view: View, seen: Survey, action: Action) -> Action:
    """A return from the pile, at the entry nearest to the enemy."""
    if not isinstance(action, Rebuild) or action.hex is None:
        return action
    index = view.board.index
    ways = [a for a in view.legal if isinstance(a, Rebuild) and a.unit == action.unit and a.hex]
    return min(ways, key=lambda a: (seen.threat[index[str(a.hex)]] > 0, seen.to_enemy[index[str(a.hex)]], str(a.hex)))
