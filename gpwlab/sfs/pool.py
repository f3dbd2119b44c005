"""What Soviet units that lie face down may be, as far as everybody can tell (docs/rulings_sfs.md S33).

Known to both sides are the set-up options, the turn record, the counters of the sheet, what lies face up, how many
Reserve Corps have come, and how often a unit has lost a step; what is under a back is never looked at.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from gpwlab.sfs import losses
from gpwlab.sfs.board import SOVIET
from gpwlab.sfs.position import DUE, ON_MAP

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

#: Counters by type of back, with how many of each are left.
Pool: TypeAlias = dict[str, dict[str, int]]
#: From this turn on a B division has come over Red Square (sfs 11.2.2.4.2).
MINI_B = 4


def pool(pos: Position) -> Pool:
    """For each type of back, how many of each counter may lie face down.

    Where a position made by hand has more backs than that, the whole sheet.
    """
    shown = Counter(pos.piece[unit] for unit in pos.revealed)
    backs = Counter(
        losses.kind_of(pos.counter(u))
        for u in range(pos.world.first_piece, len(pos.piece))
        if pos.fate[u] in (ON_MAP, DUE) and u not in pos.revealed
    )
    come = _come(pos)
    found: Pool = {}
    for kind, counters in _kinds(pos).items():
        likely = {c: min(limit, come[c] + _changed(pos, c, kind)) - shown[c] for c, limit in counters.items()}
        if sum(max(0, number) for number in likely.values()) < backs[kind]:
            likely = {c: limit - shown[c] for c, limit in counters.items()}
        found[kind] = {c: number for c, number in likely.items() if number > 0}
    return {kind: counters for kind, counters in found.items() if counters}


def _kinds(pos: Position) -> dict[str, dict[str, int]]:
    """The Soviet counters of the sheet by type, with their limits."""
    found: dict[str, dict[str, int]] = {}
    for counter in pos.world.counters.values():
        if counter.side == SOVIET:
            found.setdefault(losses.kind_of(counter), {})[counter.id] = counter.limit
    return found


def _changed(pos: Position, counter: str, kind: str) -> int:
    """How many units may have got a counter by losing steps; named counters are not got so."""
    return pos.changed.get(kind, 0) if pos.world.counters[counter].pool else 0


def _come(pos: Position) -> Counter[str]:
    """How many of each counter can have come into play by set-up and arrival."""
    found = _set_up(pos)
    charts, scenario = pos.world.charts, pos.world.scenario
    if scenario.solitaire:
        return found + Counter(dict(charts.cups["solitaire"]))
    if scenario.mini:
        found["13-guards"] += pos.chosen.get("13-guards") == "yes"
        found[losses.pool_counter(pos, "B")] += pos.turn >= MINI_B
        return found
    return found + _arrived(pos) + _corps(pos)


def _set_up(pos: Position) -> Counter[str]:
    """Those of every set-up option and the most that any one of them has."""
    found: Counter[str] = Counter()
    most: dict[str, int] = {}
    for entry in pos.world.setup:
        if entry.side == SOVIET and not entry.option:
            found[entry.counter] += entry.count
        elif entry.side == SOVIET:
            most[entry.counter] = max(most.get(entry.counter, 0), entry.count)
    return found + Counter(most)


def _arrived(pos: Position) -> Counter[str]:
    """What the turn record, the cup and the Tractor Works can have brought so far."""
    charts, found = pos.world.charts, Counter[str]()
    for entry in charts.events.get(pos.world.scenario.slug, ()):
        if entry.side != SOVIET or entry.turn > pos.turn:
            continue
        if entry.kind == "reinforcement":
            found[entry.unit_id] += 1
        elif entry.kind == "random_division":
            found.update({counter: 1 for counter, _number in charts.cups["random"]})
        elif entry.kind == "guards_39":  # at once as an A, a turn later as itself (sfs 7.9)
            found[losses.pool_counter(pos, "A")] += 1
            found[entry.unit_id] += entry.turn < pos.turn
    found.update({tank: pos.turn for tank in charts.tanks.values() if tank})
    return found


def _corps(pos: Position) -> Counter[str]:
    """The most that the Reserve Corps can have of each counter."""
    most: dict[str, int] = {}
    for counters in pos.world.charts.reserve_corps.values():
        for counter, number in counters:
            most[counter] = max(most.get(counter, 0), number)
    return Counter({counter: number * pos.corps for counter, number in most.items()})
