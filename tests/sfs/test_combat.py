"""The combat sequence: the second worked example, revealing, calling off, losses and who must take them."""

from __future__ import annotations

import pytest

from gpwlab.sfs import engine, supply
from tests.sfs.field import Field, given, kinds, of_kind


def stand(*counters: str, area: str = "CC", phase: str = "German Attack") -> tuple[Field, str, str]:
    """One German panzer division against one Soviet force."""
    field = Field(phase)
    return field, field.german(area, "14-pz"), field.soviet(area, *counters)


# ---- example 13.2


def example() -> tuple[Field, str, str, str]:
    field = Field()
    first, second = field.german("CC", "14-pz", "stg-1"), field.german("CC", "389-inf/2", "pioneer-1")
    foe = field.soviet("CC", "a", "tank-2")
    field.pos.ap = [5, 3]
    field.load(given(d_crt=5, cut_off=2, terrain=(1, 4, 5), a_crt=4), foe, first, second)
    return field, first, second, foe


@pytest.mark.rule("sfs 13.2.A", "sfs 13.2.B", "sfs 13.2.C")
def test_example_two_up_to_the_odds() -> None:
    field, first, second, foe = example()
    events = field.do(f"attack {foe} by {first} {second}")
    assert [event.result for event in of_kind(events, "reveal")] == ["A", "T"]
    assert field.asked() == ("German", "abort")
    field.do("proceed")
    assert field.asked() == ("German", "artillery")
    field.do("commit 5")
    assert field.asked() == ("Soviet", "artillery")
    assert of_kind(field.do("commit 3"), "guns")[0].result == "5:3"
    assert field.pos.ap == [0, 0]


@pytest.mark.rule("sfs 13.2.D", "sfs 13.2.E", "sfs 13.2.F")
def test_example_two_defender() -> None:
    field, first, second, foe = example()
    events = field.do(f"attack {foe} by {first} {second}", "proceed", "commit 5", "commit 3")
    (odds,) = of_kind(events, "odds")
    assert (odds.result, odds.column) == ("22:7", "3:1")
    (roll,) = of_kind(events, "d-crt")
    assert (roll.die, roll.column, roll.result) == (5, "4:1", "3")
    (cut,) = of_kind(events, "cut-off")
    assert (cut.die, cut.result) == (2, "yes")
    assert field.asked() == ("German", "surround")
    assert field.offered() == [f"surround {first}", f"surround {second}"]
    field.do(f"surround {second}")
    assert field.pos.held == {field.force(foe).id: field.force(second).id}


@pytest.mark.rule("sfs 13.2.G", "sfs 13.2.H")
def test_example_two_losses() -> None:
    field, first, second, foe = example()
    field.do(f"attack {foe} by {first} {second}", "proceed", "commit 5", "commit 3")
    events = field.do(f"surround {second}")
    assert [(e.die, e.result) for e in of_kind(events, "terrain")] == [
        (1, "stands"),
        (4, "cancelled"),
        (5, "cancelled"),
    ]
    assert field.asked() == ("Soviet", "loss")  # cut off: no retreat is offered
    division, tank = field.units(foe)
    assert field.offered() == [f"loss {division}", f"loss {tank}"]
    events = field.do(f"loss {tank}")
    assert field.counters(foe) == ["a"]
    (roll,) = of_kind(events, "a-crt")
    assert (roll.die, roll.column, roll.result) == (4, "3:1", "1")
    assert field.counters(second) == ["389-inf/2", "pioneer-1/1"]  # the loss comes from the Pioneers
    assert field.counters(first) == ["14-pz/4", "stg-1/2"]
    assert engine.pending(field.pos) is None
    assert field.pos.fight is None


@pytest.mark.rule("sfs 5.2.A")
def test_the_sequence_is_followed_in_order() -> None:
    field, first, second, foe = example()
    events = field.do(f"attack {foe} by {first} {second}", "proceed", "commit 5", "commit 3", f"surround {second}")
    events += field.do(f"loss {field.units(foe)[1]}")
    order = [kind for kind in dict.fromkeys(kinds(events)) if kind != "choice"]
    assert order == [
        *("attack", "reveal", "noted", "odds", "guns", "d-crt", "cut-off"),
        *("surround", "terrain", "eliminated", "a-crt", "loss"),
    ]


# ---- revealing


@pytest.mark.rule("sfs 5.2.2")
def test_a_defender_is_shown_before_anything_is_decided() -> None:
    field, own, foe = stand("b", "tank-1")
    assert not field.pos.revealed
    field.do(f"attack {foe} by {own}")
    assert field.pos.revealed == set(field.force(foe).units)


@pytest.mark.rule("sfs 5.2.2")
def test_an_attacker_is_shown_and_nobody_else() -> None:
    field = Field("Soviet Attack")
    foe, own, other = field.german("CC", "14-pz"), field.soviet("CC", "10-nkvd"), field.soviet("CC", "c")
    field.pos.ap = [1, 0]  # the Germans are asked for artillery
    field.do(f"attack {foe} by {own}")
    assert field.pos.revealed == set(field.force(own).units)
    assert field.force(other).units


# ---- calling off


@pytest.mark.rule("sfs 5.9")
def test_the_germans_may_call_an_attack_off_for_a_step() -> None:
    field, own, foe = stand("13-guards")
    field.pos.ap = [4, 2]
    events = field.do(f"attack {foe} by {own}", "abort")
    assert field.counters(own) == ["14-pz/3"]
    assert field.counters(foe) == ["13-guards"]
    assert field.pos.ap == [4, 2]
    assert not {"d-crt", "a-crt", "cut-off", "terrain"} & set(kinds(events))
    assert field.pos.fight is None


@pytest.mark.rule("sfs 5.9")
def test_calling_off_uses_german_supply_only() -> None:
    field = Field()
    own, foe = field.german("TR", "14-pz"), field.soviet("TR", "b")
    field.german("TR", "94-inf", slot="TR-landing")
    for area, unit in (("FA", "regiment-1"), ("WS", "regiment-2"), ("MK", "regiment-3")):  # no supply line for either
        field.german(area, unit)
        field.soviet(area, "c")
    assert {supply.state(field.pos, u) for name in (own, foe) for u in field.force(name).units} == {"unsupplied"}
    field.do(f"attack {foe} by {own}", "abort")
    assert field.pos.oos == {field.unit("14-pz")}


@pytest.mark.rule("sfs 5.9")
def test_the_step_of_an_attack_called_off_is_the_germans_choice_and_the_pioneers_first() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz", "stg-1"), field.soviet("CC", "b")
    field.do(f"attack {foe} by {own}", "abort")
    assert field.asked() == ("German", "loss")
    assert field.offered() == ["loss 14-pz", "loss stg-1"]
    field.do("loss stg-1")
    assert field.counters(own) == ["14-pz/4", "stg-1/1"]


@pytest.mark.rule("sfs 5.9")
def test_the_soviets_cannot_call_off() -> None:
    field, foe, own = stand("10-nkvd", phase="Soviet Attack")
    field.do(f"attack {foe} by {own}")
    assert field.pos.fight is None or field.asked()[1] != "abort"


# ---- losses


@pytest.mark.rule("sfs 5.3.1.A", "sfs 5.3.1.B", "sfs 5.2.6.1")
def test_each_side_loses_what_its_table_gives() -> None:
    """11 to 5 is 2:1 in the open: D-CRT 3 and A-CRT 5 of the shipped tables, read here from them."""
    field = Field()
    own, foe = field.german("S1", "14-pz"), field.soviet("S1", "a")
    charts = field.world.charts
    d_crt, a_crt = charts.defender, charts.attacker("open")
    lost, cost = d_crt.result(d_crt.odds.index(2), 4), a_crt.result(a_crt.odds.index(2), 6)
    assert (lost, cost) == (1, 1)
    field.load(given(d_crt=4, a_crt=6), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    field.default()
    assert field.counters(own) == ["14-pz/3"]
    assert field.counters(foe) in (["b"], ["c"])


@pytest.mark.rule("sfs 5.3.1.B", "sfs 5.3.1.C")
def test_a_blank_costs_nothing() -> None:
    field, own, foe = stand("13-guards", area="YE")  # 11 to 9 is 1:1
    field.load(given(d_crt=1, a_crt=1), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert [e.result for e in events if e.kind in ("d-crt", "a-crt")] == ["0", "0"]
    assert field.counters(own) == ["14-pz/4"]
    assert field.counters(foe) == ["13-guards"]
    assert not of_kind(events, "terrain")
    assert not of_kind(events, "cut-off")


@pytest.mark.rule("sfs 5.2.5", "sfs 5.2.6", "sfs 5.8.B")
def test_a_big_battle_rolls_both_tables_again_for_every_ten_points() -> None:
    field = Field()
    own = [field.german("CC", "das-reich", "6-pz"), field.german("CC", "14-pz")]  # 18 + 14 + 11
    foe = field.soviet("CC", "g", "g", "g")  # 21
    events = field.do(f"attack {foe} by {own[0]} {own[1]}", "proceed")
    events += field.default()
    assert of_kind(events, "odds")[0].result == "43:21"
    assert len(of_kind(events, "d-crt")) == len(of_kind(events, "a-crt")) == 3
    result = sum(int(event.result) for event in of_kind(events, "d-crt"))
    assert len(of_kind(events, "terrain")) == result


@pytest.mark.rule("sfs 5.7.A", "sfs 5.7.B")
def test_all_losses_may_be_cancelled() -> None:
    field, own, foe = stand("c")
    field.pos.ap = [4, 0]
    field.load(given(d_crt=6, cut_off=6, terrain=(4, 5, 6, 4, 5)), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed", "commit 4")
    losses = int(of_kind(events, "d-crt")[0].result)
    assert losses > 1
    assert [event.result for event in of_kind(events, "terrain")] == ["cancelled"] * losses
    assert field.counters(foe) == ["c"]


@pytest.mark.rule("sfs 5.7.A")
def test_the_printed_case_of_rough_terrain() -> None:
    """A result of 2, dice 5 and 4: one loss is left."""
    field, own, foe = stand("a", area="YE")  # 11 to 5 is 2:1
    crt = field.world.charts.defender
    die = next(die for die in range(1, 7) if crt.result(crt.odds.index(2), die) == 2)
    field.load(given(d_crt=die, terrain=(5, 4)), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert [event.result for event in of_kind(events, "terrain")] == ["cancelled", "stands"]
    events += field.default()
    assert field.counters(foe) in (["b"], ["c"])


@pytest.mark.rule("sfs 5.2.5.2")
def test_open_terrain_cancels_nothing() -> None:
    field, own, foe = stand("a", area="S1")
    field.load(given(d_crt=6), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert int(of_kind(events, "d-crt")[0].result) > 0
    assert not of_kind(events, "terrain")


@pytest.mark.rule("sfs 5.2.5.3.B")
def test_the_defender_chooses_step_by_step() -> None:
    field = Field()
    own, foe = field.german("S1", "14-pz", "29-mot"), field.soviet("S1", "a", "b", "tank-1")
    field.load(given(d_crt=6), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    a, b, tank = field.units(foe)
    assert field.asked() == ("Soviet", "loss")
    assert field.offered() == [f"loss {a}", f"loss {b}", f"loss {tank}"]
    field.do(f"loss {b}")
    assert field.offered() == [f"loss {a}", f"loss {tank}"]


@pytest.mark.rule("sfs 5.3.1.A")
def test_losses_beyond_the_last_step_are_forgotten() -> None:
    field, own, foe = stand("c", area="S1")
    field.load(given(d_crt=6), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert int(of_kind(events, "d-crt")[0].result) > 1
    assert not field.alive(foe)
    assert field.pos.fight is None


# ---- who must be among the lost


@pytest.mark.rule("sfs 8.3", "sfs 13.3.F")
def test_any_result_ends_defending_militia_and_counts_no_step() -> None:
    field = Field()
    own, foe = field.german("S1", "14-pz"), field.soviet("S1", "m", "b")
    field.no_way_back()
    militia, division = field.units(foe)
    field.load(given(d_crt=field.d_die(3, 1)), foe, own)  # 11 to 4 is 3:1
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert of_kind(events, "d-crt")[0].result == "1"
    assert [(e.unit, e.rule) for e in of_kind(events, "eliminated")] == [
        (militia, "sfs 8.3"),
        (division, "sfs 5.2.5.3.B"),
    ]


@pytest.mark.rule("sfs 8.3")
def test_terrain_does_not_save_militia_but_a_blank_does() -> None:
    field, own, foe = stand("m")
    field.load(given(d_crt=1, a_crt=1), foe, own)
    crt = field.world.charts.defender
    top = len(crt.odds) - 1
    assert crt.result(top, 1) > 0  # 11 to 1: even a 1 is a result
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert not field.alive(foe)
    assert not of_kind(events, "terrain")
    assert not of_kind(events, "cut-off")
    other, mine = field.soviet("SC", "m", slot="SC-elevator"), field.german("SC", "kg-stahel/1")
    field.pos.ap = [0, 9]
    field.load(given(d_crt=1), other, mine)  # 1 to 2
    field.do(f"attack {other} by {mine}", "proceed", "commit 5")
    assert field.alive(other)


@pytest.mark.rule("sfs 8.3")
def test_a_result_on_the_attackers_table_ends_attacking_militia() -> None:
    field = Field("Soviet Attack")
    own, foe = field.soviet("CC", "m", "b"), field.german("CC", "94-inf")  # 4 to 9 is 1:2
    militia = field.units(own)[0]
    field.load(given(d_crt=1, a_crt=6), foe, own)
    events = field.do(f"attack {foe} by {own}")
    assert int(of_kind(events, "a-crt")[0].result) > 0
    assert (militia, "sfs 8.3") in [(e.unit, e.rule) for e in of_kind(events, "eliminated")]


@pytest.mark.rule("sfs 8.6.B")
def test_attacking_guards_pay_first() -> None:
    field = Field("Soviet Attack")
    own, foe = field.soviet("S1", "b", "g", "tank-1"), field.german("S1", "71-inf/3")  # 11 to 8 is 1:1
    field.load(given(d_crt=field.d_die(2, 0), a_crt=field.a_die(1, 1, "open")), foe, own)
    events = field.do(f"attack {foe} by {own}")
    assert of_kind(events, "a-crt")[0].result == "1"
    assert field.counters(own) == ["b", "a", "tank-1"]


@pytest.mark.rule("sfs 8.6.B")
def test_one_step_of_two_must_be_a_guards_step_and_the_other_is_free() -> None:
    field = Field("Soviet Attack")
    own, foe = field.soviet("S1", "b", "g"), field.german("S1", "94-inf")  # 10 to 9 is 1:1, shifted to 2:1
    field.load(given(d_crt=field.d_die(2, 0), a_crt=field.a_die(1, 2, "open")), foe, own)
    events = field.do(f"attack {foe} by {own}")
    assert of_kind(events, "a-crt")[0].result == "2"
    division, guards = field.units(own)
    assert field.offered() == [f"loss {division}", f"loss {guards}"]
    field.do(f"loss {division}")
    assert field.counters(own) == ["a"]  # the second was forced


@pytest.mark.rule("sfs 8.6.B")
def test_guards_in_defence_may_be_spared() -> None:
    field = Field()
    own, foe = field.german("S1", "14-pz", "94-inf"), field.soviet("S1", "c", "g")  # 20 to 9 is 2:1
    field.load(given(d_crt=field.d_die(2, 1)), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    division, guards = field.units(foe)
    assert field.offered() == [f"loss {division}", f"loss {guards}"]


@pytest.mark.rule("sfs 8.6.C", "sfs 2.2.2.2.A")
def test_the_thirteenth_guards_falls_to_g_first() -> None:
    field, own, foe = stand("13-guards", area="S1")  # 11 to 9 is 1:1
    field.load(given(d_crt=4), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert of_kind(events, "d-crt")[0].result == "1"
    field.default()
    assert field.counters(foe) == ["g"]


@pytest.mark.rule("sfs 8.7.C")
def test_attacking_pioneers_pay_first() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz", "pioneer-1"), field.soviet("CC", "a", "b")  # 13 to 8 is 2:1
    field.load(given(d_crt=1, a_crt=4), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert of_kind(events, "a-crt")[0].result == "1"
    assert field.counters(own) == ["14-pz/4", "pioneer-1/1"]


@pytest.mark.rule("sfs 8.8.A")
def test_das_reich_pays_in_attack_and_in_defence() -> None:
    field = Field()
    own, foe = field.german("S1", "das-reich/2", "14-pz"), field.soviet("S1", "13-guards")  # 16 to 9 is 2:1
    field.load(given(d_crt=field.d_die(2, 0), a_crt=field.a_die(2, 1, "open")), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    field.default()
    assert field.counters(own) == ["das-reich/1", "14-pz/4"]
    field = Field("Soviet Attack")
    foe, own = field.german("S1", "94-inf/3", "das-reich/1"), field.soviet("S1", "g", "a")  # 12 to 9 is 1:1, 2:1
    field.load(given(d_crt=field.d_die(2, 1)), foe, own)
    events = field.do(f"attack {foe} by {own}")
    assert of_kind(events, "d-crt")[0].result == "1"
    assert field.counters(foe) == ["94-inf/3"]


@pytest.mark.rule("sfs 8.8.A")
def test_das_reich_and_pioneers_both_pay_even_for_one_loss() -> None:
    field = Field()
    own, foe = field.german("CC", "das-reich/3", "pioneer-1"), field.soviet("CC", "a", "b")  # 11 to 8 is 1:1
    field.load(given(d_crt=field.d_die(2, 0), a_crt=field.a_die(1, 1)), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert of_kind(events, "a-crt")[0].result == "1"
    assert field.offered() == ["loss das-reich", "loss pioneer-1"]
    field.do("loss das-reich")
    assert field.counters(own) == ["das-reich/2", "pioneer-1/1"]


@pytest.mark.rule("sfs 8.8.A")
def test_defending_pioneers_pay_only_beside_das_reich() -> None:
    field = Field("Soviet Attack")
    foe, own = field.german("S1", "14-pz/2", "pioneer-1"), field.soviet("S1", "a", "b")  # 8 to 8
    field.load(given(d_crt=field.d_die(1, 1)), foe, own)
    field.do(f"attack {foe} by {own}", "stand")
    assert field.offered() == ["loss 14-pz", "loss pioneer-1"]
    field.default()
    foe, own = field.german("S2", "das-reich/2", "pioneer-2"), field.soviet("S2", "a", "b")  # 8 to 7
    field.load(given(d_crt=field.d_die(1, 1)), foe, own)
    field.do(f"attack {foe} by {own}", "stand")
    field.default()
    assert field.counters(foe) == ["das-reich/1", "pioneer-2/1"]


@pytest.mark.rule("sfs 8.4.B")
def test_security_units_take_no_loss_in_attack_but_do_in_defence() -> None:
    field = Field()
    own, foe = field.german("S1", "94-inf", "security"), field.soviet("S1", "g", "c")  # 9 to 9
    field.load(given(d_crt=field.d_die(1, 0), a_crt=field.a_die(1, 1, "open")), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert field.counters(own) == ["94-inf/3", "security/1"]
    field = Field("Soviet Attack")
    foe, own = field.german("S1", "94-inf", "security"), field.soviet("S1", "a", "a")  # 10 to 11 is 1:1
    field.load([*given(d_crt=(field.d_die(1, 1), 1))], foe, own)
    field.do(f"attack {foe} by {own}")
    assert "loss security" in field.offered()


@pytest.mark.rule("sfs 7.6.D")
def test_attacks_on_the_tractor_works_are_counted_in_the_strongpoint_alone() -> None:
    field = Field()
    foe = field.soviet("TW", "13-guards", slot="TW-dzerzhinsky")
    free = field.soviet("TW", "b")
    for number, unit in enumerate(("14-pz", "29-mot"), 1):
        field.do(f"attack {foe} by {field.german('TW', unit)}", "abort")
        assert field.pos.tractor_attacks == number
    field.do(f"attack {free} by {field.german('TW', '94-inf')}")
    assert field.pos.tractor_attacks == 2


@pytest.mark.rule("sfs 8.1.2.B")
def test_support_that_loses_its_division_among_enemies_is_lost() -> None:
    field = Field()
    own, foe = field.german("S1", "14-pz"), field.soviet("S1", "b", "tank-1", "tank-1")  # 11 to 5 is 2:1
    field.no_way_back()
    field.load(given(d_crt=field.d_die(2, 1)), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    division, *tanks = field.units(foe)
    events = field.do(f"loss {division}")
    assert {e.unit for e in of_kind(events, "eliminated") if e.rule == "sfs 8.1.2.B"} == set(tanks)
    assert not field.alive(foe)


# ---- Chuikov's force is lost


def headquarters(die: int, *others: tuple[str, str]) -> tuple[Field, str]:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "m", "chuikov")
    field.load(given(d_crt=6, general=die), foe, own)
    names = [field.soviet(area, counter) for area, counter in others]
    field.do(f"attack {foe} by {own}", "proceed")
    return field, names[0] if names else ""


@pytest.mark.rule("sfs 8.5.E")
def test_chuikov_falls_with_his_force_on_a_six() -> None:
    field, _ = headquarters(6, ("RS", "b"))
    assert field.pos.chuikov() == -1


@pytest.mark.rule("sfs 8.5.E")
def test_chuikov_gets_away_to_a_force_next_door_of_the_soviets_choice() -> None:
    field, first = headquarters(5, ("RS", "b"), ("SC", "a"), ("FA", "a"))
    assert field.asked() == ("Soviet", "refuge")
    assert len(field.offered()) == 2  # the Factories are not adjacent
    field.do(f"refuge {first}")
    assert field.counters(first) == ["b", "chuikov"]


@pytest.mark.rule("sfs 8.5.E")
def test_chuikov_is_lost_where_nobody_is_near() -> None:
    field, _ = headquarters(2, ("FA", "b"))
    assert field.pos.chuikov() == -1


@pytest.mark.rule("sfs 8.5.E")
def test_chuikov_stays_while_a_unit_of_his_force_is_left() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "m", "a", "chuikov")
    field.load(given(d_crt=4, terrain=(6, 6, 6, 6, 6)), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    field.default()
    assert "chuikov" in field.counters(foe)
