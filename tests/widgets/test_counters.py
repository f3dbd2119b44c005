"""Counters: what is printed on them, in which colours, and that each state can be told apart."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest

from gpwlab import gpw
from gpwlab.core.svg.build import document
from gpwlab.core.svg.colour import contrast, deuteranope, luminance
from gpwlab.core.svg.nato import Face, counter
from gpwlab.gpw.picture.faces import COLOURS, Standing, face, strengths
from gpwlab.gpw.units import NOT_BASIC, Unit


@pytest.fixture(scope="module")
def units() -> list[Unit]:
    return [
        u for u in gpw.new("barbarossa")._pos.world.units if NOT_BASIC.get(u.kind) in (None, "airborne", "partisans")
    ]


def face_of(units: list[Unit], unit_id: str, steps: int = 2) -> Face:
    return face(Standing(next(u for u in units if u.id == unit_id), 0, steps))


def texts(drawn: str) -> list[str]:
    root = ElementTree.fromstring(document(drawn, (0, 0, 100, 100), None, "counter"))
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.rule("gpw chart.Counter mix", "gpw 2.3.2", kind="shown")
def test_every_counter_shows_its_print(units: list[Unit]) -> None:
    assert len(units) > 180
    for unit in units:
        printed = texts(counter(face(Standing(unit, 0, unit.steps)), 0, 0, 66))
        assert unit.size in printed
        assert unit.label in printed
        assert "".join(printed).endswith("-".join(strengths(unit, unit.steps)))


@pytest.mark.parametrize(
    ("unit_id", "steps", "foot"),
    [("ax-inf-1", 2, ["8-6"]), ("ax-inf-1", 1, ["4-6"]), ("ax-gar-2lw", 2, ["2-4-4"]), ("ax-pz-56", 2, ["10-", "8"])],
)
def test_strengths_are_those_of_the_side_that_is_up(
    units: list[Unit], unit_id: str, steps: int, foot: list[str]
) -> None:
    assert texts(counter(face_of(units, unit_id, steps), 0, 0, 66))[-len(foot) :] == foot


@pytest.mark.rule("gpw 2.3.2.2", kind="shown")
def test_a_ring_marks_units_that_move_in_both_phases(units: list[Unit]) -> None:
    for unit in units:
        assert face(Standing(unit, 0, unit.steps)).circled == (unit.kind in ("PZ", "TK", "MECH", "CAV"))
    ring, plain = (counter(face_of(units, name), 0, 0, 66).count("<circle") for name in ("ax-pz-56", "ax-inf-1"))
    assert ring == plain + 1


@pytest.mark.rule("gpw 2.3.1", kind="shown")
def test_types_that_differ_in_the_rules_have_different_symbols(units: list[Unit]) -> None:
    plain = face_of(units, "ax-inf-1")
    drawn = {
        kind: counter(replace(plain, kind=kind), 0, 0, 66)
        for kind in ("INF", "SHK", "MTN", "AB", "PAR", "PZ", "MECH", "CAV")
    }
    assert len(set(drawn.values())) == len(drawn)
    same = {counter(replace(plain, kind=kind), 0, 0, 66) for kind in ("INF", "GAR", "GDS")}
    assert len(same) == 1  # one symbol for the three, as gpw 2.3.1 has it


def test_states_are_told_apart_by_shape_as_well_as_colour(units: list[Unit]) -> None:
    plain = face_of(units, "su-inf-3")
    for state in ("reduced", "out_of_supply", "moved"):
        marked = counter(replace(plain, **{state: True}), 0, 0, 66)
        assert marked.count("<rect") + marked.count("<circle") > counter(plain, 0, 0, 66).count("<rect")
        assert marked != counter(plain, 0, 0, 66)


def test_an_id_cannot_break_the_drawing(units: list[Unit]) -> None:
    odd = replace(face_of(units, "ax-inf-1"), label="<&>", title='<&"')
    assert "<&>" in texts(counter(odd, 0, 0, 66))


@pytest.mark.rule("gpw 2.3.3", kind="shown")
def test_every_nation_has_its_colours(units: list[Unit]) -> None:
    assert {unit.nation for unit in units} <= set(COLOURS)
    assert len(set(COLOURS.values())) == len(COLOURS)
    green = {COLOURS[n][0] for n in ("German", "Italian", "Romanian", "Hungarian", "Slovak")}
    assert len(green) == 1
    assert COLOURS["Soviet Guards"][0] == COLOURS["Soviet"][0] != COLOURS["Polish"][0]
    assert luminance(COLOURS["German SS"][0]) < 0.05 < luminance(COLOURS["German SS"][1])


@pytest.mark.parametrize("nation", COLOURS)
def test_print_can_be_read(nation: str) -> None:
    field, ink, box, box_ink = COLOURS[nation]
    assert contrast(field, ink) >= 3.9
    assert contrast(box, box_ink) >= 3.9


@pytest.mark.parametrize("see", [lambda colour: colour, deuteranope])
def test_the_sides_can_be_told_apart(see) -> None:
    german, soviet, ss = (COLOURS[nation][0] for nation in ("German", "Soviet", "German SS"))
    for one, other in combinations(map(see, (german, soviet, ss)), 2):
        assert contrast(one, other) > 1.5


def test_a_deuteranope_confuses_red_and_green_of_one_lightness() -> None:
    assert contrast(deuteranope("#c23a2e"), deuteranope("#5a7a00")) < 1.3
