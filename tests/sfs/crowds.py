"""Random battles anywhere in the city."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gpwlab.sfs.board import GERMAN, SOVIET
from tests.sfs.field import Field

GERMANS = ("14-pz", "29-mot", "94-inf", "389-inf/2", "das-reich", "6-pz", "kg-stahel", "pzkg-4-1", "security/1")
SUPPORT = ("stg-1", "pioneer-1", "stg-2/1")
SOVIETS = ("13-guards", "10-nkvd", "g", "a", "a", "b", "b", "c", "m", "m")
TANKS = ("tank-1", "tank-2")


def _crowd(rng: random.Random) -> tuple[Field, str, list[str], bool]:
    """A random battle anywhere in the city, of either side, with and without overrun."""
    overrun = rng.random() < 0.3
    side = rng.choice((GERMAN, SOVIET))
    phase = ("German ", "Soviet ")[side] + ("Movement" if overrun else rng.choice(("Attack", "Counterattack")))
    field = Field(phase, turn=rng.choice((1, 3, 6, 19)))
    place, *slots = rng.choice([("CC", "CC-station"), ("FA", "FA-october", "FA-landing"), ("YE",), ("OW",), ("S1",)])
    germans, soviets = list(GERMANS), list(SOVIETS)
    rng.shuffle(germans)
    rng.shuffle(soviets)
    ours, theirs = [], []
    for _ in range(1 if overrun else rng.randrange(1, 4)):
        ours.append(_force(field, rng, side, place, germans, soviets, most=1 if overrun else 2))
    slot = rng.choice(["", *slots])
    theirs.append(_force(field, rng, 1 - side, place, germans, soviets, most=1 if slot else 3, slot=slot))
    if slot:
        ours = ours[:1]
    if not slot and phase.split()[1] != "Counterattack" and rng.random() < 0.25:
        for name in ours:
            field.entering(name, rng.choice(field.neighbours(place)))
    field.pos.ap, field.pos.air = [rng.randrange(5), rng.randrange(5)], 0
    for unit in field.force(theirs[0]).units:
        if rng.random() < 0.15:
            field.pos.disrupted[unit] = 1
        if rng.random() < 0.2:
            field.pos.oos.add(unit)
    return field, theirs[0], ours, overrun


def _force(
    field: Field,
    rng: random.Random,
    side: int,
    place: str,
    germans: list[str],
    soviets: list[str],
    most: int,
    slot: str = "",
) -> str:
    pool = germans if side == GERMAN else soviets
    names = [pool.pop() for _ in range(rng.randrange(1, most + 1))]
    extra = [name for name in (SUPPORT if side == GERMAN else TANKS) if rng.random() < 0.3]
    used = {f"{field.pos.counter(u).id}" for force in field.pos.forces.values() for u in force.units}
    extra = [name for name in extra if side == SOVIET or name.split("/")[0] not in used][: len(names) + 1]
    return (field.german if side == GERMAN else field.soviet)(place, *names, *extra, slot=slot)


def battles(seed: int) -> Iterator[tuple[Field, str, list[str], bool]]:
    """Battles that may be fought: field, target, attackers, whether it is an overrun."""
    rng = random.Random(seed)
    while True:
        try:
            field, foe, own, overrun = _crowd(rng)
        except IndexError:  # the box of counters is empty
            continue
        verb = "overrun" if overrun else "attack"
        if not field.why(f"{verb} {foe} by {' '.join(own)}"):
            yield field, foe, own, overrun
