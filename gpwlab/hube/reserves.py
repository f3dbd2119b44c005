"""Reserve markers bought in secret before the game, half a victory point each (hube 2.2, hube 3.2).

How many counters there are is not in this book, so that no limit is set (docs/rulings_hube.md H133).
"""

from __future__ import annotations

from gpwlab.core.errors import InvalidInput
from gpwlab.hube.actions import Reserves
from gpwlab.hube.board import SIDES
from gpwlab.hube.decisions import Decision
from gpwlab.hube.events import Event
from gpwlab.hube.options import HISTORICAL
from gpwlab.hube.position import Position
from gpwlab.hube.sequence import AXIS

#: What the open decision lists; more can be bought by naming it.
OFFERED = range(5)


def check(action: Reserves) -> None:
    """InvalidInput for no number of markers."""
    if action.count < 0:
        raise InvalidInput(f"a side buys 0 reserve markers or more, not {action.count}")


def rule(side: int) -> str:
    """The rule of a side's markers."""
    return "hube 3.2" if side == AXIS else "hube 2.2"


def may_buy(pos: Position, side: int, count: int) -> bool:
    """Whether a side may buy so many: none for the Axis in the purely historical game (hube 4.4)."""
    return not count or side != AXIS or not pos.world.rules.has(HISTORICAL)


def decision(pos: Position) -> Decision:
    """What a side decides in secret, once (hube 2.2, hube 3.2)."""
    options = tuple(Reserves(count) for count in OFFERED if may_buy(pos, pos.side, count))
    text = "how many reserve markers are bought"
    return Decision(SIDES[pos.side], "reserves", rule(pos.side), options, options[0], text)


def buy(pos: Position, action: Reserves) -> list[Event]:
    """Note the purchase, which cannot be changed; the other side learns nothing of it."""
    side = pos.side
    pos.bought[side], pos.decided[side] = action.count, True
    text = f"the {SIDES[side]} buys {action.count} reserve markers for {action.count / 2:g} VP"
    public = f"the {SIDES[side]} has decided on reserve markers"
    return [Event("reserves", text, rule(side), result=str(action.count), knows=side, public=public)]
