"""Overruns and disruption (sfs 5.12), with the third worked example."""

from __future__ import annotations

import pytest

from gpwlab.sfs import forces
from gpwlab.sfs.board import GERMAN
from gpwlab.sfs.position import BROKEN, ON_MAP
from tests.sfs.field import Field, given, kinds, of_kind


def days(field: Field, unit: str) -> int:
    return field.pos.days.get(field.unit(unit), 0)


# ---- example 13.3


def example() -> tuple[Field, str, str, str]:
    """6 Pz has come into the Worker's Settlement, where two free Soviet forces stand."""
    field = Field("German Movement")
    division, militia = field.soviet("WS", "b"), field.soviet("WS", "m")
    field.german("S2", "6-pz")
    field.pos.ap = [6, 6]
    field.do("move 6-pz by WS")
    own = field.pos.where(field.unit("6-pz"))
    assert own is not None
    return field, own.name, division, militia


def first_overrun(field: Field, own: str, division: str) -> list[object]:
    dice = given(d_crt=2, cut_off=6, terrain=4, a_crt=field.a_die(3, 1), days=3)
    field.load(dice, division, own)
    return list(field.do(f"overrun {division} by {own}", "proceed", "commit 4", "commit 6"))


def second_overrun(field: Field, own: str, division: str) -> None:
    field.load(given(d_crt=3, cut_off=6, terrain=(1, 1), a_crt=1, days=2), division, own, number=1)
    field.do(f"overrun {division} by {own}", "proceed", "commit 2")
    if field.offered():
        field.do("stand")


@pytest.mark.rule("sfs 13.3.A", "sfs 13.3.B", "sfs 5.12")
def test_example_three_attack() -> None:
    field, own, division, _militia = example()
    assert field.pos.entering(field.force(own))
    dice = given(d_crt=2, cut_off=6, terrain=4, a_crt=field.a_die(3, 1), days=3)
    field.load(dice, division, own)
    events = field.do(f"overrun {division} by {own}", "proceed", "commit 4", "commit 6")
    (odds,) = of_kind(events, "odds")
    assert (odds.result, odds.column) == ("9:3", "3:1")
    assert of_kind(events, "reveal")[0].result == "B"
    assert field.pos.ap == [2, 0]


@pytest.mark.rule("sfs 13.3.C", "sfs 13.3.D")
def test_example_three_first_overrun() -> None:
    field, own, division, _militia = example()
    dice = given(d_crt=2, cut_off=6, terrain=4, a_crt=field.a_die(3, 1), days=3)
    field.load(dice, division, own)
    events = field.do(f"overrun {division} by {own}", "proceed", "commit 4", "commit 6")
    (roll,) = of_kind(events, "d-crt")
    assert (roll.die, roll.result) == (2, "1")
    assert "+1" in roll.text
    assert of_kind(events, "cut-off")[0].result == "no"
    assert of_kind(events, "terrain")[0].result == "cancelled"
    assert field.pos.strength(field.unit("6-pz")) == 10
    assert (of_kind(events, "days")[0].die, days(field, "6-pz")) == (3, 3)
    assert not field.pos.entering(field.force(own))


@pytest.mark.rule("sfs 13.3.E", "sfs 5.12.4")
def test_example_three_second_overrun_of_the_same_defender() -> None:
    field, own, division, _militia = example()
    first_overrun(field, own, division)
    made = forces.odds(field.pos, [field.force(own)], field.force(division), "overrun")
    assert made.ratio == 2
    second_overrun(field, own, division)
    assert not field.alive(division)
    assert days(field, "6-pz") == 5
    assert field.pos.strength(field.unit("6-pz")) == 10


@pytest.mark.rule("sfs 13.3.F", "sfs 5.12.5", "sfs 4.4.2.1")
def test_example_three_third_overrun_opens_the_way() -> None:
    field, own, division, militia = example()
    first_overrun(field, own, division)
    second_overrun(field, own, division)
    made = forces.odds(field.pos, [field.force(own)], field.force(militia), "overrun")
    assert made.ratio >= 7
    urban = field.world.charts.attacker("urban")
    assert urban.result(len(urban.odds) - 1, 6) == 1
    field.load(given(d_crt=3, a_crt=6, days=4), militia, own)
    events = field.do(f"overrun {militia} by {own}", "proceed")
    assert not field.alive(militia)
    assert field.pos.strength(field.unit("6-pz")) == 7
    assert days(field, "6-pz") == 9
    assert of_kind(events, "disrupted")[0].unit == "6-pz"
    assert field.pos.control(field.world.board.area("WS")) == GERMAN


# ---- who overruns


def afield(*units: str, target: tuple[str, ...] = ("b",), area: str = "CC") -> tuple[Field, str, str]:
    field = Field("German Movement")
    return field, field.german(area, *units), field.soviet(area, *target)


@pytest.mark.rule("sfs 5.12")
def test_only_unstacked_units_overrun() -> None:
    field, own, foe = afield("14-pz", "29-mot")
    assert field.why(f"overrun {foe} by {own}") == ["sfs 5.12"]
    field, own, foe = afield("14-pz", "stg-1", "stg-2")
    assert field.why(f"overrun {foe} by {own}") == []
    assert f"overrun {foe} by {own}" in field.legal("overrun")


@pytest.mark.rule("sfs 5.12.1")
@pytest.mark.parametrize(
    ("unit", "strength"), [("14-pz", 8), ("29-mot", 7), ("94-inf", 4), ("pzkg-4-1", 4), ("kg-stahel", 3), ("6-pz", 9)]
)
def test_overrun_strengths_of_the_counters(unit: str, strength: int) -> None:
    field, own, foe = afield(unit)
    assert forces.odds(field.pos, [field.force(own)], field.force(foe), "overrun").attack == strength


@pytest.mark.rule("sfs 8.5.B", "sfs 5.12.2")
def test_chuikov_adds_his_point_to_an_attack_and_none_to_an_overrun() -> None:
    field = Field("Soviet Movement")
    own, foe = field.soviet("CC", "13-guards", "chuikov"), field.german("CC", "kg-stahel")
    strengths = [
        forces.odds(field.pos, [field.force(own)], field.force(foe), kind).attack for kind in ("attack", "overrun")
    ]
    assert strengths == [9 + 1, 9 // 2]


@pytest.mark.rule("sfs 5.12.1")
def test_soviet_units_overrun_at_half() -> None:
    field = Field("Soviet Movement")
    own, foe = field.soviet("CC", "13-guards", "tank-2"), field.german("CC", "kg-stahel")
    assert forces.odds(field.pos, [field.force(own)], field.force(foe), "overrun").attack == 4
    weak = field.soviet("CC", "m")
    assert field.why(f"overrun {foe} by {weak}") == ["sfs 5.2.4.B"]


@pytest.mark.rule("sfs 5.12.2")
def test_support_takes_no_losses_in_an_overrun() -> None:
    field, own, foe = afield("94-inf", "stg-1", target=("13-guards",))
    field.load(given(d_crt=1, a_crt=6), foe, own)
    field.do(f"overrun {foe} by {own}", "proceed")
    assert field.pos.fight is None  # nobody was asked: the division alone can pay
    assert field.counters(own) == ["94-inf/2", "stg-1/2"]


@pytest.mark.rule("sfs 5.12.3")
def test_soviet_points_are_halved_in_an_overrun() -> None:
    field, own, foe = afield("14-pz", target=("13-guards",))
    field.pos.ap = [0, 5]
    events = field.do(f"overrun {foe} by {own}", "proceed", "commit 5")
    assert "-3" in of_kind(events, "d-crt")[0].text
    assert field.pos.ap == [0, 0]


@pytest.mark.rule("sfs 5.12.2", "sfs 8.7.B")
def test_pioneers_as_support_shift_nothing_in_an_overrun() -> None:
    field, own, foe = afield("14-pz", "pioneer-1")
    assert forces.odds(field.pos, [field.force(own)], field.force(foe), "overrun").shifts == ()
    field, own, foe = afield("pioneer-division")
    assert len(forces.odds(field.pos, [field.force(own)], field.force(foe), "overrun").shifts) == 1


@pytest.mark.rule("sfs 5.12.5.1.A", "sfs 4.9.G")
def test_disrupted_and_infiltrating_units_do_not_overrun() -> None:
    field, own, foe = afield("14-pz")
    field.pos.disrupted[field.unit("14-pz")] = 1
    assert "sfs 5.12.5.1.A" in field.why(f"overrun {foe} by {own}")
    field = Field("Soviet Movement")
    own, foe = field.soviet("CC", "a"), field.german("CC", "kg-stahel")
    field.pos.infiltrators.add(field.force(own).units[0])
    assert "sfs 4.9.G" in field.why(f"overrun {foe} by {own}")


@pytest.mark.rule("sfs 4.1.E")
def test_who_has_finished_its_move_does_not_overrun() -> None:
    field, own, foe = afield("14-pz", target=("13-guards",))
    field.do(f"overrun {foe} by {own}", "abort")
    other = field.german("CC", "29-mot")
    field.do(f"overrun {foe} by {other}", "abort")
    assert "sfs 4.1.E" in field.why(f"overrun {foe} by {own}")


@pytest.mark.rule("sfs 4.1.E", "sfs 4.1.H")
def test_support_that_has_moved_stays_behind_when_the_overrun_opens_the_way() -> None:
    field = Field("German Movement")
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "m")
    field.german("S1", "pioneer-1")
    field.do("move pioneer-1 by CC")
    field.do(f"stack pioneer-1 to {own}")
    field.load(given(d_crt=6, a_crt=1, days=1), foe, own)
    field.do(f"overrun {foe} by {own}", "proceed")
    assert not field.alive(foe)
    assert "move 14-pz by RS" in field.legal("move")
    assert field.why("move pioneer-1 by RS") == ["sfs 4.1.E"]


@pytest.mark.rule("sfs 5.1.1.B")
def test_overruns_are_not_the_one_attack_of_a_phase() -> None:
    field, own, foe = afield("14-pz", target=("13-guards",))
    field.do(f"overrun {foe} by {own}", "abort")
    assert field.why(f"overrun {foe} by {own}") == []
    assert not field.pos.attacked


# ---- the entering overrun


def entering(target: str = "13-guards") -> tuple[Field, str, str]:
    field = Field("German Movement")
    foe = field.soviet("WS", target)
    field.german("S2", "14-pz")
    field.do("move 14-pz by WS")
    own = field.pos.where(field.unit("14-pz"))
    assert own is not None
    return field, own.name, foe


@pytest.mark.rule("sfs 5.11.1.1", "sfs 5.11.1.3.A")
def test_an_entering_overrun_without_result_goes_back_and_may_come_again() -> None:
    field, own, foe = entering()
    field.load(given(d_crt=1, a_crt=1, days=2), foe, own)
    events = field.do(f"overrun {foe} by {own}", "proceed")
    assert of_kind(events, "return")[0].rule == "sfs 5.11.1.1"
    assert field.area(own) == "S2"
    assert days(field, "14-pz") == 2
    field.do("move 14-pz by WS")
    assert field.why(f"overrun {foe} by {own}") == []


@pytest.mark.rule("sfs 5.11.1.1")
def test_an_entering_overrun_with_a_result_stays() -> None:
    field, own, foe = entering("g")
    field.load(given(d_crt=6, cut_off=6, a_crt=1, days=2), foe, own)
    field.do(f"overrun {foe} by {own}", "proceed")
    field.default()
    assert field.area(own) == "WS"
    assert not field.pos.entering(field.force(own))


@pytest.mark.rule("sfs 5.9", "sfs 5.11.1.1")
def test_an_entering_overrun_called_off_goes_back() -> None:
    field, own, foe = entering()
    field.do(f"overrun {foe} by {own}", "abort")
    assert field.area(own) == "S2"
    assert days(field, "14-pz") == 0
    assert field.pos.steps[field.unit("14-pz")] == 3


@pytest.mark.rule("sfs 4.4.2.1")
def test_a_cleared_area_lets_the_unit_go_on() -> None:
    field, own, foe = entering("m")
    field.load(given(d_crt=6, a_crt=1, days=1), foe, own)
    field.do(f"overrun {foe} by {own}", "proceed")
    assert not field.alive(foe)
    assert "move 14-pz by TW" in field.legal("move")


# ---- days and disruption


@pytest.mark.rule("sfs 5.12.5", "sfs 5.2.7")
def test_days_add_up_until_they_exceed_six() -> None:
    field, own, foe = afield("14-pz", target=("13-guards",))
    for number, (die, spent) in enumerate(((3, 3), (3, 6))):
        field.load(given(d_crt=1, a_crt=1, days=die), foe, own, number=number)
        field.do(f"overrun {foe} by {own}", "proceed")
        assert days(field, "14-pz") == spent
        assert not field.pos.disrupted
    assert field.why(f"overrun {foe} by {own}") == []  # six are not more than six


def spent(answer: str) -> tuple[Field, str, str, list[str]]:
    field, own, foe = afield("14-pz", target=("13-guards",))
    other = field.soviet("CC", "b")
    field.pos.days[field.unit("14-pz")] = 5
    field.load(given(d_crt=1, a_crt=1, days=2), foe, own)
    field.do(f"overrun {foe} by {own}", "proceed")
    assert field.asked() == ("German", "overrun")
    assert field.offered() == ["halt", "again"]
    assert field.why(f"overrun {other} by {own}")
    field.load(given(d_crt=1, a_crt=1, days=6), foe, own, number=1)
    return field, own, foe, kinds(field.do(answer))


@pytest.mark.rule("sfs 5.12.5", "sfs 5.12.5.1.A")
def test_spent_days_disrupt_a_unit_that_halts() -> None:
    field, own, foe, _ = spent("halt")
    assert field.unit("14-pz") in field.pos.disrupted
    assert field.why(f"overrun {foe} by {own}")
    assert not [move for move in field.legal("move") if "14-pz" in move]


@pytest.mark.rule("sfs 5.12.5")
def test_one_more_overrun_of_the_same_defender_is_the_last() -> None:
    field, own, foe, told = spent("again")
    assert "attack" in told
    field.do("proceed")
    assert days(field, "14-pz") == 13
    assert field.pos.fight is None
    assert field.unit("14-pz") in field.pos.disrupted
    assert field.why(f"overrun {foe} by {own}")


@pytest.mark.rule("sfs 5.12.5")
def test_no_last_overrun_of_a_defender_that_is_gone() -> None:
    field, own, foe = afield("14-pz", target=("m",))
    field.soviet("CC", "b")
    field.pos.days[field.unit("14-pz")] = 5
    field.load(given(d_crt=6, a_crt=1, days=2), foe, own)
    field.do(f"overrun {foe} by {own}", "proceed")
    assert field.pos.fight is None
    assert field.unit("14-pz") in field.pos.disrupted


@pytest.mark.rule("sfs 5.12.5.1.B")
def test_the_advance_comes_before_the_disruption() -> None:
    field = Field("German Movement")
    own, foe = field.german("FA", "14-pz"), field.soviet("FA", "m", slot="FA-october")
    field.pos.days[field.unit("14-pz")] = 5
    field.load(given(d_crt=6, a_crt=1, days=2), foe, own)
    field.do(f"overrun {foe} by {own}", "proceed")
    assert field.asked() == ("German", "advance")
    assert not field.pos.disrupted
    field.do("advance 14-pz")
    force = field.pos.where(field.unit("14-pz"))
    assert force is not None
    assert force.slot == field.world.board.strongpoint("FA-october")
    assert field.unit("14-pz") in field.pos.disrupted


@pytest.mark.rule("sfs 9.5")
def test_the_short_turns_have_the_same_six_days() -> None:
    field = Field("German Movement", turn=1)
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "m")
    other = field.soviet("CC", "13-guards")
    field.load(given(d_crt=6, a_crt=1, days=6), foe, own)
    field.do(f"overrun {foe} by {own}", "proceed")
    assert days(field, "14-pz") == 6
    assert not field.pos.disrupted
    assert field.why(f"overrun {other} by {own}") == []


@pytest.mark.rule("sfs 5.12.5.2")
def test_disruption_goes_at_the_end_of_the_next_friendly_movement_phase() -> None:
    field, own, foe, _ = spent("halt")
    unit = field.unit("14-pz")
    assert field.alive(foe)
    assert field.alive(own)
    field.do("done")
    assert unit in field.pos.disrupted  # the phase in which it happened does not count
    while (field.pos.turn, field.pos.step.name) != (4, "German Movement"):
        field.default()
        assert unit in field.pos.disrupted
        field.do("done")
    field.default()
    field.do("done")
    assert unit not in field.pos.disrupted


@pytest.mark.rule("sfs 5.12.5.1.A")
def test_a_disrupted_force_does_not_stop_an_entry_and_cannot_be_its_target() -> None:
    field = Field("German Movement")
    foe = field.soviet("WS", "a")
    field.pos.disrupted[field.force(foe).units[0]] = 1
    field.german("S2", "14-pz")
    field.do("move 14-pz by WS")
    own = field.pos.where(field.unit("14-pz"))
    assert own is not None
    assert not field.pos.entering(own)
    field.entering(own.name, "S2")
    assert "sfs 5.11.1.A" in field.why(f"overrun {foe} by {own.name}")


@pytest.mark.rule("sfs 4.10.1.D")
def test_a_unit_ferried_into_a_cut_off_landing_may_overrun_out() -> None:
    field = Field("Soviet Movement")
    cut = field.soviet("RS", "b", slot="RS-landing")
    guard = field.german("RS", "kg-stahel")
    field.ring(cut, guard)
    own = field.soviet("RS", "g", slot="RS-landing")
    assert field.why(f"overrun {guard} by {own}") == []
    assert field.why(f"overrun {guard} by {cut}") == ["sfs 4.6.B"]


@pytest.mark.rule("sfs 5.12.5", "sfs 8.2.F")
def test_parts_that_count_as_one_unit_overrun_and_tire_together() -> None:
    """See docs/rulings_sfs.md S86."""
    field = Field("German Movement")
    own, foe = field.german("SC", "pzkg-4-1", "pzkg-5-1"), field.soviet("SC", "c")
    parts, whole = [field.unit("pzkg-4-1"), field.unit("pzkg-5-1")], field.unit("24-pz")
    field.pos.part_of, field.pos.fate[whole] = dict.fromkeys(parts, whole), BROKEN
    field.pos.days = {parts[1]: 6}
    field.do(f"overrun {foe} by {own}")
    field.default()
    alive = [part for part in parts if field.pos.fate[part] == ON_MAP]
    assert alive
    assert all(part in field.pos.disrupted for part in alive)
    assert len({field.pos.days[part] for part in alive}) == 1


@pytest.mark.rule("sfs 5.12.1")
def test_five_points_stay_whole_only_where_all_who_overrun_are_motorized() -> None:
    """5 + 2 with foot among them: half of 7 is 3, whoever is on top; 5 + 4 of armour keep 5 and half of 4."""
    found = []
    for names in (("regiment-1", "pzkg-5-1"), ("pzkg-5-1", "regiment-1"), ("pzkg-5-1", "pzkg-4-1")):
        field = Field("German Movement")
        own, foe = field.german("SC", *names), field.soviet("SC", "c")
        found.append(forces.strength(field.pos, field.force(own), field.force(foe), overrun=True))
    assert found == [3, 3, 7]
