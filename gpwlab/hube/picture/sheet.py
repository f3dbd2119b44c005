"""The map sheet in drawing units: where each hex lies, and the frame of a picture.

A hex is 100 units from its upper to its lower side and stands on a corner-to-corner axis that runs east and west.  The
lattice of :mod:`gpwlab.core.svg.lattice` has its hexes the other way, so a node here is the lattice's with x and y
changed; :func:`lying` turns path data that the lattice has made.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from gpwlab.core.svg import frame
from gpwlab.core.svg.build import el
from gpwlab.core.svg.lattice import ACROSS, HEX, STEP_X, STEP_Y, Node, Point, corner
from gpwlab.hube.board import HEX_KM, Board
from gpwlab.hube.picture.palette import Palette

#: Drawing units a kilometre of the map's plane.
UNITS_PER_KM = HEX / HEX_KM
#: Lattice steps to the neighbour in each direction of the board.
_TOWARDS: tuple[Node, ...] = ((-2, 0), (-1, 3), (1, 3), (2, 0), (1, -3), (-1, -3))


def node(column: int, row: int) -> Node:
    """Lattice point of the centre of a hex."""
    return -(2 * row + (0 if column % 2 else 1)), 3 * column


def at(point: Node) -> Point:
    """Drawing position of a lattice point."""
    return point[1] * STEP_Y, point[0] * STEP_X


def lying(*drawn: str) -> str:
    """What the lattice has drawn, laid on its side as this map is."""
    return el("g", *drawn, transform="matrix(0 1 1 0 0 0)")


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
        self.node = [node(*spot) for spot in self.board.spot]
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

    def hexside(self, h: int, direction: int) -> tuple[Node, Node]:
        """The two corners of a hexside, which may lie on the edge of the map."""
        k = ACROSS.index(_TOWARDS[direction])
        return corner(self.node[h], k), corner(self.node[h], k + 1)

    def frame(self, hexes: Collection[int], margin: float = 0.6) -> Frame:
        """The window around hexes with ``margin`` hexes of room beyond their corners."""
        xs = [self.centre[h][0] for h in hexes]
        ys = [self.centre[h][1] for h in hexes]
        dx, dy = 2 * STEP_Y + margin * HEX, STEP_X + margin * HEX
        return Frame(min(xs) - dx, min(ys) - dy, max(xs) - min(xs) + 2 * dx, max(ys) - min(ys) + 2 * dy)
