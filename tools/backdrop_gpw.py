"""Lay coast, rivers, lakes and relief beneath the grid of The Great Patriotic War.

    python -m tools.backdrop_gpw --geo FOLDER [--out data/geo]

FOLDER holds Natural Earth layers in degrees (ne_10m_land, ne_10m_lakes, ne_10m_rivers_lake_centerlines as .geojson) and
its shaded relief (shadedrelief_crop.png, longitude 5..66, latitude 37..66). What is written lies in the plane of the
map, in kilometres, x east and y north: 61.9 times the hex units of tools/gpw_fit.py.

Needs numpy, pillow, pyproj, scipy and shapely besides the package.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.ndimage import gaussian_filter, map_coordinates
from shapely import get_parts, segmentize, transform
from shapely.geometry import Point, box, mapping, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from gpwlab.core import tables
from gpwlab.gpw.board import HEX_KM, grid_position, plane
from tools.gpw_fit import Fit, fit

Array = NDArray[np.float64]
Bounds = tuple[float, float, float, float]

MARGIN = 0.5  # hexes beyond the sheet
DEGREES_OF_RELIEF = (5.0, 37.0, 66.0, 66.0)  # west, south, east, north
NEAR = box(8.0, 37.5, 62.0, 62.5)  # degrees: all that can fall on the sheet
DETAIL_KM = 1.5
SMALLEST_LAKE_KM2 = 60.0
SMALLEST_ISLAND_KM2 = 25.0
LEAST_RIVER = 8  # Natural Earth's scale rank: the Dnepr is 2, the Sozh 8
#: Water that did not yet stand in June 1941 but that the layer does not date: a point in it, latitude and longitude.
LATER_LAKES = {"Kanev": (49.9, 31.5), "Kostroma": (57.7, 40.4), "Kaunas": (54.8, 24.2)}
LAST_YEAR = 1941
LAND, SEA = (246, 243, 234), (214, 226, 235)
RELIEF_WIDTH = 1600


def main() -> None:
    """Write the five files of the backdrop."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--geo", type=Path, required=True, help="folder with the Natural Earth layers")
    parser.add_argument("--out", type=Path, default=Path("data/geo"), help="folder to write to")
    options = parser.parse_args()
    grid = fit()
    bounds = sheet()
    layers = {
        "gpw_land": list(land(options.geo, grid, bounds)),
        "gpw_lakes": list(lakes(options.geo, grid, bounds)),
        "gpw_rivers": list(rivers(options.geo, grid, bounds)),
    }
    for name, features in layers.items():
        write(options.out / f"{name}.geojson", features)
    west, south, east, north = (round(side, 1) for side in bounds)
    where = {"west": west, "south": south, "east": east, "north": north}
    (options.out / "gpw_backdrop.json").write_text(json.dumps(where) + "\n", encoding="utf-8")
    picture = relief(
        options.geo / "shadedrelief_crop.png", grid, bounds, [shape(f["geometry"]) for f in layers["gpw_land"]]
    )
    picture.save(options.out / "gpw_relief.webp", quality=82, method=6)


def sheet() -> Bounds:
    """West, south, east, north of the map sheet with its margin, in kilometres."""
    centres = np.array([plane(*grid_position(row["hex"])) for row in tables.read("gpw", "hexes")])
    low, high = centres.min(0), centres.max(0)
    reach = np.array([0.5, 1 / np.sqrt(3)]) + MARGIN
    (west, south), (east, north) = HEX_KM * (low - reach), HEX_KM * (high + reach)
    return float(west), float(south), float(east), float(north)


def land(folder: Path, grid: Fit, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """Land in one piece an island."""
    whole = unary_union([shape(f["geometry"]) for f in features_of(folder / "ne_10m_land.geojson")])
    for part in get_parts(on_sheet(whole, grid, bounds)):
        if part.geom_type == "Polygon" and part.area > SMALLEST_ISLAND_KM2:
            yield feature(part, {})


def lakes(folder: Path, grid: Fit, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """Lakes and lagoons that stood in June 1941."""
    later = [Point(lon, lat) for lat, lon in LATER_LAKES.values()]
    for found in features_of(folder / "ne_10m_lakes.geojson"):
        outline, told = shape(found["geometry"]).buffer(0), found["properties"]
        if told["year"] > LAST_YEAR or any(outline.distance(point) < 0.15 for point in later):
            continue
        water = on_sheet(outline, grid, bounds)
        if water.area > SMALLEST_LAKE_KM2:
            yield feature(water, {"name": told["name"] or ""})


def rivers(folder: Path, grid: Fit, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """Rivers, and the lines that carry them through reservoirs that were not yet there."""
    for found in features_of(folder / "ne_10m_rivers_lake_centerlines.geojson"):
        told = found["properties"]
        if told["scalerank"] > LEAST_RIVER:
            continue
        line = on_sheet(shape(found["geometry"]), grid, bounds)
        if line.length > 0:
            yield feature(line, {"rank": int(told["scalerank"])})


def features_of(path: Path) -> list[dict[str, Any]]:
    """The features of a GeoJSON file."""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["features"]
    return found


def on_sheet(shape_: BaseGeometry, grid: Fit, bounds: Bounds) -> BaseGeometry:
    """A shape in degrees, moved into the plane, cut to the sheet and made as coarse as the map can show."""
    near = shape_.intersection(NEAR)
    if near.is_empty:
        return near

    def move(degrees: Array) -> Array:
        x, y = grid.to_plane(degrees[:, 0], degrees[:, 1])
        return HEX_KM * np.stack([x, y], -1)

    moved = transform(segmentize(near, 0.1), move)
    if moved.geom_type.endswith("Polygon"):
        moved = moved.buffer(0)
    return moved.intersection(box(*bounds)).simplify(DETAIL_KM)


def feature(shape_: BaseGeometry, told: dict[str, Any]) -> dict[str, Any]:
    """A GeoJSON feature with its kilometres to one place."""
    return {"type": "Feature", "properties": told, "geometry": _rounded(mapping(shape_))}


def _rounded(thing: Any) -> Any:
    if isinstance(thing, float):
        return round(thing, 1)
    if isinstance(thing, dict):
        return {key: _rounded(value) for key, value in thing.items()}
    return [_rounded(part) for part in thing] if isinstance(thing, list | tuple) else thing


def write(path: Path, features: Iterable[dict[str, Any]]) -> None:
    """A FeatureCollection, without blanks."""
    whole = {"type": "FeatureCollection", "features": list(features)}
    path.write_text(json.dumps(whole, separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")


def relief(source: Path, grid: Fit, bounds: Bounds, land_: list[BaseGeometry]) -> Image.Image:
    """A quiet shaded relief of the sheet: light land, pale sea, the coast of the land polygons."""
    west, south, east, north = bounds
    width, height = RELIEF_WIDTH, round(RELIEF_WIDTH * (north - south) / (east - west))
    colour = sample(source, *places(grid, bounds, (width, height)))
    light = colour @ np.array([0.3, 0.59, 0.11])
    shade = light / np.maximum(gaussian_filter(light, 12), 1.0)
    heights = np.clip((colour[..., 0] - colour[..., 1]) / 45, 0, 1)  # the source paints mountains red
    ground = np.array(LAND) * np.clip(1 + 0.75 * (shade - 1), 0.72, 1.06)[..., None]
    ground *= 1 - gaussian_filter(heights, 3)[..., None] * np.array([0.03, 0.06, 0.11])
    dry = coverage(land_, bounds, (width, height))[..., None]
    return Image.fromarray(np.clip(dry * ground + (1 - dry) * np.array(SEA), 0, 255).astype(np.uint8))


def places(grid: Fit, bounds: Bounds, size: tuple[int, int], step: int = 8) -> tuple[Array, Array]:
    """Longitude and latitude of each pixel; found for every eighth and filled in, for the warp is smooth."""
    west, south, east, north = bounds
    width, height = size
    column, row = np.arange(-step, width + step, step), np.arange(-step, height + step, step)
    x = west + (column + 0.5) * (east - west) / width
    y = north - (row + 0.5) * (north - south) / height
    coarse = grid.to_earth(*(m / HEX_KM for m in np.meshgrid(x, y)))
    at = np.meshgrid((np.arange(height) + step) / step, (np.arange(width) + step) / step, indexing="ij")
    lon, lat = (map_coordinates(values, at, order=1) for values in coarse)
    return lon, lat


def sample(source: Path, lon: Array, lat: Array) -> Array:
    """Colours of a plate carree picture at places, float of shape (height, width, 3)."""
    pixels = np.asarray(Image.open(source).convert("RGB"), float)
    west, south, east, north = DEGREES_OF_RELIEF
    row = (north - lat) / (north - south) * pixels.shape[0] - 0.5
    column = (lon - west) / (east - west) * pixels.shape[1] - 0.5
    bands = [map_coordinates(pixels[..., k], [row, column], order=1, mode="nearest") for k in range(3)]
    return np.stack(bands, -1)


def coverage(shapes: list[BaseGeometry], bounds: Bounds, size: tuple[int, int], fine: int = 3) -> Array:
    """How much of each pixel the shapes cover, 0 to 1."""
    west, _, east, north = bounds
    scale = size[0] * fine / (east - west)
    mask = Image.new("L", (size[0] * fine, size[1] * fine))
    draw = ImageDraw.Draw(mask)
    for polygon in get_parts(shapes):
        for ring, value in ((polygon.exterior, 255), *((hole, 0) for hole in polygon.interiors)):
            draw.polygon([((px - west) * scale, (north - py) * scale) for px, py in ring.coords], fill=value)
    return np.asarray(mask.resize(size, Image.Resampling.BOX), float) / 255


if __name__ == "__main__":
    main()
