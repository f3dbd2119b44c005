"""The window that a picture shows of its sheet, and the picture's bar and legend around it."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.core.svg.build import document, el, label, num, uid
from gpwlab.core.svg.lattice import Point


@dataclass(frozen=True, slots=True)
class Frame:
    """A window on the sheet, in drawing units, y growing down."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        """True if a point lies within the window or at most ``margin`` units outside it."""
        inside = self.x - margin <= point[0] <= self.x + self.width + margin
        return inside and self.y - margin <= point[1] <= self.y + self.height + margin

    def touches(self, other: Frame) -> bool:
        """True if two windows overlap."""
        across = self.x <= other.x + other.width and other.x <= self.x + self.width
        return across and self.y <= other.y + other.height and other.y <= self.y + self.height

    @property
    def view(self) -> tuple[float, float, float, float]:
        """As a view box."""
        return self.x, self.y, self.width, self.height

    def bounds(self, units_per_km: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """South-west and north-east corner as (y, x) in kilometres of the plane, the order that map widgets take."""
        k = units_per_km
        return (-(self.y + self.height) / k, self.x / k), (-self.y / k, (self.x + self.width) / k)


def framed(
    frame: Frame, body: str, title: str, notes: str, scale: float, signs: tuple[str, float], colours: tuple[str, str]
) -> str:
    """The map with a bar above it that names turn, phase and overlays, clipped to its frame, and the legend beneath.

    ``scale``: pixels a drawing unit; ``signs``: the legend and its height in pixels; ``colours``: of the bar and of
    what is written on it.
    """
    ink, paper = colours
    unit = 1 / scale
    bar = (56 if notes else 34) * unit
    top, left = frame.y - bar, frame.x + 12 * unit
    view = (frame.x, top, frame.width, bar + frame.height + signs[1] * unit)
    clip = uid("clip", view, title, notes, len(body))
    window = el("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height)
    head = el("rect", x=frame.x, y=top, width=frame.width, height=bar, fill=ink)
    heading = label(title, left, top + 23 * unit, font_size=17 * unit, font_weight="bold", fill=paper)
    small = label(notes, left, top + 45 * unit, font_size=13 * unit, fill=paper) if notes else ""
    drawing = el("defs", el("clipPath", window, id=clip)) + el("g", body, clip_path=f"url(#{clip})")
    where = f"translate({num(frame.x)} {num(frame.y + frame.height)})scale({unit:.4f})"
    beneath = el("g", signs[0], transform=where) if signs[0] else ""
    return document(drawing + head + heading + small + beneath, view, (frame.width * scale, view[3] * scale), title)
