"""Cutting off, surrounding, liberating (sfs 5.6, sfs 4.6, sfs 4.7)."""

from __future__ import annotations

import pytest

from gpwlab.sfs import cutoff, engine
from gpwlab.sfs.combat import make
from gpwlab.sfs.position import GERMAN, SOVIET
from tests.sfs.field import Field, fight_of, given, of_kind


def roll_for(field: Field, foe: str, *own: str) -> bool:
    """Whether a result on the D-CRT would bring a roll on the Cut-Off Table."""
    fight = make(field.pos, "attack", field.force(foe), [field.force(name) for name in own])
    return cutoff.rolls(field.pos, fight, field.force(foe))


def drm(field: Field, foe: str, *own: str) -> list[tuple[int, str]]:
    fight = make(field.pos, "attack", field.force(foe), [field.force(name) for name in own])
    return [(number, reason.rule) for number, reason in cutoff.modifiers(field.pos, fight, field.force(foe))]


def cut_dice(field: Field, units: int, cut: bool, drm: int = 0) -> int:
    """A face of the die that cuts off a force of so many units, or does not."""
    return next(die for die in range(1, 7) if field.world.charts.cuts_off(units, die + drm) == cut)


@pytest.mark.rule("sfs 5.6.1.A", "sfs 5.6.1.B", "sfs 4.5.2.D")
@pytest.mark.parametrize(
    ("area", "slot", "rolls"),
    [
        ("CC", "", True),  # urban
        ("YE", "", False),  # rough
        ("S1", "", False),  # open
        ("SP", "SP-landing", True),  # a strongpoint, though rough
        ("FA", "FA-october", True),
        ("OW", "", False),  # fortified is rough
    ],
)
def test_where_a_result_may_cut_off(area: str, slot: str, rolls: bool) -> None:
    field = Field()
    foe, own = field.soviet(area, "b", slot=slot), field.german(area, "14-pz")
    assert roll_for(field, foe, own) == rolls


@pytest.mark.rule("sfs 5.6.1.B", "sfs 5.2.5.1")
@pytest.mark.parametrize("result", [0, 1])
def test_a_roll_needs_a_result(result: int) -> None:
    field = Field()
    foe, own = field.soviet("CC", "13-guards"), field.german("CC", "14-pz")  # 11 to 9
    field.load(given(d_crt=field.d_die(1, result), cut_off=6, terrain=6), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert len(of_kind(events, "cut-off")) == result


@pytest.mark.rule("sfs 5.6.1.C")
def test_strongpoints_and_surrounding_forces_are_easier_to_cut_off() -> None:
    field = Field("Soviet Attack")
    strong = field.german("FA", "29-mot", slot="FA-october")
    prey, guard = field.soviet("FA", "b", slot="FA-barrikady"), field.german("FA", "94-inf")
    field.ring(prey, guard)
    own = field.soviet("FA", "a")
    assert drm(field, strong, own) == [(-1, "sfs 5.6.1.C")]
    assert drm(field, guard, own) == [(-1, "sfs 5.6.1.C")]
    assert drm(field, field.german("FA", "14-pz"), own) == []


@pytest.mark.rule("sfs 5.6.1.D", "sfs 8.5.B")
def test_chuikov_favours_the_soviets_on_both_sides() -> None:
    field = Field()
    own, his, other = field.german("CC", "14-pz"), field.soviet("CC", "b", "chuikov"), field.soviet("CC", "b")
    assert drm(field, his, own) == [(1, "sfs 5.6.1.D")]
    assert drm(field, other, own) == []  # he is in the area, but not in the force
    field.pos.phase = 9
    assert drm(field, own, his) == [(-1, "sfs 5.6.1.D")]
    assert drm(field, own, other) == []


@pytest.mark.rule("sfs 5.6.1.C")
def test_the_modifier_is_added_to_the_die() -> None:
    """One unit: cut off on 4 and not on 5; in a strongpoint a 5 counts as a 4."""
    field = Field()
    assert field.world.charts.cuts_off(1, 4)
    assert not field.world.charts.cuts_off(1, 5)
    foe, own = field.soviet("FA", "g", slot="FA-october"), field.german("FA", "14-pz")
    fight = make(field.pos, "attack", field.force(foe), [field.force(own)])
    assert cutoff.cutting(field.pos, fight, field.force(foe)) == 5
    field.load(given(d_crt=6, cut_off=5), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert (of_kind(events, "cut-off")[0].die, of_kind(events, "cut-off")[0].result) == (5, "yes")


@pytest.mark.rule("sfs 4.2.C", "sfs 8.2.F")
def test_the_table_counts_units_without_support_and_parts_of_a_division_once() -> None:
    field = Field("Soviet Attack")
    own = field.soviet("CC", "a")
    rows = {n: sum(field.world.charts.cuts_off(n, die) for die in range(1, 7)) for n in (1, 2)}
    assert rows[1] != rows[2]

    def cutting(name: str) -> int:
        fight = make(field.pos, "attack", field.force(name), [field.force(own)])
        return cutoff.cutting(field.pos, fight, field.force(name))

    assert cutting(field.german("CC", "71-inf", "94-inf", "stg-1")) == rows[2]
    assert cutting(field.german("CC", "14-pz", "stg-2", "pioneer-1")) == rows[1]
    whole = field.unit("24-pz")
    field.pos.part_of.update({field.unit("pzkg-5-1"): whole, field.unit("pzkg-4-1"): whole})
    assert cutting(field.german("CC", "pzkg-5-1", "pzkg-4-1")) == rows[1]


def test_militia_is_gone_before_the_units_are_counted() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "m", "m", "b")
    fight = make(field.pos, "attack", field.force(foe), [field.force(own)])
    assert [field.pos.counter(u).id for u in cutoff.counted(field.pos, field.force(foe))] == ["b"]
    one_unit = sum(field.world.charts.cuts_off(1, die) for die in range(1, 7))
    assert cutoff.cutting(field.pos, fight, field.force(foe)) == one_unit
    lone = field.soviet("CC", "m")
    fight = make(field.pos, "attack", field.force(lone), [field.force(own)])
    assert cutoff.cutting(field.pos, fight, field.force(lone)) == 0


# ---- surrounding


def cut(field: Field, foe: str, *own: str) -> None:
    """Bring a battle to the point where the defender has been cut off."""
    field.load(given(d_crt=6, cut_off=1), foe, *own)
    field.do(f"attack {foe} by {' '.join(own)}", "proceed")


@pytest.mark.rule("sfs 4.7.A", "sfs 4.6.A", "sfs 5.6.1.A")
def test_the_attacker_names_one_of_its_forces_to_surround() -> None:
    field = Field()
    foe = field.soviet("CC", "g", "g")
    first, second = field.german("CC", "14-pz", "71-inf"), field.german("CC", "29-mot")
    cut(field, foe, first, second)
    assert field.asked() == ("German", "surround")
    assert field.offered() == [f"surround {first}", f"surround {second}"]
    field.do(f"surround {first}")
    assert field.pos.cut_off(field.force(foe))
    surrounded = field.pos.surrounding(field.force(first))
    assert surrounded is not None
    assert surrounded.name == foe
    assert field.pos.surrounding(field.force(second)) is None


@pytest.mark.rule("sfs 4.7.A")
def test_a_single_attacking_force_surrounds_without_being_asked() -> None:
    field = Field()
    foe, own = field.soviet("CC", "g", "g"), field.german("CC", "14-pz", "29-mot")
    cut(field, foe, own)
    assert field.pos.held == {field.force(foe).id: field.force(own).id}


@pytest.mark.rule("sfs 4.6.A", "sfs 4.3.2.A")
def test_a_cut_off_force_no_longer_contests_its_area() -> None:
    field = Field()
    foe, own = field.soviet("CC", "g", "g"), field.german("CC", "14-pz", "29-mot")
    area = field.world.board.area("CC")
    assert field.pos.control(area) not in (GERMAN, SOVIET)
    cut(field, foe, own)
    assert field.pos.control(area) == GERMAN


def test_who_attacks_from_a_strongpoint_cannot_surround() -> None:
    field = Field("Soviet Attack")
    own, foe = field.soviet("FA", "13-guards", slot="FA-october"), field.german("FA", "94-inf")
    assert not roll_for(field, foe, own)
    helper = field.soviet("FA", "a")
    assert roll_for(field, foe, own, helper)
    field.load(given(d_crt=6, cut_off=1), foe, own, helper)
    field.do(f"attack {foe} by {own} {helper}")
    assert field.pos.held == {field.force(foe).id: field.force(helper).id}


def test_a_cut_off_force_is_not_cut_off_again() -> None:
    field = Field()
    foe, own = field.soviet("CC", "g", "g"), field.german("CC", "14-pz")
    field.ring(foe, own)
    assert not roll_for(field, foe, own)


@pytest.mark.rule("sfs 4.6.C")
def test_a_ring_is_gone_with_the_force_around() -> None:
    field = Field("Soviet Attack")
    prey, guard = field.soviet("CC", "b"), field.german("CC", "kg-stahel/1")
    field.ring(prey, guard)
    own = field.soviet("CC", "g", "g")
    field.load(given(d_crt=6, cut_off=6, terrain=1), guard, own)
    field.do(f"attack {guard} by {own}")
    field.default()
    assert not field.alive(guard)
    assert field.pos.held == {}


# ---- liberating


def ring_of_rings() -> tuple[Field, str, str, str]:
    field = Field("Soviet Attack")
    prey, guard = field.soviet("CC", "b"), field.german("CC", "94-inf", "71-inf")
    field.ring(prey, guard)
    return field, prey, guard, field.soviet("CC", "13-guards", "10-nkvd")


@pytest.mark.rule("sfs 5.6.2.A", "sfs 5.6.2.B")
def test_who_cuts_off_a_surrounding_force_may_free_its_prey() -> None:
    field, prey, guard, own = ring_of_rings()
    cut_soviet(field, guard, own)
    assert field.asked() == ("Soviet", "liberate")
    assert field.offered() == ["liberate", "hold-on"]
    field.do("liberate")
    field.default()
    assert field.pos.held == {}
    assert all(field.pos.tally[f"{cutoff.FREED} {name}"] for name in field.units(prey))


@pytest.mark.rule("sfs 4.7.B", "sfs 5.6.2.A")
def test_or_surround_it_in_its_turn() -> None:
    field, prey, guard, own = ring_of_rings()
    cut_soviet(field, guard, own)
    field.do("hold-on")
    field.default()
    ids = {name: field.force(name).id for name in (prey, guard, own)}
    assert field.pos.held == {ids[prey]: ids[guard], ids[guard]: ids[own]}


def cut_soviet(field: Field, foe: str, own: str) -> None:
    field.load(given(d_crt=(6, 6), cut_off=1), foe, own)
    field.do(f"attack {foe} by {own}")


@pytest.mark.rule("sfs 4.7.B")
def test_a_cut_off_surrounding_force_may_attack_inwards_and_outwards() -> None:
    field, prey, guard, own = ring_of_rings()
    field.ring(guard, own)
    field.pos.phase = 4
    assert field.why(f"attack {prey} by {guard}") == []
    assert field.why(f"attack {own} by {guard}") == []
    third = field.soviet("CC", "b")
    assert field.why(f"attack {third} by {guard}") == ["sfs 5.1.2.D"]


@pytest.mark.rule("sfs 5.6.2.A")
def test_a_cut_off_force_that_cuts_off_its_ring_frees_itself() -> None:
    field = Field("Soviet Attack")
    prey, guard = field.soviet("CC", "13-guards", "10-nkvd"), field.german("CC", "94-inf/2", "71-inf/2")
    field.ring(prey, guard)
    cut_soviet(field, guard, prey)
    field.default()
    assert field.pos.held == {}


@pytest.mark.rule("sfs 5.10.D", "sfs 13.2.G")
def test_a_force_just_cut_off_does_not_retreat() -> None:
    field = Field()
    foe, own = field.soviet("CC", "g"), field.german("CC", "14-pz", "29-mot")
    field.load(given(d_crt=4, cut_off=1, terrain=(1, 1, 1)), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    choice = engine.pending(field.pos)
    assert choice is None or choice.kind != "retreat"


@pytest.mark.rule("sfs 5.10.A")
def test_without_the_ring_the_same_force_may_retreat() -> None:
    field = Field()
    foe, own = field.soviet("CC", "g"), field.german("CC", "14-pz", "29-mot")
    field.load(given(d_crt=4, cut_off=6, terrain=(1, 1, 1)), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert field.asked() == ("Soviet", "retreat")
    assert fight_of(field).losses > 0
