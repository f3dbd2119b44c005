"""Where the hex grid of The Great Patriotic War lies on the earth.

Two steps. A similarity (scale, turn, shift) between the plane of a conic projection and the plane of the hexes, by
least squares over the hexes whose places the rulebook names. Then a smooth warp, a sum of Gaussians, that moves each
named place into its own hex and dies away between them.

Plane: hex units, 1 from one hex centre to the next, x growing east and y growing north, rows level as printed.
Earth: degrees east, degrees north.

Needs numpy, pyproj and shapely; the data are made with this and then kept, so the package itself needs none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pyproj import Proj
from shapely.geometry import Point, Polygon
from shapely.ops import nearest_points

from gpwlab.gpw.board import grid_position, plane

Plane = tuple[float, float]
Array = NDArray[np.float64]

PROJECTION = "+proj=lcc +lat_1=46 +lat_2=58 +lat_0=52 +lon_0=34 +units=km"
#: How far a control place is felt, in hexes, and how stiff the warp is at places and at points of a river.
REACH = 4.5
STIFF_PLACE, STIFF_RIVER = 0.03, 0.25
#: A place is well inside its hex when it lies in the hex shrunk to this.
INSIDE = 0.55

# name: latitude, longitude, hex. The first are printed, and carry the similarity.
PRINTED = {
    "Bryansk": (53.24, 34.37, "B1301"),
    "Orsha": (54.51, 30.43, "B1105"),
    "Minsk": (53.90, 27.57, "B1407"),
    "Riga": (56.95, 24.11, "B0812"),
    "Zhitomir": (50.25, 28.66, "B2004"),
    "Lwow": (49.84, 24.03, "B2210"),
    "Cernauti": (48.29, 25.94, "B2507"),
}
STRAITS = (45.30, 36.55, "A2714", "A2715")
SIVASH = (45.98, 34.55, "A2616", "A2716")
SMOLENSK, KHARKOV = (54.78, 32.05, "B1003"), (50.0, 36.23, "A1817")
# Places whose hexes follow from a rule or from the shape of coast and rivers; they carry only the warp.
INFERRED = {
    "Smolensk": SMOLENSK,
    "Kharkov": KHARKOV,
    "Kaluga": (54.51, 36.26, "A0920"),
    "Kuybyshev": (53.2, 50.15, "A0406"),
    "Ryazan": (54.63, 39.74, "A0816"),
    "Cherkassy": (49.44, 32.06, "B2101"),
    "Leningrad": (59.94, 30.31, "B0108"),
    "Berlin": (52.52, 13.40, "B1822"),
    "Tbilisi": (41.72, 44.79, "A2902"),
    "Yerevan": (40.18, 44.51, "A3201"),
    "Vienna": (48.21, 16.37, "B2719"),
    "Voronezh": (51.67, 39.21, "A1315"),
    "Odessa": (46.48, 30.73, "B2701"),
    "Constanta": (44.17, 28.65, "B3302"),
    "Rostov": (47.24, 39.71, "A2112"),
    "Moscow": (55.75, 37.62, "A0619"),
    "Konigsberg": (54.71, 20.51, "B1315"),
    "Tallinn": (59.44, 24.75, "B0312"),
    "Novorossiisk": (44.72, 37.77, "A2713"),
}
# Points of rivers that a printed river hexside pins: latitude, longitude, the two hexes.
RIVERS = (
    (54.75, 31.8, "B1003", "B1103"),
    (54.2, 30.3, "B1203", "B1204"),
    (53.8, 30.33, "B1304", "B1305"),
    (52.37, 30.4, "B1503", "B1603"),
    (51.85, 30.85, "B1602", "B1603"),
    (52.2, 39.0, "A1214", "A1215"),
    (51.4, 39.1, "A1314", "A1315"),
    (50.97, 39.55, "A1414", "A1315"),
    (50.08, 45.45, "A1309", "A1408"),
)


@dataclass(frozen=True, slots=True)
class Fit:
    """turn: a, b, x, y of the similarity; controls and weights of the warp, shape (n, 2)."""

    turn: tuple[float, float, float, float]
    controls: Array
    weights: Array

    def to_plane(self, lon: ArrayLike, lat: ArrayLike) -> tuple[Array, Array]:
        """Plane coordinates of places on the earth."""
        x, y = _similar(self.turn, lon, lat)
        dx, dy = self._warp(x, y)
        return x + dx, y + dy

    def to_earth(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """Longitude and latitude of points of the plane; the warp is undone by fixed point, to metres."""
        wanted = np.asarray(x, float), np.asarray(y, float)
        flat = wanted
        for _ in range(25):
            dx, dy = self._warp(*flat)
            flat = wanted[0] - dx, wanted[1] - dy
        a, b, tx, ty = self.turn
        u, v = flat[0] - tx, flat[1] - ty
        size = a * a + b * b
        lon, lat = _projection()((a * u + b * v) / size, (a * v - b * u) / size, inverse=True)
        return np.asarray(lon), np.asarray(lat)

    def _warp(self, x: Array, y: Array) -> tuple[Array, Array]:
        points = np.stack([np.ravel(x), np.ravel(y)], -1)
        moved = np.concatenate([_felt(part, self.controls) @ self.weights for part in _batches(points)])
        return moved[:, 0].reshape(np.shape(x)), moved[:, 1].reshape(np.shape(x))


def fit() -> Fit:
    """Fit the grid to the named places."""
    turn = _similarity()
    controls, shifts, stiffness = [], [], []
    for lat, lon, name in (*PRINTED.values(), *INFERRED.values()):
        here = _place(turn, lat, lon)
        controls.append(here)
        shifts.append(np.subtract(_nearest_inside(here, name), here))
        stiffness.append(STIFF_PLACE)
    for stiff, pins in ((STIFF_PLACE, (STRAITS, SIVASH)), (STIFF_RIVER, RIVERS)):
        for lat, lon, one, other in pins:
            here = _place(turn, lat, lon)
            controls.append(here)
            shifts.append(np.subtract(_between(one, other), here))
            stiffness.append(stiff)
    points = np.array(controls)
    weights = np.linalg.solve(_felt(points, points) + np.diag(stiffness), np.array(shifts))
    return Fit(turn, points, weights)


def _similarity() -> tuple[float, float, float, float]:
    pins = [(lat, lon, _centre(name)) for lat, lon, name in (*PRINTED.values(), SMOLENSK, KHARKOV)]
    pins += [(lat, lon, _between(one, other)) for lat, lon, one, other in (STRAITS, SIVASH)]
    rows: list[list[float]] = []
    targets: list[float] = []
    for lat, lon, target in pins:
        east, north = _projection()(lon, lat)
        rows += [[east, -north, 1.0, 0.0], [north, east, 0.0, 1.0]]
        targets += target
    a, b, tx, ty = np.linalg.lstsq(np.array(rows), np.array(targets), rcond=None)[0]
    return float(a), float(b), float(tx), float(ty)


def _projection() -> Proj:
    return Proj(PROJECTION)


def _similar(turn: tuple[float, float, float, float], lon: ArrayLike, lat: ArrayLike) -> tuple[Array, Array]:
    east, north = _projection()(np.asarray(lon, float), np.asarray(lat, float))
    a, b, tx, ty = turn
    return a * east - b * north + tx, b * east + a * north + ty


def _place(turn: tuple[float, float, float, float], lat: float, lon: float) -> Plane:
    x, y = _similar(turn, lon, lat)
    return float(x), float(y)


def _centre(name: str) -> Plane:
    return plane(*grid_position(name))


def _between(one: str, other: str) -> Plane:
    (ax, ay), (bx, by) = _centre(one), _centre(other)
    return (ax + bx) / 2, (ay + by) / 2


def _nearest_inside(here: Plane, name: str) -> Plane:
    """The point nearest to here that lies well inside a hex."""
    x, y = _centre(name)
    r = INSIDE / sqrt(3)
    angles = np.radians(60 * np.arange(6))
    inner = Polygon(np.stack([x + r * np.sin(angles), y + r * np.cos(angles)], -1))
    point = nearest_points(inner, Point(here))[0]
    return point.x, point.y


def _felt(points: Array, controls: Array) -> Array:
    gaps = ((points[:, None] - controls[None]) ** 2).sum(-1)
    felt: Array = np.exp(-gaps / REACH**2)
    return felt


def _batches(points: Array, size: int = 50_000) -> list[Array]:
    return [points[start : start + size] for start in range(0, max(len(points), 1), size)]
