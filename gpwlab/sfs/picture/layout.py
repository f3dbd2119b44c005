"""Where stacks stand: cells inside each area, clear of its rim, its name and its strongpoints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from gpwlab.sfs.picture.faces import Shown
from gpwlab.sfs.picture.names import name_width
from gpwlab.sfs.picture.plane import HEIGHT, WIDTH, Point
from gpwlab.sfs.picture.sheet import Sheet, clearance

#: Side of a counter in drawing units, and of the frame of a strongpoint.
COUNTER, SLOT = 98.0, 116.0
#: Distance from cell to cell, across and down: a stack fans out to the right and upwards.
_PITCH = (126.0, 122.0)
#: Cells closer together than this share of the usual distance make a throng.
_THRONG = 0.7
#: Room that a cell keeps from the rim of its area.
_RIM = 62.0
#: Corners that stay free: the compass, and the zoom buttons of the interactive map; left, top, right, foot.
_KEPT_FREE = ((0.0, 1885.0, 720.0, HEIGHT), (0.0, 0.0, 200.0, 230.0))
#: Room that the badge and code beside a name take, and half the height of a name.
_BESIDE, _NAME_HEIGHT = 50.0, 28.0


class Pile(Protocol):
    """A force on the map: the counters of one stack, first at the bottom."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def area(self) -> str: ...
    @property
    def strongpoint(self) -> str: ...
    @property
    def cut_off(self) -> bool: ...
    @property
    def surrounds(self) -> str: ...
    @property
    def entering(self) -> bool: ...
    @property
    def units(self) -> Sequence[Shown]: ...


def places(sheet: Sheet, stacks: Iterable[Pile]) -> dict[str, Point]:
    """The middle of each stack by its id.

    A stack in a strongpoint stands on it, a surrounding one on the stack that it surrounds (sfs 4.7.A); the others get
    cells, Germans from the steppe side and Soviets from the river.
    """
    found: dict[str, Point] = {}
    piles = sorted(stacks, key=lambda pile: _order(pile.id))
    for pile in piles:
        if pile.strongpoint:
            found[pile.id] = sheet.strongpoint_at[sheet.board.strongpoint(pile.strongpoint)]
    free: dict[tuple[str, str], list[Pile]] = {}
    for pile in piles:
        if not pile.strongpoint and not pile.surrounds:
            free.setdefault((pile.area, pile.side), []).append(pile)
    for area in {area for area, _side in free}:
        german, soviet = free.get((area, "German"), []), free.get((area, "Soviet"), [])
        cells = _cells_for(sheet, area, len(german) + len(soviet))
        if sheet.board.areas[sheet.board.area(area)].east_bank:
            cells.reverse()  # there the river is on the other side
        found |= {pile.id: cell for pile, cell in zip(german, cells, strict=False)}
        found |= {pile.id: cell for pile, cell in zip(soviet, reversed(cells), strict=False)}
    return found | _on_top(piles, found)


def _order(name: str) -> tuple[int, str]:
    """Force ids in the order of their numbers."""
    digits = "".join(c for c in name if c.isdigit())
    return int(digits or 0), name


def _on_top(piles: Sequence[Pile], found: dict[str, Point]) -> dict[str, Point]:
    """Surrounding stacks, a little above and to the right of what they hold, one ring upon another."""
    above: dict[str, Point] = {}
    waiting = [pile for pile in piles if pile.surrounds]
    while waiting:
        ready = [pile for pile in waiting if pile.surrounds in found or pile.surrounds in above]
        for pile in ready:
            x, y = found.get(pile.surrounds) or above[pile.surrounds]
            above[pile.id] = (x + 52, y - 58)
        if not ready:
            raise ValueError(f"{waiting[0].id} surrounds {waiting[0].surrounds}, which is nowhere")
        waiting = [pile for pile in waiting if pile.id not in above]
    return above


def _cells_for(sheet: Sheet, area: str, count: int) -> list[Point]:
    """At least ``count`` cells of an area, closer together where it must be."""
    code = sheet.board.area(area)
    for closeness in (1.0, 0.86, 0.72, 0.58, 0.45, 0.34, 0.25):
        cells = _cells(sheet, code, closeness)
        if len(cells) >= count:
            return list(cells)
    x, y = sheet.name_at[code]
    return [(x + 14 * (n % 12), y + 60 + 14 * (n // 12)) for n in range(count)]


@lru_cache(maxsize=512)
def _cells(sheet: Sheet, area: int, closeness: float) -> tuple[Point, ...]:
    """The cells of an area from the steppe side to the river, of the grid that yields the most."""
    across, down = _PITCH[0] * closeness, _PITCH[1] * closeness
    grids = [
        _grid(sheet, area, (across, down), (across * i / 4, down * j / 4), closeness)
        for i in range(4)
        for j in range(4)
    ]
    return max(grids, key=len)


def _grid(sheet: Sheet, area: int, pitch: Point, start: Point, closeness: float) -> tuple[Point, ...]:
    ring = sheet.outline[area]
    left, right = max(0.0, min(x for x, _ in ring)), min(WIDTH, max(x for x, _ in ring))
    top, foot = max(0.0, min(y for _, y in ring)), min(HEIGHT, max(y for _, y in ring))
    found = []
    for row in range(int((foot - top - start[1]) / pitch[1]) + 1):
        for column in range(int((right - left - start[0]) / pitch[0]) + 1):
            cell = (left + start[0] + column * pitch[0], top + start[1] + row * pitch[1])
            if _free(sheet, area, cell, closeness):
                found.append(cell)
    return tuple(found)


def _free(sheet: Sheet, area: int, cell: Point, closeness: float) -> bool:
    """Whether a stack may stand here; in a throng it may hide the area's name."""
    x, y = cell
    rim = _RIM * max(0.7, closeness)
    if not (rim <= x <= WIDTH - rim and rim <= y <= HEIGHT - rim):
        return False
    if closeness > _THRONG and any(a <= x <= c and b <= y <= d for a, b, c, d in _KEPT_FREE):
        return False
    nx, ny = sheet.name_at[area]
    found = sheet.board.areas[area]
    wide = name_width(found.name, found.kind) / 2 + _BESIDE
    if closeness > _THRONG and abs(x - nx) < wide + COUNTER / 2 and abs(y - ny + 10) < _NAME_HEIGHT + 44:
        return False
    for place in sheet.board.strongpoints_in[area]:
        px, py = sheet.strongpoint_at[place]
        if abs(x - px) < SLOT + 2 and abs(y - py - 8) < SLOT + 12:
            return False
    return clearance(cell, sheet.outline[area]) >= rim
