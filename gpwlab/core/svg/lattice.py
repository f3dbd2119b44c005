"""Outlines of sets of hexes and smooth lines along hexsides, in drawing units.

A pointy-top hex is 100 units from side to side.  Every centre and corner lies on a lattice of 50 by 28.87 units, so
that outlines are followed in whole numbers: a lattice point is (p, q) with x = 50 p and y = 28.87 q, y growing down.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from zlib import crc32

from gpwlab.core.svg.build import num

Node = tuple[int, int]
Point = tuple[float, float]

HEX = 100.0
STEP_X = HEX / 2
STEP_Y = HEX / 2 / 3**0.5
#: Corners of a hex from its centre, clockwise from the top; side k runs from corner k to corner k + 1.
CORNERS: tuple[Node, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
#: Centres of the neighbours across side k.
ACROSS: tuple[Node, ...] = ((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3))


def node(x: float, y: float) -> Node:
    """Lattice point of a place in hex units (x east, y north)."""
    return round(x * HEX / STEP_X), round(-y * HEX / STEP_Y)


def at(point: Node) -> Point:
    """Drawing position of a lattice point."""
    return point[0] * STEP_X, point[1] * STEP_Y


def corner(centre: Node, k: int) -> Node:
    """Corner k (clockwise from the top, taken modulo 6) of the hex at ``centre``."""
    dp, dq = CORNERS[k % 6]
    return centre[0] + dp, centre[1] + dq


def side(a: Node, b: Node) -> tuple[Node, Node]:
    """The two corners that neighbouring hexes share, clockwise as seen from ``a``."""
    k = ACROSS.index((b[0] - a[0], b[1] - a[1]))
    return corner(a, k), corner(a, k + 1)


def noise(*parts: object) -> float:
    """A number from -1 to 1 that depends on the parts only: the same place always looks the same."""
    return crc32(repr(parts).encode()) / 0x7FFFFFFF - 1.0


def loops(cells: Collection[Node]) -> list[list[Node]]:
    """The closed outlines of a set of hexes, each a list of corners with the hexes on its right hand."""
    after: dict[Node, Node] = {}
    inside = set(cells)
    for cell in sorted(inside):
        for k, (dp, dq) in enumerate(ACROSS):
            if (cell[0] + dp, cell[1] + dq) not in inside:
                after[corner(cell, k)] = corner(cell, k + 1)
    found = []
    while after:
        start, here = next(iter(after.items()))
        del after[start]
        loop = [start]
        while here != start:
            loop.append(here)
            here = after.pop(here)
        found.append(loop)
    return found


def outline(cells: Collection[Node], inset: float = 0.0) -> str:
    """Path data of the straight outlines of a set of hexes, moved ``inset`` units inwards."""
    return "".join(_closed([_inner(loop, i, inset) for i in range(len(loop))]) for loop in loops(cells))


def blob(cells: Collection[Node], inset: float, ragged: float, seed: str) -> str:
    """Path data of a natural-looking patch that fills a set of hexes: rounded, ``inset`` units in, its edge uneven
    by up to ``ragged`` units; the same seed always draws the same edge."""
    out = []
    for loop in loops(cells):
        rim: list[Point] = []
        for i in range(len(loop)):
            a = _inner(loop, i, inset + ragged * noise(seed, loop[i]))
            b = _inner(loop, (i + 1) % len(loop), inset)
            drift = ragged * noise(seed, loop[i], loop[(i + 1) % len(loop)])
            dx, dy = b[0] - a[0], b[1] - a[1]
            length = max(1.0, (dx * dx + dy * dy) ** 0.5)
            rim += [a, ((a[0] + b[0]) / 2 - dy / length * drift, (a[1] + b[1]) / 2 + dx / length * drift)]
        out.append(smooth_loop(rim))
    return "".join(out)


def _inner(loop: list[Node], i: int, inset: float) -> Point:
    """Corner i of an outline, moved towards the hexes (right-hand side of travel)."""
    before, here, later = at(loop[i - 1]), at(loop[i]), at(loop[(i + 1) % len(loop)])
    nx = -(here[1] - before[1]) - (later[1] - here[1])
    ny = (here[0] - before[0]) + (later[0] - here[0])
    length = (nx * nx + ny * ny) ** 0.5
    # two sides meet at 120 degrees: the corner moves by inset / cos 30
    reach = inset / length / 0.866 if length else 0.0
    return here[0] + nx * reach, here[1] + ny * reach


def _closed(rim: list[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in rim) + "Z"


def smooth_loop(rim: list[Point]) -> str:
    """A closed smooth curve that touches the middle of each side of the polygon."""
    middles = [_middle(rim[i], rim[(i + 1) % len(rim)]) for i in range(len(rim))]
    path = f"M{_pair(middles[-1])}"
    return path + "".join(f"Q{_pair(p)} {_pair(m)}" for p, m in zip(rim, middles, strict=True)) + "Z"


def smooth_line(line: list[Point]) -> str:
    """An open smooth curve from the first point to the last that touches the middle of each inner stretch."""
    if len(line) < 3:
        return "M" + "L".join(_pair(p) for p in line)
    path = f"M{_pair(line[0])}L{_pair(_middle(line[0], line[1]))}"
    for i in range(1, len(line) - 1):
        path += f"Q{_pair(line[i])} {_pair(_middle(line[i], line[i + 1]))}"
    return path + f"L{_pair(line[-1])}"


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _pair(p: Point) -> str:
    return f"{round(p[0])} {round(p[1])}"


def chains(edges: Iterable[tuple[Node, Node, str]], stops: Collection[Node] = ()) -> list[tuple[str, list[Node]]]:
    """Join edges (two nodes and a name) into the longest lines: through a node goes a line of one name; where names
    meet, or at a node of ``stops``, lines end.  Each edge is used once."""
    near: dict[Node, dict[str, list[Node]]] = {}
    unused: set[tuple[str, Node, Node]] = set()
    for a, b, name in edges:
        for one, two in ((a, b), (b, a)):
            near.setdefault(one, {}).setdefault(name, []).append(two)
        unused.add(_key(name, a, b))
    found: list[tuple[str, list[Node]]] = []
    ends = sorted((n, name) for n, by in near.items() for name, others in by.items() if len(others) != 2 or n in stops)
    middles = sorted((n, name) for n, by in near.items() for name in by)
    for start, name in ends + middles:
        for step in sorted(near[start][name]):
            if _key(name, start, step) in unused:
                found.append((name, _walk(near, unused, name, start, step, stops)))
    return found


def _key(name: str, a: Node, b: Node) -> tuple[str, Node, Node]:
    return name, min(a, b), max(a, b)


def _walk(
    near: Mapping[Node, Mapping[str, list[Node]]],
    unused: set[tuple[str, Node, Node]],
    name: str,
    start: Node,
    step: Node,
    stops: Collection[Node],
) -> list[Node]:
    line = [start]
    here = start
    while True:
        unused.discard(_key(name, here, step))
        line.append(step)
        here = step
        onward = [n for n in near[here][name] if _key(name, here, n) in unused]
        if here in stops or len(near[here][name]) != 2 or len(onward) != 1:
            return line
        step = onward[0]
