"""Each side apart and put together gives what carrying out every pair of results gives."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from gpwlab.sfs import combat
from gpwlab.sfs.endings import ATTACKER, DEFENDER, Ending, Endings, added
from gpwlab.sfs.fights import Fight
from gpwlab.sfs.position import Position
from gpwlab.sfs.preview import Case
from tests.sfs.crowds import battles
from tests.sfs.field import Field

BATTLES, RINGS = 120, 250
GERMANS = ("kg-stahel/1", "regiment-1", "regiment-2", "94-inf/2", "pzkg-4-1/1", "389-inf/1")
SOVIETS = ("b", "c", "m", "a", "b", "c", "m")


def endings(field: Field, foe: str, own: list[str], overrun: bool = False) -> Endings:
    forces = [field.force(name) for name in own]
    kind = "overrun" if overrun else combat.kind_of(field.pos, forces)
    fight: Fight = combat.make(field.pos, kind, field.force(foe), forces)
    combat.let_go(field.pos, field.force(foe), forces)
    return Endings(field.pos, fight, Case(field.pos, fight, Fraction(1)).chances, {})


def plainly(made: Endings) -> dict[Ending, Fraction]:
    """Every pair of results carried out on one position, support that is left alone at the end."""
    stages = (*DEFENDER, *ATTACKER, "stranded")
    return added(
        (_read(made, trial), p * q * share)
        for fate, p in made._fates().items()
        for cost, q in made._costs().items()
        for trial, share in made._trials(fate, cost, stages)
    )


def _read(made: Endings, trial: Position) -> Ending:
    fight = trial.fight
    assert fight is not None
    target = trial.forces.get(fight.target)
    here = target is not None and bool(trial.combat_units(target)) and fight.refuge < 0
    ring = target is not None and here and trial.cut_off(target)
    lost = made._lost(trial, fight.defenders), made._lost(trial, fight.units)
    return Ending(*lost, not here, fight.refuge >= 0, ring)


def test_random_battles() -> None:
    """Sizes are kept small enough for the plain way."""
    compared = 0
    for field, foe, own, overrun in battles(1812):
        if len(field.force(foe).units) + sum(len(field.force(name).units) for name in own) > 6:
            continue
        made = endings(field, foe, own, overrun)
        assert made.all() == plainly(made), (foe, own, field.pos.step.name)
        compared += 1
        if compared == BATTLES:
            break


def _sieges() -> Iterator[tuple[int, Field, str, list[str]]]:
    """Weak forces with support, and rings of every kind: around the target, by it, around an attacker, elsewhere."""
    rng = random.Random(7)
    while True:
        side, kind = rng.choice((0, 1)), rng.randrange(5)
        field = Field("German Attack" if side == 0 else "Soviet Attack")
        box = {0: rng.sample(GERMANS, len(GERMANS)), 1: rng.sample(SOVIETS, len(SOVIETS))}
        guns = iter(("stg-1", "stg-2"))

        def force(of: int, field: Field = field, box: dict[int, list[str]] = box, guns: Iterator[str] = guns) -> str:
            extra = [next(guns, "") if of == 0 else "tank-1"] if rng.random() < 0.5 else []
            put = field.german if of == 0 else field.soviet
            return put("CC", box[of].pop(), *filter(None, extra))

        own, foe = [force(side) for _ in range(rng.randrange(1, 3))], force(1 - side)
        if kind == 0:
            own = own[:1]
            field.ring(foe, own[0])
        elif kind == 1:
            field.ring(force(side), foe)
        elif kind == 2:
            field.ring(own[0], foe)
        elif kind == 3:
            field.ring(force(1 - side), own[0])
        else:
            field.ring(force(side), force(1 - side))
        if not field.why(f"attack {foe} by {' '.join(own)}"):
            yield kind, field, foe, own


def test_rings_and_support_left_alone() -> None:
    seen = set()
    for _n, (kind, field, foe, own) in zip(range(RINGS), _sieges(), strict=False):
        made = endings(field, foe, own)
        assert made.all() == plainly(made), (kind, foe, own)
        seen.add(kind)
    assert seen == set(range(5))


def test_a_ring_goes_with_the_force_around() -> None:
    """A weak surrounding force attacks its prey: where it is lost the prey is free again."""
    field = Field()
    own, foe = field.german("CC", "kg-stahel/1"), field.soviet("CC", "13-guards")
    field.ring(foe, own)
    found = endings(field, foe, [own]).all()
    lost = sum(chance for end, chance in found.items() if end.attacker_lost.steps == 1)
    assert sum(chance for end, chance in found.items() if end.cut_off) == 1 - lost


def test_a_ring_made_in_the_combat_goes_with_its_force() -> None:
    field = Field()
    own, foe = field.german("CC", "kg-stahel"), field.soviet("CC", "g")  # 3 to 7: two steps against an urban A-CRT
    found = endings(field, foe, [own]).all()
    assert all(end.attacker_lost.steps < 2 for end in found if end.cut_off)
    assert any(end.cut_off for end in found)
    assert any(end.attacker_lost.steps == 2 for end in found)
