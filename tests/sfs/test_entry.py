"""Entering attacks (sfs 5.11)."""

from __future__ import annotations

import pytest

from gpwlab.sfs import forces
from gpwlab.sfs.position import CONTESTED, SOVIET
from tests.sfs.field import Field, given, kinds


def threshold(*units: tuple[str, ...], target: tuple[str, ...] = ("13-guards",)) -> tuple[Field, list[str], str]:
    """German forces have come from Steppe II into the Worker's Settlement, which is Soviet."""
    field = Field()
    foe = field.soviet("WS", *target)
    own = [field.german("WS", *names) for names in units or (("14-pz",),)]
    for name in own:
        field.entering(name, "S2")
    return field, own, foe


# ---- whom


@pytest.mark.rule("sfs 5.11.1.A", "sfs 5.11.1.B", "sfs 5.5.2.D")
def test_an_entering_attack_is_made_on_free_forces_only() -> None:
    field, (own,), foe = threshold()
    strong = field.soviet("FA", "b", slot="FA-october")
    assert field.why(f"attack {foe} by {own}") == []
    field = Field()
    free, strong = field.soviet("FA", "b"), field.soviet("FA", "b", slot="FA-october")
    own = field.german("FA", "14-pz")
    field.entering(own, "WS")
    assert field.why(f"attack {strong} by {own}") == ["sfs 5.5.2.D"]
    assert field.why(f"attack {free} by {own}") == []


@pytest.mark.rule("sfs 4.7.D", "sfs 5.11.1.A")
def test_a_surrounding_force_triggers_no_entering_attack_and_is_no_target_of_one() -> None:
    field = Field("Soviet Attack")
    prey, guard = field.soviet("CC", "b"), field.german("CC", "94-inf")
    field.ring(prey, guard)
    own = field.soviet("CC", "a")
    field.entering(own, "RS")
    assert "sfs 5.11.1.A" in field.why(f"attack {guard} by {own}")
    field.pos.phase = 8
    field.pos.origin.clear()
    other = field.soviet("RS", "a")
    name = field.units(other)[0]
    field.do(f"move {name} by CC")
    assert not field.pos.entering(field.pos.forces[field.pos.force_of[field.unit(name)]])


@pytest.mark.rule("sfs 5.11.1.C", "sfs 4.5.2.C")
def test_without_a_free_force_in_the_way_the_entry_succeeds_of_itself() -> None:
    field = Field("German Movement")
    field.soviet("FA", "b", slot="FA-october")
    field.german("WS", "14-pz")
    field.do("move 14-pz by FA")
    own = field.pos.forces[field.pos.force_of[field.unit("14-pz")]]
    assert not field.pos.entering(own)
    assert field.pos.control(own.area) == CONTESTED


# ---- result or return


@pytest.mark.rule("sfs 5.11.1.1")
def test_without_a_result_all_attackers_return() -> None:
    field, own, foe = threshold(("14-pz",), ("29-mot",))
    field.load(given(d_crt=1, a_crt=1), foe, *own)
    assert field.world.charts.defender.result(field.world.charts.defender.odds.index(2), 1) == 0
    events = field.do(f"attack {foe} by {own[0]} {own[1]}", "proceed")
    assert kinds(events).count("return") == 2
    assert {field.area(name) for name in own} == {"S2"}
    assert not field.pos.origin
    assert field.pos.control(field.world.board.area("WS")) == SOVIET


@pytest.mark.rule("sfs 5.11.1.1")
def test_a_result_is_a_foothold_even_if_terrain_cancels_the_loss() -> None:
    field, (own,), foe = threshold(target=("a",))
    field.load(given(d_crt=field.d_die(2, 1), cut_off=6, terrain=6, a_crt=1), foe, own)
    field.do(f"attack {foe} by {own}", "proceed")
    assert field.area(own) == "WS"
    assert not field.pos.origin
    assert field.pos.control(field.world.board.area("WS")) == CONTESTED


@pytest.mark.rule("sfs 5.11.1.1")
def test_one_result_lets_every_entering_force_of_the_area_in() -> None:
    field, own, foe = threshold(("14-pz",), ("29-mot",), target=("g",))
    other = field.soviet("WS", "b")
    field.load(given(d_crt=field.d_die(2, 1), cut_off=6, terrain=6, a_crt=1), foe, own[0])
    field.do(f"attack {foe} by {own[0]}", "proceed")
    assert not field.pos.origin
    assert field.why(f"attack {other} by {own[1]}") == []


@pytest.mark.rule("sfs 5.11.1.1")
def test_who_has_not_attacked_yet_stays_for_another_try() -> None:
    field, own, foe = threshold(("14-pz",), ("29-mot",))
    field.load(given(d_crt=1, a_crt=1), foe, own[0])  # 11 to 9
    field.do(f"attack {foe} by {own[0]}", "proceed")
    assert {field.area(name) for name in own} == {"WS"}
    field.load(given(d_crt=1, a_crt=1), foe, own[1])
    field.do(f"attack {foe} by {own[1]}", "proceed")
    assert {field.area(name) for name in own} == {"S2"}


@pytest.mark.rule("sfs 5.11.1.1", "sfs 5.9")
def test_an_entering_attack_called_off_is_one_without_result() -> None:
    field, (own,), foe = threshold()
    field.do(f"attack {foe} by {own}", "abort")
    assert field.area(own) == "S2"


@pytest.mark.rule("sfs 5.11.1.1")
def test_units_go_back_to_where_each_came_from() -> None:
    field, own, foe = threshold(("14-pz",), ("29-mot",))
    field.entering(own[1], "S3")
    field.load(given(d_crt=1, a_crt=1), foe, *own)
    field.do(f"attack {foe} by {own[0]} {own[1]}", "proceed")
    assert [field.area(name) for name in own] == ["S2", "S3"]


# ---- first of all


@pytest.mark.rule("sfs 5.11.1.2")
def test_entering_attacks_come_before_all_other_combat() -> None:
    field, (own,), foe = threshold(target=("g",))
    mine, other = field.german("CC", "94-inf"), field.soviet("CC", "b")
    assert field.why(f"attack {other} by {mine}") == ["sfs 5.11.1.2"]
    assert field.legal("attack") == [f"attack {foe} by {own}"]
    assert field.why("done") == ["sfs 5.11.1.2"]
    assert not field.legal("done")
    field.do(f"attack {foe} by {own}", "abort")
    assert field.why(f"attack {other} by {mine}") == []
    assert field.legal("done") == ["done"]


@pytest.mark.rule("sfs 5.11.1.2")
def test_a_force_that_cannot_attack_holds_nobody_up_and_goes_back_in_the_end() -> None:
    field, (own,), _foe = threshold(("security",))
    mine, other = field.german("CC", "94-inf"), field.soviet("CC", "b")
    assert field.why(f"attack {other} by {mine}") == []
    field.do("done")
    assert field.area(own) == "S2"


@pytest.mark.rule("sfs 5.11.1.3.B")
def test_in_the_reserve_phase_only_overruns_enter() -> None:
    field = Field("German Reserve")
    foe = field.soviet("WS", "13-guards")
    own = field.german("S2", "14-pz")
    field.pos.reserve.add(field.unit("14-pz"))
    field.do("move 14-pz by WS")
    assert "overrun" in {action.split()[0] for action in field.legal("overrun")}
    assert not field.legal("attack")
    field.do("done")
    assert field.area(own) == "S2"
    assert field.alive(foe)


# ---- across barriers, in the freeze


@pytest.mark.rule("sfs 5.11.2")
@pytest.mark.parametrize(
    ("area", "came", "fortified", "attack"),
    [
        ("OW", "S3", True, 5),
        ("ON", "S4", True, 5),
        ("OW", "S3", False, 11),  # the trench goes with the fortifications
        ("OW", "MM", True, 11),
        ("WS", "S2", True, 11),
    ],
)
def test_the_salient_is_entered_at_half_strength(area: str, came: str, fortified: bool, attack: int) -> None:
    field = Field()
    field.pos.fortified = fortified
    foe, own = field.soviet(area, "b"), field.german(area, "14-pz")
    field.entering(own, came)
    made = forces.odds(field.pos, [field.force(own)], field.force(foe), "entry")
    assert made.attack == attack


@pytest.mark.rule("sfs 5.11.2")
def test_the_gully_halves_an_entry_in_both_directions_and_no_other_attack() -> None:
    field = Field()
    board = field.world.board
    pairs = [(a, b) for (a, b), what in board.barrier.items() if what == "tsaritsa_gully"]
    assert pairs
    for came, area in pairs:
        field = Field()
        foe, own = field.soviet(board.code(area), "b"), field.german(board.code(area), "14-pz")
        assert forces.odds(field.pos, [field.force(own)], field.force(foe), "attack").attack == 11
        field.entering(own, board.code(came))
        assert forces.odds(field.pos, [field.force(own)], field.force(foe), "entry").attack == 5


@pytest.mark.rule("sfs 5.11.3", "sfs 5.11.2")
@pytest.mark.parametrize(("turn", "defence"), [(18, 9), (19, 18), (20, 18)])
def test_the_freeze_doubles_defenders_against_an_entry(turn: int, defence: int) -> None:
    field = Field("Soviet Attack", turn=turn)
    foe, own = field.german("RS", "94-inf"), field.soviet("RS", "g")
    plain = forces.odds(field.pos, [field.force(own)], field.force(foe), "attack")
    assert plain.defence == 9
    field.entering(own, "EAST")
    made = forces.odds(field.pos, [field.force(own)], field.force(foe), "entry")
    assert (made.defence, made.attack) == (defence, 3)  # over the frozen Volga at half


@pytest.mark.rule("sfs 5.8.B", "sfs 5.11.3")
@pytest.mark.parametrize(("turn", "defence", "rolls"), [(18, 5, 1), (19, 10, 2), (20, 10, 2)])
def test_points_doubled_by_the_freeze_count_for_a_big_battle(turn: int, defence: int, rolls: int) -> None:
    """An A division has five points; doubled they are ten, and ten roll twice (docs/rulings_sfs.md)."""
    field = Field(turn=turn)
    own, foe = field.german("RS", "14-pz"), field.soviet("RS", "a")
    assert forces.odds(field.pos, [field.force(own)], field.force(foe), "attack").rolls == 1
    field.entering(own, "CC")
    made = forces.odds(field.pos, [field.force(own)], field.force(foe), "entry")
    assert (made.defence, made.rolls) == (defence, rolls)
    assert [r.rule for r in made.reasons() if r.rule in ("sfs 5.8.B", "sfs 5.11.3")] == (
        ["sfs 5.11.3", "sfs 5.8.B"] if rolls == 2 else []
    )


@pytest.mark.rule("sfs 5.8.B", "sfs 5.11.1.1")
@pytest.mark.parametrize(("dice", "stays"), [((1, 1), "CC"), ((1, 6), "RS"), ((6, 1), "RS")])
def test_one_of_the_two_rolls_in_the_freeze_is_foothold_enough(dice: tuple[int, int], stays: str) -> None:
    field = Field(turn=19)
    own, foe = field.german("RS", "14-pz"), field.soviet("RS", "a")
    field.entering(own, "CC")
    field.load(given(d_crt=dice, cut_off=6, terrain=(6, 6)), foe, own)  # 11 to 10: 1:1
    events = field.do(f"attack {foe} by {own}", "proceed")
    assert [kinds(events).count(kind) for kind in ("d-crt", "a-crt")] == [2, 2]
    assert field.area(own) == stays
