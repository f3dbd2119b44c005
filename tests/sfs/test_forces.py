"""Who may attack whom, and what each force brings (sfs 5.1, sfs 5.5, sfs 8.0)."""

from __future__ import annotations

import pytest

from gpwlab.sfs import forces
from gpwlab.sfs.odds import Odds
from tests.sfs.field import Field


def odds(field: Field, target: str, *attackers: str, kind: str = "attack") -> Odds:
    return forces.odds(field.pos, [field.force(name) for name in attackers], field.force(target), kind)


# ---- the diagram of 13.1: R1 and R2 in strongpoints, R1 cut off by G4; R3, G1, G2 and G3 stand free


def diagram(phase: str) -> tuple[Field, dict[str, str]]:
    field = Field(phase)
    names = {
        "R1": field.soviet("FA", "b", slot="FA-october"),
        "R2": field.soviet("FA", "b", slot="FA-barrikady"),
        "R3": field.soviet("FA", "a"),
        "G1": field.german("FA", "14-pz"),
        "G2": field.german("FA", "29-mot"),
        "G3": field.german("FA", "71-inf"),
        "G4": field.german("FA", "94-inf"),
    }
    field.ring(names["R1"], names["G4"])
    return field, names


@pytest.mark.rule("sfs 13.1.1.A", "sfs 5.1.2.E")
def test_a_cut_off_force_is_attacked_by_its_surrounding_force_only() -> None:
    field, f = diagram("German Attack")
    assert field.why(f"attack {f['R1']} by {f['G4']}") == []
    for other in ("G1", "G2", "G3"):
        assert field.why(f"attack {f['R1']} by {f[other]}") == ["sfs 5.1.2.E"]


@pytest.mark.rule("sfs 13.1.1.A", "sfs 4.6.C")
def test_a_surrounding_force_that_attacks_another_gives_up_its_ring() -> None:
    field, f = diagram("German Attack")
    assert field.pos.cut_off(field.force(f["R1"]))
    field.do(f"attack {f['R3']} by {f['G4']}")
    assert not field.pos.cut_off(field.force(f["R1"]))


@pytest.mark.rule("sfs 4.6.C")
def test_a_surrounding_force_that_attacks_its_prey_keeps_its_ring() -> None:
    field, f = diagram("German Attack")
    field.do(f"attack {f['R1']} by {f['G4']}", "proceed")
    assert not field.alive(f["R1"]) or field.pos.cut_off(field.force(f["R1"]))
    assert f["G4"] not in [action.split()[3] for action in field.legal("attack")]


@pytest.mark.rule("sfs 13.1.1.B", "sfs 5.1.2.C", "sfs 5.5.2.A")
def test_a_strongpoint_is_attacked_by_one_force() -> None:
    field, f = diagram("German Attack")
    for one in ("G1", "G2", "G3"):
        assert field.why(f"attack {f['R2']} by {f[one]}") == []
    assert field.why(f"attack {f['R2']} by {f['G1']} {f['G2']}") == ["sfs 5.5.2.A"]


@pytest.mark.rule("sfs 13.1.1.C", "sfs 5.1.1.A")
def test_a_free_force_is_attacked_by_up_to_three() -> None:
    field, f = diagram("German Attack")
    for group in ("G1", "G2", "G3", "G1 G2", "G1 G3", "G2 G3", "G1 G2 G3"):
        attackers = " ".join(f[name] for name in group.split())
        assert field.why(f"attack {f['R3']} by {attackers}") == []
    fourth = field.german("FA", "295-inf")
    assert field.why(f"attack {f['R3']} by {f['G1']} {f['G2']} {f['G3']} {fourth}") == ["sfs 5.1.1.A"]


@pytest.mark.rule("sfs 13.1.2.A", "sfs 5.1.2.D")
def test_a_cut_off_force_attacks_its_surrounding_force_only() -> None:
    field, f = diagram("Soviet Attack")
    assert field.why(f"attack {f['G4']} by {f['R1']}") == []
    for other in ("G1", "G2", "G3"):
        assert field.why(f"attack {f[other]} by {f['R1']}") == ["sfs 5.1.2.D"]


@pytest.mark.rule("sfs 13.1.2.B", "sfs 5.1.2.B", "sfs 5.5.2.B")
def test_a_strongpoint_does_not_attack_who_surrounds_another() -> None:
    field, f = diagram("Soviet Attack")
    for other in ("G1", "G2", "G3"):
        assert field.why(f"attack {f[other]} by {f['R2']}") == []
    assert field.why(f"attack {f['G4']} by {f['R2']}") == ["sfs 5.5.2.B"]


@pytest.mark.rule("sfs 13.1.2.C", "sfs 5.1.2.A")
def test_a_free_force_attacks_any_force() -> None:
    field, f = diagram("Soviet Attack")
    for other in ("G1", "G2", "G3", "G4"):
        assert field.why(f"attack {f[other]} by {f['R3']}") == []


@pytest.mark.rule("sfs 5.1.2.B")
def test_a_strongpoint_does_not_attack_a_strongpoint() -> None:
    field = Field("Soviet Attack")
    own = field.soviet("FA", "g", slot="FA-october")
    foe = field.german("FA", "14-pz", slot="FA-barrikady")
    assert field.why(f"attack {foe} by {own}") == ["sfs 5.1.2.B"]


# ---- whole forces, once a phase


@pytest.mark.rule("sfs 5.1.1.A", "sfs 5.2.1")
def test_a_force_attacks_and_defends_as_a_whole() -> None:
    field = Field()
    own = field.german("CC", "14-pz", "29-mot", "stg-1")
    foe = field.soviet("CC", "a", "b", "tank-2")
    made = odds(field, foe, own)
    assert (made.attack, made.defence) == (25, 10)
    (event, *_) = field.do(f"attack {foe} by {own}")
    assert event.rule == "sfs 5.2.1"
    assert event.to_area == "CC"


@pytest.mark.rule("sfs 5.1.1.B", "sfs 5.1.1.C")
def test_a_force_attacks_once_but_is_attacked_again_and_again() -> None:
    field = Field()
    first, second = field.german("CC", "14-pz"), field.german("CC", "29-mot")
    foe, other = field.soviet("CC", "13-guards", "10-nkvd"), field.soviet("CC", "b")
    field.do(f"attack {foe} by {first}", "abort")
    assert field.why(f"attack {foe} by {first}") == ["sfs 5.1.1.B"]
    assert field.why(f"attack {other} by {first} {second}") == ["sfs 5.1.1.B"]
    assert field.why(f"attack {foe} by {second}") == []


@pytest.mark.rule("sfs 4.8.E")
def test_a_unit_in_reserve_that_attacks_is_in_reserve_no_longer() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "13-guards")
    field.pos.reserve.update({field.unit("14-pz"), field.unit("94-inf")})
    field.do(f"attack {foe} by {own}")
    assert field.pos.reserve == {field.unit("94-inf")}


@pytest.mark.rule("sfs 5.2.B")
def test_one_combat_is_finished_before_the_next_is_declared() -> None:
    field = Field()
    first, second = field.german("CC", "14-pz"), field.german("CC", "29-mot")
    foe, other = field.soviet("CC", "a"), field.soviet("CC", "b")
    field.do(f"attack {foe} by {first}")
    assert field.why(f"attack {other} by {second}")
    assert field.asked() == ("German", "abort")


def test_only_forces_of_one_area_fight_each_other() -> None:
    field = Field()
    own, foe, mine = field.german("CC", "14-pz"), field.soviet("SC", "b"), field.german("SC", "29-mot")
    assert field.why(f"attack {foe} by {own}") == ["sfs 5.0"]
    assert field.why(f"attack {mine} by {own}") == ["sfs 5.0"]
    assert field.why(f"attack {foe} by {mine} {foe}") == ["sfs 5.0"]


@pytest.mark.rule("sfs 8.1.2.A")
def test_support_alone_is_neither_attacker_nor_target() -> None:
    field = Field()
    own, foe = field.german("S1", "stg-1"), field.soviet("S1", "tank-2")
    assert field.why(f"attack {foe} by {own}") == ["sfs 8.1.2.A", "sfs 8.1.2.A"]


@pytest.mark.rule("sfs 5.12.5.1.A", "sfs 4.9.G")
def test_disrupted_and_infiltrated_units_do_not_attack() -> None:
    field = Field("Soviet Attack")
    own, foe = field.soviet("CC", "a"), field.german("CC", "94-inf")
    unit = field.force(own).units[0]
    field.pos.disrupted[unit] = 1
    assert field.why(f"attack {foe} by {own}") == ["sfs 5.12.5.1.A"]
    field.pos.disrupted.clear()
    field.pos.infiltrators.add(unit)
    assert field.why(f"attack {foe} by {own}") == ["sfs 4.9.G"]


# ---- terrain, strongpoints, shifts


@pytest.mark.rule("sfs 5.5.1", "sfs 5.5.A")
@pytest.mark.parametrize(
    ("slot", "counters", "defence", "terrain"),
    [
        ("FA-october", ("b",), 5, "urban"),
        ("FA-october", ("b", "tank-2"), 7, "urban"),
        ("FA-landing", ("b",), 5, "rough"),
        ("FA-october", ("m",), 2, "urban"),
        ("FA-landing", ("m", "tank-1"), 3, "rough"),
        ("", ("m",), 1, "urban"),
    ],
)
def test_strongpoints_add_two_and_militia_one(slot: str, counters: tuple[str, ...], defence: int, terrain: str) -> None:
    field = Field()
    foe, own = field.soviet("FA", *counters, slot=slot), field.german("FA", "14-pz")
    made = odds(field, foe, own)
    assert (made.defence, made.terrain) == (defence, terrain)


@pytest.mark.rule("sfs 5.5.1")
def test_the_bonus_is_for_defenders_alone() -> None:
    field = Field("Soviet Attack")
    own, foe = field.soviet("FA", "b", slot="FA-october"), field.german("FA", "94-inf")
    assert odds(field, foe, own).attack == 3


@pytest.mark.rule("sfs 4.7.E")
def test_a_surrounding_force_is_in_the_terrain_of_the_area() -> None:
    field = Field("Soviet Attack")
    prey = field.soviet("SP", "b", slot="SP-rynok")
    guard = field.german("SP", "94-inf")
    field.ring(prey, guard)
    assert odds(field, guard, field.soviet("SP", "a")).terrain == "rough"
    assert odds(field, prey, guard).terrain == "urban"


@pytest.mark.rule("sfs 5.14.B", "sfs 5.14.C")
def test_fortified_orlovka_is_rough_for_its_soviet_defenders_and_its_strongpoint_urban() -> None:
    field = Field()
    own, free, strong = (
        field.german("ON", "94-inf"),
        field.soviet("ON", "b"),
        field.soviet("ON", "b", slot="ON-orlovka"),
    )
    assert odds(field, free, own).terrain == "rough"
    assert odds(field, strong, own).terrain == "urban"
    assert odds(field, own, free).terrain == "open"
    field.pos.fortified = False
    assert odds(field, free, own).terrain == "open"


@pytest.mark.rule("sfs 8.6.A")
@pytest.mark.parametrize(
    ("counters", "shift"), [(("g",), 1), (("13-guards", "g"), 1), (("10-nkvd", "b"), 1), (("a",), 0)]
)
def test_guards_attack_one_column_better(counters: tuple[str, ...], shift: int) -> None:
    field = Field("Soviet Attack")
    foe = field.german("CC", "94-inf")
    made = odds(field, foe, field.soviet("CC", *counters))
    assert sum(s.columns for s in made.shifts) == shift
    assert {s.rule for s in made.shifts} == ({"sfs 8.6.A"} if shift else set())


@pytest.mark.rule("sfs 8.6.A")
def test_guards_in_defence_shift_nothing() -> None:
    field = Field()
    assert odds(field, field.soviet("CC", "g"), field.german("CC", "14-pz")).shifts == ()


@pytest.mark.rule("sfs 8.7.B", "sfs 8.7.D")
@pytest.mark.parametrize(
    ("area", "slot", "unit", "attack", "shift"),
    [
        ("CC", "", "pioneer-1", 13, 1),  # urban
        ("YE", "", "pioneer-1", 11, 0),  # rough: no strength, no shift
        ("SP", "SP-landing", "pioneer-1", 13, 1),  # a landing is a strongpoint
        ("OW", "", "pioneer-1", 13, 1),  # fortified
        ("CC", "", "pioneer-division", 19, 2),
        ("YE", "", "pioneer-division", 19, 0),
    ],
)
def test_pioneers_help_where_they_are_at_home(area: str, slot: str, unit: str, attack: int, shift: int) -> None:
    field = Field()
    made = odds(field, field.soviet(area, "b", slot=slot), field.german(area, "14-pz", unit))
    assert made.attack == attack
    assert sum(s.columns for s in made.shifts) == shift
    assert ("sfs 8.7.B" in {reason.rule for reason in made.reasons()}) == (unit == "pioneer-1")


@pytest.mark.rule("sfs 8.7.B")
def test_pioneers_defend_with_their_strength_anywhere() -> None:
    field = Field("Soviet Attack")
    assert odds(field, field.german("YE", "14-pz", "pioneer-1"), field.soviet("YE", "a")).defence == 13


@pytest.mark.rule("sfs 8.7.D")
def test_group_and_division_together_shift_two() -> None:
    field = Field()
    made = odds(field, field.soviet("CC", "b"), field.german("CC", "pioneer-division", "pioneer-1"))
    assert sum(s.columns for s in made.shifts) == 2


@pytest.mark.rule("sfs 5.12.5.1.C")
def test_any_disrupted_unit_gives_its_attacker_two_columns_on_the_defenders_table_only() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "a", "b")
    before = odds(field, foe, own)
    field.pos.disrupted[field.force(foe).units[1]] = 1
    after = odds(field, foe, own)
    assert (after.d_column - before.d_column, after.a_column - before.a_column) == (2, 0)


@pytest.mark.rule("sfs 8.4.A", "sfs 8.4.B")
def test_security_units_defend_but_add_nothing_in_attack() -> None:
    field = Field()
    own, foe = field.german("S1", "security", "94-inf/2"), field.soviet("S1", "b")
    assert odds(field, foe, own).attack == 5
    assert odds(field, own, foe).defence == 7
    assert field.why(f"attack {foe} by {field.german('S1', 'security')}") == ["sfs 5.2.4.B"]


@pytest.mark.rule("sfs 8.1.1.B")
def test_support_adds_its_strength_to_its_force() -> None:
    field = Field()
    foe = field.soviet("CC", "b", "tank-2", "tank-1")
    made = odds(field, foe, field.german("CC", "94-inf/2", "stg-1", "stg-2"))
    assert (made.attack, made.defence) == (13, 6)


@pytest.mark.rule("sfs 8.5.B")
def test_chuikov_adds_a_point_in_attack_and_defence() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "b", "chuikov")
    assert odds(field, foe, own).defence == 4
    assert odds(field, own, foe).attack == 4


@pytest.mark.rule("sfs 8.5.B", "sfs 5.4.6")
@pytest.mark.parametrize(
    ("counters", "dense"),
    [
        (("a", "a", "a"), True),  # three units, six steps
        (("a", "a", "b"), False),  # five
        (("a", "a", "b", "tank-1"), True),  # six with the tank
        (("g", "g"), False),  # two units
        (("g", "g", "tank-1"), False),  # support is no third unit
        (("a", "a", "b", "chuikov"), False),  # Chuikov is no step
        (("g", "a", "m"), False),  # five: a militia has none
        (("g", "g", "m"), True),
    ],
)
def test_dense_targets_have_three_units_and_six_steps(counters: tuple[str, ...], dense: bool) -> None:
    field = Field()
    foe = field.soviet("CC", *counters)
    assert forces.dense(field.pos, field.force(foe)) == dense


@pytest.mark.rule("sfs 8.2.F", "sfs 5.4.6")
def test_smaller_units_are_halves_of_a_dense_target() -> None:
    """Eight steps in all three cases; three divisions are dense, a division with two battlegroups is two units."""
    field = Field("Soviet Attack")
    whole = field.german("CC", "71-inf/3", "94-inf/3", "295-inf/2")
    parts = field.german("RS", "pzkg-5-1", "pzkg-4-1", "389-inf/4")
    assert forces.dense(field.pos, field.force(whole))
    assert not forces.dense(field.pos, field.force(parts))
    division = field.unit("24-pz")
    field.pos.part_of.update({field.unit("pzkg-5-1"): division, field.unit("pzkg-4-1"): division})
    assert not forces.dense(field.pos, field.force(parts))


@pytest.mark.rule("sfs 9.1.A", "sfs 9.1.B")
@pytest.mark.parametrize(
    ("phase", "turn", "attack"),
    [("German Attack", 1, 22), ("German Counterattack", 1, 11), ("German Attack", 2, 11), ("German Movement", 1, 8)],
)
def test_the_first_german_attack_phase_counts_double(phase: str, turn: int, attack: int) -> None:
    field = Field(phase, turn)
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "b")
    assert odds(field, foe, own, kind="overrun" if phase == "German Movement" else "attack").attack == attack


@pytest.mark.rule("sfs 9.1.A")
def test_soviet_attacks_are_never_doubled() -> None:
    field = Field("Soviet Attack", 1)
    assert odds(field, field.german("CC", "94-inf"), field.soviet("CC", "a")).attack == 5
