"""Coast, lakes, rivers and relief lie beneath the hexes that they were cut for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.gpw.maps import HERE, by, centre, table

GEO = HERE.parents[1] / "data" / "geo"
HEX_KM = 61.9
Point = tuple[float, float]


def layer(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((GEO / f"gpw_{name}.geojson").read_text(encoding="utf-8"))["features"]
    return found


def rings(features: list[dict[str, Any]]) -> list[list[Point]]:
    """All rings; by the even-odd rule the holes take care of themselves."""
    shapes = [feature["geometry"] for feature in features]
    return [
        ring
        for shape in shapes
        for polygon in (shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]])
        for ring in polygon
    ]


def inside(x: float, y: float, outlines: list[list[Point]]) -> bool:
    crossings = 0
    for ring in outlines:
        for (ax, ay), (bx, by_) in pairwise(ring):
            if (ay > y) != (by_ > y) and x < ax + (y - ay) / (by_ - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


def points(name: str) -> Iterator[Point]:
    def flat(part: Any) -> Iterator[Point]:
        if isinstance(part[0], int | float):
            yield part[0], part[1]
        else:
            for inner in part:
                yield from flat(inner)

    for feature in layer(name):
        yield from flat(feature["geometry"]["coordinates"])


def test_land_lies_under_land_hexes_and_sea_under_sea_hexes() -> None:
    coast = rings(layer("land"))
    under = {row["hex"]: inside(*(HEX_KM * v for v in centre(row["hex"])), coast) for row in table("hexes")}
    shares = {row["hex"]: float(row["land_share"]) for row in table("hexes") if row["terrain"] != "lake"}
    assert [h for h, share in shares.items() if share > 0.9 and not under[h]] == []
    assert [h for h, share in shares.items() if share < 0.1 and under[h]] == []


@pytest.mark.parametrize("name", ["land", "lakes", "rivers"])
def test_layers_are_cut_to_the_sheet_and_light(name: str) -> None:
    sheet = json.loads((GEO / "gpw_backdrop.json").read_text(encoding="utf-8"))
    for x, y in points(name):
        assert sheet["west"] - 0.1 <= x <= sheet["east"] + 0.1
        assert sheet["south"] - 0.1 <= y <= sheet["north"] + 0.1
    assert (GEO / f"gpw_{name}.geojson").stat().st_size < 400_000


def test_the_sheet_holds_every_hex() -> None:
    sheet = json.loads((GEO / "gpw_backdrop.json").read_text(encoding="utf-8"))
    for name in by("hexes", "hex"):
        x, y = (HEX_KM * v for v in centre(name))
        assert sheet["west"] + HEX_KM / 2 < x < sheet["east"] - HEX_KM / 2
        assert sheet["south"] + HEX_KM / 2 < y < sheet["north"] - HEX_KM / 2


def test_relief_is_a_webp_picture_of_the_shape_of_the_sheet() -> None:
    content = (GEO / "gpw_relief.webp").read_bytes()
    assert content[:4] + content[8:16] == b"RIFFWEBPVP8 "
    width, height = (int.from_bytes(content[start : start + 2], "little") & 0x3FFF for start in (26, 28))
    sheet = json.loads((GEO / "gpw_backdrop.json").read_text(encoding="utf-8"))
    shape = (sheet["east"] - sheet["west"]) / (sheet["north"] - sheet["south"])
    assert width == 1600
    assert abs(width / height - shape) < 0.01
    assert len(content) < 700_000


def test_lakes_of_1941_are_there_and_later_reservoirs_are_not() -> None:
    names = {feature["properties"]["name"] for feature in layer("lakes")}
    assert {"Lake Peipus", "Rybinsk Reservoir", "Syvash"} <= names
    assert not names & {"Tsimlyansk Reservoir", "Kakhovka Reservoir", "Samara Reservoir", "Kiev Reservoir"}
    water = rings(layer("lakes"))
    assert {row["hex"] for row in table("hexes") if row["terrain"] == "lake"} == {"A0121", "B0409"}
    assert [h for h in ("A0121", "B0409") if not inside(*(HEX_KM * v for v in centre(h)), water)] == []
