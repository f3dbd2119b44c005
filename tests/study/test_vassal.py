"""A game as a VASSAL module: what it holds against the game, and the file against the format.

VASSAL itself is not at hand: how it numbers the hexes of a grid is told here from its class HexGridNumbering.
"""

from __future__ import annotations

import io
import re
import struct
import sys
import zipfile
from collections import Counter
from dataclasses import replace
from importlib import import_module
from math import floor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from shapely import Point, Polygon

from gpwlab import InvalidInput, gpw, hube, sfs, study
from gpwlab.cli import main
from gpwlab.gpw.position import BOXED
from gpwlab.sfs.picture.sheet import sheet_of
from gpwlab.study.exports import about
from gpwlab.study.vassal import module
from gpwlab.study.vassal.plan import Plan, Zone

try:
    from pywargame import vassal
except (ImportError, SyntaxError):
    vassal = None
needs_pywargame = pytest.mark.skipif(vassal is None, reason="pywargame is not here; it needs Python 3.12: .[vassal]")

GAMES: dict[str, tuple[Any, str]] = {"gpw": (gpw, "uranus"), "hube": (hube, "korsun"), "sfs": (sfs, "standard")}
HEXED = ("gpw", "hube")
#: The boards of the hexed games are large pictures that take half a minute: most tests go without.
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}"></svg>'
_BUILD = "VASSAL.build.module."
_BOARD = f"{_BUILD}map.boardPicker.board."


@pytest.fixture(scope="module", params=GAMES)
def made(request: pytest.FixtureRequest) -> tuple[Any, Plan]:
    """A game of each system, and what its module is to hold."""
    package, scenario = GAMES[request.param]
    return planned(package.new(scenario, seed=1), request.param)


def planned(game: Any, system: str) -> tuple[Any, Plan]:
    return game, import_module(f"gpwlab.study.vassal.{system}").plan(game)


def system_of(game: Any) -> str:
    return type(game).__module__.split(".")[1]


# -- hexes ------------------------------------------------------------------------------------------------------------


class Recorder:
    """Takes the place of the elements of pywargame and keeps their attributes."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        def add(**attributes: Any) -> Recorder:
            self.told |= {f"{name}.{key}": value for key, value in attributes.items()}
            return self

        return add


def numbered(zone: Zone) -> Any:
    """How VASSAL names the hex at a pixel of a zone: a function, with the parts of a name put together as it does."""
    recorder = Recorder()
    module._zone(recorder, zone)
    told = recorder.told
    dx, dy, sideways = told["addHexGrid.dx"], told["addHexGrid.dy"], told["addHexGrid.sideways"]
    xs, ys = ([point[axis] for point in zone.path] for axis in (0, 1))
    rows = floor((max(ys) - min(ys)) / dx + 0.5)
    columns = floor((max(xs) - min(xs)) / dy + 0.5)
    assert not told["addNumbering.stagger"]
    assert (told["addNumbering.hDescend"], told["addNumbering.vDescend"]) == (sideways, not sideways)

    def name(x: int, y: int) -> str:
        along, across = (y, x) if sideways else (x, y)  # VASSAL turns the point of a grid that lies
        along, across = along - told["addHexGrid.x0"], across - told["addHexGrid.y0"]
        column = floor(along / dx + 0.5)
        row = floor((across - (dy / 2 if column % 2 else 0)) / dy + 0.5)
        row = (columns if sideways else rows) - row
        first, second = column + told["addNumbering.hOff"], row + told["addNumbering.vOff"]
        digits = (told["addNumbering.hLeading"] + 1, told["addNumbering.vLeading"] + 1)
        location = f"{first:0{digits[0]}d}{told['addNumbering.sep']}{second:0{digits[1]}d}"
        return str(told["addZone.locationFormat"]).replace("$gridLocation$", location)

    return name


def pixels(system: str, game: Any, plan: Plan) -> dict[str, tuple[float, float]]:
    """Where each hex lies in pixels, by the board's own geometry: the picture has 100 units from hex to hex."""
    x, y, width = drawn_from(plan)
    board, package = game.board, import_module(f"gpwlab.{system}.board")
    centre = {name: package.plane(*package.grid_position(name)) for name in board.ids}
    scale = plan.size[0] / width
    return {name: ((100 * cx - x) * scale, (-100 * cy - y) * scale) for name, (cx, cy) in centre.items()}


def drawn_from(plan: Plan) -> tuple[float, float, float]:
    """The left edge, the upper edge and the width of the board's picture in its own units."""
    view = re.search(r'viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ', plan.ground)
    assert view is not None
    return float(view[1]), float(view[2]), float(view[3])


@pytest.mark.parametrize("system", HEXED)
def test_vassal_names_every_hex_as_we_do(system: str) -> None:
    package, scenario = GAMES[system]
    game, plan = planned(package.new(scenario), system)
    names = {zone.prefix: numbered(zone) for zone in plan.zones}
    outlines = {zone.prefix: Polygon(zone.path) for zone in plan.zones}
    for name, (x, y) in pixels(system, game, plan).items():
        assert 0 < x < plan.size[0]
        assert 0 < y < plan.size[1]
        (prefix,) = [prefix for prefix, outline in outlines.items() if outline.contains(Point(x, y))]
        assert names[prefix](round(x), round(y)) == name


@pytest.mark.parametrize(
    ("system", "names"),
    [("gpw", ("A0101", "A3321", "B0101", "B3322", "B1407")), ("hube", ("A1.01", "A60.36", "B1.01", "A44.20"))],
)
def test_the_corners_of_the_maps_are_where_a_player_looks_for_them(system: str, names: tuple[str, ...]) -> None:
    package, scenario = GAMES[system]
    game, plan = planned(package.new(scenario), system)
    at = pixels(system, game, plan)
    if system == "gpw":  # columns run from east to west, rows from north to south; map A lies in the east
        assert at["A0101"][0] > at["A0121"][0] > at["B0101"][0] > at["B0122"][0]
        assert at["A0101"][1] < at["A3301"][1]
        assert at["B1402"][0] < at["B1502"][0]  # an even row lies half a hex further west
    else:  # columns from west to east, rows from south to north
        assert at["A1.01"][0] < at["A60.01"][0] < at["B1.01"][0]
        assert at["A1.01"][1] > at["A1.36"][1]
        assert at["A2.01"][1] < at["A1.01"][1]  # an even column stands half a hex further north
    for name in names:
        zone = next(zone for zone in plan.zones if zone.prefix == name[0])
        assert numbered(zone)(*map(round, at[name])) == name


# -- counters ---------------------------------------------------------------------------------------------------------


def test_every_unit_of_the_game_is_a_piece_once(made: tuple[Any, Plan]) -> None:
    game, plan = made
    table = game.units
    if system_of(game) == "gpw":
        table = study.order_of_battle(game)
        table = table[~table["place"].isin(("gone before the start", "not in this game"))]
    elif system_of(game) == "hube":
        to_come = table["state"] == "to come"
        table = table[(table["state"] != "not in this game") & ~(to_come & (table["arrives"] > game.last_turn))]
    assert sorted(counter.unit for counter in plan.counters) == sorted(table["unit"])
    assert Counter(counter.side for counter in plan.counters) == Counter(table["side"])


def test_units_on_the_map_stand_where_they_stand(made: tuple[Any, Plan]) -> None:
    game, plan = made
    here = {counter.unit: counter for counter in plan.counters if counter.at is not None}
    table = game.units
    column = "area" if "area" in table else "hex"
    on_map = table[table[column] != ""]
    assert set(on_map["unit"]) == set(here)
    if column == "hex":
        at = pixels(system_of(game), game, plan)
        for row in on_map.to_dict("records"):
            counter = here[row["unit"]]
            assert counter.place == row["hex"]
            assert counter.at == pytest.approx(at[row["hex"]], abs=1.5)
        return
    assert drawn_from(plan) == (0, 0, plan.size[0])  # so that its units are pixels
    sheet = sheet_of(game.board, "paper")
    for place in game.board.strongpoints:
        (square,) = [Polygon(z.path) for z in plan.zones if z.name.startswith(f"{place.name} (")]
        assert (square.centroid.x, square.centroid.y) == pytest.approx(sheet.strongpoint_at[place.index], abs=1)
    for row in on_map.to_dict("records"):
        zone = next(zone for zone in plan.zones if Polygon(zone.path).contains(Point(here[row["unit"]].at)))
        area = game.board.areas[game.board.area(row["area"])]
        assert zone.name == here[row["unit"]].place
        assert zone.name.endswith(f"({area.code})" if row["strongpoint"] else area.name)


def test_a_unit_has_a_face_a_step_and_the_right_one_is_up() -> None:
    game, plan = planned(gpw.new("uranus", seed=1), "gpw")
    states = dict(zip(game.units["unit"], game.units["state"], strict=True))
    figures = game.units.set_index("unit")[["attack", "ma"]]
    for counter in plan.counters:
        unit = game.standing(counter.unit)[0]
        assert len(counter.faces) == unit.steps
        if counter.at is not None:
            assert counter.up == (1 if states[counter.unit] == "reduced" else 0)
            face = counter.faces[counter.up]
            assert face.reduced == (states[counter.unit] == "reduced")
            if unit.ground and unit.kind not in ("PAR", "LEADER"):
                assert face.strengths[0] == str(figures["attack"][counter.unit])
                assert face.strengths[-1] == str(figures["ma"][counter.unit])
        if unit.steps == 2:
            assert [face.reduced for face in counter.faces] == [False, True]
    assert sum(counter.up for counter in plan.counters if counter.at is not None) == 9


def test_the_counters_of_stalingrad_go_down_step_by_step() -> None:
    game, plan = planned(sfs.new("standard", seed=1), "sfs")
    told = {counter.unit: counter for counter in plan.counters}
    assert [face.strengths for face in told["29-mot"].faces] == [("10",), ("8",), ("5",), ("3",)]
    reduced = game.units[game.units["state"] == "reduced"]
    assert len(reduced) == 4
    for row in reduced.to_dict("records"):
        counter = told[row["unit"]]
        assert counter.faces[counter.up].strengths == (str(row["strength"]),)
    division = next(c for c in plan.counters if c.side == "Soviet" and len(c.faces) > 1)
    assert [face.label for face in division.faces] == [
        "A",
        "B",
        "C",
    ]  # which of these is a matter of chance, sfs 2.2.2.2.A


def test_who_is_to_come_waits_in_the_box_of_the_turn() -> None:
    game, plan = planned(gpw.new("barbarossa", seed=1), "gpw")
    boxes = {counter.unit: counter for counter in plan.counters if counter.at is None}
    chart = study.timeline(game)
    chart = chart[(chart["event"] == "reinforcement") & chart["in_game"]]
    for row in chart.to_dict("records"):
        assert boxes[row["unit"]].place == row["title"]
        assert boxes[row["unit"]].up == int(row["half"])  # gpw 9.3.E
    assert chart["half"].any()
    assert plan.turns == plan.boxes[: len(plan.turns)] == [game.charts.turns[n].title for n in range(1, 6)]
    assert "dead pile" in plan.boxes


def test_divisions_bound_for_stalingrad_wait_in_the_box_of_their_turn() -> None:
    """By the schedule, sfs 7.1.A; whether Das Reich or the pioneers come is chosen (sfs 8.7, sfs 8.8)."""
    game, plan = planned(sfs.new("standard", seed=1), "sfs")
    places = {counter.unit: counter.place for counter in plan.counters if counter.at is None}
    bound = {"100-jaeger": 5, "305-inf": 8, "79-inf": 9, "6-pz": 16}
    assert {unit: places[unit] for unit in bound} == {u: game.charts.turns[n].title for u, n in bound.items()}
    assert {places[unit] for unit in ("das-reich", "pioneer-division", "pioneer-1")} == {"later"}


def test_who_comes_back_on_a_turn_waits_in_its_box() -> None:
    game = gpw.new("bagration", seed=1)
    pos = game._pos
    flown = next(unit for unit in pos.world.units if unit.kind == "BOM" and pos.where[unit.index] >= 0)
    pos.where[flown.index], pos.fate[flown.index], pos.boxes[flown.index] = -1, BOXED, 26  # gpw 11.4.A
    _game, plan = planned(game, "gpw")
    assert [c.place for c in plan.counters if c.unit == flown.id] == ["Turn 26 (Jul 1944)"]


def test_a_game_under_way_begins_with_its_turn() -> None:
    game = gpw.new("barbarossa", seed=1)
    game.play("Soviet General Movement")
    game.next_phase()
    _game, plan = planned(game, "gpw")
    assert plan.turns[0] == "Turn 2 (Jul 1941)"
    assert Counter(c.side for c in plan.counters if c.at) == Counter(game.units[game.units["hex"] != ""]["side"])


# -- the file ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(made: tuple[Any, Plan]) -> tuple[Any, Plan, bytes]:
    game, plan = made
    blank = replace(plan, ground=BLANK.format(*plan.size))
    return game, plan, module.packed(blank, about(game))


def opened(content: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(content))


def build_of(file: zipfile.ZipFile) -> ElementTree.Element:
    return ElementTree.fromstring(file.read("buildFile.xml"))


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def window(build: ElementTree.Element, name: str) -> ElementTree.Element:
    (found,) = [element for element in build.iter(f"{_BUILD}Map") if element.get("mapName") == name]
    return found


def types_of(slot: ElementTree.Element) -> list[list[str]]:
    """The traits of a piece: each one's fields, then those of its state."""
    plus, number, types, states = str(slot.text).split("/")
    assert (plus, number) == ("+", "null")
    parts = [[re.split(r"\\*\t", text) for text in (types, states)]]
    return [f"{t};|;{s}".split(";") for t, s in zip(*parts[0], strict=True)]


@needs_pywargame
def test_the_pieces_of_the_file_are_those_of_the_game(written: tuple[Any, Plan, bytes]) -> None:
    _game, plan, content = written
    file = opened(content)
    build, names = build_of(file), set(file.namelist())
    stacked = {}
    for name in ("Map", "Boxes"):
        for stack in window(build, name).iter(f"{_BUILD}map.SetupStack"):
            assert stack.get("useGridLocation") == "false"
            place = (name, stack.get("location"), int(str(stack.get("x"))), int(str(stack.get("y"))))
            for slot in stack.iter("VASSAL.build.widget.PieceSlot"):
                traits = {fields[0] + fields[1]: fields for fields in types_of(slot)}
                stacked[traits["markUnit"][-1]] = (place, traits, slot.get("gpid"))
    assert len(stacked) == len(plan.counters)
    assert len({gpid for _place, _traits, gpid in stacked.values()}) == len(plan.counters)
    for counter in plan.counters:
        (where, location, x, y), traits, _gpid = stacked[counter.unit]
        assert location == counter.place
        assert (where, (x, y)) == ("Map", counter.at) if counter.at is not None else where == "Boxes"
        assert traits["markSide"][-1] == counter.side
        images = [f"{counter.unit}-{n + 1}.png" for n in range(len(counter.faces))]
        assert {f"images/{image}" for image in images} <= names
        if len(images) > 1:
            layer = traits["emb2"]
            assert layer[16].split(",") == images
            assert layer[-1] == str(counter.up + 1)
    assert int(str(build.get("nextPieceSlotId"))) > max(int(str(gpid)) for *_rest, gpid in stacked.values())


@needs_pywargame
def test_the_file_has_board_boxes_sides_die_and_turns(written: tuple[Any, Plan, bytes]) -> None:
    game, plan, content = written
    file = opened(content)
    build = build_of(file)
    boards = {board.get("name"): board for board in build.iter(f"{_BOARD[: -len('board.')]}Board")}
    assert set(boards) == {"Map", "Boxes"}
    for board in boards.values():
        size = int(str(board.get("width"))), int(str(board.get("height")))
        assert size_of(file.read(f"images/{board.get('image')}")) == size
        for zone in board.iter(f"{_BOARD}mapgrid.Zone"):
            corners = [tuple(map(int, corner.split(","))) for corner in str(zone.get("path")).split(";")]
            assert all(0 <= x <= size[0] and 0 <= y <= size[1] for x, y in corners)
    assert [zone.get("name") for zone in boards["Boxes"].iter(f"{_BOARD}mapgrid.Zone")] == plan.boxes
    for stack in window(build, "Boxes").iter(f"{_BUILD}map.SetupStack"):
        zone = next(z for z in boards["Boxes"].iter(f"{_BOARD}mapgrid.Zone") if z.get("name") == stack.get("location"))
        ring = Polygon([tuple(map(int, corner.split(","))) for corner in str(zone.get("path")).split(";")])
        x, y = int(str(stack.get("x"))), int(str(stack.get("y")))
        assert ring.contains(Point(x, y))
        for slot in stack.iter("VASSAL.build.widget.PieceSlot"):  # the first side on the left, the other on the right
            side = next(fields[-1] for fields in types_of(slot) if fields[:2] == ["mark", "Side"])
            assert (x > ring.centroid.x) == (side == plan.sides[1])
    assert [entry.text for entry in build.iter("entry")] == list(plan.sides)
    (die,) = build.iter(f"{_BUILD}DiceButton")
    assert (die.get("nDice"), die.get("nSides")) == ("1", "6")
    (turns,) = build.iter(f"{_BUILD}turn.ListTurnLevel")
    assert str(turns.get("list")).split(",") == list(plan.turns)
    assert game.phase.title == plan.turns[0]
    page = file.read("help/about.html").decode()
    assert "Reconstructed" in page
    assert plan.guessed in page
    assert f"{plan.title}: {game.scenario}" == build.get("name")


@needs_pywargame
def test_pywargame_reads_the_module_back(written: tuple[Any, Plan, bytes], tmp_path: Path) -> None:
    _game, plan, content = written
    path = tmp_path / "game.vmod"
    path.write_bytes(content)
    with vassal.VMod(path, "r") as file:
        read = vassal.BuildFile(file.getBuildFile()).getGame()
        assert set(file.getFileNames()) >= {"buildFile.xml", "moduledata", "help/about.html", "images/map.png"}
        data = vassal.ModuleData(file.getModuleData()).getData()
    assert data.getName()[0]._node.firstChild.data == read["name"]
    units = Counter()
    for stack in read.getAtStarts():
        for piece in stack.getPieces(asdict=False):
            traits = piece.getTraits()
            assert traits[-1].ID == "piece"
            units[vassal.Trait.findTrait(traits, "mark", "name", "Side")["value"]] += 1
    assert units == Counter(counter.side for counter in plan.counters)
    zones = read.getMaps()["Map"].getBoardPicker()[0].getBoards()["Map"].getZones()
    assert list(zones) == [zone.name for zone in plan.zones]
    assert [zone.getPath() for zone in zones.values()] == [[list(corner) for corner in z.path] for z in plan.zones]


@needs_pywargame
def test_a_save_becomes_a_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = sfs.new("red-square", seed=4)
    game.play()
    game.save(tmp_path / "game.json")
    target = tmp_path / "game.vmod"
    assert main(["export", str(tmp_path / "game.json"), "--vassal", str(target)]) == 0
    assert capsys.readouterr().out.split() == [str(target)]
    with zipfile.ZipFile(target) as file:
        board = file.read("images/map.png")
    assert size_of(board) == (3100, 2050)
    assert len(board) > 500_000  # a drawn map, not a blank one


def test_without_pywargame_it_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pywargame", "pywargame.vassal"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InvalidInput, match=r'With Python 3\.12 or later, .*: pip install "gpwlab\[vassal\]"$'):
        study.vassal_module(gpw.new("barbarossa"), tmp_path / "game.vmod")
    assert list(tmp_path.iterdir()) == []


def test_a_module_is_a_vmod_of_a_game_that_tells_everything(tmp_path: Path) -> None:
    game = sfs.new("red-square")
    with pytest.raises(InvalidInput, match=r"written as \.vmod, not '\.zip'"):
        study.vassal_module(game, tmp_path / "game.zip")
    with pytest.raises(InvalidInput, match="made of a game, not of a View"):
        study.vassal_module(game.view("German"), tmp_path / "game.vmod")
    with pytest.raises(InvalidInput, match="made of a game, not of a str"):
        study.vassal_module("gpw", tmp_path / "game.vmod")
    assert list(tmp_path.iterdir()) == []
