"""The attack planner: values worked out by hand, the true optimum of small positions, the shape of a plan, refusals."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache
from itertools import islice

import pytest

from bench import plans as soak
from gpwlab import IllegalAction, InvalidInput, gpw, study
from gpwlab.gpw.previews import Previews
from tests.gpw.battles import EAST, NORTH_EAST, STEPPE
from tests.gpw.boards import game_at, rule_ids

#: The hex on the other side of EAST and NORTH_EAST, so that both may attack it and STEPPE.
BEHIND = "A1102"
#: 12 and 6 against 6 and 6 on clear ground.
PAIR = {"ax-pz-3": EAST, "ax-inf-6": NORTH_EAST, "su-inf-24": STEPPE, "su-inf-26": BEHIND}
#: Random positions compared with heuristics here; ``python -m bench.plans`` takes 200.
POSITIONS = 24


@pytest.fixture(scope="module")
def uranus() -> gpw.Game:
    game = gpw.new("uranus")
    game.play("Soviet Combat")
    return game


@pytest.fixture(scope="module")
def plan(uranus: gpw.Game) -> study.Plan:
    return study.plan_attacks(uranus)


# -- by hand ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 7.1.C", "gpw 7.1.D")
def test_both_units_go_for_one_hex_or_each_for_its_own() -> None:
    """18 against 6 is 3:1: DR 3 dice, EX 2, DRL 1; 2:1 falls on 4 dice, 1:1 on 3, each with EX on 2 and 1:1 with AL.

    Together: 1/2 for the hex, 1/2 a step, less 1/3.  Apart: 1/3 + 1/3 - 1/3 and 1/4 + 1/3 - 1/2, which is less; where
    own steps do not count it is 1 against 2/3 + 7/12.
    """
    game = game_at("Axis Combat", PAIR)
    together = study.plan_attacks(game, study.Objective(hexes={BEHIND: F(1, 10)}))
    assert [(c.target, set(c.attackers)) for c in together.attacks] == [(BEHIND, {"ax-pz-3", "ax-inf-6"})]
    assert together.worth == F(2, 3) + F(1, 10)
    apart = study.plan_attacks(game, study.Objective(own_steps=0))
    assert {len(c.attackers) for c in apart.attacks} == {1}
    assert {c.worth for c in apart.attacks} == {F(2, 3), F(7, 12)}
    assert apart.worth == F(5, 4)


def test_the_runner_up_is_the_next_best() -> None:
    """Both units against the other hex, which is worth a tenth less."""
    game = game_at("Axis Combat", PAIR)
    plan = study.plan_attacks(game, study.Objective(hexes={BEHIND: F(1, 10)}))
    other = plan.runner_up
    assert other is not None
    assert [c.target for c in other.attacks] == [STEPPE]
    assert other.worth == F(2, 3)
    cost, instead = plan.without(BEHIND)
    assert cost == F(1, 10)
    assert [c.target for c in instead] == [STEPPE]
    told = plan.why(BEHIND)
    assert "3 PZ" in told[0]
    assert "at 3:1, hex falls certainly" in told[0]
    assert "Without 6 INF it would be worth 0.40 at 2:1." in told  # 1/3 + (1/10 of 4/6)
    assert told[-1].startswith(f"The runner-up: {STEPPE} by")
    assert told[-1].endswith("0.10 less.")
    assert list(plan.alternatives["cost"]) == [F(1, 10)]


@pytest.mark.rule("gpw 9.1.A")
def test_replacement_points_are_the_price_of_the_steps() -> None:
    """2:1 loses either side a step on 2 dice: a panzer level costs 2 RPs, an infantry level 1, so that it loses 1/3."""
    game = game_at("Axis Combat", {"ax-pz-3": EAST, "su-inf-24": STEPPE})
    prices = [game.standing(unit)[0].rp_cost for unit in ("ax-pz-3", "su-inf-24")]
    assert prices == [2, 1]
    battle = game.battle(STEPPE, ["ax-pz-3"])
    assert study.Objective(0, 0, 0, rp=1).scale(STEPPE).mean(battle) == F(1, 3) * (1 - 2)
    only = study.Objective(0, 0, 0, rp=1)
    assert study.plan_attacks(game, only).attacks == ()
    assert study.plan_attacks(game, only).worth == 0


@pytest.mark.rule("gpw 5.2.C")
def test_a_hex_that_nobody_may_enter_is_worth_nothing() -> None:
    """Armour may not cross the Straits of Kerch: 12, halved, against a step of 3: the hex falls and is not taken."""
    game = game_at("Axis Combat", {"ax-pz-3": "A2714", "su-inf-24": "A2715/1"})
    battle = game.battle("A2715", ["ax-pz-3"])
    assert battle.captured > 0
    assert not any(outcome.taken for outcome in battle.outcomes)
    gained = study.Objective(steps=0, own_steps=0, ground=1)
    assert study.plan_attacks(game, gained).attacks == ()
    dry = game_at("Axis Combat", PAIR)
    (choice, *_rest) = study.plan_attacks(dry, gained).attacks
    assert choice.worth == dry.battle(choice.target, choice.attackers).captured > 0
    assert choice.advance in choice.attackers


# -- the optimum ------------------------------------------------------------------------------------------------------


def best_of_all(found: soak.Battles) -> F:
    """The greatest sum of values of any set of attacks, by trying all of them."""
    targets = tuple(found)

    @cache
    def rest(n: int, busy: frozenset[int]) -> F:
        if n == len(targets):
            return F(0)
        able = [(g, v) for g, (v, _c) in found[targets[n]].items() if v > 0 and not busy & set(g)]
        return max([rest(n + 1, busy), *(v + rest(n + 1, busy | set(g)) for g, v in able)])

    return rest(0, frozenset())


def test_the_plan_is_the_best_of_all_sets_of_attacks() -> None:
    tried = 0
    for n, (game, side) in enumerate(islice(soak.positions(7), 50)):
        objective = soak.OBJECTIVES[n % len(soak.OBJECTIVES)]
        try:
            plan = study.plan_attacks(game, objective, side)
        except IllegalAction:
            continue
        found = soak.battles(game, side, objective)
        if sum(len(groups) for groups in found.values()) > 40:
            continue
        assert plan.worth == best_of_all(found), (n, plan)
        tried += len(plan.attacks) > 1
    assert tried >= 10


def test_no_heuristic_beats_the_plan() -> None:
    leads = soak.compare(POSITIONS)
    assert all(lead >= 0 for found in leads.values() for lead in found)
    assert all(any(lead > 0 for lead in found) for found in leads.values())


# -- a plan -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 7.1.C", "gpw 11.1.D")
def test_a_plan_uses_everything_once_and_can_be_carried_out(uranus: gpw.Game, plan: study.Plan) -> None:
    units = [unit for choice in plan.attacks for unit in choice.attackers]
    planes = [choice.air for choice in plan.attacks if choice.air]
    assert len(units) == len(set(units)) > 10
    assert len(planes) == len(set(planes)) > 2
    assert len({choice.target for choice in plan.attacks}) == len(plan.attacks)
    before, game = uranus.position, uranus.fork()
    for action in plan.actions:
        game.do(action)
    assert {target: set(names) for target, names, _r in game.attacks} == {
        choice.target: set(choice.attackers) for choice in plan.attacks
    }
    assert uranus.position == before


def test_the_numbers_of_a_plan_are_those_of_the_previews(uranus: gpw.Game, plan: study.Plan) -> None:
    for choice in plan.attacks:
        battle = uranus.battle(choice.target, choice.attackers, choice.air or None)
        assert battle.column == choice.battle.column
        assert battle.losses == choice.battle.losses
        falls = sum(o.chance for o in battle.outcomes if o.taken)
        means = [sum(n * c for n, c in battle.losses[who].items()) for who in ("defender", "attacker")]
        assert choice.worth == F(1, 2) * falls + means[0] - means[1]
    assert plan.worth == sum(plan.table["worth"])
    assert plan.mean("attacker") == sum(plan.table["attacker_steps"])


@pytest.mark.rule("gpw 12.1.B", "gpw 11.1.1.C")
def test_leaders_and_aircraft_are_in_the_columns(uranus: gpw.Game, plan: study.Plan) -> None:
    shifts = " ".join(plan.table["shifts"])
    assert "Zhukov commands the attack" in shifts
    assert "supports the attack" in shifts
    bare = study.plan_attacks(uranus, air=False)
    assert not any(choice.air for choice in bare.attacks)
    assert bare.worth < plan.worth
    assert "Without the aircraft it would be worth" in " ".join(plan.why("A1315"))


def test_what_a_plan_does_not_weigh_is_said(plan: study.Plan) -> None:
    text = " ".join(plan.ignores)
    for word in ("retreat", "advances", "answer", "fighter"):
        assert word in text
    assert "worth" in repr(plan)


def test_who_advances_may_advance(plan: study.Plan) -> None:
    for choice in plan.attacks:
        assert choice.advance in (*choice.attackers, "")


def test_a_plan_takes_announced_attacks_as_given(uranus: gpw.Game, plan: study.Plan) -> None:
    game = uranus.fork()
    first = plan.attacks[0]
    game.do(plan.actions[0])
    rest = study.plan_attacks(game)
    assert first.target not in [choice.target for choice in rest.attacks]
    assert not set(first.attackers) & {unit for choice in rest.attacks for unit in choice.attackers}


def test_a_view_plans_like_the_game(uranus: gpw.Game, plan: study.Plan) -> None:
    seen = study.plan_attacks(uranus.view("Soviet"))
    assert seen.actions == plan.actions


# -- previews in bulk -------------------------------------------------------------------------------------------------


def test_previews_in_bulk_are_the_previews(uranus: gpw.Game) -> None:
    """All groups of some targets, in an order that makes them share what they may share."""
    looked, units, ids = Previews(uranus._pos, 1), uranus._pos.world.units, uranus.board.ids
    for target in list(looked.targets)[:16]:
        for group in looked.groups(target):
            alone = uranus.battle(ids[target], [units[u].id for u in group])
            assert looked.battle(target, group).outcomes == alone.outcomes
            for plane in looked.aircraft(target)[:1]:
                flown = uranus.battle(ids[target], [units[u].id for u in group], units[plane].id)
                assert looked.battle(target, group, plane).outcomes == flown.outcomes


def test_a_house_rule_that_looks_at_the_attackers_is_asked_each_time() -> None:
    """What a variant does with a result may depend on who attacks, so that nothing is shared then."""
    seen: set[tuple[str, tuple[int, ...]]] = set()

    def watch(pos: object, battle: object) -> list[object]:
        seen.add((battle.result, battle.attackers))  # type: ignore[attr-defined]
        return []

    game = gpw.new("barbarossa", rules=gpw.house("Watched", hooks={"after_battle": watch}))
    game.play("Axis Combat")
    looked = Previews(game._pos, 0)
    target = next(target for target in looked.targets if len(list(looked.groups(target))) > 2)
    wanted = set()
    for group in looked.groups(target):
        battle = looked.battle(target, group)
        wanted |= {(outcome.result, group) for outcome in battle.outcomes}
    assert seen == wanted
    assert len({group for _result, group in seen}) > 2


# -- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 7.1.A", "gpw 7.3", "gpw 7.1.B")
def test_no_legal_attack_is_an_error_with_its_reason() -> None:
    apart = game_at("Axis Combat", {"ax-inf-6": EAST, "su-inf-24": "B1503"})
    with pytest.raises(IllegalAction) as refused:
        study.plan_attacks(apart)
    assert rule_ids(refused.value.reasons) == ["gpw 7.1.A"]
    weak = game_at("Axis Combat", {"ax-inf-6": "A0511", "su-inf-24": "A0512"})  # 1:1, less one for the forest
    with pytest.raises(IllegalAction) as refused:
        study.plan_attacks(weak)
    assert rule_ids(refused.value.reasons) == ["gpw 7.3"]
    rolled = game_at("Axis Combat", PAIR)
    rolled.do(f"attack {STEPPE} by ax-pz-3")
    rolled.do(f"resolve {STEPPE}")
    while rolled.pending is not None:
        rolled.do(rolled.pending.default)
    with pytest.raises(IllegalAction) as refused:
        study.plan_attacks(rolled)
    assert rule_ids(refused.value.reasons) == ["gpw 7.1.B"]


@pytest.mark.parametrize(
    ("hexes", "says"),
    [({"B1503": 1}, "B1503"), ({"Z9999": 1}, "Z9999"), ({EAST: 1}, "nobody to attack there")],
)
def test_an_objective_that_names_a_foreign_hex_is_refused(hexes: dict[str, float], says: str) -> None:
    game = game_at("Axis Combat", PAIR)
    before = game.position
    with pytest.raises(InvalidInput, match=says):
        study.plan_attacks(game, study.Objective(hexes=hexes))
    assert game.position == before


@pytest.mark.parametrize("weights", [{"steps": -1}, {"ground": float("nan")}, {"rp": "much"}, {"hexes": {EAST: None}}])
def test_weights_are_numbers(weights: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="weight of"):
        study.Objective(**weights)  # type: ignore[arg-type]


def test_other_nonsense_is_refused() -> None:
    game = game_at("Axis Combat", PAIR)
    with pytest.raises(InvalidInput, match="Romania"):
        study.plan_attacks(game, side="Romania")
    with pytest.raises(InvalidInput, match="Objective"):
        study.plan_attacks(game, {"steps": 1})  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="hex ids"):
        study.Objective(hexes=["A1203"])  # type: ignore[arg-type]
    plan = study.plan_attacks(game)
    with pytest.raises(InvalidInput, match="B1503"):
        plan.why("B1503")
