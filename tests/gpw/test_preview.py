"""Previews: every result as it would be played, its exact chance, what it costs, and whether the hex falls."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import icepool
import pytest

from gpwlab import IllegalAction, InvalidInput, gpw
from gpwlab.core.dice import roll
from gpwlab.gpw.sequence import TURN
from tests.gpw.battles import (
    CRT,
    EAST,
    NORTH_EAST,
    NORTH_WEST,
    STEPPE,
    WEST,
)
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import by, neighbours, playable

COMBAT = {"Axis": "Axis Combat", "Soviet": "Soviet Combat"}


# ---- preview is play


LAND = sorted(name for name in by("hexes", "hex") if playable(name))
CORPS = {
    side: [
        name
        for name, row in by("units", "unit_id").items()
        if row["side"] == side and row["kind"] in ("INF", "PZ", "TK", "MTN", "CAV", "GAR", "GDS", "SHK", "MECH")
    ]
    for side in COMBAT
}
TURNS = (1, 2, 3, 4, 5, 7, 13)
BATTLES = 150


def _battles() -> Iterator[tuple[gpw.Game, str, list[str]]]:
    """Random crowds anywhere on the map with a random attack that may be made."""
    rng = random.Random(1941)
    while True:
        target = rng.choice(LAND)
        side, other = rng.sample(list(COMBAT), 2)
        around = [hex_ for hex_ in sorted(neighbours(target)) if playable(hex_)]
        farther = sorted({far for hex_ in around for far in neighbours(hex_) if playable(far)} - {target, *around})
        ours, theirs = (rng.sample(CORPS[s], 12) for s in (side, other))
        places = rng.sample(around, min(len(around), rng.randrange(1, 5)))
        free = [hex_ for hex_ in [*around, *farther] if hex_ not in places]
        rng.shuffle(free)
        crowd = rng.randrange(0, min(12, len(free)))
        units = {theirs[0]: target, **dict(zip(ours, places, strict=False))}
        units |= {rng.choice((ours, theirs))[n % 7 + 5]: hex_ for n, hex_ in enumerate(free[:crowd])}
        units = {name: hex_ + rng.choice(("", "", "/1")) for name, hex_ in units.items()}
        game = game_at(COMBAT[side], units, rng.choice(TURNS))
        able = game.candidates(target)
        attackers = rng.sample(able, rng.randrange(1, len(able) + 1)) if able else []
        if attackers and f"attack {target} by {' '.join(attackers)}" in game.legal:
            yield game, target, attackers


@cache
def _seed_for(phase: str, turn: int, target: str, die: int) -> int:
    number = [step.name for step in TURN].index(phase)
    return next(seed for seed in range(1000) if roll(seed, "battle", turn, number, target, 0) == die)


def _strength(unit: str, steps: int, column: str) -> int:
    row = by("units", "unit_id")[unit]
    full = steps == int(row["steps"])
    return int(row[column] if full else row[f"{column}_reduced"]) if steps else 0


def _steps(game: gpw.Game, unit: str) -> int:
    pos = game._pos  # the data frame of Game.units would take most of the test's time
    return pos.steps[pos.world.unit(unit).index]


def _played(game: gpw.Game, target: str, attackers: list[str], die: int) -> tuple[str, tuple[object, ...]]:
    """Play the battle with a die and the default of every decision; the result and what it cost."""
    twin = game.fork()
    twin.reseed(_seed_for(twin.phase.name, twin.phase.turn, target, die))
    (defender,) = twin.unit_at(target)
    before = {unit: _steps(twin, unit) for unit in (*attackers, defender)}
    twin.do(f"attack {target} by {' '.join(attackers)}")
    rolled = twin.do(f"resolve {target}")[0]
    assert rolled.die == die
    while twin.pending:
        twin.do(twin.pending.default)
    after = {unit: _steps(twin, unit) for unit in before}

    def lost(unit: str, column: str) -> int:
        return _strength(unit, before[unit], column) - _strength(unit, after[unit], column)

    return rolled.result, (
        sum(before[unit] - after[unit] for unit in attackers),
        sum(lost(unit, "attack") for unit in attackers),
        before[defender] - after[defender],
        lost(defender, "defence"),
        defender not in twin.unit_at(target),
    )


def test_previews_are_what_is_played() -> None:
    """Six dice of each of 150 random battles, played through Game.do, and the preview made before."""
    seen: Counter[str] = Counter()
    for _n, (game, target, attackers) in zip(range(BATTLES), _battles(), strict=False):
        position = game.position
        made = game.battle(target, attackers)
        assert game.position == position
        told = {
            outcome.result: (
                outcome.chance,
                (
                    outcome.attacker_steps,
                    outcome.attacker_points,
                    outcome.defender_steps,
                    outcome.defender_points,
                    outcome.vacated,
                ),
            )
            for outcome in made.outcomes
        }
        played = [_played(game, target, attackers, die) for die in range(1, 7)]
        dice = Counter(result for result, _cost in played)
        assert told == {result: (Fraction(dice[result], 6), cost) for result, cost in played}, game.position
        seen += dice
    assert set(seen) == {"NE", "AL", "DR", "DRL", "DE", "EX"}


# ---- exact chances


@pytest.mark.rule("gpw 7.2.D", "gpw chart.Combat Results Table")
@pytest.mark.parametrize("column", range(1, 7))
def test_chances_of_results_are_those_of_a_die(column: int) -> None:
    units = {
        1: {"su-inf-24": EAST + "/1"},
        2: {"su-inf-24": EAST},
        3: {"su-inf-24": EAST, "su-inf-26": WEST + "/1"},
        4: {"su-inf-3": EAST, "su-inf-4": WEST + "/1"},
        5: {"su-gds-1": EAST, "su-gds-2": WEST + "/1"},
        6: {"su-tk-1": EAST, "su-inf-4": WEST + "/1"},
    }[column]
    made = game_at("Soviet Combat", {**units, "ax-inf-6": STEPPE + "/1"}).battle(STEPPE, list(units))
    oracle = icepool.d6.map(lambda die: CRT[column, die])
    assert made.column == column
    assert made.results == {result: Fraction(oracle.probability(result)) for result in oracle}


@pytest.mark.rule("gpw 7.4.3", "gpw 7.4.6.A")
def test_losses_and_capture_are_exact() -> None:
    """18 against 6, at 3:1: dice 1-3 DR, 4-5 EX (three owed), 6 DRL; the way west is free."""
    units = {"su-gds-1": EAST, "su-inf-3": NORTH_EAST, "ax-inf-6": STEPPE}
    made = game_at("Soviet Combat", units).battle(STEPPE, ["su-gds-1", "su-inf-3"])
    assert [CRT[3, die] for die in range(1, 7)] == ["DR", "DR", "DR", "EX", "EX", "DRL"]
    cost = icepool.d6.map(lambda die: {"DR": (0, 0), "EX": (1, 1), "DRL": (0, 1)}[CRT[3, die]])
    attacker, defender = cost.marginals[0], cost.marginals[1]
    assert made.losses == {
        "attacker": {steps: Fraction(attacker.probability(steps)) for steps in attacker},
        "defender": {steps: Fraction(defender.probability(steps)) for steps in defender},
    }
    assert made.captured == 1
    assert sum(made.results.values()) == 1
    points = {outcome.result: (outcome.attacker_points, outcome.defender_points) for outcome in made.outcomes}
    assert points == {"DR": (0, 0), "EX": (4, 3), "DRL": (0, 3)}


@pytest.mark.rule("gpw 7.2.F")
def test_a_hex_is_not_captured_where_the_defender_stays() -> None:
    """6 against 6: DR, EX, EX leave the hex, NE, NE, AL do not."""
    units = {"su-inf-24": EAST, "ax-inf-6": STEPPE}
    made = game_at("Soviet Combat", units).battle(STEPPE, ["su-inf-24"])
    assert made.captured == Fraction(1, 2)
    assert made.losses["attacker"] == {0: Fraction(1, 2), 1: Fraction(1, 2)}


# ---- asking at any time


def test_the_order_in_which_attackers_are_named_does_not_matter() -> None:
    """Which of two equal armies an exchange takes decides where the defender finds a way out."""
    units = {"su-inf-24": EAST + "/1", "su-inf-26": WEST + "/1", "su-inf-3": NORTH_WEST, "su-inf-4": "A1404"}
    game = game_at("Soviet Combat", {**units, "ax-inf-6": STEPPE})
    made = game.battle(STEPPE, ["su-inf-26", "su-inf-24"])
    assert made.outcomes == game.battle(STEPPE, ["su-inf-24", "su-inf-26"]).outcomes
    lost = {outcome.result: outcome.defender_steps for outcome in made.outcomes}
    assert lost["EX"] == 1  # su-inf-24 dies and opens the east


@pytest.mark.rule("gpw 8.0.C")
def test_a_preview_before_the_combat_phase_is_that_of_the_combat_phase() -> None:
    units = {"su-inf-3": STEPPE, "ax-inf-59": EAST, "ax-inf-72": WEST}
    before = game_at("Soviet Armored Movement", units)
    asked = before.battle(EAST, ["su-inf-3"])
    before.next_phase()
    assert [str(reason) for reason in asked.reasons] == [
        str(reason) for reason in before.battle(EAST, ["su-inf-3"]).reasons
    ]
    assert rule_ids(asked.reasons)[0] == "gpw 8.2.A"
    other = game_at("Axis Combat", units)
    assert other.battle(EAST, ["su-inf-3"]).ratio == asked.ratio


def test_a_preview_of_an_announced_or_half_fought_battle_is_the_same() -> None:
    units = {"su-inf-3": EAST, "su-inf-4": NORTH_EAST, "ax-inf-6": STEPPE}
    game = game_at("Soviet Combat", units, seed=_seed_for("Soviet Combat", 1, STEPPE, 1))
    made = game.battle(STEPPE, ["su-inf-3", "su-inf-4"])
    game.do(f"attack {STEPPE} by su-inf-3 su-inf-4")
    assert game.battle(STEPPE, ["su-inf-3", "su-inf-4"]).outcomes == made.outcomes
    game.do(f"resolve {STEPPE}")
    assert game.pending is not None
    assert game.battle(STEPPE, ["su-inf-3", "su-inf-4"]).outcomes == made.outcomes


@pytest.mark.parametrize(
    ("attackers", "rule"),
    [
        (["su-inf-4"], "gpw 7.1.A"),  # not adjacent
        (["su-inf-3", "su-inf-3"], "gpw 7.1.C"),
        (["su-inf-3", "ax-inf-59"], "gpw 7.1.A"),
        (["su-inf-5"], "gpw 7.1.A"),  # not on the map
    ],
)
def test_an_attack_that_can_never_be_made_has_no_preview(attackers: list[str], rule: str) -> None:
    game = game_at("Soviet Combat", {"su-inf-3": EAST, "su-inf-4": "A1201", "ax-inf-6": STEPPE, "ax-inf-59": WEST})
    with pytest.raises(IllegalAction) as refused:
        game.battle(STEPPE, attackers)
    assert rule in rule_ids(list(refused.value.reasons))


@pytest.mark.parametrize(
    ("target", "attackers", "word"),
    [
        (STEPPE, [], "one or more"),
        (STEPPE, "su-inf-3", "list of ids"),
        ("A9999", ["su-inf-3"], "A9999"),
        (STEPPE, ["su-inf-999"], "su-inf-999"),
    ],
)
def test_bad_input_is_named(target: str, attackers: list[str], word: str) -> None:
    game = game_at("Soviet Combat", {"su-inf-3": EAST, "ax-inf-6": STEPPE})
    with pytest.raises(InvalidInput, match=word):
        game.battle(target, attackers)


def test_previews_show_themselves_in_words() -> None:
    game = game_at("Soviet Combat", {"su-inf-3": EAST, "su-inf-24": NORTH_EAST + "/1", "ax-inf-59": STEPPE})
    assert repr(game.battle(STEPPE, ["su-inf-3"])) == "<Preview 2:1: DR 1/3, EX 1/3, NE 1/3>"
    assert repr(game.battle(STEPPE, ["su-inf-24"])).startswith("<Preview impossible: after all shifts 1:2")
