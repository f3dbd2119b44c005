"""A few forces on the map, made in a line: the positions that the notebooks ask about."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab import sfs
from gpwlab.core.errors import InvalidInput


def test_the_attack_of_the_second_example_stands_in_a_line() -> None:
    field = sfs.field("German Attack", "CC: 14-pz stg-1", "CC: 389-inf/2 pioneer-1", "CC: a tank-2")
    battle = field.battle("F3", ["F1", "F2"])
    assert (battle.odds.attack, battle.odds.defence) == (22, 7)  # sfs 13.2.D
    assert [stack.id for stack in field.stacks] == ["F1", "F2", "F3"]
    assert field.phase.name == "German Attack"
    assert field.legal.at is not None
    assert "attack F3 by F1 F2" in {str(action) for action in field.legal}


def test_forces_stand_where_they_are_put_with_what_else_is_told() -> None:
    field = sfs.field(
        "Soviet Attack", "FA-october: b", "FA: 14-pz/3", turn=9, oos=["su-1"], ap=[6, 4], held={"F1": "F2"}
    )
    garrison, ring = field.stacks
    assert (garrison.strongpoint, garrison.units[0].cls, garrison.units[0].oos, garrison.cut_off) == (
        "FA-october", "B", True, True,
    )  # fmt: skip
    assert (ring.area, ring.units[0].steps, ring.surrounds) == ("FA", 3, "F1")
    assert (field.phase.turn, field.aps) == (9, {"German": 6, "Soviet": 4})


def test_soviet_counters_are_named_in_their_order() -> None:
    field = sfs.field("Soviet Movement", "FA: a tank-1", "MK: c")
    faces = {face.id: face.figure for stack in field.stacks for face in stack.units}
    assert faces == {"su-1": "5", "su-2": "+1", "su-3": "2"}


@pytest.mark.parametrize(
    ("phase", "forces", "words"),
    [
        ("Attack", ("CC: a",), "no phase 'Attack'"),
        ("German Attack", ("CC 14-pz",), "written as"),
        ("German Attack", ("CC:",), "written as"),
        ("German Attack", ("CC: 99-pz",), "no unit '99-pz'"),
        ("German Attack", ("XX: a",), "no area 'XX'"),
        ("German Attack", ("CC: 14-pz/9",), "wrong number of steps"),
        ("German Attack", ("CC: 14-pz", "S1: 14-pz"), "14-pz twice"),
    ],
)
def test_what_cannot_be_is_refused(phase: str, forces: tuple[str, ...], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        sfs.field(phase, *forces)


def test_the_chance_of_a_stuka_attack_depends_on_the_terrain() -> None:
    field = sfs.field("German Attack", "S1: 14-pz", "S2: a", "CC: b", air=4)
    cancels = sum(field.charts.cancels("urban", die) for die in range(1, 7))
    assert field.stuka("F2") == Fraction(4, 6)  # sfs 5.4.4.1.A, and nothing cancels in the open
    assert field.stuka("F3") == Fraction(4, 6) * Fraction(6 - cancels, 6)
    with pytest.raises(InvalidInput, match="F9"):
        field.stuka("F9")
