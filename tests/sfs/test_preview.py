"""Previews: preview is play, exact chances, hidden units as the exact mixture, assaults, refusals."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from gpwlab import IllegalAction, InvalidInput
from gpwlab.sfs import combat, engine, guesses, preview
from gpwlab.sfs import pool as public
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.chances import Fate
from gpwlab.sfs.losses import kind_of
from gpwlab.sfs.odds import nearest
from gpwlab.sfs.position import ON_MAP, Position
from gpwlab.sfs.preview import Preview
from tests.sfs.crowds import battles
from tests.sfs.field import Field

#: Random battles, and throws played of each.
BATTLES, THROWS = 150, 12


# ---- preview is play


def _worth(pos: Position, unit: int) -> tuple[int, int]:
    """Steps and points of a unit, Chuikov's not counted."""
    there = pos.fate[unit] == ON_MAP and not pos.counter(unit).leader
    return (pos.steps_of(unit), pos.strength(unit)) if there else (0, 0)


def _throw(field: Field, foe: str, own: list[str], overrun: bool, seed: int) -> tuple[Fate, int, tuple[object, ...]]:
    """Play the battle through with a seed and the default of every decision: the dice and what they cost."""
    pos = field.pos.copy()
    pos.seed = seed
    defenders = list(pos.force(foe).units)
    attackers = [unit for name in own for unit in pos.force(name).units]
    before = {unit: _worth(pos, unit) for unit in (*defenders, *attackers)}
    target = pos.force(foe).id
    action = engine.as_action(pos, f"{'overrun' if overrun else 'attack'} {foe} by {' '.join(own)}")
    events = combat.begin(pos, action)  # type: ignore[arg-type]
    while (choice := combat.decision(pos)) is not None:
        default = choice.default
        if choice.kind == "artillery":
            default = choice.options[-1]  # everything
        events += combat.answer(pos, default)
        if any(event.kind == "attack" for event in events[1:]):
            break
    dice = [event for event in events if event.kind in ("d-crt", "a-crt", "terrain", "cut-off")]
    result = sum(int(e.result) for e in dice if e.kind == "d-crt")
    cost = sum(int(e.result) for e in dice if e.kind == "a-crt")
    losses = result - sum(e.result == "cancelled" for e in dice if e.kind == "terrain")
    cut = any(e.kind == "cut-off" and e.result == "yes" for e in dice)
    lost = [sum(before[u][n] - _worth(pos, u)[n] for u in units) for units in (defenders, attackers) for n in (0, 1)]
    gone = target not in pos.forces or not any(pos.counter(u).combat for u in pos.forces[target].units)
    retreated = any(event.kind == "retreat" for event in events)
    return Fate(result, cut, losses), cost, (*lost, gone or retreated, retreated)


def fate_of(o: preview.Outcome) -> tuple[object, ...]:
    return o.defender_steps, o.defender_points, o.attacker_steps, o.attacker_points, o.vacated, o.retreated


def test_previews_are_what_is_played() -> None:
    """Twelve throws of each of 150 random battles, played by the engine: each is among the outcomes, dice and costs."""
    seen: Counter[str] = Counter()
    for _n, (field, foe, own, overrun) in zip(range(BATTLES), battles(1942), strict=False):
        points = {"german": field.pos.ap[GERMAN] + field.pos.air, "soviet": field.pos.ap[SOVIET]}
        made = preview.preview(field.pos, foe, own, overrun=overrun, **points)
        (case,) = made.cases
        outcomes = set(map(fate_of, made.outcomes))
        for seed in range(THROWS):
            fate, cost, found = _throw(field, foe, own, overrun, seed)
            only_militia = all(field.pos.counter(u).cls == "M" for u in field.pos.combat_units(field.force(foe)))
            if not only_militia:  # no dice are thrown for who is gone already
                assert case.chances.fates[fate] > 0
            assert case.chances.attacker_losses[cost] > 0
            assert found in outcomes, (foe, own, seed, fate, cost)
            seen.update(
                ("retreat",) if found[-1] else ("gone",) if found[-2] else ("cut",) if fate.cut_off else ("stays",)
            )
        assert sum(o.chance for o in made.outcomes) == 1
    assert set(seen) == {"retreat", "gone", "cut", "stays"}


def test_preview_changes_nothing_and_asks_no_die() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "a")
    before = field.pos.copy()
    preview.preview(field.pos, foe, [own], german=3).outcomes  # noqa: B018
    assert (before.forces[1].units, before.ap, before.tally) == (
        field.pos.forces[1].units,
        field.pos.ap,
        field.pos.tally,
    )
    assert field.pos.fight is None
    assert field.pos.piece == before.piece


# ---- exact


def test_frequencies_of_play_come_near_the_exact_chances() -> None:
    """A thousand throws of one battle: no outcome strays by more than five standard deviations."""
    field = Field()
    own, foe = field.german("CC", "14-pz", "stg-1"), field.soviet("CC", "a", "tank-2")
    made = preview.preview(field.pos, foe, [own])
    throws = 1000
    counted = Counter(_throw(field, foe, [own], False, seed)[2] for seed in range(throws))
    exact: Counter[tuple[object, ...]] = Counter()
    for o in made.outcomes:
        exact[fate_of(o)] += o.chance  # type: ignore[assignment]
    for key, chance in exact.items():
        spread = (throws * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(counted[key] - throws * float(chance)) <= 5 * spread + 1
    assert set(counted) <= set(exact)


@pytest.mark.rule("sfs 2.2.2.2.A")
def test_points_lost_tell_a_b_from_a_c() -> None:
    """An A division of 5 points that loses a step is a B of 3 or a C of 2, as likely as not; whole it is 5 points."""
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "a")
    made = preview.preview(field.pos, foe, [own])
    by_steps: dict[int, dict[int, Fraction]] = {}
    for o in made.outcomes:
        row = by_steps.setdefault(o.defender_steps, {})
        row[o.defender_points] = row.get(o.defender_points, Fraction(0)) + o.chance
    assert set(by_steps[0]) == {0}
    assert set(by_steps[1]) == {2, 3}
    assert by_steps[1][2] == by_steps[1][3] > 0
    assert set(by_steps[2]) == {5}
    assert made.points["defender"][5] == made.losses["defender"][2]


@pytest.mark.rule("sfs 13.2.D", "sfs 13.2.E")
def test_the_preview_of_the_second_example() -> None:
    field = Field()
    own = [field.german("CC", "14-pz", "stg-1"), field.german("CC", "389-inf/2", "pioneer-1")]
    foe = field.soviet("CC", "a", "tank-2")
    made = preview.preview(field.pos, foe, own, german=5, soviet=3)
    assert (made.odds.attack, made.odds.defence, made.column) == (22, 7, "4:1")
    assert (made.guns.on_defender, made.guns.on_attacker) == (2, -1)
    charts = field.world.charts
    results = [charts.defender.result(charts.defender.odds.index(4), die + 2) for die in range(1, 7)]
    assert made.results == {n: Fraction(results.count(n), 6) for n in sorted(set(results))}
    costs = Counter(charts.attacker("urban").result(charts.attacker("urban").odds.index(3), d - 1) for d in range(1, 7))
    assert made.losses["attacker"] == {n: Fraction(k, 6) for n, k in sorted(costs.items())}
    rules = [reason.rule for reason in made.reasons]
    assert {"sfs 8.7.B", "sfs 5.3.2", "sfs 5.4.3.2.B", "sfs 5.4.3.3"} <= set(rules)


def test_losses_of_a_single_step_against_a_hand_count() -> None:
    """A C division in rough Yelshanka at 5:1 or more: it dies unless every loss is cancelled, or it gets away."""
    field = Field()
    own, foe = field.german("YE", "14-pz"), field.soviet("YE", "c")
    field.no_way_back()
    made = preview.preview(field.pos, foe, [own])
    crt = field.world.charts.defender
    column = crt.column(Fraction(6))  # 11 to 2
    dies = sum(Fraction(1, 6) * (1 - Fraction(1, 3) ** crt.result(column, die)) for die in range(1, 7))
    assert made.captured == dies
    assert made.losses["defender"] == {0: 1 - dies, 1: dies}
    assert made.cut_off == 0


@pytest.mark.rule("sfs 5.6.1.B")
def test_the_chance_of_a_cut_off_against_a_hand_count() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "13-guards")  # 4 steps at 1:1 are never all lost
    made = preview.preview(field.pos, foe, [own])
    charts = field.world.charts
    some = Fraction(sum(charts.defender.result(charts.defender.odds.index(1), d) > 0 for d in range(1, 7)), 6)
    rings = Fraction(sum(charts.cuts_off(1, d) for d in range(1, 7)), 6)
    assert made.cut_off == some * rings
    assert made.foothold == some


@pytest.mark.rule("sfs 8.3")
def test_militia_is_gone_with_any_result() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "m")
    made = preview.preview(field.pos, foe, [own], soviet=4)
    crt = field.world.charts.defender
    hits = sum(crt.result(len(crt.odds) - 1, die - 4) > 0 for die in range(1, 7))
    assert made.captured == Fraction(hits, 6)
    assert made.losses["defender"] == {0: 1}


# ---- hidden units


def pool(field: Field, kind: str = "division") -> list[str]:
    """The counters of a type that do not lie open, as everybody can tell."""
    return [counter for counter, number in public.pool(field.pos)[kind].items() for _ in range(number)]


@pytest.mark.rule("sfs 2.2.2.1")
def test_a_hidden_division_is_the_mixture_over_all_that_lie_face_down() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "a")
    field.soviet("FA", "m", "10-nkvd", shown=True)  # what lies open is not in the pool
    assert (pool(field).count("m"), pool(field).count("10-nkvd")) == (2, 0)  # three militia in every option
    made = preview.preview(field.pos, foe, [own], viewer=GERMAN)
    counters = pool(field)
    exact: dict[int, Fraction] = {}
    for counter in counters:
        other = Field()
        mine, his = other.german("CC", "14-pz"), other.soviet("CC", counter)
        for steps, chance in preview.preview(other.pos, his, [mine]).losses["defender"].items():
            exact[steps] = exact.get(steps, Fraction(0)) + chance / len(counters)
    assert made.losses["defender"] == dict(sorted(exact.items()))
    assert sum(made.columns.values()) == 1
    assert made.column is None


@pytest.mark.rule("sfs 2.2.2.1")
def test_a_hidden_stack_is_drawn_without_replacement() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "a", "c", "tank-1")
    for counter in ["b"] * 9 + ["c"] * 6 + ["a"] * 4:  # few are left in the box
        field.soviet("FA", counter, shown=True)
    field.soviet("FA", "b", "tank-2", shown=True)
    field.soviet("TW", "m", "tank-2")
    made = preview.preview(field.pos, foe, [own], viewer=GERMAN)
    strength = {"a": 5, "b": 3, "c": 2, "m": 1, "tank-1": 1, "tank-2": 2, "g": 7, "10-nkvd": 7, "13-guards": 9}
    crt = field.world.charts.defender
    columns: Counter[str] = Counter()
    deals = [(*pair, tank) for pair in itertools.permutations(pool(field), 2) for tank in pool(field, "tank brigade")]
    for deal in deals:
        defence = sum(strength[counter] for counter in deal)
        columns[crt.column_label(crt.column(nearest(11, defence)))] += 1
    assert made.columns == {head: Fraction(n, len(deals)) for head, n in columns.items()}
    assert made.reasons[0].rule == "sfs 2.2.2"


@pytest.mark.rule("sfs 2.2.2.1")
def test_two_hidden_forces_draw_from_one_pool() -> None:
    """Red Square: five C, three B, one A and the NKVD can be there; of the last two never a second one."""
    field = Field("Soviet Attack", slug="red-square")
    foe = field.german("CC", "14-pz")
    own = [field.soviet("CC", "b"), field.soviet("CC", "c")]
    counters = pool(field)
    assert Counter(counters) == {"c": 5, "b": 3, "a": 1, "10-nkvd": 1}
    made = preview.preview(field.pos, foe, own, viewer=GERMAN)
    strength = {"a": 5, "b": 3, "c": 2, "10-nkvd": 7}
    deals = Counter(strength[one] + strength[two] for one, two in itertools.permutations(counters, 2))
    exact = {points: Fraction(n, len(counters) * (len(counters) - 1)) for points, n in deals.items()}
    found: dict[int, Fraction] = {}
    for case in made.cases:
        found[case.odds.attack] = found.get(case.odds.attack, Fraction(0)) + case.chance
    assert found == exact
    assert {10, 14} & set(found) == {10}  # 7 + 3, but never 7 + 7
    mixed: dict[int, Fraction] = {}
    for (one, two), number in Counter(itertools.permutations(counters, 2)).items():
        other = Field("Soviet Attack", slug="red-square")
        his, mine = other.german("CC", "14-pz"), [other.soviet("CC", one), other.soviet("CC", two)]
        for steps, chance in preview.preview(other.pos, his, mine).losses["attacker"].items():
            mixed[steps] = mixed.get(steps, Fraction(0)) + chance * Fraction(number, 90)
    assert made.losses["attacker"] == mixed


@pytest.mark.rule("sfs 2.2.2.1")
def test_the_mixture_does_not_depend_on_what_is_there() -> None:
    """The same backs on the map, other counters under them: the same preview."""
    seen = []
    for counters in (("a", "b", "m"), ("m", "13-guards", "g"), ("b", "c", "c")):
        field = Field()
        own = field.german("CC", "14-pz")
        foe = field.soviet("CC", counters[0], "tank-1")
        field.soviet("FA", counters[1], "tank-2" if counters[0] == "m" else "tank-1")
        field.soviet("FA", counters[2])
        made = preview.preview(field.pos, foe, [own], german=2, soviet=1, viewer=GERMAN)
        told = [str(reason) for reason in made.reasons]
        seen.append(
            (made.losses, made.results, made.captured, made.cut_off, made.columns, made.outcomes, told, repr(made))
        )
    assert seen[0] == seen[1] == seen[2]


def test_who_may_see_sees_one_case() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "a")
    field.soviet("FA", "b")
    for viewer in (SOVIET, None):
        assert len(preview.preview(field.pos, foe, [own], viewer=viewer).cases) == 1
    field.pos.revealed.update(field.force(foe).units)
    assert len(preview.preview(field.pos, foe, [own], viewer=GERMAN).cases) == 1


def test_cases_keep_to_the_counters_that_there_are() -> None:
    field = Field()
    foe = field.soviet("CC", "a", "b", "tank-1")
    for counter in ("c", "c", "10-nkvd", "13-guards", "g", "m"):
        field.soviet("FA", counter, "tank-2" if counter == "c" else "tank-1")
    found = guesses.cases(field.pos, [field.force(foe)])
    assert sum(chance for _, chance, _ in found) == 1
    limits = public.pool(field.pos)
    for at, _chance, told in found:
        dealt = Counter(key for key in at.piece if key)
        assert sum(dealt.values()) == len([key for key in field.pos.piece if key])
        assert all(number <= limits[kind_of(field.world.counters[key])][key] for key, number in dealt.items())
        assert told


def test_too_many_cases_are_refused() -> None:
    field = Field("Soviet Attack")
    foe = field.german("CC", "14-pz")
    own = [
        field.soviet("CC", "a", "b", "c"),
        field.soviet("CC", "m", "g", "10-nkvd"),
        field.soviet("CC", "b", "c", "a"),
    ]
    for counter in ("13-guards", "m", "m", "b", "c", "g", "a", "c"):
        field.soviet("FA", counter)
    with pytest.raises(InvalidInput, match="fewer forces"):
        preview.preview(field.pos, foe, own, viewer=GERMAN)


@pytest.mark.rule("sfs 4.6.C")
def test_a_ring_that_the_attack_gives_up_is_given_up_in_the_preview() -> None:
    """The prey is free again and counts in the area: support that is left alone there is lost."""
    field = Field()
    own, foe, prey = field.german("CC", "regiment-1", "stg-1"), field.soviet("CC", "m"), field.soviet("CC", "b")
    field.ring(prey, own)
    made = preview.preview(field.pos, foe, [own])
    assert set(made.losses["attacker"]) == {0, 3}  # the regiment, and then the guns
    assert field.pos.cut_off(field.force(prey))


# ---- assaults, other phases, refusals


@pytest.mark.rule("sfs 5.13.B", "sfs 5.13.D")
def test_an_assault_is_the_mixture_over_the_fire() -> None:
    field = Field("Soviet Attack")
    own, foe = field.soviet("EAST", "b"), field.german("RS", "kg-stahel/1", slot="RS-landing")
    made = preview.preview(field.pos, foe, [own])
    dry = Fraction(2, 6)
    crt = field.world.charts.defender
    column = crt.column(Fraction(1))  # 3 to 1 + 2
    takes = sum(Fraction(1, 6) * (1 - Fraction(1, 3) ** crt.result(column, die)) for die in range(1, 7))
    rough = field.world.charts.attacker("rough")
    falls = Fraction(sum(rough.result(rough.column(Fraction(1)), die) > 0 for die in range(1, 7)), 6)
    assert made.captured == dry * takes
    assert made.losses["attacker"] == {0: dry * takes * (1 - falls), 1: 1 - dry * takes * (1 - falls)}
    assert sum(o.chance for o in made.outcomes) == 1


@pytest.mark.rule("sfs 5.13.B", "sfs 2.2.2.2.A")
def test_the_fire_makes_a_b_or_a_c_of_an_a_with_equal_chance() -> None:
    field = Field("Soviet Attack")
    own, foe = field.soviet("EAST", "a"), field.german("RS", "94-inf/2", slot="RS-landing")
    made = preview.preview(field.pos, foe, [own])
    strengths = {case.odds.attack: case.chance for case in made.cases}
    assert strengths == {5: Fraction(1, 3), 3: Fraction(1, 3), 2: Fraction(1, 3)}


@pytest.mark.parametrize("phase", ["Soviet Movement", "German Command", "Mutual Artillery"])
def test_a_preview_can_be_asked_for_at_any_time(phase: str) -> None:
    field = Field(phase)
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "a")
    assert preview.preview(field.pos, foe, [own]).odds.attack == 11
    assert preview.preview(field.pos, foe, own, overrun=True).odds.attack == 8


@pytest.mark.rule("sfs 9.1.A")
def test_a_preview_is_judged_in_the_attack_phase() -> None:
    field = Field("German Movement", turn=1)
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "a")
    assert preview.preview(field.pos, foe, [own]).odds.attack == 22


def test_what_can_never_be_is_refused() -> None:
    field = Field()
    own, far, foe = field.german("CC", "14-pz"), field.german("SC", "29-mot"), field.soviet("CC", "a")
    with pytest.raises(IllegalAction) as caught:
        preview.preview(field.pos, foe, [far])
    assert [reason.rule for reason in caught.value.reasons] == ["sfs 5.0"]
    for bad in ({"attackers": []}, {"attackers": [own, own]}, {"attackers": [own], "german": -1}):
        with pytest.raises(InvalidInput):
            preview.preview(field.pos, foe, **bad)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="F99"):
        preview.preview(field.pos, "F99", [own])
    with pytest.raises(IllegalAction):
        preview.preview(field.pos, foe, [own, field.german("CC", "94-inf")], overrun=True)


def test_too_little_strength_is_told_and_not_raised() -> None:
    field = Field()
    own, foe = field.german("CC", "security"), field.soviet("CC", "a")
    made = preview.preview(field.pos, foe, [own])
    assert not made.possible
    assert made.column is None
    assert made.reasons[-1].rule == "sfs 5.2.4.B"
    assert "impossible" in repr(made)


def test_a_position_copy_is_made_for_every_fall_of_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The preview carries out every fate with the steps of play: without them nothing is lost."""
    field = Field()
    own, foe = field.german("S1", "14-pz"), field.soviet("S1", "a")
    made: Preview = preview.preview(field.pos, foe, [own])
    assert max(made.losses["defender"]) > 0

    def idle(pos: Position, hasty: bool = False) -> list[object]:
        return []

    monkeypatch.setattr(combat, "carry_on", idle)
    assert max(preview.preview(field.pos, foe, [own]).losses["defender"]) == 0
