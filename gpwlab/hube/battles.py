"""A combat between units on the map, handed to the published tables: what they bring, across what, into what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.hube import movement
from gpwlab.hube.forecast import forecast
from gpwlab.hube.odds import Combat, Force, Odds, work_out
from gpwlab.hube.position import ON_MAP

if TYPE_CHECKING:
    from gpwlab.hube.position import Position
    from gpwlab.hube.units import Unit

#: What a player reads off a counter that this book does not print: strength and action rating.
Known = Mapping[str, tuple[int, int]]


def battle(
    pos: Position, target: str, attackers: Sequence[str], known: Known | None = None, kind: str = "attack"
) -> Odds:
    """The odds of attackers against all enemy units in a hex.

    ``known``: strength and action by unit, for counters whose numbers this book does not print; InvalidInput names one
    that is missing.  The best action rating of each side counts; who leads is the players' choice in the series rules.
    """
    h, told = pos.world.board.hex(target), known or {}
    units = [pos.world.unit(name) for name in attackers]
    if not units or len({unit.side for unit in units}) > 1 or len(set(units)) < len(units):
        raise InvalidInput("attackers are one unit or more of one side, each named once")
    for unit in units:
        _check_attacker(pos, unit, h)
    defenders = [pos.unit(u) for u in pos.units_at(h, 1 - units[0].side)]
    if not defenders:
        raise InvalidInput(f"no enemy stands in {pos.world.board.label(h)}")
    costs = movement.costs_of(pos, "leg", units[0].side)
    return work_out(
        pos.world.charts,
        Combat(
            attackers=tuple(_force(pos, unit, told, costs, h) for unit in units),
            defenders=tuple(_force(pos, unit, told, costs, h) for unit in defenders),
            terrain=costs.types(h),
            attacker_action=max(_number(unit, told, 1, "action") for unit in units),
            defender_action=max(_number(unit, told, 1, "action") for unit in defenders),
            hedgehog=pos.held(1 - units[0].side, "hedgehog", h),
            kind=kind,
        ),
    )


def by_ground(
    pos: Position, turn: int, target: str, attackers: Sequence[str], known: Known | None = None, kind: str = "attack"
) -> dict[str, tuple[Fraction, Odds]]:
    """The same combat on each ground that a later turn may have, with the exact chance of that ground (hube 1.2a).

    Everything else stays as it is now.  What is missing to 1 is the chance that the thaw ends the game by then (hube
    1.2b).  InvalidInput for a turn whose ground is known, else as in :func:`battle`.
    """
    first = pos.turn + (1 if pos.weather else 0)
    found = {}
    for ground, chance in forecast(pos.world.charts, pos.ground, first, turn)[-1].ground.items():
        later = pos.copy()
        later.ground = ground
        found[ground] = chance, battle(later, target, attackers, known, kind)
    return found


def _check_attacker(pos: Position, unit: Unit, h: int) -> None:
    here = pos.where[unit.index]
    if pos.fate[unit.index] != ON_MAP or pos.world.board.direction(here, h) < 0:
        raise InvalidInput(f"{unit.id} is not next to {pos.world.board.label(h)}")
    if not unit.attack_capable:
        raise InvalidInput(f"{unit.id} cannot attack")


def _force(pos: Position, unit: Unit, told: Known, costs: movement.Costs, h: int) -> Force:
    here = pos.where[unit.index]
    river = costs.hexside(here, h) if here != h else ""
    return Force(
        category=unit.category,
        strength=_number(unit, told, 0, "strength"),
        hexsides=(river,) if river else (),
        supplied=unit.index not in pos.oos,
        by_road=here != h and bool(costs.road(here, h)),
    )


def _number(unit: Unit, told: Known, which: int, name: str) -> int:
    """A number that the player gave, else the printed one; headquarters, whose one number is a range, bring none."""
    if unit.id in told:
        return told[unit.id][which]
    return 0 if unit.kind in ("hq", "organic-truck") else unit.known(name)
