"""Lists of attacks made by hand: exact sums, and what may not be in one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gpwlab import gpw, study
from gpwlab.core.errors import IllegalAction, InvalidInput

KIEV = {"A1513": ["su-gds-1"], "A1611": ["su-inf-21", "su-tk-5"]}


@pytest.fixture(scope="module")
def uranus() -> gpw.Game:
    game = gpw.new("uranus")
    game.play("Soviet Combat")
    return game


def test_the_sum_is_that_of_all_pairs_of_outcomes(uranus: gpw.Game) -> None:
    plan = study.attack_plan(uranus, KIEV)
    first, second = plan.battles.values()
    for who in ("attacker", "defender"):
        pairs: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(first.losses[who].items(), second.losses[who].items()):
            pairs[a + b] = pairs.get(a + b, Fraction(0)) + p * q
        assert plan.losses(who) == dict(sorted(pairs.items()))
        assert sum(plan.losses(who).values()) == 1
        assert plan.mean(who) == sum(plan.table[f"{who}_steps"])
    assert plan.all_fall() == first.captured * second.captured
    assert plan.all_fall("A1513") == first.captured
    assert plan.falls().get(2, 0) == plan.all_fall()
    assert sum(plan.falls().values()) == 1


def test_aircraft_count_as_support(uranus: gpw.Game) -> None:
    bare = study.attack_plan(uranus, {"A1315": ["su-inf-38", "su-inf-40"]})
    near = next(
        u for u in uranus.aircraft("Soviet")
        if uranus.board.distance(*(uranus.board.hex(h) for h in (uranus.standing(u)[2], "A1315"))) <= 4
    )  # fmt: skip
    flown = study.attack_plan(uranus, {"A1315": ["su-inf-38", "su-inf-40"]}, air={"A1315": near})
    shift = uranus.standing(near)[0].air_shift
    assert flown.battles["A1315"].odds.shifted == bare.battles["A1315"].odds.shifted + shift
    assert "supports the attack" in flown.table["shifts"][0]


@pytest.mark.parametrize(
    ("attacks", "air", "says"),
    [
        ({"A1513": ["su-gds-1"], "A1611": ["su-gds-1"]}, {}, "unit su-gds-1 twice"),
        ({"A1513": ["su-gds-1"]}, {"A1611": "su-bom-1"}, "A1611 is none"),
        (KIEV, {"A1513": "su-bom-1", "A1611": "su-bom-1"}, "aircraft su-bom-1 twice"),
    ],
)
def test_what_cannot_be_in_a_plan(
    uranus: gpw.Game, attacks: dict[str, list[str]], air: dict[str, str], says: str
) -> None:
    with pytest.raises(InvalidInput, match=says):
        study.attack_plan(uranus, attacks, air)


def test_an_attack_that_could_never_be_made_is_refused(uranus: gpw.Game) -> None:
    with pytest.raises(IllegalAction):
        study.attack_plan(uranus, {"A1513": ["su-inf-52"]})
    plan = study.attack_plan(uranus, KIEV)
    with pytest.raises(InvalidInput, match="A1315"):
        plan.all_fall("A1315")
    with pytest.raises(InvalidInput, match="nobody"):
        plan.losses("nobody")
