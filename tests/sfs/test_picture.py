"""The picture of Stalingrad: a map that tiles as the links say, every state with a sign, nothing hidden told."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.colour import contrast, deuteranope
from gpwlab.sfs.picture import OVERLAYS, legend, picture, twin
from gpwlab.sfs.picture.control import badge
from gpwlab.sfs.picture.faces import SYMBOLS, face
from gpwlab.sfs.picture.layout import COUNTER, places
from gpwlab.sfs.picture.names import name_width
from gpwlab.sfs.picture.palette import PALETTES, palette
from gpwlab.sfs.picture.plane import HEIGHT, WIDTH, project, unproject
from gpwlab.sfs.picture.sheet import Sheet, clearance, inside
from gpwlab.sfs.picture.stacks import stack, total
from tests.sfs.scenes import BOARD, SIEGE, Force, back, german, held, soviet
from tests.sfs.tables import links, table

SHEET = Sheet(BOARD, palette("paper"))


@cache
def grid() -> dict[tuple[int, int], list[str]]:
    """Points of a grid over the sheet, each with the codes of the areas that hold it."""
    return {
        (x, y): [area.code for area in BOARD.areas if inside((x, y), SHEET.outline[area.index])]
        for x in range(15, int(WIDTH), 30)
        for y in range(15, int(HEIGHT), 30)
    }


def holds(code: str, at: tuple[float, float]) -> bool:
    return inside(at, SHEET.outline[BOARD.area(code)])


def drawn(**asked: object) -> str:
    return str(picture(SIEGE, **asked))  # type: ignore[arg-type]


# ---- the map


def test_no_place_lies_in_two_areas() -> None:
    assert [at for at, codes in grid().items() if len(codes) > 1] == []
    assert {codes[0] for codes in grid().values() if codes} == {area.code for area in BOARD.areas}


def test_the_only_gap_is_one_river_from_edge_to_edge() -> None:
    water = {at for at, codes in grid().items() if not codes}
    left = {min(water)}
    found = set(left)
    while left:
        x, y = left.pop()
        near = {(x + dx, y + dy) for dx, dy in ((30, 0), (-30, 0), (0, 30), (0, -30))} & water - found
        found |= near
        left |= near
    assert found == water
    assert {15, max(x for x, _y in grid())} <= {x for x, _y in water}


@pytest.mark.rule("sfs chart.Map")
def test_areas_touch_on_the_sheet_as_the_links_say() -> None:
    assert {frozenset((border.a, border.b)) for border in SHEET.borders if border.b} == links()


@pytest.mark.rule("sfs chart.Map")
def test_the_areas_of_the_bank_touch_the_river_and_no_other_does() -> None:
    wet = {border.a for border in SHEET.borders if border.kind == "bank"} - {"EAST"}
    assert wet == {row["code"] for row in table("areas") if row["volga"] == "west"}


def test_barriers_are_drawn_where_the_links_have_them() -> None:
    on_map = {frozenset((b.a, b.b)): b.kind for b in SHEET.borders if b.b}
    for row in table("links"):
        if row["barrier"] != "volga_ice":
            assert on_map[frozenset((row["area_a"], row["area_b"]))] == (row["barrier"] or "border")


def test_names_strongpoints_and_their_frames_lie_in_their_areas() -> None:
    for area in BOARD.areas:
        assert holds(area.code, SHEET.name_at[area.index]), area.code
        assert SHEET.area_at(*SHEET.name_at[area.index]) == area.code
    for place, at in zip(BOARD.strongpoints, SHEET.strongpoint_at, strict=True):
        assert clearance(at, SHEET.outline[place.area]) > 20, place.code
    for one, other in combinations(SHEET.strongpoint_at, 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 112


def test_names_of_areas_do_not_run_into_each_other() -> None:
    boxes = []
    for area in BOARD.areas:
        (x, y), half = SHEET.name_at[area.index], name_width(area.name, area.kind) / 2
        boxes.append((x - half, y - 26, x + half, y + 6))
        assert x - half > 0
        assert x + half < WIDTH
    for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
        assert c < e or g < a or d < f or h < b


def test_the_plane_is_turned_back_and_keeps_its_order() -> None:
    for lon, lat in ((44.5, 48.7), (44.3, 48.8), (44.62, 48.81), (44.45, 48.62)):
        assert unproject(*project(lon, lat)) == pytest.approx((lon, lat), abs=1e-6)
    bank = [project(lon, lat)[0] for lon, lat in ((44.47, 48.63), (44.51, 48.7), (44.56, 48.75), (44.63, 48.82))]
    assert bank == sorted(bank)  # north is to the right


def test_places_of_the_real_city_come_in_their_real_order() -> None:
    x = {name: project(lon, lat)[0] for name, lon, lat in (
        ("elevator", 44.484, 48.688), ("station", 44.513, 48.713), ("hill", 44.537, 48.742),
        ("october", 44.578, 48.760), ("barrikady", 44.592, 48.777), ("tractor", 44.609, 48.8005),
        ("rynok", 44.625, 48.833),
    )}  # fmt: skip
    assert sorted(x, key=lambda name: x[name]) == list(x)


# ---- counters


@pytest.mark.rule("sfs 2.2.1.1", "sfs 2.2.1.3", "sfs 2.2.1.C", kind="shown")
def test_a_german_counter_shows_type_size_and_id_at_its_right() -> None:
    shown = face(german("14-pz", 11, "armor"))
    assert (shown.kind, shown.size, shown.label, shown.id_right) == ("PZ", "XX", "14", True)
    text = stack(SHEET, Force("F1", "German", "S1", (german("14-pz", 11, "armor"),)), (0, 0))
    place = re.search(r'<text x="([\d.]+)"[^>]*>14</text>', text)
    assert place is not None
    assert float(place.group(1)) > 80  # of 100


@pytest.mark.rule("sfs 2.2.1.A", "sfs 2.2.1.B", kind="shown")
def test_the_size_stands_above_the_symbol_and_the_strength_below() -> None:
    text = stack(SHEET, Force("F1", "German", "S1", (german("14-pz", 11, "armor"),)), (0, 0))
    height = {word: float(y) for y, word in re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*>(XX|11)</text>', text)}
    box = re.search(r'<rect x="27" y="(\d+)" width="62" height="(\d+)"', text)
    assert box is not None
    top, foot = int(box.group(1)), int(box.group(1)) + int(box.group(2))
    assert height["XX"] < top
    assert height["11"] > foot


@pytest.mark.rule("sfs 2.2.1.1", kind="shown")
def test_every_type_has_a_symbol_of_its_own() -> None:
    drawn_ = {kind: stack(SHEET, Force("F", "German", "S1", (german("9-x", 9, kind),)), (0, 0)) for kind in SYMBOLS}
    assert set(SYMBOLS) == {row["type"] for row in table("units")}
    assert len(set(drawn_.values())) == len(SYMBOLS)


@pytest.mark.rule("sfs 2.2.1.B", "sfs 2.2.1.D", kind="shown")
def test_strength_stands_at_the_foot_and_the_weaker_side_is_pale() -> None:
    full, weak = german("94-inf", 9), german("94-inf", 7, reduced=True)
    assert face(full).strengths == ("9",)
    assert face(weak).strengths == ("7",)
    assert stack(SHEET, Force("F", "German", "S1", (weak,)), (0, 0)).count("<rect") > stack(
        SHEET, Force("F", "German", "S1", (full,)), (0, 0)
    ).count("<rect")


@pytest.mark.rule("sfs 2.2.1.4", "sfs 2.2.2.1", kind="shown")
def test_signs_of_support_defence_and_militia_stand_beside_the_strength() -> None:
    assert face(german("stg-1", 4, "assault_gun", support=True)).strengths == ("+4",)
    assert face(replace(german("security", 2), figure="(2)")).strengths == ("(2)",)
    assert face(soviet("su-1", "M", 1)).strengths == ("1*",)


def test_guards_have_yellow_print() -> None:
    assert face(soviet("su-1", "G", 7)).ink != face(soviet("su-1", "A", 5)).ink


@pytest.mark.parametrize(
    "unit",
    [german("9-x", 9), german("das-reich", 18), soviet("su-1", "G", 7), soviet("su-2", "A", 5), back("su-3")],
    ids=lambda unit: unit.id,
)
def test_counters_can_be_read(unit: object) -> None:
    shown = face(unit)  # type: ignore[arg-type]
    assert contrast(shown.field, shown.ink) >= 4.5


def test_a_back_shows_type_but_neither_class_nor_strength() -> None:
    shown = face(back("su-2"))
    assert (shown.label, shown.strengths) == ("", ("?",))
    assert total(Force("F", "Soviet", "RS", (back("su-2"), back("su-3")))) == "?"
    assert total(Force("F", "Soviet", "RS", (back("su-2"), soviet("su-3", "A", 5)))) == "5+?"
    assert total(SIEGE.stacks[1]) == "15"


# ---- where stacks stand


def test_stacks_stand_apart_and_in_their_areas() -> None:
    at = places(SHEET, SIEGE.stacks)
    free = [pile for pile in SIEGE.stacks if not pile.surrounds]
    for one, other in combinations(free, 2):
        (x, y), (u, v) = at[one.id], at[other.id]
        assert max(abs(x - u), abs(y - v)) >= COUNTER
    for pile in free:
        assert holds(pile.area, at[pile.id])


def test_a_stack_in_a_strongpoint_stands_on_it_and_its_besieger_beside() -> None:
    at = places(SHEET, SIEGE.stacks)
    assert at["F3"] == SHEET.strongpoint_at[BOARD.strongpoint("SC-elevator")]
    gap = ((at["F4"][0] - at["F3"][0]) ** 2 + (at["F4"][1] - at["F3"][1]) ** 2) ** 0.5
    assert COUNTER / 2 < gap < COUNTER


@pytest.mark.parametrize("area", [area.code for area in BOARD.areas])
@pytest.mark.parametrize("count", [2, 7, 18])
def test_an_area_has_room_for_many_stacks(area: str, count: int) -> None:
    piles = [Force(f"F{n}", "German" if n % 2 else "Soviet", area, (german(f"{n}-x", 5),)) for n in range(count)]
    at = places(SHEET, piles)
    assert len(set(at.values())) == count
    if count <= 7:
        assert all(holds(area, place) for place in at.values())


def test_a_ring_around_a_ring_is_drawn_and_a_lost_one_is_named() -> None:
    ringed = (SIEGE.stacks[2], SIEGE.stacks[3], Force("F9", "Soviet", "SC", (back("su-9"),), surrounds="F4"))
    at = places(SHEET, ringed)
    assert at["F9"] != at["F4"]
    with pytest.raises(ValueError, match="F9"):
        places(SHEET, ringed[2:])


# ---- marks and overlays


@pytest.mark.rule("sfs 2.2.3", kind="shown")
@pytest.mark.parametrize(
    ("change", "sign"),
    [
        ({"cut_off": True}, "CUT OFF"),
        ({"entering": True}, ">E<"),
        ({"units": (german("9-x", 9, reserve=True),)}, ">R<"),
        ({"units": (german("9-x", 9, disrupted=True),)}, ">D<"),
        ({"units": (german("9-x", 9, oos=True),)}, "M80.5 20.5"),
    ],
    ids=["cut off", "entry attack", "in reserve", "disrupted", "out of supply"],
)
def test_states_have_marks(change: dict[str, object], sign: str) -> None:
    plain = Force("F1", "German", "S1", (german("9-x", 9),))
    assert sign not in stack(SHEET, plain, (0, 0))
    assert sign in stack(SHEET, replace(plain, **change), (0, 0))  # type: ignore[arg-type]


@pytest.mark.rule("sfs 2.1.1", "sfs 2.1.2.4", "sfs 2.1.3", kind="shown")
def test_control_is_told_by_letter_shape_and_pattern() -> None:
    found = {
        (control, side): badge(SHEET, control, side, (0, 0))
        for control, side in (
            ("German", ""),
            ("Soviet", ""),
            ("contested", ""),
            ("empty", "German"),
            ("empty", "Soviet"),
        )
    }
    assert len(set(found.values())) == 5
    assert ">G<" in found["German", ""]
    assert ">S<" in found["empty", "Soviet"]
    assert "stroke-dasharray" in found["empty", "Soviet"]
    assert "stroke-dasharray" not in found["Soviet", ""]


@pytest.mark.rule("sfs 6.3.B", kind="shown")
def test_a_landing_that_has_given_its_supply_is_marked() -> None:
    spent = str(picture(replace(SIEGE, drained=("SC-landing",)), theme="paper"))  # type: ignore[arg-type]
    assert spent.count(PALETTES["paper"].target) == drawn().count(PALETTES["paper"].target) + 2


@pytest.mark.rule("sfs 2.1.2.5", kind="shown")
def test_fortified_areas_are_marked_while_they_are() -> None:
    assert drawn().count(">fortified<") == 2
    bare = replace(SIEGE, areas=tuple(replace(state, fortified=False) for state in SIEGE.areas))
    assert ">fortified<" not in str(picture(bare))  # type: ignore[arg-type]


@pytest.mark.parametrize("theme", sorted(PALETTES))
@pytest.mark.parametrize("weather", ["clear", "ice", "freeze"])
def test_every_picture_is_sound(theme: str, weather: str) -> None:
    show = [name.replace("FORCE", "F1") for name in OVERLAYS]
    found = picture(replace(SIEGE, weather=weather), show=[*show, "legend"], theme=theme)  # type: ignore[arg-type]
    root = ElementTree.fromstring(str(found))
    idents = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(set(idents)) == len(idents)
    assert set(re.findall(r"url\(#(\w+)\)", str(found))) <= set(idents)
    assert "http" not in str(found).replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("theme", sorted(PALETTES))
def test_text_and_sides_can_be_told_apart(theme: str) -> None:
    p = PALETTES[theme]
    for ground in (p.steppe, p.rough, p.urban, p.east):
        assert contrast(p.ink, ground) >= 4.5
    assert contrast(p.ink, p.halo) >= 7
    assert contrast(deuteranope(p.german), deuteranope(p.halo)) >= 3
    assert contrast(deuteranope(p.soviet), deuteranope(p.halo)) >= 3


def test_overlays_change_the_picture_and_say_what_they_are() -> None:
    plain = drawn()
    for name in (name.replace("FORCE", "F1") for name in OVERLAYS):
        found = picture(SIEGE, show=(name,))  # type: ignore[arg-type]
        assert str(found) != plain
        assert len(found.text.splitlines()) == len(twin(SIEGE).splitlines()) + 1  # type: ignore[arg-type]
    ferries = drawn(show="ferry")
    assert all(f">{words}<" in ferries for words in ("1 out and 1 in", "1 in, under fire", "used"))
    assert str(picture(replace(SIEGE, weather="ice"), show="ferry")).count(">no ferry<") == 3  # type: ignore[arg-type]
    assert drawn(show="line:F1") != drawn(show="line:F3")
    reach = drawn(show="reach:F1")
    assert ">contested: stops<" in reach
    assert ">free<" in reach
    assert drawn(show="supply:German") != drawn(show="supply:Soviet")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"show": "fog"}, "no overlay 'fog'"),
        ({"show": "supply:Italian"}, "not of 'Italian'"),
        ({"show": "reach"}, "of one force"),
        ({"show": "line:F99"}, "of one force"),
        ({"theme": "neon"}, "no theme 'neon'"),
        ({"region": "Moscow"}, "no area 'Moscow'"),
        ({"region": ()}, "at least one area"),
        ({"width": 0}, "at least 1 pixel"),
    ],
)
def test_what_cannot_be_drawn_is_named(asked: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        drawn(**asked)


def test_a_region_is_cut_out_and_areas_out_of_play_are_veiled() -> None:
    whole, part = (ElementTree.fromstring(drawn(region=region)) for region in ("all", ("SC", "CC", "RS")))
    assert whole.get("viewBox") != part.get("viewBox")
    mini = replace(SIEGE, areas=tuple(s for s in SIEGE.areas if s.code in ("YE", "RS", "SC", "CC", "S1")))
    assert 'fill-opacity="0.72"' in str(picture(mini, region="all"))  # type: ignore[arg-type]
    assert 'fill-opacity="0.72"' not in drawn()


def test_seen_from_afar_stacks_are_blocks() -> None:
    small = drawn(width=500)
    assert small.count(">15</text>") == 1
    assert "+4" not in small


# ---- in words


def test_the_twin_tells_every_stack_and_area() -> None:
    said = twin(SIEGE)  # type: ignore[arg-type]
    assert said.splitlines()[0] == "Turn 1 (Sept/1): German Attack Phase; artillery German 3, Soviet 2"
    assert "Southern City (SC), urban, contested" in said
    assert "  Soviet F3 in Grain Elevator; cut off: su-1 C infantry XX 2 (out of supply)" in said
    assert "  German F4 free; surrounds F3: 94-inf 94 infantry XX 7 (reduced)" in said
    assert "  Soviet F5 free, ? SPs: su-2 hidden infantry, su-3 hidden armor" in said
    assert "Orlovka West (OW), rough, empty, dominated by the Soviet side, fortified" in said
    assert "German: 6 units on the map" in said


def test_a_hidden_counter_says_nothing_of_its_class() -> None:
    found = picture(SIEGE)  # type: ignore[arg-type]
    for line in found.text.splitlines():
        if "su-4" in line:
            assert line == "  Soviet F8 in Central Landing: su-4 hidden infantry"


@pytest.mark.rule("sfs 2.1.1", "sfs 2.2.1.1", kind="shown")
def test_the_legend_has_every_terrain_border_type_and_mark() -> None:
    said = legend.text(BOARD)
    for word in ("open", "rough", "urban", "gully", "trench", "landing", "strongpoint", "engineers", "flak", "reserve",
                 "disrupted", "cut off", "contested", "support"):  # fmt: skip
        assert word in said
    ElementTree.fromstring(str(legend.legend(BOARD)))


def test_held_areas_of_the_scene_are_those_of_the_board() -> None:
    assert [state.code for state in held()] == [area.code for area in BOARD.areas]
