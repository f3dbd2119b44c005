"""German withdrawals that the turn record asks for, with stand-ins of the same type (sfs 7.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.sfs import supply
from gpwlab.sfs.actions import Recall
from gpwlab.sfs.board import GERMAN
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import WITHDRAWN

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position
    from gpwlab.sfs.units import Counter


def type_of(counter: Counter) -> str:
    """Type of a unit for stand-ins: panzer and motorized are one (sfs 7.3.B), flak is another."""
    return "motorized" if counter.type == "armor" else counter.type


def candidates(pos: Position) -> list[int]:
    """Units that may go for the first withdrawal that is owed: of its type, with a path to the Rear (sfs 7.3.A)."""
    if not pos.owed:
        return []
    named = next(iter(pos.owed))
    wanted = type_of(pos.counter(named))
    able = [u for u in pos.on_map(GERMAN) if type_of(pos.counter(u)) == wanted and _has_path(pos, u)]
    if named in able and named not in _gone(pos, named):  # it goes first, unless another one stands in
        able.sort(key=lambda u: u != named)
    return able


def _gone(pos: Position, named: int) -> list[int]:
    return pos.stand_ins.get(named, [])


def _has_path(pos: Position, unit: int) -> bool:
    force = pos.where(unit)
    return force is not None and supply.can_trace(pos, force)


def options(pos: Position) -> tuple[Recall, ...]:
    """The answers to a withdrawal; () while no unit can go."""
    return tuple(Recall(pos.world.units[u].id) for u in candidates(pos))


def recall(pos: Position, action: Recall) -> list[Event]:
    """A whole unit goes; more must follow while SPs are wanting (sfs 7.3.B, sfs 7.3.C)."""
    unit = pos.world.unit(action.unit).index
    named = next(iter(pos.owed))
    name, sps = pos.counter(unit).name, pos.strength(unit)
    area = pos.world.board.code(pos.area_of(unit))
    pos.owed[named] -= sps
    pos.stand_ins.setdefault(named, []).append(unit)
    pos.lift(unit)
    pos.forget(unit)
    pos.fate[unit] = WITHDRAWN
    rule = "sfs 7.3.A" if unit == named else "sfs 7.3.B"
    if pos.owed[named] <= 0:
        del pos.owed[named]
    return [Event("withdrawn", f"{name} ({sps}) is withdrawn", rule, unit=action.unit, from_area=area)]
