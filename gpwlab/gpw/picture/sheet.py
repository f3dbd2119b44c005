"""The map sheet in drawing units: where each hex lies, and the frame of a picture."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from gpwlab.core.svg import frame
from gpwlab.core.svg.lattice import HEX, STEP_X, STEP_Y, Node, Point, at, node
from gpwlab.gpw.board import HEX_KM, Board, grid_position, plane
from gpwlab.gpw.picture.palette import Palette

#: Drawing units a kilometre of the map's plane.
UNITS_PER_KM = HEX / HEX_KM


class Frame(frame.Frame):
    """A window on the sheet that knows where on the earth's plane it lies."""

    __slots__ = ()

    @property
    def bounds_km(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """South-west and north-east corner as (y, x) in kilometres of the plane, the order that map widgets take."""
        return self.bounds(UNITS_PER_KM)


@dataclass(eq=False, slots=True)
class Sheet:
    """A board laid out for drawing in one palette: ``shown`` are the hexes in the window or next to it."""

    board: Board
    palette: Palette
    window: Frame | None = None
    shown: frozenset[int] = field(init=False)
    node: list[Node] = field(init=False)
    centre: list[Point] = field(init=False)

    def __post_init__(self) -> None:
        self.node = [node(*plane(*grid_position(name))) for name in self.board.ids]
        self.centre = [at(n) for n in self.node]
        everything = range(self.board.n)
        if self.window is None:
            self.window = self.frame(everything)
        self.shown = frozenset(h for h in everything if self.window.holds(self.centre[h], 1.5 * HEX))

    @property
    def frame_of_window(self) -> Frame:
        """The window, which is the whole sheet where none was asked for."""
        assert self.window is not None
        return self.window

    def nodes(self, hexes: Collection[int]) -> list[Node]:
        """Lattice centres of hexes."""
        return [self.node[h] for h in hexes]

    def frame(self, hexes: Collection[int], margin: float = 0.6) -> Frame:
        """The window around hexes with ``margin`` hexes of room beyond their corners."""
        xs = [self.centre[h][0] for h in hexes]
        ys = [self.centre[h][1] for h in hexes]
        dx, dy = STEP_X + margin * HEX, 2 * STEP_Y + margin * HEX
        return Frame(min(xs) - dx, min(ys) - dy, max(xs) - min(xs) + 2 * dx, max(ys) - min(ys) + 2 * dy)
