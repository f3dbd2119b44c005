"""Battles in order: independent ones multiply, an advance closes a retreat, samples agree with what is exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F

import icepool
import pytest

from gpwlab import IllegalAction, InvalidInput, gpw, study
from tests.gpw.battles import EAST, NORTH_EAST, SOUTH_EAST, STEPPE
from tests.gpw.boards import game_at

#: Two hexes west of STEPPE, and the hex beyond.
FAR, BEYOND = "A1205", "A1206"
#: 6 against 6 at STEPPE, whose only way out that no enemy has in his ZOC is west; 12 against 6 in the west.
NET = {
    "ax-inf-6": EAST,
    "ax-inf-7": SOUTH_EAST,
    "ax-inf-8": NORTH_EAST,
    "su-inf-24": STEPPE,
    "su-inf-26": FAR,
    "ax-pz-3": BEYOND,
}
WEST_FIRST = {FAR: ["ax-pz-3"], STEPPE: ["ax-inf-6"]}


def sequence(attacks: dict[str, list[str]], **more: object) -> study.BattleSequence:
    return study.battle_sequence(game_at("Axis Combat", NET), attacks, **more)  # type: ignore[arg-type]


def steps(row: Sequence[str]) -> icepool.Die[tuple[int, int]]:
    """Attacker's and defender's steps of a die, where no retreat costs any."""
    cost = {"NE": (0, 0), "AL": (1, 0), "DR": (0, 0), "EX": (1, 1), "DRL": (0, 1), "DE": (0, 2)}
    return icepool.d6.map(lambda die: cost[row[die - 1]])


def test_battles_that_do_not_meet_are_the_sum_of_two_dice() -> None:
    found = sequence(WEST_FIRST)
    assert found.exact
    two_to_one, one_to_one = (["NE", "NE", "DR", "DR", "EX", "EX"], ["AL", "NE", "NE", "DR", "EX", "EX"])
    both = icepool.map(lambda a, b: (a[0] + b[0], a[1] + b[1]), steps(two_to_one), steps(one_to_one))
    for n, who in enumerate(("attacker", "defender")):
        oracle = both.map(lambda pair, n=n: pair[n])
        assert found.losses(who) == {lost: oracle.probability(lost) for lost in oracle.outcomes()}
    assert found.all_fall() == F(2, 3) * F(1, 2)
    plan = study.attack_plan(game_at("Axis Combat", NET), WEST_FIRST)
    assert found.mean("defender") == plan.mean("defender")


@pytest.mark.rule("gpw 4.2.A", "gpw 7.2.F", "gpw 7.4.2.B")
def test_an_advance_closes_the_retreat_of_the_next() -> None:
    """The panzer corps goes in on 2 of 3 dice; then DR (1/6) costs a step, EX (1/3) a second one: 5/6 in place of 1/3.

    With 1/3 of the first battle: 1/3 + 1/3 * 1/3 + 2/3 * 5/6 = 1.
    """
    closed = sequence(WEST_FIRST, advance={FAR: "ax-pz-3"})
    assert closed.mean("defender") == 1
    assert closed.mean("attacker") == F(5, 6)
    east_first = dict(reversed(WEST_FIRST.items()))
    assert sequence(east_first, advance={FAR: "ax-pz-3"}).mean("defender") == F(2, 3)


def test_a_sample_says_so_and_agrees() -> None:
    exact = sequence(WEST_FIRST, advance={FAR: "ax-pz-3"})
    drawn = sequence(WEST_FIRST, advance={FAR: "ax-pz-3"}, most=3, draws=600)
    assert "exact" in exact.says
    assert "sampled: 600 draws" in drawn.says
    assert not drawn.exact
    assert sum(drawn.endings.values()) == 1
    assert set(drawn.endings) <= set(exact.endings)
    low, high = drawn.interval(STEPPE)
    assert low < exact.all_fall(STEPPE) < high
    assert exact.interval(STEPPE) == (0.5, 0.5)
    again = sequence(WEST_FIRST, advance={FAR: "ax-pz-3"}, most=3, draws=600)
    assert again.endings == drawn.endings
    assert sequence(WEST_FIRST, most=3, draws=600, seed=2).endings != drawn.endings


def test_one_battle_is_its_preview() -> None:
    game = gpw.new("uranus")
    game.play("Soviet Combat")
    for choice in study.plan_attacks(game).attacks:
        battle = game.battle(choice.target, choice.attackers, choice.air or None)
        found = study.battle_sequence(
            game, {choice.target: choice.attackers}, {choice.target: choice.air} if choice.air else None
        )
        assert found.losses("attacker") == battle.losses["attacker"]
        assert found.losses("defender") == battle.losses["defender"]
        assert found.all_fall() == battle.captured


def test_what_is_played_is_among_the_endings() -> None:
    """Twenty throws of both battles, played with the default of every decision."""
    found = sequence(WEST_FIRST)
    for seed in range(20):
        game = game_at("Axis Combat", NET, seed=seed)
        for target, units in WEST_FIRST.items():
            game.do(f"attack {target} by {' '.join(units)}")
        before = {unit: game.standing(unit)[1] for unit in NET}
        for target in WEST_FIRST:
            game.do(f"resolve {target}")
            while game.pending is not None:
                game.do(game.pending.default)
        lost = {unit: before[unit] - game.standing(unit)[1] for unit in NET}
        sums = [sum(n for unit, n in lost.items() if unit.startswith(side)) for side in ("ax", "su")]
        stood = {"su-inf-24": STEPPE, "su-inf-26": FAR}
        fallen = tuple(t for t in WEST_FIRST if all(game.standing(u)[2] != t for u, h in stood.items() if h == t))
        assert found.endings.get(study.Ending(*sums, fallen), 0) > 0


@pytest.mark.parametrize(
    ("attacks", "more", "says"),
    [
        ({}, {}, "at least one attack"),
        ({FAR: []}, {}, "attacker"),
        ({FAR: ["ax-pz-3"], STEPPE: ["ax-pz-3"]}, {}, "unit ax-pz-3 twice"),
        (WEST_FIRST, {"advance": {EAST: "ax-pz-3"}}, "not attacked"),
        (WEST_FIRST, {"draws": 0}, "one draw"),
    ],
)
def test_what_is_no_sequence_is_refused(attacks: dict[str, list[str]], more: dict[str, object], says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        sequence(attacks, **more)


def test_an_attack_that_may_not_be_made_is_refused() -> None:
    with pytest.raises(IllegalAction):
        sequence({FAR: ["ax-inf-6"]})
    with pytest.raises(IllegalAction):
        sequence({FAR: ["su-inf-24"]})
    found = sequence(WEST_FIRST)
    with pytest.raises(InvalidInput, match="B1503"):
        found.all_fall("B1503")
    with pytest.raises(InvalidInput, match="nobody"):
        found.losses("nobody")
