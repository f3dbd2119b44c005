"""What a combat uses up, and landings that supply in drift ice (sfs 6.2.2, sfs 6.3)."""

from __future__ import annotations

import pytest

from gpwlab.sfs import forces
from tests.sfs.field import Field, given, of_kind

ICE = 14


def starving(phase: str = "German Attack", turn: int = 3, *counters: str) -> tuple[Field, str, str]:
    """A Soviet force that no supply line reaches, and a supplied German one."""
    field = Field(phase, turn=turn)
    own, foe = field.german("CC", "94-inf"), field.soviet("CC", *(counters or ("g",)))
    for area in ("MK", "RS", "SC"):
        field.pos.dominator[field.world.board.area(area)] = 0
    return field, own, foe


def strength(field: Field, attacker: str, defender: str) -> tuple[int, int]:
    made = forces.odds(field.pos, [field.force(attacker)], field.force(defender), "attack")
    return made.attack, made.defence


@pytest.mark.rule("sfs 6.2.2.A", "sfs 6.2.2.B")
def test_the_first_combat_is_fought_at_full_strength_and_uses_up_what_is_there() -> None:
    field, own, foe = starving()
    assert strength(field, own, foe) == (9, 7)
    field.load(given(d_crt=1, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert field.pos.oos == set(field.force(foe).units)
    assert strength(field, own, foe) == (9, 3)


@pytest.mark.rule("sfs 6.2.2.B")
def test_an_unsupplied_attacker_uses_up_its_supply_too() -> None:
    field, foe, own = starving("Soviet Attack")
    field.load(given(d_crt=1, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}")
    assert field.pos.oos == set(field.force(own).units)


@pytest.mark.rule("sfs 6.2.1")
def test_supplied_units_use_up_nothing() -> None:
    field = Field()
    own, foe = field.german("CC", "94-inf"), field.soviet("CC", "g")
    field.load(given(d_crt=1, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert not field.pos.oos


@pytest.mark.rule("sfs 6.2.2.B")
def test_at_less_than_one_to_two_the_defender_uses_nothing_but_the_attacker_does() -> None:
    field = Field()
    own, foe = field.german("TR", "kg-stahel"), field.soviet("TR", "13-guards")  # 3 to 9
    field.german("TR", "94-inf", slot="TR-landing")
    for area, unit in (("FA", "regiment-1"), ("WS", "regiment-2"), ("MK", "regiment-3")):  # nobody's, for supply
        field.german(area, unit)
        field.soviet(area, "c")
    made = forces.odds(field.pos, [field.force(own)], field.force(foe), "attack")
    assert (made.attack, made.defence, made.poor) == (3, 9, True)
    field.load(given(d_crt=1, a_crt=1), foe, own)
    field.pos.ap = [9, 0]
    events = field.do(f"attack {foe} by {own}", "proceed", "commit 9")
    assert of_kind(events, "odds")
    field.default()
    assert field.pos.oos == {field.unit("kg-stahel")}
    assert not field.pos.oos & set(field.force(foe).units)


@pytest.mark.rule("sfs 6.2.2.B")
def test_at_exactly_one_to_two_it_does() -> None:
    field, _own, foe = starving()
    weak = field.german("CC", "kg-stahel")
    assert strength(field, weak, foe) == (3, 7)
    field.load(given(d_crt=1, a_crt=1), foe, weak)
    field.do(f"attack {foe} by {weak}", "proceed")
    assert set(field.force(foe).units) <= field.pos.oos


@pytest.mark.rule("sfs 12.9.1", "sfs 6.2.3.A")
def test_a_force_cut_off_is_weaker_in_the_third_attack() -> None:
    """Supplied when it is cut off, full strength in the second attack, half in the third."""
    field = Field()
    own, foe = field.german("CC", "14-pz", "94-inf"), field.soviet("CC", "13-guards")
    field.load(given(d_crt=field.d_die(2, 1), cut_off=1, terrain=6, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert not field.pos.oos
    assert strength(field, own, foe)[1] == 9
    field.pos.attacked.clear()
    field.load(given(d_crt=1, a_crt=1), foe, own, number=1)
    field.do(f"attack {foe} by {own}", "proceed")
    assert strength(field, own, foe)[1] == 4


@pytest.mark.rule("sfs 6.2.2.B")
def test_a_unit_eliminated_or_already_out_is_not_marked_again() -> None:
    field, own, foe = starving("German Attack", 3, "g", "m")
    field.load(given(d_crt=6, cut_off=6, terrain=(6, 6, 6, 6, 6), a_crt=1), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    (event,) = [e for e in of_kind(events, "supply") if e.rule == "sfs 6.2.2.B"]
    assert event.text.count("su-") == 1


# ---- drift ice


def frozen(*counters: str, phase: str = "German Attack") -> tuple[Field, str, str]:
    field = Field(phase, turn=ICE)
    assert field.pos.turn_box.weather == "ice"
    field.pos.dominator[field.world.board.area("CC")] = 0  # the German supply line
    return field, field.german("RS", "94-inf"), field.soviet("RS", *(counters or ("g",)))


@pytest.mark.rule("sfs 6.3.A", "sfs 6.3.B")
def test_a_landing_may_supply_a_force_in_combat() -> None:
    field, own, foe = frozen()
    field.do(f"attack {foe} by {own}", "proceed")
    assert field.asked() == ("Soviet", "landing")
    landing = next(option for option in field.offered() if "RS-landing" in option)
    field.load(given(d_crt=1, a_crt=1), foe, own)
    field.do(landing)
    assert field.world.board.strongpoint("RS-landing") in field.pos.drawn
    assert not field.pos.oos


@pytest.mark.rule("sfs 6.3.A")
def test_without_a_landing_the_force_uses_what_it_has() -> None:
    field, own, foe = frozen()
    field.load(given(d_crt=1, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed", "draw none")
    assert field.pos.oos == set(field.force(foe).units)
    assert not field.pos.drawn


@pytest.mark.rule("sfs 6.3.B")
def test_a_landing_supplies_one_force_a_turn() -> None:
    field, own, foe = frozen()
    field.pos.drawn.add(field.world.board.strongpoint("RS-landing"))
    field.do(f"attack {foe} by {own}", "proceed")
    assert not any("RS-landing" in option for option in field.offered())


@pytest.mark.rule("sfs 6.3.B")
def test_a_landing_in_german_hands_supplies_nobody() -> None:
    field, own, foe = frozen()
    field.german("RS", "14-pz", slot="RS-landing")
    field.do(f"attack {foe} by {own}", "proceed")
    assert not any("RS-landing" in option for option in field.offered())


@pytest.mark.rule("sfs 6.3.C")
def test_the_marker_of_a_force_goes_to_the_landing() -> None:
    field, own, foe = frozen()
    field.pos.oos.update(field.force(foe).units)
    field.do(f"attack {foe} by {own}", "proceed")
    field.load(given(d_crt=1, a_crt=1), foe, own)
    events = field.do("draw RS-landing")
    assert of_kind(events, "odds")[0].result == "9:7"  # full strength again
    assert not field.pos.oos
    assert field.pos.drawn == {field.world.board.strongpoint("RS-landing")}


@pytest.mark.rule("sfs 6.2.2.B", "sfs 6.3.B")
def test_a_landing_is_not_used_up_by_a_defence_that_needs_no_supply() -> None:
    field, _own, foe = frozen("g", "g")
    weak = field.german("RS", "kg-stahel")  # 3 to 14
    field.do(f"attack {foe} by {weak}", "proceed")
    field.load(given(d_crt=(1, 1), a_crt=(1, 1)), foe, weak)
    field.do("draw RS-landing")
    assert not field.pos.drawn
    assert not set(field.force(foe).units) & field.pos.oos


@pytest.mark.rule("sfs 6.3.B")
def test_each_attacking_force_is_asked_for_a_landing() -> None:
    field = Field("Soviet Attack", turn=ICE)
    foe = field.german("RS", "14-pz", "29-mot")
    own = [field.soviet("RS", "g"), field.soviet("RS", "a")]
    field.do(f"attack {foe} by {own[0]} {own[1]}")
    assert field.asked()[1] == "landing"
    field.do("draw RS-landing")
    assert field.asked()[1] == "landing"
    assert "draw RS-landing" not in field.offered()
    first = field.force(own[0]).units
    field.do("draw none")
    field.default()
    alive = {unit for unit in first if field.pos.force_of[unit]}
    assert not alive & field.pos.oos


def test_nobody_is_asked_when_the_ferries_run() -> None:
    field = Field(turn=3)
    own, foe = field.german("RS", "94-inf"), field.soviet("RS", "13-guards")
    field.do(f"attack {foe} by {own}", "proceed")
    assert field.pos.fight is None or field.asked()[1] != "landing"
