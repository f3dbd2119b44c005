"""The attack planner against simple heuristics on random positions, and previews in bulk.

``python -m bench.plans [--positions N]`` is the soak: it fails where the planner is beaten by its own objective.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from time import perf_counter

from bench.measure import Row, median_ms
from gpwlab import gpw, study
from gpwlab.core.errors import IllegalAction
from gpwlab.gpw import records
from gpwlab.gpw.previews import Previews
from gpwlab.gpw.sequence import TURN
from gpwlab.gpw.units import SIDES

POSITIONS = 200
#: Objectives that the planner is tried with, in turn.
OBJECTIVES = (
    study.Objective(),
    study.Objective(steps=1, own_steps=2, ground=0),
    study.Objective(steps=0, own_steps=0, points=1, own_points=1, ground=1),
    study.Objective(steps=0, own_steps=0, rp=1, ground=2),
)
#: A set of attacks: target, attackers, value.
Attacks = list[tuple[int, tuple[int, ...], Fraction]]
Battles = dict[int, dict[tuple[int, ...], tuple[Fraction, int]]]


def positions(seed: int) -> Iterator[tuple[gpw.Game, str]]:
    """Random positions with a side that is to attack: both armies strewn over a stretch of the front."""
    dice = random.Random(seed)
    game = gpw.new("barbarossa")
    board, units = game.board, [u for u in game._pos.world.units if u.ground and u.fights and not u.airborne]
    while True:
        centre = dice.choice([h for h in range(board.n) if board.playable[h] and board.land[h]])
        near = [h for h in range(board.n) if board.playable[h] and board.land[h] and board.distance(centre, h) <= 4]
        dice.shuffle(near)
        placed = {}
        for hex_, unit in zip(near[: dice.randint(15, 40)], dice.sample(units, len(units)), strict=False):
            placed[unit.id] = f"{board.ids[hex_]}/1" if unit.steps > 1 and dice.random() < 0.3 else board.ids[hex_]
        side = dice.choice(SIDES)
        turn = dice.randint(1, 5)
        yield _position(placed, side, turn), side


def _position(placed: dict[str, str], side: str, turn: int) -> gpw.Game:
    phase = [step.name for step in TURN].index(f"{side} Combat")
    record = {"scenario": "barbarossa", "rules": [], "seed": 1, "turn": turn, "phase": phase, "units": placed}
    return gpw.from_position(records.PREFIX + json.dumps(record | {"control": {}}))


def battles(game: gpw.Game, side: str, objective: study.Objective) -> Battles:
    """Every attack that could be made, by target and units: its value and column."""
    looked = Previews(game._pos, SIDES.index(side))
    found: Battles = {}
    for target in looked.targets:
        scale = objective.scale(game.board.ids[target])
        made = ((group, looked.battle(target, group)) for group in looked.groups(target))
        found[target] = {g: (scale.mean(b), b.odds.column) for g, b in made if b.possible}
    return found


# -- what a player might do without a program ------------------------------------------------------------------------


def everything(found: Battles) -> Attacks:
    """Target after target, all units that are still free."""
    return _in_order(found, lambda able: max(able, key=len))


def best_column(found: Battles) -> Attacks:
    """Target after target, the highest column with the fewest units."""
    return _in_order(found, lambda able: max(able, key=lambda group: (able[group][1], -len(group))))


def best_value(found: Battles) -> Attacks:
    """Target after target, the free units that are worth most there."""
    return _in_order(found, lambda able: max(able, key=lambda group: able[group][0]))


def greedy(found: Battles) -> Attacks:
    """The most valuable attack of all that are left, again and again."""
    made: Attacks = []
    while True:
        busy = {unit for _t, group, _v in made for unit in group}
        targets = {target for target, _g, _v in made}
        rest = [
            (value, target, group)
            for target, groups in found.items()
            for group, (value, _column) in groups.items()
            if target not in targets and not busy & set(group) and value > 0
        ]
        if not rest:
            return made
        value, target, group = max(rest)
        made.append((target, group, value))


Able = dict[tuple[int, ...], tuple[Fraction, int]]


def _in_order(found: Battles, pick: Callable[[Able], tuple[int, ...]]) -> Attacks:
    made: Attacks = []
    busy: set[int] = set()
    for target, groups in found.items():
        able = {group: worth for group, worth in groups.items() if not busy & set(group) and worth[0] > 0}
        if able:
            group = pick(able)
            busy |= set(group)
            made.append((target, group, groups[group][0]))
    return made


HEURISTICS = (everything, best_column, best_value, greedy)


def beaten(game: gpw.Game, side: str, objective: study.Objective) -> tuple[Fraction, dict[str, Fraction]]:
    """The worth of the plan, and that of each heuristic; no aircraft are in these games."""
    plan = study.plan_attacks(game, objective, side)
    found = battles(game, side, objective)
    return plan.worth, {h.__name__: sum((v for _t, _g, v in h(found)), Fraction(0)) for h in HEURISTICS}


def compare(count: int, seed: int = 1) -> dict[str, list[Fraction]]:
    """The lead of the planner over each heuristic on random positions that have an attack."""
    leads: dict[str, list[Fraction]] = {h.__name__: [] for h in HEURISTICS}
    done = 0
    for game, side in positions(seed):
        try:
            worth, others = beaten(game, side, OBJECTIVES[done % len(OBJECTIVES)])
        except IllegalAction:
            continue
        for name, other in others.items():
            leads[name].append(worth - other)
        done += 1
        if done == count:
            return leads
    raise AssertionError("positions never end")


# -- speed -----------------------------------------------------------------------------------------------------------


def rows(runs: int) -> Iterator[Row]:
    """Previews in bulk, and whole plans."""
    game = gpw.new("uranus")
    game.play("Soviet Combat")

    def bulk() -> int:
        looked = Previews(game._pos, 1)
        made = [looked.battle(target, group).outcomes for target in looked.targets for group in looked.groups(target)]
        return len(made)

    count = bulk()
    note = f"{count} battles of Uranus, each of their outcomes carried out"
    yield Row("a battle preview in bulk", median_ms(bulk, runs) / count, 0.2, note=note)
    plan = study.plan_attacks(game)
    note = f"{plan.tried} attacks weighed"
    yield Row("the best set of attacks", median_ms(lambda: study.plan_attacks(game), runs), note=note)


def main() -> None:
    """The soak."""
    parser = argparse.ArgumentParser(prog="python -m bench.plans", description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    start = perf_counter()
    leads = compare(arguments.positions, arguments.seed)
    for name, found in leads.items():
        better, worse = sum(lead > 0 for lead in found), sum(lead < 0 for lead in found)
        mean = float(sum(found) / len(found))
        print(f"{name:12} planner better {better}, as good {len(found) - better - worse}, worse {worse}; +{mean:.2f}")
    print(f"{arguments.positions} positions in {perf_counter() - start:.1f} s")
    raise SystemExit(any(lead < 0 for found in leads.values() for lead in found))


if __name__ == "__main__":
    main()
