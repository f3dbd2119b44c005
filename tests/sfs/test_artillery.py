"""Artillery: the points of a turn, saving, secret commitment, Chuikov's point, lost steppes (sfs 5.4)."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput
from gpwlab.sfs import artillery, combat, engine
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.fights import Fight
from tests.sfs.field import Field, fight_of, given, of_kind


def drms(field: Field, side: int) -> dict[str, int]:
    return {reason.rule: number for number, reason in artillery.modifiers(field.pos, side)}


# ---- points of a turn


@pytest.mark.rule("sfs 5.4.1.A", "sfs 5.4.1.B")
def test_the_hill_counts_twice_its_strongpoint_and_its_area() -> None:
    field = Field("Mutual Artillery")
    assert drms(field, SOVIET) == {"sfs 5.4.1.A": 1, "sfs 5.4.1.B": 1, "sfs 5.4.1.C": 1}
    assert drms(field, GERMAN) == {}
    field.german("MK", "94-inf", slot="MK-hill")
    assert drms(field, GERMAN) == {"sfs 5.4.1.A": 1, "sfs 5.4.1.B": 1}
    field.soviet("MK", "b")  # contested: nobody has the area, the Germans keep the strongpoint
    assert drms(field, GERMAN) == {"sfs 5.4.1.A": 1}
    assert drms(field, SOVIET) == {"sfs 5.4.1.C": 1}


@pytest.mark.rule("sfs 5.4.1.A")
def test_who_had_the_hill_last_keeps_its_modifier() -> None:
    field = Field("Mutual Artillery")
    force = field.german("MK", "94-inf", slot="MK-hill")
    field.pos.go(field.force(force).units, field.world.board.area("S2"))
    assert "sfs 5.4.1.A" in drms(field, GERMAN)
    assert "sfs 5.4.1.A" not in drms(field, SOVIET)


@pytest.mark.rule("sfs 5.4.1.C")
def test_orlovka_west_counts_for_its_owner() -> None:
    field = Field("Mutual Artillery")
    field.german("OW", "94-inf")
    assert drms(field, GERMAN) == {"sfs 5.4.1.C": 1}
    assert "sfs 5.4.1.C" not in drms(field, SOVIET)


@pytest.mark.rule("sfs 5.4.1.D", "sfs 7.5.E")
def test_summons_help_the_german_artillery_once() -> None:
    field = Field("Mutual Artillery")
    field.pos.summoned = 2
    assert drms(field, GERMAN) == {"sfs 5.4.1.D": 1}
    assert "sfs 5.4.1.D" not in drms(field, SOVIET)


@pytest.mark.rule("sfs 3.1", "sfs 5.4.2.A", "sfs 5.4.3")
@pytest.mark.parametrize("turn", [3, 9, 14])
def test_each_side_rolls_on_its_row_of_the_turn(turn: int) -> None:
    field = Field("Mutual Artillery", turn=turn)
    charts, box = field.world.charts, field.pos.turn_box
    events = artillery.begin_turn(field.pos)
    assert [event.rule for event in events] == ["sfs 5.4.3", "sfs 5.4.3"]
    german, soviet = events
    assert 1 <= german.die <= 6
    assert field.pos.ap[GERMAN] == charts.points(box.artillery[GERMAN], german.die)
    assert field.pos.ap[SOVIET] == charts.points(box.artillery[SOVIET], soviet.die + 3)  # hill twice, Orlovka West


@pytest.mark.rule("sfs 2.1.4.C")
def test_soviet_points_of_the_second_turn_are_printed() -> None:
    field = Field("Mutual Artillery", turn=2)
    events = artillery.begin_turn(field.pos)
    assert field.pos.ap[SOVIET] == 2
    assert events[1].die == 0


@pytest.mark.rule("sfs 5.4.8.A", "sfs 5.4.8.B")
@pytest.mark.parametrize(("left", "kept"), [((9, 9), (4, 2)), ((3, 1), (3, 1)), ((0, 0), (0, 0))])
def test_some_points_are_saved(left: tuple[int, int], kept: tuple[int, int]) -> None:
    field, fresh = Field("Mutual Artillery"), Field("Mutual Artillery")
    field.pos.ap = list(left)
    artillery.begin_turn(field.pos)
    artillery.begin_turn(fresh.pos)
    assert tuple(a - b for a, b in zip(field.pos.ap, fresh.pos.ap, strict=True)) == kept


@pytest.mark.rule("sfs 11.2.2.2", "sfs 11.2.3.3")
def test_the_mini_games_give_points_without_a_roll() -> None:
    for slug, points in (("red-square", [3, 1]), ("red-square-solitaire", [2, 0])):
        field = Field("Mutual Artillery", turn=2, slug=slug)
        events = artillery.begin_turn(field.pos)
        assert field.pos.ap == points
        assert [event.die for event in events] == [0, 0]


@pytest.mark.rule("sfs 7.5.A")
def test_each_summons_is_a_die_on_the_first_row() -> None:
    field = Field("German Command")
    field.pos.summoned = 2
    events = artillery.air(field.pos)
    assert len(events) == 2
    assert field.pos.air == sum(field.world.charts.points("A1", event.die) for event in events)
    assert [int(event.result) for event in events] == [field.world.charts.points("A1", e.die) for e in events]


@pytest.mark.rule("sfs 5.4.9.A")
def test_with_cards_the_enemy_is_not_told_the_points() -> None:
    field = Field("Mutual Artillery", rules=["fog-of-war"])
    events = artillery.begin_turn(field.pos)
    assert [event.knows for event in events] == [GERMAN, SOVIET]
    assert not any(character.isdigit() for event in events for character in event.public)
    charts, box = field.world.charts, field.pos.turn_box
    assert field.pos.ap[GERMAN] == charts.points(box.artillery[GERMAN], field.pos.card[GERMAN])


# ---- lost steppes


@pytest.mark.rule("sfs 5.4.7", "sfs 2.1.2.1.E")
def test_each_lost_steppe_costs_two_points_and_a_step() -> None:
    field = Field("German Command")
    field.soviet("S1", "b")
    field.soviet("S2", "b")
    field.german("S3", "14-pz")
    field.german("FA", "94-inf")
    field.pos.ap = [5, 0]
    combat.steppes(field.pos)
    assert field.pos.ap[GERMAN] == 1
    assert field.asked() == ("German", "loss")
    assert field.offered() == ["loss 14-pz", "loss 94-inf"]
    field.do("loss 94-inf", "loss 94-inf")
    assert field.pos.steps[field.unit("94-inf")] == 2
    assert field.pos.fight is None


@pytest.mark.rule("sfs 5.4.7")
def test_points_do_not_fall_below_none_and_a_contested_steppe_costs_nothing() -> None:
    field = Field("German Command")
    field.soviet("S1", "b")
    field.german("S1", "14-pz")
    field.pos.ap = [1, 0]
    assert combat.steppes(field.pos) == []
    field.soviet("S2", "b")
    combat.steppes(field.pos)
    assert field.pos.ap[GERMAN] == 0


@pytest.mark.rule("sfs 5.4.7")
def test_the_loss_comes_at_the_end_of_the_german_command_phase() -> None:
    field = Field("German Command")
    field.soviet("S1", "b")
    field.german("S3", "14-pz")
    field.german("S2", "94-inf")
    field.pos.ap = [6, 0]
    field.do("done")
    assert (field.pos.step.name, field.pos.ap[GERMAN]) == ("German Command", 4)
    field.do("loss 14-pz")
    assert field.pos.step.name == "German Movement"


# ---- commitment


def gun_line(german: int = 3, soviet: int = 2, air: int = 0) -> tuple[Field, str, str]:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "10-nkvd")
    field.pos.ap, field.pos.air = [german, soviet], air
    field.do(f"attack {foe} by {own}", "proceed")
    return field, own, foe


@pytest.mark.rule("sfs 5.2.3", "sfs 5.4.3.1")
def test_both_sides_are_asked_one_after_the_other_and_neither_is_told() -> None:
    field, _own, _foe = gun_line()
    choice = engine.pending(field.pos)
    assert choice is not None
    assert (choice.side, choice.kind, choice.secret) == ("German", "artillery", True)
    assert field.offered() == ["commit 0", "commit 1", "commit 2", "commit 3"]
    events = field.do("commit 3")
    assert of_kind(events, "noted")[0].knows == GERMAN
    assert "3" not in of_kind(events, "noted")[0].public
    choice = engine.pending(field.pos)
    assert choice is not None
    assert (choice.side, choice.secret) == ("Soviet", True)
    assert fight_of(field).veiled(SOVIET).points == (-1, -1)
    assert fight_of(field).veiled(GERMAN).points == (3, -1)
    events = field.do("commit 1")
    assert of_kind(events, "guns")[0].result == "3:1"
    assert field.pos.ap == [0, 1]
    assert field.pos.spent == [3, 1]


@pytest.mark.rule("sfs 5.4.3")
def test_nobody_commits_more_than_he_has() -> None:
    field, _own, _foe = gun_line()
    assert "sfs 5.4.3" in field.why("commit 4")
    assert "sfs 5.4.3" in field.why("commit 0 air 1")
    field.do("commit 0")
    assert "sfs 5.4.3" in field.why("commit 3")


@pytest.mark.rule("sfs 5.4.9.A")
def test_with_cards_a_refusal_does_not_tell_what_the_other_side_has() -> None:
    field = Field(rules=["fog-of-war"])
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "10-nkvd")
    field.pos.ap = [1, 1]
    field.do(f"attack {foe} by {own}", "proceed", "commit 0")
    assert field.why("commit 2") == field.why("commit 9") == ["sfs 5.2.3"]


@pytest.mark.rule("sfs 5.4.4.A", "sfs 7.5.C")
def test_air_points_count_as_artillery() -> None:
    field, _own, _foe = gun_line(german=1, soviet=1, air=2)
    assert field.offered() == [f"commit {n}{air}" for air in ("", " air 1", " air 2") for n in (0, 1)]
    field.do("commit 1 air 2")
    events = field.do("commit 1")
    assert of_kind(events, "guns")[0].result == "3:1"
    assert (field.pos.ap, field.pos.air) == ([0, 0], 0)
    (roll,) = of_kind(events, "d-crt")
    odds = field.world.charts.defender
    assert int(roll.result) == odds.result(odds.column(2), roll.die + 2)


@pytest.mark.rule("sfs 5.4.3.2.A", "sfs 5.4.3.2.B", "sfs 5.4.3.3")
@pytest.mark.parametrize(("german", "soviet", "d", "a"), [(4, 5, -1, 0), (4, 6, -2, 1), (6, 4, 2, -1), (5, 4, 1, 0)])
def test_points_modify_both_tables(german: int, soviet: int, d: int, a: int) -> None:
    """The first two cases are printed."""
    field, _own, _foe = gun_line(german, soviet)
    events = field.do(f"commit {german}", f"commit {soviet}")
    events += field.default()
    d_crt, a_crt = field.world.charts.defender, field.world.charts.attacker("urban")
    (first,), (second,) = of_kind(events, "d-crt"), of_kind(events, "a-crt")
    assert int(first.result) == d_crt.result(d_crt.column(2), first.die + d)  # 11 to 7 is 2:1
    assert int(second.result) == a_crt.result(a_crt.column(2), second.die + a)
    assert (f"{d:+d}" in first.text, f"{a:+d}" in second.text) == (True, a != 0)


def test_a_side_without_points_is_not_asked() -> None:
    field, _own, _foe = gun_line(german=0, soviet=2)
    assert field.asked() == ("Soviet", "artillery")


# ---- Chuikov's point


@pytest.mark.rule("sfs 8.5.B")
@pytest.mark.parametrize(("answer", "spent"), [("0", 1), ("-1", 0), ("1", 2)])
def test_chuikov_in_the_area_changes_the_soviet_points_by_one(answer: str, spent: int) -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "10-nkvd")
    field.soviet("CC", "b", "chuikov")  # another force of the area
    field.pos.ap = [3, 2]
    field.do(f"attack {foe} by {own}", "proceed", "commit 2", "commit 1")
    assert field.asked() == ("Soviet", "chuikov")
    events = field.do(f"adjust {answer}")
    assert of_kind(events, "guns")[0].result == f"2:{spent}"
    assert field.pos.ap == [1, 2 - spent]


@pytest.mark.rule("sfs 8.5.B")
def test_he_needs_a_point_to_add_and_one_to_take_back() -> None:
    field = Field("Soviet Attack")
    foe, own = field.german("CC", "14-pz"), field.soviet("CC", "10-nkvd", "chuikov")
    field.pos.ap = [0, 2]
    field.do(f"attack {foe} by {own}", "commit 2")
    assert field.offered() == ["adjust 0", "adjust -1"]
    field = Field("Soviet Attack")
    foe, own = field.german("CC", "14-pz"), field.soviet("CC", "10-nkvd", "chuikov")
    field.pos.ap = [0, 2]
    field.do(f"attack {foe} by {own}", "commit 0")
    assert field.offered() == ["adjust 0", "adjust 1"]


@pytest.mark.rule("sfs 8.5.B")
def test_elsewhere_he_changes_nothing() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz"), field.soviet("CC", "10-nkvd")
    field.soviet("RS", "b", "chuikov")
    field.pos.ap = [3, 2]
    events = field.do(f"attack {foe} by {own}", "proceed", "commit 2", "commit 1")
    assert of_kind(events, "guns")[0].result == "2:1"


# ---- dense targets


@pytest.mark.rule("sfs 5.4.6")
def test_points_against_a_dense_stack_count_twice_in_both_sides_attacks() -> None:
    field = Field()
    own, foe = field.german("CC", "14-pz", "6-pz"), field.soviet("CC", "a", "a", "a")
    field.pos.ap = [1, 0]
    field.load(given(d_crt=(1, 1)), foe, own)
    events = field.do(f"attack {foe} by {own}", "proceed", "commit 1")
    assert "+2" in of_kind(events, "d-crt")[0].text
    field = Field("Soviet Attack")
    foe, own = field.german("CC", "14-pz", "6-pz", "94-inf"), field.soviet("CC", "g", "g", "g")
    field.pos.ap = [0, 2]
    events = field.do(f"attack {foe} by {own}", "commit 2")
    assert "+4" in of_kind(events, "d-crt")[0].text


# ---- the record of a combat


def test_a_combat_in_progress_can_be_written_down_and_read_back() -> None:
    field, _own, _foe = gun_line(air=2)
    field.do("commit 1 air 2")
    fight = fight_of(field)
    record = fight.to_record(field.pos)
    assert record["target"] == "F2"
    assert record["defenders"] == ["su-1"]
    assert Fight.from_record(field.pos, record) == fight


@pytest.mark.parametrize(
    "record",
    [None, {}, {"kind": "duel"}, {"kind": "attack", "side": 0, "target": 7}],
)
def test_a_broken_record_is_refused(record: object) -> None:
    field = Field()
    with pytest.raises(InvalidInput):
        Fight.from_record(field.pos, record)


def test_a_record_of_a_combat_that_waits_for_nothing_is_refused() -> None:
    field, _own, _foe = gun_line()
    combat.check(field.pos)
    for todo in ((), ("parley",), ("defender roll", "advance")):
        fight_of(field).todo = todo
        with pytest.raises(InvalidInput):
            combat.check(field.pos)
