"""Maps on the real earth: where known towns fall, shapes that GeoJSON allows, and what stands where."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely.geometry import Point, shape

from gpwlab import gpw, hube, sfs, study
from gpwlab.core.errors import InvalidInput

#: Hexes that the rulebooks name, and where their towns lie: degrees east and north, from any atlas.
TOWNS = {
    "gpw": [
        ("B1407", "Minsk", 27.57, 53.90), ("B0812", "Riga", 24.11, 56.95), ("B2210", "Lwow", 24.03, 49.84),
        ("B2004", "Zhitomir", 28.66, 50.25), ("B1301", "Bryansk", 34.37, 53.24), ("A0619", "Moscow", 37.62, 55.75),
        ("B0108", "Leningrad", 30.31, 59.94),
    ],
    "hube": [("B8.34", "Kiev", 30.52, 50.45), ("A44.20", "Vinnitsa", 28.48, 49.23), ("B2.11", "Uman", 30.22, 48.75)],
    "sfs": [("MK", "Mamayev Kurgan", 44.537, 48.742), ("RS", "Red Square", 44.517, 48.708)],
}  # fmt: skip
GAMES = {"gpw": (gpw, "barbarossa"), "hube": (hube, "kirovograd"), "sfs": (sfs, "standard")}


@cache
def game_of(system: str) -> Any:
    module, scenario = GAMES[system]
    return module.new(scenario, seed=3)


@cache
def layer(system: str, name: str) -> list[dict[str, Any]]:
    return study.map_geojson(game_of(system), layers=[name])["features"]  # type: ignore[no-any-return]


GROUND = {"gpw": "hexes", "hube": "hexes", "sfs": "areas"}


def ground(system: str) -> dict[str, Any]:
    return {f["properties"].get("hex") or f["properties"]["area"]: f for f in layer(system, GROUND[system])}


@pytest.mark.parametrize("system", GAMES)
def test_towns_lie_in_the_hexes_that_the_rulebooks_name(system: str) -> None:
    cells = ground(system)
    for name, town, lon, lat in TOWNS[system]:
        assert shape(cells[name]["geometry"]).contains(Point(lon, lat)), town


def test_kyiv_lies_in_its_hex_of_the_great_map() -> None:
    kyiv = next(f for f in layer("gpw", "places") if f["properties"]["modern_name"] == "Kyiv")
    assert kyiv["geometry"]["coordinates"] == pytest.approx([30.52, 50.45], abs=0.02)
    assert shape(ground("gpw")[kyiv["properties"]["hex"]]["geometry"]).contains(Point(30.52, 50.45))


@pytest.mark.parametrize("system", GAMES)
def test_polygons_are_closed_simple_counterclockwise_and_do_not_overlap(system: str) -> None:
    shapes = []
    for feature in ground(system).values():
        ring = feature["geometry"]["coordinates"][0]
        assert ring[0] == ring[-1]
        shapes.append(shape(feature["geometry"]))
        assert shapes[-1].exterior.is_ccw  # RFC 7946, 3.1.6
    assert all(shapely.is_valid(shapes))
    whole = shapely.union_all(shapes)
    assert whole.area == pytest.approx(sum(one.area for one in shapes), rel=1e-4)
    if system != "sfs":  # a grid has neither gaps nor islands
        assert whole.geom_type == "Polygon"
        assert not whole.interiors


@pytest.mark.parametrize("system", ["gpw", "hube"])
def test_hexsides_lie_between_their_hexes(system: str) -> None:
    cells = ground(system)
    for feature in layer(system, "hexsides"):
        line = shape(feature["geometry"])
        assert len(line.coords) == 2
        for name in filter(None, feature["properties"]["between"]):
            assert shape(cells[name]["geometry"]).exterior.distance(line) < 1e-9
            assert shape(cells[name]["geometry"]).exterior.intersection(line).length == pytest.approx(line.length)


@pytest.mark.parametrize("system", GAMES)
def test_every_feature_says_where_it_comes_from(system: str) -> None:
    made = study.map_geojson(game_of(system))
    assert made["type"] == "FeatureCollection"
    assert "WGS 84" in made["gpwlab"]["frame"]
    assert made["gpwlab"]["data"] == game_of(system)._head()["data"]
    for feature in made["features"]:
        told = feature["properties"]
        assert told["provenance"] in ("printed", "derived", "published", "reconstructed")
        assert told["basis"]
    names = [feature["properties"]["layer"] for feature in made["features"]]
    assert names[0] == GROUND[system]
    assert names[-1] == "units"
    json.dumps(made, allow_nan=False)


def test_hexes_tell_control_supply_and_who_stands_there() -> None:
    game = game_of("gpw")
    cells = ground("gpw")
    assert {name for name, f in cells.items() if f["properties"]["control"] == "Axis"} == game.controlled("Axis")
    assert {name for name, f in cells.items() if "Soviet" in f["properties"]["supply"]} == game.supplied("Soviet")
    assert cells["B1512"]["properties"]["units"] == game.unit_at("B1512") != []
    assert cells["A0619"]["properties"]["city"] == "Moscow"


@pytest.mark.parametrize("system", GAMES)
def test_units_stand_in_their_hexes(system: str) -> None:
    cells = ground(system)
    units = layer(system, "units")
    frame = game_of(system).units
    column = "area" if system == "sfs" else "hex"
    assert {u["properties"]["unit"] for u in units} == set(frame.loc[frame[column] != "", "unit"])
    for unit in units:
        here = shape(cells[unit["properties"][column]]["geometry"])
        assert here.contains(shape(unit["geometry"])), unit["properties"]


def test_a_side_sees_no_more_than_on_the_table() -> None:
    game = game_of("sfs")
    seen = [f["properties"] for f in study.map_geojson(game, side="German", layers=["units"])["features"]]
    hidden = [told for told in seen if told["hidden"]]
    assert hidden
    assert all(told["strength"] is None and not told["label"] for told in hidden)
    assert not any(told["hidden"] for told in (f["properties"] for f in layer("sfs", "units")))


def test_it_is_written_whole_and_wrong_questions_are_answered(tmp_path: Path) -> None:
    game = game_of("sfs")
    path = tmp_path / "map.geojson"
    made = study.map_geojson(game, path)
    assert json.loads(path.read_text("utf-8")) == made
    with pytest.raises(InvalidInput, match=r"no layer 'sea' .* areas, city, places, units"):
        study.map_geojson(game, layers=["sea"])
    with pytest.raises(InvalidInput, match="asked for with side"):
        study.map_geojson(game.view("German"))
