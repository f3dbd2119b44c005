"""The plane of the sheet: the real city turned so that the Volga runs along its foot, and drawn larger than the steppe.

A place on the earth is turned by 28 degrees (the run of the river from Yelshanka to Rynok) into kilometres along and
across the bank; both are then stretched by smooth rising curves, so that nothing changes sides: west is up, north is
to the right.  Drawing units, x to the right and y down.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from math import cos, radians, sin

Point = tuple[float, float]

#: The middle of the sheet on the earth, kilometres a degree there, and the run of the bank (degrees east of north).
LON, LAT, KM_LON, KM_LAT, RUN = 44.5, 48.72, 73.4, 111.3, radians(28)
#: Size of the sheet in drawing units.
WIDTH, HEIGHT = 3100.0, 2050.0


class Curve:
    """A smooth curve that rises through its knots (Fritsch and Carlson's cubic), straight beyond them."""

    def __init__(self, knots: Sequence[Point]) -> None:
        self.x, self.y = [x for x, _ in knots], [y for _, y in knots]
        rises = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in itertools.pairwise(knots)]
        self.slope = [rises[0], *(_mean(a, b) for a, b in itertools.pairwise(rises)), rises[-1]]

    def __call__(self, x: float) -> float:
        """The height of the curve at x."""
        last = len(self.x) - 1
        if x <= self.x[0]:
            return self.y[0] + (x - self.x[0]) * self.slope[0]
        if x >= self.x[last]:
            return self.y[last] + (x - self.x[last]) * self.slope[last]
        i = bisect_right(self.x, x) - 1
        h = self.x[i + 1] - self.x[i]
        t = (x - self.x[i]) / h
        a, b = self.y[i], self.y[i + 1]
        return (
            a * (1 + 2 * t) * (1 - t) ** 2
            + self.slope[i] * h * t * (1 - t) ** 2
            + b * t * t * (3 - 2 * t)
            + self.slope[i + 1] * h * t * t * (t - 1)
        )

    def inverse(self, y: float) -> float:
        """The x at which the curve has a height, for a curve that rises: by halving."""
        low, high = self.x[0] - 40.0, self.x[-1] + 40.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self(middle) < y else (low, middle)
        return (low + high) / 2


def _mean(a: float, b: float) -> float:
    """The slope at a knot: the harmonic mean of the rises beside it, level where they differ in sign."""
    return 2 * a * b / (a + b) if a * b > 0 else 0.0


#: Kilometres along the bank to x: the middle of the city is drawn about twice as large as its ends.
_ALONG = Curve(
    [(-14.5, 0), (-9.5, 290), (-5.4, 630), (-1.4, 1010), (1.6, 1400), (2.9, 1545), (5.2, 1880), (10.45, 2420),
     (13.2, 2730), (18.2, 3100)]
)  # fmt: skip
#: Kilometres along the bank to the distance of the bank from the turned axis: this much of its bends is taken out.
_BANK = Curve([(-14.5, 3.9), (-9.8, 2.9), (-4, 2.05), (0, 2.35), (5.2, 3.1), (10, 4.0), (13.4, 3.5), (18.2, 3.0)])
_STRAIGHTENED = 0.85
#: Kilometres inland of the straightened bank to height above it.
_INLAND = Curve(
    [(-6, -500), (-2.5, -285), (-1.2, -150), (-0.45, 0), (0.5, 350), (1.2, 510), (3.6, 860), (8, 1150), (13, 1385),
     (17, 1480)]
)  # fmt: skip
_TOP = 1485.0


def along_across(lon: float, lat: float) -> Point:
    """Kilometres along the bank (northwards) and across it (inland) of a place on the earth."""
    x, y = (lon - LON) * KM_LON, (lat - LAT) * KM_LAT
    return x * sin(RUN) + y * cos(RUN), -x * cos(RUN) + y * sin(RUN)


def on_earth(along: float, across: float) -> Point:
    """Longitude and latitude, the inverse of :func:`along_across`."""
    x = along * sin(RUN) - across * cos(RUN)
    y = along * cos(RUN) + across * sin(RUN)
    return LON + x / KM_LON, LAT + y / KM_LAT


def project(lon: float, lat: float) -> Point:
    """The place on the sheet of a place on the earth."""
    along, across = along_across(lon, lat)
    return _ALONG(along), _TOP - _INLAND(across + _STRAIGHTENED * _BANK(along))


def unproject(x: float, y: float) -> Point:
    """Longitude and latitude of a place on the sheet."""
    along = _ALONG.inverse(x)
    return on_earth(along, _INLAND.inverse(_TOP - y) - _STRAIGHTENED * _BANK(along))
