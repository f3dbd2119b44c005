"""The map as a picture: it is well-formed, shows what the position says, and its text twin says the same."""

from __future__ import annotations

from itertools import combinations
from time import perf_counter
from xml.etree import ElementTree

import pytest

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.colour import contrast, deuteranope
from gpwlab.core.svg.nato import counter
from gpwlab.hube.picture import layers, legend, names, overlays, picture, rivers, stacks
from gpwlab.hube.picture.faces import COLOURS, KINDS, SYMBOLS, Standing, box_of, face, nation_of
from gpwlab.hube.picture.palette import PALETTES, palette
from gpwlab.hube.picture.sheet import Sheet, at, node
from gpwlab.hube.picture.words import describe_hex
from gpwlab.hube.pieces import Marker
from tests.hube.stage import piece, stage
from tests.hube.tables import board, table


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_scenario_is_a_well_formed_picture(number: int) -> None:
    svg = picture(stage(number))
    root = ElementTree.fromstring(str(svg))
    assert root.tag.endswith("svg")
    assert svg.text.splitlines()[0] in "".join(root.itertext())


def test_the_text_twin_names_every_counter_with_its_hex() -> None:
    game = stage(1)
    text = picture(game).text
    for shown in game.pieces:
        assert f"{shown.hex}" in text
        assert f"{shown.id}:" in text
    assert f"Axis: {sum(p.side == 'Axis' for p in game.pieces)} counters" in text


def test_a_region_shows_the_land_around_a_hex_and_its_units_only() -> None:
    game = stage(1)
    game.pieces = [piece("ax-inf-68", "B2.11"), piece("su-inf-24", "A1.30")]
    text = picture(game, region="B2.11").text
    assert "ax-inf-68" in text
    assert "su-inf-24" not in text
    assert "su-inf-24" in picture(game, region=["A1.30", "B2.11"]).text


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"show": "zoc"}, "zoc"),
        ({"show": "control:Nobody"}, "Nobody"),
        ({"region": "Z9.99"}, "Z9.99"),
        ({"region": []}, "at least one"),
        ({"theme": "sepia"}, "sepia"),
        ({"width": 0}, "at least 1"),
    ],
)
def test_what_cannot_be_drawn_is_named(arguments: dict[str, object], named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        picture(stage(1), **arguments)  # type: ignore[arg-type]


def test_the_same_position_is_the_same_picture() -> None:
    assert str(picture(stage(3), show="control")) == str(picture(stage(3), show="control"))


def test_overlays_are_told_in_the_caption_and_change_the_picture() -> None:
    game = stage(1)
    bare = str(picture(game))
    for name, words in (("control", "hexes held"), ("rail-line", "rule 3.5"), ("zone:Axis:7 Corps", "set up")):
        shown = picture(game, show=name)
        assert words in shown.text
        assert len(str(shown)) > len(bare)


@pytest.mark.rule("hube chart.Ground Effects Chart")
def test_rivers_are_drawn_as_ice_on_the_grounds_that_freeze_them() -> None:
    found = {g: layers.frozen(stage(1, g)) for g in ("Hard Freeze", "Freeze", "Light Freeze", "Mud")}  # type: ignore[arg-type]
    assert found == {"Hard Freeze": ("major", "minor"), "Freeze": ("minor",), "Light Freeze": (), "Mud": ()}
    sheet = Sheet(board(), palette("paper"))
    assert sheet.palette.ice in rivers.rivers(sheet, ("minor",))
    assert sheet.palette.ice not in rivers.rivers(sheet)


def test_snow_and_mud_dress_the_land() -> None:
    looks = {palette("paper", ground).land for ground in ("", "Hard Freeze", "Light Freeze", "Thaw", "Mud")}
    assert len(looks) == 5


@pytest.mark.rule("hube 2.8")
def test_the_symbols_of_guards_are_white_unless_they_are_armour_or_mechanised() -> None:
    assert box_of("Soviet Guards", "other")[0] == "#ffffff"
    assert box_of("Soviet Guards", "armor")[0] == SYMBOLS["armor"]
    assert box_of("Soviet Guards", "mech")[0] == SYMBOLS["mech"]
    assert box_of("Soviet", "other")[0] == COLOURS["Soviet"][0]  # no colour of its own
    assert COLOURS["Soviet Guards"][0] != COLOURS["Soviet"][0]


@pytest.mark.rule("hube 2.5")
def test_a_counter_shows_the_size_that_is_printed() -> None:
    """A Soviet tank regiment is worth a battalion and is marked as one."""
    shown = layers.standings(_with(piece("su-tkbn-13gd", "B2.30")))[0]
    assert face(shown).size == "II"
    assert "II" in counter(face(shown), 0, 0, 60)


def _with(*pieces: object) -> object:
    game = stage(1)
    game.pieces = list(pieces)  # type: ignore[arg-type]
    return game


def test_nations_by_label_or_formation() -> None:
    assert nation_of("German", "3", "2 SS Pz Div") == "German SS"
    assert nation_of("German", "3", "3 Pz Div") == "German"
    assert nation_of("Soviet", "13 Gd") == nation_of("Soviet", "20", "5 Gd Tk Corps") == "Soviet Guards"
    assert nation_of("Hungarian", "18") == "Hungarian"


@pytest.mark.parametrize("kind", sorted({row["kind"] for row in table("units")} - {"formation"}))
def test_every_kind_of_unit_has_a_symbol(kind: str) -> None:
    shown = Standing("x", 0, "Soviet", "Soviet", kind, "X", "other", "1", ("1", "2", "3"))
    assert face(shown).kind == KINDS[kind]
    assert "<svg" not in counter(face(shown), 0, 0, 60)
    ElementTree.fromstring(counter(face(shown), 0, 0, 60))


def test_a_component_shows_its_formation_where_its_numbers_are_unknown() -> None:
    shown = layers.standings(_with(piece("ax-1ss-pz-pg-2", "B2.11")))[0]  # type: ignore[arg-type]
    assert face(shown).strengths == ("1 SS Pz",)
    assert "1 SS Pz Div" in shown.title


def test_the_ink_of_every_counter_can_be_read() -> None:
    for field, ink in COLOURS.values():
        assert contrast(field, ink) >= 4.5
    for field in SYMBOLS.values():
        assert contrast(field, "#111111") >= 4.5


def test_the_sides_differ_for_a_colour_blind_reader_and_by_sign() -> None:
    for look in PALETTES.values():
        assert contrast(look.land, look.axis) > 3 or contrast(look.halo, look.axis) > 3
        seen = deuteranope(look.axis), deuteranope(look.soviet)
        assert seen[0] != seen[1]
    bands = overlays.front_bands(palette("paper"), [[(0.0, 0.0), (100.0, 0.0), (200.0, 0.0)]])
    assert bands.count("stroke-dasharray") == 1  # the Soviet band alone is broken


@pytest.mark.rule("hube 1.9")
def test_the_solid_band_of_the_front_lies_on_the_axis_side() -> None:
    sheet = Sheet(board(), palette("paper"))
    pair = (board().hex("A10.10"), board().hex("A10.11"))  # the Axis to the south
    drawn = overlays.front(sheet, [pair])
    axis = ElementTree.fromstring(f"<g>{drawn}</g>").findall("path")[2]
    assert axis.get("stroke") == sheet.palette.axis
    heights = [float(part.split(" ")[1]) for part in axis.get("d", "").strip("M").split("L")]
    middle = (sheet.centre[pair[0]][1] + sheet.centre[pair[1]][1]) / 2
    assert min(heights) > middle  # y grows down: south of the hexside


@pytest.mark.rule("hube 3.9")
def test_declared_fortresses_have_bastions() -> None:
    game = stage(1)
    before = layers.front(Sheet(board(), palette("paper")), game)
    game.fortresses = ("B2.11", "A31.35")
    after = layers.front(Sheet(board(), palette("paper")), game)
    assert after.count("<g") == before.count("<g") + 2


@pytest.mark.rule("hube 5.2")
def test_badges_of_victory_points_are_red_where_they_count() -> None:
    game = stage(1)
    game.vp_held = frozenset({"B2.11"})
    sheet = Sheet(board(), palette("paper"))
    drawn = layers.score(sheet, game)
    assert drawn.count("<polygon") == 23
    assert drawn.count(f'fill="{sheet.palette.soviet}"') == 1


def test_markers_stand_beside_the_counters() -> None:
    sheet = Sheet(board(), palette("paper"))
    drawn = layers.markers(sheet, [Marker("B2.11", "Axis", "sp", 4), Marker("B2.11", "Axis", "airbase-2")])
    assert ">S4<" in drawn
    assert ">A2<" in drawn


@pytest.mark.parametrize("side", [stacks.COUNTER, 84.0], ids=["as usual", "the largest"])
def test_markers_hide_neither_the_print_of_a_counter_nor_one_another(side: float) -> None:
    """Supply, truck, wagon, hedgehog and air base may stand in one hex, with a counter alone or with a stack."""
    sheet = Sheet(board(), palette("paper"))
    kinds = ("sp", "truck", "wagon", "hedgehog", "airbase-1")
    x, y = sheet.centre[board().hex("B2.11")]
    drawn = layers.markers(sheet, [Marker("B2.11", "Axis", kind, 4) for kind in kinds], side - stacks.COUNTER)
    boxes = []
    for rect in ElementTree.fromstring(f"<g>{drawn}</g>").findall("rect"):
        left, top, wide, high = (float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
        boxes.append((left - x, top - y, left - x + wide, top - y + high))
    assert len(boxes) == len(kinds)
    edge, margin = side / 2, 0.05 * side  # nothing is printed on the rim of a counter
    for left, right in ((-edge, edge), (-edge + 5, edge + 5)):  # the uppermost of a stack stands further to the right
        assert all(box[2] <= left + margin or box[0] >= right - margin for box in boxes)
    count = (-edge - 3 - 11.5, edge - 4 - 11.5)  # the disc with the number of a stack's counters
    assert all(box[0] > 0 or box[3] <= count[1] for box in boxes)
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


#: How wide letters of DejaVu Sans Bold are, the widest face that a page is likely to take, in letter sizes.
_WIDE = {"-": 0.415, "(": 0.457, ")": 0.457, " ": 0.348, "G": 0.821, "d": 0.716}


@pytest.mark.parametrize("values", sorted({row["values"] for row in table("units")} - {""}))
def test_the_numbers_of_every_unit_keep_within_its_counter_and_clear_of_its_id(values: str) -> None:
    shown = Standing("x", 0, "Soviet", "Soviet", "inf-div", "XX", "other", "57 Gd", tuple(values.split("-")))
    found = {text.text: float(text.get("font-size", "")) for text in _print(shown) if text.text in (values, "57 Gd")}
    width = found[values] * sum(_WIDE.get(letter, 0.696) for letter in values)
    assert width <= 92
    id_foot = 42.5 + found["57 Gd"] * sum(_WIDE.get(letter, 0.696) for letter in "57 Gd") / 2
    assert id_foot < 91.5 - 0.73 * found[values]


def test_a_counter_that_has_lost_steps_bears_their_number_clear_of_its_id() -> None:
    game = _with(piece("su-inf-129gd", "B2.30", lost=2), piece("su-inf-24", "B4.30"))
    worn, whole = sorted(layers.standings(game), key=lambda shown: -shown.lost)  # type: ignore[arg-type]
    assert "-2" in [text.text for text in _print(worn)]
    assert not [text for text in _print(whole) if (text.text or "").startswith("-")]
    assert "2 steps lost" in picture(game, region="B2.30").text  # type: ignore[arg-type]
    tag = next(r for r in ElementTree.fromstring(counter(face(worn), 0, 0, 60)).iter("rect") if r.get("fill") == "#fff")
    foot = float(tag.get("y", "")) + float(tag.get("height", "")) + float(tag.get("stroke-width", "")) / 2
    size = next(float(text.get("font-size", "")) for text in _print(worn) if text.text == "129 Gd")
    assert foot < 42.5 - size * sum(_WIDE.get(letter, 0.696) for letter in "129 Gd") / 2


def test_losses_of_formations_are_of_components() -> None:
    shown = Standing("x", 0, "Axis", "German", "formation", "XX", "other", "3 Pz Div", (), 2)
    assert shown.title.endswith("2 components lost")


def _print(shown: Standing) -> list[ElementTree.Element]:
    """The texts of a counter."""
    return list(ElementTree.fromstring(counter(face(shown), 0, 0, 60)).iter("text"))


def test_the_lattice_lies_as_the_board_does() -> None:
    sheet = Sheet(board(), palette("paper"))
    for h in range(0, board().n, 97):
        x, y = sheet.centre[h]
        assert at(node(*board().spot[h])) == (x, y)
        for d, other in enumerate(board().near[h]):
            ends = [at(n) for n in sheet.hexside(h, d)]
            middle = [sum(c) / 2 for c in zip(*ends, strict=True)]
            if other >= 0:
                there = sheet.centre[other]
                assert middle == pytest.approx([(x + there[0]) / 2, (y + there[1]) / 2], abs=0.1)


def test_names_of_towns_do_not_run_into_one_another() -> None:
    room = names.Room()
    names.town_names(Sheet(board(), palette("paper")), room, far=True)
    boxes = room.boxes
    assert len(boxes) > 15
    for i, (a, b, c, d) in enumerate(boxes):
        for e, f, g, h in boxes[i + 1 :]:
            assert c <= e or g <= a or d <= f or h <= b


def test_a_hex_in_words() -> None:
    words = describe_hex(board(), board().hex("A44.20"))
    for part in ("A44.20 Vinnitsa", "major city", "multi-track railway", "Southern Bug"):
        assert part in words
    assert "Axis entry on the south edge" in describe_hex(board(), board().hex("A51.01"))


def test_the_legend_tells_every_sign() -> None:
    drawn = legend.legend(board())
    root = ElementTree.fromstring(str(drawn))
    told = "".join(root.itertext())
    for word in ("major river", "multi-track", "declared fortress", "low hills", "supply points", "steps lost"):
        assert word in drawn.text
        assert word.split()[0] in told
    assert picture(stage(1), show="legend").text.count("Ground:") == 1


def test_the_whole_map_is_drawn_within_two_and_a_half_seconds() -> None:
    game = stage(1)
    start = perf_counter()
    picture(game, region="all")
    assert perf_counter() - start < 2.5
