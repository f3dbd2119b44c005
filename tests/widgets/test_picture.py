"""The static map: complete, well formed, small enough, with its text twin, and honest about bad input."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.game import Game
from gpwlab.gpw.picture import OVERLAYS, twin
from gpwlab.gpw.picture.layers import terrain
from gpwlab.gpw.picture.lines import rail_pieces
from gpwlab.gpw.picture.palette import PAPER, palette
from gpwlab.gpw.picture.sheet import Sheet

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def game() -> Game:
    game = gpw.new("barbarossa")
    game.play(phase="Axis Panzer Movement")
    return game


def texts(drawn: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


def ids(drawn: str) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', drawn))


@pytest.mark.rule("gpw chart.Map A", "gpw chart.Map B", kind="shown")
def test_whole_map_shows_every_hex_town_and_unit(game: Game) -> None:
    drawn = game.picture(region="all", show=["numbers"], width=2400)
    assert len(drawn) < 1_500_000
    written = texts(drawn)
    board = game.board
    numbers = {text for text in written if text in board.index}
    assert len(numbers) >= board.n - 25  # where a town's name leaves no room, a number is left out
    assert {city.name for city in board.city.values()} <= set(written)
    on_map = game.units[game.units["hex"] != ""]
    assert len(ElementTree.fromstring(drawn).findall(f".//{SVG}g/{SVG}title")) == len(on_map)


def test_sheet_draws_every_river_and_rail(game: Game) -> None:
    board = game.board
    sheet = Sheet(board, PAPER)
    assert sheet.shown == frozenset(range(board.n))
    tracks = {h for a, b, kind, _line in board.rail_pairs if kind == "track" for h in (a, b)}
    pieces = rail_pieces(sheet, tracks)
    assert pieces.count("M") >= len(tracks)
    assert rail_pieces(sheet, ()) == ""


def test_terrain_has_a_sign_beside_its_colour(game: Game) -> None:
    drawn = terrain(Sheet(game.board, PAPER))
    for colour in (PAPER.trees, PAPER.reeds, PAPER.hachures, PAPER.peak_dark):
        assert f'stroke="{colour}"' in drawn
    assert PAPER.outside in drawn


def test_front_is_what_is_drawn_unless_asked(game: Game) -> None:
    drawn = game.picture()
    assert "Brest-Litovsk" in texts(drawn)
    assert not {"Moscow", "Berlin", "Tbilisi"} & set(texts(drawn))
    assert len(drawn) < len(game.picture(region="all"))


def test_text_twin_names_phase_and_every_unit_by_hex(game: Game) -> None:
    words = game.picture(region="all").text
    assert words.startswith("Turn 1 (Jun 1941): Axis Panzer Movement Phase")
    for row in game.units[game.units["hex"] != ""].to_dict("records"):
        line = next(line for line in words.splitlines() if f" {row['unit']} " in line)
        assert line.strip().startswith(row["hex"])
    assert twin(game) == words
    assert repr(game.picture()) == game.picture().text


def test_marks_are_told_in_words_too() -> None:
    game = gpw.new("barbarossa")
    game.play(phase="Axis Panzer Movement")
    game.do("move ax-pz-24 B1911")
    game.do("move ax-pz-47 B1712")
    words = game.picture(region="all").text
    assert re.search(r"ax-pz-47 .*\(moved", words)
    assert re.search(r"su-inf-4 .*\(out of supply\)", words)


def test_region_by_hex_and_by_list(game: Game) -> None:
    around = game.picture(region="B1407").text
    assert "B1407 Minsk" in around
    assert "Warsaw" not in around
    both = game.picture(region=["B1407", "B1814"]).text
    assert "Minsk" in both
    assert "Warsaw" in both


def test_pictures_on_one_page_share_no_id(game: Game) -> None:
    other = game.fork()
    other.next_phase()
    drawings = [
        game.picture(show=["zoc", "reconstructed"]),
        other.picture(show=["zoc", "reconstructed"]),
        game.picture(),
    ]
    found = [ids(drawn) for drawn in drawings]
    assert all(found)
    assert not found[0] & found[1]
    assert not found[0] & found[2]
    for drawn, own in zip(drawings, found, strict=True):
        assert set(re.findall(r"url\(#([^)]+)\)", drawn)) <= own


def test_the_same_position_draws_the_same_picture(game: Game) -> None:
    assert game.picture(show=["zoc"]) == game.picture(show=["zoc"])


@pytest.mark.parametrize(
    "name", [*(n for n in OVERLAYS if ":" not in n), "reach:ax-pz-47", "line:su-inf-4", "zoc:Axis"]
)
def test_each_overlay_adds_something(game: Game, name: str) -> None:
    region = "A0619" if name == "goals" else "B1811"  # Moscow is one
    bare = game.picture(region=region, width=400)
    drawn = game.picture(region=region, width=400, show=[name])
    ElementTree.fromstring(drawn)
    assert len(drawn) > len(bare) + 300


def test_overlays_of_the_sides_differ_in_pattern(game: Game) -> None:
    def marks(name: str) -> set[str]:
        drawn = game.picture(region="B1811", show=[name])
        plain = game.picture(region="B1811", show=["control"])
        found = re.findall(r'(patternTransform|stroke-dasharray)="([^"]+)"', drawn)
        return set(found) - set(re.findall(r'(patternTransform|stroke-dasharray)="([^"]+)"', plain))

    for kind in ("zoc", "supply", "rail"):
        assert marks(f"{kind}:Axis") != marks(f"{kind}:Soviet")


def test_reach_shows_mp_left(game: Game) -> None:
    drawn = game.picture(region="B1811", show=["reach:ax-pz-47"])
    written = texts(drawn)
    plain = texts(game.picture(region="B1811"))
    inside = [
        mp
        for name, mp in game.reach("ax-pz-47").items()
        if game.board.distance(game.board.hex("B1811"), game.board.hex(name)) < 4
    ]
    assert len(inside) > 1
    for mp in inside:
        assert written.count(str(mp)) > plain.count(str(mp))


def test_both_themes(game: Game) -> None:
    paper, lamp = (game.picture(region="B1407", theme=theme) for theme in ("paper", "lamp"))
    assert palette("lamp").land in lamp
    assert palette("lamp").land not in paper


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ({"show": ["zocs"]}, "no overlay 'zocs'"),
        ({"show": ["zoc:German"]}, "Axis or Soviet"),
        ({"show": ["reach"]}, "of one unit"),
        ({"show": ["reach:ax-pz-999"]}, "no unit 'ax-pz-999'"),
        ({"region": "B9999"}, "no hex 'B9999'"),
        ({"region": []}, "at least one hex"),
        ({"width": 0}, "at least 1 pixel"),
        ({"theme": "neon"}, "no theme 'neon'"),
    ],
)
def test_bad_input_is_named(game: Game, style: dict, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        game.picture(**style)


def test_a_game_shows_itself(game: Game) -> None:
    bundle = game._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/plain"].startswith("Turn 1")
    assert game.picture()._repr_svg_() == str(game.picture())


def test_free_setup_is_drawn_before_any_unit_stands() -> None:
    game = gpw.new("barbarossa", setup="free")
    assert "Axis: 0 units" in game.picture().text
    assert "Soviet Set-up" in texts(game.picture())[-1]
