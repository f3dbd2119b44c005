"""Soviet amphibious assault (sfs 5.13)."""

from __future__ import annotations

import pytest

from gpwlab.sfs import engine
from tests.sfs.field import Field, given, of_kind


def river(*counters: str, phase: str = "Soviet Attack", turn: int = 3) -> tuple[Field, str, str]:
    field = Field(phase, turn=turn)
    return field, field.soviet("EAST", *counters), field.german("RS", "kg-stahel/1", slot="RS-landing")


def cross(field: Field, own: str, fire: int, **dice: int | tuple[int, ...]) -> None:
    """Load the die of the fire and those of the attack."""
    foe = field.pos.force_at(field.world.board.strongpoint("RS-landing"))
    assert foe is not None
    subject = f"{field.units(foe.name)[0]}<{field.units(own)[0]}#0"
    keys = [("ferry", field.units(own)[0], 0, fire)]
    keys += [(purpose, subject, n, face) for purpose, n, face in given(**dice)]
    field.load_keys(keys)


@pytest.mark.rule("sfs 5.13.A")
def test_a_german_landing_may_be_assaulted_from_the_east_bank() -> None:
    field, own, foe = river("g")
    assert field.why(f"attack {foe} by {own}") == []
    assert f"attack {foe} by {own}" in field.legal("attack")
    other = field.german("RS", "94-inf")
    assert "sfs 5.13.A" in field.why(f"attack {other} by {own}")
    strong = field.german("RS", "71-inf", slot="RS-univermag")
    assert "sfs 5.13.A" in field.why(f"attack {strong} by {own}")


@pytest.mark.rule("sfs 5.13.A")
def test_not_in_the_counterattack_phase() -> None:
    field, own, foe = river("g", phase="Soviet Counterattack")
    assert field.why(f"attack {foe} by {own}") == ["sfs 5.13.A"]


@pytest.mark.rule("sfs 4.10.3.A", "sfs 4.10.3.B")
@pytest.mark.parametrize("turn", [16, 19])
def test_not_in_ice_and_freeze(turn: int) -> None:
    field, own, foe = river("g", turn=turn)
    assert field.why(f"attack {foe} by {own}") == ["sfs 4.10.3.A"]


@pytest.mark.rule("sfs 5.13.C", "sfs 5.5.2.A")
def test_alone_and_not_together_with_land_forces() -> None:
    field, own, foe = river("g")
    land = field.soviet("RS", "a")
    assert field.why(f"attack {foe} by {own} {land}") == ["sfs 5.5.2.A"]
    pair = field.soviet("EAST", "a", "b")
    assert field.why(f"attack {foe} by {pair}") == ["sfs 4.10.1.A"]


@pytest.mark.rule("sfs 5.13.B")
@pytest.mark.parametrize(("die", "left"), [(1, ["a"]), (4, ["a"]), (5, ["g"]), (6, ["g"])])
def test_the_fire_costs_a_step_on_one_to_four(die: int, left: list[str]) -> None:
    field, own, foe = river("g")
    field.pos.ap = [9, 0]  # stops the sequence at the artillery
    cross(field, own, die)
    events = field.do(f"attack {foe} by {own}")
    assert of_kind(events, "fire")[0].die == die
    assert field.counters(own) == left


@pytest.mark.rule("sfs 5.13.B")
def test_who_falls_on_the_water_does_not_attack() -> None:
    field, own, foe = river("b")
    cross(field, own, 1)
    events = field.do(f"attack {foe} by {own}")
    assert not field.alive(own)
    assert not of_kind(events, "d-crt")
    assert field.pos.fight is None
    assert field.alive(foe)


@pytest.mark.rule("sfs 5.13.A", "sfs 5.13.E", "sfs 5.2.6.2.A")
def test_an_emptied_landing_is_taken_and_no_more() -> None:
    field, own, foe = river("g")
    cross(field, own, 6, d_crt=6, terrain=(1, 1, 1), a_crt=1)
    field.do(f"attack {foe} by {own}")
    assert not field.alive(foe)
    assert field.pos.fight is None  # nothing more is asked
    force = field.force(own)
    assert (field.area(own), force.slot) == ("RS", field.world.board.strongpoint("RS-landing"))


@pytest.mark.rule("sfs 5.13.D")
def test_who_cannot_land_is_eliminated() -> None:
    field, own, foe = river("g")
    field.pos.ap = [9, 0]
    cross(field, own, 6, d_crt=1, a_crt=1)
    events = field.do(f"attack {foe} by {own}", "commit 9")
    assert field.alive(foe)
    assert not field.alive(own)
    assert "sfs 5.13.D" in [event.rule for event in of_kind(events, "eliminated")]


@pytest.mark.rule("sfs 5.13.C")
def test_it_is_fought_as_any_attack_on_a_landing() -> None:
    """+2 for the landing (sfs 5.5.1), Guards shift (sfs 8.6.A), A-CRT of rough terrain (sfs 5.5.A)."""
    field, own, foe = river("g")
    field.pos.ap = [1, 0]
    cross(field, own, 6)
    events = field.do(f"attack {foe} by {own}", "commit 0")
    (odds,) = of_kind(events, "odds")
    assert odds.result == "7:3"
    assert of_kind(events, "d-crt")[0].column == "3:1"
    assert not of_kind(events, "cut-off")  # nobody is there to surround it
    assert foe


@pytest.mark.rule("sfs 8.1.2.A", "sfs 5.13.D")
def test_support_that_is_left_alone_in_the_landing_does_not_stop_the_assault() -> None:
    """The area is empty but for the assault guns; they hinder nobody and are lost when the Guards are ashore."""
    field = Field("Soviet Attack")
    foe, own = field.german("TR", "94-inf/1", "stg-1", slot="TR-landing"), field.soviet("EAST", "g")
    dice = {"terrain": 1, "d-crt": 6, "a-crt": 1}
    field.load_keys([("ferry", "su-1", 0, 6), *((what, "94-inf<su-1#0", 0, die) for what, die in dice.items())])
    field.do(f"attack {foe} by {own}")
    while (choice := engine.pending(field.pos)) is not None:
        offered = field.offered()
        field.do("loss 94-inf" if "loss 94-inf" in offered else str(choice.default))
    assert field.counters(own) == ["g"]
    assert field.force(own).slot == field.world.board.strongpoint("TR-landing")
    assert not field.alive(foe)
