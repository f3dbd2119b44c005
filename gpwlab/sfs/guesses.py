"""What Soviet units that lie face down may be: every case with its exact chance (sfs 2.2.2).

The type of a counter is open, its class or size hidden; each hidden piece is equally likely any counter of its type
that does not lie open, without replacement (docs/rulings_sfs.md).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias

from gpwlab.core.errors import InvalidInput
from gpwlab.sfs.losses import kind_of
from gpwlab.sfs.pool import pool as public_pool
from gpwlab.sfs.position import DUE, ON_MAP

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position
    from gpwlab.sfs.units import Counter

#: Units of one force that look alike from behind.
Backs: TypeAlias = tuple[int, ...]
#: What a counter is worth: class and printed strengths.
Worth: TypeAlias = tuple[str, tuple[int, ...]]
#: More cases than this are not worked out.
MOST_CASES = 4000


def cases(pos: Position, forces: Sequence[Force]) -> list[tuple[Position, Fraction, str]]:
    """Positions that look like this one to the Germans, one for each thing that the forces may be, with its chance.

    The other hidden pieces are dealt what is left in a fixed order, so that only what is public counts.  InvalidInput
    where there are too many cases.
    """
    stock = _hidden(pos)
    groups = [(kind, backs) for force in forces for kind, backs in _backs(pos, force, stock)]
    if not groups:
        return [(pos, Fraction(1), "")]
    pool = public_pool(pos)
    worths = {kind: _worths(pos, counters) for kind, counters in pool.items()}
    drawn = list(islice(_draws(groups, worths), MOST_CASES + 1))
    if len(drawn) > MOST_CASES:
        raise InvalidInput(f"the hidden units may be more than {MOST_CASES} things: name fewer forces")
    total = sum(ways for _, ways in drawn)
    return [(_dealt(pos, stock, pool, groups, draw), Fraction(ways, total), _told(draw)) for draw, ways in drawn]


def _hidden(pos: Position) -> dict[str, list[int]]:
    """Soviet pieces that lie face down by their kind, on the map or on the way to it; Chuikov hides nothing."""
    found: dict[str, list[int]] = {}
    for unit in range(pos.world.first_piece, len(pos.piece)):
        if pos.fate[unit] in (ON_MAP, DUE) and unit not in pos.revealed and not pos.counter(unit).leader:
            found.setdefault(kind_of(pos.counter(unit)), []).append(unit)
    return found


def _backs(pos: Position, force: Force, stock: dict[str, list[int]]) -> Iterator[tuple[str, Backs]]:
    for kind, units in sorted(stock.items()):
        there = tuple(unit for unit in units if pos.force_of[unit] == force.id)
        if there:
            yield kind, there


def _worth(counter: Counter) -> Worth:
    return counter.cls, counter.strengths


def _worths(pos: Position, counters: Mapping[str, int]) -> Tally[Worth]:
    found: Tally[Worth] = Tally()
    for key, number in counters.items():
        found[_worth(pos.world.counters[key])] += number
    return found


def _draws(
    groups: Sequence[tuple[str, Backs]], pools: Mapping[str, Tally[Worth]]
) -> Iterator[tuple[list[dict[Worth, int]], int]]:
    """All ways to fill the groups from the pools, with the number of deals that give each."""
    if not groups:
        yield [], 1
        return
    (kind, backs), rest = groups[0], groups[1:]
    for hand in _hands(sorted(pools[kind].items()), len(backs)):
        ways = prod(comb(pools[kind][worth], n) for worth, n in hand.items())
        left = {**pools, kind: pools[kind] - Tally(hand)}
        for more, others in _draws(rest, left):
            yield [hand, *more], ways * others


def _hands(stock: Sequence[tuple[Worth, int]], size: int) -> Iterator[dict[Worth, int]]:
    """All multisets of a size from a stock."""
    if not size:
        yield {}
    elif stock:
        (worth, most), rest = stock[0], stock[1:]
        for number in range(min(most, size) + 1):
            for hand in _hands(rest, size - number):
                yield {worth: number, **hand} if number else hand


def _dealt(
    pos: Position,
    stock: Mapping[str, Sequence[int]],
    pool: Mapping[str, Mapping[str, int]],
    groups: Sequence[tuple[str, Backs]],
    draw: Sequence[dict[Worth, int]],
) -> Position:
    """The position with the pieces dealt anew: first to the groups as drawn, then to all others."""
    twin = pos.copy()
    left = {kind: dict(counters) for kind, counters in pool.items()}
    dealt: set[int] = set()
    for (kind, backs), hand in zip(groups, draw, strict=True):
        wanted = [worth for worth, number in hand.items() for _ in range(number)]
        for unit, worth in zip(backs, wanted, strict=True):
            able = [key for key, n in left[kind].items() if n and _worth(pos.world.counters[key]) == worth]
            twin.piece[unit] = _take(left[kind], able)
        dealt.update(backs)
    for kind, units in stock.items():
        for unit in units:
            if unit not in dealt:
                twin.piece[unit] = _take(left[kind], list(left[kind]))
    return twin


def _take(left: dict[str, int], able: Sequence[str]) -> str:
    """A counter of those that can be taken, of the kind of which most are left."""
    found = max(sorted(able), key=lambda key: left[key])
    left[found] -= 1
    return found


def _told(draw: Sequence[dict[Worth, int]]) -> str:
    """For instance ``A, 2 C with tank +1``."""
    words = []
    for hand in draw:
        for (cls, strengths), number in hand.items():
            name = f"tank +{strengths[-1]}" if cls == "T" else cls
            words.append(f"{number} {name}" if number > 1 else name)
    return ", ".join(words)
