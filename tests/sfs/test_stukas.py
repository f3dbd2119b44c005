"""Stuka attacks (sfs 5.4.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab.sfs import stukas
from gpwlab.sfs.actions import Attack, Stuka
from tests.sfs.field import Field, kinds


def sky(*counters: str, phase: str = "German Attack", area: str = "CC", slot: str = "") -> tuple[Field, str]:
    field = Field(phase)
    field.pos.air = 4
    return field, field.soviet(area, *counters, slot=slot)


def bomb(field: Field, foe: str, hit: int, terrain: int = 1, number: int = 0) -> list[str]:
    name = field.world.units[min(field.force(foe).units)].id
    field.load_keys([("stuka", name, number, hit), ("stuka terrain", name, number, terrain)])
    return kinds(field.do(f"stuka {foe}"))


@pytest.mark.rule("sfs 5.4.4.B")
@pytest.mark.parametrize(
    ("phase", "allowed"),
    [
        ("German Attack", True), ("German Movement", True), ("German Reserve", True),
        ("German Counterattack", False), ("German Command", False),
        ("Soviet Attack", False), ("Soviet Movement", False),
    ],
)  # fmt: skip
def test_phases_in_which_stukas_fly(phase: str, allowed: bool) -> None:
    field, foe = sky("a", phase=phase)
    assert (field.why(f"stuka {foe}") == []) == allowed
    assert (f"stuka {foe}" in field.legal("stuka")) == allowed


@pytest.mark.rule("sfs 5.4.4.A", "sfs 7.5.C")
def test_an_attack_costs_two_air_points() -> None:
    field, foe = sky("a")
    bomb(field, foe, 5)
    assert field.pos.air == 2
    field.pos.air = 1
    assert field.why(f"stuka {foe}") == ["sfs 5.4.4.A"]


@pytest.mark.rule("sfs 5.4.4.1.A")
@pytest.mark.parametrize(("die", "asked"), [(1, True), (4, True), (5, False), (6, False)])
def test_one_to_four_is_a_hit(die: int, asked: bool) -> None:
    field, foe = sky("a")
    bomb(field, foe, die)
    assert bool(field.offered()) == asked


@pytest.mark.rule("sfs 5.4.4.1.A")
def test_terrain_may_annul_the_loss() -> None:
    field, foe = sky("a")
    bomb(field, foe, 1, terrain=4)
    assert field.offered() == []
    field, foe = sky("a", area="YE")
    bomb(field, foe, 1, terrain=4)
    assert field.offered()
    field, foe = sky("a", area="S1")
    assert "terrain" not in bomb(field, foe, 1, terrain=6)


@pytest.mark.rule("sfs 5.4.4.1.B")
def test_the_defender_chooses_a_step_or_disruption() -> None:
    field, foe = sky("a", "tank-1")
    division, tank = field.units(foe)
    bomb(field, foe, 1)
    assert field.asked() == ("Soviet", "stuka")
    assert field.offered() == ["disrupt", f"loss {division}", f"loss {tank}"]
    field.do("disrupt")
    assert set(field.pos.disrupted) == set(field.force(foe).units)
    bomb(field, foe, 1, number=1)
    assert field.offered() == [f"loss {division}", f"loss {tank}"]
    field.do(f"loss {tank}")
    assert field.counters(foe) == ["a"]


@pytest.mark.rule("sfs 5.4.4.1.B")
def test_militia_of_a_disrupted_force_pays_with_itself() -> None:
    field, foe = sky("m")
    bomb(field, foe, 1)
    assert field.offered() == ["disrupt", f"loss {field.units(foe)[0]}"]
    field.do("disrupt")
    bomb(field, foe, 1, number=1)
    assert not field.alive(foe)


@pytest.mark.rule("sfs 5.4.4.2.A")
def test_any_number_of_attacks_each_with_its_own_dice() -> None:
    field, foe = sky("g")
    field.pos.air = 8
    (name,) = field.units(foe)
    field.load_keys([("stuka", name, number, die) for number, die in enumerate((6, 5, 2, 6))])
    dice = []
    for _ in range(4):
        dice += [event.die for event in field.do(f"stuka {foe}") if event.kind == "stuka"]
        field.default()
    assert dice == [6, 5, 2, 6]
    assert field.pos.air == 0


@pytest.mark.rule("sfs 5.4.4.2.B")
def test_no_supply_no_retreat_and_nothing_revealed() -> None:
    field, foe = sky("a")
    field.pos.dominator = [0] * len(field.pos.dominator)  # no supply line
    bomb(field, foe, 1)
    assert not any(option.startswith("retreat") for option in field.offered())
    field.do("disrupt")
    assert not field.pos.oos
    assert not field.pos.revealed


@pytest.mark.rule("sfs 5.4.4.B", "sfs 7.6.D")
def test_stukas_do_not_count_at_the_tractor_works() -> None:
    field, foe = sky("a", area="TW", slot="TW-dzerzhinsky")
    bomb(field, foe, 1)
    field.default()
    assert field.pos.tractor_attacks == 0


@pytest.mark.rule("sfs 5.4.4.B")
def test_stukas_do_not_interrupt_a_combat() -> None:
    field, foe = sky("a")
    own = field.german("CC", "14-pz")
    field.do(f"attack {foe} by {own}")
    assert field.why(f"stuka {foe}")
    assert Stuka(foe) not in [Attack(foe, (own,))]


@pytest.mark.rule("sfs 5.4.4.B")
def test_stukas_may_come_between_two_overruns() -> None:
    field, foe = sky("13-guards", phase="German Movement")
    own = field.german("CC", "14-pz")
    field.pos.days[field.unit("14-pz")] = 5
    keys = [("d-crt", 1), ("a-crt", 1), ("days", 2)]
    subject = f"{field.units(foe)[0]}<14-pz#0"
    field.load_keys([(purpose, subject, 0, die) for purpose, die in keys])
    field.do(f"overrun {foe} by {own}", "proceed", "commit 0")
    assert field.offered() == ["halt", "again", f"stuka {foe}"]
    name = field.units(foe)[0]
    field.load_keys([("stuka", name, 0, 1), ("stuka terrain", name, 0, 1)])
    field.do(f"stuka {foe}")
    field.do("disrupt")
    assert field.asked() == ("German", "overrun")
    assert field.pos.air == 2


def test_only_soviet_forces_on_the_west_bank_are_bombed() -> None:
    field, _foe = sky("a")
    own = field.german("CC", "14-pz")
    east = field.soviet("EAST", "a")
    tank = field.soviet("CC", "tank-1")
    assert field.why(f"stuka {own}") == ["sfs 5.4.4.2.A"]
    assert field.why(f"stuka {east}") == ["sfs 2.1.2.2"]
    assert field.why(f"stuka {tank}") == ["sfs 5.4.4.2.A"]


@pytest.mark.rule("sfs 5.4.4.1.A")
@pytest.mark.parametrize(("area", "chance"), [("CC", Fraction(1, 3)), ("YE", Fraction(4, 9)), ("S1", Fraction(2, 3))])
def test_the_chance_of_a_hit_is_exact(area: str, chance: Fraction) -> None:
    field, foe = sky("a", area=area)
    assert stukas.chance(field.pos, field.force(foe)) == chance


def test_lost_units_may_settle_an_entry() -> None:
    """The last free defender falls to Stukas: who waited for an entering attack is in (sfs 5.11.1.C)."""
    field, foe = sky("b")
    own = field.german("CC", "14-pz")
    field.entering(own, "S1")
    field.pos.disrupted[field.force(foe).units[0]] = 1
    events = [kind for kind in bomb(field, foe, 1) if kind in ("foothold", "eliminated")]
    assert events == ["eliminated", "foothold"]
    assert not field.pos.origin
    assert field.area(own) == "CC"
