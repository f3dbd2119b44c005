"""Retreat and advance after combat (sfs 5.10, sfs 5.2.5.3, sfs 5.2.6.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gpwlab.sfs import engine, retreat
from gpwlab.sfs.position import SOVIET
from tests.sfs.field import Field, given, of_kind


def why_not(field: Field, force: str) -> list[str]:
    return [reason.rule for reason in retreat.bound(field.pos, field.force(force))]


def refuges(field: Field, force: str) -> list[str]:
    return [field.world.board.code(area) for area in retreat.refuges(field.pos, field.force(force))]


# ---- who


@pytest.mark.rule("sfs 5.10.A", "sfs 4.2.C", "sfs 5.10.D")
@pytest.mark.parametrize(
    ("counters", "rules"),
    [
        (("b",), []),
        (("b", "tank-2", "tank-1"), []),  # support makes no stack
        (("b", "chuikov"), []),
        (("b", "c"), ["sfs 5.10.A"]),
        (("a", "b", "c"), ["sfs 5.10.A"]),
    ],
)
def test_only_unstacked_units_retreat(counters: tuple[str, ...], rules: list[str]) -> None:
    field = Field()
    assert why_not(field, field.soviet("CC", *counters)) == rules


Change = Callable[[Field, str], None]


def _ringed(field: Field, force: str) -> None:
    field.ring(force, field.german("CC", "94-inf"))


def _around(field: Field, force: str) -> None:
    field.ring(field.german("CC", "94-inf"), force)


def _disrupted(field: Field, force: str) -> None:
    field.pos.disrupted[field.force(force).units[0]] = 1


def _retreated(field: Field, force: str) -> None:
    field.pos.retreated.add(field.force(force).units[0])


@pytest.mark.rule("sfs 5.10.D", "sfs 5.10.E", "sfs 5.12.5.1.A")
@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (_ringed, "sfs 5.10.D"),
        (_around, "sfs 5.10.D"),
        (_disrupted, "sfs 5.12.5.1.A"),
        (_retreated, "sfs 5.10.E"),
    ],
)
def test_who_is_bound_does_not_retreat(change: Change, rule: str) -> None:
    field = Field()
    force = field.soviet("CC", "b")
    assert why_not(field, force) == []
    change(field, force)
    assert why_not(field, force) == [rule]


@pytest.mark.rule("sfs 4.5.2.D", "sfs 5.10.D")
def test_who_is_in_a_strongpoint_does_not_retreat() -> None:
    field = Field()
    assert why_not(field, field.soviet("CC", "b", slot="CC-station")) == ["sfs 4.5.2.D"]


# ---- where


@pytest.mark.rule("sfs 5.10.A", "sfs 5.2.5.3.A")
def test_refuges_are_adjacent_areas_that_are_friendly_or_dominated() -> None:
    field = Field()
    force = field.soviet("CC", "b")  # next to S1, S2 (German), MK, RS, SC
    assert set(refuges(field, force)) == {"MK", "RS", "SC"}
    field.german("MK", "94-inf")
    assert set(refuges(field, force)) == {"RS", "SC"}
    field.soviet("RS", "b")
    field.german("RS", "71-inf")
    assert set(refuges(field, force)) == {"SC"}
    field.pos.dominator[field.world.board.area("SC")] = 0
    assert refuges(field, force) == []


@pytest.mark.rule("sfs 2.1.2.3")
def test_nobody_retreats_into_the_rear() -> None:
    field = Field("Soviet Attack")
    assert set(refuges(field, field.german("S1", "94-inf"))) == {"S2"}


@pytest.mark.rule("sfs 9.2")
@pytest.mark.parametrize(("turn", "open_"), [(1, False), (2, False), (3, True)])
def test_no_soviet_retreats_into_a_steppe_in_the_first_two_turns(turn: int, open_: bool) -> None:
    field = Field(turn=turn)
    field.soviet("S1", "a")
    assert ("S1" in refuges(field, field.soviet("CC", "b"))) == open_


def test_the_ice_is_a_way_back_in_the_freeze() -> None:
    for turn, frozen in ((3, False), (16, False), (19, True)):
        field = Field(turn=turn)
        assert ("EAST" in refuges(field, field.soviet("RS", "b"))) == frozen


# ---- what it brings


def beaten(result: int, *counters: str, **dice: int) -> tuple[Field, str, str]:
    """14 Pz at 11 beats a Soviet force in the open; the Soviet player is asked what to do."""
    field = Field()
    own, foe = field.german("S1", "14-pz"), field.soviet("S1", *counters)
    strength = sum(field.pos.strength(unit) for unit in field.force(foe).units)
    odds = (2 * 11 + strength) // (2 * strength)
    field.load(given(d_crt=field.d_die(odds, result), **dice), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    return field, own, foe


@pytest.mark.rule("sfs 5.10.C", "sfs 5.2.5.3.A", "sfs 5.10.B")
def test_a_retreat_counts_for_one_loss() -> None:
    field, _own, foe = beaten(1, "a", a_crt=1)
    assert field.asked() == ("Soviet", "retreat")
    assert field.offered() == ["stand", "retreat CC", "retreat SC", "retreat YE"]
    field.do("retreat SC")
    assert field.counters(foe) == ["a"]
    assert field.area(foe) == "SC"
    assert field.force(foe).slot == -1


@pytest.mark.rule("sfs 5.10.B")
def test_a_retreating_force_does_not_join_another() -> None:
    field = Field()
    own, foe, friend = field.german("S1", "14-pz"), field.soviet("S1", "a"), field.soviet("SC", "b")
    field.load(given(d_crt=field.d_die(2, 1)), foe, own)
    field.do(f"attack {foe} by {own}", "proceed", "retreat SC")
    assert field.counters(foe) == ["a"]
    assert field.counters(friend) == ["b"]
    assert field.force(foe).id != field.force(friend).id


@pytest.mark.rule("sfs 5.2.5.3.B")
def test_who_stands_takes_every_loss() -> None:
    field, _own, foe = beaten(1, "a")
    field.do("stand")
    assert field.counters(foe) in (["b"], ["c"])


@pytest.mark.rule("sfs 5.2.5.3.A", "sfs 5.2.5.3.B")
def test_the_losses_beyond_one_are_taken_on_the_way() -> None:
    field, _own, foe = beaten(2, "a")
    field.do("retreat SC")
    assert field.area(foe) == "SC"
    assert field.counters(foe) in (["b"], ["c"])


def test_a_retreat_is_offered_only_if_somebody_is_left_to_make_it() -> None:
    field, _own, foe = beaten(2, "b", "tank-1")
    assert field.asked()[1] == "retreat"
    field, _own, foe = beaten(2, "b")
    assert not field.alive(foe)


@pytest.mark.rule("sfs 5.2.5.3.A")
def test_no_retreat_without_a_loss() -> None:
    field = Field()
    own, foe = field.german("YE", "14-pz"), field.soviet("YE", "a")
    field.load(given(d_crt=field.d_die(2, 1), terrain=6), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert engine.pending(field.pos) is None
    assert field.area(foe) == "YE"


@pytest.mark.rule("sfs 5.10.E")
def test_a_unit_retreats_once_a_phase() -> None:
    field = Field()
    own, foe = field.german("S1", "14-pz"), field.soviet("S1", "g")
    chaser = field.german("SC", "29-mot")
    field.load(given(d_crt=field.d_die(2, 1)), foe, own)
    field.do(f"attack {foe} by {own}", "proceed", "retreat CC", "advance none")
    assert set(refuges(field, foe)) == {"MK", "RS"}
    hunter = field.german("CC", "94-inf")
    field.load(given(d_crt=field.d_die(1, 1), cut_off=6, terrain=1, a_crt=1), foe, hunter)  # 9 to 7
    field.do(f"attack {foe} by {hunter}", "proceed")
    assert field.area(foe) == "CC"
    assert field.counters(foe) == ["a"]  # it had to stand
    assert field.alive(chaser)


# ---- advance


@pytest.mark.rule("sfs 5.10.F", "sfs 5.2.6.2.B")
def test_all_some_or_none_of_the_attackers_follow() -> None:
    field = Field()
    own, foe = field.german("S1", "14-pz", "29-mot", "stg-1"), field.soviet("S1", "g")  # 25 to 7 is 4:1
    field.load(given(d_crt=field.d_die(4, 1), a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed", "retreat SC")
    assert field.asked() == ("German", "advance")
    assert field.offered() == ["advance none", "advance 14-pz", "advance 29-mot"]  # support follows a combat unit
    field.do("advance 29-mot")
    assert field.offered() == ["advance none", "advance 14-pz", "advance stg-1"]
    field.do("advance stg-1", "advance none")
    ahead = field.pos.where(field.unit("29-mot"))
    assert ahead is not None
    assert (field.counters(ahead.name), field.area(ahead.name)) == (["29-mot/4", "stg-1/2"], "SC")
    assert not field.pos.entering(ahead)
    assert field.area(own) == "S1"


@pytest.mark.rule("sfs 5.10.F")
def test_nobody_has_to_follow() -> None:
    field, own, _foe = beaten(1, "a", a_crt=1)
    field.do("retreat SC", "advance none")
    assert field.area(own) == "S1"
    assert field.pos.fight is None


@pytest.mark.rule("sfs 8.1.1.A")
def test_nobody_is_left_with_too_much_support() -> None:
    field = Field()
    own, foe = field.german("S1", "14-pz", "stg-1", "stg-2"), field.soviet("S1", "g")  # 19 to 7 is 3:1
    field.load(given(d_crt=field.d_die(3, 1), a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed", "retreat SC", "advance 14-pz")
    assert field.offered() == ["advance stg-1", "advance stg-2"]
    field.do("advance stg-1")
    assert field.pos.fight is None  # the last one went because it could not stay alone
    assert len({field.pos.force_of[field.unit(name)] for name in ("14-pz", "stg-1", "stg-2")}) == 1


@pytest.mark.rule("sfs 9.2")
def test_soviets_may_follow_into_a_steppe_at_once() -> None:
    field = Field("Soviet Attack", turn=1)
    own, foe = field.soviet("CC", "13-guards", "10-nkvd"), field.german("CC", "94-inf/2")
    field.load(given(d_crt=field.d_die(4, 1), cut_off=6, terrain=1, a_crt=1), foe, own)  # 3:1 and Guards
    field.do(f"attack {foe} by {own}", "retreat S1")
    assert field.asked() == ("Soviet", "advance")
    field.do(f"advance {field.units(own)[0]}")
    assert field.world.board.code(field.pos.area_of(field.force(own).units[0])) == "CC"


def test_no_german_follows_over_the_ice() -> None:
    field = Field(turn=19)
    own, foe = field.german("RS", "14-pz"), field.soviet("RS", "a")
    field.load(given(d_crt=field.d_die(2, 1), cut_off=6, terrain=1, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed", "retreat EAST")
    assert field.pos.fight is None
    assert field.area(own) == "RS"


@pytest.mark.rule("sfs 5.2.6.2.A", "sfs 5.5.B")
def test_one_unit_with_its_support_advances_into_an_emptied_strongpoint() -> None:
    field = Field()
    own = field.german("FA", "14-pz", "29-mot", "stg-1")
    foe = field.soviet("FA", "c", slot="FA-october")
    field.load(given(d_crt=6, cut_off=1, terrain=(1, 1, 1, 1, 1), a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert not field.alive(foe)
    field.do("advance 14-pz")
    assert field.offered() == ["advance none", "advance stg-1"]
    field.do("advance stg-1")
    inside = field.pos.force_at(field.world.board.strongpoint("FA-october"))
    assert inside is not None
    assert field.counters(inside.name) == ["14-pz/4", "stg-1/2"]
    assert field.pos.holder[inside.slot] != SOVIET


@pytest.mark.rule("sfs 5.2.6.2.A")
def test_a_strongpoint_with_defenders_left_is_not_entered() -> None:
    field = Field()
    own, foe = field.german("FA", "14-pz", "29-mot"), field.soviet("FA", "a", slot="FA-october")
    field.load(given(d_crt=3, cut_off=6, terrain=(1, 4, 4, 4, 4), a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert field.alive(foe)
    assert field.pos.fight is None


@pytest.mark.rule("sfs 5.5.2.C")
def test_who_attacks_out_of_a_strongpoint_leaves_it_only_after_a_retreat() -> None:
    field = Field()
    own, foe = field.german("SP", "14-pz", slot="SP-rynok"), field.soviet("SP", "c")
    field.no_way_back()
    field.load(given(d_crt=6, terrain=(1, 1, 1, 1, 1), a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert not field.alive(foe)
    assert field.pos.fight is None
    field = Field()
    own, foe = field.german("SP", "14-pz", slot="SP-rynok"), field.soviet("SP", "a")
    field.load(given(d_crt=field.d_die(2, 1), terrain=1, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed", "retreat TW", "advance 14-pz")
    assert field.area(own) == "TW"


def test_a_force_whose_combat_units_are_lost_sends_nobody() -> None:
    field = Field()
    own, foe = field.german("S1", "kg-stahel/1", "stg-1"), field.soviet("S1", "b")  # 5 to 3 is 2:1
    other = field.german("S1", "14-pz")
    crt = field.world.charts.attacker("open")
    assert crt.result(crt.column(16 // 3), 6) == 1
    field.load(given(d_crt=field.d_die(5, 1), a_crt=6), foe, own, other)
    events = field.do(f"attack {foe} by {own} {other}", "proceed", "retreat SC", "loss kg-stahel")
    assert field.offered() == ["advance none", "advance 14-pz"]
    assert not of_kind(events, "advance")


@pytest.mark.rule("sfs 5.2.6.2.A", "sfs 8.1.2.B")
def test_support_left_alone_in_a_strongpoint_keeps_nobody_out() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "b", "tank-2", slot="CC-station")
    field.load(given(d_crt=field.d_die(2, 1), cut_off=6, terrain=1, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed", "loss su-1")
    assert not field.alive(foe)
    assert field.offered() == ["advance none", "advance 14-pz"]


@pytest.mark.rule("sfs 5.2.6.2.A", "sfs 8.5.E")
def test_chuikov_left_alone_in_a_strongpoint_is_gone_before_the_attackers_advance() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "b", "chuikov", slot="CC-station")
    refuge = field.soviet("RS", "c")
    field.load(given(d_crt=field.d_die(2, 1), cut_off=6, terrain=1, a_crt=1, general=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert field.counters(refuge) == ["c", "chuikov"]
    assert field.offered() == ["advance none", "advance 14-pz"]
