"""The country beneath the grid: coast, lakes and relief, as ``data/geo`` has them in the plane of the map."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil
from typing import Any

from gpwlab.core.resources import data_dir
from gpwlab.core.svg.build import el, uid
from gpwlab.gpw.picture.sheet import UNITS_PER_KM, Frame, Sheet


@dataclass(frozen=True, slots=True)
class Ring:
    """A closed line as path data, with the window that holds it."""

    d: str
    box: Frame


@cache
def extent() -> Frame:
    """The printed sheet, in drawing units."""
    told = json.loads((data_dir() / "geo" / "gpw_backdrop.json").read_text("utf-8"))
    west, south, east, north = (told[side] * UNITS_PER_KM for side in ("west", "south", "east", "north"))
    return Frame(west, -north, east - west, north - south)


@cache
def rings(layer: str) -> tuple[Ring, ...]:
    """The rings of a layer of polygons (``gpw_land``, ``gpw_lakes``); holes run the other way round, as in GeoJSON."""
    features = json.loads((data_dir() / "geo" / f"{layer}.geojson").read_text("utf-8"))["features"]
    return tuple(_ring(line) for feature in features for line in _lines(feature["geometry"]))


def _lines(geometry: dict[str, Any]) -> Iterator[list[list[float]]]:
    if geometry["type"] == "Polygon":
        yield from geometry["coordinates"]
    elif geometry["type"] == "MultiPolygon":
        for polygon in geometry["coordinates"]:
            yield from polygon


def _ring(line: list[list[float]]) -> Ring:
    points = [(round(x * UNITS_PER_KM), round(-y * UNITS_PER_KM)) for x, y, *_ in line]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    steps = [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(points) if a != b]
    d = f"M{points[0][0]} {points[0][1]}l" + " ".join(steps).replace(" -", "-") + "z"
    return Ring(d, Frame(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))


def path(sheet: Sheet, layer: str) -> str:
    """Path data of a layer's rings that touch the window."""
    window = sheet.frame_of_window
    return "".join(ring.d for ring in rings(layer) if ring.box.touches(window))


@cache
def _relief_uri() -> str:
    data = (data_dir() / "geo" / "gpw_relief.webp").read_bytes()
    return "data:image/webp;base64," + b64encode(data).decode("ascii")


def relief(sheet: Sheet) -> str:
    """The shaded relief, multiplied into the colours beneath it; more than once on a dark ground, which shows less."""
    box, strength = extent(), sheet.palette.relief
    if not strength:
        return ""
    ident = uid("relief", sheet.window, sheet.palette) if strength > 1 else None
    blend = "mix-blend-mode:multiply"
    image = el(
        "image", id=ident, href=_relief_uri(), x=box.x, y=box.y, width=box.width, height=box.height,
        preserveAspectRatio="none", opacity=min(1.0, strength), style=blend,
    )  # fmt: skip
    return image + "".join(el("use", href=f"#{ident}", style=blend) for _ in range(1, ceil(strength)))


def table(sheet: Sheet) -> str:
    """What lies outside the printed sheet, drawn last of the ground so that nothing hangs over the edge."""
    box, window = extent(), sheet.frame_of_window
    hole = f"M{box.x + 2:.0f} {box.y + 2:.0f}v{box.height - 4:.0f}h{box.width - 4:.0f}v-{box.height - 4:.0f}z"
    wide = f"M{window.x:.0f} {window.y:.0f}h{window.width:.0f}v{window.height:.0f}h-{window.width:.0f}z"
    return el("path", d=wide + hole, fill=sheet.palette.table, fill_rule="evenodd")
