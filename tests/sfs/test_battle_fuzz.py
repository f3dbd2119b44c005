"""Random battles with random answers: what is lost is what the dice and the choices say, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from gpwlab.sfs import casualties, engine
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import ON_MAP
from tests.sfs import invariants
from tests.sfs.crowds import battles
from tests.sfs.field import Field, of_kind

BATTLES = 400
DEFENDER, ATTACKER = "sfs 5.2.5.3.B", "sfs 5.2.6.1"


class Battle:
    """A battle played to its end, with what was there before."""

    def __init__(self, field: Field, foe: str, own: list[str], overrun: bool, rng: random.Random) -> None:
        self.field, self.pos, self.overrun = field, field.pos, overrun
        self.defenders = list(field.force(foe).units)
        self.attackers = [unit for name in own for unit in field.force(name).units]
        both = (*self.defenders, *self.attackers)
        self.steps = {unit: self.pos.steps_of(unit) for unit in both}
        self.militia = {unit for unit in both if self.pos.counter(unit).cls == "M"}
        self.bare = not any(self.pos.counter(u).combat and u not in self.militia for u in self.defenders)
        self.empty = not any(self.steps[unit] for unit in self.defenders)
        self.payers = {True: self._payers(), False: self.defenders}
        self.duties = {at: len(casualties.due(self.pos, units, at)) for at, units in self.payers.items()}
        self.points = list(self.pos.ap)
        self.events = self._play(f"{'overrun' if overrun else 'attack'} {foe} by {' '.join(own)}", rng)

    def _payers(self) -> list[int]:
        able = [u for u in self.attackers if self.steps[u] and not self.pos.counter(u).has("defend_only")]
        return [u for u in able if self.pos.counter(u).combat or not self.overrun]

    def _play(self, action: str, rng: random.Random) -> list[Event]:
        """Declare it and answer every question at random; a further overrun is never made."""
        events = self.field.do(action)
        while (choice := engine.pending(self.pos)) is not None:
            events += self.field.do(str(rng.choice([o for o in choice.options if str(o) != "again"])))
        return events

    def sum(self, kind: str) -> int:
        return sum(int(event.result) for event in of_kind(self.events, kind))

    def left(self, units: Sequence[int]) -> int:
        return sum(self.pos.steps_of(unit) for unit in units if self.pos.fate[unit] == ON_MAP)

    def payments(self, rule: str) -> int:
        return sum(event.rule == rule for event in self.events if event.kind in ("loss", "eliminated"))


def check_payments(battle: Battle, rule: str, owed: int, attacking: bool) -> None:
    """One payment a loss, and fewer only when nobody is left to pay."""
    owed = max(owed, battle.duties[attacking]) if owed else 0
    assert battle.payments(rule) <= owed
    if battle.payments(rule) < owed:
        assert battle.left(battle.payers[attacking]) == 0


def check_nobody_else(battle: Battle) -> None:
    """Who paid nothing, is no militia and was not left alone has all its steps."""
    named = {event.unit for event in battle.events if event.kind in ("loss", "eliminated")}
    for unit, steps in battle.steps.items():
        if battle.field.world.units[unit].id not in named:
            assert battle.pos.steps_of(unit) == steps
            assert battle.pos.fate[unit] == ON_MAP


def check_militia(battle: Battle, result: int, cost: int) -> None:
    for unit in battle.militia:
        struck = result if unit in battle.defenders else cost
        assert (battle.pos.fate[unit] == ON_MAP) == (not struck)
    if battle.bare and result:
        assert not of_kind(battle.events, "cut-off")
    if battle.empty and result:
        assert not of_kind(battle.events, "terrain")


def check_artillery(battle: Battle) -> None:
    guns = of_kind(battle.events, "guns")
    told = [int(text) for text in guns[0].result.split(":")] if guns else [0, 0]
    assert [before - now for before, now in zip(battle.points, battle.pos.ap, strict=True)] == told


def test_losses_are_those_of_dice_and_choices() -> None:
    rng, seen = random.Random(62), Counter[str]()
    for seed, (field, foe, own, overrun) in zip(range(BATTLES), battles(1943), strict=False):
        field.pos.seed = seed
        battle = Battle(field, foe, own, overrun, rng)
        result, cost = battle.sum("d-crt"), battle.sum("a-crt")
        cancelled = sum(event.result == "cancelled" for event in of_kind(battle.events, "terrain"))
        retreats = len(of_kind(battle.events, "retreat"))
        check_payments(battle, DEFENDER, result - cancelled - retreats, attacking=False)
        check_payments(battle, ATTACKER, cost + len(of_kind(battle.events, "abort")), attacking=True)
        check_nobody_else(battle)
        check_militia(battle, result, cost)
        check_artillery(battle)
        assert battle.pos.fight is None
        assert not (retreats and of_kind(battle.events, "surround"))
        invariants.check(battle.pos)
        seen.update(event.kind for event in battle.events)
    assert {"retreat", "surround", "abort", "advance", "days", "eliminated", "terrain"} <= set(seen)
